//! Costs.
