//! The outside collection of positions and games, when it lies beside the source tree.

use std::{
    fs::File,
    io::{BufRead, BufReader, Read},
    path::{Path, PathBuf},
};

use flate2::read::MultiGzDecoder;
use serde_json::Value;

use super::missing::shared;

/// A file or folder of the collection; says so where it is absent.
pub(crate) fn path(name: &str) -> Option<PathBuf> {
    shared(&format!("corpus/{name}"))
}

/// The content of a file, unpacked where it is packed.
pub(crate) fn open(path: &Path) -> Box<dyn Read> {
    let file = File::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    if path.extension().is_some_and(|extension| extension == "gz") {
        Box::new(MultiGzDecoder::new(file))
    } else {
        Box::new(file)
    }
}

/// The JSON objects of a file, one a line; none where the file is absent.
pub(crate) fn records(name: &str) -> Vec<Value> {
    let Some(path) = path(name) else { return Vec::new() };
    let lines = BufReader::new(open(&path)).lines();
    lines.map(|line| serde_json::from_str(&line.expect("text")).expect("a JSON object a line")).collect()
}

/// Every so many-th case is tried: what `TOUCHMOVE_EVERY` says, else a sample.
pub(crate) fn every(sample: usize) -> usize {
    match std::env::var("TOUCHMOVE_EVERY") {
        Ok(every) => every.parse().expect("TOUCHMOVE_EVERY is a number"),
        Err(_) => sample,
    }
}
