//! wip
mod board;
mod material;
mod mobility;
mod moves;
mod pattern;
mod search;
mod sprint;

use shakmaty::{Chess, Color, Position, Role};
use shakmaty::uci::UciMove;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict { Winnable(Vec<UciMove>), Unwinnable(Reason), Undetermined }
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason { Blocked, Exhausted, Material }

pub fn analyse(pos: &Chess, side: Color, nodes: u64) -> (Verdict, u64) {
    let (root, frame) = board::Board::of(pos, side);
    if material::is_hopeless(&root) { return (Verdict::Unwinnable(Reason::Material), 0) }
    let mut n=0; let mut tracks=vec![]; let pre = if root.is_mate() {None} else {sprint::run(&root,&mut n,&mut tracks)}; 
    let mut s = search::Search::new();
    if pre.is_none() && std::env::var("NOSTAT").is_err() && mobility::is_hopeless(&root) { return (Verdict::Unwinnable(Reason::Blocked), 0) }
    let f = if pre.is_some() { search::Found::Mate(pre.unwrap()) } else { s.run(&root, nodes, true, &tracks) };
    let v = match f {
        search::Found::Exhausted => Verdict::Unwinnable(Reason::Exhausted),
        search::Found::Spent => Verdict::Undetermined,
        search::Found::Mate(l) => Verdict::Winnable(l.iter().map(|s| {
            let role = match s.kind() { moves::Kind::Promote(r) => Some(r), _ => None };
            UciMove::Normal { from: frame.square(s.from()), to: frame.square(s.to()), promotion: role }
        }).collect()),
    };
    (v, s.size())
}
pub fn perft(pos: &Chess, depth: u32) -> u64 {
    fn go(b: &board::Board, d: u32) -> u64 {
        assert!(board::Board::from_key(&b.key()) == *b);
        let mut s = moves::Steps::new(); b.steps(&mut s);
        assert!(b.can_move() != s.as_slice().is_empty());
        if d == 1 { return s.as_slice().len() as u64 }
        s.as_slice().iter().map(|&m| go(&b.after(m), d-1)).sum()
    }
    go(&board::Board::of(pos, Color::Black).0, depth)
}
pub fn sprint_only(pos: &Chess, side: Color) -> (Option<usize>, u64) {
    let (root, _) = board::Board::of(pos, side);
    let mut n = 0;
    (sprint::run(&root, &mut n, &mut vec![]).map(|l| l.len()), n)
}
