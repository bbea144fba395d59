//! The serial edge on real pseudo-terminals: opening, vanishing, coming back, finding the right board.

use std::{
    fs,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    time::Duration,
};

use protocols::{
    At, Codec, CodecOutput, Presence, SensorEvent,
    registry::{Board, Greeting, Lights, Line, Models, Parity, Sensing},
};
use tokio::{
    task::JoinHandle,
    time::{Instant, timeout},
};
use touchmove::serial::{
    Claims, Closing, FindError, Link, LinkEvent, Links, NoAnswer, OpenError, Places, Port, Wanted, ask, boards,
    capture::{Reader, Spacing},
    open,
};

use crate::common::{
    missing::shared,
    terminal::{BoardEnd, line},
};

/// Longer than anything here takes; only a failing test waits so long.
const PATIENCE: Duration = Duration::from_secs(20);

const LINE: Line = Line { baud: 9_600, data_bits: 8, parity: Parity::None, stop_bits: 1 };

/// A made-up board: greeted with `?`, it answers `!<serial>` and a line feed.
const PARROT: Board = Board {
    kind: "parrot",
    sensing: Sensing::Occupancy,
    models: Models::Alike,
    line: LINE,
    greeting: Greeting::Asks,
    lights: Lights::None,
    usb_ids: &[],
    answer_ms: 2_500,
    codec: || Box::new(Parrot { greeting: b'?', ..Parrot::default() }),
    shared: None,
    device: |_| unreachable!("the tests play the board themselves"),
};

/// Another, greeted with `%`.
const MACAW: Board =
    Board { kind: "macaw", codec: || Box::new(Parrot { greeting: b'%', ..Parrot::default() }), ..PARROT };

#[derive(Debug, Default)]
struct Parrot {
    greeting: u8,
    greet_again: Option<At>,
    line: Vec<u8>,
    out: Vec<CodecOutput>,
}

impl Codec for Parrot {
    fn opened(&mut self, at: At) {
        self.line.clear();
        self.greet_again = Some(at);
        self.tick(at);
    }

    fn receive(&mut self, _at: At, bytes: &[u8]) {
        for &byte in bytes {
            if byte != b'\n' {
                self.line.push(byte);
                continue;
            }
            let line = std::mem::take(&mut self.line);
            if let Some(serial) = line.strip_prefix(b"!") {
                self.greet_again = None;
                let serial = Some(String::from_utf8_lossy(serial).into_owned());
                let firmware = Some("1.0".to_owned());
                self.out.push(CodecOutput::Event(SensorEvent::Identity { serial, firmware, sensing: None }));
                self.out.push(CodecOutput::Event(SensorEvent::Presence(Presence::Answering)));
            }
        }
    }

    fn tick(&mut self, at: At) {
        if self.greet_again.is_some_and(|due| due <= at) {
            self.out.push(CodecOutput::Send(vec![self.greeting]));
            self.greet_again = Some(at + 400);
        }
    }

    fn next_deadline(&self) -> Option<At> {
        self.greet_again
    }

    fn request_placement(&mut self, _at: At) {}

    fn poll(&mut self) -> Option<CodecOutput> {
        (!self.out.is_empty()).then(|| self.out.remove(0))
    }
}

/// One end of a pseudo-terminal, and the name of the other.
struct Pty {
    master: BoardEnd,
    /// Kept open, lest the master hang up each time a link closes its end.
    slave: fs::File,
    name: PathBuf,
}

impl Pty {
    fn new() -> Pty {
        let (board, slave, name) = line().expect("the system has pseudo-terminals");
        Pty { master: BoardEnd::new(board).expect("the runtime has it"), slave, name }
    }

    fn node(&self) -> PathBuf {
        self.name.clone()
    }

