//! Checks what no other stage needs to hold.
//!
//! The checks report violations. `outside` also makes components OPTIONAL whose DEFAULT lies outside its type.

pub mod circular;
pub mod classes;
pub mod constraints;
pub mod exceptions;
pub mod outside;
pub mod parameters;
pub mod relations;
pub mod sets;
pub mod syntax;

use crate::asn1::names::Scope;
use crate::asn1::objects::{ClassRef, ObjectId, Table};
use crate::asn1::parse::ast::{Constraint, Elements, Type, Value};
use crate::asn1::types::{Enclosing, Holder};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use syntax_graph::Span;

/// A component or definition that is `CLASS.&field`.
#[derive(Clone, Debug)]
pub struct FieldUse<'a> {
    /// The class that is named, of which an object set is.
    pub class: Option<ClassRef<'a>>,
    /// The field at the end.
    pub field: &'a str,
    pub table: Option<Table<'a>>,
}

/// A component that names governors (`{@id}`). They are checked once all types are known.
#[derive(Debug)]
pub struct Related<'a> {
    pub holder: Holder,
    pub used: FieldUse<'a>,
    pub enclosing: Enclosing,
    /// Whether it is an open type, whose missing governors are reported when it is resolved.
    pub open: bool,
}

/// What is kept until it can be held to its rules.
#[derive(Debug, Default)]
pub struct Rules<'a> {
    /// Tables of fields of fixed types, with their classes.
    tables: Vec<(Rc<Type<'a>>, Scope)>,
    /// Object sets of wrong tables, which have been reported.
    wrong_tables: BTreeSet<Span>,
    /// For components and definitions that are class fields of fixed type: which.
    class_fields: BTreeMap<Holder, FieldUse<'a>>,
    /// The tables that stand at references to such definitions.
    reference_tables: BTreeMap<Holder, Table<'a>>,
    /// Components whose governors are still to be checked.
    related: Vec<Related<'a>>,
    /// Pairs of objects with one value of a UNIQUE field that have been reported.
    told_twins: BTreeSet<(ObjectId, ObjectId)>,
    /// Exception specifications still to be checked.
    exceptions: Vec<(Rc<Value<'a>>, Scope)>,
}

impl<'a> Rules<'a> {
    /// Keeps the table that stands at a reference to a definition.
    pub fn note_reference_table(&mut self, holder: Holder, table: Table<'a>) {
        self.reference_tables.insert(holder, table);
    }

    /// Keeps an exception specification until all types are known.
    pub fn note_exception(&mut self, exception: Option<&Rc<Value<'a>>>, scope: Scope) {
        self.exceptions.extend(exception.map(|value| (Rc::clone(value), scope)));
    }

    /// Keeps `CLASS.&field ({Set})` until all is known.
    pub fn note_table(&mut self, ty: &Rc<Type<'a>>, scope: Scope) {
        let is_table =
            |constraint: &Rc<Constraint<'a>>| matches!(&constraint.set.root, Some(Elements::Braced(..)));
        if ty.constraints.iter().any(is_table) {
            self.tables.push((Rc::clone(ty), scope));
        }
    }
}
