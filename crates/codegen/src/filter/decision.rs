//! The predicate of a filter as a formula over probes, and what is known about the probes at a place in the code.

use std::collections::BTreeSet;
use syntax_graph::filter::{Path, Probe, Test};

/// A predicate whose probes are numbered in the order of the text.
#[derive(Clone, Debug)]
pub struct Decision<'f> {
    /// The formula over the probes.
    formula: Formula,
    /// The probes with their paths.
    pub probes: Vec<(&'f Path, &'f Probe)>,
    /// Probes that nothing demands: as long as one is open, the code goes on.
    hidden: usize,
}

/// A formula over probes.
#[derive(Clone, Debug, PartialEq)]
pub enum Formula {
    /// True or false.
    Constant(bool),
    /// The answer of a probe.
    Probe(usize),
    /// The opposite.
    Not(Box<Formula>),
    /// All of at least two.
    All(Vec<Formula>),
    /// Any of at least two.
    Any(Vec<Formula>),
    /// True once nothing about these probes is open.
    Each(Vec<usize>),
}

/// What is known about a probe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// It has not been asked.
    Open,
    /// Its answer is this one.
    Known(bool),
    /// A variable holds its answer.
    Noted,
}

/// What is known about each probe.
pub type Facts = Vec<Fact>;

impl<'f> Decision<'f> {
    /// Numbers the probes of a predicate.
    pub fn of(test: &'f Test) -> Self {
        let mut probes = Vec::new();
        Self { formula: formula(test, &mut probes), probes, hidden: 0 }
    }

    /// Returns the decision of code that goes to the end of a value: it has one probe, number 0, which nothing demands.
    pub fn to_the_end() -> Self {
        Self { formula: Formula::Probe(0), probes: Vec::new(), hidden: 1 }
    }

    /// Lets the code of a view go to the end of the message. Returns the number of the probe that is known there.
    pub fn and_the_end(&mut self) -> Option<usize> {
        let Formula::Each(probes) = &mut self.formula else { return None };
        self.hidden = 1;
        probes.push(self.probes.len());
        Some(self.probes.len())
    }

    /// Returns the facts before anything is asked.
    pub fn nothing_known(&self) -> Facts {
        vec![Fact::Open; self.probes.len() + self.hidden]
    }

    /// Returns the rest of the formula under these facts.
    pub fn rest(&self, facts: &Facts) -> Formula {
        rest(&self.formula, facts)
    }

    /// Returns the answer, if these facts decide it.
    pub fn answer(&self, facts: &Facts) -> Option<bool> {
        if let Formula::Constant(answer) = self.rest(facts) { Some(answer) } else { None }
    }

    /// Returns the answer if one more probe has this answer.
    pub fn answer_with(&self, facts: &Facts, probe: usize, answer: bool) -> Option<bool> {
        let mut facts = facts.clone();
        facts[probe] = Fact::Known(answer);
        self.answer(&facts)
    }

    /// Returns the probes that the answer still depends on and that have not been asked.
    pub fn pending(&self, facts: &Facts) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        self.rest(facts).collect(&mut found);
        found.retain(|probe| facts[*probe] == Fact::Open);
        found
    }
}

fn formula<'f>(test: &'f Test, probes: &mut Vec<(&'f Path, &'f Probe)>) -> Formula {
    match test {
        Test::All(tests) => Formula::All(tests.iter().map(|test| formula(test, probes)).collect()),
        Test::Any(tests) => Formula::Any(tests.iter().map(|test| formula(test, probes)).collect()),
        Test::Not(test) => Formula::Not(Box::new(formula(test, probes))),
        Test::Members(paths) => {
            let first = probes.len();
            probes.extend(paths.iter().map(|path| (path, &Probe::Member)));
            Formula::Each((first..probes.len()).collect())
        }
        Test::Probe(path, probe) => {
            probes.push((path, probe));
            Formula::Probe(probes.len() - 1)
        }
    }
}

fn rest(formula: &Formula, facts: &Facts) -> Formula {
    match formula {
        Formula::Constant(_) => formula.clone(),
        Formula::Probe(probe) => match facts[*probe] {
            Fact::Known(answer) => Formula::Constant(answer),
            Fact::Open | Fact::Noted => formula.clone(),
        },
        Formula::Not(inner) => match rest(inner, facts) {
            Formula::Constant(answer) => Formula::Constant(!answer),
            Formula::Not(inner) => *inner,
            other => Formula::Not(Box::new(other)),
        },
        Formula::Each(probes) => {
            let open: Vec<usize> =
                probes.iter().copied().filter(|probe| facts[*probe] == Fact::Open).collect();
            if open.is_empty() { Formula::Constant(true) } else { Formula::Each(open) }
        }
        Formula::All(parts) => joined(parts, facts, false, Formula::All),
        Formula::Any(parts) => joined(parts, facts, true, Formula::Any),
    }
}

/// Joins the rests of parts, of which one with the answer `decisive` decides.
fn joined(
    parts: &[Formula],
    facts: &Facts,
    decisive: bool,
    join: impl Fn(Vec<Formula>) -> Formula,
) -> Formula {
    let mut rests: Vec<Formula> = Vec::new();
    for part in parts {
        match rest(part, facts) {
            Formula::Constant(answer) if answer == decisive => return Formula::Constant(decisive),
            Formula::Constant(_) => {}
            other => rests.push(other),
        }
    }
    match rests.len() {
        0 => Formula::Constant(!decisive),
        1 => rests.remove(0),
        _ => join(rests),
    }
}

impl Formula {
    /// Adds the probes in the formula.
    pub fn collect(&self, found: &mut BTreeSet<usize>) {
        match self {
            Self::Constant(_) => {}
            Self::Probe(probe) => {
                found.insert(*probe);
            }
            Self::Not(inner) => inner.collect(found),
            Self::Each(probes) => found.extend(probes),
            Self::All(parts) | Self::Any(parts) => parts.iter().for_each(|part| part.collect(found)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decisive_answer_ends_the_formula() {
        let probe = || Test::Probe(Path::new(), Probe::Present);
        let test = Test::Any(vec![Test::All(vec![probe(), Test::Not(Box::new(probe()))]), probe()]);
        let decision = Decision::of(&test);
        let mut facts = decision.nothing_known();
        assert_eq!(decision.pending(&facts), BTreeSet::from([0, 1, 2]));
        facts[1] = Fact::Known(true);
        assert_eq!(decision.rest(&facts), Formula::Probe(2));
        assert_eq!(decision.pending(&facts), BTreeSet::from([2]), "the first probe no longer matters");
        assert_eq!(decision.answer_with(&facts, 2, false), Some(false));
        facts[2] = Fact::Noted;
        assert_eq!((decision.answer(&facts), decision.pending(&facts)), (None, BTreeSet::new()));
    }
}
