//! Rigid shapes, under the rules where every part of a message has a known place: stubs that try a shape first give the
//! same answer as stubs without one, for every input.

use codegen::shape::{Fill, HoleRequest, Number, Request, Segments};
use codegen::{Model, Options, Root, Rules};
use interp_runtime::{Codec, Random, random_value};
use stubc_benches::family::{compile, specification_files};
use stubc_benches::plans;
use stubc_benches::shapes::{Comparer, Counts, RIGID, Shaped, Tries, model, trying, trying_tables};
use stubc_benches::stubs::{QUICK, SANITIZED};
use stubc_benches::subject::of_codec;
use syntax_graph::{SourceMap, Span, ValidGraph};

/// A specification with a sample.
struct Kinds {
    name: &'static str,
    spec: &'static str,
    sample: fn() -> serde_json::Value,
    holes: &'static [&'static str],
}

fn build<'g>(graph: &'g ValidGraph, mut options: Options, prefix: &str) -> Model<'g> {
    options.prefix = prefix.to_owned();
    model(graph, options).unwrap_or_else(|errors| panic!("{errors}"))
}

impl Kinds {
    fn graph(&self) -> ValidGraph {
        let mut sources = SourceMap::new();
        sources.add(self.name, self.spec);
        let output = idl_front::parse(&sources, &idl_front::FrontOptions::default());
        let wrong = output.diagnostics.iter().find(|found| found.is_error());
        assert!(wrong.is_none(), "{wrong:?}");
        let mut graph = output.graph;
        for bytes in graph.definitions("Any") {
            if let syntax_graph::TypeKind::Scalar(syntax_graph::Scalar::Integer(integer)) =
                &mut graph.types[bytes].kind
            {
                integer.repr = syntax_graph::IntegerRepr::Bytes;
            }
        }
        syntax_graph::validate::validate(graph).unwrap_or_else(|errors| panic!("{}", errors[0].message))
    }

    fn message(&self, graph: &ValidGraph, rules: Rules) -> Vec<u8> {
        let codec = Codec::new(graph, of_codec(rules));
        let ty = graph.definitions("Message")[0];
        let value = codec.read_json(ty, &(self.sample)()).unwrap_or_else(|error| panic!("{error}"));
        codec.encode(ty, &value).unwrap_or_else(|error| panic!("{rules:?}: {error}"))
    }

    fn options(&self, graph: &ValidGraph, rules: Rules, is_shaped: bool) -> Options {
        let root = graph.definitions("Message")[0];
        let mut options = Options::new("kinds", rules, vec![Root::both_ways(root)]);
        if is_shaped {
            let sample = Some(self.message(graph, rules));
            let hole = |path: &&str| HoleRequest {
                path: (*path).to_owned(),
                span: Span::none(),
                name: format!("hole_{}", path.replace(['.', '[', ']', '*'], "_")),
                is_fixed: false,
            };
            options.shapes.push(Request {
                name: "like".to_owned(),
                span: Span::none(),
                root,
                decode: sample.clone(),
                encode: sample,
                share: None,
                holes: self.holes.iter().map(hole).collect(),
                counts: Vec::new(),
            });
        }
        options
    }

    /// Compares stubs after a change of the segments. Returns the difference, if there is one.
    fn compare(
        &self,
        rules: Rules,
        way: (&[&str], bool, &str),
        change: impl Fn(&mut Segments),
    ) -> Result<Counts, String> {
        self.compare_forms(rules, (trying, None), way, change)
    }

    /// As [`compare`](Self::compare), as tables, after a change of their engine.
    fn compare_tables(
        &self,
        rules: Rules,
        engine: Option<(&str, &str)>,
        way: (&[&str], bool, &str),
        change: impl Fn(&mut Segments),
    ) -> Result<Counts, String> {
        self.compare_forms(rules, (trying_tables, engine), way, change)
    }

