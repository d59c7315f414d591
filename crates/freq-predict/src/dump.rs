//! Prints the type reference graph and a prediction as stable text, for golden files and `stubc dump`.

use crate::frequencies::Frequencies;
use crate::guess::Factor;
use crate::heuristics::Rule;
use crate::roots::RootShare;
use crate::type_ref_graph::{ReferenceId, TypeRefGraph};
use std::fmt::Write;

/// Returns the references as text: one line per type, with its fields indented below. A field's line has its kind,
/// its target, and its frequency v with the rule that gave it.
pub fn references(graph: &TypeRefGraph, frequencies: &Frequencies) -> String {
    let mut out = String::new();
    for node in graph.types() {
        let _ = writeln!(out, "{}", graph.name(node));
        for id in graph.fields_of(node) {
            let reference = graph.reference(id);
            let _ = writeln!(
                out,
                "  {} {} -> {} {}",
                field_name(graph, id),
                reference.kind.word(),
                graph.name(graph.target(id)),
                weight(frequencies, id),
            );
        }
    }
    out
}

/// Returns the references as a Graphviz digraph. Labels of arcs give field frequencies; shades of types show type
/// frequencies.
pub fn references_dot(graph: &TypeRefGraph, frequencies: &Frequencies) -> String {
    let most = graph.types().map(|node| frequencies.of_type(node)).fold(0.0, f64::max);
    let mut out =
        String::from("digraph references {\n  node [shape=box, style=filled, colorscheme=blues9];\n");
    for node in graph.types() {
        let f = frequencies.of_type(node);
        // The scale of shades is logarithmic, since frequencies differ by orders of magnitude. The three darkest shades
        // of the color scheme stay unused.
        let shade = if f > 0.0 { (9.0 + (f / most).log2()).round().clamp(1.0, 6.0) } else { 1.0 };
        let _ = writeln!(
            out,
            "  t{} [label=\"{}\\n{}\", fillcolor={shade}];",
            node.index(),
            escape(graph.name(node)),
            number(f),
        );
    }
    for id in graph.references() {
        let (owner, target) = graph.ends(id);
        let _ = writeln!(
            out,
            "  t{} -> t{} [label=\"{} {}\"];",
            owner.index(),
            target.index(),
            escape(&field_name(graph, id)),
            number(frequencies.weight(id).effective()),
        );
    }
    out.push_str("}\n");
    out
}

/// Returns the frequencies as text: one line per type with its frequency f. The lines below give its share as a root
/// and the contribution of each reference, as `f(owner) x v (rule)`. Types of frequency 0 are skipped. `guessed` are
/// the root shares that [`root_shares`](crate::root_shares) returned, or empty if the shares are given.
pub fn frequencies(graph: &TypeRefGraph, frequencies: &Frequencies, guessed: &[RootShare]) -> String {
    let mut out = format!("heuristic {}\n", frequencies.heuristic().name());
    for node in graph.types().filter(|&node| frequencies.of_type(node) > 0.0) {
        let _ = writeln!(out, "{} {}", graph.name(node), number(frequencies.of_type(node)));
        if frequencies.of_root(node) > 0.0 {
            let mut from = String::new();
            if let Some(root) = guessed.iter().find(|root| root.node == node).filter(|_| guessed.len() > 1) {
                from = format!(" (one of {}", guessed.len());
                causes(&mut from, &root.factors);
                from.push(')');
            }
            let _ = writeln!(out, "  {} root{from}", number(frequencies.of_root(node)));
        }
        for from in frequencies.contributions(graph, node).into_iter().filter(|from| from.frequency > 0.0) {
            let _ = writeln!(
                out,
                "  {} {}.{} = {} x {}",
                number(from.frequency),
                graph.name(from.owner),
                field_name(graph, from.reference),
                number(from.owner_frequency),
                weight(frequencies, from.reference),
            );
        }
    }
    out
}

/// Returns a field frequency with its origin: `v (rule: cause x factor, ...)`, and the damping factor if not 1.
fn weight(frequencies: &Frequencies, id: ReferenceId) -> String {
    let weight = frequencies.weight(id);
    let mut from = weight.rule.to_string();
    if weight.rule != Rule::Override {
        causes(&mut from, frequencies.factors(id));
    }
    if weight.scale == 1.0 {
        return format!("{} ({from})", number(weight.v));
    }
    let (v, scale) = (number(weight.v), number(weight.scale));
    format!("{} ({from}, {v}; recursion x {scale})", number(weight.effective()))
}

/// Appends `: cause x factor, ...`.
fn causes(out: &mut String, factors: &[Factor]) {
    for (at, factor) in factors.iter().enumerate() {
        let _ = write!(out, "{} {} x {}", if at == 0 { ":" } else { "," }, factor.cause, short(factor.by));
    }
}

/// Returns a number with two significant digits, enough for a factor.
fn short(value: f64) -> String {
    let digits = (1 - value.abs().log10().floor() as i32).clamp(0, 9);
    let text = format!("{value:.*}", digits as usize);
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

fn field_name(graph: &TypeRefGraph, id: ReferenceId) -> String {
    let reference = graph.reference(id);
    if reference.name.is_empty() { format!("({})", reference.kind.word()) } else { reference.name.clone() }
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

/// Returns a number with six significant digits, without trailing zeros. More digits would show rounding noise.
fn number(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let digits = 5 - value.abs().log10().floor() as i32;
    if !(0..=12).contains(&digits) {
        return format!("{value:.5e}");
    }
    let text = format!("{value:.*}", digits as usize);
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}
