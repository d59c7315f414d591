//! Turns constraints as written into constraints of the graph (X.680 clauses 49 to 51, X.682).
//!
//! Lowering only notes constraints. Their values have a meaning once all types, tags and defaults are known.

use crate::asn1::constraints::patterns::Pattern;
use crate::asn1::constraints::time_settings::Settings;
use crate::asn1::constraints::time_texts::texts;
use crate::asn1::lowering::Lowering;
use crate::asn1::names::resolve::Found;
use crate::asn1::names::{Actual, Scope, Symbol};
use crate::asn1::parse::ast::{self, ElementSet, Elements, Type, TypeKind, Value, ValueKind};
use crate::asn1::text::tokens::{TokenKind as T, Tokens};
use crate::asn1::types::{Holder, Step};
use crate::spelling::nearest;
use num_bigint::BigInt;
use std::rc::Rc;
use syntax_graph::constraint::{self as graph, ComponentConstraint, ValueRange};
use syntax_graph::{CharKind, Diagnostic, Scalar, SizeRange, Span, TypeId};

/// What the values in a constraint are.
#[derive(Clone, Copy, Debug)]
pub enum Governor {
    /// Those of this type.
    Type(TypeId),
    /// The characters of a string type, inside FROM.
    Characters(TypeId),
    /// Sizes.
    Size,
}

impl<'a> Lowering<'a> {
    /// Evaluates the noted constraints.
    pub fn resolve_constraints(&mut self) {
        let mut copies = Vec::new();
        for noted in std::mem::take(&mut self.constraints.noted) {
            let governor = Governor::Type(noted.governor);
            let mut list = Vec::new();
            for (constraints, scope) in noted.levels.iter().rev() {
                for constraint in constraints {
                    list.push(self.constraint(&constraint.set, constraint.span, governor, *scope));
                }
            }
            *self.constraints_of(noted.holder) = list;
            if noted.copy {
                copies.push((noted.holder, noted.governor));
            }
        }
        // What a copy is of may be defined behind it.
        for (holder, governor) in copies {
            if !self.graph.constraints_of_type(governor).is_empty() {
                self.constraints_of(holder).insert(0, including(governor));
            }
        }
    }

    fn constraints_of(&mut self, holder: Holder) -> &mut Vec<graph::Constraint> {
        match holder {
            Holder::Definition(id) => self.graph.constraints.types.entry(id).or_default(),
            Holder::Field(field) => self.graph.constraints.fields.entry(field).or_default(),
        }
    }

