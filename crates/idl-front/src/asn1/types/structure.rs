//! Lowers structures, unions and arrays: components with their names, tags and presence.

use crate::asn1::lowering::Lowering;
use crate::asn1::names::Scope;
use crate::asn1::parse::ast::{Component, Components, Presence as Written, Type, TypeKind};
use crate::asn1::text::tokens::Ident;
use crate::asn1::types::Holder;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use syntax_graph::{
    Array, Diagnostic, FieldId, OpenType, Order, Presence, SizeRange, Span, Structure, TypeId, Union,
};

/// A component in the scope that it was written in.
type Placed<'a> = (Component<'a>, Scope);

/// Limit for the components of one structure: only COMPONENTS OF that multiply each other make more.
const MAX_COMPONENTS: usize = 20_000;
/// How deep COMPONENTS OF may lead through structures.
const MAX_SPLICES: usize = 50;

impl<'a> Lowering<'a> {
    /// Lowers SEQUENCE and SET.
    pub fn lower_structure(&mut self, target: TypeId, order: Order, list: &Rc<Components<'a>>, scope: Scope) {
        let automatic = self.automatic(list, scope);
        self.check_addition_tags(list, scope);
        self.rules.note_exception(list.exception.as_ref(), scope);
        self.types.splices = 0;
        let mut first = Vec::new();
        self.splice(&list.first, scope, order, 0, &mut first);
        let mut last = Vec::new();
        self.splice(&list.last, scope, order, 0, &mut last);
        let mut additions = Vec::new();
        // The index of the first field of each addition: COMPONENTS OF may be none or several.
        let mut places = Vec::new();
        for addition in &list.additions {
            places.push(first.len() + additions.len());
            self.splice(std::slice::from_ref(addition), scope, order, 0, &mut additions);
        }
        places.push(first.len() + additions.len());
        let extensible = list.extensible || self.program.modules[scope.module].extensibility_implied;
        let (roots, added) = (first.len() + last.len(), additions.len());
        let numbers: Vec<usize> =
            (0..first.len()).chain(roots..roots + added).chain(first.len()..roots).collect();
        let extension = extensible.then_some(first.len() + added);
        let additions_at = first.len()..first.len() + added;
        let all: Vec<Placed<'a>> = first.into_iter().chain(additions).chain(last).collect();
        self.types.enclosing.structures.push(target);
        let fields = self.fields(target, &all, automatic.then_some(&numbers));
        self.types.enclosing.structures.pop();
        for (at, field) in fields.iter().enumerate() {
            self.graph.fields[*field].addition = additions_at.contains(&at);
        }
        // A graph that grows too large is cut off, and what is left of it is whole.
        let extension = extension.map(|at| at.min(fields.len()));
        let end = |at: usize| places[at].min(fields.len());
        let groups = list.groups.iter().map(|group| end(group.start)..end(group.end)).collect();
        let structure = Structure { order, fields, extension, groups };
        self.graph.types[target].kind = syntax_graph::TypeKind::Structure(structure);
    }

    /// Lowers CHOICE.
    pub fn lower_choice(&mut self, target: TypeId, list: &Rc<Components<'a>>, scope: Scope) {
        let automatic = self.automatic(list, scope);
        self.check_addition_tags(list, scope);
        self.rules.note_exception(list.exception.as_ref(), scope);
        let roots = list.first.iter().chain(&list.last);
        let all: Vec<Placed<'a>> =
            roots.chain(&list.additions).map(|component| (component.clone(), scope)).collect();
        let numbers: Vec<usize> = (0..all.len()).collect();
        let extensible = list.extensible || self.program.modules[scope.module].extensibility_implied;
        if list.first.is_empty() && list.last.is_empty() {
            let span = self.graph.types[target].span;
            let report = Diagnostic::error("empty-choice", span, "a CHOICE has no alternative");
            self.report(report.with_note("it needs one before any `...` (X.680 clause 29.1)"));
        }
        for (component, _) in &all {
            if component.spliced || !matches!(component.presence, Written::Mandatory) {
                let (span, choice) = (component.ty.span, self.graph.types[target].span);
                let mut report = Diagnostic::error(
                    "choice-alternative",
                    span,
                    "an alternative of a CHOICE has OPTIONAL, DEFAULT or COMPONENTS OF",
                );
                if let Written::Default(value) = &component.presence {
                    report = report.with_label(value.span, "the default");
                }
                self.report(
                    report
                        .with_label(choice, "this CHOICE")
                        .with_note("an alternative is a name and a type (X.680 clause 29)"),
                );
            }
        }
        self.types.enclosing.structures.push(target);
        let arms = self.fields(target, &all, automatic.then_some(&numbers));
        self.types.enclosing.structures.pop();
        for (arm, (component, _)) in arms.iter().zip(&all) {
            self.graph.fields[*arm].presence = Presence::Mandatory;
            if component.name.is_none() {
                self.types.unnamed_arms.insert(*arm);
            }
        }
        let roots = (list.first.len() + list.last.len()).min(arms.len());
        self.graph.types[target].kind =
            syntax_graph::TypeKind::Union(Union { arms, roots, extensible, discriminant: None });
    }

