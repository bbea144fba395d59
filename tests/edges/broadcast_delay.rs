//! Every output at once, asked every 100 ms: none tells a move before its time, also after the hall was killed, its clock
//! set forward and its network cut; and in the end each has all of it.

use std::{
    fs,
    net::SocketAddr,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::{net::TcpStream, time::sleep};

use super::broadcast::{PATIENCE, begin, command, table_at};
use crate::common::{
    console::Person,
    http,
    lichess_site::Site,
    livechess::{Game, LocalGame, LocalRound, TournamentRow, strict},
    mqtt::Proxy,
    preload,
    programs::{Output, Program, free_port, touchmove},
    service::{broker, folder, write},
};

const DELAY: Duration = Duration::from_secs(4);

const ID: &str = "AbCd1234";
const TOKEN: &str = "lip_f1rstT0ken";
const SECRET: &str = "/broadcast/k7Qm2xVd";
const API: &str = "/api/v1.0";

/// The half-moves that are played, in SAN.
const LINE: [&str; 4] = ["e4", "c5", "Nf3", "d6"];
const UCIS: [&str; 4] = ["e2e4", "c7c5", "g1f3", "d7d6"];

/// A hall that can be told another time of day.
fn hall(config: &str, library: &Path, clock: &Path) -> (Program, SocketAddr) {
    let mut command = touchmove(["hall", "--log-format", "json", "--config", config]);
    command.env("LD_PRELOAD", library).env("FAULT_CLOCK", clock);
    let mut hall = Program::start(command, Output::Err);
    let line = hall.until("page", |line| line.contains("The page is served."));
    let line: Value = serde_json::from_str(&line).expect("a JSON object a line");
    (hall, line["address"].as_str().and_then(|address| address.parse().ok()).expect("an address"))
}

/// Where everything is.
struct Outputs {
    at: SocketAddr,
    live: SocketAddr,
    file: PathBuf,
    site: Site,
}

impl Outputs {
    /// How many half-moves of board 1 each output has, where it has the board.
    async fn plies(&self) -> Vec<(&'static str, Option<usize>)> {
        let of_text = |text: &str| LINE.iter().take_while(|san| text.contains(&format!(" {san} "))).count();
        let pgn =
            |text: &str| text.split("\n\n").nth(1).map(|moves| of_text(&format!(" {} ", moves.replace('\n', " "))));
        let served = async |path: &str| {
            let answer = http::get(self.at, &format!("{SECRET}/{path}")).await;
            (answer.status == 200).then_some(answer.body)
        };
        let games = served("games.pgn").await;
        let screen = served("screen.json").await.map(|text| serde_json::from_str::<Value>(&text).expect("JSON"));
        let cloud = served("round-1/game-1.json").await;
        let lichess = self.site.lines(ID).first().map(|line| line.split_whitespace().count());
        vec![
            ("the round's PGN", games.and_then(|text| pgn(&text))),
            ("the file", fs::read_to_string(&self.file).ok().and_then(|text| pgn(&text))),
            ("the screens", screen.map(|screen| of_screen(&screen))),
            ("the cloud's form", cloud.map(|text| strict::<Game>(&text).moves.len())),
            ("LiveChess' port", self.on_port().await),
            ("Lichess", lichess),
        ]
    }

    async fn on_port(&self) -> Option<usize> {
        // A hall that has just begun may not listen there yet.
        TcpStream::connect(self.live).await.ok()?;
        let get = async |path: String| {
            let answer = http::get(self.live, &path).await;
            (answer.status == 200).then_some(answer.body)
        };
        let rows: Vec<TournamentRow> = strict(&get(format!("{API}/tournaments")).await?);
        let round: LocalRound = strict(&get(format!("{API}/round/{}/0", rows.first()?.uuid)).await?);
        let game: LocalGame = strict(&get(format!("{API}/game/{}", round.pairings.first()?.uuid)).await?);
        Some(game.moves.len())
    }
}

/// How many half-moves the first board of the screens shows: by its last move.
fn of_screen(screen: &Value) -> usize {
    let last = screen["sections"][0]["boards"][0]["last"]["san"].as_str();
    last.and_then(|last| LINE.iter().position(|san| *san == last)).map_or(0, |place| place + 1)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_output_tells_a_move_before_its_time_whatever_happens_to_the_hall() {
    let state: TempDir = folder();
    let (library, clock) = (preload::library(state.path()), state.path().join("clock"));
    let (_broker, port) = broker(&state);
    let between = Proxy::start(SocketAddr::from(([127, 0, 0, 1], port))).await;
    let (_board, _service, tables) = table_at(&state, port);

    let out = state.path().join("out");
    fs::create_dir(&out).expect("a folder");
    let token = state.path().join("token");
    fs::write(&token, format!("{TOKEN}\n")).expect("written");
    fs::set_permissions(&token, fs::Permissions::from_mode(0o600)).expect("set");
    let (site, live) = (Site::start(ID, TOKEN).await, SocketAddr::from(([127, 0, 0, 1], free_port())));
    let page = free_port();
    let config = format!(
        "state_dir = \"{state}\"\nweb.listen = \"127.0.0.1:{page}\"\nmqtt.url = \"mqtt://{broker}\"\n\
         [broadcast.pgn]\nhttp = true\nsecret = \"k7Qm2xVd\"\nfolder = \"{out}\"\ndelay_s = {delay}\n\
         [broadcast.screens]\nhttp = true\nsecret = \"k7Qm2xVd\"\ndelay_s = {delay}\n\
         [broadcast.livechess]\non = true\nlisten = \"{live}\"\ndelay_s = {delay}\n\
         [broadcast.livechesscloud]\nhttp = true\nsecret = \"k7Qm2xVd\"\ndelay_s = {delay}\n\
         [broadcast.lichess]\nurl = \"http://{lichess}\"\ntoken_file = \"{token}\"\ndelay_s = {delay}\n\
         rounds = {{ 1 = \"{ID}\" }}\n",
        state = state.path().display(),
        broker = between.address(),
        out = out.display(),
        delay = DELAY.as_secs(),
        lichess = site.at,
        token = token.display(),
    );
    let config = write(&state, "hall.toml", &config);
    let (mut program, at) = hall(&config, &library, &clock);
    let anna = Person::chief(at, "Anna").await;
    let _page = begin(&anna).await;
    let outputs = Outputs { at, live, file: out.join("round-1/game-1.pgn"), site };
    let begun = Instant::now();
    while outputs.plies().await.iter().any(|(_, plies)| plies.is_none()) {
        assert!(begun.elapsed() < PATIENCE, "not all have the board: {:?}", outputs.plies().await);
        sleep(Duration::from_millis(100)).await;
    }

    for (ply, uci) in (1..).zip(UCIS) {
        let said = Instant::now();
        command(tables, json!({ "id": ply.to_string(), "command": "set-move", "ply": ply, "uci": uci })).await;
        sleep(Duration::from_secs(1)).await;
        match ply {
            2 => {
                program.signal("KILL");
                program.ended();
                (program, _) = hall(&config, &library, &clock);
            }
            3 => fs::write(&clock, "7200").expect("written"),
            4 => between.cut(),
            _ => {}
        }
        loop {
            let all = outputs.plies().await;
            for (name, plies) in &all {
                let early = plies.is_some_and(|plies| plies >= ply) && said.elapsed() < DELAY;
                assert!(!early, "{name} tells half-move {ply} after {:?}", said.elapsed());
                assert!(plies.is_none_or(|plies| plies <= ply), "{name} has {plies:?} of {ply} half-moves");
            }
            if all.iter().all(|(_, plies)| *plies == Some(ply)) {
                println!("half-move {ply} is told by all after {:.1} s", said.elapsed().as_secs_f64());
                break;
            }
            assert!(said.elapsed() < DELAY + PATIENCE, "half-move {ply} is not told by all: {all:?}");
            sleep(Duration::from_millis(100)).await;
        }
    }
    assert!(outputs.site.look(|kept| kept.faults.is_empty()));
}
