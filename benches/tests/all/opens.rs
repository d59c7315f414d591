//! Open types resolved by a governor: handwritten cases, and random values that reach all alternatives.

use codegen::Rules;
use interp_runtime::{ErrorCode, Generator, json};
use std::collections::BTreeSet;
use stubc_benches::family::{Family, family};
use stubc_benches::stubs::Modes;
use stubc_benches::subject::{Record, Subject};
use stubc_benches::{plans, witness};
use syntax_graph::{FieldId, TypeKind, Value};

fn subject() -> Subject {
    Subject::load(family("opens", "opens")).expect("it is in the repository")
}

fn arms(value: &Value, found: &mut BTreeSet<FieldId>) {
    match value {
        Value::Known(arm, value) => {
            found.insert(*arm);
            arms(value, found);
        }
        Value::Union(_, value) => arms(value, found),
        Value::Structure(fields) => fields.iter().for_each(|(_, value)| arms(value, found)),
        Value::Array(values) => values.iter().for_each(|value| arms(value, found)),
        _ => {}
    }
}

/// Without this, the tests on random values could pass with slices only.
#[test]
fn random_values_hold_every_alternative_and_json_is_invertible() {
    let subject = subject();
    let graph = &subject.graph;
    let generator = Generator::new(graph);
    let mut found = BTreeSet::new();
    for seed in 0..2000 {
        let root = subject.roots[seed % subject.roots.len()];
        let value = generator.value(root, seed as u64).expect("there are values");
        arms(&value, &mut found);
        let json = json::to_json(graph, root, &value);
        assert_eq!(json::from_json(graph, root, &json).as_ref(), Ok(&value), "{json}");
    }
    let opens = graph.types.iter().filter_map(|def| match &def.kind {
        TypeKind::Open(open) => Some(open),
        _ => None,
    });
    let mut of_all = 0;
    for open in opens.filter(|open| !open.governor.is_empty()) {
        assert!(!open.arms.is_empty(), "an open type of the specification is not resolved");
        of_all += open.arms.len();
    }
    // Values that look like a neighbor without a tag are not possible everywhere.
    assert!(found.len() * 10 >= of_all * 9, "{} of {of_all} alternatives", found.len());
}

