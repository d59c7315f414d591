//! Compiler flags and sizes: the cap counts what the user's build will hold, or the flags are refused.

use crate::common::{Folder, TOY};
use std::process::Command;

/// Returns the bytes of the allocated sections in the user's own build, with a folder and names of its own.
fn built(folder: &Folder, cc: &str, flags: &str) -> u64 {
    let mut bytes = 0;
    for source in ["toy", "stubc_rt"] {
        let object = format!("{source}-of-the-user.o");
        let done = Command::new(cc)
            .args(flags.split_whitespace())
            .args(["-c", &format!("{source}.c"), "-o", &object])
            .current_dir(folder.path())
            .output()
            .expect("the compiler must start");
        assert!(
            done.status.success(),
            "the command must succeed:\n{}",
            String::from_utf8_lossy(&done.stderr)
        );
        let listing = Command::new("objdump").args(["-h", "-w", &object]).current_dir(folder.path()).output();
        let listing = String::from_utf8(listing.expect("objdump must start").stdout)
            .expect("the listing of objdump must be UTF-8");
        // Number, name, size, addresses, flags.
        for line in listing.lines().filter(|line| line.contains("ALLOC")) {
            let size = line.split_whitespace().nth(2).expect("objdump must print the size of each section");
            bytes += u64::from_str_radix(size, 16).expect("objdump must print sizes in hexadecimal");
        }
    }
    bytes
}

fn total(folder: &Folder) -> u64 {
    let report: serde_json::Value =
        serde_json::from_str(&folder.read("plan.json")).expect("plan.json must be valid JSON");
    report["size"]["total"].as_u64().expect("`size.total` must be a whole number")
}

/// Flags that do not depend on folders are measured, and the user's build has the measured size.
#[test]
fn what_is_measured_is_what_the_user_builds() {
    let folder = Folder::new(&[("toy.asn1", TOY)]);
    folder.write("zeros.h", b"static char zeros[1000] __attribute__((used));\n");
    let zeros = format!("-Os -include {}", folder.path().join("zeros.h").display());
    for (compilers, flags) in [
        (["gcc", "clang"].as_slice(), "-Os"),
        (&["gcc", "clang"], "-O2 -g"),
        (&["gcc", "clang"], "-Os -fsanitize=thread"),
        (&["gcc", "clang"], "-Os -fdata-sections -ffunction-sections -fstack-protector-all"),
        (&["gcc", "clang"], "-Os -fdebug-prefix-map=/tmp=/elsewhere -ffile-prefix-map=/tmp=. -g"),
        (&["gcc", "clang"], &zeros),
        (&["gcc"], "-Os -flto -ffat-lto-objects"),
        // The object holds the source's name only, which is fixed.
        (&["clang"], "-O2 -fprofile-instr-generate"),
    ] {
        for cc in compilers.iter().filter(|cc| test_needs::program(cc)) {
            let run =
                folder.stubc_args(&["toy.asn1", "--cc", cc, "--cflags", flags, "--report", "plan.json"]);
            assert_eq!(run.code, 0, "{cc} {flags}: expected exit code 0: {}", run.err);
            assert_eq!(
                total(&folder),
                built(&folder, cc, flags),
                "{cc} {flags}: the reported size must be that of the objects"
            );
        }
    }
}

/// Flags that put file names into objects, or read files beside objects, are refused with the reason.
#[test]
fn what_depends_on_places_is_refused() {
    let folder = Folder::new(&[("toy.asn1", TOY)]);
    let before = folder.names();
    for (compilers, flags, reason) in [
        (["gcc", "clang"].as_slice(), "-Os --coverage", "the name of its folder"),
        (&["gcc"], "-O2 -fprofile-generate", "the name of its folder"),
        (&["gcc"], "-O2 -fprofile-arcs", "the name of its folder"),
        (&["gcc", "clang"], "-O1 -fsanitize=address", "the name of its folder"),
        (&["gcc", "clang"], "-O1 -fsanitize=undefined", "the name of its folder"),
        (&["gcc", "clang"], "-O2 -fprofile-use", "-fprofile-use reads a profile beside"),
        (&["gcc"], "-O2 -fprofile-use=/tmp", "-fprofile-use=/tmp reads a profile beside"),
        (&["gcc", "clang"], "-Os -flto", "compile without -flto"),
    ] {
        for cc in compilers.iter().filter(|cc| test_needs::program(cc)) {
            // Twice: the second verdict comes from the cache.
            for _ in 0..2 {
                let run = folder.stubc_args(&["toy.asn1", "--cc", cc, "--cflags", flags]);
                assert_eq!(
                    run.code, 4,
                    "{cc} {flags}: stubc must refuse these flags: {}{}",
                    run.out, run.err
                );
                assert!(run.err.contains(reason), "{cc} {flags}: expected `{reason}` in:\n{}", run.err);
            }
        }
    }
    assert_eq!(folder.names(), before);
}
