//! The interface to the target compiler, which turns C files into objects.

use codegen::OutputFiles;
use std::fmt;

/// An object file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// Name of the C file.
    pub source: String,
    /// The object's contents.
    pub data: Vec<u8>,
    /// Its frames and calls, [condensed](crate::stack::condensed); empty if the compiler does not list them.
    pub calls: String,
}

/// An error of the target compiler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolchainError {
    /// The error in one line.
    pub message: String,
    /// The compiler's output.
    pub output: String,
}

impl fmt::Display for ToolchainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if !self.output.is_empty() {
            write!(f, "\n{}", self.output.trim_end())?;
        }
        Ok(())
    }
}

impl std::error::Error for ToolchainError {}

/// The target: a C compiler with its flags.
pub trait Toolchain: Sync {
    /// Returns the command and flags, as reports show them.
    fn describe(&self) -> String;

    /// Compiles each C file on its own, with the user's flags and then `extra`. Objects are in the order of
    /// the files.
    ///
    /// # Errors
    /// The compiler is missing or fails.
    fn compile(&self, files: &OutputFiles, extra: &[&str]) -> Result<Vec<Object>, ToolchainError>;

    /// Returns the bytes of the compiler's runtime (libgcc) that linking the objects adds: operations that the target
    /// lacks, such as divisions and shifts.
    fn helpers(&self, objects: &[Object]) -> u64 {
        let _ = objects;
        0
    }
}
