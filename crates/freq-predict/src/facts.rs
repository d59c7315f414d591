//! Collects the facts that the predictor `markov` uses beside kinds: place, siblings, name, structure and depth.

use crate::parameters::Words;
use crate::type_ref_graph::{NodeId, ReferenceId, ReferenceKind, Traits, TypeRefGraph};
use crate::words::{Lexicon, Said, own_name};
use std::collections::{BTreeMap, BTreeSet};

/// Maximum number of fields from an alternative back to its union.
const NEAR: usize = 4;

/// Maximum number of fields that [`Facts::is_nested`] follows at once.
const MANY: usize = 100;

/// Side tables over one graph and its roots.
pub(crate) struct Facts {
    /// For each type: the word lists that its name matches.
    type_names: Vec<Said>,
    /// For each reference: the word lists that the field's name matches.
    field_names: Vec<Said>,
    /// For each type: its shape.
    shapes: Vec<Shape>,
    /// For each structure with mandatory components: the number of components that may be absent. 0 for a structure
    /// of optional components only, since a useful value has some of them.
    absent: Vec<u32>,
    /// For each alternative: its place among its siblings, from 1.
    places: Vec<u32>,
    /// For each component that may be absent: the number of such components of the same name in reached structures.
    repeated: Vec<u32>,
    /// For each type: see [`Facts::is_container`].
    container: Vec<bool>,
    /// For each type: see [`Facts::is_listed`].
    listed: Vec<bool>,
    /// For each type: see [`Facts::may_be_omitted`].
    omitted: Vec<bool>,
    /// What the types say beside their shapes.
    notes: Notes,
    /// Strongly connected components, owners before targets.
    components: Vec<Vec<NodeId>>,
    component_of: Vec<u32>,
    /// References by owner.
    fields: Fields,
}

/// The shape of a type, with aliases resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// A type without references.
    Scalar,
    /// A structure, a union or an open type.
    Composed,
    /// An array.
    Array,
}

impl Facts {
    pub(crate) fn of(graph: &TypeRefGraph, entry: &[f64], lists: &Words) -> Self {
        let fields = Fields::of(graph);
        let lexicon = Lexicon::of(lists);
        let type_names: Vec<Said> =
            graph.types().map(|node| lexicon.said(own_name(graph.name(node)))).collect();
        let field_names: Vec<Said> =
            graph.references().map(|id| lexicon.said(&graph.reference(id).name)).collect();
        let components = graph.components(|_| true);
        let mut component_of = vec![0; graph.type_count()];
        for (number, nodes) in components.iter().enumerate() {
            for node in nodes {
                component_of[node.index()] = number as u32;
            }
        }
        let shapes = shapes(graph, &fields);
        let container = containers(graph, &fields, &components, &field_names);
        let notes = Notes::of(graph, &fields, &components, &shapes, &field_names, &type_names);
        let mut absent = vec![0; graph.type_count()];
        let mut places = vec![0; graph.reference_count()];
        for node in graph.types() {
            let (mut place, mut mandatory) = (0, false);
            for &id in fields.of_owner(node) {
                let kind = graph.reference(id).kind;
                let counts = may_be_absent(kind) && !notes.is_newest(graph, &field_names, &container, id);
                absent[node.index()] += u32::from(counts);
                mandatory |= kind == ReferenceKind::Mandatory;
                if kind.is_alternative() {
                    place += 1;
                    places[id.index()] = place;
                }
            }
            if !mandatory {
                absent[node.index()] = 0;
            }
        }
        let repeated = repeated(graph, &reached(graph, entry, &fields));
        let List { mut listed, omitted } = List::of(graph, &fields, &shapes, &container, &type_names);
        only_outer(graph, &fields, &mut listed);
        Self {
            type_names,
            field_names,
            shapes,
            absent,
            places,
            repeated,
            container,
            listed,
            omitted,
            notes,
            components,
            component_of,
            fields,
        }
    }

    /// Returns the strongly connected components over all references, owners before targets.
    pub(crate) fn into_components(self) -> Vec<Vec<NodeId>> {
        self.components
    }

    pub(crate) fn shape(&self, node: NodeId) -> Shape {
        self.shapes[node.index()]
    }

