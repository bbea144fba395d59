# Arabic. Terms as the official translation of the Laws prints them.
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
# They see the values of the message in which they stand. The players are masculine; a person's verb is avoided, for
# nobody knows whether it is a man or a woman. A verb or a noun stands before the player.

side = { $player ->
    [white] الأبيض
    [black] الأسود
   *[other] اللاعب
 }
# With li- ("to", "of").
to-side = { $player ->
    [white] للأبيض
    [black] للأسود
   *[other] للاعب
 }
# `$number`: which illegal move of his it is.
nth-illegal-move = { $number ->
    [1] أول نقلة غير قانونية
    [2] ثاني نقلة غير قانونية
    [3] ثالث نقلة غير قانونية
    [4] رابع نقلة غير قانونية
    [5] خامس نقلة غير قانونية
   *[other] النقلة غير القانونية رقم { $number }
 }
illegal-moves = { $number ->
    [0] لا نقلات غير قانونية
    [one] نقلة واحدة غير قانونية
    [two] نقلتان غير قانونيتين
    [few] { $number } نقلات غير قانونية
   *[other] { $number } نقلة غير قانونية
 }
# After a preposition or a noun.
half-moves = { $plies ->
    [one] نصف نقلة واحد
    [two] نصفي نقلة
    [few] { $plies } أنصاف نقلات
   *[other] { $plies } نصف نقلة
 }
# As half-moves, where `$n` says how many.
half-moves-n = { $n ->
    [one] نصف نقلة واحد
    [two] نصفي نقلة
    [few] { $n } أنصاف نقلات
   *[other] { $n } نصف نقلة
 }
# A time that is added or taken: whole `$minutes`, or, where these are none, `$time` as on a clock. `$way` says which:
# less, more. After a noun, as minutes-after and seconds-after are.
span = { $minutes ->
    [none] { $time }
   *[other] { minutes-after }
 }
minutes-after = { $minutes ->
    [one] دقيقة واحدة
    [two] دقيقتين
    [few] { $minutes } دقائق
   *[other] { $minutes } دقيقة
 }
seconds-after = { $seconds ->
    [one] ثانية واحدة
    [two] ثانيتين
    [few] { $seconds } ثوانٍ
   *[other] { $seconds } ثانية
 }
# `$moves`: a list with "or"; `$many`: yes where they are too many to be named; `$n`: how many.
moves-owed = { $many ->
    [yes] { $n ->
        [few] إحدى { $n } نقلات قانونية
       *[other] إحدى { $n } نقلة قانونية
     }
   *[no] { $moves }
 }
claim-name = { $claim ->
    [threefold] ظهور نفس الوضع للمرة الثالثة
    [fifty-moves] ⁦50⁩ نقلة
    [quickplay-finish] نهاية اللعب السريع
    [touch-move] قطعة ملموسة
    [none] {""}
   *[other] { $claim }
 }
# Behind a result.
result-reason = { $reason ->
    [flag-fall] {" "}بسبب الوقت
    [game-ended-checkmate] ، كش مات
    [game-ended-stalemate] ، خنق الملك
    [game-ended-dead-position] ، وضعية جامدة
    [game-ended-fivefold] ، ظهور نفس الوضع خمس مرات
    [game-ended-75-moves] ، ⁦75⁩ نقلة
    [result-signalled] ، كما يشير الملكان
    [ruling-game-lost] {" "}بسبب نقلات غير قانونية
    [ruling-game-drawn] {" "}بسبب نقلات غير قانونية
    [claim-made] {" "}بناءً على طلب
   *[other] {""}
 }
# `$piece`: a letter, or none where nobody knows.
piece-name = { $piece ->
    [p] بيدق
    [n] حصان
    [b] فيل
    [r] رخ
    [q] وزير
    [k] ملك
   *[none] قطعة
 }
# With the article.
piece-definite = { $piece ->
    [p] البيدق
    [n] الحصان
    [b] الفيل
    [r] الرخ
    [q] الوزير
    [k] الملك
   *[none] القطعة
 }
hand-of = { $player ->
    [white] الأبيض
    [black] الأسود
   *[none] أحدهم
 }
# What somebody did, before his name ("by"): `$did` is the command.
did = { $did ->
    [confirm] تم تأكيد هذا
    [dismiss] تم رفض هذا
    [let-stand] تم إبقاء هذا كما هو
    [acknowledge] تم الاطلاع على هذا
    [take-back] تم التراجع عن النقلة
    [set-result] تم تحديد النتيجة
    [set-move] تم تحديد النقلة
    [set-position] تم تحديد الوضع
    [new-game] تم بدء مباراة جديدة
    [reopen] تمت إعادة فتح المباراة
    [absent] تم تسجيل غياب أحد اللاعبين
    [end-round] تم إنهاء الجولة
    [start-round] تم بدء الجولة
   *[other] تم البت في هذا
 }
somebody = { $by ->
    [none] شخص آخر
   *[other] { $by }
 }
somebody-strong = { $by ->
    [none] شخص آخر
   *[other] <b>{ $by }</b>
 }
# Where games are broadcast to.
output-name = { $output ->
    [folder] مجلد البث
    [lichess] ⁦Lichess⁩
    [livechess] منفذ ⁦LiveChess⁩
    [livechesscloud] مجلد ⁦LiveChessCloud⁩
   *[other] { $output }
 }
tables-named = { $n ->
    [one] <b>الطاولة { $tables }</b>
    [two] <b>الطاولتان { $tables }</b>
   *[other] <b>الطاولات { $tables }</b>
 }
# `$tables`: at how many tables.
at-tables = { $tables ->
    [one] على طاولة واحدة
    [two] على طاولتين
    [few] على { $tables } طاولات
   *[other] على { $tables } طاولة
 }
flood-count = { $n ->
    [one] مرة واحدة
    [two] مرتين
    [few] { $n } مرات
   *[other] { $n } مرة
 }
# After "did not come".
who-absent = { $who ->
    [white] الأبيض
    [black] الأسود
   *[both] أي من اللاعبين
 }
period-time = { $increment ->
    [none] { period-length }
   *[other] { period-length } + { $increment } ث
 }
period-length = { $minutes ->
    [none] { $seconds } ث
   *[other] { $minutes } د
 }
person-field = { $field ->
    [title] اللقب
    [rating] التصنيف
    [federation] الاتحاد
    [fide_id] رقم ⁦FIDE⁩
    [team] الفريق
   *[name] الاسم
 }
# What was changed of the event; `$text` is the field's own name, where it is another.
event-field = { $field ->
    [name] الاسم
    [site] المكان
    [begin] البداية
    [end] النهاية
    [federation] الاتحاد
    [time_control] نظام الوقت
    [edition] إصدار القوانين
    [regime] نوع اللعب
    [rounds] الجولات
    [default_time_min] وقت السماح
    [delay_s] التأخير
    [sections] الفئات
   *[other] { $text }
 }
# A list with commas alone.
list-next = { $list }، { $item }

## The page and its frame

app-name = touchmove
app-title = { $waiting ->
    [0] { $view } – { $event }
   *[other] ({ $waiting }) { $view } – { $event }
 }
app-event = لوحة الحكام

# `$rounds`: how many the event has, 0 where nobody knows.
app-round = { $rounds ->
    [0] الجولة { $round }
    [none] الجولة { $round }
   *[other] الجولة { $round } من { $rounds }
 }
app-views = الصفحات
app-skip = إلى المحتوى
app-loading = جارٍ جلب حالة الطاولات…
app-noTables = لم تصل بيانات من أي طاولة بعد. تظهر كل طاولة هنا فور وصول بيانات من حاسوبها.

view-wall = النظرة العامة
view-queue = الانتظار
view-round = الجولة
view-record = السجل
view-people = الأشخاص
view-signin = تسجيل الدخول
view-screen = الرقع
view-table = الطاولة { $table }

## Connection and outputs

# How many of all tables are heard, as 11/12 in `$share`.
link-live = مباشر · { $share } متصلة
link-connecting = جارٍ الاتصال…

# A time follows, as in `No news for 0:35`; so it does for the other messages that end in `for`.
link-old = لا بيانات جديدة لمدة
link-noBroker = لا بيانات من أي طاولة لمدة

# `$trouble`: the error of the connection, in English.
link-noBrokerMore = { $trouble ->
    [none] لا يصل خادم القاعة إلى الوسيط؛ تجري إعادة المحاولة. لا يمكن اتخاذ أي قرار حتى ذلك الحين.
   *[other] لا يصل خادم القاعة إلى الوسيط ({ $trouble })؛ تجري إعادة المحاولة. لا يمكن اتخاذ أي قرار حتى ذلك الحين.
 }
link-lostMore = لا يوجد اتصال؛ تجري إعادة المحاولة. ما تقرره الآن لا يُرسل.

# A time follows.
output-down = { output-name }: متأخر لمدة
output-downMore = { $trouble ->
    [none] تجري إعادة المحاولة؛ وكل ما عدا ذلك مستمر.
   *[other] { $trouble } تجري إعادة المحاولة؛ وكل ما عدا ذلك مستمر.
 }
output-partly = { output-name }:
output-rounds = { $list }: { $what }
trouble-next = { $list }؛ { $item }
output-note = { $note }

# `$text`: what is wrong there, a sentence.
output-board = { $round ->
    [none] الرقعة { $board }: { $text }
   *[other] { $section ->
        [none] الجولة { $round }، الرقعة { $board }: { $text }
       *[other] الجولة { $round } من { $section }، الرقعة { $board }: { $text }
     }
 }

# `$n`: how many boards more.
output-more = { $n ->
    [one] ورقعة أخرى.
    [two] ورقعتان أخريان.
    [few] و{ $n } رقع أخرى.
   *[other] و{ $n } رقعة أخرى.
 }
output-mark = { output-name }: { $text }

top-sound = صوت للقرارات
top-theme = فاتح أو داكن
top-account = الحساب والإعدادات: { $by }

## Words that stand alone

color-white = الأبيض
color-black = الأسود

