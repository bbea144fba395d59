# Italian. Terms as the official translation of the Laws prints them (2018).
#
# `$by` is the player that a message is about (white, black), `$role` a piece (king, queen, rook, bishop, knight, pawn),
# `$owner` whose piece it is (own: the player's, other: his opponent's).
#
# Values that come as text already: `$played`, `$move`, `$step` (moves), `$moves` (a list with "or"), `$targets` (squares
# with "or"), `$squares` (squares with commas), `$square`, `$from`, `$result`, `$time`, `$white`, `$black` (times of the
# clock), `$penalties` (an article), `$touched`, `$against` (lists of the messages `piece-touched`, `against-…`).
# Numbers: `$count` (which illegal move, from 1), `$minutes`, `$seconds`, `$n`.
#
# Messages of this first part are parts of others, and see the values of the sentence in which they stand.
# Squares stand with "in" also after a verb of motion: "da a7 in a5" avoids "a a5".

## Parts of sentences

# The player, at the beginning of a sentence, inside one, and with "di".
by-first = { $by ->
    [white] Il Bianco
   *[black] Il Nero
 }
by = { $by ->
    [white] il Bianco
   *[black] il Nero
 }
by-gen = { $by ->
    [white] del Bianco
   *[black] del Nero
 }
opponent-first = { $by ->
    [white] Il Nero
   *[black] Il Bianco
 }
opponent = { $by ->
    [white] il Nero
   *[black] il Bianco
 }
opponent-gen = { $by ->
    [white] del Nero
   *[black] del Bianco
 }
# With the definite article, with the indefinite one, and with this and the colour.
piece = { $role ->
    [king] il Re
    [queen] la Donna
    [rook] la Torre
    [bishop] l’Alfiere
    [knight] il Cavallo
   *[pawn] il pedone
 }
a-piece = { $role ->
    [king] un Re
    [queen] una Donna
    [rook] una Torre
    [bishop] un Alfiere
    [knight] un Cavallo
   *[pawn] un pedone
 }
a-coloured-piece = { $colour ->
    [white] { $role ->
        [queen] { a-piece } bianca
        [rook] { a-piece } bianca
       *[other] { a-piece } bianco
     }
   *[black] { $role ->
        [queen] { a-piece } nera
        [rook] { a-piece } nera
       *[other] { a-piece } nero
     }
 }
# A piece where it was touched. The player's own needs no possessive.
piece-touched = { $owner ->
    [own] { piece } in { $square }
   *[other] { piece } { opponent-gen } in { $square }
 }
# After a piece that was lifted.
put-back = { $role ->
    [queen] l’ha rimessa a posto
    [rook] l’ha rimessa a posto
   *[other] l’ha rimesso a posto
 }
his-pawn = { $pawn ->
    [one] il pedone
   *[some] un pedone
 }
# `$duty`: any (nothing binds him), play (one of `$moves`), put (a pawn on one of `$targets`, whatever it becomes),
# both (either of these), none (there is no such move).
had-to = { $duty ->
    [put] doveva collocare { his-pawn } in { $targets }
    [both] doveva giocare { $moves } oppure collocare { his-pawn } in { $targets }
    [none] non aveva alcuna mossa da giocare
    [any] poteva giocare qualsiasi mossa legale
   *[play] doveva giocare { $moves }
 }
must = { $duty ->
    [put] deve collocare { his-pawn } in { $targets }
    [both] deve giocare { $moves } oppure collocare { his-pawn } in { $targets }
    [none] non ha alcuna mossa da giocare
    [any] può giocare qualsiasi mossa legale
   *[play] deve giocare { $moves }
 }
illegal-move = { $count ->
    [0] mossa illegale
    [1] prima mossa illegale
    [2] seconda mossa illegale
    [3] terza mossa illegale
    [4] quarta mossa illegale
    [5] quinta mossa illegale
    [6] sesta mossa illegale
    [7] settima mossa illegale
    [8] ottava mossa illegale
    [9] nona mossa illegale
    [10] decima mossa illegale
   *[other] { $count }ª mossa illegale
 }
