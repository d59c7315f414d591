//! The header as a document: what stands beside members, enums for `switch`, and the sizes of buffers and arenas.

use crate::common::{Folder, sanitizer};
use std::process::Command;

const SPECIFICATION: &str = "A DEFINITIONS AUTOMATIC TAGS ::= BEGIN
Level ::= ENUMERATED { low, high(5), ... }
Root ::= SEQUENCE {
  version  INTEGER { v1(0), v2(1) } (0..7) DEFAULT v1,
  level    Level DEFAULT high,
  list     SEQUENCE (SIZE (0..3)) OF Item,
  key      OCTET STRING (SIZE (1..8)) OPTIONAL,
  alias    Other,
  choice   CHOICE { none NULL, bits BIT STRING { x(0), y(3) } (SIZE (4)) },
  id       KIND.&id ({Kinds}),
  value    KIND.&Type ({Kinds}{@id})
}
Item ::= SEQUENCE { n INTEGER (0..9), more SEQUENCE (SIZE (1..2)) OF Level }
Other ::= Third
Third ::= SEQUENCE { m IA5String (FROM (\"a\"..\"z\")) (SIZE (1..20)) }
KIND ::= CLASS { &id INTEGER UNIQUE, &Type } WITH SYNTAX { &id IS &Type }
Kinds KIND ::= { {1 IS BOOLEAN} | {2 IS Third} }
END
";

const XDR: &str = "enum genre { K_BOOK = 1, K_FILM = 2 };
struct book { opaque tail<3>; genre g; unsigned hyper u; book *next; };
struct root { book *all; book one; string name<>; int *maybe; opaque fixed[4]; double d<4>; };
";

fn header(files: &[(&str, &str)], words: &str, name: &str) -> String {
    let folder = Folder::new(files);
    let run = folder.stubc(&format!("{words} -q --technique interpreted"));
    assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
    folder.read(name)
}

fn has_lines(header: &str, lines: &[&str]) {
    for line in lines {
        assert!(
            header.lines().any(|one| one.trim() == *line),
            "the header must have the line `{line}`:\n{header}"
        );
    }
}

#[test]
fn members_have_their_specification_beside_them() {
    let text = header(&[("a.asn1", SPECIFICATION)], "a.asn1 --rules der --pdu Root", "a.h");
    has_lines(
        &text,
        &[
            "uint8_t version; /* INTEGER (0..7) DEFAULT v1, enum Root_version_item, a.asn1:4 */",
            "Level level; /* Level: ENUMERATED, extensible DEFAULT high, a.asn1:5 */",
            "Root_list list; /* SEQUENCE (SIZE (0..3)) OF Item, a.asn1:6 */",
            "stubc_slice key; /* OCTET STRING (SIZE (1..8)) OPTIONAL, a.asn1:7 */",
            "Other alias; /* Other, a.asn1:8 */",
            "stubc_bits bits; /* BIT STRING (SIZE (4)), enum Root_choice_bits_item, a.asn1:9 */",
            "uint8_t kind; /* enum Root_choice_kind */",
            "Item *items; /* Item, a.asn1:6 */",
            "size_t count; /* SIZE (0..3) */",
            "typedef int32_t Level; /* ENUMERATED, extensible, enum Level_item, a.asn1:2 */",
            "stubc_slice m; /* IA5String (FROM (\"a\"..\"z\")) (SIZE (1..20)), a.asn1:15 */",
        ],
    );
}

#[test]
fn members_of_xdr_have_their_specification_beside_them() {
    let text = header(&[("b.x", XDR)], "b.x --pdu root", "b.h");
    has_lines(
        &text,
        &[
            "typedef int32_t genre; /* enum genre_item, b.x:1 */",
            "stubc_slice tail; /* opaque<3>, b.x:2 */",
            "genre g; /* genre: enum, b.x:2 */",
            "uint64_t u; /* unsigned hyper, b.x:2 */",
            "book one; /* book, b.x:3 */",
            "stubc_slice name; /* string<>, b.x:3 */",
            "int32_t maybe; /* int *, b.x:3 */",
            "uint8_t fixed[4]; /* opaque[4], b.x:3 */",
            "double *items; /* double, b.x:3 */",
            "size_t count; /* SIZE (0..4) */",
        ],
    );
    assert!(
        !text.contains("root_ARENA_MAX"),
        "a list has no bound, so the header must not define root_ARENA_MAX: {text}"
    );
}

/// A comment of the specification, a name or a string cannot end the comment in C.
#[test]
fn comments_hold_any_text() {
    let text =
        "A DEFINITIONS ::= BEGIN R ::= SEQUENCE { a IA5String (\"*/ int x; /*\") DEFAULT \"*/ y; /*\" } END";
    let text = header(&[("a.asn1", text)], "a.asn1", "a.h");
    assert!(text.contains("* /") && !text.contains("*/ int x") && !text.contains("*/ y"), "{text}");
}

/// A cast to the enum makes the compiler name the items that a `switch` lacks.
#[test]
fn casts_to_enums_are_checked_in_switch() {
    let folder = Folder::new(&[("a.asn1", SPECIFICATION)]);
    assert_eq!(folder.stubc("a.asn1 --rules der --pdu Root -q --technique interpreted").code, 0);
    let compile = |cases: &str| {
        let text = format!(
            "#include \"a.h\"\nint f(const Root *v);\nint f(const Root *v) {{ {cases} return 0; }}\n"
        );
        folder.write("use.c", text.as_bytes());
        let mut command = Command::new("cc");
        command.args("-std=c99 -Wall -Wextra -Wpedantic -Wconversion -Werror -fsyntax-only use.c".split(' '));
        let run = command.current_dir(folder.path()).output().expect("the C compiler must start");
        (run.status.success(), String::from_utf8_lossy(&run.stderr).into_owned())
    };
    for (switch, first, second) in [
        ("(enum Level_item)v->level", "Level_low", "Level_high"),
        ("(enum Root_version_item)v->version", "Root_version_v1", "Root_version_v2"),
        ("(enum Root_choice_kind)v->choice.kind", "Root_choice_kind_none", "Root_choice_kind_bits"),
    ] {
        let (passes, said) =
            compile(&format!("switch ({switch}) {{ case {first}: case {second}: return 1; }}"));
        assert!(passes, "a complete switch must compile without warnings: {said}");
        let (passes, said) = compile(&format!("switch ({switch}) {{ case {first}: return 1; }}"));
        assert!(!passes && said.contains(second) && said.contains("-Werror=switch"), "{said}");
    }
}

const ARENA: &str = r#"#include "a.h"
#include <stdio.h>
#include <stdint.h>

int main(void)
{
    static uint8_t memory[Root_ARENA_MAX + 16], buffer[Root_ENCODED_BYTES];
    /* The arena begins behind a multiple of 8: the worst place. */
    uint8_t *begin = memory + ((1u - (uintptr_t)memory) & 7u);
    Level levels[] = {Level_low, Level_high};
    Item items[] = {{1, {levels, 2}}, {2, {levels, 2}}, {3, {levels, 2}}};
    Third third = {{(const uint8_t *)"abc", 3}};
    Root value = {0}, back;
    stubc_context exact = stubc_context_over(begin, Root_ARENA_MAX);
    stubc_context less = stubc_context_over(begin, Root_ARENA_MAX - 1);
    stubc_result length;
    value.list.items = items;
    value.list.count = 3;
    value.alias = third;
    value.choice.kind = Root_choice_kind_none;
    value.id = 2;
    value.value.kind = Root_value_kind_Third;
    value.value.u.Third_ = &third;
    length = Root_encode(&value, buffer, sizeof buffer, NULL, NULL);
    printf("%d", length > 0);
    printf(" %d", Root_decode(&back, buffer, (size_t)length, &exact, NULL) == length);
    printf(" %d", exact.arena_used == Root_ARENA_MAX && back.list.items[2].more.items[1] == Level_high);
    printf(" %d\n", Root_decode(&back, buffer, (size_t)length, &less, NULL) == STUBC_NO_MEMORY);
    return 0;
}
"#;

/// The largest value fits the arena exactly, wherever it begins, in every technique.
#[test]
fn an_arena_of_the_stated_size_suffices() {
    let folder = Folder::new(&[("a.asn1", SPECIFICATION), ("arena.c", ARENA)]);
    for technique in ["interpreted", "compiled", "inlined"] {
        let run = folder.stubc(&format!("a.asn1 --rules der --pdu Root -q --technique {technique}"));
        assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
        let flags = ["-std=c99", "-Wall", "-Wextra", "-DRoot_ENCODED_BYTES=512"];
        sanitizer::build(folder.path(), &flags, &["arena.c", "a.c", "stubc_rt.c"], "arena")
            .unwrap_or_else(|error| panic!("{error}\n{}", folder.read("a.h")));
        let run = Command::new(folder.path().join("arena")).output().expect("the built program must start");
        let said = [run.stdout, run.stderr].map(|said| String::from_utf8_lossy(&said).into_owned()).concat();
        assert_eq!(said, "1 1 1 1\n", "{technique}");
    }
}

#[test]
fn arenas_without_a_bound_have_no_size() {
    let sizes = |text: &str, rules: &str| {
        let text = format!("A DEFINITIONS AUTOMATIC TAGS ::= BEGIN {text} END");
        let header = header(&[("a.asn1", &text)], &format!("a.asn1 --rules {rules} --pdu R"), "a.h");
        let line = header.lines().find_map(|line| line.strip_prefix("#define R_ARENA_MAX "));
        line.map(|line| line.split(' ').next().expect("the value of R_ARENA_MAX must be a number").to_owned())
    };
    // Strings may be sent in segments under BER alone.
    assert_eq!(sizes("R ::= SEQUENCE { a OCTET STRING (SIZE (4)) }", "ber"), None);
    assert_eq!(sizes("R ::= SEQUENCE { a OCTET STRING }", "der"), Some("0".to_owned()));
    assert_eq!(sizes("R ::= SEQUENCE { a INTEGER, b OBJECT IDENTIFIER }", "ber"), Some("0".to_owned()));
    assert_eq!(sizes("R ::= SEQUENCE OF INTEGER (0..1)", "der"), None);
    assert_eq!(sizes("R ::= SEQUENCE (SIZE (0..3, ...)) OF INTEGER (0..1)", "der"), None);
    assert_eq!(sizes("R ::= SEQUENCE (SIZE (0..3)) OF INTEGER (0..1)", "der"), Some("15".to_owned()));
    assert_eq!(sizes("R ::= SEQUENCE { a R OPTIONAL }", "der"), None);
}
