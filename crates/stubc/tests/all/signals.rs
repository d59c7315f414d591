//! Runs that end by a signal, and output without a reader.

use crate::common::{Folder, TOY};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A compiler that never ends and starts other programs, as gcc's driver does. It logs their ids.
const ENDLESS: &str = "#!/bin/sh
case \" $* \" in *' --version '*) echo endless; exit 0 ;; *' -E '*) exit 0 ;; esac
trap '' TERM
sleep 600 &
echo $! >>STARTED
wait
";

/// Makes a folder with the specification and the compiler, and one for temporary files.
fn folder() -> Folder {
    let folder = Folder::new(&[("toy.asn1", TOY), ("started", ""), ("temporary/keep", "")]);
    let started = folder.path().join("started");
    folder.write("mycc", ENDLESS.replace("STARTED", &started.display().to_string()).as_bytes());
    let mode = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(folder.path().join("mycc"), mode)
        .expect("the script's permissions must be settable");
    folder
}

fn stubc(folder: &Folder) -> Command {
    // Test runs in the background may ignore SIGINT.
    let mut command = Command::new("env");
    command
        .args(["--default-signal", env!("CARGO_BIN_EXE_stubc")])
        .current_dir(folder.path())
        .env("STUBC_CACHE_DIR", "")
        .env("TMPDIR", folder.path().join("temporary"));
    command
}

/// Waits until a condition holds, at most a minute.
fn until(what: &str, is_so: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_secs(60), "this must happen within 60 s: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_signal_leaves_neither_folders_nor_compilers() {
    for (name, number) in [("INT", 2), ("TERM", 15), ("HUP", 1)] {
        let folder = folder();
        let cc = folder.path().join("mycc").display().to_string();
        let mut run = stubc(&folder).args(["toy.asn1", "--cc", &cc]).spawn().expect("the program must start");
        until("the compiler has started", || folder.read("started").contains('\n'));
        let sent = Command::new("kill").args(["-s", name, &run.id().to_string()]).status();
        assert!(sent.expect("kill must start").success());
        let status = run.wait().expect("the program must end");
        assert_eq!(status.signal(), Some(number), "stubc must end by the signal that it received: {status}");
        let left: Vec<_> = std::fs::read_dir(folder.path().join("temporary"))
            .expect("the folder must be readable")
            .collect();
        assert_eq!(
            left.len(),
            1,
            "stubc must remove its temporary folders; only `keep` may be left: {left:?}"
        );
        for process in folder.read("started").lines() {
            until(process, || {
                let state = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
                state.is_empty() || state.contains(") Z ")
            });
        }
        assert_eq!(folder.names(), ["mycc", "started", "temporary", "toy.asn1"]);
    }
}

/// A run under `nohup` goes on.
#[test]
fn a_signal_that_is_ignored_stays_ignored() {
    let folder = folder();
    let cc = folder.path().join("mycc").display().to_string();
    let mut command = Command::new("env");
    command.args(["--ignore-signal=HUP", env!("CARGO_BIN_EXE_stubc"), "toy.asn1", "--cc", &cc]);
    let mut run = command
        .current_dir(folder.path())
        .env("STUBC_CACHE_DIR", "")
        .spawn()
        .expect("the program must start");
    until("the compiler has started", || folder.read("started").contains('\n'));
    let send = |name: &str| Command::new("kill").args(["-s", name, &run.id().to_string()]).status();
    assert!(send("HUP").expect("kill must start").success());
    std::thread::sleep(Duration::from_millis(500));
    assert!(send("TERM").expect("kill must start").success());
    assert_eq!(run.wait().expect("the program must end").signal(), Some(15));
}

/// Closed, full or unread standard output and standard error change the exit code only where output is lost.
#[test]
fn nobody_listens() {
    let folder =
        Folder::new(&[("toy.asn1", TOY), ("wrong.asn1", "Wrong DEFINITIONS ::= BEGIN T ::= U END\n")]);
    let stubc = env!("CARGO_BIN_EXE_stubc");
    for (words, to, code) in [
        ("check toy.asn1", "2>&-", 0),
        ("check toy.asn1", ">&-", 0),
        ("check toy.asn1", ">&- 2>&-", 0),
        ("check toy.asn1", ">/dev/full", 1),
        ("check toy.asn1", ">/dev/full 2>/dev/full", 1),
        ("dump graph toy.asn1", "| true", 0),
        ("check wrong.asn1", "2>&-", 1),
        ("check wrong.asn1", "2>/dev/full", 1),
        ("check wrong.asn1", "2>&1 | true", 1),
        ("check absent.asn1", "2>/dev/full", 1),
        ("check absent.asn1", "2>&1 | true", 1),
        ("--no-such-option", "2>/dev/full", 2),
        ("--help", ">&-", 0),
        ("toy.asn1 -v", "2>&1 | true", 0),
    ] {
        // The exit code of `stubc`, not of its reader.
        let script = format!("{{ {stubc} {words}; echo $? >code; }} {to}");
        let ran =
            Command::new("sh").args(["-c", &script]).current_dir(folder.path()).stdin(Stdio::null()).output();
        let ran = ran.expect("sh must start");
        until(&script, || folder.path().join("code").exists() && folder.read("code").contains('\n'));
        assert_eq!(folder.read("code").trim(), code.to_string(), "{script}: expected exit code {code}");
        let said = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert!(!said.contains("panicked"), "{script}: the output must not contain `panicked`:\n{said}");
        std::fs::remove_file(folder.path().join("code")).expect("the file or folder must be removable");
    }
}

/// SIGKILL at any moment leaves each file whole, or as it was.
#[test]
fn no_file_is_written_by_half() {
    let folder = Folder::new(&[("toy.asn1", TOY)]);
    let words = ["toy.asn1", "-q", "--max-size", "100%", "--report", "plan.json", "-o"];
    let files = |place: &str| -> Vec<(String, Vec<u8>)> {
        let entries = std::fs::read_dir(folder.path().join(place)).into_iter().flatten().flatten();
        let named = entries.map(|entry| (entry.file_name().to_string_lossy().into_owned(), entry.path()));
        // What a run writes before it renames the file has another ending.
        let is_output = |name: &str| name.ends_with(".c") || name.ends_with(".h");
        let mut files: Vec<_> = named
            .filter(|(name, _)| is_output(name))
            .map(|(name, path)| (name, std::fs::read(path).unwrap_or_default()))
            .collect();
        files.sort();
        files
    };
    let run = |place: &str, wait: Option<Duration>| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_stubc"));
        let mut child = command
            .args(words)
            .arg(place)
            .current_dir(folder.path())
            .spawn()
            .expect("the program must start");
        if let Some(wait) = wait {
            std::thread::sleep(wait);
            child.kill().expect("the program must end");
        }
        child.wait().expect("the program must end").success()
    };
    assert!(run("whole", None));
    // The second run finds its objects in the cache, as those that are killed do.
    let begun = Instant::now();
    assert!(run("whole", None));
    let time = begun.elapsed();
    let whole = files("whole");
    assert!(whole.len() >= 4, "{} files", whole.len());
    for at in 0..16 {
        run("killed", Some(time * at / 12));
        for file in files("killed") {
            assert!(whole.contains(&file), "{} is not whole after {at} of 12 parts of a run", file.0);
        }
        let report = folder.path().join("plan.json");
        if let Ok(text) = std::fs::read_to_string(report) {
            assert!(text.starts_with('{') && text.trim_end().ends_with('}'), "{at}: the report is not whole");
        }
    }
    assert!(run("killed", None));
    assert_eq!(files("killed"), whole);
}
