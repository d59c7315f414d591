//! `docs/asn1.md` names a case for each clause, and each is there; each case is named by a clause.

use std::collections::BTreeSet;
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
    let text = std::fs::read_to_string(root.join("../../docs/asn1.md")).expect("the document can be read");
    for (standard, of_it) in [("X.680", 11..=54), ("X.681", 7..=15), ("X.682", 8..=11), ("X.683", 8..=10)] {
        let section = text.split("\n## ").find(|section| section.starts_with(standard));
        let section = section.unwrap_or_else(|| panic!("there is no section of {standard}"));
        let there: BTreeSet<u32> = rows(section).iter().flat_map(|row| clauses(row[0])).collect();
        let missing: Vec<u32> = of_it.filter(|clause| !there.contains(clause)).collect();
        assert!(missing.is_empty(), "{standard}: no row for {missing:?}");
    }
}

#[test]
fn each_clause_has_its_cases() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(root.join("../../docs/asn1.md")).expect("the document can be read");
    let rows = rows(&text);
    assert!(rows.len() > 80, "{} rows", rows.len());
    let mut states = BTreeSet::new();
    for row in rows {
        let [clause, _, state, meaning, cases] = row[..] else { panic!("five cells: {row:?}") };
        states.insert(state);
        assert!(state != "accepted" || !meaning.is_empty(), "{clause}: what does it mean for the user?");
        let names: Vec<&str> = cases.split(", ").map(|case| case.trim_matches('`')).collect();
        for name in names {
            assert!(
                root.join("tests").join(name).with_extension("asn1").is_file(),
                "{clause}: there is no {name}"
            );
        }
    }
    assert_eq!(states, BTreeSet::from(["accepted", "refused", "supported"]));
}

/// The other way round: each case is named by a row, so that a reader learns of it.
#[test]
fn each_case_has_its_clause() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(root.join("../../docs/asn1.md")).expect("the document can be read");
    let named: BTreeSet<String> = rows(&text)
        .iter()
        .flat_map(|row| row[4].split(", "))
        .map(|case| case.trim_matches('`').to_owned())
        .collect();
    let mut there = BTreeSet::new();
    for folder in ["ok", "err"] {
        for entry in std::fs::read_dir(root.join("tests").join(folder)).expect("a folder of cases") {
            let path = entry.expect("its entries too").path();
            let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
            let is_case = path.extension().is_some_and(|extension| extension == "asn1");
            there.extend(is_case.then(|| format!("{folder}/{name}")));
            // What is expected of a case that is gone is expected of nothing.
            assert!(path.with_extension("asn1").is_file(), "{} has no case", path.display());
        }
    }
    let alone: Vec<&String> = there.difference(&named).collect();
    assert!(there.len() > 250 && alone.is_empty(), "no row names {alone:?}");
}
