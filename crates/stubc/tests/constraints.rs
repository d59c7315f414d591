//! `--check-constraints`, and what a dump says of constraints.

mod common;

use common::Folder;

const SPEC: &str = "Limits DEFINITIONS AUTOMATIC TAGS ::= BEGIN
Message ::= SEQUENCE { id INTEGER (0..9 | 20..29), name IA5String (SIZE (1..3)) DEFAULT \"a\" }
END
";

#[test]
fn excluded_values_are_errors_where_that_is_asked_for() {
    let folder = Folder::new(&[("limits.asn1", SPEC)]);
    folder.write("good.ber", &[0x30, 3, 0x80, 1, 20]);
    folder.write("bad.ber", &[0x30, 3, 0x80, 1, 15]);
    for (file, option, code) in [
        ("good.ber", "", 0),
        ("good.ber", "--check-constraints", 0),
        ("bad.ber", "", 0),
        ("bad.ber", "--check-constraints", 1),
    ] {
        let run = folder.stubc(&format!("decode limits.asn1 {file} --type Message {option}"));
        assert_eq!(run.code, code, "{file} {option}: {}", run.err);
        assert_eq!(run.err.contains("CONSTRAINT"), code == 1, "{}", run.err);
    }
}

#[test]
fn checks_are_compiled_in_where_that_is_asked_for() {
    let folder = Folder::new(&[("limits.asn1", SPEC)]);
    for (option, checked) in [("", false), ("--check-constraints", true)] {
        let run = folder.stubc(&format!("limits.asn1 --technique compiled {option}"));
        assert_eq!(run.code, 0, "{}", run.err);
        assert_eq!(folder.read("stubc_rt.h").contains("#define STUBC_CHECKS"), checked, "{option}");
        assert_eq!(folder.read("limits.c").contains("stubc_permits(&stubc_checks[0]"), checked, "{option}");
    }
}

#[test]
fn a_dump_shows_constraints_and_what_they_permit() {
    let folder = Folder::new(&[("limits.asn1", SPEC)]);
    let run = folder.stubc("dump graph limits.asn1");
    assert_eq!(run.code, 0, "{}", run.err);
    let line = "constrained (0..9 | 20..29), permits values 0..9 | 20..29";
    assert!(run.out.contains(line), "{}", run.out);
}
