//! The constant octets of a rigid shape as a table, which one loop of the runtime compares.
//!
//! A record is a number of octets to skip, a number of octets to compare, and these octets of the sample. With `MASKED`
//! added to the number, the bits that count stand before each of them. Two zeros end the table.

use super::Segments;

/// The flag of records whose octets have masks.
const MASKED: u8 = 0x80;
/// The most octets of a record.
const MOST: usize = 0x7f;

/// Returns the table of a shape; `None`: no octet is constant.
pub fn table(segments: &Segments) -> Option<Vec<u8>> {
    let Segments { octets, masks, .. } = segments;
    let mut table = Vec::new();
    let (mut at, mut end) = (0, 0);
    while let Some(start) = (at..octets.len()).find(|at| masks[*at] != 0) {
        let is_masked = masks[start] != 0xff;
        let is_alike = |at: &usize| masks[*at] != 0 && (masks[*at] != 0xff) == is_masked;
        at = (start..octets.len().min(start + MOST)).take_while(is_alike).last().unwrap_or(start) + 1;
        let mut skip = start - end;
        while let Some(rest) = skip.checked_sub(0x100) {
            table.extend([0xff, 0]);
            skip = rest + 1;
        }
        table.extend([skip as u8, (at - start) as u8 | if is_masked { MASKED } else { 0 }]);
        for own in start..at {
            table.extend(is_masked.then_some(masks[own]));
            table.push(octets[own] & masks[own]);
        }
        end = at;
    }
    (!table.is_empty()).then(|| [&table[..], &[0, 0]].concat())
}

#[cfg(test)]
mod tests {
    use super::{MASKED, table};
    use crate::shape::Segments;

    fn segments(octets: &[u8], masks: &[u8]) -> Segments {
        Segments { octets: octets.to_vec(), masks: masks.to_vec(), ..Segments::default() }
    }

    #[test]
    fn a_table_has_all_octets_that_count() {
        let masks = [0, 0xff, 0xff, 0xf0, 0, 0x01];
        let found = table(&segments(&[1, 2, 3, 0x45, 6, 7], &masks)).expect("octets are constant");
        assert_eq!(found, [1, 2, 2, 3, 0, MASKED | 1, 0xf0, 0x40, 1, MASKED | 1, 0x01, 0x01, 0, 0]);
        assert_eq!(table(&segments(&[1, 2], &[0, 0])), None);
    }

    /// Reads a table as the runtime does; returns the octets and masks.
    fn read(table: &[u8], length: usize) -> (Vec<u8>, Vec<u8>) {
        let (mut octets, mut masks) = (vec![0; length], vec![0; length]);
        let (mut at, mut p) = (0, 0);
        while (table[at], table[at + 1]) != (0, 0) {
            p += usize::from(table[at]);
            let flags = table[at + 1];
            at += 2;
            for _ in 0..flags & 0x7f {
                masks[p] = if flags & MASKED == 0 { 0xff } else { table[at] };
                at += usize::from(flags & MASKED != 0);
                octets[p] = table[at];
                (at, p) = (at + 1, p + 1);
            }
        }
        (octets, masks)
    }

    #[test]
    fn long_gaps_and_long_runs_take_several_records() {
        for (gap, run) in [(0, 1), (254, 127), (255, 128), (256, 254), (257, 255), (511, 300), (1000, 3)] {
            let masks = [vec![0x0f], vec![0; gap], vec![0xff; run], vec![0; 3]].concat();
            let octets: Vec<u8> = (0..masks.len()).map(|at| at as u8 | 1).collect();
            let found = table(&segments(&octets, &masks)).expect("octets are constant");
            let counted: Vec<u8> = octets.iter().zip(&masks).map(|(octet, mask)| octet & mask).collect();
            assert_eq!(read(&found, masks.len()), (counted, masks), "{gap}, {run}");
        }
    }
}
