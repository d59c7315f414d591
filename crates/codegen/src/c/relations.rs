//! Prints relations: the governor in a decoded structure resolves open types. Procedures do so in
//! straight-line C, the interpreter by hops.

use crate::c::expr::{address, flag, member, place};
use crate::c::header::item_type;
use crate::c::writer::Writer;
use crate::model::Model;
use crate::model::layout::{CType, has_flag};
use crate::program::{ChooserPart, Key, Relation};
use syntax_graph::{FieldId, IntegerRepr, TypeKind};

/// Prints the C that resolves the open types of a relation in `value`. `call` returns the call that resolves one open
/// type.
pub fn print(
    w: &mut Writer,
    model: &Model<'_>,
    value: &str,
    relation: &Relation,
    call: &dyn Fn(&str) -> String,
) {
    let last = relation.path.last().map_or("", |field| model.graph.fields[*field].name.as_str());
    let names: Vec<&str> =
        relation.governor.iter().map(|field| model.graph.fields[*field].name.as_str()).collect();
    let name = if last.is_empty() { "elements" } else { last };
    w.comment(&format!("{name}: by {}", names.join(".")));
    w.block("", "}", |w| {
        let is_certain = relation.governor.iter().all(|field| is_certain(model, *field));
        if !is_certain {
            w.declare("unsigned known = 0;");
        }
        let unsigned = if is_certain { "const unsigned " } else { "" };
        along(w, model, value.to_owned(), &relation.governor, 0, &|w, governor| {
            let known = format!("{unsigned}known = {};", select(relation.key, relation.keys, governor));
            if is_certain { w.declare(&known) } else { w.line(&known) }
        });
        w.when("known", |w| {
            along(w, model, value.to_owned(), &relation.path, 0, &|w, open| {
                w.line(&format!("{};", call(&address(open))));
            });
        });
    });
}

/// Returns whether a field is present in every value of its struct.
fn is_certain(model: &Model<'_>, field: FieldId) -> bool {
    let owner = model.graph.fields[field].owner;
    let is_structure = matches!(model.graph.types[owner].kind, TypeKind::Structure(_));
    is_structure && !has_flag(model.graph, field)
}

/// Prints the functions that compare structures as governors, and with `by_number` their table for commands.
pub fn choosers(w: &mut Writer, model: &Model<'_>, by_number: bool) {
    for (number, chooser) in model.choosers.iter().enumerate() {
        let name = model.names.ty(chooser.structure);
        w.function(&format!("static STUBC_MAYBE_UNUSED unsigned choose_{number}(const void *of)"), |w| {
            w.line(&format!("const {name} *const v = (const {name} *)of;"));
            w.line("unsigned known = 0, part;");
            for part in &chooser.parts {
                choose(w, model, part);
            }
            w.line("return known;");
        });
    }
    if by_number {
        w.block("unsigned (*const stubc_choosers[])(const void *) =", "};", |w| {
            (0..model.choosers.len()).for_each(|number| w.line(&format!("choose_{number},")));
        });
        w.blank();
    }
}

/// Prints the statements that combine a part of a governor with `known`.
fn choose(w: &mut Writer, model: &Model<'_>, part: &ChooserPart) {
    let names: Vec<&str> = part.path.iter().map(|field| model.graph.fields[*field].name.as_str()).collect();
    w.comment(&names.join("."));
    w.line(&format!("part = {};", part.absent));
    along(w, model, "*v".to_owned(), &part.path, 0, &|w, lvalue| {
        let number = part.key.map_or("2".to_owned(), |(key, keys)| select(key, keys, lvalue));
        w.line(&format!("part = {number};"));
    });
    match part.joined {
        None => w.line("known = part;"),
        Some(table) => w.line(&format!(
            "known = stubc_select_number(&stubc_keys[{table}], (uint64_t)known * {} + part, false);",
            part.radix
        )),
    }
}

/// Returns the call for the number of the arm that a governor selects.
fn select(key: Key, keys: usize, governor: &str) -> String {
    let keys = format!("&stubc_keys[{keys}]");
    match key {
        Key::Number(repr) => {
            let negative = match repr.machine() {
                Some((_, true)) => format!("{governor} < 0"),
                _ => "false".to_owned(),
            };
            format!("stubc_select_number({keys}, (uint64_t){governor}, {negative})")
        }
        Key::Parts(chooser) => format!("choose_{chooser}({})", address(governor)),
        Key::Octets => {
            format!("stubc_select({keys}, {}, {})", member(governor, "data"), member(governor, "length"))
        }
    }
}

