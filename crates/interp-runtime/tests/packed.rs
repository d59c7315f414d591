//! The collection of packed messages beside the repository: each decodes to the value that is given with it, and
//! encodes to the same bytes.

#[path = "packed/compare.rs"]
mod compare;

use idl_front::{FrontOptions, parse};
use interp_runtime::{Codec, ErrorCode, Limits, Rules};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use syntax_graph::validate::validate_reachable;
use syntax_graph::*;

/// One line of the index.
struct Row {
    file: String,
    rules: String,
    family: String,
    root: String,
    expected: String,
    is_stable: bool,
}

/// Returns the messages of a rule by their specification.
fn rows(folder: &Path, rules: &str) -> BTreeMap<String, Vec<Row>> {
    let index = std::fs::read_to_string(folder.join("MANIFEST.tsv")).expect("the index must be readable");
    let mut found: BTreeMap<String, Vec<Row>> = BTreeMap::new();
    for line in index.lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [file, own, family, root, _, expected, _, checked, _] = columns.as_slice() else {
            panic!("a line of the index must have nine columns: {line}")
        };
        if *own == rules {
            found.entry((*family).to_owned()).or_default().push(Row {
                file: (*file).to_owned(),
                rules: (*own).to_owned(),
                family: (*family).to_owned(),
                root: (*root).to_owned(),
                expected: (*expected).to_owned(),
                is_stable: !checked.contains("re-encode differs"),
            });
        }
    }
    found
}

/// Returns the sources of a specification: a file, or all files of a folder.
fn sources(shared: &Path, family: &str) -> Vec<PathBuf> {
    let path = shared.join(family.split(" (").next().unwrap_or(family));
    if path.is_file() {
        return vec![path];
    }
    let entries = std::fs::read_dir(&path).expect("the folder must be readable");
    let paths = entries.map(|entry| entry.expect("the folder entry must be readable").path());
    let mut files: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|extension| extension != "tsv")).collect();
    files.sort();
    files
}

/// Returns the valid graph of the messages' types, with integers of any size.
fn graph(shared: &Path, family: &str, names: &BTreeSet<&str>) -> ValidGraph {
    let mut map = SourceMap::new();
    for file in sources(shared, family) {
        let text = std::fs::read(&file).expect("the file must be readable");
        map.add(file.display().to_string(), String::from_utf8_lossy(&text));
    }
    let roots = names.iter().map(|name| (*name).to_owned()).collect();
    let output = parse(&map, &FrontOptions { roots: Some(roots), ..FrontOptions::default() });
    let errors: Vec<_> = output.diagnostics.iter().filter(|found| found.is_error()).collect();
    assert!(errors.is_empty(), "{family}: the specification must have no errors: {errors:#?}");
    let mut graph = output.graph;
    for ty in graph.types.iter_mut() {
        if let TypeKind::Scalar(Scalar::Integer(integer)) = &mut ty.kind {
            integer.repr = IntegerRepr::Bytes;
        }
    }
    let roots: Vec<TypeId> = names.iter().flat_map(|name| graph.definitions(name)).collect();
    validate_reachable(graph, &roots)
        .unwrap_or_else(|errors| panic!("{family}: the graph must pass validation: {errors:#?}"))
}

/// Checks one message; returns what is wrong.
fn check(codec: &Codec<'_>, folder: &Path, row: &Row) -> Result<(), String> {
    let path = folder.join(&row.file);
    let root = *codec.graph().definitions(&row.root).first().ok_or("no such type")?;
    let input = std::fs::read(&path).map_err(|error| error.to_string())?;
    let expected = path.parent().unwrap_or(folder).join(&row.expected);
    let expected = std::fs::read_to_string(expected).map_err(|error| error.to_string())?;
    let value = codec.decode_exact(root, &input).map_err(|error| error.to_string())?;
    match serde_json::from_str(&expected) {
        // The test vectors of Interledger have names of their own for the members.
        Ok(_) if row.family.ends_with("interledger") => {}
        Ok(expected) => compare::Comparison { codec }.root(root, &value, &expected)?,
        Err(error) if error.to_string().starts_with("recursion limit") => {}
        Err(error) => return Err(error.to_string()),
    }
    let output = codec.encode(root, &value).map_err(|error| error.to_string())?;
    if row.is_stable && output != input {
        return Err(format!("encoded {output:02x?}, expected {input:02x?}"));
    }
    match codec.decode_exact(root, &output) {
        Ok(again) if again == value => Ok(()),
        other => Err(format!("the encoded value decodes to {other:?}")),
    }
}

