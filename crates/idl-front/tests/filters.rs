//! Filters: each `.filter` file of `filter-err` with its diagnostics, and the predicates of right ones.
//!
//! `UPDATE_EXPECT=1` writes what is expected beside each file. The difference in git is the review.

use idl_front::{FrontOptions, filter, parse};
use std::path::{Path, PathBuf};
use syntax_graph::filter::{Filter, Octets, Place, Probe, Quantifier, Range, Test};
use syntax_graph::{Diagnostic, FieldId, SourceMap, SyntaxGraph};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/filter-err")
}

fn graph() -> SyntaxGraph {
    let mut sources = SourceMap::new();
    let text = std::fs::read_to_string(folder().join("types.asn1")).expect("the types must be readable");
    sources.add("types.asn1", text);
    let output = parse(&sources, &FrontOptions::default());
    assert!(output.is_ok(), "{:?}", output.diagnostics);
    output.graph
}

fn check(graph: &SyntaxGraph, text: &str) -> (SourceMap, Result<Filter, Vec<Diagnostic>>) {
    let mut sources = SourceMap::new();
    let file = sources.add("predicate", text);
    let checked = filter::filter(&sources, file, graph);
    (sources, checked)
}

fn shown(sources: &SourceMap, diagnostics: &[Diagnostic]) -> String {
    let mut text = String::new();
    for diagnostic in diagnostics {
        text.push_str(&format!("error[{}]: {}\n", diagnostic.code, diagnostic.message));
        for label in &diagnostic.labels {
            let (line, column) = sources.line_column(label.span);
            let quoted = sources.text(label.span).lines().next().unwrap_or("");
            text.push_str(format!("  {line}:{column} `{quoted}` {}", label.message).trim_end());
            text.push('\n');
        }
        diagnostic.notes.iter().for_each(|note| text.push_str(&format!("  = {note}\n")));
    }
    text
}

#[test]
fn wrong_filters_give_their_diagnostics() {
    let graph = graph();
    let files = test_needs::files_below(folder(), "filter");
    assert!(files.len() > 30, "expected more than 30 cases, found {}", files.len());
    let mut failures = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("the case must be readable");
        let (sources, checked) = check(&graph, &text);
        let Err(diagnostics) = checked else {
            failures.push(format!("{}: expected an error", file.display()));
            continue;
        };
        let (golden, found) = (file.with_extension("txt"), shown(&sources, &diagnostics));
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::write(&golden, &found).expect("the expected file must be writable");
        } else if std::fs::read_to_string(&golden).unwrap_or_default() != found {
            failures.push(format!("{}\n{found}", file.display()));
        }
    }
    assert!(
        failures.is_empty(),
        "{}\nIf these changes are intended, run the test with UPDATE_EXPECT=1 and review git diff",
        failures.join("\n")
    );
}

/// Every prefix of a filter and every filter with a character left out ends in a result, without a panic.
#[test]
fn damaged_filters_are_refused_or_read() {
    let graph = graph();
    let text = "Types.Message: (id in 1..limit or not kind = report) and any route[*].host starts-with \"a\"\"b\" \
                and count(route) >= 2 and all route[*] (has host and any ports[*] = -5) and body.name = { iso 3 dod(6) } \
                and body.data = '0F'H and flags != '01'B and urgent = TRUE";
    let (sources, whole) = check(&graph, text);
    whole.unwrap_or_else(|errors| panic!("{}", shown(&sources, &errors)));
    for at in 0..text.len() {
        let _ = check(&graph, &text[..at]);
        let _ = check(&graph, &format!("{}{}", &text[..at], &text[at + 1..]));
        let _ = check(&graph, &format!("{}({}", &text[..at], &text[at..]));
    }
}

#[test]
fn right_filters_give_typed_predicates() {
    let graph = graph();
    let test = |text: &str| {
        let (sources, checked) = check(&graph, &format!("Message: {text}"));
        checked.unwrap_or_else(|errors| panic!("{}", shown(&sources, &errors))).test
    };
    let field = |name: &str| {
        let path = graph.fields.enumerated().find(|(_, field)| field.name == name);
        path.map(|(field, _): (FieldId, _)| field).expect("the field must be in the types")
    };
    let number = |name: &str, min: Option<i64>, max: Option<i64>, outside| {
        let range = Range { min: min.map(Into::into), max: max.map(Into::into), outside };
        Test::Probe(vec![field(name)], Probe::Number(range))
    };
    assert_eq!(test("id = second"), number("id", Some(2), Some(2), false));
    assert_eq!(test("id != limit"), number("id", Some(5), Some(5), true));
    assert_eq!(test("id < 7"), number("id", None, Some(6), false));
    assert_eq!(test("id > 7"), number("id", Some(8), None, false));
    assert_eq!(test("kind = report"), number("kind", Some(2), Some(2), false));
    assert_eq!(test("urgent = TRUE"), number("urgent", Some(1), Some(1), false));
    let both = Test::All(vec![number("id", Some(1), Some(2), false), number("id", Some(3), None, false)]);
    let either = Test::Any(vec![both, Test::Not(Box::new(number("id", Some(9), Some(9), false)))]);
    assert_eq!(test("id in first..2 and id >= 3 or not id = 9"), either, "`and` binds before `or`");
    let octets = |place, octets: &[u8]| {
        Probe::Octets(Octets { place, octets: octets.to_vec(), unit: 1, differs: false })
    };
    let host = Test::Probe(vec![field("host")], octets(Place::End, b"a\"b"));
    let any = Probe::Elements(Quantifier::Any, Box::new(host));
    let any = Test::Probe(vec![field("route")], any);
    assert_eq!(test("any route[*].host ends-with \"a\"\"b\""), any);
    assert_eq!(test("any route[*] (host ends-with \"a\"\"b\")"), any);
    let name = Test::Probe(vec![field("body"), field("name")], octets(Place::Whole, &[0x2b, 6, 1]));
    assert_eq!(test("body.name = root"), name);
    assert_eq!(test("body.name = { iso(1) 3 dod(6) 1 }"), name);
}