    fn constraint(
        &mut self,
        set: &ElementSet<'a>,
        span: Span,
        governor: Governor,
        scope: Scope,
    ) -> graph::Constraint {
        let mut part = |elements: &Option<Elements<'a>>| {
            let elements = elements.as_ref()?;
            let found = self.deeper(|own| own.elements(elements, span, governor, scope));
            Some(found.unwrap_or(graph::Elements::Unknown))
        };
        let (root, additions) = (part(&set.root), part(&set.additions));
        self.rules.note_exception(set.exception.as_ref(), scope);
        if root.is_none() && set.extensible {
            let report = Diagnostic::error("extension-root", span, "no constraint precedes `...`");
            self.report(
                report.with_help("write a constraint before `...`: `(0..5, ...)` (X.680 clause 50.1)"),
            );
        }
        graph::Constraint { root, extensible: set.extensible, additions, span }
    }

    fn inner(
        &mut self,
        inner: &ast::Constraint<'a>,
        governor: Governor,
        scope: Scope,
    ) -> Box<graph::Constraint> {
        Box::new(self.constraint(&inner.set, inner.span, governor, scope))
    }

    fn elements(
        &mut self,
        elements: &Elements<'a>,
        span: Span,
        governor: Governor,
        scope: Scope,
    ) -> graph::Elements {
        use graph::Elements as G;
        match elements {
            Elements::Union(parts) => {
                G::Union(parts.iter().map(|part| self.elements(part, span, governor, scope)).collect())
            }
            Elements::Intersection(parts) => {
                G::Intersection(parts.iter().map(|part| self.elements(part, span, governor, scope)).collect())
            }
            Elements::Except(base, excluded) => G::Except(
                Box::new(self.elements(base, span, governor, scope)),
                Box::new(self.elements(excluded, span, governor, scope)),
            ),
            Elements::AllExcept(inner) => G::AllExcept(Box::new(self.elements(inner, span, governor, scope))),
            Elements::Nested(set) => G::Nested(Box::new(self.constraint(set, span, governor, scope))),
            Elements::Value(value) => self.governed(value, governor, scope).map_or(G::Unknown, G::Value),
            Elements::Range(range) => self.range(range, governor, scope),
            Elements::Size(inner) => {
                self.expect(governor, span, "SIZE", "X.680 clause 51.5", is_sized);
                G::Size(self.inner(inner, Governor::Size, scope))
            }
            Elements::From(inner) => {
                if !self.expect(governor, span, "FROM", "X.680 clause 51.7", is_characters) {
                    return G::Unknown;
                }
                let within = match governor {
                    Governor::Type(ty) => Governor::Characters(ty),
                    other => other,
                };
                let characters = self.inner(inner, within, scope);
                self.check_characters(&characters, governor);
                G::From(characters)
            }
            Elements::Type(ty) => {
                let included = self.included(ty, span, governor, scope);
                self.check_included(&included, ty.span, governor);
                included
            }
            Elements::Braced(tokens, at) => self.braced_element(*tokens, !at.is_empty(), governor, scope),
            Elements::Pattern(text) => {
                self.expect(governor, span, "PATTERN", "X.680 clause 51.9", is_characters);
                self.pattern(text, scope)
            }
            Elements::Settings(text) => {
                self.expect(governor, span, "SETTINGS", "X.680 clause 51.10", |kind| {
                    matches!(kind, syntax_graph::TypeKind::Scalar(Scalar::Time(_)))
                });
                self.settings(text, scope)
            }
            Elements::Contents(ty, by) => {
                self.expect(governor, span, "CONTAINING", "X.682 clause 11.2", |kind| {
                    matches!(
                        kind,
                        syntax_graph::TypeKind::Scalar(Scalar::BitString { .. } | Scalar::OctetString { .. })
                    )
                });
                self.check_contents(governor, span);
                self.contents(ty.as_ref(), by.as_ref(), scope)
            }
            Elements::Component(inner) => self.component(inner, span, governor, scope),
            Elements::Components(partial, components) => {
                self.components(*partial, components, span, governor, scope)
            }
            Elements::UserDefined(tokens) => G::UserDefined(words(*tokens)),
        }
    }

    /// PATTERN, with its regular expression.
    fn pattern(&mut self, text: &Rc<Value<'a>>, scope: Scope) -> graph::Elements {
        let pattern = self.text(text, scope);
        let mut expression = None;
        if let Some(syntax_graph::Value::Chars(octets)) = &pattern {
            let written = self.followed(text, scope).map_or(text.span, |(written, _)| written.span);
            let text_of: Vec<char> = String::from_utf8_lossy(octets).chars().collect();
            let parsed = Pattern::parse(&text_of);
            if let Ok(pattern) = &parsed {
                expression = pattern.expression().map(str::to_owned);
            } else if let Err(fault) = parsed {
                let message = format!("this is not a regular expression: {}", fault.message);
                let mut report = Diagnostic::error("pattern", written, message);
                if written != text.span {
                    report = report.with_label(text.span, "used as a pattern here");
                }
                let report = fault.help.into_iter().fold(report, Diagnostic::with_help);
                self.report(report.with_note("X.680 clause 51.9 and annex A"));
            }
        }
        graph::Elements::Pattern { text: pattern, expression }
    }

    /// SETTINGS, with the regular expression of the texts that have them.
    fn settings(&mut self, text: &Rc<Value<'a>>, scope: Scope) -> graph::Elements {
        match self.text(text, scope) {
            Some(syntax_graph::Value::Chars(octets)) => {
                let settings = String::from_utf8_lossy(&octets).into_owned();
                let parsed = Settings::parse(&settings);
                let expression = parsed.as_ref().ok().map(texts);
                if let Err((fault, words)) = parsed {
                    let places = self.places_in(text.span, &settings, &words);
                    let place = places.first().copied().unwrap_or(text.span);
                    let mut report = Diagnostic::error("settings", place, fault);
                    for other in places.iter().skip(1) {
                        report = report.with_label(*other, "not with this");
                    }
                    self.report(report.with_help(
                        "write settings like `Basic=Date Date=YMD Year=Basic` (X.680 clauses 38.2 and 51.10)",
                    ));
                }
                graph::Elements::Settings { text: settings, expression }
            }
            _ => graph::Elements::Unknown,
        }
    }

    /// CONTAINING and ENCODED BY.
    fn contents(
        &mut self,
        ty: Option<&Rc<ast::Type<'a>>>,
        by: Option<&Rc<Value<'a>>>,
        scope: Scope,
    ) -> graph::Elements {
        let contained = ty.and_then(|ty| {
            let known = self.constraints.contents(ty.id, scope);
            known.or_else(|| self.named_type(ty, scope))
        });
        let encoded_by = by.and_then(|by| {
            self.within(by.span, "X.680 clause 32.3", |own| {
                own.scalar_value(&Scalar::ObjectIdentifier, by, scope)
            })
        });
        graph::Elements::Contents { contained, encoded_by }
    }

    /// WITH COMPONENT.
    fn component(
        &mut self,
        inner: &ast::Constraint<'a>,
        span: Span,
        governor: Governor,
        scope: Scope,
    ) -> graph::Elements {
        let Governor::Type(ty) = governor else { return graph::Elements::Unknown };
        match self.graph.kind(ty) {
            syntax_graph::TypeKind::Array(array) => {
                let element = Governor::Type(self.graph.fields[array.element].target);
                graph::Elements::Component(self.inner(inner, element, scope))
            }
            _ => {
                self.expect(governor, span, "WITH COMPONENT", "X.680 clause 51.8", |_| false);
                graph::Elements::Unknown
            }
        }
    }

    /// A value of the governor.
    fn governed(
        &mut self,
        value: &Rc<Value<'a>>,
        governor: Governor,
        scope: Scope,
    ) -> Option<syntax_graph::Value> {
        match governor {
            Governor::Size => {
                let size =
                    self.within(value.span, "X.680 clause 51.5", |own| own.integer(value, scope, &[]))?;
                if size < BigInt::from(0) {
                    let report =
                        Diagnostic::error("negative-size", value.span, format!("{size} is not a size"));
                    self.report(report.with_note("a size is at least 0 (X.680 clause 51.5)"));
                    return None;
                }
                Some(syntax_graph::Value::Integer(size))
            }
            Governor::Type(ty)
                if matches!(value.kind, ValueKind::Number { .. }) && is_sized(self.graph.kind(ty)) =>
            {
                let place = self.graph.types[self.graph.resolve(ty)].span;
                let report =
                    Diagnostic::error("value-mismatch", value.span, "a number is not a value of this type");
                let report = report.with_label(place, "this type");
                self.report(report.with_help("write a size as `(SIZE (5))` (X.680 clause 51.5)"));
                None
            }
            // The characters of FROM are no identifier, though the type's values are.
            Governor::Characters(ty) if self.iri_of(ty).is_some() => {
                let any =
                    Scalar::Characters { kind: CharKind::Utf8, size: SizeRange::default(), alphabet: None };
                self.scalar_value(&any, value, scope)
            }
            Governor::Type(ty) | Governor::Characters(ty) => self.graph_value(ty, value, scope),
        }
    }

    fn range(&mut self, range: &ast::Range<'a>, governor: Governor, scope: Scope) -> graph::Elements {
        let span = range.lower.span.to(range.upper.span);
        // Ranges of characters are for FROM alone (X.680 clause 51.4).
        let in_from = matches!(governor, Governor::Characters(_));
        let ordered = |kind: &syntax_graph::TypeKind| match kind {
            syntax_graph::TypeKind::Scalar(Scalar::Characters { .. }) => in_from,
            syntax_graph::TypeKind::Scalar(scalar) => {
                matches!(scalar, Scalar::Integer(_) | Scalar::Real | Scalar::Time(_))
            }
            _ => false,
        };
        if !self.expect(governor, span, "a range", "X.680 clause 51.4", ordered) {
            return graph::Elements::Unknown;
        }
        if matches!(range.lower.kind, ValueKind::Max) || matches!(range.upper.kind, ValueKind::Min) {
            // Alone they are one value, which the parent type knows.
            if range.lower.span != range.upper.span {
                let message = "MIN is not the lower end of the range, or MAX not its upper end";
                let report = Diagnostic::error("range-ends", span, message);
                self.report(report.with_help("exchange the ends: `MIN..MAX` (X.680 clause 51.4)"));
            }
            return graph::Elements::Unknown;
        }
        let mut end = |value: &Rc<Value<'a>>| match value.kind {
            ValueKind::Min | ValueKind::Max => Some(None),
            _ => self.governed(value, governor, scope).map(Some),
        };
        match (end(&range.lower), end(&range.upper)) {
            (Some(lower), Some(upper)) => graph::Elements::Range(ValueRange {
                lower,
                lower_open: range.lower_open,
                upper,
                upper_open: range.upper_open,
            }),
            _ => graph::Elements::Unknown,
        }
    }

    /// A contained subtype, or a value set.
    fn included(
        &mut self,
        ty: &Rc<Type<'a>>,
        span: Span,
        governor: Governor,
        scope: Scope,
    ) -> graph::Elements {
        if let TypeKind::Reference(reference) = &ty.kind
            && let Some(binding) = self.names.binding(reference.name.text, scope)
            && let Actual::Set(set, there) = binding.actual.clone()
        {
            return graph::Elements::Nested(Box::new(self.constraint(&set, span, governor, there)));
        }
        if let Some(id) = self.named_type(ty, scope) {
            return graph::Elements::Includes(id);
        }
        match &ty.kind {
            TypeKind::Field(..) => match self.step(ty, scope) {
                Step::Inline { values: Some((set, home)), .. } => {
                    graph::Elements::Nested(Box::new(self.constraint(&set, span, governor, home)))
                }
                _ => graph::Elements::Table(self.shown(ty)),
            },
            TypeKind::Reference(reference)
                if matches!(self.symbol(reference, scope, "type or set"), Symbol::Poisoned) =>
            {
                graph::Elements::Unknown
            }
            _ => {
                // A type in place is as its constraints say.
                let levels = self.strip(ty, scope).levels;
                let mut parts = Vec::new();
                for (constraints, there) in levels.iter().rev() {
                    for inner in constraints {
                        parts.push(graph::Elements::Nested(self.inner(inner, governor, *there)));
                    }
                }
                graph::Elements::Intersection(parts)
            }
        }
    }

    fn shown(&self, ty: &Type<'a>) -> String {
        match &ty.kind {
            TypeKind::Field(reference, path) => {
                let path: String = path.iter().map(|field| format!(".{}", field.text)).collect();
                format!("{}{path}", reference.name.text)
            }
            _ => String::new(),
        }
    }

    /// `{...}`: a table constraint, or a value with braces.
    fn braced_element(
        &mut self,
        tokens: Tokens<'a>,
        relation: bool,
        governor: Governor,
        scope: Scope,
    ) -> graph::Elements {
        let table = || graph::Elements::Table(format!("{{{}}}", words(tokens)));
        if relation || matches!(tokens.kind(0), T::Upper | T::Dots3) {
            return table();
        }
        // Objects and values look alike: what is no value of the governor is taken for an object set.
        let value = Rc::new(Value { kind: ValueKind::Braced(tokens), span: tokens.whole_span() });
        let (found, findings) = self.aside(|own| own.governed(&value, governor, scope));
        if tokens.kind(0) == T::Number {
            self.findings.keep(findings);
        }
        found.map_or_else(table, graph::Elements::Value)
    }

    fn text(&mut self, text: &Rc<Value<'a>>, scope: Scope) -> Option<syntax_graph::Value> {
        let any = Scalar::Characters { kind: CharKind::Utf8, size: SizeRange::default(), alphabet: None };
        self.within(text.span, "X.680 clause 51.9", |own| own.scalar_value(&any, text, scope))
    }

    /// Where parts of a string stand, which is written in place as it is.
    fn places_in(&self, written: Span, string: &str, parts: &[&str]) -> Vec<Span> {
        let source = self.program.sources.iter().find(|source| source.file == Some(written.file));
        let text = source.and_then(|source| source.text.get(written.range()));
        if text.is_none_or(|text| text != format!("\"{string}\"")) {
            return Vec::new();
        }
        let place = |part: &&str| {
            let start = written.range().start + 1 + (part.as_ptr().addr() - string.as_ptr().addr());
            Span::new(written.file, start, start + part.len())
        };
        parts.iter().map(place).collect()
    }

    /// The structure that a REAL is constrained as (X.680 clause 21.5).
    pub fn real_components(&mut self) -> Option<TypeId> {
        let Found::Entity(entity) = self.program.find(self.program.builtin(), "REAL-COMPONENTS") else {
            return None;
        };
        Some(self.definition(entity, 0))
    }

    fn components(
        &mut self,
        partial: bool,
        components: &[ast::ComponentConstraint<'a>],
        span: Span,
        governor: Governor,
        scope: Scope,
    ) -> graph::Elements {
        let structured = |kind: &syntax_graph::TypeKind| {
            matches!(
                kind,
                syntax_graph::TypeKind::Structure(_)
                    | syntax_graph::TypeKind::Union(_)
                    | syntax_graph::TypeKind::Scalar(Scalar::Real)
            )
        };
        if !self.expect(governor, span, "WITH COMPONENTS", "X.680 clause 51.8", structured) {
            return graph::Elements::Unknown;
        }
        let Governor::Type(ty) = governor else { return graph::Elements::Unknown };
        let mut ty = self.graph.resolve(ty);
        if matches!(self.graph.types[ty].kind, syntax_graph::TypeKind::Scalar(Scalar::Real)) {
            let Some(components) = self.real_components() else { return graph::Elements::Unknown };
            ty = components;
        }
        let mut found = Vec::new();
        let mut named = Vec::new();
        for component in components {
            let name = component.name;
            let mut fields = self.graph.fields_of(ty).iter().copied();
            let Some(field) = fields.find(|field| self.graph.fields[*field].name == name.text) else {
                let message = format!("the type has no component `{}`", name.text);
                let mut report = Diagnostic::error("no-component", name.span, message)
                    .with_label(self.graph.types[ty].span, "this type");
                let known =
                    self.graph.fields_of(ty).iter().map(|field| self.graph.fields[*field].name.as_str());
                if let Some(near) = nearest(name.text, known) {
                    report = report.with_help(format!("did you mean `{near}`?"));
                }
                self.report(report.with_note("X.680 clause 51.8"));
                continue;
            };
            let target = Governor::Type(self.graph.fields[field].target);
            let inner = component.constraint.as_ref();
            let constraint = inner.map(|inner| *self.inner(inner, target, scope));
            found.push(ComponentConstraint { field, constraint, presence: component.presence });
            named.push(name.span);
        }
        self.check_presences(ty, &found, &named);
        graph::Elements::Components { partial, components: found }
    }

    /// Whether a constraint is one for its governor; says so where it is not. What could not be resolved is no reason to.
    fn expect(
        &mut self,
        governor: Governor,
        span: Span,
        what: &str,
        clause: &str,
        fits: impl Fn(&syntax_graph::TypeKind) -> bool,
    ) -> bool {
        let (Governor::Type(ty) | Governor::Characters(ty)) = governor else {
            return matches!(what, "a range");
        };
        let ty = self.graph.resolve(ty);
        if self.types.is_failed(ty) || fits(&self.graph.types[ty].kind) {
            return !self.types.is_failed(ty);
        }
        let message = format!("{what} does not apply to this type");
        let report = Diagnostic::warning("constraint-kind", span, message)
            .with_label(self.graph.types[ty].span, "this type")
            .with_note(format!("the constraint is ignored ({clause})"));
        self.report(match what {
            "a range" if is_sized(&self.graph.types[ty].kind) => {
                report.with_help("write a size as `(SIZE (1..5))`")
            }
            "SIZE" => {
                report.with_help("write the size of a list before its elements: `SEQUENCE (SIZE (1..5)) OF`")
            }
            _ => report,
        });
        false
    }
}

/// Whether a type's values have sizes.
fn is_sized(kind: &syntax_graph::TypeKind) -> bool {
    match kind {
        syntax_graph::TypeKind::Array(_) => true,
        syntax_graph::TypeKind::Scalar(scalar) => matches!(
            scalar,
            Scalar::BitString { .. } | Scalar::OctetString { .. } | Scalar::Characters { .. }
        ),
        _ => false,
    }
}

fn is_characters(kind: &syntax_graph::TypeKind) -> bool {
    matches!(kind, syntax_graph::TypeKind::Scalar(Scalar::Characters { .. }))
}

fn words(tokens: Tokens<'_>) -> String {
    tokens.words().collect::<Vec<_>>().join(" ")
}

/// The constraint that a copy of a type begins with: the values of that type.
fn including(ty: TypeId) -> graph::Constraint {
    let root = Some(graph::Elements::Includes(ty));
    graph::Constraint { root, extensible: false, additions: None, span: Span::none() }
}
