//! Work grows at most linearly with the message: searched messages of two sizes, in every technique, for recursive types.
//! `cargo run -p stubc-benches --bin work` searches longer, under all rules.

use codegen::Rules;
use stubc_benches::work::{Found, Worst, filters, recursive_module, recursive_xdr, search, subject};

fn hold(rules: Rules) {
    // The first valid specification.
    let is_xdr = rules == Rules::Xdr;
    let mut subjects = (0..20).filter_map(|seed| subject(seed, is_xdr).ok());
    let subject = subjects.next().expect("one of 20 specifications is valid");
    for found in search(&subject, rules, 1500, 1).unwrap_or_else(|error| panic!("{error}")) {
        assert!(found.is_linear(), "{rules:?}, {}: {:?}", found.plan, found.worst);
        // The search has found messages that do something.
        assert!(found.worst.iter().flatten().all(|worst| worst.work > 50), "{rules:?}: {:?}", found.worst);
    }
    let filters = filters::search(&subject, rules, 1000, 1).unwrap_or_else(|error| panic!("{error}"));
    assert!(filters.len() > 1, "{rules:?}: there are filters and views");
    for found in filters {
        assert!(found.is_linear(), "{rules:?}, {}: {:?}", found.plan, found.worst);
        assert!(found.worst[0].iter().all(|worst| worst.work > 20), "{rules:?}: {:?}", found.worst);
    }
}

#[test]
fn of_ber() {
    hold(Rules::Ber);
}

#[test]
fn of_uper() {
    hold(Rules::Uper);
}

#[test]
fn of_xdr() {
    hold(Rules::Xdr);
}

#[test]
fn of_coer() {
    hold(Rules::Coer);
}

#[test]
fn quadratic_work_is_noticed() {
    let worst = |size, work| Worst { size, work };
    let quadratic = [worst(512, 512 * 512 / 16), worst(16384, 16384 * 16384 / 16)];
    let linear = [worst(512, 512 * 90), worst(16384, 16384 * 90)];
    assert!(!Found { plan: "", worst: [linear, quadratic] }.is_linear());
    assert!(Found { plan: "", worst: [linear, linear] }.is_linear());
}

#[test]
fn the_types_are_recursive() {
    for (is_xdr, text) in [(false, recursive_module(1)), (true, recursive_xdr(1))] {
        let valid = (0..10).filter(|seed| subject(*seed, is_xdr).is_ok()).count();
        assert!(valid >= 5, "{valid} of 10 specifications are valid, as {text}");
    }
}
