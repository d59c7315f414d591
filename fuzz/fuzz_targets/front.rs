//! Any text: parsed and checked. `cargo +nightly fuzz run front -- -dict=fuzz/asn1.dict`, with
//! the folders of `crates/idl-front/tests/ok` as a corpus.

#![no_main]

use idl_front::{FrontOptions, parse};
use libfuzzer_sys::fuzz_target;
use syntax_graph::SourceMap;
use syntax_graph::validate::check_incomplete;

fuzz_target!(|octets: &[u8]| {
    let mut sources = SourceMap::new();
    sources.add("fuzz.asn1", String::from_utf8_lossy(octets));
    let output = parse(&sources, &FrontOptions::default());
    let found = check_incomplete(&output.graph, &output.unresolved);
    std::hint::black_box((output, found));
});
