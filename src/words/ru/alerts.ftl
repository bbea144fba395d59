# Russian. Terms as the official translation of the Laws prints them (2018).
#
# White and Black are plural: `by` and `opponent` are nominative inside a sentence, `-first` begins one, `-gen`, `-dat`,
# `-ins` are the cases. A player's own piece stands without a possessive, his opponent's with the opponent's name. `е` for `ё`.

## Parts of sentences

by-first = { $by ->
    [white] Белые
   *[black] Черные
 }
by = { $by ->
    [white] белые
   *[black] черные
 }
by-gen = { $by ->
    [white] белых
   *[black] черных
 }
opponent-first = { $by ->
    [white] Черные
   *[black] Белые
 }
opponent = { $by ->
    [white] черные
   *[black] белые
 }
opponent-gen = { $by ->
    [white] черных
   *[black] белых
 }
opponent-dat-first = { $by ->
    [white] Черным
   *[black] Белым
 }
opponent-dat = { $by ->
    [white] черным
   *[black] белым
 }
opponent-ins = { $by ->
    [white] черными
   *[black] белыми
 }
piece-acc = { $role ->
    [king] короля
    [queen] ферзя
    [rook] ладью
    [bishop] слона
    [knight] коня
   *[pawn] пешку
 }
piece-ins = { $role ->
    [king] королем
    [queen] ферзем
    [rook] ладьей
    [bishop] слоном
    [knight] конем
   *[pawn] пешкой
 }
# What was put, with its participle.
piece-was-put = { $role ->
    [king] поставлен король
    [queen] поставлен ферзь
    [rook] поставлена ладья
    [bishop] поставлен слон
    [knight] поставлен конь
   *[pawn] поставлена пешка
 }
# The gender of the adjective is that of the piece.
colour-acc = { $role ->
    [rook] { $colour ->
        [white] белую
       *[black] черную
     }
    [pawn] { $colour ->
        [white] белую
       *[black] черную
     }
   *[other] { $colour ->
        [white] белого
       *[black] черного
     }
 }
which-was-put-acc = { $role ->
    [rook] поставленную
    [pawn] поставленную
   *[other] поставленного
 }
# A piece where it was touched, accusative.
piece-touched = { $owner ->
    [own] { piece-acc } на { $square }
   *[other] { piece-acc } { opponent-gen } на { $square }
 }
# A piece from where it was lifted, accusative.
piece-from = { $owner ->
    [own] { piece-acc } с поля { $square }
   *[other] { piece-acc } { opponent-gen } с поля { $square }
 }
# `$pawn`: one (only one pawn can), some.
pawn-acc = { $pawn ->
    [one] пешку
   *[some] одну из пешек
 }
# `$duty`: any (nothing binds him), play (one of `$moves`), put (a pawn on one of `$targets`, whatever it becomes),
# both (either of these), none (there is no such move).
had-to = { $duty ->
    [put] следовало поставить { pawn-acc } на { $targets }
    [both] следовало сыграть { $moves } или поставить { pawn-acc } на { $targets }
    [none] хода, который следовало сыграть, не было
    [any] можно было сделать любой возможный ход
   *[play] следовало сыграть { $moves }
 }
opponent-had-to = { $duty ->
    [none] у { opponent-gen } не было хода, который следовало сыграть
   *[other] { opponent-dat } { had-to }
 }
# After the nominative of a player.
must = { $duty ->
    [put] должны поставить { pawn-acc } на { $targets }
    [both] должны сыграть { $moves } или поставить { pawn-acc } на { $targets }
    [none] не имеют хода, который следовало бы сыграть
    [any] могут сделать любой возможный ход
   *[play] должны сыграть { $moves }
 }
# Nominative and accusative.
illegal-move = { $count ->
    [0] невозможный ход
    [1] первый невозможный ход
    [2] второй невозможный ход
    [3] третий невозможный ход
    [4] четвертый невозможный ход
    [5] пятый невозможный ход
   *[other] { $count }-й невозможный ход
 }
time-is-added = { $minutes ->
    [1] добавляется одна минута
    [2] добавляются две минуты
    [3] добавляются три минуты
    [one] добавляется { $minutes } минута
    [few] добавляются { $minutes } минуты
    [many] добавляется { $minutes } минут
   *[other] добавляется { $minutes } минуты
 } дополнительного времени
