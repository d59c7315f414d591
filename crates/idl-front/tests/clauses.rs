//! `docs/asn1.md` names a case for each clause, and each is there.

use std::collections::BTreeSet;
use std::path::Path;

/// The rows of the document's tables, cell by cell.
fn rows(text: &str) -> Vec<Vec<&str>> {
    text.lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| clause"))
        .map(|line| line[1..line.len() - 1].split('|').map(str::trim).collect())
        .collect()
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
