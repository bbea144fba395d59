# Greek. Terms as the official translation of the Laws prints them.
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

# The player: standing alone, at the beginning of a sentence, inside it, of him, him.
side = { $player ->
    [white] Λευκός
    [black] Μαύρος
   *[other] Παίκτης
 }
side-start = { $player ->
    [white] Ο Λευκός
    [black] Ο Μαύρος
   *[other] Ο παίκτης
 }
side-nom = { $player ->
    [white] ο Λευκός
    [black] ο Μαύρος
   *[other] ο παίκτης
 }
side-gen = { $player ->
    [white] του Λευκού
    [black] του Μαύρου
   *[other] του παίκτη
 }
side-acc = { $player ->
    [white] τον Λευκό
    [black] τον Μαύρο
   *[other] τον παίκτη
 }
# `$number`: which illegal move of his it is.
nth-illegal-move = { $number }η αντικανονική κίνηση
illegal-moves = { $number ->
    [one] { $number } αντικανονική κίνηση
   *[other] { $number } αντικανονικές κινήσεις
 }
half-moves = { $plies ->
    [one] { $plies } ημικίνηση
   *[other] { $plies } ημικινήσεις
 }
# Genitive.
half-moves-gen = { $plies ->
    [one] { $plies } ημικίνησης
   *[other] { $plies } ημικινήσεων
 }
# A time that is added or taken: whole `$minutes`, or, where these are none, `$time` as on a clock. `$way` says which:
# less, more.
span = { $minutes ->
    [none] { $time }
    [one] { $minutes } λεπτό
   *[other] { $minutes } λεπτά
 }
# `$moves`: a list with "or"; `$many`: yes where they are too many to be named; `$n`: how many.
moves-owed = { $many ->
    [yes] μία από { $n } κανονικές κινήσεις
   *[no] { $moves }
 }
claim-name = { $claim ->
    [threefold] τριπλή επανάληψη
    [fifty-moves] 50 κινήσεις
    [quickplay-finish] φινάλε γρήγορου παιχνιδιού
    [touch-move] αγγιγμένο κομμάτι
    [none] {""}
   *[other] { $claim }
 }
# Behind a result.
result-reason = { $reason ->
    [flag-fall] {" "}από χρόνο
    [game-ended-checkmate] , ματ
    [game-ended-stalemate] , πατ
    [game-ended-dead-position] , νεκρή θέση
    [game-ended-fivefold] , πενταπλή επανάληψη
    [game-ended-75-moves] , 75 κινήσεις
    [result-signalled] , όπως δείχνουν οι βασιλιάδες των παικτών
    [ruling-game-lost] , λόγω αντικανονικών κινήσεων
    [ruling-game-drawn] , λόγω αντικανονικών κινήσεων
    [claim-made] , κατόπιν αιτήματος
   *[other] {""}
 }
# `$piece`: a letter, or none where nobody knows.
piece-name = { $piece ->
    [p] πιόνι
    [n] ίππος
    [b] αξιωματικός
    [r] πύργος
    [q] βασίλισσα
    [k] βασιλιάς
   *[none] κομμάτι
 }
# Accusative with article, the name drawn strong.
piece-strong-acc = { $piece ->
    [p] το <b>πιόνι</b>
    [n] τον <b>ίππο</b>
    [b] τον <b>αξιωματικό</b>
    [r] τον <b>πύργο</b>
    [q] τη <b>βασίλισσα</b>
    [k] τον <b>βασιλιά</b>
   *[none] ένα <b>κομμάτι</b>
 }
hand-of = { $player ->
    [white] Ο Λευκός
    [black] Ο Μαύρος
   *[none] Κάποιος
 }
# What somebody did, behind his name: `$did` is the command.
did = { $did ->
    [confirm] το επιβεβαίωσε
    [dismiss] το απέρριψε
    [let-stand] το άφησε ως έχει
    [acknowledge] έλαβε γνώση
    [take-back] ανακάλεσε την κίνηση
    [set-result] όρισε το αποτέλεσμα
    [set-move] όρισε την κίνηση
    [set-position] όρισε τη θέση
    [new-game] άρχισε νέα παρτίδα
    [reopen] άνοιξε ξανά την παρτίδα
    [absent] κατέγραψε ότι κάποιος δεν προσήλθε
    [end-round] έκλεισε τον γύρο
    [start-round] ξεκίνησε τον γύρο
   *[other] το αποφάσισε
 }
somebody = { $by ->
    [none] Κάποιος
   *[other] { $by }
 }
somebody-strong = { $by ->
    [none] Κάποιος
   *[other] <b>{ $by }</b>
 }
# Where games are broadcast to.
output-name = { $output ->
    [folder] Φάκελος μετάδοσης
    [lichess] Lichess
    [livechess] Θύρα LiveChess
    [livechesscloud] Φάκελος LiveChessCloud
   *[other] { $output }
 }
tables-named = { $n ->
    [one] <b>Τραπέζι { $tables }</b>
   *[other] <b>Τραπέζια { $tables }</b>
 }
who-absent = { $who ->
    [white] Ο Λευκός
    [black] Ο Μαύρος
   *[both] Κανείς
 }
period-time = { $increment ->
    [none] { period-length }
   *[other] { period-length } + { $increment } δευτ.
 }
period-length = { $minutes ->
    [none] { $seconds } δευτ.
    [one] { $minutes } λεπτό
   *[other] { $minutes } λεπτά
 }
person-field = { $field ->
    [title] Τίτλος
    [rating] Αξιολόγηση
    [federation] Ομοσπονδία
    [fide_id] Κωδικός FIDE
    [team] Ομάδα
   *[name] Όνομα
 }
