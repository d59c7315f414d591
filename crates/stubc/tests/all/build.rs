//! `stubc build`: several specifications under one cap with one runtime.

use crate::common::{Folder, TOY};
use codegen::measure::object_size;
use serde_json::Value;
use std::process::Command;
use stubc::{Build, Cap, Choice, Settings, Solver};

/// The compiler's flags: those of the build, and all warnings.
const CFLAGS: &str = "-Os";
const WARNINGS: [&str; 6] = ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror"];

/// The specifications of the tests, in the order of the build.
const NAMES: [&str; 4] = ["ldap", "cert_cert", "rpcbind", "mount"];

/// Returns a build of LDAP under BER, certificates under DER and two specifications in XDR.
fn build_file(first: &str) -> String {
    let specs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../specs");
    format!(
        "[build]\nout-dir = \"out\"\ncflags = \"{CFLAGS}\"\n{first}\n\
         [[specification]]\nname = \"ldap\"\nfiles = [\"{specs}/ldap/ldap.asn1\"]\nrules = \"ber\"\npdu = [\"LDAPMessage\"]\nshare = 0.6\n\
         [[specification]]\nname = \"cert\"\nfiles = [\"{specs}/pkix/*.asn1\"]\nrules = \"der\"\npdu = [\"Certificate:decode\"]\n\
         share = 0.2\nprefix = \"cert_\"\nconfig = \"{specs}/pkix/pkix.toml\"\n\
         [[specification]]\nfiles = [\"{specs}/xdr/rpcbind.x\"]\nshare = 0.1\n\
         [[specification]]\nfiles = [\"{specs}/xdr/mount.x\"]\n"
    )
}

fn folder() -> Folder {
    Folder::new(&[("stubc.toml", &build_file("")), ("build.c", include_str!("../build.c"))])
}

fn json(folder: &Folder, name: &str) -> Value {
    serde_json::from_str(&folder.read(name)).expect("the output must be valid JSON")
}

fn total(report: &Value) -> u64 {
    report["size"]["total"].as_u64().expect("`size.total` must be a whole number")
}

/// Builds, compiles without warnings, and runs the program; returns the measured bytes of all objects and the report.
fn built(folder: &Folder, words: &str) -> (u64, Value) {
    let run = folder.stubc(&format!("build -q --report r.json {words}"));
    assert_eq!(run.code, 0, "{words}: expected exit code 0: {}", run.err);
    let out = folder.path().join("out");
    let mut bytes = 0;
    let mut sources = vec!["build".to_owned(), "stubc_rt".to_owned()];
    sources.extend(NAMES.map(str::to_owned));
    std::fs::copy(folder.path().join("build.c"), out.join("build.c"))
        .expect("the file must be copyable into the folder");
    for source in &sources {
        let object = format!("{source}.o");
        let args = [CFLAGS, "-c", &format!("{source}.c"), "-o", &object];
        let output =
            Command::new("cc").args(WARNINGS).args(args).current_dir(&out).output().expect("cc must start");
        assert!(
            output.status.success(),
            "{words}: the program must succeed:\n{}",
            String::from_utf8_lossy(&output.stderr)
        );
        let data = std::fs::read(out.join(&object)).expect("the file must be readable");
        if source != "build" {
            bytes += object_size(&data).expect("the file must be an object file").counted;
        }
    }
    let objects = sources.iter().map(|source| format!("{source}.o"));
    let linked = Command::new("cc")
        .args(objects)
        .args(["-o", "program"])
        .current_dir(&out)
        .output()
        .expect("cc must start");
    assert!(
        linked.status.success(),
        "{words}: the objects must link:\n{}",
        String::from_utf8_lossy(&linked.stderr)
    );
    let run = Command::new(out.join("program")).output().expect("the program must start");
    assert!(
        run.status.success(),
        "{words}: the program must succeed:\n{}",
        String::from_utf8_lossy(&run.stdout)
    );
    (bytes, json(folder, "r.json"))
}