has-completed = { $count ->
    [0] { by-first } ha completato una mossa illegale
   *[other] { by-first } ha completato la propria { illegal-move }
 }
time-given = { $minutes ->
    [1] un minuto di tempo addizionale
    [3] tre minuti di tempo addizionale
   *[other] due minuti di tempo addizionale
 }
which-penalty = spetta all’arbitro decidere quale penalità dell’art. { $penalties } applicare
cannot-be-decided = non si può stabilire automaticamente: controllare
owed-ruling = Solo { by } può ottenere una decisione sulla mossa illegale { opponent-gen }, reclamando prima di eseguire la propria mossa successiva.

# Lists.
and-next = { $list }, { $item }
and-last = { $list } e { $item }
or-next = { $list }, { $item }
or-last = { $list } o { $item }
# Squares: with commas only, so that no "ed" is needed before e4.
squares-next = { $list }, { $item }
squares-last = { $list }, { $item }
# Of many moves only some are named.
and-more = { $n ->
    [one] { $list } o una sola altra mossa
   *[other] { $list } o una di altre { $n } mosse
 }
no-move = nessuna mossa
# After "in".
no-square = case non precisate

# Letters of the pieces in the names of moves (Appendix C).
letter-king = R
letter-queen = D
letter-rook = T
letter-bishop = A
letter-knight = C

# What speaks against a result that the kings show.
against-cannot-mate = il vincitore ha solo il Re
against-clock = l’orologio del vincitore indica tempo esaurito
against-flag = la bandierina caduta indica un risultato diverso
against-illegal-moves = la decisione sulle mosse illegali indica un risultato diverso
against-no-move-each = la patta per accordo non è possibile prima che entrambi i giocatori abbiano mosso
against-position = l’ultima posizione indica un risultato diverso

## Touch-move (Article 4)

touched-piece-returned = { by-first } ha sollevato { piece-touched } e { put-back }: pezzo aggiustato se prima ne ha espresso l’intenzione, altrimenti pezzo toccato.
touch-move-violated = { by-first } ha toccato { $touched } e poi ha giocato { $played }; { had-to }.
touch-order-unclear = Un pezzo proprio e uno dell’avversario hanno lasciato insieme la scacchiera: il pezzo proprio si considera toccato per primo.
# `$how`: returned (he put it back), taken (he took it away to make his move).
off-turn-touch = { $how ->
    [returned] { by-first } ha sollevato { piece-touched } e { put-back } mentre { opponent } aveva il tratto.
   *[taken] { by-first } ha preso in mano { piece-touched } prima che { opponent } avesse eseguito la mossa.
 }
castling-rook-first = { by-first } ha toccato la Torre prima del Re e ha arroccato; { had-to }.
# `$obstacle`: why he may not castle.
castling-not-allowed = { by-first } ha collocato il Re in { $square } per arroccare, ma l’arrocco non è consentito: { $obstacle ->
    [attacked] una casa che il Re attraversa o raggiunge è attaccata
    [in-check] il Re è sotto scacco
    [piece-between] c’è un pezzo tra il Re e la Torre
    [right-lost] il Re o la Torre aveva già mosso
   *[set-up] la collocazione errata dei pezzi non è stata reclamata in tempo
 }. { by-first } { must }.
castling-abandoned = { by-first } ha deposto il Re per arroccare e poi ha giocato { $played }; se lo aveva rilasciato, deve arroccare.
castling-forbidden-setup = La collocazione iniziale dei pezzi era errata e nessuno l’ha reclamata in tempo: la partita continua, ma non si può arroccare con un Re o con una Torre che ha iniziato su una casa sbagliata.
# What he put down is told by the moves that it may have been: here `$duty` is put or play.
released-then-moved = { $duty ->
    [put] { by-first } ha collocato { his-pawn } in { $targets } e poi ha giocato { $played }; se lo aveva rilasciato, vale la prima mossa.
   *[play] { by-first } ha deposto un pezzo per giocare { $moves } e poi ha giocato { $played }; se lo aveva rilasciato, vale la prima mossa.
 }