    /// Returns the number of components that may be absent; 0 if the type has no mandatory component.
    pub(crate) fn absent(&self, node: NodeId) -> u32 {
        self.absent[node.index()]
    }

    pub(crate) fn place(&self, id: ReferenceId) -> u32 {
        self.places[id.index()]
    }

    pub(crate) fn repeated(&self, id: ReferenceId) -> u32 {
        self.repeated[id.index()]
    }

    /// Returns whether the type is an array of extensions: its elements have a component with an extension word,
    /// which tells a receiver whether it may ignore the element.
    pub(crate) fn is_container(&self, node: NodeId) -> bool {
        self.container[node.index()]
    }

    /// Returns whether the type is a list that is not part of another list: a linked list, or the main array of a
    /// list structure.
    ///
    /// The name of a list structure contains a list word. Its main array is the first one that no other field refers
    /// to.
    pub(crate) fn is_listed(&self, node: NodeId) -> bool {
        self.listed[node.index()]
    }

    /// Returns whether the type is the main array of a list structure that may leave it out and still says something:
    /// such a list is often empty.
    pub(crate) fn may_be_omitted(&self, node: NodeId) -> bool {
        self.omitted[node.index()]
    }

    /// Returns whether senders of the newest version include the field: it is the version number, or an array of
    /// extensions, of a structure with versions.
    ///
    /// A version number that may be absent has the first version as its absence. Later versions exist for what such a
    /// structure could not say before, and extensions end the need for further versions.
    pub(crate) fn is_newest(&self, graph: &TypeRefGraph, id: ReferenceId) -> bool {
        self.notes.is_newest(graph, &self.field_names, &self.container, id)
    }

    /// Returns whether an identifier tells the type of the field's value.
    pub(crate) fn is_governed(&self, graph: &TypeRefGraph, id: ReferenceId) -> bool {
        graph.traits(resolved(graph, &self.fields, graph.target(id))).open
    }

    /// Returns whether the type is a name made of structures in an order.
    pub(crate) fn is_name(&self, node: NodeId) -> bool {
        self.notes.names[node.index()]
    }

    /// Returns the number of known types in an open type that is a component of the array's elements, at least 1 if
    /// these are extensions. It is 0 if the array is no [table](Self::table).
    pub(crate) fn known(&self, graph: &TypeRefGraph, array: NodeId) -> u32 {
        let open = self.table(graph, array).map(|traits| traits.known);
        open.map_or(0, |known| known.max(u32::from(self.is_container(array))))
    }

    /// Returns the open type that is a component of the array's elements, the one with the most known types; `None` if
    /// there is none.
    ///
    /// A SET OF such elements is no table, as it holds the values of one thing. It is one if each element has a list of
    /// open values: an attribute with all its values.
    pub(crate) fn table(&self, graph: &TypeRefGraph, array: NodeId) -> Option<Traits> {
        let &element = self.fields.of_owner(array).first()?;
        if !graph.reference(element).kind.is_element() {
            return None;
        }
        let unordered = graph.traits(array).unordered;
        let element = resolved(graph, &self.fields, graph.target(element));
        let traits = self.fields.of_owner(element).iter().filter_map(|&id| {
            let target = resolved(graph, &self.fields, graph.target(id));
            let values =
                self.fields.of_owner(target).first().filter(|id| graph.reference(**id).kind.is_element());
            match values {
                Some(&value) => Some(graph.traits(resolved(graph, &self.fields, graph.target(value)))),
                None if unordered => None,
                None => Some(graph.traits(target)),
            }
        });
        traits.filter(|traits| traits.open).max_by_key(|traits| traits.known)
    }

    /// Returns the word lists that a reference matches by the field's name. The list of rare words also matches the
    /// name of the field's type.
    pub(crate) fn said(&self, graph: &TypeRefGraph, id: ReferenceId) -> Said {
        let mut said = self.field_names[id.index()];
        said.rare |= self.type_names[graph.target(id).index()].rare;
        said
    }

    /// Returns whether a type's name contains a collection word.
    pub(crate) fn names_collection(&self, node: NodeId) -> bool {
        self.type_names[node.index()].collection
    }

