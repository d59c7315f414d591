//! The limit of strings (`--max-string`): every rule and technique refuses the same strings, with the codec's error.

use crate::packed::compare_all;
use codegen::Rules;
use interp_runtime::{Codec, Limits};
use std::path::Path;
use stubc_benches::family::{compile, family};
use stubc_benches::stubs::Modes;
use stubc_benches::subject::{Record, Subject};
use stubc_benches::{plans, witness};
use syntax_graph::{CharKind, Scalar, TypeId, TypeKind, ValidGraph, Value};

/// The limit, in bytes.
const MOST: u32 = 200;

/// Lengths on both sides of each form of a length, and of the limit.
const LENGTHS: [usize; 12] = [0, 1, 126, 127, 128, 199, 200, 201, 255, 256, 1000, 17_000];

/// Each field may be absent, so a message holds one long string. In the version that sends messages, `arms` has one more
/// alternative.
fn notation(arms: &str) -> String {
    format!(
        "Strings DEFINITIONS AUTOMATIC TAGS ::= BEGIN
        Message ::= SEQUENCE {{
            octets OCTET STRING OPTIONAL, bits BIT STRING OPTIONAL, named BIT STRING {{ last(9) }} OPTIONAL,
            sized OCTET STRING (SIZE(0..300)) OPTIONAL, exact OCTET STRING (SIZE(200)) OPTIONAL,
            longer OCTET STRING (SIZE(201)) OPTIONAL, flags BIT STRING (SIZE(1608)) OPTIONAL,
            text UTF8String OPTIONAL, visible VisibleString OPTIONAL, narrow IA5String (FROM(\"ab\")) OPTIONAL,
            wide BMPString OPTIONAL, big Big OPTIONAL, id OBJECT IDENTIFIER OPTIONAL, real REAL OPTIONAL,
            open OPEN.&Type OPTIONAL, arm CHOICE {{ none NULL, ...{arms} }} OPTIONAL,
            items SEQUENCE OF OCTET STRING OPTIONAL, known OCTET STRING DEFAULT '0102'H, next Message OPTIONAL }}
        Big ::= INTEGER
        OPEN ::= CLASS {{ &Type }}
        END"
    )
}

const XDR: &str = "struct message { opaque octets<>; string text<300>; opaque fixed[250]; int last; };";

/// Returns the values of a type that are of a length, as far as it has such.
fn values(graph: &ValidGraph, ty: TypeId, length: usize) -> Option<Value> {
    let ty = graph.resolve(ty);
    let octets = vec![b'a'; length];
    Some(match &graph.types[ty].kind {
        TypeKind::Scalar(scalar) => match scalar {
            Scalar::OctetString { size } => {
                let fits = size.min <= length as u64 && size.max.is_none_or(|max| length as u64 <= max);
                Value::Octets(if fits { octets } else { vec![7; size.min as usize] })
            }
            Scalar::BitString { size, .. } if size.min > 0 => {
                Value::Bits { octets: vec![0x55; size.min.div_ceil(8) as usize], length: size.min }
            }
            Scalar::BitString { .. } => {
                // Not whole bytes, and under DER without a trailing zero.
                let mut octets = vec![0xff; length];
                octets.last_mut().map(|last| *last = 0x80)?;
                Value::Bits { octets, length: length as u64 * 8 - 7 }
            }
            Scalar::Characters { kind: CharKind::Bmp, .. } => Value::Chars([0, b'a'].repeat(length / 2)),
            Scalar::Characters { size, .. } => {
                let most = size.max.map_or(length, |max| length.min(max as usize));
                Value::Chars(octets[..most].to_vec())
            }
            Scalar::Integer(integer) if integer.repr.machine().is_some() => Value::Integer(5.into()),
            Scalar::Integer(_) => {
                let digits = [vec![0x7f; length.min(1)], vec![0x33; length.saturating_sub(1)]].concat();
                Value::Integer(num_bigint::BigInt::from_signed_bytes_be(&digits))
            }
            Scalar::ObjectIdentifier => Value::Oid([vec![0x2a], vec![3; length.checked_sub(1)?]].concat()),
            // Binary, base 2, exponent 0, and an odd mantissa.
            Scalar::Real => Value::Real([vec![0x80, 0], vec![0x35; length.checked_sub(2)?.max(1)]].concat()),
            _ => return None,
        },
        TypeKind::Open(_) => Value::Open(element(length)),
        TypeKind::Array(array) => {
            let target = graph.fields[array.element].target;
            Value::Array(vec![values(graph, target, 2)?, values(graph, target, length)?])
        }
        TypeKind::Union(union) => {
            let arm = *union.arms.last()?;
            Value::Union(arm, Box::new(values(graph, graph.fields[arm].target, length)?))
        }
        _ => return None,
    })
}

/// Returns an OCTET STRING under BER with contents of this length.
fn element(length: usize) -> Vec<u8> {
    let header = match length {
        0..0x80 => vec![4, length as u8],
        0x80..0x100 => vec![4, 0x81, length as u8],
        _ => vec![4, 0x82, (length >> 8) as u8, length as u8],
    };
    [header, vec![9; length]].concat()
}

fn subject(text: &str, file: &str, folder: &Path) -> Subject {
    let file = folder.join(file);
    std::fs::write(&file, text).expect("the folder is writable");
    let graph = compile(&[file], &[], &["Big"], false).unwrap_or_else(|errors| panic!("{errors}"));
    let roots = [graph.definitions("Message"), graph.definitions("message")].concat();
    Subject { family: family("project-kinds", "kinds"), graph, roots, messages: Vec::new() }
}

/// Returns messages with one string each, also as fields of an inner structure, and in unusual forms.
fn records(sender: &Subject, codec: &Codec<'_>) -> Vec<Record> {
    let graph = &sender.graph;
    let root = sender.roots[0];
    let fields = graph.fields_of(graph.resolve(root)).to_vec();
    let next = *fields.last().expect("the message has fields");
    let is_xdr = graph.fields[fields[0]].name == "octets" && fields.len() == 4;
    let mut all = Vec::new();
    for length in LENGTHS {
        for &field in &fields[..fields.len() - 1] {
            let value_of = |other, length| Some((other, values(graph, graph.fields[other].target, length)?));
            let held: Vec<_> = if is_xdr {
                // No field may be absent.
                let length_of = |other| if other == field { length } else { 3 };
                fields.iter().filter_map(|&other| value_of(other, length_of(other))).collect()
            } else {
                value_of(field, length).into_iter().collect()
            };
            let inner = Value::Structure(held.clone());
            let nested = [held, vec![(next, inner.clone())]].concat();
            let levels = if is_xdr { vec![inner] } else { vec![inner, Value::Structure(nested)] };
            for (at, value) in levels.into_iter().enumerate() {
                let title = format!("{} of {length}, level {at}", graph.fields[field].name);
                for (odd, octets) in
                    [codec.encode(root, &value), codec.encode_oddly(root, &value, length as u64)]
                        .into_iter()
                        .enumerate()
                {
                    let octets = octets.unwrap_or_else(|error| panic!("{title}: {error}"));
                    all.push(Record { root: 0, octets, title: format!("{title}, form {odd}") });
                }
            }
        }
    }
    all
}

/// Compares these plans with the codec, or without plans a random one with the paths of errors. Returns how many messages the
/// limit alone refuses.
fn refused(rules: Rules, plans: &[&str]) -> usize {
    let folder = tempfile::tempdir().expect("there is a place for temporary files");
    let (known, sent, file) = match rules {
        Rules::Xdr => (XDR.to_owned(), XDR.to_owned(), "strings.x"),
        _ => (notation(""), notation(", more OCTET STRING"), "strings.asn1"),
    };
    let subject = subject(&known, file, folder.path());
    let sender = self::subject(&sent, file, folder.path());
    let mut records = records(&sender, &sender.codec(rules));
    let mut options = subject.options(rules);
    options.error_paths = plans.is_empty();
    options.max_string = Some(MOST);
    let model = subject.model(options);
    let free = subject.codec(rules);
    let limited = free.clone().with_limits(Limits { string: Some(MOST as usize), ..Limits::FRESH });
    let root = subject.roots[0];
    let is_refused = |record: &&Record| {
        free.decode(root, &record.octets).is_ok() && limited.decode(root, &record.octets).is_err()
    };
    let refused = records.iter().filter(is_refused).count();
    // Long messages of short strings are not refused.
    let short: Vec<Record> =
        records.iter().filter(|record| record.title.contains(" of 200, level ")).cloned().collect();
    assert!(
        short.iter().any(|record| limited.decode(root, &record.octets).is_ok()),
        "{rules:?}: nothing is allowed"
    );
    let cut = records.iter().step_by(5).map(|record| {
        let octets = record.octets[..record.octets.len().saturating_sub(1)].to_vec();
        Record { octets, title: format!("{}, cut off", record.title), ..record.clone() }
    });
    let cut: Vec<Record> = cut.collect();
    records.extend(cut);
    if plans.is_empty() {
        compare_all("random", (&model, &plans::random(&model, 1)), &limited, &subject.roots, &records);
    } else {
        let chosen = plans::variants(&model).into_iter().filter(|(name, _)| plans.contains(name)).collect();
        let programs = witness::programs(&subject, &model, chosen);
        witness::compare(&limited, &subject.roots, &programs, Modes::Fresh, &records)
            .unwrap_or_else(|error| panic!("{rules:?}: {error}"));
    }
    refused
}

#[test]
fn ber() {
    assert!(refused(Rules::Ber, &["interpreted", "inlined", "interpreted for speed"]) > 200);
}

#[test]
fn der() {
    assert!(refused(Rules::Der, &[]) > 100);
}

#[test]
fn per() {
    assert!(refused(Rules::Uper, &["interpreted", "inlined"]) > 100);
    assert!(refused(Rules::Aper, &[]) > 100);
}

#[test]
fn oer() {
    assert!(refused(Rules::Oer, &["interpreted", "inlined"]) > 100);
    assert!(refused(Rules::Coer, &[]) > 100);
}

#[test]
fn xdr() {
    assert!(refused(Rules::Xdr, &["interpreted", "inlined"]) > 10);
    assert!(refused(Rules::Xdr, &[]) > 10);
}

/// A DEFAULT is not compared, so it must be within the limit.
#[test]
fn longer_defaults() {
    let folder = tempfile::tempdir().expect("there is a place for temporary files");
    let known = "ab".repeat(300);
    let text = format!(
        "M DEFINITIONS ::= BEGIN Message ::= SEQUENCE {{ a OCTET STRING DEFAULT '{known}'H }} Big ::= INTEGER END"
    );
    let subject = subject(&text, "defaults.asn1", folder.path());
    let mut options = subject.options(Rules::Ber);
    options.max_string = Some(MOST);
    let errors = codegen::Model::build(&subject.graph, options).expect_err("the DEFAULT is too long");
    assert_eq!(errors[0].message, "the DEFAULT of `a` takes up to 316 bytes, and `--max-string` allows 200");
}
