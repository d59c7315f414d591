//! A fault in the C runtime for mutation runs: the tests put it into the C before they compile it.
//!
//! The environment variable `STUBC_FAULT` names a file with a text of the runtime, `=>`, and its replacement.
//! `cargo xtask mutants` writes such files; by hand:
//!
//! ```sh
//! echo 'if (p != e) => if (p == e)' >/tmp/fault
//! STUBC_FAULT=/tmp/fault cargo test -p stubc-benches --test all opens::
//! ```
//!
//! If the first line is `printed`, the fault is one of printed code. Its lines are patterns for lines that follow each other, without
//! their indentation; `@` stands for any text within a line. Every place that fits is changed, as by a fault of the printer. The
//! replacement takes the texts of `@` in their order.
//!
//! When tests compile a program that the fault changes, they write an empty file beside it, with the
//! extension `seen`. A file with `?` puts in no fault: the tests append the compiled lines of the runtime to
//! the file `seen`.

use codegen::emit::Configuration;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Warnings that are not errors in a file with a fault: a variable may have lost its only use.
const TOLERATED: &[&str] = &[
    // All of clang's, and names that only one compiler knows.
    "pragmas",
    "unknown-warning-option",
    "everything",
    "unused-variable",
    "unused-function",
    "unused-parameter",
    "unused-but-set-variable",
    "unused-but-set-parameter",
    "unused-label",
    "unused-value",
    "unused-const-variable",
    "uninitialized",
    "type-limits",
    "sign-compare",
    "sign-conversion",
    "conversion",
    "parentheses",
    "return-type",
    "empty-body",
    "bool-operation",
    "int-in-bool-context",
    "tautological-compare",
    "shift-count-overflow",
    "shift-count-negative",
    "div-by-zero",
    "misleading-indentation",
    "implicit-fallthrough",
    "array-bounds",
    "address",
    "overflow",
];

/// The first line of a fault of printed code.
const PRINTED: &str = "printed\n";

/// A text of the runtime, or lines of printed code, with the replacement. An empty text asks for the compiled lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    file: PathBuf,
    is_printed: bool,
    from: String,
    to: String,
}

impl Fault {
    /// Returns the fault that `STUBC_FAULT` names, if it is set.
    ///
    /// # Panics
    /// The file cannot be read, or its text does not occur exactly once in the runtime.
    pub fn switched() -> Option<Self> {
        let file = PathBuf::from(std::env::var_os("STUBC_FAULT")?);
        let fault = Self::read(&file).unwrap_or_else(|problem| panic!("{}: {problem}", file.display()));
        Some(fault)
    }

    /// Reads a fault and finds it in the runtime.
    ///
    /// # Errors
    /// The file is unreadable or malformed, or its text does not occur exactly once.
    pub fn read(file: &Path) -> Result<Self, String> {
        let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
        if text.trim() == "?" {
            let (from, to) = (String::new(), String::new());
            return Ok(Self { file: file.to_owned(), is_printed: false, from, to });
        }
        let printed = text.strip_prefix(PRINTED);
        let (from, to) = printed.unwrap_or(&text).split_once("=>").ok_or("`=>` is missing")?;
        let (from, to) = (from.trim().to_owned(), to.trim().to_owned());
        if printed.is_some() && !from.is_empty() {
            return Ok(Self { file: file.to_owned(), is_printed: true, from, to });
        }
        let found: usize = sources()?.iter().map(|source| source.matches(&from).count()).sum();
        if from.is_empty() || found != 1 {
            return Err(format!(
                "`{from}` must occur exactly once in the C runtime, and occurs {found} times"
            ));
        }
        Ok(Self { file: file.to_owned(), is_printed: false, from, to })
    }