#[test]
fn every_cap_holds_for_all_objects_together() {
    let folder = folder();
    let (smallest, report) = built(&folder, "--max-size 0%");
    assert_eq!(total(&report), smallest, "the report must give the bytes of the objects that cc makes");
    let (largest, report) = built(&folder, "");
    assert_eq!(total(&report), largest);
    assert_eq!(report["cap"], Value::Null);
    for cap in [smallest + 1500, (smallest + largest) / 2] {
        let (bytes, report) = built(&folder, &format!("--max-size {cap}"));
        assert!(bytes <= cap, "the output has {bytes} bytes; it must keep the cap of {cap}");
        assert_eq!((total(&report), report["cap"].as_u64()), (bytes, Some(cap)));
    }
    let run = folder.stubc(&format!("build -q --max-size {}", smallest - 1));
    assert_eq!(run.code, 3, "expected exit code 3: {}", run.err);
    assert!(run.err.contains(&smallest.to_string()), "{}", run.err);
}

#[test]
fn every_technique_and_speed_decodes_the_same() {
    let folder = folder();
    for technique in ["interpreted", "compiled", "inlined"] {
        built(&folder, &format!("--technique {technique}"));
    }
    folder.write("stubc.toml", build_file("").replace("-Os", "-O2").as_bytes());
    for cap in ["0%", "50%"] {
        let run = folder.stubc(&format!("build -q --max-size {cap}"));
        assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
        let out = folder.path().join("out");
        std::fs::copy(folder.path().join("build.c"), out.join("build.c"))
            .expect("the file must be copyable into the folder");
        let sources = NAMES.map(|name| format!("{name}.c"));
        let output = Command::new("cc")
            .args(WARNINGS)
            .args(["-O2", "-o", "fast", "build.c", "stubc_rt.c"])
            .args(sources)
            .current_dir(&out)
            .output()
            .expect("cc must start");
        assert!(
            output.status.success(),
            "{cap}: the program must succeed:\n{}",
            String::from_utf8_lossy(&output.stderr)
        );
        let run = Command::new(out.join("fast")).output().expect("the program must start");
        assert!(
            run.status.success(),
            "{cap}: the program must succeed:\n{}",
            String::from_utf8_lossy(&run.stdout)
        );
    }
}

/// A program that decodes usual and unusual forms of the same message under both rules, and encodes them.
const BOTH: &str = r#"#include "one.h"
#include "two.h"
#include <stdio.h>

static const uint8_t messages[3][11] = {
    {0x30, 9, 0x80, 3, 0x80, 0, 1, 0x81, 2, 3, 0xa8},
    {0x30, 9, 0x80, 3, 0x80, 0, 2, 0x81, 2, 3, 0xa8},
    {0x30, 9, 0x80, 3, 0x80, 0, 1, 0x81, 2, 3, 0xa9},
};

int main(void)
{
    int i;
    for (i = 0; i < 3; i++) {
        One one;
        Two two;
        stubc_result refused;
        uint8_t buffer[20];
        printf("%d ", (int)One_decode(&one, messages[i], sizeof messages[i], NULL, NULL));
        refused = Two_decode(&two, messages[i], sizeof messages[i], NULL, NULL);
        if (refused == STUBC_NOT_CANONICAL) {
            printf("NOT_CANONICAL");
        } else {
            printf("%d", (int)refused);
        }
        two.real = one.real;
        two.bits = one.bits;
        printf(" %d", (int)One_encode(&one, buffer, sizeof buffer, NULL, NULL));
        refused = Two_encode(&two, buffer, sizeof buffer, NULL, NULL);
        puts(refused == STUBC_NOT_CANONICAL ? " NOT_CANONICAL" : refused == 11 ? " 11" : " another");
    }
    return 0;
}
"#;

#[test]
fn only_der_refuses_even_mantissas_and_unused_bits() {
    let spec = |name: &str| {
        format!(
            "{name}-Module DEFINITIONS AUTOMATIC TAGS ::= BEGIN\n{name} ::= SEQUENCE {{ real REAL, bits BIT STRING }}\nEND\n"
        )
    };
    let part = |name: &str, rules: &str| {
        format!("[[specification]]\nname = \"{name}\"\nfiles = [\"{name}.asn1\"]\nrules = \"{rules}\"\n")
    };
    let file = format!("[build]\n{}{}", part("one", "ber"), part("two", "der"));
    let folder = Folder::new(&[
        ("stubc.toml", &file),
        ("one.asn1", &spec("One")),
        ("two.asn1", &spec("Two")),
        ("both.c", BOTH),
    ]);
    for technique in ["interpreted", "compiled", "inlined"] {
        let run = folder.stubc(&format!("build -q --technique {technique}"));
        assert_eq!(run.code, 0, "{technique}: expected exit code 0: {}", run.err);
        let mut cc = Command::new("cc");
        cc.args(WARNINGS).args(["-o", "both", "both.c", "one.c", "two.c", "stubc_rt.c"]);
        let output = cc.current_dir(folder.path()).output().expect("cc must start");
        assert!(output.status.success(), "{technique}: {}", String::from_utf8_lossy(&output.stderr));
        let output = Command::new(folder.path().join("both")).output().expect("the program must start");
        let text = String::from_utf8_lossy(&output.stdout);
        assert_eq!(
            text, "11 11 11 11\n11 NOT_CANONICAL 11 NOT_CANONICAL\n11 NOT_CANONICAL 11 11\n",
            "{technique}"
        );
    }
}

