//! A broadcast's texts and screens, for everybody who knows the address: nobody is asked who he is.

use axum::{
    Extension,
    body::Bytes,
    extract::{Path, RawQuery, State},
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};

use super::{Console, Ends, hall::Served, page};
use crate::{
    broadcast::{Kind, Text},
    publish::content::JSON,
};

/// Readers that take what says nothing of its letters for ISO-8859-1 spoil names: this says it.
const PGN: &str = "application/x-chess-pgn; charset=utf-8";

/// Asked for anew each time, and sent only where it is another.
const ALWAYS_ASKED: &str = "no-cache";

/// Screens ask each second, however many they are: a cache between them and us may answer for one.
const FOR_A_SECOND: &str = "public, max-age=1";

/// What time it is by the broadcast, in milliseconds since 1970: by it a screen counts clocks down.
const NOW: HeaderName = HeaderName::from_static("touchmove-now");

/// Where the page of the screens is, and in it its files.
const SCREEN: &str = "screen";
const PAGE: &str = "page/";

/// What is at an address.
#[derive(Debug, PartialEq)]
enum Found<'a> {
    /// The page without the last letter of its address, from which all else is found.
    Almost,
    /// A file of the page.
    File(&'a str),
    /// A text.
    Text(&'a Text),
}

/// A text, a page, or that the reader has it already.
pub(super) async fn answer(
    State(console): State<Console>,
    Path(address): Path<String>,
    RawQuery(query): RawQuery,
    reader: Option<Extension<Ends>>,
    headers: HeaderMap,
) -> Response {
    let reader = reader.map(|Extension(reader)| reader);
    let served = console.hall.served();
    let nothing = || (StatusCode::NOT_FOUND, "There is nothing here.").into_response();
    let Some((served, found)) = served.iter().find_map(|served| Some((served, find(served, &address)?))) else {
        return nothing();
    };
    match found {
        Found::Almost => {
            let query = query.map(|query| format!("?{query}")).unwrap_or_default();
            (StatusCode::PERMANENT_REDIRECT, [(header::LOCATION, format!("{SCREEN}/{query}"))]).into_response()
        }
        Found::File(name) => page::file(name, &headers).unwrap_or_else(nothing),
        Found::Text(text) => {
            let send = || console.unread.send(&address, &text.body, reader);
            let Some(since) = &served.on_screens else { return whole_or_known(text, ALWAYS_ASKED, &headers, send) };
            let mut response = whole_or_known(text, FOR_A_SECOND, &headers, send);
            response.headers_mut().insert(NOW, HeaderValue::from(since.now().0));
            response
        }
    }
}

fn whole_or_known(text: &Text, kept: &str, headers: &HeaderMap, send: impl FnOnce() -> Bytes) -> Response {
    let tag = format!("\"{}\"", text.tag);
    let fixed = [
        (header::CACHE_CONTROL, kept.to_owned()),
        (header::ETAG, tag.clone()),
        (header::ACCESS_CONTROL_ALLOW_ORIGIN, "*".to_owned()),
        (header::ACCESS_CONTROL_EXPOSE_HEADERS, "ETag, Touchmove-Now".to_owned()),
    ];
    let known = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    let has = |known: &str| known == "*" || known.trim_start_matches("W/") == tag;
    if known.flat_map(|value| value.split(',')).any(|known| has(known.trim())) {
        return (StatusCode::NOT_MODIFIED, fixed).into_response();
    }
    let kind = match text.kind {
        Kind::Json => JSON,
        Kind::Pgn => PGN,
    };
    (fixed, [(header::CONTENT_TYPE, kind)], send()).into_response()
}

/// What an output has at an address, which begins with the secret where there is one.
fn find<'a>(served: &'a Served, address: &'a str) -> Option<Found<'a>> {
    let address = match &served.secret {
        Some(secret) => {
            let (shown, rest) = address.split_once('/')?;
            secret.is(shown.as_bytes()).then_some(rest)?
        }
        None => address,
    };
    if let Some(text) = served.texts.get(address) {
        return Some(Found::Text(text));
    }
    let of_page = address.strip_prefix(SCREEN).filter(|_| served.on_screens.is_some())?;
    match of_page {
        "" => Some(Found::Almost),
        "/" => Some(Found::File(page::SCREEN)),
        file => Some(Found::File(file.strip_prefix('/')?.strip_prefix(PAGE)?)),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{
        broadcast::{Broadcast, Screens, Settings, Texts},
        hall::time::Time,
        publish::{console::hall::Since, secret::Secret},
    };

    #[test]
    fn a_secret_address_is_none_without_its_secret() {
        let told = Broadcast::new(Settings::default(), [], Time(0)).told().expect("something");
        let mut texts = Texts::default();
        texts.tell(&told);
        let texts = Arc::new(texts);
        let open = Served { name: "pgn", texts: Arc::clone(&texts), secret: None, on_screens: None };
        assert!(find(&open, "games.pgn").is_some());
        let secret = Some(Secret::new("s3cret-path".to_owned()));
        let closed = Served { name: "pgn", texts, secret, on_screens: None };
        assert!(find(&closed, "s3cret-path/games.pgn").is_some());
        for address in [
            "games.pgn",
            "s3cret-pat/games.pgn",
            "/games.pgn",
            "s3cret-path",
            "s3cret-path/nothing.pgn",
            // The page is where screens are.
            "s3cret-path/screen/",
            "s3cret-path/screen",
        ] {
            assert!(find(&closed, address).is_none(), "{address}");
        }
    }

    #[test]
    fn the_page_of_the_screens_is_beside_what_they_show() {
        let told = Broadcast::new(Settings::default(), [], Time(0)).told().expect("something");
        let mut screens = Screens::default();
        screens.tell(&told, Time(0));
        let texts = Arc::new(screens.texts().clone());
        let on_screens = Some(Since::now_it_is(Time(0)));
        let open = Served { name: "screens", texts: Arc::clone(&texts), secret: None, on_screens: on_screens.clone() };
        assert!(matches!(find(&open, "screen.json"), Some(Found::Text(_))));
        assert_eq!(find(&open, "screen"), Some(Found::Almost));
        assert_eq!(find(&open, "screen/"), Some(Found::File(page::SCREEN)));
        assert_eq!(find(&open, "screen/page/css/screen.css"), Some(Found::File("css/screen.css")));
        for address in ["screens/", "screen/main.js", "games.pgn"] {
            assert_eq!(find(&open, address), None, "{address}");
        }
        let secret = Some(Secret::new("s3cret-path".to_owned()));
        let closed = Served { name: "screens", texts, secret, on_screens };
        assert_eq!(find(&closed, "s3cret-path/screen/"), Some(Found::File(page::SCREEN)));
        for address in ["screen.json", "screen/", "screen", "screen/page/screen/main.js"] {
            assert_eq!(find(&closed, address), None, "{address}");
        }
    }
}
