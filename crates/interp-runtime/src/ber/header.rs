//! Reads and writes identifier and length octets (X.690 clauses 8.1.2 and 8.1.3).
//!
//! asn1-rs converts single headers. This file decides which headers are accepted and which error comes first, by
//! `docs/semantics.md` section 3.

use super::form::Form;
use crate::codec::Rules;
use crate::error::ErrorCode;
use asn1_rs::{Class, FromBer, Header, Length, ToDer};
use syntax_graph::{Tag, TagClass};

/// The place of an element's contents, as offsets into the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Extent {
    /// The start of the contents.
    pub contents: usize,
    /// The end of the contents.
    pub end: usize,
    /// The start of the next element, after any end-of-contents octets.
    pub next: usize,
}

/// The longest contents that a machine can hold: `PTRDIFF_MAX` in C.
const LONGEST: usize = isize::MAX as usize;

/// The reason why a header cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// The input ends too early, or the contents reach beyond it. Holds the least offset at which the element
    /// can end: its end if all missing octets are zero. Lengths beyond [`LONGEST`] count as [`LONGEST`].
    Cut(usize),
    /// The header is malformed.
    Code(ErrorCode),
}

/// Returns the end of the identifier that starts at `p`.
pub(super) fn identifier_end(input: &[u8], p: usize, e: usize) -> Result<usize, Fault> {
    if p >= e {
        return Err(Fault::Cut(p + 2));
    }
    if input[p] == 0 {
        return Err(Fault::Code(ErrorCode::BadTag));
    }
    if input[p] & 0x1f != 0x1f {
        return Ok(p + 1);
    }
    if input[p + 1..e].first() == Some(&0x80) {
        return Err(Fault::Code(ErrorCode::BadTag));
    }
    match input[p + 1..e].iter().position(|octet| *octet < 0x80) {
        Some(at) => Ok(p + 2 + at),
        None => Err(Fault::Cut(e + 2)),
    }
}

/// Returns whether the first element of the input may have this tag and form. Only the identifier octets that
/// the input holds are compared.
pub(super) fn may_begin(input: &[u8], tag: Tag, form: Form, rules: Rules) -> bool {
    [false, true].into_iter().filter(|constructed| form_fits(form, *constructed, rules)).any(|constructed| {
        let own = encode_identifier(tag, constructed);
        let there = own.len().min(input.len());
        own[..there] == input[..there]
    })
}

/// Returns the tag of the element at `p`, and whether it is constructed. Returns `None` if the identifier is
/// incomplete or not in its shortest form, or if its number has more than 32 bits.
pub(super) fn peek(input: &[u8], p: usize, e: usize) -> Option<(Tag, bool)> {
    let behind = identifier_end(input, p, e).ok()?;
    let first = input[p];
    let class = match first >> 6 {
        0 => TagClass::Universal,
        1 => TagClass::Application,
        2 => TagClass::Context,
        _ => TagClass::Private,
    };
    let number = match &input[p + 1..behind] {
        [] => u64::from(first & 0x1f),
        octets if octets.len() > 5 => return None,
        octets => octets.iter().fold(0, |number, octet| number << 7 | u64::from(octet & 0x7f)),
    };
    if behind > p + 1 && number < 31 {
        return None;
    }
    Some((Tag { class, number: u32::try_from(number).ok()? }, first & 0x20 != 0))
}

/// Returns whether the rules accept an element of this form where they want the form `wanted`.
pub(super) fn form_fits(wanted: Form, constructed: bool, rules: Rules) -> bool {
    match wanted {
        Form::Primitive => !constructed,
        Form::Constructed => constructed,
        Form::Either => !constructed || rules == Rules::Ber,
    }
}

/// Reads the length octets at `p`, and checks that the input holds the contents. `constructed` is the form in the
/// preceding identifier.
///
/// asn1-rs reads only whole headers, and refuses some identifiers that `docs/semantics.md` accepts. So it gets a
/// one-byte identifier here.
fn length_octets(
    input: &[u8],
    p: usize,
    e: usize,
    constructed: bool,
    rules: Rules,
) -> Result<(usize, Length), Fault> {
    const MOST: usize = 1 + 126;
    let octets = &input[p..e.min(p + MOST)];
    if let [first, ..] = octets
        && *first < 0x80
    {
        let (behind, length) = (p + 1, usize::from(*first));
        return if length > e - behind {
            Err(Fault::Cut(behind + length))
        } else {
            Ok((behind, Length::Definite(length)))
        };
    }
    let Some(first) = octets.first() else { return Err(Fault::Cut(p + 1)) };
    let more = usize::from(first & 0x7f);
    if *first != 0xff && octets.len() <= more {
        let behind = p + 1 + more;
        let there = octets[1..].iter().copied().chain(std::iter::repeat(0)).take(more);
        let length =
            there.fold(0_u128, |length, octet| length.saturating_mul(256).saturating_add(octet.into()));
        let length = usize::try_from(length).unwrap_or(LONGEST).min(LONGEST);
        return Err(Fault::Cut(behind.saturating_add(length)));
    }
    let mut token = [0; 1 + MOST];
    token[0] = if constructed { 0x30 } else { 0x04 };
    token[1..=octets.len()].copy_from_slice(octets);
    let (rest, header) = match Header::from_ber(&token[..=octets.len()]) {
        Ok(read) => read,
        // A length that the machine cannot hold reaches beyond any input.
        Err(_) if *first != 0xff && *first != 0x80 => {
            return Err(Fault::Cut((p + 1 + more).saturating_add(LONGEST)));
        }
        Err(_) => return Err(Fault::Code(ErrorCode::BadLength)),
    };
    let behind = p + octets.len() - rest.len();
    if let Length::Definite(length) = header.length() {
        if length > e - behind {
            return Err(Fault::Cut(behind.saturating_add(length.min(LONGEST))));
        }
        let shortest = encode_length(length).len();
        if rules == Rules::Der && behind - p > shortest {
            return Err(Fault::Code(ErrorCode::NotCanonical));
        }
    } else if rules == Rules::Der {
        return Err(Fault::Code(ErrorCode::NotCanonical));
    }
    Ok((behind, header.length()))
}

