# Arabic. Terms as the official translation of the Laws prints them (2005).
#
# What alerts say. Each message is made of values that stand in the alert's record (`words`): `$by` is the player that it
# is about (white, black), `$role` a piece (king, queen, rook, bishop, knight, pawn), `$owner` whose piece it is (own: the
# player's, other: his opponent's).
#
# Values that come as text already, with isolates: `$played`, `$move`, `$step` (moves), `$moves` (a list with "or"),
# `$targets` (squares with "or"), `$squares` (squares with commas), `$square`, `$from`, `$result`, `$time`, `$white`, `$black`
# (times of the clock), `$penalties` (an article), `$touched`, `$against` (lists of the messages `piece-touched`,
# `against-…`). Numbers: `$count` (which illegal move, from 1), `$minutes`, `$seconds`, `$n`.
#
# Latin letters and digits that stand in the text itself are in isolates (U+2066 … U+2069). The players and all pieces are
# masculine. The player's name stands instead of a pronoun; two names never stand side by side, nor a name after the
# arbiter, for they would read as adjectives.
#
# Messages of this first part are parts of others, and see the values of the sentence in which they stand.

## Parts of sentences

# The players, and with li- ("to", "of").
by = { $by ->
    [white] الأبيض
   *[black] الأسود
 }
opponent = { $by ->
    [white] الأسود
   *[black] الأبيض
 }
to-by = { $by ->
    [white] للأبيض
   *[black] للأسود
 }
to-opponent = { $by ->
    [white] للأسود
   *[black] للأبيض
 }
# The piece: with the article, with "his", before its owner's name (nominative too), indefinite accusative.
piece-the = { $role ->
    [king] الملك
    [queen] الوزير
    [rook] الرخ
    [bishop] الفيل
    [knight] الحصان
   *[pawn] البيدق
 }
piece-his = { $role ->
    [king] ملكه
    [queen] وزيره
    [rook] رخه
    [bishop] فيله
    [knight] حصانه
   *[pawn] بيدقه
 }
piece = { $role ->
    [king] ملك
    [queen] وزير
    [rook] رخ
    [bishop] فيل
    [knight] حصان
   *[pawn] بيدق
 }
piece-acc = { $role ->
    [king] ملكاً
    [queen] وزيراً
    [rook] رخاً
    [bishop] فيلاً
    [knight] حصاناً
   *[pawn] بيدقاً
 }
# Genitive: what a pawn cannot become.
a-piece = { $colour ->
    [white] { piece } أبيض
   *[black] { piece } أسود
 }
# A piece where it was touched.
piece-touched = { $owner ->
    [own] { piece-the } على { $square }
   *[other] { piece } { opponent } على { $square }
 }
# A piece, and from where it was lifted.
piece-lifted = { $owner ->
    [own] { piece-his } من { $square }
   *[other] { piece } { opponent } من { $square }
 }
his-pawn-acc = { $pawn ->
    [one] بيدقه
   *[some] بيدقاً
 }
# `$duty`: any (nothing binds him), play (one of `$moves`), put (a pawn on one of `$targets`, whatever it becomes),
# both (either of these), none (there is no such move).
to-do = { $duty ->
    [put] أن يضع { his-pawn-acc } على { $targets }
    [both] أن يلعب { $moves } أو أن يضع { his-pawn-acc } على { $targets }
   *[play] أن يلعب { $moves }
 }
had-to = { $duty ->
    [none] لم تكن لديه نقلة يلعبها
    [any] كان يحق له أن يلعب أي نقلة قانونية
   *[play] كان يجب عليه { to-do }
 }
opponent-had-to = { $duty ->
    [none] لم تكن لدى { opponent } نقلة يلعبها
    [any] كان يحق { to-opponent } أن يلعب أي نقلة قانونية
   *[play] كان يجب على { opponent } { to-do }
 }
must = { $duty ->
    [none] ليست لدى { by } نقلة يلعبها
    [any] يجوز { to-by } أن يلعب أي نقلة قانونية
   *[play] يجب على { by } { to-do }
 }
