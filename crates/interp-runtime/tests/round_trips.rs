//! Random values survive a round trip through BER, DER, odd BER and JSON. Hostile bytes give errors, never a
//! panic.

mod common;

use common::*;
use interp_runtime::{Codec, Generator, Limits, Random, Rules, json};
use proptest::prelude::*;
use syntax_graph::*;

#[test]
fn random_values_come_back() {
    let (graph, top) = everything();
    let generator = Generator::new(&graph);
    let (ber, der) = (Codec::new(&graph, Rules::Ber), Codec::new(&graph, Rules::Der));
    for seed in 0..1000 {
        let value = generator.value(top, seed).expect("the generator must find a value of the type");
        assert_eq!(
            generator.value(top, seed).as_ref(),
            Some(&value),
            "the same seed must give the same value"
        );
        let octets = ber.encode(top, &value).unwrap();
        let decoded = ber.decode(top, &octets).unwrap();
        assert_eq!(
            (&decoded.value, decoded.length),
            (&value, octets.len()),
            "seed {seed}: the decoded value must equal the encoded one"
        );
        for variant in 0..4 {
            let odd = ber.encode_oddly(top, &value, seed * 4 + variant).unwrap();
            match ber.decode_exact(top, &odd) {
                Ok(decoded) => assert_eq!(
                    decoded, value,
                    "seed {seed} {variant}: the unusual form must give the same value: {odd:02x?}"
                ),
                Err(error) => {
                    panic!("seed {seed} {variant}: the unusual form must be decodable: {error}: {odd:02x?}")
                }
            }
        }
        let canonical = der.encode(top, &value).unwrap();
        let decoded = der.decode_exact(top, &canonical).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
        assert_eq!(
            der.encode(top, &decoded).unwrap(),
            canonical,
            "seed {seed}: a decoded DER message must be encoded to the same octets"
        );
        assert_eq!(ber.decode_exact(top, &canonical).unwrap(), decoded, "a BER decoder must accept DER");
        let shown = json::to_json(&graph, top, &value);
        assert_eq!(
            json::from_json(&graph, top, &shown).unwrap(),
            value,
            "seed {seed}: JSON must give the same value back: {shown}"
        );
        let text: serde_json::Value = serde_json::from_str(&shown.to_string()).unwrap();
        assert_eq!(text, shown);
    }
}

#[test]
fn every_truncation_is_told_as_such() {
    let (graph, top) = everything();
    let codec = Codec::new(&graph, Rules::Ber);
    let generator = Generator::new(&graph);
    for seed in 0..30 {
        let octets = codec.encode_oddly(top, &generator.value(top, seed).unwrap(), seed).unwrap();
        for length in 0..octets.len() {
            let error = codec.decode(top, &octets[..length]).unwrap_err();
            assert_eq!(
                (error.code.number(), error.offset),
                (-1, 0),
                "seed {seed}: the first {length} octets must be TRUNCATED at offset 0"
            );
            let needed = error.needed.expect("TRUNCATED must give the least length of the message");
            assert!(
                length < needed && needed <= octets.len(),
                "seed {seed}: the least length must be more than {length} and at most that of the message, found {needed}"
            );
        }
    }
}

#[test]
fn mutated_messages_never_panic() {
    let (graph, top) = everything();
    let generator = Generator::new(&graph);
    for rules in [Rules::Ber, Rules::Der] {
        let codec = Codec::new(&graph, rules);
        let mut random = Random::new(1);
        for seed in 0..150 {
            let octets = codec.encode_oddly(top, &generator.value(top, seed).unwrap(), seed).unwrap();
            for _ in 0..40 {
                let mut mutated = octets.clone();
                for _ in 0..=random.below(2) {
                    let at = random.below(mutated.len() as u64) as usize;
                    mutated[at] = random.next_u64() as u8;
                }
                match codec.decode(top, &mutated) {
                    Err(error) => assert!(error.offset <= mutated.len()),
                    Ok(decoded) => {
                        // Accepted messages can be encoded, and then mean the same.
                        let again = codec.encode(top, &decoded.value).unwrap();
                        assert_eq!(codec.decode_exact(top, &again).unwrap(), decoded.value);
                        let shown = json::to_json(&graph, top, &decoded.value);
                        assert_eq!(json::from_json(&graph, top, &shown).unwrap(), decoded.value, "{shown}");
                    }
                }
            }
        }
    }
}

