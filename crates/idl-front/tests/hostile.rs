//! No input makes the front end panic, overflow the stack or take long.

#[path = "support/mangle.rs"]
mod mangle;

use idl_front::{FrontOptions, FrontOutput, parse};
use mangle::{cases, edits, mangle};
use proptest::prelude::*;
use std::time::{Duration, Instant};
use syntax_graph::SourceMap;

fn compile(text: &str) -> FrontOutput {
    let mut sources = SourceMap::new();
    sources.add("hostile.asn1", text);
    let start = Instant::now();
    let output = parse(&sources, &FrontOptions::default());
    let taken = start.elapsed();
    assert!(taken < Duration::from_secs(60), "expected less than 60 s, took {taken:?}");
    output
}

fn module(body: &str) -> String {
    format!("M DEFINITIONS AUTOMATIC TAGS ::= BEGIN\n{body}\nEND\n")
}

fn has(output: &FrontOutput, code: &str) -> bool {
    output.diagnostics.iter().any(|diagnostic| diagnostic.code == code)
}

#[test]
fn nesting_is_bounded() {
    let deep = [
        ("{".repeat(10_000), "}".repeat(10_000)),
        ("SEQUENCE { a ".repeat(10_000), "INTEGER ".to_owned() + &"}".repeat(10_000)),
        ("SEQUENCE OF ".repeat(10_000), "INTEGER".to_owned()),
        ("SET SIZE(1) OF ".repeat(10_000), "INTEGER".to_owned()),
        ("[1] ".repeat(10_000), "INTEGER".to_owned()),
        ("a < ".repeat(10_000), "A".to_owned()),
        ("INTEGER (".to_owned() + &"(".repeat(10_000), "1".to_owned() + &")".repeat(10_001)),
        ("INTEGER ".to_owned() + &"(SIZE (FROM ".repeat(5_000), "1".to_owned() + &")".repeat(10_000)),
        ("INTEGER (1 ".to_owned() + &"EXCEPT (ALL EXCEPT (1 ".repeat(5_000), ")".repeat(10_001)),
        ("A {".repeat(10_000), "INTEGER".to_owned() + &"}".repeat(10_000)),
        ("CLASS {} WITH SYNTAX {".to_owned() + &"[".repeat(10_000), "]".repeat(10_000) + "}"),
        ("INTEGER (".to_owned() + &"a:".repeat(10_000), "1)".to_owned()),
        ("INTEGER (".to_owned() + &"NULL:".repeat(10_000), "1)".to_owned()),
        ("INTEGER (CONTAINING ".to_owned() + &"CONTAINING ".repeat(10_000), "1)".to_owned()),
        ("INTEGER (INCLUDES ".to_owned() + &"A (INCLUDES ".repeat(10_000), ")".repeat(10_001)),
    ];
    for (open, close) in deep {
        for text in
            [format!("A ::= {open}{close}"), format!("A ::= {open}"), format!("a A ::= {open}{close}")]
        {
            compile(&module(&text));
        }
    }
    compile(&"/*".repeat(100_000));
    compile(&module(&format!("a SEQUENCE OF NULL ::= {}{}", "{".repeat(10_000), "}".repeat(10_000))));
}

#[test]
fn values_nest_in_bounds() {
    let body = format!(
        "T ::= SEQUENCE OF T\nU ::= SEQUENCE {{ t T DEFAULT {}{} }}",
        "{".repeat(5_000),
        "}".repeat(5_000)
    );
    compile(&module(&body));
}

#[test]
fn definitions_by_themselves_end() {
    for body in [
        "A ::= A",
        "A ::= B B ::= A",
        "A ::= INTEGER (A)",
        "A ::= INTEGER (B) B ::= INTEGER (A)",
        "a INTEGER ::= a",
        "a INTEGER ::= b b INTEGER ::= a A ::= INTEGER (0..a)",
        "a OBJECT IDENTIFIER ::= {a 1}",
        "A ::= SEQUENCE { COMPONENTS OF A }",
        "A ::= SEQUENCE { COMPONENTS OF A, COMPONENTS OF A, COMPONENTS OF A }",
        "A ::= a < A",
        "A ::= CHOICE { a a < A }",
        "A ::= SEQUENCE { a A }",
        "A ::= SEQUENCE OF A",
        "C ::= C c C ::= {} S C ::= {c}",
        "C ::= CLASS { &T } S C ::= {S} A ::= C.&T ({S})",
        "C ::= CLASS { &id INTEGER UNIQUE, &T } S C ::= {S2 | S2} S2 C ::= {S | S, ...} A ::= SEQUENCE { a C.&id({S}), b C.&T({S}{@a}) }",
        "C ::= CLASS { &c C } c C ::= {&c c} A ::= c.&c.&c.&T",
        "A {T} ::= SEQUENCE { a A {T} OPTIONAL, t T } B ::= A {INTEGER}",
        "s PrintableString ::= {s, s} A ::= PrintableString (FROM (s))",
        "e ENUMERATED {a} ::= e",
        "A ::= INSTANCE OF A",
        "A ::= SEQUENCE { a [a] INTEGER } a INTEGER ::= 99999999999999999999",
        "A ::= REAL (0..1) a REAL ::= 1E99999999999999999999",
        "A ::= BIT STRING {a(999999999999999)} a A ::= {a}",
        "A ::= OCTET STRING (SIZE (-5..99999999999999999999999))",
    ] {
        compile(&module(body));
    }
}

