//! `stubc check` takes work and memory that grow linearly with the text of the published specifications.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// The most instructions for a byte of text, beyond those of a run without work.
const INSTRUCTIONS: u64 = 5000;

/// Instructions of a run without work, and of the files that a short file of XDR includes.
const START: u64 = 80_000_000;

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

fn size(files: &[PathBuf]) -> u64 {
    files.iter().map(|file| std::fs::metadata(file).expect("the file must be readable").len()).sum()
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

#[test]
fn work_is_linear() {
    if !test_needs::program("valgrind") {
        return;
    }
    for files in families() {
        let mut command = Command::new("valgrind");
        command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null", env!("CARGO_BIN_EXE_stubc")]);
        let output = check(command, &files).output().expect("valgrind must start");
        let said = String::from_utf8_lossy(&output.stderr);
        let count = said.lines().find_map(|line| line.split_once("Collected :"));
        let count: u64 =
            count.and_then(|(_, count)| count.trim().parse().ok()).expect("a count of instructions");
        let most = START + INSTRUCTIONS * size(&files);
        assert!(count <= most, "{files:?}: {count} instructions, {most} are permitted");
    }
}