time-was-added = { $minutes ->
    [1] была добавлена одна минута
    [2] были добавлены две минуты
    [3] были добавлены три минуты
    [one] была добавлена { $minutes } минута
    [few] были добавлены { $minutes } минуты
    [many] было добавлено { $minutes } минут
   *[other] было добавлено { $minutes } минуты
 }
opponent-wins-or-draws = либо { opponent } выиграли, либо, если они уже не могут поставить мат, партия заканчивается вничью; могут ли они это, определить не удается: посмотрите сами
position-set-up-again = восстанавливается позиция непосредственно перед нарушением
only-by-claim = Решение по невозможному ходу { opponent-gen } принимается только по заявлению { by-gen } до того, как { by } сделают свой следующий ход.

# Lists.
and-next = { $list }, { $item }
and-last = { $list } и { $item }
or-next = { $list }, { $item }
or-last = { $list } или { $item }
squares-next = { $list }, { $item }
squares-last = { $list }, { $item }
# Of many moves only some are named.
and-more = { $list } (и еще { $n } { $n ->
    [one] вариант
    [few] варианта
    [many] вариантов
   *[other] варианта
 })
no-move = нет хода
no-square = нет полей

# Letters of the pieces in the names of moves (Appendix C).
letter-king = Кр
letter-queen = Ф
letter-rook = Л
letter-bishop = С
letter-knight = К

# What speaks against a result that the kings show: clauses with a что of their own, so that a list needs no comma before и.
against-cannot-mate = что у победителя остался только король
against-clock = что на часах победителя не осталось времени
against-flag = что упавший флажок указывает на иной результат
against-illegal-moves = что решение по невозможным ходам указывает на иной результат
against-no-move-each = что до первого хода обоих игроков соглашаться на ничью нельзя
against-position = что последняя позиция указывает на иной результат

## Touch-move (Article 4)

touched-piece-returned = { by-first } подняли { piece-from } и вернули на место: если о намерении поправить было сообщено заранее, фигура считается поправленной, иначе — тронутой.
touch-move-violated = { by-first } тронули { $touched }, а затем сыграли { $played }; { had-to }.
touch-order-unclear = Своя фигура и фигура соперника сняты с доски одновременно: считается, что своя фигура тронута первой.
# `$how`: returned (he put it back), taken (he took it away to make his move).
off-turn-touch = { $how ->
    [returned] { by-first } подняли { piece-from } и вернули на место, пока шло время { opponent-gen }.
   *[taken] { by-first } сняли { piece-from }, прежде чем { opponent } сделали свой ход.
 }
castling-rook-first = { by-first } тронули ладью раньше короля и сделали рокировку; { had-to }.
# `$obstacle`: why he may not castle.
castling-not-allowed = { by-first } поставили короля на { $square }, чтобы сделать рокировку, но она невозможна: { $obstacle ->
    [attacked] поле, которое король должен пересечь или занять, атаковано
    [in-check] король под шахом
    [piece-between] на пути короля или ладьи стоит фигура
    [right-lost] король или ладья уже ходили
   *[set-up] о неправильной расстановке не было вовремя заявлено
 }; { by } { must }.
castling-abandoned = { by-first } поставили короля для рокировки, а затем сыграли { $played }; если { by } уже отпустили руку от короля, они должны сделать рокировку.
castling-forbidden-setup = Фигуры были расставлены неправильно, и никто не заявил об этом вовремя: партия продолжается, но рокировка с участием короля или ладьи, начавших партию на неправильном поле, не разрешается.
# What he put down is told by the moves that it may have been: here `$duty` is put or play.
released-then-moved = { $duty ->
    [put] { by-first } поставили { pawn-acc } на { $targets }, а затем сыграли { $played }; если { by } уже отпустили руку от пешки, в силе остается первый ход.
   *[play] { by-first } поставили фигуру для хода { $moves }, а затем сыграли { $played }; если { by } уже отпустили руку от фигуры, в силе остается первый ход.
 }
promotion-piece-changed = На поле { $square } поставлена вторая фигура; решает та, что первой коснулась этого поля: { $moves }.
promotion-piece-invalid = Пешка { by-gen } не может быть превращена в { colour-acc } { piece-acc }, { which-was-put-acc } на { $square }.
claim-right-lost = { by-first } тронули фигуру и больше не могут заявить о нарушении; вмешаться может только арбитр.

## Illegal moves, positions, the clock (Articles 3, 6 and 7)

