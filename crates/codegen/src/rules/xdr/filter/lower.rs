//! Lowers a predicate to the code of a filter: walks the programs of XDR up to the last demanded field.

use super::ops::{Condition, Each, Move, Number, Skip};
use super::skips::{skip_of, value_of};
use crate::filter::code::{self, Routine};
use crate::filter::decision::Decision;
use crate::filter::demand::Demand;
use crate::program::StepPresence;
use crate::rules::Lowered;
use crate::rules::xdr::ops::{Action, Body, Chooser, Count, Elements, FieldStep, Model, Primitive, Step};
use num_bigint::BigInt;
use std::collections::{BTreeSet, VecDeque};
use syntax_graph::filter::{Probe, Quantifier, Range, Test};
use syntax_graph::{Diagnostic, IntegerRepr, Span};

type Block<'d, 'f> = code::Block<'d, 'f, Move, Condition>;

/// A lowered routine, and the elements that it tests.
pub struct Tested {
    /// The routine.
    pub routine: Routine<Move, Condition>,
    /// The elements; `None` for the message.
    pub each: Option<Each>,
}

/// Lowers a predicate on the messages of the model's first root. The first routine tests the message, the others
/// elements of arrays.
///
/// # Errors
/// Elements without bytes.
pub fn lower(model: &Model<'_>, test: &Test) -> Lowered<Vec<Tested>> {
    let mut lowering = Lowering { model, waiting: VecDeque::new(), routines: 1, marks: 0 };
    let root = &model.root_steps[0];
    let mut done = vec![Tested { routine: lowering.routine(None, test, root)?, each: None }];
    while let Some(Waiting { quantifier, test, step, each }) = lowering.waiting.pop_front() {
        let routine = lowering.routine(Some(quantifier), test, step)?;
        done.push(Tested { routine, each: Some(each) });
    }
    Ok(done)
}

/// A routine that is still to be lowered.
struct Waiting<'f> {
    quantifier: Quantifier,
    test: &'f Test,
    step: &'f FieldStep,
    each: Each,
}

struct Lowering<'f> {
    model: &'f Model<'f>,
    waiting: VecDeque<Waiting<'f>>,
    /// The number of routines.
    routines: usize,
    /// The number of marks.
    marks: usize,
}

impl<'f> Lowering<'f> {
    fn routine(
        &mut self,
        quantifier: Option<Quantifier>,
        test: &'f Test,
        step: &'f FieldStep,
    ) -> Lowered<Routine<Move, Condition>> {
        let mut decision = Decision::of(test);
        let demand = Demand::of(&decision);
        let end = decision.and_the_end();
        let mut block = Block::new(&decision);
        self.value(&mut block, step, &demand)?;
        if end.is_some() {
            block.give_up();
        }
        let mut routine = Routine { quantifier, code: block.finish() };
        without_unread(&mut routine);
        Ok(routine)
    }

    /// Lowers a value that is present. The cursor goes behind it, if anything behind it is demanded.
    fn value(&mut self, block: &mut Block<'_, 'f>, step: &'f FieldStep, demand: &Demand) -> Lowered<()> {
        for probe in block.pending(&demand.probes) {
            if matches!(block.probe(probe), Probe::Present) {
                block.learn(probe, true);
            }
        }
        if !block.needs(demand) {
            if block.needs_more_than(demand) {
                skip(block, value_of(self.model, step));
            }
            return Ok(());
        }
        let node = match &step.action {
            Action::Primitive(primitive) => {
                scalar(block, *primitive, demand);
                return Ok(());
            }
            Action::Call(node) => *node,
            Action::Inline(program) => program.node,
        };
        match &self.model.programs[&node].body {
            Body::Sequence(steps) => self.sequence(block, steps, demand),
            Body::Switch { arms, op } => self.switch(block, arms, op, demand),
            Body::Repeat { element, op, .. } => self.array(block, (element, *op), step, demand),
            Body::Scalar(step) => self.field(block, step, demand),
            Body::Set { op, .. } => match *op {},
            Body::Open { op, .. } => match *op {},
        }
    }

    /// Lowers a field, which may be absent.
    fn field(&mut self, block: &mut Block<'_, 'f>, step: &'f FieldStep, demand: &Demand) -> Lowered<()> {
        if step.presence == StepPresence::Mandatory {
            return self.value(block, step, demand);
        }
        block.push(Move::Number(Number::Unsigned));
        let (mut yes, mut no) = (block.branch(), block.branch());
        self.value(&mut yes, step, demand)?;
        no.absent(self.model.graph, None, demand);
        block.join(Condition::NoneOf(vec![BigInt::from(0)]), yes, no);
        Ok(())
    }

