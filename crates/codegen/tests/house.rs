//! Who may use what: rules of structure that the compiler does not check. ARCHITECTURE.md states them.

use std::path::{Path, PathBuf};

/// The lines of all Rust files below a folder of the repository, with their places.
fn lines(folder: &str) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut open: Vec<PathBuf> = vec![root.join(folder)];
    let mut lines = Vec::new();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            let entries = std::fs::read_dir(&path).expect("a folder can be read");
            open.extend(entries.map(|entry| entry.expect("an entry can be read").path()));
        } else if path.extension().is_some_and(|end| end == "rs") {
            let name = path.strip_prefix(&root).expect("it lies in the repository").display().to_string();
            let text = std::fs::read_to_string(&path).expect("a file can be read");
            let numbered = text.lines().enumerate();
            lines.extend(numbered.map(|(at, line)| (format!("{name}:{}", at + 1), line.to_owned())));
        }
    }
    assert!(!lines.is_empty(), "there are no files in {folder}");
    lines.sort();
    lines
}

/// Where one of these words stands in code.
fn uses(folder: &str, words: &[&str]) -> Vec<String> {
    let lines = lines(folder).into_iter().filter(|(_, line)| !line.trim_start().starts_with("//"));
    let found = lines.filter(|(_, line)| words.iter().any(|word| line.contains(word)));
    found.map(|(place, line)| format!("{place}: {}", line.trim())).collect()
}

/// An encoding rule is named by its folder, by the one choice, by the option parser, and by the witness, which has a choice of
/// its own.
#[test]
fn an_encoding_rule_is_named_in_its_folder_alone() {
    const PLACES: [&str; 4] = [
        "crates/codegen/src/rules/",
        "crates/interp-runtime/src/",
        "crates/stubc/src/driver.rs",
        "crates/stubc/src/commands/message.rs",
    ];
    for folder in
        ["codegen", "freq-predict", "idl-front", "interp-runtime", "size-budget", "stubc", "syntax-graph"]
    {
        let found = uses(&format!("crates/{folder}/src"), &["Rules::Ber", "Rules::Der", "Rules::Xdr"]);
        let strange = found.iter().filter(|use_| !PLACES.iter().any(|place| use_.starts_with(place)));
        assert_eq!(strange.collect::<Vec<_>>(), Vec::<&String>::new());
    }
}

/// Names, programs and costs are decided before anything is printed.
#[test]
fn nothing_before_printing_asks_a_printer() {
    let before = [
        "checks.rs",
        "cost",
        "measure.rs",
        "model",
        "program",
        "rules/ber/cost.rs",
        "rules/ber/encoded_max.rs",
        "rules/ber/identifier.rs",
        "rules/ber/lower.rs",
        "rules/ber/ops.rs",
        "rules/ber/set_order.rs",
        "rules/xdr/cost.rs",
        "rules/xdr/encoded_max.rs",
        "rules/xdr/lower.rs",
        "rules/xdr/ops.rs",
        "rules/xdr/unroll.rs",
    ];
    let printers = [
        "crate::c::",
        "crate::emit",
        "::table::",
        "::decode::",
        "::encode::",
        "::roots::",
        "::runtime::",
        "super::c::",
    ];
    for part in before {
        let found = uses(&format!("crates/codegen/src/{part}"), &printers);
        let imports = found.iter().filter(|line| line.contains("use ") || line.contains("crate::"));
        assert_eq!(imports.collect::<Vec<_>>(), Vec::<&String>::new(), "{part}");
    }
}

/// Control code takes any operations: it names no rule's folder.
#[test]
fn what_rules_share_names_none() {
    for part in ["c", "checks.rs", "cost", "emit.rs", "model", "program", "rules/rule.rs"] {
        let found = uses(&format!("crates/codegen/src/{part}"), &["rules::ber", "rules::xdr"]);
        assert_eq!(found, Vec::<String>::new(), "{part}");
    }
    for (own, other) in [("ber", "xdr"), ("xdr", "ber")] {
        let found = uses(&format!("crates/codegen/src/rules/{own}"), &[&format!("rules::{other}")]);
        assert_eq!(found, Vec::<String>::new(), "{own}");
    }
}

/// A program of one rule has no operation of another, so that no arm is left to call unreachable.
#[test]
fn no_arm_is_unreachable() {
    assert_eq!(
        uses("crates/codegen/src", &["unreachable!", "todo!", "unimplemented!"]),
        Vec::<String>::new()
    );
}
