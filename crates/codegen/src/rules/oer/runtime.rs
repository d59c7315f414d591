//! Selects the parts of `stubc_rt.h` and `stubc_rt.c` that specifications use under OER.

use super::ops::{Model, Oer};
use crate::c::runtime::{Configuration, Parts};
use crate::packed;
use crate::packed::table::Table;
use interp_runtime::sources;

/// The features that parts of the runtime test and [`configuration`] may set.
const FEATURES: [&str; 40] = [
    "BY_UNIT",
    "CANONICAL",
    "COMPILED_DECODE",
    "COMPILED_ENCODE",
    "CONSTRUCTED_DEFAULTS",
    "COUNT_COMMANDS",
    "DECODE",
    "DEFAULT_SLICES",
    "ENCODE",
    "ENTRIES",
    "ERROR_PATHS",
    "INTERPRET",
    "PROFILE",
    "USE_ADDITIONS",
    "USE_ARENA",
    "USE_ARRAY",
    "USE_BITS",
    "USE_BOOLEAN",
    "USE_BYTES",
    "USE_CHARACTERS",
    "USE_CHOICE",
    "USE_DEFAULT",
    "USE_EMPTY",
    "USE_ENUMERATED",
    "USE_FLOAT",
    "USE_HOPS",
    "USE_INTEGER",
    "USE_LARGE",
    "USE_NUMBERS",
    "USE_OID",
    "USE_PARTS",
    "USE_REAL",
    "USE_RECUR",
    "USE_SEQUENCE",
    "USE_STRINGS",
    "USE_TAGS",
    "USE_TYPED",
    "USE_UNKNOWN",
    "USE_UNSIGNED",
    "WIDE",
];

/// Returns the configuration of the runtime for a plan.
pub fn configuration(model: &Model<'_>, table: &Table<Oer>, is_canonical: bool) -> Configuration {
    let mut own = packed::configuration::configuration(model, table);
    if is_canonical {
        own.features.insert("CANONICAL".to_owned());
    }
    let strange = own.features.iter().find(|name| !FEATURES.contains(&name.as_str()));
    debug_assert!(strange.is_none(), "no part of the runtime asks for {strange:?}");
    own
}

/// Returns the parts of the runtime for OER.
pub fn parts() -> Parts {
    Parts {
        serves: "OER (X.696)",
        header: vec![
            sources::PATHS_HEADER,
            sources::PACKED_HEADER,
            sources::OER_HEADER,
            sources::TABLES_HEADER,
            sources::ENTRIES_HEADER,
        ],
        source: vec![
            sources::KEYS,
            sources::DIGITS,
            sources::CONTENTS,
            sources::STATE,
            sources::OER_NUMBERS,
            sources::OER_DECODE,
            sources::OER_ENCODE,
            sources::OER_FLOATS,
            sources::STEPS,
            sources::OER_OPENS,
            sources::HOPS,
            sources::OER_INTERPRET_DECODE,
            sources::OER_INTERPRET_ENCODE,
            sources::OER_MESSAGES,
            sources::EXACTLY,
            sources::TAIL,
            sources::PATHS,
        ],
        features: &FEATURES,
        values: &[],
    }
}
