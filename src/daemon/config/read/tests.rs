use std::path::PathBuf;

use proptest::prelude::*;

use super::*;
use crate::{
    board::OrientationSetting,
    daemon::config::{MqttUrl, MqttUrls, show},
    publish::mqtt::settings::MqttVersion,
    rules::Variant,
    serial::Port,
    turn::{Edition, Regime, Supervision},
};

fn error(text: &str) -> String {
    parse("touchmove.toml", text).expect_err("the configuration is wrong").to_string()
}

#[test]
fn nothing_at_all_is_one_table_named_1_and_everything_local() {
    let config = parse("touchmove.toml", "").expect("nothing is wrong");
    assert_eq!(config, Config::default());
    assert_eq!(config, parse("touchmove.toml", "table = []").expect("nothing is wrong"));
    assert_eq!(config.broker.listen.to_string(), "127.0.0.1:1883");
    assert_eq!(config.web.listen.to_string(), "127.0.0.1:8080");
    assert_eq!(config.mqtt.url, None);
    let [table] = &config.tables[..] else { panic!("{:?}", config.tables) };
    assert_eq!((table.name.as_str(), &table.board.port), ("1", &Port::Auto));
}

#[test]
fn what_show_prints_is_a_configuration_of_nothing_but_defaults() {
    assert_eq!(parse("show", &show()).expect("it is a configuration"), Config::default());
}

#[test]
fn the_examples_that_show_prints_in_comments_can_be_used() {
    let mut uncommented = String::new();
    for line in show().lines() {
        // An address says nothing without a kind that shares a line.
        let is_usable = |line: &&str| line.contains(" = \"") && !line.starts_with("board.address");
        let example = line.strip_prefix("# ").filter(is_usable);
        uncommented += example.unwrap_or(line);
        uncommented += "\n";
    }
    let uncommented = uncommented.replace("mqtt://", "mqtts://");
    let config = parse("show", &uncommented).expect("it is a configuration");
    assert!(config.state_dir.is_some() && config.mqtt.client_key_file.is_some() && config.capture.dir.is_some());
    let table = &config.tables[0];
    assert!(table.board.serial.is_some() && table.laws.time_control.is_some() && table.laws.supervision.is_some());
}

