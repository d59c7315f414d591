//! Every kind of wrong input gives one clear diagnostic, the documented exit code, and no half-written file.

use crate::common::{Folder, TOY};

/// Expects this exit code, one error with this text on stderr, and no new file.
fn refused(folder: &Folder, words: &str, code: i32, text: &str) {
    let before = folder.names();
    let run = folder.stubc(words);
    assert_eq!(run.code, code, "{words}: expected exit code {code}:\n{}", run.err);
    assert!(run.err.contains(text), "{words}: expected `{text}` in:\n{}", run.err);
    let errors = run.err.lines().filter(|line| line.starts_with("error")).count();
    assert_eq!(errors, 1, "{words}: expected one error:\n{}", run.err);
    assert_eq!(run.out, "", "{words}: a failing run must print nothing to standard output");
    assert_eq!(folder.names(), before, "{words}: a failing run must write no file");
}

fn spec(text: &str) -> Folder {
    Folder::new(&[("a.asn1", &format!("A DEFINITIONS ::= BEGIN\n{text}\nEND\n"))])
}

#[test]
fn a_missing_file() {
    refused(&Folder::new(&[]), "nothing.asn1", 1, "cannot read nothing.asn1: no such file");
}

#[test]
fn a_directory() {
    refused(&Folder::new(&[("d.asn1/x", "")]), "d.asn1", 1, "d.asn1: it is a directory");
}

#[test]
fn binary_junk() {
    let folder = Folder::new(&[]);
    folder.write("junk.asn1", &(0..=255).cycle().take(4096).collect::<Vec<u8>>());
    refused(&folder, "junk.asn1", 1, "junk.asn1 is not text: line 1, column 1 ");
}

/// Editors on Windows write UTF-16. Without its byte order mark, it is refused as binary.
#[test]
fn utf16() {
    let text = "A DEFINITIONS ::= BEGIN\r\nT ::= Nope -- \u{e9}\r\nEND\r\n";
    let units: Vec<u16> = text.encode_utf16().collect();
    let marked = |mark: [u8; 2], of: fn(u16) -> [u8; 2]| -> Vec<u8> {
        mark.into_iter().chain(units.iter().flat_map(|unit| of(*unit))).collect()
    };
    let folder = Folder::new(&[]);
    folder.write("le.asn1", &marked([0xff, 0xfe], u16::to_le_bytes));
    folder.write("be.asn1", &marked([0xfe, 0xff], u16::to_be_bytes));
    folder.write("half.asn1", &marked([0xff, 0xfe], u16::to_le_bytes)[..31]);
    folder.write("bare.asn1", &marked([0xff, 0xfe], u16::to_le_bytes)[2..]);
    refused(&folder, "le.asn1", 1, "le.asn1:2:7");
    refused(&folder, "be.asn1", 1, "be.asn1:2:7");
    refused(&folder, "half.asn1", 1, "half.asn1 is not text: it begins as UTF-16");
    refused(&folder, "bare.asn1", 1, "or UTF-16 with a byte order mark");
}

/// Old texts end their lines with carriage returns only.
#[test]
fn carriage_returns() {
    let text = "A DEFINITIONS ::= BEGIN\n-- one\nT ::= SEQUENCE {\n  a Nope }\nEND\n";
    let ends = |end: &str| text.replace('\n', end);
    let files = [("cr.asn1", ends("\r")), ("crlf.asn1", ends("\r\n")), ("lf.asn1", ends("\n"))];
    let folder = Folder::new(&files.each_ref().map(|(name, text)| (*name, text.as_str())));
    for (name, _) in &files {
        refused(&folder, name, 1, &format!("{name}:4:5"));
    }
    folder.write("junk.asn1", b"A\rB\r\nC\n\x01");
    refused(&folder, "junk.asn1", 1, "line 4, column 1 ");
}

/// The hyphens of word processors are harmless in comments; elsewhere they are reported.
#[test]
fn hyphens_of_word_processors() {
    let folder = Folder::new(&[]);
    folder.write(
        "h.asn1",
        b"A DEFINITIONS ::= BEGIN\n-- ITU\x1eT, mar\x1fshalling\nT ::= SEQUENCE { a BOOLEAN }\nEND\n",
    );
    let run = folder.stubc("check h.asn1");
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    folder.write("i.asn1", b"A DEFINITIONS ::= BEGIN\nT ::= SEQUENCE { a BOOLEAN, \x1e b NULL }\nEND\n");
    refused(&folder, "i.asn1", 1, "i.asn1:2:29");
}

