//! Chooses the roots: the message types with their directions and their shares of the traffic.

use crate::config::{Entry, RootShares};
use crate::settings::RootRequest;
use crate::suggest;
use codegen::names::identifier;
use codegen::{Direction, RpcSides};
use std::collections::{BTreeMap, BTreeSet};
use syntax_graph::{Diagnostic, Id, ModuleId, Notation, Origin, SyntaxGraph, TypeId, TypeKind};

/// One root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChosenRoot {
    /// The definition.
    pub ty: TypeId,
    /// Share of received messages; `None` if it is not received.
    pub decode: Option<f64>,
    /// Share of sent messages; `None` if it is not sent.
    pub encode: Option<f64>,
    /// Whether it has entry points; otherwise only remote procedures exchange it.
    pub entry_points: bool,
}

impl ChosenRoot {
    /// Returns the share in one direction.
    pub fn weight(&self, direction: Direction) -> Option<f64> {
        match direction {
            Direction::Decode => self.decode,
            Direction::Encode => self.encode,
        }
    }
}

/// All roots.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Roots {
    /// The roots in the order of the request, otherwise of the specification.
    pub roots: Vec<ChosenRoot>,
    /// Share of each direction in the objective; together 1.
    pub shares: BTreeMap<Direction, f64>,
    /// Whether the user named them.
    pub named: bool,
    /// Whether the configuration, a profile or remote procedures give the shares; otherwise the predictor
    /// guesses them.
    pub weighed: bool,
    /// Types that are not default roots only because they hold types in error.
    pub left_out: Vec<TypeId>,
}

/// The reason why the roots cannot be chosen.
#[derive(Clone, Debug)]
pub enum RootsError {
    /// The command line is in error.
    Usage(String),
    /// The specification or the configuration is in error.
    Input(Vec<Diagnostic>),
}

/// Chooses the roots: the requested ones with the types that remote procedures exchange; if there are none, those
/// of the configuration; if there are none either, the default ones.
///
/// A profile (`measured`) adds no roots; it weighs roots that the configuration does not weigh.
///
/// # Errors
/// An unknown or ambiguous name, a type that cannot be a message or is not a root, or `--rpc` without a remote
/// program.
pub fn choose(
    graph: &SyntaxGraph,
    requests: &[RootRequest],
    rpc: RpcSides,
    configured: &[Entry<RootShares>],
    measured: &[Entry<RootShares>],
    own: &BTreeSet<ModuleId>,
) -> Result<Roots, RootsError> {
    let mut roots: Vec<ChosenRoot> = Vec::new();
    let unit = |used: bool| used.then_some(1.0);
    for request in requests {
        let ty = message(graph, &request.name)
            .map_err(|(message, hint)| RootsError::Usage(format!("--pdu: {message}{}", bracketed(&hint))))?;
        if let Some(known) = roots.iter_mut().find(|root| root.ty == ty) {
            known.decode = known.decode.or(unit(request.decode));
            known.encode = known.encode.or(unit(request.encode));
        } else {
            roots.push(ChosenRoot {
                ty,
                decode: unit(request.decode),
                encode: unit(request.encode),
                entry_points: true,
            });
        }
    }
    if rpc.any() {
        if graph.programs.is_empty() {
            let message = "--rpc needs a remote program, and the specification has none";
            return Err(RootsError::Usage(message.to_owned()));
        }
        exchange(graph, rpc, &mut roots);
    }
    let requested = !roots.is_empty();
    let mut errors = Vec::new();
    for entry in configured {
        match message(graph, &entry.key) {
            Ok(ty) => configure(&mut roots, ty, entry, !requested, &mut errors),
            Err((message, hint)) => {
                let mut diagnostic = Diagnostic::error("config-unmatched", entry.span, message);
                if let Some(hint) = hint {
                    diagnostic = diagnostic.with_help(hint);
                }
                errors.push(diagnostic);
            }
        }
    }
    if roots.is_empty() && errors.is_empty() {
        let types = default_roots(graph, own);
        let both = |ty| ChosenRoot { ty, decode: Some(1.0), encode: Some(1.0), entry_points: true };
        roots = types.into_iter().map(both).collect();
    }
    let weighed = if configured.is_empty() {
        weigh(graph, &mut roots, measured, &mut errors) || rpc.any()
    } else {
        true
    };
    if !errors.is_empty() {
        return Err(RootsError::Input(errors));
    }
    let shares = shares(&roots, !configured.is_empty());
    Ok(Roots { roots, shares, named: requested || !configured.is_empty(), weighed, left_out: Vec::new() })
}

