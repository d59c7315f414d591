//! Identifier octets (X.690 clause 8.1.2), packed into a number.

use syntax_graph::{Tag, TagClass};

/// The one to four identifier octets of an element, the first one in the most significant byte used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Identifier(pub u32);

/// Largest tag number whose identifier fits into four octets.
pub const MAX_TAG_NUMBER: u32 = (1 << 21) - 1;

impl Identifier {
    /// Returns the identifier of `tag` in primitive or constructed form; `None` above [`MAX_TAG_NUMBER`].
    pub fn new(tag: Tag, constructed: bool) -> Option<Self> {
        let class = match tag.class {
            TagClass::Universal => 0x00,
            TagClass::Application => 0x40,
            TagClass::Context => 0x80,
            TagClass::Private => 0xc0,
        };
        let first = class | if constructed { 0x20 } else { 0 };
        if tag.number < 31 {
            return Some(Self(first | tag.number));
        }
        if tag.number > MAX_TAG_NUMBER {
            return None;
        }
        let mut packed = first | 0x1f;
        for shift in [14, 7, 0] {
            let group = tag.number >> shift;
            if group > 0 || shift == 0 {
                packed = packed << 8 | (group & 0x7f) | if shift > 0 { 0x80 } else { 0 };
            }
        }
        Some(Self(packed))
    }

    /// Returns whether it has more than one octet.
    pub fn is_long(self) -> bool {
        self.0 > 0xff
    }

    /// Returns the number of its octets.
    pub fn octets(self) -> u64 {
        match self.0 {
            0..=0xff => 1,
            0x100..=0xffff => 2,
            0x1_0000..=0xff_ffff => 3,
            _ => 4,
        }
    }

    /// Returns its proper beginnings, the longest first.
    pub fn beginnings(self) -> impl Iterator<Item = Self> {
        [8, 16, 24].into_iter().map(move |shift| Self(self.0 >> shift)).filter(|id| id.0 != 0)
    }

    /// Returns the identifier of the same tag in the other form.
    pub fn other_form(self) -> Self {
        Self(self.0 ^ (0x20 << (8 * (self.octets() - 1))))
    }
}

impl std::fmt::Display for Identifier {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:#04x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn octets_are_those_of_x690() {
        let id =
            |class, number, constructed| Identifier::new(Tag { class, number }, constructed).map(|id| id.0);
        assert_eq!(id(TagClass::Universal, 16, true), Some(0x30));
        assert_eq!(id(TagClass::Context, 30, false), Some(0x9e));
        assert_eq!(id(TagClass::Context, 31, false), Some(0x9f1f));
        assert_eq!(id(TagClass::Context, 203, true), Some(0xbf814b));
        assert_eq!(id(TagClass::Private, MAX_TAG_NUMBER, false), Some(0xdfffff7f));
        assert_eq!(id(TagClass::Private, MAX_TAG_NUMBER + 1, false), None);
        assert_eq!(Identifier(0x9f814b).other_form(), Identifier(0xbf814b));
        let beginnings: Vec<Identifier> = Identifier(0xbf814b).beginnings().collect();
        assert_eq!(beginnings, [Identifier(0xbf81), Identifier(0xbf)]);
    }
}