illegal-displacement = { by-first } переставили { piece-acc } с { $from } на { $square }, куда не ведет ни один возможный ход этой фигурой; { by } еще могут это исправить.
# It is not known where the piece came from.
illegal-displacement-put = { by-first } поставили { piece-acc } на { $square }, куда не ведет ни один возможный ход { piece-ins }; { by } еще могут это исправить.
illegal-move-completed = { by-first } завершили невозможный ход.
illegal-move-completed-owed = { by-first } завершили невозможный ход: { position-set-up-again }, и { by } { must }.
# The arbiter has entered it himself.
illegal-move-seen = Арбитр видел, как { by } завершили невозможный ход.
illegal-move-stands = { opponent-first } сделали ход: невозможный ход { by-gen } остается в силе.
illegal-position-watch = На доске по-прежнему невозможная позиция: дождитесь завершения следующего хода; если она сохранится и тогда, партия заканчивается вничью.
# `$then`: becomes-queen, illegal-move, set-up-again.
promotion-missing = { $then ->
    [becomes-queen] { by-first } нажали часы, когда пешка еще стояла на { $square }: пешка заменяется на ферзя, и засчитывается невозможный ход.
    [set-up-again] { by-first } нажали часы, когда пешка еще стояла на { $square }, что считается невозможным ходом: { position-set-up-again }, и { by } должны превратить пешку.
   *[illegal-move] { by-first } нажали часы, когда пешка еще стояла на { $square }, что считается невозможным ходом.
 }
press-without-move = { by-first } нажали часы, не сделав хода.
press-without-move-penalties = { by-first } нажали часы, не сделав хода: { by } должны сделать ход, а какое наказание из ст.{"\u00A0"}{ $penalties } назначить, решаете вы.
press-by-other-side = { by-first } нажали часы, хотя шли часы { opponent-gen }.
two-hands-suspected = Король и ладья { by-gen } одновременно находились в воздухе: возможно, { by } использовали две руки.
two-hands-seen = Арбитр видел, как { by } использовали две руки для совершения одного хода.
disturbance = { by-first } мешали { opponent-dat }: какое наказание из ст.{"\u00A0"}{ $penalties } назначить, решаете вы.
ruling-add-time = { opponent-dat-first } { time-is-added } за { illegal-move } { by-gen }.
ruling-add-time-back = { opponent-dat-first } { time-was-added } за ход { by-gen }, который на самом деле не был невозможным: снимите это время с часов { opponent-gen }.
# `$loses`: what the claimant, `$by`, loses of his own time: nothing, half (of what he has, which is not known), time.
ruling-add-time-for-claim = { $loses ->
    [half] { opponent-dat-first } { time-is-added } за неверное заявление { by-gen }, а из оставшегося времени { by-gen } вычитается половина, но не более трех минут, при этом одна минута сохраняется.
    [time] { opponent-dat-first } { time-is-added } за неверное заявление { by-gen }, а из времени { by-gen } вычитается { $seconds }{"\u00A0"}с.
   *[nothing] { opponent-dat-first } { time-is-added } за неверное заявление { by-gen }.
 }
# A claim in a quickplay finish, which the arbiter has rejected.
ruling-add-time-for-rejected-claim = { opponent-dat-first } { time-is-added }, так как заявление { by-gen } отклонено.
ruling-game-drawn = { by-first } завершили { illegal-move }: партия заканчивается вничью, так как { opponent } не могут поставить мат.
ruling-game-drawn-position = Невозможная позиция сохранилась и после следующего хода: партия заканчивается вничью.
# `$mates`: whether the opponent can checkmate: can, undecided.
ruling-game-lost = { $mates ->
    [undecided] { by-first } завершили { illegal-move }: { opponent-wins-or-draws }.
   *[can] { by-first } завершили { illegal-move }: { opponent } выиграли.
 }
# `$claim`: time, illegal-move, win, draw (he cannot checkmate), win-or-draw (whether he can is not decided).
opponent-may-claim = { $claim ->
    [time] Флажок { opponent-gen } упал: заявить об этом могут только { by }.
    [draw] { only-by-claim } { by-first } не могут поставить мат: они могут заявить о ничьей.
    [win-or-draw] { only-by-claim } Могут ли { by } поставить мат или только заявить о ничьей, определить не удается: посмотрите сами.
   *[illegal-move] { only-by-claim }
 }
opponent-replied-before-press = { by-first } ответили до того, как { opponent } нажали часы; { opponent } еще могут их нажать.
# `$n`: of how many squares.
displaced-pieces = { $n ->
    [0] Фигуры смещены, и ни один ход этого не объясняет.
    [1] Фигура на поле { $squares } смещена, и ни один ход этого не объясняет.
   *[other] Фигуры на полях { $squares } смещены, и ни один ход этого не объясняет.
 }
