//! The engine of filters that arrive at run time: an interpreter of all commands, with a checker.

use super::{Engine, HEADER, Kind};
use crate::c::writer::Writer;

/// Returns the engine of filters from these features and parts of the runtime of an encoding rule.
pub fn engine(features: Vec<&'static str>, runtime: Vec<&'static str>) -> Engine {
    Engine { kind: Kind::Filter, features, runtime, header: HEADER, declarations, functions }
}

fn declarations(name: &str) -> String {
    format!(
        "/* Returns whether a blob may be used: it is for this engine, and {name}_run reads nothing outside of blob and
   input, and ends, whatever the input is. */
bool {name}_check(const uint8_t *blob, size_t length);

/* Decides about the message at the beginning of the input by a blob that {name}_check accepted. Returns 1 if the
   message passes, 0 if not, STUBC_TRUNCATED if the input ends before the message, or STUBC_OTHER if the message
   must be decoded. */
int {name}_run(const uint8_t *blob, const uint8_t *input, size_t length);

"
    )
}

fn functions(name: &str, w: &mut Writer) {
    w.function(&format!("bool {name}_check(const uint8_t *blob, size_t length)"), |w| {
        w.line(&format!(
            "return length > {HEADER} && length <= {most}_MOST && memcmp(blob, {name}_header, {HEADER}) == 0 && \
             filter_check(blob, {HEADER}, length);",
            most = name.to_uppercase()
        ));
    });
    w.function(&format!("int {name}_run(const uint8_t *blob, const uint8_t *input, size_t length)"), |w| {
        // C forbids arithmetic on a null pointer.
        w.when("length == 0", |w| w.line("return STUBC_TRUNCATED;"));
        w.line(&format!("return filter_run(blob + {HEADER}, input, input + length);"));
    });
}
