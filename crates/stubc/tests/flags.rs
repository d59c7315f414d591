//! What compiler flags do to sizes: the cap counts what the user's own build will hold, or the flags are refused.

mod common;

use common::{Folder, TOY};
use std::process::Command;

/// Bytes of the allocated sections of the objects that a user makes, in a folder and under names of his own.
fn built(folder: &Folder, cc: &str, flags: &str) -> u64 {
    let mut bytes = 0;
    for source in ["toy", "stubc_rt"] {
        let object = format!("{source}-of-the-user.o");
        let done = Command::new(cc)
            .args(flags.split_whitespace())
            .args(["-c", &format!("{source}.c"), "-o", &object])
            .current_dir(folder.path())
            .output()
            .expect("the compiler runs");
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        let listing = Command::new("objdump").args(["-h", "-w", &object]).current_dir(folder.path()).output();
        let listing = String::from_utf8(listing.expect("objdump runs").stdout).expect("a listing is text");
        // Number, name, size, addresses, flags.
        for line in listing.lines().filter(|line| line.contains("ALLOC")) {
            let size = line.split_whitespace().nth(2).expect("a section has a size");
            bytes += u64::from_str_radix(size, 16).expect("sizes are hexadecimal");
        }
    }
    bytes
}

fn total(folder: &Folder) -> u64 {
    let report: serde_json::Value = serde_json::from_str(&folder.read("plan.json")).expect("it is JSON");
    report["size"]["total"].as_u64().expect("the report has a size")
}

/// Flags whose objects are the same wherever they are made are measured, and the user's build is as large.
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
        // It notes the name of the source alone, and that is fixed.
        (&["clang"], "-O2 -fprofile-instr-generate"),
    ] {
        for cc in compilers.iter().filter(|cc| test_needs::program(cc)) {
            let run =
                folder.stubc_args(&["toy.asn1", "--cc", cc, "--cflags", flags, "--report", "plan.json"]);
            assert_eq!(run.code, 0, "{cc} {flags}: {}", run.err);
            assert_eq!(total(&folder), built(&folder, cc, flags), "{cc} {flags}");
        }
    }
}

/// Flags that put names of files into objects, or read what lies beside them, are refused, and the reason is told.
#[test]
fn what_depends_on_places_is_refused() {
    let folder = Folder::new(&[("toy.asn1", TOY)]);
    let before = folder.names();
    for (compilers, flags, reason) in [
        (["gcc", "clang"].as_slice(), "-Os --coverage", "names of folders or files"),
        (&["gcc"], "-O2 -fprofile-generate", "names of folders or files"),
        (&["gcc"], "-O2 -fprofile-arcs", "names of folders or files"),
        (&["gcc", "clang"], "-O1 -fsanitize=address", "names of folders or files"),
        (&["gcc", "clang"], "-O1 -fsanitize=undefined", "names of folders or files"),
        (&["gcc", "clang"], "-O2 -fprofile-use", "-fprofile-use reads what lies beside"),
        (&["gcc"], "-O2 -fprofile-use=/tmp", "-fprofile-use=/tmp reads what lies beside"),
        (&["gcc", "clang"], "-Os -flto", "compile without -flto"),
    ] {
        for cc in compilers.iter().filter(|cc| test_needs::program(cc)) {
            // Twice: a verdict that was kept is the same.
            for _ in 0..2 {
                let run = folder.stubc_args(&["toy.asn1", "--cc", cc, "--cflags", flags]);
                assert_eq!(run.code, 4, "{cc} {flags}: {}{}", run.out, run.err);
                assert!(run.err.contains(reason), "{cc} {flags}: {}", run.err);
            }
        }
    }
    assert_eq!(folder.names(), before);
}
