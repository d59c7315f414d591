//! Resolves open types: finds the structure with the governor, and the paths to the governor and to the open type.

use crate::governors::{are_equal, can_select, completed, is_key, parts};
use crate::graph::{Field, Origin, Presence, SyntaxGraph};
use crate::ids::{FieldId, IndexVec, TypeId};
use crate::recursion::recursive_fields;
use crate::types::{OpenAlternative, OpenType, TypeKind};
use crate::value::Value;
use std::collections::{BTreeMap, BTreeSet};

/// A relation between an open type and its governor, as seen from the structure that contains both. It can be resolved
/// when a value of this structure is complete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    /// The open type.
    pub open: TypeId,
    /// The path from the structure to the governor.
    pub governor: Vec<FieldId>,
    /// The path from the structure to the open type, array elements included.
    pub path: Vec<FieldId>,
}

/// The reason why an open type with a governor stays a slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// The path to the governor leads through a type that is not a structure.
    Path,
    /// This field, on the path to the governor or to the open type, is recursive.
    Recursive(FieldId),
    /// The governor's type has no comparable values: it is not a number, a BOOLEAN, a string, or a union or structure
    /// of these.
    Governor(TypeId),
    /// The governor is a structure, and this field of it has no comparable values.
    Part(FieldId),
    /// The open type is not embedded in the structure with the governor.
    Apart,
    /// No alternative has a comparable value.
    Alternatives,
}

/// Returns the relations of each structure, in the order of the open types' ids. An open type without governor or arms,
/// or with an [`Obstacle`], has no relation and stays a slice. `recursive` is the result of [`recursive_fields`].
pub fn relations(
    graph: &SyntaxGraph,
    recursive: &IndexVec<FieldId, bool>,
) -> BTreeMap<TypeId, Vec<Relation>> {
    let mut found: BTreeMap<TypeId, Vec<Relation>> = BTreeMap::new();
    for (ty, def) in graph.types.enumerated() {
        if let TypeKind::Open(open) = &def.kind
            && !open.arms.is_empty()
            && let Some(&first) = open.governor.first()
            && let Ok(relation) = relation(graph, recursive, ty, open)
        {
            found.entry(graph.fields[first].owner).or_default().push(relation);
        }
    }
    found
}

/// Returns why an open type with a governor stays a slice; `None` if it has no governor or can be resolved.
pub fn obstacle(graph: &SyntaxGraph, recursive: &IndexVec<FieldId, bool>, ty: TypeId) -> Option<Obstacle> {
    let TypeKind::Open(open) = &graph.types[ty].kind else { return None };
    if open.governor.is_empty() { None } else { relation(graph, recursive, ty, open).err() }
}

/// Returns the relation of an open type that has a governor.
fn relation(
    graph: &SyntaxGraph,
    recursive: &IndexVec<FieldId, bool>,
    ty: TypeId,
    open: &OpenType,
) -> Result<Relation, Obstacle> {
    let Some(&first) = open.governor.first() else { return Err(Obstacle::Apart) };
    let structure = graph.fields[first].owner;
    let mut at = structure;
    for &field in &open.governor {
        if !matches!(graph.types[at].kind, TypeKind::Structure(_)) || graph.fields[field].owner != at {
            return Err(Obstacle::Path);
        }
        if recursive[field] {
            return Err(Obstacle::Recursive(field));
        }
        at = graph.resolve(graph.fields[field].target);
    }
    let is_key = match &graph.types[at].kind {
        TypeKind::Scalar(scalar) => is_key(scalar),
        TypeKind::Union(union) => {
            let mut arms = union.arms.iter();
            arms.any(|arm| !recursive[*arm] && graph.scalar(graph.fields[*arm].target).is_some_and(is_key))
        }
        TypeKind::Structure(_) => !parts(graph, recursive, at).map_err(Obstacle::Part)?.is_empty(),
        _ => false,
    };
    if !is_key {
        return Err(Obstacle::Governor(at));
    }
    // Walk from the open type outwards. Every type on the way must be embedded in its owner.
    let mut path = Vec::new();
    let mut inner = ty;
    while inner != structure {
        let Origin::Embedded(field) = graph.types[inner].origin else { return Err(Obstacle::Apart) };
        let owner = graph.fields[field].owner;
        let in_array = matches!(graph.types[owner].kind, TypeKind::Array(_));
        if path.contains(&field) || graph.fields[field].target != inner {
            return Err(Obstacle::Apart);
        }
        if recursive[field] && !in_array {
            return Err(Obstacle::Recursive(field));
        }
        path.push(field);
        inner = owner;
    }
    path.reverse();
    if !open.alternatives.iter().any(|known| can_select(&known.identifier)) {
        return Err(Obstacle::Alternatives);
    }
    Ok(Relation { open: ty, governor: open.governor.clone(), path })
}

