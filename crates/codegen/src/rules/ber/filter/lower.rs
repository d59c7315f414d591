//! Lowers a predicate to the code of a filter: walks the programs of BER as far as the predicate demands.

use super::ops::{Condition, Cursor, Enter, Move};
use crate::filter::code::{self, Routine};
use crate::filter::decision::Decision;
use crate::filter::demand::Demand;
use crate::filter::numbers::fits;
use crate::program::StepPresence;
use crate::rules::Lowered;
use crate::rules::ber::identifier::Identifier;
use crate::rules::ber::ops::{Action, Body, FieldStep, Model, Primitive, Start, Step};
use std::collections::VecDeque;
use syntax_graph::filter::{Probe, Quantifier, Test};

type Block<'d, 'f> = code::Block<'d, 'f, Move, Condition>;

/// Lowers a predicate on the messages of the model's first root. The first routine tests the message, the others
/// elements of arrays.
///
/// # Errors
/// A field that the filter cannot find.
pub fn lower(model: &Model<'_>, test: &Test) -> Lowered<Vec<Routine<Move, Condition>>> {
    let mut lowering = Lowering { model, elements: VecDeque::new(), routines: 1, slots: 0 };
    let mut done = vec![lowering.message(test)?];
    while let Some(next) = lowering.elements.pop_front() {
        done.push(lowering.element_routine(&next)?);
    }
    Ok(done)
}

/// A test of each element of an array.
struct Elements<'f> {
    quantifier: Quantifier,
    test: &'f Test,
    element: &'f FieldStep,
}

/// How a cursor came to an element.
#[derive(Clone, Copy)]
struct Arrival {
    /// Whether its beginning has been tested.
    tested: bool,
    /// Whether the cursor may stay in it: no element follows.
    alone: bool,
}

/// An arm of a CHOICE that is demanded.
struct Arm<'a, 'f> {
    step: &'f FieldStep,
    demand: &'a Demand,
    /// The beginnings of the other arms, if this one may begin with anything.
    others: Vec<Start>,
}

struct Lowering<'f> {
    model: &'f Model<'f>,
    /// The routines that are still to be lowered, in the order of their numbers.
    elements: VecDeque<Elements<'f>>,
    /// The number of routines.
    routines: usize,
    /// The number of slots in this routine.
    slots: usize,
}

impl<'f> Lowering<'f> {
    fn message(&mut self, test: &'f Test) -> Lowered<Routine<Move, Condition>> {
        let decision = Decision::of(test);
        let demand = Demand::of(&decision);
        let mut block = Block::new(&decision);
        let root = &self.model.root_steps[0];
        let mut identifiers = identifiers(root);
        block.push(Move::Message(identifiers.next()));
        for identifier in identifiers {
            block.push(Move::Enter(Enter { from: 0, into: 0, identifier, checked: true }));
        }
        self.inside(&mut block, 0, root, &demand)?;
        if matches!(test, Test::Members(_)) {
            block.give_up();
        }
        Ok(read(Routine { quantifier: None, code: block.finish() }))
    }

    fn element_routine(&mut self, elements: &Elements<'f>) -> Lowered<Routine<Move, Condition>> {
        self.slots = 0;
        let decision = Decision::of(elements.test);
        let demand = Demand::of(&decision);
        let mut block = Block::new(&decision);
        self.element(&mut block, 0, elements.element, &demand, Arrival { tested: false, alone: true })?;
        Ok(read(Routine { quantifier: Some(elements.quantifier), code: block.finish() }))
    }

