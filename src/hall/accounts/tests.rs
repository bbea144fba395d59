//! Accounts by their own words.

use super::*;
use crate::hall::people::Role;

const NOW: Time = Time(1_795_000_000_000);

fn digest(letter: u8) -> Digest {
    Digest([letter; 32])
}

fn visit(letter: u8) -> Visit {
    Visit {
        id: format!("s{letter}"),
        digest: Some(digest(letter)),
        from: "10.0.0.7".to_owned(),
        agent: "Firefox".to_owned(),
    }
}

fn with_chief() -> Accounts {
    let mut accounts = Accounts::default();
    let made = accounts.set_up("Anna", "hash-a".to_owned(), None, visit(1), NOW);
    assert_eq!(made.map(|account| account.is_chief()), Ok(true));
    accounts
}

fn add(accounts: &mut Accounts, name: &str, role: Role) {
    let add = Manage::Add { name: name.to_owned(), role, password: Some(format!("hash of {name}")) };
    assert_eq!(accounts.manage(add, Visit::default(), NOW), Ok(Managed::default()));
}

/// What was kept, taken up again.
fn again(rows: Vec<PeopleRow>) -> Accounts {
    let mut accounts = BTreeMap::new();
    let mut sessions = BTreeMap::new();
    for row in rows {
        match row {
            PeopleRow::Account(name, Some(kept)) => drop(accounts.insert(name, kept)),
            PeopleRow::Account(name, None) => drop(accounts.remove(&name)),
            PeopleRow::Session(id, Some(session)) => drop(sessions.insert(id, session)),
            PeopleRow::Session(id, None) => drop(sessions.remove(&id)),
        }
    }
    Accounts::from_rows(accounts.into_values().collect(), sessions.into_values().collect())
}

#[test]
fn the_first_account_is_made_once_at_this_computer_or_by_the_printed_code() {
    let mut accounts = Accounts::default();
    accounts.set_up_by(digest(9));
    let mut by = |code| accounts.set_up(" Anna ", "hash".to_owned(), code, visit(1), NOW);
    assert_eq!(by(Some(digest(8))), Err(PeopleRefusal::NotAllowed));
    assert_eq!(by(Some(digest(9))).map(|account| account.name), Ok("Anna".to_owned()));
    assert_eq!(by(Some(digest(9))), Err(PeopleRefusal::NotAllowed));
    assert_eq!(by(None), Err(PeopleRefusal::NotAllowed), "nobody becomes chief who sits down at this computer later");
}

#[test]
fn who_is_known_is_known_over_a_restart_until_he_is_silent_for_a_day() {
    let mut accounts = with_chief();
    let mut after = again(accounts.drain());
    let known = after.known(&digest(1), NOW.plus(60_000)).expect("signed in");
    assert_eq!((known.account.name.as_str(), known.session.as_str()), ("Anna", "s1"));
    assert_eq!(after.known(&digest(2), NOW), None);
    let later = NOW.plus(session::IDLE_MS - 1);
    assert!(after.known(&digest(1), later).is_some());
    assert!(after.known(&digest(1), later.plus(session::IDLE_MS - 1)).is_some(), "it was seen meanwhile");
    assert_eq!(after.known(&digest(1), later.plus(2 * session::IDLE_MS)), None);
    let mut gone = again(after.drain());
    assert_eq!(gone.known(&digest(1), NOW), None);
}

#[test]
fn who_has_signed_in_stays_so_when_the_clock_is_set_and_no_longer() {
    const DAY_MS: i64 = 24 * 3_600_000;
    for by_ms in [3 * DAY_MS, -3 * DAY_MS] {
        let mut accounts = with_chief();
        assert!(accounts.known(&digest(1), NOW.plus(60_000)).is_some());
        accounts.clock_set(by_ms);
        let now = NOW.plus(by_ms);
        assert_eq!(accounts.views(now)[0].sessions[0].since, now);
        let mut after = again(accounts.drain());
        for accounts in [&mut accounts, &mut after] {
            assert!(accounts.known(&digest(1), now.plus(120_000)).is_some());
            assert_eq!(accounts.known(&digest(1), now.plus(120_000 + session::IDLE_MS)), None);
        }
    }
}