#[test]
fn deep_recursion_is_an_error_whatever_the_limit() {
    let mut b = Builder::new();
    let list = b.structure("List", Order::Ordered);
    b.optional(list, "next", &[SEQUENCE], list);
    b.fill(list);
    let graph = b.valid();
    let nested = |levels: usize| {
        let mut octets = [0x30, 0x80].repeat(levels);
        octets.extend([0, 0].repeat(levels));
        octets
    };
    let codec = Codec::new(&graph, Rules::Ber);
    let value =
        codec.decode_exact(list, &nested(65)).expect("64 nested recursive fields are within the limit");
    assert_eq!(codec.encode(list, &value).unwrap().len(), codec.encode(list, &value).unwrap().len());
    let error = codec.decode(list, &nested(66)).unwrap_err();
    assert_eq!(
        (error.code.name(), error.offset),
        ("DEPTH", 128),
        "the offset must be that of the innermost construct that was entered"
    );
    let endless = Limits { depth: usize::MAX, elements: usize::MAX, ..Limits::FRESH };
    let endless = codec.clone().with_limits(endless);
    assert_eq!(endless.decode(list, &nested(20_000)).unwrap_err().code.name(), "DEPTH");
    let value = endless.decode_exact(list, &nested(1900)).expect("1900 nested fields are within the limit");
    let octets = endless.encode(list, &value).unwrap();
    assert_eq!(endless.decode_exact(list, &octets).unwrap(), value);
    let shown = json::to_json(&graph, list, &value);
    assert_eq!(json::from_json(&graph, list, &shown).unwrap(), value);
    assert_eq!(codec.encode(list, &value).unwrap_err().code.name(), "DEPTH");
}

#[test]
fn types_nested_deep_do_not_overflow() {
    let mut b = Builder::new();
    let mut inside = b.scalar("Leaf", NULL, Scalar::Null);
    let mut tag = NULL;
    for level in 0..3000 {
        let ty = b.structure(&format!("T{level}"), Order::Ordered);
        b.field(ty, "next", &[tag], inside);
        b.fill(ty);
        (inside, tag) = (ty, SEQUENCE);
    }
    let graph = b.valid();
    let codec = Codec::new(&graph, Rules::Ber);
    assert_eq!(codec.decode(inside, &[0x30, 0]).unwrap_err().code.name(), "BAD_TAG");
    let mut octets = [0x30, 0x80].repeat(3000);
    octets.extend([5, 0]);
    octets.extend([0, 0].repeat(3000));
    assert_eq!(codec.decode(inside, &octets).unwrap_err().code.name(), "DEPTH");
    assert_eq!(
        Generator::new(&graph).value(inside, 1),
        None,
        "the generator must give up on a type without small values"
    );
}

proptest! {
    #[test]
    fn any_octets_are_borne(octets in proptest::collection::vec(any::<u8>(), 0..200)) {
        let (graph, top) = everything();
        for rules in [Rules::Ber, Rules::Der] {
            let codec = Codec::new(&graph, rules);
            for ty in graph.types.ids() {
                let _ = codec.decode(ty, &octets);
            }
            let _ = codec.decode(top, &[&[0x30, octets.len() as u8], octets.as_slice()].concat());
        }
    }
}

#[test]
fn random_open_types_are_told_apart() {
    let mut b = Builder::new();
    let (octets, open) = (b.octets("Octets"), b.open("Any"));
    let top = b.structure("Top", Order::Ordered);
    b.optional(top, "octets", &[OCTETS], octets);
    b.field(top, "open", &[], open);
    b.fill(top);
    let graph = b.valid();
    assert_eq!(
        graph.warnings().len(),
        1,
        "an untagged open type after an optional component must be reported"
    );
    let (codec, generator) = (Codec::new(&graph, Rules::Ber), Generator::new(&graph));
    for seed in 0..200 {
        let value = generator.value(top, seed).unwrap();
        let octets = codec.encode(top, &value).unwrap();
        assert_eq!(codec.decode_exact(top, &octets), Ok(value), "seed {seed}");
    }
}