/// A line of a megabyte is never shown whole. Its columns count from the start of the line.
#[test]
fn a_long_line() {
    for (file, text, place) in [
        (
            "line.x",
            format!("struct a {{ int {}; nosuch y; }}; struct a {{ int z; }};", "x".repeat(1_000_000)),
            "line.x:1:1000018",
        ),
        ("comment.x", format!("/*{}", "\u{e9}".repeat(1_000_000)), "comment.x:1:1"),
        ("text.x", "\"".repeat(1_000_001), "text.x:1:1"),
    ] {
        let folder = Folder::new(&[(file, &text)]);
        let run = folder.stubc(&format!("check {file}"));
        assert_eq!(run.code, 1, "{file}: expected exit code 1");
        assert!(
            run.err.contains(place) && run.err.len() < 4000,
            "{file}: standard error must contain `{place}` and less than 4000 bytes: {:.4000}",
            run.err
        );
    }
}

#[test]
fn an_empty_file() {
    refused(&Folder::new(&[("a.asn1", "")]), "a.asn1", 1, "no module");
}

#[test]
fn latin1_comments_are_read_with_a_warning() {
    let folder = Folder::new(&[]);
    let mut text = b"-- r\xe9sum\xe9\n".to_vec();
    text.extend_from_slice(TOY.as_bytes());
    folder.write("toy.asn1", &text);
    let run = folder.stubc("check toy.asn1");
    assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
    assert!(
        run.err.contains("warning: toy.asn1 is not UTF-8; reading it as Latin-1"),
        "expected `warning: toy.asn1 is not UTF-8; reading it as Latin-1` in:\n{}",
        run.err
    );
}

#[test]
fn an_unresolved_import() {
    let folder = spec("IMPORTS Thing FROM Elsewhere;\nM ::= SEQUENCE { thing Thing }");
    refused(&folder, "a.asn1", 1, "Elsewhere");
}

#[test]
fn an_unresolved_type_is_shown_in_its_line() {
    let folder = spec("Message ::= SEQUENCE { thing Mesage2 }");
    refused(&folder, "a.asn1", 1, "a.asn1:2:");
}

#[test]
fn a_type_that_is_only_itself() {
    refused(&spec("M ::= M"), "a.asn1", 1, "a.asn1:2:1");
}

#[test]
fn an_infinite_mandatory_recursion() {
    refused(&spec("M ::= SEQUENCE { again M }"), "a.asn1", 1, "a.asn1:2:");
}

#[test]
fn a_duplicate_name() {
    refused(&spec("M ::= INTEGER\nM ::= BOOLEAN"), "a.asn1", 1, "a.asn1:3:1");
}

#[test]
fn two_roots_with_one_c_name() {
    let folder = Folder::new(&[
        ("a.asn1", "A DEFINITIONS ::= BEGIN M ::= SEQUENCE { a INTEGER } END"),
        ("b.asn1", "B DEFINITIONS ::= BEGIN M ::= SEQUENCE { b INTEGER } END"),
    ]);
    refused(&folder, "a.asn1 b.asn1 --pdu A.M --pdu B.M", 1, "have the same C name, `M`");
    refused(&folder, "a.asn1 b.asn1 --pdu M", 2, "`M` is ambiguous; write `A.M` or `B.M`");
    // Of default roots of one name that of the first module keeps it, in any order of the files.
    for files in ["a.asn1 b.asn1", "b.asn1 a.asn1"] {
        let run = folder.stubc(&format!("{files} --technique interpreted --name both"));
        assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
        let header = folder.read("both.h");
        assert!(header.contains("M_decode(M *value") && header.contains("B_M_decode(B_M *value"), "{header}");
        assert!(
            header.contains("struct M {\n    int64_t a;"),
            "expected `struct M {{\n    int64_t a;` in:\n{header}"
        );
    }
}

#[test]
fn an_unknown_root() {
    let folder = Folder::new(&[("toy.asn1", TOY)]);
    refused(&folder, "toy.asn1 --pdu Mesage", 2, "did you mean `Message`?");
    refused(&folder, "toy.asn1 --pdu Message:both", 2, "`both` is not a direction");
}

