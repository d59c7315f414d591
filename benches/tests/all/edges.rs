//! What messages of the collections seldom have. Under the packed rules: fragments in open types and additions, unknown
//! alternatives and additions, defaults of every kind, lengths at their bounds. Under BER and DER: tags in tags, defaults
//! in sets, alternatives with any tag. Generated C answers as the codec.

use crate::packed::{compare_all, compare_sizes, damaged};
use codegen::{Model, Options, Root, Rules, Techniques};
use idl_front::{FrontOptions, parse};
use interp_runtime::{Codec, Generator};
use stubc_benches::family::family;
use stubc_benches::stubs::Modes;
use stubc_benches::subject::{Record, Subject};
use stubc_benches::{damage, plans, witness};
use syntax_graph::{FieldId, SourceMap, TypeId, ValidGraph, Value};

/// Lines that begin with `+` belong to the later version alone.
const TEXT: &str = "Edges DEFINITIONS AUTOMATIC TAGS ::= BEGIN
KIND ::= CLASS { &id INTEGER (0..255) UNIQUE, &Type } WITH SYNTAX { &id IS &Type }
Kinds KIND ::= { {1 IS BOOLEAN} | {2 IS OCTET STRING} | {3 IS Tree}, ... }
Tree ::= CHOICE { leaf INTEGER (0..9), pair SEQUENCE { left Tree, right Tree DEFAULT leaf : 5 } }
Message ::= SEQUENCE {
    first BOOLEAN,
    kind KIND.&id ({Kinds}),
    which CHOICE { none NULL, ..., text OCTET STRING
+       , tree Tree, nothing NULL
    },
    open KIND.&Type ({Kinds}{@kind}) DEFAULT OCTET STRING : 'CAFE'H,
    level ENUMERATED { low, ..., high
+       , highest
    },
    yes BOOLEAN DEFAULT TRUE,
    octets OCTET STRING DEFAULT 'AB'H,
    numbers SEQUENCE OF INTEGER (0..9) DEFAULT {},
    wide INTEGER (0..100000000000),
    most INTEGER (MIN..5),
    bits BIT STRING (SIZE (0..9)),
    aligned INTEGER (0..1000),
    tree Tree OPTIONAL,
    list SEQUENCE (SIZE (2..70000)) OF BOOLEAN,
    ...
+   , added OCTET STRING OPTIONAL, [[ both INTEGER (0..9), also BOOLEAN OPTIONAL ]]
}
END";

/// Lengths around those of fragments.
const LENGTHS: [usize; 5] = [127, 128, 16383, 16384, 81921];

/// Random values.
const RANDOM: u64 = 24;

/// Returns the graph of the first or the later version, and its message.
fn graph(is_later: bool) -> (ValidGraph, TypeId) {
    let line = |line: &str| match line.strip_prefix('+') {
        Some(rest) => is_later.then(|| rest.to_owned()),
        None => Some(line.to_owned()),
    };
    graph_of(&TEXT.lines().filter_map(line).collect::<Vec<_>>().join("\n"))
}

/// Returns the graph of a specification, and its message.
fn graph_of(text: &str) -> (ValidGraph, TypeId) {
    let mut map = SourceMap::new();
    map.add("edges", text);
    let output = parse(&map, &FrontOptions::default());
    let errors: Vec<_> = output.diagnostics.iter().filter(|found| found.is_error()).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    let root = output.graph.definitions("Message")[0];
    (der_values::validate(output.graph, Some(&[root])).expect("the graph must pass validation"), root)
}

/// Returns the field of a structure or union with this name.
fn field(graph: &ValidGraph, ty: TypeId, name: &str) -> FieldId {
    let named = |field: &&FieldId| graph.fields[**field].name == name;
    *graph.fields_of(ty).iter().find(named).unwrap_or_else(|| panic!("no field {name}"))
}