#[test]
fn one_runtime_is_smaller_than_several() {
    let folder = folder();
    let run = folder.stubc("build -q --max-size 0% --report r.json");
    assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
    let together = total(&json(&folder, "r.json"));
    let specs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../specs");
    let pkix = format!("{specs}/pkix");
    let mut apart = 0;
    for words in [
        format!("{specs}/ldap/ldap.asn1 --pdu LDAPMessage"),
        format!(
            "{pkix}/explicit.asn1 {pkix}/implicit.asn1 --rules der --pdu Certificate:decode --config {pkix}/pkix.toml"
        ),
        format!("{specs}/xdr/rpcbind.x"),
        format!("{specs}/xdr/mount.x"),
    ] {
        let run = folder.stubc(&format!("{words} -q --max-size 0% --report one.json --prefix alone_"));
        assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
        apart += total(&json(&folder, "one.json"));
        for name in folder.names().iter().filter(|name| name.starts_with("alone_")) {
            std::fs::remove_file(folder.path().join(name)).expect("the file or folder must be removable");
        }
    }
    assert!(
        together + 2000 < apart,
        "one build must save at least 2000 bytes: {together} together, {apart} apart"
    );
}

#[test]
fn the_report_has_a_part_for_each_and_one_for_all() {
    let folder = folder();
    let run =
        folder.stubc("build --max-size 30% --report r.json --report r.html --report r.md --depfile r.d");
    assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
    let report = json(&folder, "r.json");
    for key in ["cap", "size", "size_range", "predicted", "optimality_gap", "nodes"] {
        assert!(report.get(key).is_some(), "the report must have the key `{key}`");
    }
    let parts = report["specifications"].as_array().expect("`specifications` must be an array");
    let of = |key: &str| parts.iter().map(|part| part[key].as_str().unwrap_or("")).collect::<Vec<_>>();
    assert_eq!(of("name"), ["ldap", "cert", "rpcbind", "mount"]);
    assert_eq!(of("rules"), ["ber", "der", "xdr", "xdr"]);
    // The share that is left out is the mean of the others, and together they are 1.
    let shares: Vec<f64> = parts.iter().filter_map(|part| part["share"].as_f64()).collect();
    assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9, "unexpected shares: {shares:?}");
    assert!(
        (shares[3] - 0.25).abs() < 1e-9 && (shares[0] - 0.5).abs() < 1e-9,
        "unexpected shares: {shares:?}"
    );
    let generated: u64 = parts.iter().filter_map(|part| part["size"]["generated"].as_u64()).sum();
    assert_eq!(Some(generated), report["size"]["generated"].as_u64());
    let nodes: usize = parts.iter().filter_map(|part| Some(part["nodes"].as_array()?.len())).sum();
    assert_eq!(Some(nodes), report["nodes"].as_array().map(Vec::len));
    let pieces = report["bytes"].as_array().expect("`bytes` must be an array").iter();
    assert_eq!(pieces.filter(|piece| piece["part"] == "runtime").count(), 1);
    for (name, page) in [("r.html", "<h2 id=\"part-1\">cert</h2>"), ("r.md", "\n# cert\n")] {
        assert!(folder.read(name).contains(page), "{name} must contain `{page}`");
    }
    assert!(run.out.contains("  cert: der, "), "expected `  cert: der, ` in:\n{}", run.out);
    let rule = folder.read("r.d");
    for file in ["out/cert_cert.c", "out/stubc_rt.h", "stubc.toml", "ldap.asn1", "pkix.toml", "mount.x"] {
        assert!(rule.contains(file), "expected `{file}` in:\n{rule}");
    }
}

