//! `sweep`: measures plans of several sizes. Compares predicted with counted interpreter calls, and counts
//! instructions.

use super::counting::{Commands, Counter, is_installed};
use super::{Job, Stop};
use crate::args::{AxisArg, SweepArgs};
use crate::cc::Cc;
use crate::files;
use codegen::{Model, Techniques};
use size_budget::{Chooser, EXACT_LIMIT, Plan, all_compiled, all_interpreted, exact, greedy, lp_bound};
use stubc::candidates::Candidates;
use stubc::driver::Stages;
use stubc::planning;
use stubc::predict::Prediction;
use stubc::report::sweep::{Placing, Point, Sweep};
use stubc::report::{self, html};
use stubc::target::Timed;
use stubc::witness::codec;
use stubc::{
    Cache, Cap, CompileError, Failure, RootRequest, Settings, Solver, Toolchain, candidates, driver, front,
    measuring, predict,
};

/// Returns settings with a cap: every point of a sweep is the plan under one.
fn capped(settings: &Settings) -> Settings {
    Settings { max_size: Some(Cap::Percent(100.0)), ..settings.clone() }
}

/// Plans at each point, and measures each plan over the messages.
pub fn run(job: &mut Job, args: &SweepArgs) -> Result<(), Stop> {
    if args.messages.is_empty() && !args.plan_only {
        return Err(job.usage("--messages names no message"));
    }
    if let Some(name) = &args.ty {
        job.settings.roots = vec![RootRequest { name: name.clone(), decode: true, encode: true }];
    }
    let cc = job.cc()?;
    let specification = front::specification(&job.settings).map_err(|error| job.failed(&error))?;
    let prediction = predict::predict(&specification, job.settings.heuristic);
    let model = driver::model(&specification, &capped(&job.settings)).map_err(|error| job.failed(&error))?;
    let ending = job.args.out_dir.as_ref().and_then(|path| path.extension()?.to_str().map(str::to_owned));
    if args.plan_only {
        return plan_only(job, &specification, &prediction, &model, &cc, ending.as_deref());
    }
    let counting = Settings { count_commands: true, ..capped(&job.settings) };
    let counting = driver::model(&specification, &counting).map_err(|error| job.failed(&error))?;
    let root = &model.options.roots[0];
    if !root.decode || !root.encode {
        return Err(job.usage("a sweep decodes and encodes; give --pdu TYPE without a direction"));
    }
    let messages = messages(job, args, &specification, root.ty)?;
    let failed = |failure: Failure| {
        let (diagnostics, sources) = (Vec::new(), specification.sources.clone());
        job.failed(&CompileError { failure, diagnostics, sources })
    };
    let timed = Timed::of(Some(&cc));
    let mut sizes = measuring::measured_sizes(&model, (&prediction, timed.times), false, &cc)
        .map_err(|error| failed(Failure::Toolchain(error)))?;
    let candidates = candidates::candidates(&model, &prediction, &sizes, &specification.pins);
    let candidates = candidates.charge(cache(args.axis, &job.settings));
    let counters = Counters { model: &model, counting: &counting, cc: &cc, messages: &messages };
    let ends = Ends::count(&counters, &candidates).map_err(|message| job.input_error(&message))?;
    let chooser = Chooser::Auto(job.settings.solver);
    let mut points = Vec::new();
    for &percent in &args.points {
        // At 100 % the point is the all-compiled plan itself, not the fastest plan of its size.
        let chosen = if args.axis == AxisArg::Size && percent != 100.0 {
            let settings = Settings { max_size: Some(Cap::Percent(percent)), ..job.settings.clone() };
            let stages = driver::plan(&specification, &prediction, &model, &settings, Some(&cc));
            Some(stages.map_err(|error| job.failed(&error))?)
        } else {
            None
        };
        let (of, plan, size, at_most) = if let Some(Stages { candidates, planned, .. }) = &chosen {
            (candidates, planned.found.plan.clone(), planned.found.size, None)
        } else {
            let (plan, at_most) = match percent {
                100.0 => (ends.whole.clone(), (args.axis == AxisArg::Compiled).then_some(1.0)),
                percent => with_share(&candidates, percent / 100.0, job.settings.solver),
            };
            let size = planning::size_of(&model, &candidates, &plan, Some(&cc), &mut sizes.builds);
            (&candidates, plan, size.map_err(failed)?.total(), at_most)
        };
        let point = ends.point(&counters, (of, &plan), percent, size.get());
        points.push(Point { at_most, ..point.map_err(|message| job.input_error(&message))? });
    }
    let sweep = Sweep {
        root: specification.graph.type_path(root.ty),
        messages: messages.len(),
        compiler: format!("{} {}", job.args.cc, job.args.cflags),
        placing: if args.axis == AxisArg::Size { Placing::Size } else { Placing::Compiled },
        calls: ends.commands.all,
        conversions: ends.commands.converting,
        cache: candidates.cache,
        points,
    };
    job.deliver(&match ending.as_deref() {
        Some("json") => sweep.json(),
        Some("svg") => sweep.chart().draw().file(),
        Some("html") => {
            let cap = job.settings.max_size;
            let planned = planning::plan(&model, &candidates, &chooser, cap, Some(&cc), &mut sizes.builds)
                .map_err(failed)?;
            let stages = Stages { sizes, timed, candidates, planned };
            let report = report::build(&model, &prediction, &stages, Some(cc.describe()));
            html::write(&report, Some(&sweep))
        }
        _ => sweep.text(),
    })
}

