//! A measured family: its type reference graph, the frequencies in its messages, and the costs of its stubs.

use super::counted::Counted;
use crate::family::{FAMILIES, Family, Place};
use crate::subject::Subject;
use codegen::cost::{Times, estimate, visit};
use codegen::{Direction, Model, Rules};
use freq_predict::from_syntax::{node_of, reference_of, type_ref_graph};
use freq_predict::{Heuristic, NodeId, Overrides, Parameters, ReferenceId, TypeRefGraph, predict_by};
use stubc::profile::Counts;
use syntax_graph::{TypeId, TypeKind, ValidGraph};

/// OCSP, whose messages serve this measurement only.
const OCSP: Family = Family {
    name: "ocsp",
    place: Place::Shared,
    specs: "ocsp",
    without: &[],
    roots: &["OCSPRequest", "OCSPResponse"],
    bytes: &["CertificateSerialNumber"],
    rules: codegen::Rules::Der,
    slices: true,
};

/// Returns the families with messages beside the repository, open types as slices.
pub fn families() -> Vec<&'static Family> {
    let shared = FAMILIES.iter().filter(|family| family.place == Place::Shared);
    // The few families live as long as the program.
    shared.chain([&OCSP]).map(|family| &*Box::leak(Box::new(Family { slices: true, ..*family }))).collect()
}

/// A family and its messages, measured.
#[derive(Debug)]
pub struct Measured {
    /// Its name; if two share a folder of messages, the name of its specifications.
    pub name: &'static str,
    /// Number of messages counted.
    pub messages: u64,
    /// The type reference graph, open types as slices.
    pub graph: TypeRefGraph,
    /// Its roots with equal shares: without a profile, shares are unknown.
    pub roots: Vec<(NodeId, f64)>,
    /// Structures, unions and arrays that the roots reach: the types that a plan chooses for.
    pub types: Vec<NodeId>,
    /// Measured values of each type per message.
    pub frequency: Vec<f64>,
    /// Measured occurrences of each field per value of its type; 0 for types that no message holds.
    pub field: Vec<f64>,
    /// The costs that the planner would compare.
    pub procedures: Vec<Procedure>,
}

/// One type in one direction.
#[derive(Debug)]
pub struct Procedure {
    /// The type.
    pub node: NodeId,
    /// Estimated bytes.
    pub bytes: f64,
    /// Commands per visit, interpreted.
    pub commands: Linear,
    /// Time per visit that compiling saves.
    pub saved: Linear,
}

/// A number that is linear in the field frequencies.
#[derive(Debug)]
pub struct Linear {
    base: f64,
    by_field: Vec<(ReferenceId, f64)>,
}

impl Linear {
    /// Returns the number for these field frequencies.
    pub fn at(&self, v: impl Fn(ReferenceId) -> f64) -> f64 {
        self.base + self.by_field.iter().map(|&(field, by)| by * v(field)).sum::<f64>()
    }
}

impl Measured {
    /// Returns all families with messages that the codec decodes; none where `../shared` is absent.
    pub fn all() -> Vec<Self> {
        let subjects = families().into_iter().filter_map(Subject::load);
        subjects.map(|subject| Self::of(&subject)).collect()
    }

    fn of(subject: &Subject) -> Self {
        let syntax = &subject.graph;
        let codec = subject.codec(subject.rules());
        let mut counts = Counts::default();
        for (root, message) in &subject.messages {
            let ty = subject.roots[*root];
            if let Ok(value) = codec.decode_exact(ty, &message.octets) {
                counts.add(syntax, ty, &value);
            }
        }
        let graph = type_ref_graph(syntax);
        let share = 1.0 / subject.roots.len() as f64;
        let roots: Vec<_> = subject.roots.iter().map(|&ty| (node_of(ty), share)).collect();
        let Flows { frequency, field } = Flows::of(syntax, &graph, &counts);
        let model = subject.model(subject.options(Rules::Ber));
        Self {
            name: match subject.family.name {
                "snmp" | "onc-rpc" => subject.family.specs,
                name => name,
            },
            messages: counts.messages(),
            types: reached(syntax, &graph, &roots),
            frequency,
            procedures: procedures(&model),
            graph,
            roots,
            field,
        }
    }