word-table = الطاولة
word-close = إغلاق
word-cancel = إلغاء
word-save = حفظ

table-name = الطاولة { $table }
table-several = الطاولات { $listed }

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
table-unnamed = لاعب بلا اسم

## How urgent a case is

sev-ruling = قرار
sev-warning = انظر الآن
sev-result = نتيجة
sev-unread = غير مقروءة
sev-lost = رقعة منقطعة
sev-notice = عند التفرغ
sev-private = للحكم فقط

# The heads of lists and counts on the wall: `$n` stands before them.
sevs-ruling = { $n ->
    [two] قراران
    [few] قرارات
    [many] قراراً
   *[other] قرار
 }
sevs-warning = انظر الآن
sevs-result = { $n ->
    [two] نتيجتان
    [few] نتائج
   *[other] نتيجة
 }
sevs-unread = غير مقروءة
sevs-lost = { $n ->
    [two] رقعتان منقطعتان
    [few] رقع منقطعة
   *[other] رقعة منقطعة
 }
sevs-notice = عند التفرغ

## Who sees to it

who-youGo = أنت في الطريق
who-goes = { $by } في الطريق
who-seenYou = اطلعت عليه
who-seen = { $by ->
    [none] تم الاطلاع
   *[other] تم الاطلاع: { $by }
 }

## How a table stands

doing-over = انتهت
doing-setup = لم تبدأ
doing-suspended = معلقة
doing-unknown = لا مباراة بعد
doing-boardNotSetUp = الرقعة غير مجهزة

# How long a player has thought: `$age` is a time as 5:03.
doing-for = لمدة { $age }
doing-stopped = الساعتان متوقفتان لمدة { $age }

# Its board is lost together with that of another table.
doing-lostWith = مع الطاولة { $table }
doing-interrupted = اللعب لا يُسجل

health-board = انقطع الاتصال بالرقعة
health-table = { $age ->
    [none] خارج الشبكة
   *[other] خارج الشبكة لمدة { $age }
 }
health-searching = لم يُعثر على الرقعة
health-battery = بطارية الساعة ضعيفة
health-clock = لا توجد ساعة

# `$places`: squares, as `e4 d5`.
health-dead = لا تستجيب: { $places }
health-missing = { $records ->
    [one] سجل واحد مفقود
    [two] سجلان مفقودان
    [few] { $records } سجلات مفقودة
    [many] { $records } سجلاً مفقوداً
   *[other] { $records } سجل مفقود
 }
health-catchingUp = جارٍ استكمال البيانات

## Boards

board-sensed = ما ترصده الرقعة
board-of = الوضع على الطاولة { $table }

# `$content`: what stands on the square, from board-piece.
board-square = { $content ->
    [none] { $square }
   *[other] { $square }، { $content }
 }

# `$player` is the colour, `$piece` a letter as in piece-name.
board-piece = { $piece ->
    [none] { $player ->
        [white] قطعة بيضاء
       *[black] قطعة سوداء
     }
   *[other] { $player ->
        [white] { piece-name } أبيض
       *[black] { piece-name } أسود
     }
 }

legend-touch = لُمست أولاً
legend-bad = وُضعت هنا
legend-owed = واجبة
legend-last = آخر نقلة
legend-differ = مختلف
legend-from = مختار

## What hands do

# `$player`: white, black, or none where nobody knows whose hand it was. `<b>` is drawn strong.
hand-lift = رفع { hand-of } <b>{ piece-definite }</b> من { $square }
hand-drop = وضع { hand-of } <b>{ piece-definite }</b> على { $square }
hand-press = ضغط { hand-of } على الساعة

## Keys

keys-title = المفاتيح
keys-jk = التالي أو السابق في الانتظار
keys-enter = فتح الطاولة
keys-c = تنفيذ المقترح
keys-d = رفض
keys-a = تم الاطلاع
keys-g = سأذهب، أو لن أذهب
keys-s = إرجاء ⁦5⁩ دقائق
keys-u = التراجع عن آخر قرار لي
keys-views = النظرة العامة، الانتظار، الجولة، السجل
keys-search = بحث
keys-walk = التنقل في التسلسل الزمني
keys-help = هذه المفاتيح
keys-off = تعمل الحروف خارج حقول الكتابة فقط، ويمكن إيقافها تحت اسمك.

## Calls

call-ruling = الطاولة { $table }: { $title }

# Read aloud. `$severity`: as in sev-ruling and its like; `$table` may be several numbers.
aloud-newcomer = { $severity ->
    [ruling] قرار، الطاولة { $table }: { $title }
    [warning] انظر الآن، الطاولة { $table }: { $title }
    [result] نتيجة، الطاولة { $table }: { $title }
    [unread] غير مقروءة، الطاولة { $table }: { $title }
    [lost] رقعة منقطعة، الطاولة { $table }: { $title }
    [private] للحكم فقط، الطاولة { $table }: { $title }
   *[notice] عند التفرغ، الطاولة { $table }: { $title }
 }
aloud-live = عاد الاتصال.
aloud-lost = لا يوجد اتصال.

## Cases: titles, and sentences where the alert brings none

case-castling-abandoned = لم يُنفذ التبييت
case-castling-forbidden-setup = التبييت غير مسموح: وضع خاطئ للقطع
case-castling-not-allowed = تبييت غير قانوني
case-castling-rook-first = التبييت: لُمس الرخ أولاً
case-claim-made = طلب: { claim-name }
case-claim-right-lost = فقدان حق المطالبة
case-clock-adjusted = ضُبطت الساعة
case-displaced-pieces = قطع مزاحة
case-disturbance = إزعاج
case-draw-claim-right-lost = فقدان حق طلب التعادل
case-fifty-moves-available = يمكن طلب التعادل: ⁦50⁩ نقلة
case-flag-fall = انتهى الوقت
case-game-end-in-doubt = نهاية المباراة موضع شك
case-game-ended-75-moves = ⁦75⁩ نقلة، تعادل
case-game-ended-checkmate = { $result ->
    [none] كش مات
   *[other] كش مات، { $result }
 }
case-game-ended-dead-position = وضعية جامدة، تعادل
case-game-ended-fivefold = ظهور الوضع خمس مرات، تعادل
case-game-ended-stalemate = خنق الملك، تعادل
case-illegal-displacement = قطعة في مربع غير قانوني
case-illegal-move-completed = اكتملت نقلة غير قانونية
case-illegal-move-stands = بقاء النقلة غير القانونية
case-illegal-position-watch = وضع غير قانوني
case-initial-position-wrong = الوضع الابتدائي غير صحيح
case-move-ambiguous = نقلة غير واضحة
case-new-game-set-up = إعداد مباراة جديدة
case-off-turn-touch = لمس من غير صاحب النقلة
case-opponent-may-claim = للمنافس حق المطالبة
case-opponent-replied-before-press = الرد قبل ضغط الساعة
case-play-not-recorded = اللعب لا يُسجل
case-position-mismatch = اختلاف الرقعة عن المباراة
case-position-restored = أُعيد الوضع
case-press-by-other-side = ضغط المنافس على الساعة
case-press-without-move = ضغط الساعة دون نقلة
case-promotion-missing = لم تتم الترقية
case-promotion-piece-changed = تغيير قطعة الترقية
case-promotion-piece-invalid = قطعة ترقية غير مسموحة
case-released-then-moved = نقل قطعة بعد تركها
case-result-signalled = { $result ->
    [none] الملكان في وسط الرقعة
   *[other] الملكان في وسط الرقعة، { $result }
 }

# `$taken`: yes where a time that was added for nothing is taken back.
case-ruling-add-time = { $taken ->
    [yes] وقت إضافي يُسترد
   *[no] وقت إضافي
 }
case-ruling-game-drawn = نقلات غير قانونية: تعادل
case-ruling-game-lost = نقلات غير قانونية: خسارة المباراة
case-slide-inferred = أسر مستنتج
case-threefold-available = يمكن طلب التعادل: ظهور الوضع ثلاث مرات
case-touch-move-violated = لم تُلعب القطعة الملموسة
case-touch-order-unclear = ترتيب اللمس غير واضح
case-touched-piece-returned = أُعيدت القطعة الملموسة
case-two-hands-suspected = احتمال استخدام اليدين
case-wrong-colour-moved-first = الأسود لعب أولاً
case-board-lost = انقطع الاتصال بالرقعة
case-table-lost = الطاولة خارج الشبكة
case-clock-battery-low = بطارية الساعة ضعيفة
case-clock-disconnected = لا توجد ساعة متصلة
case-squares-dead = مربعات لا تستجيب
case-records-missing = سجلات مفقودة
case-disk-full = القرص ممتلئ
case-journal-failing = تعذر حفظ السجلات
case-outbox-full = بيانات كثيرة تنتظر الإرسال
case-two-tables = طاولتان باسم واحد

# Of a game that another has followed. `$title`: the alert's title; `$lower`: the same with a small first letter.
case-before = المباراة السابقة: { $lower }
case-before-text = { $text } لم يبت أحد في ذلك بعد، والمباراة التالية جارية على هذه الطاولة: ما تقرره يُحفظ هنا ولا يغير شيئاً هناك.

# What the program's catalogue does not know: its own code, with spaces. So in every message that is called `…-other`.
case-other = { $text }

# `$port`: where the board was plugged in.
case-board-lost-text = { $port ->
    [none] الرقعة لا تستجيب. يستمر اللعب؛ وما فاتها يُقارن عند عودتها.
   *[other] الرقعة لا تستجيب. يستمر اللعب؛ وما فاتها يُقارن عند عودتها. كانت متصلة بالمنفذ { $port }.
 }
case-table-lost-text = حاسوب الطاولة خارج الشبكة. يستمر اللعب هناك ويُحفظ؛ وتصل بياناته عند عودته.
case-clock-battery-low-text = بطارية الساعة ضعيفة.
case-clock-disconnected-text = الرقعة غير متصلة بساعة: لا تُعرف الضغطات ولا الأوقات.

