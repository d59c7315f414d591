//! Evaluates values of any type: DEFAULTs, constants, identifiers of objects.

use crate::asn1::lowering::Lowering;
use crate::asn1::names::Scope;
use crate::asn1::names::resolve::{Entity, Found};
use crate::asn1::parse::ast::{AssignmentKind, Type, Value as Ast, ValueKind as V};
use crate::asn1::parse::basics::complete;
use crate::asn1::parse::values;
use crate::asn1::text::tokens::{TokenKind as T, Tokens};
use crate::asn1::types::family::Family;
use crate::asn1::types::{Holder, Step};
use crate::asn1::values::scalars::clause_of;
use crate::spelling::nearest;
use der_values::canonical::{self, Canonical};
use std::rc::Rc;
use syntax_graph::graph::Constant;
use syntax_graph::value::oid_contents;
use syntax_graph::{FieldId, Order, Presence, Scalar, Span, SyntaxGraph, TypeId, TypeKind, Value};

/// Where the notation of values of open types stands, and of ANY.
const OPEN_VALUES: &str = "X.681 clause 14.6 (for ANY, X.208 clause 27)";

impl<'a> Lowering<'a> {
    /// Reads a value or a part of one; none if it has too many parts.
    pub fn counted<T>(&mut self, place: Span, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let before = self.values.parts.reading;
        self.values.parts.reading = before.or(Some((self.values.parts.made + self.values.parts.most, place)));
        let found = if self.count_parts(1) { read(self) } else { None };
        self.values.parts.reading = before;
        found
    }

    /// Counts parts of the value that is being read; false where that makes too many. All values together may have as many as
    /// the graph may have nodes.
    fn count_parts(&mut self, parts: usize) -> bool {
        self.values.parts.made = self.values.parts.made.saturating_add(parts);
        let Some((end, place)) = self.values.parts.reading else { return true };
        let is_within = self.values.parts.made <= end.min(self.budget());
        if !is_within && !self.values.parts.is_reported {
            self.values.parts.is_reported = true;
            let message = if self.values.parts.made > end {
                format!("this value has more than {} parts", self.values.parts.most)
            } else {
                format!("the values up to this one have more than {} parts", self.budget())
            };
            let report = syntax_graph::Diagnostic::error("too-large", place, message);
            self.report(report.with_help(
                "use fewer or smaller DEFAULT values, and fewer names of other values (X.680 clause 25)",
            ));
        }
        is_within
    }

    /// Evaluates the DEFAULT values, once all types and tags are known.
    pub fn resolve_defaults(&mut self) {
        let defaults = std::mem::take(&mut self.values.defaults);
        self.values.lowered = self.graph.types.len();
        let fields: Vec<FieldId> = defaults.iter().map(|(field, ..)| *field).collect();
        self.values.written_defaults = defaults.clone();
        self.values.pending_defaults =
            defaults.into_iter().map(|(field, value, scope)| (field, Some((value, scope)))).collect();
        fields.into_iter().for_each(|field| self.settle_default(field));
        self.values.pending_defaults.clear();
    }

    /// Evaluates one DEFAULT. A structure's value holds the defaults of its components, so these come first.
    fn settle_default(&mut self, field: FieldId) {
        let Some(pending) = self.values.pending_defaults.get_mut(&field) else { return };
        let Some((value, scope)) = pending.take() else {
            let span = self.graph.fields[field].span;
            let message = "this DEFAULT value contains itself";
            let mut report = syntax_graph::Diagnostic::error("endless-default", span, message);
            if let Some((_, value, _)) =
                self.values.written_defaults.iter().find(|(other, ..)| *other == field)
            {
                report = report.with_label(value.span, "the value");
            }
            self.report(
                report.with_note("the value omits a component whose DEFAULT is this value (X.680 clause 25)"),
            );
            return;
        };
        if let Some(value) = self.default_value(field, &value, scope) {
            self.graph.fields[field].presence = Presence::Default(value);
        }
        self.values.pending_defaults.remove(&field);
    }

