//! The order in which types and values take their names.
//!
//! Adding a module must rename nothing, and the order of modules must have no effect. So names are taken root
//! by root: first what the first root reaches, then what the second one reaches besides. Within one root,
//! paths (`Module.Type.field`) decide the order.

use crate::model::layout::members_of;
use std::collections::BTreeMap;
use syntax_graph::{ModuleId, TypeId, TypeKind, ValidGraph};

/// The positions of the first root that reaches a type.
#[derive(Debug, Default)]
pub struct Ranks {
    types: BTreeMap<TypeId, usize>,
    modules: BTreeMap<ModuleId, usize>,
}

impl Ranks {
    /// Follows all fields of each root in turn.
    pub fn of(graph: &ValidGraph, roots: &[TypeId]) -> Self {
        let mut ranks = Self::default();
        for (at, &root) in roots.iter().enumerate() {
            let mut open = vec![root];
            while let Some(ty) = open.pop() {
                if ranks.types.contains_key(&ty) {
                    continue;
                }
                ranks.types.insert(ty, at);
                ranks.modules.entry(graph.types[ty].module).or_insert(at);
                if let TypeKind::Reference(target) = graph.types[ty].kind {
                    open.push(target);
                }
                open.extend(members_of(graph, ty).map(|field| graph.fields[field].target));
            }
        }
        ranks
    }

    /// Returns the position of the first root that reaches a type; the largest number if none does.
    pub fn ty(&self, ty: TypeId) -> usize {
        self.types.get(&ty).copied().unwrap_or(usize::MAX)
    }

    /// Returns the position of the first root that reaches a type of a module.
    pub fn module(&self, module: ModuleId) -> Option<usize> {
        self.modules.get(&module).copied()
    }
}
