//! No input makes the XDR front end panic, overflow the stack or take long.

#[path = "support/mangle.rs"]
mod mangle;

use idl_front::{FrontOptions, FrontOutput, parse};
use mangle::{cases, edits, mangle};
use proptest::prelude::*;
use std::time::{Duration, Instant};
use syntax_graph::SourceMap;
use syntax_graph::validate::validate;

fn compile(text: &str) -> FrontOutput {
    let mut sources = SourceMap::new();
    sources.add("hostile.x", text);
    let start = Instant::now();
    let output = parse(&sources, &FrontOptions::default());
    if output.is_ok() {
        // What is complete is also fit for validation and the dump.
        let _ = syntax_graph::dump::dump(&output.graph);
        let _ = validate(output.graph.clone());
    }
    let taken = start.elapsed();
    assert!(taken < Duration::from_secs(60), "expected less than 60 s, took {taken:?}");
    output
}

fn has(output: &FrontOutput, code: &str) -> bool {
    output.diagnostics.iter().any(|diagnostic| diagnostic.code == code)
}

#[test]
fn nesting_is_bounded() {
    for (open, close) in [
        ("struct { ".repeat(10_000), "int a;".to_owned() + &"} b;".repeat(10_000)),
        ("union switch (int a) { case 1: ".repeat(10_000), "int b;".to_owned() + &"} c;".repeat(10_000)),
        ("(".repeat(10_000), ")".repeat(10_000)),
        ("{".repeat(10_000), "}".repeat(10_000)),
        ("namespace n {".repeat(10_000), "}".repeat(10_000)),
    ] {
        compile(&format!("struct s {{ {open}{close} }};"));
        compile(&format!("{open}{close}"));
        compile(&format!("struct s {{ {open}"));
    }
    compile(&format!("#if {}1{}\n#endif", "(".repeat(10_000), ")".repeat(10_000)));
    compile(&format!("#if {}1\n#endif", "!".repeat(10_000)));
    compile(&"#if 1\n".repeat(100_000));
    compile(&"/*".repeat(100_000));
    compile("#include \"hostile.x\"\nstruct s { int a; };");
}

#[test]
fn expansion_is_bounded() {
    let doubling: String = (0..40).map(|n| format!("#define M{n} M{0} M{0}\n", n + 1)).collect();
    assert!(has(&compile(&(doubling + "#define M40 int\nstruct s { M0 };")), "macro"));
    assert!(has(&compile("#define A B\n#define B A\nstruct s { A x; };"), "macro"));
}

#[test]
fn definitions_by_themselves_end() {
    for text in [
        "typedef a a;",
        "typedef a b; typedef b a;",
        "typedef a *a;",
        "typedef a *b; typedef b *a;",
        "typedef a a2<>; typedef a2 a;",
        "struct a { a b; };",
        "struct a { a *b; };",
        "struct a { int x; b y; }; typedef a *b;",
        "struct a { int x; b *y; }; typedef a b;",
        "struct a { int x; c y; }; typedef b *c; typedef a b;",
        "union u switch (u x) { case 1: int a; };",
        "typedef v u; union v switch (u x) { case 1: int a; };",
        "union u switch (bool x) { case TRUE: u a; case FALSE: void; };",
        "const A = A;",
        "enum e { A = B, B };",
        "struct s { s t[2]; };",
        "program p { version v { p q(v) = p; } = v; } = p;",
    ] {
        compile(text);
    }
}

#[test]
fn time_grows_with_the_text() {
    let many: String = (0..30_000)
        .map(|n| format!("struct T{n} {{ int a; T{} *t; enum {{ E{n} }} e; }};\n", n / 2))
        .collect();
    assert_eq!(compile(&many).graph.definitions("T9999").len(), 1);
    let chain: String = (0..5_000).map(|n| format!("typedef T{} T{n};\n", n + 1)).collect();
    compile(&(chain + "typedef int T5000;"));
    let values: String = (0..50_000).map(|n| format!("const C{n} = C{};\n", n + 1)).collect();
    compile(&(values + "const C50000 = 1;"));
    let items: String = (0..100_000).map(|n| format!("e{n}, ")).collect();
    compile(&format!("enum e {{ {items} z }};"));
    let cases: String = (0..4_000).map(|n| format!("case {n}: int a{n};")).collect();
    compile(&format!("union u switch (int x) {{ {cases} }};"));
    let fields: String = (0..50_000).map(|n| format!("int a{n};")).collect();
    compile(&format!("struct s {{ {fields} }};"));
    compile(&"struct s { int @ # % ' \" \u{1F600} ; };".repeat(20_000));
    compile(&"struct a ".repeat(100_000));
    compile(&"struct a { ".repeat(100_000));
    compile(&"const A = 1;".repeat(50_000));
    compile(&format!("const A = {};", "9".repeat(1_000_000)));
}

/// Texts with all that the grammar knows, to be mangled.
fn seeds() -> &'static [String] {
    static SEEDS: std::sync::OnceLock<Vec<String>> = std::sync::OnceLock::new();
    SEEDS.get_or_init(|| {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/xdr-ok");
        let files = test_needs::files_below(folder, "x");
        files.iter().filter_map(|path| std::fs::read_to_string(path).ok()).collect()
    })
}

/// What ends a piece of a text, beside blanks.
const ENDS: &[char] = &['{', '}', '(', ')', ',', '[', ']', ':', ';', '<', '>', '*', '='];

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn mangled_specifications_are_survived(
        pick in any::<prop::sample::Index>(),
        edits in edits(),
    ) {
        let seeds = seeds();
        prop_assume!(!seeds.is_empty());
        compile(&mangle(&seeds[pick.index(seeds.len())], ENDS, edits));
    }

    #[test]
    fn any_text_is_survived(text in "\\PC{0,200}", tokens in prop::collection::vec(prop::sample::select(vec![
        "a", "b", "struct", "union", "switch", "case", "default", "enum", "typedef", "const", "program", "version",
        "void", "int", "bool", "string", "opaque", "hyper", "unsigned", "{", "}", "(", ")", "[", "]", "<", ">", "*", ";",
        ":", ",", "=", "1", "-", "TRUE", "\n#define a", "\n#if", "\n#endif\n", "\n#include \"a.x\"\n", "\n%", "\"x\"", "'c'",
    ]), 0..120)) {
        compile(&text);
        compile(&tokens.join(" "));
        compile(&format!("struct s {{ {} }};", tokens.join(" ")));
    }
}
