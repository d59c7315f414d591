//! Lowers relations to tables: a governor's value selects the type in an open type.

use crate::model::layout::{CType, scalar_ctype};
use crate::program::{Chooser, ChooserPart, Key, Relation};
use crate::stub::Node;
use num_bigint::BigInt;
use std::collections::BTreeMap;
use syntax_graph::governors::{Part, can_select, parts};
use syntax_graph::{FieldId, IndexVec, IntegerRepr, Scalar, TypeId, TypeKind, ValidGraph, Value, opens};
use syntax_graph::{OpenAlternative, OpenType};

/// The tables so far.
#[derive(Debug, Default)]
pub struct Keys {
    /// All tables.
    pub octets: Vec<u8>,
    /// The start of each table; equal tables are shared.
    starts: BTreeMap<Vec<u8>, usize>,
    /// The comparisons of governors that are structures; equal ones are shared.
    pub choosers: Vec<Chooser>,
}

impl Keys {
    /// Returns a relation in terms of scalars and structures: one, or one per arm of a governor that is a union.
    /// `recursive` are the recursive fields.
    pub fn lower(
        &mut self,
        graph: &ValidGraph,
        recursive: &IndexVec<FieldId, bool>,
        relation: &opens::Relation,
    ) -> Vec<Relation> {
        let Some(&governor) = relation.governor.last() else { return Vec::new() };
        let governor = graph.resolve(graph.fields[governor].target);
        let arms = match graph.kind(governor) {
            TypeKind::Union(union) => union.arms.clone(),
            TypeKind::Structure(_) => {
                let parts = parts(graph, recursive, governor).unwrap_or_default();
                return self.lower_structure(graph, relation, governor, parts).into_iter().collect();
            }
            _ => return self.lower_scalar(graph, relation, None).into_iter().collect(),
        };
        arms.iter().filter_map(|arm| self.lower_scalar(graph, relation, Some(*arm))).collect()
    }

    fn lower_scalar(
        &mut self,
        graph: &ValidGraph,
        relation: &opens::Relation,
        arm: Option<FieldId>,
    ) -> Option<Relation> {
        let mut governor = relation.governor.clone();
        governor.extend(arm);
        let scalar = graph.scalar(graph.fields[*governor.last()?].target)?;
        let key = key(scalar)?;
        let TypeKind::Open(open) = &graph.types[relation.open].kind else { return None };
        let mut table = Vec::new();
        for known in &open.alternatives {
            let value = match (&known.identifier, arm) {
                (Value::Union(own, value), Some(arm)) if *own == arm => value,
                (_, Some(_)) => continue,
                (value, None) => value,
            };
            let Some(octets) = contents(value).filter(|_| can_select(value)) else { continue };
            if let Some(target) = target(graph, open, known) {
                table.push((octets, target));
            }
        }
        if table.is_empty() {
            return None;
        }
        let keys = self.table(&table);
        Some(Relation {
            governor,
            key,
            keys,
            path: relation.path.clone(),
            open: Node::general(relation.open),
        })
    }

