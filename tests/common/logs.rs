//! The logs that a table gives out, game by game, and whether they alone give the same records again.

use serde_json::Value;
use touchmove::{
    game::record::Record,
    table::{Output, Replay, event_line, header_object},
};

/// What a table gave out for its journal.
#[derive(Debug, Default)]
pub(crate) struct Logs {
    logs: Vec<Log>,
}

#[derive(Debug, Default)]
struct Log {
    text: String,
    /// When anything last was said.
    last: u64,
    journaled: Vec<Value>,
}

impl Logs {
    pub(crate) fn hear(&mut self, output: &Output) {
        if let Output::Begun(header) = output {
            self.logs.push(Log { text: header_object(header).to_string() + "\n", ..Log::default() });
        }
        let Some(log) = self.logs.last_mut() else { return };
        match output {
            Output::Seen(at, happening) => {
                log.text += &event_line(*at, happening);
                log.text.push('\n');
                log.last = log.last.max(at.0);
            }
            Output::Record(record) if record.body.is_journaled() => {
                log.last = log.last.max(record.t_ms.0);
                log.journaled.push(value(record));
            }
            _ => {}
        }
    }

    /// Replays every log: each must give the records that the table gave.
    pub(crate) fn check(&self, context: &str) {
        assert!(!self.logs.is_empty(), "{context}: no log has begun");
        for log in &self.logs {
            let mut again = Vec::new();
            let text = format!("{}{{\"t_ms\":{},\"ev\":\"time\"}}\n", log.text, log.last);
            let replayed = Replay::default().run(text.as_bytes(), &mut |record| {
                if record.body.is_journaled() {
                    again.push(value(record));
                }
                Ok(())
            });
            replayed.unwrap_or_else(|error| panic!("{context}: {error}\n{text}"));
            let differs = log.journaled.iter().zip(&again).position(|(said, again)| said != again);
            if let Some(index) = differs {
                panic!("{context}: said {}\nreplayed {}\n{text}", log.journaled[index], again[index]);
            }
            // A log that does not come out of a journal is also concluded at its end.
            let more = if log.text.contains("\"begin\"") { 0 } else { again.len().saturating_sub(log.journaled.len()) };
            assert_eq!(again.len(), log.journaled.len() + more, "{context}: the log gives other records\n{text}");
        }
    }

    /// How many games have begun, the time before the first not counted.
    pub(crate) fn games(&self) -> usize {
        self.logs.len() - 1
    }

    /// Every journaled record, in order.
    pub(crate) fn journaled(&self) -> impl Iterator<Item = &Value> {
        self.logs.iter().flat_map(|log| &log.journaled)
    }
}

fn value(record: &Record) -> Value {
    serde_json::to_value(record).expect("a record is JSON")
}