    /// Plays a board: answers every `greeting` with its serial number, for as long as the task lives.
    fn play(self, greeting: u8, serial: &'static str) -> JoinHandle<()> {
        let Pty { mut master, slave, .. } = self;
        tokio::spawn(async move {
            let mut chunk = [0; 64];
            while let Ok(count @ 1..) = master.read(&mut chunk).await {
                for _ in chunk[..count].iter().filter(|&&byte| byte == greeting) {
                    let answer = format!("!{serial}\n");
                    master.write_all(answer.as_bytes()).await.expect("the link reads");
                }
            }
            drop(slave);
        })
    }

    async fn heard(&mut self, expected: &[u8]) {
        let mut heard = vec![0; expected.len()];
        timeout(PATIENCE, self.master.read_exact(&mut heard)).await.expect("in time").expect("bytes");
        assert_eq!(heard, expected);
    }
}

/// A folder that stands for `/dev`, with links to pseudo-terminals.
struct Dev {
    root: tempfile::TempDir,
}

impl Dev {
    fn new() -> Dev {
        let root = tempfile::tempdir().expect("a folder");
        fs::create_dir_all(root.path().join("serial/by-id")).expect("a folder");
        Dev { root }
    }

    fn places(&self) -> Places {
        Places { dev: self.root.path().to_owned(), sys: self.root.path().join("no-sysfs") }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.root.path().join(name)
    }

    fn plug(&self, name: &str, node: &Path) {
        // Made aside and moved, as udev does: nobody sees it half made.
        let aside = self.path("aside");
        symlink(node, &aside).expect("a link");
        fs::rename(&aside, self.path(name)).expect("the link can be moved");
    }

    fn unplug(&self, name: &str) {
        fs::remove_file(self.path(name)).expect("it was plugged in");
    }
}

fn wanted(port: Port, boards: &[Board]) -> Wanted {
    Wanted { table: "1".to_owned(), port, boards: boards.to_vec(), serial: None, address: None }
}

fn link(dev: &Dev, wanted: Wanted) -> Link {
    Links::of(std::slice::from_ref(&wanted), dev.places()).start(wanted)
}

async fn next(link: &mut Link) -> LinkEvent {
    timeout(PATIENCE, link.events.recv()).await.expect("an event in time").expect("the link lives")
}

/// The next `Opened`, whatever failed before.
async fn opened(link: &mut Link) -> (PathBuf, &'static str, Option<String>) {
    let mut failing = Vec::new();
    loop {
        match timeout(PATIENCE, link.events.recv()).await {
            Ok(Some(LinkEvent::Failing(why))) => failing.push(why.to_string()),
            Ok(Some(LinkEvent::Opened { port, board, serial })) => return (port, board.kind, serial),
            event => panic!("{event:?} after {failing:?}"),
        }
    }
}

async fn closed(link: &mut Link) -> Closing {
    match next(link).await {
        LinkEvent::Closed { why } => why,
        event => panic!("{event:?}"),
    }
}

async fn bytes(link: &mut Link, count: usize) -> Vec<u8> {
    let mut all = Vec::new();
    while all.len() < count {
        match next(link).await {
            LinkEvent::Bytes { bytes, .. } => all.extend(bytes),
            event => panic!("{event:?}"),
        }
    }
    all
}

#[tokio::test]
async fn what_is_no_terminal_or_not_there_is_refused_by_name() {
    let claims = Claims::default();
    let error = open(Path::new("/dev/null"), LINE, &claims).await.expect_err("it is no terminal");
    assert_eq!(error, OpenError::NotATty { port: "/dev/null".into() });
    let dev = Dev::new();
    let path = dev.path("ttyUSB0");
    let error = open(&path, LINE, &claims).await.expect_err("it is not there");
    assert_eq!(error, OpenError::Missing { port: path.clone() });
    fs::write(&path, "").expect("a file");
    let error = open(&path, LINE, &claims).await.expect_err("a file is no terminal");
    assert_eq!(error.to_string(), format!("{} is not a serial port", path.display()));
}

