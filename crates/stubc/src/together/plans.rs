//! Plans a build: measures what the planner needs, and tries the forms that hold for a whole plan.

use super::{Build, Prepared};
use crate::candidates::{self, Candidates, Part, Sharing};
use crate::driver::{Stages, failure};
use crate::failure::{CompileError, Failure};
use crate::front::Specification;
use crate::measuring::{self, Sizes};
use crate::plan_file;
use crate::planning::{self, Known, Output};
use crate::settings::{Cap, Choice};
use crate::shapes::{forms, hits};
use crate::small_runtime;
use crate::target::Timed;
use crate::toolchain::{Toolchain, ToolchainError};
use codegen::Model;
use codegen::cost::Times;
use codegen::emit::sharing;
use size_budget::{Chooser, Plan};

type Stage<T> = Result<T, Box<CompileError>>;

impl Build<'_> {
    /// Measures or estimates sizes, builds the planner's problem and plans. The result has one entry for each
    /// specification; they share the plan.
    pub(super) fn plan(&self, prepared: &[Prepared<'_>]) -> Stage<Vec<Stages>> {
        let timed = Timed::of(self.toolchain);
        let is_asked = matches!(&self.choice, Choice::Plan(_, text) if plan_file::has_small_runtime(text));
        let stages = self.plan_beside(prepared, &timed, is_asked, self.max_size)?;
        match small_runtime::cap(&stages, prepared, &timed) {
            Some(cap) if matches!(self.choice, Choice::Auto) => {
                let other = self.plan_beside(prepared, &timed, true, Some(Cap::Bytes(cap)))?;
                Ok(small_runtime::better(stages, other))
            }
            _ => Ok(stages),
        }
    }

    /// Plans beside the usual runtime or a small one.
    fn plan_beside(
        &self,
        prepared: &[Prepared<'_>],
        timed: &Timed,
        small_runtime: bool,
        cap: Option<Cap>,
    ) -> Stage<Vec<Stages>> {
        let (sizes, groups) = self.sizes(prepared, timed, small_runtime)?;
        let tables = forms::with_tables(&sizes, matches!(self.choice, Choice::Plan(..)));
        let plan = |sizes: Vec<Sizes>, cap| self.plan_with(prepared, (sizes, &groups), timed, cap);
        match &self.choice {
            Choice::Plan(_, text) if plan_file::has_tables(text) => plan(tables.unwrap_or(sizes), cap),
            Choice::Interpreted => forms::smaller(sizes, tables, cap, plan),
            Choice::Auto if cap.is_some() => {
                let stages = forms::faster(sizes, tables, cap, plan)?;
                let models: Vec<_> = prepared.iter().map(|one| (one.model, one.prediction)).collect();
                hits::settled(stages, &models, plan)
            }
            _ => plan(sizes, cap),
        }
    }

    /// Measures or estimates the sizes of each specification, and the runtimes that they share.
    fn sizes(
        &self,
        prepared: &[Prepared<'_>],
        timed: &Timed,
        small_runtime: bool,
    ) -> Stage<(Vec<Sizes>, Vec<Sharing>)> {
        let fail =
            |error| Box::new(failure(prepared[0].specification, Failure::Toolchain(error), Vec::new()));
        let times = if small_runtime { timed.for_size() } else { timed.times };
        let mut sizes = Vec::new();
        for one in prepared {
            let mut of_one = match self.toolchain {
                Some(toolchain) => self.measured_sizes(one, times, small_runtime, toolchain).map_err(fail)?,
                None => measuring::estimated_sizes(one.model),
            };
            of_one.times = times;
            sizes.push(of_one);
        }
        let models: Vec<&Model<'_>> = prepared.iter().map(|one| one.model).collect();
        let mut groups: Vec<Sharing> = Vec::new();
        for of in sharing(&models) {
            let runtime = match self.toolchain {
                _ if of.len() == 1 => None,
                Some(toolchain) => {
                    let own: Vec<&Model<'_>> = of.iter().map(|&at| models[at]).collect();
                    let runtime = measuring::measured_runtime(&own, &self.prefix, small_runtime, toolchain);
                    Some(runtime.map_err(fail)?)
                }
                None => {
                    Some(measuring::estimated_runtime(&of.iter().map(|&at| &sizes[at]).collect::<Vec<_>>()))
                }
            };
            groups.push((of, runtime));
        }
        Ok((sizes, groups))
    }

    /// Plans with these sizes and cap.
    fn plan_with(
        &self,
        prepared: &[Prepared<'_>],
        (sizes, groups): (Vec<Sizes>, &[Sharing]),
        timed: &Timed,
        cap: Option<Cap>,
    ) -> Stage<Vec<Stages>> {
        let first = prepared[0].specification;
        let fail = |kind: Failure| Box::new(failure(first, kind, Vec::new()));
        let models: Vec<&Model<'_>> = prepared.iter().map(|one| one.model).collect();
        let parts: Vec<Part<'_>> = prepared
            .iter()
            .zip(&sizes)
            .map(|(one, sizes)| Part {
                model: one.model,
                prediction: one.prediction,
                sizes,
                pins: &one.specification.pins,
                share: one.share,
            })
            .collect();
        let candidates = candidates::together(&parts, groups).into_iter();
        let candidates: Vec<Candidates> = candidates.map(|one| one.charge(self.cache)).collect();
        let chooser = self.chooser(first, &candidates[0])?;
        let mut known: Known = if prepared.len() == 1 { sizes[0].builds.clone() } else { Vec::new() };
        let output =
            Output { parts: models.iter().copied().zip(&candidates).collect(), prefix: &self.prefix };
        let planned = planning::plan_all(&output, &chooser, cap, self.toolchain, &mut known).map_err(fail)?;
        let all = candidates.into_iter().zip(sizes);
        Ok(all
            .map(|(candidates, sizes)| Stages {
                sizes,
                timed: timed.clone(),
                candidates,
                planned: planned.clone(),
            })
            .collect())
    }

    /// Measures the sizes that planning needs. A plan without procedures needs no sizes of procedures, unless
    /// the cap is a share of them.
    fn measured_sizes(
        &self,
        one: &Prepared<'_>,
        times: &'static Times,
        small_runtime: bool,
        toolchain: &dyn Toolchain,
    ) -> Result<Sizes, ToolchainError> {
        match (&self.choice, self.max_size) {
            (Choice::Interpreted, None | Some(Cap::Bytes(_))) => {
                measuring::interpreted_sizes(one.model, toolchain)
            }
            _ => measuring::measured_sizes(one.model, (one.prediction, times), small_runtime, toolchain),
        }
    }

    fn chooser(&self, first: &Specification, candidates: &Candidates) -> Stage<Chooser> {
        Ok(match &self.choice {
            Choice::Auto => Chooser::Auto(self.solver),
            Choice::Interpreted => Chooser::Interpreted,
            Choice::Compiled => Chooser::Compiled,
            Choice::Inlined => Chooser::Inlined,
            Choice::Plan(..) if self.members.len() > 1 => {
                let message = "a plan file works with one specification only".to_owned();
                return Err(Box::new(failure(first, Failure::Usage(message), Vec::new())));
            }
            Choice::Plan(name, text) => Chooser::Given(read_plan(first, candidates, name, text)?),
        })
    }
}

fn read_plan(
    specification: &Specification,
    candidates: &Candidates,
    name: &str,
    text: &str,
) -> Result<Plan, Box<CompileError>> {
    let mut sources = specification.sources.clone();
    let file = sources.add(name, text);
    plan_file::read(&specification.graph, candidates, file, text).map_err(|errors| {
        Box::new(CompileError { sources, ..failure(specification, Failure::Input, errors) })
    })
}
