//! Information objects: classes, objects, object sets, and the open types that they give alternatives to (X.681, X.682).

pub mod opens;
pub mod sets;
pub mod single;
pub mod slices;
pub mod syntax;

use crate::asn1::names::Scope;
use crate::asn1::names::resolve::Entity;
use crate::asn1::parse::ast::{AtNotation, Class, ClassField, ElementSet, Setting, Type};
use crate::asn1::text::tokens::Tokens;
use crate::asn1::types::Enclosing;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use syntax_graph::{Span, TypeId};

/// A class, with the scope that its fields' types are written in.
#[derive(Clone, Debug)]
pub struct ClassRef<'a> {
    pub class: Rc<Class<'a>>,
    /// Where it is defined: classes are one if this is.
    pub definition: Entity,
    pub scope: Scope,
}

impl<'a> ClassRef<'a> {
    /// The field of this name.
    pub fn field(&self, name: &str) -> Option<&ClassField<'a>> {
        self.class.fields.iter().find(|field| field.name.text == name)
    }
}

/// The number of an object in the order of reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ObjectId(pub usize);

/// The settings of an object: field, setting, place.
pub type Settings<'a> = Vec<(&'a str, Setting<'a>, Span)>;

/// An information object.
#[derive(Debug)]
pub struct Object<'a> {
    pub id: ObjectId,
    pub class: ClassRef<'a>,
    pub settings: Settings<'a>,
    /// Where the settings are written.
    pub scope: Scope,
    /// Its name; empty for one that is written in place.
    pub name: &'a str,
    pub span: Span,
}

impl<'a> Object<'a> {
    /// What a field is set to, by the object or by default, and where that is written.
    pub fn get(&self, field: &str) -> Option<(Setting<'a>, Scope)> {
        if let Some((_, setting, _)) = self.settings.iter().find(|(name, ..)| *name == field) {
            return Some((setting.clone(), self.scope));
        }
        let declared = self.class.class.fields.iter().find(|declared| declared.name.text == field)?;
        Some((declared.default.clone()?, self.class.scope))
    }
}

/// What a field of a class means as a type.
#[derive(Debug)]
pub enum FieldMeaning<'a> {
    /// A type; `values`: those that the objects allow.
    Fixed {
        ty: Rc<Type<'a>>,
        scope: Scope,
        values: Option<(Rc<ElementSet<'a>>, Scope)>,
    },
    Open {
        class: ClassRef<'a>,
        field: &'a str,
    },
}

/// An object set.
#[derive(Debug, Default)]
pub struct ObjectSet<'a> {
    pub objects: Vec<Rc<Object<'a>>>,
    /// Whether collected objects must be of the wanted class. (In a table constraint on a field of a
    /// field, the set is of the outer class.)
    of_one_class: bool,
}

impl<'a> ObjectSet<'a> {
    /// The numbers of its objects: an object is itself alone, however it is named.
    pub fn ids(&self) -> BTreeSet<ObjectId> {
        self.objects.iter().map(|object| object.id).collect()
    }
}

/// `({Set}{@id})`
#[derive(Clone, Debug)]
pub struct Table<'a> {
    pub tokens: Tokens<'a>,
    pub at: Vec<AtNotation<'a>>,
    pub scope: Scope,
}

/// An open type whose alternatives are to be found when all types are known.
#[derive(Debug)]
pub struct Relation<'a> {
    pub open: TypeId,
    pub class: ClassRef<'a>,
    pub field: &'a str,
    pub table: Option<Table<'a>>,
    /// The structures around it.
    pub enclosing: Enclosing,
}

/// An open type whose governor the specification names, and whose object set has types.
#[derive(Debug)]
pub struct Governed<'a> {
    pub open: TypeId,
    /// Where the governor is named.
    pub place: Span,
    /// The field of the class by which objects are chosen.
    pub key: Option<&'a str>,
    /// Names of two objects for each value of `key` that chooses several types.
    pub shared: Vec<[&'a str; 2]>,
    /// Whether the governor may lie around the string whose contents this is.
    pub is_hidden: bool,
}

/// Where an object is written in place: its text, the scope of that, and its class with the scope of that.
type PlaceOfObject = (Span, Scope, Entity, Scope);

/// The objects and sets that have been read, and the open types that wait for them.
#[derive(Debug, Default)]
pub struct Objects<'a> {
    /// How many objects have been read.
    read: usize,
    named: BTreeMap<(Entity, usize), Option<Rc<Object<'a>>>>,
    /// Named objects that are being read.
    reading: BTreeSet<(Entity, usize)>,
    /// Objects that are written in place, by where they are written and their class.
    in_place: BTreeMap<PlaceOfObject, Option<Rc<Object<'a>>>>,
    /// The same in the order in which they were read.
    placed: Vec<Rc<Object<'a>>>,
    /// The named objects of each class.
    of_class: BTreeMap<Entity, Rc<Vec<Rc<Object<'a>>>>>,
    sets: BTreeMap<(Entity, usize), Rc<ObjectSet<'a>>>,
    /// The node of each type that an object gives.
    types: BTreeMap<(ObjectId, &'a str), TypeId>,
    /// Open types whose alternatives are still to be found.
    relations: Vec<Relation<'a>>,
    /// Open types whose governors are named.
    governed: Vec<Governed<'a>>,
}

impl<'a> Objects<'a> {
    /// An object that is written in place, by the order of reading.
    pub fn placed(&self, at: usize) -> Option<Rc<Object<'a>>> {
        self.placed.get(at).cloned()
    }

    /// The objects that parameterized definitions have made.
    pub fn of_instances(&self) -> Vec<Rc<Object<'a>>> {
        let made = self.named.iter().filter(|((_, env), _)| *env != 0);
        made.filter_map(|(_, object)| object.clone()).collect()
    }

    /// Whether the type that an object sets a field to has a node.
    pub fn has_node(&self, object: ObjectId, field: &'a str) -> bool {
        self.types.contains_key(&(object, field))
    }

    /// Keeps an open type until the objects of its set are known.
    pub fn note_relation(&mut self, relation: Relation<'a>) {
        self.relations.push(relation);
    }

    /// The open types whose governors are named.
    pub fn governed(&self) -> &[Governed<'a>] {
        &self.governed
    }
}