    /// Returns a folder of messages as a family, without the costs of its stubs.
    pub fn of_counted(counted: &Counted) -> Self {
        let graph = type_ref_graph(&counted.graph);
        let share = 1.0 / counted.roots.len() as f64;
        let roots: Vec<_> = counted.roots.iter().map(|&ty| (node_of(ty), share)).collect();
        let Flows { frequency, field } = Flows::of(&counted.graph, &graph, &counted.counts);
        Self {
            name: counted.folder,
            messages: counted.counts.messages(),
            types: reached(&counted.graph, &graph, &roots),
            frequency,
            procedures: Vec::new(),
            graph,
            roots,
            field,
        }
    }

    /// Returns whether the family has enough types for shares of them to be meaningful.
    pub fn counts(&self) -> bool {
        self.types.len() >= 20
    }
}

/// Frequencies as counted.
struct Flows {
    frequency: Vec<f64>,
    field: Vec<f64>,
}

impl Flows {
    fn of(syntax: &ValidGraph, graph: &TypeRefGraph, counts: &Counts) -> Self {
        let messages = counts.messages();
        let roots: Vec<_> =
            counts.roots().map(|(ty, count)| (node_of(ty), count as f64 / messages as f64)).collect();
        let mut known = Overrides::new();
        let mut field = vec![0.0; graph.reference_count()];
        for (id, count) in counts.fields(syntax) {
            known.set(reference_of(id), count.v).expect("a quotient of counts");
            field[reference_of(id).index()] = count.v;
        }
        let flows =
            predict_by(Heuristic::Markov, &Parameters::plain(), graph, &roots, &known).expect("sound");
        Self { frequency: graph.types().map(|node| flows.of_type(node)).collect(), field }
    }
}

/// Returns the structures, unions and arrays that the roots reach.
fn reached(syntax: &ValidGraph, graph: &TypeRefGraph, roots: &[(NodeId, f64)]) -> Vec<NodeId> {
    let reached = predict_by(Heuristic::References, &Parameters::plain(), graph, roots, &Overrides::new());
    let reached = reached.expect("sound");
    let is_node = |ty: &TypeId| {
        matches!(syntax.types[*ty].kind, TypeKind::Structure(_) | TypeKind::Union(_) | TypeKind::Array(_))
    };
    let types = syntax.types.ids().filter(is_node).map(node_of);
    types.filter(|node| reached.of_type(*node) > 0.0).collect()
}

fn procedures(model: &Model<'_>) -> Vec<Procedure> {
    let mut procedures = Vec::new();
    for direction in Direction::ALL {
        for node in model.nodes_in(direction) {
            let nothing = visit(model, Times::standard(), node, direction, &|_| 0.0);
            let (mut commands, mut saved) = (Vec::new(), Vec::new());
            for &field in model.graph.fields_of(node.ty) {
                let one = visit(model, Times::standard(), node, direction, &|other| {
                    f64::from(u8::from(other == field))
                });
                commands.push((reference_of(field), one.dispatches - nothing.dispatches));
                let more = one.interpreted - one.compiled - (nothing.interpreted - nothing.compiled);
                saved.push((reference_of(field), more));
            }
            let base = nothing.interpreted - nothing.compiled;
            procedures.push(Procedure {
                node: node_of(node.ty),
                bytes: estimate::procedure(model, node, direction) as f64,
                commands: Linear { base: nothing.dispatches, by_field: commands },
                saved: Linear { base, by_field: saved },
            });
        }
    }
    procedures
}

#[cfg(test)]
pub(crate) mod tests {
    use super::{Linear, Measured, Procedure};
    use freq_predict::{NodeId, ReferenceId, TypeRefGraph};

    /// Returns a family by its numbers: values of each type per message, and the bytes of each type's
    /// procedure. Its commands are `commands` plus one per field.
    pub(crate) fn family(
        graph: TypeRefGraph,
        frequency: &[f64],
        field: &[f64],
        costs: &[(f64, f64)],
    ) -> Measured {
        let types: Vec<NodeId> = graph.types().collect();
        let procedure = |(node, &(bytes, commands)): (&NodeId, &(f64, f64))| {
            let linear = |base: f64| {
                let fields = graph.fields_of(*node).into_iter().map(|id: ReferenceId| (id, 1.0));
                Linear { base, by_field: fields.collect() }
            };
            Procedure { node: *node, bytes, commands: linear(commands), saved: linear(commands) }
        };
        let procedures = types.iter().zip(costs).map(procedure).collect();
        Measured {
            name: "sample",
            messages: 1,
            roots: vec![(types[0], 1.0)],
            types,
            frequency: frequency.to_vec(),
            field: field.to_vec(),
            procedures,
            graph,
        }
    }
}