/// Returns the extent of the contents after an identifier that ends at `p`.
fn contents(input: &[u8], p: usize, e: usize, constructed: bool, rules: Rules) -> Result<Extent, Fault> {
    let (contents, length) = length_octets(input, p, e, constructed, rules)?;
    match length {
        Length::Definite(length) => Ok(Extent { contents, end: contents + length, next: contents + length }),
        Length::Indefinite => {
            let end = end_of_contents(input, contents, e)?;
            Ok(Extent { contents, end, next: end + 2 })
        }
    }
}

/// Finds the end-of-contents octets of an indefinite form whose contents start at `p` (X.690 clause 8.1.5).
fn end_of_contents(input: &[u8], mut p: usize, e: usize) -> Result<usize, Fault> {
    // The end-of-contents octets of all open forms must follow a cut element.
    let malformed = |fault, open: usize| match fault {
        Fault::Cut(least) => Fault::Cut(least.saturating_add(2 * (open + 1))),
        Fault::Code(_) => Fault::Code(ErrorCode::BadLength),
    };
    let mut open = 0_usize;
    loop {
        if let [0, second, ..] = input[p..e] {
            if second != 0 {
                return Err(Fault::Code(ErrorCode::BadLength));
            }
            if open == 0 {
                return Ok(p);
            }
            open -= 1;
            p += 2;
            continue;
        }
        if matches!(input[p..e], [] | [0]) {
            return Err(Fault::Cut(p + 2 * (open + 1)));
        }
        let behind = identifier_end(input, p, e).map_err(|fault| malformed(fault, open))?;
        let constructed = input[p] & 0x20 != 0;
        let read = length_octets(input, behind, e, constructed, Rules::Ber);
        match read.map_err(|fault| malformed(fault, open))? {
            (contents, Length::Definite(length)) => p = contents + length,
            (contents, Length::Indefinite) => {
                open += 1;
                p = contents;
            }
        }
    }
}

/// Returns the end of the message that starts the input.
pub(super) fn message_end(input: &[u8], rules: Rules) -> Result<usize, Fault> {
    let behind = identifier_end(input, 0, input.len())?;
    Ok(contents(input, behind, input.len(), input[0] & 0x20 != 0, rules)?.next)
}

/// Reads the header of any element at `p`.
pub(super) fn any_element(input: &[u8], p: usize, e: usize, rules: Rules) -> Result<Extent, ErrorCode> {
    let Ok(behind) = identifier_end(input, p, e) else { return Err(ErrorCode::BadTag) };
    contents(input, behind, e, input[p] & 0x20 != 0, rules).map_err(inside)
}

/// Reads the header of the element at `p`, which must have this tag and form; also returns whether it is
/// constructed.
pub(super) fn expected(
    input: &[u8],
    (p, e): (usize, usize),
    tag: Tag,
    form: Form,
    rules: Rules,
) -> Result<(Extent, bool), ErrorCode> {
    match peek(input, p, e) {
        Some((found, constructed)) if found == tag && form_fits(form, constructed, rules) => {
            Ok((any_element(input, p, e, rules)?, constructed))
        }
        _ => Err(ErrorCode::BadTag),
    }
}

/// Returns the error for a fault inside a message, where a cut element is malformed.
pub(super) fn inside(fault: Fault) -> ErrorCode {
    match fault {
        Fault::Cut(_) => ErrorCode::BadLength,
        Fault::Code(code) => code,
    }
}

/// Returns the identifier octets of an element.
pub(super) fn encode_identifier(tag: Tag, constructed: bool) -> Vec<u8> {
    let class = match tag.class {
        TagClass::Universal => Class::Universal,
        TagClass::Application => Class::Application,
        TagClass::Context => Class::ContextSpecific,
        TagClass::Private => Class::Private,
    };
    let mut octets = Vec::new();
    let written = (class, constructed, asn1_rs::Tag(tag.number)).write_der_header(&mut octets);
    debug_assert!(written.is_ok(), "a number of 32 bits fits, and a vector takes all");
    octets
}

