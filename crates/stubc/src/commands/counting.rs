//! Builds and runs programs that count commands and instructions: generated stubs with a small `main`.

use crate::cc::Cc;
use crate::ending::Folder;
use crate::process;
use codegen::{Model, OutputFiles, Techniques, emit};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// A program for the stubs of one root. It reads messages from standard input, each after its length in 4
/// bytes, little-endian. It decodes and encodes each as many times as its argument says, and prints the
/// numbers of executed commands, and of those that convert nothing.
const MAIN: &str = r#"
#include "@FILE@.h"
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    static uint8_t input[1 << 24];
    size_t length = fread(input, 1, sizeof input, stdin), at = 0, arena = (size_t)1 << 25;
    uint8_t *memory = malloc(arena), *output = malloc(sizeof input);
    unsigned long commands = 0, idle = 0;
    int passes = argc > 1 ? atoi(argv[1]) : 1;
    while (length - at >= 4) {
        size_t size = input[at] | (size_t)input[at + 1] << 8 | (size_t)input[at + 2] << 16 | (size_t)input[at + 3] << 24;
        int pass;
        at += 4;
        for (pass = 0; pass < passes; pass++) {
            stubc_context context = stubc_context_over(memory, arena);
            @TYPE@ value;
            if (@STEM@_decode(&value, input + at, size, &context, NULL) < 0)
                return 2;
            if (@STEM@_encode(&value, output, sizeof input, &context, NULL) < 0)
                return 3;
#ifdef STUBC_COUNT_COMMANDS
            commands += context.commands;
            idle += context.idle;
#endif
        }
        at += size;
    }
    printf("%lu %lu\n", commands, idle);
    return 0;
}
"#;

/// Commands executed over all messages.
#[derive(Clone, Copy, Debug)]
pub struct Commands {
    /// All of them.
    pub all: u64,
    /// Those that convert a part of a message.
    pub converting: u64,
}

/// A compiled counting program.
pub struct Counter {
    folder: Folder,
}

impl Counter {
    /// Emits, compiles and links the program.
    ///
    /// # Errors
    /// The compiler's output.
    pub fn build(model: &Model<'_>, techniques: &Techniques, cc: &Cc) -> Result<Self, String> {
        let folder = Folder::new().map_err(|error| error.to_string())?;
        let OutputFiles { mut files } = emit(model, techniques, &Default::default());
        let root = model.options.roots.first().ok_or("the specification has no root")?;
        let (prefix, name) = (&model.options.prefix, &model.options.name);
        let main = MAIN
            .replace("stubc_", &format!("{prefix}stubc_"))
            .replace("STUBC_", &format!("{prefix}STUBC_"))
            .replace("@FILE@", &format!("{prefix}{name}"))
            .replace("@STEM@", model.names.stem(root.ty))
            .replace("@TYPE@", model.names.ty(root.ty));
        files.push(("counting_main.c".to_owned(), main));
        for (name, text) in &files {
            std::fs::write(folder.path().join(name), text).map_err(|error| error.to_string())?;
        }
        let sources: Vec<&str> =
            files.iter().map(|file| file.0.as_str()).filter(|name| name.ends_with(".c")).collect();
        cc.link(folder.path(), &sources, "counter").map_err(|error| error.to_string())?;
        Ok(Self { folder })
    }

    /// Returns the commands executed over all messages.
    ///
    /// # Errors
    /// The program cannot be run, or refuses a message.
    pub fn commands(&self, messages: &[Vec<u8>]) -> Result<Commands, String> {
        let mut command = Command::new(self.folder.path().join("counter"));
        let output = fed(&mut command, messages)?;
        if !output.status.success() {
            return Err(format!("the generated code refused a message ({})", output.status));
        }
        let printed = String::from_utf8_lossy(&output.stdout);
        let numbers: Vec<u64> = printed.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        match numbers[..] {
            [all, idle] if idle <= all => Ok(Commands { all, converting: all - idle }),
            _ => Err("the generated program printed no counts".to_owned()),
        }
    }

    /// Returns the instructions to decode and encode one message, as counted by valgrind; `None` without
    /// valgrind.
    pub fn instructions(&self, messages: &[Vec<u8>]) -> Option<u64> {
        let once = self.counted(messages, 1)?;
        let thrice = self.counted(messages, 3)?;
        thrice.checked_sub(once).map(|two| two / 2 / messages.len().max(1) as u64)
    }

    fn counted(&self, messages: &[Vec<u8>], passes: u32) -> Option<u64> {
        let log = self.folder.path().join("callgrind.out");
        let mut command = Command::new("valgrind");
        command
            .arg("--tool=callgrind")
            .arg(format!("--callgrind-out-file={}", log.display()))
            .arg(self.folder.path().join("counter"))
            .arg(passes.to_string());
        let output = fed(&mut command, messages).ok().filter(|output| output.status.success())?;
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let line = said.lines().find(|line| line.contains("Collected :"))?;
        line.rsplit(' ').next()?.parse().ok()
    }
}

/// Runs a program with the messages on its standard input.
fn fed(command: &mut Command, messages: &[Vec<u8>]) -> Result<std::process::Output, String> {
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .current_dir(std::env::temp_dir());
    let (mut child, _group) = process::start(command).map_err(|error| error.to_string())?;
    let mut stdin = child.stdin.take().ok_or("the generated program has no standard input")?;
    for message in messages {
        let length = u32::try_from(message.len()).map_err(|_| "a message is longer than 4 GiB")?;
        // A program that ends early reports that by its exit code.
        let _ = stdin.write_all(&length.to_le_bytes()).and_then(|()| stdin.write_all(message));
    }
    drop(stdin);
    child.wait_with_output().map_err(|error| error.to_string())
}

/// Returns whether a folder of `PATH` has a program of this name.
pub fn is_installed(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| Path::new(&folder).join(program).is_file())
}
