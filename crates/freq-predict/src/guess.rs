//! The predictor `markov`: guesses field frequencies from the specification, and keeps the factors of each guess.
//!
//! A guess is the odds of a component that may be absent, the weight of an alternative among its siblings, or the
//! mean length of an array. The guess starts from the field's kind. Factors for other facts ([`Cause`]) multiply it.
//! The numbers are [`Parameters`].

use crate::facts::{Facts, Shape, may_be_absent};
use crate::heuristics::Rule;
use crate::parameters::Parameters;
use crate::type_ref_graph::{ReferenceId, ReferenceKind, Traits, TypeRefGraph};
use std::fmt;

/// The cause of a factor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cause {
    /// The alternative's type is a structure, a union or an open type.
    Structure,
    /// The structure has mandatory components, and this number of components that may be absent.
    Crowd(u32),
    /// This number of structures have an optional component of this name.
    Repeated(u32),
    /// The name contains a word for rare fields.
    Rare,
    /// The field is an array of extensions.
    Container,
    /// The name contains a word for fields that occur once per session.
    Once,
    /// The name contains a word for frequent fields.
    Frequent,
    /// The alternative's place among its siblings, from 1.
    Place(u32),
    /// The alternative leads back to its union.
    Recursive,
    /// The alternative follows `...`.
    Added,
    /// The field or array is the content of a message, mostly by a collection word in its name.
    Collection,
    /// Other roots contain the root.
    Contained,
    /// The root's name contains a word for messages.
    Message,
    /// The field came with a version that senders use: a version number, or an array of extensions.
    Newest,
    /// An identifier tells the type of the value.
    Governed,
    /// The array has no order.
    Unordered,
    /// The array's depth: the mean number of fields between the message and the array.
    Depth(f64),
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Structure => f.write_str("structure"),
            Self::Crowd(n) => write!(f, "{n} may be absent"),
            Self::Repeated(n) => write!(f, "name in {n} structures"),
            Self::Rare => f.write_str("rare word"),
            Self::Container => f.write_str("extensions"),
            Self::Once => f.write_str("word of once"),
            Self::Frequent => f.write_str("frequent word"),
            Self::Place(k) => write!(f, "place {k}"),
            Self::Recursive => f.write_str("recursive"),
            Self::Added => f.write_str("added"),
            Self::Collection => f.write_str("collection"),
            Self::Contained => f.write_str("in other roots"),
            Self::Message => f.write_str("message word"),
            Self::Newest => f.write_str("newest version"),
            Self::Governed => f.write_str("told by an identifier"),
            Self::Unordered => f.write_str("no order"),
            Self::Depth(depth) => write!(f, "depth {depth:.1}"),
        }
    }
}

/// One factor of a guess. It multiplies the odds of a component, the weight of an alternative or root, or the length
/// of an array minus 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Factor {
    /// The reason for the factor.
    pub cause: Cause,
    /// The value of the factor.
    pub by: f64,
}

/// The guess for one reference.
#[derive(Clone, Debug)]
pub(crate) struct Guess {
    /// The field frequency; for an alternative, its weight among its siblings.
    pub v: f64,
    pub rule: Rule,
    pub factors: Vec<Factor>,
}

/// Returns the guesses of all references. Arrays count one element; [`length`] replaces these guesses.
pub(crate) fn presences(graph: &TypeRefGraph, facts: &Facts, parameters: &Parameters) -> Vec<Guess> {
    graph.references().map(|id| presence(graph, facts, parameters, id)).collect()
}

