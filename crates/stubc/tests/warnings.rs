//! Each warning of the front end has a name that the command line and the document know, and the other way round.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use stubc::lints::WARNINGS;

fn sources(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder of sources can be read") {
        let path = entry.expect("its entries too").path();
        if path.is_dir() {
            sources(&path, out);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            out.push(path);
        }
    }
}

/// The first string behind each `Diagnostic::warning(`.
fn codes_in(text: &str) -> BTreeSet<String> {
    let calls = text.split("Diagnostic::warning(").skip(1);
    calls
        .filter_map(|call| call.trim_start().strip_prefix('"')?.split('"').next())
        .map(str::to_owned)
        .collect()
}

#[test]
fn all_warnings_are_known() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    sources(&crates.join("idl-front/src/asn1"), &mut files);
    sources(&crates.join("syntax-graph/src"), &mut files);
    files.push(crates.join("stubc/src/front.rs"));
    let used: BTreeSet<String> = files
        .iter()
        .flat_map(|file| codes_in(&std::fs::read_to_string(file).expect("a source can be read")))
        .collect();
    let known: BTreeSet<String> = WARNINGS.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(used, known);
    assert!(WARNINGS.is_sorted());
}

#[test]
fn the_document_lists_all() {
    let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/warnings.md");
    let text = std::fs::read_to_string(document).expect("the document can be read");
    let rows: Vec<&str> =
        text.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next()).collect();
    let known: Vec<&str> = WARNINGS.iter().map(|(name, _)| *name).collect();
    assert_eq!(rows, known);
}
