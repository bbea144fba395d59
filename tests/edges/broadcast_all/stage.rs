//! The stage: services with boards, a broker, a hall with every output on, and a stand-in for Lichess.

use std::{fmt::Write as _, fs, net::SocketAddr, os::unix::fs::PermissionsExt, path::PathBuf, time::Duration};

use protocols::dgt;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::task::JoinHandle;
use touchmove::{
    emulate::{Begin, End, Habits, Play, Pty, Settings, Show, emulate},
    rules::pgn::{PgnGame, read_games},
};

use super::super::broadcast::start;
use crate::common::{
    console::Person,
    http,
    lichess::Round,
    lichess_site::Site,
    mqtt::TestBroker,
    pairings::pairings,
    programs::{Output, Program, free_port, touchmove},
    service::{folder, write},
};

/// Most rounds that can be played.
pub(super) const ROUNDS: usize = 12;

const TOKEN: &str = "lip_f1rstT0ken";

pub(super) struct Stage {
    pub(super) tables: usize,
    /// How many times faster than real boards and services are.
    speed: f64,
    pub(super) at: SocketAddr,
    pub(super) live: SocketAddr,
    pub(super) out: PathBuf,
    pub(super) site: Site,
    pub(super) broker: TestBroker,
    pub(super) hall: Program,
    pub(super) chief: Person,
    asked: u32,
    pub(super) services: Vec<Program>,
    state: TempDir,
}

/// Which round of the stand-in is ours.
pub(super) fn lichess_id(round: u16) -> String {
    format!("AbCd{round:04}")
}

impl Stage {
    /// With so many tables, `of_one` at each service.
    pub(super) async fn build(tables: usize, of_one: usize, speed: f64) -> Stage {
        let state = folder();
        let broker = TestBroker::mosquitto("allow_anonymous true\nmax_queued_messages 0\n", &[]).await;
        let site = Site::start(&lichess_id(1), TOKEN).await;
        site.look(|kept| {
            for round in 2..=ROUNDS as u16 {
                kept.rounds.insert(lichess_id(round), Round { by_id: true, ..Round::default() });
            }
        });
        let live = SocketAddr::from(([127, 0, 0, 1], free_port()));
        let (out, token) = (state.path().join("out"), state.path().join("token"));
        fs::create_dir(&out).expect("a folder");
        fs::write(&token, format!("{TOKEN}\n")).expect("written");
        fs::set_permissions(&token, fs::Permissions::from_mode(0o600)).expect("set");
        let rounds: Vec<String> =
            (1..=ROUNDS as u16).map(|round| format!("{round} = \"{}\"", lichess_id(round))).collect();
        let config = format!(
            "state_dir = \"{state}/hall\"\nweb.listen = \"127.0.0.1:0\"\nmqtt.url = \"mqtt://{broker}\"\n\
             [broadcast.pgn]\nhttp = true\nfolder = \"{out}\"\ndelay_s = 0\n\
             [broadcast.screens]\nhttp = true\ndelay_s = 0\n\
             [broadcast.livechess]\non = true\nlisten = \"{live}\"\ndelay_s = 0\n\
             [broadcast.livechesscloud]\nhttp = true\ndelay_s = 0\n\
             [broadcast.lichess]\nurl = \"http://{lichess}\"\ntoken_file = \"{token}\"\nrounds = {{ {rounds} }}\n",
            state = state.path().display(),
            broker = broker.address(),
            out = out.display(),
            lichess = site.at,
            token = token.display(),
            rounds = rounds.join(", "),
        );
        let (hall, at) = start(&state, "hall", &config);
        let chief = Person::chief(at, "Anna").await;
        let services = (1..=tables).step_by(of_one).zip(1..).map(|(first, number)| {
            let mut config = format!(
                "state_dir = \"{}/pi-{number}\"\nweb.listen = \"127.0.0.1:0\"\nmqtt.url = \"mqtt://{}\"\n",
                state.path().display(),
                broker.address()
            );
            for table in first..=tables.min(first + of_one - 1) {
                let link = link(&state, table);
                writeln!(config, "[[table]]\nname = \"{table}\"\nboard.kind = \"dgt\"\nboard.port = \"{link}\"")
                    .expect("a String takes it");
            }
            let config = write(&state, &format!("pi-{number}.toml"), &config);
            let mut command = touchmove(["run", "--log-format", "json", "--config", &config]);
            command.args(["--speed", &speed.to_string()]);
            Program::start(command, Output::Err)
        });
        let services: Vec<Program> = services.collect();
        Stage { tables, speed, at, live, out, site, broker, hall, chief, asked: 0, services, state }
    }

