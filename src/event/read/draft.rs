//! Puts the pairings of a file together: sections, rounds, boards; nobody and no board twice.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::{Expected, FileError, Place};
use crate::event::{
    Board, BoardNumbers, Bye, ByeKind, Date, Pairing, PairingResult, Player, Round, Section, player::words,
};

/// What one line or game of a file says.
#[derive(Debug)]
pub(super) struct Draft {
    /// Where its first player stands.
    pub(super) place: Place,
    /// Where the other one stands.
    pub(super) black_at: Place,
    /// Where its board stands, or should.
    pub(super) board_at: Place,
    pub(super) section: Option<String>,
    pub(super) round: u16,
    pub(super) date: Option<Date>,
    /// None where the file says none.
    pub(super) board: Option<Board>,
    pub(super) table: Option<u16>,
    pub(super) seats: Seats,
}

/// Who sits there.
#[derive(Debug)]
pub(super) enum Seats {
    Alone { player: Player, kind: ByeKind },
    Both { white: Player, black: Player, result: Option<PairingResult> },
}

/// The sections of these drafts, in the order of the file.
pub(super) fn assemble(drafts: Vec<Draft>) -> Result<Vec<Section>, FileError> {
    if drafts.is_empty() {
        return Err(FileError::new(Place::File, "none", Expected::Pairings));
    }
    type Rounds = BTreeMap<u16, Vec<Draft>>;
    let mut sections: Vec<(Option<String>, Rounds)> = Vec::new();
    let mut known: HashMap<Option<String>, usize> = HashMap::new();
    for draft in drafts {
        let index = *known.entry(draft.section.clone()).or_insert_with(|| {
            sections.push((draft.section.clone(), BTreeMap::new()));
            sections.len() - 1
        });
        if let Some((_, rounds)) = sections.get_mut(index) {
            rounds.entry(draft.round).or_default().push(draft);
        }
    }
    sections
        .into_iter()
        .map(|(name, rounds)| {
            let rounds: Vec<Round> =
                rounds.into_iter().map(|(number, drafts)| round(number, drafts)).collect::<Result<_, _>>()?;
            Ok(Section { name, players: players(&rounds), rounds })
        })
        .collect()
}

fn round(number: u16, drafts: Vec<Draft>) -> Result<Round, FileError> {
    let has_board = |draft: &&Draft| matches!(draft.seats, Seats::Both { .. }) && draft.board.is_some();
    let boards = if drafts.iter().any(|draft| has_board(&draft)) { BoardNumbers::Given } else { BoardNumbers::Derived };
    let mut round = Round { number, boards, date: drafts.iter().find_map(|draft| draft.date), ..Round::default() };
    let (mut playing, mut occupied, mut next) = (Playing::default(), HashSet::new(), 0);
    for Draft { place, black_at, board_at, board, table, seats, .. } in drafts {
        match seats {
            Seats::Alone { player, kind } => {
                playing.sit_down(&player, &place)?;
                round.byes.push(Bye { player, kind });
            }
            Seats::Both { white, black, result } => {
                playing.sit_down(&white, &place)?;
                playing.sit_down(&black, &black_at)?;
                next += 1;
                let board = match (board, boards) {
                    (Some(board), _) => board,
                    (None, BoardNumbers::Derived) => Board::new(next),
                    (None, BoardNumbers::Given) => return Err(FileError::new(board_at, "none", Expected::Board)),
                };
                if !occupied.insert(board) {
                    return Err(FileError::new(board_at, &board.to_string(), Expected::BoardOnce));
                }
                round.pairings.push(Pairing { board, table, white, black, result });
            }
        }
    }
    round.pairings.sort_by_key(|pairing| pairing.board);
    Ok(round)
}

/// Who has a place in a round already.
#[derive(Default)]
struct Playing {
    ids: HashSet<u32>,
    /// By the words of the name.
    names: HashMap<Vec<String>, Vec<Player>>,
}

impl Playing {
    /// The same person must not sit down twice; two of one name may, where their numbers differ.
    fn sit_down(&mut self, player: &Player, place: &Place) -> Result<(), FileError> {
        let namesakes = self.names.entry(words(&player.name)).or_default();
        let again = namesakes.iter().any(|other| other.is_again(player));
        namesakes.push(player.clone());
        if again || player.person.fide_id.is_some_and(|id| !self.ids.insert(id)) {
            return Err(FileError::new(place.clone(), &player.name, Expected::PlayerOnce));
        }
        Ok(())
    }
}

/// Everybody in these rounds, as the last of them has him.
fn players(rounds: &[Round]) -> Vec<Player> {
    let (mut players, mut known): (Vec<Player>, Playing) = (Vec::new(), Playing::default());
    for round in rounds.iter().rev() {
        let paired = round.pairings.iter().flat_map(|pairing| [&pairing.white, &pairing.black]);
        for player in paired.chain(round.byes.iter().map(|bye| &bye.player)) {
            if known.sit_down(player, &Place::File).is_ok() {
                players.push(player.clone());
            }
        }
    }
    players.sort_by_key(|player| player.number.unwrap_or(u16::MAX));
    players
}

#[cfg(test)]
mod tests {
    use crate::event::read::{Expected, Place, read};

    #[test]
    fn people_whom_marks_or_a_comma_tell_apart_may_meet() {
        for pair in ["Wang, Li;Li, Wang", "राम;रीमा", "かがわ;かかわ"] {
            let file = read(format!("Round;Board;White;Black\n1;1;{pair}\n").as_bytes(), 1).expect(pair);
            assert_eq!(file.event.sections[0].players.len(), 2, "{pair}");
        }
        let again = "Round;Board;White;Black\n1;1;Wang, Li;Li Wang\n";
        assert_eq!(read(again.as_bytes(), 1).expect_err("one person").expected, Expected::PlayerOnce);
    }

    #[test]
    fn what_a_file_has_twice_is_told_where_it_stands() {
        let pgn = |board: &str, white: &str, black: &str| {
            format!(
                "[Event \"A\"]\n[Round \"1.{board}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"*\"]\n\n*\n"
            )
        };
        let csv = |line: &str| format!("Round;Board;White;Black\n1;1;A;B\n1;{line}\n");
        let field = |field| Place::Field { line: 3, field };
        let text = |line| Place::Text { line, column: 9 };
        for (file, place, found, expected) in [
            (csv("1;C;D"), field(2), "1", Expected::BoardOnce),
            (csv(";C;D"), field(2), "none", Expected::Board),
            (csv("2;A;D"), field(3), "A", Expected::PlayerOnce),
            (csv("2;C;B"), field(4), "B", Expected::PlayerOnce),
            (pgn("1", "A", "B") + &pgn("1", "C", "D"), text(9), "1", Expected::BoardOnce),
            (pgn("1", "A", "B") + &pgn("2", "C", "B"), text(11), "B", Expected::PlayerOnce),
        ] {
            let error = read(file.as_bytes(), 1).expect_err(&file);
            assert_eq!((error.place, &*error.found, error.expected), (place, found, expected), "{file}");
        }
    }
}
