//! The conditionals of the C runtime and the features that the emitter sets name the same symbols.

use codegen::Rules;
use codegen::emit::{Configuration, DERIVED, MAX_STRING, PACKED, Parts};
use std::collections::BTreeSet;

/// Symbols that the C compiler or the user decides, or that the parts define for it.
const OPEN: [&str; 17] = [
    "ALIGNMENT",
    "ALONE",
    "BIG_ENDIAN",
    "CHECK_SHAPES",
    "ENTRY",
    "FAIL",
    "HOLE",
    "MAX_DEPTH",
    "PERMUTES",
    "REFUSE",
    "RT_H",
    "SEE_TAIL",
    "SPEED",
    "VECTORS",
    "WORDS",
    "WORDS_ANYWHERE",
    "WORDS_OF_64",
];

const RULES: &[Rules] = Rules::ALL;

/// All texts of the runtime under one rule.
fn texts(parts: &Parts) -> Vec<&'static str> {
    let mut texts = vec![interp_runtime::sources::PUBLIC];
    texts.extend(&parts.header);
    texts.extend(&parts.source);
    texts
}

/// The symbols, without `STUBC_`, that conditionals of these texts name.
fn tested(texts: &[&str]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for text in texts {
        let joined = text.replace("\\\n", " ");
        let conditions = joined.lines().filter(|line| line.starts_with("#if") || line.starts_with("#elif"));
        for condition in conditions {
            let words = condition.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            found.extend(words.filter_map(|word| word.strip_prefix("STUBC_")).map(str::to_owned));
        }
    }
    found
}

#[test]
fn every_symbol_that_the_runtime_tests_is_known() {
    for rules in RULES {
        let parts = rules.runtime_parts();
        let known: BTreeSet<&str> =
            [&parts.features[..], parts.values, &DERIVED, &OPEN, &[PACKED, MAX_STRING]]
                .concat()
                .into_iter()
                .collect();
        let unknown: Vec<String> =
            tested(&texts(&parts)).into_iter().filter(|name| !known.contains(name.as_str())).collect();
        assert!(
            unknown.is_empty(),
            "{rules:?}: the C tests symbols that the emitter does not define; add them to the features, or fix the spelling: {unknown:?}"
        );
    }
}

#[test]
fn every_feature_is_tested_by_the_runtime() {
    for rules in RULES {
        let parts = rules.runtime_parts();
        let tested = tested(&texts(&parts));
        let known = parts.features.iter().chain(parts.values);
        let unused: Vec<&&str> = known.filter(|name| !tested.contains(**name)).collect();
        assert!(
            unused.is_empty(),
            "{rules:?}: the C tests none of these features; remove them from the list: {unused:?}"
        );
    }
}

#[test]
fn what_the_runtime_derives_it_defines_without_a_value() {
    let all: Vec<&str> = RULES.iter().flat_map(|rules| texts(&rules.runtime_parts())).collect();
    for name in DERIVED {
        let definition = format!("#define STUBC_{name}\n");
        assert!(
            all.iter().any(|text| text.contains(&definition)),
            "the C must define STUBC_{name} without a value"
        );
        assert!(tested(&all).contains(name), "the C must test STUBC_{name}, or not derive it");
    }
}

/// What is printed says how it was configured: the same configuration prints it again.
#[test]
fn printed_files_hold_their_configuration() {
    for rules in RULES {
        let parts = rules.runtime_parts();
        let configuration = Configuration {
            features: parts.features.iter().map(|name| (*name).to_owned()).collect(),
            values: parts.values.iter().map(|name| ((*name).to_owned(), "3".to_owned())).collect(),
            source: String::new(),
        };
        let (header, source) = configuration.files(&parts, "x");
        let read = Configuration::read(&header, &source);
        assert_eq!(read, configuration, "{rules:?}: printed files must hold their configuration");
        assert_eq!(
            read.files(&parts, "x"),
            (header.clone(), source.clone()),
            "{rules:?}: the configuration that was read must print the same files"
        );
        for text in [header, source] {
            assert!(!text.contains("STUBC_USE_ARRAY"), "printed files must not test features: {text}");
        }
    }
}
