//! What validation refuses, with both places, and how a graph looks as text.

use num_bigint::BigInt;
use syntax_graph::dump::dump;
use syntax_graph::first_tags::first_tags;
use syntax_graph::validate::{validate, validate_reachable};
use syntax_graph::*;

/// A graph of one module; each node gets a span of its own, in the order in which they are made.
struct Builder {
    graph: SyntaxGraph,
    file: FileId,
    places: usize,
}

const INTEGER: Tag = Tag::universal(2);
const SEQUENCE: Tag = Tag::universal(16);

impl Builder {
    fn new() -> Self {
        let mut sources = SourceMap::new();
        let file = sources.add("m.asn1", "");
        let mut graph = SyntaxGraph::new();
        graph.modules.push(Module { name: "M".into(), notation: Notation::Asn1, span: Span::none() });
        Self { graph, file, places: 0 }
    }

    fn place(&mut self) -> Span {
        self.places += 10;
        Span::new(self.file, self.places, self.places + 5)
    }

    fn define(&mut self, name: &str, tags: &[Tag], kind: TypeKind) -> TypeId {
        let span = self.place();
        let (origin, tags) = (Origin::Definition(name.into()), tags.to_vec());
        self.graph.types.push(TypeDef { origin, module: ModuleId::new(0), tags, kind, span })
    }

    fn integer(&mut self) -> TypeId {
        let integer = Integer::new(Bounds::default());
        self.define("Int", &[INTEGER], TypeKind::Scalar(Scalar::Integer(integer)))
    }

    fn structure(&mut self, name: &str, order: Order) -> TypeId {
        let kind = TypeKind::Structure(Structure { order, fields: vec![], extension: None, groups: vec![] });
        self.define(name, &[SEQUENCE], kind)
    }

    fn union(&mut self, name: &str) -> TypeId {
        self.define(
            name,
            &[],
            TypeKind::Union(Union { arms: vec![], roots: 0, extensible: false, discriminant: None }),
        )
    }

    fn open(&mut self) -> TypeId {
        self.define("Any", &[], TypeKind::Open(OpenType::default()))
    }

    fn field(&mut self, owner: TypeId, name: &str, tags: &[Tag], target: TypeId) -> FieldId {
        let span = self.place();
        let (name, tags, presence) = (name.into(), tags.to_vec(), Presence::Mandatory);
        let field = Field { name, owner, tags, target, presence, addition: false, span };
        let field = self.graph.fields.push(field);
        match &mut self.graph.types[owner].kind {
            TypeKind::Structure(structure) => structure.fields.push(field),
            TypeKind::Union(union) => union.arms.push(field),
            _ => panic!("{owner:?} has no fields"),
        }
        field
    }

    fn optional(&mut self, owner: TypeId, name: &str, tags: &[Tag], target: TypeId) -> FieldId {
        let field = self.field(owner, name, tags, target);
        self.graph.fields[field].presence = Presence::Optional;
        field
    }

    /// Codes and messages of what is found; everything has a place, a clause and a hint.
    fn found(self) -> Vec<String> {
        let found = match validate(self.graph) {
            Ok(graph) => graph.warnings().to_vec(),
            Err(found) => found,
        };
        for diagnostic in &found {
            assert!(!diagnostic.labels.is_empty() && diagnostic.notes.len() >= 2, "{diagnostic:?}");
        }
        found.iter().map(|diagnostic| format!("{}: {}", diagnostic.code, diagnostic.message)).collect()
    }
}

#[test]
fn references_that_lead_nowhere() {
    let mut b = Builder::new();
    let this = TypeId::new(0);
    b.define("A", &[], TypeKind::Reference(this));
    b.define("B", &[], TypeKind::Reference(TypeId::new(2)));
    b.define("C", &[], TypeKind::Reference(TypeId::new(1)));
    b.define("D", &[], TypeKind::Reference(TypeId::new(1)));
    assert_eq!(
        b.found(),
        ["reference-cycle: M.A is defined by itself", "reference-cycle: M.B is defined by itself"]
    );
}