/// Prints the frontier of plans.
fn plan_only(
    job: &Job,
    specification: &front::Specification,
    prediction: &Prediction,
    model: &Model<'_>,
    cc: &Cc,
    ending: Option<&str>,
) -> Result<(), Stop> {
    let stages = driver::plan(specification, prediction, model, &job.settings, Some(cc))
        .map_err(|error| job.failed(&error))?;
    job.deliver(&frontier(model, prediction, &stages, cc, ending))
}

/// Returns the cache that a sweep plans for. The axis of compiled code counts calls: the bytes of code are its measure, not
/// a cost of time.
fn cache(axis: AxisArg, settings: &Settings) -> Cache {
    if axis == AxisArg::Size { settings.cache } else { Cache::Warm }
}

/// Returns the frontier of plans in the format of a file's ending.
fn frontier(
    model: &Model<'_>,
    prediction: &Prediction,
    stages: &Stages,
    cc: &Cc,
    ending: Option<&str>,
) -> String {
    let frontier = report::frontier::frontier(model, stages);
    match ending {
        Some("json") => frontier.json(),
        Some("svg") => frontier.chart().draw().file(),
        Some("html") => html::write(&report::build(model, prediction, stages, Some(cc.describe())), None),
        _ => frontier.text(),
    }
}

/// Counters for the commands and instructions of plans over the messages.
struct Counters<'a> {
    model: &'a Model<'a>,
    /// The same model with a runtime that counts commands.
    counting: &'a Model<'a>,
    cc: &'a Cc,
    messages: &'a [Vec<u8>],
}

impl Counters<'_> {
    fn commands(&self, techniques: &Techniques) -> Result<Commands, String> {
        Counter::build(self.counting, techniques, self.cc)?.commands(self.messages)
    }

    /// Returns the instructions to decode and encode one message; `None` without valgrind.
    fn instructions(&self, techniques: &Techniques) -> Result<Option<u64>, String> {
        if !is_installed("valgrind") {
            return Ok(None);
        }
        let counter = Counter::build(self.model, techniques, self.cc)?;
        Ok(counter.instructions(self.messages))
    }
}

/// The all-interpreted and the all-compiled plan, with their commands and instructions.
struct Ends {
    interpreted: Techniques,
    whole: Plan,
    /// Commands of the all-interpreted plan.
    commands: Commands,
    slowest: Option<u64>,
    compiled: Option<u64>,
}

impl Ends {
    fn count(counters: &Counters<'_>, candidates: &Candidates) -> Result<Self, String> {
        let problem = &candidates.problem;
        let (none, whole) = (all_interpreted(problem), all_compiled(problem));
        let of_none = candidates.techniques(&none);
        Ok(Self {
            commands: counters.commands(&of_none)?,
            slowest: counters.instructions(&of_none)?,
            compiled: counters.instructions(&candidates.techniques(&whole))?,
            interpreted: of_none,
            whole,
        })
    }

