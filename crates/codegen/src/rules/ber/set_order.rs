//! Decides the order of a SET's fields in its program. Under DER elements are sent in the order of their tags
//! (X.690 10.3). That order is nearly always the same for all values; then the program has it, and nothing is
//! sorted at run time.

use crate::model::layout::SetOrder;
use crate::rules::Rules;
use std::collections::BTreeMap;
use syntax_graph::{FieldId, Order, Structure, SyntaxGraph, Tag, TypeId, TypeKind};

/// Returns the order of each SET among `nodes`.
pub fn set_orders(graph: &SyntaxGraph, nodes: &[TypeId], rules: Rules) -> BTreeMap<TypeId, SetOrder> {
    let order = |&node: &TypeId| match &graph.types[node].kind {
        TypeKind::Structure(structure) if structure.order == Order::Unordered => {
            Some((node, set_order(graph, structure, rules)))
        }
        _ => None,
    };
    nodes.iter().filter_map(order).collect()
}

fn set_order(graph: &SyntaxGraph, structure: &Structure, rules: Rules) -> SetOrder {
    let unsorted = |sorts| SetOrder { fields: structure.fields.clone(), sorts };
    if rules != Rules::Der {
        return unsorted(false);
    }
    let with_tags = |&field: &FieldId| Some((tags_of(graph, field)?, field));
    let Some(mut fields) = structure.fields.iter().map(with_tags).collect::<Option<Vec<_>>>() else {
        return unsorted(true);
    };
    fields.sort_unstable();
    // If the tags of two fields overlap, the value decides which one comes first.
    if fields.windows(2).any(|pair| pair[0].0.1 >= pair[1].0.0) {
        return unsorted(true);
    }
    SetOrder { fields: fields.into_iter().map(|(_, field)| field).collect(), sorts: false }
}

/// Returns the least and the greatest tag of a field's elements; `None` if any tag is possible.
fn tags_of(graph: &SyntaxGraph, field: FieldId) -> Option<(Tag, Tag)> {
    let mut tags: Vec<Tag> = Vec::new();
    let mut left = vec![field];
    while let Some(field) = left.pop() {
        let field = &graph.fields[field];
        match (field.tags.first(), graph.kind(field.target)) {
            (Some(tag), _) => tags.push(*tag),
            (None, TypeKind::Union(union)) if !union.extensible => left.extend(&union.arms),
            _ => return None,
        }
    }
    Some((*tags.iter().min()?, *tags.iter().max()?))
}
