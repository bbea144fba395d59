# German. Terms as the official translation of the Laws prints them.
#
# What the page says. A message is a whole sentence; what it is about comes in as values, of which a few are in many of
# them:
#
# `$player`: white, black, or anything else for a player of whom nobody knows the colour. `$by`: the name of a person.
# `$table`, `$board`: their numbers. `$n`: how many, and `$of`: of how many. `$at`, `$until`, `$since`: times of day.
# `$age`, `$time`: how long, as 12:05. `$result`: as 1-0. `$san`: a move. `$event`, `$section`, `$file`: names.
# `$title`: what a case is called. `$number`: of a round, if nothing else is said.
#
# A value that is not there is the word none, which only a choice should see. Yes and no are the words yes and no. Words to
# choose from are never shown as they are. Words in `<b>` are drawn strong. Moves, squares, times, results and names are
# already marked for their own direction.

## Parts of sentences
#
# They see the values of the message in which they stand.

side = { $player ->
    [white] Weiß
    [black] Schwarz
   *[other] Der Spieler
 }
# Genitive: whose it is, or who did it.
side-of = { $player ->
    [white] von Weiß
    [black] von Schwarz
   *[other] des Spielers
 }
side-acc = { $player ->
    [white] Weiß
    [black] Schwarz
   *[other] den Spieler
 }
# `$number`: which illegal move of his it is.
nth-illegal-move = { $number }. regelwidriger Zug
illegal-moves = { $number ->
    [one] { $number } regelwidriger Zug
   *[other] { $number } regelwidrige Züge
 }
half-moves = { $plies ->
    [one] { $plies } Halbzug
   *[other] { $plies } Halbzüge
 }
# Dative.
half-moves-dat = { $plies ->
    [one] { $plies } Halbzug
   *[other] { $plies } Halbzügen
 }
# A time that is added or taken: whole `$minutes`, or, where these are none, `$time` as on a clock. `$way` says which:
# less, more.
span = { $minutes ->
    [none] { $time }
    [one] { $minutes } Minute
   *[other] { $minutes } Minuten
 }
# Accusative. `$moves`: a list with "or"; `$many`: yes where they are too many to be named; `$n`: how many.
moves-owed = { $many ->
    [yes] einen von { $n } regelgemäßen Zügen
   *[no] { $moves }
 }
claim-name = { $claim ->
    [threefold] dreimalige Stellungswiederholung
    [fifty-moves] 50 Züge
    [quickplay-finish] Endspurtphase
    [touch-move] berührte Figur
    [none] {""}
   *[other] { $claim }
 }
# Behind a result.
result-reason = { $reason ->
    [flag-fall] {" "}durch Zeitüberschreitung
    [game-ended-checkmate] , matt
    [game-ended-stalemate] , patt
    [game-ended-dead-position] , tote Stellung
    [game-ended-fivefold] , fünfmalige Stellungswiederholung
    [game-ended-75-moves] , 75 Züge
    [result-signalled] , wie die Könige der Spieler anzeigen
    [ruling-game-lost] , durch regelwidrige Züge
    [ruling-game-drawn] , durch regelwidrige Züge
    [claim-made] , auf Antrag
   *[other] {""}
 }
# `$piece`: a letter, or none where nobody knows.
piece-name = { $piece ->
    [p] Bauer
    [n] Springer
    [b] Läufer
    [r] Turm
    [q] Dame
    [k] König
   *[none] Figur
 }
# Accusative, the name drawn strong.
piece-strong-acc = { $piece ->
    [p] den <b>Bauern</b>
    [n] den <b>Springer</b>
    [b] den <b>Läufer</b>
    [r] den <b>Turm</b>
    [q] die <b>Dame</b>
    [k] den <b>König</b>
   *[none] eine <b>Figur</b>
 }
hand-of = { $player ->
    [white] Weiß
    [black] Schwarz
   *[none] Jemand
 }
# What somebody did, behind his name, and when, `$at`: `$did` is the command.
did = { $did ->
    [confirm] hat das um { $at } bestätigt
    [dismiss] hat das um { $at } verworfen
    [let-stand] hat das um { $at } bestehen lassen
    [acknowledge] hat das um { $at } gesehen
    [take-back] hat den Zug um { $at } zurückgenommen
    [set-result] hat das Ergebnis um { $at } festgelegt
    [set-move] hat den Zug um { $at } festgelegt
    [set-position] hat die Stellung um { $at } festgelegt
    [new-game] hat um { $at } eine neue Partie begonnen
    [reopen] hat die Partie um { $at } wieder geöffnet
    [absent] hat um { $at } vermerkt, dass jemand nicht erschienen ist
    [end-round] hat die Runde um { $at } beendet
    [start-round] hat die Runde um { $at } gestartet
   *[other] hat das um { $at } entschieden
 }
somebody = { $by ->
    [none] Jemand
   *[other] { $by }
 }
somebody-strong = { $by ->
    [none] Jemand
   *[other] <b>{ $by }</b>
 }
# Where games are broadcast to.
output-name = { $output ->
    [folder] Übertragungsordner
    [lichess] Lichess
    [livechess] LiveChess-Port
    [livechesscloud] LiveChessCloud-Ordner
   *[other] { $output }
 }
tables-named = { $n ->
    [one] <b>Tisch { $tables }</b>
   *[other] <b>Tische { $tables }</b>
 }
who-absent = { $who ->
    [white] Weiß
    [black] Schwarz
   *[both] Beide
 }
period-time = { $increment ->
    [none] { period-length }
   *[other] { period-length } + { $increment } s
 }
period-length = { $minutes ->
    [none] { $seconds } s
   *[other] { $minutes } min
 }
person-field = { $field ->
    [title] Titel
    [rating] Wertungszahl
    [federation] Föderation
    [fide_id] FIDE-ID
    [team] Mannschaft
   *[name] Name
 }
# What was changed of the event; `$text` is the field's own name, where it is another.
event-field = { $field ->
    [name] Name
    [site] Ort
    [begin] Beginn
    [end] Ende
    [federation] Föderation
    [time_control] Bedenkzeit
    [edition] Fassung der Schachregeln
    [regime] Spieltempo
    [rounds] Runden
    [default_time_min] Karenzzeit
    [delay_s] Verzögerung
    [sections] Gruppen
   *[other] { $text }
 }
# A list with commas alone.
list-next = { $list }, { $item }

## The page and its frame

app-name = touchmove
app-title = { $waiting ->
    [0] { $view } – { $event }
   *[other] ({ $waiting }) { $view } – { $event }
 }
app-event = Schiedsrichterkonsole

# `$rounds`: how many the event has, 0 where nobody knows.
app-round = { $rounds ->
    [0] Runde { $round }
    [none] Runde { $round }
   *[other] Runde { $round } von { $rounds }
 }
app-views = Ansichten
app-skip = Zum Inhalt
app-loading = Der Stand an den Tischen wird geladen…
app-noTables = Noch hat sich kein Tisch gemeldet. Ein Tisch erscheint hier, sobald sich sein Computer meldet.

view-wall = Saal
view-queue = Fälle
view-round = Runde
view-record = Protokoll
view-people = Personen
view-signin = Anmelden
view-screen = Bretter
view-table = Tisch { $table }

## Connection and outputs

# How many of all tables are heard, as 11/12 in `$share`.
link-live = Live · { $share } verbunden
link-connecting = Verbindung wird hergestellt…

# A time follows, as in `No news for 0:35`; so it does for the other messages that end in `for`.
link-old = Ohne Nachricht:
link-noBroker = Kein Tisch verbunden:

# `$trouble`: the error of the connection, in English.
link-noBrokerMore = { $trouble ->
    [none] Der Saalserver erreicht den Broker nicht; neuer Versuch läuft. Bis dahin kann nichts entschieden werden.
   *[other] Der Saalserver erreicht den Broker nicht ({ $trouble }); neuer Versuch läuft. Bis dahin kann nichts entschieden werden.
 }
link-lostMore = Keine Verbindung; neuer Versuch läuft. Was Sie jetzt entscheiden, wird nicht gesendet.

# A time follows.
output-down = { output-name } im Rückstand:
output-downMore = { $trouble ->
    [none] Neuer Versuch läuft; alles andere geht weiter.
   *[other] { $trouble } Neuer Versuch läuft; alles andere geht weiter.
 }
output-partly = { output-name }:
output-rounds = { $list }: { $what }
trouble-next = { $list }; { $item }
output-note = { $note }

# `$text`: what is wrong there, a sentence.
output-board = { $round ->
    [none] Brett { $board }: { $text }
   *[other] { $section ->
        [none] Runde { $round }, Brett { $board }: { $text }
       *[other] Runde { $round }, { $section }, Brett { $board }: { $text }
     }
 }

# `$n`: how many boards more.
output-more = { $n ->
    [one] Und { $n } weiteres Brett.
   *[other] Und { $n } weitere Bretter.
 }
output-mark = { output-name }: { $text }

top-sound = Ton bei Entscheidungen
top-theme = Hell oder dunkel
top-account = Konto und Einstellungen: { $by }

## Words that stand alone

color-white = Weiß
color-black = Schwarz

word-table = Tisch
word-close = Schließen
word-cancel = Abbrechen
word-save = Speichern

table-name = Tisch { $table }
table-several = Tische { $listed }

# Two names; one that is not known is left out.
table-pair = { $white ->
    [none] { $black ->
        [none] {" – "}
       *[other] {" – "}{ $black }
     }
   *[other] { $black ->
        [none] { $white }{" – "}
       *[other] { $white } – { $black }
     }
 }