# What was changed of the event; `$text` is the field's own name, where it is another.
event-field = { $field ->
    [name] όνομα
    [site] τόπος
    [begin] έναρξη
    [end] λήξη
    [federation] ομοσπονδία
    [time_control] χρόνος σκέψης
    [edition] έκδοση Κανόνων
    [regime] ρυθμός
    [rounds] γύροι
    [default_time_min] χρόνος μηδενισμού
    [delay_s] καθυστέρηση
    [sections] όμιλοι
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
app-event = Κονσόλα διαιτητών

# `$rounds`: how many the event has, 0 where nobody knows.
app-round = { $rounds ->
    [0] Γύρος { $round }
    [none] Γύρος { $round }
   *[other] Γύρος { $round } από { $rounds }
 }
app-views = Προβολές
app-skip = Στο περιεχόμενο
app-loading = Φόρτωση της κατάστασης των τραπεζιών…
app-noTables = Κανένα τραπέζι δεν έχει δώσει ακόμη στοιχεία. Κάθε τραπέζι εμφανίζεται εδώ μόλις συνδεθεί ο υπολογιστής του.

view-wall = Αίθουσα
view-queue = Ουρά
view-round = Γύρος
view-record = Πρακτικά
view-people = Χρήστες
view-signin = Είσοδος
view-screen = Σκακιέρες
view-table = Τραπέζι { $table }

## Connection and outputs

# How many of all tables are heard, as 11/12 in `$share`.
link-live = Ζωντανά · { $share } τραπέζια
link-connecting = Σύνδεση…

# A time follows, as in `No news for 0:35`; so it does for the other messages that end in `for`.
link-old = Χωρίς νέα εδώ και
link-noBroker = Χωρίς κανένα τραπέζι εδώ και

# `$trouble`: the error of the connection, in English.
link-noBrokerMore = { $trouble ->
    [none] Ο διακομιστής της αίθουσας δεν συνδέεται με τον μεσολαβητή MQTT· νέα προσπάθεια. Μέχρι τότε δεν μπορεί να αποφασιστεί τίποτα.
   *[other] Ο διακομιστής της αίθουσας δεν συνδέεται με τον μεσολαβητή MQTT ({ $trouble })· νέα προσπάθεια. Μέχρι τότε δεν μπορεί να αποφασιστεί τίποτα.
 }
link-lostMore = Καμία σύνδεση· νέα προσπάθεια. Ό,τι αποφασίζετε τώρα δεν στέλνεται.

# A time follows.
output-down = { output-name }: καθυστερεί εδώ και
output-downMore = { $trouble ->
    [none] Νέα προσπάθεια· όλα τα άλλα συνεχίζονται.
   *[other] { $trouble } Νέα προσπάθεια· όλα τα άλλα συνεχίζονται.
 }
output-partly = { output-name }:
output-rounds = { $list }: { $what }
trouble-next = { $list }· { $item }
output-note = { $note }

# `$text`: what is wrong there, a sentence.
output-board = { $round ->
    [none] Σκακιέρα { $board }: { $text }
   *[other] { $section ->
        [none] Γύρος { $round }, σκακιέρα { $board }: { $text }
       *[other] Γύρος { $round }, { $section }, σκακιέρα { $board }: { $text }
     }
 }

# `$n`: how many boards more.
output-more = { $n ->
    [one] Και { $n } ακόμη σκακιέρα.
   *[other] Και { $n } ακόμη σκακιέρες.
 }
output-mark = { output-name }: { $text }

top-sound = Ήχος για αποφάσεις
top-theme = Φωτεινό ή σκούρο
top-account = Λογαριασμός και ρυθμίσεις: { $by }

## Words that stand alone

color-white = Λευκός
color-black = Μαύρος

word-table = Τραπέζι
word-close = Κλείσιμο
word-cancel = Άκυρο
word-save = Αποθήκευση

table-name = Τραπέζι { $table }
table-several = τραπέζια { $listed }

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
table-unnamed = Παίκτης χωρίς όνομα

## How urgent a case is

sev-ruling = Απόφαση
sev-warning = Δείτε τώρα
sev-result = Αποτέλεσμα
sev-unread = Με ασάφεια
sev-lost = Χωρίς σύνδεση
sev-notice = Όταν μπορέσετε
sev-private = Μόνο για εσάς

# The heads of lists and counts on the wall: `$n` stands before them.
sevs-ruling = { $n ->
    [one] Απόφαση
   *[other] Αποφάσεις
 }
sevs-warning = Δείτε τώρα
sevs-result = { $n ->
    [one] Αποτέλεσμα
   *[other] Αποτελέσματα
 }
sevs-unread = Με ασάφεια
sevs-lost = Χωρίς σύνδεση
sevs-notice = Όταν μπορέσετε

## Who sees to it

who-youGo = Πηγαίνετε εσείς
who-goes = Πηγαίνει: { $by }
who-seenYou = Το είδατε
who-seen = { $by ->
    [none] Το είδαν
   *[other] Το είδε: { $by }
 }

## How a table stands

doing-over = Τελείωσε
doing-setup = Δεν άρχισε
doing-suspended = Σε αναστολή
doing-unknown = Χωρίς παρτίδα ακόμη
doing-boardNotSetUp = Δεν έχει στηθεί

# How long a player has thought: `$age` is a time as 5:03.
doing-for = σκέφτεται { $age }
doing-stopped = Ρολόι σταματημένο { $age }

# Its board is lost together with that of another table.
doing-lostWith = με το τραπέζι { $table }
doing-interrupted = Δεν καταγράφεται

health-board = Σκακιέρα χωρίς σύνδεση
health-table = { $age ->
    [none] Εκτός δικτύου
   *[other] Εκτός δικτύου εδώ και { $age }
 }
health-searching = Δεν βρέθηκε σκακιέρα
health-battery = Χαμηλή μπαταρία ρολογιού
health-clock = Χωρίς ρολόι

# `$places`: squares, as `e4 d5`.
health-dead = Χωρίς σήμα: { $places }
health-missing = { $records ->
    [one] Λείπει { $records } εγγραφή
   *[other] Λείπουν { $records } εγγραφές
 }
health-catchingUp = Ενημερώνεται

## Boards

board-sensed = Η σκακιέρα δείχνει
board-of = Θέση στο τραπέζι { $table }

# `$content`: what stands on the square, from board-piece.
board-square = { $content ->
    [none] { $square }
   *[other] { $square }, { $content }
 }

# `$player` is the colour, `$piece` a letter as in piece-name.
board-piece = { $player ->
    [white] { $piece ->
        [p] λευκό { piece-name }
        [q] λευκή { piece-name }
        [none] λευκό { piece-name }
       *[other] λευκός { piece-name }
     }
   *[black] { $piece ->
        [p] μαύρο { piece-name }
        [q] μαύρη { piece-name }
        [none] μαύρο { piece-name }
       *[other] μαύρος { piece-name }
     }
 }

legend-touch = αγγίχτηκε πρώτο
legend-bad = τοποθετήθηκε εδώ
legend-owed = οφείλεται
legend-last = τελευταία κίνηση
legend-differ = διαφέρει
legend-from = επιλεγμένο

## What hands do

# `$player`: white, black, or none where nobody knows whose hand it was. `<b>` is drawn strong.
hand-lift = { hand-of } σηκώνει { piece-strong-acc } από το { $square }
hand-drop = { hand-of } τοποθετεί { piece-strong-acc } στο { $square }
hand-press = { hand-of } πατά το χρονόμετρο

## Keys

keys-title = Πλήκτρα
keys-jk = επόμενη, προηγούμενη υπόθεση σε αναμονή
keys-enter = άνοιγμα τραπεζιού
keys-c = εκτέλεση της πρότασης
keys-d = απόρριψη
keys-a = το είδα
keys-g = πηγαίνω, ή τελικά όχι
keys-s = αργότερα, 5 λεπτά
keys-u = ανάκληση της τελευταίας απόφασής μου
keys-views = αίθουσα, ουρά, γύρος, πρακτικά
keys-search = αναζήτηση
keys-walk = κίνηση στη γραμμή χρόνου
keys-help = αυτά τα πλήκτρα
keys-off = Τα γράμματα λειτουργούν μόνο έξω από πεδία και απενεργοποιούνται στις ρυθμίσεις, με κλικ στο όνομά σας.

## Calls

call-ruling = Τραπέζι { $table }: { $title }

# Read aloud. `$severity`: as in sev-ruling and its like; `$table` may be several numbers.
aloud-newcomer = { $severity ->
    [ruling] Απόφαση, τραπέζι { $table }: { $title }
    [warning] Δείτε τώρα, τραπέζι { $table }: { $title }
    [result] Αποτέλεσμα, τραπέζι { $table }: { $title }
    [unread] Με ασάφεια, τραπέζι { $table }: { $title }
    [lost] Χωρίς σύνδεση, τραπέζι { $table }: { $title }
    [private] Μόνο για εσάς, τραπέζι { $table }: { $title }
   *[notice] Όταν μπορέσετε, τραπέζι { $table }: { $title }
 }
aloud-live = Η σύνδεση αποκαταστάθηκε.
aloud-lost = Καμία σύνδεση.

## Cases: titles, and sentences where the alert brings none

case-castling-abandoned = Το ροκέ δεν έγινε
case-castling-forbidden-setup = Δεν επιτρέπεται ροκέ: εσφαλμένη τοποθέτηση
case-castling-not-allowed = Το ροκέ δεν επιτρέπεται
case-castling-rook-first = Ροκέ: πρώτα ο πύργος
case-claim-made = Αίτημα: { claim-name }
case-claim-right-lost = Χάθηκε το δικαίωμα αιτήματος
case-clock-adjusted = Ρυθμίστηκε το ρολόι
case-displaced-pieces = Μετατοπισμένα κομμάτια
case-disturbance = Ενόχληση
case-draw-claim-right-lost = Δεν ζητήθηκε εγκαίρως ισοπαλία
case-fifty-moves-available = 50 κινήσεις: δυνατό αίτημα ισοπαλίας
case-flag-fall = Έληξε ο χρόνος
case-game-end-in-doubt = Αμφίβολο τέλος παρτίδας
case-game-ended-75-moves = 75 κινήσεις, ισοπαλία
case-game-ended-checkmate = { $result ->
    [none] Ματ
   *[other] Ματ, { $result }
 }
case-game-ended-dead-position = Νεκρή θέση, ισοπαλία
case-game-ended-fivefold = Πενταπλή επανάληψη, ισοπαλία
case-game-ended-stalemate = Πατ, ισοπαλία
case-illegal-displacement = Κομμάτι όπου δεν το φέρνει καμία κίνηση
case-illegal-move-completed = Ολοκληρώθηκε αντικανονική κίνηση
case-illegal-move-stands = Η αντικανονική κίνηση παραμένει
case-illegal-position-watch = Η αντικανονική θέση παραμένει
case-initial-position-wrong = Εσφαλμένη αρχική θέση
case-move-ambiguous = Ασαφής κίνηση
case-new-game-set-up = Στήθηκε νέα παρτίδα
case-off-turn-touch = Άγγιγμα χωρίς να έχει την κίνηση
case-opponent-may-claim = Ο αντίπαλος μπορεί να υποβάλει αίτημα
case-opponent-replied-before-press = Απάντηση πριν από το πάτημα
case-play-not-recorded = Οι κινήσεις δεν καταγράφονται
case-position-mismatch = Ασυμφωνία σκακιέρας και παρτίδας
case-position-restored = Η θέση αποκαταστάθηκε
case-press-by-other-side = Πάτημα εκτός σειράς
case-press-without-move = Πάτημα χωρίς κίνηση
case-promotion-missing = Δεν έγινε προαγωγή
case-promotion-piece-changed = Άλλαξε το κομμάτι προαγωγής
case-promotion-piece-invalid = Μη επιτρεπτό κομμάτι προαγωγής
case-released-then-moved = Κομμάτι αφέθηκε και μετακινήθηκε
case-result-signalled = { $result ->
    [none] Βασιλιάδες στο κέντρο
   *[other] Βασιλιάδες στο κέντρο, { $result }
 }

# `$taken`: yes where a time that was added for nothing is taken back.
case-ruling-add-time = { $taken ->
    [yes] Αφαίρεση χρόνου που δόθηκε
   *[no] Πρόσθετος χρόνος
 }
case-ruling-game-drawn = Αντικανονικές κινήσεις: ισόπαλη παρτίδα
case-ruling-game-lost = Αντικανονικές κινήσεις: χαμένη παρτίδα
case-slide-inferred = Πάρσιμο κατά συμπερασμό
case-threefold-available = Επανάληψη: δυνατό αίτημα ισοπαλίας
case-touch-move-violated = Δεν παίχτηκε το αγγιγμένο κομμάτι
case-touch-order-unclear = Αγγίχτηκαν δύο κομμάτια μαζί
case-touched-piece-returned = Αγγιγμένο κομμάτι επέστρεψε
case-two-hands-suspected = Πιθανή χρήση δύο χεριών
case-wrong-colour-moved-first = Πρώτος κινήθηκε ο Μαύρος
case-board-lost = Χάθηκε η σύνδεση με τη σκακιέρα
case-table-lost = Τραπέζι εκτός δικτύου
case-clock-battery-low = Χαμηλή μπαταρία ρολογιού
case-clock-disconnected = Δεν είναι συνδεδεμένο ρολόι
case-squares-dead = Τετράγωνα χωρίς σήμα
case-records-missing = Λείπουν εγγραφές
case-disk-full = Ο δίσκος είναι γεμάτος
case-journal-failing = Οι εγγραφές δεν αποθηκεύονται
case-outbox-full = Πάρα πολλά περιμένουν αποστολή
case-two-tables = Δύο τραπέζια με ένα όνομα

# Of a game that another has followed. `$title`: the alert's title; `$lower`: the same with a small first letter.
case-before = Προηγούμενη παρτίδα: { $lower }
case-before-text = { $text } Κανείς δεν έχει αποφασίσει ακόμη, και στο τραπέζι παίζεται ήδη η επόμενη παρτίδα: ό,τι αποφασίσετε μένει εδώ και δεν αλλάζει τίποτα εκεί.

# What the program's catalogue does not know: its own code, with spaces. So in every message that is called `…-other`.
case-other = { $text }

# `$port`: where the board was plugged in.
case-board-lost-text = { $port ->
    [none] Η σκακιέρα δεν απαντά. Η παρτίδα συνεχίζεται· ό,τι λείψει, θα συγκριθεί όταν επανέλθει.
   *[other] Η σκακιέρα δεν απαντά. Η παρτίδα συνεχίζεται· ό,τι λείψει, θα συγκριθεί όταν επανέλθει. Ήταν συνδεδεμένη στη θύρα { $port }.
 }
case-table-lost-text = Ο υπολογιστής του τραπεζιού είναι εκτός δικτύου. Η παρτίδα συνεχίζεται εκεί και αποθηκεύεται· τα στοιχεία της θα έρθουν όταν επανέλθει.
case-clock-battery-low-text = Η μπαταρία του ρολογιού είναι χαμηλή.
case-clock-disconnected-text = Η σκακιέρα δεν είναι συνδεδεμένη με ρολόι: λείπουν τα πατήματα και οι χρόνοι.

# `$n`: how many squares.
case-squares-dead-text = { $n ->
    [one] Το τετράγωνο { $squares } δεν ακολουθεί την παρτίδα: κομμάτι χωρίς τσιπ ή χαλασμένος αισθητήρας.
   *[other] Τα τετράγωνα { $squares } δεν ακολουθούν την παρτίδα: κομμάτι χωρίς τσιπ ή χαλασμένος αισθητήρας.
 }
case-records-missing-text = { $records ->
    [one] { $records } εγγραφή αυτού του τραπεζιού χάθηκε οριστικά. Η ίδια η παρτίδα είναι πλήρης, αν είναι πλήρεις οι κινήσεις της.
   *[other] { $records } εγγραφές αυτού του τραπεζιού χάθηκαν οριστικά. Η ίδια η παρτίδα είναι πλήρης, αν είναι πλήρεις οι κινήσεις της.
 }
case-disk-full-text = Ο δίσκος του υπολογιστή του τραπεζιού είναι γεμάτος. Ελευθερώστε χώρο, αλλιώς η παρτίδα μένει μόνο στη μνήμη.
case-journal-failing-text = Ο υπολογιστής του τραπεζιού δεν μπορεί να γράψει το ημερολόγιό του. Η παρτίδα παρακολουθείται, αλλά δεν θα διατηρηθεί μετά από επανεκκίνηση.
case-outbox-full-text = Το τραπέζι έχει να στείλει περισσότερα από όσα μπορεί να κρατήσει μέχρι να επανέλθει ο μεσολαβητής MQTT: οι παλαιότερες κινήσεις και αλλαγές σειράς ίσως δεν φτάσουν.
case-two-tables-text = Δύο υπολογιστές μιλούν εναλλάξ για αυτό το τραπέζι. Ο ένας χρειάζεται άλλο όνομα ή πρέπει να σβήσει: ό,τι εμφανίζεται μπορεί να είναι του ενός ή του άλλου.

# `$articles`: numbers of articles; `$edition`: a year.
case-article = { $edition ->
    [none] Άρθ. { $articles }
   *[other] Άρθ. { $articles } · Κανόνες { $edition }
 }
case-judgement = κατά την κρίση σας

# `$n`: how many tables, two at least.
line-board-lost = { $n } σκακιέρες χωρίς σύνδεση σε μία γραμμή
line-table-lost = { $n } τραπέζια εκτός δικτύου
line-other = { $n } × { $title }

# `$tables`: their numbers, as a list.
line-board-lost-text = Οι σκακιέρες των τραπεζιών { $tables } δεν απαντούν: μία γραμμή ή ένα βύσμα. Οι παρτίδες συνεχίζονται· ό,τι λείψει, θα συγκριθεί όταν επανέλθουν.
line-table-lost-text = Τα τραπέζια { $tables } είναι μαζί εκτός δικτύου: ένας υπολογιστής ή ένα καλώδιο. Οι παρτίδες συνεχίζονται εκεί και αποθηκεύονται.
line-other-text = Το ίδιο στα τραπέζια { $tables }.

# `$n`: how many alerts; `$tables`: at how many tables; `$lower`: their title with a small first letter (`$title`: as it is).
flood-title = { $tables ->
    [one] { $n } × { $lower }, σε { $tables } τραπέζι
   *[other] { $n } × { $lower }, σε { $tables } τραπέζια
 }

# `$age`: within which time, as 9:30.
flood-text = { $tables ->
    [one] { $title }: { $n } φορές σε { $tables } τραπέζι μέσα σε { $age }. Συγκεντρώθηκαν σε μία γραμμή, γιατί ήρθαν περισσότερες από δέκα σε δέκα λεπτά.
   *[other] { $title }: { $n } φορές σε { $tables } τραπέζια μέσα σε { $age }. Συγκεντρώθηκαν σε μία γραμμή, γιατί ήρθαν περισσότερες από δέκα σε δέκα λεπτά.
 }
flood-does = Και για τις { $n } σημειώνεται στα τραπέζια τους ότι ελήφθησαν υπόψη. Καθεμία μένει στα πρακτικά του τραπεζιού της.

# Behind plan-dismiss.
flood-dismiss = καμία δεν συνέβη: πουθενά δεν μετράει τίποτα.
flood-times = { $n } ×

## The queue

queue-title = Σε αναμονή
queue-order = Πρώτα τα σοβαρότερα και παλαιότερα

# `$n`: how many have come since.
queue-newcomers = { $n ->
    [one] { $n } νέα: εμφάνιση στη σειρά της
   *[other] { $n } νέες: εμφάνιση στη σειρά τους
 }
queue-calm = Τίποτα σε αναμονή
queue-calmMore = Ό,τι χρειάζεται διαιτητή εμφανίζεται εδώ, πρώτα τα σοβαρότερα.
queue-shelved = Για αργότερα
queue-shelvedUntil = ξανά στις { $until } · { $by }
queue-unshelve = Επαναφορά τώρα

# `$n`: how many alerts.
queue-muted = { $n ->
    [one] { $n } ειδοποίηση που προκύπτει από αυτό μένει σε σίγαση μέχρι να επανέλθει η σκακιέρα
   *[other] { $n } ειδοποιήσεις που προκύπτουν από αυτό μένουν σε σίγαση μέχρι να επανέλθει η σκακιέρα
 }
queue-private = Μόνο για εσάς
queue-privateNote = Εδώ δεν επιτρέπεται να επέμβετε, ούτε να ενημερωθεί κανείς.
queue-swipe = Σύρετε προς το τέλος της γραμμής: πηγαίνω. Προς την αρχή της: το είδα.
queue-evidence = Στοιχεία
queue-ended = Δεν είναι πλέον σε αναμονή

## What is proposed

plan-confirm = Αν επιβεβαιώσετε
plan-proposed = Τι προτείνεται
plan-follows = Τι ακολουθεί
plan-choose = Τι επιλέγετε
plan-dismiss = Αν απορρίψετε:
plan-let-stand = Αν παραμείνει ως έχει:
plan-confirmElse = Αν μόνο επιβεβαιώσετε:
plan-take-back = Αν ανακληθεί:
plan-acknowledge = Αν λάβετε γνώση:
plan-set-move = Ορίστε ποια κίνηση ήταν: όσα παίχτηκαν μετά προκύπτουν αυτόματα.
plan-set-result = Οι Κανόνες αφήνουν ανοιχτά δύο αποτελέσματα: δείτε τη θέση και μετά ορίστε ένα.
plan-set-position = Ορίστε τι βρίσκεται στη σκακιέρα.
plan-new-game = Αρχίζει νέα παρτίδα.
plan-owed = Οφειλόμενες κανονικές κινήσεις
plan-touches = Αγγίγματα και πατήματα
plan-noTouches = Κανένα άγγιγμα στα δύο προηγούμενα λεπτά.
plan-history = Ποιος έκανε τι
plan-together = Ομαδοποιημένα
plan-lastKnown = Τελευταία γνωστή θέση
plan-openTable = Άνοιγμα τραπεζιού
plan-noBoard = Χωρίς εικόνα: η θέση δεν είναι γνωστή.
plan-sensors = Οι αισθητήρες βλέπουν τετράγωνα και κομμάτια, όχι χέρια.

## Who did what

# `$title`: the title of an alert, in the next ones, too.
course-raised = Νέα ειδοποίηση: { $title }
course-began = Άρχισε
course-goes = Πηγαίνει στο τραπέζι
course-goes-not = Τελικά δεν πηγαίνει
course-seen = Το είδε
course-shelved = Για αργότερα
course-unshelved = Επαναφορά στην ουρά
course-acknowledged = Ελήφθη υπόψη στο τραπέζι: { $title }
course-cleared = Διευθετήθηκε: { $title }
course-dismissed = Απορρίφθηκε: { $title }
course-lapsed = Έληξε αυτόματα: { $title }

# `$text`: one of the messages above.
course-by = { $by } · { $text }

## Who comes second

# `$by`: a name, or none; `$did`: see `did`; `$what`: the result that was given, in words, or none.
second-decided = { $what ->
    [none] { somebody-strong } { did } στις { $at }, πριν από εσάς. Δεν στάλθηκε τίποτα δικό σας.
   *[other] { somebody-strong } { did } στις { $at }, πριν από εσάς: { $what }. Δεν στάλθηκε τίποτα δικό σας.
 }
second-ended = Έληξε αυτόματα στις { $at }. Δεν χρειάζεται πλέον απόφαση.
second-gone = Δεν είναι πλέον σε αναμονή. Δεν χρειάζεται πλέον απόφαση.

# As second-decided, where it was the same person at another screen.
second-watch = { $what ->
    [none] { somebody-strong } { did } στις { $at }.
   *[other] { somebody-strong } { did } στις { $at }: { $what }.
 }
second-next = Επόμενη σε αναμονή
second-takeTheirs = Ανάκληση της απόφασης: { $by }…

## What can be done

act-confirm = Επιβεβαίωση
act-confirmCounted = Επιβεβαίωση: { nth-illegal-move }
act-confirmResult = { $reason ->
    [flag-fall] Επιβεβαίωση: { $result } από χρόνο
   *[other] Επιβεβαίωση: { $result }
 }
act-confirmTime = { $way ->
    [less] Επιβεβαίωση: { side-nom } χάνει { span }
   *[more] Επιβεβαίωση: { side-nom } παίρνει { span }
 }
act-confirmNoted = Επιβεβαίωση, η κίνηση μένει
act-dismiss = Απόρριψη
act-let-stand = Παραμένει ως έχει
act-acknowledge = Λήψη γνώσης

# `$n`: how many cases.
act-acknowledgeAll = Λήψη γνώσης: και οι { $n }
act-take-back = Ανάκληση…
act-takeBackOwed = Ανάκληση: { side-nom } οφείλει άλλη κίνηση

# `$sans`: moves, as a list.
act-takeBackMoves = Ανάκληση { $sans }
act-set-result = Ορισμός αποτελέσματος…
act-set-move = Ορισμός κίνησης…
act-set-position = Ορισμός θέσης…
act-identify = Εντοπισμός σκακιέρας
act-new-game = Νέα παρτίδα…
act-set-players = Παίκτες…
act-reopen = Άνοιγμα παρτίδας ξανά
act-suspend = Αναστολή παρτίδας
act-resume = Συνέχιση παρτίδας
act-claim = Αίτημα παίκτη…
act-register = Διαπίστωσα…
act-adjust-clock = Ρύθμισα το ρολόι…
act-set-illegal-moves = Αντικανονικές κινήσεις…
act-resync = Λήψη όλων ξανά
act-other = { $text }
act-go = Πηγαίνω
act-go-not = Δεν πηγαίνω
act-shelve = Αργότερα, 5 λεπτά
act-seen = Το είδα
act-undo = Ανάκληση
act-lookAndConfirm = Έλεγχος και επιβεβαίωση
act-onlyChief = Μόνο ο επικεφαλής διαιτητής αφήνει απόφαση για αργότερα.

## What an act will do

effect-board-blinks = Η σκακιέρα αναβοσβήνει, αν έχει φώτα.
effect-claim-looked-into = Εξετάζεται το αίτημα { side-gen } ({ claim-name })· το συμπέρασμα θα εμφανιστεί.
effect-claim-settled = Το αίτημα διευθετήθηκε.
effect-did-not-happen = Δεν συνέβη: δεν μετράει τίποτα, δεν προστίθεται χρόνος, και ό,τι εξαρτάται από αυτό παύει να ισχύει.
effect-game-reopened = Το αποτέλεσμα είναι ξανά ανοιχτό· η παρτίδα συνεχίζεται.
effect-game-left = Η παρτίδα διακόπτεται: { half-moves } χωρίς αποτέλεσμα.
effect-illegal-move-counted = { side }: { nth-illegal-move }.
effect-illegal-moves-set = { side }: { illegal-moves } από εδώ και πέρα.
effect-move-owed = { side-start } οφείλει { moves-owed }.

# `$san`: what the move was; `$was`: as what it was read before, or none; `$ply`: which half-move of the game.
effect-move-set = { $was ->
    [none] Η { $ply }η ημικίνηση ήταν { $san }. Όσα παίχτηκαν μετά υπολογίζονται από την αρχή.
   *[other] Η { $ply }η ημικίνηση ήταν { $san }, όχι { $was }. Όσα παίχτηκαν μετά υπολογίζονται από την αρχή.
 }
effect-move-stands = Ισχύει ό,τι βρίσκεται στη σκακιέρα· η παρτίδα συνεχίζεται από εκεί.

# `$sans`: the moves, as a list; `$n`: how many; `$many`: yes where they are too many to be named, then `$first` is the first.
effect-moves-taken-back = { $many ->
    [yes] Ανακαλούνται { $n } ημικινήσεις, από την { $first } και μετά.
   *[no] { $n ->
        [one] Ανακαλείται { $sans }.
       *[other] Ανακαλούνται { $sans }.
     }
 }
effect-new-game = Αρχίζει νέα παρτίδα.
effect-play-goes-on = Η παρτίδα συνεχίζεται από ό,τι δείχνει η σκακιέρα.
effect-play-stands-still = Ό,τι γίνεται στη σκακιέρα ή στο ρολόι δεν μετράει μέχρι τη συνέχιση της παρτίδας.

# Names, or none where one stays as it is.
effect-players-set = { $white ->
    [none] { $black ->
        [none] {""}
       *[other] Μαύρος: { $black }.
     }
   *[other] { $black ->
        [none] Λευκός: { $white }.
       *[other] Λευκός: { $white }. Μαύρος: { $black }.
     }
 }
effect-position-set = Η παρτίδα συνεχίζεται από τη θέση που ορίσατε· δεν οφείλεται τίποτα.
effect-records-asked-for = Το τραπέζι στέλνει ξανά τα πάντα.
effect-registered = { $kind ->
    [illegal-move] Καταγράφεται αντικανονική κίνηση { side-gen } και προτείνεται ό,τι απαιτούν οι Κανόνες.
    [two-hands] Καταγράφεται κίνηση { side-gen } με δύο χέρια και προτείνεται ό,τι απαιτούν οι Κανόνες.
    [disturbance] Καταγράφεται ενόχληση από { side-acc } και προτείνεται ό,τι απαιτούν οι Κανόνες.
   *[other] Καταγράφεται { $kind } και προτείνεται ό,τι απαιτούν οι Κανόνες.
 }
effect-result-final = Αποτέλεσμα { $result }{ result-reason }. Η παρτίδα τελείωσε.

# `$before`: a result.
effect-result-replaced = Το αποτέλεσμα { $before } αντικαθίσταται.
effect-seen = Σημειώνεται ότι ελήφθη υπόψη και μένει ανοιχτό.
effect-settled = Διευθετείται· τίποτα άλλο δεν αλλάζει.

# `$set_ms`: the time to which the clock has to be set, or none.
effect-time-given = { $set_ms ->
    [none] { $way ->
        [less] { side-start } χάνει { span }.
       *[more] { side-start } παίρνει { span }.
     }
   *[other] { $way ->
        [less] { side-start } χάνει { span }· ρυθμίστε το χρονόμετρο { side-gen } σε { $set_ms }.
       *[more] { side-start } παίρνει { span }· ρυθμίστε το χρονόμετρο { side-gen } σε { $set_ms }.
     }
 }

# `$signed`: a time with its sign, as + 2:00.
effect-clock-adjusted = { side }: καταγράφεται { $signed }· το πρόγραμμα δεν μπορεί να ρυθμίσει το ρολόι.
effect-clock-set = { side }: καταγράφεται ρύθμιση του χρονομέτρου σε { $time }· το πρόγραμμα δεν μπορεί να το ρυθμίσει.
effect-half-moves-taken-back = Ανάκληση { half-moves-gen }.
effect-clock-noted = Καταγράφεται τι κάνατε στο ρολόι· το πρόγραμμα δεν μπορεί να το ρυθμίσει.
effect-other = { $text }

## The same in few words

brief-did-not-happen = Δεν συνέβη
brief-settled = Διευθετήθηκε
brief-seen = Ελήφθη υπόψη
brief-illegal-move-counted = { side }: { nth-illegal-move }
brief-time-given = { side } { $signed }
brief-clock-adjusted = { side } { $signed }
brief-clock-set = { side } = { $time }
brief-claim-looked-into = { side }: { claim-name }
brief-half-moves-taken-back = Ανάκληση { half-moves-gen }
brief-game-left = { half-moves } χωρίς αποτέλεσμα
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
    [illegal-move] { side }: αντικανονική κίνηση
    [two-hands] { side }: δύο χέρια
    [disturbance] { side }: ενόχληση
   *[other] { side }: { $kind }
 }
