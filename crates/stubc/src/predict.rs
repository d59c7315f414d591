//! Predicts how often each type and field occurs, per direction.

use crate::config::{FieldFrequency, Occurrences};
use crate::front::Specification;
use codegen::cost::Extent;
use codegen::{Direction, Model};
use freq_predict::from_syntax::{node_of, reference_of, type_ref_graph};
use freq_predict::{
    Frequencies, Heuristic, Overrides, Parameters, RootShare, TypeRefGraph, predict_with, root_shares,
};
use std::collections::BTreeMap;
use syntax_graph::{FieldId, TypeId, ValidGraph};

/// Frequencies of all types and fields.
#[derive(Clone, Debug)]
pub struct Prediction {
    /// The type reference graph.
    pub graph: TypeRefGraph,
    /// Frequencies per message of one direction.
    pub frequencies: BTreeMap<Direction, Frequencies>,
    /// Guessed shares of the roots; empty if the shares were given, or if the predictor takes them as equal.
    pub roots: BTreeMap<Direction, Vec<RootShare>>,
    /// Share of each direction; together 1.
    pub shares: BTreeMap<Direction, f64>,
    /// The messages that begin with each root, per message of the direction.
    pub begun: BTreeMap<Direction, Vec<(TypeId, f64)>>,
    /// What messages hold beside their values, as the profile counted it.
    pub counted: Option<Extent>,
    /// The prediction without the profile's counts; `None` if no profile counted messages.
    pub guessed: Option<Box<Prediction>>,
}

/// Predicts the frequencies of both directions.
///
/// # Panics
/// A frequency of the configuration is not a number of at least 0; [`crate::config`] refuses those.
pub fn predict(specification: &Specification, heuristic: Heuristic) -> Prediction {
    let mut prediction = predicted(specification, heuristic, &specification.frequencies);
    let counted = |entry: &FieldFrequency| matches!(entry.occurrences, Occurrences::Counted { .. });
    if specification.frequencies.iter().any(|(_, entry)| counted(entry)) {
        let said: Vec<_> =
            specification.frequencies.iter().filter(|(_, entry)| !counted(entry)).copied().collect();
        prediction.guessed = Some(Box::new(predicted(specification, heuristic, &said)));
    }
    prediction
}

fn predicted(
    specification: &Specification,
    heuristic: Heuristic,
    entries: &[(FieldId, FieldFrequency)],
) -> Prediction {
    let graph = type_ref_graph(&specification.graph);
    let (mut frequencies, mut guessed_roots) = (BTreeMap::new(), BTreeMap::new());
    let mut begun = BTreeMap::new();
    for direction in Direction::ALL {
        let weights: Vec<_> = specification
            .roots
            .roots
            .iter()
            .filter_map(|root| root.weight(direction).map(|weight| (node_of(root.ty), weight)))
            .collect();
        let weights = if specification.roots.weighed || heuristic != Heuristic::Markov {
            weights
        } else {
            let nodes: Vec<_> = weights.iter().map(|(node, _)| *node).collect();
            let shares = root_shares(&graph, Parameters::standard(), &nodes);
            let weights = shares.iter().map(|root| (root.node, root.share)).collect();
            guessed_roots.insert(direction, shares);
            weights
        };
        let sum: f64 = weights.iter().map(|(_, weight)| weight).sum();
        // Roots that all have the weight 0 are equal.
        let share = |weight: f64| if sum > 0.0 { weight / sum } else { 1.0 / weights.len() as f64 };
        let roots: Vec<_> = weights.iter().map(|&(node, weight)| (node, share(weight))).collect();
        let types = specification.roots.roots.iter().map(|root| root.ty);
        let of = |ty: &TypeId| roots.iter().find(|(node, _)| *node == node_of(*ty)).map(|(_, share)| *share);
        begun.insert(direction, types.filter_map(|ty| Some((ty, of(&ty)?))).collect());
        let known = known(entries, direction);
        let predicted = predict_with(heuristic, &graph, &roots, &known)
            .expect("roots and overrides are of the graph that they were made from");
        frequencies.insert(direction, predicted);
    }
    let shares = specification.roots.shares.clone();
    let counted = specification.extent;
    Prediction { graph, frequencies, roots: guessed_roots, shares, begun, counted, guessed: None }
}

