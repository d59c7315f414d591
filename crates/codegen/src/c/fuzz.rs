//! Prints the harness that users get for a type of their specification: a fuzz target, and a test with random values.

use crate::c::escape::MADE;
use crate::c::places;
use crate::c::remarks::Remarks;
use crate::c::runtime::prefixed;
use crate::c::wrap::wrapped;
use crate::model::Model;
use std::fmt::Write;
use syntax_graph::TypeId;

/// A valid message of the test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// Its bytes as received.
    pub received: Vec<u8>,
    /// The bytes that the encoder must send for its value.
    pub sent: Vec<u8>,
}

/// The number of bytes in one line of a table.
const IN_LINE: usize = 19;

/// Returns the names of the files of a harness: the fuzz target and the test.
pub fn harness_names(prefix: &str, name: &str) -> [String; 2] {
    ["fuzz", "random"].map(|end| format!("{prefix}{name}_{end}.c"))
}

/// Returns the files of the harness of a root with both directions: name and text. `samples` are valid messages of the
/// root, at least one.
pub fn harness_files(
    model: &Model<'_>,
    root: TypeId,
    samples: &[Sample],
    remarks: &Remarks,
) -> Vec<(String, String)> {
    let options = &model.options;
    let names = harness_names(&options.prefix, &options.name);
    let header = format!("{}{}.h", options.prefix, options.name);
    let filled = |template: &str| {
        places::of_text(template)
            .replace("THE_HEADER", &header)
            .replace("THE_FUZZ_FILE", &names[0])
            .replace("THE_MESSAGES", &messages(samples))
            .replace("THE_TYPE", model.names.ty(root))
            .replace("THE_STEM", model.names.stem(root))
    };
    let sources = format!("{0}{1}.c {0}stubc_rt.c", options.prefix, options.name);
    let fuzz = [
        format!("libFuzzer: clang -g -O1 -fsanitize=fuzzer,address,undefined {} {sources}", names[0]),
        format!("AFL++: afl-clang-fast -fsanitize=fuzzer,address,undefined {} {sources}", names[0]),
        format!(
            "Files or standard input, without a fuzzer: cc -g -DSTUBC_HARNESS_MAIN {} {sources}",
            names[0]
        ),
    ];
    let random = [format!("cc -g {} {sources}", names[1])];
    let parts = [
        ("fuzz target", &fuzz[..], include_str!("fuzz_target.c")),
        ("test with random values", &random[..], include_str!("random_test.c")),
    ];
    let text = |(what, builds, template): (&str, &[String], &str)| {
        let head = remarks.head(&format!("{}: {what} {MADE}", options.name), builds);
        wrapped(&prefixed(&format!("{}\n{}", head.trim_end(), filled(template)), &options.prefix))
    };
    names.iter().cloned().zip(parts.map(text)).collect()
}

/// Returns the table of messages, and the bytes that it points into.
fn messages(samples: &[Sample]) -> String {
    let mut bytes: Vec<u8> = Vec::new();
    let mut table = String::new();
    for Sample { received, sent } in samples {
        let at = bytes.len();
        bytes.extend(received);
        let to = if sent == received { at } else { bytes.len() };
        if sent != received {
            bytes.extend(sent);
        }
        let _ = writeln!(table, "    {{{at}, {}, {to}, {}}},", received.len(), sent.len());
    }
    // C has no empty arrays.
    if bytes.is_empty() {
        bytes.push(0);
    }
    let line = |line: &[u8]| line.iter().map(|byte| format!("0x{byte:02x}, ")).collect::<String>();
    let lines: Vec<String> =
        bytes.chunks(IN_LINE).map(|bytes| format!("    {}", line(bytes).trim_end())).collect();
    format!(
        "static const uint8_t stubc_harness_bytes[] = {{\n{}\n}};\n\n\
         /* Messages of random values: where each is as received, and as the encoder must send its value. */\n\
         typedef struct stubc_harness_message {{\n    uint32_t received, length, sent, size;\n}} stubc_harness_message;\n\
         static const stubc_harness_message stubc_harness_messages[] = {{\n{table}}};\n",
        lines.join("\n")
    )
}
