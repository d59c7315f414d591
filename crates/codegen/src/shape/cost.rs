//! Estimates of a shape's instructions and bytes, from its segments. `cargo run -p stubc-benches --bin shapes` prints the
//! counts of the samples, which the numbers here follow.

use super::rigid::Form;
use super::segments::{Fill, Hole, Segments};

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
/// Bytes of an instruction.
const BYTES: f64 = 5.0;

/// Returns the instructions of decoding a message of the shape into the struct of the message.
pub fn instructions(segments: &Segments) -> f64 {
    let constant = segments.masks.iter().filter(|mask| **mask != 0).count() as f64;
    let stored: f64 =
        segments.fills.iter().map(|(_, fill)| if matches!(fill, Fill::Slice(..)) { 2.0 } else { 1.0 }).sum();
    ENTRY
        + WORD * constant / 8.0
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
