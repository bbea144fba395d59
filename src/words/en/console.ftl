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
    [white] White
    [black] Black
   *[other] The player
 }
# `$number`: which illegal move of his it is.
nth-illegal-move = { $number ->
    [1] 1st illegal move
    [2] 2nd illegal move
    [3] 3rd illegal move
   *[other] { $number }th illegal move
 }
illegal-moves = { $number ->
    [one] { $number } illegal move
   *[other] { $number } illegal moves
 }
half-moves = { $plies ->
    [one] { $plies } half-move
   *[other] { $plies } half-moves
 }
# A time that is added or taken: whole `$minutes`, or, where these are none, `$time` as on a clock. `$way` says which:
# less, more.
span = { $minutes ->
    [none] { $time }
    [one] { $minutes } minute
   *[other] { $minutes } minutes
 }
# `$moves`: a list with "or"; `$many`: yes where they are too many to be named; `$n`: how many.
moves-owed = { $many ->
    [yes] one of { $n } legal moves
   *[no] { $moves }
 }
claim-name = { $claim ->
    [threefold] threefold repetition
    [fifty-moves] fifty moves
    [quickplay-finish] quickplay finish
    [touch-move] touched piece
    [none] {""}
   *[other] { $claim }
 }
# Behind a result.
result-reason = { $reason ->
    [flag-fall] {" "}on time
    [game-ended-checkmate] , checkmate
    [game-ended-stalemate] , stalemate
    [game-ended-dead-position] , dead position
    [game-ended-fivefold] , fivefold repetition
    [game-ended-75-moves] , 75 moves
    [result-signalled] , as the players’ kings show
    [ruling-game-lost] , by illegal moves
    [ruling-game-drawn] , by illegal moves
    [claim-made] , by claim
   *[other] {""}
 }
# `$piece`: a letter, or none where nobody knows.
piece-name = { $piece ->
    [p] pawn
    [n] knight
    [b] bishop
    [r] rook
    [q] queen
    [k] king
   *[none] piece
 }
hand-of = { $player ->
    [white] White
    [black] Black
   *[none] Somebody
 }
# What somebody did, behind his name: `$did` is the command.
did = { $did ->
    [confirm] confirmed this
    [dismiss] dismissed this
    [let-stand] let this stand
    [acknowledge] has seen this
    [take-back] took the move back
    [set-result] gave the result
    [set-move] said what the move was
    [set-position] set the position
    [new-game] began a new game
    [reopen] opened the game again
    [absent] said that somebody did not come
    [end-round] ended the round
    [start-round] started the round
   *[other] decided this
 }
somebody = { $by ->
    [none] Somebody
   *[other] { $by }
 }
somebody-strong = { $by ->
    [none] Somebody
   *[other] <b>{ $by }</b>
 }
# Where games are broadcast to.
output-name = { $output ->
    [folder] Broadcast folder
    [lichess] Lichess
    [livechess] LiveChess port
    [livechesscloud] LiveChessCloud folder
   *[other] { $output }
 }
tables-named = { $n ->
    [one] <b>Table { $tables }</b>
   *[other] <b>Tables { $tables }</b>
 }
who-absent = { $who ->
    [white] White
    [black] Black
   *[both] Neither
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
    [title] Title
    [rating] Rating
    [federation] Federation
    [fide_id] FIDE id
    [team] Team
   *[name] Name
 }
