//! Selects the parts of `stubc_rt.h` and `stubc_rt.c` that specifications use under PER.

use super::ops::{Model, Needs};
use super::table::Table;
use crate::c::runtime::{Configuration, Parts, public_features};
use crate::c::several;
use crate::program::techniques::Direction;
use interp_runtime::sources;
use std::collections::BTreeSet;

/// The features that parts of the runtime test and [`configuration`] may set.
const FEATURES: [&str; 43] = [
    "ALIGNED",
    "BY_UNIT",
    "CONSTRUCTED_DEFAULTS",
    "COUNT_COMMANDS",
    "DECODE",
    "DEFAULT_SLICES",
    "ENCODE",
    "ENTRIES",
    "ERROR_PATHS",
    "INTERPRET",
    "PACKED",
    "PROFILE",
    "USE_ADDITIONS",
    "USE_ARENA",
    "USE_ARRAY",
    "USE_BITS",
    "USE_BOOLEAN",
    "USE_BYTES",
    "USE_CHARACTERS",
    "USE_CHOICE",
    "USE_CONTENTS",
    "USE_DEFAULT",
    "USE_EMPTY",
    "USE_ENUMERATED",
    "USE_EXTENSIONS",
    "USE_HOPS",
    "USE_INTEGER",
    "USE_MAPPED",
    "USE_NUMBERS",
    "USE_OCTETS",
    "USE_OID",
    "USE_OPEN",
    "USE_PARTS",
    "USE_REAL",
    "USE_RECUR",
    "USE_SEQUENCE",
    "USE_SIZES",
    "USE_SLICES",
    "USE_STRINGS",
    "USE_TYPED",
    "USE_UNBOUNDED",
    "USE_UNKNOWN",
    "WIDE",
];

/// Returns the configuration of the runtime for a plan.
pub fn configuration(model: &Model<'_>, _: &Needs, table: &Table, is_aligned: bool) -> Configuration {
    let mut set: BTreeSet<String> = BTreeSet::new();
    let mut on = |name: &str| {
        debug_assert!(FEATURES.contains(&name), "no part of the runtime asks for {name}");
        set.insert(name.to_owned());
    };
    public_features(&model.options).for_each(&mut on);
    on("PACKED");
    on("INTERPRET");
    if is_aligned {
        on("ALIGNED");
    }
    if model.options.roots.iter().any(|root| root.entry_points) {
        on("ENTRIES");
    }
    for direction in Direction::ALL {
        if model.options.roots.iter().any(|root| root.has(direction)) {
            on(&direction.name().to_uppercase());
        }
    }
    if !model.default_slices.is_empty() {
        on("DEFAULT_SLICES");
    }
    table.uses.iter().for_each(|used| on(used));
    let offset = if table.octets > 0xffff { "uint32_t" } else { "uint16_t" };
    let cell = if table.offsets.len() > 0xffff { "uint32_t" } else { "uint16_t" };
    let values = [("ALIGN", "sizeof(uint64_t)"), ("PROGRAM_OFFSET", offset), ("ROOT_CELL", cell)];
    let values = values.map(|(name, value)| (name.to_owned(), value.to_owned()));
    Configuration { features: set, values: values.into(), source: String::new() }
}

/// Returns the configuration of one runtime for several specifications.
pub fn united(all: &[Configuration]) -> Configuration {
    let mut both = several::united(all);
    both.features.insert(several::UNITS.to_owned());
    both
}

/// Returns the parts of the runtime for PER.
pub fn parts() -> Parts {
    Parts {
        serves: "PER (X.691)",
        header: vec![sources::PATHS_HEADER, sources::PER_HEADER, sources::ENTRIES_HEADER],
        source: vec![
            sources::PER_VALUES,
            sources::PER_DECODE,
            sources::PER_ENCODE,
            sources::PER_OPENS,
            sources::PER_INTERPRET_DECODE,
            sources::PER_INTERPRET_ENCODE,
            sources::PER_MESSAGES,
            sources::EXACTLY,
            sources::TAIL,
            sources::PATHS,
        ],
        features: &FEATURES,
        values: &[],
    }
}
