//! The canonical encoding of values (X.690 clauses 8 to 11), for DEFAULTs of open types and for constructed
//! defaults in generated code.

use syntax_graph::{FieldId, Order, Scalar, SyntaxGraph, Tag, TagClass, TypeId, TypeKind, Value};

/// An encoder of values.
#[derive(Clone, Copy, Debug)]
pub struct Canonical<'g> {
    /// The graph of the values' types.
    pub graph: &'g SyntaxGraph,
    /// Whether to use DER's order of sets and its bit strings, instead of the value's own.
    pub der: bool,
}

impl Canonical<'_> {
    /// Returns the encoding of a value of type `target` with these tags, outermost first; `None` when it is
    /// not a value of the type.
    pub fn encode(&self, tags: &[Tag], target: TypeId, value: &Value) -> Option<Vec<u8>> {
        match (self.graph.kind(target), value) {
            (TypeKind::Scalar(own), _) => scalar(own, value, tags, self.der),
            (TypeKind::Structure(structure), Value::Structure(members)) => {
                let mut elements: Vec<(Option<Tag>, Vec<u8>)> = Vec::new();
                for &field in &structure.fields {
                    let Some((_, value)) = members.iter().find(|(own, _)| *own == field) else { continue };
                    if !self.graph.default_value(field).is_some_and(|known| self.same(known, value)) {
                        let octets = self.field(field, value)?;
                        elements.push((tag(&octets).map(|(tag, _)| tag), octets));
                    }
                }
                if self.der && structure.order == Order::Unordered {
                    elements.sort_by_key(|element| element.0);
                }
                let contents = elements.into_iter().flat_map(|element| element.1).collect();
                Some(wrap(contents, true, tags))
            }
            (TypeKind::Array(array), Value::Array(values)) => {
                let mut elements: Vec<Vec<u8>> =
                    values.iter().map(|value| self.field(array.element, value)).collect::<Option<_>>()?;
                if self.der && array.order == Order::Unordered {
                    elements.sort();
                }
                Some(wrap(elements.concat(), true, tags))
            }
            // All tags outside these are explicit.
            (TypeKind::Union(_), Value::Union(arm, value)) => Some(explicit(self.field(*arm, value)?, tags)),
            (TypeKind::Union(_), Value::UnknownArm(octets)) | (TypeKind::Open(_), Value::Open(octets)) => {
                Some(explicit(octets.clone(), tags))
            }
            (TypeKind::Open(_), Value::Known(arm, value)) => Some(explicit(self.field(*arm, value)?, tags)),
            _ => None,
        }
    }

    /// Returns whether two values are equal, whether or not the contents of their open types are known.
    fn same(&self, one: &Value, other: &Value) -> bool {
        match (one, other) {
            (Value::Open(octets), Value::Known(arm, value))
            | (Value::Known(arm, value), Value::Open(octets)) => {
                self.field(*arm, value).as_ref() == Some(octets)
            }
            (Value::Structure(one), Value::Structure(other)) => {
                let mut pairs = one.iter().zip(other);
                one.len() == other.len() && pairs.all(|(a, b)| a.0 == b.0 && self.same(&a.1, &b.1))
            }
            (Value::Union(one_arm, one), Value::Union(other_arm, other))
            | (Value::Known(one_arm, one), Value::Known(other_arm, other)) => {
                one_arm == other_arm && self.same(one, other)
            }
            (Value::Array(one), Value::Array(other)) => {
                one.len() == other.len() && one.iter().zip(other).all(|(one, other)| self.same(one, other))
            }
            _ => one == other,
        }
    }

    /// Returns the encoding of a field's value.
    pub fn field(&self, field: FieldId, value: &Value) -> Option<Vec<u8>> {
        let node = &self.graph.fields[field];
        self.encode(&node.tags, node.target, value)
    }
}

/// Returns the encoding of a scalar with these tags, outermost first.
pub fn scalar(scalar: &Scalar, value: &Value, tags: &[Tag], der: bool) -> Option<Vec<u8>> {
    let octets = match (scalar, value) {
        (_, Value::Boolean(value)) => vec![if *value { 0xff } else { 0 }],
        (_, Value::Integer(number)) => number.to_signed_bytes_be(),
        (_, Value::Null) => Vec::new(),
        (Scalar::BitString { named, .. }, Value::Bits { octets, length }) => {
            bits(octets, *length, der && !named.is_empty())
        }
        (_, Value::Real(octets) | Value::Octets(octets) | Value::Oid(octets) | Value::Chars(octets)) => {
            octets.clone()
        }
        _ => return None,
    };
    Some(wrap(octets, false, tags))
}

/// Returns contents with their tags; the innermost is that of the type.
fn wrap(contents: Vec<u8>, constructed: bool, tags: &[Tag]) -> Vec<u8> {
    let Some((own, outer)) = tags.split_last() else { return contents };
    explicit(element(contents, constructed, *own), outer)
}

fn explicit(octets: Vec<u8>, tags: &[Tag]) -> Vec<u8> {
    tags.iter().rev().fold(octets, |octets, tag| element(octets, true, *tag))
}

fn element(mut contents: Vec<u8>, constructed: bool, tag: Tag) -> Vec<u8> {
    let mut octets = identifier(tag, constructed);
    length(contents.len(), &mut octets);
    octets.append(&mut contents);
    octets
}

/// Returns the first tag of an encoding, by which components of a SET are sorted, and the bytes after it.
pub(crate) fn tag(octets: &[u8]) -> Option<(Tag, &[u8])> {
    let (first, mut rest) = octets.split_first()?;
    let class = match first >> 6 {
        0 => TagClass::Universal,
        1 => TagClass::Application,
        2 => TagClass::Context,
        _ => TagClass::Private,
    };
    let mut number = u32::from(first & 0x1f);
    if number == 0x1f {
        number = 0;
        while let Some((octet, behind)) = rest.split_first() {
            number = number << 7 | u32::from(octet & 0x7f);
            rest = behind;
            if *octet < 0x80 {
                break;
            }
        }
    }
    Some((Tag { class, number }, rest))
}

fn bits(octets: &[u8], length: u64, named: bool) -> Vec<u8> {
    let mut octets = octets.to_vec();
    let mut unused = u8::try_from((8 - length % 8) % 8).unwrap_or(0);
    if named {
        // Trailing zero bits are dropped (X.690 clause 11.2.2).
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
        assert_eq!(scalar(&Scalar::Null, &Value::Null, &[Tag::universal(5)], true), Some(vec![5, 0]));
        let tags = [Tag::context(40), Tag::universal(1)];
        assert_eq!(
            scalar(&Scalar::Boolean, &Value::Boolean(true), &tags, true),
            Some(vec![0xbf, 40, 3, 1, 1, 0xff])
        );
    }
}
