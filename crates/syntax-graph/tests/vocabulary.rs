//! The graph is a vocabulary: no encoding rule, no C.

use std::path::Path;

/// Words that belong to an encoding rule, to an encoder or to C. `Notation::Xdr` names a notation.
const FOREIGN: [&str; 18] = [
    "ber",
    "der",
    "cer",
    "per",
    "uper",
    "aper",
    "oer",
    "coer",
    "xdr",
    "canonical",
    "encode",
    "decode",
    "encoder",
    "decoder",
    "primitive",
    "constructed",
    "ctype",
    "uint32",
];

/// Rust source without comments and texts.
fn code(text: &str) -> String {
    let line = |line: &str| {
        let code = line.split("//").next().unwrap_or("");
        code.split('"').step_by(2).collect::<Vec<_>>().join(" ")
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// The words of a name: `FirstTags` has two, `first_tags` the same.
fn words(code: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = ' ';
    for c in code.chars() {
        let starts = c.is_uppercase() && !before.is_uppercase();
        if !c.is_alphanumeric() || starts {
            words.push(String::new());
        }
        if c.is_alphanumeric() {
            words.last_mut().expect("the list of words must not be empty").extend(c.to_lowercase());
        }
        before = c;
    }
    words
}

fn check(folder: &Path, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).expect("the folder must be readable") {
        let path = entry.expect("the folder entry must be readable").path();
        if path.is_dir() {
            check(&path, found);
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("the file must be readable");
        // A notation, and octets as digits.
        let allowed = ["Notation::Xdr", "    Xdr,", "HEXUPPER.encode", "HEXLOWER.encode"];
        let text = allowed.iter().fold(code(&text), |text, word| text.replace(word, ""));
        for word in words(&text).iter().filter(|word| FOREIGN.contains(&word.as_str())) {
            found.push(format!("{}: {word}", path.display()));
        }
    }
}

#[test]
fn the_graph_holds_no_encoding_rule_and_no_c() {
    let mut found = Vec::new();
    check(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut found);
    assert!(found.is_empty(), "syntax-graph must not use words of an encoding rule or of C: {found:#?}");
    assert_eq!(words(&code("fn encode_Der(x) // ber")).iter().filter(|word| !word.is_empty()).count(), 4);
}
