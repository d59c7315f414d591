//! Finds the incomplete identifiers that a truncated message may consist of.

use crate::model::Root;
use crate::program::techniques::Direction;
use crate::rules::ber::identifier::Identifier;
use crate::rules::ber::ops::{FieldStep, Model, Start};
use std::collections::BTreeSet;
use syntax_graph::TypeKind;

/// Returns the proper beginnings of a root's identifiers, packed like identifiers: a truncated message may
/// consist of one. The empty set stands for any octets. `None`: all identifiers have one octet, or the root
/// is not decoded.
pub fn begun(model: &Model<'_>, root: &Root, step: &FieldStep) -> Option<BTreeSet<Identifier>> {
    if !root.has(Direction::Decode) {
        return None;
    }
    let is_untagged = step.op.outer.is_empty() && step.op.tag.is_none();
    let keeps_others = matches!(model.graph.kind(root.ty), TypeKind::Union(union) if union.extensible);
    if step.op.starts.contains(&Start::Any) || (is_untagged && keeps_others) {
        return Some(BTreeSet::new());
    }
    let mut found = BTreeSet::new();
    for start in &step.op.starts {
        match start {
            Start::Identifier(id) => found.extend(id.beginnings()),
            Start::EitherForm(id) => found.extend(id.beginnings().chain(id.other_form().beginnings())),
            Start::Any => {}
        }
    }
    (!found.is_empty()).then_some(found)
}
