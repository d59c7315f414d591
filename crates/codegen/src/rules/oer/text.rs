//! The programs of scalars.

use super::ops::{Form, Primitive};
use crate::packed::text::{Text, repr_number};
use std::collections::BTreeSet;
use syntax_graph::{FloatWidth, IntegerRepr, OctetInteger};

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
            widen(uses, repr);
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
            widen(uses, repr);
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
            let op = if is_named { "STUBC_OP_NAMED_BITS" } else { "STUBC_OP_BITS" };
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

fn widen(uses: &mut BTreeSet<&'static str>, repr: IntegerRepr) {
    if repr.machine().is_some_and(|(bits, _)| bits > 32) {
        uses.insert("WIDE");
    }
}
