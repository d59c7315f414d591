//! The frontier of a report is consistent: the plan lies on or below it, and its ends are the smallest and
//! the fastest plan.

use crate::common::Folder;
use stubc::report::Report;
use stubc::{Cap, Choice, Compiler};

const SPECS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../specs");

/// Specifications of several shapes, each with a root.
const FAMILIES: [(&[&str], &str); 5] = [
    (&["ldap/ldap.asn1"], "LDAPMessage"),
    (&["kerberos/krb5.asn1"], "AS-REP"),
    (&["pkix/explicit.asn1", "pkix/implicit.asn1"], "Certificate"),
    (&["kinds/kinds.asn1"], ""),
    (&["xdr/nfs3.x"], "READDIRPLUS3res"),
];

/// Returns whether times are equal except for rounding.
fn are_equal(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

/// Compares the parts of the page: the line, the dot on it, and the marks of its ends.
fn check(what: &str, frontier: &[(f64, f64)], plan: (f64, f64), range: [f64; 2]) {
    let (first, last) = (frontier[0], frontier[frontier.len() - 1]);
    assert!(
        first.0 == range[0],
        "{what}: the frontier begins at {}, the smallest plan takes {}",
        first.0,
        range[0]
    );
    assert!(
        last.0 == range[1],
        "{what}: the frontier ends at {}, the fastest plan takes {}",
        last.0,
        range[1]
    );
    for pair in frontier.windows(2) {
        assert!(
            pair[0].0 <= pair[1].0 && pair[0].1 < pair[1].1 + 1e-9,
            "{what}: along the frontier, bytes and saved time must rise: {pair:?}"
        );
    }
    let line = frontier.windows(2).filter(|pair| pair[0].0 <= plan.0 && plan.0 <= pair[1].0).map(|pair| {
        let way = if pair[1].0 > pair[0].0 { (plan.0 - pair[0].0) / (pair[1].0 - pair[0].0) } else { 1.0 };
        pair[0].1 + way * (pair[1].1 - pair[0].1)
    });
    // A forced plan may be larger than the fastest one, but not faster.
    let beyond = (plan.0 > last.0).then_some(last.1);
    let height = line.chain(beyond).fold(first.1, f64::max);
    assert!(plan.1 <= height + 1e-9, "{what}: the plan saves {}, its frontier {height}", plan.1);
}

fn check_report(what: &str, report: &Report) {
    let frontier: Vec<_> =
        report.frontier.iter().map(|point| (point.size as f64, point.time_saved)).collect();
    let range = [report.smallest, report.fastest].map(|size| size as f64);
    check(what, &frontier, (report.size.total as f64, report.time_saved), range);
    // Without a cap the plan ends the frontier.
    if report.cap.is_none() && report.gap.is_some() {
        assert_eq!(report.size.total, report.fastest, "{what}");
        assert!(are_equal(frontier[frontier.len() - 1].1, report.time_saved), "{what}");
    }
}

#[test]
fn estimated_plans_lie_on_their_frontiers() {
    for (files, root) in FAMILIES {
        let caps =
            [None, Some(0.0), Some(10.0), Some(30.0), Some(55.0), Some(80.0), Some(100.0), Some(130.0)];
        for cap in caps {
            let mut compiler = Compiler::new();
            for file in files {
                let text =
                    std::fs::read_to_string(format!("{SPECS}/{file}")).expect("the file must be readable");
                compiler = compiler.spec(*file, text);
            }
            if !root.is_empty() {
                compiler = compiler.pdu(root);
            }
            if let Some(percent) = cap {
                compiler = compiler.max_size(Cap::Percent(percent));
            }
            let report = compiler.compile().unwrap_or_else(|error| panic!("{files:?}: {error}")).report;
            check_report(&format!("{files:?} {cap:?}"), &report);
        }
    }
}

/// A plan forced by the user may be worse than the frontier, never better.
#[test]
fn forced_plans_lie_on_or_below_the_frontier() {
    for choice in [Choice::Interpreted, Choice::Compiled, Choice::Inlined] {
        let text =
            std::fs::read_to_string(format!("{SPECS}/ldap/ldap.asn1")).expect("ldap.asn1 must be readable");
        let compiler = Compiler::new().spec("ldap.asn1", text).pdu("LDAPMessage").choice(choice.clone());
        let report = compiler.compile().expect("the specification must compile").report;
        check_report(&format!("{choice:?}"), &report);
    }
}

#[test]
fn measured_plans_lie_on_their_frontiers() {
    for (file, root) in [("ldap/ldap.asn1", "LDAPMessage"), ("xdr/nfs3.x", "READDIRPLUS3res")] {
        let spec = format!("{SPECS}/{file}");
        for words in [&["--max-size", "20%"][..], &["--max-size", "60%"], &["--max-size", "120%"], &[]] {
            let folder = Folder::new(&[]);
            let reports = ["--report", "plan.json", "--report", "plan.md"];
            let run =
                folder.stubc_args(&[&[&*spec, "--pdu", root, "--name", "stubs"], words, &reports].concat());
            assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
            let report: serde_json::Value =
                serde_json::from_str(&folder.read("plan.json")).expect("plan.json must be valid JSON");
            let number = |value: &serde_json::Value| value.as_f64().expect("the JSON value must be a number");
            let points = report["frontier"].as_array().expect("`frontier` must be an array").iter();
            let frontier: Vec<_> =
                points.map(|point| (number(&point["size"]), number(&point["time_saved"]))).collect();
            let plan = (number(&report["size"]["total"]), number(&report["predicted"]["time_saved"]));
            let range = ["smallest", "fastest"].map(|end| number(&report["size_range"][end]));
            check(&format!("{file} {words:?}"), &frontier, plan, range);
            if words.is_empty() {
                assert_eq!(plan.0, range[1], "{file}");
            }
            let text = folder.read("plan.md");
            let times =
                format!("{:.2} times that of the all-compiled plan", number(&report["compiled_share"]));
            assert!(text.contains(&times), "{text}");
        }
    }
}