brief-result-replaced = αντί για { $before }
brief-result-final = Αποτέλεσμα { $result }
brief-move-owed = { side-start } οφείλει { moves-owed }

# As effect-moves-taken-back.
brief-moves-taken-back = { $many ->
    [yes] Ανάκληση { $n } ημικινήσεων
   *[no] Ανάκληση { $sans }
 }

# `$was`: what was read before, as 12…Nf6, or none; then `$became` has the number.
brief-move-set = { $was ->
    [none] Προσθήκη { $became }
   *[other] { $was } → { $became }
 }
brief-move-stands = Παραμένει

## What the arbiter has to do himself

step-ask-players = Ρωτήστε τους παίκτες: ειπώθηκε «διορθώνω»; τι αγγίχτηκε;
step-check-last-move = Ελέγξτε ότι η τελευταία κίνηση ήταν κανονική.
step-compare-scoresheets = Συγκρίνετε με τα παρτιδόφυλλα.
step-move-due = { side-start } παίζει { moves-owed }.
step-put-back = { $n ->
    [0] Επαναφέρετε τα κομμάτια όπως ήταν πριν.
   *[other] Επαναφέρετε τα κομμάτια όπως ήταν πριν: { $squares }.
 }
step-run-clock = Ξεκινήστε το χρονόμετρο { side-gen }.

