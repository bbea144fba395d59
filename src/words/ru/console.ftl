# Russian. Terms as the official translation of the Laws prints them.
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
#
# White and Black are plural. Nobody knows whether a person is a man or a woman: what a person did stands without a verb of
# the past that would say so. `е` for `ё`.

## Parts of sentences
#
# They see the values of the message in which they stand.

side = { $player ->
    [white] Белые
    [black] Черные
   *[other] Игрок
 }
# Inside a sentence.
side-inside = { $player ->
    [white] белые
    [black] черные
   *[other] игрок
 }
side-gen = { $player ->
    [white] белых
    [black] черных
   *[other] игрока
 }
side-dat = { $player ->
    [white] белым
    [black] черным
   *[other] игроку
 }
side-dat-first = { $player ->
    [white] Белым
    [black] Черным
   *[other] Игроку
 }
side-must = { $player ->
    [white] Белые должны
    [black] Черные должны
   *[other] Игрок должен
 }
# `$number`: which illegal move of his it is.
nth-illegal-move = { $number }-й невозможный ход
illegal-moves = { $number ->
    [one] { $number } невозможный ход
    [few] { $number } невозможных хода
    [many] { $number } невозможных ходов
   *[other] { $number } невозможного хода
 }
half-moves = { $plies ->
    [one] { $plies } полуход
    [few] { $plies } полухода
    [many] { $plies } полуходов
   *[other] { $plies } полухода
 }
half-moves-gen = { $plies ->
    [one] { $plies } полухода
   *[other] { $plies } полуходов
 }
# A time that is added or taken: whole `$minutes`, or, where these are none, `$time` as on a clock. `$way` says which:
# less, more. On buttons.
span = { $minutes ->
    [none] { $time }
   *[other] { $minutes } мин
 }
# In sentences.
span-is-added = { $minutes ->
    [none] добавляется { $time }
    [one] добавляется { $minutes } минута
    [few] добавляются { $minutes } минуты
    [many] добавляется { $minutes } минут
   *[other] добавляется { $minutes } минуты
 }
span-is-taken = { $minutes ->
    [none] вычитается { $time }
    [one] вычитается { $minutes } минута
    [few] вычитаются { $minutes } минуты
    [many] вычитается { $minutes } минут
   *[other] вычитается { $minutes } минуты
 }
# `$moves`: a list with "or"; `$many`: yes where they are too many to be named; `$n`: how many.
moves-owed = { $many ->
    [yes] { $n ->
        [one] один из { $n } возможного хода
       *[other] один из { $n } возможных ходов
     }
   *[no] { $moves }
 }
claim-name = { $claim ->
    [threefold] троекратное повторение позиции
    [fifty-moves] 50 ходов
    [quickplay-finish] быстрая игра до конца партии
    [touch-move] тронутая фигура
    [none] {""}
   *[other] { $claim }
 }
# Behind a result.
result-reason = { $reason ->
    [flag-fall] , время истекло
    [game-ended-checkmate] , мат
    [game-ended-stalemate] , пат
    [game-ended-dead-position] , мертвая позиция
    [game-ended-fivefold] , пятикратное повторение позиции
    [game-ended-75-moves] , 75 ходов
    [result-signalled] , как показывают короли
    [ruling-game-lost] , за невозможные ходы
    [ruling-game-drawn] , за невозможные ходы
    [claim-made] , по заявлению
   *[other] {""}
 }
# `$piece`: a letter, or none where nobody knows.
piece-name = { $piece ->
    [p] пешка
    [n] конь
    [b] слон
    [r] ладья
    [q] ферзь
    [k] король
   *[none] фигура
 }
# Accusative.
piece-in-hand = { $piece ->
    [p] пешку
    [n] коня
    [b] слона
    [r] ладью
    [q] ферзя
    [k] короля
   *[none] фигуру
 }
# The gender of the adjective is that of the piece.
white-piece = { $piece ->
    [p] Белая { piece-name }
    [r] Белая { piece-name }
    [none] Белая { piece-name }
   *[other] Белый { piece-name }
 }
black-piece = { $piece ->
    [p] Черная { piece-name }
    [r] Черная { piece-name }
    [none] Черная { piece-name }
   *[other] Черный { piece-name }
 }
# What somebody did, behind his name and a colon: `$did` is the command.
did = { $did ->
    [confirm] подтверждено
    [dismiss] отклонено
    [let-stand] оставлено в силе
    [acknowledge] просмотрено
    [take-back] ход возвращен
    [set-result] результат установлен
    [set-move] ход указан
    [set-position] позиция установлена
    [new-game] новая партия начата
    [reopen] партия вновь открыта
    [absent] неявка отмечена
    [end-round] тур завершен
    [start-round] тур начат
   *[other] решение принято
 }
# Where games are broadcast to.
output-name = { $output ->
    [folder] Папка трансляции
    [lichess] Lichess
    [livechess] Порт LiveChess
    [livechesscloud] Папка LiveChessCloud
   *[other] { $output }
 }
tables-named = { $n ->
    [1] <b>Стол { $tables }</b>
   *[other] <b>Столы { $tables }</b>
 }
# Before a verb of the plural.
who-absent = { $who ->
    [white] Белые
    [black] Черные
   *[both] Оба игрока
 }
period-time = { $increment ->
    [none] { period-length }
   *[other] { period-length } + { $increment } с
 }
period-length = { $minutes ->
    [none] { $seconds } с
   *[other] { $minutes } мин
 }
person-field = { $field ->
    [title] Звание
    [rating] Рейтинг
    [federation] Федерация
    [fide_id] FIDE ID
    [team] Команда
   *[name] Имя
 }
# What was changed of the event; `$text` is the field's own name, where it is another.
event-field = { $field ->
    [name] название
    [site] место
    [begin] начало
    [end] окончание
    [federation] федерация
    [time_control] контроль времени
    [edition] редакция Правил
    [regime] вид шахмат
    [rounds] число туров
    [default_time_min] допустимое опоздание
    [delay_s] задержка
    [sections] группы
   *[other] { $text }
 }
# How often, of `$n`.
times = { $n ->
    [one] { $n } раз
    [few] { $n } раза
   *[other] { $n } раз
 }
# A list with commas alone.
list-next = { $list }, { $item }

## The page and its frame

app-name = touchmove
app-title = { $waiting ->
    [0] { $view } – { $event }
   *[other] ({ $waiting }) { $view } – { $event }
 }
app-event = Консоль арбитров

# `$rounds`: how many the event has, 0 where nobody knows.
app-round = { $rounds ->
    [0] Тур { $round }
    [none] Тур { $round }
   *[other] Тур { $round } из { $rounds }
 }
app-views = Разделы
app-skip = К содержанию
app-loading = Загружается положение на столах…
app-noTables = Ни один стол еще не дал о себе знать. Стол появится здесь, как только его компьютер выйдет на связь.

view-wall = Обзор
view-queue = Очередь
view-round = Тур
view-record = Журнал
view-people = Пользователи
view-signin = Вход
view-screen = Доски
view-table = Стол { $table }

## Connection and outputs

# How many of all tables are heard, as 11/12 in `$share`.
link-live = Онлайн · на связи { $share }
link-connecting = Подключение…

# A time follows, as in `No news for 0:35`; so it does for the other messages that end in `for`.
link-old = Нет данных уже
link-noBroker = Нет связи со столами уже

# `$trouble`: the error of the connection, in English.
link-noBrokerMore = { $trouble ->
    [none] Сервер зала не может связаться с брокером; повторная попытка. До восстановления связи принимать решения нельзя.
   *[other] Сервер зала не может связаться с брокером ({ $trouble }); повторная попытка. До восстановления связи принимать решения нельзя.
 }
link-lostMore = Нет связи; повторная попытка. Решения, принятые сейчас, не отправляются.

# A time follows.
output-down = { output-name }: отставание
output-downMore = { $trouble ->
    [none] Повторная попытка; все остальное работает.
   *[other] { $trouble } Повторная попытка; все остальное работает.
 }
output-partly = { output-name }:
output-rounds = { $list }: { $what }
trouble-next = { $list }; { $item }
output-note = { $note }

# `$text`: what is wrong there, a sentence.
output-board = { $round ->
    [none] Доска { $board }: { $text }
   *[other] { $section ->
        [none] Тур { $round }, доска { $board }: { $text }
       *[other] Тур { $round } ({ $section }), доска { $board }: { $text }
     }
 }

# `$n`: how many boards more.
output-more = { $n ->
    [one] И еще { $n } доска.
    [few] И еще { $n } доски.
    [many] И еще { $n } досок.
   *[other] И еще { $n } доски.
 }
output-mark = { output-name }: { $text }