/// What is asked for most gets the bytes.
#[test]
fn frequencies_are_weighted_by_share() {
    let saved = |first: f64| -> Vec<f64> {
        let other = TOY.replace("Toy", "Other");
        let folder = Folder::new(&[("a.asn1", TOY), ("b.asn1", &other)]);
        let entry = |name: &str, share: f64| {
            format!("[[specification]]\nfiles = [\"{name}.asn1\"]\nprefix = \"{name}_\"\nshare = {share}\n")
        };
        folder.write("stubc.toml", (entry("a", first) + &entry("b", 1.0 - first)).as_bytes());
        let run = folder.stubc("build -q --max-size 35% --report r.json");
        assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
        let report = json(&folder, "r.json");
        let parts = report["specifications"].as_array().expect("`specifications` must be an array");
        parts.iter().filter_map(|part| part["predicted"]["interpreter_calls_eliminated"].as_f64()).collect()
    };
    let (first, second) = (saved(0.95), saved(0.05));
    assert!(first[0] > first[1] && second[0] < second[1], "{first:?} {second:?}");
}

/// Two specifications of one type system.
fn pair(first: &str, second: &str) -> Folder {
    let folder = Folder::new(&[("a.asn1", TOY), ("b.asn1", &TOY.replace("Toy", "Other"))]);
    let text = format!(
        "[[specification]]\nfiles = [\"a.asn1\"]\n{first}\n[[specification]]\nfiles = [\"b.asn1\"]\n{second}\n"
    );
    folder.write("stubc.toml", text.as_bytes());
    folder
}

/// The build plans with its own cap, choice and solver. Each file names these in its banner, and not those in the
/// settings of its specification.
#[test]
fn banners_have_the_options_of_the_build() {
    let settings = |name: &str, prefix: &str| Settings {
        specs: vec![(format!("{name}.asn1"), TOY.replace("Toy", name))],
        prefix: prefix.to_owned(),
        max_size: Some(Cap::Percent(50.0)),
        choice: Choice::Compiled,
        solver: Solver::Exact,
        ..Settings::default()
    };
    for (choice, technique) in [(Choice::Interpreted, " --technique interpreted"), (Choice::Auto, "")] {
        let build = Build::new().choice(choice).max_size(Some(Cap::Bytes(100_000)));
        let build = build.specification(settings("A", ""), None).specification(settings("B", "b_"), None);
        let built = build.compile().expect("the build must succeed");
        for (file, prefix) in [("A.c", ""), ("b_B.c", " --prefix b_"), ("stubc_rt.c", "")] {
            let mut files = built.files.files.iter();
            let (_, text) =
                files.find(|(name, _)| name == file).unwrap_or_else(|| panic!("{file} must be written"));
            let options = text.lines().find(|line| line.contains("Options: ")).unwrap_or_default();
            let expected = format!("Options: --max-size 100000{prefix}{technique}");
            assert!(options.ends_with(&expected), "{file}: expected `{expected}`, found `{options}`");
        }
    }
}

#[test]
fn a_type_of_any_specification_is_explained() {
    let folder = pair("", "prefix = \"b_\"");
    for (words, told) in [
        ("--type Toy.Note --max-size 50%", "the next 1024 bytes would save"),
        ("--type Other.Note", "no cap: this is the fastest plan"),
    ] {
        let run = folder.stubc(&format!("explain stubc.toml {words}"));
        assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
        assert!(run.out.contains(told) && run.out.contains("frequency"), "{}", run.out);
    }
    let run = folder.stubc("explain stubc.toml --type Nite");
    assert!(run.code == 2 && run.err.contains("did you mean `Note`?"), "{}", run.err);
}

