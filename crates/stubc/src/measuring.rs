//! Measures the sizes of procedures, commands and the runtime with the target compiler, or estimates them.
//!
//! Three builds measure them, and under a cap two more. An all-compiled build with one section per function
//! (`apart.rs`) gives the size of each procedure and of its entry in the unwind table. An all-interpreted build with
//! the user's flags gives the low end of the range. A build of the runtime for both shows how its bytes divide between
//! the techniques and directions: a runtime for one technique lacks functions that a runtime for both must keep. The
//! two more have procedures in one direction, and show which parts of the runtime the first of them needs.

use crate::apart;
use crate::predict::Prediction;
use crate::shapes::hits::Hits;
use crate::shapes::sizes::{self as shapes, Tables};
use crate::stack::Calls;
use crate::toolchain::{Toolchain, ToolchainError};
use codegen::cost::{self, Times, estimate};
use codegen::emit::{
    Remarks, Unit, can_compile, emit_all, is_runtime, leaves, runtime_for_both, runtime_of, table_limits,
    table_octets,
};
use codegen::shape::Shape;
use codegen::{Direction, Model, Node, OutputFiles, Stub, StubId, Techniques, measure};
use size_budget::{Bytes, Measured};
use std::collections::{BTreeMap, BTreeSet};

/// The size of one build in bytes, as the cap counts it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Measurement {
    /// Bytes of NAME.o.
    pub generated: Bytes<Measured>,
    /// Bytes of each NAME.o, by the name of its source.
    pub by_source: BTreeMap<String, Bytes<Measured>>,
    /// Bytes of stubc_rt.o.
    pub runtime: Bytes<Measured>,
    /// Bytes of NAME.o by function.
    pub by_symbol: BTreeMap<String, u64>,
    /// Bytes of stubc_rt.o by function.
    pub runtime_by_symbol: BTreeMap<String, u64>,
    /// Bytes of NAME.o's unwind table by function, where each function has its own section.
    pub frames: BTreeMap<String, u64>,
    /// The frames and calls of all functions.
    pub calls: Calls,
}

impl Measurement {
    /// Returns the bytes that the cap counts.
    pub fn total(&self) -> Bytes<Measured> {
        self.generated + self.runtime
    }
}

/// The sizes that the planner's costs are built from, in bytes.
#[derive(Clone, Debug, Default)]
pub struct Sizes {
    /// Bytes in every plan.
    pub fixed: u64,
    /// Bytes of each standalone procedure.
    pub procedures: BTreeMap<StubId, Procedure>,
    /// Bytes of each node's commands.
    pub commands: Commands,
    /// Shared bytes needed by any procedure.
    pub compiled: Support,
    /// Shared bytes needed by any commands: the interpreter.
    pub interpreted: Support,
    /// Bytes of each shape's decoder into the struct of the message.
    pub shapes: Vec<u64>,
    /// Bytes of shapes as tables.
    pub tables: Tables,
    /// Whether shapes are tables unless they are compiled, and `fixed` counts them.
    pub has_tables: bool,
    /// With tables: how many times slower stubs are than compiled ones under the plan without tables.
    pub slowness: f64,
    /// Whether they are sizes beside a small runtime ([`Techniques::small_runtime`]).
    pub small_runtime: bool,
    /// What the shapes that the plan tries take from its stubs, once they are chosen.
    pub hits: Option<Hits>,
    /// Bytes of all roots' constants, needed as soon as any root has a procedure.
    pub roots: u64,
    /// The runtime's part of these bytes.
    pub runtime: Runtime,
    /// Instruction counts of the cost model for the target.
    pub times: &'static Times,
    /// Builds with the user's own flags, with their sizes.
    pub builds: Vec<(Vec<Techniques>, Measurement)>,
}

/// Bytes of a runtime, split by the techniques that need them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Runtime {
    /// Bytes in every plan.
    pub fixed: u64,
    /// Bytes needed by any procedure.
    pub compiled: Support,
    /// Bytes needed by any commands.
    pub interpreted: Support,
}

