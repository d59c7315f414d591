//! Compares the share of time that plans save, as predicted and as counted by callgrind.
//!
//! `saved [FAMILY ...] [--write]` plans every family beside the repository, or those of these names, under caps of
//! 15 to 100 %. `--write` writes the table to `benches/report.md`, which needs all families.

use std::path::Path;
use std::process::ExitCode;
use stubc_benches::console::{complain, ended, say};
use stubc_benches::prediction::measured::families;
use stubc_benches::report;
use stubc_benches::saved::{CAPS, compare, table};
use stubc_benches::subject::Subject;

fn main() -> ExitCode {
    ended(run())
}

fn run() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (options, names): (Vec<_>, Vec<_>) = arguments.into_iter().partition(|word| word.starts_with("--"));
    let write = options.iter().any(|option| option == "--write");
    if write && !names.is_empty() {
        return Err("--write needs all families; leave out their names".to_owned());
    }
    let mut all = Vec::new();
    let is_asked = |name: &str| names.is_empty() || names.iter().any(|asked| asked == name);
    for family in families().into_iter().filter(|family| is_asked(family.specs) || is_asked(family.name)) {
        let Some(subject) = Subject::load(family) else { continue };
        let compared = compare(&subject, &CAPS).map_err(|error| format!("{}: {error}", family.title()))?;
        complain(&format!("counted: {}", compared.title));
        all.push(compared);
    }
    if all.is_empty() {
        return Err("no family of that name has messages".to_owned());
    }
    let text = table(&all);
    say(&text);
    if write {
        report::replace(&Path::new(env!("CARGO_MANIFEST_DIR")).join("report.md"), "saved", &text)?;
    }
    Ok(())
}
