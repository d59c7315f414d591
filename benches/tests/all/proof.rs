//! The proof: every technique agrees with the independent codec on real messages.

use codegen::Rules;
use stubc_benches::family::family;
use stubc_benches::stubs::Modes;
use stubc_benches::subject::Subject;
use stubc_benches::{plans, witness};

fn prove(name: &str, specs: &str) {
    let Some(subject) = Subject::load(family(name, specs)) else { return };
    let rules = subject.rules();
    let model = subject.model(subject.options(rules));
    let codec = subject.codec(rules);
    let records = subject.records();
    assert!(!records.is_empty(), "{name}: no messages");
    if rules == Rules::Der {
        for record in &records {
            // Some published messages are not DER, or have bytes after them.
            let Ok(decoded) = codec.decode(subject.roots[record.root], &record.octets) else { continue };
            let encoded = codec.encode(subject.roots[record.root], &decoded.value);
            assert_eq!(encoded.as_deref(), Ok(&record.octets[..decoded.length]), "{name} {}", record.title);
        }
    }
    let mut plans = plans::all(&model);
    plans.push(("random 2", plans::random(&model, 2)));
    plans.push(("random 3", plans::random(&model, 3)));
    let mut programs = witness::programs(&subject, &model, plans);
    // Under a cap, the interpreter is small.
    let mut options = subject.options(rules);
    options.compact = true;
    let model = subject.model(options);
    let capped = vec![
        ("smallest", plans::interpreted(&model)),
        ("25 %", plans::within(&subject, &model, 25.0)),
        ("50 %", plans::within(&subject, &model, 50.0)),
        ("small runtime", plans::random(&model, 4).with_small_runtime(true)),
    ];
    programs.extend(witness::programs(&subject, &model, capped));
    let tally = witness::compare(&codec, &subject.roots, &programs, Modes::Fresh, &records);
    let tally = tally.unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(tally.accepted * 10 >= records.len() * 9, "{name}: {tally:?}");
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
    project_z3950: "project-z3950" "z3950"
    project_x400: "project-x400" "x400"
    nfs: "onc-rpc" "nfs3.x"
    mount: "onc-rpc" "mount3.x"
    rpcbind: "onc-rpc" "portmap.x"
    project_rmin: "project-xdr" "rmin.x"
    project_rpcbind: "project-xdr" "rpcbind.x"
    project_mount: "project-xdr" "mount.x"
    project_nfs: "project-xdr" "nfs3.x"
}
