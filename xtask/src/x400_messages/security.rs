//! Contents of security extensions: algorithms, signatures, certificates, tokens and labels. Keys and
//! signatures are random bytes; nothing was ever signed.

use super::ber::{
    Value, application, bit_octets, constructed, context, integer, object, primitive, sequence, set,
    universal,
};
use super::random::Random;
use super::{names, text};

/// MD5 with RSA.
const SIGNING: [u64; 7] = [1, 2, 840, 113_549, 1, 1, 4];
/// DES in CBC mode.
pub(crate) const CIPHER: [u64; 6] = [1, 3, 14, 3, 2, 7];
/// Bytes of a signature.
const SIGNATURE: usize = 64;

/// Returns an AlgorithmIdentifier with NULL as parameters.
pub(crate) fn algorithm(arcs: &[u64]) -> Value {
    sequence(vec![object(universal::OBJECT_IDENTIFIER, arcs), primitive(universal::NULL, [])])
}

/// Returns the algorithm and the bytes that end a signed value.
fn seal(random: &mut Random) -> [Value; 2] {
    [algorithm(&SIGNING), bit_octets(&random.octets(SIGNATURE))]
}

/// Returns a SIGNATURE of a value that is not sent.
pub(crate) fn signature(random: &mut Random) -> Value {
    sequence(seal(random).into())
}

/// Returns a SIGNED value: the value, then its signature.
fn signed(random: &mut Random, value: Value) -> Value {
    let [algorithm, octets] = seal(random);
    sequence(vec![value, algorithm, octets])
}

/// Returns Certificates with one certificate and no path.
pub(crate) fn certificates(random: &mut Random, clock: u64) -> Value {
    let year = 365 * 86_400;
    let validity = sequence(vec![
        text::time(random, universal::UTC_TIME, clock - year),
        text::time(random, universal::UTC_TIME, clock + year),
    ]);
    let modulus = [&[0, 0x80 | random.octets(1)[0]], random.octets(63).as_slice()].concat();
    let key = sequence(vec![primitive(universal::INTEGER, modulus), integer(universal::INTEGER, 65_537)]);
    let key_info = sequence(vec![
        algorithm(&[1, 2, 840, 113_549, 1, 1, 1]),
        bit_octets(&key.encode(super::ber::Form::Definite)),
    ]);
    let certificate = sequence(vec![
        constructed(context(0), vec![integer(universal::INTEGER, 2)]),
        integer(universal::INTEGER, random.between(1, 1 << 40)),
        algorithm(&SIGNING),
        names::directory_name(random),
        validity,
        names::directory_name(random),
        key_info,
        constructed(context(3), vec![sequence(vec![key_usage()])]),
    ]);
    sequence(vec![signed(random, certificate)])
}

/// Returns the certificate extension on the purpose of a key.
fn key_usage() -> Value {
    sequence(vec![
        object(universal::OBJECT_IDENTIFIER, &[2, 5, 29, 15]),
        primitive(universal::BOOLEAN, [0xff]),
        primitive(universal::OCTET_STRING, [0x03, 0x02, 0x05, 0xa0]),
    ])
}

/// Returns a Token: an asymmetric one with signed data.
pub(crate) fn token(random: &mut Random, clock: u64) -> Value {
    let data = sequence(vec![integer(context(3), 1), integer(context(4), random.between(1, 100_000))]);
    let data = constructed(context(0), vec![integer(context(0), 2), constructed(context(1), vec![data])]);
    let recipient = names::or_name(random, application(0));
    let time = text::time(random, universal::UTC_TIME, clock);
    let token = sequence(vec![algorithm(&SIGNING), recipient, time, data]);
    let kind = object(context(0), &[2, 6, 3, 6, 0]);
    sequence(vec![kind, constructed(context(1), vec![signed(random, token)])])
}

/// Returns a SecurityLabel.
pub(crate) fn label(random: &mut Random) -> Value {
    let mut fields = vec![
        object(universal::OBJECT_IDENTIFIER, &[1, 3, 6, 1, 4, 1, 99_999, 1]),
        integer(universal::INTEGER, random.between(0, 5)),
    ];
    if random.percent(50) {
        fields.push(primitive(universal::PRINTABLE_STRING, "STAFF ONLY"));
    }
    if random.percent(30) {
        let category = object(context(0), &[1, 3, 6, 1, 4, 1, 99_999, 2]);
        let value = constructed(context(1), vec![integer(universal::INTEGER, random.between(1, 9))]);
        fields.push(set(vec![sequence(vec![category, value])]));
    }
    set(fields)
}