promotion-piece-changed = Un secondo pezzo è stato collocato in { $square }; decide il primo che ha toccato la casa: { $moves }.
promotion-piece-invalid = Il pedone { by-gen } non può essere sostituito da { a-coloured-piece }, il pezzo collocato in { $square }.
claim-right-lost = { by-first } ha toccato un pezzo e non può più reclamare l’infrazione; solo l’arbitro può intervenire.

## Illegal moves, positions, the clock (Articles 3, 6 and 7)

illegal-displacement = { by-first } ha portato { piece } da { $from } in { $square }, dove nessuna mossa legale può portare { piece }; { by } può ancora correggersi.
# It is not known where the piece came from.
illegal-displacement-put = { by-first } ha collocato { a-piece } in { $square }, dove nessuna mossa legale può portare tale pezzo; { by } può ancora correggersi.
illegal-move-completed = { by-first } ha completato una mossa illegale.
illegal-move-completed-owed = { by-first } ha completato una mossa illegale: viene ripristinata la posizione immediatamente precedente e { by } { must }.
# The arbiter has entered it himself.
illegal-move-seen = L’arbitro ha visto { by } completare una mossa illegale.
illegal-move-stands = { opponent-first } ha mosso: la mossa illegale { by-gen } resta valida.
illegal-position-watch = La posizione illegale permane: attendere che la prossima mossa sia completata; se permane anche allora, la partita è patta.
# `$then`: becomes-queen, illegal-move, set-up-again.
promotion-missing = { $then ->
    [becomes-queen] { by-first } ha premuto l’orologio con il pedone ancora in { $square }: il pedone è sostituito da una Donna e si conta una mossa illegale.
    [set-up-again] { by-first } ha premuto l’orologio con il pedone ancora in { $square }, il che è una mossa illegale: viene ripristinata la posizione immediatamente precedente e { by } deve promuovere il pedone.
   *[illegal-move] { by-first } ha premuto l’orologio con il pedone ancora in { $square }, il che è una mossa illegale.
 }
press-without-move = { by-first } ha premuto l’orologio senza aver mosso.
press-without-move-penalties = { by-first } ha premuto l’orologio senza aver mosso: deve eseguire una mossa e { which-penalty }.
press-by-other-side = { by-first } ha premuto l’orologio benché fosse in moto l’altro orologio.
two-hands-suspected = { by-first } aveva in mano contemporaneamente il Re e la Torre: forse ha usato due mani.
two-hands-seen = L’arbitro ha visto { by } eseguire una mossa con due mani.
disturbance = { by-first } ha disturbato { opponent }: { which-penalty }.
ruling-add-time = { opponent-first } riceve { time-given } per la { illegal-move } { by-gen }.
ruling-add-time-back = { $minutes ->
    [1] { opponent-first } ha ricevuto { time-given } per una mossa illegale { by-gen } che non era tale: toglierlo dall’orologio { opponent-gen }.
   *[other] { opponent-first } ha ricevuto { time-given } per una mossa illegale { by-gen } che non era tale: toglierli dall’orologio { opponent-gen }.
 }
# `$loses`: what the claimant, `$by`, loses of his own time: nothing, half (of what he has, which is not known), time.
ruling-add-time-for-claim = { $loses ->
    [half] { opponent-first } riceve { time-given } per la richiesta errata { by-gen }, che perde la metà del tempo rimanente, al massimo tre minuti, ma conserva almeno un minuto.
    [time] { opponent-first } riceve { time-given } per la richiesta errata { by-gen }, che perde { $seconds } s.
   *[nothing] { opponent-first } riceve { time-given } per la richiesta errata { by-gen }.
 }
