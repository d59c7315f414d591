//! The IEEE 754 formats that OER uses for a REAL with limited components (X.696 clause 12).

use crate::constraint::{ComponentConstraint, Constraint, Elements};
use crate::graph::SyntaxGraph;
use crate::ids::TypeId;
use crate::intervals::Intervals;
use crate::types::{FloatWidth, Scalar, TypeKind};
use crate::value::Value;
use num_bigint::BigInt;

/// The limits of mantissa and exponent that the constraints of a REAL leave; `None` is no limit.
#[derive(Default)]
struct Components {
    mantissa: Option<Intervals>,
    exponent: Option<Intervals>,
    is_binary: bool,
}

/// Returns the format whose numbers include those of a REAL: base 2, and the mantissa and exponent of the format.
pub(super) fn float(graph: &SyntaxGraph, ty: TypeId, constraints: &[&Constraint]) -> Option<FloatWidth> {
    if !matches!(graph.kind(ty), TypeKind::Scalar(Scalar::Real)) {
        return None;
    }
    let mut found = Components::default();
    for constraint in constraints.iter().filter(|constraint| !constraint.extensible) {
        if let Some(Elements::Components { components, .. }) = &constraint.root {
            for component in components {
                found.narrow(&graph.fields[component.field].name, component);
            }
        }
    }
    let within = |set: &Option<Intervals>, low: i64, high: i64| {
        let format = Intervals::between(Some(low.into()), Some(high.into()));
        set.as_ref().is_some_and(|set| set.intersection(&format) == *set)
    };
    let fits = |mantissa: i64, low: i64, high: i64| {
        within(&found.mantissa, -mantissa, mantissa) && within(&found.exponent, low, high)
    };
    if !found.is_binary {
        return None;
    }
    if fits((1 << 24) - 1, -149, 104) {
        return Some(FloatWidth::Single);
    }
    fits((1 << 53) - 1, -1074, 971).then_some(FloatWidth::Double)
}

impl Components {
    fn narrow(&mut self, name: &str, component: &ComponentConstraint) {
        let Some(set) = component.constraint.as_ref().and_then(numbers) else { return };
        let aspect = match name {
            "mantissa" => &mut self.mantissa,
            "exponent" => &mut self.exponent,
            "base" => {
                self.is_binary |= set == Intervals::one(BigInt::from(2));
                return;
            }
            _ => return,
        };
        *aspect = Some(aspect.as_ref().map_or(set.clone(), |old| old.intersection(&set)));
    }
}

/// Returns the numbers of a plain constraint: a value, a range, or a union of these.
fn numbers(constraint: &Constraint) -> Option<Intervals> {
    if constraint.extensible {
        return None;
    }
    let parts = match constraint.root.as_ref()? {
        Elements::Union(parts) => parts.as_slice(),
        one => std::slice::from_ref(one),
    };
    let end = |value: &Option<Value>| match value {
        None => Some(None),
        Some(Value::Integer(number)) => Some(Some(number.clone())),
        Some(_) => None,
    };
    let one = |part: &Elements| match part {
        Elements::Value(Value::Integer(number)) => Some(Intervals::one(number.clone())),
        Elements::Range(range) => {
            let low = end(&range.lower)?.map(|low| low + u32::from(range.lower_open));
            let high = end(&range.upper)?.map(|high| high - u32::from(range.upper_open));
            Some(Intervals::between(low, high))
        }
        _ => None,
    };
    parts.iter().map(one).collect::<Option<Vec<_>>>()?.into_iter().reduce(|a, b| a.union(&b))
}
