//! The sanitizers report the undefined behavior that tests of generated C rely on.

use std::process::Command;
use stubc_benches::sanitizer;

/// Kinds of undefined behavior, one per number of arguments.
const FAULTS: &[&str] = &[
    "none",
    "applying zero offset to null pointer",
    "applying zero offset to null pointer",
    "null pointer passed as argument",
    "heap-buffer-overflow",
    "index 8 out of bounds",
    "heap-use-after-free",
    "signed integer overflow",
    "shift exponent",
    "misaligned address",
];

const PROGRAM: &str = r"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
static char *behind(char *p, size_t n) { return p + n; }
static char *before(char *p, size_t n) { return p - n; }
int main(int count, char **arguments)
{
    char *heap = malloc(8), stack[8] = {0}, to[8] = {0}, *null = NULL;
    volatile int zero = count - count, x = 0x7fffffff;
    (void)arguments;
    memset(heap, 0, 8);
    switch (count - 1) {
    case 1:
        return behind(null, (size_t)zero) != NULL;
    case 2:
        return before(null, (size_t)zero) != NULL;
    case 3:
        memcpy(to, null, (size_t)zero);
        break;
    case 4:
        return heap[8 + zero];
    case 5:
        return stack[8 + zero];
    case 6:
        free(heap);
        return heap[zero];
    case 7:
        return x + 1 + zero < 0;
    case 8:
        return 1 << (32 + zero);
    case 9:
        return *(int32_t *)(void *)(heap + 1 + zero) != 0;
    default:
        break;
    }
    free(heap);
    return 0;
}
";

#[test]
fn every_kind_of_fault_is_reported() {
    if !test_needs::program("clang") {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("faults.c"), PROGRAM).expect("it can be written");
    for level in ["-O0", "-O1"] {
        sanitizer::build(folder.path(), &["-w", level], &["faults.c"], "faults").expect("it compiles");
        for (count, said) in FAULTS.iter().enumerate() {
            let mut run = Command::new(folder.path().join("faults"));
            let output = run.args(vec!["x"; count]).env("ASAN_OPTIONS", "detect_leaks=0").output();
            let output = output.expect("it runs");
            let text = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.success(), count == 0, "{level} {count}: {text}");
            assert!(count == 0 || text.contains(said), "{level} {count}: {text}");
        }
    }
}
