//! Computes the possible first tags of each type and field.
//!
//! ASN.1 distinguishes alternatives and components by their first tags (X.680 clauses 25.6, 27.3 and 29.3).

use crate::graph::SyntaxGraph;
use crate::ids::{FieldId, IndexVec, TypeId};
use crate::types::{Tag, TypeKind};

/// A possible first tag, with the type that it tags.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct First {
    /// The first tag.
    pub tag: Tag,
    /// The tagged type.
    pub ty: TypeId,
    /// Whether the tag is explicit (X.680 clause 31.2): further tags of the same value follow.
    pub is_explicit: bool,
}

/// The possible first tags of a value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FirstTags {
    /// The known tags, in the order of the definition. An untagged union has those of its arms.
    pub tags: Vec<First>,
    /// Whether any other tag is also possible, as for an untagged open type.
    pub any: bool,
}

impl FirstTags {
    /// Whether this tag can be the value's first.
    pub fn contains(&self, tag: Tag) -> bool {
        self.any || self.tags.iter().any(|first| first.tag == tag)
    }
}

/// The first tags of all types and fields of a graph.
#[derive(Clone, Debug)]
pub struct FirstTable {
    types: IndexVec<TypeId, FirstTags>,
    /// The first tags of each field; `None` if they are those of its target.
    fields: IndexVec<FieldId, Option<FirstTags>>,
    targets: IndexVec<FieldId, TypeId>,
}

impl FirstTable {
    /// Returns the first tags of a value of the type outside any field.
    pub fn of_type(&self, ty: TypeId) -> &FirstTags {
        &self.types[ty]
    }

    /// Returns the first tags of a field.
    pub fn of_field(&self, field: FieldId) -> &FirstTags {
        self.fields[field].as_ref().unwrap_or_else(|| &self.types[self.targets[field]])
    }
}

/// Computes the first tags of all types and fields. If a union is its own untagged arm, which validation rejects, this
/// arm contributes no tags.
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
            found.tags.push(First { tag, ty: target, is_explicit: tags.len() > 1 });
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
