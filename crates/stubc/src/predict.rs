//! How often each type and field occurs, per direction.

use crate::front::Specification;
use codegen::Direction;
use freq_predict::from_syntax::{OpenTypes, node_of, overrides, reference_of, type_ref_graph};
use freq_predict::{Frequencies, Heuristic, TypeRefGraph, predict_with};
use std::collections::BTreeMap;
use syntax_graph::{FieldId, TypeId};

/// The prediction.
#[derive(Clone, Debug)]
pub struct Prediction {
    /// The type reference graph.
    pub graph: TypeRefGraph,
    /// Frequencies per message of one direction.
    pub frequencies: BTreeMap<Direction, Frequencies>,
    /// Share of each direction.
    pub shares: BTreeMap<Direction, f64>,
}

/// Predicts both directions.
///
/// # Panics
/// When a frequency of the configuration is no number at least 0, which [`crate::config`] refuses.
pub fn predict(specification: &Specification, heuristic: Heuristic) -> Prediction {
    let graph = type_ref_graph(&specification.graph, OpenTypes::Slices);
    let known = overrides(specification.frequencies.iter().copied())
        .expect("the configuration holds finite numbers, at least 0");
    let mut frequencies = BTreeMap::new();
    for direction in Direction::ALL {
        let weights: Vec<_> = specification
            .roots
            .roots
            .iter()
            .filter_map(|root| root.weight(direction).map(|weight| (node_of(root.ty), weight)))
            .collect();
        let sum: f64 = weights.iter().map(|(_, weight)| weight).sum();
        // Roots that all weigh nothing are alike.
        let share = |weight: f64| if sum > 0.0 { weight / sum } else { 1.0 / weights.len() as f64 };
        let roots: Vec<_> = weights.iter().map(|&(node, weight)| (node, share(weight))).collect();
        let predicted = predict_with(heuristic, &graph, &roots, &known)
            .expect("roots and overrides are of the graph that they were made from");
        frequencies.insert(direction, predicted);
    }
    Prediction { graph, frequencies, shares: specification.roots.shares.clone() }
}

impl Prediction {
    /// Visits of a type per message, times the share of the direction.
    pub fn of_type(&self, ty: TypeId, direction: Direction) -> f64 {
        self.shares[&direction] * self.frequencies[&direction].of_type(node_of(ty))
    }

    /// Occurrences of a field per message, times the share of the direction.
    pub fn of_field(&self, field: FieldId, direction: Direction) -> f64 {
        self.shares[&direction] * self.frequencies[&direction].of_reference(reference_of(field))
    }

    /// Occurrences of a field per value of its owner.
    pub fn per_owner(&self, field: FieldId, direction: Direction) -> f64 {
        self.frequencies[&direction].weight(reference_of(field)).effective()
    }
}
