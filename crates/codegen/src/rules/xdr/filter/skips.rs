//! Skips of values: their sizes, and the functions that skip values of variable size.

use super::ops::Skip;
use super::words::{PAST, ahead, counted, failing, word};
use crate::c::writer::Writer;
use crate::program::StepPresence;
use crate::rules::xdr::ops::{Action, Body, Count, FieldStep, Model, Primitive, Step};
use crate::stub::Node;
use num_bigint::BigInt;
use std::collections::{BTreeMap, BTreeSet};

/// The deepest recursion of types that skips follow, that of a fresh context.
const DEPTH: u32 = 64;

/// Returns the skip of a step's value, with its optional data.
pub fn skip_of(model: &Model<'_>, step: &FieldStep) -> Skip {
    let value = value_of(model, step);
    match step.presence {
        StepPresence::Flag(_) => Skip::Optional(Box::new(value)),
        _ => value,
    }
}

/// Returns the skip of a step's value, which is present.
pub fn value_of(model: &Model<'_>, step: &FieldStep) -> Skip {
    let node = match &step.action {
        Action::Primitive(primitive) => {
            return match primitive {
                Primitive::Word(_) | Primitive::Truth => Skip::Static(4),
                Primitive::Hyper(_) => Skip::Static(8),
                Primitive::Float(width) => Skip::Static(width.octets() as u64),
                Primitive::Opaque(octets) => Skip::Static(octets.next_multiple_of(4)),
                Primitive::Counted(_) => Skip::Text,
                Primitive::Null => Skip::Static(0),
            };
        }
        Action::Call(node) => *node,
        Action::Inline(program) => program.node,
    };
    let lead = model.programs[&node].whole;
    if lead.is_static { Skip::Static(lead.octets) } else { Skip::Node(node) }
}

/// The functions that skip values of nodes.
pub struct Skips<'a> {
    /// The model.
    pub model: &'a Model<'a>,
    name: &'a str,
    /// The number of each node's function.
    numbers: BTreeMap<Node, usize>,
    /// The nodes whose values can contain values of the same node.
    recursive: BTreeSet<Node>,
}

impl<'a> Skips<'a> {
    /// Numbers the functions for these nodes and all nodes in them. `name` begins the names.
    pub fn of(model: &'a Model<'a>, name: &'a str, nodes: impl IntoIterator<Item = Node>) -> Self {
        let reached = reach(model, nodes);
        let recursive =
            reached.iter().copied().filter(|node| reach(model, inner(model, *node)).contains(node));
        let recursive = recursive.collect();
        let numbers = reached.into_iter().enumerate().map(|(number, node)| (node, number)).collect();
        Self { model, name, numbers, recursive }
    }

    /// Returns the nodes that have functions, in the order of their numbers.
    pub fn nodes(&self) -> impl Iterator<Item = Node> {
        self.numbers.keys().copied()
    }

    /// Returns the number of a node's function, and whether its values can contain values of the same node.
    pub fn number(&self, node: Node) -> (usize, bool) {
        (self.numbers[&node], self.recursive.contains(&node))
    }

    /// Prints the functions.
    pub fn print(&self, w: &mut Writer) {
        for &node in self.numbers.keys() {
            w.line(&format!("{};", self.signature(node)));
        }
        w.blank();
        for &node in self.numbers.keys() {
            w.comment(&format!("Goes behind a value of {}.", self.model.path(node)));
            w.function(&self.signature(node), |w| {
                let mut body = w.part();
                self.body(&mut body, node);
                w.line("const uint8_t *p = *at;");
                for (ty, name) in [("uint32_t", "count"), ("int", "failed")] {
                    if body.is_using(name) {
                        w.line(&format!("{ty} {name};"));
                    }
                }
                w.append(body);
                w.line("*at = p;");
                w.line("return 0;");
            });
        }
    }

    fn signature(&self, node: Node) -> String {
        let depth = if self.recursive.contains(&node) { ", unsigned depth" } else { "" };
        format!(
            "static int {}_skip_{}(const uint8_t **at, const uint8_t *e{depth})",
            self.name, self.numbers[&node]
        )
    }