# `$n`: how many squares.
case-squares-dead-text = { $n ->
    [one] المربع { $squares } لا يتابع المباراة: قطعة بلا شريحة، أو مستشعر معطل.
    [two] المربعان { $squares } لا يتابعان المباراة: قطعة بلا شريحة، أو مستشعر معطل.
   *[other] المربعات { $squares } لا تتابع المباراة: قطعة بلا شريحة، أو مستشعر معطل.
 }
case-records-missing-text = { $records ->
    [one] فُقد سجل واحد من هذه الطاولة نهائياً. المباراة نفسها كاملة إذا كانت نقلاتها كاملة.
    [two] فُقد سجلان من هذه الطاولة نهائياً. المباراة نفسها كاملة إذا كانت نقلاتها كاملة.
    [few] فُقدت { $records } سجلات من هذه الطاولة نهائياً. المباراة نفسها كاملة إذا كانت نقلاتها كاملة.
    [many] فُقد { $records } سجلاً من هذه الطاولة نهائياً. المباراة نفسها كاملة إذا كانت نقلاتها كاملة.
   *[other] فُقد { $records } سجل من هذه الطاولة نهائياً. المباراة نفسها كاملة إذا كانت نقلاتها كاملة.
 }
case-disk-full-text = قرص حاسوب الطاولة ممتلئ. أخلِ بعض المساحة، وإلا حُفظت المباراة في الذاكرة فقط.
case-journal-failing-text = لا يستطيع حاسوب الطاولة كتابة سجله. ما يُلعب تجري متابعته، لكنه لا يبقى بعد إعادة التشغيل.
case-outbox-full-text = لدى الطاولة من البيانات أكثر مما يمكنها حفظه إلى أن يعود الوسيط: قد لا تصل أقدم النقلات والأدوار.
case-two-tables-text = حاسوبان يتحدثان بالتناوب باسم هذه الطاولة. يجب تغيير اسم أحدهما أو إطفاؤه: ما يُعرض قد يكون من أيٍّ منهما.

# `$articles`: numbers of articles; `$edition`: a year.
case-article = { $edition ->
    [none] المادة { $articles }
   *[other] المادة { $articles } · قوانين { $edition }
 }
case-judgement = حسب تقديرك

# `$n`: how many tables, two at least.
line-board-lost = { $n ->
    [two] رقعتان منقطعتان على خط واحد
    [few] { $n } رقع منقطعة على خط واحد
   *[other] { $n } رقعة منقطعة على خط واحد
 }
line-table-lost = { $n ->
    [two] طاولتان خارج الشبكة
    [few] { $n } طاولات خارج الشبكة
   *[other] { $n } طاولة خارج الشبكة
 }
line-other = { $n } × { $title }

# `$tables`: their numbers, as a list.
line-board-lost-text = الرقع على الطاولات { $tables } لا تستجيب: خط واحد أو قابس واحد. يستمر اللعب؛ وما فاتها يُقارن عند عودتها.
line-table-lost-text = الطاولات { $tables } خارج الشبكة معاً: حاسوب واحد أو كابل واحد. يستمر اللعب هناك ويُحفظ.
line-other-text = الأمر نفسه على الطاولات { $tables }.

# `$n`: how many alerts; `$tables`: at how many tables; `$lower`: their title with a small first letter (`$title`: as it is).
flood-title = { $n } × { $lower }، { at-tables }

# `$age`: within which time, as 9:30.
flood-text = { $title }: { flood-count } { at-tables } خلال { $age }. جُمعت في سطر واحد لأن أكثر من عشرة تنبيهات وصلت خلال عشر دقائق.
flood-does = { $n ->
    [one] يُسجل الاطلاع على التنبيه في طاولته. ويبقى في سجلها.
    [two] يُسجل الاطلاع على التنبيهين في طاولتيهما. ويبقى كل منهما في سجل طاولته.
   *[other] يُسجل الاطلاع على التنبيهات كلها (وعددها { $n }) في طاولاتها. ويبقى كل منها في سجل طاولته.
 }

# Behind plan-dismiss.
flood-dismiss = لم يحدث أي منها: لا يُحتسب شيء في أي مكان.
flood-times = { $n } ×

## The queue

queue-title = في الانتظار
queue-order = الأكثر إلحاحاً والأقدم أولاً

# `$n`: how many have come since.
queue-newcomers = { $n ->
    [one] حالة جديدة: عرض بالترتيب
    [two] حالتان جديدتان: عرض بالترتيب
    [few] { $n } حالات جديدة: عرض بالترتيب
   *[other] { $n } حالة جديدة: عرض بالترتيب
 }
queue-calm = لا شيء في الانتظار
queue-calmMore = كل ما يحتاج إلى حكم يظهر هنا، والأكثر إلحاحاً أولاً.
queue-shelved = حالات مرجأة
queue-shelvedUntil = تعود في { $until } · { $by }
queue-unshelve = إعادة الآن

# `$n`: how many alerts.
queue-muted = { $n ->
    [one] كُتم تنبيه واحد ناتج عن ذلك حتى تعود الرقعة
    [two] كُتم تنبيهان ناتجان عن ذلك حتى تعود الرقعة
    [few] كُتمت { $n } تنبيهات ناتجة عن ذلك حتى تعود الرقعة
    [many] كُتم { $n } تنبيهاً ناتجاً عن ذلك حتى تعود الرقعة
   *[other] كُتم { $n } تنبيه ناتج عن ذلك حتى تعود الرقعة
 }
queue-private = للحكم فقط
queue-privateNote = لا يجوز لك التصرف بناءً على هذه، ولا يجوز إبلاغ أحد بها.
queue-swipe = اسحب نحو نهاية السطر: سأذهب. نحو بدايته: تم الاطلاع.
queue-evidence = الأدلة
queue-ended = لم تعد في الانتظار

## What is proposed

plan-confirm = إذا أكدت
plan-proposed = المقترح
plan-follows = ما يترتب
plan-choose = ما تختاره
plan-dismiss = إذا رفضت:
plan-let-stand = إذا بقيت:
plan-confirmElse = إذا أكدت فقط:
plan-take-back = إذا تم التراجع عنها:
plan-acknowledge = إذا اطلعت عليها:
plan-set-move = حدد النقلة: ما لُعب بعدها يتبعها تلقائياً.
plan-set-result = تترك القوانين نتيجتين ممكنتين: انظر إلى الوضع، ثم حدد إحداهما.
plan-set-position = حدد ما على الرقعة.
plan-new-game = تبدأ مباراة جديدة.
plan-owed = النقلات القانونية الواجبة
plan-touches = اللمسات والضغطات
plan-noTouches = لم تُرصد أي لمسة في الدقيقتين السابقتين.
plan-history = من فعل ماذا
plan-together = مجمعة
plan-lastKnown = آخر ما عُرف
plan-openTable = فتح الطاولة
plan-noBoard = لا صورة: الوضع غير معروف.
plan-sensors = ترصد المستشعرات المربعات والقطع، لا الأيدي.

## Who did what

# `$title`: the title of an alert, in the next ones, too.
course-raised = ظهر: { $title }
course-began = البداية
course-goes = ذهاب إلى الطاولة
course-goes-not = عدول عن الذهاب
course-seen = تم الاطلاع
course-shelved = إرجاء
course-unshelved = إنهاء الإرجاء
course-acknowledged = تم الاطلاع عند الطاولة: { $title }
course-cleared = تمت التسوية: { $title }
course-dismissed = مرفوض: { $title }
course-lapsed = انتهى تلقائياً: { $title }

# `$text`: one of the messages above.
course-by = { $by } · { $text }

## Who comes second

# `$by`: a name, or none; `$did`: see `did`; `$what`: the result that was given, in words, or none.
second-decided = { $what ->
    [none] { did } بواسطة { somebody-strong } في { $at }، قبلك. لم يُرسل شيء من جانبك.
   *[other] { did } بواسطة { somebody-strong } في { $at }، قبلك: { $what }. لم يُرسل شيء من جانبك.
 }
second-ended = انتهى هذا تلقائياً في { $at }. لم يعد هناك ما يُبت فيه.
second-gone = لم يعد هذا في الانتظار. لم يعد هناك ما يُبت فيه.

# As second-decided, where it was the same person at another screen.
second-watch = { $what ->
    [none] { did } بواسطة { somebody-strong } في { $at }.
   *[other] { did } بواسطة { somebody-strong } في { $at }: { $what }.
 }
second-next = التالي في الانتظار
second-takeTheirs = التراجع عن قرار { $by }…

## What can be done

act-confirm = تأكيد
act-confirmCounted = تأكيد: { nth-illegal-move }
act-confirmResult = { $reason ->
    [flag-fall] تأكيد: { $result } بسبب الوقت
   *[other] تأكيد: { $result }
 }
act-confirmTime = { $way ->
    [less] تأكيد: خصم { span } من { side }
   *[more] تأكيد: إضافة { span } { to-side }
 }
act-confirmNoted = تأكيد، والنقلة باقية
act-dismiss = رفض
act-let-stand = إبقاء النقلة
act-acknowledge = تم الاطلاع

# `$n`: how many cases.
act-acknowledgeAll = تم الاطلاع على الكل ({ $n })
act-take-back = التراجع…
act-takeBackOwed = التراجع عنها: على { side } نقلة أخرى

# `$sans`: moves, as a list.
act-takeBackMoves = التراجع عن { $sans }
act-set-result = تحديد النتيجة…
act-set-move = تحديد النقلة…
act-set-position = تحديد الوضع…
act-identify = تمييز الرقعة بالوميض
act-new-game = مباراة جديدة…
act-set-players = اللاعبان…
act-reopen = إعادة فتح المباراة
act-suspend = تعليق اللعب
act-resume = استئناف اللعب
act-claim = طلب يقدمه لاعب…
act-register = رأيت بنفسي…
act-adjust-clock = ضُبطت الساعة…
act-set-illegal-moves = عدد النقلات غير القانونية…
act-resync = طلب كل البيانات من جديد
act-other = { $text }
act-go = سأذهب
act-go-not = لن أذهب
act-shelve = إرجاء ⁦5⁩ د
act-seen = تم الاطلاع
act-undo = تراجع
act-lookAndConfirm = معاينة وتأكيد
act-onlyChief = رئيس الحكام وحده يمكنه إرجاء قرار.

