//! Catalogues of messages in Fluent, and the sentences that they make of words.

use std::sync::OnceLock;

use fluent_bundle::{FluentArgs, FluentResource, FluentValue, concurrent::FluentBundle};
use unic_langid::LanguageIdentifier;

use super::{
    Language, Words,
    told::{Touched, Value},
};

/// Most moves named in a sentence.
const MOVES_NAMED: usize = 6;

/// Begins and ends what is read from left to right in every language (Unicode, UAX 9): without them a result after
/// Arabic letters shows turned round.
const LEFT_TO_RIGHT: [char; 2] = ['\u{2066}', '\u{2069}'];

/// Begins what is of whatever letters it begins with.
const AS_IT_BEGINS: char = '\u{2068}';

/// The messages of one language, with what it does beside them.
struct Catalogue {
    language: Language,
    bundle: FluentBundle<FluentResource>,
}

/// The sentence that `words` make in a language. What it has no message for is told in English.
pub(super) fn tell(language: Language, words: &Words) -> String {
    let catalogue = Catalogue::of(language);
    let catalogue = if catalogue.bundle.has_message(&words.id) { catalogue } else { Catalogue::of(Language::English) };
    let mut arguments = FluentArgs::new();
    for (name, value) in words.values() {
        arguments.set(name, catalogue.value(words.player(), value));
    }
    catalogue.say(&words.id, &arguments)
}

