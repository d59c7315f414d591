//! The syntax tree (RFC 4506 section 6.3, RFC 5531 section 12, and the extensions of rpcgen).

use super::tokens::Ident;
use num_bigint::BigInt;
use syntax_graph::Span;

/// A number, or a name that stands for one.
#[derive(Clone, Debug, PartialEq)]
pub struct Value<'a> {
    /// What is written.
    pub kind: ValueKind<'a>,
    /// Where.
    pub span: Span,
}

/// What a value is.
#[derive(Clone, Debug, PartialEq)]
pub enum ValueKind<'a> {
    /// A number, sign included.
    Number(BigInt),
    /// The name of a constant or an item of an enumeration.
    Name(&'a str),
    /// The contents of a string: constants alone.
    Text(&'a str),
}

/// A type as it stands in a declaration.
#[derive(Clone, Debug, PartialEq)]
pub struct Type<'a> {
    /// What it is.
    pub kind: TypeKind<'a>,
    /// Where it stands.
    pub span: Span,
}

/// What a type is.
#[derive(Clone, Debug, PartialEq)]
pub enum TypeKind<'a> {
    /// An integer held in so many bits; on the wire four octets, eight for 64 bits.
    Integer {
        /// 8, 16, 32 or 64.
        bits: u32,
        /// Whether it has a sign.
        signed: bool,
    },
    Bool,
    Float,
    Double,
    Quadruple,
    String,
    Opaque,
    /// A definition of this name.
    Named(Ident<'a>),
    Enum(Vec<Item<'a>>),
    Struct(Vec<Declaration<'a>>),
    Union(Box<Union<'a>>),
}

/// An item of an enumeration.
#[derive(Clone, Debug, PartialEq)]
pub struct Item<'a> {
    /// Its name.
    pub name: Ident<'a>,
    /// Its number; none: one more than that of the item before.
    pub value: Option<Value<'a>>,
}

/// A declared name with its type.
#[derive(Clone, Debug, PartialEq)]
pub struct Declaration<'a> {
    /// The type.
    pub ty: Type<'a>,
    /// The name.
    pub name: Ident<'a>,
    /// How many.
    pub shape: Shape<'a>,
}

/// How many values a declaration holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape<'a> {
    /// One.
    One,
    /// `[n]`
    Fixed(Value<'a>),
    /// `<n>`, `<>`
    Counted(Option<Value<'a>>),
    /// `*`: one or none.
    Optional,
}

/// The body of a union.
#[derive(Clone, Debug, PartialEq)]
pub struct Union<'a> {
    /// What chooses.
    pub discriminant: Declaration<'a>,
    /// The arms.
    pub arms: Vec<Arm<'a>>,
}

/// An arm of a union.
#[derive(Clone, Debug, PartialEq)]
pub struct Arm<'a> {
    /// The values that choose it.
    pub cases: Vec<Value<'a>>,
    /// `default`.
    pub default: Option<Span>,
    /// Its declaration; none: void.
    pub declaration: Option<Declaration<'a>>,
    /// Where it stands.
    pub span: Span,
}

/// A definition.
#[derive(Clone, Debug, PartialEq)]
pub enum Definition<'a> {
    /// `typedef`, `enum`, `struct`, `union`: all declare a type of a name.
    Type(Declaration<'a>),
    /// `const`.
    Constant(Ident<'a>, Value<'a>),
    /// `program`.
    Program(Program<'a>),
    /// One that could not be parsed, so that references to it are not reported again.
    Broken(Ident<'a>),
}

impl<'a> Definition<'a> {
    /// The name that it defines.
    pub fn name(&self) -> Ident<'a> {
        match self {
            Self::Type(declaration) => declaration.name,
            Self::Constant(name, _) | Self::Broken(name) => *name,
            Self::Program(program) => program.name,
        }
    }
}

/// A remote program.
#[derive(Clone, Debug, PartialEq)]
pub struct Program<'a> {
    /// Its name.
    pub name: Ident<'a>,
    /// Its number.
    pub number: Value<'a>,
    /// Its versions.
    pub versions: Vec<Version<'a>>,
}

/// One version of a program.
#[derive(Clone, Debug, PartialEq)]
pub struct Version<'a> {
    /// Its name.
    pub name: Ident<'a>,
    /// Its number.
    pub number: Value<'a>,
    /// Its procedures.
    pub procedures: Vec<Procedure<'a>>,
}

/// A remote procedure.
#[derive(Clone, Debug, PartialEq)]
pub struct Procedure<'a> {
    /// Its name.
    pub name: Ident<'a>,
    /// Its number.
    pub number: Value<'a>,
    /// Its result; none: void.
    pub result: Option<Type<'a>>,
    /// Its arguments; none: void.
    pub arguments: Vec<Type<'a>>,
}
