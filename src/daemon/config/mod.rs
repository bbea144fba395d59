//! The configuration: one TOML file, one [`Config`] of plain typed fields (`docs/interfaces.md`, section 7).
//!
//! Defaults stand in the `Default` implementations here and nowhere else.
//! `keys` lists the keys: each with its meaning, how its value is read and how
//! it is printed; [`show`] prints that list. The types are those of the file,
//! not of the stages: each stage has its own and is given what it needs.

mod changes;
mod configured;
pub(crate) mod convert;
mod error;
mod files;
mod host;
mod keys;
mod read;
mod show;

use std::{
    net::{Ipv4Addr, SocketAddr},
    path::PathBuf,
};

use protocols::BusAddress;

use crate::serial::Port;

pub use changes::{Changed, changes};
pub(crate) use configured::Configured;
pub use error::{ConfigError, FileError};
pub use host::HostName;
pub use keys::Change;
pub use read::{MAX_FILE, load, load_again, parse};
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
    pub url: Option<MqttUrl>,
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
    /// Address and port.
    pub listen: SocketAddr,
    /// File of those who may use it from other computers.
    pub users_file: Option<PathBuf>,
    /// Whether everybody who reaches it may use it, without a password.
    pub open: bool,
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
    pub orientation: Orientation,
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
    /// As set; see [`Laws::supervision`].
    pub supervision: Option<Supervision>,
    /// Chess or Chess960.
    pub variant: Variant,
    /// Time control in PGN's notation, `40/5400+30:1800+30`.
    pub time_control: Option<String>,
}

/// Time limits for what the sensors say, in milliseconds (`article4.md`, section 1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timing {
    /// How long a piece must stay to have been put down; 0..=2_000.
    pub settle_ms: u32,
    /// Pieces lifted closer together than this were lifted in unknown order; 0..=200.
    pub scan_tie_ms: u32,
    /// A piece off its square and back within this was not lifted; 0..=1_000.
    pub flicker_ms: u32,
    /// King and rook in the air together for longer suggest two hands; 0..=5_000.
    pub two_hands_ms: u32,
    /// How long after a press the board may still report the move; 0..=3_000.
    pub press_grace_ms: u32,
    /// How long an illegal displacement must stand before it is told; 0..=10_000.
    pub displaced_ms: u32,
}

/// Edition of the Laws, by the year in which it took effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edition {
    /// 1 July 2005.
    Y2005,
    /// 1 July 2009.
    Y2009,
    /// 1 July 2014.
    Y2014,
    /// 1 January 2018.
    Y2018,
    /// 1 January 2023.
    Y2023,
}

/// Kind of game by its time limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Regime {
    /// Blitz (Appendix B).
    Blitz,
    /// Rapid chess (Appendix A).
    Rapid,
    /// Standard chess.
    Standard,
}

/// How closely an arbiter watches a rapid or blitz game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Supervision {
    /// The Competition Rules apply (A.3, B.3).
    Full,
    /// One arbiter has many games (A.4, B.4).
    Limited,
}

/// What is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Variant {
    /// Chess.
    Chess,
    /// Chess960 (Guideline II).
    Chess960,
}

/// Which way round a board lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Orientation {
    /// Found from the position of the pieces.
    Auto,
    /// White sits where the maker of the board assumes.
    Normal,
    /// White sits on the other side.
    Turned,
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
                prefix: "chess".to_owned(),
                username: None,
                password_file: None,
                ca_file: None,
                client_cert_file: None,
                client_key_file: None,
            },
            broker: Broker { listen: (Ipv4Addr::LOCALHOST, 1883).into(), users_file: None, open: false },
            web: Web { listen: (Ipv4Addr::LOCALHOST, 8080).into(), cert_file: None, key_file: None },
            hall: Hall { title: "touchmove".to_owned(), file: None },
            public: Public { delay_s: 0 },
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
                orientation: Orientation::Auto,
                lights: Lights::Setup,
            },
            laws: Laws {
                edition: Edition::Y2023,
                regime: Regime::Standard,
                supervision: None,
                variant: Variant::Chess,
                time_control: None,
            },
            timing: Timing {
                settle_ms: 400,
                scan_tie_ms: 30,
                flicker_ms: 100,
                two_hands_ms: 200,
                press_grace_ms: 500,
                displaced_ms: 800,
            },
        }
    }
}

impl Laws {
    /// As set; full for standard chess, limited for rapid and blitz where nothing is set.
    #[must_use]
    pub fn supervision(&self) -> Supervision {
        self.supervision.unwrap_or(match self.regime {
            Regime::Blitz | Regime::Rapid => Supervision::Limited,
            Regime::Standard => Supervision::Full,
        })
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

impl Edition {
    /// Every edition with its name in the file.
    pub const NAMES: &[(&str, Edition)] = &[
        ("2005", Edition::Y2005),
        ("2009", Edition::Y2009),
        ("2014", Edition::Y2014),
        ("2018", Edition::Y2018),
        ("2023", Edition::Y2023),
    ];
}

impl Regime {
    /// Every regime with its name in the file.
    pub const NAMES: &[(&str, Regime)] =
        &[("standard", Regime::Standard), ("rapid", Regime::Rapid), ("blitz", Regime::Blitz)];
}

impl Supervision {
    /// Every supervision with its name in the file.
    pub const NAMES: &[(&str, Supervision)] = &[("full", Supervision::Full), ("limited", Supervision::Limited)];
}

impl Variant {
    /// Every variant with its name in the file.
    pub const NAMES: &[(&str, Variant)] = &[("chess", Variant::Chess), ("chess960", Variant::Chess960)];
}

impl Orientation {
    /// Every orientation with its name in the file.
    pub const NAMES: &[(&str, Orientation)] =
        &[("auto", Orientation::Auto), ("normal", Orientation::Normal), ("turned", Orientation::Turned)];
}

impl Lights {
    /// Every use with its name in the file.
    pub const NAMES: &[(&str, Lights)] = &[("setup", Lights::Setup), ("off", Lights::Off), ("always", Lights::Always)];
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

    #[test]
    fn supervision_follows_the_regime_unless_it_is_set() {
        let mut laws = Table::numbered(1).laws;
        assert_eq!(laws.supervision(), Supervision::Full);
        laws.regime = Regime::Blitz;
        assert_eq!(laws.supervision(), Supervision::Limited);
        laws.regime = Regime::Rapid;
        assert_eq!(laws.supervision(), Supervision::Limited);
        laws.supervision = Some(Supervision::Full);
        assert_eq!(laws.supervision(), Supervision::Full);
    }
}