table-unnamed = Spieler unbenannt

## How urgent a case is

sev-ruling = Entscheidung
sev-warning = Sofort ansehen
sev-result = Ergebnis
sev-unread = Unklar
sev-lost = Brett getrennt
sev-notice = Bei Gelegenheit
sev-private = Nur für Sie

# The heads of lists and counts on the wall: `$n` stands before them.
sevs-ruling = { $n ->
    [one] Entscheidung
   *[other] Entscheidungen
 }
sevs-warning = Sofort ansehen
sevs-result = { $n ->
    [one] Ergebnis
   *[other] Ergebnisse
 }
sevs-unread = Unklar
sevs-lost = { $n ->
    [one] Brett getrennt
   *[other] Bretter getrennt
 }
sevs-notice = Bei Gelegenheit

## Who sees to it

who-youGo = Sie gehen
who-goes = { $by } geht
who-seenYou = Von Ihnen gesehen
who-seen = { $by ->
    [none] Gesehen
   *[other] Gesehen von { $by }
 }

## How a table stands

doing-over = Beendet
doing-setup = Nicht begonnen
doing-suspended = Unterbrochen
doing-unknown = Noch keine Partie
doing-boardNotSetUp = Nicht aufgestellt

# How long a player has thought: `$age` is a time as 5:03.
doing-for = denkt { $age }
doing-stopped = Uhr angehalten { $age }

# Its board is lost together with that of another table.
doing-lostWith = mit Tisch { $table }
doing-interrupted = Züge nicht erfasst

health-board = Brett getrennt
health-table = { $age ->
    [none] Offline
   *[other] Offline { $age }
 }
health-searching = Brett nicht gefunden
health-battery = Uhrbatterie schwach
health-clock = Keine Uhr

# `$places`: squares, as `e4 d5`.
health-dead = Stumm: { $places }
health-missing = { $records ->
    [one] { $records } Datensatz fehlt
   *[other] { $records } Datensätze fehlen
 }
health-catchingUp = Wird nachgeholt

## Boards

board-sensed = Brett zeigt
board-of = Stellung an Tisch { $table }

# `$content`: what stands on the square, from board-piece.
board-square = { $content ->
    [none] { $square }
   *[other] { $square }, { $content }
 }

# `$player` is the colour, `$piece` a letter as in piece-name.
board-piece = { $player ->
    [white] { $piece ->
        [q] weiße { piece-name }
        [none] weiße { piece-name }
       *[other] weißer { piece-name }
     }
   *[black] { $piece ->
        [q] schwarze { piece-name }
        [none] schwarze { piece-name }
       *[other] schwarzer { piece-name }
     }
 }

legend-touch = zuerst berührt
legend-bad = hierher gesetzt
legend-owed = zu spielen
legend-last = letzter Zug
legend-differ = weicht ab
legend-from = gewählt

## What hands do

# `$player`: white, black, or none where nobody knows whose hand it was. `<b>` is drawn strong.
hand-lift = { hand-of } hebt { piece-strong-acc } auf { $square } an
hand-drop = { hand-of } setzt { piece-strong-acc } auf { $square }
hand-press = { hand-of } drückt die Uhr

## Keys

keys-title = Tasten
keys-jk = nächster, voriger offener Fall
keys-enter = Tisch öffnen
keys-c = Vorschlag ausführen
keys-d = verwerfen
keys-a = gesehen
keys-g = ich gehe oder doch nicht
keys-s = 5 Minuten aufschieben
keys-u = meine letzte Entscheidung zurücknehmen
keys-views = Saal, Fälle, Runde, Protokoll
keys-search = suchen
keys-walk = durch die Zeitleiste gehen
keys-help = diese Tasten
keys-off = Buchstaben wirken nur außerhalb von Eingabefeldern und lassen sich unter Ihrem Namen abschalten.

## Calls

call-ruling = Tisch { $table }: { $title }

# Read aloud. `$severity`: as in sev-ruling and its like; `$table` may be several numbers.
aloud-newcomer = { $severity ->
    [ruling] Entscheidung, Tisch { $table }: { $title }
    [warning] Sofort ansehen, Tisch { $table }: { $title }
    [result] Ergebnis, Tisch { $table }: { $title }
    [unread] Unklar, Tisch { $table }: { $title }
    [lost] Brett getrennt, Tisch { $table }: { $title }
    [private] Nur für Sie, Tisch { $table }: { $title }
   *[notice] Bei Gelegenheit, Tisch { $table }: { $title }
 }
aloud-live = Wieder verbunden.
aloud-lost = Keine Verbindung.

## Cases: titles, and sentences where the alert brings none

case-castling-abandoned = Rochade nicht ausgeführt
case-castling-forbidden-setup = Rochade unzulässig: falsche Aufstellung
case-castling-not-allowed = Rochade regelwidrig
case-castling-rook-first = Rochade: Turm zuerst berührt
case-claim-made = Antrag: { claim-name }
case-claim-right-lost = Recht zu reklamieren verloren
case-clock-adjusted = Uhr eingestellt
case-displaced-pieces = Figuren verschoben
case-disturbance = Störung
case-draw-claim-right-lost = Recht auf Remisantrag verloren
case-fifty-moves-available = 50 Züge: Remis reklamierbar
case-flag-fall = Bedenkzeit abgelaufen
case-game-end-in-doubt = Partieende fraglich
case-game-ended-75-moves = 75 Züge, remis
case-game-ended-checkmate = { $result ->
    [none] Matt
   *[other] Matt, { $result }
 }
case-game-ended-dead-position = Tote Stellung, remis
case-game-ended-fivefold = Stellung fünfmal entstanden, remis
case-game-ended-stalemate = Patt, remis
case-illegal-displacement = Figur steht regelwidrig
case-illegal-move-completed = Regelwidriger Zug abgeschlossen
case-illegal-move-stands = Regelwidriger Zug bleibt bestehen
case-illegal-position-watch = Regelwidrige Stellung besteht weiter
case-initial-position-wrong = Anfangsstellung falsch
case-move-ambiguous = Zug nicht eindeutig
case-new-game-set-up = Neue Partie aufgestellt
case-off-turn-touch = Berührt, ohne am Zug zu sein
case-opponent-may-claim = Gegner darf reklamieren
case-opponent-replied-before-press = Antwort vor dem Drücken der Uhr
case-play-not-recorded = Züge werden nicht erfasst
case-position-mismatch = Brett und Partie verschieden
case-position-restored = Stellung wiederhergestellt
case-press-by-other-side = Uhr vom Gegner gedrückt
case-press-without-move = Uhr ohne Zug gedrückt
case-promotion-missing = Bauer nicht umgewandelt
case-promotion-piece-changed = Umwandlungsfigur ausgetauscht
case-promotion-piece-invalid = Umwandlungsfigur unzulässig
case-released-then-moved = Losgelassene Figur weitergezogen
case-result-signalled = { $result ->
    [none] Könige im Zentrum
   *[other] Könige im Zentrum, { $result }
 }

# `$taken`: yes where a time that was added for nothing is taken back.
case-ruling-add-time = { $taken ->
    [yes] Zusätzliche Zeit wieder abziehen
   *[no] Zusätzliche Zeit
 }
case-ruling-game-drawn = Regelwidrige Züge: remis
case-ruling-game-lost = Regelwidrige Züge: Partie verloren
case-slide-inferred = Schlagzug erschlossen
case-threefold-available = Stellungswiederholung: Remis reklamierbar
case-touch-move-violated = Berührte Figur nicht gezogen
case-touch-order-unclear = Reihenfolge der Berührung unklar
case-touched-piece-returned = Berührte Figur zurückgestellt
case-two-hands-suspected = Vermutlich zwei Hände benutzt
case-wrong-colour-moved-first = Schwarz hat zuerst gezogen
case-board-lost = Brett getrennt
case-table-lost = Tisch offline
case-clock-battery-low = Uhrbatterie schwach
case-clock-disconnected = Keine Uhr verbunden
case-squares-dead = Felder sind stumm
case-records-missing = Datensätze fehlen
case-disk-full = Speicher voll
case-journal-failing = Aufzeichnung nicht möglich
case-outbox-full = Sendepuffer voll
case-two-tables = Zwei Tische mit einem Namen

# Of a game that another has followed. `$title`: the alert's title; `$lower`: the same with a small first letter.
case-before = Partie davor: { $title }
case-before-text = { $text } Darüber hat noch niemand entschieden, und an diesem Tisch läuft schon die nächste Partie: Was Sie entscheiden, wird hier festgehalten und ändert dort nichts.

# What the program's catalogue does not know: its own code, with spaces. So in every message that is called `…-other`.
case-other = { $text }

# `$port`: where the board was plugged in.
case-board-lost-text = { $port ->
    [none] Das Brett antwortet nicht. Die Partie geht weiter; was das Brett versäumt hat, wird verglichen, sobald es wieder da ist.
   *[other] Das Brett antwortet nicht. Die Partie geht weiter; was das Brett versäumt hat, wird verglichen, sobald es wieder da ist. Es war an { $port } angeschlossen.
 }
case-table-lost-text = Der Computer des Tisches ist offline. Dort wird weitergespielt und aufgezeichnet; was er meldet, kommt, sobald er wieder da ist.
case-clock-battery-low-text = Die Batterie der Uhr ist schwach.
case-clock-disconnected-text = Das Brett ist mit keiner Uhr verbunden: Wann die Uhr gedrückt wird und welche Zeit sie zeigt, ist nicht bekannt.

