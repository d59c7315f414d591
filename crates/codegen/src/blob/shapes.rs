//! The engine of shapes that arrive at run time: it finds the holes of a message by a table, after a checker.

use super::{Engine, HEADER, Kind};
use crate::c::writer::Writer;
use crate::shape::table::MOST_HOLES;

/// The octets of a blob before its table: those of any blob, the number of holes, the octets of the table, the least
/// octets of a message.
const TABLE: usize = HEADER + 5;

/// Returns the engine of shapes from these features and parts of the runtime of an encoding rule.
pub fn engine(features: Vec<&'static str>, runtime: Vec<&'static str>) -> Engine {
    Engine { kind: Kind::Shape, features, runtime, header: TABLE, declarations, functions }
}

fn declarations(name: &str) -> String {
    format!(
        "#ifndef STUBC_HOLE
#define STUBC_HOLE
/* A part of a message that differs in messages of one shape: its contents octets, in the message, and a number. That is
   the value of a BOOLEAN, INTEGER or ENUMERATED in a machine type (cast it if the type is uint64_t), and the number of
   bits of a BIT STRING, which begin at octets + 1. */
typedef struct stubc_hole {{
    const uint8_t *octets;
    size_t length;
    int64_t number;
}} stubc_hole;
#endif

/* The most holes of a blob. */
#define {upper}_HOLES {MOST_HOLES}

/* Returns whether a blob may be used: it is for this engine, and {name}_run reads nothing outside of blob and
   input, fills {name}_holes(blob) holes at most, and ends, whatever the input is. */
bool {name}_check(const uint8_t *blob, size_t length);

/* The number of holes of a blob that {name}_check accepted. */
#define {name}_holes(blob) ((blob)[{HEADER}])

/* Finds the holes of the message at the beginning of the input by a blob that {name}_check accepted, in the order of
   the message. Returns the octets of the message, or 0 if it has another shape: then decode it. */
size_t {name}_run(const uint8_t *blob, stubc_hole *holes, const uint8_t *input, size_t length);

",
        upper = name.to_uppercase()
    )
}

fn functions(name: &str, w: &mut Writer) {
    let (octets, least) = (HEADER + 1, HEADER + 3);
    w.function(&format!("bool {name}_check(const uint8_t *blob, size_t length)"), |w| {
        w.line(&format!(
            "return length > {TABLE} && length <= {upper}_MOST && memcmp(blob, {name}_header, {HEADER}) == 0 && \
             {name}_holes(blob) <= {upper}_HOLES && shape_pair(blob + {octets}) == length - {TABLE} && \
             shape_check(blob, {TABLE}, length, {name}_holes(blob), shape_pair(blob + {least}));",
            upper = name.to_uppercase()
        ));
    });
    let parameters = "const uint8_t *blob, stubc_hole *holes, const uint8_t *input, size_t length";
    w.function(&format!("size_t {name}_run({parameters})"), |w| {
        w.line(&format!("const uint8_t *const table = blob + {TABLE};"));
        w.line(&format!("const size_t least = shape_pair(blob + {least});"));
        w.when("length < least", |w| w.line("return 0;"));
        w.line(&format!(
            "return shape_run(table, table + shape_pair(blob + {octets}), holes, input, length - least);"
        ));
    });
}