opponent-must = { $duty ->
    [none] ليست لدى { opponent } نقلة يلعبها
    [any] يجوز { to-opponent } أن يلعب أي نقلة قانونية
   *[play] يجب على { opponent } { to-do }
 }
illegal-move = { $count ->
    [0] نقلة غير قانونية
    [1] أول نقلة غير قانونية
    [2] ثاني نقلة غير قانونية
    [3] ثالث نقلة غير قانونية
    [4] رابع نقلة غير قانونية
    [5] خامس نقلة غير قانونية
    [6] سادس نقلة غير قانونية
    [7] سابع نقلة غير قانونية
    [8] ثامن نقلة غير قانونية
    [9] تاسع نقلة غير قانونية
    [10] عاشر نقلة غير قانونية
   *[other] النقلة غير القانونية رقم { $count }
 }
has-completed = { $count ->
    [0] أتم { by } نقلة غير قانونية
    [one] أتم { by } { illegal-move } له
    [two] أتم { by } { illegal-move } له
    [few] أتم { by } { illegal-move } له
   *[other] أتم { by } نقلته غير القانونية رقم { $count }
 }
extra-time = { $minutes ->
    [1] وقتاً إضافياً قدره دقيقة واحدة
    [3] وقتاً إضافياً قدره ثلاث دقائق
   *[other] وقتاً إضافياً قدره دقيقتان
 }
seconds = { $seconds ->
    [one] ثانية واحدة
    [two] ثانيتان
    [few] { $seconds } ثوانٍ
   *[other] { $seconds } ثانية
 }
wins-or-draws = يفوز { opponent } بالمباراة، أو تكون المباراة تعادلاً إن لم يعد بإمكان { opponent } تنفيذ كش مات، ولا يمكن البت في ذلك: انظر إلى الوضع

# Lists.
and-next = { $list } و{ $item }
and-last = { $list } و{ $item }
or-next = { $list } أو { $item }
or-last = { $list } أو { $item }
squares-next = { $list }، { $item }
squares-last = { $list }، { $item }
# Of many moves only some are named; `$n` others are not.
and-more = { $n ->
    [one] { $list } أو نقلة أخرى واحدة لم تُذكر
    [two] { $list } أو إحدى نقلتين أخريين لم تُذكرا
    [few] { $list } أو إحدى { $n } نقلات أخرى لم تُذكر
   *[other] { $list } أو إحدى { $n } نقلة أخرى لم تُذكر
 }
no-move = لا نقلة
no-square = لا مربع

# Letters of the pieces in the names of moves (annex 5.2: English ones, as in the examples in isolates).
letter-king = K
letter-queen = Q
letter-rook = R
letter-bishop = B
letter-knight = N

# What speaks against a result that the kings show (after لكن).
against-cannot-mate = ليس لدى الفائز سوى الملك
against-clock = لا يظهر على ساعة الفائز أي وقت متبقٍ
against-flag = العلم الساقط يدل على خلاف ذلك
against-illegal-moves = القرار بشأن النقلات غير القانونية يقضي بخلاف ذلك
against-no-move-each = لا يجوز الاتفاق على التعادل قبل أن يؤدي كلا اللاعبين نقلة
against-position = الوضع الأخير يدل على خلاف ذلك

## Touch-move (Article 4)

touched-piece-returned = رفع { by } { piece-lifted } ثم أعاده إلى مكانه: هذا ضبط لوضع القطعة إن أعلن عنه أولاً، وإلا فهي قطعة ملموسة.
touch-move-violated = لمس { by } { $touched } ثم لعب { $played }؛ و{ had-to }.
touch-order-unclear = رُفعت قطعة اللاعب وقطعة منافسه عن الرقعة معاً: تُعتبر قطعة اللاعب هي التي لُمست أولاً.
# `$how`: returned (he put it back), taken (he took it away to make his move).
off-turn-touch = { $how ->
    [returned] رفع { by } { piece-lifted } ثم أعاده إلى مكانه في وقت { opponent }.
   *[taken] أخذ { by } { piece-lifted } قبل أن يؤدي { opponent } نقلته.
 }