    /// Puts the fault into the files of a folder, whose C is compiled with one of these sets of flags.
    /// Returns the C files that change for the compiler; if none does, all files stay as they are.
    ///
    /// # Errors
    /// A file cannot be read or written.
    pub fn put_into(&self, folder: &Path, cc: &str, flags: &[&[&str]]) -> std::io::Result<Vec<PathBuf>> {
        if self.from.is_empty() {
            return self.list_compiled(folder, cc, flags).map(|()| Vec::new());
        }
        let tolerance: String = TOLERATED
            .iter()
            .map(|warning| format!("#pragma GCC diagnostic ignored \"-W{warning}\"\n"))
            .collect();
        let mut sources = Vec::new();
        let mut changed = Vec::new();
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            let is = |extension: &str| path.extension().is_some_and(|own| own == extension);
            if is("c") {
                sources.push(path.clone());
            }
            if !is("c") && !is("h") {
                continue;
            }
            let Ok(sound) = std::fs::read_to_string(&path) else { continue };
            // A folder that is compiled twice already has the fault.
            if !sound.contains(&tolerance)
                && let Some(faulty) = self.changed(&path, &sound)
            {
                changed.push((path, sound, faulty));
            }
        }
        if changed.is_empty() {
            return Ok(Vec::new());
        }
        let compiled = |source: &PathBuf| -> Vec<Option<Vec<u8>>> {
            flags.iter().map(|flags| preprocessed(source, cc, flags, &["-P"])).collect()
        };
        let before: Vec<_> = sources.iter().map(compiled).collect();
        for (path, _, faulty) in &changed {
            std::fs::write(path, faulty)?;
        }
        let mut differ = Vec::new();
        for (source, before) in sources.into_iter().zip(before) {
            if compiled(&source) != before {
                differ.push(source);
            }
        }
        if differ.is_empty() {
            for (path, sound, _) in &changed {
                std::fs::write(path, sound)?;
            }
            return Ok(differ);
        }
        for (path, _, faulty) in &changed {
            // After the comment at the start of the file.
            std::fs::write(path, faulty.replacen("*/\n", &format!("*/\n{tolerance}"), 1))?;
        }
        std::fs::write(self.file.with_extension("seen"), "")?;
        Ok(differ)
    }

    /// Returns the text of a file with the fault; `None` if the fault changes nothing there.
    fn changed(&self, path: &Path, sound: &str) -> Option<String> {
        if !self.is_printed {
            return self.faulty(path.parent()?, sound);
        }
        let name = path.file_name()?.to_str()?;
        let has_procedures = name.ends_with(".c") && name != "stubc_rt.c" && name != "harness_main.c";
        if has_procedures { replaced(sound, &self.from, &self.to) } else { None }
    }

    /// A printed file with the fault, if the file holds its text. The conditionals of the runtime are resolved in it: the text of the
    /// fault may span some, so the parts that hold it are resolved with and without the fault, as the file's configuration says.
    fn faulty(&self, folder: &Path, sound: &str) -> Option<String> {
        if sound.contains(&self.from) {
            return Some(sound.replacen(&self.from, &self.to, 1));
        }
        let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap_or_default();
        let configuration = Configuration::read(&read("stubc_rt.h"), &read("stubc_rt.c"));
        codegen::Rules::ALL.iter().find_map(|rules| {
            let parts = rules.runtime_parts();
            let same = configuration.resolve(&parts, &str::to_owned);
            let changed = configuration.resolve(&parts, &|text| text.replacen(&self.from, &self.to, 1));
            let pairs = same.texts().zip(changed.texts()).filter(|(same, changed)| same != changed);
            pairs.into_iter().find_map(|(same, changed)| {
                sound.contains(same.as_str()).then(|| sound.replacen(same.as_str(), changed, 1))
            })
        })
    }

    /// Appends the source lines that survive preprocessing to the file `seen`.
    fn list_compiled(&self, folder: &Path, cc: &str, flags: &[&[&str]]) -> std::io::Result<()> {
        let mut compiled = BTreeSet::new();
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "c") {
                for flags in flags {
                    lines(folder, &preprocessed(&path, cc, flags, &[]).unwrap_or_default(), &mut compiled);
                }
            }
        }
        let text: String = compiled.iter().map(|line| format!("{line}\n")).collect();
        let file = self.file.with_extension("seen");
        let mut file = std::fs::OpenOptions::new().create(true).append(true).open(file)?;
        file.write_all(text.as_bytes())
    }
}

