//! The codec: what is common to both directions.

mod constraint;
mod decode;
mod encode;
mod header;
mod odd;
mod real;
mod same;
pub(crate) mod scalar;
mod time;
mod work;

use crate::error::{DecodeError, EncodeError, ErrorCode};
use crate::random::Random;
use crate::xdr::{self, Extent};
use constraint::Membership;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use syntax_graph::first_tags::{FirstTable, first_tags};
use syntax_graph::opens::{Relation, relations};
use syntax_graph::recursion::recursive_fields;
use syntax_graph::{Constraint, FieldId, IndexVec, TypeId, ValidGraph, Value};
use work::Work;

/// Which encoding rules hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    /// Any valid BER is accepted; definite, minimal lengths are sent.
    Ber,
    /// DER alone is accepted and sent.
    Der,
    /// XDR (RFC 4506), of specifications in that notation.
    Xdr,
}

/// What a decoder or encoder bears.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Recursive fields ([`syntax_graph::recursion`]) and constructed segments that are open at a time.
    pub depth: usize,
    /// Elements of one array.
    pub elements: usize,
    /// Bytes that checks of CONTAINING may decode in one message. None: 64 times the message that is decoded; on encode, 64
    /// times each string.
    pub work: Option<usize>,
}

impl Limits {
    /// The limits of a fresh context: depth 64, elements unlimited, the default for work.
    pub const FRESH: Self = Self { depth: 64, elements: usize::MAX, work: None };
}

/// Constructors that may be open at a time whatever the limits say; more are refused with `DEPTH`. It binds only
/// where the specification itself nests types that deep, or the limit of depth has been raised a lot.
pub const MAX_NESTING: usize = 2048;

/// What is checked of values: the constraints of messages and fields as they are written, in the order in which they apply.
#[derive(Clone, Debug)]
struct Checks<'g> {
    /// Of messages.
    types: IndexVec<TypeId, Vec<&'g Constraint>>,
    /// Of fields.
    fields: IndexVec<FieldId, Vec<&'g Constraint>>,
    /// The matchers of PATTERN and SETTINGS, by their expressions.
    patterns: BTreeMap<String, regex::Regex>,
}

/// Where a value stands.
#[derive(Clone, Copy, Debug)]
enum Place {
    /// It is a message of this type.
    Root(TypeId),
    /// In this field.
    Field(FieldId),
}

/// A decoded message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// Its value.
    pub value: Value,
    /// Octets that it took; more may follow.
    pub length: usize,
}

/// Decodes and encodes values of a specification's types.
#[derive(Clone, Debug)]
pub struct Codec<'g> {
    graph: &'g ValidGraph,
    rules: Rules,
    limits: Limits,
    /// Shared: values within values are coded by a codec with other limits or rules.
    known: Arc<Known>,
    /// What is checked of each field's value; none: nothing of any.
    checks: Option<Arc<Checks<'g>>>,
}

/// What is found out about a graph once.
#[derive(Debug)]
struct Known {
    recursive: IndexVec<FieldId, bool>,
    firsts: FirstTable,
    /// Under XDR, what is known of sizes.
    extents: IndexVec<TypeId, Extent>,
    /// Under XDR, how deep values of a type are nested, recursion left out.
    levels: IndexVec<TypeId, usize>,
    /// The open types that each structure resolves.
    relations: BTreeMap<TypeId, Vec<Relation>>,
    /// All of them.
    related: BTreeSet<TypeId>,
}

impl<'g> Codec<'g> {
    /// A codec with the limits of a fresh context.
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

    /// The same, and values outside the constraints of the specification are errors in both directions.
    #[must_use]
    pub fn with_constraints(mut self) -> Self {
        self.checks = Some(Arc::new(Checks::new(self.graph)));
        self
    }

    /// Refuses a value that the constraints of its field (a message: of its type) exclude, where that is asked for, and one
    /// whose check takes more work than is left.
    fn check(&self, place: Place, value: &Value, work: &Work) -> Result<(), ErrorCode> {
        let Some(checks) = &self.checks else { return Ok(()) };
        let (ty, row) = match place {
            Place::Root(ty) => (ty, &checks.types[ty]),
            Place::Field(field) => (self.graph.fields[field].target, &checks.fields[field]),
        };
        let permitted = Membership::new(self, checks, work).permits(ty, row, value);
        match (work.is_spent(), permitted) {
            (true, _) => Err(ErrorCode::Limit),
            (false, false) => Err(ErrorCode::Constraint),
            (false, true) => Ok(()),
        }
    }

