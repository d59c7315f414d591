//! `profile --calls`: calls that follow each other in captures, the values that they share, and the clusters that
//! follow from them.

use crate::common::Folder;

/// A small file server, whose names have a prefix as those of NFS.
const STORE: &str = "typedef opaque fh<64>;
struct found { fh object; unsigned int size; };
union lookup_res switch (int status) { case 0: found resok; default: void; };
struct lookup_args { fh dir; string name<64>; };
struct read_args { fh file; unsigned hyper offset; unsigned int count; };
union read_res switch (int status) { case 0: opaque data<1000>; default: void; };
program STORE_PROGRAM {
    version STORE_V1 {
        void STORE_NULL(void) = 0;
        unsigned int STORE_SIZE(fh) = 1;
        lookup_res STORE_LOOKUP(lookup_args) = 2;
        read_res STORE_READ(read_args) = 3;
        int STORE_SWAP(int, fh) = 4;
    } = 1;
} = 0x20000077;
";

/// Bytes of messages.
#[derive(Default, Clone)]
struct Bytes(Vec<u8>);

impl Bytes {
    fn word(mut self, word: u32) -> Self {
        self.0.extend(word.to_be_bytes());
        self
    }

    fn opaque(mut self, octets: &[u8]) -> Self {
        self = self.word(octets.len() as u32);
        self.0.extend(octets);
        self.0.resize(self.0.len().next_multiple_of(4), 0);
        self
    }
}

fn call(xid: u32, procedure: u32, arguments: &Bytes) -> Vec<u8> {
    let head = [xid, 0, 2, 0x2000_0077, 1, procedure, 0, 0, 0, 0];
    let head = head.iter().fold(Bytes::default(), |bytes, word| bytes.word(*word));
    [head.0, arguments.0.clone()].concat()
}

fn reply(xid: u32, results: &Bytes) -> Vec<u8> {
    let head = [xid, 1, 0, 0, 0, 0].iter().fold(Bytes::default(), |bytes, word| bytes.word(*word));
    [head.0, results.0.clone()].concat()
}

/// A capture under construction: pcap over Ethernet, times in microseconds.
struct Capture {
    octets: Vec<u8>,
    time: u64,
    sequence: [u32; 2],
}

impl Capture {
    fn new() -> Self {
        let octets = vec![0xd4, 0xc3, 0xb2, 0xa1, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0];
        Self { octets, time: 1_700_000_000_999_000, sequence: [5, 70] }
    }

    fn packet(&mut self, packet: &[u8]) {
        let length = packet.len() as u32;
        let words = [(self.time / 1_000_000) as u32, (self.time % 1_000_000) as u32, length, length];
        self.octets.extend(words.iter().flat_map(|word| word.to_le_bytes()));
        self.octets.extend(packet);
    }

    fn udp(&mut self, is_call: bool, payload: &[u8]) {
        let (ends, ports) = if is_call { ([1, 2], (900, 2049)) } else { ([2, 1], (2049, 900)) };
        let ip = etherparse::PacketBuilder::ethernet2([0; 6], [1; 6]);
        let ip = ip.ipv4([10, 0, 0, ends[0]], [10, 0, 0, ends[1]], 64).udp(ports.0, ports.1);
        let mut out = Vec::new();
        ip.write(&mut out, payload).expect("the packet must be writable to memory");
        self.packet(&out);
    }

    /// Adds a record as two segments, the second one first.
    fn tcp(&mut self, is_call: bool, message: &[u8]) {
        let record = [&(0x8000_0000 | message.len() as u32).to_be_bytes()[..], message].concat();
        let (ends, ports) = if is_call { ([1, 2], (901, 2049)) } else { ([2, 1], (2049, 901)) };
        let at = &mut self.sequence[usize::from(!is_call)];
        let start = *at;
        *at += record.len() as u32;
        let segments = [(start + 9, &record[9..]), (start, &record[..9])];
        // The first segment that is captured begins a stream.
        let is_first = start == 5 || start == 70;
        let order = if is_first { [1, 0] } else { [0, 1] };
        for (at, payload) in order.map(|index| segments[index]) {
            let ip = etherparse::PacketBuilder::ethernet2([0; 6], [1; 6]);
            let ip = ip.ipv4([10, 0, 0, ends[0]], [10, 0, 0, ends[1]], 64).tcp(ports.0, ports.1, at, 1000);
            let mut out = Vec::new();
            ip.write(&mut out, payload).expect("the packet must be writable to memory");
            self.packet(&out);
        }
    }

    fn send(&mut self, tcp: bool, is_call: bool, message: &[u8]) {
        if tcp { self.tcp(is_call, message) } else { self.udp(is_call, message) }
    }

    /// Adds a lookup, and a read of what it found, within this many microseconds.
    fn lookup_and_read(&mut self, tcp: bool, number: u32, between: u64) {
        let handle = [number as u8, 1, 2, 3, 4, 5];
        let arguments = Bytes::default().opaque(b"root").opaque(b"name");
        self.send(tcp, true, &call(2 * number, 2, &arguments));
        // A datagram that is sent again is one call.
        if !tcp {
            self.send(tcp, true, &call(2 * number, 2, &arguments));
        }
        self.time += 100;
        self.send(tcp, false, &reply(2 * number, &Bytes::default().word(0).opaque(&handle).word(7)));
        self.time += between;
        let arguments = Bytes::default().opaque(&handle).word(0).word(4096).word(50);
        self.send(tcp, true, &call(2 * number + 1, 3, &arguments));
        self.time += 100;
        self.send(tcp, false, &reply(2 * number + 1, &Bytes::default().word(0).opaque(b"data")));
        self.time += 5000;
    }
}

