//! Each octet is a token of ASN.1, in a module: past the lexer at once. `cargo +nightly fuzz run front_tokens`.

#![no_main]

use idl_front::{FrontOptions, parse};
use libfuzzer_sys::fuzz_target;
use syntax_graph::SourceMap;
use syntax_graph::validate::check_incomplete;

const TOKENS: &str = include_str!("../asn1.dict");

fuzz_target!(|octets: &[u8]| {
    let tokens: Vec<String> = TOKENS
        .lines()
        .filter_map(|line| line.strip_prefix('"')?.strip_suffix('"'))
        .map(|word| word.replace("\\\"", "\""))
        .collect();
    let mut text = "M DEFINITIONS AUTOMATIC TAGS ::= BEGIN\n".to_owned();
    for octet in octets {
        text.push_str(&tokens[usize::from(*octet) % tokens.len()]);
        text.push(' ');
    }
    text.push_str("\nEND\n");
    let mut sources = SourceMap::new();
    sources.add("fuzz.asn1", text);
    let output = parse(&sources, &FrontOptions::default());
    std::hint::black_box(check_incomplete(&output.graph, &output.unresolved));
});
