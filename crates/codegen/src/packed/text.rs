//! Bytes of commands as C.

use syntax_graph::IntegerRepr;

/// Bytes of commands: their C expressions, each with the number of bytes that it makes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Text(Vec<(String, usize)>);

impl Text {
    /// Returns the first byte of a program.
    pub fn op(text: &str) -> Self {
        Self(vec![(text.to_owned(), 1)])
    }

    /// Returns a number in groups of seven bits.
    pub fn number(number: u64) -> Self {
        let groups = (u64::BITS - number.leading_zeros()).div_ceil(7).max(1);
        let byte = |at: u32| {
            let more = if at > 0 { 0x80 } else { 0 };
            ((number >> (7 * at) & 0x7f | more).to_string(), 1)
        };
        Self((0..groups).rev().map(byte).collect())
    }

    /// Returns a number that the C compiler computes, and that is at most `most` on any target.
    pub fn sized(most: u64, expression: &str) -> Self {
        let (macro_name, octets) = match most {
            0..=0x7f => ("STUBC_ONE", 1),
            0x80..=0x3fff => ("STUBC_TWO", 2),
            _ => ("STUBC_FOUR", 4),
        };
        Self(vec![(format!("{macro_name}({expression})"), octets)])
    }

    /// Returns these bytes with others after them.
    pub fn and(&self, other: &Self) -> Self {
        Self(self.0.iter().chain(&other.0).cloned().collect())
    }

    /// Returns the number of bytes.
    pub fn octets(&self) -> usize {
        self.0.iter().map(|part| part.1).sum()
    }

    /// Returns a line of C.
    pub fn line(&self) -> String {
        let parts: Vec<&str> = self.0.iter().map(|part| part.0.as_str()).collect();
        format!("{},", parts.join(", "))
    }

    /// Returns a text that is equal for equal bytes.
    pub fn key(&self) -> String {
        self.line()
    }
}

/// Returns the representation of a number for the runtime.
pub fn repr_number(repr: IntegerRepr) -> u64 {
    repr.machine()
        .map_or(0, |(bits, signed)| u64::from((bits / 8).trailing_zeros()) + if signed { 4 } else { 0 })
}