# A claim in a quickplay finish, which the arbiter has rejected.
ruling-add-time-for-rejected-claim = { opponent-first } riceve { time-given }, perché la richiesta { by-gen } è respinta.
ruling-game-drawn = { has-completed }: la partita è patta, perché { opponent } non può dare scaccomatto.
ruling-game-drawn-position = La posizione illegale permane dopo un’altra mossa: la partita è patta.
# `$mates`: whether the opponent can checkmate: can, undecided.
ruling-game-lost = { $mates ->
    [undecided] { has-completed }: vince { opponent }, oppure la partita è patta se { opponent } non può più dare scaccomatto, il che { cannot-be-decided }.
   *[can] { has-completed }: vince { opponent }.
 }
# `$claim`: time, illegal-move, win, draw (he cannot checkmate), win-or-draw (whether he can is not decided).
opponent-may-claim = { $claim ->
    [time] È caduta la bandierina { opponent-gen }: solo { by } può presentare reclamo al riguardo.
    [draw] { owed-ruling } { by-first } non può dare scaccomatto: può richiedere la patta.
    [win-or-draw] { owed-ruling } Non si può stabilire automaticamente se { by } possa dare scaccomatto o possa soltanto richiedere la patta: controllare.
   *[illegal-move] { owed-ruling }
 }
opponent-replied-before-press = { by-first } ha risposto prima che { opponent } premesse l’orologio; { opponent } può ancora premerlo.
# `$n`: of how many squares.
displaced-pieces = { $n ->
    [one] C’è un pezzo fuori posto in { $squares }: nessuna mossa lo spiega.
   *[other] Ci sono pezzi fuori posto in { $squares }: nessuna mossa lo spiega.
 }
position-restored = La posizione precedente alla mossa illegale è di nuovo sulla scacchiera.
initial-position-wrong = La posizione iniziale era sbagliata: la partita è annullata e se ne gioca una nuova.
wrong-colour-moved-first = { by-first } ha mosso per primo: ha portato { piece } da { $from } in { $square }.
clock-adjusted-added = L’arbitro ha aggiunto { $time } al tempo { by-gen }.
clock-adjusted-taken = L’arbitro ha tolto { $time } dal tempo { by-gen }.
# `$which` times he has set: white, black, both.
clock-adjusted-set = { $which ->
    [white] L’arbitro ha regolato l’orologio: { $white } per il Bianco.
    [black] L’arbitro ha regolato l’orologio: { $black } per il Nero.
   *[both] L’arbitro ha regolato l’orologio: { $white } per il Bianco, { $black } per il Nero.
 }

## Ends of games and claims (Articles 5, 6.9 and 9)

# `$how`: checkmate, stalemate, dead-position, fivefold-repetition, seventy-five-moves.
game-ended = { $how ->
    [checkmate] La partita è terminata: scaccomatto, { $result }.
    [stalemate] La partita è terminata: stallo, { $result }.
    [dead-position] La partita è terminata: posizione morta, { $result }.
    [fivefold-repetition] La partita è terminata: quintuplice ripetizione della posizione, { $result }.
   *[seventy-five-moves] La partita è terminata: 75 mosse, { $result }.
 }
game-end-in-doubt = La posizione finale è stata raggiunta con una mossa contraria agli Articoli 3 o 4: l’arbitro decide se la partita è terminata.
# `$ruling`: both-down, opponent-cannot-mate, opponent-wins, undecided.
flag-fall = { $ruling ->
    [both-down] Il tempo { by-gen } è esaurito: entrambe le bandierine sono cadute e la partita è patta.
    [opponent-cannot-mate] Il tempo { by-gen } è esaurito: la partita è patta, perché { opponent } non può dare scaccomatto.
    [undecided] Il tempo { by-gen } è esaurito: vince { opponent }, oppure la partita è patta se { opponent } non può più dare scaccomatto, il che { cannot-be-decided }.
   *[opponent-wins] Il tempo { by-gen } è esaurito: vince { opponent }.
 }
