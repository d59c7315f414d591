//! Compiles one specification, and holds stages that [`Build`] runs for each specification.

use crate::banner::banner;
use crate::candidates::Candidates;
use crate::failure::{CompileError, Failure};
use crate::front::{self, NamedFilter, Specification};
use crate::harness::{self, Harness};
use crate::measuring::Sizes;
use crate::planning::Planned;
use crate::plural::count;
use crate::predict::Prediction;
use crate::report::Report;
use crate::roots::{self, ChosenRoot};
use crate::settings::{Cache, Cap, Choice, RootRequest, RulesName, Settings, Solver};
use crate::shapes;
use crate::target::Timed;
use crate::together::{self, Build};
use crate::toolchain::Toolchain;
use codegen::filter::{Form, Request};
use codegen::names::identifier;
use codegen::{Helpers, Model, Options, OutputFiles, Root, RpcSides, Rules};
use freq_predict::Heuristic;
use syntax_graph::{Diagnostic, Notation, SourceMap, Span};

/// A compiler of specifications to C, without I/O.
#[derive(Clone, Default)]
pub struct Compiler<'t> {
    settings: Settings,
    toolchain: Option<&'t dyn Toolchain>,
}

/// The result of a compilation.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// `NAME.h`, `NAME.c`, `stubc_rt.h`, `stubc_rt.c`; with remote programs also `stubc_net.h` and
    /// `stubc_net.c`, with helpers `stubc_util.h` and `stubc_util.c`, with plugs
    /// `stubc_plug.h`.
    pub files: OutputFiles,
    /// The plan and its reasons.
    pub report: Report,
    /// Warnings and notes.
    pub diagnostics: Vec<Diagnostic>,
    /// The texts that diagnostics point into.
    pub sources: SourceMap,
}

impl<'t> Compiler<'t> {
    /// Returns a compiler without specifications.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns a compiler with all settings at once.
    pub fn with_settings(settings: Settings) -> Self {
        Self { settings, toolchain: None }
    }

    /// Adds a specification: its name in diagnostics, and its text.
    #[must_use]
    pub fn spec(mut self, name: impl Into<String>, text: impl Into<String>) -> Self {
        self.settings.specs.push((name.into(), text.into()));
        self
    }

    /// Adds a specification that others import. Default roots never come from it.
    #[must_use]
    pub fn include(mut self, name: impl Into<String>, text: impl Into<String>) -> Self {
        self.settings.includes.push((name.into(), text.into()));
        self
    }

    /// Adds a root in both directions: `Type` or `Module.Type`.
    #[must_use]
    pub fn pdu(self, name: impl Into<String>) -> Self {
        self.root(RootRequest { name: name.into(), decode: true, encode: true })
    }

    /// Requests stubs of the specification's remote programs.
    #[must_use]
    pub fn rpc(mut self, sides: RpcSides) -> Self {
        self.settings.rpc = sides;
        self
    }

    /// Adds a root in chosen directions.
    #[must_use]
    pub fn root(mut self, root: RootRequest) -> Self {
        self.settings.roots.push(root);
        self
    }

    /// Sets the cap.
    #[must_use]
    pub fn max_size(mut self, cap: Cap) -> Self {
        self.settings.max_size = Some(cap);
        self
    }