top-sound = Звук, когда требуется решение
top-theme = Светлая или темная тема
top-account = Учетная запись и настройки: { $by }

## Words that stand alone

color-white = Белые
color-black = Черные

word-table = Стол
word-close = Закрыть
word-cancel = Назад
word-save = Сохранить

table-name = Стол { $table }
table-several = столы { $listed }

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
table-unnamed = Игрок не указан

## How urgent a case is

sev-ruling = Решение
sev-warning = Внимание
sev-result = Результат
sev-unread = Не распознано
sev-lost = Доска без связи
sev-notice = Несрочно
sev-private = Только для вас

# The heads of lists and counts on the wall: `$n` stands before them.
sevs-ruling = { $n ->
    [one] решение
    [few] решения
    [many] решений
   *[other] решения
 }
sevs-warning = внимание
sevs-result = { $n ->
    [one] результат
    [few] результата
    [many] результатов
   *[other] результата
 }
sevs-unread = не распознано
sevs-lost = { $n ->
    [one] доска без связи
    [few] доски без связи
    [many] досок без связи
   *[other] доски без связи
 }
sevs-notice = несрочно

## Who sees to it

who-youGo = Идете вы
who-goes = Идет { $by }
who-seenYou = Просмотрено вами
who-seen = { $by ->
    [none] Просмотрено
   *[other] Просмотрено: { $by }
 }

## How a table stands

doing-over = Окончена
doing-setup = Не начата
doing-suspended = Приостановлена
doing-unknown = Партии еще нет
doing-boardNotSetUp = Фигуры не расставлены

# How long a player has thought: `$age` is a time as 5:03.
doing-for = уже { $age }
doing-stopped = Часы стоят { $age }

# Its board is lost together with that of another table.
doing-lostWith = вместе со столом { $table }
doing-interrupted = Ходы не записываются

health-board = Доска без связи
health-table = { $age ->
    [none] Не в сети
   *[other] Не в сети { $age }
 }
health-searching = Доска не найдена
health-battery = Низкий заряд часов
health-clock = Нет часов

# `$places`: squares, as `e4 d5`.
health-dead = Молчат: { $places }
health-missing = { $records ->
    [one] Потеряна { $records } запись
    [few] Потеряны { $records } записи
    [many] Потеряно { $records } записей
   *[other] Потеряно { $records } записи
 }
health-catchingUp = Получает пропущенное

## Boards

board-sensed = По датчикам
board-of = Позиция за столом { $table }

# `$content`: what stands on the square, from board-piece.
board-square = { $content ->
    [none] { $square }
   *[other] { $square }, { $content }
 }

# `$player` is the colour, `$piece` a letter as in piece-name.
board-piece = { $player ->
    [white] { white-piece }
   *[black] { black-piece }
 }

legend-touch = тронута первой
legend-bad = поставлена сюда
legend-owed = следует сыграть
legend-last = последний ход
legend-differ = не совпадает
legend-from = выбрано

## What hands do

# `$player`: white, black, or none where nobody knows whose hand it was. `<b>` is drawn strong.
hand-lift = { $player ->
    [white] Белые поднимают <b>{ piece-in-hand }</b> с { $square }
    [black] Черные поднимают <b>{ piece-in-hand }</b> с { $square }
   *[none] Кто-то поднимает <b>{ piece-in-hand }</b> с { $square }
 }
hand-drop = { $player ->
    [white] Белые ставят <b>{ piece-in-hand }</b> на { $square }
    [black] Черные ставят <b>{ piece-in-hand }</b> на { $square }
   *[none] Кто-то ставит <b>{ piece-in-hand }</b> на { $square }
 }
hand-press = { $player ->
    [white] Белые нажимают часы
    [black] Черные нажимают часы
   *[none] Кто-то нажимает часы
 }

## Keys

keys-title = Клавиши
keys-jk = следующий, предыдущий ожидающий случай
keys-enter = открыть стол
keys-c = выполнить предложенное
keys-d = отклонить
keys-a = просмотрено
keys-g = иду или все же не иду
keys-s = отложить на 5 минут
keys-u = отменить мое последнее решение
keys-views = обзор, очередь, тур, журнал
keys-search = поиск
keys-walk = перемещение по ленте времени
keys-help = эти клавиши
keys-off = Буквы действуют только вне полей ввода; их можно отключить в меню под вашим именем.

## Calls

call-ruling = Стол { $table }. { $title }

# Read aloud. `$severity`: as in sev-ruling and its like; `$table` may be several numbers.
aloud-newcomer = { $severity ->
    [ruling] Решение, стол { $table }. { $title }
    [warning] Внимание, стол { $table }. { $title }
    [result] Результат, стол { $table }. { $title }
    [unread] Не распознано, стол { $table }. { $title }
    [lost] Доска без связи, стол { $table }. { $title }
    [private] Только для вас, стол { $table }. { $title }
   *[notice] Несрочно, стол { $table }. { $title }
 }
aloud-live = Связь восстановлена.
aloud-lost = Нет связи.

## Cases: titles, and sentences where the alert brings none

case-castling-abandoned = Рокировка не выполнена
case-castling-forbidden-setup = Рокировка не разрешается: неправильная расстановка
case-castling-not-allowed = Рокировка невозможна
case-castling-rook-first = Рокировка: ладья тронута первой
case-claim-made = { $claim ->
    [none] Заявление
   *[other] Заявление: { claim-name }
 }
case-claim-right-lost = Право на заявление потеряно
case-clock-adjusted = Время на часах изменено
case-displaced-pieces = Фигуры смещены
case-disturbance = Помехи сопернику
case-draw-claim-right-lost = Право заявить о ничьей потеряно
case-fifty-moves-available = Возможно заявление: 50 ходов
case-flag-fall = Время истекло
case-game-end-in-doubt = Окончание партии под вопросом
case-game-ended-75-moves = 75 ходов, ничья
case-game-ended-checkmate = { $result ->
    [none] Мат
   *[other] Мат, { $result }
 }
case-game-ended-dead-position = Мертвая позиция, ничья
case-game-ended-fivefold = Пятикратное повторение позиции, ничья
case-game-ended-stalemate = Пат, ничья
case-illegal-displacement = Фигура поставлена невозможным ходом
case-illegal-move-completed = Завершен невозможный ход
case-illegal-move-stands = Невозможный ход остается в силе
case-illegal-position-watch = Невозможная позиция сохраняется
case-initial-position-wrong = Начальная позиция неправильна
case-move-ambiguous = Ход неоднозначен
case-new-game-set-up = Фигуры расставлены для новой партии
case-off-turn-touch = Касание не при своем ходе
case-opponent-may-claim = Соперник может заявить
case-opponent-replied-before-press = Ответ до нажатия часов
case-play-not-recorded = Ходы не записываются
case-position-mismatch = Доска не соответствует партии
case-position-restored = Позиция восстановлена
case-press-by-other-side = Часы нажаты не при своем ходе
case-press-without-move = Часы нажаты без хода
case-promotion-missing = Пешка не превращена
case-promotion-piece-changed = Фигура превращения заменена
case-promotion-piece-invalid = Недопустимая фигура превращения
case-released-then-moved = Отпущенная фигура переставлена
case-result-signalled = { $result ->
    [none] Короли в центре
   *[other] Короли в центре, { $result }
 }

# `$taken`: yes where a time that was added for nothing is taken back.
case-ruling-add-time = { $taken ->
    [yes] Снять добавленное время
   *[no] Добавить время
 }
case-ruling-game-drawn = Невозможные ходы: ничья
case-ruling-game-lost = Невозможные ходы: партия проиграна
case-slide-inferred = Взятие определено косвенно
case-threefold-available = Возможно заявление: троекратное повторение
case-touch-move-violated = Ход сделан не тронутой фигурой
case-touch-order-unclear = Две фигуры тронуты одновременно
case-touched-piece-returned = Тронутая фигура возвращена
case-two-hands-suspected = Возможно, ход двумя руками
case-wrong-colour-moved-first = Первый ход сделали черные
case-board-lost = Связь с доской потеряна
case-table-lost = Стол не в сети
case-clock-battery-low = Низкий заряд батареи часов
case-clock-disconnected = Часы не подключены
case-squares-dead = Поля молчат
case-records-missing = Записи потеряны
case-disk-full = Диск заполнен
case-journal-failing = Записи не сохраняются
case-outbox-full = Слишком много неотправленного
case-two-tables = Два стола с одним именем

# Of a game that another has followed. `$title`: the alert's title; `$lower`: the same with a small first letter.
case-before = Предыдущая партия: { $lower }
case-before-text = { $text } Решения по этому еще нет, а за этим столом уже идет следующая партия: ваше решение сохранится здесь и ничего там не изменит.

