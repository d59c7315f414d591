//! Short elements of every scalar type: all contents of few octets around the borders of numbers and forms, and every form
//! of a length. Decoders of procedures take the usual forms in place, so each border is theirs.

use codegen::Rules;
use stubc_benches::family::{compile, family};
use stubc_benches::stubs::Modes;
use stubc_benches::subject::{Record, Subject};
use stubc_benches::{plans, witness};

/// One type for each representation of a number, and one for each other form of contents.
const SPEC: &str = "Short DEFINITIONS IMPLICIT TAGS ::= BEGIN
    Tiny ::= SEQUENCE { x INTEGER (0..255) }
    Half ::= SEQUENCE { x INTEGER (0..65535) }
    Word ::= SEQUENCE { x INTEGER (0..4294967295) }
    Large ::= SEQUENCE { x INTEGER (0..18446744073709551615) }
    TinySigned ::= SEQUENCE { x INTEGER (-128..127) }
    HalfSigned ::= SEQUENCE { x INTEGER (-32768..32767) }
    WordSigned ::= SEQUENCE { x INTEGER (-2147483648..2147483647) }
    LargeSigned ::= SEQUENCE { x INTEGER (-9223372036854775808..9223372036854775807) }
    Serial ::= INTEGER
    Octets ::= SEQUENCE { x Serial }
    Truth ::= SEQUENCE { x BOOLEAN }
    Nothing ::= SEQUENCE { x NULL }
    Text ::= SEQUENCE { x OCTET STRING }
    Name ::= SEQUENCE { x OBJECT IDENTIFIER }
    Bits ::= SEQUENCE { x BIT STRING }
    Flags ::= SEQUENCE { x BIT STRING { one(0), two(1) } }
    Anything ::= SEQUENCE { x ANY }
    Both ::= SET { x [0] BOOLEAN, y [1] INTEGER (0..255) OPTIONAL, ... }
    Tagged ::= SEQUENCE { x [0] OCTET STRING, y [1] INTEGER (0..255) OPTIONAL, z [2] OCTET STRING OPTIONAL }
    Number ::= SEQUENCE { x [0] INTEGER (0..255), ... }
    Later ::= SEQUENCE { x [0] INTEGER (0..255), ..., ..., y [1] BOOLEAN OPTIONAL }
    Either ::= CHOICE { x [0] INTEGER (0..255), y [1] Tagged }
    Chosen ::= SEQUENCE { x Either }
    Inside ::= SEQUENCE { x [0] EXPLICIT INTEGER (0..255), y [1] EXPLICIT BOOLEAN OPTIONAL }
    END";

/// The types with their universal identifiers.
const TYPES: &[(&str, u8)] = &[
    ("Tiny", 2),
    ("Half", 2),
    ("Word", 2),
    ("Large", 2),
    ("TinySigned", 2),
    ("HalfSigned", 2),
    ("WordSigned", 2),
    ("LargeSigned", 2),
    ("Octets", 2),
    ("Truth", 1),
    ("Nothing", 5),
    ("Text", 4),
    ("Name", 6),
    ("Bits", 3),
    ("Flags", 3),
    ("Anything", 4),
    ("Both", 0x80),
    ("Tagged", 0x80),
    ("Number", 0x80),
    ("Later", 0x80),
    ("Chosen", 0x80),
    ("Inside", 0xa0),
];

/// Octets around the borders of signs, lengths and arcs.
const OCTETS: [u8; 8] = [0, 1, 2, 0x7f, 0x80, 0x81, 0xfe, 0xff];

/// Returns all contents of up to two of [`OCTETS`], and longer ones that begin or end with two of them.
fn contents() -> Vec<Vec<u8>> {
    let mut found = vec![Vec::new()];
    let mut last = found.clone();
    for _ in 0..2 {
        let longer = |head: &Vec<u8>| OCTETS.map(|octet| [head.as_slice(), &[octet]].concat());
        last = last.iter().flat_map(longer).collect();
        found.extend(last.iter().cloned());
    }
    for (length, middle) in [3, 4, 5, 8, 9].into_iter().flat_map(|length| [(length, 0), (length, 0xff)]) {
        for (first, second) in OCTETS.iter().flat_map(|first| OCTETS.map(|second| (*first, second))) {
            let mut octets = vec![middle; length];
            (octets[0], octets[1]) = (first, second);
            found.push(octets.clone());
            (octets[1], octets[length - 1]) = (middle, second);
            found.push(octets);
        }
    }
    found
}

/// Returns an element with the shortest length.
fn element(identifier: u8, contents: &[u8]) -> Vec<u8> {
    let length = contents.len();
    let header = match length {
        0..0x80 => vec![identifier, length as u8],
        0x80..0x100 => vec![identifier, 0x81, length as u8],
        _ => vec![identifier, 0x82, (length >> 8) as u8, length as u8],
    };
    [header.as_slice(), contents].concat()
}

