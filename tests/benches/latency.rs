//! How long it takes from a byte on the serial line to a message at a subscriber.
//!
//! The service runs as it does at a tournament, in a process of its own, with its embedded broker; the board is
//! an emulated one on a pseudo-terminal; the subscriber is a client of its own. Measured are wall times:
//!
//! - *touch*: from the last byte of a field update written to `arbiter/touch` received;
//! - *completed*: from the last byte that bears out a press (the board's answer to the service's question, or the clock
//!   message where there is none) written to the completed move received on `arbiter/move`.
//!
//! What is waited for on purpose (that a piece settles, that a board answers) lies before those bytes. So that it
//! does not take long, board and service run faster than real; that shortens nothing that is measured.

#[path = "../common/programs.rs"]
#[allow(dead_code, reason = "shared with tests")]
mod programs;

use std::{
    fs,
    time::{Duration, Instant},
};

use programs::{Output, PATIENCE, Program, touchmove};
use protocols::{At, Color, Device, Piece, Placement, Square, dgt::DgtDevice};
use rumqttc::v5::{AsyncClient, Event, EventLoop, Incoming, MqttOptions, mqttbytes::QoS};
use serde_json::Value;
use serialport::{SerialPort, TTYPort};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    sync::mpsc,
    time::{sleep_until, timeout},
};
use tokio_serial::SerialStream;
use touchmove::{
    emulate::{ClockSetting, DEMO_PGN, Facing, TableTop},
    rules::pgn::{PgnGame, PgnMove, read_games},
};

/// How much faster than real time runs, for board and service.
const SPEED: f64 = 20.0;

/// Moves whose completion is measured, at least.
const SAMPLES: usize = 1_000;

/// How long a touch is waited for that a reading of the whole board may have told already.
const TOUCH_PATIENCE: Duration = Duration::from_secs(1);

/// Pause before a press and before a move, so that nothing is held back behind a question to the board: more than
/// any such wait takes, at that speed.
const CALM: Duration = Duration::from_millis(35);

/// First bytes of messages from the board.
const CLOCK: u8 = 0x8d;
const DUMP: u8 = 0x86;
const FIELD: u8 = 0x8e;

/// Both players' time at the beginning.
const TIME_MS: u32 = 5_400_000;

fn main() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(measure());
}

async fn measure() {
    let game = read_games(DEMO_PGN.as_bytes()).next().expect("our own game").expect("a good one");
    let (board, port) = TTYPort::pair().expect("a pseudo-terminal");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("touchmove.toml");
    let config = format!(
        "state_dir = {:?}\nweb.listen = \"127.0.0.1:0\"\nbroker.listen = \"127.0.0.1:0\"\n\
         [[table]]\nname = \"1\"\nboard.kind = \"dgt\"\nboard.port = {:?}\n",
        folder.path(),
        port.name().expect("a name"),
    );
    fs::write(&path, config).expect("written");
    let mut command = touchmove(["run", "--log-format", "json", "--speed", &SPEED.to_string(), "--config"]);
    command.arg(&path);
    let mut service = Program::start(command, Output::Err);
    let line = service.until("broker", |line| line.contains("The embedded broker is running."));
    let line: Value = serde_json::from_str(&line).expect("a JSON object a line");
    let address = line["address"].as_str().expect("an address").to_owned();

    let mut table = Table::new(SerialStream::try_from(board).expect("usable"), &address, game.initial);
    let (mut touches, mut completions) = (Vec::new(), Vec::new());
    while completions.len() < SAMPLES {
        table.play(&game, &mut touches, &mut completions).await;
    }
    assert!(table.unseen * 50 < touches.len(), "{} touches went unseen", table.unseen);
    println!("touches told by a reading of the whole board: {}", table.unseen);
    print("touch", touches);
    print("completed", completions);
    service.signal("TERM");
    assert_eq!(service.ended().code(), Some(0), "the service ends");
}

fn print(what: &str, mut times: Vec<Duration>) {
    times.sort();
    let last = times.len() - 1;
    let ms = |time: Duration| time.as_secs_f64() * 1_000.0;
    println!(
        "{what}: {} samples, p50 {:.2} ms, p99 {:.2} ms, max {:.2} ms",
        times.len(),
        ms(times[last / 2]),
        ms(times[last * 99 / 100]),
        ms(times[last]),
    );
}

