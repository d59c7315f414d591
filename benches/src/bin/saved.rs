//! Compares the share of time that plans save, as predicted and as counted by callgrind.
//!
//! `saved [FAMILY ...] [--packed] [--write]` plans every family beside the repository, or those of these names, under caps
//! of 15 to 100 %; with `--packed` the families of packed messages. `--write` writes the table to `benches/report.md`,
//! which needs all families.

use std::path::Path;
use std::process::ExitCode;
use stubc_benches::console::{complain, ended, say};
use stubc_benches::family::Family;
use stubc_benches::prediction::counted::packed_subjects;
use stubc_benches::prediction::measured::families;
use stubc_benches::report;
use stubc_benches::saved::{CAPS, PACKED_CAPS, compare, table};
use stubc_benches::subject::Subject;

fn main() -> ExitCode {
    ended(run())
}

fn run() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (options, names): (Vec<_>, Vec<_>) = arguments.into_iter().partition(|word| word.starts_with("--"));
    let write = options.iter().any(|option| option == "--write");
    let is_packed = options.iter().any(|option| option == "--packed");
    if write && (is_packed || !names.is_empty()) {
        return Err("--write needs all families; leave out --packed and their names".to_owned());
    }
    let mut all = Vec::new();
    let is_asked = |name: &str| names.is_empty() || names.iter().any(|asked| asked == name);
    let is_asked = |family: &Family| is_asked(family.specs) || is_asked(family.name);
    let unpacked =
        families().into_iter().filter(|family| !is_packed && is_asked(family)).filter_map(Subject::load);
    let caps = if is_packed { &PACKED_CAPS[..] } else { &CAPS[..] };
    for subject in unpacked.chain(packed_subjects(|family| is_packed && is_asked(family))) {
        let compared =
            compare(&subject, caps).map_err(|error| format!("{}: {error}", subject.family.title()))?;
        complain(&format!("counted: {}", compared.title));
        for (kind, points) in [("profile", &compared.profiled), ("specification", &compared.alone)] {
            let spent: Vec<String> =
                points.iter().map(|point| format!("{} %: {}", point.cap, point.spent)).collect();
            complain(&format!("instructions, by {kind}: {}", spent.join(", ")));
        }
        all.push(compared);
    }
    if all.is_empty() {
        return Err("no family of that name has messages".to_owned());
    }
    let text = table(&all, caps);
    say(&text);
    if write {
        report::replace(&Path::new(env!("CARGO_MANIFEST_DIR")).join("report.md"), "saved", &text)?;
    }
    Ok(())
}
