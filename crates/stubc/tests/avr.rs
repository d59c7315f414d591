//! A target of 16-bit ints that aligns nothing: avr-gcc. The cap holds, and the C is clean.

mod common;

use common::Folder;
use std::process::Command;

const FLAGS: &str = "-mmcu=atmega2560 -Os";

#[test]
#[allow(clippy::print_stderr, reason = "a test that is passed over must say so")]
fn the_cap_holds_on_avr() {
    let there = Command::new("avr-gcc").arg("--version").output().is_ok();
    assert!(there || std::env::var_os("CI").is_none(), "avr-gcc is absent");
    if !there {
        eprintln!("skipped: avr-gcc is absent");
        return;
    }
    let specs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../specs");
    for (file, root, caps) in [
        ("ldap/ldap.asn1", "LDAPMessage", [8_000_u64, 14_000]),
        ("kerberos/krb5.asn1", "AS-REP", [6_000, 9_000]),
    ] {
        for cap in caps {
            let folder = Folder::new(&[]);
            let (spec, limit) = (format!("{specs}/{file}"), cap.to_string());
            let run = folder.stubc_args(&[
                &spec,
                "--pdu",
                root,
                "--max-size",
                &limit,
                "--cc",
                "avr-gcc",
                "--cflags",
                FLAGS,
                "--name",
                "stubs",
                "--report",
                "report.json",
            ]);
            assert_eq!(run.code, 0, "{}", run.err);
            let report: serde_json::Value =
                serde_json::from_str(&folder.read("report.json")).expect("the report is JSON");
            let total = report["size"]["total"].as_u64().expect("the report has a size");
            assert!(total <= cap && report["size"]["measured"] == true, "{file}: {total} of {cap}");
            for source in ["stubs.c", "stubc_rt.c"] {
                let done = Command::new("avr-gcc")
                    .args(FLAGS.split(' '))
                    .args([
                        "-std=c99",
                        "-Wall",
                        "-Wextra",
                        "-Wpedantic",
                        "-Wconversion",
                        "-Werror",
                        "-c",
                        source,
                    ])
                    .current_dir(folder.path())
                    .output()
                    .expect("avr-gcc runs");
                assert!(done.status.success(), "{source}: {}", String::from_utf8_lossy(&done.stderr));
            }
        }
    }
}
