//! A target with 16-bit ints and no alignment: avr-gcc. Plans keep the cap, the C compiles without warnings, and in the
//! simulator simavr the stubs give the same results as here.

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

const TOY: &str = "Toy DEFINITIONS AUTOMATIC TAGS ::= BEGIN
Message ::= SEQUENCE { id INTEGER (0..255), body Body, note Note OPTIONAL, real REAL OPTIONAL, ... }
Body ::= CHOICE { text UTF8String, data OCTET STRING, list SEQUENCE OF Note, bits BIT STRING, id OBJECT IDENTIFIER, ... }
Note ::= SET { text IA5String (SIZE (0..9)), serial INTEGER DEFAULT 5, more Body OPTIONAL }
END
";

/// Prints a digest for each message: of the message, of each of its beginnings, and with each of its bytes changed.
const DIGESTS: &str = "#include \"toy_fuzz.c\"
MESSAGES
#ifdef __AVR__
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
static void put(char c)
{
    while (!(UCSR0A & 1 << UDRE0)) {
    }
    UDR0 = (uint8_t)c;
}
#else
static void put(char c)
{
    putchar(c);
}
#endif

int main(void)
{
    static uint8_t copy[128];
    size_t at, place;
    int shift;
#ifdef __AVR__
    UCSR0B |= 1 << TXEN0;
#endif
    for (at = 0; at < sizeof all / sizeof all[0]; at++) {
        uint64_t sum = stubc_harness_digest(all[at].data, all[at].size);
        for (place = 0; place < all[at].size; place++) {
            memcpy(copy, all[at].data, all[at].size);
            copy[place] ^= 0x55;
            sum = stubc_harness_mix(sum, (long long)stubc_harness_digest(copy, all[at].size));
            sum = stubc_harness_mix(sum, (long long)stubc_harness_digest(all[at].data, place));
        }
        for (shift = 60; shift >= 0; shift -= 4) {
            put(\"0123456789abcdef\"[sum >> shift & 15]);
        }
        put('\\n');
    }
#ifdef __AVR__
    cli();
    sleep_enable();
    sleep_cpu();
#endif
    return 0;
}
";

/// Returns the lines of 16 digits that a program prints.
fn digests(folder: &Folder, program: &[&str]) -> Vec<String> {
    let mut command = Command::new(program[0]);
    let output = command.args(&program[1..]).current_dir(folder.path().join("out")).output();
    let output = output.unwrap_or_else(|error| panic!("{program:?}: {error}"));
    let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    // simavr colors the lines.
    let mut words = said.split(|c: char| !c.is_ascii_hexdigit()).filter(|word| word.len() == 16);
    let found = words.by_ref().map(str::to_owned).collect::<Vec<_>>();
    assert!(found.len() > 5, "{program:?}: {said}");
    found
}

#[test]
fn digests_on_avr_are_those_of_the_host() {
    if !test_needs::program("avr-gcc") || !test_needs::program("simavr") {
        return;
    }
    for words in [
        "--technique compiled",
        "--rules oer --technique interpreted",
        "--rules uper --technique interpreted",
    ] {
        let folder = Folder::new(&[("toy.asn1", TOY)]);
        let run = folder.stubc(&format!("harness toy.asn1 --type Message {words} -q -o out"));
        assert_eq!(run.code, 0, "{words}: {}", run.err);
        let build = |cc: &str, flags: &[&str], more: &str| {
            let sources = ["-w", "-std=gnu99", more, "toy.c", "stubc_rt.c"];
            let done =
                Command::new(cc).args(flags).args(sources).current_dir(folder.path().join("out")).output();
            let done = done.unwrap_or_else(|error| panic!("{cc}: {error}"));
            assert!(done.status.success(), "{words}: {}", String::from_utf8_lossy(&done.stderr));
        };
        build("cc", &["-o", "random"], "toy_random.c");
        std::fs::create_dir_all(folder.path().join("out/corpus")).expect("the folder must be writable");
        let written = Command::new("./random")
            .args(["write", "corpus"])
            .current_dir(folder.path().join("out"))
            .output();
        assert!(written.is_ok_and(|output| output.status.success()), "{words}: the corpus must be written");
        let (mut arrays, mut rows) = (String::new(), String::new());
        let mut files: Vec<_> = std::fs::read_dir(folder.path().join("out/corpus"))
            .expect("the corpus is there")
            .flatten()
            .map(|entry| entry.path())
            .collect();
        files.sort();
        let messages = files.iter().filter_map(|file| std::fs::read(file).ok());
        for (at, message) in messages.filter(|message| (8..100).contains(&message.len())).take(10).enumerate()
        {
            let bytes: Vec<String> = message.iter().map(u8::to_string).collect();
            arrays += &format!("static const uint8_t m{at}[] = {{{}}};\n", bytes.join(","));
            rows += &format!("{{m{at}, sizeof m{at}}},");
        }
        let table = format!(
            "{arrays}static const struct {{ const uint8_t *data; size_t size; }} all[] = {{{rows}}};"
        );
        folder.write("out/main.c", DIGESTS.replace("MESSAGES", &table).as_bytes());
        // Pointers of the host are four times as large.
        let part = "-DSTUBC_HARNESS_PART";
        build("cc", &[part, "-DSTUBC_HARNESS_ARENA=8192", "-o", "host"], "main.c");
        let avr = ["-mmcu=atmega1284p", "-Os", part, "-DSTUBC_HARNESS_ARENA=2048", "-o", "avr.elf"];
        build("avr-gcc", &avr, "main.c");
        let here = digests(&folder, &["./host"]);
        let there = digests(&folder, &["simavr", "-m", "atmega1284p", "-f", "16000000", "avr.elf"]);
        assert_eq!(here, there, "{words}");
    }
}
