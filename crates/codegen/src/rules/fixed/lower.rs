//! Lowering for the toy rule: a type without an encoding is an error.

use super::ops::{Body, FieldStep, Fixed, Primitive, Program};
use crate::model::Options;
use crate::model::layout::{CType, Layouts, has_flag, scalar_ctype};
use crate::program::{Action, Step, StepPresence};
use crate::rules::{Lower, Lowered};
use crate::stub::Node;
use syntax_graph::{Diagnostic, FieldId, Presence, Span, TypeId, TypeKind, ValidGraph};

/// Lowers the types of a graph.
pub struct Lowering<'a> {
    /// The graph.
    pub graph: &'a ValidGraph,
    /// The layouts of its types.
    pub layouts: &'a Layouts,
    /// The user's options.
    pub options: &'a Options,
}

impl Lower<Fixed> for Lowering<'_> {
    fn node(&self, node: TypeId) -> Lowered<Program> {
        let def = &self.graph.types[node];
        let options = self.options;
        let is_limited = options.max_string.is_some();
        if is_limited
            || options.error_paths
            || options.instrument
            || options.count_commands
            || options.rpc.any()
        {
            return Err(unsupported("this option", def.span));
        }
        let body = match &def.kind {
            TypeKind::Structure(structure) if !structure.fields.is_empty() => {
                let steps = structure.fields.iter().map(|&field| self.step(field).map(Step::Field));
                Body::Sequence(steps.collect::<Lowered<_>>()?)
            }
            TypeKind::Union(union)
                if union.discriminant.is_none() && !union.extensible && union.arms.len() <= 255 =>
            {
                let arms = union.arms.iter().map(|&arm| self.step(arm));
                Body::Switch { arms: arms.collect::<Lowered<_>>()?, op: () }
            }
            TypeKind::Array(array) if !array.linked => {
                Body::Repeat { element: Box::new(self.step(array.element)?), op: (), unrolled: 1 }
            }
            TypeKind::Scalar(_) => Body::Scalar(Box::new(self.plain(None, node, def.span)?)),
            _ => return Err(unsupported("a type of this kind", def.span)),
        };
        Ok(Program { node: Node::general(node), body, relations: Vec::new(), whole: (), in_line: false })
    }

    fn root(&self, root: TypeId) -> Lowered<FieldStep> {
        self.plain(None, root, self.graph.types[root].span)
    }
}

impl Lowering<'_> {
    fn step(&self, field: FieldId) -> Lowered<FieldStep> {
        let def = &self.graph.fields[field];
        let may_be_absent = has_flag(self.graph, field) || matches!(def.presence, Presence::Default(_));
        if may_be_absent || self.layouts.is_recursive(field) {
            return Err(unsupported("an optional or recursive component", def.span));
        }
        self.plain(Some(field), def.target, def.span)
    }

    /// Returns the step of a value that is always present.
    fn plain(&self, field: Option<FieldId>, target: TypeId, span: Span) -> Lowered<FieldStep> {
        let target = self.graph.resolve(target);
        let action = match &self.graph.types[target].kind {
            TypeKind::Scalar(scalar) => Action::Primitive(match scalar_ctype(scalar) {
                CType::Bool => Primitive::Truth,
                CType::Integer(repr) => Primitive::Number(repr),
                _ => return Err(unsupported("a value of this type", span)),
            }),
            _ => Action::Call(Node::general(target)),
        };
        Ok(FieldStep {
            field,
            presence: StepPresence::Mandatory,
            recursive: false,
            boxed: false,
            check: None,
            op: (),
            action,
        })
    }
}

fn unsupported(what: &str, span: Span) -> Box<Diagnostic> {
    let message = format!("the toy rule has no encoding of {what}");
    Box::new(Diagnostic::error("toy-rule", span, message).with_help("choose other encoding rules"))
}
