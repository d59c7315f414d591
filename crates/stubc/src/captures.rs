//! Reads packet captures (pcap, pcapng): the payloads of UDP datagrams and the bytes of TCP streams in order.

use etherparse::{NetSlice, SlicedPacket, TransportSlice};
use pcap_parser::{Block, Linktype, PcapBlockOwned, PcapError, create_reader};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::net::{IpAddr, SocketAddr};
use std::path::Path;
use std::str::FromStr;

/// Bytes of the reader's buffer: more than the largest packet in common captures.
const BUFFER: usize = 1 << 20;
/// Maximum number of bytes of a stream that wait for a missing segment.
const WAITING: usize = 1 << 20;
/// Maximum number of bytes of a stream that wait for the rest of a message.
const LONGEST: usize = 16 << 20;
/// Maximum number of streams followed at once; beyond it, the least recently active one is dropped.
const STREAMS: usize = 4096;

/// Selects packets by port: source, destination or either.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PortSelector {
    port: u16,
    from: bool,
    to: bool,
}

impl FromStr for PortSelector {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (from, to, port) = match text.split_once(':') {
            None => (true, true, text),
            Some(("from", port)) => (true, false, port),
            Some(("to", port)) => (false, true, port),
            Some(_) => return Err("write a port as N, from:N or to:N".to_owned()),
        };
        let port =
            port.parse().map_err(|_| format!("`{port}` is not a port; write a number from 0 to 65535"))?;
        Ok(Self { port, from, to })
    }
}

impl PortSelector {
    fn takes(self, from: u16, to: u16) -> bool {
        (self.from && from == self.port) || (self.to && to == self.port)
    }
}

/// Where and when a packet traveled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packet {
    /// Its source and destination.
    pub ends: Ends,
    /// Nanoseconds since 1970; 0 if the capture does not say it.
    pub time: u64,
}

/// Source and destination.
pub type Ends = [SocketAddr; 2];

/// The payload of a packet.
#[derive(Debug)]
pub enum Payload<'p> {
    /// A datagram.
    Datagram(&'p [u8]),
    /// The bytes of a stream that are not consumed yet. The receiver removes messages from the front.
    Stream(&'p mut Vec<u8>),
}

/// Returns whether a file starts as a capture: pcap of either byte order and resolution, or pcapng.
pub fn is_capture(path: &Path) -> bool {
    let mut magic = [0; 4];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut magic));
    let known = [
        [0xd4, 0xc3, 0xb2, 0xa1],
        [0xa1, 0xb2, 0xc3, 0xd4],
        [0x4d, 0x3c, 0xb2, 0xa1],
        [0xa1, 0xb2, 0x3c, 0x4d],
    ];
    read.is_ok() && (known.contains(&magic) || magic == [0x0a, 0x0d, 0x0d, 0x0a])
}

