//! Corrupted messages: every technique accepts or refuses them like the independent codec, with its code and
//! offset. Large specifications run interpreted and in the plan with every technique.

use interp_runtime::Random;
use stubc_benches::family::family;
use stubc_benches::stubs::Modes;
use stubc_benches::subject::{Record, Subject};
use stubc_benches::{plans, witness};

/// Messages per family.
const MESSAGES: usize = 50;
/// Corruptions of single bytes per family, chosen by the seed among five for each position.
const CORRUPTIONS: usize = 8_000;
/// Truncations per family; all if they are fewer.
const TRUNCATIONS: usize = 8_000;

/// A change of a byte, by name.
type Fault = (&'static str, fn(u8) -> u8);

/// All changes of a byte.
const FAULTS: [Fault; 5] = [
    ("xor 1", |octet| octet ^ 1),
    ("xor 80", |octet| octet ^ 0x80),
    ("zero", |_| 0x00),
    ("ones", |_| 0xff),
    ("plus 1", |octet| octet.wrapping_add(1)),
];

fn corrupted(subject: &Subject, messages: &[Record]) -> Vec<Record> {
    let total: usize = messages.iter().map(|message| message.octets.len()).sum();
    let mut random = Random::new(subject.family.name.len() as u64);
    let mut picked = |most: usize, of: usize| random.below(of.max(1) as u64) < most as u64;
    let mut records = Vec::new();
    for message in messages {
        let length = message.octets.len();
        for cut in 0..length {
            // Always the header's and the last bytes; between them as many as time permits.
            if cut < 8 || cut + 4 > length || picked(TRUNCATIONS, total) {
                let title = format!("{} cut to {cut}", message.title);
                records.push(Record { root: message.root, octets: message.octets[..cut].to_vec(), title });
            }
        }
        // The beginning of what is no message of this root: more input does not help.
        for cut in 1..length.min(5) {
            for (what, fault) in FAULTS {
                let mut octets = message.octets[..cut].to_vec();
                octets[0] = fault(octets[0]);
                let title = format!("{} {what}, cut to {cut}", message.title);
                records.push(Record { root: message.root, octets, title });
            }
        }
        for at in 0..length {
            for (what, fault) in FAULTS {
                let octet = fault(message.octets[at]);
                if octet != message.octets[at] && picked(CORRUPTIONS, total * FAULTS.len()) {
                    let mut octets = message.octets.clone();
                    octets[at] = octet;
                    let title = format!("{} octet {at} {what}", message.title);
                    records.push(Record { root: message.root, octets, title });
                }
            }
        }
    }
    records
}

fn corrupt(name: &str, specs: &str) {
    let Some(subject) = Subject::load_once(family(name, specs)) else { return };
    let rules = subject.rules();
    let model = subject.model(subject.options(rules));
    let codec = subject.codec(rules);
    let mut messages = subject.spread(MESSAGES);
    if messages.is_empty() {
        messages = subject.random_records(&codec, 2 * MESSAGES, 77);
    }
    let records = corrupted(&subject, &messages);
    let programs = witness::programs(&subject, &model, plans::few(&model));
    let tally = witness::compare(&codec, &subject.roots, &programs, Modes::Fresh, &records);
    let tally = tally.unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(tally.refused > 2000 && tally.accepted > 1000, "{name}: {tally:?}");
}

stubc_benches::families! {
    corrupt:
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
    project_ldap: "project-ldap" "ldap"
    project_snmp_v1: "project-snmp-v1" "snmp"
    project_snmp: "project-snmp" "snmp"
    project_kerberos: "project-kerberos" "kerberos"
    project_pkix: "project-pkix" "pkix"
    project_micro: "project-micro" "micro"
    nfs: "onc-rpc" "nfs3.x"
    mount: "onc-rpc" "mount3.x"
    xdr_kinds: "project-xdr" "kinds.x"
    opens: "opens" "opens"
    project_kinds: "project-kinds" "kinds"
}
