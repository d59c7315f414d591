//! Compiles filters: from the text of a predicate to C.

use crate::banner::banner;
use crate::driver::codegen_rules;
use crate::failure::{CompileError, Failure};
use crate::front::{self, Specification};
use crate::settings::Settings;
use crate::toolchain::{Toolchain, ToolchainError};
use codegen::filter::{Form, Request};
use codegen::names::{identifier, reserved};
use codegen::{OutputFiles, measure};
use syntax_graph::filter::Filter;
use syntax_graph::{Diagnostic, SourceMap};

/// The name that diagnostics show for a predicate of the command line.
const PLACE: &str = "<predicate>";

/// A compiled filter.
#[derive(Clone, Debug)]
pub struct Filtered {
    /// The specification.
    pub specification: Specification,
    /// The checked predicate.
    pub filter: Filter,
    /// `NAME.h` and `NAME.c`.
    pub files: OutputFiles,
}

/// The bytes of a filter's object code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bytes {
    /// All of them.
    pub total: u64,
    /// Those of its commands, if it is interpreted.
    pub commands: u64,
}

/// Checks that a filter's function can have this name.
///
/// # Errors
/// The reason, as a sentence about the name.
pub fn check_function(name: &str) -> Result<(), String> {
    if identifier(name) != name {
        return Err(format!("the name of a filter must be a name in C, and `{name}` is none"));
    }
    match reserved::holder(name, reserved::Place::File) {
        Some(holder) => Err(format!("a filter cannot have the name `{name}`, which belongs to {holder}")),
        None => Ok(()),
    }
}

/// Parses and checks a predicate, and emits its C.
///
/// # Errors
/// The errors in the specification or the predicate, and encoding rules without filters.
pub fn compile(settings: &Settings, form: Form, name: &str, text: &str) -> Result<Filtered, CompileError> {
    let mut specification = front::specification(settings)?;
    let file = specification.sources.add(PLACE, text);
    let failed = |sources: &SourceMap, diagnostics: Vec<Diagnostic>| CompileError {
        failure: Failure::Input,
        diagnostics,
        sources: sources.clone(),
    };
    let filter = idl_front::filter::filter(&specification.sources, file, &specification.graph)
        .map_err(|errors| failed(&specification.sources, errors))?;
    let request = Request { name, text, filter: &filter, form };
    let rules = codegen_rules(&specification, settings);
    let files =
        codegen::filter::filters(&specification.graph, rules, name, &banner(settings, None), &[request])
            .map_err(|errors| failed(&specification.sources, errors))?;
    Ok(Filtered { specification, filter, files })
}

/// Returns the bytes of a filter's object code, and those of its commands.
///
/// # Errors
/// The compiler is missing or fails, or its object cannot be read.
pub fn size(files: &OutputFiles, toolchain: &dyn Toolchain) -> Result<Bytes, ToolchainError> {
    let objects = toolchain.compile(files, &[])?;
    let mut bytes = Bytes { total: toolchain.helpers(&objects), commands: 0 };
    for object in &objects {
        let size = measure::object_size(&object.data)
            .map_err(|message| ToolchainError { message, output: String::new() })?;
        bytes.total += size.counted;
        let tables = size.by_symbol.iter().filter(|(name, _)| name.ends_with("_commands"));
        bytes.commands += tables.map(|(_, bytes)| bytes).sum::<u64>();
    }
    Ok(bytes)
}
