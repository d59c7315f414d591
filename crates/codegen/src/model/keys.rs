//! Lowers relations to tables: a governor's value selects the type in an open type.

use crate::model::layout::{CType, scalar_ctype};
use crate::program::{Key, Relation};
use crate::stub::Node;
use std::collections::BTreeMap;
use syntax_graph::{FieldId, Scalar, TypeKind, ValidGraph, Value, opens};

/// The tables so far.
#[derive(Debug, Default)]
pub struct Keys {
    /// All tables.
    pub octets: Vec<u8>,
    /// The start of each table; equal tables are shared.
    starts: BTreeMap<Vec<u8>, usize>,
}

impl Keys {
    /// Returns a relation in terms of scalars: one, or one per arm of a governor that is a union.
    pub fn lower(&mut self, graph: &ValidGraph, relation: &opens::Relation) -> Vec<Relation> {
        let Some(&governor) = relation.governor.last() else { return Vec::new() };
        let arms = match graph.kind(graph.fields[governor].target) {
            TypeKind::Union(union) => union.arms.clone(),
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
            let Some(octets) = contents(value).filter(|_| opens::can_select(value)) else { continue };
            let target = open.arms.iter().position(|arm| graph.fields[*arm].target == known.target);
            if let (Ok(length), Some(target)) = (u8::try_from(octets.len()), target) {
                let [low, high, ..] = (target + 1).to_le_bytes();
                table.extend([length, low, high]);
                table.extend(octets);
            }
        }
        if table.is_empty() {
            return None;
        }
        table.push(0);
        let octets = &mut self.octets;
        let keys = *self.starts.entry(table).or_insert_with_key(|table| {
            octets.extend(table);
            octets.len() - table.len()
        });
        Some(Relation {
            governor,
            key,
            keys,
            path: relation.path.clone(),
            open: Node::general(relation.open),
        })
    }
}

/// Returns how a scalar is compared: as a number or by its bytes.
fn key(scalar: &Scalar) -> Option<Key> {
    match (scalar, scalar_ctype(scalar)) {
        (Scalar::Integer(_) | Scalar::Enumerated(_), CType::Integer(repr)) => Some(Key::Number(repr)),
        (Scalar::Boolean | Scalar::Real, _) => None,
        (_, CType::Slice) => Some(Key::Octets),
        _ => None,
    }
}

/// Returns the contents octets of a governor's value, as held or, for a number, as compared.
fn contents(value: &Value) -> Option<Vec<u8>> {
    match value {
        Value::Integer(number) => Some(number.to_signed_bytes_be()),
        Value::Oid(octets) | Value::Octets(octets) | Value::Chars(octets) => Some(octets.clone()),
        _ => None,
    }
}
