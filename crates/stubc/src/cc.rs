//! Runs the target compiler in a temporary folder, once for each C file.

use crate::cache::{Cache, Key, outer_includes};
use crate::ending::Folder;
use crate::permits::Permits;
use crate::process;
use crate::progress::Progress;
use codegen::measure::{object_size, undefined};
use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;
use stubc::plural::count;
use stubc::{Object, OutputFiles, Toolchain, ToolchainError, stack};

/// A compiler command with its flags, both split like shell words.
#[derive(Debug)]
pub struct Cc {
    command: Vec<String>,
    flags: Vec<String>,
    text: String,
    limit: Duration,
    progress: Progress,
    cache: OnceLock<Option<Cache>>,
    /// The preprocessor's output for the flags and directives that include headers of others.
    headers: Mutex<BTreeMap<String, Option<Vec<u8>>>>,
    /// Limits the number of compilers that run at the same time.
    permits: Permits,
    /// Whether the compiler lists calls, or the error if objects depend on the folder of their files; probed once.
    probed: OnceLock<Result<bool, ToolchainError>>,
    /// Undefined symbols for which the compiler's runtime has nothing.
    foreign: Mutex<BTreeSet<String>>,
}

impl Cc {
    /// Creates the compiler from the texts of `--cc` and `--cflags`. Every run ends within `limit`; `progress`
    /// shows the runs.
    ///
    /// # Errors
    /// A message: unbalanced quotes, or an empty command.
    pub fn new(cc: &str, cflags: &str, limit: Duration, progress: Progress) -> Result<Self, String> {
        let command = split(cc).map_err(|error| format!("--cc: {error}"))?;
        let flags = split(cflags).map_err(|error| format!("--cflags: {error}"))?;
        if command.is_empty() {
            return Err("--cc: the command is empty".to_owned());
        }
        let text = format!("{cc} {cflags}").trim().to_owned();
        Ok(Self {
            command,
            flags,
            text,
            limit,
            progress,
            cache: OnceLock::new(),
            headers: Mutex::default(),
            permits: Permits::one_per_processor(),
            probed: OnceLock::new(),
            foreign: Mutex::default(),
        })
    }

    /// Compiles and links a program.
    ///
    /// # Errors
    /// The compiler's output.
    pub fn link(&self, folder: &Path, sources: &[&str], program: &str) -> Result<(), ToolchainError> {
        let output = self.output(folder, &[sources, &["-o", program]].concat(), program)?;
        if output.status.success() {
            return Ok(());
        }
        let said = first_lines(&String::from_utf8_lossy(&output.stderr), 20);
        Err(ToolchainError {
            message: format!("the target compiler cannot link a program ({})", output.status),
            output: said,
        })
    }

    /// Compiles a C file to an object, with the list of its calls if `extra` asks for it.
    fn run(&self, folder: &Path, source: &str, extra: &[&str]) -> Result<Object, ToolchainError> {
        let object = format!("{source}.o");
        let result = self.output(folder, &[extra, &["-c", source, "-o", &object]].concat(), source)?;
        if !result.status.success() {
            let message =
                format!("the target compiler failed on {source} ({}): {}", result.status, self.text);
            let said: Vec<u8> = [result.stderr, result.stdout].concat();
            return Err(ToolchainError { message, output: first_lines(&String::from_utf8_lossy(&said), 20) });
        }
        let data = std::fs::read(folder.join(&object)).map_err(|error| ToolchainError {
            message: format!("the target compiler wrote no object for {source}: {error}"),
            output: String::new(),
        })?;
        // Versions of gcc name the list after the object or after the source.
        let lists = [format!("{source}.ci"), source.replace(".c", ".ci")];
        let list = lists.iter().filter(|_| extra.contains(&stack::FLAG));
        let list = list.filter_map(|list| std::fs::read_to_string(folder.join(list)).ok()).next();
        let calls = list.map_or_else(String::new, |list| stack::condensed(&list));
        Ok(Object { source: source.to_owned(), data, calls })
    }

    fn cache(&self) -> Option<&Cache> {
        let open = || Cache::open(&self.command, &self.flags, self.limit);
        self.cache.get_or_init(open).as_ref()
    }

    /// Returns the cache and the key of an object; `None` without a cache, or if the headers of others cannot be
    /// preprocessed.
    fn key(&self, files: &OutputFiles, folder: &Path, source: &str, extra: &[&str]) -> Option<(&Cache, Key)> {
        let cache = self.cache()?;
        let others = self.headers(files, folder, extra)?;
        Some((cache, cache.key(files, source, extra, &others)))
    }

