//! Computes the size of the largest encoding of a type under BER and DER (X.690).

use crate::model::encoded_max::{MOST, Octets, Parts, Sizes, bounded, number};
use crate::rules::Rules;
use crate::rules::ber::identifier::Identifier;
use syntax_graph::permitted::Permitted;
use syntax_graph::{
    CharKind, FieldId, IntegerRepr, Intervals, Scalar, Tag, TimeKind, TypeId, TypeKind, ValidGraph, Value,
};

/// Returns the octets of the largest encoding of a message of type `root`.
pub fn encoded_max(graph: &ValidGraph, root: TypeId, rules: Rules) -> Octets {
    let ber = Ber { rules };
    let sizes = Sizes::find(graph, root, &ber);
    ber.of(&sizes, &graph.types[root].tags, root, &graph.permitted(root), None)
}

struct Ber {
    rules: Rules,
}

impl Parts for Ber {
    fn field(&self, sizes: &Sizes<'_>, field: FieldId) -> Octets {
        let node = &sizes.graph.fields[field];
        let default = sizes.graph.default_value(field);
        self.of(sizes, &node.tags, node.target, &sizes.graph.permitted_in(field), default)
    }
}

impl Ber {
    /// Returns the octets of the largest permitted value of a type under these tags; `default` is never sent.
    fn of(
        &self,
        sizes: &Sizes<'_>,
        tags: &[Tag],
        ty: TypeId,
        permitted: &Permitted,
        default: Option<&Value>,
    ) -> Octets {
        let ty = sizes.graph.resolve(ty);
        if sizes.graph.kept.contains(&ty) {
            return None;
        }
        let most = |sizes: &Option<Intervals>| number(sizes.as_ref()?.intervals().last()?.1.as_ref()?);
        let contents = match &sizes.graph.types[ty].kind {
            TypeKind::Scalar(scalar) => match self.scalar(scalar, permitted, default)? {
                Some(contents) => contents,
                None => return Some(0),
            },
            TypeKind::Union(union) if union.extensible => return None,
            TypeKind::Structure(_) | TypeKind::Union(_) => sizes.parts(ty)?,
            TypeKind::Array(_) => {
                sizes.parts(ty)?.checked_mul(most(&permitted.sizes)?).filter(|sum| *sum <= MOST)?
            }
            TypeKind::Open(_) | TypeKind::Reference(_) => return None,
        };
        tags.iter().rev().try_fold(contents, |contents, tag| {
            let identifier = Identifier::new(*tag, false)?.octets();
            bounded(contents, identifier + length_octets(contents))
        })
    }

    /// Returns the most contents octets of a scalar: `None` if unbounded, `Some(None)` if no value is ever
    /// sent.
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

/// Returns the number of length octets before so many contents octets (X.690 clause 8.1.3).
fn length_octets(contents: u64) -> u64 {
    if contents < 0x80 { 1 } else { 1 + u64::from(contents.ilog2() / 8 + 1) }
}

/// Returns the octets of the longest permitted character in UTF-8.
fn utf8_octets(alphabet: Option<&Intervals>) -> u64 {
    let last = alphabet.and_then(|alphabet| alphabet.intervals().last()?.1.as_ref().and_then(number));
    match last {
        Some(0..=0x7f) => 1,
        Some(0x80..=0x7ff) => 2,
        Some(0x800..=0xffff) => 3,
        _ => 4,
    }
}
