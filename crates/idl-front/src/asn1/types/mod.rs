//! Types: nodes of the graph, references, components, tags, and the bounds of scalars.

pub mod deref;
pub mod effective;
pub mod family;
pub mod lower;
pub mod structure;
pub mod tagging;

use crate::asn1::names::Scope;
use crate::asn1::names::resolve::Entity;
use crate::asn1::objects::ClassRef;
use crate::asn1::parse::ast::{Constraint, ElementSet, Type};
use crate::asn1::text::tokens::{Ident, NodeId};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;
use syntax_graph::{FieldId, Id, IndexVec, ModuleId, Scalar, Span, Tag, TypeId};

/// Who asks for a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Holder {
    /// A definition, whose node is filled.
    Definition(TypeId),
    /// A field.
    Field(FieldId),
}

/// A lowered type: its node, and the tags over it.
#[derive(Debug)]
pub struct Lowered {
    pub target: TypeId,
    pub tags: TagSpec,
}

/// Constraints with their scope, outermost level first.
pub type Levels<'a> = Vec<(Vec<Rc<Constraint<'a>>>, Scope)>;

/// The structures around what is being lowered, outermost first.
#[derive(Clone, Debug, Default)]
pub struct Enclosing {
    pub structures: Vec<TypeId>,
    /// Index of the first structure that surrounds the type in the text. An actual parameter is written outside of the
    /// structures around its dummy reference.
    pub text: usize,
    /// Whether more structures surround the type than the graph shows: the contents of a string stand alone.
    pub hidden: bool,
}

/// What a type stands for.
#[derive(Clone, Debug)]
pub enum Step<'a> {
    /// Itself.
    Base,
    /// Another type, in place. `dummy`: by a dummy reference, which no implicit tag passes through. `values`: those
    /// that objects allow of it.
    Inline { ty: Rc<Type<'a>>, scope: Scope, dummy: bool, values: Option<(Rc<ElementSet<'a>>, Scope)> },
    /// A definition, which is this type (with this set of values, when it is a value set).
    Definition { entity: Entity, env: usize, ty: Rc<Type<'a>>, scope: Scope, set: Option<Rc<ElementSet<'a>>> },
    /// An open type: a type field of a class. The field of fixed type, where the type is one.
    Open { class: ClassRef<'a>, field: &'a str },
    /// Nothing; reported.
    Failed,
}

/// A type behind all references, with the constraints met on the way, outermost first.
#[derive(Clone, Debug)]
pub struct Stripped<'a> {
    /// None: an open type of a class, or nothing.
    pub base: Option<(Rc<Type<'a>>, Scope)>,
    pub levels: Vec<(Vec<Rc<Constraint<'a>>>, Scope)>,
}

/// The tags of a node or field as written.
#[derive(Clone, Debug, Default)]
pub struct TagSpec {
    /// Outermost first; whether implicit.
    pub prefixes: Vec<(Tag, bool)>,
    /// What stands under them.
    pub base: TagBase,
}

/// What stands under the written tags.
#[derive(Clone, Copy, Debug, Default)]
pub enum TagBase {
    /// A CHOICE or an open type: no tag.
    #[default]
    None,
    /// The universal tag of a builtin type.
    Own(Tag),
    /// The tags of a node.
    Of(TypeId),
}

/// Limit for the tags of one type: only a definition that contains itself under a tag has more.
const MAX_TAGS: usize = 64;

impl TagSpec {
    /// The tags, outermost first, over those of the type behind. An implicit tag over none is explicit (X.680 31.2.7).
    pub fn apply(&self, behind: &[Tag]) -> Vec<Tag> {
        let mut tags = behind.to_vec();
        for (tag, implicit) in self.prefixes.iter().rev() {
            match tags.first_mut() {
                Some(first) if *implicit => *first = *tag,
                _ => tags.insert(0, *tag),
            }
        }
        tags.truncate(MAX_TAGS);
        tags
    }
}

/// The nodes of definitions and instances, and what is noted of nodes and fields until all are there.
#[derive(Debug, Default)]
pub struct Types<'a> {
    /// The node of each definition and instance.
    definitions: BTreeMap<(Entity, usize), TypeId>,
    /// Definitions whose nodes are still to be filled.
    queue: VecDeque<(TypeId, Entity, usize)>,
    /// The structures around the type that is being lowered, outermost first.
    enclosing: Enclosing,
    /// The tags of nodes and fields as written.
    type_tags: IndexVec<TypeId, TagSpec>,
    field_tags: IndexVec<FieldId, TagSpec>,
    /// Tags that are said to be IMPLICIT, over this definition, or over a type without a tag.
    implicit_tags: Vec<(Span, Option<TypeId>)>,
    /// Nodes that stand for what could not be resolved, which has been reported.
    failed: BTreeSet<TypeId>,
    /// Alternatives without a name: their values stand alone.
    unnamed_arms: BTreeSet<FieldId>,
    /// The definitions that scalars of a narrower range are made from.
    narrowed: BTreeMap<TypeId, TypeId>,
    /// ANY DEFINED BY: the open type, the structure around it, the governor's name.
    pending_governors: Vec<(TypeId, Option<TypeId>, Ident<'a>)>,
    /// How often COMPONENTS OF has been followed for one structure.
    splices: usize,
    definition_scalars: BTreeMap<(Entity, usize), Option<Scalar>>,
    /// The scalars of types in place.
    scalars: BTreeMap<(NodeId, Scope), Option<Scalar>>,
    builtin_module: Option<ModuleId>,
}

impl Types<'_> {
    /// Whether a definition or instance has a node.
    pub fn is_defined(&self, entity: Entity, env: usize) -> bool {
        self.definitions.contains_key(&(entity, env))
    }

    /// Whether a node stands for what could not be resolved.
    pub fn is_failed(&self, ty: TypeId) -> bool {
        self.failed.contains(&ty)
    }

    /// The nodes that stand for what could not be resolved.
    pub fn into_failed(self) -> BTreeSet<TypeId> {
        self.failed
    }

    /// Forgets the nodes from this number on.
    pub fn forget_from(&mut self, types: usize) {
        self.failed.retain(|ty| ty.index() < types);
    }

    /// Whether an alternative has no name.
    pub fn is_unnamed(&self, arm: FieldId) -> bool {
        self.unnamed_arms.contains(&arm)
    }

    /// The definition that a node narrows a copy of.
    pub fn narrowed_from(&self, ty: TypeId) -> Option<TypeId> {
        self.narrowed.get(&ty).copied()
    }

    /// The structures around the type that is being lowered.
    pub fn enclosing(&self) -> &Enclosing {
        &self.enclosing
    }

    /// What stands under the written tags of a node.
    pub fn tag_base(&self, ty: TypeId) -> Option<TagBase> {
        Some(self.type_tags.get(ty)?.base)
    }

    /// Notes an IMPLICIT tag that may stand over a type without one.
    pub fn note_implicit(&mut self, span: Option<Span>, target: Option<TypeId>) {
        if let Some(span) = span {
            self.implicit_tags.push((span, target));
        }
    }
}