position-restored = На доске восстановлена позиция, предшествовавшая невозможному ходу.
initial-position-wrong = Начальная позиция была неправильной: партия отменяется, и играется новая.
wrong-colour-moved-first = Первый ход сделали { by }: { piece-ins } с { $from } на { $square }.
clock-adjusted-added = Арбитр добавил { $time } ко времени { by-gen }.
clock-adjusted-taken = Арбитр вычел { $time } из времени { by-gen }.
# `$which` times he has set: white, black, both.
clock-adjusted-set = { $which ->
    [white] Арбитр установил часы: у белых { $white }.
    [black] Арбитр установил часы: у черных { $black }.
   *[both] Арбитр установил часы: у белых { $white }, у черных { $black }.
 }

## Ends of games and claims (Articles 5, 6.9 and 9)

# `$how`: checkmate, stalemate, dead-position, fivefold-repetition, seventy-five-moves.
game-ended = { $how ->
    [checkmate] Партия окончена: мат, { $result }.
    [stalemate] Партия окончена: пат, { $result }.
    [dead-position] Партия окончена: мертвая позиция, { $result }.
    [fivefold-repetition] Партия окончена: пятикратное повторение позиции, { $result }.
   *[seventy-five-moves] Партия окончена: 75 ходов, { $result }.
 }
game-end-in-doubt = Заключительная позиция возникла в результате хода, нарушающего ст.{"\u00A0"}3 или 4: окончена ли партия, решает арбитр.
# `$ruling`: both-down, opponent-cannot-mate, opponent-wins, undecided.
flag-fall = { $ruling ->
    [both-down] Время { by-gen } истекло: упали оба флажка, и партия заканчивается вничью.
    [opponent-cannot-mate] Время { by-gen } истекло: партия заканчивается вничью, так как { opponent } не могут поставить мат.
    [undecided] Время { by-gen } истекло: { opponent-wins-or-draws }.
   *[opponent-wins] Время { by-gen } истекло: { opponent } выиграли.
 }
threefold-available = { by-first } могут заявить о ничьей: одна и та же позиция возникла по крайней мере в третий раз. Никому нельзя об этом сообщать.
fifty-moves-available = { by-first } могут заявить о ничьей: сделано 50 ходов без продвижения пешки и без взятия. Никому нельзя об этом сообщать.
# `$forfeit`: by what he has given up the claim: moved, touched (a piece).
draw-claim-right-lost = { $forfeit ->
    [moved] { by-first } могли заявить о ничьей, но вместо этого сделали ход.
   *[touched] { by-first } могли заявить о ничьей, но вместо этого тронули фигуру.
 }
# `$claim`: fifty-moves, quickplay-finish, threefold, touch-move (the opponent has broken Article 4).
claims = { $claim ->
    [fifty-moves] { by-first } заявляют о ничьей на основании 50 ходов
    [quickplay-finish] { by-first } заявляют о ничьей в быстрой игре до конца партии
    [threefold] { by-first } заявляют о ничьей на основании троекратного повторения позиции
   *[touch-move] { by-first } заявляют о нарушении { opponent-ins } ст.{"\u00A0"}4
 }
# `$then`: drawn (it is right, and draws), had (right: what the opponent had to play), must (right: what he must play),
# right, arbiter (no sensor can tell), lost (he has touched a piece since), early (two minutes or more left), wrong.
claim-made = { $then ->
    [drawn] { claims }: заявление верно, партия заканчивается вничью.
    [had] { claims }: заявление верно, { opponent-had-to }.
    [must] { claims }: заявление верно, { opponent } { must }.
    [right] { claims }: заявление верно.
    [arbiter] { claims }: решаете вы; если вы отклоните заявление или отложите решение, { opponent-dat } могут быть добавлены две минуты дополнительного времени.
    [lost] { claims }, но уже тронули фигуру: право на это заявление потеряно.
    [early] { claims }, но у них осталось не менее двух минут: заявлять еще нельзя.
   *[wrong] { claims }: заявление неверно.
 }
# `$doubt`: yes where `$against` says what speaks against it; `$noted`: yes where a king's step `$step` is not counted.
result-signalled = Короли в центре доски показывают результат { $result }{ $noted ->
    [yes] {" "}(перемещение { $step } не считается ходом)
   *[no] {""}
 }{ $doubt ->
    [yes] , но против этого говорит то, { $against }; спросите игроков
   *[no] {""}
 }.

