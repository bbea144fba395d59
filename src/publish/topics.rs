//! Topics: `<prefix>/<table>/<leaf>`, and what MQTT must know of each leaf.

use std::fmt;

use crate::game::outbox::Stream;

/// Longest prefix or table name, in bytes of UTF-8.
pub const MAX_NAME_BYTES: usize = 64;

/// Who reads a leaf. A broker's access rules part the channels by the level after the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Channel {
    /// The arbiters only: no alert may reach players or public (12.6, 12.7, 6.12.2).
    Arbiter,
    /// Everybody.
    Public,
    /// Presence: everybody.
    Status,
}

/// How hard MQTT tries to deliver.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Delivery {
    /// QoS 1.
    AtLeastOnce,
    /// QoS 0.
    AtMostOnce,
}

macro_rules! leaves {
    ($($(#[$doc:meta])* $variant:ident => $name:literal, $channel:ident, $delivery:ident, $retained:literal;)*) => {
        /// The last part of a topic.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Leaf {
            $($(#[$doc])* $variant,)*
        }

        impl Leaf {
            /// Every leaf.
            pub const ALL: &'static [Leaf] = &[$(Leaf::$variant,)*];

            /// Its text, with the channel's level.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Leaf::$variant => $name,)* }
            }

            /// Who reads it.
            #[must_use]
            pub fn channel(self) -> Channel {
                match self { $(Leaf::$variant => Channel::$channel,)* }
            }

            /// How hard MQTT tries.
            #[must_use]
            pub fn delivery(self) -> Delivery {
                match self { $(Leaf::$variant => Delivery::$delivery,)* }
            }

            /// Whether the broker keeps the latest for those who come later.
            #[must_use]
            pub fn retained(self) -> bool {
                match self { $(Leaf::$variant => $retained,)* }
            }
        }
    };
}

leaves! {
    /// What the arbiter should know of.
    ArbiterAlert => "arbiter/alert", Arbiter, AtLeastOnce, false;
    /// What the board shows.
    ArbiterBoard => "arbiter/board", Arbiter, AtMostOnce, true;
    /// What the clock shows.
    ArbiterClock => "arbiter/clock", Arbiter, AtMostOnce, true;
    /// Commands, the only leaf that comes in.
    ArbiterCommand => "arbiter/command", Arbiter, AtLeastOnce, false;
    /// What the turn in progress has touched.
    ArbiterDuty => "arbiter/duty", Arbiter, AtMostOnce, true;
    /// The whole state.
    ArbiterGame => "arbiter/game", Arbiter, AtLeastOnce, true;
    /// Moves.
    ArbiterMove => "arbiter/move", Arbiter, AtLeastOnce, false;
    /// Answers to commands.
    ArbiterReply => "arbiter/reply", Arbiter, AtLeastOnce, false;
    /// Lifts and drops.
    ArbiterTouch => "arbiter/touch", Arbiter, AtMostOnce, false;
    /// Accounts of turns.
    ArbiterTurn => "arbiter/turn", Arbiter, AtLeastOnce, false;
    /// What the clock shows, delayed.
    PublicClock => "public/clock", Public, AtMostOnce, true;
    /// The state that players may see, delayed.
    PublicGame => "public/game", Public, AtLeastOnce, true;
    /// Moves, delayed.
    PublicMove => "public/move", Public, AtLeastOnce, false;
    /// The game's PGN text, delayed.
    PublicPgn => "public/pgn", Public, AtLeastOnce, true;
    /// Presence.
    Status => "status", Status, AtLeastOnce, true;
}

impl fmt::Display for Leaf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl From<Stream> for Leaf {
    fn from(stream: Stream) -> Leaf {
        match stream {
            Stream::Alert => Leaf::ArbiterAlert,
            Stream::Move => Leaf::ArbiterMove,
            Stream::PublicMove => Leaf::PublicMove,
            Stream::Reply => Leaf::ArbiterReply,
            Stream::Turn => Leaf::ArbiterTurn,
        }
    }
}

/// The topics of one table.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Topics {
    prefix: String,
    table: String,
}

impl Topics {
    /// The topics of `table` under `prefix`.
    ///
    /// # Errors
    /// [`NameError`] when either cannot be a level of a topic.
    pub fn new(prefix: &str, table: &str) -> Result<Topics, NameError> {
        check(NamePart::Prefix, prefix)?;
        check(NamePart::Table, table)?;
        Ok(Topics { prefix: prefix.to_owned(), table: table.to_owned() })
    }

    /// The first level.
    #[must_use]
    pub fn prefix(&self) -> &str {
        &self.prefix
    }

    /// The second level.
    #[must_use]
    pub fn table(&self) -> &str {
        &self.table
    }

    /// The whole topic of a leaf.
    #[must_use]
    pub fn topic(&self, leaf: Leaf) -> String {
        format!("{}/{}/{leaf}", self.prefix, self.table)
    }

    /// Whether a topic is a leaf of any table under this prefix: there only `touchmove` itself, and those who
    /// send it commands, have anything to say.
    #[must_use]
    pub fn owns(&self, topic: &str) -> bool {
        let mut levels = topic.splitn(3, '/');
        levels.next() == Some(&self.prefix)
            && levels.next().is_some()
            && levels.next().is_some_and(|rest| Leaf::ALL.iter().any(|leaf| leaf.name() == rest))
    }
}

/// Which name a [`NameError`] is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NamePart {
    /// The prefix.
    Prefix,
    /// The table's name.
    Table,
}

