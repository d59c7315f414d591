//! Predicted sizes of first plans are within a few percent of the measured ones: `src/bin/sizes.rs` has all
//! families.

use stubc_benches::sizes::{compare, families};
use stubc_benches::subject::Subject;

/// The allowed error as a share of the measured size.
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
