//! The parts of the codec that all encoding rules share. Each rule has its own folder; `choice.rs` chooses one.

use crate::constraint::rows::Checks;
use crate::error::{DecodeError, EncodeError, ErrorCode};
use crate::trace::Trace;
use crate::work::Work;
use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::sync::Arc;
use syntax_graph::first_tags::{FirstTable, first_tags};
use syntax_graph::opens::{Relation, relations};
use syntax_graph::recursion::recursive_fields;
use syntax_graph::{FieldId, IndexVec, IntegerRepr, Scalar, TypeId, TypeKind, ValidGraph, Value};

/// Encoding rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    /// Accepts any valid BER; sends definite, minimal lengths.
    Ber,
    /// Accepts and sends DER only.
    Der,
    /// XDR (RFC 4506), for specifications in that notation.
    Xdr,
    /// PER, unaligned variant (X.691): accepts BASIC-PER, sends CANONICAL-PER.
    Uper,
    /// PER, aligned variant (X.691): accepts BASIC-PER, sends CANONICAL-PER.
    Aper,
    /// Basic OER (X.696): accepts any OER, sends COER.
    Oer,
    /// COER (X.696): accepts and sends canonical OER only.
    Coer,
    /// The toy rule, for tests.
    #[cfg(feature = "toy-rule")]
    Fixed,
}

/// Limits of a decoder or encoder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Maximum number of recursive fields ([`syntax_graph::recursion`]) and constructed segments open at once.
    pub depth: usize,
    /// Maximum number of elements of one array.
    pub elements: usize,
    /// Maximum number of bytes that checks of CONTAINING decode in one message. `None`: 64 times the length of
    /// the decoded message; on encode, 64 times the length of each string.
    pub work: Option<usize>,
    /// Maximum number of bytes of one decoded message. `None`: no limit.
    pub bytes: Option<usize>,
    /// Maximum number of bytes of one decoded string: of every value that C holds as a string. `None`: no limit.
    pub string: Option<usize>,
}

impl Limits {
    /// The limits of a fresh context: depth 64, elements, bytes and strings unlimited, default work.
    pub const FRESH: Self = Self { depth: 64, elements: usize::MAX, work: None, bytes: None, string: None };
}

/// Maximum number of constructors open at once, whatever the [`Limits`]; more give `DEPTH`. Only specifications
/// that nest types this deep, or a raised limit of depth, reach it.
pub const MAX_NESTING: usize = 2048;

/// A decoded message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// The value.
    pub value: Value,
    /// The message's length in bytes; more bytes may follow.
    pub length: usize,
}

/// The lengths in a message that take a decoder more work than a length of one byte. Only BER and DER have them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lengths {
    /// Elements whose length takes more than one byte, or is indefinite.
    pub long: u64,
    /// Headers and end-of-contents octets that the searches for the ends of indefinite forms read, each search
    /// for itself.
    pub passed: u64,
}

/// An encoding rule, which its folder implements.
pub(crate) trait Rule: Debug + Send + Sync {
    /// Returns the facts about a graph that the rule needs before it converts values: see [`Codec::facts`].
    fn facts(&self, _: &ValidGraph, _recursive: &IndexVec<FieldId, bool>) -> Facts {
        Box::new(())
    }

    /// Decodes the message at the start of the input.
    fn decode(&self, codec: &Codec<'_>, root: TypeId, input: &[u8]) -> Result<Decoded, DecodeError>;

    /// Decodes a value inside a string; its checks share the work limit of the message.
    fn decode_within(
        &self,
        codec: &Codec<'_>,
        ty: TypeId,
        octets: &[u8],
        _: &Work,
    ) -> Result<Decoded, DecodeError> {
        self.decode(codec, ty, octets)
    }

    /// Returns the encoding of a value.
    fn encode(&self, codec: &Codec<'_>, root: TypeId, value: &Value) -> Result<Vec<u8>, EncodeError>;

    /// Returns whether bytes can be the whole encoding of an open type or an unknown arm.
    fn is_whole(&self, octets: &[u8]) -> bool {
        !octets.is_empty()
    }

    /// Returns the lengths in a message.
    fn lengths(&self, _message: &[u8]) -> Lengths {
        Lengths::default()
    }

    /// Returns one of the encodings of a value, selected by `seed`.
    fn encode_oddly(
        &self,
        codec: &Codec<'_>,
        root: TypeId,
        value: &Value,
        _seed: u64,
    ) -> Result<Vec<u8>, EncodeError> {
        self.encode(codec, root, value)
    }
}

/// Facts about a graph that only one rule needs.
pub(crate) type Facts = Box<dyn Any + Send + Sync>;

/// A codec for the values of a specification's types.
#[derive(Clone, Debug)]
pub struct Codec<'g> {
    rule: &'static dyn Rule,
    pub(crate) graph: &'g ValidGraph,
    pub(crate) rules: Rules,
    pub(crate) limits: Limits,
    /// Shared by the codecs of inner values, which have other limits or rules.
    pub(crate) known: Arc<Known>,
    /// The constraints to check; `None` checks nothing.
    pub(crate) checks: Option<Arc<Checks<'g>>>,
    /// Records the parts of a message, if they are requested.
    pub(crate) trace: Option<Trace>,
}

/// Facts about a graph, computed once.
#[derive(Debug)]
pub(crate) struct Known {
    pub(crate) recursive: IndexVec<FieldId, bool>,
    /// Under BER and DER, the tags that can begin values.
    pub(crate) firsts: FirstTable,
    /// Facts that only the rule needs.
    facts: Facts,
    /// The open types that each structure resolves.
    pub(crate) relations: BTreeMap<TypeId, Vec<Relation>>,
    /// All open types that a structure resolves.
    pub(crate) related: BTreeSet<TypeId>,
}

impl<'g> Codec<'g> {
    /// Returns a codec of a rule with the limits of a fresh context.
    pub(crate) fn of_rule(graph: &'g ValidGraph, rules: Rules, rule: &'static dyn Rule) -> Self {
        let recursive = recursive_fields(graph);
        let relations = relations(graph, &recursive);
        let known = Known {
            firsts: first_tags(graph),
            facts: rule.facts(graph, &recursive),
            related: relations.values().flatten().map(|relation| relation.open).collect(),
            recursive,
            relations,
        };
        Self { rule, graph, rules, limits: Limits::FRESH, known: Arc::new(known), checks: None, trace: None }
    }

