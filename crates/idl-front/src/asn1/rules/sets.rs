//! Checks object sets: they have objects, and no two with one value of a UNIQUE field (X.681 clauses 9 and 12).

use crate::asn1::lowering::Lowering;
use crate::asn1::names::resolve::Entity;
use crate::asn1::names::{Actual, Scope, Symbol};
use crate::asn1::objects::{ClassRef, Object};
use crate::asn1::parse::ast::{
    AssignmentKind, ClassField, ClassFieldKind, ElementSet, Elements, Setting, Type, TypeKind, Value,
};
use crate::asn1::types::Step;
use std::collections::BTreeMap;
use std::rc::Rc;
use syntax_graph::{Diagnostic, Span};

impl<'a> Lowering<'a> {
    /// Checks an object set at its definition, which is at `name`.
    pub fn check_object_set(&mut self, set: &ElementSet<'a>, scope: Scope, class: &ClassRef<'a>, name: Span) {
        if set.root.is_none() && !set.extensible {
            self.empty_set(name, class);
        }
        self.check_unlike(set, scope, class, name);
    }

    /// Reports `{}`.
    pub fn empty_set(&mut self, place: Span, class: &ClassRef<'a>) {
        let report = Diagnostic::warning("empty-set", place, "the object set is empty")
            .with_label(class_place(class), "its class begins here");
        self.report(
            report.with_note("it is read as `{...}`, to which objects may be added (X.681 clause 12.3)"),
        );
    }

    /// Reports objects of a set that have one value of a UNIQUE field.
    pub fn check_unlike(&mut self, set: &ElementSet<'a>, scope: Scope, class: &ClassRef<'a>, place: Span) {
        let unique: Vec<ClassField<'a>> =
            class.class.fields.iter().filter(|field| field.unique).cloned().collect();
        if unique.is_empty() {
            return;
        }
        let objects = self.governed_set(set, scope, class).objects;
        for field in &unique {
            let ClassFieldKind::Value(ty) = &field.kind else { continue };
            let mut known: BTreeMap<String, Rc<Object<'a>>> = BTreeMap::new();
            for object in &objects {
                let Some((Setting::Value(value), there)) = object.get(field.name.text) else { continue };
                let Some(key) = self.key_value(ty, object.class.scope, &value, there) else { continue };
                match known.get(&key) {
                    Some(first) => {
                        let first = Rc::clone(first);
                        self.twins(&first, object, field.name.text, place);
                    }
                    None => drop(known.insert(key, Rc::clone(object))),
                }
            }
        }
    }

    /// A value of a UNIQUE field as text that is equal for equal values. Its faults are reported where it is written.
    fn key_value(
        &mut self,
        ty: &Rc<Type<'a>>,
        scope: Scope,
        value: &Rc<Value<'a>>,
        there: Scope,
    ) -> Option<String> {
        // No type is made for the sake of a comparison.
        if let Step::Definition { entity, env, .. } = self.step(ty, scope)
            && !self.types.is_defined(entity, env)
        {
            return None;
        }
        let (found, findings) = self.aside(|own| own.value_of_type(ty, scope, value, there));
        found.filter(|_| findings.is_empty()).map(|value| format!("{value:?}"))
    }