#[tokio::test]
async fn a_port_in_use_is_busy_for_other_programs_and_claimed_for_other_tables() {
    let pty = Pty::new();
    let claims = Claims::default();
    let port = open(&pty.node(), LINE, &claims).await.expect("it is free");
    let error = open(&pty.node(), LINE, &claims).await.expect_err("it is taken");
    assert_eq!(error, OpenError::Claimed { port: pty.node() });
    // Other claims know nothing of ours, as another program would not.
    let error = open(&pty.node(), LINE, &Claims::default()).await.expect_err("it is locked");
    assert_eq!(error, OpenError::Busy { port: pty.node() });
    drop(port);
    open(&pty.node(), LINE, &claims).await.expect("it is free again");
}

#[tokio::test]
async fn a_port_that_another_program_has_for_an_instant_is_opened_all_the_same() {
    let pty = Pty::new();
    let node = pty.node();
    let theirs = open(&node, LINE, &Claims::default()).await.expect("it is free");
    let ours = tokio::spawn(async move { open(&node, LINE, &Claims::default()).await });
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert!(!ours.is_finished());
    drop(theirs);
    ours.await.expect("no panic").expect("it is free again");
}

#[tokio::test]
async fn bytes_go_both_ways_and_a_long_write_arrives_whole_in_parts() {
    let dev = Dev::new();
    let mut pty = Pty::new();
    let mut link = link(&dev, wanted(Port::Path(pty.node()), &[PARROT]));
    assert_eq!(opened(&mut link).await, (pty.node(), "parrot", None));

    pty.master.write_all(&[0x8e, 0x00, 0xff, 0x03, 0x0d]).await.expect("a write");
    assert_eq!(bytes(&mut link, 5).await, [0x8e, 0x00, 0xff, 0x03, 0x0d]);

    // More than a pseudo-terminal holds (4 KiB), so that it cannot be written at once.
    let long: Vec<u8> = (0..20_000_u32).map(|index| (index % 251) as u8).collect();
    for part in long.chunks(1_000) {
        link.handle.send(part.to_vec()).expect("the queue takes it");
    }
    pty.heard(&long).await;
}

#[tokio::test]
async fn a_vanished_port_is_closed_once_without_spinning_and_found_under_a_new_target() {
    let dev = Dev::new();
    let first = Pty::new();
    dev.plug("board", &first.node());
    let mut link = link(&dev, wanted(Port::Path(dev.path("board")), &[PARROT]));
    opened(&mut link).await;

    dev.unplug("board");
    drop(first);
    assert_eq!(closed(&mut link).await, Closing::Gone);
    match next(&mut link).await {
        LinkEvent::Failing(FindError::Open(OpenError::Missing { port })) => assert_eq!(port, dev.path("board")),
        event => panic!("{event:?}"),
    }
    // This test's thread runs the link too: what it burns now, the link burns.
    let before = cpu_ns();
    let silence = timeout(Duration::from_millis(600), link.events.recv()).await;
    assert!(silence.is_err(), "{silence:?}");
    let burnt = Duration::from_nanos(cpu_ns() - before);
    assert!(burnt < Duration::from_millis(200), "{burnt:?}");

    let mut second = Pty::new();
    dev.plug("board", &second.node());
    let back = Instant::now();
    opened(&mut link).await;
    assert!(back.elapsed() < Duration::from_secs(2), "{:?}", back.elapsed());
    link.handle.send(b"hello".to_vec()).expect("the link lives");
    second.heard(b"hello").await;
}

/// Processor time of this thread so far, in nanoseconds.
fn cpu_ns() -> u64 {
    let text = fs::read_to_string("/proc/thread-self/schedstat").expect("Linux has it");
    text.split(' ').next().and_then(|ns| ns.parse().ok()).expect("a number")
}

