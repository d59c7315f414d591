//! Error codes and offsets, by each rule of `docs/semantics.md`, and vectors of X.690.

mod common;

use common::*;
use interp_runtime::{Codec, Limits, Rules, json};
use num_bigint::BigInt;
use syntax_graph::*;

/// Returns bytes from hexadecimal; spaces do not count.
fn hex(digits: &str) -> Vec<u8> {
    let digits: Vec<u8> = digits.bytes().filter(|digit| *digit != b' ').collect();
    let digit =
        |digit: u8| char::from(digit).to_digit(16).expect("the octets must be hexadecimal digits") as u8;
    digits.chunks(2).map(|pair| digit(pair[0]) << 4 | digit(pair[1])).collect()
}

struct Check {
    graph: ValidGraph,
    root: TypeId,
    limits: Limits,
}

impl Check {
    fn new(b: Builder, root: TypeId) -> Self {
        Self { graph: b.valid(), root, limits: Limits::FRESH }
    }

    fn run(&self, rules: Rules, octets: &str) -> Result<String, (String, usize)> {
        let codec = Codec::new(&self.graph, rules).with_limits(self.limits);
        match codec.decode_exact(self.root, &hex(octets)) {
            Ok(value) => Ok(json::to_json(&self.graph, self.root, &value).to_string()),
            Err(error) => Err((error.code.name().to_owned(), error.offset)),
        }
    }

    /// Returns the least length of a message that the input cuts off.
    fn needed(&self, octets: &str) -> Option<usize> {
        let codec = Codec::new(&self.graph, Rules::Ber).with_limits(self.limits);
        codec.decode(self.root, &hex(octets)).err()?.needed
    }

    #[track_caller]
    fn fails(&self, rules: Rules, octets: &str, code: &str, offset: usize) {
        assert_eq!(self.run(rules, octets), Err((code.to_owned(), offset)), "{octets}");
    }

    #[track_caller]
    fn ber_fails(&self, octets: &str, code: &str, offset: usize) {
        self.fails(Rules::Ber, octets, code, offset);
    }

    #[track_caller]
    fn der_fails(&self, octets: &str, code: &str, offset: usize) {
        self.fails(Rules::Der, octets, code, offset);
    }

    #[track_caller]
    fn ber(&self, octets: &str, shown: &str) {
        assert_eq!(self.run(Rules::Ber, octets), Ok(shown.to_owned()), "{octets}");
    }

    #[track_caller]
    fn der(&self, octets: &str, shown: &str) {
        assert_eq!(self.run(Rules::Der, octets), Ok(shown.to_owned()), "{octets}");
    }
}

fn scalar(tag: Tag, scalar: Scalar) -> Check {
    let mut b = Builder::new();
    let root = b.scalar("T", tag, scalar);
    Check::new(b, root)
}

/// A message that is longer than the limit is refused when its header says so, and nothing behind is read.
#[test]
fn messages_have_a_longest() {
    let mut check = scalar(OCTETS, Scalar::OctetString { size: SizeRange::default() });
    check.limits.bytes = Some(4);
    check.ber("04 02 0102", "\"0102\"");
    check.ber_fails("04 02 0102 ff", "TRAILING", 4);
    check.ber_fails("04 02 01", "TRUNCATED", 0);
    check.ber_fails("04 03 010203", "LIMIT", 0);
    check.ber_fails("04 03", "LIMIT", 0);
    check.ber_fails("04 82", "TRUNCATED", 0);
    check.ber_fails("04 84", "LIMIT", 0);
    check.ber_fails("24 80 04 00", "LIMIT", 0);
    check.ber("24 80 00 00", "\"\"");
    check.ber_fails("24 80 04 00 00 00", "LIMIT", 0);
    check.ber_fails("05 7f", "BAD_TAG", 0);
    check.ber_fails("04 ff", "BAD_LENGTH", 0);
    check.limits.bytes = Some(0);
    check.ber_fails("", "LIMIT", 0);
}

