//! The configuration: one TOML file, one [`Config`] of plain typed fields (`docs/interfaces.md`, section 7).
//!
//! Defaults stand in the `Default` implementations here and nowhere else.
//! `keys` lists the keys: each with its meaning; `values` has how values are
//! read and printed; [`show`] prints the list. Words that a stage has a type for
//! are kept in that type; `convert` makes of a section what a stage is given.

mod changes;
mod configured;
pub(crate) mod convert;
mod error;
mod files;
mod host;
mod keys;
mod lichess;
mod read;
mod show;
mod sites;
mod values;

use std::{
    net::{Ipv4Addr, SocketAddr},
    path::PathBuf,
};

use protocols::BusAddress;

use crate::{
    board::OrientationSetting,
    publish::mqtt::settings::MqttVersion,
    rules::Variant,
    serial::Port,
    turn::{Edition, Regime, Supervision, Timing},
    words::Language,
};

pub use changes::{Changed, changes};
pub(crate) use configured::Configured;
pub use error::{ConfigError, FileError};
pub use host::HostName;
pub use keys::Change;
pub use lichess::LichessRounds;
pub use read::{MAX_FILE, check, load, load_again, parse};
pub use show::show;

/// Everything that can be configured.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Config {
    /// Where games and what waits for the broker are kept; see [`Config::state_dir`].
    pub state_dir: Option<PathBuf>,
    /// The broker that the records go to.
    pub mqtt: Mqtt,
    /// The embedded broker, which runs where no other is named.
    pub broker: Broker,
    /// The page.
    pub web: Web,
    /// The hall.
    pub hall: Hall,
    /// The feeds for the public.
    pub public: Public,
    /// Rounds for everybody.
    pub broadcast: Broadcast,
    /// The log.
    pub log: Log,
    /// What came over the wire, kept.
    pub capture: Capture,
    /// Every game, kept.
    pub journal: Journal,
    /// The tables, at least one.
    pub tables: Vec<Table>,
}

/// The broker that the records go to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mqtt {
    /// Where it is; `None`: the embedded one.
    pub url: Option<MqttUrls>,
    /// Which version of MQTT it is spoken to in.
    pub version: MqttVersion,
    /// First levels of every topic, no wildcards.
    pub prefix: String,
    /// User name.
    pub username: Option<String>,
    /// File with the password on its first line.
    pub password_file: Option<PathBuf>,
    /// Certificates (PEM) of the authorities that may vouch for the broker; `None`: the system's.
    pub ca_file: Option<PathBuf>,
    /// Certificate (PEM) of this client; set together with the key.
    pub client_cert_file: Option<PathBuf>,
    /// Key (PEM) of this client; set together with the certificate.
    pub client_key_file: Option<PathBuf>,
}

/// The addresses of a broker: of its nodes, where it has several. At least one, all encrypted or none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MqttUrls(pub Vec<MqttUrl>);

/// Where a broker is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MqttUrl {
    /// Whether the connection is encrypted: `mqtts`.
    pub tls: bool,
    /// Name or address, without brackets.
    pub host: String,
    /// Port; 1883, with TLS 8883, where none is given.
    pub port: u16,
}

/// The embedded broker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broker {
    /// Address and port, of this computer alone (127.0.0.0/8 or ::1).
    pub listen: SocketAddr,
}

/// The page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Web {
    /// Address and port.
    pub listen: SocketAddr,
    /// Certificate (PEM) by which connections are encrypted; set together with the key.
    pub cert_file: Option<PathBuf>,
    /// Key (PEM) of it; set together with the certificate.
    pub key_file: Option<PathBuf>,
}

/// The hall: accounts, decisions, what tables have said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hall {
    /// What it is called.
    pub title: String,
    /// Its database; `None`: in [`Config::state_dir`].
    pub file: Option<PathBuf>,
}

/// The feeds for the public.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Public {
    /// How long they lag behind the game, in seconds; 0..=86_400.
    pub delay_s: u32,
}

/// Rounds for everybody.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broadcast {
    /// As LiveChess' interface.
    pub livechess: BroadcastLiveChess,
    /// In the forms of LiveChess' cloud.
    pub livechesscloud: BroadcastLiveChessCloud,
    /// As PGN.
    pub pgn: BroadcastPgn,
    /// On screens.
    pub screens: BroadcastScreens,
    /// Pushed to Lichess.
    pub lichess: BroadcastLichess,
}

/// Rounds that are pushed to Lichess.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BroadcastLichess {
    /// File with the token on its first line; set together with the rounds.
    pub token_file: Option<PathBuf>,
    /// The ids of the rounds there; none: nothing is pushed.
    pub rounds: LichessRounds,
    /// Where Lichess is, without a path.
    pub url: String,
    /// How long they lag behind, in seconds, 0..=86_400.
    pub delay_s: u32,
    /// Only moves that are completed.
    pub completed_only: bool,
}

