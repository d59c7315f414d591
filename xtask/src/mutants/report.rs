//! Writes `benches/mutants.md` from the tables: results of mutants, and explanations of survivors.

use super::results::{Id, Outcome, Results};
use super::write as write_file;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// Writes the report. Returns the numbers of mutants and of unexplained survivors.
pub(crate) fn write(root: &Path, results: &Results) -> Result<String, String> {
    write_file(&root.join("benches/mutants.md"), &report(results))?;
    let open = unexplained(results).len();
    let all = Count::of(results.outcomes.values().map(|(outcome, _)| *outcome));
    Ok(format!(
        "{} mutants: {} killed, {} survived ({open} unexplained), {} not covered, {} not compiled",
        all.tried(),
        all.killed,
        all.survived,
        all.not_covered,
        all.not_compiled
    ))
}

/// Returns the survivors without an explanation.
pub(crate) fn unexplained(results: &Results) -> Vec<&Id> {
    let open = results.outcomes.iter().filter(|(_, (outcome, _))| outcome.is_open());
    open.map(|(id, _)| id).filter(|id| !results.explained.contains_key(id)).collect()
}

/// Numbers of mutants by outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Count {
    killed: usize,
    survived: usize,
    not_covered: usize,
    not_compiled: usize,
}

impl Count {
    fn of(outcomes: impl Iterator<Item = Outcome>) -> Self {
        outcomes.fold(Self::default(), |mut count, outcome| {
            *match outcome {
                Outcome::Killed | Outcome::TimedOut => &mut count.killed,
                Outcome::Survived => &mut count.survived,
                Outcome::NotCovered => &mut count.not_covered,
                Outcome::NotCompiled => &mut count.not_compiled,
            } += 1;
            count
        })
    }

    /// Returns the number of mutants that compile.
    fn tried(self) -> usize {
        self.killed + self.survived + self.not_covered
    }
}

/// Returns the report's text.
pub(crate) fn report(results: &Results) -> String {
    let mut out = String::from(
        "# Mutants\n\n\
         `cargo xtask mutants c` and `cargo xtask mutants rust` change one place of the sources at a time and run the tests that guard it. \
         A mutant survives if no test fails. `cargo xtask mutants report` writes this file from `benches/mutants/results.tsv` and \
         `explained.tsv`.\n\n\
         - *killed*: a test failed, or took much longer than without the fault.\n\
         - *not covered*: no test of the list compiles the changed line.\n\
         - Mutants that do not compile do not count.\n\n\
         ## Runs\n\n| part | tried | command |\n|---|---|---|\n",
    );
    for (kind, run) in &results.runs {
        let command = match kind.as_str() {
            "c" => "cargo xtask mutants c".to_owned(),
            file if file.contains('.') => format!("cargo xtask mutants c --file {file}"),
            name => format!("cargo xtask mutants rust --crate {name}"),
        };
        let _ = writeln!(out, "| {kind} | {run} | `{command}` |");
    }
    out.push_str(
        "\n## Files\n\n| file | tried | killed | survived | not covered |\n|---|---:|---:|---:|---:|\n",
    );
    let mut files: BTreeMap<&str, Vec<Outcome>> = BTreeMap::new();
    for (id, (outcome, _)) in &results.outcomes {
        files.entry(&id.file).or_default().push(*outcome);
    }
    for (file, outcomes) in files {
        row(&mut out, &format!("`{file}`"), Count::of(outcomes.into_iter()));
    }
    row(&mut out, "all", Count::of(results.outcomes.values().map(|(outcome, _)| *outcome)));
    out.push_str("\n## Survivors\n\n| file | function | line | change | why |\n|---|---|---|---|---|\n");
    for (id, (outcome, _)) in results.outcomes.iter().filter(|(_, (outcome, _))| outcome.is_open()) {
        let why = results.explained.get(id).map_or("**unexplained**", String::as_str);
        let cells = [&id.file, &id.function, &id.line, &id.change].map(|text| code(text));
        let _ = writeln!(out, "| {} | {}: {why} |", cells.join(" | "), outcome.name());
    }
    out
}

fn row(out: &mut String, title: &str, count: Count) {
    let Count { killed, survived, not_covered, .. } = count;
    let _ = writeln!(out, "| {title} | {} | {killed} | {survived} | {not_covered} |", count.tried());
}

/// Returns text for a cell of a table.
fn code(text: &str) -> String {
    format!("`{}`", text.replace('|', "\\|"))
}

#[cfg(test)]
mod tests {
    use super::super::FOLDER;
    use super::*;

    fn committed() -> (Results, String) {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the repository");
        let results = Results::load(&root.join(FOLDER)).expect("the tables are sound");
        let text = std::fs::read_to_string(root.join("benches/mutants.md")).expect("the report is there");
        (results, text)
    }

    #[test]
    fn the_report_is_what_the_tables_say() {
        let (results, text) = committed();
        assert!(!results.outcomes.is_empty());
        assert!(text == report(&results), "`cargo xtask mutants report` updates it");
    }

    #[test]
    fn what_is_explained_survived() {
        let (results, _) = committed();
        for id in results.explained.keys() {
            let outcome = results.outcomes.get(id).map(|(outcome, _)| *outcome);
            assert!(
                outcome.is_some_and(Outcome::is_open),
                "{id:?} has an explanation, but its outcome is {outcome:?}"
            );
        }
    }
}
