//! The collection of packed messages through generated C: values, encodings, errors and their places.

#[path = "../../../crates/interp-runtime/tests/packed/compare.rs"]
mod compare;

use codegen::{Model, Options, Root, Rules, Techniques};
use idl_front::{FrontOptions, parse};
use interp_runtime::{Codec, Generator, json};
use serde_json::{Value as Json, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use stubc_benches::plans;
use stubc_benches::stubs::{Modes, SANITIZED, build};
use stubc_benches::subject::Record;
use stubc_benches::witness;
use syntax_graph::validate::validate_reachable;
use syntax_graph::{SourceMap, TypeId, ValidGraph};

/// The most bytes of a message whose bits are all changed.
const LONG: usize = 80;
/// The most messages that are decoded and encoded in memory of every size.
const SIZED: usize = 100;
/// Random values of each root.
const RANDOM: u64 = 12;

/// Returns the plans of a proof, with their names.
type Plans = fn(&Model<'_>) -> Vec<(&'static str, Techniques)>;

/// Returns the plan that interprets everything.
fn interpreted(_: &Model<'_>) -> Vec<(&'static str, Techniques)> {
    vec![("interpreted", Techniques::default())]
}

/// One message of the collection.
pub struct Row {
    pub file: String,
    pub root: String,
    expected: String,
    is_stable: bool,
}

/// Returns the messages of a rule for one specification.
pub fn rows(folder: &Path, rules: &str, family: &str) -> Vec<Row> {
    let index = std::fs::read_to_string(folder.join("MANIFEST.tsv")).expect("the index must be readable");
    let lines = index.lines().skip(1).map(|line| line.split('\t').collect::<Vec<_>>());
    let own = lines.filter(|columns| columns[1] == rules && columns[2].split(" (").next() == Some(family));
    let row = |columns: Vec<&str>| Row {
        file: columns[0].to_owned(),
        root: columns[3].to_owned(),
        expected: columns[5].to_owned(),
        is_stable: !columns[7].contains("re-encode differs"),
    };
    own.map(row).collect()
}

/// Returns the graph of the messages' types.
pub fn graph(shared: &Path, family: &str, names: &[String]) -> ValidGraph {
    let path = shared.join(family);
    let mut files: Vec<PathBuf> = vec![path.clone()];
    if path.is_dir() {
        let entries = std::fs::read_dir(&path).expect("the folder must be readable");
        files = entries.map(|entry| entry.expect("the folder entry must be readable").path()).collect();
        files.retain(|file| file.extension().is_some_and(|extension| extension != "tsv"));
        files.sort();
    }
    let mut map = SourceMap::new();
    for file in files {
        let text = std::fs::read(&file).expect("the file must be readable");
        map.add(file.display().to_string(), String::from_utf8_lossy(&text));
    }
    let output = parse(&map, &FrontOptions { roots: Some(names.to_vec()), ..FrontOptions::default() });
    let errors: Vec<_> = output.diagnostics.iter().filter(|found| found.is_error()).collect();
    assert!(errors.is_empty(), "{family}: the specification must have no errors: {errors:#?}");
    let roots: Vec<TypeId> = names.iter().flat_map(|name| output.graph.definitions(name)).collect();
    validate_reachable(output.graph, &roots)
        .unwrap_or_else(|errors| panic!("{family}: the graph must pass validation: {errors:#?}"))
}

/// Returns what a program must answer to a message.
fn expected(codec: &Codec<'_>, root: TypeId, octets: &[u8]) -> Json {
    let decoded = match codec.decode(root, octets) {
        Ok(decoded) => decoded,
        Err(error) => {
            // Paths in C omit the module.
            let path = error.path.split_once('.').map_or("", |(_, path)| path);
            let mut answer = json!({ "error": error.code.number(), "offset": error.offset, "path": path });
            if error.bit > 0 {
                answer["bit"] = error.bit.into();
            }
            if let Some(needed) = error.needed {
                answer["needed"] = needed.into();
            }
            return answer;
        }
    };
    match codec.encode(root, &decoded.value) {
        Ok(encoded) => {
            let value = json::to_json(codec.graph(), root, &decoded.value).to_string();
            let value: Json = serde_json::from_str(&value).unwrap_or_else(|error| error.to_string().into());
            json!({ "length": decoded.length, "value": value, "encoded": json::hex(&encoded) })
        }
        Err(error) => json!({ "error": error.code.number(), "offset": 0 }),
    }
}

/// Returns beginnings of a message, and the message with each bit changed.
pub fn damaged(record: &Record) -> Vec<Record> {
    let octets = &record.octets;
    let with = |octets: Vec<u8>, title: String| Record { octets, title, ..record.clone() };
    // The codec takes long for long messages.
    let is_long = octets.len() > 2000;
    let step = octets.len().div_ceil(if is_long { 12 } else { 400 }).max(1);
    let mut all: Vec<Record> = (0..octets.len())
        .step_by(step)
        .map(|end| with(octets[..end].to_vec(), format!("{}, cut off at {end}", record.title)))
        .collect();
    for bit in 0..octets.len().min(if is_long { 3 } else { LONG }) * 8 {
        let mut other = octets.clone();
        other[bit / 8] ^= 0x80 >> (bit % 8);
        all.push(with(other, format!("{}, bit {bit}", record.title)));
    }
    all
}

/// Returns a message with each byte in turn as a longer form of a length or a number: with leading zeros, in two bytes.
pub fn longer_forms(record: &Record) -> Vec<Record> {
    let mut all = Vec::new();
    // The codec takes long for long messages.
    let most = if record.octets.len() > 2000 { 3 } else { LONG };
    for at in 0..record.octets.len().min(most) {
        let (before, rest) = record.octets.split_at(at);
        let (octet, behind) = (rest[0], &rest[1..]);
        let forms: [(&str, &[u8]); 5] = [
            ("81", &[0x81, octet]),
            ("82", &[0x82, 0, octet]),
            ("zero", &[octet.wrapping_add(1), 0]),
            ("ones", &[octet.wrapping_add(1), 0xff]),
            ("tag", &[octet | 0x3f, octet & 0x3f]),
        ];
        for (name, form) in forms {
            let octets = [before, form, behind].concat();
            let title = format!("{}, {name} at {at}", record.title);
            all.push(Record { octets, title, ..record.clone() });
        }
    }
    all
}

/// Checks the messages of one specification, damaged ones and random values, under these plans.
fn prove(rules: (&str, Rules), family: &str, plans: Plans) {
    let Some(shared) = test_needs::published("") else { return };
    let folder = shared.join("messages/packed");
    let rows = rows(&folder, rules.0, family);
    assert!(!rows.is_empty(), "{family}: no messages under {}", rules.0);
    let names: BTreeSet<String> = rows.iter().map(|row| row.root.clone()).collect();
    let names: Vec<String> = names.into_iter().collect();
    let graph = graph(&shared, family, &names);
    let roots: Vec<TypeId> = names.iter().map(|name| graph.definitions(name)[0]).collect();
    let mut options =
        Options::new("packed", rules.1, roots.iter().map(|&root| Root::both_ways(root)).collect());
    options.error_paths = true;
    let model = Model::build(&graph, options).unwrap_or_else(|errors| panic!("{family}: {errors:#?}"));
    let witness = match rules.1 {
        Rules::Uper => interp_runtime::Rules::Uper,
        Rules::Oer => interp_runtime::Rules::Oer,
        Rules::Coer => interp_runtime::Rules::Coer,
        _ => interp_runtime::Rules::Aper,
    };
    let codec = Codec::new(&graph, witness);
    let mut records = Vec::new();
    for row in &rows {
        let root = names.iter().position(|name| *name == row.root).expect("each row has a root");
        let octets = std::fs::read(folder.join(&row.file)).expect("the message must be readable");
        let record = Record { root, octets, title: row.file.clone() };
        check(&codec, &folder, row, (roots[root], &record.octets));
        records.push(record);
    }
    let sampled = records.iter().step_by((records.len() / 60).max(1));
    let mut damaged: Vec<Record> = sampled.clone().flat_map(damaged).collect();
    if matches!(rules.1, Rules::Oer | Rules::Coer) {
        damaged.extend(sampled.flat_map(longer_forms));
    }
    records.append(&mut damaged);
    let generator = Generator::new(&graph);
    for (root, &ty) in roots.iter().enumerate() {
        for seed in 0..RANDOM {
            let Some(value) = generator.value(ty, seed) else { continue };
            // The generator makes unknown arms as elements of BER.
            let Ok(octets) = codec.encode(ty, &value) else { continue };
            records.push(Record { root, octets, title: format!("{} of seed {seed}", names[root]) });
        }
    }
    for (name, techniques) in plans(&model) {
        // Beside procedures, the interpreter has two forms: each is compared under half of the rules.
        let is_small = name == "random 1" && matches!(rules.1, Rules::Uper | Rules::Oer);
        let techniques = techniques.with_small_runtime(is_small);
        compare_all(name, (&model, &techniques), &codec, &roots, &records);
    }
    compare_sizes(plans(&model), (&model, &codec), &roots, &records);
}

/// Checks that the codec decodes a message to the value beside it, and encodes it to the same bytes. Numbers that do not
/// fit a machine type are refused.
fn check(codec: &Codec<'_>, folder: &Path, row: &Row, (root, octets): (TypeId, &[u8])) {
    let decoded = match codec.decode_exact(root, octets) {
        Ok(value) => value,
        Err(error) if error.code == interp_runtime::ErrorCode::Range => return,
        // The collection has values that are nested deeper than the limit.
        Err(error) if error.code == interp_runtime::ErrorCode::Depth => return,
        Err(error) => panic!("{}: {error}", row.file),
    };
    let path = folder.join(&row.file);
    let text = std::fs::read_to_string(path.parent().unwrap_or(folder).join(&row.expected));
    // The test vectors of Interledger have names of their own for the members.
    let is_named = !row.file.starts_with("interledger");
    if let Some(expected) =
        serde_json::from_str(&text.expect("the value must be readable")).ok().filter(|_| is_named)
    {
        let found = compare::Comparison { codec }.root(root, &decoded, &expected);
        assert_eq!(found, Ok(()), "{}", row.file);
    }
    if row.is_stable {
        assert_eq!(codec.encode(root, &decoded).as_deref(), Ok(octets), "{}", row.file);
    }
}

/// Checks that all plans need the same arena, and fail alike in smaller arenas and buffers.
pub fn compare_sizes(
    plans: Vec<(&'static str, Techniques)>,
    (model, codec): (&Model<'_>, &Codec<'_>),
    roots: &[TypeId],
    records: &[Record],
) {
    if plans.len() < 2 {
        return;
    }
    let is_stable = |record: &&Record| {
        let root = roots[record.root];
        let value = codec.decode_exact(root, &record.octets);
        value.is_ok_and(|value| codec.encode(root, &value).as_deref() == Ok(&record.octets[..]))
    };
    let short = records.iter().filter(|record| record.octets.len() <= LONG).filter(is_stable);
    let stable: Vec<Record> = short.take(SIZED).cloned().collect();
    let cc = if test_needs::program("clang") { "clang" } else { "cc" };
    let program = |(name, techniques): (&'static str, Techniques)| {
        (name, build(model, &techniques, cc, SANITIZED).unwrap_or_else(|error| panic!("{name}: {error}")))
    };
    let programs: Vec<_> = plans.into_iter().map(program).collect();
    witness::sizes(&programs, &stable);
}

/// Checks that generated C answers as the codec, under the sanitizers.
pub fn compare_all(
    plan: &str,
    (model, techniques): (&Model<'_>, &Techniques),
    codec: &Codec<'_>,
    roots: &[TypeId],
    records: &[Record],
) {
    let cc = if test_needs::program("clang") { "clang" } else { "cc" };
    let program = build(model, techniques, cc, SANITIZED).unwrap_or_else(|error| panic!("{plan}: {error}"));
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    for chunk in records.chunks(4000) {
        let answers = program
            .feed(Modes::Fresh, chunk.iter().map(|record| (record.root, record.octets.as_slice())))
            .unwrap_or_else(|error| {
                let at = error.answers.and_then(|at| chunk.get(at));
                let title = at.map_or_else(String::new, |record| {
                    format!("{}: {}", record.title, json::hex(&record.octets))
                });
                panic!("{plan}: {title}\n{}", error.text)
            });
        assert_eq!(answers.len(), chunk.len());
        for (record, answer) in chunk.iter().zip(answers) {
            let mut answer: Json = serde_json::from_str(&answer)
                .unwrap_or_else(|error| panic!("{}: {error}: {answer}", record.title));
            let mut wanted = expected(codec, roots[record.root], &record.octets);
            if let Some(members) = answer.as_object_mut() {
                members.remove("arena");
                let path = members.get("path").and_then(Json::as_str).unwrap_or_default();
                if wanted.get("path").is_some_and(|wanted| is_short_for(path, wanted)) {
                    wanted["path"] = path.into();
                } else if wanted.get("path").is_none() {
                    members.remove("path");
                }
            }
            let kind = wanted.get("error").map_or("value".to_owned(), Json::to_string);
            *kinds.entry(kind).or_default() += 1;
            let octets = json::hex(&record.octets);
            assert_eq!(
                answer, wanted,
                "left is C ({plan}), right is the codec: {} ({}), {octets}",
                record.title, record.root
            );
        }
    }
    assert!(kinds.contains_key("value"), "no message is accepted: {kinds:?}");
}

/// Returns whether a path of C leaves out the outermost fields of a path that is deeper than C notes.
fn is_short_for(path: &str, wanted: &Json) -> bool {
    let parts = path.split_once("...").zip(wanted.as_str());
    parts.is_some_and(|((first, last), wanted)| wanted.starts_with(first) && wanted.ends_with(last))
}

const UPER: (&str, Rules) = ("uper", Rules::Uper);

/// Declares a test for each specification.
macro_rules! proofs {
    ($rules:ident: $($name:ident: $family:literal)+) => {
        $(#[test]
        fn $name() {
            prove($rules, $family, interpreted);
        })+
    };
}

proofs! { UPER:
    uper_bit_strings: "specs/packed/mini/bit-strings.asn"
    uper_choices: "specs/packed/mini/choices.asn"
    uper_contents: "specs/packed/mini/contents.asn"
    uper_enumerations: "specs/packed/mini/enumerations.asn"
    uper_fragments: "specs/packed/mini/fragments.asn"
    uper_integers: "specs/packed/mini/integers.asn"
    uper_integers_extensible: "specs/packed/mini/integers-extensible.asn"
    uper_lists: "specs/packed/mini/lists.asn"
    uper_octet_strings: "specs/packed/mini/octet-strings.asn"
    uper_oids: "specs/packed/mini/oids.asn"
    uper_open_types: "specs/packed/mini/open-types.asn"
    uper_reals: "specs/packed/mini/reals.asn"
    uper_recursive: "specs/packed/mini/recursive.asn"
    uper_sequences: "specs/packed/mini/sequences.asn"
    uper_sequences_extensible: "specs/packed/mini/sequences-extensible.asn"
    uper_set_arithmetic: "specs/packed/mini/set-arithmetic.asn"
    uper_sets: "specs/packed/mini/sets.asn"
    uper_strings: "specs/packed/mini/strings.asn"
    uper_strings_octets: "specs/packed/mini/strings-octets.asn"
    uper_its_infrastructure: "specs/packed/its-infrastructure"
}

const APER: (&str, Rules) = ("aper", Rules::Aper);

proofs! { APER:
    aper_bit_strings: "specs/packed/mini/bit-strings.asn"
    aper_choices: "specs/packed/mini/choices.asn"
    aper_integers: "specs/packed/mini/integers.asn"
    aper_integers_extensible: "specs/packed/mini/integers-extensible.asn"
    aper_lists: "specs/packed/mini/lists.asn"
    aper_octet_strings: "specs/packed/mini/octet-strings.asn"
    aper_sequences_extensible: "specs/packed/mini/sequences-extensible.asn"
    aper_strings: "specs/packed/mini/strings.asn"
    aper_strings_octets: "specs/packed/mini/strings-octets.asn"
    aper_s1ap: "specs/asn1/s1ap"
}

/// What CI has no time for: large specifications, and under APER what alignment seldom changes.
/// `cargo test -p stubc-benches --test all -- --ignored packed::` runs them.
macro_rules! longer {
    ($rules:ident: $($name:ident: $family:literal)+) => {
        $(#[test]
        #[ignore = "takes more time than CI has"]
        fn $name() {
            prove($rules, $family, interpreted);
        })+
    };
}

longer! { UPER:
    uper_lte_rrc: "specs/asn1/lte-rrc"
    uper_nr_rrc: "specs/packed/nr-rrc"
}

longer! { APER:
    aper_contents: "specs/packed/mini/contents.asn"
    aper_enumerations: "specs/packed/mini/enumerations.asn"
    aper_fragments: "specs/packed/mini/fragments.asn"
    aper_oids: "specs/packed/mini/oids.asn"
    aper_open_types: "specs/packed/mini/open-types.asn"
    aper_reals: "specs/packed/mini/reals.asn"
    aper_recursive: "specs/packed/mini/recursive.asn"
    aper_sequences: "specs/packed/mini/sequences.asn"
    aper_set_arithmetic: "specs/packed/mini/set-arithmetic.asn"
    aper_sets: "specs/packed/mini/sets.asn"
    aper_hnbap: "specs/packed/hnbap"
    aper_e1ap: "specs/packed/e1ap"
}

/// Each technique, and the borders between them.
macro_rules! techniques {
    ($rules:ident: $($(#[$attribute:meta])? $name:ident: $family:literal)+) => {
        $($(#[$attribute])?
        #[test]
        fn $name() {
            prove($rules, $family, plans::all);
        })+
    };
}

techniques! { UPER:
    techniques_uper_sequences_extensible: "specs/packed/mini/sequences-extensible.asn"
    techniques_uper_lists: "specs/packed/mini/lists.asn"
}

techniques! { APER:
    techniques_aper_choices: "specs/packed/mini/choices.asn"
}

techniques! { UPER:
    #[ignore = "takes more time than CI has"]
    techniques_uper_bit_strings: "specs/packed/mini/bit-strings.asn"
    #[ignore = "takes more time than CI has"]
    techniques_uper_choices: "specs/packed/mini/choices.asn"
    #[ignore = "takes more time than CI has"]
    techniques_uper_contents: "specs/packed/mini/contents.asn"
    #[ignore = "takes more time than CI has"]
    techniques_uper_enumerations: "specs/packed/mini/enumerations.asn"
    #[ignore = "takes more time than CI has"]
    techniques_uper_fragments: "specs/packed/mini/fragments.asn"
    #[ignore = "takes more time than CI has"]
    techniques_uper_integers: "specs/packed/mini/integers.asn"
    #[ignore = "takes more time than CI has"]
    techniques_uper_octet_strings: "specs/packed/mini/octet-strings.asn"
    #[ignore = "takes more time than CI has"]
    techniques_uper_open_types: "specs/packed/mini/open-types.asn"
    #[ignore = "takes more time than CI has"]
    techniques_uper_recursive: "specs/packed/mini/recursive.asn"
    #[ignore = "takes more time than CI has"]
    techniques_uper_sequences: "specs/packed/mini/sequences.asn"
    #[ignore = "takes more time than CI has"]
    techniques_uper_sets: "specs/packed/mini/sets.asn"
    #[ignore = "takes more time than CI has"]
    techniques_uper_strings: "specs/packed/mini/strings.asn"
    #[ignore = "takes more time than CI has"]
    techniques_uper_its_infrastructure: "specs/packed/its-infrastructure"
    #[ignore = "takes more time than CI has"]
    techniques_uper_lte_rrc: "specs/asn1/lte-rrc"
}

techniques! { APER:
    #[ignore = "takes more time than CI has"]
    techniques_aper_bit_strings: "specs/packed/mini/bit-strings.asn"
    #[ignore = "takes more time than CI has"]
    techniques_aper_contents: "specs/packed/mini/contents.asn"
    #[ignore = "takes more time than CI has"]
    techniques_aper_enumerations: "specs/packed/mini/enumerations.asn"
    #[ignore = "takes more time than CI has"]
    techniques_aper_fragments: "specs/packed/mini/fragments.asn"
    #[ignore = "takes more time than CI has"]
    techniques_aper_integers: "specs/packed/mini/integers.asn"
    #[ignore = "takes more time than CI has"]
    techniques_aper_lists: "specs/packed/mini/lists.asn"
    #[ignore = "takes more time than CI has"]
    techniques_aper_octet_strings: "specs/packed/mini/octet-strings.asn"
    #[ignore = "takes more time than CI has"]
    techniques_aper_open_types: "specs/packed/mini/open-types.asn"
    #[ignore = "takes more time than CI has"]
    techniques_aper_recursive: "specs/packed/mini/recursive.asn"
    #[ignore = "takes more time than CI has"]
    techniques_aper_sequences: "specs/packed/mini/sequences.asn"
    #[ignore = "takes more time than CI has"]
    techniques_aper_sequences_extensible: "specs/packed/mini/sequences-extensible.asn"
    #[ignore = "takes more time than CI has"]
    techniques_aper_sets: "specs/packed/mini/sets.asn"
    #[ignore = "takes more time than CI has"]
    techniques_aper_strings: "specs/packed/mini/strings.asn"
    #[ignore = "takes more time than CI has"]
    techniques_aper_s1ap: "specs/asn1/s1ap"
    #[ignore = "takes more time than CI has"]
    techniques_aper_hnbap: "specs/packed/hnbap"
}

mod octets;
