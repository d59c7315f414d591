//! The collection of packed messages beside the repository: each decodes to the value that is given with it, and
//! encodes to the same bytes.

#[path = "packed/compare.rs"]
mod compare;

use idl_front::{FrontOptions, parse};
use interp_runtime::{Codec, ErrorCode, Generator, Limits, Rules, json};
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

/// Random values of whole families: what is encoded decodes, and encodes to the same bytes again.
#[test]
fn random_values_are_stable() {
    let Some(shared) = test_needs::published("") else { return };
    for (family, name) in [
        ("specs/asn1/its-cam", "CAM"),
        ("specs/asn1/its-denm", "DENM"),
        ("specs/asn1/s1ap", "S1AP-PDU"),
        ("specs/asn1/lte-rrc-rel8", "DL-DCCH-Message"),
        ("specs/asn1/lte-rrc-rel8", "UL-DCCH-Message"),
        ("specs/packed/e1ap", "E1AP-PDU"),
        ("specs/packed/ieee1609-2", "Ieee1609Dot2Data"),
        ("specs/packed/mini/sequences-extensible.asn", "Groups"),
        ("specs/packed/mini/sets.asn", "WithChoice"),
        ("specs/packed/mini/strings.asn", "InSeq"),
    ] {
        let graph = graph(&shared, family, &BTreeSet::from([name]));
        let root = graph.definitions(name)[0];
        let generator = Generator::new(&graph);
        for rules in [Rules::Uper, Rules::Aper, Rules::Oer, Rules::Coer] {
            let codec = Codec::new(&graph, rules);
            let mut count = 0;
            for seed in 0..40 {
                let value = generator.value(root, seed).expect("the generator must find a value of the type");
                // The generator makes unknown arms as elements of BER, and sizes that EXCEPT excludes.
                let Ok(octets) = codec.encode(root, &value) else { continue };
                count += 1;
                let again = codec.decode_exact(root, &octets);
                let again =
                    again.unwrap_or_else(|error| panic!("{name} {rules:?} {seed}: {error}: {octets:02x?}"));
                let found = codec.encode(root, &again);
                assert_eq!(found.as_ref(), Ok(&octets), "{name} {rules:?} {seed}: {value:?}");
            }
            assert!(count >= 10, "{name} {rules:?}: only {count} of 40 random values have an encoding");
        }
    }
}

/// The worked examples of X.691 Annex A.1 and A.4: the module, the rule, the encoding, a part of the value as JSON.
const EXAMPLES: [(&str, &str, Rules, &str, &str); 3] = [
    (
        "x691_a1.asn",
        "PersonnelRecord",
        Rules::Uper,
        "824adfa3700d005a7b74f4d0026611134f2cb8fa6fe410c5cb762c1cb16e09370f2f20350169edd3d340102d2c3b3868\
         01a80b4f6e9e9a0218b96add8b162c4169f5e787700c20595bf765e610c5cb572c1bb16e",
        "\"title\":\"Director\",\"number\":51,",
    ),
    ("x691_a4.asn", "Ax", Rules::Uper, "9e000600040a4690", "\"g\":\"123\",\"h\":true"),
    ("x691_a4.asn", "Ax", Rules::Aper, "9e000180010291a4", "\"g\":\"123\",\"h\":true"),
];

#[test]
fn examples_of_the_standard() {
    let Some(shared) = test_needs::published("") else { return };
    for (file, name, rules, digits, part) in EXAMPLES {
        let graph = graph(&shared, &format!("specs/asn1/x691-annex-a/{file}"), &BTreeSet::from([name]));
        let root = graph.definitions(name)[0];
        let codec = Codec::new(&graph, rules);
        let octets =
            data_encoding::HEXLOWER.decode(digits.as_bytes()).expect("the digits must be hexadecimal");
        let value =
            codec.decode_exact(root, &octets).unwrap_or_else(|error| panic!("{file} {rules:?}: {error}"));
        let shown = json::to_json(&graph, root, &value).to_string();
        assert!(shown.contains(part), "{file} {rules:?}: {shown}");
        assert_eq!(codec.encode(root, &value).as_ref(), Ok(&octets), "{file} {rules:?}");
    }
}

