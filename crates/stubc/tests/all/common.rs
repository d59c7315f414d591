//! Runs the binary in a temporary folder.

#[path = "../../../../benches/src/fault.rs"]
mod fault;
#[path = "../../../../benches/src/sanitizer.rs"]
pub mod sanitizer;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A correct specification.
pub const TOY: &str = "Toy DEFINITIONS AUTOMATIC TAGS ::= BEGIN
Message ::= SEQUENCE { id INTEGER (0..255), body Body, note Note OPTIONAL }
Body ::= CHOICE { text UTF8String, data OCTET STRING, list List }
List ::= SEQUENCE OF Note
Note ::= SEQUENCE { text UTF8String, serial INTEGER }
END
";

/// A folder with files, removed when dropped.
pub struct Folder(tempfile::TempDir);

/// The result of a run.
pub struct Run {
    /// Exit code.
    pub code: i32,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

impl Folder {
    /// Makes a folder with these files.
    pub fn new(files: &[(&str, &str)]) -> Self {
        let folder = Self(tempfile::tempdir().expect("a temporary folder must be creatable"));
        for (name, text) in files {
            folder.write(name, text.as_bytes());
        }
        folder
    }

    /// Returns the folder's path.
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Adds a file.
    pub fn write(&self, name: &str, data: &[u8]) {
        let path = self.path().join(name);
        std::fs::create_dir_all(path.parent().expect("the folder must be creatable"))
            .expect("the folder must be creatable");
        std::fs::write(path, data).expect("the file must be writable");
    }

    /// Returns the contents of a file.
    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Returns the names of all files and folders in it, sorted.
    pub fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.path()).expect("the folder must be readable");
        let mut names: Vec<String> = entries
            .map(|entry| {
                entry.expect("the folder entry must be readable").file_name().to_string_lossy().into_owned()
            })
            .collect();
        names.sort();
        names
    }

    /// Runs `stubc` in the folder; spaces separate the words.
    pub fn stubc(&self, words: &str) -> Run {
        let words: Vec<&str> = words.split_whitespace().collect();
        self.stubc_args(&words)
    }

    /// Applies the fault of a mutation run to all C files of the folder.
    pub fn put_fault(&self) {
        fn put(fault: &fault::Fault, folder: &Path) -> std::io::Result<()> {
            fault.put_into(folder, "cc", &[&["-O0"], &["-O2"], &["-Os"]])?;
            for entry in std::fs::read_dir(folder)? {
                let path = entry?.path();
                if path.is_dir() {
                    put(fault, &path)?;
                }
            }
            Ok(())
        }
        if let Some(fault) = fault::Fault::switched() {
            put(&fault, self.path()).expect("the fault must be applicable to the folder's C files");
        }
    }

    /// Runs `stubc` with these arguments.
    pub fn stubc_args(&self, words: &[&str]) -> Run {
        let Output { status, stdout, stderr } = Command::new(PathBuf::from(env!("CARGO_BIN_EXE_stubc")))
            .args(words)
            .current_dir(self.path())
            .env("STUBC_CACHE_DIR", concat!(env!("CARGO_TARGET_TMPDIR"), "/objects"))
            .output()
            .expect("the binary must start");
        self.put_fault();
        Run {
            code: status.code().expect("stubc must end by itself, not by a signal"),
            out: String::from_utf8(stdout).expect("standard output must be UTF-8"),
            err: String::from_utf8(stderr).expect("standard error must be UTF-8"),
        }
    }
}