# What the program's catalogue does not know: its own code, with spaces. So in every message that is called `…-other`.
case-other = { $text }

# `$port`: where the board was plugged in.
case-board-lost-text = { $port ->
    [none] Доска не отвечает. Партия продолжается; пропущенное будет сверено, когда связь восстановится.
   *[other] Доска не отвечает. Партия продолжается; пропущенное будет сверено, когда связь восстановится. Доска была подключена к { $port }.
 }
case-table-lost-text = Компьютер стола не в сети. Партия там продолжается и сохраняется; сообщения стола придут, когда он снова будет в сети.
case-clock-battery-low-text = Батарея часов почти разряжена.
case-clock-disconnected-text = Доска не подключена к часам: нажатия и время неизвестны.

# `$n`: how many squares.
case-squares-dead-text = { $n ->
    [1] Показания поля { $squares } не соответствуют партии: фигура без чипа или неисправный датчик.
   *[other] Показания полей { $squares } не соответствуют партии: фигура без чипа или неисправный датчик.
 }
case-records-missing-text = { $records ->
    [one] { $records } запись этого стола безвозвратно потеряна. Сама партия сохранена полностью, если записаны все ее ходы.
    [few] { $records } записи этого стола безвозвратно потеряны. Сама партия сохранена полностью, если записаны все ее ходы.
    [many] { $records } записей этого стола безвозвратно потеряно. Сама партия сохранена полностью, если записаны все ее ходы.
   *[other] { $records } записи этого стола безвозвратно потеряно. Сама партия сохранена полностью, если записаны все ее ходы.
 }
case-disk-full-text = Диск компьютера стола заполнен. Освободите место, иначе партия хранится только в памяти.
case-journal-failing-text = Компьютер стола не может вести свой журнал. Партия отслеживается, но после перезапуска не сохранится.
case-outbox-full-text = Стол сообщил больше, чем может хранить до восстановления связи с брокером: самые старые ходы и нажатия могут не дойти.
case-two-tables-text = От имени этого стола поочерёдно отвечают два компьютера. Один из них нужно переименовать или выключить: показанное может относиться к любому из них.

# `$articles`: numbers of articles; `$edition`: a year.
case-article = { $edition ->
    [none] Ст.{"\u00A0"}{ $articles }
   *[other] Ст.{"\u00A0"}{ $articles } · Правила { $edition }
 }
case-judgement = на ваше усмотрение

# `$n`: how many tables, two at least.
line-board-lost = { $n ->
    [one] { $n } доска без связи на одной линии
    [few] { $n } доски без связи на одной линии
    [many] { $n } досок без связи на одной линии
   *[other] { $n } доски без связи на одной линии
 }
line-table-lost = { $n ->
    [one] { $n } стол не в сети
    [few] { $n } стола не в сети
    [many] { $n } столов не в сети
   *[other] { $n } стола не в сети
 }
line-other = { $n } × { $title }

# `$tables`: their numbers, as a list.
line-board-lost-text = Доски столов { $tables } не отвечают: одна линия или один разъем. Партии продолжаются; пропущенное будет сверено, когда связь восстановится.
line-table-lost-text = Столы { $tables } одновременно не в сети: один компьютер или один кабель. Партии там продолжаются и сохраняются.
line-other-text = То же за столами { $tables }.

# `$n`: how many alerts; `$tables`: at how many tables; `$lower`: their title with a small first letter (`$title`: as it is).
flood-title = { $tables ->
    [one] { $n } × { $lower }, за { $tables } столом
   *[other] { $n } × { $lower }, за { $tables } столами
 }

# `$age`: within which time, as 9:30.
flood-text = { $tables ->
    [one] { $title }: { times } за { $tables } столом в течение { $age }. Сведено в одну строку, так как за десять минут пришло больше десяти.
   *[other] { $title }: { times } за { $tables } столами в течение { $age }. Сведено в одну строку, так как за десять минут пришло больше десяти.
 }
flood-does = Все оповещения ({ $n }) отмечаются у своих столов как просмотренные. Каждое остается в журнале своего стола.

# Behind plan-dismiss.
flood-dismiss = ничего из этого не было: нигде ничего не засчитывается.
flood-times = { $n } ×

## The queue

queue-title = Ожидают
queue-order = Сначала самые важные и давние

# `$n`: how many have come since.
queue-newcomers = Новых: { $n }. Показать по порядку
queue-calm = Ничего не ожидает
queue-calmMore = Все, для чего нужен арбитр, появится здесь, самое важное первым.
queue-shelved = Отложено
queue-shelvedUntil = вернется в { $until } · { $by }
queue-unshelve = Вернуть сейчас

# `$n`: how many alerts.
queue-muted = { $n ->
    [one] { $n } вытекающее отсюда оповещение скрыто, до восстановления связи с доской
    [few] { $n } вытекающих отсюда оповещения скрыты, до восстановления связи с доской
    [many] { $n } вытекающих отсюда оповещений скрыто, до восстановления связи с доской
   *[other] { $n } вытекающего отсюда оповещения скрыто, до восстановления связи с доской
 }
queue-private = Только для вас
queue-privateNote = Действовать по ним нельзя, и никому нельзя о них сообщать.
queue-swipe = Смахнуть к концу строки: иду. К началу: просмотрено.
queue-evidence = Данные
queue-ended = Больше не ожидает

## What is proposed

plan-confirm = Если подтвердить
plan-proposed = Что предлагается
plan-follows = Что последует
plan-choose = Что вы выбираете
plan-dismiss = Если отклонить:
plan-let-stand = Если оставить в силе:
plan-confirmElse = Если только подтвердить:
plan-take-back = Если вернуть ход:
plan-acknowledge = Если отметить просмотренным:
plan-set-move = Укажите, какой это был ход: сыгранное после него определится само.
plan-set-result = Правила допускают два результата: посмотрите на позицию и установите один из них.
plan-set-position = Укажите, что стоит на доске.
plan-new-game = Начинается новая партия.
plan-owed = Следует сыграть
plan-touches = Касания и нажатия
plan-noTouches = За две предшествующие минуты касаний не было.
plan-history = Кто что сделал
plan-together = Объединено
plan-lastKnown = Последнее известное
plan-openTable = Открыть стол
plan-noBoard = Нет изображения: позиция неизвестна.
plan-sensors = Датчики видят поля и фигуры, но не руки.

## Who did what

# `$title`: the title of an alert, in the next ones, too.
course-raised = Оповещение: { $title }
course-began = Началось
course-goes = Идет к столу
course-goes-not = Все же не идет
course-seen = Просмотрено
course-shelved = Отложено
course-unshelved = Возвращено из отложенных
course-acknowledged = Просмотрено у стола: { $title }
course-cleared = Снято: { $title }
course-dismissed = Отклонено: { $title }
course-lapsed = Закрылось само: { $title }

# `$text`: one of the messages above.
course-by = { $by } · { $text }

## Who comes second

# `$by`: a name, or none; `$did`: see `did`; `$what`: the result that was given, in words, or none.
second-decided = { $by ->
    [none] { $what ->
        [none] Раньше вас, в { $at }: { did }. Ваше решение не отправлено.
       *[other] Раньше вас, в { $at }: { did }. { $what }. Ваше решение не отправлено.
     }
   *[other] { $what ->
        [none] <b>{ $by }</b>: { did } в { $at }, раньше вас. Ваше решение не отправлено.
       *[other] <b>{ $by }</b>: { did } в { $at }, раньше вас. { $what }. Ваше решение не отправлено.
     }
 }
second-ended = Это закрылось само в { $at }. Решать больше нечего.
second-gone = Это больше не ожидает. Решать больше нечего.

# As second-decided, where it was the same person at another screen.
second-watch = { $by ->
    [none] { $what ->
        [none] В { $at }: { did }.
       *[other] В { $at }: { did }. { $what }.
     }
   *[other] { $what ->
        [none] <b>{ $by }</b>: { did } в { $at }.
       *[other] <b>{ $by }</b>: { did } в { $at }. { $what }.
     }
 }
second-next = Следующий ожидающий
second-takeTheirs = Отменить решение ({ $by })…

## What can be done

act-confirm = Подтвердить
act-confirmCounted = Подтвердить: { nth-illegal-move }
act-confirmResult = { $reason ->
    [flag-fall] Подтвердить: { $result } по времени
   *[other] Подтвердить: { $result }
 }
act-confirmTime = { $way ->
    [less] Подтвердить: { side-dat } −{ span }
   *[more] Подтвердить: { side-dat } +{ span }
 }
act-confirmNoted = Подтвердить, ход остается
act-dismiss = Отклонить
act-let-stand = Оставить в силе
act-acknowledge = Просмотрено

