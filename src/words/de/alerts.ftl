# German. Terms as the official translation of the Laws prints them (2018).
#
# `$by` is the player that the sentence is about (white, black), `$role` a piece (king, queen, rook, bishop, knight, pawn),
# `$owner` whose piece it is (own: the player's, other: his opponent's). Players are named, not called “er”.
#
# Values that come as text already: `$played`, `$move`, `$step` (moves), `$moves` (a list with "or"), `$targets` (squares
# with "or"), `$squares` (squares with commas, here always after “auf” with the dative), `$square`, `$from`, `$result`,
# `$time`, `$white`, `$black` (times of the clock), `$penalties` (an article), `$touched` (accusatives), `$against`
# (main clauses after “aber”). Numbers: `$count` (which illegal move, from 1), `$minutes`, `$seconds`, `$n`.

## Parts of sentences

by = { $by ->
    [white] Weiß
   *[black] Schwarz
 }
opponent = { $by ->
    [white] Schwarz
   *[black] Weiß
 }
piece-acc = { $role ->
    [king] den König
    [queen] die Dame
    [rook] den Turm
    [bishop] den Läufer
    [knight] den Springer
   *[pawn] den Bauern
 }
# A piece of the opponent's.
opponent-piece-acc = { $by ->
    [white] { $role ->
        [king] den schwarzen König
        [queen] die schwarze Dame
        [rook] den schwarzen Turm
        [bishop] den schwarzen Läufer
        [knight] den schwarzen Springer
       *[pawn] den schwarzen Bauern
     }
   *[black] { $role ->
        [king] den weißen König
        [queen] die weiße Dame
        [rook] den weißen Turm
        [bishop] den weißen Läufer
        [knight] den weißen Springer
       *[pawn] den weißen Bauern
     }
 }
a-piece-nom = { $role ->
    [king] ein König
    [queen] eine Dame
    [rook] ein Turm
    [bishop] ein Läufer
    [knight] ein Springer
   *[pawn] ein Bauer
 }
a-piece-acc = { $role ->
    [king] einen König
    [queen] eine Dame
    [rook] einen Turm
    [bishop] einen Läufer
    [knight] einen Springer
   *[pawn] einen Bauern
 }
a-coloured-piece-nom = { $colour ->
    [white] { $role ->
        [king] ein weißer König
        [queen] eine weiße Dame
        [rook] ein weißer Turm
        [bishop] ein weißer Läufer
        [knight] ein weißer Springer
       *[pawn] ein weißer Bauer
     }
   *[black] { $role ->
        [king] ein schwarzer König
        [queen] eine schwarze Dame
        [rook] ein schwarzer Turm
        [bishop] ein schwarzer Läufer
        [knight] ein schwarzer Springer
       *[pawn] ein schwarzer Bauer
     }
 }
# A piece where it was touched, accusative.
piece-touched = { $owner ->
    [own] { piece-acc } auf { $square }
   *[other] { opponent-piece-acc } auf { $square }
 }
pawn-nom = { $pawn ->
    [one] der Bauer
   *[some] ein Bauer
 }
pawn-acc = { $pawn ->
    [one] den Bauern
   *[some] einen Bauern
 }
# `$duty`: any (nothing binds him), play (one of `$moves`), put (a pawn on one of `$targets`, whatever it becomes),
# both (either of these), none (there is no such move). A clause of its own, without the player.
had-to = { $duty ->
    [put] { pawn-nom } war auf { $targets } zu setzen
    [both] zu spielen war { $moves }, oder { pawn-nom } war auf { $targets } zu setzen
    [none] es gab keinen möglichen Zug
    [any] erlaubt war jeder regelgemäße Zug
   *[play] zu spielen war { $moves }
 }
# After the name of the player who had to.
had-to-after-name = { $duty ->
    [put] hatte { pawn-acc } auf { $targets } zu setzen
    [both] hatte { $moves } zu spielen oder { pawn-acc } auf { $targets } zu setzen
    [none] hatte keinen möglichen Zug
    [any] durfte jeden regelgemäßen Zug ausführen
   *[play] hatte { $moves } zu spielen
 }
# After the name of the player who must.
must-after-name = { $duty ->
    [put] muss { pawn-acc } auf { $targets } setzen
    [both] muss { $moves } spielen oder { pawn-acc } auf { $targets } setzen
    [none] hat keinen möglichen Zug
    [any] darf jeden regelgemäßen Zug ausführen
   *[play] muss { $moves } spielen
 }
