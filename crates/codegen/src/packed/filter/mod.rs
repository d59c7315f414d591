//! Filters under packed rules: the cursor goes over every bit before the last demanded field.

mod choices;
mod cursor;
mod known;
mod lower;
mod ops;
mod print;
mod scalars;
mod table;
mod widths;

use crate::c::writer::Writer;
use crate::filter::commands;
use crate::filter::emit::{Form, Functions, no_program};
use crate::filter::print::functions;
use crate::filter::view;
use crate::model::view::View;
use crate::packed::forms::Forms;
use crate::rules::Lowered;
use interp_runtime::sources::FILTER_RUN_PACKED;
use syntax_graph::filter::Filter;

/// Prints the functions of a filter.
///
/// # Errors
/// A question that the filter cannot answer.
pub fn print<R: Forms>(
    rule: R,
    model: &View<'_, R>,
    filter: &Filter,
    name: &str,
    form: Form,
) -> Lowered<Functions> {
    if form == Form::Xdp {
        return Err(no_program("only filters under BER and DER have a form for XDP"));
    }
    let parts = lower::lower(rule, model, &filter.test, form == Form::Compiled)?;
    if form == Form::Interpreted {
        let (rows, features) = table::table(&parts, rule.is_aligned(), &|node| model.path(node))?;
        return Ok(commands::functions(name, rows, features, [rule.runtime(), FILTER_RUN_PACKED]));
    }
    let mut code = Writer::new();
    let mut printer = print::Printer::new(name, &parts, rule.is_aligned());
    printer.skips(&mut code, &|node| model.path(node));
    printer.view = view::View::of(model.graph, filter, name);
    code.append(functions(&printer, name, &parts.routines));
    Ok(Functions { code, runtime: rule.runtime(), interpreter: None, commands: Vec::new() })
}