#[test]
fn every_key_can_be_set() {
    let text = r#"
        state_dir = "/srv/chess"
        [mqtt]
        url = "mqtts://broker.example"
        version = "3.1.1"
        prefix = "club"
        username = "arbiter"
        password_file = "/etc/password"
        ca_file = "/etc/ca.pem"
        client_cert_file = "/etc/cert.pem"
        client_key_file = "/etc/key.pem"
        [broker]
        listen = "[::1]:1884"
        [web]
        listen = "0.0.0.0:80"
        cert_file = "/etc/page.pem"
        key_file = "/etc/page.key"
        [hall]
        title = "Open"
        file = "/srv/hall.sqlite"
        [public]
        delay_s = 900
        [log]
        filter = "info,touchmove=debug"
        [capture]
        dir = "/srv/captures"
        max_mb = 5
        [[table]]
        name = "A"
        board.port = "/dev/ttyUSB0"
        board.kind = "dgt"
        board.orientation = "turned"
        laws = { edition = 2018, regime = "rapid", supervision = "full", variant = "chess960", time_control = "600+5" }
        [[table]]
        board.serial = "25805"
        [table.timing]
        settle_ms = 0
        scan_tie_ms = 200
        flicker_ms = 1_000
        two_hands_ms = 5_000
        press_grace_ms = 0x0b_b8
        displaced_ms = 10_000
    "#;
    let config = parse("touchmove.toml", text).expect("nothing is wrong");
    assert_eq!(config.state_dir, Some(PathBuf::from("/srv/chess")));
    let url = MqttUrl { tls: true, host: "broker.example".to_owned(), port: 8883 };
    assert_eq!(config.mqtt.url, Some(MqttUrls(vec![url])));
    assert_eq!(config.mqtt.version, MqttVersion::Three);
    assert_eq!(config.mqtt.prefix, "club");
    assert_eq!(config.mqtt.username.as_deref(), Some("arbiter"));
    assert_eq!(config.mqtt.password_file, Some(PathBuf::from("/etc/password")));
    assert_eq!(config.mqtt.ca_file, Some(PathBuf::from("/etc/ca.pem")));
    assert_eq!(config.mqtt.client_cert_file, Some(PathBuf::from("/etc/cert.pem")));
    assert_eq!(config.mqtt.client_key_file, Some(PathBuf::from("/etc/key.pem")));
    assert_eq!(config.web.cert_file, Some(PathBuf::from("/etc/page.pem")));
    assert_eq!(config.web.key_file, Some(PathBuf::from("/etc/page.key")));
    assert_eq!((config.hall.title, config.hall.file), ("Open".to_owned(), Some(PathBuf::from("/srv/hall.sqlite"))));
    assert_eq!(config.log.filter, "info,touchmove=debug");
    assert_eq!(config.broker.listen.to_string(), "[::1]:1884");
    assert_eq!(config.web.listen.to_string(), "0.0.0.0:80");
    assert_eq!(config.public.delay_s, 900);
    assert_eq!((config.capture.dir, config.capture.max_mb), (Some(PathBuf::from("/srv/captures")), 5));

    let [first, second] = &config.tables[..] else { panic!("{:?}", config.tables) };
    assert_eq!((first.name.as_str(), second.name.as_str()), ("A", "2"));
    assert_eq!(first.board.port, Port::Path("/dev/ttyUSB0".into()));
    assert_eq!(first.board.kind.as_deref(), Some("dgt"));
    assert_eq!(first.board.orientation, OrientationSetting::Turned);
    assert_eq!((first.laws.edition, first.laws.regime), (Edition::E2018, Regime::Rapid));
    assert_eq!((first.laws.supervision, first.laws.variant), (Some(Supervision::Full), Variant::Chess960));
    assert_eq!(first.laws.time_control.as_deref(), Some("600+5"));
    assert_eq!(second.board.serial.as_deref(), Some("25805"));
    let timing = second.timing;
    assert_eq!((timing.settle_ms, timing.scan_tie_ms, timing.flicker_ms), (0, 200, 1_000));
    assert_eq!((timing.two_hands_ms, timing.press_grace_ms, timing.displaced_ms), (5_000, 3_000, 10_000));
}

#[test]
fn rounds_of_lichess_are_named_one_by_one() {
    let text = "[broadcast.lichess]\ntoken_file = \"/etc/token\"\ndelay_s = 60\nurl = \"https://lichess.example/\"\n\
                [broadcast.lichess.rounds]\n6 = \"AbCd1234\"\n\"U 18/6\" = \"https://lichess.org/broadcast/a/b/EfGh5678\"\n";
    let lichess = parse("c.toml", text).expect("nothing is wrong").broadcast.lichess;
    let rounds: Vec<_> =
        lichess.rounds.iter().map(|((section, round), id)| (section.as_deref(), *round, &**id)).collect();
    assert_eq!(rounds, [(None, 6, "AbCd1234"), (Some("U 18"), 6, "EfGh5678")]);
    assert_eq!((lichess.delay_s, lichess.url.as_str(), lichess.completed_only), (60, "https://lichess.example", false));
    for (text, expected) in [
        (
            "broadcast.lichess.rounds = {}",
            "broadcast.lichess.rounds is set; expected broadcast.lichess.token_file to be set too",
        ),
        ("broadcast.lichess.rounds = { 6 = \"AbCd123\" }", "expected a table with a round of Lichess for each"),
        ("broadcast.lichess.rounds = { 6 = \"AbCd1234\", 7 = \"AbCd1234\" }", "each another one"),
        ("broadcast.lichess.url = \"http://lichess.org\"", "expected https://host"),
        ("broadcast.lichess.token_file = \"/etc/token\"", "expected broadcast.lichess.rounds to be set too"),
    ] {
        assert!(error(text).contains(expected), "{text}: {}", error(text));
    }
}