# Accusative, without its article.
nth-illegal-move-acc = { $count ->
    [0] regelwidrigen Zug
    [1] ersten regelwidrigen Zug
    [2] zweiten regelwidrigen Zug
    [3] dritten regelwidrigen Zug
    [4] vierten regelwidrigen Zug
    [5] fünften regelwidrigen Zug
   *[other] { $count }. regelwidrigen Zug
 }
has-completed = { $count ->
    [0] { by } hat einen regelwidrigen Zug abgeschlossen
   *[other] { by } hat seinen { nth-illegal-move-acc } abgeschlossen
 }
time-given-acc = { $minutes ->
    [1] eine zusätzliche Minute
    [3] drei zusätzliche Minuten
   *[other] zwei zusätzliche Minuten
 }

# Lists.
and-next = { $list }, { $item }
and-last = { $list } und { $item }
or-next = { $list }, { $item }
or-last = { $list } oder { $item }
squares-next = { $list }, { $item }
squares-last = { $list }, { $item }
# Of many moves only some are named. Feminine, for it stands as nominative and as accusative.
and-more = { $n ->
    [one] { $list } oder eine weitere Möglichkeit
   *[other] { $list } oder eine von { $n } weiteren Möglichkeiten
 }
no-move = kein Zug
# Dative: always after “auf”.
no-square = keinem Feld

# Letters of the pieces in the names of moves (Appendix C).
letter-king = K
letter-queen = D
letter-rook = T
letter-bishop = L
letter-knight = S

# What speaks against a result that the kings show.
against-cannot-mate = der Gewinner hat nur einen König
against-clock = die Uhr des Gewinners zeigt keine Bedenkzeit mehr
against-flag = die gefallene Klappe spricht dagegen
against-illegal-moves = die Entscheidung über regelwidrige Züge spricht dagegen
against-no-move-each = vor dem jeweils ersten Zug beider Spieler kann kein Remis vereinbart werden
against-position = die letzte Stellung spricht dagegen

## Touch-move (Article 4)

touched-piece-returned = { by } hat { piece-touched } angehoben und zurückgestellt: Die Figur gilt als zurechtgerückt, wenn { by } das vorher angekündigt hat, sonst als berührt.
touch-move-violated = { by } hat { $touched } berührt und dann { $played } gespielt; { had-to }.
touch-order-unclear = Die eigene und die gegnerische Figur haben das Brett gleichzeitig verlassen: Die eigene Figur gilt als zuerst berührt.
# `$how`: returned (he put it back), taken (he took it away to make his move).
off-turn-touch = { $how ->
    [returned] { by } hat in der Bedenkzeit von { opponent } { piece-touched } angehoben und zurückgestellt.
   *[taken] { by } hat { piece-touched } in die Hand genommen, bevor { opponent } seinen Zug ausgeführt hatte.
 }
castling-rook-first = { by } hat den Turm vor dem König berührt und rochiert; { had-to }.
# `$obstacle`: why he may not castle.
castling-not-allowed = { by } hat den König zur Rochade auf { $square } gesetzt, was nicht zulässig ist: { $obstacle ->
    [attacked] Ein Feld, das der König überquert oder erreicht, ist angegriffen
    [in-check] Der König steht im Schach
    [piece-between] Zwischen König und Turm steht eine Figur
    [right-lost] Der König oder der Turm ist schon gezogen worden
   *[set-up] Die falsche Aufstellung wurde nicht rechtzeitig reklamiert
 }. { by } { must-after-name }.
castling-abandoned = { by } hat den König zur Rochade gesetzt und dann { $played } gespielt; falls der König schon losgelassen war, muss { by } rochieren.
castling-forbidden-setup = Die Figuren waren falsch aufgestellt, und niemand hat das rechtzeitig reklamiert: Die Partie wird fortgesetzt, aber mit einem König oder Turm, der auf einem falschen Feld begonnen hat, darf nicht rochiert werden.
# What he put down is told by the moves that it may have been: here `$duty` is put or play.
released-then-moved = { $duty ->
    [put] { by } hat { pawn-acc } auf { $targets } gesetzt und dann { $played } gespielt; falls der Bauer schon losgelassen war, gilt der erste Zug.
   *[play] { by } hat eine Figur für den Zug { $moves } gesetzt und dann { $played } gespielt; falls die Figur schon losgelassen war, gilt der erste Zug.
 }
