//! `stubc_rt.h` and `stubc_rt.c`: the runtime, compiled down to what the specification uses.

use super::table::Table;
use crate::c::helpers::{Called, Helper, REFUSE, SAME, in_line};
use crate::c::runtime::prefixed;
use crate::model::names::identifier;
use crate::program::techniques::Direction;
use crate::program::{CheckKind, DefaultValue, StepPresence};
use crate::rules::ber::ops::{Action, Array, Body, FieldStep, Model, Needs, Primitive, Set, Start, Union};
use crate::rules::Rules;
use interp_runtime::sources;
use std::collections::{BTreeMap, BTreeSet};
use syntax_graph::{IntegerRepr, Predicate, TypeId};

const fn helper(name: &'static str, feature: &'static str) -> Helper {
    Helper { name, feature }
}

/// Looks for a string under an identifier of more than one octet.
pub const FOUND_STRING: Helper = helper("stubc_found_string", "FOUND_STRING");
/// Leaves a structure whose contents are wrong.
pub const LEAVE: Helper = helper("stubc_leave", "LEAVE");
/// Encodes a BOOLEAN.
pub const PUT_BOOLEAN: Helper = helper("stubc_fast_put_boolean", "PUT_BOOLEAN");
/// Encodes an integer.
pub const PUT_INTEGER: Helper = helper("stubc_fast_put_integer", "PUT_INTEGER");
/// Encodes an unsigned integer of 64 bits.
pub const PUT_UNSIGNED: Helper = helper("stubc_put_unsigned", "PUT_UNSIGNED");
/// Skips an element.
pub const SKIP: Helper = helper("stubc_skip", "SKIP");

/// The helpers, and of each the feature of the specification that it belongs to.
const HELPERS: [(Helper, &str); 7] = [
    (FOUND_STRING, "LONG_TAGS"),
    (LEAVE, "DECODE"),
    (PUT_BOOLEAN, "USE_BOOLEAN"),
    (PUT_INTEGER, "USE_INTEGER"),
    (PUT_UNSIGNED, "USE_UNSIGNED"),
    (SAME, "DEFAULT_SLICES"),
    (SKIP, "DECODE"),
];

/// Texts of the header and the source; `called`: what generated code calls, which is known when it has been printed.
pub fn runtime(
    model: &Model<'_>,
    needs: &Needs,
    table: &Table,
    called: &Called,
) -> (String, String) {
    let prefix = &model.options.prefix;
    let set = features_of(model, needs, table);
    let mut defines = configuration(model, table, &set);
    for (helper, of) in HELPERS {
        if called.has(helper) && set.contains(&format!("STUBC_{of}")) {
            defines.push_str(&format!("#define STUBC_CALLS_{}\n", helper.feature));
        }
    }
    let interprets = table.is_used;
    let header = sources::HEADER
        .replace("/*@CONFIGURATION@*/", defines.trim_end())
        .replace("/*@FAST@*/", sources::FAST.trim_end())
        .replace("/*@INTERPRETER@*/", if interprets { sources::INTERPRET_HEADER.trim_end() } else { "" });
    let mut source = String::from(
        "/* SPDX-License-Identifier: 0BSD\n * The stubc runtime, with what this specification uses of it. */\n",
    );
    let is_alone = needs.procedures.values().all(BTreeMap::is_empty) && model.contained.is_empty();
    if table.all_interpreted && is_alone {
        source.push_str("#define STUBC_ALONE\n");
    } else {
        source.push_str(&in_line(&[REFUSE], called));
    }
    source.push_str("#include \"stubc_rt.h\"\n\n");
    let mut parts = vec![sources::DECODE, sources::VALUES, sources::DECODE_SCALARS, sources::ENCODE];
    if interprets {
        parts.extend([sources::INTERPRET, sources::INTERPRET_DECODE, sources::INTERPRET_ENCODE]);
    }
    parts.push(sources::MESSAGES);
    if model.options.error_paths {
        parts.push(sources::PATHS);
    }
    source.push_str(&parts.join("\n"));
    (prefixed(&header, prefix), prefixed(&source, prefix))
}

