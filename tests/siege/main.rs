//! The broker inside under siege, by programs on the same computer, and the page, by visitors: attacks beside a table at
//! play, whose reader gets every record within a second, and with a page that is there within two; with what the service
//! takes of memory, handles, disk and log meanwhile.
//!
//! `TOUCHMOVE_SIEGE=full cargo test --release --test siege -- --nocapture` is the whole of it: a minute each, and ten times
//! as many. `TOUCHMOVE_PROGRAM` names another program than the one just built, and `TOUCHMOVE_SIEGE_MEASURE=1` only says
//! how it fares.

#[path = "../common/mod.rs"]
mod common;
mod field;
mod visitors;
mod wire;

use std::{
    fs,
    io::Write,
    sync::{
        Condvar, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    thread::{self, sleep},
    time::{Duration, Instant},
};

use common::{
    preload,
    programs::{Output, Program},
    service::{broker_port, folder, service_command, table},
};

use self::{
    field::{Field, Size, Target},
    wire::{Session, Version, Wire, user_property},
};

/// As many threads attack.
const THREADS: usize = 4;

/// So many attacks run at a time where they are short: they wait more than they work.
const SHORT_AT_ONCE: usize = 3;

/// Attacks that run.
static RUNNING: (Mutex<usize>, Condvar) = (Mutex::new(0), Condvar::new());

/// An attack's turn, which is over with it.
struct Turn;

/// Waits until there is room for another attack; in full size each has the machine for itself.
fn turn() -> Turn {
    let most = if Size::wanted().times == 1 { SHORT_AT_ONCE } else { 1 };
    let (running, ended) = &RUNNING;
    let guard = running.lock().unwrap_or_else(PoisonError::into_inner);
    let guard = ended.wait_while(guard, |running| *running >= most);
    *guard.unwrap_or_else(PoisonError::into_inner) += 1;
    Turn
}

impl Drop for Turn {
    fn drop(&mut self) {
        let (running, ended) = &RUNNING;
        *running.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        ended.notify_one();
    }
}

fn field() -> Field {
    Field::start(|_| {})
}

/// Has several threads do something, with numbers of their own, until the time is over, which each is told.
fn all_along(size: Size, deed: impl Fn(u64, Instant) + Sync) {
    let (until, next) = (Instant::now() + size.lasts, AtomicU64::new(0));
    thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                while Instant::now() < until {
                    deed(next.fetch_add(1, Ordering::Relaxed), until);
                }
            });
        }
    });
}

#[test]
fn idle_connections() {
    let _turn = turn();
    raise_handles();
    field().attacked("idle connections", |field, size| {
        let mut held = Vec::new();
        for _ in 0..500 * size.times {
            held.extend(Wire::open(field.port));
        }
        sleep(size.lasts);
    });
}

#[test]
fn idle_clients() {
    let _turn = turn();
    raise_handles();
    field().attacked("idle clients", |field, size| {
        let mut held = Vec::new();
        let until = Instant::now() + size.lasts;
        for number in 0..500 * size.times {
            held.extend(Wire::connect(field.port, &format!("idle{number}"), Version::V5, Session::None));
            if Instant::now() > until {
                break;
            }
        }
    });
}

#[test]
fn sessions() {
    let _turn = turn();
    field().attacked("sessions that are kept", |field, size| {
        all_along(size, |number, _| {
            let Ok(mut wire) = Wire::connect(field.port, &format!("gone{number}"), Version::V5, Session::Kept) else {
                return;
            };
            // Whatever is said at the table is kept for it.
            let _ = wire.subscribe("chess/#", 1);
            let _ = wire.disconnect();
        });
    });
}

#[test]
fn readers_that_do_not_read() {
    let _turn = turn();
    field().attacked("readers that do not read", |field, size| {
        let mut deaf = Vec::new();
        for number in 0..40 {
            let version = if number % 2 == 0 { Version::V3 } else { Version::V5 };
            let Ok(mut wire) = Wire::connect(field.port, &format!("deaf{number}"), version, Session::None) else {
                continue;
            };
            if wire.subscribe("#", number % 3 % 2).is_ok() {
                deaf.push(wire);
            }
        }
        let payload = vec![b'x'; 60_000];
        all_along(size, |number, until| {
            let loud = Wire::connect(field.port, &format!("loud{number}"), Version::V5, Session::None);
            let Ok(mut wire) = loud else { return };
            while Instant::now() < until && wire.publish("noise", 0, 0, &payload).is_ok() {}
        });
    });
}

