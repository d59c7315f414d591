//! `stubc_rt.h` and `stubc_rt.c` for XDR.

use super::parts::block;
use super::table::Table;
use crate::c::helpers::{Called, FAIL, REFUSE, in_line};
use crate::model::names::identifier;
use crate::program::techniques::Direction;
use crate::rules::xdr::ops::{Action, Body, Count, Elements, Model, Needs, Primitive};
use interp_runtime::sources;
use std::collections::{BTreeMap, BTreeSet};

/// Texts of the header and the source; `called`: what generated code calls.
pub fn runtime(
    model: &Model<'_>,
    needs: &Needs,
    table: &Table,
    called: &Called,
) -> (String, String) {
    let defines = configuration(model, needs, table);
    let interprets = !table.numbers.order.is_empty();
    // What users see is the same under all rules; what generated code sees is not.
    let public = sources::HEADER.split(sources::HEADER_PRIVATE).next().unwrap_or_default();
    let public = public.replace("for BER and DER (X.690)", "for XDR (RFC 4506)");
    let mut header = public.replace("/*@CONFIGURATION@*/", defines.trim_end());
    header.push_str(sources::HEADER_PRIVATE);
    header.push('\n');
    let interpreter = if interprets { sources::XDR_INTERPRET_HEADER.trim_end() } else { "" };
    let rpc = model.options.rpc.any();
    let remote = if rpc { sources::RPC_HEADER.trim_end() } else { "" };
    header.push_str(
        &sources::XDR_HEADER.replace("/*@INTERPRETER@*/", interpreter).replace("/*@RPC@*/", remote),
    );
    let mut source = String::from(
        "/* SPDX-License-Identifier: 0BSD\n * The stubc runtime for XDR, with what this specification uses of it. */\n",
    );
    if needs.procedures.values().all(BTreeMap::is_empty) {
        source.push_str("#define STUBC_ALONE\n");
    } else {
        source.push_str(&in_line(&[FAIL, REFUSE], called));
    }
    source.push_str("#include \"stubc_rt.h\"\n\n");
    source.push_str(sources::XDR);
    if interprets {
        source.push('\n');
        source.push_str(sources::XDR_INTERPRET);
    }
    source.push('\n');
    source.push_str(sources::XDR_MESSAGES);
    if rpc {
        source.push('\n');
        source.push_str(sources::RPC);
    }
    if model.options.error_paths {
        source.push('\n');
        source.push_str(sources::PATHS);
    }
    (header, source)
}

/// The configuration as `#define` lines.
fn configuration(model: &Model<'_>, needs: &Needs, table: &Table) -> String {
    let mut set: BTreeSet<String> = BTreeSet::new();
    let mut on = |name: &str| {
        set.insert(format!("STUBC_{name}"));
    };
    on(&format!("FOR_{}", identifier(&model.options.name)));
    if model.options.count_commands {
        on("COUNT_COMMANDS");
    }
    if model.options.rpc.any() {
        on("RPC");
    }
    if model.options.rpc.client {
        on("RPC_CLIENT");
    }
    if model.options.rpc.server {
        on("RPC_SERVER");
    }
    if model.options.roots.iter().any(|root| root.entry_points) {
        on("ENTRIES");
    }
    if model.options.instrument {
        on("PROFILE");
    }
    if model.options.error_paths {
        on("ERROR_PATHS");
    }
    for direction in Direction::ALL {
        let upper = direction.name().to_uppercase();
        if model.options.roots.iter().any(|root| root.has(direction)) {
            on(&upper);
        }
        if !needs.interpreted[&direction].is_empty() {
            on(&format!("INTERPRET_{upper}"));
            on("INTERPRET");
        }
    }
    for &node in &model.nodes {
        let body = &model.programs[&node].body;
        if let Body::Repeat { element, op: Elements { count, .. }, .. } = body {
            match count {
                Count::Counted(_) => {
                    on("USE_ARRAY");
                    on("USE_ARENA");
                }
                Count::Linked { .. } => on("USE_ARENA"),
                Count::Fixed(_) => {}
            }
            match block(element) {
                Some(4) if !matches!(count, Count::Linked { .. }) => on("USE_SWAP32"),
                Some(8) if !matches!(count, Count::Linked { .. }) => on("USE_SWAP64"),
                _ => {}
            }
        }
        for step in body.fields() {
            if step.boxed {
                on("USE_ARENA");
            }
            if let Action::Primitive(Primitive::Counted(_)) = step.action {
                on("USE_COUNTED");
            }
        }
    }
    // Where the size is known and nothing can be wrong, remote procedure calls go straight to a procedure.
    if model.options.rpc.any() && needs.procedures.values().any(|procedures| !procedures.is_empty()) {
        on("STRAIGHT_ROOTS");
    }
    for used in &table.uses {
        on(&format!("OP_USE_{used}"));
    }
    let mut text: String = set.iter().map(|name| format!("#define {name}\n")).collect();
    text.push_str("#define STUBC_ALIGN sizeof(uint64_t)\n");
    text.push_str(&format!("#define STUBC_ROOT_CELL {}\n", root_cell(model, table)));
    if !table.numbers.order.is_empty() {
        let offset = if table.octets > 0xffff { "uint32_t" } else { "uint16_t" };
        text.push_str(&format!("#define STUBC_PROGRAM_OFFSET {offset}\n"));
        text.push_str(&format!("#define STUBC_DECODERS {}\n", table.numbers.decoders));
        text.push_str(&format!("#define STUBC_ENCODERS {}\n", table.numbers.encoders.len()));
        text.push_str(&format!("#define STUBC_ENCODERS_FROM {}\n", table.numbers.encoders.start));
    }
    text
}

/// The type of a root's lead and number.
fn root_cell(model: &Model<'_>, table: &Table) -> &'static str {
    let largest = model.root_steps.iter().map(|step| step.op.need).max().unwrap_or(0);
    match largest.max(table.numbers.order.len() as u64) {
        0..=0xffff => "uint16_t",
        0x1_0000..=0xffff_ffff => "uint32_t",
        _ => "size_t",
    }
}
