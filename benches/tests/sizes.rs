//! Sizes of first plans are predicted within a few percent of what the compiler makes: `src/bin/sizes.rs` has all families.

use stubc_benches::sizes::{compare, families};
use stubc_benches::subject::Subject;

/// Share of the measured size that a prediction may be off.
const MOST: f64 = 0.04;

#[test]
fn first_plans_are_predicted() {
    let family = families().find(|family| family.name == "project-snmp").expect("it is one of them");
    let subject = Subject::load(family).expect("the specification is ours");
    let sized = compare(&subject).expect("the C compiles");
    assert_eq!(sized.first.len(), 3);
    for compared in sized.first {
        assert!(compared.error().abs() <= MOST, "{compared:?}");
    }
}
