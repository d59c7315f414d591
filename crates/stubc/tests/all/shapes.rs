//! `[shape.NAME]` and `stubc shape`: what is refused, with the reason, and what is written.

use crate::common::{Folder, sanitizer};

const SPEC: &str = "A DEFINITIONS AUTOMATIC TAGS ::= BEGIN
    Message ::= SEQUENCE {
        id INTEGER (0..65535), kind Kind, level INTEGER (0..9) DEFAULT 3, list SEQUENCE OF Value, bag SET OF Value,
        typed Typed OPTIONAL, next Message OPTIONAL }
    Kind ::= ENUMERATED { one, two }
    Value ::= CHOICE { number INTEGER, text UTF8String, pair SEQUENCE { a INTEGER, b INTEGER } }
    THING ::= CLASS { &id INTEGER UNIQUE, &Type } WITH SYNTAX { &Type BY &id }
    Things THING ::= { { INTEGER BY 1 } | { UTF8String BY 2 } }
    Typed ::= SEQUENCE { what THING.&id ({Things}), value THING.&Type ({Things}{@what}) }
END
";

/// A value of `Message` in DER.
const SAMPLE: &[u8] = &[
    0x30, 0x38, 0x80, 0x02, 0x12, 0x34, 0x81, 0x01, 0x01, 0x82, 0x01, 0x05, // id, kind, level
    0xa3, 0x0b, 0x80, 0x01, 0x07, 0x81, 0x02, b'h', b'i', 0x80, 0x02, 0x01, 0x00, // list
    0xa4, 0x06, 0x80, 0x01, 0x01, 0x80, 0x01, 0x02, // bag
    0xa5, 0x08, 0x80, 0x01, 0x01, 0xa1, 0x03, 0x02, 0x01, 0x2a, // typed
    0xa6, 0x0d, 0x80, 0x01, 0x01, 0x81, 0x01, 0x00, 0xa3, 0x00, 0xa4, 0x03, 0x81, 0x01, b'x', // next
];

fn folder(sample: &[u8]) -> Folder {
    let folder = Folder::new(&[("a.asn1", SPEC)]);
    folder.write("m.der", sample);
    folder
}

/// Writes a configuration with one shape, compiles under DER, and expects these errors.
fn refused(sample: &[u8], holes: &str, texts: &[&str]) {
    let folder = folder(sample);
    let config = format!("[shape.like]\ntype = \"Message\"\nlike = \"m.der\"\n[shape.like.holes]\n{holes}\n");
    folder.write("c.toml", config.as_bytes());
    let run = folder.stubc("--rules der --config c.toml a.asn1");
    assert_eq!(run.code, 1, "{holes}: expected exit code 1:\n{}", run.err);
    for text in texts {
        assert!(run.err.contains(text), "{holes}: expected `{text}` in:\n{}", run.err);
    }
    assert!(!folder.names().iter().any(|name| name.ends_with(".c")), "{holes}: nothing is written");
}

#[test]
fn what_cannot_be_a_shape_is_refused_with_the_reason() {
    for (holes, texts) in [
        (
            "\"bag[*]\" = \"x\"",
            &["DER sorts this SET OF by the values of its elements, and `bag[0].number` is a hole"][..],
        ),
        ("\"typed.what\" = \"x\"", &["the hole `typed.what` is the governor of an open type"]),
        (
            "\"typed.value\" = \"x\"",
            &["a hole must be a scalar, or a CHOICE of scalars; this is neither at `typed.value`"],
        ),
        ("\"list\" = \"x\"", &["a hole must be a scalar, or a CHOICE of scalars; this is neither"]),
        ("\"next\" = \"x\"", &["a hole must be a scalar, or a CHOICE of scalars; this is neither"]),
        ("\"*.idd\" = \"x\"", &["`*.idd` matches no scalar of the sample message", "c.toml:5:1"]),
        ("\"list[*].txt\" = \"x\"", &["`list[*].txt` matches no scalar", "did you mean `list[*].text`?"]),
        ("\"id\" = \"int\"", &["a hole cannot be named `int`"]),
        (
            "\"id\" = \"x\"\n\"kind\" = \"x\"",
            &["a hole cannot be named `x`: the name is taken by another hole"],
        ),
        ("\"list\" = { count = 4 }", &["the sample has 3 elements, and the shape states 4"]),
        ("\"lst\" = { count = 4 }", &["`lst` matches no array of the sample message"]),
        ("\"id\" = { length = 3 }", &["a hole is the name of a member"]),
    ] {
        refused(SAMPLE, holes, texts);
    }
}