#[test]
fn equal_names_in_c_need_a_prefix() {
    let folder = pair("", "");
    let run = folder.stubc("build");
    assert_eq!(run.code, 1, "expected exit code 1: {}", run.err);
    for told in ["`a` and `b` both define the C name `", "prefix = \"b_\"", "stubc.toml:4:1"] {
        assert!(run.err.contains(told), "expected `{told}` in:\n{}", run.err);
    }
    assert_eq!(folder.names(), ["a.asn1", "b.asn1", "stubc.toml"], "a failing build must write no file");
    let folder = pair("", "prefix = \"b_\"");
    let run = folder.stubc("build -q --prefix rt_");
    assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
    for file in ["a.h", "b_b.h", "rt_stubc_rt.h", "rt_stubc_rt.c"] {
        assert!(
            folder.names().iter().any(|name| name == file),
            "stubc must write {file}, found {:?}",
            folder.names()
        );
    }
    folder.write(
        "m.c",
        b"#include \"a.h\"\n#include \"b_b.h\"\nint main(void)\n{\n    Message a;\n    b_Message b;\n    rt_stubc_error error;\n\
          return Message_decode(&a, 0, 0, 0, &error) != b_Message_decode(&b, 0, 0, 0, &error);\n}\n",
    );
    let sources = ["m.c", "a.c", "b_b.c", "rt_stubc_rt.c", "-o", "m"];
    let output = Command::new("cc")
        .args(WARNINGS)
        .args(sources)
        .current_dir(folder.path())
        .output()
        .expect("cc must start");
    assert!(
        output.status.success(),
        "the program must succeed:\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(Command::new(folder.path().join("m")).status().expect("the program must start").success());
}

#[test]
fn a_runtime_is_replaced_by_one_that_serves_as_many() {
    let folder = pair("", "prefix = \"b_\"");
    assert_eq!(folder.stubc("a.asn1 -q").code, 0);
    assert_eq!(
        folder.stubc("build -q").code,
        0,
        "the new runtime serves `a` as well, so it must replace the old one"
    );
    assert_eq!(
        folder.stubc("build -q --max-size 0%").code,
        0,
        "a second build of the same specifications must replace the first"
    );
    for (words, whose) in [("a.asn1 -q", "`b`"), ("a.asn1 -q --name c", "`a` and `b`")] {
        let before = folder.read("stubc_rt.c");
        let run = folder.stubc(words);
        assert_eq!(run.code, 1, "{words}: expected exit code 1: {}", run.err);
        for told in [whose, "stubc build", "--prefix", "--out-dir"] {
            assert!(run.err.contains(told), "expected `{told}` in:\n{}", run.err);
        }
        assert_eq!(folder.read("stubc_rt.c"), before);
    }
}

#[test]
fn what_is_wrong_in_the_file_has_its_place() {
    for (first, told) in [
        ("fils = 1", ["stubc.toml:3:1", "did you mean `files`?"]),
        ("config = \"none.toml\"", ["stubc.toml:3:10", "cannot find none.toml"]),
        ("pdu = [\"Mesage\"]", ["Mesage", "did you mean `Message`?"]),
        ("name = \"stubc_rt\"", ["stubc.toml:3:8", "the runtime has a file of this name"]),
        ("name = \"b_b\"", ["stubc.toml:4:1", "two specifications of this build are named `b_b`"]),
        ("rpc = [\"client\"]", ["stubc.toml:3:1", "compile this specification separately"]),
    ] {
        let folder = pair(first, "prefix = \"b_\"");
        let run = folder.stubc("build");
        assert_eq!(run.code, if first.starts_with("pdu") { 2 } else { 1 }, "{first}: {}", run.err);
        for part in told {
            assert!(run.err.contains(part), "expected `{part}` in:\n{}", run.err);
        }
    }
    let folder = pair("", "prefix = \"b_\"");
    folder.write("stubc.toml", b"[[specification]]\nfiles = [\"*.none\"]\n");
    let run = folder.stubc("build");
    assert!(run.code == 1 && run.err.contains("stubc.toml:2:10"), "{}", run.err);
    let run = folder.stubc("build none.toml");
    assert!(run.code == 1 && run.err.contains("none.toml"), "{}", run.err);
}

/// Commands of the large form beside those of a specification that alone has the usual one.
#[test]
fn a_large_specification_beside_a_small_one() {
    let small = "Small DEFINITIONS AUTOMATIC TAGS ::= BEGIN Small ::= SEQUENCE { number INTEGER DEFAULT 9,
        list SEQUENCE OF INTEGER (0..9) DEFAULT { 1, 2 }, choice CHOICE { a INTEGER, b BOOLEAN } } END";
    let many: String = (0..300).map(|at| format!("m{at} INTEGER OPTIONAL, ")).collect();
    let large = format!(
        "Large DEFINITIONS AUTOMATIC TAGS ::= BEGIN Large ::= SEQUENCE {{ {many} high INTEGER DEFAULT 5000000000, \
         time TIME, tags Tags }} Tags ::= SEQUENCE {{ n [1] EXPLICIT [2] EXPLICIT [3] EXPLICIT INTEGER }} END"
    );
    let program = r#"#include "a.h"
#include "b.h"
int main(void)
{
    static const uint8_t message[] = {0x30, 5, 0xa2, 3, 0x80, 1, 5};
    static Small small;
    static Large large, again;
    static uint64_t arena[100];
    uint8_t buffer[100];
    stubc_context context = stubc_context_over(arena, sizeof arena);
    stubc_result n = Small_decode_exact(&small, message, sizeof message, &context, NULL);
    if (n < 0 || small.number != 9 || small.list.count != 2 || small.list.items[1] != 2 || small.choice.u.a != 5) {
        return 1;
    }
    n = Small_encode(&small, buffer, sizeof buffer, &context, NULL);
    if (n != sizeof message || memcmp(buffer, message, sizeof message) != 0) {
        return 2;
    }
    large.has_m299 = true;
    large.m299 = 70;
    large.high = 5000000000;
    large.time.data = (const uint8_t *)"10:00:00";
    large.time.length = 8;
    large.tags.n = -3;
    n = Large_encode(&large, buffer, sizeof buffer, &context, NULL);
    if (n <= 0 || Large_decode_exact(&again, buffer, (size_t)n, &context, NULL) != n) {
        return 3;
    }
    if (again.has_m298 || !again.has_m299 || again.m299 != 70 || again.high != large.high || again.tags.n != -3) {
        return 4;
    }
    large.time.data = (const uint8_t *)"10:00:0,";
    return Large_encode(&large, buffer, sizeof buffer, &context, NULL) == STUBC_NOT_CANONICAL ? 0 : 5;
}
"#;
    let file =
        "[[specification]]\nfiles = [\"a.asn1\"]\n[[specification]]\nfiles = [\"b.asn1\"]\nrules = \"der\"\n";
    let texts = [("stubc.toml", file), ("a.asn1", small), ("b.asn1", &large), ("m.c", program)];
    let folder = Folder::new(&texts);
    for words in ["--technique interpreted", "--technique compiled", "--max-size 30%"] {
        let run = folder.stubc(&format!("build -q {words}"));
        assert_eq!(run.code, 0, "{words}: {}", run.err);
        let sources = ["m.c", "a.c", "b.c", "stubc_rt.c", "-o", "m"];
        let mut cc = Command::new("cc");
        let output = cc.args(WARNINGS).args(sources).current_dir(folder.path()).output().expect("cc runs");
        assert!(output.status.success(), "{words}: {}", String::from_utf8_lossy(&output.stderr));
        let status = Command::new(folder.path().join("m")).status().expect("it runs");
        assert_eq!(status.code(), Some(0), "{words}");
    }
}

