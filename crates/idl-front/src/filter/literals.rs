//! Gives values their types: a comparison as written becomes a question about a scalar.

use super::ast::{Arc, Literal, LiteralKind, Operator, Relation};
use super::paths::{describe, listed};
use crate::asn1::names::arcs::well_known;
use crate::asn1::text::strings;
use crate::spelling::nearest;
use num_bigint::BigInt;
use syntax_graph::filter::{Bits, Octets, Place, Probe, Range};
use syntax_graph::value::oid_contents;
use syntax_graph::{CharKind, Diagnostic, Scalar, SyntaxGraph, TypeId, TypeKind, Value};

type Checked<T> = Result<T, Box<Diagnostic>>;

/// Returns the question that a comparison asks about a value of this type.
///
/// # Errors
/// The type has no such comparison, or the literal is not a value of the type.
pub fn probe(graph: &SyntaxGraph, ty: TypeId, relation: &Relation<'_>) -> Checked<Probe> {
    let TypeKind::Scalar(scalar) = graph.kind(ty) else {
        return Err(refused(relation, &describe(graph, ty), "compare one of its fields, or ask `has`"));
    };
    let typed = Typed { graph, ty, scalar };
    match scalar {
        Scalar::Boolean | Scalar::Integer(_) | Scalar::Enumerated(_) => {
            typed.number(relation).map(Probe::Number)
        }
        Scalar::BitString { named, .. } => {
            let differs = typed.equality(relation)?;
            typed.bits(&relation.value, !named.is_empty(), differs).map(Probe::Bits)
        }
        Scalar::Null => Err(refused(relation, "a NULL", "ask `has`: it has one value")),
        Scalar::Real | Scalar::Float(_) => {
            Err(refused(relation, "a REAL", "ask `has`: filters do not compare real numbers"))
        }
        _ => typed.string(relation).map(Probe::Octets),
    }
}

/// Returns the range of counts that a comparison means.
///
/// # Errors
/// The literal is not a number, or the operator compares strings.
pub fn count(relation: &Relation<'_>) -> Checked<Range> {
    range(relation, "a count", &|literal| match &literal.kind {
        LiteralKind::Number(number) => Ok(number.clone()),
        _ => Err(wrong(literal, "a count", "write a number")),
    })
}

/// A scalar type.
struct Typed<'g> {
    graph: &'g SyntaxGraph,
    ty: TypeId,
    scalar: &'g Scalar,
}