    fn compare_forms(
        &self,
        rules: Rules,
        (tries, engine): (Tries, Option<(&str, &str)>),
        (flags, is_interpreted, stride): (&[&str], bool, &str),
        change: impl Fn(&mut Segments),
    ) -> Result<Counts, String> {
        let graph = self.graph();
        let mut with = build(&graph, self.options(&graph, rules, true), "");
        let without = build(&graph, self.options(&graph, rules, false), "g_");
        let whole = with.shapes[0].decode.clone().expect("it is decoded");
        with.shapes[0].decode.iter_mut().for_each(&change);
        with.shapes[0].encode.iter_mut().for_each(&change);
        let plan = if is_interpreted { plans::interpreted(&with) } else { plans::compiled(&with, |_| true) };
        let comparer = Comparer::changed(&with, &tries(&with, plan), &without, (flags, engine))?;
        let mut messages = filled(&whole, 300);
        let codec = Codec::new(&graph, of_codec(rules));
        let root = graph.definitions("Message")[0];
        let values = (0..100).filter_map(|seed| random_value(&graph, root, seed));
        messages.extend(values.filter_map(|value| codec.encode(root, &value).ok()));
        let text = |error: stubc_benches::stubs::FeedError| error.text;
        comparer.compare(&["cut"], std::slice::from_ref(&whole.octets)).map_err(text)?;
        let counts = comparer.compare(&["whole"], &messages).map_err(text)?;
        comparer.compare(&["mutants", stride], &[whole.octets]).map_err(text)?;
        Ok(counts)
    }

    /// Compares under the sanitizers, beside procedures and beside the interpreter, compiled and as tables.
    fn hold(&self, rules: Rules) {
        let forms = [(false, trying as Tries, "1"), (true, trying, "7"), (true, trying_tables, "1")];
        for (is_interpreted, tries, stride) in forms {
            let way = (SANITIZED, is_interpreted, stride);
            let counts = self.compare_forms(rules, (tries, None), way, |_| {});
            let counts = counts.unwrap_or_else(|error| panic!("{rules:?}: {error}"));
            assert!(counts.hits > 30 && counts.sent > 30 && counts.varied > 1, "{rules:?}: {counts:?}");
            assert!(counts.hits < counts.inputs, "{rules:?}: {counts:?}");
        }
    }
}

/// Compares real messages: those of folders, beside the sample and its mutants.
fn real(shaped: &Shaped, folders: &[std::path::PathBuf]) {
    let graph = shaped.graph().unwrap_or_else(|errors| panic!("{}: {errors}", shaped.title));
    real_of(shaped, &graph, SANITIZED, folders);
}

/// Compares real messages of a specification beside the repository.
fn real_beside(shaped: &Shaped, specs: &str, messages: &str) {
    let Some(shared) = test_needs::shared() else { return };
    let files = specification_files(&shared.join("specs").join(specs));
    let graph = compile(&files, &[shaped.root], &[], false).unwrap_or_else(|errors| panic!("{errors}"));
    real_of(shaped, &graph, QUICK, &[shared.join("messages").join(messages)]);
}

fn real_of(shaped: &Shaped, graph: &ValidGraph, flags: &[&str], folders: &[std::path::PathBuf]) {
    for tries in [trying as Tries, trying_tables] {
        real_as(shaped, graph, (flags, tries), folders);
    }
}

fn real_as(
    shaped: &Shaped,
    graph: &ValidGraph,
    (flags, tries): (&[&str], Tries),
    folders: &[std::path::PathBuf],
) {
    let options = |is_shaped| shaped.options(graph, shaped.rules, is_shaped).expect("the root is known");
    let (with, without) = (build(graph, options(true), ""), build(graph, options(false), "g_"));
    let techniques = tries(&with, plans::compiled(&with, |_| true));
    let comparer = Comparer::build(&with, &techniques, &without, flags);
    let comparer = comparer.unwrap_or_else(|error| panic!("{}: {error}", shaped.title));
    let compare = |mode: &[&str], messages: &[Vec<u8>]| {
        comparer.compare(mode, messages).unwrap_or_else(|error| panic!("{}: {}", shaped.title, error.text))
    };
    let segments = with.shapes[0].decode.as_ref().expect("it is decoded");
    let mut messages = filled(segments, 200);
    for folder in folders {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let last = shaped.root.rsplit('.').next().unwrap_or(shaped.root);
            if name.contains(&format!("-{last}.")) || folder.ends_with("specs/its/messages") {
                messages.extend(std::fs::read(entry.path()).ok().filter(|octets| octets.len() < 4000));
            }
        }
    }
    let counts = compare(&["whole"], &messages);
    assert!(counts.hits > 1 && counts.sent > 1 && counts.varied > 1, "{}: {counts:?}", shaped.title);
    compare(&["cut"], &[(shaped.sample)()]);
    let stride = if segments.octets.len() > 200 { "29" } else { "1" };
    compare(&["mutants", stride], &[(shaped.sample)()]);
}

