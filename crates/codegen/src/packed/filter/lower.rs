//! Lowers a predicate to the code of a filter: walks the programs of a packed rule up to the last demanded field.

use super::cursor::Cursor;
use super::ops::{Condition, Each, Key, Move, Variable};
use super::scalars::{extended, length, scalar};
use super::widths::Widths;
use crate::filter::code::Routine;
use crate::filter::decision::Decision;
use crate::filter::demand::Demand;
use crate::model::view::View;
use crate::packed::forms::{Forms, Source};
use crate::packed::ops::{Added, additions_of, roots_of};
use crate::program::{Action, Body, FieldStep, Program, Step};
use crate::rules::Lowered;
use crate::stub::Node;
use std::collections::{BTreeSet, VecDeque};
use syntax_graph::filter::{Probe, Quantifier, Test};
use syntax_graph::{Diagnostic, Span};

/// The functions of a filter.
pub struct Parts {
    /// The first one tests the message, the others elements of arrays.
    pub routines: Vec<Routine<Move, Condition>>,
    /// The elements that each routine tests; `None` for the message.
    pub each: Vec<Option<Each>>,
    /// Those that go over values.
    pub skips: Vec<(Key, Routine<Move, Condition>)>,
}

/// Lowers a predicate on the messages of the model's first root. `is_known`: values at known places are read there.
///
/// # Errors
/// A path into an open type, elements without bits, a comparison with a large number.
pub fn lower<R: Forms>(rule: R, model: &View<'_, R>, test: &Test, is_known: bool) -> Lowered<Parts> {
    let mut lowering = Lowering {
        model,
        rule,
        is_known,
        widths: Widths::new(model, rule),
        waiting: VecDeque::new(),
        routines: 1,
        marks: 0,
        flags: 0,
        keys: Vec::new(),
    };
    let mut parts = Parts { routines: Vec::new(), each: Vec::new(), skips: Vec::new() };
    parts.routines.push(lowering.routine(None, test, &model.root_steps[0])?);
    parts.each.push(None);
    while let Some(Waiting { quantifier, test, step, each }) = lowering.waiting.pop_front() {
        parts.routines.push(lowering.routine(Some(quantifier), test, step)?);
        parts.each.push(Some(each));
    }
    while let Some(key) = lowering.keys.get(parts.skips.len()).copied() {
        parts.skips.push((key, lowering.over(key)?));
    }
    Ok(parts)
}

/// A routine that is still to be lowered.
struct Waiting<'f, R: Forms> {
    quantifier: Quantifier,
    test: &'f Test,
    step: &'f FieldStep<R>,
    each: Each,
}

/// The pass.
pub struct Lowering<'f, R: Forms> {
    /// The model.
    pub model: &'f View<'f, R>,
    rule: R,
    is_known: bool,
    /// The bits of values.
    pub widths: Widths<'f, R>,
    waiting: VecDeque<Waiting<'f, R>>,
    /// The number of routines.
    routines: usize,
    /// The number of marks.
    pub marks: usize,
    /// The number of variables of bits.
    pub flags: usize,
    /// The values that functions go over.
    keys: Vec<Key>,
}

impl<'f, R: Forms> Lowering<'f, R> {
    fn routine(
        &mut self,
        quantifier: Option<Quantifier>,
        test: &'f Test,
        step: &'f FieldStep<R>,
    ) -> Lowered<Routine<Move, Condition>> {
        let mut decision = Decision::of(test);
        let demand = Demand::of(&decision);
        let end = decision.and_the_end();
        let mut at = Cursor::new(&decision, self.is_known && quantifier.is_none());
        self.value(&mut at, step, &demand)?;
        if end.is_some() {
            at.sync();
            at.block.give_up();
        }
        Ok(read(Routine { quantifier, code: at.block.finish() }))
    }

    /// Lowers the function that goes over a value.
    fn over(&mut self, key: Key) -> Lowered<Routine<Move, Condition>> {
        let decision = Decision::to_the_end();
        let mut at = Cursor::new(&decision, false);
        let (Key::Node(node) | Key::Element(node)) = key;
        match (key, &self.model.programs[&node].body) {
            (Key::Element(_), Body::Repeat { element, .. }) => self.skip(&mut at, element)?,
            _ => self.node(&mut at, node, &R::Form::default(), &Demand::default())?,
        }
        at.sync();
        at.block.learn(0, true);
        Ok(read(Routine { quantifier: None, code: at.block.finish() }))
    }

