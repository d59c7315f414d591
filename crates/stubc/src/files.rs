//! Reads the user's files, and writes all output files or none.

use crate::ending::uninterrupted;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use stubc::OutputFiles;

/// File name extensions tried for an imported module.
const ENDINGS: [&str; 5] = ["asn1", "asn", "asn1c", "ASN1", "ASN"];
/// The largest specification in bytes; a larger file is a mistake.
const LARGEST_TEXT: u64 = 64 << 20;

/// A text file, decoded.
pub struct Text {
    /// The text.
    pub text: String,
    /// Whether the file was decoded as Latin-1, because it is not valid UTF-8.
    pub latin1: bool,
}

/// Decodes a text that starts with a byte order mark of UTF-16, as editors on Windows write it. Returns
/// `None` without such a mark, and `Some(None)` for malformed UTF-16 or a NUL.
fn utf16(data: &[u8]) -> Option<Option<String>> {
    let unit: fn([u8; 2]) -> u16 = match data {
        [0xff, 0xfe, ..] => u16::from_le_bytes,
        [0xfe, 0xff, ..] => u16::from_be_bytes,
        _ => return None,
    };
    let units = data[2..].chunks(2).map(|pair| pair.try_into().ok().map(unit));
    let units: Option<Vec<u16>> = units.collect();
    let text = units.and_then(|units| String::from_utf16(&units).ok());
    Some(text.filter(|text| !text.contains('\0')))
}

/// Reads a text file: UTF-8, UTF-16 with a byte order mark, or Latin-1.
///
/// # Errors
/// A message: the file is missing, a directory, too large, or not text.
pub fn read_text(path: &Path) -> Result<Text, String> {
    let name = path.display();
    let about = fs::metadata(path).map_err(|error| format!("cannot read {name}: {}", plain(&error)))?;
    if about.is_dir() {
        return Err(format!("cannot read {name}: it is a directory"));
    }
    if about.len() > LARGEST_TEXT {
        return Err(format!("cannot read {name}: it is larger than 64 MiB"));
    }
    let data = fs::read(path).map_err(|error| format!("cannot read {name}: {}", plain(&error)))?;
    if let Some(text) = utf16(&data) {
        let text =
            text.ok_or_else(|| format!("{name} is not text: it begins as UTF-16, but is malformed"))?;
        return Ok(Text { text, latin1: false });
    }
    let data = data.strip_prefix(b"\xef\xbb\xbf").map(<[u8]>::to_vec).unwrap_or(data);
    // Published texts have the characters 30 and 31 in comments: the fixed and the soft hyphen of word processors.
    let control = |octet: &u8| matches!(octet, 0..=8 | 14..=25 | 28 | 29 | 127);
    if let Some(at) = data.iter().position(control) {
        let is_end =
            |at: &usize| data[*at] == b'\n' || data[*at] == b'\r' && data.get(at + 1) != Some(&b'\n');
        let line = (0..at).filter(is_end).count() + 1;
        let column = (0..at).rev().take_while(|at| !is_end(at)).count() + 1;
        let octet = data[at];
        let hint = if octet == 0 { ", or UTF-16 with a byte order mark" } else { "" };
        return Err(format!(
            "{name} is not text: line {line}, column {column} has a control character \
                 (U+{octet:04X}); use UTF-8 or Latin-1{hint}"
        ));
    }
    Ok(match String::from_utf8(data) {
        Ok(text) => Text { text, latin1: false },
        Err(error) => {
            Text { text: error.into_bytes().iter().map(|&octet| char::from(octet)).collect(), latin1: true }
        }
    })
}

/// Reads a file's bytes; `-` is standard input.
///
/// # Errors
/// A message: the file cannot be read.
pub fn read_octets(path: &Path) -> Result<Vec<u8>, String> {
    let fail = |error: io::Error| format!("cannot read {}: {}", path.display(), plain(&error));
    if path == Path::new("-") {
        let mut data = Vec::new();
        io::stdin().lock().read_to_end(&mut data).map_err(fail)?;
        return Ok(data);
    }
    if path.is_dir() {
        return Err(format!("cannot read {}: it is a directory", path.display()));
    }
    fs::read(path).map_err(fail)
}

/// Opens a file for reading; `-` is standard input.
///
/// # Errors
/// A message: the file cannot be opened.
pub fn open(path: &Path) -> Result<Box<dyn io::Read + Send>, String> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin()));
    }
    let file =
        fs::File::open(path).map_err(|error| format!("cannot read {}: {}", path.display(), plain(&error)))?;
    Ok(Box::new(file))
}

/// Returns the message files that paths name: files as they are, directories with all files below them,
/// sorted by name.
///
/// # Errors
/// A message: a path cannot be read.
pub fn message_files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() { inside(path, &mut files)? } else { files.push(path.clone()) }
    }
    Ok(files)
}

/// Adds the message files below a directory. Links to directories are skipped, because they may form a cycle.
fn inside(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let entries = fs::read_dir(folder)
        .map_err(|error| format!("cannot read {}: {}", folder.display(), plain(&error)))?;
    let mut paths: Vec<PathBuf> = entries.filter_map(Result::ok).map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or("");
        let other = ["json", "md", "txt", "toml", "tsv", "csv", "asn1"].contains(&ending);
        match (path.is_dir(), path.is_symlink()) {
            (true, false) => inside(&path, files)?,
            (false, _) if !other => files.push(path),
            _ => {}
        }
    }
    Ok(())
}

/// Returns whether a file is a specification, by its extension.
pub fn is_specification(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or("");
    (ENDINGS.contains(&ending) || ending == "x") && !path.is_dir()
}

