//! Runs the commands. Their common parts read the user's files and report errors.

mod build;
mod calls;
mod check;
mod compile;
mod counting;
mod dump;
mod explain;
mod fetch;
mod filter;
mod harness;
mod manual;
mod message;
mod profile;
mod serve;
mod shape;
mod sweep;

use crate::args::{
    CacheArg, Cli, Command, CompileArgs, HeuristicArg, RpcArg, RulesArg, SolverArg, TechniqueArg, UtilArg,
};
use crate::cc::Cc;
use crate::files;
use crate::progress::Progress;
use crate::render::Renderer;
use codegen::{Helpers, RpcSides};
use freq_predict::Heuristic;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;
use stubc::plural::count;
use stubc::toolchain::ToolchainError;
use stubc::{Cache, Choice, CompileError, Compiler, Failure, RulesName, Settings, Solver, lints};
use syntax_graph::SourceMap;

/// An exit code; its error is already printed.
pub type Stop = u8;

/// Runs the command and returns the exit code.
pub fn run(cli: &Cli) -> u8 {
    let result = match &cli.command {
        None => Job::new(&cli.compile).and_then(|mut job| compile::run(&mut job)),
        Some(Command::Build(args)) => build::run(args),
        Some(Command::Check(args)) => Job::new(args).and_then(|mut job| check::run(&mut job)),
        Some(Command::Dump(args)) => Job::new(&args.compile).and_then(|mut job| dump::run(&mut job, args)),
        Some(Command::Profile(args)) if !args.merge.is_empty() => profile::merge(args),
        Some(Command::Profile(args)) => {
            let run = if args.calls { calls::run } else { profile::run };
            Job::new(&args.compile).and_then(|mut job| run(&mut job, args))
        }
        Some(Command::Decode(args)) => message::decode(args),
        Some(Command::Encode(args)) => message::encode(args),
        Some(Command::Sweep(args)) => Job::new(&args.compile).and_then(|mut job| sweep::run(&mut job, args)),
        Some(Command::Explain(args)) if build_file(&args.compile).is_some() => {
            explain::run_build(build_file(&args.compile).unwrap_or(Path::new("")), args)
        }
        Some(Command::Explain(args)) => {
            Job::new(&args.compile).and_then(|mut job| explain::run(&mut job, args))
        }
        Some(Command::Filter(args)) => {
            Job::new(&args.compile).and_then(|mut job| filter::run(&mut job, args))
        }
        Some(Command::Serve(args)) => serve::run(args),
        Some(Command::Fetch(args)) => fetch::run(args),
        Some(Command::Harness(args)) => harness::run(args),
        Some(Command::Shape(args)) => shape::run(args),
        Some(Command::Completions(args)) => manual::completions(&cli.compile, args),
        Some(Command::Man(args)) => manual::pages(&cli.compile, args),
    };
    result.err().unwrap_or(0)
}

/// Returns the build file, if one is given instead of specifications.
fn build_file(args: &CompileArgs) -> Option<&Path> {
    let [file] = &args.specs[..] else { return None };
    file.extension().is_some_and(|ending| ending == "toml").then_some(file)
}

/// The input of a command: options, settings and files.
pub struct Job {
    /// Options of the command line.
    pub args: CompileArgs,
    /// Settings for the library.
    pub settings: Settings,
    /// Prints diagnostics.
    pub renderer: Renderer,
    /// All files that were read.
    pub inputs: Vec<PathBuf>,
    /// Warnings about the files as a whole.
    warnings: Vec<String>,
}

impl Job {
    /// Returns a job that reads no specification.
    pub fn without_specification(args: &CompileArgs) -> Self {
        let renderer = Renderer { color: args.color, quiet: args.quiet, verbose: args.verbose };
        Self {
            args: args.clone(),
            settings: Settings::default(),
            renderer,
            inputs: Vec::new(),
            warnings: Vec::new(),
        }
    }

