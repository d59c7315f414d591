//! Compiles the specification to C of at most 16 KiB, and the C to a library that the crate is linked with.

use std::path::{Path, PathBuf};
use std::process::Command;
use stubc::{Cap, Compiler, Object, OutputFiles, Toolchain, ToolchainError};

fn main() {
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets it"));
    let text = std::fs::read_to_string("track.asn1").expect("the specification lies beside this file");
    let target = Target { compiler: cc::Build::new().get_compiler(), folder: out.join("measured") };
    let compiled = Compiler::new()
        .spec("track.asn1", text)
        .pdu("Recording")
        .name("track")
        .max_size(Cap::Bytes(16 * 1024))
        .toolchain(&target)
        .compile();
    let compiled = compiled.unwrap_or_else(|error| {
        for diagnostic in error.diagnostics.iter().filter(|diagnostic| diagnostic.is_error()) {
            println!("cargo::error={}", diagnostic.message);
        }
        panic!("{}", error.failure);
    });
    write(&out, &compiled.files);
    let sources = compiled.files.files.iter().map(|(name, _)| out.join(name));
    cc::Build::new()
        .files(sources.filter(|path| path.extension().is_some_and(|ending| ending == "c")))
        .file("src/track.c")
        .include(&out)
        .compile("track");
    println!("cargo::rerun-if-changed=track.asn1");
    println!("cargo::rerun-if-changed=src/track.c");
}

/// The compiler that cargo's target calls for. Without a toolchain sizes would be estimates; this one measures them.
struct Target {
    compiler: cc::Tool,
    folder: PathBuf,
}

impl Toolchain for Target {
    fn describe(&self) -> String {
        self.compiler.path().display().to_string()
    }

    fn compile(&self, files: &OutputFiles, extra: &[&str]) -> Result<Vec<Object>, ToolchainError> {
        // Builds that do not depend on each other are measured at once.
        let folder = self.folder.join(format!("{:?}", std::thread::current().id()));
        write(&folder, files);
        let sources = files.files.iter().map(|(name, _)| name).filter(|name| name.ends_with(".c"));
        sources.map(|source| self.object(&folder, source, extra)).collect()
    }
}

impl Target {
    fn object(&self, folder: &Path, source: &str, extra: &[&str]) -> Result<Object, ToolchainError> {
        let mut command: Command = self.compiler.to_command();
        let run = command.args(extra).args(["-c", source, "-o", "measured.o"]).current_dir(folder).output();
        let fail = |what: String| ToolchainError { message: what, output: String::new() };
        let output = run.map_err(|error| fail(error.to_string()))?;
        if !output.status.success() {
            return Err(fail(String::from_utf8_lossy(&output.stderr).into_owned()));
        }
        let data = std::fs::read(folder.join("measured.o")).map_err(|error| fail(error.to_string()))?;
        Ok(Object { source: source.to_owned(), data })
    }
}

fn write(folder: &Path, files: &OutputFiles) {
    std::fs::create_dir_all(folder).expect("the output folder can be written to");
    for (name, text) in &files.files {
        std::fs::write(folder.join(name), text).expect("the output folder can be written to");
    }
}
