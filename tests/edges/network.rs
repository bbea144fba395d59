//! What other computers may do: nothing without name and password or key, and no more than is theirs with them.
//!
//! This computer's own address in its network stands for the other computers.

use std::{
    fs,
    net::{IpAddr, SocketAddr, UdpSocket},
    os::unix::fs::PermissionsExt,
    path::Path,
    time::Duration,
};

use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

use crate::common::{
    console::{PASSWORD, Person},
    http::{self, EventStream},
    missing::skipped,
    programs::{Output, Program, free_port, touchmove},
};

/// An address of this computer that is no loopback one; `None`, with a word, where it has none.
fn own_address() -> Option<IpAddr> {
    // Nothing is sent: only the way there is looked up.
    let socket = UdpSocket::bind("0.0.0.0:0").ok()?;
    let address = socket.connect("192.0.2.1:9").and_then(|()| socket.local_addr()).map(|address| address.ip());
    match address {
        Ok(address) if !address.is_loopback() => Some(address),
        Ok(_) | Err(_) => {
            skipped("this computer has no address but its own loopback");
            None
        }
    }
}

fn secret(folder: &TempDir, name: &str, text: &str) -> String {
    let path = folder.path().join(name);
    fs::write(&path, text).expect("written");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).expect("set");
    path.display().to_string()
}

fn service(folder: &TempDir, config: &str) -> Program {
    let path = folder.path().join("touchmove.toml");
    let text = format!("state_dir = \"{}\"\n{config}", folder.path().display());
    fs::write(&path, text).expect("written");
    let mut command = touchmove(["run", "--log-format", "json", "--config"]);
    command.arg(&path);
    Program::start(command, Output::Err)
}

fn port(service: &mut Program, words: &str) -> u16 {
    let line = service.until(words, |line| line.contains(words));
    let line: Value = serde_json::from_str(&line).expect("a JSON object a line");
    let address: SocketAddr = line["address"].as_str().expect("an address").parse().expect("an address");
    address.port()
}

#[tokio::test]
async fn the_page_wants_an_account_of_other_computers_and_nothing_of_this_one() {
    let Some(own) = own_address() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let config = "broker.listen = \"127.0.0.1:0\"\n[web]\nlisten = \"0.0.0.0:0\"\n[[table]]\nname = \"1\"\n";
    let mut service = service(&folder, config);
    let port = port(&mut service, "The page is served.");
    let (near, far) = (SocketAddr::from(([127, 0, 0, 1], port)), SocketAddr::from((own, port)));

    assert_eq!(http::get(near, "/tables").await.status, 200);
    let json = ("Content-Type", "application/json");
    let make = json!({ "name": "Anna", "password": PASSWORD }).to_string();
    assert_eq!(http::post(far, "/api/setup", &[json], &make).await.status, 403, "only here, or by the printed link");
    let anna = Person::chief(near, "Anna").await;
    let key = async |name: &str| {
        let made = anna.post("/api/people", &json!({ "do": "key", "name": name })).await;
        format!("Bearer {}", made.json()["key"].as_str().expect("a key"))
    };
    anna.add("Screen", json!({ "role": "display" })).await;
    let (bearer, screen) = (key("Anna").await, key("Screen").await);
    let cookie = Person::sign_in(far, "Anna").await.cookie;
    let origin = format!("http://{far}");
    assert_eq!(http::get(far, "/table/1").await.status, 303, "the console asks who comes");
    for path in ["/tables", "/table/1/events", "/table/1/game", "/metrics"] {
        assert_eq!(http::get(far, path).await.status, 401, "{path}");
        let display = http::ask(far, "GET", path, &[("Authorization", &screen)], "").await;
        assert_eq!(display.status, 403, "{path}");
    }
    assert_eq!((http::get(far, "/").await.status, http::get(far, "/nothing").await.status), (200, 404));
    let mixed = format!("other=1; {cookie}");
    for headers in [[("Authorization", bearer.as_str())], [("Cookie", mixed.as_str())]] {
        assert_eq!(http::ask(far, "GET", "/tables", &headers, "").await.status, 200, "{headers:?}");
    }
    for wrong in ["Bearer 0123456789abcdef", "Bearer ", "Basic dG9rZW4=", &bearer["Bearer ".len()..]] {
        assert_eq!(http::ask(far, "GET", "/tables", &[("Authorization", wrong)], "").await.status, 401, "{wrong}");
    }

    let command = r#"{"id":"1","command":"resync","by":"Eve"}"#;
    let commands = "/table/1/command";
    assert_eq!(http::post(far, commands, &[json], command).await.status, 401);
    assert_eq!(http::post(far, commands, &[json, ("Authorization", &screen)], command).await.status, 403);
    assert_eq!(http::post(far, commands, &[json, ("Authorization", &bearer)], command).await.status, 200);
    let own_page = [json, ("Cookie", cookie.as_str()), ("Origin", origin.as_str())];
    assert_eq!(http::post(far, commands, &own_page, command).await.status, 200);
    let other_page = [json, ("Cookie", cookie.as_str()), ("Origin", "http://evil.example")];
    assert_eq!(http::post(far, commands, &other_page, command).await.status, 403);
    // Who comes through a proxy is somebody else, though the proxy is here.
    let proxied = [("X-Forwarded-For", "203.0.113.7")];
    assert_eq!(http::ask(near, "GET", "/tables", &proxied, "").await.status, 401);

    service.signal("TERM");
    assert_eq!(service.ended().code(), Some(0));
    let log = service.seen.join("\n");
    assert!(log.contains("passwords cross the network as they are"), "{log}");
    for secret in [PASSWORD, &bearer["Bearer ".len()..]] {
        assert!(!log.contains(secret), "{log}");
    }
}

