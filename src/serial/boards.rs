//! What is on every port: for the command that lists the boards.

use protocols::registry::Board;
use tokio::task::JoinSet;

use super::{Answer, Claims, NoAnswer, Places, PortInfo, ask, find::likely_first, ports};

/// A port, and what answered on it.
#[derive(Debug)]
pub struct Found {
    /// The port.
    pub port: PortInfo,
    /// The board on it, or why none is known.
    pub answer: Result<Answer, NoAnswer>,
}

/// Asks every port which of `boards` is there, all ports at once; sorted as [`ports`] are.
///
/// Every port is closed again.
pub async fn boards(boards: &[Board], places: &Places) -> Vec<Found> {
    let claims = Claims::default();
    let mut asked = JoinSet::new();
    for (index, port) in ports(places).into_iter().enumerate() {
        let (boards, claims) = (likely_first(&port, boards), claims.clone());
        asked.spawn(async move {
            let answer = ask(&port.path, &boards, &claims).await.map(|(_, answer)| answer);
            (index, Found { port, answer })
        });
    }
    let mut found = Vec::new();
    while let Some(answered) = asked.join_next().await {
        // Only a bug in a codec can make a task fail: then that port is missing from the list.
        found.extend(answered.ok());
    }
    found.sort_by_key(|(index, _)| *index);
    found.into_iter().map(|(_, found)| found).collect()
}
