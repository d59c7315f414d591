//! Generated stubs as a program: compiled with a C compiler and its flags, and fed with messages.

use crate::fault::Fault;
use crate::sanitizer;
use codegen::emit::harness::harness;
use codegen::{Model, Techniques, emit};
use interp_runtime::Limits;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

pub use crate::sanitizer::run;

/// Warnings that generated C must not cause.
pub const WARNINGS: &[&str] =
    &["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"];

/// Flags of a build that reports every fault: the behaviour sanitizer by line, the address sanitizer by function.
/// Debugging information would give both the line, and take a quarter of the time to compile.
pub const SANITIZED: &[&str] = &["-O0", sanitizer::FLAGS[0], sanitizer::FLAGS[1]];

/// Flags of a build that compiles fast, without warnings.
pub const QUICK: &[&str] = &["-O0", "-w"];

/// A compiled harness.
#[derive(Debug)]
pub struct Program {
    folder: PathBuf,
}

/// The work of a program on its messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Modes {
    /// Decode with the limits of a fresh context, print, encode.
    #[default]
    Fresh,
    /// The same with these limits.
    Limits(Limits),
    /// Decode into arenas and encode into buffers of every size up to the needed one.
    Sizes,
    /// Decode, overwrite one part of the value, and encode the result: [`crate::alteration`].
    Altered,
}

/// The reason why a program cannot process its messages.
#[derive(Clone, Debug)]
pub struct FeedError {
    /// Number of answers before the program stopped, if it did.
    pub answers: Option<usize>,
    /// The program's output.
    pub text: String,
}

impl FeedError {
    fn new(error: &impl ToString) -> Self {
        Self { answers: None, text: error.to_string() }
    }
}

/// Emits the files of stubs and harness into a folder, with the fault of a mutation run; returns the names of
/// the C files.
///
/// # Errors
/// A file cannot be written.
pub fn write(model: &Model<'_>, techniques: &Techniques, folder: &Path) -> std::io::Result<Vec<String>> {
    let sources = write_around(model, techniques, folder, &harness(model))?;
    if let Some(fault) = Fault::switched() {
        fault.put_into(folder, "cc", &[&["-O0"], &["-O2"], &["-Os"]])?;
    }
    Ok(sources)
}

/// Emits the files of stubs, with another program around them.
fn write_around(
    model: &Model<'_>,
    techniques: &Techniques,
    folder: &Path,
    main: &str,
) -> std::io::Result<Vec<String>> {
    let output = emit(model, techniques, &Default::default());
    let mut sources = Vec::new();
    for (name, text) in &output.files {
        std::fs::write(folder.join(name), text)?;
        if name.ends_with(".c") {
            sources.push(name.clone());
        }
    }
    std::fs::write(folder.join("harness_main.c"), main)?;
    Ok(sources)
}

/// Emits, compiles without warnings, and links a harness, unless an equal one exists.
///
/// # Errors
/// The compiler's output.
pub fn build(
    model: &Model<'_>,
    techniques: &Techniques,
    cc: &str,
    flags: &[&str],
) -> Result<Program, String> {
    build_around(model, techniques, cc, flags, &harness(model), &[])
}

/// Builds stubs with another program around them, and links it with `link`.
///
/// # Errors
/// The compiler's output.
pub fn build_around(
    model: &Model<'_>,
    techniques: &Techniques,
    cc: &str,
    flags: &[&str],
    main: &str,
    link: &[&str],
) -> Result<Program, String> {
    let shelf = shelf().map_err(|error| error.to_string())?;
    let folder = tempfile::tempdir_in(&shelf).map_err(|error| error.to_string())?;
    let sources = write_around(model, techniques, folder.path(), main).map_err(|error| error.to_string())?;
    let flags_of_all = [flags, link].concat();
    let sound = shelf.join(key(folder.path(), cc, &flags_of_all).map_err(|error| error.to_string())?);
    let mut kept = sound.clone();
    let mut faulty = Vec::new();
    if let Some(fault) = Fault::switched() {
        faulty = fault.put_into(folder.path(), cc, &[flags]).map_err(|error| error.to_string())?;
    }
    if !faulty.is_empty() {
        let shelf = shelf.join(FAULTY);
        std::fs::create_dir_all(&shelf).map_err(|error| error.to_string())?;
        kept = shelf.join(key(folder.path(), cc, &flags_of_all).map_err(|error| error.to_string())?);
    }
    if kept.join("harness").is_file() {
        // Its age counts from now.
        let _ = std::fs::write(kept.join("used"), "");
        return Ok(Program { folder: kept });
    }
    let compile = |flags: &[&str], source: &str| {
        let object = source.replace(".c", ".o");
        let differs = faulty.is_empty() || faulty.iter().any(|path| path.ends_with(source));
        if !differs && std::fs::copy(sound.join(&object), folder.path().join(&object)).is_ok() {
            return Ok(());
        }
        run(Command::new(cc).args(flags).args(["-c", source]).current_dir(folder.path()))
    };
    for source in &sources {
        compile(&[WARNINGS, flags].concat(), source)?;
    }
    // The harness is long and runs for a moment. Where instructions are counted, it keeps its flags.
    let is_sanitized = sanitizer::FLAGS.iter().all(|flag| flags.contains(flag));
    let level: &[&str] = if is_sanitized { &["-O0"] } else { &[] };
    compile(&[&["-std=c99", "-w"], flags, level].concat(), "harness_main.c")?;
    let objects = sources.iter().map(|source| source.replace(".c", ".o"));
    let mut linker = Command::new(if is_sanitized { sanitizer::LINKER } else { cc });
    linker.args(flags).args(link).args(objects).args(["harness_main.o", "-o", "harness"]);
    run(linker.current_dir(folder.path()))?;
    // If another test was faster, its folder stays.
    let _ = std::fs::rename(folder.path(), &kept);
    Ok(Program { folder: kept })
}