/// Reads a capture packet by packet; memory does not grow with the file. Packets that are cut off or are not UDP
/// or TCP over IP are skipped.
///
/// # Errors
/// A message: the file cannot be read or is damaged.
pub fn read(
    path: &Path,
    source: impl Read + Send,
    port: Option<PortSelector>,
    mut each: impl FnMut(Packet, Payload<'_>),
) -> Result<(), String> {
    let fail = |what: &str| format!("cannot read {}: {what}", path.display());
    let mut reader = create_reader(BUFFER, source).map_err(|_| fail("it is not a pcap or pcapng capture"))?;
    let mut streams = Streams::default();
    // The link type of each interface, and its units of time in a second.
    let mut links: Vec<(Linktype, u64)> = Vec::new();
    loop {
        let exhausted = reader.reader_exhausted();
        match reader.next() {
            Ok((length, block)) => {
                let packet = match &block {
                    PcapBlockOwned::LegacyHeader(header) => {
                        links = vec![(
                            header.network,
                            if header.is_nanosecond_precision() { NANO } else { MICRO },
                        )];
                        None
                    }
                    PcapBlockOwned::Legacy(packet) => links.first().map(|(link, units)| {
                        let time = u64::from(packet.ts_sec) * units + u64::from(packet.ts_usec);
                        (*link, packet.data, in_nanoseconds(time, *units))
                    }),
                    PcapBlockOwned::NG(Block::SectionHeader(_)) => {
                        links.clear();
                        None
                    }
                    PcapBlockOwned::NG(Block::InterfaceDescription(interface)) => {
                        links.push((interface.linktype, interface.ts_resolution().unwrap_or(MICRO)));
                        None
                    }
                    PcapBlockOwned::NG(Block::EnhancedPacket(packet)) => {
                        let data = packet.data.get(..packet.caplen as usize).unwrap_or(packet.data);
                        let time = u64::from(packet.ts_high) << 32 | u64::from(packet.ts_low);
                        links
                            .get(packet.if_id as usize)
                            .map(|(link, units)| (*link, data, in_nanoseconds(time, *units)))
                    }
                    PcapBlockOwned::NG(Block::SimplePacket(packet)) => {
                        let data = packet.data.get(..packet.origlen as usize).unwrap_or(packet.data);
                        links.first().map(|(link, _)| (*link, data, 0))
                    }
                    PcapBlockOwned::NG(_) => None,
                };
                if let Some((link, data, time)) = packet
                    && let Some(sliced) = slice(link, data)
                {
                    streams.packet(&sliced, time, port, &mut each);
                }
                reader.consume(length);
            }
            Err(PcapError::Eof) => return Ok(()),
            Err(PcapError::Incomplete(_)) if !exhausted => {
                reader.refill().map_err(|_| fail("a packet is longer than 1 MiB"))?;
            }
            Err(PcapError::Incomplete(_) | PcapError::UnexpectedEof) => {
                return Err(fail("the capture ends within a packet"));
            }
            Err(_) => return Err(fail("the file is damaged")),
        }
    }
}

/// The usual units of time in a second.
const MICRO: u64 = 1_000_000;
const NANO: u64 = 1_000_000_000;

/// Returns a time of so many units a second in nanoseconds.
fn in_nanoseconds(time: u64, units: u64) -> u64 {
    (u128::from(time) * u128::from(NANO) / u128::from(units.max(1))) as u64
}

/// Returns the headers of a packet, if its link type is known.
fn slice(link: Linktype, data: &[u8]) -> Option<SlicedPacket<'_>> {
    match link {
        Linktype::ETHERNET => SlicedPacket::from_ethernet(data).ok(),
        Linktype::LINUX_SLL => SlicedPacket::from_linux_sll(data).ok(),
        // BSD's loopback: the address family in 4 bytes, in the byte order of the capturing machine.
        Linktype::NULL | Linktype::LOOP => SlicedPacket::from_ip(data.get(4..)?).ok(),
        Linktype::RAW | Linktype::IPV4 | Linktype::IPV6 => SlicedPacket::from_ip(data).ok(),
        _ => None,
    }
}

/// One direction of a TCP connection.
#[derive(Default)]
struct Stream {
    /// The next sequence number.
    next: Option<u32>,
    /// Segments that came too early, by sequence number.
    early: BTreeMap<u32, Vec<u8>>,
    waiting: usize,
    octets: Vec<u8>,
    heard: u64,
}

#[derive(Default)]
struct Streams {
    streams: BTreeMap<Ends, Stream>,
    packets: u64,
}

