//! Who may use what: rules of structure that the compiler does not check. ARCHITECTURE.md states them.

use std::path::{Path, PathBuf};

/// The folder of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The names of the folders in a folder of the repository.
fn folders(place: &str) -> Vec<String> {
    let entries = std::fs::read_dir(root().join(place)).expect("the folder must be readable");
    let paths = entries
        .map(|entry| entry.expect("the folder entry must be readable").path())
        .filter(|path| path.is_dir());
    let mut folders: Vec<String> =
        paths.filter_map(|path| Some(path.file_name()?.to_str()?.to_owned())).collect();
    folders.sort();
    assert!(folders.len() >= 2, "{place} must have at least two folders, found {folders:?}");
    folders
}

/// The folders of encoding rules.
fn rules() -> Vec<String> {
    folders("crates/codegen/src/rules")
}

/// The crates that make up the compiler.
fn crates() -> Vec<String> {
    folders("crates").into_iter().filter(|name| name != "test-needs").collect()
}

/// The lines of all Rust files below a folder of the repository, with their places.
fn lines(folder: &str) -> Vec<(String, String)> {
    let root = root();
    let mut open: Vec<PathBuf> = vec![root.join(folder)];
    let mut lines = Vec::new();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            let entries = std::fs::read_dir(&path).expect("the folder must be readable");
            open.extend(entries.map(|entry| entry.expect("the folder entry must be readable").path()));
        } else if path.extension().is_some_and(|end| end == "rs") {
            let name =
                path.strip_prefix(&root).expect("the path must lie in the repository").display().to_string();
            let text = std::fs::read_to_string(&path).expect("the file must be readable");
            let numbered = text.lines().enumerate();
            lines.extend(numbered.map(|(at, line)| (format!("{name}:{}", at + 1), line.to_owned())));
        }
    }
    assert!(!lines.is_empty(), "{folder} must have Rust files");
    lines.sort();
    lines
}

/// Where one of these words stands in code.
fn uses(folder: &str, words: &[&str]) -> Vec<String> {
    let lines = lines(folder).into_iter().filter(|(_, line)| !line.trim_start().starts_with("//"));
    let found = lines.filter(|(_, line)| words.iter().any(|word| line.contains(word)));
    found.map(|(place, line)| format!("{place}: {}", line.trim())).collect()
}

/// An encoding rule is named by its folder, by the one choice, by the option parsers, and by the witness, which has a choice of
/// its own. What follows `grep -rn 'Rules::' crates/*/src` elsewhere is a comment.
#[test]
fn an_encoding_rule_is_named_in_its_folder_alone() {
    const PLACES: [&str; 7] = [
        "crates/codegen/src/rules/",
        "crates/interp-runtime/src/ber/",
        "crates/interp-runtime/src/choice.rs",
        // The octets of a REAL value are those of BER under every rule.
        "crates/interp-runtime/src/real.rs",
        "crates/stubc/src/driver.rs",
        "crates/stubc/src/witness.rs",
        // Another type of this name: the rules of ASN.1's text.
        "crates/idl-front/src/asn1/lowering.rs",
    ];
    let found = crates().into_iter().flat_map(|name| uses(&format!("crates/{name}/src"), &["Rules::"]));
    let strange = found.filter(|use_| !PLACES.iter().any(|place| use_.starts_with(place)));
    assert_eq!(
        strange.collect::<Vec<_>>(),
        Vec::<String>::new(),
        "only the files in PLACES may name an encoding rule; move this code there"
    );
}

/// A rule is a folder of the same name in each place, and each place knows it by a line at a choice.
#[test]
fn each_rule_is_a_folder_in_each_place() {
    for rule in folders("crates/codegen/src/rules") {
        for place in ["crates/interp-runtime/c", "crates/interp-runtime/src"] {
            assert!(
                folders(place).contains(&rule),
                "the encoding rule `{rule}` must have a folder {place}/{rule}"
            );
        }
    }
    // The folders of the toy rule are all that knows it, but for a line at each choice and at each list of modules or texts.
    const CHOICES: [&str; 6] = [
        "crates/codegen/src/rules/mod.rs",
        "crates/interp-runtime/src/choice.rs",
        "crates/interp-runtime/src/codec.rs",
        "crates/interp-runtime/src/lib.rs",
        "crates/interp-runtime/src/sources.rs",
        "crates/interp-runtime/c/fixed/",
    ];
    let names = ["fixed::", "Fixed,", "toy-rule", "mod fixed"];
    let found = crates().into_iter().flat_map(|name| uses(&format!("crates/{name}/src"), &names));
    let strange = found
        .filter(|use_| !use_.contains("/fixed/") && !CHOICES.iter().any(|place| use_.starts_with(place)));
    assert_eq!(
        strange.collect::<Vec<_>>(),
        Vec::<String>::new(),
        "only the toy rule's folders and the files in CHOICES may name the toy rule"
    );
}

/// Names, programs and costs are decided before anything is printed.
#[test]
fn nothing_before_printing_asks_a_printer() {
    const SHARED: [&str; 6] = ["checks.rs", "cost", "measure.rs", "model", "program", "shape"];
    // What these files of a rule's folder do is done before anything is printed.
    const OF_RULE: [&str; 8] =
        ["cost", "encoded_max", "identifier", "lower", "ops", "set_order", "shape/walk", "unroll"];
    let of_rules = rules().into_iter().flat_map(|rule| OF_RULE.map(|file| format!("rules/{rule}/{file}.rs")));
    let of_rules = of_rules.filter(|file| root().join("crates/codegen/src").join(file).exists());
    let before: Vec<String> = SHARED.map(str::to_owned).into_iter().chain(of_rules).collect();
    assert!(before.len() > SHARED.len() + 10, "OF_RULE must name existing files, found {before:?}");
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
        assert_eq!(
            imports.collect::<Vec<_>>(),
            Vec::<&String>::new(),
            "{part} runs before printing, so it must not import a printer"
        );
    }
}

/// Control code takes any operations: it names no rule's folder.
#[test]
fn what_rules_share_names_none() {
    let rules = rules();
    let parts = ["c", "checks.rs", "cost", "emit.rs", "model", "program", "rules/rule.rs", "rules/erased.rs"]
        .map(str::to_owned);
    let folders = rules.iter().map(|rule| format!("rules/{rule}"));
    for part in parts.into_iter().chain(folders) {
        let others = rules.iter().filter(|rule| !part.ends_with(&format!("/{rule}")));
        let names: Vec<String> = others.map(|rule| format!("rules::{rule}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        assert_eq!(
            uses(&format!("crates/codegen/src/{part}"), &names),
            Vec::<String>::new(),
            "{part} must not name the folder of another encoding rule"
        );
    }
}

/// A program of one rule has no operation of another, so that no arm is left to call unreachable.
#[test]
fn no_arm_is_unreachable() {
    assert_eq!(
        uses("crates/codegen/src", &["unreachable!", "todo!", "unimplemented!"]),
        Vec::<String>::new(),
        "codegen must have no unreachable code; hold `Infallible` in forms that a rule does not have"
    );
}
