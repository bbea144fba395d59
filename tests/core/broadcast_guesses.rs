//! A move that is guessed is never told: not while a piece is still on its way, and not where several lines lead to what the
//! board shows. LiveChess tells such moves, and operators complain of them.

use std::collections::BTreeSet;

use protocols::{Color, Placement, Square};
use serde_json::{Value, json};
use touchmove::{
    board::{BoardReading, Event},
    rules::Position,
};

use super::{
    broadcast::{Played, round},
    broadcast_livechess::{FIRST, Site, Socket, for_lichess, lists, setup, subscribe},
};

/// A table, and whoever listens to its outputs.
struct Listener {
    site: Site,
    socket: Socket,
    board: Played,
    /// Every word that was ever told in a list of moves, in a PGN or in the cloud's form.
    told: BTreeSet<String>,
}

impl Listener {
    fn new() -> Listener {
        let mut site = Site::new(true, round(1));
        site.board("1", "connected", None);
        let mut board = Played::new("1", Position::initial());
        site.hear(1, &mut board);
        let mut socket = Socket::new();
        socket.ask(&site, subscribe("1"));
        socket.ask(&site, setup(FIRST));
        Listener { site, socket, board, told: BTreeSet::new() }
    }

    /// What the table has said goes out.
    fn hear(&mut self) {
        self.site.hear(1, &mut self.board);
        let frames = self.socket.news(&self.site);
        let moves = self.site.venue.text();
        let moves = moves.split("\n\n").nth(1).unwrap_or_default();
        for text in lists(&frames).iter().map(String::as_str).chain([moves]) {
            self.told.extend(text.split_whitespace().map(str::to_owned));
        }
        for written in self.site.cloud_game(1).moves {
            self.told.extend(written.split(' ').map(str::to_owned));
        }
    }

    /// A piece is put from square to square, and rests so long on each but the last.
    fn put(&mut self, squares: &[&str], rests_ms: u64) {
        for pair in squares.windows(2) {
            let [from, to] = [pair[0], pair[1]].map(square);
            let piece = self.board.stands.at(from);
            self.board.stands.set(from, None);
            self.board.stands.set(to, piece);
            self.board.after(800, Event::Lift { square: from, piece });
            self.hear();
            self.board.after(400, Event::Drop { square: to, piece });
            self.hear();
            self.board.after(rests_ms, Event::Time);
            self.hear();
        }
    }

    fn press(&mut self, by: Color) {
        self.board.after(900, Event::Press { by });
        self.board.after(1_500, Event::Link { up: true });
        self.hear();
    }

    /// The list of moves at the port.
    fn list(&self) -> Vec<String> {
        let lists = lists(&self.socket.frames);
        lists.last().map(|list| list.split_whitespace().map(str::to_owned).collect()).unwrap_or_default()
    }
}

fn square(name: &str) -> Square {
    name.parse().expect("a square")
}

#[test]
fn a_square_on_which_a_piece_rests_on_its_way_is_no_move() {
    let mut listener = Listener::new();
    // Each stops on squares on which it might stay, longer than anything waits for, and goes on before the press.
    let ways: [(&[&str], &str, &[&str]); 6] = [
        (&["e2", "e3", "e4"], "e4", &["e3"]),
        (&["e7", "e6", "e5"], "e5", &["e6"]),
        (&["g1", "h3", "f3"], "Nf3", &["Nh3"]),
        (&["b8", "a6", "c6"], "Nc6", &["Na6"]),
        (&["f1", "e2", "d3", "c4", "b5"], "Bb5", &["Be2", "Bd3", "Bc4"]),
        (&["d8", "e7", "f6"], "Qf6", &["Qe7"]),
    ];
    let mut played = Vec::new();
    for ((way, san, guesses), by) in ways.into_iter().zip([Color::White, Color::Black].into_iter().cycle()) {
        listener.put(way, 6_000);
        let before = listener.list();
        assert_eq!(before, played, "{san} is not pressed");
        listener.press(by);
        played.push(san.to_owned());
        assert_eq!(listener.list(), played);
        for guess in guesses {
            assert!(!listener.told.contains(*guess), "{guess} is told: {:?}", listener.told);
        }
    }
    assert!(listener.told.contains("Bb5"), "the PGN and the cloud have moves: {:?}", listener.told);
    assert_eq!(for_lichess(&listener.socket.frames), played);
}

#[test]
fn where_several_lines_lead_to_what_the_board_shows_none_is_told() {
    let mut listener = Listener::new();
    listener.put(&["e2", "e4"], 1_000);
    listener.press(Color::White);
    listener.put(&["e7", "e5"], 1_000);
    listener.press(Color::Black);
    let before = listener.told.clone();
    // Four half-moves nobody saw: Nf3 or Nc3 may have come first, and Nf6 or Nc6.
    listener.board.after(1_000, Event::Link { up: false });
    listener.board.after(60_000, Event::Link { up: true });
    let mut shown: Placement = listener.board.stands;
    for (from, to) in [("g1", "f3"), ("b1", "c3"), ("g8", "f6"), ("b8", "c6")] {
        shown.set(square(to), shown.at(square(from)));
        shown.set(square(from), None);
    }
    listener.board.stands = shown;
    listener.board.after(100, Event::Placement(BoardReading::Pieces(shown)));
    listener.board.after(10_000, Event::Time);
    listener.hear();
    assert_eq!(listener.list(), ["e4", "e5"]);
    let knights = |told: &BTreeSet<String>| told.iter().filter(|word| word.starts_with('N')).count();
    assert_eq!((knights(&before), knights(&listener.told)), (0, 0), "{:?}", listener.told);

    // The arbiter knows from the scoresheets. The last one of them is plain then, but not pressed.
    for (ply, uci) in [(3, "b1c3"), (4, "g8f6"), (5, "g1f3"), (6, "b8c6")] {
        listener.board.command(json!({ "command": "set-move", "ply": ply, "uci": uci }));
    }
    listener.hear();
    let known = ["e4", "e5", "Nc3", "Nf6", "Nf3", "Nc6"].map(str::to_owned);
    assert_eq!(listener.list(), known[..5]);
    listener.press(Color::Black);
    assert_eq!((listener.list(), for_lichess(&listener.socket.frames)), (known.to_vec(), known.to_vec()));
}

#[test]
fn lichess_page_passes_over_another_first_move_whatever_it_is_told() {
    let mut listener = Listener::new();
    listener.put(&["e2", "e4"], 1_000);
    listener.press(Color::White);
    listener.socket.frames.clear();
    listener.board.command(json!({ "command": "set-move", "ply": 1, "uci": "d2d4" }));
    listener.hear();
    // Clients that show the list are right. The page does not look at an empty list, and then no more has come.
    assert_eq!(lists(&listener.socket.frames), ["", "d4"]);
    let board = |place: usize| listener.socket.frames[place].param["board"].clone();
    assert_eq!(board(0), Value::Null);
    assert_eq!(board(1), json!("rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR"));
}