# `$n`: how many squares.
case-squares-dead-text = { $n ->
    [one] Feld { $squares } folgt der Partie nicht: eine Figur ohne Chip oder ein defekter Sensor.
   *[other] Die Felder { $squares } folgen der Partie nicht: eine Figur ohne Chip oder ein defekter Sensor.
 }
case-records-missing-text = { $records ->
    [one] { $records } Datensatz dieses Tisches ist endgültig verloren. Die Partie selbst ist vollständig, wenn ihre Züge es sind.
   *[other] { $records } Datensätze dieses Tisches sind endgültig verloren. Die Partie selbst ist vollständig, wenn ihre Züge es sind.
 }
case-disk-full-text = Der Speicher des Computers am Tisch ist voll. Schaffen Sie Platz, sonst wird die Partie nur im Arbeitsspeicher gehalten.
case-journal-failing-text = Der Computer des Tisches kann nichts aufzeichnen. Die Partie wird verfolgt, geht aber bei einem Neustart verloren.
case-outbox-full-text = Der Tisch hat mehr gemeldet, als er aufbewahren kann, bis der Broker wieder da ist: Die ältesten Züge und Zugwechsel kommen vielleicht nicht an.
case-two-tables-text = Zwei Computer melden sich abwechselnd für diesen Tisch. Einer braucht einen anderen Namen oder muss ausgeschaltet werden: Was gezeigt wird, kann von jedem der beiden sein.

# `$articles`: numbers of articles; `$edition`: a year.
case-article = { $edition ->
    [none] Art. { $articles }
   *[other] Art. { $articles } · Schachregeln von { $edition }
 }
case-judgement = nach Ermessen

# `$n`: how many tables, two at least.
line-board-lost = { $n } Bretter an einer Leitung getrennt
line-table-lost = { $n } Tische offline
line-other = { $n } × { $title }

# `$tables`: their numbers, as a list.
line-board-lost-text = Die Bretter der Tische { $tables } antworten nicht: eine Leitung oder ein Stecker. Die Partien gehen weiter; was die Bretter versäumt haben, wird verglichen, sobald sie wieder da sind.
line-table-lost-text = Die Tische { $tables } sind zusammen offline: ein Computer oder ein Kabel. Dort wird weitergespielt und aufgezeichnet.
line-other-text = Dasselbe an den Tischen { $tables }.

# `$n`: how many alerts; `$tables`: at how many tables; `$lower`: their title with a small first letter (`$title`: as it is).
flood-title = { $tables ->
    [one] { $n } × { $title }, an { $tables } Tisch
   *[other] { $n } × { $title }, an { $tables } Tischen
 }

# `$age`: within which time, as 9:30.
flood-text = { $tables ->
    [one] { $title }: { $n }-mal an { $tables } Tisch in { $age }. In einer Zeile zusammengefasst, weil in zehn Minuten mehr als zehn Meldungen kamen.
   *[other] { $title }: { $n }-mal an { $tables } Tischen in { $age }. In einer Zeile zusammengefasst, weil in zehn Minuten mehr als zehn Meldungen kamen.
 }
flood-does = Alle { $n } Meldungen werden an ihren Tischen als gesehen vermerkt. Jede bleibt im Protokoll ihres Tisches.

# Behind plan-dismiss.
flood-dismiss = Nichts davon ist geschehen, nirgends wird etwas gezählt.
flood-times = { $n } ×

## The queue

queue-title = Offen
queue-order = Dringendste und älteste zuerst

# `$n`: how many have come since.
queue-newcomers = { $n } neu: einordnen
queue-calm = Nichts offen
queue-calmMore = Was einen Schiedsrichter braucht, erscheint hier, das Dringendste zuerst.
queue-shelved = Aufgeschoben
queue-shelvedUntil = wieder um { $until } · { $by }
queue-unshelve = Jetzt zurückholen

# `$n`: how many alerts.
queue-muted = { $n ->
    [one] { $n } Meldung, die daraus folgt, bleibt stumm, bis das Brett wieder da ist
   *[other] { $n } Meldungen, die daraus folgen, bleiben stumm, bis das Brett wieder da ist
 }
queue-private = Nur für Sie
queue-privateNote = Sie dürfen hier nicht eingreifen, und niemand darf davon erfahren.
queue-swipe = Zum Zeilenende wischen: Ich gehe. Zum Zeilenanfang: gesehen.
queue-evidence = Belege
queue-ended = Nicht mehr offen

## What is proposed

plan-confirm = Wenn Sie bestätigen
plan-proposed = Vorschlag
plan-follows = Was folgt
plan-choose = Was Sie wählen
plan-dismiss = Wenn Sie verwerfen:
plan-let-stand = Wenn der Zug bestehen bleibt:
plan-confirmElse = Wenn Sie nur bestätigen:
plan-take-back = Wenn der Zug zurückgenommen wird:
plan-acknowledge = Wenn Sie es gesehen haben:
plan-set-move = Legen Sie fest, welcher Zug es war: Was danach gespielt wurde, ergibt sich von selbst.
plan-set-result = Die Schachregeln lassen zwei Ergebnisse zu: Sehen Sie sich die Stellung an, und legen Sie dann eines fest.
plan-set-position = Legen Sie fest, was auf dem Brett steht.
plan-new-game = Eine neue Partie beginnt.
plan-owed = Zu spielende Züge
plan-touches = Berührungen und Uhr
plan-noTouches = In den zwei Minuten davor wurde keine Berührung gemeldet.
plan-history = Wer was getan hat
plan-together = Zusammengefasst
plan-lastKnown = Zuletzt bekannt
plan-openTable = Tisch öffnen
plan-noBoard = Kein Bild: Die Stellung ist nicht bekannt.
plan-sensors = Die Sensoren sehen Felder und Figuren, keine Hände.

## Who did what

# `$title`: the title of an alert, in the next ones, too.
course-raised = Gemeldet: { $title }
course-began = Begonnen
course-goes = Geht zum Tisch
course-goes-not = Geht doch nicht
course-seen = Gesehen
course-shelved = Aufgeschoben
course-unshelved = Zurückgeholt
course-acknowledged = Am Tisch gesehen: { $title }
course-cleared = Erledigt: { $title }
course-dismissed = Verworfen: { $title }
course-lapsed = Von selbst erledigt: { $title }

# `$text`: one of the messages above.
course-by = { $by } · { $text }

## Who comes second

# `$by`: a name, or none; `$did`: see `did`; `$what`: the result that was given, in words, or none.
second-decided = { $what ->
    [none] { somebody-strong } { did }, noch vor Ihnen. Von Ihnen wurde nichts gesendet.
   *[other] { somebody-strong } { did }, noch vor Ihnen: { $what }. Von Ihnen wurde nichts gesendet.
 }
second-ended = Das hat sich um { $at } von selbst erledigt. Zu entscheiden ist nichts mehr.
second-gone = Das ist nicht mehr offen. Zu entscheiden ist nichts mehr.

# As second-decided, where it was the same person at another screen.
second-watch = { $what ->
    [none] { somebody-strong } { did }.
   *[other] { somebody-strong } { did }: { $what }.
 }
second-next = Nächster offener Fall
second-takeTheirs = Entscheidung von { $by } zurücknehmen…

## What can be done

act-confirm = Bestätigen
act-confirmCounted = Bestätigen: { nth-illegal-move }
act-confirmResult = { $reason ->
    [flag-fall] Bestätigen: { $result } (Zeit)
   *[other] Bestätigen: { $result }
 }
act-confirmTime = { $way ->
    [less] Bestätigen: { side } verliert { span }
   *[more] Bestätigen: { side } erhält { span }
 }
act-confirmNoted = Bestätigen, der Zug bleibt
act-dismiss = Verwerfen
act-let-stand = Bestehen lassen
act-acknowledge = Gesehen

# `$n`: how many cases.
act-acknowledgeAll = Gesehen: alle { $n }
act-take-back = Züge zurücknehmen…
act-takeBackOwed = Zurücknehmen: { side } muss anders ziehen

# `$sans`: moves, as a list.
act-takeBackMoves = Zurücknehmen: { $sans }
act-set-result = Ergebnis festlegen…
act-set-move = Zug festlegen…
act-set-position = Stellung festlegen…
act-identify = Brett blinken lassen
act-new-game = Neue Partie…
act-set-players = Spieler…
act-reopen = Partie wieder öffnen
act-suspend = Partie unterbrechen
act-resume = Partie fortsetzen
act-claim = Spieler reklamiert…
act-register = Ich habe gesehen…
act-adjust-clock = Uhr eingestellt…
act-set-illegal-moves = Zahl der regelwidrigen Züge…
act-resync = Alles neu anfordern
act-other = { $text }
act-go = Ich gehe
act-go-not = Ich gehe nicht
act-shelve = 5 min aufschieben
act-seen = Gesehen
act-undo = Zurücknehmen
act-lookAndConfirm = Ansehen und bestätigen
act-onlyChief = Nur der Hauptschiedsrichter schiebt eine Entscheidung auf.

## What an act will do

