//! One message under one plan: its counted instructions and the model's terms.

use super::target::Target;
use super::{counted, emulated};
use crate::plans;
use crate::stubs::build_around;
use crate::subject::Subject;
use codegen::cost::{self, Table, Term, Uses};
use codegen::emit::can_compile;
use codegen::emit::harness::harness;
use codegen::stub::Context;
use codegen::{Direction, Model, Node, Rules, Techniques, unroll};
use freq_predict::from_syntax::{node_of, reference_of, type_ref_graph};
use freq_predict::{Heuristic, Overrides, Parameters, predict_by};
use interp_runtime::Lengths;
use std::collections::BTreeMap;
use stubc::profile::Counts;
use syntax_graph::{FieldId, TypeId};

/// A measured plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Plan {
    /// Every node that can be is interpreted.
    Interpreted,
    /// Every node is compiled, nothing inlined.
    Compiled,
    /// Every node is compiled, and every non-recursive reference is inlined; under packed rules up to bodies of some size.
    Inlined,
    /// The planner's plan half way between interpreted and compiled.
    Half,
}

impl Plan {
    /// All plans.
    pub const ALL: [Self; 4] = [Self::Interpreted, Self::Compiled, Self::Inlined, Self::Half];

    /// Returns the name in the tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Interpreted => "interpreted",
            Self::Compiled => "compiled",
            Self::Inlined => "inlined",
            Self::Half => "half way",
        }
    }

    fn techniques(self, subject: &Subject, model: &Model<'_>) -> Techniques {
        match self {
            Self::Interpreted => plans::interpreted(model),
            Self::Compiled => plans::compiled(model, |_| false),
            Self::Inlined if is_packed(subject.rules()) => plans::inlined(model),
            Self::Inlined => plans::compiled(model, |_| true),
            Self::Half => plans::within(subject, model, 50.0),
        }
    }
}

/// A message under a plan, in one direction.
#[derive(Clone, Debug)]
pub struct Observed {
    /// The plan.
    pub plan: Plan,
    /// The direction.
    pub direction: Direction,
    /// The terms of compiled nodes.
    pub compiled: Uses,
    /// The terms of interpreted nodes.
    pub interpreted: Uses,
    /// The predicted terms, compiled and interpreted, of a message of this type and length.
    pub guessed: (Uses, Uses),
    /// Counted instructions.
    pub counted: f64,
}

impl Observed {
    /// Returns the modelled instructions.
    pub fn predicted(&self, table: &Table) -> f64 {
        table.sum(&self.compiled).compiled + table.sum(&self.interpreted).interpreted
    }

    /// Adds another message.
    pub fn add(&mut self, other: &Self) {
        self.compiled.add_all(&other.compiled, 1.0);
        self.interpreted.add_all(&other.interpreted, 1.0);
        self.counted += other.counted;
    }

    /// Returns the model's error, as a share of the count.
    pub fn error(&self, table: &Table) -> f64 {
        (self.predicted(table) - self.counted).abs() / self.counted
    }

    /// Returns the model's error if only the type and length of the message are known.
    pub fn blind_error(&self, table: &Table) -> f64 {
        let (compiled, interpreted) = &self.guessed;
        let predicted = table.sum(compiled).compiled + table.sum(interpreted).interpreted;
        (predicted - self.counted).abs() / self.counted
    }
}

/// The measurements of one family.
#[derive(Clone, Debug)]
pub struct Measured {
    /// Its title.
    pub title: String,
    /// The group that is left out with it.
    pub group: &'static str,
    /// Its encoding rules.
    pub rules: Rules,
    /// Number of messages counted.
    pub messages: usize,
    /// Whether they are messages; otherwise random values.
    pub real: bool,
    /// How many times slower decoding and encoding of all messages are if nothing is compiled under a cap; 1 if the
    /// interpreter then has the form that it has beside procedures.
    pub small: [f64; 2],
    /// The counted messages.
    pub observed: Vec<Observed>,
}

/// Returns whether rules are packed. Those of OER have places of bytes, but are packed as well.
pub fn is_packed(rules: Rules) -> bool {
    !matches!(rules, Rules::Ber | Rules::Der | Rules::Xdr)
}

/// Most messages counted per family.
const MESSAGES: usize = 40;
/// Random values of a family without messages.
const VALUES: usize = 60;

