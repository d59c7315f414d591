//! The code of a filter between lowering and printing: moves and conditions of one encoding rule, and answers.

use super::decision::{Decision, Fact, Facts, Formula};
use super::demand::Demand;
use num_bigint::BigInt;
use std::collections::BTreeSet;
use syntax_graph::filter::meaning::{self, Part};
use syntax_graph::filter::{Place, Probe, Quantifier, Test};
use syntax_graph::{FieldId, SyntaxGraph, Value};

/// A step of the code. `M` are the moves of the rule, `C` its conditions.
#[derive(Clone, Debug, PartialEq)]
pub enum Code<M, C> {
    /// Moves through the message.
    Move(M),
    /// Goes on in one of two ways.
    If {
        /// The condition.
        condition: C,
        /// Whether its opposite is meant.
        negated: bool,
        /// The code if it holds.
        then: Vec<Code<M, C>>,
        /// The code otherwise; may be empty.
        otherwise: Vec<Code<M, C>>,
    },
    /// Goes on in one of several ways, which depends on a number that has been read.
    Choose {
        /// The code for each list of numbers.
        cases: Vec<Case<M, C>>,
        /// The code for other numbers.
        otherwise: Vec<Code<M, C>>,
    },
    /// A member of a view becomes a default value.
    Default(usize, Value),
    /// The variable of a probe becomes the value of a condition.
    Note(usize, C),
    /// The variable of a probe becomes true.
    Set(usize),
    /// Ends with an answer.
    Answer(Answer<C>),
}

/// Numbers, and the code for them.
pub type Case<M, C> = (Vec<BigInt>, Vec<Code<M, C>>);

impl<M, C> Routine<M, C> {
    /// Returns whether the code has such a move or such a condition.
    pub fn mentions(&self, step: &dyn Fn(&M) -> bool, condition: &dyn Fn(&C) -> bool) -> bool {
        self.code.iter().any(|code| code.mentions(step, condition))
    }

    /// Replaces each move by another one, or removes it.
    pub fn rewrite(&mut self, change: &mut dyn FnMut(M) -> Option<M>) {
        rewrite(&mut self.code, change);
    }

    /// Calls a function for each move.
    pub fn moves(&self, visit: &mut dyn FnMut(&M)) {
        self.code.iter().for_each(|code| code.moves(visit));
    }
}

fn rewrite<M, C>(code: &mut Vec<Code<M, C>>, change: &mut dyn FnMut(M) -> Option<M>) {
    for mut step in std::mem::take(code) {
        step.parts_mut().into_iter().for_each(|part| rewrite(part, change));
        match step {
            Code::Move(step) => code.extend(change(step).map(Code::Move)),
            other => code.push(other),
        }
    }
}

impl<M, C> Code<M, C> {
    /// Returns the code of each way on.
    pub fn parts(&self) -> Vec<&Vec<Self>> {
        match self {
            Self::If { then, otherwise, .. } => vec![then, otherwise],
            Self::Choose { cases, otherwise } => {
                cases.iter().map(|case| &case.1).chain([otherwise]).collect()
            }
            Self::Move(_) | Self::Default(..) | Self::Note(..) | Self::Set(_) | Self::Answer(_) => Vec::new(),
        }
    }

    /// Returns whether a number chooses among ways in this code.
    pub fn chooses(&self) -> bool {
        matches!(self, Self::Choose { .. }) || self.parts().into_iter().flatten().any(Self::chooses)
    }

    fn parts_mut(&mut self) -> Vec<&mut Vec<Self>> {
        match self {
            Self::If { then, otherwise, .. } => vec![then, otherwise],
            Self::Choose { cases, otherwise } => {
                cases.iter_mut().map(|case| &mut case.1).chain([otherwise]).collect()
            }
            Self::Move(_) | Self::Default(..) | Self::Note(..) | Self::Set(_) | Self::Answer(_) => Vec::new(),
        }
    }

    /// Collects the probes whose variables answers read.
    fn read(&self, found: &mut BTreeSet<usize>) {
        match self {
            Self::Answer(Answer::Formula(formula)) => formula.collect(found),
            _ => self.parts().into_iter().flatten().for_each(|code| code.read(found)),
        }
    }

    fn moves(&self, visit: &mut dyn FnMut(&M)) {
        match self {
            Self::Move(step) => visit(step),
            _ => self.parts().into_iter().flatten().for_each(|code| code.moves(visit)),
        }
    }

    fn mentions(&self, of_move: &dyn Fn(&M) -> bool, of_condition: &dyn Fn(&C) -> bool) -> bool {
        match self {
            Self::Move(step) => of_move(step),
            Self::If { condition, then, otherwise, .. } => {
                let mut inner = then.iter().chain(otherwise);
                of_condition(condition) || inner.any(|code| code.mentions(of_move, of_condition))
            }
            Self::Note(_, condition) | Self::Answer(Answer::Condition { condition, .. }) => {
                of_condition(condition)
            }
            Self::Choose { .. } => {
                self.parts().into_iter().flatten().any(|code| code.mentions(of_move, of_condition))
            }
            Self::Default(..) | Self::Set(_) | Self::Answer(_) => false,
        }
    }
}