effect-board-blinks = Das Brett blinkt, sofern es Lampen hat.
effect-claim-looked-into = Der Antrag { side-of } ({ claim-name }) wird geprüft; was sich ergibt, wird gemeldet.
effect-claim-settled = Der Antrag ist erledigt.
effect-did-not-happen = Es ist nicht geschehen: Nichts wird gezählt, keine Zeit wird hinzugefügt, und was daran hängt, entfällt.
effect-game-reopened = Das Ergebnis ist wieder offen; die Partie geht weiter.
effect-game-left = Die Partie wird nach { half-moves-dat } ohne Ergebnis beendet.
effect-illegal-move-counted = { side }: { nth-illegal-move }.
effect-illegal-moves-set = { side }: ab jetzt { illegal-moves }.
effect-move-owed = { side } muss { moves-owed } spielen.

# `$san`: what the move was; `$was`: as what it was read before, or none; `$ply`: which half-move of the game.
effect-move-set = { $was ->
    [none] Halbzug { $ply } war { $san }. Was danach gespielt wurde, wird neu ermittelt.
   *[other] Halbzug { $ply } war { $san }, nicht { $was }. Was danach gespielt wurde, wird neu ermittelt.
 }
effect-move-stands = Was auf dem Brett steht, bleibt bestehen; die Partie geht von dort weiter.

# `$sans`: the moves, as a list; `$n`: how many; `$many`: yes where they are too many to be named, then `$first` is the first.
effect-moves-taken-back = { $many ->
    [yes] { $n } Halbzüge werden zurückgenommen, ab { $first }.
   *[no] { $n ->
        [one] { $sans } wird zurückgenommen.
       *[other] { $sans } werden zurückgenommen.
     }
 }
effect-new-game = Eine neue Partie beginnt.
effect-play-goes-on = Die Partie geht mit dem weiter, was das Brett zeigt.
effect-play-stands-still = Was an Brett oder Uhr geschieht, zählt nicht, bis die Partie fortgesetzt wird.

# Names, or none where one stays as it is.
effect-players-set = { $white ->
    [none] { $black ->
        [none] {""}
       *[other] Schwarz ist { $black }.
     }
   *[other] { $black ->
        [none] Weiß ist { $white }.
       *[other] Weiß ist { $white }. Schwarz ist { $black }.
     }
 }
effect-position-set = Die Partie geht von der Stellung weiter, die Sie festlegen; kein bestimmter Zug muss gespielt werden.
effect-records-asked-for = Der Tisch meldet alles noch einmal.
effect-registered = { $kind ->
    [illegal-move] Ein regelwidriger Zug { side-of } wird vermerkt, und was die Schachregeln dafür vorsehen, wird vorgeschlagen.
    [two-hands] Ein Zug { side-of } mit zwei Händen wird vermerkt, und was die Schachregeln dafür vorsehen, wird vorgeschlagen.
    [disturbance] Eine Störung durch { side-acc } wird vermerkt, und was die Schachregeln dafür vorsehen, wird vorgeschlagen.
   *[other] { $kind } wird vermerkt, und was die Schachregeln dafür vorsehen, wird vorgeschlagen.
 }
effect-result-final = Ergebnis { $result }{ result-reason }. Die Partie ist beendet.

# `$before`: a result.
effect-result-replaced = Das Ergebnis { $before } wird ersetzt.
effect-seen = Es wird als gesehen vermerkt und bleibt offen.
effect-settled = Es ist erledigt; sonst ändert sich nichts.

# `$set_ms`: the time to which the clock has to be set, or none.
effect-time-given = { $set_ms ->
    [none] { $way ->
        [less] { side } verliert { span }.
       *[more] { side } erhält { span }.
     }
   *[other] { $way ->
        [less] { side } verliert { span }; die Uhr { side-of } auf { $set_ms } einstellen.
       *[more] { side } erhält { span }; die Uhr { side-of } auf { $set_ms } einstellen.
     }
 }

# `$signed`: a time with its sign, as + 2:00.
effect-clock-adjusted = { side }: { $signed } wird vermerkt; das Programm kann die Uhr nicht einstellen.
effect-clock-set = { side }: Es wird vermerkt, dass die Uhr auf { $time } eingestellt wurde; das Programm kann sie nicht einstellen.
effect-half-moves-taken-back = { half-moves } zurückgenommen.
effect-clock-noted = Was Sie an der Uhr getan haben, wird vermerkt; das Programm kann sie nicht einstellen.
effect-other = { $text }

## The same in few words

brief-did-not-happen = Nicht geschehen
brief-settled = Erledigt
brief-seen = Gesehen
brief-illegal-move-counted = { side }: { nth-illegal-move }
brief-time-given = { side } { $signed }
brief-clock-adjusted = { side } { $signed }
brief-clock-set = { side } = { $time }
brief-claim-looked-into = { side }: { claim-name }
brief-half-moves-taken-back = { half-moves } zurückgenommen
brief-game-left = nach { half-moves-dat } ohne Ergebnis beendet
brief-illegal-moves-set = { side }: { illegal-moves }
brief-players-set = { $white ->
    [none] –
   *[other] { $white }
 } – { $black ->
    [none] –
   *[other] { $black }
 }
brief-position-set = { $fen }
brief-registered = { $kind ->
    [illegal-move] { side }: regelwidriger Zug
    [two-hands] { side }: zwei Hände
    [disturbance] { side }: Störung
   *[other] { side }: { $kind }
 }
brief-result-replaced = statt { $before }
brief-result-final = Ergebnis { $result }
brief-move-owed = { side } muss { moves-owed } spielen

# As effect-moves-taken-back.
brief-moves-taken-back = { $many ->
    [yes] { $n } Halbzüge zurückgenommen
   *[no] { $sans } zurückgenommen
 }

# `$was`: what was read before, as 12…Nf6, or none; then `$became` has the number.
brief-move-set = { $was ->
    [none] { $became } hinzugefügt
   *[other] { $was } → { $became }
 }
brief-move-stands = Bleibt bestehen

## What the arbiter has to do himself

step-ask-players = Die Spieler fragen: Wurde „ich korrigiere“ gesagt, was wurde berührt?
step-check-last-move = Prüfen, ob der letzte Zug regelgemäß war.
step-compare-scoresheets = Mit den Partieformularen vergleichen.
step-move-due = { side } spielt { moves-owed }.
step-put-back = { $n ->
    [0] Die Figuren so aufstellen, wie sie vorher standen.
   *[other] Die Figuren so aufstellen, wie sie vorher standen: { $squares }.
 }
step-run-clock = Die Uhr { side-of } in Gang setzen.

# `$signed`: what is added or taken, with its sign; `$before_ms`: what the clock showed; `$sum`: as `+ 2:00 = 3:23`, or
# none where nobody knows; `$again`: yes where the same was said of the other player just before.
step-set-clock = { $sum ->
    [none] Uhr { side-of }: { $signed }; was sie zeigte, ist nicht bekannt.
   *[other] { $again ->
        [yes] Uhr { side-of }: { $before_ms } beim Drücken, { $sum }.
       *[no] Uhr { side-of }: { $before_ms } beim Drücken, { $sum }. Seitdem ist sie weitergelaufen.
     }
 }
step-stop-clocks = Die Schachuhr anhalten.
step-take-scoresheets = Die unterschriebenen Partieformulare einsammeln.
step-other = { $text }

## What is told when something is done

# `$what`: what was done, in a few words (`done-…`, `brief-…`).
toast-done = Tisch { $table }: { $what }

# `$error`: in the table's own words, English.
toast-refused = Tisch { $table } hat abgelehnt: { $error }
toast-noAnswer = Tisch { $table } hat noch nicht geantwortet. Es kann noch ausgeführt werden.
toast-second = Tisch { $table }: { $by ->
    [none] Jemand
   *[other] { $by }
 } war schneller. Von Ihnen wurde nichts ausgeführt.
toast-takenBack = Tisch { $table }: zurückgenommen
toast-takenOver = Übernommen: { $file }
toast-started = Runde { $number } ist gestartet
toast-ended = Runde { $number } ist beendet
toast-result = Brett { $board }: { $result }
toast-noResult = Brett { $board }: kein Ergebnis mehr
toast-absent = Brett { $board }: vermerkt
toast-paired = Brett { $board }: geändert
toast-event = Turnier geändert

## What was done

done-confirm = Bestätigt
done-dismiss = Verworfen
done-let-stand = Bestehen gelassen
done-acknowledge = Gesehen
done-take-back = Zurückgenommen
done-set-result = Ergebnis festgelegt
done-set-move = Zug festgelegt
done-set-position = Stellung festgelegt
done-set-players = Spieler eingetragen
done-new-game = Neue Partie
done-reopen = Wieder geöffnet
done-suspend = Unterbrochen
done-resume = Fortgesetzt
done-claim = Antrag eingetragen
done-register = Vermerkt
done-adjust-clock = Uhr vermerkt
done-set-illegal-moves = Regelwidrige Züge festgelegt
done-identify = Das Brett blinkt
done-resync = Alles angefordert
done-other = { $text }
done-absent = Nicht erschienen
done-adopt = Partie der Paarung zugeordnet
done-end-round = Runde beendet
done-event = Turnier geändert
done-import = Paarungen übernommen
done-pair = Paarung geändert
done-round-result = Ergebnis eingetragen
done-start-round = Runde gestartet

## Why something is refused

refused-no-link = Keine Verbindung: Es wurde nichts gesendet.
refused-no-broker = Die Tische sind nicht erreichbar: Nichts kann entschieden werden.
refused-malformed = Das wurde nicht verstanden.
refused-no-answer = Keine Antwort. Vielleicht wurde es ausgeführt: Sehen Sie nach, bevor Sie es wiederholen.
refused-already-taken-back = Das ist schon zurückgenommen.