impl Streams {
    fn packet(
        &mut self,
        packet: &SlicedPacket<'_>,
        time: u64,
        port: Option<PortSelector>,
        each: &mut impl FnMut(Packet, Payload<'_>),
    ) {
        let (from, to): (IpAddr, IpAddr) = match &packet.net {
            Some(NetSlice::Ipv4(ip)) => {
                (ip.header().source_addr().into(), ip.header().destination_addr().into())
            }
            Some(NetSlice::Ipv6(ip)) => {
                (ip.header().source_addr().into(), ip.header().destination_addr().into())
            }
            _ => return,
        };
        let takes = |from, to| port.is_none_or(|port| port.takes(from, to));
        match &packet.transport {
            Some(TransportSlice::Udp(udp)) if udp.payload().is_empty() => {}
            Some(TransportSlice::Udp(udp)) if takes(udp.source_port(), udp.destination_port()) => {
                let ends = [(from, udp.source_port()).into(), (to, udp.destination_port()).into()];
                each(Packet { ends, time }, Payload::Datagram(udp.payload()));
            }
            Some(TransportSlice::Tcp(tcp)) if takes(tcp.source_port(), tcp.destination_port()) => {
                let ends = [(from, tcp.source_port()).into(), (to, tcp.destination_port()).into()];
                self.packets += 1;
                if self.streams.len() >= STREAMS && !self.streams.contains_key(&ends) {
                    let oldest =
                        self.streams.iter().min_by_key(|(_, stream)| stream.heard).map(|(ends, _)| *ends);
                    oldest.map(|ends| self.streams.remove(&ends));
                }
                let stream = self.streams.entry(ends).or_default();
                stream.heard = self.packets;
                if tcp.syn() {
                    *stream =
                        Stream { next: Some(tcp.sequence_number().wrapping_add(1)), ..Stream::default() };
                }
                stream.segment(tcp.sequence_number().wrapping_add(u32::from(tcp.syn())), tcp.payload());
                if !stream.octets.is_empty() && !tcp.payload().is_empty() {
                    each(Packet { ends, time }, Payload::Stream(&mut stream.octets));
                    if stream.octets.len() > LONGEST {
                        stream.octets.clear();
                    }
                }
                if tcp.fin() || tcp.rst() {
                    self.streams.remove(&ends);
                }
            }
            _ => {}
        }
    }
}

impl Stream {
    fn segment(&mut self, at: u32, payload: &[u8]) {
        if payload.is_empty() {
            return;
        }
        // A stream whose beginning was not captured starts with its first captured segment.
        let next = *self.next.get_or_insert(at);
        if at.wrapping_sub(next) as i32 > 0 {
            self.waiting += payload.len();
            self.early.insert(at, payload.to_vec());
            if self.waiting > WAITING {
                // The missing segment was not captured: continue after it.
                self.octets.clear();
                self.next = self.early.keys().min_by_key(|at| at.wrapping_sub(next)).copied();
            }
        } else {
            self.append(at, payload);
        }
        while let Some(at) =
            self.early.keys().copied().find(|at| at.wrapping_sub(self.next.unwrap_or(0)) as i32 <= 0)
        {
            let payload = self.early.remove(&at).unwrap_or_default();
            self.waiting = self.waiting.saturating_sub(payload.len());
            self.append(at, &payload);
        }
    }

    /// Appends the new bytes of a segment that starts at or before the next sequence number.
    fn append(&mut self, at: u32, payload: &[u8]) {
        let next = self.next.unwrap_or(at);
        let known = next.wrapping_sub(at) as usize;
        if let Some(new) = payload.get(known..) {
            self.octets.extend_from_slice(new);
            self.next = Some(next.wrapping_add(new.len() as u32));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{PortSelector, Stream};

    #[test]
    fn segments_come_in_any_order_and_twice() {
        let mut stream = Stream { next: Some(u32::MAX), ..Stream::default() };
        stream.segment(2, b"defg");
        stream.segment(u32::MAX, b"ab");
        stream.segment(u32::MAX, b"abc");
        stream.segment(4, b"fghi");
        assert_eq!(stream.octets, b"abcdefghi");
        assert!(stream.early.is_empty());
    }

    #[test]
    fn ports_are_selected() {
        let port: PortSelector = "to:389".parse().expect("a port");
        assert!(port.takes(5000, 389) && !port.takes(389, 5000));
        assert!("389".parse::<PortSelector>().is_ok_and(|port| port.takes(389, 1) && port.takes(1, 389)));
        assert!("x:1".parse::<PortSelector>().is_err() && "70000".parse::<PortSelector>().is_err());
    }
}