    fn default_value(&mut self, field: FieldId, value: &Rc<Ast<'a>>, scope: Scope) -> Option<Value> {
        let target = self.graph.fields[field].target;
        // It may be asked for while another value is read, whose parts it does not count among.
        let (reading, made) = (self.values.parts.reading.take(), self.values.parts.made);
        let (found, findings) = self.aside(|own| own.field_value(field, value, scope));
        let is_reported = !findings.is_empty() || self.values.parts.is_reported;
        self.findings.keep(findings);
        self.values.parts.reading =
            reading.map(|(end, place)| (end + (self.values.parts.made - made), place));
        if found.is_none() && !is_reported && !self.types.is_failed(target) {
            let message = "stubc does not support this DEFAULT value";
            let report = syntax_graph::Diagnostic::warning("default-value", value.span, message);
            self.report(
                report.with_note("the component is treated as OPTIONAL: a decoder does not fill it in"),
            );
        }
        found
    }

    /// Evaluates value definitions and keeps them as constants of the graph.
    pub fn collect_constants(&mut self) {
        let program = self.program;
        // What is instantiated only now has no tags.
        self.values.lowered = self.graph.types.len();
        for (module, ast) in program.modules.iter().enumerate() {
            if module == program.builtin() {
                continue;
            }
            let scope = Scope { module, env: 0 };
            for (index, assignment) in ast.assignments.iter().enumerate() {
                if !assignment.parameters.is_empty() {
                    continue;
                }
                let value = match &assignment.kind {
                    AssignmentKind::MacroValue { value, .. } => self.macro_value(value, scope),
                    AssignmentKind::Value { governor, value } => {
                        if self.class_of_type(governor, scope).is_some() {
                            let entity = Entity { module, index };
                            self.check_object(entity, assignment.name);
                            continue;
                        }
                        // `{ localValue INTEGER, ... }` of the standards' macros takes a number without a name (X.208 clause 24).
                        let of_choice = matches!(value.kind, V::Number { .. } | V::Braced(_))
                            && self.is_macro_use(governor, scope)
                            && self
                                .governor_node(governor, scope)
                                .is_some_and(|node| matches!(self.graph.kind(node), TypeKind::Union(_)));
                        if of_choice || self.is_macro(governor, scope) {
                            if let Some(value) = self.macro_value(value, scope) {
                                let module = self.module_id(module);
                                let (name, span) = (assignment.name.text.to_owned(), assignment.name.span);
                                self.graph.constants.push(Constant { name, module, value, span });
                            }
                            continue;
                        }
                        self.governed_value(governor, scope, value, scope)
                    }
                    AssignmentKind::Set { governor, set } => {
                        if let Some(class) = self.class_of_type(governor, scope) {
                            self.governed_set(set, scope, &class);
                            self.check_object_set(set, scope, &class, assignment.name.span);
                        } else if set.root.is_none() && !set.extensible {
                            let message = "the value set is empty";
                            let report =
                                syntax_graph::Diagnostic::warning("empty-set", assignment.name.span, message)
                                    .with_label(governor.span, "they would be of this type");
                            self.report(report.with_note("X.680 clauses 16.6 and 50.1"));
                        }
                        continue;
                    }
                    _ => continue,
                };
                if let Some(value) = value {
                    let module = self.module_id(module);
                    let name = assignment.name.text.to_owned();
                    self.graph.constants.push(Constant { name, module, value, span: assignment.name.span });
                }
            }
        }
        self.check_class_defaults();
        self.check_unnamed_objects();
    }

