//! A faulty message costs a compiled decoder, which leaves it to the interpreter, less than twice what it costs the
//! interpreter alone. The interpreter beside procedures is compiled for size at any level, so it is compared with that
//! of `-Os`. Instructions are counted, not time.

use stubc_benches::calibration::counted::decoded;
use stubc_benches::family::family;
use stubc_benches::subject::Subject;
use stubc_benches::{damage, plans, stubs};

/// The faulty messages of each family.
const MESSAGES: usize = 60;

fn hold(name: &str, specs: &str) {
    if !test_needs::program("valgrind") {
        return;
    }
    let Some(subject) = Subject::load(family(name, specs)) else { return };
    let model = subject.model(subject.options(subject.rules()));
    let records = damage::structural(&subject.records(), MESSAGES, 1);
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