promotion-piece-changed = Auf { $square } wurde eine zweite Figur gesetzt; maßgebend ist die erste, die das Feld berührt hat: { $moves }.
promotion-piece-invalid = Auf { $square } wurde { a-coloured-piece-nom } gesetzt; in diese Figur kann der Bauer von { by } nicht umgewandelt werden.
claim-right-lost = { by } hat eine Figur berührt und kann den Verstoß nicht mehr reklamieren; nur der Schiedsrichter kann noch eingreifen.

## Illegal moves, positions, the clock (Articles 3, 6 and 7)

illegal-displacement = { by } hat { piece-acc } von { $from } auf { $square } gesetzt, wohin { $role ->
    [queen] sie
   *[other] ihn
 } kein regelgemäßer Zug bringt; { by } darf das noch korrigieren.
# It is not known where the piece came from.
illegal-displacement-put = { by } hat { a-piece-acc } auf { $square } gesetzt, wohin kein regelgemäßer Zug von { by } eine solche Figur bringt; { by } darf das noch korrigieren.
illegal-move-completed = { by } hat einen regelwidrigen Zug abgeschlossen.
illegal-move-completed-owed = { by } hat einen regelwidrigen Zug abgeschlossen: Die Stellung unmittelbar davor wird wiederhergestellt, und { by } { must-after-name }.
# The arbiter has entered it himself.
illegal-move-seen = Der Schiedsrichter hat gesehen, dass { by } einen regelwidrigen Zug abgeschlossen hat.
illegal-move-stands = { opponent } hat gezogen: Der regelwidrige Zug von { by } bleibt bestehen.
illegal-position-watch = Die regelwidrige Stellung besteht weiter: Warten Sie, bis der nächste Zug abgeschlossen ist; besteht sie dann immer noch, ist die Partie remis.
# `$then`: becomes-queen, illegal-move, set-up-again.
promotion-missing = { $then ->
    [becomes-queen] { by } hat die Uhr gedrückt, während der Bauer noch auf { $square } stand: Er wird durch eine Dame ersetzt, und es zählt als regelwidriger Zug.
    [set-up-again] { by } hat die Uhr gedrückt, während der Bauer noch auf { $square } stand, und damit einen regelwidrigen Zug abgeschlossen: Die Stellung unmittelbar davor wird wiederhergestellt, und { by } muss den Bauern umwandeln.
   *[illegal-move] { by } hat die Uhr gedrückt, während der Bauer noch auf { $square } stand, und damit einen regelwidrigen Zug abgeschlossen.
 }
press-without-move = { by } hat die Uhr gedrückt, ohne einen Zug ausgeführt zu haben.
press-without-move-penalties = { by } hat die Uhr gedrückt, ohne einen Zug ausgeführt zu haben: { by } muss einen Zug ausführen, und über die Strafe nach Artikel { $penalties } entscheiden Sie.
press-by-other-side = { by } hat die Uhr gedrückt, obwohl die Uhr von { opponent } lief.
two-hands-suspected = { by } hatte König und Turm gleichzeitig in der Luft: Vielleicht hat { by } zwei Hände benutzt.
two-hands-seen = Der Schiedsrichter hat gesehen, dass { by } für einen Zug zwei Hände benutzt hat.
disturbance = { by } hat { opponent } gestört: Über die Strafe nach Artikel { $penalties } entscheiden Sie.
ruling-add-time = { opponent } erhält { time-given-acc } für den { nth-illegal-move-acc } von { by }.
ruling-add-time-back = { opponent } hat { time-given-acc } für einen Zug von { by } erhalten, der nicht regelwidrig war: Ziehen Sie diese Zeit von der Bedenkzeit von { opponent } wieder ab.
# `$loses`: what the claimant, `$by`, loses of his own time: nothing, half (of what he has, which is not known), time.
ruling-add-time-for-claim = { $loses ->
    [half] { opponent } erhält { time-given-acc } für den unberechtigten Antrag von { by }; { by } verliert die Hälfte der Restbedenkzeit, höchstens drei Minuten, behält aber mindestens eine Minute.
    [time] { opponent } erhält { time-given-acc } für den unberechtigten Antrag von { by }; { by } verliert { $seconds ->
        [one] eine Sekunde
       *[other] { $seconds } Sekunden
     }.
   *[nothing] { opponent } erhält { time-given-acc } für den unberechtigten Antrag von { by }.
 }
