//! Bytes of shapes in both forms: compiled, and as tables of an engine.

use crate::apart;
use crate::measuring::{Measurement, Sizes};
use crate::toolchain::{Toolchain, ToolchainError};
use codegen::Model;
use codegen::shape::{Shape, cost, table};

/// Bytes of the shapes of a specification as tables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tables {
    /// Bytes of the engine, which the first table needs.
    pub engine: u64,
    /// Those of each shape that has a table.
    pub shapes: Vec<Option<TableBytes>>,
}

/// Bytes of a shape as a table, and of the function that it replaces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TableBytes {
    /// The function on the struct of holes, and the table.
    pub holes: u64,
    /// The decoder into the struct of the message.
    pub tried: u64,
    /// The compiled function on the struct of holes.
    pub compiled: u64,
}

/// Returns the bytes of each shape's decoder into the struct of the message.
pub fn tried(model: &Model<'_>, build: &Measurement) -> Vec<u64> {
    let own = |shape: &Shape| bytes(build, &format!("shape_{}", shape.flat.name));
    // A compiler that puts the decoders of shapes into the function that tries them leaves one size for all.
    let weight = |shape: &Shape| match &shape.decode {
        Some(segments) if own(shape) == 0 => cost::octets(segments).max(1),
        Some(_) => 1,
        None => 0,
    };
    let of_root = |shape: &Shape| {
        let root = &model.options.roots[shape.root];
        let all = model.shapes.iter().filter(|other| other.root == shape.root).map(weight).sum::<u64>();
        let tried = bytes(build, &format!("shaped_{}", model.names.inner(root.ty)));
        (tried * weight(shape)).div_ceil(all.max(1))
    };
    let of_shape = |shape: &Shape| shape.decode.as_ref().map_or(0, |_| own(shape) + of_root(shape));
    model.shapes.iter().map(of_shape).collect()
}

fn bytes(build: &Measurement, symbol: &str) -> u64 {
    let frame = build.frames.get(symbol).copied().unwrap_or(0);
    build.by_symbol.get(symbol).map_or(0, |bytes| bytes + frame)
}

fn holes(build: &Measurement, shape: &Shape) -> u64 {
    bytes(build, &format!("{}_decode", shape.flat.name))
}

fn has_tables(model: &Model<'_>) -> bool {
    (0..model.shapes.len()).any(|at| table::planned(model, at).is_some())
}

/// Measures the shapes as tables, where a plan under a cap could choose them. `compiled`: the build that compiles
/// everything.
///
/// # Errors
/// The compiler fails.
pub fn measured(
    model: &Model<'_>,
    compiled: &Measurement,
    small_runtime: bool,
    toolchain: &dyn Toolchain,
) -> Result<Tables, ToolchainError> {
    if !model.options.compact || !has_tables(model) {
        return Ok(Tables::default());
    }
    let build = apart::tables(model, small_runtime, toolchain)?;
    let tried = tried(model, &build);
    let one = |(at, shape): (usize, &Shape)| {
        table::planned(model, at)?;
        Some(TableBytes {
            holes: holes(&build, shape) + bytes(&build, &format!("table_{}", shape.flat.name)),
            tried: tried[at],
            compiled: holes(compiled, shape),
        })
    };
    let shapes: Vec<_> = model.shapes.iter().enumerate().map(one).collect();
    let engine = build.runtime.get().saturating_sub(compiled.runtime.get());
    Ok(Tables { engine, shapes })
}

/// Estimates the shapes as tables.
pub fn estimated(model: &Model<'_>) -> Tables {
    let one = |(at, shape): (usize, &Shape)| {
        let (table, segments) = (table::planned(model, at)?, shape.decode.as_ref()?);
        let estimate = cost::table_octets(segments);
        Some(TableBytes {
            holes: table + estimate.holes,
            tried: estimate.tried,
            compiled: cost::octets(segments),
        })
    };
    let engine = model.shapes.iter().filter_map(|shape| shape.decode.as_ref()).map(cost::engine_octets).max();
    Tables { engine: engine.unwrap_or(0), shapes: model.shapes.iter().enumerate().map(one).collect() }
}

impl Sizes {
    /// Returns the sizes of plans in which shapes are tables unless they are compiled: those that are smaller so, or
    /// `all` that have tables. `pays`: whether the engine counts here. Returns `None` if there are none.
    pub fn with_tables(&self, all: bool, pays: bool) -> Option<Self> {
        let Tables { engine, shapes } = &self.tables;
        let is_small = |one: &TableBytes| one.holes < one.compiled || all;
        let shapes: Vec<_> = shapes.iter().map(|one| one.filter(is_small)).collect();
        let (mut fixed, mut replaced) = (self.fixed, 0);
        for one in shapes.iter().flatten() {
            fixed += one.holes;
            replaced += one.compiled;
        }
        let engine = if pays { *engine } else { 0 };
        shapes.iter().any(Option::is_some).then(|| Self {
            fixed: (fixed + engine).saturating_sub(replaced),
            tables: Tables { engine, shapes },
            has_tables: true,
            ..self.clone()
        })
    }

    /// Returns the bytes of a shape as a table, if it is one unless it is compiled.
    pub fn table(&self, shape: usize) -> Option<TableBytes> {
        self.tables.shapes.get(shape).copied().flatten().filter(|_| self.has_tables)
    }
}
