//! `[shape.NAME]` under the rules whose shapes are rigid: what is refused, with the reason, and what is written.

use crate::common::{Folder, sanitizer};

const SPEC: &str = "A DEFINITIONS AUTOMATIC TAGS ::= BEGIN
    Message ::= SEQUENCE {
        id INTEGER (0..65535), list SEQUENCE OF Value, bytes INTEGER (0..MAX), real REAL, oid OBJECT IDENTIFIER,
        none NULL, large Large, text UTF8String DEFAULT \"x\", letters IA5String, next Message OPTIONAL,
        kind ENUMERATED { one, ..., two }, typed Typed, tail SEQUENCE { x INTEGER, ..., y INTEGER OPTIONAL },
        choice CHOICE { a INTEGER, ..., b INTEGER }, made SEQUENCE { a INTEGER } DEFAULT { a 1 } }
    Value ::= CHOICE { number INTEGER (0..255), pair SEQUENCE { a INTEGER, b INTEGER } }
    Large ::= INTEGER
    THING ::= CLASS { &id INTEGER UNIQUE, &Type } WITH SYNTAX { &Type BY &id }
    Typed ::= SEQUENCE { what THING.&id, value THING.&Type }
END
";

const SAMPLE: &str = r#"{ "id": 300, "list": [{ "number": 7 }, { "number": 8 }], "bytes": 70000, "real": { "hex": "80FF03" }, "oid": "1.3.6",
    "none": null, "large": 5, "text": "y", "letters": "abc", "kind": "one", "typed": { "what": 1, "value": "0102" },
    "tail": { "x": 5 }, "choice": { "a": 6 }, "made": { "a": 2 } }"#;

/// Compiles with one shape, and expects these errors.
fn refused(rules: &str, (from, to): (&str, &str), holes: &str, texts: &[&str]) {
    let folder = Folder::new(&[("a.asn1", SPEC)]);
    folder.write("m.json", SAMPLE.replace(from, to).as_bytes());
    let held = "[types]\n\"A.Large\" = { integer = \"bytes\" }\n";
    let shape =
        format!("[shape.like]\ntype = \"Message\"\nvalue = \"m.json\"\n[shape.like.holes]\n{holes}\n");
    let config = shape + held;
    folder.write("c.toml", config.as_bytes());
    let run = folder.stubc(&format!("--rules {rules} --config c.toml a.asn1"));
    assert_eq!(run.code, 1, "{holes}: expected exit code 1:\n{}", run.err);
    for text in texts {
        assert!(run.err.contains(text), "{holes}: expected `{text}` in:\n{}", run.err);
    }
}

#[test]
fn what_cannot_be_a_hole_is_refused_with_the_reason() {
    let as_it_is = ("", "");
    for (rules, holes, texts) in [
        ("uper", "\"real\" = \"x\"", &["a hole cannot be a REAL at `real`", "c.toml:5:1"][..]),
        ("oer", "\"oid\" = \"x\"", &["a hole cannot be an OBJECT IDENTIFIER at `oid`"]),
        ("aper", "\"none\" = \"x\"", &["a hole cannot be a NULL, which has one value at `none`"]),
        ("uper", "\"large\" = \"x\"", &["a hole cannot be an INTEGER that C holds as bytes at `large`"]),
        ("uper", "\"text\" = \"x\"", &["a hole cannot be a string with a DEFAULT at `text`"]),
        (
            "uper",
            "\"letters\" = \"x\"",
            &["a hole cannot be characters that are not sent as octets at `letters`"],
        ),
        ("uper", "\"typed.value\" = \"x\"", &["a hole cannot be an open type at `typed.value`"]),
        ("coer", "\"typed.value\" = \"x\"", &["a hole cannot be an open type at `typed.value`"]),
        ("uper", "\"list\" = \"x\"", &["a hole must be a scalar, or a CHOICE of scalars; this is neither"]),
        ("oer", "\"*.idd\" = \"x\"", &["`*.idd` matches no scalar of the sample message"]),
        ("oer", "\"list\" = { count = 4 }", &["the sample has 2 elements, and the shape states 4"]),
        ("uper", "\"id\" = \"int\"", &["a hole cannot be named `int`"]),
    ] {
        refused(rules, as_it_is, holes, texts);
    }
}

