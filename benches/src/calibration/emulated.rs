//! Counts the instructions of single messages on targets of QEMU's user emulation: a plugin counts the
//! instructions between two marks.

use super::target::Target;
use crate::stubs::run;
use codegen::Model;
use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Where the program has its messages encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// At the end of the buffer: BER, which encodes backward, moves nothing.
    End,
    /// At its start: XDR moves nothing.
    Start,
}

/// Returns the program around generated stubs.
pub fn harness(model: &Model<'_>, place: Place) -> String {
    let mut text = format!("#include \"{}.h\"\n", model.options.name);
    text += "struct root {\n\
             \x20   size_t size;\n\
             \x20   stubc_result (*decode)(void *, const uint8_t *, size_t, stubc_context *, stubc_error *);\n\
             \x20   stubc_result (*encode)(const void *, uint8_t *, size_t, stubc_context *, stubc_error *, uint8_t **);\n\
             };\n";
    let mut roots = String::new();
    for root in &model.options.roots {
        let (name, stem) = (model.names.ty(root.ty), model.names.stem(root.ty));
        let encode = match place {
            Place::End => format!("return {stem}_encode_tail(v, p, n, c, e, start);"),
            Place::Start => format!("*start = p;\n    return {stem}_encode(v, p, n, c, e);"),
        };
        let _ = write!(
            text,
            "static stubc_result decode_root_{name}(void *v, const uint8_t *p, size_t n, stubc_context *c, stubc_error *e)\n\
             {{\n    return {stem}_decode(v, p, n, c, e);\n}}\n\
             static stubc_result encode_root_{name}(const void *v, uint8_t *p, size_t n, stubc_context *c, stubc_error *e, uint8_t **start)\n\
             {{\n    {encode}\n}}\n"
        );
        let _ = writeln!(roots, "    {{sizeof({name}), decode_root_{name}, encode_root_{name}}},");
    }
    let _ = write!(text, "static const struct root roots[] = {{\n{roots}}};\n");
    text + include_str!("emulated.c")
}

/// Returns the instructions of each message, decode and encode, by the program `harness` in a folder.
///
/// # Errors
/// The output of the compiler, the emulator or the stubs.
pub fn count(target: &Target, folder: &Path, input: &[u8], messages: usize) -> Result<Vec<[u64; 2]>, String> {
    let here = tempfile::tempdir().map_err(|error| error.to_string())?;
    let told = |error: std::io::Error| error.to_string();
    std::fs::write(here.path().join("counter.c"), include_str!("counter.c")).map_err(told)?;
    let mut compile = Command::new("cc");
    run(compile.args(["-O1", "-shared", "-fPIC", "counter.c", "-o", "counter.so"]).current_dir(here.path()))?;
    let records = here.path().join("records");
    std::fs::write(&records, input).map_err(told)?;
    let emulator = target.emulator.ok_or("this target has no emulator")?;
    let mut command = Command::new(emulator);
    command.arg("-plugin").arg(here.path().join("counter.so")).arg(folder.join("harness"));
    command.stdin(std::fs::File::open(&records).map_err(told)?).stdout(Stdio::piped());
    let output = command.output().map_err(|error| format!("{emulator}: {error}"))?;
    if !output.status.success() {
        return Err(format!("{emulator}: {}: {}", output.status, String::from_utf8_lossy(&output.stderr)));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let counts: Option<Vec<u64>> = text.lines().map(|line| line.parse().ok()).collect();
    // Each message has four marks: before, decoding, between, encoding.
    match counts {
        Some(counts) if counts.len() == 4 * messages => {
            Ok(counts.chunks(4).map(|marks| [marks[1], marks[3]]).collect())
        }
        _ => Err(format!("{emulator}: {} lines for {messages} messages", text.lines().count())),
    }
}