/// Returns a value of a structure with another value in a field, or without it.
fn with((graph, root): (&ValidGraph, TypeId), value: &Value, name: &str, own: Option<Value>) -> Value {
    let Value::Structure(fields) = value else { panic!("a structure is expected") };
    let place = |field: FieldId| graph.fields_of(root).iter().position(|other| *other == field);
    let field = field(graph, root, name);
    let mut fields: Vec<(FieldId, Value)> =
        fields.iter().filter(|(other, _)| *other != field).cloned().collect();
    fields.extend(own.map(|own| (field, own)));
    fields.sort_by_key(|(field, _)| place(*field));
    Value::Structure(fields)
}

/// Returns encodings of values of the later version: random ones, and long strings where each can be.
fn records(rules: interp_runtime::Rules) -> Vec<Record> {
    let (graph, root) = graph(true);
    let (codec, generator) = (Codec::new(&graph, rules), Generator::new(&graph));
    let mut records = Vec::new();
    let mut add = |title: String, value: &Value| {
        // The generator makes unknown arms as elements of BER.
        if let Ok(octets) = codec.encode(root, value) {
            records.push(Record { root: 0, octets, title });
        }
    };
    let values: Vec<Value> = (0..RANDOM).filter_map(|seed| generator.value(root, seed)).collect();
    for (seed, value) in values.iter().enumerate() {
        add(format!("value {seed}"), value);
        if seed % 4 == 0 {
            add(format!("value {seed} with a default"), &with((&graph, root), value, "open", None));
        }
    }
    let target = |name: &str| graph.resolve(graph.fields[field(&graph, root, name)].target);
    let text = field(&graph, target("which"), "text");
    let open = graph.fields_of(target("open"))[1];
    for (length, value) in LENGTHS.iter().zip(values.iter().cycle()) {
        let octets = Value::Octets((0..*length).map(|at| (at * 7) as u8).collect());
        let set = |name, own| with((&graph, root), value, name, Some(own));
        add(format!("octets of {length}"), &set("octets", octets.clone()));
        add(format!("addition of {length}"), &set("added", octets.clone()));
        add(format!("alternative of {length}"), &set("which", Value::Union(text, Box::new(octets.clone()))));
        let value = set("open", Value::Known(open, Box::new(octets)));
        add(
            format!("open type of {length}"),
            &with((&graph, root), &value, "kind", Some(Value::Integer(2.into()))),
        );
    }
    for length in [1, 2, 70000, 70001] {
        let list = Value::Array(vec![Value::Boolean(true); length]);
        add(format!("list of {length}"), &with((&graph, root), &values[0], "list", Some(list)));
    }
    // Decoded, this open type equals its DEFAULT, which is not sent again. Bits of three other values give its encoding.
    let near = [0xFF, 0xFD, 0xFC].map(|last| {
        let own = Value::Known(open, Box::new(Value::Octets(vec![0xCA, last])));
        let value = with((&graph, root), &values[0], "open", Some(own));
        let value = with((&graph, root), &value, "kind", Some(Value::Integer(2.into())));
        codec.encode(root, &value).expect("it is a value")
    });
    let octets: Vec<u8> = (0..near[0].len()).map(|at| near[0][at] ^ near[1][at] ^ near[2][at]).collect();
    let decoded = codec.decode_exact(root, &octets).expect("it is a message");
    assert_ne!(codec.encode(root, &decoded).as_ref(), Ok(&octets));
    records.push(Record { root: 0, octets, title: "open type with its default".to_owned() });
    records
}

/// A plan, with its name.
type Plan = (&'static str, fn(&Model<'_>) -> Techniques);

const INTERPRETED: Plan = ("interpreted", |_| Techniques::default());
const COMPILED: Plan = ("compiled", |model| plans::compiled(model, |_| false));
const INLINED: Plan = ("inlined", plans::inlined);

