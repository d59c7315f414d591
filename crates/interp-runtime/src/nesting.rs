//! Runs recursive functions over values without overflowing the caller's stack.

use syntax_graph::Value;

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
