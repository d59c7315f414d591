//! Bounds the stack of a call of the stubs, from the frames and calls that gcc lists.
//!
//! With [`FLAG`], gcc writes the frame of each function and the functions that it calls, after inlining. Calls
//! through tables lead to every function whose address a table holds. The bound is the longest chain of calls.
//! A cycle of calls runs once for each value on the way from the message to its innermost value: their number follows from
//! the types and from the limit on their nesting.

use crate::toolchain::Object;
use codegen::measure::{held_symbols, runtime_side};
use codegen::program::{DefaultValue, StepPresence};
use codegen::{Direction, Model, Node};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The flag that makes gcc list frames and calls, in a file with the ending `.ci` beside the object.
pub const FLAG: &str = "-fcallgraph-info=su";

/// The levels of recursive types that a decoder or encoder allows unless the caller sets others (`STUBC_MAX_DEPTH`).
pub const LEVELS: usize = 64;

/// The most bytes of the stack that a call takes in each direction, without the frame of its caller and without
/// the memory functions of the C library.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stack {
    /// Of decoding.
    pub decode: u64,
    /// Of encoding.
    pub encode: u64,
}

/// The functions of some objects, with their frames and calls.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Calls {
    functions: BTreeMap<String, Function>,
    /// Functions whose addresses tables hold.
    held: BTreeSet<String>,
    /// Whether the compiler listed no calls for an object.
    is_partial: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Function {
    /// Bytes; `None` without a bound.
    frame: Option<u64>,
    callees: BTreeSet<String>,
    is_runtime: bool,
}

/// The name of gcc for what a call through a pointer calls.
const POINTER: &str = "__indirect_call";

/// Returns the part of gcc's list that matters: a first line, then one for each function with its name, its frame in bytes
/// or `?`, and the functions that it calls.
pub fn condensed(list: &str) -> String {
    let mut frames: BTreeMap<&str, &str> = BTreeMap::new();
    let mut callees: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for line in list.lines() {
        let quoted: Vec<&str> = line.split('"').skip(1).step_by(2).collect();
        match (line.split(':').next(), &quoted[..]) {
            (Some("node"), [name, label, ..]) => {
                // "name\nplace\n48 bytes (static)"; functions of other objects have no frame.
                let Some((before, kind)) = label.split_once(" bytes (") else { continue };
                let frame = before.rsplit("\\n").next().unwrap_or("?");
                let is_bounded = kind.starts_with("static") || kind.starts_with("dynamic,bounded");
                frames.insert(name, if is_bounded { frame } else { "?" });
            }
            (Some("edge"), [from, to, ..]) => {
                callees.entry(from).or_default().insert(to);
            }
            _ => {}
        }
    }
    let mut text = "calls\n".to_owned();
    for (name, frame) in frames {
        let called: Vec<&str> = callees.remove(name).into_iter().flatten().collect();
        let _ = writeln!(text, "{name} {frame} {}", called.join(" "));
    }
    text
}

impl Calls {
    /// Adds an object.
    pub fn add(&mut self, object: &Object) {
        let is_runtime = object.source.ends_with("stubc_rt.c");
        self.is_partial |= object.calls.is_empty();
        for line in object.calls.lines() {
            let mut words = line.split_whitespace();
            let (Some(name), Some(frame)) = (words.next(), words.next()) else { continue };
            let callees = words.map(str::to_owned).collect();
            let function = Function { frame: frame.parse().ok(), callees, is_runtime };
            self.functions.insert(name.to_owned(), function);
        }
        for symbol in held_symbols(&object.data) {
            // gcc writes the file before the names of static functions.
            self.held.insert(format!("{}:{symbol}", object.source));
            self.held.insert(symbol);
        }
    }

