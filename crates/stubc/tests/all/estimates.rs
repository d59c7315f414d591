//! Sizes without a compiler are estimates, close to the measured ones.

use crate::common::{Folder, TOY};
use stubc::{Cap, Choice, Compiler};

#[test]
fn estimates_are_within_a_third_of_what_is_measured_on_the_host() {
    let folder = Folder::new(&[("toy.asn1", TOY)]);
    for (choice, word) in [(Choice::Interpreted, "interpreted"), (Choice::Compiled, "compiled")] {
        let estimated = Compiler::new()
            .spec("toy.asn1", TOY)
            .choice(choice)
            .compile()
            .expect("the specification must compile");
        assert!(!estimated.report.size.measured);
        let run = folder.stubc(&format!("toy.asn1 --technique {word} --report plan.json"));
        assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
        let report: serde_json::Value =
            serde_json::from_str(&folder.read("plan.json")).expect("plan.json must be valid JSON");
        let measured = report["size"]["total"].as_u64().expect("`size.total` must be a whole number") as f64;
        let ratio = estimated.report.size.total as f64 / measured;
        assert!(
            (0.66..1.5).contains(&ratio),
            "{word}: the estimate must be 0.66 to 1.5 times the measured {measured} bytes, found {ratio}"
        );
    }
}

#[test]
fn a_cap_holds_for_estimates_too() {
    let compiled = Compiler::new().spec("toy.asn1", TOY).max_size(Cap::Percent(50.0)).compile();
    let report = compiled.expect("a plan must fit a cap of 50 %").report;
    assert!(report.size.total <= report.cap.expect("the report must have a cap"));
    let error =
        Compiler::new().spec("toy.asn1", TOY).max_size(Cap::Bytes(1)).compile().expect_err("too small");
    assert_eq!(error.failure.exit_code(), 3);
}

/// Returns a text without the commas that group the digits of a number.
fn ungrouped(text: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    let groups = |at: usize| {
        let is_digit =
            |at: Option<usize>| at.and_then(|at| characters.get(at)).is_some_and(char::is_ascii_digit);
        characters[at] == ',' && is_digit(at.checked_sub(1)) && is_digit(Some(at + 1))
    };
    (0..characters.len()).filter(|at| !groups(*at)).map(|at| characters[at]).collect()
}

#[test]
fn an_estimate_says_so_and_how_far_it_may_be_off() {
    let report =
        Compiler::new().spec("toy.asn1", TOY).compile().expect("the specification must compile").report;
    let between = codegen::cost::estimate::told(report.size.total);
    assert!(between.starts_with("estimate, between "), "{between}");
    let json: serde_json::Value =
        serde_json::from_str(&stubc::report::json::write(&report)).expect("the output must be valid JSON");
    assert_eq!(json["size"]["measured"], false);
    assert!(json["size"]["error_bounds"][0].as_f64().is_some_and(|low| low < 0.0));
    assert!(json["size"]["error_bounds"][1].as_f64().is_some_and(|high| high > 0.0));
    // Times are modelled; reports name their target and error.
    let timed = report.timed.told();
    assert!(
        timed.starts_with("estimated with x86-64 -Os, as no compiler ") && timed.contains("nine in ten"),
        "{timed}"
    );
    assert_eq!(json["instructions"]["target"], serde_json::Value::Null);
    assert_eq!(json["instructions"]["measured_on"], "x86-64 -Os");
    assert!(json["instructions"]["nine_in_ten_below"].as_f64().is_some_and(|share| share > 0.0));
    for page in [
        stubc::report::text::write(&report, false),
        stubc::report::markdown::write(&report),
        stubc::report::html::write(&report, None),
    ] {
        assert!(page.contains(&timed), "{page}");
    }
    let pages = [
        stubc::report::text::write(&report, false),
        stubc::report::markdown::write(&report),
        stubc::report::html::write(&report, None),
        report.summary().join("\n"),
    ];
    for page in pages {
        assert!(ungrouped(&page).contains(&between), "{page}");
    }
    let error = Compiler::new().spec("toy.asn1", TOY).max_size(Cap::Bytes(1)).compile();
    let error = error.expect_err("too small").to_string();
    assert!(error.contains("estimate, between "), "expected `estimate, between ` in:\n{error}");
}

#[test]
fn times_are_those_of_the_compilers_target() {
    let folder = Folder::new(&[("toy.asn1", TOY)]);
    for (cc, cflags, target, measured_on) in [
        ("cc", "-Os", "x86-64 -Os", "x86-64 -Os"),
        ("cc", "-O2", "x86-64 -O2", "x86-64 -O2"),
        ("cc", "-O0", "x86-64 -O0", "x86-64 -Os"),
        ("arm-none-eabi-gcc", "-Os -mcpu=cortex-m0 -mthumb", "Cortex-M0 -Os", "Cortex-M0 -Os"),
        ("arm-none-eabi-gcc", "-O2 -mcpu=cortex-m4 -mthumb", "Cortex-M4 -O2", "Cortex-M4 -Os"),
        ("avr-gcc", "-Os -mmcu=atmega2560", "AVR -Os", "Cortex-M0 -Os"),
    ] {
        if cc == "cc" && !cfg!(target_arch = "x86_64") {
            test_needs::missing("this machine is not x86-64");
            continue;
        }
        if !test_needs::program(cc) {
            continue;
        }
        let run = folder.stubc_args(&["toy.asn1", "--cc", cc, "--cflags", cflags, "--report", "plan.json"]);
        assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
        let report: serde_json::Value =
            serde_json::from_str(&folder.read("plan.json")).expect("plan.json must be valid JSON");
        assert_eq!(report["instructions"]["target"], target);
        assert_eq!(report["instructions"]["measured_on"], measured_on);
        let told = format!("estimated with {measured_on}, the measured target nearest to {target}");
        assert_eq!(run.out.contains(&told), target != measured_on, "{}", run.out);
    }
}
