//! Evaluates values of scalar types: numbers, items, bits, texts, times.

use crate::asn1::constraints::times;
use crate::asn1::lowering::Lowering;
use crate::asn1::names::Scope;
use crate::asn1::names::resolve::Found;
use crate::asn1::parse::ast::{AssignmentKind, Value as Ast, ValueKind as V};
use crate::asn1::parse::basics::complete;
use crate::asn1::parse::values;
use crate::asn1::text::strings;
use crate::asn1::text::tokens::{TokenKind as T, Tokens};
use crate::asn1::values::real::{composed, real_contents};
use crate::spelling::nearest;
use num_bigint::BigInt;
use std::rc::Rc;
use syntax_graph::value::oid_contents;
use syntax_graph::{Scalar, TimeKind, Value};

/// Limit for the elements of one value: only values that repeat each other have more.
const MAX_TEXT: usize = 1 << 20;

impl<'a> Lowering<'a> {
    /// A value of a scalar.
    pub fn scalar_value(&mut self, scalar: &Scalar, value: &Rc<Ast<'a>>, scope: Scope) -> Option<Value> {
        let is_string = matches!(scalar, Scalar::BitString { .. } | Scalar::OctetString { .. });
        if is_string && let Some(found) = self.named_containing(value, scope) {
            return found;
        }
        match scalar {
            Scalar::Integer(integer) => self.integer(value, scope, &integer.named).map(Value::Integer),
            Scalar::Enumerated(enumeration) => self.enumerated_value(&enumeration.items, value, scope),
            Scalar::ObjectIdentifier | Scalar::RelativeOid => {
                let relative = matches!(scalar, Scalar::RelativeOid);
                let arcs = self.oid(value, scope, relative)?;
                let contents = oid_contents(&arcs, relative);
                if contents.is_none() {
                    self.mismatch(
                        value,
                        if relative {
                            "a relative object identifier: one has at least one arc"
                        } else {
                            "an object identifier: one has at least two arcs, the first at most 2, the second at most 39 below 0 and 1"
                        },
                    );
                }
                contents.map(Value::Oid)
            }
            Scalar::BitString { named, size } => {
                if let V::Reference(bit) = &value.kind
                    && named.iter().any(|(own, _)| own == bit.name.text)
                    && matches!(self.program.find(scope.module, bit.name.text), Found::Unknown)
                {
                    return self.bits(named, size.min, value, scope);
                }
                let (value, scope) = self.followed(value, scope)?;
                self.bits(named, size.min, &value, scope)
            }
            Scalar::Characters { kind, .. } => {
                let text = self.text_of(value, scope)?;
                match strings::encode(*kind, &text) {
                    Some(octets) => Some(Value::Chars(octets)),
                    None => {
                        self.mismatch(
                            value,
                            "a string of this type: it has a character that the type does not have",
                        );
                        None
                    }
                }
            }
            _ => {
                let (value, _) = self.followed(value, scope)?;
                self.plain_value(scalar, &value, scope)
            }
        }
    }

    fn plain_value(&mut self, scalar: &Scalar, value: &Ast<'a>, scope: Scope) -> Option<Value> {
        let (found, wanted) = match (scalar, &value.kind) {
            (Scalar::Boolean, V::Boolean(own)) => (Some(Value::Boolean(*own)), ""),
            (Scalar::Boolean, _) => (None, "TRUE or FALSE"),
            (Scalar::Null, V::Null) => (Some(Value::Null), ""),
            (Scalar::Null, _) => (None, "NULL"),
            (Scalar::Real, V::Braced(tokens)) => {
                let octets = self.real_by_parts(*tokens, scope)?;
                (octets.map(Value::Real), "a real number like `{ mantissa 3, base 10, exponent -1 }`")
            }
            (Scalar::Real, kind) => (real_contents(kind).map(Value::Real), "a real number"),
            (Scalar::OctetString { .. }, V::BString(text)) => {
                (Some(Value::Octets(strings::binary(text).0)), "")
            }
            (Scalar::OctetString { .. }, V::HString(text)) => {
                (Some(Value::Octets(strings::hexadecimal(text).0)), "")
            }
            // Old specifications write the octets of an OCTET STRING as text.
            (Scalar::OctetString { .. }, V::CString(text)) => {
                (Some(Value::Octets(strings::unquoted(text).into_bytes())), "")
            }
            (Scalar::OctetString { .. }, V::Typed(..)) => return None,
            (Scalar::OctetString { .. }, _) => (None, "an octet string, like '1F'H"),
            (Scalar::Time(kind), V::CString(text)) => {
                (times::contents(*kind, &strings::unquoted(text)).map(Value::Chars), time_like(*kind))
            }
            (Scalar::Time(kind), _) => (None, time_like(*kind)),
            _ => (None, "a value of this type"),
        };
        if found.is_none() {
            let number = matches!(value.kind, V::Real { text, .. } if !text[text.find('.').map_or(0, |at| at + 1)..].contains('.'))
                && matches!(scalar, Scalar::Real);
            self.mismatch(
                value,
                if number { "a real number that fits: its exponent is beyond 64 bits" } else { wanted },
            );
        }
        debug_assert!(scope.module < self.program.modules.len());
        found
    }

