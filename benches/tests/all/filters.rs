//! Filters give the answer of their predicate on the value that the independent codec decodes.

use codegen::Rules;
use codegen::filter::Form;
use interp_runtime::{Codec, Random};
use stubc_benches::family::family;
use stubc_benches::filters::count::{ROWS, count};
use stubc_benches::filters::{Predicate, build, checked, compare, random, random_on, run, views};
use stubc_benches::subject::{Record, Subject};
use syntax_graph::{SourceMap, Value};

/// The random predicates of a family.
const PREDICATES: usize = 22;
/// The random views of a family.
const VIEWS: usize = 12;

/// Returns the canonical encodings of messages, which filters must decide.
fn canonical(subject: &Subject, codec: &Codec<'_>, records: &[Record]) -> Vec<Record> {
    let encoded = |record: &Record| {
        let root = subject.roots[record.root];
        let decoded = codec.decode(root, &record.octets).ok()?;
        let octets = codec.encode(root, &decoded.value).ok()?;
        Some(Record { octets, title: format!("{}, canonical", record.title), ..record.clone() })
    };
    records.iter().filter_map(encoded).collect()
}

fn prove(name: &str, specs: &str) {
    let Some(subject) = Subject::load_once(family(name, specs)) else { return };
    let codec = subject.codec(subject.rules());
    let predicates = random(&subject, &codec, PREDICATES, 1);
    assert!(predicates.len() * 10 >= PREDICATES * 9, "{name}: {} predicates", predicates.len());
    let mut records = subject.spread(120);
    records.extend(canonical(&subject, &codec, &records));
    records.extend(odd(&subject, &codec, &records));
    decided(&subject, &predicates, &records);
}

/// Random values in place of messages: they have types that messages of the families lack.
fn prove_values(name: &str, specs: &str) {
    let Some(subject) = Subject::load(family(name, specs)) else { return };
    let codec = subject.codec(subject.rules());
    let mut records = subject.random_records(&codec, 12 * subject.roots.len(), 5);
    let predicates = random_on(&subject, &codec, &records, 2 * PREDICATES, 1);
    assert!(predicates.len() >= PREDICATES, "{name}: {} predicates", predicates.len());
    let mut random = Random::new(3);
    for record in records.clone().into_iter().filter(|record| !record.octets.is_empty()) {
        for change in 0..3 {
            let (mut octets, title) = (record.octets.clone(), format!("{}, change {change}", record.title));
            let place = random.below(octets.len() as u64) as usize;
            match change {
                0 => octets.truncate(place),
                // The last octet of a word is its number.
                1 => octets.iter_mut().skip(place / 4 * 4 + 3).take(1).for_each(|octet| *octet = 99),
                _ => octets[place] ^= 1 << random.below(8),
            }
            records.push(Record { octets, title, ..record.clone() });
        }
    }
    decided(&subject, &predicates, &records);
}

/// Checks the answers of predicates to messages.
fn decided(subject: &Subject, predicates: &[Predicate], records: &[Record]) {
    let (name, rules) = (subject.family.title(), subject.rules());
    let codec = subject.codec(rules);
    // Messages of indefinite length and with strings in segments are left to decoders.
    let may_be_other = |record: &Record, value: &Value| {
        let encoded = codec.encode(subject.roots[record.root], value);
        encoded.as_deref() != Ok(&record.octets[..])
    };
    let answers = |form| {
        let folder = tempfile::tempdir().expect("a temporary folder must be creatable");
        build(subject, (rules, form), predicates, folder.path());
        run(folder.path(), records, records.len() / 5 + 1)
    };
    let compiled = answers(Form::Compiled);
    let tally = compare(subject, &codec, predicates, records, &compiled, &may_be_other)
        .unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(tally.passed > 0 && tally.agreed > 2 * tally.other, "{name}: {tally:?}");
    for (number, (one, other)) in compiled.iter().zip(answers(Form::Interpreted)).enumerate() {
        assert_eq!(*one, other, "{name}: {}: the forms differ", records[number].title);
    }
}

