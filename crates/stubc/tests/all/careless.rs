//! Encoders refuse the careless values that SECURITY.md lists, in every rule: no crash, and the documented code.

use crate::common::{Folder, sanitizer};
use std::process::Command;

const ASN1: &str = "Careless DEFINITIONS AUTOMATIC TAGS ::= BEGIN
Message ::= SEQUENCE { text OCTET STRING, list SEQUENCE OF INTEGER, branch Tree, which CHOICE { a NULL, b BOOLEAN } }
Tree ::= SEQUENCE { more SEQUENCE { x INTEGER, again Tree } OPTIONAL }
END
";

const XDR: &str = "union choice switch (int kind) { case 1: void; case 2: bool b; };
struct tree { tree *more; };
struct Message { opaque text<1000>; hyper list<2>; tree branch; choice which; };
";

/// Every kind of type that packed rules check when they encode.
const PACKED: &str = r#"Careless DEFINITIONS AUTOMATIC TAGS ::= BEGIN
OPEN ::= CLASS { &id INTEGER (0..255) UNIQUE, &Type } WITH SYNTAX { &id IS &Type }
Opens OPEN ::= { {1 IS BOOLEAN} | {2 IS OCTET STRING}, ... }
Message ::= SEQUENCE {
    first BOOLEAN,
    few INTEGER (0..9),
    wide INTEGER (0..100000000000),
    least INTEGER (5..MAX),
    most INTEGER (MIN..5),
    grows INTEGER (0..9, ...),
    level ENUMERATED { low(0), high(5), ... },
    size ENUMERATED { small(-3), big(9) },
    exact OCTET STRING (SIZE (3)),
    some OCTET STRING (SIZE (1..4)),
    bits BIT STRING (SIZE (20)),
    flags BIT STRING { a(0), b(5) } (SIZE (4)),
    letters VisibleString (FROM ("a".."f")),
    four VisibleString (SIZE (4)),
    pairs BMPString,
    id OBJECT IDENTIFIER,
    real REAL,
    list SEQUENCE (SIZE (1..3)) OF BOOLEAN,
    which CHOICE { a NULL, b BOOLEAN, ... },
    kind OPEN.&id ({Opens}),
    open OPEN.&Type ({Opens}{@kind}),
    plain CHOICE { x NULL, y BOOLEAN },
    general OCTET STRING (SIZE (2..70000)),
    many SEQUENCE (SIZE (2..70000)) OF BOOLEAN,
    more Message OPTIONAL,
    ...,
    [[ both INTEGER (0..9), also BOOLEAN OPTIONAL ]],
    last INTEGER (0..255)
}
END
"#;

