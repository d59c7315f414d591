//! Counts the lengths of a message that cost a decoder more than one octet.

use super::header::{any_element, identifier_end};
use crate::codec::{Lengths, Rules};

/// An element whose contents are being read.
struct Open {
    /// The end of the contents.
    end: usize,
    /// The start of the next element.
    next: usize,
    /// Headers and end-of-contents octets inside that a search for the end of an enclosing element reads.
    headers: u64,
}

impl Open {
    fn is_indefinite(&self) -> bool {
        self.end < self.next
    }
}

/// Returns the lengths in a message; bytes that are no element end the count.
pub(super) fn lengths(octets: &[u8]) -> Lengths {
    let mut counted = Lengths::default();
    let mut open = vec![Open { end: octets.len(), next: octets.len(), headers: 0 }];
    let mut p = 0;
    while let Some(mut top) = open.pop() {
        if p >= top.end {
            let Some(around) = open.last_mut() else { break };
            around.headers += 1;
            p = top.next;
            if top.is_indefinite() {
                counted.passed += top.headers + 1;
                around.headers += top.headers + 1;
            }
            continue;
        }
        let Ok(element) = any_element(octets, p, top.end, Rules::Ber) else { break };
        let length = identifier_end(octets, p, top.end).ok().and_then(|behind| octets.get(behind));
        counted.long += u64::from(length.is_some_and(|first| *first >= 0x80));
        if octets[p] & 0x20 == 0 {
            top.headers += 1;
            p = element.next;
            open.push(top);
        } else {
            p = element.contents;
            open.push(top);
            open.push(Open { end: element.end, next: element.next, headers: 0 });
        }
    }
    counted
}

#[cfg(test)]
mod tests {
    use super::lengths;
    use crate::codec::Lengths;

    #[test]
    fn every_search_for_an_end_counts_what_it_reads() {
        let of = |octets: &[u8]| lengths(octets);
        assert_eq!(of(&[0x30, 3, 2, 1, 5]), Lengths { long: 0, passed: 0 });
        assert_eq!(of(&[&[0x04, 0x81, 0x80][..], &[0; 0x80]].concat()), Lengths { long: 1, passed: 0 });
        // One element and the end.
        assert_eq!(of(&[0x30, 0x80, 2, 1, 5, 0, 0]), Lengths { long: 1, passed: 2 });
        // The inner search reads 2, the outer one the header inside and the same 2, and its own end.
        assert_eq!(of(&[0x30, 0x80, 0x30, 0x80, 2, 1, 5, 0, 0, 0, 0]), Lengths { long: 2, passed: 6 });
        // A definite element is passed as a whole.
        assert_eq!(of(&[0x30, 0x80, 0x30, 3, 2, 1, 5, 0, 0]), Lengths { long: 1, passed: 2 });
        assert_eq!(of(&[0xbf, 0x81, 0x02, 0x80, 0, 0]), Lengths { long: 1, passed: 1 });
        assert_eq!(of(&[0x30, 5, 2]), Lengths::default());
    }
}
