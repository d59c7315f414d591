//! The command line: which words are messages, which rules are offered, what a forced plan claims.

use crate::common::{Folder, TOY};

/// Specifications may precede `--messages`, follow its words, or follow `--`.
#[test]
fn specifications_behind_messages() {
    let folder = Folder::new(&[("toy.asn1", TOY), ("toy.txt", TOY)]);
    let message = [0x30, 0x08, 0x80, 0x01, 0x07, 0xa1, 0x03, 0x80, 0x01, b'x'];
    folder.write("captured/one.ber", &message);
    folder.write("two.ber", &message);
    let counted = |words: &str, messages: &str| {
        let run = folder.stubc(words);
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{words}: expected exit code 0 and no diagnostics");
        assert!(run.out.contains(&format!("messages = {messages} ")), "{words}: {}", run.out);
    };
    counted("profile --type Message --messages captured/ toy.asn1", "1");
    counted("profile --type Message toy.asn1 --messages captured/ two.ber", "2");
    counted("profile --type Message --messages captured/ two.ber toy.asn1", "2");
    counted("profile --messages captured/ --messages two.ber --type Message toy.asn1", "2");
    counted("profile --type Message --messages captured/ -- toy.txt", "1");
    for words in [
        "sweep --messages captured/ toy.asn1 --points 0,100",
        "sweep --points 0,100 toy.asn1 --messages captured/ two.ber",
    ] {
        let run = folder.stubc(words);
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{words}: expected exit code 0 and no diagnostics");
        assert!(run.out.contains("| 100 % |"), "expected `| 100 % |` in:\n{}", run.out);
    }
    for (words, reason) in [
        ("profile --type Message --messages captured/ toy.txt", "no specification is given"),
        ("sweep --messages captured/", "no specification is given"),
        ("sweep --messages toy.asn1", "--messages names no message"),
        ("profile --type Message --messages toy.asn1", "--messages names no message"),
    ] {
        let run = folder.stubc(words);
        assert_eq!(run.code, 2, "{words}: expected exit code 2: {}", run.err);
        assert!(run.err.contains(reason), "{words}: expected `{reason}` in:\n{}", run.err);
    }
}

/// `--help` offers the implemented rules.
#[test]
fn rules_that_are_offered_work() {
    let folder = Folder::new(&[("toy.asn1", TOY), ("toy.x", "struct toy { int a; };\n")]);
    let help = folder.stubc("check --help").out;
    let (_, rest) = help.split_once("--rules").expect("the help must list --rules");
    let (_, rest) = rest.split_once("[possible values: ").expect("the help must list the values of --rules");
    let (offered, _) = rest.split_once(']').expect("the list of values must end with a bracket");
    assert_eq!(offered, "ber, der, uper, aper, oer, coer, xdr");
    for rules in offered.split(", ") {
        let spec = if rules == "xdr" { "toy.x" } else { "toy.asn1" };
        let run = folder.stubc(&format!("check {spec} --rules {rules}"));
        assert_eq!(run.code, 0, "{rules}: expected exit code 0: {}", run.err);
    }
}

/// Under a cap that leaves no room for procedures, PER has the short form of its interpreter.
#[test]
fn a_cap_makes_the_interpreter_of_per_small() {
    let folder = Folder::new(&[("toy.asn1", TOY)]);
    let octets = |words: &str| -> u64 {
        let run = folder.stubc(&format!("toy.asn1 --rules uper {words}"));
        let said = run.out.split_once("toy: ").and_then(|(_, rest)| rest.split_once(" bytes of object code"));
        said.and_then(|(octets, _)| octets.parse().ok()).unwrap_or_else(|| panic!("{words}: {}", run.err))
    };
    let (free, capped) = (octets("--technique interpreted"), octets("--max-size 0%"));
    assert!(capped + 2000 < free, "{capped} bytes under a cap, {free} without");
}

/// Packed rules have all techniques, caps and checks. Types that they do not have are refused by name.
#[test]
fn packed_rules_refuse_what_they_do_not_have() {
    const OPTIONS: [&str; 4] = [
        "--technique interpreted",
        "--technique interpreted --instrument",
        "--technique compiled --check-constraints",
        "--max-size 50%",
    ];
    let folder = Folder::new(&[("toy.asn1", TOY)]);
    for rules in ["uper", "aper", "oer", "coer"] {
        for words in OPTIONS {
            let run = folder.stubc(&format!("toy.asn1 --rules {rules} {words}"));
            assert_eq!(run.code, 0, "{rules} {words}: {}", run.err);
        }
    }
    folder.write("dates.asn1", b"D DEFINITIONS ::= BEGIN A ::= DATE END");
    for rules in ["uper", "coer"] {
        let run =
            folder.stubc(&format!("dates.asn1 --rules {rules} --technique interpreted --out-dir dates"));
        assert_eq!(run.code, 1, "{rules}: {}", run.err);
        assert!(run.err.contains("have no packed encoding here yet"), "{rules}: {}", run.err);
    }
}

