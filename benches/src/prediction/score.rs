//! Scores of a prediction against the measurement.

use super::measured::Measured;
use freq_predict::{
    Frequencies, Heuristic, NodeId, Overrides, Parameters, ReferenceId, predict_by, root_shares,
};

/// The shares of types whose coverage is reported.
pub const SHARES: [f64; 3] = [0.1, 0.2, 0.3];

/// Frequencies of types and fields, used to rank types.
#[derive(Debug)]
pub struct Ranking {
    types: Vec<f64>,
    fields: Vec<f64>,
}

impl Ranking {
    /// Returns the ranking by a heuristic.
    pub fn by(family: &Measured, heuristic: Heuristic, parameters: &Parameters) -> Self {
        // The paper of 1997 does not mention shares of roots: all are equal.
        let roots = match heuristic {
            Heuristic::Markov => {
                let roots: Vec<NodeId> = family.roots.iter().map(|(root, _)| *root).collect();
                let shares = root_shares(&family.graph, parameters, &roots);
                shares.into_iter().map(|root| (root.node, root.share)).collect()
            }
            _ => family.roots.clone(),
        };
        let frequencies = predict_by(heuristic, parameters, &family.graph, &roots, &Overrides::new());
        let frequencies: Frequencies = frequencies.expect("the roots are of the graph");
        let field = |id: ReferenceId| frequencies.weight(id).effective();
        Self {
            types: family.graph.types().map(|node| frequencies.of_type(node)).collect(),
            fields: family.graph.references().map(field).collect(),
        }
    }

    /// Returns the ranking by the measurement.
    pub fn measured(family: &Measured) -> Self {
        Self { types: family.frequency.clone(), fields: family.field.clone() }
    }

    /// Returns the frequency of a type.
    pub fn of_type(&self, node: NodeId) -> f64 {
        self.types[node.index()]
    }

    /// Returns the occurrences of a field per value of its type.
    pub fn of_field(&self, id: ReferenceId) -> f64 {
        self.fields[id.index()]
    }

    /// Returns the share of measured occurrences in the first `share` of the types. Types of equal rank share
    /// their coverage.
    pub fn coverage(&self, family: &Measured, share: f64) -> f64 {
        let mut order: Vec<NodeId> = family.types.clone();
        order.sort_by(|a, b| self.types[b.index()].total_cmp(&self.types[a.index()]).then(a.cmp(b)));
        let occurrences = |node: &NodeId| family.frequency[node.index()];
        let all: f64 = order.iter().map(occurrences).sum();
        let mut left = share * order.len() as f64;
        let mut covered = 0.0;
        for alike in order.chunk_by(|a, b| close(self.types[a.index()], self.types[b.index()])) {
            let taken = left.min(alike.len() as f64);
            covered += alike.iter().map(occurrences).sum::<f64>() * taken / alike.len() as f64;
            left -= taken;
            if left <= 0.0 {
                break;
            }
        }
        covered / all
    }

    /// Returns the mean coverage at [`SHARES`].
    pub fn mean_coverage(&self, family: &Measured) -> f64 {
        SHARES.iter().map(|share| self.coverage(family, *share)).sum::<f64>() / SHARES.len() as f64
    }

    /// Returns Spearman's rank correlation with the measurement.
    pub fn correlation(&self, family: &Measured) -> f64 {
        let own = ranks(family.types.iter().map(|node| self.types[node.index()]).collect());
        let other = ranks(family.types.iter().map(|node| family.frequency[node.index()]).collect());
        let mean = |ranks: &[f64]| ranks.iter().sum::<f64>() / ranks.len() as f64;
        let (a, b) = (mean(&own), mean(&other));
        let sum =
            |of: &dyn Fn(f64, f64) -> f64| own.iter().zip(&other).map(|(x, y)| of(x - a, y - b)).sum::<f64>();
        sum(&|x, y| x * y) / (sum(&|x, _| x * x) * sum(&|_, y| y * y)).sqrt()
    }

