//! A target with 16-bit ints and no alignment: avr-gcc. Plans keep the cap, and the C compiles without
//! warnings.

use crate::common::Folder;
use std::process::Command;

const FLAGS: &str = "-mmcu=atmega2560 -Os";

/// Returns a structure of more than 255 bytes, some of them in flags and in another structure.
fn large() -> String {
    let fields: Vec<String> = (0..40)
        .map(|n| format!("f{n} INTEGER{}", if n % 3 == 2 { " OPTIONAL" } else { "" }))
        .chain((0..4).map(|n| format!("s{n} SEQUENCE {{ a INTEGER, b BOOLEAN DEFAULT TRUE }}")))
        .collect();
    format!(
        "Large DEFINITIONS AUTOMATIC TAGS ::= BEGIN\nLarge ::= SEQUENCE {{ {} }}\nEND\n",
        fields.join(", ")
    )
}

/// Offsets beyond 255 bytes need wide steps where all offsets count bytes: on the host without alignment, and
/// on AVR.
#[test]
fn offsets_beyond_255_octets() {
    let folder = Folder::new(&[("large.asn1", &large())]);
    let main = "#include \"large.h\"
#include <stdio.h>
static Large in, out;
int main(void)
{
    uint8_t octets[1024], again[1024];
    stubc_result length, n;
    int64_t *field;
    memset(&in, 1, sizeof in);
    FILL
    length = Large_encode(&in, octets, sizeof octets, NULL, NULL);
    if (length < 0 || Large_decode_exact(&out, octets, (size_t)length, NULL, NULL) != length)
        return 1;
    if (Large_encode(&out, again, sizeof again, NULL, NULL) != length || memcmp(octets, again, (size_t)length))
        return 2;
    (void)field;
    for (n = 0; n < length; n++)
        printf(\"%02x\", octets[n]);
    return 0;
}
";
    let fill: String =
        (0..40).map(|n| format!("    field = &in.f{n}; *field = {};\n", n * 1000 - 7)).collect();
    folder.write("main.c", main.replace("    FILL\n", &fill).as_bytes());
    let aligned = "-Os -Wall -Wextra -Wpedantic -Werror -std=c99";
    let unaligned = format!("{aligned} -U__BIGGEST_ALIGNMENT__ -D__BIGGEST_ALIGNMENT__=1");
    let mut sent = Vec::new();
    for (technique, flags) in
        [("interpreted", unaligned.as_str()), ("interpreted", aligned), ("compiled", aligned)]
    {
        let run = folder.stubc_args(&["large.asn1", "-q", "--technique", technique, "--cflags", flags]);
        assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
        let sources = ["main.c", "large.c", "stubc_rt.c", "-o", "main"];
        let arguments: Vec<&str> = flags.split(' ').chain(sources).collect();
        let done = Command::new("cc").args(arguments).current_dir(folder.path()).status();
        assert!(done.expect("the C compiler must start").success());
        let output = Command::new(folder.path().join("main")).output().expect("the program must start");
        assert!(output.status.success(), "{technique} {flags}: {:?}", output.status);
        sent.push(output.stdout);
    }
    assert!(sent[0].len() > 200 && sent[0] == sent[1] && sent[0] == sent[2]);
    if test_needs::program("avr-gcc") {
        let flags = format!("{FLAGS} {}", &aligned[4..]);
        let run = folder.stubc_args(&[
            "large.asn1",
            "-q",
            "--max-size",
            "0%",
            "--cc",
            "avr-gcc",
            "--cflags",
            &flags,
        ]);
        assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
    }
}

#[test]
fn the_cap_holds_on_avr() {
    if !test_needs::program("avr-gcc") {
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
            assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
            let report: serde_json::Value =
                serde_json::from_str(&folder.read("report.json")).expect("report.json must be valid JSON");
            let total = report["size"]["total"].as_u64().expect("`size.total` must be a whole number");
            assert!(
                total <= cap && report["size"]["measured"] == true,
                "{file}: the output must be measured and keep the cap: {total} of {cap} bytes"
            );
            for source in ["stubs.c", "stubc_rt.c"] {
                let done = Command::new("avr-gcc")
                    .args(FLAGS.split(' '))
                    .args([
                        "-std=c99",
                        "-Wall",
                        "-Wextra",
                        "-Wpedantic",
                        "-Wconversion",
                        "-Wshadow",
                        "-Werror",
                        "-c",
                        source,
                    ])
                    .current_dir(folder.path())
                    .output()
                    .expect("avr-gcc must start");
                assert!(
                    done.status.success(),
                    "{source}: the command must succeed:\n{}",
                    String::from_utf8_lossy(&done.stderr)
                );
            }
        }
    }
}
