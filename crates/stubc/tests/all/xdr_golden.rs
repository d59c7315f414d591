//! Golden C of specialized XDR: `golden/xdr.x`, compiled and inlined. `UPDATE_EXPECT=1` accepts the new
//! output.

use std::path::Path;
use stubc::{Choice, Compiler};

/// Returns the generated source under one technique.
fn source(choice: Choice) -> String {
    let text = include_str!("../golden/xdr.x");
    let compiler = Compiler::new().spec("xdr.x", text).choice(choice);
    let compiler =
        ["answer", "numbers", "marks", "status"].iter().fold(compiler, |compiler, root| compiler.pdu(*root));
    let compiled = compiler.compile().unwrap_or_else(|error| panic!("{error}"));
    let file = compiled.files.files.iter().find(|(name, _)| name == "xdr.c");
    let text = file.map(|(_, text)| text.as_str()).expect("the output must have the file xdr.c");
    // The plan's comments on a procedure are not tested here.
    text.lines().filter(|line| !line.contains(": frequency ")).map(|line| format!("{line}\n")).collect()
}

/// Returns the code of clients and servers, for procedures of every kind of result.
#[test]
fn remote_procedures() {
    let text = include_str!("../golden/xdr-rpc.x");
    let sides = codegen::RpcSides { client: true, server: true, apart: false, batch: false };
    let compiled = Compiler::new().spec("rpc.x", text).choice(Choice::Compiled).rpc(sides).compile();
    let compiled = compiled.unwrap_or_else(|error| panic!("{error}"));
    let file = |wanted: &str| {
        let file = compiled.files.files.iter().find(|(name, _)| name == wanted);
        file.map(|(_, text)| text.clone()).expect("the output must have the file")
    };
    let source = file("rpc.c");
    let kept = source.lines().filter(|line| !line.contains(": frequency "));
    let source: String = kept.map(|line| format!("{line}\n")).collect();
    golden("xdr-rpc.c", &source);
    // Fields of fixed size without invalid values are read and written after one comparison. A bool can be
    // invalid when read, and an array's size is not fixed.
    let root = |name: &str| {
        let start =
            source.find(&format!("root_{name} = ")).expect("the C must define the constant of the root");
        source[start..].split(';').next().unwrap_or_default().to_owned()
    };
    assert!(
        root("range").contains(".read = decode_range") && root("range").contains(".write = encode_range")
    );
    assert!(!root("state").contains(".read") && root("state").contains(".write = encode_state"));
    assert!(!root("series").contains(".read") && !root("series").contains(".write"));
    // The expected header of a reply is one comparison as well; the rest is decoded inline or by the general
    // procedure.
    let runtime = file("stubc_rt.c");
    let read = function(&runtime, "stubc_rpc_open_reply");
    assert_eq!(read.matches("memcmp").count(), 1);
    assert!(runtime.contains("if (root->read && length >= root->lead) {"));
}

/// Returns the function of this name, and the functions that the compiler puts into it.
fn whole(source: &str, name: &str) -> String {
    let mut text = function(source, name).to_owned();
    let mut at = 0;
    while let Some(found) = text[at..].find("inline_") {
        at += found;
        let called: String = text[at..].chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        at += called.len();
        let body = function(source, &called);
        if !text.contains(body) {
            text.push_str(body);
        }
    }
    text
}

/// Returns the function of this name, from its signature to its last brace.
fn function<'s>(source: &'s str, name: &str) -> &'s str {
    let head = format!("{}{name}(", if name.starts_with("inline_") { "*" } else { "" });
    let head = if source.contains(&head) { head } else { format!(" {name}(") };
    let is_body = |at: &usize| source[*at..].split_once(')').is_some_and(|(_, rest)| rest.starts_with("\n{"));
    let start = source.match_indices(&head).map(|(at, _)| at).find(is_body);
    let start = start.unwrap_or_else(|| panic!("the C must define the function {name}:\n{source}"));
    let length = source[start..].find("\n}").expect("the function must end with a brace in the first column");
    &source[start..start + length]
}

fn golden(name: &str, found: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&file, found).expect("the expected file must be writable");
    }
    let expected = std::fs::read_to_string(&file).unwrap_or_default();
    assert_eq!(
        expected, found,
        "{name}: the C differs from the golden file; if this change is intended, run the test with UPDATE_EXPECT=1 and review git diff"
    );
}

#[test]
fn compiled() {
    let source = source(Choice::Compiled);
    golden("xdr-compiled.c", &source);
    // A routine that cannot fail returns nothing, and callers test nothing.
    assert!(source.contains("static void decode_attributes(const uint8_t *p, void *value)"));
    assert!(!function(&source, "decode_attributes").contains("if"));
    // The caller has checked a whole message of fixed size.
    assert!(!function(&source, "decode_status").contains("d->end"));
    // One check covers everything after the name, across the structure's border: 4 + 4 + 8 bytes.
    assert!(whole(&source, "decode_answer").contains("< 16)"));
    // A list is a loop.
    assert!(whole(&source, "decode_answer").contains("for (;;)"));
    assert!(!source.contains(" decode_entry_list") && !source.contains("*decode_entry_list"));
    // There is no dispatch.
    assert!(!source.contains("stubc_interpret"));
}

#[test]
fn inlined() {
    let source = source(Choice::Inlined);
    golden("xdr-inlined.c", &source);
    // Inlined structures need no checks of their own. There is one check per arm, list element, and for the
    // bytes after a name, an element and the list.
    assert_eq!(whole(&source, "decode_answer").matches("TRUNCATED").count(), 6);
    assert!(!whole(&source, "decode_answer").contains(" decode_status("));
    // Short loops are gone, others are unrolled; only a possible remainder has a loop.
    assert!(!whole(&source, "decode_status").contains("for ("));
    let marks = whole(&source, "decode_marks");
    assert!(marks.contains("for (; v->count - i >= 8; i += 8)"));
    assert!(marks.contains("for (; i < v->count; i++)") && marks.contains("&v->items[2])"));
}
