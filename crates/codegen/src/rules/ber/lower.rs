//! Lowering for BER and DER: a node of the graph to its program.

use crate::checks::{self, Deduced};
use crate::model::Options;
use crate::model::layout::{CType, Layouts, has_flag, scalar_ctype};
use crate::program::{DefaultValue, StepCheck, StepPresence};
use crate::rules::ber::identifier::{Identifier, MAX_TAG_NUMBER};
use crate::rules::ber::ops::Ber;
use crate::rules::ber::ops::{
    Action, Array, Body, FieldStep, Primitive, Program, Set, Skip, Start, Step, Tags, Union,
};
use crate::rules::{Lower, Lowered, Rules};
use crate::stub::Node;
use der_values::canonical::Canonical;
use syntax_graph::{
    Diagnostic, FieldId, Order, Scalar, Span, Tag, TimeKind, TypeId, TypeKind, ValidGraph, Value,
};

/// Lowers the types of a graph.
pub struct Lowering<'a> {
    graph: &'a ValidGraph,
    layouts: &'a Layouts,
    rules: Rules,
    checks: bool,
}

impl<'a> Lowering<'a> {
    /// Returns the lowering under these options.
    pub fn new(graph: &'a ValidGraph, layouts: &'a Layouts, options: &Options) -> Self {
        Self { graph, layouts, rules: options.rules, checks: options.check_constraints }
    }
}

impl Lower<Ber> for Lowering<'_> {
    fn node(&self, node: TypeId) -> Lowered<Program> {
        let graph = self.graph;
        let field_steps = |fields: &[FieldId]| -> Lowered<Vec<FieldStep>> {
            fields.iter().map(|&field| self.field_step(node, field)).collect()
        };
        if graph.extended.contains(&node) {
            let message = "`keep-unknown` does not work with BER and DER";
            let help = "use `keep-bytes`, which keeps the whole encoding with its unknown additions";
            let error = Diagnostic::error("keep-unknown", graph.types[node].span, message);
            return Err(Box::new(error.with_help(help)));
        }
        let body = match &graph.types[node].kind {
            TypeKind::Structure(structure) => {
                let order = self.layouts.set_order(node);
                let fields = field_steps(order.map_or(&structure.fields, |order| &order.fields))?;
                let sorts = order.is_some_and(|order| order.sorts);
                match structure.order {
                    Order::Unordered => {
                        let op = Set { extensible: structure.extension.is_some(), sorts };
                        Body::Set { fields, op }
                    }
                    Order::Ordered => Body::Sequence(sequence(fields, structure.extension)),
                }
            }
            TypeKind::Union(union) => {
                let op = Union { extensible: union.extensible };
                Body::Switch { arms: field_steps(&union.arms)?, op }
            }
            TypeKind::Array(array) => Body::Repeat {
                element: Box::new(self.field_step(node, array.element)?),
                op: Array { unordered: array.order == Order::Unordered },
                unrolled: 1,
            },
            TypeKind::Open(open) if !open.arms.is_empty() => {
                Body::Open { arms: field_steps(&open.arms)?, op: () }
            }
            TypeKind::Scalar(_) | TypeKind::Open(_) | TypeKind::Reference(_) => {
                let def = &graph.types[node];
                let step = self.step(None, &def.tags, node, def.span)?;
                Body::Scalar(Box::new(step))
            }
        };
        Ok(Program { node: Node::general(node), body, relations: Vec::new(), whole: (), in_line: false })
    }

    fn root(&self, root: TypeId) -> Lowered<FieldStep> {
        let def = &self.graph.types[root];
        let mut step = self.step(None, &def.tags, root, def.span)?;
        step.check = self.check(root, || (self.graph.check(root), self.graph.residual(root)));
        Ok(step)
    }
}

/// Returns the steps of a SEQUENCE: its fields, with the extension insertion point before field `extension`.
fn sequence(fields: Vec<FieldStep>, extension: Option<usize>) -> Vec<Step> {
    let mut until = Vec::new();
    if let Some(at) = extension {
        for field in fields.iter().skip(at) {
            until.extend_from_slice(&field.op.starts);
            if field.presence == StepPresence::Mandatory {
                break;
            }
        }
    }
    let mut steps: Vec<Step> = fields.into_iter().map(Step::Field).collect();
    if let Some(at) = extension {
        steps.insert(at.min(steps.len()), Step::Between(Skip { until }));
    }
    steps
}

