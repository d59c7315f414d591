//! The four predictors of field frequencies, in one table.
//!
//! | reference | `markov` | `array` | `optional` | `references` |
//! |---|---|---|---|---|
//! | mandatory component, alias | 1 | 1 | 1 | 1 |
//! | OPTIONAL, DEFAULT, after `...` | by kind, type, siblings and name | 1 | 0.5 | 1 |
//! | arm of a union of n, member of an open type | by place, type and name | 1/n | 1/n | 1/n |
//! | array element, fixed size n | n | 2 | 1 | 1 |
//! | array element, other | by kind, type, name and depth, within the size range | 2 | 1 | 1 |
//!
//! The numbers of `markov` are [`Parameters`]; [`crate::guess`] combines them. Those of the others are Hoschka's
//! (1997, section 4.2). All four scale arcs on cycles (section 3.4).

use crate::facts::Facts;
use crate::guess::{Factor, Guess, deepen, length, presences};
use crate::overrides::{Known, Overrides};
use crate::parameters::Parameters;
use crate::type_ref_graph::{NodeId, ReferenceId, ReferenceKind, TypeRefGraph};
use std::fmt;

/// A predictor of field frequencies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Heuristic {
    /// The Markov model with all facts of the specification about a field: see [`crate::guess`].
    #[default]
    Markov,
    /// Hoschka's type reference heuristic: the Markov model in which every component is present, an arm has v = 1/n,
    /// and an array one element.
    References,
    /// Hoschka's optional heuristic: the type reference heuristic with v = 0.5 for optional components.
    Optional,
    /// Hoschka's array heuristic: the type reference heuristic with two elements per array.
    Array,
}

impl Heuristic {
    /// All heuristics, the default first.
    pub const ALL: [Self; 4] = [Self::Markov, Self::References, Self::Optional, Self::Array];

    /// Returns the mean occurrences of a component that may be absent, and the mean length of arrays, both for the
    /// heuristics of 1997.
    fn of_1997(self) -> (f64, f64) {
        match self {
            Self::Optional => (0.5, 1.0),
            Self::Array => (1.0, 2.0),
            Self::Markov | Self::References => (1.0, 1.0),
        }
    }

    /// Returns the name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Markov => "markov",
            Self::References => "references",
            Self::Optional => "optional",
            Self::Array => "array",
        }
    }

    /// Returns the heuristic of this name, if there is one.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|heuristic| heuristic.name() == name)
    }
}

/// The origin of a field frequency: a line of the table, or a known value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rule {
    /// A mandatory component: always present.
    Mandatory,
    /// An OPTIONAL component.
    Optional,
    /// A DEFAULT component.
    Default,
    /// A component after `...`.
    Addition,
    /// One of this number of arms or members. None of them has a known frequency; their weights share 1.
    OneOf(u32),
    /// One of this number of arms or members. Some have known frequencies; the others share the rest to 1.
    RestOf(u32),
    /// The element of an array of fixed size.
    FixedSize,
    /// The element of an array: the mean length, within the size range.
    MeanLength,
    /// The element of a linked list, or of the main array of a list structure: the mean length of lists, within the
    /// size range.
    ListLength,
    /// The element of an array whose elements are of this number of known types.
    TableLength(u32),
    /// The element of an array whose elements are of known types, this number of them mandatory.
    RowsLength(u32),
    /// The element of an array that is a name: its number of parts.
    NameLength,
    /// The element of an array: the bound of the size range nearest to the mean length.
    NearestSize,
    /// The element of an array, counted once.
    Once,
    /// An alias.
    Alias,
    /// Set by the user.
    Override,
    /// Measured, and combined with the guess.
    Measured {
        /// Number of measured messages that held a value of the enclosing type.
        messages: u64,
        /// The measured v.
        v: f64,
    },
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
            Self::ListLength => f.write_str("list length"),
            Self::TableLength(n) => write!(f, "one of {n} types each"),
            Self::RowsLength(n) => write!(f, "{n} mandatory types, and optional ones"),
            Self::NameLength => f.write_str("length of a name"),
            Self::NearestSize => f.write_str("nearest size"),
            Self::Once => f.write_str("once"),
            Self::Alias => f.write_str("alias"),
            Self::Override => f.write_str("override"),
            Self::Measured { messages, v } => write!(f, "measured {v:.4} in {messages} messages"),
        }
    }
}

impl Rule {
    /// Returns whether v is known rather than guessed. Damping of recursion does not scale such arcs.
    pub(crate) fn is_fact(self) -> bool {
        matches!(self, Self::Mandatory | Self::Alias | Self::Override | Self::Measured { .. })
    }
}

/// The weight of one arc.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weight {
    /// Field frequency v before damping: mean occurrences per value of the owner.
    pub v: f64,
    /// The origin of v.
    pub rule: Rule,
    /// The damping factor on v, 0 to 1. Below 1 only for an arc on a cycle that would otherwise repeat too often.
    pub scale: f64,
}

impl Weight {
    /// Returns the field frequency that the prediction uses.
    pub fn effective(&self) -> f64 {
        self.v * self.scale
    }
}

/// The weights of all references.
pub(crate) struct Weighed {
    /// The weight of every reference, before damping.
    pub weights: Vec<Weight>,
    /// The factors of each guess.
    pub factors: Vec<Vec<Factor>>,
    /// Strongly connected components, owners before targets, if they were computed.
    pub components: Option<Vec<Vec<NodeId>>>,
}

