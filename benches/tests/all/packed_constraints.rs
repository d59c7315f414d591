//! `--check-constraints` under UPER, APER, OER and COER: values of every form of constraint, valid and not, in both
//! directions and every technique.

use super::constraints::{VALUES, compare_encoders};
use super::packed::compare_all;
use codegen::{Model, Options, Rules};
use interp_runtime::{Codec, ErrorCode, Random, json};
use serde_json::Value as Json;
use stubc_benches::family::family;
use stubc_benches::plans;
use stubc_benches::subject::{Record, Subject};
use stubc_benches::witness;

const PACKED: [Rules; 4] = [Rules::Uper, Rules::Aper, Rules::Oer, Rules::Coer];

/// Alternatives of types without a packed encoding.
const TIMES: [&str; 7] = ["day", "moment", "one-time", "one-duration", "date", "hour", "date-hour"];
/// Alternatives of strings that contain a value.
const CONTENTS: [&str; 6] = ["contained", "in-der", "in-bits", "again", "in-list", "no-pair-in"];

/// Returns the specification of `constraints.rs` without the types that have no packed encoding. Under PER the ends of
/// INTEGERs have at most 64 bits.
pub fn subject(rules: Rules) -> Subject {
    let path = stubc_benches::specs().join("constraints/constraints.asn1");
    let text = std::fs::read_to_string(path).expect("the specification must be readable");
    let of_time = |line: &&str| line.split_whitespace().next().is_some_and(|name| TIMES.contains(&name));
    let lines: Vec<&str> = text.lines().filter(|line| !of_time(line)).collect();
    let mut text = lines.join("\n");
    if matches!(rules, Rules::Uper | Rules::Aper) {
        text = text.replace("18446744073709551616", "200").replace("36893488147419103232", "255");
    }
    let settings =
        stubc::Settings { specs: vec![("constraints.asn1".to_owned(), text)], ..stubc::Settings::default() };
    let specification = stubc::front::specification(&settings);
    let graph = specification.unwrap_or_else(|error| panic!("{:?}", error.diagnostics)).graph;
    let roots = graph.definitions("Message");
    Subject { family: family("project-constraints", "constraints"), graph, roots, messages: Vec::new() }
}

/// Returns the alternative of a value of `Message` in JSON.
fn arm(text: &str) -> &str {
    text.split('"').nth(1).unwrap_or_default()
}

/// Returns the encoding of a value in JSON without checks; `None` if it has none.
fn encoded(codec: &Codec<'_>, subject: &Subject, text: &str) -> Option<Vec<u8>> {
    let value: Json = serde_json::from_str(text).expect("the values must be JSON");
    let value = json::from_json(&subject.graph, subject.roots[0], &value);
    codec.encode(subject.roots[0], &value.unwrap_or_else(|error| panic!("{text}: {error:?}"))).ok()
}

/// Returns the values of `constraints.rs` that have an encoding under these rules.
fn written(codec: &Codec<'_>, subject: &Subject) -> Vec<(Record, bool)> {
    let own = VALUES.iter().filter(|(text, _)| !TIMES.contains(&arm(text)) && !text.contains("18446744"));
    let record = |(text, permitted): &(&str, bool)| {
        let octets = encoded(codec, subject, text)?;
        Some((Record { root: 0, octets, title: (*text).to_owned() }, *permitted))
    };
    own.filter_map(record).collect()
}

/// Returns strings for the alternatives that contain a value: values of each type that is contained, damaged ones, and
/// random bytes.
fn contents(codec: &Codec<'_>, subject: &Subject) -> Vec<Record> {
    let mut random = Random::new(5);
    let mut strings: Vec<Vec<u8>> = (0..=255).map(|octet| vec![octet]).collect();
    strings.push(Vec::new());
    let generator = interp_runtime::Generator::new(&subject.graph);
    for name in ["Pair", "Envelope", "Pick"] {
        let ty = subject.graph.definitions(name)[0];
        for seed in 0..60 {
            let Some(value) = generator.value(ty, seed) else { continue };
            let Ok(octets) = codec.encode(ty, &value) else { continue };
            let mut longer = octets.clone();
            longer.push(0);
            let mut other = octets.clone();
            if !other.is_empty() {
                let at = random.below(other.len() as u64) as usize;
                other[at] ^= 1 << random.below(8);
            }
            strings.extend([octets, longer, other]);
        }
    }
    strings.extend((0..200).map(|_| (0..2 + random.below(7)).map(|_| random.below(256) as u8).collect()));
    let mut records = Vec::new();
    for arm in CONTENTS {
        for octets in strings.iter().filter(|octets| arm != "no-pair-in" || octets.len() <= 8) {
            let hex = json::hex(octets);
            let bits = octets.len() * 8;
            let text = match arm {
                "in-bits" => format!("{{\"{arm}\":{{\"value\":\"{hex}\",\"length\":{bits}}}}}"),
                "in-list" => format!("{{\"{arm}\":[\"{hex}\"]}}"),
                _ => format!("{{\"{arm}\":\"{hex}\"}}"),
            };
            let octets = encoded(codec, subject, &text).unwrap_or_else(|| panic!("{text} has no encoding"));
            records.push(Record { root: 0, octets, title: text });
        }
    }
    records
}

