//! The public screens in a browser: rounds of every size on screens of every size, over a picture, as a table, and while
//! the network is away. What they show is made of records as tables write them.

use std::{
    collections::BTreeMap,
    fs,
    net::SocketAddr,
    path::Path,
    sync::{Arc, OnceLock},
    time::Duration,
};

use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::{Value, json};
use touchmove::{
    broadcast::{Broadcast, Screens, Settings},
    event::{Board, Date, Forfeit, PairingResult, Player, Score},
    game::persons::Person,
    hall::{
        protocol::rounds::RoundState,
        rounds::{Listed, ListedEvent, ListedPairing, ListedRound},
        time::Time,
    },
    publish::{
        console::hall::{Desk, HallHandle, Served, Since},
        web::{self, WebHandle},
    },
    rules::{
        Position,
        pgn::{PgnGame, read_games},
    },
};

use crate::{
    common::{
        console::{self, JSON, PASSWORD},
        http,
        service::{SPANISH, START, log},
    },
    console::{Hall, tools},
    driver::Browser,
};

/// A projector, a smaller one, a phone.
const SIZES: [(u32, u32); 3] = [(1920, 1080), (1280, 720), (390, 844)];

const BEGIN: Time = Time(1_795_000_000_000);

/// Names as they come: short, long, of three scripts; with titles of all lengths.
const PLAYERS: [(&str, &str, u16, &str); 26] = [
    ("Okonkwo, Chidi", "", 2_287, "NGR"),
    ("Lindqvist, Maja", "WIM", 2_301, "SWE"),
    ("Moreau, Élise", "", 2_412, "FRA"),
    ("Tanaka, Haruto", "", 1_998, "JPN"),
    ("Papadopoulou, Eleni", "", 2_104, "GRE"),
    ("Kowalczyk, Jan", "", 2_245, "POL"),
    ("Ferri, Luca", "", 1_875, "ITA"),
    ("Vaidyanathan, Ravichandran", "GM", 2_598, "IND"),
    ("Haddad, Samir", "", 2_222, "LBN"),
    ("Novák, Tereza", "WIM", 2_287, "CZE"),
    ("Petrenko, Oksana", "", 2_365, "UKR"),
    ("Bergström, Nils", "", 2_190, "SWE"),
    ("Krüger-Zimmermann, Alexandra Maria", "WGM", 2_544, "GER"),
    ("Silva, João", "", 2_150, "POR"),
    ("Kaya, Deniz", "FM", 2_310, "TUR"),
    ("Nguyen, Thi Mai", "GM", 2_521, "VIE"),
    ("Rossi, Chiara", "CM", 2_088, "ITA"),
    ("O’Brien, Niamh", "WIM", 2_203, "IRL"),
    ("Mbeki, Thandi", "", 0, ""),
    ("Ivanov, Pavel", "", 2_333, "BUL"),
    ("Suzuki, Ren", "WGM", 2_340, "JPN"),
    ("Horvat, Ana", "", 2_077, "CRO"),
    ("Υψηλάντης, Αλέξανδρος", "IM", 2_401, "GRE"),
    ("Вознесенская-Преображенская, Александра", "WFM", 2_166, "KAZ"),
    ("عبد الرحمن, خالد", "FM", 2_288, "EGY"),
    ("Wolfeschlegelsteinhausenbergerdorff", "", 1_640, "USA"),
];

fn player(number: usize) -> Player {
    let (name, title, rating, federation) = PLAYERS[number % PLAYERS.len()];
    let some = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
    let rating = Some(rating).filter(|rating| *rating > 0);
    let person = Person { title: some(title), rating, federation: some(federation), ..Person::default() };
    Player { number: None, name: name.to_owned(), person }
}

fn games() -> &'static [PgnGame] {
    static GAMES: OnceLock<Vec<PgnGame>> = OnceLock::new();
    GAMES.get_or_init(|| {
        let text = include_str!("../../src/emulate/demo/round.pgn");
        read_games(text.as_bytes()).map(|game| game.expect("readable")).collect()
    })
}

/// A round with its tables, each of which is told what it is to say.
struct Stage {
    broadcast: Broadcast,
    screens: Screens,
    now: Time,
}

