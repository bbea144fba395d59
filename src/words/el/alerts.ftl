# Greek. Terms as the official translation of the Laws prints them (2014).
#
# `$by` is the player that a sentence is about (white, black), `$role` a piece (king, queen, rook, bishop, knight, pawn),
# `$owner` whose piece it is (own: the player's, other: his opponent's).
#
# Values that come as text already: `$played`, `$move`, `$step` (moves), `$moves` (a list with "or"), `$targets` (squares
# with "or"), `$squares` (squares with commas), `$square`, `$from`, `$result`, `$time`, `$white`, `$black` (times of the
# clock), `$penalties` (an article), `$touched`, `$against` (lists of the messages `piece-touched`, `against-…`).
# Numbers: `$count` (which illegal move, from 1), `$minutes`, `$seconds`, `$n`.
#
# Messages of this first part are parts of others, and see the values of the sentence in which they stand.

## Parts of sentences

# The player: at the beginning of a sentence, inside it, of him, him.
by-start = { $by ->
    [white] Ο Λευκός
   *[black] Ο Μαύρος
 }
by-nom = { $by ->
    [white] ο Λευκός
   *[black] ο Μαύρος
 }
by-gen = { $by ->
    [white] του Λευκού
   *[black] του Μαύρου
 }
by-acc = { $by ->
    [white] τον Λευκό
   *[black] τον Μαύρο
 }
# His opponent.
opponent-start = { $by ->
    [white] Ο Μαύρος
   *[black] Ο Λευκός
 }
opponent-nom = { $by ->
    [white] ο Μαύρος
   *[black] ο Λευκός
 }
opponent-gen = { $by ->
    [white] του Μαύρου
   *[black] του Λευκού
 }
opponent-acc = { $by ->
    [white] τον Μαύρο
   *[black] τον Λευκό
 }
# A piece: a (accusative), the (accusative), his (nominative, accusative), bare (nominative).
a-piece-acc = { $role ->
    [king] έναν βασιλιά
    [queen] μια βασίλισσα
    [rook] έναν πύργο
    [bishop] έναν αξιωματικό
    [knight] έναν ίππο
   *[pawn] ένα πιόνι
 }
the-piece-acc = { $role ->
    [king] τον βασιλιά
    [queen] τη βασίλισσα
    [rook] τον πύργο
    [bishop] τον αξιωματικό
    [knight] τον ίππο
   *[pawn] το πιόνι
 }
his-piece-nom = { $role ->
    [king] ο βασιλιάς του
    [queen] η βασίλισσά του
    [rook] ο πύργος του
    [bishop] ο αξιωματικός του
    [knight] ο ίππος του
   *[pawn] το πιόνι του
 }
his-piece-acc = { $role ->
    [king] τον βασιλιά του
    [queen] τη βασίλισσά του
    [rook] τον πύργο του
    [bishop] τον αξιωματικό του
    [knight] τον ίππο του
   *[pawn] το πιόνι του
 }
piece-nom = { $role ->
    [king] βασιλιάς
    [queen] βασίλισσα
    [rook] πύργος
    [bishop] αξιωματικός
    [knight] ίππος
   *[pawn] πιόνι
 }
# What a pawn cannot become, in its colour.
coloured-piece-acc = { $role ->
    [king] { coloured-acc } βασιλιά
    [queen] { $colour ->
        [white] λευκή βασίλισσα
       *[black] μαύρη βασίλισσα
     }
    [rook] { coloured-acc } πύργο
    [bishop] { coloured-acc } αξιωματικό
    [knight] { coloured-acc } ίππο
   *[pawn] { coloured-acc } πιόνι
 }
# Of every piece but the queen.
coloured-acc = { $colour ->
    [white] λευκό
   *[black] μαύρο
 }
# A piece where it was touched.
piece-touched = { $owner ->
    [own] { the-piece-acc } στο { $square }
   *[other] { the-piece-acc } { opponent-gen } στο { $square }
 }
# A piece and the square from which it was lifted.
piece-lifted = { $owner ->
    [own] { his-piece-acc } από το { $square }
   *[other] { the-piece-acc } { opponent-gen } από το { $square }
 }
put-it-back = { $role ->
    [queen] την τοποθέτησε πάλι εκεί
    [pawn] το τοποθέτησε πάλι εκεί
   *[other] τον τοποθέτησε πάλι εκεί
 }
no-move-takes-it = { $role ->
    [queen] δεν τη φέρνει καμία κανονική κίνηση
    [pawn] δεν το φέρνει καμία κανονική κίνηση
   *[other] δεν τον φέρνει καμία κανονική κίνηση
 }
