//! What PER and OER see of constraints, case by case: the clause, the type, the view.

use idl_front::{FrontOptions, parse};
use syntax_graph::{Bounds, SizeRange, SourceMap, SyntaxGraph, TypeId};

/// Returns the graph of a module with one type `T`, after definitions that it may use.
fn graph(ty: &str) -> (SyntaxGraph, TypeId) {
    let mut sources = SourceMap::new();
    let text = format!(
        "M DEFINITIONS AUTOMATIC TAGS ::= BEGIN T ::= {ty}
        Small ::= INTEGER (0..10, ...)  Ten ::= INTEGER (1..10)  Any ::= INTEGER
        Short ::= IA5String (SIZE (1..4))  Vowel ::= IA5String (FROM (\"aeiou\")) END"
    );
    sources.add("case", text);
    let output = parse(&sources, &FrontOptions::default());
    let errors: Vec<_> = output.diagnostics.iter().filter(|found| found.is_error()).collect();
    assert!(errors.is_empty(), "{ty}: the module must have no errors: {errors:#?}");
    let root = output.graph.definitions("T")[0];
    (output.graph, root)
}

fn range(bounds: &Bounds) -> String {
    let end = |end: &Option<_>| end.as_ref().map_or("*".to_owned(), ToString::to_string);
    let marker = if bounds.extensible { ", ..." } else { "" };
    format!("{}..{}{marker}", end(&bounds.min), end(&bounds.max))
}

fn size(size: &SizeRange) -> String {
    let marker = if size.extensible { ", ..." } else { "" };
    format!("{}..{}{marker}", size.min, size.max.map_or("*".to_owned(), |max| max.to_string()))
}

/// X.691 and X.696 clause, X.680 type, PER range, OER range.
const NUMBERS: [(&str, &str, &str, &str); 25] = [
    ("X.691 13.2", "INTEGER", "*..*", "*..*"),
    ("X.691 11.5", "INTEGER (0..7)", "0..7", "0..7"),
    ("X.691 11.7", "INTEGER (-5..MAX)", "-5..*", "-5..*"),
    ("X.691 11.8", "INTEGER (MIN..5)", "*..5", "*..5"),
    ("X.691 10.3.21", "INTEGER (1 | 3 | 7)", "1..7", "1..7"),
    ("X.691 10.3.21", "INTEGER (0..3 | 10..12)", "0..12", "0..12"),
    ("X.691 10.3.21", "INTEGER (0..100 ^ 50..200)", "50..100", "50..100"),
    ("X.691 10.3.21", "INTEGER (0..8 EXCEPT 8)", "0..7", "0..7"),
    ("X.691 10.3.21", "INTEGER (0..8 EXCEPT 4)", "0..8", "0..8"),
    ("X.691 10.3.21", "INTEGER (0..255)(ALL EXCEPT 0)", "1..255", "1..255"),
    ("X.680 50.8", "INTEGER (0..1000)(10..20)", "10..20", "10..20"),
    ("X.680 51.4", "INTEGER (3..9)(MIN..5)", "3..5", "3..5"),
    ("X.680 51.4", "INTEGER (0<..<9)", "1..8", "1..8"),
    ("X.680 51.4", "INTEGER (3..9)(MIN<..<MAX)", "4..8", "4..8"),
    ("X.691 13.1, X.696 8.2", "INTEGER (0..255, ...)", "0..255, ...", "*..*"),
    ("X.691 13.1, X.696 8.2", "INTEGER (0..255, ..., 256..511)", "0..255, ...", "*..*"),
    ("X.680 50.8", "INTEGER (0..255, ...)(0..10)", "0..10", "0..10"),
    ("X.680 50.8, X.696 8.2", "INTEGER (0..255)(0..10, ...)", "0..10, ...", "*..*"),
    ("X.680 51.3", "INTEGER (Small)", "0..10", "0..10"),
    ("X.680 51.3", "INTEGER (INCLUDES Ten | 20)", "1..20", "1..20"),
    ("X.680 51.3", "INTEGER (Any | 20)", "*..*", "*..*"),
    ("X.691 10.3 (marker of the parent)", "Small (CONSTRAINED BY {})", "0..10, ...", "*..*"),
    ("X.691 10.3 (invisible in a union)", "INTEGER (0..7 | CONSTRAINED BY {})", "*..*", "*..*"),
    ("X.691 10.3 (invisible in an intersection)", "INTEGER (0..7 ^ CONSTRAINED BY {})", "0..7", "0..7"),
    ("X.691 10.3 (invisible after EXCEPT)", "INTEGER (0..7 EXCEPT CONSTRAINED BY {})", "0..7", "0..7"),
];

#[test]
fn numbers() {
    for (clause, ty, per, oer) in NUMBERS {
        let (graph, root) = graph(ty);
        assert_eq!(range(&graph.packed_view(root).values), per, "{clause}: {ty} under PER");
        assert_eq!(range(&graph.octet_view(root).values), oer, "{clause}: {ty} under OER");
    }
}

/// X.691 and X.696 clause, X.680 type, PER size, OER size, number of characters that PER sees.
const SIZES: [(&str, &str, &str, &str, Option<u32>); 25] = [
    ("X.691 17", "OCTET STRING", "0..*", "0..*", None),
    ("X.691 17", "OCTET STRING (SIZE (2))", "2..2", "2..2", None),
    ("X.691 10.3.21", "OCTET STRING (SIZE (2) | SIZE (4))", "2..4", "2..4", None),
    ("X.691 10.3.21", "OCTET STRING (SIZE (0..8 EXCEPT 8))", "0..7", "0..7", None),
    ("X.680 50.8", "OCTET STRING (SIZE (0..10))(SIZE (3..5))", "3..5", "3..5", None),
    ("X.696 8.2", "OCTET STRING (SIZE (2, ...))", "2..2, ...", "0..*", None),
    ("X.691 17.9", "OCTET STRING (SIZE (2..5))(CONTAINING Any)", "2..5", "2..5", None),
    ("X.691 17.3", "OCTET STRING (SIZE (1..4), ...)", "1..4, ...", "0..*", None),
    ("X.680 annex", "OCTET STRING (SIZE (0..10, ...) ^ SIZE (2..5))", "2..5, ...", "0..*", None),
    ("X.680 51.5", "OCTET STRING (SIZE (Ten))", "1..10", "1..10", None),
    ("X.691 16", "BIT STRING {a(0)} (SIZE (4..8))", "4..8", "4..8", None),
    ("X.691 20", "SEQUENCE (SIZE (0..3)) OF BOOLEAN", "0..3", "0..3", None),
    ("X.691 22", "SET (SIZE (5)) OF BOOLEAN", "5..5", "5..5", None),
    ("X.691 10.3.21", "IA5String (SIZE (1..4) ^ FROM (\"a\"..\"d\"))", "1..4", "1..4", Some(4)),
    ("X.691 10.3.21", "IA5String (SIZE (1..4) | FROM (\"a\"..\"d\"))", "0..*", "0..*", None),
    ("X.691 10.3.21", "IA5String (FROM (\"a\"..\"c\" | \"x\"..\"z\"))", "0..*", "0..*", Some(6)),
    ("X.680 50.8", "IA5String (FROM (\"a\"..\"h\"))(FROM (\"a\"..\"d\"))", "0..*", "0..*", Some(4)),
    ("X.691 10.3 (single values)", "IA5String (\"abc\" | \"de\")", "0..*", "0..*", None),
    ("X.691 10.3 (extensible FROM)", "IA5String (FROM (\"a\"..\"d\", ...))", "0..*", "0..*", None),
    ("X.691 30.4", "IA5String (FROM (\"a\"..\"d\"))(SIZE (1..8, ...))", "1..8, ...", "0..*", Some(4)),
    ("X.680 50.8", "IA5String (SIZE (1..8, ...))(FROM (\"a\"..\"d\"))", "1..8", "1..8", Some(4)),
    ("X.691 30.5", "PrintableString (FROM (\"A\"..\"z\"))", "0..*", "0..*", Some(52)),
    ("X.691 31", "UTF8String (SIZE (1))", "0..*", "0..*", None),
    ("X.680 51.3", "IA5String (Short ^ Vowel)", "1..4", "1..4", Some(5)),
    ("X.691 10.3 (PATTERN)", "IA5String (SIZE (3) ^ PATTERN \"a*\")", "3..3", "3..3", None),
];

#[test]
fn sizes_and_alphabets() {
    for (clause, ty, per, oer, characters) in SIZES {
        let (graph, root) = graph(ty);
        let view = graph.packed_view(root);
        assert_eq!(size(&view.sizes), per, "{clause}: {ty} under PER");
        assert_eq!(size(&graph.octet_view(root).sizes), oer, "{clause}: {ty} under OER");
        let count = view.alphabet.map(|ranges| ranges.iter().map(|(low, high)| high - low + 1).sum());
        assert_eq!(count, characters, "{clause}: characters of {ty}");
    }
}

/// X.696 clause 10: the range, the width in bytes (none: a length), the sign.
#[test]
fn integers_of_oer() {
    for (ty, bytes, signed) in [
        ("INTEGER (0..255)", Some(1), false),
        ("INTEGER (0..256)", Some(2), false),
        ("INTEGER (1..65536)", Some(4), false),
        ("INTEGER (0..4294967296)", Some(8), false),
        ("INTEGER (0..18446744073709551616)", None, false),
        ("INTEGER (0..MAX)", None, false),
        ("INTEGER (-1..127)", Some(1), true),
        ("INTEGER (-1..128)", Some(2), true),
        ("INTEGER (-129..0)", Some(2), true),
        ("INTEGER (MIN..0)", None, true),
        ("INTEGER (0..255, ...)", None, true),
    ] {
        let (graph, root) = graph(ty);
        let width = graph.octet_view(root).integer();
        assert_eq!((width.bytes, width.signed), (bytes, signed), "{ty}");
    }
}

/// Constraints of a field add to those of its type.
#[test]
fn fields() {
    let (graph, root) = graph("SEQUENCE { a Ten (2..3), b OCTET STRING (SIZE (1)) }");
    let fields = graph.fields_of(root).to_vec();
    assert_eq!(range(&graph.packed_view_in(fields[0]).values), "2..3");
    assert_eq!(size(&graph.octet_view_in(fields[1]).sizes), "1..1");
}
