//! Empty values and buffers at NULL: values without bytes and elements, input and buffers of 0 bytes. In
//! every technique, under sanitizers that report arithmetic on NULL.

use codegen::{Model, Rules};
use interp_runtime::json;
use serde_json::Value as Json;
use std::process::Command;
use stubc_benches::family::{Family, family};
use stubc_benches::stubs::{self, Modes};
use stubc_benches::subject::{Record, Subject};
use stubc_benches::{plans, sanitizer, witness};

const ASN1: &str = "Empty DEFINITIONS AUTOMATIC TAGS ::= BEGIN
    Message ::= SEQUENCE {
        octets OCTET STRING, bits BIT STRING, named BIT STRING { a(0), b(1) }, text UTF8String, bmp BMPString,
        real REAL, some REAL (0..5), parts REAL (WITH COMPONENTS { mantissa (-3..3), base (2), exponent (0..3) }),
        matching IA5String (PATTERN \"a*\"), wide BMPString (PATTERN \"a*\"), long UTF8String (PATTERN \"a*\"),
        letters PrintableString (FROM (\"a\"..\"z\")) (SIZE (0..3)), points UTF8String (SIZE (0..3)),
        known OCTET STRING (''H | '01'H), bit BIT STRING (''B | '1'B), flags BIT STRING { a(0) } (''B),
        inside OCTET STRING (ALL EXCEPT (CONTAINING INTEGER)),
        filled OCTET STRING DEFAULT '01'H, nothing OCTET STRING DEFAULT ''H, none BIT STRING DEFAULT ''B,
        list SEQUENCE OF INTEGER, set SET OF OCTET STRING, no SEQUENCE OF Inner DEFAULT {}, such SET (SIZE (0..2)) OF OCTET STRING,
        inner Inner, more Message OPTIONAL, last CHOICE { octets OCTET STRING, list SEQUENCE OF NULL } }
    Inner ::= SEQUENCE { a OCTET STRING, b SEQUENCE OF BOOLEAN }
    Octets ::= OCTET STRING
    Bits ::= BIT STRING
    Chars ::= UTF8String
    Refused ::= CHOICE { name OBJECT IDENTIFIER, big INTEGER (0..18446744073709551616), time UTCTime, any [9] Open, kept Inner }
    Open ::= TYPE-IDENTIFIER.&Type
    END";

/// The value of `Message` that is all zero in C.
const ZERO: &str = r#"{"octets":"","bits":{"value":"","length":0},"named":{"value":"","length":0},"text":"","bmp":"",
    "real":{"hex":""},"some":{"hex":""},"parts":{"hex":""},"matching":"","wide":"","long":"","letters":"","points":"",
    "known":"","bit":{"value":"","length":0},"flags":{"value":"","length":0},"inside":"","filled":"","nothing":"",
    "none":{"value":"","length":0},"list":[],"set":[],"no":[],"such":[],"inner":{"a":"","b":[]},"last":{"octets":""}}"#;

const XDR: &str = "struct inner { opaque a<>; int b<>; };
    struct Message { opaque octets<>; string text<9>; opaque fixed[3]; int words<>; hyper hypers<5>; inner inners<>; inner *one;
        inner again; string last<>; };
    struct Octets { opaque x<>; };
    struct Bits { hyper x<>; };
    struct Chars { inner x<>; };";

const MAIN: &str = r#"
#include <stdio.h>
#include "NAME.h"
static void show(const uint8_t *octets, stubc_result result)
{
    stubc_result i;
    for (i = 0; i < result; i++)
        printf("%02X", octets[i]);
    printf(result < 0 ? "%ld\n" : "\n", (long)result);
}
int main(void)
{
    static uint8_t buffer[1024];
    Message v;
    stubc_context none = stubc_context_over(NULL, 0);
    stubc_error error;
    uint8_t *start;
    memset(&v, 0, sizeof v);
    CHOOSE
    show(buffer, Message_encode(&v, buffer, sizeof buffer, NULL, &error));
    show(buffer, Message_encode(&v, buffer, sizeof buffer, &none, &error));
    show(NULL, Message_encode(&v, NULL, 0, NULL, &error));
    show(NULL, Message_encode_tail(&v, NULL, 0, &none, &error, &start));
    error.offset = 99;
    show(NULL, Message_decode(&v, NULL, 0, NULL, &error));
    printf("%d at %lu\n", error.code, (unsigned long)error.offset);
    show(NULL, Message_decode_exact(&v, NULL, 0, &none, &error));
    MORE
    return 0;
}
"#;

const REFUSED: &str = r#"
    {
        static const uint16_t kinds[] = {Refused_kind_name, Refused_kind_big, Refused_kind_any, Refused_kind_kept};
        unsigned i;
        for (i = 0; i < sizeof kinds / sizeof *kinds; i++) {
            Refused r;
            memset(&r, 0, sizeof r);
            r.kind = kinds[i];
            show(buffer, Refused_encode(&r, buffer, sizeof buffer, &none, &error));
            show(NULL, Refused_encode(&r, NULL, 0, &none, &error));
        }
    }
"#;

fn subject(file: &str, text: &str, like: &'static Family) -> Subject {
    let config =
        "[types]\n\"Empty.Inner\" = { keep-bytes = true }\n\"Empty.Refused.big\" = { integer = \"bytes\" }\n";
    let configs =
        file.ends_with(".asn1").then(|| ("c.toml".to_owned(), config.to_owned())).into_iter().collect();
    let settings =
        stubc::Settings { specs: vec![(file.into(), text.into())], configs, ..stubc::Settings::default() };
    let specification = stubc::front::specification(&settings);
    let graph = specification.unwrap_or_else(|error| panic!("{:?}", error.diagnostics)).graph;
    let names = ["Message", "Octets", "Bits", "Chars", "Refused"];
    let roots = names.iter().flat_map(|name| graph.definitions(name)).collect();
    Subject { family: like, graph, roots, messages: Vec::new() }
}

fn run(model: &Model<'_>, main: &str) -> Vec<(&'static str, String)> {
    let run = |(name, plan): (&'static str, _)| {
        let mut flags = stubs::SANITIZED.to_vec();
        if matches!(name, "interpreted" | "compiled") {
            flags.push("-D__OPTIMIZE_SIZE__");
        }
        let program = stubs::build_around(model, &plan, sanitizer::compiler(), &flags, main, &[]);
        let program = program.unwrap_or_else(|error| panic!("{name}: {error}"));
        let output = Command::new(program.folder().join("harness")).output().expect("it runs");
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{name}: {text}");
        (name, String::from_utf8_lossy(&output.stdout).into_owned())
    };
    plans::all(model).into_iter().map(run).collect()
}

#[test]
fn values_buffers_and_input() {
    let subject = subject("empty.asn1", ASN1, family("project-kinds", "kinds"));
    let root = subject.roots[0];
    let json: Json = serde_json::from_str(ZERO).expect("it is JSON");
    let value = json::from_json(&subject.graph, root, &json).expect("it is a value");
    let main = MAIN.replace("NAME", "empty").replace("CHOOSE", "v.last.kind = Message_last_kind_octets;");
    let main = main.replace("MORE", REFUSED);
    for (rules, check_constraints, instrument) in
        [(Rules::Ber, false, false), (Rules::Ber, true, true), (Rules::Der, true, false)]
    {
        let codec = subject.codec(rules);
        let codec = if check_constraints { codec.with_constraints() } else { codec };
        let encoded = json::hex(&codec.encode(root, &value).expect("it is permitted"));
        let options = subject.options(rules);
        let name = "empty".to_owned();
        let model = subject.model(codegen::Options { name, check_constraints, instrument, ..options });
        let tail = "-10\n-10\n-1\n-1 at 0\n-1\n";
        // A value that keeps its bytes, and has none, is sent by its members.
        let refused = "-4\n-4\n-4\n-4\n-4\n-4\n30048000A100\n-10\n";
        let expected = format!("{encoded}\n{encoded}\n{tail}{refused}");
        for (plan, answer) in run(&model, &main) {
            assert_eq!(answer, expected, "{rules:?} {plan}");
        }
    }
}

#[test]
fn values_buffers_and_input_of_xdr() {
    let subject = subject("empty.x", XDR, family("project-xdr", "kinds.x"));
    let main = MAIN.replace("NAME", "empty").replace("CHOOSE", "").replace("MORE", "");
    let options = subject.options(Rules::Xdr);
    let model = subject.model(codegen::Options { name: "empty".to_owned(), ..options });
    let zeros = "00".repeat(40);
    for (plan, answer) in run(&model, &main) {
        assert_eq!(answer, format!("{zeros}\n{zeros}\n-10\n-10\n-1\n-1 at 0\n-1\n"), "{plan}");
    }
}

/// Strings of no segments, and of empty segments; arenas and buffers of every size, from 0.
#[test]
fn strings_in_no_segments() {
    let subject = subject("empty.asn1", ASN1, family("project-kinds", "kinds"));
    let strings: &[(usize, &[u8])] = &[
        (1, b"\x24\x00"),
        (1, b"\x24\x80\x00\x00"),
        (1, b"\x24\x02\x24\x00"),
        (1, b"\x24\x04\x04\x00\x04\x00"),
        (2, b"\x23\x00"),
        (2, b"\x23\x80\x00\x00"),
        (2, b"\x23\x02\x23\x00"),
        (2, b"\x23\x03\x03\x01\x00"),
        (3, b"\x2c\x00"),
        (3, b"\x2c\x02\x04\x00"),
        (1, b""),
        (0, b"\x30\x00"),
    ];
    let record = |(root, octets): &(usize, &[u8])| Record {
        root: *root,
        octets: octets.to_vec(),
        title: format!("{octets:02X?}"),
    };
    let records: Vec<Record> = strings.iter().map(record).collect();
    let codec = subject.codec(Rules::Ber);
    let model = subject.model(subject.options(Rules::Ber));
    let programs = witness::programs(&subject, &model, plans::all(&model));
    let tally = witness::compare(&codec, &subject.roots, &programs, Modes::Fresh, &records);
    let tally = tally.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((tally.accepted, tally.refused), (10, 2), "{tally:?}");
    for (name, program) in &programs {
        let accepted = &records[..10];
        let answers =
            program.feed(Modes::Sizes, accepted.iter().map(|record| (record.root, &record.octets[..])));
        let answers = answers.unwrap_or_else(|error| panic!("{name}: {error:?}"));
        assert!(answers.iter().all(|answer| answer.starts_with("{\"arena\"")), "{name}: {answers:?}");
    }
}
