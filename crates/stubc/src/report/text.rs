//! The report in a few lines, for the terminal.

use super::Report;
use codegen::cost::estimate;
use std::fmt::Write;

/// What was chosen.
pub fn write(report: &Report, verbose: bool) -> String {
    let mut out = String::new();
    let size = &report.size;
    let how = if size.measured {
        format!("measured with {}", size.compiler)
    } else {
        format!("{}: no compiler was asked", estimate::told(size.total))
    };
    let cap = report.cap.map_or_else(|| "no cap".to_owned(), |cap| format!("cap {cap}"));
    let _ = writeln!(
        out,
        "{}: {} bytes of object code, {cap} ({} generated + {} runtime; {how})",
        report.name, size.total, size.generated, size.runtime
    );
    if let Some(helpers) = size.helpers {
        let _ = writeln!(out, "  helpers    {helpers} bytes of stubc_util.o, which the cap does not count");
    }
    if let Some(transport) = size.transport {
        let _ = writeln!(out, "  transport  {transport} bytes of stubc_net.o, which the cap does not count");
    }
    let _ = writeln!(out, "  range      {}", report.range());
    let _ = writeln!(
        out,
        "  chosen     {} interpreted, {} compiled; of {} references {} inlined",
        report.count("interpreted"),
        report.count("compiled"),
        report.count("inline") + report.count("call"),
        report.count("inline")
    );
    let gap =
        report.gap.map_or_else(String::new, |gap| format!("; at most {} from the best plan", percent(gap)));
    let _ = writeln!(
        out,
        "  predicted  {} of interpreter calls eliminated, {} of time saved{gap}",
        percent(report.calls_eliminated),
        percent(report.time_saved),
    );
    if verbose || !report.timed.is_fitted() {
        let _ = writeln!(out, "  times      {}", report.timed.told());
    }
    if verbose {
        for node in &report.nodes {
            let _ = writeln!(
                out,
                "  {} {} {}: f {:.4}, {} bytes, {:.0} instructions; {}",
                node.direction.name(),
                node.path,
                node.technique,
                node.frequency,
                node.size,
                node.time,
                node.reason
            );
        }
    }
    out
}

/// A share as a percentage with one digit.
pub fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}
