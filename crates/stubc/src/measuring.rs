//! Sizes: as the target compiler makes them, or estimated.
//!
//! Two builds say it all: an all-compiled one with a section a function gives the size of each procedure; an
//! all-interpreted one with the user's own flags gives the low end of the range and, by the symbols of its runtime, what the
//! interpreter costs in each direction. What stands in no section of its own (unwind tables above all) is spread over the
//! procedures.

use crate::toolchain::{Toolchain, ToolchainError};
use codegen::cost::{Times, estimate};
use codegen::emit::{Remarks, table_limits, table_octets};
use codegen::{Direction, Model, OutputFiles, Techniques, emit, measure};
use std::collections::BTreeMap;
use syntax_graph::TypeId;

/// Size of one build, in bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Measurement {
    /// What the cap counts of NAME.o.
    pub generated: u64,
    /// What it counts of stubc_rt.o.
    pub runtime: u64,
    /// Of NAME.o, by function.
    pub by_symbol: BTreeMap<String, u64>,
    /// Of stubc_rt.o, by function.
    pub runtime_by_symbol: BTreeMap<String, u64>,
}

impl Measurement {
    /// What the cap counts.
    pub fn total(&self) -> u64 {
        self.generated + self.runtime
    }
}

/// What the planner needs to know of sizes.
#[derive(Clone, Debug, Default)]
pub struct Sizes {
    /// Bytes of every plan.
    pub fixed: u64,
    /// Bytes of each standalone procedure.
    pub procedures: BTreeMap<(TypeId, Direction), u64>,
    /// Bytes of those that no procedure has but by standing alone: its share of the unwind tables and of padding.
    pub alone: u64,
    /// Bytes of each node's commands.
    pub tables: BTreeMap<TypeId, u64>,
    /// Bytes of the interpreter's side of each direction.
    pub interpreter: BTreeMap<Direction, u64>,
    /// Bytes of what both sides of the interpreter share, tables around the commands included.
    pub interpreter_shared: u64,
    /// Instructions, as modelled for the target.
    pub times: &'static Times,
    /// Builds with the user's own flags that were made on the way.
    pub builds: Vec<(Techniques, Measurement)>,
}

/// Everything interpreted that can be.
pub fn all_interpreted(model: &Model<'_>) -> Techniques {
    let mut techniques = Techniques::default();
    for direction in Direction::ALL {
        let unfit = model.nodes_in(direction).filter(|&node| always_compiled(model, node));
        techniques.side_mut(direction).compiled = unfit.collect();
    }
    techniques
}

/// Everything compiled, nothing inlined.
pub fn all_compiled(model: &Model<'_>) -> Techniques {
    let mut techniques = Techniques::default();
    for direction in Direction::ALL {
        techniques.side_mut(direction).compiled = model.nodes_in(direction).collect();
    }
    techniques
}

/// Whether the interpreter cannot hold a node.
pub fn always_compiled(model: &Model<'_>, node: TypeId) -> bool {
    !table_limits(model, node)
}

/// Compiles and measures.
///
/// # Errors
/// When the compiler is missing or fails, or its objects cannot be read.
pub fn measure(
    files: &OutputFiles,
    toolchain: &dyn Toolchain,
    extra: &[&str],
) -> Result<Measurement, ToolchainError> {
    let mut measurement = Measurement::default();
    let objects = toolchain.compile(files, extra)?;
    if extra.is_empty() {
        // A part of the cap, and for users a part of the runtime.
        measurement.runtime += toolchain.helpers(&objects);
    }
    for object in objects {
        let size = measure::object_size(&object.data).map_err(|what| {
            // Some compilers write no ELF at all for link-time optimization.
            let lto = toolchain.describe().contains("-flto") && !what.contains("-flto");
            let hint = if lto { "; compile without -flto" } else { "" };
            ToolchainError { message: format!("{}: {what}{hint}", object.source), output: String::new() }
        })?;
        let by_symbol = if object.source.ends_with("stubc_rt.c") {
            measurement.runtime += size.counted;
            &mut measurement.runtime_by_symbol
        } else {
            measurement.generated += size.counted;
            &mut measurement.by_symbol
        };
        for (symbol, bytes) in size.by_symbol {
            // `decode_X.isra.0` is decode_X.
            let name = symbol.split('.').next().unwrap_or(&symbol).to_owned();
            *by_symbol.entry(name).or_default() += bytes;
        }
    }
    Ok(measurement)
}

/// Bytes of what carries remote procedure calls, which the cap does not count; nothing where there is none, or where
/// the target has no sockets.
pub fn transport_size(
    files: &OutputFiles,
    transport: &OutputFiles,
    toolchain: Option<&dyn Toolchain>,
) -> Option<u64> {
    let headers = files.files.iter().filter(|(name, _)| name.ends_with(".h"));
    let all = OutputFiles { files: headers.chain(&transport.files).cloned().collect() };
    let objects = toolchain.filter(|_| !transport.files.is_empty())?.compile(&all, &[]).ok()?;
    measure::object_size(&objects.first()?.data).ok().map(|size| size.counted)
}