impl Catalogue {
    /// That of a language, read once.
    fn of(language: Language) -> &'static Catalogue {
        macro_rules! catalogue {
            ($folder:literal) => {{
                static READ: OnceLock<Catalogue> = OnceLock::new();
                READ.get_or_init(|| Catalogue::read(language, include_str!(concat!($folder, "/alerts.ftl"))))
            }};
        }
        match language {
            Language::Arabic => catalogue!("ar"),
            Language::English => catalogue!("en"),
            Language::German => catalogue!("de"),
            Language::Greek => catalogue!("el"),
            Language::Italian => catalogue!("it"),
            Language::Russian => catalogue!("ru"),
        }
    }

    fn read(language: Language, text: &str) -> Catalogue {
        let tag: LanguageIdentifier = language.tag().parse().unwrap_or_default();
        let mut bundle = FluentBundle::new_concurrent(vec![tag]);
        // What needs isolating is marked here; names of players and pieces are of the language itself.
        bundle.set_use_isolating(false);
        // What cannot be read of a catalogue, and what stands there twice, a test finds.
        let resource = match FluentResource::try_new(text.to_owned()) {
            Ok(resource) | Err((resource, _)) => resource,
        };
        bundle.add_resource_overriding(resource);
        Catalogue { language, bundle }
    }

    fn say(&self, id: &str, arguments: &FluentArgs<'_>) -> String {
        let Some(message) = self.bundle.get_message(id).and_then(|message| message.value()) else {
            return id.to_owned();
        };
        let mut errors = Vec::new();
        self.bundle.format_pattern(message, Some(arguments), &mut errors).into_owned()
    }

    fn value<'a>(&self, by: Option<&'a str>, value: &'a Value) -> FluentValue<'a> {
        match value {
            Value::Against(words) => {
                let all = words.iter().map(|word| self.say(&format!("against-{word}"), &FluentArgs::new()));
                self.listed("and", all.collect()).into()
            }
            Value::Move(san) => self.san(san).into(),
            Value::Moves(sans) => self.moves(sans).into(),
            Value::Number(number) => (*number).into(),
            Value::Result(result) => self.isolated(&result.name().replace("1/2", "½")).into(),
            Value::Squares(squares) if squares.is_empty() => self.say("no-square", &FluentArgs::new()).into(),
            Value::Squares(squares) => {
                self.listed("squares", squares.iter().map(|square| self.isolated(&square.to_string())).collect()).into()
            }
            Value::Targets(squares) => {
                self.listed("or", squares.iter().map(|square| self.isolated(&square.to_string())).collect()).into()
            }
            Value::Name(name) => self.name(name).into(),
            Value::Text(text) => self.isolated(text).into(),
            Value::Time(ms) => ms.map(|ms| self.isolated(&clock_text(ms))).unwrap_or_default().into(),
            Value::Touched(touched) => {
                self.listed("and", touched.iter().map(|piece| self.touched(by, piece)).collect()).into()
            }
            Value::Word(word) => FluentValue::from(&**word),
        }
    }

    fn touched(&self, by: Option<&str>, piece: &Touched) -> String {
        let mut arguments = FluentArgs::new();
        arguments.set("by", by.unwrap_or_default());
        arguments.set("role", &*piece.role);
        arguments.set("owner", &*piece.owner);
        arguments.set("square", self.isolated(&piece.square.to_string()));
        self.say("piece-touched", &arguments)
    }

    fn moves(&self, sans: &[Box<str>]) -> String {
        let mut named: Vec<String> = sans.iter().map(|san| self.san(san)).collect();
        if named.is_empty() {
            return self.say("no-move", &FluentArgs::new());
        }
        if named.len() <= MOVES_NAMED {
            return self.listed("or", named);
        }
        let more = named.split_off(MOVES_NAMED).len();
        let mut arguments = FluentArgs::new();
        arguments.set("list", self.joined("or-next", "or-next", named));
        arguments.set("n", more);
        self.say("and-more", &arguments)
    }

    /// A list as the language makes it, of things that are all meant (`and`, `squares`) or of which one is (`or`).
    fn listed(&self, kind: &str, items: Vec<String>) -> String {
        self.joined(&format!("{kind}-next"), &format!("{kind}-last"), items)
    }

    fn joined(&self, next: &str, last: &str, items: Vec<String>) -> String {
        let count = items.len();
        let mut items = items.into_iter();
        let first = items.next().unwrap_or_default();
        (2..).zip(items).fold(first, |list, (place, item)| {
            let mut arguments = FluentArgs::new();
            arguments.set("list", list);
            arguments.set("item", item);
            self.say(if place == count { last } else { next }, &arguments)
        })
    }

    /// A move with the letters of the language (Appendix C). Castling is written with zeros, as the Laws print it; in English
    /// as PGN has it.
    fn san(&self, san: &str) -> String {
        let mut own = String::with_capacity(san.len());
        let mut before = None;
        for sign in san.chars() {
            let letter = match sign {
                'K' => Some("letter-king"),
                'Q' => Some("letter-queen"),
                'R' => Some("letter-rook"),
                'B' => Some("letter-bishop"),
                'N' => Some("letter-knight"),
                _ => None,
            };
            match (sign, letter) {
                (_, Some(letter)) if matches!(before, None | Some('=')) => {
                    own += &self.say(letter, &FluentArgs::new());
                }
                ('O', _) if self.language != Language::English => own.push('0'),
                _ => own.push(sign),
            }
            before = Some(sign);
        }
        if own.is_empty() { own } else { self.isolated(&own) }
    }

    fn name(&self, name: &str) -> String {
        if self.language.is_right_to_left() {
            format!("{AS_IT_BEGINS}{name}{}", LEFT_TO_RIGHT[1])
        } else {
            name.to_owned()
        }
    }

    fn isolated(&self, text: &str) -> String {
        let [begin, end] = LEFT_TO_RIGHT;
        if self.language.is_right_to_left() { format!("{begin}{text}{end}") } else { text.to_owned() }
    }
}

/// A time as clocks show it: minutes, seconds, and milliseconds where there are any.
fn clock_text(ms: u32) -> String {
    let (minutes, seconds, rest) = (ms / 60_000, ms / 1_000 % 60, ms % 1_000);
    if rest == 0 { format!("{minutes}:{seconds:02}") } else { format!("{minutes}:{seconds:02}.{rest:03}") }
}
