//! Prints the graph of the files given, and what the front end finds in them: `cargo run -p idl-front --example check -- a.asn b.asn`.

#![allow(clippy::print_stdout, reason = "an example prints")]

#[path = "../tests/support/mod.rs"]
mod support;

use idl_front::{FrontOptions, parse};
use syntax_graph::SourceMap;

fn main() {
    let mut sources = SourceMap::new();
    for name in std::env::args().skip(1) {
        match std::fs::read(&name) {
            Ok(octets) => {
                sources.add(name, String::from_utf8_lossy(&octets));
            }
            Err(error) => println!("{name}: {error}"),
        }
    }
    let output = parse(&sources, &FrontOptions::default());
    for diagnostic in &output.diagnostics {
        let place = diagnostic.labels.first().map_or(String::new(), |label| {
            let (line, column) = sources.line_column(label.span);
            format!("{}:{line}:{column}: ", sources.file(label.span.file).name)
        });
        println!("{place}{:?} [{}] {}", diagnostic.severity, diagnostic.code, diagnostic.message);
    }
    let graph = &output.graph;
    print!("{}", support::render(graph));
    println!(
        "{} types, {} fields, {} constants",
        graph.types.len(),
        graph.fields.len(),
        graph.constants.len()
    );
}
