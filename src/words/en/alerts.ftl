# What alerts say. Each message is made of values that stand in the alert's record (`words`), so that a sentence can be
# told again in another language: `$by` is the player that it is about (white, black), `$role` a piece (king, queen, rook,
# bishop, knight, pawn), `$owner` whose piece it is (own: the player's, other: his opponent's).
#
# Values that come as text already: `$played`, `$move`, `$step` (moves), `$moves` (a list with "or"), `$targets` (squares
# with "or"), `$squares` (squares with "and"), `$square`, `$from`, `$result`, `$time`, `$white`, `$black` (times of the
# clock), `$penalties` (an article), `$touched`, `$against` (lists of the messages `piece-touched`, `against-…`).
# Numbers: `$count` (which illegal move, from 1), `$minutes`, `$seconds`, `$n`.
#
# Messages of this first part are parts of others, and see the values of the sentence in which they stand.

## Parts of sentences

by = { $by ->
    [white] White
   *[black] Black
 }
opponent = { $by ->
    [white] Black
   *[black] White
 }
piece = { $role ->
    [king] king
    [queen] queen
    [rook] rook
    [bishop] bishop
    [knight] knight
   *[pawn] pawn
 }
a-piece = { $colour ->
    [white] a white { piece }
   *[black] a black { piece }
 }
# A piece where it was touched.
piece-touched = { $owner ->
    [own] his { piece } on { $square }
   *[other] { opponent }'s { piece } on { $square }
 }
his-pawn = { $pawn ->
    [one] his pawn
   *[some] a pawn
 }
# `$duty`: any (nothing binds him), play (one of `$moves`), put (a pawn on one of `$targets`, whatever it becomes),
# both (either of these), none (there is no such move).
had-to = { $duty ->
    [put] had to put { his-pawn } on { $targets }
    [both] had to play { $moves } or put { his-pawn } on { $targets }
    [none] had no move to play
    [any] could play any legal move
   *[play] had to play { $moves }
 }
must = { $duty ->
    [put] must put { his-pawn } on { $targets }
    [both] must play { $moves } or put { his-pawn } on { $targets }
    [none] has no move to play
    [any] may play any legal move
   *[play] must play { $moves }
 }
illegal-move = { $count ->
    [0] illegal move
    [1] first illegal move
    [2] second illegal move
    [3] third illegal move
    [4] fourth illegal move
    [5] fifth illegal move
   *[other] { $count }th illegal move
 }
has-completed = { $count ->
    [0] { by } has completed an illegal move
   *[other] { by } has completed his { illegal-move }
 }
time-given = { $minutes ->
    [1] one minute
    [3] three minutes
   *[other] two minutes
 }

# Lists.
and-next = { $list }, { $item }
and-last = { $list } and { $item }
or-next = { $list }, { $item }
or-last = { $list } or { $item }
squares-next = { $list }, { $item }
squares-last = { $list }, { $item }
# Of many moves only some are named.
and-more = { $list } and { $n } more
no-move = no move
no-square = no square

# Letters of the pieces in the names of moves (Appendix C).
letter-king = K
letter-queen = Q
letter-rook = R
letter-bishop = B
letter-knight = N

# What speaks against a result that the kings show.
against-cannot-mate = the winner has only a king
against-clock = the winner's clock shows no time left
against-flag = the flag that is down says otherwise
against-illegal-moves = the ruling on illegal moves says otherwise
against-no-move-each = no draw can be agreed before both have moved
against-position = the last position says otherwise

## Touch-move (Article 4)

touched-piece-returned = { by } lifted { piece-touched } and put it back: adjusted if he said so first, otherwise touched.
touch-move-violated = { by } touched { $touched } and then played { $played }; he { had-to }.
touch-order-unclear = Own and opponent's piece left the board together: the own piece counts as touched first.
# `$how`: returned (he put it back), taken (he took it away to make his move).
off-turn-touch = { $how ->
    [returned] { by } lifted { piece-touched } and put it back in { opponent }'s time.
   *[taken] { by } took { piece-touched } before { opponent } had made his move.
 }
