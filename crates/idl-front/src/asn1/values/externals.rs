//! Converts values of EXTERNAL to the form that X.690 clause 8.18 encodes.
//!
//! Values of 1994 have the notation of the associated type (X.680 clause 37.5); those of 1988 name the components
//! of the encoded form.

use crate::asn1::lowering::Lowering;
use crate::asn1::names::Scope;
use crate::asn1::parse::ast::{Value as Ast, ValueKind as V};
use crate::asn1::parse::basics::complete;
use crate::asn1::parse::values;
use crate::asn1::text::tokens::{TokenKind as T, Tokens};
use std::rc::Rc;
use syntax_graph::{CharKind, FieldId, Scalar, SizeRange, TypeKind, Value};

impl<'a> Lowering<'a> {
    /// Whether these are the components of EXTERNAL, and the value names those of its associated type.
    pub fn is_associated_external(&self, fields: &[FieldId], parts: &[Tokens<'a>]) -> bool {
        let is_external = fields.iter().any(|field| self.graph.fields[*field].name == "direct-reference");
        let associated = |part: &Tokens<'a>| matches!(part.text(0), "identification" | "data-value");
        is_external && parts.iter().any(|part| part.kind(0) == T::Lower && associated(part))
    }

    /// `{ identification syntax : {1 2 3}, data-value-descriptor "text", data-value '05'H }`
    pub fn external_value(
        &mut self,
        fields: &[FieldId],
        parts: &[Tokens<'a>],
        scope: Scope,
    ) -> Option<Value> {
        let mut given: Vec<(&str, Value)> = Vec::new();
        for part in parts {
            let parsed = complete(values::governed(part.skip(1)), "`,` or `}`");
            let value = self.parsed(*part, parsed)?;
            match part.text(0) {
                "identification" => self.identification(&value, scope, &mut given)?,
                "data-value-descriptor" => {
                    let size = SizeRange::default();
                    let text = Scalar::Characters { kind: CharKind::ObjectDescriptor, size, alphabet: None };
                    given.push(("data-value-descriptor", self.scalar_value(&text, &value, scope)?));
                }
                "data-value" => {
                    let encoding =
                        *fields.iter().find(|field| self.graph.fields[**field].name == "encoding")?;
                    given.push(("encoding", self.data_value(encoding, &value, scope)?));
                }
                name => {
                    let message = format!("an EXTERNAL has no component `{name}` beside an identification");
                    self.report_mismatch(part.span(0), message, None);
                    return None;
                }
            }
        }
        let whole = parts.first()?.whole_span().to(parts.last()?.whole_span());
        for name in ["identification", "data-value"] {
            if !parts.iter().any(|part| part.text(0) == name) {
                self.report_mismatch(whole, format!("the value has no component `{name}`"), None);
                return None;
            }
        }
        let mut members = Vec::new();
        for field in fields {
            let name = self.graph.fields[*field].name.as_str();
            members
                .extend(given.iter().find(|(own, _)| *own == name).map(|(_, value)| (*field, value.clone())));
        }
        Some(Value::Structure(members))
    }

    fn identification(
        &mut self,
        value: &Rc<Ast<'a>>,
        scope: Scope,
        given: &mut Vec<(&'static str, Value)>,
    ) -> Option<()> {
        let (value, scope) = self.followed(value, scope)?;
        let mut direct = |own: &mut Self, value: &Rc<Ast<'a>>| {
            own.scalar_value(&Scalar::ObjectIdentifier, value, scope)
                .map(|oid| given.push(("direct-reference", oid)))
        };
        match &value.kind {
            V::Choice(name, inner) if name.text == "syntax" => direct(self, inner),
            V::Choice(name, inner) if name.text == "presentation-context-id" => {
                let number = self.integer(inner, scope, &[])?;
                given.push(("indirect-reference", Value::Integer(number)));
                Some(())
            }
            V::Choice(name, inner) if name.text == "context-negotiation" => {
                let V::Braced(tokens) = &inner.kind else {
                    self.mismatch(inner, "a value of a structure");
                    return None;
                };
                let parts = self.parts(*tokens)?;
                for wanted in ["presentation-context-id", "transfer-syntax"] {
                    if !parts.iter().any(|part| part.text(0) == wanted) {
                        let message = format!("the value has no component `{wanted}`");
                        self.report_mismatch(inner.span, message, None);
                        return None;
                    }
                }
                for part in parts {
                    let parsed = complete(values::governed(part.skip(1)), "`,` or `}`");
                    let value = self.parsed(part, parsed)?;
                    match part.text(0) {
                        "presentation-context-id" => {
                            let number = self.integer(&value, scope, &[])?;
                            given.push(("indirect-reference", Value::Integer(number)));
                        }
                        _ => {
                            let oid = self.scalar_value(&Scalar::ObjectIdentifier, &value, scope)?;
                            given.push(("direct-reference", oid));
                        }
                    }
                }
                Some(())
            }
            _ => {
                let wanted = "an identification of an EXTERNAL: `syntax`, `presentation-context-id` or `context-negotiation`";
                self.mismatch(&value, wanted);
                None
            }
        }
    }

    /// Octets, or (1994) `notation : Type : value` and `encoded : '01'B`.
    fn data_value(&mut self, encoding: FieldId, value: &Rc<Ast<'a>>, scope: Scope) -> Option<Value> {
        let (value, scope) = self.followed(value, scope)?;
        let (arm, inner) = match &value.kind {
            V::Choice(name, inner) if name.text == "notation" => ("single-ASN1-type", Rc::clone(inner)),
            V::Choice(name, inner) if name.text == "encoded" => ("arbitrary", Rc::clone(inner)),
            _ => ("octet-aligned", Rc::clone(&value)),
        };
        let TypeKind::Union(union) = self.graph.kind(self.graph.fields[encoding].target) else { return None };
        let arm = *union.arms.iter().find(|own| self.graph.fields[**own].name == arm)?;
        let target = self.graph.fields[arm].target;
        Some(Value::Union(arm, Box::new(self.graph_value(target, &inner, scope)?)))
    }
}