impl Lowering<'_> {
    /// Returns the check of a value of this type, if the options ask for checks.
    fn check(&self, ty: TypeId, deduce: impl Fn() -> Deduced) -> Option<StepCheck> {
        if self.checks { checks::lower(self.graph, ty, deduce()) } else { None }
    }

    fn field_step(&self, owner: TypeId, field: FieldId) -> Lowered<FieldStep> {
        let node = &self.graph.fields[field];
        let mut step = self.step(Some(field), &node.tags, node.target, node.span)?;
        step.check = self.check(node.target, || (self.graph.check_in(field), self.graph.residual_in(field)));
        step.boxed = matches!(self.layouts.ctype(field), CType::Pointer(_));
        let flags = &self.layouts.of(owner).flags;
        step.presence = if has_flag(self.graph, field) {
            let index = flags.iter().position(|flag| *flag == field);
            index.map_or(StepPresence::Mandatory, StepPresence::Flag)
        } else {
            match self.graph.default_value(field) {
                Some(value) if self.graph.has_encoded_default(field) => {
                    let canonical = Canonical { graph: self.graph, der: self.rules == Rules::Der };
                    let octets = canonical.field(field, value).ok_or_else(|| no_default(node.span))?;
                    StepPresence::Default(DefaultValue::Encoded(octets))
                }
                Some(value) => StepPresence::Default(self.default(node.target, value)),
                None => StepPresence::Mandatory,
            }
        };
        Ok(step)
    }

    fn step(&self, field: Option<FieldId>, tags: &[Tag], target: TypeId, span: Span) -> Lowered<FieldStep> {
        let keep = self.graph.tags_around_kept(tags, target);
        let target = self.graph.resolve(target);
        let action = match &self.graph.types[target].kind {
            TypeKind::Scalar(scalar) => Action::Primitive(primitive(scalar, self.rules)),
            TypeKind::Open(open) if open.arms.is_empty() => Action::Primitive(Primitive::Open),
            _ => Action::Call(Node::general(target)),
        };
        let untagged = matches!(self.graph.types[target].kind, TypeKind::Union(_) | TypeKind::Open(_));
        let constructed = matches!(action, Action::Call(_));
        let mut identifiers = Vec::new();
        for (index, tag) in tags.iter().enumerate() {
            let explicit = index + 1 < tags.len() || untagged;
            identifiers
                .push(Identifier::new(*tag, explicit || constructed).ok_or_else(|| too_large(*tag, span))?);
        }
        let tag = if untagged { None } else { identifiers.pop() };
        let starts = match (identifiers.first(), tag) {
            (Some(outer), _) => vec![Start::Identifier(*outer)],
            (None, Some(tag)) => vec![self.start(tag, &action)],
            (None, None) => self.starts_of(target, span)?,
        };
        // Resolving an open type counts as a level of depth, so its arms do not.
        let in_open = |field: FieldId| {
            matches!(self.graph.types[self.graph.fields[field].owner].kind, TypeKind::Open(_))
        };
        let recursive = field.is_some_and(|field| self.layouts.is_recursive(field) && !in_open(field));
        Ok(FieldStep {
            field,
            presence: StepPresence::Mandatory,
            recursive,
            boxed: false,
            check: None,
            op: Tags { outer: identifiers, tag, starts, keep },
            action,
        })
    }

    fn start(&self, tag: Identifier, action: &Action) -> Start {
        let segmentable =
            matches!(action, Action::Primitive(Primitive::Octets | Primitive::Bits | Primitive::NamedBits));
        if segmentable && self.rules == Rules::Ber { Start::EitherForm(tag) } else { Start::Identifier(tag) }
    }

    /// Returns what may begin an untagged type. The recursion ends: validation refuses a union that is its
    /// own arm.
    fn starts_of(&self, target: TypeId, span: Span) -> Lowered<Vec<Start>> {
        let TypeKind::Union(union) = &self.graph.types[target].kind else { return Ok(vec![Start::Any]) };
        let mut starts = Vec::new();
        for &arm in &union.arms {
            let arm = &self.graph.fields[arm];
            starts.extend(self.step(None, &arm.tags, arm.target, span)?.op.starts);
        }
        Ok(starts)
    }

    fn default(&self, target: TypeId, value: &Value) -> DefaultValue {
        let held_as_bytes =
            self.graph.scalar(target).is_some_and(|scalar| scalar_ctype(scalar) == CType::Slice);
        match value {
            Value::Boolean(value) => DefaultValue::Boolean(*value),
            Value::Integer(value) if held_as_bytes => DefaultValue::Slice(value.to_signed_bytes_be()),
            Value::Integer(value) => DefaultValue::Integer(value.clone()),
            Value::Octets(octets)
            | Value::Oid(octets)
            | Value::Chars(octets)
            | Value::Real(octets)
            | Value::Open(octets) => DefaultValue::Slice(octets.clone()),
            Value::Null => DefaultValue::Null,
            Value::Bits { octets, length } => DefaultValue::Bits(octets.clone(), *length),
            _ => DefaultValue::EmptyArray,
        }
    }
}

/// Returns the marshalling primitive of a scalar.
pub fn primitive(scalar: &Scalar, rules: Rules) -> Primitive {
    match (scalar, scalar_ctype(scalar)) {
        (Scalar::Boolean, _) => Primitive::Boolean,
        (Scalar::Integer(_) | Scalar::Enumerated(_), CType::Integer(repr)) => Primitive::Integer(repr),
        (Scalar::Integer(_) | Scalar::Enumerated(_), _) => Primitive::Bytes,
        (Scalar::Real | Scalar::Float(_), _) => Primitive::Real,
        (Scalar::BitString { named, .. }, _) if rules == Rules::Der && !named.is_empty() => {
            Primitive::NamedBits
        }
        (Scalar::BitString { .. }, _) => Primitive::Bits,
        (Scalar::Null, _) => Primitive::Null,
        (Scalar::ObjectIdentifier | Scalar::RelativeOid, _) => Primitive::Oid,
        (Scalar::Time(kind), _) if rules == Rules::Der => match kind {
            TimeKind::UtcTime => Primitive::UtcTime,
            TimeKind::GeneralizedTime => Primitive::GeneralizedTime,
            TimeKind::Time | TimeKind::Duration => Primitive::IsoTime,
            // Their only form in BER is that of DER.
            TimeKind::Date | TimeKind::TimeOfDay | TimeKind::DateTime => Primitive::Octets,
        },
        (Scalar::OctetString { .. } | Scalar::Characters { .. } | Scalar::Time(_), _) => Primitive::Octets,
    }
}

fn no_default(span: Span) -> Box<Diagnostic> {
    Box::new(Diagnostic::error("default-value", span, "the DEFAULT is not a value of the type"))
}

fn too_large(tag: Tag, span: Span) -> Box<Diagnostic> {
    let message =
        format!("tag number {} exceeds {MAX_TAG_NUMBER}, the largest that is supported", tag.number);
    Box::new(
        Diagnostic::error("tag-number", span, message)
            .with_note("stubc supports identifiers of at most four octets"),
    )
}