/// Returns the length octets of a definite length, as few as possible.
pub(super) fn encode_length(length: usize) -> Vec<u8> {
    let mut octets = Vec::new();
    let written = Length::Definite(length).write_der_header(&mut octets);
    debug_assert!(written.is_ok(), "a vector takes all");
    octets
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_in_every_form() {
        let cut = |least| Err(Fault::Cut(least));
        let code = |code| Err(Fault::Code(code));
        let ber = |octets: &[u8]| message_end(octets, Rules::Ber);
        assert_eq!(ber(&[0x04, 0x01, 0xaa, 0xbb]), Ok(3));
        assert_eq!(ber(&[0x04, 0x81, 0x01, 0xaa]), Ok(4));
        assert_eq!(ber(&[0x04, 0x8a, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0xaa]), Ok(13));
        assert_eq!(ber(&[0x30, 0x80, 0x30, 0x80, 0, 0, 0x04, 0, 0, 0, 9]), Ok(10));
        assert_eq!(ber(&[]), cut(2));
        assert_eq!(ber(&[0x1f, 0x81]), cut(4));
        assert_eq!(ber(&[0x1f, 0x80, 1]), code(ErrorCode::BadTag));
        assert_eq!(ber(&[0, 0]), code(ErrorCode::BadTag));
        assert_eq!(ber(&[0x04]), cut(2));
        assert_eq!(ber(&[0x04, 0x05, 1]), cut(7));
        assert_eq!(ber(&[0x04, 0xff]), code(ErrorCode::BadLength));
        assert_eq!(ber(&[0x04, 0x80, 0, 0]), code(ErrorCode::BadLength));
        assert_eq!(ber(&[0x04, 0x82, 1]), cut(4 + 0x100));
        assert_eq!(ber(&[0x04, 0x82, 1, 2]), cut(4 + 0x102));
        let octets = [0x04, 0x89, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff];
        assert_eq!(ber(&octets), cut(11 + LONGEST), "a length of 65 bits");
        assert_eq!(ber(&octets[..8]), cut(11 + LONGEST));
        assert_eq!(ber(&octets[..2]), cut(11));
        assert_eq!(ber(&[[4, 0x88].as_slice(), &[0xff; 8]].concat()), cut(10 + LONGEST), "one of 64");
        assert_eq!(ber(&[0x30, 0x80, 0x04, 0x80, 0, 0]), code(ErrorCode::BadLength));
        assert_eq!(ber(&[0x30, 0x80, 0x00, 0x05, 0, 0]), code(ErrorCode::BadLength));
        assert_eq!(ber(&[0x30, 0x80, 0x1f, 0x80, 0, 0, 0]), code(ErrorCode::BadLength));
        assert_eq!(ber(&[0x30, 0x80, 0x04, 0x05, 0, 0]), cut(11), "contents, and the end of the form");
        let der = |octets: &[u8]| message_end(octets, Rules::Der);
        assert_eq!(der(&[0x30, 0x80, 0, 0]), code(ErrorCode::NotCanonical));
        assert_eq!(der(&[0x04, 0x81, 0x01, 0xaa]), code(ErrorCode::NotCanonical));
        assert_eq!(der(&[0x04, 0x81, 0x02, 0xaa]), cut(5));
    }

    /// The least length of a cut element is its length when zeros follow the input.
    #[test]
    fn missing_octets_count_as_zeros() {
        let nested = [0x30, 0x80, 0x30, 0x80, 0x1f, 0x81, 0x01, 0x00, 0x24, 0x82, 0, 1, 9, 0, 0, 0, 0];
        let long = [0x7f, 0x81, 0x01, 0x83, 0, 0, 3, 1, 2, 3];
        assert_eq!(message_end(&nested, Rules::Ber), Ok(17));
        assert_eq!(message_end(&long, Rules::Ber), Ok(10));
        for whole in [nested.as_slice(), &long] {
            for length in 0..whole.len() {
                let Err(Fault::Cut(least)) = message_end(&whole[..length], Rules::Ber) else {
                    panic!("{length} octets are no message")
                };
                assert!(length < least && least <= whole.len(), "{length} octets: {least}");
                // No element begins with a zero, so an empty input gets an identifier first.
                let first = if length == 0 { [0x04].as_slice() } else { &whole[..length] };
                for more in first.len()..=least {
                    let mut octets = first.to_vec();
                    octets.resize(more, 0);
                    let expected = if more < least { Err(Fault::Cut(least)) } else { Ok(least) };
                    assert_eq!(message_end(&octets, Rules::Ber), expected, "{octets:x?}");
                }
            }
        }
    }

    #[test]
    fn identifiers_go_there_and_back() {
        for number in [0, 1, 30, 31, 127, 128, 16383, 16384, u32::MAX] {
            for class in [TagClass::Application, TagClass::Context, TagClass::Private] {
                let tag = Tag { class, number };
                let octets = encode_identifier(tag, number % 2 == 1);
                assert_eq!(peek(&octets, 0, octets.len()), Some((tag, number % 2 == 1)));
            }
        }
        assert_eq!(peek(&[0xbf, 0x05], 0, 2), None, "longer than necessary");
    }
}
