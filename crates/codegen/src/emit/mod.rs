//! A model and its techniques to C: `NAME.h`, `NAME.c`, `stubc_rt.h`, `stubc_rt.c`.

mod checks;
mod decode;
pub(crate) mod defaults;
mod encode;
pub mod escape;
mod expr;
pub mod harness;
mod header;
mod instrument;
mod needs;
mod numbering;
mod paths;
pub(crate) mod predicates;
mod relations;
mod roots;
mod runtime;
mod table;
mod writer;
mod xdr;

use crate::model::{Model, Rules};
use crate::techniques::{Direction, Techniques};
pub use instrument::LENGTHS;
use needs::Needs;
pub use needs::Needs as Needed;
use writer::Writer;

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
    if model.options.rules == Rules::Xdr {
        return xdr::emit(model, techniques, remarks, summary);
    }
    let needs = Needs::of(model, techniques);
    let table = table::Table::build(model, &needs);
    let prefix = &model.options.prefix;
    let name = &model.options.name;
    let header = header::header(model, summary);
    let mut w = Writer::new();
    w.comment(&format!("{name}: marshalling code {MADE}"));
    w.line(&format!("#include \"{prefix}{name}.h\""));
    w.blank();
    decode::prototypes(&mut w, model, techniques, &needs);
    encode::prototypes(&mut w, model, techniques, &needs);
    table.print(&mut w, model);
    let paths = paths::Paths::of(model);
    if let Some(paths) = &paths {
        let steps = paths.of_steps(model, &table.steps, &table.ways);
        paths.print(&mut w, &steps, table.is_used);
    }
    decode::procedures(&mut w, model, paths.as_ref(), &needs, remarks);
    defaults::functions(&mut w, model, &needs, &table.constructed.concat());
    table.print_constructed(&mut w, model, &needs);
    if model.options.instrument {
        instrument::functions(&mut w, model);
    }
    encode::procedures(&mut w, model, paths.as_ref(), &needs, remarks);
    roots::functions(&mut w, model, techniques, &table);
    let (rt_header, rt_source) = runtime::runtime(model, &needs, &table, &|call| w.mentions(call));
    let code = runtime::prefixed(&w.finish(), prefix);
    OutputFiles {
        files: vec![
            (format!("{prefix}{name}.h"), runtime::prefixed(&header, prefix)),
            (format!("{prefix}{name}.c"), code),
            (format!("{prefix}stubc_rt.h"), owned(name, &rt_header)),
            (format!("{prefix}stubc_rt.c"), owned(name, &rt_source)),
        ],
    }
}

/// What the first line of each file ends in.
pub const MADE: &str = "made by stubc. Do not edit.";

/// The first line of the files that a second output in the same folder would have, too: it says whose they are.
pub fn owner_line(name: &str) -> String {
    escape::comment(&format!("Runtime of {name}, {MADE}"))
}

/// A file that belongs to one output.
fn owned(name: &str, text: &str) -> String {
    format!("{}\n{text}", owner_line(name))
}

/// The runtime that serves procedures and commands at once, alone: for its size, of which neither shows all when it is made for one of them.
pub fn runtime_for_both(model: &Model<'_>) -> OutputFiles {
    let needs = Needs::of_both(model);
    let (header, source) = match model.options.rules {
        Rules::Xdr => xdr::runtime_for(model, &needs),
        Rules::Ber | Rules::Der => {
            let table = table::Table::build(model, &needs);
            runtime::runtime(model, &needs, &table, &|_| true)
        }
    };
    let prefix = &model.options.prefix;
    OutputFiles {
        files: vec![(format!("{prefix}stubc_rt.h"), header), (format!("{prefix}stubc_rt.c"), source)],
    }
}

/// What carries remote procedure calls over POSIX sockets, where there are stubs: no part of what is counted, and nothing
/// that generated code depends on.
pub fn transport(model: &Model<'_>) -> OutputFiles {
    let prefix = &model.options.prefix;
    let file = |name: &str, text: &str| {
        (format!("{prefix}{name}"), owned(&model.options.name, &runtime::prefixed(text, prefix)))
    };
    let sources = interp_runtime::sources::NET;
    let all = [file("stubc_net.h", interp_runtime::sources::NET_HEADER), file("stubc_net.c", sources)];
    OutputFiles { files: if model.options.rpc.any() { all.to_vec() } else { Vec::new() } }
}

/// Whether the interpreter can hold a node's program: at most 255 fields, elements below 64 KiB, at most two
/// explicit tags around a field or a message, integer defaults within 32 bits, TIME and DURATION not under DER. Other nodes are
/// always compiled.
pub fn table_limits(model: &Model<'_>, node: syntax_graph::TypeId) -> bool {
    match model.options.rules {
        Rules::Xdr => xdr::fits(model, node),
        Rules::Ber | Rules::Der => table::fits(model, node),
    }
}

/// Whether the elements of an array of XDR are converted in one go: words, hypers and floating-point numbers.
pub fn is_block(element: &crate::program::FieldStep) -> bool {
    xdr::block(element).is_some()
}

/// Octets that a node takes in the table of programs.
pub fn table_octets(model: &Model<'_>, node: syntax_graph::TypeId) -> u64 {
    match model.options.rules {
        Rules::Xdr => xdr::octets(model, node),
        Rules::Ber | Rules::Der => table::octets(model, node),
    }
}