/// What the subscriber received.
struct Message {
    at: Instant,
    body: Value,
}

/// The board's end of the line, and the subscriber.
struct Table {
    line: SerialStream,
    device: DgtDevice,
    began: Instant,
    pieces: Placement,
    top: TableTop,
    clock: (At, ClockSetting),
    /// When each message to the service was written, by its first byte.
    written: Vec<(u8, Instant)>,
    messages: mpsc::UnboundedReceiver<Message>,
    /// The last records of state, by type.
    board: Value,
    game: Value,
    /// Half-move of the last move made.
    made: u64,
    /// Touches of which no record came: a reading of the whole board was faster.
    unseen: usize,
}

impl Table {
    fn new(line: SerialStream, broker: &str, pieces: Placement) -> Table {
        let (host, port) = broker.rsplit_once(':').expect("host and port");
        let mut options = MqttOptions::new("latency", host, port.parse().expect("a port"));
        let mut network = options.network_options();
        network.set_tcp_nodelay(true);
        options.set_network_options(network);
        let (client, event_loop) = AsyncClient::new(options, 16);
        client.try_subscribe("chess/1/arbiter/+", QoS::AtLeastOnce).expect("room for it");
        let (sender, messages) = mpsc::unbounded_channel();
        tokio::spawn(receive(client, event_loop, sender));
        let setting = before_the_game();
        let mut table = Table {
            line,
            device: DgtDevice::default(),
            began: Instant::now(),
            pieces,
            top: TableTop::new(pieces, Facing::Normal),
            clock: (At(0), setting),
            written: Vec::new(),
            messages,
            board: Value::Null,
            game: Value::Null,
            made: 0,
            unseen: 0,
        };
        table.set_clock(setting);
        table
    }

    /// Sets up a game and plays it.
    async fn play(&mut self, game: &PgnGame, touches: &mut Vec<Duration>, completions: &mut Vec<Duration>) {
        self.set_clock(before_the_game());
        self.put(Placement::EMPTY);
        let empty = Placement::EMPTY.to_string();
        self.until("empty board", |table, _| table.board["placement"] == empty).await;
        self.put(game.initial);
        let first = game.initial.to_string();
        self.until("first position", |table, _| {
            let agrees = table.board["agrees"] == true && table.board["placement"] == first;
            agrees && table.game["phase"] == "playing" && table.game["moves"] == Value::Array(Vec::new())
        })
        .await;
        self.press(Color::Black);
        // What comes behind a press waits with it until the board has borne it out.
        self.until("running clock", |_, body| body["type"] == "clock" && body["running"] == "white").await;
        self.made = 0;
        let mut after = game.initial;
        for (ply, played) in (1..).zip(&game.moves) {
            played.apply_to(&mut after);
            for (square, piece) in steps(played, &after) {
                self.written.clear();
                let mut pieces = self.pieces;
                pieces.set(square, piece);
                self.put(pieces);
                let name = square.to_string();
                let ev = if piece.is_some() { "drop" } else { "lift" };
                let is_touch = |body: &Value| body["type"] == "touch" && body["sq"] == name && body["ev"] == ev;
                match self.within(TOUCH_PATIENCE, |_, body| is_touch(body)).await {
                    Some(received) => touches.push(received - self.written_last(FIELD).expect("a field update")),
                    None => self.unseen += 1,
                }
            }
            // It may have come before the touch.
            if self.made != ply {
                self.until("move made", |table, _| table.made == ply).await;
            }
            self.within(CALM, |_, _| false).await;
            if ply == game.moves.len() as u64 {
                // It is mate: nobody presses.
                break;
            }
            self.written.clear();
            self.press(played.piece.color);
            let is_completed =
                |body: &Value| body["type"] == "move" && body["ply"] == ply && body["status"] == "completed";
            let received = self.until("move completed", |_, body| is_completed(body)).await;
            let pressed = self.written_last(CLOCK).expect("a clock message");
            let answered = self.written_last(DUMP).unwrap_or(pressed);
            completions.push(received - pressed.max(answered));
            self.within(CALM, |_, _| false).await;
        }
    }

