//! The list of keys: what each means, by which of `values` it is read and printed, when a change takes effect.

use toml::de::DeValue;

use super::{
    Config, Lights, Table, lichess,
    values::{
        Problem, absolute, address, bus_address, edition, filled, filter, kind, loopback, ms, named, number,
        number_or_text, origins, path, plain, port, quoted, rounds, secret, shown, shown_kind, shown_port, site,
        time_control, topic, truth, urls, word,
    },
};
use crate::{
    board::OrientationSetting,
    publish::mqtt::settings::MqttVersion,
    rules::Variant,
    turn::{Edition, Regime, Supervision},
    words::Language,
};

/// A key that belongs to a `T`.
pub(super) struct Key<T> {
    /// Its name; dots part it from the sections it is in.
    pub(super) name: &'static str,
    /// What it means, for `config show`.
    pub(super) meaning: &'static str,
    /// When a change of it takes effect in a running service.
    pub(super) change: Change,
    /// A value to show where the default is that nothing is set.
    pub(super) example: &'static str,
    /// Sets it.
    pub(super) set: fn(&mut T, &DeValue<'_>) -> Result<(), Problem>,
    /// Its value as TOML; `None` where nothing is set.
    pub(super) show: fn(&T) -> Option<String>,
}

/// When a changed value takes effect in a running service that is told to reload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// At the reload.
    AtOnce,
    /// In the games that begin after it.
    NextGame,
    /// When the service is started again.
    Restart,
}

/// A key that always has a value: its place in the configuration, which is its name, too; when a change takes effect; how
/// it is read; how it is printed; what it means.
macro_rules! always {
    ($first:ident $(. $rest:ident)*, $change:ident, $read:ident($($limit:expr),*), $print:ident($($by:expr),*),
     $meaning:literal) => {
        Key {
            name: concat!(stringify!($first) $(, ".", stringify!($rest))*),
            meaning: $meaning,
            change: Change::$change,
            example: "",
            set: |to, value| {
                to.$first $(.$rest)* = $read(value $(, $limit)*)?;
                Ok(())
            },
            show: |of| Some($print(&of.$first $(.$rest)* $(, $by)*)),
        }
    };
}

/// The same of a key without a value where none is set, with an example of one.
macro_rules! maybe {
    ($first:ident $(. $rest:ident)*, $change:ident, $read:ident($($limit:expr),*), $print:ident($($by:expr),*),
     $example:literal, $meaning:literal) => {
        Key {
            name: concat!(stringify!($first) $(, ".", stringify!($rest))*),
            meaning: $meaning,
            change: Change::$change,
            example: $example,
            set: |to, value| {
                to.$first $(.$rest)* = Some($read(value $(, $limit)*)?);
                Ok(())
            },
            show: |of| of.$first $(.$rest)*.as_ref().map(|set| $print(set $(, $by)*)),
        }
    };
}

/// The words that no type lists, as they are offered.
const SUPERVISIONS: [Supervision; 2] = [Supervision::Full, Supervision::Limited];
const VARIANTS: [Variant; 2] = [Variant::Chess, Variant::Chess960];

