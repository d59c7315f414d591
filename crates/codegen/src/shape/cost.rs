//! Estimates of a shape's instructions and bytes, from its segments. `cargo run -p stubc-benches --bin shapes` prints the
//! counts of the samples, which the numbers here follow.

use super::rigid::Form;
use super::runs;
use super::segments::{Fill, Hole, Segments};
use crate::model::Model;
use syntax_graph::{IntegerRepr, Scalar};

/// Instructions of comparing eight octets.
const WORD: f64 = 4.0;
/// Instructions of a hole: its length, its value, and the next position.
const HOLE: f64 = 20.0;
/// Instructions of a number at a known place, and of a part of the message.
const PLACED: f64 = 8.0;
/// Instructions of an octet that begins anywhere in one of the message.
const MOVED: f64 = 8.0;
/// Instructions of a length that follows from holes.
const SUM: f64 = 4.0;
/// Instructions of storing a part of the value.
const FILL: f64 = 2.0;
/// Instructions of the entry point and of the memory of the arena.
const ENTRY: f64 = 70.0;
/// Instructions of the engine of tables for an octet of a constant, for a hole of the sample's length, for another hole,
/// and for a number.
const ENGINE: [f64; 4] = [0.7, 36.0, 85.0, 45.0];
/// Instructions of the loop of rigid tables for an octet of the table.
const LOOP: f64 = 9.0;
/// Bytes of the engine of tables, and of the loop of rigid tables.
const ENGINES: [u64; 2] = [930, 103];
/// Bytes of an instruction.
const BYTES: f64 = 5.0;

/// Returns the instructions of decoding a message of the shape into the struct of the message.
pub fn instructions(segments: &Segments) -> f64 {
    let stored: f64 =
        segments.fills.iter().map(|(_, fill)| if matches!(fill, Fill::Slice(..)) { 2.0 } else { 1.0 }).sum();
    ENTRY
        + WORD * constant(segments) / 8.0
        + segments.holes.iter().map(hole).sum::<f64>()
        + SUM * segments.elements.len() as f64
        + FILL * stored
}

/// Returns the instructions of a hole.
fn hole(hole: &Hole) -> f64 {
    match (&hole.wire, hole.moved()) {
        (None, _) => HOLE,
        (Some(_), Some(octets)) => PLACED + MOVED * octets as f64,
        (Some(wire), None) => match &wire.form {
            Form::Text(text) if !text.characters.is_empty() => PLACED + MOVED * text.octets() as f64,
            _ => PLACED,
        },
    }
}

/// Returns the estimated bytes of its decoder.
pub fn octets(segments: &Segments) -> u64 {
    (BYTES * instructions(segments)) as u64
}

/// Returns the octets that are compared.
fn constant(segments: &Segments) -> f64 {
    segments.masks.iter().filter(|mask| **mask != 0).count() as f64
}

fn is_rigid(segments: &Segments) -> bool {
    segments.holes.iter().any(|hole| hole.wire.is_some())
}

/// Instructions of compiled stubs for a part of the value, and under rules of rigid shapes.
const PARTS: [f64; 2] = [40.0, 12.0];

/// Returns the instructions of decoding a message of the shape with compiled stubs: those of a hole or a stored part.
pub fn general(segments: &Segments) -> f64 {
    PARTS[usize::from(is_rigid(segments))] * (segments.holes.len() + segments.fills.len()) as f64
}

/// Returns the instructions of decoding a message of the shape by its table into the struct of the message.
pub fn table_instructions(model: &Model<'_>, segments: &Segments) -> f64 {
    let compiled = instructions(segments);
    let compared = WORD * constant(segments) / 8.0;
    if is_rigid(segments) {
        let table = runs::table(segments).map_or(0, |table| table.len());
        return compiled - compared + LOOP * table as f64;
    }
    let holes: f64 = segments.holes.iter().map(hole).sum();
    let [octet, fixed, free, number] = ENGINE;
    let is_number = |hole: &Hole| match model.graph.scalar(model.graph.resolve(hole.ty)) {
        Some(Scalar::Integer(integer)) => integer.repr != IntegerRepr::Bytes,
        scalar => matches!(scalar, Some(Scalar::Enumerated(_))),
    };
    let of_engine =
        |hole: &Hole| (if hole.is_fixed { fixed } else { free }) + if is_number(hole) { number } else { 0.0 };
    let engine: f64 = segments.holes.iter().map(of_engine).sum();
    let sums = SUM * segments.elements.len() as f64;
    compiled - compared - holes - sums + octet * constant(segments) + engine
}

/// Estimated bytes of a shape's functions beside its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableOctets {
    /// The function on the struct of holes.
    pub holes: u64,
    /// The decoder into the struct of the message.
    pub tried: u64,
}

/// Returns the estimated bytes of a shape's functions beside its table.
pub fn table_octets(segments: &Segments) -> TableOctets {
    let compared = if is_rigid(segments) {
        WORD * constant(segments) / 8.0
    } else {
        instructions(segments) - ENTRY - 4.0 * segments.holes.len() as f64
    };
    let holes = BYTES * (instructions(segments) - compared);
    let fills = BYTES * FILL * segments.fills.len() as f64;
    TableOctets { holes: (holes - fills).max(0.0) as u64, tried: (holes + fills) as u64 }
}

/// Returns the estimated bytes of the engine of a shape's table.
pub fn engine_octets(segments: &Segments) -> u64 {
    ENGINES[usize::from(is_rigid(segments))]
}
