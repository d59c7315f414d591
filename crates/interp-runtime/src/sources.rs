//! The C runtime as text, for the emitter to configure and print.

/// Declarations for applications in `stubc_rt.h`, under all encoding rules: results, context, errors.
pub const PUBLIC: &str = include_str!("../c/common/stubc_public.h");
/// Shapes: comparisons of words.
pub const SHAPE_WORDS_HEADER: &str = include_str!("../c/common/stubc_shape_words.h");
/// Numbers in several octets, the most significant first.
pub const BIG_WORDS_HEADER: &str = include_str!("../c/common/stubc_big_words.h");
/// Rigid shapes: declarations for generated code.
pub const RIGID_HEADER: &str = include_str!("../c/common/stubc_rigid.h");
/// Rigid shapes: what tries them before a message is decoded.
pub const RIGID: &str = include_str!("../c/common/stubc_rigid.c");
/// Shapes under BER and DER: comparisons of words, and the contents of holes.
pub const SHAPE_HEADER: &str = include_str!("../c/ber/stubc_shape.h");
/// Shapes under BER and DER: copies of longer holes.
pub const SHAPE: &str = include_str!("../c/ber/stubc_shape.c");
/// Declarations of the functions that entry points call, under all encoding rules.
pub const ENTRIES_HEADER: &str = include_str!("../c/common/stubc_entries.h");
/// Decoding of a message that must fill its input, under all encoding rules.
pub const EXACTLY: &str = include_str!("../c/common/stubc_exactly.c");
/// Encoding at the end of the buffer, under rules that encode forward.
pub const TAIL: &str = include_str!("../c/common/stubc_tail.c");
/// The tables of open types: the key of a governor's value, under rules of ASN.1.
pub const KEYS: &str = include_str!("../c/common/stubc_keys.c");
/// Checks of the contents of object identifiers and real numbers, under rules of ASN.1.
pub const OID_REAL: &str = include_str!("../c/common/stubc_oid_real.c");
/// Constraints, under rules of ASN.1: the work limit of checks that decode the contents of strings.
pub const WORK_HEADER: &str = include_str!("../c/common/stubc_work.h");
/// Constraints, under rules of ASN.1: taking work from the limit.
pub const WORK: &str = include_str!("../c/common/stubc_work.c");
/// Constraints, under rules of ASN.1: declarations of checks, for generated code.
pub const CHECKS_HEADER: &str = include_str!("../c/common/stubc_checks.h");
/// Constraints that functions check, under rules of ASN.1: real numbers in ranges, patterns, known bits.
pub const PREDICATES: &str = include_str!("../c/common/stubc_predicates.c");
/// Constraints that bounds check, under rules of ASN.1: numbers, sizes, characters.
pub const BOUNDS: &str = include_str!("../c/common/stubc_bounds.c");
/// Packed rules: the check of a value by its number.
pub const CHECKED: &str = include_str!("../c/common/stubc_checked.c");
/// Packed rules: numbers of messages.
pub const PACKED_HEADER: &str = include_str!("../c/common/stubc_packed.h");
/// Packed rules: tables, and steps of commands.
pub const TABLES_HEADER: &str = include_str!("../c/common/stubc_tables.h");
/// Packed rules: numbers of programs, checks of contents, defaults that are strings.
pub const CONTENTS: &str = include_str!("../c/common/stubc_contents.c");
/// Packed rules: memory.
pub const STATE: &str = include_str!("../c/common/stubc_state.c");
/// Packed rules: the command interpreter, steps and defaults.
pub const STEPS: &str = include_str!("../c/common/stubc_steps.c");
/// Packed rules: the command interpreter, from governors to open types.
pub const HOPS: &str = include_str!("../c/common/stubc_hops.c");
/// Packed rules: declarations of what procedures call to have commands run.
pub const CALLS_HEADER: &str = include_str!("../c/common/stubc_calls.h");
/// Packed rules: what procedures call to have commands run.
pub const CALLS: &str = include_str!("../c/common/stubc_calls.c");
/// Declarations of field paths in errors, for generated code.
pub const PATHS_HEADER: &str = include_str!("../c/common/stubc_paths.h");
/// Filters: comparisons of contents, under all encoding rules.
pub const FILTER: &str = include_str!("../c/common/stubc_filter.c");
/// BER: filters, elements of definite length.
pub const FILTER_BER: &str = include_str!("../c/ber/stubc_filter_ber.c");
/// XDP: packets, and comparisons of contents in them.
pub const XDP: &str = include_str!("../c/common/stubc_xdp.c");
/// BER: filters for XDP, elements of definite length.
pub const FILTER_XDP: &str = include_str!("../c/ber/stubc_filter_xdp.c");
/// BER: the interpreter of filters.
pub const FILTER_RUN: &str = concat!(
    include_str!("../c/common/stubc_filter_commands.c"),
    "\n",
    include_str!("../c/ber/stubc_filter_run.c")
);
/// Packed rules: the interpreter of filters.
pub const FILTER_RUN_PACKED: &str = concat!(
    include_str!("../c/common/stubc_filter_commands.c"),
    "\n",
    include_str!("../c/common/stubc_filter_run_packed.c")
);
/// XDR: the interpreter of filters.
pub const FILTER_RUN_XDR: &str = concat!(
    include_str!("../c/common/stubc_filter_commands.c"),
    "\n",
    include_str!("../c/xdr/stubc_filter_run_xdr.c")
);
/// PER: filters, bits, lengths and numbers.
pub const FILTER_PER: &str = concat!(
    include_str!("../c/per/stubc_filter_per.h"),
    include_str!("../c/common/stubc_filter_packed.c"),
    "\n",
    include_str!("../c/per/stubc_filter_per.c")
);
/// OER: filters, bits, lengths and numbers.
pub const FILTER_OER: &str = concat!(
    include_str!("../c/oer/stubc_filter_oer.h"),
    include_str!("../c/common/stubc_filter_packed.c"),
    "\n",
    include_str!("../c/oer/stubc_filter_oer.c")
);
/// The reader of tables that arrive at run time, for their checkers.
pub const TABLE: &str = include_str!("../c/common/stubc_table.c");
/// BER: the checker of filters that arrive at run time.
pub const FILTER_CHECK: &str = include_str!("../c/ber/stubc_filter_check.c");
/// BER: the engine of shapes that arrive at run time.
pub const SHAPE_RUN: &str = include_str!("../c/ber/stubc_shape_run.c");
/// BER: the checker of shapes that arrive at run time.
pub const SHAPE_CHECK: &str = include_str!("../c/ber/stubc_shape_check.c");
/// XDR: filters, words.
pub const FILTER_XDR: &str = include_str!("../c/xdr/stubc_filter_xdr.c");
/// BER: attributes of functions, and the kinds of scalars.
pub const BER_HEADER: &str = include_str!("../c/ber/stubc_ber.h");
/// BER: declarations of decoders, for generated code.
pub const BER_DECODE_HEADER: &str = include_str!("../c/ber/stubc_ber_decode.h");
/// BER: declarations of encoders, for generated code.
pub const BER_ENCODE_HEADER: &str = include_str!("../c/ber/stubc_ber_encode.h");
/// BER: message types.
pub const BER_ROOT_HEADER: &str = include_str!("../c/ber/stubc_ber_root.h");
/// BER: defaults, for generated code.
pub const DEFAULTS_HEADER: &str = include_str!("../c/ber/stubc_defaults.h");
/// BER: contents of strings, object identifiers and constructed defaults, for generated code.
pub const FILL_HEADER: &str = include_str!("../c/ber/stubc_fill.h");
/// BER: inline functions of compiled procedures.
pub const FAST: &str = include_str!("../c/ber/stubc_fast.h");
/// BER: declarations of the command interpreter.
pub const INTERPRET_HEADER: &str = include_str!("../c/ber/stubc_interpret.h");
/// BER: the tables of one specification, for a runtime that several specifications share.
pub const UNIT: &str = include_str!("../c/ber/stubc_unit.h");
/// BER: contents of object identifiers, real numbers and times, and defaults.
pub const VALUES: &str = include_str!("../c/ber/stubc_values.c");
/// BER: decoding of headers, messages and arrays, with errors.
pub const DECODE: &str = include_str!("../c/ber/stubc_decode.c");
/// BER: decoding of scalars and open types.
pub const DECODE_SCALARS: &str = include_str!("../c/ber/stubc_decode_scalars.c");
/// BER: the decoders that procedures call.
pub const TAKE: &str = include_str!("../c/ber/stubc_take.c");
/// BER: encoding primitives.
pub const ENCODE: &str = include_str!("../c/ber/stubc_encode.c");
/// BER: the order of elements under DER.
pub const SORT: &str = include_str!("../c/ber/stubc_sort.c");
/// BER: decoding and encoding of messages, which entry points call.
pub const MESSAGES: &str = include_str!("../c/ber/stubc_messages.c");
/// BER: the command interpreter, fetching of steps for both directions.
pub const INTERPRET: &str = include_str!("../c/ber/stubc_interpret.c");
/// Field paths in errors, under all encoding rules.
pub const PATHS: &str = include_str!("../c/common/stubc_paths.c");
/// BER: the command interpreter, decoding of one step.
pub const INTERPRET_DECODE_STEPS: &str = include_str!("../c/ber/stubc_interpret_decode_steps.c");
/// BER: the command interpreter, decoding of programs.
pub const INTERPRET_DECODE: &str = include_str!("../c/ber/stubc_interpret_decode.c");
/// BER: the command interpreter, encoding.
pub const INTERPRET_ENCODE: &str = include_str!("../c/ber/stubc_interpret_encode.c");