# `$n`: how many cases.
act-acknowledgeAll = Просмотрено: все { $n }
act-take-back = Вернуть ход…
act-takeBackOwed = Вернуть: { side-dat } нужен другой ход

# `$sans`: moves, as a list.
act-takeBackMoves = Вернуть { $sans }
act-set-result = Установить результат…
act-set-move = Указать ход…
act-set-position = Установить позицию…
act-identify = Подсветить доску
act-new-game = Новая партия…
act-set-players = Игроки…
act-reopen = Вновь открыть партию
act-suspend = Приостановить партию
act-resume = Возобновить партию
act-claim = Заявление игрока…
act-register = Отметить увиденное…
act-adjust-clock = Время на часах изменено…
act-set-illegal-moves = Число невозможных ходов…
act-resync = Запросить все заново
act-other = { $text }
act-go = Иду
act-go-not = Не иду
act-shelve = Отложить на 5 мин
act-seen = Просмотрено
act-undo = Отменить
act-lookAndConfirm = Посмотреть и подтвердить
act-onlyChief = Отложить решение может только главный арбитр.

## What an act will do

effect-board-blinks = Доска мигает, если на ней есть индикаторы.
effect-claim-looked-into = Заявление { side-gen } ({ claim-name }) рассматривается; итог будет сообщен.
effect-claim-settled = Заявление рассмотрено.
effect-did-not-happen = Этого не было: ничего не засчитывается, время не добавляется, и все, что с этим связано, отпадает.
effect-game-reopened = Результат снова открыт; партия продолжается.
effect-game-left = Партия прекращается: { half-moves }, без результата.
effect-illegal-move-counted = { side }: { nth-illegal-move }.
effect-illegal-moves-set = { side }: теперь { illegal-moves }.
effect-move-owed = { side-must } сыграть { moves-owed }.

# `$san`: what the move was; `$was`: as what it was read before, or none; `$ply`: which half-move of the game.
effect-move-set = { $was ->
    [none] { $ply }-й полуход — { $san }. Сыгранное после него определяется заново.
   *[other] { $ply }-й полуход — { $san }, а не { $was }. Сыгранное после него определяется заново.
 }
effect-move-stands = То, что стоит на доске, остается в силе; партия продолжается с этой позиции.

# `$sans`: the moves, as a list; `$n`: how many; `$many`: yes where they are too many to be named, then `$first` is the first.
effect-moves-taken-back = { $many ->
    [yes] { $n ->
        [one] Возвращается { $n } полуход, начиная с { $first }.
        [few] Возвращаются { $n } полухода, начиная с { $first }.
       *[other] Возвращается { $n } полуходов, начиная с { $first }.
     }
   *[no] { $n ->
        [1] Ход { $sans } возвращается.
       *[other] Ходы { $sans } возвращаются.
     }
 }
effect-new-game = Начинается новая партия.
effect-play-goes-on = Партия продолжается с позиции на доске.
effect-play-stands-still = Пока партия не возобновлена, ничто из сделанного на доске или с часами не учитывается.

# Names, or none where one stays as it is.
effect-players-set = { $white ->
    [none] { $black ->
        [none] {""}
       *[other] Черные: { $black }.
     }
   *[other] { $black ->
        [none] Белые: { $white }.
       *[other] Белые: { $white }. Черные: { $black }.
     }
 }
effect-position-set = Партия продолжается с установленной вами позиции; прежние требования к ходу не действуют.
effect-records-asked-for = Стол сообщает все заново.
effect-registered = { $kind ->
    [illegal-move] Невозможный ход { side-gen } заносится в журнал, и предлагается то, чего требуют Правила.
    [two-hands] Ход { side-gen } двумя руками заносится в журнал, и предлагается то, чего требуют Правила.
    [disturbance] Помехи со стороны { side-gen } заносятся в журнал, и предлагается то, чего требуют Правила.
   *[other] { $kind } заносится в журнал, и предлагается то, чего требуют Правила.
 }
effect-result-final = Результат { $result }{ result-reason }. Партия окончена.

# `$before`: a result.
effect-result-replaced = Результат { $before } заменяется.
effect-seen = Отмечается как просмотренное и остается открытым.
effect-settled = Вопрос снимается; больше ничего не меняется.

# `$set_ms`: the time to which the clock has to be set, or none.
effect-time-given = { $set_ms ->
    [none] { $way ->
        [less] Из времени { side-gen } { span-is-taken }.
       *[more] { side-dat-first } { span-is-added }.
     }
   *[other] { $way ->
        [less] Из времени { side-gen } { span-is-taken }; установите на часах { side-gen } { $set_ms }.
       *[more] { side-dat-first } { span-is-added }; установите на часах { side-gen } { $set_ms }.
     }
 }

# `$signed`: a time with its sign, as + 2:00.
effect-clock-adjusted = { side }: { $signed } заносится в журнал; сама программа часы установить не может.
effect-clock-set = { side }: установка часов на { $time } заносится в журнал; сама программа установить их не может.
effect-half-moves-taken-back = { $plies ->
    [one] Возвращается { $plies } полуход.
    [few] Возвращаются { $plies } полухода.
   *[other] Возвращается { $plies } полуходов.
 }
effect-clock-noted = То, что вы сделали с часами, заносится в журнал; сама программа часы установить не может.
effect-other = { $text }

## The same in few words

brief-did-not-happen = Этого не было
brief-settled = Снято
brief-seen = Просмотрено
brief-illegal-move-counted = { side }: { nth-illegal-move }
brief-time-given = { side } { $signed }
brief-clock-adjusted = { side } { $signed }
brief-clock-set = { side } = { $time }
brief-claim-looked-into = { side }: { claim-name }
brief-half-moves-taken-back = { $plies ->
    [one] { $plies } полуход возвращен
    [few] { $plies } полухода возвращены
   *[other] { $plies } полуходов возвращено
 }
brief-game-left = { half-moves } без результата
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
    [illegal-move] { side }: невозможный ход
    [two-hands] { side }: две руки
    [disturbance] { side }: помехи сопернику
   *[other] { side }: { $kind }
 }
brief-result-replaced = вместо { $before }
brief-result-final = Результат { $result }
brief-move-owed = { side-must } сыграть { moves-owed }

# As effect-moves-taken-back.
brief-moves-taken-back = { $many ->
    [yes] { $n ->
        [one] { $n } полуход возвращен
        [few] { $n } полухода возвращены
       *[other] { $n } полуходов возвращено
     }
   *[no] { $n ->
        [1] { $sans } возвращен
       *[other] { $sans } возвращены
     }
 }

# `$was`: what was read before, as 12…Nf6, or none; then `$became` has the number.
brief-move-set = { $was ->
    [none] добавлен { $became }
   *[other] { $was } → { $became }
 }
brief-move-stands = Остается в силе

## What the arbiter has to do himself

step-ask-players = Спросите игроков: было ли сказано «я поправляю», что было тронуто?
step-check-last-move = Проверьте, был ли последний ход возможным.
step-compare-scoresheets = Сравните с бланками.
step-move-due = { $player ->
    [white] Белые делают ход: { moves-owed }.
    [black] Черные делают ход: { moves-owed }.
   *[other] Игрок делает ход: { moves-owed }.
 }
step-put-back = { $n ->
    [0] Верните фигуры на прежние места.
   *[other] Верните фигуры на прежние места: { $squares }.
 }
step-run-clock = Пустите часы { side-gen }.

# `$signed`: what is added or taken, with its sign; `$before_ms`: what the clock showed; `$sum`: as `+ 2:00 = 3:23`, or
# none where nobody knows; `$again`: yes where the same was said of the other player just before.
step-set-clock = { $sum ->
    [none] Часы { side-gen }: { $signed }; что они показывали, неизвестно.
   *[other] { $again ->
        [yes] Часы { side-gen }: { $before_ms } при нажатии, { $sum }.
       *[no] Часы { side-gen }: { $before_ms } при нажатии, { $sum }. С тех пор они шли дальше.
     }
 }
step-stop-clocks = Остановите часы.
step-take-scoresheets = Возьмите подписанные бланки.
step-other = { $text }

## What is told when something is done

# `$what`: what was done, in a few words (`done-…`, `brief-…`).
toast-done = Стол { $table }. { $what }

# `$error`: in the table's own words, English.
toast-refused = Отказ стола { $table }: { $error }
toast-noAnswer = Стол { $table } еще не ответил. Возможно, это еще будет выполнено.
toast-second = { $by ->
    [none] Стол { $table }: уже решено раньше вас. Ваше решение не выполнено.
   *[other] Стол { $table }: уже решено раньше вас ({ $by }). Ваше решение не выполнено.
 }