threefold-available = { by-first } potrebbe richiedere la patta: la stessa posizione è apparsa per almeno la terza volta. Nessuno deve esserne informato.
fifty-moves-available = { by-first } potrebbe richiedere la patta: 50 mosse senza spinta di pedone e senza cattura. Nessuno deve esserne informato.
# `$forfeit`: by what he has given up the claim: moved, touched (a piece).
draw-claim-right-lost = { $forfeit ->
    [moved] { by-first } avrebbe potuto richiedere la patta e invece ha mosso.
   *[touched] { by-first } avrebbe potuto richiedere la patta e invece ha toccato un pezzo.
 }
# `$claim`: fifty-moves, quickplay-finish, threefold, touch-move (the opponent has broken Article 4).
claims = { $claim ->
    [fifty-moves] { by-first } richiede la patta per la regola delle 50 mosse
    [quickplay-finish] { by-first } richiede la patta in un finale rapido
    [threefold] { by-first } richiede la patta per triplice ripetizione della posizione
   *[touch-move] { by-first } reclama un’infrazione dell’Articolo 4 da parte { opponent-gen }
 }
# `$then`: drawn (it is right, and draws), had (right: what the opponent had to play), must (right: what he must play),
# right, arbiter (no sensor can tell), lost (he has touched a piece since), early (two minutes or more left), wrong.
# A claim of a draw is "richiesta", one of a breach "reclamo": had, must and right are of a breach only.
claim-made = { $then ->
    [drawn] { claims }: la richiesta è corretta, la partita è patta.
    [had] { claims }: il reclamo è corretto, { opponent } { had-to }.
    [must] { claims }: il reclamo è corretto, { opponent } { must }.
    [right] { claims }: il reclamo è corretto.
    [arbiter] { claims }: decide l’arbitro; in caso di rigetto o di rinvio della decisione, { opponent } può ricevere due minuti di tempo addizionale.
    [lost] { claims }, ma { by } nel frattempo ha toccato un pezzo: non può più farlo.
    [early] { claims }, ma gli restano due minuti o più: non può ancora farlo.
   *[wrong] { $claim ->
        [touch-move] { claims }: il reclamo è errato.
       *[other] { claims }: la richiesta è errata.
     }
 }
# `$doubt`: yes where `$against` says what speaks against it; `$noted`: yes where a king's step `$step` is not counted.
result-signalled = I Re al centro indicano il risultato { $result }{ $noted ->
    [yes] {" "}(lo spostamento del Re, { $step }, non conta come mossa)
   *[no] {""}
 }{ $doubt ->
    [yes] , ma { $against }: chiedere ai giocatori
   *[no] {""}
 }.

## What the sensors can and cannot tell

move-ambiguous = I dati dei sensori sono compatibili con più mosse: { $moves }.
move-ambiguous-one = I sensori non dicono se sia stata giocata { $moves }.
move-ambiguous-promotion = La scacchiera non può stabilire da quale pezzo sia stato sostituito il pedone: si presume una Donna.
move-ambiguous-promotion-or-missing = La scacchiera non può stabilire da quale pezzo sia stato sostituito il pedone, né se sia stato davvero sostituito: si presume una Donna.
move-ambiguous-line = Sono state eseguite più mosse che nessuno ha visto, e più di un ordine di mosse spiega la posizione sulla scacchiera.
move-ambiguous-line-one = Sono state eseguite mosse che nessuno ha visto. Si conosce un solo ordine di mosse che spieghi la posizione sulla scacchiera; se le mosse siano state giocate così, decide l’arbitro.
slide-inferred = Sulla scacchiera manca un solo pezzo: si deduce { $move }.
# `$sign`: first-moves, some-order, pieces-home.
new-game-set-up = { $sign ->
    [first-moves] È iniziata una nuova partita, la cui posizione iniziale non è stata vista: le sue prime mosse sono dedotte.
    [some-order] È iniziata una nuova partita, le cui prime mosse non sono state viste: sono possibili più ordini di queste mosse.
   *[pieces-home] Tutti i pezzi sono di nuovo sulle case d’origine: nuova partita.
 }
