//! What the pages are made of, all of it in the program itself.

use axum::{
    http::header,
    response::{IntoResponse, Response},
};

const TABLE_PAGE: &str = include_str!("page/index.html");
const LIST_PAGE: &str = include_str!("page/list.html");

/// Where the table's name goes in [`TABLE_PAGE`]: attribute values and text.
const TABLE_NAME: &str = "{{table}}";

const CSS: &str = "text/css; charset=utf-8";
const JS: &str = "text/javascript; charset=utf-8";

/// Every file under `/page/`: name, content type, text.
const FILES: &[(&str, &str, &str)] = &[
    ("alerts.js", JS, include_str!("page/alerts.js")),
    ("board.css", CSS, include_str!("page/board.css")),
    ("board.js", JS, include_str!("page/board.js")),
    ("clocks.js", JS, include_str!("page/clocks.js")),
    ("icon.svg", "image/svg+xml", include_str!("page/icon.svg")),
    ("list.js", JS, include_str!("page/list.js")),
    ("moves.js", JS, include_str!("page/moves.js")),
    ("page.css", CSS, include_str!("page/page.css")),
    ("page.js", JS, include_str!("page/page.js")),
    ("state.js", JS, include_str!("page/state.js")),
    ("vendor/NOTICE.md", "text/plain; charset=utf-8", include_str!("page/vendor/NOTICE.md")),
    ("vendor/chessground.base.css", CSS, include_str!("page/vendor/chessground.base.css")),
    ("vendor/chessground.cburnett.css", CSS, include_str!("page/vendor/chessground.cburnett.css")),
    ("vendor/chessground.min.js", JS, include_str!("page/vendor/chessground.min.js")),
];

/// A file of the page, ready to be sent.
#[derive(Debug, Clone, Copy)]
pub(super) struct File {
    kind: &'static str,
    text: &'static str,
}

impl IntoResponse for File {
    fn into_response(self) -> Response {
        // Asked for anew each time: a newer program must never meet older scripts.
        ([(header::CONTENT_TYPE, self.kind), (header::CACHE_CONTROL, "no-cache")], self.text).into_response()
    }
}

/// The file `name` under `/page/`.
pub(super) fn file(name: &str) -> Option<File> {
    FILES.iter().find(|file| file.0 == name).map(|&(_, kind, text)| File { kind, text })
}

/// The page of a table.
pub(super) fn table_page(table: &str) -> impl IntoResponse + use<> {
    axum::response::Html(TABLE_PAGE.replace(TABLE_NAME, &escaped(table)))
}

/// The list of tables.
pub(super) fn list_page() -> impl IntoResponse + use<> {
    axum::response::Html(LIST_PAGE)
}

/// `text` as HTML text or as a quoted attribute value.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '"' => escaped.push_str("&quot;"),
            '&' => escaped.push_str("&amp;"),
            '\'' => escaped.push_str("&#39;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            character => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cannot_leave_its_place() {
        assert_eq!(escaped("\"><script>'&"), "&quot;&gt;&lt;script&gt;&#39;&amp;");
    }

    #[test]
    fn the_page_asks_only_for_files_there_are() {
        for page in [TABLE_PAGE, LIST_PAGE] {
            let asked: Vec<&str> = page.split("\"/page/").skip(1).filter_map(|rest| rest.split('"').next()).collect();
            assert!(asked.len() >= 3, "{asked:?}");
            for name in asked {
                assert!(file(name).is_some(), "{name}");
            }
        }
    }

    #[test]
    fn no_file_names_another_host() {
        let pages = [("index.html", "", TABLE_PAGE), ("list.html", "", LIST_PAGE)];
        for (name, _, text) in FILES.iter().chain(&pages).filter(|file| !file.0.ends_with(".md")) {
            // A name space is written as an address but never asked for.
            let text = text.replace("http://www.w3.org/2000/svg", "").replace("http://www.w3.org/1999/xlink", "");
            for word in ["http://", "https://", "ws://", "wss://", "@import", "<script>", "style=\""] {
                assert!(!text.contains(word), "{name} contains {word}");
            }
        }
    }
}
