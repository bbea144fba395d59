//! The way to the task that owns the hall: what is asked of it, and when there is news.

use std::{collections::BTreeSet, sync::Arc};

use serde::Serialize;
use tokio::{
    sync::{mpsc, oneshot, watch},
    time::Instant,
};

use crate::{
    broadcast::{BoardTrouble, RoundTrouble, Texts},
    hall::{
        accounts::{
            Known,
            manage::{AccountView, Manage, Managed, PeopleRefusal},
            session::{Digest, Visit},
        },
        decisions::{entry::Entry, search::Filter},
        people::Account,
        protocol::{
            changes::Changes,
            requests::{Answer, Request},
            rounds::Comparison,
        },
        rounds::{FileRefusal, ResultsFile, WriteError},
        time::Time,
    },
    publish::secret::Secret,
};

/// Most questions that wait for the hall; who asks one more waits with it.
const MAX_ASKED: usize = 256;

/// Where the answer to a question goes. Nobody may wait for it any more.
pub type Reply<T> = oneshot::Sender<T>;

/// A question to the hall. Who asks is known by the digest of what he shows; what he may do is looked up when the
/// question is met, so that nobody goes on with what he was allowed before. `None`: nobody known shows this.
#[derive(Debug)]
pub enum Ask {
    /// Somebody wants to try a password: what to check it against.
    Attempt {
        /// As whom.
        name: String,
        /// From where.
        from: String,
        /// Or how many milliseconds he is to wait.
        reply: Reply<Result<Option<String>, i64>>,
    },
    /// A password of one's own is changed.
    ChangePassword {
        /// Whose.
        shown: Digest,
        /// What the old one was checked against.
        old: Option<String>,
        /// What the new one is to be checked against.
        new: String,
        /// Whether.
        reply: Reply<Option<Result<(), PeopleRefusal>>>,
    },
    /// What would a file change?
    Compare {
        /// Who asks.
        shown: Digest,
        /// The file's name.
        name: String,
        /// What is in it.
        bytes: Vec<u8>,
        /// Its section and round, where it says none.
        section: Option<String>,
        /// See there.
        round: Option<u16>,
        /// That, or why it is not compared.
        reply: Reply<Option<Result<Comparison, FileRefusal>>>,
    },
    /// Somebody shows the code of a link.
    Enter {
        /// Its digest.
        code: Digest,
        /// His session.
        visit: Visit,
        /// Who he is then.
        reply: Reply<Option<Account>>,
    },
    /// Which entries of the record are these? `None`: he is no arbiter.
    Entries {
        /// Who asks.
        shown: Digest,
        /// Which.
        filter: Filter,
        /// Oldest first.
        reply: Reply<Option<Vec<Entry>>>,
    },
    /// Who is this?
    Known {
        /// By what he shows.
        shown: Digest,
        /// His account.
        reply: Reply<Option<Known>>,
    },
    /// A chief arbiter wants this done. `None`: he is none.
    Manage {
        /// Who asks.
        shown: Digest,
        /// What.
        what: Manage,
        /// For a link or a key that comes of it.
        visit: Visit,
        /// What came of it.
        reply: Reply<Option<Result<Managed, PeopleRefusal>>>,
    },
    /// What is new?
    News {
        /// Who asks.
        shown: Digest,
        /// The version that he has.
        since: u64,
        /// The tables that he looks at closely.
        closely: BTreeSet<String>,
        /// Those of them that he did not look at before.
        newly: BTreeSet<String>,
        /// As whom he sees it, and what.
        reply: Reply<Option<(Account, Changes)>>,
    },
    /// Who has accounts? `None`: he is no chief arbiter.
    People {
        /// Who asks.
        shown: Digest,
        /// All.
        reply: Reply<Option<Vec<AccountView>>>,
    },
    /// The PGN of a table's game. `None`: he may not see it.
    Pgn {
        /// Who asks.
        shown: Digest,
        /// Which table.
        table: String,
        /// The text, where there is one.
        reply: Reply<Option<Option<String>>>,
    },
    /// The records of a game at a table. `None`: he may not see them.
    Records {
        /// Who asks.
        shown: Digest,
        /// Which table.
        table: String,
        /// The game; `None`: the one that is on.
        game: Option<String>,
        /// As they came.
        reply: Reply<Option<Vec<String>>>,
    },
    /// Somebody wants something of the hall.
    Request {
        /// Who.
        shown: Digest,
        /// What.
        request: Box<Request>,
        /// The answer.
        reply: Reply<Option<Answer>>,
    },
    /// The results of a round in a file. `None`: he is no arbiter.
    Results {
        /// Who asks.
        shown: Digest,
        /// In which form.
        kind: ResultsFile,
        /// Of which section.
        section: Option<String>,
        /// Of which round.
        round: Option<u16>,
        /// The file.
        reply: Reply<Option<Result<Vec<u8>, WriteError>>>,
    },
    /// May he see what arbiters see of this table, or of all tables?
    Sees {
        /// Who asks.
        shown: Digest,
        /// The table; `None`: all.
        table: Option<String>,
        /// As whom, and whether.
        reply: Reply<Option<(Account, bool)>>,
    },
    /// The chief arbiter's account is made.
    SetUp {
        /// His name.
        name: String,
        /// What his password is to be checked against.
        password: String,
        /// Digest of the printed code; `None`: he is at this computer.
        code: Option<Digest>,
        /// His session.
        visit: Visit,
        /// Whether.
        reply: Reply<Result<Account, PeopleRefusal>>,
    },
    /// A password was right.
    SignIn {
        /// As whom.
        name: String,
        /// As far as it was checked against this.
        checked: String,
        /// His session.
        visit: Visit,
        /// Who he is then; `None` where it was changed meanwhile.
        reply: Reply<Option<Account>>,
    },
    /// A session ends.
    SignOut {
        /// Whose.
        shown: Digest,
        /// Done.
        reply: Reply<()>,
    },
    /// Has nobody an account yet?
    Vacant {
        /// Whether.
        reply: Reply<bool>,
    },
}