/// Checks views of random fields on the same messages.
fn prove_views(name: &str, specs: &str) {
    let Some(subject) = Subject::load_once(family(name, specs)) else { return };
    let rules = subject.rules();
    let codec = subject.codec(rules);
    let views = views::random(&subject, rules, &codec, VIEWS);
    let mut records = subject.spread(60);
    records.extend(canonical(&subject, &codec, &records));
    let may_be_other = |record: &Record, value: &Value| {
        let encoded = codec.encode(subject.roots[record.root], value);
        encoded.as_deref() != Ok(&record.octets[..])
    };
    let folder = tempfile::tempdir().expect("a temporary folder must be creatable");
    views::build(&subject, rules, &views, folder.path());
    let (agreed, other) = views::compare(&subject, &codec, &views, &records, folder.path(), &may_be_other)
        .unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(agreed > 0 && agreed > 2 * other, "{name}: {agreed} {other}");
}

/// Returns unusual encodings of some of the messages under BER.
fn odd(subject: &Subject, codec: &Codec<'_>, records: &[Record]) -> Vec<Record> {
    if subject.rules() != Rules::Ber {
        return Vec::new();
    }
    let encoded = |(seed, record): (usize, &Record)| {
        let root = subject.roots[record.root];
        let decoded = codec.decode(root, &record.octets).ok()?;
        let octets = codec.encode_oddly(root, &decoded.value, seed as u64).ok()?;
        Some(Record { octets, title: format!("{}, odd", record.title), ..record.clone() })
    };
    records.iter().enumerate().step_by(4).filter_map(encoded).collect()
}

stubc_benches::families! {
    prove:
    ldap: "ldap" "ldap"
    snmp_v1: "snmp" "snmp-v1"
    snmp_v2_v3: "snmp" "snmp-v2-v3"
    kerberos: "kerberos" "kerberos"
    pkix_certificates: "pkix-certificates" "pkix"
    pkix_crl: "pkix-crl" "pkix"
    z3950: "z3950" "z3950"
    x400: "x400" "x400"
    nfs: "onc-rpc" "nfs3.x"
    mount: "onc-rpc" "mount3.x"
    rpcbind: "onc-rpc" "portmap.x"
}

stubc_benches::families! {
    prove_values:
    values_of_xdr: "project-xdr" "kinds.x"
    values_of_kinds: "project-kinds" "kinds"
}

stubc_benches::families! {
    prove_views:
    views_of_ldap: "ldap" "ldap"
    views_of_snmp: "snmp" "snmp-v2-v3"
    views_of_kerberos: "kerberos" "kerberos"
    views_of_certificates: "pkix-certificates" "pkix"
    views_of_x400: "x400" "x400"
    views_of_nfs: "onc-rpc" "nfs3.x"
    views_of_rpcbind: "onc-rpc" "portmap.x"
}

/// An identifier of two bytes, and arrays of more elements than one byte counts.
const COUNTED: &str = "Counted DEFINITIONS AUTOMATIC TAGS ::= BEGIN
Message ::= [APPLICATION 40] SEQUENCE {
    ids SEQUENCE OF INTEGER,
    pairs SEQUENCE OF SEQUENCE { name UTF8String, on BOOLEAN },
    ...,
    added INTEGER OPTIONAL,
    ...,
    last BOOLEAN
}
END";

/// Returns an element.
fn element(identifier: &[u8], contents: &[u8]) -> Vec<u8> {
    let length = contents.len();
    let own = match u8::try_from(length) {
        Ok(short @ 0..0x80) => vec![short],
        _ => vec![0x82, (length >> 8) as u8, length as u8],
    };
    [identifier, &own, contents].concat()
}

