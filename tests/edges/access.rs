//! Who may read and say what: the example for mosquitto, tried with its own clients.

use std::{
    collections::BTreeSet,
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use tempfile::TempDir;

use crate::common::programs::{Output, Program, free_port, mosquitto, touchmove};

const USERS: [&str; 4] = ["touchmove", "arbiter", "broadcast", "1"];

/// Mosquitto as the example sets it up, but in a folder and on ports of its own: one here, and one with TLS.
struct Hall {
    folder: TempDir,
    _broker: Program,
    port: u16,
    tls_port: u16,
}

impl Hall {
    /// With further lines of configuration.
    fn start(more: &str) -> Hall {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("systemd/mosquitto");
        let (port, tls_port) = (free_port(), free_port());
        let config = fs::read_to_string(examples.join("mosquitto.conf")).expect("readable");
        let config = config
            .replace("listener 1883", &format!("listener {port}"))
            .replace("listener 8883", &format!("listener {tls_port} 127.0.0.1"))
            .replace("persistence true", "persistence false\nuser root\nlog_dest stderr");
        let config = (config + more).replace("/etc/mosquitto/", &format!("{}/", folder.path().display()));
        fs::write(at("mosquitto.conf"), config).expect("written");
        fs::copy(examples.join("mosquitto.acl"), at("touchmove.acl")).expect("copied");
        fs::write(at("touchmove.passwd"), "").expect("written");
        for user in USERS.into_iter().chain(["bridge"]) {
            let mut made = mosquitto("mosquitto_passwd");
            made.arg("-b").arg(at("touchmove.passwd")).args([user, &password(user)]);
            assert!(made.stderr(Stdio::null()).status().expect("it runs").success());
        }
        let made = Command::new("openssl")
            .args(["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"])
            .args(["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"])
            .args(["-addext", "basicConstraints=critical,CA:FALSE", "-keyout"])
            .arg(at("touchmove.key"))
            .arg("-out")
            .arg(at("touchmove.pem"))
            .output()
            .expect("openssl runs: run the tests with tests/run, which installs it");
        assert!(made.status.success(), "{made:?}");
        let mut command = mosquitto("mosquitto");
        command.arg("-c").arg(at("mosquitto.conf"));
        let mut broker = Program::start(command, Output::Err);
        broker.until("readiness", |line| line.contains("running"));
        Hall { folder, _broker: broker, port, tls_port }
    }

    /// Another that a bridge of the examples connects to this one, in which it is called `name`, as this user.
    fn bridged(&self, example: &str, name: &str, user: &str) -> Hall {
        let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("systemd/mosquitto").join(example);
        let bridge = fs::read_to_string(example).expect("readable");
        let bridge = bridge
            .replace(&format!("address {name}.example:8883"), &format!("address localhost:{}", self.tls_port))
            .replace(&format!("/etc/mosquitto/{name}.pem"), &self.certificate().display().to_string())
            .replace("remote_password secret", &format!("remote_password {}", password(user)));
        Hall::start(&format!("\n{bridge}"))
    }

    fn certificate(&self) -> PathBuf {
        self.folder.path().join("touchmove.pem")
    }
}

fn password(user: &str) -> String {
    format!("secret of {user}")
}

/// One of mosquitto's clients, as a user.
fn client(program: &str, port: u16, user: &str) -> Command {
    let mut command = Command::new("stdbuf");
    command.arg("-oL").arg(mosquitto(program).get_program());
    command.args(["-h", "127.0.0.1", "-p", &port.to_string(), "-V", "5", "-q", "1", "-u", user, "-P", &password(user)]);
    command
}

/// A reader of everything that it may read.
fn reader(port: u16, user: &str) -> Program {
    let mut command = client("mosquitto_sub", port, user);
    command.args(["-d", "-F", "message %t %p", "-t", "chess/#", "-t", "replies/#"]);
    let mut reader = Program::start(command, Output::Out);
    reader.until("acknowledgement", |line| line.starts_with("Subscribed"));
    reader
}

/// A reader of whatever it may read, of any topic.
fn listener(port: u16, user: &str) -> Program {
    let mut command = client("mosquitto_sub", port, user);
    command.args(["-d", "-F", "message %t %p", "-t", "#"]);
    let mut reader = Program::start(command, Output::Out);
    reader.until("acknowledgement", |line| line.starts_with("Subscribed"));
    reader
}

fn topics(reader: &Program) -> BTreeSet<&str> {
    reader.seen.iter().filter_map(|line| line.strip_prefix("message ")?.split(' ').next()).collect()
}

#[test]
fn arbiters_broadcast_and_tables_see_and_say_what_is_theirs() {
    let hall = Hall::start("");
    let (folder, port) = (&hall.folder, hall.port);
    let mut readers = ["arbiter", "broadcast", "1"].map(|user| (user, reader(port, user)));

    let password_file = folder.path().join("password");
    fs::write(&password_file, password("touchmove")).expect("written");
    fs::set_permissions(&password_file, fs::Permissions::from_mode(0o600)).expect("set");
    let config = format!(
        "state_dir = \"{0}\"\nweb.listen = \"127.0.0.1:0\"\n[mqtt]\nurl = \"mqtts://localhost:{2}\"\n\
         ca_file = \"{3}\"\nusername = \"touchmove\"\npassword_file = \"{1}\"\n[[table]]\nname = \"1\"\nboard.kind = \"dgt\"\n\
         board.port = \"{0}/board\"\n[[table]]\nname = \"2\"\nboard.kind = \"dgt\"\nboard.port = \"/nowhere/board\"\n",
        folder.path().display(),
        password_file.display(),
        hall.tls_port,
        hall.certificate().display(),
    );
    fs::write(folder.path().join("touchmove.toml"), config).expect("written");
    let game = folder.path().join("game.pgn");
    fs::write(&game, "[Result \"1-0\"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n").expect("written");
    let mut board = touchmove(["emulate", "--board", "dgt", "--speed", "20", "--stay", "--link"]);
    board.arg(folder.path().join("board")).arg("--pgn").arg(game);
    let _board = Program::start(board, Output::Out);
    let mut service = touchmove(["run", "--speed", "20", "--config"]);
    service.arg(folder.path().join("touchmove.toml"));
    let mut service = Program::start(service, Output::Err);
    service.until("end of the game", |line| line.contains("game-ended-checkmate"));

    // Commands: from the arbiter one is answered, from others none is even heard.
    for user in ["broadcast", "1", "arbiter"] {
        let mut command = client("mosquitto_pub", port, user);
        command.args(["-t", "chess/1/arbiter/command", "-m"]);
        command.arg(format!("{{\"id\":\"{user}\",\"command\":\"resync\"}}"));
        command.args(["-D", "publish", "response-topic", &format!("replies/{user}/1")]);
        command.stderr(Stdio::null()).status().expect("it runs");
    }
    let (_, arbiter) = &mut readers[0];
    arbiter.until("command", |line| line.starts_with("message chess/1/arbiter/command "));
    // Either may come first.
    let mut due = vec!["message replies/arbiter/1 ", "message chess/1/arbiter/game "];
    arbiter.until("reply and resync", |line| {
        due.retain(|start| !line.starts_with(start));
        due.is_empty()
    });
    service.signal("TERM");
    assert_eq!(service.ended().code(), Some(0));
    for (user, reader) in &mut readers {
        // The last that each of them is told.
        let is_last = |line: &str| line.starts_with("message chess/1/status ") && line.contains("\"online\":false");
        reader.until("absence", is_last);
        let expected: Vec<&str> = match *user {
            "arbiter" => vec!["chess/1/arbiter/alert", "chess/1/arbiter/move", "chess/1/public/pgn", "chess/2/status"],
            "broadcast" => vec!["chess/1/public/game", "chess/1/public/move", "chess/2/status"],
            _ => vec!["chess/1/public/game", "chess/1/public/move", "chess/1/status"],
        };
        let seen = topics(reader);
        assert!(expected.iter().all(|topic| seen.contains(topic)), "{user}: {seen:?}");
        let strange = seen.iter().find(|topic| match *user {
            "arbiter" => !topic.starts_with("chess/") && !topic.starts_with("replies/arbiter/"),
            "broadcast" => topic.contains("/arbiter/") || topic.starts_with("replies/"),
            _ => !topic.starts_with("chess/1/") || topic.contains("/arbiter/"),
        });
        assert_eq!(strange, None, "{user} may not read that");
    }
    assert!(!topics(&readers[0].1).contains("replies/broadcast/1"));
    let refused = service.seen.iter().find(|line| line.contains("refuses"));
    assert_eq!(refused, None, "the service may say all that it has to say");
}

/// Topics of every kind that there is, and some that are none of touchmove's.
const TOPICS: [&str; 14] = [
    "chess/1/status",
    "chess/2/status",
    "chess/1/public/game",
    "chess/2/public/pgn",
    "chess/1/arbiter/alert",
    "chess/1/arbiter/game",
    "chess/1/arbiter/reply",
    "chess/1/arbiter/command",
    "chess/2/arbiter/command",
    "replies/arbiter/1",
    "replies/broadcast/1",
    "chess",
    "chessboards/1/status",
    "other",
];

#[test]
fn nobody_comes_in_without_a_password_and_each_role_says_what_is_its_own_and_nothing_else() {
    let hall = Hall::start("");
    let certificate = hall.certificate();
    for (port, tls) in [(hall.port, false), (hall.tls_port, true)] {
        for (user, word) in [(None, None), (Some("arbiter"), None), (Some("arbiter"), Some("secret of broadcast"))] {
            let mut command = mosquitto("mosquitto_pub");
            command.args(["-V", "5", "-p", &port.to_string(), "-h", if tls { "localhost" } else { "127.0.0.1" }]);
            if tls {
                command.arg("--cafile").arg(&certificate);
            }
            command.args(user.iter().flat_map(|user| ["-u", user]));
            command.args(word.iter().flat_map(|word| ["-P", word]));
            let tried = command.args(["-t", "chess/1/arbiter/command", "-m", "x"]).output().expect("it runs");
            let said = String::from_utf8_lossy(&tried.stderr).to_lowercase();
            assert!(said.contains("not authori"), "{user:?} {word:?}: {said}");
        }
    }
    for user in USERS {
        for topic in TOPICS {
            let mut command = client("mosquitto_pub", hall.port, user);
            let tried = command.args(["-t", topic, "-m", "x"]).output().expect("it runs");
            let said = String::from_utf8_lossy(&tried.stderr);
            let expected = match user {
                "touchmove" => {
                    topic.starts_with("replies/")
                        || topic.starts_with("chess/") && (!topic.ends_with("/command") || topic.contains("/arbiter/"))
                }
                "arbiter" => topic.ends_with("/arbiter/command"),
                _ => false,
            };
            assert_eq!(!said.contains("Not authorized"), expected, "{user} {topic}: {said}");
            assert!(tried.status.success(), "{tried:?}");
        }
    }
}

#[test]
fn each_role_hears_what_is_its_own_and_nothing_else() {
    let hall = Hall::start("");
    let mut readers = USERS.map(|user| (user, listener(hall.port, user)));
    for topic in TOPICS {
        let user = if topic.ends_with("/command") { "arbiter" } else { "touchmove" };
        let told = client("mosquitto_pub", hall.port, user).args(["-t", topic, "-m", "x"]).output();
        assert!(told.expect("it runs").status.success());
    }
    // Each of them may hear the last one, which comes behind all others.
    let last = "chess/1/status";
    let told = client("mosquitto_pub", hall.port, "touchmove").args(["-t", last, "-m", "end"]).output();
    assert!(told.expect("it runs").status.success());
    for (user, reader) in &mut readers {
        let expected: BTreeSet<&str> = match *user {
            // It hears commands, and nothing of what it says itself.
            "touchmove" => {
                reader.until("commands", |line| line.starts_with("message chess/2/arbiter/command"));
                BTreeSet::from(["chess/1/arbiter/command", "chess/2/arbiter/command"])
            }
            "arbiter" => TOPICS[..10].iter().copied().collect(),
            "broadcast" => TOPICS[..4].iter().copied().collect(),
            _ => BTreeSet::from(["chess/1/status", "chess/1/public/game"]),
        };
        if *user != "touchmove" {
            reader.until("end", |line| line == format!("message {last} end"));
        }
        assert_eq!(topics(reader), expected, "{user}");
    }
}

#[test]
fn a_bridge_takes_a_computers_tables_to_the_hall_and_its_commands_back() {
    let hall = Hall::start("");
    let computer = hall.bridged("bridge.conf", "hall", "touchmove");
    let (mut far, mut near) = (listener(hall.port, "arbiter"), listener(computer.port, "touchmove"));
    let say = |port: u16, user: &str, topic: &str, text: &str| {
        let told = client("mosquitto_pub", port, user).args(["-t", topic, "-m", text]).output();
        assert!(told.expect("it runs").status.success());
    };
    // The bridge keeps what is said before it is up.
    for topic in ["chess/7/status", "chess/7/public/game", "chess/7/arbiter/alert", "replies/arbiter/1"] {
        say(computer.port, "touchmove", topic, "of table 7");
        far.until(topic, |line| line == format!("message {topic} of table 7"));
    }
    // A command comes by the bridge once its subscription is there; sent again it is another one.
    let (until, mut number) = (Instant::now() + Duration::from_secs(20), 0);
    while !near.so_far().iter().any(|line| line.starts_with("message chess/7/arbiter/command ")) {
        assert!(Instant::now() < until, "no command comes back: {:?}", near.seen);
        number += 1;
        say(hall.port, "arbiter", "chess/7/arbiter/command", &format!("command {number}"));
        std::thread::sleep(Duration::from_millis(200));
    }
    // What is commanded at the computer itself stays there.
    say(computer.port, "arbiter", "chess/7/arbiter/command", "near");
    near.until("command", |line| line == "message chess/7/arbiter/command near");
    say(computer.port, "touchmove", "chess/7/status", "the last");
    far.until("the last", |line| line == "message chess/7/status the last");
    assert!(!far.seen.iter().any(|line| line.ends_with(" near")), "{:?}", far.seen);
}

#[test]
fn a_bridge_both_ways_makes_two_brokers_have_the_same() {
    let other = Hall::start("");
    let one = other.bridged("both-ways.conf", "other", "bridge");
    let say = |port: u16, user: &str, topic: &str, text: &str| {
        let told = client("mosquitto_pub", port, user).args(["-r", "-t", topic, "-m", text]).output();
        assert!(told.expect("it runs").status.success());
    };
    for (from, to, table) in [(&one, &other, "7"), (&other, &one, "8")] {
        let mut reader = listener(to.port, "arbiter");
        for topic in ["status", "public/game", "arbiter/alert"].map(|topic| format!("chess/{table}/{topic}")) {
            say(from.port, "touchmove", &topic, "there");
            reader.until(&topic, |line| line == format!("message {topic} there"));
        }
        let mut table_side = listener(to.port, "touchmove");
        say(from.port, "arbiter", &format!("chess/{table}/arbiter/command"), "a command");
        table_side.until("command", |line| line == format!("message chess/{table}/arbiter/command a command"));
    }
}