    /// Returns the share of measured commands that a plan eliminates. The plan compiles this share of the
    /// bytes, in the order of this ranking: a model of `sweep --axis compiled` with estimated sizes and
    /// without inlining.
    pub fn eliminated(&self, family: &Measured, share: f64) -> f64 {
        let predicted = |id: ReferenceId| self.fields[id.index()];
        let mut order: Vec<_> = family.procedures.iter().collect();
        let density = |procedure: &super::measured::Procedure| {
            self.types[procedure.node.index()] * procedure.saved.at(predicted).max(0.0) / procedure.bytes
        };
        order.sort_by(|a, b| density(b).total_cmp(&density(a)));
        let mut left = share * order.iter().map(|procedure| procedure.bytes).sum::<f64>();
        let (mut all, mut eliminated) = (0.0, 0.0);
        for procedure in order {
            let commands = procedure.commands.at(|id| family.field[id.index()]);
            let commands = commands * family.frequency[procedure.node.index()];
            all += commands;
            if procedure.bytes <= left {
                left -= procedure.bytes;
                eliminated += commands;
            }
        }
        eliminated / all
    }
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs())
}

/// Returns ranks from 1; equal values share the mean of their ranks.
fn ranks(values: Vec<f64>) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    let mut before = 0;
    for alike in order.chunk_by(|&a, &b| close(values[a], values[b])) {
        let rank = before as f64 + (alike.len() as f64 + 1.0) / 2.0;
        alike.iter().for_each(|&at| ranks[at] = rank);
        before += alike.len();
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::{Ranking, ranks};
    use crate::prediction::measured::tests::family;
    use freq_predict::{ReferenceKind, TypeRefGraph};

    fn alone(frequency: &[f64], costs: &[(f64, f64)]) -> crate::prediction::measured::Measured {
        let mut graph = TypeRefGraph::new();
        for at in 0..frequency.len() {
            graph.add_type(format!("T{at}"));
        }
        family(graph, frequency, &[], costs)
    }

    fn by(types: &[f64]) -> Ranking {
        Ranking { types: types.to_vec(), fields: Vec::new() }
    }

    fn close(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-9, "{a} is not {b}");
    }

    #[test]
    fn the_first_types_cover_what_they_hold() {
        let family = alone(&[60.0, 30.0, 10.0, 0.0], &[]);
        let measured = Ranking::measured(&family);
        close(measured.coverage(&family, 0.25), 0.6);
        close(measured.coverage(&family, 0.5), 0.9);
        // Half a type covers half of its occurrences, and so do two types of equal rank.
        close(measured.coverage(&family, 0.375), 0.75);
        close(by(&[1.0, 0.5, 1.0, 0.5]).coverage(&family, 0.25), 0.35);
        close(by(&[0.0, 1.0, 2.0, 3.0]).coverage(&family, 0.5), 0.1);
        close(measured.mean_coverage(&family), 0.6 * (0.4 + 0.8) / 3.0 + (0.6 + 0.3 * 0.2) / 3.0);
    }

    #[test]
    fn ranks_agree_or_contradict() {
        let family = alone(&[4.0, 3.0, 2.0, 1.0], &[]);
        close(Ranking::measured(&family).correlation(&family), 1.0);
        close(by(&[0.1, 0.2, 0.3, 0.4]).correlation(&family), -1.0);
        close(by(&[2.0, 4.0, 1.0, 3.0]).correlation(&family), 0.0);
    }

    #[test]
    fn bytes_go_where_a_ranking_says() {
        // Two procedures of equal size; one runs three times as often.
        let family = alone(&[3.0, 1.0], &[(100.0, 5.0), (100.0, 5.0)]);
        close(Ranking::measured(&family).eliminated(&family, 0.5), 0.75);
        close(by(&[1.0, 2.0]).eliminated(&family, 0.5), 0.25);
        close(by(&[1.0, 2.0]).eliminated(&family, 0.49), 0.0);
        close(by(&[1.0, 2.0]).eliminated(&family, 1.0), 1.0);
    }

    #[test]
    fn commands_grow_with_fields() {
        let mut graph = TypeRefGraph::new();
        let [list, item] = ["List", "Item"].map(|name| graph.add_type(name));
        graph.add_reference(list, item, "", ReferenceKind::Element { min: 0, max: None });
        let family = family(graph, &[1.0, 8.0], &[8.0], &[(100.0, 2.0), (100.0, 1.0)]);
        // Ten commands of the list, eight of its items.
        close(Ranking::measured(&family).eliminated(&family, 0.5), 10.0 / 18.0);
        // With one item assumed per list, the procedure of the item ranks first.
        let short = Ranking { types: vec![1.0, 4.0], fields: vec![1.0] };
        close(short.eliminated(&family, 0.5), 8.0 / 18.0);
    }

    #[test]
    fn equal_values_share_their_rank() {
        assert_eq!(ranks(vec![5.0, 1.0, 5.0, 7.0]), [2.5, 1.0, 2.5, 4.0]);
    }
}
