//! Lowers definitions and types to nodes of the graph.

use crate::asn1::lowering::{Lowering, MAX_CHAIN};
use crate::asn1::names::Scope;
use crate::asn1::names::resolve::Entity;
use crate::asn1::objects::ClassRef;
use crate::asn1::objects::Relation;
use crate::asn1::objects::Table;
use crate::asn1::parse::ast::{AssignmentKind, Constraint, ElementSet, Elements, TagDefault, Type, TypeKind};
use crate::asn1::types::Holder;
use crate::asn1::types::Levels;
use crate::asn1::types::Lowered;
use crate::asn1::types::{Enclosing, Step, TagBase, TagSpec};
use num_bigint::Sign;
use std::rc::Rc;
use syntax_graph::ModuleId;
use syntax_graph::{
    Diagnostic, Field, FieldId, Id, OpenType, Origin, Presence, Scalar, Span, Tag, TagClass, TypeDef, TypeId,
};

/// What stands over a type that is being lowered.
struct Over<'a> {
    holder: Holder,
    /// The tags, outermost first; whether implicit.
    prefixes: Vec<(Tag, bool)>,
    /// The constraints.
    levels: Levels<'a>,
    /// Where the type is written.
    written: Span,
    /// The innermost tag, where it is said to be IMPLICIT.
    implicit: Option<Span>,
}

impl Over<'_> {
    /// Makes the innermost tag explicit: a dummy reference or an open type stands under it.
    fn make_explicit(&mut self) {
        if let Some(last) = self.prefixes.last_mut() {
            last.1 = false;
        }
    }
}

impl<'a> Lowering<'a> {
    /// Lowers all definitions, and then everything that they need.
    pub fn lower_all(&mut self) {
        let program = self.program;
        for (module, ast) in program.modules.iter().enumerate() {
            if module == program.builtin() {
                continue;
            }
            for (index, assignment) in ast.assignments.iter().enumerate() {
                if !assignment.parameters.is_empty() {
                    continue;
                }
                let entity = Entity { module, index };
                let scope = Scope { module, env: 0 };
                let is_type = match &assignment.kind {
                    AssignmentKind::Type(ty) => self.class_of_type(ty, scope).is_none(),
                    AssignmentKind::Set { governor, .. } => self.class_of_type(governor, scope).is_none(),
                    _ => false,
                };
                if is_type {
                    self.definition(entity, 0);
                }
            }
        }
        self.drain();
        self.check_classes();
        self.lower_notations();
        self.resolve_relations();
        self.lower_rest();
        self.lower_governors();
        self.lower_rest();
    }

    /// Lowers the types that constraints name, and everything that these need.
    fn lower_rest(&mut self) {
        while self.lower_contained() {
            self.drain();
            self.resolve_relations();
        }
    }

    /// Fills the nodes that are waiting.
    pub fn drain(&mut self) {
        while let Some((id, entity, env)) = self.types.queue.pop_front() {
            if self.over_budget(self.graph.types[id].span) {
                self.types.queue.clear();
                return;
            }
            self.fill(id, entity, env);
        }
    }

    /// The node of a definition or instance; it is filled later.
    pub fn definition(&mut self, entity: Entity, env: usize) -> TypeId {
        if let Some(id) = self.types.definitions.get(&(entity, env)) {
            return *id;
        }
        let mut name = self.names.instance_name(entity, env);
        if env != 0 {
            // Sets or types of one name in two modules make instances of one name.
            name = self.names.fresh_name(entity.module, &name);
        }
        let origin = Origin::Definition(name);
        let span = self.program.assignment(entity).name.span;
        let id = self.new_node(origin, entity.module, span);
        self.types.definitions.insert((entity, env), id);
        self.types.queue.push_back((id, entity, env));
        id
    }

    /// The graph's module for a module.
    pub fn module_id(&mut self, module: usize) -> ModuleId {
        if module != self.program.builtin() {
            return syntax_graph::Id::new(module);
        }
        if let Some(id) = self.types.builtin_module {
            return id;
        }
        let name = self.program.modules[module].name.text.to_owned();
        let id = self.graph.modules.push(syntax_graph::Module {
            name,
            notation: syntax_graph::Notation::Asn1,
            span: Span::none(),
        });
        self.types.builtin_module = Some(id);
        id
    }