/// Returns the weight of every reference.
pub(crate) fn weigh(
    graph: &TypeRefGraph,
    heuristic: Heuristic,
    parameters: &Parameters,
    entry: &[f64],
    overrides: &Overrides,
) -> Weighed {
    let (guesses, components) = match heuristic {
        Heuristic::Markov => markov_guesses(graph, parameters, entry, overrides),
        _ => {
            (graph.references().map(|id| guess_of_1997(graph.reference(id).kind, heuristic)).collect(), None)
        }
    };
    let mut shares = vec![Shares::default(); graph.type_count()];
    for id in graph.references().filter(|id| graph.reference(*id).kind.is_alternative()) {
        shares[graph.owner(id).index()].count(guesses[id.index()].v, overrides.get(id));
    }
    let mut weights = Vec::with_capacity(guesses.len());
    let mut factors = Vec::with_capacity(guesses.len());
    for (id, guess) in graph.references().zip(guesses) {
        let alternative = graph.reference(id).kind.is_alternative();
        let shares = &shares[graph.owner(id).index()];
        let alone = if alternative { guess.v / shares.weights } else { guess.v };
        let (v, rule) = match overrides.get(id) {
            Some(Known { v, messages: None }) => (v, Rule::Override),
            Some(Known { v, messages: Some(messages) }) => {
                (combined(v, messages, alone, parameters), Rule::Measured { messages, v })
            }
            None if alternative => shares.of_unknown(guess.v),
            None => (guess.v, guess.rule),
        };
        weights.push(Weight { v, rule, scale: 1.0 });
        factors.push(guess.factors);
    }
    Weighed { weights, factors, components }
}

/// Returns the mean of a measurement and a guess, each weighted by its messages.
fn combined(measured: f64, messages: u64, guess: f64, parameters: &Parameters) -> f64 {
    let (messages, prior) = (messages as f64, parameters.profile.prior_messages);
    if messages + prior > 0.0 { (messages * measured + prior * guess) / (messages + prior) } else { guess }
}

fn markov_guesses(
    graph: &TypeRefGraph,
    parameters: &Parameters,
    entry: &[f64],
    overrides: &Overrides,
) -> (Vec<Guess>, Option<Vec<Vec<NodeId>>>) {
    let facts = Facts::of(graph, entry, &parameters.words);
    let mut guesses = presences(graph, &facts, parameters);
    let mut sums = vec![0.0; graph.type_count()];
    for id in graph.references().filter(|id| graph.reference(*id).kind.is_alternative()) {
        sums[graph.owner(id).index()] += guesses[id.index()].v;
    }
    let flow = |id: ReferenceId| match graph.reference(id).kind {
        kind if kind.is_element() => 1.0,
        kind => overrides.get(id).map_or_else(
            || {
                guesses[id.index()].v
                    / if kind.is_alternative() { sums[graph.owner(id).index()] } else { 1.0 }
            },
            |known| known.v,
        ),
    };
    let depths = facts.depths(graph, entry, flow);
    for id in graph.references() {
        if graph.reference(id).kind.is_element() {
            guesses[id.index()] = length(graph, &facts, parameters, id, depths[graph.owner(id).index()]);
        } else {
            let depth = depths[graph.owner(id).index()];
            deepen(graph, &facts, parameters, id, depth, &mut guesses[id.index()]);
        }
    }
    (guesses, Some(facts.into_components()))
}

/// The alternatives of one union or open type: their total weight, and the sum of the known frequencies. A value
/// holds one alternative, so those without a known frequency share the rest to 1.
#[derive(Clone, Copy, Default)]
struct Shares {
    count: u32,
    weights: f64,
    known: u32,
    known_sum: f64,
    unknown_weights: f64,
}

impl Shares {
    fn count(&mut self, weight: f64, known: Option<Known>) {
        self.count += 1;
        self.weights += weight;
        match known {
            Some(known) => {
                self.known += 1;
                self.known_sum += known.v;
            }
            None => self.unknown_weights += weight,
        }
    }

    fn of_unknown(&self, weight: f64) -> (f64, Rule) {
        let share = weight / self.unknown_weights;
        match self.known {
            0 => (share, Rule::OneOf(self.count)),
            _ => ((1.0 - self.known_sum).max(0.0) * share, Rule::RestOf(self.count)),
        }
    }
}

fn guess_of_1997(kind: ReferenceKind, heuristic: Heuristic) -> Guess {
    let (present, length) = heuristic.of_1997();
    let (v, rule) = match kind {
        ReferenceKind::Mandatory => (1.0, Rule::Mandatory),
        ReferenceKind::Alias => (1.0, Rule::Alias),
        ReferenceKind::Optional => (present, Rule::Optional),
        ReferenceKind::Default => (present, Rule::Default),
        // The notation of 1997 had no extensions; such a component counts as OPTIONAL.
        ReferenceKind::Addition => (present, Rule::Optional),
        // An array without elements, for example an open type that stays a slice.
        ReferenceKind::Element { max: Some(0), .. } => (0.0, Rule::FixedSize),
        ReferenceKind::Element { .. } | ReferenceKind::Link if length > 1.0 => (length, Rule::MeanLength),
        ReferenceKind::Element { .. } | ReferenceKind::Link => (length, Rule::Once),
        ReferenceKind::Arm
        | ReferenceKind::AddedArm
        | ReferenceKind::Member
        | ReferenceKind::MandatoryMember
        | ReferenceKind::OptionalMember => (1.0, Rule::OneOf(0)),
    };
    Guess { v, rule, factors: Vec::new() }
}
