//! Rounds for everybody: each output has a broadcast of its own, with its own delay, which is fed with what comes, kept,
//! and handed on. None of them waits for another.

use std::sync::Arc;

use tokio::sync::{mpsc, watch};

use super::{
    lichess,
    livechess::Interface,
    now,
    shelf::{Shelf, Wished},
    standing::Standing,
    steady::Steady,
};
use crate::{
    broadcast::{
        Broadcast, Cloud, Kept, Kind, Screens, Settings, Texts, Told,
        lichess::{Destination, Pushes},
    },
    daemon::config::{self, convert},
    hall::{rounds::Listed, time::Time},
    publish::console::hall::{OutputState, Served},
};

/// The names of the outputs, which begin those of what is kept of them.
const CLOUD: &str = "livechesscloud";
const LICHESS: &str = "lichess";
const LIVECHESS: &str = "livechess";
const PGN: &str = "pgn";
const SCREENS: &str = "screens";

/// Least time between two tellings of an output, in milliseconds: what it shows is made of all boards, and tables say
/// something hundreds of times a second in a large hall. Clients of LiveChess' interface are told, all others ask every
/// second or less often.
const TELLS_CLIENTS_EVERY_MS: i64 = 50;
const TELLS_EVERY_MS: i64 = 250;

/// Most of what is kept of pushes that waits; there is a row for each round.
const MAX_KEPT: usize = 256;

/// The broadcasts at work.
#[derive(Debug)]
pub(super) struct Air {
    steady: Steady,
    outputs: Vec<Output>,
}

/// An output.
#[derive(Debug)]
struct Output {
    /// Begins the names of what is kept of it.
    name: &'static str,
    broadcast: Broadcast,
    /// Of what was told last.
    revision: u64,
    form: Form,
    /// When it was told last.
    told_at: Option<Time>,
    /// When it is told what has come since.
    tells_at: Option<Time>,
}

/// What is made of what is told, and where it goes.
#[derive(Debug)]
enum Form {
    /// JSON, as in LiveChess' cloud.
    Cloud(Cloud, Shelf),
    /// To Lichess, which says what is to be kept besides.
    Lichess { told: watch::Sender<Arc<Told>>, kept: mpsc::Receiver<Kept> },
    /// LiveChess' interface.
    LiveChess(Box<Interface>),
    /// PGN.
    Pgn(Texts, Shelf),
    /// What screens show.
    Screens(Screens, Shelf),
}