    /// Returns whether the field is the content of a message, in one of these cases:
    ///
    ///  - a composed type, if the name of the field contains a collection word;
    ///  - an array, if it is a list or its type's name contains a collection word, but not an array of extensions.
    ///
    /// What a later version added is no content: earlier messages did without it.
    pub(crate) fn is_content(&self, graph: &TypeRefGraph, id: ReferenceId) -> bool {
        let target = graph.target(id);
        if graph.reference(id).kind == ReferenceKind::Addition {
            return false;
        }
        match self.shape(target) {
            Shape::Scalar => false,
            Shape::Composed => self.field_names[id.index()].collection,
            Shape::Array => {
                !self.is_container(target)
                    && !self.may_be_omitted(target)
                    && (self.is_listed(target) || self.names_collection(target))
            }
        }
    }

    /// Returns whether the type is an array of composed types, with aliases resolved.
    pub(crate) fn is_array_of_structures(&self, graph: &TypeRefGraph, node: NodeId) -> bool {
        let mut at = node;
        // Validation rejects cycles of aliases. The limit ends the loop for graphs that are not validated.
        for _ in 0..64 {
            let Some(&id) = self.fields.of_owner(at).first() else { return false };
            match graph.reference(id).kind {
                ReferenceKind::Alias => at = graph.target(id),
                kind => return kind.is_element() && self.shape(graph.target(id)) == Shape::Composed,
            }
        }
        false
    }

    /// Returns whether the reference leads back to its owner.
    pub(crate) fn is_recursive(&self, graph: &TypeRefGraph, id: ReferenceId) -> bool {
        let (owner, target) = graph.ends(id);
        self.component_of[owner.index()] == self.component_of[target.index()]
    }

    /// Returns whether the alternative leads back to its union by at most [`NEAR`] fields, its own included, such as an
    /// operand to the expression around it.
    ///
    /// A path of many fields says nothing: almost all types of a specification with open types are on one cycle.
    pub(crate) fn is_nested(&self, graph: &TypeRefGraph, id: ReferenceId) -> bool {
        if !self.is_recursive(graph, id) {
            return false;
        }
        let (owner, target) = graph.ends(id);
        let mut reached = vec![target];
        for _ in 0..NEAR {
            if reached.contains(&owner) {
                return true;
            }
            let next = reached.iter().flat_map(|node| self.fields.of_owner(*node));
            reached = next.map(|&id| graph.target(id)).take(MANY).collect();
        }
        false
    }

    /// Returns the depth of each type: the mean number of fields between the message and the type, over all paths.
    /// `flow` is the frequency of each reference, with one element per array. All types of a cycle have the depth at
    /// which paths enter the cycle.
    pub(crate) fn depths(
        &self,
        graph: &TypeRefGraph,
        entry: &[f64],
        flow: impl Fn(ReferenceId) -> f64,
    ) -> Vec<f64> {
        let mut visits = entry.to_vec();
        let mut sums = vec![0.0; entry.len()];
        let mut depths = vec![0.0; entry.len()];
        for nodes in &self.components {
            let all: f64 = nodes.iter().map(|node| visits[node.index()]).sum();
            let sum: f64 = nodes.iter().map(|node| sums[node.index()]).sum();
            if all <= 0.0 {
                continue;
            }
            for &node in nodes {
                visits[node.index()] = all;
                depths[node.index()] = sum / all;
            }
            for &owner in nodes {
                for &id in self.fields.of_owner(owner).iter().filter(|id| !self.is_recursive(graph, **id)) {
                    let target = graph.target(id).index();
                    let step = if graph.reference(id).kind == ReferenceKind::Alias { 0.0 } else { 1.0 };
                    let flow = all * flow(id);
                    visits[target] += flow;
                    sums[target] += flow * (depths[owner.index()] + step);
                }
            }
        }
        depths
    }
}

pub(crate) fn may_be_absent(kind: ReferenceKind) -> bool {
    matches!(kind, ReferenceKind::Optional | ReferenceKind::Default | ReferenceKind::Addition)
}

fn reached(graph: &TypeRefGraph, entry: &[f64], fields: &Fields) -> Vec<bool> {
    let mut reached: Vec<bool> = entry.iter().map(|&weight| weight > 0.0).collect();
    let mut open: Vec<NodeId> = graph.types().filter(|node| reached[node.index()]).collect();
    while let Some(owner) = open.pop() {
        for &id in fields.of_owner(owner) {
            let target = graph.target(id);
            if !std::mem::replace(&mut reached[target.index()], true) {
                open.push(target);
            }
        }
    }
    reached
}

