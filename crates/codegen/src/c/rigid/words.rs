//! C expressions of bits at known places, and of sets of numbers.

use crate::c::expr::integer_constant;
use crate::c::shapes::at_p;
use crate::shape::rigid::Ranges;
use num_bigint::{BigInt, Sign};

/// Returns the number in so many bits from a place on, in a message of so many octets at `p`. Its type has no sign.
pub fn number(at: u64, width: u32, octets: usize) -> String {
    if width == 0 {
        return "0u".to_owned();
    }
    let end = at + u64::from(width);
    let (first, last) = ((at / 8) as usize, ((end - 1) / 8) as usize);
    let span = last - first + 1;
    let masked = |word: String, bits: u64| {
        let mask = BigInt::from((1_u128 << width) - 1);
        let mask = if width < 32 { format!("{mask:#x}u") } else { format!("UINT64_C({mask:#x})") };
        match bits == u64::from(width) {
            true => word,
            false if word.contains(" | ") && !word.starts_with('(') => format!("({word}) & {mask}"),
            false => format!("{word} & {mask}"),
        }
    };
    let shifted = |word: String, by: u64| if by == 0 { word } else { format!("{word} >> {by}") };
    let behind = 8 * (last as u64 + 1) - end;
    if span == 1 {
        return masked(shifted(format!("(unsigned)p[{first}]"), behind), 8 - behind);
    }
    if span == 9 {
        let left = 8 - behind;
        let word = format!("stubc_read_64({}) << {left} | (uint64_t)p[{last}] >> {behind}", at_p(first));
        return masked(word, 64);
    }
    let size = span.next_power_of_two();
    if size > octets {
        let parts = (first..=last).map(|at| {
            let shift = 8 * (last - at);
            if shift == 0 { format!("p[{at}]") } else { format!("(uint64_t)p[{at}] << {shift}") }
        });
        let word = parts.collect::<Vec<_>>().join(" | ");
        let word = if behind == 0 { word } else { format!("({word}) >> {behind}") };
        return masked(word, 8 * span as u64 - behind);
    }
    let from = first.min(octets - size);
    let (bits, own) = (8 * size, if size == 2 { "(uint32_t)" } else { "" });
    let word = format!("{own}stubc_read_{bits}({})", at_p(from));
    let behind = 8 * (from + size) as u64 - end;
    masked(shifted(word, behind), 8 * size as u64 - behind)
}

/// Returns the condition that a variable is in none of these ranges; `all`: the numbers that it can be.
pub fn outside(variable: &str, ranges: &Ranges, all: &Ranges) -> Option<String> {
    let (first, last) = all.0.first()?;
    let bounds = |(low, high): &(BigInt, BigInt)| {
        let low = (low > first).then(|| integer_constant(low));
        (low, (high < last).then(|| integer_constant(high)))
    };
    match &ranges.0[..] {
        [] => Some("true".to_owned()),
        [only] => match bounds(only) {
            (None, None) => None,
            (Some(low), None) => Some(format!("{variable} < {low}")),
            (None, Some(high)) => Some(format!("{variable} > {high}")),
            (Some(low), Some(high)) if low == high => Some(format!("{variable} != {low}")),
            (Some(low), Some(high)) => Some(format!("{variable} < {low} || {variable} > {high}")),
        },
        several => {
            let inside = several.iter().map(|range| match bounds(range) {
                (Some(low), Some(high)) => format!("({variable} >= {low} && {variable} <= {high})"),
                (Some(low), None) => format!("{variable} >= {low}"),
                (None, Some(high)) => format!("{variable} <= {high}"),
                (None, None) => "true".to_owned(),
            });
            Some(format!("!({})", inside.collect::<Vec<_>>().join(" || ")))
        }
    }
}

/// Returns a number of 64 bits without a sign plus another one. Sums beyond 64 bits wrap.
pub fn sum(number: &str, added: &BigInt) -> String {
    let magnitude = match u32::try_from(added.magnitude()) {
        Ok(small) => format!("{small}u"),
        Err(_) => format!("UINT64_C({})", added.magnitude()),
    };
    match added.sign() {
        Sign::NoSign => number.to_owned(),
        Sign::Plus => format!("{number} + {magnitude}"),
        Sign::Minus => format!("{number} - {magnitude}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stay_inside_the_message() {
        assert_eq!(number(9, 3, 2), "(unsigned)p[1] >> 4 & 0x7u");
        assert_eq!(number(8, 8, 2), "(unsigned)p[1]");
        assert_eq!(number(12, 8, 3), "(uint32_t)stubc_read_16(p + 1) >> 4 & 0xffu");
        assert_eq!(number(0, 24, 3), "(uint64_t)p[0] << 16 | (uint64_t)p[1] << 8 | p[2]");
        assert_eq!(number(0, 24, 4), "stubc_read_32(p) >> 8");
        assert_eq!(number(8, 24, 4), "stubc_read_32(p) & 0xffffffu");
        assert_eq!(number(4, 64, 9), "stubc_read_64(p) << 4 | (uint64_t)p[8] >> 4");
        assert_eq!(number(1, 64, 9), "stubc_read_64(p) << 1 | (uint64_t)p[8] >> 7");
        assert_eq!(
            number(6, 60, 9),
            "(stubc_read_64(p) << 2 | (uint64_t)p[8] >> 6) & UINT64_C(0xfffffffffffffff)"
        );
    }

    #[test]
    fn conditions_leave_out_what_always_holds() {
        let all = Ranges::of_bits(8, false);
        assert_eq!(outside("x", &all, &all), None);
        assert_eq!(outside("x", &Ranges::of(0, 9), &all), Some("x > 9".to_owned()));
        assert_eq!(outside("x", &Ranges::of(7, 7), &all), Some("x != 7".to_owned()));
        assert_eq!(outside("x", &Ranges::of(7, 9), &all), Some("x < 7 || x > 9".to_owned()));
        let two = all.without(&3.into(), &4.into());
        assert_eq!(outside("x", &two, &all), Some("!(x <= 2 || x >= 5)".to_owned()));
        assert_eq!(sum("x", &BigInt::from(-5)), "x - 5u");
        assert_eq!(sum("x", &(BigInt::from(1) << 40)), "x + UINT64_C(1099511627776)");
    }
}
