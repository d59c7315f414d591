//! Lowers unions: discriminant, cases and arms.

use super::ast::{Arm, Declaration, Shape, TypeKind as Ast, Union, ValueKind};
use super::constants::truth;
use super::lower::Lowering;
use num_bigint::BigInt;
use std::collections::BTreeMap;
use syntax_graph::{
    Diagnostic, Discriminant, Field, FieldId, IntegerRepr, Presence, Scalar, Span, TypeId, TypeKind,
};

/// The name of the arm that holds nothing: a keyword, so that no other has it.
const VOID: &str = "void";

impl<'a> Lowering<'a, '_> {
    /// The union of a body, which belongs to `owner`.
    pub fn union(&mut self, module: usize, body: &Union<'a>, owner: TypeId) -> TypeKind {
        let field = self.discriminant(module, &body.discriminant, owner);
        let mut arms: Vec<FieldId> = Vec::new();
        let mut cases: Vec<Vec<BigInt>> = Vec::new();
        let mut seen: BTreeMap<BigInt, Span> = BTreeMap::new();
        let mut default: Option<(FieldId, Span)> = None;
        let mut void: Option<usize> = None;
        for arm in &body.arms {
            let numbers = self.cases(module, &body.discriminant, arm, &mut seen);
            // All arms without data are one.
            let index = match (&arm.declaration, void) {
                (None, Some(index)) => index,
                (None, None) => {
                    void = Some(arms.len());
                    arms.push(self.void_arm(owner, arm.span));
                    cases.push(Vec::new());
                    arms.len() - 1
                }
                (Some(declaration), _) => {
                    arms.push(self.arm(module, declaration, owner, field));
                    cases.push(Vec::new());
                    arms.len() - 1
                }
            };
            cases[index].extend(numbers);
            if let Some(span) = arm.default {
                if let Some((_, first)) = default {
                    let report = Diagnostic::error("duplicate-case", span, "a union has two defaults")
                        .with_text("the second one")
                        .with_label(first, "the first one");
                    self.diagnostics.push(report.with_help("delete one of the two"));
                }
                default.get_or_insert((arms[index], span));
            }
        }
        let discriminant = Discriminant { field, cases, default: default.map(|(arm, _)| arm) };
        TypeKind::Union(syntax_graph::Union {
            roots: arms.len(),
            arms,
            extensible: false,
            discriminant: Some(discriminant),
        })
    }

    fn discriminant(&mut self, module: usize, declaration: &Declaration<'a>, owner: TypeId) -> FieldId {
        let field = self.field(declaration.name, owner);
        let target = self.target(module, &declaration.ty, field);
        self.graph.fields[field].target = target;
        let kind = match declaration.ty.kind {
            // What is defined behind this union has no kind yet.
            Ast::Named(name) => self.scope.behind(module, name.text).map_or_else(
                || super::builtin::named(name.text),
                |at| {
                    let entry = &self.scope.types[at].declaration;
                    (entry.shape == Shape::One).then(|| entry.ty.kind.clone())
                },
            ),
            _ => Some(declaration.ty.kind.clone()),
        };
        let is_word = match kind {
            Some(Ast::Integer { bits, .. }) => bits <= 32,
            Some(Ast::Bool | Ast::Enum(_)) => true,
            Some(Ast::Named(name)) => super::builtin::named(name.text).is_some(),
            // It does not resolve, which is reported elsewhere.
            None => self.unresolved_name(module, declaration),
            _ => false,
        };
        if !is_word || declaration.shape != Shape::One {
            let message = format!("`{}` cannot choose the arm of a union", declaration.name.text);
            let help = "use an int, an unsigned int, an enum or a bool (RFC 4506 section 4.15)";
            self.error("discriminant-type", declaration.ty.span, message, help);
            let word = syntax_graph::Integer {
                repr: IntegerRepr::I32,
                ..syntax_graph::Integer::new(syntax_graph::Bounds::default())
            };
            self.graph.fields[field].target =
                self.embedded(module, field, declaration.ty.span, TypeKind::Scalar(Scalar::Integer(word)));
        }
        field
    }

    fn unresolved_name(&self, module: usize, declaration: &Declaration<'a>) -> bool {
        let Ast::Named(name) = &declaration.ty.kind else { return false };
        !matches!(self.scope.find_type(module, name.text), super::scope::Found::One(_))
    }

    /// The numbers of an arm's cases, each once in the union and within the discriminant's range.
    fn cases(
        &mut self,
        module: usize,
        declaration: &Declaration<'a>,
        arm: &Arm<'a>,
        seen: &mut BTreeMap<BigInt, Span>,
    ) -> Vec<BigInt> {
        let (low, high) = self.case_range(module, declaration);
        let mut numbers = Vec::new();
        for case in &arm.cases {
            let own = match &case.kind {
                ValueKind::Name(name) => self.item(module, declaration, name).or_else(|| {
                    let defined = self.scope.find_constant(module, name);
                    (defined == super::scope::Found::Nothing).then(|| truth(name)).flatten()
                }),
                _ => None,
            };
            let Some(number) = own.or_else(|| self.number(module, case)) else { continue };
            if number < low || number > high {
                let message = format!("the discriminant `{}` is never {number}", declaration.name.text);
                let help = format!("use a value from {low} to {high}");
                self.error("number-range", case.span, message, &help);
                continue;
            }
            if let Some(first) = seen.get(&number) {
                let message = format!("two cases of this union have the value {number}");
                let report = Diagnostic::error("duplicate-case", case.span, message)
                    .with_text("the second one")
                    .with_label(*first, "the first one");
                self.diagnostics.push(report.with_help("delete one of the two"));
                continue;
            }
            seen.insert(number.clone(), case.span);
            numbers.push(number);
        }
        numbers
    }

    fn case_range(&self, module: usize, declaration: &Declaration<'a>) -> (BigInt, BigInt) {
        let mut kind = declaration.ty.kind.clone();
        if let Ast::Named(name) = &kind {
            let at = self.scope.behind(module, name.text);
            let found = at.map(|at| self.scope.types[at].declaration.ty.kind.clone());
            kind = found.or_else(|| super::builtin::named(name.text)).unwrap_or(kind);
        }
        match kind {
            Ast::Bool => (BigInt::from(0), BigInt::from(1)),
            Ast::Integer { signed: false, .. } => (BigInt::from(0), BigInt::from(u32::MAX)),
            _ => (BigInt::from(i32::MIN), BigInt::from(i32::MAX)),
        }
    }

    /// The number of an item of the discriminant's own enumeration.
    fn item(&mut self, module: usize, declaration: &Declaration<'a>, name: &str) -> Option<BigInt> {
        let (module, kind) = match &declaration.ty.kind {
            Ast::Named(ty) => {
                let entry = &self.scope.types[self.scope.behind(module, ty.text)?];
                (entry.module, &entry.declaration.ty.kind)
            }
            kind => (module, kind),
        };
        let Ast::Enum(items) = kind else { return None };
        items.iter().find(|item| item.name.text == name)?;
        match self.scope.find_constant(module, name) {
            super::scope::Found::One(at) => self.evaluate(at),
            _ => None,
        }
    }

    fn void_arm(&mut self, owner: TypeId, span: Span) -> FieldId {
        let module = self.graph.types[owner].module;
        let field = self.graph.fields.push(Field {
            name: VOID.to_owned(),
            owner,
            tags: Vec::new(),
            target: owner,
            presence: Presence::Mandatory,
            addition: false,
            span,
        });
        let target = self.graph.types.push(syntax_graph::TypeDef {
            origin: syntax_graph::Origin::Embedded(field),
            module,
            tags: Vec::new(),
            kind: TypeKind::Scalar(Scalar::Null),
            span,
        });
        self.graph.fields[field].target = target;
        field
    }

    /// An arm with data. An arm is always there, so optional data in it is a structure of its own.
    fn arm(
        &mut self,
        module: usize,
        declaration: &Declaration<'a>,
        owner: TypeId,
        chooser: FieldId,
    ) -> FieldId {
        let field = self.field(declaration.name, owner);
        // RFC 5531 has an arm of the discriminant's name, which rpcgen's C keeps apart.
        if declaration.name.text == self.graph.fields[chooser].name {
            self.graph.fields[field].name.push('_');
        }
        let (target, presence) = self.declared(module, declaration, field);
        let target = match presence {
            Presence::Optional => self.boxed(module, declaration, field, target),
            _ => target,
        };
        self.graph.fields[field].target = target;
        field
    }
}
