//! Adds clusters to the graph: a version of the program with a procedure for each, and the types of their arguments.

use super::resolve::{Feed, Resolved};
use sha2::{Digest, Sha256};
use std::fmt::Write;
use syntax_graph::{
    Array, Cluster, ClusterArgument, ClusterCall, ClusterFeed, Field, FieldId, ModuleId, Order, Origin,
    Presence, Procedure, RpcVersion, SizeRange, Span, Structure, SyntaxGraph, TypeDef, TypeId, TypeKind,
};

/// Adds a cluster.
pub fn add(graph: &mut SyntaxGraph, cluster: &Resolved) {
    let Resolved { program: at, version, .. } = cluster;
    let number = number(graph, cluster);
    let procedure = procedure(graph, cluster, number);
    let program = &mut graph.programs[*at];
    let index = program.versions.iter().position(|own| own.number == *version).unwrap_or_else(|| {
        let name = format!("{}_CLUSTERS_{version}", program.name);
        program.versions.push(RpcVersion { name, number: *version, procedures: Vec::new() });
        program.versions.len() - 1
    });
    program.versions[index].procedures.push(procedure);
}

/// Returns the number of the clustered procedure. It comes from what the procedure does: peers whose clusters differ do
/// not take one for another. The highest bit is set, so it is never 0, the number of the procedure that does nothing.
pub fn number(graph: &SyntaxGraph, cluster: &Resolved) -> u32 {
    let program = &graph.programs[cluster.program];
    let mut text = String::new();
    for (version, procedure) in &cluster.calls {
        let version = &program.versions[*version];
        let _ = write!(text, "{}.{} ", version.number, version.procedures[*procedure].number);
    }
    let path = |fields: &[FieldId]| {
        fields.iter().map(|field| format!(".{}", graph.fields[*field].name)).collect::<String>()
    };
    let mut feeds: Vec<String> = cluster
        .feeds
        .iter()
        .map(|feed| {
            let (call, argument) = feed.to;
            format!("{call}.{argument}{}={}{}", path(&feed.argument), feed.from, path(&feed.result))
        })
        .collect();
    feeds.sort();
    let _ = write!(text, "{} {} {}", feeds.join(" "), cluster.stops, cluster.turns.unwrap_or(0));
    let digest = Sha256::digest(text);
    u32::from_be_bytes([digest[0], digest[1], digest[2], digest[3]]) | 1 << 31
}

fn procedure(graph: &mut SyntaxGraph, cluster: &Resolved, number: u32) -> Procedure {
    let module = graph.programs[cluster.program].module;
    let span = cluster.span;
    // A cluster whose arguments all come from results needs no type.
    let is_any = has_arguments(graph, cluster);
    let arguments = is_any.then(|| definition(graph, module, format!("{}_arguments", cluster.name), span));
    let mut fields = Vec::new();
    let mut calls = Vec::new();
    for (at, place) in cluster.calls.iter().enumerate() {
        let types = graph.programs[cluster.program].versions[place.0].procedures[place.1].arguments.clone();
        let mut own = Vec::new();
        for (index, ty) in types.iter().enumerate() {
            let feeds: Vec<&Feed> = cluster.feeds.iter().filter(|feed| feed.to == (at, index)).collect();
            let paths: Vec<&[FieldId]> = feeds.iter().map(|feed| &feed.argument[..]).collect();
            let name = if types.len() == 1 { format!("call{at}") } else { format!("call{at}_{}", index + 1) };
            let member = arguments.and_then(|owner| without(graph, owner, &name, *ty, &paths, span));
            fields.extend(member);
            let feeds = feeds.into_iter().map(|feed| ClusterFeed {
                argument: feed.argument.clone(),
                from: feed.from,
                result: feed.result.clone(),
            });
            own.push(ClusterArgument { member, feeds: feeds.collect() });
        }
        calls.push(ClusterCall { version: place.0, procedure: place.1, arguments: own });
    }
    if let Some(arguments) = arguments {
        graph.types[arguments].kind = structure(fields);
    }
    let whole = arguments.map(|turn| match cluster.turns {
        Some(most) => turns(graph, cluster, turn, most),
        None => turn,
    });
    Procedure {
        name: cluster.name.clone(),
        number,
        arguments: whole.into_iter().collect(),
        result: None,
        cluster: Some(Cluster { calls, stops: cluster.stops, turns: cluster.turns, turn: arguments }),
    }
}

