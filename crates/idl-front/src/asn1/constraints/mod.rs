//! Puts constraints into the graph and decides whether they permit a value (X.680 clauses 49 to 51).

pub mod meaning;
pub mod membership;
pub mod noted;
pub mod patterns;
pub mod time_settings;
pub mod time_texts;
pub mod times;

use crate::asn1::names::Scope;
use crate::asn1::text::tokens::NodeId;
use crate::asn1::types::{Holder, Levels};
use std::collections::BTreeMap;
use syntax_graph::TypeId;

/// Constraints with their holder and governor.
#[derive(Clone, Debug)]
pub struct Noted<'a> {
    pub holder: Holder,
    pub governor: TypeId,
    /// Whether the holder's node is a copy of the governor, whose own constraints hold, too.
    pub copy: bool,
    pub levels: Levels<'a>,
}

/// The constraints that were met while types were lowered.
#[derive(Debug, Default)]
pub struct Constraints<'a> {
    /// Constraints still to be understood.
    noted: Vec<Noted<'a>>,
    /// How many of them have been looked through for types.
    seen: usize,
    /// The nodes of types that stand in place behind CONTAINING.
    contents: BTreeMap<(NodeId, Scope), TypeId>,
}

impl<'a> Constraints<'a> {
    /// The constraints still to be understood.
    pub fn noted(&self) -> &[Noted<'a>] {
        &self.noted
    }

    /// The node of a type that stands in place behind CONTAINING.
    pub fn contents(&self, ty: NodeId, scope: Scope) -> Option<TypeId> {
        self.contents.get(&(ty, scope)).copied()
    }

    /// Keeps the constraints between a holder and the type that they are said of.
    pub fn note_constraints(&mut self, holder: Holder, governor: TypeId, levels: &Levels<'a>) {
        if !levels.is_empty() {
            self.noted.push(Noted { holder, governor, copy: false, levels: levels.clone() });
        }
    }

    /// The constraints noted last make a copy of their governor: they narrow its range, size or alphabet.
    pub fn noted_as_copy(&mut self) {
        if let Some(last) = self.noted.last_mut() {
            last.copy = true;
        }
    }
}
