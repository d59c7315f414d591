//! Writes the report as Markdown.

use super::several::{self, Several};
use super::text::{bound, idle, percent, stack};
use super::{Report, tables};
use crate::plural::count;
use codegen::cost::estimate;
use codegen::emit::escape::visible;
use std::fmt::Write;

/// Returns the report as Markdown text.
pub fn write(report: &Report) -> String {
    let mut out = format!("# {}: plan and reasons\n\n", report.name);
    for (name, value) in facts(report) {
        let _ = writeln!(out, "- {name}: {}", visible(&value));
    }
    write_tables(&mut out, report);
    out
}

/// Returns the reports of a build: the facts of all, then a part for each.
pub fn write_all(several: &Several<'_>) -> String {
    let mut out = format!("# {}: plan and reasons\n\n", several.all.name);
    for (name, value) in facts(several.all) {
        let _ = writeln!(out, "- {name}: {}", visible(&value));
    }
    for part in several.parts {
        let _ = writeln!(out, "\n# {}\n", part.name);
        for (name, value) in several::facts(part) {
            let _ = writeln!(out, "- {name}: {}", visible(&value));
        }
        write_tables(&mut out, part);
    }
    out
}

fn write_tables(out: &mut String, report: &Report) {
    for table in tables::all(report) {
        let names: Vec<&str> = table.columns.iter().map(|column| column.0).collect();
        let rules: String =
            table.columns.iter().map(|column| if column.1 { "---:|" } else { "---|" }).collect();
        let _ =
            writeln!(out, "\n## {}\n\n{}\n\n| {} |\n|{rules}", table.title, table.about, names.join(" | "));
        for row in table.rows {
            let cells: Vec<String> = row.iter().map(|text| cell(text)).collect();
            let _ = writeln!(out, "| {} |", cells.join(" | "));
        }
    }
}

/// Returns a text as a cell of a table: a predicate may hold what Markdown takes for a column or an element of HTML.
fn cell(text: &str) -> String {
    visible(text).replace('&', "&amp;").replace('<', "&lt;").replace('|', "\\|")
}

/// Returns a code span, fenced by more backquotes than any run in the text.
fn code(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let space = if longest > 0 { " " } else { "" };
    format!("{fence}{space}{text}{space}{fence}")
}

/// Returns the facts above the table, each with its name and value.
pub fn facts(report: &Report) -> Vec<(&'static str, String)> {
    let size = &report.size;
    let how = if size.measured {
        format!("measured with {}", code(&size.compiler))
    } else {
        estimate::told(size.total)
    };
    vec![
        ("cap", report.cap.map_or_else(|| "none".to_owned(), |cap| count(cap, "byte"))),
        (
            "size",
            format!(
                "{}, {} generated and {} runtime ({how})",
                count(size.total, "byte"),
                size.generated,
                size.runtime
            ),
        ),
        ("range", format!("{} bytes", report.range())),
        ("stack", stack(report)),
        ("interpreter calls eliminated (predicted)", percent(report.calls_eliminated)),
        ("of those that convert something (predicted)", percent(report.conversions_eliminated)),
        ("instructions saved (predicted)", percent(report.instructions_saved)),
        ("time saved (predicted)", format!("{}, cache {}", percent(report.time_saved), report.cache)),
        ("bytes that save no time", idle(report).unwrap_or_else(|| "none".to_owned())),
        ("instructions", report.timed.told()),
        (
            "distance from the best plan (upper bound)",
            report.gap.map_or_else(|| "unknown, as the user chose the plan".to_owned(), bound),
        ),
        ("code of procedures", format!("{:.2} times that of the all-compiled plan", report.compiled_share)),
    ]
}