# `$signed`: what is added or taken, with its sign; `$before_ms`: what the clock showed; `$sum`: as `+ 2:00 = 3:23`, or
# none where nobody knows; `$again`: yes where the same was said of the other player just before.
step-set-clock = { $sum ->
    [none] Χρονόμετρο { side-gen }: { $signed }· δεν είναι γνωστό τι έδειχνε.
   *[other] { $again ->
        [yes] Χρονόμετρο { side-gen }: { $before_ms } στο πάτημα, { $sum }.
       *[no] Χρονόμετρο { side-gen }: { $before_ms } στο πάτημα, { $sum }. Από τότε συνέχισε να τρέχει.
     }
 }
step-stop-clocks = Σταματήστε το ρολόι.
step-take-scoresheets = Πάρτε τα υπογεγραμμένα παρτιδόφυλλα.
step-other = { $text }

## What is told when something is done

# `$what`: what was done, in a few words (`done-…`, `brief-…`).
toast-done = Τραπέζι { $table }: { $what }

# `$error`: in the table's own words, English.
toast-refused = Το τραπέζι { $table } αρνήθηκε: { $error }
toast-noAnswer = Το τραπέζι { $table } δεν απάντησε ακόμη. Μπορεί ακόμη να γίνει.
toast-second = Τραπέζι { $table }: { $by ->
    [none] πρόλαβε άλλος
   *[other] πρόλαβε άλλος ({ $by })
 }. Δεν έγινε τίποτα δικό σας.
toast-takenBack = Τραπέζι { $table }: ανακλήθηκε
toast-takenOver = Έγινε εισαγωγή: { $file }
toast-started = Ο γύρος { $number } ξεκίνησε
toast-ended = Ο γύρος { $number } έκλεισε
toast-result = Σκακιέρα { $board }: { $result }
toast-noResult = Σκακιέρα { $board }: χωρίς αποτέλεσμα πλέον
toast-absent = Σκακιέρα { $board }: καταγράφηκε
toast-paired = Σκακιέρα { $board }: άλλαξε
toast-event = Η διοργάνωση άλλαξε

## What was done

done-confirm = Επιβεβαιώθηκε
done-dismiss = Απορρίφθηκε
done-let-stand = Παρέμεινε ως έχει
done-acknowledge = Ελήφθη υπόψη
done-take-back = Ανακλήθηκε
done-set-result = Ορίστηκε αποτέλεσμα
done-set-move = Ορίστηκε κίνηση
done-set-position = Ορίστηκε θέση
done-set-players = Ορίστηκαν παίκτες
done-new-game = Νέα παρτίδα
done-reopen = Άνοιξε ξανά
done-suspend = Αναστολή
done-resume = Συνέχιση
done-claim = Υποβλήθηκε αίτημα
done-register = Καταγράφηκε
done-adjust-clock = Καταγράφηκε το ρολόι
done-set-illegal-moves = Ορίστηκαν αντικανονικές κινήσεις
done-identify = Η σκακιέρα αναβοσβήνει
done-resync = Ζητήθηκαν όλα ξανά
done-other = { $text }
done-absent = Δεν προσήλθε
done-adopt = Η παρτίδα αποδόθηκε στο ζευγάρι
done-end-round = Ο γύρος έκλεισε
done-event = Η διοργάνωση άλλαξε
done-import = Εισαγωγή κλήρωσης
done-pair = Άλλαξε το ζευγάρι
done-round-result = Δόθηκε αποτέλεσμα
done-start-round = Ο γύρος ξεκίνησε

## Why something is refused

refused-no-link = Καμία σύνδεση: δεν στάλθηκε τίποτα.
refused-no-broker = Τα τραπέζια δεν είναι προσβάσιμα: δεν μπορεί να αποφασιστεί τίποτα.
refused-malformed = Η εντολή δεν έγινε κατανοητή.
refused-no-answer = Καμία απάντηση. Ίσως έγινε: ελέγξτε πριν το επαναλάβετε.
refused-already-taken-back = Έχει ήδη ανακληθεί.

# `$field`, `$expected`: in the program's own words, English.
refused-bad-value = { $field }: αναμενόταν { $expected }.

# The same of the fields that the page knows; each is shown alone.
bad-rounds = Γύροι: αριθμός από 1 έως 99.
bad-default-time-min = Χρόνος μηδενισμού: από 0 έως 720 λεπτά.
bad-delay-s = Καθυστέρηση: από 0 έως 86.400 δευτερόλεπτα (24 ώρες).
bad-first-table = Τραπέζι της σκακιέρας 1: αριθμός από 1 έως 9999.
bad-sections = Όμιλοι: το πολύ 64, με ονόματα από 1 έως 256 byte χωρίς χαρακτήρες ελέγχου.
bad-set = Δεν θα άλλαζε τίποτα.
bad-pair = Δεν θα άλλαζε τίποτα.
bad-player = Αυτός ο παίκτης κάθεται σε άλλη σκακιέρα του γύρου.
bad-table = Τραπέζι: όνομα έως 64 byte χωρίς + # /.
bad-to = Δεν υπάρχει τέτοια σκακιέρα.
bad-white = Ο ίδιος παίκτης δεν μπορεί να είναι και Λευκός και Μαύρος.
bad-for-s = Για αργότερα: από 1 δευτερόλεπτο έως 1 ώρα.

