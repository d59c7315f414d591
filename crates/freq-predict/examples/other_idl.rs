//! Predicts frequencies for another notation: a small parser turns protobuf-like messages into a graph.

use freq_predict::{Overrides, ReferenceKind, TypeRefGraph, dump, predict};
use std::collections::BTreeMap;

const MESSAGES: &str = "
message Batch { required Header header; repeated Event events; }
message Header { required string host; optional string user; }
message Event { required int64 time; optional string text; repeated Event causes; }
";

fn main() {
    let mut graph = TypeRefGraph::new();
    let mut nodes = BTreeMap::new();
    for line in MESSAGES.lines().filter(|line| !line.is_empty()) {
        let words: Vec<&str> = line.split([' ', ';', '{', '}']).filter(|word| !word.is_empty()).collect();
        let owner = *nodes.entry(words[1]).or_insert_with(|| graph.add_type(words[1]));
        for field in words[2..].chunks(3) {
            let kind = match field[0] {
                "required" => ReferenceKind::Mandatory,
                "repeated" => ReferenceKind::Element { min: 0, max: None },
                _ => ReferenceKind::Optional,
            };
            let target = *nodes.entry(field[1]).or_insert_with(|| graph.add_type(field[1]));
            graph.add_reference(owner, target, field[2], kind);
        }
    }
    let frequencies =
        predict(&graph, &[(nodes["Batch"], 1.0)], &Overrides::new()).expect("the root is a message");
    #[expect(clippy::print_stdout, reason = "an example shows its result")]
    {
        print!("{}", dump::frequencies(&graph, &frequencies, &[]));
    }
}
