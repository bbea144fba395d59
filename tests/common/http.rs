//! A plain HTTP/1.1 client, enough for one question at a time and for event streams.

use std::net::SocketAddr;

use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::TcpStream,
};

/// An answer, read whole.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    /// Names in lower case.
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.iter().find(|header| header.0 == name).map_or("", |header| &header.1)
    }

    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error} in {:?}", self.body))
    }
}

pub(crate) async fn get(server: SocketAddr, path: &str) -> Answer {
    ask(server, "GET", path, &[], "").await
}

pub(crate) async fn post(server: SocketAddr, path: &str, headers: &[(&str, &str)], body: &str) -> Answer {
    ask(server, "POST", path, headers, body).await
}

pub(crate) async fn post_bytes(server: SocketAddr, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
    answer(open(server, "POST", path, headers, body).await).await
}

/// One request on a connection of its own. A `Host` among `headers` takes the place of the right one.
pub(crate) async fn ask(server: SocketAddr, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Answer {
    let mut stream = open(server, method, path, headers, body.as_bytes()).await;
    if method == "HEAD" {
        // It is told how long the body would be, and there must be none.
        let (status, headers) = head(&mut stream).await;
        let mut body = String::new();
        stream.read_to_string(&mut body).await.expect("the connection ends");
        return Answer { status, headers, body };
    }
    answer(stream).await
}

async fn answer(mut stream: BufReader<TcpStream>) -> Answer {
    let (status, headers) = head(&mut stream).await;
    let mut body = String::new();
    let length = headers.iter().find(|header| header.0 == "content-length").and_then(|header| header.1.parse().ok());
    match length {
        Some(length) => {
            let mut bytes = vec![0; length];
            stream.read_exact(&mut bytes).await.expect("the body is as long as announced");
            body = String::from_utf8(bytes).expect("the body is text");
        }
        None => {
            stream.read_to_string(&mut body).await.expect("the body ends");
        }
    }
    Answer { status, headers, body }
}

async fn open(
    server: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> BufReader<TcpStream> {
    let mut request = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n", body.len());
    if !headers.iter().any(|header| header.0.eq_ignore_ascii_case("host")) {
        request.push_str(&format!("Host: {server}\r\n"));
    }
    for (name, value) in headers {
        request.push_str(&format!("{name}: {value}\r\n"));
    }
    let mut stream = TcpStream::connect(server).await.expect("the server listens");
    stream.write_all(format!("{request}\r\n").as_bytes()).await.expect("the request is taken");
    // A server that refuses a long body need not read all of it.
    let _ = stream.write_all(body).await;
    BufReader::new(stream)
}

async fn head(stream: &mut BufReader<TcpStream>) -> (u16, Vec<(String, String)>) {
    let mut line = String::new();
    stream.read_line(&mut line).await.expect("there is an answer");
    let status = line.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status line");
    let mut headers = Vec::new();
    loop {
        line.clear();
        stream.read_line(&mut line).await.expect("the head ends");
        let Some((name, value)) = line.trim_end().split_once(':') else { return (status, headers) };
        headers.push((name.to_lowercase(), value.trim().to_owned()));
    }
}

/// One server-sent event.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Sent {
    pub(crate) event: String,
    pub(crate) id: String,
    pub(crate) data: String,
}

impl Sent {
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.data).unwrap_or_else(|error| panic!("{error} in {:?}", self.data))
    }
}

/// An event stream being read.
pub(crate) struct EventStream {
    lines: BufReader<TcpStream>,
}

impl EventStream {
    pub(crate) async fn open(server: SocketAddr, path: &str) -> EventStream {
        EventStream::open_with(server, path, &[]).await
    }

    pub(crate) async fn open_with(server: SocketAddr, path: &str, headers: &[(&str, &str)]) -> EventStream {
        let mut stream = open(server, "GET", path, headers, b"").await;
        let (status, headers) = head(&mut stream).await;
        assert_eq!(status, 200);
        assert!(headers.contains(&("content-type".to_owned(), "text/event-stream".to_owned())), "{headers:?}");
        EventStream { lines: stream }
    }

    /// The next event; `None` when the stream has ended.
    pub(crate) async fn next(&mut self) -> Option<Sent> {
        let mut sent = Sent::default();
        loop {
            let mut line = String::new();
            if self.lines.read_line(&mut line).await.ok()? == 0 {
                return None;
            }
            match line.trim_end().split_once(": ") {
                Some(("event", value)) => sent.event = value.to_owned(),
                Some(("id", value)) => sent.id = value.to_owned(),
                Some(("data", value)) => sent.data = value.to_owned(),
                // Lengths of chunks, comments and `retry` are passed over; an empty line ends an event.
                _ if line.trim_end().is_empty() && sent != Sent::default() => return Some(sent),
                _ => {}
            }
        }
    }

    pub(crate) async fn expect(&mut self) -> Sent {
        self.next().await.expect("the stream goes on")
    }

    /// Reads up to the next record of this type and gives it back.
    pub(crate) async fn until(&mut self, kind: &str) -> serde_json::Value {
        loop {
            let sent = self.expect().await;
            if sent.event.is_empty() && sent.json()["type"] == kind {
                return sent.json();
            }
        }
    }
}