#[test]
fn values_without_end() {
    let mut b = Builder::new();
    let int = b.integer();
    let a = b.structure("A", Order::Ordered);
    let c = b.union("C");
    b.field(a, "i", &[INTEGER], int);
    b.field(a, "c", &[], c);
    b.field(c, "x", &[Tag::context(0)], a);
    b.field(c, "y", &[Tag::context(1)], c);
    let user = b.structure("User", Order::Ordered);
    b.field(user, "a", &[SEQUENCE], a);
    let fine = b.structure("Fine", Order::Ordered);
    b.optional(fine, "next", &[SEQUENCE], fine);
    assert_eq!(b.found(), ["infinite-type: every value of M.A contains another one"]);
}

#[test]
fn deep_types_are_checked_without_recursion() {
    let mut b = Builder::new();
    let mut inside = b.integer();
    let mut tag = INTEGER;
    for level in 0..20_000 {
        let ty = b.structure(&format!("T{level}"), Order::Ordered);
        b.field(ty, "next", &[tag], inside);
        (inside, tag) = (ty, SEQUENCE);
    }
    assert!(!dump(&b.graph).is_empty());
    assert_eq!(b.found(), [""; 0]);
}

#[test]
fn choices_of_themselves() {
    let mut b = Builder::new();
    let int = b.integer();
    let (a, c) = (b.union("A"), b.union("C"));
    b.field(a, "c", &[], c);
    b.field(a, "i", &[INTEGER], int);
    b.field(c, "a", &[], a);
    b.field(c, "x", &[Tag::context(0)], int);
    let found = b.found();
    assert!(
        found.contains(&"endless-choice: M.A is an untagged alternative of itself".to_owned()),
        "{found:?}"
    );
}

#[test]
fn names_and_numbers_twice() {
    let mut b = Builder::new();
    let int = b.integer();
    let a = b.structure("A", Order::Ordered);
    b.field(a, "x", &[Tag::context(0)], int);
    b.field(a, "x", &[Tag::context(1)], int);
    let items = [("red", 0), ("green", 1), ("red", 2), ("blue", 1)];
    let items: Vec<_> =
        items.iter().map(|(name, number)| ((*name).to_owned(), BigInt::from(*number))).collect();
    let enumeration = Scalar::Enumerated(Enumeration { roots: items.len(), items, extensible: false });
    b.define("Color", &[Tag::universal(10)], TypeKind::Scalar(enumeration));
    let expected = [
        "duplicate-field: M.A has two fields called `x`",
        "duplicate-item: M.Color names `red` twice",
        "duplicate-number: `green` and `blue` of M.Color are both 1",
    ];
    let mut found = b.found();
    found.sort();
    assert_eq!(found, expected);
}

#[test]
fn tags_of_alternatives_and_components() {
    let mut b = Builder::new();
    let int = b.integer();
    let inner = b.union("Inner");
    b.field(inner, "p", &[Tag::context(1)], int);
    let choice = b.union("Choice");
    b.field(choice, "q", &[Tag::context(1)], int);
    b.field(choice, "inner", &[], inner);
    let set = b.structure("Set", Order::Unordered);
    b.field(set, "i", &[INTEGER], int);
    b.field(set, "j", &[INTEGER], int);
    let run = b.structure("Run", Order::Ordered);
    b.optional(run, "a", &[INTEGER], int);
    b.optional(run, "b", &[Tag::context(1)], int);
    b.field(run, "c", &[INTEGER], int);
    b.field(run, "d", &[INTEGER], int);
    let expected = [
        "ambiguous-tags: alternatives `q` and `inner` of M.Choice can both begin with [1]",
        "ambiguous-tags: components `i` and `j` of M.Set can both begin with [UNIVERSAL 2]",
        "ambiguous-tags: components `a` and `c` of M.Run can both begin with [UNIVERSAL 2]",
    ];
    let graph = b.graph.clone();
    assert_eq!(b.found(), expected);
    let valid = validate_reachable(graph.clone(), &[inner])
        .expect("validation must ignore errors that no root reaches");
    assert_eq!(valid.warnings().len(), 3);
    let errors = validate_reachable(graph, &[choice]).unwrap_err();
    assert_eq!(errors.iter().filter(|diagnostic| diagnostic.is_error()).count(), 1);
    let error =
        errors.iter().find(|diagnostic| diagnostic.is_error()).expect("one diagnostic must be an error");
    assert_eq!(error.labels.len(), 2, "both places are shown");
}