/// Prints `then` for each value at the end of a path.
fn along(
    w: &mut Writer,
    model: &Model<'_>,
    value: String,
    path: &[FieldId],
    level: usize,
    then: &dyn Fn(&mut Writer, &str),
) {
    let Some((&field, rest)) = path.split_first() else { return then(w, &value) };
    let owner = model.graph.fields[field].owner;
    let next = place(model, &value, Some(field));
    match &model.graph.types[owner].kind {
        TypeKind::Array(_) => {
            let k = format!("k{level}");
            let (items, count) = (member(&value, "items"), member(&value, "count"));
            w.block(&format!("for (size_t {k} = 0; {k} < {count}; {k}++)"), "}", |w| {
                along(w, model, format!("{items}[{k}]"), rest, level + 1, then);
            });
        }
        TypeKind::Union(_) => {
            let test = format!("{} == {}", member(&value, "kind"), model.names.kinds[&field]);
            w.when(&test, |w| along(w, model, next.clone(), rest, level, then));
        }
        _ if has_flag(model.graph, field) => {
            w.when(&flag(model, &value, Some(field)), |w| along(w, model, next.clone(), rest, level, then));
        }
        _ => along(w, model, next, rest, level, then),
    }
}

/// The hops of a relation.
#[derive(Debug, Default)]
pub struct Hops {
    /// As C initializers.
    pub rows: Vec<String>,
    /// The largest number in them; beyond 65535 if a hop is only in the form for large programs.
    pub most: u64,
}

/// Returns the hops of a relation to an open type whose node has the number `open`.
pub fn hops(model: &Model<'_>, relation: &Relation, open: usize) -> Hops {
    let mut hops = Hops::default();
    let governor = walk(model, &relation.governor, &mut hops);
    let key = match relation.key {
        Key::Number(repr) => format!("STUBC_HOP_NUMBER + {}", number(repr)),
        Key::Octets => "STUBC_HOP_OCTETS".to_owned(),
        Key::Parts(_) => "STUBC_HOP_PARTS".to_owned(),
    };
    let keys = match relation.key {
        Key::Parts(chooser) => chooser,
        _ => relation.keys,
    };
    hops.rows.push(format!("{{{governor}, {keys}, {key}}},"));
    let place = walk(model, &relation.path, &mut hops);
    hops.rows.push(format!("{{{place}, {open}, STUBC_HOP_OPEN}},"));
    hops.most = hops.most.max(keys as u64).max(open as u64);
    hops
}

/// Returns the number of a representation in `stubc_get_integer`: the logarithm of its width, plus 4 if
/// signed.
fn number(repr: IntegerRepr) -> u32 {
    repr.machine().map_or(0, |(bits, signed)| (bits / 8).trailing_zeros() + if signed { 4 } else { 0 })
}

/// Adds the tests and loops on a path to `hops`. Returns the offset of the path's end as C.
fn walk(model: &Model<'_>, path: &[FieldId], hops: &mut Hops) -> String {
    let mut sum: Vec<String> = Vec::new();
    let mut bytes = 0;
    let text = |sum: &[String]| if sum.is_empty() { "0".to_owned() } else { sum.join(" + ") };
    for &field in path {
        let owner = model.graph.fields[field].owner;
        let name = model.names.ty(owner);
        let layout = model.layouts.of(owner);
        let ctype = model.layouts.ctype(field);
        match &model.graph.types[owner].kind {
            TypeKind::Array(_) => {
                let size = model.layouts.extent(ctype).size;
                let item = item_type(model, field);
                hops.rows.push(format!("{{{}, sizeof({item}), STUBC_HOP_ITEMS}},", text(&sum)));
                hops.most = hops.most.max(size);
                sum.clear();
                bytes = 0;
            }
            TypeKind::Union(union) => {
                let kind = &model.names.kinds[&field];
                // The kind has 16 bits if there are more arms.
                let test = if union.arms.len() > 255 { "KIND" } else { "TEST" };
                if test == "KIND" {
                    hops.most = u64::MAX;
                }
                hops.rows.push(format!("{{{}, {kind}, STUBC_HOP_{test}}},", text(&sum)));
                sum.push(format!("offsetof({name}, u)"));
                bytes += layout.arms_offset;
            }
            _ => {
                let member = model.names.member(field);
                if has_flag(model.graph, field) {
                    let mut at = sum.clone();
                    at.push(format!("offsetof({name}, has_{member})"));
                    hops.rows.push(format!("{{{}, 1, STUBC_HOP_TEST}},", text(&at)));
                }
                if ctype != CType::Nothing {
                    sum.push(format!("offsetof({name}, {member})"));
                    bytes += layout.offsets[&field];
                }
            }
        }
        hops.most = hops.most.max(bytes);
    }
    text(&sum)
}