his-pawn = { $pawn ->
    [one] το πιόνι του
   *[some] ένα πιόνι
 }
# `$duty`: any (nothing binds him), play (one of `$moves`), put (a pawn on one of `$targets`, whatever it becomes),
# both (either of these), none (there is no such move).
had-to = { $duty ->
    [put] έπρεπε να τοποθετήσει { his-pawn } στο { $targets }
    [both] έπρεπε να παίξει { $moves } ή να τοποθετήσει { his-pawn } στο { $targets }
    [none] δεν είχε κίνηση να παίξει
    [any] μπορούσε να παίξει οποιαδήποτε κανονική κίνηση
   *[play] έπρεπε να παίξει { $moves }
 }
must = { $duty ->
    [put] πρέπει να τοποθετήσει { his-pawn } στο { $targets }
    [both] πρέπει να παίξει { $moves } ή να τοποθετήσει { his-pawn } στο { $targets }
    [none] δεν έχει κίνηση να παίξει
    [any] μπορεί να παίξει οποιαδήποτε κανονική κίνηση
   *[play] πρέπει να παίξει { $moves }
 }
illegal-move-acc = { $count ->
    [0] την αντικανονική κίνηση
    [1] την πρώτη αντικανονική κίνηση
    [2] τη δεύτερη αντικανονική κίνηση
    [3] την τρίτη αντικανονική κίνηση
    [4] την τέταρτη αντικανονική κίνηση
    [5] την πέμπτη αντικανονική κίνηση
   *[other] την { $count }η αντικανονική κίνηση
 }
# With "his" the last word takes a second accent.
his-illegal-move-acc = { $count ->
    [1] την πρώτη αντικανονική κίνησή του
    [2] τη δεύτερη αντικανονική κίνησή του
    [3] την τρίτη αντικανονική κίνησή του
    [4] την τέταρτη αντικανονική κίνησή του
    [5] την πέμπτη αντικανονική κίνησή του
   *[other] την { $count }η αντικανονική κίνησή του
 }
has-completed = { $count ->
    [0] { by-start } ολοκλήρωσε αντικανονική κίνηση
   *[other] { by-start } ολοκλήρωσε { his-illegal-move-acc }
 }
set-up-again = αποκαθίσταται η θέση αμέσως πριν την αντικανονικότητα
time-given = { $minutes ->
    [1] ένα λεπτό πρόσθετο χρόνο
    [3] τρία λεπτά πρόσθετο χρόνο
   *[other] δύο λεπτά πρόσθετο χρόνο
 }
opponent-wins-or-draws = κερδίζει { opponent-nom }, ή η παρτίδα είναι ισόπαλη αν { opponent-nom } δεν μπορεί πλέον να κάνει ματ, κάτι που δεν μπορεί να κριθεί αυτόματα: δείτε τη θέση
only-by-claim = Μόνο { by-nom } μπορεί να ζητήσει απόφαση για την αντικανονική κίνηση { opponent-gen }, υποβάλλοντας αίτημα πριν κάνει την επόμενη κίνησή του.

# Lists.
and-next = { $list }, { $item }
and-last = { $list } και { $item }
or-next = { $list }, { $item }
or-last = { $list } ή { $item }
squares-next = { $list }, { $item }
squares-last = { $list }, { $item }
# Of many moves only some are named.
and-more = { $list } (και { $n } ακόμη)
no-move = καμία κίνηση
# Stands after "on the squares".
no-square = (κανένα)

# Letters of the pieces in the names of moves (Appendix C): those of Γ.2.
letter-king = K
letter-queen = Q
letter-rook = R
letter-bishop = B
letter-knight = N

# What speaks against a result that the kings show.
against-cannot-mate = ο νικητής έχει μόνο βασιλιά
against-clock = το χρονόμετρο του νικητή δείχνει ότι δεν απομένει χρόνος
against-flag = η σημαία που έχει πέσει δίνει άλλο αποτέλεσμα
against-illegal-moves = η απόφαση για τις αντικανονικές κινήσεις δίνει άλλο αποτέλεσμα
against-no-move-each = ισοπαλία δεν μπορεί να συμφωνηθεί πριν κάνουν κίνηση και οι δύο παίκτες
against-position = η τελευταία θέση δίνει άλλο αποτέλεσμα

## Touch-move (Article 4)

