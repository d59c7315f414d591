//! Emits the files of a filter: `NAME.h` and `NAME.c`, which need no runtime.

use super::view::View;
use crate::c::escape::{MADE, lines_of_comment};
use crate::c::helpers::Called;
use crate::c::resolve::{Resolver, Symbol};
use crate::c::wrap::wrapped;
use crate::c::writer::Writer;
use crate::emit::OutputFiles;
use crate::model::{Model, Options, Root};
use crate::rules::Rules;
use interp_runtime::sources::{FILTER, XDP};
use std::collections::BTreeMap;
use syntax_graph::filter::Filter;
use syntax_graph::{Diagnostic, Span, SyntaxGraph, ValidGraph};

/// How a filter decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// By code of its own.
    #[default]
    Compiled,
    /// By a table of commands, which one interpreter runs for all filters of a file.
    Interpreted,
    /// By code for a packet in the kernel, without calls and with bounded loops.
    Xdp,
}

/// A filter to emit.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The name of the function.
    pub name: &'a str,
    /// The predicate as text.
    pub text: &'a str,
    /// The predicate.
    pub filter: &'a Filter,
    /// How it decides.
    pub form: Form,
}

/// The functions of a filter, and what they need of the runtime.
pub struct Functions {
    /// The functions.
    pub code: Writer,
    /// The runtime of the encoding rule.
    pub runtime: &'static str,
    /// The interpreter of commands, if the filter is interpreted.
    pub interpreter: Option<&'static str>,
    /// The commands, if the filter is interpreted.
    pub commands: Vec<u8>,
}

/// The features that the parts of the runtime test, without `STUBC_`.
const FEATURES: [&str; 67] = [
    "FILTER_ADDITIONS",
    "FILTER_AFTER",
    "FILTER_ALIGN",
    "FILTER_ALIGNED",
    "FILTER_AT",
    "FILTER_BITS",
    "FILTER_BITS_AT",
    "FILTER_CHECK",
    "FILTER_CONTAINS",
    "FILTER_CONTENTS",
    "FILTER_COUNT",
    "FILTER_COUNTED",
    "FILTER_CURSOR",
    "FILTER_ENTER",
    "FILTER_FIND",
    "FILTER_HYPER",
    "FILTER_ITEM",
    "FILTER_ITEMS",
    "FILTER_LARGE",
    "FILTER_LENGTH",
    "FILTER_MEASURED",
    "FILTER_MESSAGE",
    "FILTER_NAMED",
    "FILTER_NUMBER",
    "FILTER_OPEN",
    "FILTER_OVER",
    "FILTER_PAST",
    "FILTER_QUANTITY",
    "FILTER_RUN",
    "FILTER_RUN_ANY",
    "FILTER_RUN_ARRAY",
    "FILTER_RUN_BEGINS",
    "FILTER_RUN_CALL",
    "FILTER_RUN_CONSTANT",
    "FILTER_RUN_COUNT",
    "FILTER_RUN_ELEMENTS",
    "FILTER_RUN_ENTER",
    "FILTER_RUN_FLAGS",
    "FILTER_RUN_IF",
    "FILTER_RUN_IN",
    "FILTER_RUN_KNOWN",
    "FILTER_RUN_LARGE",
    "FILTER_RUN_LEAST",
    "FILTER_RUN_LONG",
    "FILTER_RUN_MARK",
    "FILTER_RUN_OCTETS",
    "FILTER_RUN_ONE_OF",
    "FILTER_RUN_OTHER",
    "FILTER_RUN_SETS",
    "FILTER_RUN_TEXT",
    "FILTER_RUN_TRUE",
    "FILTER_RUN_UNTIL",
    "FILTER_RUN_VARIABLES",
    "FILTER_SAME",
    "FILTER_SIGNED",
    "FILTER_SKIP",
    "FILTER_SMALL",
    "FILTER_TAG",
    "FILTER_TAKE",
    "FILTER_UNUSED",
    "FILTER_WHOLE",
    "FILTER_WIDE",
    "FILTER_WORD",
    "SHAPE_BITS",
    "SHAPE_CHECK",
    "SHAPE_RUN",
    "USE_OID",
];