/// Which version of the specification answers, and whether its runtime is that of a cap without room for procedures.
#[derive(Clone, Copy, Default)]
struct Build {
    is_earlier: bool,
    is_compact: bool,
}

/// Checks that generated C answers as the codec to messages of the later version.
fn prove(rules: (Rules, interp_runtime::Rules), build: Build, plans: &[Plan]) {
    let (graph, root) = graph(!build.is_earlier);
    let mut options = Options::new("edges", rules.0, vec![Root::both_ways(root)]);
    options.error_paths = true;
    options.compact = build.is_compact;
    let model = Model::build(&graph, options).unwrap_or_else(|errors| panic!("{errors:#?}"));
    let codec = Codec::new(&graph, rules.1);
    let mut records = records(rules.1);
    let short = records.iter().filter(|record| record.octets.len() < 60).step_by(2);
    let mut changed: Vec<Record> = short.take(6).flat_map(damaged).collect();
    records.append(&mut changed);
    for (name, techniques) in plans {
        compare_all(name, (&model, &techniques(&model)), &codec, &[root], &records);
    }
    let plans = plans.iter().map(|(name, techniques)| (*name, techniques(&model))).collect();
    compare_sizes(plans, (&model, &codec), &[root], &records);
}

const UPER: (Rules, interp_runtime::Rules) = (Rules::Uper, interp_runtime::Rules::Uper);
const APER: (Rules, interp_runtime::Rules) = (Rules::Aper, interp_runtime::Rules::Aper);
const OER: (Rules, interp_runtime::Rules) = (Rules::Oer, interp_runtime::Rules::Oer);

const EARLIER: Build = Build { is_earlier: true, is_compact: false };

#[test]
fn uper() {
    prove(UPER, Build::default(), &[INTERPRETED, INLINED]);
}

#[test]
fn uper_of_an_earlier_version() {
    prove(UPER, EARLIER, &[INTERPRETED, COMPILED]);
}

#[test]
fn uper_without_room_for_procedures() {
    prove(UPER, Build { is_compact: true, ..Build::default() }, &[INTERPRETED]);
}

#[test]
fn aper() {
    prove(APER, Build::default(), &[COMPILED]);
}

#[test]
fn oer() {
    prove(OER, Build::default(), &[INTERPRETED]);
}

#[test]
fn oer_of_an_earlier_version() {
    prove(OER, EARLIER, &[INLINED]);
}

/// Returns bits, each number with so many of them, and zeros to the end of a byte.
fn bits(parts: &[(u64, usize)]) -> Vec<u8> {
    let each = parts
        .iter()
        .flat_map(|(number, count)| (0..*count).rev().map(move |at| number.checked_shr(at as u32)));
    let all: Vec<u8> = each.map(|bit| bit.map_or(0, |bit| (bit & 1) as u8)).collect();
    all.chunks(8)
        .map(|octet| octet.iter().enumerate().fold(0, |sum, (at, bit)| sum | bit << (7 - at)))
        .collect()
}

