//! A WebSocket whose other end is asked from time to time whether it is still there, and cut off where it takes nothing
//! or only makes work.

use std::time::Duration;

use axum::{
    body::Bytes,
    extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket},
};
use tokio::time::{Instant, timeout};

/// How long the other end may take to take a frame.
const SEND_WITHIN: Duration = Duration::from_secs(10);

/// Most control frames of the other end between two of our questions whether it is there: browsers send none but
/// answers. Each ping is answered, and nothing bounds the answers that are not taken.
const MAX_CONTROL: u32 = 64;

/// How the other end is watched.
#[derive(Debug, Clone, Copy)]
pub(super) struct Presence {
    /// How often it is asked whether it is there: browsers and libraries answer that alone.
    pub(super) ask_every: Duration,
    /// How long it may say nothing, not even that it is there.
    pub(super) silence: Duration,
}

/// The other end is no more, or takes nothing.
#[derive(Debug)]
pub(super) struct Gone;

/// What the other end says.
#[derive(Debug)]
pub(super) enum Said {
    Text(Utf8Bytes),
    /// A frame that is no text.
    Binary,
}

/// One end of a WebSocket.
pub(super) struct Socket {
    socket: WebSocket,
    presence: Presence,
    asked_next: Instant,
    heard: Instant,
    control: u32,
}

impl Socket {
    pub(super) fn new(socket: WebSocket, presence: Presence) -> Socket {
        let now = Instant::now();
        Socket { socket, presence, asked_next: now + presence.ask_every, heard: now, control: 0 }
    }

    /// When [`ask`](Socket::ask) wants to be called next.
    pub(super) fn next_question(&self) -> Instant {
        self.asked_next.min(self.heard + self.presence.silence)
    }

    /// What is said next. Nothing of it is lost where nobody waits for it any more.
    pub(super) async fn hear(&mut self) -> Result<Said, Gone> {
        loop {
            let message = self.socket.recv().await;
            self.heard = Instant::now();
            match message {
                Some(Ok(Message::Text(text))) => return Ok(Said::Text(text)),
                Some(Ok(Message::Binary(_))) => return Ok(Said::Binary),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {
                    self.control += 1;
                    if self.control > MAX_CONTROL {
                        return Err(Gone);
                    }
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(Gone),
            }
        }
    }

    /// Asks whether the other end is there; where it has been silent for too long it is not.
    pub(super) async fn ask(&mut self) -> Result<(), Gone> {
        if self.heard.elapsed() >= self.presence.silence {
            return Err(Gone);
        }
        self.send(Message::Ping(Bytes::new())).await?;
        (self.asked_next, self.control) = (Instant::now() + self.presence.ask_every, 0);
        Ok(())
    }

    pub(super) async fn say(&mut self, text: String) -> Result<(), Gone> {
        self.send(Message::Text(text.into())).await
    }

    /// Says that this end closes, and why.
    pub(super) async fn close(&mut self, code: u16, reason: &'static str) -> Result<(), Gone> {
        self.send(Message::Close(Some(CloseFrame { code, reason: reason.into() }))).await
    }

    async fn send(&mut self, message: Message) -> Result<(), Gone> {
        match timeout(SEND_WITHIN, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(Gone),
        }
    }
}