/// What of the runtime is used.
fn features_of(model: &Model<'_>, needs: &Needs, table: &Table) -> BTreeSet<String> {
    let mut set: BTreeSet<String> = BTreeSet::new();
    let mut on = |name: &str| {
        set.insert(format!("STUBC_{name}"));
    };
    on(&format!("FOR_{}", identifier(&model.options.name)));
    if model.options.rules == Rules::Der {
        on("DER");
    }
    if model.options.count_commands {
        on("COUNT_COMMANDS");
    }
    if model.options.instrument {
        on("PROFILE");
    }
    if model.options.error_paths {
        on("ERROR_PATHS");
    }
    for direction in Direction::ALL {
        let upper = direction.name().to_uppercase();
        if model.uses(direction) {
            on(&upper);
        }
        if !needs.interpreted[&direction].is_empty() {
            on(&format!("INTERPRET_{upper}"));
            on("INTERPRET");
        }
        if !needs.procedures[&direction].is_empty() {
            on("FAST");
        }
    }
    if !model.checks.is_empty() {
        on("CHECKS");
    }
    if !model.contained.is_empty() {
        on("USE_CONTAINED");
        on("FAST");
    }
    if !model.names.kept.is_empty() {
        on("USE_KEEP");
    }
    if !model.checks.bounds.is_empty() {
        on("BOUNDS");
    }
    for bounds in &model.checks.bounds {
        on(&format!("USE_CHECK_{}", crate::c::checks::kind(bounds.kind)));
    }
    let mut parts: Vec<(TypeId, &Predicate)> = Vec::new();
    for check in &model.checks.predicates {
        crate::checks::walk(model.graph, check.ty, &check.predicate, &mut parts);
    }
    for (ty, part) in parts {
        match part {
            Predicate::Bits { .. } => on("USE_SAME_BITS"),
            Predicate::Real { .. } => on("USE_REAL_RANGES"),
            Predicate::RealComponents(_) => on("USE_REAL_COMPONENTS"),
            Predicate::Matches(_) => {
                on("USE_MATCH");
                if let Some(CheckKind::Characters(2 | 4)) = crate::checks::kind(model.graph, ty) {
                    on("USE_MATCH_WIDE");
                }
            }
            _ => {}
        }
    }
    let is_named = |step: &FieldStep| step.action == Action::Primitive(Primitive::NamedBits);
    let mut fields = model.programs.values().flat_map(|program| program.body.fields());
    // Lowered for DER alone, which drops their trailing zeros.
    if fields.any(is_named)
        && model.default_slices.iter().any(|known| matches!(known, DefaultValue::Bits(..)))
    {
        on("NAMED_DEFAULTS");
        on("USE_SAME_BITS");
    }
    for &node in &model.nodes {
        let body = &model.programs[&node].body;
        match body {
            Body::Repeat { op: Array { unordered }, .. } => {
                on("USE_ARRAY");
                on("USE_ARENA");
                if *unordered && model.options.rules == Rules::Der {
                    on("USE_ORDERED");
                    on("USE_SORT");
                }
            }
            Body::Set { fields, op: Set { sorts, .. } } => {
                on("USE_SET");
                if fields.iter().any(|field| field.op.starts.contains(&Start::Any)) {
                    on("USE_ANY_IN_SET");
                }
                if *sorts {
                    on("USE_RANK");
                    on("USE_SORT");
                }
            }
            Body::Switch { op: Union { extensible: true }, .. } => on("USE_OPEN"),
            Body::Open { .. } => {
                on("USE_OPEN");
                on("USE_TYPED");
                on("USE_ARENA");
            }
            _ => {}
        }
        for step in body.fields() {
            if step.boxed {
                on("USE_ARENA");
            }
            if step.op.outer.iter().chain(&step.op.tag).any(|id| id.is_long()) {
                on("LONG_TAGS");
            }
            match step.presence {
                StepPresence::Default(DefaultValue::Slice(_) | DefaultValue::Bits(..)) => {
                    on("DEFAULT_SLICES")
                }
                StepPresence::Default(DefaultValue::Encoded(_)) => {
                    on("DEFAULT_SLICES");
                    on("ENCODED_DEFAULTS");
                }
                _ => {}
            }
            let Action::Primitive(primitive) = step.action else { continue };
            for name in features(primitive) {
                on(name);
            }
            if let Primitive::Integer(repr) = primitive {
                on(&format!("USE_{}", crate::c::expr::repr_name(repr).to_uppercase()));
            }
            if model.options.rules == Rules::Ber
                && matches!(primitive, Primitive::Octets | Primitive::Bits | Primitive::NamedBits)
            {
                on("USE_ARENA");
            }
        }
    }
    if model.contained_steps.iter().flat_map(|step| step.op.outer.iter().chain(&step.op.tag)).any(|id| id.is_long())
    {
        on("LONG_TAGS");
    }
    for (root, step) in model.options.roots.iter().zip(model.root_steps) {
        if step.op.outer.iter().chain(&step.op.tag).any(|id| id.is_long()) {
            on("LONG_TAGS");
        }
        let node = model.graph.resolve(root.ty);
        for direction in Direction::ALL {
            let interpreted = root.has(direction) && needs.interpreted[&direction].contains(&node);
            if interpreted && !table.all_interpreted {
                on(&format!("INTERPRET_{}_ROOT", direction.name().to_uppercase()));
            }
        }
    }
    if table.all_interpreted {
        on("ROOT_STEPS");
    }
    // What strings contain is decoded while they are encoded, and no message is.
    if !model.contained.is_empty() && !model.options.roots.iter().any(|root| root.has(Direction::Decode)) {
        on("CONTAINED_ALONE");
    }
    if !table.wides.is_empty() {
        on("USE_WIDE");
    }
    if table.uses.explicit {
        on("USE_EXPLICIT");
    }
    if table.uses.two_tags {
        on("USE_TWO_TAGS");
    }
    if table.uses.recursion {
        on("USE_RECUR");
    }
    if table.uses.default {
        on("USE_DEFAULT");
    }
    if table.uses.null_default {
        on("DEFAULT_NULLS");
    }
    if !table.constructed.is_empty() {
        on("CONSTRUCTED_DEFAULTS");
    }
    if table.uses.flags {
        on("USE_FLAGS");
    }
    if table.uses.flags || table.uses.default {
        on("USE_ABSENT");
    }
    if table.uses.skips {
        on("USE_SKIP");
    }
    if !table.hops.is_empty() {
        on("USE_HOPS");
    }
    if !table.integers.is_empty() {
        on("DEFAULT_INTEGERS");
    }
    for kind in &table.uses.kinds {
        on(&format!("USE_{kind}"));
    }
    set
}

