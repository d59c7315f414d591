//! Splits a byte stream into APDUs and finds their kinds.

/// The alternatives of `PDU`, by the number of their context-specific tag.
const KINDS: [(u32, &str); 25] = [
    (20, "initRequest"),
    (21, "initResponse"),
    (22, "searchRequest"),
    (23, "searchResponse"),
    (24, "presentRequest"),
    (25, "presentResponse"),
    (26, "deleteResultSetRequest"),
    (27, "deleteResultSetResponse"),
    (28, "accessControlRequest"),
    (29, "accessControlResponse"),
    (30, "resourceControlRequest"),
    (31, "resourceControlResponse"),
    (32, "triggerResourceControlRequest"),
    (33, "resourceReportRequest"),
    (34, "resourceReportResponse"),
    (35, "scanRequest"),
    (36, "scanResponse"),
    (43, "sortRequest"),
    (44, "sortResponse"),
    (45, "segmentRequest"),
    (46, "extendedServicesRequest"),
    (47, "extendedServicesResponse"),
    (48, "close"),
    (49, "duplicateDetectionRequest"),
    (50, "duplicateDetectionResponse"),
];

/// The deepest supported nesting of indefinite lengths.
const DEEPEST: usize = 64;

/// Splits `stream` into data values; an incomplete last one is an error.
pub(crate) fn split(stream: &[u8]) -> Result<Vec<Vec<u8>>, String> {
    let mut pdus = Vec::new();
    let mut start = 0;
    while start < stream.len() {
        let end = end_of_value(stream, start, 0)
            .ok_or_else(|| format!("octet {start} of a stream of {} begins no whole value", stream.len()))?;
        pdus.push(stream[start..end].to_vec());
        start = end;
    }
    Ok(pdus)
}

/// Returns the kind of an APDU.
pub(crate) fn kind(pdu: &[u8]) -> Result<&'static str, String> {
    let (number, _) = tag(pdu, 0).ok_or("an empty APDU")?;
    let found = KINDS.iter().find(|entry| entry.0 == number && pdu[0] & 0xc0 == 0x80);
    found.map(|entry| entry.1).ok_or_else(|| format!("tag {number} is none of Z39.50's"))
}

/// Returns the end of the value that starts at `start`.
fn end_of_value(octets: &[u8], start: usize, depth: usize) -> Option<usize> {
    let (_, at) = tag(octets, start)?;
    let first = *octets.get(at)?;
    if first == 0x80 && depth < DEEPEST {
        let mut inner = at + 1;
        while octets.get(inner..inner + 2)? != [0, 0] {
            inner = end_of_value(octets, inner, depth + 1)?;
        }
        return Some(inner + 2);
    }
    let (length, contents) = match first {
        0..=0x7f => (usize::from(first), at + 1),
        0x81..=0x84 => {
            let contents = at + 1 + usize::from(first & 0x7f);
            let digits = octets.get(at + 1..contents)?;
            (digits.iter().fold(0, |length, digit| length << 8 | usize::from(*digit)), contents)
        }
        _ => return None,
    };
    let end = contents.checked_add(length)?;
    (end <= octets.len()).then_some(end)
}

/// Returns the tag number and the start of the length.
fn tag(octets: &[u8], start: usize) -> Option<(u32, usize)> {
    let first = *octets.get(start)?;
    if first & 0x1f != 0x1f {
        return Some((u32::from(first & 0x1f), start + 1));
    }
    let mut number = 0_u32;
    for (at, octet) in octets.iter().enumerate().skip(start + 1).take(4) {
        number = number << 7 | u32::from(octet & 0x7f);
        if octet & 0x80 == 0 {
            return Some((number, at + 1));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{kind, split};

    #[test]
    fn splits_definite_and_indefinite_lengths() {
        let stream = [
            0xbf, 0x30, 0x03, 0x02, 0x01, 0x05, 0xb4, 0x80, 0x30, 0x80, 0, 0, 0x02, 1, 0, 0, 0, 0x95, 0x81,
            1, 9,
        ];
        let pdus = split(&stream).unwrap();
        assert_eq!(pdus.iter().map(Vec::len).collect::<Vec<_>>(), [6, 11, 4]);
        assert_eq!(
            pdus.iter().map(|pdu| kind(pdu).unwrap()).collect::<Vec<_>>(),
            ["close", "initRequest", "initResponse"]
        );
    }

    #[test]
    fn refuses_half_values() {
        for half in [&[0xb4_u8][..], &[0xb4, 0x05, 1], &[0xb4, 0x80, 0x02, 1, 0], &[0xb4, 0x82, 1], &[0xff]] {
            assert!(split(half).is_err());
        }
    }
}
