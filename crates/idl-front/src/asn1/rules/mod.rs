//! Rules of the standards that no other stage needs to hold: each reports what breaks it and changes nothing.

pub mod circular;
pub mod classes;
pub mod constraints;
pub mod exceptions;
pub mod outside;
pub mod parameters;
pub mod relations;
pub mod sets;
pub mod syntax;
