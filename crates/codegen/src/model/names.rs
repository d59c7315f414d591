//! Every C identifier, decided before printing.
//!
//! A name of the specification is kept if C permits it. A taken name gets `_` appended (or a number, if that
//! is also taken), and [`Names::renamed`] gives the reason. Names of functions in `NAME.c` give way to public
//! names. `order.rs` decides which name comes first.

mod order;
pub mod reserved;
mod scope;

use crate::model::layout::members_of;
use crate::model::{Options, values};
use crate::stub::{Context, Node};
use num_bigint::BigInt;
use order::Ranks;
use reserved::Place;
use scope::{Scope, joined};
use std::collections::{BTreeMap, BTreeSet};
use syntax_graph::lists::definitions;
use syntax_graph::{FieldId, Notation, Origin, Presence, Scalar, TypeId, TypeKind, ValidGraph};

/// The identifiers of the output.
#[derive(Debug, Default)]
pub struct Names {
    /// Names of types: structs of nodes and typedefs of scalars, prefix included.
    pub types: BTreeMap<TypeId, String>,
    /// Names of members.
    pub members: BTreeMap<FieldId, String>,
    /// Names of the constants for the arms of a union.
    pub kinds: BTreeMap<FieldId, String>,
    /// Names of the items of enumerations and the named numbers of integers, by type and position.
    pub items: BTreeMap<(TypeId, usize), String>,
    /// Names of the enums of these items, for types with an item that is an enumerator.
    pub item_enums: BTreeMap<TypeId, String>,
    /// Names of the enums of the constants for the arms of a union.
    pub kind_enums: BTreeMap<TypeId, String>,
    /// Names of the members with received bytes.
    pub kept: BTreeMap<TypeId, String>,
    /// The member for the unknown additions of a structure that keeps them.
    pub unknown: BTreeMap<TypeId, String>,
    /// Names of the specification's values, in its order; `None` for values without a C form.
    pub values: Vec<Option<String>>,
    /// Names of remote procedures, by the positions of program, version and procedure.
    pub procedures: BTreeMap<(usize, usize, usize), String>,
    /// Names of the numbers of programs and versions.
    pub numbers: Vec<(String, u32)>,
    /// Names of the specification that differ in C.
    pub renamed: Vec<Renamed>,
    /// All names at file scope of `NAME.h`.
    pub public: BTreeSet<String>,
    /// Names of types in functions of `NAME.c`: `T` of `decode_T`.
    inner: BTreeMap<TypeId, String>,
    /// The same for nodes of single fields.
    apart: BTreeMap<Node, String>,
    /// Names of functions that compare fields with their constructed defaults.
    holds: BTreeMap<FieldId, String>,
    /// Names of the definitions named so far, without prefix.
    plain: BTreeSet<String>,
}

/// A name that differs in C.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Renamed {
    /// The name in the specification's form.
    pub wanted: String,
    /// The name in C.
    pub name: String,
    /// Why it differs, such as `taken by <stdio.h>`.
    pub reason: String,
}

/// Prefixes of a type's name in functions and constants of `NAME.c`.
const INNER: [&str; 12] = [
    "decode",
    "encode",
    "inline_decode",
    "inline_encode",
    "decode_root",
    "encode_root",
    "decode_step",
    "encode_step",
    "count",
    "count_root",
    "shaped",
    "NODE",
];

/// Suffixes of a root's name in functions of the header.
const ENTRIES: [&str; 6] = ["decode", "decode_exact", "encode", "encode_tail", MAX[0], MAX[1]];
/// Suffixes of a root's name in its macros.
const MAX: [&str; 2] = ["ENCODED_MAX", "ARENA_MAX"];

/// Types of structs beside those of the specification: in C++ no member may have the name of a type in its
/// struct.
const USED: [&str; 10] = [
    "int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t", "uint32_t", "int64_t", "uint64_t", "size_t",
    "bool",
];

