//! Converts stubc's syntax graph to a type reference graph.
//!
//! Ids keep their positions: type node `i` is node `i`, and field node `i` is reference `i`. References
//! without a field (aliases) follow those of all fields.

use crate::overrides::{OverrideError, Overrides};
use crate::type_ref_graph::{NodeId, ReferenceId, ReferenceKind, Traits, TypeRefGraph};
use syntax_graph::{Field, FieldId, Id, OpenType, Order, Presence, Scalar, SyntaxGraph, TypeId, TypeKind};

/// Returns the type reference graph of a specification. The syntax graph need not be validated; a `ValidGraph`
/// dereferences to one.
pub fn type_ref_graph(graph: &SyntaxGraph) -> TypeRefGraph {
    let mut references = TypeRefGraph::with_capacity(graph.types.len(), graph.fields.len());
    for (ty, def) in graph.types.enumerated() {
        let node = references.add_type(graph.type_path(ty));
        references.set_traits(node, traits(&def.kind));
    }
    for (id, field) in graph.fields.enumerated() {
        references.add_reference(
            node_of(field.owner),
            node_of(field.target),
            &*field.name,
            kind(graph, id, field),
        );
    }
    for (ty, def) in graph.types.enumerated() {
        if let TypeKind::Reference(target) = &def.kind {
            references.add_reference(node_of(ty), node_of(*target), "", ReferenceKind::Alias);
        }
    }
    references
}

/// Returns the node of a type.
pub fn node_of(ty: TypeId) -> NodeId {
    NodeId::new(ty.index())
}

/// Returns the reference of a field.
pub fn reference_of(field: FieldId) -> ReferenceId {
    ReferenceId::new(field.index())
}

/// Returns overrides from field frequencies: mean occurrences of each field per value of its enclosing type.
///
/// # Errors
/// The first value that is negative, infinite or not a number.
pub fn overrides(fields: impl IntoIterator<Item = (FieldId, f64)>) -> Result<Overrides, OverrideError> {
    let mut overrides = Overrides::new();
    for (field, value) in fields {
        overrides.set(reference_of(field), value)?;
    }
    Ok(overrides)
}

fn traits(kind: &TypeKind) -> Traits {
    let named = match kind {
        TypeKind::Scalar(Scalar::Integer(integer)) => integer.named.len(),
        TypeKind::Scalar(Scalar::Enumerated(enumeration)) => enumeration.items.len(),
        _ => 0,
    };
    let known = if let TypeKind::Open(open) = kind { &open.alternatives[..] } else { &[] };
    let mandatory = known.iter().filter(|known| known.mandatory == Some(true)).count();
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    Traits {
        unordered: matches!(kind, TypeKind::Array(array) if array.order == Order::Unordered),
        open: matches!(kind, TypeKind::Open(_)),
        known: count(known.len()),
        mandatory: count(mandatory),
        named: count(named),
    }
}

/// Returns the kind of an arm of an open type. Objects may share the type: one that is mandatory counts.
fn member(open: &OpenType, target: TypeId) -> ReferenceKind {
    let own = open.alternatives.iter().filter(|known| known.target == target);
    match own.filter_map(|known| known.mandatory).max() {
        Some(true) => ReferenceKind::MandatoryMember,
        Some(false) => ReferenceKind::OptionalMember,
        None => ReferenceKind::Member,
    }
}

fn kind(graph: &SyntaxGraph, id: FieldId, field: &Field) -> ReferenceKind {
    match &graph.types[field.owner].kind {
        TypeKind::Union(union) if union.discriminant.as_ref().is_some_and(|chosen| chosen.field == id) => {
            ReferenceKind::Mandatory
        }
        TypeKind::Union(_) if field.addition => ReferenceKind::AddedArm,
        TypeKind::Union(_) => ReferenceKind::Arm,
        TypeKind::Open(open) if open.arms.iter().any(|arm| graph.fields[*arm].target == field.target) => {
            member(open, field.target)
        }
        // This open type stays a slice, so values of its types never occur.
        TypeKind::Open(_) => ReferenceKind::Element { min: 0, max: Some(0) },
        TypeKind::Array(array) if array.linked => ReferenceKind::Link,
        // The range is the root of an extensible size constraint, since most senders stay within it.
        TypeKind::Array(array) => ReferenceKind::Element { min: array.size.min, max: array.size.max },
        _ if field.addition => ReferenceKind::Addition,
        _ => match field.presence {
            Presence::Mandatory => ReferenceKind::Mandatory,
            Presence::Optional => ReferenceKind::Optional,
            Presence::Default(_) => ReferenceKind::Default,
        },
    }
}
