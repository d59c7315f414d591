//! The static guesses of field frequencies: one table, four predictors.
//!
//! | reference | `markov` | `array` | `optional` | `references` |
//! |---|---|---|---|---|
//! | mandatory component, alias | 1 | 1 | 1 | counted |
//! | OPTIONAL, DEFAULT | [`OPTIONAL`], [`DEFAULT`] | 0.5 | 0.5 | counted |
//! | component after `...` | [`ADDITION`] | 0.5 | 0.5 | counted |
//! | arm of a union of n, member of an open type | 1/n | 1/n | 1/n | counted |
//! | array element, fixed size n | n | [`MEAN_LENGTH`] | 1 | counted |
//! | array element, other | [`MEAN_LENGTH`] within the size range | [`MEAN_LENGTH`] | 1 | counted |

use crate::overrides::Overrides;
use crate::type_ref_graph::{ReferenceId, ReferenceKind, TypeRefGraph};
use std::fmt;

/// Mean occurrences of an OPTIONAL component: half of all values hold it (Hoschka 1997, the optional heuristic).
pub const OPTIONAL: f64 = 0.5;
/// Mean occurrences of a DEFAULT component: as OPTIONAL, since a sender leaves it out when it has its default.
pub const DEFAULT: f64 = 0.5;
/// Mean occurrences of a component after `...`: below OPTIONAL, since older senders never fill it.
pub const ADDITION: f64 = 0.25;
/// Mean number of elements of an array, where its size does not say it. Three: lists of one element
/// (name components, alternatives) and of many (attributes, entries) are about as common.
pub const MEAN_LENGTH: f64 = 3.0;

/// A predictor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Heuristic {
    /// The Markov model with all that the specification says: presence, arms, extension additions, array sizes.
    #[default]
    Markov,
    /// Hoschka's type reference heuristic: the frequency of a type is the number of references to it from types that
    /// a root reaches, whatever their kind and wherever they stand. No flow through the model.
    References,
    /// Hoschka's optional heuristic: the Markov model in which a component that may be missing counts half, an arm
    /// its share of the union, and an array one element.
    Optional,
    /// Hoschka's array heuristic: the optional heuristic in which array elements count [`MEAN_LENGTH`] times.
    Array,
}

impl Heuristic {
    /// All of them, the default first.
    pub const ALL: [Self; 4] = [Self::Markov, Self::References, Self::Optional, Self::Array];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Markov => "markov",
            Self::References => "references",
            Self::Optional => "optional",
            Self::Array => "array",
        }
    }

    /// The heuristic of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|heuristic| heuristic.name() == name)
    }
}

/// Which line of the table, or which fact, a field frequency came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// A mandatory component: always there.
    Mandatory,
    /// An OPTIONAL component.
    Optional,
    /// A DEFAULT component.
    Default,
    /// A component after `...`.
    Addition,
    /// One of this many arms or members, all alike.
    OneOf(u32),
    /// One of this many arms or members that share what the overrides of the others leave.
    RestOf(u32),
    /// The element of an array of fixed size.
    FixedSize,
    /// The element of an array: the mean length, which lies in the size range.
    MeanLength,
    /// The element of an array: the bound of the size range that is nearest to the mean length.
    NearestSize,
    /// The element of an array, counted once.
    Once,
    /// Another name.
    Alias,
    /// A reference, counted as such (type reference heuristic).
    Counted,
    /// Set by the user or by a profile.
    Override,
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mandatory => f.write_str("mandatory"),
            Self::Optional => f.write_str("optional"),
            Self::Default => f.write_str("default"),
            Self::Addition => f.write_str("addition"),
            Self::OneOf(n) => write!(f, "one of {n}"),
            Self::RestOf(n) => write!(f, "rest of {n}"),
            Self::FixedSize => f.write_str("fixed size"),
            Self::MeanLength => f.write_str("mean length"),
            Self::NearestSize => f.write_str("nearest size"),
            Self::Once => f.write_str("once"),
            Self::Alias => f.write_str("alias"),
            Self::Counted => f.write_str("counted"),
            Self::Override => f.write_str("override"),
        }
    }
}

