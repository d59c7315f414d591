//! Selects the parts of `stubc_rt.h` and `stubc_rt.c` that specifications use under BER and DER.

use super::begun::begun;
use super::table::{LARGE, Table};
use crate::c::checks;
use crate::c::helpers::{Called, Helper, REFUSE, SAME, in_line};
use crate::c::runtime::{ALONE, Configuration, Parts, limit, public_features};
use crate::c::several;
use crate::program::techniques::Direction;
use crate::program::{DefaultValue, StepPresence};
use crate::rules::Rules;
use crate::rules::ber::ops::{Action, Array, Body, FieldStep, Model, Needs, Primitive, Set, Start, Union};
use interp_runtime::sources;
use std::collections::{BTreeMap, BTreeSet};
use syntax_graph::IntegerRepr;

const fn helper(name: &'static str, feature: &'static str) -> Helper {
    Helper { name, feature }
}

/// Looks for a string under an identifier of more than one octet.
pub const FOUND_STRING: Helper = helper("stubc_found_string", "FOUND_STRING");
/// Encodes a BOOLEAN.
pub const PUT_BOOLEAN: Helper = helper("stubc_fast_put_boolean", "PUT_BOOLEAN");
/// Encodes an integer.
pub const PUT_INTEGER: Helper = helper("stubc_fast_put_integer", "PUT_INTEGER");
/// Encodes an unsigned integer of 64 bits.
pub const PUT_UNSIGNED: Helper = helper("stubc_put_unsigned", "PUT_UNSIGNED");
/// Decodes a BOOLEAN.
pub const TAKE_BOOLEAN: Helper = helper("stubc_take_boolean", "TAKE_BOOLEAN");
/// Decodes an integer.
pub const TAKE_INTEGER: Helper = helper("stubc_take_integer", "TAKE_INTEGER");
/// Decodes an octet string.
pub const TAKE_OCTETS: Helper = helper("stubc_take_octets", "TAKE_OCTETS");
/// Decodes an object identifier.
pub const TAKE_OID: Helper = helper("stubc_take_oid", "TAKE_OID");
/// Decodes another scalar.
pub const TAKE: Helper = helper("stubc_take", "TAKE");
/// Decodes an element by the commands of a node.
pub const TAKE_NODE: Helper = helper("stubc_take_node", "TAKE_NODE");
/// Skips an element.
pub const PASS: Helper = helper("stubc_pass", "SKIP");
/// Decodes the contents of an integer in a hole.
pub const HOLE_INTEGER: Helper = helper("stubc_hole_integer", "HOLE_INTEGER");
/// Decodes the contents of an integer in a hole after seven octets.
pub const HOLE_NEAR: Helper = helper("stubc_hole_near", "HOLE_NEAR");
/// Decodes the contents of an unsigned integer of 64 bits in a hole.
pub const HOLE_UNSIGNED: Helper = helper("stubc_hole_unsigned", "HOLE_UNSIGNED");
/// Checks the contents of an integer that is kept as bytes in a hole.
pub const HOLE_BYTES: Helper = helper("stubc_hole_bytes", "HOLE_BYTES");
/// Decodes the contents of a bit string in a hole.
pub const HOLE_BITS: Helper = helper("stubc_hole_bits", "HOLE_BITS");
/// Copies the contents of a hole.
pub const HOLE_COPY: Helper = helper("stubc_hole_copy", "HOLE_COPY");
/// Takes the octets of a hole from the room that is left.
pub const HOLE_FITS: Helper = helper("stubc_hole_fits", "HOLE_FITS");
/// Counts the contents octets of an integer in a hole.
pub const HOLE_OCTETS: Helper = helper("stubc_hole_octets", "HOLE_OCTETS");
/// Finds the holes of a message by the table of a shape.
pub const SHAPE_FIND: Helper = helper("stubc_shape_find", "SHAPE_FIND");
/// Skips the elements with which a SEQUENCE ends.
pub const PASS_ALL: Helper = helper("stubc_pass_all", "PASS_ALL");

/// The helpers, each with the feature that it requires.
const HELPERS: [(Helper, &str); 21] = [
    (HOLE_FITS, "SHAPES"),
    (HOLE_NEAR, "SHAPES"),
    (HOLE_BITS, "SHAPES"),
    (HOLE_BYTES, "SHAPES"),
    (HOLE_COPY, "SHAPES"),
    (HOLE_INTEGER, "SHAPES"),
    (HOLE_OCTETS, "SHAPES"),
    (HOLE_UNSIGNED, "SHAPES"),
    (FOUND_STRING, "LONG_TAGS"),
    (PUT_BOOLEAN, "USE_BOOLEAN"),
    (PUT_INTEGER, "USE_INTEGER"),
    (PUT_UNSIGNED, "USE_UNSIGNED"),
    (SAME, "DEFAULT_SLICES"),
    (PASS, "DECODE"),
    (PASS_ALL, "DECODE"),
    (TAKE_BOOLEAN, "USE_BOOLEAN"),
    (TAKE_INTEGER, "USE_INTEGER"),
    (TAKE_OCTETS, "USE_OCTETS"),
    (TAKE_OID, "USE_OID"),
    (TAKE, "DECODE"),
    (TAKE_NODE, "INTERPRET_DECODE"),
];