/// Whether the broker is reached through which tables are heard.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BrokerState {
    /// Whether it is.
    pub up: bool,
    /// Since when it is so.
    pub since: Time,
    /// Why not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trouble: Option<String>,
}

/// How an output of a broadcast stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OutputState {
    /// What it is called: `folder`, `lichess`.
    pub name: &'static str,
    /// Whether all of it is where it belongs.
    pub up: bool,
    /// Since when it is so.
    pub since: Time,
    /// Why not, in English.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trouble: Option<String>,
    /// The same, round by round, for readers of any language; empty where it is of no round.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub troubles: Vec<RoundTrouble>,
    /// What else is to be seen to, in English.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The same for readers of any language.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<RoundTrouble>,
    /// Boards that are not shown there as they stand.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub boards: Vec<BoardTrouble>,
}

/// What everybody may fetch who knows the address.
#[derive(Debug, Clone)]
pub struct Served {
    /// The output's.
    pub name: &'static str,
    /// The texts.
    pub texts: Arc<Texts>,
    /// What their addresses begin with; `None`: they are no secret.
    pub secret: Option<Secret>,
    /// Where screens show them, whose page is beside them: the broadcast's time.
    pub on_screens: Option<Since>,
}

/// A time that goes on with what passes, whatever the computer's clock is set to.
#[derive(Debug, Clone)]
pub struct Since {
    time: Time,
    begun: Instant,
}

impl Since {
    /// Now it is this time.
    #[must_use]
    pub fn now_it_is(time: Time) -> Since {
        Since { time, begun: Instant::now() }
    }

    /// What time it is now.
    #[must_use]
    pub fn now(&self) -> Time {
        self.time.plus(i64::try_from(self.begun.elapsed().as_millis()).unwrap_or(i64::MAX))
    }
}

/// A way to the hall. Clones lead to the same one.
#[derive(Debug, Clone)]
pub struct HallHandle {
    asks: mpsc::Sender<Ask>,
    news: watch::Receiver<u64>,
    broker: watch::Receiver<Option<BrokerState>>,
    known: watch::Receiver<BTreeSet<String>>,
    served: watch::Receiver<Vec<Served>>,
    outputs: watch::Receiver<Vec<OutputState>>,
    title: Arc<str>,
}

/// The hall's end of it.
#[derive(Debug)]
pub struct Desk {
    /// What is asked.
    pub asks: mpsc::Receiver<Ask>,
    /// Whoever looks at this is told that something is new.
    pub news: watch::Sender<u64>,
    /// Stays `None` where no broker is needed.
    pub broker: watch::Sender<Option<BrokerState>>,
    /// Addresses from which somebody has signed in before.
    pub known: watch::Sender<BTreeSet<String>>,
    /// Stays empty where nothing is served to everybody.
    pub served: watch::Sender<Vec<Served>>,
    /// How the outputs of a broadcast stand; none of those that cannot fail.
    pub outputs: watch::Sender<Vec<OutputState>>,
}

impl HallHandle {
    /// A way to a hall of this title, and the hall's end of it.
    #[must_use]
    pub fn new(title: &str) -> (HallHandle, Desk) {
        let (asks, asked) = mpsc::channel(MAX_ASKED);
        let (tell, news) = watch::channel(0);
        let (tell_broker, broker) = watch::channel(None);
        let (tell_known, known) = watch::channel(BTreeSet::new());
        let (serve, served) = watch::channel(Vec::new());
        let (tell_outputs, outputs) = watch::channel(Vec::new());
        let desk = Desk {
            asks: asked,
            news: tell,
            broker: tell_broker,
            known: tell_known,
            served: serve,
            outputs: tell_outputs,
        };
        (HallHandle { asks, news, broker, known, served, outputs, title: title.into() }, desk)
    }

    /// What the hall is called.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Changes whenever something is new to somebody.
    pub(super) fn news(&self) -> watch::Receiver<u64> {
        self.news.clone()
    }

    /// How the way to the tables stands, now and from now on.
    pub(super) fn broker(&self) -> watch::Receiver<Option<BrokerState>> {
        self.broker.clone()
    }

    /// How the outputs of a broadcast stand, now and from now on.
    pub(super) fn outputs(&self) -> watch::Receiver<Vec<OutputState>> {
        self.outputs.clone()
    }

    /// What everybody may fetch now.
    pub(super) fn served(&self) -> Vec<Served> {
        self.served.borrow().clone()
    }

    /// Whether somebody has signed in from this address before.
    pub(crate) fn knows(&self, from: &str) -> bool {
        self.known.borrow().contains(from)
    }

    /// Asks; `None` where the hall is no more.
    pub(crate) async fn ask<T>(&self, ask: impl FnOnce(Reply<T>) -> Ask) -> Option<T> {
        let (reply, answer) = oneshot::channel();
        self.asks.send(ask(reply)).await.ok()?;
        answer.await.ok()
    }
}