    /// Returns the text of the headers that are not among the files.
    fn headers(&self, files: &OutputFiles, folder: &Path, extra: &[&str]) -> Option<Vec<u8>> {
        const SOURCE: &str = "stubc_headers.c";
        let text = outer_includes(files);
        let mut known = self.headers.lock().unwrap_or_else(PoisonError::into_inner);
        let read = || {
            std::fs::write(folder.join(SOURCE), &text).ok()?;
            let output = self.output(folder, &[extra, &["-E", "-P", SOURCE]].concat(), SOURCE).ok()?;
            output.status.success().then_some(output.stdout)
        };
        known.entry(format!("{}\n{text}", extra.join(" "))).or_insert_with(read).clone()
    }

    /// Refuses flags that make objects depend on the folder of their files, since `stubc` measures in another folder
    /// than the user builds in. Returns whether the compiler lists calls.
    fn probe(&self) -> Result<bool, ToolchainError> {
        const SOURCE: &str = "stubc_probe.c";
        const LONG: &str = "a_folder_whose_name_is_much_longer_than_those_of_temporary_folders";
        let fail = |message: String| ToolchainError { message, output: String::new() };
        if let Some(flag) = self.flags.iter().find(|flag| reads_beside(flag)) {
            return Err(fail(format!(
                "{flag} reads a profile beside the objects, so the measured sizes would not hold for your build; \
                 give the flag its file, or leave it out of --cflags"
            )));
        }
        let folder = Folder::new().map_err(|error| fail(no_folder(&error)))?;
        let files = OutputFiles { files: vec![(SOURCE.to_owned(), include_str!("probe.c").to_owned())] };
        let far = folder.path().join(LONG);
        for place in [folder.path().to_owned(), far.join(LONG)] {
            let written = std::fs::create_dir_all(&place)
                .and_then(|()| std::fs::write(place.join(SOURCE), &files.files[0].1));
            written.map_err(|error| fail(no_folder(&error)))?;
        }
        let key = self.key(&files, folder.path(), SOURCE, &[stack::FLAG]);
        if let Some(entry) = key.and_then(|(cache, key)| cache.find(&key)) {
            return Ok(entry == LISTS_CALLS);
        }
        let lists_calls =
            self.run(folder.path(), SOURCE, &[stack::FLAG]).is_ok_and(|probe| !probe.calls.is_empty());
        let mut sizes = Vec::new();
        for (folder, source) in [(folder.path(), SOURCE.to_owned()), (&far, format!("{LONG}/{SOURCE}"))] {
            let object = format!("{source}.o");
            // The first object is there already if the compiler lists calls.
            if sizes.len() == 1 || !lists_calls {
                self.output(folder, &["-c", &source, "-o", &object], &source)?;
            }
            // The run that needs an object reports it if it is missing or unreadable.
            let Ok(data) = std::fs::read(folder.join(object)) else { return Ok(lists_calls) };
            let Ok(size) = object_size(&data) else { return Ok(lists_calls) };
            sizes.push(size.counted);
        }
        if sizes[0] != sizes[1] {
            return Err(fail(format!(
                "with `{}`, the size of an object depends on the name of its folder: {} or {}; leave out of --cflags \
                 the flags that put names into objects (--coverage, -fprofile-arcs, -fsanitize)",
                self.text,
                count(sizes[0], "byte"),
                count(sizes[1], "byte")
            )));
        }
        if let Some((cache, key)) = key {
            cache.keep(&key, if lists_calls { LISTS_CALLS } else { &[] });
        }
        Ok(lists_calls)
    }

    /// Runs the compiler with its flags and these arguments. Error messages name the file `what`.
    fn output(&self, folder: &Path, arguments: &[&str], what: &str) -> Result<Output, ToolchainError> {
        let mut command = Command::new(&self.command[0]);
        command
            .args(&self.command[1..])
            .args(&self.flags)
            .args(arguments)
            .current_dir(folder)
            .env("LC_ALL", "C");
        process::output(&mut command, self.limit).map_err(|error| {
            let message = if error.kind() == ErrorKind::TimedOut {
                format!(
                    "the target compiler ran longer than {} s on {what} and was ended: {}; raise --cc-timeout SECONDS",
                    self.limit.as_secs(),
                    self.text
                )
            } else {
                format!(
                    "cannot run the target compiler `{}`: {}; name another with --cc COMMAND",
                    self.command[0],
                    crate::files::plain(&error)
                )
            };
            ToolchainError { message, output: String::new() }
        })
    }
}

/// The entry of the cache for a compiler that lists calls.
const LISTS_CALLS: &[u8] = b"lists calls";

/// Returns an entry of the cache: the object, and behind it its calls with their length if it has some.
fn packed(object: &Object) -> Vec<u8> {
    if object.calls.is_empty() {
        return object.data.clone();
    }
    let length = (object.calls.len() as u64).to_le_bytes();
    [object.data.as_slice(), object.calls.as_bytes(), &length].concat()
}

