//! `--util`: what the helpers for applications do, on which targets they compile, and whether the cap counts them.

use crate::common::{Folder, TOY, sanitizer};
use std::process::Command;

#[test]
fn helpers_do_what_their_header_says() {
    let folder = Folder::new(&[("toy.asn1", TOY), ("cases.c", include_str!("../util.c"))]);
    assert_eq!(folder.stubc("toy.asn1 --util --technique interpreted -q").code, 0);
    let flags = ["-std=c99", "-O1", "-Wall", "-Wextra"];
    sanitizer::build(folder.path(), &flags, &["cases.c", "stubc_util.c"], "cases")
        .unwrap_or_else(|error| panic!("{error}"));
    let run = Command::new(folder.path().join("cases")).output().expect("the built program must start");
    let said = [run.stdout, run.stderr].map(|said| String::from_utf8_lossy(&said).into_owned()).concat();
    assert!(run.status.success() && said == "0 failures\n", "the program must report 0 failures: {said}");
}

/// A target of 16-bit ints, one without `<string.h>`, and C++ take them without a warning.
#[test]
fn helpers_compile_everywhere() {
    let folder = Folder::new(&[("toy.asn1", TOY)]);
    assert_eq!(folder.stubc("toy.asn1 --util --prefix my_ --technique interpreted -q").code, 0);
    let strict = "-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -Os -c my_stubc_util.c -o util.o";
    for compiler in [
        "cc -std=c99",
        "cc -std=c99 -ffreestanding",
        "avr-gcc -std=c99 -mmcu=atmega2560",
        "arm-none-eabi-gcc -std=c99",
    ] {
        let program = compiler.split(' ').next().expect("the command must name a compiler");
        if !test_needs::program(program) {
            continue;
        }
        let words: Vec<&str> = compiler.split(' ').skip(1).chain(strict.split(' ')).collect();
        sanitizer::run(Command::new(program).args(words).current_dir(folder.path()))
            .unwrap_or_else(|error| panic!("{error}"));
    }
    let symbols = folder.read("my_stubc_util.h");
    assert!(symbols.contains("my_stubc_oid_to_text(") && !symbols.contains(" stubc_oid"), "{symbols}");
}

/// The cap counts them where that is asked for, and not otherwise; without the option there are none.
#[test]
fn helpers_are_counted_on_demand() {
    let folder = Folder::new(&[("toy.asn1", TOY)]);
    let size = |words: &str| {
        let run = folder.stubc(&format!("toy.asn1 --technique compiled -q --report r.json {words}"));
        assert_eq!(run.code, 0, "{words}: expected exit code 0: {}", run.err);
        let report: serde_json::Value =
            serde_json::from_str(&folder.read("r.json")).expect("r.json must be valid JSON");
        (
            report["size"]["total"].as_u64().expect("`size.total` must be a whole number"),
            report["size"]["helpers"].as_u64(),
        )
    };
    let (plain, none) = size("");
    assert!(none.is_none() && !folder.names().contains(&"stubc_util.c".to_owned()));
    let (beside, helpers) = size("--util");
    let helpers = helpers.expect("the report must give the size of the helpers");
    assert!(beside == plain && helpers > 1000, "{beside} {plain} {helpers}");
    let (counted, none) = size("--util=counted");
    assert!(none.is_none() && counted == plain + helpers, "{counted} {plain} {helpers}");
    // A cap below what they add cannot be met.
    let run = folder.stubc(&format!("toy.asn1 -q --max-size {helpers} --util=counted"));
    assert_eq!(run.code, 3, "expected exit code 3: {}", run.err);
    let run = folder.stubc(&format!("toy.asn1 --max-size {} --util=counted", plain + helpers));
    assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
    // Another output's helpers are not replaced.
    folder.write("other.asn1", TOY.as_bytes());
    folder.write("q/stubc_util.h", b"/* Runtime of toy, made by stubc. Do not edit. */\n");
    let run = folder.stubc("other.asn1 --technique interpreted --util -o q");
    assert!(run.code == 1 && run.err.contains("stubc_util.h"), "{}", run.err);
}

/// No name of the helpers is one of a packed runtime.
#[test]
fn helpers_stand_beside_packed_runtimes() {
    let folder = Folder::new(&[("toy.asn1", TOY)]);
    for rules in ["uper", "oer"] {
        let run = folder.stubc(&format!("toy.asn1 --util --rules {rules} --technique inlined -q"));
        assert_eq!(run.code, 0, "{rules}: {}", run.err);
        let words = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-c", "stubc_util.c", "-o", "util.o"];
        sanitizer::run(Command::new("cc").args(words).current_dir(folder.path()))
            .unwrap_or_else(|error| panic!("{rules}: {error}"));
    }
}
