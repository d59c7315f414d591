//! A model and its techniques to C: `NAME.h`, `NAME.c`, `stubc_rt.h`, `stubc_rt.c`.

use crate::c::escape::comment;
use crate::c::runtime::prefixed;
use crate::model::{Helpers, Model};
use crate::program::techniques::{Direction, Techniques};

pub use crate::c::escape;
pub use crate::c::harness;
pub use crate::c::instrument::LENGTHS;

/// Emitted files: name and text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputFiles {
    /// In the order `NAME.h`, `NAME.c`, `stubc_rt.h`, `stubc_rt.c`.
    pub files: Vec<(String, String)>,
}

/// What the comment of a type says, by node: frequency, technique, size.
pub type Remarks = std::collections::BTreeMap<(syntax_graph::TypeId, Direction), String>;

/// Prints the C. The techniques of nodes that no program can hold (see [`table_limits`]) must be compiled.
pub fn emit(
    model: &Model<'_>,
    techniques: &Techniques,
    remarks: &Remarks,
    summary: &[String],
) -> OutputFiles {
    print(model, &Edition { techniques, remarks, summary, apart: false })
}

/// The same without remarks, for measuring: the compiler keeps each procedure apart, so that it shows its own size.
pub fn emit_apart(model: &Model<'_>, techniques: &Techniques) -> OutputFiles {
    print(model, &Edition { techniques, remarks: &Remarks::new(), summary: &[], apart: true })
}

fn print(model: &Model<'_>, edition: &Edition<'_>) -> OutputFiles {
    let mut files = model.code.emit(model, edition);
    if model.options.helpers == Helpers::Counted {
        files.files.extend(helpers(model).files);
    }
    files
}

/// What of a model is printed.
pub struct Edition<'a> {
    /// The plan.
    pub techniques: &'a Techniques,
    /// Comments of types.
    pub remarks: &'a Remarks,
    /// The comment at the head of the header.
    pub summary: &'a [String],
    /// Whether procedures are kept from being merged with their callers.
    pub apart: bool,
}

/// What the first line of each file ends in.
pub const MADE: &str = "made by stubc. Do not edit.";

/// The first line of the files that a second output in the same folder would have, too: it says whose they are.
pub fn owner_line(name: &str) -> String {
    comment(&format!("Runtime of {name}, {MADE}"))
}

/// A file that belongs to one output.
pub(crate) fn owned(name: &str, text: &str) -> String {
    format!("{}\n{text}", owner_line(name))
}

/// The runtime that serves procedures and commands at once, alone: for its size, of which neither shows all when it is made for one of them.
pub fn runtime_for_both(model: &Model<'_>) -> OutputFiles {
    let (header, source) = model.code.runtime_for_both(model);
    let prefix = &model.options.prefix;
    OutputFiles {
        files: vec![(format!("{prefix}stubc_rt.h"), header), (format!("{prefix}stubc_rt.c"), source)],
    }
}

/// What carries remote procedure calls over POSIX sockets, where there are stubs: no part of what is counted, and nothing
/// that generated code depends on.
pub fn transport(model: &Model<'_>) -> OutputFiles {
    use interp_runtime::sources::{NET, NET_HEADER};
    let texts = [("stubc_net.h", NET_HEADER), ("stubc_net.c", NET)];
    if model.options.rpc.any() { as_given(model, &texts) } else { OutputFiles { files: Vec::new() } }
}

/// Helpers for applications: object identifiers, bits, times and strings. Neither generated code nor the runtime calls them.
pub fn helpers(model: &Model<'_>) -> OutputFiles {
    use interp_runtime::sources::{UTIL, UTIL_HEADER};
    as_given(model, &[("stubc_util.h", UTIL_HEADER), ("stubc_util.c", UTIL)])
}

/// Files whose texts are the same for all specifications, but for the prefix.
fn as_given(model: &Model<'_>, texts: &[(&str, &str)]) -> OutputFiles {
    let prefix = &model.options.prefix;
    let file = |(name, text): &(&str, &str)| {
        (format!("{prefix}{name}"), owned(&model.options.name, &prefixed(text, prefix)))
    };
    OutputFiles { files: texts.iter().map(file).collect() }
}

/// Whether the interpreter can hold a node's program: at most 255 fields, elements below 64 KiB, at most two
/// explicit tags around a field or a message, integer defaults within 32 bits, TIME and DURATION not under DER. Other nodes are
/// always compiled.
pub fn table_limits(model: &Model<'_>, node: syntax_graph::TypeId) -> bool {
    model.code.fits(model, node)
}

/// Octets that a node takes in the table of programs.
pub fn table_octets(model: &Model<'_>, node: syntax_graph::TypeId) -> u64 {
    model.code.table_octets(model, node)
}
