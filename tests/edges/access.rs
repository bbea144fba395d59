//! Who may read and say what: the example for mosquitto, tried with its own clients.

use std::{
    collections::BTreeSet,
    fs,
    os::unix::fs::PermissionsExt,
    path::Path,
    process::{Command, Stdio},
};

use tempfile::TempDir;

use crate::common::programs::{Output, Program, free_port, mosquitto, touchmove};

const USERS: [&str; 4] = ["touchmove", "arbiter", "broadcast", "1"];

/// Mosquitto as the example sets it up, but in a folder and on a port of its own.
fn broker(folder: &TempDir) -> (Program, u16) {
    let at = |name: &str| folder.path().join(name);
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("systemd/mosquitto");
    let port = free_port();
    let config = fs::read_to_string(examples.join("mosquitto.conf")).expect("readable");
    let config = config
        .replace("listener 1883", &format!("listener {port} 127.0.0.1"))
        .replace("/etc/mosquitto/", &format!("{}/", folder.path().display()))
        .replace("persistence true", "persistence false\nuser root\nlog_dest stderr");
    fs::write(at("mosquitto.conf"), config).expect("written");
    fs::copy(examples.join("mosquitto.acl"), at("touchmove.acl")).expect("copied");
    fs::write(at("touchmove.passwd"), "").expect("written");
    for user in USERS {
        let mut made = mosquitto("mosquitto_passwd");
        made.arg("-b").arg(at("touchmove.passwd")).args([user, &password(user)]);
        assert!(made.stderr(Stdio::null()).status().expect("it runs").success());
    }
    let mut command = mosquitto("mosquitto");
    command.arg("-c").arg(at("mosquitto.conf"));
    let mut broker = Program::start(command, Output::Err);
    broker.until("readiness", |line| line.contains("running"));
    (broker, port)
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

fn topics(reader: &Program) -> BTreeSet<&str> {
    reader.seen.iter().filter_map(|line| line.strip_prefix("message ")?.split(' ').next()).collect()
}

#[test]
fn arbiters_broadcast_and_tables_see_and_say_what_is_theirs() {
    let folder = tempfile::tempdir().expect("a folder");
    let (_broker, port) = broker(&folder);
    let mut readers = ["arbiter", "broadcast", "1"].map(|user| (user, reader(port, user)));

    let password_file = folder.path().join("password");
    fs::write(&password_file, password("touchmove")).expect("written");
    fs::set_permissions(&password_file, fs::Permissions::from_mode(0o600)).expect("set");
    let config = format!(
        "state_dir = \"{0}\"\nweb.listen = \"127.0.0.1:0\"\n[mqtt]\nurl = \"mqtt://127.0.0.1:{port}\"\n\
         username = \"touchmove\"\npassword_file = \"{1}\"\n[[table]]\nname = \"1\"\nboard.kind = \"dgt\"\n\
         board.port = \"{0}/board\"\n[[table]]\nname = \"2\"\nboard.kind = \"dgt\"\nboard.port = \"/nowhere/board\"\n",
        folder.path().display(),
        password_file.display(),
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