    /// Measures a plan of this size in bytes, and the problem that it solves.
    fn point(
        &self,
        counters: &Counters<'_>,
        (candidates, plan): (&Candidates, &Plan),
        percent: f64,
        size: u64,
    ) -> Result<Point, String> {
        let techniques = candidates.techniques(plan);
        let Commands { all: calls, converting } = counters.commands(&techniques)?;
        let none = all_interpreted(&candidates.problem);
        let spent = match plan {
            plan if *plan == self.whole => self.compiled,
            _ if techniques == self.interpreted => self.slowest,
            _ => counters.instructions(&techniques)?,
        };
        let share = |part: f64, whole: f64| if whole > 0.0 { 1.0 - part / whole } else { 0.0 };
        Ok(Point {
            percent,
            size,
            compiled_share: compiled_share(candidates, plan),
            predicted: share(plan.totals.dispatches, none.totals.dispatches),
            measured: share(calls as f64, self.commands.all as f64),
            predicted_conversions: share(plan.totals.conversions, none.totals.conversions),
            measured_conversions: share(converting as f64, self.commands.converting as f64),
            at_most: None,
            calls,
            conversions: converting,
            instructions: spent,
            instructions_saved: share(
                Candidates::instructions(&[candidates], plan),
                Candidates::most_instructions(&[candidates]),
            ),
            time_saved: share(Candidates::time(&[candidates], plan), Candidates::slowest(&[candidates])),
            instructions_saved_measured: spent
                .zip(self.slowest)
                .map(|(spent, all)| share(spent as f64, all as f64)),
            time_won: time_won(self.slowest, spent, self.compiled),
        })
    }
}

/// Returns the share of the instructions between the slowest and the compiled plan that a plan saves. Returns `None`
/// if a number is unknown, or if the compiled plan is not faster.
fn time_won(slowest: Option<u64>, spent: Option<u64>, compiled: Option<u64>) -> Option<f64> {
    let (slowest, spent, compiled) = (slowest? as f64, spent? as f64, compiled? as f64);
    (slowest > compiled).then(|| (slowest - spent) / (slowest - compiled))
}

/// Returns the messages that the independent codec accepts.
fn messages(
    job: &Job,
    args: &SweepArgs,
    specification: &front::Specification,
    root: syntax_graph::TypeId,
) -> Result<Vec<Vec<u8>>, Stop> {
    let codec = codec(&job.settings, &specification.graph);
    let mut messages = Vec::new();
    for file in files::message_files(&args.messages).map_err(|message| job.input_error(&message))? {
        let octets = files::read_octets(&file).map_err(|message| job.input_error(&message))?;
        match codec.decode_exact(root, &octets) {
            Ok(_) => messages.push(octets),
            Err(error) => job.renderer.line(&format!("warning: skipped {}: {error}", file.display())),
        }
    }
    if messages.is_empty() {
        return Err(job.input_error("no message could be decoded; check --type"));
    }
    Ok(messages)
}

/// Returns the plan with the fewest predicted commands among those with at most this share of compiled code,
/// and an upper bound on the share of calls that any such plan eliminates.
fn with_share(candidates: &Candidates, share: f64, solver: Solver) -> (Plan, Option<f64>) {
    let problem = &candidates.problem;
    let cap = all_compiled(problem).totals.compiled_size.share(share);
    let calls = problem.of_calls();
    let solved = match solver {
        Solver::Greedy => greedy(&calls, cap).map(|plan| (plan, false)),
        Solver::Exact => exact(&calls, cap, EXACT_LIMIT).map(|solved| {
            let proven = solved.is_proven();
            (solved.into_plan(), proven)
        }),
    };
    let none = all_interpreted(problem);
    let (plan, proven) = solved.unwrap_or_else(|_| (none.clone(), false));
    let plan = problem.plan(plan.techniques, plan.links).expect("nodes and references are the same");
    let all = none.totals.dispatches;
    let most = if proven { all - plan.totals.dispatches } else { lp_bound(&problem.of_calls_alone(), cap) };
    let most = if all > 0.0 { (most / all).clamp(0.0, 1.0) } else { 0.0 };
    (plan, Some(most))
}

fn compiled_share(candidates: &Candidates, plan: &Plan) -> f64 {
    let whole = all_compiled(&candidates.problem).totals.compiled_size;
    if whole == 0 { 0.0 } else { plan.totals.compiled_size.as_f64() / whole.as_f64() }
}
