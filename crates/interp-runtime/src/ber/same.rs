//! Equality of two values under BER and DER.

use super::scalar;
use crate::codec::{Codec, Limits, Rules};
use crate::equality;
use syntax_graph::{FieldId, Scalar, TypeId, TypeKind, Value};

/// Returns whether a value equals the `known` one, by [`equality::same`]. Open types are compared by
/// [`same_octets`]. Under DER, trailing zeros of named bits do not count. All other scalars are compared exactly.
pub(super) fn same(codec: &Codec<'_>, ty: TypeId, known: &Value, value: &Value) -> bool {
    let graph = codec.graph;
    equality::same(graph, ty, (known, value), &|ty, known, value| match graph.kind(ty) {
        TypeKind::Open(_) => same_octets(codec, known, value),
        TypeKind::Scalar(Scalar::BitString { named, .. })
            if codec.rules == Rules::Der && !named.is_empty() =>
        {
            // X.690 clause 11.2.2: trailing zero bits are not sent.
            let encode = |value| scalar::encode(graph.scalar(ty)?, value, Rules::Der).ok();
            encode(known) == encode(value)
        }
        _ => known == value,
    })
}

/// Returns whether two values of an open type are equal. The known one is encoded in DER. A value that is bytes
/// must be the same bytes; a decoded value must equal these bytes as decoded to its type.
fn same_octets(codec: &Codec<'_>, known: &Value, value: &Value) -> bool {
    let target = |arm: FieldId| codec.graph.fields[arm].target;
    let limits = Limits { depth: usize::MAX, elements: usize::MAX, ..Limits::FRESH };
    let mut der = codec.clone().with_limits(limits);
    der.rules = Rules::Der;
    der.checks = None;
    let octets = match known {
        Value::Open(octets) => Some(octets.clone()),
        Value::Known(arm, known) => der.encode(target(*arm), known).ok(),
        _ => None,
    };
    octets.is_some_and(|octets| match value {
        Value::Open(own) => *own == octets,
        Value::Known(arm, value) => {
            let known = der.decode_exact(target(*arm), &octets);
            known.is_ok_and(|known| same(codec, target(*arm), &known, value))
        }
        _ => false,
    })
}
