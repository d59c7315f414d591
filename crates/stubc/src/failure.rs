//! Why nothing was produced.

use crate::toolchain::ToolchainError;
use codegen::cost::estimate;
use std::fmt;
use syntax_graph::{Diagnostic, SourceMap};

/// The kind of failure: it decides the exit code.
#[derive(Clone, Debug)]
pub enum Failure {
    /// The specification, the configuration, the plan or a message is in error: see the diagnostics.
    Input,
    /// The request contradicts itself.
    Usage(String),
    /// The cap cannot be met.
    CapTooSmall {
        /// The cap in bytes.
        cap: u64,
        /// The smallest size that can.
        smallest: u64,
        /// Whether it was measured.
        measured: bool,
    },
    /// The target compiler is missing or failed.
    Toolchain(ToolchainError),
}

impl Failure {
    /// The exit code that goes with it.
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
            Self::Input => f.write_str("the input is in error"),
            Self::Usage(message) => f.write_str(message),
            Self::CapTooSmall { cap, smallest, measured } => {
                let told =
                    if *measured { String::new() } else { format!(" ({})", estimate::told(*smallest)) };
                write!(f, "no plan fits in {cap} bytes; the smallest needs {smallest} bytes{told}")
            }
            Self::Toolchain(error) => error.fmt(f),
        }
    }
}

/// A failure with all that was found on the way.
#[derive(Clone, Debug)]
pub struct CompileError {
    /// What kind.
    pub failure: Failure,
    /// Findings, in the order of the source.
    pub diagnostics: Vec<Diagnostic>,
    /// The texts that they point into.
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
