//! Selects the parts of `stubc_rt.h` and `stubc_rt.c` that specifications use under PER.

use super::ops::{Model, Needs, Per};
use crate::c::helpers::{Called, Helper};
use crate::c::runtime::{Configuration, PACKED, Parts};
use crate::c::{checks, rigid};
use crate::packed;
use crate::packed::helpers::{self, Needed};
use crate::packed::table::Table;
use crate::program::techniques::Direction;
use interp_runtime::sources;

/// Returns the bits at a place.
pub const PEEK: Helper = Helper { name: "stubc_peek", feature: "PEEK" };
/// Decodes a length of its own.
pub const TAKE_LENGTH: Helper = Helper { name: "stubc_take_length", feature: "TAKE_LENGTH" };
/// Decodes the items of a string.
pub const TAKE_STRING: Helper = Helper { name: "stubc_take_string", feature: "TAKE_STRING" };
/// Writes bits.
pub const PUT: Helper = Helper { name: "stubc_put", feature: "PUT" };
/// Encodes a length of its own.
pub const PUT_LENGTH: Helper = Helper { name: "stubc_put_length", feature: "PUT_LENGTH" };
/// Encodes the items of a string.
pub const PUT_STRING: Helper = Helper { name: "stubc_put_string", feature: "PUT_STRING" };

/// The helpers that procedures call beside those of all packed rules.
const HELPERS: [Needed; 6] = [
    (PEEK, "", Direction::Decode),
    (TAKE_LENGTH, "", Direction::Decode),
    (TAKE_STRING, "USE_STRINGS", Direction::Decode),
    (PUT, "", Direction::Encode),
    (PUT_LENGTH, "", Direction::Encode),
    (PUT_STRING, "", Direction::Encode),
];

/// The features that parts of the runtime test and [`configuration`] may set.
const FEATURES: [&str; 82] = [
    "ALIGNED",
    "BOUNDS",
    "BY_UNIT",
    "CANONICAL",
    "CANONICAL_REAL",
    "CHECKS",
    "COMPACT",
    "SMALL_RUNTIME",
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
    "PACKED",
    "PEEK",
    "PROFILE",
    "PUT",
    "PUT_ADDITIONS",
    "PUT_EXTENDED",
    "PUT_LENGTH",
    "PUT_PROGRAM",
    "PUT_STRING",
    "TAKE_ADDITIONS",
    "TAKE_ELEMENTS",
    "TAKE_EMPTY",
    "TAKE_EXTENDED",
    "TAKE_LENGTH",
    "TAKE_PROGRAM",
    "TAKE_RELATIONS",
    "TAKE_STRING",
    "USE_ADDED_DEFAULTS",
    "USE_ADDITIONS",
    "USE_ARENA",
    "USE_ARRAY",
    "USE_BITS",
    // PER has booleans among its numbers: only what it shares with OER tests this.
    "USE_BOOLEAN",
    "USE_BYTES",
    "USE_CHARACTERS",
    "USE_CHOICE",
    "USE_CONTAINED",
    "USE_DEFAULT",
    "USE_EMPTY",
    "USE_ENUMERATED",
    "USE_EXTENSIONS",
    "USE_HOPS",
    "USE_HOP_ITEMS",
    "USE_HOP_KIND",
    "USE_HOP_OCTETS",
    "USE_HOP_TEST",
    "USE_INTEGER",
    "USE_KEEP_UNKNOWN",
    "USE_LARGE",
    "USE_MAPPED",
    "USE_MATCH",
    "USE_MATCH_WIDE",
    "USE_NAMED_BITS",
    "USE_NUMBERS",
    "USE_OCTETS",
    "USE_OID",
    "USE_OPEN_BOUNDS",
    "USE_PARTS",
    "USE_REAL",
    "USE_REAL_COMPONENTS",
    "USE_REAL_RANGES",
    "USE_RECUR",
    "USE_SAME_BITS",
    "USE_SEQUENCE",
    "USE_SIZES",
    "USE_SLICES",
    "USE_STRINGS",
    "USE_TYPED",
    "USE_UNBOUNDED",
    "USE_UNKNOWN",
    "WIDE",
    "WIDE_BOUNDS",
    "WIDE_ITEMS",
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
    table: &Table<Per>,
    is_aligned: bool,
) -> Configuration {
    let mut own = packed::configuration::configuration(model, table);
    let mut on = |name: &str| {
        own.features.insert(name.to_owned());
    };
    on("PACKED");
    if is_aligned {
        on("ALIGNED");
    }
    if model.options.compact {
        on("COMPACT");
    }
    if needs.small_runtime {
        on("SMALL_RUNTIME");
    }
    helpers::add(&mut own, needs, (called, table), &HELPERS);
    let shapes = rigid::features(model, called, needs.tries_shapes);
    own.features.extend(shapes.into_iter().map(str::to_owned));
    let known = all_features();
    let strange = own.features.iter().find(|name| *name != PACKED && !known.contains(&name.as_str()));
    debug_assert!(strange.is_none(), "no part of the runtime asks for {strange:?}");
    own
}

/// Returns the parts of the runtime for PER.
pub fn parts() -> Parts {
    Parts {
        serves: "PER (X.691)",
        header: vec![
            sources::PATHS_HEADER,
            sources::PACKED_HEADER,
            sources::WORK_HEADER,
            sources::PER_HEADER,
            sources::SHAPE_WORDS_HEADER,
            sources::BIG_WORDS_HEADER,
            sources::RIGID_HEADER,
            sources::TABLES_HEADER,
            sources::CHECKS_HEADER,
            sources::CALLS_HEADER,
            sources::PER_FAST,
            sources::ENTRIES_HEADER,
        ],
        source: vec![
            sources::KEYS,
            sources::OID_REAL,
            sources::CONTENTS,
            sources::PREDICATES,
            sources::BOUNDS,
            sources::PER_VALUES,
            sources::STATE,
            sources::PER_BITS,
            sources::PER_NUMBERS,
            sources::STEPS,
            sources::CHECKED,
            sources::PER_STRINGS,
            sources::PER_OPENS,
            sources::HOPS,
            sources::PER_STRUCTURES,
            sources::PER_QUICK,
            sources::PER_INTERPRET,
            sources::CALLS,
            sources::PER_PROCEDURES,
            sources::RIGID,
            sources::WORK,
            sources::PER_MESSAGES,
            sources::EXACTLY,
            sources::TAIL,
            sources::PATHS,
        ],
        features: all_features(),
        values: &["PREDICATES_FROM"],
    }
}
