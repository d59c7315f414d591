//! The command line `stubc`: reads and writes files, runs the target compiler, prints and exits. The library
//! does the rest.

mod args;
mod blobs;
mod cache;
mod captures;
mod cc;
mod commands;
mod ending;
mod files;
mod permits;
mod process;
mod progress;
mod render;
mod sockets;
mod texts;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = match args::Cli::try_parse_from(args::command_first(std::env::args_os().collect())) {
        Ok(cli) => cli.sorted(),
        Err(error) => {
            // Help and version are not errors; everything else is exit code 2.
            let code = if error.use_stderr() { 2 } else { 0 };
            let _ = error.print();
            return ExitCode::from(code);
        }
    };
    // Without the handlers, a signal still ends the run, but leaves temporary folders.
    let _ = ending::watch();
    // Specifications may nest deeply: recursive stages need a large stack.
    let worker = std::thread::Builder::new().stack_size(256 << 20).spawn(move || commands::run(&cli));
    match worker.map(std::thread::JoinHandle::join) {
        Ok(Ok(code)) => ExitCode::from(code),
        Ok(Err(_)) | Err(_) => ExitCode::from(101),
    }
}
