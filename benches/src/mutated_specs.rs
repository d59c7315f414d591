//! Mutates specifications by their grammar, and keeps what compiles: stubc must not panic or hang, and its C must compile
//! without warnings.

use crate::stubs::WARNINGS;
use crate::{random_specs, work};
use interp_runtime::Random;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};
use stubc::{Choice, Compiler, RulesName, Settings};

/// The longest time for one specification.
const PATIENCE: Duration = Duration::from_secs(10);

/// Types that replace each other, and what may stand behind a type.
const TYPES: [&str; 20] = [
    "BOOLEAN",
    "INTEGER",
    "INTEGER (0..255)",
    "INTEGER (-9..MAX)",
    "INTEGER (1..8, ..., 20)",
    "NULL",
    "REAL",
    "OCTET STRING",
    "OCTET STRING (SIZE (0..4))",
    "BIT STRING (SIZE (3))",
    "BIT STRING { a(0), b(12) }",
    "OBJECT IDENTIFIER",
    "RELATIVE-OID",
    "UTF8String",
    "IA5String (FROM (\"a\"..\"f\")) (SIZE (1..3, ...))",
    "NumericString",
    "BMPString (SIZE (2))",
    "GeneralizedTime",
    "ENUMERATED { x, y(5), ..., z }",
    "SEQUENCE OF NULL",
];

/// Types of XDR that replace each other.
const XDR_TYPES: [&str; 12] = [
    "int",
    "unsigned int",
    "hyper",
    "unsigned hyper",
    "short",
    "unsigned short",
    "char",
    "float",
    "double",
    "bool",
    "opaque",
    "string",
];

/// The rules of specifications in ASN.1.
const RULES: [RulesName; 6] =
    [RulesName::Ber, RulesName::Der, RulesName::Uper, RulesName::Aper, RulesName::Oer, RulesName::Coer];

/// Numbers at the bounds of lengths and types.
const NUMBERS: [&str; 12] =
    ["0", "1", "2", "7", "127", "128", "255", "256", "65535", "65536", "4294967296", "18446744073709551615"];

/// What was done.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Mutated specifications.
    pub tried: usize,
    /// Those that gave C.
    pub accepted: usize,
    /// The longest time for one of them.
    pub longest: Duration,
    /// Panics, hangs and C that does not compile: the specification and what happened.
    pub findings: Vec<String>,
}

/// Mutates until so many specifications gave C, or the time is over.
///
/// # Errors
/// A file cannot be written.
pub fn run(accepted: usize, time: Duration, seed: u64) -> Result<Tally, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let (bases, of_xdr) = (bases(), bases_of_xdr());
    let mut random = Random::new(seed);
    let (mut tally, start) = (Tally::default(), Instant::now());
    while tally.accepted < accepted && start.elapsed() < time {
        // One in seven is XDR, as each rule is one in seven.
        let is_xdr = random.one_in(7);
        let text = mutated(if is_xdr { &of_xdr } else { &bases }, is_xdr, &mut random);
        let rules = match is_xdr {
            true => RulesName::Xdr,
            false => RULES[random.below(RULES.len() as u64) as usize],
        };
        let choice =
            [Choice::Interpreted, Choice::Compiled, Choice::Inlined][random.below(3) as usize].clone();
        tally.tried += 1;
        let begun = Instant::now();
        let outcome = std::panic::catch_unwind(|| compiled(&text, rules, choice.clone()));
        let taken = begun.elapsed();
        tally.longest = tally.longest.max(taken);
        let found = match outcome {
            Err(_) => Some("a panic".to_owned()),
            Ok(_) if taken > PATIENCE => Some(format!("{} s", taken.as_secs())),
            Ok(None) => None,
            Ok(Some(files)) => {
                tally.accepted += 1;
                checked(folder.path(), &files).err()
            }
        };
        if let Some(found) = found {
            tally.findings.push(format!("{rules}, {choice:?}: {found}\n{text}"));
        }
    }
    Ok(tally)
}

fn compiled(text: &str, rules: RulesName, choice: Choice) -> Option<Vec<(String, String)>> {
    let name = if rules == RulesName::Xdr { "m.x" } else { "m.asn1" };
    let specs = vec![(name.to_owned(), text.to_owned())];
    let settings = Settings { specs, rules: Some(rules), choice, ..Settings::default() };
    Compiler::with_settings(settings).compile().ok().map(|compiled| compiled.files.files)
}

/// Compiles the C without warnings.
fn checked(folder: &Path, files: &[(String, String)]) -> Result<(), String> {
    for (name, text) in files {
        std::fs::write(folder.join(name), text).map_err(|error| error.to_string())?;
    }
    let sources = files.iter().map(|(name, _)| name).filter(|name| name.ends_with(".c"));
    let output =
        Command::new("cc").args(WARNINGS).arg("-fsyntax-only").args(sources).current_dir(folder).output();
    let output = output.map_err(|error| error.to_string())?;
    let said = String::from_utf8_lossy(&output.stderr);
    if output.status.success() { Ok(()) } else { Err(said.lines().take(8).collect::<Vec<_>>().join("\n")) }
}