/// Returns `text` as a C identifier: other characters become `_`, and a leading digit gets a prefix.
pub fn identifier(text: &str) -> String {
    let mut name = String::new();
    for c in text.chars() {
        if c.is_ascii_alphanumeric() {
            name.push(c);
        } else if !name.ends_with('_') {
            name.push('_');
        }
    }
    let name = name.trim_end_matches('_');
    if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) {
        format!("_{name}")
    } else {
        name.into()
    }
}

impl Names {
    /// Decides all names that `types`, `scalars` and `nodes` need.
    pub fn assign(
        graph: &ValidGraph,
        options: &Options,
        types: &[TypeId],
        scalars: &[TypeId],
        nodes: &[Node],
    ) -> Self {
        let mut scope = Scope::global(&options.prefix);
        let mut names = Self::default();
        if options.rpc.any() {
            names.name_procedures(graph, options, &mut scope);
        }
        let roots: Vec<TypeId> = options.roots.iter().map(|root| root.ty).collect();
        let ranks = Ranks::of(graph, &roots);
        let written = definitions(graph, types.iter().copied());
        let own = |ty: TypeId| *written.get(&ty).unwrap_or(&ty);
        let mut firsts: BTreeMap<TypeId, usize> = BTreeMap::new();
        for &ty in types.iter().chain(scalars) {
            let first = firsts.entry(own(ty)).or_insert(usize::MAX);
            *first = ranks.ty(ty).min(*first);
        }
        let mut all: Vec<(usize, TypeId)> = firsts.into_iter().map(|(ty, rank)| (rank, ty)).collect();
        let is_root = |rank: usize, ty: TypeId| roots.get(rank).is_some_and(|root| own(*root) == ty);
        all.sort_by_cached_key(|&(rank, ty)| (rank, !is_root(rank, ty), graph.type_path(ty), ty));
        names.values = vec![None; graph.constants.len()];
        let values = values::plain_names(graph, |module| ranks.module(module));
        let mut values = values.into_iter().peekable();
        for group in all.chunk_by(|one, other| one.0 == other.0) {
            let members: Vec<TypeId> = group.iter().map(|(_, ty)| *ty).collect();
            names.name_types(graph, options, &members, group[0].0, &mut scope);
            for &ty in &members {
                names.name_constants(graph, ty, &mut scope);
            }
            while let Some(value) = values.next_if(|value| value.rank.is_some_and(|rank| rank <= group[0].0))
            {
                names.name_value(&value, &mut scope);
            }
        }
        values.for_each(|value| names.name_value(&value, &mut scope));
        let all: Vec<TypeId> = all.into_iter().map(|(_, ty)| ty).collect();
        names.repeat_types(graph, &written);
        names.public = scope.taken().clone();
        names.name_inner(graph, types, nodes, &mut scope);
        let links = links(graph, types);
        let linked: BTreeSet<TypeId> = links.iter().map(|(element, _)| *element).collect();
        for &ty in all.iter().filter(|ty| scalars.binary_search(ty).is_err()) {
            names.name_members(graph, ty, &linked, &mut scope);
        }
        // The link of a list's element is the last member of its struct.
        for &(element, field) in links.iter().filter(|(element, _)| !written.contains_key(element)) {
            let used = names.used(graph, element, &linked);
            let mut members = scope.members(&used, names.members_of(graph, element));
            let name = members.take(&part(graph, field), Place::Member, &[]);
            names.members.insert(field, name);
            scope.close(members);
        }
        names.repeat_members(graph, &written, &links);
        names.name_kept(graph, types, &mut scope);
        names.renamed = scope.renamed();
        names
    }

    /// Returns the C name of a type.
    pub fn ty(&self, ty: TypeId) -> &str {
        &self.types[&ty]
    }

    /// Returns the prefix of a type's functions, constants and macros: `T` of `T_decode`.
    pub fn stem(&self, ty: TypeId) -> &str {
        self.types[&ty].trim_end_matches('_')
    }

    /// Returns the name of a type after `decode_` and the like in `NAME.c`.
    pub fn inner(&self, ty: TypeId) -> &str {
        &self.inner[&ty]
    }

