//! Lowering for packed rules: a node of the graph to its program. A rule's [`Widths`] tell what its messages say of values.

use super::ops::{Added, Extension, Packed, Sent};
use crate::checks::{self, Deduced};
use crate::model::layout::{CType, Layouts, has_flag, scalar_ctype};
use crate::model::shape::{Addition, Shape};
use crate::program::{Action, Body, DefaultValue, FieldStep, Program, Step, StepCheck, StepPresence};
use crate::rules::{Lower, Lowered};
use crate::stub::Node;
use syntax_graph::permitted::Check;
use syntax_graph::{
    Array, Diagnostic, FieldId, Intervals, Presence, Scalar, Span, TypeId, TypeKind, Union, ValidGraph, Value,
};

/// The most additions of a structure: under PER, larger bitmaps come in fragments (X.691 clause 11.9.3.8).
const MOST_ADDITIONS: usize = 16383;

/// A type where it stands: the constraints of a field add to those of its type.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The field.
    pub field: Option<FieldId>,
    /// Its type, or that of a root.
    pub ty: TypeId,
}

/// What the messages of a rule say of values.
pub trait Widths<R: Packed> {
    /// Returns the code of the rule's diagnostics, which is its name in small letters.
    fn code(&self) -> &'static str;

    /// Returns whether each value is whole bytes, so that it can keep them.
    fn has_whole_bytes(&self) -> bool {
        false
    }

    /// Returns the conversion of a scalar.
    ///
    /// # Errors
    /// A scalar that the rule cannot encode.
    fn scalar(&self, scalar: &Scalar, place: Place, span: Span) -> Lowered<(R::Primitive, R::Form)>;

    /// Returns the conversion of an open type that nothing resolves.
    fn open(&self) -> R::Primitive;

    /// Returns the selection of an arm.
    fn switch(&self, union: &Union) -> R::Switch;

    /// Returns the number of elements of an array.
    fn elements(&self, node: Node, array: &Array) -> R::Repeat;

    /// Returns the numbers of an INTEGER or ENUMERATED, or the sizes of a string or array, that its encoding can express;
    /// `None` if it can express others.
    fn numbers(&self, place: Place) -> Option<Intervals>;

    /// Returns the characters of a string that its encoding can express; `None` if it can express others.
    fn characters(&self, _: Place) -> Option<Intervals> {
        None
    }

    /// Returns the form of a root that refers to an array, if it differs from that of the array.
    fn root(&self, _: TypeId) -> R::Form {
        R::Form::default()
    }
}

/// Lowers the types of a graph.
pub struct Lowering<'a, W> {
    /// The graph.
    pub graph: &'a ValidGraph,
    /// The layouts of its structs.
    pub layouts: &'a Layouts,
    /// The widths of values.
    pub widths: W,
    /// Whether constraints are checked.
    pub checks: bool,
}

impl<R: Packed, W: Widths<R>> Lower<R> for Lowering<'_, W> {
    fn node(&self, node: TypeId) -> Lowered<Program<R>> {
        self.node_in(Node::general(node))
    }

    fn node_in(&self, node: Node) -> Lowered<Program<R>> {
        let graph = self.graph;
        let def = &graph.types[node.ty];
        let code = self.widths.code();
        if graph.kept.contains(&node.ty) && !self.widths.has_whole_bytes() {
            let message =
                format!("`keep-bytes` does not work with {}: a value need not be whole bytes", name(code));
            return Err(unsupported(code, def.span, &message, "leave out `keep-bytes` for this type"));
        }
        let mut whole = Extension::default();
        let body = match &def.kind {
            TypeKind::Structure(structure) => {
                let shape = Shape::of(graph, structure);
                whole.extensible = structure.extension.is_some();
                whole.additions = shape.additions.len();
                if whole.additions > MOST_ADDITIONS {
                    let message = format!("more than {MOST_ADDITIONS} extension additions");
                    return Err(unsupported(code, def.span, &message, "split the type"));
                }
                Body::Sequence(self.sequence(node.ty, &shape)?)
            }
            TypeKind::Union(union) if union.discriminant.is_none() => {
                let arms = union.arms.iter().map(|&arm| self.field_step(node.ty, arm, false));
                Body::Switch { arms: arms.collect::<Lowered<_>>()?, op: self.widths.switch(union) }
            }
            TypeKind::Array(array) if !array.linked => {
                let element = Box::new(self.field_step(node.ty, array.element, false)?);
                Body::Repeat { element, op: self.widths.elements(node, array), unrolled: 1 }
            }
            TypeKind::Open(open) if !open.arms.is_empty() => {
                let arms = open.arms.iter().map(|&arm| self.field_step(node.ty, arm, false));
                Body::Open { arms: arms.collect::<Lowered<_>>()?, op: () }
            }
            TypeKind::Scalar(_) | TypeKind::Open(_) | TypeKind::Reference(_) => {
                Body::Scalar(Box::new(self.step(None, node.ty, def.span)?))
            }
            TypeKind::Union(_) | TypeKind::Array(_) => {
                let message = "a type of XDR has no packed encoding";
                return Err(unsupported(code, def.span, message, "use --rules xdr"));
            }
        };
        Ok(Program { node, body, relations: Vec::new(), whole, in_line: false })
    }

    fn root(&self, root: TypeId) -> Lowered<FieldStep<R>> {
        let mut step = self.step(None, root, self.graph.types[root].span)?;
        if matches!(self.graph.types[self.graph.resolve(root)].kind, TypeKind::Array(_)) {
            step.op.form = self.widths.root(root);
        }
        let place = Place { field: None, ty: root };
        step.check = self.check(place, || (self.graph.check(root), self.graph.residual(root)));
        Ok(step)
    }
}

