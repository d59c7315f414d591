//! Constraints (X.680 clauses 49 to 51, X.682): what a specification says of a type's values, beside its form.
//!
//! [`Constraints`] is a side table of the graph: a list for every definition and field that has any, in the order of their
//! application, each narrowing what those before it leave. What the constraints of a scalar or array amount to is
//! computed by [`crate::permitted`].

use crate::graph::SyntaxGraph;
use crate::ids::{FieldId, TypeId};
use crate::source::Span;
use crate::types::TypeKind;
use crate::value::Value;
use std::collections::BTreeMap;

/// A constraint: elements, perhaps with an extension marker and additions.
#[derive(Clone, Debug, PartialEq)]
pub struct Constraint {
    /// What stands before the extension marker; none: nothing.
    pub root: Option<Elements>,
    /// Whether it ends in `...`: values outside are legal in later versions.
    pub extensible: bool,
    /// What stands behind the extension marker.
    pub additions: Option<Elements>,
    /// Where it stands.
    pub span: Span,
}

/// Set arithmetic and the elements of X.680 clause 51.
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
    /// The values of another type, or a value set.
    Includes(TypeId),
    /// `PATTERN "..."`
    Pattern {
        /// As written, where that is known.
        text: Option<Value>,
        /// The same in the notation of the `regex` crate, where it can be said there.
        expression: Option<String>,
    },
    /// `SETTINGS "..."` of a time type.
    Settings {
        /// As written.
        text: String,
        /// The texts that are set so (X.690 clause 8.25), in the notation of the `regex` crate.
        expression: Option<String>,
    },
    /// `CONTAINING Type ENCODED BY value`; either may be missing.
    Contents {
        /// What the octets or bits are the encoding of.
        contained: Option<TypeId>,
        /// Under which encoding rules: an object identifier.
        encoded_by: Option<Value>,
    },
    /// `WITH COMPONENT (...)` of an array.
    Component(Box<Constraint>),
    /// `WITH COMPONENTS {...}` of a structure or union.
    Components {
        /// Whether it begins with `...`: components that are not named are as they were, else absent where they may be.
        partial: bool,
        /// The components named.
        components: Vec<ComponentConstraint>,
    },
    /// `CONSTRAINED BY {...}`, as written.
    UserDefined(String),
    /// `({Set}{@id})`, as written; its alternatives stand in the open type.
    Table(String),
    /// What was not understood, which has been reported.
    Unknown,
}

/// `lower<..<upper`
#[derive(Clone, Debug, PartialEq)]
pub struct ValueRange {
    /// The lower end; none: MIN.
    pub lower: Option<Value>,
    /// Whether the lower end itself is outside.
    pub lower_open: bool,
    /// The upper end; none: MAX.
    pub upper: Option<Value>,
    /// Whether the upper end itself is outside.
    pub upper_open: bool,
}

impl ValueRange {
    /// Whether it has an end `MIN<` or `<MAX`, which leaves out the least or greatest value of the parent type.
    pub fn leaves_out_an_extreme(&self) -> bool {
        (self.lower.is_none() && self.lower_open) || (self.upper.is_none() && self.upper_open)
    }
}

/// What WITH COMPONENTS says of one component.
#[derive(Clone, Debug, PartialEq)]
pub struct ComponentConstraint {
    /// The component.
    pub field: FieldId,
    /// What its value must be.
    pub constraint: Option<Constraint>,
    /// Whether it must be there.
    pub presence: Option<ComponentPresence>,
}

/// The words behind a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComponentPresence {
    /// PRESENT.
    Present,
    /// ABSENT.
    Absent,
    /// OPTIONAL.
    Optional,
}

/// The constraints of a graph.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Constraints {
    /// Those written at a definition.
    pub types: BTreeMap<TypeId, Vec<Constraint>>,
    /// Those written at the type of a field.
    pub fields: BTreeMap<FieldId, Vec<Constraint>>,
}

impl SyntaxGraph {
    /// All constraints of a type, of the types that it refers to first: each narrows what those before it leave.
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

    /// The types that CONTAINING names in the constraints of a type and of its fields.
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

    /// All constraints of a field's values, those of its type first.
    pub fn constraints_of_field(&self, field: FieldId) -> Vec<&Constraint> {
        let own = self.constraints.fields.get(&field).map_or(&[][..], Vec::as_slice);
        self.constraints_of_type(self.fields[field].target).into_iter().chain(own).collect()
    }
}