toast-takenBack = Стол { $table }. Отменено
toast-takenOver = Принято: { $file }
toast-started = Тур { $number } начат
toast-ended = Тур { $number } завершен
toast-result = Доска { $board }: { $result }
toast-noResult = Доска { $board }: результата больше нет
toast-absent = Доска { $board }: занесено в журнал
toast-paired = Доска { $board }: изменено
toast-event = Соревнование изменено

## What was done

done-confirm = Подтверждено
done-dismiss = Отклонено
done-let-stand = Оставлено в силе
done-acknowledge = Просмотрено
done-take-back = Ход возвращен
done-set-result = Результат установлен
done-set-move = Ход указан
done-set-position = Позиция установлена
done-set-players = Игроки указаны
done-new-game = Новая партия
done-reopen = Партия вновь открыта
done-suspend = Приостановлено
done-resume = Возобновлено
done-claim = Заявление подано
done-register = Занесено в журнал
done-adjust-clock = Время на часах записано
done-set-illegal-moves = Число невозможных ходов установлено
done-identify = Доска мигает
done-resync = Все запрошено заново
done-other = { $text }
done-absent = Неявка
done-adopt = Партия принята за партию этой пары
done-end-round = Тур завершен
done-event = Соревнование изменено
done-import = Пары приняты
done-pair = Пара изменена
done-round-result = Результат внесен
done-start-round = Тур начат

## Why something is refused

refused-no-link = Нет связи: ничего не отправлено.
refused-no-broker = Нет связи со столами: принимать решения нельзя.
refused-malformed = Запрос не понят.
refused-no-answer = Нет ответа. Возможно, это выполнено: посмотрите, прежде чем повторять.
refused-already-taken-back = Это уже отменено.

# `$field`, `$expected`: in the program's own words, English.
refused-bad-value = { $field }: ожидалось { $expected }.

# The same of the fields that the page knows; each is shown alone.
bad-rounds = Число туров: от 1 до 99.
bad-default-time-min = Допустимое опоздание: от 0 до 720 минут.
bad-delay-s = Задержка: от 0 до 86 400 секунд (24 часа).
bad-first-table = Стол доски 1: номер от 1 до 9999.
bad-sections = Группы: не более 64, названия от 1 до 256 байт без управляющих символов.
bad-set = Это ничего бы не изменило.
bad-pair = Это ничего бы не изменило.
bad-player = Этот игрок сидит за другой доской тура.
bad-table = Стол: название не длиннее 64 байт без + # /.
bad-to = Такой доски нет.
bad-white = Один и тот же игрок не может играть и белыми, и черными.
bad-for-s = Отложить можно на время от 1 секунды до 1 часа.

refused-not-allowed = Вашей учетной записи это там не разрешено.
refused-no-such-case = Это больше не ожидает: решено или закрылось само.
refused-no-such-entry = Такой записи в журнале нет.
refused-no-such-table = Такого стола нет.
refused-nothing-takes-it-back = Само по себе это не отменить: исправьте командами стола.
refused-only-chief = Это может только главный арбитр.
refused-table-away = Стол не в сети: принимать там решения нельзя.
refused-changed = Партия продвинулась с тех пор, как вы ее видели. Посмотрите еще раз, затем решайте.
refused-other-game = Это решено в другой партии: отменить это уже нельзя.
refused-secondGoes = Уже идет { $by }, с { $at }.
refused-secondItself = Это закрылось само в { $at }. Ваше решение не выполнено.

# As second-decided.
refused-second = { $by ->
    [none] Раньше вас, в { $at }: { did }. Ваше решение не отправлено.
   *[other] { $by }: { did } в { $at }, раньше вас. Ваше решение не отправлено.
 }
refused-other = { $text }
refused-comparison-old = С момента показа что-то изменилось: выберите файл заново.
refused-has-played = В партии есть ходы: игрок явился.
refused-no-such-pairing = Такой пары больше нет.
refused-no-such-round = Такого тура нет.

# `$pair`: who plays there, as `A – B`, or none.
refused-pairing-changed = { $pair ->
    [none] Там теперь играют другие. Посмотрите еще раз.
   *[other] Там теперь играют другие: { $pair }. Посмотрите еще раз.
 }
refused-result-stands = Результат там уже есть: { $result }. Посмотрите еще раз.

# `$boards`: their numbers, as a list; `$n`: how many.
refused-results-missing = { $n ->
    [1] Нет результата на доске { $boards }.
   *[other] Нет результатов на досках { $boards }.
 }
refused-round-over = Этот тур завершен.
refused-round-not-on = Этот тур не начат.
refused-too-early = Время допустимого опоздания еще не истекло (6.7.1).
refused-too-long = Файл слишком велик: не более 8 МиБ.
refused-gone = Сервер зала не отвечает.

## Forms

form-result = Как закончилась партия?
form-resultWhy = Как (по желанию)
form-why-agreed = соглашение
form-why-resigned = сдача
form-why-time = время
form-why-mate = мат
form-why-forfeit = неявка

# `$turn`: the number of the move, as 12. or 12…; `$san`: as what it was read, or none.
form-move = { $san ->
    [none] Какой был ход { $turn }?
   *[other] Какой был ход { $turn }, распознанный как { $san }?
 }
form-candidates = Соответствует показаниям датчиков
form-onBoard = Или выберите ход на доске: сначала откуда, затем куда.
form-onBoardOnly = Выберите ход на доске: сначала откуда, затем куда.

# `$uci`: from where to where, as e2e5.
form-notLegal = { $uci }: такой ход здесь невозможен.
form-promote = Превращение пешки
form-anew = Без вашего подтверждения ничего не меняется. Сыгранное после этого хода определяется заново.
form-doIt = Указать этот ход
form-takeBack = На сколько полуходов вернуть партию?
form-takeBackTo = { half-moves }, начиная с { $san }
form-takeBackDo = Вернуть { half-moves }
form-position = Что стоит на доске?
form-fromBoard = По датчикам
form-fromGame = Как в партии
form-empty = Очистить
form-first = Начальная позиция
form-toMove = Очередь хода
form-castling = Право на рокировку
form-castle-K = Белые, 0-0
form-castle-Q = Белые, 0-0-0
form-castle-k = Черные, 0-0
form-castle-q = Черные, 0-0-0
form-pick = Какую фигуру поставить
form-erase = Пусто
form-moveOne = Переставить стоящую фигуру
form-positionDo = Продолжить с этой позиции
form-players = Кто играет?
form-name = Имя
form-title = Звание
form-rating = Рейтинг
form-federation = Федерация
form-fideId = FIDE ID
form-team = Команда
form-swap = Поменять цвета
form-playersDo = Указать игроков
form-newGame = Новая партия за этим столом
form-newGameDo = Начать новую партию
form-keepPlayers = Те же игроки
form-swapPlayers = Те же игроки, цвета наоборот
form-noPlayers = Без имен
form-regime = Вид шахмат
form-regime-standard = стандартные
form-regime-rapid = быстрые
form-regime-blitz = блиц
form-edition = Редакция Правил
form-supervision = Наблюдение
form-supervision-full = достаточное
form-supervision-limited = ограниченное
form-variant = Игра
form-variant-chess = шахматы
form-variant-chess960 = Chess960
form-asBefore = как раньше
form-clock = Что вы сделали с часами?
form-added = Добавлено или вычтено
form-minutes = Минуты
form-seconds = Секунды
form-add = добавлено
form-take = вычтено
form-clockDo = Записать: { side-inside } { $signed }
form-player = Игрок
form-illegal = Сколько невозможных ходов засчитано?
form-illegalDo = Установить
form-claim = Кто и о чем заявляет?
form-claimMove = С ходом (если он записан)
form-claimDo = Рассмотреть заявление
form-claim-threefold = Троекратное повторение позиции (9.2)
form-claim-fifty-moves = 50 ходов (9.3)
form-claim-quickplay-finish = Быстрая игра до конца партии
form-claim-touch-move = Тронутая фигура (ст.{"\u00A0"}4)
form-register = Что вы видели сами?
form-register-illegal-move = Невозможный ход { side-gen }
form-register-two-hands = Ход { side-gen } двумя руками
form-register-disturbance = Помехи со стороны { side-gen }
form-willDo = Что это изменит
form-lostNow = Одним нажатием этого не вернуть.

# The head of a form: `$act` is what will be done, from `act-…`.
form-heading = Стол { $table }. { $act }
form-doItMove = Указать этот ход: { $san }

## What is asked first

ask-title = Стол { $table }: вы уверены?

# `$act`: the words of the button that was pressed.
ask-do = Да: { $act }
ask-takeBackTitle = Отменить решение ({ $by })?

## The wall

