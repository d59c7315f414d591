//! `T_ENCODED_MAX`: some value reaches it, no value exceeds it.

use codegen::{Rules, encoded_max};
use interp_runtime::{Codec, Generator, json};
use std::process::Command;
use stubc_benches::family::{FAMILIES, Place};
use stubc_benches::plans;
use stubc_benches::stubs::{WARNINGS, run, write};
use stubc_benches::subject::Subject;
use syntax_graph::{SourceMap, TypeId, ValidGraph};

const ASN1: &str = r#"Bounds DEFINITIONS AUTOMATIC TAGS ::= BEGIN
Small ::= INTEGER (-128..127)
Wide ::= INTEGER (0..18446744073709551615)
Huge ::= INTEGER (-170141183460469231731687303715884105728..3)
Gap ::= INTEGER (0..5 | 130 | 7)
Unsent ::= SEQUENCE { a INTEGER (0..128) DEFAULT 128, b NULL DEFAULT NULL, c BOOLEAN DEFAULT FALSE }
Colour ::= ENUMERATED { red(0), far(40000) }
Later ::= ENUMERATED { red(0), ..., blue(1) }
Bits ::= BIT STRING (SIZE (0..17))
Octets ::= OCTET STRING (SIZE (127))
Longer ::= OCTET STRING (SIZE (128))
Text ::= UTF8String (SIZE (1..40))
Plain ::= UTF8String (FROM ("a".."z")) (SIZE (1..40))
Latin ::= UTF8String (FROM ("a".."é")) (SIZE (0..9))
Ascii ::= UTF8String (FROM ({0,0,0,127})) (SIZE (1..9))
Beside ::= UTF8String (FROM ({0,0,0,128})) (SIZE (1..9))
Seven ::= UTF8String (FROM ({0,0,7,255})) (SIZE (1..9))
Eight ::= UTF8String (FROM ({0,0,8,0})) (SIZE (1..9))
Plane ::= UTF8String (FROM ({0,0,0,32}..{0,0,255,255})) (SIZE (0..5))
Beyond ::= UTF8String (FROM ({0,0,255,255} | {0,1,0,0})) (SIZE (1..5))
Held ::= SEQUENCE { inner Inner, number Small }
Inner ::= SEQUENCE { number Small }
Around ::= SEQUENCE { first NULL, held SEQUENCE (SIZE (1..2)) OF Held }
Wider ::= BMPString (SIZE (0..3))
Nested ::= SEQUENCE (SIZE (1..3)) OF SEQUENCE { at [100] EXPLICIT Wide, more Octets OPTIONAL }
Chosen ::= CHOICE { first Small, second [1000] EXPLICIT Longer, third NULL }
Grown ::= SET { a Chosen, ..., b Bits }
Day ::= SEQUENCE { d DATE, t TIME-OF-DAY, both DATE-TIME, utc UTCTime }
-- These have none.
Free ::= OCTET STRING
Extensible ::= OCTET STRING (SIZE (1..4, ...))
Open ::= CHOICE { a NULL, ... }
Turn ::= SEQUENCE { again Turn OPTIONAL }
Name ::= OBJECT IDENTIFIER
END
"#;

