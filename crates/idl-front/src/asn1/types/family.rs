//! Families of types that share a notation for values, and the check that a value has the right one.

use crate::asn1::lowering::Lowering;
use crate::asn1::names::Scope;
use crate::asn1::names::resolve::Found;
use crate::asn1::parse::ast::{AssignmentKind, Type, TypeKind, Value, ValueKind};
use std::rc::Rc;
use syntax_graph::{Diagnostic, Scalar, Span};

/// Types that share a notation for values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    Boolean,
    Integer,
    Enumerated,
    Real,
    Bits,
    Octets,
    Null,
    Oid,
    Characters,
    Time,
    Structure,
    Array,
    Choice,
}

impl Family {
    /// Returns the family of a type as written.
    pub fn of(kind: &TypeKind<'_>) -> Option<Self> {
        Some(match kind {
            TypeKind::Boolean => Self::Boolean,
            TypeKind::Integer(_) => Self::Integer,
            TypeKind::Enumerated(_) => Self::Enumerated,
            TypeKind::Real => Self::Real,
            TypeKind::BitString(_) => Self::Bits,
            TypeKind::OctetString => Self::Octets,
            TypeKind::Null => Self::Null,
            TypeKind::ObjectIdentifier | TypeKind::RelativeOid => Self::Oid,
            TypeKind::Characters(..) => Self::Characters,
            TypeKind::Time(..) => Self::Time,
            TypeKind::Structure(..) => Self::Structure,
            TypeKind::Array(..) => Self::Array,
            TypeKind::Choice(_) => Self::Choice,
            _ => return None,
        })
    }

    /// Returns its name for diagnostics.
    pub fn name(self) -> &'static str {
        match self {
            Self::Boolean => "a BOOLEAN",
            Self::Integer => "an INTEGER",
            Self::Enumerated => "an ENUMERATED",
            Self::Real => "a REAL",
            Self::Bits => "a BIT STRING",
            Self::Octets => "an OCTET STRING",
            Self::Null => "NULL",
            Self::Oid => "an object identifier",
            Self::Characters => "a character string",
            Self::Time => "a time",
            Self::Structure => "a SEQUENCE or SET",
            Self::Array => "a SEQUENCE OF or SET OF",
            Self::Choice => "a CHOICE",
        }
    }

    /// Whether a value that is written so can be of this family; names may be anything.
    pub fn can_be(self, value: &ValueKind<'_>) -> bool {
        use ValueKind as V;
        match value {
            V::Boolean(_) => self == Self::Boolean,
            V::Number { .. } => matches!(self, Self::Integer | Self::Real | Self::Enumerated),
            V::Real { .. } | V::PlusInfinity | V::MinusInfinity | V::NotANumber => self == Self::Real,
            V::Null => self == Self::Null,
            V::CString(_) => matches!(self, Self::Characters | Self::Time | Self::Octets | Self::Oid),
            V::BString(_) | V::HString(_) => matches!(self, Self::Bits | Self::Octets),
            V::Choice(..) => self == Self::Choice,
            V::Braced(_) => !matches!(self, Self::Boolean | Self::Integer | Self::Null | Self::Enumerated),
            _ => true,
        }
    }

    /// Returns the family of a node of the graph.
    pub fn of_node(kind: &syntax_graph::TypeKind) -> Option<Self> {
        use syntax_graph::TypeKind as K;
        Some(match kind {
            K::Scalar(scalar) => match scalar {
                Scalar::Boolean => Self::Boolean,
                Scalar::Integer(_) => Self::Integer,
                Scalar::Enumerated(_) => Self::Enumerated,
                Scalar::Real | Scalar::Float(_) => Self::Real,
                Scalar::BitString { .. } => Self::Bits,
                Scalar::OctetString { .. } => Self::Octets,
                Scalar::Null => Self::Null,
                Scalar::ObjectIdentifier | Scalar::RelativeOid => Self::Oid,
                Scalar::Characters { .. } => Self::Characters,
                Scalar::Time(_) => Self::Time,
            },
            K::Structure(_) => Self::Structure,
            K::Array(_) => Self::Array,
            K::Union(_) => Self::Choice,
            K::Open(_) | K::Reference(_) => return None,
        })
    }
}

impl<'a> Lowering<'a> {
    /// The family of a type.
    pub fn family(&mut self, ty: &Rc<Type<'a>>, scope: Scope) -> Option<Family> {
        let base = self.strip(ty, scope).base?;
        Family::of(&base.0.kind)
    }

    /// Whether a name is that of an object.
    pub fn is_object(&mut self, value: &Rc<Value<'a>>, scope: Scope) -> bool {
        let ValueKind::Reference(reference) = &value.kind else { return false };
        let Found::Entity(entity) = self.program.find(scope.module, reference.name.text) else {
            return false;
        };
        let AssignmentKind::Value { governor, .. } = &self.program.assignment(entity).kind else {
            return false;
        };
        self.class_of_type(governor, Scope { module: entity.module, env: 0 }).is_some()
    }

    /// Whether a type is in truth the name of an object set.
    pub fn is_object_set(&mut self, ty: &Type<'a>, scope: Scope) -> bool {
        let TypeKind::Reference(reference) = &ty.kind else { return false };
        let Found::Entity(entity) = self.program.find(scope.module, reference.name.text) else {
            return false;
        };
        let AssignmentKind::Set { governor, .. } = &self.program.assignment(entity).kind else {
            return false;
        };
        self.class_of_type(governor, Scope { module: entity.module, env: 0 }).is_some()
    }

    /// Whether a name of a value is that of one whose own governor is of another family than the type at `place`; says so.
    /// `items` are the names that mean something of the type itself.
    pub fn is_governed_otherwise(
        &mut self,
        value: &Rc<Value<'a>>,
        scope: Scope,
        wanted: Option<Family>,
        place: Span,
        is_item: impl Fn(&str) -> bool,
    ) -> bool {
        let (ValueKind::Reference(reference), Some(wanted)) = (&value.kind, wanted) else { return false };
        let name = reference.name.text;
        if reference.module.is_some() || reference.arguments.is_some() || scope.env != 0 || is_item(name) {
            return false;
        }
        let Found::Entity(entity) = self.program.find(scope.module, name) else { return false };
        let assignment = self.program.assignment(entity);
        let AssignmentKind::Value { governor, .. } = &assignment.kind else { return false };
        let there = Scope { module: entity.module, env: 0 };
        if !assignment.parameters.is_empty() || self.is_macro_use(governor, there) {
            return false;
        }
        if self.class_of_type(governor, there).is_some() {
            let message = format!("`{name}` is an object, but {} is expected", wanted.name());
            let report = Diagnostic::error("value-mismatch", value.span, message)
                .with_label(governor.span, "its class");
            let report = if place == value.span {
                report
            } else {
                report.with_label(place, "expected because of this type")
            };
            self.report(report.with_help("write a field of the object: `object.&id` (X.681 clause 15)"));
            return true;
        }
        let Some(found) = self.family(governor, there).filter(|found| *found != wanted) else { return false };
        let message = format!("`{name}` is {}, but {} is expected", found.name(), wanted.name());
        let report = Diagnostic::error("value-mismatch", value.span, message)
            .with_label(governor.span, format!("`{name}` is of this type"));
        let report = if place == value.span {
            report
        } else {
            report.with_label(place, "expected because of this type")
        };
        self.report(report.with_note("a value reference must be of the same type (X.680 clause 17)"));
        true
    }
}
