//! One client's socket. Nothing waits in line for it: it is told what has changed since each time that it has taken what was
//! new before, and one that takes nothing any more is cut off.

use std::{sync::Arc, time::Duration};

use axum::{
    extract::ws::{WebSocketUpgrade, close_code},
    response::Response,
};
use tokio::{
    task::yield_now,
    time::{Instant, sleep_until},
};

use super::{
    super::websocket::{Gone, Presence, Said, Socket},
    Known,
};
use crate::{
    broadcast::livechess::{Client, Frames},
    hall::time::Time,
};

/// Longest frame of a client, in bytes.
const MAX_FRAME: usize = 65_536;

/// How often a client is asked whether it is there, and how long it may be silent.
const PRESENCE: Presence = Presence { ask_every: Duration::from_secs(15), silence: Duration::from_secs(90) };

/// Between two changes for one client: what comes together goes together.
const GATHER: Duration = Duration::from_millis(50);

pub(super) fn open(upgrade: WebSocketUpgrade, known: Known) -> Response {
    upgrade.max_message_size(MAX_FRAME).max_frame_size(MAX_FRAME).on_upgrade(move |socket| async move {
        let _ = converse(Socket::new(socket, PRESENCE), known).await;
    })
}

async fn converse(mut socket: Socket, mut known: Known) -> Result<(), Gone> {
    let mut client = Client::default();
    let mut next_news = Instant::now();
    loop {
        let next_question = socket.next_question();
        tokio::select! {
            biased;
            said = socket.hear() => match said? {
                Said::Text(text) => {
                    let state = Arc::clone(&known.borrow());
                    say_all(&mut socket, client.frame(&state, &text, now())).await?;
                }
                Said::Binary => return socket.close(close_code::UNSUPPORTED, "text").await,
            },
            changed = async { sleep_until(next_news).await; known.changed().await } => {
                if changed.is_err() {
                    return socket.close(close_code::AWAY, "closing").await;
                }
                let state = Arc::clone(&known.borrow_and_update());
                say_all(&mut socket, client.news(&state, now())).await?;
                next_news = Instant::now() + GATHER;
            }
            () = sleep_until(next_question) => socket.ask().await?,
        }
    }
}

/// Says frames as they are made. Others have their turn between them: a client may listen to hundreds of boards.
async fn say_all(socket: &mut Socket, frames: Frames<'_>) -> Result<(), Gone> {
    for frame in frames {
        socket.say(frame).await?;
        yield_now().await;
    }
    Ok(())
}

fn now() -> Time {
    Time(jiff::Timestamp::now().as_millisecond())
}
