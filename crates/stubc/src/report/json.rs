//! The report as JSON, with the keys that scripts rely on.

use super::{NodeReport, Report};
use serde_json::{Map, Value, json};

/// The report as JSON text.
pub fn write(report: &Report) -> String {
    let mut text = format!("{:#}", value(report));
    text.push('\n');
    text
}

/// The report as a JSON value.
pub fn value(report: &Report) -> Value {
    let size = &report.size;
    json!({
        "cap": report.cap,
        "size": {
            "total": size.total,
            "generated": size.generated,
            "runtime": size.runtime,
            "measured": size.measured,
            "compiler": size.compiler,
        },
        "size_range": { "smallest": report.smallest, "fastest": report.fastest },
        "predicted": {
            "interpreter_calls_eliminated": report.calls_eliminated,
            "time_saved": report.time_saved,
        },
        "optimality_gap": report.gap,
        "shares": report.shares.iter().map(|(way, share)| (way.name().to_owned(), json!(share))).collect::<Map<_, _>>(),
        "compiled_share": report.compiled_share,
        "nodes": report.nodes.iter().map(node).collect::<Vec<_>>(),
    })
}

fn node(node: &NodeReport) -> Value {
    json!({
        "path": node.path,
        "kind": if node.reference { "reference" } else { "definition" },
        "direction": node.direction.name(),
        "technique": node.technique,
        "frequency": node.frequency,
        "size": node.size,
        "time": node.time,
        "faster": node.faster,
        "reason": node.reason,
    })
}
