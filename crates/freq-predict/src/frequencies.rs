//! Predicts the expected occurrences of every type and field per root message.

use crate::guess::Factor;
use crate::heuristics::{Heuristic, Weighed, Weight, weigh};
use crate::markov;
use crate::overrides::Overrides;
use crate::parameters::Parameters;
use crate::type_ref_graph::{NodeId, ReferenceId, TypeRefGraph};
use std::fmt;

/// The reason why a prediction failed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PredictError {
    /// A root is not a type of the graph.
    UnknownRoot(NodeId),
    /// A root's weight is negative, infinite or not a number.
    BadWeight {
        /// The root with the weight.
        root: NodeId,
        /// The weight: negative, infinite or not a number.
        weight: f64,
    },
    /// An override names a reference that the graph does not have.
    UnknownReference(ReferenceId),
}

impl fmt::Display for PredictError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownRoot(root) => write!(f, "root {} is not a type of the graph", root.index()),
            Self::BadWeight { root, weight } => {
                write!(
                    f,
                    "root {} weighs {weight}; a weight must be a finite number of at least 0",
                    root.index()
                )
            }
            Self::UnknownReference(reference) => {
                write!(
                    f,
                    "the override of reference {} has no such reference in the graph",
                    reference.index()
                )
            }
        }
    }
}

impl std::error::Error for PredictError {}

/// Expected occurrences of types and fields per root message, with the origin of each number.
#[derive(Clone, Debug, PartialEq)]
pub struct Frequencies {
    heuristic: Heuristic,
    roots: Vec<f64>,
    types: Vec<f64>,
    references: Vec<f64>,
    weights: Vec<Weight>,
    factors: Vec<Vec<Factor>>,
}

/// The contribution of one reference to the frequency of its target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contribution {
    /// The reference to the type.
    pub reference: ReferenceId,
    /// The type that holds the field.
    pub owner: NodeId,
    /// Type frequency f of the owner.
    pub owner_frequency: f64,
    /// The field frequency v with its origin.
    pub weight: Weight,
    /// Occurrences of the field per root message.
    pub frequency: f64,
}

/// Predicts with the default heuristic and the standard parameters. See [`predict_by`].
///
/// # Errors
/// As [`predict_with`].
pub fn predict(
    graph: &TypeRefGraph,
    roots: &[(NodeId, f64)],
    overrides: &Overrides,
) -> Result<Frequencies, PredictError> {
    predict_with(Heuristic::Markov, graph, roots, overrides)
}

/// Predicts with a heuristic and the standard parameters. See [`predict_by`].
///
/// # Errors
/// As [`predict_by`].
pub fn predict_with(
    heuristic: Heuristic,
    graph: &TypeRefGraph,
    roots: &[(NodeId, f64)],
    overrides: &Overrides,
) -> Result<Frequencies, PredictError> {
    predict_by(heuristic, Parameters::standard(), graph, roots, overrides)
}

/// Predicts the occurrences of each type and field per message, for one direction.
///
/// `roots` are the message types of that direction with their shares of the traffic. The shares should sum to 1;
/// they are used without change. The shares of a repeated root add up. The heuristics of 1997 use only
/// `profile` of the parameters.
///
/// The running time is linear in the number of types and references. Recursive components of up to a few dozen types
/// add a small polynomial in their size.
///
/// # Errors
/// A root or an override is not in the graph, or a weight is negative or not finite.
pub fn predict_by(
    heuristic: Heuristic,
    parameters: &Parameters,
    graph: &TypeRefGraph,
    roots: &[(NodeId, f64)],
    overrides: &Overrides,
) -> Result<Frequencies, PredictError> {
    let mut entry = vec![0.0; graph.type_count()];
    for &(root, weight) in roots {
        if !weight.is_finite() || weight < 0.0 {
            return Err(PredictError::BadWeight { root, weight });
        }
        *entry.get_mut(root.index()).ok_or(PredictError::UnknownRoot(root))? += weight;
    }
    if let Some((last, _)) =
        overrides.iter().last().filter(|(last, _)| last.index() >= graph.reference_count())
    {
        return Err(PredictError::UnknownReference(last));
    }
    let Weighed { mut weights, factors, components } = weigh(graph, heuristic, parameters, &entry, overrides);
    let types = markov::damp_and_solve(graph, &entry, &mut weights, components);
    let visits = |id: ReferenceId| types[graph.owner(id).index()] * weights[id.index()].effective();
    let references = graph.references().map(visits).collect();
    Ok(Frequencies { heuristic, roots: entry, types, references, weights, factors })
}

impl Frequencies {
    /// Returns the heuristic that made the prediction.
    pub fn heuristic(&self) -> Heuristic {
        self.heuristic
    }

    /// Returns the type frequency f: expected values of the type per root message.
    ///
    /// # Panics
    /// The type is not in the predicted graph. The other accessors panic in the same way.
    pub fn of_type(&self, node: NodeId) -> f64 {
        self.types[node.index()]
    }

    /// Returns the expected occurrences of a field per root message. [`weight`](Self::weight) returns the
    /// occurrences per value of the enclosing type.
    pub fn of_reference(&self, reference: ReferenceId) -> f64 {
        self.references[reference.index()]
    }

    /// Returns the share of messages that are of this type.
    pub fn of_root(&self, node: NodeId) -> f64 {
        self.roots[node.index()]
    }

    /// Returns the field frequency v of a reference with its origin.
    pub fn weight(&self, reference: ReferenceId) -> Weight {
        self.weights[reference.index()]
    }

    /// Returns the factors in the guess of a field frequency. They multiply the odds of a component that may be
    /// absent, the weight of an alternative, or the length of an array minus 1.
    pub fn factors(&self, reference: ReferenceId) -> &[Factor] {
        &self.factors[reference.index()]
    }

    /// Returns the contributions to the frequency of a type, one per reference to it. Together with
    /// [`of_root`](Self::of_root), they sum to [`of_type`](Self::of_type).
    pub fn contributions(&self, graph: &TypeRefGraph, node: NodeId) -> Vec<Contribution> {
        let contribution = |reference: ReferenceId| {
            let owner = graph.owner(reference);
            Contribution {
                reference,
                owner,
                owner_frequency: self.of_type(owner),
                weight: self.weight(reference),
                frequency: self.of_reference(reference),
            }
        };
        graph.references_to(node).into_iter().map(contribution).collect()
    }
}
