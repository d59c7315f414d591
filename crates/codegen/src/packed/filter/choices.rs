//! Lowers CHOICEs: the arms that are demanded one after the other, then the others at once.

use super::cursor::Cursor;
use super::lower::{Lowering, goes_on};
use super::ops::{Condition, Move, Variable};
use super::scalars::extended;
use crate::filter::demand::Demand;
use crate::packed::forms::{Beyond, Forms, Number, Selection, Source};
use crate::program::FieldStep;
use crate::rules::Lowered;
use num_bigint::BigInt;

/// An arm of a CHOICE.
#[derive(Clone, Copy)]
struct Arm<'f, R: Forms> {
    step: &'f FieldStep<R>,
    /// Its position.
    number: usize,
    /// Whether it is in an open type: it is not of the root.
    is_open: bool,
}

impl<'f, R: Forms> Lowering<'f, R> {
    /// Lowers a CHOICE.
    pub fn choice(
        &mut self,
        at: &mut Cursor<'_, 'f>,
        arms: &'f [FieldStep<R>],
        selection: &Selection,
        demand: &Demand,
    ) -> Lowered<()> {
        let roots = selection.roots.min(arms.len());
        let arm = |(number, step)| Arm { step, number, is_open: number >= roots };
        let all: Vec<Arm<'f, R>> = arms.iter().enumerate().map(arm).collect();
        match selection.beyond {
            Beyond::Flag => {
                let (mut yes, mut no) = (extended(at, &mut self.flags), at.branch());
                let flag = self.flags - 1;
                let small = Number { source: Source::Small, least: BigInt::from(0) };
                yes.number(&small, Variable::Signed);
                // Those of the other part are absent.
                self.absent(&mut yes, &all[..roots], demand);
                self.arms(&mut yes, &all[roots..], (selection, None), demand)?;
                no.number(&selection.number, Variable::Signed);
                self.absent(&mut no, &all[roots..], demand);
                self.arms(&mut no, &all[..roots], (selection, None), demand)?;
                at.join(Condition::Flag(flag), yes, no);
                Ok(())
            }
            Beyond::Nothing | Beyond::Number => {
                let is_untagged = !selection.untagged.is_empty();
                let mark = is_untagged.then(|| {
                    self.marks += 1;
                    at.here(Move::Mark(self.marks - 1));
                    self.marks - 1
                });
                at.number(&selection.number, Variable::Signed);
                self.arms(at, &all, (selection, mark), demand)
            }
        }
    }

    /// Learns that arms are absent.
    fn absent(&self, at: &mut Cursor<'_, 'f>, arms: &[Arm<'f, R>], demand: &Demand) {
        for own in arms.iter().filter_map(|arm| demand.field(arm.step.field)) {
            at.block.absent(self.model.graph, None, own);
        }
    }

    /// Lowers the choice among arms, whose number has been read: first those that are demanded.
    fn arms(
        &mut self,
        at: &mut Cursor<'_, 'f>,
        left: &[Arm<'f, R>],
        (selection, mark): (&Selection, Option<usize>),
        demand: &Demand,
    ) -> Lowered<()> {
        let demanded = |at: &Cursor<'_, 'f>, arm: &Arm<'f, R>| {
            demand.field(arm.step.field).is_some_and(|own| at.block.needs(own))
        };
        let Some(first) = left.iter().position(|arm| demanded(at, arm)) else {
            if goes_on(at, demand) {
                self.passed(at, left, (selection, mark))?;
            }
            return Ok(());
        };
        let arm = left[first];
        let rest: Vec<_> = left.iter().filter(|other| other.number != arm.number).copied().collect();
        let (mut yes, mut no) = (at.branch(), at.branch());
        self.absent(&mut yes, &rest, demand);
        if let Some(own) = demand.field(arm.step.field) {
            self.arm(&mut yes, arm, (selection, mark), own)?;
            no.block.absent(self.model.graph, None, own);
        }
        self.arms(&mut no, &rest, (selection, mark), demand)?;
        at.join(Condition::OneOf(numbers(selection, arm)), yes, no);
        Ok(())
    }

    /// Lowers the selected arm.
    fn arm(
        &mut self,
        at: &mut Cursor<'_, 'f>,
        arm: Arm<'f, R>,
        (selection, mark): (&Selection, Option<usize>),
        own: &Demand,
    ) -> Lowered<()> {
        if let Some(mark) = mark.filter(|_| selection.untagged.contains(&arm.number)) {
            at.back(mark);
        }
        if !arm.is_open {
            return self.value(at, arm.step, own);
        }
        let end = self.marks;
        self.marks += 1;
        at.lost(Move::Enter(Some(end)));
        self.value(at, arm.step, own)?;
        if goes_on(at, own) {
            at.back(end);
        }
        Ok(())
    }

    /// Goes over the selected arm, which is none that is demanded.
    fn passed(
        &mut self,
        at: &mut Cursor<'_, 'f>,
        left: &[Arm<'f, R>],
        (selection, mark): (&Selection, Option<usize>),
    ) -> Lowered<()> {
        at.sync();
        let mut cases: Vec<(Vec<BigInt>, Cursor<'_, 'f>)> = Vec::new();
        let mut same: Vec<(u64, usize)> = Vec::new();
        for arm in left.iter().filter(|arm| !arm.is_open) {
            let is_untagged = selection.untagged.contains(&arm.number);
            let bits = self.widths.of(arm.step).filter(|_| !is_untagged);
            // Arms of one width are one case.
            let known =
                bits.and_then(|bits| same.iter().find(|(own, _)| *own == bits)).map(|(_, case)| *case);
            if let Some(case) = known {
                cases[case].0.extend(numbers(selection, *arm));
                continue;
            }
            let mut case = at.branch();
            if let Some(mark) = mark.filter(|_| is_untagged) {
                case.back(mark);
            }
            self.skip(&mut case, arm.step)?;
            same.extend(bits.map(|bits| (bits, cases.len())));
            cases.push((numbers(selection, *arm), case));
        }
        let may_be_unknown = match selection.beyond {
            Beyond::Nothing => false,
            Beyond::Flag => cases.is_empty(),
            Beyond::Number => true,
        };
        if cases.is_empty() {
            if may_be_unknown {
                at.lost(Move::Contents);
            }
            return Ok(());
        }
        let mut otherwise = at.branch();
        if may_be_unknown {
            otherwise.lost(Move::Contents);
        }
        at.choose(cases, otherwise);
        Ok(())
    }
}

/// Returns the numbers that select an arm.
fn numbers<R: Forms>(selection: &Selection, arm: Arm<'_, R>) -> Vec<BigInt> {
    match &selection.numbers {
        Some(numbers) => numbers[arm.number].iter().map(|number| BigInt::from(*number)).collect(),
        None if arm.is_open => vec![BigInt::from(arm.number - selection.roots)],
        None => vec![BigInt::from(arm.number)],
    }
}
