//! Lowering for PER: a node of the graph to its program. Widths come from [`PackedView`] alone.

use super::least::Least;
use super::ops::{
    Action, Added, Alphabet, Body, Choice, Elements, Extension, FieldStep, Form, Items, Per, Primitive,
    Program, Sent, Step,
};
use crate::model::layout::{CType, Layouts, has_flag, scalar_ctype};
use crate::model::shape::{Addition, Shape};
use crate::program::{DefaultValue, StepPresence};
use crate::rules::{Lower, Lowered};
use crate::stub::{Context, Node};
use num_bigint::BigInt;
use syntax_graph::{
    Array, CharKind, Diagnostic, Enumeration, FieldId, PackedView, Presence, Scalar, Span, TimeKind, TypeId,
    TypeKind, ValidGraph, Value,
};

/// The most additions of a structure: larger bitmaps come in fragments (X.691 clause 11.9.3.8).
const MOST_ADDITIONS: usize = 16383;

/// Lowers the types of a graph.
pub struct Lowering<'a> {
    graph: &'a ValidGraph,
    layouts: &'a Layouts,
    least: Least,
    per: Per,
}

impl<'a> Lowering<'a> {
    /// Returns the lowering of a graph.
    pub fn new(graph: &'a ValidGraph, layouts: &'a Layouts, per: Per) -> Self {
        Self { graph, layouts, least: Least::of(graph), per }
    }
}

impl Lower<Per> for Lowering<'_> {
    fn node(&self, node: TypeId) -> Lowered<Program> {
        self.node_in(Node::general(node))
    }

    fn node_in(&self, node: Node) -> Lowered<Program> {
        let graph = self.graph;
        let def = &graph.types[node.ty];
        if graph.kept.contains(&node.ty) {
            return Err(unsupported(
                def.span,
                "`keep-bytes` does not work with PER: a value need not be whole bytes",
                "leave out `keep-bytes` for this type",
            ));
        }
        let mut whole = Extension::default();
        let body = match &def.kind {
            TypeKind::Structure(structure) => {
                let shape = Shape::of(graph, structure);
                whole.extensible = structure.extension.is_some();
                whole.additions = shape.additions.len();
                if whole.additions > MOST_ADDITIONS {
                    let message = format!("more than {MOST_ADDITIONS} extension additions");
                    return Err(unsupported(def.span, &message, "split the type"));
                }
                Body::Sequence(self.sequence(node.ty, &shape)?)
            }
            TypeKind::Union(union) if union.discriminant.is_none() => {
                let arms = union.arms.iter().map(|&arm| self.field_step(node.ty, arm, false));
                let op = Choice { roots: union.roots.min(union.arms.len()), extensible: union.extensible };
                Body::Switch { arms: arms.collect::<Lowered<_>>()?, op }
            }
            TypeKind::Array(array) if !array.linked => self.elements(node, array)?,
            TypeKind::Open(open) if !open.arms.is_empty() => {
                let arms = open.arms.iter().map(|&arm| self.field_step(node.ty, arm, false));
                Body::Open { arms: arms.collect::<Lowered<_>>()?, op: () }
            }
            TypeKind::Scalar(_) | TypeKind::Open(_) | TypeKind::Reference(_) => {
                Body::Scalar(Box::new(self.step(None, node.ty, def.span)?))
            }
            TypeKind::Union(_) | TypeKind::Array(_) => {
                return Err(unsupported(def.span, "a type of XDR has no packed encoding", "use --rules xdr"));
            }
        };
        Ok(Program { node, body, relations: Vec::new(), whole, in_line: false })
    }

    fn root(&self, root: TypeId) -> Lowered<FieldStep> {
        let mut step = self.step(None, root, self.graph.types[root].span)?;
        let target = self.graph.resolve(root);
        if matches!(self.graph.types[target].kind, TypeKind::Array(_)) {
            // A definition that refers to an array may have another SIZE.
            let (own, general) = (self.graph.packed_view(root), self.graph.packed_view(target));
            if own.sizes != general.sizes {
                step.op.form = Form::Sized(own.sizes);
            }
        }
        Ok(step)
    }
}

