//! The console's other end: somebody who is signed in, and his page.

use std::{
    collections::{BTreeMap, VecDeque},
    net::SocketAddr,
    sync::atomic::{AtomicU32, Ordering},
    time::Duration,
};

use futures_util::SinkExt;
use serde_json::{Value, json};
use tokio::{net::TcpStream, time::timeout};
use tokio_stream::StreamExt;
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{self, Message, client::IntoClientRequest, handshake::client::Request},
};
use touchmove::publish::console::hall::HallHandle;

use super::http::{self, Answer};

/// Requests of all pages so far.
static ASKED: AtomicU32 = AtomicU32::new(0);

/// Longer than anything here takes; only a failing test waits so long.
const PATIENCE: Duration = Duration::from_secs(40);

pub(crate) const JSON: (&str, &str) = ("Content-Type", "application/json");

pub(crate) const PASSWORD: &str = "correct horse";

/// A way to a hall that is no more: for pages of tables alone, which answer all the same on this computer.
pub(crate) fn no_hall() -> HallHandle {
    HallHandle::new("").0
}

/// Somebody who is signed in.
#[derive(Debug, Clone)]
pub(crate) struct Person {
    pub(crate) at: SocketAddr,
    pub(crate) cookie: String,
}

impl Person {
    /// The chief arbiter, who sits at the hall's computer at its first start.
    pub(crate) async fn chief(at: SocketAddr, name: &str) -> Person {
        let body = json!({ "name": name, "password": PASSWORD }).to_string();
        Person::by(at, &http::post(at, "/api/setup", &[JSON], &body).await)
    }

    pub(crate) async fn sign_in(at: SocketAddr, name: &str) -> Person {
        let body = json!({ "name": name, "password": PASSWORD }).to_string();
        Person::by(at, &http::post(at, "/api/sign-in", &[JSON], &body).await)
    }

    pub(crate) fn by(at: SocketAddr, answer: &Answer) -> Person {
        assert_eq!(answer.status, 204, "{answer:?}");
        let cookie = answer.header("set-cookie");
        assert!(cookie.contains("; HttpOnly; SameSite=Strict") && cookie.contains("; Path=/;"), "{cookie}");
        Person { at, cookie: cookie.split(';').next().unwrap_or_default().to_owned() }
    }

    /// Gives another an account, and signs him in.
    pub(crate) async fn add(&self, name: &str, role: Value) -> Person {
        let mut wish = json!({ "do": "add", "name": name, "password": PASSWORD });
        for (key, value) in role.as_object().expect("fields") {
            wish[key] = value.clone();
        }
        assert_eq!(self.post("/api/people", &wish).await.status, 200);
        Person::sign_in(self.at, name).await
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        http::ask(self.at, "GET", path, &[("Cookie", &self.cookie)], "").await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Answer {
        http::post(self.at, path, &[JSON, ("Cookie", &self.cookie)], &body.to_string()).await
    }

    /// The request for a page's socket.
    pub(crate) fn knock(&self) -> Request {
        let mut request = format!("ws://{}/api/live", self.at).into_client_request().expect("an address");
        request.headers_mut().insert("Cookie", self.cookie.parse().expect("a header"));
        request
    }

    /// A page that watches everything, and these tables closely.
    pub(crate) async fn page(&self, closely: &[&str]) -> Page {
        let mut page = Page::open(self.at, self.knock()).await.expect("a socket");
        page.send(&json!({ "watch": { "since": 0, "closely": closely } })).await;
        page
    }
}

/// What a page knows, as the protocol has it put together.
pub(crate) struct Page {
    socket: WebSocketStream<TcpStream>,
    pub(crate) version: u64,
    pub(crate) tables: BTreeMap<String, Value>,
    pub(crate) public: BTreeMap<String, Value>,
    pub(crate) cases: BTreeMap<String, Value>,
    pub(crate) details: BTreeMap<String, Value>,
    pub(crate) entries: BTreeMap<u64, Value>,
    pub(crate) order: Vec<String>,
    /// By number and section.
    pub(crate) rounds: BTreeMap<String, Value>,
    pub(crate) account: Option<Value>,
    pub(crate) ended: Option<String>,
    /// Whether the hall reaches its broker.
    pub(crate) broker: Option<bool>,
    /// How the outputs of a broadcast stand, by name.
    pub(crate) outputs: BTreeMap<String, Value>,
    answers: VecDeque<Value>,
    /// How many frames of changes have come.
    pub(crate) frames: usize,
}

impl Page {
    pub(crate) async fn open(at: SocketAddr, knock: Request) -> Result<Page, tungstenite::Error> {
        let stream = TcpStream::connect(at).await.map_err(tungstenite::Error::Io)?;
        let (socket, _) = client_async(knock, stream).await?;
        Ok(Page {
            socket,
            version: 0,
            tables: BTreeMap::new(),
            public: BTreeMap::new(),
            cases: BTreeMap::new(),
            details: BTreeMap::new(),
            entries: BTreeMap::new(),
            order: Vec::new(),
            rounds: BTreeMap::new(),
            account: None,
            ended: None,
            broker: None,
            outputs: BTreeMap::new(),
            answers: VecDeque::new(),
            frames: 0,
        })
    }

