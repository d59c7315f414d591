//! Compiles several specifications for one program, with one plan under one cap and one runtime. A
//! [`crate::Compiler`] is a build of one specification.

mod plans;

use crate::banner;
use crate::candidates::Candidates;
use crate::driver::{self, Stages, failure, output_name, renamed};
use crate::failure::{CompileError, Failure};
use crate::front::{self, Specification};
use crate::harness;
use crate::measuring;
use crate::outputs;
use crate::predict::{self, Prediction};
use crate::report::{self, Report, messages, special};
use crate::settings::{Cache, Cap, Choice, RulesName, Settings, Solver};
use crate::toolchain::Toolchain;
use crate::unbounded;
use codegen::emit::{Remarks, Unit, emit_all};
use codegen::{Helpers, Model, OutputFiles};
use std::fmt;
use syntax_graph::{Diagnostic, SourceMap, Span, diagnostic};

/// A compiler of several specifications to one program, without I/O.
#[derive(Clone, Default)]
pub struct Build<'t> {
    members: Vec<Member>,
    prefix: String,
    max_size: Option<Cap>,
    choice: Choice,
    solver: Solver,
    cache: Cache,
    file: Option<(String, String)>,
    toolchain: Option<&'t dyn Toolchain>,
}

/// One specification of a build.
#[derive(Clone, Debug)]
struct Member {
    settings: Settings,
    share: Option<f64>,
    place: Span,
}

/// The result of a build.
#[derive(Clone, Debug)]
pub struct Built {
    /// `NAME.h` and `NAME.c` of each specification, then those of the runtime.
    pub files: OutputFiles,
    /// The report of all specifications together.
    pub report: Report,
    /// The report of each specification, in the order of the build. Its sizes are only those of `NAME.o`.
    pub parts: Vec<Report>,
    /// Warnings and notes of each specification, with the texts that they point into.
    pub diagnostics: Vec<(Vec<Diagnostic>, SourceMap)>,
}

/// The errors of all specifications that a build cannot compile. There is at least one.
#[derive(Clone, Debug)]
pub struct BuildError(pub Vec<CompileError>);

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&texts.join("\n"))
    }
}

impl std::error::Error for BuildError {}

impl From<CompileError> for BuildError {
    fn from(error: CompileError) -> Self {
        Self(vec![error])
    }
}

/// The data of one specification before planning.
#[derive(Clone, Copy)]
pub struct Prepared<'m> {
    /// The specification with the user's settings for it.
    pub specification: &'m Specification,
    /// Its frequencies.
    pub prediction: &'m Prediction,
    /// Its model.
    pub model: &'m Model<'m>,
    /// Its share of all messages.
    pub share: f64,
    /// Findings about INTEGER types without bounds.
    unbounded: &'m [Diagnostic],
}

impl<'t> Build<'t> {
    /// Returns a build without specifications.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a specification with its own settings: files, roots, rules, name, prefix, configuration and profile.
    /// `share` is its share of all messages. The shares of a build need not add up to 1, and a share that is left out
    /// is the mean of the others. The build has its own cap, solver, cache and choice of techniques, and ignores those in
    /// the settings.
    #[must_use]
    pub fn specification(self, settings: Settings, share: Option<f64>) -> Self {
        self.specification_at(settings, share, Span::none())
    }

    /// Adds a specification as [`specification`](Self::specification) does. Errors about its name point to `place` in
    /// the text of [`file`](Self::file).
    #[must_use]
    pub fn specification_at(mut self, settings: Settings, share: Option<f64>, place: Span) -> Self {
        self.members.push(Member { settings, share, place });
        self
    }

    /// Sets the build file that diagnostics point into: its name and text.
    #[must_use]
    pub fn file(mut self, name: impl Into<String>, text: impl Into<String>) -> Self {
        self.file = Some((name.into(), text.into()));
        self
    }

    /// Sets the cap on all specifications and the runtime together.
    #[must_use]
    pub fn max_size(mut self, cap: Option<Cap>) -> Self {
        self.max_size = cap;
        self
    }

    /// Sets the prefix of the runtime's names and files.
    #[must_use]
    pub fn prefix(mut self, prefix: impl Into<String>) -> Self {
        self.prefix = prefix.into();
        self
    }

    /// Sets the source of the techniques. A plan file works only for a build of one specification.
    #[must_use]
    pub fn choice(mut self, choice: Choice) -> Self {
        self.choice = choice;
        self
    }

    /// Sets the planner's algorithm.
    #[must_use]
    pub fn solver(mut self, solver: Solver) -> Self {
        self.solver = solver;
        self
    }

    /// Sets how much of the code is in the cache when a message arrives.
    #[must_use]
    pub fn cache(mut self, cache: Cache) -> Self {
        self.cache = cache;
        self
    }

