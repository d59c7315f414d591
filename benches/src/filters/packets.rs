//! Captures of messages, for other tools that read packets.

/// A transport of messages: the number of its protocol, and the port of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transport {
    protocol: u8,
    port: u16,
}

const TCP: u8 = 6;
/// LDAP over TCP.
pub const LDAP: Transport = Transport { protocol: TCP, port: 389 };
/// SNMP over UDP.
pub const SNMP: Transport = Transport { protocol: 17, port: 161 };

/// Returns the messages as a capture over Ethernet and IPv4, each from a port of its own.
///
/// # Panics
/// A message is longer than a packet.
pub fn capture<'m>(transport: &Transport, messages: impl IntoIterator<Item = &'m [u8]>) -> Vec<u8> {
    let mut out = vec![0xd4, 0xc3, 0xb2, 0xa1, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 1, 0, 0, 0];
    let short = |number: usize| u16::try_from(number).expect("messages are short").to_be_bytes();
    for (at, message) in messages.into_iter().enumerate() {
        let mut segment = [short(20_000 + at % 40_000), transport.port.to_be_bytes()].concat();
        if transport.protocol == TCP {
            segment.extend([0, 0, 0, 1, 0, 0, 0, 1, 0x50, 0x18, 0xff, 0xff, 0, 0, 0, 0]);
        } else {
            segment.extend([short(8 + message.len()), [0; 2]].concat());
        }
        segment.extend(message);
        let mut packet = vec![2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2, 8, 0, 0x45, 0];
        packet.extend(short(20 + segment.len()));
        packet.extend([0, 0, 0, 0, 64, transport.protocol, 0, 0, 10, 0, 0, 1, 10, 0, 0, 2]);
        packet.extend(segment);
        let length = u32::try_from(packet.len()).expect("messages are short").to_le_bytes();
        out.extend([&[0; 8][..], &length, &length, &packet].concat());
    }
    out
}