/// Valid modules to begin with.
fn bases() -> Vec<String> {
    let mut bases: Vec<String> = (0..20).map(random_specs::module).collect();
    bases.extend((0..20).map(work::recursive_module));
    let folders = [crate::specs().join("kinds"), crate::specs().join("constraints"), crate::test_specs()];
    for folder in folders {
        for file in test_needs::files_below(folder, "asn1") {
            bases.extend(std::fs::read_to_string(file));
        }
    }
    bases
}

/// Valid XDR specifications to begin with.
fn bases_of_xdr() -> Vec<String> {
    let mut bases: Vec<String> = (0..20).map(work::recursive_xdr).collect();
    for folder in [crate::specs().join("xdr"), crate::test_specs()] {
        for file in test_needs::files_below(folder, "x") {
            bases.extend(std::fs::read_to_string(file));
        }
    }
    bases
}

/// Returns a word in place of a word of XDR.
fn of_xdr(word: &str, random: &mut Random) -> String {
    let one_of =
        |random: &mut Random, list: &[&str]| list[random.below(list.len() as u64) as usize].to_owned();
    match word {
        "int" | "hyper" | "short" | "char" | "float" | "double" | "bool" => one_of(random, &XDR_TYPES),
        "opaque" | "string" => one_of(random, &["opaque", "string", "int"]),
        "<" => one_of(random, &["<", "<3", "["]),
        ">" => one_of(random, &[">", "7>", "]"]),
        "*" => one_of(random, &["*", " "]),
        "}" => one_of(
            random,
            &["}", " int extra; }", " opaque more<>; }", " default: void; }", " case 77: hyper late; }"],
        ),
        ";" => one_of(random, &[";", "<>;", "[3];", "; int inserted;"]),
        number if number.parse::<u64>().is_ok() => one_of(random, &NUMBERS),
        name if name.starts_with('T') && name[1..].parse::<u32>().is_ok() => format!("T{}", random.below(6)),
        other => other.to_owned(),
    }
}

/// Returns a specification with one to four changes.
fn mutated(bases: &[String], is_xdr: bool, random: &mut Random) -> String {
    let mut text = bases[random.below(bases.len() as u64) as usize].clone();
    for _ in 0..=random.below(4) {
        let parts: Vec<(usize, usize)> = words(&text);
        let (from, to) = parts[random.below(parts.len() as u64) as usize];
        let word = text[from..to].to_owned();
        if is_xdr {
            text.replace_range(from..to, &of_xdr(&word, random));
            continue;
        }
        let one_of =
            |random: &mut Random, list: &[&str]| list[random.below(list.len() as u64) as usize].to_owned();
        let new = match word.as_str() {
            "SEQUENCE" | "SET" | "CHOICE" => one_of(random, &["SEQUENCE", "SET", "CHOICE"]),
            "OPTIONAL" => one_of(random, &["", "OPTIONAL", "DEFAULT 0", "DEFAULT {}"]),
            "IMPLICIT" | "EXPLICIT" | "AUTOMATIC" => one_of(random, &["IMPLICIT", "EXPLICIT", "AUTOMATIC"]),
            "BOOLEAN" | "INTEGER" | "NULL" | "REAL" | "UTF8String" | "IA5String" | "UTCTime"
            | "GeneralizedTime" => one_of(random, &TYPES),
            "}" => one_of(
                random,
                &["}", ", ... }", ", extra NULL }", ", ..., [[ late INTEGER, later BOOLEAN OPTIONAL ]] }"],
            ),
            "," => one_of(random, &[",", " OPTIONAL,", ", inserted [77] OCTET STRING OPTIONAL,"]),
            number if number.parse::<u64>().is_ok() => one_of(random, &NUMBERS),
            // Types of the module refer to each other.
            name if name.starts_with('T') && name[1..].parse::<u32>().is_ok() => {
                format!("T{}", random.below(6))
            }
            other => other.to_owned(),
        };
        text.replace_range(from..to, &new);
    }
    text
}

/// Returns the places of words, numbers and signs.
fn words(text: &str) -> Vec<(usize, usize)> {
    let mut places = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices() {
        let is_word = c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if let (Some(from), false) = (start, is_word) {
            places.push((from, at));
            start = None;
        }
        if is_word && start.is_none() {
            start = Some(at);
        } else if matches!(c, ',' | '}' | ';' | '<' | '>' | '*') {
            places.push((at, at + 1));
        }
    }
    places
}