    /// Returns the name of a node after `decode_` and the like in `NAME.c`.
    pub fn node(&self, node: Node) -> &str {
        self.apart.get(&node).unwrap_or_else(|| &self.inner[&node.ty])
    }

    /// Returns the name of the function that compares a field with its constructed default.
    pub fn holds(&self, field: FieldId) -> &str {
        &self.holds[&field]
    }

    /// Returns a name for a parameter or variable in the header or of a remote procedure: `wanted`, unless a type has that name.
    pub fn local(&self, wanted: &str) -> String {
        let mut name = wanted.to_owned();
        while self.types.values().any(|ty| *ty == name) {
            name.push('_');
        }
        name
    }

    /// Returns the C name of a field's member.
    pub fn member(&self, field: FieldId) -> &str {
        &self.members[&field]
    }

    /// Names procedures as rpcgen does: in small letters, with the number of the version.
    fn name_procedures(&mut self, graph: &ValidGraph, options: &Options, scope: &mut Scope) {
        let mut numbers = BTreeMap::new();
        let mut number = |this: &mut Self, scope: &mut Scope, name: &str, number: u32| {
            if numbers.insert((name.to_owned(), number), ()).is_none() {
                let name = scope.take(&identifier(name), Place::Macro, &[]);
                this.numbers.push((name, number));
            }
        };
        for program in &graph.programs {
            number(self, scope, &program.name, program.number);
            for version in &program.versions {
                number(self, scope, &version.name, version.number);
            }
        }
        for (at, program) in graph.programs.iter().enumerate() {
            for (index, version) in program.versions.iter().enumerate() {
                for (number, procedure) in version.procedures.iter().enumerate() {
                    let name = format!("{}_{}", identifier(&procedure.name).to_lowercase(), version.number);
                    let with: [&dyn Fn(&str) -> String; 4] = [
                        &|name| format!("{name}_svc"),
                        &|name| format!("serve_{name}"),
                        &|name| format!("{name}_add"),
                        &|name| format!("procedure_{name}"),
                    ];
                    let clustered: [&dyn Fn(&str) -> String; 8] = [
                        &|name| format!("{name}_results"),
                        &|name| format!("serve_{name}"),
                        &|name| format!("ask_{name}"),
                        &|name| format!("run_{name}"),
                        &|name| format!("ask_parts_{name}"),
                        &|name| format!("run_parts_{name}"),
                        &|name| format!("ask_cluster_{name}"),
                        &|name| format!("run_cluster_{name}"),
                    ];
                    let with = if procedure.cluster.is_some() { &clustered[..] } else { &with[..] };
                    let name = scope.take(&name, Place::File, with);
                    self.procedures.insert((at, index, number), name);
                }
            }
        }
        let stem = format!("{}{}", options.prefix, identifier(&options.name));
        scope.reserve(["services", "service_count"].map(|end| format!("{stem}_{end}")));
    }

    /// Names what one root reaches: its definitions keep their names, and embedded types give way.
    fn name_types(
        &mut self,
        graph: &ValidGraph,
        options: &Options,
        all: &[TypeId],
        rank: usize,
        scope: &mut Scope,
    ) {
        let own = options.roots.get(rank).map(|root| root.ty);
        let is_root = |ty: TypeId| options.roots.iter().any(|root| root.ty == ty);
        let defined: Vec<TypeId> = all.iter().copied().filter(|ty| is_definition(graph, *ty)).collect();
        let mut alike: BTreeMap<String, Vec<TypeId>> = BTreeMap::new();
        for &ty in &defined {
            alike.entry(plain(graph, ty)).or_default().push(ty);
        }
        let module = |ty: TypeId| identifier(&graph.modules[graph.types[ty].module].name);
        // Of definitions with one name a root keeps it; the others get their module's name.
        let wanted = |ty: TypeId| {
            let name = plain(graph, ty);
            let is_taken = self.plain.contains(&name);
            let is_kept = alike[&name].len() == 1 || own == Some(ty);
            if is_kept && !is_taken { name } else { format!("{}_{name}", module(ty)) }
        };
        let wanted: Vec<String> = defined.iter().map(|ty| wanted(*ty)).collect();
        let entries = ENTRIES.map(|entry| move |name: &str| joined(name, entry));
        let entries: Vec<&dyn Fn(&str) -> String> = entries.iter().map(|entry| entry as _).collect();
        for (&ty, wanted) in defined.iter().zip(&wanted) {
            self.plain.insert(plain(graph, ty));
            let with = if is_root(ty) { &entries[..] } else { &[] };
            let name = scope.take(wanted, Place::File, with);
            if is_root(ty) {
                scope.reserve(MAX.map(|end| joined(&name, end)));
            }
            self.types.insert(ty, name);
        }
        for &node in all {
            self.name_embedded(graph, node, scope);
        }
    }

