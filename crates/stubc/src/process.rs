//! Runs programs with a time limit, and ends them when a signal ends the run.

use crate::ending::{self, Group};
use std::io;
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc;
use std::time::Duration;

/// Starts a program in its own process group. While the returned [`Group`] lives, a signal that ends the run
/// ends the group.
///
/// # Errors
/// The program cannot be started.
pub fn start(command: &mut Command) -> io::Result<(Child, Group)> {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    ending::start(command)
}

/// Runs a program in its own process group and collects its output.
///
/// # Errors
/// `TimedOut` when the program runs longer than `limit`; its whole process group is ended, since a compiler's
/// driver runs other programs (`cc1`). Other errors: the program cannot be started, or its output cannot be
/// read.
pub fn output(command: &mut Command, limit: Duration) -> io::Result<Output> {
    let (child, group) = start(command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()))?;
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || sender.send(child.wait_with_output()));
    receiver.recv_timeout(limit).unwrap_or_else(|_| {
        group.end(|grace| drop(receiver.recv_timeout(grace)));
        Err(io::ErrorKind::TimedOut.into())
    })
}