/// The folders of real messages with this name: in the repository, and beside it.
fn folders(own: &str, beside: &str) -> Vec<std::path::PathBuf> {
    let beside = test_needs::shared().map(|shared| shared.join("messages").join(beside));
    std::iter::once(stubc_benches::specs().join(own)).chain(beside).collect()
}

/// Every value of S1AP stands in an open type.
#[test]
fn setups_of_contexts() {
    let sample = || {
        let shared = test_needs::shared().unwrap_or_default();
        let file = shared.join("messages/packed/s1ap-nextepc/0013-S1AP-PDU.aper");
        std::fs::read(file).expect("the sample is there")
    };
    let holes: &[(&str, &str, bool)] = &[
        ("*.value.protocolIEs[0].value", "mme", true),
        ("*.value.protocolIEs[1].value", "enb", true),
        ("*.e-RAB-ID", "bearer", true),
        ("*.transportLayerAddress", "address", true),
        ("*.gTP-TEID", "tunnel", true),
    ];
    let (title, root) = ("S1AP", "S1AP-PDU-Descriptions.S1AP-PDU");
    let shaped = Shaped { title, specs: "s1ap", rules: Rules::Aper, root, sample, holes };
    real_beside(&shaped, "asn1/s1ap", "packed/s1ap-nextepc");
}

/// A message of LTE RRC, whose strings do not begin with octets.
#[test]
fn setups_of_connections() {
    let sample = || {
        let shared = test_needs::shared().unwrap_or_default();
        let file = shared.join("messages/lte-rrc-rel8/0010-DL-DCCH-Message.uper");
        std::fs::read(file).expect("the sample is there")
    };
    let holes: &[(&str, &str, bool)] = &[("*.rrc-TransactionIdentifier", "transaction", true)];
    let (title, root) = ("LTE RRC", "DL-DCCH-Message");
    let shaped = Shaped { title, specs: "rrc", rules: Rules::Uper, root, sample, holes };
    real_beside(&shaped, "asn1/lte-rrc-rel8", "lte-rrc-rel8");
}

#[test]
fn awareness_messages() {
    real(&RIGID[0], &folders("its/messages", "its"));
}

#[test]
fn attributes_of_files() {
    real(&RIGID[1], &folders("xdr/messages", "onc-rpc"));
}

#[test]
fn reads_of_files() {
    real(&RIGID[2], &folders("xdr/messages", "onc-rpc"));
}

/// Returns the message with random bits in its holes: all bits, and one hole alone.
fn filled(segments: &Segments, count: usize) -> Vec<Vec<u8>> {
    let mut random = Random::new(5);
    let mut messages = Vec::new();
    for number in 0..count {
        let mut message = segments.octets.clone();
        for (at, hole) in segments.holes.iter().enumerate() {
            let Some(wire) = &hole.wire else { continue };
            if number % 2 == 0 || number / 2 % segments.holes.len() == at {
                let end = wire.at + wire.bits();
                let (ones, zeros) = (random.one_in(8), random.one_in(8));
                for bit in wire.at..end {
                    let mask = 0x80 >> (bit % 8);
                    let octet = &mut message[(bit / 8) as usize];
                    match (ones, zeros) {
                        (true, _) => *octet |= mask,
                        (_, true) => *octet &= !mask,
                        _ if random.one_in(2) => *octet ^= mask,
                        _ => {}
                    }
                }
            }
        }
        messages.push(message);
    }
    messages
}