refused-not-allowed = Ο λογαριασμός σας δεν το επιτρέπει εκεί.
refused-no-such-case = Δεν είναι πλέον σε αναμονή: αποφασίστηκε ή έληξε αυτόματα.
refused-no-such-entry = Δεν υπάρχει τέτοια καταχώριση στα πρακτικά.
refused-no-such-table = Δεν υπάρχει τέτοιο τραπέζι.
refused-nothing-takes-it-back = Δεν ανακαλείται αυτόματα: αναιρέστε το με τις εντολές του τραπεζιού.
refused-only-chief = Αυτό επιτρέπεται μόνο στον επικεφαλής διαιτητή.
refused-table-away = Το τραπέζι είναι εκτός δικτύου: εκεί δεν μπορεί να αποφασιστεί τίποτα.
refused-changed = Η παρτίδα προχώρησε από τότε που την είδατε. Δείτε ξανά και μετά αποφασίστε.
refused-other-game = Αυτό αποφασίστηκε σε άλλη παρτίδα: δεν μπορεί πια να αναιρεθεί.
refused-secondGoes = Πηγαίνει ήδη: { $by }, από τις { $at }.
refused-secondItself = Έληξε αυτόματα στις { $at }. Δεν έγινε τίποτα δικό σας.

# As second-decided.
refused-second = { somebody } { did } στις { $at }, πριν από εσάς. Δεν στάλθηκε τίποτα δικό σας.
refused-other = { $text }
refused-comparison-old = Κάτι άλλαξε από τότε που εμφανίστηκε: επιλέξτε ξανά το αρχείο.
refused-has-played = Η παρτίδα έχει κινήσεις: ο παίκτης προσήλθε.
refused-no-such-pairing = Δεν υπάρχει πλέον τέτοιο ζευγάρι.
refused-no-such-round = Δεν υπάρχει τέτοιος γύρος.

# `$pair`: who plays there, as `A – B`, or none.
refused-pairing-changed = { $pair ->
    [none] Τώρα παίζουν άλλοι εκεί. Δείτε ξανά.
   *[other] Τώρα παίζουν άλλοι εκεί: { $pair }. Δείτε ξανά.
 }
refused-result-stands = Υπάρχει ήδη αποτέλεσμα: { $result }. Δείτε ξανά.

# `$boards`: their numbers, as a list; `$n`: how many.
refused-results-missing = { $n ->
    [one] Δεν υπάρχει ακόμη αποτέλεσμα στη σκακιέρα { $boards }.
   *[other] Δεν υπάρχουν ακόμη αποτελέσματα στις σκακιέρες { $boards }.
 }
refused-round-over = Αυτός ο γύρος έκλεισε.
refused-round-not-on = Αυτός ο γύρος δεν έχει ξεκινήσει.
refused-too-early = Ο χρόνος μηδενισμού δεν πέρασε ακόμη (6.7.1).
refused-too-long = Το αρχείο είναι πολύ μεγάλο: το πολύ 8 MiB.
refused-gone = Ο διακομιστής της αίθουσας δεν απαντά.

## Forms

form-result = Πώς τελείωσε η παρτίδα;
form-resultWhy = Τρόπος (προαιρετικά)
form-why-agreed = συμφωνία
form-why-resigned = εγκατάλειψη
form-why-time = χρόνος
form-why-mate = ματ
form-why-forfeit = άνευ αγώνα

# `$turn`: the number of the move, as 12. or 12…; `$san`: as what it was read, or none.
form-move = { $san ->
    [none] Ποια ήταν η κίνηση { $turn };
   *[other] Ποια ήταν η κίνηση { $turn } που διαβάστηκε ως { $san };
 }
form-candidates = Ταιριάζουν με τους αισθητήρες
form-onBoard = Ή επιλέξτε στη σκακιέρα: πρώτα από πού, μετά πού.
form-onBoardOnly = Επιλέξτε στη σκακιέρα: πρώτα από πού, μετά πού.

# `$uci`: from where to where, as e2e5.
form-notLegal = Η κίνηση { $uci } δεν είναι κανονική εκεί.
form-promote = Το πιόνι γίνεται
form-anew = Τίποτα δεν αλλάζει πριν το πείτε. Όσα παίχτηκαν μετά υπολογίζονται από την αρχή.
form-doIt = Ορισμός της κίνησης
form-takeBack = Μέχρι πού ανακαλείται η παρτίδα;
form-takeBackTo = { half-moves }, από την { $san } και μετά
form-takeBackDo = Ανάκληση { half-moves-gen }
form-position = Τι βρίσκεται στη σκακιέρα;
form-fromBoard = Όπως δείχνει η σκακιέρα
form-fromGame = Όπως στην παρτίδα
form-empty = Άδειασμα
form-first = Αρχική θέση
form-toMove = Έχει την κίνηση
form-castling = Δικαίωμα ροκέ
form-castle-K = Λευκός, μικρό
form-castle-Q = Λευκός, μεγάλο
form-castle-k = Μαύρος, μικρό
form-castle-q = Μαύρος, μεγάλο
form-pick = Κομμάτι για τοποθέτηση
form-erase = Τίποτα
form-moveOne = Μετακίνηση κομματιού
form-positionDo = Συνέχιση από εδώ
form-players = Ποιοι παίζουν;
form-name = Όνομα
form-title = Τίτλος
form-rating = Αξιολόγηση
form-federation = Ομοσπονδία
form-fideId = Κωδικός FIDE
form-team = Ομάδα
form-swap = Εναλλαγή χρωμάτων
form-playersDo = Ορισμός παικτών
form-newGame = Νέα παρτίδα σε αυτό το τραπέζι
form-newGameDo = Έναρξη νέας παρτίδας
form-keepPlayers = Οι ίδιοι παίκτες
form-swapPlayers = Οι ίδιοι παίκτες, αντίθετα χρώματα
form-noPlayers = Χωρίς ονόματα
form-regime = Ρυθμός
form-regime-standard = κανονικός χρόνος
form-regime-rapid = γρήγορο σκάκι
form-regime-blitz = μπλιτζ
form-edition = Έκδοση Κανόνων
form-supervision = Εποπτεία
form-supervision-full = επαρκής
form-supervision-limited = ανεπαρκής
form-variant = Παιχνίδι
form-variant-chess = σκάκι
form-variant-chess960 = Chess960
form-asBefore = όπως πριν
form-clock = Τι κάνατε στο ρολόι;
form-added = Προσθήκη ή αφαίρεση
form-minutes = Λεπτά
form-seconds = Δευτερόλεπτα
form-add = προσθήκη
form-take = αφαίρεση
form-clockDo = Καταγραφή: { side } { $signed }
form-player = Παίκτης
form-illegal = Πόσες αντικανονικές κινήσεις μετράνε;
form-illegalDo = Ορισμός
form-claim = Ποιος υποβάλλει αίτημα και για τι;
form-claimMove = Με την κίνηση (αν έχει καταγραφεί)
form-claimDo = Εξέταση αιτήματος
form-claim-threefold = Τριπλή επανάληψη (9.2)
form-claim-fifty-moves = 50 κινήσεις (9.3)
form-claim-quickplay-finish = Φινάλε γρήγορου παιχνιδιού
form-claim-touch-move = Αγγιγμένο κομμάτι (άρθρο 4)
form-register = Τι διαπιστώσατε εσείς;
form-register-illegal-move = Αντικανονική κίνηση { side-gen }
form-register-two-hands = Κίνηση { side-gen } με δύο χέρια
form-register-disturbance = Ενόχληση από { side-acc }
form-willDo = Τι θα γίνει
form-lostNow = Αυτό δεν επανέρχεται με ένα κλικ.

# The head of a form: `$act` is what will be done, from `act-…`.
form-heading = Τραπέζι { $table }: { $act }
form-doItMove = Ορισμός της κίνησης: { $san }

## What is asked first

ask-title = Τραπέζι { $table }: είστε βέβαιοι;

# `$act`: the words of the button that was pressed.
ask-do = Ναι: { $act }
ask-takeBackTitle = Να ανακληθεί η απόφαση ({ $by });

## The wall

wall-filter = Φίλτρο κατάστασης

# The number of tables stands before it.
wall-tables = { $n ->
    [one] τραπέζι
   *[other] τραπέζια
 }
wall-section = Όμιλος
wall-sections = Όλοι οι όμιλοι
wall-arbiter = Διαιτητής
wall-arbiters = Όλοι οι διαιτητές
wall-order = Σειρά
wall-urgency = Επείγον
wall-number = Σκακιέρα
wall-view = Προβολή
wall-tiles = Πλακίδια
wall-rows = Γραμμές
wall-needed = Χρειάζεται κάποιος
wall-playing = Παίζονται
wall-done = Τελείωσαν
wall-noSection = Χωρίς όμιλο
wall-none = Κανένα τέτοιο τραπέζι αυτή τη στιγμή.
wall-col-no = Αρ.
wall-col-state = Κατάσταση
wall-col-clock = Ρολόι
wall-col-last = Τελευταία κίνηση
wall-col-who = Ποιος πηγαίνει
wall-listOf = Τραπέζια

## One table

tv-move = Κίνηση { $number }
tv-commands = Εντολές
tv-group-game = Παρτίδα
tv-group-moves = Κινήσεις και θέση
tv-group-play = Παιχνίδι
tv-group-board = Σκακιέρα
tv-print = Εκτύπωση
tv-appeal = Φάκελος ένστασης
tv-pgn = PGN
tv-turn = Περιστροφή σκακιέρας
tv-agrees = Η σκακιέρα και η παρτίδα συμφωνούν.

# `$places`: squares, as a list with commas.
tv-differs = Η σκακιέρα και η παρτίδα διαφέρουν: { $places }.
tv-differsMany = Η σκακιέρα και η παρτίδα διαφέρουν σε { $n } τετράγωνα.
tv-inAir = Στον αέρα: από { $places }.
tv-noSensed = Καμία ένδειξη της σκακιέρας ακόμη.
tv-board-connected = Η σκακιέρα συνδέθηκε
tv-board-lost = Χάθηκε η σύνδεση με τη σκακιέρα
tv-board-searching = Αναζήτηση σκακιέρας
tv-board-stale = Η σκακιέρα σιωπά
tv-lastSeen = Τελευταία ένδειξη:
tv-walkedBack = Όπως ήταν στις { $at }.
tv-timeline = Τι έκαναν τα χέρια
tv-back = Πίσω
tv-forward = Εμπρός
tv-noHands = Κανένα άγγιγμα ακόμη σε αυτή την παρτίδα.

