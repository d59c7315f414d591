//! Lowering for XDR: a node of the graph to its program.
//!
//! The *lead* of a type is the part that all its values begin with at the same place (`docs/semantics-xdr.md`
//! section 2). The code before a value checks its lead. So a run of statically sized fields needs one check,
//! even across structures and techniques.

use crate::model::layout::{CType, Layouts, MAX_SIZE, has_flag};
use crate::program::StepPresence;
use crate::rules::xdr::ops::Xdr;
use crate::rules::xdr::ops::{
    Action, Body, Chooser, Count, Elements, FieldStep, Lead, Need, Primitive, Program, Room, Step,
};
use crate::rules::{Lower, Lowered};
use crate::stub::Node;
use syntax_graph::{Array, Diagnostic, FieldId, IndexVec, Scalar, Span, TypeId, TypeKind, ValidGraph};

/// The leads of all types.
type Leads = IndexVec<TypeId, Lead>;

/// The lead of a word: a length, a count, a discriminant, an announcement.
const WORD: Lead = Lead { octets: 4, is_static: false };

/// Returns the leads of all types of a graph.
fn leads(graph: &ValidGraph) -> Leads {
    let mut known: IndexVec<TypeId, Option<Lead>> = IndexVec::filled(None, graph.types.len());
    for ty in graph.types.ids() {
        // Validation makes leads finite, but a chain of definitions may be long.
        let mut open = vec![ty];
        while let Some(&ty) = open.last() {
            match lead(graph, ty, &known) {
                Ok(lead) => {
                    known[ty] = Some(lead);
                    open.pop();
                }
                Err(part) => open.push(part),
            }
        }
    }
    known.iter().map(|lead| lead.unwrap_or_default()).collect()
}

/// Returns the lead of a type, or as an error the type whose lead must be known first.
fn lead(graph: &ValidGraph, ty: TypeId, known: &IndexVec<TypeId, Option<Lead>>) -> Result<Lead, TypeId> {
    let of = |ty: TypeId| known[ty].ok_or(ty);
    let fixed = |octets| Lead { octets, is_static: true };
    match &graph.types[ty].kind {
        TypeKind::Reference(target) => of(*target),
        TypeKind::Scalar(scalar) => Ok(match primitive(scalar) {
            Primitive::Word(_) | Primitive::Truth => fixed(4),
            Primitive::Hyper(_) => fixed(8),
            Primitive::Float(width) => fixed(width.octets() as u64),
            Primitive::Opaque(octets) => fixed(octets.next_multiple_of(4)),
            Primitive::Counted(_) => WORD,
            _ => fixed(0),
        }),
        TypeKind::Structure(structure) => {
            let mut sum = fixed(0);
            for &field in &structure.fields {
                let part = if has_flag(graph, field) { WORD } else { of(graph.fields[field].target)? };
                sum = Lead { octets: sum.octets.saturating_add(part.octets), is_static: part.is_static };
                if !part.is_static {
                    break;
                }
            }
            Ok(sum)
        }
        TypeKind::Array(Array { element, size, linked: false, .. }) if size.min > 0 => {
            let element = of(graph.fields[*element].target)?;
            let times = if element.is_static { size.min } else { 1 };
            Ok(Lead { octets: element.octets.saturating_mul(times), ..element })
        }
        TypeKind::Array(_) | TypeKind::Union(_) | TypeKind::Open(_) => Ok(WORD),
    }
}

/// Lowers the types of a graph.
pub struct Lowering<'a> {
    graph: &'a ValidGraph,
    layouts: &'a Layouts,
    leads: Leads,
}

impl<'a> Lowering<'a> {
    /// Finds the leads of all types.
    pub fn new(graph: &'a ValidGraph, layouts: &'a Layouts) -> Self {
        Self { graph, layouts, leads: leads(graph) }
    }
}

impl Lower<Xdr> for Lowering<'_> {
    fn node(&self, node: TypeId) -> Lowered<Program> {
        let Self { graph, layouts, leads } = self;
        let def = &graph.types[node];
        let size = layouts.of(node).extent.map_or(0, |extent| extent.size);
        // A struct that is too large has been reported.
        if leads[node].octets > MAX_SIZE && size <= MAX_SIZE {
            let message = format!("{} takes more than a gigabyte in every value", graph.type_path(node));
            let report = Diagnostic::error("too-large", def.span, message);
            return Err(Box::new(
                report.with_help("write `<n>` in place of `[n]`, so that the array has a count"),
            ));
        }
        let body = match &def.kind {
            TypeKind::Structure(structure) => Body::Sequence(self.sequence(&structure.fields)),
            TypeKind::Union(union) => {
                let known = union.discriminant.as_ref().ok_or_else(|| no_discriminant(def.span))?;
                let arms = union.arms.iter().map(|&arm| {
                    let need = leads[graph.fields[arm].target].octets;
                    FieldStep { op: Room { need }, ..self.step(arm) }
                });
                let op = Chooser {
                    discriminant: Box::new(self.step(known.field)),
                    cases: known.cases.clone(),
                    default: union.arms.iter().position(|arm| Some(*arm) == known.default),
                };
                Body::Switch { arms: arms.collect(), op }
            }
            TypeKind::Array(array) => self.elements(array),
            TypeKind::Scalar(_) | TypeKind::Open(_) | TypeKind::Reference(_) => {
                Body::Scalar(Box::new(plain_step(graph, None, node)))
            }
        };
        Ok(Program {
            node: Node::general(node),
            body,
            relations: Vec::new(),
            whole: leads[node],
            in_line: false,
        })
    }

    fn root(&self, root: TypeId) -> Lowered<FieldStep> {
        let op = Room { need: self.leads[root].octets };
        Ok(FieldStep { op, ..plain_step(self.graph, None, root) })
    }
}