#[tokio::test]
async fn a_port_numbered_anew_is_found_by_its_stable_name() {
    let dev = Dev::new();
    let first = Pty::new();
    dev.plug("ttyUSB0", &first.node());
    dev.plug("serial/by-id/usb-board", &first.node());
    let mut link = link(&dev, wanted(Port::Path(dev.path("ttyUSB0")), &[PARROT]));
    assert_eq!(opened(&mut link).await.0, dev.path("ttyUSB0"));

    let second = Pty::new();
    dev.unplug("ttyUSB0");
    dev.plug("ttyUSB1", &second.node());
    dev.plug("serial/by-id/usb-board", &second.node());
    drop(first);
    assert_eq!(closed(&mut link).await, Closing::Gone);
    assert_eq!(opened(&mut link).await.0, dev.path("serial/by-id/usb-board"));
}

#[tokio::test]
async fn a_port_without_a_stable_name_is_found_by_the_serial_number_of_its_board() {
    let dev = Dev::new();
    let first = Pty::new();
    dev.plug("ttyUSB0", &first.node());
    let mut link = link(&dev, wanted(Port::Path(dev.path("ttyUSB0")), &[PARROT]));
    opened(&mut link).await;
    link.handle.identified("25805".to_owned()).expect("the link lives");

    let (other, back) = (Pty::new(), Pty::new());
    dev.unplug("ttyUSB0");
    dev.plug("ttyUSB1", &other.node());
    dev.plug("ttyUSB2", &back.node());
    let players = [other.play(b'?', "11111"), back.play(b'?', "25805")];
    drop(first);
    assert_eq!(closed(&mut link).await, Closing::Gone);
    assert_eq!(opened(&mut link).await, (dev.path("ttyUSB2"), "parrot", Some("25805".to_owned())));
    players.iter().for_each(JoinHandle::abort);
}

#[tokio::test]
async fn asking_finds_the_right_one_of_three_ports() {
    let dev = Dev::new();
    let (mute, rambling, right) = (Pty::new(), Pty::new(), Pty::new());
    dev.plug("ttyACM0", &mute.node());
    dev.plug("ttyUSB0", &rambling.node());
    dev.plug("ttyUSB1", &right.node());
    let mut player = right.play(b'?', "25805");
    let rambler = {
        let Pty { mut master, slave, .. } = rambling;
        tokio::spawn(async move {
            let mut tick = tokio::time::interval(Duration::from_millis(50));
            loop {
                tick.tick().await;
                master.write_all(b"$GPGGA,1\n").await.expect("a write");
                // Only so that it lives as long as the master.
                let _ = &slave;
            }
        })
    };
    let mut link = link(&dev, wanted(Port::Auto, &[PARROT]));
    assert_eq!(opened(&mut link).await, (dev.path("ttyUSB1"), "parrot", Some("25805".to_owned())));

    // Lost while the spare ports stay, and back under another name.
    dev.unplug("ttyUSB1");
    player.abort();
    assert!((&mut player).await.is_err_and(|error| error.is_cancelled()));
    assert_eq!(closed(&mut link).await, Closing::Gone);
    let again = Pty::new();
    dev.plug("ttyUSB7", &again.node());
    let back = Instant::now();
    let player = again.play(b'?', "25805");
    assert_eq!(opened(&mut link).await.0, dev.path("ttyUSB7"));
    assert!(back.elapsed() < Duration::from_secs(2), "{:?}", back.elapsed());
    player.abort();
    rambler.abort();
    drop(mute);
}