    /// Returns the bound for stubs of some specifications in both directions; `None` if it is not known.
    pub fn bound(&self, models: &[&Model<'_>]) -> Option<Stack> {
        // A checked string holds a message of its own, which is decoded by an entry point.
        if self.is_partial
            || self.functions.is_empty()
            || models.iter().any(|model| model.options.check_constraints)
        {
            return None;
        }
        let most = |direction| {
            let turns = models.iter().map(|model| turns(model, direction)).max().unwrap_or(1);
            let procedures = models.iter().flat_map(|model| {
                let name = |node| format!("{}_{}", direction.name(), model.names.node(node));
                model.nodes_in(direction).map(name)
            });
            // The packed interpreter runs up to two programs for a value: one takes a level, the other converts it.
            let passes = 1 + u64::from(models.iter().any(|model| model.options.rules.is_packed()));
            Chains { calls: self, direction, turns, passes, procedures: procedures.collect() }.longest()
        };
        Some(Stack { decode: most(Direction::Decode)?, encode: most(Direction::Encode)? })
    }
}

/// Returns the most values on the way from a message to its innermost value: structures, choices and arrays, each inside the
/// one before it.
fn turns(model: &Model<'_>, direction: Direction) -> usize {
    let nodes: Vec<Node> = model.nodes_in(direction).collect();
    let numbers: BTreeMap<Node, usize> = nodes.iter().enumerate().map(|(at, node)| (*node, at)).collect();
    let (mut same, mut deeper) = (vec![Vec::new(); nodes.len()], vec![Vec::new(); nodes.len()]);
    for (at, &node) in nodes.iter().enumerate() {
        for step in model.steps(node) {
            let Some(&callee) = step.callee.and_then(|callee| numbers.get(&callee)) else { continue };
            // A resolved open type takes a level.
            let is_level =
                step.recursive || model.is_open(node) || step.callee.is_some_and(|to| model.is_open(to));
            if is_level { deeper[at].push(callee) } else { same[at].push(callee) }
        }
    }
    // A default that is decoded from the specification does not count its levels. Each takes two bytes at least.
    let defaults = nodes.iter().flat_map(|node| model.steps(*node)).filter_map(|step| match step.presence {
        StepPresence::Default(DefaultValue::Encoded(octets)) => Some(octets.len() / 2),
        _ => None,
    });
    let levels = LEVELS + defaults.max().unwrap_or(0);
    // Without an order, a way may pass every type in each level.
    let Some(order) = callees_first(&same) else { return (levels + 1) * nodes.len() };
    let mut inner = vec![0; nodes.len()];
    for _ in 0..=levels {
        let mut ways = vec![0; nodes.len()];
        for &at in &order {
            let below = same[at].iter().map(|&to| ways[to]).max().unwrap_or(0);
            let beyond = deeper[at].iter().map(|&to| inner[to]).max().unwrap_or(0);
            ways[at] = 1 + std::cmp::max::<usize>(below, beyond);
        }
        if ways == inner {
            break;
        }
        inner = ways;
    }
    // A scalar message has no node.
    inner.into_iter().max().unwrap_or(0).max(1)
}

/// Returns the nodes, each after those that it leads to; `None` if there is a cycle.
fn callees_first(edges: &[Vec<usize>]) -> Option<Vec<usize>> {
    let components = components(edges);
    let is_alone = |part: &Vec<usize>| part.len() == 1 && !edges[part[0]].contains(&part[0]);
    components.iter().all(is_alone).then(|| components.into_iter().flatten().collect())
}

/// Returns the strongly connected components, each after those that it leads to (Tarjan).
fn components(edges: &[Vec<usize>]) -> Vec<Vec<usize>> {
    const UNSEEN: usize = usize::MAX;
    let (mut number, mut low) = (vec![UNSEEN; edges.len()], vec![UNSEEN; edges.len()]);
    let (mut is_open, mut open, mut found, mut next) = (vec![false; edges.len()], Vec::new(), Vec::new(), 0);
    for root in 0..edges.len() {
        // The way from the root, with the number of edges that were followed.
        let mut way: Vec<(usize, usize)> = if number[root] == UNSEEN { vec![(root, 0)] } else { Vec::new() };
        while let Some((at, done)) = way.pop() {
            if done == 0 {
                (number[at], low[at], is_open[at]) = (next, next, true);
                open.push(at);
                next += 1;
            }
            if let Some(&to) = edges[at].get(done) {
                way.push((at, done + 1));
                if number[to] == UNSEEN {
                    way.push((to, 0));
                } else if is_open[to] {
                    low[at] = low[at].min(number[to]);
                }
                continue;
            }
            if let Some(&(above, _)) = way.last() {
                low[above] = low[above].min(low[at]);
            }
            if low[at] == number[at] {
                let start = open.iter().position(|&other| other == at).unwrap_or(0);
                let part = open.split_off(start);
                part.iter().for_each(|&member| is_open[member] = false);
                found.push(part);
            }
        }
    }
    found
}

/// The chains of calls of one direction.
struct Chains<'c> {
    calls: &'c Calls,
    direction: Direction,
    turns: usize,
    /// How often a turn passes a function of the runtime that calls itself.
    passes: u64,
    /// The names of the nodes' procedures.
    procedures: BTreeSet<String>,
}

/// Returns the name in C: without the file, and without the compiler's suffix of a variant.
fn bare(name: &str) -> &str {
    let name = name.rsplit_once(':').map_or(name, |(_, name)| name);
    name.split('.').next().unwrap_or(name)
}

/// Returns the name of a function of the runtime without the prefix of its specification.
fn unprefixed(name: &str) -> &str {
    name.find("stubc_").map_or(name, |at| &name[at..])
}