/// Each type, a value with the longest encoding, and its length by hand.
const LONGEST: &[(&str, &str, u64)] = &[
    ("Small", "-128", 3),
    ("Wide", "18446744073709551615", 11),
    ("Huge", "-170141183460469231731687303715884105728", 18),
    ("Gap", "130", 4),
    ("Unsent", r#"{"a":127,"c":true}"#, 8),
    ("Colour", r#""far""#, 5),
    ("Later", "2147483647", 6),
    ("Bits", r#"{"value":"FFFF80","length":17}"#, 6),
    ("Octets", "", 129),
    ("Longer", "", 131),
    ("Wider", r#""abc""#, 8),
    ("Latin", r#""ééééééééé""#, 20),
    ("Ascii", "\"\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\"", 11),
    ("Beside", "\"\u{80}\u{80}\u{80}\u{80}\u{80}\u{80}\u{80}\u{80}\u{80}\"", 20),
    ("Seven", "\"\u{7ff}\u{7ff}\u{7ff}\u{7ff}\u{7ff}\u{7ff}\u{7ff}\u{7ff}\u{7ff}\"", 20),
    ("Eight", "\"\u{800}\u{800}\u{800}\u{800}\u{800}\u{800}\u{800}\u{800}\u{800}\"", 29),
    ("Plane", "\"\u{ffff}\u{ffff}\u{ffff}\u{ffff}\u{ffff}\"", 17),
    ("Beyond", "\"\u{10000}\u{10000}\u{10000}\u{10000}\u{10000}\"", 22),
    ("Held", r#"{"inner":{"number":1},"number":1}"#, 10),
    ("Nested", "[NEST,NEST,NEST]", 442),
    ("Chosen", r#"{"second":"LONGER"}"#, 136),
    ("Grown", r#"{"a":{"second":"LONGER"},"b":{"value":"FFFF80","length":17}}"#, 148),
];

fn parse(name: &str, text: &str) -> ValidGraph {
    let mut sources = SourceMap::new();
    sources.add(name, text);
    let output = idl_front::parse(&sources, &idl_front::FrontOptions::default());
    let told: Vec<&str> = output.diagnostics.iter().map(|one| one.message.as_str()).collect();
    der_values::validate(output.graph, None).unwrap_or_else(|errors| panic!("{told:?} {errors:?}"))
}

fn root(graph: &ValidGraph, name: &str) -> TypeId {
    graph.definitions(name)[0]
}

#[test]
fn the_longest_values_are_as_long() {
    let graph = parse("bounds.asn1", ASN1);
    let codec = Codec::new(&graph, interp_runtime::Rules::Ber);
    let nested = format!(r#"{{"at":18446744073709551615,"more":"{}"}}"#, "5A".repeat(127));
    for (name, text, length) in LONGEST {
        let ty = root(&graph, name);
        assert_eq!(encoded_max(&graph, ty, Rules::Ber), Some(*length), "{name}");
        let text = match *text {
            "" => format!("\"{}\"", "A5".repeat(*length as usize - if *length < 130 { 2 } else { 3 })),
            text => text.replace("LONGER", &"5A".repeat(128)).replace("NEST", &nested),
        };
        let value = serde_json::from_str(&text).expect("it is JSON");
        let value = json::from_json(&graph, ty, &value).unwrap_or_else(|error| panic!("{name}: {error}"));
        let sent = codec.encode(ty, &value).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(sent.len() as u64, *length, "{name}");
    }
    let max = |name: &str, rules| encoded_max(&graph, root(&graph, name), rules);
    assert_eq!((max("Text", Rules::Ber), max("Plain", Rules::Ber)), (Some(163), Some(42)));
    assert_eq!((max("Day", Rules::Ber), max("Day", Rules::Der)), (Some(64), Some(60)));
    for name in ["Free", "Extensible", "Open", "Turn", "Name"] {
        assert_eq!(max(name, Rules::Ber), None, "{name}");
    }
}

/// A value that keeps its bytes is sent as received, however long; so are the values that hold it.
#[test]
fn kept_octets_have_no_longest_encoding() {
    let graph = parse("bounds.asn1", ASN1);
    let kept = graph.resolve(root(&graph, "Inner"));
    let max = |graph: &ValidGraph| {
        ["Inner", "Held", "Around", "Small"]
            .map(|name| encoded_max(graph, root(graph, name), Rules::Ber).is_some())
    };
    assert_eq!(max(&graph), [true, true, true, true]);
    let graph = graph.with_kept([kept].into());
    assert_eq!(max(&graph), [false, false, false, true]);
    let codec = Codec::new(&graph, interp_runtime::Rules::Ber);
    let long = [&[0x30, 0x82, 0x00, 0x03, 0x80, 0x01, 0x05][..]].concat();
    let value = codec.decode(kept, &long).expect("it is BER").value;
    assert_eq!(codec.encode(kept, &value).expect("it is sent"), long, "longer than any that is made anew");
}

/// Random values of the types above with a longest encoding; constraints are checked.
#[test]
fn no_random_value_is_longer() {
    let graph = parse("bounds.asn1", ASN1);
    for rules in [Rules::Ber, Rules::Der] {
        let of = if rules == Rules::Ber { interp_runtime::Rules::Ber } else { interp_runtime::Rules::Der };
        let codec = Codec::new(&graph, of).with_constraints();
        let generator = Generator::new(&graph);
        for ty in graph.types.ids() {
            let Some(most) = encoded_max(&graph, ty, rules) else { continue };
            let values = (0..200).filter_map(|seed| generator.value(ty, seed));
            for sent in values.filter_map(|value| codec.encode(ty, &value).ok()) {
                assert!(sent.len() as u64 <= most, "{}: {} > {most}", graph.type_path(ty), sent.len());
            }
        }
    }
}

#[test]
fn of_xdr_too() {
    let text = "struct all { int a; opaque b[5]; string c<7>; hyper *d; unsigned e<3>; bool f[2]; };
        union one switch (int k) { case 1: all x; case 2: void; default: double y; };
        struct list { int v; list *next; }; typedef string endless<>;";
    let graph = parse("bounds.x", text);
    let max = |name: &str| encoded_max(&graph, root(&graph, name), Rules::Xdr);
    assert_eq!(max("all"), Some(4 + 8 + (4 + 8) + (4 + 8) + (4 + 12) + 8));
    assert_eq!(max("one"), Some(4 + 60));
    assert_eq!((max("list"), max("endless")), (None, None));
}

/// Every type of the families with a longest encoding, and random values of it.
#[test]
fn no_permitted_value_is_longer() {
    let mut seen = 0;
    for family in FAMILIES.iter().filter(|family| family.place != Place::Shared) {
        let Some(subject) = Subject::load(family) else { continue };
        let (graph, rules) = (&subject.graph, subject.rules());
        let codec = subject.codec(rules).with_constraints();
        let generator = Generator::new(graph);
        for ty in graph.types.ids() {
            let Some(most) = encoded_max(graph, ty, rules) else { continue };
            for seed in 0..20 {
                let Some(value) = generator.value(ty, seed) else { continue };
                // Values that the constraints exclude are refused.
                if let Ok(sent) = codec.encode(ty, &value) {
                    assert!(sent.len() as u64 <= most, "{}: {} > {most}", graph.type_path(ty), sent.len());
                    seen += 1;
                }
            }
        }
    }
    assert!(seen > 1000, "{seen} values");
}

/// The header defines it, and a buffer of that many bytes suffices.
#[test]
fn the_header_defines_it() {
    let graph = parse("bounds.asn1", ASN1);
    let roots: Vec<TypeId> = ["Chosen", "Free", "Nested"].iter().map(|name| root(&graph, name)).collect();
    let subject = Subject { family: &FAMILIES[0], graph, roots, messages: Vec::new() };
    let mut options = subject.options(Rules::Der);
    options.name = "bounds".to_owned();
    let model = subject.model(options);
    let folder = tempfile::tempdir().expect("a folder for C");
    let plan = plans::interpreted(&model);
    let mut sources = write(&model, &plan, folder.path()).expect("the folder is writable");
    let main = "#include \"bounds.h\"
#ifdef Free_ENCODED_MAX
#error \"of any length\"
#endif
int main(void)
{
    static const uint8_t octets[128] = {0};
    uint8_t exact[Chosen_ENCODED_MAX], *start;
    Chosen value = {0};
    stubc_error error;
    value.kind = Chosen_kind_second;
    value.u.second.data = octets;
    value.u.second.length = sizeof octets;
    if (Chosen_encode(&value, exact, sizeof exact, NULL, &error) != Chosen_ENCODED_MAX)
        return 1;
    return Chosen_encode_tail(&value, exact, sizeof exact - 1, NULL, &error, &start) != STUBC_NO_SPACE;
}
";
    std::fs::write(folder.path().join("main.c"), main).expect("the folder is writable");
    sources.push("main.c".to_owned());
    let mut build = Command::new("cc");
    build.args(WARNINGS).args(&sources).args(["-o", "main"]).current_dir(folder.path());
    run(&mut build).unwrap_or_else(|error| panic!("{error}"));
    run(&mut Command::new(folder.path().join("main"))).unwrap_or_else(|error| panic!("{error}"));
}
