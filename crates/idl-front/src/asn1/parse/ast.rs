//! The syntax tree: the notation with its places, before names are resolved.
//!
//! Types, values and sets are shared (`Rc`), because actual parameters and settings of objects stand wherever they
//! are used. Braced texts ([`ValueKind::Braced`]) stay tokens until their governor is known.

use crate::asn1::macros::grammar::Marked;
use crate::asn1::text::tokens::{Ident, NodeId, Tokens};
use std::rc::Rc;
use syntax_graph::constraint::ComponentPresence;
use syntax_graph::{CharKind, Order, Span, TagClass, TimeKind};

/// The tag environment of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TagDefault {
    Explicit,
    Implicit,
    Automatic,
}

/// A module.
#[derive(Clone, Debug)]
pub struct Module<'a> {
    pub name: Ident<'a>,
    /// Its object identifier, in braces.
    pub oid: Option<Tokens<'a>>,
    pub tags: TagDefault,
    pub extensibility_implied: bool,
    /// None: everything.
    pub exports: Option<Vec<Ident<'a>>>,
    pub imports: Vec<Import<'a>>,
    pub assignments: Vec<Assignment<'a>>,
    /// Whether it is the module of builtin definitions.
    pub builtin: bool,
    /// Whether its text ends within a definition.
    pub is_cut_off: bool,
}

impl<'a> Module<'a> {
    /// An empty module with the defaults of X.680 clause 13.
    pub fn new(name: Ident<'a>) -> Self {
        Self {
            name,
            oid: None,
            tags: TagDefault::Explicit,
            extensibility_implied: false,
            exports: None,
            imports: Vec::new(),
            assignments: Vec::new(),
            builtin: false,
            is_cut_off: false,
        }
    }
}

/// `a, B FROM Module {oid}`
#[derive(Clone, Debug)]
pub struct Import<'a> {
    pub symbols: Vec<Ident<'a>>,
    pub module: Ident<'a>,
    /// Its object identifier: what stands in braces, or the name of a value.
    pub oid: Option<Tokens<'a>>,
    /// Whether another version of the module will do: WITH SUCCESSORS, WITH DESCENDANTS.
    pub any_version: bool,
}

/// A definition.
#[derive(Clone, Debug)]
pub struct Assignment<'a> {
    pub name: Ident<'a>,
    pub parameters: Vec<Parameter<'a>>,
    pub kind: AssignmentKind<'a>,
}

/// What is defined.
#[derive(Clone, Debug)]
pub enum AssignmentKind<'a> {
    /// A type, or another name of a class.
    Type(Rc<Type<'a>>),
    Class(Rc<Class<'a>>),
    /// A value or an object.
    Value {
        governor: Rc<Type<'a>>,
        value: Rc<Value<'a>>,
    },
    /// A value set or an object set.
    Set {
        governor: Rc<Type<'a>>,
        set: Rc<ElementSet<'a>>,
    },
    /// A value that a macro of the 1988 notation defines.
    MacroValue {
        /// Its notation; none: it is not understood.
        used: Option<Rc<MacroUse<'a>>>,
        value: Rc<Value<'a>>,
    },
    /// A macro of the 1988 notation: its index in the table of macros.
    Macro(Option<usize>),
    /// What could not be parsed: reported, but the name is defined.
    Broken,
}

/// A dummy reference, with its governor.
#[derive(Clone, Debug)]
pub struct Parameter<'a> {
    pub governor: Option<Rc<Type<'a>>>,
    pub name: Ident<'a>,
}

/// A type as written.
#[derive(Clone, Debug)]
pub struct Type<'a> {
    pub id: NodeId,
    /// Outermost first.
    pub tags: Vec<TagPrefix<'a>>,
    pub kind: TypeKind<'a>,
    pub constraints: Vec<Rc<Constraint<'a>>>,
    pub span: Span,
}

impl<'a> Type<'a> {
    /// A type without tags and constraints.
    pub fn plain(id: NodeId, kind: TypeKind<'a>, span: Span) -> Self {
        Self { id, tags: Vec::new(), kind, constraints: Vec::new(), span }
    }
}

/// `[APPLICATION 3] IMPLICIT`
#[derive(Clone, Debug)]
pub struct TagPrefix<'a> {
    pub class: TagClass,
    pub number: Rc<Value<'a>>,
    /// As written; none: the module's default.
    pub implicit: Option<bool>,
}

