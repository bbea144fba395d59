//! Passwords: argon2id, on a thread of its own, one after the other, in one block of memory.
//!
//! Who has signed in before from where he is goes first; of others few wait, and whoever finds their line full is told so
//! at once. So a guesser costs a processor's time and nothing else, and holds up only other strangers.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError, mpsc as threads},
    thread,
    time::Duration,
};

use argon2::{
    Argon2, Block, Params, PasswordHash,
    password_hash::{Output, ParamsString, Salt, SaltString},
};
use tokio::sync::{mpsc, oneshot};
use tracing::error;

use super::secrets;

/// Most that wait at once: who has signed in before from there, and others.
const WAITING: [usize; 2] = [32, 24];

/// Most that wait at once from one address.
const WAITING_FROM_ONE: usize = 4;

/// When somebody should try again who found the line full, in seconds.
pub(super) const AGAIN_S: u32 = 3;

/// How long the memory is held where nothing is worked out.
const HELD: Duration = Duration::from_secs(2);

/// The memory is asked for as a block of more than 32 MiB, of which the part that is not needed is never touched: a block
/// of that size glibc always takes from the system and gives back to it, smaller ones it soon keeps for itself.
const ASKED_FOR: usize = 33 * 1_024;

/// Salt of a password that is checked against nothing, so that names which there are cannot be told by the time it takes.
const NO_SALT: &[u8] = b"no such account ";

/// Works passwords out.
#[derive(Debug, Clone)]
pub(crate) struct Passwords {
    /// Those who have signed in before, and others: each line as long as its places, so there is always room.
    lines: [mpsc::Sender<Job>; 2],
    places: Arc<Mutex<Places>>,
}

/// How many wait.
#[derive(Debug, Default)]
struct Places {
    of_line: [usize; 2],
    from: BTreeMap<String, usize>,
}

/// A place in the line: whoever has one is served.
#[derive(Debug)]
pub(super) struct Place {
    places: Arc<Mutex<Places>>,
    line: usize,
    from: String,
}

#[derive(Debug)]
enum Work {
    Check { password: String, hashed: Option<String> },
    Hash { password: String, salt: SaltString },
}

#[derive(Debug)]
enum Worked {
    Checked(bool),
    Hashed(Option<String>),
}

#[derive(Debug)]
struct Job {
    work: Work,
    reply: oneshot::Sender<Worked>,
    _place: Place,
}

impl Passwords {
    /// To be called within a tokio runtime.
    pub(crate) fn new() -> Passwords {
        let (known, of_known) = mpsc::channel(WAITING[0]);
        let (strange, of_strangers) = mpsc::channel(WAITING[1]);
        tokio::spawn(serve(of_known, of_strangers));
        Passwords { lines: [known, strange], places: Arc::default() }
    }

    /// A place in the line for somebody at this address; `None`: it is full, and he is to come again.
    pub(super) fn place(&self, from: &str, is_known: bool) -> Option<Place> {
        let line = usize::from(!is_known);
        let mut places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        let of_one = places.from.get(from).copied().unwrap_or(0);
        if places.of_line[line] >= WAITING[line] || of_one >= WAITING_FROM_ONE {
            return None;
        }
        places.of_line[line] += 1;
        places.from.insert(from.to_owned(), of_one + 1);
        Some(Place { places: Arc::clone(&self.places), line, from: from.to_owned() })
    }

    /// What a password is to be checked against, as a PHC string. `None` where it cannot be worked out.
    pub(super) async fn hash(&self, place: Place, password: String) -> Option<String> {
        let salt = SaltString::encode_b64(&secrets::salt()?).ok()?;
        match self.work(place, Work::Hash { password, salt }).await? {
            Worked::Hashed(hashed) => hashed,
            Worked::Checked(_) => None,
        }
    }

    /// Whether a password is the one; against nothing it is not, and that takes as long.
    pub(super) async fn is_right(&self, place: Place, password: String, hashed: Option<String>) -> bool {
        matches!(self.work(place, Work::Check { password, hashed }).await, Some(Worked::Checked(true)))
    }

