//! Objects that were compiled before: one file each in the user's cache folder, named for everything that it depends on.
//!
//! Several runs may share the folder: a file appears as a whole or not at all, and two that write the same one write the
//! same octets. It can be removed at any time.

use crate::process;
use sha2::{Digest, Sha256};
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime};
use stubc::OutputFiles;

/// Names the folder; empty, nothing is kept.
pub const FOLDER_VARIABLE: &str = "STUBC_CACHE_DIR";
/// Objects that are kept; where there are more, the oldest go, a quarter at once.
const MOST_OBJECTS: usize = 4096;
/// What gcc and clang read besides their arguments.
const ENVIRONMENT: [&str; 5] =
    ["CPATH", "C_INCLUDE_PATH", "COMPILER_PATH", "GCC_EXEC_PREFIX", "SOURCE_DATE_EPOCH"];

/// The cache of one compiler.
#[derive(Debug)]
pub struct Cache {
    folder: PathBuf,
    compiler: Sha256,
}

impl Cache {
    /// The cache of a compiler: its command with all flags. Nothing where no folder can be made, or the compiler does not
    /// tell its version within `limit`.
    pub fn open(command: &[String], limit: Duration) -> Option<Self> {
        let folder = match std::env::var_os(FOLDER_VARIABLE) {
            Some(folder) if folder.is_empty() => return None,
            Some(folder) => PathBuf::from(folder),
            None => dirs::cache_dir()?.join("stubc"),
        };
        std::fs::create_dir_all(&folder).ok()?;
        let version = process::output(Command::new(command.first()?).arg("--version"), limit).ok()?;
        if !version.status.success() {
            return None;
        }
        let mut compiler = Sha256::new();
        add(&mut compiler, &version.stdout);
        command.iter().for_each(|word| add(&mut compiler, word.as_bytes()));
        for name in ENVIRONMENT {
            let value: OsString = std::env::var_os(name).unwrap_or_default();
            add(&mut compiler, value.as_encoded_bytes());
        }
        Some(Self { folder, compiler })
    }

    /// Where the object of a source is kept: named for the compiler, its flags, and all files that the source may include.
    pub fn place(&self, files: &OutputFiles, source: &str, extra: &[&str]) -> PathBuf {
        let mut key = self.compiler.clone();
        extra.iter().for_each(|flag| add(&mut key, flag.as_bytes()));
        add(&mut key, source.as_bytes());
        for (name, text) in &files.files {
            if name == source || name.ends_with(".h") {
                add(&mut key, name.as_bytes());
                add(&mut key, text.as_bytes());
            }
        }
        let name: String = key.finalize().iter().map(|octet| format!("{octet:02x}")).collect();
        self.folder.join(format!("{name}.o"))
    }

    /// Keeps an object. A cache that cannot be written is no reason to fail.
    pub fn keep(&self, place: &Path, object: &[u8]) {
        let written = || -> std::io::Result<()> {
            let mut file = tempfile::NamedTempFile::new_in(&self.folder)?;
            file.write_all(object)?;
            file.persist(place)?;
            Ok(())
        };
        // Looked at now and then: the name is as good as random.
        let due = place.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"00"));
        if written().is_ok() && due {
            self.prune();
        }
    }

    fn prune(&self) {
        let Ok(entries) = std::fs::read_dir(&self.folder) else { return };
        let mut kept: Vec<(SystemTime, PathBuf)> = entries
            .flatten()
            .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
            .collect();
        if kept.len() > MOST_OBJECTS {
            kept.sort();
            for (_, path) in &kept[..kept.len() - MOST_OBJECTS * 3 / 4] {
                // Another run may have removed it.
                let _ = std::fs::remove_file(path);
            }
        }
    }
}

/// Adds a part with its length, so that two parts are never taken for two others.
fn add(hash: &mut Sha256, part: &[u8]) {
    hash.update((part.len() as u64).to_le_bytes());
    hash.update(part);
}
