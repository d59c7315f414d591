//! Filters under XDR: the cursor goes over every byte before the last demanded field.

pub mod lower;
pub mod ops;
mod print;
mod skips;
mod table;
mod words;

use crate::c::writer::Writer;
use crate::filter::commands;
use crate::filter::emit::{Form, Functions, no_program};
use crate::filter::print::functions;
use crate::filter::view::View;
use crate::rules::Lowered;
use crate::rules::xdr::ops::Model;
use interp_runtime::sources::{FILTER_RUN_XDR, FILTER_XDR};
use ops::{Move, Skip};
use syntax_graph::filter::Filter;

/// Prints the functions of a filter.
///
/// # Errors
/// A question that the filter cannot answer.
pub fn print(model: &Model<'_>, filter: &Filter, name: &str, form: Form) -> Lowered<Functions> {
    if form == Form::Xdp {
        return Err(no_program("only filters under BER and DER have a form for XDP"));
    }
    let tested = lower::lower(model, &filter.test)?;
    let mut skipped = Vec::new();
    let mut note = |skip: &Skip| match skip {
        Skip::Node(node) => skipped.push(*node),
        Skip::Optional(inner) => {
            if let Skip::Node(node) = **inner {
                skipped.push(node);
            }
        }
        Skip::Static(_) | Skip::Text => {}
    };
    for routine in &tested {
        routine.each.iter().for_each(|each| note(&each.element));
        routine.routine.moves(&mut |step| match step {
            Move::Skip(skip) | Move::Linked(skip) => note(skip),
            _ => {}
        });
    }
    let skips = skips::Skips::of(model, name, skipped);
    let (routines, each): (Vec<_>, Vec<_>) =
        tested.into_iter().map(|tested| (tested.routine, tested.each)).unzip();
    if form == Form::Interpreted {
        let mut coder = table::Commands::new(&skips, &each);
        let rows = commands::rows(&mut coder, &routines)?;
        let values = skips.nodes().map(|node| coder.value(node)).collect::<Lowered<_>>()?;
        let rows = commands::with_skips(rows, values)?;
        return Ok(commands::functions(name, rows, coder.features, [FILTER_XDR, FILTER_RUN_XDR]));
    }
    let mut code = Writer::new();
    skips.print(&mut code);
    let view = View::of(model.graph, filter, name);
    code.append(functions(&print::Printer { name, skips, each, view }, name, &routines));
    Ok(Functions { code, runtime: FILTER_XDR, interpreter: None, commands: Vec::new() })
}
