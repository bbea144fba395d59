//! What a file would change against the present round.

use std::collections::{HashMap, HashSet};

use protocols::Color;

use super::{Board, BoardNumbers, Bye, ByeKind, Date, Pairing, Player, Round, player::words};

/// What a round would become, and in what it differs from what it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compared {
    /// The round's number.
    pub number: u16,
    /// Its day: as the new one has it, or else as before.
    pub date: Option<Date>,
    /// Where its board numbers come from.
    pub boards: BoardNumbers,
    /// The pairings as they would be, by board.
    pub pairings: Vec<PairingRow>,
    /// Those without opponent, as they would be.
    pub byes: Vec<(Bye, ByeChange)>,
    /// Present pairings that would be no more, and have no successor at their board.
    pub gone: Vec<Pairing>,
    /// Present byes of players who would be neither paired nor have a bye.
    pub gone_byes: Vec<Bye>,
    /// Players of whom something else is told than before.
    pub players: Vec<PlayerChange>,
}

/// A pairing as it would be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairingRow {
    /// The pairing. What is known of its players and the file does not tell is kept, and so is the result where both
    /// players keep their colours.
    pub pairing: Pairing,
    /// Its difference.
    pub change: PairingChange,
}

/// How a pairing differs from the present ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PairingChange {
    /// Same players, same colours, same board.
    AsBefore,
    /// Somebody else plays at this board than before: one player stays, the other is new here.
    Changed {
        /// Who had White, if another.
        white_was: Option<Box<Player>>,
        /// Who had Black, if another.
        black_was: Option<Box<Player>>,
    },
    /// The same players at another board.
    Moved {
        /// Their board before.
        from: Board,
        /// Whether they have changed colours as well.
        swapped: bool,
    },
    /// These two were not paired before.
    New,
    /// The same players at the same board, colours swapped.
    Swapped,
}

/// How a bye differs from the present ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ByeChange {
    /// It was so before.
    AsBefore,
    /// It was a bye of another kind.
    Kind(ByeKind),
    /// There was none.
    New,
}

/// A player of whom something else is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerChange {
    /// As before.
    pub was: Player,
    /// As he would be.
    pub now: Player,
}

impl Compared {
    /// The round that all of this makes.
    #[must_use]
    pub fn round(&self) -> Round {
        Round {
            number: self.number,
            date: self.date,
            boards: self.boards,
            pairings: self.pairings.iter().map(|row| row.pairing.clone()).collect(),
            byes: self.byes.iter().map(|(bye, _)| bye.clone()).collect(),
        }
    }

    /// Whether nothing would change.
    #[must_use]
    pub fn is_as_before(&self) -> bool {
        let same = self.pairings.iter().all(|row| row.change == PairingChange::AsBefore);
        let same_byes = self.byes.iter().all(|(_, change)| *change == ByeChange::AsBefore);
        same && same_byes && self.gone.is_empty() && self.gone_byes.is_empty() && self.players.is_empty()
    }
}

/// Compares a round as a file has it with the present one.
///
/// A file without board numbers ([`BoardNumbers::Derived`]) moves nobody: who is paired as before keeps the board.
#[must_use]
pub fn compare(present: Option<&Round>, new: &Round) -> Compared {
    let nothing = Round { boards: new.boards, ..Round::default() };
    let present = present.unwrap_or(&nothing);
    let keeps_boards = new.boards == BoardNumbers::Derived && !present.pairings.is_empty();
    let compared = Compared {
        number: new.number,
        date: new.date.or(present.date),
        boards: if keeps_boards { present.boards } else { new.boards },
        pairings: Vec::with_capacity(new.pairings.len()),
        byes: Vec::with_capacity(new.byes.len()),
        gone: Vec::new(),
        gone_byes: Vec::new(),
        players: Vec::new(),
    };
    let seats = Seats::of(present);
    let mut comparison =
        Comparison { seats, keeps_boards, followed: HashSet::new(), taken: HashSet::new(), next_free: 1, compared };
    let others: Vec<&Pairing> = new.pairings.iter().filter(|pairing| !comparison.paired_before(pairing)).collect();
    for pairing in others {
        comparison.not_paired_before(pairing);
    }
    comparison.finish(new)
}

