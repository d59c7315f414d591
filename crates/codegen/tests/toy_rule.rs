//! A new encoding rule is a folder in each place and a line at each choice: the toy rule, in every technique, against its codec.
//!
//!     cargo test -p codegen --features toy-rule --test toy_rule

use codegen::emit::harness::harness;
use codegen::{Direction, Model, Options, Root, Rules, Techniques, emit};
use idl_front::{FrontOptions, parse};
use interp_runtime::{Codec, Generator, json};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use syntax_graph::validate::{ValidGraph, validate};
use syntax_graph::{SourceMap, TypeId};

/// Types that hold each other, which `specs/micro` has none of.
const NESTED: &str = "Nested DEFINITIONS AUTOMATIC TAGS ::= BEGIN
    Outer ::= SEQUENCE { first Inner, list SEQUENCE OF Inner, choice Choice, grid SEQUENCE OF SEQUENCE OF Small }
    Inner ::= SEQUENCE { small Small, wide INTEGER, short INTEGER (-300..300), truth BOOLEAN, color Color }
    Choice ::= CHOICE { inner Inner, unsigned INTEGER (0..4294967295), none SEQUENCE OF BOOLEAN }
    Small ::= INTEGER (0..255)
    Color ::= ENUMERATED { red, green(200), blue }
END";

fn graph(text: &str) -> ValidGraph {
    let mut sources = SourceMap::new();
    sources.add("toy.asn1", text);
    let output = parse(&sources, &FrontOptions::default());
    assert!(output.is_ok(), "the specification must have no errors: {:?}", output.diagnostics);
    validate(output.graph).expect("the graph must pass validation")
}

fn options(roots: &[TypeId]) -> Options {
    Options::new("toy", Rules::Fixed, roots.iter().map(|&ty| Root::both_ways(ty)).collect())
}

/// Every technique by itself, and plans with borders between interpreted and compiled nodes.
fn plans(model: &Model<'_>) -> Vec<(&'static str, Techniques)> {
    let (mut compiled, mut inlined) = (Techniques::default(), Techniques::default());
    let (mut even, mut odd) = (Techniques::default(), Techniques::default());
    for direction in Direction::ALL {
        for (at, node) in model.nodes_in(direction).enumerate() {
            compiled.side_mut(direction).compiled.insert(node);
            let mixed = if at % 2 == 0 { &mut even } else { &mut odd };
            mixed.side_mut(direction).compiled.insert(node);
            let fields =
                model.steps(node).into_iter().filter(|step| step.may_splice(|node| model.is_open(node)));
            let fields = fields.filter_map(|step| step.field);
            inlined.side_mut(direction).inlined.extend(fields.map(|field| (node, field)));
        }
        inlined.side_mut(direction).compiled = compiled.side(direction).compiled.clone();
    }
    let interpreted = Techniques::default();
    let all = [interpreted, compiled, inlined, even, odd];
    ["interpreted", "compiled", "inlined", "even", "odd"].into_iter().zip(all).collect()
}

/// Compiles the stubs of a plan with their harness.
fn build(model: &Model<'_>, plan: &Techniques, folder: &Path) {
    let files = emit(model, plan, &Default::default()).files;
    for (name, text) in &files {
        std::fs::write(folder.join(name), text).expect("the file must be writable");
    }
    std::fs::write(folder.join("main.c"), harness(model)).expect("the file must be writable");
    const CLEAN: [&str; 6] = ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror"];
    let checked = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-O1"];
    let cc = |flags: &[&str]| {
        let mut command = Command::new("cc");
        let output = command.args(flags).args(checked).current_dir(folder).output().expect("cc must start");
        assert!(output.status.success(), "the C must compile: {}", String::from_utf8_lossy(&output.stderr));
    };
    for source in ["toy.c", "stubc_rt.c"] {
        cc(&[&CLEAN[..], &["-c", source]].concat());
    }
    cc(&["-std=c99", "-w", "main.c", "toy.o", "stubc_rt.o", "-o", "program"]);
}

