//! Which bytes of a message hold which field.

mod common;

use common::{Builder, INTEGER, SEQUENCE, ctx, everything};
use interp_runtime::{Codec, Part, Rules, random_value};
use syntax_graph::{Order, ValidGraph, Value};

/// Returns name, start, end and depth of the parts, a word each.
fn shown(graph: &ValidGraph, parts: &[Part]) -> Vec<String> {
    let name = |part: &Part| match part.field {
        Some(field) => graph.fields[field].name.clone(),
        None => graph.type_path(part.ty),
    };
    let open = |part: &Part| if part.is_complete { "" } else { " open" };
    parts
        .iter()
        .map(|part| format!("{} {}..{} {}{}", name(part), part.start, part.end, part.depth, open(part)))
        .collect()
}

#[test]
fn of_a_valid_and_of_a_cut_message() {
    let mut b = Builder::new();
    let int = b.integer("I", None, None);
    let list = b.array("List", Order::Ordered, &[INTEGER], int);
    let top = b.structure("Top", Order::Ordered);
    b.field(top, "a", &[ctx(0)], int);
    b.field(top, "list", &[SEQUENCE], list);
    b.optional(top, "z", &[ctx(1)], int);
    b.fill(top);
    let graph = b.valid();
    let codec = Codec::new(&graph, Rules::Ber);
    let message = [0x30, 14, 0x80, 1, 5, 0x30, 6, 2, 1, 7, 2, 1, 8, 0x81, 1, 9];
    let (parts, decoded) = codec.parts(top, &message);
    assert!(decoded.is_ok());
    let all = ["M.Top 0..16 0", "a 2..5 1", "list 5..13 1", " 7..10 2", " 10..13 2", "z 13..16 1"];
    assert_eq!(shown(&graph, &parts), all);
    assert_eq!(parts[1].value, Some(Value::Integer(5.into())));
    // The second element is no INTEGER.
    let mut wrong = message;
    wrong[10] = 4;
    let (parts, decoded) = codec.parts(top, &wrong);
    assert!(decoded.is_err());
    let before = ["M.Top 0..16 0 open", "a 2..5 1", "list 5..13 1 open", " 7..10 2"];
    assert_eq!(shown(&graph, &parts), before);
    // Who asks for no parts gets the same answer.
    assert_eq!(codec.decode(top, &wrong), decoded);
}

/// Parts lie within each other, and those of a message fill it.
#[test]
fn parts_nest() {
    let (graph, root) = everything();
    let codec = Codec::new(&graph, Rules::Ber);
    for seed in 0..300 {
        let Some(value) = random_value(&graph, root, seed) else { continue };
        let octets = codec.encode_oddly(root, &value, seed).expect("the codec must encode a random value");
        let (parts, decoded) = codec.parts(root, &octets);
        assert_eq!(decoded, codec.decode(root, &octets));
        assert_eq!((parts[0].start, parts[0].end, parts[0].depth), (0, octets.len(), 0));
        let mut around: Vec<&Part> = Vec::new();
        for part in &parts {
            around.retain(|outer| outer.end > part.start && outer.depth < part.depth);
            assert!(part.is_complete && part.start <= part.end);
            assert!(around.iter().all(|outer| outer.start <= part.start && part.end <= outer.end));
            around.push(part);
        }
    }
}

/// Under packed rules, many parts begin in one byte, and still follow the parts around them.
#[test]
fn parts_of_packed_messages_nest() {
    let (graph, root) = everything();
    for rules in [Rules::Uper, Rules::Aper, Rules::Oer, Rules::Coer] {
        let codec = Codec::new(&graph, rules);
        for seed in 0..100 {
            let Some(value) = random_value(&graph, root, seed) else { continue };
            let octets = codec.encode(root, &value).expect("the codec must encode a random value");
            let (parts, decoded) = codec.parts(root, &octets);
            assert_eq!(decoded, codec.decode(root, &octets));
            let mut around: Vec<&Part> = Vec::new();
            for part in &parts {
                around.truncate(part.depth);
                assert_eq!(around.len(), part.depth, "{rules:?}, seed {seed}: {:?}", shown(&graph, &parts));
                if let (Some(outer), Some(field)) = (around.last(), part.field) {
                    let owner = graph.resolve(graph.fields[field].owner);
                    assert_eq!(graph.resolve(outer.ty), owner, "{rules:?}, seed {seed}");
                }
                around.push(part);
            }
        }
    }
}