#[test]
fn instantiation_ends() {
    let endless = compile(&module("A {T} ::= SEQUENCE { a A {SEQUENCE {t T}} OPTIONAL } B ::= A {INTEGER}"));
    assert!(has(&endless, "endless-instantiation"), "{:?}", endless.diagnostics);
    let doubling: String =
        (0..40).map(|n| format!("A{n} {{T}} ::= A{} {{SEQUENCE {{a T, b T}}}}\n", n + 1)).collect();
    compile(&module(&(doubling + "A40 {T} ::= SEQUENCE { t T } B ::= A0 {INTEGER}")));
    let fields: String = (0..40)
        .map(|n| format!("A{n} ::= SEQUENCE {{COMPONENTS OF A{0}, COMPONENTS OF A{0}}}\n", n + 1))
        .collect();
    compile(&module(&(fields + "A40 ::= SEQUENCE { t NULL }")));
    let sets: String = (0..40).map(|n| format!("S{n} C ::= {{S{0} | S{0}}}\n", n + 1)).collect();
    compile(&module(&(sets + "C ::= CLASS {&T} S40 C ::= {...}")));
    let ranges: String = (0..60).map(|n| format!("R{n} ::= INTEGER (R{0} | R{0})\n", n + 1)).collect();
    compile(&module(&(ranges + "R60 ::= INTEGER (0..1)")));
}

#[test]
fn long_parameters_are_no_endless_ones() {
    let objects: Vec<String> = (0..2_000).map(|n| format!("{{&id {n}, &T OCTET STRING}}")).collect();
    let output = compile(&module(&format!(
        "C ::= CLASS {{&id INTEGER UNIQUE, &T}}
        Inner {{C:Set}} ::= SEQUENCE {{ id C.&id ({{Set}}), value C.&T ({{Set}}{{@id}}) }}
        Outer {{C:Set}} ::= SEQUENCE {{ one Inner {{{{Set}}}}, two Inner {{{{Set | {{&id 5000, &T NULL}}}}}} }}
        A ::= Outer {{{{{}}}}}",
        objects.join(" | ")
    )));
    assert!(output.diagnostics.is_empty(), "{:?}", output.diagnostics);
}

#[test]
fn time_grows_with_the_text() {
    let many: String = (0..50_000)
        .map(|n| format!("T{n} ::= SEQUENCE {{ a INTEGER (0..{n}), t T{} OPTIONAL }}\n", n / 2))
        .collect();
    assert_eq!(compile(&module(&many)).graph.definitions("T49999").len(), 1);
    let chain: String = (0..20_000).map(|n| format!("T{n} ::= T{}\n", n + 1)).collect();
    compile(&module(&(chain + "T20000 ::= INTEGER")));
    let values: String = (0..20_000).map(|n| format!("t{n} INTEGER ::= t{}\n", n + 1)).collect();
    compile(&module(&(values + "t20000 INTEGER ::= 1")));
    let line =
        format!("A ::= ENUMERATED {{ {} z }}", (0..100_000).map(|n| format!("e{n}, ")).collect::<String>());
    compile(&module(&line));
    let bytes: String = "A ::= @ # % ' \" \u{1F600} ".repeat(50_000);
    compile(&bytes);
    compile(&"{".repeat(1_000_000));
    compile(&"A ::= ".repeat(200_000));
    compile(&module(&"a ".repeat(200_000)));
}

#[test]
fn ten_megabytes_of_one_line_are_survived() {
    const LENGTH: usize = 10_000_000;
    let fill = |piece: &str| piece.repeat(LENGTH / piece.len());
    compile(&module(&format!("-- {}", fill("a"))));
    compile(&module(&format!("a UTF8String ::= \"{}\"", fill("b"))));
    compile(&module(&format!("A ::= {}", fill("c"))));
    compile(&module(&format!("a INTEGER ::= {}", "9".repeat(100_000))));
    compile(&module(&format!("A ::= PrintableString (PATTERN \"{}\")", "(a|b)*".repeat(100_000))));
    compile(&module(&format!("A ::= TIME (SETTINGS \"{}\")", "Basic=Date ".repeat(100_000))));
}