/// Bytes of a standalone procedure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Procedure {
    /// All its bytes.
    pub bytes: u64,
    /// Bytes that only the standalone procedure needs: its entry in the unwind table, a root's entry code.
    pub alone: u64,
    /// Bytes that its primitives add if they are in line.
    pub in_line: i64,
}

impl Procedure {
    /// Returns the bytes of its code when inlined.
    pub fn inner(self) -> u64 {
        self.bytes - self.alone
    }
}

/// Bytes of the commands of each node that has commands. Nodes with equal commands share them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Commands {
    octets: BTreeMap<Node, u64>,
    first: BTreeMap<Node, Node>,
}

impl Commands {
    fn of(model: &Model<'_>) -> Self {
        let fit: BTreeSet<Node> =
            model.nodes.iter().copied().filter(|&node| !always_compiled(model, node)).collect();
        let decodes = model.uses(Direction::Decode);
        // Where procedures leave messages to the interpreter, every plan holds the commands of that direction.
        let leaving = Direction::ALL.into_iter().filter(|direction| leaves(model, *direction));
        let held: BTreeSet<Node> = leaving.flat_map(|direction| model.nodes_in(direction)).collect();
        let octets = |node: Node| if held.contains(&node) { 0 } else { table_octets(model, node) };
        let shares = |node: Node| !decodes || model.relations(node).is_empty();
        Self {
            octets: fit.iter().map(|&node| (node, octets(node))).collect(),
            first: model.representatives(&fit, &shares),
        }
    }

    /// Returns the bytes of a node's commands.
    pub fn octets(&self, node: Node) -> u64 {
        self.octets.get(&node).copied().unwrap_or(0)
    }

    /// Returns the first node with the same commands as this one.
    pub fn first(&self, node: Node) -> Node {
        self.first.get(&node).copied().unwrap_or(node)
    }

    /// Returns one node of each set that shares commands, with the bytes of the commands.
    pub fn each(&self) -> impl Iterator<Item = (Node, u64)> + '_ {
        self.octets
            .iter()
            .map(|(&node, &octets)| (node, octets))
            .filter(|(node, _)| self.first(*node) == *node)
    }
}

/// Shared bytes that are needed as soon as one node has a technique.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Support {
    /// Bytes for nodes of one direction.
    pub sides: BTreeMap<Direction, u64>,
    /// Bytes for nodes of either direction.
    pub shared: u64,
}

impl Support {
    /// Divides the bytes between the directions and both by the runtimes with procedures in one direction.
    /// `without`: the bytes of a runtime without procedures.
    fn divide(&mut self, runtimes: &BTreeMap<Direction, u64>, without: u64) {
        let all = self.shared + self.sides.values().sum::<u64>();
        let alone =
            |way: Direction| runtimes.get(&way).map_or(0, |bytes| bytes.saturating_sub(without)).min(all);
        let [decode, encode] = Direction::ALL.map(alone);
        self.shared = (decode + encode).saturating_sub(all);
        let rest = all - self.shared;
        // The parts add up to all bytes, also where both directions together need more than the two alone.
        let of_decode =
            (decode - self.shared.min(decode)) * rest / (decode + encode - 2 * self.shared).max(1);
        self.sides = BTreeMap::from([(Direction::Decode, of_decode), (Direction::Encode, rest - of_decode)]);
    }
}

/// Returns the techniques of the all-interpreted plan.
pub fn all_interpreted(model: &Model<'_>) -> Techniques {
    let mut techniques = Techniques::default();
    for direction in Direction::ALL {
        let unfit = model.nodes_in(direction).filter(|&node| always_compiled(model, node));
        techniques.side_mut(direction).compiled = unfit.collect();
    }
    techniques
}

/// Returns the techniques of the all-compiled plan, without inlining.
pub fn all_compiled(model: &Model<'_>) -> Techniques {
    let mut techniques = Techniques::default();
    for direction in Direction::ALL {
        let nodes = model.nodes_in(direction).filter(|&node| can_compile(model, node));
        techniques.side_mut(direction).compiled = nodes.collect();
    }
    techniques
}