/// Returns the object of an entry of the cache.
fn unpacked(source: &str, mut data: Vec<u8>, has_calls: bool) -> Object {
    let mut calls = String::new();
    let length = data.last_chunk().map(|length| u64::from_le_bytes(*length) as usize).filter(|_| has_calls);
    if let Some(start) = length.and_then(|length| data.len().checked_sub(8 + length)) {
        calls = String::from_utf8_lossy(&data[start..data.len() - 8]).into_owned();
        data.truncate(start);
    }
    Object { source: source.to_owned(), data, calls }
}

/// Returns whether a flag reads profiles from the objects' folder instead of a named file.
fn reads_beside(flag: &str) -> bool {
    let (name, place) = flag.split_once('=').unwrap_or((flag, ""));
    let reads = ["-fprofile-use", "-fauto-profile", "-fbranch-probabilities"].contains(&name);
    reads && !(place.starts_with('/') && Path::new(place).is_file())
}

fn no_folder(error: &std::io::Error) -> String {
    format!("cannot write to the temporary folder: {error}")
}

fn first_lines(text: &str, count: usize) -> String {
    text.lines().take(count).collect::<Vec<_>>().join("\n")
}

impl Toolchain for Cc {
    fn describe(&self) -> String {
        self.text.clone()
    }

    fn compile(&self, files: &OutputFiles, extra: &[&str]) -> Result<Vec<Object>, ToolchainError> {
        let error =
            |error: std::io::Error| ToolchainError { message: no_folder(&error), output: String::new() };
        let lists_calls = self.probed.get_or_init(|| self.probe()).clone()?;
        // Builds with other flags than the user's are for sizes alone.
        let list: &[&str] = if lists_calls && extra.is_empty() { &[stack::FLAG] } else { &[] };
        let extra = &[extra, list].concat()[..];
        let folder = Folder::new().map_err(error)?;
        for (name, text) in &files.files {
            std::fs::write(folder.path().join(name), text).map_err(error)?;
        }
        let sources: Vec<&str> =
            files.files.iter().map(|(name, _)| name.as_str()).filter(|name| name.ends_with(".c")).collect();
        let object = |source: &str| {
            let kept = self.key(files, folder.path(), source, extra);
            if let Some(entry) = kept.and_then(|(cache, key)| cache.find(&key)) {
                return Ok(unpacked(source, entry, lists_calls && !list.is_empty()));
            }
            let _permit = self.permits.wait();
            let _shown = self.progress.compiling(source);
            let object = self.run(folder.path(), source, extra)?;
            if let Some((cache, key)) = kept {
                cache.keep(&key, &packed(&object));
            }
            Ok(object)
        };
        std::thread::scope(|scope| {
            let runs: Vec<_> = sources.iter().map(|source| scope.spawn(|| object(source))).collect();
            runs.into_iter()
                .map(|run| run.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                .collect()
        })
    }

    /// Links the objects to one relocatable object, with and without the compiler's runtime, and returns the
    /// difference in bytes. Returns 0 if the compiler cannot do so.
    fn helpers(&self, objects: &[Object]) -> u64 {
        let wanted = undefined(objects.iter().map(|object| object.data.as_slice()));
        let foreign = || self.foreign.lock().unwrap_or_else(PoisonError::into_inner);
        // A runtime that had nothing for more symbols has nothing for these.
        if wanted.as_ref().is_some_and(|wanted| wanted.is_subset(&foreign())) {
            return 0;
        }
        let pulled = || -> Option<u64> {
            let folder = Folder::new().ok()?;
            let mut names = Vec::new();
            for (index, object) in objects.iter().enumerate() {
                let name = format!("{index}.o");
                std::fs::write(folder.path().join(&name), &object.data).ok()?;
                names.push(name);
            }
            let size = |libraries: &[&str]| -> Option<u64> {
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                let arguments = [&["-r", "-nostdlib", "-o", "all.o"], names.as_slice(), libraries].concat();
                let linked = self.output(folder.path(), &arguments, "all.o").ok()?;
                let data = std::fs::read(folder.path().join("all.o")).ok()?;
                linked.status.success().then(|| object_size(&data).ok().map(|size| size.counted))?
            };
            Some(size(&["-lgcc"])?.saturating_sub(size(&[])?))
        };
        let pulled = pulled();
        if pulled == Some(0) {
            foreign().extend(wanted.into_iter().flatten());
        }
        pulled.unwrap_or(0)
    }
}

/// Splits a text into words as a POSIX shell does: at spaces that are not quoted or escaped.
///
/// # Errors
/// A message: a quote is not closed, or a backslash ends the text.
pub fn split(text: &str) -> Result<Vec<String>, String> {
    shlex::split(text).ok_or_else(|| "a quote is not closed, or a backslash ends the text".to_owned())
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn words_are_split_as_a_shell_does() {
        let words = split(r#"-Os  -DX="a b" 'c d'\ e "" "#).expect("quotes match");
        assert_eq!(words, ["-Os", "-DX=a b", "c d e", ""]);
        assert!(split("'open").is_err() && split("x\\").is_err());
    }
}
