//! Recordings of physical DGT boards with stretches of 1 to 12 half-moves cut out: completed exactly wherever one line
//! of moves explains the board, never wrongly. The recordings may not be shipped: where they are absent the test says so
//! and passes. A sample by default; every stretch with `TOUCHMOVE_EVERY=1`.

use protocols::{At, Color, Piece, Placement, Role, Square, dgt::DgtCodec, registry::Sensing};
use touchmove::{
    board::{self, OrientationSetting},
    game::{
        pgn::Tags,
        record::{AlertState, Body, MoveStatus},
    },
    rules::{Lines, Position, Sight, Variant, lines_to},
    table::{Input, Output, Setup, Source, Table},
    turn::{AlertKind, Given, Settings, Severity, Start},
    words::Language,
};

use crate::common::missing::shared;

/// Messages with their times, as they are on the wire.
type Messages = Vec<(At, Vec<u8>)>;

/// All received bytes of a recording, cut into messages.
fn recording(name: &str) -> Option<Vec<Vec<u8>>> {
    let path = shared(&format!("boards/captures/derived/{name}"))?;
    let text = std::fs::read_to_string(path).expect("a recording");
    let mut messages: Vec<Vec<u8>> = Vec::new();
    for line in text.lines() {
        let line: serde_json::Value = serde_json::from_str(line).expect("a JSON object a line");
        if line["dir"] != "rx" {
            continue;
        }
        for byte in line["hex"].as_str().expect("hexadecimal bytes").split(' ') {
            let byte = u8::from_str_radix(byte, 16).expect("a byte");
            // Only the first byte of a message has bit 7 set.
            match messages.last_mut() {
                Some(message) if byte < 0x80 => message.push(byte),
                Some(_) | None => messages.push(vec![byte]),
            }
        }
    }
    Some(messages)
}

/// The recordings have no times: a second for each second of the clock and each dump, a little for everything else.
fn timed(messages: Vec<Vec<u8>>) -> Messages {
    let (mut at, mut status) = (0, None);
    let dumps_only = messages.iter().filter(|message| message[0] == 0x86).count() > 20;
    messages
        .into_iter()
        .map(|message| {
            let second = message[0] == 0x8d && status.replace(message[9]) == Some(message[9]);
            at += if second || dumps_only { 1_000 } else { 120 };
            (At(at), message)
        })
        .collect()
}

fn piece(code: u8) -> Option<Piece> {
    let roles = [Role::Pawn, Role::Rook, Role::Knight, Role::Bishop, Role::King, Role::Queen];
    match code {
        1..=6 => Some(Piece { color: Color::White, role: roles[usize::from(code) - 1] }),
        7..=12 => Some(Piece { color: Color::Black, role: roles[usize::from(code) - 7] }),
        _ => None,
    }
}

fn square(place: u8) -> Square {
    Square::from_coords(place % 8, 7 - place / 8).expect("a place up to 63")
}

/// The codes on the board after each message; `None` before the first dump.
fn codes(messages: &Messages) -> Vec<Option<[u8; 64]>> {
    let mut codes: Option<[u8; 64]> = None;
    messages
        .iter()
        .map(|(_, message)| {
            match (message[0], &mut codes) {
                (0x86, codes) => *codes = message[3..67].try_into().ok(),
                (0x8e, Some(codes)) => codes[usize::from(message[3])] = message[4],
                _ => {}
            }
            codes
        })
        .collect()
}

fn placement(codes: &[u8; 64]) -> Placement {
    let mut placement = Placement::EMPTY;
    for (place, &code) in (0..).zip(codes) {
        placement.set(square(place), piece(code));
    }
    placement
}

#[derive(Default)]
struct Heard {
    moves: std::collections::BTreeMap<u32, String>,
    alerts: Vec<(AlertKind, Severity)>,
}

impl Heard {
    fn ucis(&self) -> Vec<&str> {
        self.moves.values().map(String::as_str).collect()
    }

    fn severe(&self) -> usize {
        let severe = |severity: &Severity| matches!(severity, Severity::Ruling | Severity::Warning);
        self.alerts.iter().filter(|(_, severity)| severe(severity)).count()
    }
}

fn drain(table: &mut Table, heard: &mut Heard) {
    while let Some(output) = table.poll() {
        let Output::Record(record) = output else { continue };
        match record.body {
            Body::Move(said) if said.status == MoveStatus::Retracted => {
                heard.moves.remove(&said.ply);
            }
            Body::Move(said) => {
                heard.moves.insert(said.ply, said.uci.to_string());
            }
            Body::Alert(alert) if alert.state == AlertState::Raised => heard.alerts.push((alert.kind, alert.severity)),
            _ => {}
        }
    }
}