/// Returns the same techniques, with all shapes tried first.
pub fn trying_shapes(model: &Model<'_>, mut techniques: Techniques) -> Techniques {
    let tried = model.shapes.iter().enumerate().filter(|(_, shape)| shape.decode.is_some());
    techniques.decode.shapes = tried.map(|(at, _)| at).collect();
    techniques
}

/// Returns the same techniques, with all shapes tried first as tables, where they have tables.
pub fn trying_tables(model: &Model<'_>, techniques: Techniques) -> Techniques {
    let mut techniques = trying_shapes(model, techniques);
    techniques.decode.tables.clone_from(&techniques.decode.shapes);
    techniques
}

/// Returns whether the primitives of a node's procedure may be in line or called.
pub fn has_in_line(model: &Model<'_>, node: Node, direction: Direction) -> bool {
    cost::taken(model, node, direction, &|_| 1.0) > 0.0
}

/// Returns whether the interpreter cannot run a node.
pub fn always_compiled(model: &Model<'_>, node: Node) -> bool {
    !table_limits(model, node)
}

/// Compiles the files and measures the objects.
///
/// # Errors
/// The compiler is missing or fails, or an object cannot be read.
pub fn measure(
    files: &OutputFiles,
    toolchain: &dyn Toolchain,
    extra: &[&str],
) -> Result<Measurement, ToolchainError> {
    let mut measurement = Measurement::default();
    let objects = toolchain.compile(files, extra)?;
    // The compiler's own helpers count towards the cap, as part of the runtime.
    measurement.runtime += toolchain.helpers(&objects).into();
    for object in objects {
        measurement.calls.add(&object);
        let size = measure::object_size(&object.data).map_err(|what| {
            // Some compilers write no ELF for link-time optimization.
            let lto = toolchain.describe().contains("-flto") && !what.contains("-flto");
            let hint = if lto { "; compile without -flto" } else { "" };
            ToolchainError { message: format!("{}: {what}{hint}", object.source), output: String::new() }
        })?;
        let of_runtime = is_runtime(&object.source);
        let by_symbol = if of_runtime {
            measurement.runtime += size.counted.into();
            &mut measurement.runtime_by_symbol
        } else {
            measurement.generated += size.counted.into();
            measurement.by_source.insert(object.source.clone(), size.counted.into());
            &mut measurement.by_symbol
        };
        // The compiler may name a part of `decode_X` `decode_X.isra.0`.
        let name = |symbol: &str| symbol.split('.').next().unwrap_or(symbol).to_owned();
        for (symbol, bytes) in size.by_symbol {
            *by_symbol.entry(name(&symbol)).or_default() += bytes;
        }
        for (symbol, bytes) in size.frames.into_iter().filter(|_| !of_runtime) {
            *measurement.frames.entry(name(&symbol)).or_default() += bytes;
        }
    }
    Ok(measurement)
}

/// Returns the bytes of a source that the cap does not count: the transport of remote procedure calls, or
/// helpers. Returns `None` if there is no such source, or if it does not compile, as on a target without sockets.
pub fn size_beside(
    files: &OutputFiles,
    beside: &OutputFiles,
    toolchain: Option<&dyn Toolchain>,
) -> Option<u64> {
    let headers = files.files.iter().filter(|(name, _)| name.ends_with(".h"));
    let all = OutputFiles { files: headers.chain(&beside.files).cloned().collect() };
    let objects = toolchain.filter(|_| !beside.files.is_empty())?.compile(&all, &[]).ok()?;
    measure::object_size(&objects.first()?.data).ok().map(|size| size.counted)
}

/// Emits a plan to measure it.
fn plain(model: &Model<'_>, techniques: &Techniques) -> OutputFiles {
    let remarks = Remarks::default();
    emit_all(&[Unit::new(model, techniques, &remarks)], &model.options.prefix, &[])
}

