//! Compares generated stubs with the independent codec.

use crate::stubs::{Modes, Program};
use crate::subject::{Record, Subject};
use codegen::{Model, Techniques};
use interp_runtime::{Codec, ErrorCode, json};
use serde_json::Value as Json;
use std::borrow::Cow;
use std::collections::BTreeMap;
use syntax_graph::{FieldId, SyntaxGraph, TypeId, Value};

/// Records per run of a program.
const CHUNK: usize = 4000;

/// Returns the line with which a program must answer a message.
pub fn expected(codec: &Codec<'_>, root: TypeId, octets: &[u8]) -> String {
    let decoded = match codec.decode(root, octets) {
        Ok(decoded) => decoded,
        Err(error) => {
            let needed = error.needed.map_or_else(String::new, |needed| format!(",\"needed\":{needed}"));
            let bit = if error.bit > 0 { format!(",\"bit\":{}", error.bit) } else { String::new() };
            let (code, offset) = (error.code.number(), error.offset);
            return format!("{{\"error\":{code},\"offset\":{offset}{bit}{needed}}}");
        }
    };
    let value = json::to_json(codec.graph(), root, &decoded.value);
    match codec.encode(root, &decoded.value) {
        Ok(encoded) => {
            let mut kept = Vec::new();
            received(codec.graph(), &decoded.value, &mut kept);
            let graph = codec.graph();
            let kept =
                if graph.kept.is_empty() && graph.extended.is_empty() { None } else { Some(kept.join(",")) };
            let kept = kept.map_or_else(String::new, |kept| format!(",\"kept\":[{kept}]"));
            let (length, encoded) = (decoded.length, json::hex(&encoded));
            format!("{{\"length\":{length},\"value\":{value},\"encoded\":\"{encoded}\"{kept}}}")
        }
        Err(error) => format!("{{\"error\":{},\"offset\":0}}", error.code.number()),
    }
}

/// Returns the number of messages whose only error is a broken constraint.
pub fn excluded(codec: &Codec<'_>, roots: &[TypeId], records: &[Record]) -> usize {
    let breaks = |record: &&Record| {
        let found = codec.decode(roots[record.root], &record.octets);
        found.is_err_and(|error| error.code == ErrorCode::Constraint)
    };
    records.iter().filter(breaks).count()
}

/// Collects the received bytes of values that keep them, in the harness's order.
fn received(graph: &SyntaxGraph, value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Kept(value, octets) => {
            found.extend((!octets.is_empty()).then(|| format!("\"{}\"", json::hex(octets))));
            received(graph, value, found);
        }
        Value::Extended(value, unknown) => {
            let bit = |is_present: &bool| if *is_present { '1' } else { '0' };
            found.push(format!("\"{}\"", unknown.present.iter().map(bit).collect::<String>()));
            let octets = &unknown.contents;
            found.extend((!octets.is_empty()).then(|| format!("\"{}\"", json::hex(octets))));
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

/// Splits an answer into the part that the codec can predict, and the size of the arena, which every
/// technique must share.
fn without_arena(answer: &str) -> (Cow<'_, str>, Option<u64>) {
    let arena = answer.strip_suffix('}').and_then(|rest| rest.rsplit_once(",\"arena\":"));
    match arena.and_then(|(rest, arena)| Some((rest, arena.parse().ok()?))) {
        Some((rest, arena)) => (format!("{rest}}}").into(), Some(arena)),
        None => (answer.into(), None),
    }
}

/// Returns whether two answers are equal, however their strings are escaped.
fn agree(expected: &str, answer: &str) -> bool {
    if expected == answer {
        return true;
    }
    let parse =
        |text: &str| serde_json::from_str::<Json>(text).unwrap_or_else(|error| error.to_string().into());
    parse(expected) == parse(answer)
}

/// Compares programs with the codec on every record; on accepted records, all programs must use the same size
/// of arena.
///
/// # Errors
/// The first record with a different answer, or a crash.
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
        let mut arenas = BTreeMap::new();
        for (name, program) in programs {
            let answers = program
                .feed(modes, chunk.iter().map(|record| (record.root, record.octets.as_slice())))
                .map_err(|error| match error.answers {
                    Some(at) => format!("{name} at {}: {}", describe(chunk.get(at)), error.text),
                    None => format!("{name}: {}", error.text),
                })?;
            if answers.len() != chunk.len() {
                return Err(format!("{name}: {} answers for {} records", answers.len(), chunk.len()));
            }
            for (at, (record, expected)) in chunk.iter().zip(&expectations).enumerate() {
                let (answer, arena) = without_arena(&answers[at]);
                if !agree(expected, &answer) {
                    let title = describe(Some(record));
                    return Err(format!("{name}, {title}\n    codec: {expected}\n    stubs: {answer}"));
                }
                let first = arenas.entry(at).or_insert(arena);
                if *first != arena {
                    let title = describe(Some(record));
                    return Err(format!(
                        "{name}, {title}: {arena:?} bytes of the arena, other programs {first:?}"
                    ));
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

/// Decodes valid records into every arena up to the sufficient one, and encodes them into every buffer up to
/// the sufficient one. All programs must succeed and fail alike. Returns the number of records that use the
/// arena.
///
/// # Panics
/// Two programs differ.
pub fn sizes(programs: &[(&str, Program)], records: &[Record]) -> usize {
    let mut first: Option<(&str, Vec<String>)> = None;
    for (name, program) in programs {
        let messages = records.iter().map(|record| (record.root, &record.octets[..]));
        let answers = program.feed(Modes::Sizes, messages);
        let answers = answers.unwrap_or_else(|error| panic!("{name}: {error:?}"));
        assert_eq!(answers.len(), records.len(), "{name}: {answers:?}");
        let (other, expected) = first.get_or_insert_with(|| (*name, answers.clone()));
        for ((record, answer), expected) in records.iter().zip(&answers).zip(expected) {
            assert!(answer.starts_with("{\"arena\""), "{name} {}: {answer}", record.title);
            assert_eq!(answer, expected, "{name} and {other}, {}", describe(Some(record)));
        }
    }
    let answers = first.map_or_else(Vec::new, |(_, answers)| answers);
    answers.iter().filter(|answer| !answer.starts_with("{\"arena\":0,")).count()
}

/// Numbers of accepted and refused records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Accepted records.
    pub accepted: usize,
    /// Refused records.
    pub refused: usize,
}

/// Builds a program for every plan, with sanitizers: `interpreted` and `compiled` with the runtime for size,
/// the others with the one for speed.
///
/// # Panics
/// A program does not compile without warnings.
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
        let program = crate::stubs::build(model, plan, crate::sanitizer::compiler(), &flags);
        (name, program.unwrap_or_else(|error| panic!("{} {name}: {error}", subject.family.title())))
    };
    // The largest specifications are built last, when the second core is free.
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