## What an act will do

effect-board-blinks = تومض الرقعة إن كانت بها أضواء.
effect-claim-looked-into = يُنظر في طلب { side } ({ claim-name })؛ وستُبلغ بنتيجته.
effect-claim-settled = تمت تسوية الطلب.
effect-did-not-happen = لم يحدث ذلك: لا يُحتسب شيء، ولا يُضاف وقت، ويسقط ما يترتب عليه.
effect-game-reopened = النتيجة مفتوحة من جديد؛ ويستمر اللعب.
effect-game-left = تُترك المباراة بلا نتيجة بعد { half-moves }.
effect-illegal-move-counted = { side }: { nth-illegal-move }.
effect-illegal-moves-set = { side }: { illegal-moves } من الآن فصاعداً.
effect-move-owed = يجب على { side } أن يلعب { moves-owed }.

# `$san`: what the move was; `$was`: as what it was read before, or none; `$ply`: which half-move of the game.
effect-move-set = { $was ->
    [none] نصف النقلة رقم { $ply } هو { $san }. ويُعاد استنتاج ما لُعب بعده.
   *[other] نصف النقلة رقم { $ply } هو { $san }، وليس { $was }. ويُعاد استنتاج ما لُعب بعده.
 }
effect-move-stands = يبقى ما على الرقعة؛ ويستمر اللعب منه.

# `$sans`: the moves, as a list; `$n`: how many; `$many`: yes where they are too many to be named, then `$first` is the first.
effect-moves-taken-back = { $many ->
    [yes] يتم التراجع عن { half-moves-n }، بدءاً من { $first }.
   *[no] يتم التراجع عن { $sans }.
 }
effect-new-game = تبدأ مباراة جديدة.
effect-play-goes-on = يستمر اللعب مما تعرضه الرقعة.
effect-play-stands-still = لا يُحتسب شيء مما يُفعل بالرقعة أو الساعة حتى يُستأنف اللعب.

# Names, or none where one stays as it is.
effect-players-set = { $white ->
    [none] { $black ->
        [none] {""}
       *[other] الأسود: { $black }.
     }
   *[other] { $black ->
        [none] الأبيض: { $white }.
       *[other] الأبيض: { $white }. الأسود: { $black }.
     }
 }
effect-position-set = يستمر اللعب من الوضع الذي حددته؛ ولا نقلة واجبة.
effect-records-asked-for = ترسل الطاولة كل بياناتها من جديد.
effect-registered = { $kind ->
    [illegal-move] تُدون نقلة غير قانونية { to-side }، ويُقترح ما تقتضيه القوانين بشأنها.
    [two-hands] تُدون نقلة { to-side } بكلتا اليدين، ويُقترح ما تقتضيه القوانين بشأنها.
    [disturbance] يُدون إزعاج من { side }، ويُقترح ما تقتضيه القوانين بشأنه.
   *[other] يُدون { $kind }، ويُقترح ما تقتضيه القوانين بشأنه.
 }
effect-result-final = النتيجة { $result }{ result-reason }. انتهت المباراة.

# `$before`: a result.
effect-result-replaced = تُستبدل النتيجة { $before }.
effect-seen = يُسجل الاطلاع، ويبقى التنبيه مفتوحاً.
effect-settled = تمت التسوية؛ ولا يتغير شيء آخر.

# `$set_ms`: the time to which the clock has to be set, or none.
effect-time-given = { $set_ms ->
    [none] { $way ->
        [less] خصم { span } من { side }.
       *[more] إضافة { span } { to-side }.
     }
   *[other] { $way ->
        [less] خصم { span } من { side }؛ اضبط ساعة { side } على { $set_ms }.
       *[more] إضافة { span } { to-side }؛ اضبط ساعة { side } على { $set_ms }.
     }
 }

# `$signed`: a time with its sign, as + 2:00.
effect-clock-adjusted = { side }: يُدون { $signed }؛ ولا يستطيع البرنامج ضبط الساعة.
effect-clock-set = { side }: يُدون ضبط الساعة على { $time }؛ ولا يستطيع البرنامج ضبطها.
effect-half-moves-taken-back = تم التراجع عن { half-moves }.
effect-clock-noted = يُدون ما فعلته بالساعة؛ ولا يستطيع البرنامج ضبطها.
effect-other = { $text }

## The same in few words

brief-did-not-happen = لم يحدث
brief-settled = تمت التسوية
brief-seen = تم الاطلاع
brief-illegal-move-counted = { side }: { nth-illegal-move }
brief-time-given = { side } { $signed }
brief-clock-adjusted = { side } { $signed }
brief-clock-set = { side } = { $time }
brief-claim-looked-into = { side }: { claim-name }
brief-half-moves-taken-back = التراجع عن { half-moves }
brief-game-left = تُركت بلا نتيجة بعد { half-moves }
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
    [illegal-move] { side }: نقلة غير قانونية
    [two-hands] { side }: كلتا اليدين
    [disturbance] { side }: إزعاج
   *[other] { side }: { $kind }
 }
brief-result-replaced = بدلاً من { $before }
brief-result-final = النتيجة { $result }
brief-move-owed = على { side } أن يلعب { moves-owed }

# As effect-moves-taken-back.
brief-moves-taken-back = { $many ->
    [yes] التراجع عن { half-moves-n }
   *[no] التراجع عن { $sans }
 }

# `$was`: what was read before, as 12…Nf6, or none; then `$became` has the number.
brief-move-set = { $was ->
    [none] أُضيفت { $became }
   *[other] { $was } ← { $became }
 }
brief-move-stands = النقلة باقية

## What the arbiter has to do himself

step-ask-players = اسأل اللاعبين: هل قيل «أصلح»، وما الذي لُمس؟
step-check-last-move = تحقق من أن آخر نقلة قانونية.
step-compare-scoresheets = قارن بورقتي التسجيل.
step-move-due = يلعب { side } { moves-owed }.
step-put-back = { $n ->
    [0] أعد القطع إلى ما كانت عليه.
   *[other] أعد القطع إلى ما كانت عليه: { $squares }.
 }
step-run-clock = شغّل ساعة { side }.

# `$signed`: what is added or taken, with its sign; `$before_ms`: what the clock showed; `$sum`: as `+ 2:00 = 3:23`, or
# none where nobody knows; `$again`: yes where the same was said of the other player just before.
step-set-clock = { $sum ->
    [none] ساعة { side }: { $signed }؛ ما كانت تعرضه غير معروف.
   *[other] { $again ->
        [yes] ساعة { side }: { $before_ms } عند الضغط، { $sum }.
       *[no] ساعة { side }: { $before_ms } عند الضغط، { $sum }. وهي تعمل منذ ذلك الحين.
     }
 }
step-stop-clocks = أوقف الساعتين.
step-take-scoresheets = خذ ورقتي التسجيل الموقعتين.
step-other = { $text }

## What is told when something is done

# `$what`: what was done, in a few words (`done-…`, `brief-…`).
toast-done = الطاولة { $table }: { $what }

# `$error`: in the table's own words, English.
toast-refused = رفضت الطاولة { $table }: { $error }
toast-noAnswer = لم تجب الطاولة { $table } بعد. قد يُنفذ الأمر لاحقاً.
toast-second = الطاولة { $table }: سبقك قرار { $by ->
    [none] شخص آخر
   *[other] { $by }
 }. لم يُنفذ شيء من جانبك.
toast-takenBack = الطاولة { $table }: تم التراجع
toast-takenOver = تم الاعتماد: { $file }
toast-started = بدأت الجولة { $number }
toast-ended = انتهت الجولة { $number }
toast-result = الرقعة { $board }: { $result }
toast-noResult = الرقعة { $board }: لم تعد هناك نتيجة
toast-absent = الرقعة { $board }: تم التدوين
toast-paired = الرقعة { $board }: تم التغيير
toast-event = تم تغيير بيانات البطولة

## What was done

done-confirm = تم التأكيد
done-dismiss = تم الرفض
done-let-stand = تم إبقاء النقلة
done-acknowledge = تم الاطلاع
done-take-back = تم التراجع
done-set-result = تم تحديد النتيجة
done-set-move = تم تحديد النقلة
done-set-position = تم تحديد الوضع
done-set-players = تم تحديد اللاعبين
done-new-game = مباراة جديدة
done-reopen = أُعيد فتح المباراة
done-suspend = تم تعليق اللعب
done-resume = استُؤنف اللعب
done-claim = تم تسجيل الطلب
done-register = تم التدوين
done-adjust-clock = تم تدوين ضبط الساعة
done-set-illegal-moves = تم تحديد عدد النقلات غير القانونية
done-identify = الرقعة تومض
done-resync = طُلبت كل البيانات
done-other = { $text }
done-absent = لم يحضر
done-adopt = اعتُمدت المباراة للمزاوجة
done-end-round = أُنهيت الجولة
done-event = تغيرت بيانات البطولة
done-import = اعتُمدت القرعة
done-pair = تغيرت المزاوجة
done-round-result = حُددت النتيجة
done-start-round = بدأت الجولة

## Why something is refused

refused-no-link = لا يوجد اتصال: لم يُرسل شيء.
refused-no-broker = لا يمكن الوصول إلى الطاولات: لا يمكن اتخاذ أي قرار.
refused-malformed = لم يُفهم الطلب.
refused-no-answer = لا جواب. ربما نُفذ الأمر: انظر قبل أن تعيده.
refused-already-taken-back = تم التراجع عنه من قبل.

# `$field`, `$expected`: in the program's own words, English.
refused-bad-value = { $field }: المتوقع { $expected }.