impl Chains<'_> {
    /// Returns the bytes of the longest chain; `None` if a frame has no bound.
    fn longest(&self) -> Option<u64> {
        let names: Vec<&str> = self.calls.functions.keys().map(String::as_str).collect();
        let functions: Vec<&Function> = self.calls.functions.values().collect();
        let edges: Vec<Vec<usize>> = names.iter().map(|name| self.callees(name, &names)).collect();
        let mut chains: Vec<Option<u64>> = vec![None; names.len()];
        for part in components(&edges) {
            let is_cycle = part.len() > 1 || edges[part[0]].contains(&part[0]);
            let own = if is_cycle { self.cycle(&part, &names, &edges) } else { functions[part[0]].frame };
            let below = part.iter().flat_map(|&at| &edges[at]).filter(|to| !part.contains(to));
            // A function of the other direction, which this one never calls, may lack a bound.
            let below = below.map(|&to| chains[to]).try_fold(0, |most, chain| Some(most.max(chain?)));
            let chain = own.and_then(|own| Some(own + below?));
            part.iter().for_each(|&at| chains[at] = chain);
        }
        let verb = self.direction.name();
        let starts = (0..names.len()).filter(|&at| bare(names[at]).contains(verb));
        starts.map(|at| chains[at]).try_fold(0, |most, chain| Some(most.max(chain?)))
    }

    /// Returns the functions that a function calls, those of the other direction left out.
    fn callees(&self, name: &str, names: &[&str]) -> Vec<usize> {
        let function = &self.calls.functions[name];
        let mut called: BTreeSet<&str> = function.callees.iter().map(String::as_str).collect();
        if called.remove(POINTER) {
            called.extend(self.calls.held.iter().map(String::as_str));
        }
        let is_own = |name: &&str| match runtime_side(unprefixed(bare(name))) {
            Some(side) => side == self.direction,
            None => {
                let other = if self.direction == Direction::Decode { "encode_" } else { "decode_" };
                self.calls.functions.get(*name).is_some_and(|known| known.is_runtime)
                    || !bare(name).starts_with(other)
            }
        };
        called.into_iter().filter(is_own).filter_map(|name| names.binary_search(&name).ok()).collect()
    }

    /// Returns the bytes of all turns of a cycle. In each turn, control enters one value: by a procedure, or by the interpreter,
    /// or by both where a procedure leaves its value to the interpreter.
    fn cycle(&self, part: &[usize], names: &[&str], edges: &[Vec<usize>]) -> Option<u64> {
        let function = |at: usize| &self.calls.functions[names[at]];
        let is_procedure = |at: usize| {
            let name = bare(names[at]).trim_start_matches("inline_");
            !function(at).is_runtime && self.procedures.contains(name)
        };
        let of_values = part.iter().any(|&at| {
            let name = bare(names[at]);
            name.contains(self.direction.name()) || name.contains("interpret")
        });
        let frame = |at: usize| function(at).frame;
        // The packed interpreter's function for structures calls itself for a group of additions, which holds no other.
        let again = |at: usize| self.passes > 1 && edges[at].contains(&at);
        let with_passes = |at: usize| Some(frame(at)? * if again(at) { self.passes } else { 1 });
        let (procedures, rest): (Vec<usize>, Vec<usize>) = part.iter().partition(|&&at| is_procedure(at));
        // Others go on for each level: strings in parts, CHOICEs whose arms are CHOICEs, sorting by halves.
        let turns = if of_values { self.turns } else { self.turns.max(LEVELS + 1) } as u64;
        // The function of the interpreter that each of its turns passes.
        let hubs = rest.iter().filter(|&&at| function(at).is_runtime).map(|&at| Some(at)).chain([None]);
        let with_hub = |hub: Option<usize>| -> Option<u64> {
            let inside: Vec<usize> = rest.iter().copied().filter(|&at| Some(at) != hub).collect();
            let beyond = longest(&inside, edges, &with_passes, &again)?;
            let after =
                |at: usize| edges[at].iter().filter_map(|to| beyond.get(to)).max().copied().unwrap_or(0);
            let procedure = procedures.iter().map(|&at| Some(frame(at)? + after(at)));
            let procedure = procedure.collect::<Option<Vec<u64>>>()?.into_iter().max().unwrap_or(0);
            let hub = hub.map_or(Some(0), |hub| Some(self.passes * frame(hub)? + after(hub)))?;
            Some(turns * (hub + procedure) + beyond.values().max().copied().unwrap_or(0))
        };
        let whole = || Some(turns * self.passes * part.iter().map(|&at| frame(at)).sum::<Option<u64>>()?);
        hubs.filter_map(with_hub).min().or_else(whole)
    }
}

/// Returns the bytes of the longest chain from each of some functions among them; `None` if there is a cycle, or a frame has no
/// bound. The frames of those for which `again` is true count their calls of themselves.
fn longest(
    inside: &[usize],
    edges: &[Vec<usize>],
    frame: &dyn Fn(usize) -> Option<u64>,
    again: &dyn Fn(usize) -> bool,
) -> Option<BTreeMap<usize, u64>> {
    let numbers: BTreeMap<usize, usize> = inside.iter().enumerate().map(|(at, own)| (*own, at)).collect();
    let own = |at: &usize| {
        let callees = edges[*at].iter().filter(|to| *to != at || !again(*at));
        callees.filter_map(|to| numbers.get(to).copied()).collect::<Vec<usize>>()
    };
    let within: Vec<Vec<usize>> = inside.iter().map(own).collect();
    let mut chains = vec![0; inside.len()];
    for at in callees_first(&within)? {
        chains[at] = frame(inside[at])? + within[at].iter().map(|&to| chains[to]).max().unwrap_or(0);
    }
    Some(inside.iter().copied().zip(chains).collect())
}
