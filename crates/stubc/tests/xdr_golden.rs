//! What specialization makes of XDR, as C: `golden/xdr.x` compiled and inlined. `UPDATE_EXPECT=1` accepts what is found.

use std::path::Path;
use stubc::{Choice, Compiler};

/// The generated source under one technique.
fn source(choice: Choice) -> String {
    let text = include_str!("golden/xdr.x");
    let compiler = Compiler::new().spec("xdr.x", text).choice(choice);
    let compiler =
        ["answer", "numbers", "marks", "status"].iter().fold(compiler, |compiler, root| compiler.pdu(*root));
    let compiled = compiler.compile().unwrap_or_else(|error| panic!("{error}"));
    let file = compiled.files.files.iter().find(|(name, _)| name == "xdr.c");
    let text = file.map(|(_, text)| text.as_str()).expect("there is a source");
    // What the plan says of a procedure is no matter of this test.
    text.lines().filter(|line| !line.starts_with("/* xdr.")).map(|line| format!("{line}\n")).collect()
}

/// What clients call and servers dispatch, for procedures of every kind of result.
#[test]
fn remote_procedures() {
    let text = include_str!("golden/xdr-rpc.x");
    let sides = codegen::RpcSides { client: true, server: true };
    let compiled = Compiler::new().spec("rpc.x", text).choice(Choice::Compiled).rpc(sides).compile();
    let compiled = compiled.unwrap_or_else(|error| panic!("{error}"));
    let file = |wanted: &str| {
        let file = compiled.files.files.iter().find(|(name, _)| name == wanted);
        file.map(|(_, text)| text.clone()).expect("the file is there")
    };
    let source = file("rpc.c");
    let kept = source.lines().filter(|line| !line.starts_with("/* rpc."));
    let source: String = kept.map(|line| format!("{line}\n")).collect();
    golden("xdr-rpc.c", &source);
    // What is of static size and cannot be wrong is read and written behind one comparison; a bool can be wrong when it is
    // read, and the size of an array is not static.
    let root = |name: &str| {
        let start = source.find(&format!("root_{name} = ")).expect("there is a root");
        source[start..].lines().next().unwrap_or_default().to_owned()
    };
    assert!(
        root("range").contains(".read = decode_range") && root("range").contains(".write = encode_range")
    );
    assert!(!root("state").contains(".read") && root("state").contains(".write = encode_state"));
    assert!(!root("series").contains(".read") && !root("series").contains(".write"));
    // The expected header of a reply is one comparison, too; what follows it is decoded in line or in general.
    let runtime = file("stubc_rt.c");
    let finish = function(&runtime, "stubc_rpc_finish");
    assert_eq!(finish.matches("memcmp").count(), 1);
    assert!(runtime.contains("if (root->read && length >= root->lead) {"));
}

/// The function of this name, from its signature to its last brace.
fn function<'s>(source: &'s str, name: &str) -> &'s str {
    let head = format!("{name}(");
    let is_body = |at: &usize| source[*at..].lines().nth(1) == Some("{");
    let start = source.match_indices(&head).map(|(at, _)| at).find(is_body);
    let start = start.unwrap_or_else(|| panic!("there is no {name} in\n{source}"));
    let length = source[start..].find("\n}").expect("it ends");
    &source[start..start + length]
}

fn golden(name: &str, found: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&file, found).expect("an expectation can be written");
    }
    let expected = std::fs::read_to_string(&file).unwrap_or_default();
    assert_eq!(expected, found, "{name}; UPDATE_EXPECT=1 accepts");
}

#[test]
fn compiled() {
    let source = source(Choice::Compiled);
    golden("xdr-compiled.c", &source);
    // A routine that cannot fail returns nothing, and nobody tests it.
    assert!(source.contains("static void decode_attributes(const uint8_t *p, void *value)"));
    assert!(!function(&source, "decode_attributes").contains("if"));
    // Whoever calls has checked the whole of a message of static size.
    assert!(!function(&source, "decode_status").contains("d->end"));
    // One check for all that stands behind the name, across the border of the structure: 4 + 4 + 8 octets.
    assert!(function(&source, "decode_answer").contains("< 16)"));
    // A list is a loop.
    assert!(function(&source, "decode_answer").contains("for (;;)"));
    assert!(!source.contains("decode_entry_list"));
    // No dispatch.
    assert!(!source.contains("stubc_interpret"));
}

#[test]
fn inlined() {
    let source = source(Choice::Inlined);
    golden("xdr-inlined.c", &source);
    // Structures that are spliced in leave no check of their own: one for each arm, the
    // elements of the list, what stands behind a name, behind an element, and behind the list.
    assert_eq!(function(&source, "decode_answer").matches("TRUNCATED").count(), 6);
    assert!(!function(&source, "decode_answer").contains("decode_status"));
    // Loops over few elements are gone, others are unrolled; what is left of them has a loop only where something can be.
    assert!(!function(&source, "decode_status").contains("for ("));
    let marks = function(&source, "decode_marks");
    assert!(marks.contains("for (i2 = 0; v->counted.count - i2 >= 8; i2 += 8)"));
    assert!(
        marks.contains("for (; i2 < v->counted.count; i2++)") && marks.contains("v->few.items[2].seconds")
    );
}