/// Answers of a program to messages of these roots, each a line.
fn answers(folder: &Path, messages: &[(usize, Vec<u8>)]) -> Vec<serde_json::Value> {
    let mut command = Command::new(folder.join("program"));
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program must start");
    let mut input = Vec::new();
    for (root, message) in messages {
        input.push(*root as u8);
        input.extend((message.len() as u32).to_le_bytes());
        input.extend(message);
    }
    let mut stdin = child.stdin.take().expect("the program's standard input must be a pipe");
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().expect("the program must end and its output be readable");
    writer
        .join()
        .expect("the writing thread must not panic")
        .expect("the program must read all of its input");
    assert!(output.status.success(), "the program must succeed: {}", String::from_utf8_lossy(&output.stdout));
    let text = String::from_utf8(output.stdout).expect("the program's output must be UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("the output must be valid JSON")).collect()
}

/// What the codec answers.
fn expected(codec: &Codec<'_>, root: TypeId, message: &[u8]) -> serde_json::Value {
    match codec.decode(root, message) {
        Ok(decoded) => serde_json::json!({
            "length": decoded.length,
            "value": json::to_json(codec.graph(), root, &decoded.value),
            "encoded": json::hex(&codec.encode(root, &decoded.value).expect("a decoded value must be encodable")),
        }),
        Err(error) => {
            let mut answer = serde_json::json!({"error": error.code.number(), "offset": error.offset});
            if let Some(needed) = error.needed {
                answer["needed"] = needed.into();
            }
            answer
        }
    }
}

/// Random values, the same cut off at each octet, and with octets changed.
fn messages(codec: &Codec<'_>, roots: &[TypeId]) -> Vec<(usize, Vec<u8>)> {
    let generator = Generator::new(codec.graph());
    let mut messages = Vec::new();
    for (root, &ty) in roots.iter().enumerate() {
        for seed in 0..40 {
            let Some(value) = generator.value(ty, seed) else { continue };
            let message = codec.encode(ty, &value).expect("the codec must encode a random value");
            messages.extend((0..message.len().min(60)).map(|length| (root, message[..length].to_vec())));
            for at in 0..message.len().min(40) {
                let mut changed = message.clone();
                changed[at] ^= 0xff;
                messages.push((root, changed));
            }
            messages.push((root, message));
        }
    }
    messages
}

fn hold(text: &str, roots: &[&str]) {
    let graph = graph(text);
    let roots: Vec<TypeId> = roots.iter().map(|name| graph.definitions(name)[0]).collect();
    let codec = Codec::new(&graph, interp_runtime::Rules::Fixed);
    let model =
        Model::build(&graph, options(&roots)).expect("the toy rule must support every type of the test");
    let messages = messages(&codec, &roots);
    let expected: Vec<_> =
        messages.iter().map(|(root, message)| expected(&codec, roots[*root], message)).collect();
    let accepted = expected.iter().filter(|answer| answer["error"].is_null()).count();
    assert!(
        accepted >= 40 && expected.len() - accepted >= 40,
        "expected 40 accepted and 40 refused messages, accepted {accepted} of {}",
        expected.len()
    );
    for (name, plan) in plans(&model) {
        let folder = tempfile::tempdir().expect("a temporary folder must be creatable");
        build(&model, &plan, folder.path());
        let answers = answers(folder.path(), &messages);
        assert_eq!(answers.len(), messages.len(), "plan {name}: each message must have an answer");
        for ((mut answer, expected), (root, message)) in answers.into_iter().zip(&expected).zip(&messages) {
            answer.as_object_mut().expect("each answer must be a JSON object").remove("arena");
            assert_eq!(
                &answer,
                expected,
                "plan {name}: C and codec must give the same answer for root {root}, message {}",
                json::hex(message)
            );
        }
    }
}

#[test]
fn the_micro_types_in_every_technique() {
    let text = include_str!("../../../specs/micro/micro.asn1");
    hold(text, &["MicroSequence", "MicroSet", "MicroChoice", "MicroSequenceOf"]);
}

#[test]
fn types_in_each_other_in_every_technique() {
    hold(NESTED, &["Outer", "Choice", "Inner"]);
}

/// What the rule cannot encode is reported with its place.
#[test]
fn what_has_no_encoding_is_an_error() {
    let graph = graph("M DEFINITIONS ::= BEGIN T ::= SEQUENCE { a INTEGER OPTIONAL, b OCTET STRING } END");
    let errors = Model::build(&graph, options(&graph.definitions("T"))).expect_err("it has no encoding");
    assert_eq!(errors[0].message, "the toy rule has no encoding of an optional or recursive component");
}
