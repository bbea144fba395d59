//! What a configuration says of games, as it is kept with each of them: so that a change of it is noticed when the game
//! is taken up again, by whichever version of the program.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Laws, Table};
use crate::turn::Timing;

/// The newest form. Another one is written where a field is added or changes its meaning.
const VERSION: u32 = 1;

/// The laws and the timing of a table. What is kept in another form is not known to be the same.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Configured {
    version: u32,
    edition: String,
    regime: String,
    supervision: Option<String>,
    variant: String,
    time_control: Option<String>,
    settle_ms: u16,
    scan_tie_ms: u16,
    flicker_ms: u16,
    two_hands_ms: u16,
    press_grace_ms: u16,
    displaced_ms: u16,
}

impl Configured {
    pub(crate) fn of(table: &Table) -> Configured {
        // In which language a game is told changes nothing of it.
        let Laws { edition, regime, supervision, variant, time_control, language: _ } = &table.laws;
        let Timing { settle_ms, scan_tie_ms, flicker_ms, two_hands_ms, press_grace_ms, displaced_ms } = table.timing;
        Configured {
            version: VERSION,
            edition: edition.name().to_owned(),
            regime: regime.name().to_owned(),
            supervision: supervision.map(|supervision| supervision.name().to_owned()),
            variant: variant.name().to_owned(),
            time_control: time_control.clone(),
            settle_ms,
            scan_tie_ms,
            flicker_ms,
            two_hands_ms,
            press_grace_ms,
            displaced_ms,
        }
    }

    /// Whether a game whose log has this header was begun under a configuration that said the same.
    pub(crate) fn is_that_of(&self, header: &str) -> bool {
        let header: Value = serde_json::from_str(header).unwrap_or_default();
        match header.get("configured") {
            Some(Value::String(text)) => *text == self.as_unnumbered(),
            Some(kept) => Configured::deserialize(kept).is_ok_and(|kept| kept == *self),
            None => false,
        }
    }

    /// The form that version 0.1.0 kept before there were numbers.
    fn as_unnumbered(&self) -> String {
        fn word(name: &str) -> String {
            let mut letters = name.chars();
            letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
        }
        let supervision = match &self.supervision {
            Some(supervision) => format!("Some({})", word(supervision)),
            None => "None".to_owned(),
        };
        format!(
            "Laws {{ edition: Y{}, regime: {}, supervision: {supervision}, variant: {}, time_control: {:?} }} \
             Timing {{ settle_ms: {}, scan_tie_ms: {}, flicker_ms: {}, two_hands_ms: {}, press_grace_ms: {}, \
             displaced_ms: {} }}",
            self.edition,
            word(&self.regime),
            word(&self.variant),
            self.time_control,
            self.settle_ms,
            self.scan_tie_ms,
            self.flicker_ms,
            self.two_hands_ms,
            self.press_grace_ms,
            self.displaced_ms,
        )
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn table() -> Table {
        let text = "[[table]]\nname = \"1\"\nlaws.edition = \"2018\"\nlaws.regime = \"blitz\"\n\
                    laws.supervision = \"limited\"\nlaws.time_control = \"300+2\"\n";
        super::super::parse("t", text).expect("a configuration").tables.remove(0)
    }

    fn header(configured: &Value) -> String {
        json!({ "log": "touchmove/1", "configured": configured }).to_string()
    }

    #[test]
    fn what_was_kept_in_either_form_is_known_again() {
        let configured = Configured::of(&table());
        assert!(configured.is_that_of(&header(&json!(configured))));
        let unnumbered = "Laws { edition: Y2018, regime: Blitz, supervision: Some(Limited), variant: Chess, \
                          time_control: Some(\"300+2\") } Timing { settle_ms: 400, scan_tie_ms: 30, flicker_ms: 100, \
                          two_hands_ms: 200, press_grace_ms: 500, displaced_ms: 800 }";
        assert!(configured.is_that_of(&header(&json!(unnumbered))));
    }

    #[test]
    fn a_change_is_noticed_and_so_is_what_cannot_be_read() {
        let configured = Configured::of(&table());
        let mut changed = table();
        changed.timing.settle_ms += 1;
        let changed = Configured::of(&changed);
        assert!(!changed.is_that_of(&header(&json!(configured))));
        assert!(!changed.is_that_of(&header(&json!(configured.as_unnumbered()))));
        let mut later = json!(configured);
        later["version"] = json!(2);
        for kept in [later, json!(null), json!({ "edition": "2018" })] {
            assert!(!configured.is_that_of(&header(&kept)), "{kept}");
        }
        assert!(!configured.is_that_of("{}") && !configured.is_that_of("no JSON"));
    }
}
