//! Writes plans as text for `dump plan`, and reads them for `--plan`.
//!
//! Each line is a choice: `definition PATH DIRECTION interpreted|compiled`, `reference PATH DIRECTION
//! call|inline`, `primitives PATH DIRECTION call|inline`, `loop PATH DIRECTION N`: the array's loop handles N
//! elements per turn, or `shape NAME none|data|compiled`. Defaults are interpreted, call, 1 and none. With a line `shapes
//! data`, or a shape of this form, shapes are tables unless they are compiled. With `runtime small`, the runtime is compiled
//! for size at any level of optimization. `#` begins a comment.

use crate::candidates::{Candidates, Refinement, ShapeForm};
use crate::suggest;
use codegen::{Direction, Stub, StubId};
use size_budget::{Link, Plan, PlanError, Technique};
use std::collections::BTreeMap;
use std::fmt::Write;
use syntax_graph::{Diagnostic, FileId, Span, SyntaxGraph};

/// Returns a plan as text. References that are called are left out, since calls are the default.
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
        for node in side.in_line {
            let _ = writeln!(out, "primitives {} {} inline", node.path(graph), direction.name());
        }
        for (node, factor) in side.unrolled {
            let _ = writeln!(out, "loop {} {} {factor}", node.path(graph), direction.name());
        }
    }
    if candidates.techniques(plan).small_runtime {
        let _ = writeln!(out, "{SMALL_RUNTIME}");
    }
    if !candidates.tables.is_empty() {
        let _ = writeln!(out, "{TABLES}");
    }
    for (at, name) in candidates.shape_names.iter().enumerate() {
        match candidates.form(plan, at) {
            ShapeForm::None => {}
            form => drop(writeln!(out, "shape {name} {}", form.name())),
        }
    }
    out
}

/// The line of plans beside a small runtime.
const SMALL_RUNTIME: &str = "runtime small";

/// Returns whether a plan is one beside a small runtime.
pub fn has_small_runtime(text: &str) -> bool {
    choices(text).any(|choice| choice == SMALL_RUNTIME)
}

/// The line of plans in which shapes are tables unless they are compiled.
const TABLES: &str = "shapes data";

/// Returns whether shapes are tables in a plan unless they are compiled.
pub fn has_tables(text: &str) -> bool {
    choices(text).any(|choice| choice == TABLES || matches!(shape(choice), Some((_, ShapeForm::Data))))
}

/// Returns the choices of a plan, without comments.
fn choices(text: &str) -> impl Iterator<Item = &str> {
    text.split('\n').map(|line| line.split('#').next().unwrap_or("").trim())
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
    let mut reading = Reading::new(graph, candidates);
    let mut offset = 0;
    for line in text.split('\n') {
        let span = Span::new(file, offset, offset + line.len());
        offset += line.len() + 1;
        let choice = line.split('#').next().unwrap_or("").trim();
        if !choice.is_empty()
            && let Err(diagnostic) = reading.choice(choice, span)
        {
            reading.errors.push(*diagnostic);
        }
    }
    let Reading { techniques, links, places, errors, .. } = reading;
    if !errors.is_empty() {
        return Err(errors);
    }
    candidates.problem.plan(techniques, links).map_err(|error| vec![broken(&error, &places)])
}

/// The line of each choice, by kind (true: definition, false: reference) and number.
type Places = BTreeMap<(bool, usize), Span>;

/// A plan under construction.
struct Reading<'a> {
    graph: &'a SyntaxGraph,
    candidates: &'a Candidates,
    techniques: Vec<Technique>,
    links: Vec<Link>,
    /// The numbers of definitions and references, by path and direction.
    nodes: BTreeMap<String, usize>,
    references: BTreeMap<String, usize>,
    places: Places,
    errors: Vec<Diagnostic>,
}

