//! The report as Markdown.

use super::Report;
use super::text::percent;
use std::fmt::Write;

/// The report as Markdown text.
pub fn write(report: &Report) -> String {
    let mut out = format!("# {}: plan and reasons\n\n", report.name);
    for (name, value) in facts(report) {
        let _ = writeln!(out, "- {name}: {value}");
    }
    out.push_str("\n| path | direction | technique | frequency | bytes | instructions | reason |\n");
    out.push_str("|---|---|---|---:|---:|---:|---|\n");
    for node in &report.nodes {
        let _ = writeln!(
            out,
            "| {} | {} | {} | {:.4} | {} | {:.0} | {} |",
            node.path.replace('|', "\\|"),
            node.direction.name(),
            node.technique,
            node.frequency,
            node.size,
            node.time,
            node.reason
        );
    }
    out
}

/// What stands above the table: name and value.
pub fn facts(report: &Report) -> Vec<(&'static str, String)> {
    let size = &report.size;
    let how =
        if size.measured { format!("measured with `{}`", size.compiler) } else { "estimated".to_owned() };
    vec![
        ("cap", report.cap.map_or_else(|| "none".to_owned(), |cap| format!("{cap} bytes"))),
        (
            "size",
            format!(
                "{} bytes, {} generated and {} runtime ({how})",
                size.total, size.generated, size.runtime
            ),
        ),
        ("range", format!("{} (smallest) to {} (fastest) bytes", report.smallest, report.fastest)),
        ("interpreter calls eliminated (predicted)", percent(report.calls_eliminated)),
        ("time saved (predicted)", percent(report.time_saved)),
        ("distance from the best plan, at most", percent(report.gap)),
        ("share of compiled code", percent(report.compiled_share)),
    ]
}