play-not-recorded = Si giocano mosse che non vengono registrate: confrontare la scacchiera con le mosse e impostare le mosse o la posizione.
# `$n`: how many squares.
position-mismatch = La scacchiera non corrisponde alla posizione della partita in { $squares }.
position-mismatch-clock-runs = L’orologio è in moto, ma la posizione iniziale non è mai stata vista qui: impostare la posizione e la partita verrà seguita.
position-mismatch-moves-after-end = Si eseguono mosse e si preme l’orologio, benché l’ultima partita sia terminata e la posizione iniziale di un’altra non sia stata vista: impostare la posizione e la partita verrà seguita.
position-mismatch-pieces-not-learnt = Vengono mossi pezzi che la scacchiera non ha ancora imparato a riconoscere, perciò nessuna mossa può essere seguita: lasciare ferma la posizione iniziale finché non li riconosce.
position-mismatch-no-game-fits = Nessuna partita spiega più quali case siano occupate: confrontare la scacchiera con le mosse e impostare la posizione.
# What was put there, `$role`, is of the player's own colour, too.
position-mismatch-not-the-queen = { $role ->
    [rook] Il pedone { by-gen } è stato lasciato in { $square } e deve essere sostituito da una Donna; vi è stata collocata invece { a-piece }.
   *[other] Il pedone { by-gen } è stato lasciato in { $square } e deve essere sostituito da una Donna; vi è stato collocato invece { a-piece }.
 }
position-mismatch-unexplained = La scacchiera mostra una posizione che nessuna breve sequenza di mosse legali dall’ultima posizione nota può spiegare: impostare le mosse o la posizione.

## Why a command is not carried out

command-already-told = l’avviso n. { $n } di questa partita lo segnala già: confermare o scartare quello
command-ambiguous = semimossa { $ply }: in quella posizione { $written } corrisponde a più mosse legali; indicare la casa di partenza del pezzo
command-ended-by-move = l’ultima mossa ha concluso la partita: correggerla o ritirarla
command-illegal-move = semimossa { $ply }: { $written } non è una mossa legale in quella posizione
command-no-lights = questa scacchiera non ha luci che possano lampeggiare
command-no-such-alert = in questa partita non c’è alcun avviso aperto n. { $n } per il quale ciò sia possibile
command-no-such-claim = il Regolamento in vigore non prevede una richiesta o un reclamo di questo tipo
command-not-in-play = non è in corso alcuna partita in cui qualcuno abbia il tratto
command-not-over = la partita non è terminata
command-not-to-move = { by } non ha il tratto
command-nothing-held = nessuna mossa illegale è in attesa di una decisione
command-nothing-to-suspend = la partita è terminata: non c’è gioco da sospendere o da riprendere
command-other-game = ora è in corso un’altra partita ({ $game }): non vi è stato cambiato nulla
command-settled = { command-no-such-alert }: { $who ->
    [itself] { $decided ->
        [cleared] risolto automaticamente
        [dismissed] scartato automaticamente
       *[lapsed] concluso da sé
     }
   *[other] { $decided ->
        [confirm] confermato
        [dismiss] scartato
        [let-stand] mossa lasciata valida
       *[other] deciso
     } { $who ->
        [arbiter] da un arbitro
       *[named] da { $name }
     }
 }, { $seconds } s fa (t_ms { $ms })
command-stands-already = la partita è terminata e la semimossa { $ply } è già { $written }: non cambierebbe nulla
command-too-few-moves = la partita ha { $count ->
    [one] { $count } semimossa
   *[other] { $count } semimosse
 }, il comando indica { $n }