# A claim in a quickplay finish, which the arbiter has rejected.
ruling-add-time-for-rejected-claim = { opponent } erhält { time-given-acc }, denn der Antrag von { by } ist abgelehnt.
ruling-game-drawn = { has-completed }: Die Partie ist remis, denn { opponent } kann nicht mattsetzen.
ruling-game-drawn-position = Die regelwidrige Stellung besteht nach einem weiteren Zug immer noch: Die Partie ist remis.
# `$mates`: whether the opponent can checkmate: can, undecided.
ruling-game-lost = { $mates ->
    [undecided] { has-completed }: { opponent } gewinnt, oder die Partie ist remis, falls { opponent } nicht mehr mattsetzen kann. Das lässt sich nicht entscheiden: Sehen Sie nach.
   *[can] { has-completed }: { opponent } gewinnt.
 }
# `$claim`: time, illegal-move, win, draw (he cannot checkmate), win-or-draw (whether he can is not decided).
opponent-may-claim = { $claim ->
    [time] Die Klappe von { opponent } ist gefallen: Nur { by } darf das reklamieren.
    [draw] Nur { by } kann den regelwidrigen Zug von { opponent } reklamieren, und zwar bevor { by } den nächsten Zug ausführt. { by } kann nicht mattsetzen, darf aber remis reklamieren.
    [win-or-draw] Nur { by } kann den regelwidrigen Zug von { opponent } reklamieren, und zwar bevor { by } den nächsten Zug ausführt. Ob { by } mattsetzen kann oder nur remis reklamieren darf, lässt sich nicht entscheiden: Sehen Sie nach.
   *[illegal-move] Nur { by } kann den regelwidrigen Zug von { opponent } reklamieren, und zwar bevor { by } den nächsten Zug ausführt.
 }
opponent-replied-before-press = { by } hat geantwortet, bevor { opponent } die Uhr gedrückt hat; { opponent } darf sie noch drücken.
# `$n`: of how many squares.
displaced-pieces = { $n ->
    [one] Auf { $squares } ist eine Figur verschoben, was kein Zug erklärt.
   *[other] Auf { $squares } sind Figuren verschoben, was kein Zug erklärt.
 }
position-restored = Die Stellung vor dem regelwidrigen Zug steht wieder auf dem Brett.
initial-position-wrong = Die Partie hat mit einer falschen Anfangsstellung begonnen: Sie wird annulliert, und eine neue Partie wird gespielt.
wrong-colour-moved-first = { by } hat zuerst gezogen, und zwar { piece-acc } von { $from } auf { $square }.
clock-adjusted-added = Der Schiedsrichter hat der Bedenkzeit von { by } { $time } hinzugefügt.
clock-adjusted-taken = Der Schiedsrichter hat von der Bedenkzeit von { by } { $time } abgezogen.
# `$which` times he has set: white, black, both.
clock-adjusted-set = { $which ->
    [white] Der Schiedsrichter hat die Schachuhr eingestellt: Weiß auf { $white }.
    [black] Der Schiedsrichter hat die Schachuhr eingestellt: Schwarz auf { $black }.
   *[both] Der Schiedsrichter hat die Schachuhr eingestellt: Weiß auf { $white }, Schwarz auf { $black }.
 }

## Ends of games and claims (Articles 5, 6.9 and 9)

# `$how`: checkmate, stalemate, dead-position, fivefold-repetition, seventy-five-moves.
game-ended = { $how ->
    [checkmate] Die Partie ist beendet: matt, { $result }.
    [stalemate] Die Partie ist beendet: patt, { $result }.
    [dead-position] Die Partie ist beendet: tote Stellung, { $result }.
    [fivefold-repetition] Die Partie ist beendet: fünfmalige Stellungswiederholung, { $result }.
   *[seventy-five-moves] Die Partie ist beendet: 75 Züge, { $result }.
 }