castling-rook-first = لمس { by } الرخ قبل الملك ثم قام بالتبييت؛ و{ had-to }.
# `$obstacle`: why he may not castle.
castling-not-allowed = وضع { by } الملك على { $square } للتبييت، والتبييت غير مسموح به: { $obstacle ->
    [attacked] أحد المربعات التي يعبرها الملك أو يصل إليها واقع تحت الهجوم
    [in-check] الملك في حالة كش
    [piece-between] توجد قطعة بين الملك والرخ
    [right-lost] سبق تحريك الملك أو الرخ
   *[set-up] لم يطالب أحد في الوقت المناسب بتصحيح الوضع الخاطئ للقطع
 }. { must }.
castling-abandoned = وضع { by } الملك للتبييت ثم لعب { $played }؛ فإن كان قد ترك الملك من يده وجب عليه التبييت.
castling-forbidden-setup = وُضعت القطع وضعاً خاطئاً ولم يطالب أحد بتصحيحه في الوقت المناسب: يستمر اللعب، لكن لا يجوز التبييت بملك أو رخ بدأ المباراة على مربع غير صحيح.
# What he put down is told by the moves that it may have been: here `$duty` is put or play.
released-then-moved = { $duty ->
    [put] وضع { by } { his-pawn-acc } على { $targets } ثم لعب { $played }؛ فإن كان قد ترك البيدق من يده بقيت النقلة الأولى قائمة.
   *[play] وضع { by } قطعة لأداء { $moves } ثم لعب { $played }؛ فإن كان قد تركها من يده بقيت النقلة الأولى قائمة.
 }
promotion-piece-changed = وُضعت قطعة ثانية على { $square }؛ والعبرة بأول قطعة لمست المربع: { $moves }.
promotion-piece-invalid = لا تجوز ترقية بيدق { by } إلى { a-piece }، وهو ما وُضع على { $square }.
claim-right-lost = لمس { by } قطعة ففقد حقه في المطالبة بشأن المخالفة؛ والحكم وحده يمكنه التدخل.

## Illegal moves, positions, the clock (Articles 3, 6 and 7)

illegal-displacement = نقل { by } { piece-his } من { $from } إلى { $square }، ولا توجد نقلة قانونية تصل به إلى هذا المربع؛ ولا يزال بإمكان { by } تصحيح ذلك.
# It is not known where the piece came from.
illegal-displacement-put = وضع { by } { piece-acc } على { $square }، ولا توجد نقلة قانونية تأتي به إلى هذا المربع؛ ولا يزال بإمكان { by } تصحيح ذلك.
illegal-move-completed = أتم { by } نقلة غير قانونية.
illegal-move-completed-owed = أتم { by } نقلة غير قانونية: يُعاد الوضع إلى ما كان عليه قبل هذه النقلة، و{ must }.
# The arbiter has entered it himself.
illegal-move-seen = شاهد الحكم إتمام { by } لنقلة غير قانونية.
illegal-move-stands = أدى { opponent } نقلته: لا يمكن تصحيح نقلة { by } غير القانونية.
illegal-position-watch = ما زال الوضع غير القانوني قائماً: انتظر حتى تكتمل النقلة التالية؛ فإن بقي قائماً بعدها فالمباراة تعادل.
# `$then`: becomes-queen, illegal-move, set-up-again.
promotion-missing = { $then ->
    [becomes-queen] ضغط { by } على الساعة وبيدقه ما زال على { $square }: يُستبدل البيدق بوزير وتُحتسب نقلة غير قانونية.
    [set-up-again] ضغط { by } على الساعة وبيدقه ما زال على { $square }، وهذه نقلة غير قانونية: يُعاد الوضع إلى ما كان عليه قبلها، ويجب على { by } ترقية البيدق.
   *[illegal-move] ضغط { by } على الساعة وبيدقه ما زال على { $square }، وهذه نقلة غير قانونية.
 }