#[test]
fn open_types_among_others() {
    let mut b = Builder::new();
    let (int, any) = (b.integer(), b.open());
    // The open type takes what the optional field leaves: a decoder can do that.
    let last = b.structure("Last", Order::Ordered);
    b.optional(last, "i", &[INTEGER], int);
    b.optional(last, "any", &[], any);
    // As in AlgorithmIdentifier: nothing to choose.
    let alone = b.structure("Alone", Order::Ordered);
    b.field(alone, "i", &[INTEGER], int);
    b.optional(alone, "any", &[], any);
    // The open type would take the integer.
    let first = b.structure("First", Order::Ordered);
    b.optional(first, "any", &[], any);
    b.field(first, "i", &[INTEGER], int);
    let expected = [
        "doubtful-open-type: `any` of M.Last can begin with any tag, also that of `i`",
        "ambiguous-open-type: `any` of M.First can begin with any tag, also that of `i`",
    ];
    assert_eq!(b.found(), expected);
}

#[test]
fn first_tags_look_through_choices() {
    let mut b = Builder::new();
    let (int, any) = (b.integer(), b.open());
    let inner = b.union("Inner");
    b.field(inner, "p", &[Tag::context(1)], int);
    b.field(inner, "q", &[Tag::context(2), INTEGER], int);
    let outer = b.union("Outer");
    let arm = b.field(outer, "inner", &[], inner);
    b.field(outer, "any", &[], any);
    let table = first_tags(&b.graph);
    let firsts = table.of_type(outer);
    assert!(firsts.any);
    let tags: Vec<_> = firsts.tags.iter().map(|first| (first.tag, first.ty, first.is_explicit)).collect();
    assert_eq!(tags, [(Tag::context(1), int, false), (Tag::context(2), int, true)]);
    assert_eq!(table.of_field(arm), table.of_type(inner));
}

#[test]
fn a_graph_as_text() {
    let mut b = Builder::new();
    let int = b.integer();
    let top = b.structure("Top", Order::Ordered);
    b.field(top, "id", &[Tag::context(0)], int);
    let field = b.field(top, "rest", &[Tag::context(1)], int);
    let embedded = b.structure("", Order::Unordered);
    b.graph.types[embedded].origin = Origin::Embedded(field);
    b.graph.fields[field].target = embedded;
    b.graph.fields[field].presence = Presence::Optional;
    let x = b.field(embedded, "x", &[INTEGER], int);
    b.graph.fields[x].presence = Presence::Default(Value::Integer(5.into()));
    let range = Bounds { min: Some(0.into()), max: Some(255.into()), extensible: false };
    let small = b.define("Small", &[INTEGER], TypeKind::Scalar(Scalar::Integer(Integer::new(range))));
    b.define("Same", &[INTEGER], TypeKind::Reference(small));
    let expected = "\
module M: ASN.1

Int [UNIVERSAL 2]: INTEGER as I64

Top [UNIVERSAL 16]: SEQUENCE
  id [0]: Int
  rest [1] OPTIONAL: SET
    x [UNIVERSAL 2] DEFAULT 5: Int

Small [UNIVERSAL 2]: INTEGER (0..255) as U8

Same [UNIVERSAL 2]: is Small
";
    assert_eq!(dump(&b.graph), expected);
}