    /// Runs the board until a message comes that `wanted` likes; gives when it was received.
    async fn until(&mut self, what: &str, wanted: impl Fn(&Table, &Value) -> bool) -> Instant {
        let received = self.within(PATIENCE, wanted).await;
        received.unwrap_or_else(|| panic!("no {what}: {} {}", self.board, self.game))
    }

    /// The same for so long at most.
    async fn within(&mut self, patience: Duration, wanted: impl Fn(&Table, &Value) -> bool) -> Option<Instant> {
        let deadline = Instant::now() + patience;
        let mut input = [0; 256];
        while Instant::now() < deadline {
            let now = self.now();
            self.device.advance(now, &self.top);
            while let Some((_, bytes)) = self.device.poll() {
                let written = timeout(PATIENCE, self.line.write_all(&bytes)).await;
                written.expect("the service reads").expect("writable");
                let at = Instant::now();
                match bytes.first() {
                    Some(&id) if id >= 0x80 => self.written.push((id, at)),
                    // The rest of a long message.
                    _ => self.written.iter_mut().last().into_iter().for_each(|last| last.1 = at),
                }
            }
            let due = Duration::from_secs_f64(self.device.next_deadline().0 as f64 / 1_000.0 / SPEED);
            tokio::select! {
                biased;
                message = self.messages.recv() => {
                    let Message { at, body } = message.expect("the subscriber runs");
                    match body["type"].as_str() {
                        Some("board") => self.board = body.clone(),
                        Some("game") => self.game = body.clone(),
                        Some("move") if body["status"] == "made" => self.made = body["ply"].as_u64().unwrap_or_default(),
                        _ => {}
                    }
                    if wanted(self, &body) {
                        return Some(at);
                    }
                }
                read = self.line.read(&mut input) => {
                    let count = read.expect("readable");
                    let now = self.now();
                    self.device.receive(now, &input[..count]);
                }
                () = sleep_until((self.began + due).min(deadline).into()) => {}
            }
        }
        None
    }

    fn now(&self) -> At {
        At((self.began.elapsed().as_secs_f64() * SPEED * 1_000.0) as u64)
    }

    /// When the last message of this kind was written.
    fn written_last(&self, id: u8) -> Option<Instant> {
        self.written.iter().rev().find(|written| written.0 == id).map(|written| written.1)
    }

    fn put(&mut self, pieces: Placement) {
        self.pieces = pieces;
        self.top = TableTop::new(pieces, Facing::Normal);
        self.top.set_clock(self.clock.0, self.clock.1);
    }

    fn set_clock(&mut self, setting: ClockSetting) {
        self.clock = (self.now(), setting);
        self.put(self.pieces);
    }

    /// A player presses the clock.
    fn press(&mut self, by: Color) {
        let (since, setting) = self.clock;
        let other = by.other();
        let now = setting.after(self.now().since(since));
        self.set_clock(ClockSetting { running: Some(other), lever_high: other, ..now });
    }
}

/// The subscriber: whatever comes, with its time.
async fn receive(_client: AsyncClient, mut event_loop: EventLoop, messages: mpsc::UnboundedSender<Message>) {
    loop {
        let event = event_loop.poll().await.expect("the broker is there");
        if let Event::Incoming(Incoming::Publish(publish)) = event {
            let at = Instant::now();
            let body = serde_json::from_slice(&publish.payload).unwrap_or_default();
            if messages.send(Message { at, body }).is_err() {
                return;
            }
        }
    }
}

fn before_the_game() -> ClockSetting {
    ClockSetting {
        white_ms: TIME_MS,
        black_ms: TIME_MS,
        running: None,
        lever_high: Color::Black,
        increment_shown: false,
    }
}

/// The lifts and drops of a move: what is captured first, in castling the king before the rook.
fn steps(played: &PgnMove, after: &Placement) -> Vec<(Square, Option<Piece>)> {
    let mut steps: Vec<_> = played.captured.iter().map(|(square, _)| (*square, None)).collect();
    for (from, to) in [(played.from, played.to)].into_iter().chain(played.castling_rook) {
        steps.push((from, None));
        steps.push((to, after.at(to)));
    }
    steps
}