/// Adds the types that remote procedures exchange. A type's weight is the number of procedures that use it.
fn exchange(graph: &SyntaxGraph, rpc: RpcSides, roots: &mut Vec<ChosenRoot>) {
    let procedures = graph.programs.iter().flat_map(|program| &program.versions);
    for procedure in procedures.flat_map(|version| &version.procedures) {
        let arguments = procedure.arguments.iter().map(|ty| (*ty, rpc.client, rpc.server));
        let result = procedure.result.iter().map(|ty| (*ty, rpc.server, rpc.client));
        for (ty, sent, received) in arguments.chain(result) {
            let at = roots.iter().position(|root| root.ty == ty).unwrap_or_else(|| {
                roots.push(ChosenRoot { ty, decode: None, encode: None, entry_points: false });
                roots.len() - 1
            });
            let more = |share: &mut Option<f64>| *share = Some(share.unwrap_or(0.0) + 1.0);
            sent.then(|| more(&mut roots[at].encode));
            received.then(|| more(&mut roots[at].decode));
        }
    }
}

fn configure(
    roots: &mut Vec<ChosenRoot>,
    ty: TypeId,
    entry: &Entry<RootShares>,
    makes_roots: bool,
    errors: &mut Vec<Diagnostic>,
) {
    let RootShares { decode, encode } = entry.value;
    if let Some(root) = roots.iter_mut().find(|root| root.ty == ty) {
        root.decode = root.decode.map(|weight| decode.unwrap_or(weight));
        root.encode = root.encode.map(|weight| encode.unwrap_or(weight));
    } else if makes_roots {
        roots.push(ChosenRoot { ty, decode, encode, entry_points: true });
    } else {
        let message = format!("`{}` is not a root: no --pdu names it", entry.key);
        errors.push(Diagnostic::error("config-unmatched", entry.span, message));
    }
}

/// Gives the roots the shares of a profile, and returns whether the profile had any. A direction without
/// counts keeps its shares; types that are not roots are ignored.
fn weigh(
    graph: &SyntaxGraph,
    roots: &mut [ChosenRoot],
    measured: &[Entry<RootShares>],
    errors: &mut Vec<Diagnostic>,
) -> bool {
    let mut shares: BTreeMap<TypeId, RootShares> = BTreeMap::new();
    for entry in measured {
        match find(graph, &entry.key) {
            Ok(ty) => drop(shares.insert(ty, entry.value)),
            Err((message, _)) => errors.push(Diagnostic::error("config-unmatched", entry.span, message)),
        }
    }
    let total = |of: fn(&RootShares) -> Option<f64>| -> f64 {
        roots.iter().filter_map(|root| shares.get(&root.ty).and_then(of)).sum()
    };
    let (received, sent) = (total(|shares| shares.decode), total(|shares| shares.encode));
    for root in roots {
        let own = shares.get(&root.ty).copied().unwrap_or(RootShares { decode: None, encode: None });
        if received > 0.0 {
            root.decode = root.decode.map(|_| own.decode.unwrap_or(0.0));
        }
        if sent > 0.0 {
            root.encode = root.encode.map(|_| own.encode.unwrap_or(0.0));
        }
    }
    received > 0.0 || sent > 0.0
}

/// Returns the shares of the directions: equal, unless the configuration weighs them.
fn shares(roots: &[ChosenRoot], weighed: bool) -> BTreeMap<Direction, f64> {
    let total = |direction| -> f64 { roots.iter().filter_map(|root| root.weight(direction)).sum() };
    let used = |direction| roots.iter().any(|root| root.weight(direction).is_some());
    let weight = |direction| match (used(direction), weighed) {
        (false, _) => 0.0,
        (true, false) => 1.0,
        (true, true) => total(direction),
    };
    let sum: f64 = Direction::ALL.into_iter().map(weight).sum();
    let share = |direction| if sum > 0.0 { weight(direction) / sum } else { 0.5 };
    Direction::ALL.into_iter().map(|direction| (direction, share(direction))).collect()
}