/// What the root cannot begin with is no message, however much more there may come.
#[test]
fn roots_begin_with_their_tags() {
    let mut b = Builder::new();
    let (number, text) = (b.integer("N", None, None), b.octets("S"));
    let inner = b.union("Inner", false);
    b.field(inner, "text", &[OCTETS], text);
    let closed = b.union("Closed", false);
    b.field(closed, "number", &[ctx(1)], number);
    b.field(closed, "inner", &[], inner);
    let open = b.union("Open", true);
    b.field(open, "number", &[ctx(1)], number);
    let tagged = b.define("Tagged", &[ctx(2)], TypeKind::Reference(closed));
    let any = b.open("Any");
    for union in [inner, closed, open] {
        b.fill(union);
    }
    let application = Tag { class: TagClass::Application, number: 128 };
    let long = b.define("Long", &[application], TypeKind::Reference(text));
    let graph = b.valid();
    let starts = ["81", "04", "24", "82", "a2", "30", "5f", "7f 81", "5f 82", "1f 81", "00"];
    let (go_on, refuse) = ("TRUNCATED", "BAD_TAG");
    for (root, begun) in [
        (closed, &["81", "04", "24"][..]),
        (open, &starts[..10]),
        (tagged, &["a2"]),
        (any, &starts[..10]),
        (long, &["5f", "7f 81"]),
    ] {
        let expected = starts.map(|start| if begun.contains(&start) { go_on } else { refuse });
        let codec = Codec::new(&graph, Rules::Ber);
        let found = starts.map(|start| codec.decode(root, &hex(start)).unwrap_err().code.name());
        assert_eq!(found, expected, "{}", graph.type_path(root));
    }
}

#[test]
fn messages() {
    let check = scalar(OCTETS, Scalar::OctetString { size: SizeRange::default() });
    check.ber("04 02 0102", "\"0102\"");
    for (cut, needed) in [
        ("", 2),
        ("04", 2),
        ("04 02 01", 4),
        ("04 82", 4),
        ("04 82 01", 260),
        ("04 82 01 00 00", 260),
        ("04 89 01 00 00 00 00 00 00 00 00 00", 11 + isize::MAX as usize),
        ("04 88 ffffffffffffffff", 10 + isize::MAX as usize),
        ("24", 2),
        ("24 80", 4),
        ("24 80 04", 6),
        ("24 80 04 01 aa", 7),
        ("24 80 04 01 aa 00", 7),
        ("24 80 04 05 aa 00 00", 11),
        ("24 80 24 80 24", 10),
        ("24 80 24 80 00", 8),
        ("24 80 04 88 ffffffffffffffff", 14 + isize::MAX as usize),
    ] {
        check.ber_fails(cut, "TRUNCATED", 0);
        assert_eq!(check.needed(cut), Some(needed), "{cut}");
    }
    check.ber_fails("47 45 54", "BAD_TAG", 0);
    for octets in ["5f 81 01 02", "1f", "1f 81", "ff ff ff ff ff ff"] {
        check.ber_fails(octets, "BAD_TAG", 0);
    }
    assert_eq!(check.needed("47 45 54"), None);
    check.ber_fails("04 02 0102 ff", "TRAILING", 4);
    check.ber_fails("05 00", "BAD_TAG", 0);
    check.ber_fails("05 02 00", "BAD_TAG", 0);
    check.ber_fails("05 ff", "BAD_TAG", 0);
    check.ber_fails("04 ff", "BAD_LENGTH", 0);
    check.ber_fails("04 80 00 00", "BAD_LENGTH", 0);
    check.ber_fails("1f 80 00", "BAD_TAG", 0);
    check.ber_fails("00 00", "BAD_TAG", 0);
    check.ber("04 84 00 00 00 01 aa", "\"AA\"");
    check.der_fails("04 81 01 aa", "NOT_CANONICAL", 0);
    check.der_fails("24 80 00 00", "BAD_TAG", 0);
    check.der_fails("24 03 04 01 aa", "BAD_TAG", 0);
}