#[test]
fn readers_that_do_not_read_messages_with_long_properties() {
    let _turn = turn();
    field().attacked("readers that do not read messages with long properties", |field, size| {
        let mut deaf = Vec::new();
        for number in 0..36 {
            let Ok(mut wire) = Wire::connect(field.port, &format!("deaf{number}"), Version::V5, Session::None) else {
                continue;
            };
            // Whatever of this is granted: each would be a copy of the same message, and show all that is retained.
            let filters = ["#", "+/#", "noise/#", "noise/+", "+/+", "noise/a", "$share/a/#", "$share/b/#"];
            if wire.subscribe_to(&filters.repeat(100), 0).is_ok() {
                deaf.push(wire);
            }
        }
        let long = user_property("", &"v".repeat(60_000));
        let many = user_property("n", "v").repeat(73);
        all_along(size, |number, until| {
            let loud = Wire::connect(field.port, &format!("loud{number}"), Version::V5, Session::None);
            let Ok(mut wire) = loud else { return };
            if number % 3 == 0 {
                let _ = wire.publish_with("noise/a", None, &long);
                return;
            }
            // A heap of them at once, and then one by one.
            let half: Vec<u8> = (1..=12).collect();
            let _ = half.iter().all(|packet| wire.publish_with("noise/a", Some(*packet), &many).is_ok());
            let _ = half.iter().all(|packet| wire.release(*packet).is_ok());
            while Instant::now() < until && wire.publish_with("noise/a", None, &many).is_ok() {}
        });
    });
}

/// Has thirty readers, whose sessions are kept, come until the time is over, which each is told: they have subscribed to
/// everything. Others publish meanwhile, at this quality of service.
fn read_in_a_flood(field: Target<'_>, size: Size, who: &str, qos: u8, read: impl Fn(Wire, u8, Instant) + Sync) {
    let (until, read) = (Instant::now() + size.lasts, &read);
    thread::scope(|scope| {
        for number in 0..30 {
            scope.spawn(move || {
                while Instant::now() < until {
                    let id = format!("{who}{number}");
                    let Ok(mut wire) = Wire::connect(field.port, &id, Version::V5, Session::Kept) else {
                        sleep(Duration::from_millis(100));
                        continue;
                    };
                    let _ = wire.subscribe("#", 1);
                    read(wire, number, until);
                }
            });
        }
        for number in 0..THREADS {
            scope.spawn(move || {
                let id = format!("busy{number}");
                while Instant::now() < until {
                    let Ok(mut wire) = Wire::connect(field.port, &id, Version::V3, Session::None) else { continue };
                    while Instant::now() < until && wire.publish("noise", qos, 0, &[b'x'; 100]).is_ok() {}
                }
            });
        }
    });
}

#[test]
fn readers_that_acknowledge_now_and_then() {
    let _turn = turn();
    field().attacked("readers that acknowledge now and then", |field, size| {
        read_in_a_flood(field, size, "idle", 1, |mut wire, _, until| {
            while Instant::now() < until {
                let Ok(packet) = wire.read() else { break };
                let id = packet.message().filter(|_| packet.kind() == 3).and_then(|message| message.id);
                sleep(Duration::from_millis(100));
                if id.is_some_and(|id| wire.acknowledge(id).is_err()) {
                    break;
                }
            }
        });
    });
}

#[test]
fn readers_that_subscribe_again_and_again() {
    let _turn = turn();
    field().attacked("readers that subscribe again and again", |field, size| {
        all_along(size, |number, until| {
            let id = format!("again{number}");
            let Ok(mut wire) = Wire::connect(field.port, &id, Version::V5, Session::None) else { return };
            // Each time all that is retained is sent to it.
            while Instant::now() < until && wire.subscribe("#", 1).is_ok() {}
        });
    });
}

#[test]
fn readers_that_do_not_acknowledge() {
    let _turn = turn();
    field().attacked("readers that do not acknowledge", |field, size| {
        read_in_a_flood(field, size, "mute", 0, |mut wire, number, until| {
            // Some acknowledge what they were never sent.
            let mut feigns = |_| number % 2 == 0 || wire.acknowledge([0xff, number]).is_ok();
            let _ = (0..64).all(&mut feigns);
            while Instant::now() < until && wire.read().is_ok() {}
        });
    });
}

#[test]
fn garbage() {
    let _turn = turn();
    field().attacked("garbage", |field, size| {
        let mut noise: Vec<u8> = Vec::new();
        let mut state: u32 = 1;
        for _ in 0..4_096 {
            // Marsaglia's xorshift.
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            noise.push(state as u8);
        }
        all_along(size, |number, _| {
            let from = number as usize % 4_000;
            let opened = match number % 2 {
                0 => Wire::open(field.port),
                _ => Wire::connect(field.port, &format!("mad{number}"), Version::V5, Session::None),
            };
            if let Ok(mut wire) = opened {
                let _ = wire.stream.write_all(&noise[from..]);
            }
        });
    });
}

