//! Players who sit at emulated boards in this process: they play, break the Laws where it is scripted, call the arbiter, and
//! go on with what he decides.

use std::{collections::BTreeMap, net::SocketAddr, path::PathBuf};

use protocols::{dgt, registry::Model};
use rumqttc::v5::mqttbytes::v5::PublishProperties;
use serde_json::{Value, json};
use tokio::{sync::mpsc, task::JoinHandle};
use touchmove::emulate::{Heard, Sat, Setting, Sitting, sit};

use super::mqtt::Reader;

/// The board that they sit at.
const BOARD: protocols::registry::Board = dgt::BOARD;

/// Most that waits to be heard by the players of a table.
const MAX_WAITING: usize = 1_024;

/// A table at which players sit down.
pub(crate) struct Seat {
    pub(crate) table: String,
    /// The link of its board.
    pub(crate) link: PathBuf,
    pub(crate) setting: Setting,
    /// White's name and Black's.
    pub(crate) players: (&'static str, &'static str),
}

/// Players at work; they leave when this is dropped.
pub(crate) struct Players {
    hearing: JoinHandle<()>,
}

impl Players {
    /// Has them sit down, `speed` times quicker than real. Each game begins once somebody here has said at this broker who
    /// plays it, as an arbiter's assistant would.
    pub(crate) async fn sit_down(broker: SocketAddr, seats: Vec<Seat>, speed: f64) -> Players {
        let mut reader = Reader::start(broker, "players", &["chess/+/arbiter/#", "chess/+/status"]).await;
        let mut told = BTreeMap::new();
        for (Seat { table, link, setting, players }, number) in seats.into_iter().zip(1..) {
            let (tell, to_hear) = mpsc::channel(MAX_WAITING);
            let (happened, mut happenings) = mpsc::channel(MAX_WAITING);
            let model = Model { serial: 40_000 + number, ..BOARD.usual() };
            let sitting = Sitting::new(setting);
            tokio::spawn(async move {
                sit(link, (BOARD, model), sitting, speed, to_hear, happened).await.expect("a board");
            });
            tokio::spawn(async move { while happenings.recv().await.is_some() {} });
            told.insert(table, (tell, players, Stage::Unpaired));
        }
        let hearing = tokio::spawn(async move {
            loop {
                let message = reader.next().await;
                let mut parts = message.topic.splitn(3, '/').skip(1);
                let (Some(table), Some(leaf)) = (parts.next(), parts.next()) else { continue };
                let Some((tell, players, stage)) = told.get_mut(table) else { continue };
                let body = message.json();
                if leaf == "status" && body["board"]["state"] == "connected" && *stage == Stage::Unpaired {
                    *stage = Stage::Paired;
                    let topic = format!("chess/{table}/arbiter/command");
                    reader.publish(&topic, pairing(*players).to_string(), PublishProperties::default()).await;
                }
                if let Some(heard) = Heard::read(leaf, &body) {
                    tell.send(Sat::Heard(heard)).await.expect("they hear");
                }
                if leaf == "arbiter/game" && !body["players"]["white"].is_null() && *stage == Stage::Paired {
                    *stage = Stage::Begun;
                    tell.send(Sat::Begin).await.expect("they hear");
                }
            }
        });
        Players { hearing }
    }
}

impl Drop for Players {
    fn drop(&mut self) {
        self.hearing.abort();
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Nobody has said who plays.
    Unpaired,
    Paired,
    Begun,
}

/// What says who plays.
fn pairing((white, black): (&str, &str)) -> Value {
    json!({ "id": "pairing", "command": "new-game", "by": "Pairings", "players": { "white": white, "black": black } })
}