impl Stage {
    /// A round of so many boards, of which every seventh has a result, one was never begun, one goes on unrecorded.
    fn round(boards: u16) -> Stage {
        let mut stage = Stage::empty();
        stage.list(&[(None, boards)]);
        for board in 1..=boards {
            let plies = 12 + usize::from(board) * 7 % 60;
            let result = if board % 7 == 4 { ["1-0", "0-1", "1/2-1/2"][usize::from(board / 7 % 3)] } else { "*" };
            if board != 10 {
                stage.plays(None, board, plies, result);
            }
        }
        stage
    }

    fn empty() -> Stage {
        let settings = Settings { origin: "x".to_owned(), not_begun: true, ..Settings::default() };
        Stage { broadcast: Broadcast::new(settings, [], BEGIN), screens: Screens::default(), now: BEGIN }
    }

    fn list(&mut self, sections: &[(Option<&str>, u16)]) {
        let event = ListedEvent {
            name: Some("Lakeside Open 2026".to_owned()),
            site: Some("Graz".to_owned()),
            time_control: Some("5400+30".to_owned()),
            delay_ms: 900_000,
        };
        let rounds = sections.iter().map(|&(section, boards)| ListedRound {
            section: section.map(str::to_owned),
            number: 5,
            state: RoundState::On,
            date: Date::new(2026, 11, 24).ok(),
            start: Some(BEGIN),
            pairings: (1..=boards).map(|board| pairing(section, board)).collect(),
        });
        self.broadcast.listed(Listed { event: Some(event), rounds: rounds.collect() }, self.now);
    }

    /// The first half-moves of a game at a table, and what its clock shows.
    fn plays(&mut self, section: Option<&str>, board: u16, plies: usize, result: &str) {
        let game = &games()[usize::from(board) % games().len()];
        let plies = plies.min(game.moves.len());
        let mut position = Position::initial();
        for played in &game.moves[..plies] {
            position = position.play(&position.legal_move(&played.uci).expect("a legal move"));
        }
        let said = |of: fn(&touchmove::rules::pgn::PgnMove) -> &String| -> Vec<String> {
            game.moves[..plies].iter().map(|played| of(played).clone()).collect()
        };
        let state = json!({
            "type": "game", "seq": 0, "t_ms": 0, "id": "g", "phase": "playing", "variant": "chess",
            "initial_fen": Position::initial().fen(), "fen": position.fen(), "moves": said(|played| &played.uci),
            "sans": said(|played| &played.san), "result": result, "interrupted": board == 6,
        });
        let seconds = |other: u64| (u64::from(board) * 1_313 + other * 577) % 6_300;
        let running = if result != "*" { None } else { Some(position.turn().name()) };
        let clock = json!({
            "type": "clock", "seq": 0, "t_ms": 0, "white_ms": seconds(1) * 1_000, "black_ms": seconds(2) * 1_000,
            "running": running,
        });
        let table = table(section, board);
        for record in [state, clock] {
            self.broadcast.record(&table, &record.to_string(), self.now).expect("a record");
        }
        // What each move left, as a table's PGN tells it.
        let mut pgn = String::new();
        for (ply, played) in (1..).zip(&game.moves[..plies]) {
            let left = 5_400 - ply * (11 + u64::from(board % 40));
            pgn += &format!("{} {{[%clk {}:{:02}:{:02}]}} ", played.san, left / 3_600, left / 60 % 60, left % 60);
        }
        self.broadcast.pgn(&table, &format!("{pgn}*\n"), self.now);
    }

    /// What is shown once it is old enough.
    fn told(&mut self) -> Served {
        self.now = self.now.plus(900_000);
        self.broadcast.pass(self.now);
        if let Some(told) = self.broadcast.told() {
            self.screens.tell(&told, self.now);
        }
        let texts = Arc::new(self.screens.texts().clone());
        Served { name: "screens", texts, secret: None, on_screens: Some(Since::now_it_is(self.now)) }
    }
}

fn table(section: Option<&str>, board: u16) -> String {
    format!("{}{board}", section.unwrap_or_default())
}

