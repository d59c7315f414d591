//! A builder of small graphs, and one graph with every construct.
#![allow(dead_code, reason = "each test program uses a part of it")]

use num_bigint::BigInt;
use syntax_graph::*;

pub const BOOLEAN: Tag = Tag::universal(1);
pub const INTEGER: Tag = Tag::universal(2);
pub const BITS: Tag = Tag::universal(3);
pub const OCTETS: Tag = Tag::universal(4);
pub const NULL: Tag = Tag::universal(5);
pub const OID: Tag = Tag::universal(6);
pub const REAL: Tag = Tag::universal(9);
pub const ENUMERATED: Tag = Tag::universal(10);
pub const UTF8: Tag = Tag::universal(12);
pub const SEQUENCE: Tag = Tag::universal(16);
pub const SET: Tag = Tag::universal(17);
pub const VISIBLE: Tag = Tag::universal(26);
pub const BMP: Tag = Tag::universal(30);

/// Returns the context-specific tag of this number.
pub const fn ctx(number: u32) -> Tag {
    Tag::context(number)
}

/// A builder of graphs with one module.
pub struct Builder {
    pub graph: SyntaxGraph,
    module: ModuleId,
}

impl Builder {
    pub fn new() -> Self {
        let mut graph = SyntaxGraph::new();
        let module =
            graph.modules.push(Module { name: "M".into(), notation: Notation::Asn1, span: Span::none() });
        Self { graph, module }
    }

    /// Adds a definition.
    pub fn define(&mut self, name: &str, tags: &[Tag], kind: TypeKind) -> TypeId {
        self.graph.types.push(TypeDef {
            origin: Origin::Definition(name.into()),
            module: self.module,
            tags: tags.to_vec(),
            kind,
            span: Span::none(),
        })
    }

    /// Adds a definition of a scalar with one tag.
    pub fn scalar(&mut self, name: &str, tag: Tag, scalar: Scalar) -> TypeId {
        self.define(name, &[tag], TypeKind::Scalar(scalar))
    }

    pub fn integer(&mut self, name: &str, min: Option<i64>, max: Option<i64>) -> TypeId {
        let range = Bounds { min: min.map(BigInt::from), max: max.map(BigInt::from), extensible: false };
        self.scalar(name, INTEGER, Scalar::Integer(Integer::new(range)))
    }

    pub fn octets(&mut self, name: &str) -> TypeId {
        self.scalar(name, OCTETS, Scalar::OctetString { size: SizeRange::default() })
    }

    pub fn field(&mut self, owner: TypeId, name: &str, tags: &[Tag], target: TypeId) -> FieldId {
        self.graph.fields.push(Field {
            name: name.into(),
            owner,
            tags: tags.to_vec(),
            target,
            presence: Presence::Mandatory,
            addition: false,
            span: Span::none(),
        })
    }

    pub fn optional(&mut self, owner: TypeId, name: &str, tags: &[Tag], target: TypeId) -> FieldId {
        let field = self.field(owner, name, tags, target);
        self.graph.fields[field].presence = Presence::Optional;
        field
    }

    pub fn default(
        &mut self,
        owner: TypeId,
        name: &str,
        tags: &[Tag],
        target: TypeId,
        value: Value,
    ) -> FieldId {
        let field = self.field(owner, name, tags, target);
        self.graph.fields[field].presence = Presence::Default(value);
        field
    }

    /// Adds an empty SEQUENCE or SET; [`Builder::fill`] adds its fields.
    pub fn structure(&mut self, name: &str, order: Order) -> TypeId {
        let tag = if order == Order::Ordered { SEQUENCE } else { SET };
        self.define(
            name,
            &[tag],
            TypeKind::Structure(Structure { order, fields: vec![], extension: None, groups: vec![] }),
        )
    }

    pub fn union(&mut self, name: &str, extensible: bool) -> TypeId {
        self.define(
            name,
            &[],
            TypeKind::Union(Union { arms: vec![], roots: 0, extensible, discriminant: None }),
        )
    }

    pub fn array(&mut self, name: &str, order: Order, tags: &[Tag], element: TypeId) -> TypeId {
        let tag = if order == Order::Ordered { SEQUENCE } else { SET };
        let ty = self.define(name, &[tag], TypeKind::Open(OpenType::default()));
        let element = self.field(ty, "", tags, element);
        self.graph.types[ty].kind =
            TypeKind::Array(Array { order, element, size: SizeRange::default(), linked: false });
        ty
    }

    pub fn open(&mut self, name: &str) -> TypeId {
        self.define(name, &[], TypeKind::Open(OpenType::default()))
    }

    /// Adds all fields of a structure or union.
    pub fn fill(&mut self, ty: TypeId) {
        let own = self.graph.fields.enumerated().filter(|(_, field)| field.owner == ty).map(|(id, _)| id);
        let own: Vec<FieldId> = own.collect();
        match &mut self.graph.types[ty].kind {
            TypeKind::Structure(structure) => structure.fields = own,
            TypeKind::Union(union) => (union.roots, union.arms) = (own.len(), own),
            _ => panic!("only structures and unions are filled"),
        }
    }

    pub fn extension(&mut self, ty: TypeId, at: usize) {
        if let TypeKind::Structure(structure) = &mut self.graph.types[ty].kind {
            structure.extension = Some(at);
        }
    }