#[test]
fn sites_whose_pages_may_ask_are_kept_as_browsers_name_them() {
    let read = |value: &str| parse("c.toml", &format!("broadcast.livechess.origins = \"{value}\""));
    let origins = |value: &str| read(value).expect("nothing is wrong").broadcast.livechess.origins;
    assert_eq!(
        origins(" https://lichess.org/  http://10.0.0.1:80").as_deref(),
        Some("https://lichess.org http://10.0.0.1")
    );
    for wrong in ["", " ", "lichess.org", "*", "https://lichess.org, https://a", "https://lichess.org/page"] {
        let error = read(wrong).expect_err("no origin").to_string();
        assert!(error.contains("broadcast.livechess.origins is") && error.contains("expected https://host"), "{error}");
    }
}

#[test]
fn an_unknown_key_is_named_with_the_nearest_known_one() {
    for (text, expected) in [
        ("\n[mqtt]\nprefx = \"x\"", "touchmove.toml, line 3: unknown key mqtt.prefx; did you mean mqtt.prefix?"),
        ("[mqqt]\nprefix = \"x\"", "touchmove.toml, line 1: unknown key mqqt; did you mean mqtt?"),
        ("delay_s = 3", "touchmove.toml, line 1: unknown key delay_s; did you mean public.delay_s?"),
        ("[public]\ndelay = 3", "touchmove.toml, line 2: unknown key public.delay; did you mean public.delay_s?"),
        ("[[tables]]\nname = \"1\"", "touchmove.toml, line 1: unknown key tables; did you mean table?"),
        (
            "[[table]]\nboard.prot = \"auto\"",
            "touchmove.toml, line 2: unknown key table.board.prot; did you mean table.board.port?",
        ),
        (
            "[[table]]\n[table.timings]\nsettle_ms = 1",
            "touchmove.toml, line 2: unknown key table.timings; did you mean table.timing?",
        ),
        (
            "[[table]]\nsettle_ms = 1",
            "touchmove.toml, line 2: unknown key table.settle_ms; did you mean table.timing.settle_ms?",
        ),
    ] {
        assert_eq!(error(text), expected);
    }
    let far = error("colour = 1");
    assert!(
        far.starts_with(
            "touchmove.toml, line 1: unknown key colour; expected one of broadcast.lichess.completed_only, "
        ),
        "{far}"
    );
}

#[test]
fn a_number_out_of_range_is_named_with_the_range() {
    for (key, value, range) in [
        ("timing.settle_ms", "2001", "0 to 2000"),
        ("timing.scan_tie_ms", "201", "0 to 200"),
        ("timing.flicker_ms", "1001", "0 to 1000"),
        ("timing.two_hands_ms", "5001", "0 to 5000"),
        ("timing.press_grace_ms", "3001", "0 to 3000"),
        ("timing.displaced_ms", "10001", "0 to 10000"),
        ("timing.settle_ms", "-1", "0 to 2000"),
        ("timing.settle_ms", "99999999999999999999", "0 to 2000"),
    ] {
        assert_eq!(
            error(&format!("[[table]]\n\n{key} = {value}")),
            format!("touchmove.toml, line 3: table.{key} is {value}; expected {range}")
        );
    }
    assert_eq!(error("public.delay_s = 86401"), "touchmove.toml, line 1: public.delay_s is 86401; expected 0 to 86400");
}