# The same of the fields that the page knows; each is shown alone.
bad-rounds = الجولات: عدد من ⁦1⁩ إلى ⁦99⁩.
bad-default-time-min = وقت السماح: من ⁦0⁩ إلى ⁦720⁩ دقيقة.
bad-delay-s = التأخير: من ⁦0⁩ إلى ⁦86,400⁩ ثانية (⁦24⁩ ساعة).
bad-first-table = طاولة الرقعة ⁦1⁩: رقم من ⁦1⁩ إلى ⁦9999⁩.
bad-sections = الفئات: ⁦64⁩ على الأكثر، وأسماؤها من ⁦1⁩ إلى ⁦256⁩ بايتاً بدون أحرف تحكم.
bad-set = لن يتغير شيء بذلك.
bad-pair = لن يتغير شيء بذلك.
bad-player = هذا اللاعب يجلس إلى رقعة أخرى في الجولة.
bad-table = الطاولة: اسم لا يتجاوز ⁦64⁩ بايتاً ومن دون ⁦+ # /⁩.
bad-to = لا توجد رقعة كهذه.
bad-white = لا يمكن أن يلعب اللاعب نفسه بالأبيض والأسود معاً.
bad-for-s = الإرجاء: من ثانية واحدة إلى ساعة واحدة.

refused-not-allowed = حسابك لا يسمح بذلك هناك.
refused-no-such-case = لم يعد هذا في الانتظار: تم البت فيه أو انتهى تلقائياً.
refused-no-such-entry = لا يوجد قيد كهذا في السجل.
refused-no-such-table = لا توجد طاولة كهذه.
refused-nothing-takes-it-back = لا يمكن التراجع عن هذا مباشرة: استخدم أوامر الطاولة.
refused-only-chief = هذا لرئيس الحكام وحده.
refused-table-away = الطاولة خارج الشبكة: لا يمكن اتخاذ أي قرار هناك.
refused-changed = استمرت المباراة منذ أن رأيتها. انظر من جديد، ثم قرر.
refused-other-game = تقرر هذا في مباراة أخرى: لم يعد ممكناً التراجع عنه.
refused-secondGoes = { $by } في الطريق بالفعل، منذ { $at }.
refused-secondItself = انتهى هذا تلقائياً في { $at }. لم يُنفذ شيء من جانبك.

# As second-decided.
refused-second = { did } بواسطة { somebody } في { $at }، قبلك. لم يُرسل شيء من جانبك.
refused-other = { $text }
refused-comparison-old = تغير شيء منذ أن عُرض هذا: اختر الملف من جديد.
refused-has-played = في المباراة نقلات: لقد حضر اللاعب.
refused-no-such-pairing = لم تعد هذه المزاوجة موجودة.
refused-no-such-round = لا توجد جولة كهذه.

# `$pair`: who plays there, as `A – B`, or none.
refused-pairing-changed = { $pair ->
    [none] يلعب هناك غيرهما الآن. انظر من جديد.
   *[other] يلعب هناك غيرهما الآن: { $pair }. انظر من جديد.
 }
refused-result-stands = توجد نتيجة بالفعل: { $result }. انظر من جديد.

# `$boards`: their numbers, as a list; `$n`: how many.
refused-results-missing = { $n ->
    [one] لا نتيجة بعد للرقعة { $boards }.
    [two] لا نتيجة بعد للرقعتين { $boards }.
   *[other] لا نتيجة بعد للرقع { $boards }.
 }
refused-round-over = انتهت تلك الجولة.
refused-round-not-on = لم تبدأ تلك الجولة بعد.
refused-too-early = لم ينقضِ وقت السماح بعد (⁦6.7.1⁩).
refused-too-long = الملف كبير جداً: الحد الأقصى ⁦8 MiB⁩.
refused-gone = خادم القاعة لا يستجيب.

## Forms

form-result = كيف انتهت المباراة؟
form-resultWhy = السبب (اختياري)
form-why-agreed = اتفاق
form-why-resigned = استسلام
form-why-time = الوقت
form-why-mate = كش مات
form-why-forfeit = غياب

# `$turn`: the number of the move, as 12. or 12…; `$san`: as what it was read, or none.
form-move = { $san ->
    [none] ما النقلة { $turn }؟
   *[other] ما النقلة { $turn }، وقد قُرئت { $san }؟
 }
form-candidates = ما يوافق بيانات المستشعرات
form-onBoard = أو اخترها على الرقعة: مربع المغادرة أولاً، ثم مربع الوصول.
form-onBoardOnly = اخترها على الرقعة: مربع المغادرة أولاً، ثم مربع الوصول.

# `$uci`: from where to where, as e2e5.
form-notLegal = { $uci } ليست نقلة قانونية هناك.
form-promote = يُرقى البيدق إلى
form-anew = لا يتغير شيء قبل أن تطلب ذلك. ويُعاد استنتاج ما لُعب بعدها.
form-doIt = تحديد هذه النقلة
form-takeBack = إلى أي نقلة يتم التراجع؟
form-takeBackTo = التراجع عن { half-moves }، بدءاً من { $san }
form-takeBackDo = التراجع عن { half-moves }
form-position = ماذا على الرقعة؟
form-fromBoard = كما ترصده الرقعة
form-fromGame = كما في المباراة
form-empty = إفراغ
form-first = الوضع الابتدائي
form-toMove = صاحب النقلة
form-castling = التبييت ما زال ممكناً
form-castle-K = الأبيض، القصير
form-castle-Q = الأبيض، الطويل
form-castle-k = الأسود، القصير
form-castle-q = الأسود، الطويل
form-pick = القطعة المراد وضعها
form-erase = لا شيء
form-moveOne = تحريك القطعة الموجودة
form-positionDo = استئناف اللعب من هنا
form-players = من يلعب؟
form-name = الاسم
form-title = اللقب
form-rating = التصنيف
form-federation = الاتحاد
form-fideId = رقم ⁦FIDE⁩
form-team = الفريق
form-swap = تبديل اللونين
form-playersDo = تحديد اللاعبين
form-newGame = مباراة جديدة على هذه الطاولة
form-newGameDo = بدء المباراة الجديدة
form-keepPlayers = اللاعبان نفسهما
form-swapPlayers = اللاعبان نفسهما مع تبديل اللونين
form-noPlayers = بلا أسماء
form-regime = نوع اللعب
form-regime-standard = كلاسيكي
form-regime-rapid = سريع
form-regime-blitz = خاطف
form-edition = إصدار القوانين
form-supervision = الإشراف
form-supervision-full = كافٍ
form-supervision-limited = محدود
form-variant = اللعبة
form-variant-chess = شطرنج
form-variant-chess960 = شطرنج ⁦960⁩
form-asBefore = كما كان
form-clock = ماذا فعلت بالساعة؟
form-added = إضافة أو خصم
form-minutes = الدقائق
form-seconds = الثواني
form-add = إضافة
form-take = خصم
form-clockDo = تدوين: { side } { $signed }
form-player = اللاعب
form-illegal = كم نقلة غير قانونية تُحتسب؟
form-illegalDo = تحديد
form-claim = من يطلب وماذا يطلب؟
form-claimMove = مع النقلة (إن كُتبت)
form-claimDo = النظر في الطلب
form-claim-threefold = ظهور نفس الوضع للمرة الثالثة (⁦9.2⁩)
form-claim-fifty-moves = ⁦50⁩ نقلة (⁦9.3⁩)
form-claim-quickplay-finish = نهاية اللعب السريع
form-claim-touch-move = قطعة ملموسة (المادة ⁦4⁩)
form-register = ماذا رأيت بنفسك؟
form-register-illegal-move = نقلة غير قانونية { to-side }
form-register-two-hands = نقلة { to-side } بكلتا اليدين
form-register-disturbance = إزعاج من { side }
form-willDo = ما سيترتب
form-lostNow = لا يمكن استعادة هذا بنقرة واحدة.

# The head of a form: `$act` is what will be done, from `act-…`.
form-heading = الطاولة { $table }: { $act }
form-doItMove = تحديد هذه النقلة: { $san }

## What is asked first

ask-title = الطاولة { $table }: هل أنت متأكد؟

# `$act`: the words of the button that was pressed.
ask-do = نعم: { $act }
ask-takeBackTitle = التراجع عن قرار { $by }؟

## The wall

wall-filter = تصفية حسب الحالة

# The number of tables stands before it.
wall-tables = { $n ->
    [two] طاولتان
    [few] طاولات
   *[other] طاولة
 }
wall-section = الفئة
wall-sections = كل الفئات
wall-arbiter = الحكم
wall-arbiters = كل الحكام
wall-order = الترتيب
wall-urgency = الأولوية
wall-number = الرقعة
wall-view = العرض
wall-tiles = بطاقات
wall-rows = أسطر
wall-needed = تحتاج إلى حكم
wall-playing = جارية
wall-done = منتهية
wall-noSection = بلا فئة
wall-none = لا توجد طاولة بهذه الحالة الآن.
wall-col-no = الرقم
wall-col-state = الحالة
wall-col-clock = الساعة
wall-col-last = آخر نقلة
wall-col-who = من يذهب
wall-listOf = الطاولات

## One table

tv-move = النقلة { $number }
tv-commands = الأوامر
tv-group-game = المباراة
tv-group-moves = النقلات والوضع
tv-group-play = اللعب
tv-group-board = الرقعة
tv-print = طباعة
tv-appeal = ملف الاستئناف
tv-pgn = PGN
tv-turn = تدوير الرقعة
tv-agrees = الرقعة مطابقة للمباراة.

# `$places`: squares, as a list with commas.
tv-differs = تختلف الرقعة عن المباراة في { $places }.
tv-differsMany = { $n ->
    [one] تختلف الرقعة عن المباراة في مربع واحد.
    [two] تختلف الرقعة عن المباراة في مربعين.
    [few] تختلف الرقعة عن المباراة في { $n } مربعات.
    [many] تختلف الرقعة عن المباراة في { $n } مربعاً.
   *[other] تختلف الرقعة عن المباراة في { $n } مربع.
 }
