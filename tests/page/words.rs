//! The page in other languages: it tells alerts in the words of the service, and every view stands in each language.

use std::{fs, path::Path};

use serde_json::{Value, json};
use touchmove::words::Language;

use crate::{
    common::service::{START, log},
    console::Hall,
    driver::Browser,
};

/// Changes the language as the menu does, without loading the page anew.
pub(crate) async fn speak(browser: &Browser, language: Language) {
    let script = format!(
        "const done = arguments[0];
         import('/console/words/say.js').then(say => say.choose('{}')).then(() => done(null), e => done(String(e)))",
        language.tag()
    );
    let said = browser.command("execute/async", json!({"script": script, "args": []})).await;
    assert_eq!(said, Value::Null);
    browser.wait(&format!("document.documentElement.lang === '{}'", language.tag())).await;
    let direction = if language.is_right_to_left() { "rtl" } else { "ltr" };
    assert_eq!(browser.run("return document.documentElement.dir").await, direction);
}

/// What is wrong with what stands on the page: names of messages instead of their text, values that are none, words that
/// leave the window sideways.
const FLAWS: &str = r"
    const flaws = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const text = walker.currentNode.textContent.trim();
        if (walker.currentNode.parentElement.closest('script, style, .mono, code')) continue;
        if (/^[a-z]+([.-][A-Za-z]+)+$/.test(text) || /\{ ?\$|undefined|\bnone\b|NaN|\?\?/.test(text)) flaws.push(text);
    }
    for (const e of document.querySelectorAll('main h1, main h2, main h3, main button, main .tag, main .say, .chip'))
        if (e.getClientRects().length) {
            const box = e.getBoundingClientRect();
            if (box.left < -1 || box.right > innerWidth + 1) flaws.push(`leaves the window: ${e.textContent.trim().slice(0, 40)}`);
        }
    const page = document.scrollingElement;
    if (page.scrollWidth > page.clientWidth) {
        const outside = [...document.querySelectorAll('body *')].filter(e => e.getBoundingClientRect().left < -1 || e.getBoundingClientRect().right > innerWidth + 1);
        flaws.push(`scrolls sideways, ${page.scrollWidth} of ${page.clientWidth}: ${outside.slice(0, 4).map(e => `${e.tagName} ${e.className} ${e.textContent.slice(0, 20)}`)}`);
    }
    return flaws;";

/// Holds a view to that, and takes its picture.
pub(crate) async fn is_told_well(browser: &Browser, language: Language, view: &str) {
    browser.photograph(&format!("{view}-{}", language.tag())).await;
    let flaws = browser.run(FLAWS).await;
    assert_eq!(flaws, json!([]), "{view} in {}", language.tag());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_page_tells_alerts_in_the_words_of_the_service() {
    let Some(browser) = Browser::start().await else { return };
    let hall = Hall::of(&[("1", &log(START, 0, &[]))]);
    browser.open(&format!("http://{}/", hall.at)).await;
    browser.wait("document.querySelector('input[name=password]')").await;
    for language in Language::ALL {
        speak(&browser, language).await;
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/words/{}.jsonl", language.tag()));
        let text = fs::read_to_string(path).expect("a table of sentences");
        let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        let script = "const done = arguments[1];
            Promise.all([import('/console/words/alerts.js'), import('/console/words/marks.js')]).then(
                ([{ alertText }, { plain }]) => done(arguments[0].map(words => plain(alertText(words) ?? ''))),
                e => done(String(e)))";
        let words: Vec<&Value> = lines.iter().map(|line| &line["words"]).collect();
        let told = browser.command("execute/async", json!({"script": script, "args": [words]})).await;
        let told = told.as_array().unwrap_or_else(|| panic!("{told}"));
        assert_eq!(told.len(), lines.len());
        for (told, line) in told.iter().zip(&lines) {
            // On the page the browser isolates what is read from left to right.
            let own = line["text"].as_str().expect("a sentence").replace(['\u{2066}', '\u{2068}', '\u{2069}'], "");
            assert_eq!(
                told.as_str().map(|told| told.replace(['\u{2066}', '\u{2068}', '\u{2069}'], "")),
                Some(own),
                "{line}"
            );
        }
    }
    assert_eq!(browser.run("return document.querySelectorAll('input[name=password]').length").await, 1);
}

/// Articles as the printed Laws of a language number them: article, edition, language, its number there.
const NATIONAL: [(&str, &str, &str, Option<&str>); 11] = [
    ("4.4.c", "2005", "ar", Some("\u{2066}4-4\u{2069} ت")),
    ("6.13", "2005", "ar", Some("\u{2066}6-13\u{2069}")),
    ("Annex2.9", "2005", "ar", None),
    ("4.4.c", "2009", "ar", None),
    ("3.8.b(2)", "2009", "el", Some("3.8.β(2)")),
    ("A.4.c", "2014", "el", Some("Α.4.γ")),
    ("7.5.5", "2018", "el", None),
    ("A.4.2", "2018", "ru", Some("13.4.2")),
    ("A.5.2", "2023", "ru", None),
    ("7.5.5", "2018", "ru", None),
    ("4.4.c", "2009", "de", None),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_article_bears_its_number_in_the_readers_own_laws_where_that_differs() {
    let Some(browser) = Browser::start().await else { return };
    let hall = Hall::of(&[("1", &log(START, 0, &[]))]);
    browser.open(&format!("http://{}/", hall.at)).await;
    browser.wait("document.querySelector('input[name=password]')").await;
    let script = "const done = arguments[1];
        Promise.all([import('/console/words/articles.js'), import('/console/words/marks.js')]).then(
            ([{ national }, { plain }]) => done(arguments[0].map(([article, edition, language]) => {
                const own = national(article, edition, language);
                return own && plain(own);
            })),
            e => done(String(e)))";
    let asked: Vec<_> = NATIONAL.iter().map(|(article, edition, language, _)| [article, edition, language]).collect();
    let said = browser.command("execute/async", json!({"script": script, "args": [asked]})).await;
    let expected: Vec<_> = NATIONAL.iter().map(|(.., own)| own).collect();
    assert_eq!(said, json!(expected));
}
