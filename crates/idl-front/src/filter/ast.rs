//! The syntax of a filter: names are not resolved, and values have no types yet.

use num_bigint::BigInt;
use syntax_graph::Span;
use syntax_graph::filter::{Place, Quantifier};

/// A filter as written.
#[derive(Clone, Debug, PartialEq)]
pub struct Filter<'a> {
    /// The type of the messages: `Type` or `Module.Type`.
    pub ty: String,
    /// Where it stands.
    pub span: Span,
    /// The predicate.
    pub test: Test<'a>,
}

/// A predicate.
#[derive(Clone, Debug, PartialEq)]
pub enum Test<'a> {
    /// Joined by `and`.
    All(Vec<Test<'a>>),
    /// Joined by `or`.
    Any(Vec<Test<'a>>),
    /// After `not`.
    Not(Box<Test<'a>>),
    /// A question.
    Ask(Question<'a>),
}

/// A question about the value at a path.
#[derive(Clone, Debug, PartialEq)]
pub struct Question<'a> {
    /// The word before it, and its place.
    pub quantifier: Option<(Quantifier, Span)>,
    /// The path.
    pub path: Path<'a>,
    /// What is asked.
    pub asked: Asked<'a>,
}

/// What is asked of a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Asked<'a> {
    /// `has path`.
    Presence,
    /// `path = value`.
    Relation(Relation<'a>),
    /// `count(path) = number`.
    Count(Relation<'a>),
    /// `any path[*] (predicate)`.
    Group(Box<Test<'a>>),
}

/// A path.
#[derive(Clone, Debug, PartialEq)]
pub struct Path<'a> {
    /// Its steps; at least one.
    pub steps: Vec<Step<'a>>,
    /// Where it stands.
    pub span: Span,
}

/// A step of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step<'a> {
    /// The name of a field.
    Name(&'a str, Span),
    /// `[*]`: the elements.
    Elements(Span),
}

/// A comparison, without the path.
#[derive(Clone, Debug, PartialEq)]
pub struct Relation<'a> {
    /// The operator.
    pub operator: Operator,
    /// Where the operator stands.
    pub span: Span,
    /// The value, or the smallest one of `in`.
    pub value: Literal<'a>,
    /// The largest value of `in`.
    pub to: Option<Literal<'a>>,
}

/// The operator of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `in`
    In,
    /// `starts-with`, `ends-with`, `contains`
    Part(Place),
}

/// A value as written.
#[derive(Clone, Debug, PartialEq)]
pub struct Literal<'a> {
    /// What it is.
    pub kind: LiteralKind<'a>,
    /// Where it stands.
    pub span: Span,
}

/// What a value is.
#[derive(Clone, Debug, PartialEq)]
pub enum LiteralKind<'a> {
    /// `-5`
    Number(BigInt),
    /// `"text"`
    Text(String),
    /// `'AB'H` or `'01'B`: bytes and the length in bits.
    Digits(Vec<u8>, u64),
    /// `TRUE` or `FALSE`.
    Boolean(bool),
    /// The name of an item, a number or a value definition.
    Name(&'a str),
    /// `{ iso(1) 3 6 1 }`: each arc with its name, if it has one.
    Arcs(Vec<Arc<'a>>),
}

/// An arc of an object identifier.
#[derive(Clone, Debug, PartialEq)]
pub struct Arc<'a> {
    /// Its name.
    pub name: Option<&'a str>,
    /// Its number.
    pub number: Option<BigInt>,
    /// Where it stands.
    pub span: Span,
}
