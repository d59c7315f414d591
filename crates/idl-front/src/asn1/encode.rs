//! The DER encoding of a scalar value: what a DEFAULT of an open type is.

use syntax_graph::{Scalar, Tag, TagClass, Value};

/// The encoding under these tags, outermost first.
pub fn encode(scalar: &Scalar, value: &Value, tags: &[Tag]) -> Option<Vec<u8>> {
    let mut octets = match (scalar, value) {
        (_, Value::Boolean(value)) => vec![if *value { 0xff } else { 0 }],
        (_, Value::Integer(number)) => number.to_signed_bytes_be(),
        (_, Value::Null) => Vec::new(),
        (Scalar::BitString { named, .. }, Value::Bits { octets, length }) => {
            bits(octets, *length, !named.is_empty())
        }
        (_, Value::Real(octets) | Value::Octets(octets) | Value::Oid(octets) | Value::Chars(octets)) => {
            octets.clone()
        }
        _ => return None,
    };
    for (depth, tag) in tags.iter().rev().enumerate() {
        let mut outer = identifier(*tag, depth > 0);
        length(octets.len(), &mut outer);
        outer.append(&mut octets);
        octets = outer;
    }
    Some(octets)
}

fn bits(octets: &[u8], length: u64, named: bool) -> Vec<u8> {
    let mut octets = octets.to_vec();
    let mut unused = u8::try_from((8 - length % 8) % 8).unwrap_or(0);
    if named {
        // Trailing zero bits are left out (X.690 clause 11.2.2).
        while octets.last() == Some(&0) {
            octets.pop();
        }
        unused = octets.last().map_or(0, |last| u8::try_from(last.trailing_zeros()).unwrap_or(0));
    }
    octets.insert(0, unused);
    octets
}

fn identifier(tag: Tag, constructed: bool) -> Vec<u8> {
    let class = match tag.class {
        TagClass::Universal => 0x00,
        TagClass::Application => 0x40,
        TagClass::Context => 0x80,
        TagClass::Private => 0xc0,
    } | if constructed { 0x20 } else { 0 };
    match u8::try_from(tag.number) {
        Ok(number) if number < 31 => vec![class | number],
        _ => {
            let mut octets = vec![class | 31];
            let groups = tag.number.max(1).ilog2() / 7;
            octets.extend((0..=groups).rev().map(|at| {
                let group = u8::try_from(tag.number >> (7 * at) & 0x7f).unwrap_or(0);
                if at == 0 { group } else { group | 0x80 }
            }));
            octets
        }
    }
}

fn length(length: usize, out: &mut Vec<u8>) {
    match u8::try_from(length) {
        Ok(short) if short < 0x80 => out.push(short),
        _ => {
            let octets: Vec<u8> = length.to_be_bytes().into_iter().skip_while(|octet| *octet == 0).collect();
            out.push(0x80 | u8::try_from(octets.len()).unwrap_or(8));
            out.extend(octets);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scalars_encode() {
        assert_eq!(encode(&Scalar::Null, &Value::Null, &[Tag::universal(5)]), Some(vec![5, 0]));
        let tags = [Tag::context(40), Tag::universal(1)];
        assert_eq!(
            encode(&Scalar::Boolean, &Value::Boolean(true), &tags),
            Some(vec![0xbf, 40, 3, 1, 1, 0xff])
        );
    }
}