# What was changed of the event; `$text` is the field's own name, where it is another.
event-field = { $field ->
    [name] name
    [site] site
    [begin] begin
    [end] end
    [federation] federation
    [time_control] time control
    [edition] edition
    [regime] regime
    [rounds] rounds
    [default_time_min] default time
    [delay_s] delay
    [sections] sections
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
app-event = Arbiters’ console

# `$rounds`: how many the event has, 0 where nobody knows.
app-round = { $rounds ->
    [0] Round { $round }
    [none] Round { $round }
   *[other] Round { $round } of { $rounds }
 }
app-views = Views
app-skip = To the content
app-loading = Fetching what stands at the tables…
app-noTables = No table has told of itself yet. A table appears here as soon as its computer is heard.

view-wall = Wall
view-queue = Queue
view-round = Round
view-record = Record
view-people = People
view-signin = Sign in
view-screen = Boards
view-table = Table { $table }

## Connection and outputs

# How many of all tables are heard, as 11/12 in `$share`.
link-live = Live · { $share } heard
link-connecting = Connecting…

# A time follows, as in `No news for 0:35`; so it does for the other messages that end in `for`.
link-old = No news for
link-noBroker = No table heard for

# `$trouble`: the error of the connection, in English.
link-noBrokerMore = { $trouble ->
    [none] The hall does not reach the broker; trying again. Nothing can be decided until then.
   *[other] The hall does not reach the broker ({ $trouble }); trying again. Nothing can be decided until then.
 }
link-lostMore = No connection; trying again. What you decide now is not sent.

# A time follows.
output-down = { output-name } behind for
output-downMore = { $trouble ->
    [none] Trying again; everything else goes on.
   *[other] { $trouble } Trying again; everything else goes on.
 }
output-partly = { output-name }:
# What is to be said of rounds: their names, and what it is.
output-rounds = { $list }: { $what }
trouble-next = { $list }; { $item }
output-note = { $note }

# `$text`: what is wrong there, a sentence.
output-board = { $round ->
    [none] Board { $board }: { $text }
   *[other] { $section ->
        [none] Round { $round }, board { $board }: { $text }
       *[other] Round { $round } of { $section }, board { $board }: { $text }
     }
 }

# `$n`: how many boards more.
output-more = { $n ->
    [one] And { $n } more board.
   *[other] And { $n } more boards.
 }
output-mark = { output-name }: { $text }

top-sound = Sound for rulings
top-theme = Light or dark
top-account = Account and settings: { $by }

## Words that stand alone

color-white = White
color-black = Black

word-table = Table
word-close = Close
word-cancel = Cancel
word-save = Save

table-name = Table { $table }
table-several = tables { $listed }

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
table-unnamed = Player not named

## How urgent a case is

sev-ruling = Ruling
sev-warning = Look now
sev-result = Result
sev-unread = Unread
sev-lost = Board lost
sev-notice = When free
sev-private = For you alone

# The heads of lists and counts on the wall: `$n` stands before them.
sevs-ruling = { $n ->
    [one] Ruling
   *[other] Rulings
 }
sevs-warning = Look now
sevs-result = { $n ->
    [one] Result
   *[other] Results
 }
sevs-unread = Unread
sevs-lost = { $n ->
    [one] Board lost
   *[other] Boards lost
 }
sevs-notice = When free

## Who sees to it

who-youGo = You go
who-goes = { $by } goes
who-seenYou = Seen by you
who-seen = { $by ->
    [none] Seen
   *[other] Seen by { $by }
 }

## How a table stands

doing-over = Finished
doing-setup = Not started
doing-suspended = Suspended
doing-unknown = No game yet
doing-boardNotSetUp = Board not set up

# How long a player has thought: `$age` is a time as 5:03.
doing-for = for { $age }
doing-stopped = Clocks stopped { $age }

# Its board is lost together with that of another table.
doing-lostWith = with { $table }
doing-interrupted = Play not recorded

health-board = Board lost
health-table = { $age ->
    [none] Off the network
   *[other] Off the network for { $age }
 }
health-searching = Board not found
health-battery = Clock battery low
health-clock = No clock

# `$places`: squares, as `e4 d5`.
health-dead = Silent: { $places }
health-missing = { $records ->
    [one] { $records } record missing
   *[other] { $records } records missing
 }
health-catchingUp = Catching up

## Boards

board-sensed = Board senses
board-of = Position at table { $table }

# `$content`: what stands on the square, from board-piece.
board-square = { $content ->
    [none] { $square }
   *[other] { $square }, { $content }
 }

# `$player` is the colour, `$piece` a letter as in piece-name.
board-piece = { $player ->
    [white] White { piece-name }
   *[black] Black { piece-name }
 }

legend-touch = touched first
legend-bad = put here
legend-owed = owed
legend-last = last move
legend-differ = differs
legend-from = chosen

## What hands do

# `$player`: white, black, or none where nobody knows whose hand it was. `<b>` is drawn strong.
hand-lift = { hand-of } lifts the <b>{ piece-name }</b> from { $square }
hand-drop = { hand-of } puts the <b>{ piece-name }</b> on { $square }
hand-press = { hand-of } presses the clock

## Keys

keys-title = Keys
keys-jk = next, previous that waits
keys-enter = open the table
keys-c = do what is proposed
keys-d = dismiss
keys-a = seen
keys-g = I go, or not after all
keys-s = shelve 5 minutes
keys-u = take back my last decision
keys-views = wall, queue, round, record
keys-search = search
keys-walk = walk the timeline
keys-help = these keys
keys-off = Letters work outside fields only, and can be switched off under your name.

## Calls

call-ruling = Table { $table }: { $title }

# Read aloud. `$severity`: as in sev-ruling and its like; `$table` may be several numbers.
aloud-newcomer = { $severity ->
    [ruling] Ruling, table { $table }: { $title }
    [warning] Look now, table { $table }: { $title }
    [result] Result, table { $table }: { $title }
    [unread] Unread, table { $table }: { $title }
    [lost] Board lost, table { $table }: { $title }
    [private] For you alone, table { $table }: { $title }
   *[notice] When free, table { $table }: { $title }
 }
aloud-live = Connected again.
aloud-lost = No connection.

## Cases: titles, and sentences where the alert brings none

case-castling-abandoned = Castling abandoned
case-castling-forbidden-setup = Castling out: wrong set-up
case-castling-not-allowed = Castling not allowed
case-castling-rook-first = Castling: rook first
case-claim-made = Claim: { claim-name }
case-claim-right-lost = Right to claim lost
case-clock-adjusted = Clock adjusted
case-displaced-pieces = Pieces displaced
case-disturbance = Disturbance
case-draw-claim-right-lost = Draw not claimed in time
case-fifty-moves-available = Fifty moves: a draw could be claimed
case-flag-fall = Time has run out
case-game-end-in-doubt = End of the game in doubt
case-game-ended-75-moves = 75 moves, drawn
case-game-ended-checkmate = { $result ->
    [none] Checkmate
   *[other] Checkmate, { $result }
 }
case-game-ended-dead-position = Dead position, drawn
case-game-ended-fivefold = Fivefold repetition, drawn
case-game-ended-stalemate = Stalemate, drawn
case-illegal-displacement = Piece where no move takes it
case-illegal-move-completed = Illegal move completed
case-illegal-move-stands = Illegal move stands
case-illegal-position-watch = Illegal position stands
case-initial-position-wrong = Wrong first position
case-move-ambiguous = Move not certain
case-new-game-set-up = New game set up
case-off-turn-touch = Touched when not on move
case-opponent-may-claim = Opponent may claim
case-opponent-replied-before-press = Reply before the press
case-play-not-recorded = Play is not recorded
case-position-mismatch = Board and game differ
case-position-restored = Position restored
case-press-by-other-side = Pressed out of turn
case-press-without-move = Pressed without a move
case-promotion-missing = Pawn not promoted
case-promotion-piece-changed = Promotion piece changed
case-promotion-piece-invalid = Wrong piece for the pawn
case-released-then-moved = Released, then moved on
case-result-signalled = { $result ->
    [none] Kings in the centre
   *[other] Kings in the centre, { $result }
 }

# `$taken`: yes where a time that was added for nothing is taken back.
case-ruling-add-time = { $taken ->
    [yes] Time to be taken back
   *[no] Time to be added
 }
case-ruling-game-drawn = Illegal moves: drawn
case-ruling-game-lost = Illegal moves: game lost
case-slide-inferred = Capture worked out
case-threefold-available = Repetition: a draw could be claimed
case-touch-move-violated = Touched piece not moved
case-touch-order-unclear = Touched both at once
case-touched-piece-returned = Touched and put back
case-two-hands-suspected = Two hands suspected
case-wrong-colour-moved-first = Black moved first
case-board-lost = Board lost
case-table-lost = Table off the network
case-clock-battery-low = Clock battery low
case-clock-disconnected = No clock connected
case-squares-dead = Squares are silent
case-records-missing = Records are missing
case-disk-full = Disk full
case-journal-failing = Records cannot be kept
case-outbox-full = Too much waits to be sent
case-two-tables = Two tables have one name

# Of a game that another has followed. `$title`: the alert's title; `$lower`: the same with a small first letter.
case-before = Game before: { $lower }
case-before-text = { $text } Nobody has said so yet, and the next game is on at this table: what you decide is kept here, and changes nothing there.

# What the program's catalogue does not know: its own code, with spaces. So in every message that is called `…-other`.
case-other = { $text }

# `$port`: where the board was plugged in.
case-board-lost-text = { $port ->
    [none] The board does not answer. Play goes on; what it missed is compared when it is back.
   *[other] The board does not answer. Play goes on; what it missed is compared when it is back. It was on { $port }.
 }
case-table-lost-text = The table’s computer is off the network. Play goes on there and is kept; what it tells comes when it is back.
case-clock-battery-low-text = The clock’s battery is low.
case-clock-disconnected-text = The board is not connected to a clock: presses and times are not known.

# `$n`: how many squares.
case-squares-dead-text = { $n ->
    [one] Square { $squares } does not follow the game: a piece without a chip, or a sensor that is dead.
   *[other] Squares { $squares } do not follow the game: a piece without a chip, or a sensor that is dead.
 }
case-records-missing-text = { $records ->
    [one] { $records } record of this table is lost for good. The game itself is complete if its moves are.
   *[other] { $records } records of this table are lost for good. The game itself is complete if its moves are.
 }
case-disk-full-text = The disk of the table’s computer is full. Free some space, or the game is kept in memory only.
case-journal-failing-text = The table’s computer cannot write its journal. What is played is followed, but not kept over a restart.
case-outbox-full-text = The table has told more than it can keep until the broker is back: the oldest moves and turns may not arrive.
case-two-tables-text = Two computers speak for this table in turn. One of them needs another name, or is to be switched off: what is shown may be of either.

# `$articles`: numbers of articles; `$edition`: a year.
case-article = { $edition ->
    [none] Art. { $articles }
   *[other] Art. { $articles } · Laws of { $edition }
 }
case-judgement = your judgement

# `$n`: how many tables, two at least.
line-board-lost = { $n } boards lost on one line
line-table-lost = { $n } tables off the network
line-other = { $n } × { $title }

# `$tables`: their numbers, as a list.
line-board-lost-text = The boards of tables { $tables } do not answer: one line, or one plug. Play goes on; what they missed is compared when they are back.
line-table-lost-text = Tables { $tables } are off the network together: one computer, or one cable. Play goes on there and is kept.
line-other-text = The same at tables { $tables }.

# `$n`: how many alerts; `$tables`: at how many tables; `$lower`: their title with a small first letter (`$title`: as it is).
flood-title = { $tables ->
    [one] { $n } × { $lower }, at { $tables } table
   *[other] { $n } × { $lower }, at { $tables } tables
 }

# `$age`: within which time, as 9:30.
flood-text = { $tables ->
    [one] { $title }: { $n } times at { $tables } table in { $age }. Put into one line, because more than ten came in ten minutes.
   *[other] { $title }: { $n } times at { $tables } tables in { $age }. Put into one line, because more than ten came in ten minutes.
 }
flood-does = All { $n } are noted as seen at their tables. Each stays in the record of its table.

# Behind plan-dismiss.
flood-dismiss = none of them happened: nothing is counted anywhere.
flood-times = { $n } ×

## The queue

queue-title = Waiting
queue-order = Worst and oldest first

# `$n`: how many have come since.
queue-newcomers = { $n } new: show in order
queue-calm = Nothing waits
queue-calmMore = Whatever needs an arbiter appears here, worst first.
queue-shelved = Shelved
queue-shelvedUntil = back at { $until } · { $by }
queue-unshelve = Back now

# `$n`: how many alerts.
queue-muted = { $n ->
    [one] { $n } alert that follows from this is muted until the board is back
   *[other] { $n } alerts that follow from this are muted until the board is back
 }
queue-private = For you alone
queue-privateNote = You may not act on these, and nobody may be told.
queue-swipe = Swipe towards the end of the line: I go. Towards its start: seen.
queue-evidence = Evidence
queue-ended = No longer waits

## What is proposed

plan-confirm = If you confirm
plan-proposed = What is proposed
plan-follows = What follows
plan-choose = What you choose
plan-dismiss = If you dismiss:
plan-let-stand = If it stands:
plan-confirmElse = If you confirm only:
plan-take-back = If it is taken back:
plan-acknowledge = If you have seen it:
plan-set-move = Say which move it was: what was played after it comes by itself.
plan-set-result = The Laws leave two results open: look at the position, then give one.
plan-set-position = Say what stands on the board.
plan-new-game = A new game begins.
plan-owed = Legal moves owed
plan-touches = Touches and presses
plan-noTouches = No touch was heard in the two minutes before.
plan-history = Who did what
plan-together = Grouped
plan-lastKnown = Last known
plan-openTable = Open table
plan-noBoard = No picture: the position is not known.
plan-sensors = The sensors see squares and pieces, not hands.

## Who did what

# `$title`: the title of an alert, in the next ones, too.
course-raised = Raised: { $title }
course-began = Began
course-goes = Goes to the table
course-goes-not = Does not go after all
course-seen = Seen
course-shelved = Shelved
course-unshelved = Taken back from the shelf
course-acknowledged = Seen at the table: { $title }
course-cleared = Settled: { $title }
course-dismissed = Dismissed: { $title }
course-lapsed = Ended by itself: { $title }

# `$text`: one of the messages above.
course-by = { $by } · { $text }

## Who comes second

# `$by`: a name, or none; `$did`: see `did`; `$what`: the result that was given, in words, or none.
second-decided = { $what ->
    [none] { somebody-strong } { did } at { $at }, before you. Nothing of yours was sent.
   *[other] { somebody-strong } { did } at { $at }, before you: { $what }. Nothing of yours was sent.
 }
second-ended = This ended by itself at { $at }. Nothing is to be decided any more.
second-gone = This no longer waits. Nothing is to be decided any more.

# As second-decided, where it was the same person at another screen.
second-watch = { $what ->
    [none] { somebody-strong } { did } at { $at }.
   *[other] { somebody-strong } { did } at { $at }: { $what }.
 }
second-next = Next that waits
second-takeTheirs = Take back the decision of { $by }…

## What can be done

act-confirm = Confirm
act-confirmCounted = Confirm: { nth-illegal-move }
act-confirmResult = { $reason ->
    [flag-fall] Confirm: { $result } on time
   *[other] Confirm: { $result }
 }
act-confirmTime = { $way ->
    [less] Confirm: { side } loses { span }
   *[more] Confirm: { side } gets { span }
 }
act-confirmNoted = Confirm, the move stays
act-dismiss = Dismiss
act-let-stand = Let stand
act-acknowledge = Seen

# `$n`: how many cases.
act-acknowledgeAll = Seen: all { $n }
act-take-back = Take back…
act-takeBackOwed = Take it back: { side } owes another move

# `$sans`: moves, as a list.
act-takeBackMoves = Take back { $sans }
act-set-result = Set result…
act-set-move = Set move…
act-set-position = Set position…
act-identify = Let the board blink
act-new-game = New game…
act-set-players = Players…
act-reopen = Open the game again
act-suspend = Suspend play
act-resume = Resume play
act-claim = A player claims…
act-register = I have seen…
act-adjust-clock = Clock adjusted…
act-set-illegal-moves = Illegal moves count…
act-resync = Ask for everything again
act-other = { $text }
act-go = I go
act-go-not = I do not go
act-shelve = Shelve 5 min
act-seen = Seen
act-undo = Take back
act-lookAndConfirm = Look and confirm
act-onlyChief = Only the chief arbiter shelves a ruling.

## What an act will do

effect-board-blinks = The board blinks, where it has lights.
effect-claim-looked-into = The claim of { side } ({ claim-name }) is looked into; what it comes to is told.
effect-claim-settled = The claim is settled.
effect-did-not-happen = It did not happen: nothing is counted, no time is added, and what hangs on it falls.
effect-game-reopened = The result is open again; play goes on.
effect-game-left = The game is left: { half-moves } without a result.
effect-illegal-move-counted = { side }: { nth-illegal-move }.
effect-illegal-moves-set = { side }: { illegal-moves } from now on.
effect-move-owed = { side } owes { moves-owed }.

# `$san`: what the move was; `$was`: as what it was read before, or none; `$ply`: which half-move of the game.
effect-move-set = { $was ->
    [none] Half-move { $ply } was { $san }. What was played after it is worked out anew.
   *[other] Half-move { $ply } was { $san }, not { $was }. What was played after it is worked out anew.
 }
effect-move-stands = What is on the board stands; play goes on from there.

# `$sans`: the moves, as a list; `$n`: how many; `$many`: yes where they are too many to be named, then `$first` is the first.
effect-moves-taken-back = { $many ->
    [yes] { $n } half-moves are taken back, from { $first } on.
   *[no] { $n ->
        [one] { $sans } is taken back.
       *[other] { $sans } are taken back.
     }
 }
effect-new-game = A new game begins.
effect-play-goes-on = Play goes on from what the board shows.
effect-play-stands-still = Nothing that is done to the board or clock counts until play is resumed.

# Names, or none where one stays as it is.
effect-players-set = { $white ->
    [none] { $black ->
        [none] {""}
       *[other] Black is { $black }.
     }
   *[other] { $black ->
        [none] White is { $white }.
       *[other] White is { $white }. Black is { $black }.
     }
 }
effect-position-set = Play goes on from the position that you set; nothing is owed.
effect-records-asked-for = The table tells everything again.
effect-registered = { $kind ->
    [illegal-move] An illegal move of { side } is put on record, and what the Laws require for it is proposed.
    [two-hands] A move of { side } with two hands is put on record, and what the Laws require for it is proposed.
    [disturbance] A disturbance by { side } is put on record, and what the Laws require for it is proposed.
   *[other] { $kind } is put on record, and what the Laws require for it is proposed.
 }
effect-result-final = Result { $result }{ result-reason }. The game is over.

# `$before`: a result.
effect-result-replaced = The result { $before } is replaced.
effect-seen = It is noted as seen, and stays open.
effect-settled = It is settled; nothing else changes.

# `$set_ms`: the time to which the clock has to be set, or none.
effect-time-given = { $set_ms ->
    [none] { $way ->
        [less] { side } loses { span }.
       *[more] { side } gets { span }.
     }
   *[other] { $way ->
        [less] { side } loses { span }; set the clock of { side } to { $set_ms }.
       *[more] { side } gets { span }; set the clock of { side } to { $set_ms }.
     }
 }

# `$signed`: a time with its sign, as + 2:00.
effect-clock-adjusted = { side }: { $signed } is put on record; the program cannot set the clock.
effect-clock-set = { side }: clock set to { $time } is put on record; the program cannot set it.
effect-half-moves-taken-back = { half-moves } taken back.
effect-clock-noted = What you did to the clock is put on record; the program cannot set it.
effect-other = { $text }

## The same in few words

brief-did-not-happen = Did not happen
brief-settled = Settled
brief-seen = Seen
brief-illegal-move-counted = { side }: { nth-illegal-move }
brief-time-given = { side } { $signed }
brief-clock-adjusted = { side } { $signed }
brief-clock-set = { side } = { $time }
brief-claim-looked-into = { side }: { claim-name }
brief-half-moves-taken-back = { half-moves } taken back
brief-game-left = { half-moves } left without a result
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
    [illegal-move] { side }: illegal move
    [two-hands] { side }: two hands
    [disturbance] { side }: disturbance
   *[other] { side }: { $kind }
 }