/// Returns a text in which all places that fit `from` are `to`; `None` if none fits. Both are described at the module.
fn replaced(text: &str, from: &str, to: &str) -> Option<String> {
    let (lines, patterns): (Vec<&str>, Vec<&str>) =
        (text.lines().collect(), from.lines().map(str::trim).collect());
    let mut out = String::new();
    let (mut at, mut is_changed) = (0, false);
    while at < lines.len() {
        let behind = &lines[at..];
        let found = behind.iter().zip(&patterns).map(|(line, pattern)| texts_of(line.trim(), pattern));
        let found: Option<Vec<_>> = found.collect();
        match found.filter(|_| behind.len() >= patterns.len()) {
            Some(texts) => {
                let mut texts = texts.concat().into_iter();
                let mut parts = to.split('@');
                out.push_str(parts.next().unwrap_or_default());
                for part in parts {
                    out.push_str(texts.next().unwrap_or_default());
                    out.push_str(part);
                }
                (at, is_changed) = (at + patterns.len(), true);
            }
            None => {
                out.push_str(lines[at]);
                at += 1;
            }
        }
        out.push('\n');
    }
    is_changed.then_some(out)
}

/// Returns the texts for which `@` stands in a pattern; `None` if the line does not fit it.
fn texts_of<'t>(line: &'t str, pattern: &str) -> Option<Vec<&'t str>> {
    let mut parts = pattern.split('@').peekable();
    let mut rest = line.strip_prefix(parts.next()?)?;
    let mut texts = Vec::new();
    while let Some(part) = parts.next() {
        let at = if parts.peek().is_none() {
            rest.ends_with(part).then(|| rest.len() - part.len())
        } else {
            rest.find(part)
        };
        let (text, behind) = rest.split_at(at?);
        texts.push(text);
        rest = &behind[part.len()..];
    }
    rest.is_empty().then_some(texts)
}

/// Collects the source lines of a folder's files behind the lines of `preprocessed`, trimmed.
fn lines(folder: &Path, preprocessed: &[u8], found: &mut BTreeSet<String>) {
    let text = String::from_utf8_lossy(preprocessed);
    let mut source: Vec<String> = Vec::new();
    let mut number = 0_usize;
    for line in text.lines() {
        let marker = line.strip_prefix("# ").and_then(|marker| marker.split_once(" \""));
        if let Some((Ok(next), rest)) = marker.map(|(number, rest)| (number.parse(), rest)) {
            let name = Path::new(rest.split('"').next().unwrap_or_default());
            let is_own = !name.is_absolute();
            let text = is_own.then(|| std::fs::read_to_string(folder.join(name)).ok()).flatten();
            source = text.unwrap_or_default().lines().map(|line| line.trim().to_owned()).collect();
            number = next;
            continue;
        }
        if !line.trim().is_empty() {
            found.extend(number.checked_sub(1).and_then(|at| source.get(at)).cloned());
        }
        number += 1;
    }
}

/// Returns all files of the C runtime.
fn sources() -> Result<Vec<String>, String> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = own.ancestors().map(|folder| folder.join("crates/interp-runtime/c"));
    let folder = folders.into_iter().find(|folder| folder.is_dir()).ok_or("the C runtime is missing")?;
    let mut texts = Vec::new();
    for rule in std::fs::read_dir(&folder).map_err(|error| error.to_string())?.flatten() {
        for file in std::fs::read_dir(rule.path()).map_err(|error| error.to_string())?.flatten() {
            texts.push(std::fs::read_to_string(file.path()).map_err(|error| error.to_string())?);
        }
    }
    Ok(texts)
}

/// Returns a file after preprocessing; `None` when preprocessing fails.
fn preprocessed(source: &Path, cc: &str, flags: &[&str], form: &[&str]) -> Option<Vec<u8>> {
    let mut command = Command::new(cc);
    command.args(["-std=c99", "-w"]).args(flags).arg("-E").args(form).arg(source.file_name()?);
    let output = command.current_dir(source.parent()?).output().ok()?;
    output.status.success().then_some(output.stdout)
}

#[cfg(test)]
mod tests {
    use super::replaced;

    #[test]
    fn places_that_fit_are_replaced() {
        let text = "  p1 = take(d, p1);\n  if (!p1) {\n    f();\n  p = take(d, p);\n  if (!p) {\n";
        let found = replaced(text, "p@ = take(@);\nif (!p@) {", "p@ = take(@);\nif (0 && !p@) {");
        let expected = "p1 = take(d, p1);\nif (0 && !p1) {\n    f();\np = take(d, p);\nif (0 && !p) {\n";
        assert_eq!(found.as_deref(), Some(expected));
        assert_eq!(replaced(text, "f();", ""), Some(text.replace("    f();", "")));
        for other in ["f()", "f(@);@;", "g(@);", "if (!p) {\nf();"] {
            assert_eq!(replaced(text, other, ""), None, "{other}");
        }
    }
}
