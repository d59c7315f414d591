//! Reads the bits of a sample message.

/// The bits of a message, and a place in them.
#[derive(Clone, Debug)]
pub struct Reader {
    octets: Vec<u8>,
    /// The next bit.
    pub at: u64,
}

impl Reader {
    /// Returns the bits of a message, at its first one.
    pub fn new(octets: &[u8]) -> Self {
        Self { octets: octets.to_vec(), at: 0 }
    }

    /// Reads a number of so many bits, at most 64.
    pub fn take(&mut self, bits: u32) -> Option<u64> {
        let mut number = 0;
        for _ in 0..bits {
            let octet = self.octets.get((self.at / 8) as usize)?;
            number = number << 1 | u64::from(octet >> (7 - self.at % 8) & 1);
            self.at += 1;
        }
        Some(number)
    }

    /// Reads so many bits as octets. Zeros fill the last one.
    pub fn octets(&mut self, mut bits: u64) -> Option<Vec<u8>> {
        let mut octets = Vec::new();
        while bits > 0 {
            let some = bits.min(8) as u32;
            octets.push((self.take(some)? << (8 - some)) as u8);
            bits -= u64::from(some);
        }
        Some(octets)
    }

    /// Reads so many bits, each as whether it is set.
    pub fn flags(&mut self, bits: u64) -> Option<Vec<bool>> {
        (0..bits).map(|_| self.take(1).map(|bit| bit == 1)).collect()
    }

    /// Goes to the next byte boundary.
    pub fn align(&mut self) {
        self.at = self.at.next_multiple_of(8);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_read_from_the_most_significant_one_on() {
        let mut bits = Reader::new(&[0b1011_0001, 0x80]);
        assert_eq!((bits.take(3), bits.take(0), bits.take(5)), (Some(5), Some(0), Some(17)));
        assert_eq!((bits.octets(1), bits.at), (Some(vec![0x80]), 9));
        assert_eq!(bits.flags(2), Some(vec![false, false]));
        bits.align();
        assert_eq!((bits.at, bits.take(1)), (16, None));
    }
}
