//! The lines of the runtime that a corpus executes.

use super::differential::{self, Purpose};
use super::files;
use super::targets::Target;
use crate::stubs::run;
use codegen::Rules;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// The lines of the runtime of a rule, by their text: whether any variant executes them. Each specification has its own
/// runtime without the code that it does not use, so lines are compared by text, with the line before.
pub type Lines = BTreeMap<(Group, String), bool>;

/// Rules with one runtime.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// BER and DER.
    Ber,
    /// XDR.
    Xdr,
    /// UPER and APER.
    Per,
    /// OER and COER.
    Oer,
}

impl Group {
    /// Returns the group of some rules.
    pub fn of(rules: Rules) -> Self {
        match rules {
            Rules::Ber | Rules::Der => Self::Ber,
            Rules::Xdr => Self::Xdr,
            Rules::Uper | Rules::Aper => Self::Per,
            Rules::Oer | Rules::Coer => Self::Oer,
        }
    }
}

/// Mutations of the corpus of each target: with them, limits meet more messages than the corpus holds.
const MUTATIONS: &str = "20000";

/// Replays the corpus of a target and some mutations, and adds the lines of its runtimes.
///
/// # Errors
/// The program cannot be built, or the tools of LLVM are missing.
pub fn add(target: &Target, folder: &Path, lines: &mut Lines) -> Result<(), String> {
    let subject = target.subject().ok_or_else(|| format!("{}: no specification", target.name))?;
    let place = folder.join("coverage");
    let program = differential::build(&subject, target.rules, &place, Purpose::Coverage)?;
    let messages = [files(&folder.join("corpus")), files(&folder.join("seeds"))].concat();
    if messages.is_empty() {
        return Ok(());
    }
    let mut replay = Command::new(&program);
    replay.args([MUTATIONS, "1"]).args(messages).env("LLVM_PROFILE_FILE", place.join("raw"));
    run(&mut replay)?;
    let merge = ["merge", "-sparse", "raw", "-o", "data"];
    run(Command::new("llvm-profdata").args(merge).current_dir(&place))?;
    let shown = Command::new("llvm-cov")
        .args(["show", "target", "-instr-profile=data", "-show-expansions=false"])
        .current_dir(&place)
        .output()
        .map_err(|error| format!("llvm-cov: {error}"))?;
    read(&String::from_utf8_lossy(&shown.stdout), Group::of(target.rules), lines);
    Ok(())
}

/// Reads the listing of llvm-cov: `number|count|text`, after the name of each file.
fn read(listing: &str, group: Group, lines: &mut Lines) {
    let (mut is_runtime, mut before) = (false, String::new());
    for line in listing.lines() {
        if line.ends_with(':') && !line.contains('|') {
            is_runtime = line.contains("stubc_rt.");
        }
        let columns: Vec<&str> = line.splitn(3, '|').map(str::trim).collect();
        let [number, count, text] = columns[..] else { continue };
        if !is_runtime || number.parse::<u32>().is_err() {
            continue;
        }
        // The prefixes of the variants.
        let text: String = text.replace("small_", "").replace("quick_", "").replace("compiled_", "");
        let text = text.replace("inlined_", "").replace("hybrid_", "").replace("mixed_", "");
        let is_code = text.chars().any(char::is_alphanumeric);
        if !count.is_empty() && is_code {
            let executed = lines.entry((group, format!("{before}\n{text}"))).or_default();
            *executed |= count != "0";
        }
        before = text;
    }
}

/// Returns a table of the lines of each runtime, and the lines that nothing executes.
pub fn table(lines: &Lines) -> (String, Vec<String>) {
    let mut text = "| runtime | lines | executed | share |\n|---|---|---|---|\n".to_owned();
    let (mut missed, mut sums) = (Vec::new(), (0, 0));
    for (group, name) in
        [(Group::Ber, "BER, DER"), (Group::Xdr, "XDR"), (Group::Per, "UPER, APER"), (Group::Oer, "OER, COER")]
    {
        let own: Vec<_> = lines.iter().filter(|((of, _), _)| *of == group).collect();
        let executed = own.iter().filter(|(_, executed)| **executed).count();
        sums = (sums.0 + own.len(), sums.1 + executed);
        text += &row(name, own.len(), executed);
        missed.extend(
            own.iter()
                .filter(|(_, executed)| !**executed)
                .map(|((_, line), _)| format!("{name}: {}", line.replace('\n', " / "))),
        );
    }
    (text + &row("all", sums.0, sums.1), missed)
}

fn row(name: &str, lines: usize, executed: usize) -> String {
    let share = 100.0 * executed as f64 / lines.max(1) as f64;
    format!("| {name} | {lines} | {executed} | {share:.1} % |\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn listings_are_read() {
        let listing = "small_stubc_rt.c:\n    1|      5|int small_stubc_f(void)\n    2|       |\n    3|      0|return 1;\n\
            \nstubs.c:\n    1|      0|int g;\n";
        let mut lines = Lines::new();
        read(listing, Group::Xdr, &mut lines);
        let again = listing.replace("small_", "quick_").replace("      0|return", "      7|return");
        read(&again, Group::Xdr, &mut lines);
        assert_eq!(lines.len(), 2, "{lines:?}");
        assert!(lines.values().all(|executed| *executed), "{lines:?}");
    }
}