## What the sensors can and cannot tell

move-ambiguous = Показаниям датчиков соответствует несколько ходов: { $moves }.
move-ambiguous-one = По показаниям датчиков неясно, был ли сыгран ход { $moves }.
move-ambiguous-promotion = Доска не может определить, в какую фигуру превращена пешка: принимается, что в ферзя.
move-ambiguous-promotion-or-missing = Доска не может определить, в какую фигуру превращена пешка и была ли она вообще заменена: принимается, что она заменена на ферзя.
move-ambiguous-line = Сделано несколько ходов, которых никто не видел, и положение на доске объясняется более чем одним порядком ходов.
move-ambiguous-line-one = Сделаны ходы, которых никто не видел. Известен только один порядок ходов, который объясняет положение на доске; были ли ходы сделаны в этом порядке, решает арбитр.
slide-inferred = На доске не хватает только одной фигуры: косвенно определен ход { $move }.
# `$sign`: first-moves, some-order, pieces-home.
new-game-set-up = { $sign ->
    [first-moves] Началась новая партия, начальная позиция которой не была замечена: ее первые ходы определены косвенно.
    [some-order] Началась новая партия, первые ходы которой не были замечены: подходит несколько вариантов их порядка.
   *[pieces-home] Все фигуры снова на начальных полях: новая партия.
 }
play-not-recorded = Делаются ходы, которые не записываются: сравните доску с ходами и укажите ходы или установите позицию.
# `$n`: how many squares.
position-mismatch = { $n ->
    [0] Доска не соответствует позиции партии.
    [1] Доска не соответствует позиции партии на поле { $squares }.
   *[other] Доска не соответствует позиции партии на полях { $squares }.
 }
position-mismatch-clock-runs = Часы идут, но начальная позиция здесь ни разу не была замечена: установите позицию, и партия будет отслеживаться.
position-mismatch-moves-after-end = Делаются ходы и нажимаются часы, хотя последняя партия окончена, а начальная позиция новой не была замечена: установите позицию, и партия будет отслеживаться.
position-mismatch-pieces-not-learnt = Передвигаются фигуры, которые доска еще не запомнила, поэтому следить за ходами невозможно: оставьте на доске начальную позицию, пока доска их не запомнит.
position-mismatch-no-game-fits = Занятые поля уже нельзя объяснить никакой партией: сравните доску с ходами и установите позицию.
# What was put there, `$role`, is of the player's own colour, too.
position-mismatch-not-the-queen = Пешка { by-gen } осталась на { $square } и должна быть заменена на ферзя; вместо него туда { piece-was-put }.
position-mismatch-unexplained = Позиция на доске не объясняется короткой последовательностью возможных ходов из последней известной позиции: укажите ходы или установите позицию.

## Why a command is not carried out

command-already-told = об этом уже сообщает оповещение №{"\u00A0"}{ $n } этой партии: подтвердите или отклоните его
command-ambiguous = { $ply }-й полуход: записи { $written } там соответствует несколько возможных ходов; укажите поле, с которого пошла фигура
command-ended-by-move = партия окончена последним ходом: исправьте этот ход или верните его
command-illegal-move = { $ply }-й полуход: ход { $written } там невозможен
command-no-lights = на этой доске нет индикаторов, которые могли бы мигать
command-no-such-alert = в этой партии нет открытого оповещения №{"\u00A0"}{ $n }, к которому это применимо
command-no-such-claim = действующие Правила не предусматривают такого заявления
command-not-in-play = сейчас не идет партия, в которой за кем-либо из игроков очередь хода
command-not-over = партия не окончена
command-not-to-move = сейчас очередь хода не у { by-gen }
command-nothing-held = нет невозможного хода, по которому ожидается решение
command-nothing-to-suspend = партия окончена: приостанавливать или возобновлять нечего
command-other-game = сейчас идёт другая партия ({ $game }): в ней ничего не изменено
command-settled = { command-no-such-alert }: { $who ->
    [itself] { $decided ->
        [cleared] снято автоматически
        [dismissed] отклонено автоматически
       *[lapsed] закрылось само
     }
   *[other] { $decided ->
        [confirm] подтверждено
        [dismiss] отклонено
        [let-stand] оставлено в силе
       *[other] решение принято
     } { $who ->
        [arbiter] арбитром
       *[named] ({ $name })
     }
 }, { $seconds }{"\u00A0"}с назад (t_ms { $ms })
