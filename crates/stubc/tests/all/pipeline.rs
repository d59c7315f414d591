//! The main job end to end on a small specification: caps, plans, roots, configuration, reports.

use crate::common::{Folder, TOY};
use codegen::emit::Configuration;
use serde_json::Value;

fn report(folder: &Folder, words: &str) -> Value {
    let run = folder.stubc(&format!("toy.asn1 {words} --report plan.json"));
    assert_eq!(run.code, 0, "{words}: expected exit code 0: {}", run.err);
    serde_json::from_str(&folder.read("plan.json")).expect("plan.json must be valid JSON")
}

/// Whether the runtime was printed with a feature.
fn has_feature(header: &str, feature: &str) -> bool {
    Configuration::read(header, "").features.contains(feature)
}

fn total(report: &Value) -> u64 {
    report["size"]["total"].as_u64().expect("`size.total` must be a whole number")
}

#[test]
fn the_files_are_those_that_are_named_beforehand() {
    let folder = Folder::new(&[("toy.asn1", TOY)]);
    let run = folder.stubc("toy.asn1 --max-size 40K -o out --depfile toy.d");
    assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
    assert!(
        run.out.contains("bytes of object code, cap 40960"),
        "expected `bytes of object code, cap 40960` in:\n{}",
        run.out
    );
    let mut names: Vec<String> = std::fs::read_dir(folder.path().join("out"))
        .expect("the folder must be readable")
        .map(|entry| {
            entry.expect("the folder entry must be readable").file_name().to_string_lossy().into_owned()
        })
        .collect();
    names.sort();
    assert_eq!(names, ["stubc_rt.c", "stubc_rt.h", "toy.c", "toy.h"]);
    let depfile = folder.read("toy.d");
    assert!(depfile.starts_with("out/toy.h out/toy.c out/stubc_rt.h out/stubc_rt.c:"), "{depfile}");
    let run = folder.stubc("toy.asn1 --prefix p_ --name other -o out2 -q");
    assert_eq!((run.code, run.out.as_str()), (0, ""), "{}", run.err);
    for name in ["p_other.h", "p_other.c", "p_stubc_rt.h", "p_stubc_rt.c"] {
        assert!(folder.path().join("out2").join(name).exists(), "{name}");
    }
}

#[test]
fn the_same_input_gives_the_same_output() {
    let folder = Folder::new(&[("toy.asn1", TOY)]);
    for out in ["one", "two"] {
        assert_eq!(folder.stubc(&format!("toy.asn1 --max-size 50% -o {out}")).code, 0);
    }
    for name in ["toy.h", "toy.c", "stubc_rt.h", "stubc_rt.c"] {
        assert_eq!(
            folder.read(&format!("one/{name}")),
            folder.read(&format!("two/{name}")),
            "{name}: the same input must give the same bytes"
        );
    }
}

#[test]
fn every_cap_is_kept_and_more_room_is_never_slower() {
    let folder = Folder::new(&[("toy.asn1", TOY)]);
    let mut saved = -1.0;
    for percent in [0, 25, 50, 75, 100] {
        let report = report(&folder, &format!("--max-size {percent}%"));
        let cap = report["cap"].as_u64().expect("`cap` must be a whole number");
        assert!(total(&report) <= cap, "{percent} %: the output must keep the cap");
        assert_eq!(report["size"]["measured"], true);
        let time =
            report["predicted"]["time_saved"].as_f64().expect("`predicted.time_saved` must be a number");
        assert!(
            time >= saved - 1e-9,
            "{percent} %: a larger cap must not save less time: {time} after {saved}"
        );
        saved = time;
    }
    let smallest = report(&folder, "--technique interpreted");
    assert_eq!(smallest["predicted"]["interpreter_calls_eliminated"], 0.0);
    assert_eq!(smallest["predicted"]["converting_calls_eliminated"], 0.0);
    let fastest = report(&folder, "");
    assert_eq!(fastest["predicted"]["converting_calls_eliminated"], 1.0);
    assert_eq!(fastest["cap"], Value::Null);
    assert_eq!(fastest["size"]["total"], fastest["size_range"]["fastest"]);
}

