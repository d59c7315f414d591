//! Instrumented stubs (`--instrument`) dump the same counts as `stubc profile` for the same messages.

use crate::common::Folder;
use codegen::Direction;
use interp_runtime::random::Generator;
use interp_runtime::{Codec, Rules};
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use stubc::profile::{Counts, Profile};
use stubc::{Choice, Compiler, RootRequest, RulesName, Settings, front};

/// A program that reads records (number of the root, length, message), decodes and encodes each, and dumps
/// the counts.
const MAIN: &str = r#"
#include "device.h"
#include <stdio.h>
#include <stdlib.h>

static uint32_t counters[STUBC_PROFILE_SIZE];

static void put(void *user, const char *text, size_t length)
{
    fwrite(text, 1, length, (FILE *)user);
}

#define ROOT(T)                                                                         \
    {                                                                                   \
        static T value;                                                                 \
        uint8_t *start;                                                                 \
        if (T##_decode_exact(&value, message, head[1], &context, NULL) < 0)             \
            return 2;                                                                   \
        context.profile = NULL; /* is not counted */                                    \
        if (T##_encode(&value, output, sizeof output, &context, NULL) < 0)              \
            return 3;                                                                   \
        context.profile = counters;                                                     \
        if (T##_encode_tail(&value, output, sizeof output, &context, NULL, &start) < 0) \
            return 4;                                                                   \
        if (T##_decode(&value, message, 0, &context, NULL) >= 0 && head[1] > 0)         \
            return 5; /* nor is what is refused */                                      \
        break;                                                                          \
    }

int main(void)
{
    static uint8_t message[1 << 20], output[1 << 20];
    static uint64_t memory[1 << 20];
    uint32_t head[2];
    while (fread(head, sizeof head, 1, stdin) == 1) {
        stubc_context context = stubc_context_over(memory, sizeof memory);
        context.profile = counters;
        if (fread(message, 1, head[1], stdin) != head[1])
            return 1;
        switch (head[0]) {
@ROOTS@
        }
    }
    stubc_profile_dump(counters, put, stdout);
    return 0;
}
"#;

/// Alternatives of a governor, one that the specification does not know among them.
const OPENS: &str = "Opens DEFINITIONS AUTOMATIC TAGS ::= BEGIN
KIND ::= CLASS { &id INTEGER (0..255) UNIQUE, &Type } WITH SYNTAX { &id IS &Type }
Kinds KIND ::= { {1 IS BOOLEAN} | {2 IS SEQUENCE OF INTEGER}, ... }
Message ::= SEQUENCE {
    kind KIND.&id ({Kinds}),
    open KIND.&Type ({Kinds}{@kind}),
    which CHOICE { none NULL, ..., list SEQUENCE OF BOOLEAN }
}
END
";

fn compare(specs: &[&str], rules: (Rules, RulesName), roots: &[&str], messages: usize) {
    let specification_text = |name: &&str| {
        let path = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../specs")).join(name);
        (path.display().to_string(), std::fs::read_to_string(&path).expect("the file must be readable"))
    };
    compare_texts(specs.iter().map(specification_text).collect(), rules, roots, messages);
}

fn compare_texts(
    specs: Vec<(String, String)>,
    (rules, name): (Rules, RulesName),
    roots: &[&str],
    messages: usize,
) {
    let title = specs.first().map_or_else(String::new, |(name, _)| name.clone());
    let root = |name: &&str| RootRequest { name: (*name).to_owned(), decode: true, encode: true };
    let settings = Settings {
        specs,
        roots: roots.iter().map(root).collect(),
        name: Some("device".to_owned()),
        rules: Some(name),
        instrument: true,
        ..Settings::default()
    };
    let specification =
        front::specification(&settings).expect("the specification in specs/ must have no errors");
    let (graph, roots) = (&specification.graph, &specification.roots.roots);
    let codec = Codec::new(graph, rules);
    let (generator, mut counts, mut records) = (Generator::new(graph), Counts::default(), Vec::new());
    for (number, root) in roots.iter().enumerate() {
        for seed in 0..messages as u64 {
            let Some(value) = generator.value(root.ty, seed) else { continue };
            let Ok(encoded) = codec.encode(root.ty, &value) else { continue };
            if encoded.is_empty() {
                continue;
            }
            let decoded =
                codec.decode_exact(root.ty, &encoded).expect("the codec must decode its own encoding");
            counts.add(graph, root.ty, &decoded);
            records.extend((number as u32).to_ne_bytes());
            records.extend((encoded.len() as u32).to_ne_bytes());
            records.extend(encoded);
        }
    }
    assert!(counts.messages() > 0, "the test needs at least one message");
    let mut expected = counts.profile(graph, Some(Direction::Decode));
    expected.merge(&counts.profile(graph, Some(Direction::Encode)));
    for choice in [Choice::Interpreted, Choice::Inlined] {
        let settings = Settings { choice, ..settings.clone() };
        let files =
            Compiler::with_settings(settings).compile().expect("the specification must compile").files.files;
        let folder = Folder::new(&[]);
        files.iter().for_each(|(name, text)| folder.write(name, text.as_bytes()));
        let names = files[0].1.lines().filter_map(|line| {
            let line = line.strip_prefix("stubc_result ")?;
            line.split_once("_decode_exact(").map(|(name, _)| name)
        });
        let cases: Vec<String> =
            names.enumerate().map(|(at, name)| format!("        case {at}:\n        ROOT({name})")).collect();
        folder.write("main.c", MAIN.replace("@ROOTS@", &cases.join("\n")).as_bytes());
        let dump = run(&folder, &records);
        // The order of entries and the last digit of a mean may differ; counts may not.
        let mut dumped = Profile::default();
        dumped.merge(&Profile::parse(&dump).unwrap_or_else(|error| panic!("{error}\n{dump}")));
        assert_eq!(
            dumped.to_toml(),
            expected.to_toml(),
            "{title}: the stubs must count like `stubc profile`"
        );
    }
}

/// Compiles without warnings, runs, and returns the dump.
fn run(folder: &Folder, records: &[u8]) -> String {
    folder.put_fault();
    let compiled = Command::new("cc")
        .args(["-std=c99", "-O0", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"])
        .args(["-o", "device", "main.c", "device.c", "stubc_rt.c"])
        .current_dir(folder.path())
        .output()
        .expect("the C compiler must start");
    assert!(compiled.status.success(), "the C must compile:\n{}", String::from_utf8_lossy(&compiled.stderr));
    let mut child = Command::new(folder.path().join("device"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program must start");
    child
        .stdin
        .take()
        .expect("the program's standard input must be a pipe")
        .write_all(records)
        .expect("the program must read all of its input");
    let output = child.wait_with_output().expect("the program must end and its output be readable");
    assert!(output.status.success(), "{}", output.status);
    String::from_utf8(output.stdout).expect("the dumped profile must be UTF-8")
}

#[test]
fn every_kind_of_type() {
    compare(&["kinds/kinds.asn1"], (Rules::Ber, RulesName::Ber), &[], 40);
}

#[test]
fn every_kind_of_xdr_type() {
    compare(&["xdr/kinds.x"], (Rules::Xdr, RulesName::Xdr), &[], 20);
}

#[test]
fn recursion_and_open_types() {
    compare(&["ldap/ldap.asn1"], (Rules::Ber, RulesName::Ber), &["LDAPMessage"], 60);
    let opens = vec![("opens.asn1".to_owned(), OPENS.to_owned())];
    compare_texts(opens, (Rules::Ber, RulesName::Ber), &["Message"], 60);
}

#[test]
fn packed_rules() {
    compare(&["kinds/kinds.asn1"], (Rules::Uper, RulesName::Uper), &["Constrained", "Pair"], 20);
    compare(&["its/cam.asn1"], (Rules::Uper, RulesName::Uper), &["CAM"], 20);
    compare(&["ldap/ldap.asn1"], (Rules::Aper, RulesName::Aper), &["LDAPMessage"], 30);
    compare(&["kinds/kinds.asn1"], (Rules::Coer, RulesName::Coer), &["Constrained", "Pair"], 20);
}

/// A dump works as a profile, and without the option nothing of it is emitted.
#[test]
fn a_dump_is_a_profile() {
    let folder = Folder::new(&[("toy.asn1", crate::common::TOY)]);
    let run = folder.stubc("toy.asn1 --instrument -o out -q");
    assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
    assert!(folder.read("out/toy.h").contains("STUBC_PROFILE_SIZE"));
    let run = folder.stubc("toy.asn1 --prefix p_ --instrument -o prefixed -q");
    assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
    assert!(folder.read("prefixed/p_toy.h").contains("void p_stubc_profile_dump(const uint32_t *profile"));
    assert_eq!(folder.stubc("toy.asn1 -o plain -q").code, 0);
    assert_eq!(folder.stubc("toy.asn1 --instrument --rpc client -o both").code, 2);
    for name in ["toy.h", "toy.c"] {
        assert!(!folder.read(&format!("plain/{name}")).contains("profile"), "{name}");
    }
}
