//! The share of time that a plan saves is predicted within a few points of callgrind's count, with the profile of the
//! counted messages: `src/bin/saved.rs` has all families and caps.

use stubc_benches::family::family;
use stubc_benches::saved::{Compared, MOST, compare};
use stubc_benches::subject::Subject;

/// Returns the comparison of a family; `None` where its messages or valgrind are absent.
fn compared(name: &str, specs: &str, caps: &[f64]) -> Option<Compared> {
    if !test_needs::program("valgrind") {
        return None;
    }
    let subject = Subject::load(family(name, specs))?;
    Some(compare(&subject, caps).unwrap_or_else(|error| panic!("{specs}: {error}")))
}

fn savings_are_predicted(name: &str, specs: &str, caps: &[f64]) {
    let Some(Compared { messages, profiled, .. }) = compared(name, specs, caps) else { return };
    assert!(messages >= 50 && profiled.len() == caps.len(), "{specs}: {messages} messages");
    for point in profiled {
        assert!(point.error().abs() <= MOST, "{specs}: {point:?}");
        let is_share = |share: f64| (-0.05..1.0).contains(&share);
        assert!(is_share(point.predicted) && is_share(point.measured), "{specs}: {point:?}");
    }
}

#[test]
fn under_ber() {
    savings_are_predicted("snmp", "snmp-v1", &[25.0, 100.0]);
}

/// Revoked certificates: plans of which many procedures call interpreted nodes.
#[test]
fn under_der() {
    savings_are_predicted("pkix-crl", "pkix", &[40.0]);
}

#[test]
fn under_xdr() {
    savings_are_predicted("onc-rpc", "portmap.x", &[40.0, 100.0]);
}