/// What the planner needs, measured.
///
/// # Errors
/// As [`measure()`].
pub fn measured_sizes(model: &Model<'_>, toolchain: &dyn Toolchain) -> Result<Sizes, ToolchainError> {
    let plain = |techniques: &Techniques| emit(model, techniques, &Remarks::new(), &[]);
    let (compiled, interpreted) = (all_compiled(model), all_interpreted(model));
    let sections = ["-ffunction-sections", "-fdata-sections"];
    // The builds do not depend on each other.
    let (compiled_build, interpreted_build) = std::thread::scope(|scope| {
        let compiled_build = scope.spawn(|| {
            measure(&without_inlining(plain(&compiled), &model.options.prefix), toolchain, &sections)
        });
        let interpreted_build = scope.spawn(|| measure(&plain(&interpreted), toolchain, &[]));
        (join(compiled_build), join(interpreted_build))
    });
    let (compiled_build, interpreted_build) = (compiled_build?, interpreted_build?);
    let mut sizes = Sizes { tables: tables(model), ..Sizes::default() };
    let (mut known, mut found) = (0, 0);
    for (node, direction) in pairs(model) {
        let symbol = format!("{}_{}", direction.name(), model.names.ty(node));
        let bytes = compiled_build.by_symbol.get(&symbol).copied();
        // What is not there does the same as another, and the compiler has kept one of them.
        found += u64::from(bytes.is_some());
        known += bytes.unwrap_or(0);
        let bytes = bytes.unwrap_or_else(|| estimate::procedure(model, node, direction));
        sizes.procedures.insert((node, direction), bytes);
    }
    let elsewhere = compiled_build.generated.saturating_sub(compiled_build.by_symbol.values().sum::<u64>());
    let functions = compiled_build.by_symbol.len().max(1) as u64;
    let share = elsewhere / functions;
    sizes.alone = share;
    known += share * found;
    for bytes in sizes.procedures.values_mut() {
        *bytes += share;
    }
    sizes.fixed = compiled_build.total().saturating_sub(known);
    // What the interpreter adds to a runtime of primitives: by the functions that only one direction calls.
    let added = interpreted_build.runtime.saturating_sub(compiled_build.runtime);
    let prefix = model.options.prefix.as_str();
    let of_side = |build: &Measurement, way: Direction| -> u64 {
        let functions = build.runtime_by_symbol.iter();
        let side = |name: &str| measure::runtime_side(name.strip_prefix(prefix).unwrap_or(name));
        functions.filter(|(name, _)| side(name) == Some(way)).map(|(_, bytes)| bytes).sum()
    };
    let mut runtime_shared = added;
    for way in Direction::ALL {
        let side = of_side(&interpreted_build, way).saturating_sub(of_side(&compiled_build, way));
        let side = side.min(runtime_shared);
        runtime_shared -= side;
        sizes.interpreter.insert(way, side);
    }
    let commands: u64 = sizes.tables.values().sum();
    let fixed_generated = compiled_build.generated.saturating_sub(known);
    let around = interpreted_build.generated.saturating_sub(fixed_generated + commands);
    // What the interpreted build does without belongs to procedures.
    let beyond = (fixed_generated + commands).saturating_sub(interpreted_build.generated).min(sizes.fixed);
    sizes.fixed -= beyond;
    let procedures = sizes.procedures.len().max(1) as u64;
    for bytes in sizes.procedures.values_mut() {
        *bytes += beyond / procedures;
    }
    sizes.interpreter_shared = runtime_shared + around;
    sizes.builds.push((interpreted, interpreted_build));
    Ok(sizes)
}

/// What the planner needs, from the calibrated model.
pub fn estimated_sizes(model: &Model<'_>) -> Sizes {
    let procedures = pairs(model)
        .map(|(node, direction)| ((node, direction), estimate::procedure(model, node, direction)))
        .collect();
    let entries = model.options.roots.iter().map(|root| u64::from(root.decode) + u64::from(root.encode));
    let runtime = estimate::runtime(model);
    Sizes {
        fixed: runtime.fixed + estimate::ENTRY * entries.sum::<u64>(),
        procedures,
        tables: tables(model),
        interpreter: Direction::ALL.into_iter().map(|way| (way, runtime.side)).collect(),
        interpreter_shared: runtime.shared,
        times: Times::standard(),
        builds: Vec::new(),
        alone: 0,
    }
}

/// Nodes in the directions that reach them.
pub fn pairs<'m>(model: &'m Model<'_>) -> impl Iterator<Item = (TypeId, Direction)> + 'm {
    Direction::ALL.into_iter().flat_map(|way| model.nodes_in(way).map(move |node| (node, way)))
}

fn tables(model: &Model<'_>) -> BTreeMap<TypeId, u64> {
    let fit = model.nodes.iter().filter(|&&node| !always_compiled(model, node));
    fit.map(|&node| (node, table_octets(model, node))).collect()
}

fn join<T>(handle: std::thread::ScopedJoinHandle<'_, T>) -> T {
    handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// Keeps the compiler from merging procedures that have one caller: each is to show its own size.
fn without_inlining(mut files: OutputFiles, prefix: &str) -> OutputFiles {
    for (name, text) in &mut files.files {
        if name.ends_with(".c") {
            for way in ["decode", "encode", "read", "write"] {
                let declaration = format!("static {prefix}stubc_{way}_fn ");
                *text = text.replace(&declaration, &format!("__attribute__((noinline)) {declaration}"));
            }
        }
    }
    files
}