fn pairing(section: Option<&str>, board: u16) -> ListedPairing {
    let given = match board {
        11 => Some(PairingResult::Forfeit(Forfeit::WhiteWins)),
        9 => Some(PairingResult::Played(Score::Draw)),
        _ => None,
    };
    ListedPairing {
        id: u32::from(board),
        board: Board::new(board),
        white: player(usize::from(board) * 2 - 1),
        black: player(usize::from(board) * 2 - 2),
        given,
        told: None,
        game: (board != 10).then(|| (table(section, board), "g".to_owned())),
    }
}

/// A server that has what screens show.
struct Server {
    page: WebHandle,
    desk: Desk,
    at: SocketAddr,
}

impl Server {
    async fn start(listen: SocketAddr) -> Server {
        let (handle, desk) = HallHandle::new("");
        let (page, _) = web::start(listen, vec!["1".to_owned()], handle, None).await.expect("a free port");
        Server { at: page.address(), page, desk }
    }

    async fn of(stage: &mut Stage) -> Server {
        let server = Server::start(SocketAddr::from(([127, 0, 0, 1], 0))).await;
        server.shows(stage);
        server
    }

    fn shows(&self, stage: &mut Stage) {
        self.desk.served.send_replace(vec![stage.told()]);
    }
}

/// Opens a screen, and waits until something of it stands there.
async fn open(browser: &Browser, at: SocketAddr, query: &str, ready: &str) {
    browser.open(&format!("http://{at}/broadcast/screen/{query}")).await;
    browser.wait(&format!("document.querySelector({ready:?}) && document.querySelector('#sprite svg')")).await;
    browser.wait("document.fonts.status === 'loaded'").await;
    browser.settle().await;
}

/// What is cut off, lies over something else, or is too small to be read; the letters of names and clocks in pixels.
const LOOK: &str = r"
    const flaws = [];
    const wide = document.documentElement.clientWidth, high = innerHeight;
    const inHand = Boolean(document.querySelector('.hand'));
    const box = e => e.getBoundingClientRect();
    const say = (e, what) => flaws.length < 6 && flaws.push(`${e.className || e.tagName} ${e.closest('[data-board]')?.dataset.board ?? ''} ${e.textContent.trim().slice(0, 30)}: ${what}`);
    const all = s => [...document.querySelectorAll(s)].filter(e => !e.closest('.leaves') && !e.closest('.vh') && e.getClientRects().length);
    const parts = '.ps-h > *, .sp, .sp > *, .ck, .sp-mv, .no, .sp-nm, .sp-nm .sp-n, .sp-nm .ab, .ps-r table, .ps-r tr, .ps-r td, .ps-r th, .ov-p, .ov-p > *, .ov .bd, .mid > *';
    for (const e of all(parts)) {
        const b = box(e);
        if (b.left < -0.6 || b.right > wide + 0.6) say(e, `leaves the screen: ${b.left} to ${b.right} of ${wide}`);
        if (!inHand && (b.top < -0.6 || b.bottom > high + 0.6)) say(e, `leaves the screen: ${b.top} to ${b.bottom} of ${high}`);
        const isCut = getComputedStyle(e).overflowX === 'hidden' || e.matches('.sp-nm, .ck, .sp-mv, td, th');
        if (isCut && e.scrollWidth > e.clientWidth + 1 && e.clientWidth && !(e.closest('.sp-nm') && /^[^,]{24,}/.test(e.textContent))) say(e, `is cut off: ${e.scrollWidth} of ${e.clientWidth}`);
    }
    const apart = (one, other, room = 0.6) => {
        const [a, b] = [box(one), box(other)];
        return a.right <= b.left + room || b.right <= a.left + room || a.bottom <= b.top + room || b.bottom <= a.top + room;
    };
    for (const whole of all('.sp, .ps-h, .ov-p, .ps-r tr, .ov-c, .ov-f, .ps-r')) {
        const inner = [...whole.children].filter(e => e.getClientRects().length);
        inner.forEach((one, i) => {
            const [a, w] = [box(one), box(whole)];
            if (a.left < w.left - 0.6 || a.right > w.right + 0.6 || a.top < w.top - 0.6 || a.bottom > w.bottom + 0.6)
                say(one, `leaves its place: ${JSON.stringify([a.left, a.top, a.right, a.bottom].map(Math.round))} of ${JSON.stringify([w.left, w.top, w.right, w.bottom].map(Math.round))}`);
            for (const other of inner.slice(i + 1)) if (!apart(one, other)) say(one, `lies over ${other.className}`);
        });
    }
    const tiles = all('.ps-g li');
    tiles.slice(1).forEach((tile, i) => { if (!apart(tile, tiles[i])) say(tile, 'lies over the one before'); });
    const size = s => Math.min(...all(s).map(e => parseFloat(getComputedStyle(e).fontSize)));
    return { flaws, name: size('.sp-nm .sp-n'), clock: size('.ck'), result: size('.res'), board: Math.min(...all('.sp .brd').map(e => box(e).width)), shown: all('.sp').length + all('.ps-r tbody tr').length };";

