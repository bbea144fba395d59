//! Commands without an id: each is given one, so that one that the broker delivers again is not done again.
//!
//! A broker delivers again what it was not told to forget: after a cut, or after a kill. It says so, and the packet id is
//! the same (MQTT 5, 4.4). Ids given are remembered with the answers, across restarts.

use std::{
    collections::VecDeque,
    hash::{DefaultHasher, Hash, Hasher},
};

use crate::{game::command::GivenCommand, publish::mqtt::Arrival, table::check_command};

/// Most redelivery remembered; a broker sends no more without being told what became of them.
const REMEMBERED: usize = 64;

/// How ids begin that are given here.
const GIVEN: &str = "mqtt";

/// The latest commands without an id.
#[derive(Debug, Default)]
pub(crate) struct Redelivery {
    session: Option<u64>,
    /// Packet id, what was in it, and the id given.
    latest: VecDeque<(u16, u64, String)>,
}

impl Redelivery {
    /// Those of an earlier run, by the ids of commands answered, oldest first.
    pub(crate) fn recall<'a>(ids: impl IntoIterator<Item = &'a str>) -> Redelivery {
        let mut redelivery = Redelivery { session: Some(0), ..Redelivery::default() };
        for id in ids {
            if let Some((packet, content)) = read(id) {
                redelivery.remember(packet, content, id.to_owned());
            }
        }
        redelivery
    }

    /// A command with its id; `now_ms` is any time, so that no id is given twice. What is no command is left as it is.
    pub(crate) fn named(&mut self, given: GivenCommand, arrival: &Arrival, now_ms: i64) -> GivenCommand {
        if self.session.replace(arrival.session).is_some_and(|session| session != arrival.session) {
            // Packet ids begin anew.
            self.latest.clear();
        }
        if given.has_id() || check_command(&given).is_err() {
            return given;
        }
        let content = content(&given);
        let same = self.latest.iter().rfind(|(packet, ..)| *packet == arrival.packet);
        let id = match same {
            Some((_, known, id)) if arrival.repeated && *known == content => id.clone(),
            Some(_) | None => {
                let id = format!("{GIVEN}-{}-{content:016x}-{now_ms}", arrival.packet);
                self.remember(arrival.packet, content, id.clone());
                id
            }
        };
        given.with_id(id)
    }

    fn remember(&mut self, packet: u16, content: u64, id: String) {
        if self.latest.len() >= REMEMBERED {
            self.latest.pop_front();
        }
        self.latest.push_back((packet, content, id));
    }
}

/// Tells commands apart. Another version of this program may count otherwise: then one would be done again that an update
/// of the program has cut off.
fn content(given: &GivenCommand) -> u64 {
    let mut hasher = DefaultHasher::new();
    given.json().hash(&mut hasher);
    hasher.finish()
}

fn read(id: &str) -> Option<(u16, u64)> {
    let mut parts = id.split('-');
    let (given, packet, content) = (parts.next()?, parts.next()?, parts.next()?);
    if given != GIVEN {
        return None;
    }
    Some((packet.parse().ok()?, u64::from_str_radix(content, 16).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::command::MAX_COMMAND_BYTES;

    fn arrives(packet: u16, repeated: bool, session: u64) -> Arrival {
        let mut arrival = Arrival::new(packet, session);
        arrival.repeated = repeated;
        arrival
    }

    /// The id of a command that came so.
    fn id_of(redelivery: &mut Redelivery, text: &str, arrival: &Arrival, now_ms: i64) -> String {
        let named = redelivery.named(GivenCommand::read(text), arrival, now_ms);
        named.id().expect("an id").to_owned()
    }

    #[test]
    fn a_command_delivered_again_has_the_id_that_it_had_and_another_has_its_own() {
        let mut redelivery = Redelivery::default();
        let suspend = r#"{"command":"suspend"}"#;
        let first = id_of(&mut redelivery, suspend, &arrives(3, false, 1), 10);
        assert_eq!(id_of(&mut redelivery, suspend, &arrives(3, true, 1), 20), first);
        let again = id_of(&mut redelivery, suspend, &arrives(3, false, 1), 30);
        assert_ne!(again, first, "the packet id was free again");
        assert_eq!(id_of(&mut redelivery, suspend, &arrives(3, true, 1), 40), again);
        assert_ne!(id_of(&mut redelivery, suspend, &arrives(4, true, 1), 50), again, "it was cut off the first time");
        assert_ne!(id_of(&mut redelivery, r#"{"command":"resume"}"#, &arrives(3, true, 1), 60), again);
        assert_ne!(id_of(&mut redelivery, suspend, &arrives(4, true, 2), 70), again, "another session");
    }

    #[test]
    fn ids_given_are_found_again_by_the_next_run() {
        let suspend = r#"{"command":"suspend"}"#;
        let first = id_of(&mut Redelivery::default(), suspend, &arrives(3, false, 1), 10);
        let recalled = || Redelivery::recall(["7", "mqtt-x-y", first.as_str()]);
        assert_eq!(id_of(&mut recalled(), suspend, &arrives(3, true, 0), 20), first);
        assert_ne!(id_of(&mut recalled(), suspend, &arrives(3, true, 1), 20), first, "the broker has forgotten all");
    }

    #[test]
    fn what_has_an_id_or_is_no_command_is_left_as_it_is() {
        let mut redelivery = Redelivery::default();
        let long = format!(r#"{{"command":"{}"}}"#, "x".repeat(MAX_COMMAND_BYTES));
        let doubled = r#"{"command":"identify","command":"suspend"}"#;
        let hidden = r#"{"$serde_json::private::RawValue":"{\"command\":\"suspend\"}"}"#;
        let named = r#"{"id":"7","command":"suspend"}"#;
        for text in
            [named, r#"{"id":7}"#, r#"{"id":null,"command":"suspend"}"#, "{", "{}", "[1]", &long, doubled, hidden]
        {
            let given = GivenCommand::read(text);
            assert_eq!(redelivery.named(given.clone(), &arrives(1, false, 1), 10), given);
        }
        assert!(redelivery.latest.is_empty());
    }
}