    /// Where the root has no tags, automatic tagging is in effect, and additions have none either (X.680 clause 25).
    fn check_addition_tags(&mut self, list: &Rc<Components<'a>>, scope: Scope) {
        let tagged = |component: &&Component<'a>| !component.spliced && !component.ty.tags.is_empty();
        let root = list.first.iter().chain(&list.last).find(tagged);
        let automatic =
            self.program.modules[scope.module].tags == crate::asn1::parse::ast::TagDefault::Automatic;
        let Some(addition) = list.additions.iter().find(tagged).filter(|_| automatic && root.is_none())
        else {
            return;
        };
        let span = addition.ty.tags.first().map_or(addition.ty.span, |tag| tag.number.span);
        let mut report =
            Diagnostic::error("addition-tag", span, "an addition has a tag, but the root has none");
        if let Some(first) = list.first.iter().chain(&list.last).next() {
            report = report.with_label(first.ty.span, "the root begins here");
        }
        self.report(report.with_help(
            "delete the tag, or give the root tags, too: automatic tagging is in effect (X.680 clause \
                 25)",
        ));
    }

    /// Lowers SEQUENCE OF and SET OF.
    pub fn lower_array(
        &mut self,
        target: TypeId,
        order: Order,
        (name, element): (Option<Ident<'a>>, &Rc<Type<'a>>),
        scope: Scope,
        size: SizeRange,
    ) {
        let span = name.map_or(element.span, |name| name.span);
        let field = self.new_field(name.map_or(String::new(), |name| name.text.to_owned()), target, span);
        let lowered = self.lower_type(element, scope, Holder::Field(field), None, Vec::new());
        self.graph.fields[field].target = lowered.target;
        self.types.field_tags[field] = lowered.tags;
        self.graph.types[target].kind =
            syntax_graph::TypeKind::Array(Array { order, element: field, size, linked: false });
    }

    /// Notes the governor of an ANY DEFINED BY: a sibling component.
    pub fn any_governor(&mut self, target: TypeId, name: Ident<'a>, holder: Holder) {
        let owner = match holder {
            Holder::Field(field) => Some(self.graph.fields[field].owner),
            Holder::Definition(_) => None,
        };
        self.types.pending_governors.push((target, owner, name));
    }

    /// Finds the siblings that ANY DEFINED BY names, once all fields are there.
    pub fn resolve_governors(&mut self) {
        for (target, owner, name) in std::mem::take(&mut self.types.pending_governors) {
            let Some(mut owner) = owner else { continue };
            // `SET OF ANY DEFINED BY type`: beside the array that it is the element of.
            while let (syntax_graph::TypeKind::Array(_), syntax_graph::Origin::Embedded(field)) =
                (&self.graph.types[owner].kind, &self.graph.types[owner].origin)
            {
                owner = self.graph.fields[*field].owner;
            }
            let fields = self.graph.fields_of(owner).to_vec();
            let governor = fields.into_iter().find(|field| self.graph.fields[*field].name == name.text);
            match governor {
                Some(governor) => {
                    let open = OpenType { governor: vec![governor], ..OpenType::default() };
                    self.graph.types[target].kind = syntax_graph::TypeKind::Open(open);
                }
                None => self.report(
                    Diagnostic::warning(
                        "unresolved-governor",
                        name.span,
                        format!("there is no component `{}` beside this ANY", name.text),
                    )
                    .with_note("the value is not decoded, and stays a slice (X.208 clause 27.3)"),
                ),
            }
        }
    }

