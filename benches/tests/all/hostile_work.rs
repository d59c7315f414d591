//! A faulty message costs a compiled decoder, which leaves it to the interpreter, less than twice what it costs the
//! interpreter alone. The interpreter beside procedures is compiled for size at any level, so it is compared with that
//! of `-Os`. Instructions are counted, not time.

use stubc_benches::calibration::counted::decoded;
use stubc_benches::family::family;
use stubc_benches::subject::{Record, Subject};
use stubc_benches::{damage, plans, stubs};

/// The faulty messages of each family.
const MESSAGES: usize = 60;

/// Returns messages with one octet changed, as near to the end as an error can be: a procedure does nearly all of its work
/// before it leaves.
fn with_late_errors(subject: &Subject, messages: &[Record]) -> Vec<Record> {
    let codec = subject.codec(subject.rules());
    let late = |record: &Record| {
        let root = subject.roots[record.root];
        let places =
            (0..record.octets.len()).rev().flat_map(|at| [0x80, 0x20, 1, 0xff].map(|mask| (at, mask)));
        let mut changed = places.map(|(at, mask)| {
            let mut octets = record.octets.clone();
            octets[at] ^= mask;
            Record { octets, title: format!("{}, octet {at}", record.title), ..*record }
        });
        changed.find(|record| codec.decode(root, &record.octets).is_err())
    };
    messages.iter().filter_map(late).collect()
}

fn hold(name: &str, specs: &str) {
    if !test_needs::program("valgrind") {
        return;
    }
    let Some(subject) = Subject::load(family(name, specs)) else { return };
    let model = subject.model(subject.options(subject.rules()));
    let mut records = damage::structural(&subject.records(), MESSAGES, 1);
    let late = with_late_errors(&subject, &subject.spread(MESSAGES / 2));
    assert!(late.len() >= MESSAGES / 4, "{name}: {} messages with errors at the end", late.len());
    records.extend(late);
    let count = |plan, level| {
        let program = stubs::build(&model, &plan, "cc", &[level, "-w"]);
        let program = program.unwrap_or_else(|error| panic!("{name}: {error}"));
        decoded(&program, &records).unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    let alone = count(plans::interpreted(&model), "-Os");
    for level in ["-Os", "-O2"] {
        for plan in [plans::compiled(&model, |_| false), plans::inlined(&model)] {
            for ((record, work), alone) in records.iter().zip(count(plan, level)).zip(&alone) {
                let title = format!("{name} {level}, {}", record.title);
                assert!(work < 2 * alone, "{title}: {work} instructions, {alone} of the interpreter");
            }
        }
    }
}

stubc_benches::families! {
    hold:
    ldap: "ldap" "ldap"
    snmp_v1: "snmp" "snmp-v1"
    pkix_certificates: "pkix-certificates" "pkix"
}
