//! Filters, compiled and run beside the meaning of their predicates.

pub mod beside;
pub mod blobs;
pub mod count;
pub mod packets;
pub mod predicates;
pub mod shipped;
pub mod views;
pub mod xdp;

use crate::sanitizer;
use crate::subject::{Record, Subject};
use codegen::Rules;
use codegen::filter::{Form, Request};
use interp_runtime::{Codec, Random};
use predicates::Predicates;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use syntax_graph::filter::{Filter, meaning};
use syntax_graph::{SourceMap, SyntaxGraph, Value};

/// A predicate with the root of its messages.
#[derive(Clone, Debug)]
pub struct Predicate {
    /// The text.
    pub text: String,
    /// The checked predicate.
    pub filter: Filter,
    /// The number of its root.
    pub root: usize,
}

/// Returns up to `count` random predicates on the messages of a subject.
///
/// # Panics
/// The checker refuses one.
pub fn random(subject: &Subject, codec: &Codec<'_>, count: usize, seed: u64) -> Vec<Predicate> {
    random_on(subject, codec, &subject.records(), count, seed)
}

/// Returns up to `count` random predicates on these messages, at least one.
///
/// # Panics
/// There is no message, or the checker refuses a predicate.
pub fn random_on(
    subject: &Subject,
    codec: &Codec<'_>,
    records: &[Record],
    count: usize,
    seed: u64,
) -> Vec<Predicate> {
    let mut choice = Random::new(seed);
    let mut found: Vec<Predicate> = Vec::new();
    for _ in 0..count * 20 {
        if found.len() == count {
            break;
        }
        let record = &records[choice.below(records.len() as u64) as usize];
        let Ok(decoded) = codec.decode(subject.roots[record.root], &record.octets) else { continue };
        let random = Random::new(choice.next_u64());
        let mut predicates = Predicates { graph: &subject.graph, root: subject.roots[record.root], random };
        let Some(text) = predicates.filter(&decoded.value) else { continue };
        if found.iter().all(|other| other.text != text) {
            let filter = checked(&subject.graph, &text).unwrap_or_else(|errors| panic!("{text}: {errors}"));
            found.push(Predicate { text, filter, root: record.root });
        }
    }
    found
}

/// Returns the checked predicate of a text.
///
/// # Errors
/// The messages of all diagnostics.
pub fn checked(graph: &SyntaxGraph, text: &str) -> Result<Filter, String> {
    let mut sources = SourceMap::new();
    let file = sources.add("predicate", text);
    idl_front::filter::filter(&sources, file, graph).map_err(|errors| {
        let lines = errors.iter().map(|error| error.message.as_str());
        lines.collect::<Vec<_>>().join("\n")
    })
}

/// Writes the C of filters and of the program that runs them, and builds it under sanitizers.
///
/// # Panics
/// A filter cannot be emitted, or the C has an error or a warning.
pub fn build(subject: &Subject, (rules, form): (Rules, Form), predicates: &[Predicate], folder: &Path) {
    let names: Vec<String> = (0..predicates.len()).map(|number| format!("filter_of_{number}")).collect();
    let requests: Vec<Request<'_>> = predicates
        .iter()
        .zip(&names)
        .map(|(predicate, name)| Request { name, text: &predicate.text, filter: &predicate.filter, form })
        .collect();
    let files = codegen::filter::filters(&subject.graph, rules, "filters", &[], &requests);
    let files = files.unwrap_or_else(|errors| panic!("{}: {errors:?}", subject.family.title()));
    let rows: Vec<String> = predicates
        .iter()
        .zip(&names)
        .map(|(predicate, name)| format!("    {{{name}, {}}},", predicate.root))
        .collect();
    let table = format!("static const struct filter filters[] = {{\n{}\n}};\n", rows.join("\n"));
    let program = PROGRAM.replace("/* filters */\n", &table);
    for (name, text) in
        files.files.iter().chain(&[("main.c".to_owned(), program), ("input.h".to_owned(), INPUT.to_owned())])
    {
        std::fs::write(folder.join(name), text).expect("the folder must be writable");
    }
    let flags = ["-std=c99", "-O1", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"];
    sanitizer::build(folder, &flags, &["filters.c", "main.c"], "filters")
        .unwrap_or_else(|error| panic!("{}: {error}", subject.family.title()));
}

/// Runs the filters over messages. Returns the answers for each message, one for each filter of its root: `1`, `0`,
/// `T` for STUBC_TRUNCATED, `O` for STUBC_OTHER.
///
/// Of one in `every` messages, the program also tries each beginning: it must get the answer of the whole message or
/// STUBC_TRUNCATED; and 200 damaged copies.
///
/// # Panics
/// The program fails, or reports a wrong answer.
pub fn run(folder: &Path, records: &[Record], every: usize) -> Vec<String> {
    run_program(folder, records, every)
}

/// Runs the program of a folder over messages. Returns its lines.
fn run_program(folder: &Path, records: &[Record], every: usize) -> Vec<String> {
    let mut input = Vec::new();
    for record in records {
        for number in [record.root, record.octets.len()] {
            input.extend(u32::try_from(number).expect("messages are small").to_le_bytes());
        }
        input.extend(&record.octets);
    }
    let mut command = Command::new(folder.join("filters"));
    let mut child = command
        .arg(every.to_string())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program must start");
    let mut stdin = child.stdin.take().expect("the input is a pipe");
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().expect("the program must end");
    // A program that fails closes its input.
    let _ = writer.join();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{}\n{}", text, String::from_utf8_lossy(&output.stderr));
    text.lines().map(str::to_owned).collect()
}

/// The comparison of answers with the meaning of the predicates.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// Answers that agree.
    pub agreed: usize,
    /// Of these, those that pass.
    pub passed: usize,
    /// Messages that are not decided.
    pub other: usize,
}

/// Compares the answers for messages with the meaning of the predicates on the values that the codec decodes.
/// `may_be_other` returns whether a message of this value may be left undecided.
///
/// # Errors
/// The first wrong answer.
pub fn compare(
    subject: &Subject,
    codec: &Codec<'_>,
    predicates: &[Predicate],
    records: &[Record],
    answers: &[String],
    may_be_other: &dyn Fn(&Record, &Value) -> bool,
) -> Result<Tally, String> {
    let mut tally = Tally::default();
    if records.len() != answers.len() {
        return Err(format!("{} messages have {} lines of answers", records.len(), answers.len()));
    }
    for (record, answers) in records.iter().zip(answers) {
        let Ok(decoded) = codec.decode(subject.roots[record.root], &record.octets) else { continue };
        let own = predicates.iter().filter(|predicate| predicate.root == record.root);
        for (predicate, answer) in own.zip(answers.chars()) {
            let is_meant = meaning::holds(&subject.graph, &predicate.filter.test, &decoded.value);
            match answer {
                '1' | '0' if (answer == '1') == is_meant => {
                    tally.agreed += 1;
                    tally.passed += usize::from(is_meant);
                }
                'O' if may_be_other(record, &decoded.value) => tally.other += 1,
                _ => {
                    let (title, text) = (&record.title, &predicate.text);
                    return Err(format!("{title}: {text}: the answer is {answer}, and not {is_meant}"));
                }
            }
        }
    }
    Ok(tally)
}

/// The program: reads messages, each behind its root and length, and prints a line of answers for each.
const PROGRAM: &str = include_str!("main.c");

/// What this program shares with that of views.
const INPUT: &str = include_str!("input.h");