impl<'a> Reading<'a> {
    fn new(graph: &'a SyntaxGraph, candidates: &'a Candidates) -> Self {
        let problem = &candidates.problem;
        // Pinned techniques apply even if the plan does not name them.
        let technique = |id| problem.node(id).pinned.unwrap_or(Technique::Interpreted);
        Self {
            graph,
            candidates,
            techniques: problem.node_ids().map(technique).collect(),
            links: vec![Link::Call; problem.reference_ids().len()],
            nodes: named(candidates.stubs().map(|stub| (stub.node.path(graph), stub.direction))),
            references: named(
                candidates.fields().map(|(owner, field, way)| (owner.field_path(graph, field), way)),
            ),
            places: Places::new(),
            errors: Vec::new(),
        }
    }

    /// Applies the choice of one line.
    fn choice(&mut self, choice: &str, span: Span) -> Result<(), Box<Diagnostic>> {
        if let Some((path, factor)) = unrolled(choice) {
            return self.unroll(path, factor, span);
        }
        if choice == TABLES || choice == SMALL_RUNTIME {
            return Ok(());
        }
        if let Some((name, form)) = shape(choice) {
            return self.shape(name, form, span);
        }
        let Some((kind, path, technique)) = split(choice) else {
            let message = "this line is not an entry of a plan";
            return Err(Box::new(Diagnostic::error("plan-syntax", span, message).with_help(
                "write `definition PATH DIRECTION interpreted|compiled`, `reference PATH DIRECTION call|inline`, `primitives PATH DIRECTION call|inline`, `loop PATH DIRECTION N`, `shape NAME none|data|compiled`, `shapes data` or `runtime small`",
            )));
        };
        if kind == "primitives" {
            return self.primitives(path, technique == "inline", span);
        }
        let is_definition = kind == "definition";
        let all = if is_definition { &self.nodes } else { &self.references };
        let Some(&index) = all.get(path) else {
            let name = path.rsplit_once(' ').map_or(path, |(name, _)| name);
            let message = format!("no root reaches the {kind} `{path}`");
            let mut diagnostic = Diagnostic::error("plan-unknown", span, message);
            let paths = all.keys().filter_map(|key| key.rsplit_once(' ').map(|(path, _)| path));
            if let Some(hint) = suggest::hint(name, paths) {
                diagnostic = diagnostic.with_help(hint);
            }
            return Err(Box::new(diagnostic));
        };
        self.places.insert((is_definition, index), span);
        match technique {
            "interpreted" => self.techniques[index] = Technique::Interpreted,
            "compiled" => self.techniques[index] = Technique::Compiled,
            "inline" => self.links[index] = Link::Inline,
            _ => self.links[index] = Link::Call,
        }
        Ok(())
    }

    /// Applies the choice whether decoders try a shape first.
    fn shape(&mut self, name: &str, form: ShapeForm, span: Span) -> Result<(), Box<Diagnostic>> {
        let Some(at) = self.candidates.shape_names.iter().position(|known| known == name) else {
            let message = format!("the configuration has no shape with the C name `{name}`");
            return Err(Box::new(Diagnostic::error("plan-unknown", span, message)));
        };
        let step = self.candidates.compiling(at);
        if form == ShapeForm::Data && step.is_none() {
            let message = format!("the shape `{name}` has no table: compile it");
            return Err(Box::new(Diagnostic::error("plan-rule", span, message)));
        }
        self.techniques[self.candidates.shapes[at].index()] =
            if form == ShapeForm::None { Technique::Interpreted } else { Technique::Compiled };
        if let Some(step) = step {
            self.links[step] = if form == ShapeForm::Compiled { Link::Inline } else { Link::Call };
        }
        Ok(())
    }

    /// Applies the choice whether the primitives of a procedure are in line.
    fn primitives(&mut self, path: &str, in_line: bool, span: Span) -> Result<(), Box<Diagnostic>> {
        let candidates = self.candidates;
        let of_path = |(stub, refinement): &(StubId, Refinement)| {
            *refinement == Refinement::InLine && self.is_at(*stub, path)
        };
        let Some(at) = candidates.refinements.iter().position(of_path) else {
            let message = format!("`{path}` has no primitives that can be called or in line");
            return Err(Box::new(Diagnostic::error("plan-unknown", span, message)));
        };
        self.links[candidates.references.len() + at] = if in_line { Link::Inline } else { Link::Call };
        Ok(())
    }

