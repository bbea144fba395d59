//! Headless Chromium, driven by chromedriver over plain HTTP (W3C WebDriver).
//!
//! Without the two programs the tests say so and pass, unless `TOUCHMOVE_TEST_BROWSER=required` is set. Where
//! `TOUCHMOVE_TEST_SCREENSHOTS` names a folder, the pages are photographed into it.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpStream},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Duration,
};

use base64::Engine;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::{http, missing::skipped};

const FLAGS: &[&str] = &[
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
];

/// So often a driver may end at its start.
const MOST_ENDED: usize = 4;

/// What has come of starting a driver.
enum Driver {
    Ended,
    Listens(Child, u16),
    /// There is none, and none is required.
    None,
}

impl Driver {
    fn start(profile: &Path) -> Driver {
        let driver = Command::new("chromedriver")
            .arg("--port=0")
            // What the browser leaves lying about goes with the profile.
            .env("TMPDIR", profile)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let mut driver = match driver {
            Ok(driver) => driver,
            Err(error) if std::env::var("TOUCHMOVE_TEST_BROWSER").is_ok_and(|set| set == "required") => {
                panic!("chromedriver: {error}")
            }
            Err(error) => {
                skipped(format_args!("there is no chromedriver: {error}"));
                return Driver::None;
            }
        };
        let mut said = BufReader::new(driver.stdout.take().expect("its output is piped"));
        let mut line = String::new();
        loop {
            line.clear();
            if said.read_line(&mut line).expect("chromedriver speaks") == 0 {
                driver.wait().expect("it has ended");
                return Driver::Ended;
            }
            if let Some((_, port)) = line.split_once("started successfully on port ") {
                let port = port.trim().trim_end_matches('.').parse().expect("a port");
                // Read on, so that it never waits for us.
                std::thread::spawn(move || said.read_to_end(&mut Vec::new()));
                return Driver::Listens(driver, port);
            }
        }
    }
}

/// A browser with one window. Its processes and files are gone when it is dropped.
pub(crate) struct Browser {
    driver: Child,
    at: SocketAddr,
    session: String,
    _profile: TempDir,
}

impl Browser {
    /// `None`, and a note, where there is no browser and none is required.
    pub(crate) async fn start() -> Option<Browser> {
        let profile = tempfile::tempdir().expect("a folder for the profile");
        let mut ended = 0;
        let (driver, port) = loop {
            match Driver::start(profile.path()) {
                Driver::Listens(driver, port) => break (driver, port),
                // The port that it chose was taken by another one first.
                Driver::Ended if ended < MOST_ENDED => ended += 1,
                Driver::Ended => panic!("chromedriver ended, {ended} times before"),
                Driver::None => return None,
            }
        };

        let mut flags: Vec<String> = FLAGS.iter().map(|flag| (*flag).to_owned()).collect();
        flags.push(format!("--user-data-dir={}", profile.path().display()));
        let at = SocketAddr::from(([127, 0, 0, 1], port));
        let mut browser = Browser { driver, at, session: String::new(), _profile: profile };
        let wanted = json!({"capabilities": {"alwaysMatch": {
            "goog:chromeOptions": {"args": flags},
            "goog:loggingPrefs": {"browser": "ALL"},
            "timeouts": {"script": 20_000},
        }}});
        let made = browser.ask("/session", &wanted).await;
        browser.session = made["sessionId"].as_str().unwrap_or_else(|| panic!("{made}")).to_owned();
        Some(browser)
    }

    /// One WebDriver command; its value, which is an object with `error` when it failed.
    async fn ask(&self, path: &str, body: &Value) -> Value {
        let headers = [("Content-Type", "application/json; charset=utf-8")];
        let answer = http::post(self.at, path, &headers, &body.to_string()).await;
        let value = answer.json()["value"].take();
        assert_eq!(answer.status, 200, "{path} {body}: {value}");
        value
    }

    /// The driver's process, of which the browser's are children.
    pub(crate) fn process(&self) -> u32 {
        self.driver.id()
    }

    pub(crate) async fn command(&self, command: &str, body: Value) -> Value {
        self.ask(&format!("/session/{}/{command}", self.session), &body).await
    }

    pub(crate) async fn open(&self, address: &str) {
        self.command("url", json!({"url": address})).await;
    }

    /// What a script returns.
    pub(crate) async fn run(&self, script: &str) -> Value {
        self.command("execute/sync", json!({"script": script, "args": []})).await
    }

    /// Waits until an expression is true on the page; looks again whenever something changes there. Two frames later
    /// the board, which is drawn by frames, is up to date too.
    pub(crate) async fn wait(&self, expression: &str) {
        let script = format!(
            "const done = arguments[0];
             const frame = requestAnimationFrame;
             const check = () => {{ if ({expression}) {{ watcher.disconnect(); clearInterval(again); frame(() => frame(() => done(true))); }} }};
             const watcher = new MutationObserver(check);
             // What is only drawn anew changes nothing in the document.
             const again = setInterval(check, 50);
             watcher.observe(document, {{subtree: true, childList: true, attributes: true, characterData: true}});
             check();"
        );
        let body = json!({"script": script, "args": []});
        let path = format!("/session/{}/execute/async", self.session);
        let answer = http::post(self.at, &path, &[], &body.to_string()).await;
        if answer.status != 200 {
            let page = self.run("return document.body.innerText").await;
            panic!("{expression} never came true: {}\nThe page: {page}", answer.body);
        }
    }

