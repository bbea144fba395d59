//! The console in real browsers: tables with emulated boards, people who click, what a screen reader is told.

use std::{
    collections::BTreeSet,
    fs,
    net::SocketAddr,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::{
    common::{
        console::PASSWORD,
        missing::skipped,
        programs::{Output, Program, touchmove},
        service::{SPANISH, START, emulator, folder, log, table, write},
    },
    driver::Browser,
};

/// Sizes of a large screen, a tablet and a phone.
pub(crate) const SIZES: [(&str, u32, u32); 3] = [("1440", 1440, 900), ("1024", 1024, 768), ("390", 390, 844)];

const CHIEF: &str = "Anna <b>Arbiter</b>";

fn page_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/publish/console/page")
}

/// Three tables of one service: a quiet game, and two with an illegal move that was pressed.
pub(crate) struct Hall {
    pub(crate) at: SocketAddr,
    _service: Program,
    pub(crate) boards: Vec<(TempDir, Program)>,
}

impl Hall {
    fn start() -> Hall {
        let illegal = log(START, 0, &[("e2", "e4"), ("e7", "e5"), ("g1", "g4")]);
        Hall::of(&[("1", &log(START, 0, &SPANISH)), ("2", &illegal), ("3", &illegal)])
    }

    /// Tables of one service, each with the event log that its hands play.
    pub(crate) fn of(games: &[(&str, &str)]) -> Hall {
        Hall::titled("Lakeside <i>Open</i>", games)
    }

    pub(crate) fn titled(title: &str, games: &[(&str, &str)]) -> Hall {
        let mut boards = Vec::new();
        let mut tables = String::new();
        for (name, events) in games {
            let folder = folder();
            let events = write(&folder, "game.jsonl", events);
            let board = emulator(&folder, "dgt", &["--events", &events, "--stay"]);
            tables += &table(&folder, name, "dgt");
            boards.push((folder, board));
        }
        let state = &boards[0].0;
        let config = format!(
            "state_dir = \"{}\"\nweb.listen = \"127.0.0.1:0\"\nbroker.listen = \"127.0.0.1:0\"\n\
             hall.title = \"{title}\"\n{tables}",
            state.path().display()
        );
        let config = write(state, "touchmove.toml", &config);
        let mut service = Program::start(touchmove(["run", "--log-format", "json", "--config", &config]), Output::Err);
        let line = service.until("page", |line| line.contains("The page is served."));
        let line: Value = serde_json::from_str(&line).expect("a JSON object a line");
        let at = line["address"].as_str().and_then(|address| address.parse().ok()).expect("an address");
        Hall { at, _service: service, boards }
    }

    /// Pulls a board's cable, the first table's being 0.
    pub(crate) fn unplug(&mut self, board: usize) {
        let (folder, program) = &mut self.boards[board];
        // First the link, as with a cable: the terminal's number may be another board's at once.
        fs::remove_file(folder.path().join("board")).expect("the link");
        program.kill();
    }

    /// Plugs a board in again, which now plays these events.
    pub(crate) fn plug_in(&mut self, board: usize, events: &str) {
        let (folder, program) = &mut self.boards[board];
        let events = write(folder, "again.jsonl", events);
        *program = emulator(folder, "dgt", &["--events", &events, "--stay"]);
    }
}

/// Somebody at a browser.
pub(crate) struct Person {
    pub(crate) browser: Browser,
    pub(crate) at: SocketAddr,
}

impl Person {
    pub(crate) async fn look_at(&self, view: &str) {
        self.browser.run(&format!("location.hash = {view:?}")).await;
    }

    pub(crate) async fn click(&self, selector: &str) {
        self.browser
            .wait(&format!("document.querySelector({selector:?}) && !document.querySelector({selector:?}).disabled"))
            .await;
        self.browser.run(&format!("document.querySelector({selector:?}).click()")).await;
    }

    pub(crate) async fn type_in(&self, selector: &str, text: &str) {
        let script = format!(
            "const field = document.querySelector({selector:?});
             field.value = {text:?};
             field.dispatchEvent(new InputEvent('input', {{bubbles: true}}));"
        );
        self.browser.run(&script).await;
    }

