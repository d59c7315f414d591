//! The target compiler, as the library sees it: something that turns C files into objects.

use codegen::OutputFiles;
use std::fmt;

/// An object file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// Name of the C file that it was made of.
    pub source: String,
    /// Its contents.
    pub data: Vec<u8>,
}

/// Why there is no object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolchainError {
    /// One line.
    pub message: String,
    /// What the compiler said.
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
    /// What the report calls it: command and flags.
    fn describe(&self) -> String;

    /// Compiles each C file on its own, with the user's flags and then `extra`; objects come in the order of the files.
    ///
    /// # Errors
    /// When the compiler is missing or fails.
    fn compile(&self, files: &OutputFiles, extra: &[&str]) -> Result<Vec<Object>, ToolchainError>;

    /// Bytes of the compiler's own runtime (libgcc) that the objects pull in when they are linked: divisions and shifts
    /// that the target lacks.
    fn helpers(&self, objects: &[Object]) -> u64 {
        let _ = objects;
        0
    }
}
