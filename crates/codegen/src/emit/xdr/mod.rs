//! C for XDR: straight-line procedures, commands, runtime.

mod decode;
mod encode;
mod parts;
mod roots;
mod rpc;
mod runtime;
mod table;

use super::needs::Needs;
use super::paths::Paths;
use super::writer::Writer;
use super::{OutputFiles, Remarks, header};
use crate::model::Model;
use crate::techniques::{Direction, Techniques};
pub use parts::block;
pub use rpc::prototypes as rpc_prototypes;
pub use table::{fits, octets};

/// Prints the C of a model whose rules are XDR.
pub fn emit(
    model: &Model<'_>,
    techniques: &Techniques,
    remarks: &Remarks,
    summary: &[String],
) -> OutputFiles {
    let needs = Needs::of(model, techniques);
    let table = table::Table::build(model, &needs);
    let prefix = &model.options.prefix;
    let name = &model.options.name;
    let mut w = Writer::new();
    w.comment(&format!("{name}: marshalling code {}", super::MADE));
    w.line(&format!("#include \"{prefix}{name}.h\""));
    w.blank();
    for direction in Direction::ALL {
        let failing = parts::Failing::of(model, &needs, direction);
        for &node in needs.procedures[&direction].keys() {
            let kind = failing.signature(node).0;
            w.line(&format!("static {kind} {}_{};", direction.name(), model.names.inner(node)));
        }
    }
    w.blank();
    let stepped = roots::stepped(&mut w, model, &needs);
    table.print(&mut w, model, &stepped);
    let paths = Paths::of(model);
    if let Some(paths) = &paths {
        let steps = paths.of_steps(model, &table.steps, &[]);
        paths.print(&mut w, &steps, !table.numbers.order.is_empty());
    }
    decode::procedures(&mut w, model, &needs, paths.as_ref(), remarks);
    encode::procedures(&mut w, model, &needs, paths.as_ref(), remarks);
    if model.options.instrument {
        super::instrument::functions(&mut w, model);
    }
    roots::functions(&mut w, model, &needs, &table);
    if model.options.rpc.any() {
        rpc::stubs(&mut w, model);
    }
    let (rt_header, rt_source) = runtime_text(model, &needs, &table, &|call| w.mentions(call));
    let prefixed = |text: &str| super::runtime::prefixed(text, prefix);
    OutputFiles {
        files: vec![
            (format!("{prefix}{name}.h"), prefixed(&header::header(model, summary))),
            (format!("{prefix}{name}.c"), prefixed(&w.finish())),
            (format!("{prefix}stubc_rt.h"), super::owned(name, &rt_header)),
            (format!("{prefix}stubc_rt.c"), super::owned(name, &rt_source)),
        ],
    }
}

/// Texts of the runtime's header and source, for these needs.
pub fn runtime_for(model: &Model<'_>, needs: &Needs) -> (String, String) {
    runtime_text(model, needs, &table::Table::build(model, needs), &|_| true)
}

fn runtime_text(
    model: &Model<'_>,
    needs: &Needs,
    table: &table::Table,
    mentions: &dyn Fn(&str) -> bool,
) -> (String, String) {
    let (header, source) = runtime::runtime(model, needs, table, mentions);
    let prefixed = |text: &str| super::runtime::prefixed(text, &model.options.prefix);
    (prefixed(&header), prefixed(&source))
}