    /// Lowers the step whose element is at a cursor.
    fn element(
        &mut self,
        block: &mut Block<'_, 'f>,
        at: Cursor,
        step: &'f FieldStep,
        demand: &Demand,
        arrival: Arrival,
    ) -> Lowered<()> {
        for probe in self.present(block, demand) {
            block.learn(probe, true);
        }
        let goes_on = !arrival.alone && block.needs_more_than(demand);
        if !block.needs(demand) {
            if !block.has_ended() && goes_on {
                block.push(Move::Skip(at, self.octets(step)));
            }
            return Ok(());
        }
        // If nothing behind the element is demanded, its contents take the cursor.
        let into = if goes_on { at + 1 } else { at };
        let mut from = at;
        for identifier in identifiers(step) {
            let is_tested = arrival.tested && from == at && step.op.starts == [Start::Identifier(identifier)];
            block.push(Move::Enter(Enter { from, into, identifier, checked: !is_tested }));
            from = into;
        }
        if step.op.outer.is_empty() && step.op.tag.is_none() && into != at {
            block.push(Move::Take { from: at, into });
        }
        self.inside(block, into, step, demand)
    }

    /// Returns the number of identifier octets of a step's element, if it is the same for all. An alternative that the
    /// specification does not know may have any.
    fn octets(&self, step: &FieldStep) -> Option<u64> {
        if identifiers(step).next().is_none() && self.may_be_unknown(step) {
            return None;
        }
        octets(&step.op.starts)
    }

    /// Returns whether the element of a step without tags of its own may be an unknown alternative.
    fn may_be_unknown(&self, step: &FieldStep) -> bool {
        let target = match &step.action {
            Action::Primitive(_) => return false,
            Action::Call(target) => *target,
            Action::Inline(program) => program.node,
        };
        match &self.model.programs[&target].body {
            Body::Switch { arms, op } => {
                op.extensible
                    || arms.iter().any(|arm| identifiers(arm).next().is_none() && self.may_be_unknown(arm))
            }
            Body::Scalar(step) => identifiers(step).next().is_none() && self.may_be_unknown(step),
            _ => false,
        }
    }

    /// Returns the pending probes that ask only for the presence of a value.
    fn present(&self, block: &Block<'_, 'f>, demand: &Demand) -> Vec<usize> {
        let mut probes = block.pending(&demand.probes);
        probes.retain(|probe| matches!(block.probe(*probe), Probe::Present));
        probes
    }

    /// Lowers the conversion of a step whose contents are at a cursor.
    fn inside(
        &mut self,
        block: &mut Block<'_, 'f>,
        at: Cursor,
        step: &'f FieldStep,
        demand: &Demand,
    ) -> Lowered<()> {
        for probe in self.present(block, demand) {
            block.learn(probe, true);
        }
        let target = match &step.action {
            Action::Primitive(primitive) => {
                scalar(block, at, *primitive, demand);
                return Ok(());
            }
            Action::Call(target) => *target,
            Action::Inline(program) => program.node,
        };
        match &self.model.programs[&target].body {
            Body::Sequence(steps) => self.sequence(block, at, steps, demand),
            Body::Set { fields, .. } => self.set(block, at, fields, demand),
            Body::Switch { arms, .. } => self.switch(block, at, arms, demand),
            Body::Repeat { element, .. } => {
                self.array(block, at, element, demand);
                Ok(())
            }
            Body::Open { .. } => Err(demand.in_open_type(self.model.graph)),
            Body::Scalar(step) => self.inside(block, at, step, demand),
        }
    }

