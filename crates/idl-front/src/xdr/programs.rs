//! Lowers remote programs (RFC 5531 section 12): side data of the graph.

use super::ast::{Program, Type, TypeKind as Ast, Value};
use super::lower::Lowering;
use super::tokens::Ident;
use std::collections::BTreeMap;
use syntax_graph::{
    Diagnostic, Id, ModuleId, Origin, Procedure, RpcProgram, RpcVersion, Span, TypeDef, TypeId, TypeKind,
};

impl<'a> Lowering<'a, '_> {
    /// A program with its versions and procedures.
    pub fn program(&mut self, module: usize, program: &Program<'a>) {
        let Some(number) = self.rpc_number(module, &program.number) else { return };
        let mut versions = Vec::new();
        let mut version_numbers = BTreeMap::new();
        for version in &program.versions {
            let Some(number) = self.rpc_number(module, &version.number) else { continue };
            self.distinct(&mut version_numbers, number, version.name, "versions");
            let mut procedures = Vec::new();
            let mut procedure_numbers = BTreeMap::new();
            for procedure in &version.procedures {
                let Some(number) = self.rpc_number(module, &procedure.number) else { continue };
                self.distinct(&mut procedure_numbers, number, procedure.name, "procedures");
                let result = procedure.result.as_ref().map(|ty| self.exchanged(module, ty));
                let arguments = procedure.arguments.iter().map(|ty| self.exchanged(module, ty)).collect();
                procedures.push(Procedure {
                    name: procedure.name.text.to_owned(),
                    number,
                    arguments,
                    result,
                    cluster: None,
                });
            }
            versions.push(RpcVersion { name: version.name.text.to_owned(), number, procedures });
        }
        self.graph.programs.push(RpcProgram {
            name: program.name.text.to_owned(),
            number,
            module: ModuleId::new(module),
            versions,
            span: program.name.span,
        });
    }

    fn rpc_number(&mut self, module: usize, value: &Value<'a>) -> Option<u32> {
        let number = self.bounded(module, value, u64::from(u32::MAX), "this number")?;
        u32::try_from(number).ok()
    }

    fn distinct(&mut self, seen: &mut BTreeMap<u32, Span>, number: u32, name: Ident<'a>, what: &str) {
        let Some(first) = seen.insert(number, name.span) else { return };
        let message = format!("two {what} have the number {number}");
        let report = Diagnostic::error("duplicate-number", name.span, message)
            .with_text("the second one")
            .with_label(first, "the first one")
            .with_help("change one of the two: numbers are distinct (RFC 5531 section 12.3)");
        self.diagnostics.push(report);
    }

    /// The type of an argument or a result. One that is no definition gets one, shared within the module.
    pub fn exchanged(&mut self, module: usize, ty: &Type<'a>) -> TypeId {
        let name = match &ty.kind {
            Ast::Named(name) => match self.named(module, *name) {
                Some(target) => return target,
                None => name.text.to_owned(),
            },
            Ast::Bool => "bool".to_owned(),
            Ast::Float => "float".to_owned(),
            Ast::Double => "double".to_owned(),
            Ast::Quadruple => "quadruple".to_owned(),
            Ast::String => "string".to_owned(),
            Ast::Integer { bits, signed } => format!("{}int{bits}", if *signed { "" } else { "u" }),
            Ast::Opaque | Ast::Enum(_) | Ast::Struct(_) | Ast::Union(_) => {
                let help = "define the type, and use its name";
                self.error("procedure-type", ty.span, "an argument or result has no named type", help);
                "opaque".to_owned()
            }
        };
        let name = format!("xdr_{name}");
        let known = self.graph.types.enumerated().find(|(_, def)| {
            def.module == ModuleId::new(module) && def.origin == Origin::Definition(name.clone())
        });
        if let Some((known, _)) = known {
            return known;
        }
        let kind = self.scalar(module, ty).unwrap_or(TypeKind::Scalar(syntax_graph::Scalar::Null));
        // Without a place in the text: it is none of the user's definitions.
        let def = TypeDef {
            origin: Origin::Definition(name),
            module: ModuleId::new(module),
            tags: Vec::new(),
            kind,
            span: Span::none(),
        };
        self.graph.types.push(def)
    }
}
