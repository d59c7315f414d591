//! Resolves DEFAULTs that hold values of open types. The graph holds `Type : value` as DER; this pass finds
//! the value that the governor selects, so that a decoder fills in the same value that it would decode.

use num_bigint::BigInt;
use std::collections::BTreeMap;
use syntax_graph::first_tags::{FirstTable, first_tags};
use syntax_graph::opens::{Relation, relations};
use syntax_graph::recursion::recursive_fields;
use syntax_graph::{
    Diagnostic, FieldId, IndexVec, Integer, IntegerRepr, OpenType, Order, Presence, Scalar, Structure,
    SyntaxGraph, Tag, TypeId, TypeKind, Value,
};

/// The deepest nesting of values; deeper ones stay bytes.
const DEPTH: usize = 128;

/// Returns the changed DEFAULTs and the warnings. Puts decoded values into the open types of each DEFAULT that also
/// holds their governor. If the governor is elsewhere or unknown, the octets stay. If the octets are of another type
/// than the governor selects, the component counts as OPTIONAL, with a warning (`open-default`).
/// There are no warnings for parts that are not `reached`.
pub(crate) fn resolve(
    graph: &SyntaxGraph,
    reached: Option<&IndexVec<TypeId, bool>>,
) -> (Vec<(FieldId, Presence)>, Vec<Diagnostic>) {
    let mut found = Vec::new();
    let mut resolved: Vec<(FieldId, Presence)> = Vec::new();
    let reader = Reader::new(graph);
    if reader.relations.is_empty() {
        return (resolved, found);
    }
    for (id, field) in graph.fields.enumerated() {
        let Presence::Default(value) = &field.presence else { continue };
        let mut own = value.clone();
        if reader.resolve(field.target, &mut own, 0).is_none() {
            let message = format!(
                "`{}` is treated as OPTIONAL: its DEFAULT is not of the type that the governor selects",
                field.name
            );
            let note = "the object set lists the type of the open type beside the value of the governor";
            let diagnostic = Diagnostic::warning("open-default", field.span, message).with_note(note);
            // Instances of a parameterized type share the source text.
            if reached.is_none_or(|reached| reached[field.owner]) && !found.contains(&diagnostic) {
                found.push(diagnostic);
            }
            resolved.push((id, Presence::Optional));
        } else if own != *value {
            resolved.push((id, Presence::Default(own)));
        }
    }
    (resolved, found)
}

/// Returns the value of an open type's bytes for each arm that they are a value of.
pub fn known_as(graph: &SyntaxGraph, open: &OpenType, octets: &[u8]) -> Vec<(FieldId, Value)> {
    let reader = Reader::new(graph);
    let known = |arm: &FieldId| Some((*arm, reader.arm(*arm, octets, 0)?));
    open.arms.iter().filter_map(known).collect()
}

/// Reads values from their DER, which holds no default values. Unknown alternatives and additions of
/// extensible types stay unknown, as to a decoder.
struct Reader<'g> {
    graph: &'g SyntaxGraph,
    firsts: FirstTable,
    relations: BTreeMap<TypeId, Vec<Relation>>,
}

/// An element: its tag, its form, its contents, and all its bytes.
struct Element<'o> {
    tag: Tag,
    constructed: bool,
    contents: &'o [u8],
    whole: &'o [u8],
}

impl<'g> Reader<'g> {
    fn new(graph: &'g SyntaxGraph) -> Self {
        Self { graph, firsts: first_tags(graph), relations: relations(graph, &recursive_fields(graph)) }
    }

    /// Returns the value of bytes for an arm.
    fn arm(&self, arm: FieldId, octets: &[u8], depth: usize) -> Option<Value> {
        let (element, rest) = element(octets)?;
        let mut value = self.field(arm, &element, depth)?;
        self.resolve(self.graph.fields[arm].target, &mut value, depth)?;
        rest.is_empty().then_some(value)
    }

    /// Resolves the open types in a value, the outer ones last; `None` where an alternative is not of its
    /// type.
    fn resolve(&self, ty: TypeId, value: &mut Value, depth: usize) -> Option<()> {
        if depth > DEPTH {
            return None;
        }
        let target = |field: &FieldId| self.graph.fields[*field].target;
        match value {
            Value::Structure(members) => {
                for (field, value) in members.iter_mut() {
                    self.resolve(target(field), value, depth + 1)?;
                }
                let own = self.relations.get(&self.graph.resolve(ty)).map_or(&[][..], Vec::as_slice);
                for relation in own {
                    let Some(arm) = relation.selected(self.graph, members) else { continue };
                    let mut fits = Some(());
                    relation.for_each(members, &mut |value| {
                        if let Value::Open(octets) = value {
                            match self.arm(arm, octets, depth + 1) {
                                Some(known) => *value = Value::Known(arm, Box::new(known)),
                                None => fits = None,
                            }
                        }
                    });
                    fits?;
                }
                Some(())
            }
            Value::Union(arm, value) => self.resolve(target(arm), value, depth + 1),
            Value::Array(values) => {
                let TypeKind::Array(array) = self.graph.kind(ty) else { return None };
                values.iter_mut().try_for_each(|value| self.resolve(target(&array.element), value, depth + 1))
            }
            _ => Some(()),
        }
    }

    /// Drops unknown additions at the insertion point of a structure, which is before this field.
    fn skip(&self, structure: &Structure, index: usize, left: &mut Vec<Element<'_>>) {
        let following = &structure.fields[index..];
        let mandatory = following.iter().position(|field| !self.graph.may_be_absent(*field));
        let following = &following[..mandatory.map_or(following.len(), |at| at + 1)];
        let is_known =
            |one: &Element<'_>| following.iter().any(|field| self.firsts.of_field(*field).contains(one.tag));
        if structure.order == Order::Ordered {
            left.drain(..left.iter().position(is_known).unwrap_or(left.len()));
        }
    }

