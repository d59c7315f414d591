//! The features of the runtime that packed rules share.

use super::ops::Packed;
use super::table::Table;
use crate::c::checks;
use crate::c::runtime::{Configuration, limit, public_features};
use crate::c::several;
use crate::model::view::View;
use crate::program::techniques::Direction;
use std::collections::BTreeSet;

/// Returns the features that the model and the commands of a plan need, and the values of macros.
pub fn configuration<R: Packed>(model: &View<'_, R>, table: &Table<R>) -> Configuration {
    let mut features: BTreeSet<String> = public_features(&model.options).map(str::to_owned).collect();
    features.insert("INTERPRET".to_owned());
    // Governors are compared as octets.
    features.insert("OCTETS".to_owned());
    if model.options.roots.iter().any(|root| root.entry_points) {
        features.insert("ENTRIES".to_owned());
    }
    for direction in Direction::ALL {
        if model.options.roots.iter().any(|root| root.has(direction)) {
            features.insert(direction.name().to_uppercase());
        }
    }
    if !model.default_slices.is_empty() {
        features.insert("DEFAULT_SLICES".to_owned());
    }
    if !model.names.unknown.is_empty() {
        features.insert("USE_KEEP_UNKNOWN".to_owned());
    }
    features.extend(table.uses.iter().map(|used| (*used).to_owned()));
    features.extend(checks::features(model));
    if !model.contained.is_empty() {
        features.insert("DECODE".to_owned());
    }
    // Checks of numbers of IEEE 754 compare their contents.
    if ["USE_REAL_RANGES", "USE_REAL_COMPONENTS"].iter().any(|name| features.contains(*name)) {
        features.insert("USE_REAL".to_owned());
    }
    if features.contains("USE_REAL") {
        features.insert("CANONICAL_REAL".to_owned());
    }
    let offset = if table.octets > 0xffff { "uint32_t" } else { "uint16_t" };
    let numbered = table.places.numbered.len();
    let cell = if table.octets + numbered > 0xffff { "uint32_t" } else { "uint16_t" };
    let hop = if table.most_hop > 0xffff { "uint32_t" } else { "uint16_t" };
    let numbered = numbered.to_string();
    let values = [
        ("ALIGN", "sizeof(uint64_t)"),
        ("PROGRAM_OFFSET", offset),
        ("ROOT_CELL", cell),
        ("HOP_CELL", hop),
        ("NUMBERED", &numbered),
    ];
    let values = values.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let from = checks::predicates_from(model).map(|from| ("PREDICATES_FROM".to_owned(), from));
    let values = values.into_iter().chain(limit(&model.options)).chain(from).collect();
    Configuration { features, values, source: String::new() }
}

/// Returns the configuration of one runtime for several specifications.
pub fn united(all: &[Configuration]) -> Configuration {
    let mut both = several::united(all);
    both.features.insert(several::UNITS.to_owned());
    both
}