fn repeated(graph: &TypeRefGraph, reached: &[bool]) -> Vec<u32> {
    let counts = |id: &ReferenceId| {
        let reference = graph.reference(*id);
        may_be_absent(reference.kind) && !reference.name.is_empty() && reached[graph.owner(*id).index()]
    };
    // The instances of a definition with parameters are one structure.
    let structure = |owner: NodeId| match graph.name(owner).split_once('{') {
        Some((definition, _)) => (definition, None),
        None => ("", Some(owner)),
    };
    let mut names: BTreeMap<&str, BTreeSet<(&str, Option<NodeId>)>> = BTreeMap::new();
    for id in graph.references().filter(counts) {
        names.entry(&graph.reference(id).name).or_default().insert(structure(graph.owner(id)));
    }
    let of = |id: ReferenceId| {
        if counts(&id) { names[graph.reference(id).name.as_str()].len() as u32 } else { 1 }
    };
    graph.references().map(of).collect()
}

/// Returns which types are arrays whose elements have a component with an extension word.
fn containers(
    graph: &TypeRefGraph,
    fields: &Fields,
    components: &[Vec<NodeId>],
    names: &[Said],
) -> Vec<bool> {
    let mut extension = vec![false; graph.type_count()];
    let mut container = vec![false; graph.type_count()];
    // Targets come before owners.
    for &node in components.iter().rev().flatten() {
        let own = fields.of_owner(node);
        for &id in own {
            let (reference, target) = (graph.reference(id), graph.target(id).index());
            match reference.kind {
                ReferenceKind::Alias => {
                    extension[node.index()] = extension[target];
                    container[node.index()] = container[target];
                }
                kind if kind.is_element() => container[node.index()] = extension[target],
                _ => extension[node.index()] |= names[id.index()].extension,
            }
        }
    }
    container
}

/// For each type: whether it is a linked list, or the main array of a list structure (see [`Facts::is_listed`]), and
/// whether that structure may leave the array out.
struct List {
    listed: Vec<bool>,
    omitted: Vec<bool>,
}

impl List {
    fn of(
        graph: &TypeRefGraph,
        fields: &Fields,
        shapes: &[Shape],
        container: &[bool],
        names: &[Said],
    ) -> Self {
        let mut owners = vec![0_u32; graph.type_count()];
        for id in graph.references() {
            owners[graph.target(id).index()] += 1;
        }
        let (mut listed, mut omitted) = (vec![false; graph.type_count()], vec![false; graph.type_count()]);
        let named = |node: &NodeId| shapes[node.index()] == Shape::Composed && names[node.index()].list;
        for owner in graph.types().filter(named) {
            let own = |id: &&ReferenceId| {
                let at = graph.target(**id).index();
                shapes[at] == Shape::Array && !container[at] && owners[at] == 1
            };
            if let Some(&first) = fields.of_owner(owner).iter().find(own) {
                let target = graph.target(first).index();
                let says_more = |id: &ReferenceId| graph.reference(*id).kind == ReferenceKind::Mandatory;
                listed[target] = true;
                omitted[target] = may_be_absent(graph.reference(first).kind)
                    && fields.of_owner(owner).iter().any(says_more);
            }
        }
        for id in graph.references().filter(|id| graph.reference(*id).kind == ReferenceKind::Link) {
            listed[graph.owner(id).index()] = true;
        }
        Self { listed, omitted }
    }
}

/// Clears `listed` for lists inside elements of lists: a message has room for one long list.
fn only_outer(graph: &TypeRefGraph, fields: &Fields, listed: &mut [bool]) {
    let elements =
        graph.references().filter(|id| listed[graph.owner(*id).index()]).map(|id| graph.target(id));
    let mut open: Vec<NodeId> = elements.collect();
    let mut within = vec![false; graph.type_count()];
    while let Some(node) = open.pop() {
        if !std::mem::replace(&mut within[node.index()], true) {
            open.extend(fields.of_owner(node).iter().map(|&id| graph.target(id)));
        }
    }
    for (listed, within) in listed.iter_mut().zip(within) {
        *listed &= !within;
    }
}

