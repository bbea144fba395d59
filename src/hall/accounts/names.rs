//! Names of accounts: what the record and the print for an appeal carry must be read, and be one person's.

use unicode_general_category::{GeneralCategory, get_general_category};
use unicode_normalization::UnicodeNormalization as _;
use unicode_security::skeleton;

use super::manage::{MAX_NAME, PeopleRefusal};

/// Longest name that is looked at where somebody signs in, in bytes: letters and marks apart, and spaces, it may be
/// longer than an account's.
const MAX_GIVEN: usize = 1_024;

/// Most marks on one letter: no script that is in use has more.
const MAX_MARKS: usize = 4;

/// Characters that show nothing though their category says otherwise: fillers, selectors, the empty Braille cell. From, to.
const SHOWN_AS_NOTHING: [(char, char); 10] = [
    ('\u{034F}', '\u{034F}'),
    ('\u{115F}', '\u{1160}'),
    ('\u{17B4}', '\u{17B5}'),
    ('\u{180B}', '\u{180F}'),
    ('\u{2800}', '\u{2800}'),
    ('\u{3164}', '\u{3164}'),
    ('\u{FE00}', '\u{FE0F}'),
    ('\u{FFA0}', '\u{FFA0}'),
    ('\u{1D159}', '\u{1D159}'),
    ('\u{E0000}', '\u{E0FFF}'),
];

/// The name as it is kept: composed (NFC), one space where there is white space.
///
/// # Errors
/// [`PeopleRefusal::BadName`].
pub(super) fn good_name(name: &str) -> Result<String, PeopleRefusal> {
    let name = spaced(name).nfc().collect::<String>();
    let is_good = (1..=MAX_NAME).contains(&name.len()) && name.chars().all(is_shown) && stands(&name);
    if is_good { Ok(name) } else { Err(PeopleRefusal::BadName) }
}

/// Names that differ in capitals, composition or white space alone are one.
pub(super) fn key(name: &str) -> String {
    spaced(name).nfc().collect::<String>().to_lowercase().nfc().collect()
}

/// The key of a name by which somebody wants to sign in; `None`: no account has one that is so long, or none at all.
pub(super) fn given_key(name: &str) -> Option<String> {
    if name.len() > MAX_GIVEN {
        return None;
    }
    let name = spaced(name).nfc().collect::<String>();
    (1..=MAX_NAME).contains(&name.len()).then(|| key(&name))
}

/// Whether two names, which are not one, look alike (Unicode Technical Standard 39, section 4), as they are written or in
/// small letters.
pub(super) fn look_alike(one: &str, other: &str) -> bool {
    let small = |name: &str| skeleton(&key(name)).collect::<String>();
    skeleton(one).eq(skeleton(other)) || small(one) == small(other)
}

fn spaced(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a character is a space, or can be seen and stays where it is written.
fn is_shown(of: char) -> bool {
    let is_hidden = matches!(
        get_general_category(of),
        GeneralCategory::Control
            | GeneralCategory::Format
            | GeneralCategory::LineSeparator
            | GeneralCategory::ParagraphSeparator
            | GeneralCategory::PrivateUse
            | GeneralCategory::Surrogate
            | GeneralCategory::Unassigned
    );
    !is_hidden && !SHOWN_AS_NOTHING.iter().any(|(from, to)| (*from..=*to).contains(&of))
}

/// Whether it has something besides marks, and marks only on something.
fn stands(name: &str) -> bool {
    let mut marks = 0;
    let mut is_on = false;
    for of in name.chars() {
        let is_mark = matches!(
            get_general_category(of),
            GeneralCategory::NonspacingMark | GeneralCategory::EnclosingMark | GeneralCategory::SpacingMark
        );
        marks = if is_mark { marks + 1 } else { 0 };
        if marks > MAX_MARKS || is_mark && !is_on {
            return false;
        }
        is_on = is_mark || of != ' ';
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_all_scripts_are_taken_as_they_are_read() {
        for (given, kept) in [
            ("  Anna   Weber ", "Anna Weber"),
            ("Muller\u{308}", "Mulle\u{72}\u{308}"),
            ("Mu\u{308}ller", "Müller"),
            ("Nguyễn Thị Ánh", "Nguyễn Thị Ánh"),
            ("Аня Петрова", "Аня Петрова"),
            ("محمد علي", "محمد علي"),
            ("अनुराधा", "अनुराधा"),
            ("陳 小明", "陳 小明"),
            ("陳\u{3000}小明", "陳 小明"),
            ("O’Brien, J. (2)", "O’Brien, J. (2)"),
            ("<b>Screen</b> & 1", "<b>Screen</b> & 1"),
        ] {
            assert_eq!(good_name(given).as_deref(), Ok(kept), "{given:?}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_no_name() {
        for name in [
            "",
            " ",
            "\u{200b}",
            "\u{202e}evil\u{200b}",
            "An\u{200d}na",
            "Anna\u{2066}",
            "An\u{ad}na",
            "\u{feff}Anna",
            "\u{3164}",
            "\u{2800}\u{2800}",
            "A\u{fe0f}",
            "a\u{7}",
            "\u{301}Anna",
            "Anna \u{301}",
            "Z\u{300}\u{301}\u{302}\u{303}\u{304}\u{305}algo",
            "\u{e000}",
            "Anna\u{e0041}",
        ] {
            assert_eq!(good_name(name), Err(PeopleRefusal::BadName), "{name:?}");
        }
        assert_eq!(good_name(&"x".repeat(65)), Err(PeopleRefusal::BadName));
    }

    #[test]
    fn what_no_account_can_be_called_has_no_key() {
        let longest = "ü".repeat(MAX_NAME / 2);
        let apart = format!("  U\u{308}{} ", "u\u{308}".repeat(MAX_NAME / 2 - 1));
        assert_eq!(given_key(&longest), Some(longest.clone()));
        assert_eq!(given_key(&apart), Some(longest), "it is that name, and longer than it as it is written");
        for (letter, count) in [("x", 0), (" \t", 1), ("x", MAX_NAME + 1), ("x", 65_000), (" ", 65_000)] {
            assert_eq!(given_key(&letter.repeat(count)), None, "{count} of {letter:?}");
        }
    }

    #[test]
    fn look_alikes_are_found_and_others_are_not() {
        for (one, other) in [
            ("Anna", "\u{410}nna"),
            ("Anna", "\u{430}nna"),
            ("paul", "\u{440}aul"),
            ("Bill", "BiII"),
            ("Screen 1", "Screen l"),
            ("Carmen", "Carrnen"),
            ("Anna", "Αnna"),
            ("Anna", "\u{ff21}nna"),
        ] {
            assert!(look_alike(one, other), "{one} {other}");
        }
        for (one, other) in
            [("Anna", "Anne"), ("Bruno", "Brúno"), ("Screen 1", "Screen 2"), ("Li", "Lin"), ("Jan", "Ján")]
        {
            assert!(!look_alike(one, other), "{one} {other}");
        }
        assert_eq!(key("ANNA  weber"), key("Anna Weber "));
        assert_eq!(key("MU\u{308}LLER"), key("Müller"));
    }
}
