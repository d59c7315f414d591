//! Cleans up when a run ends, also when a signal ends it: removes temporary folders and ends compilers.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Time between asking a compiler to end and killing it, in which compilers remove their temporary files.
const GRACE: Duration = Duration::from_secs(1);

/// The folders and process groups to clean up.
struct Held {
    groups: BTreeSet<u32>,
    folders: BTreeSet<PathBuf>,
}

static HELD: Mutex<Held> = Mutex::new(Held { groups: BTreeSet::new(), folders: BTreeSet::new() });

fn held() -> MutexGuard<'static, Held> {
    HELD.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs `work` without interruption by a signal. `work` must be short, and must not call [`start`] or
/// [`Folder::new`], which take the same lock.
pub fn uninterrupted<T>(work: impl FnOnce() -> T) -> T {
    let _held = held();
    work()
}

/// A temporary folder, removed when dropped.
#[derive(Debug)]
pub struct Folder(PathBuf);

impl Folder {
    /// Makes a folder. A signal takes effect only after the folder is registered.
    ///
    /// # Errors
    /// The folder cannot be made.
    pub fn new() -> io::Result<Self> {
        let mut held = held();
        let path = tempfile::Builder::new().prefix("stubc").tempdir()?.keep();
        held.folders.insert(path.clone());
        Ok(Self(path))
    }

    /// Returns the folder's path.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A folder that cannot be removed is not an error.
        let _ = std::fs::remove_dir_all(&self.0);
        held().folders.remove(&self.0);
    }
}

/// The process group of a running program.
#[derive(Debug)]
pub struct Group(u32);

/// Starts a program. A signal takes effect only after the program's group is registered.
///
/// # Errors
/// The program cannot be started.
pub fn start(command: &mut Command) -> io::Result<(Child, Group)> {
    let mut held = held();
    let child = command.spawn()?;
    let group = child.id();
    held.groups.insert(group);
    Ok((child, Group(group)))
}

impl Group {
    /// Asks the group to end, calls `wait` with the maximum time to wait, and kills processes that still run.
    pub fn end(self, wait: impl FnOnce(Duration)) {
        signal(self.0, false);
        wait(GRACE);
        // The temporary folder is removed next: nothing may write to it anymore.
        signal(self.0, true);
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        held().groups.remove(&self.0);
    }
}

/// Asks a process group to end, or kills it. A group that has ended is not an error.
#[cfg(unix)]
fn signal(group: u32, kill: bool) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = i32::try_from(group).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(group, if kill { Signal::KILL } else { Signal::TERM });
    }
}

/// Ends a process and all that it started.
#[cfg(not(unix))]
fn signal(process: u32, kill: bool) {
    if kill {
        let _ = Command::new("taskkill").args(["/T", "/F", "/PID", &process.to_string()]).output();
    }
}

/// Makes SIGINT, SIGTERM and SIGHUP end the compilers and remove the temporary folders before they end the
/// run. A signal that the caller ignores (`nohup`) stays ignored.
///
/// # Errors
/// The signal handlers cannot be installed.
#[cfg(unix)]
pub fn watch() -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::{iterator::Signals, low_level::emulate_default_handler};
    let ignored = ignored_signals();
    let mut signals = Signals::new(
        [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0),
    )?;
    std::thread::spawn(move || {
        let Some(received) = signals.forever().next() else { return };
        // The lock is kept, so no other thread starts a program or makes a folder.
        let held = held();
        held.groups.iter().for_each(|group| signal(*group, false));
        if !held.groups.is_empty() {
            std::thread::sleep(GRACE / 10);
        }
        held.groups.iter().for_each(|group| signal(*group, true));
        for folder in &held.folders {
            // A program that is being killed may still write, so folders are removed again.
            for _ in 0..10 {
                if std::fs::remove_dir_all(folder).is_ok() || !folder.exists() {
                    break;
                }
                std::thread::sleep(GRACE / 20);
            }
        }
        // The caller sees the signal in the exit status.
        let _ = emulate_default_handler(received);
    });
    Ok(())
}

/// Returns the signals ignored when the run began, one bit each; 0 if the system does not report them.
#[cfg(unix)]
fn ignored_signals() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

/// Does nothing: the system cleans up the temporary folders of an interrupted run.
///
/// # Errors
/// Never.
#[cfg(not(unix))]
pub fn watch() -> io::Result<()> {
    Ok(())
}
