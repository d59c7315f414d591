//! What classes and objects must keep to (X.681 clauses 9 to 12).

use super::ast::{
    AssignmentKind, Class, ClassField, ClassFieldKind, ElementSet, Elements, Setting, SyntaxItem, Value,
};
use super::context::{Lowering, Scope};
use super::objects::{ClassRef, Object, Settings};
use super::resolve::nearest;
use std::collections::BTreeMap;
use std::rc::Rc;
use syntax_graph::{Diagnostic, Span};

impl<'a> Lowering<'a> {
    /// Checks all classes, whether anything uses them or not.
    pub fn check_classes(&mut self) {
        let program = self.program;
        for (module, ast) in program.modules.iter().enumerate() {
            for assignment in ast.assignments.iter().filter(|assignment| assignment.parameters.is_empty()) {
                if let AssignmentKind::Class(class) = &assignment.kind {
                    self.check_class(class, Scope { module, env: 0 });
                }
            }
        }
    }

    fn check_class(&mut self, class: &Rc<Class<'a>>, scope: Scope) {
        let mut names: BTreeMap<&str, Span> = BTreeMap::new();
        for field in &class.fields {
            if let Some(first) = names.insert(field.name.text, field.name.span) {
                let message = format!("the class has two fields `{}`", field.name.text);
                let report = Diagnostic::error("duplicate-field", field.name.span, message);
                self.report(report.with_label(first, "first here").with_help("X.681 clause 9"));
            }
            if let ClassFieldKind::Value(ty) | ClassFieldKind::Set(ty) = &field.kind
                && self.class_of_type(ty, scope).is_none()
            {
                // What is not there is reported.
                self.strip(ty, scope);
            }
            if let (ClassFieldKind::Value(ty), Some(Setting::Value(value))) = (&field.kind, &field.default)
                && self.class_of_type(ty, scope).is_none()
            {
                self.governed_value(ty, scope, value, scope);
            }
            if field.unique && !matches!(field.kind, ClassFieldKind::Value(_)) {
                let message = format!("`{}` is no field of values of a fixed type", field.name.text);
                let report = Diagnostic::error("unique-field", field.name.span, message);
                let report = match &field.kind {
                    ClassFieldKind::Set(ty) => report.with_label(ty.span, "values of this type, several"),
                    ClassFieldKind::VariableValue(by) | ClassFieldKind::VariableSet(by) => {
                        report.with_label(by.span, "the type is that of this field")
                    }
                    _ => report,
                };
                self.report(report.with_help("UNIQUE stands with such a field alone (X.681 clause 9)"));
            }
            if field.unique && field.default.is_some() {
                let message = format!("`{}` is UNIQUE and has a default", field.name.text);
                let report = Diagnostic::error("unique-field", field.name.span, message);
                let report = match &field.default {
                    Some(Setting::Value(value)) => report.with_label(value.span, "the default"),
                    Some(Setting::Type(ty)) => report.with_label(ty.span, "the default"),
                    _ => report,
                };
                self.report(report.with_help("two objects could have it (X.681 clause 9)"));
            }
        }
        let Some(syntax) = &class.syntax else { return };
        let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
        self.check_syntax(class, syntax, false, &mut seen);
        for field in class.fields.iter().filter(|field| is_mandatory(field)) {
            if !seen.contains_key(field.name.text) {
                let message = format!("WITH SYNTAX has no place for `{}`", field.name.text);
                let mut report = Diagnostic::error("class-syntax", field.name.span, message);
                if let Some(first) = first_field(syntax) {
                    report = report.with_label(first, "the first field that it has a place for");
                }
                self.report(report.with_help(
                    "every object must set it: make it OPTIONAL, or name it there (X.681 clause 10)",
                ));
            }
        }
    }

