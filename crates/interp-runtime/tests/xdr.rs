//! The codec under XDR: section 3 of `docs/semantics-xdr.md` type by type, and round trips of random values.

use idl_front::{FrontOptions, parse};
use interp_runtime::{Codec, Generator, Limits, Rules, json};
use syntax_graph::validate::validate;
use syntax_graph::{SourceMap, ValidGraph};

fn graph(text: &str) -> ValidGraph {
    let mut sources = SourceMap::new();
    sources.add("test.x", text);
    let output = parse(&sources, &FrontOptions::default());
    assert!(output.is_ok(), "the specification must have no errors: {:#?}", output.diagnostics);
    validate(output.graph).unwrap_or_else(|errors| panic!("the graph must pass validation: {errors:#?}"))
}

fn octets(hex: &str) -> Vec<u8> {
    let digits: Vec<u32> = hex.chars().filter_map(|digit| digit.to_digit(16)).collect();
    digits.chunks(2).map(|pair| (pair[0] << 4 | pair[1]) as u8).collect()
}

struct Checker {
    graph: ValidGraph,
    limits: Limits,
}

impl Checker {
    fn new(text: &str) -> Self {
        Self { graph: graph(text), limits: Limits::FRESH }
    }

    /// Returns the JSON of a message, or `CODE at OFFSET`.
    fn answer(&self, name: &str, hex: &str) -> String {
        let root = self.graph.definitions(name)[0];
        let codec = Codec::new(&self.graph, Rules::Xdr).with_limits(self.limits);
        let input = octets(hex);
        match codec.decode(root, &input) {
            Ok(decoded) => {
                let encoded = codec
                    .encode(root, &decoded.value)
                    .expect("the codec must encode the value that it decoded");
                assert_eq!(
                    encoded,
                    input[..decoded.length],
                    "{name}: {hex} must be encoded to the same octets"
                );
                json::to_json(&self.graph, root, &decoded.value).to_string()
            }
            Err(error) => format!("{} at {}", error.code, error.offset),
        }
    }

    #[track_caller]
    fn check(&self, name: &str, hex: &str, expected: &str) {
        assert_eq!(self.answer(name, hex), expected, "{name} {hex}");
    }
}

#[test]
fn the_example_of_rfc_4506() {
    let checker = Checker::new(
        "const MAXUSERNAME = 32; const MAXFILELEN = 65535; const MAXNAMELEN = 255;
         enum filekind { TEXT = 0, DATA = 1, EXEC = 2 };
         union filetype switch (filekind kind) {
         case TEXT: void;
         case DATA: string creator<MAXNAMELEN>;
         case EXEC: string interpretor<MAXNAMELEN>;
         };
         struct file {
           string filename<MAXNAMELEN>; filetype type; string owner<MAXUSERNAME>; opaque data<MAXFILELEN>;
         };",
    );
    // RFC 4506 section 7.
    checker.check(
        "file",
        "00000009 73696c6c 7970726f 67000000 00000002 00000004 6c697370 00000004 6a6f686e 00000006 28717569 74290000",
        r#"{"filename":"sillyprog","type":{"kind":"EXEC","interpretor":"lisp"},"owner":"john","data":"287175697429"}"#,
    );
}

