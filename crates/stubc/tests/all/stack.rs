//! The bounds of the stack in the report: frames as `gcc -fstack-usage` lists them, and more than a run takes.

use crate::common::Folder;
use std::process::Command;
use stubc::stack::{FLAG, condensed};

const ASN1: &str = "Deep DEFINITIONS AUTOMATIC TAGS ::= BEGIN
Message ::= SEQUENCE { number INTEGER, next Next OPTIONAL, text UTF8String, ... }
Next ::= CHOICE { one Message, many SEQUENCE OF Message, wrapped SEQUENCE { inner Next, flag BOOLEAN } }
END
";

const XDR: &str =
    "union next switch (int kind) { case 1: Message one; case 2: Message many<>; default: void; };
struct Message { hyper number; next *more; opaque text<>; };
";

/// Runs stubs on a painted stack, and prints the bytes that decoding and encoding change.
const MAIN: &str = r#"#include "deep.h"
#include <stdio.h>
#include <stdlib.h>
#include <ucontext.h>

#define SIZE ((size_t)1 << 20)
static unsigned char *stack;
static ucontext_t caller, callee;
static Message value;
static uint8_t input[1 << 16], output[1 << 16];
static uint64_t memory[1 << 15];
static size_t length;
static stubc_result result;
static stubc_context context;
static char *start;

static void decode(void)
{
    start = (char *)__builtin_frame_address(0);
    result = Message_decode(&value, input, length, &context, NULL);
}

static void encode(void)
{
    start = (char *)__builtin_frame_address(0);
    result = Message_encode(&value, output, sizeof output, &context, NULL);
}

static void run(void (*what)(void))
{
    size_t untouched = 0;
    memset(stack, 0x5a, SIZE);
    getcontext(&callee);
    callee.uc_stack.ss_sp = stack;
    callee.uc_stack.ss_size = SIZE;
    callee.uc_link = &caller;
    makecontext(&callee, what, 0);
    swapcontext(&caller, &callee);
    while (stack[untouched] == 0x5a) {
        untouched++;
    }
    printf("%ld %ld\n", (long)result, (long)(start - (char *)(stack + untouched)));
}

int main(void)
{
    stack = (unsigned char *)malloc(SIZE);
    context = stubc_context_over(memory, sizeof memory);
    length = fread(input, 1, sizeof input, stdin);
    run(decode);
    run(encode);
    return 0;
}
"#;

/// A value with as many levels of recursion as the stubs allow.
fn deep(rules: &str) -> String {
    let mut text = r#"{"number":1,"text":"616263"}"#.to_owned();
    for level in 0..32 {
        text = match (rules, level % 2) {
            ("xdr", 0) => format!(r#"{{"number":1,"more":{{"kind":1,"one":{text}}},"text":"616263"}}"#),
            ("xdr", _) => format!(r#"{{"number":1,"more":{{"kind":2,"many":[{text}]}},"text":"616263"}}"#),
            (_, 0) => format!(r#"{{"number":1,"next":{{"many":[{text}]}},"text":"abc"}}"#),
            _ => {
                let inner = r#"{"wrapped":{"inner":{"one":"#;
                format!(r#"{{"number":1,"next":{inner}{text}}},"flag":true}}}},"text":"abc"}}"#)
            }
        };
    }
    text.replace(
        r#""text":"616263"}"#,
        if rules == "xdr" { r#""text":"616263"}"# } else { r#""text":"abc"}"# },
    )
}

/// Compares the frames that stubc reads with those of `-fstack-usage`, for the folder's C files.
fn frames(folder: &Folder, optimized: &str) {
    // Without the place, and without the compiler's suffix of a variant.
    let bare = |name: &str| {
        let name = name.rsplit(':').next().unwrap_or(name);
        name.split('.').next().unwrap_or(name).to_owned()
    };
    for source in ["deep.c", "stubc_rt.c"] {
        let mut gcc = Command::new("gcc");
        gcc.args([optimized, FLAG, "-fstack-usage", "-c", source, "-o", &format!("{source}.o")]);
        assert!(gcc.current_dir(folder.path()).status().is_ok_and(|status| status.success()), "{source}");
        let condensed = condensed(&folder.read(&format!("{source}.ci")));
        let mut found: Vec<(String, String)> = Vec::new();
        for line in condensed.lines().skip(1) {
            let mut words = line.split(' ').map(str::to_owned);
            found.extend(words.next().map(|name| bare(&name)).zip(words.next()));
        }
        let usage = folder.read(&format!("{source}.su"));
        let columns = usage.lines().map(|line| line.split('\t').collect::<Vec<_>>());
        let mut expected: Vec<_> = columns.map(|columns| (bare(columns[0]), columns[1].to_owned())).collect();
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "{source}");
    }
}

/// Compares the bound of a plan with what a run takes.
fn holds(rules: &str, technique: &str, optimized: &str) {
    let folder = Folder::new(&[("deep.asn1", ASN1), ("deep.x", XDR), ("main.c", MAIN)]);
    let spec = if rules == "xdr" { "deep.x" } else { "deep.asn1" };
    let told = format!("{rules} {technique} {optimized}");
    let words =
        format!("{spec} --rules {rules} --pdu Message {technique} --cflags={optimized} --report=report.json");
    let run = folder.stubc(&format!("{words} --name deep"));
    assert_eq!(run.code, 0, "{told}: {}", run.err);
    let report: serde_json::Value =
        serde_json::from_str(&folder.read("report.json")).expect("the report is JSON");
    frames(&folder, optimized);
    folder.write("value.json", deep(rules).as_bytes());
    let run = folder.stubc(&format!("encode {spec} --rules {rules} --type Message value.json -o message"));
    assert_eq!(run.code, 0, "{told}: {}", run.err);
    let mut gcc = Command::new("gcc");
    gcc.args([optimized, "main.c", "deep.c.o", "stubc_rt.c.o", "-o", "main"]).current_dir(folder.path());
    assert!(gcc.status().is_ok_and(|status| status.success()), "{told}");
    let input = std::fs::File::open(folder.path().join("message")).expect("stubc wrote the message");
    let output = Command::new(folder.path().join("main")).stdin(input).output().expect("the program runs");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    for (line, direction) in said.lines().zip(["decode", "encode"]) {
        let (result, used) = line.split_once(' ').expect("two numbers");
        let result: i64 = result.parse().expect("a number");
        let used: u64 = used.parse().expect("a number");
        let bound = report["stack"][direction].as_u64().unwrap_or_else(|| panic!("{told}: no bound"));
        assert!(result > 0, "{told}: {direction} gives {result}");
        // The frame of the function that calls, which the compiler may also make room for memcpy in.
        const CALLER: u64 = 128;
        assert!(used <= bound + CALLER, "{told}: {direction} takes {used} bytes, more than {bound}");
        assert!(used > 64 * 16, "{told}: {direction} takes only {used} bytes");
    }
    assert_eq!(said.lines().count(), 2, "{told}: {said}");
}

#[test]
fn bounds_hold() {
    for (rules, technique, optimized) in [
        ("ber", "--technique=interpreted", "-O2"),
        ("der", "--max-size=60%", "-Os"),
        ("uper", "--technique=interpreted", "-Os"),
        ("coer", "--technique=compiled", "-O2"),
        ("xdr", "--technique=compiled", "-Os"),
    ] {
        holds(rules, technique, optimized);
    }
}
