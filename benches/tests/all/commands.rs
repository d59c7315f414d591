//! Commands beyond their usual form: more than 255 steps, structs beyond 64 KiB, many explicit tags, long defaults.
//! The interpreter runs every program under BER and DER.

use codegen::{Rules, Techniques, emit};
use interp_runtime::Random;
use std::collections::BTreeSet;
use std::fmt::Write;
use stubc_benches::family::{compile, family};
use stubc_benches::sanitizer;
use stubc_benches::stubs::{Modes, build};
use stubc_benches::subject::{Record, Subject};
use stubc_benches::{plans, witness};
use syntax_graph::TypeId;

const VALUES: usize = 40;

/// Compiles a module for these messages.
fn subject(definitions: &str, roots: &[&str]) -> Subject {
    let folder = tempfile::tempdir().expect("there is a place for temporary files");
    let file = folder.path().join("case.asn1");
    let text = format!("Case DEFINITIONS AUTOMATIC TAGS ::= BEGIN\n{definitions}\nEND\n");
    std::fs::write(&file, text).expect("the folder is writable");
    let graph = compile(&[file], &[], &[], false).unwrap_or_else(|errors| panic!("{errors}"));
    let found: Vec<TypeId> = roots.iter().flat_map(|name| graph.definitions(name)).collect();
    assert_eq!(found.len(), roots.len());
    Subject { family: family("project-kinds", "kinds"), graph, roots: found, messages: Vec::new() }
}

/// Adds to each record another with some octets changed, removed or added.
fn damage(records: &mut Vec<Record>) {
    let mut random = Random::new(5);
    for at in 0..records.len() {
        let Record { root, mut octets, title } = records[at].clone();
        for _ in 0..=random.below(2) {
            let at = random.below(octets.len() as u64) as usize;
            match random.below(4) {
                0 => octets.truncate(at.max(1)),
                1 => octets.insert(at, random.below(256) as u8),
                2 => octets[at] ^= 1 << random.below(8),
                _ => octets[at] = octets[at].wrapping_add(1),
            }
        }
        records.push(Record { root, octets, title: format!("{title}, damaged") });
    }
}

/// Interprets every node, and compares all techniques with the codec: on random values, on those of the other
/// rules, and on damaged messages. The types `kept` keep their received bytes.
fn hold(definitions: &str, roots: &[&str], kept: &[&str]) {
    let mut subject = subject(definitions, roots);
    let plain = subject.graph.clone();
    let kept: BTreeSet<TypeId> =
        kept.iter().flat_map(|name| plain.definitions(name)).map(|ty| plain.resolve(ty)).collect();
    for (rules, other) in [(Rules::Ber, Rules::Der), (Rules::Der, Rules::Ber)] {
        subject.graph = plain.clone();
        let mut records = subject.random_records(&subject.codec(rules), VALUES, 1);
        let valid = records.len();
        assert!(valid >= VALUES, "{valid} records");
        records.extend(subject.random_records(&subject.codec(other), VALUES / 2, 2));
        damage(&mut records);
        subject.graph = plain.clone().with_kept(kept.clone());
        let model = subject.model(subject.options(rules));
        let files = emit(&model, &Techniques::default(), &Default::default()).files;
        let own = files.iter().find(|(name, _)| name == "kinds.c").expect("there is generated code");
        assert!(!own.1.contains("static const uint8_t *decode_"), "{rules:?}: a node is compiled");
        // The proof runs all plans of common commands; here one with every technique is enough.
        let mut programs = witness::programs(&subject, &model, vec![("random 1", plans::random(&model, 1))]);
        // The interpreter for size and the one for speed.
        let flag = if rules == Rules::Ber { "-Os" } else { "-O1" };
        let flags = [flag, sanitizer::FLAGS[0], sanitizer::FLAGS[1]];
        let program = build(&model, &Techniques::default(), "gcc", &flags);
        programs.push((flag, program.unwrap_or_else(|error| panic!("{flag}: {error}"))));
        let codec = subject.codec(rules);
        let tally = witness::compare(&codec, &subject.roots, &programs, Modes::Fresh, &records);
        let tally = tally.unwrap_or_else(|error| panic!("{rules:?}: {error}"));
        assert!(tally.accepted >= valid && tally.refused > VALUES / 4, "{rules:?}: {tally:?}");
    }
}

/// Returns that many components or alternatives of various types.
fn members(number: usize, optional: &str) -> String {
    const TYPES: [&str; 5] =
        ["INTEGER", "BOOLEAN", "OCTET STRING (SIZE (0..3))", "Small", "INTEGER (0..255)"];
    let mut text = String::new();
    for at in 0..number {
        let _ = writeln!(text, "  m{at} {}{optional},", TYPES[at % TYPES.len()]);
    }
    text
}

