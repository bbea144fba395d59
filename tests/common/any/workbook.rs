//! Any parts whatever of a workbook with pairings. What a fuzzer changes is the text in it, not its packing.

use std::io::{Cursor, Read as _, Write as _};

use zip::{CompressionMethod, ZipArchive, ZipWriter, write::SimpleFileOptions};

use super::pairings;

/// Begins the line that names a part.
const PART: &str = "\n== ";

/// Imports the workbook of these parts, each behind a line with its name.
pub(crate) fn import(bytes: &[u8]) {
    pairings::import(&packed(bytes));
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(bytes);
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for part in text.split(PART).skip(1) {
        let (name, content) = part.split_once('\n').unwrap_or((part, ""));
        // Not every name can be one, and none can stand there twice.
        if writer.start_file(name, options).is_ok() {
            writer.write_all(content.as_bytes()).expect("memory takes it");
        }
    }
    writer.finish().expect("memory takes it").into_inner()
}

/// The parts of a workbook, as they are imported.
pub(crate) fn parts(workbook: &[u8]) -> String {
    let mut archive = ZipArchive::new(Cursor::new(workbook)).expect("a workbook");
    let mut text = String::new();
    for index in 0..archive.len() {
        let mut part = archive.by_index(index).expect("a part");
        let name = part.name().expect("UTF-8").into_owned();
        let mut content = String::new();
        part.read_to_string(&mut content).expect("XML");
        text += &format!("{PART}{name}\n{content}");
    }
    text
}