#[test]
fn unknown_option_values() {
    let folder = Folder::new(&[("toy.asn1", TOY)]);
    for words in [
        "--rules xml",
        "--heuristic guess",
        "--technique fast",
        "--solver magic",
        "--cache hot",
        "--max-size 12KB",
        "--max-size -3",
        "--report plan.pdf",
        "--name a/b",
        "--prefix 1x",
        "--nonsense",
        "--color blue",
    ] {
        let run = folder.stubc(&format!("toy.asn1 {words}"));
        assert_eq!(run.code, 2, "{words}: expected exit code 2: {}", run.err);
        assert_eq!(folder.names(), ["toy.asn1"], "{words}: a failing run must write no file");
    }
    refused(&folder, "toy.asn1 --cache hot", 2, "warm, mixed, cold");
    assert_eq!(folder.stubc("").code, 2);
    assert_eq!(folder.stubc("--help").code, 0);
}

#[test]
fn notations_do_not_mix() {
    let folder = Folder::new(&[("toy.asn1", TOY), ("toy.x", "struct a { int b; };")]);
    refused(&folder, "toy.asn1 toy.x", 2, "cannot be compiled together");
    refused(&folder, "toy.x --rules ber", 2, "only with --rules xdr");
    refused(&folder, "toy.asn1 --rules xdr", 2, "--rules xdr works only with XDR");
}

#[test]
fn an_output_folder_that_cannot_be_written() {
    let folder = Folder::new(&[("toy.asn1", TOY), ("file", "")]);
    refused(&folder, "toy.asn1 -o file/below", 1, "cannot create file/below");
    // A folder is in the way of the last file: the first ones must not appear.
    let folder = Folder::new(&[("toy.asn1", TOY), ("stubc_rt.c/x", "")]);
    refused(&folder, "toy.asn1", 1, "cannot write ./stubc_rt.c: it is a directory");
    refused(&folder, "toy.asn1 --report missing/plan.json", 1, "cannot write");
}

#[test]
fn a_cap_below_the_minimum_names_the_smallest_size() {
    let folder = Folder::new(&[("toy.asn1", TOY)]);
    refused(&folder, "toy.asn1 --max-size 100", 3, "no plan fits in 100 bytes; the smallest needs ");
    let said = folder.stubc("toy.asn1 --max-size 100").err;
    let smallest = said.split("the smallest needs ").nth(1).and_then(|rest| rest.split(' ').next());
    let smallest: u64 = smallest
        .and_then(|number| number.parse().ok())
        .expect("the message must end with the smallest size in bytes");
    assert_eq!(folder.stubc(&format!("toy.asn1 --max-size {}", smallest - 1)).code, 3);
    assert_eq!(folder.stubc(&format!("toy.asn1 --max-size {smallest}")).code, 0);
}

#[test]
fn a_compiler_that_is_missing_or_fails() {
    let folder = Folder::new(&[("toy.asn1", TOY)]);
    refused(
        &folder,
        "toy.asn1 --cc no-such-compiler",
        4,
        "cannot run the target compiler `no-such-compiler`",
    );
    refused(&folder, "toy.asn1 --cc false", 4, "the target compiler failed on");
    refused(&folder, "toy.asn1 --cc true", 4, "wrote no object");
    refused(&folder, "toy.asn1 --cflags=-flto", 4, "-flto");
    refused(&folder, "toy.asn1 --cflags='-Os", 2, "is not closed");
}

