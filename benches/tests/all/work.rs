//! The limit on decoding by checks of CONTAINING: counted, not timed; equal in every technique and in the
//! codec.

use codegen::{Model, Rules};
use interp_runtime::{Codec, Limits};
use std::process::Command;
use stubc_benches::family::family;
use stubc_benches::stubs::{self, Program};
use stubc_benches::subject::Subject;
use stubc_benches::{plans, sanitizer};

const SPEC: &str = "Work DEFINITIONS AUTOMATIC TAGS ::= BEGIN
    Message ::= SEQUENCE {
        one T OPTIONAL,
        list SEQUENCE OF T OPTIONAL,
        every SEQUENCE (WITH COMPONENT ((CONTAINING A) | (CONTAINING B))) OF OCTET STRING OPTIONAL,
        bits BIT STRING ((CONTAINING A) | (CONTAINING B)) OPTIONAL,
        other OCTET STRING (ALL EXCEPT ((CONTAINING A) | (CONTAINING B))) OPTIONAL,
        series S OPTIONAL,
        twice Twice OPTIONAL,
        filled SEQUENCE { t T, n INTEGER } DEFAULT { t '0000'H, n 5 },
        more Message OPTIONAL }
    T ::= OCTET STRING ((CONTAINING A) | (CONTAINING B))
    A ::= SEQUENCE { t T OPTIONAL, x INTEGER (0) }
    B ::= SEQUENCE { t T OPTIONAL, x INTEGER (1) }
    S ::= OCTET STRING (CONTAINING SEQUENCE { s S OPTIONAL })
    Twice ::= SEQUENCE { inner Inner } (WITH COMPONENTS { inner (WITH COMPONENTS { w (CONTAINING B) }) })
    Inner ::= SEQUENCE { w OCTET STRING } (WITH COMPONENTS { w (CONTAINING B) })
    END";

/// Decodes each message under one limit and encodes its value under another.
const MAIN: &str = r#"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "work.h"
static void answer(const char *what, stubc_result result, const stubc_error *error)
{
    char path[200];
    if (result >= 0) {
        printf("%s %ld;", what, (long)result);
        return;
    }
    stubc_error_path(error, path, sizeof path);
    printf("%s %ld at %ld in %s;", what, (long)result, (long)error->offset, path);
}
int main(void)
{
    static uint64_t arena[1 << 12];
    char decode[24], encode[24];
    size_t length;
    while (scanf("%23s %23s %zu", decode, encode, &length) == 3) {
        stubc_context context = stubc_context_over(arena, sizeof arena);
        uint8_t *input = malloc(length), output[4096];
        stubc_error error;
        stubc_result result;
        Message value;
        getchar();
        if (fread(input, 1, length, stdin) != length)
            return 1;
        context.max_work = strtoul(decode, NULL, 10);
        result = Message_decode_exact(&value, input, length, strcmp(decode, "none") ? &context : NULL, &error);
        answer("decode", result, &error);
        if (result >= 0) {
            context.max_work = strtoul(encode, NULL, 10);
            answer(" encode", Message_encode(&value, output, sizeof output, strcmp(encode, "none") ? &context : NULL, &error), &error);
        }
        printf("\n");
        free(input);
    }
    return 0;
}
"#;

/// The limit of work in a context.
#[derive(Clone, Copy, Debug)]
enum Limit {
    /// There is no context.
    NoContext,
    /// No work.
    Default,
    Bytes(usize),
}

impl Limit {
    fn word(self) -> String {
        match self {
            Self::NoContext => "none".to_owned(),
            Self::Default => "0".to_owned(),
            Self::Bytes(bytes) => bytes.to_string(),
        }
    }

    fn limits(self) -> Limits {
        let work = if let Self::Bytes(bytes) = self { Some(bytes) } else { None };
        Limits { work, ..Limits::FRESH }
    }
}

/// A message, and the limits for decoding it and for encoding its value.
struct Case {
    octets: Vec<u8>,
    decode: Limit,
    encode: Limit,
}

const NO_LIMIT: Limit = Limit::Bytes(usize::MAX);

fn subject() -> Subject {
    let settings =
        stubc::Settings { specs: vec![("work.asn1".into(), SPEC.into())], ..stubc::Settings::default() };
    let specification = stubc::front::specification(&settings);
    let graph = specification.unwrap_or_else(|error| panic!("{:?}", error.diagnostics)).graph;
    let roots = graph.definitions("Message");
    Subject { family: family("project-kinds", "kinds"), graph, roots, messages: Vec::new() }
}

