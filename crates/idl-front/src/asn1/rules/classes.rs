//! Checks classes and the settings of objects (X.681 clauses 9 to 12).

use crate::asn1::lowering::Lowering;
use crate::asn1::names::Scope;
use crate::asn1::objects::{ClassRef, Object, Settings};
use crate::asn1::parse::ast::{
    AssignmentKind, Class, ClassField, ClassFieldKind, ElementSet, Elements, Setting, SyntaxItem, Type, Value,
};
use crate::asn1::text::tokens::Ident;
use crate::spelling::nearest;
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
                    if assignment.name.text.contains(|c: char| c.is_ascii_lowercase()) {
                        let message =
                            format!("the name of class `{}` has small letters", assignment.name.text);
                        let report = Diagnostic::warning("class-name", assignment.name.span, message);
                        self.report(report.with_note(
                            "the name is accepted; the standard wants capital letters (X.681 clause 7.1)",
                        ));
                    }
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
                self.report(
                    report
                        .with_text("defined again here")
                        .with_label(first, "first defined here")
                        .with_note("X.681 clause 9"),
                );
            }
            if let ClassFieldKind::Value(ty) | ClassFieldKind::Set(ty) = &field.kind
                && self.class_of_type(ty, scope).is_none()
            {
                // What is not there is reported.
                self.strip(ty, scope);
            }
            if let ClassFieldKind::VariableValue(by) | ClassFieldKind::VariableSet(by) = &field.kind {
                self.check_typing_field(class, scope, field, *by);
            }
            if field.unique && !matches!(field.kind, ClassFieldKind::Value(_)) {
                let message =
                    format!("`{}` is UNIQUE, but not a field for values of one fixed type", field.name.text);
                let report = Diagnostic::error("unique-field", field.name.span, message);
                let report = match &field.kind {
                    ClassFieldKind::Set(ty) => {
                        report.with_label(ty.span, "it holds several values of this type")
                    }
                    ClassFieldKind::VariableValue(by) | ClassFieldKind::VariableSet(by) => {
                        report.with_label(by.span, "the type is that of this field")
                    }
                    _ => report,
                };
                self.report(
                    report
                        .with_note("only a field for values of a fixed type can be UNIQUE (X.681 clause 9)"),
                );
            }
            if field.unique && field.default.is_some() {
                let message = format!("`{}` is both UNIQUE and has a default", field.name.text);
                let report = Diagnostic::error("unique-field", field.name.span, message);
                let report = match &field.default {
                    Some(Setting::Value(value)) => report.with_label(value.span, "the default"),
                    Some(Setting::Type(ty)) => report.with_label(ty.span, "the default"),
                    _ => report,
                };
                self.report(report.with_note("two objects could have the default value (X.681 clause 9)"));
            }
        }
        let Some(syntax) = &class.syntax else { return };
        let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
        self.check_syntax(class, syntax, false, &mut seen);
        self.check_groups(class, syntax);
        for field in class.fields.iter().filter(|field| is_mandatory(field)) {
            if !seen.contains_key(field.name.text) {
                let message = format!("WITH SYNTAX does not mention `{}`", field.name.text);
                let mut report = Diagnostic::error("class-syntax", field.name.span, message);
                if let Some(first) = first_field(syntax) {
                    report = report.with_label(first, "WITH SYNTAX begins with this field");
                }
                self.report(report.with_help(
                    "make it OPTIONAL, or add it to WITH SYNTAX: every object must set it (X.681 clause 10)",
                ));
            }
        }
    }

    /// The field that gives the type of another is a field for types, with a default where that has one.
    fn check_typing_field(
        &mut self,
        class: &Rc<Class<'a>>,
        scope: Scope,
        field: &ClassField<'a>,
        by: Ident<'a>,
    ) {
        let Some(typing) = class.fields.iter().find(|other| other.name.text == by.text) else {
            let types = class.fields.iter().filter(|other| matches!(other.kind, ClassFieldKind::Type));
            let near = nearest(by.text, types.map(|other| other.name.text));
            let message = format!("the class has no field `{}`", by.text);
            let report = Diagnostic::error("no-such-field", by.span, message)
                .with_label(field.name.span, "its type would be the type of this field");
            let hint = near.map(|near| format!("did you mean `{near}`?"));
            let report = hint.into_iter().fold(report, Diagnostic::with_help);
            return self.report(report.with_note("X.681 clause 9"));
        };
        if !matches!(typing.kind, ClassFieldKind::Type) {
            // By way of an object: `&obj.&Type` begins with a field for objects.
            let by_object = match &typing.kind {
                ClassFieldKind::Value(ty) | ClassFieldKind::Set(ty) => {
                    self.class_of_type(ty, scope).is_some()
                }
                _ => false,
            };
            if !by_object {
                let message = format!("`{}` is not a field for types", by.text);
                self.report(
                    Diagnostic::error("no-such-field", by.span, message)
                        .with_label(typing.name.span, "defined here")
                        .with_note(
                            "the type of such a value is given by a field like `&Type` (X.681 clause 9)",
                        ),
                );
            }
            return;
        }
        if field.default.is_some() && typing.default.is_none() {
            let message = format!("`{}` has a default, but its type `{}` has none", field.name.text, by.text);
            self.report(
                Diagnostic::error("class-default", field.name.span, message)
                    .with_label(typing.name.span, "the type is that of this field")
                    .with_help("give both a default, or neither: the type of a default must be known (X.681 clause 9)"),
            );
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
                SyntaxItem::Literal(word) => self.check_word(*word),
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
                        self.report(report.with_note("X.681 clause 10"));
                        continue;
                    };
                    if let Some(first) = seen.insert(name.text, name.span) {
                        let message = format!("`{}` occurs twice in WITH SYNTAX", name.text);
                        let report = Diagnostic::error("class-syntax", name.span, message);
                        self.report(
                            report
                                .with_text("used again here")
                                .with_label(first, "first used here")
                                .with_note("X.681 clause 10"),
                        );
                    }
                    if optional && is_mandatory(field) {
                        let message =
                            format!("`{}` may be left out here, but every object must set it", name.text);
                        let report = Diagnostic::warning("optional-syntax", name.span, message);
                        self.report(
                            report
                                .with_label(field.name.span, "neither OPTIONAL nor DEFAULT")
                                .with_note("objects without it are accepted (X.681 clause 10)"),
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
                self.report(
                    report
                        .with_text("set again here")
                        .with_label(first, "first set here")
                        .with_note("X.681 clause 11"),
                );
            }
        }
        // Where WITH SYNTAX lets a field out, that has been reported at the class.
        let forgiven = |field: &ClassField<'a>| {
            class.class.syntax.as_ref().is_some_and(|syntax| is_optional_in(syntax, field.name.text, false))
        };
        for field in class.class.fields.iter().filter(|field| is_mandatory(field) && !forgiven(field)) {
            if !set.contains_key(field.name.text) {
                let message = format!("the object does not set `{}`", field.name.text);
                self.report(
                    Diagnostic::error("missing-setting", span, message)
                        .with_label(field.name.span, "neither OPTIONAL nor DEFAULT")
                        .with_note("X.681 clause 11"),
                );
            }
        }
    }

    /// Looks at objects that are written in place, and at those of parameterized definitions.
    pub fn check_unnamed_objects(&mut self) {
        for object in self.objects.of_instances() {
            self.check_object_settings(&object);
        }
        // Objects in place may hold others.
        let mut at = 0;
        while let Some(object) = self.objects.placed(at) {
            self.check_object_settings(&object);
            at += 1;
        }
    }

    /// Checks all settings of an object, also if no message uses it.
    pub fn check_object_settings(&mut self, object: &Rc<Object<'a>>) {
        for (name, setting, place) in &object.settings {
            if let Setting::Type(ty) = setting {
                self.strip(ty, object.scope);
                continue;
            }
            let Some((governor, there)) = self.governor_of_field(object, name) else {
                self.check_type_is_set(object, name, *place);
                continue;
            };
            let class = self.class_of_type(&governor, there);
            match (setting, class) {
                (Setting::Set(set), Some(class)) => {
                    self.governed_set(set, object.scope, &class);
                    self.check_object_set(set, object.scope, &class, *place);
                }
                (_, class) => self.check_setting(setting, object.scope, (&governor, there), class.as_ref()),
            }
        }
    }

    /// A field that is typed by another is set together with that.
    fn check_type_is_set(&mut self, object: &Rc<Object<'a>>, name: &str, place: Span) {
        let Some(field) = object.class.field(name).cloned() else { return };
        let (ClassFieldKind::VariableValue(by) | ClassFieldKind::VariableSet(by)) = field.kind else {
            return;
        };
        if object.get(by.text).is_some() || object.class.field(by.text).is_none() {
            return;
        }
        let message = format!("the object sets `{name}`, but no type for it");
        let report = Diagnostic::error("missing-setting", place, message)
            .with_label(by.span, format!("its type is what `{}` is set to", by.text));
        self.report(report.with_help(format!("set `{}` in this object, too (X.681 clause 11)", by.text)));
    }

    /// Looks at what one field is set to.
    fn check_setting(
        &mut self,
        setting: &Setting<'a>,
        scope: Scope,
        (governor, there): (&Rc<Type<'a>>, Scope),
        class: Option<&ClassRef<'a>>,
    ) {
        match (setting, class) {
            (Setting::Value(value), Some(class)) => {
                if let Some(other) = self.object(value, scope, Some(class)) {
                    self.check_class_of(class, &other.class, other.name, value.span);
                }
            }
            (Setting::Value(value), None) => drop(self.governed_value(governor, there, value, scope)),
            (Setting::Set(set), None) => {
                for value in single_values(set) {
                    self.governed_value(governor, there, value, scope);
                }
            }
            (Setting::Set(set), Some(class)) => drop(self.governed_set(set, scope, class)),
            (Setting::Type(ty), _) => drop(self.strip(ty, scope)),
        }
    }

    /// Looks at the defaults of all classes, once types and objects are known.
    pub fn check_class_defaults(&mut self) {
        let program = self.program;
        for (module, ast) in program.modules.iter().enumerate() {
            let scope = Scope { module, env: 0 };
            for assignment in ast.assignments.iter().filter(|assignment| assignment.parameters.is_empty()) {
                let AssignmentKind::Class(class) = &assignment.kind else { continue };
                for field in &class.fields {
                    let Some(default) = &field.default else { continue };
                    let default_type = |by: &Ident<'a>| {
                        let typing = class.fields.iter().find(|other| other.name.text == by.text)?;
                        match &typing.default {
                            Some(Setting::Type(ty)) => Some(Rc::clone(ty)),
                            _ => None,
                        }
                    };
                    let governor = match &field.kind {
                        ClassFieldKind::Value(ty) | ClassFieldKind::Set(ty) => Some(Rc::clone(ty)),
                        ClassFieldKind::VariableValue(by) | ClassFieldKind::VariableSet(by) => {
                            default_type(by)
                        }
                        ClassFieldKind::Type => None,
                    };
                    if let Setting::Type(ty) = default {
                        self.strip(ty, scope);
                    } else if let Some(governor) = governor {
                        let own = self.class_of_type(&governor, scope);
                        self.check_setting(default, scope, (&governor, scope), own.as_ref());
                    }
                }
            }
        }
    }

    /// An object that another name is given to is of the class that the name has.
    pub fn check_named_object(
        &mut self,
        wanted: &ClassRef<'a>,
        found: &Rc<Object<'a>>,
        governor: Span,
        value: Span,
    ) -> bool {
        if wanted.definition == found.class.definition {
            return true;
        }
        let report = Diagnostic::error("governor-mismatch", value, "this is an object of another class")
            .with_label(governor, "the expected class")
            .with_label(found.span, "this object");
        self.report(report.with_note("X.681 clause 11"));
        false
    }

    /// Reports an object or set that stands where one of another class is wanted.
    pub fn check_class_of(
        &mut self,
        wanted: &ClassRef<'a>,
        found: &ClassRef<'a>,
        name: &str,
        span: Span,
    ) -> bool {
        if wanted.definition == found.definition {
            return true;
        }
        let place =
            |class: &ClassRef<'a>| class.class.fields.first().map_or(Span::none(), |field| field.name.span);
        self.report(
            Diagnostic::warning("wrong-class", span, format!("`{name}` is of another class"))
                .with_label(place(wanted), "the expected class begins here")
                .with_label(place(found), "its class begins here")
                .with_note("X.681 clauses 11 and 12"),
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