/// Filters on messages that are cut off, have another identifier, unknown elements, many elements, or faulty ones.
#[test]
fn counts_and_faults() {
    let mut map = SourceMap::new();
    map.add("counted", COUNTED);
    let output = idl_front::parse(&map, &idl_front::FrontOptions::default());
    let graph = der_values::validate(output.graph, None).expect("the specification is valid");
    let roots = graph.definitions("Message");
    let subject = Subject { family: family("ldap", "ldap"), graph, roots, messages: Vec::new() };
    let texts = [
        "count(ids) >= 3",
        "count(ids) > 127 and count(ids) <= 300",
        "count(pairs) < 2 or not any ids[*] = 5",
        "all ids[*] < 200 and last = TRUE",
        "any pairs[*] (name starts-with \"n\" and not on = TRUE)",
        "has added or last = FALSE",
        "not (has added and count(ids) = 2) and any pairs[*].on = TRUE",
        "last = TRUE",
    ];
    let predicates: Vec<Predicate> = texts
        .iter()
        .map(|text| {
            let text = format!("Message: {text}");
            let filter = checked(&subject.graph, &text).unwrap_or_else(|errors| panic!("{text}: {errors}"));
            Predicate { text, filter, root: 0 }
        })
        .collect();
    let ids = |count: usize| [2, 1, 5].repeat(count);
    let pairs =
        [&[0x30, 6, 0x80, 1, b'n', 0x81, 1, 0][..], &[0x30, 6, 0x80, 1, b'm', 0x81, 1, 0xff]].concat();
    let message = |ids: &[u8], pairs: &[u8], rest: &[u8]| {
        let members = [element(&[0xa0], ids), element(&[0xa1], pairs), rest.to_vec(), vec![0x82, 1, 0xff]];
        element(&[0x7f, 40], &members.concat())
    };
    let mut messages: Vec<Vec<u8>> =
        [0, 1, 2, 3, 127, 128, 200, 255, 256, 300, 301].map(|count| message(&ids(count), &pairs, &[])).into();
    messages.push(message(&ids(2), &[], &[0x83, 1, 3]));
    messages.push(message(&ids(2), &pairs, &[0x9f, 0x50, 1, 0, 0x83, 1, 3]));
    messages.push(message(&ids(2), &pairs, &[0x83, 1, 3, 0x85, 0]));
    for faulty in [&[2, 9, 5][..], &[2, 1], &[2], &[2, 1, 5, 2, 0x84, 1, 0, 0, 0], &[0x1f]] {
        messages.push(message(faulty, &pairs, &[]));
        messages.push(message(&ids(2), faulty, &[]));
        messages.push(message(&ids(2), &pairs, faulty));
        messages.push(message(&ids(2), &[&[0x30, faulty.len() as u8], faulty].concat(), &[]));
    }
    let whole = messages[3].clone();
    messages.extend((0..whole.len()).map(|end| whole[..end].to_vec()));
    messages.extend([
        vec![0x7f],
        vec![0x7f, 41, 0],
        vec![0x30, 0],
        vec![0x7f, 40, 0x80, 0, 0],
        vec![0x7f, 40, 0],
    ]);
    let record = |(at, octets): (usize, Vec<u8>)| Record { root: 0, octets, title: format!("message {at}") };
    let records: Vec<Record> = messages.into_iter().enumerate().map(record).collect();
    decided(&subject, &predicates, &records);
}

/// The filters with a target keep it, and their commands are small.
#[test]
fn filters_are_small_and_fast() {
    for row in ROWS.iter().filter(|row| row.target.is_some()) {
        let counted = |form| count(row, form).unwrap_or_else(|error| panic!("{}: {error}", row.name));
        let (Some(own), Some((instructions, bytes))) = (counted(Form::Compiled), row.target) else {
            continue;
        };
        assert!(
            own.instructions <= instructions && own.bytes <= bytes,
            "{}: expected at most {instructions} instructions and {bytes} bytes, found {own:?}",
            row.name
        );
        let Some(other) = counted(Form::Interpreted) else { continue };
        assert!(
            other.commands <= 60 && other.bytes - other.commands < 1536,
            "{}: expected at most 60 bytes of commands, and an interpreter of less than 1.5 KB, found {other:?}",
            row.name
        );
        assert_eq!(other.passed, own.passed, "{}: the forms differ", row.name);
    }
}