#[test]
fn a_wrong_value_is_named_with_what_was_expected() {
    for (text, expected) in [
        ("state_dir = \"here\"", "state_dir is \"here\"; expected a path that begins with /, in quotes"),
        ("mqtt.url = \"http://x\"", "mqtt.url is \"http://x\"; expected mqtt://host, mqtt://host:port"),
        ("mqtt.url = \"mqtt://x mqtts://y\"", "mqtt.url is \"mqtt://x mqtts://y\"; expected mqtt://host"),
        ("mqtt.url = \" \"", "mqtt.url is \" \"; expected mqtt://host, mqtt://host:port"),
        ("mqtt.version = \"4\"", "mqtt.version is \"4\"; expected one of \"auto\", \"5\", \"3.1.1\""),
        ("mqtt.prefix = \"a//b\"", "mqtt.prefix is \"a//b\"; expected 1 to 64 bytes"),
        ("mqtt.prefix = \"$SYS\"", "mqtt.prefix is \"$SYS\"; expected 1 to 64 bytes"),
        ("mqtt = 3", "mqtt is 3; expected a section of keys, [mqtt]"),
        ("broker.listen = \"localhost\"", "broker.listen is \"localhost\"; expected an address and a port"),
        ("web.listen = 8080", "web.listen is 8080; expected an address and a port"),
        ("public.delay_s = \"15\"", "public.delay_s is \"15\"; expected a whole number, 0 to 86400"),
        ("public.delay_s = 1.5", "public.delay_s is 1.5; expected a whole number, 0 to 86400"),
        ("capture.dir = true", "capture.dir is true; expected a path that begins with /"),
        ("table = 1", "table is 1; expected a section [[table]], in double brackets, for each table"),
        ("[table]\nname = \"1\"", "table is one section [table]; expected a section [[table]]"),
        ("table = [1]", "table is [1]; expected a section [[table]]"),
        ("[[table]]\nname = \"a/b\"", "table.name is \"a/b\"; expected 1 to 64 bytes"),
        ("[[table]]\nname = \"\"", "table.name is \"\"; expected 1 to 64 bytes"),
        ("[[table]]\nboard.port = \"COM3\"", "table.board.port is \"COM3\"; expected \"auto\" or the path"),
        ("[[table]]\nboard.kind = \"abacus\"", "table.board.kind is \"abacus\"; expected \"auto\" or one of "),
        ("[[table]]\nboard.serial = 25805", "table.board.serial is 25805; expected a text"),
        (
            "[[table]]\nboard.orientation = \"left\"",
            "table.board.orientation is \"left\"; expected one of \"auto\", \"normal\", \"turned\"",
        ),
        (
            "[[table]]\nlaws.edition = 2020",
            "table.laws.edition is 2020; expected one of \"2005\", \"2009\", \"2014\", \"2018\", \"2023\"",
        ),
        ("[[table]]\nlaws.regime = \"fast\"", "table.laws.regime is \"fast\"; expected one of \"blitz\""),
        ("[[table]]\nlaws.supervision = \"some\"", "table.laws.supervision is \"some\"; expected one of \"full\""),
        ("[[table]]\nlaws.variant = \"go\"", "table.laws.variant is \"go\"; expected one of \"chess\""),
        ("[[table]]\nlaws.time_control = \"90m\"", "table.laws.time_control is \"90m\"; expected a time control"),
    ] {
        let line = text.lines().count();
        let line = if text.starts_with("[table]") { 1 } else { line };
        let expected = format!("touchmove.toml, line {line}: {expected}");
        let error = error(text);
        assert!(error.starts_with(&expected), "{error:?}, not {expected:?}");
    }
}

#[test]
fn a_password_in_the_url_is_refused_and_not_repeated() {
    let error = error("mqtt.url = \"mqtt://eve:secret@broker\"");
    assert!(error.contains("mqtt.password_file") && !error.contains("secret"), "{error}");
}

#[test]
fn a_long_value_is_cut_in_the_message() {
    let error = error(&format!("web.listen = \"{}\"", "\u{e9}".repeat(500)));
    assert!(error.chars().count() < 200 && error.contains("..."), "{error}");
}

