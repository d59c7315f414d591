//! The fit of the standard predictor's parameters: coordinate descent from a start chosen by judgment.
//!
//! The goal is the mean share of the profile's coverage, and of its elimination of commands, that the
//! predictor reaches, over groups of families. Both jump with single types, and the families are few. So each
//! step away from the start has a cost: a parameter moves only if it gains more than half a percent of the
//! goal. Numbers are rounded to two digits, as the families give no more precision.

use super::measured::Measured;
use super::score::Ranking;
use freq_predict::{Heuristic, Parameters};

/// The cost of one step away from the start.
const COST: f64 = 0.005;
/// Rounds over all parameters.
const ROUNDS: usize = 4;
/// The shares of types, and of compiled code, in the goal.
const TYPES: [f64; 7] = [0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4];
const COMPILED: [f64; 4] = [0.1, 0.25, 0.5, 0.75];

/// One parameter.
#[derive(Clone, Copy, Debug)]
pub struct Knob {
    /// Table in `parameters.toml`.
    pub table: &'static str,
    /// Name in the table.
    pub name: &'static str,
    /// Accessor of its value.
    pub of: fn(&mut Parameters) -> &mut f64,
    step: Step,
}

/// The steps of a parameter.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// Adds this much, within bounds.
    Plus(f64, f64, f64),
    /// Multiplies by this factor.
    Times(f64),
}

macro_rules! knobs {
    ($($table:ident . $field:ident $step:expr),+ $(,)?) => {
        [$(Knob {
            table: stringify!($table),
            name: stringify!($field),
            of: |parameters| &mut parameters.$table.$field,
            step: $step,
        }),+]
    };
}

/// The fitted parameters. The families say nothing about the others (additions among alternatives, members of
/// open types), which keep their values.
pub const KNOBS: [Knob; 26] = knobs![
    presence.optional Step::Plus(0.05, 0.1, 0.9),
    presence.default Step::Plus(0.1, 0.05, 0.9),
    presence.addition Step::Plus(0.1, 0.05, 0.9),
    presence.crowd Step::Plus(0.2, 0.0, 2.0),
    presence.repeated Step::Plus(0.2, 0.0, 2.0),
    presence.rare Step::Times(1.4),
    presence.collection Step::Times(1.4),
    presence.newest Step::Times(1.4),
    presence.governed Step::Times(1.4),
    alternative.later Step::Plus(0.2, 0.0, 2.0),
    alternative.structure Step::Times(1.4),
    alternative.recursive Step::Times(1.4),
    alternative.rare Step::Times(1.4),
    alternative.once Step::Times(1.4),
    alternative.frequent Step::Times(1.4),
    array.scalar Step::Plus(0.25, 1.0, 5.0),
    array.other Step::Plus(0.25, 1.0, 5.0),
    array.listed Step::Plus(1.0, 1.0, 20.0),
    array.collection Step::Times(1.4),
    array.deeper Step::Plus(0.1, 0.3, 1.0),
    array.omitted Step::Plus(1.0, 1.0, 20.0),
    array.unordered Step::Times(1.4),
    array.name Step::Plus(0.5, 1.0, 10.0),
    array.table Step::Plus(0.1, 0.1, 1.0),
    root.contained Step::Times(1.4),
    root.message Step::Times(1.4),
];

impl Knob {
    fn get(&self, parameters: &Parameters) -> f64 {
        *(self.of)(&mut parameters.clone())
    }

    fn with(&self, parameters: &Parameters, value: f64) -> Parameters {
        let mut changed = parameters.clone();
        *(self.of)(&mut changed) = value;
        changed
    }

    /// Returns the values one and two steps away, on both sides.
    fn neighbors(&self, value: f64) -> [f64; 4] {
        [-2.0, -1.0, 1.0, 2.0].map(|steps: f64| {
            let moved = match self.step {
                Step::Plus(by, least, most) => (value + steps * by).clamp(least, most),
                Step::Times(by) => value * by.powf(steps),
            };
            (moved * 100.0).round() / 100.0
        })
    }

    fn distance(&self, start: f64, value: f64) -> f64 {
        match self.step {
            Step::Plus(by, ..) => (value - start).abs() / by,
            Step::Times(by) => (value / start).ln().abs() / by.ln(),
        }
    }
}

/// A family with its profile's own scores.
struct Target<'m> {
    family: &'m Measured,
    coverage: Vec<f64>,
    eliminated: Vec<f64>,
}

impl<'m> Target<'m> {
    fn of(family: &'m Measured) -> Self {
        let best = Ranking::measured(family);
        Self {
            family,
            coverage: TYPES.iter().map(|share| best.coverage(family, *share)).collect(),
            eliminated: COMPILED.iter().map(|share| best.eliminated(family, *share)).collect(),
        }
    }