    fn field(&self, field: FieldId, found: &Element<'_>, depth: usize) -> Option<Value> {
        let node = &self.graph.fields[field];
        self.value(&node.tags, node.target, found, depth)
    }

    fn value(&self, tags: &[Tag], target: TypeId, found: &Element<'_>, depth: usize) -> Option<Value> {
        if depth > DEPTH {
            return None;
        }
        let kind = self.graph.kind(target);
        let untagged = matches!(kind, TypeKind::Union(_) | TypeKind::Open(_));
        if let [first, rest @ ..] = tags
            && (untagged || !rest.is_empty())
        {
            let (inside, behind) = element(found.contents)?;
            let fits = *first == found.tag && found.constructed && behind.is_empty();
            return if fits { self.value(rest, target, &inside, depth + 1) } else { None };
        }
        if !untagged && (tags != [found.tag] || found.constructed == matches!(kind, TypeKind::Scalar(_))) {
            return None;
        }
        match kind {
            TypeKind::Scalar(kind) => scalar(kind, found.contents),
            TypeKind::Structure(structure) => {
                let mut left = elements(found.contents)?;
                let mut members = Vec::new();
                for (index, &field) in structure.fields.iter().enumerate() {
                    if structure.extension == Some(index) {
                        self.skip(structure, index, &mut left);
                    }
                    let starts = self.firsts.of_field(field);
                    let at = match structure.order {
                        Order::Ordered => (!left.is_empty()).then_some(0),
                        Order::Unordered => left.iter().position(|one| starts.contains(one.tag)),
                    };
                    match at.filter(|at| starts.contains(left[*at].tag)) {
                        Some(at) => members.push((field, self.field(field, &left.remove(at), depth + 1)?)),
                        None if self.graph.may_be_absent(field) => {
                            members
                                .extend(self.graph.default_value(field).map(|value| (field, value.clone())));
                        }
                        None => return None,
                    }
                }
                if structure.extension.is_some_and(|index| {
                    index == structure.fields.len() || structure.order == Order::Unordered
                }) {
                    left.clear();
                }
                left.is_empty().then_some(Value::Structure(members))
            }
            TypeKind::Array(array) => {
                let elements = elements(found.contents)?;
                let values = elements.iter().map(|one| self.field(array.element, one, depth + 1));
                values.collect::<Option<_>>().map(Value::Array)
            }
            TypeKind::Union(union) => {
                match union.arms.iter().find(|arm| self.firsts.of_field(**arm).contains(found.tag)) {
                    Some(arm) => Some(Value::Union(*arm, Box::new(self.field(*arm, found, depth + 1)?))),
                    None => union.extensible.then(|| Value::UnknownArm(found.whole.to_vec())),
                }
            }
            TypeKind::Open(_) => Some(Value::Open(found.whole.to_vec())),
            TypeKind::Reference(_) => None,
        }
    }
}

/// Returns the value of a scalar from its contents octets.
fn scalar(kind: &Scalar, contents: &[u8]) -> Option<Value> {
    let octets = || contents.to_vec();
    Some(match kind {
        Scalar::Boolean => Value::Boolean(*contents.first().filter(|_| contents.len() == 1)? != 0),
        Scalar::Integer(Integer { repr, .. }) => integer(contents, *repr)?,
        Scalar::Enumerated(items) => integer(contents, items.repr())?,
        Scalar::Null => contents.is_empty().then_some(Value::Null)?,
        Scalar::Real | Scalar::Float(_) => Value::Real(octets()),
        Scalar::BitString { .. } => {
            let (unused, octets) = contents.split_first()?;
            let length = (8 * octets.len() as u64).checked_sub(u64::from(*unused))?;
            Value::Bits { octets: octets.to_vec(), length }
        }
        Scalar::OctetString { .. } => Value::Octets(octets()),
        Scalar::ObjectIdentifier | Scalar::RelativeOid => Value::Oid(octets()),
        Scalar::Characters { .. } | Scalar::Time(_) => Value::Chars(octets()),
    })
}

/// Returns a number, if it fits the representation.
fn integer(contents: &[u8], repr: IntegerRepr) -> Option<Value> {
    contents.first()?;
    let number = BigInt::from_signed_bytes_be(contents);
    let fits = repr.limits().is_none_or(|(least, most)| least <= number && number <= most);
    fits.then_some(Value::Integer(number))
}

fn elements(mut octets: &[u8]) -> Option<Vec<Element<'_>>> {
    let mut found = Vec::new();
    while !octets.is_empty() {
        let (one, rest) = element(octets)?;
        found.push(one);
        octets = rest;
    }
    Some(found)
}

/// Returns the first element, and the bytes after it.
fn element(octets: &[u8]) -> Option<(Element<'_>, &[u8])> {
    let (tag, behind) = crate::canonical::tag(octets)?;
    let (first, mut rest) = behind.split_first()?;
    let mut length = usize::from(*first);
    if length > 0x80 {
        let (octets, behind) = rest.split_at_checked(length & 0x7f)?;
        rest = behind;
        length = octets
            .iter()
            .try_fold(0_usize, |length, octet| length.checked_mul(256)?.checked_add(usize::from(*octet)))?;
    }
    let (contents, behind) = rest.split_at_checked(length)?;
    let whole = &octets[..octets.len() - behind.len()];
    Some((Element { tag, constructed: octets[0] & 0x20 != 0, contents, whole }, behind))
}