# `$text`: what the hand did there; `$n` of `$of` steps.
tv-step = { $n } από { $of }: { $text }
tv-before = Πριν από το πρώτο
tv-moves = Κινήσεις
tv-noMoves = Καμία κίνηση ακόμη.
tv-correct = διόρθωση της κίνησης
tv-inferred = κατά συμπερασμό, δεν φάνηκε
tv-notCompleted = δεν πατήθηκε ακόμη
tv-decisions = Αποφάσεις
tv-noDecisions = Καμία απόφαση ακόμη σε αυτό το τραπέζι.
tv-games = Προηγούμενες παρτίδες

# `$termination`: why, in few words.
tv-result = { $termination ->
    [none] { $result }
   *[other] { $result } · { $termination }
 }
tv-owes = { side-start } πρέπει να κινήσει το κομμάτι στο { $places }.

# How many illegal moves each has made.
tv-illegal = Αντικανονικές κινήσεις: Λευκός { $white }, Μαύρος { $black }.
tv-unknown = Δεν υπάρχει τραπέζι { $table }.
tv-alerts = Ειδοποιήσεις αυτής της παρτίδας

# What has become of an alert.
tv-alertState = { $state ->
    [raised] ανοιχτή
    [acknowledged] ελήφθη υπόψη, ανοιχτή
    [cleared] διευθετήθηκε
    [dismissed] απορρίφθηκε
    [lapsed] έληξε αυτόματα
   *[other] { $state }
 }
tv-printTitle = Τραπέζι { $table } · { $event }
tv-printed = Εκτυπώθηκε στις { $at }
tv-positions = Θέσεις

# `$move`: a numbered move, as 12…Nf6.
tv-afterMove = μετά από { $move }
tv-laws = Κανόνες { $edition }

regime-standard = κανονικός χρόνος
regime-rapid = γρήγορο σκάκι
regime-blitz = μπλιτζ

variant-chess960 = Chess960

## The record

# `$all`: how many entries; `$shown`: how many of them are shown, or none where all are.
rec-title = { $shown ->
    [none] { $all ->
        [one] { $all } καταχώριση
       *[other] { $all } καταχωρίσεις
     }
   *[other] { $all ->
        [one] { $shown } από { $all } καταχώριση
       *[other] { $shown } από { $all } καταχωρίσεις
     }
 }
rec-search = Όνομα, τραπέζι, άρθρο…
rec-searchLabel = Αναζήτηση στα πρακτικά
rec-how = Πώς έληξε
rec-hows = Όλα
rec-how-by-person = από πρόσωπο
rec-how-by-itself = αυτόματα
rec-how-taken-back = ανακλήθηκε
rec-how-not-done = δεν έγινε
rec-arbiters = Όλοι οι διαιτητές
rec-print = Εκτύπωση
rec-csv = CSV
rec-json = JSON
rec-col-time = Ώρα
rec-col-table = Τραπέζι
rec-col-what = Τι
rec-col-article = Άρθ.
rec-col-proposed = Πρόταση
rec-col-done = Έγινε
rec-col-by = Από
rec-none = Τίποτα τέτοιο στα πρακτικά.
rec-empty = Δεν έχει αποφασιστεί τίποτα ακόμη.
rec-itself = έληξε αυτόματα
rec-itself-gone = Δεν υπάρχει πλέον
rec-itself-lapsed = Πολύ αργά, ή δεν χρειάζεται πλέον τίποτα
rec-itself-cleared = Ο λόγος εξέλιπε
rec-itself-dismissed = Δεν ίσχυε
rec-itself-next-game = Άρχισε η επόμενη παρτίδα
rec-otherwise = αποφασίστηκε διαφορετικά
rec-elsewhere = όχι από αυτή την κονσόλα
rec-takenBack = ανακλήθηκε: { $by }, { $at }
rec-takesBack = ανακαλεί την καταχώριση { $number }
rec-refused = άρνηση: { $error }
rec-second = { $by ->
    [none] πρόλαβε άλλος
   *[other] πρόλαβε άλλος ({ $by })
 }, { $at }
rec-sent = στέλνεται
rec-noAnswer = καμία απάντηση ακόμη
rec-shelved = Για αργότερα, μέχρι τις { $until }
rec-take = Ανάκληση

# What has come of a claim.
rec-claim = { $verdict ->
    [correct] αίτημα σωστό
    [wrong] αίτημα εσφαλμένο
    [right-lost] το δικαίωμα χάθηκε
    [arbiter] κατά την κρίση σας
   *[other] { $verdict }
 }
rec-round = { $section ->
    [none] { $board ->
        [none] Γύρος { $number }
       *[other] Γύρος { $number }, σκακιέρα { $board }
     }
   *[other] { $board ->
        [none] Γύρος { $number }, { $section }
       *[other] Γύρος { $number }, { $section }, σκακιέρα { $board }
     }
 }

# `$who`: white, black, both (neither of them came); `$minutes`: the default time, or none where he had said so before;
# `$now`: a result.
rec-did-absent = { $minutes ->
    [none] { who-absent } δεν προσήλθε (είχε δηλωθεί): { $now }
    [one] { who-absent } δεν προσήλθε μέσα σε { $minutes } λεπτό: { $now }
   *[other] { who-absent } δεν προσήλθε μέσα σε { $minutes } λεπτά: { $now }
 }
rec-did-board = Σκακιέρα { $from } → { $to }

# `$n`: how many results were missing.
rec-did-ended = { $n ->
    [0] Έκλεισε με όλα τα αποτελέσματα
    [one] Έκλεισε χωρίς { $n } αποτέλεσμα
   *[other] Έκλεισε χωρίς { $n } αποτελέσματα
 }

# `$fields`: what was set of the event, a list of event-field.
rec-did-event = Διοργάνωση: { $fields }

# How many pairings are as before, and so on.
rec-did-imported = { $file }: { $as_before } όπως πριν, { $changed } με αλλαγή ή νέα, { $gone } εκτός κλήρωσης
rec-did-players = { $white_was } – { $black_was } → { $white } – { $black }

# Results; `$was` is none where there was none.
rec-did-result = { $was ->
    [none] { $now ->
        [none] *
       *[other] { $now }
     }
   *[other] { $now ->
        [none] { $was } → χωρίς αποτέλεσμα
       *[other] { $was } → { $now }
     }
 }
rec-did-table = Τραπέζι { $from ->
    [none] κανένα
   *[other] { $from }
 } → { $to ->
    [none] κανένα
   *[other] { $to }
 }

## People

people-add = Προσθήκη χρήστη
people-col-name = Όνομα
people-col-may = Ρόλος
people-col-tables = Τραπέζια
people-col-on = Είσοδος από
people-col-last = Τελευταία φορά
people-col-do = Ενέργειες
people-you = (εσείς)
people-role-chief = Επικεφαλής διαιτητής
people-role-arbiter = Διαιτητής
people-role-broadcaster = Χειριστής μετάδοσης
people-role-display = Οθόνη
people-allTables = Όλα
people-publicOnly = Μόνο δημόσια
people-nowhere = πουθενά
people-now = τώρα
people-ago = πριν από { $age }
people-link = Σύνδεσμος
people-linkFor = Σύνδεσμος: { $by }
people-linkTitle = Σύνδεσμος: { $by }
people-linkNote = Ισχύει μία φορά, μέχρι τις { $until }. { $role ->
    [chief] Δίνει είσοδο ως επικεφαλής διαιτητής.
    [broadcaster] Δίνει είσοδο ως χειριστής μετάδοσης.
    [display] Δίνει είσοδο ως οθόνη.
   *[arbiter] Δίνει είσοδο ως διαιτητής.
 }
people-qr = Κωδικός QR: σύνδεσμος εισόδου για μία συσκευή
people-copy = Αντιγραφή
people-copied = Αντιγράφηκε
people-change = Αλλαγή
people-changeOf = Αλλαγή: { $by }
people-endOne = Τερματισμός
people-remove = Διαγραφή
people-removeAsk = Να διαγραφεί ο λογαριασμός { $by }; Τερματίζεται κάθε συνεδρία του. Όσα αποφασίστηκαν με αυτόν μένουν στα πρακτικά.
people-name = Όνομα
people-role = Ρόλος
people-sections = Όμιλοι, ένας ανά γραμμή· κενό: όλα τα τραπέζια
people-password = Κωδικός πρόσβασης (μπορεί να λείπει: δώστε σύνδεσμο)
people-sessions = Συνεδρίες: { $by }

# `$agent`: a browser and its system, or none; `$from`: an address; `$since`: a time of day.
people-session = { $agent ->
    [none] Πρόγραμμα
   *[other] { $agent }
 } · { $from } · από τις { $since }
people-keyLine = Κλειδί προγράμματος · { $from } · από τις { $since }
people-keyNote = Ένα πρόγραμμα δείχνει το κλειδί του για να ενεργεί με αυτό το όνομα.
people-keysOnly = μόνο με κλειδί
people-newKey = Νέο κλειδί για πρόγραμμα
people-keyTitle = Κλειδί: { $by }
people-keyOnce = Εμφανίζεται μόνο αυτή τη φορά. Το πρόγραμμα το στέλνει ως «Authorization: Bearer».
people-refused-bad-name = Αυτό το όνομα δεν μπορεί να χρησιμοποιηθεί: από 1 έως 64 byte που διαβάζονται.
people-refused-bad-password = Ο κωδικός πρόσβασης έχει από 8 έως 256 byte.
people-refused-last-chief = Τότε κανείς άλλος δεν θα μπορούσε να δίνει λογαριασμούς.

# `$name`: of another account.
people-refused-name-alike = Αυτό το όνομα μοιάζει με το { $name }, που έχει ήδη λογαριασμό: στα πρακτικά δεν θα ξεχώριζαν.
people-refused-name-taken = Υπάρχει ήδη λογαριασμός με αυτό το όνομα.
people-refused-no-such-account = Δεν υπάρχει πλέον τέτοιος λογαριασμός.
people-refused-no-such-session = Αυτή η συνεδρία έχει ήδη τερματιστεί.
people-refused-not-allowed = Ο λογαριασμός σας δεν το επιτρέπει.
people-failed = Δεν ήταν δυνατόν να γίνει.

## On this device