/// The keys outside tables, in the order in which they are printed: those of a section together.
pub(super) const KEYS: &[Key<Config>] = &[
    maybe!(
        state_dir,
        Restart,
        absolute(),
        path(),
        "/var/lib/touchmove",
        "Folder for the games and for what waits for the broker. Unless set: the service's own folder under \
      systemd (/var/lib/touchmove), otherwise ~/.local/state/touchmove."
    ),
    maybe!(
        mqtt.url,
        Restart,
        urls(),
        shown(),
        "mqtt://broker.example:1883",
        "The MQTT broker, mqtt://host:port or, encrypted, mqtts://host:port. Several, parted by spaces, are nodes of one \
      broker that are tried in turn. Unless set, a broker runs inside this program."
    ),
    always!(
        mqtt.version,
        Restart,
        word(&MqttVersion::ALL, MqttVersion::name),
        named(MqttVersion::name),
        "In which version of MQTT it is spoken to: 5, 3.1.1, or auto: 3.1.1 where it does not speak 5."
    ),
    always!(mqtt.prefix, Restart, topic(), quoted(), "How every topic begins: <prefix>/<table>/..."),
    maybe!(mqtt.username, Restart, filled(), quoted(), "touchmove", "User name at the broker."),
    maybe!(
        mqtt.password_file,
        Restart,
        absolute(),
        path(),
        "/etc/touchmove/password",
        "File whose first line is the password."
    ),
    maybe!(
        mqtt.ca_file,
        Restart,
        absolute(),
        path(),
        "/etc/touchmove/ca.pem",
        "PEM file of the authorities that may vouch for an mqtts broker. Unless set: the system's."
    ),
    maybe!(
        mqtt.client_cert_file,
        Restart,
        absolute(),
        path(),
        "/etc/touchmove/client.pem",
        "PEM file with a certificate to show to an mqtts broker; with client_key_file."
    ),
    maybe!(
        mqtt.client_key_file,
        Restart,
        absolute(),
        path(),
        "/etc/touchmove/client.key",
        "PEM file with the key of that certificate."
    ),
    always!(
        broker.listen,
        Restart,
        loopback(),
        shown(),
        "Address and port of the broker inside this program: of this computer alone, 127.0.0.1 or [::1]. For other \
      computers run mosquitto and name it in mqtt.url."
    ),
    always!(
        web.listen,
        Restart,
        address(),
        shown(),
        "Address and port of the page. Who may see what, accounts say; the first is made on this computer or by \
      the link that the first start prints."
    ),
    maybe!(
        web.cert_file,
        Restart,
        absolute(),
        path(),
        "/etc/touchmove/page.pem",
        "PEM file with the certificate (and its chain) by which the page is encrypted; with key_file."
    ),
    maybe!(
        web.key_file,
        Restart,
        absolute(),
        path(),
        "/etc/touchmove/page.key",
        "PEM file with the key of that certificate. Others must not be able to read it."
    ),
    always!(hall.title, Restart, filled(), quoted(), "What the hall is called on its page."),
    maybe!(
        hall.file,
        Restart,
        absolute(),
        path(),
        "/var/lib/touchmove/hall.sqlite",
        "Database of accounts and decisions. Unless set: in state_dir, hall.sqlite of touchmove hall and \
      console.sqlite of touchmove run."
    ),
    always!(
        public.delay_s,
        AtOnce,
        number(0..=86_400),
        plain(),
        "How many seconds the feeds for the public lag behind the game, 0 to 86400."
    ),
    always!(
        broadcast.pgn.http,
        Restart,
        truth(),
        plain(),
        "true: rounds are served as PGN at the page's address, below /broadcast/, to everybody who can reach it."
    ),
    maybe!(
        broadcast.pgn.secret,
        Restart,
        secret(),
        quoted(),
        "k7Qm2xVd",
        "What comes behind /broadcast/ so that only who knows the address finds the rounds. Unless set: nothing."
    ),
    maybe!(
        broadcast.pgn.folder,
        Restart,
        absolute(),
        path(),
        "/var/lib/touchmove/broadcast",
        "Folder that is there, in which to keep rounds as PGN files: round-1/games.pgn and round-1/game-1.pgn. Unless \
      set, none is written."
    ),
    maybe!(
        broadcast.pgn.delay_s,
        Restart,
        number_or_text(0..=86_400),
        plain(),
        "900",
        "How many seconds these rounds lag behind the games, 0 to 86400. Unless set: as the event in the console \
      says."
    ),
    always!(
        broadcast.pgn.completed_only,
        Restart,
        truth(),
        plain(),
        "true: a move is told only once the clock is pressed on it, or it is answered."
    ),
    always!(broadcast.pgn.not_begun, Restart, truth(), plain(), "false: games that have not begun are left out."),
    always!(
        broadcast.pgn.planned,
        Restart,
        truth(),
        plain(),
        "true: the pairings of a round are told before it is started in the console."
    ),
    maybe!(
        broadcast.lichess.token_file,
        Restart,
        absolute(),
        path(),
        "/etc/touchmove/lichess",
        "File whose first line is a token of Lichess with the right study:write. Others must not be able to read the \
      file. With rounds."
    ),
    Key {
        name: "broadcast.lichess.rounds",
        meaning: "Rounds that are pushed to Lichess, each with the id or address of the round there; of a section \
                  \"B/6\". With token_file. Unless set, nothing is pushed.",
        change: Change::Restart,
        example: "{ 6 = \"AbCd1234\", \"B/6\" = \"EfGh5678\" }",
        set: |config, value| {
            config.broadcast.lichess.rounds = rounds(value)?;
            Ok(())
        },
        show: |config| {
            let rounds = &config.broadcast.lichess.rounds;
            (!rounds.is_empty()).then(|| lichess::shown_rounds(rounds))
        },
    },
    always!(
        broadcast.lichess.url,
        Restart,
        site(),
        quoted(),
        "Where Lichess is: https, and http on this computer only, since the token goes there."
    ),
    always!(
        broadcast.lichess.delay_s,
        Restart,
        number(0..=86_400),
        plain(),
        "How many seconds what is pushed lags behind the games, 0 to 86400. Lichess holds a round back itself, by the \
      delay that is set there: both add up."
    ),
    always!(
        broadcast.lichess.completed_only,
        Restart,
        truth(),
        plain(),
        "true: a move is pushed only once the clock is pressed on it, or it is answered."
    ),
    always!(
        broadcast.livechess.on,
        Restart,
        truth(),
        plain(),
        "true: clients of LiveChess find boards, games and rounds at its port, as if it ran here."
    ),
    always!(
        broadcast.livechess.listen,
        Restart,
        address(),
        shown(),
        "Address and port for them. Nobody is asked who he is: what is told there is public."
    ),
    maybe!(
        broadcast.livechess.origins,
        Restart,
        origins(),
        quoted(),
        "https://lichess.org https://www.chess.com",
        "Sites whose pages may ask, parted by spaces. Unless set: all. Programs that are no pages always may."
    ),
    maybe!(
        broadcast.livechess.delay_s,
        Restart,
        number_or_text(0..=86_400),
        plain(),
        "0",
        "How many seconds it lags behind the games, 0 to 86400. Unless set: as the event in the console says."
    ),
    always!(
        broadcast.livechess.planned,
        Restart,
        truth(),
        plain(),
        "true: the pairings of a round are told before it is started in the console."
    ),
    always!(
        broadcast.livechesscloud.http,
        Restart,
        truth(),
        plain(),
        "true: rounds are served in the forms of LiveChess' cloud, JSON, at the page's address, below /broadcast/."
    ),
    maybe!(
        broadcast.livechesscloud.secret,
        Restart,
        secret(),
        quoted(),
        "k7Qm2xVd",
        "What comes behind /broadcast/ so that only who knows the address finds them. Unless set: nothing."
    ),
    maybe!(
        broadcast.livechesscloud.folder,
        Restart,
        absolute(),
        path(),
        "/var/lib/touchmove/broadcast",
        "Folder that is there, in which to keep them as files: tournament.json, round-1/index.json and \
      round-1/game-1.json. It may be that of broadcast.pgn. Unless set, none is written."
    ),
    maybe!(
        broadcast.livechesscloud.host,
        Restart,
        filled(),
        quoted(),
        "chess.example:8080/broadcast",
        "What meta/<id> names as the host of get/<id>/tournament.json. Unless set: nothing."
    ),
    maybe!(
        broadcast.livechesscloud.delay_s,
        Restart,
        number_or_text(0..=86_400),
        plain(),
        "900",
        "How many seconds they lag behind the games, 0 to 86400. Unless set: as the event in the console says."
    ),
    always!(
        broadcast.livechesscloud.completed_only,
        Restart,
        truth(),
        plain(),
        "true: a move is told only once the clock is pressed on it, or it is answered."
    ),
    always!(
        broadcast.livechesscloud.planned,
        Restart,
        truth(),
        plain(),
        "true: the pairings of a round are told before it is started in the console."
    ),
    always!(
        broadcast.screens.http,
        Restart,
        truth(),
        plain(),
        "true: boards and results for projectors, streams and browsers are served at the page's address, below \
      /broadcast/screen/, to everybody who can reach it."
    ),
    maybe!(
        broadcast.screens.secret,
        Restart,
        secret(),
        quoted(),
        "k7Qm2xVd",
        "What comes behind /broadcast/ so that only who knows the address finds them. Unless set: nothing."
    ),
    maybe!(
        broadcast.screens.delay_s,
        Restart,
        number_or_text(0..=86_400),
        plain(),
        "900",
        "How many seconds they lag behind the games, 0 to 86400. Unless set: as the event in the console says."
    ),
    always!(
        broadcast.screens.planned,
        Restart,
        truth(),
        plain(),
        "true: the pairings of a round are shown before it is started in the console."
    ),
    always!(
        log.filter,
        AtOnce,
        filter(),
        quoted(),
        "How much is logged: error, warn, info, debug or trace, or rules such as \"info,touchmove::serial=debug\". \
      RUST_LOG outdoes it."
    ),
    maybe!(
        capture.dir,
        Restart,
        absolute(),
        path(),
        "/var/lib/touchmove/captures",
        "Folder in which to keep every byte that comes from the boards and goes to them. Unless set, nothing \
      is kept."
    ),
    always!(
        capture.max_mb,
        Restart,
        number(1..=10_000),
        plain(),
        "Largest size of one such file in megabytes, 1 to 10000; what comes later is not kept."
    ),
    always!(
        journal.max_mb,
        Restart,
        number(10..=1_000_000),
        plain(),
        "Largest size of the journal of all games in state_dir in megabytes, 10 to 1000000; the oldest games \
      make room."
    ),
    always!(
        journal.keep_days,
        Restart,
        number(1..=36_500),
        plain(),
        "For how many days games are kept, 1 to 36500; the latest hundred always are."
    ),
];

