//! Reads, writes and merges profiles: counts of fields in messages.
//!
//! A profile names fields by path, and can be merged without a specification. It is TOML. `[messages]` holds
//! the messages of each type in each direction, `[lengths]` what they hold beside their values, `[roots]` the
//! shares derived from them. `[frequency]` (both
//! directions), `[decode.frequency]` and `[encode.frequency]` hold counts for each field of the types that
//! occurred: its occurrences, the values of its type, and the messages with such a value. For arrays they
//! also hold the number of arrays with 0, 1, 2 to 3, 4 to 7, ... elements. Instrumented stubs
//! (`codegen::emit`) dump the same format.

use codegen::Direction;
use interp_runtime::Lengths;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use syntax_graph::{FieldId, SyntaxGraph, TypeId, TypeKind, Value};

/// The last class of array lengths: 2^15 elements and more. Instrumented stubs have the same number of
/// counters.
const LONGEST: usize = codegen::emit::LENGTHS - 1;

/// Counts of one field.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Count {
    /// Mean occurrences per value of the enclosing type, `seen / of`. Only human readers need it.
    #[serde(default)]
    pub v: f64,
    /// Occurrences.
    pub seen: u64,
    /// Values of the enclosing type.
    pub of: u64,
    /// Messages with such a value.
    pub messages: u64,
    /// For an array's element: the number of arrays with 0, 1, 2 to 3, 4 to 7, ... elements.
    #[serde(default)]
    pub lengths: Vec<u64>,
}

/// Numbers of messages of one type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Messages {
    /// Received messages.
    pub decode: u64,
    /// Sent messages.
    pub encode: u64,
}

/// What messages hold beside their values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Extents {
    /// Measured messages.
    pub messages: u64,
    /// Their bytes.
    pub octets: u64,
    /// Their elements whose length takes more than one byte.
    pub long: u64,
    /// The headers that searches for the ends of their indefinite forms read.
    pub passed: u64,
}

impl Extents {
    /// Adds the extents of other messages.
    fn add(&mut self, other: &Self) {
        self.messages = self.messages.saturating_add(other.messages);
        self.octets = self.octets.saturating_add(other.octets);
        self.long = self.long.saturating_add(other.long);
        self.passed = self.passed.saturating_add(other.passed);
    }
}

/// Counts of one direction.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Side {
    /// Counts by the path of the field.
    pub frequency: BTreeMap<String, Count>,
}

/// A profile.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Profile {
    /// Messages by type.
    pub messages: BTreeMap<String, Messages>,
    /// What the messages hold beside their values, as far as it was measured.
    pub lengths: Extents,
    /// Shares derived from the messages; [`crate::config`] reads them.
    roots: BTreeMap<String, toml::Value>,
    /// Counts over messages that are both received and sent.
    pub frequency: BTreeMap<String, Count>,
    /// Counts over received messages.
    pub decode: Side,
    /// Counts over sent messages.
    pub encode: Side,
}

impl Profile {
    /// Reads a profile.
    ///
    /// # Errors
    /// The text is not TOML, or holds anything but counts.
    pub fn parse(text: &str) -> Result<Self, String> {
        toml::from_str(text).map_err(|error| error.to_string().trim_end().to_owned())
    }

    /// Adds the counts of another profile.
    pub fn merge(&mut self, other: &Self) {
        for (name, messages) in &other.messages {
            let own = self.messages.entry(name.clone()).or_default();
            own.decode = own.decode.saturating_add(messages.decode);
            own.encode = own.encode.saturating_add(messages.encode);
        }
        self.lengths.add(&other.lengths);
        add(&mut self.frequency, &other.frequency);
        add(&mut self.decode.frequency, &other.decode.frequency);
        add(&mut self.encode.frequency, &other.encode.frequency);
    }

