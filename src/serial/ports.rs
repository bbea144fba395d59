//! Which serial ports there are, from `/dev` and sysfs alone: no C library, and nothing is opened.

use std::{
    collections::HashSet,
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
};

/// Names of serial devices under `/dev`, before their number, in the order in which they are listed and asked:
/// USB first, then Bluetooth, then the computer's own UARTs.
const DEVICE_NAMES: [&str; 5] = ["ttyACM", "ttyUSB", "rfcomm", "ttyAMA", "ttyS"];

/// How many folders above a port's device in sysfs the USB device may be: `ttyUSB0` hangs under port, interface, device.
const USB_DEPTH: usize = 4;

/// Where to look for ports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Places {
    /// The folder of device nodes; `/dev`.
    pub dev: PathBuf,
    /// Where sysfs is mounted; `/sys`. May be absent, as in some containers: then nothing is known of USB.
    pub sys: PathBuf,
}

impl Default for Places {
    fn default() -> Places {
        Places { dev: PathBuf::from("/dev"), sys: PathBuf::from("/sys") }
    }
}

/// A serial port that might have a board on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PortInfo {
    /// The port as people know it, `/dev/ttyUSB0`.
    pub path: PathBuf,
    /// The device node itself, all links followed: what two names of one port have in common.
    pub node: PathBuf,
    /// The link under `serial/by-id`, which stays the same when the port is numbered anew.
    pub by_id: Option<PathBuf>,
    /// What the USB device says of itself, for ports on USB.
    pub usb: Option<Usb>,
}

/// What a USB device says of itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Usb {
    /// Vendor id.
    pub vendor: u16,
    /// Product id.
    pub product: u16,
    /// Name of the product, where it has one.
    pub name: Option<String>,
    /// Serial number of the adapter (not of the board), where it has one.
    pub serial: Option<String>,
}

/// Every port that might have a board on it: sorted, each once, without the system's console.
///
/// Unreadable folders count as empty: a computer without serial ports is no error.
#[must_use]
pub fn ports(places: &Places) -> Vec<PortInfo> {
    let consoles = consoles(&places.sys);
    let by_id: Vec<(PathBuf, PathBuf)> = entries(&places.dev.join("serial/by-id"))
        .into_iter()
        .filter_map(|link| Some((fs::canonicalize(&link).ok()?, link)))
        .collect();

    let mut named: Vec<(usize, u32, PathBuf)> = entries(&places.dev)
        .into_iter()
        .filter_map(|path| {
            let name = path.file_name()?.to_str()?;
            let (rank, number) = rank(name)?;
            let console = consoles.iter().any(|console| console == name);
            let absent = DEVICE_NAMES[rank] == "ttyS" && !has_uart(&places.sys, name);
            (!console && !absent).then_some((rank, number, path))
        })
        .collect();
    named.sort();
    // A driver may call its ports something else; udev still links them.
    named.extend(by_id.iter().filter_map(|(node, link)| {
        let name = node.file_name()?.to_str()?;
        let console = consoles.iter().any(|console| console == name);
        (!console).then(|| (DEVICE_NAMES.len(), 0, link.clone()))
    }));

    let mut seen = HashSet::new();
    named
        .into_iter()
        .filter_map(|(_, _, path)| {
            let node = fs::canonicalize(&path).ok()?;
            if !seen.insert(node.clone()) {
                return None;
            }
            let link = by_id.iter().find(|(target, _)| *target == node).map(|(_, link)| link.clone());
            let usb = path.file_name().or(node.file_name()).and_then(|name| usb(&places.sys, name));
            Some(PortInfo { path, node, by_id: link, usb })
        })
        .collect()
}

/// Place in [`DEVICE_NAMES`] and number of a device's name; `None` for other devices.
fn rank(name: &str) -> Option<(usize, u32)> {
    DEVICE_NAMES
        .iter()
        .enumerate()
        .find_map(|(rank, prefix)| Some((rank, name.strip_prefix(prefix)?.parse::<u32>().ok()?)))
}

/// Names of the devices on which the system writes its messages.
fn consoles(sys: &Path) -> Vec<String> {
    let active = fs::read_to_string(sys.join("class/tty/console/active")).unwrap_or_default();
    active.split_whitespace().map(str::to_owned).collect()
}

/// Whether there is hardware behind `ttyS<n>`: the kernel makes some nodes on speculation, of type 0.
fn has_uart(sys: &Path, name: &str) -> bool {
    fs::read_to_string(sys.join("class/tty").join(name).join("type")).is_ok_and(|kind| kind.trim() != "0")
}

