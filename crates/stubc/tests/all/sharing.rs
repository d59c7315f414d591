//! Interpreted types with equal programs share commands; types that differ in anything do not.

use crate::common::Folder;
use std::collections::{BTreeMap, BTreeSet};

/// Returns where the commands of each type are, according to the comments of the generated C.
fn places(folder: &Folder, words: &str) -> BTreeMap<String, usize> {
    let run = folder.stubc(&format!("{words} --technique interpreted --name out -o out"));
    assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
    let mut places = BTreeMap::new();
    for line in folder.read("out/out.c").lines() {
        let comment = line.trim().strip_prefix("/* ").and_then(|rest| rest.split_once(", "));
        let Some((place, name)) = comment.and_then(|comment| comment.0.split_once(": ")) else { continue };
        if let Ok(place) = place.parse() {
            places.insert(name.to_owned(), place);
        }
    }
    places
}

const ALIKE: &str = "M DEFINITIONS AUTOMATIC TAGS ::= BEGIN
Pdu ::= SEQUENCE { a A, b B, wide Wide, long Long, set Set, free Free, other Other, as As, bs Bs, wides Wides, again Again, d D, e E }
A ::= SEQUENCE { number INTEGER (0..255), text OCTET STRING OPTIONAL }
B ::= SEQUENCE { count INTEGER (0..9), data OCTET STRING OPTIONAL }
Again ::= SEQUENCE { number INTEGER (0..255), text OCTET STRING OPTIONAL }
Wide ::= SEQUENCE { number INTEGER (0..65535), text OCTET STRING OPTIONAL }
Long ::= SEQUENCE { number INTEGER (0..255), text OCTET STRING OPTIONAL, ... }
Set ::= SET { number INTEGER (0..255), text OCTET STRING OPTIONAL }
Free ::= SEQUENCE { number INTEGER (0..255), text OCTET STRING }
Other ::= SEQUENCE { number INTEGER (0..255), text BIT STRING OPTIONAL }
D ::= SEQUENCE { number INTEGER (0..255) DEFAULT 1, text OCTET STRING OPTIONAL }
E ::= SEQUENCE { number INTEGER (0..255) DEFAULT 2, text OCTET STRING OPTIONAL }
As ::= SEQUENCE OF A
Bs ::= SEQUENCE OF B
Wides ::= SEQUENCE OF Wide
END
";

#[test]
fn types_that_do_the_same_share_their_commands() {
    let folder = Folder::new(&[("m.asn1", ALIKE)]);
    let places = places(&folder, "m.asn1 --pdu Pdu");
    assert_eq!(places["A"], places["B"]);
    assert_eq!(places["A"], places["Again"]);
    assert_eq!(places["As"], places["Bs"]);
    let single = ["Pdu", "A", "Wide", "Long", "Set", "Free", "Other", "D", "E", "As", "Wides"];
    let different: BTreeSet<usize> = single.iter().map(|name| places[*name]).collect();
    assert_eq!(different.len(), single.len(), "{places:?}");
}

#[test]
fn names_tell_them_apart_where_errors_say_them() {
    let folder = Folder::new(&[("m.asn1", ALIKE)]);
    let places = places(&folder, "m.asn1 --pdu Pdu --error-paths");
    assert_eq!(places["A"], places["Again"]);
    assert_ne!(places["A"], places["B"]);
    assert_ne!(places["As"], places["Bs"]);
}

#[test]
fn of_xdr_too() {
    let folder = Folder::new(&[(
        "m.x",
        "struct a { int number; opaque data<>; }; struct b { int count; string text<>; }; struct c { int number; opaque data<8>; };
         struct list { a one<>; b two<>; c three<>; };",
    )]);
    let places = places(&folder, "m.x --pdu list");
    assert_eq!(places["list.one"], places["list.two"]);
    assert_ne!(places["list.one"], places["list.three"]);
    assert_eq!(places["a"], places["b"]);
    assert_ne!(places["a"], places["c"]);
}

