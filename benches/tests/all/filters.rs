//! Filters give the answer of their predicate on the value that the independent codec decodes.

use codegen::Rules;
use codegen::filter::Form;
use interp_runtime::Codec;
use stubc_benches::family::family;
use stubc_benches::filters::count::{ROWS, count};
use stubc_benches::filters::{build, compare, random, run, views};
use stubc_benches::subject::{Record, Subject};
use syntax_graph::Value;

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
    let rules = subject.rules();
    let codec = subject.codec(rules);
    let predicates = random(&subject, &codec, PREDICATES, 1);
    assert!(predicates.len() * 10 >= PREDICATES * 9, "{name}: {} predicates", predicates.len());
    let mut records = subject.spread(120);
    records.extend(canonical(&subject, &codec, &records));
    records.extend(odd(&subject, &codec, &records));
    // Messages of indefinite length and with strings in segments are left to decoders.
    let may_be_other = |record: &Record, value: &Value| {
        let encoded = codec.encode(subject.roots[record.root], value);
        encoded.as_deref() != Ok(&record.octets[..])
    };
    let answers = |form| {
        let folder = tempfile::tempdir().expect("a temporary folder must be creatable");
        build(&subject, (rules, form), &predicates, folder.path());
        run(folder.path(), &records, records.len() / 5 + 1)
    };
    let compiled = answers(Form::Compiled);
    let tally = compare(&subject, &codec, &predicates, &records, &compiled, &may_be_other)
        .unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(tally.passed > 0 && tally.agreed > 2 * tally.other, "{name}: {tally:?}");
    if rules == Rules::Xdr {
        return;
    }
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
    prove_views:
    views_of_ldap: "ldap" "ldap"
    views_of_snmp: "snmp" "snmp-v2-v3"
    views_of_kerberos: "kerberos" "kerberos"
    views_of_certificates: "pkix-certificates" "pkix"
    views_of_x400: "x400" "x400"
    views_of_nfs: "onc-rpc" "nfs3.x"
    views_of_rpcbind: "onc-rpc" "portmap.x"
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