/// An answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer<C> {
    /// Always this one.
    Constant(bool),
    /// The value of a condition, or its opposite.
    Condition {
        /// The condition.
        condition: C,
        /// Whether its opposite is meant.
        negated: bool,
    },
    /// The value of a formula over the variables.
    Formula(Formula),
}

/// A function of a filter.
#[derive(Clone, Debug, PartialEq)]
pub struct Routine<M, C> {
    /// The quantifier over elements, each of which this function tests; `None` for the message.
    pub quantifier: Option<Quantifier>,
    /// The code.
    pub code: Vec<Code<M, C>>,
}

/// Code under construction, with what is known at its end.
#[derive(Clone, Debug)]
pub struct Block<'d, 'f, M, C> {
    decision: &'d Decision<'f>,
    code: Vec<Code<M, C>>,
    facts: Facts,
    ended: bool,
}

impl<'d, 'f, M: Clone + PartialEq, C: Clone + PartialEq> Block<'d, 'f, M, C> {
    /// Returns the empty code of a decision.
    pub fn new(decision: &'d Decision<'f>) -> Self {
        Self { decision, code: Vec::new(), facts: decision.nothing_known(), ended: false }
    }

    /// Returns the code of a branch from here.
    pub fn branch(&self) -> Self {
        Self { code: Vec::new(), ..self.clone() }
    }

    /// Returns whether the answer is given.
    pub fn has_ended(&self) -> bool {
        self.ended
    }

    /// Returns whether the answer still depends on what is demanded.
    pub fn needs(&self, demand: &Demand) -> bool {
        !self.ended && demand.is_pending(self.decision, &self.facts)
    }

    /// Returns whether the answer still depends on anything else.
    pub fn needs_more_than(&self, demand: &Demand) -> bool {
        demand.leaves_others(self.decision, &self.facts)
    }

    /// Returns the probes among these that the answer still depends on.
    pub fn pending(&self, probes: &[usize]) -> Vec<usize> {
        let pending = if self.ended { Default::default() } else { self.decision.pending(&self.facts) };
        probes.iter().copied().filter(|probe| pending.contains(probe)).collect()
    }