/// A comparison on its way.
struct Comparison<'r> {
    seats: Seats<'r>,
    /// Whether the present board numbers hold, because the file has none.
    keeps_boards: bool,
    /// Present pairings that have a successor.
    followed: HashSet<usize>,
    /// Boards that are taken in the new round.
    taken: HashSet<Board>,
    /// Where to look for the next free board.
    next_free: u16,
    compared: Compared,
}

impl Comparison<'_> {
    /// Takes in a pairing of two who are paired with each other at present; false where they are not.
    fn paired_before(&mut self, pairing: &Pairing) -> bool {
        let Some((index, swapped)) = self.seats.same_pair(pairing) else { return false };
        let Some(before) = self.seats.present.pairings.get(index) else { return false };
        let mut now = self.seats.updated(pairing, &mut self.compared.players);
        if self.keeps_boards {
            now.board = before.board;
        }
        now.table = now.table.or(before.table.filter(|_| now.board == before.board));
        now.result = now.result.or(before.result.filter(|_| !swapped));
        let change = match (now.board == before.board, swapped) {
            (true, false) => PairingChange::AsBefore,
            (true, true) => PairingChange::Swapped,
            (false, swapped) => PairingChange::Moved { from: before.board, swapped },
        };
        self.followed.insert(index);
        self.push(now, change);
        true
    }

    /// Takes in a pairing of two who are not: the successor of the one at its board, where they share a player.
    fn not_paired_before(&mut self, pairing: &Pairing) {
        let mut now = self.seats.updated(pairing, &mut self.compared.players);
        let present = self.seats.present;
        let sharing = self.seats.sharing(pairing).into_iter().flatten().filter(|index| !self.followed.contains(index));
        let sharing: Vec<usize> = sharing.collect();
        let board_of = |index: &usize| present.pairings.get(*index).map(|before| before.board);
        if self.keeps_boards {
            let inherited = sharing.iter().filter_map(board_of).find(|board| !self.taken.contains(board));
            now.board = inherited.unwrap_or_else(|| self.free_board());
        }
        let predecessor = sharing.into_iter().find(|index| board_of(index) == Some(now.board));
        let change = match predecessor.and_then(|index| present.pairings.get(index)) {
            Some(before) => {
                now.table = now.table.or(before.table);
                let unless_same = |was: &Player, is: &Player| (!was.is_same(is)).then(|| Box::new(was.clone()));
                let white_was = unless_same(&before.white, &now.white);
                PairingChange::Changed { white_was, black_was: unless_same(&before.black, &now.black) }
            }
            None => PairingChange::New,
        };
        self.followed.extend(predecessor);
        self.push(now, change);
    }

    /// The lowest board that neither round has.
    fn free_board(&mut self) -> Board {
        let is_free = |number: &u16| {
            let board = Board::new(*number);
            !self.taken.contains(&board) && self.seats.present.at(board).is_none()
        };
        let number = (self.next_free..u16::MAX).find(is_free).unwrap_or(u16::MAX);
        self.next_free = number;
        Board::new(number)
    }

    fn push(&mut self, pairing: Pairing, change: PairingChange) {
        self.taken.insert(pairing.board);
        self.compared.pairings.push(PairingRow { pairing, change });
    }

    fn finish(self, new: &Round) -> Compared {
        let Comparison { seats, followed, mut compared, .. } = self;
        compared.pairings.sort_by_key(|row| row.pairing.board);
        let left = seats.present.pairings.iter().enumerate().filter(|(index, _)| !followed.contains(index));
        compared.gone = left.map(|(_, pairing)| pairing.clone()).collect();
        seats.compare_byes(new, &mut compared);
        compared
    }
}

/// Where somebody sits in the present round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Seat {
    At(usize, Color),
    Bye(usize),
}

/// Everybody of the present round, to be found again.
struct Seats<'r> {
    present: &'r Round,
    all: Vec<(&'r Player, Seat)>,
    by_id: HashMap<u32, usize>,
    by_name: HashMap<Vec<String>, Vec<usize>>,
}

