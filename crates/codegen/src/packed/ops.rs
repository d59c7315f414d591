//! The operations that packed rules share.

use super::text::Text;
use crate::program::{FieldStep, Operations, Part, Step};
use std::collections::BTreeSet;
use std::convert::Infallible;

/// A packed rule, as its commands see it.
pub trait Packed:
    Operations<Field = Sent<Self::Form>, Between = Added, Set = Infallible, Open = (), Whole = Extension>
{
    /// What the specification says of the width of a value.
    type Form: Part + Default;

    /// Whether a reference to a program may be a distance: see [`super::places`].
    const IS_DIRECT: bool;
    /// The features of the interpreter that extension additions need.
    const ADDITIONS: &'static [&'static str];

    /// The features of a runtime with additions that flags alone do not tell: see [`added_flags`](Self::added_flags).
    const ADDED_DEFAULTS: &'static [&'static str] = &[];
    /// The features that unknown arms of a CHOICE need.
    const UNKNOWN_ARMS: &'static [&'static str];
    /// The features that open types with a governor need.
    const OPEN: &'static [&'static str];

    /// Returns what follows the number of a structure's additions in its commands. `flags`: how many flags the additions
    /// have in the struct, and in the lowest bit whether more must be done if none is sent.
    fn added_flags(_flags: Text) -> Text {
        Text::default()
    }

    /// Returns the programs with the first numbers, which the interpreter knows.
    fn first_programs(_: &BTreeSet<&'static str>) -> Vec<Text> {
        Vec::new()
    }

    /// Returns the number of a structure's fields, and of their flags in the encoding.
    fn counts(fields: u64, flags: u64) -> Text {
        Text::number(fields).and(&Text::number(flags))
    }

    /// Returns the program of a scalar. Adds the features that it needs.
    fn scalar(
        &self,
        uses: &mut BTreeSet<&'static str>,
        primitive: Self::Primitive,
        form: &Self::Form,
    ) -> Text;

    /// Returns the alternatives of a CHOICE.
    fn choice(switch: &Self::Switch) -> Choice;

    /// Returns the flag of a CHOICE whose commands have more after the program of each arm, as C. Adds the features that
    /// it needs.
    fn tagged(_: &mut BTreeSet<&'static str>, _: &Self::Switch) -> &'static str {
        ""
    }

    /// Returns the commands after the program of an arm.
    fn arm(_: &Self::Switch, _: usize) -> Text {
        Text::default()
    }

    /// Returns the program of an array, up to the size of an element in C. `form`: that of a root, if it is another.
    /// Adds the features that it needs.
    fn elements(
        uses: &mut BTreeSet<&'static str>,
        elements: &Self::Repeat,
        form: Option<&Self::Form>,
    ) -> Text;
}

/// How a field is sent.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sent<F> {
    /// Whether a flag before the fields says if it is present.
    pub is_flagged: bool,
    /// The widths of its value.
    pub form: F,
}

/// An extension addition, which the next fields of a sequence are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Added {
    /// Its fields.
    pub fields: usize,
    /// Whether they are in version brackets.
    pub is_group: bool,
}

/// A CHOICE: the first arms are its root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Arms of the root.
    pub roots: usize,
    /// Whether there is an extension marker.
    pub extensible: bool,
}

/// The extension of a structure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extension {
    /// Whether there is an extension marker.
    pub extensible: bool,
    /// The number of additions.
    pub additions: usize,
}

/// Returns the fields of the root of a structure, which stand before its additions.
pub fn roots_of<R: Packed>(steps: &[Step<R>]) -> impl Iterator<Item = &FieldStep<R>> {
    steps.iter().map_while(|step| match step {
        Step::Field(field) => Some(field),
        Step::Between(_) => None,
    })
}

/// Returns all fields of a structure.
pub fn fields_of<R: Packed>(steps: &[Step<R>]) -> impl Iterator<Item = &FieldStep<R>> {
    steps.iter().filter_map(|step| match step {
        Step::Field(field) => Some(field),
        Step::Between(_) => None,
    })
}

/// Returns the additions among the last steps of a structure, each with its fields.
pub fn additions_of<R: Packed>(steps: &[Step<R>]) -> Vec<(Added, Vec<&FieldStep<R>>)> {
    let mut all: Vec<(Added, Vec<&FieldStep<R>>)> = Vec::new();
    for step in steps {
        match step {
            Step::Between(added) => all.push((*added, Vec::new())),
            Step::Field(field) => all.iter_mut().last().into_iter().for_each(|last| last.1.push(field)),
        }
    }
    all
}