/// The configuration as `#define` lines.
fn configuration(model: &Model<'_>, table: &Table, set: &BTreeSet<String>) -> String {
    let mut text: String = set.iter().map(|name| format!("#define {name}\n")).collect();
    text.push_str("#define STUBC_ALIGN sizeof(uint64_t)\n");
    if model.open_defaults > 0 {
        text.push_str(&format!("#define STUBC_OPEN_DEFAULTS {}\n", model.open_defaults));
    }
    if !model.checks.predicates.is_empty() {
        text.push_str(&format!("#define STUBC_PREDICATES_FROM {}\n", model.checks.bounds.len()));
    }
    if table.is_used {
        let offset = if table.octets > 0xffff { "uint32_t" } else { "uint16_t" };
        text.push_str(&format!("#define STUBC_PROGRAM_OFFSET {offset}\n"));
        text.push_str(&format!("#define STUBC_DECODERS {}\n", table.numbers.decoders));
        text.push_str(&format!("#define STUBC_ENCODERS {}\n", table.numbers.encoders.len()));
        text.push_str(&format!("#define STUBC_ENCODERS_FROM {}\n", table.numbers.encoders.start));
        text.push_str(&format!("#define STUBC_SET_WORDS {}\n", table.uses.set_fields.div_ceil(32).max(1)));
        let cell = if table.tags.iter().all(|tag| *tag <= 0xffff) { "uint16_t" } else { "uint32_t" };
        text.push_str(&format!("#define STUBC_TAG_CELL {cell}\n"));
        let count = table.tags.len();
        if count > 256 {
            text.push_str("#define STUBC_LONG_DICTIONARY\n");
        }
        if !table.far.is_empty() {
            text.push_str(&format!("#define STUBC_WIDES {}\n", table.wides.len()));
        }
        text.push_str(&match count {
            0 => "#define STUBC_TAG(octet) (octet)\n".to_owned(),
            _ => format!(
                "#define STUBC_TAG(octet) ((octet) < {count} ? stubc_tags[octet] : (uint32_t)(octet))\n"
            ),
        });
    }
    text
}

fn features(primitive: Primitive) -> &'static [&'static str] {
    match primitive {
        Primitive::Boolean => &["USE_BOOLEAN"],
        Primitive::Integer(IntegerRepr::U64) => &["USE_INTEGER", "USE_UNSIGNED"],
        Primitive::Integer(_) => &["USE_INTEGER"],
        Primitive::Bytes => &["USE_BYTES", "PUT_OCTETS"],
        Primitive::Octets => &["USE_OCTETS", "PUT_OCTETS"],
        Primitive::Real => &["USE_REAL", "PUT_OCTETS"],
        Primitive::UtcTime | Primitive::GeneralizedTime => &["USE_TIME", "USE_OCTETS", "PUT_OCTETS"],
        Primitive::IsoTime => &["USE_ISO_TIME", "USE_OCTETS", "PUT_OCTETS"],
        Primitive::Bits => &["USE_BITS"],
        Primitive::NamedBits => &["USE_BITS", "USE_NAMED_BITS"],
        Primitive::Oid => &["USE_OID", "PUT_OCTETS"],
        Primitive::Null => &["USE_NULL"],
        Primitive::Open => &["USE_OPEN"],
    }
}