    /// Reads the user's files and the modules that they import.
    pub fn new(args: &CompileArgs) -> Result<Self, Stop> {
        let mut job = Self::without_specification(args);
        if args.specs.is_empty() {
            return Err(job.usage(
                "no specification is given; name a file, as in `stubc spec.asn1`. After --messages, a specification \
                 ends in .asn1, .asn or .x, or follows `--`",
            ));
        }
        if args.instrument && !args.rpc.is_empty() {
            return Err(
                job.usage("--instrument does not work with --rpc: it counts in entry points, which remote procedures lack")
            );
        }
        let has = |part: RpcArg| args.rpc.contains(&part);
        if has(RpcArg::Batch) && !has(RpcArg::Client) {
            return Err(job.usage("--rpc batch needs the stubs of a client: --rpc client,batch"));
        }
        if has(RpcArg::Split) && !has(RpcArg::Client) && !has(RpcArg::Server) {
            return Err(job
                .usage("--rpc split needs a side: --rpc client,split, server,split or client,server,split"));
        }
        if let Err(message) = lints::check(&args.allow).and_then(|()| lints::check(&args.deny)) {
            return Err(job.usage(&message));
        }
        job.fill_settings()?;
        job.include_imports();
        for warning in &job.warnings {
            if !args.quiet {
                job.renderer.line(&format!("warning: {warning}"));
            }
        }
        Ok(job)
    }

    fn fill_settings(&mut self) -> Result<(), Stop> {
        let args = self.args.clone();
        // All unreadable files are reported in one run.
        let (mut specs, mut broken) = (Vec::new(), None);
        for path in &args.specs {
            match self.text(path) {
                Ok(text) => specs.push(text),
                Err(code) => broken = Some(code),
            }
        }
        if let Some(code) = broken {
            return Err(code);
        }
        let side =
            |job: &mut Self, path: &Option<PathBuf>| path.as_ref().map(|path| job.text(path)).transpose();
        let configs = args.config.iter().map(|path| self.text(path)).collect::<Result<Vec<_>, _>>()?;
        let (profile, plan) = (side(self, &args.profile_file)?, side(self, &args.plan)?);
        let mut messages = Vec::new();
        for path in &args.message {
            let octets = files::read_octets(path).map_err(|message| self.input_error(&message))?;
            self.inputs.push(path.clone());
            let name = path.file_name().unwrap_or(path.as_os_str());
            messages.push((name.to_string_lossy().into_owned(), octets));
        }
        let samples = self.samples(&configs)?;
        self.settings = Settings {
            specs,
            samples,
            messages,
            max_size: args.max_size,
            name: args.name,
            prefix: args.prefix,
            rules: args.rules.map(rules),
            roots: args.pdu,
            rpc: RpcSides {
                client: args.rpc.contains(&RpcArg::Client),
                server: args.rpc.contains(&RpcArg::Server),
                apart: args.rpc.contains(&RpcArg::Split),
                batch: args.rpc.contains(&RpcArg::Batch),
            },
            configs,
            profile,
            heuristic: match args.heuristic {
                HeuristicArg::Markov => Heuristic::Markov,
                HeuristicArg::References => Heuristic::References,
                HeuristicArg::Optional => Heuristic::Optional,
                HeuristicArg::Array => Heuristic::Array,
            },
            choice: match (plan, args.technique) {
                (Some((name, text)), _) => Choice::Plan(name, text),
                (None, TechniqueArg::Auto) => Choice::Auto,
                (None, TechniqueArg::Interpreted) => Choice::Interpreted,
                (None, TechniqueArg::Compiled) => Choice::Compiled,
                (None, TechniqueArg::Inlined) => Choice::Inlined,
            },
            solver: match args.solver {
                SolverArg::Greedy => Solver::Greedy,
                SolverArg::Exact => Solver::Exact,
            },
            cache: cache(args.cache),
            count_commands: args.count_commands,
            instrument: args.instrument,
            check_constraints: args.check_constraints,
            error_paths: args.error_paths,
            max_string: args.max_string,
            plug: args.plug,
            helpers: match args.util {
                None => Helpers::None,
                Some(UtilArg::Beside) => Helpers::Beside,
                Some(UtilArg::Counted) => Helpers::Counted,
            },
            allow: args.allow,
            deny: args.deny,
            searched: args.include.iter().map(|folder| folder.display().to_string()).collect(),
            ..Settings::default()
        };
        Ok(())
    }

    /// Reads the sample messages that configurations name. Compiling reports those that are missing.
    fn samples(&mut self, configs: &[(String, String)]) -> Result<Vec<(String, Vec<u8>)>, Stop> {
        let mut samples = Vec::new();
        for name in stubc::shapes::sample_files(configs) {
            let path = PathBuf::from(&name);
            if path.exists() {
                let octets = files::read_octets(&path).map_err(|message| self.input_error(&message))?;
                self.inputs.push(path);
                samples.push((name, octets));
            }
        }
        Ok(samples)
    }

