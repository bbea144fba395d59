//! A table and an emulated board on one line, in virtual time.

use protocols::{
    At, Device, World,
    registry::{Board, Sensing},
};
use touchmove::game::command::GivenCommand;
use touchmove::{
    board::{self, OrientationSetting},
    game::pgn::Tags,
    rules::Variant,
    table::{Happening, Input, LightUse, Line, Output, Setup, Source, Table, read_line},
    turn::{Given, Settings, Start},
};

/// A table whose board hangs on a line of its own.
pub(crate) struct VirtualTable {
    pub(crate) table: Table,
    pub(crate) device: Box<dyn Device>,
    pub(crate) now: At,
    /// Nobody reads what the board says.
    is_away: bool,
}

/// What a table is set up with that waits for its first position.
pub(crate) fn setup(sensing: Sensing) -> Setup {
    Setup {
        name: "1".to_owned(),
        session: "s".to_owned(),
        settings: Settings { sensing, ..Settings::default() },
        start: Start::Setup(Variant::Chess),
        given: Given::default(),
        seq: 0,
        tags: Tags::default(),
        language: touchmove::words::Language::English,
    }
}

impl VirtualTable {
    /// A table that is ready for its first position, with an emulated board of this kind.
    pub(crate) fn new(board: &Board, lights: LightUse) -> VirtualTable {
        let mut table = VirtualTable {
            table: VirtualTable::table(board, lights),
            device: (board.device)(board.usual()),
            now: At(0),
            is_away: false,
        };
        table.table.handle(At(0), Input::Opened);
        table
    }

    /// The service is started again, with the board as it is.
    pub(crate) fn restart(&mut self, board: &Board, lights: LightUse) {
        self.table = VirtualTable::table(board, lights);
        self.table.handle(self.now, Input::Opened);
    }

    /// The service is killed, and another takes its game up from the event logs so far, in which records were numbered up to
    /// `seq`; the port is still to be opened.
    pub(crate) fn restart_from(&mut self, board: &Board, log: &[String], seq: u64) {
        let orientation = self.table.orientation();
        self.is_away = true;
        self.table = taken_up(VirtualTable::source(board), log, orientation, seq)
            .unwrap_or_else(|| VirtualTable::table(board, LightUse::Absent));
        self.table.handle(self.now, Input::Event(board::Event::Link { up: false }));
    }

    fn source(board: &Board) -> Source {
        let reading = board::Settings { orientation: OrientationSetting::Auto, sensing: board.sensing };
        Source::Board((board.codec)(), reading)
    }

    fn table(board: &Board, lights: LightUse) -> Table {
        Table::new(setup(board.sensing), VirtualTable::source(board)).with_lights(lights)
    }

    /// Lets table and board work until `until` in this world; gives every output but the bytes to `hear`.
    pub(crate) fn run(&mut self, until: At, world: &dyn World, hear: &mut dyn FnMut(Output)) {
        while self.now <= until {
            let at = self.now;
            self.drain(at, hear);
            self.device.advance(at, world);
            while let Some((sent, bytes)) = self.device.poll() {
                if !self.is_away {
                    self.table.handle(sent, Input::Bytes(&bytes));
                    self.drain(sent, hear);
                }
            }
            self.table.handle(at, Input::Tick);
            self.drain(at, hear);
            let next = self.device.next_deadline();
            let next = self.table.next_deadline().map_or(next, |due| due.min(next));
            self.now = next.max(at + 1);
        }
        self.now = until;
    }

    /// The board's port is gone, or there again.
    pub(crate) fn plug(&mut self, is_in: bool) {
        if is_in == self.is_away {
            self.is_away = !is_in;
            self.table.handle(self.now, if is_in { Input::Opened } else { Input::Closed });
        }
    }

    /// Gives the table an arbiter's command; gives its reply, and every other output but bytes to `hear`.
    pub(crate) fn command(&mut self, json: &str, hear: &mut dyn FnMut(Output)) -> String {
        self.table.handle(self.now, Input::Command(&GivenCommand::read(json)));
        let mut reply = None;
        self.drain(self.now, &mut |output| match output {
            Output::Reply { text, .. } => reply = Some(text),
            output => hear(output),
        });
        reply.expect("every command is answered")
    }

    fn drain(&mut self, at: At, hear: &mut dyn FnMut(Output)) {
        while let Some(output) = self.table.poll() {
            match output {
                Output::Send(bytes) if !self.is_away => self.device.receive(at, &bytes),
                Output::Send(_) => {}
                output => hear(output),
            }
        }
    }
}

/// The table of the last of some games' logs, as another run of the service makes it; `None` where none has begun.
pub(crate) fn taken_up(
    source: Source,
    log: &[String],
    orientation: Option<board::Orientation>,
    seq: u64,
) -> Option<Table> {
    let begun = log.iter().rposition(|line| line.contains("\"log\""))?;
    let Ok(Line::Game(header, _)) = read_line(&log[begun], 1) else { panic!("a header") };
    let mut table = Table::of(*header, source);
    for (number, line) in (2..).zip(&log[begun + 1..]) {
        let Ok(Line::Event(at, happening)) = read_line(line, number) else { panic!("an event") };
        let at = table.clock_offset().input_time(at);
        match happening {
            Happening::Event(event) => table.handle(at, Input::Event(event)),
            Happening::ClockGone => table.handle(at, Input::ClockGone),
            Happening::Command(json) => table.handle(at, Input::Command(&json)),
        }
        while table.poll().is_some() {}
    }
    table.resume(Vec::new(), orientation, seq);
    Some(table)
}
