//! The stored times of the cost model predict callgrind's counts, and QEMU's for a target without an
//! operating system.

use codegen::Direction;
use codegen::cost::Times;
use stubc_benches::calibration::observed::{Plan, measure};
use stubc_benches::calibration::table::median;
use stubc_benches::calibration::target::{TARGETS, Target};
use stubc_benches::family::family;
use stubc_benches::subject::Subject;

/// The promised median error.
const AIM: f64 = 0.15;

/// Returns whether everything that a target needs is installed.
fn is_there(target: &Target) -> bool {
    let missing = target.missing().join(", ");
    if !missing.is_empty() {
        test_needs::missing(&format!("{} is not complete (Debian: {missing})", target.name));
    }
    missing.is_empty()
}

fn instructions_are_predicted(target: &Target, families: &[(&'static str, &str)]) {
    if !is_there(target) {
        return;
    }
    let times = Times::of(&target.title()).expect("its times are stored");
    for (name, specs) in families {
        let Some(subject) = Subject::load(family(name, specs)) else { continue };
        let measured = measure(&subject, name, target).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(measured.real && measured.messages >= 10, "{name}: {} messages", measured.messages);
        for plan in Plan::ALL {
            for direction in Direction::ALL {
                let table = times.table(measured.rules, direction);
                let rows =
                    measured.observed.iter().filter(|row| (row.plan, row.direction) == (plan, direction));
                let error = median(rows.map(|row| row.error(table)).collect()).expect("there are messages");
                let what = format!("{}, {name}, {}, {}", target.name, plan.name(), direction.name());
                assert!(error < AIM, "{what}: {error:.3}");
            }
        }
    }
}

#[test]
fn on_the_host() {
    instructions_are_predicted(&TARGETS[0], &[("snmp", "snmp-v1"), ("project-xdr", "rpcbind.x")]);
}

#[test]
fn on_the_host_for_speed() {
    let target = Target::named("x86-64-o2").expect("it is a target");
    instructions_are_predicted(&target, &[("snmp", "snmp-v1"), ("project-xdr", "nfs3.x")]);
}

#[test]
fn on_a_cortex_m4() {
    let target = Target::named("cortex-m4").expect("it is a target");
    instructions_are_predicted(&target, &[("snmp", "snmp-v1"), ("project-xdr", "rpcbind.x")]);
}

#[test]
fn every_target_has_times_of_its_own() {
    for target in TARGETS {
        assert!(Times::of(&target.title()).is_some(), "{}", target.title());
    }
    assert_eq!(TARGETS.len(), Times::all().len());
}