    /// Returns the question of a probe.
    pub fn probe(&self, number: usize) -> &'f Probe {
        self.decision.probes[number].1
    }

    /// Goes on with a branch from here.
    pub fn follow(&mut self, mut branch: Self) {
        self.code.append(&mut branch.code);
        (self.facts, self.ended) = (branch.facts, branch.ended);
    }

    /// Returns whether the code has such a move or such a condition.
    pub fn mentions(&self, step: &dyn Fn(&M) -> bool, condition: &dyn Fn(&C) -> bool) -> bool {
        self.code.iter().any(|code| code.mentions(step, condition))
    }

    /// Returns the move at the end of the code, if the code ends with one.
    pub fn last_move(&mut self) -> Option<&mut M> {
        match self.code.last_mut() {
            Some(Code::Move(step)) if !self.ended => Some(step),
            _ => None,
        }
    }

    /// Adds a move.
    pub fn push(&mut self, step: M) {
        if !self.ended {
            self.code.push(Code::Move(step));
        }
    }

    fn end(&mut self, answer: Answer<C>) {
        if !self.ended {
            self.code.push(Code::Answer(answer));
            self.ended = true;
        }
    }

    /// Takes a fact into account. Ends the code if it decides the answer.
    pub fn learn(&mut self, probe: usize, answer: bool) {
        if self.facts[probe] != Fact::Open {
            return;
        }
        self.facts[probe] = Fact::Known(answer);
        if let Some(answer) = self.decision.answer(&self.facts) {
            self.end(Answer::Constant(answer));
        }
    }

    /// Learns the answers of all probes of a value that is absent: no, or those of its default.
    pub fn absent(&mut self, graph: &SyntaxGraph, field: Option<FieldId>, demand: &Demand) {
        let default = field.and_then(|field| graph.default_value(field));
        for number in demand.all() {
            let (path, probe) = self.decision.probes[number];
            if *probe == Probe::Member {
                let part =
                    default.and_then(|value| meaning::part(graph, &path[demand.depth..].to_vec(), value));
                if let Some(Part::Value(value)) = part
                    && !self.ended
                    && self.facts[number] == Fact::Open
                {
                    self.code.push(Code::Default(number, value.clone()));
                }
                self.learn(number, false);
                continue;
            }
            let answer = default.is_some_and(|value| {
                meaning::holds(graph, &Test::Probe(path[demand.depth..].to_vec(), probe.clone()), value)
            });
            self.learn(number, answer);
        }
    }

    /// Learns that whatever is not known yet is absent. Ends the code of a view.
    pub fn give_up(&mut self) {
        for probe in 0..self.facts.len() {
            self.learn(probe, false);
        }
    }

    /// Asks a probe by a condition.
    pub fn ask(&mut self, probe: usize, condition: C) {
        if self.ended || self.facts[probe] != Fact::Open {
            return;
        }
        if let Probe::Octets(octets) = self.probe(probe)
            && octets.octets.is_empty()
            && octets.place != Place::Whole
        {
            return self.learn(probe, !octets.differs);
        }
        let with = |answer| self.decision.answer_with(&self.facts, probe, answer);
        let (yes, no) = (with(true), with(false));
        match (yes, no) {
            (Some(yes), Some(no)) if yes == no => self.end(Answer::Constant(yes)),
            (Some(yes), Some(_)) => self.end(Answer::Condition { condition, negated: !yes }),
            (Some(answer), None) | (None, Some(answer)) => {
                let then = vec![Code::Answer(Answer::Constant(answer))];
                let negated = yes.is_none();
                self.code.push(Code::If { condition, negated, then, otherwise: Vec::new() });
                self.facts[probe] = Fact::Known(negated);
            }
            (None, None) => {
                self.code.push(Code::Note(probe, condition));
                self.facts[probe] = Fact::Noted;
            }
        }
    }

    /// Joins two branches from here: the code if a condition holds, and otherwise.
    pub fn join(&mut self, condition: C, mut yes: Self, mut no: Self) {
        if yes.ended && no.ended {
            let joined = match (&yes.code[..], &no.code[..]) {
                ([Code::Answer(Answer::Constant(yes))], [Code::Answer(Answer::Constant(no))])
                    if yes == no =>
                {
                    Code::Answer(Answer::Constant(*yes))
                }
                ([Code::Answer(Answer::Constant(yes))], [Code::Answer(Answer::Constant(_))]) => {
                    Code::Answer(Answer::Condition { condition, negated: !yes })
                }
                (_, [Code::Answer(Answer::Constant(_))]) => {
                    self.code.push(Code::If {
                        condition,
                        negated: true,
                        then: no.code,
                        otherwise: Vec::new(),
                    });
                    self.code.append(&mut yes.code);
                    self.ended = true;
                    return;
                }
                _ => {
                    self.code.push(Code::If {
                        condition,
                        negated: false,
                        then: yes.code,
                        otherwise: Vec::new(),
                    });
                    self.code.append(&mut no.code);
                    self.ended = true;
                    return;
                }
            };
            self.code.push(joined);
            self.ended = true;
        } else if no.ended {
            self.code.push(Code::If { condition, negated: true, then: no.code, otherwise: Vec::new() });
            self.code.append(&mut yes.code);
            self.facts = yes.facts;
        } else if yes.ended {
            self.code.push(Code::If { condition, negated: false, then: yes.code, otherwise: Vec::new() });
            self.code.append(&mut no.code);
            self.facts = no.facts;
        } else {
            for probe in 0..self.facts.len() {
                self.facts[probe] = merged(probe, &mut yes, &mut no);
            }
            let (negated, then, otherwise) =
                if yes.code.is_empty() { (true, no.code, yes.code) } else { (false, yes.code, no.code) };
            if !then.is_empty() {
                self.code.push(Code::If { condition, negated, then, otherwise });
            }
        }
    }

    /// Goes on in one of several ways, none of which learns anything.
    pub fn choose(&mut self, cases: Vec<(Vec<BigInt>, Self)>, otherwise: Self) {
        let cases = cases.into_iter().map(|(numbers, block)| (numbers, block.code)).collect();
        self.code.push(Code::Choose { cases, otherwise: otherwise.code });
    }

    /// Returns the code, which ends with an answer.
    pub fn finish(mut self) -> Vec<Code<M, C>> {
        self.end(match self.decision.rest(&self.facts) {
            Formula::Constant(answer) => Answer::Constant(answer),
            formula => Answer::Formula(formula),
        });
        let mut read = BTreeSet::new();
        self.code.iter().for_each(|code| code.read(&mut read));
        without_unread(&mut self.code, &read);
        self.code
    }
}

/// Removes the variables of probes that no answer reads.
fn without_unread<M, C>(code: &mut Vec<Code<M, C>>, read: &BTreeSet<usize>) {
    code.retain_mut(|step| match step {
        Code::Note(probe, _) | Code::Set(probe) => read.contains(probe),
        Code::If { then, otherwise, .. } => {
            without_unread(then, read);
            without_unread(otherwise, read);
            !then.is_empty() || !otherwise.is_empty()
        }
        // Nothing is learned in its ways.
        Code::Choose { .. } => true,
        Code::Move(_) | Code::Default(..) | Code::Answer(_) => true,
    });
}

/// Returns what is known about a probe behind two branches. A branch that knows the answer yes notes it, if the other
/// does not know it: variables start as no.
fn merged<'d, 'f, M, C>(probe: usize, yes: &mut Block<'d, 'f, M, C>, no: &mut Block<'d, 'f, M, C>) -> Fact {
    let (first, second) = (yes.facts[probe], no.facts[probe]);
    if first == second {
        return first;
    }
    for (branch, fact) in [(yes, first), (no, second)] {
        if fact == Fact::Known(true) {
            branch.code.push(Code::Set(probe));
        }
    }
    Fact::Noted
}