    /// A value of a definition or object, which must lie in its type.
    pub fn governed_value(
        &mut self,
        governor: &Rc<Type<'a>>,
        there: Scope,
        value: &Rc<Ast<'a>>,
        scope: Scope,
    ) -> Option<Value> {
        let node = self.governor_node(governor, there);
        let Some(scalar) = self.scalar_of(governor, there) else {
            let Some(ty) = node else {
                // `CLASS.&Type` itself governs: `Type : value` (X.681 clause 14.6).
                let open = matches!(self.step(governor, there), Step::Open { .. });
                let look = |own: &mut Self| own.open_value(value, scope);
                return if open { self.within(governor.span, OPEN_VALUES, look) } else { None };
            };
            let found =
                self.within(governor.span, "X.680 clause 17", |own| own.graph_value(ty, value, scope))?;
            self.check_value(ty, &found, value, scope);
            return Some(found);
        };
        if let (V::Containing(inner), Some(ty)) = (&value.kind, node) {
            return self.contained_value(ty, Holder::Definition(ty), value, inner, scope);
        }
        let kind = TypeKind::Scalar(scalar.clone());
        let (family, place) = (Family::of_node(&kind), governor.span);
        if self.is_governed_otherwise(value, scope, family, place, |name| is_item(&kind, name)) {
            return None;
        }
        let found =
            self.within(governor.span, clause_of(&scalar), |own| own.scalar_value(&scalar, value, scope))?;
        let iri = self.iri_of_governor(governor, there);
        self.within(governor.span, "", |own| own.check_iri(iri, &found, value.span));
        let ((), findings) = self.aside(|own| match node {
            Some(ty) => own.check_value(ty, &found, value, scope),
            None => own.check_scalar(&scalar, &found, value.span, governor.span),
        });
        if !findings.is_empty() && !self.is_told_of(value, scope) {
            self.findings.keep(findings);
        }
        Some(found)
    }

    /// Whether a value is the name of one that lies outside its own type, which is reported at its definition.
    fn is_told_of(&mut self, value: &Rc<Ast<'a>>, scope: Scope) -> bool {
        let V::Reference(reference) = &value.kind else { return false };
        if self.values.looking_again || reference.module.is_some() || scope.env != 0 {
            return false;
        }
        let Found::Entity(entity) = self.program.find(scope.module, reference.name.text) else {
            return false;
        };
        let assignment = self.program.assignment(entity);
        let AssignmentKind::Value { governor, value } = &assignment.kind else { return false };
        if !assignment.parameters.is_empty() {
            return false;
        }
        let there = Scope { module: entity.module, env: 0 };
        self.values.looking_again = true;
        let (_, findings) = self.aside(|own| own.governed_value(governor, there, value, there));
        self.values.looking_again = false;
        !findings.is_empty()
    }

    /// A value that a macro defines: an integer or an object identifier; none for others.
    fn macro_value(&mut self, value: &Rc<Ast<'a>>, scope: Scope) -> Option<Value> {
        match &value.kind {
            V::Number { .. } => self.integer(value, scope, &[]).map(Value::Integer),
            // `localValue 5`
            V::Choice(_, inner) => self.macro_value(inner, scope),
            V::Braced(_) => {
                let arcs = self.oid(value, scope, false)?;
                // A trap's number alone in braces, and the like, are no object identifiers.
                oid_contents(&arcs, false).map(Value::Oid)
            }
            _ => None,
        }
    }

    /// A value of a node of the graph; what does not fit is reported.
    pub fn graph_value(&mut self, ty: TypeId, value: &Rc<Ast<'a>>, scope: Scope) -> Option<Value> {
        self.held_value(ty, Holder::Definition(ty), value, scope)
    }

    /// A value of a field, whose own constraints may say what a string contains.
    pub fn field_value(&mut self, field: FieldId, value: &Rc<Ast<'a>>, scope: Scope) -> Option<Value> {
        self.held_value(self.graph.fields[field].target, Holder::Field(field), value, scope)
    }

    fn held_value(&mut self, ty: TypeId, holder: Holder, value: &Rc<Ast<'a>>, scope: Scope) -> Option<Value> {
        self.counted(value.span, |own| own.held_part(ty, holder, value, scope))
    }

