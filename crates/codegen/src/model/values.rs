//! The values that a specification defines, as C has them: decided here, printed by `c/values.rs`.

use super::names::is_enumerator;
use super::names::reserved::Place;
use num_bigint::BigInt;
use std::collections::BTreeMap;
use syntax_graph::graph::Constant;
use syntax_graph::{SyntaxGraph, Value};

/// What a value definition is in C. Neither form takes a byte of a program that does not use it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValueForm {
    /// An enumerator with the name of the value: a number that fits the `int` of every target, or a BOOLEAN.
    Enumerator(BigInt),
    /// A macro `NAME_VALUE` that stands for a number of up to 64 bits.
    Number(BigInt),
    /// A macro `NAME_VALUE` that initializes an array of bytes: contents octets (X.690 clause 8), or the bits of a BIT STRING.
    Bytes(Vec<u8>),
}

/// The form of a value; structures, arrays, unions, reals and empty strings have none.
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

/// The plain names of all value definitions, in their order; none where C has no form of the value, or an earlier definition is
/// the same. Modules often repeat a value of another one. Where the values differ, the later one has its module in front.
pub fn plain_names(graph: &SyntaxGraph) -> Vec<Option<(String, Place)>> {
    let mut by_name: BTreeMap<&str, Vec<&Constant>> = BTreeMap::new();
    let mut names = Vec::new();
    for constant in &graph.constants {
        let earlier = by_name.entry(&constant.name).or_default();
        let form =
            form(&constant.value).filter(|_| earlier.iter().all(|other| other.value != constant.value));
        names.push(form.map(|form| {
            let module = &graph.modules[constant.module].name;
            let is_first = earlier.is_empty();
            earlier.push(constant);
            let plain = if is_first { constant.name.clone() } else { format!("{module}-{}", constant.name) };
            match form {
                ValueForm::Enumerator(_) => (plain, Place::File),
                ValueForm::Number(_) | ValueForm::Bytes(_) => {
                    (format!("{}_VALUE", plain.to_uppercase()), Place::Macro)
                }
            }
        }));
    }
    names
}