/// What keeps a name from being a level of a topic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameFault {
    /// It has a character that means something else to MQTT, or to a terminal.
    Character(char),
    /// It begins with `$`, which brokers keep for themselves.
    Dollar,
    /// Nothing is there.
    Empty,
    /// It is longer than [`MAX_NAME_BYTES`].
    Long,
}

/// A prefix or a table name that cannot be a level of a topic.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NameError {
    /// Which name.
    pub part: NamePart,
    /// The name.
    pub found: String,
    /// What is wrong with it.
    pub fault: NameFault,
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = match self.part {
            NamePart::Prefix => "prefix",
            NamePart::Table => "table name",
        };
        match self.fault {
            NameFault::Character(character) => {
                write!(
                    f,
                    "{part} {:?} has the character {character:?}, which cannot stand in an MQTT topic level",
                    self.found
                )
            }
            NameFault::Dollar => {
                write!(f, "{part} {:?} begins with '$', which brokers keep for themselves", self.found)
            }
            NameFault::Empty => write!(f, "{part} is empty, expected 1 to {MAX_NAME_BYTES} bytes"),
            NameFault::Long => {
                write!(
                    f,
                    "{part} {:?} is {} bytes long, at most {MAX_NAME_BYTES} are allowed",
                    self.found,
                    self.found.len()
                )
            }
        }
    }
}

impl std::error::Error for NameError {}

fn check(part: NamePart, name: &str) -> Result<(), NameError> {
    fault_of(name).map_or(Ok(()), |fault| Err(NameError { part, found: name.to_owned(), fault }))
}

/// Why a text cannot be one level of a topic (MQTT 5.0, sections 4.7.1 and 4.7.2); `None`: it can.
fn fault_of(name: &str) -> Option<NameFault> {
    let bad = |character: &char| matches!(character, '+' | '#' | '/') || character.is_control();
    if name.is_empty() {
        Some(NameFault::Empty)
    } else if name.len() > MAX_NAME_BYTES {
        Some(NameFault::Long)
    } else if name.starts_with('$') {
        Some(NameFault::Dollar)
    } else {
        name.chars().find(bad).map(NameFault::Character)
    }
}

/// Whether a text can be one level of a topic.
#[must_use]
pub fn is_level(name: &str) -> bool {
    fault_of(name).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_leaf_stands_under_its_channel_and_has_the_flags_of_the_contract() {
        let expected = "\
            arbiter/alert 1 -, arbiter/board 0 r, arbiter/clock 0 r, arbiter/command 1 -, arbiter/duty 0 r, arbiter/game 1 r, \
            arbiter/move 1 -, arbiter/reply 1 -, arbiter/touch 0 -, arbiter/turn 1 -, public/clock 0 r, \
            public/game 1 r, public/move 1 -, public/pgn 1 r, status 1 r";
        let found: Vec<String> = Leaf::ALL
            .iter()
            .map(|leaf| {
                let qos = match leaf.delivery() {
                    Delivery::AtLeastOnce => 1,
                    Delivery::AtMostOnce => 0,
                };
                format!("{leaf} {qos} {}", if leaf.retained() { "r" } else { "-" })
            })
            .collect();
        assert_eq!(found.join(", "), expected);
        for leaf in Leaf::ALL {
            let level = match leaf.channel() {
                Channel::Arbiter => "arbiter/",
                Channel::Public => "public/",
                Channel::Status => "status",
            };
            assert!(leaf.name().starts_with(level), "{leaf}");
        }
    }

    #[test]
    fn a_topic_has_prefix_table_and_leaf() {
        let topics = Topics::new("chess", "Brett 1").expect("good names");
        assert_eq!(topics.topic(Leaf::ArbiterMove), "chess/Brett 1/arbiter/move");
        assert_eq!(topics.topic(Leaf::Status), "chess/Brett 1/status");
        for (topic, owned) in [
            ("chess/Brett 1/public/pgn", true),
            ("chess/other/arbiter/alert", true),
            ("chess/other/status", true),
            ("chess/replies/me", false),
            ("chess/other", false),
            ("replies/chess/t/status", false),
        ] {
            assert_eq!(topics.owns(topic), owned, "{topic}");
        }
    }

    #[test]
    fn names_that_cannot_be_a_level_are_refused_by_name() {
        for (prefix, table, message) in [
            ("", "t", "prefix is empty, expected 1 to 64 bytes"),
            ("chess", "a/b", "table name \"a/b\" has the character '/', which cannot stand in an MQTT topic level"),
            ("chess", "#", "table name \"#\" has the character '#', which cannot stand in an MQTT topic level"),
            ("c+", "t", "prefix \"c+\" has the character '+', which cannot stand in an MQTT topic level"),
            ("chess", "a\0", "table name \"a\\0\" has the character '\\0', which cannot stand in an MQTT topic level"),
            ("$SYS", "t", "prefix \"$SYS\" begins with '$', which brokers keep for themselves"),
        ] {
            assert_eq!(Topics::new(prefix, table).expect_err("refused").to_string(), message);
        }
        let long = "é".repeat(33);
        assert!(
            Topics::new("chess", &long)
                .expect_err("refused")
                .to_string()
                .ends_with("is 66 bytes long, at most 64 are allowed")
        );
        assert!(Topics::new(&"x".repeat(64), "1").is_ok());
    }
}