# `$field`, `$expected`: in the program's own words, English.
refused-bad-value = { $field }: erwartet wird { $expected }.

# The same of the fields that the page knows; each is shown alone.
bad-rounds = Runden: eine Zahl von 1 bis 99.
bad-default-time-min = Karenzzeit: von 0 bis 720 Minuten.
bad-delay-s = Verzögerung: von 0 bis 86.400 Sekunden (24 Stunden).
bad-first-table = Tisch von Brett 1: eine Nummer von 1 bis 9999.
bad-sections = Gruppen: höchstens 64, mit Namen von 1 bis 256 Bytes ohne Steuerzeichen.
bad-set = Damit würde sich nichts ändern.
bad-pair = Damit würde sich nichts ändern.
bad-player = Dieser Spieler sitzt an einem anderen Brett der Runde.
bad-table = Tisch: ein Name von höchstens 64 Bytes ohne + # /.
bad-to = Dieses Brett gibt es nicht.
bad-white = Derselbe Spieler kann nicht zugleich Weiß und Schwarz haben.
bad-for-s = Aufschieben: um 1 Sekunde bis 1 Stunde.

refused-not-allowed = Ihr Konto darf das dort nicht.
refused-no-such-case = Das ist nicht mehr offen: Es wurde entschieden oder hat sich von selbst erledigt.
refused-no-such-entry = Diesen Eintrag gibt es im Protokoll nicht.
refused-no-such-table = Diesen Tisch gibt es nicht.
refused-nothing-takes-it-back = Das lässt sich nicht von selbst zurücknehmen: Machen Sie es mit den Befehlen des Tisches rückgängig.
refused-only-chief = Das darf nur der Hauptschiedsrichter.
refused-table-away = Der Tisch ist offline: Dort kann nichts entschieden werden.
refused-changed = Die Partie ist weitergegangen, seit Sie sie gesehen haben. Sehen Sie noch einmal nach, und entscheiden Sie dann.
refused-other-game = Das wurde in einer anderen Partie entschieden und lässt sich nicht mehr zurücknehmen.
refused-secondGoes = { $by } geht schon, seit { $at }.
refused-secondItself = Das hat sich um { $at } von selbst erledigt. Von Ihnen wurde nichts ausgeführt.

# As second-decided.
refused-second = { somebody } { did }, noch vor Ihnen. Von Ihnen wurde nichts gesendet.
refused-other = { $text }
refused-comparison-old = Seit das angezeigt wurde, hat sich etwas geändert: Wählen Sie die Datei noch einmal.
refused-has-played = In der Partie wurde schon gezogen: Der Spieler ist erschienen.
refused-no-such-pairing = Diese Paarung gibt es nicht mehr.
refused-no-such-round = Diese Runde gibt es nicht.

# `$pair`: who plays there, as `A – B`, or none.
refused-pairing-changed = { $pair ->
    [none] Dort spielen jetzt andere. Sehen Sie noch einmal nach.
   *[other] Dort spielen jetzt andere: { $pair }. Sehen Sie noch einmal nach.
 }
refused-result-stands = Es gibt schon ein Ergebnis: { $result }. Sehen Sie noch einmal nach.

# `$boards`: their numbers, as a list; `$n`: how many.
refused-results-missing = { $n ->
    [one] Noch kein Ergebnis von Brett { $boards }.
   *[other] Noch keine Ergebnisse von den Brettern { $boards }.
 }
refused-round-over = Diese Runde ist beendet.
refused-round-not-on = Diese Runde ist noch nicht gestartet.
refused-too-early = Die Karenzzeit ist noch nicht abgelaufen (6.7.1).
refused-too-long = Die Datei ist zu groß: höchstens 8 MiB.
refused-gone = Der Saalserver antwortet nicht.

## Forms

form-result = Wie hat die Partie geendet?
form-resultWhy = Wodurch (wenn Sie möchten)
form-why-agreed = vereinbart
form-why-resigned = aufgegeben
form-why-time = Zeitüberschreitung
form-why-mate = matt
form-why-forfeit = kampflos

# `$turn`: the number of the move, as 12. or 12…; `$san`: as what it was read, or none.
form-move = { $san ->
    [none] Welcher Zug war { $turn }?
   *[other] Welcher Zug war { $turn }, erkannt als { $san }?
 }
form-candidates = Passt zu dem, was die Sensoren sahen
form-onBoard = Oder auf dem Brett wählen: erst das Ausgangsfeld, dann das Ankunftsfeld.
form-onBoardOnly = Auf dem Brett wählen: erst das Ausgangsfeld, dann das Ankunftsfeld.

# `$uci`: from where to where, as e2e5.
form-notLegal = { $uci } ist dort kein regelgemäßer Zug.
form-promote = Der Bauer wird umgewandelt in
form-anew = Nichts ändert sich, bevor Sie es sagen. Was danach gespielt wurde, wird neu ermittelt.
form-doIt = Diesen Zug festlegen
form-takeBack = Wie weit wird die Partie zurückgenommen?
form-takeBackTo = { half-moves }, ab { $san }
form-takeBackDo = { half-moves } zurücknehmen
form-position = Was steht auf dem Brett?
form-fromBoard = Wie das Brett es zeigt
form-fromGame = Wie in der Partie
form-empty = Leeren
form-first = Anfangsstellung
form-toMove = Am Zug
form-castling = Rochaderecht
form-castle-K = Weiß, kurz
form-castle-Q = Weiß, lang
form-castle-k = Schwarz, kurz
form-castle-q = Schwarz, lang
form-pick = Figur zum Setzen
form-erase = Leeres Feld
form-moveOne = Figur auf dem Brett versetzen
form-positionDo = Von hier weiterspielen
form-players = Wer spielt?
form-name = Name
form-title = Titel
form-rating = Wertungszahl
form-federation = Föderation
form-fideId = FIDE-ID
form-team = Mannschaft
form-swap = Farben tauschen
form-playersDo = Spieler eintragen
form-newGame = Eine neue Partie an diesem Tisch
form-newGameDo = Neue Partie beginnen
form-keepPlayers = Dieselben Spieler
form-swapPlayers = Dieselben Spieler, Farben getauscht
form-noPlayers = Ohne Namen
form-regime = Spieltempo
form-regime-standard = Turnierschach
form-regime-rapid = Schnellschach
form-regime-blitz = Blitzschach
form-edition = Schachregeln von
form-supervision = Aufsicht
form-supervision-full = ausreichend
form-supervision-limited = eingeschränkt
form-variant = Spiel
form-variant-chess = Schach
form-variant-chess960 = Chess960
form-asBefore = wie bisher
form-clock = Was haben Sie an der Uhr getan?
form-added = Hinzugefügt oder abgezogen
form-minutes = Minuten
form-seconds = Sekunden
form-add = hinzugefügt
form-take = abgezogen
form-clockDo = Vermerken: { side } { $signed }
form-player = Spieler
form-illegal = Wie viele regelwidrige Züge zählen?
form-illegalDo = Festlegen
form-claim = Wer reklamiert was?
form-claimMove = Mit dem Zug (falls einer aufgeschrieben ist)
form-claimDo = Antrag prüfen
form-claim-threefold = Dreimalige Stellungswiederholung (9.2)
form-claim-fifty-moves = 50 Züge (9.3)
form-claim-quickplay-finish = Endspurtphase
form-claim-touch-move = Berührte Figur (Artikel 4)
form-register = Was haben Sie selbst gesehen?
form-register-illegal-move = Regelwidriger Zug { side-of }
form-register-two-hands = Zug { side-of } mit zwei Händen
form-register-disturbance = Störung durch { side-acc }
form-willDo = Was geschehen wird
form-lostNow = Das lässt sich nicht mit einem Klick zurückholen.

# The head of a form: `$act` is what will be done, from `act-…`.
form-heading = Tisch { $table }: { $act }
form-doItMove = Diesen Zug festlegen: { $san }

## What is asked first

ask-title = Tisch { $table }: Sind Sie sicher?

# `$act`: the words of the button that was pressed.
ask-do = Ja: { $act }
ask-takeBackTitle = Entscheidung von { $by } zurücknehmen?

## The wall

wall-filter = Nach Zustand filtern

# The number of tables stands before it.
wall-tables = { $n ->
    [one] Tisch
   *[other] Tische
 }
wall-section = Gruppe
wall-sections = Alle Gruppen
wall-arbiter = Schiedsrichter
wall-arbiters = Alle Schiedsrichter
wall-order = Reihenfolge
wall-urgency = Dringlichkeit
wall-number = Brett
wall-view = Ansicht
wall-tiles = Kacheln
wall-rows = Zeilen
wall-needed = Jemand wird gebraucht
wall-playing = Laufend
wall-done = Beendet
wall-noSection = Ohne Gruppe
wall-none = Zurzeit kein solcher Tisch.
wall-col-no = Nr.
wall-col-state = Zustand
wall-col-clock = Uhr
wall-col-last = Letzter Zug
wall-col-who = Wer geht
wall-listOf = Tische

## One table

tv-move = Zug { $number }
tv-commands = Befehle
tv-group-game = Partie
tv-group-moves = Züge und Stellung
tv-group-play = Spielablauf
tv-group-board = Brett
tv-print = Drucken
tv-appeal = Protestakte
tv-pgn = PGN
tv-turn = Brett drehen
tv-agrees = Brett und Partie stimmen überein.

# `$places`: squares, as a list with commas.
tv-differs = Das Brett weicht auf { $places } von der Partie ab.
tv-differsMany = { $n ->
    [one] Das Brett weicht auf { $n } Feld von der Partie ab.
   *[other] Das Brett weicht auf { $n } Feldern von der Partie ab.
 }