    fn fields(&mut self, owner: TypeId, all: &[Placed<'a>], automatic: Option<&Vec<usize>>) -> Vec<FieldId> {
        let mut names: BTreeMap<String, Span> = BTreeMap::new();
        // What has no name gets one that no component has.
        let mut taken: BTreeSet<String> =
            all.iter().filter_map(|(component, _)| component.name.map(|name| name.text.to_owned())).collect();
        let mut fields = Vec::new();
        for (at, (component, scope)) in all.iter().enumerate() {
            if self.over_budget(component.ty.span) {
                break;
            }
            let span = component.name.map_or(component.ty.span, |name| name.span);
            let name = match component.name {
                Some(name) => name.text.to_owned(),
                None => {
                    let name = unnamed(&component.ty, &taken);
                    taken.insert(name.clone());
                    name
                }
            };
            if let Some(first) = names.get(&name) {
                let message = format!("component `{name}` is defined twice");
                let report =
                    Diagnostic::error("duplicate-component", span, message).with_text("defined again here");
                self.report(
                    report.with_label(*first, "first defined here").with_note(
                        "the identifiers of components are distinct (X.680 clauses 25, 27 and 29)",
                    ),
                );
            }
            names.entry(name.clone()).or_insert(span);
            let field = self.new_field(name, owner, span);
            let number = automatic.and_then(|numbers| u32::try_from(numbers[at]).ok());
            let lowered = self.lower_type(&component.ty, *scope, Holder::Field(field), number, Vec::new());
            self.graph.fields[field].target = lowered.target;
            self.types.field_tags[field] = lowered.tags;
            self.graph.fields[field].presence = match &component.presence {
                Written::Mandatory => Presence::Mandatory,
                Written::Optional => Presence::Optional,
                Written::Default(value) => {
                    // Understood when all types are known; until then it may at least be absent.
                    self.values.note_default(field, Rc::clone(value), *scope);
                    Presence::Optional
                }
            };
            fields.push(field);
        }
        fields
    }

    /// COMPONENTS OF: the root components of another structure of the same kind (X.680 clause 25.5).
    fn splice(
        &mut self,
        list: &[Component<'a>],
        scope: Scope,
        order: Order,
        depth: usize,
        out: &mut Vec<Placed<'a>>,
    ) {
        for component in list {
            if !component.spliced {
                out.push((component.clone(), scope));
                continue;
            }
            let span = component.ty.span;
            if self.types.splices > MAX_COMPONENTS {
                return;
            }
            self.types.splices += 1;
            if depth > MAX_SPLICES || out.len() > MAX_COMPONENTS {
                // Said once: the same definition may be reached on very many ways.
                self.types.splices = MAX_COMPONENTS + 1;
                let mut report =
                    Diagnostic::error("endless-components", span, "COMPONENTS OF includes itself");
                if let Some((base, _)) = self.strip(&component.ty, scope).base {
                    report = report.with_label(base.span, "by way of this");
                }
                self.report(report.with_note("X.680 clause 25.5"));
                return;
            }
            let stripped = self.strip(&component.ty, scope);
            let Some((base, there)) = stripped.base else { continue };
            match &base.kind {
                TypeKind::Structure(other, inner) if *other == order => {
                    self.splice(&inner.first, there, order, depth + 1, out);
                    self.splice(&inner.last, there, order, depth + 1, out);
                }
                _ => self.report(
                    Diagnostic::error(
                        "components-of",
                        span,
                        "COMPONENTS OF takes a SEQUENCE in a SEQUENCE, and a SET in a SET",
                    )
                    .with_label(base.span, "this is another type")
                    .with_note("X.680 clauses 25.5 and 27.2"),
                ),
            }
        }
    }
}

/// A name for a component that has none (1984 notation): that of its type.
fn unnamed(ty: &Type<'_>, taken: &BTreeSet<String>) -> String {
    let base = match &ty.kind {
        TypeKind::Reference(reference) => reference.name.text,
        TypeKind::Selection(name, _) => name.text,
        TypeKind::Field(_, path) => path.last().map_or("field", |field| field.text.trim_start_matches('&')),
        TypeKind::Boolean => "boolean",
        TypeKind::Integer(_) => "integer",
        TypeKind::Enumerated(_) => "enumerated",
        TypeKind::BitString(_) => "bitString",
        TypeKind::OctetString => "octetString",
        TypeKind::Null => "null",
        TypeKind::ObjectIdentifier => "objectIdentifier",
        TypeKind::Structure(Order::Ordered, _) => "sequence",
        TypeKind::Structure(..) => "set",
        TypeKind::Array(Order::Ordered, ..) => "sequenceOf",
        TypeKind::Array(..) => "setOf",
        TypeKind::Choice(_) => "choice",
        TypeKind::Any(_) => "any",
        _ => "value",
    };
    let mut name = base.to_owned();
    if let Some(first) = name.get_mut(..1) {
        first.make_ascii_lowercase();
    }
    let mut number = 1;
    while taken.contains(&name) {
        number += 1;
        name = format!(
            "{}-{number}",
            name.rsplit_once('-').filter(|_| number > 2).map_or(name.as_str(), |(stem, _)| stem)
        );
    }
    name
}