    /// Prints a skip with the cursor `p`. `depth`: the expression for the depth that is left, in a function with one.
    pub fn skip(&self, w: &mut Writer, skip: &Skip, p: &str, depth: Option<&str>) {
        match skip {
            Skip::Static(0) => {}
            Skip::Static(bytes) => ahead(w, *bytes, p),
            Skip::Text => {
                let past = w.call(PAST);
                failing(w, &format!("{past}(&{p}, e)"));
            }
            Skip::Node(node) => {
                let most = DEPTH.to_string();
                let depth = match self.recursive.contains(node) {
                    true => format!(", {}", depth.unwrap_or(&most)),
                    false => String::new(),
                };
                failing(w, &format!("{}_skip_{}(&{p}, e{depth})", self.name, self.numbers[node]));
            }
            Skip::Optional(inner) => {
                word(w, "count", p);
                w.when("count != 0", |w| self.skip(w, inner, p, depth));
            }
        }
    }

    fn body(&self, w: &mut Writer, node: Node) {
        let depth = self.recursive.contains(&node).then_some("depth - 1");
        if depth.is_some() {
            w.when("depth == 0", |w| w.line("return STUBC_OTHER;"));
        }
        match &self.model.programs[&node].body {
            Body::Sequence(steps) => {
                let mut bytes = 0;
                for step in steps {
                    let Step::Field(field) = step else { continue };
                    match skip_of(self.model, field) {
                        Skip::Static(own) => bytes += own,
                        other => {
                            self.skip(w, &Skip::Static(std::mem::take(&mut bytes)), "p", depth);
                            self.skip(w, &other, "p", depth);
                        }
                    }
                }
                self.skip(w, &Skip::Static(bytes), "p", depth);
            }
            Body::Switch { arms, op } => {
                word(w, "count", "p");
                w.switch("count", |w| {
                    for (arm, cases) in arms.iter().zip(&op.cases) {
                        let labels: Vec<String> = cases.iter().map(case).collect();
                        if !labels.is_empty() {
                            w.case(&labels, |w| self.skip(w, &skip_of(self.model, arm), "p", depth));
                        }
                    }
                    match op.default.and_then(|at| arms.get(at)) {
                        Some(arm) => w.case(&["default:".to_owned()], |w| {
                            self.skip(w, &skip_of(self.model, arm), "p", depth);
                        }),
                        None => w.last_case("default:", |w| w.line("return STUBC_OTHER;")),
                    }
                });
            }
            Body::Repeat { element, op, .. } => {
                let element = value_of(self.model, element);
                match (op.count, element) {
                    (Count::Linked { .. }, element) => {
                        w.block("for (;;)", "}", |w| {
                            word(w, "count", "p");
                            w.when("count == 0", |w| w.line("break;"));
                            self.skip(w, &element, "p", depth);
                        });
                    }
                    (count, Skip::Static(bytes)) => {
                        // The front end refuses elements of no bytes.
                        counted(w, count, "p");
                        w.when(&format!("count > (size_t)(e - p) / {bytes}"), |w| {
                            w.line("return STUBC_TRUNCATED;");
                        });
                        w.line(&format!("p += (size_t)count * {bytes};"));
                    }
                    (count, element) => {
                        counted(w, count, "p");
                        w.block("while (count > 0)", "}", |w| {
                            self.skip(w, &element, "p", depth);
                            w.line("count--;");
                        });
                    }
                }
            }
            Body::Scalar(step) => self.skip(w, &skip_of(self.model, step), "p", depth),
            Body::Set { op, .. } => match *op {},
            Body::Open { op, .. } => match *op {},
        }
    }
}

/// Returns the label of a discriminant's value, which is compared as a word without a sign.
fn case(value: &BigInt) -> String {
    let word: BigInt = value & BigInt::from(u32::MAX);
    format!("case {word}u:")
}

/// Returns the nodes of variable size that a node's values contain directly.
fn inner(model: &Model<'_>, node: Node) -> Vec<Node> {
    let skips = model.programs[&node].body.fields().map(|step| value_of(model, step));
    skips.filter_map(|skip| if let Skip::Node(node) = skip { Some(node) } else { None }).collect()
}

/// Returns these nodes and all nodes of variable size in them.
fn reach(model: &Model<'_>, nodes: impl IntoIterator<Item = Node>) -> BTreeSet<Node> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<Node> = nodes.into_iter().collect();
    while let Some(node) = open.pop() {
        if reached.insert(node) {
            open.extend(inner(model, node));
        }
    }
    reached
}