/// No specification has so many additions that their flags come in fragments; a message may.
#[test]
fn additions_in_fragments() {
    let (graph, root) = graph_of(
        "Tiny DEFINITIONS AUTOMATIC TAGS ::= BEGIN
        Message ::= SEQUENCE { a BOOLEAN, ..., b BOOLEAN OPTIONAL } END",
    );
    // Flags of 16384 additions, of which the first and the last come, and of three more, of which one does.
    let start = [(3, 2), (1, 1), (0xc1, 8), (1, 1), (0, 16382), (1, 1), (3, 8), (2, 3)];
    let opens = [(1, 8), (0x80, 8), (1, 8), (7, 8), (2, 8), (0x0102, 16)];
    let whole = [&start[..], &opens].concat();
    let messages = [
        bits(&whole),
        bits(&[&start[..6], &[(0, 8)], &opens[..4]].concat()),
        bits(&whole[..whole.len() - 1]),
        bits(&start[..7]),
        bits(&start[..6]),
        bits(&start[..5]),
        // Fragments whose length is none.
        bits(&[(3, 2), (1, 1), (0xc5, 8), (0, 100)]),
        bits(&[&start[..6], &[(0xc0, 8)], &opens].concat()),
        bits(&[(2, 2), (0, 1), (0, 6), (1, 1), (1, 8), (0x80, 8)]),
    ];
    let record = |(at, octets): (usize, Vec<u8>)| Record { root: 0, octets, title: format!("message {at}") };
    let records: Vec<Record> = messages.into_iter().enumerate().map(record).collect();
    let mut options = Options::new("edges", Rules::Uper, vec![Root::both_ways(root)]);
    options.error_paths = true;
    let model = Model::build(&graph, options).unwrap_or_else(|errors| panic!("{errors:#?}"));
    let codec = Codec::new(&graph, interp_runtime::Rules::Uper);
    for (name, techniques) in [INTERPRETED, COMPILED] {
        compare_all(name, (&model, &techniques(&model)), &codec, &[root], &records);
    }
}

/// Types that specifications seldom have, and that BER treats in their own way.
const RARE: &str = "Rare DEFINITIONS IMPLICIT TAGS ::= BEGIN
Deep ::= [7] EXPLICIT [8] EXPLICIT [9] EXPLICIT INTEGER
Message ::= SEQUENCE {
    deep Deep,
    empty [1] SEQUENCE {} DEFAULT {},
    set [2] SET { list [0] SEQUENCE OF INTEGER DEFAULT {1, 2}, other [1] BOOLEAN DEFAULT TRUE },
    middle [4] SEQUENCE { a INTEGER, ..., b [0] BOOLEAN OPTIONAL, ..., c NULL },
    which [5] CHOICE { a NULL, rest ANY },
    open [6] EXPLICIT ANY
}
END";

/// Returns an element with a length of one byte.
fn element(identifier: u8, contents: &[&[u8]]) -> Vec<u8> {
    let contents = contents.concat();
    [&[identifier, contents.len() as u8], &contents[..]].concat()
}

/// Returns a message of `RARE` with these elements of `deep`, `set` and `middle`.
fn rare(deep: &[u8], set: &[u8], middle: &[u8]) -> Vec<u8> {
    let rest = [&[0xa5, 3, 0x02, 1, 5][..], &[0xa6, 2, 0x05, 0]].concat();
    element(0x30, &[deep, set, middle, &rest])
}

fn prove_rare(rules: Rules) {
    let (graph, root) = graph_of(RARE);
    let subject = Subject { family: family("ldap", "ldap"), graph, roots: vec![root], messages: Vec::new() };
    let codec = subject.codec(rules);
    let (deep, set) = (&[0xa7, 7, 0xa8, 5, 0xa9, 3, 2, 1, 5][..], &[0xa2, 0][..]);
    let middle = &[0xa4, 5, 2, 1, 5, 5, 0][..];
    let messages = [
        rare(deep, set, middle),
        // An unknown addition, known ones, and both.
        rare(deep, set, &[0xa4, 8, 2, 1, 5, 0x83, 1, 7, 5, 0]),
        rare(deep, set, &[0xa4, 8, 2, 1, 5, 0x80, 1, 0xff, 5, 0]),
        rare(deep, set, &[0xa4, 11, 2, 1, 5, 0x80, 1, 0xff, 0x83, 1, 7, 5, 0]),
        // Each tag in turn ends before what is around it.
        rare(&[0xa7, 9, 0xa8, 5, 0xa9, 3, 2, 1, 5, 5, 0], set, middle),
        rare(&[0xa7, 9, 0xa8, 7, 0xa9, 3, 2, 1, 5, 5, 0], set, middle),
        rare(&[0xa7, 9, 0xa8, 7, 0xa9, 5, 2, 1, 5, 5, 0], set, middle),
        // Defaults that are sent, and others.
        rare(deep, &[0xa2, 8, 0xa0, 6, 2, 1, 1, 2, 1, 2], middle),
        rare(deep, &[0xa2, 5, 0xa0, 3, 2, 1, 9], middle),
        rare(deep, &[0xa2, 3, 0x81, 1, 0xff], middle),
        rare(deep, &[0xa2, 6, 0x81, 1, 0, 0xa0, 1, 5], middle),
        // A length beyond any memory.
        [&[0x30, 0x88][..], &[0xff; 8]].concat(),
        [&[0x30, 0x88, 0x7f][..], &[0xff; 7]].concat(),
    ];
    let record = |(at, octets): (usize, Vec<u8>)| Record { root: 0, octets, title: format!("message {at}") };
    let mut records: Vec<Record> = messages.into_iter().enumerate().map(record).collect();
    records.extend(subject.random_records(&codec, 60, 3));
    let mut damaged = damage::structural(&records[..11], 400, 1);
    records.append(&mut damaged);
    let model = subject.model(subject.options(rules));
    let programs = witness::programs(&subject, &model, plans::variants(&model));
    let tally = witness::compare(&codec, &[root], &programs, Modes::Fresh, &records);
    let tally = tally.unwrap_or_else(|error| panic!("{error}"));
    assert!(tally.accepted > 60 && tally.refused > 60, "{tally:?}");
}

