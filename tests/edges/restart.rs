//! The service killed and started again: the same game goes on, commands are done once, a full disk is no end.
//!
//! `TOUCHMOVE_EVERY=1 cargo test --test edges restart:: -- --nocapture` restarts it fifty times and prints how long it takes.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use touchmove::emulate::Dice;

use crate::common::{
    missing::skipped,
    preload,
    programs::{self, Program, mosquitto, touchmove},
    service::{
        self, SPANISH, START, assert_each_once_in_order, broker, emulator, folder, journaled, log, message, moves_made,
        moves_of, service, service_command, subscriber, unplug, write,
    },
};

/// Publishes a command.
fn command(port: u16, command: &Value) {
    publish(port, &command.to_string());
}

/// Publishes this where commands are taken.
fn publish(port: u16, text: &str) {
    let mut publish = mosquitto("mosquitto_pub");
    publish.args(["-h", "127.0.0.1", "-q", "1", "-p", &port.to_string(), "-t", "chess/1/arbiter/command", "-m"]);
    let status = publish.arg(text).status().expect("it runs");
    assert!(status.success());
}

/// What `touchmove` prints.
fn printed(arguments: &[&str]) -> String {
    let output = touchmove(arguments).output().expect("it runs");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn kill(mut service: Program) {
    service.signal("KILL");
    service.ended();
}

#[test]
fn the_game_that_was_on_is_published_again_after_each_kill() {
    let times = if std::env::var_os("TOUCHMOVE_EVERY").is_some() { 50 } else { 3 };
    let folder = folder();
    let (_broker, port) = broker(&folder);
    let mut reader = subscriber(port, "1", "#");
    let events = write(&folder, "events.jsonl", &log(START, 0, &SPANISH));
    let _board = emulator(&folder, "dgt", &["--events", &events, "--stay"]);
    let config = format!("mqtt.url = \"mqtt://127.0.0.1:{port}\"");
    let mut running = service(&folder, "dgt", &config, &[]);
    message(&mut reader, "completion of the last half-move", |message| {
        message.leaf == "arbiter/move" && message.body()["ply"] == 8 && message.body()["status"] == "completed"
    });
    let expected = moves_of(&SPANISH);
    let mut took: Vec<Duration> = Vec::new();
    for _ in 0..times {
        kill(running);
        let begun = Instant::now();
        running = service(&folder, "dgt", &config, &[]);
        message(&mut reader, "game", |message| {
            message.leaf == "arbiter/game" && !message.retained && message.body()["moves"] == json!(expected)
        });
        took.push(begun.elapsed());
        running.until("board", |line| line.contains("The board answers."));
    }
    took.sort();
    println!(
        "restart to first right game: p50 {:?}, max {:?} of {}",
        took[took.len() / 2],
        took[took.len() - 1],
        took.len()
    );
    let records = journaled(&reader);
    assert_each_once_in_order(&records.into_iter().fold(Vec::new(), |mut once: Vec<Value>, record| {
        // A repeat after a kill carries the number that it had.
        if !once.contains(&record) {
            once.push(record);
        }
        once
    }));
    assert_eq!(moves_made(&journaled(&reader)), expected);
}

#[test]
fn a_command_is_done_once_whatever_ends_in_between_and_the_log_says_who_gave_it_and_when() {
    let folder = folder();
    let (_broker, port) = broker(&folder);
    let mut reader = subscriber(port, "1", "#");
    let events = write(&folder, "events.jsonl", &log(START, 0, &SPANISH[..4]));
    let _board = emulator(&folder, "dgt", &["--events", &events, "--stay"]);
    let config = format!("mqtt.url = \"mqtt://127.0.0.1:{port}\"");
    let running = service(&folder, "dgt", &config, &[]);
    message(&mut reader, "fourth half-move", |message| message.leaf == "arbiter/move" && message.body()["ply"] == 4);
    let take_back = json!({ "id": "t1", "command": "take-back", "plies": 1 });
    command(port, &take_back);
    let reply = message(&mut reader, "reply", |message| message.leaf == "arbiter/reply");
    let reply = reply.body();
    assert_eq!((&reply["id"], &reply["ok"]), (&json!("t1"), &json!(true)));
    assert_eq!(reply["did"], json!({ "command": "take-back", "plies": 1 }));
    kill(running);

    let mut running = service(&folder, "dgt", &config, &[]);
    running.until("board", |line| line.contains("The board answers."));
    command(port, &take_back);
    message(&mut reader, "the same reply", |message| message.leaf == "arbiter/reply" && message.body()["id"] == "t1");
    // Had it been done again, there would be a record of it before this answer.
    command(port, &json!({ "id": "t2", "command": "acknowledge", "alert": "none" }));
    message(&mut reader, "reply", |message| message.leaf == "arbiter/reply" && message.body()["id"] == "t2");
    let records = journaled(&reader);
    let taken_back = records.iter().filter(|record| record["status"] == "retracted");
    let numbers: BTreeSet<u64> = taken_back.map(|record| record["seq"].as_u64().expect("a number")).collect();
    assert_eq!(numbers.len(), 1, "taken back once, whatever was sent again");
    running.signal("TERM");
    assert_eq!(running.ended().code(), Some(0));

    let state = folder.path().display().to_string();
    let list = printed(&["history", "--from", &state]);
    let id = list.lines().last().and_then(|line| line.split_whitespace().next()).expect("a game");
    let log = printed(&["export", "--from", &state, "--game", id, "--format", "log"]);
    let commands: Vec<Value> = log
        .lines()
        .map(|line| serde_json::from_str(line).expect("a JSON object"))
        .filter(|line: &Value| line["ev"] == "command" && line["command"]["id"] == "t1")
        .collect();
    assert_eq!(commands.len(), 1, "{log}");
    assert_eq!(commands[0]["from"], "mqtt");
    assert!(commands[0]["at"].as_str().is_some_and(|at| at.ends_with('Z')), "{}", commands[0]);
}

#[test]
fn a_board_that_is_not_found_after_a_restart_is_lost_while_a_game_is_on() {
    let folder = folder();
    let (_broker, port) = broker(&folder);
    let mut reader = subscriber(port, "1", "#");
    let events = write(&folder, "events.jsonl", &log(START, 0, &SPANISH[..4]));
    let board = emulator(&folder, "dgt", &["--events", &events, "--stay"]);
    let config = format!("mqtt.url = \"mqtt://127.0.0.1:{port}\"");
    let running = service(&folder, "dgt", &config, &[]);
    message(&mut reader, "fourth half-move", |message| message.leaf == "arbiter/move" && message.body()["ply"] == 4);
    kill(running);
    unplug(&folder, board);

    let mut running = service(&folder, "dgt", &config, &[]);
    let is_news = |message: &service::Message| {
        message.leaf == "status" && !message.retained && message.body()["board"]["trouble"].is_string()
    };
    let status = message(&mut reader, "trouble", is_news).body();
    assert_eq!((&status["board"]["state"], &status["board"]["kind"]), (&json!("lost"), &json!("dgt")), "{status}");
    running.until("warning", |line| line.contains("The board is lost."));
    running.signal("TERM");
    assert_eq!(running.ended().code(), Some(0));
}

#[test]
fn a_command_that_was_refused_is_not_carried_out_after_a_kill_nor_in_a_replay() {
    let folder = folder();
    let (_broker, port) = broker(&folder);
    let mut reader = subscriber(port, "1", "#");
    let events = write(&folder, "events.jsonl", &log(START, 0, &SPANISH[..4]));
    let _board = emulator(&folder, "dgt", &["--events", &events, "--stay"]);
    let config = format!("mqtt.url = \"mqtt://127.0.0.1:{port}\"");
    let running = service(&folder, "dgt", &config, &[]);
    message(&mut reader, "fourth half-move", |message| message.leaf == "arbiter/move" && message.body()["ply"] == 4);
    // Readers of JSON differ in which of two fields of one name counts; and there are texts that say something else once
    // they have been read and written again.
    for refused in [
        r#"{"id":"u","command":"identify","command":"set-result","result":"0-1"}"#,
        r#"{"command":"identify","command":"set-result","result":"0-1"}"#,
        r#"{"$serde_json::private::RawValue":"{\"command\":\"set-result\",\"result\":\"0-1\"}"}"#,
        "{}",
    ] {
        publish(port, refused);
        let reply = message(&mut reader, "reply", |message| message.leaf == "arbiter/reply").body();
        assert_eq!(reply["ok"], false, "{refused}: {reply}");
        // Where the error is, in what was sent.
        let column = match refused {
            "{}" => "at line 1 column 2",
            _ => "at line 1 column",
        };
        assert!(reply["error"].as_str().is_some_and(|error| error.contains(column)), "{refused}: {reply}");
    }
    kill(running);

    let mut running = service(&folder, "dgt", &config, &[]);
    running.until("board", |line| line.contains("The board answers."));
    command(port, &json!({ "id": "last", "command": "acknowledge", "alert": "none" }));
    message(&mut reader, "reply", |message| message.leaf == "arbiter/reply" && message.body()["id"] == "last");
    running.signal("TERM");
    assert_eq!(running.ended().code(), Some(0));
    let seen = reader.seen.iter().filter_map(|line| service::Message::read(line));
    let games: Vec<Value> =
        seen.filter(|message| message.leaf == "arbiter/game").map(|message| message.body()).collect();
    assert!(games.iter().all(|game| game["result"] == "*"), "{games:?}");

    let state = folder.path().display().to_string();
    let list = printed(&["history", "--from", &state]);
    let id = list.lines().last().and_then(|line| line.split_whitespace().next()).expect("a game");
    let log = write(&folder, "log.jsonl", &printed(&["export", "--from", &state, "--game", id, "--format", "log"]));
    let records = printed(&["replay", &log]);
    let game: Value = serde_json::from_str(records.lines().last().expect("records")).expect("JSON");
    assert_eq!((&game["type"], &game["result"]), (&json!("game"), &json!("*")));
}

#[test]
fn no_command_is_lost_or_done_twice_when_the_service_is_killed_before_it_is_kept_or_before_the_broker_is_told() {
    let rounds = if std::env::var_os("TOUCHMOVE_EVERY").is_some() { 100 } else { 8 };
    let folder = folder();
    let library = preload::library(folder.path());
    let (_broker, port) = broker(&folder);
    let mut reader = subscriber(port, "1", "arbiter/+");
    let events = write(&folder, "events.jsonl", &log(START, 0, &SPANISH[..4]));
    let _board = emulator(&folder, "dgt", &["--events", &events, "--stay"]);
    let config = format!("mqtt.url = \"mqtt://127.0.0.1:{port}\"");
    let start = |slow_ms: u64| {
        let mut command = service_command(&folder, &service::table(&folder, "1", "dgt"), &config, &[]);
        // The journal takes its time, so that a kill finds it at work.
        command.env("LD_PRELOAD", &library).env("FAULT_FILE", "journal.sqlite-wal");
        command.env("FAULT_SLOW", slow_ms.to_string());
        Program::start(command, programs::Output::Err)
    };
    let running = start(0);
    message(&mut reader, "fourth half-move", |message| message.leaf == "arbiter/move" && message.body()["ply"] == 4);
    kill(running);
    let mut dice = Dice::new(1);
    for round in 0..rounds {
        let mut running = start(dice.between(0, 25));
        running.until("broker", |line| line.contains("Connected to the broker."));
        command(port, &json!({ "id": format!("id-{round}"), "command": "suspend" }));
        command(port, &json!({ "mark": format!("no-id-{round}"), "command": "resume" }));
        std::thread::sleep(Duration::from_millis(dice.between(0, 400)));
        kill(running);
    }
    let mut running = start(0);
    // Commands come in order.
    command(port, &json!({ "id": "last", "command": "suspend" }));
    message(&mut reader, "reply", |message| message.leaf == "arbiter/reply" && message.body()["id"] == "last");
    running.signal("TERM");
    assert_eq!(running.ended().code(), Some(0));

    let state = folder.path().display().to_string();
    let list = printed(&["history", "--from", &state]);
    let ids: Vec<&str> = list.lines().skip(1).filter_map(|line| line.split_whitespace().next()).collect();
    let logs = ids.iter().map(|id| printed(&["export", "--from", &state, "--game", id, "--format", "log"]));
    let mut done: BTreeMap<String, usize> = BTreeMap::new();
    for line in logs.collect::<String>().lines() {
        let line: Value = serde_json::from_str(line).expect("a JSON object");
        let (id, mark) = (&line["command"]["id"], &line["command"]["mark"]);
        if let Some(name) = mark.as_str().or(id.as_str()) {
            *done.entry(name.to_owned()).or_default() += 1;
        }
    }
    let given = (0..rounds).flat_map(|round| [format!("id-{round}"), format!("no-id-{round}")]);
    let lost: Vec<String> = given.filter(|name| !done.contains_key(name)).collect();
    let twice: Vec<&String> = done.iter().filter(|(_, times)| **times > 1).map(|(name, _)| name).collect();
    println!("{rounds} kills, {} commands, lost {lost:?}, done twice {twice:?}", rounds * 2);
    assert!(lost.is_empty() && twice.is_empty(), "of {rounds} kills: lost {lost:?}, done twice {twice:?}");
    // What was told to whoever gave them is that they were done.
    let messages = reader.seen.iter().filter_map(|line| service::Message::read(line));
    let replies: Vec<Value> =
        messages.filter(|message| message.leaf == "arbiter/reply").map(|message| message.body()).collect();
    for round in 0..rounds {
        assert!(replies.iter().any(|reply| reply["id"] == format!("id-{round}")), "id-{round} is not answered");
    }
    assert!(replies.iter().all(|reply| reply["ok"] == true), "{replies:?}");
}

/// How a disk takes no more.
#[derive(Debug, Clone, Copy)]
enum Taken {
    Full,
    ReadOnly,
}

/// A file system of eight megabytes at a folder; `None` where nobody may mount one.
struct Small(PathBuf);

impl Small {
    fn mount(path: &Path) -> Option<Small> {
        fs::create_dir_all(path).expect("made");
        let mount = Command::new("mount").args(["-t", "tmpfs", "-o", "size=8m", "tmpfs"]).arg(path).output();
        match mount {
            Ok(output) if output.status.success() => Some(Small(path.to_owned())),
            Ok(_) | Err(_) => {
                skipped("no file system can be mounted here (only root may)");
                None
            }
        }
    }

    fn take(&self, taken: Taken) {
        match taken {
            Taken::Full => {
                // Not even what is kept for this is there.
                let _ = fs::remove_file(self.0.join("ballast"));
                let mut file = fs::File::create(self.0.join("filler")).expect("made");
                while file.write_all(&[7; 512]).is_ok() {}
            }
            Taken::ReadOnly => self.remount("ro"),
        }
    }

    fn free(&self, taken: Taken) {
        match taken {
            Taken::Full => fs::remove_file(self.0.join("filler")).expect("removed"),
            Taken::ReadOnly => self.remount("rw"),
        }
    }

    fn remount(&self, how: &str) {
        let status = Command::new("mount").args(["-o", &format!("remount,{how}")]).arg(&self.0).status();
        assert!(status.expect("it runs").success());
    }
}

impl Drop for Small {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.0).status();
    }
}