/// Returns written values, contents, random values, and each with a changed bit.
fn all_records(subject: &Subject, rules: Rules, values: usize) -> Vec<Record> {
    let codec = subject.codec(rules);
    let mut all: Vec<Record> = written(&codec, subject).into_iter().map(|(record, _)| record).collect();
    all.extend(contents(&codec, subject));
    let generator = interp_runtime::Generator::new(&subject.graph);
    for seed in 0..values as u64 {
        let Some(value) = generator.value(subject.roots[0], seed) else { continue };
        // The generator makes unknown arms as elements of BER.
        let Ok(octets) = codec.encode(subject.roots[0], &value) else { continue };
        all.push(Record { root: 0, octets, title: format!("random value of seed {seed}") });
    }
    let mut random = Random::new(7);
    let changed = all.clone().into_iter().cycle().take(3 * values).map(|mut record| {
        let bit = random.below(8 * record.octets.len().max(1) as u64) as usize;
        if let Some(octet) = record.octets.get_mut(bit / 8) {
            *octet ^= 0x80 >> (bit % 8);
        }
        record
    });
    let changed: Vec<Record> = changed.collect();
    all.extend(changed);
    all
}

fn checked(subject: &Subject, rules: Rules) -> Model<'_> {
    subject.model(Options { check_constraints: true, error_paths: true, ..subject.options(rules) })
}

#[test]
fn what_constraints_exclude_is_refused_by_the_codec() {
    for rules in PACKED {
        let subject = subject(rules);
        let (root, codec) = (subject.roots[0], subject.codec(rules));
        let checked = subject.codec(rules).with_constraints();
        let all = written(&codec, &subject);
        let all: Vec<_> = all.iter().filter(|(record, _)| !CONTENTS.contains(&arm(&record.title))).collect();
        assert!(all.len() > 200, "{rules:?}: only {} values have an encoding", all.len());
        for (record, permitted) in &all {
            let value = codec.decode(root, &record.octets).expect("it is valid").value;
            let decoded = checked.decode(root, &record.octets).map(drop).map_err(|error| error.code);
            let encoded = checked.encode(root, &value).map(drop).map_err(|error| error.code);
            let expected = if *permitted { Ok(()) } else { Err(ErrorCode::Constraint) };
            assert_eq!((decoded, encoded), (expected, expected), "{rules:?} {}", record.title);
        }
        // What has no encoding is excluded by a constraint that the encoding sees.
        for (text, permitted) in VALUES.iter().filter(|(text, _)| !TIMES.contains(&arm(text))) {
            let has_encoding = all.iter().any(|(record, _)| record.title == *text);
            let is_other = CONTENTS.contains(&arm(text)) || arm(text) == "wide-number";
            // Under canonical rules a REAL has one form.
            let is_real = arm(text).contains("real") || ["float", "decimal", "no-whole"].contains(&arm(text));
            assert!(has_encoding || !permitted || is_other || is_real, "{rules:?}: {text} has no encoding");
        }
    }
}

/// Compares values, codes, places and paths in every technique.
fn decode(rules: Rules) {
    const VALUES: usize = 1000;
    let subject = subject(rules);
    let model = checked(&subject, rules);
    let codec = subject.codec(rules).with_constraints();
    let all = all_records(&subject, rules, VALUES);
    for (name, plan) in plans::all(&model) {
        compare_all(name, (&model, &plan), &codec, &subject.roots, &all);
    }
    let excluded = witness::excluded(&codec, &subject.roots, &all);
    let accepted = all.iter().filter(|record| codec.decode(subject.roots[0], &record.octets).is_ok()).count();
    assert!(excluded > VALUES && accepted > VALUES, "{rules:?}: {accepted} accepted, {excluded} excluded");
}

/// Compares what encoders do with values outside the constraints.
fn encode(rules: Rules) {
    let subject = subject(rules);
    let excluded = compare_encoders(&subject, rules, &all_records(&subject, rules, 500));
    assert!(excluded > 500, "{rules:?}: {excluded} excluded");
}

#[test]
fn uper_stubs_decode_as_the_codec_does() {
    decode(Rules::Uper);
}

#[test]
fn aper_stubs_decode_as_the_codec_does() {
    decode(Rules::Aper);
}

#[test]
fn oer_stubs_decode_as_the_codec_does() {
    decode(Rules::Oer);
}

#[test]
fn coer_stubs_decode_as_the_codec_does() {
    decode(Rules::Coer);
}

#[test]
fn per_stubs_encode_as_the_codec_does() {
    [Rules::Uper, Rules::Aper].into_iter().for_each(encode);
}

#[test]
fn oer_stubs_encode_as_the_codec_does() {
    [Rules::Oer, Rules::Coer].into_iter().for_each(encode);
}
