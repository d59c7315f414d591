//! Values that no decoder makes: decoded values with a part overwritten, which encoders must send or refuse.

use crate::damage::{identifier_octets, is_element};
use crate::stubs::{Modes, Program};
use crate::subject::Record;
use codegen::layout::CType;
use codegen::{Model, Rules};
use interp_runtime::{Codec, Random, json};
use num_bigint::BigInt;
use syntax_graph::{FieldId, TypeId, TypeKind, Value};

/// Bytes that make a string, a time, an identifier or an element wrong, or right in another form.
const OCTETS: [&[u8]; 23] = [
    &[],
    &[0],
    &[0x30],
    &[0x2a],
    &[0x80],
    &[0xff, 0xff, 0x01],
    &[0x2b, 0x80, 0x01],
    &[0x2b, 0x86],
    &[0x04, 0x00],
    &[0x04, 0x05, 0x61],
    &[0x04, 0x84, 0xff, 0xff, 0xff, 0xff],
    &[0x04, 0x88, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
    &[0x04, 0x82, 0x01],
    &[0x1f, 0x85],
    &[0xbf, 0xff, 0xff, 0xff, 0xff],
    &[0x1f, 0x85, 0x01],
    &[0x30, 0x80],
    &[0x30, 0x80, 0x04, 0x00],
    &[0x30, 0x80, 0x04, 0x01, 0x61, 0x24, 0x80, 0x00, 0x00, 0x00, 0x00],
    &[0x30, 0x80, 0x00],
    &[0x30, 0x80, 0x00, 0x00],
    &[0x00, 0x00],
    &[0x03, 0x02, 0x07, 0x80],
];

/// A kind of part to overwrite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// A string or number as bytes.
    Contents,
    /// A whole element.
    Element,
    /// The bytes that a value keeps as received.
    Kept,
    /// The number of an alternative, which becomes an unknown one.
    Kind,
    /// A pointer, which becomes null.
    Pointer,
}

/// Handles a part; returns true to stop the visit.
type Visitor<'v> = dyn FnMut(Part, &mut Value) -> bool + 'v;

/// Visits the parts of a value in the harness's order.
fn visit(model: &Model<'_>, ty: TypeId, value: &mut Value, visitor: &mut Visitor<'_>) -> bool {
    let graph = model.graph;
    let node = graph.resolve(ty);
    if model.names.kept.contains_key(&node) && visitor(Part::Kept, value) {
        return true;
    }
    let kind = &graph.types[node].kind;
    let has_kind = match kind {
        TypeKind::Union(union) => union.discriminant.is_none(),
        TypeKind::Open(open) => !open.arms.is_empty(),
        _ => false,
    };
    let value = value.plain_mut();
    if has_kind && visitor(Part::Kind, value) {
        return true;
    }
    match value {
        Value::Structure(fields) => {
            fields.iter_mut().any(|(field, value)| visit_field(model, *field, value, visitor))
        }
        Value::Array(values) => {
            let Some(&element) = graph.fields_of(node).first() else { return false };
            values.iter_mut().any(|value| visit_field(model, element, value, visitor))
        }
        Value::Union(arm, value) | Value::Switch { arm, value, .. } => {
            visit_field(model, *arm, value, visitor)
        }
        Value::Known(arm, value) => {
            let arm = *arm;
            (model.layouts.ctype(arm) != CType::Nothing && visitor(Part::Pointer, value))
                || visit(model, graph.fields[arm].target, value, visitor)
        }
        Value::UnknownArm(_) | Value::Open(_) => visitor(Part::Element, value),
        _ => match graph.scalar(node).map(|scalar| model.layouts.scalar(scalar)) {
            Some(CType::Slice | CType::Bits) => visitor(Part::Contents, value),
            _ => false,
        },
    }
}

fn visit_field(model: &Model<'_>, field: FieldId, value: &mut Value, visitor: &mut Visitor<'_>) -> bool {
    let is_pointer = matches!(model.layouts.ctype(field), CType::Pointer(_));
    (is_pointer && visitor(Part::Pointer, value))
        || visit(model, model.graph.fields[field].target, value, visitor)
}

/// Overwrites a part.
fn overwrite(part: Part, value: &mut Value, new: &[u8]) {
    match (part, &mut *value) {
        (Part::Kind | Part::Pointer, _) => *value = Value::Null,
        (Part::Kept, Value::Kept(_, octets)) => *octets = new.to_vec(),
        // A filled-in DEFAULT has no received bytes.
        (Part::Kept, plain) => {
            let inside = std::mem::replace(plain, Value::Null);
            *value = Value::Kept(Box::new(inside), new.to_vec());
        }
        (
            _,
            Value::UnknownArm(octets)
            | Value::Open(octets)
            | Value::Octets(octets)
            | Value::Oid(octets)
            | Value::Real(octets)
            | Value::Chars(octets),
        ) => *octets = new.to_vec(),
        (_, Value::Bits { octets, length }) => {
            let unused = new.first().map_or(0, |first| first & 7);
            *length = 8 * new.len() as u64 - u64::from(unused);
            *octets = new.to_vec();
            if let Some(last) = octets.last_mut() {
                *last &= 0xff << unused;
            }
        }
        (_, Value::Integer(number)) if !new.is_empty() => *number = BigInt::from_signed_bytes_be(new),
        _ => *value = Value::Null,
    }
}

