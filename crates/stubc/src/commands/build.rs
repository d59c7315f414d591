//! `build`: compiles several specifications under one cap with one runtime.

use super::compile::{check_kept, expected};
use super::{Job, Stop};
use crate::args::{BuildArgs, CompileArgs, RulesArg};
use crate::files;
use std::path::{Path, PathBuf};
use stubc::build_file::{self, BuildFile, Entry, Placed};
use stubc::driver::output_name;
use stubc::outputs::{self, Owners};
use stubc::report::several::{self, Several};
use stubc::settings::Settings;
use stubc::{Build, BuildError, Built, Failure, RulesName, pattern};
use syntax_graph::{Diagnostic, SourceMap, Span};

/// A build file with the jobs of its specifications.
pub struct Project {
    /// The options.
    args: BuildArgs,
    /// Reads files and reports errors of the build itself.
    job: Job,
    /// The build file.
    file: BuildFile,
    /// The build file's text.
    sources: SourceMap,
    /// Its folder.
    folder: PathBuf,
    /// One job for each specification, with its share of all messages and the place of its name.
    members: Vec<(Job, Option<f64>, Span)>,
}

/// Reads the build file, compiles, writes the files, and reports the plan.
pub fn run(args: &BuildArgs) -> Result<(), Stop> {
    let project = Project::read(args)?;
    let job = project.job();
    let cc = job.cc()?;
    let folder = project.out_dir();
    std::fs::create_dir_all(&folder).map_err(|error| {
        job.input_error(&format!("cannot create {}: {}", folder.display(), files::plain(&error)))
    })?;
    let all: Vec<&Settings> = project.members.iter().map(|(member, ..)| &member.settings).collect();
    let names: Vec<String> = all.iter().map(|settings| output_name(settings)).collect();
    let owners = Owners { names: names.iter().map(String::as_str).collect(), prefix: project.prefix() };
    // Refuse before the work starts. A file that appears meanwhile is refused below.
    let expected = expected(&folder, &outputs::names(&all, project.prefix()));
    let inputs = project.inputs();
    let paths: Vec<&Path> = [&expected, &args.report].into_iter().flatten().map(PathBuf::as_path).collect();
    files::check_apart(&paths, &inputs)
        .and_then(|()| check_kept(&owners, &expected))
        .map_err(|message| job.input_error(&message))?;
    let built = project.build().toolchain(Some(&cc)).compile();
    let Built { files, report, parts, diagnostics } = built.map_err(|error| project.failed(&error))?;
    for (diagnostics, sources) in &diagnostics {
        job.renderer.all(sources, diagnostics);
    }
    let several = Several { all: &report, parts: &parts };
    let mut output = files::placed(&folder, &files);
    let generated: Vec<PathBuf> = output.iter().map(|(path, _)| path.clone()).collect();
    for path in &args.report {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        output.push((path.clone(), several::write(&several, ending)));
    }
    if let Some(path) = &args.depfile {
        let rule = files::depfile(&generated, &inputs).map_err(|message| job.input_error(&message))?;
        output.push((path.clone(), rule));
    }
    let paths: Vec<&Path> = output.iter().map(|(path, _)| path.as_path()).collect();
    files::check_apart(&paths, &inputs)
        .and_then(|()| check_kept(&owners, &generated))
        .and_then(|()| files::write_all(&output))
        .map_err(|message| job.input_error(&message))?;
    if args.quiet { Ok(()) } else { job.print(&several::text(&several, args.verbose)) }
}

impl Project {
    /// Reads a build file, and all files that it names.
    pub fn read(args: &BuildArgs) -> Result<Self, Stop> {
        let mut job = Job::without_specification(&args.common());
        let (name, text) = job.text(&args.file)?;
        let mut sources = SourceMap::new();
        let id = sources.add(name.as_str(), text.as_str());
        let file = match build_file::parse(id, &text) {
            Ok(file) => file,
            Err(errors) => return Err(wrong(&job, &sources, &errors)),
        };
        let parent = args.file.parent().filter(|parent| !parent.as_os_str().is_empty());
        let folder = parent.unwrap_or(Path::new("")).to_path_buf();
        let either = |given: &Option<String>, said: &Option<String>, usual: &str| {
            given.clone().or_else(|| said.clone()).unwrap_or_else(|| usual.to_owned())
        };
        job.args.cc = either(&args.cc, &file.cc, &job.args.cc);
        job.args.cflags = either(&args.cflags, &file.cflags, &job.args.cflags);
        let args = args.clone();
        let mut project = Self { args, job, file, sources, folder, members: Vec::new() };
        project.read_members()?;
        Ok(project)
    }

    fn read_members(&mut self) -> Result<(), Stop> {
        let (mut all, mut errors) = (Vec::new(), Vec::new());
        for entry in &self.file.specifications {
            all.push((self.options(entry, &mut errors), entry.share, entry.place));
        }
        if !errors.is_empty() {
            return Err(wrong(&self.job, &self.sources, &errors));
        }
        // All unreadable files are reported in one run.
        let mut broken = None;
        for (args, share, place) in all {
            match Job::new(&args) {
                Ok(member) => self.members.push((member, share, place)),
                Err(code) => broken = Some(code),
            }
        }
        broken.map_or(Ok(()), Err)
    }