#[test]
fn contents_of_scalars() {
    let check = scalar(BOOLEAN, Scalar::Boolean);
    check.ber("01 01 01", "true");
    check.der("01 01 ff", "true");
    check.der_fails("01 01 01", "NOT_CANONICAL", 0);
    check.ber_fails("01 00", "BAD_VALUE", 0);
    check.ber_fails("01 02 00 00", "BAD_VALUE", 0);

    let bounds = Bounds { min: Some((-5).into()), max: Some(300.into()), extensible: false };
    let check = scalar(INTEGER, Scalar::Integer(Integer::new(bounds)));
    check.ber("02 01 ff", "-1");
    check.ber("02 02 7fff", "32767");
    check.ber_fails("02 03 008000", "RANGE", 0);
    check.ber_fails("02 00", "BAD_VALUE", 0);
    check.ber_fails("02 02 007f", "BAD_VALUE", 0);
    check.ber_fails("02 02 ff80", "BAD_VALUE", 0);
    let mut bytes = Integer::new(Bounds::default());
    bytes.repr = IntegerRepr::Bytes;
    scalar(INTEGER, Scalar::Integer(bytes)).ber("02 0a 00ffffffffffffffffff", "4722366482869645213695");

    let items = vec![("a".to_owned(), BigInt::from(1))];
    let check =
        scalar(ENUMERATED, Scalar::Enumerated(Enumeration { roots: items.len(), items, extensible: false }));
    check.ber("0a 01 01", "\"a\"");
    check.ber("0a 01 02", "2");
    check.ber_fails("0a 01 ff", "RANGE", 0);

    let check = scalar(NULL, Scalar::Null);
    check.ber("05 81 00", "null");
    check.ber_fails("05 01 00", "BAD_VALUE", 0);

    let check = scalar(OID, Scalar::ObjectIdentifier);
    check.ber("06 03 813403", "\"2.100.3\"");
    for bad in ["06 00", "06 01 80", "06 02 2a 80", "06 02 80 01", "06 03 2a 80 01"] {
        check.ber_fails(bad, "BAD_VALUE", 0);
    }
    scalar(Tag::universal(13), Scalar::RelativeOid).ber("0d 04 c27b0302", "\"8571.3.2\"");
    let check = scalar(REAL, Scalar::Real);
    check.der("09 03 800001", r#"{"hex":"800001"}"#);
    check.ber("09 03 800002", r#"{"hex":"800002"}"#);
    check.der_fails("09 03 800002", "NOT_CANONICAL", 0);
    check.ber_fails("09 02 8000", "BAD_VALUE", 0);
}

#[test]
fn strings_of_bits() {
    let bits = |named: bool| {
        let named = named.then(|| ("a".to_owned(), BigInt::from(0)));
        let named = named.into_iter().collect();
        scalar(BITS, Scalar::BitString { named, size: SizeRange::default() })
    };
    let check = bits(false);
    let shown = r#"{"value":"0A3B5F291CD0","length":44}"#;
    // X.690 clause 8.6.4.2, both forms.
    check.ber("03 07 04 0a3b5f291cd0", shown);
    check.ber("23 80 03 03 00 0a3b 03 05 04 5f291cd0 00 00", shown);
    check.ber("03 02 07 ff", r#"{"value":"80","length":1}"#);
    check.ber("23 00", r#"{"value":"","length":0}"#);
    check.ber("23 02 23 00", r#"{"value":"","length":0}"#);
    for bad in ["03 00", "03 01 01", "03 02 08 00", "23 08 03 02 01 fe 03 02 00 00", "23 02 03 00"] {
        check.ber_fails(bad, "BAD_VALUE", 0);
    }
    check.ber_fails("23 03 04 01 00", "BAD_TAG", 0);
    check.ber_fails("23 03 03 05 00", "BAD_LENGTH", 0);
    check.der_fails("03 02 07 ff", "NOT_CANONICAL", 0);
    check.der("03 02 01 00", r#"{"value":"00","length":7}"#);
    bits(true).der_fails("03 02 01 00", "NOT_CANONICAL", 0);
    bits(true).der("03 02 07 80", r#"{"value":"80","length":1}"#);
    bits(true).der("03 01 00", r#"{"value":"","length":0}"#);

    let mut fixed = SizeRange { min: 4, max: Some(4), extensible: false };
    scalar(BITS, Scalar::BitString { named: vec![], size: fixed.clone() }).ber("03 02 04 a0", "\"A0\"");
    fixed.extensible = true;
    let check = scalar(BITS, Scalar::BitString { named: vec![], size: fixed });
    check.ber("03 02 04 a0", r#"{"value":"A0","length":4}"#);
}

#[test]
fn segments_count_depth() {
    let mut check = scalar(
        VISIBLE,
        Scalar::Characters { kind: CharKind::Visible, size: SizeRange::default(), alphabet: None },
    );
    check.ber("3a 09 04 03 4a6f6e 04 02 6573", "\"Jones\"");
    check.ber_fails("3a 05 1a 03 4a6f6e", "BAD_TAG", 0);
    check.limits.depth = 1;
    check.ber("3a 04 24 02 04 00", "\"\"");
    check.ber_fails("3a 06 24 04 24 02 04 00", "DEPTH", 0);
    check.ber_fails("3a 06 24 04 24 09 04 00", "DEPTH", 0);
}

#[test]
fn characters_beyond_unicode() {
    let string =
        |tag, kind| scalar(tag, Scalar::Characters { kind, size: SizeRange::default(), alphabet: None });
    string(UTF8, CharKind::Utf8).ber("0c 02 c3a9", "\"\u{e9}\"");
    string(UTF8, CharKind::Utf8).ber("0c 01 ff", r#"{"hex":"FF"}"#);
    string(BMP, CharKind::Bmp).ber("1e 04 0041 20ac", "\"A\u{20ac}\"");
    string(BMP, CharKind::Bmp).ber("1e 03 0041 20", r#"{"hex":"004120"}"#);
    string(BMP, CharKind::Bmp).ber("1e 02 d800", r#"{"hex":"D800"}"#);
    string(Tag::universal(28), CharKind::Universal).ber("1c 04 0001f600", "\"\u{1f600}\"");
    string(Tag::universal(20), CharKind::Teletex).ber("14 01 e9", "\"\u{e9}\"");
}

#[test]
fn x690_tagged_types() {
    let jones = Scalar::Characters { kind: CharKind::Visible, size: SizeRange::default(), alphabet: None };
    let application = |number| Tag { class: TagClass::Application, number };
    // X.690 clause 8.14.3.
    for (tags, octets) in [
        (vec![VISIBLE], "1a 05 4a6f6e6573"),
        (vec![application(3)], "43 05 4a6f6e6573"),
        (vec![ctx(2), application(3)], "a2 07 43 05 4a6f6e6573"),
        (vec![application(7), application(3)], "67 07 43 05 4a6f6e6573"),
        (vec![ctx(2)], "82 05 4a6f6e6573"),
    ] {
        let mut b = Builder::new();
        let root = b.define("T", &tags, TypeKind::Scalar(jones.clone()));
        let check = Check::new(b, root);
        check.der(octets, "\"Jones\"");
        let value = Value::Chars(b"Jones".to_vec());
        assert_eq!(Codec::new(&check.graph, Rules::Der).encode(root, &value).unwrap(), hex(octets));
    }
}

#[test]
fn sequences() {
    let mut b = Builder::new();
    let int = b.integer("I", None, None);
    let null = b.scalar("N", NULL, Scalar::Null);
    let inner = b.structure("Inner", Order::Ordered);
    b.field(inner, "i", &[INTEGER], int);
    b.fill(inner);
    let top = b.structure("Top", Order::Ordered);
    b.field(top, "a", &[ctx(0), SEQUENCE], inner);
    b.optional(top, "b", &[NULL], null);
    b.default(top, "c", &[INTEGER], int, Value::Integer(1.into()));
    b.fill(top);
    let check = Check::new(b, top);
    check.ber("30 07 a0 05 30 03 02 01 05", r#"{"a":{"i":5},"c":1}"#);
    check.ber("30 80 a0 80 30 80 02 01 05 00 00 00 00 05 00 00 00", r#"{"a":{"i":5},"b":null,"c":1}"#);
    check.ber_fails("30 00", "BAD_TAG", 0);
    check.ber_fails("30 04 80 02 30 00", "BAD_TAG", 0);
    check.ber_fails("30 04 a0 02 02 00", "BAD_TAG", 0);
    check.ber_fails("30 04 a0 02 30 00", "BAD_TAG", 4);
    check.ber_fails("30 07 a0 05 30 03 02 01", "TRUNCATED", 0);
    check.ber_fails("30 07 a0 05 30 04 02 01 05", "BAD_LENGTH", 0);
    check.ber_fails("30 07 a0 05 30 03 02 02 05", "BAD_LENGTH", 4);
    check.ber_fails("30 09 a0 07 30 03 02 01 05 05 00", "BAD_LENGTH", 0);
    check.ber_fails("30 09 a0 07 30 05 02 01 05 05 00", "BAD_TAG", 4);
    check.ber_fails("30 09 a0 05 30 03 02 01 05 04 00", "BAD_TAG", 0);
    check.ber_fails("30 0a a0 05 30 03 02 01 05 02 01 01 00", "TRAILING", 12);
    check.der_fails("30 0a a0 05 30 03 02 01 05 02 01 01", "NOT_CANONICAL", 0);
    check.der("30 0a a0 05 30 03 02 01 05 02 01 02", r#"{"a":{"i":5},"c":2}"#);
    check.ber("30 0b a0 06 30 81 03 02 01 05 02 01 01", r#"{"a":{"i":5},"c":1}"#);
    check.der_fails("30 08 a0 06 30 81 03 02 01 05", "NOT_CANONICAL", 0);
}

#[test]
fn extensions() {
    let mut b = Builder::new();
    let int = b.integer("I", None, None);
    let choice = b.union("C", true);
    b.field(choice, "x", &[ctx(1)], int);
    b.fill(choice);
    let top = b.structure("Top", Order::Ordered);
    b.field(top, "a", &[ctx(0)], int);
    b.optional(top, "c", &[], choice);
    b.field(top, "z", &[ctx(9)], int);
    b.fill(top);
    b.extension(top, 1);
    let check = Check::new(b, top);
    check.ber("30 06 80 01 05 89 01 06", r#"{"a":5,"z":6}"#);
    check.ber("30 0f 80 01 05 bf 21 00 04 01 aa 81 01 07 89 01 06", r#"{"a":5,"c":{"x":7},"z":6}"#);
    check.ber_fails("30 05 80 01 05 04 00", "BAD_TAG", 0);
    check.ber_fails("30 05 80 01 05 00 00", "BAD_TAG", 0);
    check.ber_fails("30 05 80 01 05 04 02", "BAD_LENGTH", 0);
    check.ber_fails("30 06 80 01 05 1f 80 00", "BAD_TAG", 0);
    check.ber_fails("30 05 80 01 05 1f 81", "BAD_TAG", 0);
    check.der_fails("30 09 80 01 05 04 81 00 89 01 06", "NOT_CANONICAL", 0);
    // An unknown arm is not a known one; after the known arm, the mandatory field must follow.
    check.ber_fails("30 0c 80 01 05 81 01 07 82 01 08 89 01 06", "BAD_TAG", 0);
}

#[test]
fn sets() {
    let mut b = Builder::new();
    let int = b.integer("I", None, None);
    let choice = b.union("C", false);
    b.field(choice, "p", &[ctx(5)], int);
    b.field(choice, "q", &[ctx(6)], int);
    b.fill(choice);
    let top = b.structure("Top", Order::Unordered);
    b.field(top, "z", &[ctx(9)], int);
    b.optional(top, "i", &[INTEGER], int);
    b.optional(top, "c", &[], choice);
    b.fill(top);
    let strict = Check::new(b, top);
    let shown = r#"{"z":1,"i":2,"c":{"q":3}}"#;
    strict.ber("31 09 86 01 03 02 01 02 89 01 01", shown);
    strict.der("31 09 02 01 02 86 01 03 89 01 01", shown);
    strict.der_fails("31 09 86 01 03 02 01 02 89 01 01", "NOT_CANONICAL", 0);
    strict.ber_fails("31 06 86 01 03 85 01 03", "BAD_TAG", 0);
    strict.ber_fails("31 03 02 01 02", "BAD_TAG", 0);
    strict.ber_fails("31 05 89 01 01 04 00", "BAD_TAG", 0);
    strict.ber_fails("31 05 89 01 01 86 00", "BAD_VALUE", 5);
    strict.ber_fails("31 05 89 01 01 82 00", "BAD_TAG", 0);
}

#[test]
fn choices() {
    let mut b = Builder::new();
    let int = b.integer("I", None, None);
    let seq = b.structure("S", Order::Ordered);
    b.field(seq, "i", &[INTEGER], int);
    b.fill(seq);
    let inner = b.union("Inner", true);
    b.field(inner, "p", &[ctx(1), SEQUENCE], seq);
    b.fill(inner);
    let top = b.union("Top", false);
    b.field(top, "a", &[ctx(0)], inner);
    b.field(top, "b", &[], inner);
    b.fill(top);
    let holder = b.structure("Holder", Order::Ordered);
    b.field(holder, "n", &[INTEGER], int);
    b.field(holder, "c", &[], top);
    b.fill(holder);
    let check = Check::new(b, holder);
    check.ber("30 0a 02 01 01 a1 05 30 03 02 01 07", r#"{"n":1,"c":{"b":{"p":{"i":7}}}}"#);
    check.ber("30 08 02 01 01 a0 03 05 01 ff", r#"{"n":1,"c":{"a":{"...":"0501FF"}}}"#);
    // The mandatory union is entered at its place, even at the end.
    check.ber_fails("30 03 02 01 01", "BAD_TAG", 5);
    check.ber_fails("30 05 02 01 01 05 00", "BAD_TAG", 5);
    // Inside an explicit tag, the union starts with the tag's contents, even if they are empty.
    check.ber_fails("30 05 02 01 01 a0 00", "BAD_TAG", 7);
    check.ber_fails("30 07 02 01 01 a0 02 00 00", "BAD_TAG", 7);
    check.ber_fails("30 09 02 01 01 a0 04 05 00 05 00", "BAD_LENGTH", 5);
    check.ber_fails("30 07 02 01 01 a1 02 30 00", "BAD_TAG", 7);
    check.ber_fails("30 07 02 01 01 a1 02 05 00", "BAD_TAG", 5);
}

#[test]
fn arrays() {
    let mut b = Builder::new();
    let int = b.integer("I", None, None);
    let list = b.array("List", Order::Ordered, &[ctx(0), INTEGER], int);
    let bag = b.array("Bag", Order::Unordered, &[INTEGER], int);
    let top = b.structure("Top", Order::Ordered);
    b.optional(top, "list", &[SEQUENCE], list);
    b.default(top, "bag", &[SET], bag, Value::Array(vec![]));
    b.fill(top);
    let mut check = Check::new(b, top);
    check.ber("30 0c 30 0a a0 03 02 01 01 a0 03 02 01 02", r#"{"list":[1,2],"bag":[]}"#);
    check.ber_fails("30 0c 30 0a a0 03 02 01 01 a0 03 02 02 02", "BAD_LENGTH", 9);
    check.ber_fails("30 0c 30 0a a0 03 02 01 01 a0 03 05 01 02", "BAD_TAG", 9);
    check.ber_fails("30 0c 30 0a a0 03 02 01 01 a0 04 02 01 02", "BAD_LENGTH", 9);
    check.ber_fails("30 0c 30 0a a0 05 02 01 01 05 00 a0 01 02", "BAD_LENGTH", 4);
    // Counting comes first: the second element's length is read before the first one's contents.
    check.ber_fails("30 0a 30 08 a0 03 05 01 01 a0 09 02", "BAD_LENGTH", 9);
    check.ber_fails("30 06 30 04 02 00 00 00", "BAD_TAG", 6);
    check.ber("30 08 31 06 02 01 02 02 01 01", r#"{"bag":[2,1]}"#);
    check.der_fails("30 08 31 06 02 01 02 02 01 01", "NOT_CANONICAL", 7);
    check.der("30 08 31 06 02 01 01 02 01 01", r#"{"bag":[1,1]}"#);
    check.der_fails("30 02 31 00", "NOT_CANONICAL", 0);
    check.limits.elements = 1;
    check.ber("30 07 30 05 a0 03 02 01 01", r#"{"list":[1],"bag":[]}"#);
    check.ber_fails("30 0c 30 0a a0 03 02 01 01 a0 03 02 01 02", "LIMIT", 2);
}

#[test]
fn open_types() {
    let mut b = Builder::new();
    let int = b.integer("I", None, None);
    let open = b.open("Any");
    let top = b.structure("Top", Order::Ordered);
    b.field(top, "i", &[INTEGER], int);
    b.optional(top, "tagged", &[ctx(0)], open);
    b.field(top, "open", &[], open);
    b.fill(top);
    let check = Check::new(b, top);
    check.ber("30 08 02 01 01 04 03 414243", r#"{"i":1,"open":"0403414243"}"#);
    check.ber("30 0b 02 01 01 a0 02 05 00 30 80 00 00", r#"{"i":1,"tagged":"0500","open":"30800000"}"#);
    check.ber_fails("30 03 02 01 01", "BAD_TAG", 0);
    check.ber_fails("30 05 02 01 01 00 00", "BAD_TAG", 0);
    check.ber_fails("30 05 02 01 01 a0 00", "BAD_TAG", 0);
    check.ber_fails("30 09 02 01 01 a0 04 05 00 05 00", "BAD_LENGTH", 0);
    check.ber_fails("30 05 02 01 01 30 80", "BAD_LENGTH", 0);
    check.der_fails("30 07 02 01 01 30 80 00 00", "NOT_CANONICAL", 0);
}

#[test]
fn recursion_is_an_error_of_what_encloses_it() {
    let mut b = Builder::new();
    let null = b.scalar("N", NULL, Scalar::Null);
    let filter = b.union("Filter", false);
    let and = b.array("And", Order::Ordered, &[], filter);
    b.field(filter, "and", &[ctx(0)], and);
    b.field(filter, "not", &[ctx(1)], filter);
    b.field(filter, "leaf", &[NULL], null);
    b.fill(filter);
    let mut check = Check::new(b, filter);
    check.limits.depth = 1;
    check.ber("a1 02 05 00", r#"{"not":{"leaf":null}}"#);
    check.ber_fails("a1 04 a1 02 05 00", "DEPTH", 2);
    check.ber("a0 04 05 00 05 00", r#"{"and":[{"leaf":null},{"leaf":null}]}"#);
    // The element `a0` is entered, then the recursive field exceeds the limit.
    let error = check.run(Rules::Ber, "a0 04 a0 02 05 00").unwrap_err();
    assert_eq!(error.0, "DEPTH");
    check.limits.depth = 0;
    check.ber_fails("a1 02 05 00", "DEPTH", 0);
    // The explicit tag is read before the depth is checked.
    check.limits.depth = 1;
    check.ber_fails("a1 04 a1 03 05 00", "BAD_LENGTH", 2);
    check.limits.depth = 0;
    check.ber("05 00", r#"{"leaf":null}"#);
}

#[test]
fn values_without_an_encoding() {
    let (graph, top) = everything();
    let codec = Codec::new(&graph, Rules::Ber);
    let error = codec.encode(top, &Value::Null).unwrap_err();
    assert_eq!((error.code.number(), error.path.as_str()), (-4, "M.Top"));
    let error = codec.encode(top, &Value::Structure(vec![])).unwrap_err();
    // The last missing field is reported: encoding runs backwards.
    assert!(error.message.contains("field color"), "expected `field color` in:\n{error}");
    let small = graph.definitions("Small")[0];
    let error = codec.encode(small, &Value::Integer(70_000.into())).unwrap_err();
    assert_eq!(error.code.name(), "RANGE");
}

#[test]
fn json_that_is_no_value() {
    let (graph, top) = everything();
    let read = |text: &str| json::from_json(&graph, top, &serde_json::from_str(text).unwrap()).unwrap_err();
    let error = read(r#"{"bool": 1}"#).to_string();
    assert_eq!(error, "M.Top.bool: expected BOOLEAN, found 1");
    assert!(read(r#"{"colour": 1}"#).message.starts_with("no member is named \"colour\""));
    assert!(read(r#"{"bool": true}"#).message.contains("\"small\" is missing"));
    let error = read(r#"{"bool": true, "small": 1e3}"#);
    assert!(error.message.starts_with("expected a whole number"), "{error}");
}

/// Bytes that a check decodes count each time; beyond the limit nothing is decoded, and no alternative is
/// left.
#[test]
fn work_of_checks() {
    let text = "Test DEFINITIONS AUTOMATIC TAGS ::= BEGIN
        T ::= OCTET STRING ((CONTAINING A) | (CONTAINING B))
        N ::= OCTET STRING (ALL EXCEPT (CONTAINING A))
        A ::= SEQUENCE { t T OPTIONAL, x INTEGER (0) }
        B ::= SEQUENCE { t T OPTIONAL, x INTEGER (1) } END";
    let mut sources = SourceMap::new();
    sources.add("test.asn1", text);
    let output = idl_front::parse(&sources, &idl_front::FrontOptions::default());
    let graph = validate::validate(output.graph).expect("the specification must pass validation");
    let codec = Codec::new(&graph, Rules::Ber).with_constraints();
    let answer = |name: &str, octets: &str, limits: Limits| {
        let root = graph.definitions(name)[0];
        let decoded = codec.clone().with_limits(limits).decode_exact(root, &hex(octets));
        let code = decoded.as_ref().map_or_else(|error| error.code.name(), |_| "");
        if let Ok(value) = Codec::new(&graph, Rules::Ber).decode_exact(root, &hex(octets)) {
            let encoded = codec.clone().with_limits(limits).encode(root, &value);
            assert_eq!(encoded.map_or_else(|error| error.code.name(), |_| ""), code, "{octets} {limits:?}");
        }
        code
    };
    let limited = |work| Limits { work: Some(work), ..Limits::FRESH };
    let (a, b, c) = ("04 05 30 03 81 01 00", "04 05 30 03 81 01 01", "04 05 30 03 81 01 02");
    let b_in_b = "04 0c 30 0a 80 05 30 03 81 01 01 81 01 01";
    for (name, octets, needed, expected) in [
        ("T", a, 5, ""),
        ("T", b, 10, ""),
        ("T", c, 10, "CONSTRAINT"),
        ("T", b_in_b, 2 * (12 + 10), ""),
        ("N", a, 5, "CONSTRAINT"),
        ("N", b, 5, ""),
        // Bytes that are not an element are decoded, too.
        ("N", "04 02 ff ff", 2, ""),
    ] {
        assert_eq!(answer(name, octets, limited(needed)), expected, "{name} {octets}");
        assert_eq!(answer(name, octets, Limits::FRESH), expected, "{name} {octets}");
        for work in 0..needed {
            assert_eq!(answer(name, octets, limited(work)), "LIMIT", "{name} {octets} {work}");
        }
    }
    // At the limit of depth nothing is decoded.
    let shallow = Limits { depth: 0, ..limited(0) };
    assert_eq!((answer("T", a, shallow), answer("N", a, shallow)), ("CONSTRAINT", ""));
}
