//! Bits at known places as C expressions.

/// Returns the expression of so many bits, at most 57, at a known place of the message `input`. Its type is `int` if they
/// are in one byte, else `uint32_t` or `uint64_t`.
pub fn bits(place: u64, width: u32) -> String {
    let (first, last) = (place / 8, (place + u64::from(width)).saturating_sub(1) / 8);
    let octets = last - first + 1;
    let before = (place % 8) as u32;
    let behind = (8 * octets) as u32 - before - width;
    let byte = |at: u64| {
        let shift = 8 * (last - at);
        let wide = if octets > 4 { "(uint64_t)" } else { "(uint32_t)" };
        match shift {
            0 => format!("input[{at}]"),
            _ if shift < 16 && octets <= 2 => format!("input[{at}] << {shift}"),
            _ => format!("{wide}input[{at}] << {shift}"),
        }
    };
    let all: Vec<String> = match octets {
        // Compilers read four bytes at once if they are a word of their own.
        5..=7 => {
            let word =
                [24, 16, 8].map(|shift| format!("(uint32_t)input[{}] << {shift}", first + 3 - shift / 8));
            let word =
                format!("(uint64_t)({} | input[{}]) << {}", word.join(" | "), first + 3, 8 * (octets - 4));
            std::iter::once(word).chain((first + 4..=last).map(byte)).collect()
        }
        _ => (first..=last).map(byte).collect(),
    };
    let mut text = all.join(" | ");
    if behind > 0 {
        text = if octets > 1 { format!("({text}) >> {behind}") } else { format!("{text} >> {behind}") };
    }
    match before {
        0 => text,
        _ => {
            let mask = u64::MAX >> (64 - width.max(1));
            let text = if octets > 1 && behind == 0 { format!("({text})") } else { text };
            let suffix = if octets > 4 { "u" } else { "" };
            format!("{text} & {mask}{suffix}").replace("& 4294967295u", "& UINT64_C(4294967295)")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::bits;

    #[test]
    fn bits_are_shifted_and_masked() {
        assert_eq!(bits(16, 8), "input[2]");
        assert_eq!(bits(17, 3), "input[2] >> 4 & 7");
        assert_eq!(bits(21, 3), "input[2] & 7");
        assert_eq!(bits(20, 8), "(input[2] << 8 | input[3]) >> 4 & 255");
        assert_eq!(bits(0, 16), "input[0] << 8 | input[1]");
        assert_eq!(bits(8, 20), "((uint32_t)input[1] << 16 | (uint32_t)input[2] << 8 | input[3]) >> 4");
    }
}
