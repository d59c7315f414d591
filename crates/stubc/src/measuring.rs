//! Sizes: as the target compiler makes them, or estimated.
//!
//! Two builds say most of it: an all-compiled one with a section a function gives the size of each procedure and of its entry in
//! the unwind table; an all-interpreted one with the user's own flags gives the low end of the range. A third of the runtime alone, as
//! procedures and commands use it together, says with those two what it holds for each of them, in each direction: compilers leave out
//! of a runtime for one what one for both must keep.

use crate::toolchain::{Toolchain, ToolchainError};
use codegen::cost::{Times, estimate};
use codegen::emit::{Remarks, runtime_for_both, table_limits, table_octets};
use codegen::{Direction, Model, OutputFiles, Techniques, emit, measure};
use size_budget::{Bytes, Measured};
use std::collections::{BTreeMap, BTreeSet};
use syntax_graph::TypeId;

/// Size of one build, in bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Measurement {
    /// What the cap counts of NAME.o.
    pub generated: Bytes<Measured>,
    /// What it counts of stubc_rt.o.
    pub runtime: Bytes<Measured>,
    /// Of NAME.o, by function.
    pub by_symbol: BTreeMap<String, u64>,
    /// Of stubc_rt.o, by function.
    pub runtime_by_symbol: BTreeMap<String, u64>,
    /// Octets of NAME.o in the unwind table, by function, where each has a section of its own.
    pub frames: BTreeMap<String, u64>,
}

impl Measurement {
    /// What the cap counts.
    pub fn total(&self) -> Bytes<Measured> {
        self.generated + self.runtime
    }
}

/// What the planner needs to know of sizes.
#[derive(Clone, Debug, Default)]
pub struct Sizes {
    /// Bytes of every plan.
    pub fixed: u64,
    /// Each standalone procedure.
    pub procedures: BTreeMap<(TypeId, Direction), Procedure>,
    /// Bytes of each node's commands.
    pub tables: Commands,
    /// Bytes that procedures need beside themselves.
    pub compiled: Support,
    /// Bytes that commands need beside themselves: the interpreter.
    pub interpreted: Support,
    /// Bytes that the constants of all roots take where any root has a procedure.
    pub roots: u64,
    /// Instructions, as modelled for the target.
    pub times: &'static Times,
    /// Builds with the user's own flags that were made on the way.
    pub builds: Vec<(Techniques, Measurement)>,
}

/// Bytes of a standalone procedure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Procedure {
    /// All of them.
    pub bytes: u64,
    /// Those that it has but by standing alone: its entry in the unwind table, what goes before it where it is a root.
    pub alone: u64,
}

impl Procedure {
    /// Bytes of its code in place of a call.
    pub fn inner(self) -> u64 {
        self.bytes - self.alone
    }
}

/// Bytes of commands, of every node that can have some. Nodes that do the same share them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Commands {
    octets: BTreeMap<TypeId, u64>,
    first: BTreeMap<TypeId, TypeId>,
}

impl Commands {
    fn of(model: &Model<'_>) -> Self {
        let fit: BTreeSet<TypeId> =
            model.nodes.iter().copied().filter(|&node| !always_compiled(model, node)).collect();
        let decodes = model.uses(Direction::Decode);
        let shares = |node: TypeId| !decodes || model.relations(node).is_empty();
        Self {
            octets: fit.iter().map(|&node| (node, table_octets(model, node))).collect(),
            first: model.representatives(&fit, &shares),
        }
    }

    /// Bytes of the commands that a node needs.
    pub fn octets(&self, node: TypeId) -> u64 {
        self.octets.get(&node).copied().unwrap_or(0)
    }

    /// The first of the nodes whose commands a node's are.
    pub fn first(&self, node: TypeId) -> TypeId {
        self.first.get(&node).copied().unwrap_or(node)
    }

    /// The nodes that have commands, one of all that share them, and their bytes.
    pub fn each(&self) -> impl Iterator<Item = (TypeId, u64)> + '_ {
        self.octets
            .iter()
            .map(|(&node, &octets)| (node, octets))
            .filter(|(node, _)| self.first(*node) == *node)
    }
}