/// A compiler that hangs is killed with all programs it started, even if they ignore requests to end.
#[cfg(target_os = "linux")]
#[test]
fn a_compiler_that_hangs() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new(&[("toy.asn1", TOY)]);
    let program = folder.path().join("mycc");
    let started = folder.path().join("started");
    let script = format!(
        "#!/bin/sh\ncase \" $* \" in *' --version '*) exit 1 ;; esac\ntrap '' TERM\nsleep 60 &\necho $! >>{}\nwait\n",
        started.display()
    );
    std::fs::write(&program, script).expect("the file must be writable");
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755))
        .expect("the script's permissions must be settable");
    folder.write("started", b"");
    let words = format!("toy.asn1 --cc-timeout 1 --cc {}", program.display());
    refused(&folder, &words, 4, "ran longer than 1 s on ");
    let processes = folder.read("started");
    assert_ne!(processes, "", "the compiler must have started processes");
    for process in processes.lines() {
        let state = || std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        let is_gone = || state().is_empty() || state().contains(") Z ");
        // A busy machine may take a while to remove killed processes.
        let waited = (0..100).any(|_| {
            let gone = is_gone();
            if !gone {
                std::thread::sleep(std::time::Duration::from_millis(100));
            }
            gone
        });
        assert!(waited, "stubc must end the processes of the compiler; still running: {}", state());
    }
    refused(&folder, "toy.asn1 --cc-timeout 0", 2, "--cc-timeout");
}

#[test]
fn what_is_wrong_with_a_configuration_is_shown_in_its_line() {
    for (text, place) in [
        ("\n[frequency]\n\"Toy.Massage.*\" = 1", "c.toml:3:1"),
        ("[types]\n\"Toy.Message\" = { integer = \"bytes\" }", "c.toml:2:1"),
        ("[types]\n\"*.Note\" = { keep-bytes = 1 }", "c.toml:2:27"),
        ("[types]\n\"*.serial\" = { keep-bytes = true }", "c.toml:2:1"),
        ("[types]\n\"*.Knote\" = { keep-bytes = true }", "c.toml:2:1"),
        ("[types]\n\"*.Note\" = { keep-unknown = 1 }", "c.toml:2:29"),
        ("[types]\n\"*.serial\" = { keep-unknown = true }", "c.toml:2:1"),
        ("[types]\n\"*.Note\" = { technique = \"inlined\" }", "c.toml:2:26"),
        ("[roots]\nMesage = 1", "c.toml:2:1"),
        ("[roots", "c.toml:1:"),
        ("heuristic = 1", "c.toml:1:1"),
    ] {
        let folder = Folder::new(&[("toy.asn1", TOY), ("c.toml", text)]);
        refused(&folder, "toy.asn1 --config c.toml", 1, place);
    }
}

/// Values of OER are whole bytes, those of PER need not be.
#[test]
fn only_whole_bytes_are_kept() {
    let keep = "[types]\n\"Toy.Note\" = { keep-bytes = true }";
    let folder = Folder::new(&[("toy.asn1", TOY), ("c.toml", keep)]);
    for rules in ["uper", "aper"] {
        refused(
            &folder,
            &format!("toy.asn1 --config c.toml --rules {rules}"),
            1,
            "leave out `keep-bytes` for this type",
        );
    }
    for technique in ["interpreted", "inlined"] {
        let run = folder.stubc(&format!("toy.asn1 --config c.toml --rules oer --technique {technique}"));
        assert_eq!(run.code, 0, "{}", run.err);
        assert_eq!(folder.read("toy.h").matches("stubc_slice raw;").count(), 1, "Note must keep its bytes");
    }
}

/// Packed rules keep unknown additions. Under BER, the whole encoding has them.
#[test]
fn only_packed_rules_keep_unknown_additions() {
    let spec = "Toy DEFINITIONS AUTOMATIC TAGS ::= BEGIN T ::= SEQUENCE { a BOOLEAN, ... } END";
    let keep = "[types]\n\"*\" = { keep-unknown = true }";
    let folder = Folder::new(&[("toy.asn1", spec), ("c.toml", keep)]);
    for rules in ["ber", "der"] {
        refused(
            &folder,
            &format!("toy.asn1 --config c.toml --rules {rules}"),
            1,
            "use `keep-bytes`, which keeps",
        );
    }
    for rules in ["uper", "coer"] {
        let run = folder.stubc(&format!("toy.asn1 --config c.toml --rules {rules}"));
        assert_eq!(run.code, 0, "{}", run.err);
        assert!(folder.read("toy.h").contains("stubc_unknown unknown;"));
    }
}

