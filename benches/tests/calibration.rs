//! The stored times of the cost model predict what callgrind counts.

use codegen::cost::Times;
use codegen::{Direction, Rules};
use stubc_benches::calibration::observed::{Plan, measure};
use stubc_benches::calibration::table::median;
use stubc_benches::family::family;
use stubc_benches::has_program;
use stubc_benches::subject::Subject;

/// The median error that is promised.
const AIM: f64 = 0.15;

#[test]
#[allow(clippy::print_stderr, reason = "a test that is passed over must say so")]
fn instructions_of_messages_are_predicted() {
    if !has_program("valgrind") {
        eprintln!("skipped: valgrind is not installed");
        return;
    }
    for (name, specs) in [("snmp", "snmp-v1"), ("project-xdr", "rpcbind.x")] {
        let Some(subject) = Subject::load(family(name, specs)) else { continue };
        let measured = measure(&subject, name, &["-Os"]).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(measured.real && measured.messages >= 10, "{name}: {} messages", measured.messages);
        let rules = if measured.is_xdr { Rules::Xdr } else { Rules::Ber };
        for plan in Plan::ALL {
            for direction in Direction::ALL {
                let table = Times::standard().table(rules, direction);
                let rows =
                    measured.observed.iter().filter(|row| (row.plan, row.direction) == (plan, direction));
                let error = median(rows.map(|row| row.error(table)).collect()).expect("there are messages");
                assert!(error < AIM, "{name}, {}, {}: {error:.3}", plan.name(), direction.name());
            }
        }
    }
}