#[tokio::test]
async fn every_port_is_listed_with_the_board_on_it_or_the_reason_why_none_is_known() {
    let dev = Dev::new();
    let (mute, parrot, macaw) = (Pty::new(), Pty::new(), Pty::new());
    dev.plug("ttyACM0", &mute.node());
    dev.plug("ttyUSB0", &parrot.node());
    dev.plug("ttyUSB1", &macaw.node());
    fs::write(dev.path("rfcomm0"), "").expect("a file");
    let players = [parrot.play(b'?', "1"), macaw.play(b'%', "2")];
    let found = boards(&[PARROT, MACAW], &dev.places()).await;
    let found: Vec<_> = found
        .into_iter()
        .map(|found| (found.port.path, found.answer.map(|answer| (answer.board.kind, answer.serial))))
        .collect();
    assert_eq!(
        found,
        [
            (dev.path("ttyACM0"), Err(NoAnswer::Silent { spoke: false })),
            (dev.path("ttyUSB0"), Ok(("parrot", Some("1".to_owned())))),
            (dev.path("ttyUSB1"), Ok(("macaw", Some("2".to_owned())))),
            (dev.path("rfcomm0"), Err(NoAnswer::Open(OpenError::NotATty { port: dev.path("rfcomm0") }))),
        ]
    );
    players.iter().for_each(JoinHandle::abort);
    drop(mute);
}

#[tokio::test]
async fn two_tables_get_two_boards_each_its_own_after_both_were_lost() {
    let dev = Dev::new();
    let (a, b) = (Pty::new(), Pty::new());
    dev.plug("ttyUSB0", &a.node());
    dev.plug("ttyUSB1", &b.node());
    let mut players = [a.play(b'?', "A"), b.play(b'?', "B")];
    let tables = ["1", "2"].map(|table| Wanted { table: table.to_owned(), ..wanted(Port::Auto, &[PARROT]) });
    let links = Links::of(&tables, dev.places());
    let [mut one, mut two] = tables.map(|table| links.start(table));
    let before = [opened(&mut one).await.2, opened(&mut two).await.2];
    assert_ne!(before[0], before[1]);

    for (player, name) in players.iter_mut().zip(["ttyUSB0", "ttyUSB1"]) {
        dev.unplug(name);
        player.abort();
        assert!(player.await.is_err_and(|error| error.is_cancelled()));
    }
    assert_eq!((closed(&mut one).await, closed(&mut two).await), (Closing::Gone, Closing::Gone));
    let (a, b) = (Pty::new(), Pty::new());
    dev.plug("ttyUSB5", &b.node());
    dev.plug("ttyUSB6", &a.node());
    let players = [a.play(b'?', "A"), b.play(b'?', "B")];
    assert_eq!([opened(&mut one).await.2, opened(&mut two).await.2], before);
    one.end().await;
    two.end().await;
    players.iter().for_each(JoinHandle::abort);
}

#[tokio::test]
async fn a_table_does_not_take_the_board_that_another_had_last() {
    let dev = Dev::new();
    let board = Pty::new();
    dev.plug("ttyUSB0", &board.node());
    let player = board.play(b'?', "25805");
    let tables = ["1", "2"].map(|table| Wanted { table: table.to_owned(), ..wanted(Port::Auto, &[PARROT]) });
    let links = Links::of(&tables, dev.places());
    let [one, two] = tables;
    let mut one = links.start(one);
    opened(&mut one).await;
    one.end().await;
    let mut two = links.start(two);
    let refused = (dev.path("ttyUSB0"), NoAnswer::Other { found: "25805".to_owned() });
    match next(&mut two).await {
        LinkEvent::Failing(why) => assert_eq!(why, FindError::NoBoard { tried: vec![refused] }),
        event => panic!("{event:?}"),
    }
    player.abort();
}

#[tokio::test]
async fn a_board_plugged_in_while_other_ports_are_asked_is_found_without_waiting_for_them() {
    let dev = Dev::new();
    let mut mute = Pty::new();
    dev.plug("ttyACM0", &mute.node());
    let mut link = link(&dev, wanted(Port::Auto, &[PARROT]));
    mute.heard(b"?").await;
    let board = Pty::new();
    dev.plug("ttyUSB0", &board.node());
    let plugged = Instant::now();
    let player = board.play(b'?', "25805");
    assert_eq!(opened(&mut link).await.0, dev.path("ttyUSB0"));
    assert!(plugged.elapsed() < Duration::from_secs(2), "{:?}", plugged.elapsed());
    player.abort();
}