/// Returns the bytes that the part holds.
fn octets_of(value: &Value) -> Vec<u8> {
    match value {
        Value::Integer(number) => number.to_signed_bytes_be(),
        Value::UnknownArm(octets)
        | Value::Open(octets)
        | Value::Octets(octets)
        | Value::Oid(octets)
        | Value::Real(octets)
        | Value::Chars(octets)
        | Value::Bits { octets, .. }
        | Value::Kept(_, octets) => octets.clone(),
        _ => Vec::new(),
    }
}

/// Returns replacement bytes: some of [`OCTETS`], or the part's own with a fault or in another form.
fn replacement(own: &[u8], random: &mut Random) -> Vec<u8> {
    let mut octets = own.to_vec();
    let at = random.below(own.len() as u64) as usize;
    match random.below(8) {
        0 => octets.truncate(at),
        1 => octets.truncate(own.len().saturating_sub(1)),
        2 if !own.is_empty() => octets[at] ^= [1, 0x20, 0x80, 0xff][random.below(4) as usize],
        // Zeros at the end: bits that do not count in named bits.
        3 => octets.push(0),
        // A leading byte that does not change an integer.
        4 => octets.insert(0, if own.first().is_some_and(|first| *first >= 0x80) { 0xff } else { 0 }),
        // The expected start only.
        5 => octets.truncate(identifier_octets(own).unwrap_or(at)),
        _ => octets = OCTETS[random.below(OCTETS.len() as u64) as usize].to_vec(),
    }
    octets
}

/// The verdicts of encoders.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// Values that were sent.
    pub sent: usize,
    /// Values that were refused.
    pub refused: usize,
}

/// Compares programs with the codec on `of_each` values per message, each with one part overwritten. The
/// encoding of a string or number with any bytes must decode again.
///
/// # Errors
/// The first value that is encoded differently or does not decode again, or a crash.
pub fn compare(
    codec: &Codec<'_>,
    model: &Model<'_>,
    roots: &[TypeId],
    programs: &[(&str, Program)],
    messages: &[Record],
    of_each: usize,
) -> Result<Tally, String> {
    let mut random = Random::new(1);
    // Governors of open types may be overwritten: keeping them consistent is the caller's task.
    let governs = model.nodes.iter().any(|node| !model.relations(*node).is_empty());
    let (mut records, mut expected) = (Vec::new(), Vec::new());
    for message in messages {
        let root = roots[message.root];
        let Ok(decoded) = codec.decode(root, &message.octets) else { continue };
        let mut parts = 0;
        visit(model, root, &mut decoded.value.clone(), &mut |_, _| {
            parts += 1;
            false
        });
        for _ in 0..if parts == 0 { 0 } else { of_each } {
            let wanted = random.below(parts);
            let (mut at, mut found) = (0, None);
            let mut value = decoded.value.clone();
            visit(model, root, &mut value, &mut |part, value| {
                at += 1;
                if at <= wanted {
                    return false;
                }
                let new = replacement(&octets_of(value), &mut random);
                overwrite(part, value, &new);
                found = Some((part, new));
                true
            });
            let Some((part, new)) = found else { continue };
            // Invalid elements have no place in an order.
            let has_order = model.options.rules != Rules::Der
                || !matches!(part, Part::Element | Part::Kept)
                || is_element(&new);
            let encoded = codec.encode(root, &value);
            if let (Part::Contents, Ok(octets), false) = (part, &encoded, governs) {
                let again = codec.decode_exact(root, octets);
                let again = again.map(|value| codec.encode(root, &value));
                if again != Ok(Ok(octets.clone())) {
                    let (title, new, octets) = (&message.title, json::hex(&new), json::hex(octets));
                    return Err(format!(
                        "{title}, part {wanted}: {new}: {octets} does not decode again: {again:?}"
                    ));
                }
            }
            expected.push(encoded.map(|octets| (octets, has_order)));
            let head = [(wanted as u32).to_le_bytes(), (new.len() as u32).to_le_bytes()].concat();
            let title = format!("{}, part {wanted}, {part:?}: {}", message.title, json::hex(&new));
            records.push(Record {
                root: message.root,
                octets: [head, new, message.octets.clone()].concat(),
                title,
            });
        }
    }
    for (name, program) in programs {
        let answers = program
            .feed(Modes::Altered, records.iter().map(|record| (record.root, &record.octets[..])))
            .map_err(|error| match error.answers.and_then(|at| records.get(at)) {
                Some(record) => {
                    format!("{name}, {} {}: {}", record.title, json::hex(&record.octets), error.text)
                }
                None => format!("{name}: {}", error.text),
            })?;
        if answers.len() != records.len() {
            return Err(format!("{name}: {} answers for {} values", answers.len(), records.len()));
        }
        for ((record, expected), answer) in records.iter().zip(&expected).zip(&answers) {
            let (line, has_order) = match expected {
                Ok((octets, has_order)) => (format!("{{\"encoded\":\"{}\"}}", json::hex(octets)), *has_order),
                Err(error) => (format!("{{\"error\":{},\"offset\":0}}", error.code.number()), true),
            };
            if line != *answer && (has_order || line.len() != answer.len()) {
                return Err(format!(
                    "{name}, {} (root {}): {}\n    codec: {line}\n    stubs: {answer}",
                    record.title,
                    record.root,
                    json::hex(&record.octets)
                ));
            }
        }
    }
    let sent = expected.iter().filter(|answer| answer.is_ok()).count();
    Ok(Tally { sent, refused: expected.len() - sent })
}
