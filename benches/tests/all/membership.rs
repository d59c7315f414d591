//! `--check-constraints` in the generated C against the codec's own evaluation, on random constraints and all
//! values of small types.

#[path = "../../../crates/interp-runtime/tests/common/algebra.rs"]
mod algebra;

use algebra::{Case, KINDS};
use codegen::Rules;
use interp_runtime::{ErrorCode, json};
use stubc_benches::family::family;
use stubc_benches::stubs::{self, Modes};
use stubc_benches::subject::{Record, Subject};
use stubc_benches::{plans, witness};

/// Cases of each kind.
const CASES: usize = 16;

/// Returns all values of all cases.
fn records(subject: &Subject, cases: &[Case]) -> Vec<Record> {
    let (root, codec) = (subject.roots[0], subject.codec(Rules::Ber));
    let mut records = Vec::new();
    for (at, case) in cases.iter().enumerate() {
        for text in algebra::universe(case.kind) {
            let title = format!("{text} in\n{}f{at} {}\n", case.definitions, case.field);
            let json = serde_json::from_str(&format!("{{\"f{at}\":{text}}}")).expect("it is JSON");
            let value = json::from_json(&subject.graph, root, &json);
            let value = value.unwrap_or_else(|error| panic!("{title}: {error:?}"));
            match codec.encode(root, &value) {
                Ok(octets) => records.push(Record { root: 0, octets, title }),
                // No representation holds it.
                Err(error) => assert_eq!(error.code, ErrorCode::Range, "{title}: {error}"),
            }
        }
    }
    records
}

#[test]
fn stubs_agree_with_membership() {
    let of_kind = |kind| (1000..).filter_map(move |seed| Case::new(kind, seed)).map(|(case, _)| case);
    let cases: Vec<Case> = KINDS.into_iter().flat_map(|kind| of_kind(kind).take(CASES)).collect();
    let graph = algebra::compile(&cases).unwrap_or_else(|error| panic!("{error}"));
    let roots = graph.definitions("Message");
    let family = family("project-constraints", "constraints");
    let subject = Subject { family, graph, roots, messages: Vec::new() };
    let options = codegen::Options { check_constraints: true, ..subject.options(Rules::Ber) };
    let model = subject.model(options);
    let codec = subject.codec(Rules::Ber).with_constraints();
    let all = records(&subject, &cases);
    for (name, plan) in plans::all(&model).into_iter().take(2) {
        let program = stubs::build(&model, &plan, "cc", &["-O0"]);
        let program = [(name, program.unwrap_or_else(|error| panic!("{name}: {error}")))];
        let tally = witness::compare(&codec, &subject.roots, &program, Modes::Fresh, &all);
        let tally = tally.unwrap_or_else(|error| panic!("{error}"));
        let excluded = witness::excluded(&codec, &subject.roots, &all);
        assert!(tally.accepted > all.len() / 5 && excluded > all.len() / 5, "{tally:?}, {excluded} excluded");
    }
}