/// Cuts a message off at each byte, and changes each of its bits: the decoder never panics, asks for more than it has,
/// and what it accepts can be encoded.
fn check_damage(codec: &Codec<'_>, folder: &Path, row: &Row) -> Result<(), String> {
    let root = *codec.graph().definitions(&row.root).first().ok_or("no such type")?;
    let input = std::fs::read(folder.join(&row.file)).map_err(|error| error.to_string())?;
    for length in 0..input.len() {
        match codec.decode(root, &input[..length]) {
            Err(error) if error.code == ErrorCode::Truncated => {
                let is_useful = error.needed.is_some_and(|needed| needed > length && needed <= input.len());
                if !is_useful {
                    return Err(format!("cut off at {length}: needs {:?}", error.needed));
                }
            }
            other => return Err(format!("cut off at {length}: {other:?}")),
        }
    }
    for bit in 0..input.len() * 8 {
        let mut damaged = input.clone();
        damaged[bit / 8] ^= 0x80 >> (bit % 8);
        let Ok(decoded) = codec.decode(root, &damaged) else { continue };
        // A REAL in another form than the canonical one is not sent, and times have no check.
        let Ok(output) = codec.encode(root, &decoded.value) else { continue };
        // Named bits lose their trailing zeros, so the encoding is stable, not the value.
        let again = codec.decode_exact(root, &output).map(|value| codec.encode(root, &value));
        if again != Ok(Ok(output.clone())) {
            return Err(format!("bit {bit}: {:?} encodes to {output:02x?}, then {again:?}", decoded.value));
        }
    }
    Ok(())
}

/// Checks all messages of a rule.
fn check_all(name: &str, rules: Rules) {
    let Some(shared) = test_needs::published("") else { return };
    let folder = shared.join("messages/packed");
    let (mut failures, mut counts) = (Vec::new(), Vec::new());
    for (family, rows) in rows(&folder, name) {
        let names = rows.iter().map(|row| row.root.as_str()).collect();
        let graph = graph(&shared, &family, &names);
        let codec = Codec::new(&graph, rules).with_limits(Limits { depth: 1000, ..Limits::FRESH });
        let before = failures.len();
        for (index, row) in rows.iter().enumerate() {
            let damaged = || {
                let is_short = std::fs::metadata(folder.join(&row.file)).is_ok_and(|file| file.len() < 200);
                if index % 4 == 0 && is_short { check_damage(&codec, &folder, row) } else { Ok(()) }
            };
            if let Err(fault) = check(&codec, &folder, row).and_then(|()| damaged()) {
                let fault: String = fault.chars().take(400).collect();
                failures.push(format!("{} ({} {}): {fault}", row.file, row.rules, row.family));
            }
        }
        counts.push(format!("{family}: {} of {}", rows.len() + before - failures.len(), rows.len()));
    }
    let (count, all) = (failures.len(), failures.join("\n"));
    assert!(failures.is_empty(), "{name}: {count} messages fail:\n{}\n{all}", counts.join("\n"));
}

#[test]
fn uper() {
    check_all("uper", Rules::Uper);
}

#[test]
fn aper() {
    check_all("aper", Rules::Aper);
}

#[test]
fn oer() {
    check_all("oer", Rules::Oer);
}

#[test]
fn coer() {
    check_all("coer", Rules::Coer);
}