#[test]
fn a_dumped_plan_gives_the_same_code_again() {
    let folder = Folder::new(&[("toy.asn1", TOY)]);
    let dumped = folder.stubc("dump plan toy.asn1 --max-size 50%");
    assert_eq!(dumped.code, 0, "expected exit code 0: {}", dumped.err);
    folder.write("half.plan", dumped.out.as_bytes());
    let chosen = report(&folder, "--max-size 50%");
    let given = report(&folder, "--plan half.plan");
    assert_eq!(total(&chosen), total(&given));
}

#[test]
fn pins_and_directions_are_kept() {
    let folder = Folder::new(&[
        ("toy.asn1", TOY),
        (
            "c.toml",
            "[types]\n\"*.Note\" = { technique = \"interpreted\" }\n\"*.serial\" = { integer = \"bytes\" }\n",
        ),
    ]);
    let report = report(&folder, "--pdu Message:decode --config c.toml");
    let nodes = report["nodes"].as_array().expect("`nodes` must be an array");
    assert!(nodes.iter().all(|node| node["direction"] == "decode"));
    let note = nodes
        .iter()
        .find(|node| node["path"] == "Toy.Note")
        .expect("the report must have a node for Toy.Note");
    assert_eq!(
        (&note["technique"], &note["kind"]),
        (&Value::from("interpreted"), &Value::from("definition"))
    );
    let header = folder.read("toy.h");
    assert!(header.contains("Message_decode(") && !header.contains("Message_encode("));
}

#[test]
fn chosen_types_hold_their_octets_as_received() {
    let folder = Folder::new(&[
        ("toy.asn1", TOY),
        (
            "c.toml",
            "[types]\n\"*\" = { keep-bytes = true }\n\"Toy.Body\" = { keep-bytes = false }\n\
             \"Toy.List\" = { keep-bytes = false }\n",
        ),
    ]);
    report(&folder, "--config c.toml --technique interpreted");
    let header = folder.read("toy.h");
    assert_eq!(
        header.matches("stubc_slice raw;").count(),
        2,
        "Message and Note must keep their bytes: {header}"
    );
    assert!(has_feature(&folder.read("stubc_rt.h"), "USE_KEEP"));
    report(&folder, "");
    assert!(
        !has_feature(&folder.read("stubc_rt.h"), "USE_KEEP"),
        "without keep-bytes, the runtime must not have USE_KEEP"
    );
}

#[test]
fn error_paths_are_emitted_where_asked_for_and_keep_the_cap() {
    let folder = Folder::new(&[("toy.asn1", TOY)]);
    let plain = total(&report(&folder, "--technique compiled"));
    assert!(
        !has_feature(&folder.read("stubc_rt.h"), "ERROR_PATHS"),
        "without --error-paths, the runtime must not have ERROR_PATHS"
    );
    let with = total(&report(&folder, "--technique compiled --error-paths"));
    assert!(has_feature(&folder.read("stubc_rt.h"), "ERROR_PATHS"));
    assert!(with > plain, "the size must include the error paths: {with} bytes with them, {plain} without");
    let report = report(&folder, "--error-paths --max-size 50%");
    assert!(total(&report) <= report["cap"].as_u64().expect("`cap` must be a whole number"));
}

#[test]
fn configured_roots_weigh_the_directions() {
    let folder = Folder::new(&[
        ("toy.asn1", TOY),
        (
            "c.toml",
            "[roots]\nMessage = { decode = 3, encode = 1 }\n[frequency]\n\"Toy.Message.note\" = 0.25\n",
        ),
    ]);
    let report = report(&folder, "--config c.toml");
    let nodes = report["nodes"].as_array().expect("`nodes` must be an array");
    let frequency = |path: &str, kind: &str, direction: &str| {
        let node = nodes
            .iter()
            .find(|node| node["path"] == path && node["direction"] == direction && node["kind"] == kind);
        node.and_then(|node| node["frequency"].as_f64())
            .expect("the report must give the frequency of the node")
    };
    assert!((frequency("Toy.Message", "definition", "decode") - 1.0).abs() < 1e-9);
    assert!((frequency("Toy.Message.note", "reference", "encode") - 0.25).abs() < 1e-9);
    assert_eq!(report["shares"], serde_json::json!({ "decode": 0.75, "encode": 0.25 }));
}