    fn check_syntax(
        &mut self,
        class: &Rc<Class<'a>>,
        items: &[SyntaxItem<'a>],
        optional: bool,
        seen: &mut BTreeMap<&'a str, Span>,
    ) {
        for item in items {
            match item {
                SyntaxItem::Literal(_) => {}
                SyntaxItem::Optional(group) => self.check_syntax(class, group, true, seen),
                SyntaxItem::Field(name) => {
                    let field = class.fields.iter().find(|field| field.name.text == name.text);
                    let Some(field) = field else {
                        let near = nearest(name.text, class.fields.iter().map(|field| field.name.text));
                        let message = format!("the class has no field `{}`", name.text);
                        let mut report = Diagnostic::error("no-such-field", name.span, message);
                        if let Some(first) = class.fields.first() {
                            report = report.with_label(first.name.span, "the class begins here");
                        }
                        let hint = near.map(|near| format!("did you mean `{near}`?"));
                        let report = hint.into_iter().fold(report, Diagnostic::with_help);
                        self.report(report.with_help("X.681 clause 10"));
                        continue;
                    };
                    if let Some(first) = seen.insert(name.text, name.span) {
                        let message = format!("`{}` stands twice in WITH SYNTAX", name.text);
                        let report = Diagnostic::error("class-syntax", name.span, message);
                        self.report(report.with_label(first, "first here").with_help("X.681 clause 10"));
                    }
                    if optional && is_mandatory(field) {
                        let message =
                            format!("`{}` may be left out here, but every object must set it", name.text);
                        let report = Diagnostic::warning("optional-syntax", name.span, message);
                        self.report(
                            report
                                .with_label(field.name.span, "neither OPTIONAL nor DEFAULT")
                                .with_help("X.681 clause 10; objects without it are accepted"),
                        );
                    }
                }
            }
        }
    }

    /// What an object sets: each field at most once, and all that are neither OPTIONAL nor have a default.
    pub fn check_settings(&mut self, settings: &Settings<'a>, class: &ClassRef<'a>, span: Span) {
        let mut set: BTreeMap<&str, Span> = BTreeMap::new();
        for (name, _, place) in settings {
            if let Some(first) = set.insert(name, *place) {
                let message = format!("the object sets `{name}` twice");
                let report = Diagnostic::error("duplicate-setting", *place, message);
                self.report(report.with_label(first, "first here").with_help("X.681 clause 11"));
            }
        }
        // Where WITH SYNTAX lets a field out, its author is to blame, and has been told.
        let forgiven = |field: &ClassField<'a>| {
            class.class.syntax.as_ref().is_some_and(|syntax| is_optional_in(syntax, field.name.text, false))
        };
        for field in class.class.fields.iter().filter(|field| is_mandatory(field) && !forgiven(field)) {
            if !set.contains_key(field.name.text) {
                let message = format!("the object does not set `{}`", field.name.text);
                self.report(
                    Diagnostic::error("missing-setting", span, message)
                        .with_label(field.name.span, "neither OPTIONAL nor DEFAULT")
                        .with_help("X.681 clause 11"),
                );
            }
        }
    }

    /// Looks at all that an object sets, so that what is wrong is told although no message uses it.
    pub fn check_object_settings(&mut self, object: &Rc<Object<'a>>) {
        for (name, setting, _) in &object.settings {
            if let Setting::Type(ty) = setting {
                self.strip(ty, object.scope);
                continue;
            }
            let Some((governor, there)) = self.governor_of_field(object, name) else { continue };
            let class = self.class_of_type(&governor, there);
            match (setting, class) {
                (Setting::Value(value), Some(class)) => {
                    if let Some(other) = self.object(value, object.scope, Some(&class)) {
                        self.check_class_of(&class, &other.class, other.name, value.span);
                    }
                }
                (Setting::Value(value), None) => {
                    self.governed_value(&governor, there, value, object.scope);
                }
                (Setting::Set(set), None) => {
                    for value in single_values(set) {
                        self.governed_value(&governor, there, value, object.scope);
                    }
                }
                (Setting::Set(set), Some(class)) => {
                    self.governed_set(set, object.scope, &class);
                }
                _ => {}
            }
        }
    }

    /// Reports an object or set that stands where one of another class is wanted.
    pub fn check_class_of(
        &mut self,
        wanted: &ClassRef<'a>,
        found: &ClassRef<'a>,
        name: &str,
        span: Span,
    ) -> bool {
        if Rc::ptr_eq(&wanted.class, &found.class) {
            return true;
        }
        let place =
            |class: &ClassRef<'a>| class.class.fields.first().map_or(Span::none(), |field| field.name.span);
        self.report(
            Diagnostic::warning("wrong-class", span, format!("`{name}` is of another class"))
                .with_label(place(wanted), "the class that is wanted begins here")
                .with_label(place(found), "its class begins here")
                .with_help("X.681 clauses 11 and 12"),
        );
        false
    }
}

/// The values that a set lists one by one.
fn single_values<'s, 'a>(set: &'s ElementSet<'a>) -> Vec<&'s Rc<Value<'a>>> {
    let mut values = Vec::new();
    let mut waiting: Vec<&Elements<'a>> = set.root.iter().chain(&set.additions).collect();
    while let Some(elements) = waiting.pop() {
        match elements {
            Elements::Union(parts) => waiting.extend(parts),
            Elements::Value(value) => values.push(value),
            _ => {}
        }
    }
    values
}

/// Where the first field of WITH SYNTAX stands.
fn first_field(items: &[SyntaxItem<'_>]) -> Option<Span> {
    items.iter().find_map(|item| match item {
        SyntaxItem::Literal(_) => None,
        SyntaxItem::Field(field) => Some(field.span),
        SyntaxItem::Optional(group) => first_field(group),
    })
}

/// Whether every object must set the field.
fn is_mandatory(field: &ClassField<'_>) -> bool {
    !field.optional && field.default.is_none()
}

fn is_optional_in(items: &[SyntaxItem<'_>], name: &str, optional: bool) -> bool {
    items.iter().any(|item| match item {
        SyntaxItem::Literal(_) => false,
        SyntaxItem::Field(field) => optional && field.text == name,
        SyntaxItem::Optional(group) => is_optional_in(group, name, true),
    })
}