tv-inAir = In der Luft: von { $places }.
tv-noSensed = Das Brett hat noch nichts gemeldet.
tv-board-connected = Brett verbunden
tv-board-lost = Brett getrennt
tv-board-searching = Brett wird gesucht
tv-board-stale = Brett meldet sich nicht
tv-lastSeen = Zuletzt gesehen:
tv-walkedBack = Stand um { $at }.
tv-timeline = Was die Hände taten
tv-back = Zurück
tv-forward = Weiter
tv-noHands = In dieser Partie wurde noch keine Berührung gemeldet.

# `$text`: what the hand did there; `$n` of `$of` steps.
tv-step = { $n } von { $of }: { $text }
tv-before = Vor der ersten Berührung
tv-moves = Züge
tv-noMoves = Noch kein Zug.
tv-correct = diesen Zug korrigieren
tv-inferred = erschlossen, nicht gesehen
tv-notCompleted = Uhr noch nicht gedrückt
tv-decisions = Entscheidungen
tv-noDecisions = An diesem Tisch wurde noch nichts entschieden.
tv-games = Frühere Partien

# `$termination`: why, in few words.
tv-result = { $termination ->
    [none] { $result }
   *[other] { $result } · { $termination }
 }
tv-owes = { side } muss die Figur auf { $places } ziehen.

# How many illegal moves each has made.
tv-illegal = Regelwidrige Züge: Weiß { $white }, Schwarz { $black }.
tv-unknown = Tisch { $table } gibt es nicht.
tv-alerts = Meldungen dieser Partie

# What has become of an alert.
tv-alertState = { $state ->
    [raised] offen
    [acknowledged] gesehen, offen
    [cleared] erledigt
    [dismissed] verworfen
    [lapsed] von selbst erledigt
   *[other] { $state }
 }
tv-printTitle = Tisch { $table } · { $event }
tv-printed = Gedruckt um { $at }
tv-positions = Stellungen

# `$move`: a numbered move, as 12…Nf6.
tv-afterMove = nach { $move }
tv-laws = Schachregeln von { $edition }

regime-standard = Turnierschach
regime-rapid = Schnellschach
regime-blitz = Blitzschach

variant-chess960 = Chess960

## The record

# `$all`: how many entries; `$shown`: how many of them are shown, or none where all are.
rec-title = { $shown ->
    [none] { $all ->
        [one] { $all } Eintrag
       *[other] { $all } Einträge
     }
   *[other] { $all ->
        [one] { $shown } von { $all } Eintrag
       *[other] { $shown } von { $all } Einträgen
     }
 }
rec-search = Name, Tisch, Artikel…
rec-searchLabel = Protokoll durchsuchen
rec-how = Ausgang
rec-hows = Alle
rec-how-by-person = durch eine Person
rec-how-by-itself = von selbst
rec-how-taken-back = zurückgenommen
rec-how-not-done = nicht ausgeführt
rec-arbiters = Alle Schiedsrichter
rec-print = Drucken
rec-csv = CSV
rec-json = JSON
rec-col-time = Zeit
rec-col-table = Tisch
rec-col-what = Was
rec-col-article = Art.
rec-col-proposed = Vorschlag
rec-col-done = Ausgeführt
rec-col-by = Von
rec-none = Nichts dergleichen im Protokoll.
rec-empty = Noch wurde nichts entschieden.
rec-itself = von selbst erledigt
rec-itself-gone = Nicht mehr offen
rec-itself-lapsed = Zu spät oder nichts mehr zu tun
rec-itself-cleared = Der Grund ist entfallen
rec-itself-dismissed = Traf nicht zu
rec-itself-next-game = Die nächste Partie begann
rec-otherwise = anders entschieden
rec-elsewhere = nicht über diese Konsole
rec-takenBack = zurückgenommen von { $by }, { $at }
rec-takesBack = nimmt Eintrag { $number } zurück
rec-refused = abgelehnt: { $error }
rec-second = zu spät: { $by ->
    [none] Jemand
   *[other] { $by }
 } war schneller, { $at }
rec-sent = unterwegs
rec-noAnswer = noch keine Antwort
rec-shelved = Aufgeschoben bis { $until }
rec-take = Zurücknehmen

# What has come of a claim.
rec-claim = { $verdict ->
    [correct] Antrag berechtigt
    [wrong] Antrag nicht berechtigt
    [right-lost] Recht verloren
    [arbiter] Sie entscheiden
   *[other] { $verdict }
 }
rec-round = { $section ->
    [none] { $board ->
        [none] Runde { $number }
       *[other] Runde { $number }, Brett { $board }
     }
   *[other] { $board ->
        [none] Runde { $number }, { $section }
       *[other] Runde { $number }, { $section }, Brett { $board }
     }
 }

# `$who`: white, black, both (neither of them came); `$minutes`: the default time, or none where he had said so before;
# `$now`: a result.
rec-did-absent = { $minutes ->
    [none] { who-absent } nicht erschienen (angekündigt): { $now }
    [one] { who-absent } binnen { $minutes } Minute nicht erschienen: { $now }
   *[other] { who-absent } binnen { $minutes } Minuten nicht erschienen: { $now }
 }
rec-did-board = Brett { $from } → { $to }

# `$n`: how many results were missing.
rec-did-ended = { $n ->
    [0] Mit allen Ergebnissen beendet
    [one] Beendet, { $n } Ergebnis fehlt
   *[other] Beendet, { $n } Ergebnisse fehlen
 }

# `$fields`: what was set of the event, a list of event-field.
rec-did-event = Turnier: { $fields }

# How many pairings are as before, and so on.
rec-did-imported = { $file }: { $as_before } wie bisher, { $changed } geändert oder neu, { $gone } nicht mehr gepaart
rec-did-players = { $white_was } – { $black_was } → { $white } – { $black }

# Results; `$was` is none where there was none.
rec-did-result = { $was ->
    [none] { $now ->
        [none] *
       *[other] { $now }
     }
   *[other] { $now ->
        [none] { $was } → kein Ergebnis
       *[other] { $was } → { $now }
     }
 }
rec-did-table = Tisch { $from ->
    [none] keiner
   *[other] { $from }
 } → { $to ->
    [none] keiner
   *[other] { $to }
 }

## People

people-add = Person hinzufügen
people-col-name = Name
people-col-may = Darf
people-col-tables = Tische
people-col-on = Angemeldet an
people-col-last = Zuletzt hier
people-col-do = Aktionen
people-you = (Sie)
people-role-chief = Hauptschiedsrichter
people-role-arbiter = Schiedsrichter
people-role-broadcaster = Übertragung
people-role-display = Anzeige
people-allTables = Alle
people-publicOnly = Nur Öffentliches
people-nowhere = nirgends
people-now = jetzt
people-ago = vor { $age }
people-link = Link
people-linkFor = Link für { $by }
people-linkTitle = Link für { $by }
people-linkNote = Einmal gültig, bis { $until }. { $role ->
    [chief] Die Anmeldung gilt als Hauptschiedsrichter.
    [broadcaster] Die Anmeldung gilt für die Übertragung.
    [display] Die Anmeldung gilt als Anzeige.
   *[arbiter] Die Anmeldung gilt als Schiedsrichter.
 }
people-qr = QR-Code: Anmeldelink für ein Gerät
people-copy = Kopieren
people-copied = Kopiert
people-change = Ändern
people-changeOf = { $by } ändern
people-endOne = Beenden
people-remove = Entfernen
people-removeAsk = { $by } entfernen? Jede Sitzung des Kontos endet. Was mit ihm entschieden wurde, bleibt im Protokoll.
people-name = Name
people-role = Darf
people-sections = Gruppen, eine je Zeile; leer: alle Tische
people-password = Passwort (entfällt bei Anmeldung per Link)
people-sessions = Sitzungen von { $by }

# `$agent`: a browser and its system, or none; `$from`: an address; `$since`: a time of day.
people-session = { $agent ->
    [none] Ein Programm
   *[other] { $agent }
 } · { $from } · seit { $since }
people-keyLine = Schlüssel eines Programms · { $from } · seit { $since }
people-keyNote = Ein Programm weist seinen Schlüssel vor, um unter diesem Namen zu handeln.
people-keysOnly = nur mit Schlüssel
people-newKey = Neuer Schlüssel für ein Programm
people-keyTitle = Schlüssel für { $by }
people-keyOnce = Er wird nur dieses eine Mal angezeigt. Ein Programm sendet ihn als „Authorization: Bearer“.
people-refused-bad-name = Dieser Name ist nicht möglich: 1 bis 64 lesbare Bytes.
people-refused-bad-password = Ein Passwort hat 8 bis 256 Bytes.
people-refused-last-chief = Dann könnte niemand sonst mehr Konten vergeben.

# `$name`: of another account.
people-refused-name-alike = Dieser Name sieht aus wie { $name }, und dieses Konto gibt es schon: Im Protokoll wären beide nicht zu unterscheiden.
people-refused-name-taken = Ein Konto mit diesem Namen gibt es schon.
people-refused-no-such-account = Dieses Konto gibt es nicht mehr.
people-refused-no-such-session = Diese Sitzung ist schon beendet.
people-refused-not-allowed = Ihr Konto darf das nicht.
people-failed = Das war nicht möglich.

## On this device