    pub(crate) async fn press(&self, key: &str) {
        let script = format!(
            "(document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', {{key: {key:?}, bubbles: true, cancelable: true}}))"
        );
        self.browser.run(&script).await;
    }

    /// Waits until this text stands on the page.
    pub(crate) async fn reads(&self, selector: &str, text: &str) {
        let has = format!("[...document.querySelectorAll({selector:?})].some(e => e.textContent.includes({text:?}))");
        self.browser.wait(&has).await;
    }

    pub(crate) async fn complains_of_nothing(&self) {
        let complaints = self.browser.complaints().await;
        // That nobody is signed in yet is an answer like others, but the browser notes it.
        let all = complaints.as_array().expect("a list");
        let real: Vec<&Value> = all
            .iter()
            .filter(|complaint| !complaint["message"].as_str().unwrap_or_default().contains("/api/me"))
            .collect();
        assert!(real.is_empty(), "{real:#?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_arbiters_decide_by_clicks_and_each_sees_what_the_other_does() {
    let Some(browser) = Browser::start().await else { return };
    let hall = Hall::start();
    let anna = Person { browser, at: hall.at };
    anna.browser.look("light", 1440, 900).await;

    // The first one makes the chief arbiter's account; what is a name stays a name.
    anna.browser.open(&format!("http://{}/", hall.at)).await;
    anna.browser.wait("document.querySelector('input[autocomplete=new-password]')").await;
    anna.type_in("input[name=name]", CHIEF).await;
    anna.type_in("input[name=password]", PASSWORD).await;
    anna.click("form button[type=submit]").await;
    anna.browser.wait("document.querySelectorAll('.tile').length === 3").await;
    assert_eq!(anna.browser.text(".me").await, CHIEF);
    assert_eq!(anna.browser.text(".brand b").await, "Lakeside <i>Open</i>");
    anna.browser.wait("document.querySelectorAll('.tile.ruling').length === 2").await;
    anna.browser.wait("document.title.startsWith('(2) ')").await;

    // A link for the second one's phone.
    let link = anna.invites("Bruno Costa").await;
    let bruno = Person { browser: Browser::start().await.expect("there was one before"), at: hall.at };
    bruno.browser.look("light", 390, 844).await;
    bruno.browser.open(&link).await;
    bruno.browser.wait("document.querySelectorAll('.tile').length === 3").await;
    bruno.look_at("#/queue").await;
    bruno.browser.wait("document.querySelectorAll('.qi.ruling').length === 2").await;

    // Who goes is seen by the other.
    anna.look_at("#/queue").await;
    bruno.click(".qlist li:first-child .qi-a .pri").await;
    anna.reads(".qi .who", "Bruno goes").await;

    // He decides with the case open, she has it open, too, and is told.
    let first = bruno.browser.run("return document.querySelector('.qi').dataset.id").await;
    let of_first = format!(".qi[data-id='{}']", first.as_str().expect("an id"));
    anna.click(&of_first).await;
    bruno.click(&of_first).await;
    bruno.reads(".plan .does", "1st illegal move").await;
    assert_eq!(bruno.browser.run("return document.querySelectorAll('.dt-board .brd .m-badl').length").await, 1);
    bruno.click(".dt > .acts [data-act=confirm]").await;
    bruno.reads(".toast", "1st illegal move").await;
    anna.reads(".second", "Bruno Costa confirmed this").await;
    anna.browser.photograph("console-second").await;

    // Taken back, it waits again; and she decides the other one by the keyboard alone.
    bruno.click(".toast .btn").await;
    bruno.reads(".toast", "taken back").await;
    anna.look_at("#/record").await;
    anna.reads(".rec .how", "taken back by Bruno Costa").await;
    anna.press("2").await;
    anna.browser.wait("location.hash === '#/queue' && document.querySelector('.qi')").await;
    anna.press("j").await;
    anna.browser.wait("document.querySelector('.dt')").await;
    anna.press("c").await;
    anna.browser.wait("document.querySelector('.toast')").await;
    bruno.look_at("#/record").await;
    bruno.reads(".rec .by", CHIEF).await;

    // Where the hall is gone nothing can be decided, and it is said.
    drop(hall);
    anna.browser.wait("document.querySelector('.old')").await;
    let enabled = anna.browser.run("return document.querySelectorAll('.acts [data-act]:not(:disabled)').length").await;
    assert_eq!(enabled, 0);
    bruno.browser.photograph("console-phone-lost").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn moves_and_results_are_corrected_by_clicks() {
    let Some(browser) = Browser::start().await else { return };
    let hall = Hall::start();
    let anna = Person { browser, at: hall.at };
    anna.browser.look("light", 1440, 900).await;
    anna.sign_in_first().await;

    // The eighth half-move was another one: from, to, and what it will do is said before.
    anna.look_at("#/table/1").await;
    anna.reads(".mvb", "Nf6").await;
    anna.browser.run("[...document.querySelectorAll('.mvb')].find(e => e.textContent.includes('Nf6')).click()").await;
    anna.click("[data-sq=d7]").await;
    anna.click("[data-sq=d6]").await;
    anna.reads("dialog .will", "d6").await;
    anna.click("dialog [data-act=do]").await;
    anna.browser.wait("[...document.querySelectorAll('.mvb')].some(e => e.firstChild.textContent === 'd6')").await;

    // What no rule allows is not sent.
    anna.browser
        .run("[...document.querySelectorAll('.mvb')].find(e => e.firstChild.textContent === 'd6').click()")
        .await;
    anna.click("[data-sq=a8]").await;
    anna.click("[data-sq=a3]").await;
    anna.reads("dialog .errm", "no legal move").await;
    assert_eq!(anna.browser.run("return document.querySelector('dialog [data-act=do]').disabled").await, true);
    anna.click("dialog .dlg-acts .btn:not(.pri)").await;

    // A result by one tap, with the position in sight; over it another one is asked once.
    anna.command("set-result").await;
    anna.browser.wait("document.querySelector('dialog .brd')").await;
    anna.click("dialog [data-act='1-0']").await;
    anna.reads(".tv-h", "1-0").await;
    anna.command("set-result").await;
    anna.click("dialog [data-act='1/2-1/2']").await;
    anna.reads("dialog .lost-list", "1-0 is replaced").await;
    // A browser without a window need not think that its page has the focus: no `:focus`.
    anna.browser.wait("document.activeElement?.textContent === 'Cancel'").await;
    anna.click("dialog [data-act=yes]").await;
    anna.reads(".tv-h", "½-½").await;
    anna.complains_of_nothing().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_board_that_is_gone_is_said_where_it_is_looked_for() {
    let Some(browser) = Browser::start().await else { return };
    // A quiet game: the tile of a table that waits for a ruling shows the ruling.
    let quiet = log(START, 0, &SPANISH);
    let mut hall = Hall::of(&[("1", &quiet), ("2", &quiet), ("3", &quiet)]);
    let anna = Person { browser, at: hall.at };
    anna.browser.look("light", 1440, 900).await;
    anna.sign_in_first().await;
    anna.look_at("#/table/3").await;
    anna.reads(".wire", "Board connected").await;
    // The third table's board is pulled out.
    let (_folder, board) = hall.boards.pop().expect("three boards");
    drop(board);
    anna.reads(".wire", "Board lost").await;
    anna.browser.wait("document.querySelector('.bigb .brd.stale')").await;
    anna.look_at("#/queue").await;
    anna.browser.wait("document.querySelector('.qi.lost')").await;
    anna.click(".qi.lost").await;
    anna.reads(".dt h2", "The board does not answer.").await;
    anna.look_at("#/wall").await;
    anna.reads(".tile.lost .tag", "Board lost").await;
    anna.complains_of_nothing().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_shut_out_by_how_a_view_is_built() {
    let Some(browser) = Browser::start().await else { return };
    let Some(tools) = tools() else { return };
    let axe = fs::read_to_string(tools.join("node_modules/axe-core/axe.min.js")).expect("axe-core");
    let hall = Hall::start();
    let anna = Person { browser, at: hall.at };
    anna.browser.look("light", 1440, 900).await;
    anna.browser.open(&format!("http://{}/", hall.at)).await;
    anna.browser.wait("document.querySelector('form')").await;
    anna.is_accessible(&axe, "sign-in").await;
    anna.sign_in_first().await;
    anna.browser.wait("document.querySelectorAll('.tile.ruling').length === 2").await;
    for (size, width, height) in SIZES {
        for scheme in ["light", "dark"] {
            anna.browser.look(scheme, width, height).await;
            for (view, ready) in [
                ("#/wall", ".tile"),
                ("#/queue", ".qi"),
                ("#/table/1", ".mvb"),
                ("#/table/2", ".cb"),
                ("#/round", "main h1"),
                ("#/record", "main h1"),
                ("#/people", ".acc"),
            ] {
                anna.look_at(view).await;
                anna.browser.wait(&format!("document.querySelector({ready:?})")).await;
                let name = view.trim_start_matches("#/").replace('/', "-");
                anna.browser.photograph(&format!("console-{name}-{size}-{scheme}")).await;
                anna.is_accessible(&axe, &format!("{view} at {size}, {scheme}")).await;
            }
        }
    }
    anna.complains_of_nothing().await;
}

impl Person {
    pub(crate) async fn sign_in_first(&self) {
        self.sign_in_as("Anna").await;
    }

    pub(crate) async fn sign_in_as(&self, name: &str) {
        self.browser.open(&format!("http://{}/", self.at)).await;
        self.browser.wait("document.querySelector('input[autocomplete=new-password]')").await;
        self.type_in("input[name=name]", name).await;
        self.type_in("input[name=password]", PASSWORD).await;
        self.click("form button[type=submit]").await;
        self.browser.wait("document.querySelector('.tile')").await;
    }

    /// Makes an account for somebody; gives the link that signs him in once.
    pub(crate) async fn invites(&self, name: &str) -> String {
        self.look_at("#/people").await;
        self.click(".cv-h .btn.pri").await;
        self.browser.wait("document.querySelector('dialog input[name=name]')").await;
        self.type_in("dialog input[name=name]", name).await;
        self.click("dialog button[type=submit]").await;
        self.browser.wait("document.querySelector('.qr path') && document.querySelector('.url')").await;
        self.browser.text(".url").await
    }

    /// Chooses a command of the table's menu.
    pub(crate) async fn command(&self, name: &str) {
        self.browser.run("document.querySelector('.menu').open = true").await;
        self.click(&format!(".pop [data-act={name}]")).await;
    }

    pub(crate) async fn is_accessible(&self, axe: &str, view: &str) {
        assert_eq!(self.browser.inaccessible(axe).await, json!([]), "{view}");
        self.needs_no_mouse(view).await;
    }

    /// Whatever is clicked can be reached by the keyboard.
    async fn needs_no_mouse(&self, view: &str) {
        // One square of a board takes the focus, arrows go to the others.
        let all = "{ const isOfBoard = e => e.matches('[data-sq]')
            && [...e.parentElement.parentElement.querySelectorAll('[data-sq]')].filter(s => s.tabIndex === 0).length === 1;
            [...document.querySelectorAll('body *')].filter(e => getEventListeners(e).click && e.getClientRects().length
            && e.tabIndex < 0 && !e.matches('dialog, label') && !isOfBoard(e)).map(e => e.outerHTML.slice(0, 200)) }";
        let asked = json!({"cmd": "Runtime.evaluate",
            "params": {"expression": all, "includeCommandLineAPI": true, "returnByValue": true}});
        let found = self.browser.command("goog/cdp/execute", asked).await;
        assert_eq!(found["result"]["value"], json!([]), "only a mouse reaches these of {view}: {found}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_command_has_a_form_that_needs_neither_mouse_nor_eyes() {
    let Some(browser) = Browser::start().await else { return };
    let Some(tools) = tools() else { return };
    let axe = fs::read_to_string(tools.join("node_modules/axe-core/axe.min.js")).expect("axe-core");
    let hall = Hall::start();
    let anna = Person { browser, at: hall.at };
    anna.browser.look("light", 390, 844).await;
    anna.sign_in_first().await;
    anna.browser.wait("document.querySelectorAll('.tile.ruling').length === 2").await;
    anna.look_at("#/table/1").await;
    anna.reads(".mvb", "Nf6").await;
    let names = "[...document.querySelectorAll('.pop [data-act]')].map(e => e.dataset.act)";
    let open = "document.querySelector('.menu').open = true;";
    anna.browser.run(open).await;
    anna.browser.wait(&format!("{names}.length > 8")).await;
    let names = anna.browser.run(&format!("return {names}")).await;
    let names: BTreeSet<&str> = names.as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    let mut with_form = 0;
    for name in &names {
        anna.browser.run(open).await;
        anna.browser.run(&format!("document.querySelector('.pop [data-act={name}]').focus()")).await;
        assert_eq!(anna.browser.run("return document.activeElement.dataset.act").await, *name, "it has the focus");
        // Space presses a button, as a click does for the others.
        anna.browser.key(" ").await;
        let opened = "document.querySelector('dialog[open]') || document.querySelector('.toast')";
        anna.browser.wait(opened).await;
        if anna.browser.run("return Boolean(document.querySelector('dialog[open]'))").await == true {
            with_form += 1;
            anna.browser.photograph(&format!("console-form-{name}")).await;
            let inside = anna.browser.run("return document.activeElement.closest('dialog') !== null").await;
            assert_eq!(inside, true, "the focus is in the form of {name}");
            anna.is_accessible(&axe, &format!("the form of {name}")).await;
            anna.browser.key("\u{e00c}").await;
            anna.browser.wait("!document.querySelector('dialog[open]')").await;
        } else {
            anna.browser.wait("!document.querySelector('.toast')").await;
        }
    }
    // From e2 to e4 by arrows alone.
    anna.command("set-move").await;
    anna.browser.wait("document.querySelector('dialog [data-sq=e2]')").await;
    anna.browser.run("document.querySelector('dialog [data-sq][tabindex=\"0\"]').focus()").await;
    let at = "return document.activeElement.dataset.sq";
    let from = anna.browser.run(at).await;
    anna.browser.key("\u{e013}").await;
    let above = anna.browser.run(at).await;
    anna.browser.key("\u{e015}").await;
    assert_ne!(above, from);
    assert_eq!(anna.browser.run(at).await, from, "down again");
    assert!(with_form > 8, "{with_form} of {names:?} have forms");
    anna.complains_of_nothing().await;
}

#[test]
fn the_types_of_the_page_are_right() {
    let Some(tools) = tools() else { return };
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/page/tsconfig.json");
    let checked =
        Command::new("node").arg(tools.join("node_modules/typescript/bin/tsc")).arg("-p").arg(project).output();
    let checked = checked.expect("node runs");
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stdout));
}

/// What tests need from npm, fetched once for this checkout; `None`, with a word, where it cannot be had.
pub(crate) fn tools() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("page-tools");
    let wanted = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/page/package.json");
    let wanted = fs::read_to_string(wanted).expect("package.json");
    let is_there = fs::read_to_string(folder.join("package.json")).is_ok_and(|there| there == wanted)
        && folder.join("node_modules/typescript/bin/tsc").exists()
        && folder.join("node_modules/axe-core/axe.min.js").exists();
    if is_there {
        return Some(folder);
    }
    // Beside the place where it is looked for: two tests may fetch it at once.
    let own = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    fs::write(own.path().join("package.json"), wanted).expect("written");
    let fetched = Command::new("npm")
        .args(["install", "--no-audit", "--no-fund", "--ignore-scripts"])
        .current_dir(own.path())
        .output();
    let why = match fetched {
        Ok(fetched) if fetched.status.success() => {
            let _ = fs::remove_dir_all(&folder);
            let own = own.keep();
            return Some(if fs::rename(&own, &folder).is_ok() { folder } else { own });
        }
        Ok(fetched) => String::from_utf8_lossy(&fetched.stderr).trim().to_owned(),
        Err(error) => error.to_string(),
    };
    let required = std::env::var("TOUCHMOVE_TEST_NODE").is_ok_and(|set| set == "required");
    assert!(!required, "npm: {why}");
    skipped(format_args!("what npm gives is not there: {why}"));
    None
}

/// The page's own modules, by their names within its folder.
fn modules() -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![page_folder()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("readable") {
            let path = entry.expect("an entry").path();
            let name = path.strip_prefix(page_folder()).expect("in it").display().to_string();
            if path.is_dir() {
                folders.push(path);
            } else if !name.starts_with("vendor/")
                && (name.ends_with(".js") || name.ends_with(".html") || name.ends_with(".css"))
            {
                found.push((name, fs::read_to_string(&path).expect("UTF-8")));
            }
        }
    }
    found
}

/// The pieces of a text between a beginning and an end.
fn between<'a>(text: &'a str, begin: &str, end: char) -> Vec<&'a str> {
    text.split(begin).skip(1).filter_map(|rest| rest.split_once(end)).map(|(piece, _)| piece).collect()
}