    pub fn valid(self) -> ValidGraph {
        validate::validate(self.graph).expect("the graph must pass validation")
    }
}

/// Returns a graph with everything: all scalars, SET, SET OF, nested and tagged CHOICE, extensions,
/// recursion, open types, defaults.
#[allow(clippy::too_many_lines, reason = "a list: every construct once")]
pub fn everything() -> (ValidGraph, TypeId) {
    let mut b = Builder::new();
    let boolean = b.scalar("Bool", BOOLEAN, Scalar::Boolean);
    let small = b.integer("Small", Some(-5), Some(300));
    let int = b.integer("Int", None, None);
    let size = SizeRange::default();
    let bits = b.scalar("Bits", BITS, Scalar::BitString { named: vec![], size: size.clone() });
    let named = vec![("a".to_string(), BigInt::from(0)), ("b".to_string(), BigInt::from(7))];
    let flags = b.scalar("Flags", BITS, Scalar::BitString { named, size: size.clone() });
    let mut fixed_size = size.clone();
    (fixed_size.min, fixed_size.max) = (12, Some(12));
    let fixed = b.scalar("Fixed", BITS, Scalar::BitString { named: vec![], size: fixed_size });
    let octets = b.octets("Octets");
    let null = b.scalar("Null", NULL, Scalar::Null);
    let oid = b.scalar("Oid", OID, Scalar::ObjectIdentifier);
    let roid = b.scalar("Roid", Tag::universal(13), Scalar::RelativeOid);
    let real = b.scalar("Real", REAL, Scalar::Real);
    let items = ["red", "green", "blue"].iter().zip(0..).map(|(n, i)| ((*n).to_string(), BigInt::from(i)));
    let items: Vec<_> = items.collect();
    let color = b.scalar(
        "Color",
        ENUMERATED,
        Scalar::Enumerated(Enumeration { roots: items.len(), items, extensible: true }),
    );
    let mut string = |name: &str, tag, kind| {
        b.scalar(name, tag, Scalar::Characters { kind, size: SizeRange::default(), alphabet: None })
    };
    let utf8 = string("Utf8", UTF8, CharKind::Utf8);
    let visible = string("Visible", VISIBLE, CharKind::Visible);
    let bmp = string("Bmp", BMP, CharKind::Bmp);
    let universal = string("Universal", Tag::universal(28), CharKind::Universal);
    let time = b.scalar("Time", Tag::universal(24), Scalar::Time(TimeKind::GeneralizedTime));
    let open = b.open("Any");

    let set = b.structure("Set", Order::Unordered);
    b.field(set, "z", &[ctx(40)], int);
    b.optional(set, "y", &[OCTETS], octets);
    b.default(set, "x", &[BOOLEAN], boolean, Value::Boolean(false));
    let inner = b.union("Inner", false);
    b.field(inner, "p", &[ctx(1)], int);
    b.field(inner, "q", &[ctx(2), INTEGER], int);
    b.fill(inner);
    let outer = b.union("Outer", true);
    b.field(outer, "i", &[], inner);
    b.field(outer, "n", &[NULL], null);
    b.field(outer, "wrapped", &[ctx(3)], inner);
    b.fill(outer);
    b.optional(set, "w", &[], inner);
    b.fill(set);
    b.extension(set, 4);
    let numbers = b.array("Numbers", Order::Ordered, &[INTEGER], int);
    let bag = b.array("Bag", Order::Unordered, &[ctx(0), OCTETS], octets);
    let choices = b.array("Choices", Order::Ordered, &[], outer);

    let top = b.structure("Top", Order::Ordered);
    b.field(top, "bool", &[BOOLEAN], boolean);
    b.field(top, "small", &[INTEGER], small);
    b.optional(top, "int", &[ctx(0)], int);
    b.default(top, "defaulted", &[ctx(1), INTEGER], int, Value::Integer(BigInt::from(7)));
    b.field(top, "bits", &[BITS], bits);
    b.optional(top, "flags", &[ctx(2)], flags);
    b.optional(top, "fixed", &[ctx(3)], fixed);
    b.field(top, "octets", &[OCTETS], octets);
    b.optional(top, "null", &[NULL], null);
    b.field(top, "oid", &[OID], oid);
    b.optional(top, "roid", &[ctx(4)], roid);
    b.optional(top, "real", &[REAL], real);
    b.field(top, "color", &[ENUMERATED], color);
    b.optional(top, "utf8", &[UTF8], utf8);
    b.optional(top, "visible", &[VISIBLE], visible);
    b.optional(top, "bmp", &[BMP], bmp);
    b.optional(top, "universal", &[Tag::universal(28)], universal);
    b.optional(top, "time", &[Tag::universal(24)], time);
    b.optional(top, "set", &[SET], set);
    b.default(top, "numbers", &[ctx(5)], numbers, Value::Array(vec![]));
    b.optional(top, "bag", &[ctx(6)], bag);
    b.optional(top, "choices", &[ctx(7), SEQUENCE], choices);
    b.optional(top, "choice", &[ctx(8)], outer);
    b.optional(top, "open", &[ctx(9)], open);
    b.optional(top, "again", &[ctx(1000)], top);
    let addition = b.optional(top, "added", &[ctx(11)], int);
    b.graph.fields[addition].addition = true;
    b.optional(top, "last", &[ctx(12)], int);
    b.fill(top);
    b.extension(top, 26);
    (b.valid(), top)
}
