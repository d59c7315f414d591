//! `stubc harness`: the fuzz target and the test with random values compile, pass, and find faults.

use crate::common::{Folder, TOY, sanitizer};
use std::path::Path;
use std::process::{Command, Output};

const XDR: &str = "struct note { string text<20>; hyper serial; };
union body switch (int kind) { case 1: opaque data<>; case 2: note list<4>; default: void; };
struct Message { unsigned int id; body what; note *last; double ratio; };
";

/// Every size has a bound, so the header defines `Message_ARENA_MAX`.
const BOUNDED: &str = "Bounded DEFINITIONS AUTOMATIC TAGS ::= BEGIN
Message ::= SEQUENCE { id INTEGER (0..255), nulls SEQUENCE (SIZE (0..9)) OF NULL, pairs SEQUENCE (SIZE (1..3)) OF Pair }
Pair ::= SEQUENCE { yes BOOLEAN, deep SEQUENCE (SIZE (2)) OF SEQUENCE (SIZE (0..2)) OF INTEGER (-5..5) }
END
";

/// Its only default is an empty array: the interpreter's C once had unused parameters.
const EMPTY: &str = "Empty DEFINITIONS AUTOMATIC TAGS ::= BEGIN
Message ::= SEQUENCE { list SEQUENCE OF INTEGER DEFAULT {}, more Message OPTIONAL }
END
";

/// Under OER, procedures leave long tags to the interpreter, although every alternative is known.
const LONG: &str = "Long DEFINITIONS ::= BEGIN
Message ::= CHOICE { near [1] INTEGER, far [1000] BOOLEAN, inner CHOICE { one [70] NULL, two [2] IA5String } }
END
";

/// Under PER, procedures compare lengths with this size, which needs a suffix in C.
const HUGE: &str = "Huge DEFINITIONS ::= BEGIN
Message ::= SEQUENCE { list SEQUENCE OF OCTET STRING (SIZE (18446744073709551615)), least BIT STRING (SIZE (9223372036854775808..MAX)) }
END
";

/// In the graph, the structure of a list is a definition and an element. A cycle passes through both, and C has one struct:
/// `more` is a pointer in both.
const SHARED: &str = "union other switch (int kind) { case 1: node many<>; default: void; };
struct node { other *more; int number; node *next; };
struct Message { node *list; };
";

const STRICT: &[&str] =
    &["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror", "-O0"];

/// Generates a harness in `out`.
fn generate(folder: &Folder, words: &str) {
    let run = folder.stubc(&format!("harness {words} -q -o out"));
    assert_eq!(run.code, 0, "{words}: {}", run.err);
}

/// Compiles sources of the folder `out` to the program `name` there.
fn build(folder: &Folder, flags: &[&str], sources: &[&str], name: &str) {
    let mut cc = Command::new("cc");
    cc.args(STRICT).args(flags).args(sources).args(["-o", name]).current_dir(folder.path().join("out"));
    sanitizer::run(&mut cc).unwrap_or_else(|error| panic!("{sources:?}: {error}"));
}