const GOVERNED: &str = "M DEFINITIONS AUTOMATIC TAGS ::= BEGIN
KIND ::= CLASS { &id INTEGER (0..255) UNIQUE, &Type } WITH SYNTAX { &id &Type }
Kinds KIND ::= { { 1 Pair } | { 2 BOOLEAN } }
Pair ::= SEQUENCE { a INTEGER (0..9), b INTEGER (0..9) }
A ::= SEQUENCE { id KIND.&id ({Kinds}), value KIND.&Type ({Kinds}{@id}) }
B ::= SEQUENCE { id KIND.&id ({Kinds}), inner SEQUENCE { other KIND.&id ({Kinds}), value KIND.&Type ({Kinds}{@id}) } }
C ::= SEQUENCE { id KIND.&id ({Kinds}), inner SEQUENCE { value KIND.&Type ({Kinds}{@id}) DEFAULT REAL : 0 } }
D ::= SEQUENCE { id KIND.&id ({Kinds}), inner SEQUENCE { value KIND.&Type ({Kinds}{@id}) DEFAULT REAL : 0 } }
END
";

#[test]
fn a_governor_of_one_does_not_govern_the_other() {
    let folder = Folder::new(&[("m.asn1", GOVERNED)]);
    let encoded = places(&folder, "m.asn1 --pdu A:encode --pdu B:encode --pdu D:encode");
    assert_eq!(encoded["A.value"], encoded["B.inner.value"]);
    let mixed = places(&folder, "m.asn1 --pdu A:encode --pdu B:decode");
    assert_ne!(mixed["A"], mixed["B.inner"]);
}

#[test]
fn constructed_defaults_are_there_for_the_directions_of_each() {
    let folder = Folder::new(&[("m.asn1", GOVERNED)]);
    for words in ["m.asn1 --pdu C:encode --pdu D:decode", "m.asn1 --pdu C:decode --pdu D:encode"] {
        let places = places(&folder, words);
        assert_ne!(places["C.inner"], places["D.inner"]);
        let text = folder.read("out/out.c");
        let defaults = text
            .split("stubc_constructed_defaults[] = {")
            .nth(1)
            .expect("the C must define stubc_constructed_defaults");
        let defaults = defaults.split("};").next().expect("the array of defaults must end");
        assert!(!defaults.contains("NULL"), "the defaults must not contain `NULL`:\n{defaults}");
    }
}

/// Types that differ only in a constraint: of a number, a size, an alphabet, a pattern, or the size beside a
/// pattern.
const CHECKED: &str = "M DEFINITIONS AUTOMATIC TAGS ::= BEGIN
Pdu ::= SEQUENCE { a A, b B, same Same, text SameText, pattern SamePattern, c C, d D, e E, f F, g G, h H, i I, j J, k K, l L }
A ::= SEQUENCE { x INTEGER (0..9) }
B ::= SEQUENCE { x INTEGER (0..8) }
Same ::= SEQUENCE { y INTEGER (0..9) }
C ::= SEQUENCE { x IA5String (SIZE (1..3)) }
SameText ::= SEQUENCE { y IA5String (SIZE (1..3)) }
SamePattern ::= SEQUENCE { y IA5String (SIZE (1..3)) (PATTERN \"a*\") }
D ::= SEQUENCE { x IA5String (SIZE (1..4)) }
E ::= SEQUENCE { x IA5String (FROM (\"a\"..\"c\")) (SIZE (1..3)) }
F ::= SEQUENCE { x IA5String (FROM (\"a\"..\"d\")) (SIZE (1..3)) }
G ::= SEQUENCE { x IA5String (SIZE (1..3)) (PATTERN \"a*\") }
H ::= SEQUENCE { x IA5String (SIZE (1..4)) (PATTERN \"a*\") }
I ::= SEQUENCE { x IA5String (SIZE (1..3)) (PATTERN \"b*\") }
J ::= SEQUENCE { x SEQUENCE (SIZE (1..2)) OF A }
K ::= SEQUENCE { x SEQUENCE (SIZE (1..3)) OF A }
L ::= SEQUENCE { x BMPString (SIZE (1..3)) (PATTERN \"a*\") }
END
";

#[test]
fn what_is_checked_of_their_values_tells_types_apart() {
    let folder = Folder::new(&[("m.asn1", CHECKED)]);
    let places = places(&folder, "m.asn1 --pdu Pdu --check-constraints");
    assert_eq!(places["A"], places["Same"]);
    assert_eq!(places["C"], places["SameText"]);
    assert_eq!(places["G"], places["SamePattern"]);
    // Array sizes are checked at the reference.
    let names: Vec<&String> =
        places.keys().filter(|name| !name.starts_with("Same") && !name.ends_with(".x")).collect();
    assert_eq!(names.len(), 13, "{places:?}");
    let different: BTreeSet<usize> = names.iter().map(|name| places[*name]).collect();
    assert_eq!(different.len(), names.len(), "{places:?}");
}
