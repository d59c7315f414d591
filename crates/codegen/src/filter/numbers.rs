//! Ranges of numbers as C conditions.

use super::strings::literal;
use crate::c::expr::integer_constant;
use crate::c::helpers::Helper;
use crate::c::writer::Writer;
use num_bigint::BigInt;
use syntax_graph::filter::Range;

/// Returns whether a number of 64 bits, which stands for all larger ones at its limits, decides about a range.
pub fn fits(range: &Range) -> bool {
    let (low, high) = (BigInt::from(i64::MIN), BigInt::from(i64::MAX));
    [&range.min, &range.max].into_iter().flatten().all(|limit| *limit > low && *limit < high)
}

/// Returns the condition that a C expression, whose values are at least `least`, is in a range, or with `negated` that
/// it is not.
pub fn in_range(expression: &str, range: &Range, least: Option<i64>, negated: bool) -> String {
    let is_wanted = range.outside == negated;
    let least = least.map(BigInt::from);
    let min = range.min.as_ref().filter(|min| least.as_ref().is_none_or(|least| *min > least));
    let max = range.max.as_ref();
    let is_empty = max.zip(least.as_ref()).is_some_and(|(max, least)| max < least);
    let is = |operator: &str, limit: &BigInt| format!("{expression} {operator} {}", integer_constant(limit));
    match (min, max, is_wanted) {
        _ if is_empty => (!is_wanted).to_string(),
        (None, None, _) => is_wanted.to_string(),
        (Some(min), Some(max), true) if min == max => is("==", min),
        (Some(min), Some(max), false) if min == max => is("!=", min),
        (Some(min), Some(max), true) => format!("{} && {}", is(">=", min), is("<=", max)),
        (Some(min), Some(max), false) => format!("{} || {}", is("<", min), is(">", max)),
        (Some(min), None, true) => is(">=", min),
        (Some(min), None, false) => is("<", min),
        (None, Some(max), true) if Some(max) == least.as_ref() => is("==", max),
        (None, Some(max), false) if Some(max) == least.as_ref() => is("!=", max),
        (None, Some(max), true) => is("<=", max),
        (None, Some(max), false) => is(">", max),
    }
}

/// Compares a number with a constant by their contents octets of BER.
const LARGE: Helper = Helper { name: "filter_large", feature: "FILTER_LARGE" };

/// Returns the condition that the number whose contents octets of BER are from `p` to `e` is in a range, or that it is
/// not. It serves limits that 64 bits do not hold.
pub fn large(w: &mut Writer, range: &Range, p: &str, e: &str, negated: bool) -> String {
    let is_wanted = range.outside == negated;
    let mut is = |operator: &str, limit: &BigInt| {
        let octets = limit.to_signed_bytes_be();
        format!("{}({p}, {e}, {}, {}) {operator} 0", w.call(LARGE), literal(&octets), octets.len())
    };
    match (&range.min, &range.max, is_wanted) {
        (None, None, _) => is_wanted.to_string(),
        (Some(min), Some(max), true) if min == max => is("==", min),
        (Some(min), Some(max), false) if min == max => is("!=", min),
        (Some(min), Some(max), true) => format!("{} && {}", is(">=", min), is("<=", max)),
        (Some(min), Some(max), false) => format!("{} || {}", is("<", min), is(">", max)),
        (Some(min), None, true) => is(">=", min),
        (Some(min), None, false) => is("<", min),
        (None, Some(max), true) => is("<=", max),
        (None, Some(max), false) => is(">", max),
    }
}
