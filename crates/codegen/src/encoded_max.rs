//! The largest encoding of a type, where there is one: `T_ENCODED_MAX`.
//!
//! It is that of the values that the specification permits, as they are sent: in exact arithmetic, without a value that is
//! left out because it is the default. There is none where a value can be of any size: strings and arrays without an upper
//! bound, extensible unions (an unknown alternative is sent as it is), open types, octets that are kept as received,
//! recursion.

use crate::identifier::Identifier;
use crate::layout::has_flag;
use crate::model::Rules;
use num_bigint::BigInt;
use syntax_graph::permitted::Permitted;
use syntax_graph::{
    CharKind, FieldId, IndexVec, IntegerRepr, Intervals, Scalar, Tag, TimeKind, TypeId, TypeKind, ValidGraph,
    Value,
};

/// Octets; none: without bound, or more than the size_t of a target of 32 bits.
type Octets = Option<u64>;

/// No buffer is larger on a target of 32 bits.
const MOST: u64 = u32::MAX as u64;

/// Octets of the largest encoding of a message of type `root`.
pub fn encoded_max(graph: &ValidGraph, root: TypeId, rules: Rules) -> Option<u64> {
    let mut sizes = Sizes { graph, rules, known: IndexVec::filled(State::Unknown, graph.types.len()) };
    sizes.find(graph.resolve(root));
    sizes.of(&graph.types[root].tags, root, &graph.permitted(root), None)
}

/// What is known of a type that holds others: of a structure or union its contents, of an array one element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Unknown,
    /// Being found: met again, it is recursive.
    Open,
    Known(Octets),
}

struct Sizes<'g> {
    graph: &'g ValidGraph,
    rules: Rules,
    known: IndexVec<TypeId, State>,
}

impl Sizes<'_> {
    /// Finds the sizes of a type and of all that it holds, however deep that is.
    fn find(&mut self, root: TypeId) {
        let mut open = vec![root];
        while let Some(&ty) = open.last() {
            if self.known[ty] == State::Unknown {
                self.known[ty] = State::Open;
                let targets = self.graph.fields_of(ty).iter().map(|field| self.graph.fields[*field].target);
                let targets = targets.map(|target| self.graph.resolve(target));
                open.extend(targets.filter(|target| self.known[*target] == State::Unknown));
                continue;
            }
            open.pop();
            if self.known[ty] == State::Open {
                self.known[ty] = State::Known(self.parts(ty));
            }
        }
    }

    /// What a type's fields come to: all of a structure, the largest of others.
    fn parts(&self, ty: TypeId) -> Octets {
        let parts = self.graph.fields_of(ty).iter().map(|&field| self.field(field));
        match &self.graph.types[ty].kind {
            TypeKind::Structure(_) => parts.sum::<Octets>().filter(|sum| *sum <= MOST),
            _ => parts.collect::<Option<Vec<_>>>().map(|parts| parts.into_iter().max().unwrap_or(0)),
        }
    }

    fn field(&self, field: FieldId) -> Octets {
        let node = &self.graph.fields[field];
        let default = self.graph.default_value(field);
        if self.rules == Rules::Xdr {
            let announcement = if has_flag(self.graph, field) { 4 } else { 0 };
            return bounded(self.of(&[], node.target, &self.graph.permitted_in(field), None)?, announcement);
        }
        self.of(&node.tags, node.target, &self.graph.permitted_in(field), default)
    }

    /// A value of this type, of what is permitted of it, under these tags; `default` is never sent.
    fn of(&self, tags: &[Tag], ty: TypeId, permitted: &Permitted, default: Option<&Value>) -> Octets {
        let ty = self.graph.resolve(ty);
        if self.graph.kept.contains(&ty) {
            return None;
        }
        let parts = || match self.known[ty] {
            State::Known(octets) => octets,
            State::Unknown | State::Open => None,
        };
        let most = |sizes: &Option<Intervals>| number(sizes.as_ref()?.intervals().last()?.1.as_ref()?);
        let is_xdr = self.rules == Rules::Xdr;
        let contents = match &self.graph.types[ty].kind {
            TypeKind::Scalar(scalar) if is_xdr => return xdr_scalar(scalar),
            TypeKind::Scalar(scalar) => match self.scalar(scalar, permitted, default)? {
                Some(contents) => contents,
                None => return Some(0),
            },
            TypeKind::Array(array) if is_xdr => {
                if array.linked {
                    return None;
                }
                let count = if array.size.min > 0 { 0 } else { 4 };
                return bounded(parts()?.checked_mul(array.size.max?)?, count);
            }
            TypeKind::Union(_) if is_xdr => return bounded(parts()?, 4),
            TypeKind::Union(union) if union.extensible => return None,
            TypeKind::Structure(_) | TypeKind::Union(_) => parts()?,
            TypeKind::Array(_) => parts()?.checked_mul(most(&permitted.sizes)?).filter(|sum| *sum <= MOST)?,
            TypeKind::Open(_) | TypeKind::Reference(_) => return None,
        };
        if is_xdr {
            return Some(contents);
        }
        tags.iter().rev().try_fold(contents, |contents, tag| {
            let identifier = Identifier::new(*tag, false)?.octets();
            bounded(contents, identifier + length_octets(contents))
        })
    }

    /// Contents octets of a scalar under BER; the inner none where no value is ever sent.
    fn scalar(&self, scalar: &Scalar, permitted: &Permitted, default: Option<&Value>) -> Option<Option<u64>> {
        let most = || number(permitted.sizes.as_ref()?.intervals().last()?.1.as_ref()?);
        let of_machine = |repr: IntegerRepr| {
            let (low, high) = repr.limits()?;
            Some(Intervals::between(Some(low), Some(high)))
        };
        let values = match scalar {
            Scalar::Integer(integer) => {
                let machine = of_machine(integer.repr).unwrap_or_else(Intervals::all);
                permitted.values.as_ref().map_or(machine.clone(), |values| values.intersection(&machine))
            }
            Scalar::Enumerated(enumeration) if enumeration.extensible => of_machine(enumeration.repr())?,
            Scalar::Enumerated(enumeration) => {
                let items =
                    enumeration.items.iter().map(|(_, item)| (Some(item.clone()), Some(item.clone())));
                let items = Intervals::of(items);
                permitted.values.as_ref().map_or(items.clone(), |values| values.intersection(&items))
            }
            Scalar::Boolean => return Some(Some(1)),
            Scalar::Null => return Some(default.is_none().then_some(0)),
            Scalar::BitString { .. } => return Some(Some(1 + most()?.div_ceil(8))),
            Scalar::OctetString { .. } => return Some(Some(most()?)),
            Scalar::Characters { kind, .. } => {
                let width = match kind {
                    CharKind::Utf8 => utf8_octets(permitted.alphabet.as_ref()),
                    CharKind::Bmp => 2,
                    CharKind::Universal => 4,
                    kind if kind.is_known_multiplier() => 1,
                    _ => return None,
                };
                return Some(Some(most()?.checked_mul(width)?));
            }
            Scalar::Time(kind) => {
                return match kind {
                    // `YYMMDDhhmmssZ`; in BER also `YYMMDDhhmmss+hhmm` (X.680 clause 47.3).
                    TimeKind::UtcTime => Some(Some(if self.rules == Rules::Der { 13 } else { 17 })),
                    TimeKind::Date => Some(Some(10)),
                    TimeKind::TimeOfDay => Some(Some(8)),
                    TimeKind::DateTime => Some(Some(19)),
                    TimeKind::GeneralizedTime | TimeKind::Time | TimeKind::Duration => None,
                };
            }
            Scalar::Real | Scalar::Float(_) | Scalar::ObjectIdentifier | Scalar::RelativeOid => return None,
        };
        let sent = match default {
            Some(Value::Integer(default)) => {
                values.intersection(&Intervals::one(default.clone()).complement())
            }
            _ => values,
        };
        let mut largest = None;
        for (low, high) in sent.intervals() {
            for end in [low.as_ref()?, high.as_ref()?] {
                largest = largest.max(Some(end.to_signed_bytes_be().len() as u64));
            }
        }
        Some(largest)
    }
}

