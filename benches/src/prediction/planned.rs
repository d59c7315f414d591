//! Plans for the fewest interpreter calls from predicted frequencies, judged by the counted ones.

use super::counted::Counted;
use codegen::{Direction, Model, Options, Root};
use freq_predict::from_syntax::{node_of, reference_of, type_ref_graph};
use freq_predict::{Frequencies, Heuristic, Overrides, Parameters, TypeRefGraph, predict_by, root_shares};
use size_budget::{Problem, all_compiled, all_interpreted, greedy};
use std::collections::BTreeMap;
use std::fmt::Write;
use stubc::candidates::candidates;
use stubc::measuring::{Sizes, estimated_sizes};
use stubc::predict::Prediction;
use syntax_graph::TypeId;

/// The shares of compiled code, in percent.
pub const SHARES: [f64; 2] = [25.0, 50.0];

/// The aim: the share of the profile's eliminated calls that a prediction eliminates.
pub const WANTED: f64 = 0.85;

/// With fewer messages, the counts of a family are those of single messages.
pub const MANY: u64 = 20;

/// Interpreter calls of all messages, by [`SHARES`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Calls {
    /// Calls of the all-interpreted plan.
    pub all: f64,
    /// Calls that the plan from the prediction eliminates.
    pub predicted: [f64; 2],
    /// Calls that the plan from the counts eliminates.
    pub profiled: [f64; 2],
}

impl Calls {
    /// Adds the calls of other messages.
    pub fn add(&mut self, other: &Self) {
        self.all += other.all;
        for at in 0..SHARES.len() {
            self.predicted[at] += other.predicted[at];
            self.profiled[at] += other.profiled[at];
        }
    }

    /// Returns the share of the profile's eliminated calls that the prediction's plan eliminates, at one of [`SHARES`];
    /// 1 if the profile's plan eliminates none.
    pub fn ratio(&self, at: usize) -> f64 {
        if self.profiled[at] > 0.0 { self.predicted[at] / self.profiled[at] } else { 1.0 }
    }
}

/// The calls of a family, which is a folder of messages.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The folder.
    pub folder: &'static str,
    /// The encoding rules of the messages.
    pub read: &'static str,
    /// Number of messages.
    pub messages: u64,
    /// Number of message types.
    pub types: usize,
    /// The calls if each type of message has a program of its own, all at the same share of their own compiled code.
    pub apart: Calls,
    /// The calls if each specification has one program for all types of messages.
    pub together: Calls,
}

impl Row {
    /// Counts the specifications of one folder of messages.
    ///
    /// # Panics
    /// There is no specification, or its stubs cannot be generated.
    pub fn of(family: &[&Counted], parameters: &Parameters) -> Self {
        let first = family.first().expect("a folder of messages has a specification");
        let mut row = Self {
            folder: first.folder,
            read: first.read,
            messages: 0,
            types: 0,
            apart: Calls::default(),
            together: Calls::default(),
        };
        for counted in family {
            for (ty, messages) in counted.counts.roots() {
                row.apart.add(&Planned::of(counted, &[ty]).calls(parameters));
                row.messages += messages;
                row.types += 1;
            }
            row.together.add(&Planned::of(counted, &counted.roots).calls(parameters));
        }
        row
    }
}

/// A specification with its frequencies as counted, ready to be planned.
#[derive(Debug)]
struct Planned<'c> {
    model: Model<'c>,
    sizes: Sizes,
    graph: TypeRefGraph,
    roots: Vec<TypeId>,
    messages: u64,
    truth: Problem,
}

impl<'c> Planned<'c> {
    fn of(counted: &'c Counted, types: &[TypeId]) -> Self {
        let roots: Vec<Root> = types.iter().map(|&ty| Root::both_ways(ty)).collect();
        let mut options = Options::new(counted.specs, counted.rules, roots);
        options.compact = true;
        let model = Model::build(&counted.graph, options);
        let model = model.unwrap_or_else(|errors| panic!("{}: {}", counted.folder, errors[0].message));
        let graph = type_ref_graph(&counted.graph);
        let sizes = estimated_sizes(&model);
        let mut known = Overrides::new();
        for (id, count) in counted.counts.fields(&counted.graph) {
            known.set(reference_of(id), count.v).expect("a quotient of counts is a number");
        }
        let own: Vec<_> = counted.counts.roots().filter(|(ty, _)| types.contains(ty)).collect();
        let messages: u64 = own.iter().map(|(_, count)| count).sum();
        let begun: Vec<_> =
            own.iter().map(|&(ty, count)| (ty, count as f64 / messages.max(1) as f64)).collect();
        let roots: Vec<_> = begun.iter().map(|&(ty, share)| (node_of(ty), share)).collect();
        let flows = predict_by(Heuristic::Markov, &Parameters::plain(), &graph, &roots, &known);
        let flows = flows.expect("the roots are of the graph");
        let truth = problem(&model, &sizes, &graph, &flows, &begun);
        Self { model, sizes, graph, roots: types.to_vec(), messages, truth }
    }