#[test]
fn two_tables_may_not_share_name_port_or_board() {
    for (key, value) in [("name", "x"), ("board.port", "/dev/ttyUSB0"), ("board.serial", "25805")] {
        assert_eq!(
            error(&format!("[[table]]\n{key} = \"{value}\"\n[[table]]\n{key} = \"{value}\"\n")),
            format!(
                "touchmove.toml, line 4: table.{key} is \"{value}\", as for the table in line 2; expected one of \
                 its own"
            )
        );
    }
    // The first has the name that the second has by its number.
    assert_eq!(
        error("[[table]]\nname = \"2\"\n[[table]]\n"),
        "touchmove.toml, line 3: table.name is \"2\", as for the table in line 2; expected one of its own"
    );
    assert!(parse("-", "[[table]]\nname = \"auto\"\n[[table]]\nboard.port = \"auto\"").is_ok());
    assert!(parse("-", "[[table]]\nname = \"auto\"\n[[table]]\nname = \"auto\"").is_err());
}

#[test]
fn one_port_under_two_names_is_one_port() {
    let folder = tempfile::tempdir().expect("a folder");
    let (device, link) = (folder.path().join("ttyUSB0"), folder.path().join("by-id"));
    fs::write(&device, "").expect("a file");
    std::os::unix::fs::symlink(&device, &link).expect("a link");
    let [device, link] = [device, link].map(|path| path.display().to_string());
    for [first, second] in
        [["/dev/ttyS77", "/dev/../dev//ttyS77"], ["/dev/./ttyS77", "/dev/ttyS77"], [&*device, &*link]]
    {
        assert_eq!(
            error(&format!("[[table]]\nboard.port = \"{first}\"\n[[table]]\nboard.port = \"{second}\"\n")),
            format!(
                "touchmove.toml, line 4: table.board.port is \"{second}\", as for the table in line 2; expected one \
                 of its own"
            )
        );
    }
}

#[test]
fn the_broker_inside_listens_on_loopback_and_the_keys_for_more_are_refused() {
    for listen in ["0.0.0.0:1883", "[::]:1883", "192.168.1.5:1883", "[::ffff:10.0.0.1]:1883"] {
        for url in ["", "mqtt.url = \"mqtt://broker.example\"\n"] {
            let error = error(&format!("{url}[broker]\nlisten = \"{listen}\""));
            let line = 2 + url.lines().count();
            let expected = format!("line {line}: broker.listen is \"{listen}\"; expected an address of this computer");
            assert!(error.contains(&expected), "{error}");
            assert!(error.contains("run mosquitto and name it in mqtt.url"), "{error}");
        }
    }
    for listen in ["127.0.0.1:1883", "127.8.0.1:0", "[::1]:1883", "[::ffff:127.0.0.1]:1883"] {
        parse("-", &format!("broker.listen = \"{listen}\"")).unwrap_or_else(|error| panic!("{error}"));
    }
    for (text, key) in
        [("users_file = \"/etc/touchmove/users\"", "users_file"), ("open = true", "open"), ("open = false", "open")]
    {
        let error = error(&format!("[broker]\n{text}"));
        assert!(error.contains(&format!("line 2: broker.{key} is no more; the broker inside is for this")), "{error}");
        assert!(error.contains("run mosquitto"), "{error}");
    }
}