    fn held_part(&mut self, ty: TypeId, holder: Holder, value: &Rc<Ast<'a>>, scope: Scope) -> Option<Value> {
        let node = &self.graph.types[self.graph.resolve(ty)];
        let clause = match &node.kind {
            TypeKind::Scalar(scalar) => clause_of(scalar),
            TypeKind::Structure(structure) if structure.order == Order::Ordered => "X.680 clause 25.18",
            TypeKind::Structure(_) => "X.680 clause 27",
            TypeKind::Array(array) if array.order == Order::Ordered => "X.680 clause 26.3",
            TypeKind::Array(_) => "X.680 clause 28.3",
            TypeKind::Union(_) => "X.680 clause 29",
            TypeKind::Open(_) => OPEN_VALUES,
            TypeKind::Reference(_) => "X.680 clause 17",
        };
        // What every module knows is written nowhere; the name of the whole is.
        let place = match (&node.kind, self.values.governing) {
            (TypeKind::Structure(_), Some((named, _))) if !node.span.is_some() => named,
            _ => node.span,
        };
        let look = |own: &mut Self| own.graph_value_inner(ty, holder, value, scope);
        self.deeper(|own| own.within(place, clause, look))?
    }

    /// Runs `look` with the type at `place` as governor, for reports of mismatches.
    pub fn within<T>(&mut self, place: Span, clause: &'static str, look: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.values.governing.replace((place, clause));
        let found = look(self);
        self.values.governing = before;
        found
    }

    fn graph_value_inner(
        &mut self,
        ty: TypeId,
        holder: Holder,
        value: &Rc<Ast<'a>>,
        scope: Scope,
    ) -> Option<Value> {
        let ty = self.graph.resolve(ty);
        if self.types.is_failed(ty) {
            return None;
        }
        if let V::Containing(inner) = &value.kind {
            return self.contained_value(ty, holder, value, inner, scope);
        }
        let kind = self.graph.types[ty].kind.clone();
        let (family, place) = (Family::of_node(&kind), self.graph.types[ty].span);
        if self.is_governed_otherwise(value, scope, family, place, |name| is_item(&kind, name)) {
            return None;
        }
        match kind {
            TypeKind::Scalar(scalar) => {
                let found = self.scalar_value(&scalar, value, scope)?;
                self.check_iri(self.iri_of(ty), &found, value.span);
                Some(found)
            }
            TypeKind::Reference(_) => None,
            TypeKind::Structure(structure) => {
                let (value, scope) = self.followed(value, scope)?;
                let V::Braced(tokens) = &value.kind else {
                    self.mismatch(&value, "a value of a structure");
                    return None;
                };
                self.structure_value(&structure.fields, structure.order, *tokens, scope)
            }
            TypeKind::Union(union) => self.union_value(ty, &union.arms, value, scope),
            TypeKind::Array(array) => {
                let (value, scope) = self.followed(value, scope)?;
                let V::Braced(tokens) = &value.kind else {
                    self.mismatch(&value, "a list of values");
                    return None;
                };
                let mut elements = Vec::new();
                for part in self.parts(*tokens)? {
                    let element = self.read(self.unnamed(array.element, part))?;
                    elements.push(self.field_value(array.element, &element, scope)?);
                }
                if array.order == Order::Unordered {
                    // Any order is the same value; this is the one that canonical encodings have.
                    let canonical = Canonical { graph: &self.graph, der: true };
                    elements.sort_by_cached_key(|element| canonical.field(array.element, element));
                }
                Some(Value::Array(elements))
            }
            TypeKind::Open(_) => self.open_value(value, scope),
        }
    }