/// Returns a step with the facts that follow from its type.
fn plain_step(graph: &ValidGraph, field: Option<FieldId>, target: TypeId) -> FieldStep {
    let target = graph.resolve(target);
    let action = match &graph.types[target].kind {
        TypeKind::Scalar(scalar) => Action::Primitive(primitive(scalar)),
        _ => Action::Call(Node::general(target)),
    };
    FieldStep {
        field,
        presence: StepPresence::Mandatory,
        recursive: false,
        boxed: false,
        check: None,
        op: Room::default(),
        action,
    }
}

impl Lowering<'_> {
    fn step(&self, field: FieldId) -> FieldStep {
        let mut step = plain_step(self.graph, Some(field), self.graph.fields[field].target);
        step.recursive = self.layouts.is_recursive(field);
        step.boxed = matches!(self.layouts.ctype(field), CType::Pointer(_));
        step
    }

    /// Returns the fields in order, with a check after each field whose size is not static.
    fn sequence(&self, fields: &[FieldId]) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut flags = 0;
        // The caller checks the first run.
        let mut covered = true;
        for (index, &field) in fields.iter().enumerate() {
            if !covered {
                let run = self.run(&fields[index..]);
                steps.extend((run > 0).then_some(Step::Between(Need(run))));
            }
            let mut step = self.step(field);
            let lead = self.leads[self.graph.fields[field].target];
            covered = lead.is_static;
            if has_flag(self.graph, field) {
                step.presence = StepPresence::Flag(flags);
                step.op.need = lead.octets;
                flags += 1;
                covered = false;
            }
            steps.push(Step::Field(step));
        }
        steps
    }

    /// Returns the sum of the leads of fields, up to and including the first whose size is not static.
    fn run(&self, fields: &[FieldId]) -> u64 {
        let mut sum = 0;
        for &field in fields {
            if has_flag(self.graph, field) {
                return sum + WORD.octets;
            }
            let lead = self.leads[self.graph.fields[field].target];
            sum += lead.octets;
            if !lead.is_static {
                break;
            }
        }
        sum
    }

    fn elements(&self, array: &Array) -> Body {
        let lead = self.leads[self.graph.fields[array.element].target];
        let own_check = if lead.is_static { 0 } else { lead.octets };
        let most = |size: Option<u64>| size.and_then(|size| u32::try_from(size).ok()).unwrap_or(u32::MAX);
        let (count, need) = match array {
            Array { linked: true, .. } if lead.is_static => {
                (Count::Linked { closed: true }, lead.octets + WORD.octets)
            }
            Array { linked: true, .. } => (Count::Linked { closed: false }, lead.octets),
            Array { size, .. } if size.min > 0 => (Count::Fixed(size.min), own_check),
            Array { size, .. } => (Count::Counted(most(size.max)), own_check),
        };
        let element = FieldStep { op: Room { need }, ..self.step(array.element) };
        let op = Elements { count, lead: lead.octets };
        Body::Repeat { element: Box::new(element), op, unrolled: 1 }
    }
}

fn no_discriminant(span: Span) -> Box<Diagnostic> {
    let message = "XDR has no union without a discriminant";
    Box::new(Diagnostic::error("union", span, message).with_help("choose other encoding rules"))
}

/// Returns the marshalling primitive of a scalar.
pub fn primitive(scalar: &Scalar) -> Primitive {
    let word = |repr: syntax_graph::IntegerRepr| match repr.machine() {
        Some((64, _)) | None => Primitive::Hyper(repr),
        Some(_) => Primitive::Word(repr),
    };
    let most = |size: &syntax_graph::SizeRange| {
        size.max.and_then(|size| u32::try_from(size).ok()).unwrap_or(u32::MAX)
    };
    match scalar {
        Scalar::Integer(integer) => word(integer.repr),
        Scalar::Enumerated(enumeration) => word(enumeration.repr()),
        Scalar::Boolean => Primitive::Truth,
        Scalar::Float(width) => Primitive::Float(*width),
        Scalar::OctetString { size } if size.min > 0 => Primitive::Opaque(size.min),
        Scalar::OctetString { size } | Scalar::Characters { size, .. } => Primitive::Counted(most(size)),
        _ => Primitive::Null,
    }
}