fn presence(graph: &TypeRefGraph, facts: &Facts, parameters: &Parameters, id: ReferenceId) -> Guess {
    let p = &parameters.presence;
    let certain = |rule: Rule| Guess { v: 1.0, rule, factors: Vec::new() };
    let (probability, rule) = match graph.reference(id).kind {
        ReferenceKind::Mandatory => return certain(Rule::Mandatory),
        ReferenceKind::Alias => return certain(Rule::Alias),
        ReferenceKind::Element { .. } | ReferenceKind::Link => return certain(Rule::Once),
        kind if kind.is_alternative() => {
            return alternative(graph, facts, parameters, id);
        }
        ReferenceKind::Optional => (p.optional, Rule::Optional),
        ReferenceKind::Default => (p.default, Rule::Default),
        _ => (p.addition, Rule::Addition),
    };
    let (owner, target) = graph.ends(id);
    let (crowd, repeated) = (facts.absent(owner), facts.repeated(id));
    let mut factors = Vec::new();
    let mut factor = |holds: bool, cause: Cause, by: f64| {
        if holds && by != 1.0 {
            factors.push(Factor { cause, by });
        }
    };
    let rare = facts.said(graph, id).rare;
    // The number of siblings does not affect an array of extensions.
    let hook = facts.is_container(target);
    let newest = facts.is_newest(graph, id);
    factor(newest, Cause::Newest, p.newest);
    factor(facts.is_governed(graph, id), Cause::Governed, p.governed);
    factor(crowd > 1 && !hook && !newest, Cause::Crowd(crowd), f64::from(crowd).powf(-p.crowd));
    // A name in two structures, such as a request and its response, proves nothing. If a field has a rare word and a
    // repeated name, only the smaller factor counts.
    let habit = if repeated > 2 { (f64::from(repeated) / 2.0).powf(-p.repeated) } else { 1.0 };
    // The versions of a structure count more than names.
    if (hook || rare) && p.rare < habit {
        factor(!newest, if hook { Cause::Container } else { Cause::Rare }, p.rare);
    } else {
        factor(repeated > 2 && !newest, Cause::Repeated(repeated), habit);
    }
    factor(facts.is_content(graph, id), Cause::Collection, p.collection);
    let odds = probability / (1.0 - probability) * product(&factors);
    let v = if factors.is_empty() { probability } else { odds / (1.0 + odds) };
    Guess { v, rule, factors }
}

fn alternative(graph: &TypeRefGraph, facts: &Facts, parameters: &Parameters, id: ReferenceId) -> Guess {
    let a = &parameters.alternative;
    let kind = graph.reference(id).kind;
    let table = graph.traits(graph.owner(id));
    if table.mandatory > 0 && kind.is_member() && kind != ReferenceKind::Member {
        return row(graph, facts, parameters, id);
    }
    let later = if kind.is_member() { a.later_member } else { a.later };
    let (said, place) = (facts.said(graph, id), facts.place(id));
    let mut factors = Vec::new();
    let mut factor = |holds: bool, cause: Cause, by: f64| {
        if holds && by != 1.0 {
            factors.push(Factor { cause, by });
        }
    };
    factor(place > 1, Cause::Place(place), f64::from(place).powf(-later));
    factor(facts.shape(graph.target(id)) == Shape::Composed, Cause::Structure, a.structure);
    factor(facts.is_nested(graph, id), Cause::Recursive, a.recursive);
    factor(kind == ReferenceKind::AddedArm, Cause::Added, a.addition);
    factor(said.rare, Cause::Rare, a.rare);
    factor(said.once, Cause::Once, a.once);
    // Two words count twice: `searchResultEntry`.
    factor(said.frequent > 0, Cause::Frequent, a.frequent.powi(said.frequent.cast_signed()));
    Guess { v: product(&factors), rule: Rule::OneOf(0), factors }
}

/// Returns the weight of a member of a table whose members the specification calls mandatory or optional: its presence as
/// a component of the structure that the table describes.
fn row(graph: &TypeRefGraph, facts: &Facts, parameters: &Parameters, id: ReferenceId) -> Guess {
    if graph.reference(id).kind == ReferenceKind::MandatoryMember {
        return Guess { v: 1.0, rule: Rule::OneOf(0), factors: Vec::new() };
    }
    let p = &parameters.presence;
    let table = graph.traits(graph.owner(id));
    let crowd = table.known - table.mandatory;
    let mut factors = vec![Factor { cause: Cause::Crowd(crowd), by: f64::from(crowd).powf(-p.crowd) }];
    if facts.said(graph, id).rare {
        factors.push(Factor { cause: Cause::Rare, by: p.rare });
    }
    let odds = p.optional / (1.0 - p.optional) * product(&factors);
    Guess { v: odds / (1.0 + odds), rule: Rule::OneOf(0), factors }
}