impl Typed<'_> {
    /// Returns whether a comparison for equality asks for a difference.
    fn equality(&self, relation: &Relation<'_>) -> Checked<bool> {
        match relation.operator {
            Operator::Equal => Ok(false),
            Operator::NotEqual => Ok(true),
            _ => Err(refused(relation, &describe(self.graph, self.ty), "write `=` or `!=`")),
        }
    }

    fn number(&self, relation: &Relation<'_>) -> Checked<Range> {
        if !matches!(self.scalar, Scalar::Integer(_)) {
            self.equality(relation)?;
        }
        range(relation, &describe(self.graph, self.ty), &|literal| self.numeral(literal))
    }

    /// Returns the number that a literal stands for.
    fn numeral(&self, literal: &Literal<'_>) -> Checked<BigInt> {
        let (named, help): (&[(String, BigInt)], _) = match (self.scalar, &literal.kind) {
            (Scalar::Boolean, LiteralKind::Boolean(value)) => return Ok(BigInt::from(u8::from(*value))),
            (Scalar::Integer(_), LiteralKind::Number(number)) => return Ok(number.clone()),
            (Scalar::Boolean, _) => (&[], "write TRUE or FALSE"),
            (Scalar::Enumerated(enumeration), _) => (&enumeration.items, "write the name of an item"),
            (Scalar::Integer(integer), _) => (&integer.named, "write a number"),
            _ => (&[], "write a number"),
        };
        let what = describe(self.graph, self.ty);
        let LiteralKind::Name(name) = literal.kind else { return Err(wrong(literal, &what, help)) };
        if let Some((_, number)) = named.iter().find(|(known, _)| known == name) {
            return Ok(number.clone());
        }
        if let (Scalar::Integer(_), Some(Value::Integer(number))) =
            (self.scalar, self.constant(literal, name)?)
        {
            return Ok(number.clone());
        }
        let names = || named.iter().map(|(name, _)| name.as_str());
        let report =
            error(literal, format!("`{name}` is not a value of `{}`", self.graph.type_path(self.ty)));
        Err(Box::new(report.with_help(match nearest(name, names()) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None if named.is_empty() => help.to_owned(),
            None => format!("its names are {}", listed(names())),
        })))
    }

    /// Returns the value definition of this name.
    fn constant(&self, literal: &Literal<'_>, name: &str) -> Checked<Option<&Value>> {
        let mut found = self.graph.constants.iter().filter(|constant| constant.name == name);
        let Some(first) = found.next() else { return Ok(None) };
        if found.any(|other| other.value != first.value) {
            let report = error(literal, format!("`{name}` has different values in different modules"));
            return Err(Box::new(report.with_help("write the value")));
        }
        Ok(Some(&first.value))
    }

    fn bits(&self, literal: &Literal<'_>, trailing: bool, differs: bool) -> Checked<Bits> {
        let LiteralKind::Digits(octets, length) = &literal.kind else {
            return Err(wrong(literal, "a BIT STRING", "write bits as '0110'B or '1F'H"));
        };
        let (mut octets, mut length) = (octets.clone(), *length);
        let is_zero = |octets: &[u8], at: u64| {
            let octet = usize::try_from(at / 8).ok().and_then(|at| octets.get(at)).copied().unwrap_or(0);
            octet & (0x80 >> (at % 8)) == 0
        };
        while trailing && length > 0 && is_zero(&octets, length - 1) {
            length -= 1;
        }
        octets.truncate(usize::try_from(length.div_ceil(8)).unwrap_or(0));
        Ok(Bits { octets, length, trailing, differs })
    }

    fn string(&self, relation: &Relation<'_>) -> Checked<Octets> {
        let is_identifier = matches!(self.scalar, Scalar::ObjectIdentifier | Scalar::RelativeOid);
        let (place, differs) = match relation.operator {
            Operator::Equal => (Place::Whole, false),
            Operator::NotEqual => (Place::Whole, true),
            Operator::Part(place) if !is_identifier || place == Place::Start => (place, false),
            _ if is_identifier => {
                let what = describe(self.graph, self.ty);
                return Err(refused(relation, &what, "write `=`, `!=` or `starts-with`"));
            }
            _ => {
                let help = "write `=`, `!=`, `starts-with`, `ends-with` or `contains`";
                return Err(refused(relation, &describe(self.graph, self.ty), help));
            }
        };
        let unit = match self.scalar {
            Scalar::Characters { kind: CharKind::Bmp, .. } => 2,
            Scalar::Characters { kind: CharKind::Universal, .. } => 4,
            _ => 1,
        };
        Ok(Octets { place, octets: self.contents(&relation.value)?, unit, differs })
    }

    /// Returns the contents octets that a literal stands for.
    fn contents(&self, literal: &Literal<'_>) -> Checked<Vec<u8>> {
        if let LiteralKind::Name(name) = literal.kind
            && let Some(value) = self.constant(literal, name)?
        {
            match (self.scalar, value) {
                (Scalar::ObjectIdentifier | Scalar::RelativeOid, Value::Oid(octets))
                | (Scalar::OctetString { .. }, Value::Octets(octets))
                | (Scalar::Characters { .. } | Scalar::Time(_), Value::Chars(octets)) => {
                    return Ok(octets.clone());
                }
                _ => {}
            }
        }
        let what = describe(self.graph, self.ty);
        match (self.scalar, &literal.kind) {
            (Scalar::ObjectIdentifier, LiteralKind::Arcs(arcs)) => identifier(literal, arcs, false),
            (Scalar::RelativeOid, LiteralKind::Arcs(arcs)) => identifier(literal, arcs, true),
            (Scalar::ObjectIdentifier | Scalar::RelativeOid, LiteralKind::Text(_)) => {
                Err(wrong(literal, &what, "write the numbers in braces: { 1 3 6 1 }"))
            }
            (Scalar::ObjectIdentifier | Scalar::RelativeOid, _) => {
                Err(wrong(literal, &what, "write an object identifier like { 1 3 6 1 }, or the name of one"))
            }
            (Scalar::OctetString { .. }, LiteralKind::Text(text)) => Ok(text.as_bytes().to_vec()),
            (Scalar::OctetString { .. }, LiteralKind::Digits(octets, _)) => Ok(octets.clone()),
            (Scalar::OctetString { .. }, _) => Err(wrong(literal, &what, "write \"text\" or bytes as '1F'H")),
            (Scalar::Characters { kind, .. }, LiteralKind::Text(text)) => characters(literal, *kind, text),
            (Scalar::Time(_), LiteralKind::Text(text)) => characters(literal, CharKind::Visible, text),
            _ => Err(wrong(literal, &what, "write \"text\"")),
        }
    }
}

