//! Converts the contents octets of character strings to Unicode and back.

use syntax_graph::CharKind;

/// Returns the string of contents octets; `None` when they are malformed.
pub(super) fn to_string(kind: CharKind, octets: &[u8]) -> Option<String> {
    match kind {
        CharKind::Utf8 => String::from_utf8(octets.to_vec()).ok(),
        CharKind::Bmp => {
            let (units, rest) = octets.as_chunks::<2>();
            let units: Vec<u16> = units.iter().map(|unit| u16::from_be_bytes(*unit)).collect();
            if rest.is_empty() { String::from_utf16(&units).ok() } else { None }
        }
        CharKind::Universal => {
            let (units, rest) = octets.as_chunks::<4>();
            let mut string = units.iter().map(|unit| char::from_u32(u32::from_be_bytes(*unit)));
            if rest.is_empty() { string.by_ref().collect() } else { None }
        }
        _ => Some(latin1(octets)),
    }
}

/// Returns each byte as one character, U+0000 to U+00FF.
pub(super) fn latin1(octets: &[u8]) -> String {
    octets.iter().map(|octet| char::from(*octet)).collect()
}

/// Returns the contents octets of a string; on error, the character without an encoding.
pub(super) fn to_octets(kind: CharKind, string: &str) -> Result<Vec<u8>, char> {
    match kind {
        CharKind::Utf8 => Ok(string.as_bytes().to_vec()),
        CharKind::Bmp => Ok(string.encode_utf16().flat_map(u16::to_be_bytes).collect()),
        CharKind::Universal => Ok(string.chars().flat_map(|char| u32::from(char).to_be_bytes()).collect()),
        _ => from_latin1(string),
    }
}

/// Returns each character, U+0000 to U+00FF, as one byte.
pub(super) fn from_latin1(string: &str) -> Result<Vec<u8>, char> {
    string.chars().map(|char| u8::try_from(char).map_err(|_| char)).collect()
}