#[test]
fn a_session_that_was_kept_lives_no_longer_by_a_clock_that_is_set() {
    const HOUR_MS: i64 = 3_600_000;
    let kept = with_chief().drain();
    // By the old time it was silent for five hours.
    let shown = NOW.plus(5 * HOUR_MS);
    for (by_ms, is_in_time) in [(10 * HOUR_MS, true), (12 * HOUR_MS, false), (-10 * HOUR_MS, true)] {
        let mut accounts = again(kept.clone());
        assert!(accounts.known(&digest(1), shown).is_some());
        accounts.clock_set(by_ms);
        assert_eq!(accounts.known(&digest(1), shown.plus(by_ms + 1)).is_some(), is_in_time, "{by_ms}");
    }
    // The old time was before that of the session itself.
    let mut accounts = again(kept.clone());
    assert!(accounts.known(&digest(1), NOW.plus(-15 * HOUR_MS)).is_some());
    accounts.clock_set(16 * HOUR_MS);
    let now = NOW.plus(HOUR_MS);
    assert!(accounts.known(&digest(1), now).is_some());
    assert_eq!(accounts.known(&digest(1), now.plus(session::IDLE_MS)), None);
    // Nobody has shown it yet.
    let mut accounts = again(kept);
    accounts.clock_set(12 * HOUR_MS);
    assert_eq!(accounts.known(&digest(1), NOW.plus(session::IDLE_MS)), None);
}

#[test]
fn a_name_that_no_account_can_have_is_as_wrong_as_another_and_is_not_kept() {
    let mut accounts = with_chief();
    let long = "x".repeat(65_000);
    for name in [long.as_str(), ""] {
        for _ in 0..5 {
            assert_eq!(accounts.attempt(name, "10.0.0.66", NOW), Ok(None));
        }
    }
    assert!(accounts.attempt("Anna", "10.0.0.66", NOW).is_err(), "the address waits");
    assert_eq!(accounts.attempt("Anna", "10.0.0.7", NOW), Ok(Some("hash-a".to_owned())));
    assert!(!format!("{accounts:?}").contains(&long));
}

#[test]
fn a_password_that_was_changed_while_it_was_checked_opens_nothing() {
    let mut accounts = with_chief();
    assert_eq!(accounts.attempt("anna", "x", NOW), Ok(Some("hash-a".to_owned())));
    assert_eq!(accounts.attempt("Nobody", "x", NOW), Ok(None));
    let change = Manage::Change { name: "Anna".to_owned(), role: None, password: Some("hash-b".to_owned()) };
    assert!(accounts.manage(change, Visit::default(), NOW).is_ok());
    assert_eq!(accounts.sign_in("Anna", "hash-a", visit(2), NOW), None);
    assert_eq!(accounts.known(&digest(1), NOW), None, "who was signed in by the old one is not any more");
    assert!(accounts.sign_in("ANNA", "hash-b", visit(3), NOW).is_some());
    assert!(accounts.known(&digest(3), NOW).is_some());
}

#[test]
fn a_role_is_what_it_is_now_and_the_last_chief_stays() {
    let mut accounts = with_chief();
    add(&mut accounts, "Bruno", Role::Chief {});
    assert!(accounts.sign_in("Bruno", "hash of Bruno", visit(2), NOW).is_some());
    let demote = |name: &str| Manage::Change { name: name.to_owned(), role: Some(Role::Display {}), password: None };
    assert!(accounts.manage(demote("bruno"), Visit::default(), NOW).is_ok());
    let known = accounts.known(&digest(2), NOW).expect("still signed in");
    assert_eq!(known.account.role, Role::Display {});
    assert_eq!(accounts.manage(demote("Anna"), Visit::default(), NOW), Err(PeopleRefusal::LastChief));
    let remove = |name: &str| Manage::Remove { name: name.to_owned() };
    assert_eq!(accounts.manage(remove("Anna"), Visit::default(), NOW), Err(PeopleRefusal::LastChief));
    assert!(accounts.manage(remove("Bruno"), Visit::default(), NOW).is_ok());
    assert_eq!(accounts.known(&digest(2), NOW), None);
}

#[test]
fn a_link_is_valid_once_and_for_a_quarter_of_an_hour() {
    let mut accounts = with_chief();
    add(&mut accounts, "Bruno", Role::Arbiter { sections: None });
    let mut link = |letter| {
        let link = Manage::Link { name: "Bruno".to_owned() };
        accounts.manage(link, Visit { digest: Some(digest(letter)), ..Visit::default() }, NOW).expect("a link")
    };
    assert_eq!(link(7).until, Some(NOW.plus(LINK_MS)));
    link(8);
    assert_eq!(accounts.enter(&digest(7), visit(3), NOW.plus(1)).map(|account| account.name), Some("Bruno".to_owned()));
    assert_eq!(accounts.enter(&digest(7), visit(4), NOW.plus(2)), None);
    assert_eq!(accounts.enter(&digest(8), visit(4), NOW.plus(LINK_MS)), None);
}