me-title = Auf diesem Gerät
me-sound = Ton bei Entscheidungen
me-tryOut = Probieren
me-notify = Browser-Mitteilung bei Entscheidungen
me-notifyNo = Dieser Browser gibt hier keine: Nötig sind https oder Ihre Erlaubnis.
me-vibrate = Vibrieren auf dem Telefon
me-letters = Einzelne Buchstaben als Tasten
me-turned = Weiß auf jedem Brett oben
me-language = Sprache
me-theme = Farben
me-theme-device = wie das Gerät
me-theme-light = hell
me-theme-dark = dunkel
me-signOut = Abmelden
me-screen = Öffentliche Anzeige
me-keys = Tasten
me-password = Mein Passwort
me-passwordOld = Altes Passwort (leer, falls keines)
me-passwordNew = Neues Passwort
me-passwordDo = Ändern
me-passwordDone = Ihr Passwort ist geändert.
me-passwordWrong = Das alte Passwort ist nicht richtig, oder das neue ist zu kurz.
me-language-device = wie der Browser

## Signing in

in-title = Schiedsrichterkonsole. Bitten Sie den Hauptschiedsrichter um einen Link oder einen QR-Code, oder melden Sie sich mit Ihrem Namen an.
in-name = Name
in-password = Passwort
in-do = Anmelden
in-wrong = Name oder Passwort ist nicht richtig.
in-slow = Nicht richtig. Der nächste Versuch ist in { $seconds } s möglich; andere werden nicht aufgehalten.
in-busy = Viele melden sich gerade an. Versuchen Sie es in { $seconds } s noch einmal.
in-away = Der Saalserver antwortet nicht. Versuchen Sie es noch einmal.
in-setup = Noch hat niemand ein Konto. Ihres wird das des Hauptschiedsrichters.
in-setupDo = Konto anlegen
in-setupNo = Noch hat niemand ein Konto. Öffnen Sie den Link, den das Programm beim ersten Start ausgegeben hat, oder diese Seite auf dem Computer selbst.
in-passwordNew = Passwort, mindestens 8 Zeichen
in-setupRefused = Das wurde abgelehnt: Vielleicht ist der Link verbraucht oder das Passwort zu kurz.
in-entering = Anmeldung über den Link…
in-enterNo = Dieser Link wurde schon benutzt oder ist zu alt. Bitten Sie den Hauptschiedsrichter um einen neuen.
in-again = Ihre Sitzung ist beendet. Melden Sie sich wieder an.

## The public screens

# `$range`: numbers of boards, as 1–8; `$all`: how many there are.
screen-shown = Bretter { $range } von { $all }
screen-delay = { $minutes ->
    [one] mit { $minutes } Minute Verzögerung
   *[other] mit { $minutes } Minuten Verzögerung
 }
screen-delaySeconds = { $seconds ->
    [one] mit { $seconds } Sekunde Verzögerung
   *[other] mit { $seconds } Sekunden Verzögerung
 }

# A time follows.
screen-lost = Keine Verbindung:
screen-noBoards = Noch wird keine Partie gezeigt.
screen-title = { $event }: Bretter
screen-board = Brett { $board }
screen-position = Stellung an Brett { $board }
screen-round = Runde { $round }

# A period of the time control: `$moves` moves (or none), in `$minutes`, or, where these are none, in `$seconds`; with
# `$increment` seconds a move (or none).
screen-period = { $moves ->
    [none] { period-time }
   *[other] { $moves ->
        [one] { $moves } Zug in { period-time }
       *[other] { $moves } Züge in { period-time }
     }
 }

# `$list`: the periods before; `$item`: the next one.
screen-then = { $list }, dann { $item }
screen-interrupted = Züge folgen
screen-forfeit = kampflos

# Behind a result, also in the next; the number of the move that is being played.
screen-atMove = Zug { $number }
screen-col-board = Br.
screen-col-result = Ergebnis
screen-stop = Seite { $page } von { $pages }. Hier bleiben.
screen-goOn = Seite { $page } von { $pages }. Weiterblättern.
screen-arbiter = Diese Seite zeigt, was das Publikum sieht. Melden Sie sich hier mit dem Konto einer Anzeige an, um es zu sehen.

## Rounds

round-title = Runde { $number }
round-choice = { $section ->
    [none] Runde { $number }
   *[other] Runde { $number }, { $section }
 }
round-results = wer spielt und was fehlt
round-pairingsOf = Paarungen
round-steps = Von der Datei zu den Ergebnissen
round-step-file = Datei
round-step-fileRead = Datei gelesen
round-step-compare = Vergleich
round-step-start = Start
round-step-results = Ergebnisse
round-board = Brett
round-atTables = An den Tischen
round-pairings = Paarungen
round-state-planned = nicht begonnen
round-state-on = läuft
round-state-over = beendet
round-atMove = Zug { $number }
round-atTable = an Tisch { $table }
round-absent = nicht erschienen
round-planned = nicht begonnen
round-tableSays = der Tisch meldet { $result }
round-waitsFor-answer = wird benachrichtigt
round-waitsFor-board = noch kein Brett gefunden
round-waitsFor-game = dort läuft eine andere Partie
round-waitsFor-other-pairing = eine andere Paarung hat den Tisch
round-waitsFor-refused = der Tisch hat abgelehnt
round-waitsFor-table = kein solcher Tisch gemeldet
round-waitsFor-table-away = offline
round-noTable = kein Tisch gemeldet
round-resultsCard = Ergebnisse
round-resultsOf = Ergebnisse der Runde { $number }
round-of = { $n } von { $of }

# `$n`: how many boards more.
round-more = { $n ->
    [one] { $n } weiteres Brett spielt
   *[other] { $n } weitere Bretter spielen
 }
round-meter = { $of ->
    [one] { $n } von { $of } Ergebnis
   *[other] { $n } von { $of } Ergebnissen
 }
round-allThere = Alle Ergebnisse sind da.
round-resultOf = Ergebnis von Tisch { $table }
round-resultOfBoard = Ergebnis von Brett { $board }
round-writeBack = Zurückschreiben
round-file-pgn = PGN
round-file-trf = TRF
round-file-csv = CSV

## The file of pairings

file-choose = Paarungsdatei wählen…
file-chooseNext = Paarungsdatei…
file-chooseOther = Andere Datei wählen…
file-field = Paarungsdatei
file-reading = Die Datei wird gelesen…
file-none = Noch keine Paarungen
file-noneMore = Wählen Sie die Datei, die Ihr Auslosungsprogramm schreibt, oder legen Sie sie hier ab: PGN, TRF, CSV oder XLSX.
file-nothingYet = Sie wird zuerst verglichen und angezeigt. Nichts ändert sich, bevor Sie es sagen.
file-changes = Was die Datei ändert
file-boards = { $n ->
    [one] { $n } Brett
   *[other] { $n } Bretter
 }
file-again = Seit das angezeigt wurde, hat sich etwas geändert. Sehen Sie noch einmal nach, und übernehmen Sie es dann.
file-count-as-before = wie bisher
file-count-new = neu
file-count-changed = geändert
file-count-moved = verlegt

# The number stands before it, as before the messages around it.
file-count-bye = spielfrei
file-count-gone = nicht mehr gepaart
file-only = Nur Unterschiede
file-facts = Neu zum Turnier:
file-against = Gegenüber dem jetzigen Stand
file-kind-as-before = wie bisher
file-kind-bye = Keine Partie
file-kind-changed = Spieler geändert
file-kind-gone = Nicht mehr gepaart
file-kind-moved = Brett geändert
file-kind-name = Angaben zum Spieler
file-kind-new = Neu
file-kind-swapped = Farben getauscht
file-wasBoard = War Brett { $board }.
file-wasSwapped = Die Farben waren umgekehrt.

# `$name`: of a player.
file-whiteWas = Weiß war: { $name }.
file-blackWas = Schwarz war: { $name }.

# What was known of a player and what is known now: `$was`, `$now`, or none.
file-told = { person-field }: { $was ->
    [none] leer
   *[other] { $was }
 } → { $now ->
    [none] leer
   *[other] { $now }
 }
file-inPlay = Dort läuft eine Partie: Sie bleibt unberührt.

# `$text`: one of the messages `bye-…`.
file-byeWas = War: { $text }
file-gonePair = Die Datei enthält diese Paarung nicht mehr.
file-goneBye = Die Datei enthält diesen Spieler nirgends.
file-noOpponent = kein Gegner
file-noBoard = Kein Brett

# `$n`: how many entries of the file.
file-omitted = { $n ->
    [one] { $n } Eintrag ist nicht verwendbar und wird ausgelassen
   *[other] { $n } Einträge sind nicht verwendbar und werden ausgelassen
 }

# `$place`: from file-at and the messages behind it; `$found`: what stands there; `$expected`: from expected-board and the messages behind it.
file-omittedOne = { $place }: „{ $found }“; möglich wäre { $expected }.
file-over = Runde { $number } ist beendet: Ihre Paarungen werden nicht mehr geändert.
file-nothing = Keine Unterschiede

# `$n`: how many boards differ.
file-take = { $n ->
    [one] { $n } Unterschied übernehmen
   *[other] { $n } Unterschiede übernehmen
 }
file-takeRest = Übernehmen
file-away = Weglegen
file-promise = Nichts ändert sich, bevor Sie es sagen. Laufende Partien behalten ihre Spieler.
file-wrong = Eine Datei, die nicht gelesen werden kann
file-fault = <b>{ $file }</b>, { $place }: gefunden „{ $found }“. Erwartet: { $expected }.