/// A sum that a buffer can have as its size.
fn bounded(octets: u64, more: u64) -> Octets {
    octets.checked_add(more).filter(|sum| *sum <= MOST)
}

fn number(number: &BigInt) -> Octets {
    u64::try_from(number).ok().filter(|number| *number <= MOST)
}

/// Length octets in front of so many contents octets (X.690 clause 8.1.3).
fn length_octets(contents: u64) -> u64 {
    if contents < 0x80 { 1 } else { 1 + u64::from(contents.ilog2() / 8 + 1) }
}

/// Octets of the longest character, in UTF-8.
fn utf8_octets(alphabet: Option<&Intervals>) -> u64 {
    let last = alphabet.and_then(|alphabet| alphabet.intervals().last()?.1.as_ref().and_then(number));
    match last {
        Some(0..=0x7f) => 1,
        Some(0x80..=0x7ff) => 2,
        Some(0x800..=0xffff) => 3,
        _ => 4,
    }
}

/// A scalar of XDR (RFC 4506 section 4).
fn xdr_scalar(scalar: &Scalar) -> Octets {
    let padded = |size: u64| number(&BigInt::from(size))?.checked_next_multiple_of(4);
    match scalar {
        Scalar::Integer(integer) => match integer.repr.machine() {
            Some((bits, _)) if bits > 32 => Some(8),
            _ => Some(4),
        },
        Scalar::Boolean | Scalar::Enumerated(_) => Some(4),
        Scalar::Float(width) => Some(width.octets() as u64),
        Scalar::OctetString { size } if size.min > 0 => padded(size.min),
        Scalar::OctetString { size } => bounded(padded(size.max?)?, 4),
        Scalar::Characters { size, .. } => bounded(padded(size.max?)?, 4),
        Scalar::Null => Some(0),
        _ => None,
    }
}
