//! Identifiers of which a cut off message may have only the beginning.

use crate::model::Root;
use crate::program::techniques::Direction;
use crate::rules::ber::identifier::Identifier;
use crate::rules::ber::ops::{FieldStep, Model, Start};
use std::collections::BTreeSet;
use syntax_graph::TypeKind;

/// Returns the octets that begin an identifier of a message and do not end it, packed like identifiers: a cut off message may
/// have no more. None at all stand for any octets. `None`: all identifiers are one octet.
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
