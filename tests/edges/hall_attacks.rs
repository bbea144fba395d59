//! The hall's page on a network with somebody who wants to do harm: he has no account, and many addresses.

use std::{
    net::{Ipv4Addr, SocketAddr},
    sync::Arc,
    time::Duration,
};

use serde_json::json;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
    sync::Semaphore,
    time::{Instant, timeout},
};

use super::hall::Hall;
use crate::common::{
    console::{PASSWORD, Page, Person},
    mqtt::{Kind, TestBroker},
    service::folder,
};

/// The most memory that the hall may ever take here, in kilobytes.
const MOST_KB: u64 = 80_000;

/// A connection from one of this computer's own addresses.
async fn connect(from: Ipv4Addr, at: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.bind(SocketAddr::from((from, 0))).expect("all of 127.0.0.0/8 is this computer");
    socket.connect(at).await.expect("the hall listens")
}

fn sign_in(at: SocketAddr, name: &str, password: &str) -> String {
    let body = json!({ "name": name, "password": password }).to_string();
    let length = body.len();
    format!(
        "POST /api/sign-in HTTP/1.1\r\nHost: {at}\r\nConnection: close\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\n\r\n{body}"
    )
}

/// Sends a request, and gives the answer; empty where there was none.
async fn answer(mut stream: TcpStream, request: &str) -> String {
    let mut text = String::new();
    if stream.write_all(request.as_bytes()).await.is_ok() {
        // Whoever is sent away may find his connection reset.
        let _ = stream.read_to_string(&mut text).await;
    }
    text
}

fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or_default()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wrong_passwords_take_no_memory_and_hold_up_nobody_who_is_known() {
    let broker = TestBroker::start(Kind::Mosquitto).await;
    let state = folder();
    let hall = Hall::start(&state, broker.address(), 0);
    let at = hall.at;
    let _anna = Person::chief(at, "Anna").await;
    // Never so many at once that one is sent away: all of them are worked out.
    let places = Arc::new(Semaphore::new(16));
    let guess = move |number: u16, places: Arc<Semaphore>| async move {
        let _place = places.acquire().await;
        let [high, low] = number.to_be_bytes();
        let stream = connect(Ipv4Addr::new(127, 1, high, low), at).await;
        answer(stream, &sign_in(at, "Anna", "wrong password")).await
    };
    let guesses: Vec<_> = (1..=300).map(|number| tokio::spawn(guess(number, Arc::clone(&places)))).collect();
    for _ in 0..3 {
        let began = Instant::now();
        let answer = answer(connect(Ipv4Addr::LOCALHOST, at).await, &sign_in(at, "Anna", PASSWORD)).await;
        assert_eq!(status(&answer), "204", "{answer}");
        assert!(began.elapsed() < Duration::from_secs(3), "{:?}", began.elapsed());
    }
    for guess in guesses {
        assert_eq!(status(&guess.await.expect("it ends")), "401");
    }
    for key in ["VmRSS:", "VmHWM:"] {
        let taken = hall.program.kilobytes(key);
        assert!(taken < MOST_KB, "{key} {taken} kB");
    }

    // More at once than may wait: the rest is told so at once, and to come again.
    let places = Arc::new(Semaphore::new(90));
    let guesses: Vec<_> = (1..=90).map(|number| tokio::spawn(guess(1_000 + number, Arc::clone(&places)))).collect();
    let mut sent_away = 0;
    for guess in guesses {
        let answer = guess.await.expect("it ends");
        match status(&answer) {
            "401" => {}
            "503" => {
                assert!(answer.to_lowercase().contains("\r\nretry-after: ") && answer.contains("\"retry_s\":"));
                sent_away += 1;
            }
            other => panic!("{other}: {answer}"),
        }
    }
    assert!(sent_away >= 20, "{sent_away} were sent away");
    // And all of it is given back.
    tokio::time::sleep(Duration::from_secs(4)).await;
    let taken = hall.program.kilobytes("VmRSS:");
    assert!(taken < 45_000, "{taken} kB");
}

/// Connections that send this much of a request, and then nothing.
async fn hold(from: impl Fn(u16) -> Ipv4Addr, at: SocketAddr, count: u16, sends: &str) -> Vec<TcpStream> {
    let mut all = Vec::new();
    for number in 0..count {
        let mut stream = connect(from(number), at).await;
        // It may have been sent away already.
        let _ = stream.write_all(sends.as_bytes()).await;
        all.push(stream);
    }
    all
}

fn many(number: u16) -> Ipv4Addr {
    let [high, low] = number.to_be_bytes();
    Ipv4Addr::new(127, 2, high, low)
}

fn me(at: SocketAddr, cookie: &str) -> String {
    format!("GET /api/me HTTP/1.1\r\nHost: {at}\r\nConnection: close\r\nCookie: {cookie}\r\n\r\n")
}