impl Relation {
    /// Returns the governor's value in a value of the structure, given by its fields; `None` if it is absent.
    pub fn governor_of<'v>(&self, fields: &'v [(FieldId, Value)]) -> Option<&'v Value> {
        let mut fields = fields;
        let mut found = None;
        for field in &self.governor {
            let value = fields.iter().find(|(own, _)| own == field)?.1.plain();
            if let Value::Structure(inside) = value {
                fields = inside;
            } else {
                fields = &[];
            }
            found = Some(value);
        }
        found
    }

    /// Returns the governor's value mutably; `None` if it is absent.
    pub fn governor_mut<'v>(&self, fields: &'v mut [(FieldId, Value)]) -> Option<&'v mut Value> {
        let (last, outer) = self.governor.split_last()?;
        let mut fields = fields;
        for field in outer {
            let (_, outer) = fields.iter_mut().find(|(own, _)| own == field)?;
            let Value::Structure(inside) = outer.plain_mut() else { return None };
            fields = inside;
        }
        fields.iter_mut().find(|(own, _)| own == last).map(|(_, value)| value)
    }

    /// Returns the arm that the governor in a value of the structure selects; `None` if it selects none.
    pub fn selected(&self, graph: &SyntaxGraph, fields: &[(FieldId, Value)]) -> Option<FieldId> {
        self.arm(graph, self.governor_of(fields)?)
    }

    /// Returns the arm that a value of the governor selects; `None` if no alternative has this value.
    pub fn arm(&self, graph: &SyntaxGraph, governor: &Value) -> Option<FieldId> {
        let TypeKind::Open(open) = &graph.types[self.open].kind else { return None };
        let known = open.alternatives.iter().find(|known| are_equal(graph, &known.identifier, governor))?;
        if !can_select(&known.identifier) {
            return None;
        }
        open.arms.iter().copied().find(|arm| graph.fields[*arm].target == known.target)
    }

    /// Calls `visit` with each value of the open type in a value of the structure, in order.
    pub fn for_each<'v>(&self, fields: &'v mut [(FieldId, Value)], visit: &mut dyn FnMut(&'v mut Value)) {
        let [first, rest @ ..] = &self.path[..] else { return };
        if let Some((_, value)) = fields.iter_mut().find(|(own, _)| own == first) {
            walk(rest, value, visit);
        }
    }
}

fn walk<'v>(path: &[FieldId], value: &'v mut Value, visit: &mut dyn FnMut(&'v mut Value)) {
    let [first, rest @ ..] = path else { return visit(value) };
    match value.plain_mut() {
        Value::Structure(fields) => {
            if let Some((_, value)) = fields.iter_mut().find(|(own, _)| own == first) {
                walk(rest, value, visit);
            }
        }
        Value::Union(arm, value) if arm == first => walk(rest, value, visit),
        Value::Array(values) => values.iter_mut().for_each(|value| walk(rest, value, visit)),
        _ => {}
    }
}

