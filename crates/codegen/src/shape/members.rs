//! Decides the struct of a shape's holes: its name, its members, and the member of each hole.

use super::flat::{Flat, Member};
use super::request::Request;
use super::segments::{Hole, Segments};
use crate::model::Model;
use crate::model::names::reserved::{Place, holder};
use std::collections::{BTreeMap, BTreeSet};
use syntax_graph::{Diagnostic, FieldId};

/// Decides the struct of the holes of `segments`. The holes of one request are an array if their types are equal,
/// else members with numbers.
///
/// # Errors
/// Names that C does not permit, or that are taken.
pub fn flat(model: &Model<'_>, request: &Request, segments: &Segments) -> Result<Flat, Vec<Diagnostic>> {
    let name = format!("{}_{}", model.names.stem(request.root), request.name);
    let mut errors = Vec::new();
    let public = ["", "_decode", "_encode"].map(|end| format!("{name}{end}")).into_iter();
    let public: Vec<String> =
        public.chain(["shape", "octets"].map(|start| format!("{start}_{name}"))).collect();
    if let Some(taken) = public.iter().find(|name| model.names.public.contains(*name)) {
        let message = format!("the C name `{taken}` is taken; choose another name for the shape");
        errors.push(Diagnostic::error("shape-name", request.span, message));
    }
    let mut flat = Flat { name, members: Vec::new(), places: BTreeMap::new() };
    let mut taken = BTreeSet::new();
    for (number, hole_request) in request.holes.iter().enumerate() {
        let holes: Vec<_> = segments.holes.iter().filter(|hole| hole.request == number).collect();
        let Some(first) = holes.first() else { continue };
        let ctype = |field: FieldId| (model.layouts.ctype(field), named(model, field));
        // If one string has to be moved, all of its request are.
        let is_moved = holes.iter().any(|hole| hole.is_array());
        let moved = |hole: &Hole| hole.octets().filter(|octets| is_moved && *octets > 0);
        let is_alike = |hole: &&Hole| ctype(hole.field) == ctype(first.field) && moved(hole) == moved(first);
        let is_array = holes.len() > 1 && holes.iter().all(is_alike);
        let wanted: Vec<(String, &Hole)> = if holes.len() == 1 || is_array {
            vec![(hole_request.name.clone(), first)]
        } else {
            let numbered = holes.iter().enumerate();
            let name = &hole_request.name;
            numbered.map(|(at, hole)| (format!("{name}_{at}"), *hole)).collect()
        };
        for (name, hole) in wanted {
            let holder = holder(&name, Place::Member).map(str::to_owned);
            let holder = holder.or((!taken.insert(name.clone())).then(|| "another hole".to_owned()));
            if let Some(holder) = holder {
                let message = format!("a hole cannot be named `{name}`: the name is taken by {holder}");
                errors.push(Diagnostic::error("shape-name", hole_request.span, message));
            }
            let count = is_array.then_some(holes.len());
            let (field, path) = (hole.field, hole.path.clone());
            flat.members.push(Member { name, field, count, moved: moved(hole), path });
        }
    }
    let mut seen = vec![0; request.holes.len()];
    for hole in &segments.holes {
        let name = &request.holes[hole.request].name;
        let nth = seen[hole.request];
        seen[hole.request] += 1;
        let own = flat.members.iter().position(|member| member.name == *name);
        let numbered = format!("{name}_{nth}");
        let member = own.or(flat.members.iter().position(|member| member.name == numbered)).unwrap_or(0);
        flat.places.insert(hole.path.clone(), (member, flat.members[member].count.map(|_| nth)));
    }
    if errors.is_empty() { Ok(flat) } else { Err(errors) }
}

/// Returns the C name of a field's type, if its type has one.
fn named(model: &Model<'_>, field: FieldId) -> Option<String> {
    model.names.types.get(&model.graph.fields[field].target).cloned()
}