#[test]
fn samples_that_are_no_shapes_are_refused_with_the_reason() {
    let lacks = (", \"made\": { \"a\": 2 }", "");
    refused("uper", lacks, "\"id\" = \"x\"", &["the sample lacks `.made`, whose DEFAULT is constructed"]);
    let reason = "with --check-constraints no rigid shape checks its values";
    refused("oer --check-constraints", ("", ""), "\"id\" = \"x\"", &[reason]);
    let pair = ("{ \"number\": 8 }", "{ \"pair\": { \"a\": 1, \"b\": 2 } }");
    let reason = "a hole must be a scalar, or a CHOICE of scalars; the sample has `list[1].pair`";
    refused("uper", pair, "\"list[*]\" = \"x\"", &[reason]);
    refused(
        "uper",
        ("\"kind\": \"one\"", "\"kind\": \"two\""),
        "\"kind\" = \"x\"",
        &["an item of an extension"],
    );
}

/// The value of an open type may be a hole where it begins with an octet.
#[test]
fn open_types_are_refused_with_the_reason() {
    let spec = "O DEFINITIONS AUTOMATIC TAGS ::= BEGIN
        Message ::= SEQUENCE { a INTEGER (0..7), what THING.&id ({Things}), value THING.&Type ({Things}{@what}) }
        THING ::= CLASS { &id INTEGER (0..255) UNIQUE, &Type } WITH SYNTAX { &Type BY &id }
        Things THING ::= { { NULL BY 1 } | { Pair BY 2 } | { INTEGER BY 3 } }
        Pair ::= SEQUENCE { x INTEGER, y INTEGER } END";
    let folder = Folder::new(&[("o.asn1", spec)]);
    for (rules, value, hole, text) in [
        (
            "uper",
            "3, \"value\": 5",
            "a",
            "decoders move an open type that does not begin with an octet at `value`",
        ),
        ("aper", "1, \"value\": null", "a", "an open type holds a NULL, for which decoders take memory"),
        ("oer", "3, \"value\": 5", "what", "the hole `what` is the governor of an open type"),
        (
            "coer",
            "2, \"value\": { \"x\": 1, \"y\": 2 }",
            "value",
            "a hole must be a scalar, or a CHOICE of scalars",
        ),
        ("aper", "4, \"value\": \"0102\"", "value", "`value` matches no scalar of the sample message"),
    ] {
        folder.write("m.json", format!("{{ \"a\": 1, \"what\": {value} }}").as_bytes());
        let config = format!(
            "[shape.like]\ntype = \"Message\"\nvalue = \"m.json\"\n[shape.like.holes]\n\"{hole}\" = \"x\"\n"
        );
        folder.write("c.toml", config.as_bytes());
        let run = folder.stubc(&format!("--rules {rules} --config c.toml o.asn1"));
        assert_eq!(run.code, 1, "{hole}: expected exit code 1:\n{}", run.err);
        assert!(run.err.contains(text), "{hole}: expected `{text}` in:\n{}", run.err);
    }
}

