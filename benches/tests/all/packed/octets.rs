//! OER and COER: the collection, damaged messages and random values; generated C without warnings.

use super::{Plans, interpreted, plans, prove};
use codegen::{Model, Rules, Techniques};
use std::path::PathBuf;
use std::process::Command;
use stubc::{RulesName, Settings, driver, front};
use stubc_benches::family::specification_files;
use stubc_benches::stubs::{WARNINGS, run, write};

const OER: (&str, Rules) = ("oer", Rules::Oer);
const COER: (&str, Rules) = ("coer", Rules::Coer);

/// Every technique, two caps, and plans with borders between techniques everywhere.
fn everything(model: &Model<'_>) -> Vec<(&'static str, Techniques)> {
    let more = [
        ("25 %", plans::capped(model, 25.0)),
        ("50 %", plans::capped(model, 50.0)),
        ("random 2", plans::random(model, 2)),
        ("random 3", plans::random(model, 3)),
    ];
    plans::all(model).into_iter().chain(more).collect()
}

/// Declares the tests of a specification whose messages are under these rules. CI interprets them;
/// `cargo test -p stubc-benches --test all -- --ignored packed::octets` does everything.
macro_rules! families {
    ($rules:ident $of:ident: $($name:ident: $family:literal)+) => {
        $(mod $name {
            #[test]
            fn $of() {
                super::prove(super::$rules, $family, super::interpreted);
            }

            #[test]
            #[ignore = "takes more time than CI has"]
            fn everything() {
                super::prove(super::$rules, $family, super::everything);
            }
        })+
    };
}

families! { OER interpreted: interledger: "specs/packed/interledger" }
families! { COER interpreted: ieee1609_2: "specs/packed/ieee1609-2" }

/// Declares the tests of a specification whose messages are under both rules.
macro_rules! both {
    ($($name:ident: $family:literal)+) => {
        $(mod $name {
            #[test]
            fn oer() {
                super::prove(super::OER, $family, super::interpreted);
            }

            #[test]
            fn coer() {
                super::prove(super::COER, $family, super::interpreted);
            }

            #[test]
            #[ignore = "takes more time than CI has"]
            fn everything_oer() {
                super::prove(super::OER, $family, super::everything);
            }

            #[test]
            #[ignore = "takes more time than CI has"]
            fn everything_coer() {
                super::prove(super::COER, $family, super::everything);
            }
        })+
    };
}

both! {
    bit_strings: "specs/packed/mini/bit-strings.asn"
    choices: "specs/packed/mini/choices.asn"
    contents: "specs/packed/mini/contents.asn"
    enumerations: "specs/packed/mini/enumerations.asn"
    fragments: "specs/packed/mini/fragments.asn"
    integers: "specs/packed/mini/integers.asn"
    integers_extensible: "specs/packed/mini/integers-extensible.asn"
    lists: "specs/packed/mini/lists.asn"
    octet_strings: "specs/packed/mini/octet-strings.asn"
    oids: "specs/packed/mini/oids.asn"
    open_types: "specs/packed/mini/open-types.asn"
    recursive: "specs/packed/mini/recursive.asn"
    sequences: "specs/packed/mini/sequences.asn"
    sequences_extensible: "specs/packed/mini/sequences-extensible.asn"
    set_arithmetic: "specs/packed/mini/set-arithmetic.asn"
    sets: "specs/packed/mini/sets.asn"
    strings: "specs/packed/mini/strings.asn"
    strings_octets: "specs/packed/mini/strings-octets.asn"
}

/// What CI proves in every technique: preambles and additions, choices and lists.
#[test]
fn techniques() {
    let all: Plans = plans::all;
    prove(OER, "specs/packed/mini/choices.asn", all);
    prove(COER, "specs/packed/mini/sequences-extensible.asn", all);
    prove(OER, "specs/packed/interledger", all);
}

/// Checks that the C of a specification causes no warnings under these plans.
fn is_clean(rules: RulesName, family: &str, plans: Plans, compilers: &[&str]) {
    let Some(shared) = test_needs::published("") else { return };
    let path = shared.join(family);
    let files = if path.is_dir() { specification_files(&path) } else { vec![path] };
    let text = |file: &PathBuf| {
        let octets = std::fs::read(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        (file.display().to_string(), String::from_utf8_lossy(&octets).into_owned())
    };
    let specs = files.iter().map(text).collect();
    let settings = Settings { specs, rules: Some(rules), ..Settings::default() };
    let told = |error: stubc::CompileError| format!("{family}: {:?}", error.diagnostics.first());
    let specification = front::specification(&settings).map_err(told).expect("the specification is valid");
    let model = driver::model(&specification, &settings).map_err(told).expect("OER has all of its types");
    for (plan, techniques) in plans(&model) {
        let folder = tempfile::tempdir().expect("a folder for C");
        let sources = write(&model, &techniques, folder.path()).expect("the folder is writable");
        for cc in compilers {
            let mut command = Command::new(cc);
            command.args(WARNINGS).args(["-Os", "-c"]).args(&sources).current_dir(folder.path());
            run(&mut command).unwrap_or_else(|error| panic!("{family} {plan} {cc}: {error}"));
        }
    }
}

/// The specifications of the collection, and one of a standard.
const FAMILIES: [&str; 22] = [
    "specs/packed/ieee1609-2",
    "specs/packed/interledger",
    "specs/asn1/x691-annex-a",
    "specs/packed/mini/bit-strings.asn",
    "specs/packed/mini/choices.asn",
    "specs/packed/mini/contents.asn",
    "specs/packed/mini/enumerations.asn",
    "specs/packed/mini/fragments.asn",
    "specs/packed/mini/integers.asn",
    "specs/packed/mini/integers-extensible.asn",
    "specs/packed/mini/lists.asn",
    "specs/packed/mini/octet-strings.asn",
    "specs/packed/mini/oids.asn",
    "specs/packed/mini/open-types.asn",
    "specs/packed/mini/parameters.asn",
    "specs/packed/mini/reals.asn",
    "specs/packed/mini/recursive.asn",
    "specs/packed/mini/sequences.asn",
    "specs/packed/mini/sequences-extensible.asn",
    "specs/packed/mini/set-arithmetic.asn",
    "specs/packed/mini/sets.asn",
    "specs/packed/mini/strings.asn",
];

/// With every call inlined, all code is in few functions.
#[test]
fn inlined_c_has_no_warnings() {
    let inlined: Plans = |model| vec![("inlined", plans::inlined(model))];
    is_clean(RulesName::Coer, "specs/packed/ieee1609-2", inlined, &["cc"]);
    is_clean(RulesName::Oer, "specs/asn1/x691-annex-a", inlined, &["cc"]);
}

#[test]
#[ignore = "takes more time than CI has"]
fn no_c_has_warnings() {
    for family in FAMILIES {
        for rules in [RulesName::Oer, RulesName::Coer] {
            is_clean(rules, family, everything, &["gcc", "clang"]);
        }
    }
}
