//! A thousand random values of every specification, in canonical and odd encodings, under both encoding
//! rules.

use codegen::Rules;
use interp_runtime::Random;
use stubc_benches::family::{compile, family};
use stubc_benches::stubs::Modes;
use stubc_benches::subject::{Record, Subject};
use stubc_benches::witness::Tally;
use stubc_benches::{plans, witness};

const VALUES: usize = 1000;

fn exchange(name: &str, specs: &str) {
    let Some(subject) = Subject::load_once(family(name, specs)) else { return };
    for rules in subject.all_rules() {
        let model = subject.model(subject.options(rules));
        let codec = subject.codec(rules);
        let records = subject.random_records(&codec, VALUES, 1);
        assert!(records.len() >= VALUES, "{name}: {} records", records.len());
        let programs = witness::programs(&subject, &model, plans::variants(&model));
        let tally = witness::compare(&codec, &subject.roots, &programs, Modes::Fresh, &records);
        let tally = tally.unwrap_or_else(|error| panic!("{name} {rules:?}: {error}"));
        assert!(tally.accepted >= VALUES, "{name} {rules:?}: {tally:?}");
        // Valid messages of one set of rules are mostly invalid under the other; every technique must agree.
        if rules == Rules::Der {
            let records = subject.random_records(&subject.codec(Rules::Ber), VALUES / 4, 2);
            let tally = witness::compare(&codec, &subject.roots, &programs, Modes::Fresh, &records);
            let tally = tally.unwrap_or_else(|error| panic!("{name} BER as DER: {error}"));
            assert!(tally.refused > 0, "{name} BER as DER: {tally:?}");
        }
    }
}

/// Tests random messages of a subject, each also truncated and extended by fewer than `more` random bytes:
/// every technique must agree with the codec.
fn cut_off_and_out_of_range(subject: &Subject, rules: Rules, more: u64) {
    let codec = subject.codec(rules);
    let mut records = subject.random_records(&codec, VALUES, 1);
    let mut random = Random::new(3);
    for at in 0..VALUES {
        let Record { root, mut octets, title } = records[at].clone();
        octets.truncate(random.below(octets.len() as u64 + 1) as usize);
        octets.extend((0..random.below(more)).map(|_| random.below(256) as u8 & 0x81));
        records.push(Record { root, octets, title: format!("{title}, changed") });
    }
    let tally = agreed(subject, rules, &records);
    assert!(tally.accepted > VALUES && tally.refused > VALUES / 10, "{tally:?}");
}

/// Returns the answers that all techniques agree on.
fn agreed(subject: &Subject, rules: Rules, records: &[Record]) -> Tally {
    let (codec, model) = (subject.codec(rules), subject.model(subject.options(rules)));
    let programs = witness::programs(subject, &model, plans::variants(&model));
    let tally = witness::compare(&codec, &subject.roots, &programs, Modes::Fresh, records);
    tally.unwrap_or_else(|error| panic!("{error}"))
}

/// XDR scalars as messages: by commands and by procedures, alone and beside a structure, truncated and out of
/// range.
#[test]
fn scalars_of_xdr() {
    const SCALARS: &str = "typedef int number; typedef unsigned hyper large; typedef float real; typedef double precise;
        typedef bool truth; enum colour { RED = 1, BLUE = -7 }; typedef char letter; typedef unsigned char octet;
        typedef short half; typedef unsigned short other; typedef opaque key[7]; typedef opaque data<9>;
        typedef string name<>; struct both { number n; data d; };";
    let folder = tempfile::tempdir().expect("there is a place for temporary files");
    let file = folder.path().join("scalars.x");
    std::fs::write(&file, SCALARS).expect("the folder is writable");
    let graph = compile(&[file], &[], &[], false).unwrap_or_else(|errors| panic!("{errors}"));
    let names = SCALARS.split(';').filter_map(|text| text.rsplit(' ').next());
    let names = names.map(|name| name.split(['<', '[']).next().unwrap_or_default());
    let scalars: Vec<_> = names.chain(["colour"]).flat_map(|name| graph.definitions(name)).collect();
    assert_eq!(scalars.len(), 13);
    let with = scalars.iter().copied().chain(graph.definitions("both")).collect();
    for roots in [scalars, with] {
        let family = family("project-xdr", "kinds.x");
        let subject = Subject { family, graph: graph.clone(), roots, messages: Vec::new() };
        cut_off_and_out_of_range(&subject, Rules::Xdr, 9);
    }
}

/// ASN.1 scalars as messages, with their own tags, those of their types, and both: by commands and by
/// procedures, alone and beside a structure, truncated and out of range.
#[test]
fn scalars_of_asn1() {
    const SCALARS: &str = "Number ::= INTEGER (0..1000) Large ::= INTEGER Other ::= [5] Number
        Around ::= [7] EXPLICIT Number Long ::= [APPLICATION 4000] Octets Twice ::= [3] EXPLICIT Around
        Truth ::= BOOLEAN Octets ::= OCTET STRING Bits ::= BIT STRING Named ::= [31] BIT STRING { one(0), two(9) }
        Nothing ::= [2] NULL Arcs ::= OBJECT IDENTIFIER Precise ::= REAL Colour ::= ENUMERATED { red, blue(7) }
        Moment ::= UTCTime Text ::= [6] EXPLICIT UTF8String Again ::= [8] Text";
    let folder = tempfile::tempdir().expect("there is a place for temporary files");
    let file = folder.path().join("scalars.asn1");
    let both = "Both ::= SEQUENCE { number Other OPTIONAL, bits [1] Bits, text Text }";
    let module = format!("Scalars DEFINITIONS IMPLICIT TAGS ::= BEGIN {SCALARS} {both} END");
    std::fs::write(&file, module).expect("the folder is writable");
    let graph = compile(&[file], &[], &[], false).unwrap_or_else(|errors| panic!("{errors}"));
    let texts: Vec<&str> = SCALARS.split(" ::=").collect();
    let names = texts[..texts.len() - 1].iter().filter_map(|text| text.split_whitespace().next_back());
    let scalars: Vec<_> = names.flat_map(|name| graph.definitions(name)).collect();
    assert_eq!(scalars.len(), 17);
    let with = scalars.iter().copied().chain(graph.definitions("Both")).collect();
    for (rules, roots) in [(Rules::Ber, with), (Rules::Der, scalars)] {
        let family = family("project-kinds", "kinds");
        let subject = Subject { family, graph: graph.clone(), roots, messages: Vec::new() };
        cut_off_and_out_of_range(&subject, rules, 3);
    }
}