/// The kinds of types.
#[derive(Clone, Debug)]
pub enum TypeKind<'a> {
    Boolean,
    Integer(Vec<NamedNumber<'a>>),
    Enumerated(Enumerated<'a>),
    Real,
    BitString(Vec<NamedNumber<'a>>),
    OctetString,
    Null,
    ObjectIdentifier,
    RelativeOid,
    /// A character string type, with its universal tag number.
    Characters(CharKind, u32),
    Time(TimeKind, u32),
    /// SEQUENCE or SET with components.
    Structure(Order, Rc<Components<'a>>),
    /// SEQUENCE OF or SET OF, with the element's name where it has one.
    Array(Order, Option<Ident<'a>>, Rc<Type<'a>>),
    Choice(Rc<Components<'a>>),
    /// `identifier < Choice`
    Selection(Ident<'a>, Rc<Type<'a>>),
    /// ANY, with the identifier behind DEFINED BY.
    Any(Option<Ident<'a>>),
    InstanceOf(Reference<'a>),
    /// A type, class, value set or object set by name.
    Reference(Reference<'a>),
    /// `CLASS.&field`, `object.&Field`, `Set.&Field`, with further fields.
    Field(Reference<'a>, Vec<Ident<'a>>),
    /// A type by the notation of a macro.
    Macro(Rc<MacroUse<'a>>),
}

/// A use of a macro of the 1988 notation.
#[derive(Clone, Debug)]
pub struct MacroUse<'a> {
    pub id: NodeId,
    pub name: Ident<'a>,
    /// Its index in the table of macros; none: nothing is known of it.
    pub definition: Option<usize>,
    /// What stands in the notation, in its order.
    pub items: Vec<MacroItem<'a>>,
}

/// What a macro's notation holds.
#[derive(Clone, Debug)]
pub enum MacroItem<'a> {
    /// A word of the notation: `ARGUMENT`.
    Word(&'a str),
    /// A type, with the name that the macro gives to it, or that of the production that it stands in.
    Type { local: &'a str, ty: Rc<Type<'a>> },
    /// A value, with its type.
    Value { marked: &'a Marked, value: Rc<Value<'a>> },
}

/// A name, perhaps with a module and with actual parameters.
#[derive(Clone, Debug)]
pub struct Reference<'a> {
    pub module: Option<Ident<'a>>,
    pub name: Ident<'a>,
    pub arguments: Option<Rc<Vec<Argument<'a>>>>,
}

/// An actual parameter.
#[derive(Clone, Debug)]
pub struct Argument<'a> {
    /// Its text, from which keys are made.
    pub tokens: Tokens<'a>,
    pub kind: ArgumentKind<'a>,
}

/// What an actual parameter looks like.
#[derive(Clone, Debug)]
pub enum ArgumentKind<'a> {
    /// A type, class or (without the braces that the standard asks for) set.
    Type(Rc<Type<'a>>),
    /// A value or object.
    Value(Rc<Value<'a>>),
    /// `{...}`: a set, a value or an object; the tokens inside.
    Braced(Tokens<'a>),
}

/// `red(1)`
#[derive(Clone, Debug)]
pub struct NamedNumber<'a> {
    pub name: Ident<'a>,
    pub value: Option<Rc<Value<'a>>>,
}

/// The items of an ENUMERATED.
#[derive(Clone, Debug, Default)]
pub struct Enumerated<'a> {
    pub root: Vec<NamedNumber<'a>>,
    pub extensible: bool,
    pub additions: Vec<NamedNumber<'a>>,
    /// Behind the marker.
    pub exception: Option<Rc<Value<'a>>>,
}

/// The components of a structure, or the alternatives of a CHOICE.
#[derive(Clone, Debug, Default)]
pub struct Components<'a> {
    pub first: Vec<Component<'a>>,
    pub extensible: bool,
    pub additions: Vec<Component<'a>>,
    /// The version brackets: each the indices of its components among the additions.
    pub groups: Vec<std::ops::Range<usize>>,
    /// Root components behind the second `...`.
    pub last: Vec<Component<'a>>,
    /// Behind the marker.
    pub exception: Option<Rc<Value<'a>>>,
}

/// A component or alternative.
#[derive(Clone, Debug)]
pub struct Component<'a> {
    /// None in the 1984 notation, and for COMPONENTS OF.
    pub name: Option<Ident<'a>>,
    pub ty: Rc<Type<'a>>,
    /// Whether it is `COMPONENTS OF ty`.
    pub spliced: bool,
    pub presence: Presence<'a>,
}

/// OPTIONAL, DEFAULT or neither.
#[derive(Clone, Debug)]
pub enum Presence<'a> {
    Mandatory,
    Optional,
    Default(Rc<Value<'a>>),
}

/// A value as written.
#[derive(Clone, Debug)]
pub struct Value<'a> {
    pub kind: ValueKind<'a>,
    pub span: Span,
}

/// The kinds of values.
#[derive(Clone, Debug)]
pub enum ValueKind<'a> {
    Null,
    Boolean(bool),
    /// Decimal digits, with a minus sign where it is negative.
    Number {
        negative: bool,
        digits: &'a str,
    },
    Real {
        negative: bool,
        text: &'a str,
    },
    PlusInfinity,
    MinusInfinity,
    NotANumber,
    CString(&'a str),
    BString(&'a str),
    HString(&'a str),
    /// What stands inside braces.
    Braced(Tokens<'a>),
    Reference(Reference<'a>),
    /// `alternative : value`
    Choice(Ident<'a>, Rc<Value<'a>>),
    /// `Type : value`
    Typed(Rc<Type<'a>>, Rc<Value<'a>>),
    /// `object.&id`
    Field(Reference<'a>, Vec<Ident<'a>>),
    /// MIN and MAX, in ranges alone.
    Min,
    Max,
    /// A tag number of automatic tagging, which is not in the text.
    Automatic(usize),
    /// `CONTAINING value`
    Containing(Rc<Value<'a>>),
}

/// A constraint in parentheses.
#[derive(Clone, Debug)]
pub struct Constraint<'a> {
    pub set: ElementSet<'a>,
    pub span: Span,
}

/// `root, ..., additions`
#[derive(Clone, Debug, Default)]
pub struct ElementSet<'a> {
    /// None: empty, or `...` alone.
    pub root: Option<Elements<'a>>,
    pub extensible: bool,
    pub additions: Option<Elements<'a>>,
    /// `! 5`, `! name`, `! Type : value`
    pub exception: Option<Rc<Value<'a>>>,
}

/// Set arithmetic and its elements.
#[derive(Clone, Debug)]
pub enum Elements<'a> {
    Union(Vec<Elements<'a>>),
    Intersection(Vec<Elements<'a>>),
    Except(Box<Elements<'a>>, Box<Elements<'a>>),
    /// All but something.
    AllExcept(Box<Elements<'a>>),
    Nested(Box<ElementSet<'a>>),
    Value(Rc<Value<'a>>),
    Range(Rc<Range<'a>>),
    Size(Rc<Constraint<'a>>),
    From(Rc<Constraint<'a>>),
    /// A contained subtype, a value set, an object set.
    Type(Rc<Type<'a>>),
    /// `{...}`: a value, an object, or (with `{@a.b}` behind it) a component relation.
    Braced(Tokens<'a>, Vec<AtNotation<'a>>),
    /// PATTERN, with its regular expression.
    Pattern(Rc<Value<'a>>),
    /// SETTINGS, with its text.
    Settings(Rc<Value<'a>>),
    /// CONTAINING and ENCODED BY, or one of them.
    Contents(Option<Rc<Type<'a>>>, Option<Rc<Value<'a>>>),
    /// WITH COMPONENT, of an array.
    Component(Rc<Constraint<'a>>),
    /// WITH COMPONENTS, of a structure or CHOICE; whether it begins with `...`.
    Components(bool, Rc<Vec<ComponentConstraint<'a>>>),
    /// CONSTRAINED BY, with what stands in its braces.
    UserDefined(Tokens<'a>),
}

/// `name (constraint) PRESENT`, inside WITH COMPONENTS.
#[derive(Clone, Debug)]
pub struct ComponentConstraint<'a> {
    pub name: Ident<'a>,
    pub constraint: Option<Rc<Constraint<'a>>>,
    pub presence: Option<ComponentPresence>,
}

/// `lower<..<upper`
#[derive(Clone, Debug)]
pub struct Range<'a> {
    pub lower: Rc<Value<'a>>,
    pub lower_open: bool,
    pub upper: Rc<Value<'a>>,
    pub upper_open: bool,
}

/// `@..a.b`
#[derive(Clone, Debug)]
pub struct AtNotation<'a> {
    /// How many dots stand before the first name; none: from the outermost structure.
    pub level: usize,
    pub path: Vec<Ident<'a>>,
}

/// An information object class.
#[derive(Clone, Debug)]
pub struct Class<'a> {
    pub fields: Vec<ClassField<'a>>,
    /// WITH SYNTAX.
    pub syntax: Option<Vec<SyntaxItem<'a>>>,
}

/// A field of a class.
#[derive(Clone, Debug)]
pub struct ClassField<'a> {
    pub name: Ident<'a>,
    pub kind: ClassFieldKind<'a>,
    pub unique: bool,
    /// OPTIONAL.
    pub optional: bool,
    pub default: Option<Setting<'a>>,
}

/// The kinds of class fields.
#[derive(Clone, Debug)]
pub enum ClassFieldKind<'a> {
    /// `&Type`
    Type,
    /// `&value Type`; also an object field, which the governor tells.
    Value(Rc<Type<'a>>),
    /// `&value &Type`, with the field that types it.
    VariableValue(Ident<'a>),
    /// `&Set Type`; also an object set field.
    Set(Rc<Type<'a>>),
    /// `&Set &Type`
    VariableSet(Ident<'a>),
}

/// An item of WITH SYNTAX.
#[derive(Clone, Debug)]
pub enum SyntaxItem<'a> {
    Literal(Ident<'a>),
    Field(Ident<'a>),
    Optional(Vec<SyntaxItem<'a>>),
}

/// What a field of an object is set to.
#[derive(Clone, Debug)]
pub enum Setting<'a> {
    Type(Rc<Type<'a>>),
    /// A value or object.
    Value(Rc<Value<'a>>),
    /// A value set or object set.
    Set(Rc<ElementSet<'a>>),
}