/// The features that parts of the runtime test and [`configuration`] may set.
const FEATURES: [&str; 109] = [
    "BOUNDS",
    "BY_UNIT",
    "CALLS_FOUND_STRING",
    "CALLS_HOLE_BITS",
    "CALLS_HOLE_BYTES",
    "CALLS_HOLE_COPY",
    "CALLS_HOLE_FITS",
    "CALLS_HOLE_INTEGER",
    "CALLS_HOLE_NEAR",
    "CALLS_HOLE_OCTETS",
    "CALLS_HOLE_UNSIGNED",
    "CALLS_PASS_ALL",
    "CALLS_PUT_BOOLEAN",
    "CALLS_PUT_INTEGER",
    "CALLS_PUT_UNSIGNED",
    "CALLS_SAME",
    "CALLS_SHAPE_FIND",
    "CALLS_SKIP",
    "CALLS_TAKE",
    "CALLS_TAKE_BOOLEAN",
    "CALLS_TAKE_INTEGER",
    "CALLS_TAKE_NODE",
    "CALLS_TAKE_OCTETS",
    "CALLS_TAKE_OID",
    "CANONICAL_REAL",
    "CHECKS",
    "COMPACT",
    "COMPILED_DECODE",
    "COMPILED_ENCODE",
    "CONSTRUCTED_DEFAULTS",
    "COUNT_COMMANDS",
    "DECODE",
    "DEFAULT_INTEGERS",
    "DEFAULT_NULLS",
    "DEFAULT_SLICES",
    "DER",
    "ENCODE",
    "ENCODED_DEFAULTS",
    "ENTRIES",
    "ERROR_PATHS",
    "FAST",
    "INTERPRET",
    "INTERPRET_DECODE",
    "INTERPRET_ENCODE",
    "KEPT_DEFAULTS",
    "LARGE",
    // BER compares governors as numbers: only packed rules set this.
    "OCTETS",
    "LONG_DEFAULTS",
    "LONG_DICTIONARY",
    "LONG_ROOTS",
    "LONG_TAGS",
    "MIXED",
    "NAMED_DEFAULTS",
    "PROFILE",
    "PUT_OCTETS",
    "SEVERAL",
    "SHAPES",
    "SHAPE_BITS",
    "SHAPE_RUN",
    "SMALL_RUNTIME",
    "USE_ABSENT",
    "USE_ANY_IN_SET",
    "USE_ARENA",
    "USE_ARRAY",
    "USE_BITS",
    "USE_BOOLEAN",
    "USE_BYTES",
    "USE_CONTAINED",
    "USE_DEFAULT",
    "USE_EXPLICIT",
    "USE_FLAGS",
    "USE_HOPS",
    "USE_I16",
    "USE_I32",
    "USE_I64",
    "USE_I8",
    "USE_INTEGER",
    "USE_ISO_TIME",
    "USE_KEEP",
    "USE_MANY_TAGS",
    "USE_MATCH",
    "USE_MATCH_WIDE",
    "USE_NAMED_BITS",
    "USE_NULL",
    "USE_OCTETS",
    "USE_OID",
    "USE_OPEN",
    "USE_ORDERED",
    "USE_PARTS",
    "USE_RANK",
    "USE_REAL",
    "USE_REAL_COMPONENTS",
    "USE_REAL_RANGES",
    "USE_RECUR",
    "USE_SAME_BITS",
    "USE_SET",
    "USE_SKIP",
    "USE_SORT",
    "USE_TIME",
    "USE_TWO_TAGS",
    "USE_TYPED",
    "USE_U16",
    "USE_U32",
    "USE_U64",
    "USE_U8",
    "USE_UNION",
    "USE_UNKNOWN_ARM",
    "USE_UNSIGNED",
    "USE_WIDE",
];

/// Returns the features that the parts of the runtime test.
fn all_features() -> Vec<&'static str> {
    [&FEATURES[..], &checks::FEATURES].concat()
}