brief-result-replaced = instead of { $before }
brief-result-final = Result { $result }
brief-move-owed = { side } owes { moves-owed }

# As effect-moves-taken-back.
brief-moves-taken-back = { $many ->
    [yes] { $n } half-moves taken back
   *[no] { $sans } taken back
 }

# `$was`: what was read before, as 12…Nf6, or none; then `$became` has the number.
brief-move-set = { $was ->
    [none] { $became } added
   *[other] { $was } → { $became }
 }
brief-move-stands = Stands

## What the arbiter has to do himself

step-ask-players = Ask the players: was “I adjust” said, what was touched?
step-check-last-move = Check that the last move was legal.
step-compare-scoresheets = Compare with the scoresheets.
step-move-due = { side } plays { moves-owed }.
step-put-back = { $n ->
    [0] Put the pieces back as they stood before.
   *[other] Put the pieces back as they stood before: { $squares }.
 }
step-run-clock = Start the clock of { side }.

# `$signed`: what is added or taken, with its sign; `$before_ms`: what the clock showed; `$sum`: as `+ 2:00 = 3:23`, or
# none where nobody knows; `$again`: yes where the same was said of the other player just before.
step-set-clock = { $sum ->
    [none] Clock of { side }: { $signed }; what it showed is not known.
   *[other] { $again ->
        [yes] Clock of { side }: { $before_ms } at the press, { $sum }.
       *[no] Clock of { side }: { $before_ms } at the press, { $sum }. It has gone on since.
     }
 }