fn bracketed(hint: &Option<String>) -> String {
    hint.as_ref().map(|hint| format!("; {hint}")).unwrap_or_default()
}

/// Returns the definition of this name, if it can be a message.
///
/// # Errors
/// A message, with a hint if there is one: those of [`find`], or that the structure occurs only in linked lists.
/// RFC 4506, section 4.19, puts the next word of the list after such a structure.
pub fn message(graph: &SyntaxGraph, name: &str) -> Result<TypeId, (String, Option<String>)> {
    let ty = find(graph, name)?;
    let element = graph.resolve(ty);
    let holds = |list: &TypeId| match &graph.types[*list].kind {
        TypeKind::Array(array) => {
            array.linked && graph.resolve(graph.fields[array.element].target) == element
        }
        _ => false,
    };
    match graph.types.ids().find(holds) {
        Some(list) => {
            let message =
                format!("`{name}` cannot be a message: it occurs only as an element of linked lists");
            Err((message, Some(format!("use the list, `{}`", graph.type_path(list)))))
        }
        None => Ok(ty),
    }
}

/// Returns the definition of this name.
///
/// # Errors
/// A message, with a hint if there is one.
pub fn find(graph: &SyntaxGraph, name: &str) -> Result<TypeId, (String, Option<String>)> {
    match graph.definitions(name)[..] {
        [one] => Ok(one),
        [] => {
            let simple = name.split_once('.').map_or(name, |(_, simple)| simple);
            let elsewhere: Vec<String> = graph
                .definitions(simple)
                .into_iter()
                .map(|ty| format!("`{}`", graph.type_path(ty)))
                .collect();
            let names = graph.types.iter().filter_map(|ty| match &ty.origin {
                Origin::Definition(name) => Some(name.as_str()),
                Origin::Embedded(_) => None,
            });
            let hint = if elsewhere.is_empty() {
                suggest::hint(simple, names)
            } else {
                Some(format!("did you mean {}?", elsewhere.join(" or ")))
            };
            Err((format!("there is no type `{name}`"), hint))
        }
        [..] => {
            let all: Vec<String> =
                graph.definitions(name).into_iter().map(|ty| format!("`{}`", graph.type_path(ty))).collect();
            Err((format!("`{name}` is ambiguous"), Some(format!("write {}", all.join(" or ")))))
        }
    }
}

/// Returns an error for each root that has the C name of an earlier one, since their entry points would collide.
pub fn clashes(graph: &SyntaxGraph, roots: &[ChosenRoot]) -> Vec<Diagnostic> {
    let mut names: BTreeMap<String, TypeId> = BTreeMap::new();
    let mut errors = Vec::new();
    for root in roots.iter().filter(|root| root.entry_points) {
        let Origin::Definition(name) = &graph.types[root.ty].origin else { continue };
        let name = identifier(name);
        if let Some(first) = names.get(&name) {
            let (path, other) = (graph.type_path(root.ty), graph.type_path(*first));
            let message = format!("the roots `{other}` and `{path}` have the same C name, `{name}`");
            errors.push(
                Diagnostic::error("root-name-clash", graph.types[root.ty].span, message)
                    .with_label(graph.types[*first].span, "the other root")
                    .with_help("choose one with --pdu, or compile each separately with --prefix"),
            );
        } else {
            names.insert(name, root.ty);
        }
    }
    errors
}

