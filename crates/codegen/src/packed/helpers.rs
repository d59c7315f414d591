//! The helpers that procedures of packed rules call. Each is compiled only if generated code calls it, and if the
//! interpreter has what it needs.

use super::table::Table;
use crate::c::helpers::{Called, Helper};
use crate::c::runtime::Configuration;
use crate::program::Operations;
use crate::program::needs::Needs;
use crate::program::techniques::Direction;

/// Allocates the elements of an array.
pub const ELEMENTS: Helper = Helper { name: "stubc_elements", feature: "TAKE_ELEMENTS" };
/// Counts an element without bits.
pub const EMPTY: Helper = Helper { name: "stubc_empty", feature: "TAKE_EMPTY" };
/// Decodes additions by commands.
pub const EXTEND: Helper = Helper { name: "stubc_decode_additions", feature: "TAKE_ADDITIONS" };
/// Resolves open types by commands.
pub const RESOLVE: Helper = Helper { name: "stubc_decode_relations", feature: "TAKE_RELATIONS" };
/// Decodes a value by commands.
pub const INTERPRET_DECODE: Helper = Helper { name: "stubc_interpret_decode", feature: "TAKE_PROGRAM" };
/// Decodes a value by its own commands, even if it has a procedure.
pub const INTERPRET_EXTENDED: Helper = Helper { name: "stubc_decode_extended", feature: "TAKE_EXTENDED" };
/// Encodes additions by commands.
pub const PUT_ADDITIONS: Helper = Helper { name: "stubc_encode_additions", feature: "PUT_ADDITIONS" };
/// Encodes a value by commands.
pub const INTERPRET_ENCODE: Helper = Helper { name: "stubc_interpret_encode", feature: "PUT_PROGRAM" };
/// Encodes a value by its own commands, even if it has a procedure.
pub const PUT_EXTENDED: Helper = Helper { name: "stubc_encode_extended", feature: "PUT_EXTENDED" };

/// A helper with the feature of the interpreter that it needs, or an empty text, and its direction.
pub type Needed = (Helper, &'static str, Direction);

/// The helpers of all packed rules.
const SHARED: [Needed; 9] = [
    (ELEMENTS, "USE_ARENA", Direction::Decode),
    (EMPTY, "USE_EMPTY", Direction::Decode),
    (EXTEND, "USE_ADDITIONS", Direction::Decode),
    (RESOLVE, "USE_HOPS", Direction::Decode),
    (INTERPRET_DECODE, "", Direction::Decode),
    (INTERPRET_EXTENDED, "USE_UNKNOWN", Direction::Decode),
    (PUT_ADDITIONS, "USE_ADDITIONS", Direction::Encode),
    (INTERPRET_ENCODE, "", Direction::Encode),
    (PUT_EXTENDED, "USE_UNKNOWN", Direction::Encode),
];

/// Adds the features of the procedures of a plan; `own`: the helpers of the rule beside [`SHARED`].
pub fn add<R: Operations>(
    configuration: &mut Configuration,
    needs: &Needs<R>,
    (called, table): (&Called, &Table<R>),
    own: &[Needed],
) {
    for direction in Direction::ALL.into_iter().filter(|way| !needs.procedures[way].is_empty()) {
        let compiled = format!("COMPILED_{}", direction.name().to_uppercase());
        let helpers = SHARED.iter().chain(own).filter(|(helper, needed, way)| {
            *way == direction && called.has(*helper) && (needed.is_empty() || table.uses.contains(needed))
        });
        let features = helpers.map(|(helper, ..)| helper.feature.to_owned());
        configuration.features.extend(features.chain([compiled]));
    }
}
