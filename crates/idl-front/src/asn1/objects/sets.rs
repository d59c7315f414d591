//! Evaluates object sets: set arithmetic, and sets from fields of objects (X.681 clauses 12 and 15).

use crate::asn1::lowering::Lowering;
use crate::asn1::names::resolve::Entity;
use crate::asn1::names::{Actual, Scope, Symbol};
use crate::asn1::objects::ObjectSet;
use crate::asn1::objects::{ClassRef, Object, ObjectId};
use crate::asn1::parse::ast::{
    AssignmentKind, ClassFieldKind, ElementSet, Elements, Reference, Setting, Type, TypeKind, Value,
    ValueKind,
};
use crate::asn1::parse::basics::{Parsed, complete};
use crate::asn1::parse::constraints::element_set;
use crate::asn1::rules::sets::constraint_place;
use crate::asn1::text::tokens::{Ident, Tokens};
use std::collections::BTreeSet;
use std::rc::Rc;
use syntax_graph::Diagnostic;

/// The inside of a table constraint as a set.
pub fn table_set(tokens: Tokens<'_>) -> Parsed<'_, ElementSet<'_>> {
    complete(element_set(tokens), "`|`, `,` or the end of the set")
}

impl<'a> Lowering<'a> {
    /// The objects of a set that is written here.
    pub fn object_set(&mut self, set: &ElementSet<'a>, scope: Scope, class: &ClassRef<'a>) -> ObjectSet<'a> {
        let mut collected = ObjectSet::default();
        let mut seen = BTreeSet::new();
        self.collect(set, scope, class, &mut collected, &mut seen);
        collected
    }

    /// The objects of a set that is defined as one of this class.
    pub fn governed_set(
        &mut self,
        set: &ElementSet<'a>,
        scope: Scope,
        class: &ClassRef<'a>,
    ) -> ObjectSet<'a> {
        let mut collected = ObjectSet { of_one_class: true, ..ObjectSet::default() };
        self.collect(set, scope, class, &mut collected, &mut BTreeSet::new());
        collected
    }

    fn collect(
        &mut self,
        set: &ElementSet<'a>,
        scope: Scope,
        class: &ClassRef<'a>,
        out: &mut ObjectSet<'a>,
        seen: &mut BTreeSet<ObjectId>,
    ) {
        self.deeper(|own| {
            for part in set.root.iter().chain(&set.additions) {
                own.collect_elements(part, scope, class, out, seen);
            }
        });
    }

    fn collect_elements(
        &mut self,
        elements: &Elements<'a>,
        scope: Scope,
        class: &ClassRef<'a>,
        out: &mut ObjectSet<'a>,
        seen: &mut BTreeSet<ObjectId>,
    ) {
        let mut add = |out: &mut ObjectSet<'a>, object: Rc<Object<'a>>| {
            if seen.insert(object.id) {
                out.objects.push(object);
            }
        };
        match elements {
            Elements::Union(parts) => {
                for part in parts {
                    self.collect_elements(part, scope, class, out, seen);
                }
            }
            Elements::Intersection(parts) => {
                let all: Vec<ObjectSet<'a>> =
                    parts.iter().map(|part| self.part(part, scope, class, out.of_one_class)).collect();
                let Some((first, others)) = all.split_first() else { return };
                let others: Vec<BTreeSet<ObjectId>> = others.iter().map(ObjectSet::ids).collect();
                let in_all = |object: &Rc<Object<'a>>| others.iter().all(|other| other.contains(&object.id));
                first
                    .objects
                    .iter()
                    .filter(|object| in_all(object))
                    .cloned()
                    .for_each(|object| add(out, object));
            }
            Elements::Except(base, excluded) => {
                let excluded = self.part(excluded, scope, class, out.of_one_class).ids();
                let base = self.part(base, scope, class, out.of_one_class);
                let is_left = |object: &&Rc<Object<'a>>| !excluded.contains(&object.id);
                base.objects.iter().filter(is_left).cloned().for_each(|object| add(out, object));
            }
            Elements::Nested(set) => self.collect(set, scope, class, out, seen),
            Elements::Value(value) => {
                if let Some(object) = self.object(value, scope, Some(class))
                    && (!out.of_one_class
                        || self.check_class_of(class, &object.class, object.name, value.span))
                {
                    add(out, object);
                }
            }
            Elements::Braced(tokens, _) => {
                if let Some(object) = self.object_in_place(*tokens, scope, class) {
                    add(out, object);
                }
            }
            Elements::Type(ty) => {
                if let Some(constraint) = ty.constraints.first() {
                    self.no_objects(constraint.span, class);
                }
                if out.of_one_class && !self.is_set_of(ty, scope, class) {
                    return;
                }
                for object in self.named_set(ty, scope, class).objects.iter().cloned() {
                    add(out, object);
                }
            }
            Elements::AllExcept(excluded) => {
                let excluded = self.part(excluded, scope, class, out.of_one_class).ids();
                for object in self.all_objects(class).iter() {
                    if !excluded.contains(&object.id) {
                        add(out, Rc::clone(object));
                    }
                }
            }
            // Constraints of values.
            _ => {
                if let Some(place) = constraint_place(elements) {
                    self.no_objects(place, class);
                }
            }
        }
    }

    /// All objects of a class that have a name: what ALL stands for, as far as the sources tell.
    fn all_objects(&mut self, class: &ClassRef<'a>) -> Rc<Vec<Rc<Object<'a>>>> {
        let key = class.definition;
        if let Some(known) = self.objects.of_class.get(&key) {
            return Rc::clone(known);
        }
        self.objects.of_class.insert(key, Rc::default());
        let program = self.program;
        let mut all = Vec::new();
        for (module, ast) in program.modules.iter().enumerate() {
            for (index, assignment) in ast.assignments.iter().enumerate() {
                let AssignmentKind::Value { governor, .. } = &assignment.kind else { continue };
                let own = self.class_of_type(governor, Scope { module, env: 0 });
                if assignment.parameters.is_empty()
                    && own.is_some_and(|own| own.definition == class.definition)
                {
                    all.extend(self.object_of_entity(Entity { module, index }, 0, assignment.name));
                }
            }
        }
        let all = Rc::new(all);
        self.objects.of_class.insert(key, Rc::clone(&all));
        all
    }

    fn part(
        &mut self,
        elements: &Elements<'a>,
        scope: Scope,
        class: &ClassRef<'a>,
        of_one_class: bool,
    ) -> ObjectSet<'a> {
        let mut out = ObjectSet { of_one_class, ..ObjectSet::default() };
        self.collect_elements(elements, scope, class, &mut out, &mut BTreeSet::new());
        out
    }

    /// An object set by its name, or `Set.&Field`.
    fn named_set(&mut self, ty: &Rc<Type<'a>>, scope: Scope, class: &ClassRef<'a>) -> Rc<ObjectSet<'a>> {
        match &ty.kind {
            TypeKind::Reference(reference) => self.referenced_set(reference, scope, class),
            TypeKind::Field(reference, path) => Rc::new(self.set_by_field(reference, path, scope, class)),
            _ => {
                let report = Diagnostic::error("not-an-object-set", ty.span, "this is not an object set");
                self.report(report.with_note("X.681 clause 12"));
                Rc::default()
            }
        }
    }

    fn referenced_set(
        &mut self,
        reference: &Reference<'a>,
        scope: Scope,
        class: &ClassRef<'a>,
    ) -> Rc<ObjectSet<'a>> {
        let (entity, env) = match self.symbol(reference, scope, "object set") {
            Symbol::Entity(entity, env) => (entity, env),
            Symbol::Actual(Actual::Set(set, there)) => return Rc::new(self.object_set(&set, there, class)),
            Symbol::Actual(Actual::Type(ty, there)) => return self.guarded_set(&ty, there, class),
            Symbol::Actual(Actual::Value(..)) | Symbol::Poisoned => return Rc::default(),
        };
        if let Some(known) = self.objects.sets.get(&(entity, env)) {
            return Rc::clone(known);
        }
        // A set that holds itself adds nothing by that.
        self.objects.sets.insert((entity, env), Rc::default());
        let scope = Scope { module: entity.module, env };
        let program = self.program;
        let set = match &program.assignment(entity).kind {
            AssignmentKind::Set { governor, set } => match self.class_of_type(governor, scope) {
                Some(class) => Rc::new(self.governed_set(set, scope, &class)),
                None => Rc::default(),
            },
            AssignmentKind::Broken => Rc::default(),
            _ => {
                let name = reference.name;
                let message = format!("`{}` is not an object set", name.text);
                let report = Diagnostic::error("not-an-object-set", name.span, message)
                    .with_label(self.program.assignment(entity).name.span, "defined here");
                self.report(report.with_note("X.681 clause 12"));
                Rc::default()
            }
        };
        self.objects.sets.insert((entity, env), Rc::clone(&set));
        set
    }

    fn guarded_set(&mut self, ty: &Rc<Type<'a>>, scope: Scope, class: &ClassRef<'a>) -> Rc<ObjectSet<'a>> {
        self.deeper(|own| own.named_set(ty, scope, class)).unwrap_or_default()
    }

    fn set_by_field(
        &mut self,
        reference: &Reference<'a>,
        path: &[Ident<'a>],
        scope: Scope,
        class: &ClassRef<'a>,
    ) -> ObjectSet<'a> {
        ObjectSet { objects: self.objects_by_field(reference, path, scope, class), of_one_class: false }
    }

    /// The objects that a set or object leads to by fields.
    pub fn objects_by_field(
        &mut self,
        reference: &Reference<'a>,
        path: &[Ident<'a>],
        scope: Scope,
        class: &ClassRef<'a>,
    ) -> Vec<Rc<Object<'a>>> {
        let lower = reference.name.text.starts_with(|c: char| c.is_ascii_lowercase());
        let mut objects: Vec<Rc<Object<'a>>> = if lower {
            let value = Value { kind: ValueKind::Reference(reference.clone()), span: reference.name.span };
            self.object(&Rc::new(value), scope, None).into_iter().collect()
        } else {
            self.referenced_set(reference, scope, class).objects.clone()
        };
        for step in path {
            let mut next = ObjectSet::default();
            let mut seen = BTreeSet::new();
            for object in objects {
                let kind = object.class.field(step.text).map(|field| field.kind.clone());
                let (Some(ClassFieldKind::Set(ty) | ClassFieldKind::Value(ty)), Some((setting, there))) =
                    (kind, object.get(step.text))
                else {
                    continue;
                };
                let Some(class) = self.class_of_type(&ty, object.class.scope) else { continue };
                match setting {
                    Setting::Set(set) => self.collect(&set, there, &class, &mut next, &mut seen),
                    Setting::Value(value) => next.objects.extend(self.object(&value, there, Some(&class))),
                    Setting::Type(_) => {}
                }
            }
            objects = next.objects;
        }
        objects
    }
}
