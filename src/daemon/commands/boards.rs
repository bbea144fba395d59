//! `touchmove boards`: the serial ports, and which board answers on each.

use std::io::{self, Write};

use protocols::registry::BOARDS;

use crate::{
    daemon::{Error, plain},
    serial::{self, Found, Places},
};

/// Asks every port, and lists what was found on standard output.
///
/// # Errors
/// [`Error::Output`].
pub async fn boards() -> Result<(), Error> {
    let found = serial::boards(BOARDS, &Places::default()).await;
    let mut text = Vec::new();
    list(&found, &mut text).map_err(Error::Output)?;
    // Boards and adapters may call themselves anything.
    let text = String::from_utf8_lossy(&text);
    let mut out = io::stdout().lock();
    out.write_all(plain(&text).as_bytes()).and_then(|()| out.flush()).map_err(Error::Output)
}

fn list(found: &[Found], out: &mut impl Write) -> io::Result<()> {
    if found.is_empty() {
        writeln!(out, "There is no serial port. Is the board plugged in?")?;
    }
    for Found { port, answer } in found {
        write!(out, "{}", port.path.display())?;
        match answer {
            Ok(answer) => {
                write!(out, ": {} board", answer.board.kind)?;
                if let Some(serial) = &answer.serial {
                    write!(out, ", serial number {serial}")?;
                }
                if let Some(firmware) = &answer.firmware {
                    write!(out, ", firmware {firmware}")?;
                }
            }
            Err(why) => write!(out, ": {why}")?,
        }
        if let Some(usb) = &port.usb {
            write!(out, " (USB {:04x}:{:04x}", usb.vendor, usb.product)?;
            if let Some(name) = &usb.name {
                write!(out, ", {name}")?;
            }
            write!(out, ")")?;
        }
        writeln!(out)?;
        if let Some(by_id) = &port.by_id {
            writeln!(out, "    the same under a name that stays: {}", by_id.display())?;
        }
    }
    out.flush()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::serial::{Answer, NoAnswer, PortInfo, Usb};

    fn port(path: &str) -> PortInfo {
        PortInfo { path: path.into(), node: path.into(), by_id: None, usb: None }
    }

    #[test]
    fn every_port_is_listed_with_what_answered() {
        let usb = Usb { vendor: 0x0403, product: 0x6001, name: Some("FT232R".to_owned()), serial: None };
        let by_id = Some("/dev/serial/by-id/usb-FTDI".into());
        let answer = Answer {
            board: protocols::dgt::BOARD,
            serial: Some("25805".to_owned()),
            firmware: Some("3.1".to_owned()),
            heard: Vec::new(),
        };
        let found = [
            Found { port: PortInfo { usb: Some(usb), by_id, ..port("/dev/ttyUSB0") }, answer: Ok(answer) },
            Found { port: port("/dev/ttyS0"), answer: Err(NoAnswer::Silent { spoke: false }) },
        ];
        let mut out = Vec::new();
        list(&found, &mut out).expect("memory can be written");
        assert_eq!(
            String::from_utf8(out).expect("text"),
            "/dev/ttyUSB0: dgt board, serial number 25805, firmware 3.1 (USB 0403:6001, FT232R)\n    \
             the same under a name that stays: /dev/serial/by-id/usb-FTDI\n\
             /dev/ttyS0: no board answers\n"
        );
        let mut out = Vec::new();
        list(&[], &mut out).expect("memory can be written");
        assert_eq!(out, b"There is no serial port. Is the board plugged in?\n");
    }
}