step-stop-clocks = Stop the clocks.
step-take-scoresheets = Take the signed scoresheets.
step-other = { $text }

## What is told when something is done

# `$what`: what was done, in a few words (`done-…`, `brief-…`).
toast-done = Table { $table }: { $what }

# `$error`: in the table's own words, English.
toast-refused = Table { $table } has refused: { $error }
toast-noAnswer = Table { $table } has not answered yet. It may still be done.
toast-second = Table { $table }: { $by ->
    [none] somebody
   *[other] { $by }
 } was first. Nothing of yours was done.
toast-takenBack = Table { $table }: taken back
toast-takenOver = Taken over: { $file }
toast-started = Round { $number } has started
toast-ended = Round { $number } is over
toast-result = Board { $board }: { $result }
toast-noResult = Board { $board }: no result any more
toast-absent = Board { $board }: put on record
toast-paired = Board { $board }: changed
toast-event = The event is changed

## What was done

done-confirm = Confirmed
done-dismiss = Dismissed
done-let-stand = Let stand
done-acknowledge = Seen
done-take-back = Taken back
done-set-result = Result set
done-set-move = Move set
done-set-position = Position set
done-set-players = Players set
done-new-game = New game
done-reopen = Opened again
done-suspend = Suspended
done-resume = Resumed
done-claim = Claim given in
done-register = Put on record
done-adjust-clock = Clock noted
done-set-illegal-moves = Illegal moves set
done-identify = The board blinks
done-resync = Asked for everything
done-other = { $text }
done-absent = Did not come
done-adopt = Game taken for that of the pairing
done-end-round = Round ended
done-event = Event changed
done-import = Pairings taken over
done-pair = Pairing changed
done-round-result = Result given
done-start-round = Round started

## Why something is refused

refused-no-link = No connection: nothing was sent.
refused-no-broker = The tables are not reached: nothing can be decided.
refused-malformed = That was not understood.
refused-no-answer = No answer. It may have been done: look before you do it again.
refused-already-taken-back = It was taken back already.

# `$field`, `$expected`: in the program's own words, English.
refused-bad-value = { $field }: expected { $expected }.

# The same of the fields that the page knows; each is shown alone.
bad-rounds = Rounds: a number from 1 to 99.
bad-default-time-min = Default time: from 0 to 720 minutes.
bad-delay-s = Delay: from 0 to 86,400 seconds (24 hours).
bad-first-table = Table of board 1: a number from 1 to 9999.
bad-sections = Sections: 64 at most, with names of 1 to 256 bytes without control characters.
bad-set = Nothing would be different.
bad-pair = Nothing would be different.
bad-player = This player sits at another board of the round.
bad-table = Table: a name of up to 64 bytes without + # /.
bad-to = There is no such board.
bad-white = The same player cannot be White and Black.
bad-for-s = Shelving: a time from 1 second to an hour.

