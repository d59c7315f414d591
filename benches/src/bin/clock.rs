//! Times plans of ten families by the clock, with warm and with cold caches, on x86-64.
//!
//! `clock [NAME ...] [--runs=30] [--messages=60] [--write]` times the plans of these families (names as in the tables), or of
//! all, so many times in turns. `--write` writes the tables to `benches/clock.md`, which needs all families.
//! It runs the binary `stubc` beside this program: build it with the same profile first. The machine should do nothing
//! else; a busy one shows in the spread.

use std::path::Path;
use std::process::ExitCode;
use stubc_benches::clock::{CASES, judged, table, time};
use stubc_benches::console::{complain, ended, say, stubc_beside};
use stubc_benches::figure1::Case;
use stubc_benches::report;

fn main() -> ExitCode {
    ended(run())
}

fn run() -> Result<(), String> {
    if !cfg!(target_arch = "x86_64") {
        return Err("this program reads the time stamp counter of x86-64".to_owned());
    }
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (options, names): (Vec<_>, Vec<_>) = arguments.into_iter().partition(|word| word.starts_with("--"));
    let number = |name: &str, usual: usize| {
        let given = options.iter().find_map(|option| option.strip_prefix(name)?.strip_prefix('='));
        given.map_or(Ok(usual), |text| text.parse().map_err(|_| format!("{name}={text} is no number")))
    };
    let (runs, messages) = (number("--runs", 30)?, number("--messages", 60)?);
    let write = options.iter().any(|option| option == "--write");
    if write && !names.is_empty() {
        return Err("--write needs all families; leave out their names".to_owned());
    }
    let stubc = stubc_beside()?;
    let cases = Case::all();
    let mut all = Vec::new();
    for name in CASES.into_iter().filter(|name| names.is_empty() || names.iter().any(|asked| asked == name)) {
        let Some(case) = cases.iter().find(|case| case.name == name) else {
            complain(&format!("left out: {name} has no messages"));
            continue;
        };
        let timed = time(case, &stubc, runs, messages)?;
        say(&table(&timed));
        all.push(timed);
    }
    let judged = judged(&all);
    say(&judged);
    if write {
        let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("clock.md");
        let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
        let load = load.split(' ').next().unwrap_or("unknown");
        let how = format!(
            "{runs} runs, at most {messages} messages of a family; load of the machine at the end: {load}"
        );
        report::replace(&document, "judged", &format!("{how}\n\n{judged}"))?;
        let tables: Vec<String> = all.iter().map(table).collect();
        report::replace(&document, "plans", &tables.join("\n"))?;
    }
    Ok(())
}
