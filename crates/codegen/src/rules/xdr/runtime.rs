//! Selects the parts of `stubc_rt.h` and `stubc_rt.c` that specifications use under XDR.

use super::parts::block;
use super::table::Table;
use crate::c::helpers::{Called, FAIL, REFUSE, in_line};
use crate::c::rigid;
use crate::c::runtime::{ALONE, Configuration, Parts, limit, public_features};
use crate::c::several;
use crate::program::techniques::Direction;
use crate::rules::xdr::ops::{Action, Body, Count, Elements, Model, Needs, Primitive};
use interp_runtime::sources;
use std::collections::{BTreeMap, BTreeSet};

/// The features that parts of the runtime test and [`configuration`] may set.
const FEATURES: [&str; 37] = [
    "BY_UNIT",
    "COUNT_COMMANDS",
    "DECODE",
    "ENCODE",
    "ENTRIES",
    "ERROR_PATHS",
    "INTERPRET",
    "INTERPRET_DECODE",
    "INTERPRET_ENCODE",
    "OP_USE_BOXED",
    "OP_USE_COUNTED",
    "OP_USE_COUNTED_ARRAY",
    "OP_USE_DEPTH",
    "OP_USE_FIXED_ARRAY",
    "OP_USE_HYPER",
    "OP_USE_LINKED",
    "OP_USE_OPAQUE",
    "OP_USE_OPTIONAL",
    "OP_USE_SMALL",
    "OP_USE_SWAP32",
    "OP_USE_SWAP64",
    "OP_USE_SWITCH",
    "OP_USE_TRUTH",
    "PROFILE",
    "RPC",
    "RPC_BATCH",
    "RPC_CLIENT",
    "RPC_CLUSTER",
    "RPC_KEEP",
    "RPC_SERVER",
    "SEVERAL",
    "STRAIGHT_ROOTS",
    "USE_ARENA",
    "USE_ARRAY",
    "USE_COUNTED",
    "USE_SWAP32",
    "USE_SWAP64",
];

/// Returns the features that the parts of the runtime test.
fn all_features() -> Vec<&'static str> {
    [&FEATURES[..], &rigid::FEATURES].concat()
}

/// Returns the configuration of the runtime for a plan; `called`: the helpers that the printed code calls.
pub fn configuration(model: &Model<'_>, needs: &Needs, table: &Table, called: &Called) -> Configuration {
    let mut configuration = used(model, needs, table);
    let shapes = rigid::features(model, called, needs.tries_shapes);
    configuration.features.extend(shapes.into_iter().map(str::to_owned));
    configuration.source = if needs.procedures.values().all(BTreeMap::is_empty) {
        ALONE.to_owned()
    } else {
        in_line(&[FAIL, REFUSE], called)
    };
    configuration
}

/// Returns the configuration of one runtime for several specifications.
pub fn united(all: &[Configuration]) -> Configuration {
    let mut both = several::united(all);
    both.features.insert(several::SEVERAL.to_owned());
    if both.features.contains("INTERPRET") {
        both.features.insert(several::UNITS.to_owned());
    }
    both
}

/// Returns the parts of the runtime for XDR.
pub fn parts() -> Parts {
    Parts {
        serves: "XDR (RFC 4506)",
        header: vec![
            sources::PATHS_HEADER,
            sources::XDR_HEADER,
            sources::SHAPE_WORDS_HEADER,
            sources::BIG_WORDS_HEADER,
            sources::RIGID_HEADER,
            sources::ENTRIES_HEADER,
            sources::XDR_INTERPRET_HEADER,
            sources::RPC_HEADER,
        ],
        source: vec![
            sources::XDR,
            sources::XDR_INTERPRET_DECODE,
            sources::XDR_INTERPRET_ENCODE,
            sources::RIGID,
            sources::XDR_MESSAGES,
            sources::EXACTLY,
            sources::TAIL,
            sources::RPC,
            sources::RPC_BATCH,
            sources::RPC_CLUSTER,
            sources::PATHS,
        ],
        features: all_features(),
        values: &["DECODERS", "ENCODERS"],
    }
}

fn used(model: &Model<'_>, needs: &Needs, table: &Table) -> Configuration {
    let mut set: BTreeSet<String> = BTreeSet::new();
    let known = all_features();
    let mut on = |name: &str| {
        debug_assert!(known.contains(&name), "no part of the runtime asks for {name}");
        set.insert(name.to_owned());
    };
    public_features(&model.options).for_each(&mut on);
    rpc_features(model).into_iter().for_each(&mut on);
    if model.options.roots.iter().any(|root| root.entry_points) {
        on("ENTRIES");
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
    // Remote procedure calls call procedures that cannot fail directly.
    if model.options.rpc.any() && needs.procedures.values().any(|procedures| !procedures.is_empty()) {
        on("STRAIGHT_ROOTS");
    }
    for used in &table.uses {
        on(&format!("OP_USE_{used}"));
    }
    let mut values = vec![
        ("ALIGN".to_owned(), "sizeof(uint64_t)".to_owned()),
        ("ROOT_CELL".to_owned(), root_cell(model, table).to_owned()),
    ];
    if !table.numbers.order.is_empty() {
        let offset = if table.octets > 0xffff { "uint32_t" } else { "uint16_t" };
        values.push(("PROGRAM_OFFSET".to_owned(), offset.to_owned()));
        values.push(("DECODERS".to_owned(), table.numbers.decoders.to_string()));
        values.push(("ENCODERS".to_owned(), table.numbers.encoders.len().to_string()));
        values.push(("ENCODERS_FROM".to_owned(), table.numbers.encoders.start.to_string()));
    }
    values.extend(limit(&model.options));
    Configuration { features: set, values, source: String::new() }
}

/// Returns the features of remote procedure calls.
fn rpc_features(model: &Model<'_>) -> Vec<&'static str> {
    let rpc = model.options.rpc;
    let has_clusters = rpc.any() && model.graph.procedures().any(|own| own.cluster.is_some());
    let all = [
        ("RPC", rpc.any()),
        ("RPC_CLIENT", rpc.client),
        ("RPC_BATCH", rpc.client && rpc.batch),
        ("RPC_KEEP", rpc.client && (rpc.batch || has_clusters)),
        ("RPC_CLUSTER", has_clusters),
        ("RPC_SERVER", rpc.server),
    ];
    all.into_iter().filter(|(_, is_on)| *is_on).map(|(name, _)| name).collect()
}

/// Returns the C type of a root's lead and number.
fn root_cell(model: &Model<'_>, table: &Table) -> &'static str {
    let largest = model.root_steps.iter().map(|step| step.op.need).max().unwrap_or(0);
    match largest.max(table.numbers.order.len() as u64) {
        0..=0xffff => "uint16_t",
        0x1_0000..=0xffff_ffff => "uint32_t",
        _ => "size_t",
    }
}