refused-not-allowed = Your account may not do that there.
refused-no-such-case = This no longer waits: it was decided, or ended by itself.
refused-no-such-entry = There is no such entry in the record.
refused-no-such-table = There is no such table.
refused-nothing-takes-it-back = Nothing takes this back by itself: undo it with the table’s commands.
refused-only-chief = Only the chief arbiter may do that.
refused-table-away = The table is off the network: nothing can be decided there.
refused-changed = The game has gone on since you saw it. Look again, then decide.
refused-other-game = This was decided in another game, and can be taken back no more.
refused-secondGoes = { $by } goes already, since { $at }.
refused-secondItself = This ended by itself at { $at }. Nothing of yours was done.

# As second-decided.
refused-second = { somebody } { did } at { $at }, before you. Nothing of yours was sent.
refused-other = { $text }
refused-comparison-old = Something has changed since this was shown: choose the file again.
refused-has-played = The game has moves: the player has come.
refused-no-such-pairing = There is no such pairing any more.
refused-no-such-round = There is no such round.

# `$pair`: who plays there, as `A – B`, or none.
refused-pairing-changed = { $pair ->
    [none] Others play there now. Look again.
   *[other] Others play there now: { $pair }. Look again.
 }
refused-result-stands = A result is there already: { $result }. Look again.

# `$boards`: their numbers, as a list; `$n`: how many.
refused-results-missing = { $n ->
    [one] No result of board { $boards } yet.
   *[other] No result of boards { $boards } yet.
 }
refused-round-over = That round is over.
refused-round-not-on = That round has not been started.
refused-too-early = The default time has not passed yet (6.7.1).
refused-too-long = The file is too long: 8 MiB at most.
refused-gone = The hall does not answer.

## Forms

form-result = How has the game ended?
form-resultWhy = How (if you wish)
form-why-agreed = agreed
form-why-resigned = resigned
form-why-time = time
form-why-mate = mate
form-why-forfeit = forfeit

# `$turn`: the number of the move, as 12. or 12…; `$san`: as what it was read, or none.
form-move = { $san ->
    [none] What was move { $turn }?
   *[other] What was move { $turn }, read as { $san }?
 }
form-candidates = Fits what the sensors saw
form-onBoard = Or choose it on the board: first from, then to.
form-onBoardOnly = Choose it on the board: first from, then to.

# `$uci`: from where to where, as e2e5.
form-notLegal = { $uci } is no legal move there.
form-promote = The pawn becomes
form-anew = Nothing is changed before you say so. What was played after it is worked out anew.
form-doIt = Set this move
form-takeBack = How far is the game taken back?
form-takeBackTo = { half-moves }, from { $san } on
form-takeBackDo = Take back { half-moves }
form-position = What stands on the board?
form-fromBoard = As the board senses it
form-fromGame = As in the game
form-empty = Clear
form-first = First position
form-toMove = To move
form-castling = May still castle
form-castle-K = White, short
form-castle-Q = White, long
form-castle-k = Black, short
form-castle-q = Black, long
form-pick = Piece to put
form-erase = Nothing
form-moveOne = Move what stands there
form-positionDo = Play on from here
form-players = Who plays?
form-name = Name
form-title = Title
form-rating = Rating
form-federation = Federation
form-fideId = FIDE ID
form-team = Team
form-swap = Swap colours
form-playersDo = Set the players
form-newGame = A new game at this table
form-newGameDo = Begin the new game
form-keepPlayers = The same players
form-swapPlayers = The same players, colours swapped
form-noPlayers = Without names
form-regime = Rate
form-regime-standard = standard
form-regime-rapid = rapid
form-regime-blitz = blitz
form-edition = Laws of
form-supervision = Supervision
form-supervision-full = full
form-supervision-limited = limited
form-variant = Game
form-variant-chess = chess
form-variant-chess960 = Chess960
form-asBefore = as before
form-clock = What have you done to the clock?
form-added = Added or taken
form-minutes = Minutes
form-seconds = Seconds
form-add = added
form-take = taken off
form-clockDo = Note: { side } { $signed }
form-player = Player
form-illegal = How many illegal moves count?
form-illegalDo = Set
form-claim = Who claims what?
form-claimMove = With the move (if one is written down)
form-claimDo = Look into the claim
form-claim-threefold = Threefold repetition (9.2)
form-claim-fifty-moves = Fifty moves (9.3)
form-claim-quickplay-finish = Quickplay finish
form-claim-touch-move = A touched piece (Article 4)
form-register = What have you seen yourself?
form-register-illegal-move = An illegal move of { side }
form-register-two-hands = A move of { side } with two hands
form-register-disturbance = A disturbance by { side }
form-willDo = What it will do
form-lostNow = This cannot be had back by one click.

# The head of a form: `$act` is what will be done, from `act-…`.
form-heading = Table { $table }: { $act }
form-doItMove = Set this move: { $san }

## What is asked first

ask-title = Table { $table }: are you sure?

# `$act`: the words of the button that was pressed.
ask-do = Yes: { $act }
ask-takeBackTitle = Take back the decision of { $by }?

## The wall

wall-filter = Filter by state

# The number of tables stands before it.
wall-tables = { $n ->
    [one] table
   *[other] tables
 }
wall-section = Section
wall-sections = All sections
wall-arbiter = Arbiter
wall-arbiters = All arbiters
wall-order = Order
wall-urgency = Urgency
wall-number = Board
wall-view = View
wall-tiles = Tiles
wall-rows = Rows
wall-needed = Somebody is needed
wall-playing = Playing
wall-done = Finished
wall-noSection = Without a section
wall-none = No table is like that now.
wall-col-no = No.
wall-col-state = State
wall-col-clock = Clock
wall-col-last = Last move
wall-col-who = Who goes
wall-listOf = Tables

## One table

tv-move = Move { $number }
tv-commands = Commands
tv-group-game = Game
tv-group-moves = Moves and position
tv-group-play = Play
tv-group-board = Board
tv-print = Print
tv-appeal = Appeal file
tv-pgn = PGN
tv-turn = Turn board
tv-agrees = Board and game agree.

# `$places`: squares, as a list with commas.
tv-differs = Board and game differ on { $places }.
tv-differsMany = Board and game differ on { $n } squares.
tv-inAir = In the hand: from { $places }.
tv-noSensed = No reading of the board yet.
tv-board-connected = Board connected
tv-board-lost = Board lost
tv-board-searching = Looking for a board
tv-board-stale = Board silent
tv-lastSeen = When last seen:
tv-walkedBack = As it stood at { $at }.
tv-timeline = What the hands did
tv-back = Back
tv-forward = Forward
tv-noHands = No touch has been heard in this game yet.

