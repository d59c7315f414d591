//! Proposes shapes: finds messages that differ in few scalars.
//!
//! One half of the messages makes the proposals, the other one tells how many messages have each shape. Messages are
//! alike if they have the same fields and alternatives, and arrays of the same lengths. Their holes are the scalars
//! that differ among them.

use super::config::{HoleEntry, HoleSetting, Sample, ShapeEntry};
use crate::config::Entry;
use crate::driver;
use crate::front::Specification;
use crate::report::messages::paths;
use crate::settings::Settings;
use crate::witness;
use codegen::Direction;
use codegen::names::identifier;
use codegen::shape::paths::general;
use interp_runtime::{Codec, Part};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use syntax_graph::{Span, SyntaxGraph, TypeId, TypeKind, Value};

/// Groups that are tried for each proposal that is wanted: some cannot be shapes.
const TRIES: usize = 8;

/// The most octets of a hole whose length is free.
const SHORT: usize = 127;

/// What is looked for.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// The type of the messages.
    pub ty: TypeId,
    /// The most shapes.
    pub most: usize,
    /// The direction of the shapes; `None` for both.
    pub direction: Option<Direction>,
}

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct Proposals {
    /// The shapes, each with the number of held-out messages that have it and none before it.
    pub shapes: Vec<(ShapeEntry, usize)>,
    /// The messages that made the proposals.
    pub seen: usize,
    /// The messages held out.
    pub held_out: usize,
    /// What cannot be a shape, each with the number of messages that made it and the reason.
    pub refused: Vec<(usize, String)>,
}

/// Messages that are alike.
struct Group<'m> {
    messages: Vec<&'m [u8]>,
    scalars: Vec<Scalar>,
    name: String,
}

/// A scalar of a group.
struct Scalar {
    path: String,
    /// Its value in the first message.
    value: Value,
    /// Whether all messages have this value.
    is_constant: bool,
    /// The most octets that it takes.
    longest: usize,
}

/// Proposes shapes for messages.
pub fn proposals(
    specification: &Specification,
    settings: &Settings,
    messages: &[Vec<u8>],
    wanted: Wanted,
) -> Proposals {
    let codec = witness::codec(settings, &specification.graph);
    let (seen, held_out): (Vec<_>, Vec<_>) = messages.iter().enumerate().partition(|(at, _)| is_seen(*at));
    let seen: Vec<&[u8]> = seen.into_iter().map(|(_, message)| &message[..]).collect();
    let mut left: Vec<&[u8]> = held_out.into_iter().map(|(_, message)| &message[..]).collect();
    let mut found = Proposals { seen: seen.len(), held_out: left.len(), ..Proposals::default() };
    let mut own = specification.clone();
    let mut taken = BTreeSet::new();
    for group in groups(&codec, wanted.ty, &seen).into_iter().take(wanted.most * TRIES) {
        if found.shapes.len() == wanted.most {
            break;
        }
        let name = free_name(&group.name, &mut taken);
        // A hole of a free length has a short one in the sample.
        let tried = [false, true].map(|pins| entry(&specification.graph, wanted, &name, (&group, pins)));
        let mut refusals = Vec::new();
        let fits = tried.into_iter().find_map(|entry| {
            let key = entry.name.clone();
            own.shapes = vec![Entry { key, span: Span::none(), value: entry.clone() }];
            let model =
                driver::model(&own, settings).map_err(|error| refusals.push(error.diagnostics)).ok()?;
            let mut shapes = model.shapes;
            Some((entry, shapes.remove(0)))
        });
        let Some((mut entry, shape)) = fits else {
            let reason = refusals.iter().flatten().rfind(|error| error.is_error());
            found
                .refused
                .push((group.messages.len(), reason.map(|error| error.message.clone()).unwrap_or_default()));
            taken.remove(&name);
            continue;
        };
        let segments = shape.decode.as_ref().or(shape.encode.as_ref());
        let before = left.len();
        left.retain(|message| !segments.is_some_and(|segments| segments.is_like(message)));
        let hits = before - left.len();
        if hits == 0 {
            taken.remove(&name);
            continue;
        }
        entry.share = Some((hits as f64 / found.held_out.max(1) as f64 * 1e4).round() / 1e4);
        found.shapes.push((entry, hits));
    }
    found
}

