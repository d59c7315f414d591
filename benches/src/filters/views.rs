//! Views of random fields, compiled and run beside the values of these fields.

use super::{INPUT, run_program};
use crate::sanitizer;
use crate::subject::{Record, Subject};
use codegen::Rules;
use codegen::filter::view::{Kind, View};
use codegen::filter::{Form, Request};
use interp_runtime::{Codec, Random, json};
use num_bigint::BigInt;
use std::collections::BTreeSet;
use std::path::Path;
use syntax_graph::filter::meaning::{Part, part};
use syntax_graph::filter::{self, Filter, Test};
use syntax_graph::{Scalar, SourceMap, Span, SyntaxGraph, TypeId, TypeKind, Value};

/// A view with the root of its messages.
#[derive(Clone, Debug)]
pub struct Fields {
    /// The view.
    pub filter: Filter,
    /// The number of its root.
    pub root: usize,
}

/// Returns up to `count` views of random fields of the messages of a subject.
pub fn random(subject: &Subject, rules: Rules, codec: &Codec<'_>, count: usize) -> Vec<Fields> {
    random_on(subject, rules, codec, &subject.records(), count)
}

/// Returns up to `count` views of random fields of these messages, of which there is at least one.
pub fn random_on(
    subject: &Subject,
    rules: Rules,
    codec: &Codec<'_>,
    records: &[Record],
    count: usize,
) -> Vec<Fields> {
    let mut random = Random::new(7);
    let mut found = Vec::new();
    for _ in 0..count * 10 {
        if found.len() == count {
            break;
        }
        let record = &records[random.below(records.len() as u64) as usize];
        let ty = subject.roots[record.root];
        let Ok(decoded) = codec.decode(ty, &record.octets) else { continue };
        let mut all = Vec::new();
        scalars(&subject.graph, rules, (ty, &decoded.value), &mut Vec::new(), &mut all);
        let mut paths = BTreeSet::new();
        for _ in 0..1 + random.below(5) {
            paths.extend(all.get(random.below(all.len().max(1) as u64) as usize).cloned());
        }
        if !paths.is_empty() {
            let test = Test::Members(paths.into_iter().collect());
            found.push(Fields { filter: Filter { root: ty, test }, root: record.root });
        }
    }
    found
}

/// Returns the checked view of a text: a type and paths.
///
/// # Errors
/// The messages of all diagnostics.
pub fn checked(graph: &SyntaxGraph, text: &str) -> Result<Filter, String> {
    let mut sources = SourceMap::new();
    let mut place = |text: &str| Span::new(sources.add("view", text), 0, text.len());
    let (ty, paths) = text.split_once(": ").ok_or("a view is a type and paths")?;
    let (ty, paths) = (place(ty), paths.split(", ").map(&mut place).collect::<Vec<_>>());
    idl_front::filter::view(&sources, ty, &paths, graph).map_err(|errors| {
        let lines = errors.iter().map(|error| error.message.as_str());
        lines.collect::<Vec<_>>().join("\n")
    })
}

/// Collects the paths of the scalars that a view can hold.
fn scalars(
    graph: &SyntaxGraph,
    rules: Rules,
    (ty, value): (TypeId, &Value),
    path: &mut filter::Path,
    all: &mut Vec<filter::Path>,
) {
    let value = value.plain();
    let mut inner = |field, value: &Value| {
        path.push(field);
        scalars(graph, rules, (graph.fields[field].target, value), path, all);
        path.pop();
    };
    match (graph.kind(ty), value) {
        (TypeKind::Structure(_), Value::Structure(fields)) => {
            fields.iter().for_each(|(field, value)| inner(*field, value));
        }
        (TypeKind::Union(union), Value::Union(arm, value) | Value::Switch { arm, value, .. }) => {
            if let Some(discriminant) = &union.discriminant {
                inner(discriminant.field, &Value::Integer(BigInt::from(0)));
            }
            inner(*arm, value);
        }
        (TypeKind::Scalar(scalar), _) if !path.is_empty() && holds(rules, scalar) => all.push(path.clone()),
        _ => {}
    }
}