# `$text`: what the hand did there; `$n` of `$of` steps.
tv-step = { $n } of { $of }: { $text }
tv-before = Before the first of these
tv-moves = Moves
tv-noMoves = No move yet.
tv-correct = correct this move
tv-inferred = worked out, not seen
tv-notCompleted = not pressed yet
tv-decisions = Decisions
tv-noDecisions = Nothing decided yet at this table.
tv-games = Games before

# `$termination`: why, in few words.
tv-result = { $termination ->
    [none] { $result }
   *[other] { $result } · { $termination }
 }
tv-owes = { side } must move the piece on { $places }.

# How many illegal moves each has made.
tv-illegal = Illegal moves: White { $white }, Black { $black }.
tv-unknown = There is no table { $table }.
tv-alerts = Findings of this game

# What has become of an alert.
tv-alertState = { $state ->
    [raised] open
    [acknowledged] seen, open
    [cleared] settled
    [dismissed] dismissed
    [lapsed] ended by itself
   *[other] { $state }
 }
tv-printTitle = Table { $table } · { $event }
tv-printed = Printed at { $at }
tv-positions = Positions

# `$move`: a numbered move, as 12…Nf6.
tv-afterMove = after { $move }
tv-laws = Laws of { $edition }

regime-standard = standard
regime-rapid = rapid
regime-blitz = blitz

variant-chess960 = Chess960

## The record

# `$all`: how many entries; `$shown`: how many of them are shown, or none where all are.
rec-title = { $shown ->
    [none] { $all ->
        [one] { $all } entry
       *[other] { $all } entries
     }
   *[other] { $all ->
        [one] { $shown } of { $all } entry
       *[other] { $shown } of { $all } entries
     }
 }
rec-search = Name, table, article…
rec-searchLabel = Search the record
rec-how = How it ended
rec-hows = All
rec-how-by-person = by a person
rec-how-by-itself = by itself
rec-how-taken-back = taken back
rec-how-not-done = not done
rec-arbiters = All arbiters
rec-print = Print
rec-csv = CSV
rec-json = JSON
rec-col-time = Time
rec-col-table = Table
rec-col-what = What
rec-col-article = Art.
rec-col-proposed = Proposed
rec-col-done = Done
rec-col-by = By
rec-none = Nothing of that kind in the record.
rec-empty = Nothing has been decided yet.
rec-itself = ended by itself
rec-itself-gone = It is over
rec-itself-lapsed = Too late, or nothing to do any more
rec-itself-cleared = The reason is gone
rec-itself-dismissed = It was none
rec-itself-next-game = The next game began
rec-otherwise = decided otherwise
rec-elsewhere = not by this console
rec-takenBack = taken back by { $by }, { $at }
rec-takesBack = takes back entry { $number }
rec-refused = refused: { $error }
rec-second = second: { $by ->
    [none] somebody
   *[other] { $by }
 } was first, { $at }
rec-sent = on its way
rec-noAnswer = no answer yet
rec-shelved = Shelved until { $until }
rec-take = Take back

# What has come of a claim.
rec-claim = { $verdict ->
    [correct] claim correct
    [wrong] claim wrong
    [right-lost] right lost
    [arbiter] for you to judge
   *[other] { $verdict }
 }
rec-round = { $section ->
    [none] { $board ->
        [none] Round { $number }
       *[other] Round { $number }, board { $board }
     }
   *[other] { $board ->
        [none] Round { $number } of { $section }
       *[other] Round { $number } of { $section }, board { $board }
     }
 }

# `$who`: white, black, both (neither of them came); `$minutes`: the default time, or none where he had said so before;
# `$now`: a result.
rec-did-absent = { $minutes ->
    [none] { who-absent } did not come (said so): { $now }
    [one] { who-absent } did not come within { $minutes } minute: { $now }
   *[other] { who-absent } did not come within { $minutes } minutes: { $now }
 }
rec-did-board = Board { $from } → { $to }

# `$n`: how many results were missing.
rec-did-ended = { $n ->
    [0] Ended with all results
    [one] Ended without { $n } result
   *[other] Ended without { $n } results
 }

# `$fields`: what was set of the event, a list of event-field.
rec-did-event = Event: { $fields }

# How many pairings are as before, and so on.
rec-did-imported = { $file }: { $as_before } as before, { $changed } changed or new, { $gone } no longer paired
rec-did-players = { $white_was } – { $black_was } → { $white } – { $black }

# Results; `$was` is none where there was none.
rec-did-result = { $was ->
    [none] { $now ->
        [none] *
       *[other] { $now }
     }
   *[other] { $now ->
        [none] { $was } → no result
       *[other] { $was } → { $now }
     }
 }
rec-did-table = Table { $from ->
    [none] none
   *[other] { $from }
 } → { $to ->
    [none] none
   *[other] { $to }
 }

## People

people-add = Add a person
people-col-name = Name
people-col-may = May
people-col-tables = Tables
people-col-on = Signed in on
people-col-last = Last here
people-col-do = Do
people-you = (you)
people-role-chief = Chief arbiter
people-role-arbiter = Arbiter
people-role-broadcaster = Broadcaster
people-role-display = Display
people-allTables = All
people-publicOnly = Public only
people-nowhere = nowhere
people-now = now
people-ago = { $age } ago
people-link = Link
people-linkFor = Link for { $by }
people-linkTitle = Link for { $by }
people-linkNote = Valid once, until { $until }. { $role ->
    [chief] It signs in as chief arbiter.
    [broadcaster] It signs in as broadcaster.
    [display] It signs in as display.
   *[arbiter] It signs in as arbiter.
 }
people-qr = QR code: sign-in link for one device
people-copy = Copy
people-copied = Copied
people-change = Change
people-changeOf = Change { $by }
people-endOne = End
people-remove = Remove
people-removeAsk = Remove { $by }? Every session of the account ends. What it decided stays in the record.
people-name = Name
people-role = May
people-sections = Sections, one a line; none: all tables
people-password = Password (may be left out: give a link)
people-sessions = Sessions of { $by }

# `$agent`: a browser and its system, or none; `$from`: an address; `$since`: a time of day.
people-session = { $agent ->
    [none] A program
   *[other] { $agent }
 } · { $from } · since { $since }
people-keyLine = Key of a program · { $from } · since { $since }
people-keyNote = A program shows its key to act in this name.
people-keysOnly = by a key alone
people-newKey = New key for a program
people-keyTitle = Key for { $by }
people-keyOnce = It is shown this once. A program sends it as “Authorization: Bearer”.
people-refused-bad-name = That name cannot be used: 1 to 64 bytes that can be read.
people-refused-bad-password = A password has 8 to 256 bytes.
people-refused-last-chief = Nobody else could give accounts then.

# `$name`: of another account.
people-refused-name-alike = That name looks like { $name }, who has an account: they could not be told apart in the record.
people-refused-name-taken = There is an account of that name already.
people-refused-no-such-account = There is no such account any more.
people-refused-no-such-session = That session has ended already.
people-refused-not-allowed = Your account may not do that.
people-failed = That could not be done.

## On this device

