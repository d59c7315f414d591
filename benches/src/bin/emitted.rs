//! Writes the programs, costs and C of every family, under every rule and plan, into a folder.
//!
//! A change of structure must not change them: run this before and after, and compare the folders with `diff
//! -r`.

use codegen::cost::{self, Times, estimate};
use codegen::{Direction, Model, Options, emit, unroll};
use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;
use stubc_benches::console;
use stubc_benches::family::FAMILIES;
use stubc_benches::plans;
use stubc_benches::subject::Subject;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let written = match (arguments.next(), arguments.next()) {
        (Some(folder), only) => {
            write_all(Path::new(&folder), only.as_deref()).map_err(|error| error.to_string())
        }
        (None, _) => Err("usage: emitted FOLDER [FAMILY]".to_owned()),
    };
    console::ended(written)
}

/// Writes the output of every family, or of those whose name contains `only`.
fn write_all(folder: &Path, only: Option<&str>) -> std::io::Result<()> {
    for (number, family) in FAMILIES.iter().enumerate() {
        if only.is_some_and(|only| !family.name.contains(only)) {
            continue;
        }
        let Some(subject) = Subject::load(family) else { continue };
        for rules in subject.all_rules() {
            let plain = subject.options(rules);
            let full = Options {
                check_constraints: true,
                error_paths: true,
                helpers: codegen::Helpers::None,
                count_commands: true,
                prefix: "q_".into(),
                ..plain.clone()
            };
            let counting = Options { instrument: true, ..plain.clone() };
            for (kind, options) in [("plain", plain), ("full", full), ("counting", counting)] {
                let name = format!("{number:02}-{}-{rules:?}-{kind}", family.name);
                write_model(&subject.model(options), &folder.join(name))?;
            }
        }
    }
    Ok(())
}

/// Writes the output of one model.
fn write_model(model: &Model<'_>, folder: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    std::fs::write(folder.join("programs.txt"), model.dump())?;
    std::fs::write(folder.join("costs.txt"), costs(model))?;
    for (plan, techniques) in plans::all(model) {
        let folder = folder.join(plan.replace(' ', "-"));
        std::fs::create_dir_all(&folder)?;
        for (name, text) in &emit(model, &techniques, &Default::default()).files {
            std::fs::write(folder.join(name), text)?;
        }
    }
    for (name, text) in &emit::runtime_for_both(model, false).files {
        std::fs::write(folder.join(format!("both-{name}")), text)?;
    }
    Ok(())
}

/// Returns the planner's costs of each node, without a compiler.
fn costs(model: &Model<'_>) -> String {
    let mut text = String::new();
    let times = Times::standard();
    for &node in &model.nodes {
        let _ = write!(text, "{}:", model.path(node));
        let _ = write!(text, " {} {}", emit::table_limits(model, node), emit::table_octets(model, node));
        let _ = write!(text, " {:?} {}", unroll::factors(model, node), cost::commands(model, node));
        for direction in Direction::ALL {
            let visit = cost::visit(model, times, node, direction, &|_| 0.7);
            let bytes = estimate::procedure(model, node, direction);
            let inline = cost::inline_delta(model, times, node, bytes, 20, direction);
            let steps = unroll::steps(model, times, node, direction, 10.0, |_| 100);
            let _ = write!(text, " {visit:?} {bytes} {inline:?} {steps:?}");
        }
        text.push('\n');
    }
    let _ = writeln!(text, "{:?}", estimate::runtime(model));
    for root in &model.options.roots {
        let largest = codegen::encoded_max(model.graph, root.ty, model.options.rules);
        let _ = writeln!(text, "{}: {largest:?}", model.names.ty(root.ty));
    }
    text
}
