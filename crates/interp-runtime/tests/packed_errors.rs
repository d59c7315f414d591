//! Errors under PER and OER: code, place with its bit, path, and the least length of a message that is cut off, by
//! `docs/semantics-packed.md` section 2.

use idl_front::{FrontOptions, parse};
use interp_runtime::{Codec, Limits, Rules};
use syntax_graph::validate::validate_reachable;
use syntax_graph::{SourceMap, ValidGraph};

const MODULE: &str = "M DEFINITIONS AUTOMATIC TAGS ::= BEGIN
Top ::= SEQUENCE { a INTEGER (0..5), in Inner, list SEQUENCE (SIZE (0..3)) OF Inner }
Inner ::= SEQUENCE { b INTEGER (0..5), c BOOLEAN OPTIONAL }
Pick ::= CHOICE { x NULL, y Inner, z BOOLEAN }
Later ::= SEQUENCE { a BOOLEAN, ..., b Inner }
Nulls ::= SEQUENCE OF NULL
Tree ::= SEQUENCE { left Tree OPTIONAL }
Small ::= SEQUENCE { a INTEGER (0..200), b BOOLEAN }
Open ::= SEQUENCE { f BOOLEAN, p Pick }
END";

fn graph() -> ValidGraph {
    let mut sources = SourceMap::new();
    sources.add("m.asn1", MODULE);
    let output = parse(&sources, &FrontOptions::default());
    let errors: Vec<_> = output.diagnostics.iter().filter(|found| found.is_error()).collect();
    assert!(errors.is_empty(), "the module must have no errors: {errors:#?}");
    let roots: Vec<_> = output.graph.types.ids().collect();
    validate_reachable(output.graph, &roots).expect("the graph must pass validation")
}

/// The rules, the type, the message, the error; with the least length after `TRUNCATED`.
const CASES: [(Rules, &str, &[u8], &str); 16] = [
    // 110: 6 is above the range of `a`.
    (Rules::Uper, "Top", &[0xc0], "BAD_VALUE at offset 0 in M.Top.a"),
    // 000 | 0 110: the inner structure starts at bit 3.
    (Rules::Uper, "Top", &[0x0c], "BAD_VALUE at offset 0, bit 3, in M.Top.in.b"),
    // 000 | 0 000 | 01 | 0 110: the first element starts at bit 9.
    (Rules::Uper, "Top", &[0x00, 0xb0], "BAD_VALUE at offset 1, bit 1, in M.Top.list[0].b"),
    (Rules::Uper, "Top", &[0x00], "TRUNCATED at offset 0 in M.Top.list, needs 2"),
    (Rules::Uper, "Top", &[], "TRUNCATED at offset 0 in M.Top.a, needs 1"),
    (Rules::Uper, "Pick", &[0xc0], "BAD_TAG at offset 0 in M.Pick"),
    // The CHOICE starts at bit 1.
    (Rules::Uper, "Open", &[0x60], "BAD_TAG at offset 0, bit 1, in M.Open.p"),
    // Extended, one addition that is present, in an open type of one byte too many.
    (Rules::Uper, "Later", &[0x80, 0x40, 0x80, 0x00, 0x00], "BAD_LENGTH at offset 0 in M.Later"),
    // The addition needs more than its open type of no bytes holds.
    (Rules::Uper, "Later", &[0x80, 0x40, 0x00], "BAD_LENGTH at offset 2, bit 2, in M.Later.b"),
    // A fragment of five units.
    (Rules::Uper, "Nulls", &[0xc5], "BAD_LENGTH at offset 0 in M.Nulls"),
    (Rules::Aper, "Small", &[0xff, 0x80], "BAD_VALUE at offset 0 in M.Small.a"),
    (Rules::Oer, "Pick", &[0x85], "BAD_TAG at offset 0 in M.Pick"),
    (
        Rules::Oer,
        "Later",
        &[0x80, 0xff, 0x02, 0x07, 0x80, 0x01, 0x00],
        "BAD_LENGTH at offset 6 in M.Later.b.b",
    ),
    (Rules::Oer, "Small", &[0x01], "TRUNCATED at offset 0 in M.Small.b, needs 2"),
    (Rules::Coer, "Small", &[0x01, 0x01], "NOT_CANONICAL at offset 0 in M.Small.b"),
    (Rules::Coer, "Nulls", &[0x02, 0x00, 0x01], "NOT_CANONICAL at offset 0 in M.Nulls"),
];

#[test]
fn errors_have_their_places() {
    let graph = graph();
    for (rules, name, octets, expected) in CASES {
        let root = graph.definitions(name)[0];
        let error = Codec::new(&graph, rules).decode(root, octets).expect_err(expected);
        let needed = error.needed.map_or(String::new(), |needed| format!(", needs {needed}"));
        assert_eq!(format!("{error}{needed}"), expected, "{rules:?} {name} {octets:02x?}");
    }
}

/// The limits of the context hold: depth, elements, bytes.
#[test]
fn limits_hold() {
    let graph = graph();
    let refused = |rules, name: &str, limits, octets: &[u8]| {
        let root = graph.definitions(name)[0];
        let error = Codec::new(&graph, rules).with_limits(limits).decode(root, octets);
        error.expect_err("a limit must refuse the message").code.name()
    };
    let fresh = Limits::FRESH;
    assert_eq!(refused(Rules::Uper, "Tree", fresh, &[0xff; 100]), "DEPTH");
    assert_eq!(refused(Rules::Oer, "Tree", fresh, &[0x80; 100]), "DEPTH");
    let few = Limits { elements: 3, ..fresh };
    assert_eq!(refused(Rules::Uper, "Nulls", few, &[0x04]), "LIMIT");
    assert_eq!(refused(Rules::Coer, "Nulls", few, &[0x01, 0x04]), "LIMIT");
    // Fragments of 65536 elements without bits.
    assert_eq!(refused(Rules::Aper, "Nulls", fresh, &[0xc4; 1000]), "LIMIT");
    assert_eq!(refused(Rules::Oer, "Nulls", fresh, &[0x08, 0xff, 0, 0, 0, 0, 0, 0, 0]), "LIMIT");
    let short = Limits { bytes: Some(1), ..fresh };
    assert_eq!(refused(Rules::Uper, "Top", short, &[0x00, 0x00]), "LIMIT");
}
