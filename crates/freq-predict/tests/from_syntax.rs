//! The conversion of stubc's syntax graph.
#![cfg(feature = "syntax-graph")]

use freq_predict::from_syntax::{node_of, overrides, reference_of, type_ref_graph};
use freq_predict::{Heuristic, Parameters, ReferenceKind, Rule, Traits, predict_by};
use syntax_graph::{
    Array, Discriminant, Field, FieldId, Id, Module, Notation, OpenAlternative, OpenType, Order, Origin,
    Presence, Scalar, SizeRange, Span, Structure, SyntaxGraph, TypeDef, TypeId, TypeKind, Union, Value,
};

/// The discriminant of a union is always present.
#[test]
fn a_discriminant_is_no_arm() {
    let mut graph = SyntaxGraph::new();
    graph.modules.push(Module { name: "M".to_owned(), notation: Notation::Xdr, span: Span::none() });
    let flag = define(&mut graph, "Flag", TypeKind::Scalar(Scalar::Boolean));
    let union = TypeId::new(1);
    let [chosen, arm] = [0, 1].map(|_| field(&mut graph, union, flag, Presence::Mandatory, false));
    let discriminant = Discriminant { field: chosen, cases: vec![vec![1.into()]], default: None };
    let kind = Union { arms: vec![arm], roots: 1, extensible: false, discriminant: Some(discriminant) };
    assert_eq!(define(&mut graph, "Choice", TypeKind::Union(kind)), union);
    let references = type_ref_graph(&graph);
    let kinds = [chosen, arm].map(|id| references.reference(reference_of(id)).kind);
    assert_eq!(kinds, [ReferenceKind::Mandatory, ReferenceKind::Arm]);
}

fn define(graph: &mut SyntaxGraph, name: &str, kind: TypeKind) -> TypeId {
    let module = graph.modules.ids().next().expect("the graph must have a module");
    let origin = Origin::Definition(name.to_owned());
    graph.types.push(TypeDef { origin, module, tags: Vec::new(), kind, span: Span::none() })
}

fn field(
    graph: &mut SyntaxGraph,
    owner: TypeId,
    target: TypeId,
    presence: Presence,
    addition: bool,
) -> FieldId {
    let name = format!("f{}", graph.fields.len());
    let span = Span::none();
    graph.fields.push(Field { name, owner, tags: Vec::new(), target, presence, addition, span })
}

#[test]
fn every_field_is_an_arc_of_its_kind() {
    let mut graph = SyntaxGraph::new();
    graph.modules.push(Module { name: "M".to_owned(), notation: Notation::Asn1, span: Span::none() });
    let flag = define(&mut graph, "Flag", TypeKind::Scalar(Scalar::Boolean));
    let alias = define(&mut graph, "Alias", TypeKind::Reference(flag));
    let alternative = OpenAlternative { identifier: Value::Null, target: flag, mandatory: None };
    let open = define(
        &mut graph,
        "Open",
        TypeKind::Open(OpenType { governor: Vec::new(), arms: Vec::new(), alternatives: vec![alternative] }),
    );
    let (root, list) = (TypeId::new(3), TypeId::new(4));
    let fields = [
        field(&mut graph, root, alias, Presence::Mandatory, false),
        field(&mut graph, root, flag, Presence::Optional, false),
        field(&mut graph, root, flag, Presence::Default(Value::Boolean(true)), false),
        field(&mut graph, root, open, Presence::Mandatory, true),
        field(&mut graph, root, list, Presence::Mandatory, false),
    ];
    let element = field(&mut graph, list, flag, Presence::Mandatory, false);
    let structure =
        Structure { order: Order::Ordered, fields: fields.to_vec(), extension: None, groups: vec![] };
    assert_eq!(define(&mut graph, "Root", TypeKind::Structure(structure)), root);
    let size = SizeRange { min: 2, max: Some(2), extensible: false };
    let array = Array { order: Order::Ordered, element, size, linked: false };
    assert_eq!(define(&mut graph, "List", TypeKind::Array(array)), list);

    let arm = field(&mut graph, open, flag, Presence::Mandatory, false);
    if let TypeKind::Open(open) = &mut graph.types[open].kind {
        open.arms.push(arm);
    }

    let references = type_ref_graph(&graph);
    assert_eq!(references.type_count(), graph.types.len());
    let kinds: Vec<_> = references.references().map(|id| references.reference(id).kind).collect();
    assert_eq!(
        kinds,
        [
            ReferenceKind::Mandatory,
            ReferenceKind::Optional,
            ReferenceKind::Default,
            ReferenceKind::Addition,
            ReferenceKind::Mandatory,
            ReferenceKind::Element { min: 2, max: Some(2) },
            ReferenceKind::Member,
            ReferenceKind::Alias,
        ]
    );
    assert_eq!(references.name(node_of(list)), "M.List");
    assert_eq!(references.traits(node_of(open)), Traits { open: true, known: 1, ..Traits::default() });
    assert_eq!(references.traits(node_of(list)), Traits::default());
    let known = overrides([(fields[1], 0.9)]).expect("the frequency must be accepted");
    let frequencies =
        predict_by(Heuristic::Markov, &Parameters::plain(), &references, &[(node_of(root), 1.0)], &known)
            .expect("the prediction must succeed");
    assert_eq!(frequencies.of_type(node_of(flag)), 1.0 + 0.9 + 0.5 + 0.25 + 2.0);
    assert_eq!(frequencies.weight(reference_of(fields[1])).rule, Rule::Override);
    for (said, kind) in
        [(Some(true), ReferenceKind::MandatoryMember), (Some(false), ReferenceKind::OptionalMember)]
    {
        if let TypeKind::Open(open) = &mut graph.types[open].kind {
            open.alternatives[0].mandatory = said;
        }
        let references = type_ref_graph(&graph);
        assert_eq!(references.reference(reference_of(arm)).kind, kind);
        let mandatory = u32::from(said == Some(true));
        assert_eq!(
            references.traits(node_of(open)),
            Traits { open: true, known: 1, mandatory, ..Traits::default() }
        );
    }
    if let TypeKind::Array(array) = &mut graph.types[list].kind {
        array.linked = true;
        array.order = Order::Unordered;
    }
    let unordered = Traits { unordered: true, ..Traits::default() };
    assert_eq!(type_ref_graph(&graph).traits(node_of(list)), unordered);
    assert_eq!(type_ref_graph(&graph).reference(reference_of(element)).kind, ReferenceKind::Link);
    graph.keep_slices(None);
    let references = type_ref_graph(&graph);
    let kept = references.reference(reference_of(arm)).kind;
    assert_eq!(kept, ReferenceKind::Element { min: 0, max: Some(0) });
}