    fn name_embedded(&mut self, graph: &ValidGraph, node: TypeId, scope: &mut Scope) {
        // Outside in: an embedded type is named after its owner.
        let mut chain = vec![node];
        while let Some(&last) = chain.last() {
            if self.types.contains_key(&last) {
                chain.pop();
                break;
            }
            match graph.types[last].origin {
                Origin::Embedded(field) => chain.push(graph.fields[field].owner),
                Origin::Definition(_) => {
                    // A definition outside all roots, with an embedded type reached through COMPONENTS OF.
                    let name = scope.take(&plain(graph, last), Place::File, &[]);
                    self.types.insert(last, name);
                }
            }
        }
        for ty in chain.into_iter().rev() {
            let Origin::Embedded(field) = graph.types[ty].origin else { continue };
            let owner = scope.full(&self.types[&graph.fields[field].owner]);
            let name = scope.take_full(&joined(&owner, &part(graph, field)), Place::File, &[]);
            self.types.insert(ty, name);
        }
    }

    /// Names constants for the arms of a union and the items of fields' types.
    fn name_constants(&mut self, graph: &ValidGraph, node: TypeId, scope: &mut Scope) {
        let owner = scope.full(&self.types[&node]);
        self.name_items(graph, graph.resolve(node), node, &owner, scope);
        let switch = switch(graph, node);
        let is_union = matches!(graph.types[node].kind, TypeKind::Union(_) | TypeKind::Open(_));
        for &field in switch.iter().chain(graph.fields_of(node)) {
            let part = part(graph, field);
            if is_union && switch.is_none() {
                let kind = scope.take_full(&joined(&owner, &format!("kind_{part}")), Place::File, &[]);
                self.kinds.insert(field, kind);
            }
            if is_union && switch.is_none() && !self.kind_enums.contains_key(&node) {
                let name = scope.derive(&joined(&owner, "kind"), &[&str::to_owned]);
                self.kind_enums.insert(node, name);
            }
            let target = graph.fields[field].target;
            if matches!(graph.types[target].origin, Origin::Embedded(_)) {
                self.name_items(graph, target, target, &joined(&owner, &part), scope);
            }
        }
    }

    fn name_items(&mut self, graph: &ValidGraph, scalar: TypeId, key: TypeId, base: &str, scope: &mut Scope) {
        let items = match &graph.types[scalar].kind {
            TypeKind::Scalar(Scalar::Enumerated(enumeration)) => &enumeration.items,
            TypeKind::Scalar(Scalar::Integer(integer)) => &integer.named,
            TypeKind::Scalar(Scalar::BitString { named, .. }) => named,
            _ => return,
        };
        let is_xdr = graph.modules[graph.types[scalar].module].notation == Notation::Xdr;
        for (index, (item, number)) in items.iter().enumerate() {
            let place = if is_enumerator(number) { Place::File } else { Place::Macro };
            let (item, full) = (identifier(item), joined(base, &identifier(item)));
            // Items of XDR have one scope with all other names, so rpcgen leaves them as they are.
            let name = || {
                if is_xdr { scope.take_or(&item, &full, place) } else { scope.take_full(&full, place, &[]) }
            };
            self.items.entry((key, index)).or_insert_with(name);
        }
        if items.iter().any(|(_, number)| is_enumerator(number)) {
            let name = || scope.derive(&joined(base, "item"), &[&str::to_owned]);
            self.item_enums.entry(key).or_insert_with(name);
        }
    }