me-title = On this device
me-sound = Sound for rulings
me-tryOut = Try it
me-notify = Browser notification for rulings
me-notifyNo = This browser gives none here: it wants https, or your permission.
me-vibrate = Vibrate on the phone
me-letters = Single letters as keys
me-turned = White on top on every board
me-language = Language
me-theme = Colours
me-theme-device = as the device
me-theme-light = light
me-theme-dark = dark
me-signOut = Sign out
me-screen = Public screen
me-keys = Keys
me-password = My password
me-passwordOld = Old password (empty if there is none)
me-passwordNew = New password
me-passwordDo = Change it
me-passwordDone = Your password is changed.
me-passwordWrong = The old password is not right, or the new one is too short.
me-language-device = as the browser

## Signing in

in-title = Arbiters’ console. Ask the chief arbiter for a link or a QR code, or sign in by name.
in-name = Name
in-password = Password
in-do = Sign in
in-wrong = Name or password is not right.
in-slow = Not right. The next attempt is possible in { $seconds } s; others are not held up.
in-busy = Many people are signing in. Try again in { $seconds } s.
in-away = The hall does not answer. Try again.
in-setup = Nobody has an account yet. Yours will be the chief arbiter’s.
in-setupDo = Make the account
in-setupNo = Nobody has an account yet. Open the link that the program printed at its first start, or this page on the computer itself.
in-passwordNew = Password, at least 8 characters
in-setupRefused = That was refused: the link may be used up, or the password too short.
in-entering = Signing in by the link…
in-enterNo = This link was used already, or is too old. Ask the chief arbiter for another.
in-again = Your session has ended. Sign in again.

## The public screens

# `$range`: numbers of boards, as 1–8; `$all`: how many there are.
screen-shown = Boards { $range } of { $all }
screen-delay = { $minutes ->
    [one] shown with { $minutes } minute’ delay
   *[other] shown with { $minutes } minutes’ delay
 }
screen-delaySeconds = { $seconds ->
    [one] shown with { $seconds } second’ delay
   *[other] shown with { $seconds } seconds’ delay
 }

# A time follows.
screen-lost = No connection for
screen-noBoards = No game is shown yet.
screen-title = { $event }: boards
screen-board = Board { $board }
screen-position = Position on board { $board }
screen-round = Round { $round }

# A period of the time control: `$moves` moves (or none), in `$minutes`, or, where these are none, in `$seconds`; with
# `$increment` seconds a move (or none).
screen-period = { $moves ->
    [none] { period-time }
   *[other] { $moves ->
        [one] { $moves } move in { period-time }
       *[other] { $moves } moves in { period-time }
     }
 }

# `$list`: the periods before; `$item`: the next one.
screen-then = { $list }, then { $item }
screen-interrupted = moves follow
screen-forfeit = by forfeit

# Behind a result, also in the next; the number of the move that is being played.
screen-atMove = move { $number }
screen-col-board = Bd.
screen-col-result = Result
screen-stop = Page { $page } of { $pages }. Stay here.
screen-goOn = Page { $page } of { $pages }. Go on turning.
screen-arbiter = This page shows what the public sees. Sign in here with a display’s account to see it.

## Rounds

round-title = Round { $number }
round-choice = { $section ->
    [none] Round { $number }
   *[other] Round { $number }, { $section }
 }
round-results = who plays, and what is missing
round-pairingsOf = pairings
round-steps = From the file to the results
round-step-file = File
round-step-fileRead = File read
round-step-compare = Compare
round-step-start = Start
round-step-results = Results
round-board = Board
round-atTables = At the tables
round-pairings = Pairings
round-state-planned = not started
round-state-on = being played
round-state-over = over
round-atMove = move { $number }
round-atTable = at table { $table }
round-absent = did not come
round-planned = not started
round-tableSays = the table says { $result }
round-waitsFor-answer = is being told
round-waitsFor-board = no board found yet
round-waitsFor-game = another game is on there
round-waitsFor-other-pairing = another pairing has the table
round-waitsFor-refused = the table has refused
round-waitsFor-table = no such table is heard
round-waitsFor-table-away = off the network
round-noTable = no table is heard
round-resultsCard = Results
round-resultsOf = Results of round { $number }
round-of = { $n } of { $of }

# `$n`: how many boards more.
round-more = { $n ->
    [one] { $n } more is playing
   *[other] { $n } more are playing
 }
round-meter = { $n } of { $of } results
round-allThere = Every result is there.
round-resultOf = Result of table { $table }
round-resultOfBoard = Result of board { $board }
round-writeBack = Write back
round-file-pgn = PGN
round-file-trf = TRF
round-file-csv = CSV

## The file of pairings

file-choose = Choose the file of pairings…
file-chooseNext = File of pairings…
file-chooseOther = Choose another file…
file-field = File of pairings
file-reading = The file is being read…
file-none = No pairings yet
file-noneMore = Choose the file that your pairing program writes, or drop it here: PGN, TRF, CSV or XLSX.
file-nothingYet = It is compared and shown first. Nothing is changed before you say so.
file-changes = What the file changes
file-boards = { $n ->
    [one] { $n } board
   *[other] { $n } boards
 }
file-again = Something has changed since this was shown. Look again, then take it over.
file-count-as-before = as before
file-count-new = new
file-count-changed = changed
file-count-moved = moved

# The number stands before it, as before the messages around it.
file-count-bye = { $n ->
    [one] bye
   *[other] byes
 }
file-count-gone = no longer paired
file-only = Only differences
file-facts = New about the event:
file-against = Against what is here now
file-kind-as-before = as before
file-kind-bye = No game
file-kind-changed = Player changed
file-kind-gone = No longer paired
file-kind-moved = Board changed
file-kind-name = Player’s details
file-kind-new = New
file-kind-swapped = Colours swapped
file-wasBoard = Was board { $board }.
file-wasSwapped = Colours were the other way round.

# `$name`: of a player.
file-whiteWas = White was: { $name }.
file-blackWas = Black was: { $name }.

# What was known of a player and what is known now: `$was`, `$now`, or none.
file-told = { person-field }: { $was ->
    [none] none
   *[other] { $was }
 } → { $now ->
    [none] none
   *[other] { $now }
 }
file-inPlay = A game is on there: it is not touched.

# `$text`: one of the messages `bye-…`.
file-byeWas = Was: { $text }
file-gonePair = The file has this pair no more.
file-goneBye = The file has this player nowhere.
file-noOpponent = no opponent
file-noBoard = No board

# `$n`: how many entries of the file.
file-omitted = { $n ->
    [one] { $n } entry cannot be kept and is left out
   *[other] { $n } entries cannot be kept and are left out
 }

# `$place`: from file-at and the messages behind it; `$found`: what stands there; `$expected`: from expected-board and the messages behind it.
file-omittedOne = { $place }: “{ $found }”; could be { $expected }.
file-over = Round { $number } is over: its pairings are not changed any more.
file-nothing = Nothing is different

# `$n`: how many boards differ.
file-take = { $n ->
    [one] Take over { $n } difference
   *[other] Take over { $n } differences
 }