/// Every kind of part.
const KINDS: Kinds = Kinds {
    name: "kinds.asn1",
    spec: "K DEFINITIONS AUTOMATIC TAGS ::= BEGIN
    Message ::= SEQUENCE {
        flag BOOLEAN, small INTEGER (-5..200), big INTEGER (0..18446744073709551615), wide INTEGER (0..65535),
        odd INTEGER (3..70003), far INTEGER (-9223372036854775808..9223372036854775807),
        free INTEGER, least INTEGER (-7..MAX), most INTEGER (MIN..1000000), more INTEGER (0..7, ...),
        beyond INTEGER (0..7, ...), kind Kind, plain Plain, level INTEGER (0..9) DEFAULT 3, on BOOLEAN DEFAULT TRUE,
        octets OCTET STRING, key OCTET STRING (SIZE (5)), pair OCTET STRING (SIZE (2)), span OCTET STRING (SIZE (1..9)),
        bits BIT STRING (SIZE (13)), some BIT STRING (SIZE (1..40)), long BIT STRING (SIZE (24)),
        named BIT STRING { a(0), b(1) } OPTIONAL, name UTF8String, choice Choice, list SEQUENCE OF Choice,
        same SEQUENCE (SIZE (3)) OF INTEGER (0..100), strings SEQUENCE OF OCTET STRING (SIZE (3)),
        any Any, oid OBJECT IDENTIFIER, letters IA5String, hex PrintableString (FROM (\"0\"..\"9\" | \"A\"..\"F\")),
        wides BMPString, none NULL, absent INTEGER OPTIONAL, text UTF8String OPTIONAL, empty OCTET STRING,
        nothing SEQUENCE OF NULL, child Message OPTIONAL, tail SEQUENCE { x INTEGER (0..255), ..., y INTEGER DEFAULT 5,
            [[ z INTEGER (0..7), w UTF8String OPTIONAL, u BOOLEAN DEFAULT TRUE ]], v BOOLEAN },
        extended CHOICE { a NULL, ..., b INTEGER (0..999), c SEQUENCE { d INTEGER, e OCTET STRING } },
        other CHOICE { a NULL, ..., b INTEGER (0..999), c SEQUENCE { d INTEGER, e OCTET STRING } },
        last INTEGER (0..3) }
    Any ::= INTEGER
    Kind ::= ENUMERATED { one(1), two(5), three(7), ..., four(9) }
    Plain ::= ENUMERATED { red, green, blue }
    Choice ::= CHOICE { number INTEGER (0..65000), text UTF8String, many SEQUENCE OF INTEGER, ... }
END",
    sample: || {
        let child = |more: serde_json::Value| {
            let mut value = serde_json::json!({
                "flag": false, "small": -3, "big": 18_000_000_000_000_000_000_u64, "wide": 77, "odd": 40000, "far": -5,
                "free": 1000, "least": 70000, "most": -3, "more": 5, "beyond": 300, "kind": "two", "plain": "green",
                "level": 5, "on": false, "octets": "0102030405", "key": "0504030201", "pair": "7788", "span": "0a0b0c",
                "bits": { "value": "A018", "length": 13 }, "some": { "value": "FFE0", "length": 11 },
                "long": { "value": "123456", "length": 24 }, "named": { "value": "C0", "length": 2 }, "name": "abc",
                "choice": { "number": 300 }, "list": [{ "number": 7 }, { "number": 64000 }],
                "same": [1, 2, 100], "strings": ["010203", "040506"], "any": 77, "oid": "1.3.6.1", "letters": "letters",
                "hex": "09AF", "wides": "wide", "none": null, "text": "y", "empty": "", "nothing": [null, null, null],
                "last": 2
            });
            let arms =
                serde_json::json!({ "extended": { "b": 77 }, "other": { "c": { "d": 1, "e": "0102" } },
                    "tail": { "x": 200, "y": 6, "z": 3, "w": "ab", "u": false } });
            for more in [arms, more] {
                if let (Some(value), Some(more)) = (value.as_object_mut(), more.as_object()) {
                    value.extend(more.clone());
                }
            }
            value
        };
        child(serde_json::json!({ "child": child(serde_json::json!({})) }))
    },
    holes: &[
        "flag", "small", "big", "wide", "odd", "far", "free", "least", "most", "more", "beyond", "kind", "plain", "level",
        "on", "octets", "key", "pair", "span", "bits", "some", "long", "named", "name", "choice", "list[*]", "same[*]",
        "strings[*]", "empty", "tail.x", "tail.y", "tail.z", "tail.w", "tail.u", "extended", "other.c.d", "other.c.e", "last",
    ],
};

/// Open types that governors resolve.
const OPENS: Kinds = Kinds {
    name: "opens.asn1",
    spec: "O DEFINITIONS AUTOMATIC TAGS ::= BEGIN
    Message ::= SEQUENCE { first INTEGER (0..255), typed Typed, all SEQUENCE OF Typed, last INTEGER (0..3) }
    THING ::= CLASS { &id INTEGER (0..300) UNIQUE, &Type } WITH SYNTAX { &Type BY &id }
    Things THING ::= { { BOOLEAN BY 1 } | { Held BY 2 } | { NULL BY 3 } | { INTEGER BY 300 } }
    Held ::= SEQUENCE { many SEQUENCE OF INTEGER (0..255), octets OCTET STRING, inner Typed OPTIONAL }
    Typed ::= SEQUENCE { a INTEGER (0..255), what THING.&id ({Things}), value THING.&Type ({Things}{@what}),
        name OCTET STRING (SIZE (3)) }
END",
    sample: || {
        serde_json::json!({
            "first": 7, "last": 2,
            "typed": { "a": 1, "what": 2, "name": "010203", "value": { "many": [4, 5], "octets": "01".repeat(40),
                "inner": { "a": 2, "what": 300, "name": "010203", "value": 70 } } },
            "all": [{ "a": 3, "what": 1, "name": "010203", "value": true },
                { "a": 4, "what": 300, "name": "010203", "value": -5 }]
        })
    },
    holes: &[
        "first",
        "typed.a",
        "typed.name",
        "typed.value.many[*]",
        "typed.value.octets",
        "typed.value.inner.value",
        "typed.value.inner.name",
        "all[*].value",
        "all[*].name",
        "last",
    ],
};

#[test]
fn open_types_that_governors_resolve() {
    for rules in [Rules::Aper, Rules::Oer, Rules::Coer] {
        OPENS.hold(rules);
    }
}

/// Every kind of part of XDR.
const WORDS: Kinds = Kinds {
    name: "kinds.x",
    spec: "typedef opaque Four[4]; enum Colour { RED = 1, BLUE = -7 };
    union Choice switch (Colour what) { case RED: unsigned int number; case BLUE: string name<>; default: void; };
    union Either switch (bool is) { case TRUE: hyper large; case FALSE: opaque key[3]; };
    struct Pair { short half; unsigned char octet; };
    struct Link { int number; string name<>; Link *next; };
    struct Deep { Deep *left; Deep *right; int number; };
    struct Message {
        bool flag; int number; unsigned int count; hyper far; unsigned hyper further; Colour colour; float real;
        double precise; opaque key[5]; opaque data<>; string name<40>; Pair pair; Pair pairs[2]; Pair more<>; int ints<>;
        hyper hypers[2]; Choice choice; Choice choices<>; Either either; Either other; Pair *there; Pair *absent; Link *list;
        Deep *deep; opaque empty<>; Four keys[2]; char letter; unsigned short last; };",
    sample: || {
        serde_json::json!({
            "flag": true, "number": -5, "count": 4_000_000_000_u32, "far": -3, "further": 18_000_000_000_000_000_000_u64,
            "colour": "BLUE", "real": { "hex": "3FC00000" }, "precise": { "hex": "3FF8000000000000" }, "key": "0102030405",
            "data": "0A0B0C", "name": "name", "pair": { "half": -2, "octet": 200 },
            "pairs": [{ "half": 1, "octet": 2 }, { "half": 3, "octet": 4 }], "more": [{ "half": 5, "octet": 6 }],
            "ints": [1, -1, 3], "hypers": [5, -6], "choice": { "what": "RED", "number": 7 },
            "choices": [{ "what": "BLUE", "name": "abc" }, { "what": "BLUE", "name": "defgh" }], "either": { "is": true, "large": 70000 },
            "other": { "is": false, "key": "010203" },
            "there": { "half": 8, "octet": 9 }, "list": [{ "number": 1, "name": "x" }, { "number": 2, "name": "yz" }],
            "deep": { "number": 1, "left": { "number": 2 } }, "empty": "", "keys": ["00010203", "04050607"], "letter": 65,
            "last": 65535
        })
    },
    holes: &[
        "flag", "number", "count", "far", "further", "colour", "real", "precise", "key", "data", "name", "pair.half",
        "pairs[*].octet", "more[*].half", "ints[*]", "hypers[*]", "choice", "choices[*]", "either", "other", "there.octet",
        "list[*].number", "list[*].name", "empty", "keys[*]", "letter", "last",
    ],
};

#[test]
fn every_kind_of_part_under_xdr() {
    WORDS.hold(Rules::Xdr);
}

#[test]
fn every_kind_of_part_under_uper() {
    KINDS.hold(Rules::Uper);
}

#[test]
fn every_kind_of_part_under_aper() {
    KINDS.hold(Rules::Aper);
}

#[test]
fn every_kind_of_part_under_oer() {
    KINDS.hold(Rules::Oer);
}

#[test]
fn every_kind_of_part_under_coer() {
    KINDS.hold(Rules::Coer);
}

/// With `-DSTUBC_CHECK_SHAPES`, the general decoder decodes every hit again. What differs ends the program.
#[test]
fn hits_are_checked_where_that_is_asked_for() {
    let way = (&["-O1", "-DSTUBC_CHECK_SHAPES"][..], false, "5");
    for rules in [Rules::Uper, Rules::Oer] {
        KINDS.compare(rules, way, |_| {}).unwrap_or_else(|error| panic!("{rules:?}: {error}"));
    }
    let number = |segments: &mut Segments| {
        let fill = segments.fills.iter_mut().find_map(|(_, fill)| match fill {
            Fill::Number(_, Number::Integer(number)) => Some(number),
            _ => None,
        });
        *fill.expect("the sample has a constant number") += 1;
    };
    let found = KINDS.compare(Rules::Uper, way, number).expect_err("the number is wrong");
    assert!(!found.contains("differs"), "the stubs find it before the comparison does: {found}");
    let found = KINDS.compare(Rules::Uper, (QUICK, false, "5"), number).expect_err("the number is wrong");
    assert!(found.contains("differs"), "{found}");
    let found = KINDS.compare_tables(Rules::Uper, None, way, number).expect_err("the number is wrong");
    assert!(!found.contains("differs"), "the stubs find it before the comparison does: {found}");
}

/// Without holes, the sample alone has the shape.
#[test]
fn a_shape_without_holes() {
    let alone = Kinds { holes: &[], ..KINDS };
    let counts = alone.compare(Rules::Aper, (SANITIZED, false, "29"), |_| {});
    let counts = counts.unwrap_or_else(|error| panic!("{error}"));
    assert!(counts.hits > 0 && counts.varied > 0, "{counts:?}");
}

/// The comparison must find faults of the generator.
#[test]
fn faults_of_the_generator_are_found() {
    type Fault<'f> = &'f dyn Fn(&mut Segments);
    let unchecked = |segments: &mut Segments, path: &str| {
        let hole = segments.holes.iter_mut().find(|hole| hole.path == path);
        hole.expect("the sample has the hole").is_checked = false;
    };
    let moved = |segments: &mut Segments| {
        let wire = segments.holes.iter_mut().find_map(|hole| hole.wire.as_mut());
        wire.expect("the shape is rigid").at += 1;
    };
    let faults: [(&str, Fault<'_>); 3] = [
        ("a wide mask", &|segments| segments.masks[200] = 0),
        ("no check of a range", &|segments| unchecked(segments, "small")),
        ("a hole one bit further", &moved),
    ];
    for (title, fault) in faults {
        let way = (QUICK, false, "3");
        let found = KINDS.compare(Rules::Uper, way, fault).expect_err(title);
        assert!(found.contains("differs"), "{title}: {found}");
        let found = KINDS.compare_tables(Rules::Uper, None, way, fault).expect_err(title);
        assert!(found.contains("differs"), "{title}: {found}");
    }
    let faults = [
        ("no masks", "flags & 0x80 ? *table++ : 0xff", "flags & 0x80 ? *table++ & 0xf0u : 0xff"),
        ("no comparison", "if ((*p ^ *table++) & mask)", "if (((*p ^ *table++) & mask) == 0x1000)"),
    ];
    for (title, from, to) in faults {
        let found = KINDS.compare_tables(Rules::Uper, Some((from, to)), (QUICK, false, "3"), |_| {});
        let found = found.expect_err(title);
        assert!(found.contains("differs"), "{title}: {found}");
    }
}