/// Returns the configuration of the runtime for a plan; `called`: the helpers that the printed code calls.
pub fn configuration(model: &Model<'_>, needs: &Needs, table: &Table, called: &Called) -> Configuration {
    let mut configuration = used(model, needs, table);
    for (helper, of) in HELPERS {
        if called.has(helper) && configuration.features.contains(of) {
            configuration.features.insert(format!("CALLS_{}", helper.feature));
        }
    }
    // Only a plan shows whether there are tables: runtimes for any plan are measured without their engine.
    if called.names(SHAPE_FIND) {
        let own = ["CALLS_SHAPE_FIND", "SHAPE_RUN"];
        let bits = configuration.features.contains("USE_BITS").then_some("SHAPE_BITS");
        configuration.features.extend(own.into_iter().chain(bits).map(str::to_owned));
    }
    let is_alone = needs.procedures.values().all(BTreeMap::is_empty)
        && model.contained.is_empty()
        && model.shapes.is_empty()
        && model.choosers.is_empty();
    configuration.source = if is_alone { ALONE.to_owned() } else { in_line(&[REFUSE], called) };
    configuration
}

/// Returns the configuration of one runtime for several specifications.
pub fn united(all: &[Configuration]) -> Configuration {
    let mut both = several::united(all);
    let has = |one: &Configuration, name: &str| one.features.contains(name);
    let mut set = |name: &str, yes: bool| {
        if yes { both.features.insert(name.to_owned()) } else { both.features.remove(name) }
    };
    let is_mixed = all.iter().any(|one| has(one, "DER")) && !all.iter().all(|one| has(one, "DER"));
    set("MIXED", is_mixed);
    set(several::SEVERAL, true);
    let interprets = all.iter().any(|one| has(one, "INTERPRET"));
    let open_defaults = both.values.iter().any(|(name, _)| name == "OPEN_DEFAULTS");
    if is_mixed || interprets || open_defaults {
        both.features.insert(several::UNITS.to_owned());
    }
    both.values.retain(|(name, _)| !name.starts_with("TAG("));
    if interprets {
        let octet = "((octet) < (unit)->tag_count ? (unit)->tags[octet] : (uint32_t)(octet))";
        both.values.push(("TAG(unit, octet)".to_owned(), octet.to_owned()));
    }
    both
}

/// Returns the parts of the runtime for BER and DER.
pub fn parts() -> Parts {
    Parts {
        serves: "BER and DER (X.690)",
        header: vec![
            sources::PATHS_HEADER,
            sources::WORK_HEADER,
            sources::BER_HEADER,
            sources::BER_DECODE_HEADER,
            sources::BER_ENCODE_HEADER,
            sources::BER_ROOT_HEADER,
            sources::ENTRIES_HEADER,
            sources::UNIT,
            sources::DEFAULTS_HEADER,
            sources::CHECKS_HEADER,
            sources::FILL_HEADER,
            sources::FAST,
            sources::SHAPE_WORDS_HEADER,
            sources::SHAPE_HEADER,
            sources::INTERPRET_HEADER,
        ],
        source: vec![
            sources::DECODE,
            sources::OID_REAL,
            sources::VALUES,
            sources::PREDICATES,
            sources::BOUNDS,
            sources::KEYS,
            sources::DECODE_SCALARS,
            sources::TAKE,
            sources::ENCODE,
            sources::SORT,
            sources::SHAPE_RUN,
            sources::SHAPE,
            sources::INTERPRET,
            sources::INTERPRET_DECODE_STEPS,
            sources::INTERPRET_DECODE,
            sources::INTERPRET_ENCODE,
            sources::WORK,
            sources::MESSAGES,
            sources::EXACTLY,
            sources::PATHS,
        ],
        features: all_features(),
        values: &["DECODERS", "ENCODERS", "OPEN_DEFAULTS", "PREDICATES_FROM", "WIDES"],
    }
}

