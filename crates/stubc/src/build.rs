//! Runs the target compiler in build scripts. The `cc` crate chooses the compiler for cargo's target. Unlike the
//! rest of the library, this module does I/O.

use crate::{CompileError, Compiled, Object, OutputFiles, Toolchain, ToolchainError};
use std::path::{Path, PathBuf};

/// The C compiler of cargo's target. It measures sizes with the flags of the crate's own build.
#[derive(Debug)]
pub struct CcToolchain {
    compiler: cc::Tool,
    out_dir: PathBuf,
}

impl CcToolchain {
    /// Returns the compiler with the flags from cargo and the environment; files go to `OUT_DIR`.
    ///
    /// # Panics
    /// No compiler is found, or the program is not a build script.
    #[must_use]
    pub fn from_cargo() -> Self {
        let out_dir = std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR for build scripts");
        Self { compiler: cc::Build::new().get_compiler(), out_dir: PathBuf::from(out_dir) }
    }

    /// Writes the generated files to `OUT_DIR`. Returns a build of their sources, to which the caller may add
    /// its own.
    ///
    /// # Panics
    /// The compilation failed; cargo shows the errors.
    #[must_use]
    #[allow(clippy::print_stdout, reason = "cargo reads what a build script prints")]
    pub fn build(&self, result: Result<Compiled, CompileError>) -> cc::Build {
        let compiled = result.unwrap_or_else(|error| {
            for diagnostic in error.diagnostics.iter().filter(|diagnostic| diagnostic.is_error()) {
                println!("cargo::error={}", diagnostic.message);
            }
            panic!("{}", error.failure);
        });
        write(&self.out_dir, &compiled.files).expect("cargo makes OUT_DIR writable");
        let mut build = cc::Build::new();
        build.files(c_files(&compiled.files).map(|name| self.out_dir.join(name))).include(&self.out_dir);
        build
    }

    fn object(&self, folder: &Path, source: &str, extra: &[&str]) -> Result<Object, ToolchainError> {
        let fail = |message: String, output: String| ToolchainError { message, output };
        let mut command = self.compiler.to_command();
        let object = format!("{source}.o");
        let output = command
            .args(extra)
            .args(["-c", source, "-o", &object])
            .current_dir(folder)
            .output()
            .map_err(|error| fail(format!("cannot run {}: {error}", self.describe()), String::new()))?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            return Err(fail(format!("{} failed on {source} ({})", self.describe(), output.status), said));
        }
        let data = std::fs::read(folder.join(&object))
            .map_err(|error| fail(format!("cannot read the object of {source}: {error}"), String::new()))?;
        Ok(Object { source: source.to_owned(), data, calls: String::new() })
    }
}

impl Toolchain for CcToolchain {
    fn describe(&self) -> String {
        self.compiler.path().display().to_string()
    }

    fn compile(&self, files: &OutputFiles, extra: &[&str]) -> Result<Vec<Object>, ToolchainError> {
        // Several builds may be measured at once: each thread has its own folder.
        let folder = self.out_dir.join(format!("measured-{:?}", std::thread::current().id()));
        write(&folder, files).map_err(|error| ToolchainError {
            message: format!("cannot write to {}: {error}", folder.display()),
            output: String::new(),
        })?;
        c_files(files).map(|source| self.object(&folder, source, extra)).collect()
    }
}

fn c_files(files: &OutputFiles) -> impl Iterator<Item = &str> {
    files.files.iter().map(|(name, _)| name.as_str()).filter(|name| name.ends_with(".c"))
}

fn write(folder: &Path, files: &OutputFiles) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    files.files.iter().try_for_each(|(name, text)| std::fs::write(folder.join(name), text))
}
