//! What was answered to each command, so that one that comes again is done once.

use std::collections::VecDeque;

/// Most answers remembered; the oldest is forgotten for a new one.
const REMEMBERED: usize = 1_000;

/// The answers given, by command id.
#[derive(Debug, Default)]
pub(in crate::table) struct Replies {
    replies: VecDeque<(String, String)>,
}

impl Replies {
    /// What was answered before.
    pub(in crate::table) fn recall(replies: impl IntoIterator<Item = (String, String)>) -> Replies {
        let mut commands = Replies::default();
        for (id, reply) in replies {
            commands.remember(id, reply);
        }
        commands
    }

    /// The answers, by command id, oldest first.
    pub(in crate::table) fn into_replies(self) -> Vec<(String, String)> {
        self.replies.into()
    }

    pub(super) fn remembered(&self, id: &str) -> Option<String> {
        self.replies.iter().find(|(known, _)| known == id).map(|(_, reply)| reply.clone())
    }

    pub(super) fn remember(&mut self, id: String, reply: String) {
        if self.replies.len() >= REMEMBERED {
            self.replies.pop_front();
        }
        self.replies.push_back((id, reply));
    }
}
