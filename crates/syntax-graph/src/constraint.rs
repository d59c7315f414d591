//! Constraints as written (X.680 clauses 49 to 51, X.682).
//!
//! [`Constraints`] is a side table of the graph. It has a list for every definition and field with constraints, in
//! the order of application: each constraint narrows the ones before it. [`crate::permitted`] computes their effect
//! on scalars and arrays, [`crate::residual`] the rest.

use crate::graph::SyntaxGraph;
use crate::ids::{FieldId, TypeId};
use crate::source::Span;
use crate::types::TypeKind;
use crate::value::Value;
use std::collections::BTreeMap;

/// A constraint: its root, an optional extension marker, and additions.
#[derive(Clone, Debug, PartialEq)]
pub struct Constraint {
    /// The elements before the extension marker, if any.
    pub root: Option<Elements>,
    /// Whether the constraint has an extension marker `...`: later versions may permit other values.
    pub extensible: bool,
    /// The elements after the extension marker, if any.
    pub additions: Option<Elements>,
    /// The place of the constraint.
    pub span: Span,
}

/// The elements of a constraint (X.680 clause 51), and set arithmetic on them (clause 50).
#[derive(Clone, Debug, PartialEq)]
pub enum Elements {
    /// `a | b`
    Union(Vec<Elements>),
    /// `a ^ b`
    Intersection(Vec<Elements>),
    /// `a EXCEPT b`
    Except(Box<Elements>, Box<Elements>),
    /// `ALL EXCEPT a`
    AllExcept(Box<Elements>),
    /// Elements in parentheses.
    Nested(Box<Constraint>),
    /// One value.
    Value(Value),
    /// `lower..upper`
    Range(ValueRange),
    /// `SIZE (...)`
    Size(Box<Constraint>),
    /// `FROM (...)`
    From(Box<Constraint>),
    /// The values of another type, or of a value set.
    Includes(TypeId),
    /// `PATTERN "..."`
    Pattern {
        /// The text as written, if known.
        text: Option<Value>,
        /// The pattern in the notation of the `regex` crate, if it has one.
        expression: Option<String>,
    },
    /// `SETTINGS "..."` of a time type.
    Settings {
        /// The text as written.
        text: String,
        /// The texts with these settings (X.690 clause 8.25), in the notation of the `regex` crate.
        expression: Option<String>,
    },
    /// `CONTAINING Type ENCODED BY value`; either may be missing.
    Contents {
        /// The type whose encoding the string holds.
        contained: Option<TypeId>,
        /// The encoding rules of the contents: an object identifier.
        encoded_by: Option<Value>,
    },
    /// `WITH COMPONENT (...)` of an array.
    Component(Box<Constraint>),
    /// `WITH COMPONENTS {...}` of a structure or union.
    Components {
        /// Whether it starts with `...`: other components stay unconstrained. Otherwise, other components that may be
        /// absent must be absent.
        partial: bool,
        /// The named components.
        components: Vec<ComponentConstraint>,
    },
    /// `CONSTRAINED BY {...}`, as written.
    UserDefined(String),
    /// `({Set}{@id})`, as written. The open type has its alternatives.
    Table(String),
    /// An unsupported constraint. The front end has reported it.
    Unknown,
}

/// `lower<..<upper`
#[derive(Clone, Debug, PartialEq)]
pub struct ValueRange {
    /// The lower end; `None` for MIN.
    pub lower: Option<Value>,
    /// Whether the lower end is excluded.
    pub lower_open: bool,
    /// The upper end; `None` for MAX.
    pub upper: Option<Value>,
    /// Whether the upper end is excluded.
    pub upper_open: bool,
}

impl ValueRange {
    /// Returns whether an end is `MIN<` or `<MAX`, which excludes the least or greatest value of the parent type.
    pub fn leaves_out_an_extreme(&self) -> bool {
        (self.lower.is_none() && self.lower_open) || (self.upper.is_none() && self.upper_open)
    }
}

/// The constraint of WITH COMPONENTS on one component.
#[derive(Clone, Debug, PartialEq)]
pub struct ComponentConstraint {
    /// The constrained component.
    pub field: FieldId,
    /// The constraint on its value, if any.
    pub constraint: Option<Constraint>,
    /// The presence word, if any.
    pub presence: Option<ComponentPresence>,
}

/// The presence word after a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComponentPresence {
    /// PRESENT.
    Present,
    /// ABSENT.
    Absent,
    /// OPTIONAL.
    Optional,
}

/// The constraints of a graph: for each definition and field with constraints, in the order of application.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Constraints {
    /// The constraints written at each definition.
    pub types: BTreeMap<TypeId, Vec<Constraint>>,
    /// The constraints written at the type of each field.
    pub fields: BTreeMap<FieldId, Vec<Constraint>>,
}

impl SyntaxGraph {
    /// Returns all constraints of a type in the order of application: those of the types that it refers to come
    /// first.
    pub fn constraints_of_type(&self, ty: TypeId) -> Vec<&Constraint> {
        let mut levels = Vec::new();
        let mut at = ty;
        for _ in 0..=self.types.len() {
            levels.push(self.constraints.types.get(&at).map_or(&[][..], Vec::as_slice));
            match self.types[at].kind {
                TypeKind::Reference(next) => at = next,
                _ => break,
            }
        }
        levels.into_iter().rev().flatten().collect()
    }

    /// Returns the types that CONTAINING names in the constraints of a type and of its fields.
    pub fn contained(&self, ty: TypeId) -> Vec<TypeId> {
        let own = self.constraints.types.get(&ty).into_iter();
        let fields = self.fields_of(ty).iter().filter_map(|field| self.constraints.fields.get(field));
        let mut found = Vec::new();
        let mut left: Vec<&Constraint> = own.chain(fields).flatten().collect();
        while let Some(constraint) = left.pop() {
            let mut elements: Vec<&Elements> = constraint.root.iter().chain(&constraint.additions).collect();
            while let Some(element) = elements.pop() {
                match element {
                    Elements::Union(parts) | Elements::Intersection(parts) => elements.extend(parts),
                    Elements::Except(base, excluded) => elements.extend([&**base, &**excluded]),
                    Elements::AllExcept(excluded) => elements.push(excluded),
                    Elements::Nested(inner) | Elements::Component(inner) => left.push(inner),
                    Elements::Components { components, .. } => {
                        left.extend(components.iter().filter_map(|component| component.constraint.as_ref()));
                    }
                    Elements::Contents { contained, .. } => found.extend(contained),
                    _ => {}
                }
            }
        }
        found
    }

    /// Returns all constraints of a field's values, those of its type first.
    pub fn constraints_of_field(&self, field: FieldId) -> Vec<&Constraint> {
        let own = self.constraints.fields.get(&field).map_or(&[][..], Vec::as_slice);
        self.constraints_of_type(self.fields[field].target).into_iter().chain(own).collect()
    }
}
