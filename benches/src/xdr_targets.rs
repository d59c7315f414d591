//! Instructions of XDR's arrays of integers on the targets of QEMU's user emulation: arrays of the counted and of the fixed
//! kind, interpreted and compiled.

use crate::calibration::counted::counted;
use crate::calibration::emulated::{self, Place};
use crate::calibration::target::Target;
use crate::family::compile;
use crate::plans;
use crate::stubs::build_around;
use crate::subject::Record;
use codegen::{Model, Options, Root, Rules, Techniques};
use std::fmt::Write;
use std::path::Path;
use syntax_graph::ValidGraph;

/// The targets.
pub const TARGETS: [&str; 2] = ["cortex-m4", "rv32imac"];
/// Numbers of integers, those of the tables for x86-64.
pub const LENGTHS: [usize; 6] = [20, 100, 250, 500, 1000, 2000];

/// An array on one target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// Whether the specification has the number of integers.
    pub is_fixed: bool,
    /// The number of integers.
    pub length: usize,
    /// Instructions when interpreted, decode and encode.
    pub interpreted: [u64; 2],
    /// Instructions when compiled, decode and encode.
    pub compiled: [u64; 2],
}

/// Counts arrays of these lengths, first the counted ones, then the fixed ones.
///
/// # Errors
/// The output of the compiler, the emulator or the stubs.
pub fn rows(target: &Target, lengths: &[usize]) -> Result<Vec<Row>, String> {
    let kinds = [false, true].into_iter().flat_map(|is_fixed| lengths.iter().map(move |n| (is_fixed, *n)));
    let kinds: Vec<(bool, usize)> = kinds.collect();
    let names: Vec<String> = kinds.iter().map(|&(is_fixed, n)| name(is_fixed, n)).collect();
    let mut roots: Vec<&str> = names.iter().map(String::as_str).collect();
    roots.dedup();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("xdr/arrays.x");
    let graph = compile(&[file], &roots, &[], true)?;
    let records: Vec<Record> = kinds
        .iter()
        .zip(&names)
        .map(|(&(is_fixed, length), name)| Record {
            root: roots.iter().position(|root| root == name).unwrap_or_default(),
            octets: message(is_fixed, length),
            title: name.clone(),
        })
        .collect();
    let [interpreted, compiled] =
        [plans::interpreted, plans::inlined].map(|plan| counts(target, &graph, &roots, &records, plan));
    let (interpreted, compiled) = (interpreted?, compiled?);
    let rows = kinds.iter().zip(interpreted.iter().zip(&compiled));
    let row =
        |(&(is_fixed, length), (&interpreted, &compiled))| Row { is_fixed, length, interpreted, compiled };
    Ok(rows.map(row).collect())
}

fn name(is_fixed: bool, length: usize) -> String {
    if is_fixed { format!("fixed_{length}") } else { "integers".to_owned() }
}

/// Returns the encoding of an array (RFC 4506, 4.12 and 4.13).
fn message(is_fixed: bool, length: usize) -> Vec<u8> {
    let count = (!is_fixed).then_some(length as u32);
    let integers = (0..length as u32).map(|number| number.wrapping_mul(2_654_435_761));
    count.into_iter().chain(integers).flat_map(u32::to_be_bytes).collect()
}

fn counts(
    target: &Target,
    graph: &ValidGraph,
    roots: &[&str],
    records: &[Record],
    plan: fn(&Model<'_>) -> Techniques,
) -> Result<Vec<[u64; 2]>, String> {
    let types = roots.iter().flat_map(|root| graph.definitions(root)).map(Root::both_ways).collect();
    let model = Model::build(graph, Options::new("arrays", Rules::Xdr, types))
        .map_err(|errors| errors.iter().map(|error| error.message.clone()).collect::<Vec<_>>().join("\n"))?;
    let main = emulated::harness(&model, Place::Start);
    let flags: Vec<&str> =
        target.cflags.iter().map(|flag| if *flag == "-Os" { "-O2" } else { flag }).collect();
    let program = build_around(&model, &plan(&model), target.cc, &flags, &main, target.link)?;
    counted(target, &program, records)
}

/// Returns the table of one target.
pub fn table(target: &Target, rows: &[Row]) -> String {
    let mut out = format!("{}:\n\n", target.title().replace("-Os", "-O2"));
    out += "| array | integers | encode: interpreted | compiled | an element | decode: interpreted | compiled | an element |\n";
    out += "|---|---:|---:|---:|---:|---:|---:|---:|\n";
    for &Row { is_fixed, length, interpreted, compiled } in rows {
        let kind = if is_fixed { "fixed" } else { "counted" };
        let _ = write!(out, "| {kind} | {length} |");
        for way in [1, 0] {
            let each = compiled[way] as f64 / length as f64;
            let _ = write!(out, " {} | {} | {each:.2} |", interpreted[way], compiled[way]);
        }
        out.push('\n');
    }
    out
}
