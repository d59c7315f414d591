//! Finds what a reference means: a dummy reference, a definition, or an instance of one (X.683 clause 9).

use crate::asn1::lowering::Lowering;
use crate::asn1::names::modules::Meant;
use crate::asn1::names::resolve::{Entity, Found, clause_of_references, unknown};
use crate::asn1::names::{Binding, Env, Scope, Symbol};
use crate::asn1::parse::ast::{Argument, Reference};
use crate::asn1::text::tokens::Ident;
use crate::spelling::MAX_HINTS;
use syntax_graph::{Diagnostic, Span};

/// How deep instances of parameterized definitions may stand in each other.
const MAX_INSTANCE_DEPTH: usize = 48;

impl<'a> Lowering<'a> {
    /// Returns what a reference means; reports an undefined one as a missing `what`.
    pub fn symbol(&mut self, reference: &Reference<'a>, scope: Scope, what: &str) -> Symbol<'a> {
        let name = reference.name.text;
        if reference.module.is_none() && scope.env != 0 {
            let binding = self.names.binding(name, scope);
            if let Some(binding) = binding {
                return Symbol::Actual(binding.actual.clone());
            }
        }
        if reference.module.is_none()
            && let Some(report) = self.program.hidden(scope.module, name)
            && self.names.told_hidden.insert((scope.module, name))
        {
            self.report(report.clone());
        }
        let found = match reference.module {
            None => self.program.find(scope.module, name),
            Some(module) => self.program.find_external(scope.module, module.text, name),
        };
        match found {
            Found::Entity(entity) => match self.instance(entity, reference, scope) {
                Some(env) => Symbol::Entity(entity, env),
                None => Symbol::Poisoned,
            },
            Found::Missing => Symbol::Poisoned,
            Found::Unknown => {
                if let Some(module) = reference.module {
                    let home = match self.program.module_named(module.text) {
                        Meant::Module(home) => home,
                        Meant::OneOf(among) => {
                            self.report(self.program.ambiguous_module(module, None, &among));
                            return Symbol::Poisoned;
                        }
                        Meant::None => {
                            let message = format!("there is no module `{}` in the given files", module.text);
                            let report = Diagnostic::error("unresolved-module", module.span, message);
                            self.report(report.with_note("X.680 clause 14"));
                            return Symbol::Poisoned;
                        }
                    };
                    let message = format!("module `{}` has no {what} `{name}`", module.text);
                    let report = Diagnostic::error("unresolved-name", reference.name.span, message)
                        .with_label(self.program.modules[home].name.span, "this module");
                    self.report(report.with_note(clause_of_references(what)));
                    return Symbol::Poisoned;
                }
                if let Some(entity) = self.program.forgotten(scope.module, name) {
                    let home = self.program.modules[entity.module].name.text;
                    let span = reference.name.span;
                    let message =
                        format!("`{name}` is not imported; the definition in module `{home}` is used");
                    self.report(Diagnostic::warning("not-imported", span, message));
                    return match self.instance(entity, reference, scope) {
                        Some(env) => Symbol::Entity(entity, env),
                        None => Symbol::Poisoned,
                    };
                }
                self.names.unknown += 1;
                let hint = self.names.unknown <= MAX_HINTS;
                let report = unknown(self.program, scope.module, name, reference.name.span, what, hint);
                self.report(report);
                Symbol::Poisoned
            }
        }
    }

    /// The environment of an instance of `entity` with these actual parameters.
    fn instance(&mut self, entity: Entity, reference: &Reference<'a>, scope: Scope) -> Option<usize> {
        let program = self.program;
        let assignment = program.assignment(entity);
        let arguments: &[Argument<'a>] = reference.arguments.as_ref().map_or(&[], |list| list.as_slice());
        // What a definition takes that could not be read is not known.
        let is_broken = matches!(assignment.kind, crate::asn1::parse::ast::AssignmentKind::Broken);
        if is_broken || (assignment.parameters.is_empty() && arguments.is_empty()) {
            return Some(0);
        }
        let span = reference.name.span;
        if assignment.parameters.len() != arguments.len() {
            let (wanted, given) = (assignment.parameters.len(), arguments.len());
            let plural = if wanted == 1 { "" } else { "s" };
            self.report(
                Diagnostic::error(
                    "parameter-count",
                    span,
                    format!("`{}` takes {wanted} parameter{plural}, but gets {given}", assignment.name.text),
                )
                .with_label(assignment.name.span, "defined here")
                .with_note("X.683 clause 9.5"),
            );
            return None;
        }
        let spans: Vec<Span> = arguments.iter().map(|argument| argument.tokens.whole_span()).collect();
        let depth = self.names.envs[scope.env].depth + 1;
        let mut bindings = Vec::new();
        let mut keys = Vec::new();
        for (parameter, argument) in assignment.parameters.iter().zip(arguments) {
            let key = self.names.argument_key(argument, scope);
            let display = self.names.argument_display(argument, scope, &key);
            keys.push(key.clone());
            let actual = self.bind(parameter, argument, scope)?;
            let governor = parameter.governor.clone();
            bindings.push(Binding { name: parameter.name.text, actual, governor, key, display });
        }
        if let Some(known) = self.names.env_by_key.get(&(entity, keys.clone())) {
            return *known;
        }
        if depth > MAX_INSTANCE_DEPTH {
            self.report(
                Diagnostic::error(
                    "endless-instantiation",
                    span,
                    format!("`{}` is instantiated inside itself without end", assignment.name.text),
                )
                .with_label(assignment.name.span, "defined here")
                .with_note("each instance needs another with new parameters (X.683 clause 9)"),
            );
            return None;
        }
        self.names.envs.push(Env { bindings, depth });
        let env = self.names.envs.len() - 1;
        let key = (entity, keys);
        self.names.env_by_key.insert(key.clone(), Some(env));
        let fits =
            self.check_parameters(&assignment.parameters, Scope { module: entity.module, env }, &spans);
        if !fits {
            // Its consequences are not reported.
            self.names.env_by_key.insert(key, None);
        }
        fits.then_some(env)
    }

    /// An environment for what stands inside `scope`, with other names.
    pub fn nested_env(
        &mut self,
        bindings: Vec<Binding<'a>>,
        scope: Scope,
        name: Ident<'a>,
        defined: Span,
    ) -> Option<usize> {
        let depth = self.names.envs[scope.env].depth + 1;
        if depth > MAX_INSTANCE_DEPTH {
            self.endless_macro(name, defined);
            return None;
        }
        self.names.envs.push(Env { bindings, depth });
        Some(self.names.envs.len() - 1)
    }
}