    /// Returns the profile as TOML, sorted by path.
    pub fn to_toml(&self) -> String {
        let mut out = String::from(
            "# Counted by stubc profile. Add profiles up with stubc profile --merge.\n\n[messages]\n",
        );
        for (name, messages) in &self.messages {
            let (decode, encode) = (messages.decode, messages.encode);
            let _ = writeln!(out, "{} = {{ decode = {decode}, encode = {encode} }}", quoted(name));
        }
        let Extents { messages, octets, long, passed } = self.lengths;
        if messages > 0 {
            let _ = write!(
                out,
                "\n[lengths]\nmessages = {messages}\noctets = {octets}\nlong = {long}\npassed = {passed}\n"
            );
        }
        out.push_str("\n[roots]\n");
        let sum = |of: fn(&Messages) -> u64| self.messages.values().map(of).sum::<u64>().max(1) as f64;
        let (received, sent) = (sum(|messages| messages.decode), sum(|messages| messages.encode));
        for (name, messages) in &self.messages {
            let (decode, encode) = (messages.decode as f64 / received, messages.encode as f64 / sent);
            let _ = writeln!(out, "{} = {{ decode = {decode:.6}, encode = {encode:.6} }}", quoted(name));
        }
        let sides = [
            ("frequency", &self.frequency),
            ("decode.frequency", &self.decode.frequency),
            ("encode.frequency", &self.encode.frequency),
        ];
        for (name, counts) in sides.into_iter().filter(|(_, counts)| !counts.is_empty()) {
            let _ = writeln!(out, "\n[{name}]");
            for (path, count) in counts {
                let Count { seen, of, messages, lengths, .. } = count;
                let v = *seen as f64 / (*of).max(1) as f64;
                let _ = write!(
                    out,
                    "{} = {{ v = {v:.6}, seen = {seen}, of = {of}, messages = {messages}",
                    quoted(path)
                );
                if !lengths.is_empty() {
                    let _ = write!(out, ", lengths = {lengths:?}");
                }
                out.push_str(" }\n");
            }
        }
        out
    }
}

fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

fn add(own: &mut BTreeMap<String, Count>, other: &BTreeMap<String, Count>) {
    for (path, count) in other {
        let own = own.entry(path.clone()).or_default();
        own.seen = own.seen.saturating_add(count.seen);
        own.of = own.of.saturating_add(count.of);
        own.messages = own.messages.saturating_add(count.messages);
        own.lengths.resize(own.lengths.len().max(count.lengths.len()), 0);
        for (own, more) in own.lengths.iter_mut().zip(&count.lengths) {
            *own = own.saturating_add(*more);
        }
        own.v = own.seen as f64 / own.of.max(1) as f64;
    }
}

/// Counts over messages of one specification. Their memory does not grow with the number of messages.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    messages: BTreeMap<TypeId, u64>,
    lengths: Extents,
    owners: BTreeMap<TypeId, Owner>,
    fields: BTreeMap<FieldId, u64>,
}

/// A structure, union or array that occurred.
#[derive(Clone, Debug, Default)]
struct Owner {
    values: u64,
    messages: u64,
    lengths: Vec<u64>,
}

impl Counts {
    /// Counts one message.
    pub fn add(&mut self, graph: &SyntaxGraph, ty: TypeId, value: &Value) {
        *self.messages.entry(ty).or_default() += 1;
        let mut met = BTreeSet::new();
        let mut open = vec![(graph.resolve(ty), value)];
        while let Some((ty, value)) = open.pop() {
            let mut field = |field: FieldId, value| {
                *self.fields.entry(field).or_default() += 1;
                open.push((graph.resolve(graph.fields[field].target), value));
            };
            let mut length = None;
            match (&graph.types[ty].kind, value) {
                (TypeKind::Structure(_), Value::Structure(values)) => {
                    // A decoder fills in an absent DEFAULT, which costs no decoding: it is not counted.
                    let sent = values.iter().filter(|(id, value)| graph.default_value(*id) != Some(value));
                    sent.for_each(|(id, value)| field(*id, value));
                }
                (TypeKind::Union(_), Value::Union(id, value) | Value::Switch { arm: id, value, .. })
                | (TypeKind::Open(_), Value::Known(id, value)) => field(*id, value),
                (TypeKind::Open(open), Value::Open(_)) if !open.arms.is_empty() => {}
                (TypeKind::Array(array), Value::Array(values)) => {
                    length = Some(values.len());
                    values.iter().for_each(|value| field(array.element, value));
                }
                _ => continue,
            }
            let owner = self.owners.entry(ty).or_default();
            owner.values += 1;
            owner.messages += u64::from(met.insert(ty));
            if let Some(length) = length {
                let class = ((usize::BITS - length.leading_zeros()) as usize).min(LONGEST);
                owner.lengths.resize(owner.lengths.len().max(class + 1), 0);
                owner.lengths[class] += 1;
            }
        }
    }