/// Returns the commands of an interpreted filter, as octets.
///
/// # Errors
/// As [`filters`], and what commands cannot do.
pub fn commands(graph: &ValidGraph, rules: Rules, filter: &Filter) -> Result<Vec<u8>, Vec<Diagnostic>> {
    let root = Root { ty: filter.root, decode: true, encode: false, entry_points: true };
    let model = Model::build(graph, Options::new("filter", rules, vec![root]))?;
    let functions = model.code.filter(&model, filter, "filter", Form::Interpreted);
    Ok(functions.map_err(|error| vec![*error])?.commands)
}

/// Emits the C of filters on messages of one specification: `NAME.h` and `NAME.c`. The first comment of each file holds
/// `banner`.
///
/// # Errors
/// A type that cannot be encoded, rules without filters, or a field that a filter cannot find.
pub fn filters(
    graph: &ValidGraph,
    rules: Rules,
    name: &str,
    banner: &[String],
    requests: &[Request<'_>],
) -> Result<OutputFiles, Vec<Diagnostic>> {
    let mut code = Writer::new();
    let mut runtime = ["", ""];
    let mut errors = Vec::new();
    for request in requests {
        let root = Root { ty: request.filter.root, decode: true, encode: false, entry_points: true };
        let model = Model::build(graph, Options::new(name, rules, vec![root]))?;
        match model.code.filter(&model, request.filter, request.name, request.form) {
            Ok(functions) => {
                request.text.trim().lines().for_each(|line| code.comment(line.trim()));
                code.append(functions.code);
                runtime[0] = functions.runtime;
                runtime[1] = functions.interpreter.unwrap_or(runtime[1]);
            }
            Err(error) => errors.push(*error),
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    let head = lines_of_comment(&format!("{name}: filters {MADE}"), banner);
    let header = wrapped(&format!("{head}\n{}", header(graph, name, requests)));
    let source = wrapped(&format!("{head}\n{}", source(name, runtime, code)));
    Ok(OutputFiles { files: vec![(format!("{name}.h"), header), (format!("{name}.c"), source)] })
}

/// Returns the error of a filter that has no program for XDP.
pub(crate) fn no_program(reason: &str) -> Box<Diagnostic> {
    let message = format!("the filter has no form for XDP: {reason}");
    let help = "without --target xdp, it becomes a function in C";
    Box::new(Diagnostic::error("filter-xdp", Span::none(), message).with_help(help))
}

/// Emits a program for XDP, `NAME.c`. `headers` holds the macros of the headers before the message.
///
/// # Errors
/// As [`filters`], and what has no bound.
pub fn xdp(
    graph: &ValidGraph,
    rules: Rules,
    banner: &[String],
    request: &Request<'_>,
    headers: &str,
) -> Result<OutputFiles, Vec<Diagnostic>> {
    let name = request.name;
    let root = Root { ty: request.filter.root, decode: true, encode: false, entry_points: true };
    let model = Model::build(graph, Options::new(name, rules, vec![root]))?;
    let functions =
        model.code.filter(&model, request.filter, name, Form::Xdp).map_err(|error| vec![*error])?;
    let mut w = Writer::new();
    w.lines(PROGRAM);
    w.lines(headers);
    w.line("");
    w.lines(XDP);
    w.line("");
    w.lines(functions.runtime);
    w.line("");
    request.text.trim().lines().for_each(|line| w.comment(line.trim()));
    w.append(functions.code);
    w.lines(&PACKET.replace("NAME", name));
    let head = lines_of_comment(&format!("{name}: program for XDP {MADE}"), banner);
    let source = wrapped(&format!("{head}\n{}", w.finish()));
    Ok(OutputFiles { files: vec![(format!("{name}.c"), source)] })
}

/// The beginning of a program for XDP, which includes no header of the system.
const PROGRAM: &str = "/* clang -O2 -target bpf -c */
#include <stdbool.h>

#ifdef __bpf__
typedef __UINT8_TYPE__ uint8_t;
typedef __UINT32_TYPE__ uint32_t;
typedef __UINT64_TYPE__ uint64_t;
typedef __INT64_TYPE__ int64_t;
#define INT64_MAX __INT64_MAX__
#define INT64_MIN (-__INT64_MAX__ - 1)
#else
#include <stdint.h>
#endif

#define STUBC_OTHER (-13)
";

/// The end of a program for XDP.
const PACKET: &str = "/* Returns XDP_DROP for a packet whose message passes the filter, else XDP_PASS. */
STUBC_INLINE int NAME_packet(const uint8_t *data, const uint8_t *end)
{
    const struct stubc_packet packet = {data, end};
    uint64_t p, e;
    if (!stubc_payload(&packet, &p, &e)) {
        return 2;
    }
    return NAME_decide(&packet, p, e) == 1 ? 1 : 2;
}

/* A program that includes this file calls NAME_packet. */
#if defined __bpf__ && !defined STUBC_XDP_INCLUDED
struct stubc_context {
    uint32_t data, data_end;
};

__attribute__((section(\"xdp\"), used)) int NAME(struct stubc_context *context)
{
    return NAME_packet((const uint8_t *)(uint64_t)context->data, (const uint8_t *)(uint64_t)context->data_end);
}
#endif
";

fn header(graph: &SyntaxGraph, name: &str, requests: &[Request<'_>]) -> String {
    let guard = format!("STUBC_FILTER_{}_H", name.to_uppercase());
    let mut w = Writer::new();
    w.lines(&format!("#ifndef {guard}\n#define {guard}\n\n{INCLUDES}"));
    w.line("");
    let view = |request: &Request<'_>| View::of(graph, request.filter, request.name);
    if requests.iter().any(|request| view(request).is_none()) {
        w.lines(ANSWERS);
    }
    if requests.iter().any(|request| view(request).is_some()) {
        w.lines(MEMBERS);
    }
    for request in requests {
        w.line("");
        request.text.trim().lines().for_each(|line| w.comment(line.trim()));
        if let Some(view) = view(request) {
            view.declare(&mut w);
            continue;
        }
        w.line(&format!("int {}(const uint8_t *input, size_t length);", request.name));
    }
    w.line("");
    w.lines(CLOSING);
    w.finish()
}

/// The comment on all filters.
const ANSWERS: &str = "/* A filter decides about the message at the beginning of the input. It returns 1 if the message passes, 0 if not,
 * STUBC_TRUNCATED if the input ends before the message, or STUBC_OTHER if the message must be decoded. */";

/// The comment on all views.
const MEMBERS: &str = "/* A view shows some fields of the message at the beginning of the input. Its function fills the members and returns the
 * bytes of the message. Else it returns STUBC_TRUNCATED if the input ends before the message, or STUBC_OTHER if it must
 * be decoded. Strings are in the input. A field that may be absent has a flag. */";

pub(crate) const INCLUDES: &str = "#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern \"C\" {
#endif

/* Constants of stubc_rt.h, which is not needed. */
#ifndef STUBC_OTHER
#define STUBC_TRUNCATED (-1) /* the input ends before the message does: send more */
#define STUBC_OTHER (-13)    /* not decided: decode the message */
#endif
";

pub(crate) const CLOSING: &str = "#ifdef __cplusplus
}
#endif

#endif
";

/// Declarations of the functions of C that filters call.
const MEMORY: &str = "#include <stdbool.h>
#if !defined __STDC_HOSTED__ || __STDC_HOSTED__
#include <string.h>
#else
int memcmp(const void *a, const void *b, size_t n);
void *memcpy(void *to, const void *from, size_t n);
void *memset(void *to, int octet, size_t n);
#endif
";

fn source(name: &str, runtime: [&str; 2], code: Writer) -> String {
    let Called::These(called) = code.called() else { return String::new() };
    let features: Vec<&str> = called.iter().map(|helper| helper.feature).collect();
    joined(name, &features, &[runtime[0], FILTER, runtime[1]], &code.finish())
}

/// Returns a source file of these parts of the runtime, with these features, and code.
pub(crate) fn joined(name: &str, features: &[&str], runtime: &[&str], code: &str) -> String {
    let state = |feature: &str| if features.contains(&feature) { Symbol::Present } else { Symbol::Absent };
    let symbols: BTreeMap<String, Symbol> =
        FEATURES.iter().map(|feature| (format!("STUBC_{feature}"), state(feature))).collect();
    let mut resolver = Resolver::new(symbols);
    let parts: Vec<String> = runtime.iter().map(|text| resolver.resolve(text)).collect();
    let parts = parts.iter().map(String::as_str).chain([code]).map(str::trim_end);
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    format!("#include \"{name}.h\"\n{MEMORY}\n{}\n", parts.join("\n\n"))
}
