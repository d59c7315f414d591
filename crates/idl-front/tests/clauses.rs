//! `docs/asn1.md` names a case for each clause, and each is there; each case is named by a clause.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The rows of the document's tables, cell by cell.
fn rows(text: &str) -> Vec<Vec<&str>> {
    text.lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| clause"))
        .map(|line| line[1..line.len() - 1].split('|').map(str::trim).collect())
        .collect()
}

/// The clauses that a cell names: `12.15 to 12.20, 12.39` is of 12.
fn clauses(cell: &str) -> Vec<u32> {
    let number = |clause: &str| clause.split('.').next().and_then(|number| number.parse::<u32>().ok());
    let mut found = Vec::new();
    for part in cell.split(", ") {
        let (first, last) = part.split_once(" to ").unwrap_or((part, part));
        if let (Some(first), Some(last)) = (number(first), number(last)) {
            found.extend(first..=last);
        }
    }
    found
}

/// The clauses that say what notation there is; those before are introductions.
#[test]
fn no_clause_is_left_out() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(root.join("../../docs/asn1.md")).expect("asn1.md must be readable");
    for (standard, of_it) in [("X.680", 11..=54), ("X.681", 7..=15), ("X.682", 8..=11), ("X.683", 8..=10)] {
        let section = text.split("\n## ").find(|section| section.starts_with(standard));
        let section = section.unwrap_or_else(|| panic!("docs/asn1.md has no section for {standard}"));
        let there: BTreeSet<u32> = rows(section).iter().flat_map(|row| clauses(row[0])).collect();
        let missing: Vec<u32> = of_it.filter(|clause| !there.contains(clause)).collect();
        assert!(
            missing.is_empty(),
            "docs/asn1.md: the section for {standard} needs a row for the clauses {missing:?}"
        );
    }
}

/// Each case by the name that the document has for it (`ok/integers`), with its folder (`x680-19-integer`).
fn cases() -> BTreeMap<String, String> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut cases = BTreeMap::new();
    for kind in ["ok", "err"] {
        let expected = if kind == "ok" { "graph" } else { "txt" };
        for path in test_needs::files_below(tests.join(kind), expected) {
            // What is expected of a case that is gone is expected of nothing.
            assert!(
                path.with_extension("asn1").is_file(),
                "{} has no specification; remove it, or add the .asn1 file",
                path.display()
            );
        }
        for path in test_needs::files_below(tests.join(kind), "asn1") {
            let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
            let folder =
                path.parent().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
            let before = cases.insert(format!("{kind}/{name}"), folder.unwrap_or_default());
            assert!(before.is_none(), "two cases are named {kind}/{name}; rename one");
        }
    }
    cases
}

/// The rows of the document, each with the standard that its table is of (`x680`).
fn rows_by_standard(text: &str) -> Vec<(String, Vec<&str>)> {
    let sections = text.split("\n## ").filter(|section| section.starts_with("X."));
    let of_section = |section| {
        let name: String = str::chars(section).take_while(|sign| *sign != ':').collect();
        let standard = name.to_lowercase().replace('.', "");
        rows(section).into_iter().map(move |row| (standard.clone(), row))
    };
    sections.flat_map(of_section).collect()
}

#[test]
fn each_clause_has_its_cases() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(root.join("../../docs/asn1.md")).expect("asn1.md must be readable");
    let rows = rows(&text);
    assert!(rows.len() > 80, "docs/asn1.md must have more than 80 rows, found {}", rows.len());
    let cases = cases();
    let mut states = BTreeSet::new();
    for row in rows {
        let [clause, _, state, meaning, named] = row[..] else {
            panic!("docs/asn1.md: a row must have five cells: {row:?}")
        };
        states.insert(state);
        assert!(
            state != "accepted" || !meaning.is_empty(),
            "docs/asn1.md: clause {clause} is accepted, so its row must describe the consequence"
        );
        for name in named.split(", ").map(|case| case.trim_matches('`')) {
            assert!(
                cases.contains_key(name),
                "docs/asn1.md: clause {clause} names the case {name}, which does not exist"
            );
        }
    }
    assert_eq!(
        states,
        BTreeSet::from(["accepted", "refused", "supported"]),
        "docs/asn1.md must use these three states"
    );
}

/// The other way round: each case stands in the folder of a clause whose row names it.
#[test]
fn each_case_has_its_clause() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(root.join("../../docs/asn1.md")).expect("asn1.md must be readable");
    let cases = cases();
    assert!(cases.len() > 250, "expected more than 250 cases, found {}", cases.len());
    // A folder is named by its standard and its first clause: `x680-11-lexical-items` goes up to the next folder's clause.
    let first_of = |folder: &str| folder.split('-').nth(1).and_then(|clause| clause.parse::<u32>().ok());
    let mut homes: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    let rows = rows_by_standard(&text);
    for (standard, row) in &rows {
        let folders = || cases.values().filter(|folder| folder.starts_with(&format!("{standard}-")));
        let numbered = |clause: u32| {
            folders().filter(move |folder| first_of(folder).is_some_and(|first| first <= clause))
        };
        let named =
            clauses(row[0]).into_iter().filter_map(|clause| numbered(clause).max_by_key(|one| first_of(one)));
        let others = folders().filter(|folder| first_of(folder).is_none());
        let own: BTreeSet<String> = named.chain(others).cloned().collect();
        for case in row[4].split(", ") {
            homes.entry(case.trim_matches('`')).or_default().extend(own.iter().cloned());
        }
    }
    for (case, folder) in &cases {
        let homes = homes
            .get(case.as_str())
            .unwrap_or_else(|| panic!("name the case {case} in a row of docs/asn1.md"));
        assert!(
            homes.contains(folder),
            "{case} is in the folder {folder}, but its rows in docs/asn1.md belong to {homes:?}; move the case or the name"
        );
    }
}
