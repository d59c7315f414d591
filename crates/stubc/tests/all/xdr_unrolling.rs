//! The plan chooses unrolling factors: more room under the cap gives larger factors, and every cap is kept. The code is
//! warm: the few elements that are predicted do not pay for cold copies.

use crate::common::Folder;

const SPEC: &str =
    "struct sample { unsigned int at; int x; int y; bool valid; };\ntypedef sample series<1000>;\n";

/// Returns the unrolling factors of both directions, and the size, under a cap.
fn under(folder: &Folder, cap: Option<u64>) -> ([u32; 2], u64) {
    let cap = cap.map_or(String::new(), |cap| format!("--max-size {cap}"));
    let run = folder.stubc(&format!("series.x --cache warm --cflags -O2 -q --report plan.json {cap}"));
    assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
    let source = folder.read("series.c");
    let turn = |name: &str| {
        let body = source.split(&format!("{name}(")).find(|part| part.lines().nth(1) == Some("{"));
        let body = body.and_then(|body| body.split("\n}").next()).expect("the C must define the procedure");
        let step = body.split(" += ").filter_map(|rest| rest.strip_suffix(')').or(rest.split(')').next()));
        step.filter_map(|number| number.parse::<u32>().ok()).find(|_| body.contains(" >= ")).unwrap_or(1)
    };
    let report: serde_json::Value =
        serde_json::from_str(&folder.read("plan.json")).expect("plan.json must be valid JSON");
    let size = report["size"]["total"].as_u64().expect("`size.total` must be a whole number");
    ([turn("decode_series"), turn("encode_series")], size)
}

#[test]
fn more_room_unrolls_further() {
    let folder = Folder::new(&[("series.x", SPEC)]);
    let (fastest, large) = under(&folder, None);
    assert_eq!(fastest, [8, 8]);
    let run = folder.stubc("series.x --cache warm --cflags -O2 -q --technique compiled --report plan.json");
    assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
    let report: serde_json::Value =
        serde_json::from_str(&folder.read("plan.json")).expect("plan.json must be valid JSON");
    let small = report["size"]["total"].as_u64().expect("`size.total` must be a whole number");
    let mut seen = vec![[1, 1]];
    for part in [0, 2, 4, 6, 8] {
        let cap = small + (large - small) * part / 8;
        let (turns, size) = under(&folder, Some(cap));
        assert!(size <= cap, "the output has {size} bytes; it must keep the cap of {cap}");
        let before = seen.last().expect("a plan must precede this one");
        // One direction may get fewer elements per turn, never both.
        assert!(turns[0] * turns[1] >= before[0] * before[1], "{turns:?} behind {seen:?}");
        seen.push(turns);
    }
    let mut products: Vec<u32> = seen.iter().map(|turns| turns[0] * turns[1]).collect();
    products.dedup();
    assert!(products.len() >= 4, "{seen:?}");
}

#[test]
fn a_plan_names_loops() {
    let folder = Folder::new(&[("series.x", SPEC)]);
    let run = folder.stubc("dump plan series.x --cache warm --cflags -O2 -o plan.txt");
    assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
    let plan = folder.read("plan.txt");
    let decode = plan.lines().find(|line| line.starts_with("loop ") && line.contains(" decode 8"));
    let line = decode.unwrap_or_else(|| panic!("the plan must have a loop: {plan}"));
    folder.write("less.txt", plan.replace(line, &line.replace("decode 8", "decode 4")).as_bytes());
    let run = folder.stubc("series.x --cache warm --cflags -O2 -q --plan less.txt");
    assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
    let source = folder.read("series.c");
    assert!(source.contains(" >= 4; ") && source.contains(" >= 8; "), "{source}");
    folder.write("odd.txt", plan.replace(line, &line.replace("decode 8", "decode 3")).as_bytes());
    let run = folder.stubc("series.x --cache warm --cflags -O2 --plan odd.txt");
    assert_eq!(run.code, 1, "expected exit code 1: {}", run.err);
    assert!(
        run.err.contains("possible factors: 2, 4, 8"),
        "expected `possible factors: 2, 4, 8` in:\n{}",
        run.err
    );
}