me-title = Σε αυτή τη συσκευή
me-sound = Ήχος για αποφάσεις
me-tryOut = Δοκιμή
me-notify = Ειδοποίηση του περιηγητή για αποφάσεις
me-notifyNo = Αυτός ο περιηγητής δεν δίνει ειδοποιήσεις εδώ: χρειάζεται https ή την άδειά σας.
me-vibrate = Δόνηση στο κινητό
me-letters = Μεμονωμένα γράμματα ως πλήκτρα
me-turned = Ο Λευκός επάνω σε κάθε σκακιέρα
me-language = Γλώσσα
me-theme = Χρώματα
me-theme-device = όπως η συσκευή
me-theme-light = φωτεινά
me-theme-dark = σκούρα
me-signOut = Έξοδος
me-screen = Δημόσια οθόνη
me-keys = Πλήκτρα
me-password = Ο κωδικός μου
me-passwordOld = Παλιός κωδικός (κενό, αν δεν υπάρχει)
me-passwordNew = Νέος κωδικός
me-passwordDo = Αλλαγή
me-passwordDone = Ο κωδικός σας άλλαξε.
me-passwordWrong = Ο παλιός κωδικός δεν είναι σωστός ή ο νέος είναι πολύ σύντομος.
me-language-device = όπως ο περιηγητής

## Signing in

in-title = Κονσόλα διαιτητών. Ζητήστε από τον επικεφαλής διαιτητή σύνδεσμο ή κωδικό QR, ή εισέλθετε με όνομα.
in-name = Όνομα
in-password = Κωδικός πρόσβασης
in-do = Είσοδος
in-wrong = Το όνομα ή ο κωδικός δεν είναι σωστά.
in-slow = Δεν είναι σωστό. Η επόμενη προσπάθεια επιτρέπεται σε { $seconds } δευτ.· οι άλλοι δεν καθυστερούν.
in-busy = Γίνονται πολλές είσοδοι. Προσπαθήστε ξανά σε { $seconds } δευτ.
in-away = Ο διακομιστής της αίθουσας δεν απαντά. Προσπαθήστε ξανά.
in-setup = Κανείς δεν έχει ακόμη λογαριασμό. Ο δικός σας θα είναι του επικεφαλής διαιτητή.
in-setupDo = Δημιουργία λογαριασμού
in-setupNo = Κανείς δεν έχει ακόμη λογαριασμό. Ανοίξτε τον σύνδεσμο που εμφάνισε το πρόγραμμα στην πρώτη εκκίνησή του, ή αυτή τη σελίδα στον ίδιο τον υπολογιστή.
in-passwordNew = Κωδικός πρόσβασης, τουλάχιστον 8 χαρακτήρες
in-setupRefused = Δεν έγινε δεκτό: ίσως ο σύνδεσμος έχει χρησιμοποιηθεί ή ο κωδικός είναι πολύ σύντομος.
in-entering = Είσοδος με τον σύνδεσμο…
in-enterNo = Ο σύνδεσμος έχει ήδη χρησιμοποιηθεί ή είναι πολύ παλιός. Ζητήστε άλλον από τον επικεφαλής διαιτητή.
in-again = Η συνεδρία σας έληξε. Εισέλθετε ξανά.

## The public screens

# `$range`: numbers of boards, as 1–8; `$all`: how many there are.
screen-shown = Σκακιέρες { $range } από { $all }
screen-delay = { $minutes ->
    [one] με καθυστέρηση { $minutes } λεπτού
   *[other] με καθυστέρηση { $minutes } λεπτών
 }
screen-delaySeconds = { $seconds ->
    [one] με καθυστέρηση { $seconds } δευτερολέπτου
   *[other] με καθυστέρηση { $seconds } δευτερολέπτων
 }

# A time follows.
screen-lost = Χωρίς σύνδεση εδώ και
screen-noBoards = Δεν προβάλλεται ακόμη καμία παρτίδα.
screen-title = { $event }: σκακιέρες
screen-board = Σκακιέρα { $board }
screen-position = Θέση στη σκακιέρα { $board }
screen-round = Γύρος { $round }

# A period of the time control: `$moves` moves (or none), in `$minutes`, or, where these are none, in `$seconds`; with
# `$increment` seconds a move (or none).
screen-period = { $moves ->
    [none] { period-time }
   *[other] { $moves ->
        [one] { $moves } κίνηση σε { period-time }
       *[other] { $moves } κινήσεις σε { period-time }
     }
 }

# `$list`: the periods before; `$item`: the next one.
screen-then = { $list }, μετά { $item }
screen-interrupted = οι κινήσεις ακολουθούν
screen-forfeit = άνευ αγώνα

# Behind a result, also in the next; the number of the move that is being played.
screen-atMove = κίνηση { $number }
screen-col-board = Σκ.
screen-col-result = Αποτέλεσμα
screen-stop = Σελίδα { $page } από { $pages }. Παραμονή εδώ.
screen-goOn = Σελίδα { $page } από { $pages }. Συνέχιση εναλλαγής.
screen-arbiter = Αυτή η σελίδα δείχνει ό,τι βλέπει το κοινό. Για να τη δείτε, εισέλθετε εδώ με λογαριασμό οθόνης.

## Rounds

round-title = Γύρος { $number }
round-choice = { $section ->
    [none] Γύρος { $number }
   *[other] Γύρος { $number }, { $section }
 }
round-results = ποιοι παίζουν και τι λείπει
round-pairingsOf = κλήρωση
round-steps = Από το αρχείο στα αποτελέσματα
round-step-file = Αρχείο
round-step-fileRead = Διαβάστηκε
round-step-compare = Σύγκριση
round-step-start = Έναρξη
round-step-results = Αποτελέσματα
round-board = Σκακιέρα
round-atTables = Στα τραπέζια
round-pairings = Κλήρωση
round-state-planned = δεν ξεκίνησε
round-state-on = παίζεται
round-state-over = έκλεισε
round-atMove = κίνηση { $number }
round-atTable = στο τραπέζι { $table }
round-absent = δεν προσήλθε
round-planned = δεν ξεκίνησε
round-tableSays = το τραπέζι λέει { $result }
round-waitsFor-answer = ενημερώνεται
round-waitsFor-board = δεν βρέθηκε ακόμη σκακιέρα
round-waitsFor-game = παίζεται άλλη παρτίδα εκεί
round-waitsFor-other-pairing = άλλο ζευγάρι έχει το τραπέζι
round-waitsFor-refused = το τραπέζι αρνήθηκε
round-waitsFor-table = δεν υπάρχει ακόμη τέτοιο τραπέζι
round-waitsFor-table-away = εκτός δικτύου
round-noTable = κανένα τραπέζι ακόμη
round-resultsCard = Αποτελέσματα
round-resultsOf = Αποτελέσματα γύρου { $number }
round-of = { $n } από { $of }

# `$n`: how many boards more.
round-more = { $n ->
    [one] Παίζει { $n } ακόμη σκακιέρα
   *[other] Παίζουν { $n } ακόμη σκακιέρες
 }
round-meter = { $n } από { $of } αποτελέσματα
round-allThere = Υπάρχουν όλα τα αποτελέσματα.
round-resultOf = Αποτέλεσμα τραπεζιού { $table }
round-resultOfBoard = Αποτέλεσμα σκακιέρας { $board }
round-writeBack = Εξαγωγή
round-file-pgn = PGN
round-file-trf = TRF
round-file-csv = CSV

## The file of pairings

file-choose = Επιλογή αρχείου κλήρωσης…
file-chooseNext = Αρχείο κλήρωσης…
file-chooseOther = Επιλογή άλλου αρχείου…
file-field = Αρχείο κλήρωσης
file-reading = Διαβάζεται το αρχείο…
file-none = Καμία κλήρωση ακόμη
file-noneMore = Επιλέξτε το αρχείο που γράφει το πρόγραμμα κληρώσεων ή σύρετέ το εδώ: PGN, TRF, CSV ή XLSX.
file-nothingYet = Πρώτα συγκρίνεται και εμφανίζεται. Τίποτα δεν αλλάζει πριν το πείτε.
file-changes = Τι αλλάζει το αρχείο
file-boards = { $n ->
    [one] { $n } σκακιέρα
   *[other] { $n } σκακιέρες
 }
file-again = Κάτι άλλαξε από τότε που εμφανίστηκε. Δείτε ξανά και μετά κάντε την εισαγωγή.
file-count-as-before = όπως πριν
file-count-new = νέα
file-count-changed = με αλλαγή
file-count-moved = σε άλλη σκακιέρα

# The number stands before it, as before the messages around it.
file-count-bye = bye
file-count-gone = εκτός κλήρωσης
file-only = Μόνο διαφορές
file-facts = Νέα για τη διοργάνωση:
file-against = Σε σύγκριση με ό,τι υπάρχει εδώ
file-kind-as-before = όπως πριν
file-kind-bye = Χωρίς παρτίδα
file-kind-changed = Άλλαξε παίκτης
file-kind-gone = Εκτός κλήρωσης
file-kind-moved = Άλλαξε σκακιέρα
file-kind-name = Στοιχεία παίκτη
file-kind-new = Νέο
file-kind-swapped = Αντίθετα χρώματα
file-wasBoard = Ήταν στη σκακιέρα { $board }.
file-wasSwapped = Τα χρώματα ήταν ανάποδα.

# `$name`: of a player.
file-whiteWas = Λευκός ήταν: { $name }.
file-blackWas = Μαύρος ήταν: { $name }.

# What was known of a player and what is known now: `$was`, `$now`, or none.
file-told = { person-field }: { $was ->
    [none] κενό
   *[other] { $was }
 } → { $now ->
    [none] κενό
   *[other] { $now }
 }
file-inPlay = Παίζεται παρτίδα εκεί: δεν θίγεται.

# `$text`: one of the messages `bye-…`.
file-byeWas = Ήταν: { $text }
file-gonePair = Το αρχείο δεν έχει πλέον αυτό το ζευγάρι.
file-goneBye = Το αρχείο δεν έχει πουθενά αυτόν τον παίκτη.
file-noOpponent = χωρίς αντίπαλο
file-noBoard = Χωρίς σκακιέρα

# `$n`: how many entries of the file.
file-omitted = { $n ->
    [one] { $n } εγγραφή δεν μπορεί να κρατηθεί και παραλείπεται
   *[other] { $n } εγγραφές δεν μπορούν να κρατηθούν και παραλείπονται
 }

# `$place`: from file-at and the messages behind it; `$found`: what stands there; `$expected`: from expected-board and the messages behind it.
file-omittedOne = { $place }: «{ $found }»· θα μπορούσε να είναι { $expected }.
file-over = Ο γύρος { $number } έκλεισε: η κλήρωσή του δεν αλλάζει πλέον.
file-nothing = Καμία διαφορά

# `$n`: how many boards differ.
file-take = { $n ->
    [one] Εισαγωγή { $n } διαφοράς
   *[other] Εισαγωγή { $n } διαφορών
 }
file-takeRest = Εισαγωγή
file-away = Απομάκρυνση
file-promise = Τίποτα δεν αλλάζει πριν το πείτε. Οι παρτίδες που παίζονται κρατούν τους παίκτες τους.
file-wrong = Αρχείο που δεν διαβάζεται
file-fault = <b>{ $file }</b>, { $place }: βρέθηκε «{ $found }». Αναμενόταν: { $expected }.