/// The keys of a table, in the order in which they are printed.
pub(super) const TABLE_KEYS: &[Key<Table>] = &[
    Key {
        name: "name",
        meaning: "Name of the table, one level of its topics. Unless set: the computer's name where this is the only table \
                  (1 where that cannot be, or the journal has games of a table 1), else its number in the file.",
        change: Change::Restart,
        example: "hall-7",
        set: |table, value| {
            table.name = topic(value)?;
            table.is_named = true;
            Ok(())
        },
        show: |table| Some(quoted(&table.name)),
    },
    always!(
        board.port,
        Restart,
        port(),
        shown_port(),
        "Serial port of the board, such as /dev/ttyUSB0 or a link in /dev/serial/by-id; auto: ask every port."
    ),
    always!(board.kind, Restart, kind(), shown_kind(), "Kind of board; auto: whichever answers."),
    maybe!(
        board.serial,
        Restart,
        filled(),
        quoted(),
        "25805",
        "Serial number of the board itself: ties the table to that board wherever it is plugged in. Unless \
      set: any board."
    ),
    maybe!(
        board.address,
        Restart,
        bus_address(),
        plain(),
        "1025",
        "The board's address on a line that several share (dgt-bus), 1 to 16383: then tables may name the same \
      port."
    ),
    always!(
        board.orientation,
        Restart,
        word(&OrientationSetting::ALL, OrientationSetting::name),
        named(OrientationSetting::name),
        "Which way round the board lies: normal, turned, or auto: found from the position of the pieces."
    ),
    always!(
        board.lights,
        Restart,
        word(&Lights::ALL, Lights::name),
        named(Lights::name),
        "On a board with lights, the squares that are lit. setup: before a game, those with a piece missing or \
      wrong; off: none; always: in the game too, those with a piece that the game has not there, for both \
      players to see. The command identify lights all in any case."
    ),
    always!(
        laws.edition,
        NextGame,
        edition(),
        named(Edition::name),
        "Edition of the FIDE Laws of Chess: 2005, 2009, 2014, 2018 or 2023."
    ),
    always!(laws.regime, NextGame, word(&Regime::ALL, Regime::name), named(Regime::name), "standard, rapid or blitz."),
    maybe!(
        laws.supervision,
        NextGame,
        word(&SUPERVISIONS, Supervision::name),
        named(Supervision::name),
        "full",
        "full: the Competition Rules apply to rapid or blitz (A.3, B.3); limited: they do not (A.4, B.4). \
      Unless set: full for standard, limited for rapid and blitz."
    ),
    always!(laws.variant, Restart, word(&VARIANTS, Variant::name), named(Variant::name), "chess or chess960."),
    maybe!(
        laws.time_control,
        NextGame,
        time_control(),
        quoted(),
        "40/5400+30:1800+30",
        "Time control in the notation of PGN, times in seconds: 40/5400+30:1800+30."
    ),
    always!(
        laws.language,
        NextGame,
        word(&Language::ALL, Language::tag),
        named(Language::tag),
        "In which language alerts are told: en, de, ru, it, el (Greek) or ar. The console shows each reader his own."
    ),
    always!(
        timing.settle_ms,
        NextGame,
        ms(0..=2_000),
        plain(),
        "How long a piece must stay on a square to have been put down there, 0 to 2000 ms; in less it slid across."
    ),
    always!(
        timing.scan_tie_ms,
        NextGame,
        ms(0..=200),
        plain(),
        "Pieces lifted closer together than this were lifted in unknown order, 0 to 200 ms."
    ),
    always!(
        timing.flicker_ms,
        NextGame,
        ms(0..=1_000),
        plain(),
        "A piece off its square and back within this time was not lifted, 0 to 1000 ms."
    ),
    always!(
        timing.two_hands_ms,
        NextGame,
        ms(0..=5_000),
        plain(),
        "King and rook in the air together for longer suggest two hands, 0 to 5000 ms."
    ),
    always!(
        timing.press_grace_ms,
        NextGame,
        ms(0..=3_000),
        plain(),
        "How long after a press of the clock the board may still report the move, 0 to 3000 ms."
    ),
    always!(
        timing.displaced_ms,
        NextGame,
        ms(0..=10_000),
        plain(),
        "How long pieces must stand where no move puts them before it is told, 0 to 10000 ms."
    ),
];
