//! Constraints in the graph, and whether they permit a value (X.680 clauses 49 to 51).

pub mod meaning;
pub mod membership;
pub mod noted;
pub mod patterns;
pub mod time_settings;
pub mod time_texts;
pub mod times;
