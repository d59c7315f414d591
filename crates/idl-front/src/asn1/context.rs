//! What lowering knows: the linked modules, the graph under construction, instances of parameterized
//! definitions, and findings.

use crate::asn1::findings::Findings;
use crate::asn1::names::modules::Meant;
use crate::asn1::names::resolve::{Entity, Found, MAX_HINTS, Program, clause_of_references, unknown};
use crate::asn1::objects::single::{Object, ObjectId};
use crate::asn1::parse::ast::{Argument, ElementSet, Reference, Type, Value};
use crate::asn1::parse::basics;
use crate::asn1::text::tokens::{Ident, NodeId, Tokens};
use crate::asn1::types::tagging::TagSpec;
use num_bigint::BigInt;
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;
use syntax_graph::{Diagnostic, FieldId, IndexVec, ModuleId, Scalar, Span, SyntaxGraph, TypeId};

/// Where a name is looked up: a module, and the actual parameters of the definition that it stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Scope {
    /// Index of the module.
    pub module: usize,
    /// Index of the environment; 0: no parameters.
    pub env: usize,
}

/// An actual parameter, with the scope that it was written in.
#[derive(Clone, Debug)]
pub enum Actual<'a> {
    /// A type or class.
    Type(Rc<Type<'a>>, Scope),
    /// A value or object.
    Value(Rc<Value<'a>>, Scope),
    /// A value set or object set.
    Set(Rc<ElementSet<'a>>, Scope),
}

/// The actual parameters of one instance.
#[derive(Debug, Default)]
pub struct Env<'a> {
    pub bindings: Vec<Binding<'a>>,
    /// How many instances stand around it.
    pub depth: usize,
}

/// The structures around what is being lowered, outermost first.
#[derive(Clone, Debug, Default)]
pub struct Enclosing {
    pub structures: Vec<TypeId>,
    /// Where those begin that stand around it in the text: an actual parameter is written outside of what its dummy is in.
    pub text: usize,
    /// Whether more stand around it, which the graph does not show: what a string contains stands alone.
    pub hidden: bool,
}

/// One dummy reference and what it stands for.
#[derive(Debug)]
pub struct Binding<'a> {
    pub name: &'a str,
    pub actual: Actual<'a>,
    /// What governs the dummy reference, in the scope that it stands in.
    pub governor: Option<Rc<Type<'a>>>,
    /// Equal for parameters that mean the same.
    pub key: String,
    /// For names of instances.
    pub display: String,
}

/// What a name turned out to be.
#[derive(Clone, Debug)]
pub enum Symbol<'a> {
    Actual(Actual<'a>),
    /// An assignment, with the environment of its instance.
    Entity(Entity, usize),
    /// Reported already.
    Poisoned,
}

/// How deep instances of parameterized definitions may stand in each other.
const MAX_INSTANCE_DEPTH: usize = 48;
/// How deep lowering may go; what is deeper is refused. The stack of a thread must hold it.
pub const MAX_LOWERING_DEPTH: usize = 250;
/// How many references may follow each other.
pub const MAX_CHAIN: usize = 100;

/// Where an object is written in place: its text, the scope of that, and its class with the scope of that.
pub type PlaceOfObject = (Span, Scope, Entity, Scope);