touched-piece-returned = { by-start } σήκωσε { piece-lifted } και { put-it-back }: αν δήλωσε πρώτα ότι διορθώνει, θεωρείται τακτοποίηση, διαφορετικά άγγιγμα.
touch-move-violated = { by-start } άγγιξε { $touched } και μετά έπαιξε { $played }· { had-to }.
touch-order-unclear = Κομμάτι του παίκτη και κομμάτι του αντιπάλου έφυγαν μαζί από τη σκακιέρα: θεωρείται ότι το κομμάτι του παίκτη αγγίχτηκε πρώτο.
# `$how`: returned (he put it back), taken (he took it away to make his move).
off-turn-touch = { $how ->
    [returned] { by-start } σήκωσε { piece-lifted } και { put-it-back }, στον χρόνο { opponent-gen }.
   *[taken] { by-start } σήκωσε { piece-lifted } πριν { opponent-nom } κάνει την κίνησή του.
 }
castling-rook-first = { by-start } άγγιξε τον πύργο πριν από τον βασιλιά και έκανε ροκέ· { had-to }.
# `$obstacle`: why he may not castle.
castling-not-allowed = { by-start } τοποθέτησε τον βασιλιά στο { $square } για να κάνει ροκέ, κάτι που δεν επιτρέπεται: { $obstacle ->
    [attacked] δέχεται επίθεση τετράγωνο που διασχίζει ή καταλαμβάνει ο βασιλιάς
    [in-check] ο βασιλιάς είναι σε σαχ
    [piece-between] υπάρχει κομμάτι ανάμεσα στον βασιλιά και τον πύργο
    [right-lost] ο βασιλιάς ή ο πύργος έχει ήδη κινηθεί
   *[set-up] δεν υποβλήθηκε εγκαίρως αίτημα για την εσφαλμένη αρχική τοποθέτηση των κομματιών
 }. { by-start } { must }.
castling-abandoned = { by-start } τοποθέτησε τον βασιλιά για ροκέ και μετά έπαιξε { $played }· αν τον είχε ήδη αφήσει από το χέρι, πρέπει να κάνει ροκέ.
castling-forbidden-setup = Η αρχική τοποθέτηση των κομματιών ήταν εσφαλμένη και κανείς δεν υπέβαλε εγκαίρως αίτημα: η παρτίδα συνεχίζεται, αλλά δεν επιτρέπεται ροκέ με βασιλιά ή πύργο που ξεκίνησε από λανθασμένο τετράγωνο.
# What he put down is told by the moves that it may have been: here `$duty` is put or play.
released-then-moved = { $duty ->
    [put] { by-start } τοποθέτησε { his-pawn } στο { $targets } και μετά έπαιξε { $played }· αν το είχε ήδη αφήσει από το χέρι, ισχύει η πρώτη κίνηση.
   *[play] { by-start } τοποθέτησε ένα κομμάτι για την κίνηση { $moves } και μετά έπαιξε { $played }· αν το είχε ήδη αφήσει από το χέρι, ισχύει η πρώτη κίνηση.
 }
promotion-piece-changed = Ένα δεύτερο κομμάτι τοποθετήθηκε στο { $square }· ισχύει το πρώτο που άγγιξε το τετράγωνο: { $moves }.
promotion-piece-invalid = Το πιόνι { by-gen } δεν μπορεί να προαχθεί σε { coloured-piece-acc }, που τοποθετήθηκε στο { $square }.
claim-right-lost = { by-start } άγγιξε κομμάτι και έχασε το δικαίωμα να υποβάλει αίτημα για την παραβίαση· μόνο ο διαιτητής μπορεί να επέμβει.

## Illegal moves, positions, the clock (Articles 3, 6 and 7)

illegal-displacement = { by-start } μετακίνησε { his-piece-acc } από το { $from } στο { $square }, όπου { no-move-takes-it }· μπορεί ακόμη να διορθώσει το λάθος.
# It is not known where the piece came from.
illegal-displacement-put = { by-start } τοποθέτησε { a-piece-acc } στο { $square }, όπου καμία κανονική κίνηση δεν φέρνει τέτοιο κομμάτι· μπορεί ακόμη να διορθώσει το λάθος.
illegal-move-completed = { by-start } ολοκλήρωσε αντικανονική κίνηση.
illegal-move-completed-owed = { by-start } ολοκλήρωσε αντικανονική κίνηση: { set-up-again } και { by-nom } { must }.
# The arbiter has entered it himself.
illegal-move-seen = Ο διαιτητής είδε { by-acc } να ολοκληρώνει αντικανονική κίνηση.
illegal-move-stands = { opponent-start } έκανε την κίνησή του: η αντικανονική κίνηση { by-gen } παραμένει.
illegal-position-watch = Η αντικανονική θέση παραμένει: περιμένετε να ολοκληρωθεί η επόμενη κίνηση· αν παραμένει και τότε, η παρτίδα είναι ισόπαλη.
# `$then`: becomes-queen, illegal-move, set-up-again.
promotion-missing = { $then ->
    [becomes-queen] { by-start } πάτησε το χρονόμετρο με το πιόνι ακόμη στο { $square }: το πιόνι αντικαθίσταται με βασίλισσα και μετράει μία αντικανονική κίνηση.
    [set-up-again] { by-start } πάτησε το χρονόμετρο με το πιόνι ακόμη στο { $square }, κάτι που αποτελεί αντικανονική κίνηση: { set-up-again } και { by-nom } πρέπει να προαγάγει το πιόνι.
   *[illegal-move] { by-start } πάτησε το χρονόμετρο με το πιόνι ακόμη στο { $square }, κάτι που αποτελεί αντικανονική κίνηση.
 }