wall-filter = Фильтр по состоянию

# The number of tables stands before it.
wall-tables = { $n ->
    [one] стол
    [few] стола
    [many] столов
   *[other] стола
 }
wall-section = Группа
wall-sections = Все группы
wall-arbiter = Арбитр
wall-arbiters = Все арбитры
wall-order = Порядок
wall-urgency = Срочность
wall-number = Доска
wall-view = Вид
wall-tiles = Плитки
wall-rows = Строки
wall-needed = Нужен арбитр
wall-playing = Играют
wall-done = Окончены
wall-noSection = Без группы
wall-none = Таких столов сейчас нет.
wall-col-no = №
wall-col-state = Состояние
wall-col-clock = Часы
wall-col-last = Последний ход
wall-col-who = Кто идет
wall-listOf = Столы

## One table

tv-move = Ход { $number }
tv-commands = Команды
tv-group-game = Партия
tv-group-moves = Ходы и позиция
tv-group-play = Игра
tv-group-board = Доска
tv-print = Печать
tv-appeal = Файл для апелляции
tv-pgn = PGN
tv-turn = Повернуть доску
tv-agrees = Доска соответствует партии.

# `$places`: squares, as a list with commas.
tv-differs = Доска не соответствует партии: { $places }.
tv-differsMany = { $n ->
    [one] Доска не соответствует партии на { $n } поле.
   *[other] Доска не соответствует партии на { $n } полях.
 }
tv-inAir = В руке: с { $places }.
tv-noSensed = Показаний доски еще нет.
tv-board-connected = Доска подключена
tv-board-lost = Связь с доской потеряна
tv-board-searching = Поиск доски
tv-board-stale = Нет данных от доски
tv-lastSeen = По последним данным:
tv-walkedBack = Как было в { $at }.
tv-timeline = Действия рук
tv-back = Назад
tv-forward = Вперед
tv-noHands = В этой партии касаний еще не было.

# `$text`: what the hand did there; `$n` of `$of` steps.
tv-step = { $n } из { $of }: { $text }
tv-before = До первого из них
tv-moves = Ходы
tv-noMoves = Ходов еще нет.
tv-correct = исправить этот ход
tv-inferred = определен косвенно
tv-notCompleted = часы еще не нажаты
tv-decisions = Решения
tv-noDecisions = За этим столом еще ничего не решено.
tv-games = Прошлые партии

# `$termination`: why, in few words.
tv-result = { $termination ->
    [none] { $result }
   *[other] { $result } · { $termination }
 }
tv-owes = { side-must } пойти фигурой с { $places }.

# How many illegal moves each has made.
tv-illegal = Невозможные ходы: белые { $white }, черные { $black }.
tv-unknown = Стола { $table } нет.
tv-alerts = Оповещения этой партии

# What has become of an alert.
tv-alertState = { $state ->
    [raised] открыто
    [acknowledged] просмотрено, открыто
    [cleared] снято
    [dismissed] отклонено
    [lapsed] закрылось само
   *[other] { $state }
 }
tv-printTitle = Стол { $table } · { $event }
tv-printed = Напечатано в { $at }
tv-positions = Позиции

# `$move`: a numbered move, as 12…Nf6.
tv-afterMove = после { $move }
tv-laws = Правила { $edition }

regime-standard = стандартные шахматы
regime-rapid = быстрые шахматы
regime-blitz = блиц

variant-chess960 = Chess960

## The record

# `$all`: how many entries; `$shown`: how many of them are shown, or none where all are.
rec-title = { $shown ->
    [none] { $all ->
        [one] { $all } запись
        [few] { $all } записи
        [many] { $all } записей
       *[other] { $all } записи
     }
   *[other] { $all ->
        [one] { $shown } из { $all } записи
       *[other] { $shown } из { $all } записей
     }
 }
rec-search = Имя, стол, статья…
rec-searchLabel = Поиск в журнале
rec-how = Чем закончилось
rec-hows = Все
rec-how-by-person = решено человеком
rec-how-by-itself = закрылось само
rec-how-taken-back = отменено
rec-how-not-done = не выполнено
rec-arbiters = Все арбитры
rec-print = Печать
rec-csv = CSV
rec-json = JSON
rec-col-time = Время
rec-col-table = Стол
rec-col-what = Что
rec-col-article = Ст.
rec-col-proposed = Предложено
rec-col-done = Сделано
rec-col-by = Кем
rec-none = Ничего подобного в журнале нет.
rec-empty = Решений еще не было.
rec-itself = закрылось само
rec-itself-gone = Уже прошло
rec-itself-lapsed = Слишком поздно или делать больше нечего
rec-itself-cleared = Причина отпала
rec-itself-dismissed = Этого не было
rec-itself-next-game = Началась следующая партия
rec-otherwise = решено иначе
rec-elsewhere = не с этой консоли
rec-takenBack = отменено: { $by }, { $at }
rec-takesBack = отменяет запись { $number }
rec-refused = отказ: { $error }
rec-second = { $by ->
    [none] опоздало: уже решено, { $at }
   *[other] опоздало: уже решено ({ $by }), { $at }
 }
rec-sent = отправлено
rec-noAnswer = ответа еще нет
rec-shelved = Отложено до { $until }
rec-take = Отменить

# What has come of a claim.
rec-claim = { $verdict ->
    [correct] заявление верно
    [wrong] заявление неверно
    [right-lost] право потеряно
    [arbiter] на ваше усмотрение
   *[other] { $verdict }
 }
rec-round = { $section ->
    [none] { $board ->
        [none] Тур { $number }
       *[other] Тур { $number }, доска { $board }
     }
   *[other] { $board ->
        [none] Тур { $number } ({ $section })
       *[other] Тур { $number } ({ $section }), доска { $board }
     }
 }

# `$who`: white, black, both (neither of them came); `$minutes`: the default time, or none where he had said so before;
# `$now`: a result.
rec-did-absent = { $minutes ->
    [none] { who-absent } не явились (сообщили заранее): { $now }
    [one] { who-absent } не явились в течение { $minutes } минуты: { $now }
   *[other] { who-absent } не явились в течение { $minutes } минут: { $now }
 }
rec-did-board = Доска { $from } → { $to }

# `$n`: how many results were missing.
rec-did-ended = { $n ->
    [0] Завершен со всеми результатами
    [one] Завершен без { $n } результата
   *[other] Завершен без { $n } результатов
 }

# `$fields`: what was set of the event, a list of event-field.
rec-did-event = Соревнование: { $fields }

# How many pairings are as before, and so on.
rec-did-imported = { $file }: без изменений { $as_before }, новых и измененных { $changed }, выбыло { $gone }
rec-did-players = { $white_was } – { $black_was } → { $white } – { $black }

# Results; `$was` is none where there was none.
rec-did-result = { $was ->
    [none] { $now ->
        [none] *
       *[other] { $now }
     }
   *[other] { $now ->
        [none] { $was } → нет результата
       *[other] { $was } → { $now }
     }
 }
rec-did-table = Стол { $from ->
    [none] не указан
   *[other] { $from }
 } → { $to ->
    [none] не указан
   *[other] { $to }
 }

## People

people-add = Добавить пользователя
people-col-name = Имя
people-col-may = Роль
people-col-tables = Столы
people-col-on = Устройства
people-col-last = Активность
people-col-do = Действия
people-you = (вы)
people-role-chief = Главный арбитр
people-role-arbiter = Арбитр
people-role-broadcaster = Трансляция
people-role-display = Экран
people-allTables = Все
people-publicOnly = Только открытые данные
people-nowhere = нет
people-now = сейчас
people-ago = { $age } назад
people-link = Ссылка
people-linkFor = Ссылка: { $by }
people-linkTitle = Ссылка: { $by }
people-linkNote = Действует один раз, до { $until }. { $role ->
    [chief] По ней входят как главный арбитр.
    [broadcaster] По ней входят с ролью «Трансляция».
    [display] По ней входят с ролью «Экран».
   *[arbiter] По ней входят как арбитр.
 }
people-qr = QR-код: ссылка для входа с одного устройства
people-copy = Копировать
people-copied = Скопировано
people-change = Изменить
people-changeOf = Изменить: { $by }
people-endOne = Завершить
people-remove = Удалить
people-removeAsk = Удалить пользователя { $by }? Все сеансы учетной записи завершатся. Принятые решения останутся в журнале.
people-name = Имя
people-role = Роль
people-sections = Группы, по одной в строке; пусто: все столы
people-password = Пароль (можно не указывать: дайте ссылку)
people-sessions = Сеансы: { $by }

# `$agent`: a browser and its system, or none; `$from`: an address; `$since`: a time of day.
people-session = { $agent ->
    [none] Программа
   *[other] { $agent }
 } · { $from } · с { $since }