    /// Lowers a value that is present. The cursor goes behind it, if anything behind it is demanded.
    pub fn value(&mut self, at: &mut Cursor<'_, 'f>, step: &'f FieldStep<R>, demand: &Demand) -> Lowered<()> {
        for probe in at.block.pending(&demand.probes) {
            if matches!(at.block.probe(probe), Probe::Present) {
                at.block.learn(probe, true);
            }
        }
        if !at.block.needs(demand) {
            if goes_on(at, demand) {
                self.skip(at, step)?;
            }
            return Ok(());
        }
        match &step.action {
            Action::Primitive(primitive) => {
                let form = self.rule.scalar_form(*primitive, &step.op.form);
                scalar(at, &form, demand, &mut self.flags, self.rule.is_aligned())
            }
            Action::Call(node) => self.node(at, *node, &step.op.form, demand),
            Action::Inline(program) => self.node(at, program.node, &step.op.form, demand),
        }
    }

    /// Goes over a value.
    pub fn skip(&mut self, at: &mut Cursor<'_, 'f>, step: &'f FieldStep<R>) -> Lowered<()> {
        if let Some(bits) = self.widths.of(step) {
            at.ahead(bits);
            return Ok(());
        }
        let nothing = Demand::default();
        let node = match &step.action {
            Action::Primitive(primitive) => {
                let form = self.rule.scalar_form(*primitive, &step.op.form);
                return scalar(at, &form, &nothing, &mut self.flags, self.rule.is_aligned());
            }
            Action::Call(node) => *node,
            Action::Inline(program) => program.node,
        };
        match &self.model.programs[&node].body {
            Body::Open { .. } => at.lost(Move::Contents),
            Body::Scalar(step) => self.skip(at, step)?,
            // A root with another size than its type.
            Body::Repeat { .. } if step.op.form != R::Form::default() => {
                self.node(at, node, &step.op.form, &nothing)?;
            }
            _ => {
                let key = self.key(Key::Node(node));
                at.lost(Move::Skip(key));
            }
        }
        Ok(())
    }

    fn key(&mut self, key: Key) -> Key {
        if !self.keys.contains(&key) {
            self.keys.push(key);
        }
        key
    }

    /// Lowers a value of a node. `form`: that of its step.
    fn node(&mut self, at: &mut Cursor<'_, 'f>, node: Node, form: &R::Form, demand: &Demand) -> Lowered<()> {
        let program = &self.model.programs[&node];
        match &program.body {
            Body::Sequence(steps) => self.sequence(at, program, steps, demand),
            Body::Switch { arms, op } => {
                let selection = self.rule.selection(op, arms.len());
                self.choice(at, arms, &selection, demand)
            }
            Body::Repeat { .. } => self.array(at, program, form, demand),
            Body::Scalar(step) => self.value(at, step, demand),
            Body::Open { .. } => Err(demand.in_open_type(self.model.graph)),
            Body::Set { op, .. } => match *op {},
        }
    }

    fn sequence(
        &mut self,
        at: &mut Cursor<'_, 'f>,
        program: &'f Program<R>,
        steps: &'f [Step<R>],
        demand: &Demand,
    ) -> Lowered<()> {
        let roots: Vec<&'f FieldStep<R>> = roots_of(steps).collect();
        let additions = additions_of(&steps[roots.len()..]);
        let is_demanded = |at: &Cursor<'_, 'f>, step: &FieldStep<R>| {
            demand.field(step.field).is_some_and(|demand| at.block.needs(demand))
        };
        let wanted = additions.iter().any(|(_, fields)| fields.iter().any(|step| is_demanded(at, step)));
        let more = program.whole.extensible && (wanted || goes_on(at, demand));
        let flag = self.members(at, &roots, demand, (program.whole.extensible, wanted))?;
        if !more || at.block.has_ended() {
            return Ok(());
        }
        let Some(flag) = flag else { return Ok(()) };
        let (mut yes, mut no) = (at.branch(), at.branch());
        for (number, (added, fields)) in additions.iter().enumerate() {
            for step in fields {
                if let Some(demand) = demand.field(step.field) {
                    no.block.absent(self.model.graph, step.field, demand);
                }
            }
            if fields.iter().any(|step| is_demanded(&yes, step)) {
                self.addition(&mut yes, (number, *added), fields, demand)?;
            }
        }
        if goes_on(&yes, demand) {
            yes.lost(Move::Additions);
        }
        at.join(Condition::Flag(flag), yes, no);
        Ok(())
    }

