//! From the configuration's words to those of the stages.

use std::time::Duration;

use protocols::registry::{BOARDS, Board, Lights, Sensing};

use crate::{
    board,
    daemon::config,
    publish::mqtt::settings,
    serial::Wanted,
    table::LightUse,
    turn::{ClockUse, Laws, Nodes, Settings},
};

/// What a table's games are played by.
pub(crate) fn game_settings(table: &config::Table, sensing: Sensing) -> Settings {
    let laws = &table.laws;
    Settings {
        laws: Laws::new(laws.edition, laws.regime, laws.supervision),
        sensing,
        clock: ClockUse::Present,
        timing: table.timing,
        nodes: Nodes::default(),
        // The configuration holds none that cannot be read.
        time_control: laws.time_control.as_deref().and_then(|text| text.parse().ok()),
    }
}

/// How the squares of a table's board are to be read.
pub(crate) fn board_settings(table: &config::Table, sensing: Sensing) -> board::Settings {
    board::Settings { orientation: table.board.orientation, sensing }
}

/// When the lights of a table's board are used.
pub(crate) fn lights(table: &config::Table, board: &Board) -> LightUse {
    match (board.lights, table.board.lights) {
        (Lights::None, _) => LightUse::Absent,
        (Lights::Squares, config::Lights::Always) => LightUse::Always,
        (Lights::Squares, config::Lights::Off) => LightUse::Off,
        (Lights::Squares, config::Lights::Setup) => LightUse::Setup,
    }
}

/// Which port a table wants, and which boards may be on it.
pub(crate) fn wanted(table: &config::Table) -> Wanted {
    // A line with several boards is nobody's unless it is named.
    let is_wanted = |board: &&Board| match &table.board.kind {
        Some(kind) => kind == board.kind,
        None => board.shared.is_none(),
    };
    Wanted {
        table: table.name.clone(),
        port: table.board.port.clone(),
        boards: BOARDS.iter().filter(is_wanted).copied().collect(),
        serial: table.board.serial.clone(),
        address: table.board.address,
    }
}

/// How to reach the broker at `url`.
pub(crate) fn mqtt_settings(config: &config::Config, url: String) -> settings::Settings {
    let mqtt = &config.mqtt;
    settings::Settings {
        url,
        version: mqtt.version,
        prefix: mqtt.prefix.clone(),
        username: mqtt.username.clone(),
        password_file: mqtt.password_file.clone(),
        ca_file: mqtt.ca_file.clone(),
        client_cert_file: mqtt.client_cert_file.clone(),
        client_key_file: mqtt.client_key_file.clone(),
        public_delay: public_delay(config),
        ..settings::Settings::default()
    }
}

/// How rounds are told as PGN; `None`: not at all. Games' names begin with `origin`.
pub(crate) fn broadcast_pgn(config: &config::Config, origin: &str) -> Option<crate::broadcast::Settings> {
    let pgn = &config.broadcast.pgn;
    (pgn.http || pgn.folder.is_some()).then(|| crate::broadcast::Settings {
        origin: origin.to_owned(),
        delay_ms: pgn.delay_s.map(|delay_s| i64::from(delay_s) * 1_000),
        completed_only: pgn.completed_only,
        not_begun: pgn.not_begun,
        planned: pgn.planned,
    })
}

/// How rounds are told on screens; `None`: not at all. Games' names begin with `origin`.
pub(crate) fn broadcast_screens(config: &config::Config, origin: &str) -> Option<crate::broadcast::Settings> {
    let screens = &config.broadcast.screens;
    screens.http.then(|| crate::broadcast::Settings {
        origin: origin.to_owned(),
        delay_ms: screens.delay_s.map(|delay_s| i64::from(delay_s) * 1_000),
        completed_only: false,
        not_begun: true,
        planned: screens.planned,
    })
}

/// How rounds are told to Lichess; `None`: not at all. Games' names begin with `origin`.
pub(crate) fn broadcast_lichess(config: &config::Config, origin: &str) -> Option<crate::broadcast::Settings> {
    let lichess = &config.broadcast.lichess;
    (!lichess.rounds.is_empty()).then(|| crate::broadcast::Settings {
        origin: origin.to_owned(),
        // Lichess holds them back itself, so what the event says is not waited for here.
        delay_ms: Some(i64::from(lichess.delay_s) * 1_000),
        completed_only: lichess.completed_only,
        not_begun: true,
        planned: false,
    })
}

/// How rounds are told in the forms of LiveChess' cloud; `None`: not at all. Games' names begin with `origin`.
pub(crate) fn broadcast_livechesscloud(config: &config::Config, origin: &str) -> Option<crate::broadcast::Settings> {
    let cloud = &config.broadcast.livechesscloud;
    (cloud.http || cloud.folder.is_some()).then(|| crate::broadcast::Settings {
        origin: origin.to_owned(),
        delay_ms: cloud.delay_s.map(|delay_s| i64::from(delay_s) * 1_000),
        completed_only: cloud.completed_only,
        not_begun: true,
        planned: cloud.planned,
    })
}

/// How LiveChess' interface is told; `None`: not at all. Its clients can take no move back, so a move is told only when it
/// is completed.
pub(crate) fn broadcast_livechess(config: &config::Config, origin: &str) -> Option<crate::broadcast::Settings> {
    let livechess = &config.broadcast.livechess;
    livechess.on.then(|| crate::broadcast::Settings {
        origin: origin.to_owned(),
        delay_ms: livechess.delay_s.map(|delay_s| i64::from(delay_s) * 1_000),
        completed_only: true,
        not_begun: true,
        planned: livechess.planned,
    })
}

/// Which sites' pages may ask LiveChess' interface; none named: all.
pub(crate) fn livechess_origins(config: &config::Config) -> Vec<String> {
    let named = config.broadcast.livechess.origins.as_deref().unwrap_or_default();
    named.split_ascii_whitespace().map(str::to_owned).collect()
}

/// How long what is public is held back.
pub(crate) fn public_delay(config: &config::Config) -> Duration {
    Duration::from_secs(config.public.delay_s.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_configurations_defaults_are_those_of_the_stages() {
        let table = config::Table::numbered(1);
        let settings = game_settings(&table, Sensing::Identity);
        assert_eq!(settings.laws, Laws::default());
        let mqtt = mqtt_settings(&config::Config::default(), settings::Settings::default().url);
        assert_eq!(mqtt, settings::Settings::default());
    }

    #[test]
    fn a_table_without_a_kind_takes_any_board() {
        let mut table = config::Table::numbered(1);
        let alone = BOARDS.iter().filter(|board| board.shared.is_none()).count();
        assert_eq!(wanted(&table).boards.len(), alone);
        table.board.kind = Some(BOARDS[0].kind.to_owned());
        assert_eq!(wanted(&table).boards.iter().map(|board| board.kind).collect::<Vec<_>>(), [BOARDS[0].kind]);
    }
}
