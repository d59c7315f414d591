//! Collects constraints while types are lowered, and lowers the types that they name.
//!
//! [`meaning`](crate::asn1::constraints::meaning) evaluates the constraints once all types are known.

use crate::asn1::constraints::Noted;
use crate::asn1::lowering::Lowering;
use crate::asn1::names::{Actual, Scope};
use crate::asn1::parse::ast::{ElementSet, Elements, Type, TypeKind};
use crate::asn1::types::{Enclosing, Holder, Step};
use std::rc::Rc;
use syntax_graph::{Id, Origin, TypeId};

impl<'a> Lowering<'a> {
    /// Lowers the types that constraints name; returns whether there may be more of them now.
    pub fn lower_contained(&mut self) -> bool {
        let from = std::mem::replace(&mut self.constraints.seen, self.constraints.noted.len());
        let fresh: Vec<Noted<'a>> = self.constraints.noted[from..].to_vec();
        for noted in &fresh {
            for (constraints, scope) in &noted.levels {
                for constraint in constraints {
                    self.contained_in_set(&constraint.set, *scope, noted.holder);
                }
            }
        }
        !fresh.is_empty()
    }

    fn contained_in_set(&mut self, set: &ElementSet<'a>, scope: Scope, holder: Holder) {
        self.deeper(|own| {
            for elements in set.root.iter().chain(&set.additions) {
                own.contained_in(elements, scope, holder);
            }
        });
    }

    fn contained_in(&mut self, elements: &Elements<'a>, scope: Scope, holder: Holder) {
        match elements {
            Elements::Union(parts) | Elements::Intersection(parts) => {
                parts.iter().for_each(|part| self.contained_in(part, scope, holder));
            }
            Elements::Except(base, excluded) => {
                self.contained_in(base, scope, holder);
                self.contained_in(excluded, scope, holder);
            }
            Elements::AllExcept(inner) => self.contained_in(inner, scope, holder),
            Elements::Nested(set) => self.contained_in_set(set, scope, holder),
            Elements::Component(inner) | Elements::Size(inner) | Elements::From(inner) => {
                self.contained_in_set(&inner.set, scope, holder);
            }
            Elements::Components(_, components) => {
                let of_real = |name: &str| matches!(name, "mantissa" | "base" | "exponent");
                if components.iter().any(|component| of_real(component.name.text)) {
                    self.real_components();
                }
                for component in components.iter() {
                    if let Some(inner) = &component.constraint {
                        self.contained_in_set(&inner.set, scope, holder);
                    }
                }
            }
            Elements::Type(ty) => {
                self.named_type(ty, scope);
            }
            Elements::Contents(Some(ty), _) if self.named_type(ty, scope).is_none() => {
                self.contents_type(ty, scope, holder);
            }
            _ => {}
        }
    }

    /// The node of a definition that a type names, without more.
    pub fn named_type(&mut self, ty: &Rc<Type<'a>>, scope: Scope) -> Option<TypeId> {
        if !ty.tags.is_empty() || !ty.constraints.is_empty() {
            return None;
        }
        let TypeKind::Reference(reference) = &ty.kind else { return None };
        let own = self.names.binding(reference.name.text, scope);
        if let Some(Actual::Type(actual, there)) = own.map(|binding| binding.actual.clone()) {
            return self.deeper(|own| own.named_type(&actual, there))?;
        }
        if own.is_some() || self.class_of_type(ty, scope).is_some() {
            return None;
        }
        match self.step(ty, scope) {
            Step::Definition { entity, env, .. } => Some(self.definition(entity, env)),
            _ => None,
        }
    }

    /// The node of a type in place behind CONTAINING: a definition named for its holder.
    fn contents_type(&mut self, ty: &Rc<Type<'a>>, scope: Scope, holder: Holder) -> TypeId {
        let key = (ty.id, scope);
        if let Some(id) = self.constraints.contents.get(&key) {
            return *id;
        }
        let owner = match holder {
            Holder::Definition(id) => id,
            Holder::Field(field) => self.graph.fields[field].owner,
        };
        let path = match holder {
            Holder::Definition(id) => self.graph.type_path(id),
            Holder::Field(field) => self.graph.field_path(field),
        };
        let base = path.split_once('.').map_or(path.as_str(), |(_, rest)| rest).replace('.', "-");
        let module = self.graph.types[owner].module.index().min(self.program.builtin());
        let name = self.names.fresh_name(module, &format!("{base}-contents"));
        let id = self.new_node(Origin::Definition(name), module, ty.span);
        self.constraints.contents.insert(key, id);
        let hidden = Enclosing { hidden: true, ..Enclosing::default() };
        self.lower_alone(id, ty, scope, hidden);
        id
    }
}
