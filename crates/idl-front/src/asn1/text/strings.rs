//! Turns character, binary and hexadecimal strings into bytes.

use syntax_graph::CharKind;

/// A character string without its quotation marks, doubled ones single, line breaks (with the blanks around them) left out
/// (X.680 clause 12.14).
pub fn unquoted(text: &str) -> String {
    if text == "\"\"\"" {
        return "\"".to_owned();
    }
    let inner = text.strip_prefix('"').unwrap_or(text);
    let inner = inner.strip_suffix('"').unwrap_or(inner).replace("\"\"", "\"");
    if !inner.contains('\n') {
        return inner;
    }
    let lines: Vec<&str> = inner.lines().collect();
    let last = lines.len() - 1;
    let trimmed = lines.iter().enumerate().map(|(at, line)| {
        let line = if at > 0 { line.trim_start() } else { line };
        if at < last { line.trim_end() } else { line }
    });
    trimmed.collect()
}

fn digits(text: &str) -> impl Iterator<Item = u8> + '_ {
    let inner = text.split('\'').nth(1).unwrap_or("");
    inner.chars().filter_map(|c| c.to_digit(16)).map(|digit| u8::try_from(digit).unwrap_or(0))
}

/// The octets of `'0101'B` and its length in bits.
pub fn binary(text: &str) -> (Vec<u8>, u64) {
    let mut octets = Vec::new();
    let mut length = 0_u64;
    for digit in digits(text) {
        if length.is_multiple_of(8) {
            octets.push(0);
        }
        if let Some(last) = octets.last_mut() {
            *last |= (digit & 1) << (7 - length % 8);
        }
        length += 1;
    }
    (octets, length)
}

/// The octets of `'1F'H` and its length in bits.
pub fn hexadecimal(text: &str) -> (Vec<u8>, u64) {
    let mut octets = Vec::new();
    let mut length = 0_u64;
    for digit in digits(text) {
        match octets.last_mut() {
            Some(last) if length % 8 == 4 => *last |= digit,
            _ => octets.push(digit << 4),
        }
        length += 4;
    }
    (octets, length)
}

/// Code points as contents octets of a string type; none when one is not in the type.
pub fn encode(kind: CharKind, text: &[u32]) -> Option<Vec<u8>> {
    let mut octets = Vec::new();
    for &point in text {
        match kind {
            CharKind::Utf8 => {
                let mut buffer = [0; 4];
                octets.extend_from_slice(char::from_u32(point)?.encode_utf8(&mut buffer).as_bytes());
            }
            CharKind::Bmp => octets.extend_from_slice(&u16::try_from(point).ok()?.to_be_bytes()),
            CharKind::Universal => octets.extend_from_slice(&point.to_be_bytes()),
            CharKind::Ia5 | CharKind::Visible | CharKind::Numeric | CharKind::Printable => {
                octets.push(u8::try_from(point).ok().filter(u8::is_ascii)?);
            }
            _ => octets.push(u8::try_from(point).ok()?),
        }
    }
    Some(octets)
}

/// Control characters of ISO 646 that ASN1-CHARACTER-MODULE names (X.680 clause 42).
pub fn named_character(name: &str) -> Option<u32> {
    const NAMES: [&str; 32] = [
        "nul", "soh", "stx", "etx", "eot", "enq", "ack", "bel", "bs", "ht", "lf", "vt", "ff", "cr", "so",
        "si", "dle", "dc1", "dc2", "dc3", "dc4", "nak", "syn", "etb", "can", "em", "sub", "esc", "is4",
        "is3", "is2", "is1",
    ];
    if name == "del" {
        return Some(127);
    }
    NAMES.iter().position(|own| *own == name).and_then(|at| u32::try_from(at).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_become_octets() {
        assert_eq!(binary("'1010 1'B"), (vec![0xa8], 5));
        assert_eq!(hexadecimal("'1F 3'H"), (vec![0x1f, 0x30], 12));
        assert_eq!(unquoted("\"a \"\"b\"\"\""), "a \"b\"");
        assert_eq!(unquoted("\"one  \n   two\""), "onetwo");
        assert_eq!(encode(CharKind::Bmp, &[0x41]), Some(vec![0, 0x41]));
        assert_eq!(encode(CharKind::Ia5, &[0xe9]), None);
    }
}
