//! The C runtime is laid out for reviewers: braces around every body, and lines that fit on a screen.

use std::path::Path;

/// The columns that a line may have.
const COLUMNS: usize = 120;

/// Name and text of every file of the C runtime.
fn sources() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("c");
    let mut found = Vec::new();
    for rule in std::fs::read_dir(&folder).expect("the folder must be readable").flatten() {
        for file in std::fs::read_dir(rule.path()).expect("the folder must be readable").flatten() {
            let text = std::fs::read_to_string(file.path()).expect("the file must be readable");
            found.push((file.path().display().to_string(), text));
        }
    }
    found
}

/// What follows the condition that starts at `head`, or the head itself when it has none.
fn behind_condition(text: &str, head: &str) -> String {
    let at = head.as_ptr() as usize - text.as_ptr() as usize;
    let mut rest = &text[at..];
    rest = rest.trim_start_matches("} ").trim_start_matches("else").trim_start();
    let word = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
    if ["if", "for", "while"].contains(&&rest[..word]) {
        let mut depth = 0;
        let end = rest.find(|c| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            c == ')' && depth == 0
        });
        rest = &rest[end.map_or(rest.len(), |end| end + 1)..];
    }
    rest.trim_start().chars().take(1).collect()
}

/// The lines of `text` whose body has no braces.
fn bare_bodies(text: &str) -> Vec<&str> {
    let starts = ["if (", "for (", "while (", "else", "} else"];
    let heads = text.lines().map(str::trim).filter(|line| starts.iter().any(|start| line.starts_with(start)));
    heads.filter(|head| behind_condition(text, head) != "{").collect()
}

#[test]
fn every_body_has_braces() {
    for (name, text) in sources() {
        let bare = bare_bodies(&text);
        assert!(bare.is_empty(), "{name}: put braces around the bodies of {bare:?}");
    }
}

#[test]
fn lines_are_short() {
    for (name, text) in sources() {
        let long: Vec<&str> = text.lines().filter(|line| line.chars().count() > COLUMNS).collect();
        assert!(
            long.is_empty(),
            "{name}: break these lines, which have more than {COLUMNS} columns: {long:?}"
        );
    }
}

#[test]
fn a_bare_body_is_seen() {
    assert_eq!(bare_bodies("    if (a)\n        b();\n"), ["if (a)"]);
    assert_eq!(bare_bodies("    } else\n        b();\n"), ["} else"]);
    assert_eq!(bare_bodies("    for (;;)\n        b();\n"), ["for (;;)"]);
    assert!(
        bare_bodies("    if (a(b) &&\n        c) {\n    } else if (d) {\n    } else {\n    }\n").is_empty()
    );
}