impl Air {
    /// Takes up what was kept, by name; `None` where nothing is told to everybody. Games' names begin with `origin`. The
    /// tables are those that there are for certain.
    pub(super) fn start(
        config: &config::Config,
        origin: &str,
        kept: Vec<(String, String)>,
        tables: Vec<String>,
        served: &watch::Sender<Vec<Served>>,
        state: &watch::Sender<Vec<OutputState>>,
    ) -> Option<Air> {
        let steady = Steady::start(now());
        let mut outputs = Vec::new();
        let rows = |name: &'static str| {
            let of_this = kept.iter().filter(move |(kept, _)| is_of(name, kept));
            of_this.map(|(_, text)| text.clone())
        };
        let mut add = |name: &'static str, settings: Settings, form: Form| {
            let broadcast = Broadcast::new(settings, rows(name), steady.now());
            outputs.push(Output { name, broadcast, revision: 0, form, told_at: None, tells_at: None });
        };
        if let Some(settings) = convert::broadcast_pgn(config, origin) {
            let config::BroadcastPgn { http, secret, folder, .. } = &config.broadcast.pgn;
            let (secret, folder) = (secret.as_ref(), folder.as_ref());
            let wished = Wished { name: PGN, http: *http, secret, folder, kind: Kind::Pgn };
            let shelf = Shelf::start(&wished, served.clone(), Standing::new("folder", state.clone()));
            add(PGN, settings, Form::Pgn(Texts::default(), shelf));
        }
        if let Some(settings) = convert::broadcast_livechesscloud(config, origin) {
            let config::BroadcastLiveChessCloud { http, secret, folder, host, .. } = &config.broadcast.livechesscloud;
            let (secret, folder) = (secret.as_ref(), folder.as_ref());
            let wished = Wished { name: CLOUD, http: *http, secret, folder, kind: Kind::Json };
            let shelf = Shelf::start(&wished, served.clone(), Standing::new(CLOUD, state.clone()));
            add(CLOUD, settings, Form::Cloud(Cloud::new(origin.to_owned(), host.clone()), shelf));
        }
        if let Some(settings) = convert::broadcast_screens(config, origin) {
            let config::BroadcastScreens { http, secret, .. } = &config.broadcast.screens;
            let wished = Wished { name: SCREENS, http: *http, secret: secret.as_ref(), folder: None, kind: Kind::Json };
            let shelf = Shelf::start(&wished, served.clone(), Standing::new(SCREENS, state.clone()));
            add(SCREENS, settings, Form::Screens(Screens::default(), shelf));
        }
        if let Some(settings) = convert::broadcast_livechess(config, origin) {
            let listen = config.broadcast.livechess.listen;
            let origins = convert::livechess_origins(config);
            let standing = Standing::new(LIVECHESS, state.clone());
            let interface = Interface::start(origin, tables, listen, origins, standing);
            add(LIVECHESS, settings, Form::LiveChess(Box::new(interface)));
        }
        let lichess = &config.broadcast.lichess;
        // One is not set without the other.
        if let (Some(settings), Some(token_file)) =
            (convert::broadcast_lichess(config, origin), lichess.token_file.clone())
        {
            let to = Destination {
                at: lichess.url.clone(),
                rounds: lichess.rounds.clone(),
                delay_ms: settings.delay_ms.unwrap_or_default(),
            };
            let pushes = Pushes::new(to, rows(LICHESS));
            let (tell, told) = watch::channel(Arc::default());
            let (keep, kept) = mpsc::channel(MAX_KEPT);
            let standing = Standing::new(LICHESS, state.clone());
            let way = lichess::Way { url: lichess.url.clone(), token_file, keep, standing };
            tokio::spawn(lichess::push(pushes, told, way));
            add(LICHESS, settings, Form::Lichess { told: tell, kept });
        }
        (!outputs.is_empty()).then_some(Air { steady, outputs })
    }

    /// A record of a `public/` topic. Whether it is one, the hall says.
    ///
    /// It waits from when it is heard, though its table may have held it back already: how old it is, only clocks could
    /// tell that may be set meanwhile.
    pub(super) fn hear(&mut self, table: &str, json: &str) {
        let now = self.steady.now();
        for output in &mut self.outputs {
            let _ = output.broadcast.record(table, json, now);
        }
    }

    /// The text of a table's game.
    pub(super) fn hear_pgn(&mut self, table: &str, text: &str) {
        let now = self.steady.now();
        for output in &mut self.outputs {
            output.broadcast.pgn(table, text, now);
        }
    }

    /// Time passes.
    pub(super) fn pass(&mut self, listed: &Listed) {
        let now = self.steady.now();
        for output in &mut self.outputs {
            output.broadcast.listed(listed.clone(), now);
            output.broadcast.pass(now);
        }
    }

    /// In how many milliseconds there is something to do.
    pub(super) fn due_in_ms(&self) -> i64 {
        let due = self.outputs.iter().filter_map(Output::next_deadline).min();
        due.map_or(i64::MAX, |due| due.since(self.steady.now()))
    }

    /// What is to be kept.
    pub(super) fn keep(&mut self) -> Vec<Kept> {
        let of = |output: &mut Output| {
            let name = output.name;
            let mut all = output.broadcast.keep();
            if let Form::Lichess { kept, .. } = &mut output.form {
                all.extend(std::iter::from_fn(|| kept.try_recv().ok()));
            }
            all.into_iter().map(move |kept| Kept { name: format!("{name}{}", kept.name), ..kept })
        };
        self.outputs.iter_mut().flat_map(of).collect()
    }

    /// A record of a table's presence: it tells of no game, and does not wait.
    pub(super) fn status(&mut self, table: &str, json: &str) {
        self.interfaces().for_each(|interface| interface.status(table, json));
    }

    /// A table is no more.
    pub(super) fn remove(&mut self, table: &str) {
        self.interfaces().for_each(|interface| interface.remove(table));
    }

    /// Hands on what is new, at once or when it is time again.
    pub(super) fn tell(&mut self) {
        let steady = self.steady.now();
        for output in &mut self.outputs {
            if output.is_time(steady) {
                output.tell(steady);
            }
        }
    }

    /// Hands on what is new, and waits for no time.
    pub(super) fn tell_at_once(&mut self) {
        let steady = self.steady.now();
        self.outputs.iter_mut().for_each(|output| output.tell(steady));
    }

    fn interfaces(&mut self) -> impl Iterator<Item = &mut Interface> {
        self.outputs.iter_mut().filter_map(|output| match &mut output.form {
            Form::LiveChess(interface) => Some(&mut **interface),
            Form::Cloud(..) | Form::Lichess { .. } | Form::Pgn(..) | Form::Screens(..) => None,
        })
    }
}

impl Output {
    /// When it has something to do, though nothing comes.
    fn next_deadline(&self) -> Option<Time> {
        self.broadcast.next_deadline().into_iter().chain(self.tells_at).min()
    }

    /// Whether it may be told something now; if not, it is to be told later.
    fn is_time(&mut self, steady: Time) -> bool {
        let every_ms = match self.form {
            Form::LiveChess(_) => TELLS_CLIENTS_EVERY_MS,
            Form::Cloud(..) | Form::Lichess { .. } | Form::Pgn(..) | Form::Screens(..) => TELLS_EVERY_MS,
        };
        let next = self.told_at.map(|told_at| told_at.plus(every_ms));
        self.tells_at = next.filter(|next| *next > steady);
        self.tells_at.is_none()
    }

    fn tell(&mut self, steady: Time) {
        self.tells_at = None;
        if let Some(told) = self.broadcast.told() {
            self.told_at = Some(steady);
            let are_only_clocks = std::mem::replace(&mut self.revision, told.revision) == told.revision;
            match &mut self.form {
                Form::Cloud(cloud, shelf) => {
                    if cloud.tell(&told, now()) {
                        shelf.put(cloud.texts());
                    }
                }
                Form::LiveChess(interface) => interface.tell(told),
                Form::Lichess { .. } | Form::Pgn(..) if are_only_clocks => {}
                Form::Lichess { told: tell, .. } => drop(tell.send_replace(Arc::new(told))),
                Form::Pgn(texts, shelf) => {
                    texts.tell(&told);
                    shelf.put(texts);
                }
                Form::Screens(screens, shelf) => {
                    if screens.tell(&told, steady) {
                        shelf.put_on_screens(screens.texts(), Some(steady));
                    }
                }
            }
        }
        if let Form::LiveChess(interface) = &mut self.form {
            interface.publish();
        }
    }
}

/// Whether what is kept under a name is an output's: the rest of the name is a list.
fn is_of(output: &str, kept: &str) -> bool {
    kept.strip_prefix(output).is_some_and(|rest| rest.starts_with('['))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_told_apart_also_where_one_output_begins_as_another() {
        assert!(
            is_of("livechess", "livechess[\"move\",\"1\"]") && !is_of("livechess", "livechesscloud[\"move\",\"1\"]")
        );
        assert!(!is_of("pgn", "[\"move\",\"1\"]"));
    }
}