#[test]
fn a_disk_that_is_full_at_the_start_costs_neither_game_nor_numbers_and_is_written_once_there_is_room() {
    goes_on_without_disk(Taken::Full);
}

#[test]
fn a_card_that_can_only_be_read_costs_neither_game_nor_numbers_and_is_written_once_it_can_be() {
    goes_on_without_disk(Taken::ReadOnly);
}

fn goes_on_without_disk(taken: Taken) {
    let folder = folder();
    let state = folder.path().join("state");
    let Some(disk) = Small::mount(&state) else { return };
    let (_broker, port) = broker(&folder);
    let mut reader = subscriber(port, "1", "#");
    let first = write(&folder, "first.jsonl", &log(START, 0, &SPANISH[..4]));
    let second = write(&folder, "second.jsonl", &log(service::AFTER_FOUR, 4, &SPANISH[4..]));
    let config = format!("mqtt.url = \"mqtt://127.0.0.1:{port}\"");
    let start = || {
        let text = format!(
            "state_dir = \"{}\"\nweb.listen = \"127.0.0.1:0\"\n{config}\n{}",
            state.display(),
            service::table(&folder, "1", "dgt")
        );
        let path = write(&folder, "touchmove.toml", &text);
        Program::start(touchmove(["run", "--log-format", "json", "--config", &path]), programs::Output::Err)
    };
    let mut board = emulator(&folder, "dgt", &["--events", &first]);
    let mut running = start();
    message(&mut reader, "fourth half-move", |message| message.leaf == "arbiter/move" && message.body()["ply"] == 4);
    assert_eq!(board.ended().code(), Some(0));
    running.signal("TERM");
    assert_eq!(running.ended().code(), Some(0));

    disk.take(taken);
    running = start();
    message(&mut reader, "word of it", |message| {
        message.leaf == "status" && message.body()["errors"].as_array().is_some_and(|errors| !errors.is_empty())
    });
    let mut board = emulator(&folder, "dgt", &["--events", &second]);
    message(&mut reader, "eighth half-move", |message| message.leaf == "arbiter/move" && message.body()["ply"] == 8);
    assert_eq!(board.ended().code(), Some(0));
    disk.free(taken);
    message(&mut reader, "word of its end", |message| {
        message.leaf == "status" && message.body().get("errors").is_none_or(|errors| errors == &json!([]))
    });
    kill(running);
    let records = journaled(&reader);
    let mut numbers: Vec<u64> = records.iter().map(|record| record["seq"].as_u64().expect("a number")).collect();
    numbers.dedup();
    assert_eq!(numbers, (1..=numbers.len() as u64).collect::<Vec<_>>());
    assert_eq!(moves_made(&records), moves_of(&SPANISH));

    let from = state.display().to_string();
    let list = printed(&["history", "--from", &from]);
    let id = list.lines().last().and_then(|line| line.split_whitespace().next()).expect("a game");
    let pgn = printed(&["export", "--from", &from, "--game", id]);
    assert!(pgn.contains("4. Ba4") && pgn.contains("Nf6"), "{pgn}");
}
