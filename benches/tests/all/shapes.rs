//! Shapes: stubs that try a shape first give the same answer as stubs without one, for every input.

use codegen::shape::{Fill, HoleRequest, Number, Request, Segments};
use codegen::{Model, Options, Root, Rules};
use interp_runtime::Random;
use stubc_benches::damage::{leaves, with_leaf};
use stubc_benches::shapes::{Comparer, Counts, SHAPED, Shaped, Tries, model, trying, trying_tables};
use stubc_benches::stubs::SANITIZED;
use stubc_benches::{plans, stubs};
use syntax_graph::{SourceMap, Span, ValidGraph};

fn build<'g>(graph: &'g ValidGraph, mut options: Options, prefix: &str) -> Model<'g> {
    options.prefix = prefix.to_owned();
    model(graph, options).unwrap_or_else(|errors| panic!("{errors}"))
}

/// Compiles stubs that try a shape first beside stubs without it. `is_interpreted`: the first ones have no procedure.
fn comparer(
    shaped: &Shaped,
    rules: Rules,
    (is_interpreted, tries): (bool, Tries),
    flags: &[&str],
) -> Comparer {
    let graph = shaped.graph().unwrap_or_else(|errors| panic!("{}: {errors}", shaped.title));
    let options = |is_shaped| shaped.options(&graph, rules, is_shaped).expect("the root is known");
    let (with, without) = (build(&graph, options(true), ""), build(&graph, options(false), "g_"));
    let plan = if is_interpreted { plans::interpreted(&with) } else { plans::compiled(&with, |_| true) };
    let techniques = tries(&with, plan);
    Comparer::build(&with, &techniques, &without, flags)
        .unwrap_or_else(|error| panic!("{}: {error}", shaped.title))
}

fn compare(title: &str, comparer: &Comparer, mode: &[&str], messages: &[Vec<u8>]) -> Counts {
    comparer.compare(mode, messages).unwrap_or_else(|error| panic!("{title}: {}", error.text))
}

/// Returns messages with other contents in one primitive element, inside the holes and beside them: lengths around
/// those that headers change with, random octets, and octets that are numbers in the shortest form or not.
fn varied(message: &[u8], seed: u64) -> Vec<Vec<u8>> {
    let mut random = Random::new(seed);
    let mut found = Vec::new();
    for leaf in 0..leaves(message) {
        for length in [0, 1, 2, 3, 4, 5, 8, 9, 10, 17, 33].into_iter().chain(113..=129) {
            let mut contents: Vec<u8> = (0..length).map(|_| random.below(256) as u8).collect();
            found.extend(with_leaf(message, leaf, &contents));
            for first in [0x00, 0x7f, 0x80, 0xff] {
                if let Some(octet) = contents.first_mut() {
                    *octet = first;
                    found.extend(with_leaf(message, leaf, &contents));
                }
            }
        }
    }
    found
}

/// Compares under the sanitizers. `is_interpreted`: in the stubs with the shape, the interpreter decodes other messages.
fn hold(shaped: &Shaped, rules: Rules, is_interpreted: bool, tries: Tries) {
    let message = (shaped.sample)();
    let comparer = comparer(shaped, rules, (is_interpreted, tries), SANITIZED);
    let whole = compare(shaped.title, &comparer, &["cut"], std::slice::from_ref(&message));
    assert!(whole.hits > 0 && whole.sent > 0, "{}: the sample has the shape", shaped.title);
    let of_values = compare(shaped.title, &comparer, &["whole"], &varied(&message, 7));
    assert!(of_values.hits > 0 && of_values.sent > 0, "{}: {of_values:?}", shaped.title);
    let mutants = compare(shaped.title, &comparer, &["mutants", "29"], std::slice::from_ref(&message));
    assert!(mutants.hits > 0 && mutants.hits < mutants.inputs, "{}: {mutants:?}", shaped.title);
}

#[test]
fn an_entry_of_ldap() {
    hold(&SHAPED[0], Rules::Ber, true, trying);
}

#[test]
fn an_entry_of_ldap_as_a_table() {
    hold(&SHAPED[0], Rules::Ber, true, trying_tables);
}

#[test]
fn a_response_of_snmp_as_a_table() {
    hold(&SHAPED[1], Rules::Ber, false, trying_tables);
}

#[test]
fn a_reply_of_kerberos_under_der_as_a_table() {
    hold(&SHAPED[2], Rules::Der, true, trying_tables);
}

#[test]
fn a_response_of_snmp() {
    hold(&SHAPED[1], Rules::Ber, false, trying);
}

#[test]
fn a_reply_of_kerberos_under_der() {
    hold(&SHAPED[2], Rules::Der, false, trying);
}

