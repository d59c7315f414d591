//! Prints what shapes have in common under all rules: the structs of holes in the header, lvalues of places, and
//! comparisons of octets.

pub mod fills;

use crate::c::expr::{member, place};
use crate::c::header::item_type;
use crate::c::writer::Writer;
use crate::model::Model;
use crate::program::techniques::Direction;
use crate::shape::{Hop, Place, Shape};
use std::ops::Range;

/// Prints the structs of holes and the prototypes of their functions.
pub fn declarations(w: &mut Writer, model: &Model<'_>) {
    if model.shapes.is_empty() {
        return;
    }
    w.line("#ifndef STUBC_OTHER");
    w.line("#define STUBC_OTHER (-13) /* the message, or the value, has another shape: call the function for any */");
    w.line("#endif");
    w.blank();
    for shape in &model.shapes {
        let (name, root) = (&shape.flat.name, model.graph.type_path(model.options.roots[shape.root].ty));
        w.comment(&format!("The parts of a {root} that differ in messages of one shape."));
        w.block(&format!("typedef struct {name}"), &format!("}} {name};"), |w| {
            for member in &shape.flat.members {
                let count = member.count.map(|count| format!("[{count}]")).unwrap_or_default();
                let (ctype, octets) = match member.moved {
                    Some(octets) => ("uint8_t".to_owned(), format!("[{octets}]")),
                    None => (item_type(model, member.field), String::new()),
                };
                w.line(&format!(
                    "{ctype} {}{count}{octets}; {}",
                    member.name,
                    crate::c::escape::comment(&member.path)
                ));
            }
            if shape.flat.members.is_empty() {
                w.line("uint8_t nothing; /* C has no empty struct */");
            }
        });
        for direction in Direction::ALL.into_iter().filter(|way| shape.side(*way).is_some()) {
            w.line(&format!("{};", signature(model, shape, direction)));
        }
        w.blank();
    }
}

/// Returns the prototype of a function on the struct of holes.
pub fn signature(model: &Model<'_>, shape: &Shape, direction: Direction) -> String {
    let name = &shape.flat.name;
    let [flat, input, length, buffer, capacity] =
        ["flat", "input", "length", "buffer", "capacity"].map(|wanted| model.names.local(wanted));
    match direction {
        Direction::Decode => {
            format!("stubc_result {name}_decode({name} *{flat}, const uint8_t *{input}, size_t {length})")
        }
        Direction::Encode => {
            format!("stubc_result {name}_encode(const {name} *{flat}, uint8_t *{buffer}, size_t {capacity})")
        }
    }
}

/// Prints a constant of octets.
pub fn octets(w: &mut Writer, comment: &str, name: &str, octets: &[u8]) {
    w.comment(comment);
    w.block(&format!("static const uint8_t {name}[] ="), "};", |w| {
        for row in octets.chunks(16) {
            let row: Vec<String> = row.iter().map(|octet| format!("{octet:#04x},")).collect();
            w.line(&row.join(" "));
        }
    });
    w.blank();
}

/// Returns the name of the local variable for the elements of an array.
pub fn items(array: usize) -> String {
    format!("item{array}")
}

/// Returns the lvalue of a place; `value` is that of the root.
pub fn lvalue(model: &Model<'_>, at: &Place, value: &str) -> String {
    let start = match at.item {
        None => value.to_owned(),
        Some((array, index)) => format!("{}[{index}]", items(array)),
    };
    at.hops.iter().fold(start, |value, hop| match hop {
        Hop::Field(field) => place(model, &value, Some(*field)),
        Hop::Member(field) => member(&value, model.names.member(*field)),
        Hop::Arm(field) => member(&value, &format!("u.{}", model.names.member(*field))),
        Hop::Item(index) => format!("{}[{index}]", member(&value, "items")),
        Hop::Pointer => format!("*{value}"),
    })
}

