//! Commands of scalars, choices and arrays.

use super::ops::{Alternatives, ArmTags, Elements, Form, Oer, Primitive};
use crate::packed::ops::{Choice, Packed};
use crate::packed::text::{Text, repr_number};
use std::collections::BTreeSet;
use syntax_graph::{FloatWidth, OctetInteger};

impl Packed for Oer {
    type Form = Form;

    const IS_DIRECT: bool = false;
    const ADDITIONS: &'static [&'static str] = &["USE_ADDITIONS"];
    const UNKNOWN_ARMS: &'static [&'static str] = &["USE_UNKNOWN"];
    const OPEN: &'static [&'static str] = &["USE_STRINGS"];

    fn scalar(&self, uses: &mut BTreeSet<&'static str>, primitive: Primitive, form: &Form) -> Text {
        scalar(uses, primitive, form)
    }

    fn choice(switch: &Alternatives) -> Choice {
        switch.choice
    }

    fn tagged(uses: &mut BTreeSet<&'static str>, switch: &Alternatives) -> &'static str {
        if switch.tags.is_empty() {
            return "";
        }
        uses.insert("USE_TAGS");
        if switch.tags.iter().flat_map(|tags| &tags.tags).any(|tag| tag >> 32 != 0) {
            uses.insert("WIDE");
        }
        " | STUBC_TAGGED"
    }

    fn arm(switch: &Alternatives, at: usize) -> Text {
        let Some(ArmTags { is_untagged, tags }) = switch.tags.get(at) else { return Text::default() };
        let count = Text::number((tags.len() as u64) << 1 | u64::from(*is_untagged));
        tags.iter().fold(count, |text, tag| text.and(&Text::number(*tag)))
    }

    fn elements(uses: &mut BTreeSet<&'static str>, elements: &Elements, _: Option<&Form>) -> Text {
        if elements.least == 0 {
            uses.insert("USE_EMPTY");
        }
        Text::op("STUBC_OP_ARRAY").and(&Text::number(elements.least))
    }
}

/// No message has so many bytes.
const MOST: u64 = u32::MAX as u64;

/// Returns the program of a scalar. Adds the features that it needs.
pub fn scalar(uses: &mut BTreeSet<&'static str>, primitive: Primitive, form: &Form) -> Text {
    match (primitive, form) {
        (Primitive::Null, _) => Text::op("STUBC_OP_NULL"),
        (Primitive::Boolean, _) => {
            uses.insert("USE_BOOLEAN");
            Text::op("STUBC_OP_BOOLEAN")
        }
        (Primitive::Integer(repr), Form::Number(format)) => {
            uses.extend(["USE_INTEGER", "USE_NUMBERS"]);
            Text::op("STUBC_OP_INTEGER").and(&Text::number(repr_number(repr) | of_format(*format)))
        }
        (Primitive::Bytes, Form::Number(format)) => {
            uses.insert("USE_BYTES");
            if !format.signed {
                uses.extend(["USE_UNSIGNED", "USE_ARENA"]);
            }
            Text::op("STUBC_OP_BYTES").and(&Text::number(of_format(*format)))
        }
        (Primitive::Enumerated(repr), _) => {
            uses.extend(["USE_ENUMERATED", "USE_NUMBERS"]);
            Text::op("STUBC_OP_ENUMERATED").and(&Text::number(repr_number(repr)))
        }
        (Primitive::Float, Form::Float(width)) => {
            uses.extend(["USE_FLOAT", "USE_REAL", "USE_ARENA"]);
            let octets = match width {
                FloatWidth::Single => 4,
                FloatWidth::Double => 8,
            };
            Text::op("STUBC_OP_FLOAT").and(&Text::number(octets))
        }
        (Primitive::Bits | Primitive::NamedBits, Form::Sized { fixed, least, .. }) => {
            uses.insert("USE_BITS");
            let is_named = primitive == Primitive::NamedBits;
            if is_named {
                uses.insert("USE_NAMED_BITS");
            }
            let op = if is_named { "STUBC_OP_NAMED_BITS" } else { "STUBC_OP_BITS" };
            if fixed.is_none() {
                uses.insert("USE_BITS_LENGTH");
            }
            if fixed.is_none() && is_named {
                return Text::op(op).and(&Text::number((*least).min(1 << 20)));
            }
            sized(op, &Text::default(), *fixed)
        }
        (primitive, form) => {
            uses.insert("USE_STRINGS");
            let (fixed, unit) = match form {
                Form::Sized { fixed, unit, .. } => (*fixed, *unit),
                _ => (None, 1),
            };
            match primitive {
                Primitive::Real => uses.insert("USE_REAL"),
                Primitive::Oid => uses.insert("USE_OID"),
                Primitive::Characters => uses.insert("USE_CHARACTERS"),
                _ => false,
            };
            match primitive {
                Primitive::Real => Text::op("STUBC_OP_REAL"),
                Primitive::Oid => Text::op("STUBC_OP_OID"),
                Primitive::Characters => sized("STUBC_OP_CHARACTERS", &Text::number(u64::from(unit)), fixed),
                _ => sized("STUBC_OP_OCTETS", &Text::default(), fixed),
            }
        }
    }
}

/// Returns the program of a string that may have one size.
fn sized(op: &str, before: &Text, fixed: Option<u64>) -> Text {
    match fixed {
        Some(size) => Text::op(&format!("{op} | STUBC_FIXED")).and(before).and(&Text::number(size.min(MOST))),
        None => Text::op(op).and(before),
    }
}

/// Returns the width and the sign of an INTEGER for the runtime.
fn of_format(format: OctetInteger) -> u64 {
    let width = format.bytes.map_or(0, |bytes| u64::from(bytes.trailing_zeros()) + 1);
    width << 3 | if format.signed { 64 } else { 0 }
}
