//! The codec, and its one choice of a rule: what all rules share stands here, each rule in a folder of its own.

use crate::ber;
use crate::constraint::Checks;
use crate::error::{DecodeError, EncodeError, ErrorCode};
use crate::random::Random;
use crate::work::Work;
use crate::xdr::{self, Extent};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use syntax_graph::first_tags::{FirstTable, first_tags};
use syntax_graph::opens::{Relation, relations};
use syntax_graph::recursion::recursive_fields;
use syntax_graph::{FieldId, IndexVec, TypeId, ValidGraph, Value};

/// Encoding rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    /// Accepts any valid BER; sends definite, minimal lengths.
    Ber,
    /// Accepts and sends DER only.
    Der,
    /// XDR (RFC 4506), for specifications in that notation.
    Xdr,
}

/// Limits of a decoder or encoder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Recursive fields ([`syntax_graph::recursion`]) and constructed segments open at once.
    pub depth: usize,
    /// Elements of one array.
    pub elements: usize,
    /// Bytes that checks of CONTAINING may decode in one message. `None`: 64 times the length of the decoded
    /// message; on encode, 64 times each string.
    pub work: Option<usize>,
}

impl Limits {
    /// The limits of a fresh context: depth 64, elements unlimited, default work.
    pub const FRESH: Self = Self { depth: 64, elements: usize::MAX, work: None };
}

/// Constructors open at once under any limits; more give `DEPTH`. Only specifications that nest types this
/// deep, or a raised limit of depth, reach it.
pub const MAX_NESTING: usize = 2048;

/// A decoded message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// The value.
    pub value: Value,
    /// The message's length in bytes; more bytes may follow.
    pub length: usize,
}

/// A codec for the values of a specification's types.
#[derive(Clone, Debug)]
pub struct Codec<'g> {
    pub(crate) graph: &'g ValidGraph,
    pub(crate) rules: Rules,
    pub(crate) limits: Limits,
    /// Shared by the codecs of inner values, which have other limits or rules.
    pub(crate) known: Arc<Known>,
    /// The constraints to check; `None` checks nothing.
    pub(crate) checks: Option<Arc<Checks<'g>>>,
}

/// Facts about a graph, computed once.
#[derive(Debug)]
pub(crate) struct Known {
    pub(crate) recursive: IndexVec<FieldId, bool>,
    /// Under BER and DER, the tags that can begin values.
    pub(crate) firsts: FirstTable,
    /// Under XDR, what is known of sizes.
    extents: IndexVec<TypeId, Extent>,
    /// The nesting of types under XDR, without recursion.
    levels: IndexVec<TypeId, usize>,
    /// The open types that each structure resolves.
    pub(crate) relations: BTreeMap<TypeId, Vec<Relation>>,
    /// All open types that a structure resolves.
    pub(crate) related: BTreeSet<TypeId>,
}

impl<'g> Codec<'g> {
    /// Returns a codec with the limits of a fresh context.
    pub fn new(graph: &'g ValidGraph, rules: Rules) -> Self {
        let is_xdr = rules == Rules::Xdr;
        let recursive = recursive_fields(graph);
        let relations = relations(graph, &recursive);
        let known = Known {
            firsts: first_tags(graph),
            extents: if is_xdr { xdr::extents(graph) } else { IndexVec::new() },
            levels: if is_xdr { xdr::levels(graph, &recursive) } else { IndexVec::new() },
            related: relations.values().flatten().map(|relation| relation.open).collect(),
            recursive,
            relations,
        };
        Self { graph, rules, limits: Limits::FRESH, known: Arc::new(known), checks: None }
    }

    /// Makes values outside the constraints of the specification errors in both directions.
    #[must_use]
    pub fn with_constraints(mut self) -> Self {
        self.checks = Some(Arc::new(Checks::new(self.graph)));
        self
    }

