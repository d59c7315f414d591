//! Prints the parts of command tables that all rules share.

use crate::c::escape::comment;
use crate::c::remarks::Remarks;
use crate::c::writer::Writer;
use crate::model::Model;
use crate::program::numbering::Numbering;
use crate::stub::Node;

/// Returns the comments before commands: the types that the commands convert.
pub fn title<'m>(
    model: &'m Model<'_>,
    remarks: &'m Remarks,
    place: usize,
    served: &'m [Node],
) -> impl Iterator<Item = String> + 'm {
    served.iter().map(move |node| comment(&format!("{place}: {}", remarks.of_commands(model, *node))))
}

/// Prints the constants for the numbers of nodes.
pub fn numbers(w: &mut Writer, model: &Model<'_>, numbering: &Numbering) {
    if numbering.order.is_empty() {
        return;
    }
    w.block("enum", "};", |w| {
        for (node, number) in numbering.numbers() {
            w.line(&format!("{} = {number},", Numbering::name(model, node)));
        }
    });
    w.blank();
}