#[tokio::test]
async fn a_table_bound_to_a_board_takes_no_other_and_finds_its_own_when_it_comes() {
    let dev = Dev::new();
    let other = Pty::new();
    dev.plug("ttyUSB0", &other.node());
    let first = other.play(b'?', "11111");
    let mut link = link(&dev, Wanted { serial: Some("25805".to_owned()), ..wanted(Port::Auto, &[PARROT]) });
    match next(&mut link).await {
        LinkEvent::Failing(why) => assert_eq!(
            why,
            FindError::NoBoard { tried: vec![(dev.path("ttyUSB0"), NoAnswer::Other { found: "11111".to_owned() })] }
        ),
        event => panic!("{event:?}"),
    }
    let own = Pty::new();
    dev.plug("ttyUSB1", &own.node());
    let second = own.play(b'?', "25805");
    assert_eq!(opened(&mut link).await.0, dev.path("ttyUSB1"));
    first.abort();
    second.abort();
}

#[tokio::test]
async fn a_spare_board_is_not_taken_while_the_lost_one_may_come_back() {
    let dev = Dev::new();
    let own = Pty::new();
    dev.plug("ttyUSB0", &own.node());
    let mut player = own.play(b'?', "25805");
    let mut link = link(&dev, wanted(Port::Auto, &[PARROT]));
    assert_eq!(opened(&mut link).await.2.as_deref(), Some("25805"));

    let spare = Pty::new();
    dev.plug("ttyUSB1", &spare.node());
    let spare = spare.play(b'?', "11111");
    dev.unplug("ttyUSB0");
    player.abort();
    assert!((&mut player).await.is_err_and(|error| error.is_cancelled()));
    assert_eq!(closed(&mut link).await, Closing::Gone);
    let refused = (dev.path("ttyUSB1"), NoAnswer::Other { found: "11111".to_owned() });
    match next(&mut link).await {
        LinkEvent::Failing(why) => assert_eq!(why, FindError::NoBoard { tried: vec![refused] }),
        event => panic!("{event:?}"),
    }
    let back = Pty::new();
    dev.plug("ttyUSB2", &back.node());
    let player = back.play(b'?', "25805");
    assert_eq!(opened(&mut link).await, (dev.path("ttyUSB2"), "parrot", Some("25805".to_owned())));
    player.abort();
    spare.abort();
}

#[tokio::test]
async fn asking_a_port_that_goes_away_says_so() {
    let Pty { mut master, slave: _kept, name: node } = Pty::new();
    let asking = tokio::spawn(async move { ask(&node, &[PARROT], &Claims::default()).await.map(|_| ()) });
    let mut greeting = [0];
    timeout(PATIENCE, master.read_exact(&mut greeting)).await.expect("in time").expect("a greeting");
    drop(master);
    let answer = timeout(PATIENCE, asking).await.expect("in time").expect("no panic");
    assert_eq!(answer, Err(NoAnswer::Vanished));
}

#[tokio::test]
async fn boards_whose_plugs_were_exchanged_are_found_each_by_its_own_table() {
    let dev = Dev::new();
    let (a, b) = (Pty::new(), Pty::new());
    dev.plug("ttyUSB0", &a.node());
    dev.plug("ttyUSB1", &b.node());
    let mut players = [a.play(b'?', "A"), b.play(b'?', "B")];
    let tables = [("1", "ttyUSB0"), ("2", "ttyUSB1")]
        .map(|(table, name)| Wanted { table: table.to_owned(), ..wanted(Port::Path(dev.path(name)), &[PARROT]) });
    let links = Links::of(&tables, dev.places());
    let [mut one, mut two] = tables.map(|table| links.start(table));
    for (link, serial) in [(&mut one, "00A"), (&mut two, "00B")] {
        opened(link).await;
        // As the table says once its board has told; it may have told more digits than when it was asked.
        link.handle.identified(serial.to_owned()).expect("the link lives");
    }
    for (player, name) in players.iter_mut().zip(["ttyUSB0", "ttyUSB1"]) {
        dev.unplug(name);
        player.abort();
        assert!(player.await.is_err_and(|error| error.is_cancelled()));
    }
    assert_eq!((closed(&mut one).await, closed(&mut two).await), (Closing::Gone, Closing::Gone));
    let (a, b) = (Pty::new(), Pty::new());
    dev.plug("ttyUSB0", &b.node());
    dev.plug("ttyUSB1", &a.node());
    let players = [a.play(b'?', "A"), b.play(b'?', "B")];
    let (one_is, two_is) = tokio::join!(opened(&mut one), opened(&mut two));
    assert_eq!((one_is.0, one_is.2.as_deref()), (dev.path("ttyUSB1"), Some("A")));
    assert_eq!((two_is.0, two_is.2.as_deref()), (dev.path("ttyUSB0"), Some("B")));
    players.iter().for_each(JoinHandle::abort);
}