press-without-move = ضغط { by } على الساعة دون أداء نقلة.
press-without-move-penalties = ضغط { by } على الساعة دون أداء نقلة: يجب عليه أداء نقلة، واختيار العقوبة وفق المادة { $penalties } متروك لك.
press-by-other-side = ضغط { by } على الساعة مع أن الساعة الأخرى هي التي كانت تعمل.
two-hands-suspected = كان ملك { by } ورخه مرفوعين عن الرقعة في وقت واحد: ربما استخدم { by } كلتا يديه.
two-hands-seen = شاهد الحكم استخدام { by } لكلتا يديه في نقلة واحدة.
disturbance = أزعج { by } منافسه: اختيار العقوبة وفق المادة { $penalties } متروك لك.
ruling-add-time = يُمنح { opponent } { extra-time } بسبب { illegal-move } { to-by }.
ruling-add-time-back = مُنح { opponent } { extra-time } بسبب نقلة { to-by } لم تكن في الحقيقة غير قانونية: اخصم هذا الوقت من ساعة { opponent }.
# `$loses`: what the claimant, `$by`, loses of his own time: nothing, half (of what he has, which is not known), time.
ruling-add-time-for-claim = { $loses ->
    [half] يُمنح { opponent } { extra-time } بسبب طلب { by } غير الصحيح، ويُخصم من { by } نصف وقته المتبقي، بحد أقصى ثلاث دقائق، على أن تبقى له دقيقة واحدة على الأقل.
    [time] يُمنح { opponent } { extra-time } بسبب طلب { by } غير الصحيح، وتُخصم من وقت { by } { seconds }.
   *[nothing] يُمنح { opponent } { extra-time } بسبب طلب { by } غير الصحيح.
 }
# A claim in a quickplay finish, which the arbiter has rejected.
ruling-add-time-for-rejected-claim = يُمنح { opponent } { extra-time } لأن طلب { by } رُفض.
ruling-game-drawn = { has-completed }: المباراة تعادل، لأن { opponent } لا يستطيع تنفيذ كش مات.
ruling-game-drawn-position = ما زال الوضع غير القانوني قائماً بعد نقلة أخرى: المباراة تعادل.
# `$mates`: whether the opponent can checkmate: can, undecided.
ruling-game-lost = { $mates ->
    [undecided] { has-completed }: { wins-or-draws }.
   *[can] { has-completed }: يفوز { opponent } بالمباراة.
 }
# `$claim`: time, illegal-move, win, draw (he cannot checkmate), win-or-draw (whether he can is not decided).
opponent-may-claim = { $claim ->
    [time] سقط علم { opponent }: { to-by } وحده حق المطالبة بذلك.
    [draw] { to-by } وحده حق المطالبة بالبت في نقلة { opponent } غير القانونية، وذلك قبل أن يؤدي { by } نقلته التالية. لا يستطيع { by } تنفيذ كش مات: يجوز له طلب التعادل.
    [win-or-draw] { to-by } وحده حق المطالبة بالبت في نقلة { opponent } غير القانونية، وذلك قبل أن يؤدي { by } نقلته التالية. لا يمكن البت فيما إذا كان { by } يستطيع تنفيذ كش مات أم لا يحق له سوى طلب التعادل: انظر إلى الوضع.
   *[illegal-move] { to-by } وحده حق المطالبة بالبت في نقلة { opponent } غير القانونية، وذلك قبل أن يؤدي { by } نقلته التالية.
 }
opponent-replied-before-press = رد { by } قبل أن يضغط { opponent } على الساعة، ولا يزال يحق { to-opponent } الضغط عليها.
# `$n`: of how many squares.
displaced-pieces = { $n ->
    [one] توجد قطعة في غير مكانها على المربع { $squares }، ولا تفسر ذلك أي نقلة.
    [two] توجد قطع في غير أماكنها على المربعين { $squares }، ولا تفسر ذلك أي نقلة.
   *[other] توجد قطع في غير أماكنها على المربعات { $squares }، ولا تفسر ذلك أي نقلة.
 }