#[test]
#[ignore = "takes minutes: cargo run -p stubc-benches --bin shapes -- --mutants does the same"]
fn all_mutants_of_all_samples() {
    let forms = [trying as Tries, trying_tables];
    for (shaped, tries) in SHAPED.iter().flat_map(|shaped| forms.map(|tries| (shaped, tries))) {
        let comparer = comparer(shaped, Rules::Ber, (false, tries), &["-O1"]);
        let message = (shaped.sample)();
        let counts = compare(shaped.title, &comparer, &["mutants", "1"], std::slice::from_ref(&message));
        assert_eq!(counts.inputs, message.len() as u64 * 255 + 1, "{}", shaped.title);
        compare(shaped.title, &comparer, &["whole"], &varied(&message, 8));
    }
}

/// Every kind of part: primitives, SET, SET OF, recursion, absent and present fields with and without DEFAULT, unknown
/// extensions, explicit tags, an open type, kept bytes.
const KINDS: &str = "K DEFINITIONS AUTOMATIC TAGS ::= BEGIN
    Message ::= SEQUENCE {
        flag BOOLEAN, small INTEGER (-5..200), big INTEGER (0..18446744073709551615), any Any, oid OBJECT IDENTIFIER,
        bits BIT STRING, named BIT STRING { a(0), b(1) } OPTIONAL, level INTEGER (0..9) DEFAULT 3, name UTF8String DEFAULT \"x\",
        none NULL, choice Choice, set SET { one INTEGER (0..255), two OCTET STRING OPTIONAL }, bag SET OF INTEGER (0..255),
        typed Typed, more Message OPTIONAL, tail SEQUENCE { x [5] EXPLICIT INTEGER (0..255), ... },
        on BOOLEAN DEFAULT TRUE, list List DEFAULT {}, newer CHOICE { a NULL, ... },
        wide INTEGER (0..65535) }
    List ::= SEQUENCE OF INTEGER
    Any ::= INTEGER
    Choice ::= CHOICE { number INTEGER (0..65535), text UTF8String, ... }
    THING ::= CLASS { &id INTEGER UNIQUE, &Type } WITH SYNTAX { &Type BY &id }
    Things THING ::= { { BOOLEAN BY 1 } | { SEQUENCE OF INTEGER (0..255) BY 2 } }
    Typed ::= SEQUENCE { what THING.&id ({Things}), value THING.&Type ({Things}{@what}) }
END";

fn kinds() -> ValidGraph {
    let mut sources = SourceMap::new();
    sources.add("kinds.asn1", KINDS);
    let output = idl_front::parse(&sources, &idl_front::FrontOptions::default());
    let mut graph = output.graph;
    for name in ["Typed", "Choice", "List"] {
        let ty = graph.definitions(name)[0];
        graph.kept.insert(ty);
    }
    let bytes = graph.definitions("Any")[0];
    if let syntax_graph::TypeKind::Scalar(syntax_graph::Scalar::Integer(integer)) =
        &mut graph.types[bytes].kind
    {
        integer.repr = syntax_graph::IntegerRepr::Bytes;
    }
    syntax_graph::validate::validate(graph).unwrap_or_else(|errors| panic!("{}", errors[0].message))
}

const KINDS_HOLES: [&str; 12] =
    ["flag", "small", "big", "any", "oid", "bits", "named", "level", "name", "choice", "tail.x", "wide"];

/// A sample of `Message` in BER and DER, with a value in each field.
fn sample_of_kinds(graph: &ValidGraph, rules: interp_runtime::Rules) -> Vec<u8> {
    let codec = interp_runtime::Codec::new(graph, rules);
    let ty = graph.definitions("Message")[0];
    let json = serde_json::json!({
        "flag": true, "small": -3, "big": 18_000_000_000_000_000_000_u64, "any": 77, "oid": "1.3.6.1",
        "bits": { "value": "A0", "length": 3 }, "named": { "value": "C0", "length": 2 }, "level": 5, "name": "abc",
        "none": null, "choice": { "number": 300 }, "set": { "one": 1, "two": "00FF" }, "bag": [1, 2],
        "typed": { "what": 2, "value": [4, 5] },
        "more": { "flag": false, "small": 1, "big": 1, "any": 1, "oid": "1.2.3", "bits": { "value": "", "length": 0 },
            "name": "y", "none": null, "choice": { "text": "t" }, "set": { "one": 1 }, "bag": [], "typed": { "what": 1, "value": true },
            "tail": { "x": 1 }, "newer": { "a": null }, "wide": 1 },
        "tail": { "x": 200 }, "newer": { "...": "850107" }, "wide": 1000
    });
    let value = codec.read_json(ty, &json).unwrap_or_else(|error| panic!("{error}"));
    codec.encode(ty, &value).unwrap_or_else(|error| panic!("{error}"))
}

