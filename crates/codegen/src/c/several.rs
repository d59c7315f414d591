//! Combines several specifications in one program: their common runtime, and names of its own for each.
//!
//! The C of the runtime reads the tables of a specification through `unit`. In a runtime for one
//! specification [`narrowed`] replaces these reads by the names of the tables, so that they cost nothing.

use crate::c::runtime::{ALONE, Configuration};
use std::collections::{BTreeMap, BTreeSet};

/// The feature of a runtime that serves several specifications of one encoding rule.
pub const SEVERAL: &str = "SEVERAL";
/// The feature of a runtime that reads tables or rules by unit.
pub const UNITS: &str = "BY_UNIT";

/// Members of `stubc_unit` that are macros in a runtime for one specification; the others are tables.
const MACROS: [(&str, &str); 5] = [
    ("decoder_count", "STUBC_DECODERS"),
    ("encoder_count", "STUBC_ENCODERS"),
    ("encoders_from", "STUBC_ENCODERS_FROM"),
    ("numbered", "STUBC_NUMBERED"),
    ("open_defaults", "STUBC_OPEN_DEFAULTS"),
];

/// Tables that generated code defines, without `stubc_`: each of several specifications has its own.
const TABLES: [&str; 12] = [
    "choosers",
    "constructed_defaults",
    "decoders",
    "default_integers",
    "default_slices",
    "encoders",
    "hops",
    "keys",
    "nodes",
    "programs",
    "tags",
    "wides",
];

/// Returns a part of the runtime in the form that these features need.
pub fn narrowed(text: &str, features: &BTreeSet<String>) -> String {
    const UNIT: [&str; 4] = ["d->unit", "c->unit", "(unit)", "unit"];
    let mut text = text.to_owned();
    if !features.contains("MIXED") {
        for unit in UNIT {
            text =
                text.replace(&format!("!{unit}->is_der && "), "").replace(&format!("{unit}->is_der && "), "");
        }
    }
    if features.contains(UNITS) {
        return text;
    }
    text = text.replace("const stubc_unit *unit, ", "").replace("    (void)unit;\n", "");
    for unit in UNIT {
        text = text.replace(&format!("{unit}, "), "");
        for (member, name) in MACROS {
            text = text.replace(&format!("{unit}->{member}"), name);
        }
        text = text.replace(&format!("{unit}->"), "stubc_");
    }
    text
}

/// Returns one configuration for all of these. Features add up; a value is the largest number or the widest
/// type.
pub fn united(all: &[Configuration]) -> Configuration {
    let features: BTreeSet<String> = all.iter().flat_map(|one| one.features.iter().cloned()).collect();
    let mut values: Vec<(String, String)> = Vec::new();
    for (name, value) in all.iter().flat_map(|one| &one.values) {
        match values.iter_mut().find(|known| known.0 == *name) {
            Some(known) if rank(value) > rank(&known.1) => known.1.clone_from(value),
            Some(_) => {}
            None => values.push((name.clone(), value.clone())),
        }
    }
    // Code that does not call the runtime leaves the choice to the others.
    let mut sources = all.iter().map(|one| one.source.as_str()).filter(|source| *source != ALONE);
    let source = sources.next().map_or(ALONE.to_owned(), |first| {
        let rest: Vec<&str> = sources.collect();
        let all_have = |line: &&str| rest.iter().all(|other| other.lines().any(|own| own == *line));
        first.lines().filter(all_have).map(|line| format!("{line}\n")).collect()
    });
    Configuration { features, values, source }
}

/// Returns the rank of a value: its number, or the position of its type.
fn rank(value: &str) -> u64 {
    const TYPES: [&str; 3] = ["uint16_t", "uint32_t", "size_t"];
    let of_type = TYPES.iter().position(|ty| *ty == value).map(|at| at as u64);
    of_type.or_else(|| value.parse().ok()).unwrap_or(0)
}

/// Returns the name of a unit's table in C.
pub fn table_name(unit: &str, table: &str) -> String {
    format!("stubc_{unit}_{table}")
}