position-restored = أُعيد الوضع على الرقعة إلى ما كان عليه قبل النقلة غير القانونية.
initial-position-wrong = بدأت المباراة من وضع ابتدائي غير صحيح: تُلغى المباراة وتُلعب مباراة جديدة.
wrong-colour-moved-first = لعب { by } أولاً: نقل { piece-his } من { $from } إلى { $square }.
clock-adjusted-added = أضاف الحكم { $time } إلى وقت { by }.
clock-adjusted-taken = خصم الحكم { $time } من وقت { by }.
# `$which` times he has set: white, black, both.
clock-adjusted-set = { $which ->
    [white] ضبط الحكم الساعة: وقت الأبيض { $white }.
    [black] ضبط الحكم الساعة: وقت الأسود { $black }.
   *[both] ضبط الحكم الساعة: وقت الأبيض { $white }، ووقت الأسود { $black }.
 }

## Ends of games and claims (Articles 5, 6.9 and 9)

# `$how`: checkmate, stalemate, dead-position, fivefold-repetition, seventy-five-moves.
game-ended = { $how ->
    [checkmate] انتهت المباراة: كش مات، { $result }.
    [stalemate] انتهت المباراة: خنق الملك، { $result }.
    [dead-position] انتهت المباراة: وضعية جامدة، { $result }.
    [fivefold-repetition] انتهت المباراة: ظهور نفس الوضع خمس مرات، { $result }.
   *[seventy-five-moves] انتهت المباراة: ⁦75⁩ نقلة، { $result }.
 }
game-end-in-doubt = نتج الوضع النهائي عن نقلة مخالفة للمادة ⁦3⁩ أو المادة ⁦4⁩: يقرر الحكم ما إذا كانت المباراة قد انتهت.
# `$ruling`: both-down, opponent-cannot-mate, opponent-wins, undecided.
flag-fall = { $ruling ->
    [both-down] انتهى وقت { by }: سقط العلمان، والمباراة تعادل.
    [opponent-cannot-mate] انتهى وقت { by }: المباراة تعادل، لأن { opponent } لا يستطيع تنفيذ كش مات.
    [undecided] انتهى وقت { by }: { wins-or-draws }.
   *[opponent-wins] انتهى وقت { by }: يفوز { opponent } بالمباراة.
 }
threefold-available = يحق { to-by } طلب التعادل: ظهر نفس الوضع للمرة الثالثة على الأقل. لا يجوز إبلاغ أحد بذلك.
fifty-moves-available = يحق { to-by } طلب التعادل: ⁦50⁩ نقلة متتالية بدون تحريك بيدق وبدون أسر قطعة. لا يجوز إبلاغ أحد بذلك.
# `$forfeit`: by what he has given up the claim: moved, touched (a piece).
draw-claim-right-lost = { $forfeit ->
    [moved] كان يحق { to-by } طلب التعادل، لكنه لعب نقلة بدلاً من ذلك.
   *[touched] كان يحق { to-by } طلب التعادل، لكنه لمس قطعة بدلاً من ذلك.
 }
# `$claim`: fifty-moves, quickplay-finish, threefold, touch-move (the opponent has broken Article 4).
claims = { $claim ->
    [fifty-moves] يطلب { by } التعادل وفق قاعدة ⁦50⁩ نقلة
    [quickplay-finish] يطلب { by } التعادل في نهاية اللعب السريع
    [threefold] يطلب { by } التعادل لظهور نفس الوضع للمرة الثالثة
   *[touch-move] يدعي { by } أن { opponent } انتهك أحكام المادة ⁦4⁩
 }
# What such a claim is called: of a draw, of a breach.
the-claim = { $claim ->
    [touch-move] الادعاء
   *[draw] الطلب
 }
# `$then`: drawn (it is right, and draws), had (right: what the opponent had to play), must (right: what he must play),
# right, arbiter (no sensor can tell), lost (he has touched a piece since), early (two minutes or more left), wrong.
claim-made = { $then ->
    [drawn] { claims }: { the-claim } صحيح، والمباراة تعادل.
    [had] { claims }: { the-claim } صحيح، و{ opponent-had-to }.
    [must] { claims }: { the-claim } صحيح، و{ opponent-must }.
    [right] { claims }: { the-claim } صحيح.
    [arbiter] { claims }: القرار لك؛ فإن رفضت { the-claim } أو أجلت القرار فقد يُمنح { opponent } وقتاً إضافياً قدره دقيقتان.
    [lost] { claims }، لكن { by } لمس قطعة في هذه الأثناء: لم يعد يحق له هذا { the-claim }.
    [early] { claims }، لكن ما زالت لدى { by } دقيقتان أو أكثر: لا يحق له ذلك بعد.
   *[wrong] { claims }: { the-claim } غير صحيح.
 }
