//! What the caller can ask for, and what it is told beside the graph.

use idl_front::{FrontOptions, parse};
use syntax_graph::{SourceMap, TypeKind};

fn sources() -> SourceMap {
    let mut sources = SourceMap::new();
    sources.add("one.asn1", "One DEFINITIONS ::= BEGIN IMPORTS T FROM Two; Root ::= T END");
    sources.add(
        "two.asn1",
        "Two DEFINITIONS ::= BEGIN T ::= NULL END Three DEFINITIONS ::= BEGIN U ::= Unknown END",
    );
    sources
        .add("four.asn1", "Four DEFINITIONS ::= BEGIN IMPORTS V FROM Absent W FROM Gone X FROM Absent; END");
    sources
}

#[test]
fn missing_modules_are_named_once() {
    let output = parse(&sources(), &FrontOptions::default());
    assert_eq!(output.missing_modules, ["Absent", "Gone"]);
    assert!(!output.is_ok());
}

#[test]
fn errors_that_no_root_reaches_are_warnings() {
    for root in ["Root", "One.Root"] {
        let options = FrontOptions { roots: Some(vec![root.to_owned()]), ..FrontOptions::default() };
        let output = parse(&sources(), &options);
        assert!(output.is_ok(), "{:?}", output.diagnostics);
        assert_eq!(output.graph.definitions("One.Root").len(), 1);
    }
    let options = FrontOptions { roots: Some(vec!["Three.U".to_owned()]), ..FrontOptions::default() };
    assert!(!parse(&sources(), &options).is_ok());
}

#[test]
fn no_text_is_no_specification_and_no_error() {
    let output = parse(&SourceMap::new(), &FrontOptions::default());
    assert!(output.is_ok() && output.graph.types.is_empty());
}

#[test]
fn the_order_of_files_does_not_matter_to_meaning() {
    let texts = [
        "A DEFINITIONS ::= BEGIN IMPORTS T FROM B; S ::= T END",
        "B DEFINITIONS ::= BEGIN T ::= [3] NULL END",
    ];
    for order in [[0, 1], [1, 0]] {
        let mut sources = SourceMap::new();
        for at in order {
            sources.add(format!("{at}.asn1"), texts[at]);
        }
        let output = parse(&sources, &FrontOptions::default());
        let found = output.graph.definitions("A.S");
        assert_eq!(output.graph.types[found[0]].tags.len(), 2);
    }
}

#[test]
fn the_places_that_were_searched_are_told() {
    let options =
        FrontOptions { searched: vec!["lib".to_owned(), "more/lib".to_owned()], ..FrontOptions::default() };
    let output = parse(&sources(), &options);
    let absent = output.diagnostics.iter().find(|diagnostic| diagnostic.message.contains("`Absent`"));
    let notes = &absent.expect("the missing module must be reported").notes;
    assert!(
        notes
            .iter()
            .map(ToString::to_string)
            .any(|note| note.contains("Absent.asn1") && note.contains("lib, more/lib")),
        "{notes:?}"
    );
}

/// Objects of a class with a field for it say whether messages must have their values.
#[test]
fn objects_say_what_is_mandatory() {
    let mut sources = SourceMap::new();
    sources.add(
        "table.asn1",
        "Table DEFINITIONS AUTOMATIC TAGS ::= BEGIN \
         Presence ::= ENUMERATED { optional, conditional, mandatory } \
         ROW ::= CLASS { &id INTEGER UNIQUE, &Value, &presence Presence OPTIONAL } \
         WITH SYNTAX { ID &id TYPE &Value [PRESENCE &presence] } \
         Rows ROW ::= { { ID 1 TYPE BOOLEAN PRESENCE mandatory } | { ID 2 TYPE INTEGER PRESENCE optional } \
         | { ID 3 TYPE NULL PRESENCE conditional } | { ID 4 TYPE REAL }, ... } \
         Row ::= SEQUENCE { id ROW.&id({Rows}), value ROW.&Value({Rows}{@id}) } END",
    );
    let output = parse(&sources, &FrontOptions::default());
    assert!(output.is_ok(), "{:?}", output.diagnostics);
    let graph = &output.graph;
    let value = graph.fields_of(graph.definitions("Table.Row")[0])[1];
    let TypeKind::Open(open) = graph.kind(graph.fields[value].target) else {
        panic!("the value must be of an open type")
    };
    let said: Vec<_> = open.alternatives.iter().map(|known| known.mandatory).collect();
    assert_eq!(said, [Some(true), Some(false), Some(false), None]);
}