/// Returns text as contents octets.
fn characters(literal: &Literal<'_>, kind: CharKind, text: &str) -> Checked<Vec<u8>> {
    let mut octets = Vec::new();
    for character in text.chars() {
        match strings::encode(kind, &[u32::from(character)]) {
            Some(encoded) => octets.extend(encoded),
            None => {
                let message = format!("the string type has no character {character:?}");
                return Err(Box::new(error(literal, message).with_help("write only characters of the type")));
            }
        }
    }
    Ok(octets)
}

/// Returns the contents octets of an object identifier.
fn identifier(literal: &Literal<'_>, arcs: &[Arc<'_>], relative: bool) -> Checked<Vec<u8>> {
    let mut numbers: Vec<BigInt> = Vec::new();
    for arc in arcs {
        let first = numbers.first().map(ToString::to_string);
        let known = |name| well_known(first.as_deref(), numbers.len(), name)?.parse().ok();
        let named = || arc.name.filter(|_| !relative).and_then(known);
        let Some(number) = arc.number.clone().or_else(named) else {
            let message = format!("`{}` has no number here", arc.name.unwrap_or_default());
            let report = Diagnostic::error("filter-value", arc.span, message);
            return Err(Box::new(report.with_help("write the number of the arc, as in `dod(6)` or `6`")));
        };
        numbers.push(number);
    }
    oid_contents(&numbers, relative).ok_or_else(|| {
        let report = error(literal, "these numbers are not an object identifier".to_owned());
        Box::new(report.with_help("write at least two numbers: 0 to 2, then at most 39 after 0 and 1"))
    })
}

/// Returns the range that a comparison means.
fn range(
    relation: &Relation<'_>,
    what: &str,
    number: &dyn Fn(&Literal<'_>) -> Checked<BigInt>,
) -> Checked<Range> {
    if let Operator::Part(_) = relation.operator {
        return Err(refused(relation, what, "write =, !=, <, <=, >, >= or `in`"));
    }
    let from = number(&relation.value)?;
    let (min, max) = match relation.operator {
        Operator::Less => (None, Some(from - 1)),
        Operator::LessEqual => (None, Some(from)),
        Operator::Greater => (Some(from + 1), None),
        Operator::GreaterEqual => (Some(from), None),
        _ => match &relation.to {
            None => (Some(from.clone()), Some(from)),
            Some(last) => {
                let to = number(last)?;
                if to < from {
                    let report = error(&relation.value, "this range is empty".to_owned());
                    return Err(Box::new(report.with_help("write the smaller number first")));
                }
                (Some(from), Some(to))
            }
        },
    };
    Ok(Range { min, max, outside: relation.operator == Operator::NotEqual })
}

fn error(literal: &Literal<'_>, message: String) -> Diagnostic {
    Diagnostic::error("filter-value", literal.span, message)
}

/// Reports a literal that is not a value of the type.
fn wrong(literal: &Literal<'_>, what: &str, help: &str) -> Box<Diagnostic> {
    let found = match &literal.kind {
        LiteralKind::Number(_) => "a number",
        LiteralKind::Text(_) => "a string",
        LiteralKind::Digits(..) => "a binary or hexadecimal string",
        LiteralKind::Boolean(_) => "a truth value",
        LiteralKind::Name(_) => "a name",
        LiteralKind::Arcs(_) => "an object identifier",
    };
    Box::new(error(literal, format!("{what} is compared with {found}")).with_help(help))
}

/// Reports a comparison that the type does not have.
fn refused(relation: &Relation<'_>, what: &str, help: &str) -> Box<Diagnostic> {
    let operator = match relation.operator {
        Operator::Equal => "=",
        Operator::NotEqual => "!=",
        Operator::Less => "<",
        Operator::LessEqual => "<=",
        Operator::Greater => ">",
        Operator::GreaterEqual => ">=",
        Operator::In => "in",
        Operator::Part(Place::Start) => "starts-with",
        Operator::Part(Place::End) => "ends-with",
        Operator::Part(_) => "contains",
    };
    let message = format!("{what} has no comparison `{operator}`");
    Box::new(Diagnostic::error("filter-operator", relation.span, message).with_help(help))
}