fn kinds_options(graph: &ValidGraph, rules: Rules, holes: Option<&[&str]>) -> Options {
    let root = graph.definitions("Message")[0];
    let mut options = Options::new("kinds", rules, vec![Root::both_ways(root)]);
    if let Some(holes) = holes {
        let of = |rules| Some(sample_of_kinds(graph, rules));
        let sample =
            of(if rules == Rules::Der { interp_runtime::Rules::Der } else { interp_runtime::Rules::Ber });
        let hole = |path: &str| HoleRequest {
            path: path.to_owned(),
            span: Span::none(),
            name: path.replace('.', "_"),
            is_fixed: path == "wide",
        };
        options.shapes.push(Request {
            name: "like".to_owned(),
            span: Span::none(),
            root,
            decode: sample.clone(),
            encode: sample,
            share: None,
            holes: holes.iter().map(|path| hole(path)).collect(),
            counts: Vec::new(),
        });
    }
    options
}

/// Compares stubs of the kinds after a change of the segments. Returns the difference, if there is one.
fn compare_kinds(rules: Rules, flags: &[&str], change: impl Fn(&mut Segments)) -> Result<Counts, String> {
    compare_forms(rules, trying, (flags, None), change)
}

/// As [`compare_kinds`], as tables, after a change of their engine.
fn compare_tables(
    rules: Rules,
    (flags, engine): (&[&str], Option<(&str, &str)>),
    change: impl Fn(&mut Segments),
) -> Result<Counts, String> {
    compare_forms(rules, trying_tables, (flags, engine), change)
}

fn compare_forms(
    rules: Rules,
    tries: Tries,
    (flags, engine): (&[&str], Option<(&str, &str)>),
    change: impl Fn(&mut Segments),
) -> Result<Counts, String> {
    let graph = kinds();
    // No table compares a value with its DEFAULT, which DER does not permit.
    let is_compared = |hole: &&str| rules == Rules::Ber || !["level", "name"].contains(hole);
    let holes: Vec<&str> = KINDS_HOLES.into_iter().filter(is_compared).collect();
    let holes = if tries as usize == trying as Tries as usize { &KINDS_HOLES[..] } else { &holes };
    let mut with = build(&graph, kinds_options(&graph, rules, Some(holes)), "");
    let without = build(&graph, kinds_options(&graph, rules, None), "g_");
    let whole = with.shapes[0].decode.clone().expect("it is decoded");
    let message = whole.octets.clone();
    with.shapes[0].decode.iter_mut().for_each(change);
    let techniques = tries(&with, plans::compiled(&with, |_| true));
    let comparer = Comparer::changed(&with, &techniques, &without, (flags, engine))?;
    let text = |error: stubs::FeedError| error.text;
    comparer.compare(&["cut"], std::slice::from_ref(&message)).map_err(text)?;
    let of_values = varied(&message, 3);
    comparer.compare(&["whole"], &of_values).map_err(text)?;
    // A table compares octets in another way if a length has grown.
    let is_grown = |other: &Vec<u8>| other.len() > message.len() && whole.is_like(other);
    let grown = of_values.into_iter().find(is_grown).expect("a hole has another length");
    comparer.compare(&["mutants", "3"], &[message, grown]).map_err(text)
}

#[test]
fn every_kind_of_part() {
    for rules in [Rules::Ber, Rules::Der] {
        let counts =
            compare_kinds(rules, SANITIZED, |_| {}).unwrap_or_else(|error| panic!("{rules:?}: {error}"));
        assert!(counts.hits > 100 && counts.sent > 100, "{rules:?}: {counts:?}");
    }
}

#[test]
fn every_kind_of_part_as_a_table() {
    for rules in [Rules::Ber, Rules::Der] {
        let counts = compare_tables(rules, (SANITIZED, None), |_| {});
        let counts = counts.unwrap_or_else(|error| panic!("{rules:?}: {error}"));
        assert!(counts.hits > 100 && counts.sent > 100, "{rules:?}: {counts:?}");
    }
}

/// Without holes, the sample alone has the shape.
#[test]
fn a_shape_without_holes() {
    [trying as Tries, trying_tables].into_iter().for_each(hold_without_holes);
}

fn hold_without_holes(tries: Tries) {
    let graph = kinds();
    let with = build(&graph, kinds_options(&graph, Rules::Ber, Some(&[])), "");
    let without = build(&graph, kinds_options(&graph, Rules::Ber, None), "g_");
    let message =
        with.shapes[0].decode.as_ref().map(|segments| segments.octets.clone()).expect("it is decoded");
    let techniques = tries(&with, plans::compiled(&with, |_| true));
    let comparer = Comparer::build(&with, &techniques, &without, SANITIZED).unwrap_or_else(|e| panic!("{e}"));
    let counts = compare("no holes", &comparer, &["mutants", "29"], &[message]);
    assert!(counts.hits == 1 && counts.sent == 1, "{counts:?}");
}