/// A description, bytes of the root `Everything`, and the result: JSON, or an error and its offset.
type Case = (&'static str, &'static str, Result<&'static str, (ErrorCode, usize)>);

const CASES: &[Case] = &[
    (
        "a number by an object identifier",
        "A00A 8003883702 A20302012A",
        Ok(r#"{"attribute":{"type":"2.999.2","extra":false,"value":42}}"#),
    ),
    (
        "an identifier that is not in the set",
        "A00A 8003883763 A20302012A",
        Ok(r#"{"attribute":{"type":"2.999.99","extra":false,"value":"02012A"}}"#),
    ),
    (
        "a known value in the indefinite form",
        "A011 8003883707 A20A 3180 820107 850161 0000",
        Ok(r#"{"attribute":{"type":"2.999.7","extra":false,"value":{"street":"a","number":7,"more":[]}}}"#),
    ),
    (
        "a structure",
        "A00F 8003883707 A208 3106 820107 850161",
        Ok(r#"{"attribute":{"type":"2.999.7","extra":false,"value":{"street":"a","number":7,"more":[]}}}"#),
    ),
    ("another type than the governor says", "A00A 8003883702 A2030101FF", Err((ErrorCode::BadTag, 9))),
    ("malformed contents", "A00B 8003883702 A20402020001", Err((ErrorCode::BadValue, 9))),
    (
        "a field that is missing in the structure",
        "A00C 8003883707 A205 3103 820107",
        Err((ErrorCode::BadTag, 9)),
    ),
    (
        "the governor behind the open type",
        "A10A A00302012A 8203883702",
        Ok(r#"{"reversed":{"value":42,"type":"2.999.2"}}"#),
    ),
    ("no governor", "A105 A00302012A", Ok(r#"{"reversed":{"value":"02012A"}}"#)),
    ("no open type", "A105 8203883702", Ok(r#"{"reversed":{"type":"2.999.2"}}"#)),
    ("wrong, and the governor behind it", "A10A A0030101FF 8203883702", Err((ErrorCode::BadTag, 4))),
    (
        "an enumeration elsewhere",
        "A40E A003800100 A107A005 3003 800161",
        Ok(r#"{"deep":{"head":{"kind":"first"},"body":{"message":{"given":"a"}}}}"#),
    ),
    ("a number of two octets", "A50D 800105 A1048002FED4 A202 3000", Err((ErrorCode::BadTag, 13))),
    (
        "a structure whose default is not sent",
        "A70C A003800101 A105 3003 800161",
        Ok(r#"{"governed":{"id":{"code":1,"mode":"first"},"value":{"given":"a"}}}"#),
    ),
    (
        "the same, sent",
        "A70F A006800101810100 A105 3003 800161",
        Ok(r#"{"governed":{"id":{"code":1,"mode":"first"},"value":{"given":"a"}}}"#),
    ),
    (
        "another component",
        "A712 A006800101810101 A108 3106 820107 850161",
        Ok(r#"{"governed":{"id":{"code":1,"mode":"second"},"value":{"street":"a","number":7,"more":[]}}}"#),
    ),
    (
        "components that no object has together",
        "A70D A006800102810101 A1030101FF",
        Ok(r#"{"governed":{"id":{"code":2,"mode":"second"},"value":"0101FF"}}"#),
    ),
    (
        "a structure inside",
        "A711 A00A800102A2058003883701 A1030101FF",
        Ok(r#"{"governed":{"id":{"code":2,"mode":"first","group":{"oid":"2.999.1"}},"value":true}}"#),
    ),
    (
        "a component more in it",
        "A714 A00D800102A20880038837018101FF A10302012A",
        Ok(
            r#"{"governed":{"id":{"code":2,"mode":"first","group":{"oid":"2.999.1","quiet":true}},"value":42}}"#,
        ),
    ),
    (
        "the same with another value",
        "A714 A00D800102A2088003883701810100 A10302012A",
        Ok(
            r#"{"governed":{"id":{"code":2,"mode":"first","group":{"oid":"2.999.1","quiet":false}},"value":"02012A"}}"#,
        ),
    ),
    (
        "an addition of the structure that is not known",
        "A710 A007800101 9F2101FF A105 3003 800161",
        Ok(r#"{"governed":{"id":{"code":1,"mode":"first"},"value":{"given":"a"}}}"#),
    ),
    (
        "an addition that is known",
        "A70D A007800102 84026162 A1020500",
        Ok(r#"{"governed":{"id":{"code":2,"mode":"first","text":"ab"},"value":null}}"#),
    ),
    ("another type than the structure says", "A70A A003800101 A10302012A", Err((ErrorCode::BadTag, 9))),
    (
        "a SET behind the open type",
        "A80D A0030101FF A106 8001FF 8101FF",
        Ok(r#"{"behind":{"value":true,"id":{"x":-1,"y":true}}}"#),
    ),
    ("wrong, and the SET behind it", "A80D A00302012A A106 8001FF 8101FF", Err((ErrorCode::BadTag, 4))),
    ("no SET", "A805 A0030101FF", Ok(r#"{"behind":{"value":"0101FF"}}"#)),
    ("a BOOLEAN", "A908 800100 A10302012A", Ok(r#"{"flagged":{"on":false,"value":42}}"#)),
    (
        "the other, and a structure without a component",
        "A915 8001FF A1053003800161 A209A000A1053003800161",
        Ok(r#"{"flagged":{"on":true,"value":{"given":"a"},"in":{"id":{},"value":{"given":"a"}}}}"#),
    ),
    ("elements of an array", "A30F 8003883702 A108 0201 01 0101FF 0500", Err((ErrorCode::BadTag, 12))),
];

fn octets(hex: &str) -> Vec<u8> {
    let digits: Vec<u8> = hex.bytes().filter(u8::is_ascii_hexdigit).collect();
    let digit = |octet: u8| char::from(octet).to_digit(16).map_or(0, |digit| digit as u8);
    digits.chunks(2).map(|pair| digit(pair[0]) << 4 | digit(pair[1])).collect()
}

#[test]
fn by_hand() {
    let subject = subject();
    let root = subject.roots[0];
    let codec = subject.codec(Rules::Ber);
    let mut records = Vec::new();
    for (title, hex, expected) in CASES {
        let octets = octets(hex);
        let decoded = codec.decode_exact(root, &octets);
        let decoded = decoded.map(|value| json::to_json(&subject.graph, root, &value).to_string());
        let decoded = decoded.map_err(|error| (error.code, error.offset));
        assert_eq!(decoded.as_deref().map_err(|error| *error), *expected, "{title}");
        records.push(Record { root: 0, octets, title: (*title).to_owned() });
    }
    let model = subject.model(subject.options(Rules::Ber));
    let programs = witness::programs(&subject, &model, plans::variants(&model));
    let tally = witness::compare(&codec, &subject.roots, &programs, Modes::Fresh, &records);
    let tally = tally.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(tally.accepted + tally.refused, records.len());
}

const WHOLE: &str = r#""whole":{"type":"2.999.10","value":{"type":"2.999.7","extra":false,"value":{"street":"a","number":7,"more":[]}}}"#;
const SEVERAL: &str =
    r#""several":{"list":[{"value":true,"mark":1},{"value":true,"mark":2}],"type":"2.999.13"}"#;

/// Like [`Case`], for the root `Chosen`, with the start of its JSON up to `whole`; and whether DER has these
/// bytes, too.
type Defaulted = (&'static str, &'static str, Result<&'static str, (ErrorCode, usize)>, bool);

const DEFAULTS: &[Defaulted] = &[
    ("nothing is sent", "3000", Ok(r#"{"type":"2.999.2","value":42"#), true),
    ("the value is sent", "3005 A003020105", Ok(r#"{"type":"2.999.2","value":5"#), true),
    ("a default is sent", "3005 A00302012A", Ok(r#"{"type":"2.999.2","value":42"#), false),
    ("nothing knows the governor", "3005 0603883763", Ok(r#"{"type":"2.999.99","value":"02012A""#), true),
    ("a default of another type", "3005 0603883705", Err((ErrorCode::BadTag, 0)), true),
    (
        "a default that two alternatives have",
        "3007 060588378C9A40",
        Ok(r#"{"type":"2.999.200000","value":42"#),
        true,
    ),
    (
        "a sent default in an array",
        "300F A20D 310B A009 3107 3105 A0030101FF",
        Ok(r#"{"type":"2.999.2","value":42"#),
        false,
    ),
    (
        "a value that is no default's",
        "300F A20D 310B A009 3107 3105 A003010101",
        Ok(r#"{"type":"2.999.2","value":42"#),
        false,
    ),
    ("wrong in a filled array", "3009 A207 3105 0603883702", Err((ErrorCode::BadTag, 4)), true),
];

/// DEFAULTs of open types, in every technique: filled in and resolved, and not sent.
#[test]
fn defaults_that_are_resolved() {
    let mut subject = subject();
    let root = subject.graph.definitions("Chosen")[0];
    subject.roots = vec![root];
    for rules in [Rules::Ber, Rules::Der] {
        let codec = subject.codec(rules);
        let mut records = Vec::new();
        for (title, hex, expected, canonical) in DEFAULTS {
            let octets = octets(hex);
            let decoded = codec.decode_exact(root, &octets);
            if rules == Rules::Der && !canonical {
                assert_eq!(decoded.map_err(|error| error.code), Err(ErrorCode::NotCanonical), "{title}");
            } else if let Ok(begin) = expected {
                let value = decoded.unwrap_or_else(|error| panic!("{title}: {error}"));
                let json = json::to_json(&subject.graph, root, &value).to_string();
                assert!(json.starts_with(&format!("{begin},{WHOLE}")), "{title}: {json}");
                assert_eq!(json.ends_with(&format!("{SEVERAL}}}")), !hex.contains("A20D"), "{title}: {json}");
            } else {
                let found = decoded.map(|_| "").map_err(|error| (error.code, error.offset));
                assert_eq!(found, *expected, "{title}");
            }
            records.push(Record { root: 0, octets, title: (*title).to_owned() });
        }
        let model = subject.model(subject.options(rules));
        let programs = witness::programs(&subject, &model, plans::variants(&model));
        let tally = witness::compare(&codec, &subject.roots, &programs, Modes::Fresh, &records);
        let tally = tally.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(tally.accepted + tally.refused, records.len());
    }
}

/// The same bytes, when the configuration keeps slices.
#[test]
fn kept_as_slices() {
    static SLICES: Family = Family { slices: true, ..*OPENS };
    static OPENS: &Family = &Family {
        name: "opens",
        specs: "opens",
        place: stubc_benches::family::Place::Test,
        roots: &["Everything"],
        without: &[],
        bytes: &[],
        rules: Rules::Ber,
        slices: false,
    };
    let subject = Subject::load(&SLICES).expect("it is in the repository");
    let root = subject.roots[0];
    let value = subject.codec(Rules::Ber).decode_exact(root, &octets("A00A 8003883702 A2030101FF"));
    let value = value.unwrap_or_else(|error| panic!("{error}"));
    let json = json::to_json(&subject.graph, root, &value).to_string();
    assert_eq!(json, r#"{"attribute":{"type":"2.999.2","extra":false,"value":"0101FF"}}"#);
}

const ANYS: &str = "Anys DEFINITIONS IMPLICIT TAGS ::= BEGIN
    Message ::= SEQUENCE { algorithm AlgorithmIdentifier, list SEQUENCE OF Attribute, chosen Chosen, named Named }
    AlgorithmIdentifier ::= SEQUENCE { algorithm OBJECT IDENTIFIER, parameters ANY DEFINED BY algorithm OPTIONAL }
    Attribute ::= SEQUENCE { kind Kind, values SET OF ANY DEFINED BY kind }
    Chosen ::= SEQUENCE { value [0] EXPLICIT ANY DEFINED BY by, by Code }
    Named ::= SET { by PrintableString, value [1] EXPLICIT ANY DEFINED BY by }
    Kind ::= ENUMERATED { first(0), second(7) }
    Code ::= CHOICE { local INTEGER, global OBJECT IDENTIFIER }
    Dss ::= SEQUENCE { p INTEGER, q INTEGER OPTIONAL }
    Choice ::= CHOICE { a INTEGER, b [1] EXPLICIT Dss }
    dsa OBJECT IDENTIFIER ::= { 1 2 840 10040 4 1 }
    END";

const TABLES: &str = r#"
[types."Anys.AlgorithmIdentifier.parameters".open-types]
dsa = "Dss"
"1.2.840.113549.1.1.1" = "NULL"
"2.999.1" = "AlgorithmIdentifier"
[types."*.Attribute.values"]
open-types = { first = "OCTET STRING", "7" = "Choice", "9" = "Dss" }
[types."Chosen.value"]
open-types = { dsa = "Dss", "5" = "Choice", "-1" = "NULL" }
[types."Named.value"]
open-types = { "a b" = "Dss", "c" = "INTEGER" }
"#;

/// `ANY DEFINED BY` with tables of the configuration is resolved like tables of the specification.
#[test]
fn tables_of_the_configuration() {
    let settings = stubc::Settings {
        specs: vec![("anys.asn1".to_owned(), ANYS.to_owned())],
        configs: vec![("c.toml".to_owned(), TABLES.to_owned())],
        ..stubc::Settings::default()
    };
    let specification = stubc::front::specification(&settings);
    let graph = specification.unwrap_or_else(|error| panic!("{:?}", error.diagnostics)).graph;
    let roots = graph.definitions("Message");
    let subject = Subject { family: family("opens", "opens"), graph, roots, messages: Vec::new() };
    let codec = subject.codec(Rules::Ber);
    let hex = "3042 300F 06072A8648CE380401 3004 0201010500";
    assert!(codec.decode(subject.roots[0], &octets(hex)).is_err(), "{hex}");
    let algorithm = "3010 06072A8648CE380401 3005 020101 0500";
    assert!(codec.decode(subject.graph.definitions("AlgorithmIdentifier")[0], &octets(algorithm)).is_err());
    let algorithm = "300E 06072A8648CE380401 3003 020105";
    let ty = subject.graph.definitions("AlgorithmIdentifier")[0];
    let decoded = codec.decode_exact(ty, &octets(algorithm)).unwrap_or_else(|error| panic!("{error}"));
    let json = json::to_json(&subject.graph, ty, &decoded).to_string();
    assert_eq!(json, r#"{"algorithm":"1.2.840.10040.4.1","parameters":{"p":5}}"#);
    for rules in [Rules::Ber, Rules::Der] {
        let codec = subject.codec(rules);
        let records = subject.random_records(&codec, 400, 3);
        let mut found = BTreeSet::new();
        for record in &records {
            let decoded = codec.decode(subject.roots[0], &record.octets);
            arms(&decoded.unwrap_or_else(|error| panic!("{error}")).value, &mut found);
        }
        assert_eq!(found.len(), 3 + 3 + 3 + 2, "random values hold every alternative");
        let model = subject.model(subject.options(rules));
        let programs = witness::programs(&subject, &model, plans::variants(&model));
        let tally = witness::compare(&codec, &subject.roots, &programs, Modes::Fresh, &records);
        let tally = tally.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(tally.accepted, records.len());
    }
}

/// Operations of the Directory between its servers (X.518): the operation's code selects types that are
/// parameters of other types. The bytes are handmade; `openssl asn1parse` shows them.
#[test]
fn chained_operations_of_the_directory() {
    static DIRECTORY: Family = Family {
        name: "x400",
        specs: "x400",
        place: stubc_benches::family::Place::Shared,
        roots: &["DirectorySystemProtocol.DSP-PDUs"],
        without: &[],
        bytes: &[],
        rules: Rules::Ber,
        slices: false,
    };
    const READ: &str = "A151 020107 020101
        3149 3132 A10F 300D310B300906035504061302435A
            A31F 301D 311B A010300E310C300A06035504031303647361 A207 3105A0030A0102
        A013 3111 A00F300D310B300906035504061302435A";
    let Some(mut subject) = Subject::load(&DIRECTORY) else { return };
    subject.roots.truncate(1);
    let root = subject.roots[0];
    let codec = subject.codec(Rules::Ber);
    let json = |hex: &str| {
        let value = codec.decode_exact(root, &octets(hex)).map_err(|error| (error.code, error.offset))?;
        Ok(json::to_json(&subject.graph, root, &value))
    };
    let read = json(READ).unwrap_or_else(|error: (ErrorCode, usize)| panic!("{error:?}"));
    let argument = &read["basicRos"]["invoke"]["argument"]["unsigned"];
    let trace = &argument["chainedArgument"]["traceInformation"][0];
    assert_eq!(trace["operationProgress"]["nameResolutionPhase"], "proceeding", "{read}");
    let object = &argument["argument"]["unsigned"]["object"]["rdnSequence"][0][0];
    assert_eq!(object["type"], "2.5.4.6", "{read}");
    let abandoned = json("A20A 020108 3005 020103 0500").unwrap_or_else(|error| panic!("{error:?}"));
    assert!(abandoned["basicRos"]["returnResult"]["result"]["result"].get("null").is_some(), "{abandoned}");
    let unknown = json("A109 020109 02014D 0101FF").unwrap_or_else(|error| panic!("{error:?}"));
    assert_eq!(unknown["basicRos"]["invoke"]["argument"], "0101FF");
    let other = "A20B 020108 3006 020103 0101FF";
    assert_eq!(json(other), Err((ErrorCode::BadTag, 10)));
    let records = [READ, "A20A 020108 3005 020103 0500", "A109 020109 02014D 0101FF", other];
    let records = records.map(|hex| Record { root: 0, octets: octets(hex), title: hex.to_owned() });
    let model = subject.model(subject.options(Rules::Ber));
    let plans = vec![("interpreted", plans::interpreted(&model))];
    let programs = witness::programs(&subject, &model, plans);
    let tally = witness::compare(&codec, &subject.roots, &programs, Modes::Fresh, &records);
    let tally = tally.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((tally.accepted, tally.refused), (3, 1));
}
