//! Encodes values in valid but unusual BER, so that tests reach every branch of a decoder.

use super::encode::Element;
use super::header::{encode_identifier, encode_length};
use crate::nesting::with_stack;
use crate::random::Random;
use syntax_graph::{Scalar, Tag, TagClass};

/// Replaces contents octets by others that have the same meaning in BER.
pub(super) fn scalar(scalar: &Scalar, contents: &mut [u8], random: &mut Random) {
    match (scalar, contents) {
        (Scalar::Boolean, [octet]) if *octet != 0 => *octet = 1 + random.below(255) as u8,
        (Scalar::BitString { .. }, [unused, .., last]) => {
            *last |= random.next_u64() as u8 & !(0xff << *unused);
        }
        _ => {}
    }
}

/// Returns an element unknown to every specification.
pub(super) fn unknown(random: &mut Random) -> Element {
    let class = if random.one_in(2) { TagClass::Private } else { TagClass::Context };
    let tag = Tag { class, number: [5, 29, 30, 31, 127, 128, 200, 20000][random.below(8) as usize] };
    let contents = random.octets(4);
    if random.one_in(2) {
        return Element::Primitive(tag, contents);
    }
    let inside = Element::Primitive(Tag::universal(4), contents);
    Element::Constructed(tag, vec![inside; random.below(3) as usize])
}

/// Returns the bytes of an element in one of the forms that BER allows.
pub(super) fn to_octets(element: &Element, random: &mut Random) -> Vec<u8> {
    with_stack(element.levels(), || {
        let mut out = Vec::new();
        write(element, random, &mut out);
        out
    })
}

fn write(element: &Element, random: &mut Random, out: &mut Vec<u8>) {
    match element {
        Element::Raw(octets) => out.extend_from_slice(octets),
        Element::Primitive(tag, contents) => write_primitive(*tag, contents, random, out),
        Element::String(tag, contents, is_bits) => {
            if random.one_in(3) {
                let (unused, data) =
                    if *is_bits { (contents[0], &contents[1..]) } else { (0, &contents[..]) };
                let string = Segments { is_bits: *is_bits, unused, level: 0 };
                let segments = string.write(data, true, random);
                write_constructed(*tag, &segments, random, out);
            } else {
                write_primitive(*tag, contents, random, out);
            }
        }
        Element::Constructed(tag, elements) => {
            let mut contents = Vec::new();
            for element in elements {
                write(element, random, &mut contents);
            }
            write_constructed(*tag, &contents, random, out);
        }
    }
}

fn write_primitive(tag: Tag, contents: &[u8], random: &mut Random, out: &mut Vec<u8>) {
    out.extend(encode_identifier(tag, false));
    write_length(contents.len(), random, out);
    out.extend_from_slice(contents);
}

fn write_constructed(tag: Tag, contents: &[u8], random: &mut Random, out: &mut Vec<u8>) {
    out.extend(encode_identifier(tag, true));
    if random.one_in(3) {
        out.push(0x80);
        out.extend_from_slice(contents);
        out.extend([0, 0]);
    } else {
        write_length(contents.len(), random, out);
        out.extend_from_slice(contents);
    }
}

/// Writes length octets, sometimes more than needed (X.690 clause 8.1.3.5, note 2).
fn write_length(length: usize, random: &mut Random, out: &mut Vec<u8>) {
    if !random.one_in(4) {
        out.extend(encode_length(length));
        return;
    }
    let octets = length.to_be_bytes();
    let needed = octets.len() - octets.iter().take_while(|octet| **octet == 0).count().min(octets.len() - 1);
    let most = if random.one_in(8) { 100 } else { 4 };
    let zeros = random.below(most) as usize;
    out.push(0x80 | (zeros + needed) as u8);
    out.extend(std::iter::repeat_n(0, zeros));
    out.extend_from_slice(&octets[octets.len() - needed..]);
}

/// A string sent in segments.
#[derive(Clone, Copy)]
struct Segments {
    is_bits: bool,
    /// Unused bits at the end of the string.
    unused: u8,
    level: usize,
}

impl Segments {
    /// Returns the segments that hold `data`. `is_last` is true if the string ends with `data`.
    fn write(self, mut data: &[u8], is_last: bool, random: &mut Random) -> Vec<u8> {
        let tag = Tag::universal(if self.is_bits { 3 } else { 4 });
        let mut out = Vec::new();
        while !data.is_empty() || random.one_in(4) {
            let (part, rest) = data.split_at(random.below(data.len() as u64 + 1) as usize);
            let ends = is_last && rest.is_empty() && !part.is_empty();
            if self.level < 2 && random.one_in(4) {
                let inside = Self { level: self.level + 1, ..self }.write(part, ends, random);
                write_constructed(tag, &inside, random, &mut out);
            } else {
                let unused = if ends { self.unused } else { 0 };
                let mut contents = if self.is_bits { vec![unused] } else { Vec::new() };
                contents.extend_from_slice(part);
                write_primitive(tag, &contents, random, &mut out);
            }
            data = rest;
            if ends {
                break;
            }
        }
        out
    }
}
