//! A table as measured from outside: the board's end of a line, moved by a player without a hand to spare, and a
//! subscriber that takes down when each message came.

use std::time::{Duration, Instant};

use protocols::{At, Color, Device, Piece, Placement, Square, dgt::DgtDevice};
use rumqttc::v5::{AsyncClient, Event, EventLoop, Incoming, MqttOptions, mqttbytes::QoS};
use serde_json::Value;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    sync::mpsc,
    time::{sleep_until, timeout},
};
use tokio_serial::SerialStream;
use touchmove::{
    emulate::{ClockSetting, Facing, TableTop},
    rules::pgn::{PgnGame, PgnMove},
};

/// Longer than anything here takes; only a failing measurement waits so long.
const PATIENCE: Duration = Duration::from_secs(40);

/// How long a touch is waited for that a reading of the whole board may have told already.
const TOUCH_PATIENCE: Duration = Duration::from_secs(1);

/// Pause before a press and before a move at real speed, so that nothing is held back behind a question to the board:
/// more than any such wait takes.
const CALM: Duration = Duration::from_millis(700);

/// First bytes of messages from the board.
const CLOCK: u8 = 0x8d;
const DUMP: u8 = 0x86;
const FIELD: u8 = 0x8e;

/// Both players' time at the beginning.
const TIME_MS: u32 = 5_400_000;

/// What was measured.
#[derive(Debug, Default)]
pub(crate) struct Times {
    /// From a field update written to the touch received.
    pub(crate) touches: Vec<Duration>,
    /// From what bears a press out written to the completed move received.
    pub(crate) completions: Vec<Duration>,
    /// Touches of which no record came: a reading of the whole board was faster.
    pub(crate) unseen: usize,
}

impl Times {
    /// Prints them, with what they are measured of.
    #[allow(dead_code, reason = "the latency of one table is told as figures")]
    pub(crate) fn print(self) {
        println!("touches told by a reading of the whole board: {}", self.unseen);
        print("touch", self.touches);
        print("completed", self.completions);
    }
}

#[allow(dead_code, reason = "as above")]
fn print(what: &str, mut times: Vec<Duration>) {
    times.sort();
    let Some(last) = times.len().checked_sub(1) else { return println!("{what}: no samples") };
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
pub(crate) struct Table {
    /// How much faster than real time runs.
    speed: f64,
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
}

impl Table {
    /// `name`, the table's, is that of the topics to listen to; time runs `speed` times faster than real.
    pub(crate) fn new(name: &str, line: SerialStream, broker: &str, pieces: Placement, speed: f64) -> Table {
        let (host, port) = broker.rsplit_once(':').expect("host and port");
        let mut options = MqttOptions::new(format!("measured-{name}"), host, port.parse().expect("a port"));
        let mut network = options.network_options();
        network.set_tcp_nodelay(true);
        options.set_network_options(network);
        let (client, event_loop) = AsyncClient::new(options, 16);
        client.try_subscribe(format!("chess/{name}/arbiter/+"), QoS::AtLeastOnce).expect("room for it");
        let (sender, messages) = mpsc::unbounded_channel();
        tokio::spawn(receive(client, event_loop, sender));
        let setting = before_the_game();
        let mut table = Table {
            speed,
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
        };
        table.set_clock(setting);
        table
    }

    /// Sets up a game and plays it.
    pub(crate) async fn play(&mut self, game: &PgnGame, times: &mut Times) {
        let calm = CALM.div_f64(self.speed);
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
                    Some(received) => times.touches.push(received - self.written_last(FIELD).expect("a field update")),
                    None => times.unseen += 1,
                }
            }
            // It may have come before the touch.
            if self.made != ply {
                self.until("move made", |table, _| table.made == ply).await;
            }
            self.within(calm, |_, _| false).await;
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
            times.completions.push(received - pressed.max(answered));
            self.within(calm, |_, _| false).await;
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
            let due = Duration::from_secs_f64(self.device.next_deadline().0 as f64 / 1_000.0 / self.speed);
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
        At((self.began.elapsed().as_secs_f64() * self.speed * 1_000.0) as u64)
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
        // The broker has ended: whoever waits for a message is told by the channel's end.
        let Ok(event) = event_loop.poll().await else { return };
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