    /// Returns whether a stub has this path and direction.
    fn is_at(&self, stub: StubId, path: &str) -> bool {
        let Stub { node, direction } = self.candidates.stubs.of(stub);
        path == format!("{} {}", node.path(self.graph), direction.name())
    }

    /// Applies the choice of a loop: all steps of unrolling up to this factor.
    fn unroll(&mut self, path: &str, factor: u32, span: Span) -> Result<(), Box<Diagnostic>> {
        let candidates = self.candidates;
        let steps = candidates.refinements.iter().enumerate().filter(|(_, step)| self.is_at(step.0, path));
        let factor_of = |(at, step): (usize, &(StubId, Refinement))| match step.1 {
            Refinement::Unrolled(factor) => Some((at, factor)),
            Refinement::InLine => None,
        };
        let factors: Vec<(usize, u32)> = steps.filter_map(factor_of).collect();
        if factors.iter().any(|(_, known)| *known == factor) {
            for (at, _) in factors.iter().filter(|(_, known)| *known <= factor) {
                self.links[candidates.references.len() + at] = Link::Inline;
            }
            return Ok(());
        }
        let message = format!("`{path}` cannot be unrolled by {factor}");
        let known: Vec<String> = factors.iter().map(|(_, known)| known.to_string()).collect();
        let hint = match known.is_empty() {
            true => "no root reaches an array of this name with a loop that can be unrolled".to_owned(),
            false => format!("possible factors: {}", known.join(", ")),
        };
        Err(Box::new(Diagnostic::error("plan-unknown", span, message).with_help(hint)))
    }
}

/// Returns the diagnostic of a rule that a plan breaks, at the line of the choice that breaks it.
fn broken(error: &PlanError, places: &Places) -> Diagnostic {
    let (place, message) = match error {
        PlanError::WrongLength => (None, error.to_string()),
        PlanError::Pinned(id) => (
            places.get(&(true, id.index())),
            "this definition cannot have that technique: the configuration sets another, or the \
                 interpreter does not support it"
                .to_owned(),
        ),
        PlanError::Recursive(id) => {
            (places.get(&(false, id.index())), "this reference cannot be inlined: it is recursive".to_owned())
        }
        PlanError::NotCompiled(id) => (
            places.get(&(false, id.index())),
            "this reference cannot be inlined: its owner or its target is not compiled".to_owned(),
        ),
    };
    Diagnostic::error("plan-rule", place.copied().unwrap_or(Span::none()), message)
}

fn named(paths: impl Iterator<Item = (String, Direction)>) -> BTreeMap<String, usize> {
    paths.enumerate().map(|(index, (path, way))| (format!("{path} {}", way.name()), index)).collect()
}

/// Splits a choice of a loop: path with direction, elements per turn.
fn unrolled(choice: &str) -> Option<(&str, u32)> {
    let (path, factor) = choice.strip_prefix("loop ")?.trim().rsplit_once(' ')?;
    Some((path.trim(), factor.parse().ok()?))
}

/// Splits the choice of a shape: its C name, and its form.
fn shape(choice: &str) -> Option<(&str, ShapeForm)> {
    let (name, technique) = choice.strip_prefix("shape ")?.trim().rsplit_once(' ')?;
    let form = [ShapeForm::None, ShapeForm::Data, ShapeForm::Compiled]
        .into_iter()
        .find(|form| form.name() == technique);
    Some((name.trim(), form?))
}

/// Splits a choice: kind, path with direction, technique.
fn split(choice: &str) -> Option<(&str, &str, &str)> {
    let (kind, rest) = choice.split_once(' ')?;
    let (path, technique) = rest.trim().rsplit_once(' ')?;
    let fits = match kind {
        "definition" => matches!(technique, "interpreted" | "compiled"),
        "reference" | "primitives" => matches!(technique, "call" | "inline"),
        _ => false,
    };
    (fits && path.contains(' ')).then_some((kind, path.trim(), technique))
}