const SMALL: &str = "Small ::= SEQUENCE { a INTEGER (0..9), b BOOLEAN OPTIONAL }";

/// Types whose struct has more than 64 KiB.
const HUGE: &str = "Eight ::= SEQUENCE { a INTEGER, b INTEGER, c INTEGER OPTIONAL, d INTEGER OPTIONAL, e INTEGER OPTIONAL,
      f INTEGER OPTIONAL, g INTEGER OPTIONAL, h INTEGER OPTIONAL }
    Row ::= SEQUENCE { a Eight OPTIONAL, b Eight OPTIONAL, c Eight OPTIONAL, d Eight OPTIONAL, e Eight OPTIONAL,
      f Eight OPTIONAL, g Eight OPTIONAL, h Eight OPTIONAL }
    Table ::= SEQUENCE { a Row OPTIONAL, b Row OPTIONAL, c Row OPTIONAL, d Row OPTIONAL, e Row OPTIONAL,
      f Row OPTIONAL, g Row OPTIONAL, h Row OPTIONAL }
    Room ::= SEQUENCE { a Table OPTIONAL, b Table OPTIONAL, c Table OPTIONAL, d Table OPTIONAL, e Table OPTIONAL,
      f Table OPTIONAL, g Table OPTIONAL, h Table OPTIONAL }
    Huge ::= SEQUENCE { a Room OPTIONAL, b Room OPTIONAL, c Room OPTIONAL, id INTEGER }";

#[test]
fn more_components_than_a_byte_counts() {
    let components = members(300, " OPTIONAL");
    let all = members(300, "");
    let text = format!(
        "{SMALL}\nMany ::= SEQUENCE {{\n{components}  ...,\n  last Small DEFAULT {{ a 3 }} }}
         Unordered ::= SET {{\n{components}  end NULL }}
         Certain ::= SEQUENCE {{\n{all}  end Many OPTIONAL }}
         Later ::= SEQUENCE {{ many Many OPTIONAL, ..., more SEQUENCE OF Unordered OPTIONAL }}"
    );
    hold(&text, &["Many", "Unordered", "Certain", "Later"], &["Many", "Small"]);
}

#[test]
fn more_alternatives_than_a_byte_counts() {
    let arms = members(300, "");
    let text = format!(
        "{SMALL}\nWide ::= CHOICE {{\n{arms}  end NULL }}
         Open ::= CHOICE {{\n{arms}  ... }}
         Around ::= CHOICE {{ first [1001] NULL, wide Wide, last [1002] Small }}
         Holder ::= SEQUENCE {{ around Around OPTIONAL, open Open, list SEQUENCE OF Wide }}"
    );
    hold(&text, &["Wide", "Open", "Around", "Holder"], &["Around"]);
}

#[test]
fn structs_beyond_64_kib() {
    let text = format!(
        "{HUGE}\nList ::= SEQUENCE OF Huge
         Chain ::= SEQUENCE {{ huge Huge OPTIONAL, next Chain OPTIONAL, number INTEGER DEFAULT 7, kept List OPTIONAL }}
         Either ::= CHOICE {{ huge Huge, other BOOLEAN }}"
    );
    hold(&text, &["List", "Chain", "Either"], &["Huge"]);
}

#[test]
fn open_types_with_large_values() {
    let objects: Vec<String> = (10..300).map(|at| format!("{{ BOOLEAN IDENTIFIED BY {at} }}")).collect();
    // Scalars alone: procedures with other arms take minutes to compile under sanitizers.
    let arms: String = (0..300).map(|at| format!("m{at} BOOLEAN,\n")).collect();
    let text = format!(
        "{HUGE}
         ITEM ::= CLASS {{ &id INTEGER UNIQUE, &Type }} WITH SYNTAX {{ &Type IDENTIFIED BY &id }}
         Items ITEM ::= {{ {{ Table IDENTIFIED BY 1 }} | {{ Huge IDENTIFIED BY 2 }} | {{ NULL IDENTIFIED BY 3 }} |
           {} , ... }}
         Item ::= SEQUENCE {{ id ITEM.&id({{Items}}), value ITEM.&Type({{Items}}{{@id}}) }}
         Far ::= SEQUENCE {{ huge Huge OPTIONAL, id ITEM.&id({{Items}}), list SEQUENCE OF SEQUENCE {{
           huge Huge OPTIONAL, value ITEM.&Type({{Items}}{{@id}}) }} }}
         Through ::= SEQUENCE {{ id ITEM.&id({{Items}}), body CHOICE {{\n{arms}  end SEQUENCE {{
           value ITEM.&Type({{Items}}{{@id}}) OPTIONAL }} }} }}",
        objects.join(" | ")
    );
    hold(&text, &["Item", "Far", "Through"], &[]);
}

