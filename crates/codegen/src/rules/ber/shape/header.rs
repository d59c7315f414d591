//! Reads the headers of a sample message (X.690 8.1.2, 8.1.3). The independent codec has decoded it.

use crate::rules::ber::identifier::Identifier;
use std::ops::Range;

/// An element of the sample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// Its identifier.
    pub id: Identifier,
    /// Its first octet.
    pub start: usize,
    /// The octets that hold its length as a number.
    pub length: Range<usize>,
    /// Whether its length has the short form (X.690 8.1.3.4).
    pub is_short: bool,
    /// Its contents.
    pub contents: Range<usize>,
}

/// Why the header is none that a shape has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The length is indefinite.
    Indefinite,
    /// The identifier, or the length, has more than four octets, or reaches beyond the element around it.
    Malformed,
}

/// Reads the header at `at`, inside contents that end at `end`.
pub fn read(octets: &[u8], at: usize, end: usize) -> Result<Header, Fault> {
    let octet = |at: usize| {
        if at < end { octets.get(at).copied().ok_or(Fault::Malformed) } else { Err(Fault::Malformed) }
    };
    let mut id = u32::from(octet(at)?);
    let mut p = at + 1;
    if id & 0x1f == 0x1f {
        loop {
            let next = octet(p)?;
            if id > 0xff_ffff {
                return Err(Fault::Malformed);
            }
            id = id << 8 | u32::from(next);
            p += 1;
            if next < 0x80 {
                break;
            }
        }
    }
    let first = octet(p)?;
    let is_short = first < 0x80;
    let (length, number) = match first {
        0..0x80 => (p..p + 1, usize::from(first)),
        0x80 => return Err(Fault::Indefinite),
        0x81..=0x84 => {
            let length = p + 1..p + 1 + usize::from(first & 0x7f);
            let mut number = 0;
            for at in length.clone() {
                number = number << 8 | usize::from(octet(at)?);
            }
            (length, number)
        }
        _ => return Err(Fault::Malformed),
    };
    let contents = length.end..length.end + number;
    if contents.end > end {
        return Err(Fault::Malformed);
    }
    Ok(Header { id: Identifier(id), start: at, length, is_short, contents })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_and_long_headers_are_read() {
        let header = read(&[0x30, 2, 1, 2], 0, 4).expect("a short header");
        assert_eq!((header.length, header.contents, header.is_short), (1..2, 2..4, true));
        let header = read(&[0x9f, 0x81, 0x02, 0x82, 0, 1, 9], 0, 7).expect("a long header");
        assert_eq!((header.id, header.length, header.contents), (Identifier(0x9f8102), 4..6, 6..7));
        assert_eq!(read(&[0x30, 0x80, 0, 0], 0, 4), Err(Fault::Indefinite));
        assert_eq!(read(&[0x30, 3, 1, 2], 0, 4), Err(Fault::Malformed));
        assert_eq!(read(&[0x30], 0, 1), Err(Fault::Malformed));
    }
}