#[test]
fn no_two_may_listen_on_the_same_address() {
    for (text, expected) in [
        (
            "web.listen = \"127.0.0.1:1883\"",
            "line 1: web.listen is \"127.0.0.1:1883\"; expected an address and port other than broker.listen, which \
             is \"127.0.0.1:1883\"",
        ),
        (
            "broker.listen = \"127.0.0.1:8080\"",
            "line 1: broker.listen is \"127.0.0.1:8080\"; expected an address and port other than web.listen, which \
             is \"127.0.0.1:8080\"",
        ),
        ("web.listen = \"[::1]:9\"\nbroker.listen = \"[::1]:9\"", "line 2: broker.listen is \"[::1]:9\""),
        ("broker.listen = \"[::1]:9\"\nweb.listen = \"[::1]:9\"", "line 2: web.listen is \"[::1]:9\""),
        (
            "web.listen = \"0.0.0.0:9\"\nbroker.listen = \"127.0.0.1:9\"",
            "line 2: broker.listen is \"127.0.0.1:9\"; expected an address and port other than web.listen",
        ),
        (
            "web.listen = \"127.0.0.1:9\"\n[broadcast.livechess]\non = true\nlisten = \"127.0.0.1:9\"",
            "line 4: broadcast.livechess.listen is \"127.0.0.1:9\"; expected an address and port other than web.listen, \
             which is \"127.0.0.1:9\"",
        ),
        (
            "broadcast.livechess.on = true\nweb.listen = \"0.0.0.0:1982\"",
            "line 2: web.listen is \"0.0.0.0:1982\"; expected an address and port other than \
             broadcast.livechess.listen, which is \"127.0.0.1:1982\"",
        ),
        (
            "broadcast.livechess.listen = \"127.0.0.1:1883\"\nbroadcast.livechess.on = true",
            "line 1: broadcast.livechess.listen is \"127.0.0.1:1883\"; expected an address and port other than \
             broker.listen",
        ),
    ] {
        let error = error(text);
        assert!(error.contains(expected), "{error}");
    }
    for text in [
        "web.listen = \"127.0.0.1:0\"\nbroker.listen = \"127.0.0.1:0\"",
        "web.listen = \"127.0.0.1:9\"\nbroker.listen = \"[::1]:9\"",
        "web.listen = \"127.0.0.1:1883\"\nmqtt.url = \"mqtt://broker.example\"",
        "web.listen = \"127.0.0.1:1982\"",
        "broadcast.livechess.listen = \"127.0.0.1:8080\"",
    ] {
        parse("-", text).unwrap_or_else(|error| panic!("{error}"));
    }
}

#[test]
fn boards_with_addresses_may_share_a_port_and_need_kind_and_port() {
    let table = |rest: &str| format!("[[table]]\nboard.port = \"/dev/ttyUSB0\"\nboard.kind = \"dgt-bus\"\n{rest}\n");
    let two = [table("board.address = 1025"), table("board.address = 1026")].concat();
    let config = parse("-", &two).expect("they share the line");
    let addresses: Vec<u16> = config.tables.iter().filter_map(|table| Some(table.board.address?.number())).collect();
    assert_eq!(addresses, [1_025, 1_026]);
    let same = [table("board.address = 1025"), table("board.address = 1025")].concat();
    assert!(
        error(&same).contains("\"/dev/ttyUSB0\" with address 1025, as for the table in line 2"),
        "{}",
        error(&same)
    );
    let alone = "[[table]]\nboard.port = \"/dev/ttyUSB0\"\nboard.kind = \"dgt\"\n".to_owned();
    for both in [[table("board.address = 1025"), alone.clone()], [alone.clone(), table("board.address = 1025")]] {
        let said = error(&both.concat());
        assert!(said.contains("as for the table in line 2"), "{said}");
    }
    assert!(error(&table("")).contains("line 3: table.board.kind is set; expected table.board.address"));
    let alone = "[[table]]\nboard.address = 3";
    assert!(error(alone).contains("line 2: table.board.address is set; expected a table.board.kind"));
    let auto = "[[table]]\nboard.kind = \"dgt-bus\"\nboard.address = 3";
    assert!(error(auto).contains("line 3: table.board.address is set; expected table.board.port"));
    assert!(error(&table("board.address = 0")).contains("expected 1 to 16383"));
}

#[test]
fn a_key_that_says_nothing_without_another_is_refused() {
    for (text, key, needs) in [
        ("mqtt.username = \"x\"", "mqtt.username", "mqtt.url"),
        ("mqtt.url = \"mqtt://x\"\nmqtt.password_file = \"/x\"", "mqtt.password_file", "mqtt.username"),
        ("mqtt.url = \"mqtts://x\"\nmqtt.client_cert_file = \"/x\"", "mqtt.client_cert_file", "mqtt.client_key_file"),
        ("mqtt.url = \"mqtts://x\"\nmqtt.client_key_file = \"/x\"", "mqtt.client_key_file", "mqtt.client_cert_file"),
    ] {
        let line = text.lines().count();
        assert_eq!(error(text), format!("touchmove.toml, line {line}: {key} is set; expected {needs} to be set too"));
    }
    assert_eq!(
        error("mqtt.url = \"mqtt://x\"\nmqtt.ca_file = \"/x\""),
        "touchmove.toml, line 1: mqtt.url is \"mqtt://x:1883\"; expected an mqtts URL, since certificates are named"
    );
}

