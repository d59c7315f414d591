//! Plans as text, written by `dump plan` and read by `--plan`.
//!
//! Each line is a choice: `definition PATH DIRECTION interpreted|compiled`, `reference PATH DIRECTION
//! call|inline` or `loop PATH DIRECTION N`: the array's loop handles N elements per turn. Defaults are
//! interpreted, call and 1. `#` begins a comment.

use crate::candidates::Candidates;
use crate::suggest;
use codegen::{Direction, Stub, StubId};
use size_budget::{Link, Plan, PlanError, Technique};
use std::collections::BTreeMap;
use std::fmt::Write;
use syntax_graph::{Diagnostic, FileId, Span, SyntaxGraph};

/// Returns a plan as text. Of the references, only inlined ones are written.
pub fn write(graph: &SyntaxGraph, candidates: &Candidates, plan: &Plan) -> String {
    let mut out = String::new();
    for (Stub { node, direction }, technique) in candidates.stubs().zip(&plan.techniques) {
        let technique = technique_name(*technique);
        let _ = writeln!(out, "definition {} {} {technique}", node.path(graph), direction.name());
    }
    for ((owner, field, direction), link) in candidates.fields().zip(&plan.links) {
        if *link == Link::Inline {
            let _ = writeln!(out, "reference {} {} inline", owner.field_path(graph, field), direction.name());
        }
    }
    for (direction, side) in Direction::ALL.map(|way| (way, candidates.techniques(plan).side(way).clone())) {
        for (node, factor) in side.unrolled {
            let _ = writeln!(out, "loop {} {} {factor}", node.path(graph), direction.name());
        }
    }
    out
}

/// Returns the name of a technique.
pub fn technique_name(technique: Technique) -> &'static str {
    match technique {
        Technique::Interpreted => "interpreted",
        Technique::Compiled => "compiled",
    }
}

/// Reads a plan.
///
/// # Errors
/// Every line that is not a choice or names something the specification lacks; otherwise the first rule that
/// the plan breaks.
pub fn read(
    graph: &SyntaxGraph,
    candidates: &Candidates,
    file: FileId,
    text: &str,
) -> Result<Plan, Vec<Diagnostic>> {
    let problem = &candidates.problem;
    // Fixed techniques hold, named or not.
    let mut techniques: Vec<Technique> =
        problem.node_ids().map(|id| problem.node(id).pinned.unwrap_or(Technique::Interpreted)).collect();
    let mut links = vec![Link::Call; problem.reference_ids().len()];
    let mut places = BTreeMap::new();
    let nodes: BTreeMap<String, usize> =
        named(candidates.stubs().map(|stub| (stub.node.path(graph), stub.direction)));
    let references: BTreeMap<String, usize> =
        named(candidates.fields().map(|(owner, field, way)| (owner.field_path(graph, field), way)));
    let mut errors = Vec::new();
    let mut offset = 0;
    for line in text.split('\n') {
        let span = Span::new(file, offset, offset + line.len());
        offset += line.len() + 1;
        let choice = line.split('#').next().unwrap_or("").trim();
        if choice.is_empty() {
            continue;
        }
        if let Some((path, factor)) = unrolled(choice) {
            let named = |(stub, _): &(StubId, u32)| {
                let Stub { node, direction } = candidates.stubs.of(*stub);
                path == format!("{} {}", node.path(graph), direction.name())
            };
            let steps = candidates.unrollings.iter().enumerate().filter(|(_, step)| named(step));
            let factors: Vec<(usize, u32)> = steps.map(|(at, step)| (at, step.1)).collect();
            if factors.iter().any(|(_, known)| *known == factor) {
                for (at, _) in factors.iter().filter(|(_, known)| *known <= factor) {
                    links[candidates.references.len() + at] = Link::Inline;
                }
            } else {
                let message = format!("`{path}` cannot be unrolled by {factor}");
                let known: Vec<String> = factors.iter().map(|(_, known)| known.to_string()).collect();
                let hint = match known.is_empty() {
                    true => {
                        "no root reaches an array of this name with a loop that can be unrolled".to_owned()
                    }
                    false => format!("possible factors: {}", known.join(", ")),
                };
                errors.push(Diagnostic::error("plan-unknown", span, message).with_help(hint));
            }
            continue;
        }
        let Some((kind, path, technique)) = split(choice) else {
            let message = "this line is not a choice of a plan";
            errors.push(Diagnostic::error("plan-syntax", span, message).with_help(
                "write `definition PATH DIRECTION interpreted|compiled`, `reference PATH DIRECTION call|inline` or `loop PATH DIRECTION N`",
            ));
            continue;
        };
        let known = if kind == "definition" { nodes.get(path) } else { references.get(path) };
        let Some(&index) = known else {
            let name = path.rsplit_once(' ').map_or(path, |(name, _)| name);
            let message = format!("no root reaches the {kind} `{path}`");
            let mut diagnostic = Diagnostic::error("plan-unknown", span, message);
            let all = if kind == "definition" { &nodes } else { &references };
            let paths = all.keys().filter_map(|key| key.rsplit_once(' ').map(|(path, _)| path));
            if let Some(hint) = suggest::hint(name, paths) {
                diagnostic = diagnostic.with_help(hint);
            }
            errors.push(diagnostic);
            continue;
        };
        places.insert((kind == "definition", index), span);
        match technique {
            "interpreted" => techniques[index] = Technique::Interpreted,
            "compiled" => techniques[index] = Technique::Compiled,
            "inline" => links[index] = Link::Inline,
            _ => links[index] = Link::Call,
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    problem.plan(techniques, links).map_err(|error| {
        let (place, message) = match error {
            PlanError::WrongLength => (None, error.to_string()),
            PlanError::Pinned(id) => (
                places.get(&(true, id.index())),
                "this node cannot have that technique: it is pinned, or the interpreter cannot hold it"
                    .to_owned(),
            ),
            PlanError::Recursive(id) => (
                places.get(&(false, id.index())),
                "this reference cannot be inlined: it is recursive".to_owned(),
            ),
            PlanError::NotCompiled(id) => (
                places.get(&(false, id.index())),
                "this reference cannot be inlined: its owner or its target is not compiled".to_owned(),
            ),
        };
        vec![Diagnostic::error("plan-rule", place.copied().unwrap_or(Span::none()), message)]
    })
}

fn named(paths: impl Iterator<Item = (String, Direction)>) -> BTreeMap<String, usize> {
    paths.enumerate().map(|(index, (path, way))| (format!("{path} {}", way.name()), index)).collect()
}

/// Splits a choice of a loop: path with direction, elements per turn.
fn unrolled(choice: &str) -> Option<(&str, u32)> {
    let (path, factor) = choice.strip_prefix("loop ")?.trim().rsplit_once(' ')?;
    Some((path.trim(), factor.parse().ok()?))
}

/// Splits a choice: kind, path with direction, technique.
fn split(choice: &str) -> Option<(&str, &str, &str)> {
    let (kind, rest) = choice.split_once(' ')?;
    let (path, technique) = rest.trim().rsplit_once(' ')?;
    let fits = match kind {
        "definition" => matches!(technique, "interpreted" | "compiled"),
        "reference" => matches!(technique, "call" | "inline"),
        _ => false,
    };
    (fits && path.contains(' ')).then_some((kind, path.trim(), technique))
}