/// What LiveChess' clients are told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BroadcastLiveChess {
    /// Whether they are.
    pub on: bool,
    /// Address and port.
    pub listen: SocketAddr,
    /// Which sites' pages may ask, parted by spaces; `None`: all.
    pub origins: Option<String>,
    /// How long it lags behind, in seconds, 0..=86_400; `None`: as the event says.
    pub delay_s: Option<u32>,
    /// Rounds that have not begun, too.
    pub planned: bool,
}

/// Rounds in the forms of LiveChess' cloud.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BroadcastLiveChessCloud {
    /// Whether they are served at the page's address.
    pub http: bool,
    /// What their addresses begin with, where that is to be a secret.
    pub secret: Option<String>,
    /// Folder in which to keep them.
    pub folder: Option<PathBuf>,
    /// What readers are told who ask where the files are.
    pub host: Option<String>,
    /// How long they lag behind, in seconds, 0..=86_400; `None`: as the event says.
    pub delay_s: Option<u32>,
    /// Only moves that are completed.
    pub completed_only: bool,
    /// Rounds that have not begun, too.
    pub planned: bool,
}

/// Rounds as PGN.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BroadcastPgn {
    /// Whether they are served at the page's address.
    pub http: bool,
    /// What their addresses begin with, where that is to be a secret.
    pub secret: Option<String>,
    /// Folder in which to keep them.
    pub folder: Option<PathBuf>,
    /// How long they lag behind, in seconds, 0..=86_400; `None`: as the event says.
    pub delay_s: Option<u32>,
    /// Only moves that are completed.
    pub completed_only: bool,
    /// Games that have not begun, too.
    pub not_begun: bool,
    /// Rounds that have not begun, too.
    pub planned: bool,
}

/// Rounds on screens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BroadcastScreens {
    /// Whether they are served at the page's address.
    pub http: bool,
    /// What their addresses begin with, where that is to be a secret.
    pub secret: Option<String>,
    /// How long they lag behind, in seconds, 0..=86_400; `None`: as the event says.
    pub delay_s: Option<u32>,
    /// Rounds that have not begun, too.
    pub planned: bool,
}

/// The log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Log {
    /// How much of it is written, in the words of `RUST_LOG`.
    pub filter: String,
}

/// What came over the wire, kept for later.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Capture {
    /// The folder; `None`: nothing is kept.
    pub dir: Option<PathBuf>,
    /// Largest size of one file, in megabytes of 1,000,000 bytes; 1..=10_000.
    pub max_mb: u32,
}

/// Every game with its log and records, kept in [`Config::state_dir`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Journal {
    /// Largest size, in megabytes of 1,000,000 bytes, 10..=1_000_000: the oldest games make room.
    pub max_mb: u32,
    /// How long games are kept, in days, 1..=36_500; the latest hundred always are.
    pub keep_days: u32,
}

/// One table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// Its name: one level of the topics, different from the other tables'.
    pub name: String,
    /// Whether the name is set, not a number or the computer's name.
    pub is_named: bool,
    /// The board on it.
    pub board: TableBoard,
    /// What is played, under which Laws.
    pub laws: Laws,
    /// Time limits for what the sensors say.
    pub timing: Timing,
}

/// The board on a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableBoard {
    /// The serial port.
    pub port: Port,
    /// The kind, a name in the registry of boards; `None`: whichever answers.
    pub kind: Option<String>,
    /// The board's own serial number; `None`: any board.
    pub serial: Option<String>,
    /// Its address on a line that several boards share; `None`: it has a line of its own.
    pub address: Option<BusAddress>,
    /// Which way round it lies.
    pub orientation: OrientationSetting,
    /// When squares are lit, where it has lights.
    pub lights: Lights,
}

/// What is played at a table, under which Laws.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Laws {
    /// Edition of the Laws.
    pub edition: Edition,
    /// Standard, rapid or blitz.
    pub regime: Regime,
    /// As set; where nothing is, full for standard chess, limited for rapid and blitz.
    pub supervision: Option<Supervision>,
    /// Chess or Chess960.
    pub variant: Variant,
    /// Time control in PGN's notation, `40/5400+30:1800+30`.
    pub time_control: Option<String>,
    /// In which the table tells alerts.
    pub language: Language,
}

/// When a board's squares are lit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lights {
    /// Before a game and in it, where the board is not as the game says.
    Always,
    /// Only to find the board, when an arbiter asks for it.
    Off,
    /// Before a game, where a piece is missing or wrong.
    Setup,
}

/// What of the process's environment decides where things are kept.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Environment {
    /// `STATE_DIRECTORY`, set by systemd.
    pub state_directory: Option<PathBuf>,
    /// `XDG_STATE_HOME`.
    pub xdg_state_home: Option<PathBuf>,
    /// `HOME`.
    pub home: Option<PathBuf>,
}

