//! Decides the C forms of the values that a specification defines; `c/values.rs` prints them.

use super::names::is_enumerator;
use super::names::reserved::Place;
use num_bigint::BigInt;
use std::collections::BTreeMap;
use syntax_graph::graph::Constant;
use syntax_graph::{ModuleId, SyntaxGraph, Value};

/// The C form of a value definition. No form adds bytes to a program that does not use it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValueForm {
    /// An enumerator with the name of the value: a number that fits the `int` of every target, or a BOOLEAN.
    Enumerator(BigInt),
    /// A macro `NAME_VALUE` that expands to a number of up to 64 bits.
    Number(BigInt),
    /// A macro `NAME_VALUE` that initializes an array of bytes: contents octets (X.690 clause 8), or the bits of a BIT STRING.
    Bytes(Vec<u8>),
}

/// Returns the form of a value; structures, arrays, unions, reals and empty strings have none.
pub fn form(value: &Value) -> Option<ValueForm> {
    Some(match value {
        Value::Boolean(value) => ValueForm::Enumerator(BigInt::from(u8::from(*value))),
        Value::Integer(value) if is_enumerator(value) => ValueForm::Enumerator(value.clone()),
        Value::Integer(value) if i64::try_from(value).is_ok() || u64::try_from(value).is_ok() => {
            ValueForm::Number(value.clone())
        }
        Value::Integer(value) => ValueForm::Bytes(value.to_signed_bytes_be()),
        Value::Oid(octets) | Value::Octets(octets) | Value::Chars(octets) | Value::Bits { octets, .. }
            if !octets.is_empty() =>
        {
            ValueForm::Bytes(octets.clone())
        }
        _ => return None,
    })
}

/// The plain name of a value definition.
#[derive(Debug)]
pub struct PlainName {
    /// The value's position in the graph.
    pub at: usize,
    /// The position of the first root that reaches a type of its module.
    pub rank: Option<usize>,
    /// The name.
    pub plain: String,
    /// The kind of its C identifier.
    pub place: Place,
}

/// Returns the plain names of all value definitions, in the order of naming: modules that an earlier root
/// reaches come first. A value without a C form gets no name, nor does one that repeats an earlier value of
/// the same name, as modules often do. If the values differ, the first keeps its name, and the others get
/// their module's name in front. In modules that no root reaches all of them get it, so that adding a module
/// never changes the value of a name.
pub fn plain_names(graph: &SyntaxGraph, rank: impl Fn(ModuleId) -> Option<usize>) -> Vec<PlainName> {
    let mut all: Vec<(usize, &Constant)> = graph.constants.iter().enumerate().collect();
    all.sort_by_key(|&(at, constant)| {
        let module = graph.modules[constant.module].name.as_str();
        (rank(constant.module).unwrap_or(usize::MAX), module, constant.name.as_str(), at)
    });
    let mut unreached: BTreeMap<&str, Vec<&Value>> = BTreeMap::new();
    for (_, constant) in all.iter().filter(|(_, constant)| rank(constant.module).is_none()) {
        unreached.entry(&constant.name).or_default().push(&constant.value);
    }
    let mut held: BTreeMap<&str, &Value> = BTreeMap::new();
    let mut names = Vec::new();
    for (at, constant) in all {
        let Some(form) = form(&constant.value) else { continue };
        let holder = held.get(constant.name.as_str());
        if holder.is_some_and(|value| **value == constant.value) {
            continue;
        }
        let rank = rank(constant.module);
        let agree = || unreached[constant.name.as_str()].iter().all(|value| **value == constant.value);
        let plain = if holder.is_none() && (rank.is_some() || agree()) {
            held.insert(&constant.name, &constant.value);
            constant.name.clone()
        } else {
            format!("{}-{}", graph.modules[constant.module].name, constant.name)
        };
        let (plain, place) = match form {
            ValueForm::Enumerator(_) => (plain, Place::File),
            ValueForm::Number(_) | ValueForm::Bytes(_) => {
                (format!("{}_VALUE", plain.to_uppercase()), Place::Macro)
            }
        };
        names.push(PlainName { at, rank, plain, place });
    }
    names
}