game-end-in-doubt = Die Schlussstellung ist durch einen Zug entstanden, der gegen Artikel 3 oder 4 verstößt: Der Schiedsrichter entscheidet, ob die Partie beendet ist.
# `$ruling`: both-down, opponent-cannot-mate, opponent-wins, undecided.
flag-fall = { $ruling ->
    [both-down] Die Bedenkzeit von { by } ist abgelaufen: Beide Klappen sind gefallen, und die Partie ist remis.
    [opponent-cannot-mate] Die Bedenkzeit von { by } ist abgelaufen: Die Partie ist remis, denn { opponent } kann nicht mattsetzen.
    [undecided] Die Bedenkzeit von { by } ist abgelaufen: { opponent } gewinnt, oder die Partie ist remis, falls { opponent } nicht mehr mattsetzen kann. Das lässt sich nicht entscheiden: Sehen Sie nach.
   *[opponent-wins] Die Bedenkzeit von { by } ist abgelaufen: { opponent } gewinnt.
 }
threefold-available = { by } könnte remis reklamieren: Die gleiche Stellung ist mindestens zum dritten Mal entstanden. Niemand darf davon erfahren.
fifty-moves-available = { by } könnte remis reklamieren: 50 Züge, ohne dass ein Bauer gezogen oder eine Figur geschlagen worden ist. Niemand darf davon erfahren.
# `$forfeit`: by what he has given up the claim: moved, touched (a piece).
draw-claim-right-lost = { $forfeit ->
    [moved] { by } hätte remis reklamieren können, hat aber stattdessen gezogen.
   *[touched] { by } hätte remis reklamieren können, hat aber stattdessen eine Figur berührt.
 }
# `$claim`: fifty-moves, quickplay-finish, threefold, touch-move (the opponent has broken Article 4).
claims = { $claim ->
    [fifty-moves] { by } reklamiert remis nach der 50-Züge-Regel
    [quickplay-finish] { by } reklamiert remis in der Endspurtphase
    [threefold] { by } reklamiert remis wegen dreimaliger Stellungswiederholung
   *[touch-move] { by } reklamiert einen Verstoß von { opponent } gegen Artikel 4
 }
# `$then`: drawn (it is right, and draws), had (right: what the opponent had to play), must (right: what he must play),
# right, arbiter (no sensor can tell), lost (he has touched a piece since), early (two minutes or more left), wrong.
claim-made = { $then ->
    [drawn] { claims }: Der Antrag ist berechtigt, die Partie ist remis.
    [had] { claims }: Der Antrag ist berechtigt, { opponent } { had-to-after-name }.
    [must] { claims }: Der Antrag ist berechtigt, { opponent } { must-after-name }.
    [right] { claims }: Der Antrag ist berechtigt.
    [arbiter] { claims }: Sie entscheiden; wenn Sie den Antrag ablehnen oder abwarten, kann { opponent } zwei zusätzliche Minuten erhalten.
    [lost] { claims }, hat aber inzwischen eine Figur berührt: { by } hat das Recht auf diesen Antrag verloren.
    [early] { claims }, hat aber noch mindestens zwei Minuten: Der Antrag ist noch nicht zulässig.
   *[wrong] { claims }: Der Antrag ist nicht berechtigt.
 }
# `$doubt`: yes where `$against` says what speaks against it; `$noted`: yes where a king's step `$step` is not counted.
result-signalled = Die Könige im Zentrum zeigen das Ergebnis { $result } an{ $noted ->
    [yes] {" "}(der Königsschritt { $step } zählt nicht als Zug)
   *[no] {""}
 }{ $doubt ->
    [yes] , aber { $against }: Fragen Sie die Spieler
   *[no] {""}
 }.

## What the sensors can and cannot tell

move-ambiguous = Nach den Sensoren sind mehrere Züge möglich: { $moves }.
move-ambiguous-one = Die Sensoren lassen offen, ob { $moves } gespielt wurde.
move-ambiguous-promotion = Das Brett kann nicht erkennen, in welche Figur der Bauer umgewandelt wurde: Es wird eine Dame angenommen.
move-ambiguous-promotion-or-missing = Das Brett kann weder erkennen, in welche Figur der Bauer umgewandelt wurde, noch, ob er überhaupt ersetzt wurde: Es wird eine Dame angenommen.
move-ambiguous-line = Mehrere Züge wurden ausgeführt, die niemand gesehen hat, und mehr als eine Zugfolge erklärt die Stellung auf dem Brett.
move-ambiguous-line-one = Es wurden Züge ausgeführt, die niemand gesehen hat. Nur eine Zugfolge ist bekannt, die die Stellung auf dem Brett erklärt; ob sie gespielt wurde, entscheidet der Schiedsrichter.
slide-inferred = Auf dem Brett fehlt nur eine Figur: Daraus wird { $move } erschlossen.
# `$sign`: first-moves, some-order, pieces-home.
new-game-set-up = { $sign ->
    [first-moves] Eine neue Partie hat begonnen, deren Anfangsstellung nicht gesehen wurde: Ihre ersten Züge werden erschlossen.
    [some-order] Eine neue Partie hat begonnen, deren erste Züge nicht gesehen wurden: Mehrere Reihenfolgen dieser Züge sind möglich.
   *[pieces-home] Alle Figuren stehen wieder in der Anfangsstellung: eine neue Partie.
 }
