//! Prints the code of a plan under a packed rule: tables, constants and roots around its procedures.

use super::ops::Packed;
use super::table::Table;
use crate::c::paths::Paths;
use crate::c::procedures::prototypes;
use crate::c::roots::{counting, root_constant};
use crate::c::several::UNITS;
use crate::c::writer::Writer;
use crate::c::{checks, constants, defaults, instrument, predicates, relations, rigid};
use crate::emit::Edition;
use crate::model::view::View;
use crate::program::needs::Needs;
use crate::program::techniques::Direction;

/// Prints the C of a plan; `procedures` prints those of both directions. `decoders_compare`: decoders compare values with
/// constructed defaults, as encoders do.
pub fn code<R: Packed>(
    rule: R,
    (model, needs): (&View<'_, R>, &Needs<R>),
    edition: &Edition<'_>,
    decoders_compare: bool,
    procedures: impl FnOnce(&mut Writer, &Table<R>),
) -> Writer {
    let Edition { techniques, remarks, apart, shared, .. } = *edition;
    let table = Table::build(model, needs, remarks, rule);
    let is_unit = shared.contains(UNITS);
    let mut w = Writer::keeping(apart);
    prototypes(&mut w, model, needs, |_, direction| format!("stubc_{}_fn", direction.name()));
    constants::slices(&mut w, model);
    constants::keys(&mut w, model);
    if model.uses(Direction::Decode) {
        relations::choosers(&mut w, model, table.uses.contains("USE_PARTS"));
    }
    if let Some(paths) = Paths::of(model) {
        let steps = paths.of_steps(model, &table.steps, &table.ways);
        paths.print(&mut w, &steps, true);
    }
    let compares = model.uses(Direction::Encode) || decoders_compare;
    defaults::functions(&mut w, model, needs, &table.constructed, decoders_compare);
    constructed(&mut w, model, &table, compares);
    for (index, program) in table.contained.iter().enumerate() {
        w.line(&format!("enum {{ {} = {program} }};", predicates::contained_name(index)));
    }
    checks::print(&mut w, model);
    predicates::print(&mut w, model, true);
    tables(&mut w, model, &table);
    procedures(&mut w, &table);
    if model.options.instrument {
        instrument::functions(&mut w, model);
    }
    if is_unit {
        unit(&mut w, model, &table);
    }
    rigid::functions(&mut w, model, techniques);
    for root in &model.options.roots {
        let mut members = rigid::tried(&mut w, model, root, techniques);
        if is_unit {
            members.push(".unit = &stubc_own".to_owned());
        }
        members.push(format!(".node = {}", table.roots.get(&root.ty).copied().unwrap_or(0)));
        root_constant(&mut w, model, root, members);
        counting(&mut w, model, root);
    }
    w
}

/// Prints the constants of constructed defaults and their table.
fn constructed<R: Packed>(w: &mut Writer, model: &View<'_, R>, table: &Table<R>, compares: bool) {
    if table.constructed.is_empty() {
        return;
    }
    let mut rows = Vec::new();
    for (number, &field) in table.constructed.iter().enumerate() {
        let name = constants::constant(w, model, number, field).filter(|_| model.uses(Direction::Decode));
        let of_value = name.map_or("NULL, 0".to_owned(), |name| format!("&{name}, sizeof {name}"));
        let is_same = if compares { defaults::name(model, field) } else { "NULL".to_owned() };
        rows.push(format!("{{{of_value}, {is_same}}},"));
    }
    w.block("const stubc_default stubc_constructed_defaults[] =", "};", |w| {
        rows.iter().for_each(|row| w.line(row));
    });
    w.blank();
}

/// Prints hops, programs and their places, and the procedures that commands call.
fn tables<R: Packed>(w: &mut Writer, model: &View<'_, R>, table: &Table<R>) {
    for (direction, nodes) in table.procedures.iter().filter(|(_, nodes)| !nodes.is_empty()) {
        let name = direction.name();
        w.block(&format!("stubc_{name}_fn *const stubc_{name}rs[] ="), "};", |w| {
            nodes.iter().for_each(|node| w.line(&format!("{name}_{},", model.names.node(*node))));
        });
        w.blank();
    }
    if !table.hops.is_empty() {
        w.block("const stubc_hop stubc_hops[] =", "};", |w| table.hops.iter().for_each(|hop| w.line(hop)));
        w.blank();
    }
    w.block("const uint8_t stubc_programs[] =", "};", |w| {
        table.lines.iter().for_each(|line| w.line(line));
        if table.octets == 0 {
            w.line("0");
        }
    });
    w.blank();
    let numbered = table.places.numbered.iter();
    let mut offsets: Vec<String> =
        numbered.map(|program| table.places.offset(*program).to_string()).collect();
    if offsets.is_empty() {
        offsets.push("0".to_owned());
    }
    w.block("const STUBC_PROGRAM_OFFSET stubc_nodes[] =", "};", |w| {
        for row in offsets.chunks(16) {
            w.line(&format!("{},", row.join(", ")));
        }
    });
    w.blank();
}

/// Prints the `stubc_unit` of this specification for a runtime that serves several.
fn unit<R: Packed>(w: &mut Writer, model: &View<'_, R>, table: &Table<R>) {
    let tables = [
        (true, "programs"),
        (true, "nodes"),
        (table.procedures.get(&Direction::Decode).is_some_and(|all| !all.is_empty()), "decoders"),
        (table.procedures.get(&Direction::Encode).is_some_and(|all| !all.is_empty()), "encoders"),
        (!table.hops.is_empty(), "hops"),
        (!table.hops.is_empty(), "keys"),
        (table.uses.contains("USE_PARTS"), "choosers"),
        (!model.default_slices.is_empty(), "default_slices"),
        (!table.constructed.is_empty(), "constructed_defaults"),
    ];
    w.block("static const stubc_unit stubc_own =", "};", |w| {
        w.line(&format!(".numbered = {},", table.places.numbered.len()));
        for (_, name) in tables.iter().filter(|table| table.0) {
            w.line(&format!(".{name} = stubc_{name},"));
        }
    });
    w.blank();
}