/// Plays a recording; `cut` is the first message left out, and the first that is heard again.
fn play(messages: &Messages, boards: &[Option<[u8; 64]>], cut: Option<(usize, usize)>) -> Heard {
    let setup = Setup {
        name: "1".to_owned(),
        session: "s".to_owned(),
        settings: Settings::default(),
        start: Start::Setup(Variant::Chess),
        given: Given::default(),
        seq: 0,
        tags: Tags::default(),
        language: Language::default(),
    };
    let reading = board::Settings { orientation: OrientationSetting::Auto, sensing: Sensing::Identity };
    let mut table = Table::new(setup, Source::Board(Box::new(DgtCodec::new()), reading));
    let mut heard = Heard::default();
    let mut until = |table: &mut Table, at: At, input: Input<'_>| {
        while let Some(due) = table.next_deadline().filter(|due| *due < at) {
            table.handle(due, Input::Tick);
            drain(table, &mut heard);
            if table.next_deadline().is_some_and(|next| next <= due) {
                break;
            }
        }
        table.handle(at, input);
        drain(table, &mut heard);
    };
    table.handle(At(0), Input::Opened);
    for (index, (at, message)) in messages.iter().enumerate() {
        match cut {
            Some((from, to)) if (from..to).contains(&index) => {
                if index == from {
                    until(&mut table, *at, Input::Closed);
                }
                continue;
            }
            Some((_, to)) if index == to => {
                until(&mut table, *at, Input::Opened);
                let codes = boards[to - 1].expect("a board");
                let dump: Vec<u8> = [0x86, 0x00, 0x43].into_iter().chain(codes).collect();
                until(&mut table, *at, Input::Bytes(&dump));
            }
            Some(_) | None => {}
        }
        until(&mut table, *at, Input::Bytes(message));
    }
    table.finish();
    drain(&mut table, &mut heard);
    heard
}

#[test]
fn recordings_with_stretches_cut_out_are_completed_where_one_line_explains_them_and_never_wrongly() {
    // By default lengths of 1, 5 and 9 half-moves, one stretch or two of each.
    let (lengths, every) = if std::env::var_os("TOUCHMOVE_EVERY").is_some() { (1, 1) } else { (4, 41) };
    for name in ["dgt-arnsholt-1.jsonl", "dgt-arnsholt-johan.jsonl", "dgt-acarabott-poll1hz-chunks.jsonl"] {
        let Some(messages) = recording(name) else { continue };
        let messages = timed(messages);
        let boards = codes(&messages);
        let whole = play(&messages, &boards, None);
        let truth: Vec<String> = whole.moves.values().cloned().collect();
        assert!(truth.len() >= 36, "{name}: {} half-moves", truth.len());
        let mut positions = vec![Position::initial()];
        for uci in &truth {
            let position = positions.last().expect("one");
            positions.push(position.play(&position.legal_move(uci).expect("a legal move")));
        }
        let turned = boards.iter().flatten().any(|codes| placement(codes) == Placement::initial().turned());
        // Behind which message the board first shows the position after each half-move.
        let mut shows: Vec<Option<usize>> = Vec::new();
        let mut from = 0;
        for position in &positions {
            let shown = (from..messages.len()).find(|&index| {
                boards[index].is_some_and(|codes| {
                    let placement = placement(&codes);
                    *position.placement() == if turned { placement.turned() } else { placement }
                })
            });
            from = shown.map_or(from, |shown| shown + 1);
            shows.push(shown);
        }
        let (mut cuts, mut exact, mut several, mut too_many) = (0, 0, 0, 0);
        for hidden in (1..=12).step_by(lengths) {
            for before in (1..truth.len().saturating_sub(hidden)).skip(7 * hidden % every).step_by(every) {
                let after = before + hidden;
                let (Some(first), Some(last)) = (shows[before], shows[after]) else { continue };
                cuts += 1;
                let context = format!("{name}: half-moves {} to {after}", before + 1);
                let heard = play(&messages, &boards, Some((first + 1, last + 1)));
                let said = heard.ucis();
                let sight = Sight::Pieces(*positions[after].placement());
                let found = lines_to(&positions[before], sight, 12, None);
                let line = match &found {
                    Lines::One(line) => Some(line.iter().map(|m| format!("{}{}", m.from, m.to)).collect::<Vec<_>>()),
                    Lines::None | Lines::Several { .. } | Lines::Undecided => None,
                };
                let calls = heard.alerts.iter().filter(|(kind, _)| *kind == AlertKind::PlayNotRecorded).count();
                assert!(heard.severe() - calls <= whole.severe(), "{context}: {:?}", heard.alerts);
                if said == truth {
                    assert_eq!(calls, 0, "{context}: the record is whole");
                    exact += 1;
                    continue;
                }
                assert!(line.is_none(), "{context}: {line:?} alone explains it; {:?}", heard.alerts);
                assert!(truth.iter().zip(&said).all(|(truth, said)| truth == said), "{context}: wrong: {said:?}");
                let asks = |kind: &AlertKind| matches!(kind, AlertKind::MoveAmbiguous | AlertKind::PositionMismatch);
                assert!(heard.alerts.iter().any(|(kind, _)| asks(kind)), "{context}: neither found nor told");
                match found {
                    Lines::Several { .. } => several += 1,
                    Lines::Undecided => too_many += 1,
                    Lines::None | Lines::One(_) => panic!("{context}: {found:?}"),
                }
            }
        }
        println!(
            "{name}: {cuts} stretches of 1 to 12 half-moves cut out: {exact} completed exactly, {} told to the arbiter ({several} of several lines, {too_many} of more positions than are searched), 0 wrong",
            several + too_many
        );
        assert!(exact > 0, "{name}");
    }
}
