//! Selects the parts of `stubc_rt.h` and `stubc_rt.c` that specifications use under OER.

use super::ops::{Model, Needs, Oer};
use crate::c::helpers::{Called, Helper};
use crate::c::runtime::{Configuration, Parts};
use crate::c::{checks, rigid};
use crate::packed;
use crate::packed::helpers::{self, Needed};
use crate::packed::table::Table;
use crate::program::techniques::Direction;
use interp_runtime::sources;

/// Decodes a string after its length.
pub const TAKE_STRING: Helper = Helper { name: "stubc_take_string", feature: "TAKE_STRING" };
/// The same, in line.
pub const QUICK_STRING: Helper = Helper { name: "stubc_quick_string", feature: "TAKE_STRING" };
/// Decodes a number of elements.
pub const TAKE_COUNT: Helper = Helper { name: "stubc_take_count", feature: "TAKE_COUNT" };
/// The same, in line.
pub const QUICK_COUNT: Helper = Helper { name: "stubc_quick_count", feature: "TAKE_COUNT" };
/// Encodes a string after its length.
pub const PUT_STRING: Helper = Helper { name: "stubc_put_string", feature: "PUT_STRING" };
/// The same, in line.
pub const QUICK_PUT_STRING: Helper = Helper { name: "stubc_quick_put_string", feature: "PUT_STRING" };
/// Encodes the bytes that a value has kept.
pub const PUT_KEPT: Helper = Helper { name: "stubc_put_kept", feature: "PUT_KEPT" };
/// Encodes a number of elements.
pub const PUT_COUNT: Helper = Helper { name: "stubc_put_count", feature: "PUT_COUNT" };
/// The same, in line.
pub const QUICK_PUT_COUNT: Helper = Helper { name: "stubc_quick_put_count", feature: "PUT_COUNT" };

/// The helpers that procedures call beside those of all packed rules.
const HELPERS: [Needed; 11] = [
    (TAKE_STRING, "", Direction::Decode),
    (QUICK_STRING, "", Direction::Decode),
    (TAKE_COUNT, "USE_ARRAY", Direction::Decode),
    (QUICK_COUNT, "USE_ARRAY", Direction::Decode),
    (PUT_STRING, "", Direction::Encode),
    (QUICK_PUT_STRING, "", Direction::Encode),
    (PUT_KEPT, "USE_KEEP", Direction::Encode),
    (PUT_COUNT, "USE_ARRAY", Direction::Encode),
    (QUICK_PUT_COUNT, "USE_ARRAY", Direction::Encode),
    // Alternatives with tags of several bytes are left to the interpreter, also where no alternative is unknown.
    (helpers::INTERPRET_EXTENDED, "USE_CHOICE", Direction::Decode),
    (helpers::PUT_EXTENDED, "USE_CHOICE", Direction::Encode),
];

/// The features that parts of the runtime test and [`configuration`] may set.
const FEATURES: [&str; 72] = [
    "BOUNDS",
    "BY_UNIT",
    "CANONICAL",
    "CANONICAL_REAL",
    "CHECKS",
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
    "OCTETS",
    "PROFILE",
    "PUT_ADDITIONS",
    "PUT_COUNT",
    "PUT_EXTENDED",
    "PUT_KEPT",
    "PUT_PROGRAM",
    "PUT_STRING",
    "TAKE_ADDITIONS",
    "TAKE_COUNT",
    "TAKE_ELEMENTS",
    "TAKE_EMPTY",
    "TAKE_EXTENDED",
    "TAKE_PROGRAM",
    "TAKE_RELATIONS",
    "TAKE_STRING",
    "USE_ADDITIONS",
    "USE_ARENA",
    "USE_ARRAY",
    "USE_BITS",
    "USE_BITS_LENGTH",
    "USE_BOOLEAN",
    "USE_BYTES",
    "USE_CHARACTERS",
    "USE_CHOICE",
    "USE_CONTAINED",
    "USE_DEFAULT",
    "USE_EMPTY",
    "USE_ENUMERATED",
    "USE_FLOAT",
    "USE_HOPS",
    "USE_HOP_ITEMS",
    "USE_HOP_KIND",
    "USE_HOP_OCTETS",
    "USE_HOP_TEST",
    "USE_INTEGER",
    "USE_KEEP",
    "USE_KEEP_UNKNOWN",
    "USE_LARGE",
    "USE_MATCH",
    "USE_MATCH_WIDE",
    "USE_NAMED_BITS",
    "USE_NUMBERS",
    "USE_OID",
    "USE_PARTS",
    "USE_REAL",
    "USE_REAL_COMPONENTS",
    "USE_REAL_RANGES",
    "USE_RECUR",
    "USE_SAME_BITS",
    "USE_SEQUENCE",
    "USE_STRINGS",
    "USE_TAGS",
    "USE_TYPED",
    "USE_UNKNOWN",
    "USE_UNSIGNED",
    "WIDE",
];

/// Returns the features that the parts of the runtime test.
fn all_features() -> Vec<&'static str> {
    [&FEATURES[..], &checks::FEATURES, &rigid::FEATURES].concat()
}

/// Returns the configuration of the runtime for a plan.
pub fn configuration(
    model: &Model<'_>,
    needs: &Needs,
    called: &Called,
    table: &Table<Oer>,
    is_canonical: bool,
) -> Configuration {
    let mut own = packed::configuration::configuration(model, table);
    helpers::add(&mut own, needs, (called, table), &HELPERS);
    if is_canonical {
        own.features.insert("CANONICAL".to_owned());
    }
    if Direction::ALL.into_iter().any(|way| !needs.procedures[&way].is_empty()) {
        own.features.insert("BIG_WORDS".to_owned());
    }
    let shapes = rigid::features(model, called, needs.tries_shapes);
    own.features.extend(shapes.into_iter().map(str::to_owned));
    let known = all_features();
    let strange = own.features.iter().find(|name| !known.contains(&name.as_str()));
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
            sources::WORK_HEADER,
            sources::OER_HEADER,
            sources::SHAPE_WORDS_HEADER,
            sources::BIG_WORDS_HEADER,
            sources::RIGID_HEADER,
            sources::TABLES_HEADER,
            sources::CHECKS_HEADER,
            sources::CALLS_HEADER,
            sources::OER_FAST,
            sources::ENTRIES_HEADER,
        ],
        source: vec![
            sources::KEYS,
            sources::OID_REAL,
            sources::CONTENTS,
            sources::PREDICATES,
            sources::BOUNDS,
            sources::STATE,
            sources::OER_NUMBERS,
            sources::OER_DECODE,
            sources::OER_ENCODE,
            sources::OER_FLOATS,
            sources::STEPS,
            sources::CHECKED,
            sources::OER_DEEPER,
            sources::OER_OPENS,
            sources::HOPS,
            sources::OER_INTERPRET_DECODE,
            sources::OER_INTERPRET_ENCODE,
            sources::CALLS,
            sources::OER_PROCEDURES,
            sources::RIGID,
            sources::WORK,
            sources::OER_MESSAGES,
            sources::EXACTLY,
            sources::TAIL,
            sources::PATHS,
        ],
        features: all_features(),
        values: &["PREDICATES_FROM"],
    }
}
