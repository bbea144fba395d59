//! Commands on their way to the table, and the answers that no table gives.

use tokio::time::Instant;
use tracing::{debug, warn};

use super::Task;
use crate::{
    daemon::table::{
        commit::{Asker, CommitBatch},
        rate_limit,
    },
    game::command::GivenCommand,
    publish::mqtt,
    table::Input,
};

impl Task {
    pub(super) fn delivered(&mut self, command: mqtt::Command) {
        let mqtt::Command { given, response_to, arrival } = command;
        let given = match given {
            Ok(given) => given,
            Err(reason) => {
                self.asker = Some(Asker::Mqtt { response_to, arrival });
                return self.refuse(None, &reason);
            }
        };
        let now_ms = jiff::Timestamp::now().as_millisecond();
        let given = match &arrival {
            Some(arrival) => self.redelivery.named(given, arrival, now_ms),
            None => given,
        };
        self.command(&given, Asker::Mqtt { response_to, arrival });
    }

    pub(super) fn command(&mut self, given: &GivenCommand, asker: Asker) {
        debug!(command = given.json(), "A command.");
        self.metrics.commands.add(1);
        self.asker = Some(asker);
        if !self.rate_limit.take(Instant::now()) {
            return self.drop_command(given);
        }
        if self.table.is_some() {
            self.feed(self.clock.now(), Input::Command(given));
        } else {
            self.refuse(given.id(), "no board has been found at this table yet");
        }
        // A table answers every command; one that failed over it does not.
        if self.asker.is_some() {
            self.refuse(given.id(), "the table failed over this command");
        }
    }

    /// Too many commands have come. Who waits for an answer is told; a flood over MQTT must not fill the outbox with
    /// answers.
    pub(super) fn drop_command(&mut self, given: &GivenCommand) {
        self.metrics.commands_dropped.add(1);
        let count = self.metrics.commands_dropped.now();
        // The first, the second, the fourth ...
        if count.is_power_of_two() {
            let (at_once, a_second) = rate_limit::COMMANDS;
            warn!(count, at_once, a_second, "Too many commands: some are not looked at.");
        }
        match self.asker.take() {
            Some(Asker::Web(reply)) => drop(reply.send(refusal(given.id(), "too many commands, try again"))),
            Some(Asker::Mqtt { arrival: Some(arrival), .. }) => {
                let mut following = CommitBatch::new();
                following.forget(arrival);
                self.output.keep(following, None);
            }
            Some(Asker::Mqtt { arrival: None, .. }) | None => {}
        }
    }

    /// Answers a command that no table has answered.
    pub(super) fn refuse(&mut self, id: Option<&str>, error: &str) {
        let mut following = CommitBatch::new();
        following.refusal(refusal(id, error), self.asker.take());
        self.output.keep(following, None);
    }
}

/// The reply to a command that no table has seen.
fn refusal(id: Option<&str>, error: &str) -> String {
    serde_json::json!({ "id": id, "ok": false, "error": error }).to_string()
}
