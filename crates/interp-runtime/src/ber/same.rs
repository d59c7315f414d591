//! Equality of two values under BER and DER.

use super::scalar;
use crate::codec::{Codec, Rules};
use crate::equality;
use syntax_graph::{Scalar, TypeId, TypeKind, Value};

/// Returns whether a value equals the `known` one, by [`equality::same`]. Open types are compared by
/// [`equality::same_open`]. Under DER, trailing zeros of named bits do not count. All other scalars are compared exactly.
pub(super) fn same(codec: &Codec<'_>, ty: TypeId, known: &Value, value: &Value) -> bool {
    let graph = codec.graph;
    equality::same(graph, ty, (known, value), &|ty, known, value| match graph.kind(ty) {
        TypeKind::Open(_) => {
            equality::same_open(codec, known, value, &|ty, known, value| same(codec, ty, known, value))
        }
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
