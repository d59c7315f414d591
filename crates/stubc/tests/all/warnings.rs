//! Every warning of the front end has a name known to the command line and the document, and vice versa.

use crate::common::Folder;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use stubc::lints::WARNINGS;

fn sources(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the folder must be readable") {
        let path = entry.expect("the folder entry must be readable").path();
        if path.is_dir() {
            sources(&path, out);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            out.push(path);
        }
    }
}

/// Returns the first string after each `Diagnostic::warning(`.
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
    for folder in ["idl-front/src", "syntax-graph/src", "der-values/src", "stubc/src"] {
        sources(&crates.join(folder), &mut files);
    }
    let used: BTreeSet<String> = files
        .iter()
        .flat_map(|file| codes_in(&std::fs::read_to_string(file).expect("the file must be readable")))
        .collect();
    let known: BTreeSet<String> = WARNINGS.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(used, known, "lints::WARNINGS must list the warnings that the sources report, and no others");
    assert!(WARNINGS.is_sorted(), "sort lints::WARNINGS by name");
}

#[test]
fn the_document_lists_all() {
    let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/warnings.md");
    let text = std::fs::read_to_string(document).expect("the file must be readable");
    let rows: Vec<&str> =
        text.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next()).collect();
    let known: Vec<&str> = WARNINGS.iter().map(|(name, _)| *name).collect();
    assert_eq!(rows, known, "docs/warnings.md must have a row for each of lints::WARNINGS, in its order");
}

/// An open type that stays a slice although the specification selects its types is reported once per place in
/// the text, if a root reaches it and the configuration does not make it a slice.
#[test]
fn open_types_that_stay_slices_are_reported() {
    let text = "A DEFINITIONS AUTOMATIC TAGS ::= BEGIN
Id ::= SEQUENCE { code INTEGER, mode BIT STRING }
P ::= CLASS { &id Id UNIQUE, &Type }
one P ::= { &id { code 1, mode '1'B }, &Type NULL }
Ps P ::= { one }
Others P ::= { one, ... }
Pair {P:Set} ::= SEQUENCE { id P.&id ({Set}), value P.&Type ({Set}{@id}) }
M ::= SEQUENCE { a Pair {{Ps}}, b Pair {{Others}}, c SEQUENCE OF Pair {{Ps}} }
N ::= SEQUENCE { n NULL }
END
";
    let folder = Folder::new(&[
        ("a.asn1", text),
        ("all.toml", "open-types = \"slice\"\n"),
        ("one.toml", "[types]\n\"A.Pair*\" = { open-types = \"slice\" }\n"),
    ]);
    for (words, count) in [
        ("check a.asn1", 1),
        ("check a.asn1 --pdu M", 1),
        ("check a.asn1 --pdu N", 0),
        ("check a.asn1 --config all.toml", 0),
        ("check a.asn1 --config one.toml", 0),
        ("check a.asn1 --allow unresolved-open-type", 0),
    ] {
        let run = folder.stubc(words);
        assert_eq!(run.code, 0, "{words}: expected exit code 0: {}", run.err);
        assert_eq!(run.err.matches("unresolved-open-type").count(), count, "{words}\n{}", run.err);
    }
    let run = folder.stubc("check a.asn1 --deny unresolved-open-type");
    assert_eq!(run.code, 1);
    assert!(run.err.contains("a.asn1:7:"), "expected `a.asn1:7:` in:\n{}", run.err);
}

/// Published modules (RANAP) hold values outside their types, which are accepted. A component with such a
/// DEFAULT is OPTIONAL, even if its C member could hold the value.
#[test]
fn values_outside_their_types_are_taken() {
    let text = "A DEFINITIONS AUTOMATIC TAGS ::= BEGIN
Id ::= INTEGER (0..255)
id-old Id ::= 255
id-new Id ::= 256
IES ::= CLASS { &id Id UNIQUE, &Value } WITH SYNTAX { ID &id TYPE &Value }
Ies IES ::= { { ID id-old TYPE NULL } | { ID id-new TYPE BOOLEAN }, ... }
Inner ::= SEQUENCE { x Id DEFAULT 256 }
M ::= SEQUENCE { id IES.&id ({Ies}), value IES.&Value ({Ies}{@id}), d Id DEFAULT 256, e Inner DEFAULT {}, f Id DEFAULT 7 }
END
";
    let folder = Folder::new(&[("a.asn1", text)]);
    for words in ["--rules der", "--technique compiled", "--technique interpreted --check-constraints"] {
        let flags = ["a.asn1", "--cflags", "-Os -Wall -Wextra -Wconversion -Wshadow -Werror"];
        let words: Vec<&str> = flags.into_iter().chain(words.split(' ')).collect();
        let run = folder.stubc_args(&words);
        assert_eq!(run.code, 0, "{words:?}: expected exit code 0: {}", run.err);
        assert_eq!(run.err.matches("warning[value-outside]").count(), 4, "{words:?}\n{}", run.err);
        let header = folder.read("a.h");
        assert!(
            header.contains("has_d") && header.contains("has_x") && !header.contains("has_f"),
            "{header}"
        );
    }
    folder.write("m.ber", b"\x30\x07\x80\x01\x05\xa1\x02\x05\x00");
    let run = folder.stubc("decode --type M a.asn1 m.ber -q");
    assert!(run.out.contains("\"f\": 7") && !run.out.contains("\"d\""), "{}\n{}", run.out, run.err);
    let run = folder.stubc("check a.asn1 --deny value-outside");
    assert_eq!(run.code, 1, "expected exit code 1: {}", run.err);
}

/// The serial number of a certificate has up to 160 bits: a defined INTEGER without bounds is reported.
#[test]
fn unbounded_integers() {
    let folder = Folder::new(&[
        (
            "a.asn1",
            "A DEFINITIONS AUTOMATIC TAGS ::= BEGIN M ::= SEQUENCE { s Serial, v Version, c Count, b INTEGER }
             Serial ::= INTEGER  Version ::= INTEGER { v1(0) }  Count ::= INTEGER (0..MAX)  Unused ::= INTEGER END",
        ),
        ("c.toml", "[types]\n\"A.Serial\" = { integer = \"bytes\" }\n\"A.Count\" = { integer = \"bytes\" }\n"),
    ]);
    let warnings = |words: &str| {
        let run = folder.stubc(&format!("a.asn1 --pdu M --technique interpreted {words}"));
        (run.code, run.err.matches("warning[unbounded-integer]").count(), run.err)
    };
    let (code, count, text) = warnings("");
    assert_eq!((code, count), (0, 2), "{text}");
    for words in
        ["`A.Serial` has no bounds", "`A.Count` has no bounds", "integer = \"bytes\"", "2 INTEGER types"]
    {
        assert!(text.contains(words), "expected `{words}` in:\n{text}");
    }
    assert_eq!(warnings("--config c.toml").1, 0);
    assert_eq!(warnings("--allow unbounded-integer").1, 0);
    let (code, _, text) = warnings("--deny unbounded-integer");
    assert!(code == 1 && text.contains("error[unbounded-integer]"), "{text}");
}
