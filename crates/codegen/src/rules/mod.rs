//! The encoding rules, and the one place where one is chosen.
//!
//! A rule is a folder: how it lowers nodes to programs, prints them as commands and as procedures, configures the runtime and
//! estimates costs. Everything outside these folders asks the chosen rule through the trait `Encoding`.

pub mod ber;
pub mod xdr;

use crate::cost::{Times, Uses};
use crate::emit::{OutputFiles, Remarks};
use crate::model::layout::{CType, Layouts};
use crate::model::{Model, Options};
use crate::program::needs::Needs;
use crate::program::techniques::{Direction, Techniques};
use crate::program::unroll::Unrolling;
use crate::program::{Body, FieldStep, Primitive, Program};
use crate::rules::ber::set_order::SetOrder;
use std::collections::BTreeMap;
use syntax_graph::{Diagnostic, FieldId, Scalar, TypeId, ValidGraph};

/// Encoding rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    /// Basic: any valid BER in, definite and minimal out.
    Ber,
    /// Distinguished: strict in, canonical out.
    Der,
    /// XDR.
    Xdr,
}

impl Rules {
    /// Whether the constant of a root holds its procedures, so that each adds to it.
    pub fn roots_hold_procedures(self) -> bool {
        self.encoding().roots_hold_procedures()
    }

    /// How the step of a field is found, as text for dumps: its tags, say.
    pub fn found(self, step: &FieldStep) -> String {
        self.encoding().found(step)
    }

    /// The folder that implements these rules.
    pub(crate) fn encoding(self) -> &'static dyn Encoding {
        match self {
            Self::Ber => &ber::Ber { rules: Self::Ber },
            Self::Der => &ber::Ber { rules: Self::Der },
            Self::Xdr => &xdr::Xdr,
        }
    }
}

/// A program, or why there is none.
pub type Lowered<T> = Result<T, Box<Diagnostic>>;

/// Lowers the types of one graph.
pub(crate) trait Lower {
    /// The program of a node.
    ///
    /// # Errors
    /// What the rules cannot encode.
    fn node(&self, node: TypeId) -> Lowered<Program>;

    /// The step that finds and converts a root.
    ///
    /// # Errors
    /// As [`node`](Self::node).
    fn root(&self, root: TypeId) -> Lowered<FieldStep>;
}

/// What the rest of the crate asks of encoding rules.
pub(crate) trait Encoding {
    /// The name of their table of times, in `cost/times/*.toml`.
    fn times(&self) -> &'static str;

    /// The C type of a scalar.
    fn scalar(&self, scalar: &Scalar) -> CType;

    /// The order of the fields of each SET among these nodes, where the rules give it one.
    fn set_orders(&self, graph: &ValidGraph, nodes: &[TypeId]) -> BTreeMap<TypeId, SetOrder>;

    /// The marshalling primitive of a scalar.
    fn primitive(&self, scalar: &Scalar) -> Primitive;

    /// Whether constraints can be checked.
    fn checks_constraints(&self) -> bool;

    /// What lowers the types of a graph.
    fn lowering<'a>(
        &self,
        graph: &'a ValidGraph,
        layouts: &'a Layouts,
        options: &'a Options,
    ) -> Box<dyn Lower + 'a>;

    /// Whether the interpreter can hold the program of a node.
    fn fits(&self, model: &Model<'_>, node: TypeId) -> bool;

    /// Octets that a node takes in the table of programs.
    fn table_octets(&self, model: &Model<'_>, node: TypeId) -> u64;

    /// Whether roots are called by their numbers, scalars among them, where anything is interpreted.
    fn numbers_roots(&self) -> bool;

    /// Whether each procedure of a root adds to the root's constant.
    fn roots_hold_procedures(&self) -> bool;

    /// The C of a plan.
    fn emit(
        &self,
        model: &Model<'_>,
        techniques: &Techniques,
        remarks: &Remarks,
        summary: &[String],
    ) -> OutputFiles;

    /// Header and source of the runtime for these needs, with all that generated code could call.
    fn runtime(&self, model: &Model<'_>, needs: &Needs) -> (String, String);

    /// What the header declares besides types and entry points.
    fn declarations(&self, w: &mut crate::c::writer::Writer, model: &Model<'_>);

    /// Octets of the largest encoding of a message of this type, where there is one.
    fn encoded_max(&self, graph: &ValidGraph, root: TypeId) -> Option<u64>;

    /// The terms of one visit of a node: the same in each technique.
    fn uses(
        &self,
        model: &Model<'_>,
        node: TypeId,
        direction: Direction,
        occurrences: &dyn Fn(FieldId) -> f64,
    ) -> Uses;

    /// Commands that the interpreter dispatches in one visit of a body, relations left out.
    fn dispatches(&self, body: &Body, direction: Direction, occurrences: &dyn Fn(&FieldStep) -> f64) -> f64;

    /// Whether a body has no header of its own, so that inlining leaves nothing of its frame.
    fn is_bare(&self, body: &Body) -> bool;

    /// Bytes that inlining a callee of this body adds, which takes `bytes`, and `alone` of them only where it stands alone.
    fn inlined_size(&self, body: &Body, bytes: u64, alone: u64, direction: Direction) -> i64;

    /// Bytes of a compiled procedure, all references called: an estimate.
    fn procedure_size(&self, program: &Program, direction: Direction) -> u64;

    /// Bytes of the runtime that compiled procedures need, by how many kinds of values and of bodies there are: an estimate.
    fn runtime_size(&self, kinds: u64) -> u64;

    /// The factors by which the loop of a node can be unrolled, the smallest first.
    fn unroll_factors(&self, body: &Body) -> Vec<u32>;

    /// What each of these factors changes for an array of so many elements in the mean.
    fn unroll_steps(
        &self,
        model: &Model<'_>,
        times: &Times,
        node: TypeId,
        direction: Direction,
        elements: f64,
        callee: &dyn Fn(TypeId) -> u64,
    ) -> Vec<Unrolling>;

    /// How the step of a field is found, as text for dumps.
    fn found(&self, step: &FieldStep) -> String;
}