command-undecided = l’avviso n. { $n } lascia aperto il risultato: impostarlo a parte
command-unfinished = la partita { $game } ha { $n ->
    [one] { $n } semimossa
   *[other] { $n } semimosse
 } e nessun risultato: impostare prima il risultato, oppure chiuderla espressamente senza risultato

## What Lichess does not show of a broadcast

push-error = { $said ->
    [yes] : { $error }
   *[no] { "" }
 }
push-of-round = turno { $round }
push-of-section = turno { $round } ({ $section })
push-no-round = nessun turno corrispondente su Lichess
push-too-early = lì il ritardo è di { $seconds } s, mentre l’evento richiede { $n } s
push-no-answer = Lichess non risponde in tempo
push-not-reached = Lichess non è raggiungibile{ push-error }
push-broken = la connessione a Lichess si interrompe{ push-error }
push-not-asked = non viene inviata alcuna richiesta a Lichess{ push-error }
push-answer-too-long = la risposta di Lichess ha più di { $n } byte
push-answer-unreadable = la risposta di Lichess non è leggibile{ push-error }
push-fails = errore di Lichess ({ $status }){ push-error }
push-leads-elsewhere = l’indirizzo rimanda altrove ({ $status }) e il rinvio non viene seguito
push-token-unknown = Lichess non conosce il token (401){ push-error }
push-token-not-allowed = Lichess non permette a questo token di scrivere nel turno (403): servono study:write e un account che abbia accesso alla trasmissione{ push-error }
push-no-such-round = su Lichess il turno non esiste (404){ push-error }
push-round-too-long = per Lichess il turno è troppo lungo (413)
push-too-many-requests = Lichess ha ricevuto troppe richieste (429)
push-refused = Lichess rifiuta il turno ({ $status }){ push-error }
push-round-refused = Lichess rifiuta il turno{ push-error }
push-board-too-many = non inviata: Lichess mostra al massimo 100 scacchiere per turno
push-board-too-long = non inviata: la partita supera i 100.000 caratteri
push-board-refused = Lichess non accetta la partita ({ $why ->
    [nothing] non ne dice nulla
    [neither] non dice né quante mosse abbia né che cosa sia errato
   *[said] { $error }
 }); { $shown ->
    [nothing] lì non compare nulla di nuovo della partita, nemmeno il risultato, finché non viene corretta
    [names] sono mostrati nomi e risultato
   *[moves] sono mostrati nomi, risultato e { $n ->
        [one] { $n } semimossa
       *[other] { $n } semimosse
     }
 }
push-board-miscounted = Lichess ha letto { $count ->
    [one] { $count } semimossa
   *[other] { $count } semimosse
 } su { $n }
push-board-excess = finché non arriva un’altra mossa, mostra { $n ->
    [one] { $n } semimossa ritirata
   *[other] { $n } semimosse ritirate
 }
push-board-up-to = mostra la partita solo fino alla semimossa { $n }: nessuna mossa legale porta alla posizione presente da allora sulla scacchiera

## How games end, in a few words

termination-arbiters-decision = decisione dell’arbitro
termination-checkmate = scaccomatto
termination-dead-position = posizione morta
termination-drawn-by-position = patta per la posizione
termination-fifty-moves-claimed = 50 mosse, su richiesta
termination-fivefold-repetition = quintuplice ripetizione della posizione
termination-illegal-moves = mosse illegali
termination-illegal-moves-opponent-cannot-checkmate = mosse illegali, l’avversario non può dare scaccomatto
termination-illegal-position = posizione illegale
termination-quickplay-finish = finale rapido
termination-rules-infraction = infrazione del Regolamento
termination-seventy-five-moves = 75 mosse
termination-signalled-by-the-kings = risultato indicato dai Re
termination-stalemate = stallo
termination-threefold-repetition-claimed = triplice ripetizione della posizione, su richiesta
termination-time-forfeit = tempo esaurito