/// XDR: declarations for generated code.
pub const XDR_HEADER: &str = include_str!("../c/xdr/stubc_xdr.h");
/// XDR: primitives of both directions.
pub const XDR: &str = include_str!("../c/xdr/stubc_xdr.c");
/// XDR: declarations of the command interpreter.
pub const XDR_INTERPRET_HEADER: &str = include_str!("../c/xdr/stubc_xdr_interpret.h");
/// XDR: the command interpreter, decoding.
pub const XDR_INTERPRET_DECODE: &str = include_str!("../c/xdr/stubc_xdr_interpret_decode.c");
/// XDR: the command interpreter, encoding.
pub const XDR_INTERPRET_ENCODE: &str = include_str!("../c/xdr/stubc_xdr_interpret_encode.c");
/// XDR: decoding and encoding of messages.
pub const XDR_MESSAGES: &str = include_str!("../c/xdr/stubc_xdr_messages.c");
/// PER: state and commands.
pub const PER_HEADER: &str = include_str!("../c/per/stubc_per.h");
/// PER: inline functions of compiled procedures.
pub const PER_FAST: &str = include_str!("../c/per/stubc_per_fast.h");
/// PER: what compiled procedures call.
pub const PER_PROCEDURES: &str = include_str!("../c/per/stubc_per_procedures.c");
/// PER: bits, sizes and alphabets, for both directions.
pub const PER_VALUES: &str = include_str!("../c/per/stubc_per_values.c");
/// PER: numbers in C.
pub const PER_NUMBERS: &str = include_str!("../c/per/stubc_per_numbers.c");
/// PER: bits, lengths and whole numbers, in both directions.
pub const PER_BITS: &str = include_str!("../c/per/stubc_per_bits.c");
/// PER: strings and the contents of open types.
pub const PER_STRINGS: &str = include_str!("../c/per/stubc_per_strings.c");
/// PER: the command interpreter, open types.
pub const PER_OPENS: &str = include_str!("../c/per/stubc_per_opens.c");
/// PER: the command interpreter, structures.
pub const PER_STRUCTURES: &str = include_str!("../c/per/stubc_per_structures.c");
/// PER: the command interpreter, structures on large targets.
pub const PER_QUICK: &str = include_str!("../c/per/stubc_per_quick.c");
/// PER: the command interpreter, in both directions.
pub const PER_INTERPRET: &str = include_str!("../c/per/stubc_per_interpret.c");
/// PER: decoding and encoding of messages.
pub const PER_MESSAGES: &str = include_str!("../c/per/stubc_per_messages.c");
/// OER: state and commands.
pub const OER_HEADER: &str = include_str!("../c/oer/stubc_oer.h");
/// OER: inline functions of compiled procedures.
pub const OER_FAST: &str = include_str!("../c/oer/stubc_oer_fast.h");
/// OER: the functions that procedures call.
pub const OER_PROCEDURES: &str = include_str!("../c/oer/stubc_oer_procedures.c");
/// OER: the command interpreter, one level deeper.
pub const OER_DEEPER: &str = include_str!("../c/oer/stubc_oer_deeper.c");
/// OER: numbers in C.
pub const OER_NUMBERS: &str = include_str!("../c/oer/stubc_oer_numbers.c");
/// OER: decoding of bytes, lengths, numbers and strings.
pub const OER_DECODE: &str = include_str!("../c/oer/stubc_oer_decode.c");
/// OER: encoding of bytes, lengths, numbers and strings.
pub const OER_ENCODE: &str = include_str!("../c/oer/stubc_oer_encode.c");
/// OER: numbers of IEEE 754.
pub const OER_FLOATS: &str = include_str!("../c/oer/stubc_oer_floats.c");
/// OER: the command interpreter, decoding of open types.
pub const OER_OPENS: &str = include_str!("../c/oer/stubc_oer_opens.c");
/// OER: the command interpreter, decoding.
pub const OER_INTERPRET_DECODE: &str = include_str!("../c/oer/stubc_oer_interpret_decode.c");
/// OER: the command interpreter, encoding.
pub const OER_INTERPRET_ENCODE: &str = include_str!("../c/oer/stubc_oer_interpret_encode.c");
/// OER: decoding and encoding of messages.
pub const OER_MESSAGES: &str = include_str!("../c/oer/stubc_oer_messages.c");
/// Remote procedure calls: declarations in `stubc_rt.h`.
pub const RPC_HEADER: &str = include_str!("../c/rpc/stubc_rpc.h");
/// Remote procedure calls: records, clients and servers, without a transport.
pub const RPC: &str = include_str!("../c/rpc/stubc_rpc.c");
/// Remote procedure calls: calls that travel together.
pub const RPC_BATCH: &str = include_str!("../c/rpc/stubc_rpc_batch.c");
/// Remote procedure calls: calls that travel as one.
pub const RPC_CLUSTER: &str = include_str!("../c/rpc/stubc_rpc_cluster.c");
/// Helpers for values of messages (`--util`): `stubc_util.h`.
pub const UTIL_HEADER: &str = include_str!("../c/util/stubc_util.h");
/// Helpers for values of messages: `stubc_util.c`.
pub const UTIL: &str = include_str!("../c/util/stubc_util.c");
/// Tables that are replaced while other threads use them (`--plug`): `stubc_plug.h`.
pub const PLUG_HEADER: &str = include_str!("../c/plug/stubc_plug.h");
/// Remote procedure calls over POSIX sockets: `stubc_net.h`.
pub const NET_HEADER: &str = include_str!("../c/rpc/stubc_net.h");
/// Remote procedure calls over POSIX sockets: `stubc_net.c`.
pub const NET: &str = include_str!("../c/rpc/stubc_net.c");

/// The toy rule.
#[cfg(feature = "toy-rule")]
#[path = "../c/fixed/sources.rs"]
pub mod fixed;
