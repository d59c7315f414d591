//! `--plug`: plugs under sanitizers, with four readers and a writer, and for every kind of compiler.

use crate::common::{Folder, TOY, sanitizer};
use std::process::{Command, Output};

const CLEAN: [&str; 6] = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"];

/// Makes a folder with the header and the checks.
fn folder() -> Folder {
    let folder = Folder::new(&[
        ("toy.asn1", TOY),
        ("plug.c", include_str!("../plug/plug.c")),
        ("check.h", include_str!("../rpc/check.h")),
    ]);
    let made = folder.stubc("toy.asn1 --plug --technique interpreted -q");
    assert_eq!(made.code, 0, "expected exit code 0: {}", made.err);
    folder
}

/// Compiles the checks with these words of a command line, without warnings.
fn build(folder: &Folder, words: &str, program: &str) {
    let mut words = words.split(' ');
    let mut command = Command::new(words.next().expect("the command must name a compiler"));
    command.args(words).args(CLEAN).args(["-O1", "-g", "plug.c", "-pthread", "-o", program]);
    sanitizer::run(command.current_dir(folder.path())).unwrap_or_else(|error| panic!("{error}"));
}

/// Runs a program of the folder, with addresses that ThreadSanitizer accepts on every kernel.
fn run(folder: &Folder, program: &str, argument: Option<&str>) -> Output {
    let program = folder.path().join(program);
    let command = &mut if test_needs::program("setarch") {
        let mut command = Command::new("setarch");
        command.arg("-R").arg(program);
        command
    } else {
        Command::new(program)
    };
    command.args(argument).output().expect("the program must start")
}

fn succeeds(folder: &Folder, program: &str, argument: Option<&str>) {
    let ran = run(folder, program, argument);
    let said = String::from_utf8_lossy(&[ran.stdout, ran.stderr].concat()).into_owned();
    assert!(ran.status.success() && said == "0 failures\n", "{program} must report 0 failures: {said}");
}

#[test]
fn four_readers_and_a_writer_under_thread_sanitizer() {
    let folder = folder();
    // gcc warns that its ThreadSanitizer does not follow fences; only threads that were away need them.
    build(&folder, "cc -std=c99 -fsanitize=thread -Wno-tsan", "threads");
    succeeds(&folder, "threads", None);
}

#[test]
fn sets_live_until_the_grace_period_is_over() {
    let folder = folder();
    build(&folder, "cc -std=c99 -fsanitize=address,undefined -fno-sanitize-recover=all", "plug");
    succeeds(&folder, "plug", None);
    // The sanitizer sees a set that is freed too early.
    let early = run(&folder, "plug", Some("early"));
    let said = String::from_utf8_lossy(&early.stderr).into_owned();
    assert!(!early.status.success() && said.contains("heap-use-after-free"), "{said}");
}

/// Compilers without the extensions of gcc use C11; those without atomic operations serve one core.
#[test]
fn every_way_of_writing_a_pointer() {
    let folder = folder();
    build(&folder, "cc -std=c99 -Wno-builtin-macro-redefined -U__GCC_ATOMIC_POINTER_LOCK_FREE", "one");
    succeeds(&folder, "one", Some("alone"));
    if test_needs::program("clang") {
        build(&folder, "clang -std=c11 -fgnuc-version=0", "c11");
        succeeds(&folder, "c11", None);
    }
    let header = |words: &str| {
        let mut words = words.split(' ');
        let program = words.next().expect("the command must name a compiler");
        let command = &mut Command::new(program);
        command.args(words).args(CLEAN).args(["-fsyntax-only", "use.c"]).current_dir(folder.path());
        test_needs::program(program).then(|| command.output().expect("the compiler must start"))
    };
    folder.write("use.c", b"#include \"stubc_plug.h\"\nSTUBC_PLUG_FOR(sizes, size_t);\n");
    for words in [
        "g++ -x c++ -std=c++11",
        "arm-none-eabi-gcc -std=c99 -ffreestanding -mthumb -mcpu=cortex-m0",
        "arm-none-eabi-gcc -std=c99 -ffreestanding -mthumb -mcpu=cortex-m4",
    ] {
        let Some(built) = header(words) else { continue };
        let said = String::from_utf8_lossy(&built.stderr).into_owned();
        assert!(built.status.success(), "{words}: the header must compile without a warning:\n{said}");
    }
    if let Some(built) = header("avr-gcc -std=c99 -mmcu=atmega2560") {
        let said = String::from_utf8_lossy(&built.stderr).into_owned();
        assert!(!built.status.success() && said.contains("cannot write a pointer at once"), "{said}");
    }
}

#[test]
fn the_option_adds_one_header() {
    let folder = Folder::new(&[("toy.asn1", TOY)]);
    assert_eq!(folder.stubc("toy.asn1 --technique interpreted -q").code, 0);
    assert!(!folder.names().contains(&"stubc_plug.h".to_owned()));
    assert_eq!(folder.stubc("toy.asn1 --plug --prefix my_ --technique interpreted -q --depfile d").code, 0);
    let header = folder.read("my_stubc_plug.h");
    assert!(header.contains("my_stubc_plug_use(") && !header.contains(" stubc_plug"), "{header}");
    assert!(folder.read("d").contains("my_stubc_plug.h"));
    assert_eq!(folder.stubc("toy.asn1 --plug --name stubc_plug -q").code, 1);
}
