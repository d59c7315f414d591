//! Small specifications, one a feature: `ok` and `xdr-ok` with their graphs, `err` and `xdr-err` with their diagnostics.
//!
//! A case is a file in the folder of its clause; `UPDATE_EXPECT=1` writes what is expected beside it. The difference in git is the review.

#[path = "support/mod.rs"]
mod support;

use idl_front::{FrontOptions, FrontOutput, parse};
use std::path::{Path, PathBuf};
use syntax_graph::SourceMap;
use syntax_graph::diagnostic::sort;
use syntax_graph::validate::check_incomplete;

fn cases(folder: &str) -> Vec<PathBuf> {
    let notation = if folder.starts_with("xdr") { "x" } else { "asn1" };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let files = test_needs::files_below(&folder, notation);
    assert!(files.len() > 10, "{} must have more than 10 cases", folder.display());
    files
}

fn compile(file: &Path) -> (SourceMap, FrontOutput) {
    let mut sources = SourceMap::new();
    let name = file.file_name().map_or(String::new(), |name| name.to_string_lossy().into_owned());
    sources.add(name, std::fs::read_to_string(file).expect("the file must be readable"));
    let mut output = parse(&sources, &FrontOptions::default());
    // What is wrong with the types themselves is found by validation, in the same run.
    output.diagnostics.append(&mut check_incomplete(&output.graph, &output.unresolved));
    // Nobody has asked for slices; beside errors they are not reported.
    if output.is_ok() {
        output.diagnostics.extend(output.slices.drain(..).map(|(_, warning)| warning));
    }
    sort(&mut output.diagnostics);
    (sources, output)
}

fn diagnostics(sources: &SourceMap, output: &FrontOutput) -> String {
    let mut text = String::new();
    for diagnostic in &output.diagnostics {
        let severity = format!("{:?}", diagnostic.severity).to_lowercase();
        text.push_str(&format!("{severity}[{}]: {}\n", diagnostic.code, diagnostic.message));
        for label in &diagnostic.labels {
            let (line, column) = sources.line_column(label.span);
            let quoted = sources.text(label.span).lines().next().unwrap_or("");
            text.push_str(&format!("  {line}:{column} `{quoted}` {}\n", label.message));
        }
        for note in &diagnostic.notes {
            text.push_str(&format!("  = {note}\n"));
        }
    }
    text
}

fn compare(file: &Path, extension: &str, found: &str, failures: &mut Vec<String>) {
    let golden = file.with_extension(extension);
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&golden, found).expect("the expected file must be writable");
        return;
    }
    let expected = std::fs::read_to_string(&golden).unwrap_or_default();
    if expected != found {
        failures.push(format!("{}\n--- expected\n{expected}--- found\n{found}", file.display()));
    }
}

#[test]
fn right_ones_give_their_graphs() {
    let mut failures = Vec::new();
    for file in cases("ok").into_iter().chain(cases("xdr-ok")) {
        let (sources, output) = compile(&file);
        let shown = diagnostics(&sources, &output);
        if !output.is_ok() {
            failures.push(format!("{}\n{shown}", file.display()));
            continue;
        }
        let graph = if idl_front::is_xdr(&file.to_string_lossy()) {
            syntax_graph::dump::dump(&output.graph)
        } else {
            support::render(&output.graph)
        };
        compare(&file, "graph", &(graph + &shown), &mut failures);
    }
    assert!(
        failures.is_empty(),
        "{}\nIf these changes are intended, run the test with UPDATE_EXPECT=1 and review git diff",
        failures.join("\n")
    );
}

#[test]
fn wrong_ones_give_their_diagnostics() {
    let mut failures = Vec::new();
    for file in cases("err").into_iter().chain(cases("xdr-err")) {
        let (sources, output) = compile(&file);
        let shown = diagnostics(&sources, &output);
        if output.is_ok() {
            failures.push(format!("{}: expected an error, found none\n{shown}", file.display()));
            continue;
        }
        compare(&file, "txt", &shown, &mut failures);
    }
    assert!(
        failures.is_empty(),
        "{}\nIf these changes are intended, run the test with UPDATE_EXPECT=1 and review git diff",
        failures.join("\n")
    );
}

#[test]
fn errors_of_asn1_cite_their_clauses() {
    let mut failures = Vec::new();
    for file in cases("err") {
        let (_, output) = compile(&file);
        // What the grammar has no place for is told with what it has; a limit of the compiler has no clause.
        let told = |code: &str| !matches!(code, "syntax" | "too-deep");
        for error in output.diagnostics.iter().filter(|error| error.is_error() && told(error.code)) {
            if !error
                .notes
                .iter()
                .map(ToString::to_string)
                .any(|note| note.contains("X.68") || note.contains("X.208"))
            {
                failures.push(format!("{}: {}: {}", file.display(), error.code, error.message));
            }
        }
    }
    assert!(
        failures.is_empty(),
        "add a note with the clause of X.680 to X.683 or X.208 to these errors:\n{}",
        failures.join("\n")
    );
}
