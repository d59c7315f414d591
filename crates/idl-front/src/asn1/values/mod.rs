//! Values: DEFAULTs, constants, object identifiers, numbers.

pub mod contained;
pub mod externals;
pub mod governors;
pub mod iris;
pub mod numbers;
pub mod oid;
pub mod parts;
pub mod real;
pub mod scalars;
pub mod whole;

use crate::asn1::names::Scope;
use crate::asn1::names::resolve::Entity;
use crate::asn1::parse::ast::Value as Ast;
use crate::asn1::text::tokens::NodeId;
use num_bigint::BigInt;
use std::collections::BTreeMap;
use std::rc::Rc;
use syntax_graph::{FieldId, Span, TypeId};

/// A DEFAULT as written.
pub type Default<'a> = (FieldId, Rc<Ast<'a>>, Scope);

/// Counts the parts of values, so that a value of a few words cannot grow endlessly by names of other values and by DEFAULTs.
#[derive(Debug)]
pub struct ValueParts {
    /// How many one value may have.
    most: usize,
    /// All that have been made.
    made: usize,
    /// The value that is being read: how many may have been made when it is complete, and where it stands.
    reading: Option<(usize, Span)>,
    /// Whether a value with too many has been reported.
    is_reported: bool,
}

impl ValueParts {
    /// None so far, at most this many for one value.
    pub fn new(most: usize) -> Self {
        Self { most, made: 0, reading: None, is_reported: false }
    }
}

/// The types of strings' contents. They are known before constraints are, because DEFAULTs need them.
#[derive(Debug, Default)]
pub struct Contained {
    types: BTreeMap<TypeId, TypeId>,
    fields: BTreeMap<FieldId, TypeId>,
    /// The types that nodes narrow copies of.
    copies: BTreeMap<TypeId, TypeId>,
    /// The named values that are being encoded.
    within: Vec<Entity>,
}

/// The values that are still to be understood, and those that are being read.
#[derive(Debug)]
pub struct Values<'a> {
    /// Counts the parts that have been made of values.
    parts: ValueParts,
    /// DEFAULT values still to be understood.
    defaults: Vec<Default<'a>>,
    /// Those that are being understood (none inside) or still to be.
    pending_defaults: BTreeMap<FieldId, Option<(Rc<Ast<'a>>, Scope)>>,
    /// All DEFAULT values.
    written_defaults: Vec<Default<'a>>,
    integers: BTreeMap<(Entity, usize), Option<BigInt>>,
    /// The unions that a value has been tried as through unnamed alternatives: each once, because unions that hold
    /// themselves would recurse endlessly.
    tried_unions: Vec<(Rc<Ast<'a>>, TypeId)>,
    /// The type whose values are being looked at, and the clause that has their notation.
    governing: Option<(Span, &'static str)>,
    /// The name in an object identifier that led to the one that is looked at.
    oid_way: Span,
    /// The nodes of types in place that govern values.
    governors: BTreeMap<(NodeId, Scope), TypeId>,
    /// How many types and fields there are without those.
    proper: (usize, usize),
    /// How many types are known whole.
    lowered: usize,
    /// Whether a value is evaluated again, only to learn whether it has been reported.
    looking_again: bool,
    /// The types that CONTAINING names, by what is constrained.
    contained: Contained,
}

impl<'a> Values<'a> {
    /// No values yet; one may have this many parts.
    pub fn new(most: usize) -> Self {
        Self {
            parts: ValueParts::new(most),
            defaults: Vec::new(),
            pending_defaults: BTreeMap::new(),
            written_defaults: Vec::new(),
            integers: BTreeMap::new(),
            tried_unions: Vec::new(),
            governing: None,
            oid_way: Span::none(),
            governors: BTreeMap::new(),
            proper: (0, 0),
            lowered: 0,
            looking_again: false,
            contained: Contained::default(),
        }
    }

    /// Keeps a DEFAULT until all types are known.
    pub fn note_default(&mut self, field: FieldId, value: Rc<Ast<'a>>, scope: Scope) {
        self.defaults.push((field, value, scope));
    }

    /// All DEFAULTs as written; they are forgotten here.
    pub fn take_written_defaults(&mut self) -> Vec<Default<'a>> {
        std::mem::take(&mut self.written_defaults)
    }
}
