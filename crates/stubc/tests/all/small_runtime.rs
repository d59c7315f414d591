//! Under a small cap, procedures may stand beside a runtime for size, also where the compiler optimizes for time.

use crate::common::Folder;
use serde_json::Value;

const SPECS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../specs/pkix");

/// Runs stubc on certificates at -O2 in the folder.
fn run(folder: &Folder, command: &[&str], words: &[&str]) -> String {
    let own = ["explicit.asn1", "implicit.asn1"].map(|file| format!("{SPECS}/{file}"));
    let config = format!("{SPECS}/pkix.toml");
    let all = ["--cflags=-O2", "--pdu", "Certificate", "--config", &config, &own[0], &own[1]];
    let run = folder.stubc_args(&[command, &all, words].concat());
    assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
    run.out
}

fn report(folder: &Folder, words: &[&str]) -> Value {
    run(folder, &[], &[words, &["--report", "plan.json"]].concat());
    serde_json::from_str(&folder.read("plan.json")).expect("the report is JSON")
}

#[test]
fn a_quarter_of_the_range_buys_procedures_at_any_level() {
    let folder = Folder::new(&[]);
    let quarter = report(&folder, &["--max-size", "25%"]);
    assert_eq!(quarter["small_runtime"], true);
    assert!(quarter["size"]["total"].as_u64() <= quarter["cap"].as_u64());
    let saved = quarter["predicted"]["instructions_saved"].as_f64().expect("it is a number");
    assert!(saved > 0.1, "{saved}");
    let gap = quarter["optimality_gap"].as_f64().expect("the planner chose");
    assert!((0.0..0.05).contains(&gap), "{gap}");
    // The range and the line of plans end at the fastest plan of all, which has the usual runtime.
    let whole = report(&folder, &["--max-size", "100%"]);
    assert_eq!(whole["small_runtime"], false);
    let fastest = &quarter["size_range"]["fastest"];
    assert!(fastest.as_u64() > whole["size"]["total"].as_u64());
    let points = quarter["frontier"].as_array().expect("it is a list");
    assert_eq!(points.last().map(|point| &point["size"]), Some(fastest));
    assert!(points.is_sorted_by_key(|point| point["time_saved"].as_f64()));
}

#[test]
fn the_interpreter_of_uper_stays_short_beside_procedures() {
    let folder = Folder::new(&[]);
    let spec = format!("{SPECS}/../its/cam.asn1");
    let words = [&spec, "--rules", "uper", "--pdu", "CAM", "--max-size", "25%", "--report", "plan.json"];
    let run = folder.stubc_args(&words);
    assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
    let report: Value = serde_json::from_str(&folder.read("plan.json")).expect("the report is JSON");
    assert_eq!(report["small_runtime"], true);
    assert!(report["size"]["total"].as_u64() <= report["cap"].as_u64());
    let saved = report["predicted"]["instructions_saved"].as_f64().expect("it is a number");
    assert!(saved > 0.2, "{saved}");
}

#[test]
fn a_dumped_plan_keeps_its_runtime() {
    let folder = Folder::new(&[]);
    let plan = run(&folder, &["dump", "plan"], &["--max-size", "25%"]);
    assert!(plan.lines().any(|line| line == "runtime small"), "{plan}");
    folder.write("quarter.plan", plan.as_bytes());
    let files = |words: &[&str]| report(&folder, words)["size"]["total"].clone();
    assert_eq!(files(&["--max-size", "25%"]), files(&["--plan", "quarter.plan"]));
}
