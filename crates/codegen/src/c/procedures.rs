//! Prints the compiled procedures of a plan: their declarations, then inline functions and procedures.

use super::remarks::Remarks;
use super::writer::Writer;
use crate::model::Model;
use crate::program::needs::Needs;
use crate::program::splice::inlined;
use crate::program::techniques::Direction;
use crate::program::{Operations, Program};
use crate::stub::{Node, Stub};

/// Declares the procedures of both directions, since they may call each other. `kind` returns the type of a
/// procedure's function.
pub fn prototypes<O: Operations>(
    w: &mut Writer,
    model: &Model<'_>,
    needs: &Needs<O>,
    kind: impl Fn(Node, Direction) -> String,
) {
    for direction in Direction::ALL {
        for &node in needs.procedures[&direction].keys() {
            let name = format!("{}_{}", direction.name(), model.names.node(node));
            w.prototype(&kind(node, direction), &name, Stub { direction, node });
        }
        w.blank();
    }
}

/// The functions that a program may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The inline function of a program that others inline.
    InLine,
    /// The procedure of such a program: a call of its inline function.
    Caller,
    /// The procedure of a program that nothing inlines.
    Procedure,
}

/// Prints the procedures of a direction by `print`. An inlined program becomes an inline function, which its owners
/// and its own procedure call.
pub fn procedures<'a, O: Operations>(
    w: &mut Writer,
    (model, needs): (&Model<'_>, &'a Needs<O>),
    remarks: &Remarks,
    direction: Direction,
    print: impl Fn(&mut Writer, &'a Program<O>, Form),
) {
    let procedures = &needs.procedures[&direction];
    let inlined = inlined(procedures);
    for program in &inlined {
        remarks.about(w, model, program.node, direction);
        print(w, program, Form::InLine);
    }
    for (&node, program) in procedures {
        if !w.holds(Stub { direction, node }) {
            continue;
        }
        remarks.about(w, model, node, direction);
        let is_inlined = inlined.iter().any(|program| program.node == node);
        print(w, program, if is_inlined { Form::Caller } else { Form::Procedure });
    }
}
