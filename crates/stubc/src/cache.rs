//! A cache of compiled objects: one file each in the user's cache folder, named by a digest of everything the
//! object depends on.
//!
//! A file holds a digest of its name and its object, then the object. A file with a wrong digest is foreign
//! or damaged; it is ignored and replaced. Several runs may share the folder: a file appears whole or not at
//! all, and runs that write the same file write the same bytes. The folder can be removed at any time.

use crate::ending::uninterrupted;
use crate::process;
use sha2::{Digest, Sha256};
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime};
use stubc::OutputFiles;

/// The environment variable that names the cache folder; empty turns the cache off.
pub const FOLDER_VARIABLE: &str = "STUBC_CACHE_DIR";
/// Maximum number of objects in the cache. Beyond it, the oldest are removed until three quarters of it are left.
const MOST_OBJECTS: usize = 4096;
/// Environment variables that gcc and clang read.
const ENVIRONMENT: [&str; 5] =
    ["CPATH", "C_INCLUDE_PATH", "COMPILER_PATH", "GCC_EXEC_PREFIX", "SOURCE_DATE_EPOCH"];

/// The cache of one compiler.
#[derive(Debug)]
pub struct Cache {
    folder: PathBuf,
    compiler: Sha256,
}

/// A digest of everything that an object depends on.
#[derive(Clone, Copy, Debug)]
pub struct Key([u8; 32]);

impl Key {
    /// Returns the digest that precedes an object in its file.
    fn digest(&self, object: &[u8]) -> [u8; 32] {
        Sha256::new().chain_update(self.0).chain_update(object).finalize().into()
    }
}

impl Cache {
    /// Returns the cache of a compiler with this command and these flags. Returns `None` if the cache is off, if its
    /// folder cannot be made, or if the compiler does not print its version within `limit`.
    pub fn open(command: &[String], flags: &[String], limit: Duration) -> Option<Self> {
        let folder = match std::env::var_os(FOLDER_VARIABLE) {
            Some(folder) if folder.is_empty() => return None,
            Some(folder) => PathBuf::from(folder),
            None => dirs::cache_dir()?.join("stubc"),
        };
        std::fs::create_dir_all(&folder).ok()?;
        let (program, words) = command.split_first()?;
        // The whole command is asked for its version: in `ccache gcc`, the second word is the compiler.
        let version = process::output(Command::new(program).args(words).arg("--version"), limit).ok()?;
        if !version.status.success() {
            return None;
        }
        let mut compiler = Sha256::new();
        add(&mut compiler, &version.stdout);
        for word in command.iter().chain(flags) {
            add(&mut compiler, word.as_bytes());
            named_file(word).into_iter().for_each(|text| add(&mut compiler, &text));
        }
        for name in ENVIRONMENT {
            let value: OsString = std::env::var_os(name).unwrap_or_default();
            add(&mut compiler, value.as_encoded_bytes());
        }
        Some(Self { folder, compiler })
    }

    /// Returns the key of a source's object. It depends on the compiler, its flags, all files the source may
    /// include, and `others`: the text of the headers that are not among the files.
    pub fn key(&self, files: &OutputFiles, source: &str, extra: &[&str], others: &[u8]) -> Key {
        let mut key = self.compiler.clone();
        extra.iter().for_each(|flag| add(&mut key, flag.as_bytes()));
        add(&mut key, source.as_bytes());
        for (name, text) in included(files, source) {
            add(&mut key, name.as_bytes());
            add(&mut key, text.as_bytes());
        }
        add(&mut key, others);
        Key(key.finalize().into())
    }

    fn place(&self, key: &Key) -> PathBuf {
        self.folder.join(format!("{}.o", data_encoding::HEXLOWER.encode(&key.0)))
    }

    /// Returns the object of this key, if the cache holds it undamaged.
    pub fn find(&self, key: &Key) -> Option<Vec<u8>> {
        let place = self.place(key);
        // Only a regular file is read: a pipe would block.
        if !std::fs::metadata(&place).ok()?.is_file() {
            return None;
        }
        let entry = std::fs::read(place).ok()?;
        let (digest, object) = entry.split_first_chunk()?;
        (*digest == key.digest(object)).then(|| object.to_vec())
    }