tv-inAir = مرفوعة: من { $places }.
tv-noSensed = لا قراءة من الرقعة بعد.
tv-board-connected = الرقعة متصلة
tv-board-lost = انقطع الاتصال بالرقعة
tv-board-searching = جارٍ البحث عن رقعة
tv-board-stale = لا تصل بيانات من الرقعة
tv-lastSeen = عند آخر رصد:
tv-walkedBack = كما كان في { $at }.
tv-timeline = ما فعلته الأيدي
tv-back = السابق
tv-forward = التالي
tv-noHands = لم تُرصد أي لمسة في هذه المباراة بعد.

# `$text`: what the hand did there; `$n` of `$of` steps.
tv-step = { $n } من { $of }: { $text }
tv-before = قبل أولها
tv-moves = النقلات
tv-noMoves = لا نقلة بعد.
tv-correct = تصحيح هذه النقلة
tv-inferred = مستنتجة، لم تُرصد
tv-notCompleted = لم تُضغط الساعة بعد
tv-decisions = القرارات
tv-noDecisions = لا قرارات بعد على هذه الطاولة.
tv-games = المباريات السابقة

# `$termination`: why, in few words.
tv-result = { $termination ->
    [none] { $result }
   *[other] { $result } · { $termination }
 }
tv-owes = يجب على { side } تحريك القطعة على { $places }.

# How many illegal moves each has made.
tv-illegal = النقلات غير القانونية: الأبيض { $white }، الأسود { $black }.
tv-unknown = لا توجد طاولة { $table }.
tv-alerts = تنبيهات هذه المباراة

# What has become of an alert.
tv-alertState = { $state ->
    [raised] مفتوح
    [acknowledged] تم الاطلاع، مفتوح
    [cleared] تمت التسوية
    [dismissed] مرفوض
    [lapsed] انتهى تلقائياً
   *[other] { $state }
 }
tv-printTitle = الطاولة { $table } · { $event }
tv-printed = طُبع في { $at }
tv-positions = الأوضاع

# `$move`: a numbered move, as 12…Nf6.
tv-afterMove = بعد { $move }
tv-laws = قوانين { $edition }

regime-standard = كلاسيكي
regime-rapid = سريع
regime-blitz = خاطف

variant-chess960 = شطرنج ⁦960⁩

## The record

# `$all`: how many entries; `$shown`: how many of them are shown, or none where all are.
rec-title = { $shown ->
    [none] { $all ->
        [one] قيد واحد
        [two] قيدان
        [few] { $all } قيود
        [many] { $all } قيداً
       *[other] { $all } قيد
     }
   *[other] { $all ->
        [one] { $shown } من قيد واحد
        [two] { $shown } من قيدين
        [few] { $shown } من { $all } قيود
        [many] { $shown } من { $all } قيداً
       *[other] { $shown } من { $all } قيد
     }
 }
rec-search = اسم، طاولة، مادة…
rec-searchLabel = البحث في السجل
rec-how = كيف انتهى
rec-hows = الكل
rec-how-by-person = بقرار شخص
rec-how-by-itself = تلقائياً
rec-how-taken-back = تم التراجع
rec-how-not-done = لم يُنفذ
rec-arbiters = كل الحكام
rec-print = طباعة
rec-csv = CSV
rec-json = JSON
rec-col-time = الوقت
rec-col-table = الطاولة
rec-col-what = الموضوع
rec-col-article = المادة
rec-col-proposed = المقترح
rec-col-done = ما نُفذ
rec-col-by = من قرر
rec-none = لا شيء من هذا النوع في السجل.
rec-empty = لا قرارات بعد.
rec-itself = انتهى تلقائياً
rec-itself-gone = انتهى الأمر
rec-itself-lapsed = فات الأوان، أو لم يعد هناك ما يُفعل
rec-itself-cleared = زال السبب
rec-itself-dismissed = لم يحدث ذلك أصلاً
rec-itself-next-game = بدأت المباراة التالية
rec-otherwise = قرار مختلف
rec-elsewhere = ليس من هذه اللوحة
rec-takenBack = تم التراجع بواسطة { $by }، { $at }
rec-takesBack = تراجع عن القيد { $number }
rec-refused = مرفوض: { $error }
rec-second = متأخر: سبقه قرار { $by ->
    [none] شخص آخر
   *[other] { $by }
 }، { $at }
rec-sent = قيد الإرسال
rec-noAnswer = لا جواب بعد
rec-shelved = إرجاء حتى { $until }
rec-take = تراجع

# What has come of a claim.
rec-claim = { $verdict ->
    [correct] طلب صحيح
    [wrong] طلب غير صحيح
    [right-lost] سقط الحق
    [arbiter] القرار لك
   *[other] { $verdict }
 }
rec-round = { $section ->
    [none] { $board ->
        [none] الجولة { $number }
       *[other] الجولة { $number }، الرقعة { $board }
     }
   *[other] { $board ->
        [none] الجولة { $number } من { $section }
       *[other] الجولة { $number } من { $section }، الرقعة { $board }
     }
 }

# `$who`: white, black, both (neither of them came); `$minutes`: the default time, or none where he had said so before;
# `$now`: a result.
rec-did-absent = { $minutes ->
    [none] لم يحضر { who-absent } (أبلغ بذلك مسبقاً): { $now }
   *[other] لم يحضر { who-absent } خلال { minutes-after }: { $now }
 }
rec-did-board = الرقعة { $from } ← { $to }

# `$n`: how many results were missing.
rec-did-ended = { $n ->
    [0] أُنهيت مع كل النتائج
    [one] أُنهيت وتنقصها نتيجة واحدة
    [two] أُنهيت وتنقصها نتيجتان
    [few] أُنهيت وتنقصها { $n } نتائج
   *[other] أُنهيت وتنقصها { $n } نتيجة
 }

# `$fields`: what was set of the event, a list of event-field.
rec-did-event = البطولة: { $fields }

# How many pairings are as before, and so on.
rec-did-imported = { $file }: كما كانت { $as_before }، متغيرة أو جديدة { $changed }، لم تعد في القرعة { $gone }
rec-did-players = { $white_was } – { $black_was } ← { $white } – { $black }

# Results; `$was` is none where there was none.
rec-did-result = { $was ->
    [none] { $now ->
        [none] *
       *[other] { $now }
     }
   *[other] { $now ->
        [none] { $was } ← لا نتيجة
       *[other] { $was } ← { $now }
     }
 }
rec-did-table = الطاولة: { $from ->
    [none] لا شيء
   *[other] { $from }
 } ← { $to ->
    [none] لا شيء
   *[other] { $to }
 }

## People

people-add = إضافة شخص
people-col-name = الاسم
people-col-may = الصلاحية
people-col-tables = الطاولات
people-col-on = الجلسات
people-col-last = آخر حضور
people-col-do = إجراء
people-you = (أنت)
people-role-chief = رئيس الحكام
people-role-arbiter = حكم
people-role-broadcaster = مسؤول البث
people-role-display = شاشة عرض
people-allTables = الكل
people-publicOnly = العلني فقط
people-nowhere = لا جلسات
people-now = الآن
people-ago = قبل مدة { $age }
people-link = رابط
people-linkFor = رابط باسم { $by }
people-linkTitle = رابط باسم { $by }
people-linkNote = صالح لمرة واحدة، حتى { $until }. { $role ->
    [chief] يسجل الدخول بصفة رئيس الحكام.
    [broadcaster] يسجل الدخول بصفة مسؤول البث.
    [display] يسجل الدخول بصفة شاشة عرض.
   *[arbiter] يسجل الدخول بصفة حكم.
 }
people-qr = رمز ⁦QR⁩: رابط تسجيل الدخول لجهاز واحد
people-copy = نسخ
people-copied = تم النسخ
people-change = تعديل
people-changeOf = تعديل { $by }
people-endOne = إنهاء
people-remove = إزالة
people-removeAsk = إزالة { $by }؟ تنتهي كل جلسات الحساب. وتبقى قراراته في السجل.
people-name = الاسم
people-role = الصلاحية
people-sections = الفئات، واحدة في كل سطر؛ بدونها: كل الطاولات
people-password = كلمة المرور (يمكن تركها: أعطِ رابطاً)
people-sessions = جلسات { $by }

# `$agent`: a browser and its system, or none; `$from`: an address; `$since`: a time of day.
people-session = { $agent ->
    [none] برنامج
   *[other] { $agent }
 } · { $from } · منذ { $since }
people-keyLine = مفتاح برنامج · { $from } · منذ { $since }
people-keyNote = يقدم البرنامج مفتاحه ليعمل بهذا الاسم.
people-keysOnly = بمفتاح فقط
people-newKey = مفتاح جديد لبرنامج
people-keyTitle = مفتاح باسم { $by }
people-keyOnce = يُعرض هذه المرة فقط. يرسله البرنامج هكذا: «⁦Authorization: Bearer⁩».
people-refused-bad-name = لا يمكن استخدام هذا الاسم: من ⁦1⁩ إلى ⁦64⁩ بايتاً يمكن قراءتها.
people-refused-bad-password = كلمة المرور من ⁦8⁩ إلى ⁦256⁩ بايتاً.
people-refused-last-chief = لن يبقى من يمكنه منح الحسابات.

# `$name`: of another account.
people-refused-name-alike = هذا الاسم يشبه { $name }، وله حساب: لا يمكن التمييز بينهما في السجل.
people-refused-name-taken = يوجد حساب بهذا الاسم بالفعل.
people-refused-no-such-account = لم يعد هذا الحساب موجوداً.
people-refused-no-such-session = انتهت هذه الجلسة بالفعل.
people-refused-not-allowed = حسابك لا يسمح بذلك.
people-failed = تعذر تنفيذ ذلك.

## On this device