press-without-move = { by-start } πάτησε το χρονόμετρο χωρίς να κάνει κίνηση.
press-without-move-penalties = { by-start } πάτησε το χρονόμετρο χωρίς να κάνει κίνηση: οφείλει να κάνει μία, και εσείς αποφασίζετε ποια ποινή του άρθρου { $penalties } θα επιβληθεί.
press-by-other-side = { by-start } πάτησε το χρονόμετρο, αν και έτρεχε το χρονόμετρο { opponent-gen }.
two-hands-suspected = { by-start } είχε ταυτόχρονα στον αέρα τον βασιλιά και τον πύργο: ίσως χρησιμοποίησε δύο χέρια.
two-hands-seen = Ο διαιτητής είδε { by-acc } να χρησιμοποιεί δύο χέρια για μία κίνηση.
disturbance = { by-start } ενόχλησε { opponent-acc }: εσείς αποφασίζετε ποια ποινή του άρθρου { $penalties } θα επιβληθεί.
ruling-add-time = { opponent-start } παίρνει { time-given } για { illegal-move-acc } { by-gen }.
ruling-add-time-back = { opponent-start } πήρε { time-given } για αντικανονική κίνηση { by-gen } που δεν υπήρξε: αφαιρέστε { $minutes ->
    [1] το
   *[other] τα
 } από το χρονόμετρο { opponent-gen }.
# `$loses`: what the claimant, `$by`, loses of his own time: nothing, half (of what he has, which is not known), time.
ruling-add-time-for-claim = { $loses ->
    [half] { opponent-start } παίρνει { time-given } για το εσφαλμένο αίτημα { by-gen }, ο οποίος χάνει τον μισό υπολειπόμενο χρόνο του, το πολύ τρία λεπτά, αλλά του μένει τουλάχιστον ένα λεπτό.
    [time] { opponent-start } παίρνει { time-given } για το εσφαλμένο αίτημα { by-gen }, ο οποίος χάνει { $seconds } { $seconds ->
        [one] δευτερόλεπτο
       *[other] δευτερόλεπτα
     }.
   *[nothing] { opponent-start } παίρνει { time-given } για το εσφαλμένο αίτημα { by-gen }.
 }
# A claim in a quickplay finish, which the arbiter has rejected.
ruling-add-time-for-rejected-claim = { opponent-start } παίρνει { time-given }, γιατί το αίτημα { by-gen } απορρίφθηκε.
ruling-game-drawn = { has-completed }: η παρτίδα είναι ισόπαλη, γιατί { opponent-nom } δεν μπορεί να κάνει ματ.
ruling-game-drawn-position = Η αντικανονική θέση παραμένει και μετά από μία ακόμη κίνηση: η παρτίδα είναι ισόπαλη.
# `$mates`: whether the opponent can checkmate: can, undecided.
ruling-game-lost = { $mates ->
    [undecided] { has-completed }: { opponent-wins-or-draws }.
   *[can] { has-completed }: κερδίζει { opponent-nom }.
 }
# `$claim`: time, illegal-move, win, draw (he cannot checkmate), win-or-draw (whether he can is not decided).
opponent-may-claim = { $claim ->
    [time] Η σημαία { opponent-gen } έχει πέσει: μόνο { by-nom } μπορεί να υποβάλει σχετικό αίτημα.
    [draw] { only-by-claim } { by-start } δεν μπορεί να κάνει ματ: μπορεί να ζητήσει ισοπαλία.
    [win-or-draw] { only-by-claim } Δεν μπορεί να κριθεί αυτόματα αν { by-nom } μπορεί να κάνει ματ ή δικαιούται να ζητήσει μόνο ισοπαλία: δείτε τη θέση.
   *[illegal-move] { only-by-claim }
 }