    /// Returns the options of a specification, as if they were given on the command line.
    fn options(&self, entry: &Entry, errors: &mut Vec<Diagnostic>) -> CompileArgs {
        let mut one = |placed: &Placed| {
            let path = self.folder.join(&placed.text);
            if !path.exists() {
                let message = format!("cannot find {}", path.display());
                errors.push(Diagnostic::error("build-path", placed.span, message));
            }
            path
        };
        let config = entry.config.iter().map(&mut one).collect();
        let profile_file = entry.profile.as_ref().map(&mut one);
        let include = entry.include.iter().map(&mut one).collect();
        let mut specs = Vec::new();
        for file in &entry.files {
            match found(&self.folder, file) {
                Ok(files) => specs.extend(files),
                Err(error) => errors.push(*error),
            }
        }
        CompileArgs {
            specs,
            name: entry.name.clone(),
            rules: entry.rules.map(rules),
            pdu: entry.pdu.clone(),
            include,
            config,
            profile_file,
            prefix: entry.prefix.clone(),
            ..self.job.args.clone()
        }
    }

    /// Returns the job that reports errors of the build itself.
    pub fn job(&self) -> &Job {
        &self.job
    }

    /// Returns the prefix of the runtime.
    fn prefix(&self) -> &str {
        self.args.prefix.as_deref().unwrap_or(&self.file.prefix)
    }

    /// Returns the build, without a compiler.
    pub fn build(&self) -> Build<'_> {
        let mut build = Build::new();
        for (_, file) in self.sources.files() {
            build = build.file(file.name.as_str(), file.text.as_str());
        }
        for (member, share, place) in &self.members {
            build = build.specification_at(member.settings.clone(), *share, *place);
        }
        let common = &self.members[0].0.settings;
        build
            .prefix(self.prefix())
            .max_size(self.args.max_size.or(self.file.max_size))
            .choice(common.choice.clone())
            .solver(common.solver)
            .cache(self.args.cache.map(super::cache).or(self.file.cache).unwrap_or_default())
    }

    fn out_dir(&self) -> PathBuf {
        let said = self.file.out_dir.as_ref().map_or("", |folder| folder.text.as_str());
        let folder = self.args.out_dir.clone().unwrap_or_else(|| self.folder.join(said));
        if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder }
    }

    /// Returns all files that were read, each once.
    fn inputs(&self) -> Vec<PathBuf> {
        let mut inputs: Vec<PathBuf> = Vec::new();
        let all = self.members.iter().flat_map(|(member, ..)| &member.inputs);
        for path in self.job.inputs.iter().chain(all) {
            if !inputs.contains(path) {
                inputs.push(path.clone());
            }
        }
        inputs
    }

    /// Reports the errors of all specifications, and returns the exit code of the first.
    pub fn failed(&self, error: &BuildError) -> Stop {
        let mut code = None;
        let mut errors = 0;
        for error in &error.0 {
            self.job.renderer.all(&error.sources, &error.diagnostics);
            errors += error.diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).count();
            if !matches!(error.failure, Failure::Input) {
                self.job.renderer.error(&error.failure.to_string());
            }
            code.get_or_insert(error.failure.exit_code());
        }
        if errors > 0 {
            self.job.nothing_written(errors);
        }
        code.unwrap_or(1)
    }
}

fn wrong(job: &Job, sources: &SourceMap, errors: &[Diagnostic]) -> Stop {
    job.renderer.all(sources, errors);
    job.nothing_written(errors.len());
    1
}

/// Returns the files that a path of a build file names. A `*` in its last part matches any characters.
fn found(folder: &Path, file: &Placed) -> Result<Vec<PathBuf>, Box<Diagnostic>> {
    let path = folder.join(&file.text);
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let error = |message: String| Box::new(Diagnostic::error("build-path", file.span, message));
    if !name.contains('*') {
        return if path.exists() {
            Ok(vec![path])
        } else {
            Err(error(format!("cannot find {}", path.display())))
        };
    }
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let entries = std::fs::read_dir(parent)
        .map_err(|cause| error(format!("cannot read {}: {}", parent.display(), files::plain(&cause))))?;
    let names = entries.filter_map(Result::ok).map(|entry| entry.path()).filter(|path| path.is_file());
    let is_match = |path: &PathBuf| {
        let own = path.file_name().map(|own| own.to_string_lossy()).unwrap_or_default();
        pattern::matches(&name, &own)
    };
    let mut files: Vec<PathBuf> = names.filter(is_match).collect();
    files.sort();
    if files.is_empty() { Err(error(format!("no file matches {}", path.display()))) } else { Ok(files) }
}

fn rules(rules: RulesName) -> RulesArg {
    match rules {
        RulesName::Ber => RulesArg::Ber,
        RulesName::Der => RulesArg::Der,
        RulesName::Uper => RulesArg::Uper,
        RulesName::Aper => RulesArg::Aper,
        RulesName::Oer => RulesArg::Oer,
        RulesName::Coer => RulesArg::Coer,
        RulesName::Xdr => RulesArg::Xdr,
    }
}
