//! What the codecs of PER and OER know of each type and field.

use crate::nesting::{self, Levels};
use crate::shape::Shape;
use syntax_graph::{FieldId, IndexVec, TypeId, TypeKind, ValidGraph};

/// What the codec knows of each type and field. `V`: what the rule sees of constraints.
#[derive(Debug)]
pub(crate) struct Views<V> {
    pub(crate) types: IndexVec<TypeId, V>,
    pub(crate) fields: IndexVec<FieldId, V>,
    /// The parts of structures.
    pub(crate) shapes: IndexVec<TypeId, Option<Shape>>,
    pub(super) levels: Levels,
}

impl<V: Send + Sync + 'static> Views<V> {
    /// Computes the views of a graph.
    pub(crate) fn of(
        graph: &ValidGraph,
        recursive: &IndexVec<FieldId, bool>,
        of_type: impl Fn(TypeId) -> V,
        of_field: impl Fn(FieldId) -> V,
    ) -> Self {
        let shape = |ty: TypeId| match &graph.types[ty].kind {
            TypeKind::Structure(structure) => Some(Shape::of(graph, structure)),
            _ => None,
        };
        Self {
            types: graph.types.ids().map(of_type).collect(),
            fields: graph.fields.ids().map(of_field).collect(),
            shapes: graph.types.ids().map(shape).collect(),
            levels: nesting::levels(graph, recursive),
        }
    }
}
