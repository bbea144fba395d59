//! The page under siege, by visitors without an account who have many addresses.

use std::{
    io::{self, Read, Write},
    net::{Ipv4Addr, SocketAddr, TcpStream},
    sync::LazyLock,
    thread::sleep,
    time::{Duration, Instant},
};

use tokio::{net::TcpSocket, runtime::Runtime};

use super::{all_along, field, raise_handles, turn};

/// One of this computer's own addresses: a network full of visitors.
fn address(number: u64) -> Ipv4Addr {
    let [.., a, b, c] = (number % 0x00fe_ffff + 0x01_0001).to_be_bytes();
    Ipv4Addr::new(127, a, b, c)
}

/// A connection from that address.
fn visitor(number: u64, at: SocketAddr) -> io::Result<TcpStream> {
    // The standard library binds no socket before it connects.
    static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| Runtime::new().expect("a runtime"));
    let stream = RUNTIME.block_on(async {
        let socket = TcpSocket::new_v4()?;
        socket.bind(SocketAddr::from((address(number), 0)))?;
        socket.connect(at).await?.into_std()
    })?;
    stream.set_nonblocking(false)?;
    stream.set_read_timeout(Some(Duration::from_secs(5)))?;
    stream.set_write_timeout(Some(Duration::from_secs(5)))?;
    Ok(stream)
}

/// Asks, and reads what is answered, some of it.
fn ask(number: u64, at: SocketAddr, request: &str) -> io::Result<usize> {
    let mut stream = visitor(number, at)?;
    stream.write_all(request.as_bytes())?;
    let mut answer = Vec::new();
    stream.take(1_000_000).read_to_end(&mut answer)
}

#[test]
fn visitors_that_say_nothing() {
    let _turn = turn();
    raise_handles();
    field().attacked("visitors that say nothing", |field, size| {
        let mut held = Vec::new();
        let until = Instant::now() + size.lasts;
        for number in 0..500 * size.times as u64 {
            // Some begin to.
            if let Ok(mut stream) = visitor(number, field.page) {
                if number % 2 == 0 {
                    let _ = stream.write_all(b"GET / HTTP/1.1\r\nHost: touchmove\r\nX: ");
                }
                held.push(stream);
            }
        }
        sleep(until.saturating_duration_since(Instant::now()));
    });
}

#[test]
fn visitors_that_ask_for_everything() {
    let _turn = turn();
    field().attacked("visitors that ask for everything", |field, size| {
        let long = "x".repeat(100_000);
        all_along(size, |number, _| {
            let paths =
                ["/", "/console/main.js", "/broadcast/games.pgn", "/broadcast/screen.json", "/api/me", "/metrics"];
            let path = paths[number as usize % paths.len()];
            let request = match number % 4 {
                0 => format!("GET {path} HTTP/1.1\r\nHost: {}\r\nX: {long}\r\n\r\n", field.page),
                1 => format!("POST {path} HTTP/1.1\r\nHost: {}\r\nContent-Length: 999999999\r\n\r\n{long}", field.page),
                _ => format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", field.page),
            };
            // Whoever is sent away has nothing to read.
            let _ = ask(number, field.page, &request);
        });
    });
}

#[test]
fn visitors_that_guess_passwords() {
    let _turn = turn();
    field().attacked("visitors that guess passwords", |field, size| {
        all_along(size, |number, _| {
            let body = format!("{{\"name\":\"Anna{}\",\"password\":\"wrong password\"}}", number % 7);
            let request = format!(
                "POST /api/sign-in HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Type: application/json\r\n\
                 Content-Length: {}\r\n\r\n{body}",
                field.page,
                body.len()
            );
            let _ = ask(number, field.page, &request);
        });
    });
}

#[test]
fn visitors_that_read_nothing() {
    let _turn = turn();
    field().attacked("visitors that read nothing", |field, size| {
        let mut held = Vec::new();
        let until = Instant::now() + size.lasts;
        let request = format!("GET /broadcast/games.pgn HTTP/1.1\r\nHost: {}\r\n\r\n", field.page).repeat(200);
        for number in 0.. {
            if Instant::now() > until {
                break;
            }
            if let Ok(mut stream) = visitor(number, field.page) {
                let _ = stream.set_nonblocking(true);
                let _ = stream.write(request.as_bytes());
                held.push(stream);
            }
            if held.len() > 500 {
                held.remove(0);
            }
            sleep(Duration::from_millis(2));
        }
    });
}
