//! Random predicates, as text: each asks about fields and values of a real message, so that answers differ.

use interp_runtime::{Random, json};
use num_bigint::BigInt;
use std::fmt::Write;
use syntax_graph::filter::steps;
use syntax_graph::value::oid_arcs;
use syntax_graph::{CharKind, FieldId, Scalar, SyntaxGraph, TypeId, TypeKind, Value};

/// Makes predicates on messages of one type.
#[derive(Debug)]
pub struct Predicates<'g> {
    /// The graph.
    pub graph: &'g SyntaxGraph,
    /// The type of the messages.
    pub root: TypeId,
    /// The source of all choices.
    pub random: Random,
}

impl Predicates<'_> {
    /// Returns a filter that asks about parts of a message's value; `None` if the value has no part with a name.
    pub fn filter(&mut self, value: &Value) -> Option<String> {
        let test = self.test(self.root, value, 2)?;
        Some(format!("{}: {test}", self.graph.type_path(self.root)))
    }

    fn test(&mut self, ty: TypeId, value: &Value, depth: usize) -> Option<String> {
        if depth == 0 || self.random.one_in(2) {
            return self.question(ty, value);
        }
        let first = self.test(ty, value, depth - 1)?;
        match self.random.below(5) {
            0 => Some(format!("not ({first})")),
            1 | 2 => Some(format!("({first}) and ({})", self.test(ty, value, depth - 1)?)),
            _ => Some(format!("({first}) or ({})", self.test(ty, value, depth - 1)?)),
        }
    }

    /// Returns a question about a random part of a value.
    fn question(&mut self, ty: TypeId, value: &Value) -> Option<String> {
        let mut path = String::new();
        let mut quantifier = "";
        let (mut ty, mut value) = (self.graph.resolve(ty), value.plain());
        loop {
            let is_named = !path.is_empty();
            if is_named && self.random.one_in(12) {
                return Some(format!("{quantifier}has {path}"));
            }
            match (&self.graph.types[ty].kind, value) {
                (TypeKind::Structure(_) | TypeKind::Union(_), _) if self.random.one_in(10) => {
                    let known = steps(self.graph, ty);
                    let field = *known.get(self.random.below(known.len() as u64) as usize)?;
                    self.step(&mut path, field)?;
                    return Some(format!("{quantifier}has {path}"));
                }
                (_, Value::Structure(fields)) => {
                    let (field, inner) = fields.get(self.random.below(fields.len() as u64) as usize)?;
                    (ty, value) = (self.step(&mut path, *field)?, inner.plain());
                }
                (_, Value::Union(arm, inner)) => {
                    (ty, value) = (self.step(&mut path, *arm)?, inner.plain());
                }
                (TypeKind::Union(union), Value::Switch { discriminant, arm, value: inner }) => {
                    let chooser = union.discriminant.as_ref()?.field;
                    if self.random.one_in(3) {
                        let ty = self.step(&mut path, chooser)?;
                        let number = match self.graph.scalar(ty) {
                            Some(Scalar::Boolean) => Value::Boolean(*discriminant != BigInt::from(0)),
                            _ => Value::Integer(discriminant.clone()),
                        };
                        return Some(format!("{quantifier}{path} {}", self.relation(ty, &number)?));
                    }
                    (ty, value) = (self.step(&mut path, *arm)?, inner.plain());
                }
                (TypeKind::Array(array), Value::Array(elements)) if is_named => {
                    if elements.is_empty() || self.random.one_in(4) {
                        let count = self.number(&BigInt::from(elements.len()), &[]);
                        return Some(format!("{quantifier}count({path}) {count}"));
                    }
                    if quantifier.is_empty() {
                        quantifier = if self.random.one_in(3) { "all " } else { "any " };
                    }
                    path.push_str("[*]");
                    ty = self.graph.resolve(self.graph.fields[array.element].target);
                    value = elements[self.random.below(elements.len() as u64) as usize].plain();
                    if self.random.one_in(4)
                        && let Some(test) = self.test(ty, value, 1)
                    {
                        return Some(format!("{quantifier}{path} ({test})"));
                    }
                }
                _ if !is_named => return None,
                (TypeKind::Scalar(_), _) => {
                    return Some(match self.relation(ty, value) {
                        Some(relation) => format!("{quantifier}{path} {relation}"),
                        None => format!("{quantifier}has {path}"),
                    });
                }
                _ => return Some(format!("{quantifier}has {path}")),
            }
        }
    }

    /// Adds a field to a path. Returns its type.
    fn step(&self, path: &mut String, field: FieldId) -> Option<TypeId> {
        let node = &self.graph.fields[field];
        if node.name.is_empty() || node.name.contains('.') {
            return None;
        }
        if !path.is_empty() {
            path.push('.');
        }
        path.push_str(&node.name);
        Some(self.graph.resolve(node.target))
    }

    /// Returns a comparison with a value like this one; `None` if there is no notation for it.
    fn relation(&mut self, ty: TypeId, value: &Value) -> Option<String> {
        let equal = if self.random.one_in(3) { "!=" } else { "=" };
        match (self.graph.scalar(ty)?, value) {
            (Scalar::Enumerated(enumeration), Value::Integer(number)) => {
                let own = enumeration.items.iter().find(|item| item.1 == *number);
                let any = &enumeration.items[self.random.below(enumeration.items.len() as u64) as usize];
                let item = own.filter(|_| !self.random.one_in(4)).unwrap_or(any);
                Some(format!("{equal} {}", item.0))
            }
            (Scalar::Integer(integer), Value::Integer(number)) => Some(self.number(number, &integer.named)),
            (_, Value::Boolean(value)) => Some(format!("{equal} {}", if *value { "TRUE" } else { "FALSE" })),
            (_, Value::Bits { octets, length }) => {
                let bits: String = (0..*length)
                    .map(|at| if octets[at as usize / 8] & (0x80 >> (at % 8)) == 0 { '0' } else { '1' })
                    .collect();
                Some(format!("{equal} '{bits}'B"))
            }
            (_, Value::Octets(octets)) => {
                let (operator, part) = self.part(octets, equal);
                let is_text = part.iter().all(|octet| (0x20..0x7f).contains(octet));
                Some(match is_text && self.random.one_in(2) {
                    true => format!("{operator} {}", quoted(&String::from_utf8_lossy(&part))),
                    false => format!("{operator} '{}'H", json::hex(&part)),
                })
            }
            (scalar, Value::Chars(_)) => {
                let json = json::to_json(self.graph, ty, value);
                let text: Vec<char> = json.as_str()?.chars().collect();
                let most = match scalar {
                    Scalar::Characters { kind: CharKind::Utf8 | CharKind::Universal, .. } => u32::MAX,
                    Scalar::Characters { kind: CharKind::Bmp, .. } => 0xffff,
                    _ => 0x7e,
                };
                if text.iter().any(|c| c.is_control() || u32::from(*c) > most) {
                    return None;
                }
                let (operator, part) = self.part(&text, equal);
                Some(format!("{operator} {}", quoted(&part.iter().collect::<String>())))
            }
            (scalar, Value::Oid(octets)) => {
                let mut arcs = oid_arcs(octets, matches!(scalar, Scalar::RelativeOid))?;
                let mut operator = equal;
                if self.random.one_in(2) && arcs.len() > 2 {
                    arcs.truncate(2 + self.random.below(arcs.len() as u64 - 2) as usize);
                    operator = "starts-with";
                }
                let mut text = String::new();
                arcs.iter().for_each(|arc| write!(text, "{arc} ").expect("a string takes any text"));
                Some(format!("{operator} {{ {text}}}"))
            }
            _ => None,
        }
    }

    /// Returns a comparison with a number near this one.
    fn number(&mut self, number: &BigInt, named: &[(String, BigInt)]) -> String {
        let near: BigInt = number + BigInt::from(self.random.below(3)) - BigInt::from(1);
        if self.random.one_in(8) {
            return format!("in {near}..{}", near.clone() + BigInt::from(self.random.below(100)));
        }
        let operator = ["=", "!=", "<", "<=", ">", ">="][self.random.below(6) as usize];
        match named.iter().find(|(_, known)| known == number) {
            Some((name, _)) => format!("{operator} {name}"),
            None => format!("{operator} {near}"),
        }
    }

    /// Returns an operator and a part of a string that it finds, now and then altered.
    fn part<T: Copy>(&mut self, whole: &[T], equal: &'static str) -> (&'static str, Vec<T>) {
        let length = whole.len() as u64;
        let from = self.random.below(length + 1) as usize;
        let to = from + self.random.below(length + 1 - from as u64) as usize;
        let (operator, part) = match self.random.below(4) {
            0 => ("starts-with", &whole[..to]),
            1 => ("ends-with", &whole[from..]),
            2 => ("contains", &whole[from..to]),
            _ => (equal, whole),
        };
        let mut part = part.to_vec();
        if self.random.one_in(8)
            && let Some(first) = part.first().copied()
        {
            part.push(first);
        }
        (operator, part)
    }
}

/// Returns text as a string of the filter language.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}