/// Builds a family under each plan and counts its messages, or random values where it has none. Messages that
/// the Rust codec refuses are skipped.
///
/// # Errors
/// The output of the compiler, the stubs or valgrind.
pub fn measure(subject: &Subject, group: &'static str, target: &Target) -> Result<Measured, String> {
    let is_packed = is_packed(subject.rules());
    let mut options = subject.options(subject.rules());
    // The planner compares plans under a cap.
    options.compact = true;
    let small_model = is_packed.then(|| subject.model(options.clone()));
    // Beside procedures, interpreters of packed rules have the form for speed.
    options.compact = !is_packed;
    let model = subject.model(options);
    let codec = subject.codec(subject.rules());
    let real = !subject.messages.is_empty();
    let mut records = match real {
        true => subject.spread(MESSAGES),
        false => subject.random_records(&codec, VALUES, 11),
    };
    let mut messages = Vec::new();
    records.retain(|record| {
        let ty = subject.roots[record.root];
        let value = codec.decode_exact(ty, &record.octets);
        messages.extend(value.as_ref().ok().map(|value| Visits::of(subject, &model, ty, value)));
        value.is_ok()
    });
    let guesses: Vec<Visits> = subject.roots.iter().map(|&root| Visits::guessed(subject, root)).collect();
    let mut observed = Vec::new();
    for plan in Plan::ALL {
        let techniques = plan.techniques(subject, &model);
        let main = if target.emulator.is_some() {
            let place = if is_packed { emulated::Place::Start } else { emulated::Place::End };
            emulated::harness(&model, place)
        } else {
            harness(&model)
        };
        let program = build_around(&model, &techniques, target.cc, target.cflags, &main, target.link)?;
        let counts = counted::counted(target, &program, &records)?;
        for ((record, visits), counts) in records.iter().zip(&messages).zip(counts) {
            for (direction, counted) in Direction::ALL.into_iter().zip(counts) {
                let extent = Extent {
                    root: subject.roots[record.root],
                    octets: record.octets.len() as f64,
                    lengths: codec.lengths(&record.octets),
                };
                let uses = |visits: &Visits| visits.uses(&model, &techniques, direction, &extent);
                let (compiled, interpreted) = uses(visits);
                let guessed = uses(&guesses[record.root]);
                let counted = counted as f64;
                observed.push(Observed { plan, direction, compiled, interpreted, guessed, counted });
            }
        }
    }
    let mut small = [1.0; 2];
    if let Some(model) = &small_model {
        let techniques = plans::interpreted(model);
        let main = match target.emulator {
            Some(_) => emulated::harness(model, emulated::Place::Start),
            None => harness(model),
        };
        let program = build_around(model, &techniques, target.cc, target.cflags, &main, target.link)?;
        let counts = counted::counted(target, &program, &records)?;
        for (at, direction) in Direction::ALL.into_iter().enumerate() {
            let is_own = |row: &&Observed| row.plan == Plan::Interpreted && row.direction == direction;
            let fast: f64 = observed.iter().filter(is_own).map(|row| row.counted).sum();
            small[at] = counts.iter().map(|counts| counts[at] as f64).sum::<f64>() / fast.max(1.0);
        }
    }
    Ok(Measured {
        title: subject.family.title(),
        group,
        rules: subject.rules(),
        small,
        messages: messages.len(),
        real,
        observed,
    })
}

/// What a message costs beside its values.
struct Extent {
    root: TypeId,
    octets: f64,
    lengths: Lengths,
}

/// The visits of each type per message, and the occurrences of each field per visit.
struct Visits {
    types: BTreeMap<TypeId, f64>,
    fields: BTreeMap<FieldId, f64>,
}

impl Visits {
    fn of(subject: &Subject, model: &Model<'_>, root: TypeId, value: &syntax_graph::Value) -> Self {
        let graph = &subject.graph;
        let mut counts = Counts::default();
        counts.add(graph, root, value);
        let (mut types, mut fields) = (BTreeMap::new(), BTreeMap::new());
        for (field, count) in counts.fields(graph) {
            types.insert(graph.fields[field].owner, count.of as f64);
            fields.insert(field, count.v);
        }
        // Every reference visits a type without fields; so does a scalar root.
        for &node in model.types.iter().filter(|node| graph.fields_of(**node).is_empty()) {
            let seen = counts.fields(graph).filter(|(id, _)| graph.resolve(graph.fields[*id].target) == node);
            let visits: f64 = seen.map(|(_, count)| count.seen as f64).sum();
            types.insert(node, visits + f64::from(u8::from(graph.resolve(root) == node)));
        }
        Self { types, fields }
    }