opponent-replied-before-press = { by-start } απάντησε πριν { opponent-nom } πατήσει το χρονόμετρο· { opponent-nom } μπορεί ακόμη να το πατήσει.
# `$n`: of how many squares.
displaced-pieces = { $n ->
    [one] Ένα κομμάτι είναι μετατοπισμένο στο τετράγωνο { $squares }, κάτι που δεν εξηγείται με καμία κίνηση.
   *[other] Κομμάτια είναι μετατοπισμένα στα τετράγωνα { $squares }, κάτι που δεν εξηγείται με καμία κίνηση.
 }
position-restored = Η θέση πριν από την αντικανονική κίνηση αποκαταστάθηκε στη σκακιέρα.
initial-position-wrong = Η παρτίδα άρχισε με εσφαλμένη αρχική τοποθέτηση: ακυρώνεται και παίζεται νέα παρτίδα.
wrong-colour-moved-first = Πρώτος κινήθηκε { by-nom }: { his-piece-nom } πήγε από το { $from } στο { $square }.
clock-adjusted-added = Ο διαιτητής πρόσθεσε { $time } στον χρόνο { by-gen }.
clock-adjusted-taken = Ο διαιτητής αφαίρεσε { $time } από τον χρόνο { by-gen }.
# `$which` times he has set: white, black, both.
clock-adjusted-set = { $which ->
    [white] Ο διαιτητής ρύθμισε το χρονόμετρο του Λευκού σε { $white }.
    [black] Ο διαιτητής ρύθμισε το χρονόμετρο του Μαύρου σε { $black }.
   *[both] Ο διαιτητής ρύθμισε τα χρονόμετρα: του Λευκού σε { $white }, του Μαύρου σε { $black }.
 }

## Ends of games and claims (Articles 5, 6.9 and 9)

# `$how`: checkmate, stalemate, dead-position, fivefold-repetition, seventy-five-moves.
game-ended = { $how ->
    [checkmate] Η παρτίδα τελείωσε: ματ, { $result }.
    [stalemate] Η παρτίδα τελείωσε: πατ, { $result }.
    [dead-position] Η παρτίδα τελείωσε: νεκρή θέση, { $result }.
    [fivefold-repetition] Η παρτίδα τελείωσε: πενταπλή επανάληψη, { $result }.
   *[seventy-five-moves] Η παρτίδα τελείωσε: 75 κινήσεις, { $result }.
 }
game-end-in-doubt = Η τελική θέση προέκυψε από κίνηση που παραβιάζει το άρθρο 3 ή το άρθρο 4: ο διαιτητής αποφασίζει αν η παρτίδα τελείωσε.
# `$ruling`: both-down, opponent-cannot-mate, opponent-wins, undecided.
flag-fall = { $ruling ->
    [both-down] Έληξε ο χρόνος { by-gen }: έχουν πέσει και οι δύο σημαίες και η παρτίδα είναι ισόπαλη.
    [opponent-cannot-mate] Έληξε ο χρόνος { by-gen }: η παρτίδα είναι ισόπαλη, γιατί { opponent-nom } δεν μπορεί να κάνει ματ.
    [undecided] Έληξε ο χρόνος { by-gen }: { opponent-wins-or-draws }.
   *[opponent-wins] Έληξε ο χρόνος { by-gen }: κερδίζει { opponent-nom }.
 }
threefold-available = { by-start } μπορεί να ζητήσει ισοπαλία: η ίδια θέση έχει εμφανισθεί τουλάχιστον τρεις φορές. Δεν επιτρέπεται να ενημερωθεί κανείς.
fifty-moves-available = { by-start } μπορεί να ζητήσει ισοπαλία: 50 κινήσεις χωρίς κίνηση πιονιού και χωρίς πάρσιμο. Δεν επιτρέπεται να ενημερωθεί κανείς.
# `$forfeit`: by what he has given up the claim: moved, touched (a piece).
draw-claim-right-lost = { $forfeit ->
    [moved] { by-start } μπορούσε να ζητήσει ισοπαλία, αλλά αντί γι’ αυτό έκανε κίνηση.
   *[touched] { by-start } μπορούσε να ζητήσει ισοπαλία, αλλά αντί γι’ αυτό άγγιξε κομμάτι.
 }
# `$claim`: fifty-moves, quickplay-finish, threefold, touch-move (the opponent has broken Article 4).
claims = { $claim ->
    [fifty-moves] { by-start } ζητά ισοπαλία λόγω 50 κινήσεων
    [quickplay-finish] { by-start } ζητά ισοπαλία στο φινάλε γρήγορου παιχνιδιού
    [threefold] { by-start } ζητά ισοπαλία λόγω τριπλής επανάληψης
   *[touch-move] { by-start } υποβάλλει αίτημα για παραβίαση του άρθρου 4 από { opponent-acc }
 }