# What a file should have had there, by the code of what was expected.
expected-board = αριθμός σκακιέρας, από 1 έως 9999
expected-board-once = σκακιέρα που δεν την έχει άλλο ζευγάρι του γύρου
expected-colour = w, b ή -, και το αντίθετο χρώμα στη γραμμή του αντιπάλου
expected-date = ημερομηνία, όπως 2026/11/24
expected-federation = κωδικός ομοσπονδίας κατά τη FIDE, με τρία γράμματα, όπως NOR
expected-fide-id = κωδικός FIDE ή τίποτα
expected-kind = αρχείο κλήρωσης PGN, TRF, CSV ή XLSX
expected-name = όνομα, από 1 έως 256 byte κειμένου χωρίς χαρακτήρες ελέγχου
expected-number = αριθμός του καταλόγου παικτών, από 1 έως 9999, που δεν τον έχει άλλος παίκτης
expected-opponent = αριθμός παίκτη του οποίου η γραμμή αναφέρει ως αντίπαλο αυτόν τον παίκτη
expected-pairings = τουλάχιστον ένα ζευγάρι
expected-player-once = παίκτης που δεν είναι σε άλλο ζευγάρι του γύρου
expected-rating = αξιολόγηση από 0 έως 4000 ή τίποτα
expected-result = αποτέλεσμα, όπως 1-0, 1/2-1/2, + - -, ή τίποτα (TRF: 1 = 0 + - W D L H F U Z)
expected-result-of-opponent = αποτέλεσμα που ταιριάζει με εκείνο στη γραμμή του αντιπάλου
expected-round = αριθμός γύρου, από 1 έως 99, όπως 5, ή 5.12 μαζί με τη σκακιέρα
expected-size = αρχείο έως 8 MiB, έως 32 MiB μετά την αποσυμπίεση, και έως 20.000 γραμμές
expected-space = κενό διάστημα (οι στήλες δεν είναι εκεί που τις έχει το TRF)
expected-table = πεδία χωρισμένα με «;», «,» ή στηλοθέτη (tab), σε εισαγωγικά όπου περιέχουν τέτοιον χαρακτήρα
expected-tag = ετικέτα PGN, όπως [White "Carlsen, Magnus"]
expected-time-control = χρόνος σκέψης στη γραφή του PGN, όπως 5400+30
expected-title = τίτλος της FIDE: GM, IM, FM, CM, WGM, WIM, WFM, WCM, AGM, AIM, AFM ή ACM
expected-workbook = βιβλίο εργασίας σε μορφή XLSX

file-at = γραμμή { $line }, στήλη { $column }
file-atField = γραμμή { $line }, πεδίο { $column }
file-cell = φύλλο «{ $sheet }», κελί { $cell }
file-whole = ολόκληρο το αρχείο
file-line = Γραμμή { $line }
file-unchanged = Δεν άλλαξε τίποτα.
file-notSent = Το αρχείο δεν στάλθηκε: άλλαξε μετά την επιλογή του ή δεν υπάρχει σύνδεση.
file-whichSection = Ποιος όμιλος;
file-whichMore = Το { $file } δεν λέει σε ποιον όμιλο ανήκει.

## Byes

bye-forfeit-loss = ήττα άνευ αγώνα
bye-forfeit-win = νίκη άνευ αγώνα
bye-full = bye ενός βαθμού
bye-half = bye μισού βαθμού
bye-pairing-allocated = bye από την κλήρωση
bye-zero = bye χωρίς βαθμό

## The start of a round

start-title = Έναρξη γύρου { $number }
start-ready = Έτοιμα τραπέζια: { $n } από { $of }
start-told = Ενημερωμένα τραπέζια: { $n } από { $of }

# `$tables`: their numbers, as a list; `$n`: how many. So in all of these.
start-waits-answer = { $n ->
    [one] { tables-named }: ενημερώνεται.
   *[other] { tables-named }: ενημερώνονται.
 }
start-waits-board = { $n ->
    [one] { tables-named }: δεν βρέθηκε ακόμη σκακιέρα. Θα ενημερωθεί αυτόματα μόλις βρεθεί.
   *[other] { tables-named }: δεν βρέθηκε ακόμη σκακιέρα. Καθένα θα ενημερωθεί αυτόματα μόλις βρεθεί.
 }

# `$pair`: who plays there, as `A – B`, or none.
start-waits-game = { $pair ->
    [none] { tables-named }: περιμένει, γιατί παίζεται παρτίδα εκεί. Θα ενημερωθεί αυτόματα μόλις τελειώσει.
   *[other] { tables-named }: περιμένει, γιατί παίζεται παρτίδα εκεί, { $pair }. Θα ενημερωθεί αυτόματα μόλις τελειώσει.
 }
start-waits-game-planned = { $pair ->
    [none] { tables-named }: παίζεται παρτίδα. Δεν θα θιγεί, και το τραπέζι θα ενημερωθεί μόλις τελειώσει.
   *[other] { tables-named }: παίζεται παρτίδα, { $pair }. Δεν θα θιγεί, και το τραπέζι θα ενημερωθεί μόλις τελειώσει.
 }
start-waits-other-pairing = { $section ->
    [none] { tables-named }: περιμένει, γιατί παίζει εκεί η σκακιέρα { $board }.
   *[other] { tables-named }: περιμένει, γιατί παίζει εκεί η σκακιέρα { $board } ({ $section }).
 }
start-waits-refused = { tables-named }: άρνηση: { $error }
start-waits-table = { $n ->
    [one] { tables-named }: δεν υπάρχει ακόμη τέτοιο τραπέζι. Θα ενημερωθεί αυτόματα μόλις συνδεθεί.
   *[other] { tables-named }: δεν υπάρχουν ακόμη τέτοια τραπέζια. Καθένα θα ενημερωθεί αυτόματα μόλις συνδεθεί.
 }
start-waits-table-away = { $n ->
    [one] { tables-named }: εκτός δικτύου. Θα ενημερωθεί αυτόματα μόλις επανέλθει.
   *[other] { tables-named }: εκτός δικτύου. Καθένα θα ενημερωθεί αυτόματα μόλις επανέλθει.
 }
start-again = Ενημέρωση ξανά
start-adopt = Αυτή είναι η παρτίδα τους
start-leave = Διακοπή της παρτίδας…
start-leaveTitle = Να διακοπεί η παρτίδα στο τραπέζι { $table };
start-leaveLost = { $pair ->
    [none] Η παρτίδα που παίζεται εκεί λήγει χωρίς αποτέλεσμα μετά από { half-moves }.
   *[other] Η παρτίδα που παίζεται εκεί, { $pair }, λήγει χωρίς αποτέλεσμα μετά από { half-moves }.
 }
start-notYet = Ο επικεφαλής διαιτητής δεν τον έχει ξεκινήσει ακόμη.
start-allReady = Όλα τα τραπέζια είναι έτοιμα.
start-at = Άρχισε στις (κενό: τώρα)
start-do = Έναρξη γύρου { $number }

# `$n`: how many sections, two at least.
start-doAll = Έναρξη γύρου { $number } και στους { $n } ομίλους
start-doOne = Μόνο: { $section }
start-allTold = Όλα τα τραπέζια έχουν τους παίκτες τους.
start-since = Ξεκίνησε στις { $at }.

# `$isStart`: yes where the default time ends as the round begins.
start-late = { $isStart ->
    [yes] Όποιος δεν ήταν εκεί τότε χάνει, εκτός αν αποφασίσετε διαφορετικά (6.7.1).
   *[no] Όποιος δεν είναι εκεί μέχρι τις { $at } χάνει, εκτός αν αποφασίσετε διαφορετικά (6.7.1).
 }

## The end of a round

end-still = Λείπουν αποτελέσματα.
end-all = Υπάρχουν όλα τα αποτελέσματα.
end-do = Κλείσιμο γύρου { $number }
end-title = Να κλείσει ο γύρος { $number } χωρίς όλα τα αποτελέσματα;

# `$boards`: their numbers, as a list; `$n`: how many.
end-missing = { $n ->
    [one] Δεν υπάρχει αποτέλεσμα στη σκακιέρα { $boards }. Μένει ανοιχτό στα αρχεία που γράφονται.
   *[other] Δεν υπάρχουν αποτελέσματα στις σκακιέρες { $boards }. Μένουν ανοιχτά στα αρχεία που γράφονται.
 }

## One pairing

pair-change = Αλλαγή…
pair-column = Προς αλλαγή
pair-changeOf = Αλλαγή στη σκακιέρα { $board }
pair-title = Γύρος { $number }, σκακιέρα { $board }
pair-gone = Αυτή η σκακιέρα δεν είναι πλέον στον γύρο.

# `$by`: who gave it, or none.
pair-now = { $by ->
    [none] { $result }
   *[other] { $result }, από: { $by }
 }
pair-resultIs = { $result }: { $white } – { $black }
pair-others = Δεν παίχτηκε, ή άλλο αποτέλεσμα
pair-none = Χωρίς αποτέλεσμα

# `$before`: the result that was there.
pair-replaced = Το { $before } αντικαθίσταται με το { $result }.
pair-takenAway = Το { $before } αφαιρείται.
pair-doIt = Εκτέλεση
pair-who = Ποιος παίζει και πού
pair-board = Σκακιέρα (με όσους είναι εκεί γίνεται ανταλλαγή)
pair-table = Τραπέζι (κενό: της σκακιέρας)
pair-note = Το τραπέζι ενημερώνεται αμέσως, ή μόλις γίνει δυνατόν.
pair-inPlay = Παίζεται παρτίδα: μένει στο τραπέζι της, τα ονόματα αλλάζουν αμέσως.

## Who did not come

absent-title = Δεν προσήλθε
absent-announced = Δεν θα προσέλθει
absent-late = Ο χρόνος μηδενισμού έληξε στις { $at } (6.7.1).
absent-before = Μόνο για όποιον το έχει δηλώσει: ο χρόνος μηδενισμού λήγει στις { $at } (6.7.1).
absent-beforeStart = Μόνο για όποιον το έχει δηλώσει.
absent-white = Ο Λευκός
absent-black = Ο Μαύρος
absent-both = Κανείς

## The event

event-open = Διοργάνωση…
event-title = Διοργάνωση
event-name = Όνομα
event-site = Τόπος
event-begin = Πρώτη ημέρα
event-end = Τελευταία ημέρα
event-federation = Ομοσπονδία (τρία γράμματα)
event-time_control = Χρόνος σκέψης (5400+30)
event-edition = Έκδοση Κανόνων
event-regime = Ρυθμός
event-rounds = Γύροι
event-default_time_min = Χρόνος μηδενισμού, λεπτά (6.7.1)
event-delay_min = Καθυστέρηση για το κοινό, λεπτά
event-byTime = βάσει του χρόνου σκέψης
event-firstTable = Τραπέζι της σκακιέρας 1
event-firstTableOf = Τραπέζι της σκακιέρας 1, { $section }
event-note = Η έκδοση και ο ρυθμός ισχύουν για κάθε τραπέζι με την επόμενη παρτίδα του.