    /// Returns the predicted visits for a root.
    fn guessed(subject: &Subject, root: TypeId) -> Self {
        let graph = type_ref_graph(&subject.graph);
        let parameters = Parameters::standard();
        let predicted =
            predict_by(Heuristic::Markov, parameters, &graph, &[(node_of(root), 1.0)], &Overrides::new())
                .expect("a root is a type");
        let types = subject.graph.types.ids().map(|ty| (ty, predicted.of_type(node_of(ty)))).collect();
        let field = |field| (field, predicted.weight(reference_of(field)).effective());
        let fields = subject.graph.fields.ids().map(field).collect();
        Self { types, fields }
    }

    /// Returns the visits of a node: those by its field, or those by all fields without a node of their own.
    fn visits(&self, model: &Model<'_>, node: Node) -> f64 {
        let of_type = |ty: TypeId| self.types.get(&ty).copied().unwrap_or(0.0);
        let by = |field: FieldId| {
            let owner = model.graph.fields[field].owner;
            of_type(owner) * self.fields.get(&field).copied().unwrap_or(0.0)
        };
        match node.context {
            Context::Field(field) => by(field),
            Context::General => {
                let apart = model.nodes_of(node.ty).iter().filter_map(|other| match other.context {
                    Context::Field(field) => Some(by(field)),
                    Context::General => None,
                });
                (of_type(node.ty) - apart.sum::<f64>()).max(0.0)
            }
        }
    }

    /// Returns the terms of compiled and interpreted nodes under a plan.
    fn uses(
        &self,
        model: &Model<'_>,
        techniques: &Techniques,
        direction: Direction,
        extent: &Extent,
    ) -> (Uses, Uses) {
        let side = techniques.side(direction);
        let (mut compiled, mut interpreted) = (Uses::default(), Uses::default());
        let often = |field: FieldId| self.fields.get(&field).copied().unwrap_or(0.0);
        // Some nodes are interpreted under every plan.
        let is_compiled = |node| side.compiled.contains(&node) && can_compile(model, node);
        for node in model.nodes_in(direction) {
            let visits = self.visits(model, node);
            if visits == 0.0 {
                continue;
            }
            let uses = cost::uses(model, node, direction, &often);
            if !is_compiled(node) {
                interpreted.add_all(&uses, visits);
                continue;
            }
            compiled.add_all(&uses, visits);
            if !side.in_line.contains(&node) {
                compiled.add(Term::Taken, visits * cost::taken(model, node, direction, &often));
            }
            for step in model.steps(node) {
                let (Some(target), Some(field)) = (step.callee, step.field) else { continue };
                if !is_compiled(target) {
                    compiled.add(Term::Enter, visits * often(field));
                } else if side.inlined.contains(&(node, field)) && !step.recursive && !model.is_open(target) {
                    compiled.add(cost::call(model, target), -visits * often(field));
                }
            }
            if let Some(&factor) = side.unrolled.get(&node) {
                let turns = match unroll::leaves_loop(model, node, factor) {
                    false => 0.0,
                    true => 1.0 / f64::from(factor),
                };
                compiled.add(Term::Element, visits * uses.of(Term::Element) * (turns - 1.0));
            }
        }
        compiled.add(Term::Octet, extent.octets);
        let share = compiled.of(Term::Step) / (compiled.of(Term::Step) + interpreted.of(Term::Step)).max(1.0);
        let Lengths { long, passed } = extent.lengths;
        // Stubs send definite lengths only.
        let passed = if direction == Direction::Decode { passed } else { 0 };
        for (term, count) in [(Term::Long, long), (Term::Passed, passed)] {
            compiled.add(term, count as f64 * share);
            interpreted.add(term, count as f64 * (1.0 - share));
        }
        let entry = if is_compiled(Node::general(model.graph.resolve(extent.root))) {
            &mut compiled
        } else {
            &mut interpreted
        };
        entry.add(Term::Message, 1.0);
        (compiled, interpreted)
    }
}