/// Returns the codec's answer.
fn expected(codec: &Codec<'_>, subject: &Subject, case: &Case) -> String {
    let place = |code: i32, offset: usize, path: &str| {
        format!("{code} at {offset} in {}", path.split_once('.').map_or("", |(_, path)| path))
    };
    let root = subject.roots[0];
    let decoded = codec.clone().with_limits(case.decode.limits()).decode_exact(root, &case.octets);
    let value = match decoded {
        Ok(value) => value,
        Err(error) => return format!("decode {};", place(error.code.number(), error.offset, &error.path)),
    };
    let encoded = match codec.clone().with_limits(case.encode.limits()).encode(root, &value) {
        Ok(octets) => octets.len().to_string(),
        Err(error) => place(error.code.number(), 0, &error.path),
    };
    format!("decode {}; encode {encoded};", case.octets.len())
}

/// Builds programs for every plan.
fn programs<'n>(model: &Model<'n>) -> Vec<(&'static str, Program)> {
    let build = |(name, plan): (&'static str, _)| {
        let mut flags = stubs::SANITIZED.to_vec();
        if matches!(name, "interpreted" | "compiled") {
            flags.push("-D__OPTIMIZE_SIZE__");
        }
        let program = stubs::build_around(model, &plan, sanitizer::compiler(), &flags, MAIN, &[]);
        (name, program.unwrap_or_else(|error| panic!("{name}: {error}")))
    };
    plans::all(model).into_iter().map(build).collect()
}

/// Compares all programs with the codec.
fn compare(codec: &Codec<'_>, subject: &Subject, programs: &[(&str, Program)], cases: &[Case]) {
    let expected: Vec<String> = cases.iter().map(|case| expected(codec, subject, case)).collect();
    let mut input = Vec::new();
    for case in cases {
        let head = format!("{} {} {}\n", case.decode.word(), case.encode.word(), case.octets.len());
        input.extend(head.as_bytes());
        input.extend(&case.octets);
    }
    for (name, program) in programs {
        let harness = Command::new(program.folder().join("harness"));
        let answers =
            stubs::answers(harness, input.clone()).unwrap_or_else(|error| panic!("{name}: {error:?}"));
        assert_eq!(answers.len(), cases.len(), "{name}");
        for ((case, expected), answer) in cases.iter().zip(&expected).zip(&answers) {
            assert_eq!(answer, expected, "{name}: {:?} {:?} {:02X?}", case.decode, case.encode, case.octets);
        }
    }
}

fn element(identifier: u8, contents: &[u8]) -> Vec<u8> {
    let mut octets = vec![identifier];
    match u8::try_from(contents.len()) {
        Ok(length @ 0..0x80) => octets.push(length),
        Ok(length) => octets.extend([0x81, length]),
        _ => octets.extend([0x82, (contents.len() >> 8) as u8, contents.len() as u8]),
    }
    octets.extend(contents);
    octets
}

/// Returns an A, or a B, nested in others of its kind; and the work of finding out which one it is.
fn nested(levels: usize, x: u8) -> (Vec<u8>, usize) {
    let mut octets = element(0x30, &[0x81, 1, x]);
    let mut work = octets.len() * (1 + usize::from(x));
    for _ in 0..levels {
        octets = element(0x30, &[element(0x80, &octets), vec![0x81, 1, x]].concat());
        // First everything as an A; if it is not one, the same again as a B.
        work = (octets.len().saturating_add(work)).saturating_mul(1 + usize::from(x));
    }
    (octets, work)
}

/// Returns a message with one member.
fn message(identifier: u8, contents: &[u8]) -> Vec<u8> {
    element(0x30, &element(identifier, contents))
}

/// A message, and the work of its checks on decoding.
fn messages() -> Vec<(Vec<u8>, usize)> {
    let mut found = Vec::new();
    for levels in [0, 1, 2, 5] {
        let (a, work_of_a) = nested(levels, 0);
        let (b, work_of_b) = nested(levels, 1);
        let octets_of_a = element(0x80, &a);
        found.push((message(0x80, &a), work_of_a));
        found.push((message(0x80, &b), work_of_b));
        let list = [element(0x04, &b), element(0x04, &a), element(0x04, &b)].concat();
        found.push((message(0xa1, &list), 2 * work_of_b + work_of_a));
        found.push((message(0xa2, &list), 2 * work_of_b + work_of_a));
        found.push((message(0x83, &[vec![0], b.clone()].concat()), work_of_b));
        // It fits neither, which only the last byte of each tells.
        let neither = [&a[..a.len() - 1], &[5]].concat();
        let inside = work_of_a - a.len();
        found.push((message(0x84, &neither), 2 * (a.len() + inside)));
        let inner = element(0xa0, &element(0x80, &b));
        let as_b = work_of_b / 2;
        found.push((message(0xa6, &inner), 2 * as_b));
        // The same in a message inside a message. The filled-in default of an absent member is not checked.
        let outer = element(0xa8, &octets_of_a);
        found.push((element(0x30, &outer), work_of_a));
        found.push((element(0x30, &[octets_of_a.clone(), outer].concat()), 2 * work_of_a));
        let given = [element(0x80, &b), vec![0x81, 1, 5]].concat();
        found.push((message(0xa7, &given), work_of_b));
    }
    let (mut octets, mut work) = (element(0x30, &[]), 2);
    for _ in 0..40 {
        octets = element(0x30, &element(0x80, &octets));
        work += octets.len();
    }
    found.push((message(0x85, &octets), work));
    found
}