#[test]
fn unbounded_integers_are_told_once() {
    let folder = Folder::new(&[("toy.asn1", TOY)]);
    let run = folder.stubc("toy.asn1 --technique interpreted");
    assert!(
        run.err.contains("1 INTEGER type without bounds: values above 64 bits are refused"),
        "expected `1 INTEGER type without bounds: values above 64 bits are refused` in:\n{}",
        run.err
    );
    assert!(
        run.err.contains("note[unbounded-integer]: "),
        "expected `note[unbounded-integer]: ` in:\n{}",
        run.err
    );
    for flags in ["", "-v"] {
        let run =
            folder.stubc(&format!("toy.asn1 --technique interpreted --allow unbounded-integer {flags}"));
        assert!(!run.err.contains("without bounds") && !run.err.contains("serial"), "{}", run.err);
    }
    let run = folder.stubc("toy.asn1 --technique interpreted -v");
    assert!(
        run.err.contains("\"Toy.Note.serial\" = { integer = \"bytes\" }"),
        "expected `\"Toy.Note.serial\" = {{ integer = \"bytes\" }}` in:\n{}",
        run.err
    );
}

#[test]
fn imported_modules_are_found() {
    let folder = Folder::new(&[
        ("a.asn1", "A DEFINITIONS AUTOMATIC TAGS ::= BEGIN IMPORTS T FROM B; M ::= SEQUENCE { t T } END"),
        (
            "lib/B.asn",
            "B DEFINITIONS AUTOMATIC TAGS ::= BEGIN IMPORTS U FROM C; T ::= SEQUENCE { u U } V ::= U END",
        ),
        ("lib/C.asn1", "C DEFINITIONS AUTOMATIC TAGS ::= BEGIN U ::= BOOLEAN END"),
    ]);
    assert_eq!(folder.stubc("check a.asn1").code, 1);
    let run = folder.stubc("check a.asn1 -I lib");
    assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
    // Included modules have no default roots.
    assert!(run.out.contains("; 1 root:"), "expected `; 1 root:` in:\n{}", run.out);
}

#[test]
fn messages_go_through_json_and_back() {
    let folder = Folder::new(&[("toy.asn1", TOY)]);
    let message = [0x30, 0x08, 0x80, 0x01, 0x07, 0xa1, 0x03, 0x80, 0x01, b'x'];
    folder.write("m.ber", &message);
    let run = folder.stubc("decode toy.asn1 --type Message m.ber -o m.json");
    assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
    let value: Value = serde_json::from_str(&folder.read("m.json")).expect("m.json must be valid JSON");
    assert_eq!(value["body"]["text"], "x");
    let run = folder.stubc("encode toy.asn1 --type Message m.json -o again.ber");
    assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
    assert_eq!(std::fs::read(folder.path().join("again.ber")).expect("again.ber must be readable"), message);
}

#[test]
fn instructions_and_time_are_told_apart() {
    let folder = Folder::new(&[("toy.asn1", TOY)]);
    let mut sizes = Vec::new();
    for cache in ["warm", "mixed", "cold"] {
        let report = report(&folder, &format!("--cache {cache}"));
        assert_eq!(report["cache"], cache);
        let share = |key: &str| report["predicted"][key].as_f64().expect("the share must be a number");
        let apart = share("instructions_saved") - share("time_saved");
        assert_eq!(apart.abs() < 1e-9, cache == "warm", "{cache}: {}", report["predicted"]);
        for key in ["bytes", "bytes_beyond_fastest", "instructions_saved_beyond_fastest"] {
            assert!(report["saves_no_time"][key].is_number(), "{cache}: {}", report["saves_no_time"]);
        }
        sizes.push(total(&report));
    }
    // Between them, what is rare may move into a procedure of its own: that takes bytes, and messages read fewer.
    assert!(sizes[2] < sizes[0], "cold code must be smaller than warm code: {sizes:?}");
    let told = folder.stubc("toy.asn1 --cache cold -o cold").out;
    assert!(told.contains("of time saved (cache cold)"), "{told}");
    assert!(folder.read("cold/toy.h").contains("--cache cold"));
}

