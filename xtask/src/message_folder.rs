//! Writes a folder of messages: `NNNN-<kind>.ber` and `index.tsv`.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// One message with its row of the index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Its bytes.
    pub(crate) octets: Vec<u8>,
    /// The alternative of the root type in the message.
    pub(crate) kind: String,
    /// Further columns of the index, as in the header.
    pub(crate) notes: Vec<String>,
}

/// Returns file names and contents of the folder, `index.tsv` last; `columns` names the notes.
pub(crate) fn files(entries: &[Entry], columns: &[&str]) -> Vec<(String, Vec<u8>)> {
    let mut index = format!("file\toctets\tkind\t{}\n", columns.join("\t"));
    let mut files = Vec::new();
    for (number, entry) in entries.iter().enumerate() {
        let name = format!("{:04}-{}.ber", number + 1, entry.kind);
        let line = (entry.octets.len(), &entry.kind, entry.notes.join("\t"));
        writeln!(index, "{name}\t{}\t{}\t{}", line.0, line.1, line.2).expect("a string takes any text");
        files.push((name, entry.octets.clone()));
    }
    files.push(("index.tsv".into(), index.into_bytes()));
    files
}

/// Replaces the messages of `folder`.
pub(crate) fn write(folder: &Path, files: &[(String, Vec<u8>)]) -> Result<(), String> {
    let problem = |error: std::io::Error| format!("{}: {error}", folder.display());
    fs::create_dir_all(folder).map_err(problem)?;
    for old in fs::read_dir(folder).map_err(problem)? {
        let path = old.map_err(problem)?.path();
        if path.extension().is_some_and(|extension| extension == "ber") {
            fs::remove_file(&path).map_err(problem)?;
        }
    }
    for (name, octets) in files {
        fs::write(folder.join(name), octets).map_err(problem)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    /// Checks that the index lists exactly the messages, with length and kind.
    #[track_caller]
    fn check_index(folder: &str) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../specs").join(folder).join("messages");
        let index = std::fs::read_to_string(folder.join("index.tsv")).unwrap();
        let rows: Vec<Vec<&str>> = index.lines().skip(1).map(|line| line.split('\t').collect()).collect();
        for row in &rows {
            let octets = std::fs::read(folder.join(row[0])).unwrap();
            assert_eq!(row[1], octets.len().to_string(), "{}", row[0]);
            assert!(row[0].ends_with(&format!("-{}.ber", row[2])), "{}", row[0]);
        }
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), rows.len() + 1);
    }

    #[test]
    fn indices_name_every_message() {
        check_index("z3950");
        check_index("x400");
    }
}