/// Makes the arms of each open type that can be resolved and has no arms: one field for each type of its alternatives.
///
/// An arm has the name of its type, and the tags of a value outside any field. The function also completes the
/// identifiers of the alternatives. Front ends call it last. `only` limits it to some open types.
pub fn make_arms(graph: &mut SyntaxGraph, only: Option<&[TypeId]>) {
    let recursive = recursive_fields(graph);
    let mut found: Vec<TypeId> = Vec::new();
    for ty in graph.types.ids() {
        if let TypeKind::Open(open) = &graph.types[ty].kind
            && open.arms.is_empty()
            && only.is_none_or(|only| only.contains(&ty))
            && relation(graph, &recursive, ty, open).is_ok()
        {
            found.push(ty);
        }
    }
    for ty in found {
        complete(graph, ty);
        let TypeKind::Open(open) = &graph.types[ty].kind else { continue };
        let mut seen = BTreeSet::new();
        let selectable = open.alternatives.iter().filter(|known| can_select(&known.identifier));
        let targets = selectable.map(|alternative| alternative.target);
        let targets: Vec<TypeId> = targets.filter(|target| seen.insert(*target)).collect();
        let mut names = BTreeSet::new();
        let mut arms = Vec::new();
        for target in targets {
            let def = &graph.types[target];
            let path = graph.type_path(target);
            let short = path.split_once('.').map_or(path.as_str(), |(_, name)| name);
            let name = if names.insert(short.to_owned()) { short } else { &path };
            arms.push(graph.fields.push(Field {
                name: name.to_owned(),
                owner: ty,
                tags: def.tags.clone(),
                target,
                presence: Presence::Mandatory,
                addition: false,
                span: def.span,
            }));
        }
        if let TypeKind::Open(open) = &mut graph.types[ty].kind {
            open.arms = arms;
        }
    }
}

/// Completes the identifiers of an open type whose governor is a structure. Removes alternatives whose identifier is
/// not a value of the governor, and those whose identifier has several types, since none of these types is certain.
fn complete(graph: &mut SyntaxGraph, ty: TypeId) {
    let TypeKind::Open(open) = &graph.types[ty].kind else { return };
    let Some(governor) = open.governor.last().map(|field| graph.resolve(graph.fields[*field].target)) else {
        return;
    };
    if !matches!(graph.types[governor].kind, TypeKind::Structure(_)) {
        return;
    }
    let own = graph.fields_of(governor);
    let belongs = |known: &&OpenAlternative| match &known.identifier {
        Value::Structure(members) => members.iter().all(|(field, _)| own.contains(field)),
        _ => false,
    };
    let complete = |known: &OpenAlternative| OpenAlternative {
        identifier: completed(graph, governor, &known.identifier),
        ..known.clone()
    };
    let all: Vec<OpenAlternative> = open.alternatives.iter().filter(belongs).map(complete).collect();
    let is_alone = |known: &&OpenAlternative| {
        !all.iter().any(|other| other.identifier == known.identifier && other.target != known.target)
    };
    let kept = all.iter().filter(is_alone).cloned().collect();
    if let TypeKind::Open(open) = &mut graph.types[ty].kind {
        open.alternatives = kept;
    }
}

impl SyntaxGraph {
    /// Turns open types back into slices: those of `only`, or all.
    pub fn keep_slices(&mut self, only: Option<&[TypeId]>) {
        for ty in self.types.ids() {
            if only.is_none_or(|only| only.contains(&ty))
                && let TypeKind::Open(open) = &mut self.types[ty].kind
            {
                open.arms.clear();
            }
        }
    }
}

/// Returns the unresolved values of open types with arms in a value, in order: each type and encoding. A governor
/// outside the value may resolve them.
pub fn opens_in<'v>(graph: &SyntaxGraph, ty: TypeId, value: &'v Value) -> Vec<(TypeId, &'v [u8])> {
    let mut found = Vec::new();
    let mut left = vec![(ty, value)];
    while let Some((ty, value)) = left.pop() {
        let target = |field: &FieldId| graph.fields[*field].target;
        match value {
            Value::Open(octets) if matches!(graph.kind(ty), TypeKind::Open(open) if !open.arms.is_empty()) => {
                found.push((graph.resolve(ty), octets.as_slice()));
            }
            Value::Structure(members) => {
                left.extend(members.iter().rev().map(|(field, value)| (target(field), value)));
            }
            Value::Union(arm, value) => left.push((target(arm), value)),
            Value::Array(values) => {
                if let TypeKind::Array(array) = graph.kind(ty) {
                    left.extend(values.iter().rev().map(|value| (target(&array.element), value)));
                }
            }
            _ => {}
        }
    }
    found
}
