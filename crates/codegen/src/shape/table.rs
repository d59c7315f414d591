//! Shapes as tables, which an engine runs: in a plan, or when they arrive at run time.

use crate::model::Model;
use syntax_graph::validate::reach;
use syntax_graph::{Diagnostic, Scalar, SyntaxGraph, TypeId, TypeKind};

/// The most holes of a shape, as devices have room for them.
pub const MOST_HOLES: usize = 64;

/// The table of a shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The number of its holes.
    pub holes: u8,
    /// The octets of a message beside the contents of holes whose length is not fixed.
    pub least: u16,
    /// Its records.
    pub records: Vec<u8>,
}

impl Table {
    /// Returns what a blob's header says of the table.
    pub fn header(&self) -> [u8; 5] {
        let [.., high, low] = self.records.len().to_be_bytes();
        let [least_high, least_low] = self.least.to_be_bytes();
        [self.holes, high, low, least_high, least_low]
    }

    /// Returns the table as the runtime of stubs reads it: the least octets of a message, those of the records, and the
    /// records.
    pub fn octets(&self) -> Vec<u8> {
        let [_, high, low, least_high, least_low] = self.header();
        [&[least_high, least_low, high, low], &self.records[..]].concat()
    }
}

/// Returns the table of a shape of a model, which decodes its holes.
///
/// # Errors
/// What a table cannot express.
pub fn table(model: &Model<'_>, shape: usize) -> Result<Table, Box<Diagnostic>> {
    let span = model.options.shapes[shape].span;
    let own = &model.shapes[shape];
    let segments = own.decode.as_ref().ok_or_else(|| {
        let message = "a shape that arrives at run time decodes, and this one only encodes";
        Box::new(Diagnostic::error("shape-table", span, message))
    })?;
    model.code.shape_table(model, own, segments, span)
}

/// Returns the bytes of the table of a shape in a plan; `None`: it has no table, and its functions are compiled.
pub fn planned(model: &Model<'_>, shape: usize) -> Option<u64> {
    let shape = &model.shapes[shape];
    model.code.shape_data(model, shape, shape.decode.as_ref()?)
}

/// Returns the features of an engine that no shape of these messages needs.
pub fn unused(graph: &SyntaxGraph, root: TypeId) -> Vec<&'static str> {
    let reached = reach(graph, &[root]);
    let has = |is: fn(&Scalar) -> bool| {
        let reached = reached.ids().filter(|ty| reached[*ty]);
        reached.into_iter().any(|ty| matches!(&graph.types[ty].kind, TypeKind::Scalar(scalar) if is(scalar)))
    };
    let mut unused = Vec::new();
    if !has(|scalar| matches!(scalar, Scalar::BitString { .. })) {
        unused.push("SHAPE_BITS");
    }
    if !has(|scalar| matches!(scalar, Scalar::ObjectIdentifier | Scalar::RelativeOid)) {
        unused.push("USE_OID");
    }
    unused
}
