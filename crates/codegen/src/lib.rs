//! Lowering, cost, measurement and C emission.