    /// Returns whether bytes are exactly one value of a type, one level deeper. Also returns false when no
    /// work is left.
    pub(crate) fn contains(&self, ty: TypeId, octets: &[u8], work: &Work) -> bool {
        let Some(depth) = self.limits.depth.checked_sub(1) else { return false };
        let deeper = self.clone().with_limits(Limits { depth, ..self.limits });
        work.on(octets, |work| {
            ber::decode_within(&deeper, ty, octets, work).is_ok_and(|decoded| decoded.length == octets.len())
        })
    }

    /// Returns the codec with other limits.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Returns the limits.
    pub(crate) fn limits(&self) -> Limits {
        self.limits
    }

    /// Returns the sizes of a type's values, under XDR.
    pub(crate) fn extent(&self, ty: TypeId) -> Extent {
        self.known.extents[ty]
    }

    /// Returns the largest nesting of a type's values, under XDR.
    pub(crate) fn nesting(&self, ty: TypeId) -> usize {
        let recursion = self.known.recursive.iter().any(|recursive| *recursive);
        let deepest = self.known.levels.iter().copied().max().unwrap_or(0);
        let levels = if recursion { deepest.saturating_mul(self.limits.depth.saturating_add(1)) } else { 0 };
        self.known.levels[self.graph.resolve(ty)].max(levels).min(MAX_NESTING + 1)
    }

    /// Returns whether a field closes a cycle of types.
    pub(crate) fn is_recursive(&self, field: FieldId) -> bool {
        self.known.recursive[field]
    }

    /// Returns the graph of the codec.
    pub fn graph(&self) -> &'g ValidGraph {
        self.graph
    }

    /// Decodes one message of type `root` at the start of `input`; bytes may follow.
    ///
    /// # Errors
    /// As of `docs/semantics.md`, sections 2 and 3; for XDR, of `docs/semantics-xdr.md`.
    pub fn decode(&self, root: TypeId, input: &[u8]) -> Result<Decoded, DecodeError> {
        match self.rules {
            Rules::Xdr => xdr::decode(self, root, input),
            Rules::Ber | Rules::Der => ber::decode(self, root, input),
        }
    }

    /// Decodes the message of type `root` that fills `input`.
    ///
    /// # Errors
    /// As [`Codec::decode`], and `TRAILING` when bytes follow the message.
    pub fn decode_exact(&self, root: TypeId, input: &[u8]) -> Result<Value, DecodeError> {
        let decoded = self.decode(root, input)?;
        if decoded.length < input.len() {
            let path = self.graph.type_path(root);
            return Err(DecodeError { code: ErrorCode::Trailing, offset: decoded.length, path });
        }
        Ok(decoded.value)
    }

    /// Returns whether one element of either form fills `octets`: the contents of an open type.
    pub(crate) fn is_one_element(octets: &[u8]) -> bool {
        ber::is_one_element(octets)
    }

    /// Encodes a value of type `root`, by section 4 of `docs/semantics.md`.
    ///
    /// # Errors
    /// `BAD_VALUE` when the value is not of the type, `RANGE` when an integer does not fit its
    /// representation, `DEPTH` when the value is nested beyond the limit.
    pub fn encode(&self, root: TypeId, value: &Value) -> Result<Vec<u8>, EncodeError> {
        match self.rules {
            Rules::Xdr => xdr::encode(self, root, value),
            Rules::Ber | Rules::Der => ber::encode(self, root, value),
        }
    }

    /// Encodes a value in a valid but unusual way (indefinite lengths, segmented strings, long lengths,
    /// unknown extensions), selected by `seed`. DER and XDR have one way only.
    ///
    /// # Errors
    /// As [`Codec::encode`].
    pub fn encode_oddly(&self, root: TypeId, value: &Value, seed: u64) -> Result<Vec<u8>, EncodeError> {
        match self.rules {
            Rules::Ber => ber::encode_oddly(self, root, value, &mut Random::new(seed)),
            Rules::Der | Rules::Xdr => self.encode(root, value),
        }
    }
}
