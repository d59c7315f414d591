//! Writes the reports of several specifications: one for all together, and one for each.

use super::text::percent;
use super::{Report, html, json, markdown, text};
use crate::plural::count;
use serde_json::{Value, json};
use std::fmt::Write;

/// The reports of a build.
#[derive(Clone, Copy, Debug)]
pub struct Several<'a> {
    /// The report of all specifications together.
    pub all: &'a Report,
    /// The report of each specification.
    pub parts: &'a [Report],
}

/// Returns the reports in the format of a file's extension.
pub fn write(several: &Several<'_>, extension: &str) -> String {
    match extension {
        "html" => html::write_all(several),
        "svg" => html::frontier(several.all).draw().file(),
        "md" => markdown::write_all(several),
        _ => write_json(several),
    }
}

/// Returns the totals with their usual keys, and the reports of each specification under `specifications`.
fn write_json(several: &Several<'_>) -> String {
    let mut all = json::value(several.all);
    all["specifications"] = several.parts.iter().map(part).collect();
    format!("{all:#}\n")
}

/// Returns the keys of one specification, without those of the whole build: the cap, and the range of sizes.
fn part(report: &Report) -> Value {
    let mut value = json::value(report);
    value["name"] = json!(report.name);
    value["rules"] = json!(report.rules.map(crate::RulesName::name));
    value["share"] = json!(report.share);
    value["size"] = json!({ "generated": report.size.generated });
    if let Some(keys) = value.as_object_mut() {
        for key in [
            "cap",
            "size_range",
            "small_runtime",
            "stack",
            "optimality_gap",
            "frontier",
            "instructions",
            "cache",
            "instructions_per_cold_byte",
            "saves_no_time",
        ] {
            keys.remove(key);
        }
    }
    value
}

/// Returns the facts of one specification, each with its name and value.
pub(super) fn facts(report: &Report) -> Vec<(&'static str, String)> {
    let rules = report.rules.map(crate::RulesName::name).unwrap_or_default();
    vec![
        ("encoding rules", rules.to_owned()),
        ("share of all messages", percent(report.share)),
        ("generated code", count(report.size.generated, "byte")),
        ("interpreter calls eliminated (predicted)", percent(report.calls_eliminated)),
        ("of those that convert something (predicted)", percent(report.conversions_eliminated)),
        ("instructions saved (predicted)", percent(report.instructions_saved)),
        ("time saved (predicted)", percent(report.time_saved)),
    ]
}

/// Returns the plan's size and its numbers for the terminal; `verbose` adds every node.
pub fn text(several: &Several<'_>, verbose: bool) -> String {
    let mut out = text::write(several.all, verbose);
    for part in several.parts {
        let rules = part.rules.map(crate::RulesName::name).unwrap_or_default();
        let _ = writeln!(
            out,
            "  {}: {}, {} of all messages; {} generated; {} of calls eliminated ({} of those that convert something), {} of instructions and {} of time saved",
            part.name,
            rules,
            percent(part.share),
            count(part.size.generated, "byte"),
            percent(part.calls_eliminated),
            percent(part.conversions_eliminated),
            percent(part.instructions_saved),
            percent(part.time_saved)
        );
    }
    out
}
