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
use codegen::emit::escape::visible_lines;
use std::io::Write;
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = match args::Cli::try_parse_from(args::command_first(std::env::args_os().collect())) {
        Ok(cli) => cli.sorted(),
        Err(error) => {
            // Help and version are not errors; everything else is exit code 2.
            let code = if error.use_stderr() { 2 } else { 0 };
            let text = error.render().to_string();
            let shown = visible_lines(&text);
            // Colors are escapes, too: only foreign text takes them away.
            let _ = match shown == text {
                true => error.print(),
                false => std::io::stderr().write_all(shown.as_bytes()),
            };
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