#[test]
fn huge_packets() {
    let _turn = turn();
    field().attacked("huge packets", |field, size| {
        let megabyte = vec![b'x'; 1_000_000];
        all_along(size, |number, until| {
            let Ok(mut wire) = Wire::connect(field.port, &format!("huge{number}"), Version::V3, Session::None) else {
                return;
            };
            if number % 2 == 0 {
                // 200 MB are announced.
                let _ = wire.stream.write_all(&[0x30, 0x80, 0x84, 0xaf, 0x5f]);
                while Instant::now() < until && wire.stream.write_all(&megabyte).is_ok() {}
            } else {
                let retained = (0..).map(|topic| wire.publish(&format!("huge/{number}/{topic}"), 0, 1, &megabyte));
                retained.take_while(Result::is_ok).take(20).for_each(drop);
            }
        });
    });
}

#[test]
fn half_published() {
    let _turn = turn();
    field().attacked("messages half published", |field, size| {
        let payload = vec![b'x'; 50_000];
        all_along(size, |number, until| {
            let Ok(mut wire) = Wire::connect(field.port, &format!("half{number}"), Version::V5, Session::Kept) else {
                return;
            };
            while Instant::now() < until && wire.publish("noise", 2, 0, &payload).is_ok() {}
        });
    });
}

#[test]
fn refused_publishes_are_never_answered_in_the_other_versions_form() {
    let _turn = turn();
    field().attacked("refused publishes", |field, size| {
        all_along(size, |number, _| {
            let Ok(mut wire) = Wire::connect(field.port, &format!("keeps{number}"), Version::V3, Session::None) else {
                return;
            };
            for topic in 0..200 {
                if wire.publish(&format!("kept/{number}/{topic}"), 1, 1, b"x").is_err() {
                    return;
                }
                let Ok(answer) = wire.read() else { return };
                assert_eq!((answer.kind(), answer.body.len()), (4, 2), "{answer:?}");
            }
        });
    });
}

#[test]
fn a_folder_that_takes_nothing() {
    let _turn = turn();
    // Whoever may do everything, as who runs tests may, can write anywhere but below a file.
    let folder = |path: &std::path::Path| fs::write(path.join("broker"), "").expect("written");
    if std::env::var_os("TOUCHMOVE_SIEGE_MEASURE").is_some() {
        return;
    }
    Field::start(folder).attacked("a folder that takes nothing", |field, _| {
        let mut wire = Wire::connect(field.port, "late", Version::V5, Session::Kept).expect("let in");
        wire.subscribe("chess/1/status", 1).expect("granted");
        assert_eq!(wire.read().expect("what is retained").kind(), 3);
        assert!(field.folder.join("broker").is_file());
    });
}

#[test]
fn a_disk_that_is_full_while_it_runs() {
    let _turn = turn();
    let folder = folder();
    let library = preload::library(folder.path());
    let config = "broker.listen = \"127.0.0.1:0\"\n";
    let mut command = service_command(&folder, &table(&folder, "1", "dgt"), config, &[]);
    // The first writes are those of the start, and of the table's own session.
    command.env("LD_PRELOAD", library).env("FAULT_FILE", "sessions.log");
    command.envs([("FAULT_AT", "40"), ("FAULT_TIMES", "1000000"), ("FAULT_ERRNO", "28")]);
    let mut service = Program::start(command, Output::Err);
    let port = broker_port(&mut service);
    service.until("connection", |line| line.contains("Connected to the broker."));
    let until = Instant::now() + Duration::from_secs(30);
    let is_lost = |line: &String| line.contains("Nothing can be kept there any more");
    for number in 0.. {
        if service.so_far().iter().any(is_lost) {
            break;
        }
        assert!(Instant::now() < until, "it is not noticed");
        let _ = Wire::connect(port, &format!("one{number}"), Version::V5, Session::Kept).and_then(Wire::disconnect);
        sleep(Duration::from_millis(60));
    }
    service.until("connection", |line| line.contains("Connected to the broker."));
    let mut wire = Wire::connect(port, "late", Version::V5, Session::Kept).expect("let in");
    wire.subscribe("chess/1/status", 1).expect("granted");
    assert_eq!(wire.read().expect("what is retained").kind(), 3);
    assert_eq!(service.so_far().iter().filter(|line| is_lost(line)).count(), 1);
    service.signal("TERM");
    assert_eq!(service.ended().code(), Some(0));
}

/// Lets this process hold as many connections as the largest attack has.
fn raise_handles() {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    setrlimit(Resource::Nofile, limit).expect("up to the maximum");
}