file-takeRest = Take over
file-away = Put away
file-promise = Nothing is changed before you say so. Games in progress keep their players.
file-wrong = A file that cannot be read
file-fault = <b>{ $file }</b>, { $place }: found “{ $found }”. Expected: { $expected }.

# What a file should have had there, by the code of what was expected.
expected-board = the number of a board, 1 to 9999
expected-board-once = a board that no other pairing of the round has
expected-colour = w, b or -, and the other colour in the opponent's line
expected-date = a date, such as 2026/11/24
expected-federation = a code of FIDE's of three letters, such as NOR
expected-fide-id = a number of FIDE's list, or nothing
expected-kind = a PGN, TRF, CSV or XLSX file with pairings
expected-name = a name, 1 to 256 bytes of text without control characters
expected-number = a number in the list of players, 1 to 9999, that no other player has
expected-opponent = the number of a player whose line names this player as opponent
expected-pairings = at least one pairing
expected-player-once = a player who is in no other pairing of the round
expected-rating = a rating, 0 to 4000, or nothing
expected-result = a result, such as 1-0, 1/2-1/2, + - -, or nothing (TRF: 1 = 0 + - W D L H F U Z)
expected-result-of-opponent = a result that goes with that in the opponent's line
expected-round = the number of a round, 1 to 99, such as 5 or 5.12 with the board
expected-size = a file of at most 8 MiB, 32 MiB when unpacked, and 20,000 lines
expected-space = a space: the columns are not where TRF has them
expected-table = fields parted by ; , or tabs, in quotes where they hold such a sign
expected-tag = a tag pair, such as [White "Carlsen, Magnus"]
expected-time-control = a time control as PGN writes it, such as 5400+30
expected-title = a title of FIDE's: GM, IM, FM, CM, WGM, WIM, WFM, WCM, AGM, AIM, AFM or ACM
expected-workbook = a workbook in the XLSX format

file-at = line { $line }, column { $column }
file-atField = line { $line }, field { $column }
file-cell = sheet “{ $sheet }”, cell { $cell }
file-whole = the file as a whole
file-line = Line { $line }
file-unchanged = Nothing was changed.
file-notSent = The file could not be sent: it has changed since it was chosen, or there is no connection.
file-whichSection = Which section?
file-whichMore = { $file } does not say which section it is of.

## Byes

bye-forfeit-loss = lost without a game
bye-forfeit-win = won without a game
bye-full = full-point bye
bye-half = half-point bye
bye-pairing-allocated = pairing-allocated bye
bye-zero = zero-point bye

## The start of a round

start-title = Start of round { $number }
start-ready = Tables ready: { $n } of { $of }
start-told = Tables told: { $n } of { $of }

# `$tables`: their numbers, as a list; `$n`: how many. So in all of these.
start-waits-answer = { $n ->
    [one] { tables-named } is being told.
   *[other] { tables-named } are being told.
 }
start-waits-board = { $n ->
    [one] { tables-named }: no board is found yet. It is told by itself as soon as it is.
   *[other] { tables-named }: no board is found yet. Each is told by itself as soon as it is.
 }

# `$pair`: who plays there, as `A – B`, or none.
start-waits-game = { $pair ->
    [none] { tables-named } waits: a game is on there. It is told by itself once that is over.
   *[other] { tables-named } waits: a game is on there, { $pair }. It is told by itself once that is over.
 }
start-waits-game-planned = { $pair ->
    [none] { tables-named } has a game on. It will be left alone, and told once that is over.
   *[other] { tables-named } has a game on, { $pair }. It will be left alone, and told once that is over.
 }
start-waits-other-pairing = { $section ->
    [none] { tables-named } waits: board { $board } plays there.
   *[other] { tables-named } waits: board { $board } of { $section } plays there.
 }
start-waits-refused = { tables-named } has refused: { $error }
start-waits-table = { $n ->
    [one] { tables-named }: no such table is heard. It is told by itself as soon as it is.
   *[other] { tables-named }: no such table is heard. Each is told by itself as soon as it is.
 }
start-waits-table-away = { $n ->
    [one] { tables-named }: off the network. It is told by itself as soon as it is back.
   *[other] { tables-named }: off the network. Each is told by itself as soon as it is back.
 }
start-again = Tell it again
start-adopt = This is their game
start-leave = Leave that game…
start-leaveTitle = Leave the game at table { $table }?
start-leaveLost = { $pair ->
    [none] The game that is on there, ends without a result after { half-moves }.
   *[other] The game that is on there, { $pair }, ends without a result after { half-moves }.
 }
start-notYet = The chief arbiter has not started it yet.
start-allReady = Every table is ready.
start-at = Began at (empty: now)
start-do = Start round { $number }

# `$n`: how many sections, two at least.
start-doAll = Start round { $number } in all { $n } sections
start-doOne = Only in { $section }
start-allTold = Every table has its players.
start-since = Started at { $at }.

# `$isStart`: yes where the default time ends as the round begins.
start-late = { $isStart ->
    [yes] Who was not there then loses, unless you decide otherwise (6.7.1).
   *[no] Who is not there by { $at } loses, unless you decide otherwise (6.7.1).
 }

## The end of a round

end-still = Results are missing.
end-all = Every result is there.
end-do = End round { $number }
end-title = End round { $number } without all results?

# `$boards`: their numbers, as a list; `$n`: how many.
end-missing = { $n ->
    [one] No result of board { $boards }. They stay open in the files that are written.
   *[other] No result of boards { $boards }. They stay open in the files that are written.
 }

## One pairing

pair-change = Change…
pair-column = To be changed
pair-changeOf = Change board { $board }
pair-title = Round { $number }, board { $board }
pair-gone = This board is in the round no more.

# `$by`: who gave it, or none.
pair-now = { $by ->
    [none] { $result }
   *[other] { $result }, by { $by }
 }
pair-resultIs = { $result }: { $white } – { $black }
pair-others = Not played, or another result
pair-none = No result

# `$before`: the result that was there.
pair-replaced = { $before } is replaced by { $result }.
pair-takenAway = { $before } is taken away.
pair-doIt = Do it
pair-who = Who plays, where
pair-board = Board (who is there changes places)
pair-table = Table (empty: that of the board)
pair-note = The table is told at once, or as soon as it can be.
pair-inPlay = A game is on: it stays at its table, its names follow at once.

## Who did not come

absent-title = Did not come
absent-announced = Will not come
absent-late = The default time ended at { $at } (6.7.1).
absent-before = Only for who has said so: the default time ends at { $at } (6.7.1).
absent-beforeStart = Only for who has said so.
absent-white = White
absent-black = Black
absent-both = Neither

## The event

event-open = Event…
event-title = Event
event-name = Name
event-site = Place
event-begin = First day
event-end = Last day
event-federation = Federation (three letters)
event-time_control = Time control (5400+30)
event-edition = Laws of
event-regime = Regime
event-rounds = Rounds
event-default_time_min = Default time, minutes (6.7.1)
event-delay_min = Delay for the public, minutes
event-byTime = by the time control
event-firstTable = Table of board 1
event-firstTableOf = Table of board 1 of { $section }
event-note = Edition and regime go to each table with its next game.
