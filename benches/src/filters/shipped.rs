//! Filters as tables that arrive at run time, beside decoders that they take the place of: bytes and instructions.

use super::checked;
use super::count::{Row, collected, input_of, run};
use crate::family::family;
use crate::subject::Subject;
use codegen::blob::{Blob, Kind};
use codegen::measure::object_size;
use std::path::Path;
use stubc::{Compiler, RootRequest, Settings};

/// The digest of the device: any.
const DIGEST: [u8; 32] = [7; 32];

/// The measurements of a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shipped {
    /// Bytes of the blob.
    pub blob: usize,
    /// Instructions for a message at -O2, the mean: of the decoder without a cap, and of the interpreter.
    pub instructions: [f64; 2],
    /// Bytes of object code at -Os: of decoder and runtime, and of interpreter and checker.
    pub bytes: [u64; 2],
}

/// Measures a filter; `None` if its messages or valgrind are absent, or if the rules have no interpreter.
///
/// # Errors
/// A program that fails, with its output.
pub fn shipped(row: &Row) -> Result<Option<Shipped>, String> {
    let load = |(name, specs)| Subject::load(family(name, specs));
    let (Some(subject), Some(collection)) = (load(row.family), load(row.messages)) else { return Ok(None) };
    let Some(engine) = codegen::blob::engine(subject.rules(), Kind::Filter, "engine", &[], &DIGEST, &[])
    else {
        return Ok(None);
    };
    if !test_needs::program("valgrind") {
        return Ok(None);
    }
    let filter = checked(&subject.graph, row.predicate)?;
    let commands = codegen::filter::commands(&subject.graph, subject.rules(), &filter);
    let commands = commands.map_err(|errors| format!("{errors:?}"))?;
    let blob = Blob::new(Kind::Filter, &DIGEST, &[], &commands).ok_or("the blob is too large")?;
    let root = subject.graph.type_path(filter.root);
    let mut settings = Settings {
        roots: vec![RootRequest { name: root.clone(), decode: true, encode: false }],
        name: Some("general".to_owned()),
        ..Settings::default()
    };
    for path in subject.family.files().unwrap_or_default() {
        let text = std::fs::read(&path).map_err(|error| error.to_string())?;
        settings.specs.push((path.display().to_string(), String::from_utf8_lossy(&text).into_owned()));
    }
    let stubs = Compiler::with_settings(settings).compile();
    let stubs = stubs.map_err(|error| format!("{}: {:?}", error.failure, error.diagnostics))?;
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let place = folder.path();
    let (input, messages) = input_of(&subject, &collection, &filter)?;
    let ty = root.rsplit('.').next().unwrap_or_default().replace('-', "_");
    let octets: Vec<String> = blob.0.iter().map(u8::to_string).collect();
    let program = PROGRAM.replace("TYPE", &ty).replace("BLOB", &octets.join(", "));
    let written = [("main.c".to_owned(), program)];
    for (name, text) in engine.files.iter().chain(&stubs.files.files).chain(&written) {
        std::fs::write(place.join(name), text).map_err(|error| error.to_string())?;
    }
    std::fs::write(place.join("messages"), input).map_err(|error| error.to_string())?;
    let sources = ["main.c", "engine.c", "general.c", "stubc_rt.c"];
    run(place, "cc", &[&["-std=c99", "-O2"], &sources[..], &["-o", "program"]].concat())?;
    let counted = |function: &str| Ok::<f64, String>(collected(place, function)? / messages as f64);
    let instructions = [counted("decode")?, counted("engine_run")?];
    let bytes = [small(place, &["general.c", "stubc_rt.c"])?, small(place, &["engine.c"])?];
    Ok(Some(Shipped { blob: blob.0.len(), instructions, bytes }))
}

/// Returns the bytes of object code of these sources at -Os.
fn small(folder: &Path, sources: &[&str]) -> Result<u64, String> {
    let mut bytes = 0;
    for source in sources {
        run(folder, "cc", &["-std=c99", "-Os", "-c", source, "-o", "small.o"])?;
        let object = std::fs::read(folder.join("small.o")).map_err(|error| error.to_string())?;
        bytes += object_size(&object)?.counted;
    }
    Ok(bytes)
}

/// Decodes each message, and asks the filter about it.
const PROGRAM: &str = "#include \"engine.h\"
#include \"general.h\"
#include <stdio.h>
#include <stdlib.h>

static const uint8_t blob[] = {BLOB};

/* Entry points are inline functions: the decoder has a function of its own to be counted. */
__attribute__((noipa)) stubc_result decode(const uint8_t *message, size_t octets, stubc_context *context)
{
    static TYPE value;
    return TYPE_decode(&value, message, octets, context, NULL);
}

int main(void)
{
    FILE *const file = fopen(\"messages\", \"rb\");
    static uint8_t message[1 << 22], arena[1 << 24];
    uint8_t length[4];
    long sum = 0;
    if (!engine_check(blob, sizeof blob)) {
        return 1;
    }
    while (file != NULL && fread(length, 1, 4, file) == 4) {
        const size_t octets = length[0] | length[1] << 8 | length[2] << 16 | (size_t)length[3] << 24;
        stubc_context context = stubc_context_over(arena, sizeof arena);
        if (octets > sizeof message || fread(message, 1, octets, file) != octets ||
            decode(message, octets, &context) < 0) {
            return 1;
        }
        sum += engine_run(blob, message, octets);
    }
    printf(\"%ld\\n\", sum);
    return 0;
}
";