/// Returns the file of a module in one of the folders. In XDR, `module` is the name of the file.
pub fn find_module(folders: &[PathBuf], module: &str) -> Option<PathBuf> {
    if idl_front::is_xdr(module) {
        return folders.iter().map(|folder| folder.join(module)).find(|path| path.is_file());
    }
    let candidates =
        folders.iter().flat_map(|folder| ENDINGS.map(|ending| folder.join(format!("{module}.{ending}"))));
    candidates.into_iter().find(|path| path.is_file())
}

/// Writes all files or none, even when a signal ends the run.
///
/// Each file is written in full beside its place; then all are renamed. A file that already has its contents
/// keeps its time stamp, so that build systems rebuild nothing for it.
///
/// # Errors
/// A message: a file cannot be written.
pub fn write_all(files: &[(PathBuf, String)]) -> Result<(), String> {
    uninterrupted(|| place_all(files))
}

fn place_all(files: &[(PathBuf, String)]) -> Result<(), String> {
    let mut ready = Vec::new();
    for (path, text) in files {
        let fail = |error: io::Error| format!("cannot write {}: {}", path.display(), plain(&error));
        if path.is_dir() {
            return Err(format!("cannot write {}: it is a directory", path.display()));
        }
        // A device or a pipe is written to, and never replaced.
        if fs::metadata(path).is_ok_and(|about| !about.is_file()) {
            let open = fs::OpenOptions::new().write(true).open(path);
            open.and_then(|mut file| file.write_all(text.as_bytes())).map_err(fail)?;
            continue;
        }
        if fs::read(path).is_ok_and(|old| old == text.as_bytes()) {
            continue;
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut file = tempfile::Builder::new().prefix(".stubc").tempfile_in(folder).map_err(fail)?;
        file.write_all(text.as_bytes()).map_err(fail)?;
        set_mode(file.as_file()).map_err(fail)?;
        ready.push((file, path));
    }
    for (file, path) in ready {
        file.persist(path)
            .map_err(|error| format!("cannot write {}: {}", path.display(), plain(&error.error)))?;
    }
    Ok(())
}

/// Makes a temporary file as readable as other files; by default only its owner can read it.
#[cfg(unix)]
fn set_mode(file: &fs::File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn set_mode(_file: &fs::File) -> io::Result<()> {
    Ok(())
}

/// Returns the output files with their paths in a folder.
pub fn placed(folder: &Path, files: &OutputFiles) -> Vec<(PathBuf, String)> {
    files.files.iter().map(|(name, text)| (folder.join(name), text.clone())).collect()
}

/// Returns the resolved folder and the lower-case name of a path; paths with equal results may name one file.
fn place(path: &Path) -> (PathBuf, String) {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let name = path.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
    (fs::canonicalize(folder).unwrap_or_else(|_| folder.to_path_buf()), name)
}

/// Checks that no two outputs are one file, and no output replaces an input.
///
/// # Errors
/// A message that names the two files.
pub fn check_apart(outputs: &[&Path], inputs: &[PathBuf]) -> Result<(), String> {
    for (at, output) in outputs.iter().enumerate() {
        let same = |other: &&&Path| place(other) == place(output);
        if let Some(other) = outputs[..at].iter().find(same) {
            let (one, two) = (other.display(), output.display());
            return Err(format!("{one} and {two} name the same file; write one of them elsewhere"));
        }
        let read = fs::canonicalize(output).ok();
        let same = |input: &&PathBuf| read.is_some() && fs::canonicalize(input).ok() == read;
        if let Some(input) = inputs.iter().find(same) {
            let (output, input) = (output.display(), input.display());
            return Err(format!("{output} would replace the input {input}; write it elsewhere"));
        }
    }
    Ok(())
}

/// Returns a path as a rule of Make writes it.
fn in_rule(path: &Path, is_target: bool) -> Result<String, String> {
    let text =
        path.to_str().filter(|text| !text.contains(['\n', '\r', ';', '=', '|']) && !text.ends_with('\\'));
    let text = text.ok_or_else(|| {
        format!(
            "--depfile: Make cannot name the file `{}`; rename it",
            codegen::emit::escape::visible(&path.display().to_string())
        )
    })?;
    let (mut out, mut backslashes) = (String::new(), 0);
    for c in text.chars() {
        match c {
            // A backslash stands for itself, except before an escaped character.
            ' ' | '\t' | '#' | ':' => out.push_str(&"\\".repeat(backslashes + 1)),
            '%' if is_target => out.push_str(&"\\".repeat(backslashes + 1)),
            '$' => out.push('$'),
            _ => {}
        }
        out.push(c);
        backslashes = if c == '\\' { backslashes + 1 } else { 0 };
    }
    Ok(out)
}

/// Returns a rule for Make: the outputs depend on the inputs.
///
/// # Errors
/// A message: Make has no notation for a path.
pub fn depfile(outputs: &[PathBuf], inputs: &[PathBuf]) -> Result<String, String> {
    let outputs: Vec<String> = outputs.iter().map(|path| in_rule(path, true)).collect::<Result<_, _>>()?;
    let mut text = format!("{}:", outputs.join(" "));
    for input in inputs {
        text.push_str(&format!(" \\\n  {}", in_rule(input, false)?));
    }
    text.push('\n');
    // An empty rule for each input: Make continues after an input was renamed.
    for input in inputs {
        text.push_str(&format!("{}:\n", in_rule(input, true)?));
    }
    Ok(text)
}

/// Returns the message of an error of the operating system, in lower case and without its number.
pub fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_lowercase()
}
