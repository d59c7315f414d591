//! Stubs of eight threads share constants alone.

use crate::common::{Folder, TOY, sanitizer};
use std::process::Command;

/// Eight threads decode and encode the message, each with a context of its own.
const MAIN: &str = r#"#include "toy.h"
#include <pthread.h>
#include <stdio.h>

static const uint8_t message[] = {OCTETS};

static void *convert(void *arena)
{
    static const size_t size = 4096;
    long done;
    for (done = 0; done < 2000; done++) {
        uint8_t buffer[64];
        Message value;
        stubc_context context = stubc_context_over(arena, size);
        const stubc_result length = Message_decode(&value, message, sizeof message, &context, NULL);
        if (length != (stubc_result)sizeof message || value.id != 7 ||
            Message_encode(&value, buffer, sizeof buffer, &context, NULL) != length ||
            memcmp(buffer, message, sizeof message) != 0) {
            return NULL;
        }
    }
    return arena;
}

int main(void)
{
    static uint64_t arenas[8][512];
    pthread_t threads[8];
    int failures = 0, at;
    for (at = 0; at < 8; at++) {
        failures += pthread_create(&threads[at], NULL, convert, arenas[at]) != 0;
    }
    for (at = 0; at < 8; at++) {
        void *result = NULL;
        pthread_join(threads[at], &result);
        failures += result == NULL;
    }
    printf("%d failures\n", failures);
    return failures;
}
"#;

/// The same value under each rule: `id` 7, `body` the text `ab`. A cap makes some stubs compiled and some interpreted.
const MESSAGES: [(&str, &str); 3] = [
    ("ber --max-size 60%", "0x30, 9, 0x80, 1, 7, 0xa1, 4, 0x80, 2, 0x61, 0x62"),
    ("uper --technique compiled", "0x03, 0x80, 0x4c, 0x2c, 0x40"),
    ("oer --max-size 60%", "0, 7, 0x80, 2, 0x61, 0x62"),
];

#[test]
fn eight_threads_under_thread_sanitizer() {
    for (rules, octets) in MESSAGES {
        let folder = Folder::new(&[("toy.asn1", TOY), ("main.c", &MAIN.replace("OCTETS", octets))]);
        let made = folder.stubc(&format!("toy.asn1 --pdu Message --rules {rules} -q"));
        assert_eq!(made.code, 0, "{rules}: {}", made.err);
        let mut cc = Command::new("cc");
        cc.args(["-std=c99", "-O1", "-g", "-w", "-fsanitize=thread", "main.c", "toy.c", "stubc_rt.c"]);
        cc.args(["-pthread", "-o", "threads"]).current_dir(folder.path());
        sanitizer::run(&mut cc).unwrap_or_else(|error| panic!("{rules}: {error}"));
        // ThreadSanitizer does not accept the addresses of every kernel.
        let mut words = if test_needs::program("setarch") { vec!["setarch", "-R"] } else { Vec::new() };
        words.push("./threads");
        let ran = Command::new(words[0]).args(&words[1..]).current_dir(folder.path()).output();
        let ran = ran.expect("the program must start");
        let said = String::from_utf8_lossy(&[ran.stdout, ran.stderr].concat()).into_owned();
        assert!(ran.status.success() && said == "0 failures\n", "{rules}: {said}");
    }
}
