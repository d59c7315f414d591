//! Shapes under caps: the planner chooses none, data or compiled for each, and no output has a byte more than its cap.

use std::collections::BTreeSet;
use std::fmt::Write;

use stubc::measuring::measure;

use stubc::{Cap, Choice, Compiled, Compiler};
use stubc_benches::sample;
use stubc_benches::sizes::Host;

/// Three shapes of entries that have other attributes, one of them for half of the messages.
fn configuration() -> String {
    let entry = sample::ldap_entry();
    let at = entry.windows(7).position(|part| part == b"manager").expect("the entry has a manager");
    let mut text = String::new();
    for (name, letter, share) in [("most", b'r', 0.5), ("some", b'd', 0.2), ("few", b't', 0.01)] {
        let mut message = entry.clone();
        message[at + 6] = letter;
        let digits = message.iter().fold(String::new(), |mut text, octet| {
            let _ = write!(text, "{octet:02x}");
            text
        });
        let _ = writeln!(
            text,
            "[shape.{name}]\ntype = \"LDAPMessage\"\ndirection = \"decode\"\nmessage = \"{digits}\"\nshare = {share}\n\
             [shape.{name}.holes]\n\"messageID\" = \"message_id\"\n\"*.objectName\" = \"name\"\n\
             \"*.attributes[*].vals[*]\" = \"value\"\n"
        );
    }
    text
}

fn compiler() -> Compiler<'static> {
    compiler_with(configuration())
}

fn compiler_with(configuration: String) -> Compiler<'static> {
    let spec = std::fs::read_to_string(stubc_benches::specs().join("ldap/ldap.asn1")).expect("it is there");
    Compiler::new()
        .spec("ldap.asn1", spec)
        .pdu("LDAPMessage")
        .config("c.toml", configuration)
        .toolchain(&Host)
}

/// Returns the forms of the shapes, and the bytes of the output.
fn found(compiled: &Compiled) -> (Vec<&'static str>, u64) {
    let forms = compiled.report.shapes.iter().map(|shape| shape.technique).collect();
    (forms, measure(&compiled.files, &Host, &[]).expect("the C compiles").total().get())
}

#[test]
fn caps_hold_with_shapes_in_each_form() {
    let compile = |cap| compiler().max_size(cap).compile().unwrap_or_else(|error| panic!("{error}"));
    let (mut forms, mut tables) = (BTreeSet::new(), 0);
    for percent in [0.0, 8.0, 16.0, 25.0, 35.0, 100.0] {
        let compiled = compile(Cap::Percent(percent));
        let (found, bytes) = found(&compiled);
        let cap = compiled.report.cap.expect("there is a cap");
        assert!(bytes <= cap, "{percent} %: {bytes} bytes, the cap is {cap}");
        forms.extend(found);
        tables += usize::from(compiled.report.shapes.iter().any(|shape| shape.table.is_some()));
        let exact = compile(Cap::Bytes(bytes));
        assert!(self::found(&exact).1 <= bytes, "{percent} %: a cap of {bytes} bytes");
    }
    assert_eq!(forms, BTreeSet::from(["compiled", "data", "none"]));
    assert!(tables > 1, "{tables}");
}

#[test]
fn techniques_without_the_planner() {
    let of = |choice| {
        let compiled = compiler().choice(choice).compile().unwrap_or_else(|error| panic!("{error}"));
        let tables = compiled.report.shapes.iter().filter(|shape| shape.table.is_some()).count();
        (found(&compiled), tables)
    };
    let ((interpreted, small), tables) = of(Choice::Interpreted);
    assert_eq!((interpreted, tables), (vec!["none"; 3], 3), "functions on holes are smaller as tables");
    let ((compiled, large), tables) = of(Choice::Compiled);
    assert_eq!((compiled, tables), (vec!["compiled"; 3], 0));
    assert!(small < large, "{small} and {large}");
}

#[test]
fn plans_say_the_form_of_each_shape() {
    let name = |shape: &str, form: &str| format!("shape LDAPMessage_{shape} {form}\n");
    let plan = [name("most", "compiled"), name("some", "data"), "shapes data\n".to_owned()].concat();
    let compiled = compiler().choice(Choice::Plan("plan".to_owned(), plan)).compile();
    let compiled = compiled.unwrap_or_else(|error| panic!("{error}"));
    let forms = |compiled: &Compiled| -> Vec<(&str, bool)> {
        compiled.report.shapes.iter().map(|shape| (shape.technique, shape.table.is_some())).collect()
    };
    assert_eq!(forms(&compiled), [("compiled", false), ("data", true), ("none", true)]);
    let code = compiled.files.files.iter().find(|(name, _)| name == "ldap.c").map(|(_, text)| text.as_str());
    let code = code.expect("there is code");
    let has = |text: &str| code.contains(text);
    assert!(has("table_LDAPMessage_some") && has("table_LDAPMessage_few") && !has("table_LDAPMessage_most"));
    assert!(
        has("shape_LDAPMessage_most(") && has("shape_LDAPMessage_some(") && !has("shape_LDAPMessage_few(")
    );
}

/// All messages have a shape, which leaves nothing to procedures of decoding: the cap goes to those of encoding.
#[test]
fn hits_take_visits_from_procedures() {
    let procedures = |share: &str| {
        let configuration = configuration().replacen("share = 0.5", share, 1);
        let compiled = compiler_with(configuration).max_size(Cap::Bytes(24_000)).compile();
        let compiled = compiled.unwrap_or_else(|error| panic!("{error}"));
        assert_ne!(compiled.report.shapes[0].technique, "none", "{share}");
        let code = &compiled.files.files.iter().find(|(name, _)| name == "ldap.c").expect("there is code").1;
        ["decode", "encode"].map(|way| code.matches(&format!("*{way}_")).count())
    };
    let ([decode, _], [no_decode, encode]) = (procedures("share = 0.5"), procedures("share = 1.0"));
    assert!(decode > 0 && encode > 0, "{decode} and {encode}");
    assert_eq!(no_decode, 0);
}
