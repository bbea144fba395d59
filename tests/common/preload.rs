//! Faults in a program under test: writes that fail, and a clock that is set.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

/// The library that is loaded before a program, built into `folder`.
pub(crate) fn library(folder: &Path) -> PathBuf {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/common/faults.c");
    let library = folder.join("faults.so");
    let mut compiler = Command::new("cc");
    compiler.args(["-shared", "-fPIC", "-O1", "-o"]).arg(&library).arg(&source).arg("-ldl");
    let status = compiler.status().expect("a C compiler, which the build needs, too");
    assert!(status.success(), "{} does not compile", source.display());
    library
}
