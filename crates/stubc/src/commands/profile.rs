//! `profile`: field frequencies, measured from captured messages.

use super::message::codec;
use super::{Job, Stop};
use crate::args::ProfileArgs;
use crate::files;
use std::collections::BTreeMap;
use std::fmt::Write;
use stubc::{RootRequest, front, roots};
use syntax_graph::{FieldId, SyntaxGraph, TypeId, TypeKind, Value};

/// Decodes all messages and counts.
pub fn run(job: &mut Job, args: &ProfileArgs) -> Result<(), Stop> {
    if job.settings.roots.is_empty() {
        job.settings.roots.push(RootRequest { name: args.ty.clone(), decode: true, encode: true });
    }
    let specification = front::specification(&job.settings).map_err(|error| job.failed(&error))?;
    let graph = &specification.graph;
    let ty = roots::find(graph, &args.ty)
        .map_err(|(message, hint)| job.unknown_type(&message, hint.as_deref()))?;
    let codec = codec(job, &specification);
    let mut counts = Counts::default();
    let (mut read, mut refused) = (0_u64, 0_u64);
    for file in files::message_files(&args.messages).map_err(|message| job.input_error(&message))? {
        let octets = files::read_octets(&file).map_err(|message| job.input_error(&message))?;
        match codec.decode_exact(ty, &octets) {
            Ok(value) => {
                read += 1;
                counts.value(graph, ty, &value);
            }
            Err(error) => {
                refused += 1;
                job.renderer.line(&format!("warning: {} is left out: {error}", file.display()));
            }
        }
    }
    if read == 0 {
        return Err(job.input_error("no message could be decoded: there is nothing to measure"));
    }
    let mut out = format!("# Measured from {read} messages of {}", graph.type_path(ty));
    if refused > 0 {
        let _ = write!(out, "; {refused} were refused");
    }
    out.push_str(".\n[frequency]\n");
    for (field, path) in counts.fields(graph) {
        let owners = counts.types[&graph.fields[field].owner];
        let seen = counts.fields.get(&field).copied().unwrap_or(0);
        let _ = writeln!(out, "\"{path}\" = {:.6}", seen as f64 / owners as f64);
    }
    job.deliver(&out)
}

/// Occurrences.
#[derive(Default)]
struct Counts {
    types: BTreeMap<TypeId, u64>,
    fields: BTreeMap<FieldId, u64>,
}

impl Counts {
    fn value(&mut self, graph: &SyntaxGraph, ty: TypeId, value: &Value) {
        let mut open = vec![(graph.resolve(ty), value)];
        while let Some((ty, value)) = open.pop() {
            match (&graph.types[ty].kind, value) {
                (TypeKind::Structure(_), Value::Structure(values)) => {
                    *self.types.entry(ty).or_default() += 1;
                    for (field, value) in values {
                        // A default that a decoder fills in was not in the message: it cost nothing.
                        if graph.default_value(*field) != Some(value) {
                            *self.fields.entry(*field).or_default() += 1;
                            open.push((graph.resolve(graph.fields[*field].target), value));
                        }
                    }
                }
                (TypeKind::Union(_), Value::Union(field, value)) => {
                    *self.types.entry(ty).or_default() += 1;
                    *self.fields.entry(*field).or_default() += 1;
                    open.push((graph.resolve(graph.fields[*field].target), value));
                }
                (TypeKind::Array(array), Value::Array(values)) => {
                    *self.types.entry(ty).or_default() += 1;
                    *self.fields.entry(array.element).or_default() += values.len() as u64;
                    let target = graph.resolve(graph.fields[array.element].target);
                    open.extend(values.iter().map(|value| (target, value)));
                }
                _ => {}
            }
        }
    }

    /// All fields of the types that were met, with their paths.
    fn fields<'g>(&'g self, graph: &'g SyntaxGraph) -> impl Iterator<Item = (FieldId, String)> + 'g {
        let of_type = |ty: &TypeId| graph.fields_of(*ty).to_vec();
        self.types.keys().flat_map(of_type).map(|field| (field, graph.field_path(field)))
    }
}