/// Somebody is served, and within a second.
async fn is_served(from: Ipv4Addr, at: SocketAddr, cookie: &str, expected: &str) {
    let ask = async { answer(connect(from, at).await, &me(at, cookie)).await };
    let answer = timeout(Duration::from_secs(1), ask).await.unwrap_or_else(|_| panic!("{from} is locked out"));
    assert_eq!(status(&answer), expected, "{from}: {answer:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connections_that_ask_nothing_lock_nobody_out() {
    let broker = TestBroker::start(Kind::Mosquitto).await;
    let state = folder();
    let hall = Hall::start(&state, broker.address(), 0);
    let at = hall.at;
    let anna = Person::chief(at, "Anna").await;
    let mut page = anna.page(&[]).await;
    page.until("the first change", |page| page.frames > 0).await;
    let (here, bad, other) = (Ipv4Addr::LOCALHOST, Ipv4Addr::new(127, 0, 0, 66), Ipv4Addr::new(127, 0, 0, 7));

    // Half a head, from one address and from many.
    let from_one = hold(|_| bad, at, 320, "GET / HT").await;
    for (from, cookie, expected) in [(other, "", "401"), (bad, "", "401"), (here, &*anna.cookie, "200")] {
        is_served(from, at, cookie, expected).await;
    }
    let mut from_many = hold(many, at, 320, "GET / HT").await;
    for (from, cookie, expected) in [(other, "", "401"), (bad, "", "401"), (here, &*anna.cookie, "200")] {
        is_served(from, at, cookie, expected).await;
    }
    // None of them stays for long.
    let last = from_many.pop().expect("many");
    let began = Instant::now();
    answer(last, "").await;
    assert!(began.elapsed() < Duration::from_secs(8), "{:?}", began.elapsed());
    drop((from_one, from_many));

    // A whole head and no body is no request: it only holds a place.
    let head = format!(
        "POST /api/sign-in HTTP/1.1\r\nHost: {at}\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{{"
    );
    let mut slow = hold(many, at, 200, &head).await;
    tokio::time::sleep(Duration::from_millis(500)).await;
    for (from, cookie, expected) in [(other, "", "401"), (bad, "", "401"), (here, &*anna.cookie, "200")] {
        is_served(from, at, cookie, expected).await;
    }
    let began = Instant::now();
    let answer = answer(slow.pop().expect("many"), "").await;
    assert_eq!(status(&answer), "408", "{answer}");
    assert!(began.elapsed() < Duration::from_secs(15), "{:?}", began.elapsed());
    drop(slow);

    // The page that was open all the time goes on.
    let name = json!({ "do": "add", "name": "Bruno", "role": "arbiter", "password": PASSWORD });
    assert_eq!(anna.post("/api/people", &name).await.status, 200);
    assert_eq!(page.request(json!({ "request": "unshelve", "case": "none" })).await["refused"], "no-such-case");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_head_is_short_names_its_host_and_a_session_has_so_many_pages() {
    let broker = TestBroker::start(Kind::Mosquitto).await;
    let state = folder();
    let hall = Hall::start(&state, broker.address(), 0);
    let at = hall.at;
    let anna = Person::chief(at, "Anna").await;
    let ask = |head: String| async move { answer(connect(Ipv4Addr::LOCALHOST, at).await, &head).await };
    for (host, expected) in [("", "400"), ("Host: a\r\nHost: b\r\n", "400"), ("Host: hall\r\n", "200")] {
        let answer = ask(format!("GET / HTTP/1.1\r\n{host}Connection: close\r\n\r\n")).await;
        assert_eq!(status(&answer), expected, "{host:?}");
    }
    let long = |length: usize| {
        format!("GET / HTTP/1.1\r\nHost: hall\r\nX-Long: {}\r\nConnection: close\r\n\r\n", "x".repeat(length))
    };
    assert_eq!(status(&ask(long(15_000)).await), "200");
    assert_eq!(status(&ask(long(17_000)).await), "431");

    let mut pages = Vec::new();
    let mut refused = 0;
    for _ in 0..40 {
        match Page::open(at, anna.knock()).await {
            Ok(page) => pages.push(page),
            Err(_) => refused += 1,
        }
    }
    assert_eq!((pages.len(), refused), (16, 24));
    pages.truncate(3);
    let began = Instant::now();
    while Page::open(at, anna.knock()).await.is_err() {
        assert!(began.elapsed() < Duration::from_secs(5), "places of pages that are closed are free again");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    // A program shows its key in whatever letters.
    let key = anna.post("/api/people", &json!({ "do": "key", "name": "Anna" })).await.json()["key"].clone();
    let key = key.as_str().expect("a key");
    let answer =
        ask(format!("GET /api/me HTTP/1.1\r\nHost: hall\r\nConnection: close\r\nAuthorization: bearer {key}\r\n\r\n"))
            .await;
    assert_eq!(status(&answer), "200", "{answer}");
}
