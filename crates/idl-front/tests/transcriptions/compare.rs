//! Pairwise comparison of two graphs, from pairs of roots.

use std::collections::BTreeSet;
use syntax_graph::{FieldId, OpenType, Presence, Scalar, SyntaxGraph, TypeId, TypeKind, Value};

/// Two graphs, the pairs of types that were compared, and what differs.
pub(crate) struct Comparison<'a> {
    own: &'a SyntaxGraph,
    published: &'a SyntaxGraph,
    compared: BTreeSet<(TypeId, TypeId)>,
    pending: Vec<(TypeId, TypeId)>,
    differences: Vec<String>,
    governors: bool,
}

impl<'a> Comparison<'a> {
    pub(crate) fn new(own: &'a SyntaxGraph, published: &'a SyntaxGraph) -> Self {
        let (compared, pending, differences) = (BTreeSet::new(), Vec::new(), Vec::new());
        Self { own, published, compared, pending, differences, governors: true }
    }

    /// Does not compare what governs an open type: the notation of 1988 names it, an open type without a class
    /// cannot.
    pub(crate) fn ignoring_governors(mut self) -> Self {
        self.governors = false;
        self
    }

    /// Compares the definitions of this name, and everything that they reach.
    #[track_caller]
    pub(crate) fn roots(&mut self, name: &str) {
        let (own, published) = (self.own.definitions(name), self.published.definitions(name));
        assert_eq!(
            (own.len(), published.len()),
            (1, 1),
            "{name} must have one definition in the transcription and one in the published module"
        );
        self.definition(own[0], published[0]);
        while let Some((own, published)) = self.pending.pop() {
            self.types(own, published);
        }
    }

    /// Fails when anything differs, or when less was compared than there is.
    #[track_caller]
    pub(crate) fn finish(self, at_least: usize) {
        assert!(
            self.differences.is_empty(),
            "the transcription must agree with the published modules:\n{}",
            self.differences.join("\n")
        );
        assert!(
            self.compared.len() >= at_least,
            "expected at least {at_least} compared pairs of types, found {}",
            self.compared.len()
        );
    }

    fn check<T: PartialEq + std::fmt::Debug>(&mut self, path: &str, what: &str, own: &T, published: &T) {
        if own != published {
            self.differences.push(format!("{path}: {what}: {own:?}, published {published:?}"));
        }
    }

    /// A type that stands alone: its tags count, too.
    fn definition(&mut self, own: TypeId, published: TypeId) {
        let path = self.own.type_path(own);
        let tags = (self.own.types[own].tags.clone(), self.published.types[published].tags.clone());
        self.check(&path, "tags", &tags.0, &tags.1);
        self.queue(own, published);
    }

    fn queue(&mut self, own: TypeId, published: TypeId) {
        let pair = (self.own.resolve(own), self.published.resolve(published));
        if self.compared.insert(pair) {
            self.pending.push(pair);
        }
    }

    fn types(&mut self, own: TypeId, published: TypeId) {
        let path = self.own.type_path(own);
        match (self.own.kind(own), self.published.kind(published)) {
            (TypeKind::Scalar(own), TypeKind::Scalar(published)) => self.scalars(&path, own, published),
            (TypeKind::Structure(own), TypeKind::Structure(published)) => {
                self.check(&path, "order", &own.order, &published.order);
                self.check(&path, "place of extensions", &own.extension, &published.extension);
                self.all_fields(&path, &own.fields, &published.fields);
            }
            (TypeKind::Union(own), TypeKind::Union(published)) => {
                self.check(&path, "extensibility", &own.extensible, &published.extensible);
                self.all_fields(&path, &own.arms, &published.arms);
            }
            (TypeKind::Array(own), TypeKind::Array(published)) => {
                self.check(&path, "order", &own.order, &published.order);
                self.check(&path, "size", &own.size, &published.size);
                self.fields(own.element, published.element);
            }
            (TypeKind::Open(own), TypeKind::Open(published)) => self.opens(&path, own, published),
            (own, published) => {
                self.differences.push(format!("{path}: {own:?}, published {published:?}"));
            }
        }
    }

    fn scalars(&mut self, path: &str, own: &Scalar, published: &Scalar) {
        self.check(path, "type", own, published);
    }

    fn all_fields(&mut self, path: &str, own: &[FieldId], published: &[FieldId]) {
        let names = |graph: &SyntaxGraph, fields: &[FieldId]| -> Vec<String> {
            fields.iter().map(|field| graph.fields[*field].name.clone()).collect()
        };
        let (own_names, published_names) = (names(self.own, own), names(self.published, published));
        self.check(path, "components", &own_names, &published_names);
        for (own, published) in own.iter().zip(published) {
            self.fields(*own, *published);
        }
    }

    fn fields(&mut self, own: FieldId, published: FieldId) {
        let path = self.own.field_path(own);
        let (ours, theirs) = (&self.own.fields[own], &self.published.fields[published]);
        self.check(&path, "tags", &ours.tags, &theirs.tags);
        self.check(&path, "addition", &ours.addition, &theirs.addition);
        let presence = |presence: &Presence, graph| match presence {
            Presence::Mandatory => "mandatory".to_owned(),
            Presence::Optional => "optional".to_owned(),
            Presence::Default(value) => format!("default {}", spelled(value, graph)),
        };
        let ours_presence = presence(&ours.presence, self.own);
        self.check(&path, "presence", &ours_presence, &presence(&theirs.presence, self.published));
        self.queue(ours.target, theirs.target);
    }

    fn opens(&mut self, path: &str, own: &OpenType, published: &OpenType) {
        let governor = |graph: &SyntaxGraph, open: &OpenType| {
            open.governor.last().map(|field| graph.fields[*field].name.clone())
        };
        if self.governors {
            self.check(path, "governor", &governor(self.own, own), &governor(self.published, published));
        }
        let identifiers = |graph: &SyntaxGraph, open: &OpenType| -> BTreeSet<String> {
            open.alternatives.iter().map(|known| spelled(&known.identifier, graph)).collect()
        };
        let known = (identifiers(self.own, own), identifiers(self.published, published));
        self.check(path, "alternatives", &known.0, &known.1);
        for ours in &own.alternatives {
            let identifier = spelled(&ours.identifier, self.own);
            let same = |theirs: &&syntax_graph::OpenAlternative| {
                spelled(&theirs.identifier, self.published) == identifier
            };
            if let Some(theirs) = published.alternatives.iter().find(same) {
                self.definition(ours.target, theirs.target);
            }
        }
    }
}

/// A value with names in place of ids, which differ from graph to graph.
fn spelled(value: &Value, graph: &SyntaxGraph) -> String {
    match value {
        Value::Structure(fields) => {
            let fields = fields.iter().map(|(field, value)| named(*field, value, graph));
            format!("{{{}}}", fields.collect::<Vec<_>>().join(", "))
        }
        Value::Union(arm, value) => named(*arm, value, graph),
        Value::Array(values) => {
            format!("[{}]", values.iter().map(|value| spelled(value, graph)).collect::<Vec<_>>().join(", "))
        }
        other => format!("{other:?}"),
    }
}

fn named(field: FieldId, value: &Value, graph: &SyntaxGraph) -> String {
    format!("{}: {}", graph.fields[field].name, spelled(value, graph))
}
