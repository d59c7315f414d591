//! `completions` and `man`: make completion scripts for shells and manual pages from `args.rs`.

use super::{Job, Stop};
use crate::args::{Cli, CompileArgs, CompletionsArgs, ManArgs};
use crate::files;
use clap::CommandFactory;

/// Prints the completion script for a shell.
pub fn completions(common: &CompileArgs, args: &CompletionsArgs) -> Result<(), Stop> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "stubc", &mut script);
    Job::without_specification(common).print(&String::from_utf8_lossy(&script))
}

/// Writes `stubc.1` and `stubc-COMMAND.1`.
pub fn pages(common: &CompileArgs, args: &ManArgs) -> Result<(), Stop> {
    let folder = &args.folder;
    std::fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(Cli::command(), folder)).map_err(
        |error| {
            let message =
                format!("cannot write manual pages to {}: {}", folder.display(), files::plain(&error));
            Job::without_specification(common).input_error(&message)
        },
    )
}
