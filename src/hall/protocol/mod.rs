//! What goes between the hall and each page, as JSON.
//!
//! | file | question |
//! |---|---|
//! | `changes` | hall to page: what is new since a version |
//! | `requests` | page to hall: what somebody wants, and the answer |
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
//! `records-missing`, `disk-full`, `journal-failing`, `outbox-full`. Of a group `data.group` is `line` or `flood`, and
//! `members` are its cases.
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

pub mod changes;
pub mod requests;