/// Returns the column with the encoding that a contested row is decided for; `None` if it is open.
fn decided(decision: &str, rules: &str) -> Option<usize> {
    let column = |words: &str| match words.trim().split(' ').next() {
        Some("pycrate") => Some(4),
        Some("asn1tools") => Some(5),
        _ => None,
    };
    let family = if rules.ends_with("per") { "PER" } else { "OER" };
    for part in decision.split([';', ',']) {
        match part.split_once(':') {
            Some((names, words))
                if names.to_lowercase().split('/').any(|name| rules.ends_with(name.trim())) =>
            {
                return column(words);
            }
            Some(_) => {}
            None => match part.split_once(" for ") {
                Some((words, name)) if name.starts_with(family) => return column(words),
                Some(_) => {}
                None => return column(part),
            },
        }
    }
    None
}

/// Contested types with rows that this codec does not follow, and why.
const APART: [(&str, &str, &str); 7] = [
    ("octet-strings", "Omin", "the values are below SIZE"),
    ("parameters", "Wrap", "an actual parameter keeps its constraint (X.683 clause 8)"),
    ("reals", "F64", "the mantissa is not in the fewest bytes (X.690 clause 11.3.1)"),
    ("reals", "InSeq", "the mantissa is not in the fewest bytes (X.690 clause 11.3.1)"),
    ("sequences-extensible", "AddNull", "only a part of the encoding is decided"),
    ("sequences-extensible", "AddSeq", "only a part of the encoding is decided"),
    ("strings", "NumF", "under APER the tool ignores FROM"),
];

/// Encodings on which tools differ: those that a clause decides decode to their value, and encode to the same bytes.
#[test]
fn contested_encodings() {
    let Some(shared) = test_needs::published("") else { return };
    let table =
        std::fs::read_to_string(shared.join("messages/packed/contested.tsv")).expect("a readable table");
    let mut rows: BTreeMap<&str, Vec<Vec<&str>>> = BTreeMap::new();
    for line in table.lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        rows.entry(columns[0]).or_default().push(columns);
    }
    let (mut failures, mut count) = (Vec::new(), 0);
    for (spec, rows) in rows {
        let names = rows.iter().map(|row| row[1]).collect();
        let graph = graph(&shared, &format!("specs/packed/mini/{spec}.asn"), &names);
        for row in rows {
            let is_open = row[8].starts_with("OPEN") || row[9].starts_with("OPEN");
            let is_apart = APART.iter().any(|(spec, name, _)| (row[0], row[1]) == (*spec, *name));
            let Some(column) = decided(row[8], row[2]).filter(|_| !is_open && !is_apart) else { continue };
            let rules = match row[2] {
                "uper" => Rules::Uper,
                "aper" => Rules::Aper,
                "oer" => Rules::Oer,
                _ => Rules::Coer,
            };
            let Ok(octets) = data_encoding::HEXLOWER.decode(row[column].as_bytes()) else { continue };
            // The table cuts long values off.
            let Ok(expected) = serde_json::from_str(row[3]) else { continue };
            let codec = Codec::new(&graph, rules);
            let root = graph.definitions(row[1])[0];
            count += 1;
            let result = codec.decode_exact(root, &octets).map_err(|error| error.to_string());
            let result = result.and_then(|value| {
                compare::Comparison { codec: &codec }.root(root, &value, &expected)?;
                let again = codec.encode(root, &value).map_err(|error| error.to_string())?;
                if again == octets { Ok(()) } else { Err(format!("encodes to {again:02x?}")) }
            });
            if let Err(fault) = result {
                let fault: String = fault.chars().take(150).collect();
                failures
                    .push(format!("{} {} {} {}: {fault} [{}]", row[0], row[1], row[2], row[column], row[9]));
            }
        }
    }
    let number = failures.len();
    assert!(failures.is_empty(), "{number} of {count} fail:\n{}", failures.join("\n"));
    assert!(count > 900, "only {count} contested encodings are decided");
}
