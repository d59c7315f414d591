//! Builds fuzz targets of generated code: the stubs of one type in several techniques, in one program.

use crate::plans;
use crate::stubs::run;
use crate::subject::Subject;
use codegen::emit::harness_files;
use codegen::{Model, Rules, Techniques, emit};
use std::path::{Path, PathBuf};
use std::process::Command;

const DRIVER: &str = include_str!("../../data/differential.c");

/// With more nodes, a target has the interpreted and one mixed variant: five would take minutes to compile.
const MANY: usize = 150;

/// Flags of a program for libFuzzer, with sanitizers.
pub const FUZZER: &[&str] =
    &["-g", "-O1", "-fsanitize=fuzzer,address,undefined", "-fno-sanitize-recover=all"];

/// Flags of one without sanitizers. Counters of edges alone: comparisons are traced in the other program.
pub const QUICK: &[&str] = &["-O2", "-fsanitize-coverage=inline-8bit-counters,pc-table"];

/// What a program is built for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// libFuzzer, with sanitizers.
    Fuzzer,
    /// libFuzzer without sanitizers, optimized: several times as fast.
    Quick,
    /// A program that mutates messages itself, with sanitizers: needs no libFuzzer.
    Alone,
    /// The same without sanitizers, which counts the executed lines.
    Coverage,
}

/// One variant of the stubs: the prefix of its names, its plan, and a flag of its runtime.
struct Variant {
    prefix: &'static str,
    plan: Techniques,
    is_small: bool,
}

/// Returns the variants: each technique, interpreters for size and for speed, and a hybrid within a cap.
fn variants(subject: &Subject, model: &Model<'_>) -> Vec<Variant> {
    let variant = |prefix, plan, is_small| Variant { prefix, plan, is_small };
    let mut all = vec![
        variant("small_", plans::interpreted(model), true),
        variant("quick_", plans::interpreted(model), false),
    ];
    if model.nodes.len() > MANY {
        all.remove(1);
        all.push(variant("mixed_", plans::random(model, 1), false));
        return all;
    }
    all.push(variant("compiled_", plans::compiled(model, |_| false), true));
    all.push(variant("inlined_", plans::inlined(model), false));
    // Sizes of packed rules are not estimated, so their hybrid is a random one.
    let hybrid = if model.options.rules.is_packed() {
        plans::random(model, 2)
    } else {
        plans::within(subject, model, 40.0)
    };
    all.push(variant("hybrid_", hybrid, false));
    all
}

/// Builds the program of a subject's first root in a folder, and returns its path.
///
/// # Errors
/// The compiler's output.
pub fn build(subject: &Subject, rules: Rules, folder: &Path, purpose: Purpose) -> Result<PathBuf, String> {
    let told = |error: std::io::Error| format!("{}: {error}", folder.display());
    std::fs::create_dir_all(folder).map_err(told)?;
    let mut options = subject.options(rules);
    options.name = "stubs".to_owned();
    options.check_constraints = checks_constraints(subject, rules);
    let plain = subject.model(options.clone());
    let flags: &[&str] = match purpose {
        Purpose::Fuzzer => FUZZER,
        Purpose::Quick => QUICK,
        Purpose::Alone => &["-O1", crate::sanitizer::FLAGS[0], crate::sanitizer::FLAGS[1], "-DALONE"],
        Purpose::Coverage => &["-O0", "-fprofile-instr-generate", "-fcoverage-mapping", "-DALONE"],
    };
    let (cc, linker) = match purpose {
        Purpose::Alone => (crate::sanitizer::compiler(), crate::sanitizer::LINKER),
        _ => ("clang", "clang"),
    };
    let mut objects: Vec<String> = Vec::new();
    let mut compile = |source: &str, more: &[&str]| {
        let object = source.replace(".c", ".o");
        let mut command = Command::new(cc);
        command.args(["-std=c99", "-w"]).args(flags).args(more).args(["-c", source, "-o", &object]);
        objects.push(object);
        run(command.current_dir(folder))
    };
    let mut list = String::new();
    for Variant { prefix, plan, is_small } in variants(subject, &plain) {
        options.prefix = prefix.to_owned();
        let model = subject.model(options.clone());
        let mut files = emit(&model, &plan, &Default::default()).files;
        // The test with random values, which comes second, is not part of the program.
        files.extend(harness_files(&model, subject.roots[0], &[], &Default::default()).into_iter().take(1));
        for (name, text) in &files {
            std::fs::write(folder.join(name), text).map_err(told)?;
        }
        let part = format!("-D{prefix}STUBC_HARNESS_PART");
        let size: &[&str] = if is_small { &["-D__OPTIMIZE_SIZE__"] } else { &[] };
        for (name, _) in files.iter().filter(|(name, _)| name.ends_with(".c")) {
            compile(name, &[&[part.as_str()], size].concat())?;
        }
        list += &format!("X({prefix}) ");
    }
    std::fs::write(folder.join("differential.c"), DRIVER).map_err(told)?;
    compile("differential.c", &[&format!("-DVARIANTS={list}")])?;
    let fuzzer: &[&str] = if purpose == Purpose::Quick { &["-fsanitize=fuzzer"] } else { &[] };
    run(Command::new(linker)
        .args(flags)
        .args(fuzzer)
        .args(&objects)
        .args(["-o", "target"])
        .current_dir(folder))?;
    Ok(folder.join("target"))
}

/// Returns whether the stubs of a subject check constraints, so that fuzzing reaches the checks.
pub fn checks_constraints(subject: &Subject, rules: Rules) -> bool {
    subject.family.specs == "constraints" && !rules.is_packed()
}
