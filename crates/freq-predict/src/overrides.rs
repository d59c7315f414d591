//! Field frequencies that are known: set by the user, or measured in a profile.

use crate::type_ref_graph::ReferenceId;
use std::collections::BTreeMap;
use std::fmt;

/// Known field frequencies: mean occurrences of a field per value of its enclosing type.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overrides {
    values: BTreeMap<ReferenceId, f64>,
}

/// A field frequency that cannot be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OverrideError {
    /// The field.
    pub reference: ReferenceId,
    /// The value: negative, infinite or not a number.
    pub value: f64,
}

impl fmt::Display for OverrideError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a field frequency is a finite number, at least 0, but this is {}", self.value)
    }
}

impl std::error::Error for OverrideError {}

impl Overrides {
    /// Nothing is known.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the frequency of a field: mean occurrences per value of the enclosing type. A later value replaces an
    /// earlier one, so that the user's entries come after those of a profile.
    ///
    /// # Errors
    /// When the value is negative, infinite or not a number; nothing changes then.
    pub fn set(&mut self, reference: ReferenceId, value: f64) -> Result<(), OverrideError> {
        if !value.is_finite() || value < 0.0 {
            return Err(OverrideError { reference, value });
        }
        self.values.insert(reference, value);
        Ok(())
    }

    /// The known frequency of a field.
    pub fn get(&self, reference: ReferenceId) -> Option<f64> {
        self.values.get(&reference).copied()
    }

    /// The known frequencies, in the order of the references.
    pub fn iter(&self) -> impl Iterator<Item = (ReferenceId, f64)> + '_ {
        self.values.iter().map(|(&reference, &value)| (reference, value))
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }
}