/// The state of lowering.
pub struct Lowering<'a> {
    pub program: &'a Program<'a>,
    pub graph: SyntaxGraph,
    pub findings: Findings,
    /// Whether a value is looked at again, only to see whether something has been told of it.
    pub looking_again: bool,
    pub envs: Vec<Env<'a>>,
    /// None: its parameters are wrong, which has been reported.
    env_by_key: BTreeMap<(Entity, Vec<String>), Option<usize>>,
    /// The numbers of actual parameters that are too long to be shown.
    pub long_names: BTreeMap<String, usize>,
    /// Numbers of long keys of actual parameters.
    pub long_keys: BTreeMap<String, usize>,
    /// The node of each definition and instance.
    pub definitions: BTreeMap<(Entity, usize), TypeId>,
    /// Definitions whose nodes are still to be filled.
    pub queue: VecDeque<(TypeId, Entity, usize)>,
    /// The tags of nodes and fields as written.
    pub type_tags: IndexVec<TypeId, TagSpec>,
    pub field_tags: IndexVec<FieldId, TagSpec>,
    /// DEFAULT values still to be understood.
    pub defaults: Vec<(FieldId, Rc<Value<'a>>, Scope)>,
    /// Those that are being understood (none inside) or still to be.
    pub pending_defaults: BTreeMap<FieldId, Option<(Rc<Value<'a>>, Scope)>>,
    /// How many types are known whole.
    pub lowered: usize,
    /// All DEFAULT values.
    pub written_defaults: Vec<(FieldId, Rc<Value<'a>>, Scope)>,
    /// Tags that are said to be IMPLICIT, over this definition, or over a type without a tag.
    pub implicit_tags: Vec<(Span, Option<TypeId>)>,
    /// Open types whose alternatives are still to be found.
    pub relations: Vec<crate::asn1::objects::opens::Relation<'a>>,
    /// Open types whose governors are named.
    pub governed: Vec<crate::asn1::objects::slices::Governed<'a>>,
    /// Tables of fields of fixed types, with their classes.
    pub tables: Vec<(Rc<Type<'a>>, Scope)>,
    /// Constraints still to be understood.
    pub constraints: Vec<crate::asn1::constraints::noted::Noted<'a>>,
    /// How many of them have been looked through for types.
    pub constraints_seen: usize,
    /// The nodes of types that stand in place behind CONTAINING.
    pub contents: BTreeMap<(NodeId, Scope), TypeId>,
    /// The types that CONTAINING names, by what is constrained.
    pub contained: crate::asn1::values::contained::Contained,
    /// The structures around the type that is being lowered, outermost first.
    pub enclosing: Enclosing,
    /// For components and definitions that are class fields of fixed type: which.
    pub class_fields:
        BTreeMap<crate::asn1::types::lower::Holder, crate::asn1::rules::relations::FieldUse<'a>>,
    /// The definitions that scalars of a narrower range are made from.
    pub narrowed: BTreeMap<TypeId, TypeId>,
    /// The tables that stand at references to such definitions.
    pub reference_tables: BTreeMap<crate::asn1::types::lower::Holder, crate::asn1::objects::opens::Table<'a>>,
    /// The object sets of tables that are wrong, which has been told.
    pub wrong_tables: std::collections::BTreeSet<Span>,
    /// Objects that are being read.
    pub reading: std::collections::BTreeSet<(Entity, usize)>,
    /// Components whose governors are still to be looked at.
    pub related: Vec<crate::asn1::rules::relations::Related<'a>>,
    pub scalars: BTreeMap<(Entity, usize), Option<Scalar>>,
    /// The scalars of types in place.
    pub known_scalars: BTreeMap<(NodeId, Scope), Option<Scalar>>,
    pub integers: BTreeMap<(Entity, usize), Option<BigInt>>,
    /// How many objects have been read.
    pub objects_read: usize,
    pub objects: BTreeMap<(Entity, usize), Option<Rc<Object<'a>>>>,
    pub sets: BTreeMap<(Entity, usize), Rc<crate::asn1::objects::sets::ObjectSet<'a>>>,
    /// Objects that are written in place, by where they are written and their class.
    pub objects_in_place: BTreeMap<PlaceOfObject, Option<Rc<Object<'a>>>>,
    /// The same in the order in which they were read.
    pub placed_objects: Vec<Rc<Object<'a>>>,
    /// Pairs of objects with one value of a UNIQUE field that have been told.
    pub told_twins: std::collections::BTreeSet<(ObjectId, ObjectId)>,
    /// The named objects of each class.
    pub all_objects: BTreeMap<Entity, Rc<Vec<Rc<Object<'a>>>>>,
    /// The nodes of types in place that govern values.
    pub governors: BTreeMap<(NodeId, Scope), TypeId>,
    /// How many types and fields there are without those.
    pub proper: (usize, usize),
    /// The type that each use of a macro stands for.
    pub macro_types: BTreeMap<(NodeId, Scope), crate::asn1::macros::uses::KnownUse<'a>>,
    /// The node of each type that an object gives.
    pub object_types: BTreeMap<(ObjectId, &'a str), TypeId>,
    /// Names of nodes that are no definitions of the text, with the last number given to each.
    pub made_names: BTreeMap<(usize, String), usize>,
    /// Nodes that stand for what could not be resolved, which has been reported.
    pub failed: std::collections::BTreeSet<TypeId>,
    /// Alternatives without a name: their values stand alone.
    pub unnamed_arms: std::collections::BTreeSet<FieldId>,
    /// The unions that a value has been tried as through such alternatives: each once, or those that hold
    /// themselves would never end.
    pub tried_unions: Vec<(Rc<Value<'a>>, TypeId)>,
    /// ANY DEFINED BY: the open type, the structure around it, the governor's name.
    pub pending_governors: Vec<(TypeId, Option<TypeId>, crate::asn1::text::tokens::Ident<'a>)>,
    /// The type whose values are being looked at, and the clause that has their notation.
    pub governing: Option<(Span, &'static str)>,
    /// The name in an object identifier that led to the one that is looked at.
    pub oid_way: Span,
    /// Exception specifications still to be looked at.
    pub exceptions: Vec<(Rc<Value<'a>>, Scope)>,
    /// How often COMPONENTS OF has been followed for one structure.
    pub splices: usize,
    pub depth: usize,
    /// How many nodes and fields may be made, so that a small text cannot ask for a graph without end.
    pub budget: usize,
    exhausted: bool,
    /// What has been made of values.
    pub values: crate::asn1::values::whole::ValueParts,
    /// Names with two meanings that have been reported.
    told_hidden: std::collections::BTreeSet<(usize, &'a str)>,
    /// How many names meant nothing.
    unknown: usize,
    pub builtin_module: Option<ModuleId>,
}

impl<'a> Lowering<'a> {
    /// An empty graph for these modules.
    pub fn new(program: &'a Program<'a>, tokens: usize) -> Self {
        Self {
            program,
            graph: SyntaxGraph::new(),
            findings: Findings::default(),
            looking_again: false,
            envs: vec![Env::default()],
            env_by_key: BTreeMap::new(),
            long_names: BTreeMap::new(),
            long_keys: BTreeMap::new(),
            definitions: BTreeMap::new(),
            queue: VecDeque::new(),
            type_tags: IndexVec::new(),
            field_tags: IndexVec::new(),
            defaults: Vec::new(),
            pending_defaults: BTreeMap::new(),
            written_defaults: Vec::new(),
            lowered: 0,
            implicit_tags: Vec::new(),
            relations: Vec::new(),
            governed: Vec::new(),
            tables: Vec::new(),
            constraints: Vec::new(),
            constraints_seen: 0,
            contents: BTreeMap::new(),
            contained: crate::asn1::values::contained::Contained::default(),
            enclosing: Enclosing::default(),
            class_fields: BTreeMap::new(),
            narrowed: BTreeMap::new(),
            reference_tables: BTreeMap::new(),
            wrong_tables: std::collections::BTreeSet::new(),
            related: Vec::new(),
            reading: std::collections::BTreeSet::new(),
            scalars: BTreeMap::new(),
            known_scalars: BTreeMap::new(),
            integers: BTreeMap::new(),
            objects_read: 0,
            objects: BTreeMap::new(),
            sets: BTreeMap::new(),
            objects_in_place: BTreeMap::new(),
            placed_objects: Vec::new(),
            told_twins: std::collections::BTreeSet::new(),
            all_objects: BTreeMap::new(),
            governors: BTreeMap::new(),
            proper: (0, 0),
            macro_types: BTreeMap::new(),
            object_types: BTreeMap::new(),
            made_names: BTreeMap::new(),
            failed: std::collections::BTreeSet::new(),
            unnamed_arms: std::collections::BTreeSet::new(),
            tried_unions: Vec::new(),
            pending_governors: Vec::new(),
            governing: None,
            oid_way: Span::none(),
            exceptions: Vec::new(),
            splices: 0,
            depth: 0,
            budget: 100_000 + 20 * tokens,
            values: crate::asn1::values::whole::ValueParts::new(1000 + tokens),
            exhausted: false,
            told_hidden: std::collections::BTreeSet::new(),
            unknown: 0,
            builtin_module: None,
        }
    }

    /// Records a finding.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        self.findings.report(diagnostic);
    }

    /// Looks at something aside: what is found on the way belongs to the caller, who keeps or drops it.
    pub fn aside<T>(&mut self, look: impl FnOnce(&mut Self) -> T) -> (T, Findings) {
        let before = std::mem::take(&mut self.findings);
        let found = look(self);
        (found, std::mem::replace(&mut self.findings, before))
    }

    /// Looks one level deeper into the notation; none where that would be too deep.
    pub fn deeper<T>(&mut self, look: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.depth >= MAX_LOWERING_DEPTH {
            return None;
        }
        self.depth += 1;
        let found = look(self);
        self.depth -= 1;
        Some(found)
    }

    /// Whether the graph has grown beyond reason; says so once.
    pub fn over_budget(&mut self, span: Span) -> bool {
        if self.graph.fields.len() + self.graph.types.len() <= self.budget {
            return false;
        }
        if !self.exhausted {
            self.exhausted = true;
            self.report(
                Diagnostic::error(
                    "too-large",
                    span,
                    "instances of parameterized types grow without end here",
                )
                .with_help(
                    "each instance holds several others; the specification would be too large to compile (X.683 clause 9)",
                ),
            );
        }
        true
    }

    /// The graph's module for a module.
    pub fn module_id(&mut self, module: usize) -> ModuleId {
        if module != self.program.builtin() {
            return syntax_graph::Id::new(module);
        }
        if let Some(id) = self.builtin_module {
            return id;
        }
        let name = self.program.modules[module].name.text.to_owned();
        let id = self.graph.modules.push(syntax_graph::Module {
            name,
            notation: syntax_graph::Notation::Asn1,
            span: Span::none(),
        });
        self.builtin_module = Some(id);
        id
    }

    /// What a reference means. What means nothing is reported as a missing `what`.
    pub fn symbol(&mut self, reference: &Reference<'a>, scope: Scope, what: &str) -> Symbol<'a> {
        let name = reference.name.text;
        if reference.module.is_none() && scope.env != 0 {
            let binding = self.envs[scope.env].bindings.iter().find(|binding| binding.name == name);
            if let Some(binding) = binding {
                return Symbol::Actual(binding.actual.clone());
            }
        }
        if reference.module.is_none()
            && let Some(report) = self.program.hidden(scope.module, name)
            && self.told_hidden.insert((scope.module, name))
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
                            let message = format!("module `{}` is not among the sources", module.text);
                            let report = Diagnostic::error("unresolved-module", module.span, message);
                            self.report(report.with_help("X.680 clause 14"));
                            return Symbol::Poisoned;
                        }
                    };
                    let message = format!("module `{}` has no {what} `{name}`", module.text);
                    let report = Diagnostic::error("unresolved-name", reference.name.span, message)
                        .with_label(self.program.modules[home].name.span, "this module");
                    self.report(report.with_help(clause_of_references(what)));
                    return Symbol::Poisoned;
                }
                if let Some(entity) = self.program.forgotten(scope.module, name) {
                    let home = self.program.modules[entity.module].name.text;
                    let span = reference.name.span;
                    let message = format!("`{name}` is not imported; that of module `{home}` is taken");
                    self.report(Diagnostic::warning("not-imported", span, message));
                    return match self.instance(entity, reference, scope) {
                        Some(env) => Symbol::Entity(entity, env),
                        None => Symbol::Poisoned,
                    };
                }
                self.unknown += 1;
                let hint = self.unknown <= MAX_HINTS;
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
                    format!("`{}` takes {wanted} parameter{plural}, {given} given", assignment.name.text),
                )
                .with_label(assignment.name.span, "defined here")
                .with_help("X.683 clause 9.5"),
            );
            return None;
        }
        let spans: Vec<Span> = arguments.iter().map(|argument| argument.tokens.whole_span()).collect();
        let depth = self.envs[scope.env].depth + 1;
        let mut bindings = Vec::new();
        let mut keys = Vec::new();
        for (parameter, argument) in assignment.parameters.iter().zip(arguments) {
            let key = self.argument_key(argument, scope);
            let display = self.argument_display(argument, scope, &key);
            keys.push(key.clone());
            let actual = self.bind(parameter, argument, scope)?;
            let governor = parameter.governor.clone();
            bindings.push(Binding { name: parameter.name.text, actual, governor, key, display });
        }
        if let Some(known) = self.env_by_key.get(&(entity, keys.clone())) {
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
                .with_help("each instance asks for another with new parameters (X.683 clause 9)"),
            );
            return None;
        }
        self.envs.push(Env { bindings, depth });
        let env = self.envs.len() - 1;
        let key = (entity, keys);
        self.env_by_key.insert(key.clone(), Some(env));
        let fits =
            self.check_parameters(&assignment.parameters, Scope { module: entity.module, env }, &spans);
        if !fits {
            // What would follow from it need not be told, too.
            self.env_by_key.insert(key, None);
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
        let depth = self.envs[scope.env].depth + 1;
        if depth > MAX_INSTANCE_DEPTH {
            self.endless_macro(name, defined);
            return None;
        }
        self.envs.push(Env { bindings, depth });
        Some(self.envs.len() - 1)
    }

    /// The name of an instance: `SIGNED{CertificateContent}`.
    pub fn instance_name(&self, entity: Entity, env: usize) -> String {
        let name = self.program.assignment(entity).name.text;
        if env == 0 {
            return name.to_owned();
        }
        let shown: Vec<&str> =
            self.envs[env].bindings.iter().map(|binding| binding.display.as_str()).collect();
        format!("{name}{{{}}}", shown.join(","))
    }

    /// Parses lazily read tokens, reporting what is wrong.
    pub fn parsed<T>(&mut self, tokens: Tokens<'a>, parsed: basics::Parsed<'a, T>) -> Option<T> {
        match parsed {
            Ok((_, value)) => Some(value),
            Err(nom::Err::Error(fault) | nom::Err::Failure(fault)) => {
                self.report(fault.report(tokens));
                None
            }
            Err(nom::Err::Incomplete(_)) => None,
        }
    }
}