/// Returns the known frequencies of one direction. The user's numbers win over the counts of all profiles.
fn known(frequencies: &[(FieldId, FieldFrequency)], direction: Direction) -> Overrides {
    let mut counts: BTreeMap<FieldId, (f64, f64, u64)> = BTreeMap::new();
    let mut said: BTreeMap<FieldId, f64> = BTreeMap::new();
    for (field, entry) in
        frequencies.iter().filter(|(_, entry)| entry.direction.is_none_or(|way| way == direction))
    {
        match entry.occurrences {
            Occurrences::Said(v) => drop(said.insert(*field, v)),
            Occurrences::Counted { seen, of, messages } => {
                let sum = counts.entry(*field).or_default();
                *sum = (sum.0 + seen, sum.1 + of, sum.2.saturating_add(messages));
            }
        }
    }
    let mut known = Overrides::new();
    let sound = "the configuration holds finite numbers, at least 0";
    for (field, (seen, of, messages)) in counts {
        known.set_measured(reference_of(field), seen / of, messages).expect(sound);
    }
    for (field, v) in said {
        known.set(reference_of(field), v).expect(sound);
    }
    known
}

impl Prediction {
    /// Returns the visits of a type per message, times the share of the direction.
    pub fn of_type(&self, ty: TypeId, direction: Direction) -> f64 {
        self.shares[&direction] * self.of_type_per_message(ty, direction)
    }

    /// Returns the occurrences of a field per message, times the share of the direction.
    pub fn of_field(&self, field: FieldId, direction: Direction) -> f64 {
        self.shares[&direction] * self.of_field_per_message(field, direction)
    }

    /// Returns the visits of a type per message of the direction.
    pub fn of_type_per_message(&self, ty: TypeId, direction: Direction) -> f64 {
        self.frequencies[&direction].of_type(node_of(ty))
    }

    /// Returns the occurrences of a field per message of the direction.
    pub fn of_field_per_message(&self, field: FieldId, direction: Direction) -> f64 {
        self.frequencies[&direction].of_reference(reference_of(field))
    }

    /// Returns the share of the messages of a direction that are of a root.
    pub fn root_share(&self, root: TypeId, direction: Direction) -> f64 {
        let roots = self.begun.get(&direction).into_iter().flatten();
        roots.filter(|(known, _)| *known == root).map(|(_, share)| share).sum()
    }

    /// Returns the share of the visits of a type that begin a message.
    pub fn begun(&self, graph: &ValidGraph, ty: TypeId, direction: Direction) -> f64 {
        let visits = self.of_type_per_message(ty, direction);
        let roots = self.begun.get(&direction).into_iter().flatten();
        let begun: f64 = roots.filter(|(root, _)| graph.resolve(*root) == ty).map(|(_, share)| share).sum();
        if visits > 0.0 { (begun / visits).min(1.0) } else { 0.0 }
    }

    /// Returns what a message of the direction holds beside its values: as counted, otherwise as the specification
    /// suggests.
    pub fn extent(&self, model: &Model<'_>, direction: Direction) -> Extent {
        self.counted.unwrap_or_else(|| {
            let visits = |ty| self.of_type_per_message(ty, direction);
            Extent::guessed(model, direction, &visits, &|field| self.per_owner(field, direction))
        })
    }

    /// Returns the mean occurrences of a field per value of its owner.
    pub fn per_owner(&self, field: FieldId, direction: Direction) -> f64 {
        self.frequencies[&direction].weight(reference_of(field)).effective()
    }
}