#[test]
fn every_stage_can_be_dumped_and_explained() {
    let folder = Folder::new(&[("toy.asn1", TOY)]);
    for stage in ["graph", "references", "references --dot", "frequencies", "programs", "candidates"] {
        let run = folder.stubc(&format!("dump {stage} toy.asn1"));
        assert_eq!(run.code, 0, "{stage}: expected exit code 0: {}", run.err);
        assert!(run.out.contains("Note"), "{stage}: expected `Note` in:\n{}", run.out);
    }
    let run = folder.stubc("explain toy.asn1 --type Note --max-size 25%");
    assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
    assert!(
        run.out.contains("the next 1024 bytes would save the time of"),
        "expected `the next 1024 bytes would save` in:\n{}",
        run.out
    );
    // Without a cap the next bytes buy nothing: the caps that keep most of the saving are of use.
    let run = folder.stubc("explain toy.asn1 --type Note");
    assert!(run.code == 0 && !run.out.contains("the next 1024 bytes"), "{}{}", run.out, run.err);
    let caps = run.out.lines().filter_map(|line| line.trim().strip_prefix("--max-size "));
    let caps: Vec<(u64, bool)> = caps
        .map(|line| {
            let size = line.split(' ').next().and_then(|size| size.parse().ok());
            (size.expect("the line must have a number"), line.contains("keeps about"))
        })
        .collect();
    assert!(caps.len() == 3 && caps.is_sorted_by(|one, two| one.0 >= two.0), "{}", run.out);
    let run = folder.stubc(&format!("toy.asn1 -q --max-size {}", caps[2].0 + 200));
    assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
}

#[test]
fn a_sweep_measures_what_it_predicts_at_the_ends() {
    let folder = Folder::new(&[("toy.asn1", TOY)]);
    folder.write("messages/1.ber", &[0x30, 0x08, 0x80, 0x01, 0x07, 0xa1, 0x03, 0x80, 0x01, b'x']);
    for axis in ["size", "compiled"] {
        let run = folder.stubc(&format!(
            "sweep toy.asn1 --type Message --messages messages --axis {axis} --points 0,100 -o sweep.json"
        ));
        assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
        let sweep: Value =
            serde_json::from_str(&folder.read("sweep.json")).expect("sweep.json must be valid JSON");
        let points = sweep["points"].as_array().expect("`points` must be an array");
        // In so small a specification, the smallest plan may be the all-compiled one.
        if axis == "compiled" || points[0]["compiled_share"] == 0.0 {
            assert_eq!(points[0]["calls_eliminated_measured"], 0.0, "{axis}");
        }
        assert_eq!(points[1]["calls_eliminated_measured"], 1.0, "{axis}");
        assert_eq!(points[1]["calls_eliminated_predicted"], 1.0, "{axis}");
        assert_eq!(points[1]["cap_percent"], 100.0, "{axis}");
        assert_eq!(points[1]["compiled_share"], 1.0, "{axis}");
        if !points[0]["instructions_per_message"].is_null() && points[0]["compiled_share"] == 0.0 {
            assert_eq!((&points[0]["time_won"], &points[1]["time_won"]), (&0.0.into(), &1.0.into()));
        }
    }
    // By compiled code, the table shows the bound on any plan; the exact solver reaches it.
    for solver in ["greedy", "exact"] {
        let run = folder.stubc(&format!(
            "sweep toy.asn1 --type Message --messages messages --axis compiled --points 40 --solver {solver} \
             -o sweep.json"
        ));
        assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
        let sweep: Value =
            serde_json::from_str(&folder.read("sweep.json")).expect("sweep.json must be valid JSON");
        let number = |key: &str| sweep["points"][0][key].as_f64().expect("the JSON value must be a number");
        let (most, won) = (number("calls_eliminated_at_most"), number("calls_eliminated_predicted"));
        let close = |gap: f64| gap.abs() < 1e-9;
        assert!(won < most + 1e-9 && most < 1.0 && (solver == "greedy" || close(most - won)), "{sweep}");
        let left = number("calls") / sweep["calls"].as_f64().expect("`calls` must be a number");
        assert!(close(1.0 - left - number("calls_eliminated_measured")), "{sweep}");
    }
    // The page has the measured points and the report of the plan under the cap.
    let words =
        "sweep toy.asn1 --type Message --messages messages --points 100 --max-size 100% -o sweep.html";
    let run = folder.stubc(words);
    assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
    let page = folder.read("sweep.html");
    for shown in ["Measured over messages", "<td class=\"n\">100 %</td>", "id=\"nodes\"", "id=\"bytes\""] {
        assert!(page.contains(shown), "the page must contain `{shown}`");
    }
}

