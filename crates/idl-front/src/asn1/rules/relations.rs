//! Checks table constraints and component relation constraints (X.682 clause 10).

use crate::asn1::lowering::{Lowering, MAX_CHAIN};
use crate::asn1::names::Scope;
use crate::asn1::objects::sets::table_set;
use crate::asn1::objects::{ClassRef, Table};
use crate::asn1::parse::ast::{
    AtNotation, ClassFieldKind, Constraint, ElementSet, Elements, Reference, Type, TypeKind,
};
use crate::asn1::rules::FieldUse;
use crate::asn1::rules::Related;
use crate::asn1::rules::sets::class_place;
use crate::asn1::text::tokens::{TokenKind as T, Tokens};
use crate::asn1::types::family::Family;
use crate::asn1::types::lower::table_of;
use crate::asn1::types::{Holder, Levels, Step};
use std::rc::Rc;
use syntax_graph::{Diagnostic, FieldId, Span, TypeId};

impl<'a> Lowering<'a> {
    /// Notes that a component is a field of a class.
    pub fn note_field_use(
        &mut self,
        holder: Holder,
        ty: &Rc<Type<'a>>,
        scope: Scope,
        levels: &Levels<'a>,
        open: bool,
    ) {
        let TypeKind::Field(reference, path) = &ty.kind else { return };
        let Some(last) = path.last() else { return };
        let class = self.class_named(reference, scope);
        let used = FieldUse { class, field: last.text, table: table_of(levels) };
        if used.table.as_ref().is_some_and(|table| !table.at.is_empty()) {
            let enclosing = self.types.enclosing().clone();
            self.rules.related.push(Related { holder, used: used.clone(), enclosing, open });
        }
        if !open {
            self.rules.class_fields.insert(holder, used);
        }
    }

    fn class_named(&mut self, reference: &Reference<'a>, scope: Scope) -> Option<ClassRef<'a>> {
        let is_object = reference.name.text.starts_with(|c: char| c.is_ascii_lowercase());
        if is_object { None } else { self.class_of(reference, scope) }
    }

    /// What a component is as a field of a class, itself or by the definition that it names.
    pub fn field_use(&self, field: FieldId) -> Option<&FieldUse<'a>> {
        if let Some(used) = self.rules.class_fields.get(&Holder::Field(field)) {
            return Some(used);
        }
        let mut ty = self.graph.fields[field].target;
        for _ in 0..MAX_CHAIN {
            if let Some(used) = self.rules.class_fields.get(&Holder::Definition(ty)) {
                return Some(used);
            }
            ty = match (&self.graph.types[ty].kind, self.types.narrowed_from(ty)) {
                (syntax_graph::TypeKind::Reference(next), _) => *next,
                (_, Some(next)) => next,
                _ => return None,
            };
        }
        None
    }

    /// Looks at the object sets of tables: they stand at fields of classes, and are of the class that the field is of.
    pub fn check_tables(&mut self) {
        for (ty, scope) in std::mem::take(&mut self.rules.tables) {
            for constraint in &ty.constraints {
                let Some(Elements::Braced(tokens, at)) = &constraint.set.root else { continue };
                match &ty.kind {
                    TypeKind::Field(reference, _) => {
                        let is_set = !at.is_empty() || self.holds_set(*tokens, &ty, scope);
                        if is_set && let Ok((_, set)) = table_set(*tokens) {
                            let wrong = self.check_table_of_field(&set, scope, reference, constraint.span);
                            if wrong {
                                self.rules.wrong_tables.insert(tokens.whole_span());
                            }
                        }
                    }
                    TypeKind::InstanceOf(_) => {}
                    _ => self.check_table_elsewhere(&ty, scope, constraint, *tokens, at),
                }
            }
        }
    }

    /// Whether something is wrong with the table of a field.
    fn check_table_of_field(
        &mut self,
        set: &ElementSet<'a>,
        scope: Scope,
        reference: &Reference<'a>,
        place: Span,
    ) -> bool {
        let Some(class) = self.class_named(reference, scope) else { return false };
        let ((), findings) = self.aside(|own| own.check_table(set, scope, &class));
        let is_wrong = findings.has_errors();
        self.findings.keep(findings);
        if set.root.is_none() && !set.extensible {
            self.empty_set(place, &class);
            return true;
        }
        is_wrong
    }

    /// Whether what stands in the braces of a constraint on a field is a set: a value looks alike.
    fn holds_set(&mut self, tokens: Tokens<'a>, ty: &Rc<Type<'a>>, scope: Scope) -> bool {
        if matches!(tokens.kind(0), T::Upper | T::Dots3) || matches!(self.step(ty, scope), Step::Open { .. })
        {
            return true;
        }
        let base = self.strip(ty, scope).base;
        tokens.kind(0) != T::Number && base.is_some_and(|(base, _)| has_no_braces(Family::of(&base.kind)))
    }

