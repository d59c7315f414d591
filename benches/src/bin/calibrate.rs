//! Calibrates the cost model: counts the instructions of messages and fits the terms of `codegen::cost`.
//!
//! `calibrate [--target NAME] [--write] [--cflags FLAGS] [--family NAME] [--rules NAMES]` builds each
//! family interpreted, compiled, inlined and half way for a target (default `x86-64`). It counts decoding and
//! encoding of single messages with callgrind, or with QEMU for other targets, and prints the errors of the
//! model. `--write` fits the terms, stores them in `crates/codegen/src/cost/times/` and writes the errors to
//! `benches/report.md`; with `--rules` it stores the terms of these rules only (`ber`, `xdr`, `per`, `oer`, joined by
//! commas). `--rules per,oer` has a table of its own in the report; other rules leave the report.

use codegen::cost::Times;
use codegen::{Direction, Rules};
use std::path::Path;
use std::process::{Command, ExitCode};
use stubc_benches::calibration::observed::{Measured, measure};
use stubc_benches::calibration::table::{RULES, Tables, by_family, errors, small, summary, tables, toml};
use stubc_benches::calibration::target::{TARGETS, Target};
use stubc_benches::calibration::{families, group, packed};
use stubc_benches::console::{complain, ended, say};
use stubc_benches::family::Family;
use stubc_benches::report;
use stubc_benches::subject::Subject;

fn main() -> ExitCode {
    ended(run())
}

fn run() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let write = arguments.iter().any(|argument| argument == "--write");
    let value = |option: &str| {
        let at = arguments.iter().position(|argument| argument == option)?;
        arguments.get(at + 1).map(String::as_str)
    };
    if write && (value("--family").is_some() || value("--cflags").is_some()) {
        return Err(
            "--write needs all families, as stubc builds them; leave out --family and --cflags".to_owned()
        );
    }
    let name = value("--target").unwrap_or(TARGETS[0].name);
    let mut target = Target::named(name).ok_or_else(|| {
        let names = TARGETS.map(|target| target.name).join(", ");
        format!("there is no target `{name}`; use one of {names}")
    })?;
    let missing = target.missing();
    if !missing.is_empty() {
        return Err(format!(
            "cannot measure {name}: it needs Debian's {}; the stored numbers stay",
            missing.join(", ")
        ));
    }
    let cflags: Vec<&'static str> =
        value("--cflags").map(|flags| flags.to_owned().leak().split(' ').collect()).unwrap_or_default();
    if !cflags.is_empty() {
        target.cflags = cflags.leak();
    }
    let mut all = Vec::new();
    let rules = value("--rules").unwrap_or("ber,xdr");
    let is_asked = |family: &Family| {
        value("--family").is_none_or(|name| name == family.name || name == family.specs)
            && rules.split(',').any(|name| name == family.rules.times())
    };
    let unpacked = families().filter(|family| is_asked(family)).filter_map(Subject::load);
    for subject in unpacked.chain(packed(is_asked)) {
        let family = subject.family;
        let measured = measure(&subject, group(family), &target)
            .map_err(|error| format!("{}: {error}", family.title()))?;
        complain(&format!("counted: {}, {} messages", measured.title, measured.messages));
        all.push(measured);
    }
    if all.is_empty() {
        return Err("no family of that name has messages".to_owned());
    }
    let tables = if write { fitted(&all, &target)? } else { stored(&target)? };
    let in_full = name == TARGETS[0].name || value("--family").is_some();
    let text = if in_full { errors(&all, &tables) } else { by_family(&all, &tables) };
    say(&text);
    let table = match value("--rules") {
        None => Some("calibration"),
        Some("per,oer") => Some("calibration-packed"),
        Some(_) => None,
    };
    if let Some(table) = table.filter(|_| write) {
        let section = if name == TARGETS[0].name { table.to_owned() } else { format!("{table} {name}") };
        report::replace(&Path::new(env!("CARGO_MANIFEST_DIR")).join("report.md"), &section, &text)?;
    }
    Ok(())
}

/// Returns `codegen`'s times of a target.
fn times(target: &Target) -> Result<&'static Times, String> {
    // Other flags are tested against the same numbers.
    let named = Target::named(target.name).map(|target| target.title()).unwrap_or_default();
    Times::of(&named).ok_or_else(|| format!("codegen has no times of {named}"))
}

/// Returns `codegen`'s tables.
fn stored(target: &Target) -> Result<Tables, String> {
    let times = times(target)?;
    let mut tables = Tables::new();
    for rules in RULES {
        for direction in Direction::ALL {
            tables.insert((rules.times(), direction), times.table(rules, direction).clone());
        }
    }
    Ok(tables)
}

/// Fits tables, and stores them.
fn fitted(all: &[Measured], target: &Target) -> Result<Tables, String> {
    let mut tables = tables(all, None);
    // Tables without measurements stay.
    for (key, table) in stored(target)? {
        if !all.iter().any(|family| family.rules.times() == key.0) {
            tables.insert(key, table);
        }
    }
    let version = Command::new(target.cc).arg("--version").output().map_err(|error| error.to_string())?;
    let version = String::from_utf8_lossy(&version.stdout).lines().next().unwrap_or_default().to_owned();
    let provenance = format!(
        "Instructions of each term of the cost model: crates/codegen/src/cost/times.rs says what each one is.\n\n\
         Fitted by\n\n    cargo run -p stubc-benches --release --bin calibrate -- --target {} --write\n\n\
         with {version}, {}, counted by {}, to the families of benches/report.md.\n\
         The errors are those of messages of families that the terms were not fitted to.",
        target.name,
        target.cflags.join(" "),
        target.emulator.unwrap_or("callgrind")
    );
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join(format!("../crates/codegen/src/cost/times/{}.toml", target.name));
    // Errors are those of all rules together.
    let about = &times(target)?.about;
    let has = |rules: Rules| all.iter().any(|family| family.rules.times() == rules.times());
    let is_part = !(has(Rules::Ber) && has(Rules::Xdr));
    let errors = if is_part { [about.median_error, about.nine_in_ten] } else { summary(all) };
    let known = times(target)?;
    let small = |name: &str| {
        let own = RULES.into_iter().find(|rules| rules.times() == name);
        let is_measured = all.iter().any(|family| family.rules.times() == name);
        match own {
            Some(rules) if !is_measured => known.small(rules),
            _ => small(all, name),
        }
    };
    std::fs::write(&path, toml(&tables, &small, &target.title(), errors, &provenance))
        .map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(tables)
}
