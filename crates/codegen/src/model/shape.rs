//! The parts of structures as the packed rules send them: root, extension additions, version brackets.

use std::collections::BTreeMap;
use syntax_graph::{FieldId, Order, Structure, SyntaxGraph, Tag, TypeId, TypeKind, ValidGraph};

use super::layout::SetOrder;

/// A structure in the order of its encoding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The components of the root; those of a SET by their tags (X.691 clause 21.1, X.696 clause 18).
    pub roots: Vec<FieldId>,
    /// The extension additions in the order of the text.
    pub additions: Vec<Addition>,
}

/// One extension addition, which is sent as an open type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Addition {
    /// Its components.
    pub fields: Vec<FieldId>,
    /// Whether they are in version brackets, and so a SEQUENCE of their own (X.691 clause 19.9).
    pub is_group: bool,
}

impl Shape {
    /// Returns the parts of a structure.
    pub fn of(graph: &SyntaxGraph, structure: &Structure) -> Self {
        let (mut roots, mut additions) = (Vec::new(), Vec::new());
        let mut groups = structure.groups.iter().filter(|group| !group.is_empty());
        let mut group = groups.next();
        for (at, &field) in structure.fields.iter().enumerate() {
            while group.is_some_and(|group| group.end <= at) {
                group = groups.next();
            }
            match group.filter(|group| group.contains(&at)) {
                Some(group) if group.start == at => {
                    let fields = structure.fields[group.clone()].to_vec();
                    additions.push(Addition { fields, is_group: true });
                }
                Some(_) => {}
                None if graph.fields[field].addition => {
                    additions.push(Addition { fields: vec![field], is_group: false });
                }
                None => roots.push(field),
            }
        }
        if structure.order == Order::Unordered {
            roots.sort_by_key(|field| least_tag(graph, *field));
        }
        Self { roots, additions }
    }

    /// Returns all components in the order of the encoding.
    pub fn fields(&self) -> impl Iterator<Item = FieldId> + '_ {
        let additions = self.additions.iter().flat_map(|addition| &addition.fields);
        self.roots.iter().chain(additions).copied()
    }
}

/// Returns the order of the presence flags of each structure that is sent in another order than that of its text.
pub fn orders(graph: &ValidGraph, nodes: &[TypeId]) -> BTreeMap<TypeId, SetOrder> {
    let order = |&node: &TypeId| {
        let TypeKind::Structure(structure) = &graph.types[node].kind else { return None };
        let fields: Vec<FieldId> = Shape::of(graph, structure).fields().collect();
        (fields != structure.fields).then_some((node, SetOrder { fields, sorts: false }))
    };
    nodes.iter().filter_map(order).collect()
}

/// Returns the tag that orders a component of a SET: its own, or the smallest in the root of an untagged CHOICE (X.680
/// clause 8.6).
fn least_tag(graph: &SyntaxGraph, field: FieldId) -> Option<Tag> {
    let mut open = vec![field];
    let mut least: Option<Tag> = None;
    // Validation refuses a union that is its own arm, so the walk ends.
    while let Some(field) = open.pop() {
        let node = &graph.fields[field];
        match (node.tags.first(), graph.kind(node.target)) {
            (Some(tag), _) => least = Some(least.map_or(*tag, |known| known.min(*tag))),
            (None, TypeKind::Union(union)) => open.extend(&union.arms[..union.roots.min(union.arms.len())]),
            (None, _) => {}
        }
    }
    least
}