/// Returns a capture of one call of NFS, which does nothing.
pub fn nothing_of_nfs() -> Vec<u8> {
    let mut capture = Capture::new();
    let head =
        [1, 0, 2, 100_003, 3, 0, 0, 0, 0, 0].iter().fold(Bytes::default(), |bytes, word| bytes.word(*word));
    capture.udp(true, &head.0);
    capture.octets
}

#[test]
fn calls_that_follow_each_other_are_found() {
    let folder = Folder::new(&[("store.x", STORE)]);
    let mut capture = Capture::new();
    for number in 0..20 {
        // Two of them are too late.
        capture.lookup_and_read(number % 2 == 0, 10 + number, if number < 2 { 3000 } else { 300 });
    }
    // Calls that need nothing of each other.
    for number in 0..6 {
        capture.udp(true, &call(1000 + number, 1, &Bytes::default().opaque(b"same handle")));
        capture.time += 50;
        capture.udp(false, &reply(1000 + number, &Bytes::default().word(123_456)));
    }
    capture.udp(true, b"no call");
    folder.write("day.pcap", &capture.octets);
    let run = folder.stubc("profile --calls --port 2049 --messages day.pcap store.x -o calls.toml");
    assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
    assert!(run.err.contains("counted 46 calls, skipped 1 message that"), "{}", run.err);
    let text = folder.read("calls.toml");
    for line in [
        "calls = 46\nreplies = 46\nconnections = 2\nmalformed = 0\nwithin = 1 # milliseconds",
        "{ name = \"LOOKUP\", count = 20 },",
        "{ from = \"LOOKUP\", to = \"READ\", count = 18, share = 0.900 },",
        "{ from = \"SIZE\", to = \"SIZE\", count = 5, share = 0.833 },",
        "{ from = \"LOOKUP\", value = \"resok.object\", to = \"READ\", argument = \"file\", count = 18, of = 18 },",
        "# 18 occurrences; saves 18 of 46 round trips (39 %).\n[cluster.LOOKUP_READ]\ncalls = [\"LOOKUP\", \"READ\"]\n\
         feed = { \"1.file\" = \"0.resok.object\" }\non-error = \"stop\"\n",
        "# SIZE follows SIZE 5 times without a value of its reply.",
    ] {
        assert!(text.contains(line), "expected `{line}` in:\n{text}");
    }
    assert!(!text.contains("loop") && text.matches("[cluster.").count() == 1, "{text}");
    // With more time, all follow: 20 pairs of 20.
    let run = folder.stubc("profile --calls --messages day.pcap store.x --within 4");
    assert!(run.out.contains("to = \"READ\", count = 20, share = 1.000 }"), "{}", run.out);
    // What repeats becomes a loop.
    let mut capture = Capture::new();
    for number in 0..20 {
        capture.lookup_and_read(true, 10 + number, 300);
        capture.time -= 5000 - 200;
    }
    folder.write("again.pcap", &capture.octets);
    let run = folder.stubc("profile --calls --messages again.pcap store.x");
    assert!(run.out.contains("on-error = \"stop\"\nloop = 64 #"), "{}", run.out);
}

#[test]
fn calls_are_drawn() {
    let folder = Folder::new(&[("store.x", STORE)]);
    let mut capture = Capture::new();
    (0..5).for_each(|number| capture.lookup_and_read(true, 10 + number, 300));
    folder.write("day.pcap", &capture.octets);
    for (file, expected) in [
        ("calls.dot", "n2 -> n3 [label = \"resok.object = file: 5\", style = dashed, constraint = false]"),
        ("calls.svg", "LOOKUP → READ: 5</text>"),
    ] {
        let run = folder.stubc(&format!("profile --calls --messages day.pcap store.x -o {file}"));
        assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
        let text = folder.read(file);
        assert!(text.contains(expected), "expected `{expected}` in:\n{text}");
    }
}

#[test]
fn calls_need_captures_of_programs() {
    let folder =
        Folder::new(&[("store.x", STORE), ("plain.x", "struct point { int x; };\n"), ("text", "none")]);
    let mut capture = Capture::new();
    capture.udp(true, b"no call");
    folder.write("day.pcap", &capture.octets);
    for (words, code, expected) in [
        ("--messages text store.x", 1, "text is no capture; --calls needs pcap or pcapng"),
        ("--messages day.pcap plain.x", 2, "--calls needs a remote program, and the specification has none"),
        ("--messages day.pcap store.x", 1, "no call of the specification's programs was found; check --port"),
        ("--messages day.pcap store.x --within=-1", 2, "--within"),
        ("--messages day.pcap store.x --type fh", 2, "cannot be used with"),
    ] {
        let run = folder.stubc(&format!("profile --calls {words}"));
        assert!(run.code == code && run.err.contains(expected), "{words}: {} {}", run.code, run.err);
    }
}