# `$then`: drawn (it is right, and draws), had (right: what the opponent had to play), must (right: what he must play),
# right, arbiter (no sensor can tell), lost (he has touched a piece since), early (two minutes or more left), wrong.
claim-made = { $then ->
    [drawn] { claims }: το αίτημα είναι σωστό, η παρτίδα είναι ισόπαλη.
    [had] { claims }: το αίτημα είναι σωστό, { opponent-nom } { had-to }.
    [must] { claims }: το αίτημα είναι σωστό, { opponent-nom } { must }.
    [right] { claims }: το αίτημα είναι σωστό.
    [arbiter] { claims }: εσείς αποφασίζετε· αν απορρίψετε το αίτημα ή περιμένετε, { opponent-nom } μπορεί να πάρει δύο λεπτά πρόσθετο χρόνο.
    [lost] { claims }, αλλά στο μεταξύ { by-nom } άγγιξε κομμάτι: έχασε το δικαίωμα να υποβάλει αυτό το αίτημα.
    [early] { claims }, αλλά του απομένουν δύο λεπτά ή περισσότερα: δεν μπορεί ακόμη να υποβάλει αυτό το αίτημα.
   *[wrong] { claims }: το αίτημα είναι εσφαλμένο.
 }
# `$doubt`: yes where `$against` says what speaks against it; `$noted`: yes where a king's step `$step` is not counted.
result-signalled = Οι βασιλιάδες στο κέντρο δείχνουν το αποτέλεσμα { $result }{ $noted ->
    [yes] {" "}(το βήμα { $step } του βασιλιά δεν μετράει ως κίνηση)
   *[no] {""}
 }{ $doubt ->
    [yes] , αλλά { $against }: ρωτήστε τους παίκτες
   *[no] {""}
 }.

## What the sensors can and cannot tell

move-ambiguous = Οι ενδείξεις των αισθητήρων ταιριάζουν με περισσότερες από μία κινήσεις: { $moves }.
move-ambiguous-one = Οι αισθητήρες δεν δείχνουν αν παίχτηκε { $moves }.
move-ambiguous-promotion = Η σκακιέρα δεν διακρίνει σε τι προήχθη το πιόνι: θεωρείται ότι έγινε βασίλισσα.
move-ambiguous-promotion-or-missing = Η σκακιέρα δεν διακρίνει σε τι προήχθη το πιόνι, ούτε αν αντικαταστάθηκε καθόλου: θεωρείται ότι έγινε βασίλισσα.
move-ambiguous-line = Έγιναν αρκετές κινήσεις που δεν είδε κανείς, και περισσότερες από μία σειρές κινήσεων εξηγούν τη θέση στη σκακιέρα.
move-ambiguous-line-one = Έγιναν κινήσεις που δεν είδε κανείς. Είναι γνωστή μόνο μία σειρά κινήσεων που εξηγεί τη θέση στη σκακιέρα· ο διαιτητής αποφασίζει αν παίχτηκε.
slide-inferred = Από τη σκακιέρα λείπει μόνο ένα κομμάτι: συνάγεται η κίνηση { $move }.
# `$sign`: first-moves, some-order, pieces-home.
new-game-set-up = { $sign ->
    [first-moves] Άρχισε νέα παρτίδα, χωρίς να φανεί η αρχική θέση της: οι πρώτες κινήσεις της συνάγονται.
    [some-order] Άρχισε νέα παρτίδα, χωρίς να φανούν οι πρώτες κινήσεις της: ταιριάζουν περισσότερες από μία σειρές κινήσεων.
   *[pieces-home] Όλα τα κομμάτια βρίσκονται πάλι στα αρχικά τους τετράγωνα: νέα παρτίδα.
 }
play-not-recorded = Παίζονται κινήσεις που δεν καταγράφονται: συγκρίνετε τη σκακιέρα με τις κινήσεις και ορίστε τις κινήσεις ή τη θέση.
# `$n`: how many squares.
position-mismatch = { $n ->
    [one] Η σκακιέρα διαφέρει από τη θέση της παρτίδας στο τετράγωνο { $squares }.
   *[other] Η σκακιέρα διαφέρει από τη θέση της παρτίδας στα τετράγωνα { $squares }.
 }
