//! Finds classes and objects by their notation, and types and values in their fields (X.681 clauses 11, 14 and 15).

use crate::asn1::lowering::{Lowering, MAX_CHAIN};
use crate::asn1::names::resolve::{Entity, Found};
use crate::asn1::names::{Actual, Binding, Scope, Symbol};
use crate::asn1::objects::ClassRef;
use crate::asn1::objects::FieldMeaning;
use crate::asn1::objects::Object;
use crate::asn1::parse::ast::{
    AssignmentKind, ClassField, ClassFieldKind, ElementSet, Elements, Reference, Setting, Type, TypeKind,
    Value, ValueKind,
};
use crate::asn1::text::tokens::Ident;
use std::collections::BTreeMap;
use std::rc::Rc;
use syntax_graph::{Diagnostic, Span};

/// Its beginnings are names of sets of values, one a scope that objects are written in.
const SCOPE_NAMES: &str = "################################################################";

impl<'a> Lowering<'a> {
    /// Returns the class that a name stands for; none, without a report, if it is not a class.
    pub fn class_of(&mut self, reference: &Reference<'a>, scope: Scope) -> Option<ClassRef<'a>> {
        let (mut reference, mut scope) = (reference.clone(), scope);
        for _ in 0..MAX_CHAIN {
            let name = reference.name.text;
            let found = match reference.module {
                Some(module) => self.program.find_external(scope.module, module.text, name),
                None => self.program.find(scope.module, name),
            };
            let known = matches!(found, Found::Entity(_))
                || self.names.binding(name, scope).is_some()
                || self.program.forgotten(scope.module, name).is_some();
            if !known {
                return None;
            }
            let ty = match self.symbol(&reference, scope, "class") {
                Symbol::Actual(Actual::Type(ty, there)) => {
                    scope = there;
                    ty
                }
                Symbol::Entity(entity, env) => {
                    scope = Scope { module: entity.module, env };
                    match &self.program.assignment(entity).kind {
                        AssignmentKind::Class(class) => {
                            return Some(ClassRef { class: Rc::clone(class), definition: entity, scope });
                        }
                        AssignmentKind::Type(ty) => Rc::clone(ty),
                        _ => return None,
                    }
                }
                _ => return None,
            };
            match &ty.kind {
                TypeKind::Reference(next) if ty.tags.is_empty() => reference = next.clone(),
                _ => return None,
            }
        }
        None
    }

    /// What `CLASS.&a.&b`, `object.&Type` or `Set.&id` means as a type.
    pub fn field_meaning(
        &mut self,
        reference: &Reference<'a>,
        path: &[Ident<'a>],
        scope: Scope,
    ) -> Option<FieldMeaning<'a>> {
        let (last, before) = path.split_last()?;
        let value = Value { kind: ValueKind::Reference(reference.clone()), span: reference.name.span };
        let of_object = reference.name.text.starts_with(|c: char| c.is_ascii_lowercase());
        // `object.&Set.&id`: by way of a set there are several.
        let by_set = before.iter().any(|step| step.text[1..].starts_with(|c: char| c.is_ascii_uppercase()));
        if of_object && !by_set {
            let object = self.object_by_path(&Rc::new(value), before, scope)?;
            return match object.get(last.text) {
                Some((Setting::Type(ty), scope)) => Some(FieldMeaning::Fixed { ty, scope, values: None }),
                Some((Setting::Set(set), there)) => {
                    let (ty, scope) = self.governor_of_field(&object, last.text)?;
                    Some(FieldMeaning::Fixed { ty, scope, values: Some((set, there)) })
                }
                _ => {
                    self.report(
                        Diagnostic::error(
                            "no-such-field",
                            last.span,
                            format!("the object sets no type `{}`", last.text),
                        )
                        .with_label(object.span, "this object")
                        .with_note("X.681 clause 15"),
                    );
                    None
                }
            };
        }
        let mut of_objects = of_object;
        let mut class = match self.class_of(reference, scope) {
            _ if of_object => self.object(&Rc::new(value), scope, None)?.class.clone(),
            Some(class) => class,
            None => {
                of_objects = true;
                self.class_of_set(reference, scope)?
            }
        };
        let outer = class.clone();
        for step in before {
            let field = self.class_field(&class, *step)?;
            let (ClassFieldKind::Value(ty) | ClassFieldKind::Set(ty)) = &field.kind else {
                self.no_class_field(*step, field.name.span, "defined here");
                return None;
            };
            let Some(next) = self.class_of_type(ty, class.scope) else {
                self.no_class_field(*step, field.name.span, "defined here");
                return None;
            };
            class = next;
        }
        let field = self.class_field(&class, *last)?;
        match &field.kind {
            ClassFieldKind::Value(ty) | ClassFieldKind::Set(ty) => {
                if self.class_of_type(ty, class.scope).is_some() {
                    self.report(
                        Diagnostic::error(
                            "not-a-type",
                            last.span,
                            format!("`{}` is a field that holds objects, not a type", last.text),
                        )
                        .with_label(field.name.span, "defined here")
                        .with_note("X.681 clauses 9 and 14"),
                    );
                    return None;
                }
                let values =
                    if of_objects { self.values_of_objects(reference, path, scope, &outer) } else { None };
                Some(FieldMeaning::Fixed { ty: Rc::clone(ty), scope: class.scope, values })
            }
            _ => Some(FieldMeaning::Open { field: field.name.text, class }),
        }
    }

    /// The type that governs a field of an object: that of its class, or what the object itself sets for it.
    pub fn governor_of_field(&mut self, object: &Object<'a>, field: &str) -> Option<(Rc<Type<'a>>, Scope)> {
        match &object.class.field(field)?.kind {
            ClassFieldKind::Value(ty) | ClassFieldKind::Set(ty) => Some((Rc::clone(ty), object.class.scope)),
            ClassFieldKind::VariableValue(by) | ClassFieldKind::VariableSet(by) => {
                match object.get(by.text)? {
                    (Setting::Type(ty), there) => Some((ty, there)),
                    _ => None,
                }
            }
            ClassFieldKind::Type => None,
        }
    }

    /// `Set.&id` as a value set (X.681 clause 15): all that its objects set. Values of different scopes are bound to names of
    /// their own, one a scope.
    fn values_of_objects(
        &mut self,
        reference: &Reference<'a>,
        path: &[Ident<'a>],
        scope: Scope,
        class: &ClassRef<'a>,
    ) -> Option<(Rc<ElementSet<'a>>, Scope)> {
        let (last, before) = path.split_last()?;
        let objects = self.objects_by_field(reference, before, scope, class);
        let mut groups: BTreeMap<Scope, Vec<Elements<'a>>> = BTreeMap::new();
        for object in &objects {
            let Some((setting, there)) = object.get(last.text) else { continue };
            let part = match setting {
                Setting::Value(value) => Elements::Value(value),
                Setting::Set(set) => Elements::Nested(Box::new((*set).clone())),
                Setting::Type(_) => continue,
            };
            groups.entry(there).or_default().push(part);
        }
        let set = |parts| ElementSet { root: Some(Elements::Union(parts)), ..ElementSet::default() };
        if groups.len() <= 1 {
            let (home, parts) = groups.pop_first()?;
            return Some((Rc::new(set(parts)), home));
        }
        let (mut bindings, mut parts) = (Vec::new(), Vec::new());
        for (at, (there, group)) in groups.into_iter().enumerate() {
            // Names that no text can have, which differ in their lengths.
            let name = SCOPE_NAMES.get(..=at)?;
            let actual = Actual::Set(Rc::new(set(group)), there);
            let (key, display) = (name.to_owned(), name.to_owned());
            bindings.push(Binding { name, actual, governor: None, key, display });
            let ident = Ident { text: name, span: last.span };
            let kind = TypeKind::Reference(Reference { module: None, name: ident, arguments: None });
            let ty = Type::plain(self.program.nodes.fresh(), kind, last.span);
            parts.push(Elements::Type(Rc::new(ty)));
        }
        let env = self.nested_env(bindings, scope, *last, Span::none())?;
        Some((Rc::new(set(parts)), Scope { module: scope.module, env }))
    }

    fn no_class_field(&mut self, name: Ident<'a>, place: Span, why: &str) {
        let message = format!("`{}` is not a field that holds objects", name.text);
        let report = Diagnostic::error("no-such-field", name.span, message);
        self.report(report.with_label(place, why).with_note("X.681 clause 14"));
    }

    fn class_field(&mut self, class: &ClassRef<'a>, name: Ident<'a>) -> Option<ClassField<'a>> {
        let field = class.field(name.text).cloned();
        if field.is_none() {
            let fields = class.class.fields.iter().map(|field| field.name.text);
            let near = crate::spelling::nearest(name.text, fields);
            let mut report = Diagnostic::error(
                "no-such-field",
                name.span,
                format!("the class has no field `{}`", name.text),
            );
            if let Some(first) = class.class.fields.first() {
                report = report.with_label(first.name.span, "the class begins here");
            }
            if let Some(near) = near {
                report = report.with_help(format!("did you mean `{near}`?"));
            }
            self.report(report.with_note("X.681 clause 9"));
        }
        field
    }

    /// The class that governs an object set; what is neither class nor set is reported.
    fn class_of_set(&mut self, reference: &Reference<'a>, scope: Scope) -> Option<ClassRef<'a>> {
        let name = reference.name;
        let message = format!("`{}` is not a class", name.text);
        let mut report = Diagnostic::error("not-a-class", name.span, message);
        match self.symbol(reference, scope, "class") {
            Symbol::Entity(entity, env) => {
                if let AssignmentKind::Set { governor, .. } = &self.program.assignment(entity).kind {
                    let class = self.class_of_type(governor, Scope { module: entity.module, env });
                    if class.is_some() {
                        return class;
                    }
                }
                let assignment = self.program.assignment(entity);
                if matches!(assignment.kind, AssignmentKind::Broken) {
                    return None;
                }
                report = report.with_label(assignment.name.span, "defined here");
            }
            Symbol::Poisoned => return None,
            Symbol::Actual(Actual::Type(ty, _)) => {
                report =
                    report.with_label(ty.span, "its actual parameter is this type, but a class is expected");
            }
            Symbol::Actual(_) => {}
        }
        self.report(report.with_note("only classes and object sets have fields (X.681 clause 14)"));
        None
    }

    /// An object by a value notation, followed through fields that hold objects.
    fn object_by_path(
        &mut self,
        value: &Rc<Value<'a>>,
        path: &[Ident<'a>],
        scope: Scope,
    ) -> Option<Rc<Object<'a>>> {
        let mut object = self.object(value, scope, None)?;
        for step in path {
            object = match object.get(step.text) {
                Some((Setting::Value(value), there)) => {
                    let class = object.class.field(step.text).cloned();
                    let governor = match class.map(|field| field.kind) {
                        Some(ClassFieldKind::Value(ty)) => self.class_of_type(&ty, object.class.scope),
                        _ => None,
                    };
                    self.object(&value, there, governor.as_ref())?
                }
                _ => {
                    match object.class.field(step.text) {
                        Some(_) => {
                            let message = format!("the object does not set `{}`", step.text);
                            let report = Diagnostic::error("no-such-field", step.span, message);
                            let report = report.with_label(object.span, "this object");
                            self.report(report.with_note("X.681 clause 15"));
                        }
                        None => self.no_class_field(*step, object.span, "this object"),
                    }
                    return None;
                }
            };
        }
        Some(object)
    }

    /// The value `object.&a.&id`, with its scope.
    pub fn value_field(
        &mut self,
        reference: &Reference<'a>,
        path: &[Ident<'a>],
        scope: Scope,
        span: Span,
    ) -> Option<(Rc<Value<'a>>, Scope)> {
        let (last, before) = path.split_last()?;
        let value = Rc::new(Value { kind: ValueKind::Reference(reference.clone()), span });
        let object = self.object_by_path(&value, before, scope)?;
        match object.get(last.text) {
            Some((Setting::Value(value), there)) => Some((value, there)),
            _ => {
                self.report(
                    Diagnostic::error(
                        "no-such-field",
                        last.span,
                        format!("the object sets no value `{}`", last.text),
                    )
                    .with_label(object.span, "this object")
                    .with_note("X.681 clause 15"),
                );
                None
            }
        }
    }

    /// The object that a notation stands for. `class`: what governs it, where it is written in place.
    pub fn object(
        &mut self,
        value: &Rc<Value<'a>>,
        scope: Scope,
        class: Option<&ClassRef<'a>>,
    ) -> Option<Rc<Object<'a>>> {
        self.deeper(|own| own.object_inner(value, scope, class))?
    }

    fn object_inner(
        &mut self,
        value: &Rc<Value<'a>>,
        scope: Scope,
        class: Option<&ClassRef<'a>>,
    ) -> Option<Rc<Object<'a>>> {
        match &value.kind {
            ValueKind::Braced(tokens) => {
                let class = class?;
                self.object_in_place(*tokens, scope, class)
            }
            ValueKind::Field(reference, path) => {
                let object = self.object_by_path(
                    &Rc::new(Value { kind: ValueKind::Reference(reference.clone()), span: value.span }),
                    path,
                    scope,
                )?;
                Some(object)
            }
            ValueKind::Reference(reference) => match self.symbol(reference, scope, "object") {
                Symbol::Actual(Actual::Value(actual, there)) => {
                    let own = if class.is_none() { self.class_of_dummy(reference, scope) } else { None };
                    self.object(&actual, there, class.or(own.as_ref()))
                }
                Symbol::Entity(entity, env) => self.object_of_entity(entity, env, reference.name),
                Symbol::Actual(_) => {
                    self.wrong_object(value.span, class);
                    None
                }
                Symbol::Poisoned => None,
            },
            _ => {
                self.wrong_object(value.span, class);
                None
            }
        }
    }

    /// The class that governs a dummy reference.
    fn class_of_dummy(&mut self, reference: &Reference<'a>, scope: Scope) -> Option<ClassRef<'a>> {
        let governor = self.names.binding(reference.name.text, scope)?.governor.clone();
        self.class_of_type(&governor?, scope)
    }

    /// Checks an object, also if no set names it.
    pub fn check_object(&mut self, entity: Entity, name: Ident<'a>) {
        if let Some(object) = self.object_of_entity(entity, 0, name) {
            self.check_object_settings(&object);
        }
    }

    pub fn object_of_entity(
        &mut self,
        entity: Entity,
        env: usize,
        name: Ident<'a>,
    ) -> Option<Rc<Object<'a>>> {
        if let Some(known) = self.objects.named.get(&(entity, env)) {
            let known = known.clone();
            if self.objects.reading.remove(&(entity, env)) {
                let defined = self.program.assignment(entity).name;
                let message = format!("object `{}` is defined by itself", defined.text);
                let report = Diagnostic::error("reference-cycle", defined.span, message);
                let report = report.with_label(name.span, "this leads back to it");
                self.report(report.with_note("a chain of names must end in an object (X.681 clause 11)"));
            }
            return known;
        }
        // An object that is defined by itself finds nothing here.
        self.objects.named.insert((entity, env), None);
        self.objects.reading.insert((entity, env));
        let scope = Scope { module: entity.module, env };
        let program = self.program;
        let assignment = program.assignment(entity);
        let object = match &assignment.kind {
            AssignmentKind::Value { governor, value } => match self.class_of_type(governor, scope) {
                Some(class) => match &value.kind {
                    ValueKind::Braced(tokens) => {
                        self.parse_object(*tokens, scope, &class, assignment.name.text).map(Rc::new)
                    }
                    _ => self
                        .object(value, scope, Some(&class))
                        .filter(|object| self.check_named_object(&class, object, governor.span, value.span)),
                },
                None => {
                    self.no_object(name, governor.span, "of this type, which is not a class");
                    None
                }
            },
            AssignmentKind::Broken => None,
            _ => {
                self.no_object(name, assignment.name.span, "defined here");
                None
            }
        };
        self.objects.reading.remove(&(entity, env));
        self.objects.named.insert((entity, env), object.clone());
        object
    }

    fn wrong_object(&mut self, span: Span, class: Option<&ClassRef<'a>>) {
        let mut report = Diagnostic::error("value-mismatch", span, "this is not an object");
        if let Some(first) = class.and_then(|class| class.class.fields.first()) {
            report = report.with_label(first.name.span, "the class begins here");
        }
        self.report(report.with_note("X.681 clause 11"));
    }

    fn no_object(&mut self, name: Ident<'a>, place: Span, why: &str) {
        let message = format!("`{}` is not an object", name.text);
        let report = Diagnostic::error("not-an-object", name.span, message).with_label(place, why);
        self.report(report.with_note("X.681 clause 11"));
    }
}
