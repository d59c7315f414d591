//! Filters under BER and DER: elements of definite length are skipped or entered; others get STUBC_OTHER.

pub mod lower;
pub mod ops;
mod print;
mod table;
mod xdp;

use crate::blob::{Engine, filters};
use crate::c::helpers::Helper;
use crate::filter::commands;
use crate::filter::emit::{Form, Functions, no_program};
use crate::filter::print::{self as printing, functions};
use crate::filter::view::View;
use crate::rules::Lowered;
use crate::rules::ber::ops::Model;
use interp_runtime::sources::{FILTER, FILTER_BER, FILTER_CHECK, FILTER_RUN, FILTER_XDP, TABLE};
use syntax_graph::filter::Filter;

type Printer<'a> = dyn printing::Printer<Move = ops::Move, Condition = ops::Condition> + 'a;

/// Prints the functions of a filter, or its table.
///
/// # Errors
/// A field that the filter cannot find, and what commands cannot do.
pub fn print(model: &Model<'_>, filter: &Filter, name: &str, form: Form) -> Lowered<Functions> {
    let routines = lower::lower(model, &filter.test)?;
    if form == Form::Compiled {
        let view = View::of(model.graph, filter, name);
        let printer = print::Printer { name, view };
        let code = functions(&printer as &Printer<'_>, name, &routines);
        return Ok(Functions { code, runtime: FILTER_BER, interpreter: None, commands: Vec::new() });
    }
    if form == Form::Xdp {
        if let Some(reason) = xdp::unbounded(&routines) {
            return Err(no_program(reason));
        }
        let code = functions(&xdp::Printer::new(name, &routines) as &Printer<'_>, name, &routines);
        return Ok(Functions { code, runtime: FILTER_XDP, interpreter: None, commands: Vec::new() });
    }
    let rows = commands::rows(&mut table::Commands::default(), &routines)?;
    let mut code = commands::print(name, &rows, table::RUN.name, true);
    // The interpreter calls them, and not the table: only their features matter.
    for feature in table::features(&rows) {
        code.call(Helper { name: "", feature });
    }
    let commands = rows.into_iter().flat_map(|row| row.octets).collect();
    Ok(Functions { code, runtime: FILTER_BER, interpreter: Some(FILTER_RUN), commands })
}

/// Returns the interpreter of all commands with the checker of tables.
pub fn engine() -> Engine {
    filters::engine(table::all_features(), vec![FILTER_BER, FILTER, FILTER_RUN, TABLE, FILTER_CHECK])
}