people-keyLine = Ключ программы · { $from } · с { $since }
people-keyNote = Программа предъявляет свой ключ, чтобы действовать от этого имени.
people-keysOnly = только по ключу
people-newKey = Новый ключ для программы
people-keyTitle = Ключ: { $by }
people-keyOnce = Он показывается только сейчас. Программа отправляет его как «Authorization: Bearer».
people-refused-bad-name = Такое имя использовать нельзя: от 1 до 64 байт, только читаемые знаки.
people-refused-bad-password = В пароле должно быть от 8 до 256 байт.
people-refused-last-chief = Тогда никто больше не сможет давать учетные записи.

# `$name`: of another account.
people-refused-name-alike = Это имя похоже на { $name }, а такая учетная запись уже есть: в журнале их было бы не различить.
people-refused-name-taken = Учетная запись с таким именем уже есть.
people-refused-no-such-account = Такой учетной записи больше нет.
people-refused-no-such-session = Этот сеанс уже завершен.
people-refused-not-allowed = Вашей учетной записи это не разрешено.
people-failed = Это выполнить не удалось.

## On this device

me-title = На этом устройстве
me-sound = Звук, когда требуется решение
me-tryOut = Проверить
me-notify = Уведомление браузера, когда требуется решение
me-notifyNo = Здесь браузер уведомлений не дает: нужен https или ваше разрешение.
me-vibrate = Вибрация на телефоне
me-letters = Буквы как клавиши команд
me-turned = Белые сверху на всех досках
me-language = Язык
me-theme = Тема
me-theme-device = как на устройстве
me-theme-light = светлая
me-theme-dark = темная
me-signOut = Выйти
me-screen = Экран для зрителей
me-keys = Клавиши
me-password = Мой пароль
me-passwordOld = Старый пароль (пусто, если его нет)
me-passwordNew = Новый пароль
me-passwordDo = Изменить
me-passwordDone = Ваш пароль изменен.
me-passwordWrong = Старый пароль неверен, или новый слишком короток.
me-language-device = как в браузере

## Signing in

in-title = Консоль арбитров. Попросите у главного арбитра ссылку или QR-код либо войдите по имени.
in-name = Имя
in-password = Пароль
in-do = Войти
in-wrong = Имя или пароль неверны.
in-slow = Неверно. Следующая попытка возможна через { $seconds } с; других это не задерживает.
in-busy = Одновременно входит много людей. Попробуйте снова через { $seconds } с.
in-away = Сервер зала не отвечает. Попробуйте снова.
in-setup = Учетных записей еще нет. Ваша будет учетной записью главного арбитра.
in-setupDo = Создать учетную запись
in-setupNo = Учетных записей еще нет. Откройте ссылку, которую программа вывела при первом запуске, или эту страницу на самом компьютере.
in-passwordNew = Пароль, не менее 8 знаков
in-setupRefused = Отказано: возможно, ссылка уже использована или пароль слишком короткий.
in-entering = Вход по ссылке…
in-enterNo = Эта ссылка уже использована или устарела. Попросите у главного арбитра другую.
in-again = Ваш сеанс завершен. Войдите снова.

## The public screens

# `$range`: numbers of boards, as 1–8; `$all`: how many there are.
screen-shown = Доски { $range } из { $all }
screen-delay = показ с задержкой { $minutes } мин
screen-delaySeconds = показ с задержкой { $seconds } с

# A time follows.
screen-lost = Нет связи уже
screen-noBoards = Партии пока не показываются.
screen-title = { $event }: доски
screen-board = Доска { $board }
screen-position = Позиция на доске { $board }
screen-round = Тур { $round }

# A period of the time control: `$moves` moves (or none), in `$minutes`, or, where these are none, in `$seconds`; with
# `$increment` seconds a move (or none).
screen-period = { $moves ->
    [none] { period-time }
   *[other] { $moves ->
        [one] { $moves } ход за { period-time }
        [few] { $moves } хода за { period-time }
        [many] { $moves } ходов за { period-time }
       *[other] { $moves } хода за { period-time }
     }
 }

# `$list`: the periods before; `$item`: the next one.
screen-then = { $list }, затем { $item }
screen-interrupted = ходы появятся позже
screen-forfeit = без игры

# Behind a result, also in the next; the number of the move that is being played.
screen-atMove = ход { $number }
screen-col-board = №
screen-col-result = Результат
screen-stop = Страница { $page } из { $pages }. Остановить.
screen-goOn = Страница { $page } из { $pages }. Листать дальше.
screen-arbiter = На этой странице то, что видят зрители. Чтобы увидеть ее, войдите здесь с учетной записью экрана.

## Rounds

round-title = Тур { $number }
round-choice = { $section ->
    [none] Тур { $number }
   *[other] Тур { $number }, { $section }
 }
round-results = кто играет и чего не хватает
round-pairingsOf = пары
round-steps = От файла к результатам
round-step-file = Файл
round-step-fileRead = Файл прочитан
round-step-compare = Сверка
round-step-start = Начало
round-step-results = Результаты
round-board = Доска
round-atTables = За столами
round-pairings = Пары
round-state-planned = не начат
round-state-on = идет
round-state-over = завершен
round-atMove = ход { $number }
round-atTable = за столом { $table }
round-absent = неявка
round-planned = не начата
round-tableSays = по данным стола: { $result }
round-waitsFor-answer = идет передача
round-waitsFor-board = доска еще не найдена
round-waitsFor-game = там идет другая партия
round-waitsFor-other-pairing = стол занят другой парой
round-waitsFor-refused = стол отказал
round-waitsFor-table = такого стола нет на связи
round-waitsFor-table-away = не в сети
round-noTable = нет связи ни с одним столом
round-resultsCard = Результаты
round-resultsOf = Результаты тура { $number }
round-of = { $n } из { $of }

# `$n`: how many boards more.
round-more = { $n ->
    [one] Играет еще { $n }
   *[other] Играют еще { $n }
 }
round-meter = Результаты: { $n } из { $of }
round-allThere = Все результаты есть.
round-resultOf = Результат стола { $table }
round-resultOfBoard = Результат доски { $board }
round-writeBack = Выгрузить
round-file-pgn = PGN
round-file-trf = TRF
round-file-csv = CSV

## The file of pairings

file-choose = Выбрать файл с парами…
file-chooseNext = Файл с парами…
file-chooseOther = Выбрать другой файл…
file-field = Файл с парами
file-reading = Файл читается…
file-none = Пар еще нет
file-noneMore = Выберите файл, который записывает ваша программа жеребьевки, или перетащите его сюда: PGN, TRF, CSV или XLSX.
file-nothingYet = Сначала он сверяется и показывается. Без вашего подтверждения ничего не меняется.
file-changes = Что меняет файл
file-boards = { $n ->
    [one] { $n } доска
    [few] { $n } доски
    [many] { $n } досок
   *[other] { $n } доски
 }
file-again = С момента показа что-то изменилось. Посмотрите еще раз, затем примите.
file-count-as-before = без изменений
file-count-new = добавлено
file-count-changed = изменено
file-count-moved = перемещено

# The number stands before it, as before the messages around it.
file-count-bye = без игры
file-count-gone = выбыло
file-only = Только отличия
file-facts = Новое о соревновании:
file-against = По сравнению с тем, что есть
file-kind-as-before = без изменений
file-kind-bye = Без игры
file-kind-changed = Другой игрок
file-kind-gone = Пары больше нет
file-kind-moved = Другая доска
file-kind-name = Данные игрока
file-kind-new = Новая пара
file-kind-swapped = Цвета наоборот
file-wasBoard = Была доска { $board }.
file-wasSwapped = Цвета были наоборот.

# `$name`: of a player.
file-whiteWas = Белые раньше: { $name }.
file-blackWas = Черные раньше: { $name }.

# What was known of a player and what is known now: `$was`, `$now`, or none.
file-told = { person-field }: { $was ->
    [none] нет
   *[other] { $was }
 } → { $now ->
    [none] нет
   *[other] { $now }
 }
file-inPlay = Там идет партия: она не затрагивается.

# `$text`: one of the messages `bye-…`.
file-byeWas = Было: { $text }
file-gonePair = Этой пары в файле больше нет.
file-goneBye = Этого игрока в файле нет.
file-noOpponent = нет соперника
file-noBoard = Без доски

# `$n`: how many entries of the file.
file-omitted = { $n ->
    [one] { $n } запись сохранить нельзя, она пропущена
    [few] { $n } записи сохранить нельзя, они пропущены
    [many] { $n } записей сохранить нельзя, они пропущены
   *[other] { $n } записи сохранить нельзя, они пропущены
 }