    /// Adds files of imported modules until none is missing or none is found.
    fn include_imports(&mut self) {
        let mut folders = self.args.include.clone();
        // As in the C preprocessor, a specification's own folder comes first.
        let xdr = self.args.specs.iter().filter(|path| path.extension().is_some_and(|ending| ending == "x"));
        let beside: Vec<PathBuf> = xdr.filter_map(|path| path.parent()).map(Path::to_path_buf).collect();
        folders.splice(0..0, beside);
        if folders.is_empty() {
            return;
        }
        let mut tried: BTreeSet<String> = BTreeSet::new();
        loop {
            let missing = Compiler::with_settings(self.settings.clone()).missing_modules();
            let mut found = false;
            for module in missing {
                if !tried.insert(module.clone()) {
                    continue;
                }
                if let Some(path) = files::find_module(&folders, &module)
                    && let Ok(text) = self.text(&path)
                {
                    self.settings.includes.push(text);
                    found = true;
                }
            }
            if !found {
                return;
            }
        }
    }

    fn text(&mut self, path: &Path) -> Result<(String, String), Stop> {
        let read = files::read_text(path).map_err(|message| self.input_error(&message))?;
        if read.latin1 {
            self.warnings.push(format!("{} is not UTF-8; reading it as Latin-1", path.display()));
        }
        self.inputs.push(path.to_path_buf());
        Ok((path.display().to_string(), read.text))
    }

    /// Returns the target compiler.
    pub fn cc(&self) -> Result<Cc, Stop> {
        let limit = Duration::from_secs(self.args.cc_timeout);
        let progress = Progress::new(self.args.quiet);
        Cc::new(&self.args.cc, &self.args.cflags, limit, progress).map_err(|message| self.usage(&message))
    }

    /// Returns the folder of the generated files.
    pub fn out_dir(&self) -> PathBuf {
        self.args.out_dir.clone().unwrap_or_else(|| PathBuf::from("."))
    }

    /// Reports an error of the command line.
    pub fn usage(&self, message: &str) -> Stop {
        self.renderer.error(message);
        2
    }

    /// Reports an error of the input.
    pub fn input_error(&self, message: &str) -> Stop {
        self.renderer.error(message);
        1
    }

    /// Reports a failure of the library.
    pub fn failed(&self, error: &CompileError) -> Stop {
        self.renderer.all(&error.sources, &error.diagnostics);
        match &error.failure {
            Failure::Input => {
                let errors = error.diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).count();
                self.nothing_written(errors);
            }
            other => self.renderer.error(&other.to_string()),
        }
        error.failure.exit_code()
    }

    /// Reports a failure of the target compiler.
    pub fn toolchain(&self, error: ToolchainError) -> Stop {
        let (failure, sources) = (Failure::Toolchain(error), SourceMap::new());
        self.failed(&CompileError { failure, diagnostics: Vec::new(), sources })
    }

    /// Prints the number of errors, and that nothing was written.
    pub fn nothing_written(&self, errors: usize) {
        self.renderer.line(&format!("stubc: {}, nothing was written", count(errors, "error")));
    }

    /// Prints text to standard output, or writes it to the file of `-o`.
    pub fn deliver(&self, text: &str) -> Result<(), Stop> {
        match &self.args.out_dir {
            Some(path) => files::check_apart(&[path], &self.inputs)
                .and_then(|()| files::write_all(&[(path.clone(), text.to_owned())]))
                .map_err(|message| self.input_error(&message)),
            None => self.print(text),
        }
    }

    /// Prints text to standard output.
    pub fn print(&self, text: &str) -> Result<(), Stop> {
        let mut out = std::io::stdout().lock();
        match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
            // A reader that stops early is not an error: `| head`.
            Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
            Err(error) => {
                Err(self.input_error(&format!("cannot write to standard output: {}", files::plain(&error))))
            }
            Ok(()) => Ok(()),
        }
    }

    /// Reports a wrong type name of the command line.
    pub fn unknown_type(&self, message: &str, hint: Option<&str>) -> Stop {
        self.usage(&format!("--type: {message}{}", hint.map(|hint| format!("; {hint}")).unwrap_or_default()))
    }
}

/// Returns the setting of `--cache`.
fn cache(cache: CacheArg) -> Cache {
    match cache {
        CacheArg::Warm => Cache::Warm,
        CacheArg::Mixed => Cache::Mixed,
        CacheArg::Cold => Cache::Cold,
    }
}

fn rules(rules: RulesArg) -> RulesName {
    match rules {
        RulesArg::Ber => RulesName::Ber,
        RulesArg::Der => RulesName::Der,
        RulesArg::Uper => RulesName::Uper,
        RulesArg::Aper => RulesName::Aper,
        RulesArg::Oer => RulesName::Oer,
        RulesArg::Coer => RulesName::Coer,
        RulesArg::Xdr => RulesName::Xdr,
    }
}
