//! Generated stubs as a program: compiled with a C compiler and its flags, fed with messages.

use codegen::emit::harness::harness;
use codegen::{Model, Techniques, emit};
use serde_json::Value as Json;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Warnings that generated C is clean under.
pub const WARNINGS: &[&str] =
    &["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror"];

/// Flags of a build whose every fault is reported.
pub const SANITIZED: &[&str] = &["-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"];

/// What the program said of one message.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// Accepted: octets consumed, value as JSON, re-encoding, interpreter calls where they are counted.
    Accepted {
        /// Octets of the message.
        length: u64,
        /// The C value.
        value: Json,
        /// Its encoding.
        encoded: Vec<u8>,
        /// Commands of decoding and three encodings.
        commands: Option<u64>,
    },
    /// Refused, by decode or encode.
    Refused {
        /// Error code.
        code: i64,
        /// Offset of the innermost construct.
        offset: u64,
    },
}

/// A compiled harness.
#[derive(Debug)]
pub struct Program {
    folder: tempfile::TempDir,
}

/// Emits, compiles without a warning, and links a harness.
///
/// # Errors
/// What the compiler said.
pub fn build(model: &Model<'_>, techniques: &Techniques, cc: &str, flags: &[&str]) -> Result<Program, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let output = emit(model, techniques, &Default::default(), &[]);
    let mut sources = Vec::new();
    for (name, text) in &output.files {
        std::fs::write(folder.path().join(name), text).map_err(|error| error.to_string())?;
        if name.ends_with(".c") {
            sources.push(name.clone());
        }
    }
    std::fs::write(folder.path().join("harness_main.c"), harness(model)).map_err(|error| error.to_string())?;
    for source in &sources {
        run(Command::new(cc).args(WARNINGS).args(flags).args(["-c", source]).current_dir(folder.path()))?;
    }
    run(Command::new(cc).args(["-std=c99", "-w"]).args(flags).args(["-c", "harness_main.c"]).current_dir(folder.path()))?;
    let objects = sources.iter().map(|source| source.replace(".c", ".o"));
    run(Command::new(cc).args(flags).args(objects).args(["harness_main.o", "-o", "harness"]).current_dir(folder.path()))?;
    Ok(Program { folder })
}

fn run(command: &mut Command) -> Result<(), String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&output.stderr);
    Err(format!("{command:?}\n{}", text.lines().take(40).collect::<Vec<_>>().join("\n")))
}

impl Program {
    /// The folder with sources, objects and the program `harness`.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Feeds messages with the numbers of their roots.
    ///
    /// # Errors
    /// A crash, a sanitizer report, or an answer that is none.
    pub fn feed<'m>(&self, messages: impl IntoIterator<Item = (usize, &'m [u8])>) -> Result<Vec<Answer>, String> {
        let mut input = Vec::new();
        for (root, octets) in messages {
            input.push(u8::try_from(root).map_err(|error| error.to_string())?);
            input.extend((octets.len() as u32).to_le_bytes());
            input.extend(octets);
        }
        let mut child = Command::new(self.folder.path().join("harness"))
            .env("ASAN_OPTIONS", "detect_leaks=0")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| error.to_string())?;
        let mut stdin = child.stdin.take().ok_or("no standard input")?;
        let writer = std::thread::spawn(move || stdin.write_all(&input));
        let output = child.wait_with_output().map_err(|error| error.to_string())?;
        let _ = writer.join();
        let text = String::from_utf8_lossy(&output.stdout);
        let answers: Result<Vec<Answer>, String> = text.lines().map(answer).collect();
        if !output.status.success() {
            let errors = String::from_utf8_lossy(&output.stderr);
            let shown: Vec<&str> = errors.lines().take(40).collect();
            return Err(format!("{} after {} answers\n{}", output.status, text.lines().count(), shown.join("\n")));
        }
        answers
    }
}

fn answer(line: &str) -> Result<Answer, String> {
    let json: Json = serde_json::from_str(line).map_err(|error| format!("{error}: {line}"))?;
    if let Some(code) = json.get("error") {
        return Ok(Answer::Refused {
            code: code.as_i64().unwrap_or(0),
            offset: json["offset"].as_u64().unwrap_or(u64::MAX),
        });
    }
    for fault in ["tail", "space"] {
        if let Some(text) = json.get(fault) {
            return Err(format!("{fault} {text}: {line}"));
        }
    }
    let hex = json["encoded"].as_str().unwrap_or("");
    let encoded = (0..hex.len() / 2).map(|at| u8::from_str_radix(&hex[2 * at..2 * at + 2], 16).unwrap_or(0)).collect();
    Ok(Answer::Accepted {
        length: json["length"].as_u64().unwrap_or(0),
        value: json["value"].clone(),
        encoded,
        commands: json["commands"].as_u64(),
    })
}