    fn sequence(
        &mut self,
        block: &mut Block<'_, 'f>,
        at: Cursor,
        steps: &'f [Step],
        demand: &Demand,
    ) -> Lowered<()> {
        for (index, step) in steps.iter().enumerate() {
            let is_demanded = |step: &Step| match step {
                Step::Field(field) => demand.field(field.field).is_some_and(|demand| block.needs(demand)),
                Step::Between(_) => false,
            };
            if !steps[index..].iter().any(is_demanded) {
                return Ok(());
            }
            match step {
                Step::Between(skip) => block.push(Move::SkipUntil(at, skip.until.clone())),
                Step::Field(field) => {
                    let demand = demand.field(field.field).filter(|demand| block.needs(demand));
                    let is_mandatory = field.presence == StepPresence::Mandatory;
                    match demand {
                        None if is_mandatory => block.push(Move::Skip(at, self.octets(field))),
                        None => block.push(Move::SkipIf(at, field.op.starts.clone())),
                        Some(demand) if is_mandatory => {
                            self.element(block, at, field, demand, Arrival { tested: false, alone: false })?;
                        }
                        Some(demand) => {
                            let begins = Condition::Begins(at, field.op.starts.clone());
                            let (mut yes, mut no) = (block.branch(), block.branch());
                            self.element(
                                &mut yes,
                                at,
                                field,
                                demand,
                                Arrival { tested: true, alone: false },
                            )?;
                            no.absent(self.model.graph, field.field, demand);
                            block.join(begins, yes, no);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn set(
        &mut self,
        block: &mut Block<'_, 'f>,
        at: Cursor,
        fields: &'f [FieldStep],
        demand: &Demand,
    ) -> Lowered<()> {
        let mut rest = block.branch();
        let mut slots = Vec::new();
        for field in fields {
            let Some(demand) = demand.field(field.field).filter(|demand| rest.needs(demand)) else {
                continue;
            };
            let (slot, into) = (self.slots, at + 1);
            self.slots += 1;
            let required = field.presence == StepPresence::Mandatory;
            let (mut yes, mut no) = (rest.branch(), rest.branch());
            for probe in self.present(&yes, demand) {
                yes.learn(probe, true);
            }
            if yes.needs(demand) {
                yes.push(Move::GoTo { slot, within: at, into, required });
            }
            self.element(&mut yes, into, field, demand, Arrival { tested: true, alone: true })?;
            slots.push((slot, field.op.starts.clone()));
            if required {
                rest.follow(yes);
            } else {
                no.absent(self.model.graph, field.field, demand);
                rest.join(Condition::Found(slot), yes, no);
            }
        }
        slots.retain(|(slot, _)| {
            let goes_to = |step: &Move| matches!(step, Move::GoTo { slot: own, .. } if own == slot);
            rest.mentions(&goes_to, &|condition| *condition == Condition::Found(*slot))
        });
        if !slots.is_empty() {
            block.push(Move::Find(at, slots));
        }
        block.follow(rest);
        Ok(())
    }

    /// Lowers a CHOICE whose arm is at a cursor.
    fn switch(
        &mut self,
        block: &mut Block<'_, 'f>,
        at: Cursor,
        arms: &'f [FieldStep],
        demand: &Demand,
    ) -> Lowered<()> {
        let mut wanted = Vec::new();
        self.arms(block, arms, demand, &mut wanted);
        self.choose(block, at, &wanted)
    }

    /// Collects the arms that are demanded, those of untagged inner CHOICEs in place of these.
    fn arms<'a>(
        &self,
        block: &Block<'_, 'f>,
        arms: &'f [FieldStep],
        demand: &'a Demand,
        wanted: &mut Vec<Arm<'a, 'f>>,
    ) {
        let starts = |arm: &FieldStep| arm.op.starts.contains(&Start::Any);
        for arm in arms {
            let Some(own) = demand.field(arm.field).filter(|demand| block.needs(demand)) else { continue };
            match &arm.action {
                Action::Call(target)
                    if identifiers(arm).next().is_none() && block.pending(&own.probes).is_empty() =>
                {
                    if let Body::Switch { arms, .. } = &self.model.programs[target].body
                        && !arms.iter().any(starts)
                    {
                        self.arms(block, arms, own, wanted);
                        continue;
                    }
                }
                _ => {}
            }
            let others = arms.iter().filter(|other| other.field != arm.field && starts(arm));
            let others =
                others.flat_map(|other| other.op.starts.iter().copied()).filter(|start| *start != Start::Any);
            let others = others.collect();
            wanted.push(Arm { step: arm, demand: own, others });
        }
    }

    /// Lowers the choice among arms.
    fn choose(&mut self, block: &mut Block<'_, 'f>, at: Cursor, arms: &[Arm<'_, 'f>]) -> Lowered<()> {
        let Some((arm, others)) = arms.split_first() else { return Ok(()) };
        if !block.needs(arm.demand) {
            return self.choose(block, at, others);
        }
        let condition = match arm.step.op.starts.contains(&Start::Any) {
            true => Condition::BeginsOther(at, arm.others.clone()),
            false => Condition::Begins(at, arm.step.op.starts.clone()),
        };
        let (mut yes, mut no) = (block.branch(), block.branch());
        others.iter().for_each(|other| yes.absent(self.model.graph, None, other.demand));
        self.element(&mut yes, at, arm.step, arm.demand, Arrival { tested: true, alone: true })?;
        no.absent(self.model.graph, None, arm.demand);
        self.choose(&mut no, at, others)?;
        block.join(condition, yes, no);
        Ok(())
    }

    fn array(&mut self, block: &mut Block<'_, 'f>, at: Cursor, element: &'f FieldStep, demand: &Demand) {
        let mut is_counted = false;
        for number in block.pending(&demand.probes) {
            match block.probe(number) {
                Probe::Count(range) => {
                    if !is_counted {
                        block.push(Move::Count(at));
                        is_counted = true;
                    }
                    block.ask(number, Condition::Count(range.clone()));
                }
                Probe::Elements(quantifier, test) => {
                    block.push(Move::Elements(at, self.routines));
                    self.routines += 1;
                    self.elements.push_back(Elements { quantifier: *quantifier, test, element });
                    block.ask(number, Condition::Elements);
                }
                _ => {}
            }
        }
    }
}

/// Returns a routine without conversions to numbers, if no condition reads a number.
fn read(mut routine: Routine<Move, Condition>) -> Routine<Move, Condition> {
    let is_read = routine.mentions(&|_| false, &|condition| matches!(condition, Condition::Number(_)));
    routine.rewrite(&mut |step| (is_read || !matches!(step, Move::Number(_))).then_some(step));
    routine
}

/// Asks the probes of a scalar whose contents are at a cursor.
fn scalar(block: &mut Block<'_, '_>, at: Cursor, primitive: Primitive, demand: &Demand) {
    let mut is_converted = false;
    for number in block.pending(&demand.probes) {
        let condition = match block.probe(number) {
            Probe::Number(range) if primitive == Primitive::Boolean => Condition::Boolean(at, range.clone()),
            Probe::Number(range) if fits(range) => {
                if !is_converted {
                    block.push(Move::Number(at));
                    is_converted = true;
                }
                Condition::Number(range.clone())
            }
            Probe::Number(range) => Condition::Large(at, range.clone()),
            Probe::Octets(octets) => Condition::Octets(at, octets.clone()),
            Probe::Bits(bits) => Condition::Bits(at, bits.clone()),
            Probe::Member => {
                block.push(Move::Member(at, number));
                block.learn(number, true);
                continue;
            }
            Probe::Present | Probe::Count(_) | Probe::Elements(..) => continue,
        };
        block.ask(number, condition);
    }
}

/// Returns the identifiers of a step's element, outermost first.
fn identifiers(step: &FieldStep) -> impl Iterator<Item = Identifier> + '_ {
    step.op.outer.iter().copied().chain(step.op.tag)
}

/// Returns the number of identifier octets of an element that one of these begins, if it is the same for all.
fn octets(starts: &[Start]) -> Option<u64> {
    let mut lengths = starts.iter().map(|start| match start {
        Start::Identifier(identifier) | Start::EitherForm(identifier) => Some(identifier.octets()),
        Start::Any => None,
    });
    let first = lengths.next()??;
    lengths.all(|length| length == Some(first)).then_some(first)
}