/// Returns whether a cluster's calls need arguments that no result feeds.
pub fn has_arguments(graph: &SyntaxGraph, cluster: &Resolved) -> bool {
    cluster.calls.iter().enumerate().any(|(at, (version, procedure))| {
        let types = &graph.programs[cluster.program].versions[*version].procedures[*procedure].arguments;
        types.iter().enumerate().any(|(index, ty)| {
            let feeds = cluster.feeds.iter().filter(|feed| feed.to == (at, index));
            is_left(graph, *ty, &feeds.map(|feed| &feed.argument[..]).collect::<Vec<_>>())
        })
    })
}

/// Returns whether anything is left of a type without the values at these paths.
fn is_left(graph: &SyntaxGraph, ty: TypeId, paths: &[&[FieldId]]) -> bool {
    let inner = |field: FieldId| -> Vec<&[FieldId]> {
        paths.iter().filter(|path| path[0] == field).map(|path| &path[1..]).collect()
    };
    paths.is_empty()
        || paths.iter().all(|path| !path.is_empty())
            && graph
                .fields_of(graph.resolve(ty))
                .iter()
                .any(|field| is_left(graph, graph.fields[*field].target, &inner(*field)))
}

fn structure(fields: Vec<FieldId>) -> TypeKind {
    TypeKind::Structure(Structure { order: Order::Ordered, fields, extension: None, groups: Vec::new() })
}

/// Adds a definition of a structure without fields.
fn definition(graph: &mut SyntaxGraph, module: ModuleId, name: String, span: Span) -> TypeId {
    let origin = Origin::Definition(name);
    graph.types.push(TypeDef { origin, module, tags: Vec::new(), kind: structure(Vec::new()), span })
}

/// Adds the array of the arguments of all turns.
fn turns(graph: &mut SyntaxGraph, cluster: &Resolved, turn: TypeId, most: u64) -> TypeId {
    let module = graph.types[turn].module;
    let array = definition(graph, module, format!("{}_turns", cluster.name), cluster.span);
    let element = field(graph, array, "", turn, cluster.span);
    let size = SizeRange { min: 0, max: Some(most), extensible: false };
    graph.types[array].kind = TypeKind::Array(Array { order: Order::Ordered, element, size, linked: false });
    array
}

fn field(graph: &mut SyntaxGraph, owner: TypeId, name: &str, target: TypeId, span: Span) -> FieldId {
    let (name, presence) = (name.to_owned(), Presence::Mandatory);
    graph.fields.push(Field { name, owner, tags: Vec::new(), target, presence, addition: false, span })
}

/// Adds a member with what is left of a type without the values at these paths; `None` if nothing is left.
fn without(
    graph: &mut SyntaxGraph,
    owner: TypeId,
    name: &str,
    ty: TypeId,
    paths: &[&[FieldId]],
    span: Span,
) -> Option<FieldId> {
    if !is_left(graph, ty, paths) {
        return None;
    }
    if paths.is_empty() {
        return Some(field(graph, owner, name, ty, span));
    }
    let whole = graph.resolve(ty);
    let module = graph.types[owner].module;
    let member = field(graph, owner, name, ty, span);
    let origin = Origin::Embedded(member);
    let left =
        graph.types.push(TypeDef { origin, module, tags: Vec::new(), kind: structure(Vec::new()), span });
    let mut kept = Vec::new();
    for inner in graph.fields_of(whole).to_vec() {
        let Field { name, target, presence, span, .. } = graph.fields[inner].clone();
        let through: Vec<&[FieldId]> =
            paths.iter().filter(|path| path[0] == inner).map(|path| &path[1..]).collect();
        if let Some(found) = without(graph, left, &name, target, &through, span) {
            graph.fields[found].presence = presence;
            kept.push(found);
        }
    }
    graph.types[left].kind = structure(kept);
    graph.fields[member].target = left;
    Some(member)
}
