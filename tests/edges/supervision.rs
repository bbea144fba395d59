//! The service under systemd: what it tells, what it does at a reload, how it ends.

use std::{
    fs,
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    os::unix::net::UnixDatagram,
    path::Path,
    time::{Duration, Instant},
};

use tempfile::TempDir;

use crate::common::programs::{Output, PATIENCE, Program, free_port, touchmove};

/// systemd's end of the conversation.
struct Systemd {
    socket: UnixDatagram,
    folder: TempDir,
    /// Every line told so far.
    told: Vec<String>,
}

impl Systemd {
    fn new() -> Systemd {
        let folder = tempfile::tempdir().expect("a folder");
        let socket = UnixDatagram::bind(folder.path().join("notify")).expect("a socket");
        Systemd { socket, folder, told: Vec::new() }
    }

    fn start(&self, config: &str, watchdog: Duration) -> Program {
        let folder = self.folder.path();
        let text = format!("state_dir = \"{}\"\nweb.listen = \"127.0.0.1:0\"\n{config}", folder.display());
        write(&folder.join("touchmove.toml"), &text);
        let mut command = touchmove(["run", "--log-format", "journald", "--config"]);
        command.arg(folder.join("touchmove.toml")).env("NOTIFY_SOCKET", folder.join("notify"));
        command.env("WATCHDOG_USEC", watchdog.as_micros().to_string());
        Program::start(command, Output::Err)
    }

    /// Takes what is told until a line begins so; gives the rest of it.
    fn until(&mut self, beginning: &str) -> String {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let left = deadline.saturating_duration_since(Instant::now()).max(Duration::from_millis(1));
            self.socket.set_read_timeout(Some(left)).expect("a timeout");
            let mut datagram = [0; 4_096];
            let Ok(count) = self.socket.recv(&mut datagram) else { panic!("no {beginning} among {:?}", self.told) };
            let text = String::from_utf8(datagram[..count].to_vec()).expect("UTF-8");
            self.told.extend(text.lines().map(str::to_owned));
            if let Some(line) = text.lines().find(|line| line.starts_with(beginning)) {
                return line[beginning.len()..].to_owned();
            }
        }
    }

    /// Whether anything is told within a time that begins so.
    fn hears(&mut self, beginning: &str, within: Duration) -> bool {
        let deadline = Instant::now() + within;
        self.socket.set_read_timeout(Some(Duration::from_millis(20))).expect("a timeout");
        let mut datagram = [0; 4_096];
        while Instant::now() < deadline {
            if let Ok(count) = self.socket.recv(&mut datagram)
                && String::from_utf8_lossy(&datagram[..count]).lines().any(|line| line.starts_with(beginning))
            {
                return true;
            }
        }
        false
    }
}

fn write(path: &Path, text: &str) {
    fs::write(path, text).expect("written");
}

const OWN_BROKER: &str = "broker.listen = \"127.0.0.1:0\"\n";

#[test]
fn systemd_is_told_of_readiness_state_life_and_end() {
    let mut systemd = Systemd::new();
    let watchdog = Duration::from_secs(2);
    let mut service = systemd.start(&format!("{OWN_BROKER}[[table]]\n[[table]]\n"), watchdog);
    systemd.until("READY=1");
    assert!(!systemd.told.iter().any(|line| line.starts_with("WATCHDOG")), "before it is ready it need not live");
    systemd.until("STATUS=0 of 2 boards are connected; the broker is connected.");
    for _ in 0..4 {
        assert_eq!(systemd.until("WATCHDOG="), "1");
    }
    // A program that stands still feeds nothing, and one that goes on feeds again.
    service.signal("STOP");
    while systemd.hears("WATCHDOG=", Duration::from_millis(100)) {}
    assert!(!systemd.hears("WATCHDOG=", watchdog));
    service.signal("CONT");
    assert_eq!(systemd.until("WATCHDOG="), "1");
    service.signal("TERM");
    systemd.until("STOPPING=1");
    assert_eq!(service.ended().code(), Some(0));
}