/// Returns the unreferenced definitions, the first definition of each cycle that nothing outside it references, and
/// the types that remote procedures exchange. Only types of the modules `own` count.
fn default_roots(graph: &SyntaxGraph, own: &BTreeSet<ModuleId>) -> Vec<TypeId> {
    let references = definition_references(graph);
    let components = components(&references);
    let mut entered = vec![false; graph.types.len()];
    let mut first: BTreeMap<usize, TypeId> = BTreeMap::new();
    for (owner, targets) in &references {
        first.entry(components[owner.index()]).or_insert(*owner);
        for target in targets {
            if components[owner.index()] != components[target.index()] {
                entered[components[target.index()]] = true;
            }
        }
    }
    let mut roots: Vec<TypeId> = first
        .into_iter()
        .filter(|(component, ty)| !entered[*component] && own.contains(&graph.types[*ty].module))
        .map(|(_, ty)| ty)
        .collect();
    // Types that remote procedures exchange are messages, too.
    let procedures = graph.programs.iter().flat_map(|program| &program.versions);
    let exchanged = procedures.flat_map(|version| &version.procedures);
    roots.extend(
        exchanged
            .flat_map(|procedure| procedure.arguments.iter().chain(&procedure.result))
            .filter(|ty| own.contains(&graph.types[**ty].module)),
    );
    // Definitions that a front end adds have no place in the text.
    let is_own = |ty: &TypeId| {
        let def = &graph.types[*ty];
        def.span.is_some() || graph.modules[def.module].notation == Notation::Asn1
    };
    roots.retain(is_own);
    // They are sorted by module, so that the order of files does not affect names in C.
    roots.sort_by_key(|ty| (graph.modules[graph.types[*ty].module].name.as_str(), *ty));
    roots.dedup();
    roots
}

/// Returns the definitions that each definition refers to, embedded types included.
fn definition_references(graph: &SyntaxGraph) -> BTreeMap<TypeId, BTreeSet<TypeId>> {
    let is_definition = |ty: TypeId| matches!(graph.types[ty].origin, Origin::Definition(_));
    let mut all = BTreeMap::new();
    for start in graph.types.ids().filter(|ty| is_definition(*ty)) {
        let mut found = BTreeSet::new();
        let mut seen = BTreeSet::new();
        let mut open = vec![start];
        while let Some(ty) = open.pop() {
            let mut next: Vec<TypeId> =
                graph.fields_of(ty).iter().map(|field| graph.fields[*field].target).collect();
            match &graph.types[ty].kind {
                TypeKind::Reference(target) => next.push(*target),
                TypeKind::Open(open) => next.extend(open.alternatives.iter().map(|one| one.target)),
                _ => {}
            }
            for target in next {
                if is_definition(target) {
                    found.insert(target);
                } else if seen.insert(target) {
                    open.push(target);
                }
            }
        }
        all.insert(start, found);
    }
    all
}

/// Returns the number of the strongly connected component of each definition (Tarjan, without recursion).
fn components(references: &BTreeMap<TypeId, BTreeSet<TypeId>>) -> Vec<usize> {
    let size = references.keys().next_back().map_or(0, |last| last.index() + 1);
    let mut component = vec![usize::MAX; size];
    let (mut order, mut low) = (vec![usize::MAX; size], vec![usize::MAX; size]);
    let (mut counter, mut number) = (0, 0);
    let mut path: Vec<TypeId> = Vec::new();
    for &start in references.keys() {
        if order[start.index()] != usize::MAX {
            continue;
        }
        let mut stack: Vec<(TypeId, Vec<TypeId>)> = Vec::new();
        let enter = |ty: TypeId| (ty, references[&ty].iter().rev().copied().collect::<Vec<_>>());
        stack.push(enter(start));
        order[start.index()] = counter;
        low[start.index()] = counter;
        counter += 1;
        path.push(start);
        while let Some((ty, targets)) = stack.last_mut() {
            let at = ty.index();
            if let Some(target) = targets.pop() {
                let to = target.index();
                if order[to] == usize::MAX {
                    order[to] = counter;
                    low[to] = counter;
                    counter += 1;
                    path.push(target);
                    stack.push(enter(target));
                } else if component[to] == usize::MAX {
                    low[at] = low[at].min(order[to]);
                }
                continue;
            }
            stack.pop();
            if let Some((owner, _)) = stack.last() {
                low[owner.index()] = low[owner.index()].min(low[at]);
            }
            if low[at] == order[at] {
                while let Some(member) = path.pop() {
                    component[member.index()] = number;
                    if member.index() == at {
                        break;
                    }
                }
                number += 1;
            }
        }
    }
    component
}