    /// Returns a codec of another rule, which needs no facts of its own, without limits and checks.
    pub(crate) fn unchecked(&self, rules: Rules, rule: &'static dyn Rule) -> Self {
        let limits = Limits { depth: usize::MAX, ..Limits::FRESH };
        Self { rules, rule, checks: None, ..self.untraced().with_limits(limits) }
    }

    /// Returns the facts of the codec's rule, if they are of this type.
    pub(crate) fn facts<T: 'static>(&self) -> Option<&T> {
        self.known.facts.downcast_ref()
    }

    /// Makes the codec refuse values outside the constraints of the specification, in both directions.
    #[must_use]
    pub fn with_constraints(mut self) -> Self {
        self.checks = Some(Arc::new(Checks::new(self.graph)));
        self
    }

    /// Returns whether bytes are exactly one value of a type, decoded one level deeper. Also returns false when
    /// no work is left.
    pub(crate) fn contains(&self, ty: TypeId, octets: &[u8], work: &Work) -> bool {
        let Some(depth) = self.limits.depth.checked_sub(1) else { return false };
        let deeper = self.untraced().with_limits(Limits { depth, bytes: None, ..self.limits });
        work.on(octets, |work| {
            let decoded = self.rule.decode_within(&deeper, ty, octets, work);
            decoded.is_ok_and(|decoded| decoded.length == octets.len())
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

    /// Checks that a decoded value of a type has no more bytes than the limit of strings, if C holds it as a string.
    pub(crate) fn bounded(&self, kind: &TypeKind, value: &Value) -> Result<(), ErrorCode> {
        let repr = match kind {
            TypeKind::Scalar(Scalar::Integer(integer)) => Some(integer.repr),
            TypeKind::Scalar(Scalar::Enumerated(enumeration)) => Some(enumeration.repr()),
            _ => None,
        };
        let length = match value {
            Value::Octets(octets) | Value::Chars(octets) | Value::Oid(octets) | Value::Real(octets) => {
                octets.len()
            }
            Value::Open(octets) | Value::UnknownArm(octets) => octets.len(),
            Value::Bits { length, .. } => usize::try_from(length.div_ceil(8)).unwrap_or(usize::MAX),
            Value::Integer(number) if repr == Some(IntegerRepr::Bytes) => number.to_signed_bytes_be().len(),
            _ => return Ok(()),
        };
        self.bounded_bytes(length)
    }

    /// Checks that a string of this length is within the limit.
    pub(crate) fn bounded_bytes(&self, length: usize) -> Result<(), ErrorCode> {
        if self.limits.string.is_some_and(|most| length > most) { Err(ErrorCode::Limit) } else { Ok(()) }
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
    /// Those of `docs/semantics.md`, sections 2 and 3; for XDR, those of `docs/semantics-xdr.md`; for PER
    /// and OER, those of `docs/semantics-packed.md`.
    pub fn decode(&self, root: TypeId, input: &[u8]) -> Result<Decoded, DecodeError> {
        self.rule.decode(self, root, input)
    }

    /// Decodes the message of type `root` that fills `input`.
    ///
    /// # Errors
    /// Those of [`Codec::decode`], and `TRAILING` when bytes follow the message.
    pub fn decode_exact(&self, root: TypeId, input: &[u8]) -> Result<Value, DecodeError> {
        let decoded = self.decode(root, input)?;
        if decoded.length < input.len() {
            let path = self.graph.type_path(root);
            return Err(DecodeError {
                code: ErrorCode::Trailing,
                offset: decoded.length,
                bit: 0,
                path,
                needed: None,
            });
        }
        Ok(decoded.value)
    }

    /// Returns whether bytes can be the whole encoding of an open type or an unknown arm.
    pub(crate) fn is_whole(&self, octets: &[u8]) -> bool {
        self.rule.is_whole(octets)
    }

    /// Returns the lengths in a message that the codec decodes.
    pub fn lengths(&self, message: &[u8]) -> Lengths {
        self.rule.lengths(message)
    }

    /// Encodes a value of type `root`, by section 4 of `docs/semantics.md` or `docs/semantics-xdr.md`.
    ///
    /// # Errors
    /// `BAD_VALUE` when the value is not of the type, `RANGE` when an integer does not fit its
    /// representation, `DEPTH` when the value is nested beyond the limit. Under DER, `NOT_CANONICAL` for a REAL
    /// or a time in another form. With checks of constraints, `CONSTRAINT` and `LIMIT`.
    pub fn encode(&self, root: TypeId, value: &Value) -> Result<Vec<u8>, EncodeError> {
        self.rule.encode(self, root, value)
    }

    /// Encodes a value in a valid but unusual way (under BER: indefinite lengths, segmented strings, long
    /// lengths, unknown extensions), selected by `seed`. DER and XDR have one way only.
    ///
    /// # Errors
    /// Those of [`Codec::encode`].
    pub fn encode_oddly(&self, root: TypeId, value: &Value, seed: u64) -> Result<Vec<u8>, EncodeError> {
        self.rule.encode_oddly(self, root, value, seed)
    }
}