play-not-recorded = Es werden Züge ausgeführt, die nicht erfasst werden: Vergleichen Sie das Brett mit den Zügen, und legen Sie die Züge oder die Stellung fest.
position-mismatch = Das Brett weicht auf { $squares } von der Stellung der Partie ab.
position-mismatch-clock-runs = Die Uhr läuft, aber die Anfangsstellung wurde hier nie gesehen: Legen Sie die Stellung fest, dann wird die Partie verfolgt.
position-mismatch-moves-after-end = Es werden Züge ausgeführt, und die Uhr wird gedrückt, obwohl die letzte Partie beendet ist und die Anfangsstellung einer neuen Partie nicht gesehen wurde: Legen Sie die Stellung fest, dann wird die Partie verfolgt.
position-mismatch-pieces-not-learnt = Es werden Figuren gezogen, die das Brett noch nicht kennt, sodass kein Zug verfolgt werden kann: Lassen Sie die Anfangsstellung stehen, bis das Brett die Figuren kennt.
position-mismatch-no-game-fits = Keine Partie erklärt mehr, welche Felder besetzt sind: Vergleichen Sie das Brett mit den Zügen, und legen Sie die Stellung fest.
# What was put there, `$role`, is of the player's own colour, too.
position-mismatch-not-the-queen = Der Bauer von { by } blieb auf { $square } stehen und muss durch eine Dame ersetzt werden; stattdessen wurde { a-piece-nom } dorthin gesetzt.
position-mismatch-unexplained = Das Brett zeigt eine Stellung, die sich durch keine kurze Folge regelgemäßer Züge aus der letzten bekannten Stellung erklären lässt: Legen Sie die Züge oder die Stellung fest.

## Why a command is not carried out

command-already-told = Meldung Nr. { $n } dieser Partie besagt das bereits: Bestätigen oder verwerfen Sie diese
command-ambiguous = Halbzug { $ply }: Mehrere regelgemäße Züge werden dort { $written } geschrieben; geben Sie das Ausgangsfeld der Figur an
command-ended-by-move = Der letzte Zug hat die Partie beendet: Korrigieren Sie ihn, oder nehmen Sie ihn zurück
command-illegal-move = Halbzug { $ply }: { $written } ist dort kein regelgemäßer Zug
command-no-lights = Dieses Brett hat keine Lampen, die blinken könnten
command-no-such-alert = In dieser Partie gibt es keine offene Meldung Nr. { $n }, bei der das möglich wäre
command-no-such-claim = Die geltenden Schachregeln kennen keinen solchen Antrag
command-not-in-play = Es läuft keine Partie, in der jemand am Zug ist
command-not-over = Die Partie ist nicht beendet
command-not-to-move = { by } ist nicht am Zug
command-nothing-held = Kein regelwidriger Zug wartet auf eine Entscheidung
command-nothing-to-suspend = Die Partie ist beendet: Es gibt nichts zu unterbrechen oder fortzusetzen
command-other-game = inzwischen läuft eine andere Partie ({ $game }): An ihr wurde nichts geändert
command-settled = { command-no-such-alert }: { $who ->
    [itself] { $decided ->
        [dismissed] automatisch verworfen
       *[other] von selbst erledigt
     }
   *[other] { $decided ->
        [confirm] bestätigt
        [dismiss] verworfen
        [let-stand] bestehen gelassen
       *[other] entschieden
     } { $who ->
        [arbiter] von einem Schiedsrichter
       *[named] von { $name }
     }
 }, vor { $seconds } s (t_ms { $ms })
command-stands-already = Die Partie ist beendet, und Halbzug { $ply } ist schon { $written }: Es würde sich nichts ändern
command-too-few-moves = Die Partie hat { $count ->
    [one] { $count } Halbzug
   *[other] { $count } Halbzüge
 }, der Befehl nennt { $n }
