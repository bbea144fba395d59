//! One client's socket. Nothing waits in line for it: it is told what has changed since each time that it has taken what was
//! new before, and one that takes nothing any more is cut off.

use std::{sync::Arc, time::Duration};

use axum::{
    body::Bytes,
    extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code},
    response::Response,
};
use tokio::time::{Instant, sleep_until, timeout};

use super::Known;
use crate::{broadcast::livechess::Client, hall::time::Time};

/// Longest frame of a client, in bytes.
const MAX_FRAME: usize = 65_536;

/// How long a client may take to take a frame.
const SEND_WITHIN: Duration = Duration::from_secs(10);

/// How often a client is asked whether it is there: its program's library answers that alone.
const PING: Duration = Duration::from_secs(15);

/// How long a client may say nothing, not even that it is there.
const SILENCE: Duration = Duration::from_secs(90);

/// Most control frames of a client between two of our questions whether it is there. Each of its pings is answered, and
/// nothing bounds the answers that it does not take.
const MAX_CONTROL: u32 = 64;

/// Between two changes for one client: what comes together goes together.
const GATHER: Duration = Duration::from_millis(50);

/// The client is no more, or was told why it is cut off.
struct End;

pub(super) fn open(upgrade: WebSocketUpgrade, known: Known) -> Response {
    upgrade.max_message_size(MAX_FRAME).max_frame_size(MAX_FRAME).on_upgrade(move |mut socket| async move {
        let _ = converse(&mut socket, known).await;
    })
}

async fn converse(socket: &mut WebSocket, mut known: Known) -> Result<(), End> {
    let mut client = Client::default();
    let (mut next_news, mut next_ping, mut heard) = (Instant::now(), Instant::now() + PING, Instant::now());
    let mut control = 0;
    loop {
        tokio::select! {
            biased;
            message = socket.recv() => {
                heard = Instant::now();
                match message {
                    Some(Ok(Message::Text(text))) => {
                        let state = Arc::clone(&known.borrow());
                        for frame in client.frame(&state, &text, now()) {
                            send(socket, Message::Text(frame.into())).await?;
                        }
                    }
                    Some(Ok(Message::Binary(_))) => return close(socket, close_code::UNSUPPORTED, "text").await,
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {
                        control += 1;
                        if control > MAX_CONTROL {
                            return Err(End);
                        }
                    }
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(End),
                }
            }
            changed = async { sleep_until(next_news).await; known.changed().await } => {
                if changed.is_err() {
                    return close(socket, close_code::AWAY, "closing").await;
                }
                let state = Arc::clone(&known.borrow_and_update());
                for frame in client.news(&state, now()) {
                    send(socket, Message::Text(frame.into())).await?;
                }
                next_news = Instant::now() + GATHER;
            }
            () = sleep_until(next_ping) => {
                if heard.elapsed() >= SILENCE {
                    return Err(End);
                }
                send(socket, Message::Ping(Bytes::new())).await?;
                (next_ping, control) = (Instant::now() + PING, 0);
            }
        }
    }
}

async fn send(socket: &mut WebSocket, message: Message) -> Result<(), End> {
    match timeout(SEND_WITHIN, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(End),
    }
}

async fn close(socket: &mut WebSocket, code: u16, reason: &'static str) -> Result<(), End> {
    send(socket, Message::Close(Some(CloseFrame { code, reason: reason.into() }))).await?;
    Err(End)
}

fn now() -> Time {
    Time(jiff::Timestamp::now().as_millisecond())
}
