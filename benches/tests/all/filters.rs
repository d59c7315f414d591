//! Filters give the answer of their predicate on the value that the independent codec decodes.

use codegen::Rules;
use interp_runtime::Codec;
use stubc_benches::family::family;
use stubc_benches::filters::count::{ROWS, count};
use stubc_benches::filters::{build, compare, random, run};
use stubc_benches::subject::{Record, Subject};
use syntax_graph::Value;

/// The random predicates of a family.
const PREDICATES: usize = 22;

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
    let folder = tempfile::tempdir().expect("a temporary folder must be creatable");
    build(&subject, rules, &predicates, folder.path());
    let mut records = subject.spread(120);
    records.extend(canonical(&subject, &codec, &records));
    records.extend(odd(&subject, &codec, &records));
    let answers = run(folder.path(), &records, records.len() / 5 + 1);
    // Messages of indefinite length and with strings in segments are left to decoders.
    let may_be_other = |record: &Record, value: &Value| {
        let encoded = codec.encode(subject.roots[record.root], value);
        encoded.as_deref() != Ok(&record.octets[..])
    };
    let tally = compare(&subject, &codec, &predicates, &records, &answers, &may_be_other)
        .unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(tally.passed > 0 && tally.agreed > 2 * tally.other, "{name}: {tally:?}");
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

/// The filters with a target keep it.
#[test]
fn filters_are_small_and_fast() {
    for row in ROWS.iter().filter(|row| row.target.is_some()) {
        let counted = count(row).unwrap_or_else(|error| panic!("{}: {error}", row.name));
        let (Some(counted), Some((instructions, bytes))) = (counted, row.target) else { continue };
        assert!(
            counted.instructions <= instructions && counted.bytes <= bytes,
            "{}: expected at most {instructions} instructions and {bytes} bytes, found {counted:?}",
            row.name
        );
    }
}
