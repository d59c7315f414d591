//! XDR (RFC 4506), as `docs/semantics-xdr.md` says: what decoder and encoder have in common.

mod decode;
mod encode;
mod extent;

pub(crate) use decode::decode;
pub(crate) use encode::encode;
pub(crate) use extent::{Extent, extents};

use crate::codec::{Codec, MAX_NESTING};
use crate::nesting::with_stack;
use syntax_graph::{Id, IndexVec, IntegerRepr, TypeId, TypeKind};

/// Octets that a discriminant, a count or an announcement takes.
const WORD: u64 = 4;

/// A length with its padding (RFC 4506 section 3).
const fn padded(length: u64) -> u64 {
    length.div_ceil(WORD) * WORD
}

/// Octets that an integer takes, and whether it has a sign.
fn integer_width(repr: IntegerRepr) -> (usize, bool) {
    let (bits, signed) = repr.machine().unwrap_or((64, true));
    (if bits > 32 { 8 } else { 4 }, signed)
}

/// Runs `work`, which recurses along values of `root`, where the stack suffices.
fn deep<T: Send>(codec: &Codec<'_>, root: TypeId, work: impl FnOnce() -> T + Send) -> T {
    with_stack(nesting(codec, root), work)
}

/// How deep values of a type can be nested, at most.
fn nesting(codec: &Codec<'_>, root: TypeId) -> usize {
    let graph = codec.graph();
    let mut levels: IndexVec<TypeId, usize> = IndexVec::filled(0, graph.types.len());
    let mut recursion = false;
    // Without the fields that close cycles the types are ordered; a type is left when its fields are through.
    let mut stack = vec![(graph.resolve(root), 0)];
    let mut entered = vec![false; graph.types.len()];
    while let Some((ty, next)) = stack.pop() {
        entered[ty.index()] = true;
        if let Some(&field) = graph.fields_of(ty).get(next) {
            stack.push((ty, next + 1));
            let target = graph.resolve(graph.fields[field].target);
            if codec.is_recursive(field) {
                recursion = true;
            } else if !entered[target.index()] && !matches!(graph.types[target].kind, TypeKind::Scalar(_)) {
                stack.push((target, 0));
            }
            continue;
        }
        let inner = graph.fields_of(ty).iter().filter(|field| !codec.is_recursive(**field));
        let below = inner.map(|field| levels[graph.resolve(graph.fields[*field].target)]).max();
        levels[ty] = 1 + below.unwrap_or(0);
    }
    let own = levels[graph.resolve(root)];
    let times = if recursion { codec.limits().depth.saturating_add(1) } else { 1 };
    own.max(levels.iter().copied().max().unwrap_or(0)).saturating_mul(times).min(MAX_NESTING + 1)
}