    /// A node that is an open type until it is filled.
    pub fn new_node(&mut self, origin: Origin, module: usize, span: Span) -> TypeId {
        let module = self.module_id(module);
        let kind = syntax_graph::TypeKind::Open(OpenType::default());
        let id = self.graph.types.push(TypeDef { origin, module, tags: Vec::new(), kind, span });
        self.types.type_tags.push(TagSpec::default());
        id
    }

    fn fill(&mut self, id: TypeId, entity: Entity, env: usize) {
        let program = self.program;
        let scope = Scope { module: entity.module, env };
        let mut levels = Levels::new();
        let ty = match &program.assignment(entity).kind {
            AssignmentKind::Type(ty) => ty,
            AssignmentKind::Set { governor, set } => {
                levels.push((vec![set_constraint(set, governor.span)], scope));
                governor
            }
            _ => return,
        };
        self.types.enclosing = Enclosing::default();
        let lowered = self.lower_type(ty, scope, Holder::Definition(id), None, levels);
        self.types.type_tags[id] = lowered.tags;
    }

    /// Fills a node with a type. `enclosing`: the structures around it, for its governors.
    pub fn lower_alone(&mut self, id: TypeId, ty: &Rc<Type<'a>>, scope: Scope, enclosing: Enclosing) {
        let around = std::mem::replace(&mut self.types.enclosing, enclosing);
        let lowered = self.lower_type(ty, scope, Holder::Definition(id), None, Vec::new());
        self.types.enclosing = around;
        self.types.type_tags[id] = lowered.tags;
    }

    /// Lowers a type. `automatic`: the tag number of automatic tagging. `levels`: constraints from outside.
    pub fn lower_type(
        &mut self,
        ty: &Rc<Type<'a>>,
        scope: Scope,
        holder: Holder,
        automatic: Option<u32>,
        levels: Levels<'a>,
    ) -> Lowered {
        let lowered = self.deeper(|own| {
            let prefixes = automatic.map(|number| (Tag::context(number), true)).into_iter().collect();
            let text = own.types.enclosing.text;
            let over = Over { holder, prefixes, levels, written: ty.span, implicit: None };
            let lowered = own.lower_steps(ty, scope, over);
            own.types.enclosing.text = text;
            lowered
        });
        lowered.unwrap_or_else(|| {
            self.report(Diagnostic::error("too-deep", ty.span, "types are nested too deeply here"));
            self.open(holder, scope, ty.span, Vec::new())
        })
    }

    fn lower_steps(&mut self, ty: &Rc<Type<'a>>, scope: Scope, mut over: Over<'a>) -> Lowered {
        let (mut ty, mut scope) = (Rc::clone(ty), scope);
        for _ in 0..MAX_CHAIN {
            self.written_tags(&ty, scope, &mut over.prefixes);
            if let Some(last) = ty.tags.last() {
                over.implicit = (last.implicit == Some(true)).then_some(last.number.span);
            }
            if !ty.constraints.is_empty() {
                over.levels.push((ty.constraints.clone(), scope));
                self.rules.note_table(&ty, scope);
            }
            match self.step(&ty, scope) {
                Step::Base => {
                    if universal(&ty.kind).is_none() {
                        self.types.note_implicit(over.implicit, None);
                    }
                    return self.lower_base(&ty, scope, over.holder, over.prefixes, &over.levels);
                }
                Step::Inline { ty: next, scope: there, dummy, values } => {
                    if let Some((set, home)) = values {
                        over.levels.push((vec![set_constraint(&set, next.span)], home));
                    }
                    if dummy {
                        self.types.enclosing.text = self.types.enclosing.structures.len();
                        over.make_explicit();
                    }
                    self.note_field_use(over.holder, &ty, scope, &over.levels, false);
                    (ty, scope) = (next, there);
                }
                // The type that a constraint on a reference to an open type names (X.680 clause 51.6) takes its place.
                Step::Definition { ty: inner, scope: there, .. }
                    if held_type(&over.levels).is_some() && self.is_open(&inner, there) =>
                {
                    (ty, scope) = (inner, there);
                }
                Step::Definition { entity, env, ty: inner, scope: there, .. } => {
                    return self.lower_reference((entity, env), (&inner, there), over);
                }
                Step::Open { class, field } => {
                    let Some((held, there)) = held_type(&over.levels) else {
                        self.note_field_use(over.holder, &ty, scope, &over.levels, true);
                        return self.lower_open(class, field, scope, over);
                    };
                    over.make_explicit();
                    over.levels
                        .retain(|(constraints, _)| constraints.iter().all(|one| held_by(one).is_none()));
                    (ty, scope) = (held, there);
                }
                Step::Failed => {
                    let lowered = self.open(over.holder, scope, over.written, over.prefixes);
                    self.types.failed.insert(lowered.target);
                    return lowered;
                }
            }
        }
        let message = "this name leads through too many others";
        let report = Diagnostic::error("endless-reference", over.written, message);
        self.report(report.with_note("a chain of names must end in a type (X.680 clause 17)"));
        self.open(over.holder, scope, over.written, over.prefixes)
    }

