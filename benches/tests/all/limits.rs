//! Too little memory, too small buffers and limits: the same error in every technique, and no access beyond
//! them.

use codegen::Rules;
use interp_runtime::{Codec, Limits};
use stubc_benches::family::{compile, family};
use stubc_benches::stubs::{Modes, Program};
use stubc_benches::subject::{Record, Subject};
use stubc_benches::{plans, witness};
use syntax_graph::TypeId;

/// Small limits; every technique must agree with the codec.
fn limits(
    subject: &Subject,
    codec: &Codec<'_>,
    programs: &[(&str, Program)],
    records: &[Record],
    cases: &[(usize, usize)],
) {
    let all = cases.iter().map(|&(depth, elements)| Limits { depth, elements, ..Limits::FRESH });
    for limits in all {
        within(subject, codec, programs, records, limits);
    }
}

fn within(
    subject: &Subject,
    codec: &Codec<'_>,
    programs: &[(&str, Program)],
    records: &[Record],
    limits: Limits,
) {
    let codec = codec.clone().with_limits(limits);
    witness::compare(&codec, &subject.roots, programs, Modes::Limits(limits), records)
        .unwrap_or_else(|error| panic!("{} {limits:?}: {error}", subject.family.title()));
}

fn bound(name: &str, specs: &str) {
    let Some(subject) = Subject::load(family(name, specs)) else { return };
    let rules = subject.rules();
    let model = subject.model(subject.options(rules));
    let codec = subject.codec(rules);
    let programs = witness::programs(&subject, &model, plans::variants(&model));
    let mut records = subject.random_records(&codec, 200, 3);
    limits(&subject, &codec, &programs, &records, &[(0, 0), (0, 9), (1, 2), (2, 1), (3, 9)]);
    // Whole messages and the beginnings of messages, shorter and longer than the limit.
    let mut cut = records.clone();
    for (at, record) in cut.iter_mut().enumerate().filter(|(at, _)| at % 2 == 0) {
        record.octets.truncate(at % 48);
    }
    for bytes in [1, 2, 3, 4, 5, 12, 31, 32, 33, 64, 200] {
        within(&subject, &codec, &programs, &cut, Limits { bytes: Some(bytes), ..Limits::FRESH });
    }
    // Time grows with the square of their lengths.
    records.retain(|record| record.octets.len() < 600);
    records.truncate(40);
    assert!(witness::sizes(&programs, &records) > 0, "{name}: no record needed the arena");
}

#[test]
fn ldap() {
    bound("project-ldap", "ldap");
}

#[test]
fn xdr() {
    bound("project-xdr", "kinds.x");
}

/// Of a list that is cut, the room for its next element is asked for before memory is. So is the depth of an element that
/// holds another list.
#[test]
fn lists_that_are_cut() {
    let text = "struct item { int a; int b; item *next; }; struct tree { tree *inner; int a; tree *next; };
        struct message { item *items; tree *trees; };";
    let folder = tempfile::tempdir().expect("there is a place for temporary files");
    let file = folder.path().join("lists.x");
    std::fs::write(&file, text).expect("the folder is writable");
    let graph = compile(&[file], &[], &[], false).unwrap_or_else(|errors| panic!("{errors}"));
    let roots = graph.definitions("message");
    let subject = Subject { family: family("project-xdr", "kinds.x"), graph, roots, messages: Vec::new() };
    let codec = subject.codec(Rules::Xdr);
    let records = subject.random_records(&codec, 30, 1);
    let model = subject.model(subject.options(Rules::Xdr));
    let programs = witness::programs(&subject, &model, plans::variants(&model));
    assert!(witness::sizes(&programs, &records) > 0, "no record holds an element");
    limits(&subject, &codec, &programs, &records, &[(0, 9), (1, 9), (2, 9), (3, 2), (9, 1), (9, 0)]);
}

#[test]
fn z3950() {
    bound("project-z3950", "z3950");
}

#[test]
fn x400() {
    bound("project-x400", "x400");
}

#[test]
fn pkix_is_der() {
    bound("project-pkix", "pkix");
}

#[test]
fn kinds_have_constructed_defaults() {
    bound("project-kinds", "kinds");
}

#[test]
fn open_types_take_memory_and_depth() {
    bound("opens", "opens");
}

/// Returns an element with a one-byte identifier.
fn element(identifier: u8, contents: &[u8]) -> Vec<u8> {
    let mut octets = vec![identifier];
    match u8::try_from(contents.len()) {
        Ok(length @ 0..0x80) => octets.push(length),
        _ => octets.extend([0x82, (contents.len() >> 8) as u8, contents.len() as u8]),
    }
    octets.extend(contents);
    octets
}

/// Returns a search request whose filter is in `levels` negations.
fn nested_filter(levels: usize) -> Vec<u8> {
    let mut filter = element(0x87, b"objectClass");
    for _ in 0..levels {
        filter = element(0xa2, &filter);
    }
    let mut request = element(0x04, b"dc=example");
    request.extend([0x0a, 1, 2, 0x0a, 1, 0, 0x02, 1, 0, 0x02, 1, 0, 0x01, 1, 0]);
    request.extend(filter);
    request.extend([0x30, 0]);
    let mut message = vec![0x02, 1, 1];
    message.extend(element(0x63, &request));
    element(0x30, &message)
}

/// Returns a simple bind whose password, or name, is in `levels` constructed segments.
fn nested_segments(levels: usize) -> Vec<u8> {
    let mut password = element(0x04, b"secret");
    for _ in 0..levels {
        password = element(0x24, &password);
    }
    let request = [vec![0x02, 1, 3], element(0x24, &password), element(0xa0, &password)].concat();
    element(0x30, &[vec![0x02, 1, 1], element(0x60, &request)].concat())
}

fn record(title: String, octets: Vec<u8>) -> Record {
    Record { root: 0, octets, title }
}

#[test]
fn depth_of_recursion() {
    let subject = Subject::load(family("project-ldap", "ldap")).expect("specs/ is there");
    let root: TypeId = subject.roots[0];
    let rules = subject.rules();
    let model = subject.model(subject.options(rules));
    let codec = subject.codec(rules);
    let programs = witness::programs(&subject, &model, plans::variants(&model));
    let levels = || (0..=10).chain(60..=70).chain([100, 300]);
    let mut records: Vec<Record> =
        levels().map(|n| record(format!("filter in {n}"), nested_filter(n))).collect();
    records.extend(levels().map(|n| record(format!("segments in {n}"), nested_segments(n))));
    assert!(codec.decode(root, &nested_filter(10)).is_ok());
    assert!(codec.decode(root, &nested_filter(300)).is_err());
    let tally = witness::compare(&codec, &subject.roots, &programs, Modes::Fresh, &records).expect("equal");
    assert!(tally.accepted > 20 && tally.refused > 8, "{tally:?}");
    let cases: Vec<(usize, usize)> =
        (0..8).map(|depth| (depth, 100)).chain([(64, 100), (300, 100)]).collect();
    limits(&subject, &codec, &programs, &records, &cases);
}