    /// Stores an object. A cache that cannot be written is not an error.
    pub fn keep(&self, key: &Key, object: &[u8]) {
        let place = self.place(key);
        let written = || -> std::io::Result<()> {
            let mut file = tempfile::NamedTempFile::new_in(&self.folder)?;
            file.write_all(&key.digest(object))?;
            file.write_all(object)?;
            file.persist(&place)?;
            Ok(())
        };
        // One write in 256 prunes the cache, since the key is as good as random.
        if uninterrupted(written).is_ok() && key.0[0] == 0 {
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

/// Returns a source and the headers that it may include, directly or by others.
fn included<'f>(files: &'f OutputFiles, source: &str) -> Vec<(&'f str, &'f str)> {
    let mut found: Vec<(&str, &str)> = Vec::new();
    let mut open = vec![source];
    while let Some(wanted) = open.pop() {
        let Some((name, text)) = files.files.iter().find(|(name, _)| name == wanted) else { continue };
        if found.iter().all(|(known, _)| known != name) {
            found.push((name, text));
            let directives = text.lines().filter_map(|line| line.trim_start().strip_prefix("#include"));
            open.extend(directives.filter_map(|place| place.split('"').nth(1)));
        }
    }
    found
}

/// Returns the directives that include the compiler's own headers, with their conditions. Conditions that include
/// nothing are left out: so most sources have the same directives, and the compiler reads the headers once.
pub fn outer_includes(files: &OutputFiles) -> String {
    const KEPT: [&str; 6] = ["#include <", "#if", "#elif", "#else", "#endif", "#pragma once"];
    let outer = files.files.iter().filter(|(_, text)| text.contains("#include <"));
    let mut goes_on = false;
    let mut kept = String::new();
    // Where each open condition begins, and whether it includes something.
    let mut open: Vec<(usize, bool)> = Vec::new();
    for line in outer.flat_map(|(_, text)| text.lines()) {
        let directive = KEPT.iter().find(|kept| line.trim_start().starts_with(*kept));
        if !goes_on && directive.is_none() {
            continue;
        }
        match directive.filter(|_| !goes_on) {
            Some(&"#if") => open.push((kept.len(), false)),
            Some(&("#include <" | "#pragma once")) => {
                open.iter_mut().for_each(|(_, includes)| *includes = true)
            }
            _ => {}
        }
        kept.push_str(line);
        kept.push('\n');
        if directive == Some(&"#endif")
            && let Some((start, false)) = open.pop()
        {
            kept.truncate(start);
        }
        goes_on = line.ends_with('\\');
    }
    kept
}

/// Returns the contents of the file that a word of the command names: `-include /a.h`, `-specs=/b`, `@/c`.
/// Relative names refer to the temporary folder of a run, which holds no such file.
fn named_file(word: &str) -> Option<Vec<u8>> {
    let path = word.find('/').map(|at| Path::new(&word[at..])).filter(|path| path.is_file())?;
    std::fs::read(path).ok()
}

/// Hashes a part with its length, so that the borders between parts count.
fn add(hash: &mut Sha256, part: &[u8]) {
    hash.update((part.len() as u64).to_le_bytes());
    hash.update(part);
}

#[cfg(test)]
mod tests {
    use super::{included, outer_includes};
    use stubc::OutputFiles;

    fn files(texts: &[(&str, &str)]) -> OutputFiles {
        OutputFiles {
            files: texts.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect(),
        }
    }

    #[test]
    fn a_source_includes_what_its_headers_include() {
        let files = files(&[
            ("a.c", "#include \"a.h\"\n"),
            ("a.h", "#include \"b.h\"\n#include <stdint.h>\n"),
            ("b.h", "#include \"a.h\"\nint b;\n"),
            ("c.h", "int c;\n"),
        ]);
        let names: Vec<&str> = included(&files, "a.c").iter().map(|(name, _)| *name).collect();
        assert_eq!(names, ["a.c", "a.h", "b.h"]);
    }

    #[test]
    fn conditions_of_nothing_are_left_out() {
        let text = "#include <x.h>\n#if A\n#ifdef B\nint b;\n#else\nint c;\n#endif\n#endif\n#ifdef C\n#include <y.h>\n#endif\n";
        let kept = "#include <x.h>\n#ifdef C\n#include <y.h>\n#endif\n";
        assert_eq!(outer_includes(&files(&[("a.h", text)])), kept);
    }

    #[test]
    fn conditions_are_kept_whole() {
        let text = "#ifndef A\n#define A\n#if defined B && \\\n    defined C\n# include <x.h>\n#include <y.h>\nint a;\n#endif\n#endif\n";
        let kept = "#ifndef A\n#if defined B && \\\n    defined C\n#include <y.h>\n#endif\n#endif\n";
        assert_eq!(outer_includes(&files(&[("a.h", text), ("b.h", "#if 1\n#endif\n")])), kept);
    }
}