/// The least letters, of the shorter side of a screen, that can be read from ten metres off three metres' width; a name
/// that is far too long may be smaller before it is cut.
const NAME: f64 = 0.026 * 0.72 - 0.001;
const CLOCK: f64 = 0.034;

async fn is_sound(browser: &Browser, axe: Option<&str>, what: &str) -> Value {
    let seen = browser.run(LOOK).await;
    assert_eq!(seen["flaws"], json!([]), "{what}: {seen:#}");
    if let Some(axe) = axe {
        assert_eq!(browser.inaccessible(axe).await, json!([]), "{what}");
    }
    seen
}

fn axe() -> Option<String> {
    tools().map(|tools| fs::read_to_string(tools.join("node_modules/axe-core/axe.min.js")).expect("axe-core is there"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rounds_of_every_size_fit_screens_of_every_size() {
    let Some(browser) = Browser::start().await else { return };
    let axe = axe();
    for boards in [1_u16, 12, 40, 200] {
        let server = Server::of(&mut Stage::round(boards)).await;
        for (width, height) in SIZES {
            for theme in ["light", "dark"] {
                browser.look(theme, width, height).await;
                for (view, query, ready) in [("boards", "?turn=0", ".sp"), ("results", "?view=results&turn=0", ".ps-r")]
                {
                    let what = format!("screen-{view}-{boards}-{width}-{theme}");
                    let query = format!("{query}&theme={theme}");
                    open(&browser, server.at, &query, ready).await;
                    browser.photograph(&what).await;
                    let seen = is_sound(&browser, axe.as_deref(), &what).await;
                    let of = |name: &str| seen[name].as_f64().unwrap_or(f64::MAX) / f64::from(width.min(height));
                    if width > 600 {
                        assert!(of("name") >= NAME, "{what}: {seen}");
                        assert!(view == "results" || of("clock") >= CLOCK && of("board") >= 0.15, "{what}: {seen}");
                        assert!(view == "results" || seen["clock"].as_f64() >= seen["name"].as_f64(), "{what}: {seen}");
                    } else {
                        // What is held in a hand is scrolled, and has all of it.
                        assert_eq!(seen["shown"], boards, "{what}");
                        assert!(seen["name"].as_f64() >= Some(10.0), "{what}: {seen}");
                    }
                    let all = if view == "boards" { 12 } else { 40 };
                    assert!(boards > all || seen["shown"] == boards, "{what}: {seen}");
                }
            }
        }
    }
    assert_eq!(browser.complaints().await, json!([]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_turn_by_themselves_until_somebody_stops_them() {
    let Some(browser) = Browser::start().await else { return };
    let server = Server::of(&mut Stage::round(40)).await;
    browser.look("light", 1280, 720).await;
    open(&browser, server.at, "?turn=3", ".sp").await;
    let numbers = "[...document.querySelectorAll('.ps-g:not(.leaves) .sp')].map(e => Number(e.dataset.board))";
    let first = browser.run(&format!("return {numbers}")).await;
    let shown = first.as_array().expect("boards").len();
    assert!((8..40).contains(&shown), "{first}");
    assert!(browser.text(".ps-h").await.contains(&format!("Boards 1–{shown} of 40")));
    // Every board comes, each once, and then the first ones again.
    browser
        .run(&format!(
            "window.seen = []; setInterval(() => {{ const now = {numbers}; if (String(now) !== String(seen.at(-1))) seen.push(now); }}, 50)"
        ))
        .await;
    browser.wait("seen.length > 1 && String(seen[0]) === String(seen.at(-1))").await;
    let seen = browser.run("return seen.slice(0, -1).flat()").await;
    assert_eq!(seen, json!((1..=40).collect::<Vec<u32>>()));
    // A press stops them, arrows turn them, and a space has them go on.
    browser.run("document.querySelector('.ps-t').click()").await;
    let key = |key: &str| {
        format!("document.body.dispatchEvent(new KeyboardEvent('keydown', {{key: {key:?}, bubbles: true}}))")
    };
    let before = browser.run(&format!("return {numbers}")).await;
    tokio::time::sleep(Duration::from_millis(4_500)).await;
    assert_eq!(browser.run(&format!("return {numbers}")).await, before);
    browser.run(&key("ArrowRight")).await;
    browser.wait(&format!("String({numbers}) !== {:?}", before.to_string().trim_matches(['[', ']']))).await;
    browser.run(&key("ArrowLeft")).await;
    browser.wait(&format!("String({numbers}) === {:?}", before.to_string().trim_matches(['[', ']']))).await;
    browser.run(&key(" ")).await;
    browser.wait(&format!("String({numbers}) !== {:?}", before.to_string().trim_matches(['[', ']']))).await;
    // Sizes change with the window.
    browser.look("light", 1920, 1080).await;
    browser.wait("document.querySelector('.brd').getBoundingClientRect().width > 170").await;
    is_sound(&browser, None, "resized").await;
    assert_eq!(browser.complaints().await, json!([]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_address_says_which_boards_of_which_section_are_shown() {
    let Some(browser) = Browser::start().await else { return };
    let mut stage = Stage::empty();
    // Of the last ones the folders would be called alike.
    stage.list(&[(Some("A"), 9), (Some("Б & В"), 4), (Some("U-16"), 3), (Some("U 16"), 2), (Some("u-16"), 1)]);
    for board in 1..=9 {
        stage.plays(Some("A"), board, 20, "*");
    }
    let server = Server::of(&mut stage).await;
    browser.look("light", 1280, 720).await;
    let numbers = "return [...document.querySelectorAll('.sp')].map(e => e.dataset.board).join()";
    for (query, expected) in [
        ("?section=a&boards=1-3,8&turn=0", "1,2,3,8"),
        ("?section=A&boards=8-&turn=0", "8,9"),
        ("?section=%D0%91%20%26%20%D0%92", "1,2,3,4"),
        ("?section=U-16", "1,2,3"),
        ("?section=u-16", "1"),
        ("?section=U%2016", "1,2"),
        ("?section=U-16&round=5", "1,2,3"),
        ("?section=u-16&round=5", "1"),
        ("?section=U%2016&round=5", "1,2"),
        ("?section=%D0%B1%20%26%20%D0%B2&round=5", "1,2,3,4"),
        ("?turn=0", "1,2,3,4,5,6,7,8,9"),
        ("?section=A&most=5&turn=0", "1,2,3,4,5"),
        ("?section=A&round=5&boards=7", "7"),
        ("?section=%D0%91%20%26%20%D0%92&round=5&boards=2", "2"),
    ] {
        open(&browser, server.at, query, ".sp").await;
        assert_eq!(browser.run(numbers).await, expected, "{query}");
    }
    assert_eq!(browser.text(".ps-h .ab").await, "Б & В · Round 5 · 90 min + 30 s");
    for query in ["?section=C", "?boards=77", "?round=9"] {
        open(&browser, server.at, query, ".ps-none").await;
        assert_eq!(browser.text(".ps-none").await, "No game is shown yet.", "{query}");
    }
    // Without the last letter of the address, too; and nothing is asked of another host.
    browser.open(&format!("http://{}/broadcast/screen?section=A&board=3", server.at)).await;
    browser.wait("document.querySelector('.ov-p')").await;
    let asked = "return performance.getEntriesByType('resource').map(e => new URL(e.name)).filter(u => u.host !== location.host || !u.pathname.startsWith('/broadcast/')).map(String)";
    assert_eq!(browser.run(asked).await, json!([]));
}

/// The alpha of some of a picture's pixels.
async fn alphas(browser: &Browser, at: &[(u32, u32)]) -> Vec<u64> {
    let clear = json!({"cmd": "Emulation.setDefaultBackgroundColorOverride", "params": {"color": {"r": 0, "g": 0, "b": 0, "a": 0}}});
    browser.command("goog/cdp/execute", clear).await;
    let shot = json!({"cmd": "Page.captureScreenshot", "params": {"format": "png"}});
    let shot = browser.command("goog/cdp/execute", shot).await;
    let picture = shot["data"].as_str().expect("a picture");
    if let Some(folder) = std::env::var_os("TOUCHMOVE_TEST_SCREENSHOTS") {
        fs::write(Path::new(&folder).join("screen-over-alpha.png"), STANDARD.decode(picture).expect("base64"))
            .expect("written");
    }
    // The page's policy lets it read such a picture.
    let script = format!(
        "const done = arguments[0], image = new Image();
         image.onload = () => {{
             const canvas = document.createElement('canvas');
             canvas.width = image.width; canvas.height = image.height;
             const pen = canvas.getContext('2d', {{willReadFrequently: true}});
             pen.drawImage(image, 0, 0);
             done({}.map(([x, y]) => pen.getImageData(x, y, 1, 1).data[3]));
         }};
         image.src = 'data:image/png;base64,{picture}';",
        json!(at)
    );
    let alphas = browser.command("execute/async", json!({"script": script, "args": []})).await;
    browser
        .command("goog/cdp/execute", json!({"cmd": "Emulation.setDefaultBackgroundColorOverride", "params": {}}))
        .await;
    alphas.as_array().expect("a list").iter().map(|alpha| alpha.as_u64().expect("a number")).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_board_stands_over_a_picture_and_all_around_it_is_transparent() {
    let Some(browser) = Browser::start().await else { return };
    let axe = axe();
    let mut stage = Stage::round(12);
    let server = Server::of(&mut stage).await;
    for (width, height) in [(1920, 1080), (1280, 720), (600, 740), (390, 844), (1920, 200), (1280, 120)] {
        for theme in ["light", "dark"] {
            for board in [3, 4, 7, 10] {
                browser.look("light", width, height).await;
                let what = format!("screen-over-{board}-{width}x{height}-{theme}");
                open(&browser, server.at, &format!("?board={board}&theme={theme}"), ".ov-p").await;
                if board != 10 {
                    browser.photograph(&what).await;
                }
                is_sound(&browser, axe.as_deref().filter(|_| board == 3), &what).await;
            }
        }
    }
    // A board at the start of a wide picture, on the other side where that is wished: nothing stands beside it.
    for scheme in ["light", "dark"] {
        browser.look(scheme, 1920, 1080).await;
        for (query, ground, covered) in [("?board=3", 1_800, 300), ("?board=3&side=end", 120, 1_700)] {
            open(&browser, server.at, query, ".ov-p").await;
            let alphas = alphas(&browser, &[(ground, 5), (ground, 540), (ground, 1_075), (covered, 540)]).await;
            assert_eq!(alphas, [0, 0, 0, 255], "{scheme} {query}");
        }
    }
    // The other way round for a camera behind Black.
    open(&browser, server.at, "?board=3&bottom=black", ".ov-p").await;
    let top = "return document.querySelector('.ov-p').classList.contains('w')";
    assert_eq!(browser.run(top).await, true);
    // A board that there is not is nothing at all.
    browser.open(&format!("http://{}/broadcast/screen/?board=99", server.at)).await;
    browser.wait("document.querySelector('.ov')").await;
    assert_eq!(browser.text("main").await.len(), "Boards".len());
    assert_eq!(browser.complaints().await, json!([]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_screen_says_how_old_it_is_while_the_network_is_away_and_catches_up() {
    let Some(browser) = Browser::start().await else { return };
    let mut stage = Stage::round(3);
    let server = Server::of(&mut stage).await;
    let at = server.at;
    browser.look("light", 1280, 720).await;
    open(&browser, at, "", ".sp").await;

    // Clocks count down between two answers, which say nothing new.
    let running = "parseInt(clock.textContent.split(':').at(-1))";
    browser
        .run(&format!(
            "window.clock = document.querySelector('.ck.run'); window.times = new Set(); setInterval(() => times.add({running}), 50)"
        ))
        .await;
    browser.wait("times.size >= 4").await;
    let answer = http::get(at, "/broadcast/screen.json").await;
    let headers = [("If-None-Match", answer.header("etag"))];
    let same = http::ask(at, "GET", "/broadcast/screen.json", &headers, "").await;
    assert_eq!((same.status, same.header("cache-control")), (304, "public, max-age=1"));
    assert!(same.header("touchmove-now").parse::<i64>().is_ok_and(|now| now >= stage.now.0));

    server.page.shutdown().await;
    browser.wait("document.querySelector('.ps-lost')").await;
    let words = browser.text(".ps-lost").await;
    assert!(words.starts_with("No connection for 0:0"), "{words}");
    browser.wait("document.querySelector('.ps-lost .age').textContent >= '0:07'").await;
    browser.photograph("screen-lost").await;
    is_sound(&browser, None, "lost").await;
    // Nobody knows what runs meanwhile.
    assert_eq!(browser.run("return document.querySelectorAll('.ck.run').length").await, 0);
    let stands = browser.run(&format!("return {running}")).await;
    tokio::time::sleep(Duration::from_millis(2_300)).await;
    assert_eq!(browser.run(&format!("return {running}")).await, stands);

    // A move and a result while it was away.
    stage.plays(None, 1, 31, "*");
    stage.plays(None, 2, 40, "1-0");
    let server = Server::start(at).await;
    server.shows(&mut stage);
    browser.wait("!document.querySelector('.ps-lost') && document.querySelector('.ck.run')").await;
    browser.wait("document.querySelector('[data-board=\"1\"] .sp-mv').textContent.startsWith('16.')").await;
    browser.wait("document.querySelector('[data-board=\"2\"] .res')?.textContent === '1-0'").await;
    // And at the next answer without any of that, what is new.
    stage.plays(None, 1, 30, "*");
    server.shows(&mut stage);
    browser.wait("document.querySelector('[data-board=\"1\"] .sp-mv').textContent.startsWith('15…')").await;
    // Refused requests are noted by the browser, and nothing else.
    let complaints = browser.complaints().await;
    let other = |complaint: &&Value| !complaint["message"].as_str().unwrap_or_default().contains("screen.json");
    assert!(complaints.as_array().expect("a list").iter().find(other).is_none(), "{complaints:#}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn screens_are_read_from_right_to_left_where_the_language_is() {
    let Some(browser) = Browser::start().await else { return };
    let server = Server::of(&mut Stage::round(12)).await;
    for (width, height) in SIZES {
        browser.look("light", width, height).await;
        for (query, ready) in [("?turn=0", ".sp"), ("?view=results&turn=0", ".ps-r"), ("?board=3", ".ov-p")] {
            open(&browser, server.at, query, ready).await;
            browser.run("document.documentElement.dir = 'rtl'").await;
            let what = format!("screen-rtl-{width}-{}", ready.trim_start_matches('.'));
            browser.photograph(&what).await;
            is_sound(&browser, None, &what).await;
        }
    }
    // The board itself is never mirrored.
    browser.look("light", 1920, 1080).await;
    open(&browser, server.at, "?turn=0", ".sp").await;
    let a1 = "const r = document.querySelector('.brd use[href=\"#wK\"]').getBoundingClientRect(); return Math.round(r.left - document.querySelector('.brd').getBoundingClientRect().left)";
    let before = browser.run(a1).await;
    browser.run("document.documentElement.dir = 'rtl'").await;
    assert_eq!(browser.run(a1).await, before);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn accounts_of_displays_see_their_boards_on_the_same_screen() {
    let Some(browser) = Browser::start().await else { return };
    let game = log(START, 0, &SPANISH);
    let hall = Hall::of(&[("1", &game), ("2", &game)]);
    let chief = console::Person::chief(hall.at, "Anna").await;
    let add = json!({ "do": "add", "name": "Beamer", "role": "display", "password": PASSWORD }).to_string();
    let headers = [JSON, ("Cookie", chief.cookie.as_str())];
    let added = http::post(hall.at, "/api/people", &headers, &add).await;
    assert_eq!(added.status, 200, "{added:?}");
    browser.look("dark", 1_280, 720).await;
    browser.open(&format!("http://{}/", hall.at)).await;
    browser.wait("document.querySelector('input[name=password]')").await;
    for (field, text) in [("name", "Beamer"), ("password", PASSWORD)] {
        let script = format!(
            "const field = document.querySelector('input[name={field}]');
             field.value = {text:?};
             field.dispatchEvent(new InputEvent('input', {{bubbles: true}}));"
        );
        browser.run(&script).await;
    }
    browser.run("document.querySelector('form button[type=submit]').click()").await;
    browser.wait("document.querySelectorAll('.sp').length === 2 && document.querySelector('.sp-mv').textContent").await;
    for (width, height) in SIZES {
        browser.look("dark", width, height).await;
        let what = format!("screen-display-{width}");
        browser.photograph(&what).await;
        is_sound(&browser, None, &what).await;
    }
}

/// Each picture of the documents: its name, what is asked for, and size in pixels.
const PICTURES: [(&str, &str, u32, u32); 3] = [
    ("screen", "?turn=0", 1_280, 720),
    ("screen-board", "?board=3&theme=dark", 600, 738),
    ("screen-results", "?view=results&turn=0", 1_280, 720),
];

/// Largest picture, in bytes.
const MAX_BYTES: usize = 150_000;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_pictures_of_the_documents_are_of_the_screens_as_they_are() {
    let Some(browser) = Browser::start().await else { return };
    let server = Server::of(&mut Stage::round(24)).await;
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut shown = String::new();
    let mut pictures = BTreeMap::new();
    for (name, query, width, height) in PICTURES {
        browser.look("light", width, height).await;
        open(&browser, server.at, query, ".sp-nm").await;
        // Whole, not while it fades in.
        browser.wait("document.getAnimations().every(one => one.playState === 'finished')").await;
        let picture = browser.picture().await;
        assert!(picture.len() < MAX_BYTES, "{name}: {} bytes", picture.len());
        pictures.insert(name, picture);
        // Whatever the time: names, results, last moves.
        let lines = browser
            .run("return [...document.querySelectorAll('h1, .ps-h p, .sp-nm, .sp-mv, .no, th, td, .sp-pt')].map(e => e.textContent.replace(/\\s+/g, ' ').trim())")
            .await;
        let lines: Vec<&str> = lines.as_array().expect("lines").iter().filter_map(Value::as_str).collect();
        assert!(lines.len() > 2, "{name}: {lines:?}");
        shown += &format!("# {name}, {width} by {height}\n{}\n\n", lines.join("\n"));
    }
    let kept = root.join("tests/page/screen.txt");
    if std::env::var_os("TOUCHMOVE_PICTURES").is_some() {
        fs::write(&kept, &shown).expect("written");
        for (name, picture) in pictures {
            fs::write(root.join(format!("docs/{name}.webp")), picture).expect("written");
        }
    }
    let kept = fs::read_to_string(&kept).expect("what the pictures show");
    // How much of a first name there is room for is measured by the browser, with the letters that it has by then.
    let families = |text: &str| -> Vec<String> {
        text.lines().map(|line| line.split(", ").next().unwrap_or_default().to_owned()).collect()
    };
    assert_eq!(
        families(&shown),
        families(&kept),
        "the documents' pictures are of other screens: TOUCHMOVE_PICTURES=1 cargo test --test page screen::"
    );
    let document = fs::read_to_string(root.join("docs/broadcast.md")).expect("readable");
    for (name, ..) in PICTURES {
        assert!(document.contains(&format!("({name}.webp)")), "docs/broadcast.md does not show {name}.webp");
    }
}
