//! Names: modules and imports, assignments, dummy references and their actual parameters.

pub mod arcs;
pub mod arguments;
pub mod builtin;
pub mod modules;
pub mod references;
pub mod resolve;

use crate::asn1::names::resolve::{Entity, Program};
use crate::asn1::parse::ast::{ElementSet, Type, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

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

/// The linked modules, and the instances of parameterized definitions.
#[derive(Debug)]
pub struct Names<'a> {
    program: &'a Program<'a>,
    envs: Vec<Env<'a>>,
    /// None: its parameters are wrong, which has been reported.
    env_by_key: BTreeMap<(Entity, Vec<String>), Option<usize>>,
    /// The numbers of actual parameters that are too long to be shown.
    long_names: BTreeMap<String, usize>,
    /// Numbers of long keys of actual parameters.
    long_keys: BTreeMap<String, usize>,
    /// Names of nodes that are no definitions of the text, with the last number given to each.
    made_names: BTreeMap<(usize, String), usize>,
    /// Names with two meanings that have been reported.
    told_hidden: BTreeSet<(usize, &'a str)>,
    /// How many names were undefined.
    unknown: usize,
}

impl<'a> Names<'a> {
    /// No instances yet.
    pub fn new(program: &'a Program<'a>) -> Self {
        Self {
            program,
            envs: vec![Env::default()],
            env_by_key: BTreeMap::new(),
            long_names: BTreeMap::new(),
            long_keys: BTreeMap::new(),
            made_names: BTreeMap::new(),
            told_hidden: BTreeSet::new(),
            unknown: 0,
        }
    }

    /// The dummy references of an instance.
    pub fn bindings(&self, scope: Scope) -> &[Binding<'a>] {
        &self.envs[scope.env].bindings
    }

    /// The dummy reference of this name.
    pub fn binding(&self, name: &str, scope: Scope) -> Option<&Binding<'a>> {
        self.bindings(scope).iter().find(|binding| binding.name == name)
    }
}