/// Lowers the guess of an optional array of structures by its depth: a deep array is less likely to be present, just
/// as [`length`] makes deep arrays shorter. Otherwise nested arrays would multiply the frequencies of deep types.
pub(crate) fn deepen(
    graph: &TypeRefGraph,
    facts: &Facts,
    parameters: &Parameters,
    id: ReferenceId,
    depth: f64,
    guess: &mut Guess,
) {
    let by = parameters.array.deeper.powf(depth);
    let missing = may_be_absent(graph.reference(id).kind) && guess.v < 1.0;
    if missing
        && by != 1.0
        && facts.is_array_of_structures(graph, graph.target(id))
        && !facts.is_container(graph.target(id))
        && !facts.is_content(graph, id)
        && !facts.may_be_omitted(graph.target(id))
    {
        let odds = guess.v / (1.0 - guess.v) * by;
        guess.v = odds / (1.0 + odds);
        guess.factors.push(Factor { cause: Cause::Depth(depth), by });
    }
}

/// Returns the mean length of an array whose owner is at this depth.
pub(crate) fn length(
    graph: &TypeRefGraph,
    facts: &Facts,
    parameters: &Parameters,
    id: ReferenceId,
    depth: f64,
) -> Guess {
    let kind = graph.reference(id).kind;
    let (min, max) = if let ReferenceKind::Element { min, max } = kind { (min, max) } else { (0, None) };
    if max == Some(min) {
        return Guess { v: min as f64, rule: Rule::FixedSize, factors: Vec::new() };
    }
    let l = &parameters.array;
    let within = |mean: f64| mean.min(max.map_or(f64::INFINITY, |max| max as f64)).max(min as f64);
    let (owner, target) = graph.ends(id);
    let sure = |mean: f64, rule: Rule| Guess { v: within(mean), rule, factors: Vec::new() };
    if facts.is_listed(owner) {
        let mean = if facts.may_be_omitted(owner) { l.omitted } else { l.listed };
        return sure(mean, Rule::ListLength);
    }
    if let Some(Traits { known, mandatory, .. }) = facts.table(graph, owner).filter(|open| open.mandatory > 0)
    {
        let optional = known - mandatory;
        let odds = parameters.presence.optional / (1.0 - parameters.presence.optional)
            * f64::from(optional.max(1)).powf(-parameters.presence.crowd);
        let mean = f64::from(mandatory) + f64::from(optional) * odds / (1.0 + odds);
        return sure(mean, Rule::RowsLength(mandatory));
    }
    let known = facts.known(graph, owner);
    if known > 0 && l.table > 0.0 {
        return sure(f64::from(known).powf(l.table), Rule::TableLength(known));
    }
    if facts.is_name(owner) && facts.shape(target) != Shape::Scalar {
        return sure(l.name, Rule::NameLength);
    }
    let base = if facts.shape(target) == Shape::Scalar { l.scalar } else { l.other };
    let mut factors = Vec::new();
    if l.collection != 1.0 && facts.names_collection(owner) {
        factors.push(Factor { cause: Cause::Collection, by: l.collection });
    }
    if l.unordered != 1.0 && graph.traits(owner).unordered {
        factors.push(Factor { cause: Cause::Unordered, by: l.unordered });
    }
    // Extensions lie where they are, however deep.
    if depth > 0.0 && l.deeper != 1.0 && !facts.is_container(owner) {
        factors.push(Factor { cause: Cause::Depth(depth), by: l.deeper.powf(depth) });
    }
    let mean = 1.0 + (base - 1.0) * product(&factors);
    let v = within(mean);
    let rule = if v == mean { Rule::MeanLength } else { Rule::NearestSize };
    Guess { v, rule, factors }
}

pub(crate) fn product(factors: &[Factor]) -> f64 {
    factors.iter().map(|factor| factor.by).product()
}