impl Config {
    /// Where games and what waits for the broker are kept.
    ///
    /// As configured, or the service's own folder under systemd
    /// (`/var/lib/touchmove`), or the user's folder for such things.
    #[must_use]
    pub fn state_dir(&self, environment: &Environment) -> PathBuf {
        let set = |path: &Option<PathBuf>| path.clone().filter(|path| path.is_absolute());
        self.state_dir
            .clone()
            .or_else(|| set(&environment.state_directory))
            .or_else(|| set(&environment.xdg_state_home).map(|folder| folder.join("touchmove")))
            .or_else(|| set(&environment.home).map(|home| home.join(".local/state/touchmove")))
            .unwrap_or_else(|| PathBuf::from("/var/lib/touchmove"))
    }
}

impl Default for Config {
    fn default() -> Config {
        Config {
            state_dir: None,
            mqtt: Mqtt {
                url: None,
                version: MqttVersion::Auto,
                prefix: "chess".to_owned(),
                username: None,
                password_file: None,
                ca_file: None,
                client_cert_file: None,
                client_key_file: None,
            },
            broker: Broker { listen: (Ipv4Addr::LOCALHOST, 1883).into() },
            web: Web { listen: (Ipv4Addr::LOCALHOST, 8080).into(), cert_file: None, key_file: None },
            hall: Hall { title: "touchmove".to_owned(), file: None },
            public: Public { delay_s: 0 },
            broadcast: Broadcast {
                livechess: BroadcastLiveChess {
                    on: false,
                    listen: (Ipv4Addr::LOCALHOST, 1982).into(),
                    origins: None,
                    delay_s: None,
                    planned: false,
                },
                livechesscloud: BroadcastLiveChessCloud {
                    http: false,
                    secret: None,
                    folder: None,
                    host: None,
                    delay_s: None,
                    completed_only: false,
                    planned: false,
                },
                pgn: BroadcastPgn {
                    http: false,
                    secret: None,
                    folder: None,
                    delay_s: None,
                    completed_only: false,
                    not_begun: true,
                    planned: false,
                },
                screens: BroadcastScreens { http: false, secret: None, delay_s: None, planned: false },
                lichess: BroadcastLichess {
                    token_file: None,
                    rounds: LichessRounds::new(),
                    url: "https://lichess.org".to_owned(),
                    delay_s: 0,
                    completed_only: false,
                },
            },
            log: Log { filter: "info".to_owned() },
            capture: Capture { dir: None, max_mb: 64 },
            journal: Journal { max_mb: 1_000, keep_days: 730 },
            tables: vec![Table::numbered(1)],
        }
    }
}

impl Table {
    /// A table as it is when nothing is said of it; its number in the file, from 1, is its name.
    #[must_use]
    pub fn numbered(number: usize) -> Table {
        Table {
            name: number.to_string(),
            is_named: false,
            board: TableBoard {
                port: Port::Auto,
                kind: None,
                serial: None,
                address: None,
                orientation: OrientationSetting::Auto,
                lights: Lights::Setup,
            },
            laws: Laws {
                edition: Edition::E2023,
                regime: Regime::Standard,
                supervision: None,
                variant: Variant::Chess,
                time_control: None,
                language: Language::default(),
            },
            timing: Timing::default(),
        }
    }
}

impl Environment {
    /// That of this process.
    #[must_use]
    pub fn of_process() -> Environment {
        let path = |name| std::env::var_os(name).map(PathBuf::from);
        // systemd separates several folders by colons; the first is ours.
        let first = std::env::var("STATE_DIRECTORY").ok();
        let first = first.and_then(|folders| folders.split(':').next().map(PathBuf::from));
        Environment { state_directory: first, xdg_state_home: path("XDG_STATE_HOME"), home: path("HOME") }
    }
}

impl Lights {
    /// Every use, as they are offered.
    const ALL: [Lights; 3] = [Lights::Setup, Lights::Off, Lights::Always];

    /// Its name in the file.
    fn name(self) -> &'static str {
        match self {
            Lights::Always => "always",
            Lights::Off => "off",
            Lights::Setup => "setup",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn state_is_kept_where_configuration_then_systemd_then_user_say() {
        let mut config = Config::default();
        let mut environment = Environment::default();
        assert_eq!(config.state_dir(&environment), PathBuf::from("/var/lib/touchmove"));
        environment.home = Some("/home/eve".into());
        assert_eq!(config.state_dir(&environment), PathBuf::from("/home/eve/.local/state/touchmove"));
        environment.xdg_state_home = Some("/state".into());
        assert_eq!(config.state_dir(&environment), PathBuf::from("/state/touchmove"));
        environment.state_directory = Some("/var/lib/private/touchmove".into());
        assert_eq!(config.state_dir(&environment), PathBuf::from("/var/lib/private/touchmove"));
        config.state_dir = Some("/srv".into());
        assert_eq!(config.state_dir(&environment), PathBuf::from("/srv"));
    }

    #[test]
    fn an_empty_or_relative_folder_in_the_environment_is_passed_over() {
        let environment = Environment {
            state_directory: Some("".into()),
            xdg_state_home: Some("state".into()),
            home: Some("/root".into()),
        };
        assert_eq!(Config::default().state_dir(&environment), PathBuf::from("/root/.local/state/touchmove"));
    }
}