/// Returns the elements with these contents in every other form of a length, and what is no such element.
fn forms(identifier: u8, contents: &[u8]) -> Vec<Vec<u8>> {
    let length = contents.len();
    let (high, low) = ((length >> 8) as u8, length as u8);
    let header = |header: &[u8]| [&[identifier], header, contents].concat();
    let mut found =
        vec![header(&[0x82, high, low]), header(&[0x83, 0, high, low]), header(&[0x84, 0, 0, high, low])];
    if length < 0x100 {
        found.push(header(&[0x81, low]));
    }
    found.push([header(&[0x80]), vec![0, 0]].concat());
    found.push(header(&[0xff]));
    // Lengths of one octet more, and of one less.
    for wrong in [length + 1, length.wrapping_sub(1) & 0xffff] {
        found.push(header(&[0x82, (wrong >> 8) as u8, wrong as u8]));
        if wrong < 0x80 {
            found.push(header(&[wrong as u8]));
        }
    }
    // Other identifiers: constructed, of a neighbor, of another class.
    found.extend([0x20, 1, 0x40, 0x1f, 0x82, 0x84, 0x90].map(|mask| element(identifier ^ mask, contents)));
    found
}

/// Returns the messages of a type, whose only field has this identifier.
fn messages(name: &str, identifier: u8) -> Vec<Vec<u8>> {
    let outer = if name == "Both" { 0x31 } else { 0x30 };
    let mut fields: Vec<Vec<u8>> = contents().iter().map(|contents| element(identifier, contents)).collect();
    for contents in [&[][..], &[0], &[1], &[0x7f], &[0xff], &[0, 0x80], &[2, 1, 5], &[2, 1, 5, 0]] {
        fields.extend(forms(identifier, contents));
    }
    // Contents of lengths that take one, two and three octets.
    for length in [0x7f, 0x80, 0xff, 0x100, 0x101] {
        let long = vec![1; length];
        fields.push(element(identifier, &long));
        fields.extend(forms(identifier, &long));
    }
    let mut found: Vec<Vec<u8>> = fields.iter().map(|field| element(outer, field)).collect();
    let some: Vec<Vec<u8>> = fields.iter().step_by(13).cloned().collect();
    // What follows a field, and messages without their last octet or their first.
    for field in &some {
        let whole = element(outer, field);
        for rest in [
            &[][..],
            &[0],
            &[0, 0],
            &[0x81, 1, 3],
            &[0xa1, 3, 1, 1, 0xff],
            &[0xa1, 3, 1, 1, 0xff, 5, 0],
            &[0x9f, 0x85],
        ] {
            found.push(element(outer, &[field.as_slice(), rest].concat()));
            found.push(element(outer, &[rest, field.as_slice()].concat()));
            found.push([whole.as_slice(), rest].concat());
        }
        found.push(element(outer, &[field.as_slice(), field].concat()));
        found.extend(forms(outer, field));
        found.push(whole[..whole.len() - 1].to_vec());
    }
    // The end in every header, and in place of the field.
    found.push(element(outer, &[]));
    let whole = element(outer, &element(identifier, &[1, 2, 3]));
    found.extend((0..whole.len()).map(|end| whole[..end].to_vec()));
    found
}

/// Every technique must answer as the codec does.
fn agree(rules: Rules) {
    let folder = tempfile::tempdir().expect("there is a place for temporary files");
    let file = folder.path().join("short.asn1");
    std::fs::write(&file, SPEC).expect("the folder is writable");
    let names: Vec<&str> = TYPES.iter().map(|(name, _)| *name).collect();
    let graph = compile(&[file], &names, &["Serial"], true).unwrap_or_else(|errors| panic!("{errors}"));
    let roots: Vec<_> = TYPES.iter().flat_map(|(name, _)| graph.definitions(name)).collect();
    assert_eq!(roots.len(), TYPES.len());
    let subject = Subject { family: family("opens", "opens"), graph, roots, messages: Vec::new() };
    let mut records = Vec::new();
    for (root, (name, identifier)) in TYPES.iter().enumerate() {
        let octets = messages(name, *identifier).into_iter().enumerate();
        records.extend(octets.map(|(at, octets)| Record { root, octets, title: format!("{name} {at}") }));
    }
    let model = subject.model(subject.options(rules));
    let plans = plans::all(&model).into_iter().filter(|(name, _)| *name != "random 1").collect();
    let programs = witness::programs(&subject, &model, plans);
    let codec = subject.codec(rules);
    let tally = witness::compare(&codec, &subject.roots, &programs, Modes::Fresh, &records);
    let tally = tally.unwrap_or_else(|error| panic!("{rules:?}: {error}"));
    assert!(tally.accepted > 500 && tally.refused > 5000, "{rules:?}: {tally:?}");
}

#[test]
fn of_ber() {
    agree(Rules::Ber);
}

#[test]
fn of_der() {
    agree(Rules::Der);
}