    pub(crate) async fn send(&mut self, frame: &Value) {
        self.socket.send(Message::text(frame.to_string())).await.expect("the socket takes it");
    }

    /// Asks for something, and gives the answer.
    pub(crate) async fn request(&mut self, mut request: Value) -> Value {
        if request.get("id").is_none() {
            // Of its own among those of all pages, as a browser's are: what had an id before is answered as before.
            let asked = ASKED.fetch_add(1, Ordering::Relaxed);
            request["id"] = json!(format!("page-{}-{asked}", std::process::id()));
        }
        let id = request["id"].clone();
        self.send(&request).await;
        let mut found = None;
        self.until("answer", |page| {
            found = page.answers.iter().position(|answer| answer["id"] == id).and_then(|at| page.answers.remove(at));
            found.is_some()
        })
        .await;
        found.expect("just found")
    }

    /// Reads until something holds.
    pub(crate) async fn until(&mut self, what: &str, mut holds: impl FnMut(&mut Page) -> bool) {
        let wait = async {
            while !holds(self) {
                assert!(self.take().await, "the socket ended without {what}");
            }
        };
        if timeout(PATIENCE, wait).await.is_err() {
            panic!("no {what}; tables: {:#?}; cases: {:#?}; entries: {:#?}", self.tables, self.cases, self.entries);
        }
    }

    /// Takes what has come already.
    pub(crate) async fn settle(&mut self) {
        while timeout(Duration::from_millis(20), self.take()).await == Ok(true) {}
    }

    /// Reads until the socket ends.
    pub(crate) async fn end(&mut self) {
        timeout(PATIENCE, async { while self.take().await {} }).await.expect("the socket ends");
    }

    /// Takes one frame; false where the socket has ended.
    pub(crate) async fn take(&mut self) -> bool {
        let text = match self.socket.next().await {
            Some(Ok(Message::Text(text))) => text,
            Some(Ok(Message::Close(_)) | Err(_)) | None => return false,
            Some(Ok(_)) => return true,
        };
        let mut frame: Value = serde_json::from_str(&text).expect("JSON");
        if let Some(answer) = frame.get_mut("answer") {
            self.answers.push_back(answer.take());
        }
        if let Some(account) = frame.get("account") {
            self.account = Some(account.clone());
        }
        if let Some(broker) = frame.get("broker") {
            self.broker = broker["up"].as_bool();
        }
        if let Some(outputs) = frame["broadcast"]["outputs"].as_array() {
            let name = |output: &Value| output["name"].as_str().expect("a name").to_owned();
            self.outputs = outputs.iter().map(|output| (name(output), output.clone())).collect();
        }
        if let Some(ended) = frame.get("ended") {
            self.ended = ended.as_str().map(str::to_owned);
        }
        if let Some(changes) = frame.get("changes") {
            self.frames += 1;
            self.change(changes);
        }
        true
    }

    fn change(&mut self, changes: &Value) {
        let version = changes["version"].as_u64().expect("a version");
        assert!(version >= self.version || changes["whole"] == true, "versions go on: {changes}");
        self.version = version;
        if changes["whole"] == true {
            self.tables.clear();
            self.public.clear();
            self.cases.clear();
            self.details.clear();
            self.entries.clear();
            self.order.clear();
            self.rounds.clear();
        }
        let list = |name: &str| changes[name].as_array().cloned().unwrap_or_default();
        let name = |value: &Value, key: &str| value[key].as_str().expect("a name").to_owned();
        for (kind, key) in [("tables", "table"), ("public", "table"), ("cases", "id"), ("details", "table")] {
            for value in list(kind) {
                let of = match kind {
                    "tables" => &mut self.tables,
                    "public" => &mut self.public,
                    "cases" => &mut self.cases,
                    _ => &mut self.details,
                };
                of.insert(name(&value, key), value);
            }
        }
        for entry in list("entries") {
            self.entries.insert(entry["number"].as_u64().expect("a number"), entry);
        }
        for round in list("rounds") {
            let key = format!("{} {}", round["number"], round["section"].as_str().unwrap_or_default());
            self.rounds.insert(key, round);
        }
        for id in list("ended") {
            self.cases.remove(id.as_str().expect("an id"));
        }
        for table in list("removed") {
            self.tables.remove(table.as_str().expect("a name"));
        }
        if let Some(order) = changes["order"].as_array() {
            self.order = order.iter().map(|id| id.as_str().expect("an id").to_owned()).collect();
        }
    }

    /// The case of this kind at a table.
    pub(crate) fn case(&self, table: &str, kind: &str) -> Option<&Value> {
        self.cases.values().find(|case| case["kind"] == kind && case["tables"][0] == table)
    }

    /// Half-moves at a table.
    pub(crate) fn plies(&self, table: &str) -> u64 {
        self.tables.get(table).and_then(|table| table["game"]["plies"].as_u64()).unwrap_or_default()
    }
}
