//! The command that tells who can still win (5.2.2, 6.9, 7.5.5).

use std::{
    fs::File,
    io::{self, Read, Write as _},
    path::Path,
};

use crate::{
    daemon::{Error, progress::Watched},
    rules::winnable::command::{self, RunError},
};

/// Reads positions, one a line, from `file` (standard input for none and for `-`) and tells for each side asked whether
/// it can still mate, looking at no more than `nodes` positions for each answer.
///
/// # Errors
/// [`Error::File`], [`Error::Output`], and [`Error::Positions`] where some lines were none; the rest is answered.
pub fn winnable(file: Option<&Path>, nodes: u64) -> Result<(), Error> {
    let file = file.filter(|file| *file != Path::new("-"));
    let name = file.map_or_else(|| "standard input".to_owned(), |file| file.display().to_string());
    let cannot_read = |source| Error::File { file: name.clone(), source };
    let input: Box<dyn Read> = match file {
        Some(file) => {
            let file = File::open(file).map_err(cannot_read)?;
            let size = file.metadata().ok().map(|found| found.len());
            Box::new(Watched::new(file, &name, size))
        }
        None => Box::new(io::stdin().lock()),
    };
    let mut out = io::BufWriter::new(io::stdout().lock());
    let status = command::run(input, &mut out, io::stderr().lock(), nodes).map_err(|error| match error {
        RunError::Input(source) => cannot_read(source),
        RunError::Output(source) => Error::Output(source),
    })?;
    out.flush().map_err(Error::Output)?;
    if status == 0 { Ok(()) } else { Err(Error::Positions { file: name }) }
}