me-title = على هذا الجهاز
me-sound = صوت للقرارات
me-tryOut = تجربة
me-notify = إشعار المتصفح للقرارات
me-notifyNo = لا يتيح هذا المتصفح ذلك هنا: يلزم ⁦https⁩ أو إذن منك.
me-vibrate = اهتزاز الهاتف
me-letters = حروف مفردة كمفاتيح
me-turned = الأبيض في الأعلى على كل رقعة
me-language = اللغة
me-theme = الألوان
me-theme-device = كالجهاز
me-theme-light = فاتح
me-theme-dark = داكن
me-signOut = تسجيل الخروج
me-screen = الشاشة العامة
me-keys = المفاتيح
me-password = كلمة مروري
me-passwordOld = كلمة المرور القديمة (فارغة إن لم توجد)
me-passwordNew = كلمة المرور الجديدة
me-passwordDo = تغييرها
me-passwordDone = تم تغيير كلمة مرورك.
me-passwordWrong = كلمة المرور القديمة غير صحيحة، أو الجديدة قصيرة جداً.
me-language-device = كالمتصفح

## Signing in

in-title = لوحة الحكام. اطلب من رئيس الحكام رابطاً أو رمز ⁦QR⁩، أو سجل الدخول بالاسم.
in-name = الاسم
in-password = كلمة المرور
in-do = تسجيل الدخول
in-wrong = الاسم أو كلمة المرور غير صحيحة.
in-slow = غير صحيح. يمكنك المحاولة مرة أخرى بعد { seconds-after }؛ ولا يؤثر ذلك في غيرك.
in-busy = كثيرون يسجلون الدخول الآن. حاول مرة أخرى بعد { seconds-after }.
in-away = خادم القاعة لا يستجيب. حاول مرة أخرى.
in-setup = لا حسابات بعد. سيكون حسابك حساب رئيس الحكام.
in-setupDo = إنشاء الحساب
in-setupNo = لا حسابات بعد. افتح الرابط الذي أظهره البرنامج عند أول تشغيل، أو افتح هذه الصفحة على الحاسوب نفسه.
in-passwordNew = كلمة المرور، ⁦8⁩ أحرف على الأقل
in-setupRefused = رُفض الطلب: ربما استُخدم الرابط من قبل، أو كلمة المرور قصيرة جداً.
in-entering = جارٍ تسجيل الدخول بالرابط…
in-enterNo = استُخدم هذا الرابط من قبل أو انتهت صلاحيته. اطلب غيره من رئيس الحكام.
in-again = انتهت جلستك. سجل الدخول من جديد.

## The public screens

# `$range`: numbers of boards, as 1–8; `$all`: how many there are.
screen-shown = الرقع ⁦{ $range }⁩ من { $all }
screen-delay = معروضة بتأخير { minutes-after }
screen-delaySeconds = معروضة بتأخير { seconds-after }

# A time follows.
screen-lost = لا اتصال لمدة
screen-noBoards = لا تُعرض أي مباراة بعد.
screen-title = { $event }: الرقع
screen-board = الرقعة { $board }
screen-position = الوضع على الرقعة { $board }
screen-round = الجولة { $round }

# A period of the time control: `$moves` moves (or none), in `$minutes`, or, where these are none, in `$seconds`; with
# `$increment` seconds a move (or none).
screen-period = { $moves ->
    [none] { period-time }
   *[other] { $moves ->
        [one] نقلة واحدة في { period-time }
        [two] نقلتان في { period-time }
        [few] { $moves } نقلات في { period-time }
       *[other] { $moves } نقلة في { period-time }
     }
 }

# `$list`: the periods before; `$item`: the next one.
screen-then = { $list }، ثم { $item }
screen-interrupted = النقلات لاحقاً
screen-forfeit = بالغياب

# Behind a result, also in the next; the number of the move that is being played.
screen-atMove = النقلة { $number }
screen-col-board = رقعة
screen-col-result = النتيجة
screen-stop = الصفحة { $page } من { $pages }. البقاء هنا.
screen-goOn = الصفحة { $page } من { $pages }. متابعة التقليب.
screen-arbiter = تعرض هذه الصفحة ما يراه الجمهور. لرؤيتها سجل الدخول هنا بحساب شاشة عرض.

## Rounds

round-title = الجولة { $number }
round-choice = { $section ->
    [none] الجولة { $number }
   *[other] الجولة { $number }، { $section }
 }
round-results = من يلعب، وما ينقص
round-pairingsOf = القرعة
round-steps = من الملف إلى النتائج
round-step-file = الملف
round-step-fileRead = قُرئ الملف
round-step-compare = المقارنة
round-step-start = البدء
round-step-results = النتائج
round-board = الرقعة
round-atTables = على الطاولات
round-pairings = القرعة
round-state-planned = لم تبدأ
round-state-on = جارية
round-state-over = انتهت
round-atMove = النقلة { $number }
round-atTable = على الطاولة { $table }
round-absent = لم يحضر
round-planned = لم تبدأ
round-tableSays = حسب الطاولة: { $result }
round-waitsFor-answer = جارٍ الإبلاغ
round-waitsFor-board = لم يُعثر على رقعة بعد
round-waitsFor-game = مباراة أخرى جارية هناك
round-waitsFor-other-pairing = الطاولة لمزاوجة أخرى
round-waitsFor-refused = رفضت الطاولة
round-waitsFor-table = لا بيانات من طاولة كهذه
round-waitsFor-table-away = خارج الشبكة
round-noTable = لا بيانات من أي طاولة
round-resultsCard = النتائج
round-resultsOf = نتائج الجولة { $number }
round-of = { $n } من { $of }

# `$n`: how many boards more.
round-more = { $n ->
    [one] مباراة أخرى جارية
    [two] مباراتان أخريان جاريتان
    [few] { $n } مباريات أخرى جارية
   *[other] { $n } مباراة أخرى جارية
 }
round-meter = النتائج: { $n } من { $of }
round-allThere = كل النتائج موجودة.
round-resultOf = نتيجة الطاولة { $table }
round-resultOfBoard = نتيجة الرقعة { $board }
round-writeBack = كتابة النتائج
round-file-pgn = PGN
round-file-trf = TRF
round-file-csv = CSV

## The file of pairings

file-choose = اختيار ملف القرعة…
file-chooseNext = ملف القرعة…
file-chooseOther = اختيار ملف آخر…
file-field = ملف القرعة
file-reading = جارٍ قراءة الملف…
file-none = لا قرعة بعد
file-noneMore = اختر الملف الذي يكتبه برنامج القرعة، أو أفلته هنا: ⁦PGN⁩ أو ⁦TRF⁩ أو ⁦CSV⁩ أو ⁦XLSX⁩.
file-nothingYet = يُقارن ويُعرض أولاً. لا يتغير شيء قبل أن تطلب ذلك.
file-changes = ما يغيره الملف
file-boards = { $n ->
    [one] رقعة واحدة
    [two] رقعتان
    [few] { $n } رقع
   *[other] { $n } رقعة
 }
file-again = تغير شيء منذ أن عُرض هذا. انظر من جديد، ثم اعتمده.
file-count-as-before = كما كانت
file-count-new = جديدة
file-count-changed = متغيرة
file-count-moved = منقولة

# The number stands before it, as before the messages around it.
file-count-bye = { $n ->
    [two] إعفاءان
    [few] إعفاءات
    [many] إعفاءً
   *[other] إعفاء
 }
file-count-gone = لم تعد في القرعة
file-only = الاختلافات فقط
file-facts = جديد عن البطولة:
file-against = مقارنة بالموجود الآن
file-kind-as-before = كما كانت
file-kind-bye = لا مباراة
file-kind-changed = تغير لاعب
file-kind-gone = لم تعد في القرعة
file-kind-moved = تغيرت الرقعة
file-kind-name = بيانات لاعب
file-kind-new = جديدة
file-kind-swapped = تبديل اللونين
file-wasBoard = كانت على الرقعة { $board }.
file-wasSwapped = كان اللونان معكوسين.

# `$name`: of a player.
file-whiteWas = كان الأبيض: { $name }.
file-blackWas = كان الأسود: { $name }.

# What was known of a player and what is known now: `$was`, `$now`, or none.
file-told = { person-field }: { $was ->
    [none] لا شيء
   *[other] { $was }
 } ← { $now ->
    [none] لا شيء
   *[other] { $now }
 }
file-inPlay = توجد مباراة جارية هناك: لا تُمس.

# `$text`: one of the messages `bye-…`.
file-byeWas = سابقاً: { $text }
file-gonePair = لم يعد الملف يتضمن هذين اللاعبين معاً.
file-goneBye = لا يرد هذا اللاعب في الملف.
file-noOpponent = بلا منافس
file-noBoard = بلا رقعة

# `$n`: how many entries of the file.
file-omitted = { $n ->
    [one] بيان واحد لا يمكن حفظه وقد تُرك
    [two] بيانان لا يمكن حفظهما وقد تُركا
    [few] { $n } بيانات لا يمكن حفظها وقد تُركت
    [many] { $n } بياناً لا يمكن حفظها وقد تُركت
   *[other] { $n } بيان لا يمكن حفظها وقد تُركت
 }

# `$place`: from file-at and the messages behind it; `$found`: what stands there; `$expected`: from expected-board and the messages behind it.
file-omittedOne = { $place }: «{ $found }»؛ الممكن { $expected }.
file-over = انتهت الجولة { $number }: لا تتغير قرعتها بعد الآن.
file-nothing = لا اختلاف

# `$n`: how many boards differ.
file-take = { $n ->
    [one] اعتماد اختلاف واحد
    [two] اعتماد اختلافين
    [few] اعتماد { $n } اختلافات
    [many] اعتماد { $n } اختلافاً
   *[other] اعتماد { $n } اختلاف
 }
file-takeRest = اعتماد
file-away = ترك الملف
file-promise = لا يتغير شيء قبل أن تطلب ذلك. والمباريات الجارية تحتفظ بلاعبيها.
file-wrong = ملف لا يمكن قراءته
file-fault = <b>{ $file }</b>، { $place }: وُجد «{ $found }». المتوقع: { $expected }.