/// A string that is absent from the sample has its default, whoever decodes it; and two shapes are tried in turn.
#[test]
fn defaults_and_two_shapes() {
    let spec = "D DEFINITIONS AUTOMATIC TAGS ::= BEGIN
        Message ::= SEQUENCE { id INTEGER (0..255), octets OCTET STRING DEFAULT 'ABCD'H, bits BIT STRING DEFAULT '101'B,
            level INTEGER (0..9) DEFAULT 3, on BOOLEAN DEFAULT TRUE, list SEQUENCE OF INTEGER DEFAULT {} }
        END";
    let main = "#include \"d.h\"
#include <string.h>

int main(void)
{
    Message m;
    Message_like flat;
    Message_other other;
    uint8_t buffer[16], more[16];
    stubc_result size, length;
    flat.id = 7;
    size = Message_like_encode(&flat, buffer, sizeof buffer);
    memset(&m, 0, sizeof m);
    if (size < 0 || Message_decode_exact(&m, buffer, (size_t)size, NULL, NULL) != size || m.id != 7 ||
        m.octets.length != 2 || memcmp(m.octets.data, \"\\xab\\xcd\", 2) || m.bits.length != 3 || *m.bits.data != 0xa0 ||
        m.level != 3 || !m.on || m.list.count || Message_other_decode(&other, buffer, (size_t)size) != STUBC_OTHER) {
        return 1;
    }
    other.id = 8;
    other.level = 3; /* the DEFAULT */
    if (Message_other_encode(&other, buffer, sizeof buffer) != STUBC_OTHER) {
        return 2;
    }
    other.level = 4;
    size = Message_other_encode(&other, buffer, sizeof buffer);
    if (size < 0 || Message_decode_exact(&m, buffer, (size_t)size, NULL, NULL) != size || m.id != 8 || m.level != 4 ||
        Message_like_decode(&flat, buffer, (size_t)size) != STUBC_OTHER) {
        return 3;
    }
    length = Message_encode(&m, more, sizeof more, NULL, NULL);
    return length != size || memcmp(buffer, more, (size_t)size) ? 4 : 0;
}
";
    for rules in ["uper", "aper", "oer", "coer"] {
        let folder = Folder::new(&[("d.asn1", spec), ("main.c", main)]);
        folder.write("one.json", b"{ \"id\": 5 }");
        folder.write("two.json", b"{ \"id\": 5, \"level\": 5 }");
        let config = "[shape.like]\ntype = \"Message\"\nvalue = \"one.json\"\n[shape.like.holes]\n\"id\" = \"id\"\n\
            [shape.other]\ntype = \"Message\"\nvalue = \"two.json\"\n[shape.other.holes]\n\"id\" = \"id\"\n\"level\" = \"level\"\n";
        folder.write("c.toml", config.as_bytes());
        let run = folder.stubc(&format!("--rules {rules} --config c.toml d.asn1 --technique inlined -q"));
        assert_eq!(run.code, 0, "{}", run.err);
        assert!(folder.read("d.c").contains(".shape = shaped_Message"), "{rules}: T_decode tries the shapes");
        let flags = ["-std=c99", "-Wall", "-Wextra"];
        sanitizer::build(folder.path(), &flags, &["main.c", "d.c", "stubc_rt.c"], "main")
            .unwrap_or_else(|error| panic!("{error}"));
        let done =
            std::process::Command::new(folder.path().join("main")).status().expect("the program must start");
        assert!(done.success(), "{rules}: {done}");
    }
}

#[test]
fn what_cannot_be_a_hole_under_xdr_is_refused_with_the_reason() {
    let spec = "enum Kind { ONE = 1, TWO = 2 };
        union Choice switch (Kind kind) { case ONE: int number; case TWO: void; };
        struct Pair { int a; int b; };
        struct Message { int id; Choice choice; Choice other; Pair pair; opaque data<>; };";
    let sample = r#"{ "id": 1, "choice": { "kind": "ONE", "number": 5 }, "other": { "kind": "TWO" },
        "pair": { "a": 1, "b": 2 }, "data": "0102" }"#;
    let folder = Folder::new(&[("a.x", spec)]);
    folder.write("m.json", sample.as_bytes());
    for (hole, text) in [
        ("choice.kind", "a hole cannot select the arm of a union"),
        ("other", "a hole cannot be void, which has one value"),
        ("pair", "a hole must be a scalar, or a CHOICE of scalars; this is neither"),
        ("idd", "did you mean `id`?"),
    ] {
        let config = format!(
            "[shape.like]\ntype = \"Message\"\nvalue = \"m.json\"\n[shape.like.holes]\n\"{hole}\" = \"x\"\n"
        );
        folder.write("c.toml", config.as_bytes());
        let run = folder.stubc("--config c.toml a.x");
        assert_eq!(run.code, 1, "{hole}: expected exit code 1:\n{}", run.err);
        assert!(run.err.contains(text), "{hole}: expected `{text}` in:\n{}", run.err);
    }
    let run = folder.stubc("encode --type Message a.x m.json -o m.bin");
    assert_eq!(run.code, 0, "{}", run.err);
    let run = folder
        .stubc("shape --type Message --from m.bin --hole choice --hole *.a --hole data -o s.toml -q a.x");
    assert_eq!(run.code, 0, "{}", run.err);
    let run = folder.stubc("--config s.toml a.x --cflags -O2");
    assert_eq!(run.code, 0, "{}", run.err);
    let header = folder.read("a.h");
    assert!(header.contains("int32_t choice; /* choice.number */"), "{header}");
    assert!(folder.read("a.c").contains(".shape = shape_Message_m"), "T_decode tries the shape");
    let run = folder.stubc("shape --type Message --from m.bin --hole data --blob s.blob a.x");
    assert!(run.code == 1 && run.err.contains("no tables of shapes"), "{}", run.err);
}