#[test]
fn every_message_is_in_the_catalogue_and_none_is_left_over() {
    let catalogue = |file: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("src/words/en/{file}.ftl"));
        fs::read_to_string(path).expect("a catalogue")
    };
    let ids = |text: &str| -> BTreeSet<String> {
        text.lines()
            .filter(|line| line.starts_with(|first: char| first.is_ascii_lowercase()))
            .filter_map(|line| line.split_once(" ="))
            .map(|(id, _)| id.to_owned())
            .collect()
    };
    let (console, alerts) = (catalogue("console"), catalogue("alerts"));
    let (own, told) = (ids(&console), ids(&alerts));
    assert!(own.len() > 800 && told.len() > 100, "{} {}", own.len(), told.len());
    assert!(own.is_disjoint(&told), "twice: {:?}", own.intersection(&told).collect::<Vec<_>>());

    // In code a message's name may have points for hyphens.
    let named = |text: &str| text.replace('.', "-");
    let mut asked = BTreeSet::new();
    let mut mentioned = BTreeSet::new();
    let mut begun = BTreeSet::new();
    for (_, text) in modules() {
        for call in ["t(\"", "tp(\"", "say(\"", "hasMessage(\"", "told(\""] {
            // A text may hold what only looks like a call.
            let is_call = |key: &&str| {
                !key.contains(['/', ' ', '$', ':', '<'])
                    && key.contains(['.', '-'])
                    && key.starts_with(|first: char| first.is_ascii_lowercase())
            };
            asked.extend(between(&text, call, '"').into_iter().filter(is_call).map(named));
        }
        mentioned.extend(text.split(['"', '`']).map(named));
        // Names that are put together begin so.
        begun.extend(
            between(&text, "`", '$')
                .into_iter()
                .filter(|begin| begin.ends_with(['.', '-']) && !begin.contains([' ', '`', '\n', '/', '<']))
                .map(named),
        );
    }
    let missing: Vec<&String> = asked.iter().filter(|key| !own.contains(*key) && !told.contains(*key)).collect();
    assert!(missing.is_empty(), "no message: {missing:?}");
    let used: BTreeSet<&str> = between(&console, "{ ", ' ').into_iter().collect();
    // What stands between the items of lists is put together of its kind and its place.
    let is_said = |id: &str| {
        id.ends_with("-next")
            || used.contains(id)
            || mentioned.contains(id)
            || begun.iter().any(|begin| id.starts_with(begin))
    };
    let unused: Vec<&String> = own.iter().filter(|id| !is_said(id)).collect();
    assert!(unused.is_empty(), "nobody says: {unused:?}");
}

#[test]
fn the_page_asks_no_other_host_and_holds_nothing_that_its_policy_forbids() {
    for (name, text) in modules() {
        let text = text.replace("http://www.w3.org/2000/svg", "");
        for word in ["http://", "https://", "<script>", "style=\"", "onclick=\"", "eval(", "new Function", "innerHTML"]
        {
            assert!(!text.contains(word), "{name} contains {word}");
        }
        for line in text
            .lines()
            .filter(|line| line.contains("import ") || line.contains("src=\"") || line.contains("href=\"/console/"))
        {
            for file in between(line, "/console/", '"') {
                assert!(page_folder().join(file).exists(), "{name} asks for {file}");
            }
        }
    }
}