#[test]
fn a_bad_configuration_never_becomes_ready() {
    let mut systemd = Systemd::new();
    let mut service = systemd.start("web.listn = 1\n", Duration::from_secs(10));
    assert_eq!(service.ended().code(), Some(2));
    assert!(!systemd.hears("READY", Duration::from_millis(50)));
}

#[test]
fn what_cannot_start_is_not_started_again_at_once() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("it is bound");
    let mut systemd = Systemd::new();
    let mut service = systemd.start(&format!("broker.listen = \"{address}\"\n"), Duration::from_secs(10));
    let why = systemd.until("STATUS=Cannot start: ");
    assert!(why.contains(&format!("cannot listen on {address}: another program does already")), "{why}");
    assert!(!systemd.hears("READY", Duration::from_secs(2)));
    let status = fs::read_to_string(format!("/proc/{}/status", service.id())).expect("a process");
    assert!(!status.contains("State:\tZ"), "systemd would start it again: {status}");
    service.signal("TERM");
    assert_eq!(service.ended().code(), Some(1));
}

#[test]
fn a_reload_takes_over_what_it_can_says_what_it_cannot_and_refuses_nonsense() {
    let mut systemd = Systemd::new();
    let config = format!("{OWN_BROKER}log.filter = \"error\"\n[[table]]\nname = \"a\"\n");
    let mut service = systemd.start(&config, Duration::from_secs(10));
    systemd.until("READY=1");
    let file = systemd.folder.path().join("touchmove.toml");
    let before = fs::read_to_string(&file).expect("readable");

    write(&file, &before.replace("name = \"a\"", "name = \"a\"\nlaws.regime = \"blitzz\""));
    service.signal("HUP");
    systemd.until("RELOADING=1");
    assert!(systemd.told.iter().any(|line| line.starts_with("MONOTONIC_USEC=")), "{:?}", systemd.told);
    systemd.until("READY=1");
    let said = service.until("refusal", |line| line.contains("not taken over"));
    assert!(said.contains("touchmove.toml, line 7: table.laws.regime is \"blitzz\""), "{said}");

    // Whoever writes it anew empties it first.
    write(&file, " \n");
    service.signal("HUP");
    systemd.until("RELOADING=1");
    systemd.until("READY=1");
    let said = service.until("refusal of nothing", |line| line.contains("not taken over"));
    assert!(said.contains("touchmove.toml is empty"), "{said}");

    let new = before.replacen("127.0.0.1:0", "127.0.0.1:1", 1).replace("\"error\"", "\"info\"")
        + "laws.regime = \"blitz\"\nboard.serial = \"25805\"\n[public]\ndelay_s = 900\n";
    write(&file, &new);
    service.signal("HUP");
    systemd.until("RELOADING=1");
    systemd.until("READY=1");
    service.until("end of the reload", |line| line.contains("was read again"));
    let said = |key: &str, words: &str| {
        let line = service.seen.iter().rfind(|line| line.contains(&format!("key=\"{key}\"")));
        let line = line.unwrap_or_else(|| panic!("nothing of {key} in {:#?}", service.seen));
        assert!(line.contains(words), "{line}");
    };
    said("public.delay_s", "Changed.");
    said("log.filter", "Changed.");
    said("table a: laws.regime", "games that begin from now on");
    said("table a: board.serial", "start the service again");
    said("web.listen", "start the service again");
    // All of these came after the log's filter was changed.
    assert!(!service.seen.iter().any(|line| line.contains("Starting.")), "{:#?}", service.seen);
    service.signal("TERM");
    assert_eq!(service.ended().code(), Some(0));
}

/// What a page says, asked in one question.
fn ask(address: &str, request: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("it listens");
    stream.write_all(request.as_bytes()).expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    answer
}