# What a file should have had there, by the code of what was expected.
expected-board = رقم رقعة من ⁦1⁩ إلى ⁦9999⁩
expected-board-once = رقعة ليست لمزاوجة أخرى في الجولة
expected-colour = ⁦w⁩ أو ⁦b⁩ أو ⁦-⁩، واللون الآخر في سطر المنافس
expected-date = تاريخ، مثل ⁦2026/11/24⁩
expected-federation = رمز اتحاد من ثلاثة أحرف حسب ⁦FIDE⁩، مثل ⁦NOR⁩
expected-fide-id = رقم ⁦FIDE⁩ أو لا شيء
expected-kind = ملف قرعة بصيغة ⁦PGN⁩ أو ⁦TRF⁩ أو ⁦CSV⁩ أو ⁦XLSX⁩
expected-name = اسم من ⁦1⁩ إلى ⁦256⁩ بايتاً من النص بدون أحرف تحكم
expected-number = رقم في قائمة اللاعبين من ⁦1⁩ إلى ⁦9999⁩، لا يحمله لاعب آخر
expected-opponent = رقم لاعب يذكر سطره هذا اللاعب منافساً له
expected-pairings = مزاوجة واحدة على الأقل
expected-player-once = لاعب لا يرد في مزاوجة أخرى في الجولة
expected-rating = تصنيف من ⁦0⁩ إلى ⁦4000⁩، أو لا شيء
expected-result = نتيجة، مثل ⁦1-0⁩ أو ⁦1/2-1/2⁩ أو ⁦+ - -⁩، أو لا شيء (⁦TRF: 1 = 0 + - W D L H F U Z⁩)
expected-result-of-opponent = نتيجة توافق النتيجة في سطر المنافس
expected-round = رقم جولة من ⁦1⁩ إلى ⁦99⁩، مثل ⁦5⁩، أو ⁦5.12⁩ مع الرقعة
expected-size = ملف حجمه ⁦8 MiB⁩ على الأكثر، و⁦32 MiB⁩ بعد فك الضغط، وفيه ⁦20,000⁩ سطر على الأكثر
expected-space = مسافة فارغة (الأعمدة ليست في مواضعها المحددة في ⁦TRF⁩)
expected-table = حقول تفصل بينها ⁦;⁩ أو ⁦,⁩ أو علامة جدولة، وتوضع بين علامتي اقتباس إن احتوت على إحدى هذه العلامات
expected-tag = وسم ⁦PGN⁩، مثل ⁦[White "Carlsen, Magnus"]⁩
expected-time-control = نظام وقت مكتوب بطريقة ⁦PGN⁩، مثل ⁦5400+30⁩
expected-title = لقب من ألقاب ⁦FIDE⁩: ⁦GM⁩ أو ⁦IM⁩ أو ⁦FM⁩ أو ⁦CM⁩ أو ⁦WGM⁩ أو ⁦WIM⁩ أو ⁦WFM⁩ أو ⁦WCM⁩ أو ⁦AGM⁩ أو ⁦AIM⁩ أو ⁦AFM⁩ أو ⁦ACM⁩
expected-workbook = مصنف بصيغة ⁦XLSX⁩

file-at = السطر { $line }، الموضع { $column }
file-atField = السطر { $line }، الحقل { $column }
file-cell = الورقة «{ $sheet }»، الخلية { $cell }
file-whole = الملف كله
file-line = السطر { $line }
file-unchanged = لم يتغير شيء.
file-notSent = تعذر إرسال الملف: تغير منذ اختياره، أو لا يوجد اتصال.
file-whichSection = أي فئة؟
file-whichMore = لا يذكر { $file } الفئة التي يخصها.

## Byes

bye-forfeit-loss = خسارة بدون لعب
bye-forfeit-win = فوز بدون لعب
bye-full = إعفاء بنقطة كاملة
bye-half = إعفاء بنصف نقطة
bye-pairing-allocated = إعفاء بالقرعة
bye-zero = إعفاء بدون نقطة

## The start of a round

start-title = بدء الجولة { $number }
start-ready = الطاولات الجاهزة: { $n } من { $of }
start-told = الطاولات المبلغة: { $n } من { $of }

# `$tables`: their numbers, as a list; `$n`: how many. So in all of these.
start-waits-answer = { tables-named }: جارٍ الإبلاغ.
start-waits-board = { tables-named }: لم يُعثر على رقعة بعد. يتم الإبلاغ تلقائياً فور العثور عليها.

# `$pair`: who plays there, as `A – B`, or none.
start-waits-game = { $pair ->
    [none] { tables-named }: في الانتظار لوجود مباراة جارية هناك. يتم الإبلاغ تلقائياً عند انتهائها.
   *[other] { tables-named }: في الانتظار لوجود مباراة جارية هناك، { $pair }. يتم الإبلاغ تلقائياً عند انتهائها.
 }
start-waits-game-planned = { $pair ->
    [none] { tables-named }: توجد مباراة جارية. تُترك كما هي، ويتم الإبلاغ عند انتهائها.
   *[other] { tables-named }: توجد مباراة جارية، { $pair }. تُترك كما هي، ويتم الإبلاغ عند انتهائها.
 }
start-waits-other-pairing = { $section ->
    [none] { tables-named }: في الانتظار، فالرقعة { $board } تلعب هناك.
   *[other] { tables-named }: في الانتظار، فالرقعة { $board } من { $section } تلعب هناك.
 }
start-waits-refused = { tables-named }: رُفض الطلب: { $error }
start-waits-table = { tables-named }: لا بيانات من طاولة كهذه. يتم الإبلاغ تلقائياً فور وصول بيانات منها.
start-waits-table-away = { tables-named }: خارج الشبكة. يتم الإبلاغ تلقائياً فور العودة.
start-again = إعادة الإبلاغ
start-adopt = هذه مباراتهما
start-leave = ترك تلك المباراة…
start-leaveTitle = ترك المباراة على الطاولة { $table }؟
start-leaveLost = { $pair ->
    [none] المباراة الجارية هناك تنتهي بلا نتيجة بعد { half-moves }.
   *[other] المباراة الجارية هناك، { $pair }، تنتهي بلا نتيجة بعد { half-moves }.
 }
start-notYet = لم يبدأها رئيس الحكام بعد.
start-allReady = كل الطاولات جاهزة.
start-at = وقت البدء (فارغ: الآن)
start-do = بدء الجولة { $number }

# `$n`: how many sections, two at least.
start-doAll = { $n ->
    [two] بدء الجولة { $number } في الفئتين
   *[other] بدء الجولة { $number } في كل الفئات (وعددها { $n })
 }
start-doOne = في { $section } فقط
start-allTold = أُبلغت كل الطاولات بلاعبيها.
start-since = بدأت في { $at }.

# `$isStart`: yes where the default time ends as the round begins.
start-late = { $isStart ->
    [yes] من لم يكن حاضراً حينئذٍ يخسر، ما لم تقرر خلاف ذلك (⁦6.7.1⁩).
   *[no] من لم يحضر حتى { $at } يخسر، ما لم تقرر خلاف ذلك (⁦6.7.1⁩).
 }

## The end of a round

end-still = نتائج ناقصة.
end-all = كل النتائج موجودة.
end-do = إنهاء الجولة { $number }
end-title = إنهاء الجولة { $number } دون اكتمال النتائج؟

# `$boards`: their numbers, as a list; `$n`: how many.
end-missing = { $n ->
    [one] لا نتيجة للرقعة { $boards }. تبقى مفتوحة في الملفات المكتوبة.
    [two] لا نتيجة للرقعتين { $boards }. تبقيان مفتوحتين في الملفات المكتوبة.
   *[other] لا نتيجة للرقع { $boards }. تبقى مفتوحة في الملفات المكتوبة.
 }

## One pairing

pair-change = تغيير…
pair-column = للتغيير
pair-changeOf = تغيير الرقعة { $board }
pair-title = الجولة { $number }، الرقعة { $board }
pair-gone = لم تعد هذه الرقعة في الجولة.

# `$by`: who gave it, or none.
pair-now = { $by ->
    [none] { $result }
   *[other] { $result }، بواسطة { $by }
 }
pair-resultIs = { $result }: { $white } – { $black }
pair-others = لم تُلعب، أو نتيجة أخرى
pair-none = لا نتيجة

# `$before`: the result that was there.
pair-replaced = تحل النتيجة { $result } محل { $before }.
pair-takenAway = تُحذف النتيجة { $before }.
pair-doIt = تنفيذ
pair-who = من يلعب، وأين
pair-board = الرقعة (مع تبادل المكان مع من عليها)
pair-table = الطاولة (فارغ: طاولة الرقعة)
pair-note = تُبلغ الطاولة فوراً أو حالما يمكن.
pair-inPlay = توجد مباراة جارية: تبقى على طاولتها، ويتغير الاسمان فوراً.

## Who did not come

absent-title = لم يحضر
absent-announced = لن يحضر
absent-late = انتهى وقت السماح في { $at } (⁦6.7.1⁩).
absent-before = فقط لمن أبلغ بذلك: ينتهي وقت السماح في { $at } (⁦6.7.1⁩).
absent-beforeStart = فقط لمن أبلغ بذلك.
absent-white = الأبيض
absent-black = الأسود
absent-both = كلاهما

## The event

event-open = البطولة…
event-title = البطولة
event-name = الاسم
event-site = المكان
event-begin = اليوم الأول
event-end = اليوم الأخير
event-federation = الاتحاد (ثلاثة أحرف)
event-time_control = نظام الوقت (⁦5400+30⁩)
event-edition = إصدار القوانين
event-regime = نوع اللعب
event-rounds = الجولات
event-default_time_min = وقت السماح بالدقائق (⁦6.7.1⁩)
event-delay_min = التأخير للجمهور بالدقائق
event-byTime = حسب نظام الوقت
event-firstTable = طاولة الرقعة ⁦1⁩
event-firstTableOf = طاولة الرقعة ⁦1⁩ في { $section }
event-note = يصل إصدار القوانين ونوع اللعب إلى كل طاولة مع مباراتها التالية.
