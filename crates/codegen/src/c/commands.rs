//! What the tables of commands of all rules print alike.

use crate::c::escape::comment;
use crate::c::writer::Writer;
use crate::model::Model;
use crate::program::numbering::Numbering;
use syntax_graph::TypeId;

/// The comments that stand before commands: the types that they are for.
pub fn title<'m>(
    model: &'m Model<'_>,
    place: usize,
    served: &'m [TypeId],
) -> impl Iterator<Item = String> + 'm {
    served.iter().map(move |node| comment(&format!("{place}: {}", model.graph.type_path(*node))))
}

/// Prints the constants that name the numbers of nodes.
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