    fn twins(&mut self, first: &Rc<Object<'a>>, second: &Rc<Object<'a>>, field: &str, place: Span) {
        let pair = (first.id, second.id);
        if !self.rules.told_twins.insert(pair) {
            return;
        }
        let name = |object: &Object<'a>| match object.name {
            "" => "an object in place".to_owned(),
            name => format!("`{name}`"),
        };
        let message = format!("{} and {} have the same value of `{field}`", name(first), name(second));
        self.report(
            Diagnostic::warning("twin-objects", place, message)
                .with_label(setting_place(first, field), format!("{} has this value", name(first)))
                .with_label(setting_place(second, field), format!("{} has it, too", name(second)))
                .with_note(
                    "the field is UNIQUE; where both set a type, an open type stays a slice for that value \
                     (X.681 clause 9)",
                ),
        );
    }

    /// Reports objects in the set of a table that are of another class than its field.
    pub fn check_table(&mut self, set: &ElementSet<'a>, scope: Scope, class: &ClassRef<'a>) {
        self.deeper(|own| own.check_parts_of_table(set, scope, class));
    }

    fn check_parts_of_table(&mut self, set: &ElementSet<'a>, scope: Scope, class: &ClassRef<'a>) {
        let mut waiting: Vec<&Elements<'a>> = set.root.iter().chain(&set.additions).collect();
        while let Some(elements) = waiting.pop() {
            match elements {
                Elements::Union(parts) | Elements::Intersection(parts) => waiting.extend(parts),
                Elements::Except(base, _) => waiting.push(base),
                Elements::Nested(inner) => waiting.extend(inner.root.iter().chain(&inner.additions)),
                Elements::Value(value) => {
                    if let Some(object) = self.object(value, scope, Some(class))
                        && object.class.definition != class.definition
                    {
                        let report = Diagnostic::error(
                            "governor-mismatch",
                            value.span,
                            "this is an object of another class",
                        );
                        self.report(
                            report
                                .with_label(class_place(class), "the expected class begins here")
                                .with_label(class_place(&object.class), "its class begins here")
                                .with_note("X.682 clause 10.3"),
                        );
                    }
                }
                Elements::Braced(tokens, _) => drop(self.object_in_place(*tokens, scope, class)),
                Elements::Type(ty) => {
                    let TypeKind::Reference(reference) = &ty.kind else { continue };
                    match self.symbol(reference, scope, "object set") {
                        Symbol::Entity(entity, env) => {
                            self.check_class_of_set((entity, env), ty.span, class);
                        }
                        Symbol::Actual(Actual::Set(inner, there)) => self.check_table(&inner, there, class),
                        Symbol::Actual(Actual::Type(inner, there)) => {
                            let inner =
                                ElementSet { root: Some(Elements::Type(inner)), ..ElementSet::default() };
                            self.check_table(&inner, there, class);
                        }
                        _ => {}
                    }
                }
                _ => {}
            }
        }
    }

    /// Reports a set that stands where one of another class is wanted.
    fn check_class_of_set(&mut self, set: (Entity, usize), name: Span, wanted: &ClassRef<'a>) {
        let Some((governor, found)) = self.governor_of_set(set) else { return };
        let text = self.program.assignment(set.0).name.text;
        let (message, why) = match found {
            Some(found) if found.definition == wanted.definition => return,
            Some(_) => (format!("the object set `{text}` is of another class"), "its class"),
            None => {
                (format!("`{text}` is a set of values, but a table constraint needs objects"), "of this type")
            }
        };
        let report = Diagnostic::error("governor-mismatch", name, message).with_label(governor, why);
        self.report(report.with_note("X.682 clause 10.3"));
    }

    /// Where the governor of a set stands, and the class that it is; none for types.
    fn governor_of_set(&mut self, set: (Entity, usize)) -> Option<(Span, Option<ClassRef<'a>>)> {
        let scope = Scope { module: set.0.module, env: set.1 };
        let program = self.program;
        let AssignmentKind::Set { governor, .. } = &program.assignment(set.0).kind else { return None };
        Some((governor.span, self.class_of_type(governor, scope)))
    }

    /// Whether a set that a set of this class names is of that class; says so where it is not.
    pub fn is_set_of(&mut self, ty: &Rc<Type<'a>>, scope: Scope, wanted: &ClassRef<'a>) -> bool {
        let TypeKind::Reference(reference) = &ty.kind else { return true };
        let Symbol::Entity(entity, env) = self.symbol(reference, scope, "object set") else { return true };
        let Some((governor, Some(found))) = self.governor_of_set((entity, env)) else { return true };
        if found.definition == wanted.definition {
            return true;
        }
        let message = format!("the object set `{}` is of another class", reference.name.text);
        self.report(
            Diagnostic::warning("wrong-class", ty.span, message)
                .with_label(class_place(wanted), "the expected class begins here")
                .with_label(governor, "its class")
                .with_note("its objects are ignored (X.681 clause 12)"),
        );
        false
    }

    /// Reports an element that is neither object nor object set.
    pub fn no_objects(&mut self, place: Span, class: &ClassRef<'a>) {
        let message = "an object set contains a constraint on values";
        self.report(
            Diagnostic::error("not-an-object-set", place, message)
                .with_label(class_place(class), "the class of the objects begins here")
                .with_help("write only objects and object sets in it (X.681 clause 12)"),
        );
    }
}

/// Where a class begins.
pub fn class_place(class: &ClassRef<'_>) -> Span {
    class.class.fields.first().map_or(Span::none(), |field| field.name.span)
}

/// Where an object sets a field; where it stands, when it leaves that to the default.
fn setting_place(object: &Object<'_>, field: &str) -> Span {
    let own = object.settings.iter().find(|(name, ..)| *name == field);
    own.map_or(object.span, |(_, setting, place)| match setting {
        Setting::Value(value) => value.span,
        _ => *place,
    })
}

/// Where an element begins that is none of a set of objects; none where its place is not known.
pub fn constraint_place(elements: &Elements<'_>) -> Option<Span> {
    Some(match elements {
        Elements::Range(range) => range.lower.span,
        Elements::Size(inner) | Elements::From(inner) | Elements::Component(inner) => inner.span,
        Elements::Pattern(value) | Elements::Settings(value) => value.span,
        Elements::Contents(Some(ty), _) => ty.span,
        Elements::UserDefined(tokens) => tokens.whole_span(),
        Elements::Components(_, components) => components.first()?.name.span,
        _ => return None,
    })
}
