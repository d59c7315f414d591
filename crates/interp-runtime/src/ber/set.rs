//! The order of a SET's fields under DER: that of their tags (X.690 clause 10.3).

use std::collections::BTreeSet;
use syntax_graph::{FieldId, Structure, SyntaxGraph, Tag, TypeKind};

/// Returns the fields in the order of their tags; `None` if that order is not the same for all values.
pub(super) fn in_tag_order(graph: &SyntaxGraph, set: &Structure) -> Option<Vec<FieldId>> {
    let mut fields = Vec::new();
    for &field in &set.fields {
        let tags = tags_of(graph, field)?;
        fields.push((*tags.first()?, *tags.last()?, field));
    }
    fields.sort_unstable();
    let is_fixed = fields.windows(2).all(|pair| pair[0].1 < pair[1].0);
    is_fixed.then(|| fields.into_iter().map(|(.., field)| field).collect())
}

/// Returns the tags with which elements of the field can begin; `None` if any tag is possible, as in an open type
/// or an extensible CHOICE without a tag.
fn tags_of(graph: &SyntaxGraph, field: FieldId) -> Option<BTreeSet<Tag>> {
    let mut tags = BTreeSet::new();
    let mut left = vec![field];
    while let Some(field) = left.pop() {
        let node = &graph.fields[field];
        match (node.tags.first(), graph.kind(node.target)) {
            (Some(&tag), _) => {
                tags.insert(tag);
            }
            (None, TypeKind::Union(union)) if !union.extensible => left.extend(&union.arms),
            (None, _) => return None,
        }
    }
    Some(tags)
}
