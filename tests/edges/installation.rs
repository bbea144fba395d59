//! What is installed besides the program: unit, user, udev rules, configuration; judged by systemd's own tools.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use protocols::registry::BOARDS;

use crate::common::{missing::skipped, programs::touchmove};

/// The highest exposure that `systemd-analyze security` may find, of 10.
const MOST_EXPOSED: f64 = 2.0;

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("systemd").join(name)
}

fn read(name: &str) -> String {
    fs::read_to_string(file(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// What a command said; `None`, with a word, where it is not installed.
fn said_by(command: &mut Command) -> Option<Output> {
    match command.stdin(Stdio::null()).output() {
        Ok(output) => Some(output),
        Err(_) => {
            skipped(format_args!("{} is not installed", command.get_program().display()));
            None
        }
    }
}

fn text(output: &Output) -> String {
    let Output { stdout, stderr, .. } = output;
    format!("{}{}", String::from_utf8_lossy(stdout), String::from_utf8_lossy(stderr))
}

#[test]
fn the_unit_is_one_that_systemd_understands() {
    let folder = tempfile::tempdir().expect("a folder");
    let unit = folder.path().join("touchmove.service");
    let program = env!("CARGO_BIN_EXE_touchmove");
    fs::write(&unit, read("touchmove.service").replace("/usr/bin/touchmove", program)).expect("written");
    let Some(verified) = said_by(Command::new("systemd-analyze").arg("verify").arg(&unit)) else { return };
    // Of its neighbours on this computer it may say what it likes.
    let text = text(&verified);
    let complaints: Vec<&str> = text.lines().filter(|line| line.contains("touchmove")).collect();
    assert!(complaints.is_empty(), "{complaints:#?}");
}

#[test]
fn the_unit_is_locked_up_well() {
    let mut command = Command::new("systemd-analyze");
    let command = command.args(["security", "--offline=true", "--no-pager"]).arg(file("touchmove.service"));
    let Some(judged) = said_by(command) else { return };
    let text = text(&judged);
    let overall = text.lines().find_map(|line| line.split_once("exposure level for touchmove.service: "));
    let exposure: f64 = overall
        .and_then(|(_, rest)| rest.split_whitespace().next())
        .and_then(|number| number.parse().ok())
        .unwrap_or_else(|| panic!("no overall exposure in\n{text}"));
    println!("Exposure of the service: {exposure} of 10.");
    assert!(exposure < MOST_EXPOSED, "{text}");
}

#[test]
fn the_configuration_that_is_installed_is_good_and_says_what_nothing_says() {
    let checked = said_by(touchmove(["config", "check"]).arg(file("touchmove.toml"))).expect("our own program");
    assert!(checked.status.success(), "{}", text(&checked));
    let installed = touchmove::daemon::config::load(&file("touchmove.toml")).expect("just checked");
    assert_eq!(installed, touchmove::daemon::config::Config::default());
}

#[test]
fn the_services_user_is_made_and_may_use_serial_ports() {
    let root = tempfile::tempdir().expect("a folder");
    fs::create_dir(root.path().join("etc")).expect("a folder");
    let mut command = Command::new("systemd-sysusers");
    let Some(made) = said_by(command.arg("--root").arg(root.path()).arg(file("sysusers.d/touchmove.conf"))) else {
        return;
    };
    assert!(made.status.success(), "{}", text(&made));
    let of = |name: &str| fs::read_to_string(root.path().join("etc").join(name)).expect("made");
    let user = of("passwd");
    assert!(user.lines().any(|line| line.starts_with("touchmove:") && line.contains(":/var/lib/touchmove:")), "{user}");
    let groups = of("group");
    assert!(groups.lines().any(|line| line.starts_with("dialout:") && line.ends_with(":touchmove")), "{groups}");
}

#[test]
fn the_rules_name_every_board_of_the_registry() {
    let rules = read("70-touchmove.rules");
    for board in BOARDS {
        for (vendor, product) in board.usb_ids {
            let ids = [format!("{{idVendor}}==\"{vendor:04x}\""), format!("{product:04x}")];
            let named = |subsystem: &str| {
                rules.lines().any(|line| line.starts_with(subsystem) && ids.iter().all(|id| line.contains(id.as_str())))
            };
            assert!(named("SUBSYSTEM==\"tty\""), "{}: {vendor:04x}:{product:04x} has no port rule", board.kind);
            assert!(named("SUBSYSTEM==\"usb\""), "{}: {vendor:04x}:{product:04x} is left to ModemManager", board.kind);
        }
    }
}

#[test]
fn the_rules_are_written_as_udev_wants_them() {
    let Some(verified) = said_by(Command::new("udevadm").arg("verify").arg(file("70-touchmove.rules"))) else { return };
    let text = text(&verified);
    if text.contains("Unknown command") {
        skipped("udevadm is older than 254 and cannot verify rules");
        return;
    }
    assert!(verified.status.success(), "{text}");
}

/// Where the made-up device is plugged in.
const PLUG: &str = "/devices/pci0000:00/0000:00:14.0/usb1/1-2";

/// A port on a made-up USB device, for umockdev.
struct Port {
    ids: (&'static str, &'static str),
    serial: Option<&'static str>,
    node: &'static str,
}

impl Port {
    fn description(&self) -> String {
        let Port { ids: (vendor, product), serial, node } = self;
        let serial = serial.map_or(String::new(), |serial| format!("A: serial={serial}\n"));
        format!(
            "P: /devices/pci0000:00/0000:00:14.0\nE: SUBSYSTEM=pci\n\n\
             P: {PLUG}\nE: SUBSYSTEM=usb\nE: DEVTYPE=usb_device\nE: DEVNAME=/dev/bus/usb/001/002\n\
             A: idVendor={vendor}\nA: idProduct={product}\nA: bcdDevice=0100\nA: bDeviceClass=00\n\
             A: manufacturer=Maker\nA: product=Thing\n{serial}\n\
             P: {PLUG}/1-2:1.0\nE: SUBSYSTEM=usb\nE: DEVTYPE=usb_interface\n\
             A: bInterfaceNumber=00\nA: bInterfaceClass=02\nA: bInterfaceSubClass=02\nA: bInterfaceProtocol=01\n\n\
             P: {PLUG}/1-2:1.0/tty/{node}\nN: {node}\nE: SUBSYSTEM=tty\nE: DEVNAME=/dev/{node}\n\
             E: MAJOR=166\nE: MINOR=0\n"
        )
    }

    /// What udev makes of a device on that path, by our rules and its own.
    fn judged(&self, folder: &Path, device: &str) -> Option<String> {
        let description = folder.join("device");
        fs::write(&description, self.description()).expect("written");
        // In a mount namespace of its own: the computer's udev must not see the rules, nor its /dev the links.
        let script = "mount -t tmpfs tmpfs /dev && mknod -m 666 /dev/null c 1 3 && mkdir /dev/pts && \
                      mount -t devpts -o ptmxmode=666 devpts /dev/pts && ln -s pts/ptmx /dev/ptmx && \
                      mount -t tmpfs tmpfs /run && mkdir -p /run/udev/rules.d && cp \"$1\" /run/udev/rules.d/ && \
                      exec umockdev-run -d \"$2\" -- udevadm test --action=add \"$3\"";
        let mut command = Command::new("unshare");
        command
            .args(["--mount", "sh", "-c", script, "sh"])
            .arg(file("70-touchmove.rules"))
            .arg(&description)
            .arg(device);
        let judged = said_by(&mut command)?;
        let text = text(&judged);
        if !text.contains("ACTION=add") {
            println!("{text}");
            skipped("udev's rules cannot be tried here");
            return None;
        }
        Some(text)
    }
}

/// Whether there is what the trial of udev's rules takes: the programs, and a user who may mount.
fn can_try_rules() -> bool {
    let there = |program: &str| Command::new(program).arg("--version").output().is_ok_and(|out| out.status.success());
    let is_root = Command::new("id").arg("-u").output().is_ok_and(|out| out.stdout == b"0\n");
    let lack = ["udevadm", "umockdev-run", "unshare"].into_iter().find(|program| !there(program));
    match lack {
        Some(program) => skipped(format_args!("{program} is not installed")),
        None if !is_root => skipped("only root may mount what udev's rules are tried in"),
        None => return true,
    }
    false
}

#[test]
fn udev_gives_boards_names_that_stay_and_keeps_modem_managers_off() {
    if !can_try_rules() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let port = format!("{PLUG}/1-2:1.0/tty/");
    for (ids, serial, node, name) in [
        (("045b", "8111"), Some("25805"), "ttyACM0", "/dev/touchmove/dgt-25805"),
        (("0403", "6001"), None, "ttyUSB0", "/dev/touchmove/adapter-at-pci-0000_00_14_0-usb-0_2_1_0"),
        (("10c4", "ea60"), Some("0001"), "ttyUSB1", "/dev/touchmove/adapter-0001"),
    ] {
        let made = Port { ids, serial, node };
        let Some(judged) = made.judged(folder.path(), &format!("{port}{node}")) else { return };
        let links = judged.lines().find(|line| line.starts_with("DEVLINKS=")).unwrap_or_default();
        assert!(links.contains(name), "{ids:?}: {links}\n{judged}");
        assert!(judged.contains("ID_MM_PORT_IGNORE=1"), "{judged}");
        let device = made.judged(folder.path(), PLUG).expect("just tried");
        assert!(device.contains("ID_MM_DEVICE_IGNORE=1"), "{device}");
        for said in [&judged, &device] {
            let complaint = said.lines().find(|line| line.contains("70-touchmove.rules") && line.contains("nvalid"));
            assert_eq!(complaint, None);
        }
    }
    // Others' devices are left alone.
    let other = Port { ids: ("2e8a", "000a"), serial: Some("E66"), node: "ttyACM1" };
    let judged = other.judged(folder.path(), &format!("{port}ttyACM1")).expect("just tried");
    assert!(!judged.contains("TOUCHMOVE") && !judged.contains("ID_MM_PORT_IGNORE"), "{judged}");
}