    /// Measures the bytes of one message, which [`add`](Self::add) counts.
    pub fn measure(&mut self, octets: usize, lengths: Lengths) {
        let Lengths { long, passed } = lengths;
        self.lengths.add(&Extents { messages: 1, octets: octets as u64, long, passed });
    }

    /// Returns the number of messages counted.
    pub fn messages(&self) -> u64 {
        self.messages.values().sum()
    }

    /// Returns the number of messages of each type.
    pub fn roots(&self) -> impl Iterator<Item = (TypeId, u64)> + '_ {
        self.messages.iter().map(|(&ty, &count)| (ty, count))
    }

    /// Returns the counts of all fields of the types that occurred, fields without occurrences included.
    pub fn fields<'g>(&'g self, graph: &'g SyntaxGraph) -> impl Iterator<Item = (FieldId, Count)> + 'g {
        self.owners.iter().flat_map(move |(&ty, owner)| {
            graph.fields_of(ty).iter().map(move |&field| {
                let seen = self.fields.get(&field).copied().unwrap_or(0);
                let Owner { values, messages, lengths } = owner.clone();
                let v = seen as f64 / values as f64;
                (field, Count { v, seen, of: values, messages, lengths })
            })
        })
    }

    /// Returns the counts as a profile. Without a `direction`, the messages are both received and sent.
    pub fn profile(&self, graph: &SyntaxGraph, direction: Option<Direction>) -> Profile {
        let mut profile = Profile { lengths: self.lengths, ..Profile::default() };
        for (ty, count) in self.roots() {
            let of = |way: Direction| if direction.is_none_or(|only| only == way) { count } else { 0 };
            let messages = Messages { decode: of(Direction::Decode), encode: of(Direction::Encode) };
            profile.messages.insert(graph.type_path(ty), messages);
        }
        let counts = self.fields(graph).map(|(field, count)| (graph.field_path(field), count)).collect();
        match direction {
            None => profile.frequency = counts,
            Some(Direction::Decode) => profile.decode.frequency = counts,
            Some(Direction::Encode) => profile.encode.frequency = counts,
        }
        profile
    }
}

#[cfg(test)]
mod tests {
    use super::{Count, Extents, Messages, Profile};

    #[test]
    fn profiles_add_up() {
        let one = "[messages]\n\"M.T\" = { decode = 2, encode = 0 }\n[lengths]\nmessages = 2\noctets = 30\nlong = 1\n[decode.frequency]\n\
            \"M.T.a\" = { v = 0.5, seen = 1, of = 2, messages = 2 }\n\
            \"M.L.item\" = { v = 3.0, seen = 3, of = 1, messages = 1, lengths = [0, 0, 1] }\n";
        let two = "[messages]\n\"M.T\" = { decode = 2 }\n[lengths]\nmessages = 1\noctets = 12\npassed = 4\n[decode.frequency]\n\
            \"M.T.a\" = { v = 1.0, seen = 2, of = 2, messages = 2 }\n";
        let mut sum = Profile::parse(one).expect("sound");
        sum.merge(&Profile::parse(two).expect("sound"));
        assert_eq!(sum.lengths, Extents { messages: 3, octets: 42, long: 1, passed: 4 });
        assert_eq!(sum.messages["M.T"], Messages { decode: 4, encode: 0 });
        let expected = Count { v: 0.75, seen: 3, of: 4, messages: 4, lengths: Vec::new() };
        assert_eq!(sum.decode.frequency["M.T.a"], expected);
        let again = Profile::parse(&sum.to_toml()).expect("what is written is read");
        assert_eq!((&again.messages, &again.lengths), (&sum.messages, &sum.lengths));
        assert_eq!(again.decode, sum.decode);
        assert!(Profile::parse("[frequency]\n\"M.T.a\" = 0.5\n").is_err());
    }
}