/// The folder of compiled programs with a fault; a mutation run removes it after each fault.
const FAULTY: &str = "faulty";

/// Returns the folder beside the test programs where compiled programs stay for a day, for tests that emit
/// the same C.
fn shelf() -> std::io::Result<PathBuf> {
    const DAY: Duration = Duration::from_secs(24 * 3600);
    let program = std::env::current_exe()?;
    let target = program.ancestors().nth(2).unwrap_or(Path::new("."));
    let shelf = target.join("stubs");
    std::fs::create_dir_all(&shelf)?;
    for entry in std::fs::read_dir(&shelf)?.flatten() {
        let time = |path: &Path| path.metadata().and_then(|data| data.modified()).ok();
        let used = time(&entry.path().join("used")).or_else(|| time(&entry.path()));
        if used.and_then(|used| SystemTime::now().duration_since(used).ok()).is_some_and(|age| age > DAY) {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
    Ok(shelf)
}

/// Returns what a compiler says of itself.
fn version(cc: &str) -> std::io::Result<Vec<u8>> {
    static KNOWN: Mutex<BTreeMap<String, Vec<u8>>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if !known.contains_key(cc) {
        known.insert(cc.to_owned(), Command::new(cc).arg("--version").output()?.stdout);
    }
    Ok(known[cc].clone())
}

/// Returns a name for the files of a folder with this compiler and flags.
fn key(folder: &Path, cc: &str, flags: &[&str]) -> std::io::Result<String> {
    let mut hasher = DefaultHasher::new();
    (cc, flags, version(cc)?).hash(&mut hasher);
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)?.flatten().map(|entry| entry.path()).collect();
    files.sort();
    for file in files {
        (file.file_name(), std::fs::read(&file)?).hash(&mut hasher);
    }
    Ok(format!("{:016x}", hasher.finish()))
}

impl Program {
    /// Returns the folder with sources, objects and the program `harness`.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Feeds messages with the numbers of their roots. Returns the answers, a line of JSON each: consumed
    /// bytes (`length`), `value` and `encoded`, or `error` and `offset`.
    ///
    /// # Errors
    /// A crash or a sanitizer report.
    pub fn feed<'m>(
        &self,
        modes: Modes,
        messages: impl IntoIterator<Item = (usize, &'m [u8])>,
    ) -> Result<Vec<String>, FeedError> {
        let input = input(messages).map_err(|error| FeedError::new(&error))?;
        let mut command = Command::new(self.folder.join("harness"));
        match modes {
            Modes::Fresh => {}
            Modes::Limits(Limits { depth, elements, work, bytes, .. }) => {
                let work = work.unwrap_or(0);
                let numbers = [depth, elements, work, bytes.unwrap_or(0)].map(|limit| limit.to_string());
                command.arg("limits").args(numbers);
            }
            Modes::Sizes => {
                command.arg("sizes");
            }
            Modes::Altered => {
                command.arg("altered");
            }
        }
        answers(command, input)
    }
}

/// Returns the input of a harness: messages with the numbers of their roots.
///
/// # Errors
/// A number is too large.
pub fn input<'m>(messages: impl IntoIterator<Item = (usize, &'m [u8])>) -> Result<Vec<u8>, String> {
    let mut input = Vec::new();
    for (root, octets) in messages {
        input.push(u8::try_from(root).map_err(|error| error.to_string())?);
        input.extend((octets.len() as u32).to_le_bytes());
        input.extend(octets);
    }
    Ok(input)
}

/// Runs a program on its input. Returns the lines that it prints.
///
/// # Errors
/// It cannot be run, or it crashes.
pub fn answers(mut command: Command, input: Vec<u8>) -> Result<Vec<String>, FeedError> {
    command.env("ASAN_OPTIONS", "detect_leaks=0");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| FeedError::new(&error))?;
    let Some(mut stdin) = child.stdin.take() else {
        return Err(FeedError { answers: None, text: "no standard input".into() });
    };
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().map_err(|error| FeedError::new(&error))?;
    let _ = writer.join();
    let answers: Vec<String> = String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect();
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr);
        let shown: Vec<&str> = errors.lines().take(40).collect();
        let text = format!("{}\n{}", output.status, shown.join("\n"));
        return Err(FeedError { answers: Some(answers.len()), text });
    }
    Ok(answers)
}