    /// Whether octets are one value of a type, and nothing else, a level deeper; false, too, where there is no work left
    /// to find out.
    fn contains(&self, ty: TypeId, octets: &[u8], work: &Work) -> bool {
        let Some(depth) = self.limits.depth.checked_sub(1) else { return false };
        let deeper = self.clone().with_limits(Limits { depth, ..self.limits });
        work.on(octets, |work| {
            decode::decode(&deeper, ty, octets, work).is_ok_and(|decoded| decoded.length == octets.len())
        })
    }

    /// The same with other limits.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// What it bears.
    pub(crate) fn limits(&self) -> Limits {
        self.limits
    }

    /// What is known of the size of a type's values, under XDR.
    pub(crate) fn extent(&self, ty: TypeId) -> Extent {
        self.known.extents[ty]
    }

    /// How deep values of a type can be nested at most, under XDR.
    pub(crate) fn nesting(&self, ty: TypeId) -> usize {
        let recursion = self.known.recursive.iter().any(|recursive| *recursive);
        let deepest = self.known.levels.iter().copied().max().unwrap_or(0);
        let levels = if recursion { deepest.saturating_mul(self.limits.depth.saturating_add(1)) } else { 0 };
        self.known.levels[self.graph.resolve(ty)].max(levels).min(MAX_NESTING + 1)
    }

    /// Whether a field closes a cycle of types.
    pub(crate) fn is_recursive(&self, field: FieldId) -> bool {
        self.known.recursive[field]
    }

    /// The graph that it works from.
    pub fn graph(&self) -> &'g ValidGraph {
        self.graph
    }

    /// Decodes one message of type `root` at the start of `input`; octets may follow.
    ///
    /// # Errors
    /// As `docs/semantics.md` says, sections 2 and 3; of XDR, `docs/semantics-xdr.md`.
    pub fn decode(&self, root: TypeId, input: &[u8]) -> Result<Decoded, DecodeError> {
        match self.rules {
            Rules::Xdr => xdr::decode(self, root, input),
            Rules::Ber | Rules::Der => decode::message(self, root, input),
        }
    }

    /// Decodes the one message of type `root` that `input` holds.
    ///
    /// # Errors
    /// As [`Codec::decode`], and `TRAILING` when octets follow the message.
    pub fn decode_exact(&self, root: TypeId, input: &[u8]) -> Result<Value, DecodeError> {
        let decoded = self.decode(root, input)?;
        if decoded.length < input.len() {
            let path = self.graph.type_path(root);
            return Err(DecodeError { code: ErrorCode::Trailing, offset: decoded.length, path });
        }
        Ok(decoded.value)
    }

    /// Whether an element of either form stands at the start of `octets` and fills them: what an open type takes.
    pub(crate) fn is_one_element(octets: &[u8]) -> bool {
        header::message_end(octets, Rules::Ber) == Ok(octets.len())
    }

    /// Encodes a value of type `root`, as section 4 of `docs/semantics.md` says.
    ///
    /// # Errors
    /// `BAD_VALUE` when the value is none of the type, `RANGE` when an integer does not fit its
    /// representation, `DEPTH` when the value is nested beyond the limit.
    pub fn encode(&self, root: TypeId, value: &Value) -> Result<Vec<u8>, EncodeError> {
        if self.rules == Rules::Xdr {
            return xdr::encode(self, root, value);
        }
        let element = encode::element(self, root, value, None)?;
        Ok(element.to_octets())
    }

    /// Encodes a value in one of many unusual but valid ways (indefinite lengths, segmented strings, long
    /// lengths, unknown extensions), which `seed` chooses. Under DER and XDR there is but one way.
    ///
    /// # Errors
    /// As [`Codec::encode`].
    pub fn encode_oddly(&self, root: TypeId, value: &Value, seed: u64) -> Result<Vec<u8>, EncodeError> {
        if self.rules != Rules::Ber {
            return self.encode(root, value);
        }
        let mut random = Random::new(seed);
        let element = encode::element(self, root, value, Some(&mut random))?;
        Ok(odd::to_octets(&element, &mut random))
    }
}