/// Prints the table of docs/build.md.
#[test]
#[ignore = "prints a table for docs/build.md"]
#[allow(clippy::print_stdout, reason = "the table is what it makes")]
fn bytes_apart_and_together() {
    let folder = folder();
    let specs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../specs");
    let pkix = format!("{specs}/pkix");
    let alone = [
        format!("{specs}/ldap/ldap.asn1 --pdu LDAPMessage"),
        format!(
            "{pkix}/explicit.asn1 {pkix}/implicit.asn1 --rules der --pdu Certificate:decode --config {pkix}/pkix.toml"
        ),
        format!("{specs}/xdr/rpcbind.x"),
        format!("{specs}/xdr/mount.x"),
    ];
    println!(
        "| plan | ldap | cert | rpcbind | mount | sum | build | saved |\n|---|---:|---:|---:|---:|---:|---:|---:|"
    );
    for (plan, words) in
        [("smallest", "--max-size 0%"), ("all compiled", "--technique compiled"), ("fastest", "--cache warm")]
    {
        let sizes = alone.iter().enumerate().map(|(at, spec)| {
            let run = folder.stubc(&format!("{spec} {words} -q --report one.json --prefix alone_{at}_"));
            assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
            total(&json(&folder, "one.json"))
        });
        let sizes: Vec<u64> = sizes.collect();
        let run = folder.stubc(&format!("build -q --report r.json {words}"));
        assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
        let (sum, together) = (sizes.iter().sum::<u64>(), total(&json(&folder, "r.json")));
        let each: Vec<String> = sizes.iter().map(u64::to_string).collect();
        let saved = 100.0 * (1.0 - together as f64 / sum as f64);
        println!("| {plan} | {} | {sum} | {together} | {saved:.0} % |", each.join(" | "));
    }
}
