//! Known field frequencies: set by the user, or measured in a profile.

use crate::type_ref_graph::ReferenceId;
use std::collections::BTreeMap;
use std::fmt;

/// The known field frequencies of a graph. A field frequency is the mean occurrences of a field per value of its
/// enclosing type.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overrides {
    values: BTreeMap<ReferenceId, Known>,
}

/// The known frequency of one field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Known {
    /// Mean occurrences per value of the enclosing type.
    pub v: f64,
    /// Number of measured messages that held a value of the enclosing type; `None` if the user set `v`.
    pub messages: Option<u64>,
}

/// The error that a field frequency is not a finite number of at least 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OverrideError {
    /// The field with this frequency.
    pub reference: ReferenceId,
    /// The value: negative, infinite or not a number.
    pub value: f64,
}

impl fmt::Display for OverrideError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a field frequency must be a finite number of at least 0, not {}", self.value)
    }
}

impl std::error::Error for OverrideError {}

impl Overrides {
    /// Returns overrides without any known frequency.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the frequency of a field: mean occurrences per value of the enclosing type. A later value
    /// replaces an earlier one, so set the user's values after a profile's.
    ///
    /// # Errors
    /// The value is negative, infinite or not a number. The overrides then stay unchanged.
    pub fn set(&mut self, reference: ReferenceId, value: f64) -> Result<(), OverrideError> {
        self.insert(reference, Known { v: value, messages: None })
    }

    /// Sets the measured frequency of a field. `messages` is the number of messages that held a value of the
    /// enclosing type. With few messages, the prediction stays near its guess: see
    /// [`Profile`](crate::parameters::Profile).
    ///
    /// # Errors
    /// As [`set`](Self::set).
    pub fn set_measured(
        &mut self,
        reference: ReferenceId,
        value: f64,
        messages: u64,
    ) -> Result<(), OverrideError> {
        self.insert(reference, Known { v: value, messages: Some(messages) })
    }

    fn insert(&mut self, reference: ReferenceId, known: Known) -> Result<(), OverrideError> {
        if !known.v.is_finite() || known.v < 0.0 {
            return Err(OverrideError { reference, value: known.v });
        }
        self.values.insert(reference, known);
        Ok(())
    }

    /// Returns the known frequency of a field, if any.
    pub fn get(&self, reference: ReferenceId) -> Option<Known> {
        self.values.get(&reference).copied()
    }

    /// Returns all known frequencies, in the order of the references.
    pub fn iter(&self) -> impl Iterator<Item = (ReferenceId, Known)> + '_ {
        self.values.iter().map(|(&reference, &known)| (reference, known))
    }

    /// Returns whether no frequency is known.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }
}