#[allow(clippy::too_many_lines, reason = "a list: the condition of each feature")]
fn used(model: &Model<'_>, needs: &Needs, table: &Table) -> Configuration {
    let mut set: BTreeSet<String> = BTreeSet::new();
    let known = all_features();
    let mut on = |name: &str| {
        debug_assert!(known.contains(&name), "no part of the runtime asks for {name}");
        set.insert(name.to_owned());
    };
    if model.options.rules == Rules::Der {
        on("DER");
        on("CANONICAL_REAL");
    }
    public_features(&model.options).for_each(&mut on);
    if model.options.compact {
        on("COMPACT");
    }
    for direction in Direction::ALL {
        let upper = direction.name().to_uppercase();
        if model.uses(direction) {
            on(&upper);
        }
        if needs.runs(direction) {
            on(&format!("INTERPRET_{upper}"));
            on("INTERPRET");
        }
        let tries_shapes = direction == Direction::Decode && needs.tries_shapes;
        if tries_shapes || !needs.procedures[&direction].is_empty() {
            on(&format!("COMPILED_{upper}"));
            on("FAST");
        }
    }
    if needs.small_runtime {
        on("SMALL_RUNTIME");
    }
    if !model.shapes.is_empty() {
        on("SHAPES");
    }
    checks::features(model).iter().for_each(|name| on(name));
    if !model.names.kept.is_empty() {
        on("USE_KEEP");
    }
    let is_named = |step: &FieldStep| step.action == Action::Primitive(Primitive::NamedBits);
    let mut fields = model.programs.values().flat_map(|program| program.body.fields());
    // Lowering uses this primitive under DER only, which drops trailing zeros.
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
    if model
        .contained_steps
        .iter()
        .flat_map(|step| step.op.outer.iter().chain(&step.op.tag))
        .any(|id| id.is_long())
    {
        on("LONG_TAGS");
    }
    for (root, step) in model.options.roots.iter().zip(model.root_steps) {
        if step.op.outer.iter().chain(&step.op.tag).any(|id| id.is_long()) {
            on("LONG_TAGS");
        }
        if begun(model, root, step).is_some() {
            on("LONG_ROOTS");
        }
    }
    // Without such a root, encoding may decode the contents of strings, but no message is decoded.
    if model.options.roots.iter().any(|root| root.has(Direction::Decode)) {
        on("ENTRIES");
    }
    let uses = &table.uses;
    let of_table = [
        ("USE_WIDE", !table.wides.is_empty()),
        ("USE_EXPLICIT", uses.explicit),
        ("USE_TWO_TAGS", uses.two_tags),
        ("USE_MANY_TAGS", uses.many_tags),
        ("KEPT_DEFAULTS", uses.kept_defaults),
        ("USE_RECUR", uses.recursion),
        ("USE_DEFAULT", uses.default),
        ("DEFAULT_NULLS", uses.null_default),
        ("CONSTRUCTED_DEFAULTS", !table.constructed.is_empty()),
        ("USE_FLAGS", uses.flags),
        ("USE_ABSENT", uses.flags || uses.default),
        ("USE_SKIP", uses.skips),
        ("USE_HOPS", !table.hops.is_empty()),
        ("USE_PARTS", uses.parts),
        ("DEFAULT_INTEGERS", !table.integers.is_empty()),
        ("LONG_DEFAULTS", table.integers.iter().any(|value| i32::try_from(*value).is_err())),
        (LARGE, table.is_large),
        ("LONG_DICTIONARY", table.is_used && table.tags.len() > 256),
    ];
    of_table.into_iter().filter(|(_, is_on)| *is_on).for_each(|(name, _)| on(name));
    for repr in &table.uses.numbers {
        on("USE_INTEGER");
        on(&format!("USE_{}", repr.to_uppercase()));
    }
    for kind in &table.uses.kinds {
        on(&format!("USE_{kind}"));
    }
    Configuration { features: set, values: values(model, table), source: String::new() }
}

/// Returns the macros with values.
fn values(model: &Model<'_>, table: &Table) -> Vec<(String, String)> {
    let mut values = Vec::from_iter(limit(&model.options));
    let mut value = |name: &str, value: String| values.push((name.to_owned(), value));
    value("ALIGN", "sizeof(uint64_t)".to_owned());
    if model.open_defaults > 0 {
        value("OPEN_DEFAULTS", model.open_defaults.to_string());
    }
    if let Some(from) = checks::predicates_from(model) {
        value("PREDICATES_FROM", from);
    }
    if table.is_used {
        let offset = if table.octets > 0xffff { "uint32_t" } else { "uint16_t" };
        value("PROGRAM_OFFSET", offset.to_owned());
        value("DECODERS", table.numbers.decoders.to_string());
        value("ENCODERS", table.numbers.encoders.len().to_string());
        value("ENCODERS_FROM", table.numbers.encoders.start.to_string());
        value("SET_WORDS", table.uses.set_fields.div_ceil(32).max(1).to_string());
        let cell = if table.tags.iter().all(|tag| *tag <= 0xffff) { "uint16_t" } else { "uint32_t" };
        value("TAG_CELL", cell.to_owned());
        if !table.far.is_empty() {
            value("WIDES", table.wides.len().to_string());
        }
        let count = table.tags.len();
        value(
            "TAG(octet)",
            match count {
                0 => "(octet)".to_owned(),
                256.. => "stubc_tags[octet]".to_owned(),
                _ => format!("((octet) < {count} ? stubc_tags[octet] : (uint32_t)(octet))"),
            },
        );
    }
    values
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