#[test]
fn what_is_counted_can_be_read_and_a_flood_of_commands_is_dammed() {
    let mut systemd = Systemd::new();
    let folder = systemd.folder.path().to_owned();
    let game = folder.join("game.pgn");
    write(&game, "[Result \"1-0\"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n");
    let mut board = touchmove(["emulate", "--board", "dgt", "--speed", "20", "--stay", "--link"]);
    board.arg(folder.join("board")).arg("--pgn").arg(&game);
    let _board = Program::start(board, Output::Out);
    let table =
        format!("[[table]]\nname = \"a b\"\nboard.kind = \"dgt\"\nboard.port = \"{0}/board\"\n", folder.display());
    let mut service = systemd.start(&format!("{OWN_BROKER}{table}"), Duration::from_secs(30));
    let line = service.until("page", |line| line.contains("The page is served."));
    let address = line.rsplit_once("address=").expect("an address").1.trim().to_owned();
    service.until("end of the game", |line| line.contains("game-ended-checkmate"));
    let metrics = |name: &str| -> f64 {
        let text = ask(&address, "GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        assert!(text.contains("text/plain; version=0.0.4"), "{text}");
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.and_then(|value| value.trim().parse().ok()).unwrap_or_else(|| panic!("no {name} in\n{text}"))
    };
    let of = |name: &str| metrics(&format!("touchmove_{name}{{table=\"a b\"}}"));
    assert!(of("moves_total") >= 5.0);
    assert!(of("records_total") > of("moves_total"));
    assert_eq!((of("board_up"), of("broker_up"), of("table_restarts_total")), (1.0, 1.0, 0.0));
    assert!(of("board_received_bytes_total") > 100.0 && of("board_silence_seconds") < 60.0);
    assert!(metrics("touchmove_alerts_total{table=\"a b\",severity=\"ruling\"}") >= 1.0);
    assert!(metrics("process_resident_memory_bytes") > 1e6);

    let command = |id: u32| {
        let body = format!("{{\"id\":\"{id}\",\"command\":\"resync\"}}");
        let head = "POST /table/a%20b/command HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n";
        ask(&address, &format!("{head}Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}", body.len()))
    };
    let answers: Vec<String> = (0..100).map(command).collect();
    assert!(answers[..64].iter().all(|answer| answer.contains("\"ok\":true")), "{answers:?}");
    assert!(answers.iter().any(|answer| answer.contains("too many commands")), "{answers:?}");
    assert_eq!(of("commands_total"), 100.0);
    assert!(of("commands_dropped_total") >= 1.0);
    let nested = ask(
        &address,
        "POST /table/a%20b/command HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n\
         Content-Length: 20\r\n\r\n[[[[[[[[[[]]]]]]]]]]",
    );
    assert!(nested.starts_with("HTTP/1.1 400"), "{nested}");
    // What it says of itself is still true after the flood.
    systemd.until("STATUS=The board is connected; the broker is connected");
    service.signal("TERM");
    assert_eq!(service.ended().code(), Some(0));
}

#[test]
fn a_service_whose_broker_does_not_answer_ends_in_time_all_the_same() {
    // It takes connections and says nothing, the worst of all brokers.
    let (port, mute) = loop {
        let port = free_port();
        if let Ok(mute) = std::net::TcpListener::bind(("127.0.0.1", port)) {
            break (port, mute);
        }
    };
    let mut systemd = Systemd::new();
    let config = format!("[mqtt]\nurl = \"mqtt://127.0.0.1:{port}\"\n");
    let mut service = systemd.start(&config, Duration::from_secs(10));
    systemd.until("READY=1");
    systemd.until("STATUS=Looking for the board; the broker is away.");
    let told = Instant::now();
    service.signal("TERM");
    assert_eq!(service.ended().code(), Some(0));
    assert!(told.elapsed() < Duration::from_secs(4), "{:?}", told.elapsed());
    drop(mute);
}