    /// A value of the type that is associated with REAL (X.680 clause 21.5): none where a part is in error, which is reported;
    /// none inside where the parts are others.
    fn real_by_parts(&mut self, tokens: Tokens<'a>, scope: Scope) -> Option<Option<Vec<u8>>> {
        let mut parts = [const { None }; 3];
        let mut at = tokens;
        loop {
            let Some(part) = ["mantissa", "base", "exponent"].iter().position(|part| at.text(0) == *part)
            else {
                return Some(None);
            };
            let (rest, value) = match values::value(at.skip(1)) {
                Ok(done) => done,
                Err(error) => return self.parsed(at, Err::<(_, ()), _>(error)).map(|()| None),
            };
            let twice = parts[part].replace(self.integer(&value, scope, &[])?).is_some();
            match rest.kind(0) {
                _ if twice => return Some(None),
                T::Comma => at = rest.skip(1),
                T::End => break,
                _ => return Some(None),
            }
        }
        let [Some(mantissa), Some(base), Some(exponent)] = parts else { return Some(None) };
        Some(composed(&mantissa, &base, &exponent))
    }

    fn enumerated_value(
        &mut self,
        items: &[(String, BigInt)],
        value: &Rc<Ast<'a>>,
        scope: Scope,
    ) -> Option<Value> {
        let (mut value, mut scope) = (Rc::clone(value), scope);
        for _ in 0..crate::asn1::lowering::MAX_CHAIN {
            let V::Reference(reference) = &value.kind else { break };
            // An item's name comes before that of a value.
            let bound = self.names.binding(reference.name.text, scope).is_some();
            if let Some((_, number)) = items.iter().find(|(name, _)| !bound && name == reference.name.text) {
                return Some(Value::Integer(number.clone()));
            }
            let name = reference.name.text;
            let unknown = reference.module.is_none()
                && matches!(self.program.find(scope.module, name), Found::Unknown)
                && self.program.forgotten(scope.module, name).is_none();
            if unknown && !bound {
                let near = nearest(name, items.iter().map(|(item, _)| item.as_str()));
                let near = near.map(|near| format!("did you mean `{near}`?"));
                self.report_mismatch(value.span, format!("the enumeration has no item `{name}`"), near);
                return None;
            }
            (value, scope) = match self.symbol(reference, scope, "item of the enumeration or value") {
                crate::asn1::names::Symbol::Entity(entity, env) => {
                    match &self.program.assignment(entity).kind {
                        AssignmentKind::Value { value, .. } => {
                            (Rc::clone(value), Scope { module: entity.module, env })
                        }
                        _ => break,
                    }
                }
                crate::asn1::names::Symbol::Actual(crate::asn1::names::Actual::Value(actual, there)) => {
                    (actual, there)
                }
                crate::asn1::names::Symbol::Poisoned => return None,
                crate::asn1::names::Symbol::Actual(_) => break,
            };
        }
        if let V::Number { .. } = &value.kind {
            let number = self.integer(&value, scope, &[])?;
            if let Some((name, _)) = items.iter().find(|(_, own)| *own == number) {
                let report = syntax_graph::Diagnostic::warning(
                    "enumerated-number",
                    value.span,
                    "an enumerated value is a number, not a name",
                );
                self.report(report.with_text(format!("it is read as `{name}`")));
                return Some(Value::Integer(number));
            }
        }
        if let V::Field(object, path) = &value.kind {
            let (next, there) = self.value_field(object, path, scope, value.span)?;
            return self.deeper(|own| own.enumerated_value(items, &next, there))?;
        }
        self.mismatch(&value, "an item of the enumeration");
        None
    }