    /// Returns the share of the profile's coverage and elimination that these parameters reach.
    fn reached(&self, parameters: &Parameters) -> f64 {
        let ranking = Ranking::by(self.family, Heuristic::Markov, parameters);
        let ratio = |own: f64, best: f64| if best > 0.0 { (own / best).min(1.0) } else { 1.0 };
        let coverage = TYPES.iter().zip(&self.coverage);
        let coverage = coverage.map(|(share, best)| ratio(ranking.coverage(self.family, *share), *best));
        let eliminated = COMPILED.iter().zip(&self.eliminated);
        let eliminated =
            eliminated.map(|(share, best)| ratio(ranking.eliminated(self.family, *share), *best));
        coverage.sum::<f64>() / TYPES.len() as f64 / 2.0
            + eliminated.sum::<f64>() / COMPILED.len() as f64 / 2.0
    }
}

/// Fits parameters to groups of families.
pub fn fit(groups: &[Vec<&Measured>], start: &Parameters) -> Parameters {
    let targets: Vec<Vec<Target<'_>>> =
        groups.iter().map(|group| group.iter().map(|family| Target::of(family)).collect()).collect();
    let goal = |parameters: &Parameters| {
        let of_group = |group: &Vec<Target<'_>>| {
            group.iter().map(|target| target.reached(parameters)).sum::<f64>() / group.len() as f64
        };
        let reached = targets.iter().map(of_group).sum::<f64>() / targets.len() as f64;
        let moved: f64 = KNOBS.iter().map(|knob| knob.distance(knob.get(start), knob.get(parameters))).sum();
        reached - COST * moved
    };
    let mut best = (goal(start), start.clone());
    for _ in 0..ROUNDS {
        let before = best.0;
        for knob in &KNOBS {
            for value in knob.neighbors(knob.get(&best.1)) {
                let candidate = knob.with(&best.1, value);
                let reached = goal(&candidate);
                if reached > best.0 + 1e-9 {
                    best = (reached, candidate);
                }
            }
        }
        if best.0 <= before + 1e-9 {
            break;
        }
    }
    best.1
}

/// Returns the text of a parameter file with other numbers; comments and order stay.
pub fn rewrite(text: &str, parameters: &Parameters) -> String {
    let mut table = String::new();
    let mut out = String::new();
    for line in text.lines() {
        if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            table = name.to_owned();
        }
        let knob = KNOBS.iter().find(|knob| {
            knob.table == table
                && line.split_once(" = ").is_some_and(|(name, _)| name.replace('-', "_") == knob.name)
        });
        match (knob, line.split_once(" = ")) {
            (Some(knob), Some((name, rest))) => {
                let comment = rest.find('#').map_or("", |at| &rest[at..]);
                let value = format!("{name} = {:?}", knob.get(parameters));
                out.push_str(format!("{value:<22}{comment}").trim_end());
            }
            _ => out.push_str(line),
        }
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{KNOBS, fit, rewrite};
    use crate::prediction::measured::{Measured, tests::family};
    use freq_predict::{Parameters, ReferenceKind, TypeRefGraph};

    /// A family of seven types in an optional part and four mandatory ones; the part occurs this often.
    fn with_optional(presence: f64) -> Measured {
        let mut graph = TypeRefGraph::new();
        let [root, part, thing, fixed] = ["Root", "Part", "Thing", "Fixed"].map(|name| graph.add_type(name));
        graph.add_reference(root, part, "part", ReferenceKind::Optional);
        for at in 0..7 {
            graph.add_reference(part, thing, format!("thing{at}"), ReferenceKind::Mandatory);
        }
        for at in 0..4 {
            graph.add_reference(root, fixed, format!("fixed{at}"), ReferenceKind::Mandatory);
        }
        let mut field = vec![1.0; 12];
        field[0] = presence;
        family(graph, &[1.0, presence, 7.0 * presence, 4.0], &field, &[])
    }

    #[test]
    fn a_parameter_moves_where_families_support_it() {
        let start = Parameters::standard();
        assert_eq!(start.presence.optional, 0.5);
        let (seldom, always) = (with_optional(0.5), with_optional(1.0));
        assert_eq!(&fit(&[vec![&seldom]], start), start);
        // Just far enough that the types rank first, and no other parameter.
        let mut expected = start.clone();
        expected.presence.optional = 0.6;
        assert_eq!(fit(&[vec![&always]], start), expected);
    }

    #[test]
    fn a_parameter_file_is_rewritten_in_place() {
        let text = include_str!("../../prior.toml");
        let parameters = Parameters::from_toml(text).expect("sound");
        assert_eq!(rewrite(text, &parameters), text);
        let mut changed = parameters.clone();
        for knob in &KNOBS {
            *(knob.of)(&mut changed) *= 0.96;
        }
        changed.array.scalar = 2.0;
        changed.array.other = 2.0;
        assert_eq!(Parameters::from_toml(&rewrite(text, &changed)), Ok(changed));
    }
}