#[tokio::test]
async fn a_table_bound_to_port_and_board_finds_its_board_where_it_is_plugged_in_instead() {
    let dev = Dev::new();
    let (other, own) = (Pty::new(), Pty::new());
    dev.plug("ttyUSB0", &other.node());
    dev.plug("ttyUSB1", &own.node());
    let players = [other.play(b'?', "11111"), own.play(b'?', "25805")];
    let bound = Wanted { serial: Some("25805".to_owned()), ..wanted(Port::Path(dev.path("ttyUSB0")), &[PARROT]) };
    let mut link = link(&dev, bound);
    assert_eq!(opened(&mut link).await, (dev.path("ttyUSB1"), "parrot", Some("25805".to_owned())));
    players.iter().for_each(JoinHandle::abort);
}

#[tokio::test]
async fn a_port_that_another_program_has_is_said_to_be_busy_once_and_found_when_it_is_free() {
    let dev = Dev::new();
    let pty = Pty::new();
    dev.plug("ttyUSB0", &pty.node());
    // Other claims know nothing of ours, as another program would not.
    let theirs = open(&pty.node(), LINE, &Claims::default()).await.expect("it is free");
    let mut link = link(&dev, wanted(Port::Path(dev.path("ttyUSB0")), &[PARROT]));
    match next(&mut link).await {
        LinkEvent::Failing(FindError::Open(OpenError::Busy { port })) => assert_eq!(port, dev.path("ttyUSB0")),
        event => panic!("{event:?}"),
    }
    let before = cpu_ns();
    let silence = timeout(Duration::from_millis(1_500), link.events.recv()).await;
    assert!(silence.is_err(), "{silence:?}");
    let burnt = Duration::from_nanos(cpu_ns() - before);
    assert!(burnt < Duration::from_millis(300), "{burnt:?}");
    drop(theirs);
    let free = Instant::now();
    assert_eq!(opened(&mut link).await.0, dev.path("ttyUSB0"));
    assert!(free.elapsed() < Duration::from_secs(2), "{:?}", free.elapsed());
}

#[tokio::test]
async fn a_silent_board_that_was_moved_to_another_adapter_is_found_there() {
    for port in [Port::Auto, Port::Path("ttyUSB0".into())] {
        let dev = Dev::new();
        let port = if port == Port::Auto { port } else { Port::Path(dev.path("ttyUSB0")) };
        let first = Pty::new();
        dev.plug("ttyUSB0", &first.node());
        let Pty { mut master, slave, .. } = first;
        let mut link = link(&dev, wanted(port, &[PARROT, MACAW]));
        let greeted = async {
            let mut greeting = [0];
            master.read_exact(&mut greeting).await.expect("a greeting");
            master.write_all(b"!25805\n").await.expect("the link reads");
        };
        let (found, ()) = tokio::join!(opened(&mut link), greeted);
        assert_eq!(found.2.as_deref(), Some("25805"));
        // Its cable is in another adapter now; the first adapter stays where it is, and nothing answers there.
        let second = Pty::new();
        dev.plug("ttyUSB1", &second.node());
        let player = second.play(b'?', "25805");
        link.handle.reopen().expect("the link lives");
        assert_eq!(closed(&mut link).await, Closing::Asked);
        assert_eq!(opened(&mut link).await.0, dev.path("ttyUSB1"));
        player.abort();
        drop(slave);
    }
}