#[test]
fn what_is_wrong_with_a_table_of_an_open_type_is_shown_in_its_line() {
    let spec = "Any DEFINITIONS ::= BEGIN
        A ::= SEQUENCE { algorithm OBJECT IDENTIFIER, parameters ANY DEFINED BY algorithm OPTIONAL }
        B ::= SEQUENCE { flag BOOLEAN, rest ANY DEFINED BY flag, more ANY }
        Dss ::= SEQUENCE { p INTEGER }
        dsa OBJECT IDENTIFIER ::= { 1 2 840 10040 4 1 }
        C ::= SEQUENCE { id K.&id ({Set}), value K.&Type ({Set}{@id}) }
        K ::= CLASS { &id OBJECT IDENTIFIER UNIQUE, &Type }
        Set K ::= { { &id dsa, &Type Dss }, ... }
        END";
    for (text, place, told) in [
        (
            "\"A.parameters\" = { open-types = { \"1.2.3\" = \"Dsss\" } }",
            "c.toml:2:45",
            "did you mean `Dss`?",
        ),
        ("\"A.parameters\" = { open-types = { \"dsb\" = \"Dss\" } }", "c.toml:2:35", "did you mean `dsa`?"),
        (
            "\"A.parameters\" = { open-types = { \"1.99.3\" = \"Dss\" } }",
            "c.toml:2:35",
            "not an object identifier",
        ),
        ("\"A.parameters\" = { open-types = { \"1.2.3\" = 3 } }", "c.toml:2:45", "the name of a type"),
        (
            "\"A.parameters\" = { open-types = { dsa = \"Dss\", \"1.2.840.10040.4.1\" = \"NULL\" } }",
            "c.toml:2:48",
            "selects two types",
        ),
        (
            "\"C.value\" = { open-types = { dsa = \"Dss\", \"1.2.840.10040.4.1\" = \"NULL\" } }",
            "c.toml:2:43",
            "selects two types",
        ),
        ("\"A.params\" = { open-types = { dsa = \"Dss\" } }", "c.toml:2:1", "no type and no field"),
        ("\"A.algorithm\" = { open-types = { dsa = \"Dss\" } }", "c.toml:2:1", "no open type"),
        ("\"B.more\" = { open-types = { \"1\" = \"Dss\" } }", "c.toml:2:29", "not DEFINED BY"),
        ("\"B.rest\" = { open-types = { \"1\" = \"Dss\" } }", "c.toml:2:29", "not a value of the governor"),
    ] {
        let folder = Folder::new(&[("any.asn1", spec), ("c.toml", &format!("[types]\n{text}\n"))]);
        refused(&folder, "any.asn1 --config c.toml", 1, place);
        let run = folder.stubc("any.asn1 --config c.toml");
        assert!(run.err.contains(told), "{text}: expected `{told}` in:\n{}", run.err);
    }
    // One type under two names of its value; the configuration replaces the type in the specification.
    for path in ["A.parameters", "C.value"] {
        let text =
            format!("\"{path}\" = {{ open-types = {{ dsa = \"NULL\", \"1.2.840.10040.4.1\" = \"NULL\" }} }}");
        let folder = Folder::new(&[("any.asn1", spec), ("c.toml", &format!("[types]\n{text}\n"))]);
        let run = folder.stubc("check any.asn1 --config c.toml");
        assert_eq!(run.code, 0, "{text}: expected exit code 0: {}", run.err);
    }
}

#[test]
fn what_is_wrong_with_a_plan_is_shown_in_its_line() {
    for (text, place) in [
        ("# a plan\ndefinition Toy.Massage decode compiled", "p.plan:2:1"),
        ("definition Toy.Message compiled", "p.plan:1:1"),
        ("reference Toy.Message.note decode inline", "p.plan:1:1"),
    ] {
        let folder = Folder::new(&[("toy.asn1", TOY), ("p.plan", text)]);
        refused(&folder, "toy.asn1 --plan p.plan", 1, place);
    }
}

#[test]
fn messages_and_json_that_are_wrong() {
    let folder = Folder::new(&[("toy.asn1", TOY), ("m.json", "{\"id\": 300}"), ("n.json", "{")]);
    folder.write("m.ber", &[0x30, 0x05, 0x80, 0x01, 0x07, 0xa1, 0x7f]);
    let run = folder.stubc("decode toy.asn1 --type Message m.ber");
    assert_eq!(run.code, 1);
    assert!(run.err.contains("Toy.Message") && run.err.contains("000000"), "{}", run.err);
    refused(&folder, "encode toy.asn1 --type Message m.json", 1, "m.json");
    refused(&folder, "encode toy.asn1 --type Message n.json", 1, "not JSON");
    refused(&folder, "decode toy.asn1 --type Mesage m.ber", 2, "did you mean `Message`?");
    refused(
        &folder,
        "decode m.ber toy.asn1 --type Message",
        2,
        "toy.asn1 is a specification; name the message",
    );
}