/// A change of what the generator prints from.
type Fault<'f> = &'f dyn Fn(&mut Segments);

/// With `-DSTUBC_CHECK_SHAPES`, the interpreter decodes every hit again. What differs ends the program.
#[test]
fn hits_are_checked_where_that_is_asked_for() {
    let flags = &["-O1", "-DSTUBC_CHECK_SHAPES"];
    compare_kinds(Rules::Der, flags, |_| {}).unwrap_or_else(|error| panic!("{error}"));
    let number = |segments: &mut Segments| {
        let fill = segments.fills.iter_mut().find_map(|(_, fill)| match fill {
            Fill::Number(_, Number::Integer(number)) => Some(number),
            _ => None,
        });
        *fill.expect("the sample has a constant number") += 1;
    };
    let found = compare_kinds(Rules::Ber, flags, number).expect_err("the number is wrong");
    assert!(!found.contains("differs"), "the stubs find it before the comparison does: {found}");
    let found = compare_kinds(Rules::Ber, stubs::QUICK, number).expect_err("the number is wrong");
    assert!(found.contains("differs"), "{found}");
    let found = compare_tables(Rules::Ber, (flags, None), number).expect_err("the number is wrong");
    assert!(!found.contains("differs"), "the stubs find it before the comparison does: {found}");
}

/// The comparison must find faults of the generator.
#[test]
fn faults_of_the_generator_are_found() {
    let hole = |segments: &mut Segments, path: &str| {
        let hole = segments.holes.iter_mut().find(|hole| hole.path == path);
        hole.expect("the sample has the hole").is_checked = false;
    };
    let faults: [(&str, Fault<'_>); 6] = [
        ("no sum of all holes", &|segments| segments.elements = segments.elements.split_off(1)),
        ("no sum of one hole", &|segments| segments.elements.truncate(segments.elements.len() - 1)),
        ("a wide mask", &|segments| segments.masks[6] = 0x0f),
        ("no check of an OBJECT IDENTIFIER", &|segments| hole(segments, "oid")),
        ("no check of an integer in bytes", &|segments| hole(segments, "any")),
        ("no check of a range", &|segments| hole(segments, "small")),
    ];
    for (title, fault) in faults {
        let found = compare_kinds(Rules::Ber, stubs::QUICK, fault).expect_err(title);
        assert!(found.contains("differs"), "{title}: {found}");
    }
}

/// The comparison must find faults of tables and of their engine.
#[test]
fn faults_of_tables_are_found() {
    let unchecked = |segments: &mut Segments, path: &str| {
        let hole = segments.holes.iter_mut().find(|hole| hole.path == path);
        hole.expect("the sample has the hole").is_checked = false;
    };
    let faults: [(&str, Fault<'_>); 5] = [
        ("no sum of all holes", &|segments| segments.elements = segments.elements.split_off(1)),
        ("no sum of one hole", &|segments| segments.elements.truncate(segments.elements.len() - 1)),
        ("no check of an OBJECT IDENTIFIER", &|segments| unchecked(segments, "oid")),
        ("no check of an integer in bytes", &|segments| unchecked(segments, "any")),
        ("no check of a range", &|segments| unchecked(segments, "small")),
    ];
    for (title, fault) in faults {
        let found = compare_tables(Rules::Ber, (stubs::QUICK, None), fault).expect_err(title);
        assert!(found.contains("differs"), "{title}: {found}");
    }
    let faults = [
        ("no comparison of a sum", "if (ends[--open] != ", "if (ends[--open] == 1 + "),
        ("no comparison of words", "if (own != other) {", "if (own != own) {"),
        ("no comparison of octets", "if (p[count - 1] != sample[count - 1]) {", "if (p == sample) {"),
        ("no comparison beside a length", "return memcmp(p, own, count) == 0;", "return p != own;"),
        ("no comparison with the octets left", "|| n > room", "|| n > 200"),
        ("no check of the shortest form", "if (n > 1 && c[0] == ", "if (n > 1 && 0x100 == "),
        ("no check of the unused bits", "return unused <= 7 && hole", "return hole"),
    ];
    for (title, from, to) in faults {
        let change = (stubs::QUICK, Some((from, to)));
        let found = compare_tables(Rules::Ber, change, |_| {}).expect_err(title);
        assert!(found.contains("differs"), "{title}: {found}");
    }
}