    fn sequence(&mut self, block: &mut Block<'_, 'f>, steps: &'f [Step], demand: &Demand) -> Lowered<()> {
        for (index, step) in steps.iter().enumerate() {
            let is_demanded = |step: &Step| match step {
                Step::Field(field) => demand.field(field.field).is_some_and(|demand| block.needs(demand)),
                Step::Between(_) => false,
            };
            let goes_on = !block.has_ended() && block.needs_more_than(demand);
            if !goes_on && !steps[index..].iter().any(is_demanded) {
                return Ok(());
            }
            let Step::Field(field) = step else { continue };
            match demand.field(field.field).filter(|demand| block.needs(demand)) {
                Some(demand) => self.field(block, field, demand)?,
                None => skip(block, skip_of(self.model, field)),
            }
        }
        Ok(())
    }

    fn switch(
        &mut self,
        block: &mut Block<'_, 'f>,
        arms: &'f [FieldStep],
        op: &'f Chooser,
        demand: &Demand,
    ) -> Lowered<()> {
        if let Action::Primitive(primitive) = op.discriminant.action {
            block.push(Move::Number(form(primitive)));
            if let Some(own) = demand.field(op.discriminant.field) {
                questions(block, form(primitive), own);
            }
        }
        let order = (0..arms.len()).filter(|arm| Some(*arm) != op.default).chain(op.default);
        let left: Vec<usize> = order.collect();
        self.arms(block, (arms, op), &left, demand)
    }

    /// Lowers the choice among arms, given by their positions. An arm that all other numbers select is the last.
    fn arms(
        &mut self,
        block: &mut Block<'_, 'f>,
        (arms, op): (&'f [FieldStep], &'f Chooser),
        left: &[usize],
        demand: &Demand,
    ) -> Lowered<()> {
        let Some((&first, rest)) = left.split_first() else { return Ok(()) };
        let arm = &arms[first];
        let demanded = |arm: usize| demand.field(arms[arm].field);
        let own = demanded(first).filter(|own| block.needs(own));
        let goes_on = !block.has_ended() && block.needs_more_than(demand);
        if own.is_none() && !goes_on {
            return self.arms(block, (arms, op), rest, demand);
        }
        // Arms that are skipped in the same way are one branch.
        let skipped = skip_of(self.model, arm);
        let (same, rest): (Vec<usize>, Vec<usize>) = rest.iter().partition(|&&other| {
            own.is_none()
                && Some(other) != op.default
                && !demanded(other).is_some_and(|other| block.needs(other))
                && skip_of(self.model, &arms[other]) == skipped
        });
        let (mut yes, mut no) = (block.branch(), block.branch());
        for other in rest.iter().filter_map(|other| demanded(*other)) {
            yes.absent(self.model.graph, None, other);
        }
        match own {
            Some(own) => {
                self.field(&mut yes, arm, own)?;
                no.absent(self.model.graph, None, own);
            }
            None => skip(&mut yes, skipped),
        }
        if goes_on && rest.is_empty() {
            block.follow(yes);
            return Ok(());
        }
        self.arms(&mut no, (arms, op), &rest, demand)?;
        let cases = |of: &mut dyn Iterator<Item = usize>| of.flat_map(|arm| op.cases[arm].clone()).collect();
        let condition = match Some(first) == op.default {
            true => Condition::NoneOf(cases(&mut (0..arms.len()))),
            false => Condition::OneOf(cases(&mut std::iter::once(first).chain(same))),
        };
        block.join(condition, yes, no);
        Ok(())
    }