#[test]
fn warnings_are_allowed_and_denied_by_name() {
    let folder = spec("M ::= SEQUENCE { a [0] IMPLICIT CHOICE { b NULL } }");
    let run = folder.stubc("check a.asn1");
    assert!(run.code == 0 && run.err.contains("warning[implicit-choice]"), "{}", run.err);
    let run = folder.stubc("check a.asn1 --allow stray-comma,implicit-choice");
    assert!(run.code == 0 && run.err.is_empty(), "{}", run.err);
    refused(&folder, "check a.asn1 --deny implicit-choice", 1, "error[implicit-choice]");
    refused(&folder, "check a.asn1 --allow implict-choice", 2, "did you mean `implicit-choice`?");
    let folder = Folder::new(&[("a.x", "struct m { opaque none[0]; quadruple wide; };")]);
    let run = folder.stubc("check a.x --allow empty-array,quadruple");
    assert!(run.code == 0 && run.err.is_empty(), "{}", run.err);
    for name in ["empty-array", "quadruple"] {
        refused(&folder, &format!("check a.x --deny {name}"), 1, &format!("error[{name}]"));
    }
}

#[test]
fn errors_of_all_stages_are_told_at_once() {
    let folder = Folder::new(&[
        ("a.asn1", "A DEFINITIONS ::= BEGIN IMPORTS Gone FROM Nowhere; M ::= CHOICE { a NULL, b NULL } END"),
        ("b.asn1", "B DEFINITIONS ::= BEGIN N ::= SEQUENCE { a Missing, b BOOLEAN OPTIONAL, c BOOLEAN } END"),
    ]);
    let run = folder.stubc("check a.asn1 b.asn1 -I .");
    assert_eq!(run.code, 1);
    let codes: Vec<&str> =
        run.err.lines().filter_map(|line| line.strip_prefix("error[")?.split(']').next()).collect();
    assert_eq!(
        codes,
        ["unresolved-module", "ambiguous-tags", "unresolved-name", "ambiguous-tags"],
        "{}",
        run.err
    );
    assert!(
        run.err.contains("no file of this name (Nowhere.asn1, .asn or similar) is in ."),
        "expected `no file of this name (Nowhere.asn1, .asn or similar) is in .` in:\n{}",
        run.err
    );
}

/// Findings are sorted by file as on the command line, then by place, regardless of stage.
#[test]
fn errors_come_in_the_order_of_files_and_places() {
    let first = "A DEFINITIONS AUTOMATIC TAGS ::= BEGIN IMPORTS K, Gone FROM B;\n\
        M ::= SEQUENCE { k K, n INTEGER (0..300) DEFAULT 301 }\n\
        N ::= CHOICE { a [0] NULL c [1] NULL }\n\
        O ::= SEQUENCE { m M DEFAULT { k 5, x 7 } }\nEND";
    let second = "B DEFINITIONS ::= BEGIN EXPORTS K;\n\
        K ::= INTEGER (1..5) (9)\n\
        L ::= Missing\n\
        P ::= SET { a INTEGER, b INTEGER }\nEND";
    let folder = Folder::new(&[("a.asn1", first), ("b.asn1", second)]);
    let of_first = [
        ("unresolved-import", "a.asn1:1"),
        ("value-outside", "a.asn1:2"),
        ("syntax", "a.asn1:3"),
        ("value-mismatch", "a.asn1:4"),
    ];
    let of_second =
        [("empty-constraint", "b.asn1:2"), ("unresolved-name", "b.asn1:3"), ("ambiguous-tags", "b.asn1:4")];
    for (words, expected) in [
        ("check a.asn1 b.asn1", [&of_first[..], &of_second[..]].concat()),
        ("check b.asn1 a.asn1", [&of_second[..], &of_first[..]].concat()),
    ] {
        let run = folder.stubc(words);
        assert_eq!(run.code, 1);
        // The line after a message holds the finding's first place.
        let lines: Vec<&str> = run.err.lines().collect();
        let found: Vec<(&str, &str)> = (lines.windows(2))
            .filter_map(|pair| {
                let (_, code) =
                    pair[0].split_once('[').filter(|(kind, _)| ["error", "warning"].contains(kind))?;
                let place = pair[1].trim_start().trim_start_matches("┌─ ");
                Some((code.split(']').next()?, place.rsplit_once(':')?.0))
            })
            .collect();
        assert_eq!(found, expected, "{}", run.err);
    }
}