position-mismatch-clock-runs = Το ρολόι τρέχει, αλλά η αρχική θέση δεν φάνηκε ποτέ εδώ: ορίστε τη θέση και η παρτίδα θα παρακολουθείται.
position-mismatch-moves-after-end = Παίζονται κινήσεις και πατιέται το χρονόμετρο, αν και η τελευταία παρτίδα τελείωσε και η αρχική θέση άλλης παρτίδας δεν φάνηκε: ορίστε τη θέση και η παρτίδα θα παρακολουθείται.
position-mismatch-pieces-not-learnt = Μετακινούνται κομμάτια που η σκακιέρα δεν έχει μάθει, οπότε καμία κίνηση δεν μπορεί να παρακολουθηθεί: αφήστε στημένη την αρχική θέση μέχρι να τα μάθει.
position-mismatch-no-game-fits = Καμία παρτίδα δεν εξηγεί πλέον ποια τετράγωνα είναι κατειλημμένα: συγκρίνετε τη σκακιέρα με τις κινήσεις και ορίστε τη θέση.
# What was put there, `$role`, is of the player's own colour, too.
position-mismatch-not-the-queen = Το πιόνι { by-gen } έμεινε στο { $square } και πρέπει να αντικατασταθεί με βασίλισσα· αντί για βασίλισσα τοποθετήθηκε εκεί { piece-nom }.
position-mismatch-unexplained = Η σκακιέρα δείχνει θέση που δεν εξηγείται με καμία σύντομη σειρά κανονικών κινήσεων από την τελευταία γνωστή θέση: ορίστε τις κινήσεις ή τη θέση.

## Why a command is not carried out

command-already-told = η ειδοποίηση αρ. { $n } αυτής της παρτίδας το αναφέρει ήδη: επιβεβαιώστε ή απορρίψτε εκείνη
command-ambiguous = { $ply }η ημικίνηση: το { $written } αντιστοιχεί εκεί σε περισσότερες από μία κανονικές κινήσεις· δώστε το τετράγωνο από το οποίο φεύγει το κομμάτι
command-ended-by-move = η τελευταία κίνηση τερμάτισε την παρτίδα: διορθώστε την ή ανακαλέστε την
command-illegal-move = { $ply }η ημικίνηση: η { $written } δεν είναι κανονική κίνηση εκεί
command-no-lights = αυτή η σκακιέρα δεν έχει φώτα που να αναβοσβήνουν
command-no-such-alert = σε αυτή την παρτίδα δεν υπάρχει ανοιχτή ειδοποίηση αρ. { $n } στην οποία μπορεί να εφαρμοστεί αυτό
command-no-such-claim = οι ισχύοντες Κανόνες δεν προβλέπουν τέτοιο αίτημα
command-not-in-play = δεν παίζεται παρτίδα στην οποία να έχει κάποιος την κίνηση
command-not-over = η παρτίδα δεν έχει τελειώσει
command-not-to-move = { by-nom } δεν έχει την κίνηση
command-nothing-held = δεν εκκρεμεί απόφαση για καμία αντικανονική κίνηση
command-nothing-to-suspend = η παρτίδα έχει τελειώσει: δεν υπάρχει τίποτα για αναστολή ή συνέχιση
command-other-game = τώρα παίζεται άλλη παρτίδα ({ $game }): δεν άλλαξε τίποτα σε αυτήν
command-settled = { command-no-such-alert }: { $decided ->
    [cleared] διευθετήθηκε
    [confirm] επιβεβαιώθηκε
    [dismiss] απορρίφθηκε
    [dismissed] απορρίφθηκε
    [lapsed] έληξε
    [let-stand] αφέθηκε ως έχει
   *[other] αποφασίστηκε
 } { $who ->
    [itself] αυτόματα
    [arbiter] από διαιτητή
   *[named] από { $name }
 }, πριν από { $seconds } δευτ. (t_ms { $ms })
command-stands-already = η παρτίδα έχει τελειώσει και η { $ply }η ημικίνηση είναι ήδη { $written }: δεν θα άλλαζε τίποτα
command-too-few-moves = η παρτίδα έχει { $count ->
    [one] { $count } ημικίνηση
   *[other] { $count } ημικινήσεις
 }, η εντολή αναφέρει { $n }
command-undecided = η ειδοποίηση αρ. { $n } αφήνει ανοιχτό το αποτέλεσμα: ορίστε το χωριστά
command-unfinished = η παρτίδα { $game } έχει { $n ->
    [one] { $n } ημικίνηση
   *[other] { $n } ημικινήσεις
 } και κανένα αποτέλεσμα: ορίστε πρώτα το αποτέλεσμά της ή διακόψτε την ρητά χωρίς αποτέλεσμα

## What Lichess does not show of a broadcast

push-error = { $said ->
    [yes] : { $error }
   *[no] { "" }
 }
