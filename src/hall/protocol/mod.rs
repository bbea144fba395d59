//! What goes between the hall and each page, as JSON.
//!
//! | file | question |
//! |---|---|
//! | `changes` | hall to page: what is new since a version |
//! | `requests` | page to hall: what somebody wants, and the answer |
//! | `rounds` | the event, its rounds, and what a file would change |
//!
//! **Hall to page.** A page names the version that it has (0 for none) and the tables that it looks at closely; it gets
//! [`Changes`](changes::Changes). `whole` voids what it had. Tables, cases, details, entries and public tables come whole
//! and replace what the page has under their `table`, `id`, `table`, `number`, `table`; `ended` and `removed` take cases
//! and tables away; `order` replaces the list of what waits. Times of day are milliseconds since 1970 by the hall's
//! clock, and `now` is that clock; a clock that runs is counted down from its `at`.
//!
//! ```text
//! {"version":41,"now":1795000003400,"order":["s-7#1"],
//!  "tables":[{"table":"7","place":{..},"doing":"playing","game":{..},"clock":{..},"board":{..},"link":{..},..}],
//!  "cases":[{"id":"s-7#1","tables":["7"],"severity":"ruling","kind":"illegal-move-completed","tray":"waiting","seen":..,
//!    "offers":[{"name":"confirm","proposed":true,"acts":[{"command":"confirm","alert":"s-7#2"},..],
//!      "outcome":{"effects":[{"effect":"illegal-move-counted","player":"white","number":1},..],"destructive":false,..},
//!      "steps":[{"step":"stop-clocks"},..]},..],..}]}
//! ```
//!
//! A case waits (`tray` `waiting`), or is in one line with others (`grouped`), under a lost board (`muted`), put aside
//! (`shelved`) or for the arbiter alone (`private`). `seen`, `going` and `shelf` say who and when. What the hall finds
//! itself has kinds of its own: `board-lost`, `table-lost`, `clock-battery-low`, `clock-disconnected`, `squares-dead`,
//! `records-missing`, `disk-full`, `journal-failing`, `outbox-full`, `two-tables`. Of a group `data.group` is `line` or
//! `flood`, and `members` are its cases.
//!
//! **Page to hall.** [`Request`](requests::Request)s, each with an `id` of its own, by which it is met once:
//!
//! ```text
//! {"request":"act","id":"p3-17","table":"7","case":"s-7#1","acts":[{"command":"confirm","alert":"s-7#2"}]}
//! {"request":"go","id":"p3-18","case":"s-7#1"}
//! {"request":"shelve","id":"p3-19","case":"s-9#4","for_s":300}
//! {"request":"take-back","id":"p3-20","entry":12}
//! {"request":"preview","id":"p3-21","table":"7","acts":[{"command":"set-result","result":"1/2-1/2"}]}
//! ```
//!
//! The [`Answer`](requests::Answer) comes at once: `{"id":"p3-17","entry":12}`, or `{"id":"p3-17","refused":"second",
//! "first":{"by":"Bruno Costa","decided":"confirm","at":..}}`. What the table then says stands in the entry, which comes
//! with the changes: `state` `sent`, `done`, `refused`, `second` or `no-answer`.
//!
//! **Event and rounds.** The changes have `event` ([`EventView`](rounds::EventView)) for everybody, and for arbiters
//! `rounds` ([`RoundView`](rounds::RoundView)): each whole, in the place of the one with its `section` and `number`.
//!
//! ```text
//! "event":{"name":"Lakeside Open 2026","site":"Graz","begin":"2026-11-21","end":"2026-11-29","federation":"AUT",
//!   "time_control":"5400+30","edition":"2023","regime":"standard","rounds":9,"default_time_min":30,"delay_s":900,
//!   "sections":[{"first_table":1,"players":48}]},
//! "rounds":[{"number":6,"state":"on","date":"2026-11-24","start":1795000000000,"default_at":1795001800000,
//!   "file":"r6.pgn","trf":false,"pairings":[
//!     {"board":{"number":3},"table":"3","white":{"name":"Tanaka, Haruto","title":"FM","rating":2310},
//!      "black":{"name":"Horvat, Ana"},"result":"*","game":"s-3/2","state":"playing"},
//!     {"board":{"number":13},"table":"13",..,"result":"*","state":"waiting",
//!      "waits":{"for":"game","game":"s-13/1","plies":34,"result":"*","players":{"white":"Eve","black":"Bob"}}}],
//!   "byes":[{"player":{"name":"Dubois, Marc"},"kind":"pairing-allocated"}],"missing":[{"number":3},{"number":13}]}]
//! ```
//!
//! `state` of a pairing is `waiting`, `playing`, `over` or `absent`; `waits.for` is `answer`, `board`, `game`,
//! `other-pairing`, `refused`, `table` or `table-away`: all but `refused` end by themselves. `table_result` stands there
//! where a result was given by hand and the table says another.
//!
//! What somebody wants of them; the chief arbiter alone, but `absent` and `round-result` whoever looks after the section:
//!
//! ```text
//! {"request":"event","id":"p3-22","set":{"name":"Lakeside Open 2026","default_time_min":30,"regime":""}}
//! {"request":"import","id":"p3-23","digest":"5f0c.."}
//! {"request":"pair","id":"p3-24","round":6,"board":{"number":3},"table":"7"}
//! {"request":"pair","id":"p3-25","round":6,"board":{"number":3},"to":{"number":5}}
//! {"request":"pair","id":"p3-26","round":6,"board":{"number":3},"white":{"name":"Tanaka, Haruto","title":"FM"}}
//! {"request":"pair","id":"p3-27","round":6,"board":{"number":3},"swap_colours":true}
//! {"request":"start-round","id":"p3-28","round":6}
//! {"request":"start-round","id":"p3-29","round":6,"abandon":[{"table":"13","as_of":{"game":"s-13/1","plies":34,"result":"*"}}]}
//! {"request":"absent","id":"p3-30","round":6,"board":{"number":3},"who":"black"}
//! {"request":"round-result","id":"p3-31","round":6,"board":{"number":3},"result":"1-0"}
//! {"request":"end-round","id":"p3-32","round":6,"missing":[{"number":13}]}
//! ```
//!
//! Each may have `section` (absent: the one section; `start-round`: that round of every section), and those that name a
//! board `players` (`{"white":"Tanaka, Haruto","black":"Horvat, Ana"}`) as seen: others there, and it is refused as
//! `pairing-changed`.
//!
//! - `event` sets what `set` has; an empty text takes it away.
//! - `import` takes over the comparison of that digest, which `POST /api/import` made and
//!   only shows; `comparison-old` where something is otherwise now than was shown, or the hall was restarted.
//! - `pair`: `table` places a pairing at a table (`""`: back to that of its board); `to` gives it another board, and who
//!   was there gets its one; `white`, `black` (whole) and `swap_colours` say who plays. A game with moves keeps its table;
//!   its names follow at once.
//! - `start-round` sends each table its players and laws where no game is on; the others say in `waits` for what they
//!   wait. `start`: when the round began, if not now. Again: `abandon` leaves a game at a table exactly as it was seen,
//!   `adopt` takes such a game for that of the pairing; what a table has refused is tried again; else it is `second`.
//! - `absent`: `who` (`white`, `black`, `both`) has not come by the default time and has lost; before it refused as
//!   `too-early`, but with `"announced":true` for who has said that he will not come.
//! - `round-result`: by hand, `*` takes it away. Where the pairing's game stands at a table and the result is one that
//!   its game can have, the table is told. A result that is there already is replaced only where `replaces` names it,
//!   else refused as `result-stands`. It also takes back an `absent`. A round that is over takes it, too, as it takes what
//!   its tables still say of its games; `pair` and `absent` are refused there as `round-over`.
//! - `end-round`: refused as `results-missing` with the boards, but where `missing` names just those.
//!
//! The record has an entry of each: `table` is empty where no table is meant, `round` says what was done
//! ([`RoundNote`](rounds::RoundNote)).
//!
//! **Files.** `POST /api/import` shows what a file would change: [`Comparison`](rounds::Comparison), `{"digest":"5f0c..",
//! "file":"r6.pgn","kind":"pgn","rounds":[{"number":6,"pairings":[{"board":{"number":3},..,"change":"changed",
//! "white_was":{..}},..],..}]}`, or [`FileFault`](rounds::FileFault) `{"refused":"file","fault":{"line":31,"column":97,
//! "found":"x","expected":"a result, ..","code":"result","text":"001 .."}}`.

pub mod changes;
pub mod requests;
pub mod rounds;
