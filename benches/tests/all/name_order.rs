//! Names in C do not depend on the order of files, nor on what else is compiled, and are unique in 63 characters.

use codegen::emit::emit;
use codegen::{Model, Options, Root, Rules};
use idl_front::FrontOptions;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use stubc_benches::family::{FAMILIES, specification_files};
use stubc_benches::plans;
use syntax_graph::{SourceMap, ValidGraph};

/// A text that defines the names of a specification anew, in a module of its own that comes before all others.
const ADDED: &str = "AAA-Added DEFINITIONS AUTOMATIC TAGS ::= BEGIN";

/// The texts of a specification: names of files, and what is in them.
type Texts = Vec<(String, String)>;

fn texts(files: &[PathBuf]) -> Texts {
    let read = |file: &PathBuf| {
        let octets = std::fs::read(file).expect("the file is there");
        (file.display().to_string(), String::from_utf8_lossy(&octets).into_owned())
    };
    files.iter().map(read).collect()
}

fn graph(texts: &Texts, roots: &[&str]) -> ValidGraph {
    let mut sources = SourceMap::new();
    texts.iter().for_each(|(name, text)| {
        sources.add(name.as_str(), text.as_str());
    });
    let output = idl_front::parse(
        &sources,
        &FrontOptions {
            roots: Some(roots.iter().map(|root| (*root).to_owned()).collect()),
            ..FrontOptions::default()
        },
    );
    let types: Vec<_> = roots.iter().flat_map(|root| output.graph.definitions(root)).collect();
    der_values::validate(output.graph, Some(&types)).unwrap_or_else(|errors| panic!("{errors:?}"))
}

/// All public names, by what has them.
fn names(graph: &ValidGraph, rules: Rules, roots: &[&str]) -> BTreeMap<String, String> {
    let roots = roots.iter().map(|root| Root::both_ways(graph.definitions(root)[0])).collect();
    let model = Model::build(graph, Options::new("names", rules, roots))
        .unwrap_or_else(|errors| panic!("{errors:?}"));
    let names = &model.names;
    let mut all = BTreeMap::new();
    for (ty, name) in &names.types {
        all.insert(format!("type {}", graph.type_path(*ty)), name.clone());
    }
    for (field, name) in &names.members {
        all.insert(format!("member {}", graph.field_path(*field)), name.clone());
    }
    for (field, name) in &names.kinds {
        all.insert(format!("kind {}", graph.field_path(*field)), name.clone());
    }
    for ((ty, at), name) in &names.items {
        all.insert(format!("item {at} {}", graph.type_path(*ty)), name.clone());
    }
    // Of equal values of several modules one is there: which one is no matter.
    let mut values: Vec<(String, &String)> = Vec::new();
    for (constant, name) in graph.constants.iter().zip(&names.values) {
        let what = format!("value {} {:?}", constant.name, constant.value);
        values.extend(name.as_ref().map(|name| (what, name)));
    }
    values.sort();
    for (what, name) in values {
        let names: &mut String = all.entry(what).or_default();
        *names = format!("{names} {name}").trim_start().to_owned();
    }
    all
}