/// Returns whether a view holds such a scalar under these rules.
fn holds(rules: Rules, scalar: &Scalar) -> bool {
    let is_packed = matches!(rules, Rules::Uper | Rules::Aper | Rules::Oer | Rules::Coer);
    match scalar {
        Scalar::Real | Scalar::Float(_) | Scalar::Null => false,
        Scalar::Integer(integer) => integer.repr.machine().is_some() || !is_packed,
        Scalar::Boolean | Scalar::Enumerated(_) => true,
        _ => !matches!(rules, Rules::Uper | Rules::Aper),
    }
}

/// Writes the C of views and of the program that runs them, and builds it under sanitizers.
///
/// # Panics
/// A view cannot be emitted, or the C has an error or a warning.
pub fn build(subject: &Subject, rules: Rules, views: &[Fields], folder: &Path) {
    let table = write(subject, rules, views, folder);
    let program = PROGRAM.replace("/* views */\n", &table);
    for (name, text) in [("main.c", program.as_str()), ("input.h", INPUT)] {
        std::fs::write(folder.join(name), text).expect("the folder must be writable");
    }
    let flags = ["-std=c99", "-O1", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"];
    sanitizer::build(folder, &flags, &["views.c", "main.c"], "filters")
        .unwrap_or_else(|error| panic!("{}: {error}", subject.family.title()));
}

/// Writes the C of views, `views.h` and `views.c`. Returns the part of a program that lists them: for each view a function
/// that shows its members, and the table `views`.
///
/// # Panics
/// A view cannot be emitted, or the folder is not writable.
pub fn write(subject: &Subject, rules: Rules, views: &[Fields], folder: &Path) -> String {
    let names: Vec<String> = (0..views.len()).map(|number| format!("view_{number}")).collect();
    let request = |(view, name): (&'_ Fields, &'_ String)| (view.clone(), name.clone());
    let own: Vec<(Fields, String)> = views.iter().zip(&names).map(request).collect();
    let requests: Vec<Request<'_>> = own
        .iter()
        .map(|(view, name)| Request { name, text: "fields", filter: &view.filter, form: Form::Compiled })
        .collect();
    let files = codegen::filter::filters(&subject.graph, rules, "views", &[], &requests);
    let files = files.unwrap_or_else(|errors| panic!("{}: {errors:?}", subject.family.title()));
    let mut shows = String::new();
    let mut rows = String::new();
    for (view, name) in &own {
        let view_of = View::of(&subject.graph, &view.filter, name).expect("it is a view");
        shows.push_str(&show(&view_of));
        rows.push_str(&format!("    {{show_{name}, {}}},\n", view.root));
    }
    for (name, text) in &files.files {
        std::fs::write(folder.join(name), text).expect("the folder must be writable");
    }
    format!("{shows}\nstatic const struct view views[] = {{\n{rows}}};\n")
}

/// Returns the C function that prints a view.
fn show(view: &View) -> String {
    let name = &view.name;
    let mut text = format!(
        "static long show_{name}(const uint8_t *input, size_t length)\n{{\n    {name} view;\n    const ptrdiff_t done = {name}_view(&view, input, length);\n    if (done < 0) {{\n        return (long)done;\n    }}\n"
    );
    for member in &view.members {
        let own = format!("view.{}", member.name);
        let print = match member.kind {
            Kind::Truth => format!("show(\"%d\", (int){own});"),
            Kind::Number(repr) if repr.machine().is_some_and(|(_, is_signed)| is_signed) => {
                format!("show(\"%\" PRId64, (int64_t){own});")
            }
            Kind::Number(_) => format!("show(\"%\" PRIu64, (uint64_t){own});"),
            Kind::Bytes => format!("show_bytes({own}, {own}_length);"),
            Kind::Bits => format!("show_bits({own}, {own}_bits);"),
        };
        let print = match member.may_be_absent {
            true => format!("if (view.has_{}) {{ {print} }}", member.name),
            false => print,
        };
        text.push_str(&format!("    {print}\n    show(\";\");\n"));
    }
    text.push_str("    return (long)done;\n}\n\n");
    text
}

/// Compares what views show with the values that the codec decodes. `may_be_other` returns whether a message of this
/// value may be left to decoders. Returns the numbers of views that agree, and of those left.
///
/// # Errors
/// The first difference.
pub fn compare(
    subject: &Subject,
    codec: &Codec<'_>,
    views: &[Fields],
    records: &[Record],
    folder: &Path,
    may_be_other: &dyn Fn(&Record, &Value) -> bool,
) -> Result<(usize, usize), String> {
    let answers = run_program(folder, records, records.len() / 5 + 1);
    if answers.len() != records.len() {
        return Err(format!("{} messages have {} lines", records.len(), answers.len()));
    }
    let (mut agreed, mut other) = (0, 0);
    for (record, line) in records.iter().zip(&answers) {
        let Ok(decoded) = codec.decode(subject.roots[record.root], &record.octets) else { continue };
        let own = views.iter().filter(|view| view.root == record.root);
        for (view, answer) in own.zip(line.split('|')) {
            let wanted = format!("{}:{}", decoded.length, shown(&subject.graph, view, &decoded.value));
            if answer == wanted {
                agreed += 1;
            } else if answer == "O"
                && (may_be_other(record, &decoded.value) || has_unknown(&subject.graph, view, &decoded.value))
            {
                other += 1;
            } else {
                return Err(format!("{}: {:?}: {answer}, and not {wanted}", record.title, view.filter.test));
            }
        }
    }
    Ok((agreed, other))
}

/// Returns whether a member is an item of an ENUMERATED that the specification does not know.
fn has_unknown(graph: &SyntaxGraph, view: &Fields, value: &Value) -> bool {
    let Test::Members(paths) = &view.filter.test else { return false };
    paths.iter().any(|path| {
        let field = path.last().map(|field| graph.resolve(graph.fields[*field].target));
        let known = field.and_then(|ty| match graph.scalar(ty) {
            Some(Scalar::Enumerated(known)) => Some(known),
            _ => None,
        });
        match (known, part(graph, path, value)) {
            (Some(known), Some(Part::Value(Value::Integer(number)))) => {
                known.items.iter().all(|(_, item)| item != number)
            }
            _ => false,
        }
    })
}

/// Returns the text of a view's members.
fn shown(graph: &SyntaxGraph, view: &Fields, value: &Value) -> String {
    let own = View::of(graph, &view.filter, "view").expect("it is a view");
    let Test::Members(paths) = &view.filter.test else { return String::new() };
    let mut text = String::new();
    for (path, member) in paths.iter().zip(&own.members) {
        match (part(graph, path, value), member.kind) {
            (None, _) => {}
            (Some(Part::Discriminant(number)), _) => text.push_str(&number.to_string()),
            (Some(Part::Value(Value::Boolean(value))), _) => text.push_str(if *value { "1" } else { "0" }),
            (Some(Part::Value(Value::Integer(number))), Kind::Bytes) => {
                text.push_str(&json::hex(&number.to_signed_bytes_be()).to_lowercase());
            }
            (Some(Part::Value(Value::Integer(number))), _) => text.push_str(&number.to_string()),
            (Some(Part::Value(Value::Bits { octets, length })), _) => {
                let bit = |at: &u64| octets[(at / 8) as usize] & (0x80 >> (at % 8)) != 0;
                text.extend((0..*length).map(|at| if bit(&at) { '1' } else { '0' }));
            }
            (Some(Part::Value(Value::Octets(octets) | Value::Chars(octets) | Value::Oid(octets))), _) => {
                text.push_str(&json::hex(octets).to_lowercase());
            }
            (Some(Part::Value(_)), _) => text.push('?'),
        }
        text.push(';');
    }
    text
}

/// The program: reads messages, each behind its root and length, and prints a line of views for each.
const PROGRAM: &str = include_str!("views.c");
