//! The reasons why a compilation fails.

use crate::plural::count;
use crate::toolchain::ToolchainError;
use codegen::cost::estimate;
use std::fmt;
use syntax_graph::{Diagnostic, SourceMap};

/// A kind of failure, which decides the exit code.
#[derive(Clone, Debug)]
pub enum Failure {
    /// The specification, configuration, plan or a message is in error; the diagnostics say why.
    Input,
    /// Options or settings contradict each other.
    Usage(String),
    /// No plan keeps the cap.
    CapTooSmall {
        /// The cap in bytes.
        cap: u64,
        /// The smallest possible size in bytes.
        smallest: u64,
        /// Whether `smallest` was measured; otherwise it is an estimate.
        measured: bool,
    },
    /// The target compiler is missing or failed.
    Toolchain(ToolchainError),
}

impl Failure {
    /// Returns the exit code of this failure, 1 to 4.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Input => 1,
            Self::Usage(_) => 2,
            Self::CapTooSmall { .. } => 3,
            Self::Toolchain(_) => 4,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input => f.write_str("the specification, the configuration or a message has errors"),
            Self::Usage(message) => f.write_str(message),
            Self::CapTooSmall { cap, smallest, measured } => {
                let told =
                    if *measured { String::new() } else { format!(" ({})", estimate::told(*smallest)) };
                let (cap, smallest) = (count(cap, "byte"), count(smallest, "byte"));
                write!(f, "no plan fits in {cap}; the smallest needs {smallest}{told}")
            }
            Self::Toolchain(error) => error.fmt(f),
        }
    }
}

/// A failure with all findings up to it.
#[derive(Clone, Debug)]
pub struct CompileError {
    /// The kind of failure.
    pub failure: Failure,
    /// Findings, in the order of the source.
    pub diagnostics: Vec<Diagnostic>,
    /// The texts that the findings point into.
    pub sources: SourceMap,
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.failure.fmt(f)?;
        for diagnostic in self.diagnostics.iter().filter(|diagnostic| diagnostic.is_error()) {
            let place = diagnostic.labels.first().map(|label| {
                let (line, column) = self.sources.line_column(label.span);
                format!("{}:{line}:{column}: ", self.sources.file(label.span.file).name)
            });
            write!(f, "\n{}{}", place.unwrap_or_default(), diagnostic.message)?;
        }
        Ok(())
    }
}

impl std::error::Error for CompileError {}
