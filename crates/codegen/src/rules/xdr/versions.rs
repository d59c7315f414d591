//! Versions of remote programs, and what stubs of all kinds print of types.

use crate::model::Model;
use crate::model::layout::CType;
use std::collections::BTreeSet;
use syntax_graph::{Procedure, RpcProgram, RpcVersion, Scalar, TypeId};

/// A version of a program, with the C names of its procedures.
pub struct Version<'m> {
    /// The position of the program.
    pub at: usize,
    /// The program.
    pub program: &'m RpcProgram,
    /// The version.
    pub version: &'m RpcVersion,
    /// Its procedures, with their names in C.
    pub procedures: Vec<(&'m Procedure, &'m str)>,
}

impl<'m> Version<'m> {
    /// Returns the procedures that servers implement: all but the clustered ones.
    pub fn plain(&self) -> impl Iterator<Item = &(&'m Procedure, &'m str)> {
        self.procedures.iter().filter(|(procedure, _)| procedure.cluster.is_none())
    }

    /// Returns the title for comments.
    pub fn title(&self) -> String {
        let (program, version) = (self.program, self.version);
        format!("{} ({}), {} ({})", program.name, program.number, version.name, version.number)
    }
}

/// Returns the versions of all programs.
pub fn versions<'m>(model: &'m Model<'_>) -> Vec<Version<'m>> {
    let programs = model.graph.programs.iter().enumerate();
    let all = programs.flat_map(|(at, program)| {
        program.versions.iter().enumerate().map(move |(index, version)| (at, program, index, version))
    });
    all.map(|(at, program, index, version)| {
        let procedures = version.procedures.iter().enumerate();
        let named = procedures
            .map(|(number, procedure)| (procedure, model.names.procedures[&(at, index, number)].as_str()));
        Version { at, program, version, procedures: named.collect() }
    })
    .collect()
}

/// Returns the address of a type's root.
pub fn root(model: &Model<'_>, ty: Option<TypeId>) -> String {
    ty.map_or_else(|| "NULL".to_owned(), |ty| format!("&stubc_root_{}", model.names.ty(ty)))
}

/// Returns whether values of a type point into the message that they were decoded from.
pub fn is_sliced(model: &Model<'_>, ty: TypeId) -> bool {
    let graph = model.graph;
    let mut seen = BTreeSet::new();
    let mut open = vec![graph.resolve(ty)];
    while let Some(ty) = open.pop() {
        if !seen.insert(ty) {
            continue;
        }
        let is_slice = |scalar| matches!(model.layouts.scalar(scalar), CType::Slice | CType::Bits);
        if graph.kept.contains(&ty) || graph.scalar(ty).is_some_and(is_slice) {
            return true;
        }
        open.extend(graph.fields_of(ty).iter().map(|field| graph.resolve(graph.fields[*field].target)));
    }
    false
}

/// Returns the address of an argument as a pointer to const. C does not convert a pointer to an array by
/// itself.
pub fn constant(model: &Model<'_>, ty: TypeId, name: &str) -> String {
    let is_array = |scalar: &Scalar| matches!(model.layouts.scalar(scalar), CType::Octets(_));
    match model.graph.scalar(ty) {
        Some(scalar) if is_array(scalar) => format!("(const {} *)&{name}", model.names.ty(ty)),
        _ => format!("&{name}"),
    }
}