command-stands-already = партия окончена, и { $ply }-й полуход — уже { $written }: ничего бы не изменилось
command-too-few-moves = в партии { $count ->
    [one] { $count } полуход
    [few] { $count } полухода
    [many] { $count } полуходов
   *[other] { $count } полухода
 }, а в команде указано { $n }
command-undecided = оповещение №{"\u00A0"}{ $n } не определяет результата: установите результат отдельно
command-unfinished = в партии { $game } — { $n ->
    [one] { $n } полуход
    [few] { $n } полухода
    [many] { $n } полуходов
   *[other] { $n } полухода
 }, а результата нет: сначала установите результат или явно прекратите партию без результата

## What Lichess does not show of a broadcast

push-error = { $said ->
    [yes] : { $error }
   *[no] { "" }
 }
push-of-round = тур { $round }
push-of-section = тур { $round } ({ $section })
push-no-round = на Lichess нет соответствующего тура
push-too-early = задержка там — { $seconds }{"\u00A0"}с, а для соревнования задано { $n }{"\u00A0"}с
push-no-answer = Lichess не отвечает вовремя
push-not-reached = Lichess недоступен{ push-error }
push-broken = соединение с Lichess обрывается{ push-error }
push-not-asked = запрос к Lichess не отправлен{ push-error }
push-answer-too-long = ответ Lichess длиннее { $n } байт
push-answer-unreadable = ответ Lichess не удается прочитать{ push-error }
push-fails = сбой на стороне Lichess ({ $status }){ push-error }
push-leads-elsewhere = адрес ведет в другое место ({ $status }); переход не выполняется
push-token-unknown = Lichess не знает этого токена (401){ push-error }
push-token-not-allowed = Lichess не разрешает этому токену запись в тур (403): нужны право study:write и учетная запись с доступом к трансляции{ push-error }
push-no-such-round = на Lichess нет такого тура (404){ push-error }
push-round-too-long = тур слишком велик для Lichess (413)
push-too-many-requests = Lichess получил слишком много запросов (429)
push-refused = Lichess не принимает тур ({ $status }){ push-error }
push-round-refused = Lichess не принимает тур{ push-error }
push-board-too-many = не отправлено: Lichess показывает не более 100 досок одного тура
push-board-too-long = не отправлено: партия длиннее 100{"\u00A0"}000 знаков
push-board-refused = Lichess не принимает партию ({ $why ->
    [nothing] в ответе о ней ничего не сказано
    [neither] в ответе нет ни числа ходов, ни указания на ошибку
   *[said] { $error }
 }); { $shown ->
    [nothing] новое из нее, в том числе результат, там не появится, пока она не исправлена
    [names] показаны имена и результат
   *[moves] показаны имена, результат и { $n ->
        [one] { $n } полуход
        [few] { $n } полухода
        [many] { $n } полуходов
       *[other] { $n } полухода
     }
 }
push-board-miscounted = Lichess прочитал { $count ->
    [one] { $count } полуход
    [few] { $count } полухода
    [many] { $count } полуходов
   *[other] { $count } полухода
 } из { $n }
push-board-excess = пока не сделан другой ход, там { $n ->
    [one] показан { $n } возвращенный полуход
    [few] показаны { $n } возвращенных полухода
    [many] показано { $n } возвращенных полуходов
   *[other] показано { $n } возвращенного полухода
 }
push-board-up-to = партия показана до { $n }-го полухода: к позиции, которая стоит на доске с тех пор, не ведет ни один возможный ход

## How games end, in a few words

termination-arbiters-decision = решение арбитра
termination-checkmate = мат
termination-dead-position = мертвая позиция
termination-drawn-by-position = ничья по позиции
termination-fifty-moves-claimed = 50 ходов, по заявлению
termination-fivefold-repetition = пятикратное повторение позиции
termination-illegal-moves = невозможные ходы
termination-illegal-moves-opponent-cannot-checkmate = невозможные ходы, соперник не может поставить мат
termination-illegal-position = невозможная позиция
termination-quickplay-finish = быстрая игра до конца партии
termination-rules-infraction = нарушение правил
termination-seventy-five-moves = 75 ходов
termination-signalled-by-the-kings = результат показан королями
termination-stalemate = пат
termination-threefold-repetition-claimed = троекратное повторение позиции, по заявлению
termination-time-forfeit = превышение отведенного времени
