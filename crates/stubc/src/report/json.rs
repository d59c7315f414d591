//! Writes the report as JSON, with the keys that scripts rely on.

use super::messages::Annotated;
use super::special::{FilterReport, ShapeReport};
use super::{NodeReport, Report};
use codegen::cost::estimate;
use serde_json::{Map, Value, json};

/// Returns the report as JSON text.
pub fn write(report: &Report) -> String {
    let mut text = format!("{:#}", value(report));
    text.push('\n');
    text
}

/// Returns the report as a JSON value.
pub fn value(report: &Report) -> Value {
    let size = &report.size;
    json!({
        "cap": report.cap,
        "size": {
            "total": size.total,
            "generated": size.generated,
            "runtime": size.runtime,
            "transport": size.transport,
            "helpers": size.helpers,
            "measured": size.measured,
            "error_bounds": if size.measured { Value::Null } else { json!([estimate::BOUNDS.0 - 1.0, estimate::BOUNDS.1 - 1.0]) },
            "compiler": size.compiler,
        },
        "small_runtime": report.small_runtime,
        "stack": report.stack.map(|stack| json!({ "decode": stack.decode, "encode": stack.encode })),
        "size_range": { "smallest": report.smallest, "fastest": report.fastest, "fastest_measured": report.fastest_measured },
        "predicted": {
            "interpreter_calls_eliminated": report.calls_eliminated,
            "converting_calls_eliminated": report.conversions_eliminated,
            "instructions_saved": report.instructions_saved,
            "time_saved": report.time_saved,
        },
        "cache": report.cache.name(),
        "instructions_per_cold_byte": report.cache.per_byte(),
        "saves_no_time": {
            "bytes": report.idle.within,
            "bytes_beyond_fastest": report.idle.beyond,
            "instructions_saved_beyond_fastest": report.idle.instructions,
        },
        "instructions": {
            "target": report.timed.target,
            "measured_on": report.timed.times.about.target,
            "median_error": report.timed.times.about.median_error,
            "nine_in_ten_below": report.timed.times.about.nine_in_ten,
        },
        "optimality_gap": report.gap,
        "shares": report.shares.iter().map(|(way, share)| (way.name().to_owned(), json!(share))).collect::<Map<_, _>>(),
        "compiled_share": report.compiled_share,
        "nodes": report.nodes.iter().map(node).collect::<Vec<_>>(),
        "frontier": report.frontier.iter().map(|point| json!({
            "size": point.size,
            "instructions_saved": point.instructions_saved,
            "time_saved": point.time_saved,
        })).collect::<Vec<_>>(),
        "bytes": report.bytes.iter().map(|piece| json!({
            "part": piece.part,
            "path": piece.path,
            "bytes": piece.bytes,
        })).collect::<Vec<_>>(),
        "types": report.types.iter().map(|ty| json!({
            "path": ty.path,
            "root": ty.root,
            "frequency": ty.frequency,
            "guessed": ty.guessed,
        })).collect::<Vec<_>>(),
        "references": report.references.iter().map(|arc| json!({
            "path": arc.path,
            "from": report.types[arc.from].path,
            "to": report.types[arc.to].path,
            "v": arc.v,
            "frequency": arc.frequency,
        })).collect::<Vec<_>>(),
        "messages": report.messages.iter().map(message).collect::<Vec<_>>(),
        "shapes": report.shapes.iter().map(ShapeReport::json).collect::<Vec<_>>(),
        "filters": report.filters.iter().map(FilterReport::json).collect::<Vec<_>>(),
    })
}

fn message(message: &Annotated) -> Value {
    json!({
        "file": message.file,
        "root": message.root,
        "octets": message.octets.len(),
        "error": message.error.as_ref().map(|(error, offset)| json!({ "text": error, "offset": offset })),
        "parts": message.parts.iter().map(|part| json!({
            "path": part.path,
            "type": part.ty,
            "start": part.start,
            "end": part.end,
            "value": part.value,
            "technique": part.cost.map(|(technique, _)| technique),
            "time": part.cost.map(|(_, time)| time),
        })).collect::<Vec<_>>(),
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