    /// An open type: the type field of a class.
    fn lower_open(&mut self, class: ClassRef<'a>, field: &'a str, scope: Scope, over: Over<'a>) -> Lowered {
        self.types.note_implicit(over.implicit, None);
        let lowered = self.open(over.holder, scope, over.written, over.prefixes);
        let table = table_of(&over.levels);
        let enclosing = self.types.enclosing.clone();
        self.objects.note_relation(Relation { open: lowered.target, class, field, table, enclosing });
        lowered
    }

    /// The node for a type in place, or the definition's own.
    pub fn node(&mut self, holder: Holder, module: usize, span: Span) -> TypeId {
        match holder {
            Holder::Definition(id) => id,
            Holder::Field(field) => self.new_node(Origin::Embedded(field), module, span),
        }
    }

    fn open(&mut self, holder: Holder, scope: Scope, span: Span, prefixes: Vec<(Tag, bool)>) -> Lowered {
        let target = self.node(holder, scope.module, span);
        let tags = TagSpec { prefixes, base: TagBase::None };
        self.types.type_tags[target] = tags.clone();
        Lowered { target, tags }
    }

    /// A reference to a definition, with constraints that may make it another scalar or array.
    fn lower_reference(
        &mut self,
        (entity, env): (Entity, usize),
        inner: (&Rc<Type<'a>>, Scope),
        over: Over<'a>,
    ) -> Lowered {
        let Over { holder, prefixes, levels, written, implicit } = over;
        let target = self.definition(entity, env);
        if let Some(table) = table_of(&levels) {
            self.rules.note_reference_table(holder, table);
        }
        self.types.note_implicit(implicit, Some(target));
        let tags = TagSpec { prefixes, base: TagBase::Of(target) };
        self.constraints.note_constraints(holder, target, &levels);
        if constrains(&levels) {
            let own = self.definition_scalar((entity, env));
            if let Some(own) = own {
                let narrowed = self.constrain_scalar(own.clone(), &levels);
                if narrowed != own {
                    let node = self.node(holder, self.holder_module(holder, inner.1.module), written);
                    self.graph.types[node].kind = syntax_graph::TypeKind::Scalar(narrowed);
                    self.types.type_tags[node] = tags.clone();
                    self.types.narrowed.insert(node, target);
                    self.constraints.noted_as_copy();
                    return Lowered { target: node, tags };
                }
            } else if let Some(lowered) = self.constrained_array(inner, holder, &tags, &levels, written) {
                return lowered;
            }
        }
        match holder {
            Holder::Definition(id) => {
                self.graph.types[id].kind = syntax_graph::TypeKind::Reference(target);
                Lowered { target: id, tags }
            }
            Holder::Field(_) => Lowered { target, tags },
        }
    }

    /// The tags of a type that stands alone, once those of definitions are known.
    pub fn tags_of(&mut self, ty: &Rc<Type<'a>>, scope: Scope) -> Vec<Tag> {
        let mut prefixes = Vec::new();
        let (mut ty, mut scope) = (Rc::clone(ty), scope);
        for _ in 0..MAX_CHAIN {
            self.written_tags(&ty, scope, &mut prefixes);
            let behind = match self.step(&ty, scope) {
                Step::Inline { ty: next, scope: there, .. } => {
                    (ty, scope) = (next, there);
                    continue;
                }
                Step::Definition { entity, env, .. } => {
                    let target = self.definition(entity, env);
                    self.graph.types[target].tags.clone()
                }
                Step::Base => universal(&ty.kind).map(Tag::universal).into_iter().collect(),
                Step::Open { .. } | Step::Failed => Vec::new(),
            };
            return TagSpec { prefixes, base: TagBase::None }.apply(&behind);
        }
        Vec::new()
    }

    fn holder_module(&self, holder: Holder, otherwise: usize) -> usize {
        let module = match holder {
            Holder::Definition(id) => self.graph.types[id].module.index(),
            Holder::Field(field) => self.graph.types[self.graph.fields[field].owner].module.index(),
        };
        if module < self.program.modules.len() { module } else { otherwise }
    }

    /// A SIZE on a reference to an array of plain elements makes an array of its own. (With an element that is
    /// written in place, the copy would hold copies in turn, perhaps of itself: there the size is left out.)
    fn constrained_array(
        &mut self,
        inner: (&Rc<Type<'a>>, Scope),
        holder: Holder,
        tags: &TagSpec,
        levels: &Levels<'a>,
        span: Span,
    ) -> Option<Lowered> {
        let stripped = self.strip(inner.0, inner.1);
        let (base, scope) = stripped.base?;
        let TypeKind::Array(order, name, element) = &base.kind else { return None };
        let in_place = matches!(
            element.kind,
            TypeKind::Structure(..) | TypeKind::Choice(_) | TypeKind::Array(..) | TypeKind::Selection(..)
        );
        if in_place || !element.constraints.is_empty() {
            return None;
        }
        let mut all = levels.clone();
        all.extend(stripped.levels);
        let size = self.size_of_levels(&all);
        let target = self.node(holder, self.holder_module(holder, scope.module), span);
        self.types.type_tags[target] = tags.clone();
        self.constraints.noted_as_copy();
        self.lower_array(target, *order, (*name, element), scope, size);
        Some(Lowered { target, tags: tags.clone() })
    }

    fn lower_base(
        &mut self,
        ty: &Rc<Type<'a>>,
        scope: Scope,
        holder: Holder,
        prefixes: Vec<(Tag, bool)>,
        levels: &Levels<'a>,
    ) -> Lowered {
        let target = self.node(holder, scope.module, ty.span);
        let base = universal(&ty.kind).map_or(TagBase::None, |number| TagBase::Own(Tag::universal(number)));
        let tags = TagSpec { prefixes, base };
        self.types.type_tags[target] = tags.clone();
        self.constraints.note_constraints(holder, target, levels);
        match &ty.kind {
            TypeKind::Structure(order, list) => self.lower_structure(target, *order, list, scope),
            TypeKind::Choice(list) => self.lower_choice(target, list, scope),
            TypeKind::Array(order, name, element) => {
                let size = self.size_of_levels(levels);
                self.lower_array(target, *order, (*name, element), scope, size);
            }
            TypeKind::Any(defined_by) => {
                if let Some(name) = defined_by {
                    self.any_governor(target, *name, holder);
                }
            }
            _ => {
                let scalar = self.base_scalar(ty, scope).unwrap_or(Scalar::Null);
                let scalar = self.constrain_scalar(scalar, levels);
                self.graph.types[target].kind = syntax_graph::TypeKind::Scalar(scalar);
            }
        }
        Lowered { target, tags }
    }

    /// Warns of IMPLICIT tags over types without a tag, once all tags are known.
    pub fn check_implicit_tags(&mut self) {
        for (span, target) in std::mem::take(&mut self.types.implicit_tags) {
            if target.is_none_or(|target| {
                self.graph.types[target].tags.is_empty() && !self.types.failed.contains(&target)
            }) {
                let message = "an IMPLICIT tag on a CHOICE or an open type has no tag to replace";
                let report = Diagnostic::warning("implicit-choice", span, message);
                self.report(report.with_note("it is read as EXPLICIT (X.680 clause 31.2)"));
            }
        }
    }

    /// The tags written before a type, with their modes.
    fn written_tags(&mut self, ty: &Rc<Type<'a>>, scope: Scope, prefixes: &mut Vec<(Tag, bool)>) {
        let implicit_default = self.program.modules[scope.module].tags != TagDefault::Explicit;
        for prefix in &ty.tags {
            if prefix.class == TagClass::Universal && scope.module != self.program.builtin() {
                let report = Diagnostic::warning(
                    "universal-tag",
                    prefix.number.span,
                    "universal tags are reserved for the standard",
                );
                self.report(report.with_note("X.680 clause 31.2"));
            }
            let Some(number) = self.integer(&prefix.number, scope, &[]) else { continue };
            let Ok(number) = u32::try_from(&number) else {
                // The number itself stands in the line that is shown, however long it is.
                let wrong = if number.sign() == Sign::Minus { "below 0" } else { "too large" };
                let message = format!("a tag number is {wrong}");
                let report = Diagnostic::error("tag-number", prefix.number.span, message);
                self.report(report.with_note("a tag number is 0 to 4294967295 here (X.680 clause 31)"));
                continue;
            };
            let tag = Tag { class: prefix.class, number };
            prefixes.push((tag, prefix.implicit.unwrap_or(implicit_default)));
        }
    }

    /// A new field, whose type is filled in by the caller.
    pub fn new_field(&mut self, name: String, owner: TypeId, span: Span) -> FieldId {
        let field = Field {
            name,
            owner,
            tags: Vec::new(),
            target: owner,
            presence: Presence::Mandatory,
            addition: false,
            span,
        };
        self.types.field_tags.push(TagSpec::default());
        self.graph.fields.push(field)
    }
}

/// A value set as a constraint of its governor.
pub fn set_constraint<'a>(set: &Rc<ElementSet<'a>>, span: Span) -> Rc<Constraint<'a>> {
    Rc::new(Constraint { set: (**set).clone(), span })
}