# `$place`: from file-at and the messages behind it; `$found`: what stands there; `$expected`: from expected-board and the messages behind it.
file-omittedOne = { $place }: «{ $found }»; допустимо: { $expected }.
file-over = Тур { $number } завершен: его пары больше не меняются.
file-nothing = Отличий нет

# `$n`: how many boards differ.
file-take = { $n ->
    [one] Принять { $n } отличие
    [few] Принять { $n } отличия
    [many] Принять { $n } отличий
   *[other] Принять { $n } отличия
 }
file-takeRest = Принять
file-away = Убрать
file-promise = Без вашего подтверждения ничего не меняется. В идущих партиях игроки остаются прежними.
file-wrong = Файл не читается
file-fault = <b>{ $file }</b>, { $place }: найдено «{ $found }». Ожидалось: { $expected }.

# What a file should have had there, by the code of what was expected.
expected-board = номер доски, от 1 до 9999
expected-board-once = доска, которой нет ни у одной другой пары тура
expected-colour = w, b или -, и противоположный цвет в строке соперника
expected-date = дата, например 2026/11/24
expected-federation = код федерации FIDE из трех букв, например NOR
expected-fide-id = FIDE ID или ничего
expected-kind = файл PGN, TRF, CSV или XLSX с парами
expected-name = имя, от 1 до 256 байт текста без управляющих символов
expected-number = номер в списке игроков, от 1 до 9999, которого нет у другого игрока
expected-opponent = номер игрока, в строке которого соперником указан этот игрок
expected-pairings = хотя бы одна пара
expected-player-once = игрок, которого нет в других парах тура
expected-rating = рейтинг от 0 до 4000 или ничего
expected-result = результат, например 1-0, 1/2-1/2, + - -, или ничего (TRF: 1 = 0 + - W D L H F U Z)
expected-result-of-opponent = результат, соответствующий результату в строке соперника
expected-round = номер тура, от 1 до 99, например 5 или, с номером доски, 5.12
expected-size = файл не более 8 МиБ, после распаковки не более 32 МиБ, и не более 20 000 строк
expected-space = пробел (столбцы стоят не там, где им положено быть в TRF)
expected-table = поля, разделенные точкой с запятой, запятой или табуляцией; поля с таким знаком внутри — в кавычках
expected-tag = тег PGN, например [White "Carlsen, Magnus"]
expected-time-control = контроль времени в записи PGN, например 5400+30
expected-title = звание FIDE: GM, IM, FM, CM, WGM, WIM, WFM, WCM, AGM, AIM, AFM или ACM
expected-workbook = рабочая книга в формате XLSX

file-at = строка { $line }, столбец { $column }
file-atField = строка { $line }, поле { $column }
file-cell = лист «{ $sheet }», ячейка { $cell }
file-whole = файл в целом
file-line = Строка { $line }
file-unchanged = Ничего не изменено.
file-notSent = Файл не удалось отправить: он изменился после выбора, или нет связи.
file-whichSection = Какая группа?
file-whichMore = В файле { $file } не указано, к какой группе он относится.

## Byes

bye-forfeit-loss = поражение без игры
bye-forfeit-win = выигрыш без игры
bye-full = пропуск тура, 1 очко
bye-half = пропуск тура, пол-очка
bye-pairing-allocated = без соперника по жеребьевке
bye-zero = пропуск тура, 0 очков

## The start of a round

start-title = Начало тура { $number }
start-ready = Столы готовы: { $n } из { $of }
start-told = Столы получили данные: { $n } из { $of }

# `$tables`: their numbers, as a list; `$n`: how many. So in all of these.
start-waits-answer = { tables-named }: идет передача данных.
start-waits-board = { tables-named }: доска еще не найдена. Данные будут переданы автоматически, как только она найдется.

# `$pair`: who plays there, as `A – B`, or none.
start-waits-game = { $pair ->
    [none] { tables-named }: там идет партия. Данные будут переданы автоматически, когда она закончится.
   *[other] { tables-named }: там идет партия, { $pair }. Данные будут переданы автоматически, когда она закончится.
 }
start-waits-game-planned = { $pair ->
    [none] { tables-named }: там идет партия. Она не будет затронута, а данные будут переданы, когда она закончится.
   *[other] { tables-named }: там идет партия, { $pair }. Она не будет затронута, а данные будут переданы, когда она закончится.
 }
start-waits-other-pairing = { $section ->
    [none] { tables-named }: ожидание, там играет пара доски { $board }.
   *[other] { tables-named }: ожидание, там играет пара доски { $board } ({ $section }).
 }
start-waits-refused = { tables-named }: отказ: { $error }
start-waits-table = { $n ->
    [1] { tables-named }: такого стола нет на связи. Данные будут переданы автоматически, как только он появится.
   *[other] { tables-named }: таких столов нет на связи. Данные будут автоматически переданы каждому, как только он появится.
 }
start-waits-table-away = { $n ->
    [1] { tables-named }: не в сети. Данные будут переданы автоматически, как только он снова будет в сети.
   *[other] { tables-named }: не в сети. Данные будут автоматически переданы каждому, как только он снова будет в сети.
 }
start-again = Передать еще раз
start-adopt = Это их партия
start-leave = Прекратить ту партию…
start-leaveTitle = Прекратить партию за столом { $table }?
start-leaveLost = { $pair ->
    [none] Идущая там партия заканчивается без результата после { half-moves-gen }.
   *[other] Идущая там партия, { $pair }, заканчивается без результата после { half-moves-gen }.
 }
start-notYet = Главный арбитр еще не начал тур.
start-allReady = Все столы готовы.
start-at = Время начала (пусто: сейчас)
start-do = Начать тур { $number }

# `$n`: how many sections, two at least.
start-doAll = { $n ->
    [one] Начать тур { $number } во всех группах ({ $n })
   *[other] Начать тур { $number } во всех { $n } группах
 }
start-doOne = Только { $section }
start-allTold = Все столы получили данные игроков.
start-since = Тур начат в { $at }.

# `$isStart`: yes where the default time ends as the round begins.
start-late = { $isStart ->
    [yes] Не явившийся к началу проигрывает, если вы не решите иначе (6.7.1).
   *[no] Не явившийся до { $at } проигрывает, если вы не решите иначе (6.7.1).
 }

## The end of a round

end-still = Не хватает результатов.
end-all = Все результаты есть.
end-do = Завершить тур { $number }
end-title = Завершить тур { $number } без всех результатов?

# `$boards`: their numbers, as a list; `$n`: how many.
end-missing = { $n ->
    [1] Нет результата на доске { $boards }. В записываемых файлах он останется открытым.
   *[other] Нет результатов на досках { $boards }. В записываемых файлах они останутся открытыми.
 }

## One pairing

pair-change = Изменить…
pair-column = Изменение
pair-changeOf = Изменить доску { $board }
pair-title = Тур { $number }, доска { $board }
pair-gone = Этой доски в туре больше нет.

# `$by`: who gave it, or none.
pair-now = { $by ->
    [none] { $result }
   *[other] { $result } · { $by }
 }
pair-resultIs = { $result }: { $white } – { $black }
pair-others = Без игры или другой результат
pair-none = Нет результата

# `$before`: the result that was there.
pair-replaced = Результат { $before } заменяется на { $result }.
pair-takenAway = Результат { $before } снимается.
pair-doIt = Выполнить
pair-who = Кто играет и где
pair-board = Доска (ее игроки меняются местами с этими)
pair-table = Стол (пусто: по номеру доски)
pair-note = Стол узнает об этом сразу или как только станет возможно.
pair-inPlay = Идет партия: она остается за своим столом, имена меняются сразу.

## Who did not come

absent-title = Неявка
absent-announced = Объявленная неявка
absent-late = Время допустимого опоздания истекло в { $at } (6.7.1).
absent-before = Только для сообщивших о неявке: время допустимого опоздания истекает в { $at } (6.7.1).
absent-beforeStart = Только для сообщивших о неявке.
absent-white = Белые
absent-black = Черные
absent-both = Оба

## The event

event-open = Соревнование…
event-title = Соревнование
event-name = Название
event-site = Место
event-begin = Первый день
event-end = Последний день
event-federation = Федерация (три буквы)
event-time_control = Контроль времени (5400+30)
event-edition = Редакция Правил
event-regime = Вид шахмат
event-rounds = Число туров
event-default_time_min = Допустимое опоздание, минуты (6.7.1)
event-delay_min = Задержка для зрителей, минуты
event-byTime = по контролю времени
event-firstTable = Стол доски 1
event-firstTableOf = Стол доски 1 ({ $section })
event-note = Редакция Правил и вид шахмат передаются каждому столу со следующей партией.
