//! A C compiler that counts executed lines: `cargo xtask coverage` puts it before `cc`, `gcc` and `clang` in the path of tests.
//!
//! It compiles in a folder of its own below `STUBC_COVERAGE`, which keeps the sources and the counts after the test has
//! removed its files. gcc stands in for clang, and sanitizers are left out: both have tests of their own. Commands that
//! make no program of this machine, such as those that measure sizes, go to the compiler that they name.

use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    match run() {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            stubc_benches::console::complain(&error);
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<u8, String> {
    let mut words = std::env::args();
    let name = words.next().unwrap_or_default();
    let name =
        Path::new(&name).file_name().map_or("cc".to_owned(), |name| name.to_string_lossy().into_owned());
    let words: Vec<String> = words.collect();
    let Some(store) = std::env::var_os("STUBC_COVERAGE").filter(|_| is_counted(&name, &words)) else {
        return Err(found(&name)?.args(words).exec().to_string());
    };
    counted(&words, Path::new(&store)).map_err(|error| format!("{name}: {error}"))
}

/// Returns the compiler of this name behind this program in the path.
fn found(name: &str) -> Result<Command, String> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    let programs = std::env::split_paths(&path).map(|folder| folder.join(name));
    let others =
        programs.filter(|program| program.is_file() && program.canonicalize().is_ok_and(|real| real != own));
    others.map(Command::new).next().ok_or_else(|| format!("{name}: no such program"))
}

/// Returns whether a command makes an object or a program of this machine that a test may run.
fn is_counted(name: &str, words: &[String]) -> bool {
    const OTHERS: [&str; 13] = [
        "-E",
        "-S",
        "-M",
        "-fsyntax-only",
        "--version",
        "-dump",
        "-print",
        "-m32",
        "-nostdlib",
        "-fcallgraph",
        "-fprofile",
        "--target",
        "-target",
    ];
    let is_other = |word: &String| {
        OTHERS.iter().any(|other| word.starts_with(other)) || word.contains("fuzzer") || word == "-shared"
    };
    // stubc itself measures objects.
    let parent = std::fs::read_to_string(format!("/proc/{}/comm", std::os::unix::process::parent_id()));
    !name.ends_with("++")
        && !words.iter().any(is_other)
        && parent.is_ok_and(|parent| parent.trim() != "stubc")
}

/// Compiles or links in a folder of its own with counters, and copies the result to where it was asked for.
fn counted(words: &[String], store: &Path) -> Result<u8, String> {
    let told = |error: std::io::Error| error.to_string();
    std::fs::create_dir_all(store).map_err(told)?;
    let here = std::env::current_dir().map_err(told)?;
    let folder = tempfile::Builder::new().prefix("unit").tempdir_in(store).map_err(told)?.keep();
    for entry in std::fs::read_dir(&here).map_err(told)?.flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        // A source may include another.
        if path.extension().is_some_and(|end| end == "h" || end == "c") {
            std::fs::copy(&path, folder.join(name)).map_err(told)?;
        }
    }
    let mut command = found("gcc")?;
    let (mut target, mut is_target) = (None, false);
    let is_object = words.iter().any(|word| word == "-c");
    for word in words {
        if std::mem::take(&mut is_target) {
            let to: PathBuf = here.join(word);
            command.arg("-o").arg(to.file_name().unwrap_or_default());
            target = Some(to);
        } else if word == "-o" {
            is_target = true;
        } else if word.starts_with("-fsanitize")
            || word.starts_with("-fno-sanitize")
            || word.starts_with("-W")
            || word == "-flto"
        {
        } else if let Some(level) = word.strip_prefix("-O") {
            // Counts are of lines as written; the runtime asks for which purpose it is optimized.
            command.args((level == "s").then_some("-D__OPTIMIZE_SIZE__"));
        } else if let Some(place) = word.strip_prefix("-I").filter(|place| !place.is_empty()) {
            command.arg(format!("-I{}", here.join(place).display()));
        } else if !folder.join(word).exists() && here.join(word).is_file() {
            command.arg(here.join(word));
        } else {
            command.arg(word);
        }
    }
    command.arg(format!("-I{}", here.display())).args(["-O0", "-w", "--coverage", "-fprofile-abs-path"]);
    let status = command.current_dir(&folder).status().map_err(told)?;
    let usual = words
        .iter()
        .find(|word| is_object && word.ends_with(".c"))
        .map(|word| here.join(Path::new(word).file_name().unwrap_or_default()).with_extension("o"));
    let to = target.or(usual).unwrap_or_else(|| here.join("a.out"));
    if status.success() {
        std::fs::copy(folder.join(to.file_name().unwrap_or_default()), &to).map_err(told)?;
    }
    Ok(u8::try_from(status.code().unwrap_or(1)).unwrap_or(1))
}