/// A module that defines the names of all definitions of a graph in its own way.
fn added(graph: &ValidGraph) -> String {
    let types: BTreeSet<&str> = graph
        .types
        .iter()
        .filter_map(|ty| match &ty.origin {
            syntax_graph::Origin::Definition(name) => Some(name.as_str()),
            syntax_graph::Origin::Embedded(_) => None,
        })
        .filter(|name| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-') && !name.contains("--"))
        .collect();
    let mut text = ADDED.to_owned();
    for (at, name) in types.iter().enumerate() {
        text.push_str(&format!("\n{name} ::= SEQUENCE {{ added-{at} BOOLEAN }}"));
    }
    let members: Vec<String> = types.iter().enumerate().map(|(at, name)| format!("m{at} {name}")).collect();
    text.push_str(&format!("\nAdded-Root ::= SEQUENCE {{ {} }}\nEND\n", members.join(", ")));
    text
}

/// Holds names to those expected; the message has those that differ.
fn same(title: &str, found: &BTreeMap<String, String>, expected: &BTreeMap<String, String>) {
    let pairs = |names: &BTreeMap<String, String>| -> BTreeSet<String> {
        names.iter().map(|(what, name)| format!("{what}: {name}")).collect()
    };
    let (found, expected) = (pairs(found), pairs(expected));
    let differ: Vec<&String> = found.symmetric_difference(&expected).collect();
    assert!(differ.is_empty(), "{title}: {differ:#?}");
}

fn check(title: &str, rules: Rules, texts: Texts, roots: &[&str]) {
    let first = graph(&texts, roots);
    // The added module defines the same names.
    let paths: Vec<String> = roots.iter().map(|root| first.type_path(first.definitions(root)[0])).collect();
    let roots: Vec<&str> = paths.iter().map(String::as_str).collect();
    let expected = names(&first, rules, &roots);
    let turned: Texts = texts.iter().rev().cloned().collect();
    same(
        &format!("{title}: files in the other order"),
        &names(&graph(&turned, &roots), rules, &roots),
        &expected,
    );
    if rules == Rules::Xdr {
        return;
    }
    let mut more = texts;
    more.insert(0, ("added.asn1".to_owned(), added(&first)));
    let mut with_root = roots.clone();
    with_root.push("AAA-Added.Added-Root");
    let more = graph(&more, &with_root);
    same(&format!("{title}: a module more"), &names(&more, rules, &roots), &expected);
    let found = names(&more, rules, &with_root);
    for (what, name) in &expected {
        assert_eq!(found.get(what), Some(name), "{title}: a root more, {what}");
    }
    assert!(found.values().any(|name| name.starts_with("AAA_Added_")), "{title}: the added names give way");
}

#[test]
fn names_do_not_depend_on_order_or_on_what_is_added() {
    let mut seen = BTreeSet::new();
    for family in FAMILIES.iter().filter(|family| !family.roots.is_empty()) {
        let Some(files) = family.files() else {
            test_needs::missing(&format!("../shared is absent: {}", family.title()));
            continue;
        };
        if seen.insert((files.clone(), family.roots)) {
            check(&family.title(), family.rules, texts(&files), family.roots);
        }
    }
}

#[test]
fn modules_that_clash_keep_their_names() {
    let one = "B-One DEFINITIONS AUTOMATIC TAGS ::= BEGIN IMPORTS Name FROM C-Two;
        Root ::= SEQUENCE { name Name, own OwnName } OwnName ::= SEQUENCE { a BOOLEAN, more More } More ::= SEQUENCE { b NULL }
        most INTEGER ::= 3  other INTEGER ::= 4 END";
    let two = "C-Two DEFINITIONS AUTOMATIC TAGS ::= BEGIN
        Name ::= SEQUENCE { more More } More ::= SEQUENCE { c BOOLEAN } most INTEGER ::= 5 END";
    let texts = vec![("one.asn1".to_owned(), one.to_owned()), ("two.asn1".to_owned(), two.to_owned())];
    let found = names(&graph(&texts, &["Root"]), Rules::Der, &["Root"]);
    assert_eq!((&*found["type C-Two.Name"], &*found["type B-One.More"]), ("Name", "B_One_More"));
    assert_eq!(found["type C-Two.More"], "C_Two_More");
    assert_eq!(found["value most Integer(3)"], "most");
    assert_eq!(found["value most Integer(5)"], "C_Two_most");
    check("two modules", Rules::Der, texts.clone(), &["Root"]);
    // Values of modules that no root reaches: no name may change its value.
    let mut more = texts;
    more.push(("d.asn1".into(), "D DEFINITIONS ::= BEGIN apart INTEGER ::= 6 END".into()));
    assert_eq!(names(&graph(&more, &["Root"]), Rules::Der, &["Root"])["value apart Integer(6)"], "apart");
    more.push(("a.asn1".into(), "A DEFINITIONS ::= BEGIN apart INTEGER ::= 7 most INTEGER ::= 8 END".into()));
    let found = names(&graph(&more, &["Root"]), Rules::Der, &["Root"]);
    assert_eq!(
        (
            &*found["value apart Integer(6)"],
            &*found["value apart Integer(7)"],
            &*found["value most Integer(8)"]
        ),
        ("D_apart", "A_apart", "A_most")
    );
}

/// Returns the identifiers of a text that do not differ in their first 63 characters.
fn alike(text: &str) -> Vec<&str> {
    let words: BTreeSet<&str> = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').collect();
    let mut beginnings = BTreeMap::new();
    words
        .into_iter()
        .filter(|word| word.len() >= 63)
        .filter(|word| beginnings.insert(&word[..63], ()).is_some())
        .collect()
}

fn unique(title: &str, model: &Model<'_>) {
    for techniques in [plans::interpreted(model), plans::inlined(model)] {
        let output = emit(model, &techniques, &Default::default());
        let text: String = output.files.iter().map(|(_, text)| without_comments(text)).collect();
        assert_eq!(alike(&text), Vec::<&str>::new(), "{title}");
    }
}

fn without_comments(text: &str) -> String {
    let ends = text.split("/*").enumerate().map(|(at, part)| match part.split_once("*/") {
        Some((_, rest)) if at > 0 => rest,
        _ => part,
    });
    ends.collect::<Vec<_>>().join(" ")
}

#[test]
fn long_names_are_unique_in_63_characters() {
    let part = "a-rather-long-component-name-of-some-thirty-or-more-characters";
    let text = format!(
        "Long DEFINITIONS AUTOMATIC TAGS ::= BEGIN Root-Type ::= SEQUENCE {{
         {part} SEQUENCE {{ {part}-1 SEQUENCE {{ x BOOLEAN DEFAULT TRUE }} OPTIONAL, {part}-2 CHOICE {{ {part}-y NULL, {part}-z Other-{part} }} }},
         {part}-2 ENUMERATED {{ {part}-1, {part}-2 }} }}
         Other-{part} ::= SEQUENCE OF SEQUENCE {{ {part}-3 Other-{part} OPTIONAL }} Other-{part}-2 ::= INTEGER
         Root-{part} ::= SEQUENCE {{ a Other-{part}, b Root-Type }} END"
    );
    let long = format!("Root-{part}");
    let graph = graph(&vec![("long.asn1".to_owned(), text)], &[&*long, "Root-Type"]);
    let roots: Vec<Root> =
        [&*long, "Root-Type"].iter().map(|root| Root::both_ways(graph.definitions(root)[0])).collect();
    let model = Model::build(&graph, Options::new("long", Rules::Der, roots)).expect("it can be generated");
    unique("long names", &model);
    assert!(model.names.types.values().all(|name| name.len() <= 63));
    assert!(model.names.renamed.iter().any(|one| one.reason.contains("63")), "{:?}", model.names.renamed);
}

#[test]
fn published_names_are_unique_in_63_characters() {
    let Some(shared) = test_needs::shared() else {
        test_needs::missing("../shared is absent");
        return;
    };
    let folder = shared.join("specs/asn1/lte-rrc");
    let roots = ["BCCH-DL-SCH-Message", "DL-DCCH-Message", "UL-DCCH-Message"];
    let graph = graph(&texts(&specification_files(Path::new(&folder))), &roots);
    let roots: Vec<Root> = roots.iter().map(|root| Root::both_ways(graph.definitions(root)[0])).collect();
    let model = Model::build(&graph, Options::new("rrc", Rules::Der, roots)).expect("it can be generated");
    unique("LTE RRC", &model);
}
