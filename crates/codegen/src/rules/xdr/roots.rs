//! Prints the constants of the roots, and wrappers around procedures that cannot fail.

use super::parts::Failing;
use super::table::Table;
use crate::c::rigid;
use crate::c::roots::{counting, root_constant};
use crate::c::writer::Writer;
use crate::program::numbering::Numbering;
use crate::program::techniques::{Direction, Techniques};
use crate::rules::xdr::ops::{Model, Needs};
use crate::stub::Node;
use std::collections::BTreeMap;

/// The function to call with a state for each procedure: the procedure itself, or its wrapper.
pub type Stepped = BTreeMap<(Direction, Node), String>;

/// Prints the wrappers that tables and roots need. Returns the function to call for each procedure.
pub fn stepped(w: &mut Writer, model: &Model<'_>, needs: &Needs) -> Stepped {
    let mut stepped = Stepped::new();
    for direction in Direction::ALL {
        let failing = Failing::of(model, needs, direction);
        let roots = model.options.roots.iter().filter(|root| root.has(direction));
        let roots: Vec<Node> = roots.map(|root| model.root_node(root)).collect();
        for &node in needs.procedures[&direction].keys() {
            let name = model.names.node(node);
            let procedure = format!("{}_{name}", direction.name());
            let called = roots.contains(&node) || needs.is_called_by_number(node, direction);
            if failing.can_fail(node) || !called {
                stepped.insert((direction, node), procedure);
                continue;
            }
            let step = format!("{}_step_{name}", direction.name());
            let octets = model.programs[&node].whole.octets;
            match direction {
                Direction::Decode => w.function(
                    &format!("static const uint8_t *{step}(stubc_decoder *d, const uint8_t *p, void *value)"),
                    |w| {
                        w.line("(void)d;");
                        w.line(&format!("{procedure}(p, value);"));
                        w.line(&format!("return p + {octets};"));
                    },
                ),
                Direction::Encode => w.function(
                    &format!("static uint8_t *{step}(stubc_encoder *c, uint8_t *q, const void *value)"),
                    |w| {
                        w.line("(void)c;");
                        w.line(&format!("{procedure}(q, value);"));
                        w.line(&format!("return q + {octets};"));
                    },
                ),
            }
            stepped.insert((direction, node), step);
        }
    }
    stepped
}

/// Prints the constants of the roots and their counting entry points.
pub fn functions(
    w: &mut Writer,
    model: &Model<'_>,
    needs: &Needs,
    (table, techniques): (&Table, &Techniques),
) {
    let failing = Direction::ALL.map(|direction| (direction, Failing::of(model, needs, direction)));
    let failing = BTreeMap::from(failing);
    let stepped_name = |direction: Direction, node: Node| {
        let step = if failing[&direction].can_fail(node) { "" } else { "step_" };
        format!("{}_{step}{}", direction.name(), model.names.node(node))
    };
    for (root, step) in model.options.roots.iter().zip(model.root_steps) {
        let node = model.root_node(root);
        let mut members = rigid::tried(w, model, root, techniques);
        if table.is_unit {
            members.push(".unit = &stubc_own".to_owned());
        }
        members.push(format!(".lead = {}", step.op.need));
        let is_numbered = table.numbers.get(node).is_some();
        if is_numbered {
            members.push(format!(".node = {}", Numbering::name(model, node)));
        }
        for direction in Direction::ALL.into_iter().filter(|direction| root.has(*direction)) {
            if needs.procedures[&direction].contains_key(&node) {
                if !is_numbered {
                    members.push(format!(".{} = {}", direction.name(), stepped_name(direction, node)));
                }
                if model.options.rpc.any() && !failing[&direction].can_fail(node) {
                    let straight = if direction == Direction::Decode { "read" } else { "write" };
                    members.push(format!(".{straight} = {}_{}", direction.name(), model.names.node(node)));
                }
            }
        }
        root_constant(w, model, root, members);
        counting(w, model, root);
    }
}