fn shapes(graph: &TypeRefGraph, fields: &Fields) -> Vec<Shape> {
    let shape = |node: NodeId| {
        let first = fields.of_owner(resolved(graph, fields, node)).first();
        match first.map(|&id| graph.reference(id).kind) {
            None => Shape::Scalar,
            // An array without elements, for example an open type that stays a slice.
            Some(ReferenceKind::Element { max: Some(0), .. }) => Shape::Scalar,
            Some(ReferenceKind::Element { .. } | ReferenceKind::Link) => Shape::Array,
            Some(_) => Shape::Composed,
        }
    };
    graph.types().map(shape).collect()
}

/// Returns the type that a chain of aliases leads to.
fn resolved(graph: &TypeRefGraph, fields: &Fields, node: NodeId) -> NodeId {
    let mut at = node;
    // Validation rejects cycles of aliases. The limit ends the loop for graphs that are not validated.
    for _ in 0..64 {
        match fields.of_owner(at).first() {
            Some(&id) if graph.reference(id).kind == ReferenceKind::Alias => at = graph.target(id),
            _ => break,
        }
    }
    at
}

/// What types say beside their shapes.
struct Notes {
    /// For each type: whether it is a structure with versions, or belongs to one alone.
    versioned: Vec<bool>,
    /// For each type: see [`Facts::is_name`].
    names: Vec<bool>,
}

impl Notes {
    fn of(
        graph: &TypeRefGraph,
        fields: &Fields,
        components: &[Vec<NodeId>],
        shapes: &[Shape],
        field_names: &[Said],
        type_names: &[Said],
    ) -> Self {
        let mut owners = vec![0_u32; graph.type_count()];
        for id in graph.references() {
            owners[graph.target(id).index()] += 1;
        }
        let mut versioned = vec![false; graph.type_count()];
        let mut names = vec![false; graph.type_count()];
        // Owners come before targets.
        for &node in components.iter().flatten() {
            let own = fields.of_owner(node);
            let is_version = |&&id: &&ReferenceId| {
                field_names[id.index()].version
                    && may_be_absent(graph.reference(id).kind)
                    && graph.traits(resolved(graph, fields, graph.target(id))).named > 1
            };
            versioned[node.index()] |= own.iter().any(|id| is_version(&id));
            // A name that has several parts of structure is no path.
            let large = own.iter().filter(|id| shapes[graph.target(**id).index()] != Shape::Scalar).count();
            for &id in own {
                let target = graph.target(id).index();
                versioned[target] |= versioned[node.index()] && owners[target] == 1;
                names[target] |= type_names[node.index()].name
                    && !graph.reference(id).kind.is_element()
                    && (large == 1 || graph.reference(id).kind == ReferenceKind::Alias);
            }
        }
        let is_name = |node: NodeId| {
            let of_parts = |&id: &ReferenceId| graph.reference(id).kind.is_element();
            let is_array = fields.of_owner(node).first().is_some_and(of_parts);
            is_array
                && !graph.traits(node).unordered
                && (names[node.index()] || type_names[node.index()].name)
        };
        Self { names: graph.types().map(is_name).collect(), versioned }
    }

    /// Returns what [`Facts::is_newest`] says.
    fn is_newest(&self, graph: &TypeRefGraph, names: &[Said], container: &[bool], id: ReferenceId) -> bool {
        let (owner, target) = graph.ends(id);
        self.versioned[owner.index()]
            && may_be_absent(graph.reference(id).kind)
            && (container[target.index()] || names[id.index()].version)
    }
}

/// References grouped by owner, each group in the order of addition.
struct Fields {
    starts: Vec<u32>,
    ids: Vec<ReferenceId>,
}

impl Fields {
    fn of(graph: &TypeRefGraph) -> Self {
        let mut starts = vec![0; graph.type_count() + 1];
        for id in graph.references() {
            starts[graph.owner(id).index() + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        let mut ids = vec![ReferenceId::new(0); graph.reference_count()];
        for id in graph.references() {
            let next = &mut next[graph.owner(id).index()];
            ids[*next as usize] = id;
            *next += 1;
        }
        Self { starts, ids }
    }

    fn of_owner(&self, node: NodeId) -> &[ReferenceId] {
        &self.ids[self.starts[node.index()] as usize..self.starts[node.index() + 1] as usize]
    }
}