# `$doubt`: yes where `$against` says what speaks against it; `$noted`: yes where a king's step `$step` is not counted.
result-signalled = الملكان في وسط الرقعة يشيران إلى النتيجة { $result }{ $noted ->
    [yes] {" "}(حركة الملك { $step } لا تُحتسب نقلة)
   *[no] {""}
 }{ $doubt ->
    [yes] ، لكن { $against }: اسأل اللاعبين
   *[no] {""}
 }.

## What the sensors can and cannot tell

move-ambiguous = تتوافق بيانات المستشعرات مع عدة نقلات: { $moves }.
move-ambiguous-one = لا تبين المستشعرات هل لُعبت { $moves }.
move-ambiguous-promotion = لا تستطيع الرقعة تحديد القطعة التي رُقي إليها البيدق: يُفترض أنها وزير.
move-ambiguous-promotion-or-missing = لا تستطيع الرقعة تحديد القطعة التي رُقي إليها البيدق، ولا ما إذا كان قد استُبدل أصلاً: يُفترض أنه رُقي إلى وزير.
move-ambiguous-line = لُعبت عدة نقلات لم تُرصد، وأكثر من ترتيب واحد للنقلات يفسر الوضع على الرقعة.
move-ambiguous-line-one = لُعبت نقلات لم تُرصد. لا يُعرف إلا ترتيب واحد للنقلات يفسر الوضع على الرقعة؛ ويقرر الحكم ما إذا كان قد لُعب.
slide-inferred = تنقص الرقعة قطعة واحدة فقط: يُستنتج أن النقلة هي { $move }.
# `$sign`: first-moves, some-order, pieces-home.
new-game-set-up = { $sign ->
    [first-moves] بدأت مباراة جديدة لم يُرصد وضعها الابتدائي: نقلاتها الأولى مستنتجة.
    [some-order] بدأت مباراة جديدة لم تُرصد نقلاتها الأولى: تتوافق معها عدة ترتيبات.
   *[pieces-home] عادت جميع القطع إلى مربعاتها الأصلية: مباراة جديدة.
 }
play-not-recorded = تُلعب نقلات لا تُسجل: قارن الرقعة بالنقلات، ثم حدد النقلات أو الوضع.
# `$n`: how many squares. The plural for two, too: so the sample of the terms prints it.
position-mismatch = { $n ->
    [one] يختلف الوضع على الرقعة عن وضع المباراة في المربع { $squares }.
   *[other] يختلف الوضع على الرقعة عن وضع المباراة في المربعات { $squares }.
 }
position-mismatch-clock-runs = الساعة تعمل لكن الوضع الابتدائي لم يُرصد هنا قط: حدد الوضع لتبدأ متابعة اللعب.
position-mismatch-moves-after-end = تُلعب نقلات ويُضغط على الساعة مع أن المباراة الأخيرة انتهت ولم يُرصد الوضع الابتدائي لمباراة أخرى: حدد الوضع لتبدأ متابعة اللعب.
position-mismatch-pieces-not-learnt = تُحرك قطع لم تتعرف عليها الرقعة بعد، فلا يمكن متابعة أي نقلة: اترك الوضع الابتدائي قائماً حتى تتعرف عليها.
position-mismatch-no-game-fits = لم تعد أي مباراة تفسر المربعات المشغولة: قارن الرقعة بالنقلات، ثم حدد الوضع.
# What was put there, `$role`, is of the player's own colour, too.
position-mismatch-not-the-queen = تُرك بيدق { by } على { $square } ويجب أن يُستبدل بوزير؛ لكن وُضع هناك { piece } بدلاً من الوزير.
position-mismatch-unexplained = تعرض الرقعة وضعاً لا تصل إليه أي سلسلة قصيرة من النقلات القانونية من آخر وضع معروف: حدد النقلات أو الوضع.