    fn name_value(&mut self, value: &values::PlainName, scope: &mut Scope) {
        self.values[value.at] = Some(scope.take(&identifier(&value.plain), value.place, &[]));
    }

    /// Gives elements of lists the names of the definitions that they are written in.
    fn repeat_types(&mut self, graph: &ValidGraph, written: &BTreeMap<TypeId, TypeId>) {
        for (&element, definition) in written {
            if let Some(name) = self.types.get(definition).cloned() {
                self.types.insert(element, name);
            }
            if let Some(name) = self.item_enums.get(definition).cloned() {
                self.item_enums.insert(element, name);
            }
            let items: Vec<String> = self
                .items
                .range((*definition, 0)..=(*definition, usize::MAX))
                .map(|(_, name)| name.clone())
                .collect();
            self.items.extend(items.into_iter().enumerate().map(|(index, name)| ((element, index), name)));
            for (field, other) in members_of(graph, element).zip(members_of(graph, *definition)) {
                if let Some(kind) = self.kinds.get(&other).cloned() {
                    self.kinds.insert(field, kind);
                }
            }
        }
    }

    /// Gives the members of these elements the same names.
    fn repeat_members(
        &mut self,
        graph: &ValidGraph,
        written: &BTreeMap<TypeId, TypeId>,
        links: &[(TypeId, FieldId)],
    ) {
        for (&element, definition) in written {
            let link = links.iter().find(|(other, _)| *other == element).map(|(_, field)| *field);
            for (field, other) in members_of(graph, element).chain(link).zip(members_of(graph, *definition)) {
                if let Some(name) = self.members.get(&other).cloned() {
                    self.members.insert(field, name);
                }
            }
        }
    }

    /// Names functions of types and fields in `NAME.c`. They give way to public names, as no other file uses
    /// them.
    fn name_inner(&mut self, graph: &ValidGraph, types: &[TypeId], nodes: &[Node], scope: &mut Scope) {
        let derived = INNER.map(|front| move |name: &str| format!("{front}_{name}"));
        let derived: Vec<&dyn Fn(&str) -> String> = derived.iter().map(|name| name as _).collect();
        let mut all: Vec<(&TypeId, &String)> = self.types.iter().collect();
        all.sort_by_cached_key(|(ty, _)| (graph.type_path(**ty), **ty));
        for (&ty, name) in all {
            self.inner.insert(ty, scope.derive(&scope.full(name), &derived));
        }
        for node in nodes.iter().filter(|node| node.context != Context::General) {
            let name = scope.derive(&self.inner[&node.ty], &derived);
            self.apart.insert(*node, name);
        }
        for &ty in types {
            for &field in graph.fields_of(ty) {
                if let Presence::Default(_) = graph.fields[field].presence {
                    let name = format!("holds_default_{}", joined(&self.inner[&ty], &part(graph, field)));
                    let name = scope.derive(&name, &[&str::to_owned]);
                    self.holds.insert(field, name);
                }
            }
        }
    }

    fn name_members(
        &mut self,
        graph: &ValidGraph,
        node: TypeId,
        linked: &BTreeSet<TypeId>,
        scope: &mut Scope,
    ) {
        let is_union = matches!(graph.types[node].kind, TypeKind::Union(_) | TypeKind::Open(_));
        let switch = switch(graph, node);
        let fields = graph.fields_of(node);
        let used = self.used(graph, node, linked);
        if let Some(field) = switch {
            // It is beside the arms, which have their own union.
            let mut beside = scope.members(&used, ["u"]);
            let name = beside.take(&part(graph, field), Place::Member, &[]);
            self.members.insert(field, name);
            scope.close(beside);
        }
        // A flag keeps its name: `has-x` beside an optional `x` gives way.
        let flag: &dyn Fn(&str) -> String = &|name| format!("has_{name}");
        let flagged = |field: FieldId| !is_union && crate::model::layout::has_flag(graph, field);
        let mut members = scope.members(&used, ["unknown"].into_iter().filter(|_| is_union));
        let (mut first, rest): (Vec<FieldId>, Vec<FieldId>) =
            fields.iter().partition(|field| flagged(**field));
        first.sort_by_key(|field| graph.fields[*field].name.len());
        for field in first {
            let name = members.take(&part(graph, field), Place::Member, &[flag]);
            self.members.insert(field, name);
        }
        for field in rest {
            let name = members.take(&part(graph, field), Place::Member, &[]);
            self.members.insert(field, name);
        }
        // The arms of open types have no names in the specification: they are named after their types.
        if !matches!(graph.types[node].kind, TypeKind::Open(_)) {
            scope.close(members);
        }
    }