impl<W> Lowering<'_, W> {
    /// Returns the check of a value, if the options ask for checks. It leaves out what the encoding of the value keeps.
    fn check<R: Packed>(&self, place: Place, deduce: impl Fn() -> Deduced) -> Option<StepCheck>
    where
        W: Widths<R>,
    {
        if !self.checks {
            return None;
        }
        let (bounds, predicate) = deduce();
        let left = |set: Option<Intervals>, expressed: &dyn Fn() -> Option<Intervals>| {
            set.filter(|set| expressed().is_none_or(|all| all.intersection(set) != all))
        };
        let bounds = bounds.map(|Check { number, characters }| Check {
            number: left(number, &|| {
                let held = checks::kind(self.graph, place.ty).map(checks::possible)?;
                Some(self.widths.numbers(place)?.intersection(&held))
            }),
            characters: left(characters, &|| self.widths.characters(place)),
        });
        let bounds = bounds.filter(|check| check.number.is_some() || check.characters.is_some());
        checks::lower(self.graph, place.ty, (bounds, predicate))
    }

    /// Returns the steps of a structure: those of its root, then those of each addition after its mark.
    fn sequence<R: Packed>(&self, owner: TypeId, shape: &Shape) -> Lowered<Vec<Step<R>>>
    where
        W: Widths<R>,
    {
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

    /// Returns the step of a field; `has_flags`: a flag says whether it is present, unless it is mandatory.
    fn field_step<R: Packed>(&self, owner: TypeId, field: FieldId, has_flags: bool) -> Lowered<FieldStep<R>>
    where
        W: Widths<R>,
    {
        let node = &self.graph.fields[field];
        let mut step = self.step(Some(field), node.target, node.span)?;
        let place = Place { field: Some(field), ty: node.target };
        step.check = self.check(place, || (self.graph.check_in(field), self.graph.residual_in(field)));
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

    fn step<R: Packed>(&self, field: Option<FieldId>, target: TypeId, span: Span) -> Lowered<FieldStep<R>>
    where
        W: Widths<R>,
    {
        let graph = self.graph;
        let place = Place { field, ty: target };
        let target = graph.resolve(target);
        let (action, form) = match &graph.types[target].kind {
            TypeKind::Scalar(scalar) => {
                let (primitive, form) = self.widths.scalar(scalar, place, span)?;
                (Action::Primitive(primitive), form)
            }
            TypeKind::Open(open) if open.arms.is_empty() => {
                (Action::Primitive(self.widths.open()), R::Form::default())
            }
            _ => (Action::Call(Node::general(target)), R::Form::default()),
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

/// Returns the error of a scalar without a packed encoding.
pub fn no_encoding(code: &'static str, span: Span) -> Box<Diagnostic> {
    unsupported(
        code,
        span,
        "TIME, DATE, TIME-OF-DAY, DATE-TIME and DURATION have no packed encoding here yet",
        "use UTCTime, GeneralizedTime or a string, or --rules ber",
    )
}

/// Returns an error of the rule with this code.
pub fn unsupported(code: &'static str, span: Span, message: &str, help: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(code, span, message.to_owned()).with_help(help))
}

/// Returns the name of the rule with this code.
fn name(code: &str) -> String {
    code.to_uppercase()
}