    async fn work(&self, place: Place, work: Work) -> Option<Worked> {
        let (reply, answer) = oneshot::channel();
        let line = &self.lines[place.line];
        line.try_send(Job { work, reply, _place: place }).ok()?;
        answer.await.ok()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        places.of_line[self.line] = places.of_line[self.line].saturating_sub(1);
        if let Some(count) = places.from.get_mut(&self.from) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                places.from.remove(&self.from);
            }
        }
    }
}

/// Gives the thread one job after the other, those of the first line first.
async fn serve(mut known: mpsc::Receiver<Job>, mut strangers: mpsc::Receiver<Job>) {
    let (give, given) = threads::channel::<(Job, oneshot::Sender<()>)>();
    let worker = thread::Builder::new().name("passwords".to_owned()).spawn(move || work_on(&given));
    if let Err(error) = worker {
        error!(%error, "No thread can be had for passwords: nobody can sign in by one.");
        return;
    }
    loop {
        let job = tokio::select! {
            biased;
            Some(job) = known.recv() => job,
            Some(job) = strangers.recv() => job,
            else => return,
        };
        // Whoever has gone away need not be told, and costs nothing.
        if job.reply.is_closed() {
            continue;
        }
        let (done, is_done) = oneshot::channel();
        if give.send((job, done)).is_err() {
            error!("The thread for passwords has ended, which is a bug: nobody can sign in by one.");
            return;
        }
        let _ = is_done.await;
    }
}

/// The thread. It ends when nobody can give it anything any more.
fn work_on(given: &threads::Receiver<(Job, oneshot::Sender<()>)>) {
    let mut memory: Vec<Block> = Vec::new();
    loop {
        let next = if memory.is_empty() {
            given.recv().map_err(|_| threads::RecvTimeoutError::Disconnected)
        } else {
            given.recv_timeout(HELD)
        };
        match next {
            Ok((Job { work, reply, _place }, done)) => {
                let worked = match work {
                    Work::Check { password, hashed } => Worked::Checked(check(&mut memory, &password, hashed)),
                    Work::Hash { password, salt } => Worked::Hashed(hash(&mut memory, &password, &salt)),
                };
                // Nobody may wait any more.
                let _ = reply.send(worked);
                drop(_place);
                drop(done);
            }
            Err(threads::RecvTimeoutError::Timeout) => memory = Vec::new(),
            Err(threads::RecvTimeoutError::Disconnected) => return,
        }
    }
}

fn check(memory: &mut Vec<Block>, password: &str, hashed: Option<String>) -> bool {
    let found = hashed.as_deref().and_then(|hashed| checked(memory, password, hashed));
    found.unwrap_or_else(|| {
        let _ = derived(memory, &Argon2::default(), password, NO_SALT, Params::DEFAULT_OUTPUT_LEN);
        false
    })
}

/// Whether it is the one; `None` where that by which it is checked is no hash.
fn checked(memory: &mut Vec<Block>, password: &str, hashed: &str) -> Option<bool> {
    let hashed = PasswordHash::new(hashed).ok()?;
    let (salt, expected) = (hashed.salt?, hashed.hash?);
    let version = hashed.version.map_or(Ok(argon2::Version::default()), argon2::Version::try_from).ok()?;
    let algorithm = argon2::Algorithm::try_from(hashed.algorithm).ok()?;
    let argon = Argon2::new(algorithm, version, Params::try_from(&hashed).ok()?);
    let mut bytes = [0; Salt::MAX_LENGTH];
    let salt = salt.decode_b64(&mut bytes).ok()?;
    // Outputs are compared in a time that does not tell where they differ.
    Some(derived(memory, &argon, password, salt, expected.len())? == expected)
}

fn hash(memory: &mut Vec<Block>, password: &str, salt: &SaltString) -> Option<String> {
    let argon = Argon2::default();
    let mut bytes = [0; Salt::MAX_LENGTH];
    let found = derived(memory, &argon, password, salt.decode_b64(&mut bytes).ok()?, Params::DEFAULT_OUTPUT_LEN)?;
    let hashed = PasswordHash {
        algorithm: argon2::Algorithm::default().ident(),
        version: Some(argon2::Version::default().into()),
        params: ParamsString::try_from(argon.params()).ok()?,
        salt: Some(salt.as_salt()),
        hash: Some(found),
    };
    Some(hashed.to_string())
}

