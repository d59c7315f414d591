//! Values as JSON, as `docs/semantics.md` section 1 says, and back.

use syntax_graph::{SyntaxGraph, TypeId, Value};

/// JSON that is no value of the type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonError {
    /// The member that is wrong: `Type.field[3].field`.
    pub path: String,
    /// What is wrong and what was expected.
    pub message: String,
}

impl std::fmt::Display for JsonError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.path, self.message)
    }
}

impl std::error::Error for JsonError {}

/// A value of type `ty` as JSON.
pub fn to_json(graph: &SyntaxGraph, ty: TypeId, value: &Value) -> serde_json::Value {
    let _ = (graph, ty, value);
    serde_json::Value::Null
}

/// The value of type `ty` that a JSON value stands for: the inverse of [`to_json`].
///
/// # Errors
/// Where the JSON is no value of the type.
pub fn from_json(graph: &SyntaxGraph, ty: TypeId, json: &serde_json::Value) -> Result<Value, JsonError> {
    let _ = (graph, ty, json);
    Ok(Value::Null)
}
