//! A thousand random values of every specification, canonically and oddly encoded, under both encoding rules.

use codegen::Rules;
use stubc_benches::family::family;
use stubc_benches::stubs::Modes;
use stubc_benches::subject::Subject;
use stubc_benches::{plans, witness};

const VALUES: usize = 1000;

fn exchange(name: &str, specs: &str) {
    let Some(subject) = Subject::load_once(family(name, specs)) else { return };
    for rules in subject.all_rules() {
        let model = subject.model(subject.options(rules));
        let codec = subject.codec(rules);
        let records = subject.random_records(&codec, VALUES, 1);
        assert!(records.len() >= VALUES, "{name}: {} records", records.len());
        let programs = witness::programs(&subject, &model, plans::all(&model));
        let tally = witness::compare(&codec, &subject.roots, &programs, Modes::Fresh, &records);
        let tally = tally.unwrap_or_else(|error| panic!("{name} {rules:?}: {error}"));
        assert!(tally.accepted >= VALUES, "{name} {rules:?}: {tally:?}");
        // What is valid under one set of rules is mostly not under the other; both must know.
        if rules == Rules::Der {
            let records = subject.random_records(&subject.codec(Rules::Ber), VALUES / 4, 2);
            let tally = witness::compare(&codec, &subject.roots, &programs, Modes::Fresh, &records);
            let tally = tally.unwrap_or_else(|error| panic!("{name} BER as DER: {error}"));
            assert!(tally.refused > 0, "{name} BER as DER: {tally:?}");
        }
    }
}

macro_rules! families {
    ($($name:ident: $family:literal $specs:literal)*) => {
        $(#[test]
        fn $name() {
            exchange($family, $specs);
        })*
    };
}

families! {
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