/// Values of one type with a long pattern: it is translated for each, in bounds.
#[test]
fn values_of_patterns_take_their_time_once() {
    let values: String = (0..2_000).map(|n| format!("v{n} P ::= \"{n}\"\n")).collect();
    let output =
        compile(&module(&format!("P ::= UTF8String (PATTERN \"\\d#(1,5)\")\n{values}w P ::= \"x\"")));
    assert_eq!(output.diagnostics.iter().filter(|diagnostic| diagnostic.code == "value-outside").count(), 1);
}

/// What constraints amount to is looked at by many: it takes steps in proportion, however types contain each other. (Followed
/// to the end, the first text takes two to the sixtieth.)
#[test]
fn types_that_contain_each_other_are_looked_into_in_bounds() {
    let doubled: String = (0..60).map(|n| format!("R{n} ::= INTEGER (R{0} | R{0})\n", n + 1)).collect();
    let strings: String =
        (0..60).map(|n| format!("R{n} ::= IA5String (FROM (R{0}) ^ R{0})\n", n + 1)).collect();
    let crossed: String = (0..40)
        .map(|n| {
            format!("R{n} ::= INTEGER (R{} | R{} EXCEPT R{})\n", (n + 1) % 40, (n * 7 + 3) % 40, (n + 2) % 40)
        })
        .collect();
    for text in [
        doubled + "R60 ::= INTEGER (0..1)",
        strings + "R60 ::= IA5String (SIZE (1))",
        crossed + "S ::= SEQUENCE { a R0 (R1) DEFAULT 5, b SEQUENCE OF R2 (R3) } s INTEGER (R0) ::= 5",
    ] {
        let graph = compile(&module(&text)).graph;
        for ty in graph.types.ids() {
            graph.check(ty);
        }
        for field in graph.fields.ids() {
            graph.check_in(field);
        }
    }
}

/// A text with all that the grammar knows, to be mangled. Real specifications are not part of the repository.
fn seeds() -> &'static [String] {
    static SEEDS: std::sync::OnceLock<Vec<String>> = std::sync::OnceLock::new();
    SEEDS.get_or_init(read_seeds)
}

fn read_seeds() -> Vec<String> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ok");
    let mut files = test_needs::files_below(folder, "asn1");
    let shared = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/specs/asn1");
    for family in ["ldap", "x400", "z3950", "snmp-smiv2", "pkix", "its-cam"] {
        files.extend(
            std::fs::read_dir(shared.join(family)).into_iter().flatten().flatten().map(|entry| entry.path()),
        );
    }
    files.retain(|path| {
        path.extension().is_some_and(|extension| extension.to_string_lossy().starts_with("asn"))
    });
    files.sort();
    let read = |path: &std::path::PathBuf| {
        std::fs::read(path).map(|octets| String::from_utf8_lossy(&octets).into_owned())
    };
    files.iter().filter_map(|path| read(path).ok()).filter(|text| text.len() < 40_000).collect()
}

/// What ends a piece of a text, beside blanks.
const ENDS: &[char] = &['{', '}', '(', ')', ',', '[', ']', ':', '|', '@', '.', '&'];

/// A value that no alternative fits, of unions that hold themselves and each other without names.
#[test]
fn values_of_unions_that_hold_themselves_end() {
    compile(&module("A ::= CHOICE { A, A, b [0] A DEFAULT '0F'H }"));
    let chain: String = (0..40).map(|i| format!("T{i} ::= CHOICE {{ T{0}, T{0} }} ", i + 1)).collect();
    compile(&module(&format!("{chain} T40 ::= CHOICE {{ a INTEGER, T0 }} v T0 ::= '0F'H")));
}

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
        "A", "a", "::=", "{", "}", "(", ")", "[", "]", ",", "...", "..", "SEQUENCE", "CHOICE", "OF", "INTEGER", "CLASS",
        "&Id", "&id", "WITH", "SYNTAX", "SIZE", "|", "@", ".", ":", "1", "-", "\"x\"", "'00'B", "END", "BEGIN", "IMPORTS",
        "FROM", ";", "DEFAULT", "OPTIONAL", "COMPONENTS", "MACRO", "NULL", "<", "ANY", "DEFINED", "BY", "!",
    ]), 0..120)) {
        compile(&text);
        compile(&module(&text));
        compile(&module(&tokens.join(" ")));
        compile(&module(&format!("A ::= {}", tokens.join(" "))));
    }
}
