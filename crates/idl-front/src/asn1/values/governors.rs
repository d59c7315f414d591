//! Makes temporary nodes of types that are written in place before a value (`a SEQUENCE { ... } ::= { ... }`).

use crate::asn1::lowering::Lowering;
use crate::asn1::names::Scope;
use crate::asn1::names::resolve::Entity;
use crate::asn1::objects::Object;
use crate::asn1::parse::ast::{AssignmentKind, Setting, Type, TypeKind};
use crate::asn1::types::Enclosing;
use std::rc::Rc;
use syntax_graph::constraint::{Constraint, Elements};
use syntax_graph::{Id, Origin, TypeId, Value};

impl<'a> Lowering<'a> {
    /// Lowers the types in place that govern values of definitions and of objects.
    pub fn lower_governors(&mut self) {
        self.values.proper = (self.graph.types.len(), self.graph.fields.len());
        let program = self.program;
        for (module, ast) in program.modules.iter().enumerate() {
            let scope = Scope { module, env: 0 };
            for (index, assignment) in ast.assignments.iter().enumerate() {
                if let (AssignmentKind::Set { governor, set }, true) =
                    (&assignment.kind, assignment.parameters.is_empty())
                    && let Some(class) = self.class_of_type(governor, scope)
                {
                    // Objects in place are read.
                    self.governed_set(set, scope, &class);
                }
                let AssignmentKind::Value { governor, .. } = &assignment.kind else { continue };
                if !assignment.parameters.is_empty() || self.is_macro(governor, scope) {
                    continue;
                }
                if self.class_of_type(governor, scope).is_none() {
                    self.lower_governor(governor, scope);
                    continue;
                }
                let Some(object) = self.object_of_entity(Entity { module, index }, 0, assignment.name) else {
                    continue;
                };
                self.lower_governors_of(&object);
            }
        }
        for object in self.objects.of_instances() {
            self.lower_governors_of(&object);
        }
        // Objects in place may hold others.
        let mut at = 0;
        while let Some(object) = self.objects.placed(at) {
            self.lower_governors_of(&object);
            at += 1;
        }
        self.drain();
        self.resolve_relations();
    }

    fn lower_governors_of(&mut self, object: &Rc<Object<'a>>) {
        for (name, setting, _) in &object.settings {
            if let Setting::Type(ty) = setting {
                // What a message uses has its node already.
                if !self.objects.has_node(object.id, name) {
                    self.lower_governor(ty, object.scope);
                }
                continue;
            }
            let Some((governor, there)) = self.governor_of_field(object, name) else { continue };
            match (setting, self.class_of_type(&governor, there)) {
                (Setting::Value(_) | Setting::Set(_), None) => self.lower_governor(&governor, there),
                (Setting::Value(value), Some(class)) => drop(self.object(value, object.scope, Some(&class))),
                (Setting::Set(set), Some(class)) => drop(self.governed_set(set, object.scope, &class)),
                (Setting::Type(_), _) => {}
            }
        }
    }

    fn lower_governor(&mut self, ty: &Rc<Type<'a>>, scope: Scope) {
        // A definition that nothing else needs, of the standard or an instance, becomes a node by being named.
        let named = self.named_type(ty, scope).is_some();
        let plain = named
            || !matches!(
                ty.kind,
                TypeKind::Structure(..)
                    | TypeKind::Choice(_)
                    | TypeKind::Array(..)
                    | TypeKind::Selection(..)
                    | TypeKind::Any(_)
                    | TypeKind::InstanceOf(_)
            );
        let key = (ty.id, scope);
        if (plain && ty.constraints.is_empty())
            || self.values.governors.contains_key(&key)
            || self.over_budget(ty.span)
        {
            return;
        }
        let fresh = self.names.fresh_name(scope.module, "governor");
        let id = self.new_node(Origin::Definition(fresh), scope.module, ty.span);
        self.values.governors.insert(key, id);
        self.lower_alone(id, ty, scope, Enclosing::default());
    }

    /// The node of a type that governs a value, where it has one.
    pub fn governor_node(&mut self, ty: &Rc<Type<'a>>, scope: Scope) -> Option<TypeId> {
        let known = self.values.governors.get(&(ty.id, scope)).copied();
        known.or_else(|| self.named_type(ty, scope)).filter(|ty| ty.index() < self.values.lowered)
    }

    /// Removes the nodes of governors from the graph, with their values.
    pub fn drop_governors(&mut self) {
        let (types, fields) = self.values.proper;
        let graph = &mut self.graph;
        graph.constraints.types.retain(|ty, _| ty.index() < types);
        graph.constraints.fields.retain(|field, _| field.index() < fields);
        let lists = graph.constraints.types.values().chain(graph.constraints.fields.values());
        if lists.flatten().any(|constraint| names_later(constraint, types)) {
            return;
        }
        graph.constants.retain(|constant| !holds_later(&constant.value, fields));
        graph.types.truncate(types);
        graph.fields.truncate(fields);
        self.types.forget_from(types);
    }
}

/// Whether a constraint names a type that is to be removed.
fn names_later(constraint: &Constraint, types: usize) -> bool {
    let mut waiting: Vec<&Elements> = constraint.root.iter().chain(&constraint.additions).collect();
    while let Some(elements) = waiting.pop() {
        match elements {
            Elements::Union(parts) | Elements::Intersection(parts) => waiting.extend(parts),
            Elements::Except(base, excluded) => waiting.extend([&**base, &**excluded]),
            Elements::AllExcept(inner) => waiting.push(inner),
            Elements::Nested(inner)
            | Elements::Size(inner)
            | Elements::From(inner)
            | Elements::Component(inner) => {
                waiting.extend(inner.root.iter().chain(&inner.additions));
            }
            Elements::Components { components, .. } => {
                let inner = components.iter().filter_map(|component| component.constraint.as_ref());
                waiting.extend(inner.flat_map(|inner| inner.root.iter().chain(&inner.additions)));
            }
            Elements::Includes(ty) | Elements::Contents { contained: Some(ty), .. }
                if ty.index() >= types =>
            {
                return true;
            }
            _ => {}
        }
    }
    false
}

/// Whether a value holds a field that is to be removed.
fn holds_later(value: &Value, fields: usize) -> bool {
    let mut waiting = vec![value];
    while let Some(value) = waiting.pop() {
        match value {
            Value::Structure(members) => {
                if members.iter().any(|(field, _)| field.index() >= fields) {
                    return true;
                }
                waiting.extend(members.iter().map(|(_, value)| value));
            }
            Value::Union(arm, value) if arm.index() < fields => waiting.push(value),
            Value::Union(..) => return true,
            Value::Array(values) => waiting.extend(values),
            _ => {}
        }
    }
    false
}