## Why a command is not carried out

command-already-told = ورد ذلك بالفعل في التنبيه رقم { $n } من هذه المباراة: أكد ذلك التنبيه أو ارفضه
command-ambiguous = نصف النقلة رقم { $ply }: ينطبق { $written } هناك على عدة نقلات قانونية؛ اذكر مربع مغادرة القطعة
command-ended-by-move = أنهت النقلة الأخيرة المباراة: صححها أو تراجع عنها
command-illegal-move = نصف النقلة رقم { $ply }: النقلة { $written } ليست قانونية هناك
command-no-lights = لا توجد بهذه الرقعة أضواء يمكن أن تومض
command-no-such-alert = لا يوجد في هذه المباراة تنبيه مفتوح رقمه { $n } يمكن تطبيق ذلك عليه
command-no-such-claim = القوانين السارية لا تنص على طلب كهذا
command-not-in-play = لا توجد مباراة جارية يكون فيها أحد اللاعبين صاحب النقلة
command-not-over = لم تنتهِ المباراة بعد
command-not-to-move = ليس { by } صاحب النقلة
command-nothing-held = لا توجد نقلة غير قانونية تنتظر البت فيها
command-nothing-to-suspend = انتهت المباراة: لا يوجد لعب يُعلق أو يُستأنف
command-other-game = هناك الآن مباراة أخرى ({ $game }): لم يُغيَّر فيها شيء
command-settled = { command-no-such-alert }: { $decided ->
    [cleared] تمت التسوية
    [confirm] تم التأكيد
    [dismiss] تم الرفض
    [dismissed] تم الرفض
    [lapsed] انتهى
    [let-stand] تم إبقاء النقلة
   *[other] تم البت فيه
 } { $who ->
    [itself] تلقائياً
    [arbiter] بواسطة أحد الحكام
   *[named] بواسطة { $name }
 }، قبل { $seconds } ث (⁦t_ms { $ms }⁩)
command-stands-already = انتهت المباراة، ونصف النقلة رقم { $ply } هو { $written } بالفعل: لن يتغير شيء
command-too-few-moves = { $count ->
    [zero] ليس في المباراة أي نصف نقلة
    [one] في المباراة نصف نقلة واحد
    [two] في المباراة نصفا نقلة
    [few] في المباراة { $count } أنصاف نقلات
    [many] في المباراة { $count } نصف نقلة
   *[other] في المباراة { $count } نصف نقلة
 }، والأمر يذكر { $n }
command-undecided = التنبيه رقم { $n } يترك النتيجة مفتوحة: حدد النتيجة على حدة
command-unfinished = المباراة { $game } لا نتيجة لها وفيها { $n ->
    [one] نصف نقلة واحد
    [two] نصفا نقلة
    [few] { $n } أنصاف نقلات
    [many] { $n } نصف نقلة
   *[other] { $n } نصف نقلة
 }: حدد نتيجتها أولاً، أو اتركها صراحة بلا نتيجة

## What Lichess does not show of a broadcast

push-error = { $said ->
    [yes] : { $error }
   *[no] { "" }
 }
push-of-round = الجولة { $round }
push-of-section = الجولة { $round } من { $section }
push-no-round = لا توجد جولة مقابلة لها على ⁦Lichess⁩
push-too-early = تأخير البث هناك { $seconds } ث، والبطولة تتطلب { $n } ث
push-no-answer = لا يستجيب ⁦Lichess⁩ في الوقت المحدد
push-not-reached = يتعذر الوصول إلى ⁦Lichess⁩{ push-error }
push-broken = انقطع الاتصال بموقع ⁦Lichess⁩{ push-error }
push-not-asked = لم يُرسل أي طلب إلى ⁦Lichess⁩{ push-error }
push-answer-too-long = جواب ⁦Lichess⁩ يزيد على { $n ->
    [zero] { $n } بايت
    [one] بايت واحد
    [two] بايتين
    [few] { $n } بايتات
    [many] { $n } بايتاً
   *[other] { $n } بايت
 }