#[test]
fn a_new_password_and_another_role_end_links_that_were_made_before() {
    let mut accounts = with_chief();
    add(&mut accounts, "Bruno", Role::Arbiter { sections: None });
    assert!(accounts.sign_in("Bruno", "hash of Bruno", visit(2), NOW).is_some());
    let mut letter = 100;
    let mut made_before = |accounts: &mut Accounts, change: &dyn Fn(&mut Accounts)| {
        letter += 1;
        let link = Manage::Link { name: "Bruno".to_owned() };
        accounts.manage(link, Visit { digest: Some(digest(letter)), ..Visit::default() }, NOW).expect("a link");
        change(accounts);
        accounts.enter(&digest(letter), visit(letter), NOW.plus(1)).is_some()
    };
    let change = |role: Option<Role>, password: Option<&str>| {
        let password = password.map(str::to_owned);
        move |accounts: &mut Accounts| {
            let change = Manage::Change { name: "bruno".to_owned(), role: role.clone(), password: password.clone() };
            assert!(accounts.manage(change, Visit::default(), NOW).is_ok());
        }
    };
    assert!(made_before(&mut accounts, &|_| {}), "a link opens");
    assert!(made_before(&mut accounts, &change(Some(Role::Arbiter { sections: None }), None)), "nothing is other");
    assert!(!made_before(&mut accounts, &change(None, Some("hash 2"))));
    assert_eq!(accounts.known(&digest(2), NOW), None, "nor does who was signed in stay");
    assert!(!made_before(&mut accounts, &change(Some(Role::Display {}), None)));
    assert!(!made_before(&mut accounts, &|accounts| {
        assert_eq!(accounts.change_password("Bruno", "hash 3".to_owned(), "none"), Ok(()));
    }));
}

#[test]
fn no_name_looks_like_another_one() {
    let mut accounts = with_chief();
    let mut add = |name: &str| {
        let add = Manage::Add { name: name.to_owned(), role: Role::Display {}, password: None };
        accounts.manage(add, Visit::default(), NOW)
    };
    assert_eq!(add("\u{410}nna"), Err(PeopleRefusal::NameAlike { name: "Anna".to_owned() }));
    assert_eq!(add("\u{200b}"), Err(PeopleRefusal::BadName));
    assert_eq!(add(" ANNA"), Err(PeopleRefusal::NameTaken));
    assert!(add("Anne").is_ok());
    assert!(accounts.sign_in("anna ", "hash-a", visit(2), NOW).is_some(), "a space more is no other name");
}

#[test]
fn a_key_stays_until_it_is_ended_and_names_are_one_whatever_their_capitals() {
    let mut accounts = with_chief();
    let add = Manage::Add { name: "ANNA".to_owned(), role: Role::Display {}, password: None };
    assert_eq!(accounts.manage(add, Visit::default(), NOW), Err(PeopleRefusal::NameTaken));
    assert!(accounts.manage(Manage::Key { name: "anna".to_owned() }, visit(5), NOW).is_ok());
    assert!(accounts.known(&digest(5), NOW.plus(10 * session::IDLE_MS)).is_some());
    assert_eq!(accounts.views(NOW)[0].keys.len(), 1);
    assert!(accounts.manage(Manage::EndSession { id: "s5".to_owned() }, Visit::default(), NOW).is_ok());
    assert_eq!(accounts.known(&digest(5), NOW), None);
    let bad = Manage::Add { name: "a\u{7}".to_owned(), role: Role::Display {}, password: None };
    assert_eq!(accounts.manage(bad, Visit::default(), NOW), Err(PeopleRefusal::BadName));
}

#[test]
fn sessions_of_an_account_are_bounded() {
    let mut accounts = with_chief();
    for letter in 2..200 {
        assert!(accounts.sign_in("Anna", "hash-a", visit(letter), NOW.plus(letter.into())).is_some());
    }
    assert_eq!(accounts.views(NOW)[0].sessions.len(), MAX_SESSIONS);
    assert!(accounts.known(&digest(199), NOW).is_some());
}