fn model(subject: &Subject, rules: Rules) -> Model<'_> {
    let options = subject.options(rules);
    subject.model(codegen::Options {
        name: "work".to_owned(),
        error_paths: true,
        helpers: codegen::Helpers::None,
        check_constraints: true,
        ..options
    })
}

#[test]
fn the_last_byte_that_is_permitted_is_the_last_that_is_needed() {
    let subject = subject();
    for rules in [Rules::Ber, Rules::Der] {
        let codec = subject.codec(rules).with_constraints();
        let mut cases = Vec::new();
        for (octets, work) in messages() {
            let limited = |decode, encode| Case { octets: octets.clone(), decode, encode };
            let (enough, less) = (Limit::Bytes(work), Limit::Bytes(work - 1));
            let passes = expected(&codec, &subject, &limited(enough, enough));
            assert!(passes.contains("; encode ") && !passes.contains('-'), "{passes} {work} {octets:02X?}");
            let fails = expected(&codec, &subject, &limited(less, less));
            assert!(fails.starts_with("decode -8 "), "{fails} {work} {octets:02X?}");
            let fails = expected(&codec, &subject, &limited(enough, less));
            assert!(fails.contains("encode -8 at 0 in Message."), "{fails} {work} {octets:02X?}");
            cases.extend([limited(enough, enough), limited(less, less), limited(enough, less)]);
            for part in 1..6 {
                let some = Limit::Bytes(1 + work * part / 6);
                cases.extend([limited(some, NO_LIMIT), limited(NO_LIMIT, some)]);
            }
            cases.push(limited(Limit::Bytes(1), NO_LIMIT));
        }
        compare(&codec, &subject, &programs(&model(&subject, rules)), &cases);
    }
}

#[test]
fn work_is_bounded_where_nobody_says_how() {
    let subject = subject();
    let rules = Rules::Ber;
    let codec = subject.codec(rules).with_constraints();
    let mut cases = Vec::new();
    let mut refused = 0;
    // Without a bound the longest would take 2 to the power of 60 steps.
    for levels in (0..14).chain([27, 60]) {
        for x in [0, 1] {
            let (string, work) = nested(levels, x);
            let octets = message(0x80, &string);
            let limited = |decode, encode| Case { octets: octets.clone(), decode, encode };
            let default = expected(&codec, &subject, &limited(Limit::Default, Limit::Default));
            let same = Limit::Bytes(64 * octets.len());
            let said = expected(&codec, &subject, &limited(same, Limit::Default));
            assert_eq!(default, said, "{levels} {x}");
            let is_refused = work > 64 * octets.len();
            assert_eq!(default.starts_with("decode -8 "), is_refused, "{default}");
            refused += usize::from(is_refused);
            cases.push(limited(Limit::Default, Limit::Default));
            cases.push(limited(Limit::NoContext, Limit::NoContext));
            if levels < 14 {
                // On encoding, each of A and B has its own multiple of the string.
                let encoded = expected(&codec, &subject, &limited(NO_LIMIT, Limit::Default));
                let each = work / (1 + usize::from(x));
                assert_eq!(encoded.contains("encode -8 "), each > 64 * string.len(), "{encoded}");
                cases.push(limited(NO_LIMIT, Limit::Default));
                cases.push(limited(NO_LIMIT, Limit::NoContext));
            }
        }
    }
    assert!(refused > 5, "{refused}");
    // Work left by one string does not pass to the next.
    for levels in [4, 5, 6, 7] {
        let (b, _) = nested(levels, 1);
        let (a, _) = nested(30, 0);
        let list = [element(0x04, &a), element(0x04, &b)].concat();
        let octets = message(0xa1, &list);
        cases.push(Case { octets: octets.clone(), decode: Limit::Default, encode: Limit::Default });
        cases.push(Case { octets, decode: NO_LIMIT, encode: Limit::Default });
    }
    compare(&codec, &subject, &programs(&model(&subject, rules)), &cases);
}
