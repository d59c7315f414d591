//! `--check-constraints`, and constraints in dumps.

use crate::common::Folder;
use codegen::emit::Configuration;

const SPEC: &str = "Limits DEFINITIONS AUTOMATIC TAGS ::= BEGIN
Message ::= SEQUENCE { id INTEGER (0..9 | 20..29), name IA5String (SIZE (1..3)) DEFAULT \"a\" }
END
";

#[test]
fn excluded_values_are_errors_where_that_is_asked_for() {
    let folder = Folder::new(&[("bounded.asn1", SPEC)]);
    folder.write("good.ber", &[0x30, 3, 0x80, 1, 20]);
    folder.write("bad.ber", &[0x30, 3, 0x80, 1, 15]);
    for (file, option, code) in [
        ("good.ber", "", 0),
        ("good.ber", "--check-constraints", 0),
        ("bad.ber", "", 0),
        ("bad.ber", "--check-constraints", 1),
    ] {
        let run = folder.stubc(&format!("decode bounded.asn1 {file} --type Message {option}"));
        assert_eq!(run.code, code, "{file} {option}: {}", run.err);
        assert_eq!(run.err.contains("CONSTRAINT"), code == 1, "{}", run.err);
    }
}

#[test]
fn checks_are_compiled_in_where_that_is_asked_for() {
    let folder = Folder::new(&[("bounded.asn1", SPEC)]);
    for (option, checked) in [("", false), ("--check-constraints", true)] {
        let run = folder.stubc(&format!("bounded.asn1 --technique compiled {option}"));
        assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
        assert_eq!(
            Configuration::read(&folder.read("stubc_rt.h"), "").features.contains("CHECKS"),
            checked,
            "{option}"
        );
        assert_eq!(folder.read("bounded.c").contains("stubc_permits(&stubc_checks[0]"), checked, "{option}");
        assert!(!folder.read("bounded.c").contains("stubc_is_permitted_"), "bounds need no function");
    }
}

/// What an encoding keeps by itself needs no check.
#[test]
fn checks_of_packed_rules_are_those_that_the_encoding_does_not_make() {
    const SPEC: &str = "Kept DEFINITIONS AUTOMATIC TAGS ::= BEGIN
        Message ::= SEQUENCE { a INTEGER (1..9), b OCTET STRING (SIZE (2..5)), c IA5String (FROM (\"a\"..\"f\")) (SIZE (1..3)),
          d ENUMERATED { x(2), y(7) }, e SEQUENCE (SIZE (1..2)) OF NULL, f INTEGER (0..255), g OCTET STRING (SIZE (4)),
          h INTEGER (5..MAX)ADDED }
        END";
    let added = ", i INTEGER (1 | 3), j UTF8String (SIZE (1..3)), k INTEGER (1..5, ...), l BOOLEAN (TRUE),
          m INTEGER (MIN..5), n IA5String (SIZE (1..3)) (FROM (\"a\"..\"f\", ...)), o BIT STRING { a(0) } (SIZE (1..3))";
    for (rules, added, checks) in
        [("uper", "", 0), ("aper", "", 0), ("oer", "", 6), ("uper", added, 5), ("coer", added, 12)]
    {
        let folder = Folder::new(&[("kept.asn1", &SPEC.replace("ADDED", added))]);
        let run =
            folder.stubc(&format!("kept.asn1 --rules {rules} --technique interpreted --check-constraints"));
        assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
        let text = folder.read("kept.c");
        let rows = text.lines().filter(|line| line.trim_start().starts_with("{stubc_bounds_")).count();
        assert_eq!(rows, checks, "{rules}: {text}");
        let features = Configuration::read(&folder.read("stubc_rt.h"), "").features;
        assert_eq!(features.contains("CHECKS"), checks > 0, "{rules}");
    }
}

#[test]
fn what_is_not_looked_at_is_said() {
    let spec = "Loose DEFINITIONS AUTOMATIC TAGS ::= BEGIN
Message ::= SEQUENCE {
  a INTEGER (0..9), b IA5String (SIZE (1..3)) (FROM (\"a\"..\"z\")), c BOOLEAN (TRUE), d INTEGER (1..3, ...),
  e IA5String (PATTERN \"(a#(1000))#(1000)\"),
  f OCTET STRING (CONTAINING INTEGER ENCODED BY { 2 1 0 }),
  g Inner (WITH COMPONENTS { ..., x PRESENT }),
  h SEQUENCE (WITH COMPONENT (INTEGER (1..2))) OF INTEGER,
  i TIME (\"10:00\"..\"11:00\"),
  j IA5String (\"yes\" | \"no\"),
  k TeletexString (SIZE (1..3)),
  l IA5String (SIZE (1..3) ^ (PATTERN \"b\")),
  m OCTET STRING (CONSTRAINED BY { }),
  n TIME (SETTINGS \"Basic=Date\") }
Inner ::= SEQUENCE { x INTEGER OPTIONAL }
Other ::= SEQUENCE { y IA5String (PATTERN \"c\") }
END
";
    let folder = Folder::new(&[("loose.asn1", spec)]);
    let run = folder.stubc("loose.asn1 --pdu Message --check-constraints --technique interpreted");
    assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
    let lines = run.err.lines().filter_map(|line| line.split("loose.asn1:").nth(1)?.split(':').next());
    let lines: Vec<usize> = lines.filter_map(|line| line.parse().ok()).collect();
    assert_eq!(run.err.matches("constraint-unchecked").count(), 3, "{}", run.err);
    assert_eq!(lines, [4, 5, 8], "{}", run.err);
    assert!(
        run.err.contains("does not check this PATTERN"),
        "expected `does not check this PATTERN` in:\n{}",
        run.err
    );
    for option in ["", "--check-constraints --allow constraint-unchecked"] {
        let run = folder.stubc(&format!("loose.asn1 --pdu Message {option} --technique interpreted"));
        assert!(
            !run.err.contains("constraint-unchecked"),
            "{option}: standard error must not contain `constraint-unchecked`:\n{}",
            run.err
        );
    }
}

#[test]
fn a_dump_shows_constraints_and_what_they_permit() {
    let folder = Folder::new(&[("bounded.asn1", SPEC)]);
    let run = folder.stubc("dump graph bounded.asn1");
    assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
    let line = "constrained (0..9 | 20..29), permits values 0..9 | 20..29";
    assert!(run.out.contains(line), "expected `{line}` in:\n{}", run.out);
}