/// Sweeps the messages of a folder with a configuration whose frequencies are those of the one message, and checks that
/// the middle point eliminates what is predicted, by both countings. `own`: commands that no plan's prediction counts.
fn counted(folder: &Folder, spec: &str, own: u64) -> (u64, u64) {
    let run = folder.stubc(&format!(
        "sweep {spec} --messages messages --config two.toml --axis compiled --points 0,30 -o sweep.json"
    ));
    assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
    let sweep: Value =
        serde_json::from_str(&folder.read("sweep.json")).expect("sweep.json must be valid JSON");
    let count = |of: &Value, key: &str| of[key].as_u64().expect("the JSON value must be a whole number");
    let (none, some) = (&sweep["points"][0], &sweep["points"][1]);
    for kind in ["", "converting_"] {
        let all = count(&sweep, &format!("{kind}calls"));
        assert_eq!(count(none, &format!("{kind}calls")), all);
        let eliminated = all - count(some, &format!("{kind}calls"));
        let predicted = some[format!("{kind}calls_eliminated_predicted")].as_f64().unwrap_or(f64::NAN);
        let expected = predicted * (all - own) as f64;
        assert!(eliminated > 0 && (eliminated as f64 - expected).abs() < 1e-9, "{expected}: {sweep:#}");
    }
    (count(&sweep, "calls"), count(&sweep, "converting_calls"))
}

/// A command converts bytes of the message, or it finds nothing to convert.
#[test]
fn calls_are_counted_in_two_ways() {
    let asn1 = "Two DEFINITIONS AUTOMATIC TAGS ::= BEGIN
Top ::= SEQUENCE { a Byte, b Byte OPTIONAL, c BOOLEAN DEFAULT FALSE, part Part, ... }
Part ::= SET { x Byte, y Byte OPTIONAL, z BOOLEAN DEFAULT FALSE, list List }
List ::= SEQUENCE OF Byte
Byte ::= INTEGER (0..255)
END
";
    let xdr = "struct pair { int a; hyper b; };
union choice switch (bool ok) { case TRUE: pair p; case FALSE: void; };
struct top { choice c; pair *maybe; int list<4>; pair more<3>; opaque o<8>; };
";
    let ones = "[frequency]\n\"*.b\" = 0\n\"*.c\" = 0\n\"*.y\" = 0\n\"*.z\" = 0\n\"Two.List.*\" = 2\n";
    let folder = Folder::new(&[("two.asn1", asn1), ("two.toml", ones)]);
    // a 7, part { x 1, list { 2, 3 } }; b, c, y and z are absent.
    let message = [0x30, 16, 0x80, 1, 7, 0xa3, 11, 0x80, 1, 1, 0xa3, 6, 2, 1, 2, 2, 1, 3];
    folder.write("messages/1.ber", &message);
    // Top has five steps, with the place of extensions. A decoder of Part takes x, list and the default of z, an encoder
    // all four. List takes its two elements. The message itself is one more command in each direction.
    let all = (1 + 5 + 3 + 2) + (1 + 5 + 4 + 2);
    // a and part, x and list, two elements, and the message.
    let converting = 2 * (1 + 2 + 2 + 2);
    assert_eq!(counted(&folder, "two.asn1", 2), (all, converting));

    let ones = "[frequency]\n\"*.maybe\" = 0\n\"*.choice.p\" = 1\n\"*.more.*\" = 1\n";
    let folder = Folder::new(&[("two.x", xdr), ("two.toml", ones)]);
    // c { TRUE, p { 1, 2 } }, no maybe, list { 5, 6 }, more { { 3, 4 } }, o with two bytes.
    let words: [u32; 13] = [1, 1, 0, 2, 0, 2, 5, 6, 1, 3, 0, 4, 2];
    let mut message: Vec<u8> = words.iter().flat_map(|word| word.to_be_bytes()).collect();
    message.extend([8, 9, 0, 0]);
    folder.write("messages/1.xdr", &message);
    // top has four checks and five conversions, of which one is the word that says that maybe is absent. choice has a check
    // and two conversions, each pair two, list one for its block, and more one for its element.
    let (checks, converting) = (4 + 1, 5 + 2 + 2 * 2 + 1 + 1);
    assert_eq!(counted(&folder, "two.x", 0), (2 * (checks + converting), 2 * converting));
}