    fn bits(
        &mut self,
        named: &[(String, BigInt)],
        least: u64,
        value: &Rc<Ast<'a>>,
        scope: Scope,
    ) -> Option<Value> {
        let tokens = match &value.kind {
            V::BString(text) => {
                let (octets, length) = strings::binary(text);
                return Some(Value::Bits { octets, length });
            }
            V::HString(text) => {
                let (octets, length) = strings::hexadecimal(text);
                return Some(Value::Bits { octets, length });
            }
            V::Braced(tokens) => *tokens,
            V::Reference(bit) if named.iter().any(|(own, _)| own == bit.name.text) => {
                let hint = format!("write named bits in braces: `{{ {} }}`", bit.name.text);
                self.report_mismatch(value.span, "this is one bit, not a bit string".into(), Some(hint));
                return None;
            }
            _ => {
                self.mismatch(value, "a bit string, like '01'B");
                return None;
            }
        };
        let mut length = least.min(MAX_TEXT as u64);
        let mut set = Vec::new();
        for part in self.parts(tokens)? {
            let parsed = complete(values::value(part), "`,` or `}`");
            let bit = self.parsed(part, parsed)?;
            let name = part.text(0);
            if part.kind(0) != T::Lower || !named.iter().any(|(own, _)| own == name) {
                let near = nearest(name, named.iter().map(|(own, _)| own.as_str()));
                let near = near.map(|near| format!("did you mean `{near}`?"));
                self.report_mismatch(bit.span, format!("the BIT STRING has no bit named `{name}`"), near);
                return None;
            }
            let number = self.integer(&bit, scope, named)?;
            let Some(number) = u64::try_from(&number).ok().filter(|number| *number < MAX_TEXT as u64) else {
                self.mismatch(&bit, "a bit that can be named");
                return None;
            };
            length = length.max(number + 1);
            set.push(number);
        }
        let mut octets = vec![0; usize::try_from(length.div_ceil(8)).ok()?];
        for number in set {
            octets[usize::try_from(number / 8).ok()?] |= 0x80 >> (number % 8);
        }
        Some(Value::Bits { octets, length })
    }

    /// The code points of a character string value.
    pub fn text_of(&mut self, value: &Rc<Ast<'a>>, scope: Scope) -> Option<Vec<u32>> {
        self.deeper(|own| own.counted(value.span, |own| own.text_inner(value, scope)))?
    }

    fn text_inner(&mut self, value: &Rc<Ast<'a>>, scope: Scope) -> Option<Vec<u32>> {
        let (value, scope) = match &value.kind {
            V::Reference(reference) if strings::named_character(reference.name.text).is_some() => {
                let known = matches!(
                    self.program.find(scope.module, reference.name.text),
                    crate::asn1::names::resolve::Found::Entity(_)
                );
                if !known {
                    return strings::named_character(reference.name.text).map(|c| vec![c]);
                }
                self.followed(value, scope)?
            }
            _ => self.followed(value, scope)?,
        };
        let tokens = match &value.kind {
            V::CString(text) => return Some(strings::unquoted(text).chars().map(u32::from).collect()),
            V::Braced(tokens) => *tokens,
            _ => {
                self.mismatch(&value, "a character string");
                return None;
            }
        };
        let parts = self.parts(tokens)?;
        let numbers: Option<Vec<u32>> = parts
            .iter()
            .map(|part| if part.kind(1) == T::End { part.text(0).parse().ok() } else { None })
            .collect();
        match numbers.as_deref() {
            // A cell of the code table of ISO 646: column and row.
            Some([column, row]) if *column < 16 && *row < 16 => return Some(vec![column * 16 + row]),
            Some([group, plane, row, cell]) if [group, plane, row, cell].iter().all(|part| **part < 256) => {
                return Some(vec![group << 24 | plane << 16 | row << 8 | cell]);
            }
            _ => {}
        }
        let mut text = Vec::new();
        for part in parts {
            let parsed = values::value(part);
            let part = self.parsed(part, parsed)?;
            text.extend(self.text_of(&part, scope)?);
            if text.len() > MAX_TEXT {
                return None;
            }
        }
        Some(text)
    }
}

/// The clause of X.680 that has the notation of a type's values.
pub fn clause_of(scalar: &Scalar) -> &'static str {
    match scalar {
        Scalar::Boolean => "X.680 clause 18.3",
        Scalar::Integer(_) => "X.680 clause 19.9",
        Scalar::Enumerated(_) => "X.680 clause 20.8",
        Scalar::Real | Scalar::Float(_) => "X.680 clause 21.6",
        Scalar::BitString { .. } => "X.680 clause 22.9",
        Scalar::OctetString { .. } => "X.680 clause 23.3",
        Scalar::Null => "X.680 clause 24.3",
        Scalar::ObjectIdentifier => "X.680 clause 32.3",
        Scalar::RelativeOid => "X.680 clause 33.3",
        Scalar::Characters { .. } => "X.680 clause 41",
        Scalar::Time(TimeKind::GeneralizedTime) => "X.680 clause 46.3",
        Scalar::Time(TimeKind::UtcTime) => "X.680 clause 47.3",
        Scalar::Time(_) => "X.680 clause 38",
    }
}

/// What a value of a time type looks like.
fn time_like(kind: TimeKind) -> &'static str {
    match kind {
        TimeKind::UtcTime => "a UTCTime, like \"991231235959Z\"",
        TimeKind::GeneralizedTime => "a GeneralizedTime, like \"19991231235959Z\"",
        TimeKind::Time => "a time as of ISO 8601, like \"1999-12-31T23:59:59\" or \"P1Y\"",
        TimeKind::Date => "a date, like \"1999-12-31\"",
        TimeKind::TimeOfDay => "a time of day, like \"23:59:59\"",
        TimeKind::DateTime => "a date and a time, like \"1999-12-31T23:59:59\"",
        TimeKind::Duration => "a duration, like \"P1Y2M3DT4H\"",
    }
}
