//! Runs programs with a time limit.

use std::io;
use std::process::{Command, Output, Stdio};
use std::sync::mpsc;
use std::time::Duration;

/// Time between the request to end and the kill: compilers use it to remove their temporary files.
const GRACE: Duration = Duration::from_secs(1);

/// Runs a program in a process group of its own and collects its output.
///
/// # Errors
/// Of kind `TimedOut` when the program runs longer than `limit`: its whole process group is ended, since a compiler's driver
/// leaves the work to others (`cc1`). Other errors mean that the program cannot be started or read.
pub fn output(command: &mut Command, limit: Duration) -> io::Result<Output> {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let group = child.id();
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || sender.send(child.wait_with_output()));
    receiver.recv_timeout(limit).unwrap_or_else(|_| {
        signal(group, false);
        // The temporary folder is removed next: nothing may write to it anymore.
        let _ = receiver.recv_timeout(GRACE);
        signal(group, true);
        Err(io::ErrorKind::TimedOut.into())
    })
}

/// Asks a process group to end, or kills it. A group that has ended already is no error.
#[cfg(unix)]
fn signal(group: u32, kill: bool) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = i32::try_from(group).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(group, if kill { Signal::KILL } else { Signal::TERM });
    }
}

/// Ends a process with all that it has started.
#[cfg(not(unix))]
fn signal(process: u32, kill: bool) {
    if kill {
        let _ = Command::new("taskkill").args(["/T", "/F", "/PID", &process.to_string()]).output();
    }
}