#[test]
fn a_sweep_of_plans_alone_tells_what_each_step_buys() {
    let folder = Folder::new(&[("toy.asn1", TOY)]);
    let run = folder.stubc("sweep toy.asn1 --plan-only --cache warm --max-size 30% -o frontier.json");
    assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
    let frontier: Value =
        serde_json::from_str(&folder.read("frontier.json")).expect("frontier.json must be valid JSON");
    let points = frontier["points"].as_array().expect("`points` must be an array");
    let column = |key: &str| {
        points
            .iter()
            .map(|point| point[key].as_f64().expect("the JSON value must be a number"))
            .collect::<Vec<_>>()
    };
    let times = column("instructions_per_message_predicted");
    assert!(column("size").is_sorted() && times.is_sorted_by(|a, b| a >= b), "{frontier}");
    assert!(points.len() > 1 && points[1..].iter().all(|point| point["bought"] != Value::Array(vec![])));
    // The frontier starts at the smallest plan.
    let told = folder.stubc("toy.asn1 --max-size 30%").out;
    assert!(told.contains(&format!("{} (smallest)", points[0]["size"])), "{told}{frontier}");
    let run = folder.stubc("sweep toy.asn1 --plan-only");
    assert!(run.code == 0 && run.out.contains(" compiled"), "{}{}", run.out, run.err);
    let run = folder.stubc("sweep toy.asn1 --plan-only --messages .");
    assert_eq!(run.code, 2, "expected exit code 2: {}", run.err);
}

