//! Filters under BER and DER: elements of definite length are skipped or entered; others get STUBC_OTHER.

pub mod lower;
pub mod ops;
mod print;

use crate::filter::emit::Functions;
use crate::filter::print::functions;
use crate::rules::Lowered;
use crate::rules::ber::ops::Model;
use interp_runtime::sources::FILTER_BER;
use syntax_graph::filter::Filter;

/// Prints the functions of a filter.
///
/// # Errors
/// A field that the filter cannot find.
pub fn print(model: &Model<'_>, filter: &Filter, name: &str) -> Lowered<Functions> {
    let routines = lower::lower(model, &filter.test)?;
    let printer = print::Printer { name };
    Ok(Functions { code: functions(&printer, name, &routines), runtime: FILTER_BER })
}
