//! Files that import each other in a circle: at most five in each, and each circle has its reason here.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The most files in a circle.
const MOST: usize = 5;

/// The circles that there are: crate, files without `.rs`, reason. A file `x/mod.rs` is `x`, and `lib.rs` is `lib`.
const KNOWN: &[(&str, &[&str], &str)] = &[
    (
        "codegen",
        &["c/runtime", "c/several"],
        "a runtime says which specifications it serves, and the text for several is made of the runtime's names",
    ),
    (
        "codegen",
        &["c/defaults", "c/header", "c/instrument", "c/roots", "c/shapes"],
        "the header declares the entry points, counters and shapes that others print, with the types of its members",
    ),
    (
        "codegen",
        &["model", "model/names", "model/names/scope", "model/values"],
        "a model holds names and forms of values; naming asks for its options and the forms",
    ),
    (
        "codegen",
        &["rules/xdr/roots", "rules/xdr/table"],
        "the table of procedures holds the names that roots give them, and roots the numbers of the table",
    ),
    ("idl-front", &["lib", "asn1", "xdr"], "the library's options and results are those of both notations"),
    (
        "idl-front",
        &["asn1/names/modules", "asn1/names/resolve"],
        "a name leads to a module's import, and an import to a name of another module",
    ),
    (
        "idl-front",
        &["asn1/objects", "asn1/types"],
        "types take fields of objects (X.681 14), and object classes have fields of types",
    ),
    (
        "idl-front",
        &[
            "asn1/parse/constraints",
            "asn1/parse/lists",
            "asn1/parse/macros",
            "asn1/parse/types",
            "asn1/parse/values",
        ],
        "the grammar is recursive: types hold values and constraints, which hold types",
    ),
    (
        "idl-front",
        &["xdr/constants", "xdr/lower"],
        "sizes of types are constants, and constants are enumerators of types",
    ),
    (
        "interp-runtime",
        &["ber/encode", "ber/odd"],
        "odd encodings are made of the elements that encoding makes",
    ),
    (
        "interp-runtime",
        &["constraint", "constraint/numbers", "constraint/strings", "constraint/times"],
        "a constraint is recursive: its parts are constraints on sizes and characters",
    ),
    ("interp-runtime", &["json", "json/read"], "reading takes the names of values that writing gives them"),
    (
        "interp-runtime",
        &["oer", "oer/decode", "oer/encode"],
        "oer/mod.rs starts both directions, and holds the views and widths that they share",
    ),
    (
        "interp-runtime",
        &["per", "per/decode", "per/encode", "per/numbers"],
        "per/mod.rs starts both directions, and holds the views and widths that they share; open types are read by decoder and numbers in turn",
    ),
    (
        "interp-runtime",
        &["xdr", "xdr/decode", "xdr/encode", "xdr/extent"],
        "xdr/mod.rs holds the widths and sizes that its parts share",
    ),
];

/// Imports that no circle is counted through: crate, beginning of the importing file, imported file, reason.
const ALLOWED: &[(&str, &str, &str, &str)] = &[(
    "codegen",
    "",
    "rules",
    "rules/mod.rs is the one choice: it names every folder, and holds the enum that options have and the traits that folders \
     implement. A model keeps the chosen rule behind a trait object, so importing the choice means using no folder; \
     tests/house.rs holds all others to that.",
)];

/// The files of a crate by module path, `lib.rs` by the empty one, without comments and unit tests.
fn files(name: &str) -> BTreeMap<String, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name).join("src");
    let mut open = vec![folder.clone()];
    let mut files = BTreeMap::new();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            let entries = std::fs::read_dir(&path).expect("the folder must be readable");
            open.extend(entries.map(|entry| entry.expect("the folder entry must be readable").path()));
        } else if path.extension().is_some_and(|end| end == "rs") {
            let inner = path
                .strip_prefix(&folder)
                .expect("the path must lie in the crate's folder")
                .with_extension("");
            let mut parts: Vec<String> = inner.iter().map(|part| part.display().to_string()).collect();
            parts.pop_if(|last| last == "mod" || last == "lib" || last == "main");
            let text = std::fs::read_to_string(&path).expect("the file must be readable");
            let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
            let lines = code.lines().map(|line| line.split("//").next().unwrap_or_default());
            files.insert(parts.join("::"), lines.collect::<Vec<_>>().join("\n"));
        }
    }
    assert!(files.len() > 5, "{name}: expected more than 5 source files, found {}", files.len());
    files
}

/// The paths in a text, such as `crate::model::Model`; those of a list in braces one by one.
fn paths(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    // What stands before each open brace of a list.
    let mut fronts: Vec<String> = Vec::new();
    let mut path = String::new();
    for c in text.chars().chain([' ']) {
        match c {
            c if c.is_alphanumeric() || c == '_' || c == ':' => path.push(c),
            '{' if path.ends_with("::") => {
                fronts.push(fronts.last().cloned().unwrap_or_default() + &std::mem::take(&mut path))
            }
            _ => {
                if !path.is_empty() {
                    found.push(fronts.last().cloned().unwrap_or_default() + &std::mem::take(&mut path));
                }
                if c == '}' {
                    fronts.pop();
                } else if c == ';' {
                    fronts.clear();
                }
            }
        }
    }
    found
}

