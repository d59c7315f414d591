//! The identifiers that can begin an encoding of each type and field.

use crate::graph::SyntaxGraph;
use crate::ids::{FieldId, IndexVec, TypeId};
use crate::types::{Scalar, Tag, TypeKind};

/// The form of an element (X.690 clause 8.1.2.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Form {
    /// The contents octets are the value.
    Primitive,
    /// The contents octets are elements.
    Constructed,
    /// Primitive, or constructed of segments: strings and times under BER (X.690 clauses 8.6, 8.7 and 8.23).
    /// DER allows the primitive form alone (X.690 clause 10.2).
    Either,
}

impl Form {
    /// Returns the form of a value of the type `ty` under its innermost tag.
    pub fn of_type(graph: &SyntaxGraph, ty: TypeId) -> Self {
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
}

/// A tag with its required form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct First {
    /// The tag.
    pub tag: Tag,
    /// The form of the element with this tag.
    pub form: Form,
}

/// The identifiers that can begin a value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FirstTags {
    /// The known tags, in the order of the definition; for an untagged union, those of its arms.
    pub tags: Vec<First>,
    /// Whether any other tag is possible, too: an untagged open type.
    pub any: bool,
}

impl FirstTags {
    /// Returns whether an element with this tag, of either form, can begin the value.
    pub fn contains(&self, tag: Tag) -> bool {
        self.any || self.tags.iter().any(|first| first.tag == tag)
    }
}

/// The first tags of all types and fields of a graph.
#[derive(Clone, Debug)]
pub struct FirstTable {
    types: IndexVec<TypeId, FirstTags>,
    /// First tags of fields with their own tags; other fields have those of their target.
    fields: IndexVec<FieldId, Option<FirstTags>>,
    targets: IndexVec<FieldId, TypeId>,
}

impl FirstTable {
    /// Returns the first tags of a value of the type by itself.
    pub fn of_type(&self, ty: TypeId) -> &FirstTags {
        &self.types[ty]
    }

    /// Returns the first tags of a field.
    pub fn of_field(&self, field: FieldId) -> &FirstTags {
        self.fields[field].as_ref().unwrap_or_else(|| &self.types[self.targets[field]])
    }
}

/// Computes the first tags of all types and fields. A union that is its own untagged arm (which validation
/// refuses) contributes its other arms.
pub fn first_tags(graph: &SyntaxGraph) -> FirstTable {
    let types = graph.types.enumerated().map(|(ty, def)| expand(graph, &def.tags, ty)).collect();
    let fields = graph.fields.iter().map(|field| {
        let tags = field.tags.as_slice();
        (!tags.is_empty() || !graph.types[field.target].tags.is_empty())
            .then(|| expand(graph, tags, field.target))
    });
    let fields = fields.collect();
    let targets = graph.fields.iter().map(|field| field.target).collect();
    FirstTable { types, fields, targets }
}

fn expand(graph: &SyntaxGraph, tags: &[Tag], target: TypeId) -> FirstTags {
    let mut found = FirstTags::default();
    let mut visited: Vec<TypeId> = Vec::new();
    let mut left: Vec<(&[Tag], TypeId)> = vec![(tags, target)];
    while let Some((tags, target)) = left.pop() {
        if let Some(&tag) = tags.first() {
            let form = if tags.len() > 1 { Form::Constructed } else { Form::of_type(graph, target) };
            found.tags.push(First { tag, form });
            continue;
        }
        let target = graph.resolve(target);
        match &graph.types[target].kind {
            TypeKind::Union(union) if !visited.contains(&target) => {
                visited.push(target);
                left.extend(union.arms.iter().rev().map(|arm| {
                    let arm = &graph.fields[*arm];
                    (arm.tags.as_slice(), arm.target)
                }));
            }
            TypeKind::Open(_) => found.any = true,
            _ => {}
        }
    }
    found
}