    fn calls(&self, parameters: &Parameters) -> Calls {
        let nodes: Vec<_> = self.roots.iter().map(|&ty| node_of(ty)).collect();
        let shares = root_shares(&self.graph, parameters, &nodes);
        let roots: Vec<_> = shares.iter().map(|root| (root.node, root.share)).collect();
        let guess = predict_by(Heuristic::Markov, parameters, &self.graph, &roots, &Overrides::new());
        let guess = guess.expect("the roots are of the graph");
        let begun: Vec<_> = self.roots.iter().zip(&shares).map(|(&ty, root)| (ty, root.share)).collect();
        let guessed = problem(&self.model, &self.sizes, &self.graph, &guess, &begun);
        let none = all_interpreted(&self.truth).totals.dispatches;
        let eliminated = |by: &Problem, percent: f64| {
            let cap = all_compiled(&self.truth).totals.compiled_size.share(percent / 100.0);
            let Ok(plan) = greedy(&by.of_calls(), cap) else { return 0.0 };
            self.messages as f64 * (none - self.truth.evaluate(&plan).dispatches)
        };
        Calls {
            all: self.messages as f64 * none,
            predicted: SHARES.map(|share| eliminated(&guessed, share)),
            profiled: SHARES.map(|share| eliminated(&self.truth, share)),
        }
    }
}

fn problem(
    model: &Model<'_>,
    sizes: &Sizes,
    graph: &TypeRefGraph,
    frequencies: &Frequencies,
    begun: &[(TypeId, f64)],
) -> Problem {
    let each = Direction::ALL.into_iter();
    let prediction = Prediction {
        graph: graph.clone(),
        frequencies: each.clone().map(|way| (way, frequencies.clone())).collect(),
        roots: BTreeMap::new(),
        shares: each.clone().map(|way| (way, 0.5)).collect(),
        begun: each.map(|way| (way, begun.to_vec())).collect(),
        counted: None,
        guessed: None,
    };
    candidates(model, &prediction, sizes, &BTreeMap::new()).problem
}

/// Returns the table of some families.
pub fn table(rows: &[Row]) -> String {
    let mut out = String::from(
        "| left out | rules | messages | types | 25 %: `markov` | profile | ratio | 50 %: `markov` | profile | ratio \
         | one program: ratio at 25 % | at 50 % |\n|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n",
    );
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    let ratio = |calls: &Calls, at: usize| {
        let missed = if calls.ratio(at) < WANTED { " **missed**" } else { "" };
        format!("{:.0} %{missed}", 100.0 * calls.ratio(at))
    };
    for row in rows {
        let Row { folder, read, messages, types, apart, together } = row;
        let few = if *messages < MANY { " (few)" } else { "" };
        let _ = write!(out, "| {folder} | {read} | {messages}{few} | {types} ");
        for at in 0..SHARES.len() {
            let of = |calls: f64| percent(if apart.all > 0.0 { calls / apart.all } else { 0.0 });
            let _ = write!(out, "| {} | {} ", of(apart.predicted[at]), of(apart.profiled[at]));
            let _ = write!(out, "| {} ", ratio(apart, at));
        }
        let _ = writeln!(out, "| {} | {} |", ratio(together, 0), ratio(together, 1));
    }
    let held = |row: &&Row| row.messages >= MANY;
    let met = |row: &&Row| (0..SHARES.len()).all(|at| row.apart.ratio(at) >= WANTED);
    let many: Vec<&Row> = rows.iter().filter(held).collect();
    let _ = writeln!(
        out,
        "\nOf the {} families with {MANY} messages or more, {} reach {:.0} % at both shares.",
        many.len(),
        many.iter().copied().filter(met).count(),
        100.0 * WANTED
    );
    out
}

#[cfg(test)]
mod tests {
    use super::{Calls, Row, table};

    fn row(messages: u64, predicted: [f64; 2]) -> Row {
        let calls = Calls { all: 100.0, predicted, profiled: [80.0, 100.0] };
        Row { folder: "one", read: "BER", messages, types: 1, apart: calls, together: calls }
    }

    #[test]
    fn a_family_is_held_to_both_shares() {
        let text = table(&[row(20, [68.0, 85.0]), row(20, [68.0, 84.0]), row(19, [0.0, 0.0])]);
        assert!(text.contains("Of the 2 families with 20 messages or more, 1 reach 85 %"), "{text}");
        let rows: Vec<&str> = text.lines().skip(2).collect();
        assert!(!rows[0].contains("missed"), "{text}");
        assert!(
            rows[1].contains("| 68.0 % | 80.0 % | 85 % | 84.0 % | 100.0 % | 84 % **missed** |"),
            "{text}"
        );
        assert!(rows[2].contains("19 (few)"), "{text}");
    }

    #[test]
    fn a_profile_that_eliminates_nothing_is_reached() {
        assert_eq!(Calls::default().ratio(0), 1.0);
    }
}
