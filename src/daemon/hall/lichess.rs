//! Rounds pushed to Lichess: the value that says what is sent when, made to happen.

use std::{
    future::pending,
    path::{Path, PathBuf},
    pin::Pin,
    sync::Arc,
    time::Duration,
};

use tokio::{
    sync::{mpsc, watch},
    time::{Instant, sleep_until},
};
use tracing::{info, warn};

use super::{
    now,
    standing::{More, Standing, Turn},
    steady::Steady,
};
use crate::{
    broadcast::{
        BoardTrouble, Kept, RoundTrouble, Told,
        lichess::{Answer, Push, Pushes, trouble},
    },
    publish::{
        console,
        lichess::{Lichess, LichessError, token},
        secret::Secret,
    },
};

/// How often it is looked whether another token is there, while something is wrong.
const LOOK: Duration = Duration::from_secs(5);

/// How often it is told at most how the boards stand.
const TELL: Duration = Duration::from_millis(500);

/// How long nothing is looked at where nothing comes.
const LONGEST: Duration = Duration::from_secs(3_600);

/// What it needs besides the pushes.
#[derive(Debug)]
pub(super) struct Way {
    pub(super) url: String,
    pub(super) token_file: PathBuf,
    /// To where it is kept what is acknowledged.
    pub(super) keep: mpsc::Sender<Kept>,
    pub(super) standing: Standing,
}

/// What came of a request.
#[derive(Debug)]
enum Came {
    Answer(Answer),
    /// What is said of a round.
    Round(Option<Vec<u8>>),
}

type Request = Pin<Box<dyn Future<Output = Came> + Send>>;

/// What has been told so far.
#[derive(Debug, Default)]
struct Said {
    boards: Vec<BoardTrouble>,
    note: Option<String>,
    is_wrong: bool,
}

/// Pushes what is told until there is no more to come.
pub(super) async fn push(mut pushes: Pushes, mut told: watch::Receiver<Arc<Told>>, way: Way) {
    let steady = Steady::start(now());
    let mut lichess: Option<Arc<Lichess>> = None;
    // The token of the last request, to see when there is another one.
    let mut shown: Option<Secret> = None;
    let mut request: Option<Request> = None;
    let mut said = Said::default();
    let mut tell_at = Some(Instant::now());
    let mut look_at = Instant::now() + LOOK;
    loop {
        if let Some(push) = pushes.poll(steady.now()) {
            shown = token(&way.token_file).ok();
            request = Some(asked(push, &way, &mut lichess));
        } else if let Some(round) = pushes.look(steady.now()) {
            let lichess = reached(&way.url, &mut lichess).ok();
            request = Some(Box::pin(async move {
                match lichess {
                    Some(lichess) => Came::Round(lichess.look(&round).await),
                    None => Came::Round(None),
                }
            }));
        }
        for kept in pushes.keep() {
            // What is not kept is sent once more after the next start.
            let _ = way.keep.try_send(kept);
        }
        let is_wrong = pushes.is_wrong();
        if is_wrong != said.is_wrong || tell_at.is_some_and(|at| at <= Instant::now()) {
            tell_at = None;
            tell(&pushes, &way.standing, &mut said);
        }
        let due = pushes.next_deadline().map(|due| u64::try_from(due.since(steady.now())).unwrap_or(0));
        let due = Instant::now() + due.map_or(LONGEST, Duration::from_millis).min(LONGEST);
        let wake = tell_at.map_or(due, |at| due.min(at));
        tokio::select! {
            came = came_of(&mut request) => {
                request = None;
                match came {
                    Came::Answer(answer) => pushes.answered(&answer, console::chance(), steady.now()),
                    Came::Round(body) => pushes.looked(body.as_deref()),
                }
                tell_at = Some(Instant::now());
            }
            changed = told.changed() => {
                if changed.is_err() {
                    return;
                }
                let told = Arc::clone(&told.borrow_and_update());
                pushes.told(&told, steady.now());
                tell_at = tell_at.or(Some(Instant::now() + TELL));
            }
            () = sleep_until(look_at), if is_wrong => {
                look_at = Instant::now() + LOOK;
                if is_other(&way.token_file, shown.as_ref()) {
                    pushes.try_again(steady.now());
                }
            }
            () = sleep_until(wake) => {}
        }
    }
}

/// The answer to the request that is made; never where none is.
async fn came_of(request: &mut Option<Request>) -> Came {
    match request {
        Some(request) => request.await,
        None => pending().await,
    }
}

/// Makes a request with what is needed for it, read anew.
fn asked(push: Push, way: &Way, known: &mut Option<Arc<Lichess>>) -> Request {
    let ready = token(&way.token_file).and_then(|token| Ok((reached(&way.url, known)?, token)));
    match ready {
        Ok((lichess, token)) => Box::pin(async move { Came::Answer(lichess.push(push, &token).await) }),
        Err(error) => {
            let trouble = trouble::not_asked(&error.to_string());
            Box::pin(async move { Came::Answer(Answer::Unasked { trouble }) })
        }
    }
}

/// The way to Lichess, made where there is none yet.
fn reached(url: &str, known: &mut Option<Arc<Lichess>>) -> Result<Arc<Lichess>, LichessError> {
    let lichess = match known.take() {
        Some(known) => known,
        None => Arc::new(Lichess::new(url)?),
    };
    *known = Some(Arc::clone(&lichess));
    Ok(lichess)
}

/// Whether another token is there than the one that was shown.
fn is_other(file: &Path, shown: Option<&Secret>) -> bool {
    token(file).is_ok_and(|token| Some(&token) != shown)
}

fn tell(pushes: &Pushes, standing: &Standing, said: &mut Said) {
    let now = pushes.standing();
    let trouble = texts(&now.troubles);
    let note = texts(&now.notes);
    let more = More { troubles: now.troubles, note: note.clone(), notes: now.notes, boards: now.boards.clone() };
    match standing.is_with(trouble.as_deref(), more) {
        Turn::Down => warn!(trouble, "Not all is pushed to Lichess; it is tried again."),
        Turn::First => info!("Rounds are pushed to Lichess."),
        Turn::None => {}
        Turn::Up => info!("All is pushed to Lichess again."),
    }
    for BoardTrouble { section, round, board, text, .. } in
        now.boards.iter().filter(|board| !said.boards.contains(board))
    {
        warn!(section, round, board, text, "Lichess does not show a board as it stands.");
    }
    if let Some(note) = note.as_ref().filter(|note| said.note.as_ref() != Some(note)) {
        warn!(note, "What is pushed to Lichess may be seen too early.");
    }
    *said = Said { boards: now.boards, note, is_wrong: trouble.is_some() };
}

/// All of it, in English; `None` where it is nothing.
fn texts(all: &[RoundTrouble]) -> Option<String> {
    (!all.is_empty()).then(|| all.iter().map(RoundTrouble::text).collect::<Vec<_>>().join("; "))
}
