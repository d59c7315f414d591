//! Compares predicted sizes with measured ones: of the first plan in the search for a cap, and of estimates
//! without a compiler.

use crate::family::{FAMILIES, Family};
use crate::plans::{Knowledge, candidates_by, prediction_with};
use crate::stubs::run;
use crate::subject::Subject;
use codegen::cost::Times;
use codegen::emit::Remarks;
use codegen::{Model, OutputFiles, Techniques, emit};
use size_budget::{all_compiled, all_interpreted, greedy};
use std::process::Command;
use stubc::{Object, Toolchain, ToolchainError, measuring};

/// The host's compiler, as stubc uses it by default.
#[derive(Clone, Copy, Debug)]
pub struct Host;

impl Toolchain for Host {
    fn describe(&self) -> String {
        HOST.describe()
    }

    fn compile(&self, files: &OutputFiles, extra: &[&str]) -> Result<Vec<Object>, ToolchainError> {
        HOST.compile(files, extra)
    }
}

/// A compiler with its flags.
#[derive(Clone, Copy, Debug)]
pub struct Gcc {
    /// The program.
    pub program: &'static str,
    /// Its flags.
    pub flags: &'static [&'static str],
}

/// As [`Host`].
pub const HOST: Gcc = Gcc { program: "cc", flags: &["-Os"] };

impl Toolchain for Gcc {
    fn describe(&self) -> String {
        format!("{} {}", self.program, self.flags.join(" "))
    }

    fn compile(&self, files: &OutputFiles, extra: &[&str]) -> Result<Vec<Object>, ToolchainError> {
        let told = |message: String| ToolchainError { message, output: String::new() };
        let folder = tempfile::tempdir().map_err(|error| told(error.to_string()))?;
        for (name, text) in &files.files {
            std::fs::write(folder.path().join(name), text).map_err(|error| told(error.to_string()))?;
        }
        let mut objects = Vec::new();
        for (source, _) in files.files.iter().filter(|(name, _)| name.ends_with(".c")) {
            let mut command = Command::new(self.program);
            command
                .args(self.flags)
                .args(extra)
                .args(["-c", source, "-o", "object.o"])
                .current_dir(folder.path());
            run(&mut command).map_err(told)?;
            let data =
                std::fs::read(folder.path().join("object.o")).map_err(|error| told(error.to_string()))?;
            objects.push(Object { source: source.clone(), data, calls: String::new() });
        }
        Ok(objects)
    }
}

/// A plan's bytes, predicted and measured.
#[derive(Clone, Copy, Debug)]
pub struct Compared {
    /// Predicted bytes.
    pub predicted: u64,
    /// Measured bytes.
    pub measured: u64,
}

impl Compared {
    /// Returns the error as a share of the measured size, above 0 where the prediction is too large.
    pub fn error(self) -> f64 {
        self.predicted as f64 / self.measured as f64 - 1.0
    }
}

/// Caps, in percent of the range from all interpreted to all compiled.
pub const CAPS: [u64; 3] = [25, 50, 75];

/// The sizes of one family.
#[derive(Clone, Debug)]
pub struct Sized {
    /// The family's title.
    pub title: String,
    /// The first plan for each of [`CAPS`], by the sizes of two builds.
    pub first: Vec<Compared>,
    /// All interpreted, all compiled, and half way between, without a compiler.
    pub estimated: [Compared; 3],
}

/// Returns the families of the comparison: one per specification.
pub fn families() -> impl Iterator<Item = &'static Family> {
    // The published text is larger than the version in use; CRLs use the same modules as certificates.
    FAMILIES.iter().filter(|family| {
        let transcribed =
            matches!(family.name, "project-x400" | "project-z3950" | "project-snmp" | "project-ldap");
        transcribed || matches!(family.name, "kerberos" | "pkix-certificates" | "onc-rpc" | "project-kinds")
    })
}

/// Builds the plans of a family and compares their sizes.
///
/// # Errors
/// The compiler's output.
pub fn compare(subject: &Subject) -> Result<Sized, String> {
    let model = subject.model(subject.options(subject.rules()));
    let measured = |techniques: &Techniques| measured(&model, techniques);
    let knowledge = Knowledge { roots_are_equal: true, ..Knowledge::default() };
    let prediction = prediction_with(&subject.graph, &model, &knowledge);
    let sizes = measuring::measured_sizes(&model, (&prediction, Times::standard()), false, &Host)
        .map_err(|error| error.to_string())?;
    let candidates = candidates_by(subject, &model, &sizes);
    let problem = &candidates.problem;
    let low = measured(&measuring::all_interpreted(&model))?;
    let high = measured(&candidates.techniques(&all_compiled(problem)))?;
    let mut first = Vec::new();
    for percent in CAPS {
        let cap = low + high.saturating_sub(low) * percent / 100;
        let Ok(plan) = greedy(problem, cap) else { continue };
        let measured = measured(&candidates.techniques(&plan))?;
        first.push(Compared { predicted: plan.totals.size.get(), measured });
    }
    let blind = candidates_by(subject, &model, &measuring::estimated_sizes(&model));
    let problem = &blind.problem;
    let (low, high) = (all_interpreted(problem), all_compiled(problem));
    let half =
        greedy(problem, (low.totals.size + high.totals.size).share(0.5)).unwrap_or_else(|_| high.clone());
    let mut estimated = Vec::new();
    for plan in [low, high, half] {
        estimated.push(Compared {
            predicted: plan.totals.size.get(),
            measured: measured(&blind.techniques(&plan))?,
        });
    }
    let estimated = [estimated[0], estimated[1], estimated[2]];
    Ok(Sized { title: subject.family.title(), first, estimated })
}

fn measured(model: &Model<'_>, techniques: &Techniques) -> Result<u64, String> {
    let files = emit(model, techniques, &Remarks::default());
    measuring::measure(&files, &Host, &[]).map(|size| size.total().get()).map_err(|error| error.to_string())
}