/// Integers that are bytes, which PER does not take.
const HELD: &str = "Held ::= INTEGER (0..18446744073709551615)
Message ::= SEQUENCE {
    large INTEGER (0..99999999999999999999),
    held Held,";

/// Encodes a value with each fault, and prints the results.
const MAIN: &str = r#"#include "careless.h"
#include <stdio.h>

int main(void)
{
    static int64_t numbers[] = {1, 2};
    static THE_TREE_TYPE end;
    int fault;
    for (fault = 0; fault < 8; fault++) {
        uint8_t buffer[2000];
        Message value;
        stubc_error error = {0};
        stubc_result result;
        memset(&value, 0, sizeof value);
        value.list.items = numbers;
        value.list.count = 2;
        value.which.kind = 1;
        switch (fault) {
        case 1: /* NULL without elements */
            value.list.items = NULL;
            value.list.count = 0;
            break;
        case 2:
            value.which.kind = 99;
            break;
        case 3:
            THE_NULL
            break;
        case 4: /* a cycle of pointers */
            THE_CYCLE
            break;
        case 6: /* more than an XDR specification permits */
            THE_LENGTH
            break;
        case 7:
            THE_COUNT
            break;
        default:
            break;
        }
        (void)end;
        result = Message_encode(&value, buffer, fault == 5 ? 3 : sizeof buffer, NULL, &error);
        printf("%s%d", fault ? " " : "", result > 0 ? 1 : (int)result);
        if (result < 0 && error.code != result) {
            printf("?");
        }
    }
    printf("\n");
    return 0;
}
"#;

#[test]
fn values_are_refused() {
    let folder = Folder::new(&[("careless.asn1", ASN1), ("careless.x", XDR)]);
    let asn1 =
        MAIN.replace("THE_TREE_TYPE", "Tree").replace("THE_NULL", "value.branch.has_more = true;").replace(
            "THE_CYCLE",
            "value.branch.has_more = end.has_more = true; value.branch.more.again = end.more.again = &end;",
        );
    let asn1 = asn1.replace("THE_LENGTH", "").replace("THE_COUNT", "");
    let xdr =
        MAIN.replace("THE_TREE_TYPE", "tree").replace("THE_NULL", "value.branch.has_more = true;").replace(
            "THE_CYCLE",
            "value.branch.has_more = end.has_more = true; value.branch.more = end.more = &end;",
        );
    let xdr =
        xdr.replace("THE_LENGTH", "value.text.length = 1001;").replace("THE_COUNT", "value.list.count = 3;");
    for (words, main, bounded) in [
        ("careless.asn1 --technique compiled", &asn1, 1),
        ("careless.asn1 --rules uper --technique interpreted", &asn1, 1),
        ("careless.asn1 --rules oer --technique compiled", &asn1, 1),
        ("careless.x --technique interpreted", &xdr, -4),
        ("careless.x --technique compiled", &xdr, -4),
    ] {
        let run = folder.stubc(&format!("{words} --pdu Message -q"));
        assert_eq!(run.code, 0, "{words}: {}", run.err);
        folder.write("main.c", main.as_bytes());
        let flags = ["-std=c99", "-Wall", "-Wextra"];
        sanitizer::build(folder.path(), &flags, &["main.c", "careless.c", "stubc_rt.c"], "main")
            .unwrap_or_else(|error| panic!("{words}: {error}\n{}", folder.read("careless.h")));
        let done = Command::new(folder.path().join("main")).output().expect("the program must start");
        let said =
            [done.stdout, done.stderr].map(|said| String::from_utf8_lossy(&said).into_owned()).concat();
        // BAD_VALUE for a kind and a pointer, DEPTH for the cycle, NO_SPACE.
        assert_eq!(said, format!("1 1 -4 -4 -7 -10 {bounded} {bounded}\n"), "{words}");
    }
}

/// Under packed rules, every part of a value that no message can carry is refused, whatever encodes it. What is sent is
/// decoded, and needs the memory that it says.
#[test]
fn parts_of_values_are_refused_under_packed_rules() {
    let folder = Folder::new(&[("careless.asn1", PACKED), ("main.c", include_str!("../careless.c"))]);
    folder.write("oer.asn1", PACKED.replace("Message ::= SEQUENCE {", HELD).as_bytes());
    folder.write("held.toml", b"[types]\n\"Careless.Held\" = { integer = \"bytes\" }\n");
    for (words, flags) in [
        ("--technique interpreted", vec!["-DIS_BER"]),
        ("--rules uper --technique interpreted", vec![]),
        ("--rules uper --technique compiled", vec![]),
        ("--rules aper --technique inlined", vec![]),
        ("--rules aper --technique interpreted", vec![]),
        ("--rules oer --technique interpreted", vec!["-DIS_OER"]),
        ("--rules coer --technique compiled", vec!["-DIS_OER"]),
    ] {
        let spec = if words.contains("oer") { "oer.asn1 --config held.toml" } else { "careless.asn1" };
        let run = folder.stubc(&format!("{spec} {words} --name careless --pdu Message -q"));
        assert_eq!(run.code, 0, "{words}: {}", run.err);
        let flags = [&["-std=c99", "-O0", "-Wall", "-Wextra"], &flags[..]].concat();
        sanitizer::build(folder.path(), &flags, &["main.c", "careless.c", "stubc_rt.c"], "main")
            .unwrap_or_else(|error| panic!("{words}: {error}"));
        let done = Command::new(folder.path().join("main")).output().expect("the program must start");
        let said =
            [done.stdout, done.stderr].map(|said| String::from_utf8_lossy(&said).into_owned()).concat();
        assert!(done.status.success() && said == "0 failures\n", "{words}: {said}");
    }
}
