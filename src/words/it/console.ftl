# Italian. Terms as the official translation of the Laws prints them.
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
#
# Buttons are imperatives as Italian interfaces have them, what the arbiter has to do himself is in the infinitive; of what
# is his, the page speaks as he would ("Vado io", "Visto da me"). Moves are taken back with "ritirare", decisions with
# "revocare"; "Annulla" leaves a dialog.

## Parts of sentences
#
# They see the values of the message in which they stand.

# The player before a colon, at the beginning of a sentence, inside one, and with "di".
side-label = { $player ->
    [white] Bianco
    [black] Nero
   *[other] Giocatore
 }
side-first = { $player ->
    [white] Il Bianco
    [black] Il Nero
   *[other] Il giocatore
 }
side = { $player ->
    [white] il Bianco
    [black] il Nero
   *[other] il giocatore
 }
side-of = { $player ->
    [white] del Bianco
    [black] del Nero
   *[other] del giocatore
 }
# `$number`: which illegal move of his it is.
nth-illegal-move = { $number }ª mossa illegale
illegal-moves = { $number ->
    [one] { $number } mossa illegale
   *[other] { $number } mosse illegali
 }
half-moves = { $plies ->
    [one] { $plies } semimossa
   *[other] { $plies } semimosse
 }
half-moves-taken-back = { $plies ->
    [one] { half-moves } ritirata
   *[other] { half-moves } ritirate
 }
# A time that is added or taken: whole `$minutes`, or, where these are none, `$time` as on a clock. `$way` says which:
# less, more.
span = { $minutes ->
    [none] { $time }
    [one] { $minutes } minuto
   *[other] { $minutes } minuti
 }
# `$moves`: a list with "or"; `$many`: yes where they are too many to be named; `$n`: how many.
moves-owed = { $many ->
    [yes] una di { $n } mosse legali
   *[no] { $moves }
 }
claim-name = { $claim ->
    [threefold] triplice ripetizione
    [fifty-moves] 50 mosse
    [quickplay-finish] finale rapido
    [touch-move] pezzo toccato
    [none] {""}
   *[other] { $claim }
 }
# Behind a result.
result-reason = { $reason ->
    [flag-fall] {" "}per il tempo
    [game-ended-checkmate] , scaccomatto
    [game-ended-stalemate] , stallo
    [game-ended-dead-position] , posizione morta
    [game-ended-fivefold] , quintuplice ripetizione
    [game-ended-75-moves] , 75 mosse
    [result-signalled] , come indicano i Re dei giocatori
    [ruling-game-lost] , per mosse illegali
    [ruling-game-drawn] , per mosse illegali
    [claim-made] , su richiesta
   *[other] {""}
 }
# `$piece`: a letter, or none where nobody knows.
piece-name = { $piece ->
    [p] pedone
    [n] Cavallo
    [b] Alfiere
    [r] Torre
    [q] Donna
    [k] Re
   *[none] pezzo
 }
# With the article.
the-piece-strong = { $piece ->
    [b] l’<b>{ piece-name }</b>
    [r] la <b>{ piece-name }</b>
    [q] la <b>{ piece-name }</b>
   *[other] il <b>{ piece-name }</b>
 }
hand-of = { $player ->
    [white] Il Bianco
    [black] Il Nero
   *[none] Qualcuno
 }
# What somebody did, behind his name: `$did` is the command.
did = { $did ->
    [confirm] ha confermato
    [dismiss] ha scartato l’avviso
    [let-stand] ha lasciato valida la mossa
    [acknowledge] ha preso visione
    [take-back] ha ritirato la mossa
    [set-result] ha impostato il risultato
    [set-move] ha impostato la mossa
    [set-position] ha impostato la posizione
    [new-game] ha iniziato una nuova partita
    [reopen] ha riaperto la partita
    [absent] ha registrato un’assenza
    [end-round] ha concluso il turno
    [start-round] ha iniziato il turno
   *[other] ha deciso
 }
somebody = { $by ->
    [none] Qualcuno
   *[other] { $by }
 }
somebody-strong = { $by ->
    [none] Qualcuno
   *[other] <b>{ $by }</b>
 }
# Where games are broadcast to.
output-name = { $output ->
    [folder] Cartella di trasmissione
    [lichess] Lichess
    [livechess] Porta LiveChess
    [livechesscloud] Cartella LiveChessCloud
   *[other] { $output }
 }
tables-named = { $n ->
    [one] <b>Tavolo { $tables }</b>
   *[other] <b>Tavoli { $tables }</b>
 }
did-not-come = { $who ->
    [white] Il Bianco non si è presentato
    [black] Il Nero non si è presentato
   *[both] Nessuno dei due si è presentato
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
    [title] Titolo
    [rating] Elo
    [federation] Federazione
    [fide_id] ID FIDE
    [team] Squadra
   *[name] Nome
 }