    fn lower_structure(
        &mut self,
        graph: &ValidGraph,
        relation: &opens::Relation,
        structure: TypeId,
        parts: Vec<Part>,
    ) -> Option<Relation> {
        let TypeKind::Open(open) = &graph.types[relation.open].kind else { return None };
        let known = open.alternatives.iter().filter(|known| can_select(&known.identifier));
        let known: Vec<(&Value, usize)> =
            known.filter_map(|known| Some((&known.identifier, target(graph, open, known)?))).collect();
        // The number of all parts so far, for each alternative.
        let mut states = vec![0; known.len()];
        let mut lowered = Vec::new();
        let last = parts.len().checked_sub(1)?;
        for (at, part) in parts.into_iter().enumerate() {
            let values = known.iter().map(|(value, _)| inside(value, &part.path));
            let values: Vec<Option<Option<Vec<u8>>>> = values.map(|value| value.map(contents)).collect();
            let mut texts: Vec<&Vec<u8>> = values.iter().flatten().flatten().collect();
            texts.sort();
            texts.dedup();
            let key = match part.is_presence {
                true => None,
                false => {
                    let scalar = graph.scalar(graph.fields[*part.path.last()?].target)?;
                    let rows = texts.iter().enumerate().map(|(at, text)| ((*text).clone(), at + 1));
                    Some((key(scalar)?, self.table(&rows.collect::<Vec<_>>())))
                }
            };
            let present = if part.is_presence { 2 } else { texts.len() };
            let absent = if part.is_presence { 1 } else { present + 1 };
            let radix = absent.max(present) + 1;
            let number = |value: &Option<Option<Vec<u8>>>| match value {
                None => absent,
                Some(None) => present,
                Some(Some(text)) => texts.binary_search(&text).map_or(0, |at| at + 1),
            };
            let joined = states.iter().zip(&values).map(|(state, value)| state * radix + number(value));
            let joined: Vec<usize> = joined.collect();
            let rows = match at == last {
                true => joined.iter().copied().zip(known.iter().map(|(_, target)| *target)).collect(),
                false => renumbered(&joined),
            };
            states = joined.iter().map(|number| rows.get(number).copied().unwrap_or(0)).collect();
            let is_plain = at == 0 && at != last;
            if is_plain {
                states = joined;
            }
            let rows: Vec<(Vec<u8>, usize)> = rows
                .into_iter()
                .map(|(number, to)| (BigInt::from(number).to_signed_bytes_be(), to))
                .collect();
            lowered.push(ChooserPart {
                path: part.path,
                key,
                absent: u32::try_from(absent).ok()?,
                radix: u32::try_from(radix).ok()?,
                joined: if is_plain { None } else { Some(self.table(&rows)) },
            });
        }
        let chooser = Chooser { structure, parts: lowered };
        let number = self.choosers.iter().position(|own| *own == chooser).unwrap_or_else(|| {
            self.choosers.push(chooser);
            self.choosers.len() - 1
        });
        let governor = relation.governor.clone();
        let path = relation.path.clone();
        Some(Relation {
            governor,
            key: Key::Parts(number),
            keys: 0,
            path,
            open: Node::general(relation.open),
        })
    }

    /// Returns the start of a table that maps each of these texts to its number.
    fn table(&mut self, rows: &[(Vec<u8>, usize)]) -> usize {
        let mut table = Vec::new();
        for (text, number) in rows {
            if let Ok(length) = u8::try_from(text.len()) {
                let [low, high, ..] = number.to_le_bytes();
                table.extend([length, low, high]);
                table.extend(text);
            }
        }
        table.push(0);
        let octets = &mut self.octets;
        *self.starts.entry(table).or_insert_with_key(|table| {
            octets.extend(table);
            octets.len() - table.len()
        })
    }
}

/// Returns the number of the arm of an alternative, from 1.
fn target(graph: &ValidGraph, open: &OpenType, known: &OpenAlternative) -> Option<usize> {
    open.arms.iter().position(|arm| graph.fields[*arm].target == known.target).map(|at| at + 1)
}

/// Numbers the distinct values from 1.
fn renumbered(numbers: &[usize]) -> BTreeMap<usize, usize> {
    let mut found = BTreeMap::new();
    for number in numbers {
        let next = found.len() + 1;
        found.entry(*number).or_insert(next);
    }
    found
}

/// Returns the value of a part of a structure.
fn inside<'v>(value: &'v Value, path: &[FieldId]) -> Option<&'v Value> {
    path.iter().try_fold(value, |value, field| match value {
        Value::Structure(members) => members.iter().find(|(own, _)| own == field).map(|(_, value)| value),
        _ => None,
    })
}

/// Returns how a scalar is compared: as a number or by its bytes.
fn key(scalar: &Scalar) -> Option<Key> {
    match (scalar, scalar_ctype(scalar)) {
        (Scalar::Integer(_) | Scalar::Enumerated(_), CType::Integer(repr)) => Some(Key::Number(repr)),
        (Scalar::Boolean, _) => Some(Key::Number(IntegerRepr::U8)),
        (Scalar::Real, _) => None,
        (_, CType::Slice) => Some(Key::Octets),
        _ => None,
    }
}

/// Returns the contents octets of a governor's value, as held or, for a number, as compared.
fn contents(value: &Value) -> Option<Vec<u8>> {
    match value {
        Value::Boolean(value) => Some(vec![u8::from(*value)]),
        Value::Integer(number) => Some(number.to_signed_bytes_be()),
        Value::Oid(octets) | Value::Octets(octets) | Value::Chars(octets) => Some(octets.clone()),
        _ => None,
    }
}