#[test]
fn ber() {
    prove_rare(Rules::Ber);
}

#[test]
fn der() {
    prove_rare(Rules::Der);
}

/// A governor outside of a CHOICE whose alternatives one byte does not count.
#[test]
fn governors_around_many_alternatives() {
    let alternatives: String = (0..300).map(|number| format!("a{number} NULL, ")).collect();
    let (graph, root) = graph_of(&format!(
        "Many DEFINITIONS AUTOMATIC TAGS ::= BEGIN
        KIND ::= CLASS {{ &id INTEGER (0..255) UNIQUE, &Type }} WITH SYNTAX {{ &id IS &Type }}
        Kinds KIND ::= {{ {{1 IS BOOLEAN}} | {{2 IS OCTET STRING}} }}
        Message ::= SEQUENCE {{
            kind KIND.&id ({{Kinds}}),
            body CHOICE {{ {alternatives} last SEQUENCE {{ open KIND.&Type ({{Kinds}}{{@kind}}) }} }} }}
        END"
    ));
    let subject = Subject { family: family("ldap", "ldap"), graph, roots: vec![root], messages: Vec::new() };
    let codec = subject.codec(Rules::Ber);
    let values = [
        serde_json::json!({ "kind": 1, "body": { "last": { "open": true } } }),
        serde_json::json!({ "kind": 2, "body": { "last": { "open": "ABCD" } } }),
        serde_json::json!({ "kind": 2, "body": { "a299": null } }),
    ];
    let record = |value: &serde_json::Value| {
        let read = codec.read_json(root, value).unwrap_or_else(|error| panic!("{value}: {error}"));
        let octets = codec.encode(root, &read).unwrap_or_else(|error| panic!("{value}: {error}"));
        Record { root: 0, octets, title: value.to_string() }
    };
    let mut records: Vec<Record> = values.iter().map(record).collect();
    // The contents of the open type are of the other kind.
    let other = records[0].octets.iter().map(|octet| if *octet == 1 { 2 } else { *octet }).collect();
    records.push(Record { root: 0, octets: other, title: "another kind".to_owned() });
    let model = subject.model(subject.options(Rules::Ber));
    let programs = witness::programs(&subject, &model, vec![("interpreted", plans::interpreted(&model))]);
    let tally = witness::compare(&codec, &[root], &programs, Modes::Fresh, &records);
    let tally = tally.unwrap_or_else(|error| panic!("{error}"));
    assert!(tally.accepted >= 3, "{tally:?}");
}