# What was changed of the event; `$text` is the field's own name, where it is another.
event-field = { $field ->
    [name] nome
    [site] luogo
    [begin] inizio
    [end] fine
    [federation] federazione
    [time_control] cadenza
    [edition] edizione
    [regime] tipo di gioco
    [rounds] turni
    [default_time_min] tempo di tolleranza
    [delay_s] ritardo
    [sections] sezioni
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
app-event = Console degli arbitri

# `$rounds`: how many the event has, 0 where nobody knows.
app-round = { $rounds ->
    [0] Turno { $round }
    [none] Turno { $round }
   *[other] Turno { $round } di { $rounds }
 }
app-views = Viste
app-skip = Vai al contenuto
app-loading = Recupero della situazione ai tavoli…
app-noTables = Nessun tavolo si è ancora annunciato. Un tavolo appare qui appena il suo computer si collega.

view-wall = Quadro
view-queue = Coda
view-round = Turno
view-record = Registro
view-people = Persone
view-signin = Accesso
view-screen = Scacchiere
view-table = Tavolo { $table }

## Connection and outputs

# How many of all tables are heard, as 11/12 in `$share`.
link-live = In diretta · { $share } collegati
link-connecting = Connessione in corso…

# A time follows, as in `No news for 0:35`; so it does for the other messages that end in `for`.
link-old = Nessun dato da
link-noBroker = Nessun tavolo collegato da

# `$trouble`: the error of the connection, in English.
link-noBrokerMore = { $trouble ->
    [none] Il server della sala non raggiunge il broker; nuovo tentativo in corso. Fino ad allora non si può decidere nulla.
   *[other] Il server della sala non raggiunge il broker ({ $trouble }); nuovo tentativo in corso. Fino ad allora non si può decidere nulla.
 }
link-lostMore = Nessuna connessione; nuovo tentativo in corso. Ciò che si decide ora non viene inviato.

# A time follows.
output-down = { output-name }: in ritardo da
output-downMore = { $trouble ->
    [none] Nuovo tentativo in corso; tutto il resto prosegue.
   *[other] { $trouble } Nuovo tentativo in corso; tutto il resto prosegue.
 }
output-partly = { output-name }:
output-rounds = { $list }: { $what }
trouble-next = { $list }; { $item }
output-note = { $note }

# `$text`: what is wrong there, a sentence.
output-board = { $round ->
    [none] Scacchiera { $board }: { $text }
   *[other] { $section ->
        [none] Turno { $round }, scacchiera { $board }: { $text }
       *[other] Turno { $round }, { $section }, scacchiera { $board }: { $text }
     }
 }

# `$n`: how many boards more.
output-more = { $n ->
    [one] E { $n } altra scacchiera.
   *[other] E altre { $n } scacchiere.
 }
output-mark = { output-name }: { $text }

top-sound = Suono per le decisioni
top-theme = Chiaro o scuro
top-account = Account e impostazioni: { $by }

## Words that stand alone

color-white = Bianco
color-black = Nero

word-table = Tavolo
word-close = Chiudi
word-cancel = Annulla
word-save = Salva

table-name = Tavolo { $table }
table-several = tavoli { $listed }

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
table-unnamed = Giocatore senza nome

## How urgent a case is

sev-ruling = Decisione
sev-warning = Attenzione
sev-result = Risultato
sev-unread = Non seguita
sev-lost = Scacchiera scollegata
sev-notice = Segnalazione
sev-private = Riservato all’arbitro

# The heads of lists and counts on the wall: `$n` stands before them.
sevs-ruling = { $n ->
    [one] Decisione
   *[other] Decisioni
 }
sevs-warning = Attenzione
sevs-result = { $n ->
    [one] Risultato
   *[other] Risultati
 }
sevs-unread = Non seguite
sevs-lost = { $n ->
    [one] Scacchiera scollegata
   *[other] Scacchiere scollegate
 }
sevs-notice = Segnalazioni

## Who sees to it

who-youGo = Vado io
who-goes = Va { $by }
who-seenYou = Visto da me
who-seen = { $by ->
    [none] Visto
   *[other] Visto da { $by }
 }

## How a table stands

doing-over = Terminata
doing-setup = Non iniziata
doing-suspended = Sospesa
doing-unknown = Nessuna partita
doing-boardNotSetUp = Pezzi non disposti

# How long a player has thought: `$age` is a time as 5:03.
doing-for = da { $age }
doing-stopped = Orologi fermi da { $age }

# Its board is lost together with that of another table.
doing-lostWith = con il tavolo { $table }
doing-interrupted = Gioco non registrato

health-board = Scacchiera scollegata
health-table = { $age ->
    [none] Fuori rete
   *[other] Fuori rete da { $age }
 }
health-searching = Scacchiera non trovata
health-battery = Batteria orologio scarica
health-clock = Nessun orologio

# `$places`: squares, as `e4 d5`.
health-dead = Case mute: { $places }
health-missing = { $records ->
    [one] { $records } registrazione mancante
   *[other] { $records } registrazioni mancanti
 }
health-catchingUp = Recupero dati

## Boards

board-sensed = La scacchiera rileva
board-of = Posizione al tavolo { $table }

# `$content`: what stands on the square, from board-piece.
board-square = { $content ->
    [none] { $square }
   *[other] { $square }, { $content }
 }

# `$player` is the colour, `$piece` a letter as in piece-name.
board-piece = { $player ->
    [white] { $piece ->
        [r] { piece-name } bianca
        [q] { piece-name } bianca
       *[other] { piece-name } bianco
     }
   *[black] { $piece ->
        [r] { piece-name } nera
        [q] { piece-name } nera
       *[other] { piece-name } nero
     }
 }

legend-touch = toccato per primo
legend-bad = collocato qui
legend-owed = mossa dovuta
legend-last = ultima mossa
legend-differ = non coincide
legend-from = scelta

## What hands do

# `$player`: white, black, or none where nobody knows whose hand it was. `<b>` is drawn strong.
hand-lift = { hand-of } solleva { the-piece-strong } da { $square }
hand-drop = { hand-of } depone { the-piece-strong } in { $square }
hand-press = { hand-of } preme l’orologio

## Keys

keys-title = Tasti
keys-jk = successivo, precedente in attesa
keys-enter = apri il tavolo
keys-c = esegui quanto proposto
keys-d = scarta
keys-a = visto
keys-g = vado io, o non vado più
keys-s = rinvia di 5 minuti
keys-u = revoca la mia ultima decisione
keys-views = quadro, coda, turno, registro
keys-search = cerca
keys-walk = scorri la sequenza temporale
keys-help = questi tasti
keys-off = Le lettere valgono solo fuori dai campi e si possono disattivare sotto il proprio nome.

## Calls

call-ruling = Tavolo { $table }: { $title }

# Read aloud. `$severity`: as in sev-ruling and its like; `$table` may be several numbers.
aloud-newcomer = { $severity ->
    [ruling] Decisione, tavolo { $table }: { $title }
    [warning] Attenzione, tavolo { $table }: { $title }
    [result] Risultato, tavolo { $table }: { $title }
    [unread] Partita non seguita, tavolo { $table }: { $title }
    [lost] Scacchiera scollegata, tavolo { $table }: { $title }
    [private] Riservato all’arbitro, tavolo { $table }: { $title }
   *[notice] Segnalazione, tavolo { $table }: { $title }
 }
aloud-live = Connessione ristabilita.
aloud-lost = Nessuna connessione.

## Cases: titles, and sentences where the alert brings none

case-castling-abandoned = Arrocco non eseguito
case-castling-forbidden-setup = Arrocco non consentito: collocazione errata
case-castling-not-allowed = Arrocco illegale
case-castling-rook-first = Arrocco: Torre toccata per prima
case-claim-made = { $claim ->
    [none] Richiesta o reclamo
    [touch-move] Reclamo: { claim-name }
   *[other] Richiesta: { claim-name }
 }
case-claim-right-lost = Diritto di reclamo perduto
case-clock-adjusted = Orologio regolato
case-displaced-pieces = Pezzi fuori posto
case-disturbance = Disturbo
case-draw-claim-right-lost = Patta non richiesta in tempo
case-fifty-moves-available = 50 mosse: patta richiedibile
case-flag-fall = Tempo esaurito
case-game-end-in-doubt = Fine della partita in dubbio
case-game-ended-75-moves = 75 mosse, patta
case-game-ended-checkmate = { $result ->
    [none] Scaccomatto
   *[other] Scaccomatto, { $result }
 }
case-game-ended-dead-position = Posizione morta, patta
case-game-ended-fivefold = Quintuplice ripetizione, patta
case-game-ended-stalemate = Stallo, patta
case-illegal-displacement = Pezzo collocato in modo illegale
case-illegal-move-completed = Mossa illegale completata
case-illegal-move-stands = La mossa illegale resta valida
case-illegal-position-watch = La posizione illegale permane
case-initial-position-wrong = Posizione iniziale sbagliata
case-move-ambiguous = Mossa ambigua
case-new-game-set-up = Nuova partita predisposta
case-off-turn-touch = Pezzo toccato senza avere il tratto
case-opponent-may-claim = L’avversario può reclamare
case-opponent-replied-before-press = Risposta prima della pressione
case-play-not-recorded = Gioco non registrato
case-position-mismatch = Scacchiera e partita non coincidono
case-position-restored = Posizione ripristinata
case-press-by-other-side = Orologio premuto fuori turno
case-press-without-move = Orologio premuto senza aver mosso
case-promotion-missing = Promozione mancante
case-promotion-piece-changed = Pezzo di promozione cambiato
case-promotion-piece-invalid = Pezzo di promozione non ammesso
case-released-then-moved = Pezzo rilasciato e poi spostato
case-result-signalled = { $result ->
    [none] I Re al centro
   *[other] I Re al centro, { $result }
 }

# `$taken`: yes where a time that was added for nothing is taken back.
case-ruling-add-time = { $taken ->
    [yes] Tempo aggiunto da togliere
   *[no] Tempo da aggiungere
 }
case-ruling-game-drawn = Mosse illegali: patta
case-ruling-game-lost = Mosse illegali: partita persa
case-slide-inferred = Cattura dedotta
case-threefold-available = Triplice ripetizione: patta richiedibile
case-touch-move-violated = Pezzo toccato non giocato
case-touch-order-unclear = Due pezzi toccati insieme
case-touched-piece-returned = Pezzo toccato e rimesso a posto
case-two-hands-suspected = Forse usate due mani
case-wrong-colour-moved-first = Ha mosso per primo il Nero
case-board-lost = Scacchiera scollegata
case-table-lost = Tavolo fuori rete
case-clock-battery-low = Batteria dell’orologio scarica
case-clock-disconnected = Nessun orologio collegato
case-squares-dead = Case mute
case-records-missing = Registrazioni mancanti
case-disk-full = Disco pieno
case-journal-failing = Registrazioni non conservate
case-outbox-full = Troppi dati in attesa di invio
case-two-tables = Due tavoli con un solo nome

# Of a game that another has followed. `$title`: the alert's title; `$lower`: the same with a small first letter.
case-before = Partita precedente: { $lower }
case-before-text = { $text } Nessuno si è ancora pronunciato, e a questo tavolo è in corso la partita successiva: ciò che si decide viene conservato qui e al tavolo non cambia nulla.

# What the program's catalogue does not know: its own code, with spaces. So in every message that is called `…-other`.
case-other = { $text }

# `$port`: where the board was plugged in.
case-board-lost-text = { $port ->
    [none] La scacchiera non risponde. Il gioco prosegue; ciò che non ha visto sarà confrontato al suo ritorno.
   *[other] La scacchiera non risponde. Il gioco prosegue; ciò che non ha visto sarà confrontato al suo ritorno. Era collegata a { $port }.
 }
case-table-lost-text = Il computer del tavolo è fuori rete. Là il gioco prosegue e viene conservato; i dati arriveranno al suo ritorno.
case-clock-battery-low-text = La batteria dell’orologio è scarica.
case-clock-disconnected-text = La scacchiera non è collegata a un orologio: pressioni e tempi non sono noti.

# `$n`: how many squares.
case-squares-dead-text = { $n ->
    [one] La casa { $squares } non segue la partita: un pezzo senza chip o un sensore guasto.
   *[other] Le case { $squares } non seguono la partita: un pezzo senza chip o un sensore guasto.
 }
case-records-missing-text = { $records ->
    [one] { $records } registrazione di questo tavolo è persa per sempre. La partita è completa se lo sono le sue mosse.
   *[other] { $records } registrazioni di questo tavolo sono perse per sempre. La partita è completa se lo sono le sue mosse.
 }
case-disk-full-text = Il disco del computer del tavolo è pieno. Liberare spazio, altrimenti la partita è conservata solo in memoria.
case-journal-failing-text = Il computer del tavolo non può scrivere il proprio file di registrazione. Il gioco viene seguito, ma dopo un riavvio non è conservato.
case-outbox-full-text = Il tavolo ha più dati di quanti possa conservarne fino al ritorno del broker: le mosse e i tratti più vecchi potrebbero non arrivare.
case-two-tables-text = Due computer parlano a turno per questo tavolo. Uno dei due deve cambiare nome o essere spento: ciò che è mostrato può essere dell’uno o dell’altro.

# `$articles`: numbers of articles; `$edition`: a year.
case-article = { $edition ->
    [none] Art. { $articles }
   *[other] Art. { $articles } · Regolamento del { $edition }
 }
case-judgement = a giudizio dell’arbitro

# `$n`: how many tables, two at least.
line-board-lost = { $n } scacchiere scollegate su una linea
line-table-lost = { $n } tavoli fuori rete
line-other = { $n } × { $title }

# `$tables`: their numbers, as a list.
line-board-lost-text = Le scacchiere dei tavoli { $tables } non rispondono: una sola linea o una sola spina. Il gioco prosegue; ciò che non hanno visto sarà confrontato al loro ritorno.
line-table-lost-text = I tavoli { $tables } sono insieme fuori rete: un solo computer o un solo cavo. Là il gioco prosegue e viene conservato.
line-other-text = Lo stesso ai tavoli { $tables }.

# `$n`: how many alerts; `$tables`: at how many tables; `$lower`: their title with a small first letter (`$title`: as it is).
flood-title = { $tables ->
    [one] { $n } × { $lower }, a { $tables } tavolo
   *[other] { $n } × { $lower }, a { $tables } tavoli
 }

# `$age`: within which time, as 9:30.
flood-text = { $tables ->
    [one] { $title }: { $n } volte a { $tables } tavolo in { $age }. Riuniti in una riga, perché in dieci minuti ne sono arrivati più di dieci.
   *[other] { $title }: { $n } volte a { $tables } tavoli in { $age }. Riuniti in una riga, perché in dieci minuti ne sono arrivati più di dieci.
 }
flood-does = Tutti e { $n } vengono segnati come visti ai loro tavoli. Ognuno resta nel registro del suo tavolo.

# Behind plan-dismiss.
flood-dismiss = nessuno di questi fatti è avvenuto: non si conta nulla da nessuna parte.
flood-times = { $n } ×

## The queue

queue-title = In attesa
queue-order = Prima i più gravi e i più vecchi

# `$n`: how many have come since.
queue-newcomers = Nuovi: { $n }. Mostra in ordine
queue-calm = Nulla in attesa
queue-calmMore = Qui appare tutto ciò che richiede un arbitro, a partire dal più grave.
queue-shelved = Rinviati
queue-shelvedUntil = torna alle { $until } · { $by }
queue-unshelve = Riprendi subito

# `$n`: how many alerts.
queue-muted = { $n ->
    [one] { $n } avviso che ne deriva tace fino al ritorno della scacchiera
   *[other] { $n } avvisi che ne derivano tacciono fino al ritorno della scacchiera
 }
queue-private = Riservato all’arbitro
queue-privateNote = L’arbitro non può intervenire, e nessuno deve esserne informato.
queue-swipe = Scorrere verso la fine della riga: vado io. Verso l’inizio: visto.
queue-evidence = Elementi
queue-ended = Non più in attesa

## What is proposed

plan-confirm = Se si conferma
plan-proposed = Proposta
plan-follows = Conseguenze
plan-choose = Che cosa scegliere
plan-dismiss = Se si scarta:
plan-let-stand = Se resta valida:
plan-confirmElse = Se si conferma soltanto:
plan-take-back = Se si ritira:
plan-acknowledge = Se si prende visione:
plan-set-move = Indicare quale mossa era: ciò che è stato giocato dopo segue da sé.
plan-set-result = Il Regolamento lascia aperti due risultati: esaminare la posizione, poi impostarne uno.
plan-set-position = Indicare che cosa c’è sulla scacchiera.
plan-new-game = Inizia una nuova partita.
plan-owed = Mosse legali dovute
plan-touches = Tocchi e pressioni
plan-noTouches = Nei due minuti precedenti non è stato rilevato alcun tocco.
plan-history = Chi ha fatto che cosa
plan-together = Riuniti
plan-lastKnown = Ultima situazione nota
plan-openTable = Apri il tavolo
plan-noBoard = Nessuna immagine: la posizione non è nota.
plan-sensors = I sensori vedono case e pezzi, non mani.

## Who did what

# `$title`: the title of an alert, in the next ones, too.
course-raised = Segnalato: { $title }
course-began = Inizio
course-goes = Va al tavolo
course-goes-not = Non va più
course-seen = Visto
course-shelved = Rinviato
course-unshelved = Ripreso dai rinviati
course-acknowledged = Visto al tavolo: { $title }
course-cleared = Risolto: { $title }
course-dismissed = Scartato: { $title }
course-lapsed = Concluso da sé: { $title }

# `$text`: one of the messages above.
course-by = { $by } · { $text }

## Who comes second

# `$by`: a name, or none; `$did`: see `did`; `$what`: the result that was given, in words, or none.
second-decided = { $what ->
    [none] { somebody-strong } { did } alle { $at }, prima che si decidesse qui. Da qui non è stato inviato nulla.
   *[other] { somebody-strong } { did } alle { $at } ({ $what }), prima che si decidesse qui. Da qui non è stato inviato nulla.
 }
second-ended = L’avviso si è concluso da sé alle { $at }. Non c’è più nulla da decidere.
second-gone = L’avviso non è più in attesa. Non c’è più nulla da decidere.

# As second-decided, where it was the same person at another screen.
second-watch = { $what ->
    [none] { somebody-strong } { did } alle { $at }.
   *[other] { somebody-strong } { did } alle { $at }: { $what }.
 }
second-next = Prossimo in attesa
second-takeTheirs = Revoca la decisione di { $by }…

## What can be done

act-confirm = Conferma
act-confirmCounted = Conferma: { nth-illegal-move }
act-confirmResult = { $reason ->
    [flag-fall] Conferma: { $result } per il tempo
   *[other] Conferma: { $result }
 }
act-confirmTime = { $way ->
    [less] Conferma: { side } perde { span }
   *[more] Conferma: { side } riceve { span }
 }
act-confirmNoted = Conferma, la mossa resta
act-dismiss = Scarta
act-let-stand = Lascia valida
act-acknowledge = Visto

# `$n`: how many cases.
act-acknowledgeAll = Visti: tutti e { $n }
act-take-back = Ritira mosse…
act-takeBackOwed = Ritira: { side } deve giocare un’altra mossa

# `$sans`: moves, as a list.
act-takeBackMoves = Ritira { $sans }
act-set-result = Imposta risultato…
act-set-move = Imposta mossa…
act-set-position = Imposta posizione…
act-identify = Fai lampeggiare la scacchiera
act-new-game = Nuova partita…
act-set-players = Giocatori…
act-reopen = Riapri la partita
act-suspend = Sospendi il gioco
act-resume = Riprendi il gioco
act-claim = Richiesta o reclamo…
act-register = Ho visto…
act-adjust-clock = Orologio regolato…
act-set-illegal-moves = Conteggio mosse illegali…
act-resync = Richiedi di nuovo tutti i dati
act-other = { $text }
act-go = Vado io
act-go-not = Non vado
act-shelve = Rinvia 5 min
act-seen = Visto
act-undo = Revoca
act-lookAndConfirm = Esamina e conferma
act-onlyChief = Solo l’arbitro capo può rinviare una decisione.

## What an act will do

effect-board-blinks = La scacchiera lampeggia, se ha luci.
effect-claim-looked-into = { $claim ->
    [none] La richiesta { side-of } viene esaminata; l’esito sarà comunicato.
    [touch-move] Il reclamo { side-of } ({ claim-name }) viene esaminato; l’esito sarà comunicato.
   *[other] La richiesta { side-of } ({ claim-name }) viene esaminata; l’esito sarà comunicato.
 }
effect-claim-settled = La richiesta o il reclamo è risolto.
effect-did-not-happen = Non è avvenuto: non si conta nulla, non si aggiunge tempo e ciò che ne dipende decade.
effect-game-reopened = Il risultato è di nuovo aperto; il gioco prosegue.
effect-game-left = La partita viene chiusa: { half-moves } senza risultato.
effect-illegal-move-counted = { side-label }: { nth-illegal-move }.
effect-illegal-moves-set = { side-label }: d’ora in poi { illegal-moves }.
effect-move-owed = { side-first } deve giocare { moves-owed }.

# `$san`: what the move was; `$was`: as what it was read before, or none; `$ply`: which half-move of the game.
effect-move-set = { $was ->
    [none] La semimossa { $ply } era { $san }. Ciò che è stato giocato dopo viene ricostruito.
   *[other] La semimossa { $ply } era { $san }, non { $was }. Ciò che è stato giocato dopo viene ricostruito.
 }
effect-move-stands = Vale ciò che è sulla scacchiera; il gioco prosegue da lì.

# `$sans`: the moves, as a list; `$n`: how many; `$many`: yes where they are too many to be named, then `$first` is the first.
effect-moves-taken-back = { $many ->
    [yes] Si ritirano { $n } semimosse, a partire da { $first }.
   *[no] { $n ->
        [one] Si ritira { $sans }.
       *[other] Si ritirano { $sans }.
     }
 }
effect-new-game = Inizia una nuova partita.
effect-play-goes-on = Il gioco prosegue da ciò che mostra la scacchiera.
effect-play-stands-still = Nulla di ciò che si fa alla scacchiera o all’orologio conta, finché il gioco non riprende.

# Names, or none where one stays as it is.
effect-players-set = { $white ->
    [none] { $black ->
        [none] {""}
       *[other] Il Nero è { $black }.
     }
   *[other] { $black ->
        [none] Il Bianco è { $white }.
       *[other] Il Bianco è { $white }. Il Nero è { $black }.
     }
 }
effect-position-set = Il gioco prosegue dalla posizione impostata; nessuna mossa è dovuta.
effect-records-asked-for = Il tavolo invia di nuovo tutti i dati.
effect-registered = { $kind ->
    [illegal-move] Si registra una mossa illegale { side-of } e si propone quanto il Regolamento prevede.
    [two-hands] Si registra una mossa { side-of } con due mani e si propone quanto il Regolamento prevede.
    [disturbance] Si registra un disturbo da parte { side-of } e si propone quanto il Regolamento prevede.
   *[other] Si registra { $kind } e si propone quanto il Regolamento prevede.
 }
effect-result-final = Risultato { $result }{ result-reason }. La partita è terminata.

# `$before`: a result.
effect-result-replaced = Il risultato { $before } viene sostituito.
effect-seen = L’avviso è segnato come visto e resta aperto.
effect-settled = L’avviso è risolto; nient’altro cambia.

# `$set_ms`: the time to which the clock has to be set, or none.
effect-time-given = { $set_ms ->
    [none] { $way ->
        [less] { side-first } perde { span }.
       *[more] { side-first } riceve { span }.
     }
   *[other] { $way ->
        [less] { side-first } perde { span }; impostare l’orologio { side-of } a { $set_ms }.
       *[more] { side-first } riceve { span }; impostare l’orologio { side-of } a { $set_ms }.
     }
 }

# `$signed`: a time with its sign, as + 2:00.
effect-clock-adjusted = { side-label }: si registra { $signed }; il programma non può regolare l’orologio.
effect-clock-set = { side-label }: si registra l’orologio impostato a { $time }; il programma non può regolarlo.
effect-half-moves-taken-back = { half-moves-taken-back }.
effect-clock-noted = Si registra la regolazione fatta all’orologio; il programma non può regolarlo.
effect-other = { $text }

## The same in few words

brief-did-not-happen = Non avvenuto
brief-settled = Risolto
brief-seen = Visto
brief-illegal-move-counted = { side-label }: { nth-illegal-move }
brief-time-given = { side-label } { $signed }
brief-clock-adjusted = { side-label } { $signed }
brief-clock-set = { side-label } = { $time }
brief-claim-looked-into = { side-label }: { claim-name }
brief-half-moves-taken-back = { half-moves-taken-back }
brief-game-left = Partita chiusa senza risultato: { half-moves }
brief-illegal-moves-set = { side-label }: { illegal-moves }
brief-players-set = { $white ->
    [none] –
   *[other] { $white }
 } – { $black ->
    [none] –
   *[other] { $black }
 }
brief-position-set = { $fen }
brief-registered = { $kind ->
    [illegal-move] { side-label }: mossa illegale
    [two-hands] { side-label }: due mani
    [disturbance] { side-label }: disturbo
   *[other] { side-label }: { $kind }
 }
brief-result-replaced = invece di { $before }
brief-result-final = Risultato { $result }
brief-move-owed = { side-first } deve giocare { moves-owed }

# As effect-moves-taken-back.
brief-moves-taken-back = { $many ->
    [yes] { $n } semimosse ritirate
   *[no] { $n ->
        [one] { $sans } ritirata
       *[other] { $sans } ritirate
     }
 }

# `$was`: what was read before, as 12…Nf6, or none; then `$became` has the number.
brief-move-set = { $was ->
    [none] { $became } aggiunta
   *[other] { $was } → { $became }
 }
brief-move-stands = Resta valida

## What the arbiter has to do himself

step-ask-players = Chiedere ai giocatori: è stato detto «j’adoube» o «acconcio»? Che cosa è stato toccato?
step-check-last-move = Verificare che l’ultima mossa fosse legale.
step-compare-scoresheets = Confrontare con i formulari.
step-move-due = { side-first } gioca { moves-owed }.
step-put-back = { $n ->
    [0] Rimettere i pezzi come stavano prima.
   *[other] Rimettere i pezzi come stavano prima: { $squares }.
 }
step-run-clock = Avviare l’orologio { side-of }.

# `$signed`: what is added or taken, with its sign; `$before_ms`: what the clock showed; `$sum`: as `+ 2:00 = 3:23`, or
# none where nobody knows; `$again`: yes where the same was said of the other player just before.
step-set-clock = { $sum ->
    [none] Orologio { side-of }: { $signed }; il tempo indicato non è noto.
   *[other] { $again ->
        [yes] Orologio { side-of }: { $before_ms } alla pressione, { $sum }.
       *[no] Orologio { side-of }: { $before_ms } alla pressione, { $sum }. Da allora è rimasto in moto.
     }
 }
step-stop-clocks = Fermare gli orologi.
step-take-scoresheets = Ritirare i formulari firmati.
step-other = { $text }

## What is told when something is done

# `$what`: what was done, in a few words (`done-…`, `brief-…`).
toast-done = Tavolo { $table }: { $what }

# `$error`: in the table's own words, English.
toast-refused = Il tavolo { $table } ha rifiutato: { $error }
toast-noAnswer = Il tavolo { $table } non ha ancora risposto. Il comando potrebbe ancora essere eseguito.
toast-second = Tavolo { $table }: { $by ->
    [none] qualcuno
   *[other] { $by }
 } ha deciso prima. Da qui non è stato eseguito nulla.
toast-takenBack = Tavolo { $table }: decisione revocata
toast-takenOver = File acquisito: { $file }
toast-started = Il turno { $number } è iniziato
toast-ended = Il turno { $number } è concluso
toast-result = Scacchiera { $board }: { $result }
toast-noResult = Scacchiera { $board }: risultato tolto
toast-absent = Scacchiera { $board }: assenza registrata
toast-paired = Scacchiera { $board }: modificata
toast-event = Evento modificato

## What was done

done-confirm = Confermato
done-dismiss = Scartato
done-let-stand = Lasciata valida
done-acknowledge = Visto
done-take-back = Mosse ritirate
done-set-result = Risultato impostato
done-set-move = Mossa impostata
done-set-position = Posizione impostata
done-set-players = Giocatori impostati
done-new-game = Nuova partita
done-reopen = Partita riaperta
done-suspend = Gioco sospeso
done-resume = Gioco ripreso
done-claim = Richiesta o reclamo presentato
done-register = Registrato
done-adjust-clock = Regolazione registrata
done-set-illegal-moves = Mosse illegali impostate
done-identify = La scacchiera lampeggia
done-resync = Dati richiesti di nuovo
done-other = { $text }
done-absent = Non si è presentato
done-adopt = Partita attribuita all’abbinamento
done-end-round = Turno concluso
done-event = Evento modificato
done-import = Abbinamenti acquisiti
done-pair = Abbinamento modificato
done-round-result = Risultato inserito
done-start-round = Turno iniziato

## Why something is refused

refused-no-link = Nessuna connessione: non è stato inviato nulla.
refused-no-broker = I tavoli non sono raggiungibili: non si può decidere nulla.
refused-malformed = Comando non compreso.
refused-no-answer = Nessuna risposta. Il comando può essere stato eseguito: controllare prima di ripeterlo.
refused-already-taken-back = La decisione è già stata revocata.

# `$field`, `$expected`: in the program's own words, English.
refused-bad-value = { $field }: valore previsto { $expected }.

# The same of the fields that the page knows; each is shown alone.
bad-rounds = Turni: un numero da 1 a 99.
bad-default-time-min = Tempo di tolleranza: da 0 a 720 minuti.
bad-delay-s = Ritardo: da 0 a 86.400 secondi (24 ore).
bad-first-table = Tavolo della scacchiera 1: un numero da 1 a 9999.
bad-sections = Sezioni: al massimo 64, con nomi da 1 a 256 byte senza caratteri di controllo.
bad-set = Non cambierebbe nulla.
bad-pair = Non cambierebbe nulla.
bad-player = Questo giocatore siede a un'altra scacchiera del turno.
bad-table = Tavolo: un nome di al massimo 64 byte senza + # /.
bad-to = Questa scacchiera non esiste.
bad-white = Uno stesso giocatore non può avere sia il Bianco sia il Nero.
bad-for-s = Rinvio: da 1 secondo a 1 ora.

refused-not-allowed = Questo account non può farlo a quel tavolo.
refused-no-such-case = L’avviso non è più in attesa: è stato deciso o si è concluso da sé.
refused-no-such-entry = Questa voce non esiste nel registro.
refused-no-such-table = Questo tavolo non esiste.
refused-nothing-takes-it-back = Non si può revocare direttamente: rimediare con i comandi del tavolo.
refused-only-chief = Solo l’arbitro capo può farlo.
refused-table-away = Il tavolo è fuori rete: là non si può decidere nulla.
refused-changed = Nel frattempo la partita è proseguita. Controllare di nuovo, poi decidere.
refused-other-game = È stato deciso in un’altra partita: non si può più annullare.
refused-secondGoes = { $by } va già al tavolo, dalle { $at }.
refused-secondItself = L’avviso si è concluso da sé alle { $at }. Da qui non è stato eseguito nulla.

# As second-decided.
refused-second = { somebody } { did } alle { $at }, prima che si decidesse qui. Da qui non è stato inviato nulla.
refused-other = { $text }
refused-comparison-old = Qualcosa è cambiato da quando il confronto è stato mostrato: scegliere di nuovo il file.
refused-has-played = La partita ha delle mosse: il giocatore si è presentato.
refused-no-such-pairing = Questo abbinamento non esiste più.
refused-no-such-round = Questo turno non esiste.

# `$pair`: who plays there, as `A – B`, or none.
refused-pairing-changed = { $pair ->
    [none] Ora vi giocano altri. Controllare di nuovo.
   *[other] Ora vi giocano altri: { $pair }. Controllare di nuovo.
 }
refused-result-stands = C’è già un risultato: { $result }. Controllare di nuovo.

# `$boards`: their numbers, as a list; `$n`: how many.
refused-results-missing = { $n ->
    [one] Manca ancora il risultato della scacchiera { $boards }.
   *[other] Mancano ancora i risultati delle scacchiere { $boards }.
 }
refused-round-over = Il turno è concluso.
refused-round-not-on = Il turno non è stato iniziato.
refused-too-early = Il tempo di tolleranza non è ancora trascorso (6.7.1).
refused-too-long = Il file è troppo lungo: al massimo 8 MiB.
refused-gone = Il server della sala non risponde.

## Forms

form-result = Come è finita la partita?
form-resultWhy = Motivo (facoltativo)
form-why-agreed = accordo
form-why-resigned = abbandono
form-why-time = tempo
form-why-mate = scaccomatto
form-why-forfeit = forfait

# `$turn`: the number of the move, as 12. or 12…; `$san`: as what it was read, or none.
form-move = { $san ->
    [none] Qual era la mossa { $turn }?
   *[other] Qual era la mossa { $turn }, letta come { $san }?
 }
form-candidates = Compatibili con i sensori
form-onBoard = Oppure sceglierla sulla scacchiera: prima la casa di partenza, poi quella di arrivo.
form-onBoardOnly = Sceglierla sulla scacchiera: prima la casa di partenza, poi quella di arrivo.

# `$uci`: from where to where, as e2e5.
form-notLegal = { $uci } non è una mossa legale in questa posizione.
form-promote = Il pedone diventa
form-anew = Nulla cambia prima della conferma. Ciò che è stato giocato dopo viene ricostruito.
form-doIt = Imposta questa mossa
form-takeBack = Fin dove si ritirano le mosse?
form-takeBackTo = { half-moves }, a partire da { $san }
form-takeBackDo = Ritira { half-moves }
form-position = Che cosa c’è sulla scacchiera?
form-fromBoard = Come la rileva la scacchiera
form-fromGame = Come nella partita
form-empty = Svuota
form-first = Posizione iniziale
form-toMove = Ha il tratto
form-castling = Può ancora arroccare
form-castle-K = Bianco, corto
form-castle-Q = Bianco, lungo
form-castle-k = Nero, corto
form-castle-q = Nero, lungo
form-pick = Pezzo da collocare
form-erase = Nessun pezzo
form-moveOne = Sposta un pezzo già presente
form-positionDo = Prosegui da qui
form-players = Chi gioca?
form-name = Nome
form-title = Titolo
form-rating = Elo
form-federation = Federazione
form-fideId = ID FIDE
form-team = Squadra
form-swap = Scambia i colori
form-playersDo = Imposta i giocatori
form-newGame = Nuova partita a questo tavolo
form-newGameDo = Inizia la nuova partita
form-keepPlayers = Gli stessi giocatori
form-swapPlayers = Gli stessi giocatori, colori scambiati
form-noPlayers = Senza nomi
form-regime = Tipo di gioco
form-regime-standard = normale
form-regime-rapid = rapido
form-regime-blitz = lampo
form-edition = Regolamento del
form-supervision = Supervisione
form-supervision-full = adeguata
form-supervision-limited = limitata
form-variant = Variante
form-variant-chess = scacchi
form-variant-chess960 = Chess960
form-asBefore = come prima
form-clock = Come è stato regolato l’orologio?
form-added = Aggiunto o tolto
form-minutes = Minuti
form-seconds = Secondi
form-add = aggiunto
form-take = tolto
form-clockDo = Registra: { side-label } { $signed }
form-player = Giocatore
form-illegal = Quante mosse illegali contano?
form-illegalDo = Imposta
form-claim = Chi richiede o reclama che cosa?
form-claimMove = Con la mossa (se è scritta)
form-claimDo = Esamina
form-claim-threefold = Triplice ripetizione (9.2)
form-claim-fifty-moves = 50 mosse (9.3)
form-claim-quickplay-finish = Finale rapido
form-claim-touch-move = Pezzo toccato (Articolo 4)
form-register = Che cosa ha visto l’arbitro?
form-register-illegal-move = Una mossa illegale { side-of }
form-register-two-hands = Una mossa { side-of } con due mani
form-register-disturbance = Un disturbo da parte { side-of }
form-willDo = Effetto
form-lostNow = Non si può revocare con un solo clic.

# The head of a form: `$act` is what will be done, from `act-…`.
form-heading = Tavolo { $table }: { $act }
form-doItMove = Imposta questa mossa: { $san }

## What is asked first

ask-title = Tavolo { $table }: procedere?

# `$act`: the words of the button that was pressed.
ask-do = Sì: { $act }
ask-takeBackTitle = Revocare la decisione di { $by }?

## The wall

wall-filter = Filtra per stato

# The number of tables stands before it.
wall-tables = { $n ->
    [one] tavolo
   *[other] tavoli
 }
wall-section = Sezione
wall-sections = Tutte le sezioni
wall-arbiter = Arbitro
wall-arbiters = Tutti gli arbitri
wall-order = Ordine
wall-urgency = Urgenza
wall-number = Scacchiera
wall-view = Vista
wall-tiles = Riquadri
wall-rows = Righe
wall-needed = Serve qualcuno
wall-playing = In corso
wall-done = Terminate
wall-noSection = Senza sezione
wall-none = Nessun tavolo è ora in questo stato.
wall-col-no = N.
wall-col-state = Stato
wall-col-clock = Orologio
wall-col-last = Ultima mossa
wall-col-who = Chi va
wall-listOf = Tavoli

## One table

tv-move = Mossa { $number }
tv-commands = Comandi
tv-group-game = Partita
tv-group-moves = Mosse e posizione
tv-group-play = Gioco
tv-group-board = Scacchiera
tv-print = Stampa
tv-appeal = File per l’appello
tv-pgn = PGN
tv-turn = Ruota la scacchiera
tv-agrees = Scacchiera e partita coincidono.

# `$places`: squares, as a list with commas.
tv-differs = Scacchiera e partita non coincidono in { $places }.
tv-differsMany = Scacchiera e partita non coincidono in { $n } case.
tv-inAir = In mano: da { $places }.
tv-noSensed = Ancora nessuna lettura della scacchiera.
tv-board-connected = Scacchiera collegata
tv-board-lost = Scacchiera scollegata
tv-board-searching = Ricerca della scacchiera
tv-board-stale = La scacchiera non trasmette
tv-lastSeen = All’ultima lettura:
tv-walkedBack = Come stava alle { $at }.
tv-timeline = Che cosa hanno fatto le mani
tv-back = Indietro
tv-forward = Avanti
tv-noHands = In questa partita non è ancora stato rilevato alcun tocco.

# `$text`: what the hand did there; `$n` of `$of` steps.
tv-step = { $n } di { $of }: { $text }
tv-before = Prima del primo tocco
tv-moves = Mosse
tv-noMoves = Ancora nessuna mossa.
tv-correct = correggi questa mossa
tv-inferred = dedotta, non vista
tv-notCompleted = orologio non ancora premuto
tv-decisions = Decisioni
tv-noDecisions = A questo tavolo non è stato ancora deciso nulla.
tv-games = Partite precedenti

# `$termination`: why, in few words.
tv-result = { $termination ->
    [none] { $result }
   *[other] { $result } · { $termination }
 }
tv-owes = { side-first } deve muovere il pezzo che si trova in { $places }.

# How many illegal moves each has made.
tv-illegal = Mosse illegali: Bianco { $white }, Nero { $black }.
tv-unknown = Il tavolo { $table } non esiste.
tv-alerts = Avvisi di questa partita

# What has become of an alert.
tv-alertState = { $state ->
    [raised] aperto
    [acknowledged] visto, aperto
    [cleared] risolto
    [dismissed] scartato
    [lapsed] concluso da sé
   *[other] { $state }
 }
tv-printTitle = Tavolo { $table } · { $event }
tv-printed = Stampato alle { $at }
tv-positions = Posizioni

# `$move`: a numbered move, as 12…Nf6.
tv-afterMove = dopo { $move }
tv-laws = Regolamento del { $edition }

regime-standard = gioco normale
regime-rapid = gioco rapido
regime-blitz = gioco lampo

variant-chess960 = Chess960

## The record

# `$all`: how many entries; `$shown`: how many of them are shown, or none where all are.
rec-title = { $shown ->
    [none] { $all ->
        [one] { $all } voce
       *[other] { $all } voci
     }
   *[other] { $all ->
        [one] { $shown } di { $all } voce
       *[other] { $shown } di { $all } voci
     }
 }
rec-search = Nome, tavolo, articolo…
rec-searchLabel = Cerca nel registro
rec-how = Come si è conclusa
rec-hows = Tutte
rec-how-by-person = da una persona
rec-how-by-itself = da sé
rec-how-taken-back = revocate
rec-how-not-done = non eseguite
rec-arbiters = Tutti gli arbitri
rec-print = Stampa
rec-csv = CSV
rec-json = JSON
rec-col-time = Ora
rec-col-table = Tavolo
rec-col-what = Oggetto
rec-col-article = Art.
rec-col-proposed = Proposto
rec-col-done = Eseguito
rec-col-by = Da
rec-none = Nulla di simile nel registro.
rec-empty = Non è stato ancora deciso nulla.
rec-itself = concluso da sé
rec-itself-gone = Non sussiste più
rec-itself-lapsed = Troppo tardi, o più nulla da fare
rec-itself-cleared = Il motivo è venuto meno
rec-itself-dismissed = Era infondato
rec-itself-next-game = È iniziata la partita successiva
rec-otherwise = deciso diversamente
rec-elsewhere = non da questa console
rec-takenBack = revocata da { $by }, { $at }
rec-takesBack = revoca la voce { $number }
rec-refused = rifiutata: { $error }
rec-second = superata: { $by ->
    [none] qualcuno
   *[other] { $by }
 } ha deciso prima, { $at }
rec-sent = in invio
rec-noAnswer = ancora nessuna risposta
rec-shelved = Rinviato fino alle { $until }
rec-take = Revoca

# What has come of a claim.
rec-claim = { $verdict ->
    [correct] esito: corretto
    [wrong] esito: errato
    [right-lost] diritto perduto
    [arbiter] decide l’arbitro
   *[other] { $verdict }
 }
rec-round = { $section ->
    [none] { $board ->
        [none] Turno { $number }
       *[other] Turno { $number }, scacchiera { $board }
     }
   *[other] { $board ->
        [none] Turno { $number }, { $section }
       *[other] Turno { $number }, { $section }, scacchiera { $board }
     }
 }

# `$who`: white, black, both (neither of them came); `$minutes`: the default time, or none where he had said so before;
# `$now`: a result.
rec-did-absent = { $minutes ->
    [none] { did-not-come } (annunciato): { $now }
    [one] { did-not-come } entro { $minutes } minuto: { $now }
   *[other] { did-not-come } entro { $minutes } minuti: { $now }
 }
rec-did-board = Scacchiera { $from } → { $to }

# `$n`: how many results were missing.
rec-did-ended = { $n ->
    [0] Concluso con tutti i risultati
    [one] Concluso senza { $n } risultato
   *[other] Concluso senza { $n } risultati
 }

# `$fields`: what was set of the event, a list of event-field.
rec-did-event = Evento: { $fields }

# How many pairings are as before, and so on.
rec-did-imported = { $file }: { $as_before } come prima, { $changed } con modifiche o in più, { $gone } senza più abbinamento
rec-did-players = { $white_was } – { $black_was } → { $white } – { $black }

# Results; `$was` is none where there was none.
rec-did-result = { $was ->
    [none] { $now ->
        [none] *
       *[other] { $now }
     }
   *[other] { $now ->
        [none] { $was } → nessun risultato
       *[other] { $was } → { $now }
     }
 }
rec-did-table = Tavolo { $from ->
    [none] nessuno
   *[other] { $from }
 } → { $to ->
    [none] nessuno
   *[other] { $to }
 }

## People

people-add = Aggiungi una persona
people-col-name = Nome
people-col-may = Ruolo
people-col-tables = Tavoli
people-col-on = Accesso da
people-col-last = Ultima presenza
people-col-do = Azioni
people-you = (io)
people-role-chief = Arbitro capo
people-role-arbiter = Arbitro
people-role-broadcaster = Trasmissione
people-role-display = Schermo
people-allTables = Tutti
people-publicOnly = Solo pubblico
people-nowhere = nessun accesso
people-now = ora
people-ago = { $age } fa
people-link = Link
people-linkFor = Link per { $by }
people-linkTitle = Link per { $by }
people-linkNote = Valido una sola volta, fino alle { $until }. { $role ->
    [chief] Dà accesso come arbitro capo.
    [broadcaster] Dà accesso per la trasmissione.
    [display] Dà accesso come schermo.
   *[arbiter] Dà accesso come arbitro.
 }
people-qr = Codice QR: link di accesso per un solo dispositivo
people-copy = Copia
people-copied = Copiato
people-change = Modifica
people-changeOf = Modifica { $by }
people-endOne = Termina
people-remove = Rimuovi
people-removeAsk = Rimuovere { $by }? Tutte le sessioni dell’account terminano. Le sue decisioni restano nel registro.
people-name = Nome
people-role = Ruolo
people-sections = Sezioni, una per riga; nessuna: tutti i tavoli
people-password = Password (facoltativa: basta un link)
people-sessions = Sessioni di { $by }

# `$agent`: a browser and its system, or none; `$from`: an address; `$since`: a time of day.
people-session = { $agent ->
    [none] Un programma
   *[other] { $agent }
 } · { $from } · dalle { $since }
people-keyLine = Chiave di un programma · { $from } · dalle { $since }
people-keyNote = Un programma mostra la propria chiave per agire con questo nome.
people-keysOnly = solo con una chiave
people-newKey = Nuova chiave per un programma
people-keyTitle = Chiave per { $by }
people-keyOnce = Viene mostrata solo questa volta. Un programma la invia come «Authorization: Bearer».
people-refused-bad-name = Questo nome non si può usare: da 1 a 64 byte leggibili.
people-refused-bad-password = Una password ha da 8 a 256 byte.
people-refused-last-chief = Nessun altro potrebbe più creare account.

# `$name`: of another account.
people-refused-name-alike = Questo nome somiglia a { $name }, che ha già un account: nel registro non si distinguerebbero.
people-refused-name-taken = Esiste già un account con questo nome.
people-refused-no-such-account = Questo account non esiste più.
people-refused-no-such-session = Questa sessione è già terminata.
people-refused-not-allowed = Questo account non può farlo.
people-failed = Operazione non riuscita.

## On this device

me-title = Su questo dispositivo
me-sound = Suono per le decisioni
me-tryOut = Prova
me-notify = Notifica del browser per le decisioni
me-notifyNo = Qui il browser non le mostra: servono https o l’autorizzazione.
me-vibrate = Vibrazione sul telefono
me-letters = Lettere singole come tasti
me-turned = Bianco in alto su tutte le scacchiere
me-language = Lingua
me-theme = Colori
me-theme-device = come il dispositivo
me-theme-light = chiaro
me-theme-dark = scuro
me-signOut = Esci
me-screen = Schermo pubblico
me-keys = Tasti
me-password = La mia password
me-passwordOld = Vecchia password (vuota se non c’è)
me-passwordNew = Nuova password
me-passwordDo = Cambia
me-passwordDone = La password è stata cambiata.
me-passwordWrong = La vecchia password non è corretta o la nuova è troppo corta.
me-language-device = come il browser

## Signing in

in-title = Console degli arbitri. Chiedere all’arbitro capo un link o un codice QR, oppure accedere con il nome.
in-name = Nome
in-password = Password
in-do = Accedi
in-wrong = Nome o password non corretti.
in-slow = Non corretto. Nuovo tentativo possibile tra { $seconds } s; gli altri non ne risentono.
in-busy = Molti accessi in corso. Riprovare tra { $seconds } s.
in-away = Il server della sala non risponde. Riprovare.
in-setup = Nessuno ha ancora un account. Questo sarà quello dell’arbitro capo.
in-setupDo = Crea l’account
in-setupNo = Nessuno ha ancora un account. Aprire il link che il programma ha stampato al primo avvio, oppure questa pagina sul computer stesso.
in-passwordNew = Password, almeno 8 caratteri
in-setupRefused = Rifiutato: il link è già stato usato o la password è troppo corta.
in-entering = Accesso con il link in corso…
in-enterNo = Questo link è già stato usato o è troppo vecchio. Chiederne un altro all’arbitro capo.
in-again = La sessione è terminata. Accedere di nuovo.

## The public screens

# `$range`: numbers of boards, as 1–8; `$all`: how many there are.
screen-shown = Scacchiere { $range } di { $all }
screen-delay = { $minutes ->
    [one] con { $minutes } minuto di ritardo
   *[other] con { $minutes } minuti di ritardo
 }
screen-delaySeconds = { $seconds ->
    [one] con { $seconds } secondo di ritardo
   *[other] con { $seconds } secondi di ritardo
 }

# A time follows.
screen-lost = Nessuna connessione da
screen-noBoards = Nessuna partita ancora mostrata.
screen-title = { $event }: scacchiere
screen-board = Scacchiera { $board }
screen-position = Posizione sulla scacchiera { $board }
screen-round = Turno { $round }

# A period of the time control: `$moves` moves (or none), in `$minutes`, or, where these are none, in `$seconds`; with
# `$increment` seconds a move (or none).
screen-period = { $moves ->
    [none] { period-time }
   *[other] { $moves ->
        [one] { $moves } mossa in { period-time }
       *[other] { $moves } mosse in { period-time }
     }
 }

# `$list`: the periods before; `$item`: the next one.
screen-then = { $list }, poi { $item }
screen-interrupted = le mosse seguiranno
screen-forfeit = per forfait

# Behind a result, also in the next; the number of the move that is being played.
screen-atMove = mossa { $number }
screen-col-board = Sc.
screen-col-result = Risultato
screen-stop = Pagina { $page } di { $pages }. Resta qui.
screen-goOn = Pagina { $page } di { $pages }. Continua a scorrere.
screen-arbiter = Questa pagina mostra ciò che vede il pubblico. Per vederla, accedere qui con l’account di uno schermo.

## Rounds

round-title = Turno { $number }
round-choice = { $section ->
    [none] Turno { $number }
   *[other] Turno { $number }, { $section }
 }
round-results = chi gioca e che cosa manca
round-pairingsOf = abbinamenti
round-steps = Dal file ai risultati
round-step-file = File
round-step-fileRead = File letto
round-step-compare = Confronto
round-step-start = Inizio
round-step-results = Risultati
round-board = Scacchiera
round-atTables = Ai tavoli
round-pairings = Abbinamenti
round-state-planned = non iniziato
round-state-on = in corso
round-state-over = concluso
round-atMove = mossa { $number }
round-atTable = al tavolo { $table }
round-absent = non si è presentato
round-planned = non iniziata
round-tableSays = il tavolo indica { $result }
round-waitsFor-answer = comunicazione in corso
round-waitsFor-board = scacchiera non ancora trovata
round-waitsFor-game = vi è in corso un’altra partita
round-waitsFor-other-pairing = tavolo occupato da altro abbinamento
round-waitsFor-refused = il tavolo ha rifiutato
round-waitsFor-table = tavolo non collegato
round-waitsFor-table-away = fuori rete
round-noTable = nessun tavolo collegato
round-resultsCard = Risultati
round-resultsOf = Risultati del turno { $number }
round-of = { $n } di { $of }

# `$n`: how many boards more.
round-more = { $n ->
    [one] { $n } altra partita è in corso
   *[other] altre { $n } partite sono in corso
 }
round-meter = { $n } di { $of } risultati
round-allThere = Ci sono tutti i risultati.
round-resultOf = Risultato del tavolo { $table }
round-resultOfBoard = Risultato della scacchiera { $board }
round-writeBack = Esporta
round-file-pgn = PGN
round-file-trf = TRF
round-file-csv = CSV

## The file of pairings

file-choose = Scegli il file degli abbinamenti…
file-chooseNext = File degli abbinamenti…
file-chooseOther = Scegli un altro file…
file-field = File degli abbinamenti
file-reading = Lettura del file in corso…
file-none = Ancora nessun abbinamento
file-noneMore = Scegliere il file scritto dal programma di abbinamento, o trascinarlo qui: PGN, TRF, CSV o XLSX.
file-nothingYet = Prima viene confrontato e mostrato. Nulla cambia prima della conferma.
file-changes = Che cosa cambia il file
file-boards = { $n ->
    [one] { $n } scacchiera
   *[other] { $n } scacchiere
 }
file-again = Qualcosa è cambiato da quando il confronto è stato mostrato. Controllare di nuovo, poi acquisire il file.
file-count-as-before = come prima
file-count-new = in più
file-count-changed = con modifiche
file-count-moved = su altra scacchiera

# The number stands before it, as before the messages around it.
file-count-bye = bye
file-count-gone = senza più abbinamento
file-only = Solo differenze
file-facts = Novità sull’evento:
file-against = Rispetto a quanto c’è ora
file-kind-as-before = come prima
file-kind-bye = Nessuna partita
file-kind-changed = Giocatore cambiato
file-kind-gone = Senza più abbinamento
file-kind-moved = Scacchiera cambiata
file-kind-name = Dati del giocatore
file-kind-new = Nuovo
file-kind-swapped = Colori scambiati
file-wasBoard = Era la scacchiera { $board }.
file-wasSwapped = I colori erano invertiti.

# `$name`: of a player.
file-whiteWas = Il Bianco era: { $name }.
file-blackWas = Il Nero era: { $name }.

# What was known of a player and what is known now: `$was`, `$now`, or none.
file-told = { person-field }: { $was ->
    [none] –
   *[other] { $was }
 } → { $now ->
    [none] –
   *[other] { $now }
 }
file-inPlay = Vi è in corso una partita: non viene toccata.

# `$text`: one of the messages `bye-…`.
file-byeWas = Era: { $text }
file-gonePair = Il file non ha più questa coppia.
file-goneBye = Il file non ha più questo giocatore.
file-noOpponent = nessun avversario
file-noBoard = Nessuna scacchiera

# `$n`: how many entries of the file.
file-omitted = { $n ->
    [one] { $n } dato non si può conservare e viene omesso
   *[other] { $n } dati non si possono conservare e vengono omessi
 }

# `$place`: from file-at and the messages behind it; `$found`: what stands there; `$expected`: from expected-board and the messages behind it.
file-omittedOne = { $place }: «{ $found }»; ammesso: { $expected }.
file-over = Il turno { $number } è concluso: i suoi abbinamenti non cambiano più.
file-nothing = Nessuna differenza

# `$n`: how many boards differ.
file-take = { $n ->
    [one] Acquisisci { $n } differenza
   *[other] Acquisisci { $n } differenze
 }
file-takeRest = Acquisisci
file-away = Chiudi il confronto
file-promise = Nulla cambia prima della conferma. Le partite in corso conservano i loro giocatori.
file-wrong = File non leggibile
file-fault = <b>{ $file }</b>, { $place }: trovato «{ $found }». Previsto: { $expected }.

# What a file should have had there, by the code of what was expected.
expected-board = il numero di una scacchiera, da 1 a 9999
expected-board-once = una scacchiera che nessun altro abbinamento del turno occupa
expected-colour = w, b o -, e il colore opposto nella riga dell’avversario
expected-date = una data, ad esempio 2026/11/24
expected-federation = un codice di federazione FIDE di tre lettere, ad esempio NOR
expected-fide-id = un ID FIDE, o nulla
expected-kind = un file PGN, TRF, CSV o XLSX con gli abbinamenti
expected-name = un nome, da 1 a 256 byte di testo senza caratteri di controllo
expected-number = un numero nell’elenco dei giocatori, da 1 a 9999, che nessun altro giocatore ha
expected-opponent = il numero di un giocatore la cui riga indica questo giocatore come avversario
expected-pairings = almeno un abbinamento
expected-player-once = un giocatore che non compare in altri abbinamenti del turno
expected-rating = un Elo da 0 a 4000, o nulla
expected-result = un risultato, ad esempio 1-0, 1/2-1/2, + - -, o nulla (TRF: 1 = 0 + - W D L H F U Z)
expected-result-of-opponent = un risultato compatibile con quello nella riga dell’avversario
expected-round = il numero di un turno, da 1 a 99, ad esempio 5, o 5.12 con la scacchiera
expected-size = un file di 8 MiB al massimo (32 MiB una volta decompresso), con 20.000 righe al massimo
expected-space = uno spazio (le colonne non sono dove le prevede il formato TRF)
expected-table = campi separati da punto e virgola, virgola o tabulazione, tra virgolette se contengono uno di questi segni
expected-tag = un tag PGN, ad esempio [White "Carlsen, Magnus"]
expected-time-control = una cadenza scritta come nel PGN, ad esempio 5400+30
expected-title = un titolo FIDE: GM, IM, FM, CM, WGM, WIM, WFM, WCM, AGM, AIM, AFM o ACM
expected-workbook = una cartella di lavoro in formato XLSX

file-at = riga { $line }, colonna { $column }
file-atField = riga { $line }, campo { $column }
file-cell = foglio «{ $sheet }», cella { $cell }
file-whole = l’intero file
file-line = Riga { $line }
file-unchanged = Non è stato cambiato nulla.
file-notSent = Impossibile inviare il file: è cambiato dopo la scelta o non c’è connessione.
file-whichSection = Quale sezione?
file-whichMore = { $file } non indica a quale sezione appartiene.

## Byes

bye-forfeit-loss = persa per forfait
bye-forfeit-win = vinta per forfait
bye-full = bye da un punto
bye-half = bye da mezzo punto
bye-pairing-allocated = bye assegnato dall’abbinamento
bye-zero = bye da zero punti

## The start of a round

start-title = Inizio del turno { $number }
start-ready = Tavoli pronti: { $n } di { $of }
start-told = Tavoli informati: { $n } di { $of }

# `$tables`: their numbers, as a list; `$n`: how many. So in all of these.
start-waits-answer = { tables-named }: comunicazione in corso.
start-waits-board = { $n ->
    [one] { tables-named }: scacchiera non ancora trovata. Il tavolo sarà informato automaticamente appena sarà trovata.
   *[other] { tables-named }: scacchiera non ancora trovata. Ogni tavolo sarà informato automaticamente appena sarà trovata la sua.
 }

# `$pair`: who plays there, as `A – B`, or none.
start-waits-game = { $pair ->
    [none] { tables-named }, in attesa: vi è in corso una partita. Il tavolo sarà informato automaticamente appena sarà terminata.
   *[other] { tables-named }, in attesa: vi è in corso una partita, { $pair }. Il tavolo sarà informato automaticamente appena sarà terminata.
 }
start-waits-game-planned = { $pair ->
    [none] { tables-named }: vi è in corso una partita. Non viene toccata, e il tavolo sarà informato automaticamente appena sarà terminata.
   *[other] { tables-named }: vi è in corso una partita, { $pair }. Non viene toccata, e il tavolo sarà informato automaticamente appena sarà terminata.
 }
start-waits-other-pairing = { $section ->
    [none] { tables-named }, in attesa: vi gioca la scacchiera { $board }.
   *[other] { tables-named }, in attesa: vi gioca la scacchiera { $board }, { $section }.
 }
start-waits-refused = { tables-named }, rifiuto: { $error }
start-waits-table = { $n ->
    [one] { tables-named }: non collegato. Il tavolo sarà informato automaticamente appena si collegherà.
   *[other] { tables-named }: non collegati. Ogni tavolo sarà informato automaticamente appena si collegherà.
 }
start-waits-table-away = { $n ->
    [one] { tables-named }: fuori rete. Il tavolo sarà informato automaticamente appena tornerà in rete.
   *[other] { tables-named }: fuori rete. Ogni tavolo sarà informato automaticamente appena tornerà in rete.
 }
start-again = Informa di nuovo
start-adopt = È la loro partita
start-leave = Chiudi quella partita…
start-leaveTitle = Chiudere la partita al tavolo { $table }?
start-leaveLost = { $pair ->
    [none] La partita in corso termina senza risultato dopo { half-moves }.
   *[other] La partita in corso, { $pair }, termina senza risultato dopo { half-moves }.
 }
start-notYet = L’arbitro capo non l’ha ancora iniziato.
start-allReady = Tutti i tavoli sono pronti.
start-at = Inizio alle (vuoto: ora)
start-do = Inizia il turno { $number }

# `$n`: how many sections, two at least.
start-doAll = Inizia il turno { $number } in tutte e { $n } le sezioni
start-doOne = Solo in { $section }
start-allTold = Tutti i tavoli hanno i loro giocatori.
start-since = Iniziato alle { $at }.

# `$isStart`: yes where the default time ends as the round begins.
start-late = { $isStart ->
    [yes] Chi a quell’ora non era presente perde, salvo diversa decisione dell’arbitro (6.7.1).
   *[no] Chi non è presente entro le { $at } perde, salvo diversa decisione dell’arbitro (6.7.1).
 }

## The end of a round

end-still = Mancano dei risultati.
end-all = Ci sono tutti i risultati.
end-do = Concludi il turno { $number }
end-title = Concludere il turno { $number } senza tutti i risultati?

# `$boards`: their numbers, as a list; `$n`: how many.
end-missing = { $n ->
    [one] Manca il risultato della scacchiera { $boards }. Resta aperto nei file esportati.
   *[other] Mancano i risultati delle scacchiere { $boards }. Restano aperti nei file esportati.
 }

## One pairing

pair-change = Modifica…
pair-column = Da modificare
pair-changeOf = Modifica la scacchiera { $board }
pair-title = Turno { $number }, scacchiera { $board }
pair-gone = Questa scacchiera non è più nel turno.

# `$by`: who gave it, or none.
pair-now = { $by ->
    [none] { $result }
   *[other] { $result }, da { $by }
 }
pair-resultIs = { $result }: { $white } – { $black }
pair-others = Non giocata, o altro risultato
pair-none = Nessun risultato

# `$before`: the result that was there.
pair-replaced = { $before } viene sostituito da { $result }.
pair-takenAway = { $before } viene tolto.
pair-doIt = Esegui
pair-who = Chi gioca, e dove
pair-board = Scacchiera (chi vi è già scambia il posto)
pair-table = Tavolo (vuoto: quello della scacchiera)
pair-note = Il tavolo viene informato subito, o appena possibile.
pair-inPlay = Una partita è in corso: resta al suo tavolo, i nomi cambiano subito.

## Who did not come

absent-title = Non si è presentato
absent-announced = Non si presenterà
absent-late = Il tempo di tolleranza è finito alle { $at } (6.7.1).
absent-before = Solo per chi lo ha annunciato: il tempo di tolleranza finisce alle { $at } (6.7.1).
absent-beforeStart = Solo per chi lo ha annunciato.
absent-white = Bianco
absent-black = Nero
absent-both = Nessuno dei due

## The event

event-open = Evento…
event-title = Evento
event-name = Nome
event-site = Luogo
event-begin = Primo giorno
event-end = Ultimo giorno
event-federation = Federazione (tre lettere)
event-time_control = Cadenza (5400+30)
event-edition = Regolamento del
event-regime = Tipo di gioco
event-rounds = Turni
event-default_time_min = Tempo di tolleranza, minuti (6.7.1)
event-delay_min = Ritardo per il pubblico, minuti
event-byTime = secondo la cadenza
event-firstTable = Tavolo della scacchiera 1
event-firstTableOf = Tavolo della scacchiera 1, { $section }
event-note = Edizione e tipo di gioco valgono a ogni tavolo dalla sua prossima partita.