#[test]
fn the_broker_inside_cannot_be_opened_to_other_computers() {
    let folder = tempfile::tempdir().expect("a folder");
    let check = |text: &str| {
        let path = folder.path().join("c.toml");
        fs::write(&path, text).expect("written");
        let output = touchmove(["config", "check"]).arg(path).output().expect("it runs");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    for (text, needs) in [
        ("\nweb.token_file = \"/etc/token\"", "line 2: web.token_file is no more; who may see what, accounts say"),
        ("[broker]\nlisten = \"[::]:1883\"", "line 2: broker.listen is \"[::]:1883\"; expected an address of this"),
        ("[broker]\n\nusers_file = \"/etc/users\"", "line 3: broker.users_file is no more; the broker inside is for"),
        ("broker.open = true", "line 1: broker.open is no more; the broker inside is for this computer only"),
    ] {
        let (status, said) = check(text);
        assert_eq!(status, Some(2), "{text}");
        assert!(said.contains(needs), "{said}");
        assert!(said.contains("token") || said.contains("run mosquitto"), "{said}");
    }
    for text in [
        "web.listen = \"[::1]:8080\"\nbroker.listen = \"127.8.0.1:1883\"",
        "broker.listen = \"[::1]:1883\"",
        "[web]\nlisten = \"0.0.0.0:8080\"",
    ] {
        assert_eq!(check(text), (Some(0), String::new()), "{text}");
    }
}

#[test]
fn secrets_that_everybody_can_read_stop_the_start() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    secret(&folder, "short", "sesame\n");
    secret(&folder, "open", "open sesame\n");
    fs::set_permissions(Path::new(&path("open")), fs::Permissions::from_mode(0o644)).expect("set");
    let broker = free_port();
    for (config, expected) in [
        (format!("web.cert_file = \"{0}\"\nweb.key_file = \"{0}\"", path("none")), "web.cert_file"),
        (format!("web.cert_file = \"{0}\"\nweb.key_file = \"{0}\"", path("short")), "no certificate found"),
        (
            format!(
                "[mqtt]\nurl = \"mqtt://127.0.0.1:{broker}\"\nusername = \"a\"\npassword_file = \"{}\"",
                path("open")
            ),
            "password_file",
        ),
    ] {
        let listen = "web.listen = \"127.0.0.1:0\"\nbroker.listen = \"127.0.0.1:0\"\n";
        let mut service = service(&folder, &format!("{listen}{config}\n"));
        assert_eq!(service.ended().code(), Some(2), "{config}");
        let said = service.seen.join("\n");
        assert!(said.contains(expected) && !said.contains("sesame"), "{config}: {said}");
    }
}

/// Who has signed out is told nothing more, by a stream that he has opened before either.
#[tokio::test]
async fn an_event_stream_ends_with_the_session_by_which_it_was_opened() {
    let folder = tempfile::tempdir().expect("a folder");
    let config = "broker.listen = \"127.0.0.1:0\"\n[web]\nlisten = \"127.0.0.1:0\"\n[[table]]\nname = \"1\"\n";
    let mut service = service(&folder, config);
    let near = SocketAddr::from(([127, 0, 0, 1], port(&mut service, "The page is served.")));
    Person::chief(near, "Anna").await;
    let (stays, goes) = (Person::sign_in(near, "Anna").await, Person::sign_in(near, "Anna").await);
    let stream = async |person: &Person| {
        let headers = [("X-Forwarded-For", "203.0.113.7"), ("Cookie", person.cookie.as_str())];
        EventStream::open_with(near, "/table/1/events", &headers).await
    };
    let (mut staying, mut going) = (stream(&stays).await, stream(&goes).await);
    assert_eq!(goes.post("/api/sign-out", &json!({})).await.status, 204);
    let to_its_end = async { while going.next().await.is_some() {} };
    tokio::time::timeout(Duration::from_secs(40), to_its_end).await.expect("the stream ends");
    let to_its_end = async { while staying.next().await.is_some() {} };
    assert!(tokio::time::timeout(Duration::from_secs(15), to_its_end).await.is_err(), "the other's goes on");
    drop(service);
}

/// The spectators of a hall have one address.
#[tokio::test]
async fn a_crowd_behind_one_address_is_served_where_nobody_else_comes() {
    let Some(own) = own_address() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let config = "broker.listen = \"127.0.0.1:0\"\n[web]\nlisten = \"0.0.0.0:0\"\n[[table]]\nname = \"1\"\n";
    let mut service = service(&folder, config);
    let far = SocketAddr::from((own, port(&mut service, "The page is served.")));
    let mut crowd = Vec::new();
    for _ in 0..100 {
        crowd.push(TcpStream::connect(far).await.expect("a connection"));
    }
    let ask = format!("GET / HTTP/1.1\r\nHost: {far}\r\nConnection: close\r\n\r\n");
    for stream in &mut crowd {
        stream.write_all(ask.as_bytes()).await.expect("his place is his");
    }
    for (stream, number) in crowd.iter_mut().zip(0..) {
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.expect("all of it");
        assert!(answer.starts_with(b"HTTP/1.1 200 "), "the {number}th");
    }
    // Beside as many who say nothing, another address is served, and so is one more of theirs.
    let mut silent = Vec::new();
    for _ in 0..300 {
        silent.push(TcpStream::connect(far).await.expect("a connection"));
    }
    let near = SocketAddr::from(([127, 0, 0, 1], far.port()));
    assert_eq!(http::get(near, "/tables").await.status, 200);
    assert_eq!(http::get(far, "/").await.status, 200);
    service.signal("TERM");
    assert_eq!(service.ended().code(), Some(0));
}
