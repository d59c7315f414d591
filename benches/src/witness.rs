//! What stubs must answer, as the independent codec says.

use crate::stubs::{Modes, Program};
use crate::subject::{Record, Subject};
use codegen::{Model, Techniques};
use interp_runtime::{Codec, ErrorCode, json};
use serde_json::Value as Json;
use syntax_graph::{FieldId, SyntaxGraph, TypeId, Value};

/// Records that one run of a program is fed with.
const CHUNK: usize = 4000;

/// The line that a program must answer a message with.
pub fn expected(codec: &Codec<'_>, root: TypeId, octets: &[u8]) -> String {
    let decoded = match codec.decode(root, octets) {
        Ok(decoded) => decoded,
        Err(error) => return format!("{{\"error\":{},\"offset\":{}}}", error.code.number(), error.offset),
    };
    let value = json::to_json(codec.graph(), root, &decoded.value);
    match codec.encode(root, &decoded.value) {
        Ok(encoded) => {
            let mut kept = Vec::new();
            received(codec.graph(), &decoded.value, &mut kept);
            let kept = if codec.graph().kept.is_empty() { None } else { Some(kept.join(",")) };
            let kept = kept.map_or_else(String::new, |kept| format!(",\"kept\":[{kept}]"));
            let (length, encoded) = (decoded.length, json::hex(&encoded));
            format!("{{\"length\":{length},\"value\":{value},\"encoded\":\"{encoded}\"{kept}}}")
        }
        Err(error) => format!("{{\"error\":{},\"offset\":0}}", error.code.number()),
    }
}

/// How many messages break a constraint, and nothing else before it.
pub fn excluded(codec: &Codec<'_>, roots: &[TypeId], records: &[Record]) -> usize {
    let breaks = |record: &&Record| {
        let found = codec.decode(roots[record.root], &record.octets);
        found.is_err_and(|error| error.code == ErrorCode::Constraint)
    };
    records.iter().filter(breaks).count()
}

/// Octets as received of the values that keep them, in the order in which the harness walks the value.
fn received(graph: &SyntaxGraph, value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Kept(value, octets) => {
            found.push(format!("\"{}\"", json::hex(octets)));
            received(graph, value, found);
        }
        Value::Structure(fields) => {
            let filled = |field: &FieldId| graph.has_encoded_default(*field);
            let sent = fields.iter().filter(|(field, _)| !filled(field));
            sent.for_each(|(_, value)| received(graph, value, found));
        }
        Value::Union(_, value) | Value::Known(_, value) => received(graph, value, found),
        Value::Array(values) => values.iter().for_each(|value| received(graph, value, found)),
        _ => {}
    }
}

/// Whether two answers are the same, however their strings are escaped.
fn agree(expected: &str, answer: &str) -> bool {
    if expected == answer {
        return true;
    }
    let parse =
        |text: &str| serde_json::from_str::<Json>(text).unwrap_or_else(|error| error.to_string().into());
    parse(expected) == parse(answer)
}

/// Holds programs to the codec: every record, in every program.
///
/// # Errors
/// The first record that is answered otherwise, or a crash.
pub fn compare(
    codec: &Codec<'_>,
    roots: &[TypeId],
    programs: &[(&str, Program)],
    modes: Modes,
    records: &[Record],
) -> Result<Tally, String> {
    let mut tally = Tally::default();
    for chunk in records.chunks(CHUNK) {
        let expectations: Vec<String> =
            chunk.iter().map(|record| expected(codec, roots[record.root], &record.octets)).collect();
        for answer in &expectations {
            *if answer.starts_with("{\"error") { &mut tally.refused } else { &mut tally.accepted } += 1;
        }
        for (name, program) in programs {
            let answers = program
                .feed(modes, chunk.iter().map(|record| (record.root, record.octets.as_slice())))
                .map_err(|error| match error.answers {
                    Some(at) => format!("{name} at {}: {}", describe(chunk.get(at)), error.text),
                    None => format!("{name}: {}", error.text),
                })?;
            if answers.len() != chunk.len() {
                return Err(format!("{name}: {} answers to {} records", answers.len(), chunk.len()));
            }
            for ((record, expected), answer) in chunk.iter().zip(&expectations).zip(&answers) {
                if !agree(expected, answer) {
                    let title = describe(Some(record));
                    return Err(format!("{name}, {title}\n    codec: {expected}\n    stubs: {answer}"));
                }
            }
        }
    }
    Ok(tally)
}

fn describe(record: Option<&Record>) -> String {
    record.map_or("the end".into(), |record| {
        format!("{} (root {}): {}", record.title, record.root, json::hex(&record.octets))
    })
}

/// How many records were accepted and refused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Accepted.
    pub accepted: usize,
    /// Refused.
    pub refused: usize,
}

/// Builds a program for every plan, with sanitizers: `interpreted` and `compiled` with the runtime for size, the others with the
/// one for speed.
///
/// # Panics
/// When one does not compile without a warning.
pub fn programs<'n>(
    subject: &Subject,
    model: &Model<'_>,
    plans: Vec<(&'n str, Techniques)>,
) -> Vec<(&'n str, Program)> {
    let build = |(name, plan): &(&'n str, Techniques)| {
        let name = *name;
        let mut flags = crate::stubs::SANITIZED.to_vec();
        if matches!(name, "interpreted" | "compiled") {
            flags.push("-D__OPTIMIZE_SIZE__");
        }
        let program = crate::stubs::build(model, plan, "cc", &flags);
        (name, program.unwrap_or_else(|error| panic!("{} {name}: {error}", subject.family.title())))
    };
    // The largest specifications are built last, when no other test keeps the second core busy.
    let built = std::thread::scope(|scope| {
        let half = plans.len().div_ceil(2);
        let workers: Vec<_> = plans
            .chunks(half.max(1))
            .map(|part| scope.spawn(|| part.iter().map(build).collect::<Vec<_>>()))
            .collect();
        let joined = workers.into_iter().map(|worker| worker.join());
        joined.collect::<Result<Vec<_>, _>>()
    });
    built.unwrap_or_else(|panic| std::panic::resume_unwind(panic)).into_iter().flatten().collect()
}
