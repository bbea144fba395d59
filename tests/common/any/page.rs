//! Any bytes whatever to the page: whoever sends them, others are served as before. Whoever shows anything is the chief
//! arbiter here.

use std::{
    net::SocketAddr,
    sync::{LazyLock, Mutex, PoisonError},
};

use tokio::{runtime::Runtime, sync::mpsc};
use touchmove::{
    hall::{
        accounts::{Known, session::Kind},
        core::Hall,
        people::{Account, Role},
        time::Time,
    },
    publish::{
        console::hall::{Ask, Desk, HallHandle},
        web::{self, Command, WebHandle},
    },
};

use super::{panics, tcp};

const NOW: Time = Time(1_795_000_000_000);

static SITE: LazyLock<Mutex<Site>> = LazyLock::new(|| Mutex::new(Site::start()));

struct Site {
    runtime: Runtime,
    page: WebHandle,
}

/// Sends them, and then asks as anybody does.
pub(crate) fn send(bytes: &[u8]) {
    let site = SITE.lock().unwrap_or_else(PoisonError::into_inner);
    panics::none(|| {
        site.runtime.block_on(async {
            let (first, second) = bytes.split_at(bytes.len() / 2);
            let answer = tcp::say(site.page.address(), &[first, second]).await;
            assert!(answer.is_empty() || answer.starts_with(b"HTTP/1."), "{}", String::from_utf8_lossy(&answer));
            let answer = tcp::say(site.page.address(), &[&request("GET", "/tables", "")]).await;
            assert!(answer.starts_with(b"HTTP/1.1 200 "), "{}", String::from_utf8_lossy(&answer));
        })
    });
}

/// A request of somebody who shows a key.
pub(crate) fn request(method: &str, path: &str, body: &str) -> Vec<u8> {
    let length = body.len();
    format!(
        "{method} {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer k\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    )
    .into_bytes()
}

impl Site {
    fn start() -> Site {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let page = runtime.block_on(async {
            let (hall, desk) = HallHandle::new("Hall");
            let listen = SocketAddr::from(([127, 0, 0, 1], 0));
            let (page, commands) = web::start(listen, vec!["1".to_owned()], hall, None).await.expect("a free port");
            tokio::spawn(answer(desk));
            tokio::spawn(carry_out(commands));
            page
        });
        Site { runtime, page }
    }
}

/// The hall that is asked: new each time, since one input says nothing of another.
async fn answer(mut desk: Desk) {
    let chief = Account { name: "Anna Weber".to_owned(), role: Role::Chief {} };
    while let Some(ask) = desk.asks.recv().await {
        let mut hall = Hall::new("a");
        hall.settle(NOW);
        match ask {
            Ask::Known { reply, .. } => {
                let known = Known { account: chief.clone(), session: "s".to_owned(), kind: Kind::Key };
                drop(reply.send(Some(known)));
            }
            Ask::Request { request, reply, .. } => drop(reply.send(Some(hall.request(&chief, *request, NOW)))),
            Ask::Compare { name, bytes, section, round, reply, .. } => {
                drop(reply.send(Some(hall.compare(&chief, &name, bytes, section.as_deref(), round))));
            }
            Ask::Entries { filter, reply, .. } => {
                drop(reply.send(Some(hall.entries(&chief, &filter).cloned().collect())));
            }
            Ask::News { since, closely, reply, .. } => {
                drop(reply.send(Some((chief.clone(), hall.changes(&chief, since, &closely, NOW)))));
            }
            Ask::Results { kind, section, round, reply, .. } => {
                drop(reply.send(Some(hall.results(&chief, kind, section.as_deref(), round))));
            }
            Ask::Sees { reply, .. } => drop(reply.send(Some((chief.clone(), true)))),
            // Whoever waits is told that the hall is gone.
            Ask::Attempt { .. }
            | Ask::ChangePassword { .. }
            | Ask::Enter { .. }
            | Ask::Manage { .. }
            | Ask::People { .. }
            | Ask::Pgn { .. }
            | Ask::Records { .. }
            | Ask::SetUp { .. }
            | Ask::SignIn { .. }
            | Ask::SignOut { .. }
            | Ask::Vacant { .. } => {}
        }
    }
}

async fn carry_out(mut commands: mpsc::Receiver<Command>) {
    while let Some(Command { given, reply, .. }) = commands.recv().await {
        drop(reply.send(given.json()));
    }
}