fn derived(memory: &mut Vec<Block>, argon: &Argon2<'_>, password: &str, salt: &[u8], length: usize) -> Option<Output> {
    let blocks = argon.params().block_count();
    if memory.is_empty() {
        *memory = Vec::with_capacity(ASKED_FOR.max(blocks));
    }
    if memory.len() < blocks {
        memory.resize(blocks, Block::default());
    }
    Output::init_with(length, |out| {
        Ok(argon.hash_password_into_with_memory(password.as_bytes(), salt, out, &mut memory[..blocks])?)
    })
    .ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn hashed(passwords: &Passwords, password: &str) -> String {
        let place = passwords.place("here", true).expect("a place");
        passwords.hash(place, password.to_owned()).await.expect("worked out")
    }

    async fn is_right(passwords: &Passwords, password: &str, hashed: Option<&str>) -> bool {
        let place = passwords.place("here", true).expect("a place");
        passwords.is_right(place, password.to_owned(), hashed.map(str::to_owned)).await
    }

    #[tokio::test]
    async fn a_password_is_right_only_as_it_was_given() {
        let passwords = Passwords::new();
        let kept = hashed(&passwords, "correct horse").await;
        assert!(kept.starts_with("$argon2id$v=19$m=19456,t=2,p=1$") && !kept.contains("horse"), "{kept}");
        for (password, right) in [("correct horse", true), ("correct horse ", false), ("", false)] {
            assert_eq!(is_right(&passwords, password, Some(&kept)).await, right, "{password:?}");
        }
        assert!(!is_right(&passwords, "x", None).await);
        assert!(!is_right(&passwords, "x", Some("no hash")).await);
        assert_ne!(hashed(&passwords, "correct horse").await, kept, "each has a salt of its own");
    }

    #[tokio::test]
    async fn what_others_have_hashed_is_checked() {
        // By the reference library: "correct horse" with the salt "somesalt0123", 1 MiB, two passes, one lane.
        let passwords = Passwords::new();
        let kept = "$argon2id$v=19$m=1024,t=2,p=1$c29tZXNhbHQwMTIz$fdDDXqaQQueGgrs8PVsF2HT2t6UyHm+lSXLmxidR9T4";
        assert!(is_right(&passwords, "correct horse", Some(kept)).await);
        assert!(!is_right(&passwords, "correct horsf", Some(kept)).await);
    }

    #[tokio::test]
    async fn a_full_line_is_told_at_once_and_who_has_signed_in_before_goes_first() {
        let passwords = Passwords::new();
        let kept = hashed(&passwords, "correct horse").await;
        let from = |number: usize| format!("10.0.0.{}", number / WAITING_FROM_ONE);
        let places: Vec<Place> = (0..1_000).filter_map(|number| passwords.place(&from(number), false)).collect();
        assert_eq!(places.len(), WAITING[1]);
        assert!(passwords.place("10.0.1.1", false).is_none(), "no stranger waits without end");
        let waiting: Vec<_> = places
            .into_iter()
            .map(|place| {
                let (passwords, kept) = (passwords.clone(), kept.clone());
                tokio::spawn(async move { passwords.is_right(place, "guess".to_owned(), Some(kept)).await })
            })
            .collect();
        tokio::task::yield_now().await;
        assert!(is_right(&passwords, "correct horse", Some(&kept)).await);
        let over = waiting.iter().filter(|waiting| waiting.is_finished()).count();
        assert!(over <= 2, "{over} strangers were before him");
        for waiting in waiting {
            assert!(!waiting.await.expect("it ends"));
        }
        let again: Vec<Place> = (0..WAITING_FROM_ONE + 1).filter_map(|_| passwords.place("x", false)).collect();
        assert_eq!(again.len(), WAITING_FROM_ONE, "one address has so many places");
    }
}