/// Structures of nothing but values that take no bytes, some with sizes of 0, in an alternative each.
#[test]
fn structures_of_nothing() {
    const MODULE: &str = "Nothing DEFINITIONS AUTOMATIC TAGS ::= BEGIN
        Message ::= CHOICE { empty SEQUENCE {}, one SEQUENCE { s SEQUENCE {} }, null SEQUENCE { n NULL },
            two SEQUENCE { s SET {}, t SEQUENCE { n NULL, s SEQUENCE {} } }, item SEQUENCE { e ENUMERATED { only } },
            five SEQUENCE { i INTEGER (5..5) }, octets SEQUENCE { o OCTET STRING (SIZE (0)) },
            bits SEQUENCE { b BIT STRING (SIZE (0)) }, text SEQUENCE { t IA5String (SIZE (0)) },
            list SEQUENCE { l SEQUENCE (SIZE (0)) OF INTEGER }, lists SEQUENCE (SIZE (2)) OF SEQUENCE {},
            choice SEQUENCE { c CHOICE { only NULL } }, deep SEQUENCE { c CHOICE { only SEQUENCE {} } },
            optional SEQUENCE { o SEQUENCE {} OPTIONAL }, inner SEQUENCE { i SEQUENCE { ... } },
            outer SEQUENCE { s SEQUENCE {}, ... }, contained SEQUENCE { c OCTET STRING (CONTAINING NULL) } }
        END";
    let folder = tempfile::tempdir().expect("there is a place for temporary files");
    let file = folder.path().join("nothing.asn1");
    std::fs::write(&file, MODULE).expect("the folder is writable");
    let graph = compile(&[file], &[], &[], false).unwrap_or_else(|errors| panic!("{errors}"));
    let roots = graph.definitions("Message");
    let subject = Subject { family: family("project-kinds", "kinds"), graph, roots, messages: Vec::new() };
    for rules in Rules::ALL.iter().copied().filter(|rules| *rules != Rules::Xdr) {
        let mut records = subject.random_records(&subject.codec(rules), 200, 1);
        let mut random = Random::new(7);
        let random_octets = |_| (0..random.below(6)).map(|_| random.below(256) as u8).collect();
        let octets: Vec<Vec<u8>> = (0..200).map(random_octets).collect();
        records.extend(octets.into_iter().map(|octets| Record {
            root: 0,
            octets,
            title: "random".to_owned(),
        }));
        let tally = agreed(&subject, rules, &records);
        assert!(tally.accepted >= 200 && tally.refused > 0, "{rules:?}: {tally:?}");
    }
}

/// A bool that only a union reads, by commands: one word of 0 or 1, one byte in C.
#[test]
fn truths_that_choose() {
    const UNION: &str = "union found switch (bool known) { case TRUE: opaque key<8>; default: int why; };";
    let folder = tempfile::tempdir().expect("there is a place for temporary files");
    let file = folder.path().join("truths.x");
    std::fs::write(&file, UNION).expect("the folder is writable");
    let graph = compile(&[file], &[], &[], false).unwrap_or_else(|errors| panic!("{errors}"));
    let roots = graph.definitions("found");
    let subject = Subject { family: family("project-xdr", "kinds.x"), graph, roots, messages: Vec::new() };
    let mut records = subject.random_records(&subject.codec(Rules::Xdr), 100, 1);
    for at in 0..100 {
        let Record { root, mut octets, title } = records[at].clone();
        octets[at % 4] ^= 2;
        records.push(Record { root, octets, title: format!("{title}, neither true nor false") });
    }
    let tally = agreed(&subject, Rules::Xdr, &records);
    assert_eq!([tally.accepted, tally.refused], [100, 100]);
}

stubc_benches::families! {
    exchange:
    ldap: "ldap" "ldap"
    snmp_v1: "snmp" "snmp-v1"
    snmp_v2_v3: "snmp" "snmp-v2-v3"
    kerberos: "kerberos" "kerberos"
    pkix_certificates: "pkix-certificates" "pkix"
    z3950: "z3950" "z3950"
    x400: "x400" "x400"
    project_z3950: "project-z3950" "z3950"
    project_x400: "project-x400" "x400"
    project_ldap: "project-ldap" "ldap"
    project_snmp_v1: "project-snmp-v1" "snmp"
    project_snmp: "project-snmp" "snmp"
    project_kerberos: "project-kerberos" "kerberos"
    project_pkix: "project-pkix" "pkix"
    project_micro: "project-micro" "micro"
    xdr_kinds: "project-xdr" "kinds.x"
    xdr_nfs: "onc-rpc" "nfs3.x"
    xdr_rmin: "project-xdr" "rmin.x"
    xdr_rpcbind: "project-xdr" "rpcbind.x"
    opens: "opens" "opens"
    project_kinds: "project-kinds" "kinds"
}