command-undecided = Meldung Nr. { $n } lässt das Ergebnis offen: Legen Sie es gesondert fest
command-unfinished = Partie { $game } hat { $n ->
    [one] { $n } Halbzug
   *[other] { $n } Halbzüge
 } und kein Ergebnis: Legen Sie zuerst ihr Ergebnis fest, oder beenden Sie sie ausdrücklich ohne Ergebnis

## What Lichess does not show of a broadcast

push-error = { $said ->
    [yes] : { $error }
   *[no] { "" }
 }
push-of-round = Runde { $round }
push-of-section = Runde { $round } ({ $section })
push-no-round = dazu gibt es keine Runde bei Lichess
push-too-early = wird dort mit { $seconds } s Verzögerung gezeigt, das Turnier verlangt { $n } s
push-no-answer = Lichess antwortet nicht rechtzeitig
push-not-reached = Lichess ist nicht erreichbar{ push-error }
push-broken = Die Verbindung zu Lichess bricht ab{ push-error }
push-not-asked = Lichess wird nicht angefragt{ push-error }
push-answer-too-long = Die Antwort von Lichess hat mehr als { $n } Bytes
push-answer-unreadable = Die Antwort von Lichess ist nicht lesbar{ push-error }
push-fails = Fehler bei Lichess ({ $status }){ push-error }
push-leads-elsewhere = Die Adresse führt anderswohin ({ $status }); der Weiterleitung wird nicht gefolgt
push-token-unknown = Lichess kennt das Token nicht (401){ push-error }
push-token-not-allowed = Lichess erlaubt diesem Token nicht, in die Runde zu schreiben (403): Nötig sind study:write und ein Konto, dem die Übertragung offensteht{ push-error }
push-no-such-round = Lichess hat keine solche Runde (404){ push-error }
push-round-too-long = Die Runde ist für Lichess zu lang (413)
push-too-many-requests = Lichess hat zu viele Anfragen erhalten (429)
push-refused = Lichess lehnt die Runde ab ({ $status }){ push-error }
push-round-refused = Lichess lehnt die Runde ab{ push-error }
push-board-too-many = nicht gesendet, denn Lichess zeigt höchstens 100 Bretter einer Runde
push-board-too-long = nicht gesendet, denn die Partie ist länger als 100.000 Zeichen
push-board-refused = Lichess nimmt die Partie nicht an ({ $why ->
    [nothing] die Antwort erwähnt sie nicht
    [neither] die Antwort nennt weder die Zahl der Züge noch den Fehler
   *[said] { $error }
 }); { $shown ->
    [nothing] Neues aus ihr erscheint dort nicht, auch ihr Ergebnis nicht, bis sie korrigiert ist
    [names] gezeigt werden Namen und Ergebnis
   *[moves] gezeigt werden Namen, Ergebnis und { $n ->
        [one] { $n } Halbzug
       *[other] { $n } Halbzüge
     }
 }
push-board-miscounted = Lichess hat { $count } von { $n ->
    [one] { $n } Halbzug
   *[other] { $n } Halbzügen
 } gelesen
push-board-excess = zeigt, bis ein anderer Zug kommt, { $n ->
    [one] { $n } zurückgenommenen Halbzug
   *[other] { $n } zurückgenommene Halbzüge
 }
push-board-up-to = zeigt die Partie nur bis Halbzug { $n }: Kein regelgemäßer Zug führt zu der Stellung, die seither auf dem Brett steht

## How games end, in a few words

termination-arbiters-decision = Entscheidung des Schiedsrichters
termination-checkmate = Matt
termination-dead-position = tote Stellung
termination-drawn-by-position = Remis durch die Stellung
termination-fifty-moves-claimed = 50 Züge, reklamiert
termination-fivefold-repetition = fünfmalige Stellungswiederholung
termination-illegal-moves = regelwidrige Züge
termination-illegal-moves-opponent-cannot-checkmate = regelwidrige Züge, Gegner kann nicht mattsetzen
termination-illegal-position = regelwidrige Stellung
termination-quickplay-finish = Endspurtphase
termination-rules-infraction = Regelverstoß
termination-seventy-five-moves = 75 Züge
termination-signalled-by-the-kings = von den Königen angezeigt
termination-stalemate = Patt
termination-threefold-repetition-claimed = dreimalige Stellungswiederholung, reklamiert
termination-time-forfeit = Zeitüberschreitung