impl Rule {
    /// Whether v is known rather than guessed: damping of recursion leaves such arcs alone.
    pub(crate) fn is_fact(self) -> bool {
        matches!(self, Self::Mandatory | Self::Alias | Self::Override)
    }
}

/// The weight of one arc.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weight {
    /// Field frequency v before damping: mean occurrences per value of the owner.
    pub v: f64,
    /// Where v came from.
    pub rule: Rule,
    /// What v is multiplied by because the arc lies on a cycle that would otherwise repeat itself too often; 1
    /// elsewhere.
    pub scale: f64,
}

impl Weight {
    /// The field frequency that the prediction uses.
    pub fn effective(&self) -> f64 {
        self.v * self.scale
    }
}

/// The weight of every reference, before damping.
pub(crate) fn weigh(graph: &TypeRefGraph, heuristic: Heuristic, overrides: &Overrides) -> Vec<Weight> {
    let mut alternatives = vec![Alternatives::default(); graph.type_count()];
    for id in graph.references() {
        if is_alternative(graph, id) {
            alternatives[graph.owner(id).index()].count(overrides.get(id));
        }
    }
    let weight = |id: ReferenceId| {
        let (v, rule) = match overrides.get(id) {
            Some(v) => (v, Rule::Override),
            None if is_alternative(graph, id) => alternatives[graph.owner(id).index()].guess(),
            None => guess(graph.reference(id).kind, heuristic),
        };
        Weight { v, rule, scale: 1.0 }
    };
    graph.references().map(weight).collect()
}

fn is_alternative(graph: &TypeRefGraph, id: ReferenceId) -> bool {
    matches!(graph.reference(id).kind, ReferenceKind::Arm | ReferenceKind::Member)
}

/// The alternatives of one union or open type.
#[derive(Clone, Copy, Default)]
struct Alternatives {
    all: u32,
    known: u32,
    known_sum: f64,
}

impl Alternatives {
    fn count(&mut self, known: Option<f64>) {
        self.all += 1;
        if let Some(v) = known {
            self.known += 1;
            self.known_sum += v;
        }
    }

    /// The share of an alternative of which nothing is known. A value holds one alternative, so
    /// what is known of some arms says how much the others have left between them.
    fn guess(&self) -> (f64, Rule) {
        if self.known == 0 {
            return (1.0 / f64::from(self.all), Rule::OneOf(self.all));
        }
        let left = (1.0 - self.known_sum).max(0.0);
        (left / f64::from(self.all - self.known), Rule::RestOf(self.all))
    }
}

fn guess(kind: ReferenceKind, heuristic: Heuristic) -> (f64, Rule) {
    match kind {
        ReferenceKind::Mandatory => (1.0, Rule::Mandatory),
        ReferenceKind::Alias => (1.0, Rule::Alias),
        ReferenceKind::Optional => (OPTIONAL, Rule::Optional),
        ReferenceKind::Default => (DEFAULT, Rule::Default),
        ReferenceKind::Addition if heuristic == Heuristic::Markov => (ADDITION, Rule::Addition),
        // The 1997 notation had no extensions; such a component may be missing, as an OPTIONAL one.
        ReferenceKind::Addition => (OPTIONAL, Rule::Optional),
        ReferenceKind::Element { min, max } => element(min, max, heuristic),
        ReferenceKind::Arm | ReferenceKind::Member => {
            unreachable!("the share of an alternative depends on its siblings")
        }
    }
}

fn element(min: u64, max: Option<u64>, heuristic: Heuristic) -> (f64, Rule) {
    match heuristic {
        Heuristic::Array => (MEAN_LENGTH, Rule::MeanLength),
        Heuristic::Optional | Heuristic::References => (1.0, Rule::Once),
        Heuristic::Markov if max == Some(min) => (min as f64, Rule::FixedSize),
        Heuristic::Markov => {
            let within = MEAN_LENGTH.min(max.map_or(f64::INFINITY, |max| max as f64)).max(min as f64);
            (within, if within == MEAN_LENGTH { Rule::MeanLength } else { Rule::NearestSize })
        }
    }
}