# What a file should have had there, by the code of what was expected.
expected-board = die Nummer eines Bretts, 1 bis 9999
expected-board-once = ein Brett, das keine andere Paarung der Runde hat
expected-colour = w, b oder -, und in der Zeile des Gegners die andere Farbe
expected-date = ein Datum, etwa 2026/11/24
expected-federation = ein Föderationskürzel der FIDE aus drei Buchstaben, etwa NOR
expected-fide-id = eine FIDE-ID oder nichts
expected-kind = eine PGN-, TRF-, CSV- oder XLSX-Datei mit Paarungen
expected-name = ein Name, 1 bis 256 Bytes Text ohne Steuerzeichen
expected-number = eine Nummer in der Teilnehmerliste, 1 bis 9999, die kein anderer Spieler hat
expected-opponent = die Nummer eines Spielers, dessen Zeile diesen Spieler als Gegner nennt
expected-pairings = mindestens eine Paarung
expected-player-once = ein Spieler, der in keiner anderen Paarung der Runde steht
expected-rating = eine Wertungszahl, 0 bis 4000, oder nichts
expected-result = ein Ergebnis, etwa 1-0, 1/2-1/2, + - -, oder nichts (TRF: 1 = 0 + - W D L H F U Z)
expected-result-of-opponent = ein Ergebnis, das zu dem in der Zeile des Gegners passt
expected-round = die Nummer einer Runde, 1 bis 99, etwa 5, oder 5.12 mit dem Brett
expected-size = eine Datei von höchstens 8 MiB, entpackt höchstens 32 MiB, mit höchstens 20.000 Zeilen
expected-space = ein Leerzeichen (die Spalten stehen nicht dort, wo TRF sie vorsieht)
expected-table = durch Semikolon, Komma oder Tabulator getrennte Felder, in Anführungszeichen, wo sie ein solches Zeichen enthalten
expected-tag = ein PGN-Tag, etwa [White "Carlsen, Magnus"]
expected-time-control = eine Bedenkzeit in der Schreibweise von PGN, etwa 5400+30
expected-title = ein FIDE-Titel: GM, IM, FM, CM, WGM, WIM, WFM, WCM, AGM, AIM, AFM oder ACM
expected-workbook = eine Arbeitsmappe im XLSX-Format

file-at = Zeile { $line }, Spalte { $column }
file-atField = Zeile { $line }, Feld { $column }
file-cell = Blatt „{ $sheet }“, Zelle { $cell }
file-whole = die Datei als Ganzes
file-line = Zeile { $line }
file-unchanged = Nichts wurde geändert.
file-notSent = Die Datei konnte nicht gesendet werden: Sie hat sich geändert, seit sie gewählt wurde, oder es gibt keine Verbindung.
file-whichSection = Welche Gruppe?
file-whichMore = { $file } sagt nicht, zu welcher Gruppe sie gehört.

## Byes

bye-forfeit-loss = kampflos verloren
bye-forfeit-win = kampflos gewonnen
bye-full = spielfrei mit ganzem Punkt
bye-half = spielfrei mit halbem Punkt
bye-pairing-allocated = spielfrei durch Auslosung
bye-zero = spielfrei ohne Punkt

## The start of a round

start-title = Start der Runde { $number }
start-ready = Tische bereit: { $n } von { $of }
start-told = Tische benachrichtigt: { $n } von { $of }

# `$tables`: their numbers, as a list; `$n`: how many. So in all of these.
start-waits-answer = { $n ->
    [one] { tables-named } wird benachrichtigt.
   *[other] { tables-named } werden benachrichtigt.
 }
start-waits-board = { $n ->
    [one] { tables-named }: noch kein Brett gefunden. Der Tisch wird von selbst benachrichtigt, sobald es da ist.
   *[other] { tables-named }: noch kein Brett gefunden. Jeder Tisch wird von selbst benachrichtigt, sobald es da ist.
 }

# `$pair`: who plays there, as `A – B`, or none.
start-waits-game = { $pair ->
    [none] { tables-named } wartet: Dort läuft eine Partie. Der Tisch wird von selbst benachrichtigt, sobald sie beendet ist.
   *[other] { tables-named } wartet: Dort läuft eine Partie, { $pair }. Der Tisch wird von selbst benachrichtigt, sobald sie beendet ist.
 }
start-waits-game-planned = { $pair ->
    [none] An { tables-named } läuft eine Partie. Sie bleibt unberührt; der Tisch wird benachrichtigt, sobald sie beendet ist.
   *[other] An { tables-named } läuft eine Partie, { $pair }. Sie bleibt unberührt; der Tisch wird benachrichtigt, sobald sie beendet ist.
 }
start-waits-other-pairing = { $section ->
    [none] { tables-named } wartet: Dort spielt Brett { $board }.
   *[other] { tables-named } wartet: Dort spielt Brett { $board }, { $section }.
 }
start-waits-refused = { tables-named } hat abgelehnt: { $error }
start-waits-table = { $n ->
    [one] { tables-named }: kein solcher Tisch gemeldet. Er wird von selbst benachrichtigt, sobald er sich meldet.
   *[other] { tables-named }: keine solchen Tische gemeldet. Jeder wird von selbst benachrichtigt, sobald er sich meldet.
 }
start-waits-table-away = { $n ->
    [one] { tables-named }: offline. Der Tisch wird von selbst benachrichtigt, sobald er wieder da ist.
   *[other] { tables-named }: offline. Jeder Tisch wird von selbst benachrichtigt, sobald er wieder da ist.
 }
start-again = Noch einmal senden
start-adopt = Das ist ihre Partie
start-leave = Diese Partie beenden…
start-leaveTitle = Partie an Tisch { $table } ohne Ergebnis beenden?
start-leaveLost = { $pair ->
    [none] Die Partie, die dort läuft, endet nach { half-moves-dat } ohne Ergebnis.
   *[other] Die Partie, die dort läuft, { $pair }, endet nach { half-moves-dat } ohne Ergebnis.
 }
start-notYet = Der Hauptschiedsrichter hat sie noch nicht gestartet.
start-allReady = Alle Tische sind bereit.
start-at = Begonnen um (leer: jetzt)
start-do = Runde { $number } starten

# `$n`: how many sections, two at least.
start-doAll = Runde { $number } in allen { $n } Gruppen starten
start-doOne = Nur in { $section }
start-allTold = Alle Tische haben ihre Spieler.
start-since = Gestartet um { $at }.

# `$isStart`: yes where the default time ends as the round begins.
start-late = { $isStart ->
    [yes] Wer zu diesem Zeitpunkt nicht da war, verliert, sofern Sie nicht anders entscheiden (6.7.1).
   *[no] Wer um { $at } nicht da ist, verliert, sofern Sie nicht anders entscheiden (6.7.1).
 }

## The end of a round

end-still = Es fehlen Ergebnisse.
end-all = Alle Ergebnisse sind da.
end-do = Runde { $number } beenden
end-title = Runde { $number } ohne alle Ergebnisse beenden?

# `$boards`: their numbers, as a list; `$n`: how many.
end-missing = { $n ->
    [one] Kein Ergebnis von Brett { $boards }. Es bleibt in den Dateien, die geschrieben werden, offen.
   *[other] Keine Ergebnisse von den Brettern { $boards }. Sie bleiben in den Dateien, die geschrieben werden, offen.
 }

## One pairing

pair-change = Ändern…
pair-column = Zu ändern
pair-changeOf = Brett { $board } ändern
pair-title = Runde { $number }, Brett { $board }
pair-gone = Dieses Brett gibt es in der Runde nicht mehr.

# `$by`: who gave it, or none.
pair-now = { $by ->
    [none] { $result }
   *[other] { $result }, von { $by }
 }
pair-resultIs = { $result }: { $white } – { $black }
pair-others = Nicht gespielt oder anderes Ergebnis
pair-none = Kein Ergebnis

# `$before`: the result that was there.
pair-replaced = { $before } wird durch { $result } ersetzt.
pair-takenAway = { $before } wird gelöscht.
pair-doIt = Ausführen
pair-who = Wer spielt und wo
pair-board = Brett (wer dort ist, tauscht den Platz)
pair-table = Tisch (leer: der des Bretts)
pair-note = Der Tisch wird sofort benachrichtigt, oder sobald es möglich ist.
pair-inPlay = Eine Partie läuft: Sie bleibt an ihrem Tisch, ihre Namen folgen sofort.

## Who did not come

absent-title = Nicht erschienen
absent-announced = Kommt nicht
absent-late = Die Karenzzeit endete um { $at } (6.7.1).
absent-before = Nur für den, der es angekündigt hat: Die Karenzzeit endet um { $at } (6.7.1).
absent-beforeStart = Nur für den, der es angekündigt hat.
absent-white = Weiß
absent-black = Schwarz
absent-both = Beide

## The event

event-open = Turnier…
event-title = Turnier
event-name = Name
event-site = Ort
event-begin = Erster Tag
event-end = Letzter Tag
event-federation = Föderation (drei Buchstaben)
event-time_control = Bedenkzeit (5400+30)
event-edition = Schachregeln von
event-regime = Spieltempo
event-rounds = Runden
event-default_time_min = Karenzzeit, Minuten (6.7.1)
event-delay_min = Verzögerung fürs Publikum, Minuten
event-byTime = nach der Bedenkzeit
event-firstTable = Tisch von Brett 1
event-firstTableOf = Tisch von Brett 1, { $section }
event-note = Fassung und Spieltempo gehen mit der nächsten Partie an jeden Tisch.