    fn union_value(
        &mut self,
        ty: TypeId,
        arms: &[FieldId],
        value: &Rc<Ast<'a>>,
        scope: Scope,
    ) -> Option<Value> {
        let named = |graph: &SyntaxGraph, name: &str| {
            arms.iter().copied().find(|arm| graph.fields[*arm].name == name)
        };
        // `alternative {...}` looks like a value with parameters.
        if let V::Reference(reference) = &value.kind
            && let Some(arguments) = &reference.arguments
            && let (Some(first), Some(last)) = (arguments.first(), arguments.last())
            && let Some(arm) = named(&self.graph, reference.name.text)
            && !matches!(self.program.find(scope.module, reference.name.text), Found::Entity(_))
        {
            let inside = Tokens { end: last.tokens.end, ..first.tokens };
            let inner = Rc::new(Ast { kind: V::Braced(inside), span: inside.whole_span() });
            return Some(Value::Union(arm, Box::new(self.field_value(arm, &inner, scope)?)));
        }
        // The value of an alternative without a name stands alone.
        if !matches!(value.kind, V::Choice(..)) {
            let tried = |(other, union): &&(Rc<Ast<'a>>, TypeId)| Rc::ptr_eq(other, value) && *union == ty;
            if self.values.tried_unions.iter().any(|one| tried(&one)) {
                return None;
            }
            let is_first = !self.values.tried_unions.iter().any(|(other, _)| Rc::ptr_eq(other, value));
            self.values.tried_unions.push((Rc::clone(value), ty));
            let found = self.unnamed_value(arms, value, scope);
            if is_first {
                self.values.tried_unions.retain(|(other, _)| !Rc::ptr_eq(other, value));
            }
            if found.is_some() {
                return found;
            }
        }
        let (value, scope) = self.followed(value, scope)?;
        let V::Choice(name, inner) = &value.kind else {
            self.mismatch(&value, "a value of a CHOICE, like `alternative : value`");
            return None;
        };
        let Some(arm) = named(&self.graph, name.text) else {
            let known: Vec<&str> = arms.iter().map(|arm| self.graph.fields[*arm].name.as_str()).collect();
            let near = nearest(name.text, known.into_iter()).map(|near| format!("did you mean `{near}`?"));
            self.report_mismatch(name.span, format!("the CHOICE has no alternative `{}`", name.text), near);
            return None;
        };
        Some(Value::Union(arm, Box::new(self.field_value(arm, inner, scope)?)))
    }

    /// The value of the first alternative without a name that it fits.
    fn unnamed_value(&mut self, arms: &[FieldId], value: &Rc<Ast<'a>>, scope: Scope) -> Option<Value> {
        for &arm in arms {
            if !self.types.is_unnamed(arm) {
                continue;
            }
            let (inner, findings) = self.aside(|own| own.field_value(arm, value, scope));
            if let Some(inner) = inner {
                self.findings.keep(findings);
                return Some(Value::Union(arm, Box::new(inner)));
            }
        }
        None
    }

    /// `Type : value`, as its encoding.
    fn open_value(&mut self, value: &Rc<Ast<'a>>, scope: Scope) -> Option<Value> {
        let (value, scope) = self.followed(value, scope)?;
        let V::Typed(ty, inner) = &value.kind else {
            if !matches!(value.kind, V::Null) {
                self.mismatch(&value, "a value of an open type, like `Type : value`");
                return None;
            }
            return Some(Value::Open(vec![5, 0]));
        };
        let tags = self.tags_of(ty, scope);
        if let Some(scalar) = self.scalar_of(ty, scope) {
            let own =
                self.within(ty.span, clause_of(&scalar), |own| own.scalar_value(&scalar, inner, scope))?;
            return canonical::scalar(&scalar, &own, &tags, true).map(Value::Open);
        }
        let target = self.named_type(ty, scope)?;
        let own = self.graph_value(target, inner, scope)?;
        Canonical { graph: &self.graph, der: true }.encode(&tags, target, &own).map(Value::Open)
    }

    fn structure_value(
        &mut self,
        fields: &[FieldId],
        order: Order,
        tokens: Tokens<'a>,
        scope: Scope,
    ) -> Option<Value> {
        let mut given = std::collections::BTreeMap::new();
        let mut last: Option<(usize, Span)> = None;
        let parts = self.parts(tokens)?;
        if self.is_associated_external(fields, &parts) {
            return self.external_value(fields, &parts, scope);
        }
        for part in parts {
            let name = part.text(0);
            let field = self.named_component(fields, part)?;
            let parsed = complete(values::governed(part.skip(1)), "`,` or `}`");
            let value = self.parsed(part, parsed)?;
            let own = self.field_value(field, &value, scope)?;
            // What equals its DEFAULT has no place in canonical octets, which may be asked for soon.
            if matches!(self.values.pending_defaults.get(&field), Some(Some(_))) {
                self.settle_default(field);
            }
            let at = fields.iter().position(|other| *other == field).unwrap_or(0);
            if let Some((before, span)) = last
                && before > at
                && order == Order::Ordered
            {
                let message = format!("`{name}` comes earlier in the SEQUENCE");
                let report = syntax_graph::Diagnostic::warning("component-order", part.span(0), message)
                    .with_label(span, "before this")
                    .with_label(self.graph.fields[field].span, "defined here");
                self.report(
                    report.with_note(
                        "a value has its components in the order of the type (X.680 clause 25.18)",
                    ),
                );
            }
            last = Some((at, part.span(0)));
            if given.insert(field, own).is_some() {
                let message = format!("component `{name}` already has a value");
                self.report_mismatch(part.span(0), message, None);
                return None;
            }
        }
        let mut members = Vec::new();
        for field in fields {
            let Some(value) = given.remove(field) else {
                self.settle_default(*field);
                match &self.graph.fields[*field].presence {
                    Presence::Default(value) => {
                        let parts = value.parts();
                        let value = value.clone();
                        if !self.count_parts(parts) {
                            return None;
                        }
                        members.push((*field, value));
                    }
                    Presence::Mandatory if !self.graph.fields[*field].addition => {
                        self.missing_component(*field, tokens);
                        return None;
                    }
                    _ => {}
                }
                continue;
            };
            members.push((*field, value));
        }
        Some(Value::Structure(members))
    }

    /// The component whose name begins a part of a value.
    fn named_component(&mut self, fields: &[FieldId], part: Tokens<'a>) -> Option<FieldId> {
        let (name, span) = (part.text(0), part.span(0));
        if part.kind(0) != T::Lower {
            let first = fields.first().map(|field| self.graph.fields[*field].name.clone());
            let hint = first.map(|name| format!("write `{{ {name} ...`"));
            self.report_mismatch(span, "the name of the component is missing before its value".into(), hint);
            return None;
        }
        let field = fields.iter().copied().find(|field| self.graph.fields[*field].name == name);
        if field.is_none() {
            let message = format!("the structure has no component `{name}`");
            let known: Vec<&str> =
                fields.iter().map(|field| self.graph.fields[*field].name.as_str()).collect();
            let near = nearest(name, known.into_iter()).map(|near| format!("did you mean `{near}`?"));
            self.report_mismatch(span, message, near);
        }
        field
    }

    fn missing_component(&mut self, field: FieldId, value: Tokens<'a>) {
        let node = &self.graph.fields[field];
        let message = format!("the value has no component `{}`, which is not OPTIONAL", node.name);
        let report = syntax_graph::Diagnostic::error("value-mismatch", value.whole_span(), message)
            .with_label(node.span, "this component")
            .with_note("X.680 clause 25.18");
        self.report(report);
    }

    /// The parts of a braced list, split at its commas.
    pub fn parts(&mut self, tokens: Tokens<'a>) -> Option<Vec<Tokens<'a>>> {
        let mut parts = Vec::new();
        let (mut start, mut at) = (tokens, tokens);
        let mut depth = 0_usize;
        while !at.is_empty() {
            match at.kind(0) {
                T::LBrace => match at.group() {
                    Some((_, rest)) => {
                        at = rest;
                        continue;
                    }
                    None => {
                        let parsed = crate::asn1::parse::basics::braced(at);
                        self.parsed(at, parsed);
                        return None;
                    }
                },
                T::LParen => depth += 1,
                T::RParen => depth = depth.saturating_sub(1),
                T::Comma if depth == 0 => {
                    parts.push(start.until(at));
                    start = at.skip(1);
                }
                _ => {}
            }
            at = at.skip(1);
        }
        if !start.is_empty() {
            parts.push(start.until(at));
        }
        Some(parts)
    }
}

/// Whether a name is that of a number or item of the type itself.
fn is_item(kind: &TypeKind, name: &str) -> bool {
    let named = match kind {
        TypeKind::Scalar(Scalar::Integer(integer)) => &integer.named,
        TypeKind::Scalar(Scalar::Enumerated(enumeration)) => &enumeration.items,
        _ => return false,
    };
    named.iter().any(|(item, _)| item == name)
}