/// Returns generated code with the names of this unit's tables.
pub fn with_own_tables(text: &str, unit: &str) -> String {
    let own: BTreeMap<String, String> =
        TABLES.iter().map(|table| (format!("stubc_{table}"), table_name(unit, table))).collect();
    words(text, |word| own.get(word).cloned())
}

/// Returns the declarations of a unit's tables, from the header of a runtime that serves only this unit.
pub fn declarations(header: &[String]) -> String {
    let lines = header.iter().flat_map(|part| part.lines()).filter(|line| line.starts_with("extern "));
    lines.map(|line| format!("{line}\n")).collect()
}

/// Returns a text of one encoding rule for use beside another. Names that are not public get the rule's name,
/// as both rules have a `stubc_decoder`.
pub fn of_rule(text: &str, rule: &str, public: &str) -> String {
    let mut known = BTreeSet::new();
    words(public, |word| {
        known.insert(word.to_owned());
        None
    });
    words(text, |word| {
        let (front, rest) = word.split_once('_')?;
        let is_other = known.contains(word)
            || ["rt", "RT_H", "ENTRY"].contains(&rest)
            || rest.starts_with("FOR_")
            || rest.starts_with("HEADER_OF_");
        match front {
            "stubc" if !is_other => Some(format!("stubc_{rule}_{rest}")),
            "STUBC" if !is_other => Some(format!("STUBC_{}_{rest}", rule.to_uppercase())),
            _ => None,
        }
    })
}

/// Replaces the words of C in a text.
fn words(text: &str, mut replace: impl FnMut(&str) -> Option<String>) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    let mut rest = text;
    while !rest.is_empty() {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(end);
        match replace(word) {
            Some(other) if !word.is_empty() => out.push_str(&other),
            _ => out.push_str(word),
        }
        let next = behind.find(is_word).unwrap_or(behind.len());
        out.push_str(&behind[..next]);
        rest = &behind[next..];
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_runtime_for_one_names_its_tables() {
        let source = "static int f(const stubc_unit *unit, int x)\n{\n    (void)unit;\n    return unit->nodes[x];\n}\n\
                      if (d->unit->is_der && f(d->unit, 1) < c->unit->encoder_count) {\n";
        let one = narrowed(source, &BTreeSet::new());
        assert_eq!(
            one,
            "static int f(int x)\n{\n    return stubc_nodes[x];\n}\nif (f(1) < STUBC_ENCODERS) {\n"
        );
        let features = [UNITS.to_owned(), "MIXED".to_owned()].into();
        assert_eq!(narrowed(source, &features), source);
        let alike = narrowed(source, &[UNITS.to_owned()].into());
        assert_eq!(alike, source.replace("d->unit->is_der && ", ""));
    }

    #[test]
    fn values_of_several_are_the_widest() {
        let one = |values: &[(&str, &str)], source: &str| Configuration {
            values: values.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
            source: source.to_owned(),
            ..Configuration::default()
        };
        let all = [
            one(&[("DECODERS", "9"), ("TAG_CELL", "uint16_t")], "#define A\n#define B\n"),
            one(&[("DECODERS", "10"), ("TAG_CELL", "uint32_t"), ("WIDES", "3")], "#define B\n"),
            one(&[], ALONE),
        ];
        let both = united(&all);
        assert_eq!(both, one(&[("DECODERS", "10"), ("TAG_CELL", "uint32_t"), ("WIDES", "3")], "#define B\n"));
        assert_eq!(united(&all[2..]).source, ALONE);
    }

    #[test]
    fn rules_beside_each_other_share_public_names() {
        let text =
            "#include \"stubc_rt.h\"\nstubc_result stubc_fail(stubc_decoder *d, STUBC_LIMIT, STUBC_SPEED);";
        let renamed = of_rule(text, "xdr", "stubc_result STUBC_LIMIT");
        assert_eq!(
            renamed,
            "#include \"stubc_rt.h\"\nstubc_result stubc_xdr_fail(stubc_xdr_decoder *d, STUBC_LIMIT, STUBC_XDR_SPEED);"
        );
        assert_eq!(
            with_own_tables("stubc_nodes, my_stubc_nodes", "ldap"),
            "stubc_ldap_nodes, my_stubc_nodes"
        );
    }
}