/// Whether any of the constraints could change a range, size or alphabet.
fn constrains(levels: &Levels<'_>) -> bool {
    let idle = |constraint: &Rc<Constraint<'_>>| {
        matches!(
            constraint.set.root,
            None | Some(
                Elements::Braced(..)
                    | Elements::Pattern(_)
                    | Elements::Settings(_)
                    | Elements::Contents(..)
                    | Elements::Component(_)
                    | Elements::Components(..)
                    | Elements::UserDefined(_)
            )
        )
    };
    levels.iter().flat_map(|(constraints, _)| constraints).any(|constraint| !idle(constraint))
}

/// The type that a constraint names, with its scope.
pub fn held_type<'a>(levels: &Levels<'a>) -> Option<(Rc<Type<'a>>, Scope)> {
    levels.iter().find_map(|(constraints, scope)| Some((constraints.iter().find_map(held_by)?, *scope)))
}

fn held_by<'a>(constraint: &Rc<Constraint<'a>>) -> Option<Rc<Type<'a>>> {
    match &constraint.set.root {
        Some(Elements::Type(held)) => Some(Rc::clone(held)),
        _ => None,
    }
}

/// The object set of a table constraint, with its at-notations.
pub fn table_of<'a>(levels: &Levels<'a>) -> Option<Table<'a>> {
    levels.iter().find_map(|(constraints, scope)| {
        constraints.iter().find_map(|constraint| match &constraint.set.root {
            Some(Elements::Braced(tokens, at)) => {
                Some(Table { tokens: *tokens, at: at.clone(), scope: *scope })
            }
            _ => None,
        })
    })
}

/// The universal tag of a builtin type; none for those that have no tag.
fn universal(kind: &TypeKind<'_>) -> Option<u32> {
    Some(match kind {
        TypeKind::Boolean => 1,
        TypeKind::Integer(_) => 2,
        TypeKind::BitString(_) => 3,
        TypeKind::OctetString => 4,
        TypeKind::Null => 5,
        TypeKind::ObjectIdentifier => 6,
        TypeKind::Real => 9,
        TypeKind::Enumerated(_) => 10,
        TypeKind::RelativeOid => 13,
        TypeKind::Characters(_, number) | TypeKind::Time(_, number) => *number,
        TypeKind::Structure(syntax_graph::Order::Ordered, _)
        | TypeKind::Array(syntax_graph::Order::Ordered, ..) => 16,
        TypeKind::Structure(..) | TypeKind::Array(..) => 17,
        _ => return None,
    })
}
