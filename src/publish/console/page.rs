//! The console's files: whatever is in the folder `page`, and the catalogues of words, all of it in the program itself.

use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use rust_embed::RustEmbed;

/// The shell that everything else hangs on.
const SHELL: &str = "index.html";

/// The public screens' own shell.
pub(super) const SCREEN: &str = "screen/index.html";

/// Content types by the end of a file's name. Anything else is bytes.
const KINDS: [(&str, &str); 13] = [
    ("css", "text/css; charset=utf-8"),
    ("ftl", "text/plain; charset=utf-8"),
    ("html", "text/html; charset=utf-8"),
    ("ico", "image/x-icon"),
    ("js", "text/javascript; charset=utf-8"),
    ("json", "application/json"),
    ("md", "text/plain; charset=utf-8"),
    ("mjs", "text/javascript; charset=utf-8"),
    ("png", "image/png"),
    ("svg", "image/svg+xml"),
    ("ts", "text/plain; charset=utf-8"),
    ("webmanifest", "application/manifest+json"),
    ("woff2", "font/woff2"),
];

/// In a program built for trying things out, files are read when they are asked for.
#[derive(RustEmbed)]
#[folder = "src/publish/console/page/"]
struct Files;

/// The same for what people read, by language.
#[derive(RustEmbed)]
#[folder = "src/words/"]
#[include = "*/*.ftl"]
struct Catalogues;

/// The shell, if there is one.
pub(crate) fn shell(headers: &HeaderMap) -> Option<Response> {
    file(SHELL, headers)
}

/// The file `name`; a catalogue of words as the page's own: `words/de/alerts.ftl`.
pub(super) fn file(name: &str, headers: &HeaderMap) -> Option<Response> {
    let found = match name.strip_prefix("words/").filter(|catalogue| catalogue.ends_with(".ftl")) {
        Some(catalogue) => Catalogues::get(catalogue)?,
        None => Files::get(name)?,
    };
    let tag = format!("\"{}\"", URL_SAFE_NO_PAD.encode(found.metadata.sha256_hash()));
    // Asked for anew each time, and sent only where it is another: a newer program must never meet older scripts.
    let fixed = [(header::CACHE_CONTROL, "no-cache".to_owned()), (header::ETAG, tag.clone())];
    let known = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    if known.flat_map(|value| value.split(',')).any(|known| known.trim().trim_start_matches("W/") == tag) {
        return Some((StatusCode::NOT_MODIFIED, fixed).into_response());
    }
    let mut response = (fixed, Body::from(found.data.into_owned())).into_response();
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind(name)));
    Some(response)
}

fn kind(name: &str) -> &'static str {
    let end = name.rsplit_once('.').map_or("", |(_, end)| end);
    KINDS.iter().find(|(known, _)| *known == end).map_or("application/octet-stream", |(_, kind)| *kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_has_a_content_type() {
        for name in Files::iter().chain(Catalogues::iter()) {
            let is_known = name.ends_with("LICENSE") || kind(&name) != "application/octet-stream";
            assert!(is_known, "{name} has no content type");
        }
    }

    #[test]
    fn what_a_browser_has_already_is_not_sent_again() {
        let name = Files::iter().next().expect("a file");
        let first = file(&name, &HeaderMap::new()).expect("the file");
        assert_eq!(first.headers()[header::CONTENT_TYPE], kind(&name));
        let mut headers = HeaderMap::new();
        headers.insert(header::IF_NONE_MATCH, first.headers()[header::ETAG].clone());
        assert_eq!(file(&name, &headers).expect("the file").status(), StatusCode::NOT_MODIFIED);
        assert!(file("../mod.rs", &HeaderMap::new()).is_none());
        assert!(file("words/de/alerts.ftl", &HeaderMap::new()).is_some());
        assert!(file("words/mod.rs", &HeaderMap::new()).is_none(), "only catalogues are sent");
    }
}