    /// Reports a table constraint on a type that is not a field of a class.
    fn check_table_elsewhere(
        &mut self,
        ty: &Rc<Type<'a>>,
        scope: Scope,
        constraint: &Rc<Constraint<'a>>,
        tokens: Tokens<'a>,
        at: &[AtNotation<'a>],
    ) {
        let named = match table_set(tokens) {
            Ok((_, set)) => set.root.as_ref().and_then(first_type),
            _ => None,
        };
        let Some(base) = self.base_without_field(ty, scope) else { return };
        if at.is_empty() && named.is_none() && !has_no_braces(Family::of(&base.kind)) {
            return;
        }
        let hint = named.and_then(|set| self.field_for(&set, scope));
        let message = "a table constraint applies to a type that is not a field of a class";
        let mut report = Diagnostic::error("table-constraint", constraint.span, message)
            .with_label(ty.span, "of this type");
        if base.span != ty.span {
            report = report.with_label(base.span, "which is this");
        }
        if let Some(field) = hint {
            report = report.with_help(format!("did you mean `{field} ({{{}}})`?", text_of(tokens)));
        }
        self.report(report.with_note(
            "a table constraint applies to `CLASS.&field`, with an object set of that class (X.682 \
                 clause 10)",
        ));
    }

    /// Returns the base of a type; none if a field of a class leads there, or it is unknown.
    fn base_without_field(&mut self, ty: &Rc<Type<'a>>, scope: Scope) -> Option<Rc<Type<'a>>> {
        let (mut ty, mut scope) = (Rc::clone(ty), scope);
        for _ in 0..MAX_CHAIN {
            if matches!(ty.kind, TypeKind::Field(..) | TypeKind::InstanceOf(_) | TypeKind::Any(_)) {
                return None;
            }
            match self.step(&ty, scope) {
                Step::Base => return Some(ty),
                Step::Inline { ty: next, scope: there, .. }
                | Step::Definition { ty: next, scope: there, .. } => (ty, scope) = (next, there),
                Step::Open { .. } | Step::Failed => return None,
            }
        }
        None
    }

    /// `CLASS.&id`, for a set of that class.
    fn field_for(&mut self, set: &Rc<Type<'a>>, scope: Scope) -> Option<String> {
        let TypeKind::Reference(reference) = &set.kind else { return None };
        let crate::asn1::names::Symbol::Entity(entity, env) = self.symbol(reference, scope, "object set")
        else {
            return None;
        };
        let program = self.program;
        let crate::asn1::parse::ast::AssignmentKind::Set { governor, .. } = &program.assignment(entity).kind
        else {
            return None;
        };
        let TypeKind::Reference(name) = &governor.kind else { return None };
        let class = self.class_of(name, Scope { module: entity.module, env })?;
        Some(format!("{}.{}", name.name.text, key_field(&class)?))
    }

    /// Looks at the components that choose among the alternatives of others.
    pub fn check_relations(&mut self) {
        for related in std::mem::take(&mut self.rules.related) {
            let Some(table) = &related.used.table else { continue };
            for at in &table.at {
                let found = if related.open {
                    self.governor(at, &related.enclosing).ok()
                } else {
                    self.at_notation(at, &related.enclosing, false)
                };
                let governor = found.and_then(|path| path.last().copied());
                if let (Some(governor), Some(name)) = (governor, at.path.last()) {
                    self.check_governor(&related, table, governor, name.span);
                }
            }
        }
    }

    fn check_governor(&mut self, related: &Related<'a>, table: &Table<'a>, governor: FieldId, place: Span) {
        let name = self.graph.fields[governor].name.clone();
        let field = self.graph.fields[governor].span;
        let target = self.graph.resolve(self.graph.fields[governor].target);
        if self.types.is_failed(target) {
            return;
        }
        let Some(class) = related.used.class.clone() else { return };
        if let Holder::Field(own) = related.holder
            && own == governor
        {
            let message = format!("`{name}` is named as its own governor");
            return self.no_governor(message, place, governor, &class);
        }
        let Some(mut used) = self.field_use(governor).cloned() else {
            return self.check_plain_governor(&class, governor, target, place);
        };
        let nearer = self.rules.reference_tables.get(&Holder::Field(governor)).cloned();
        used.table = nearer.or(used.table);
        let Some(found) = &used.class else { return };
        if found.definition != class.definition {
            let message =
                format!("governor `{name}` is a field of another class than the field that it governs");
            return self.no_governor(message, place, governor, &class);
        }
        let own = used.table.as_ref().map(|own| own.tokens.whole_span());
        if own
            .into_iter()
            .chain([table.tokens.whole_span()])
            .any(|own| self.rules.wrong_tables.contains(&own))
        {
            // It has been reported.
            return;
        }
        let same = used.table.as_ref().map(|own| self.is_same_set(own, table, &class));
        let (message, why) = match same {
            Some(true) => return,
            Some(false) => (
                format!("governor `{name}` has another object set than the field that it governs"),
                "its object set",
            ),
            None => (
                format!("governor `{name}` lacks the object set of the field that it governs"),
                "this component",
            ),
        };
        self.report(
            Diagnostic::warning("loose-governor", place, message)
                .with_label(own.unwrap_or(field), why)
                .with_label(table.tokens.whole_span(), "the object set of the governed field")
                .with_help(format!(
                    "write `({{{}}})` after both; for a value that this set lacks, the open type stays a \
                         slice (X.682 clause 10)",
                    text_of(table.tokens)
                )),
        );
    }

    /// A governor that is of a plain type: its values are compared all the same where they can be.
    fn check_plain_governor(&mut self, class: &ClassRef<'a>, governor: FieldId, target: TypeId, place: Span) {
        let name = self.graph.fields[governor].name.clone();
        let field = self.graph.fields[governor].span;
        let kind = Family::of_node(&self.graph.types[target].kind);
        let key = key_field(class);
        let wanted = key.and_then(|key| match &class.field(key)?.kind {
            ClassFieldKind::Value(ty) => self.family(&Rc::clone(ty), class.scope),
            _ => None,
        });
        if kind.is_none() || wanted.is_some() && wanted != kind {
            let message = match kind {
                Some(kind) => format!("`{name}` is {}, not a field of the class", kind.name()),
                None => format!("`{name}` is an open type, which cannot be a governor"),
            };
            return self.no_governor(message, place, governor, class);
        }
        let message = format!("governor `{name}` is not a field of the class of the object set");
        let report = Diagnostic::warning("loose-governor", place, message)
            .with_label(field, "this component")
            .with_label(class_place(class), "the class begins here");
        let report = match key {
            Some(key) => report
                .with_note(format!("its values are compared with `{key}` of the objects (X.682 clause 10)")),
            None => report.with_note("X.682 clause 10"),
        };
        self.report(report);
    }

    fn no_governor(&mut self, message: String, place: Span, governor: FieldId, class: &ClassRef<'a>) {
        // Another component beside it that could be meant.
        let owner = self.graph.fields[governor].owner;
        let better = self.graph.fields_of(owner).iter().copied().find(|field| {
            let used = self.rules.class_fields.get(&Holder::Field(*field));
            let own = used.and_then(|used| used.class.as_ref());
            *field != governor && own.is_some_and(|own| own.definition == class.definition)
        });
        let mut report = Diagnostic::error("component-relation", place, message)
            .with_label(self.graph.fields[governor].span, "this component")
            .with_label(class_place(class), "the class of the governed field begins here");
        if let Some(better) = better {
            report = report.with_help(format!("did you mean `{}`?", self.graph.fields[better].name));
        }
        self.report(report.with_help(
            "name a component `CLASS.&id` of the same class with the same object set (X.682 clause \
                 10)",
        ));
    }

    /// Whether two tables have one object set.
    fn is_same_set(&mut self, one: &Table<'a>, other: &Table<'a>, class: &ClassRef<'a>) -> bool {
        if one.scope == other.scope && one.tokens.words().eq(other.tokens.words()) {
            return true;
        }
        let (Ok((_, first)), Ok((_, second))) = (table_set(one.tokens), table_set(other.tokens)) else {
            return true;
        };
        let first = self.object_set(&first, one.scope, class).ids();
        first == self.object_set(&second, other.scope, class).ids()
    }
}

/// The field of values by which objects of a class are known: the UNIQUE one, else the first.
pub fn key_field<'a>(class: &ClassRef<'a>) -> Option<&'a str> {
    let fields = &class.class.fields;
    let unique = fields.iter().find(|field| field.unique);
    let fixed = || fields.iter().find(|field| matches!(field.kind, ClassFieldKind::Value(_)));
    unique.or_else(fixed).map(|field| field.name.text)
}

/// Whether no value of the family is written in braces.
fn has_no_braces(family: Option<Family>) -> bool {
    matches!(family, Some(Family::Boolean | Family::Integer | Family::Null | Family::Enumerated))
}

/// The first type or set that a set names.
fn first_type<'a>(elements: &Elements<'a>) -> Option<Rc<Type<'a>>> {
    match elements {
        Elements::Union(parts) | Elements::Intersection(parts) => parts.iter().find_map(first_type),
        Elements::Except(base, _) => first_type(base),
        Elements::Nested(set) => set.root.as_ref().and_then(first_type),
        Elements::Type(ty) => Some(Rc::clone(ty)),
        _ => None,
    }
}

/// The text of a set, shortened.
fn text_of(tokens: Tokens<'_>) -> String {
    let words: Vec<&str> = tokens.words().take(8).collect();
    if words.len() == 8 { format!("{} ...", words[..7].join(" ")) } else { words.join(" ") }
}