castling-rook-first = { by } touched the rook before the king and castled; he { had-to }.
# `$obstacle`: why he may not castle.
castling-not-allowed = { by } put the king on { $square } to castle, which is not allowed: { $obstacle ->
    [attacked] a square that the king crosses or reaches is attacked
    [in-check] the king is in check
    [piece-between] a piece stands between
    [right-lost] king or rook has moved before
   *[set-up] the wrong set-up was not claimed in time
 }. He { must }.
castling-abandoned = { by } put the king down for castling and then played { $played }; if he had let go of it, he must castle.
castling-forbidden-setup = The pieces were set up wrongly and nobody claimed it in time: play goes on, but no king or rook that began on a wrong square may castle.
# What he put down is told by the moves that it may have been: here `$duty` is put or play.
released-then-moved = { $duty ->
    [put] { by } put { his-pawn } on { $targets } and then played { $played }; if he had let go of it, the first move stands.
   *[play] { by } put a piece down for { $moves } and then played { $played }; if he had let go of it, the first move stands.
 }
promotion-piece-changed = A second piece was put on { $square }; the first that touched it decides: { $moves }.
promotion-piece-invalid = { by }'s pawn cannot become { a-piece }, which was put on { $square }.
claim-right-lost = { by } has touched a piece and can no longer claim the breach; only the arbiter can act.

## Illegal moves, positions, the clock (Articles 3, 6 and 7)

illegal-displacement = { by } has put his { piece } from { $from } on { $square }, where no legal move takes it; he may still correct that.
# It is not known where the piece came from.
illegal-displacement-put = { by } has put a { piece } on { $square }, where no legal move brings one; he may still correct that.
illegal-move-completed = { by } has completed an illegal move.
illegal-move-completed-owed = { by } has completed an illegal move: the position before it is set up again, and he { must }.
# The arbiter has entered it himself.
illegal-move-seen = The arbiter has seen { by } complete an illegal move.
illegal-move-stands = { opponent } has moved: { by }'s illegal move stands.
illegal-position-watch = The illegal position still stands: wait until the next move is completed; if it stands then, the game is drawn.
# `$then`: becomes-queen, illegal-move, set-up-again.
promotion-missing = { $then ->
    [becomes-queen] { by } pressed the clock with his pawn still on { $square }: it becomes a queen, and an illegal move is counted.
    [set-up-again] { by } pressed the clock with his pawn still on { $square }, which is an illegal move: the position before it is set up again, and he must promote.
   *[illegal-move] { by } pressed the clock with his pawn still on { $square }, which is an illegal move.
 }
press-without-move = { by } pressed the clock without having made a move.
press-without-move-penalties = { by } pressed the clock without having made a move: he has to make one, and which penalty of { $penalties } is for you to say.
press-by-other-side = { by } pressed the clock although the other clock was running.
two-hands-suspected = { by } had king and rook in the air together: perhaps he used two hands.
two-hands-seen = The arbiter has seen { by } use two hands for one move.
disturbance = { by } has disturbed { opponent }: which penalty of { $penalties } is for you to say.
ruling-add-time = { opponent } gets { time-given } more for { by }'s { illegal-move }.
ruling-add-time-back = { opponent } got { time-given } for an illegal move of { by }'s that was none: take them off his clock again.
# `$loses`: what the claimant, `$by`, loses of his own time: nothing, half (of what he has, which is not known), time.
ruling-add-time-for-claim = { $loses ->
    [half] { opponent } gets { time-given } more for { by }'s wrong claim, who loses half of what he has left, at most three minutes, but keeps one minute.
    [time] { opponent } gets { time-given } more for { by }'s wrong claim, who loses { $seconds } s.
   *[nothing] { opponent } gets { time-given } more for { by }'s wrong claim.
 }
# A claim in a quickplay finish, which the arbiter has rejected.
ruling-add-time-for-rejected-claim = { opponent } gets { time-given } more, for { by }'s claim is rejected.
ruling-game-drawn = { has-completed }: the game is drawn, for { opponent } cannot checkmate.
ruling-game-drawn-position = The illegal position still stands after one more move: the game is drawn.
# `$mates`: whether the opponent can checkmate: can, undecided.
ruling-game-lost = { $mates ->
    [undecided] { has-completed }: { opponent } wins, or draws if he cannot checkmate any more, which cannot be decided: look.
   *[can] { has-completed }: { opponent } wins.
 }