fn run(folder: &Folder, words: &[&str]) -> Output {
    let out = folder.path().join("out");
    Command::new(out.join(words[0])).args(&words[1..]).current_dir(out).output().expect("it must start")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Under every rule that generates C, random values convert as the codec says, and mutated ones keep the properties.
#[test]
fn random_values_convert_under_every_rule() {
    let folder = Folder::new(&[
        ("toy.asn1", TOY),
        ("toy.x", XDR),
        ("bounded.asn1", BOUNDED),
        ("empty.asn1", EMPTY),
        ("long.asn1", LONG),
    ]);
    for (words, prefix) in [
        ("bounded.asn1 --name toy --technique compiled", ""),
        ("empty.asn1 --name toy --rules der --technique interpreted", ""),
        ("long.asn1 --name toy --rules oer --technique compiled", ""),
        ("bounded.asn1 --name toy --rules uper --technique interpreted", ""),
        ("toy.asn1 --technique interpreted", ""),
        ("toy.asn1 --rules der --prefix my_", "my_"),
        ("toy.asn1 --rules uper --technique compiled", ""),
        ("toy.asn1 --rules aper --technique interpreted", ""),
        ("toy.asn1 --rules oer --technique interpreted", ""),
        ("toy.asn1 --rules coer --technique interpreted", ""),
        ("toy.x --technique compiled", ""),
    ] {
        generate(&folder, &format!("{words} --type Message --seed 7 --values 40"));
        let sources =
            [format!("{prefix}toy_random.c"), format!("{prefix}toy.c"), format!("{prefix}stubc_rt.c")];
        build(&folder, &[], &sources.each_ref().map(String::as_str), "random");
        let done = run(&folder, &["random", "5", "20000"]);
        assert!(done.status.success(), "{words}: {}", text(&done.stderr));
        let said = text(&done.stdout);
        assert!(said.ends_with(" 0 wrong; 20000 mutated messages\n"), "{words}: {said}");
        let is_bounded = folder.read(&format!("out/{prefix}toy.h")).contains("Message_ARENA_MAX");
        assert!(is_bounded || !words.starts_with("bounded"), "{words}");
        let values: u32 = said.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
        assert!(values >= 40, "{words}: {said}");
    }
}

#[test]
fn a_struct_of_two_types_has_one_layout() {
    let folder = Folder::new(&[("shared.x", SHARED)]);
    for technique in ["interpreted", "compiled", "inlined"] {
        generate(&folder, &format!("shared.x --type Message --values 60 --technique {technique}"));
        build(&folder, &[], &["shared_random.c", "shared.c", "stubc_rt.c"], "random");
        let output = run(&folder, &["random", "1", "2000"]);
        assert!(output.status.success(), "{technique}: {}{}", text(&output.stdout), text(&output.stderr));
    }
}

/// The test fails if the encoder sends other bytes than the codec; the target stops if an encoding does not decode.
#[test]
fn sizes_of_64_bits_compile() {
    let folder = Folder::new(&[("huge.asn1", HUGE)]);
    let run = folder.stubc("huge.asn1 --rules aper --technique compiled --max-size 64K -q -o out");
    assert_eq!(run.code, 0, "{}", run.err);
    for source in ["huge.c", "stubc_rt.c"] {
        build(&folder, &["-c"], &[source], "object.o");
    }
}

#[test]
fn a_fault_is_found() {
    let folder = Folder::new(&[("toy.asn1", TOY)]);
    generate(&folder, "toy.asn1 --type Message --technique compiled");
    let sources = ["toy_random.c", "toy.c", "stubc_rt.c"];
    let sound = folder.read("out/toy_random.c");
    // The last byte of a table is a content of the last message.
    let at = sound.rfind(",\n};\n\n/* Messages").expect("the table must end");
    let other = if &sound[at - 2..at] == "00" { "01" } else { "00" };
    let changed = format!("{}{other}{}", &sound[..at - 2], &sound[at..]);
    folder.write("out/toy_random.c", changed.as_bytes());
    build(&folder, &[], &sources, "random");
    let done = run(&folder, &["random"]);
    assert!(!done.status.success(), "{}", text(&done.stdout));

    folder.write("out/toy_random.c", sound.as_bytes());
    let target = folder.read("out/toy_fuzz.c");
    let faulty = target.replace(
        "result = Message_decode_exact(&value, encoded",
        "*(uint8_t *)encoded = 0x31;\n    result = Message_decode_exact(&value, encoded",
    );
    assert_ne!(faulty, target, "the call must be in the target");
    let faulty = faulty.replace("const uint8_t *encoded, size_t size", "uint8_t *encoded, size_t size");
    folder.write("out/toy_fuzz.c", faulty.as_bytes());
    build(&folder, &[], &sources, "random");
    let done = run(&folder, &["random"]);
    assert!(
        text(&done.stderr).contains("the decoder refuses what the encoder sent"),
        "{}",
        text(&done.stderr)
    );
}

/// The target reads files and standard input. Its digests are equal in every technique, and show errors and values.
#[test]
fn digests_are_equal_in_every_technique() {
    let folder = Folder::new(&[("toy.asn1", TOY), ("out/seeds/keep", "")]);
    let mut digests: Vec<Vec<String>> = Vec::new();
    for technique in ["interpreted", "compiled", "inlined"] {
        generate(&folder, &format!("toy.asn1 --type Message --values 5 --technique {technique}"));
        build(&folder, &[], &["toy_random.c", "toy.c", "stubc_rt.c"], "random");
        assert!(run(&folder, &["random", "write", "seeds"]).status.success());
        build(&folder, &["-DSTUBC_HARNESS_MAIN"], &["toy_fuzz.c", "toy.c", "stubc_rt.c"], "target");
        let done = run(&folder, &["target", "seeds/value-0", "seeds/value-1", "seeds/value-2", "seeds/keep"]);
        assert!(done.status.success(), "{}", text(&done.stderr));
        digests.push(text(&done.stdout).lines().map(str::to_owned).collect());
    }
    assert_eq!(digests[0].len(), 4);
    assert!(digests.iter().all(|lines| *lines == digests[0]), "{digests:?}");
    let distinct: std::collections::BTreeSet<&str> = digests[0].iter().map(|line| &line[..16]).collect();
    assert!(distinct.len() >= 3, "{digests:?}");
    assert!(!run(&folder, &["target", "missing"]).status.success());
}

/// What a fuzzer calls: the bytes of a file, for which the target returns 0 or stops.
const FUZZER: &str = "#include <stdint.h>
#include <stdio.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int main(int count, char **names)
{
    static uint8_t data[1000];
    FILE *const file = count == 2 ? fopen(names[1], \"rb\") : NULL;
    const size_t size = file ? fread(data, 1, sizeof data, file) : 0;
    return !size || LLVMFuzzerTestOneInput(data, size) || fclose(file);
}
";

/// Fuzzers call the target's function. The program reads files and standard input of any length.
#[test]
fn the_target_takes_what_fuzzers_pass_and_long_files() {
    let folder = Folder::new(&[
        ("toy.asn1", TOY),
        ("out/seeds/keep", ""),
        ("out/driver.c", FUZZER),
        (
            "out/none.c",
            "#include <stddef.h>\nvoid *no_memory(void *data, size_t size);\n\
            void *no_memory(void *data, size_t size)\n{\n    (void)size;\n    return data ? NULL : data;\n}\n",
        ),
    ]);
    generate(&folder, "toy.asn1 --type Message --values 2 --technique compiled");
    build(&folder, &[], &["toy_random.c", "toy.c", "stubc_rt.c"], "random");
    assert!(run(&folder, &["random", "write", "seeds"]).status.success());
    let refused = run(&folder, &["random", "write", "absent"]);
    assert!(!refused.status.success() && text(&refused.stderr).contains("cannot write to absent"));
    let driver = ["driver.c", "toy_fuzz.c", "toy.c", "stubc_rt.c"];
    build(&folder, &[], &driver, "driver");
    assert!(run(&folder, &["driver", "seeds/value-0"]).status.success());
    let sound = folder.read("out/toy_fuzz.c");
    let check = "        stubc_harness_expect(false, \"here\");\n        free(exact);";
    let faulty = sound.replace("        free(exact);", check);
    assert_ne!(faulty, sound);
    folder.write("out/toy_fuzz.c", faulty.as_bytes());
    build(&folder, &[], &driver, "driver");
    let stopped = run(&folder, &["driver", "seeds/value-0"]);
    assert!(!stopped.status.success() && text(&stopped.stderr).contains("Message: here"));
    folder.write("out/toy_fuzz.c", sound.as_bytes());

    // A message, and what follows it: the buffer for a file grows twice.
    let message = std::fs::read(folder.path().join("out/seeds/value-1")).expect("the file must be readable");
    let long: Vec<u8> = message.iter().copied().chain(std::iter::repeat_n(0, 10_000)).collect();
    folder.write("out/long", &long);
    let sources = ["toy_fuzz.c", "toy.c", "stubc_rt.c"];
    build(&folder, &["-DSTUBC_HARNESS_MAIN"], &sources, "target");
    let of_file = run(&folder, &["target", "seeds/value-1", "long"]);
    let of_file = text(&of_file.stdout);
    let digests: Vec<&str> = of_file.lines().map(|line| &line[..16]).collect();
    let program = folder.path().join("out/target");
    for (name, digest) in ["seeds/value-1", "long"].iter().zip(&digests) {
        let file = std::fs::File::open(folder.path().join("out").join(name)).expect("the file must be there");
        let done = Command::new(&program).stdin(file).output().expect("it must start");
        assert_eq!(text(&done.stdout), format!("{digest} standard input\n"), "{name}");
    }
    // Without memory for a long file.
    build(
        &folder,
        &["-DSTUBC_HARNESS_MAIN", "-Drealloc=no_memory"],
        &[&sources[..], &["none.c"]].concat(),
        "poor",
    );
    let done = run(&folder, &["poor", "seeds/value-1", "long"]);
    assert!(!done.status.success() && text(&done.stderr) == "cannot read long\n", "{}", text(&done.stderr));
    assert_eq!(text(&done.stdout), format!("{} seeds/value-1\n", digests[0]));
}

#[test]
fn wrong_requests_are_refused() {
    let folder = Folder::new(&[("toy.asn1", TOY)]);
    for (words, said) in [
        ("--type Mesage", "did you mean `Message`?"),
        ("--type Message --pdu Message:decode", "let --pdu Message have both directions"),
        ("--type Message --values 0", "--values"),
        ("", "--type"),
    ] {
        let run = folder.stubc(&format!("harness toy.asn1 {words}"));
        assert!(run.code == 2 && run.err.contains(said), "{words}: {}", run.err);
        assert_eq!(folder.names(), ["toy.asn1"], "{words}");
    }
    // A file of the user is never replaced.
    folder.write("toy_fuzz.c", b"int mine;\n");
    let run = folder.stubc("harness toy.asn1 --type Message");
    assert!(run.code == 1 && run.err.contains("toy_fuzz.c would be replaced"), "{}", run.err);
}

/// The commands of docs/harness.md work as they stand.
#[test]
fn the_commands_of_the_documentation_run() {
    let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/harness.md");
    let document = std::fs::read_to_string(document).expect("the page must be readable");
    let blocks: Vec<&str> =
        document.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    let folder = Folder::new(&[("toy.asn1", TOY)]);
    let script = |lines: &str| format!("stubc() {{ {} \"$@\"; }}\n{lines}", env!("CARGO_BIN_EXE_stubc"));
    let probe = "echo 'int LLVMFuzzerTestOneInput(const char *d, long n) { return !d && n; }' \
        | clang -fsanitize=fuzzer -xc - -o /dev/null";
    let has_fuzzer = Command::new("sh").args(["-c", probe]).output().is_ok_and(|done| done.status.success());
    assert!(blocks.len() >= 3, "the page has commands");
    for block in blocks {
        if block.contains("afl") || block.contains("fsanitize=fuzzer") && !has_fuzzer {
            continue;
        }
        let done = Command::new("sh").args(["-euc", &script(block)]).current_dir(folder.path()).output();
        let done = done.expect("sh must start");
        assert!(done.status.success(), "{block}\n{}{}", text(&done.stdout), text(&done.stderr));
    }
}