#[test]
fn samples_that_are_no_messages_are_refused() {
    let indefinite = [&[0x30, 0x80][..], &SAMPLE[2..], &[0, 0]].concat();
    let folder = folder(&indefinite);
    folder.write("c.toml", b"[shape.like]\ntype = \"Message\"\nlike = \"m.der\"\n");
    let run = folder.stubc("--config c.toml a.asn1");
    assert_eq!(run.code, 1, "{}", run.err);
    assert!(run.err.contains("the sample has an indefinite length"), "{}", run.err);
    folder.write("m.der", b"\x30\x03\x02\x01");
    let run = folder.stubc("--config c.toml a.asn1");
    assert!(run.err.contains("`m.der` is no A.Message"), "{}", run.err);
    folder.write("c.toml", b"[shape.like]\ntype = \"Mesage\"\nlike = \"x.der\"\n");
    let run = folder.stubc("--config c.toml a.asn1");
    assert!(run.err.contains("did you mean `Message`?"), "{}", run.err);
    folder.write("c.toml", b"[shape.like]\ntype = \"Message\"\nlike = \"x.der\"\nshar = 1\n");
    let run = folder.stubc("--config c.toml a.asn1");
    assert!(run.err.contains("did you mean `share`?"), "{}", run.err);
    folder.write("c.toml", b"[shape.like]\ntype = \"Message\"\nlike = \"x.der\"\n");
    let run = folder.stubc("--config c.toml a.asn1");
    assert!(run.err.contains("cannot read the sample `x.der`"), "{}", run.err);
}

#[test]
fn the_command_writes_an_entry_that_compiles() {
    let folder = folder(SAMPLE);
    let run = folder.stubc(
        "shape --type Message --from m.der --hole id --hole list[*] --fixed level --share 0.9 -o like.toml -q --rules der a.asn1",
    );
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(
        folder.read("like.toml"),
        "[shape.m]\ntype = \"Message\"\nlike = \"m.der\"\nshare = 0.9\n[shape.m.holes]\n\"id\" = \"id\"\n\
         \"list[*]\" = \"list\"\n\"level\" = { name = \"level\", length = \"fixed\" }\n"
    );
    let run = folder.stubc("-q --rules der --config like.toml --pdu Message --cflags -O2 a.asn1");
    assert_eq!(run.code, 0, "{}", run.err);
    let header = folder.read("a.h");
    assert!(
        header
            .contains("stubc_result Message_m_decode(Message_m *flat, const uint8_t *input, size_t length);")
    );
    assert!(
        folder.read("a.c").contains("shape_Message_m(d, p, e, (Message *)value);"),
        "T_decode tries the shape"
    );
    let run = folder.stubc("shape --type Message --from m.der --hole idd --rules der a.asn1");
    assert_eq!(run.code, 1, "{}", run.out);
}

/// A string that is absent from the sample has its default, whoever decodes it.
#[test]
fn strings_with_defaults() {
    let spec = "D DEFINITIONS AUTOMATIC TAGS ::= BEGIN
        Message ::= SEQUENCE { id INTEGER (0..255), octets OCTET STRING DEFAULT 'ABCD'H, bits BIT STRING DEFAULT '101'B }
        END";
    let main = "#include \"d.h\"
#include <string.h>

static int differs(const uint8_t *message, size_t length, unsigned id)
{
    Message m;
    memset(&m, 0, sizeof m);
    return Message_decode_exact(&m, message, length, NULL, NULL) != (stubc_result)length || m.id != id ||
           m.octets.length != 2 || memcmp(m.octets.data, \"\\xab\\xcd\", 2) || m.bits.length != 3 || *m.bits.data != 0xa0;
}

int main(void)
{
    static const uint8_t sample[] = {0x30, 3, 0x80, 1, 7}, other[] = {0x30, 0x80, 0x80, 1, 9, 0, 0};
    Message_like flat;
    return differs(sample, sizeof sample, 7) || differs(other, sizeof other, 9) ||
           Message_like_decode(&flat, sample, sizeof sample) != (stubc_result)sizeof sample || flat.id != 7 ||
           Message_like_decode(&flat, other, sizeof other) != STUBC_OTHER;
}
";
    let folder = Folder::new(&[("d.asn1", spec), ("main.c", main)]);
    folder.write("m.der", &[0x30, 3, 0x80, 1, 7]);
    folder.write(
        "c.toml",
        b"[shape.like]\ntype = \"Message\"\nlike = \"m.der\"\n[shape.like.holes]\n\"id\" = \"id\"\n",
    );
    let run = folder.stubc("--config c.toml d.asn1 --technique inlined -q");
    assert_eq!(run.code, 0, "{}", run.err);
    sanitizer::build(
        folder.path(),
        &["-std=c99", "-Wall", "-Wextra"],
        &["main.c", "d.c", "stubc_rt.c"],
        "main",
    )
    .unwrap_or_else(|error| panic!("{error}"));
    let done =
        std::process::Command::new(folder.path().join("main")).status().expect("the program must start");
    assert!(done.success(), "{done}");
}
