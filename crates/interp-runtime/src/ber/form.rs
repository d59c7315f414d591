//! The form that elements of a type have: primitive or constructed.

use syntax_graph::first_tags::First;
use syntax_graph::{Scalar, SyntaxGraph, TypeId, TypeKind};

/// The form of an element (X.690 clause 8.1.2.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// The contents octets are the value.
    Primitive,
    /// The contents octets are elements.
    Constructed,
    /// Primitive, or constructed of segments: strings and times under BER (X.690 clauses 8.6, 8.7 and 8.23).
    /// DER allows only the primitive form (X.690 clause 10.2).
    Either,
}

impl Form {
    /// Returns the form of a value of the type `ty` under its innermost tag.
    pub(super) fn of_type(graph: &SyntaxGraph, ty: TypeId) -> Self {
        match graph.kind(ty) {
            TypeKind::Scalar(scalar) => match scalar {
                Scalar::BitString { .. }
                | Scalar::OctetString { .. }
                | Scalar::Characters { .. }
                | Scalar::Time(_) => Self::Either,
                _ => Self::Primitive,
            },
            _ => Self::Constructed,
        }
    }

    /// Returns the form of an element that begins with this tag.
    pub(super) fn of_first(graph: &SyntaxGraph, first: First) -> Self {
        if first.is_explicit { Self::Constructed } else { Self::of_type(graph, first.ty) }
    }
}