    /// Reads a round's pairings and starts it. Gives each board's table, in their order.
    pub(super) async fn start_round(&mut self, round: u16) -> Vec<String> {
        let tables = self.tables;
        // Of a page that is not read the hall takes leave: there is one while it is waited for something.
        let mut page = self.chief.page(&[]).await;
        page.until("the boards", |page| {
            let is_there = |table: &&Value| table["link"]["board"] == "connected" && !table["game"].is_null();
            page.tables.values().filter(is_there).count() == tables
        })
        .await;
        let cookie = ("Cookie", self.chief.cookie.as_str());
        let headers = [("Content-Type", "application/octet-stream"), ("X-File-Name", "round.pgn"), cookie];
        let names: Vec<String> = (1..=tables).flat_map(|board| [name("White", board), name("Black", board)]).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let text = pairings("Lakeside Open", round, &names);
        let shown = http::post(self.at, "/api/import", &headers, &text).await;
        self.ask(json!({ "request": "import", "digest": shown.json()["digest"] })).await;
        self.ask(json!({ "request": "start-round", "round": round })).await;
        let key = format!("{round} ");
        let mut seats = Vec::new();
        page.until("the games", |page| {
            let pairings = page.rounds.get(&key).and_then(|round| round["pairings"].as_array());
            let pairings = pairings.map_or(&[][..], Vec::as_slice);
            let at = |pairing: &Value| pairing["table"].as_str().unwrap_or_default().to_owned();
            seats = pairings.iter().map(at).collect();
            pairings.len() == tables && pairings.iter().all(|pairing| pairing["state"] == "playing")
        })
        .await;
        seats
    }

    /// Asks the hall for something that it must not refuse.
    pub(super) async fn ask(&mut self, mut wish: Value) {
        self.asked += 1;
        wish["id"] = json!(format!("air-{}", self.asked));
        let answer = self.chief.post("/api/request", &wish).await.json();
        assert!(answer.get("refused").is_none(), "{wish}: {answer}");
    }
}

/// A name that a board's player has at first.
pub(super) fn name(color: &str, board: usize) -> String {
    format!("{color}son, Élise {board}")
}

fn link(state: &TempDir, table: usize) -> String {
    state.path().join(format!("board-{table}")).display().to_string()
}

/// The boards of a round, with hands at them; they are gone when this is dropped.
pub(super) struct Boards(Vec<JoinHandle<()>>);

impl Boards {
    /// Hands begin so much later, one after the other: the round is started meanwhile.
    pub(super) fn set_up(stage: &Stage, round: u16, thinking: f64, seed: u64, lead: Duration) -> Boards {
        let text = include_str!("../../../src/emulate/demo/round.pgn");
        let games: Vec<PgnGame> = read_games(text.as_bytes()).map(|game| game.expect("readable")).collect();
        let boards = (1..=stage.tables).map(|table| {
            let pty = Pty::open(link(&stage.state, table).as_ref()).expect("a terminal");
            let game = games[(table + usize::from(round)) % games.len()].clone();
            let habits = Habits { thinking, ..Habits::measured() };
            let play = Play::new(game, habits, seed * 1_000 + table as u64).held();
            let show = Show::Games {
                device: (dgt::BOARD.device)(dgt::BOARD.usual()),
                play: Box::new(play),
                more: Box::new(std::iter::empty()),
            };
            let lead = lead + Duration::from_millis(100 * table as u64);
            let settings = Settings { speed: stage.speed, begin: Begin::WhenAsked(lead), end: End::Stay };
            tokio::spawn(async move {
                emulate(pty, show, settings, std::future::pending()).await.expect("a board");
            })
        });
        Boards(boards.collect())
    }
}

impl Drop for Boards {
    fn drop(&mut self) {
        self.0.iter().for_each(JoinHandle::abort);
    }
}