push-answer-unreadable = تتعذر قراءة جواب ⁦Lichess⁩{ push-error }
push-fails = خطأ لدى ⁦Lichess⁩ ({ $status }){ push-error }
push-leads-elsewhere = يحيل العنوان إلى مكان آخر ({ $status })، ولا تُتبع الإحالة
push-token-unknown = لا يعرف ⁦Lichess⁩ رمز الوصول (⁦401⁩){ push-error }
push-token-not-allowed = لا يسمح ⁦Lichess⁩ لرمز الوصول هذا بالكتابة في الجولة (⁦403⁩): يلزم ⁦study:write⁩ وحساب متاح له البث{ push-error }
push-no-such-round = لا توجد جولة كهذه لدى ⁦Lichess⁩ (⁦404⁩){ push-error }
push-round-too-long = الجولة أطول مما يقبله ⁦Lichess⁩ (⁦413⁩)
push-too-many-requests = تلقى ⁦Lichess⁩ عدداً كبيراً جداً من الطلبات (⁦429⁩)
push-refused = يرفض ⁦Lichess⁩ الجولة ({ $status }){ push-error }
push-round-refused = يرفض ⁦Lichess⁩ الجولة{ push-error }
push-board-too-many = لم تُرسل، لأن ⁦Lichess⁩ يعرض ⁦100⁩ رقعة من الجولة على الأكثر
push-board-too-long = لم تُرسل، لأن المباراة أطول من ⁦100⁩ ألف حرف
push-board-refused = لا يقبل ⁦Lichess⁩ المباراة ({ $why ->
    [nothing] لا يذكر عنها شيئاً
    [neither] لا يذكر عدد نقلاتها ولا الخطأ الذي فيها
   *[said] { $error }
 })؛ { $shown ->
    [nothing] لا يظهر هناك جديد منها، ولا نتيجتها، حتى تُصحح
    [names] تُعرض الأسماء والنتيجة
   *[moves] تُعرض الأسماء والنتيجة و{ $n ->
        [zero] { $n } نصف نقلة
        [one] نصف نقلة واحد
        [two] نصفا نقلة
        [few] { $n } أنصاف نقلات
        [many] { $n } نصف نقلة
       *[other] { $n } نصف نقلة
     }
 }
push-board-miscounted = أنصاف النقلات التي قرأها ⁦Lichess⁩: { $count } من { $n }
push-board-excess = إلى أن تأتي نقلة أخرى، { $n ->
    [zero] لا يُعرض ما تم التراجع عنه
    [one] يُعرض نصف نقلة واحد تم التراجع عنه
    [two] يُعرض نصفا نقلة تم التراجع عنهما
    [few] تُعرض { $n } أنصاف نقلات تم التراجع عنها
    [many] يُعرض { $n } نصف نقلة تم التراجع عنه
   *[other] يُعرض { $n } نصف نقلة تم التراجع عنه
 }
push-board-up-to = تُعرض المباراة حتى نصف النقلة رقم { $n }: لا توجد نقلة قانونية تؤدي إلى الوضع القائم على الرقعة منذ ذلك الحين

## How games end, in a few words

termination-arbiters-decision = قرار الحكم
termination-checkmate = كش مات
termination-dead-position = وضعية جامدة
termination-drawn-by-position = تعادل بحكم الوضع
termination-fifty-moves-claimed = ⁦50⁩ نقلة، بناءً على طلب
termination-fivefold-repetition = ظهور نفس الوضع خمس مرات
termination-illegal-moves = نقلات غير قانونية
termination-illegal-moves-opponent-cannot-checkmate = نقلات غير قانونية، والمنافس لا يستطيع تنفيذ كش مات
termination-illegal-position = وضع غير قانوني
termination-quickplay-finish = نهاية اللعب السريع
termination-rules-infraction = مخالفة القوانين
termination-seventy-five-moves = ⁦75⁩ نقلة
termination-signalled-by-the-kings = بإشارة من الملكين
termination-stalemate = خنق الملك
termination-threefold-repetition-claimed = ظهور نفس الوضع للمرة الثالثة، بناءً على طلب
termination-time-forfeit = تجاوز الوقت المحدد