# `$claim`: time, illegal-move, win, draw (he cannot checkmate), win-or-draw (whether he can is not decided).
opponent-may-claim = { $claim ->
    [time] { opponent }'s flag is down: only { by } may claim it.
    [draw] Only { by } can have { opponent }'s illegal move ruled on, by a claim before he makes his next move. He cannot checkmate: he may claim a draw.
    [win-or-draw] Only { by } can have { opponent }'s illegal move ruled on, by a claim before he makes his next move. Whether he can checkmate, or may only claim a draw, cannot be decided: look.
   *[illegal-move] Only { by } can have { opponent }'s illegal move ruled on, by a claim before he makes his next move.
 }
opponent-replied-before-press = { by } has replied before { opponent } pressed the clock, who may still press it.
# `$n`: of how many squares.
displaced-pieces = { $n ->
    [one] A piece is out of place on { $squares }, which no move explains.
   *[other] Pieces are out of place on { $squares }, which no move explains.
 }
position-restored = The position before the illegal move is on the board again.
initial-position-wrong = The game began from a wrong position: it is cancelled and a new one played.
wrong-colour-moved-first = { by } has moved first: his { piece } went from { $from } to { $square }.
clock-adjusted-added = The arbiter has put { $time } on { by }'s time.
clock-adjusted-taken = The arbiter has taken { $time } off { by }'s time.
# `$which` times he has set: white, black, both.
clock-adjusted-set = { $which ->
    [white] The arbiter has set the clock: White's to { $white }.
    [black] The arbiter has set the clock: Black's to { $black }.
   *[both] The arbiter has set the clock: White's to { $white }, Black's to { $black }.
 }

## Ends of games and claims (Articles 5, 6.9 and 9)

# `$how`: checkmate, stalemate, dead-position, fivefold-repetition, seventy-five-moves.
game-ended = { $how ->
    [checkmate] The game is over: checkmate, { $result }.
    [stalemate] The game is over: stalemate, { $result }.
    [dead-position] The game is over: dead position, { $result }.
    [fivefold-repetition] The game is over: fivefold repetition, { $result }.
   *[seventy-five-moves] The game is over: 75 moves, { $result }.
 }
game-end-in-doubt = The final position was reached by a move against Articles 3 or 4: the arbiter decides whether the game is over.
# `$ruling`: both-down, opponent-cannot-mate, opponent-wins, undecided.
flag-fall = { $ruling ->
    [both-down] { by }'s time has run out: both flags are down, and the game is drawn.
    [opponent-cannot-mate] { by }'s time has run out: the game is drawn, for { opponent } cannot checkmate.
    [undecided] { by }'s time has run out: { opponent } wins, or draws if he cannot checkmate any more, which cannot be decided: look.
   *[opponent-wins] { by }'s time has run out: { opponent } wins.
 }
threefold-available = { by } could claim a draw: the same position has appeared at least three times. Nobody may be told.
fifty-moves-available = { by } could claim a draw: fifty moves without a capture or pawn move. Nobody may be told.
# `$forfeit`: by what he has given up the claim: moved, touched (a piece).
draw-claim-right-lost = { $forfeit ->
    [moved] { by } could have claimed a draw and has moved instead.
   *[touched] { by } could have claimed a draw and has touched a piece instead.
 }
# `$claim`: fifty-moves, quickplay-finish, threefold, touch-move (the opponent has broken Article 4).
claims = { $claim ->
    [fifty-moves] { by } claims a draw by fifty moves
    [quickplay-finish] { by } claims a draw in a quickplay finish
    [threefold] { by } claims a draw by the third appearance of a position
   *[touch-move] { by } claims that { opponent } has broken Article 4
 }
