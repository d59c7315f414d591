//! `--error-paths`: every technique reports the codec's path of the field in error.

use codegen::{Model, Options, Rules};
use interp_runtime::Random;
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;
use std::process::Command;
use stubc_benches::family::{FAMILIES, compile, family};
use stubc_benches::stubs::{Modes, WARNINGS, run, write};
use stubc_benches::subject::{Record, Subject};
use stubc_benches::{plans, witness};
use syntax_graph::{SourceMap, Value};

/// Faults per family.
const FAULTS: u64 = 2000;

/// Returns messages and random values, some with each byte changed.
fn faulty(subject: &Subject) -> Vec<Record> {
    let codec = subject.codec(subject.rules());
    let mut records = subject.spread(20);
    records.extend(subject.random_records(&codec, 120, 5));
    records.retain(|record| !record.octets.is_empty());
    let mut random = Random::new(11);
    let mut found = Vec::new();
    for at in 0..FAULTS {
        let mut record = records[at as usize % records.len()].clone();
        let place = random.below(record.octets.len() as u64) as usize;
        if at % 4 == 0 {
            record.octets.truncate(place);
        } else {
            record.octets[place] ^= [1, 0x80, 0x20, 0xff][random.below(4) as usize];
        }
        record.title = format!("{}, fault {at}", record.title);
        found.push(record);
    }
    found
}

fn hold(name: &str, specs: &str) {
    let Some(subject) = Subject::load(family(name, specs)) else { return };
    let mut options = subject.options(subject.rules());
    options.error_paths = true;
    let model = subject.model(options);
    let codec = subject.codec(subject.rules());
    let records = faulty(&subject);
    let mut paths = BTreeSet::new();
    let expected: Vec<Option<Json>> = records
        .iter()
        .map(|record| {
            let error = codec.decode(subject.roots[record.root], &record.octets).err()?;
            // Paths in C omit the module.
            let path = error.path.split_once('.').map_or("", |(_, path)| path).to_owned();
            paths.insert(path.clone());
            let mut answer = json!({ "error": error.code.number(), "offset": error.offset, "path": path });
            if let Some(needed) = error.needed {
                answer["needed"] = needed.into();
            }
            Some(answer)
        })
        .collect();
    let programs = witness::programs(&subject, &model, plans::all(&model));
    // Errors for lack of memory.
    let mut valid = subject.random_records(&codec, 60, 7);
    valid.retain(|record| record.octets.len() < 400);
    assert!(witness::sizes(&programs, &valid) > 5, "{name}: no record needed the arena");
    for (plan, program) in programs {
        let messages = records.iter().map(|record| (record.root, record.octets.as_slice()));
        let answers = program.feed(Modes::Fresh, messages).unwrap_or_else(|error| {
            panic!("{name} {plan}, {:?}: {}", error.answers.map(|at| &records[at].title), error.text)
        });
        assert_eq!(answers.len(), records.len());
        for ((record, expected), answer) in records.iter().zip(&expected).zip(&answers) {
            let answer: Json = serde_json::from_str(answer).unwrap_or_else(|error| json!(error.to_string()));
            match expected {
                Some(expected) => assert_eq!(&answer, expected, "{name} {plan}: {}", record.title),
                None => assert!(answer.get("error").is_none(), "{name} {plan}: {answer} {}", record.title),
            }
        }
    }
    assert!(paths.len() > 20, "{name}: {paths:?}");
}

#[test]
fn ldap() {
    hold("project-ldap", "ldap");
}

#[test]
fn opens() {
    hold("opens", "opens");
}

#[test]
fn kinds() {
    hold("project-kinds", "kinds");
}

#[test]
fn xdr() {
    hold("project-xdr", "kinds.x");
}

