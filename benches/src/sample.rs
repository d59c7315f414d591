//! Messages for measurements: realistic in shape, generated, with the sizes of the peers' measurements.

/// Returns a BER element with a definite, minimal length.
fn tlv(tag: u8, contents: &[u8]) -> Vec<u8> {
    let length = contents.len();
    let mut element = vec![tag];
    match length {
        0..=0x7f => element.push(length as u8),
        0x80..=0xff => element.extend([0x81, length as u8]),
        _ => element.extend([0x82, (length >> 8) as u8, length as u8]),
    }
    element.extend(contents);
    element
}

fn list(tag: u8, elements: impl IntoIterator<Item = Vec<u8>>) -> Vec<u8> {
    tlv(tag, &elements.into_iter().flatten().collect::<Vec<u8>>())
}

/// Returns the message with the padding that makes it exactly this long.
fn sized(size: usize, message: impl Fn(usize) -> Vec<u8>) -> Vec<u8> {
    let fitting = (0..size).map(message).find(|message| message.len() == size);
    fitting.expect("some padding gives the size")
}

/// Contents of ten INTEGERs of one to four bytes.
const INTEGERS: [&[u8]; 10] = [
    &[0x2a],
    &[0x01, 0x00],
    &[0x7f],
    &[0x00, 0x80, 0x00],
    &[0x12, 0x34],
    &[0x05],
    &[0x49, 0x96, 0x02, 0xd2],
    &[0x00, 0xff],
    &[0xf1, 0x23, 0x45],
    &[0x1d, 0xea, 0xad, 0x01],
];

/// Returns ten INTEGERs in 45 bytes: a SEQUENCE, or a SEQUENCE OF.
pub fn micro_sequence() -> Vec<u8> {
    list(0x30, INTEGERS.iter().map(|contents| tlv(0x02, contents)))
}

/// Returns ten INTEGERs in a SET of 45 bytes, in the order of their tags.
pub fn micro_set() -> Vec<u8> {
    list(0x31, INTEGERS.iter().zip(0x80..).map(|(contents, tag)| tlv(tag, contents)))
}

/// Returns the sixth of ten alternatives.
pub fn micro_choice() -> Vec<u8> {
    tlv(0x85, &[0x12, 0x34])
}

/// Returns an entry with eleven attributes and fourteen values, 472 bytes.
pub fn ldap_entry() -> Vec<u8> {
    let attribute = |name: &str, values: &[&str]| {
        let values = list(0x31, values.iter().map(|value| tlv(0x04, value.as_bytes())));
        list(0x30, [tlv(0x04, name.as_bytes()), values])
    };
    sized(472, |padding| {
        let description = "x".repeat(padding);
        let attributes = list(
            0x30,
            [
                attribute("objectClass", &["top", "person", "organizationalPerson", "inetOrgPerson"]),
                attribute("cn", &["Barbara Jensen"]),
                attribute("sn", &["Jensen"]),
                attribute("givenName", &["Barbara"]),
                attribute("uid", &["bjensen"]),
                attribute("mail", &["bjensen@example.com"]),
                attribute("telephoneNumber", &["+1 408 555 1862"]),
                attribute("employeeNumber", &["10472"]),
                attribute("departmentNumber", &["Product Development"]),
                attribute("manager", &["uid=jsmith,ou=people,dc=example,dc=com"]),
                attribute("description", &[&description]),
            ],
        );
        let dn = tlv(0x04, b"uid=bjensen,ou=people,dc=example,dc=com");
        list(0x30, [tlv(0x02, &[2]), list(0x64, [dn, attributes])])
    })
}

/// Returns a response with ten bindings of six types, 292 bytes.
pub fn snmp_response() -> Vec<u8> {
    sized(292, |padding| {
        let description = vec![b'e'; padding];
        let values = [
            tlv(0x02, &[0x01]),
            tlv(0x04, &description),
            tlv(0x02, &[0x06]),
            tlv(0x02, &[0x05, 0xdc]),
            tlv(0x42, &[0x3b, 0x9a, 0xca, 0x00]),
            tlv(0x04, &[0x00, 0x1b, 0x21, 0x3c, 0x4d, 0x5e]),
            tlv(0x43, &[0x01, 0x2f, 0x6a]),
            tlv(0x41, &[0x6f, 0x12, 0x9b, 0x10]),
            tlv(0x41, &[0x00, 0xd8, 0x34, 0x21, 0x07]),
            tlv(0x06, &[0x2b, 0x06, 0x01, 0x02, 0x01, 0x0a, 0x07]),
        ];
        let bindings = values.into_iter().zip(1..).map(|(value, column)| {
            list(0x30, [tlv(0x06, &[0x2b, 0x06, 0x01, 0x02, 0x01, 0x02, 0x02, 0x01, column, 0x02]), value])
        });
        let request = tlv(0x02, &[0x2c, 0x6d, 0x1e, 0x43]);
        let pdu = list(0xa2, [request, tlv(0x02, &[0]), tlv(0x02, &[0]), list(0x30, bindings)]);
        list(0x30, [tlv(0x02, &[1]), tlv(0x04, b"public"), pdu])
    })
}

/// Returns a reply of the authentication service, 669 bytes: one datum of preauthentication, a ticket,
/// encrypted parts.
pub fn kerberos_as_rep() -> Vec<u8> {
    let integer = |tag, value: u8| tlv(tag, &tlv(0x02, &[value]));
    let string = |text: &str| tlv(0x1b, text.as_bytes());
    let principal = |tag, kind, names: &[&str]| {
        let names = list(0x30, names.iter().map(|name| string(name)));
        tlv(tag, &list(0x30, [integer(0xa0, kind), tlv(0xa1, &names)]))
    };
    let realm = |tag| tlv(tag, &string("EXAMPLE.TEST"));
    sized(669, |padding| {
        let encrypted = |tag, length: usize| {
            let cipher = tlv(0xa2, &tlv(0x04, &vec![0x5a; length]));
            tlv(tag, &list(0x30, [integer(0xa0, 18), integer(0xa1, 1), cipher]))
        };
        let info = tlv(0xa2, &tlv(0x04, b"0\x1c0\x1a\xa0\x03\x02\x01\x12\xa1\x13\x1b\x11EXAMPLE.TESTuser1"));
        let data = list(0x30, [list(0x30, [integer(0xa1, 19), info])]);
        let ticket = list(
            0x30,
            [
                integer(0xa0, 5),
                realm(0xa1),
                principal(0xa2, 2, &["krbtgt", "EXAMPLE.TEST"]),
                encrypted(0xa3, padding),
            ],
        );
        let reply = [
            integer(0xa0, 5),
            integer(0xa1, 11),
            tlv(0xa2, &data),
            realm(0xa3),
            principal(0xa4, 1, &["user1"]),
            tlv(0xa5, &tlv(0x61, &ticket)),
            encrypted(0xa6, 208),
        ];
        tlv(0x6b, &list(0x30, reply))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_those_that_the_peers_were_measured_with() {
        let sizes = [micro_sequence, micro_set, ldap_entry, snmp_response, kerberos_as_rep];
        assert_eq!(sizes.map(|message| message().len()), [45, 45, 472, 292, 669]);
    }
}
