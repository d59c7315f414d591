//! Filters that arrive at run time: the checker accepts what stubc made, and nothing that harms the interpreter.

use codegen::measure::object_size;
use std::process::Command;
use stubc_benches::family::family;
use stubc_benches::filters::blobs::{fuzz, fuzz_with};
use stubc_benches::shape_blobs;
use stubc_benches::subject::Subject;

#[test]
fn blobs_are_right_or_harmless() {
    for (name, specs) in [("ldap", "ldap"), ("snmp", "snmp-v2-v3"), ("z3950", "z3950")] {
        let Some(subject) = Subject::load_once(family(name, specs)) else { continue };
        let tried = fuzz(&subject, 30_000, 1).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(tried.agreed > 1000, "{name}: {tried:?}");
        assert!(tried.accepted * 10 > tried.blobs && tried.accepted * 2 < tried.blobs, "{name}: {tried:?}");
    }
}

/// The fuzzer finds a checker that leaves one question out.
#[test]
fn the_fuzzer_finds_faults_of_the_checker() {
    let Some(subject) = Subject::load_once(family("snmp", "snmp-v2-v3")) else { return };
    for fault in [
        ("check_below(t, 32)", "check_below(t, 256)"),
        ("(void)check_below(t, 8);", "(void)check_octet(t);"),
        ("last >= 8", "last >= 200"),
        ("t->at = t->at == to ? from : t->end + 1;", "t->at = from;"),
        ("return t.at == end;", "return true;"),
    ] {
        let found = fuzz_with(&subject, 100_000, 1, fault);
        let error = found.expect_err(&format!("{fault:?} must show"));
        assert!(error.contains("runtime error") || error.contains("AddressSanitizer"), "{fault:?}: {error}");
    }
}

#[test]
fn blobs_of_shapes_are_right_or_harmless() {
    let tried = shape_blobs::fuzz(50_000, 1, ("", "")).unwrap_or_else(|error| panic!("{error}"));
    assert!(tried.accepted * 10 > tried.blobs && tried.accepted * 2 < tried.blobs, "{tried:?}");
}

#[test]
fn the_fuzzer_finds_faults_of_the_checker_of_shapes() {
    for fault in [
        ("(void)check_below(&t, count)", "(void)check_octet(&t)"),
        ("check_below(&t, SHAPE_MOST + 1)", "check_octet(&t)"),
        ("open > SHAPE_OPEN || ", ""),
        ("open-- == 0", "open-- == 1000"),
        ("all == least", "all >= least"),
        ("holes == 0", "holes != 1"),
        ("t.at == end && open", "open"),
    ] {
        let found = shape_blobs::fuzz(100_000, 1, fault);
        let error = found.expect_err(&format!("{fault:?} must show"));
        assert!(error.contains("runtime error") || error.contains("AddressSanitizer"), "{fault:?}: {error}");
    }
}

/// Code of the checker on Cortex-M4 with -Os, the test of the header included.
#[test]
fn the_checker_is_small() {
    if !test_needs::program("arm-none-eabi-gcc") {
        return;
    }
    let files = codegen::blob::engine(
        codegen::Rules::Ber,
        codegen::blob::Kind::Filter,
        "plugged",
        &[],
        &[0; 32],
        &[],
    )
    .expect("BER has an engine");
    let folder = tempfile::tempdir().expect("a temporary folder must be creatable");
    for (name, text) in &files.files {
        std::fs::write(folder.path().join(name), text).expect("the folder must be writable");
    }
    let words = "-std=c99 -mcpu=cortex-m4 -mthumb -Os -c plugged.c";
    let built = Command::new("arm-none-eabi-gcc").args(words.split(' ')).current_dir(folder.path()).status();
    assert!(built.is_ok_and(|status| status.success()), "the engine must compile");
    let object = std::fs::read(folder.path().join("plugged.o")).expect("the object must be there");
    let size = object_size(&object).expect("the object must be readable");
    let own = size.by_symbol.iter().filter(|(name, _)| name.contains("check"));
    let bytes: u64 = own.map(|(_, bytes)| bytes).sum();
    assert!((300..=500).contains(&bytes), "the checker has {bytes} bytes: {:?}", size.by_symbol);
}
