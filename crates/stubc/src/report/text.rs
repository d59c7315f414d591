//! Writes the report in a few lines, for the terminal.

use super::{Idle, Report, special};
use crate::plural::count;
use crate::stack::Stack;
use codegen::cost::estimate;
use size_budget::LOOSE;
use std::fmt::Write;

/// Returns the plan's size and its numbers; `verbose` adds every node.
pub fn write(report: &Report, verbose: bool) -> String {
    let mut out = String::new();
    let size = &report.size;
    let how = if size.measured {
        format!("measured with {}", size.compiler)
    } else {
        format!("{}; no compiler was run", estimate::told(size.total))
    };
    let cap = report.cap.map_or_else(|| "no cap".to_owned(), |cap| format!("cap {cap}"));
    let _ = writeln!(
        out,
        "{}: {} of object code, {cap} ({} generated + {} runtime; {how})",
        report.name,
        count(size.total, "byte"),
        size.generated,
        size.runtime
    );
    if let Some(helpers) = size.helpers {
        let _ = writeln!(
            out,
            "  helpers    {} of stubc_util.o, which the cap counts only with --util=counted",
            count(helpers, "byte")
        );
    }
    if let Some(transport) = size.transport {
        let _ = writeln!(
            out,
            "  transport  {} of stubc_net.o, which the cap does not count",
            count(transport, "byte")
        );
    }
    let _ = writeln!(out, "  range      {}", report.range());
    if size.measured {
        let _ = writeln!(out, "  stack      {}", stack(report));
    }
    let _ = writeln!(
        out,
        "  chosen     {} interpreted, {} compiled; {} of {} inlined{}",
        report.count("interpreted"),
        report.count("compiled"),
        report.count("inline"),
        count(report.count("inline") + report.count("call"), "reference"),
        if report.small_runtime { "; the runtime for size" } else { "" }
    );
    out.push_str(&special::lines(report));
    let gap =
        report.gap.map_or_else(String::new, |gap| format!("; at most {} from the best plan", bound(gap)));
    let _ = writeln!(
        out,
        "  predicted  {} of interpreter calls eliminated ({} of those that convert something), {} of instructions and {} of time saved (cache {}){gap}",
        percent(report.calls_eliminated),
        percent(report.conversions_eliminated),
        percent(report.instructions_saved),
        percent(report.time_saved),
        report.cache,
    );
    if let Some(idle) = idle(report) {
        let _ = writeln!(out, "  no gain    {idle}");
    }
    if verbose || !report.timed.is_fitted() {
        let _ = writeln!(out, "  times      {}", report.timed.told());
    }
    if verbose {
        for node in &report.nodes {
            let _ = writeln!(
                out,
                "  {} {} {}: f {:.4}, {}, {}; {}",
                node.direction.name(),
                node.path,
                node.technique,
                node.frequency,
                count(node.size, "byte"),
                count(format!("{:.0}", node.time), "instruction"),
                node.reason
            );
        }
    }
    out
}

/// Returns the bounds of the stack.
pub(super) fn stack(report: &Report) -> String {
    match report.stack {
        // A direction without code takes nothing.
        Some(Stack { decode, encode: 0 }) => format!("at most {} to decode", count(decode, "byte")),
        Some(Stack { decode: 0, encode }) => format!("at most {} to encode", count(encode, "byte")),
        Some(Stack { decode, encode }) => {
            format!("at most {} to decode, {} to encode", count(decode, "byte"), count(encode, "byte"))
        }
        None => "no bound is known (it needs gcc 10 or later, without --check-constraints)".to_owned(),
    }
}

/// Returns which bytes save no time; `None` if there are none.
pub(super) fn idle(report: &Report) -> Option<String> {
    let Idle { within, beyond, instructions } = report.idle;
    let within = (within > 0).then(|| format!("{} of this plan save no time", count(within, "byte")));
    let beyond = (beyond > 0).then(|| {
        format!(
            "{} beyond the fastest plan would save {} of instructions, but no time",
            count(beyond, "byte"),
            percent(instructions)
        )
    });
    let told: Vec<String> = within.into_iter().chain(beyond).collect();
    (!told.is_empty()).then(|| told.join("; "))
}

/// Returns the bound on the distance from the best plan. A large bound is loose: the plan is mostly nearer.
pub(super) fn bound(gap: f64) -> String {
    let loose = if gap < LOOSE { "" } else { " (a loose bound)" };
    format!("{}{loose}", percent(gap))
}

/// Returns a share as a percentage with one decimal place.
pub fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}