fn usb(sys: &Path, name: &OsStr) -> Option<Usb> {
    let device = fs::canonicalize(sys.join("class/tty").join(name).join("device")).ok()?;
    let device = device.ancestors().take(USB_DEPTH).find(|folder| folder.join("idVendor").is_file())?;
    let text = |file: &str| {
        let text = fs::read_to_string(device.join(file)).ok()?;
        let text = text.trim();
        (!text.is_empty()).then(|| text.to_owned())
    };
    let id = |file: &str| u16::from_str_radix(&text(file)?, 16).ok();
    Some(Usb { vendor: id("idVendor")?, product: id("idProduct")?, name: text("product"), serial: text("serial") })
}

/// The paths in a folder, sorted; none where it cannot be read.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    fn write(path: &Path, text: &str) {
        fs::create_dir_all(path.parent().expect("the path has a folder")).expect("the folder can be made");
        fs::write(path, text).expect("the file can be written");
    }

    fn places(root: &Path) -> Places {
        fs::create_dir_all(root.join("dev/serial/by-id")).expect("the folder can be made");
        fs::create_dir_all(root.join("sys/class/tty")).expect("the folder can be made");
        let root = fs::canonicalize(root).expect("the folder is there");
        Places { dev: root.join("dev"), sys: root.join("sys") }
    }

    #[test]
    fn ports_come_sorted_by_number_usb_first_and_without_what_is_no_port() {
        let root = tempfile::tempdir().expect("a folder");
        let places = places(root.path());
        for name in ["ttyUSB10", "ttyUSB2", "ttyACM0", "rfcomm0", "tty1", "ttyUSB", "ttyUSBx", "ttyS1", "ttyS4", "sda"]
        {
            write(&places.dev.join(name), "");
        }
        write(&places.sys.join("class/tty/ttyS1/type"), "4\n");
        write(&places.sys.join("class/tty/ttyS4/type"), "0\n");
        let names: Vec<String> =
            ports(&places).iter().map(|port| port.path.file_name().unwrap().to_string_lossy().into_owned()).collect();
        assert_eq!(names, ["ttyACM0", "ttyUSB2", "ttyUSB10", "rfcomm0", "ttyS1"]);
    }

    #[test]
    fn the_system_console_is_left_alone() {
        let root = tempfile::tempdir().expect("a folder");
        let places = places(root.path());
        write(&places.dev.join("ttyS0"), "");
        write(&places.dev.join("ttyAMA0"), "");
        write(&places.sys.join("class/tty/ttyS0/type"), "4\n");
        write(&places.sys.join("class/tty/console/active"), "tty0 ttyS0 ttyAMA0\n");
        symlink("../../ttyS0", places.dev.join("serial/by-id/odd")).expect("a link");
        assert_eq!(ports(&places), []);
    }

    #[test]
    fn a_port_with_two_names_is_listed_once_with_its_stable_name_and_usb_ids() {
        let root = tempfile::tempdir().expect("a folder");
        let places = places(root.path());
        write(&places.dev.join("ttyUSB0"), "");
        symlink("../../ttyUSB0", places.dev.join("serial/by-id/usb-FTDI-port0")).expect("a link");
        let device = places.sys.join("devices/usb1/1-2");
        for (file, text) in [("idVendor", "0403\n"), ("idProduct", "6001\n"), ("product", "USB <-> Serial\n")] {
            write(&device.join(file), text);
        }
        write(&device.join("serial"), "\n");
        fs::create_dir_all(device.join("1-2:1.0/ttyUSB0")).expect("a folder");
        fs::create_dir_all(places.sys.join("class/tty/ttyUSB0")).expect("a folder");
        symlink(device.join("1-2:1.0/ttyUSB0"), places.sys.join("class/tty/ttyUSB0/device")).expect("a link");
        assert_eq!(
            ports(&places),
            [PortInfo {
                path: places.dev.join("ttyUSB0"),
                node: places.dev.join("ttyUSB0"),
                by_id: Some(places.dev.join("serial/by-id/usb-FTDI-port0")),
                usb: Some(Usb {
                    vendor: 0x0403,
                    product: 0x6001,
                    name: Some("USB <-> Serial".to_owned()),
                    serial: None
                }),
            }]
        );
    }

    #[test]
    fn a_driver_with_names_of_its_own_is_found_by_its_link_and_a_dangling_link_is_not() {
        let root = tempfile::tempdir().expect("a folder");
        let places = places(root.path());
        write(&places.dev.join("ttyXRUSB0"), "");
        symlink("../../ttyXRUSB0", places.dev.join("serial/by-id/usb-Exar")).expect("a link");
        symlink("../../ttyUSB7", places.dev.join("serial/by-id/usb-gone")).expect("a link");
        let found: Vec<PathBuf> = ports(&places).into_iter().map(|port| port.path).collect();
        assert_eq!(found, [places.dev.join("serial/by-id/usb-Exar")]);
    }

    #[test]
    fn without_dev_or_sysfs_there_are_no_ports_and_no_panic() {
        let root = tempfile::tempdir().expect("a folder");
        assert_eq!(ports(&Places { dev: root.path().join("no"), sys: root.path().join("no") }), []);
    }
}
