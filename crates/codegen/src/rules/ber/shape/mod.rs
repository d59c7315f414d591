//! Shapes under BER and DER: the walk beside a sample message, the printers of both directions, and the table that an
//! engine runs.

mod data;
mod decode;
mod encode;
mod header;
mod sums;
mod table;
mod walk;

pub use decode::root_function;
pub use table::table;
pub use walk::walk;

use crate::blob::{Engine, shapes};
use crate::c::writer::Writer;
use crate::program::techniques::Techniques;
use crate::rules::ber::ops::{Model, Needs};
use interp_runtime::sources::{OID_REAL, SHAPE_CHECK, SHAPE_RUN, TABLE};

/// Prints the functions of all shapes: those on the structs of holes, and those that the plan tries first.
pub fn functions(w: &mut Writer, model: &Model<'_>, needs: &Needs, techniques: &Techniques) {
    for (number, shape) in model.shapes.iter().enumerate() {
        if let Some(segments) = &shape.decode {
            let side = &techniques.decode;
            let has_table = side.tables.contains(&number) && data::constant(w, model, shape, segments);
            decode::flat(w, model, shape, segments, has_table);
            if side.shapes.contains(&number) {
                decode::same(w, (model, needs), (shape, segments), has_table);
            }
        }
        if let Some(segments) = &shape.encode {
            encode::flat(w, model, shape, segments);
        }
    }
}

/// Returns the engine of all tables with its checker.
pub fn engine() -> Engine {
    let features = vec!["SHAPE_RUN", "SHAPE_CHECK", "SHAPE_BITS", "USE_OID"];
    shapes::engine(features, vec![OID_REAL, SHAPE_RUN, TABLE, SHAPE_CHECK])
}
