//! The command line with XDR: included files are found beside the specification, and messages convert both
//! ways.

use crate::common::{Folder, sanitizer};

const SHARED: &str = "#define MOST 8\nstruct point { int x; int y; };\n";
const SHAPES: &str =
    "#include \"shared.x\"\nunion shape switch (int kind) { case 1: point corners<MOST>; default: void; };\n";

#[test]
fn included_files_are_found() {
    let folder = Folder::new(&[("shared.x", SHARED), ("shapes.x", SHAPES)]);
    let run = folder.stubc("check shapes.x");
    assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
    let run = folder.stubc("dump graph shapes.x");
    assert!(run.out.contains("SEQUENCE OF, size 0..8"), "expected `SEQUENCE OF, size 0..8` in:\n{}", run.out);
    let alone = Folder::new(&[("shapes.x", SHAPES)]);
    let run = alone.stubc("check shapes.x");
    assert_eq!(run.code, 1);
    assert!(
        run.err.contains("`shared.x` is missing"),
        "expected this text: `shared.x` is missing; found:\n{}",
        run.err
    );
}

#[test]
fn a_cap_is_kept_and_c_is_written() {
    let folder = Folder::new(&[("shared.x", SHARED), ("shapes.x", SHAPES)]);
    let run = folder.stubc("shapes.x --max-size 50% --report plan.json");
    assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
    for name in ["shapes.h", "shapes.c", "stubc_rt.h", "stubc_rt.c", "plan.json"] {
        assert!(
            folder.names().iter().any(|known| known == name),
            "stubc must write {name}, found {:?}",
            folder.names()
        );
    }
    let run = folder.stubc("shapes.x --max-size 100");
    assert_eq!(run.code, 3, "expected exit code 3: {}", run.err);
}

/// Elements of linked lists are refused as messages: a peer would wait for the list's next word.
#[test]
fn elements_of_lists_are_no_messages() {
    let text = "struct entry { int number; entry *next; }; struct reply { entry *entries; };\n\
        struct item { int a; item *rest; }; program P { version V { void F(item) = 1; } = 1; } = 0x20000099;\n";
    let folder = Folder::new(&[("lists.x", text), ("message.json", "{\"a\": 1, \"rest\": [{\"a\": 2}]}")]);
    for words in ["lists.x --pdu entry", "decode --type entry lists.x message.json"] {
        let run = folder.stubc(words);
        assert_eq!(run.code, 2, "expected exit code 2: {}", run.err);
        assert!(
            run.err.contains("`entry` cannot be a message: it occurs only as an element"),
            "expected this text: `entry` cannot be a message: it occurs only as an element; found:\n{}",
            run.err
        );
        assert!(
            run.err.contains("use the list, `lists.entry_list`"),
            "expected this text: use the list, `lists.entry_list`; found:\n{}",
            run.err
        );
    }
    // A type that is sent by itself has its link.
    let run = folder.stubc("encode --type item lists.x message.json -o message.bin");
    assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
    let octets = std::fs::read(folder.path().join("message.bin")).expect("the file must be readable");
    assert_eq!(octets, [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0]);
}

#[test]
fn messages_are_shown_and_read() {
    let json = r#"{"kind": 1, "corners": [{"x": 1, "y": -1}]}"#;
    let folder = Folder::new(&[("shared.x", SHARED), ("shapes.x", SHAPES), ("message.json", json)]);
    let run = folder.stubc("encode shapes.x --type shape message.json -o message.bin");
    assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
    let run = folder.stubc("decode shapes.x --type shape message.bin");
    let shown: String = run.out.split_whitespace().collect();
    assert_eq!(shown, json.split_whitespace().collect::<String>(), "{}", run.err);
    let run = folder.stubc("explain shapes.x --type shape");
    assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
    let run = folder.stubc("profile shapes.x --type shape --messages message.bin");
    assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
    assert!(run.out.contains("corners"), "expected `corners` in:\n{}", run.out);
}

#[test]
fn arrays_are_converted_by_vectors_and_without() {
    let spec = "struct words { unsigned int a<300>; unsigned hyper b<300>; };\n";
    let folder = Folder::new(&[("words.x", spec), ("main.c", include_str!("../xdr_words.c"))]);
    let run = folder.stubc("words.x -q");
    assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
    // Without vectors, with baseline vectors, and with the machine's own.
    let mut all = vec!["-Os", "-O2"];
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        all.extend(["-mssse3", "-mavx2"]);
    }
    let sources = ["main.c", "words.c", "stubc_rt.c"];
    for flags in all {
        // Compilers vectorize by themselves, and report different faults.
        let mut cc = std::process::Command::new("cc");
        cc.args(sanitizer::FLAGS).args(["-std=c99", flags, "-o", "words"]).args(sources);
        sanitizer::run(cc.current_dir(folder.path())).unwrap_or_else(|error| panic!("{flags}: {error}"));
        let built = sanitizer::build(folder.path(), &["-std=c99", flags], &sources, "words-too");
        built.unwrap_or_else(|error| panic!("{flags}: {error}"));
        for program in ["words", "words-too"] {
            let ran = std::process::Command::new(folder.path().join(program)).status();
            assert!(ran.expect("the program must start").success(), "{program} {flags}");
        }
    }
}
