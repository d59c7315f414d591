//! A small BER writer: a tree of values, and the two forms of length.

/// The form of constructed values' lengths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Definite, in as few bytes as possible.
    Definite,
    /// Indefinite, with end-of-contents octets.
    Indefinite,
}

/// A value to write. All tags of P1 fit in one identifier octet.
#[derive(Clone, Debug)]
pub(crate) struct Value {
    identifier: u8,
    contents: Contents,
}

#[derive(Clone, Debug)]
enum Contents {
    Primitive(Vec<u8>),
    Constructed(Vec<Value>),
}

/// The bit of the identifier octet that marks constructed values.
const CONSTRUCTED: u8 = 0x20;
/// Identifier octets of the universal types in use.
pub(crate) mod universal {
    pub(crate) const BOOLEAN: u8 = 0x01;
    pub(crate) const INTEGER: u8 = 0x02;
    pub(crate) const BIT_STRING: u8 = 0x03;
    pub(crate) const OCTET_STRING: u8 = 0x04;
    pub(crate) const NULL: u8 = 0x05;
    pub(crate) const OBJECT_IDENTIFIER: u8 = 0x06;
    pub(crate) const ENUMERATED: u8 = 0x0a;
    pub(crate) const SEQUENCE: u8 = 0x10;
    pub(crate) const SET: u8 = 0x11;
    pub(crate) const NUMERIC_STRING: u8 = 0x12;
    pub(crate) const PRINTABLE_STRING: u8 = 0x13;
    pub(crate) const TELETEX_STRING: u8 = 0x14;
    pub(crate) const IA5_STRING: u8 = 0x16;
    pub(crate) const UTC_TIME: u8 = 0x17;
    pub(crate) const BMP_STRING: u8 = 0x1e;
}

/// Returns the identifier octet of a context-specific tag.
pub(crate) const fn context(number: u8) -> u8 {
    0x80 | number
}

/// Returns the identifier octet of a tag of class APPLICATION.
pub(crate) const fn application(number: u8) -> u8 {
    0x40 | number
}

/// Returns a primitive value.
pub(crate) fn primitive(identifier: u8, octets: impl Into<Vec<u8>>) -> Value {
    Value { identifier, contents: Contents::Primitive(octets.into()) }
}

/// Returns a constructed value.
pub(crate) fn constructed(identifier: u8, values: Vec<Value>) -> Value {
    Value { identifier: identifier | CONSTRUCTED, contents: Contents::Constructed(values) }
}

/// Returns a SEQUENCE or SEQUENCE OF.
pub(crate) fn sequence(values: Vec<Value>) -> Value {
    constructed(universal::SEQUENCE, values)
}

/// Returns a SET or SET OF.
pub(crate) fn set(values: Vec<Value>) -> Value {
    constructed(universal::SET, values)
}

/// Returns an INTEGER or ENUMERATED with this identifier.
pub(crate) fn integer(identifier: u8, number: u64) -> Value {
    let octets = number.to_be_bytes();
    let leading = octets.iter().take_while(|octet| **octet == 0).count().min(7);
    let mut contents = octets[leading..].to_vec();
    if contents[0] & 0x80 != 0 {
        contents.insert(0, 0);
    }
    primitive(identifier, contents)
}

/// Returns a BIT STRING of `size` bits with the bits `ones` set.
pub(crate) fn bits(identifier: u8, ones: &[usize], size: usize) -> Value {
    let mut contents = vec![0; 1 + size.div_ceil(8)];
    contents[0] = u8::try_from(contents.len().saturating_sub(1) * 8 - size).expect("less than eight");
    for bit in ones {
        contents[1 + bit / 8] |= 0x80 >> (bit % 8);
    }
    primitive(identifier, contents)
}

/// Returns a BIT STRING of whole bytes.
pub(crate) fn bit_octets(octets: &[u8]) -> Value {
    primitive(universal::BIT_STRING, [&[0], octets].concat())
}

/// Returns an OBJECT IDENTIFIER with this identifier.
pub(crate) fn object(identifier: u8, arcs: &[u64]) -> Value {
    let mut contents = Vec::new();
    let first = arcs[0] * 40 + arcs[1];
    for arc in std::iter::once(&first).chain(&arcs[2..]) {
        let digits = (1..10).take_while(|digit| arc >> (7 * digit) != 0).count();
        for digit in (0..=digits).rev() {
            let more = if digit == 0 { 0 } else { 0x80 };
            contents.push(u8::try_from(arc >> (7 * digit) & 0x7f).expect("seven bits") | more);
        }
    }
    primitive(identifier, contents)
}

impl Value {
    /// Returns the value under a tag that replaces its own (IMPLICIT).
    pub(crate) fn retagged(mut self, identifier: u8) -> Self {
        self.identifier = identifier | (self.identifier & CONSTRUCTED);
        self
    }

    /// Returns its bytes.
    pub(crate) fn encode(&self, form: Form) -> Vec<u8> {
        let mut octets = Vec::new();
        self.write(form, &mut octets);
        octets
    }

    fn write(&self, form: Form, octets: &mut Vec<u8>) {
        octets.push(self.identifier);
        match &self.contents {
            Contents::Constructed(values) if form == Form::Indefinite => {
                octets.push(0x80);
                values.iter().for_each(|value| value.write(form, octets));
                octets.extend([0, 0]);
            }
            Contents::Constructed(values) => {
                let contents = values.iter().flat_map(|value| value.encode(form)).collect::<Vec<u8>>();
                write_definite(&contents, octets);
            }
            Contents::Primitive(contents) => write_definite(contents, octets),
        }
    }
}

fn write_definite(contents: &[u8], octets: &mut Vec<u8>) {
    let length = contents.len().to_be_bytes();
    match contents.len() {
        short @ 0..=0x7f => octets.push(u8::try_from(short).expect("seven bits")),
        _ => {
            let leading = length.iter().take_while(|octet| **octet == 0).count();
            octets.push(0x80 | u8::try_from(length.len() - leading).expect("at most eight"));
            octets.extend(&length[leading..]);
        }
    }
    octets.extend(contents);
}

#[cfg(test)]
mod tests {
    use super::{Form, bits, integer, object, primitive, sequence, universal};

    #[track_caller]
    fn check(value: super::Value, form: Form, octets: &[u8]) {
        assert_eq!(value.encode(form), octets);
    }

    #[test]
    fn writes_as_the_standard_says() {
        check(integer(2, 0), Form::Definite, &[2, 1, 0]);
        check(integer(2, 127), Form::Definite, &[2, 1, 0x7f]);
        check(integer(2, 128), Form::Definite, &[2, 2, 0, 0x80]);
        check(integer(2, 32_767), Form::Definite, &[2, 2, 0x7f, 0xff]);
        check(bits(3, &[0, 2], 3), Form::Definite, &[3, 2, 5, 0xa0]);
        check(bits(3, &[], 0), Form::Definite, &[3, 1, 0]);
        check(object(6, &[2, 6, 3, 5]), Form::Definite, &[6, 3, 0x56, 3, 5]);
        check(object(6, &[1, 2, 840, 113_549]), Form::Definite, &[6, 6, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d]);
        let nested = sequence(vec![primitive(universal::NULL, [])]);
        check(nested.clone(), Form::Definite, &[0x30, 2, 5, 0]);
        check(nested, Form::Indefinite, &[0x30, 0x80, 5, 0, 0, 0]);
        let long = primitive(4, vec![7; 200]).encode(Form::Definite);
        assert_eq!(long[..3], [4, 0x81, 200]);
    }
}