push-of-round = γύρος { $round }
push-of-section = γύρος { $round } ({ $section })
push-no-round = δεν υπάρχει αντίστοιχος γύρος στο Lichess
push-too-early = εκεί η καθυστέρηση είναι { $seconds } δευτ., ενώ η διοργάνωση απαιτεί { $n } δευτ.
push-no-answer = το Lichess δεν απαντά έγκαιρα
push-not-reached = δεν υπάρχει πρόσβαση στο Lichess{ push-error }
push-broken = η σύνδεση με το Lichess διακόπτεται{ push-error }
push-not-asked = δεν στάλθηκε αίτημα στο Lichess{ push-error }
push-answer-too-long = η απάντηση του Lichess έχει πάνω από { $n } byte
push-answer-unreadable = η απάντηση του Lichess δεν διαβάζεται{ push-error }
push-fails = σφάλμα του Lichess ({ $status }){ push-error }
push-leads-elsewhere = η διεύθυνση οδηγεί αλλού ({ $status })· η ανακατεύθυνση δεν ακολουθείται
push-token-unknown = το Lichess δεν γνωρίζει το token (401){ push-error }
push-token-not-allowed = το Lichess δεν αφήνει αυτό το token να γράψει στον γύρο (403): χρειάζονται study:write και λογαριασμός με πρόσβαση στη μετάδοση{ push-error }
push-no-such-round = δεν υπάρχει τέτοιος γύρος στο Lichess (404){ push-error }
push-round-too-long = για το Lichess ο γύρος είναι πολύ μεγάλος (413)
push-too-many-requests = το Lichess δέχτηκε πάρα πολλά αιτήματα (429)
push-refused = το Lichess απορρίπτει τον γύρο ({ $status }){ push-error }
push-round-refused = το Lichess απορρίπτει τον γύρο{ push-error }
push-board-too-many = δεν στάλθηκε: το Lichess δείχνει το πολύ 100 σκακιέρες ανά γύρο
push-board-too-long = δεν στάλθηκε: η παρτίδα ξεπερνά τους 100.000 χαρακτήρες
push-board-refused = το Lichess δεν δέχεται την παρτίδα ({ $why ->
    [nothing] δεν λέει τίποτα γι’ αυτήν
    [neither] δεν λέει ούτε πόσες κινήσεις έχει ούτε τι είναι λάθος
   *[said] { $error }
 })· { $shown ->
    [nothing] τίποτα νέο από αυτήν δεν φαίνεται εκεί, ούτε το αποτέλεσμά της, μέχρι να διορθωθεί
    [names] φαίνονται ονόματα και αποτέλεσμα
   *[moves] φαίνονται ονόματα, αποτέλεσμα και { $n ->
        [one] { $n } ημικίνηση
       *[other] { $n } ημικινήσεις
     }
 }
push-board-miscounted = το Lichess διάβασε { $count } από { $n ->
    [one] { $n } ημικίνηση
   *[other] τις { $n } ημικινήσεις
 }
push-board-excess = μέχρι να παιχτεί άλλη κίνηση, δείχνει { $n ->
    [one] { $n } ημικίνηση που ανακλήθηκε
   *[other] { $n } ημικινήσεις που ανακλήθηκαν
 }
push-board-up-to = δείχνει την παρτίδα μέχρι την { $n }η ημικίνηση: καμία κανονική κίνηση δεν οδηγεί στη θέση που υπάρχει από τότε στη σκακιέρα

## How games end, in a few words

termination-arbiters-decision = απόφαση του διαιτητή
termination-checkmate = ματ
termination-dead-position = νεκρή θέση
termination-drawn-by-position = ισοπαλία λόγω θέσης
termination-fifty-moves-claimed = 50 κινήσεις, κατόπιν αιτήματος
termination-fivefold-repetition = πενταπλή επανάληψη
termination-illegal-moves = αντικανονικές κινήσεις
termination-illegal-moves-opponent-cannot-checkmate = αντικανονικές κινήσεις, ο αντίπαλος δεν μπορεί να κάνει ματ
termination-illegal-position = αντικανονική θέση
termination-quickplay-finish = φινάλε γρήγορου παιχνιδιού
termination-rules-infraction = παραβίαση των Κανόνων
termination-seventy-five-moves = 75 κινήσεις
termination-signalled-by-the-kings = δηλώθηκε με τους βασιλιάδες
termination-stalemate = πατ
termination-threefold-repetition-claimed = τριπλή επανάληψη, κατόπιν αιτήματος
termination-time-forfeit = υπέρβαση του χρόνου σκέψης