/// Specifications with the same packed rules share a runtime.
#[test]
fn a_build_has_packed_rules_alone() {
    let entry = |name: &str, rules: &str| {
        format!(
            "[[specification]]\nname = \"{name}\"\nfiles = [\"toy.asn1\"]\nprefix = \"{name}_\"\nrules = \"{rules}\"\n"
        )
    };
    let folder = Folder::new(&[("toy.asn1", TOY)]);
    for (rules, code) in
        [(["oer", "oer"], 0), (["uper", "uper"], 0), (["coer", "ber"], 2), (["oer", "coer"], 2)]
    {
        let text = format!("[build]\nmax-size = \"50%\"\n{}{}", entry("a", rules[0]), entry("b", rules[1]));
        folder.write("stubc.toml", text.as_bytes());
        let run = folder.stubc("build");
        assert_eq!(run.code, code, "{rules:?}: {}", run.err);
        let says_why = run.err.contains("must have these rules: build the others separately");
        assert_eq!(says_why, code == 2, "{rules:?}: {}", run.err);
    }
}

/// Messages are converted under the packed rules.
#[test]
fn packed_messages_are_converted() {
    let folder = Folder::new(&[("toy.asn1", TOY), ("m.json", r#"{"id": 5, "body": {"text": "ab"}}"#)]);
    let octets: [(&str, &[u8]); 4] = [
        ("uper", &[0x02, 0x80, 0x4c, 0x2c, 0x40]),
        ("aper", &[0x00, 0x05, 0x00, 0x02, 0x61, 0x62]),
        ("oer", &[0x00, 0x05, 0x80, 0x02, 0x61, 0x62]),
        ("coer", &[0x00, 0x05, 0x80, 0x02, 0x61, 0x62]),
    ];
    for (rules, expected) in octets {
        let run = folder.stubc(&format!("encode toy.asn1 --type Message --rules {rules} m.json -o m.bin"));
        assert_eq!(run.code, 0, "{rules}: {}", run.err);
        let found = std::fs::read(folder.path().join("m.bin")).expect("the message must be readable");
        assert_eq!(found, expected, "{rules}");
        let run = folder.stubc(&format!("decode toy.asn1 --type Message --rules {rules} m.bin"));
        assert_eq!(run.code, 0, "{rules}: {}", run.err);
        assert!(run.out.contains("\"text\": \"ab\""), "{rules}: {}", run.out);
        folder.write("cut.bin", &expected[..3]);
        let run = folder.stubc(&format!("decode toy.asn1 --type Message --rules {rules} cut.bin"));
        assert_eq!(run.code, 1, "{rules}: {}", run.err);
        assert!(run.err.contains("TRUNCATED"), "{rules}: {}", run.err);
    }
}

/// Only the planner's own plans claim a distance from the best plan.
#[test]
fn a_forced_plan_claims_no_optimality() {
    let folder = Folder::new(&[("toy.asn1", TOY)]);
    let plan = folder.stubc("dump plan toy.asn1 --max-size 50%").out;
    folder.write("toy.plan", plan.as_bytes());
    for (words, is_chosen) in [
        ("", true),
        ("--max-size 50%", true),
        ("--technique interpreted", false),
        ("--technique compiled", false),
        ("--technique inlined", false),
        ("--plan toy.plan", false),
    ] {
        let reports = "--report plan.json --report plan.md --report plan.html";
        let run = folder.stubc(&format!("toy.asn1 {words} {reports}"));
        assert_eq!(run.code, 0, "{words}: expected exit code 0: {}", run.err);
        assert_eq!(run.out.contains("from the best plan"), is_chosen, "{words}: {}", run.out);
        let report: serde_json::Value =
            serde_json::from_str(&folder.read("plan.json")).expect("plan.json must be valid JSON");
        assert_eq!(report["optimality_gap"].is_number(), is_chosen, "{words}");
        let reasons = report["nodes"].as_array().expect("`nodes` must be an array").iter();
        let mut reasons =
            reasons.filter(|node| node["kind"] == "definition").map(|node| node["reason"].to_string());
        assert!(reasons.all(|reason| reason.contains(" as asked for: ") != is_chosen), "{words}: {report:#}");
        for page in ["plan.md", "plan.html"] {
            let told = folder.read(page).contains("unknown, as the user chose the plan");
            assert_eq!(told, !is_chosen, "{words}: {page}");
        }
    }
}

/// Every file of `--config` counts; entries of later files win.
#[test]
fn configurations_add_up() {
    let folder = Folder::new(&[
        ("toy.asn1", TOY),
        (
            "a.toml",
            "[types]\n\"Note.serial\" = { integer = \"bytes\" }\n[frequency]\n\"Message.note\" = 0.25\n",
        ),
        ("b.toml", "[frequency]\n\"Message.note\" = 0.75\n"),
        ("roots.toml", "[roots]\n\"Note\" = 1\n"),
        ("c.toml", "[roots]\n\"Message\" = 1\n\"Note\" = { decode = 1, encode = 0 }\n"),
        ("wrong.toml", "[types]\n\"Nota\" = { technique = \"compiled\" }\n"),
    ]);
    let dump = |words: &str| {
        let run = folder.stubc(&format!("dump {words}"));
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{words}: expected exit code 0 and no diagnostics");
        run.out
    };
    let note =
        |text: &str| text.lines().filter(|line| line.contains("Message.note")).collect::<Vec<_>>().join("\n");
    let (one, two) =
        ("--config a.toml --config b.toml --pdu Message", "--config b.toml --config a.toml --pdu Message");
    let (later, earlier) =
        (dump(&format!("frequencies toy.asn1 {one}")), dump(&format!("frequencies toy.asn1 {two}")));
    assert!(note(&later).contains("0.75") && !note(&later).contains("0.25"), "{later}");
    assert!(note(&earlier).contains("0.25") && !note(&earlier).contains("0.75"), "{earlier}");
    // Entries in only one file hold in both orders.
    let graphs = [one, two].map(|words| dump(&format!("graph toy.asn1 {words}")));
    assert!(graphs[0] == graphs[1] && graphs[0] != dump("graph toy.asn1 --pdu Message"), "{}", graphs[0]);
    let header = |words: &str| {
        assert_eq!(folder.stubc(&format!("toy.asn1 --technique compiled -q {words}")).code, 0, "{words}");
        folder.read("toy.h")
    };
    let roots = |text: &str| ["Message_decode(", "Note_decode("].map(|entry| text.contains(entry));
    assert_eq!(roots(&header("--config roots.toml")), [false, true]);
    assert_eq!(roots(&header("--config roots.toml --config c.toml")), [true, true]);
    let run = folder.stubc("check toy.asn1 --config a.toml --config wrong.toml");
    assert_eq!(run.code, 1);
    assert!(run.err.contains("wrong.toml:2") && run.err.contains("Nota"), "{}", run.err);
}

/// Scripts for shells and manual pages name every command and option.
#[test]
fn shells_and_manual_pages_know_the_command_line() {
    let folder = Folder::new(&[]);
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let run = folder.stubc(&format!("completions {shell}"));
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{shell}: expected exit code 0 and no diagnostics");
        for word in ["max-size", "sweep", "error-paths", "cache"] {
            assert!(run.out.contains(word), "{shell}: standard output must contain `{word}`");
        }
    }
    let script = folder.stubc("completions bash").out;
    folder.write("stubc.bash", format!("{script}\nCOMP_WORDS=(stubc --max-si); COMP_CWORD=1; _stubc stubc --max-si stubc; echo \"${{COMPREPLY[*]}}\"\n").as_bytes());
    let run = std::process::Command::new("bash")
        .arg(folder.path().join("stubc.bash"))
        .output()
        .expect("bash must start");
    assert_eq!(
        String::from_utf8_lossy(&run.stdout),
        "--max-size\n",
        "{}",
        String::from_utf8_lossy(&run.stderr)
    );
    assert_eq!(folder.stubc("completions tcsh").code, 2);
    assert_eq!(folder.stubc("man pages").code, 0);
    for page in ["stubc", "stubc-check", "stubc-sweep"] {
        assert!(folder.read(&format!("pages/{page}.1")).contains("max\\-size"), "{page}");
    }
}