/// Returns whether a message makes proposals: about every second one, without a period, since captures alternate
/// between requests and replies.
fn is_seen(at: usize) -> bool {
    (at as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
        >> 63
        == 0
}

/// Divides messages into groups of those that are alike, the largest first. A message that no other one is like is
/// left out.
fn groups<'m>(codec: &Codec<'_>, ty: TypeId, messages: &[&'m [u8]]) -> Vec<Group<'m>> {
    let graph = codec.graph();
    let mut groups: BTreeMap<Vec<String>, Group<'m>> = BTreeMap::new();
    for message in messages {
        let (parts, decoded) = codec.parts(ty, message);
        if decoded.is_err() {
            continue;
        }
        let structure = paths(graph, &parts);
        let scalars = scalars(&structure, &parts);
        match groups.get_mut(&structure) {
            Some(group) => {
                group.messages.push(message);
                for (known, scalar) in group.scalars.iter_mut().zip(scalars) {
                    known.is_constant &= known.value == scalar.value;
                    known.longest = known.longest.max(scalar.longest);
                }
            }
            None => {
                let name = named(graph, &parts);
                groups.insert(structure, Group { messages: vec![message], scalars, name });
            }
        }
    }
    let mut groups: Vec<Group<'m>> = groups.into_values().filter(|group| group.messages.len() > 1).collect();
    // The order of equal ones is that of their structures.
    groups.sort_by_key(|group| std::cmp::Reverse(group.messages.len()));
    groups
}

/// Returns the scalars among the parts with these paths.
fn scalars(paths: &[String], parts: &[Part]) -> Vec<Scalar> {
    let scalar = |(part, path): (&Part, &String)| {
        let value = part.value.clone()?;
        Some(Scalar { path: path.clone(), value, is_constant: true, longest: part.end - part.start })
    };
    parts.iter().zip(paths).filter_map(scalar).collect()
}

/// Returns a name for messages like this one: that of the outermost alternative of a CHOICE.
fn named(graph: &SyntaxGraph, parts: &[Part]) -> String {
    let is_arm = |part: &&Part| {
        part.field
            .is_some_and(|field| matches!(graph.types[graph.fields[field].owner].kind, TypeKind::Union(_)))
    };
    let arm = parts.iter().find(is_arm).and_then(|part| part.field);
    arm.map_or_else(|| "like".to_owned(), |field| format!("like_{}", identifier(&graph.fields[field].name)))
}

/// Returns a name that no shape has yet.
fn free_name(wanted: &str, taken: &mut BTreeSet<String>) -> String {
    let numbered = |number: u32| if number == 1 { wanted.to_owned() } else { format!("{wanted}_{number}") };
    let name = (1..).map(numbered).find(|name| !taken.contains(name)).unwrap_or_default();
    taken.insert(name.clone());
    name
}

/// Returns the shape of a group. If an element of an array has a hole, all elements have it. `pins`: long holes keep the
/// length of the sample.
fn entry(graph: &SyntaxGraph, wanted: Wanted, name: &str, (group, pins): (&Group<'_>, bool)) -> ShapeEntry {
    let mut patterns: Vec<(String, bool)> = Vec::new();
    for scalar in group.scalars.iter().filter(|scalar| !scalar.is_constant) {
        let (pattern, is_long) = (general(&scalar.path), pins && scalar.longest > SHORT);
        match patterns.iter_mut().find(|(known, _)| *known == pattern) {
            Some((_, known)) => *known |= is_long,
            None => patterns.push((pattern, is_long)),
        }
    }
    let mut taken = BTreeSet::new();
    let hole = |(path, is_fixed): (String, bool)| {
        let last = path.rsplit('.').find(|part| !part.starts_with('[')).unwrap_or("hole");
        let plain = identifier(last.trim_end_matches("[*]")).to_lowercase();
        let what = HoleSetting::Hole(free_name(&plain, &mut taken), is_fixed);
        HoleEntry { path, span: Span::none(), what }
    };
    let holes = patterns.into_iter().map(hole).collect();
    ShapeEntry {
        name: name.to_owned(),
        span: Span::none(),
        ty: (graph.type_path(wanted.ty), Span::none()),
        direction: wanted.direction,
        sample: (Sample::Message(group.messages[0].to_vec()), Span::none()),
        share: None,
        holes,
    }
}

impl Proposals {
    /// Returns the configuration.
    pub fn to_toml(&self) -> String {
        let all: usize = self.shapes.iter().map(|(_, hits)| hits).sum();
        let mut out = format!(
            "# Made from {} messages. The shares are those of {} others, of which {all} have one of the shapes.\n",
            self.seen, self.held_out
        );
        for (entry, hits) in &self.shapes {
            let _ = write!(out, "\n# {hits} of {} messages that were held out\n{entry}", self.held_out);
        }
        out
    }
}