impl Lowering<'_> {
    /// Returns the steps of a structure: those of its root, then those of each addition after its mark.
    fn sequence(&self, owner: TypeId, shape: &Shape) -> Lowered<Vec<Step>> {
        let mut steps = Vec::new();
        for &field in &shape.roots {
            steps.push(Step::Field(self.field_step(owner, field, true)?));
        }
        for Addition { fields, is_group } in &shape.additions {
            steps.push(Step::Between(Added { fields: fields.len(), is_group: *is_group }));
            for &field in fields {
                steps.push(Step::Field(self.field_step(owner, field, *is_group)?));
            }
        }
        Ok(steps)
    }

    /// Returns the elements of an array, with the sizes of its context.
    fn elements(&self, node: Node, array: &Array) -> Lowered<Body> {
        let view = match node.context {
            Context::General => self.graph.packed_view(node.ty),
            Context::Field(field) => self.graph.packed_view_in(field),
        };
        let op = Elements { sizes: view.sizes, least: self.least.field(array.element) };
        let element = Box::new(self.field_step(node.ty, array.element, false)?);
        Ok(Body::Repeat { element, op, unrolled: 1 })
    }

    /// Returns the step of a field; `has_flags`: a flag says whether it is present, unless it is mandatory.
    fn field_step(&self, owner: TypeId, field: FieldId, has_flags: bool) -> Lowered<FieldStep> {
        let node = &self.graph.fields[field];
        let mut step = self.step(Some(field), node.target, node.span)?;
        step.op.is_flagged = has_flags && node.presence != Presence::Mandatory;
        step.boxed = matches!(self.layouts.ctype(field), CType::Pointer(_));
        step.presence = if has_flag(self.graph, field) {
            let index = self.layouts.of(owner).flags.iter().position(|flag| *flag == field);
            index.map_or(StepPresence::Mandatory, StepPresence::Flag)
        } else {
            let default = self.graph.default_value(field);
            default.map_or(StepPresence::Mandatory, |value| StepPresence::Default(self.default(field, value)))
        };
        Ok(step)
    }

    fn step(&self, field: Option<FieldId>, target: TypeId, span: Span) -> Lowered<FieldStep> {
        let graph = self.graph;
        let view = field.map_or_else(|| graph.packed_view(target), |field| graph.packed_view_in(field));
        let target = graph.resolve(target);
        let (action, form) = match &graph.types[target].kind {
            TypeKind::Scalar(scalar) => {
                let (primitive, form) = self.scalar(scalar, view, span)?;
                (Action::Primitive(primitive), form)
            }
            TypeKind::Open(open) if open.arms.is_empty() => (Action::Primitive(Primitive::Open), Form::Plain),
            _ => (Action::Call(Node::general(target)), Form::Plain),
        };
        // Resolving an open type counts as a level of depth, so its arms do not.
        let in_open =
            |field: FieldId| matches!(graph.types[graph.fields[field].owner].kind, TypeKind::Open(_));
        let recursive = field.is_some_and(|field| self.layouts.is_recursive(field) && !in_open(field));
        Ok(FieldStep {
            field,
            presence: StepPresence::Mandatory,
            recursive,
            boxed: false,
            check: None,
            op: Sent { is_flagged: false, form },
            action,
        })
    }

    /// Returns the conversion of a scalar, and the widths that its constraints give.
    fn scalar(&self, scalar: &Scalar, view: PackedView, span: Span) -> Lowered<(Primitive, Form)> {
        let plain = |primitive| Ok((primitive, Form::Plain));
        let characters = |kind, view: PackedView| {
            let alphabet = Alphabet::of(kind, &view, self.per.is_aligned);
            Ok((Primitive::Characters, Form::Characters(view.sizes, alphabet)))
        };
        match (scalar, scalar_ctype(scalar)) {
            (Scalar::Boolean, _) => plain(Primitive::Boolean),
            (Scalar::Null, _) => plain(Primitive::Null),
            (Scalar::Integer(_), CType::Integer(repr)) => {
                let wide = |bound: &Option<BigInt>| bound.as_ref().is_some_and(|bound| bound.bits() > 64);
                if wide(&view.values.min) || wide(&view.values.max) {
                    return Err(wide_range(span));
                }
                Ok((Primitive::Integer(repr), Form::Number(view.values)))
            }
            (Scalar::Integer(_), _) => match (&view.values.min, &view.values.max) {
                (None, None) => Ok((Primitive::Bytes, Form::Number(view.values))),
                _ => Err(wide_range(span)),
            },
            (Scalar::Enumerated(enumeration), CType::Integer(repr)) => {
                Ok((Primitive::Enumerated(repr), Form::Items(items(enumeration))))
            }
            (Scalar::Enumerated(_), _) => Err(wide_range(span)),
            (Scalar::Real, _) => plain(Primitive::Real),
            (Scalar::ObjectIdentifier | Scalar::RelativeOid, _) => plain(Primitive::Oid),
            (Scalar::BitString { named, .. }, _) => {
                let primitive = if named.is_empty() { Primitive::Bits } else { Primitive::NamedBits };
                Ok((primitive, Form::Sized(view.sizes)))
            }
            (Scalar::OctetString { .. }, _) => Ok((Primitive::Octets, Form::Sized(view.sizes))),
            (Scalar::Characters { kind, .. }, _) if kind.is_known_multiplier() => characters(*kind, view),
            (Scalar::Characters { .. }, _) => plain(Primitive::Contents),
            // Both are VisibleStrings (X.680 clauses 46 and 47).
            (Scalar::Time(TimeKind::UtcTime | TimeKind::GeneralizedTime), _) => {
                characters(CharKind::Visible, PackedView::default())
            }
            (Scalar::Time(_) | Scalar::Float(_), _) => Err(unsupported(
                span,
                "TIME, DATE, TIME-OF-DAY, DATE-TIME and DURATION have no packed encoding here yet",
                "use UTCTime, GeneralizedTime or a string, or --rules ber",
            )),
        }
    }

    fn default(&self, field: FieldId, value: &Value) -> DefaultValue {
        let target = self.graph.fields[field].target;
        let is_slice = self.graph.scalar(target).is_some_and(|scalar| scalar_ctype(scalar) == CType::Slice);
        match value {
            // Generated code has a constant of its value.
            _ if self.graph.has_encoded_default(field) => DefaultValue::Encoded(Vec::new()),
            Value::Boolean(value) => DefaultValue::Boolean(*value),
            Value::Integer(value) if is_slice => DefaultValue::Slice(value.to_signed_bytes_be()),
            Value::Integer(value) => DefaultValue::Integer(value.clone()),
            Value::Octets(octets)
            | Value::Oid(octets)
            | Value::Chars(octets)
            | Value::Real(octets)
            | Value::Open(octets) => DefaultValue::Slice(octets.clone()),
            Value::Bits { octets, length } => DefaultValue::Bits(octets.clone(), *length),
            Value::Null => DefaultValue::Null,
            _ => DefaultValue::EmptyArray,
        }
    }
}

/// Returns the numbers of an ENUMERATED.
fn items(enumeration: &Enumeration) -> Items {
    let numbers = |items: &[(String, BigInt)]| items.iter().map(|item| item.1.clone()).collect::<Vec<_>>();
    let (roots, additions) = enumeration.items.split_at(enumeration.roots.min(enumeration.items.len()));
    let mut roots = numbers(roots);
    roots.sort_unstable();
    Items { roots, additions: numbers(additions), extensible: enumeration.extensible }
}

fn wide_range(span: Span) -> Box<Diagnostic> {
    unsupported(
        span,
        "PER does not yet convert integers with bounds that are held as bytes",
        "leave out `integer = \"bytes\"`, or keep the bounds within 64 bits",
    )
}

fn unsupported(span: Span, message: &str, help: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::error("per", span, message.to_owned()).with_help(help))
}