    fn array(
        &mut self,
        block: &mut Block<'_, 'f>,
        (element, op): (&'f FieldStep, Elements),
        step: &'f FieldStep,
        demand: &Demand,
    ) -> Lowered<()> {
        let mark = self.marks;
        self.marks += 1;
        let is_linked = matches!(op.count, Count::Linked { .. });
        let own = value_of(self.model, element);
        let returns = block.needs_more_than(demand);
        if returns || is_linked {
            block.push(Move::Mark(mark));
        }
        if !is_linked {
            block.push(Move::Count(op.count));
        }
        for number in block.pending(&demand.probes) {
            match block.probe(number) {
                Probe::Count(range) if is_linked => {
                    block.push(Move::Linked(own.clone()));
                    block.ask(number, Condition::Count(range.clone()));
                    block.push(Move::Back(mark));
                }
                Probe::Count(range) => block.ask(number, Condition::Count(range.clone())),
                Probe::Elements(quantifier, test) => {
                    if own == Skip::Static(0) {
                        let message = "a filter does not test elements that take no bytes";
                        return Err(Box::new(Diagnostic::error("filter-elements", Span::none(), message)));
                    }
                    block.push(Move::Elements(self.routines));
                    self.routines += 1;
                    let each = Each { is_linked, element: own.clone() };
                    self.waiting.push_back(Waiting { quantifier: *quantifier, test, step: element, each });
                    block.ask(number, Condition::Elements);
                }
                _ => {}
            }
        }
        if !block.has_ended() && block.needs_more_than(demand) {
            block.push(Move::Back(mark));
            skip(block, value_of(self.model, step));
        }
        Ok(())
    }
}

/// Replaces moves that note what no condition reads by skips.
fn without_unread(routine: &mut Routine<Move, Condition>) {
    let reads = |condition: &dyn Fn(&Condition) -> bool| routine.mentions(&|_| false, condition);
    let stored = |wanted: bool| {
        let is_own = |step: &Move| matches!(step, Move::Member(form, _) if (*form == Number::Wide) == wanted);
        routine.mentions(&is_own, &|_| false)
    };
    let wide = stored(true) || reads(&|condition| matches!(condition, Condition::Number(Number::Wide, _)));
    let number = stored(false)
        || reads(&|condition| match condition {
            Condition::Number(form, _) => *form != Number::Wide,
            Condition::OneOf(_) | Condition::NoneOf(_) => true,
            _ => false,
        });
    let is_string = |step: &Move| matches!(step, Move::StringMember(_));
    let text = routine.mentions(&is_string, &|condition| matches!(condition, Condition::Octets(_)));
    let elements = |step: &Move| matches!(step, Move::Elements(_));
    let count = routine.mentions(&elements, &|condition| matches!(condition, Condition::Count(_)));
    let mut marks = BTreeSet::new();
    routine.moves(&mut |step| {
        if let Move::Back(mark) = step {
            marks.insert(*mark);
        }
    });
    routine.rewrite(&mut |step| match step {
        Move::Number(Number::Wide) if !wide => Some(Move::Skip(Skip::Static(8))),
        Move::Number(Number::Hyper) if !number => Some(Move::Skip(Skip::Static(8))),
        Move::Number(Number::Signed | Number::Unsigned) if !number => Some(Move::Skip(Skip::Static(4))),
        Move::Text(None) if !text => Some(Move::Skip(Skip::Text)),
        Move::Text(Some(bytes)) if !text => Some(Move::Skip(Skip::Static(bytes.next_multiple_of(4)))),
        Move::Count(Count::Fixed(_)) if !count => None,
        Move::Count(_) if !count => Some(Move::Skip(Skip::Static(4))),
        Move::Mark(mark) if !marks.contains(&mark) => None,
        other => Some(other),
    });
}

/// Goes behind a value. Runs of values of static size are one move.
fn skip(block: &mut Block<'_, '_>, skip: Skip) {
    match (block.last_move(), skip) {
        (_, Skip::Static(0)) => {}
        (Some(Move::Skip(Skip::Static(bytes))), Skip::Static(more)) => *bytes += more,
        (_, skip) => block.push(Move::Skip(skip)),
    }
}

/// Returns the form of a number.
fn form(primitive: Primitive) -> Number {
    let is_signed = |repr: IntegerRepr| repr.machine().is_none_or(|(_, is_signed)| is_signed);
    match primitive {
        Primitive::Word(repr) if is_signed(repr) => Number::Signed,
        Primitive::Hyper(repr) if is_signed(repr) => Number::Hyper,
        Primitive::Hyper(_) => Number::Wide,
        _ => Number::Unsigned,
    }
}

/// Reads a scalar and asks its probes.
fn scalar(block: &mut Block<'_, '_>, primitive: Primitive, demand: &Demand) {
    match primitive {
        Primitive::Counted(_) | Primitive::Opaque(_) => {
            let bytes = if let Primitive::Opaque(bytes) = primitive { Some(bytes) } else { None };
            block.push(Move::Text(bytes));
            for number in block.pending(&demand.probes) {
                match block.probe(number) {
                    Probe::Octets(octets) => block.ask(number, Condition::Octets(octets.clone())),
                    Probe::Member => {
                        block.push(Move::StringMember(number));
                        block.learn(number, true);
                    }
                    _ => {}
                }
            }
        }
        _ => {
            block.push(Move::Number(form(primitive)));
            questions(block, form(primitive), demand);
        }
    }
}

/// Asks the probes of a number that has been read.
fn questions(block: &mut Block<'_, '_>, form: Number, demand: &Demand) {
    for number in block.pending(&demand.probes) {
        match block.probe(number) {
            Probe::Present => block.learn(number, true),
            Probe::Member => {
                block.push(Move::Member(form, number));
                block.learn(number, true);
            }
            Probe::Number(range) => match held(form, range) {
                Some(Range { min: None, max: None, outside }) => block.learn(number, !outside),
                Some(range) => block.ask(number, Condition::Number(form, range)),
                None => block.learn(number, range.outside),
            },
            _ => {}
        }
    }
}

/// Returns a range with limits that a form holds; `None` if it holds no number of the range.
fn held(form: Number, range: &Range) -> Option<Range> {
    let repr = match form {
        Number::Signed => IntegerRepr::I32,
        Number::Unsigned => IntegerRepr::U32,
        Number::Hyper => IntegerRepr::I64,
        Number::Wide => IntegerRepr::U64,
    };
    let (low, high) = repr.limits()?;
    let min = range.min.clone().filter(|min| *min > low);
    let max = range.max.clone().filter(|max| *max < high);
    let is_empty =
        range.min.as_ref().is_some_and(|min| *min > high) || range.max.as_ref().is_some_and(|max| *max < low);
    (!is_empty).then_some(Range { min, max, outside: range.outside })
}