    /// Sets the base name of the output files.
    #[must_use]
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.settings.name = Some(name.into());
        self
    }

    /// Sets the prefix of every symbol.
    #[must_use]
    pub fn prefix(mut self, prefix: impl Into<String>) -> Self {
        self.settings.prefix = prefix.into();
        self
    }

    /// Sets the encoding rules.
    #[must_use]
    pub fn rules(mut self, rules: RulesName) -> Self {
        self.settings.rules = Some(rules);
        self
    }

    /// Adds a message that the report annotates with the field of each byte and the cost of each constructor.
    #[must_use]
    pub fn message(mut self, name: impl Into<String>, octets: impl Into<Vec<u8>>) -> Self {
        self.settings.messages.push((name.into(), octets.into()));
        self
    }

    /// Adds a configuration: its name in diagnostics, and its TOML. Entries of later ones win.
    #[must_use]
    pub fn config(mut self, name: impl Into<String>, text: impl Into<String>) -> Self {
        self.settings.configs.push((name.into(), text.into()));
        self
    }

    /// Sets the profile: its name in diagnostics, and its TOML.
    #[must_use]
    pub fn profile(mut self, name: impl Into<String>, text: impl Into<String>) -> Self {
        self.settings.profile = Some((name.into(), text.into()));
        self
    }

    /// Sets the predictor.
    #[must_use]
    pub fn heuristic(mut self, heuristic: Heuristic) -> Self {
        self.settings.heuristic = heuristic;
        self
    }

    /// Sets the source of the techniques: the planner, one technique, or a plan.
    #[must_use]
    pub fn choice(mut self, choice: Choice) -> Self {
        self.settings.choice = choice;
        self
    }

    /// Sets the planner's algorithm.
    #[must_use]
    pub fn solver(mut self, solver: Solver) -> Self {
        self.settings.solver = solver;
        self
    }

    /// Sets how much of the code is in the cache when a message arrives.
    #[must_use]
    pub fn cache(mut self, cache: Cache) -> Self {
        self.settings.cache = cache;
        self
    }

    /// Makes the runtime count executed commands.
    #[must_use]
    pub fn count_commands(mut self, yes: bool) -> Self {
        self.settings.count_commands = yes;
        self
    }

    /// Makes the stubs count what they decode and encode, for a profile.
    #[must_use]
    pub fn instrument(mut self, yes: bool) -> Self {
        self.settings.instrument = yes;
        self
    }

    /// Makes the stubs refuse values outside the constraints of the specification, in both directions.
    #[must_use]
    pub fn check_constraints(mut self, yes: bool) -> Self {
        self.settings.check_constraints = yes;
        self
    }

    /// Makes errors report the path of the field; off by default.
    #[must_use]
    pub fn error_paths(mut self, yes: bool) -> Self {
        self.settings.error_paths = yes;
        self
    }

    /// Makes decoders refuse strings of more bytes, at least [`codegen::LEAST_MAX_STRING`]; by default only the message
    /// and the arena bound them.
    #[must_use]
    pub fn max_string(mut self, bytes: u32) -> Self {
        self.settings.max_string = Some(bytes.max(codegen::LEAST_MAX_STRING));
        self
    }

    /// Adds tables that are replaced while other threads use them to the output: `stubc_plug.h`.
    #[must_use]
    pub fn plug(mut self, yes: bool) -> Self {
        self.settings.plug = yes;
        self
    }

    /// Adds helpers for applications to the output: `stubc_util.h` and `stubc_util.c`.
    #[must_use]
    pub fn helpers(mut self, helpers: Helpers) -> Self {
        self.settings.helpers = helpers;
        self
    }

    /// Adds a fuzz target and a test with random values to the output. No cap counts them.
    #[must_use]
    pub fn harness(mut self, harness: Harness) -> Self {
        self.settings.harness = Some(harness);
        self
    }

    /// Sets the target compiler, which measures sizes. Without one, sizes are estimates.
    #[must_use]
    pub fn toolchain(mut self, toolchain: &'t dyn Toolchain) -> Self {
        self.toolchain = Some(toolchain);
        self
    }

    /// Returns the names of modules that are imported but not given. Callers may find their files and
    /// [`include`](Self::include) them.
    pub fn missing_modules(&self) -> Vec<String> {
        front::missing_modules(&self.settings)
    }

    /// Runs all stages. Filters are interpreted, unless the configuration says otherwise, where no plan keeps the cap
    /// beside compiled ones.
    ///
    /// # Errors
    /// The failure, with the diagnostics so far.
    pub fn compile(&self) -> Result<Compiled, CompileError> {
        let smallest = |error: &CompileError| match error.failure {
            Failure::CapTooSmall { smallest, .. } => Some(smallest),
            _ => None,
        };
        self.compile_with(self.settings.filters).or_else(|error| {
            let has_filters = front::specification(&self.settings).is_ok_and(|own| !own.filters.is_empty());
            match smallest(&error) {
                Some(needed) if has_filters => self.compile_with(Form::Interpreted).map_err(|other| {
                    // The error of the smaller code.
                    if smallest(&other).is_some_and(|own| own < needed) { other } else { error }
                }),
                _ => Err(error),
            }
        })
    }

    fn compile_with(&self, filters: Form) -> Result<Compiled, CompileError> {
        let settings = Settings { filters, ..self.settings.clone() };
        let build = Build::of_one(settings, self.toolchain);
        let mut built = build.compile().map_err(|mut errors| errors.0.remove(0))?;
        let (diagnostics, sources) = built.diagnostics.remove(0);
        Ok(Compiled { files: built.files, report: built.report, diagnostics, sources })
    }
}

/// The planner's problem and its solution.
#[derive(Clone, Debug)]
pub struct Stages {
    /// Bytes of the parts.
    pub sizes: Sizes,
    /// The times of the cost model, and their target.
    pub timed: Timed,
    /// The problem.
    pub candidates: Candidates,
    /// The solution.
    pub planned: Planned,
}

