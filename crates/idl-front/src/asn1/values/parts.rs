//! Finds where a part of a value is written.

use crate::asn1::lowering::Lowering;
use crate::asn1::names::Scope;
use crate::asn1::parse::ast::{Value as Ast, ValueKind};
use crate::asn1::parse::basics::complete;
use crate::asn1::parse::values;
use crate::asn1::text::tokens::{TokenKind as T, Tokens};
use std::rc::Rc;
use syntax_graph::{FieldId, Order, Span, TypeId, TypeKind, Value};

/// From a value to a part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// To a component, or the alternative of a CHOICE.
    Member(FieldId),
    /// To an element.
    Element(usize),
}

impl<'a> Lowering<'a> {
    /// Where a part of a value is written: the name, if it is defined elsewhere; the value around it, if it is not
    /// written.
    pub fn place_of_part(
        &mut self,
        ty: TypeId,
        value: &Value,
        written: &Rc<Ast<'a>>,
        scope: Scope,
        path: &[Step],
    ) -> Span {
        // What is read has been read before, and its findings are reported.
        let (place, _) = self.aside(|own| {
            let (mut ty, mut value, mut written) = (ty, value, Rc::clone(written));
            for step in path {
                let Some((part, field, inner)) = own.part_of(ty, value, &written, scope, *step) else {
                    break;
                };
                (ty, value, written) = (own.graph.fields[field].target, inner, part);
            }
            written.span
        });
        place
    }

    fn part_of<'v>(
        &mut self,
        ty: TypeId,
        value: &'v Value,
        written: &Rc<Ast<'a>>,
        scope: Scope,
        step: Step,
    ) -> Option<(Rc<Ast<'a>>, FieldId, &'v Value)> {
        match (step, &written.kind, value) {
            (Step::Member(field), ValueKind::Choice(name, inner), Value::Union(arm, value)) => {
                let is_its = *arm == field && self.graph.fields[field].name == name.text;
                is_its.then(|| (Rc::clone(inner), field, &**value))
            }
            (Step::Member(field), ValueKind::Braced(tokens), Value::Structure(members)) => {
                let (_, value) = members.iter().find(|(other, _)| *other == field)?;
                let parts = self.parts(*tokens)?;
                let name = self.graph.fields[field].name.as_str();
                let part = parts.into_iter().find(|part| part.text(0) == name)?;
                Some((self.read(part.skip(1))?, field, value))
            }
            (Step::Element(index), ValueKind::Braced(tokens), Value::Array(values)) => {
                let TypeKind::Array(array) = self.graph.kind(ty) else { return None };
                let (field, order) = (array.element, array.order);
                let value = values.get(index)?;
                let parts = self.parts(*tokens)?;
                let mut parts = parts.into_iter().map(|part| self.unnamed(field, part));
                if order == Order::Ordered {
                    let part = parts.nth(index)?;
                    return Some((self.read(part)?, field, value));
                }
                // They have been sorted.
                let parts: Vec<Tokens<'a>> = parts.collect();
                let part = parts.into_iter().find_map(|part| {
                    let part = self.read(part)?;
                    (self.field_value(field, &part, scope).as_ref() == Some(value)).then_some(part)
                })?;
                Some((part, field, value))
            }
            _ => None,
        }
    }

    /// The value of an element, which may have a name before it.
    pub fn unnamed(&self, element: FieldId, part: Tokens<'a>) -> Tokens<'a> {
        let named = part.kind(0) == T::Lower
            && part.kind(1) != T::End
            && self.graph.fields[element].name == part.text(0);
        if named { part.skip(1) } else { part }
    }

    /// The value of a part of a value.
    pub fn read(&mut self, part: Tokens<'a>) -> Option<Rc<Ast<'a>>> {
        let parsed = complete(values::governed(part), "`,` or `}`");
        self.parsed(part, parsed)
    }
}
