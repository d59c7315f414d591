//! The programs of our own specifications, as `stubc dump programs` prints them. `UPDATE_EXPECT=1` accepts what is found.

use crate::common::Folder;
use std::path::Path;

fn golden(specification: &str, options: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = root.join("../../specs").join(specification);
    let folder = Folder::new(&[]);
    let run = folder.stubc(&format!("dump programs {} {options}", path.display()));
    assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
    let file =
        root.join("tests/golden/programs").join(format!("{}.txt", specification.replace(['/', '.'], "-")));
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&file, &run.out).expect("the expected file must be writable");
    }
    let expected = std::fs::read_to_string(&file).unwrap_or_default();
    assert_eq!(
        expected, run.out,
        "{specification}: the programs differ from the golden file; if this change is intended, run the test with UPDATE_EXPECT=1 and review git diff"
    );
}

#[test]
fn of_ber() {
    golden("ldap/ldap.asn1", "--pdu LDAPMessage");
}

#[test]
fn of_der() {
    golden("kinds/kinds.asn1", "--rules der");
}

#[test]
fn of_xdr() {
    golden("xdr/kinds.x", "");
}