/// Measures the sizes for the planner. The frequencies and times tell which choices are worth a build.
/// `small_runtime`: whether procedures stand beside a small runtime ([`Techniques::small_runtime`]).
///
/// # Errors
/// Those of [`measure()`].
pub fn measured_sizes(
    model: &Model<'_>,
    (prediction, times): (&Prediction, &'static Times),
    small_runtime: bool,
    toolchain: &dyn Toolchain,
) -> Result<Sizes, ToolchainError> {
    let techniques = all_interpreted(model).with_small_runtime(small_runtime);
    // The builds are independent.
    let (procedures, interpreted, both, sides) = std::thread::scope(|scope| {
        let procedures = scope.spawn(|| {
            let compiled = apart::compiled(model, small_runtime, toolchain)?;
            let in_line = apart::in_line(model, (prediction, times), &compiled, small_runtime, toolchain)?;
            Ok((compiled, in_line))
        });
        let runtimes = scope.spawn(|| {
            let interpreted = measure(&plain(model, &techniques), toolchain, &[]);
            (interpreted, measure(&runtime_for_both(model, small_runtime), toolchain, &[]))
        });
        let sides = scope.spawn(|| runtimes_of_sides(model, small_runtime, toolchain).transpose());
        let (interpreted, both) = join(runtimes);
        (join(procedures), interpreted, both, join(sides))
    });
    let ((compiled, in_line), interpreted, both, sides) = (procedures?, interpreted?, both?, sides?);
    let mut sizes = Sizes { commands: Commands::of(model), times, small_runtime, ..Sizes::default() };
    let prefix = model.options.prefix.as_str();
    sizes.runtime = Runtime::of(prefix, &compiled, &interpreted, &both);
    if let Some(sides) = sides {
        sizes.runtime.compiled.divide(&sides, interpreted.runtime.get());
    }
    sizes.fixed = sizes.runtime.fixed;
    sizes.compiled.clone_from(&sizes.runtime.compiled);
    sizes.interpreted.clone_from(&sizes.runtime.interpreted);
    sizes.shapes = shapes::tried(model, &compiled);
    sizes.tables = shapes::measured(model, &compiled, small_runtime, toolchain)?;
    let known = sizes.of_procedures(model, &compiled, &interpreted) + sizes.shapes.iter().sum::<u64>();
    for (stub, bytes) in in_line {
        let id = model.stubs.find(stub.node, stub.direction);
        if let Some(procedure) = id.and_then(|id| sizes.procedures.get_mut(&id)) {
            procedure.in_line = bytes;
        }
    }
    // `beside` is the bytes of the compiled build outside procedures and roots, `around` those of the interpreted
    // build outside commands, procedures and roots.
    let beside = compiled.generated.get().saturating_sub(known);
    let commands: u64 = sizes.commands.each().map(|(_, octets)| octets).sum();
    let unfit: Vec<_> = model.stubs.iter().filter(|(_, stub)| always_compiled(model, stub.node)).collect();
    let is_root = |(_, stub): &(StubId, Stub)| is_root(model, stub.node, stub.direction);
    let procedures: u64 = unfit.iter().map(|(stub, _)| sizes.procedures[stub].bytes).sum();
    let roots = if unfit.iter().any(is_root) { sizes.roots } else { 0 };
    let around = interpreted.generated.get().saturating_sub(commands + procedures + roots);
    sizes.fixed += beside.min(around);
    sizes.compiled.shared += beside.saturating_sub(around);
    sizes.interpreted.shared += around.saturating_sub(beside);
    sizes.builds.push((vec![techniques], interpreted));
    Ok(sizes)
}

/// Measures the runtimes of plans with procedures in one direction and commands in both: what procedures of the one
/// direction need, those of the other may need as well. Returns `None` where plans without a cap or with one direction
/// need no such division.
fn runtimes_of_sides(
    model: &Model<'_>,
    small_runtime: bool,
    toolchain: &dyn Toolchain,
) -> Option<Result<BTreeMap<Direction, u64>, ToolchainError>> {
    let is_divided = model.options.compact
        && Direction::ALL.into_iter().all(|direction| model.uses(direction))
        && leaves(model, Direction::Decode);
    is_divided.then(|| {
        let of = |direction: Direction| {
            let mut techniques = all_interpreted(model);
            let side = techniques.side_mut(direction);
            side.compiled = all_compiled(model).side(direction).compiled.clone();
            if !leaves(model, direction) {
                // Commands of one node need the interpreter.
                side.compiled.pop_first();
            }
            let mut files = plain(model, &techniques.with_small_runtime(small_runtime));
            files.files.retain(|(name, _)| name.ends_with("stubc_rt.h") || name.ends_with("stubc_rt.c"));
            Ok((direction, measure(&files, toolchain, &[])?.runtime.get()))
        };
        Direction::ALL.into_iter().map(of).collect()
    })
}

/// Measures the sizes for a planner that interprets everything: those of procedures are estimates.
///
/// # Errors
/// Those of [`measure()`].
pub fn interpreted_sizes(model: &Model<'_>, toolchain: &dyn Toolchain) -> Result<Sizes, ToolchainError> {
    let techniques = all_interpreted(model);
    let build = measure(&plain(model, &techniques), toolchain, &[])?;
    let mut sizes = estimated_sizes(model);
    let runtime = build.runtime.get();
    sizes.runtime = Runtime { fixed: runtime, ..Runtime::default() };
    sizes.interpreted = Support::default();
    let commands: u64 = sizes.commands.each().map(|(_, octets)| octets).sum();
    let unfit = model.stubs.iter().filter(|(_, stub)| always_compiled(model, stub.node));
    let procedures: u64 = unfit.map(|(stub, _)| sizes.procedures[&stub].bytes).sum();
    sizes.fixed = runtime + build.generated.get().saturating_sub(commands + procedures);
    sizes.builds.push((vec![techniques], build));
    Ok(sizes)
}

/// Measures the runtime that several models share. `prefix` is the prefix of its names, `small_runtime` as in
/// [`measured_sizes`].
///
/// # Errors
/// Those of [`measure()`].
pub fn measured_runtime(
    models: &[&Model<'_>],
    prefix: &str,
    small_runtime: bool,
    toolchain: &dyn Toolchain,
) -> Result<Runtime, ToolchainError> {
    let remarks = Remarks::default();
    let runtime = |techniques: &dyn Fn(&Model<'_>) -> Techniques| {
        let techniques = |model: &&Model<'_>| techniques(model).with_small_runtime(small_runtime);
        let all: Vec<Techniques> = models.iter().map(techniques).collect();
        let units = models.iter().zip(&all).map(|(model, techniques)| Unit::new(model, techniques, &remarks));
        let files = emit_all(&units.collect::<Vec<_>>(), prefix, &[]).files.into_iter();
        let start = format!("{prefix}stubc_rt.");
        measure(
            &OutputFiles { files: files.filter(|(name, _)| name.starts_with(&start)).collect() },
            toolchain,
            &[],
        )
    };
    let (compiled, interpreted) = (runtime(&all_compiled)?, runtime(&all_interpreted)?);
    let both = measure(&runtime_of(models, prefix, small_runtime), toolchain, &[])?;
    Ok(Runtime::of(prefix, &compiled, &interpreted, &both))
}

impl Runtime {
    /// Splits the runtime's bytes into those of every plan, of procedures and of commands, in each direction.
    ///
    /// Let c, i and b be the bytes of a runtime for procedures, for commands and for both. Then procedures alone
    /// need b - i bytes, and commands alone b - c.
    fn of(prefix: &str, compiled: &Measurement, interpreted: &Measurement, both: &Measurement) -> Self {
        let mut runtime = Self::default();
        let of_side = |build: &Measurement, way: Direction| -> u64 {
            let functions = build.runtime_by_symbol.iter();
            let side = |name: &str| measure::runtime_side(name.strip_prefix(prefix).unwrap_or(name));
            functions.filter(|(name, _)| side(name) == Some(way)).map(|(_, bytes)| bytes).sum()
        };
        let mut rest = [compiled, interpreted, both].map(|build| build.runtime.get());
        let mut sides = Vec::new();
        let mut part = |bytes: [u64; 3]| {
            let [compiled, interpreted, both] = bytes;
            let of_procedures = both.saturating_sub(interpreted).min(compiled);
            let of_commands = (of_procedures + interpreted).saturating_sub(compiled);
            runtime.fixed += compiled - of_procedures;
            (of_procedures, of_commands)
        };
        for way in Direction::ALL {
            let bytes = [compiled, interpreted, both].map(|build| of_side(build, way));
            rest = [0, 1, 2].map(|at| rest[at].saturating_sub(bytes[at]));
            sides.push((way, part(bytes)));
        }
        let (of_procedures, of_commands) = part(rest);
        for (way, (of_procedures, of_commands)) in sides {
            runtime.compiled.sides.insert(way, of_procedures);
            runtime.interpreted.sides.insert(way, of_commands);
        }
        (runtime.compiled.shared, runtime.interpreted.shared) = (of_procedures, of_commands);
        runtime
    }
}

impl Sizes {
    /// Sets the sizes of procedures and of roots; returns their sum in the compiled build.
    fn of_procedures(&mut self, model: &Model<'_>, compiled: &Measurement, interpreted: &Measurement) -> u64 {
        let framed = |symbol: &str| {
            let frame = compiled.frames.get(symbol).copied().unwrap_or(0);
            compiled.by_symbol.get(symbol).map(|bytes| (*bytes, frame))
        };
        let prefix = &model.options.prefix;
        let mut known = 0;
        for (stub, Stub { node, direction }) in model.stubs.iter() {
            let (verb, name) = (direction.name(), model.names.node(node));
            // A procedure is missing if the compiler merged it with an equal one.
            let mut procedure = match framed(&format!("{verb}_{name}")) {
                Some((inner, frame)) => {
                    known += inner + frame;
                    Procedure { bytes: inner + frame, alone: frame, in_line: 0 }
                }
                None => {
                    Procedure { bytes: estimate::procedure(model, node, direction), alone: 0, in_line: 0 }
                }
            };
            let roots = model.options.roots.iter().filter(|root| model.root_node(root) == node);
            let before = roots.map(|root| format!("{verb}_root_{}", model.names.inner(root.ty)));
            for symbol in before.chain([format!("{verb}_step_{name}")]) {
                if let Some((inner, frame)) = framed(&symbol) {
                    known += inner + frame;
                    procedure.bytes += inner + frame;
                    procedure.alone += inner + frame;
                }
            }
            self.procedures.insert(stub, procedure);
        }
        for root in &model.options.roots {
            let symbol = format!("{prefix}stubc_root_{}", model.names.ty(root.ty));
            let constant = |build: &Measurement| build.by_symbol.get(&symbol).copied().unwrap_or(0);
            if !model.options.rules.roots_hold_procedures() {
                self.roots += constant(compiled);
                continue;
            }
            // A procedure fills a place in the root's constant, or the same place in a table where anything
            // is interpreted.
            let ways = Direction::ALL.into_iter().filter(|way| root.has(*way));
            let more = constant(compiled).saturating_sub(constant(interpreted));
            let share = more / ways.clone().count().max(1) as u64;
            for way in ways {
                let stub = model.stubs.find(model.root_node(root), way);
                if let Some(procedure) = stub.and_then(|stub| self.procedures.get_mut(&stub)) {
                    known += share;
                    procedure.bytes += share;
                    procedure.alone += share;
                }
            }
        }
        known + self.roots
    }
}

/// Estimates the sizes for the planner by the calibrated cost model.
pub fn estimated_sizes(model: &Model<'_>) -> Sizes {
    let procedure = |node, direction| {
        let bytes = estimate::procedure(model, node, direction);
        let in_line = if has_in_line(model, node, direction) { bytes as i64 } else { 0 };
        Procedure { bytes, alone: 0, in_line }
    };
    let estimated = |shape: &Shape| shape.decode.as_ref().map_or(0, codegen::shape::cost::octets);
    let procedures =
        model.stubs.iter().map(|(id, stub)| (id, procedure(stub.node, stub.direction))).collect();
    let entries = model.options.roots.iter().map(|root| u64::from(root.decode) + u64::from(root.encode));
    let runtime = estimate::runtime(model);
    let sides = Direction::ALL.into_iter().map(|way| (way, runtime.side)).collect();
    let interpreted = Support { sides, shared: runtime.shared };
    Sizes {
        fixed: runtime.fixed + estimate::ENTRY * entries.sum::<u64>(),
        procedures,
        shapes: model.shapes.iter().map(estimated).collect(),
        tables: shapes::estimated(model),
        commands: Commands::of(model),
        interpreted: interpreted.clone(),
        runtime: Runtime { fixed: runtime.fixed, compiled: Support::default(), interpreted },
        times: Times::standard(),
        ..Sizes::default()
    }
}

/// Returns the estimated bytes of one runtime for several models: those of the largest runtime.
pub fn estimated_runtime(sizes: &[&Sizes]) -> Runtime {
    let largest = sizes.iter().max_by_key(|sizes| sizes.runtime.fixed);
    largest.map(|sizes| sizes.runtime.clone()).unwrap_or_default()
}

/// Returns whether a node is the type of a root in this direction.
pub fn is_root(model: &Model<'_>, node: Node, direction: Direction) -> bool {
    let mut roots = model.options.roots.iter().filter(|root| root.has(direction));
    roots.any(|root| model.root_node(root) == node)
}

fn join<T>(handle: std::thread::ScopedJoinHandle<'_, T>) -> T {
    handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

#[cfg(test)]
mod tests {
    use super::{Measurement, Runtime, Support};
    use codegen::Direction;
    use std::collections::BTreeMap;

    /// Returns a runtime of `all` bytes, with the bytes of one function in each direction.
    fn runtime(all: u64, header: u64, put_header: u64) -> Measurement {
        let symbols = [("my_stubc_header", header), ("my_stubc_put_header", put_header)];
        Measurement {
            runtime: all.into(),
            runtime_by_symbol: symbols.map(|(name, bytes)| (name.to_owned(), bytes)).into(),
            ..Measurement::default()
        }
    }

    #[test]
    fn the_parts_of_a_runtime_add_up_to_each_of_the_three() {
        for (compiled, interpreted, both) in [
            (runtime(100, 30, 20), runtime(180, 50, 40), runtime(230, 70, 50)),
            // No bytes for procedures alone, and one direction missing.
            (runtime(100, 30, 0), runtime(180, 50, 0), runtime(180, 50, 0)),
        ] {
            let sizes = Runtime::of("my_", &compiled, &interpreted, &both);
            let all = |support: &super::Support| support.shared + support.sides.values().sum::<u64>();
            let (of_procedures, of_commands) = (all(&sizes.compiled), all(&sizes.interpreted));
            assert_eq!(sizes.fixed + of_procedures, compiled.runtime.get());
            assert_eq!(sizes.fixed + of_commands, interpreted.runtime.get());
            assert_eq!(sizes.fixed + of_procedures + of_commands, both.runtime.get());
        }
    }

    #[test]
    fn bytes_of_both_directions_are_shared() {
        let divided = |decode: u64, encode: u64| {
            let sides = BTreeMap::from([(Direction::Decode, 300), (Direction::Encode, 200)]);
            let mut support = Support { sides, shared: 100 };
            let runtimes = [(Direction::Decode, 1000 + decode), (Direction::Encode, 1000 + encode)];
            support.divide(&BTreeMap::from(runtimes), 1000);
            (support.shared, support.sides[&Direction::Decode], support.sides[&Direction::Encode])
        };
        assert_eq!(divided(500, 300), (200, 300, 100));
        // Each direction alone needs nothing of the other's.
        assert_eq!(divided(400, 200), (0, 400, 200));
        // Both together need more than the two alone, or one alone more than both.
        assert_eq!(divided(300, 100), (0, 450, 150));
        assert_eq!(divided(700, 200), (200, 400, 0));
    }
}
