//! `stubc check` takes work and memory that grow linearly with the text of the published specifications.

use crate::common::Folder;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// The most instructions for a byte of text, beyond those of a run without work.
const INSTRUCTIONS: u64 = 5000;

/// Instructions of a run without work.
const START: u64 = 20_000_000;

/// The most bytes of memory for a byte of text, beyond those of a run without work.
const MEMORY: u64 = 40;

/// Bytes of memory of a run without work, most of them the program itself.
const SPACE: u64 = 28_000_000;

/// Returns the files of each folder of published specifications.
fn families() -> Vec<Vec<PathBuf>> {
    let Some(specs) = test_needs::published("specs") else { return Vec::new() };
    let below = |end| test_needs::files_below(&specs, end);
    // Each file of XDR is a specification.
    let mut found: Vec<Vec<PathBuf>> = below("x").into_iter().map(|file| vec![file]).collect();
    let mut files: Vec<PathBuf> = ["asn1", "asn"].into_iter().flat_map(below).collect();
    files.sort();
    let folder = |file: &PathBuf| file.parent().map(Path::to_path_buf);
    found.extend(files.chunk_by(|one, other| folder(one) == folder(other)).map(<[PathBuf]>::to_vec));
    assert!(found.len() > 20, "{found:?}");
    found
}

/// Returns the bytes of files. A file of XDR may take definitions from all others in its folder.
fn size(files: &[PathBuf]) -> u64 {
    let beside = files[0].parent().expect("the file is in a folder");
    let xdr = test_needs::files_below(beside, "x");
    let read = if xdr.is_empty() { files } else { &xdr[..] };
    read.iter().map(|file| std::fs::metadata(file).expect("the file must be readable").len()).sum()
}

/// A command that checks files. Some folders lack a module that they import, so it may fail.
fn check(mut command: Command, files: &[PathBuf]) -> Command {
    command.args(["check", "-q"]).args(files).stdout(Stdio::null());
    command
}

#[test]
#[cfg(target_os = "linux")]
fn memory_is_linear() {
    for files in families() {
        let command = Command::new(env!("CARGO_BIN_EXE_stubc"));
        let mut running =
            check(command, &files).stderr(Stdio::null()).spawn().expect("the program must start");
        let status = format!("/proc/{}/status", running.id());
        let mut peak = 0;
        while running.try_wait().expect("the program must be running").is_none() {
            // The greatest memory until now, in KiB. A process that has ended has no such line.
            let text = std::fs::read_to_string(&status).unwrap_or_default();
            let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
            let kib = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
            peak = kib.map_or(peak, |kib| kib * 1024);
            std::thread::sleep(Duration::from_millis(1));
        }
        let most = SPACE + MEMORY * size(&files);
        assert!(peak > 0 && peak <= most, "{files:?}: {peak} bytes, {most} are permitted");
    }
}

/// Returns how many instructions it takes to check files.
fn instructions(files: &[PathBuf]) -> u64 {
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null", env!("CARGO_BIN_EXE_stubc")]);
    let output = check(command, files).output().expect("valgrind must start");
    let said = String::from_utf8_lossy(&output.stderr);
    let count = said.lines().find_map(|line| line.split_once("Collected :"));
    count.and_then(|(_, count)| count.trim().parse().ok()).expect("a count of instructions")
}

#[test]
fn work_is_linear() {
    if !test_needs::program("valgrind") {
        return;
    }
    for files in families() {
        let (count, most) = (instructions(&files), START + INSTRUCTIONS * size(&files));
        assert!(count <= most, "{files:?}: {count} instructions, {most} are permitted");
    }
}

/// Each error may look for the name that was meant.
#[test]
fn work_is_linear_in_unknown_names() {
    if !test_needs::program("valgrind") {
        return;
    }
    let asn1 = |at: usize| format!("TypeName{at:05} ::= SEQUENCE {{ a MistypeN{at:05} }}\n");
    let xdr = |at: usize| format!("struct TypeName{at:05} {{ MistypeN{at:05} a; }};\n");
    let folder = Folder::new(&[]);
    let count = |number: usize| {
        let lines = |line: &dyn Fn(usize) -> String| (0..number).map(line).collect::<String>();
        folder.write("a.asn1", format!("M DEFINITIONS ::= BEGIN\n{}END\n", lines(&asn1)).as_bytes());
        folder.write("a.x", lines(&xdr).as_bytes());
        ["a.asn1", "a.x"].map(|name| instructions(&[folder.path().join(name)]))
    };
    let (few, many) = (count(200), count(1000));
    for (few, many) in few.into_iter().zip(many) {
        assert!(many <= 6 * few, "{few} instructions for 200 unknown names, {many} for 1000");
    }
}