    pub(crate) async fn text(&self, selector: &str) -> String {
        let script = format!("return document.querySelector({selector:?}).innerText.replace(/\\s+/g, ' ').trim()");
        self.run(&script).await.as_str().expect("text").to_owned()
    }

    pub(crate) async fn look(&self, scheme: &str, width: u32, height: u32) {
        let media = json!({"cmd": "Emulation.setEmulatedMedia",
            "params": {"features": [{"name": "prefers-color-scheme", "value": scheme}]}});
        self.command("goog/cdp/execute", media).await;
        let size = json!({"cmd": "Emulation.setDeviceMetricsOverride",
            "params": {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}});
        self.command("goog/cdp/execute", size).await;
    }

    /// A key goes down and up, by WebDriver's name for it.
    pub(crate) async fn key(&self, key: &str) {
        let down_and_up = json!([{ "type": "keyDown", "value": key }, { "type": "keyUp", "value": key }]);
        let actions = json!({ "actions": [{ "type": "key", "id": "keys", "actions": down_and_up }] });
        self.command("actions", actions).await;
    }

    /// Waits until nothing moves or fades, and what was drawn last is on the screen.
    pub(crate) async fn settle(&self) {
        let script = "const done = arguments[0];
            const frame = () => new Promise(requestAnimationFrame);
            (async () => {
                for (let still = 0; still < 2; still += 1) {
                    await frame();
                    const ends = a => a.effect.getComputedTiming().endTime < Infinity;
                    const moving = document.getAnimations().filter(a => a.playState === 'running' && ends(a));
                    if (moving.length) still = -1;
                    await Promise.allSettled(moving.map(a => a.finished));
                }
            })().then(() => done(true), e => done(String(e)))";
        assert_eq!(self.command("execute/async", json!({"script": script, "args": []})).await, true);
    }

    /// What breaks the rules of accessible pages, by `axe`, the program's text.
    pub(crate) async fn inaccessible(&self, axe: &str) -> Value {
        // The page's policy forbids scripts from elsewhere; the driver's own are none of them.
        self.run(&format!("if (!window.axe) {{ {axe} }}")).await;
        // What still fades in has pale letters.
        self.settle().await;
        let script = "const done = arguments[0];
            axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']})
                .then(r => done(r.violations.map(v => v.id + ': ' + v.nodes.map(n => n.html).slice(0, 3).join(' | '))), e => done([String(e)]))";
        self.command("execute/async", json!({"script": script, "args": []})).await
    }

    /// A PNG of what the window shows. Kept where screenshots are wanted.
    pub(crate) async fn photograph(&self, name: &str) -> Vec<u8> {
        self.settle().await;
        let all = json!({"cmd": "Page.captureScreenshot", "params": {"format": "png", "captureBeyondViewport": true}});
        let shot = self.command("goog/cdp/execute", all).await;
        // For the picture the window was another size, which may have drawn the page anew.
        self.settle().await;
        let png = base64::engine::general_purpose::STANDARD
            .decode(shot["data"].as_str().expect("a picture"))
            .expect("base64");
        if let Some(folder) = std::env::var_os("TOUCHMOVE_TEST_SCREENSHOTS").map(PathBuf::from) {
            std::fs::create_dir_all(&folder).expect("the folder for screenshots");
            std::fs::write(folder.join(format!("{name}.png")), &png).expect("a screenshot is written");
        }
        png
    }

    /// What the window shows, as a small WebP.
    pub(crate) async fn picture(&self) -> Vec<u8> {
        let how = json!({"cmd": "Page.captureScreenshot", "params": {"format": "webp", "quality": 82}});
        let shot = self.command("goog/cdp/execute", how).await;
        let picture = shot["data"].as_str().expect("a picture");
        base64::engine::general_purpose::STANDARD.decode(picture).expect("base64")
    }

    /// Everything the browser complained of, refused requests and broken policies included.
    pub(crate) async fn complaints(&self) -> Value {
        self.command("se/log", json!({"type": "browser"})).await
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Asked to, chromedriver ends its browser; killed at once, it would leave it behind.
        let request = format!(
            "DELETE /session/{} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
            self.session, self.at
        );
        if let Ok(mut stream) = TcpStream::connect(self.at) {
            let _ = stream.set_read_timeout(Some(Duration::from_secs(10)));
            let _ = stream.write_all(request.as_bytes());
            // The first byte of the answer comes when the browser has ended.
            let _ = stream.read(&mut [0]);
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}