impl<'r> Seats<'r> {
    fn of(present: &'r Round) -> Seats<'r> {
        let paired = present.pairings.iter().enumerate().flat_map(|(index, pairing)| {
            [(&pairing.white, Seat::At(index, Color::White)), (&pairing.black, Seat::At(index, Color::Black))]
        });
        let byes = present.byes.iter().enumerate().map(|(index, bye)| (&bye.player, Seat::Bye(index)));
        let all: Vec<_> = paired.chain(byes).collect();
        let (mut by_id, mut by_name): (HashMap<_, _>, HashMap<_, Vec<_>>) = Default::default();
        for (index, (player, _)) in all.iter().enumerate() {
            by_name.entry(words(&player.name)).or_default().push(index);
            if let Some(id) = player.person.fide_id {
                by_id.insert(id, index);
            }
        }
        Seats { present, all, by_id, by_name }
    }

    fn find(&self, player: &Player) -> Option<(&'r Player, Seat)> {
        let by_id = player.person.fide_id.and_then(|id| self.by_id.get(&id));
        let found = by_id.or_else(|| {
            let namesakes = self.by_name.get(&words(&player.name))?;
            let known = |index: &usize| self.all.get(*index).map(|(known, _)| *known);
            let same = |index: &&usize| known(index).is_some_and(|known| known.is_same(player));
            let number = |index: &&usize| known(index).is_some_and(|known| known.number == player.number);
            namesakes.iter().filter(same).find(number).or_else(|| namesakes.iter().find(same))
        });
        found.and_then(|index| self.all.get(*index)).copied()
    }

    /// The present pairing of the same two, and whether the colours are swapped.
    fn same_pair(&self, pairing: &Pairing) -> Option<(usize, bool)> {
        match (self.find(&pairing.white)?.1, self.find(&pairing.black)?.1) {
            (Seat::At(one, white), Seat::At(two, black)) if one == two && white != black => {
                Some((one, white == Color::Black))
            }
            _ => None,
        }
    }

    /// The present pairings of White and of Black.
    fn sharing(&self, pairing: &Pairing) -> [Option<usize>; 2] {
        [&pairing.white, &pairing.black].map(|player| match self.find(player)?.1 {
            Seat::At(index, _) => Some(index),
            Seat::Bye(_) => None,
        })
    }

    /// The pairing, with what is known of its players and not told anew.
    fn updated(&self, pairing: &Pairing, changes: &mut Vec<PlayerChange>) -> Pairing {
        let mut now = pairing.clone();
        now.white = self.updated_player(&pairing.white, changes);
        now.black = self.updated_player(&pairing.black, changes);
        now
    }

    fn updated_player(&self, player: &Player, changes: &mut Vec<PlayerChange>) -> Player {
        let Some((was, _)) = self.find(player) else { return player.clone() };
        let now = was.updated(player);
        if now != *was {
            changes.push(PlayerChange { was: was.clone(), now: now.clone() });
        }
        now
    }

    fn compare_byes(&self, new: &Round, compared: &mut Compared) {
        let mut used = HashSet::new();
        for bye in &new.byes {
            let change = match self.find(&bye.player) {
                Some((_, Seat::Bye(index))) => {
                    used.insert(index);
                    match self.present.byes.get(index).map(|before| before.kind) {
                        Some(kind) if kind != bye.kind => ByeChange::Kind(kind),
                        _ => ByeChange::AsBefore,
                    }
                }
                _ => ByeChange::New,
            };
            let player = self.updated_player(&bye.player, &mut compared.players);
            compared.byes.push((Bye { player, kind: bye.kind }, change));
        }
        let paired = new.pairings.iter().flat_map(|pairing| [&pairing.white, &pairing.black]);
        used.extend(paired.filter_map(|player| match self.find(player)?.1 {
            Seat::At(..) => None,
            Seat::Bye(index) => Some(index),
        }));
        let left = self.present.byes.iter().enumerate().filter(|(index, _)| !used.contains(index));
        compared.gone_byes = left.map(|(_, bye)| bye.clone()).collect();
    }
}

#[cfg(test)]
mod tests;