/// Runs a program with the C of each plan.
///
/// # Panics
/// A program does not compile without warnings, or its exit code is not 0.
pub fn programs_succeed(model: &Model<'_>, main: &str) {
    for (plan, techniques) in plans::all(model) {
        let folder = tempfile::tempdir().expect("a folder for C");
        let mut sources = write(model, &techniques, folder.path()).expect("the folder is writable");
        std::fs::write(folder.path().join("main.c"), main).expect("the folder is writable");
        sources.push("main.c".to_owned());
        let mut build = Command::new("cc");
        build.args(WARNINGS).args(&sources).args(["-o", "main"]).current_dir(folder.path());
        run(&mut build).unwrap_or_else(|error| panic!("{plan}: {error}"));
        run(&mut Command::new(folder.path().join("main"))).unwrap_or_else(|error| panic!("{plan}: {error}"));
    }
}

/// An item of a list without an encoding is reported in error, in every technique.
#[test]
fn encoding() {
    let text = "Lists DEFINITIONS AUTOMATIC TAGS ::= BEGIN
        Message ::= SEQUENCE { id INTEGER, body [3] EXPLICIT CHOICE { list SEQUENCE OF Item, none NULL } }
        Item ::= SEQUENCE { name OBJECT IDENTIFIER, more Item OPTIONAL }
        END";
    let mut sources = SourceMap::new();
    sources.add("lists.asn1", text);
    let output = idl_front::parse(&sources, &idl_front::FrontOptions::default());
    let graph = der_values::validate(output.graph, None).expect("the specification is valid");
    let roots = graph.definitions("Message");
    let subject = Subject { family: &FAMILIES[0], graph, roots, messages: Vec::new() };
    let mut options = subject.options(Rules::Ber);
    options.name = "lists".to_owned();
    options.error_paths = true;
    let model = subject.model(options);
    let main = "#include \"lists.h\"
#include <string.h>
static const uint8_t name[] = {0x2a, 0x03}, unfinished[] = {0x2a, 0x83};
int main(void)
{
    uint8_t buffer[64];
    char path[64];
    stubc_error error;
    Message m = {0};
    Item items[2] = {0}, more = {0};
    items[0].name.data = items[1].name.data = name;
    items[0].name.length = items[1].name.length = more.name.length = sizeof name;
    more.name.data = unfinished;
    items[1].has_more = true;
    items[1].more = &more;
    m.body.kind = Message_body_kind_list;
    m.body.u.list.items = items;
    m.body.u.list.count = 2;
    if (Message_encode(&m, buffer, sizeof buffer, NULL, &error) != STUBC_BAD_VALUE)
        return 1;
    stubc_error_path(&error, path, sizeof path);
    if (strcmp(path, \"Message.body.list[1].more.name\") != 0)
        return 2;
    m.body.kind = 9;
    if (Message_encode(&m, buffer, sizeof buffer, NULL, NULL) != STUBC_BAD_VALUE)
        return 3;
    if (Message_encode(&m, buffer, sizeof buffer, NULL, &error) != STUBC_BAD_VALUE)
        return 4;
    if (stubc_error_path(&error, path, sizeof path) != strlen(\"Message.body\"))
        return 5;
    return strcmp(path, \"Message.body\") != 0;
}
";
    programs_succeed(&model, main);
}

/// An element of a linked list that is too deep is reported in error, before there is memory for it.
#[test]
fn depth_of_lists() {
    let text = "struct tree { int a; tree *inner; tree *next; }; struct message { tree *trees; };";
    let folder = tempfile::tempdir().expect("there is a place for temporary files");
    let file = folder.path().join("trees.x");
    std::fs::write(&file, text).expect("the folder is writable");
    let graph = compile(&[file], &[], &[], false).unwrap_or_else(|errors| panic!("{errors}"));
    let roots = graph.definitions("message");
    let subject = Subject { family: family("project-xdr", "kinds.x"), graph, roots, messages: Vec::new() };
    let options = Options { name: "trees".to_owned(), error_paths: true, ..subject.options(Rules::Xdr) };
    let model = subject.model(options);
    let main = "#include \"trees.h\"
#include <string.h>
/* Two elements; the second holds one more. */
static const uint8_t octets[] = {0, 0, 0, 1, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 6,
                                 0, 0, 0, 1, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
int main(void)
{
    static uint64_t memory[64];
    char path[64];
    stubc_error error;
    message m;
    unsigned depth;
    for (depth = 0; depth < 4; depth++) {
        stubc_context context = stubc_context_over(memory, sizeof memory);
        stubc_result result;
        context.max_depth = depth;
        result = message_decode(&m, octets, sizeof octets, &context, &error);
        if (result > 0)
            return depth == 2 ? 0 : 1;
        stubc_error_path(&error, path, sizeof path);
        if (result != STUBC_DEPTH || strcmp(path, depth ? \"message.trees[1].inner[0]\" : \"message.trees[0]\") != 0)
            return 2;
    }
    return 3;
}
";
    programs_succeed(&model, main);
}

/// Under DER, encoders run through a SET in reverse order of its tags if that order is the same for all values, else
/// of its definition. So with two faulty fields, C and codec report the same one.
#[test]
fn encoding_of_sets() {
    let text = "Sets DEFINITIONS ::= BEGIN
        Fixed ::= SET { id [2] OBJECT IDENTIFIER, at [1] GeneralizedTime, more CHOICE { n [3] NULL, s [5] NULL } }
        Varying ::= SET { id [4] OBJECT IDENTIFIER, at [1] GeneralizedTime, more CHOICE { n [3] NULL, s [5] NULL } }
        Open ::= SET { id [2] OBJECT IDENTIFIER, at [1] GeneralizedTime, more CHOICE { n [3] NULL, s [5] NULL, ... } }
        END";
    let mut sources = SourceMap::new();
    sources.add("sets.asn1", text);
    let output = idl_front::parse(&sources, &idl_front::FrontOptions::default());
    let graph = der_values::validate(output.graph, None).expect("the specification is valid");
    let roots = ["Fixed", "Varying", "Open"].map(|name| graph.definitions(name)[0]);
    let subject = Subject { family: &FAMILIES[0], graph, roots: roots.to_vec(), messages: Vec::new() };
    let codec = subject.codec(Rules::Der);
    let mut paths = Vec::new();
    let mut checks = String::new();
    for (number, root) in (1..).zip(roots) {
        let fields = subject.graph.fields_of(root);
        let more = subject.graph.fields_of(subject.graph.resolve(subject.graph.fields[fields[2]].target));
        let value = Value::Structure(vec![
            (fields[0], Value::Oid(vec![0x2a, 0x83])),
            (fields[1], Value::Chars(b"noon".to_vec())),
            (fields[2], Value::Union(more[0], Box::new(Value::Null))),
        ]);
        let error = codec.encode(root, &value).expect_err("two fields are faulty");
        // Paths in C omit the module.
        let path = error.path.split_once('.').map_or("", |(_, path)| path).to_owned();
        let (name, code) = (path.split('.').next().unwrap_or_default(), error.code.number());
        checks += &format!(
            "    {{
        {name} v = {{0}};
        v.id.data = id;
        v.id.length = sizeof id;
        v.at.data = (const uint8_t *)\"noon\";
        v.at.length = 4;
        v.more.kind = {name}_more_kind_n;
        if ({name}_encode(&v, buffer, sizeof buffer, NULL, &error) != {code})
            return {number};
        stubc_error_path(&error, path, sizeof path);
        if (strcmp(path, \"{path}\") != 0)
            return 10 + {number};
    }}
"
        );
        paths.push(path);
    }
    assert_eq!(paths, ["Fixed.id", "Varying.at", "Open.at"]);
    let main = format!(
        "#include \"sets.h\"
#include <string.h>
static const uint8_t id[] = {{0x2a, 0x83}};
int main(void)
{{
    uint8_t buffer[64];
    char path[64];
    stubc_error error;
{checks}    return 0;
}}
"
    );
    let options = Options { name: "sets".to_owned(), error_paths: true, ..subject.options(Rules::Der) };
    programs_succeed(&subject.model(options), &main);
}