#[test]
fn more_than_two_explicit_tags() {
    let text = "Small ::= SEQUENCE { a INTEGER (0..9), b Three OPTIONAL }
        Three ::= [APPLICATION 1] EXPLICIT [APPLICATION 300] EXPLICIT [3] EXPLICIT INTEGER (0..1000)
        Five ::= [10] EXPLICIT [11] EXPLICIT Three
        Kept ::= [5] EXPLICIT [6] EXPLICIT [7] EXPLICIT SEQUENCE OF INTEGER (0..9)
        Choice ::= CHOICE { a [0] EXPLICIT Three, b [1] EXPLICIT Five, c [2] EXPLICIT [0] EXPLICIT [0] EXPLICIT Inner,
          d [3] EXPLICIT Kept }
        Inner ::= CHOICE { a [0] INTEGER, b [1] EXPLICIT Chain }
        Chain ::= [1] EXPLICIT [2] EXPLICIT [3] EXPLICIT SEQUENCE { n INTEGER, next [9] EXPLICIT Chain OPTIONAL }
        All ::= SEQUENCE { three Three OPTIONAL, five [50] EXPLICIT Five DEFAULT 77, kept Kept DEFAULT { 1, 2 }, text [0] EXPLICIT [1]
          EXPLICIT [2] EXPLICIT OCTET STRING OPTIONAL, choice [20] EXPLICIT [21] EXPLICIT Choice,
          two [30] EXPLICIT [31] EXPLICIT Small, inner SET { c [71] EXPLICIT [2] EXPLICIT Three, b Inner OPTIONAL },
          list [40] SEQUENCE OF Kept DEFAULT {} }";
    hold(text, &["Three", "Five", "Kept", "Choice", "Chain", "All"], &[]);
    hold(text, &["Kept", "Choice", "Chain", "All"], &["Kept", "Chain"]);
}

#[test]
fn integer_defaults_beyond_32_bits() {
    let text = "Numbers ::= SEQUENCE { small INTEGER DEFAULT 7, large INTEGER DEFAULT 5000000000,
          low INTEGER DEFAULT -5000000000, least INTEGER DEFAULT -9223372036854775808,
          most INTEGER (0..18446744073709551615) DEFAULT 18446744073709551615,
          word INTEGER (0..4294967295) DEFAULT 4294967295 }
        Tagged ::= SEQUENCE { one [1] EXPLICIT INTEGER DEFAULT 5000000001, other [2] EXPLICIT INTEGER DEFAULT 3 }
        Unordered ::= SET { small INTEGER (0..255) DEFAULT 200, large INTEGER DEFAULT 5000000000, certain BOOLEAN }";
    hold(text, &["Numbers", "Tagged", "Unordered"], &[]);
}

#[test]
fn times_of_der() {
    let text = "Times ::= SEQUENCE { time TIME, duration DURATION OPTIONAL, pause DURATION DEFAULT \"P1Y\",
          next Times OPTIONAL, tags Tags OPTIONAL, list SEQUENCE OF TIME, ..., more TIME OPTIONAL }
        Tags ::= SEQUENCE { one [5] EXPLICIT TIME OPTIONAL, two [6] EXPLICIT [7] EXPLICIT DURATION OPTIONAL,
          three [8] EXPLICIT [9] EXPLICIT [10] EXPLICIT DURATION DEFAULT \"P2Y\" }
        Moment ::= TIME
        Either ::= CHOICE { time TIME, duration DURATION, utc UTCTime, times Times }
        Unordered ::= SET { time TIME OPTIONAL, either Either, number INTEGER }";
    hold(text, &["Times", "Moment", "Either", "Unordered"], &[]);
}

#[test]
fn defaults_of_types_that_keep_their_bytes() {
    let text = "List ::= SEQUENCE OF INTEGER (0..9)
        Small ::= SEQUENCE { a INTEGER (0..9), b BOOLEAN OPTIONAL }
        Either ::= CHOICE { number INTEGER, small Small }
        All ::= SEQUENCE { empty List DEFAULT {}, list List DEFAULT { 1, 2 }, small Small DEFAULT { a 3 },
          either Either DEFAULT number:4 }
        Tagged ::= SEQUENCE { one [9] EXPLICIT List DEFAULT {}, two [10] EXPLICIT [11] EXPLICIT Small DEFAULT { a 4,
          b TRUE }, three [12] EXPLICIT [13] EXPLICIT [14] EXPLICIT List DEFAULT {} }
        Unordered ::= SET { empty List DEFAULT {}, small Small DEFAULT { a 1 }, number INTEGER }";
    hold(text, &["All", "Tagged", "Unordered"], &["List", "Small", "Either"]);
    hold(text, &["All", "Tagged", "Unordered"], &["List"]);
}
