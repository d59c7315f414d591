//! Computes the static part of the size of each type.

use super::{WORD, integer_width, padded};
use syntax_graph::{FieldId, IndexVec, Scalar, SyntaxGraph, TypeId, TypeKind};

/// Sizes of a type in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Extent {
    /// The *lead*: leading bytes that have the same layout in every value.
    pub lead: u64,
    /// Whether the lead is the whole value: the size is *static*.
    pub is_static: bool,
}

/// Returns the extents of all types. A recursive type holds itself only after a discriminating word, so its
/// extent is finite.
pub(crate) fn extents(graph: &SyntaxGraph) -> IndexVec<TypeId, Extent> {
    let mut known: IndexVec<TypeId, Option<Extent>> = IndexVec::filled(None, graph.types.len());
    for start in graph.types.ids() {
        let mut stack = vec![start];
        while let Some(&ty) = stack.last() {
            if known[ty].is_some() {
                stack.pop();
                continue;
            }
            let wanted = parts(graph, ty).into_iter().find(|part| known[*part].is_none());
            match wanted {
                // A longer stack would hold a cycle, which validation refuses.
                Some(part) if stack.len() <= graph.types.len() => stack.push(part),
                _ => {
                    known[ty] = Some(extent(graph, ty, &|part| known[part].unwrap_or_default()));
                    stack.pop();
                }
            }
        }
    }
    known.iter().map(|extent| extent.unwrap_or_default()).collect()
}

/// Returns the types whose extents make up that of a type.
fn parts(graph: &SyntaxGraph, ty: TypeId) -> Vec<TypeId> {
    let target = |field: FieldId| graph.fields[field].target;
    match &graph.types[ty].kind {
        TypeKind::Reference(target) => vec![*target],
        TypeKind::Structure(structure) => {
            let fields = structure.fields.iter().filter(|field| !graph.may_be_absent(**field));
            fields.map(|field| target(*field)).collect()
        }
        TypeKind::Array(array) if is_fixed(array) => vec![target(array.element)],
        _ => Vec::new(),
    }
}

/// Returns whether the type of an array fixes its number of elements.
pub(crate) fn is_fixed(array: &syntax_graph::Array) -> bool {
    !array.linked && array.size.min > 0
}

fn extent(graph: &SyntaxGraph, ty: TypeId, of: &dyn Fn(TypeId) -> Extent) -> Extent {
    let announced = Extent { lead: WORD, is_static: false };
    let fixed = |lead: u64| Extent { lead, is_static: true };
    match &graph.types[ty].kind {
        TypeKind::Reference(target) => of(*target),
        TypeKind::Scalar(scalar) => match scalar {
            Scalar::Integer(integer) => fixed(integer_width(integer.repr).0 as u64),
            Scalar::Boolean | Scalar::Enumerated(_) => fixed(WORD),
            Scalar::Float(width) => fixed(width.octets() as u64),
            Scalar::Null => fixed(0),
            Scalar::OctetString { size } if size.min > 0 => fixed(padded(size.min)),
            _ => announced,
        },
        TypeKind::Structure(structure) => {
            let mut all = fixed(0);
            for &field in &structure.fields {
                let part =
                    if graph.may_be_absent(field) { announced } else { of(graph.fields[field].target) };
                all.lead = all.lead.saturating_add(part.lead);
                all.is_static = part.is_static;
                if !all.is_static {
                    break;
                }
            }
            all
        }
        TypeKind::Array(array) if is_fixed(array) => {
            let element = of(graph.fields[array.element].target);
            match element.is_static {
                true => fixed(element.lead.saturating_mul(array.size.min)),
                false => element,
            }
        }
        TypeKind::Array(_) | TypeKind::Union(_) | TypeKind::Open(_) => announced,
    }
}