# `$then`: drawn (it is right, and draws), had (right: what the opponent had to play), must (right: what he must play),
# right, arbiter (no sensor can tell), lost (he has touched a piece since), early (two minutes or more left), wrong.
claim-made = { $then ->
    [drawn] { claims }: the claim is right, the game is drawn.
    [had] { claims }: the claim is right, { opponent } { had-to }.
    [must] { claims }: the claim is right, { opponent } { must }.
    [right] { claims }: the claim is right.
    [arbiter] { claims }: you decide; if you reject it or wait, { opponent } may get two minutes more.
    [lost] { claims }, but he has touched a piece since: he may not claim it any more.
    [early] { claims }, but he has two minutes or more left: he may not yet.
   *[wrong] { claims }: the claim is wrong.
 }
# `$doubt`: yes where `$against` says what speaks against it; `$noted`: yes where a king's step `$step` is not counted.
result-signalled = The kings in the centre show the result { $result }{ $noted ->
    [yes] {" "}(the king's step { $step } is not counted as a move)
   *[no] {""}
 }{ $doubt ->
    [yes] , but { $against }: ask the players
   *[no] {""}
 }.

## What the sensors can and cannot tell

move-ambiguous = The sensors fit several moves: { $moves }.
move-ambiguous-one = The sensors do not tell whether { $moves } was played.
move-ambiguous-promotion = The board cannot tell what the pawn became: a queen is assumed.
move-ambiguous-promotion-or-missing = The board cannot tell what the pawn became, nor whether it was exchanged at all: a queen is assumed.
move-ambiguous-line = Several moves were made that nobody saw, and more than one order of moves explains the board.
move-ambiguous-line-one = Moves were made that nobody saw. Only one order of moves is known that explains the board; whether it was played is for the arbiter to say.
slide-inferred = Only one piece is missing from the board: { $move } is inferred.
# `$sign`: first-moves, some-order, pieces-home.
new-game-set-up = { $sign ->
    [first-moves] A new game has begun, whose first position was not seen: its first moves are inferred.
    [some-order] A new game has begun, whose first moves were not seen: several orders of them fit.
   *[pieces-home] All pieces are back on their first squares: a new game.
 }
play-not-recorded = Moves are being played that are not recorded: compare the board with the moves, and set the moves or the position.
# `$n`: how many squares.
position-mismatch = The board differs from the position of the game on { $squares }.
position-mismatch-clock-runs = The clock runs but the first position was never seen here: set the position, and play will be followed.
position-mismatch-moves-after-end = Moves are made and the clock is pressed although the last game is over and the first position of another was not seen: set the position, and play will be followed.
position-mismatch-pieces-not-learnt = Pieces are moved that the board has not learnt, so that no move can be followed: leave the first position standing until it has.
position-mismatch-no-game-fits = No game explains any more which squares are occupied: compare the board with the moves, and set the position.
# What was put there, `$role`, is of the player's own colour, too.
position-mismatch-not-the-queen = { by }'s pawn was left on { $square } and must become a queen; a { piece } was put there instead.
position-mismatch-unexplained = The board shows a position that no short line of legal moves from the last one that is known explains: set the moves or the position.

## Why a command is not carried out

# `$n`: which alert of the game.
command-already-told = alert number { $n } of this game tells of it already: confirm or dismiss that one
# `$ply`: which half-move; `$written`: the move as somebody has written it.
command-ambiguous = ply { $ply }: several legal moves are written { $written } there: name the square that the piece came from
command-ended-by-move = the last move has ended the game: correct it with set-move, or take it back
command-illegal-move = ply { $ply }: { $written } is not legal there
command-no-lights = command: found "identify", expected a board that can blink; this one has no lights
command-no-such-alert = there is no open alert number { $n } of this game to which this can be done
command-no-such-claim = the Laws in force know no such claim
command-not-in-play = no game is being played in which somebody has the move
command-not-over = the game is not over
command-not-to-move = { $by ->
    [white] white does not have the move
   *[black] black does not have the move
 }
command-nothing-held = no illegal move is waiting to be decided
command-nothing-to-suspend = the game is over: there is no play to suspend or to resume
command-other-game = another game is on by now ({ $game }): nothing was done to it
# `$who`: itself (nobody decided; `$decided` is the state in which the alert ended: cleared, dismissed, lapsed), arbiter
# (one without a name), named (`$name`); then `$decided` is his command. `$ms`: event time, in milliseconds.
command-settled = { command-no-such-alert }: { $decided } by { $who ->
    [itself] itself
    [arbiter] an arbiter
   *[named] { $name }
 }, { $seconds } s ago (t_ms { $ms })
command-stands-already = the game is over, and ply { $ply } is { $written } already: nothing would change
# `$count`: half-moves that there are; `$n`: that are named.
command-too-few-moves = the game has { $count } half-moves, the command names { $n }
command-undecided = alert number { $n } leaves the result open: set it with set-result
# `$n`: half-moves on the scoresheet.
command-unfinished = game { $game } has { $n } half-moves and no result: set its result first, or leave it so by "abandon": true

## What Lichess does not show of a broadcast

# `$said`: whether there are words of somebody else in `$error`; likewise in the messages that have this one.
push-error = { $said ->
    [yes] : { $error }
   *[no] { "" }
 }
push-of-round = round { $round }
push-of-section = round { $round } of { $section }
push-no-round = it has no round of Lichess
push-too-early = held back { $seconds } s there, and the event wants { $n } s
push-no-answer = Lichess does not answer in time
push-not-reached = Lichess is not reached{ push-error }
push-broken = the connection to Lichess fails{ push-error }
push-not-asked = Lichess is not asked{ push-error }
# `$n`: bytes.
push-answer-too-long = what Lichess answers has more than { $n } bytes
push-answer-unreadable = what Lichess answers cannot be read{ push-error }
# `$status`: of HTTP.
push-fails = Lichess fails ({ $status }){ push-error }
push-leads-elsewhere = the address leads elsewhere ({ $status }), which is not followed
push-token-unknown = Lichess does not know the token (401){ push-error }
push-token-not-allowed = Lichess does not let this token write in the round (403): it needs study:write, and an account that the broadcast is open to{ push-error }
push-no-such-round = Lichess has no such round (404){ push-error }
push-round-too-long = Lichess finds the round too long (413)
push-too-many-requests = Lichess has had too many requests (429)
push-refused = Lichess refuses the round ({ $status }){ push-error }
push-round-refused = Lichess refuses the round{ push-error }
push-board-too-many = not sent, since Lichess shows 100 boards of a round at most
push-board-too-long = not sent, since it is longer than 100,000 characters
# `$why`: said (in `$error`), nothing (it says nothing of the game), neither (neither how many moves it has nor what is
# wrong). `$shown`: nothing, names (and result), moves (`$n` half-moves besides).
push-board-refused = Lichess does not take the game ({ $why ->
    [nothing] it says nothing of it
    [neither] it says neither how many moves it has nor what is wrong
   *[said] { $error }
 }); { $shown ->
    [nothing] nothing of it is new there, nor its result, until it is corrected
    [names] shown are names and result
   *[moves] shown are names, result and { $n } half-moves
 }
# `$count`: half-moves that it has read, `$n` that were sent.
push-board-miscounted = Lichess has read { $count } of { $n } half-moves
push-board-excess = shows { $n ->
    [one] { $n } half-move that was taken back, until another move comes
   *[other] { $n } half-moves that were taken back, until another move comes
 }
push-board-up-to = shows the game up to half-move { $n }: no legal move leads to the position that stands since

## How games end, in a few words

termination-arbiters-decision = arbiter's decision
termination-checkmate = checkmate
termination-dead-position = dead position
termination-drawn-by-position = drawn by position
termination-fifty-moves-claimed = fifty moves, claimed
termination-fivefold-repetition = fivefold repetition
termination-illegal-moves = illegal moves
termination-illegal-moves-opponent-cannot-checkmate = illegal moves, opponent cannot checkmate
termination-illegal-position = illegal position
termination-quickplay-finish = quickplay finish
termination-rules-infraction = rules infraction
termination-seventy-five-moves = 75 moves
termination-signalled-by-the-kings = signalled by the kings
termination-stalemate = stalemate
termination-threefold-repetition-claimed = threefold repetition, claimed
termination-time-forfeit = time forfeit
