//! The C that is printed, as golden files: BER and DER in plans that never change, and XDR. `UPDATE_EXPECT=1` accepts what is found.
//!
//! A person reads these files from top to bottom and asks whether they could have been written by hand. No compiler runs: bytes
//! in comments are estimates.

use std::path::{Path, PathBuf};
use stubc::{Choice, Compiler, RulesName};

/// The most columns of a line.
const COLUMNS: usize = 120;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/c")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn spec(path: &str) -> Compiler<'static> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../specs").join(path);
    Compiler::new().spec(path.display().to_string(), read(&path))
}

/// Compares the files that `compiler` prints under a plan, those with these endings, with the golden ones.
fn golden(name: &str, compiler: &Compiler<'_>, endings: &[&str]) {
    let compiled = compiler.compile().unwrap_or_else(|error| panic!("{name}: {error}"));
    for (file, text) in &compiled.files.files {
        if !endings.iter().any(|ending| file.ends_with(ending)) {
            continue;
        }
        hand_written(file, text);
        let path = folder().join(name).join(file);
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::create_dir_all(folder().join(name)).expect("the folder must be creatable");
            std::fs::write(&path, text).expect("the expected file must be writable");
        }
        let expected = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            expected == *text,
            "{name}/{file}: the C differs from the golden file; if this change is intended, run the test with UPDATE_EXPECT=1 and review git diff"
        );
    }
}

/// Holds a printed file to what a person would write.
fn hand_written(file: &str, text: &str) {
    let lines: Vec<&str> = text.lines().collect();
    for (number, line) in lines.iter().enumerate() {
        let place = format!("{file}:{}: {line}", number + 1);
        let code = line.trim();
        assert!(
            line.chars().count() <= COLUMNS,
            "break this line, which has more than {COLUMNS} columns: {place}"
        );
        assert!(!line.ends_with(' '), "remove the space at the end of {place}");
        let is_head =
            ["if (", "for (", "while (", "} else", "else"].iter().any(|head| code.starts_with(head));
        let ends = code.ends_with('{') || code.ends_with("*/") || !code.ends_with(';');
        assert!(!is_head || ends, "put braces around the body: {place}");
        let is_nested =
            code == "{" && lines.get(number.wrapping_sub(1)).is_some_and(|line| line.ends_with('{'));
        assert!(!is_nested, "merge the inner block into the outer one: {place}\n{text}");
        assert!(!code.contains("(!(!"), "simplify the double negation: {place}");
    }
    let machine = env!("CARGO_MANIFEST_DIR").split("/crates/").next().unwrap_or("/home/");
    assert!(!text.contains(machine), "{file} must not name a folder of this machine");
}

fn ldap() -> Compiler<'static> {
    spec("ldap/ldap.asn1").pdu("LDAPMessage")
}

#[test]
fn ldap_interpreted() {
    golden("ldap-interpreted", &ldap().choice(Choice::Interpreted), &[".h", ".c"]);
}

/// Frequent types are compiled, the others interpreted: procedures and commands call each other.
#[test]
fn ldap_capped() {
    let plan = read(&folder().join("ldap.plan"));
    golden("ldap-capped", &ldap().choice(Choice::Plan("ldap.plan".to_owned(), plan)), &["ldap.c"]);
}

#[test]
fn ldap_fastest() {
    golden("ldap-fastest", &ldap().choice(Choice::Inlined), &["ldap.c", "stubc_rt.h", "stubc_rt.c"]);
}

#[test]
fn snmp_fastest() {
    let compiler = spec("snmp/v2c.asn1").choice(Choice::Inlined);
    golden("snmp-fastest", &compiler, &["v2c.c"]);
}

/// With constraints and error paths.
#[test]
fn open_types() {
    let text = include_str!("../golden/c/extensions.asn1");
    let compiler = Compiler::new().spec("extensions.asn1", text).pdu("Certificate").rules(RulesName::Der);
    let compiler =
        compiler.config("keep.toml", "[types]\n\"Extensions.Extension\" = { keep-bytes = true }\n");
    golden(
        "extensions-compiled",
        &compiler.clone().choice(Choice::Inlined),
        &["extensions.c", "extensions.h"],
    );
    let checked = compiler.check_constraints(true).error_paths(true);
    golden("extensions-checked", &checked.clone().choice(Choice::Compiled), &["extensions.c"]);
    golden("extensions-interpreted", &checked.choice(Choice::Interpreted), &["extensions.c"]);
}

/// Bit-fields are read and written in runs; under APER some values are aligned.
#[test]
fn packed() {
    let text = include_str!("../golden/c/packed.asn1");
    let compiler = Compiler::new().spec("packed.asn1", text);
    golden("uper-fastest", &compiler.clone().rules(RulesName::Uper).choice(Choice::Inlined), &["packed.c"]);
    golden("aper-compiled", &compiler.clone().rules(RulesName::Aper).choice(Choice::Compiled), &["packed.c"]);
    golden("oer-fastest", &compiler.clone().rules(RulesName::Oer).choice(Choice::Inlined), &["packed.c"]);
    let coer = compiler.rules(RulesName::Coer);
    golden("coer-compiled", &coer.clone().choice(Choice::Compiled), &["packed.c"]);
    golden("coer-interpreted", &coer.choice(Choice::Interpreted), &["packed.c"]);
}

#[test]
fn xdr() {
    let compiler = spec("xdr/mount.x").choice(Choice::Inlined);
    golden("mount-fastest", &compiler, &[".h", ".c"]);
    golden("mount-interpreted", &spec("xdr/mount.x").choice(Choice::Interpreted), &["mount.c", "stubc_rt.c"]);
}