/// Values are constants beside messages, and without them, as many protocols have for their object identifiers.
#[test]
fn values_are_constants() {
    let values = "base OBJECT IDENTIFIER ::= { 2 999 } id-name OBJECT IDENTIFIER ::= { base 4 } most INTEGER ::= 64
        int INTEGER ::= 5 wide INTEGER ::= 5000000000 key INTEGER ::= 36893488147419103233 yes BOOLEAN ::= TRUE
        greeting UTF8String ::= \"good morning, world\" flags BIT STRING ::= '101'B base-2 INTEGER ::= -1";
    let alone = format!("A DEFINITIONS ::= BEGIN {values} END");
    let other = "B DEFINITIONS AUTOMATIC TAGS ::= BEGIN Most ::= SEQUENCE { most INTEGER (0..9), base BASE-VALUE } BASE-VALUE ::= NULL
        most INTEGER ::= 64 int INTEGER ::= 6 END";
    let program = "#include \"OUT.h\"
        static const uint8_t name[] = ID_NAME_VALUE;
        static const uint8_t text[] = GREETING_VALUE;
        static const uint8_t key[] = KEY_VALUE;
        static const uint8_t flags[] = FLAGS_VALUE;
        int number(int of) { switch (of) { case most: return INT; case base_2: return yes; default: return 0; } }
        int main(void) {
            static const uint8_t oid[] = {0x88, 0x37, 0x04};
            return memcmp(name, oid, sizeof name) || sizeof name != 3 || WIDE_VALUE != 5000000000 || memcmp(text, \"good morning, world\", 19) ||
                sizeof text != 19 || sizeof key != 9 || key[8] != 1 || flags[0] != 0xa0 || number(64) != 5 || number(-1) != 1 || MORE;
        }\n";
    // Beside another `int`, that of the second module has the name of the module in front.
    let cases = [("a", "a.asn1", "int_", "0"), ("b", "b.asn1 a.asn1 --name b", "A_int", "int_ != 6")];
    for (out, specs, int, more) in cases {
        let program = program.replace("OUT", out).replace("INT", int).replace("MORE", more);
        let folder = Folder::new(&[("a.asn1", &alone), ("b.asn1", other), ("program.c", &program)]);
        let run = folder.stubc(&format!("{specs} -q --technique interpreted"));
        assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
        let flags = "-std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -o program program.c";
        let run = std::process::Command::new("cc").args(flags.split(' ')).current_dir(folder.path()).output();
        let run = run.expect("cc must start");
        assert!(
            run.status.success(),
            "{}\n{}",
            String::from_utf8_lossy(&run.stderr),
            folder.read(&format!("{out}.h"))
        );
        let run = std::process::Command::new(folder.path().join("program")).status();
        assert!(run.is_ok_and(|status| status.success()), "{}", folder.read(&format!("{out}.h")));
    }
}

/// A module of classes and objects only is correct, although it has no message.
#[test]
fn classes_without_messages_are_a_warning() {
    let text = "A DEFINITIONS ::= BEGIN C ::= CLASS { &id INTEGER UNIQUE } first C ::= { &id 5 } END";
    let folder = Folder::new(&[("a.asn1", text)]);
    let run = folder.stubc("a.asn1");
    assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
    assert!(run.err.contains("warning[no-message]"), "expected `warning[no-message]` in:\n{}", run.err);
    assert!(folder.read("a.h").contains("#ifndef"));
    assert_eq!(folder.stubc("check --deny no-message a.asn1").code, 1);
}

/// In a DEFAULT, an open type must have the type that its governor selects.
#[test]
fn a_default_of_another_type_than_its_governor_chooses_is_told() {
    let text = "A DEFINITIONS AUTOMATIC TAGS ::= BEGIN C ::= CLASS { &id INTEGER UNIQUE, &Type }
        S C ::= { { &id 1, &Type NULL } | { &id 2, &Type INTEGER } }
        P ::= SEQUENCE { id C.&id ({S}), value C.&Type ({S}{@id}) }
        M ::= SEQUENCE { value P DEFAULT { id 2, value NULL : NULL }, other P DEFAULT { id 1, value NULL : NULL } } END";
    let folder = Folder::new(&[("a.asn1", text), ("c.toml", "open-types = \"slice\"\n")]);
    let run = folder.stubc("check a.asn1");
    assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
    assert!(
        run.err.contains("warning[open-default]: `value` is treated as OPTIONAL"),
        "expected this text: warning[open-default]: `value` is treated as OPTIONAL; found:\n{}",
        run.err
    );
    assert!(!run.err.contains("`other`"), "standard error must not contain this text: `other`\n{}", run.err);
    let run = folder.stubc("check a.asn1 --config c.toml");
    assert!(
        !run.err.contains("open-default"),
        "standard error must not contain `open-default`:\n{}",
        run.err
    );
}

/// Common options may precede the command.
#[test]
fn options_before_the_command() {
    let folder = Folder::new(&[("toy.asn1", TOY), ("lib/x", "")]);
    for (before, behind) in [
        ("-q check toy.asn1", "check -q toy.asn1"),
        ("--color never check toy.asn1", "check --color never toy.asn1"),
        ("--color=never -qIlib -I lib check toy.asn1", "check -q toy.asn1"),
        ("--prefix check dump references toy.asn1", "dump references toy.asn1"),
        ("-q explain --type Note toy.asn1", "explain --type Note toy.asn1 -q"),
        // Errors stay errors in either place, and lists continue.
        ("-q check -v toy.asn1", "check -q -v toy.asn1"),
        ("--deny nonsense check --deny no-message toy.asn1", "check --deny nonsense,no-message toy.asn1"),
    ] {
        let (before, behind) = (folder.stubc(before), folder.stubc(behind));
        assert_eq!((before.code, &before.out, &before.err), (behind.code, &behind.out, &behind.err));
    }
    assert_eq!(folder.stubc("-q check toy.asn1").code, 0);
    assert_eq!(folder.stubc("-q check -v toy.asn1").code, 2);
    // Options of one command follow it, and a file may have a command's name.
    assert_eq!(folder.stubc("--type Note explain toy.asn1").code, 2);
    folder.write("check", TOY.as_bytes());
    assert_eq!(folder.stubc("-q dump graph -- check").code, 0);
}
