//! Emits C for a model and its techniques: `NAME.h`, `NAME.c`, `stubc_rt.h`, `stubc_rt.c`.

use crate::c::escape::{comment, lines_of_comment};
use crate::c::resolve::{Resolver, Symbol};
use crate::c::runtime::prefixed;
use crate::model::{Helpers, Model};
use crate::program::techniques::Techniques;
use crate::stub::Node;
use std::collections::BTreeMap;

pub use crate::c::escape;
pub use crate::c::harness;
pub use crate::c::instrument::LENGTHS;
pub use crate::c::remarks::Remarks;
pub use crate::c::runtime::{Configuration, DERIVED, Parts, Resolved};

/// Emitted files: name and text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputFiles {
    /// The files in the order `NAME.h`, `NAME.c`, `stubc_rt.h`, `stubc_rt.c`.
    pub files: Vec<(String, String)>,
}

/// Emits the C. Nodes whose programs the interpreter cannot run (see [`table_limits`]) must be compiled.
pub fn emit(model: &Model<'_>, techniques: &Techniques, remarks: &Remarks) -> OutputFiles {
    print(model, &Edition { techniques, remarks, apart: false })
}

/// Emits the C without remarks, for measuring: the compiler keeps each procedure apart, so that its own size
/// shows.
pub fn emit_apart(model: &Model<'_>, techniques: &Techniques) -> OutputFiles {
    print(model, &Edition { techniques, remarks: &Remarks::default(), apart: true })
}

fn print(model: &Model<'_>, edition: &Edition<'_>) -> OutputFiles {
    let mut files = model.code.emit(model, edition);
    if model.options.helpers == Helpers::Counted {
        files.files.extend(helpers(model).files);
    }
    files
}

/// The parts of the output.
pub struct Edition<'a> {
    /// The plan.
    pub techniques: &'a Techniques,
    /// Comments.
    pub remarks: &'a Remarks,
    /// Whether procedures are kept from being merged with their callers.
    pub apart: bool,
}

/// The end of each file's first line.
pub const MADE: &str = "made by stubc. Do not edit.";

/// Returns the first line of files that a second output in the same folder would also have: it names their
/// owner.
pub fn owner_line(name: &str) -> String {
    comment(&owner(name))
}

fn owner(name: &str) -> String {
    format!("Runtime of {name}, {MADE}")
}

/// Returns a file that belongs to one output, with its owner and what made it in front.
pub(crate) fn owned(name: &str, text: &str, remarks: &Remarks) -> String {
    format!("{}\n{text}", lines_of_comment(&owner(name), &remarks.banner))
}

/// Emits a runtime for both procedures and commands, to measure it: a runtime for one of them holds less.
pub fn runtime_for_both(model: &Model<'_>) -> OutputFiles {
    let (header, source) = model.code.runtime_for_both(model);
    let prefix = &model.options.prefix;
    OutputFiles {
        files: vec![(format!("{prefix}stubc_rt.h"), header), (format!("{prefix}stubc_rt.c"), source)],
    }
}

/// Emits the transport of remote procedure calls over POSIX sockets, if there are stubs. The cap does not
/// count it, and generated code does not depend on it.
pub fn transport(model: &Model<'_>) -> OutputFiles {
    use interp_runtime::sources::{NET, NET_HEADER};
    let sides = model.options.rpc;
    let symbols = [("STUBC_RPC_CLIENT", sides.client), ("STUBC_RPC_SERVER", sides.server)];
    let symbols: BTreeMap<String, Symbol> = symbols
        .into_iter()
        .map(|(name, is_on)| (name.to_owned(), if is_on { Symbol::Present } else { Symbol::Absent }))
        .collect();
    let resolved = |text: &str| Resolver::new(symbols.clone()).resolve(text);
    let (header, source) = (resolved(NET_HEADER), resolved(NET));
    let texts = [("stubc_net.h", header.as_str()), ("stubc_net.c", source.as_str())];
    if sides.any() { as_given(model, &texts) } else { OutputFiles { files: Vec::new() } }
}

/// Emits helpers for applications: object identifiers, bits, times and strings. Neither generated code nor
/// the runtime calls them.
pub fn helpers(model: &Model<'_>) -> OutputFiles {
    use interp_runtime::sources::{UTIL, UTIL_HEADER};
    as_given(model, &[("stubc_util.h", UTIL_HEADER), ("stubc_util.c", UTIL)])
}

/// Emits files whose texts are the same for all specifications, except for the prefix.
fn as_given(model: &Model<'_>, texts: &[(&str, &str)]) -> OutputFiles {
    let prefix = &model.options.prefix;
    let file = |(name, text): &(&str, &str)| {
        (format!("{prefix}{name}"), owned(&model.options.name, &prefixed(text, prefix), &Remarks::default()))
    };
    OutputFiles { files: texts.iter().map(file).collect() }
}

/// Returns whether the interpreter can run a node's program: at most 255 fields, elements below 64 KiB, at
/// most two explicit tags around a field or a message, integer defaults within 32 bits, no TIME or DURATION
/// under DER. Other nodes are always compiled.
pub fn table_limits(model: &Model<'_>, node: Node) -> bool {
    model.code.fits(model, node)
}

/// Returns the bytes of a node in the table of programs.
pub fn table_octets(model: &Model<'_>, node: Node) -> u64 {
    model.code.table_octets(model, node)
}