/// Bytes that are there as soon as one node is of a technique.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Support {
    /// For nodes of each direction.
    pub sides: BTreeMap<Direction, u64>,
    /// For nodes of either.
    pub shared: u64,
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
    // A part of the cap, and for users a part of the runtime.
    measurement.runtime += toolchain.helpers(&objects).into();
    for object in objects {
        let size = measure::object_size(&object.data).map_err(|what| {
            // Some compilers write no ELF at all for link-time optimization.
            let lto = toolchain.describe().contains("-flto") && !what.contains("-flto");
            let hint = if lto { "; compile without -flto" } else { "" };
            ToolchainError { message: format!("{}: {what}{hint}", object.source), output: String::new() }
        })?;
        let is_runtime = object.source.ends_with("stubc_rt.c");
        let by_symbol = if is_runtime {
            measurement.runtime += size.counted.into();
            &mut measurement.runtime_by_symbol
        } else {
            measurement.generated += size.counted.into();
            &mut measurement.by_symbol
        };
        // `decode_X.isra.0` is decode_X.
        let name = |symbol: &str| symbol.split('.').next().unwrap_or(symbol).to_owned();
        for (symbol, bytes) in size.by_symbol {
            *by_symbol.entry(name(&symbol)).or_default() += bytes;
        }
        for (symbol, bytes) in size.frames.into_iter().filter(|_| !is_runtime) {
            *measurement.frames.entry(name(&symbol)).or_default() += bytes;
        }
    }
    Ok(measurement)
}

/// Bytes of a source that the cap does not count (the transport of remote procedure calls, helpers); nothing where there is none,
/// or where it cannot be compiled: a target without sockets.
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

/// What the planner needs, measured.
///
/// # Errors
/// As [`measure()`].
pub fn measured_sizes(model: &Model<'_>, toolchain: &dyn Toolchain) -> Result<Sizes, ToolchainError> {
    let plain = |techniques: &Techniques| emit(model, techniques, &Remarks::new(), &[]);
    let techniques = all_interpreted(model);
    let sections = ["-ffunction-sections", "-fdata-sections"];
    // The builds do not depend on each other.
    let (compiled, interpreted, both) = std::thread::scope(|scope| {
        let compiled = scope.spawn(|| {
            let files = without_inlining(plain(&all_compiled(model)), &model.options.prefix);
            measure(&files, toolchain, &sections)
        });
        let runtimes = scope.spawn(|| {
            let interpreted = measure(&plain(&techniques), toolchain, &[]);
            (interpreted, measure(&runtime_for_both(model), toolchain, &[]))
        });
        let (interpreted, both) = join(runtimes);
        (join(compiled), interpreted, both)
    });
    let (compiled, interpreted, both) = (compiled?, interpreted?, both?);
    let mut sizes = Sizes { tables: Commands::of(model), ..Sizes::default() };
    let prefix = model.options.prefix.as_str();
    sizes.of_runtime(prefix, &compiled, &interpreted, &both);
    let known = sizes.of_procedures(model, &compiled, &interpreted);
    // What stands around procedures, and around commands.
    let beside = compiled.generated.get().saturating_sub(known);
    let commands: u64 = sizes.tables.each().map(|(_, octets)| octets).sum();
    let unfit: Vec<_> = pairs(model).filter(|&(node, _)| always_compiled(model, node)).collect();
    let is_root = |&(node, way): &(TypeId, Direction)| is_root(model, node, way);
    let procedures: u64 = unfit.iter().map(|pair| sizes.procedures[pair].bytes).sum();
    let roots = if unfit.iter().any(is_root) { sizes.roots } else { 0 };
    let around = interpreted.generated.get().saturating_sub(commands + procedures + roots);
    sizes.fixed += beside.min(around);
    sizes.compiled.shared += beside.saturating_sub(around);
    sizes.interpreted.shared += around.saturating_sub(beside);
    sizes.builds.push((techniques, interpreted));
    Ok(sizes)
}

impl Sizes {
    /// What the runtime holds in any case, for procedures and for commands, each direction for itself: with c, i and b the
    /// bytes of a runtime for one, for the other and for both, b - i are there for procedures alone, b - c for commands.
    fn of_runtime(
        &mut self,
        prefix: &str,
        compiled: &Measurement,
        interpreted: &Measurement,
        both: &Measurement,
    ) {
        let of_side = |build: &Measurement, way: Direction| -> u64 {
            let functions = build.runtime_by_symbol.iter();
            let side = |name: &str| measure::runtime_side(name.strip_prefix(prefix).unwrap_or(name));
            functions.filter(|(name, _)| side(name) == Some(way)).map(|(_, bytes)| bytes).sum()
        };
        let mut rest = [compiled, interpreted, both].map(|build| build.runtime.get());
        let mut part = |bytes: [u64; 3]| {
            let [compiled, interpreted, both] = bytes;
            let of_procedures = both.saturating_sub(interpreted).min(compiled);
            let of_commands = (of_procedures + interpreted).saturating_sub(compiled);
            self.fixed += compiled - of_procedures;
            (of_procedures, of_commands)
        };
        for way in Direction::ALL {
            let bytes = [compiled, interpreted, both].map(|build| of_side(build, way));
            rest = [0, 1, 2].map(|at| rest[at].saturating_sub(bytes[at]));
            let (of_procedures, of_commands) = part(bytes);
            self.compiled.sides.insert(way, of_procedures);
            self.interpreted.sides.insert(way, of_commands);
        }
        (self.compiled.shared, self.interpreted.shared) = part(rest);
    }

