//! What OER costs: the terms of conversions, and estimated bytes. Times are those of the most similar rule, BER, as
//! nothing has been fitted to messages of OER yet.

use super::ops::Primitive;
use crate::cost::Term;

/// Returns the term of a conversion.
pub fn primitive(primitive: Primitive) -> Term {
    match primitive {
        Primitive::Null => Term::Null,
        Primitive::Boolean => Term::Boolean,
        Primitive::Integer(_) | Primitive::Enumerated(_) => Term::Byte,
        Primitive::Bytes | Primitive::Octets | Primitive::Characters => Term::Octets,
        Primitive::Real | Primitive::Float => Term::Real,
        Primitive::Oid => Term::Oid,
        Primitive::Bits | Primitive::NamedBits => Term::Bits,
    }
}