/// The file that a path in the file `own` leads to.
fn target(files: &BTreeMap<String, String>, own: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = path.split("::").filter(|part| !part.is_empty()).collect();
    let mut place: Vec<&str> = if own.is_empty() { Vec::new() } else { own.split("::").collect() };
    // A word by itself leads nowhere: `pub(crate)`, `mod name;`.
    let [first, _, ..] = parts[..] else { return None };
    match first {
        "crate" => place.clear(),
        "self" => {}
        "super" => {
            while parts.get(1) == Some(&"super") {
                place.pop();
                parts.remove(0);
            }
            place.pop();
        }
        // A path without one of these begins with a module inside this file's, if that is a file.
        _ => parts.insert(0, "self"),
    }
    place.extend(&parts[1..]);
    let known = (0..=place.len()).rev().map(|length| place[..length].join("::"));
    known.into_iter().find(|module| files.contains_key(module)).filter(|module| module != own)
}

/// The circles of a crate: sets of files that all reach each other.
fn circles(name: &str) -> Vec<BTreeSet<String>> {
    let files = files(name);
    let allowed = |from: &str, to: &str| {
        ALLOWED.iter().any(|entry| entry.0 == name && from.starts_with(entry.1) && entry.2 == to)
    };
    let direct: BTreeMap<&str, BTreeSet<String>> = files
        .iter()
        .map(|(own, text)| {
            let targets = paths(text).into_iter().filter_map(|path| target(&files, own, &path));
            (own.as_str(), targets.filter(|to| !allowed(own, to)).collect())
        })
        .collect();
    let reached = |start: &str| {
        let mut reached = BTreeSet::new();
        let mut open: Vec<&str> = direct[start].iter().map(String::as_str).collect();
        while let Some(file) = open.pop() {
            if reached.insert(file) {
                open.extend(direct[file].iter().map(String::as_str));
            }
        }
        reached
    };
    let reached: BTreeMap<&str, BTreeSet<&str>> = direct.keys().map(|file| (*file, reached(file))).collect();
    let mut circles: Vec<BTreeSet<String>> = Vec::new();
    for (file, others) in &reached {
        let circle: BTreeSet<String> = others
            .iter()
            .filter(|other| reached[**other].contains(file))
            .map(|other| if other.is_empty() { "lib".to_owned() } else { other.replace("::", "/") })
            .collect();
        if circle.len() > 1 && !circles.contains(&circle) {
            circles.push(circle);
        }
    }
    circles
}

#[test]
fn circles_of_imports_are_small_and_explained() {
    for name in ["codegen", "idl-front", "interp-runtime"] {
        let found = circles(name);
        let known = KNOWN.iter().filter(|known| known.0 == name);
        let known: Vec<BTreeSet<String>> =
            known.map(|(_, files, _)| files.iter().map(|file| (*file).to_owned()).collect()).collect();
        let new: Vec<_> = found.iter().filter(|circle| !known.contains(circle)).collect();
        assert!(
            new.is_empty(),
            "{name}: new circles of imports; remove them, or add each to KNOWN with a reason: {new:#?}"
        );
        let gone: Vec<_> = known.iter().filter(|circle| !found.contains(circle)).collect();
        assert!(gone.is_empty(), "{name}: these circles no longer exist; remove them from KNOWN: {gone:#?}");
        assert!(
            found.iter().all(|circle| circle.len() <= MOST),
            "{name}: a circle of imports has more than {MOST} files; split it: {found:#?}"
        );
    }
    assert!(
        KNOWN.iter().all(|(_, _, reason)| !reason.is_empty())
            && ALLOWED.iter().all(|entry| !entry.3.is_empty()),
        "each entry of KNOWN and ALLOWED needs a reason"
    );
}

/// The reading of imports finds what it is to find.
#[test]
fn imports_are_found() {
    let text = "use crate::a::{B, c::{self, D}};\nuse super::e;\nlet x = f::g();";
    let found = paths(text);
    for path in ["crate::a::B", "crate::a::c::self", "crate::a::c::D", "super::e", "f::g"] {
        assert!(found.contains(&path.to_owned()), "expected the import {path}, found {found:?}");
    }
    let files: BTreeMap<String, String> =
        ["", "a", "a::c", "m", "m::n", "m::f"].map(|name| (name.to_owned(), String::new())).into();
    let of = |own: &str, path: &str| target(&files, own, path);
    assert_eq!(of("m", "crate::a::c::D").as_deref(), Some("a::c"));
    assert_eq!(of("m", "f::g").as_deref(), Some("m::f"));
    assert_eq!(of("m::n", "super::Thing").as_deref(), Some("m"));
    assert_eq!(of("m::n", "super::super::a::B").as_deref(), Some("a"));
    assert_eq!(of("m", "std::fmt"), None);
    assert_eq!(of("m", "crate::Thing").as_deref(), Some(""));
}