    /// The procedures, and what goes with those of roots; says how many bytes of the compiled build they are.
    fn of_procedures(&mut self, model: &Model<'_>, compiled: &Measurement, interpreted: &Measurement) -> u64 {
        let framed = |symbol: &str| {
            let frame = compiled.frames.get(symbol).copied().unwrap_or(0);
            compiled.by_symbol.get(symbol).map(|bytes| (*bytes, frame))
        };
        let prefix = &model.options.prefix;
        let mut known = 0;
        for (node, direction) in pairs(model) {
            let (verb, name) = (direction.name(), model.names.inner(node));
            // What is not there does the same as another, and the compiler has kept one of them.
            let mut procedure = match framed(&format!("{verb}_{name}")) {
                Some((inner, frame)) => {
                    known += inner + frame;
                    Procedure { bytes: inner + frame, alone: frame }
                }
                None => Procedure { bytes: estimate::procedure(model, node, direction), alone: 0 },
            };
            let roots = model.options.roots.iter().filter(|root| model.graph.resolve(root.ty) == node);
            let before = roots.map(|root| format!("{verb}_root_{}", model.names.inner(root.ty)));
            for symbol in before.chain([format!("{verb}_step_{name}")]) {
                if let Some((inner, frame)) = framed(&symbol) {
                    known += inner + frame;
                    procedure.bytes += inner + frame;
                    procedure.alone += inner + frame;
                }
            }
            self.procedures.insert((node, direction), procedure);
        }
        for root in &model.options.roots {
            let symbol = format!("{prefix}stubc_root_{}", model.names.ty(root.ty));
            let constant = |build: &Measurement| build.by_symbol.get(&symbol).copied().unwrap_or(0);
            if !model.options.rules.roots_hold_procedures() {
                self.roots += constant(compiled);
                continue;
            }
            // Here a procedure takes a place in the constant, or as much in a table where anything is interpreted.
            let ways = Direction::ALL.into_iter().filter(|way| root.has(*way));
            let more = constant(compiled).saturating_sub(constant(interpreted));
            let share = more / ways.clone().count().max(1) as u64;
            for way in ways {
                if let Some(procedure) = self.procedures.get_mut(&(model.graph.resolve(root.ty), way)) {
                    known += share;
                    procedure.bytes += share;
                    procedure.alone += share;
                }
            }
        }
        known + self.roots
    }
}

/// What the planner needs, from the calibrated model.
pub fn estimated_sizes(model: &Model<'_>) -> Sizes {
    let procedure =
        |node, direction| Procedure { bytes: estimate::procedure(model, node, direction), alone: 0 };
    let procedures = pairs(model).map(|(node, way)| ((node, way), procedure(node, way))).collect();
    let entries = model.options.roots.iter().map(|root| u64::from(root.decode) + u64::from(root.encode));
    let runtime = estimate::runtime(model);
    let sides = Direction::ALL.into_iter().map(|way| (way, runtime.side)).collect();
    Sizes {
        fixed: runtime.fixed + estimate::ENTRY * entries.sum::<u64>(),
        procedures,
        tables: Commands::of(model),
        interpreted: Support { sides, shared: runtime.shared },
        times: Times::standard(),
        ..Sizes::default()
    }
}

/// Whether a message of this direction is of a node's type.
pub fn is_root(model: &Model<'_>, node: TypeId, direction: Direction) -> bool {
    let mut roots = model.options.roots.iter().filter(|root| root.has(direction));
    roots.any(|root| model.graph.resolve(root.ty) == node)
}

/// Nodes in the directions that reach them.
pub fn pairs<'m>(model: &'m Model<'_>) -> impl Iterator<Item = (TypeId, Direction)> + 'm {
    Direction::ALL.into_iter().flat_map(|way| model.nodes_in(way).map(move |node| (node, way)))
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

#[cfg(test)]
mod tests {
    use super::{Measurement, Sizes};

    /// A runtime of so many bytes, and of them those of a function of each direction.
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
            // Nothing for procedures alone; a direction that is not there.
            (runtime(100, 30, 0), runtime(180, 50, 0), runtime(180, 50, 0)),
        ] {
            let mut sizes = Sizes::default();
            sizes.of_runtime("my_", &compiled, &interpreted, &both);
            let all = |support: &super::Support| support.shared + support.sides.values().sum::<u64>();
            let (of_procedures, of_commands) = (all(&sizes.compiled), all(&sizes.interpreted));
            assert_eq!(sizes.fixed + of_procedures, compiled.runtime.get());
            assert_eq!(sizes.fixed + of_commands, interpreted.runtime.get());
            assert_eq!(sizes.fixed + of_procedures + of_commands, both.runtime.get());
        }
    }
}