/// How long a board that is back is not yet found, over and over, in every way of coming back.
///
/// `TOUCHMOVE_EVERY=1` makes it a hundred times.
#[tokio::test]
async fn a_board_that_is_back_is_found_within_two_seconds() {
    let rounds = if std::env::var_os("TOUCHMOVE_EVERY").is_some() { 100 } else { 6 };
    let dev = Dev::new();
    let board = Pty::new();
    dev.plug("ttyUSB0", &board.node());
    let mut player = board.play(b'?', "25805");
    let mut link = link(&dev, wanted(Port::Auto, &[PARROT, MACAW]));
    opened(&mut link).await;
    let (mut name, mut times) = ("ttyUSB0", Vec::new());
    for round in 0..rounds {
        player.abort();
        assert!((&mut player).await.is_err_and(|error| error.is_cancelled()));
        dev.unplug(name);
        assert_eq!(closed(&mut link).await, Closing::Gone);
        // At once, within the search's first pauses, and late in its longest ones.
        tokio::time::sleep(Duration::from_millis([0, 120, 1_700][round % 3])).await;
        name = ["ttyUSB0", "ttyUSB1", "ttyACM0"][round % 3];
        let again = Pty::new();
        dev.plug(name, &again.node());
        let back = Instant::now();
        player = again.play(b'?', "25805");
        assert_eq!(opened(&mut link).await.0, dev.path(name));
        times.push(back.elapsed());
    }
    times.sort();
    let (median, longest) = (times[times.len() / 2], times[times.len() - 1]);
    println!("{rounds} times unplugged: found again after {median:.0?} (median), {longest:.0?} (longest)");
    assert!(longest < Duration::from_secs(2), "{longest:?}");
    player.abort();
}

#[tokio::test]
async fn a_link_that_ends_gives_its_port_back() {
    let dev = Dev::new();
    let pty = Pty::new();
    let mut link = link(&dev, wanted(Port::Path(pty.node()), &[PARROT]));
    opened(&mut link).await;
    link.handle.reopen().expect("the link lives");
    assert_eq!(closed(&mut link).await, Closing::Asked);
    opened(&mut link).await;
    let handle = link.handle.clone();
    link.end().await;
    assert!(handle.send(vec![0x40]).is_err());
    open(&pty.node(), LINE, &Claims::default()).await.expect("it is free");
}

#[test]
fn recordings_of_real_boards_can_be_read() {
    let Some(folder) = shared("boards/captures") else { return };
    let read = |name: &str| {
        let file = fs::File::open(folder.join(name)).expect("the recording is there");
        let spacing = Spacing::of_messages(9_600);
        let chunks: Result<Vec<_>, _> = Reader::new(std::io::BufReader::new(file), name, spacing).collect();
        let chunks = chunks.expect("it can be read");
        assert!(chunks.is_sorted_by_key(|chunk| chunk.t_ms), "{name}");
        chunks
    };
    for (lines, name, derived) in [
        (455, "arnsholt-dgtdriver/1.inbytes", "derived/dgt-arnsholt-1.jsonl"),
        (956, "arnsholt-dgtdriver/johan.inbytes", "derived/dgt-arnsholt-johan.jsonl"),
    ] {
        let chunks = read(name);
        assert_eq!(chunks.len(), lines);
        assert_eq!(chunks, read(derived), "{name}");
    }
    let polled = read("derived/dgt-acarabott-poll1hz-chunks.jsonl");
    assert_eq!(polled.len(), 2_037);
    assert!(polled.last().is_some_and(|chunk| chunk.t_ms >= 170_000));
}
