//! Draws the pictures of `benches/peers.md` and of the README from `benches/peers/measured.tsv`.

use std::path::Path;
use std::process::ExitCode;
use stubc_benches::console::{ended, say};
use stubc_benches::peers::{Measured, SUBJECTS};

fn main() -> ExitCode {
    ended(run())
}

fn run() -> Result<(), String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("peers");
    let table = folder.join("measured.tsv");
    let text = std::fs::read_to_string(&table).map_err(|error| format!("{}: {error}", table.display()))?;
    let measured = Measured::read(&text).map_err(|error| format!("{}: {error}", table.display()))?;
    for subject in &SUBJECTS {
        let path = folder.join(format!("{}.svg", subject.name));
        std::fs::write(&path, measured.picture(subject).file())
            .map_err(|error| format!("{}: {error}", path.display()))?;
        say(&path.display().to_string());
    }
    Ok(())
}
