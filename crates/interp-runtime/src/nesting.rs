//! Runs recursive functions over values without overflowing the caller's stack.

use crate::codec::{Codec, MAX_NESTING};
use syntax_graph::{FieldId, IndexVec, SyntaxGraph, TypeId, Value};

/// The number of levels that fit on any stack.
const SHALLOW: usize = 48;
/// Bytes of stack per level, also in a build without optimization.
const OCTETS_PER_LEVEL: usize = 16 * 1024;

/// Runs `work`, which recurses at most `levels` deep: on the caller's stack if shallow, otherwise on a thread
/// with a large enough stack.
pub(crate) fn with_stack<T: Send>(levels: usize, work: impl FnOnce() -> T + Send) -> T {
    if levels <= SHALLOW {
        return work();
    }
    std::thread::scope(|scope| {
        let size = (levels + SHALLOW).saturating_mul(OCTETS_PER_LEVEL);
        let thread = std::thread::Builder::new().stack_size(size).spawn_scoped(scope, work);
        let joined = thread.expect("the system gives memory for a stack").join();
        joined.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Returns the nesting of a value: 1 for a scalar.
pub(crate) fn value_levels(value: &Value) -> usize {
    let mut deepest = 0;
    let mut left = vec![(value, 1)];
    while let Some((value, level)) = left.pop() {
        deepest = deepest.max(level);
        match value.plain() {
            Value::Structure(fields) => left.extend(fields.iter().map(|(_, value)| (value, level + 1))),
            Value::Union(_, value) | Value::Switch { value, .. } | Value::Known(_, value) => {
                left.push((value, level + 1));
            }
            Value::Array(values) => left.extend(values.iter().map(|value| (value, level + 1))),
            _ => {}
        }
    }
    deepest
}

/// Returns the nesting of a JSON value.
pub(crate) fn json_levels(value: &serde_json::Value) -> usize {
    let mut deepest = 0;
    let mut left = vec![(value, 1)];
    while let Some((value, level)) = left.pop() {
        deepest = deepest.max(level);
        match value {
            serde_json::Value::Array(values) => left.extend(values.iter().map(|value| (value, level + 1))),
            serde_json::Value::Object(members) => {
                left.extend(members.values().map(|value| (value, level + 1)));
            }
            _ => {}
        }
    }
    deepest
}

/// The nesting of each type's values when no recursive field is entered.
pub(crate) type Levels = IndexVec<TypeId, usize>;

/// Returns the largest nesting of a type's values within the limits of a codec; more than [`MAX_NESTING`] counts as one
/// more.
pub(crate) fn of_type(codec: &Codec<'_>, levels: &Levels, ty: TypeId) -> usize {
    let recursion = codec.known.recursive.iter().any(|recursive| *recursive);
    let deepest = levels.iter().copied().max().unwrap_or(0);
    let deepest = if recursion { deepest.saturating_mul(codec.limits.depth.saturating_add(1)) } else { 0 };
    levels[codec.graph.resolve(ty)].max(deepest).min(MAX_NESTING + 1)
}

/// Returns the nesting of each type's values when no recursive field is entered.
pub(crate) fn levels(graph: &SyntaxGraph, recursive: &IndexVec<FieldId, bool>) -> Levels {
    let mut levels: Levels = IndexVec::filled(0, graph.types.len());
    // Without the fields that close cycles, types form no cycle: a type is done when its fields' types are.
    for start in graph.types.ids() {
        let mut stack = vec![(start, 0)];
        while let Some((ty, next)) = stack.pop() {
            if levels[ty] > 0 {
                continue;
            }
            let inner = |field: &&FieldId| !recursive[**field];
            if let Some(field) = graph.fields_of(ty).get(next) {
                stack.push((ty, next + 1));
                if inner(&field) {
                    stack.push((graph.resolve(graph.fields[*field].target), 0));
                }
                continue;
            }
            let fields = graph.fields_of(ty).iter().filter(inner);
            let below = fields.map(|field| levels[graph.resolve(graph.fields[*field].target)]).max();
            levels[ty] = 1 + below.unwrap_or(0);
        }
    }
    levels
}
