//! What tests need besides the source and do not always find. A test that goes without says so and passes; `tests/run`
//! lists it in the end.

use std::{
    fmt::Display,
    fs::OpenOptions,
    io::Write,
    path::{Path, PathBuf},
    thread,
};

/// Says that the test that runs is left out, or a part of it, and why: aloud, and in the file of
/// `TOUCHMOVE_TEST_SKIPPED`.
pub(crate) fn skipped(why: impl Display) {
    println!("Not tested: {why}.");
    let Some(list) = std::env::var_os("TOUCHMOVE_TEST_SKIPPED") else { return };
    let line = format!("{why}\t{}\n", thread::current().name().unwrap_or("?"));
    let mut list = OpenOptions::new().create(true).append(true).open(list).expect("TOUCHMOVE_TEST_SKIPPED is a file");
    list.write_all(line.as_bytes()).expect("TOUCHMOVE_TEST_SKIPPED can be written");
}

/// A file or folder of `../shared`, where games, positions and recordings lie that are not ours to ship; `None`, with a
/// word, where it is not there.
///
/// # Panics
///
/// Where it is not there and `TOUCHMOVE_SHARED` is `required`.
pub(crate) fn shared(name: &str) -> Option<PathBuf> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let repository = if package.ends_with("protocols") { package.join("..") } else { package.to_owned() };
    let folder = repository.join("../shared");
    let path = folder.join(name);
    if path.exists() {
        return Some(path);
    }
    let required = std::env::var("TOUCHMOVE_SHARED").is_ok_and(|set| set == "required");
    assert!(!required, "{} is not there, and TOUCHMOVE_SHARED is required", path.display());
    if folder.exists() {
        skipped(format_args!("../shared/{name} is not there"));
    } else {
        skipped("../shared is not there");
    }
    None
}
