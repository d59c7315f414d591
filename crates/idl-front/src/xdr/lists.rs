//! Finds linked lists: structures whose last field is optional data of the same structure (RFC 4506 section 4.19).
//!
//! On the wire each element is announced by a word, so the list is an array of what stands before the link. A graph
//! that shows it so lets every stage go along it in a loop, where recursion would end at the limit of depth.

use super::ast::{Declaration, Shape, Type, TypeKind};
use super::scope::Scope;
use std::collections::{BTreeMap, BTreeSet};

/// What a structure that forms lists is.
#[derive(Clone, Copy, Debug, Default)]
pub struct ListInfo {
    /// The first typedef of a pointer to it, which stands for the list.
    pub typedef: Option<usize>,
    /// Whether it also stands by itself, not behind a pointer.
    pub direct: bool,
}

/// The structures that form lists, by index of their definition.
pub fn find(scope: &Scope<'_>) -> BTreeMap<usize, ListInfo> {
    let mut lists = BTreeMap::new();
    for (at, entry) in scope.types.iter().enumerate() {
        if let (TypeKind::Struct(fields), Shape::One) = (&entry.declaration.ty.kind, &entry.declaration.shape)
            && let [_, .., last] = fields.as_slice()
            && points_to(scope, entry.module, last) == Some(at)
        {
            lists.insert(at, ListInfo::default());
        }
    }
    let mut pointed = BTreeSet::new();
    for (at, entry) in scope.types.iter().enumerate() {
        if entry.declaration.shape == Shape::Optional
            && let Some(target) = points_to(scope, entry.module, &entry.declaration)
            && let Some(info) = lists.get_mut(&target)
        {
            info.typedef.get_or_insert(at);
        }
        note_uses(scope, entry.module, &entry.declaration, Some(at), &mut lists, &mut pointed);
    }
    for (module, entry) in scope.modules.iter().enumerate() {
        for definition in &entry.definitions {
            let super::ast::Definition::Program(program) = definition else { continue };
            let procedures = program.versions.iter().flat_map(|version| &version.procedures);
            for ty in procedures.flat_map(|procedure| procedure.arguments.iter().chain(&procedure.result)) {
                note_type(scope, module, ty, &mut lists);
            }
        }
    }
    for (at, info) in &mut lists {
        // Nobody refers to it: it is a message itself.
        info.direct |= !pointed.contains(at);
    }
    lists
}

/// The structure that a declaration points to, directly or through the typedef of a pointer.
pub fn points_to(scope: &Scope<'_>, module: usize, declaration: &Declaration<'_>) -> Option<usize> {
    let TypeKind::Named(name) = &declaration.ty.kind else { return None };
    match declaration.shape {
        Shape::Optional => scope.behind(module, name.text),
        Shape::One => {
            let pointer = &scope.types[scope.behind(module, name.text)?];
            let TypeKind::Named(target) = &pointer.declaration.ty.kind else { return None };
            (pointer.declaration.shape == Shape::Optional)
                .then(|| scope.behind(pointer.module, target.text))
                .flatten()
        }
        _ => None,
    }
}

/// Notes where structures stand, by themselves or behind pointers. The parser has bounded the depth.
fn note_uses(
    scope: &Scope<'_>,
    module: usize,
    declaration: &Declaration<'_>,
    own: Option<usize>,
    lists: &mut BTreeMap<usize, ListInfo>,
    pointed: &mut BTreeSet<usize>,
) {
    if let Some(target) = points_to(scope, module, declaration) {
        pointed.insert(target);
    } else {
        note_type(scope, module, &declaration.ty, lists);
    }
    let inner: Vec<&Declaration<'_>> = match &declaration.ty.kind {
        TypeKind::Struct(fields) => fields.iter().collect(),
        TypeKind::Union(union) => union.arms.iter().filter_map(|arm| arm.declaration.as_ref()).collect(),
        _ => Vec::new(),
    };
    let count = inner.len();
    for (index, field) in inner.into_iter().enumerate() {
        // The link itself is no use from outside.
        let is_link = index + 1 == count && own.is_some_and(|own| lists.contains_key(&own));
        if !is_link {
            note_uses(scope, module, field, None, lists, pointed);
        }
    }
}

fn note_type(scope: &Scope<'_>, module: usize, ty: &Type<'_>, lists: &mut BTreeMap<usize, ListInfo>) {
    if let TypeKind::Named(name) = &ty.kind
        && let Some(target) = scope.behind(module, name.text)
        && let Some(info) = lists.get_mut(&target)
    {
        info.direct = true;
    }
}