    /// Lowers an addition in which something is demanded. The cursor stays before the additions.
    fn addition(
        &mut self,
        at: &mut Cursor<'_, 'f>,
        (number, added): (usize, Added),
        fields: &[&'f FieldStep<R>],
        demand: &Demand,
    ) -> Lowered<()> {
        let mark = self.marks;
        self.marks += 1;
        at.here(Move::Mark(mark));
        at.lost(Move::Addition(number as u64));
        let (mut yes, mut no) = (at.branch(), at.branch());
        match (added.is_group, fields) {
            (false, [step]) => {
                if let Some(own) = demand.field(step.field) {
                    self.value(&mut yes, step, own)?;
                }
            }
            _ => {
                self.members(&mut yes, fields, demand, (false, false))?;
            }
        }
        for step in fields {
            if let Some(demand) = demand.field(step.field) {
                no.block.absent(self.model.graph, step.field, demand);
            }
        }
        // What stands behind the addition is found from the mark.
        for branch in [&mut yes, &mut no] {
            branch.back(mark);
        }
        at.join(Condition::Found, yes, no);
        Ok(())
    }

    /// Lowers the flags and fields of the root of a structure, or of an addition. Returns the variable of the extension
    /// bit, if it is read. `wanted`: an addition is demanded.
    fn members(
        &mut self,
        at: &mut Cursor<'_, 'f>,
        fields: &[&'f FieldStep<R>],
        demand: &Demand,
        (is_extensible, wanted): (bool, bool),
    ) -> Lowered<Option<usize>> {
        let is_demanded = |at: &Cursor<'_, 'f>, step: &FieldStep<R>| {
            demand.field(step.field).is_some_and(|demand| at.block.needs(demand))
        };
        let all = goes_on(at, demand) || wanted;
        let until = match all {
            true => fields.len(),
            false => fields.iter().rposition(|step| is_demanded(at, step)).map_or(0, |last| last + 1),
        };
        let mut flags = 0;
        let mut extension = None;
        if is_extensible {
            flags += 1;
            if all {
                extended(at, &mut self.flags);
                extension = Some(self.flags - 1);
            } else {
                at.ahead(1);
            }
        }
        let mut given = vec![None; fields.len()];
        for (number, _) in fields.iter().enumerate().filter(|(_, step)| step.op.is_flagged) {
            flags += 1;
            if number < until {
                extended(at, &mut self.flags);
                given[number] = Some(self.flags - 1);
            } else {
                at.ahead(1);
            }
        }
        at.ahead(R::preamble(flags) - flags);
        for (number, step) in fields[..until].iter().enumerate() {
            let rest = fields[number..until].iter();
            let behind = goes_on(at, demand) || (wanted && !at.block.has_ended());
            if !behind && !rest.clone().any(|step| is_demanded(at, step)) {
                break;
            }
            let own = demand.field(step.field).filter(|demand| at.block.needs(demand));
            match (given[number], own) {
                (None, Some(own)) => self.value(at, step, own)?,
                (None, None) => self.skip(at, step)?,
                (Some(flag), Some(own)) => {
                    let (mut yes, mut no) = (at.branch(), at.branch());
                    self.value(&mut yes, step, own)?;
                    no.block.absent(self.model.graph, step.field, own);
                    at.join(Condition::Flag(flag), yes, no);
                }
                (Some(flag), None) => {
                    at.sync();
                    let (mut yes, no) = (at.branch(), at.branch());
                    self.skip(&mut yes, step)?;
                    at.join(Condition::Flag(flag), yes, no);
                }
            }
        }
        Ok(extension)
    }

    fn array(
        &mut self,
        at: &mut Cursor<'_, 'f>,
        program: &'f Program<R>,
        form: &R::Form,
        demand: &Demand,
    ) -> Lowered<()> {
        let Body::Repeat { element, op, .. } = &program.body else { return Ok(()) };
        let sizes = self.rule.length(op, form);
        let bits = self.widths.of(element);
        let is_aligned = self.rule.is_aligned();
        let mark = self.marks;
        let returns = goes_on(at, demand) && at.block.needs(demand);
        if returns {
            self.marks += 1;
            at.here(Move::Mark(mark));
        }
        if at.block.needs(demand) {
            length(at, &sizes, &mut self.flags, is_aligned);
        }
        for number in at.block.pending(&demand.probes) {
            match at.block.probe(number) {
                Probe::Count(range) => at.block.ask(number, Condition::Count(range.clone())),
                Probe::Elements(quantifier, test) => {
                    if bits == Some(0) {
                        let message = "a filter does not test elements that take no bits";
                        return Err(Box::new(Diagnostic::error("filter-elements", Span::none(), message)));
                    }
                    let each = match bits {
                        Some(bits) => Each::Bits(bits),
                        None => Each::Key(self.element(program.node, element)),
                    };
                    at.here(Move::Test(self.routines));
                    self.routines += 1;
                    self.waiting.push_back(Waiting { quantifier: *quantifier, test, step: element, each });
                    at.block.ask(number, Condition::Elements);
                }
                _ => {}
            }
        }
        if !goes_on(at, demand) {
            return Ok(());
        }
        if returns {
            at.back(mark);
        }
        length(at, &sizes, &mut self.flags, is_aligned);
        match bits {
            Some(0) => at.here(Move::Items(0)),
            Some(bits) => at.lost(Move::Items(bits)),
            None => {
                let key = self.element(program.node, element);
                at.lost(Move::Elements(key));
            }
        }
        Ok(())
    }

    /// Returns the key of the function that goes over an element.
    fn element(&mut self, array: Node, element: &FieldStep<R>) -> Key {
        match &element.action {
            Action::Call(node)
                if matches!(
                    self.model.programs[node].body,
                    Body::Sequence(_) | Body::Switch { .. } | Body::Repeat { .. }
                ) =>
            {
                self.key(Key::Node(*node))
            }
            _ => self.key(Key::Element(array)),
        }
    }
}

/// Returns whether the answer depends on anything else than this demand.
pub fn goes_on(at: &Cursor<'_, '_>, demand: &Demand) -> bool {
    !at.block.has_ended() && at.block.needs_more_than(demand)
}

/// Replaces moves that read what no condition asks about.
fn read(mut routine: Routine<Move, Condition>) -> Routine<Move, Condition> {
    let asks = |condition: &dyn Fn(&Condition) -> bool| routine.mentions(&|_| false, condition);
    let mut flags = Vec::new();
    routine.moves(&mut |step| {
        if let Move::Flag(flag, _) = step
            && asks(&|condition| *condition == Condition::Flag(*flag))
        {
            flags.push(*flag);
        }
    });
    let mut marks = BTreeSet::new();
    routine.moves(&mut |step| {
        if let Move::Back(mark) = step {
            marks.insert(*mark);
        }
    });
    let mut is_chosen = false;
    routine.code.iter().for_each(|code| is_chosen |= code.chooses());
    let is_number = |condition: &Condition| {
        matches!(condition, Condition::Number(_) | Condition::OneOf(_) | Condition::NoneOf(_))
    };
    let stores = |step: &dyn Fn(&Move) -> bool| routine.mentions(step, &|_| false);
    let number = is_chosen
        || asks(&is_number)
        || stores(&|step| matches!(step, Move::Member(false, _) | Move::Named(_)));
    let wide = stores(&|step| matches!(step, Move::Member(true, _)))
        || asks(&|condition| matches!(condition, Condition::Wide(_)));
    let text = stores(&|step| matches!(step, Move::StringMember(_)))
        || asks(&|condition| matches!(condition, Condition::Text { .. } | Condition::Bits(_)));
    routine.rewrite(&mut |step| match step {
        Move::Flag(flag, at) if !flags.contains(&flag) => at.is_none().then_some(Move::Over(1)),
        Move::Number { number: own, at, into } => {
            let is_read = match into {
                Variable::Nothing => false,
                Variable::Signed | Variable::Large => number,
                Variable::Wide => wide,
            };
            match (is_read, own.source, at) {
                (false, Source::Field { .. }, Some(_)) => None,
                (false, Source::Field { width, .. }, None) => Some(Move::Over(width.into())),
                (false, ..) => Some(Move::Number { number: own, at, into: Variable::Nothing }),
                (true, ..) => Some(Move::Number { number: own, at, into }),
            }
        }
        Move::Mark(mark) if !marks.contains(&mark) => None,
        Move::Enter(mark) => Some(Move::Enter(mark.filter(|mark| marks.contains(mark)))),
        Move::Text(item) if !text => Some(Move::Items(item.into())),
        other => Some(other),
    });
    routine
}
