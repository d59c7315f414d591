//! Shapes under BER and DER: the walk beside a sample message, and the printers of both directions.

mod decode;
mod encode;
mod header;
mod sums;
mod walk;

pub use decode::root_function;
pub use walk::walk;

use crate::c::writer::Writer;
use crate::program::techniques::Techniques;
use crate::rules::ber::ops::{Model, Needs};

/// Prints the functions of all shapes: those on the structs of holes, and those that the plan tries first.
pub fn functions(w: &mut Writer, model: &Model<'_>, needs: &Needs, techniques: &Techniques) {
    for (number, shape) in model.shapes.iter().enumerate() {
        if let Some(segments) = &shape.decode {
            decode::flat(w, model, shape, segments);
            if techniques.decode.shapes.contains(&number) {
                decode::same(w, model, needs, shape, segments);
            }
        }
        if let Some(segments) = &shape.encode {
            encode::flat(w, model, shape, segments);
        }
    }
}
