//! Prints the table of value checks, which procedures and commands refer to by constants.

use crate::c::expr::repr_name;
use crate::c::writer::Writer;
use crate::checks;
use crate::model::Model;
use crate::program::CheckKind;
use num_bigint::BigInt;
use std::collections::BTreeSet;
use syntax_graph::{Intervals, Predicate};

/// The features of the runtime for one kind of checked value each.
pub const FEATURES: [&str; 16] = [
    "USE_CHECK_BOOLEAN",
    "USE_CHECK_BYTES",
    "USE_CHECK_CHARACTERS1",
    "USE_CHECK_CHARACTERS2",
    "USE_CHECK_CHARACTERS4",
    "USE_CHECK_COUNT",
    "USE_CHECK_I16",
    "USE_CHECK_I32",
    "USE_CHECK_I64",
    "USE_CHECK_I8",
    "USE_CHECK_LENGTH",
    "USE_CHECK_U16",
    "USE_CHECK_U32",
    "USE_CHECK_U64",
    "USE_CHECK_U8",
    "USE_CHECK_UTF8",
];

/// Returns the features of the runtime that the checks of a model need.
pub fn features(model: &Model<'_>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut on = |name: &str| {
        found.insert(name.to_owned());
    };
    if !model.checks.is_empty() {
        on("CHECKS");
    }
    if !model.contained.is_empty() {
        on("USE_CONTAINED");
    }
    if !model.checks.bounds.is_empty() {
        on("BOUNDS");
    }
    for bounds in &model.checks.bounds {
        on(&format!("USE_CHECK_{}", kind(bounds.kind)));
    }
    let mut parts = Vec::new();
    for check in &model.checks.predicates {
        checks::walk(model.graph, check.ty, &check.predicate, &mut parts);
    }
    for (ty, part) in parts {
        match part {
            Predicate::Bits { .. } => on("USE_SAME_BITS"),
            Predicate::Real { .. } => on("USE_REAL_RANGES"),
            Predicate::RealComponents(_) => on("USE_REAL_COMPONENTS"),
            Predicate::Matches(_) => {
                on("USE_MATCH");
                if let Some(CheckKind::Characters(2 | 4)) = checks::kind(model.graph, ty) {
                    on("USE_MATCH_WIDE");
                }
            }
            _ => {}
        }
    }
    found
}

/// Returns the number of the first check that is a function, for commands.
pub fn predicates_from(model: &Model<'_>) -> Option<String> {
    let has_functions = !model.checks.predicates.is_empty();
    has_functions.then(|| model.checks.bounds.len().to_string())
}

/// Prints the table of checks. An entry has its bounds in pairs, those of the number first.
pub fn print(w: &mut Writer, model: &Model<'_>) {
    if model.checks.bounds.is_empty() {
        return;
    }
    let mut rows = Vec::new();
    for (index, check) in model.checks.bounds.iter().enumerate() {
        let (bounds, first, second) = if check.kind == CheckKind::Bytes {
            bounds_in_words(check.check.number.as_ref())
        } else {
            let numbers = pairs(check.check.number.as_ref());
            let characters = pairs(check.check.characters.as_ref());
            let (first, second) = (numbers.len(), characters.len());
            (numbers.into_iter().chain(characters).collect::<Vec<String>>(), first, second)
        };
        w.line(&format!("static const int64_t stubc_bounds_{index}[] = {{{}}};", bounds.join(", ")));
        rows.push(format!("{{stubc_bounds_{index}, {first}, {second}, STUBC_CHECK_{}}},", kind(check.kind)));
    }
    w.block("const stubc_check stubc_checks[] =", "};", |w| rows.iter().for_each(|row| w.line(row)));
    w.blank();
}

/// Returns the name of a kind after `STUBC_CHECK_`.
pub fn kind(kind: CheckKind) -> String {
    match kind {
        CheckKind::Integer(repr) => repr_name(repr).to_uppercase(),
        CheckKind::Boolean => "BOOLEAN".into(),
        CheckKind::Length => "LENGTH".into(),
        CheckKind::Count => "COUNT".into(),
        CheckKind::Characters(width) => format!("CHARACTERS{width}"),
        CheckKind::Utf8 => "UTF8".into(),
        CheckKind::Bytes => "BYTES".into(),
    }
}

/// Returns each interval as two constants; for an empty set, one interval that holds no number.
fn pairs(set: Option<&Intervals>) -> Vec<String> {
    let Some(set) = set else { return Vec::new() };
    if set.is_empty() {
        return vec!["1, 0".to_owned()];
    }
    let end = |end: &Option<BigInt>, none: &str| end.as_ref().map_or(none.to_owned(), constant);
    set.intervals()
        .iter()
        .map(|(low, high)| format!("{}, {}", end(low, "0"), end(high, "INT64_MAX")))
        .collect()
}

/// Returns each bound in words of 64 bits (two's complement, the highest first), with the number of intervals and of words.
/// An open end is the least or the greatest number of these words; one spare bit distinguishes it from a bound.
fn bounds_in_words(set: Option<&Intervals>) -> (Vec<String>, usize, usize) {
    let intervals = set.map_or(&[][..], Intervals::intervals);
    if intervals.is_empty() {
        return (vec!["1, 0".to_owned()], 1, 1);
    }
    let ends = intervals.iter().flat_map(|(low, high)| [low, high]).flatten();
    let words = ends.map(|end| (end.bits() + 2).div_ceil(64)).max().map_or(1, |words| words as usize);
    let mut bounds = Vec::new();
    for (low, high) in intervals {
        for (end, first, rest) in [(low, "INT64_MIN", "0"), (high, "INT64_MAX", "-1")] {
            match end {
                Some(end) => bounds.extend((0..words).rev().map(|word| {
                    let bits: BigInt = (end >> (64 * word)) & BigInt::from(u64::MAX);
                    constant(&bits)
                })),
                None => bounds.extend((0..words).map(|at| if at == 0 { first } else { rest }.to_owned())),
            }
        }
    }
    (bounds, intervals.len(), words)
}

/// Returns a number of 64 bits as the signed number with the same bits.
fn constant(number: &BigInt) -> String {
    match i64::try_from(number) {
        Ok(i64::MIN) => "INT64_MIN".to_owned(),
        Ok(number) => format!("INT64_C({number})"),
        Err(_) => format!("(int64_t)UINT64_C({number})"),
    }
}