    /// Returns the types in a struct: in C++ no member may change the meaning of their names.
    fn used(&self, graph: &ValidGraph, node: TypeId, linked: &BTreeSet<TypeId>) -> BTreeSet<String> {
        let mut used: BTreeSet<String> = USED.map(str::to_owned).into();
        for &field in switch(graph, node).iter().chain(graph.fields_of(node)) {
            let target = graph.fields[field].target;
            used.extend([target, graph.resolve(target)].iter().filter_map(|ty| self.types.get(ty).cloned()));
        }
        used.extend(linked.contains(&node).then(|| self.types[&node].clone()));
        used
    }

    /// Returns the names of existing members of a struct, flags included.
    fn members_of(&self, graph: &ValidGraph, node: TypeId) -> Vec<String> {
        let members = graph.fields_of(node).iter().map(|field| &self.members[field]);
        members.flat_map(|member| [format!("has_{member}"), member.clone()]).collect()
    }

    /// Names the members for received bytes and unknown additions, after all others; the arms of a union have their own
    /// scope.
    fn name_kept(&mut self, graph: &ValidGraph, nodes: &[TypeId], scope: &mut Scope) {
        let (kept, extended) = (&graph.kept, &graph.extended);
        for &node in nodes.iter().filter(|node| kept.contains(node) || extended.contains(node)) {
            let is_structure = matches!(graph.types[node].kind, TypeKind::Structure(_));
            let taken = if is_structure { self.members_of(graph, node) } else { Vec::new() };
            let mut members = scope.members(&BTreeSet::new(), taken);
            if kept.contains(&node) {
                self.kept.insert(node, members.derive("raw", &[&str::to_owned]));
            }
            if extended.contains(&node) {
                self.unknown.insert(node, members.derive("unknown", &[&str::to_owned]));
            }
        }
    }
}

/// Returns whether a number can be an enumerator, an `int` of 16 bits on the smallest targets; others are
/// macros.
pub fn is_enumerator(number: &BigInt) -> bool {
    i16::try_from(number).is_ok()
}

/// Returns the structures that are elements of lists, each with its link field.
fn links(graph: &ValidGraph, nodes: &[TypeId]) -> Vec<(TypeId, FieldId)> {
    let arrays = nodes.iter().filter_map(|&node| match &graph.types[node].kind {
        TypeKind::Array(array) if array.linked => Some(array.element),
        _ => None,
    });
    arrays.map(|element| (graph.resolve(graph.fields[element].target), element)).collect()
}

fn switch(graph: &ValidGraph, node: TypeId) -> Option<FieldId> {
    match &graph.types[node].kind {
        TypeKind::Union(union) => union.discriminant.as_ref().map(|discriminant| discriminant.field),
        _ => None,
    }
}

fn is_definition(graph: &ValidGraph, ty: TypeId) -> bool {
    matches!(graph.types[ty].origin, Origin::Definition(_))
}

/// Returns a field's C name before disambiguation.
fn part(graph: &ValidGraph, field: FieldId) -> String {
    match graph.fields[field].name.as_str() {
        "" => "item".to_owned(),
        name => identifier(name),
    }
}

/// Returns the C name of a definition without prefix and disambiguation.
fn plain(graph: &ValidGraph, ty: TypeId) -> String {
    match &graph.types[ty].origin {
        Origin::Definition(name) => identifier(name),
        Origin::Embedded(_) => identifier(&graph.type_path(ty)),
    }
}