/// Returns the conditions that octets at `p` differ from a part of the sample in the bits that count. `from` is the
/// offset in the sample that `p` stands for.
pub fn differences(octets: &[u8], masks: &[u8], part: Range<usize>, from: usize) -> Vec<String> {
    chunks(masks, part)
        .into_iter()
        .map(|chunk| {
            let at = chunk.start - from;
            let number = |octets: &mut dyn Iterator<Item = u8>| {
                octets
                    .enumerate()
                    .fold(0_u64, |number, (index, octet)| number | u64::from(octet) << (8 * index))
            };
            let mask = number(&mut masks[chunk.clone()].iter().copied());
            let pairs = octets[chunk.clone()].iter().zip(&masks[chunk.clone()]);
            let value = number(&mut pairs.map(|(octet, mask)| octet & mask));
            let width = chunk.len();
            let constant = |number: u64| match width {
                8 => format!("UINT64_C({number:#x})"),
                _ => format!("{number:#x}u"),
            };
            let loaded =
                if width == 1 { format!("p[{at}]") } else { format!("stubc_load_{width}({})", at_p(at)) };
            if mask == u64::MAX >> (64 - 8 * width) {
                format!("{loaded} != {}", constant(value))
            } else if width == 1 && mask == 0x80 && value == 0 {
                format!("{loaded} > 0x7f")
            } else if value == 0 {
                format!("({loaded} & {}) != 0", constant(mask))
            } else {
                format!("({loaded} & {}) != {}", constant(mask), constant(value))
            }
        })
        .collect()
}

/// Returns the address `at` octets behind `p`.
pub fn at_p(at: usize) -> String {
    if at == 0 { "p".to_owned() } else { format!("p + {at}") }
}

/// Divides the octets that count into words of 8, 4, 2 and 1 octets. The last one may overlap the one before.
fn chunks(masks: &[u8], part: Range<usize>) -> Vec<Range<usize>> {
    let counts = |at: &usize| masks[*at] != 0;
    let mut chunks = Vec::new();
    let mut at = part.start;
    while let Some(start) = (at..part.end).find(counts) {
        // A gap of eight octets that do not count ends a stretch.
        let mut last = start;
        while let Some(next) = (last + 1..part.end.min(last + 9)).find(counts) {
            last = next;
        }
        let stretch = start..last + 1;
        let mut p = stretch.start;
        while let Some(from) = (p..stretch.end).find(counts) {
            let left = stretch.end - from;
            let width = match left {
                8.. => 8,
                4 | 2 | 1 => left,
                _ if stretch.end >= part.start + 8 => 8,
                5.. => 4,
                _ if stretch.end >= part.start + 4 => 4,
                _ => 2,
            };
            let begin = from.min(stretch.end.saturating_sub(width)).max(if left >= width { from } else { 0 });
            chunks.push(begin..begin + width);
            p = begin + width;
        }
        at = stretch.end;
    }
    chunks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_cover_all_octets_that_count_and_stay_inside() {
        for length in 0..40_usize {
            for seed in 0..200_u64 {
                let bit = |at: usize| (seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(at as u32)) & 3;
                let masks: Vec<u8> = (0..length).map(|at| if bit(at) == 0 { 0 } else { 0xff }).collect();
                let chunks = chunks(&masks, 0..length);
                for (at, mask) in masks.iter().enumerate().filter(|(_, mask)| **mask != 0) {
                    assert!(
                        chunks.iter().any(|chunk| chunk.contains(&at)),
                        "{at} of {masks:?}: {mask} in {chunks:?}"
                    );
                }
                assert!(
                    chunks.iter().all(|chunk| chunk.end <= length && [1, 2, 4, 8].contains(&chunk.len()))
                );
            }
        }
    }

    #[test]
    fn masks_print_only_where_bits_do_not_count() {
        let text = differences(&[0x30, 5, 2, 1], &[0xff, 0x80, 0xff, 0x80], 0..4, 0);
        assert_eq!(text, ["(stubc_load_4(p) & 0x80ff80ffu) != 0x20030u"]);
        assert_eq!(
            differences(&[7, 0x30], &[0x80, 0xff], 0..2, 0),
            ["(stubc_load_2(p) & 0xff80u) != 0x3000u"]
        );
        assert_eq!(differences(&[7], &[0x80], 0..1, 0), ["p[0] > 0x7f"]);
    }
}