/// Chooses C names and layouts, and lowers all types to programs.
///
/// # Errors
/// The types that cannot be compiled to C.
pub fn model<'g>(specification: &'g Specification, settings: &Settings) -> Result<Model<'g>, CompileError> {
    // Among default roots with one name, the module in the C name distinguishes them. Named roots keep their names,
    // so equal names are an error.
    let clashes = roots::clashes(&specification.graph, &specification.roots.roots);
    if specification.roots.named && !clashes.is_empty() {
        return Err(failure(specification, Failure::Input, clashes));
    }
    if let Some(request) = &settings.harness {
        harness::root(specification, request)?;
    }
    let root = |root: &ChosenRoot| Root {
        ty: root.ty,
        decode: root.decode.is_some(),
        encode: root.encode.is_some(),
        entry_points: root.entry_points,
    };
    let options = Options {
        name: output_name(settings),
        prefix: settings.prefix.clone(),
        rules: codegen_rules(specification, settings),
        roots: specification.roots.roots.iter().map(root).collect(),
        rpc: settings.rpc,
        compact: settings.is_bounded(),
        count_commands: settings.count_commands,
        instrument: settings.instrument,
        check_constraints: settings.check_constraints,
        error_paths: settings.error_paths,
        max_string: settings.max_string,
        helpers: settings.helpers,
        filters: filters(specification, settings)?,
        shapes: shapes::requests(specification, settings)?,
    };
    Model::build(&specification.graph, options)
        .map_err(|errors| failure(specification, Failure::Input, errors))
}

/// Returns the encoding rules of a specification.
pub fn rules_of(specification: &Specification, settings: &Settings) -> RulesName {
    let is_xdr = specification.graph.modules.iter().any(|module| module.notation == Notation::Xdr);
    if is_xdr { RulesName::Xdr } else { settings.rules.unwrap_or(RulesName::Ber) }
}

/// Returns the files of the configuration's filters: `NAME_filters.h` and `NAME_filters.c`.
fn filters(
    specification: &Specification,
    settings: &Settings,
) -> Result<Vec<(String, String)>, CompileError> {
    if specification.filters.is_empty() {
        return Ok(Vec::new());
    }
    let prefix = &settings.prefix;
    let names: Vec<String> =
        specification.filters.iter().map(|filter| format!("{prefix}{}", filter.name)).collect();
    let own = specification.filters.iter().zip(&names);
    let requests: Vec<Request<'_>> = own.map(|(own, name)| request(own, name, settings)).collect();
    let (name, rules) = (output_name(settings), codegen_rules(specification, settings));
    let name = format!("{prefix}{name}_filters");
    codegen::filter::filters(&specification.graph, rules, &name, &banner(settings, None), &requests)
        .map(|files| files.files)
        .map_err(|errors| failure(specification, Failure::Input, errors))
}

fn request<'a>(own: &'a NamedFilter, name: &'a str, settings: &Settings) -> Request<'a> {
    let form = own.form.unwrap_or(settings.filters);
    Request { name, text: &own.text, filter: &own.filter, form }
}

/// Returns the encoding rules of a specification for code generation.
pub fn codegen_rules(specification: &Specification, settings: &Settings) -> Rules {
    match rules_of(specification, settings) {
        RulesName::Xdr => Rules::Xdr,
        RulesName::Der => Rules::Der,
        RulesName::Uper => Rules::Uper,
        RulesName::Aper => Rules::Aper,
        RulesName::Oer => Rules::Oer,
        RulesName::Coer => Rules::Coer,
        RulesName::Ber => Rules::Ber,
    }
}

/// Returns the base name of the output files.
pub fn output_name(settings: &Settings) -> String {
    if let Some(name) = &settings.name {
        return name.clone();
    }
    let first = settings.specs.first().map_or("stubs", |(name, _)| name.as_str());
    let file = first.rsplit(['/', '\\']).next().unwrap_or(first);
    identifier(file.rsplit_once('.').map_or(file, |(stem, _)| stem))
}

/// Measures or estimates sizes, builds the planner's problem and plans.
///
/// # Errors
/// The plan file does not fit the specification, no plan keeps the cap, or the compiler fails.
pub fn plan(
    specification: &Specification,
    prediction: &Prediction,
    model: &Model<'_>,
    settings: &Settings,
    toolchain: Option<&dyn Toolchain>,
) -> Result<Stages, CompileError> {
    together::plan_one(specification, prediction, model, settings, toolchain)
}

/// Returns a failure with the findings of the specification so far.
pub(crate) fn failure(
    specification: &Specification,
    failure: Failure,
    errors: Vec<Diagnostic>,
) -> CompileError {
    let mut diagnostics = specification.diagnostics.clone();
    diagnostics.extend(errors);
    CompileError { failure, diagnostics, sources: specification.sources.clone() }
}

/// Maximum number of renamed names that the note lists.
const MOST_RENAMED: usize = 20;

/// Returns a note that lists the names renamed in C, each with the reason.
pub(crate) fn renamed(model: &Model<'_>) -> Option<Diagnostic> {
    let all = &model.names.renamed;
    let message = format!("renamed {} of the specification in C", count(all.len(), "name"));
    let mut note = Diagnostic::note("renamed", Span::none(), message);
    for one in all.iter().take(MOST_RENAMED) {
        note = note.with_note(format!("`{}` becomes `{}`: {}", one.wanted, one.name, one.reason));
    }
    if all.len() > MOST_RENAMED {
        note = note.with_note(format!("and {} more", all.len() - MOST_RENAMED));
    }
    (!all.is_empty()).then_some(note)
}