#[test]
fn a_side_module_in_error_is_left_out_where_nothing_needs_it() {
    let main = "A DEFINITIONS ::= BEGIN M ::= SEQUENCE { a NULL } END";
    let side =
        "B DEFINITIONS ::= BEGIN N ::= CHOICE { a NULL, b NULL } O ::= SEQUENCE { n N } P ::= NULL END";
    let folder = Folder::new(&[("a.asn1", main), ("b.asn1", side)]);
    let run = folder.stubc("check a.asn1 b.asn1");
    assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
    assert!(
        run.err.contains("warning[root-left-out]: B.O is not compiled"),
        "expected `warning[root-left-out]: B.O is not compiled` in:\n{}",
        run.err
    );
    refused(&folder, "check a.asn1 b.asn1 --pdu B.O", 1, "error[ambiguous-tags]");
    refused(&folder, "check b.asn1", 1, "error[ambiguous-tags]");
}

/// C structs contain each other: each level of such a chain doubles the size, which compilers would walk
/// over.
#[test]
fn structs_that_double() {
    let chain = |field: &str| -> String {
        (1..60).map(|i| format!("S{i} ::= SEQUENCE {{ a S{0}{field}, b S{0}{field} }}\n", i - 1)).collect()
    };
    for field in ["", " OPTIONAL"] {
        let text = format!("S0 ::= SEQUENCE {{ x INTEGER, y BOOLEAN }}\n{}", chain(field));
        let text = format!("A DEFINITIONS AUTOMATIC TAGS ::= BEGIN\n{text}END\n");
        let folder = Folder::new(&[("a.asn1", text.as_str())]);
        refused(&folder, "a.asn1", 1, "S22 has more than 4194304 members, those of inner structs included");
        assert_eq!(folder.stubc("a.asn1 --pdu S12 --technique interpreted").code, 0);
    }
    let structs: String = (1..60).map(|i| format!("struct s{i} {{ s{0} a; s{0} b; }};\n", i - 1)).collect();
    let folder = Folder::new(&[("a.x", &format!("struct s0 {{ int x; }};\n{structs}"))]);
    refused(&folder, "a.x", 1, "s23 has more than 4194304 members, those of inner structs included");
    let arrays: String = (1..60).map(|i| format!("typedef a{0} a{i}[100];\n", i - 1)).collect();
    let folder = Folder::new(&[("a.x", &format!("typedef int a0[100];\n{arrays}struct m {{ a59 a; }};"))]);
    refused(&folder, "a.x", 1, "takes more than a gigabyte in every value");
}

/// Stubs fill in a DEFAULT, so its C type must hold it: a decoder once filled in -1.
#[test]
fn defaults_that_c_does_not_hold() {
    let error = "the DEFAULT of `x` holds 18446744073709551615, which its C type does not";
    let default = "INTEGER DEFAULT 18446744073709551615";
    refused(&spec(&format!("T ::= SEQUENCE {{ x {default} }}")), "a.asn1", 1, error);
    let inner = "SEQUENCE { number INTEGER } DEFAULT { number 18446744073709551615 }";
    refused(&spec(&format!("T ::= SEQUENCE {{ x {inner} }}")), "a.asn1 --rules uper", 1, error);
}

#[test]
fn limits_of_strings() {
    let folder = spec("T ::= SEQUENCE { x OCTET STRING DEFAULT '0102'H }");
    refused(&folder, "a.asn1 --max-string 126", 2, "126 is not in 127..");
    let long = spec(&format!("T ::= SEQUENCE {{ x OCTET STRING DEFAULT '{}'H }}", "00".repeat(200)));
    refused(&long, "a.asn1 --max-string 200", 1, "the DEFAULT of `x` takes up to 216 bytes");
}