    /// Sets the target compiler, which measures sizes. Without one, sizes are estimates.
    #[must_use]
    pub fn toolchain(mut self, toolchain: Option<&'t dyn Toolchain>) -> Self {
        self.toolchain = toolchain;
        self
    }

    /// Runs all stages.
    ///
    /// # Errors
    /// The errors of all specifications, or the failure of planning.
    pub fn compile(&self) -> Result<Built, BuildError> {
        self.planned(|prepared, stages| self.finish(prepared, stages))?.map_err(BuildError::from)
    }

    /// Runs all stages except the last. Passes the data of each specification, and the stages with the plan that all
    /// share, to `then`.
    ///
    /// # Errors
    /// Those of [`compile`](Self::compile).
    pub fn planned<R>(&self, then: impl FnOnce(&[Prepared<'_>], &[Stages]) -> R) -> Result<R, BuildError> {
        self.check_options()?;
        self.check_names()?;
        let specifications = self.each(|member| front::specification(&member.settings))?;
        let predictions: Vec<Prediction> = (self.members.iter().zip(&specifications))
            .map(|(member, specification)| predict::predict(specification, member.settings.heuristic))
            .collect();
        let mut known = specifications.iter();
        let models = self.each(|member| {
            // The build's own, as `specification` says.
            let (max_size, choice) = (self.max_size, self.choice.clone());
            let settings = Settings { max_size, choice, ..member.settings.clone() };
            driver::model(known.next().expect(ONE_EACH), &settings)
        })?;
        let mut known = models.iter().zip(&specifications);
        let unbounded = self.each(|member| {
            let (model, specification) = known.next().expect(ONE_EACH);
            unbounded::integers(model, &member.settings)
                .map_err(|errors| failure(specification, Failure::Input, errors))
        })?;
        self.check_clashes(&models)?;
        let shares = self.shares();
        let prepared: Vec<Prepared<'_>> = (0..models.len())
            .map(|at| Prepared {
                specification: &specifications[at],
                prediction: &predictions[at],
                model: &models[at],
                share: shares[at],
                unbounded: &unbounded[at],
            })
            .collect();
        let stages = self.plan(&prepared).map_err(|error| *error)?;
        Ok(then(&prepared, &stages))
    }

    /// Refuses options that work only for a single specification.
    fn check_options(&self) -> Result<(), BuildError> {
        let alone = |settings: &Settings| {
            let options = [
                ("rpc", settings.rpc.any()),
                ("instrument", settings.instrument),
                ("count-commands", settings.count_commands),
                ("check-constraints", settings.check_constraints),
                ("error-paths", settings.error_paths),
                ("max-string", settings.max_string.is_some()),
                ("util", settings.helpers != Helpers::None),
                ("plug", settings.plug),
                ("type", settings.harness.is_some()),
            ];
            options.into_iter().find(|(_, is_on)| *is_on).map(|(name, _)| name)
        };
        let is_several = self.members.len() > 1;
        let found = self.members.iter().filter(|_| is_several).find_map(|member| alone(&member.settings));
        let message = match (found, self.mixed()) {
            (Some(option), _) => format!(
                "--{option} does not work with several specifications: compile that one separately, with its own \
                 prefix"
            ),
            (None, Some(rules)) => {
                format!(
                    "all specifications of a build with {rules} must have these rules: build the others separately"
                )
            }
            (None, None) => return Ok(()),
        };
        let failure = Failure::Usage(message);
        Err(CompileError { failure, diagnostics: Vec::new(), sources: SourceMap::new() }.into())
    }

    /// Returns packed rules that stand beside others: their runtimes have functions of the same names.
    fn mixed(&self) -> Option<RulesName> {
        let rules = || self.members.iter().map(|member| member.settings.rules);
        let packed = rules().flatten().find(|rules| rules.is_packed())?;
        rules().any(|other| other != Some(packed)).then_some(packed)
    }

    /// Runs a stage for each specification, and collects the errors of all.
    fn each<T>(
        &self,
        mut stage: impl FnMut(&Member) -> Result<T, CompileError>,
    ) -> Result<Vec<T>, BuildError> {
        let (mut done, mut errors) = (Vec::new(), Vec::new());
        for member in &self.members {
            match stage(member) {
                Ok(result) => done.push(result),
                Err(error) => errors.push(error),
            }
        }
        if errors.is_empty() { Ok(done) } else { Err(BuildError(errors)) }
    }

    /// Returns each specification's share of all messages. The shares add up to 1.
    fn shares(&self) -> Vec<f64> {
        let given: Vec<f64> = self.members.iter().filter_map(|member| member.share).collect();
        let mean = if given.is_empty() { 1.0 } else { given.iter().sum::<f64>() / given.len() as f64 };
        let all: Vec<f64> = self.members.iter().map(|member| member.share.unwrap_or(mean)).collect();
        let sum: f64 = all.iter().sum();
        all.iter().map(|share| if sum > 0.0 { share / sum } else { 1.0 / all.len() as f64 }).collect()
    }

    /// Returns an error of the build file.
    fn error(&self, errors: Vec<Diagnostic>) -> BuildError {
        let mut sources = SourceMap::new();
        if let Some((name, text)) = &self.file {
            sources.add(name.as_str(), text.as_str());
        }
        CompileError { failure: Failure::Input, diagnostics: errors, sources }.into()
    }

    /// Checks that no two specifications write the same file, and that no header has the name of a system or runtime
    /// header.
    fn check_names(&self) -> Result<(), BuildError> {
        if self.members.is_empty() {
            let message = "a build needs at least one [[specification]]";
            return Err(self.error(vec![Diagnostic::error("build-empty", Span::none(), message)]));
        }
        let mut errors = Vec::new();
        let stem = |member: &Member| format!("{}{}", member.settings.prefix, output_name(&member.settings));
        for (at, member) in self.members.iter().enumerate() {
            let (prefix, name) = (&member.settings.prefix, output_name(&member.settings));
            if let Err(error) = outputs::check_name(prefix, &name, &self.prefix) {
                errors.push(self.placed(*error, member));
            }
            let is_same = |other: &&Member| stem(other).eq_ignore_ascii_case(&stem(member));
            if self.members[..at].iter().any(|other| is_same(&other)) {
                let message = format!("two specifications of this build are named `{}`", stem(member));
                let error = Diagnostic::error("output-name", member.place, message)
                    .with_help("give each specification its own `name`, or one of them a `prefix`");
                errors.push(error);
            }
        }
        if errors.is_empty() { Ok(()) } else { Err(self.error(errors)) }
    }

    fn placed(&self, mut error: Diagnostic, member: &Member) -> Diagnostic {
        if member.place.is_some() && error.labels.is_empty() {
            error = error.with_label(member.place, "");
        }
        error
    }

    /// Checks that no two headers declare the same name.
    fn check_clashes(&self, models: &[Model<'_>]) -> Result<(), BuildError> {
        let mut errors = Vec::new();
        for (at, model) in models.iter().enumerate() {
            for (other, before) in models[..at].iter().enumerate() {
                let mut both = model.names.public.intersection(&before.names.public);
                let Some(name) = both.next() else { continue };
                let more = both.count();
                let rest = if more == 0 { String::new() } else { format!(", and {more} more") };
                let (one, two) =
                    (output_name(&self.members[other].settings), output_name(&self.members[at].settings));
                let message = format!("`{one}` and `{two}` both define the C name `{name}`{rest}");
                let error = Diagnostic::error("name-clash", self.members[at].place, message).with_help(
                    format!("give one of them a prefix: prefix = \"{}_\" in `{two}`", prefix_of(&two)),
                );
                errors.push(error);
            }
        }
        if errors.is_empty() { Ok(()) } else { Err(self.error(errors)) }
    }

    /// Returns the banner of one specification's files; without a specification, the banner of the runtime's files.
    fn banner(&self, member: Option<&Member>) -> Vec<String> {
        let all = self.members.iter().map(|member| &member.settings);
        let together = || Settings {
            specs: all.clone().flat_map(|settings| settings.specs.clone()).collect(),
            includes: all.clone().flat_map(|settings| settings.includes.clone()).collect(),
            prefix: self.prefix.clone(),
            ..Settings::default()
        };
        let settings = member.map_or_else(together, |member| member.settings.clone());
        // The build plans, with its own settings.
        let (max_size, choice, solver, cache) = (self.max_size, self.choice.clone(), self.solver, self.cache);
        banner::banner(&Settings { max_size, choice, solver, cache, ..settings }, self.toolchain)
    }

    fn finish(&self, prepared: &[Prepared<'_>], stages: &[Stages]) -> Result<Built, CompileError> {
        let compiler = self.toolchain.map(Toolchain::describe);
        let is_alone = prepared.len() == 1;

        let mut parts = Vec::new();
        for ((one, stages), member) in prepared.iter().zip(stages).zip(&self.members) {
            let mut report = report::build(one.model, one.prediction, stages, compiler.clone());
            report.rules = Some(driver::rules_of(one.specification, &member.settings));
            report.share = one.share;
            report.filters = special::filters(one.specification, &member.settings, stages);
            report.messages = messages::annotated(&member.settings, one.model, &report);
            parts.push(report);
        }
        let planned = &stages[0].planned;
        let mut report = if is_alone { parts[0].clone() } else { Report::of_all(&parts) };
        let candidates: Vec<&Candidates> = stages.iter().map(|stages| &stages.candidates).collect();
        let plan = &planned.found.plan;
        report.instructions_saved = report::instructions_saved(&candidates, plan);
        report.time_saved = report::time_saved(&candidates, plan);
        let models: Vec<&Model<'_>> = prepared.iter().map(|one| one.model).collect();
        report.stack = planned.size.calls.bound(&models);
        for ((part, one), stages) in parts.iter_mut().zip(prepared).zip(stages).filter(|_| !is_alone) {
            let own = planned.size.by_source.get(&format!("{}.c", stem(one.model)));
            // Without a compiler, only the predicted bytes of the pieces are known.
            let told: u64 =
                part.bytes.iter().filter(|piece| !piece.path.is_empty()).map(|piece| piece.bytes).sum();
            part.restrict(stages, own.map_or(told, |bytes| bytes.get()));
        }
        let techniques: Vec<_> =
            stages.iter().map(|stages| stages.candidates.techniques(&planned.found.plan)).collect();
        let summary = report.summary();
        let remarks: Vec<Remarks> = (0..parts.len())
            .map(|at| Remarks {
                banner: self.banner(Some(&self.members[at])),
                summary: summary.clone(),
                places: banner::places(prepared[at].specification, prepared[at].model),
                fields: banner::fields(prepared[at].specification, prepared[at].model),
                stubs: parts[at].remarks(&stages[at].candidates),
            })
            .collect();
        let units = prepared.iter().enumerate();
        let units = units.map(|(at, one)| Unit::new(one.model, &techniques[at], &remarks[at]));
        let runtime = self.banner(is_alone.then(|| &self.members[0]));
        let mut files = emit_all(&units.collect::<Vec<_>>(), &self.prefix, &runtime);
        let model = prepared[0].model;
        let transport = codegen::emit::transport(model);
        report.size.transport = measuring::size_beside(&files, &transport, self.toolchain);
        files.files.extend(transport.files);
        if model.options.helpers == Helpers::Beside {
            let helpers = codegen::emit::helpers(model);
            report.size.helpers = measuring::size_beside(&files, &helpers, self.toolchain);
            files.files.extend(helpers.files);
        }
        if self.members[0].settings.plug {
            files.files.extend(codegen::emit::plugs(model).files);
        }
        if let Some(request) = &self.members[0].settings.harness {
            let (specification, settings) = (prepared[0].specification, &self.members[0].settings);
            let harness = harness::files(specification, settings, model, request, &remarks[0])?;
            files.files.extend(harness);
        }
        let diagnostics = prepared.iter().enumerate().map(|(at, one)| {
            let mut diagnostics = one.specification.diagnostics.clone();
            diagnostics.extend(one.unbounded.iter().cloned());
            diagnostics.extend(renamed(one.model));
            if at == 0 {
                let notes = planned.found.notes.iter();
                diagnostics
                    .extend(notes.map(|note| Diagnostic::note("plan", Span::none(), note.to_string())));
            }
            diagnostic::sort(&mut diagnostics);
            (diagnostics, one.specification.sources.clone())
        });
        Ok(Built { files, report, diagnostics: diagnostics.collect(), parts })
    }
}

/// The reason that a result exists for each specification, for `expect`.
const ONE_EACH: &str = "each stage gives one result for each specification";

/// Returns the name of a specification's files, without their ending.
fn stem(model: &Model<'_>) -> String {
    format!("{}{}", model.options.prefix, model.options.name)
}

/// Returns a name as the beginning of C identifiers.
fn prefix_of(name: &str) -> String {
    codegen::names::identifier(name).trim_start_matches('_').to_owned()
}

/// Plans one specification, for commands that stop after planning.
pub(crate) fn plan_one(
    specification: &Specification,
    prediction: &Prediction,
    model: &Model<'_>,
    settings: &Settings,
    toolchain: Option<&dyn Toolchain>,
) -> Result<Stages, CompileError> {
    let build = Build::of_one(settings.clone(), toolchain);
    let prepared = Prepared { specification, prediction, model, share: 1.0, unbounded: &[] };
    let mut stages = build.plan(&[prepared]).map_err(|error| *error)?;
    Ok(stages.remove(0))
}

impl<'t> Build<'t> {
    /// Returns the build of one specification; its prefix is also the runtime's.
    pub(crate) fn of_one(settings: Settings, toolchain: Option<&'t dyn Toolchain>) -> Self {
        Self {
            prefix: settings.prefix.clone(),
            max_size: settings.max_size,
            choice: settings.choice.clone(),
            solver: settings.solver,
            cache: settings.cache,
            ..Self::new().specification(settings, None).toolchain(toolchain)
        }
    }
}