#[test]
fn scalars_are_words() {
    let checker = Checker::new(
        "struct s { int a; unsigned int b; hyper c; unsigned hyper d; float e; double f; bool g; enum { X = 1 } h; };
         struct small { char a; unsigned char b; short c; };",
    );
    let whole =
        "ffffffff ffffffff fffffffffffffffe ffffffffffffffff 3f800000 bff0000000000000 00000001 00000001";
    checker.check(
        "s",
        whole,
        r#"{"a":-1,"b":4294967295,"c":-2,"d":18446744073709551615,"e":{"hex":"3F800000"},"f":{"hex":"BFF0000000000000"},"g":true,"h":"X"}"#,
    );
    // An enum takes unknown values, a bool does not.
    checker.check("small", "ffffff80 000000ff ffff8000", r#"{"a":-128,"b":255,"c":-32768}"#);
    checker.check("small", "00000080 000000ff ffff8000", "RANGE at 0");
    checker.check("small", "00000000 ffffffff ffff8000", "RANGE at 0");
    checker.check("s", &whole.replace("00000001 00000001", "00000002 00000001"), "BAD_VALUE at 0");
    assert!(
        checker.answer("s", &whole.replace("00000001 00000001", "00000001 ffffffff")).contains(r#""h":-1"#)
    );
    // The size is static: the end is reported before any error inside.
    checker.check("s", "ffffffff ffffffff", "TRUNCATED at 0");
}

/// XDR has no header: what is cut off has more words, and what has more than the limit is refused.
#[test]
fn messages_have_a_least_length_and_a_longest() {
    let checker = Checker::new("struct s { hyper a; string b<>; };");
    let root = checker.graph.definitions("s")[0];
    let whole = [[0; 8].as_slice(), &[0, 0, 0, 6], b"abcdef\0\0"].concat();
    let refused = |limit: Option<usize>, length: usize| {
        let limits = Limits { bytes: limit, ..Limits::FRESH };
        let codec = Codec::new(&checker.graph, Rules::Xdr).with_limits(limits);
        codec.decode(root, &whole[..length]).err().map(|error| (error.code.name(), error.needed))
    };
    for length in 0..whole.len() {
        let needed = if length < 12 { 12 } else { (length / 4 + 1) * 4 };
        assert_eq!(refused(None, length), Some(("TRUNCATED", Some(needed))), "{length}");
        assert_eq!(refused(Some(20), length), refused(None, length), "{length}");
        assert_eq!(refused(Some(11), length), Some(("LIMIT", None)), "{length}");
    }
    assert_eq!(refused(Some(20), 20), None);
    assert_eq!(refused(Some(19), 20), Some(("LIMIT", None)));
    assert_eq!(refused(Some(19), 15), Some(("TRUNCATED", Some(16))));
    assert_eq!(refused(Some(19), 16), Some(("LIMIT", None)));
}

#[test]
fn strings_are_padded() {
    let checker = Checker::new("struct s { opaque a[5]; string b<3>; opaque c<>; int d; };");
    let start = "0102030405000000 00000003 61626300 00000001 ff000000";
    checker.check("s", &format!("{start} 00000007"), r#"{"a":"0102030405","b":"abc","c":"FF","d":7}"#);
    checker.check("s", start, "TRUNCATED at 0");
    checker.check("s", "0102030405000000 00000004 61626364", "BAD_LENGTH at 0");
    checker.check("s", "0102030405000000 00000003 616263", "TRUNCATED at 0");
    checker.check("s", "0102030405000000 00000000 ffffffff 00000000", "TRUNCATED at 0");
}

#[test]
fn unions_choose_by_value() {
    let checker = Checker::new(
        "struct inner { int a; };
         union u switch (int d) { case 1: case 2: inner one; case 3: void; case 4: hyper big; };
         union v switch (bool d) { case TRUE: string s<>; case FALSE: void; };
         union w switch (unsigned d) { case 1: void; default: inner *p; };
         struct holder { int before; u choice; int behind; };",
    );
    checker.check("u", "00000002 00000005", r#"{"d":2,"one":{"a":5}}"#);
    checker.check("u", "00000003", r#"{"d":3}"#);
    checker.check("u", "00000005 00000005", "BAD_VALUE at 0");
    checker.check("u", "00000004 00000005", "TRUNCATED at 0");
    checker.check("v", "00000001 00000000", r#"{"d":true,"s":""}"#);
    checker.check("v", "00000002", "BAD_VALUE at 0");
    checker.check("w", "00000009 00000001 00000007", r#"{"d":9,"p":{"value":{"a":7}}}"#);
    checker.check("w", "00000009 00000000", r#"{"d":9,"p":{}}"#);
    checker.check("w", "00000009 00000002", "BAD_VALUE at 4");
    checker.check("holder", "00000001 00000009", "BAD_VALUE at 4");
    checker.check("holder", "00000001 00000001 00000001", "TRUNCATED at 0");
}

#[test]
fn arrays_are_counted() {
    let mut checker = Checker::new(
        "struct p { int x; bool y; }; typedef p many<3>; typedef p two[2]; typedef string names<>; typedef names all<2>;
         struct holder { many m; int behind; };",
    );
    checker.check("many", "00000001 00000005 00000001", r#"[{"x":5,"y":true}]"#);
    checker.check("many", "00000004", "BAD_LENGTH at 0");
    checker.check("many", "00000002 00000005 00000001", "TRUNCATED at 0");
    checker.check("many", "00000002 00000005 00000001 00000005 00000002", "BAD_VALUE at 12");
    checker.check("two", "00000005 00000001 00000005 00000000", r#"[{"x":5,"y":true},{"x":5,"y":false}]"#);
    checker.check("two", "00000005 00000001 00000005", "TRUNCATED at 0");
    checker.check("all", "00000002 00000000 00000001 61000000", r#"["","a"]"#);
    checker.check("all", "00000002 00000004 61626364", "TRUNCATED at 12");
    checker.check("all", "00000002 00000004", "TRUNCATED at 0");
    checker.check("all", "00000002 00000001 61000000", "TRUNCATED at 12");
    checker.check("holder", "00000000", "TRUNCATED at 0");
    checker.limits.elements = 1;
    checker.check("many", "00000002 00000005 00000001", "LIMIT at 0");
}

#[test]
fn optional_data_and_lists() {
    let mut checker = Checker::new(
        "struct entry { int v; entry *next; }; struct named { string n<>; named *next; };
         struct dir { entry *entries; bool eof; }; typedef named *names;
         struct opt { int *a; int b; };
         struct tree { tree *left; int v; };",
    );
    checker.check(
        "dir",
        "00000001 00000007 00000001 00000008 00000000 00000001",
        r#"{"entries":[{"v":7},{"v":8}],"eof":true}"#,
    );
    checker.check("dir", "00000001 00000007", "TRUNCATED at 4");
    checker.check("dir", "00000001 00000007 00000002", "BAD_VALUE at 0");
    checker.check("names", "00000001 00000001 61000000 00000000", r#"[{"n":"a"}]"#);
    checker.check("names", "00000001 00000001 61000000", "TRUNCATED at 0");
    checker.check("opt", "00000000 00000005", r#"{"b":5}"#);
    checker.check("opt", "00000001 00000004 00000005", r#"{"a":4,"b":5}"#);
    checker.check("opt", "00000001 00000004", "TRUNCATED at 0");
    let tree = |depth: usize| "00000001".repeat(depth) + "00000000" + &"00000009".repeat(depth + 1);
    assert!(checker.answer("tree", &tree(64)).starts_with('{'));
    checker.check("tree", &tree(65), "DEPTH at 256");
    // A list is not recursion.
    let long = "00000001 00000007".repeat(100_000) + "00000000 00000000";
    assert!(checker.answer("dir", &long).ends_with(r#"{"v":7}],"eof":false}"#));
    checker.limits.elements = 2;
    checker.check("names", &("00000001 00000000".repeat(3) + "00000000"), "LIMIT at 0");
}

#[test]
fn random_values_come_back() {
    let cases = concat!(env!("CARGO_MANIFEST_DIR"), "/../idl-front/tests/xdr-ok");
    let files = test_needs::files_below(cases, "x");
    assert!(!files.is_empty(), "the front end must have XDR cases");
    let mut values = 0;
    for file in files {
        let graph = graph(&std::fs::read_to_string(&file).expect("the file must be readable"));
        let generator = Generator::new(&graph);
        let codec = Codec::new(&graph, Rules::Xdr);
        for root in graph.types.ids() {
            for seed in 0..20 {
                let Some(value) = generator.value(root, seed) else { continue };
                let encoded = codec.encode(root, &value).unwrap_or_else(|error| panic!("{error}: {value:?}"));
                let shown = json::to_json(&graph, root, &value);
                assert_eq!(json::from_json(&graph, root, &shown).as_ref(), Ok(&value), "{shown}");
                assert_eq!(codec.decode_exact(root, &encoded).as_ref(), Ok(&value), "{shown}");
                // Every byte counts.
                if let Some((_, cut)) = encoded.split_last() {
                    assert!(
                        codec.decode(root, cut).is_err(),
                        "a message without its last octet must be refused: {shown}"
                    );
                }
                values += 1;
            }
        }
    }
    assert!(values > 500, "expected more than 500 values, found {values}");
}