#[test]
fn bad_toml_is_named_with_its_line() {
    let error = error("[mqtt]\nprefix = \n");
    assert!(error.starts_with("touchmove.toml, line 2: "), "{error}");
    let twice = self::error("[web]\nlisten = \"127.0.0.1:1\"\nlisten = \"127.0.0.1:2\"\n");
    assert!(twice.starts_with("touchmove.toml, line 3: "), "{twice}");
}

#[test]
fn of_several_errors_the_first_in_the_file_is_told() {
    assert!(error("web.listen = 1\nbroker.listen = 1\n").contains("line 1: web.listen"));
    assert!(error("[[table]]\nname = 1\n[broker]\nlisten = 1\n").contains("line 2: table.name"));
}

#[test]
fn a_file_that_cannot_be_read_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("touchmove.toml");
    let told = |path: &Path| load(path).expect_err("it cannot be read").to_string();
    assert!(told(&path).starts_with(&format!("{} cannot be read: ", path.display())));
    fs::write(&path, b"[web]\n# caf\xe9\n").expect("a file");
    assert_eq!(told(&path), format!("{}, line 2: byte 6 is no UTF-8", path.display()));
    fs::write(&path, "#".repeat(MAX_FILE as usize + 1)).expect("a file");
    assert!(told(&path).contains("larger than"), "{}", told(&path));
    fs::write(&path, "public.delay_s = 7").expect("a file");
    assert_eq!(load(&path).expect("it is right").public.delay_s, 7);
}

#[test]
fn a_folder_that_nobody_makes_is_missed_when_asked_and_waited_for_at_a_start() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, there) = (folder.path().join("touchmove.toml"), folder.path().display().to_string());
    let told = |text: String| {
        fs::write(&path, text).expect("a file");
        load(&path).expect("a start does without");
        check(&path).map_or_else(|error| error.to_string(), |_| String::new())
    };
    for section in ["broadcast.pgn", "broadcast.livechesscloud"] {
        assert_eq!(told(format!("[{section}]\nfolder = \"{there}\"")), "");
        let said = told(format!("[{section}]\nfolder = \"{there}/none\""));
        let named = format!("{}, line 2: {section}.folder {there}/none: No such file", path.display());
        assert!(said.starts_with(&named) && said.ends_with("; expected a folder that is there"), "{said}");
        let said = told(format!("[{section}]\nfolder = \"{}\"", path.display()));
        assert!(said.contains("not a directory"), "{said}");
    }
}

#[test]
fn the_halls_database_is_a_regular_file_or_none_yet() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, there) = (folder.path().join("touchmove.toml"), folder.path().display().to_string());
    let loaded = |file: &str| {
        fs::write(&path, format!("\nhall.file = \"{file}\"")).expect("a file");
        load(&path).map_or_else(|error| error.to_string(), |_| String::new())
    };
    for (file, found) in [(&*there, "a folder"), ("/dev/null", "a pipe, device or socket")] {
        let expected = format!("line 2: hall.file {file}: found {found}, expected a database of SQLite's, or none yet");
        assert!(loaded(file).ends_with(&expected), "{}", loaded(file));
    }
    for file in [format!("{there}/none.sqlite"), path.display().to_string()] {
        assert_eq!(loaded(&file), "");
    }
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(text in "(\\[\\[?table\\]?\\]\n|[a-z.]{0,9} ?= ?[\"0-9a-z\\[{}\\]]{0,9}\n|\\PC{0,9}){0,9}") {
        if let Err(error) = parse("-", &text) {
            prop_assert!(error.line() <= text.lines().count() + 1, "{}", error);
        }
    }
}
