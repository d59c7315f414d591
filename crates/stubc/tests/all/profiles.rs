//! Profiles: counted from messages and captures, added up, and believed by their weight.

use crate::common::{Folder, TOY};
use serde_json::Value;

#[test]
fn profiles_are_counted_added_up_and_believed_by_their_weight() {
    let folder = Folder::new(&[("toy.asn1", TOY)]);
    let message = [0x30, 0x08, 0x80, 0x01, 0x07, 0xa1, 0x03, 0x80, 0x01, b'x'];
    let mut delimited = vec![0, 10];
    delimited.extend(message);
    folder.write("one/m.ber", &message);
    folder.write("one/broken.ber", &[0x30, 0x08, 0x80]);
    folder.write("stream", &[message, message].concat());
    folder.write("delimited", &delimited);
    let profile = |rest: &str| {
        let run = folder.stubc(&format!("profile toy.asn1 --type Message {rest}"));
        assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
        run
    };
    let run = profile("--messages one -o one.toml");
    assert!(
        run.err.contains("skipped a message of one/broken.ber")
            && run.err.contains("counted 1 message, skipped 1")
    );
    profile("--messages stream stream --framing stream -o five.toml");
    profile("--messages delimited --framing length2 --direction decode -o received.toml");
    let one = folder.read("one.toml");
    let note = "\"Toy.Message.note\" = { v = 0.000000, seen = 0, of = 1, messages = 1 }";
    assert!(one.contains(note) && one.contains("\"Toy.Message\" = { decode = 1, encode = 1 }"), "{one}");
    assert!(folder.read("received.toml").contains("[decode.frequency]"));
    assert_eq!(folder.stubc("profile --merge one.toml five.toml received.toml -o sum.toml").code, 0);
    let sum = folder.read("sum.toml");
    assert!(sum.contains(&note.replace("of = 1, messages = 1", "of = 5, messages = 5")), "{sum}");
    assert!(
        sum.contains("\"Toy.Message\" = { decode = 6, encode = 5 }"),
        "expected `\"Toy.Message\" = {{ decode = 6, encode = 5 }}` in:\n{sum}"
    );

    // The more messages, the less the guess counts: v of a field without occurrences falls.
    let guess = |profile: &str| -> f64 {
        let run = folder.stubc(&format!("dump references toy.asn1 --pdu Message --profile {profile}"));
        assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
        let line = run
            .out
            .lines()
            .find(|line| line.starts_with("  note "))
            .expect("the output must have a line for the field `note`");
        assert!(line.contains("(measured 0.0000 in "), "expected `(measured 0.0000 in ` in:\n{line}");
        line.split(" (")
            .next()
            .and_then(|line| line.rsplit(' ').next())
            .and_then(|v| v.parse().ok())
            .expect("the line must end with the field frequency")
    };
    assert!(guess("one.toml") > guess("sum.toml") && guess("sum.toml") > 0.0);

    folder.write("alien.toml", one.replace("Toy.Message.note", "Toy.Message.gone").as_bytes());
    let run = folder.stubc("check toy.asn1 --profile alien.toml");
    assert!(run.code == 1 && run.err.contains("`Toy.Message.gone` matches no field"), "{}", run.err);
    let older: Vec<&str> = one.lines().filter(|line| !line.contains("Toy.Message.note")).collect();
    folder.write("older.toml", older.join("\n").as_bytes());
    let run = folder.stubc("check toy.asn1 --profile older.toml -v");
    assert!(run.code == 0 && run.err.contains("`Toy.Message.note` is not in the profile"), "{}", run.err);
    // Twenty refused messages are listed; the rest is counted.
    for n in 0..25 {
        folder.write(&format!("many/{n}.ber"), &[0x30, 0x08, 0x80]);
    }
    folder.write("many/sound.ber", &message);
    folder.write("many/deeper/yet/sound.ber", &message);
    let run = profile("--messages many -o many.toml");
    assert!(run.err.contains("counted 2 messages"), "expected `counted 2 messages` in:\n{}", run.err);
    let listed = run.err.lines().filter(|line| line.contains("skipped a message of ")).count();
    assert!(listed == 20 && run.err.contains("skipped 5 further messages"), "{}", run.err);

    // A stream is given up where its framing is lost; earlier messages count.
    folder.write("lost", &[&message[..], &[0x31, 0x00], &message].concat());
    let run = profile("--messages lost --framing stream -o lost.toml");
    assert!(run.err.contains("lost at offset 10"), "expected `lost at offset 10` in:\n{}", run.err);
    assert!(
        run.err.contains("counted 1 message, skipped 1"),
        "expected `counted 1 message, skipped 1` in:\n{}",
        run.err
    );
    folder.write("said.toml", b"[frequency]\n\"Toy.Message.note\" = 0.5\n");
    assert_eq!(folder.stubc("profile --merge one.toml said.toml").code, 1);
}

/// A profile weighs the roots. It adds none, and other types in it are ignored.
#[test]
fn a_profile_weighs_the_roots() {
    let spec = "M DEFINITIONS AUTOMATIC TAGS ::= BEGIN\n\
        A ::= SEQUENCE { x Part } B ::= SEQUENCE { y Part OPTIONAL } Part ::= SEQUENCE { z BOOLEAN } END";
    let folder = Folder::new(&[("m.asn1", spec)]);
    let profile = "[messages]\n\"M.A\" = { decode = 30, encode = 1 }\n\"M.B\" = { decode = 10, encode = 1 }\n[roots]\n\
        \"M.A\" = { decode = 0.75, encode = 0.5 }\n\"M.B\" = { decode = 0.25, encode = 0.5 }\n[decode.frequency]\n\
        \"M.B.y\" = { v = 1.0, seen = 1000000, of = 1000000, messages = 1000000 }\n";
    folder.write("p.toml", profile.as_bytes());
    let frequency = |options: &str, path: &str, direction: &str| -> f64 {
        let run = folder.stubc(&format!("m.asn1 --technique interpreted --report plan.json -q {options}"));
        assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
        let report: Value =
            serde_json::from_str(&folder.read("plan.json")).expect("plan.json must be valid JSON");
        let nodes = report["nodes"].as_array().expect("`nodes` must be an array").clone();
        let found = nodes.iter().find(|node| node["path"] == path && node["direction"] == direction);
        found
            .and_then(|node| node["frequency"].as_f64())
            .unwrap_or_else(|| panic!("the report must have a node for {path}"))
    };
    let near = |value: f64, expected: f64| (value - expected).abs() < 1e-4;
    assert!(near(frequency("", "M.A", "decode"), 0.5));
    assert!(near(frequency("--profile p.toml", "M.A", "decode"), 0.75));
    assert!(near(frequency("--profile p.toml", "M.B", "decode"), 0.25));
    // Encode and decode are counted separately.
    assert!(near(frequency("--profile p.toml", "M.A", "encode"), 0.5));
    assert!(near(frequency("--profile p.toml", "M.Part", "decode"), 1.0));
    assert!(frequency("--profile p.toml", "M.Part", "encode") < 0.9);
    // The command line chooses the roots.
    assert!(near(frequency("--profile p.toml --pdu B", "M.B", "decode"), 1.0));
    folder.write(
        "p.toml",
        profile.replace("\"M.B\" = { decode = 0.25", "\"M.C\" = { decode = 0.25").as_bytes(),
    );
    let run = folder.stubc("check m.asn1 --profile p.toml");
    assert!(run.code == 1 && run.err.contains("M.C"), "{}", run.err);
}

/// Returns a capture with these packets over Ethernet: pcap, little-endian.
fn capture(packets: &[Vec<u8>]) -> Vec<u8> {
    let mut out = vec![0xd4, 0xc3, 0xb2, 0xa1, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0];
    for packet in packets {
        let length = u32::try_from(packet.len()).expect("the packet's length must fit 32 bits").to_le_bytes();
        out.extend([&[0; 8][..], &length, &length, packet].concat());
    }
    out
}

/// Returns the same as pcapng (draft-ietf-opsawg-pcapng): a section, two interfaces, an unused name, packets.
fn capture_ng(packets: &[Vec<u8>]) -> Vec<u8> {
    let block = |kind: u32, body: &[u8]| {
        let length = (12 + body.len()).to_le_bytes();
        [&kind.to_le_bytes()[..], &length[..4], body, &length[..4]].concat()
    };
    let section = [&0x1a2b_3c4d_u32.to_le_bytes()[..], &[1, 0, 0, 0], &[0xff; 8]].concat();
    let mut out = block(0x0a0d_0d0a, &section);
    // Interface 0 has an unknown link type, interface 1 is Ethernet.
    out.extend(block(1, &[0xfe, 0x7f, 0, 0, 0, 0, 0, 0]));
    out.extend(block(1, &[1, 0, 0, 0, 0, 0, 0, 0]));
    out.extend(block(4, &[0, 0, 0, 0]));
    for packet in packets {
        let length = (packet.len() as u32).to_le_bytes();
        let padding = vec![0; packet.len().next_multiple_of(4) - packet.len()];
        let body = [&[1, 0, 0, 0][..], &[0; 8], &length, &length, packet, &padding].concat();
        out.extend(block(6, &body));
    }
    out
}

#[test]
fn captures_are_taken_apart() {
    let folder = Folder::new(&[("toy.asn1", TOY)]);
    let message = [0x30, 0x08, 0x80, 0x01, 0x07, 0xa1, 0x03, 0x80, 0x01, b'x'];
    let ip = || etherparse::PacketBuilder::ethernet2([0; 6], [1; 6]).ipv4([10, 0, 0, 1], [10, 0, 0, 2], 64);
    let udp = |from: u16, to: u16, payload: &[u8]| {
        let mut out = Vec::new();
        ip().udp(from, to).write(&mut out, payload).expect("the packet must be writable to memory");
        out
    };
    let tcp = |at: u32, payload: &[u8]| {
        let mut out = Vec::new();
        ip().tcp(4000, 389, at, 1000)
            .write(&mut out, payload)
            .expect("the packet must be writable to memory");
        out
    };
    let two = [message, message].concat();
    // Two messages in three segments, the last two in the wrong order; datagrams from and to the port; other
    // packets.
    let packets = [
        tcp(100, &two[..4]),
        udp(5000, 389, &message),
        tcp(115, &two[15..]),
        udp(389, 5000, &message),
        tcp(104, &two[4..15]),
        udp(53, 53, &[0xff]),
        vec![0; 20],
    ];
    folder.write("all.pcap", &capture(&packets));
    let counted = |rest: &str| {
        let run = folder.stubc(&format!("profile toy.asn1 --type Message --messages all.pcap {rest}"));
        assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
        let line = run.out.lines().find(|line| line.starts_with("\"Toy.Message\" = { decode"));
        let line = line.expect("the profile must have a line for Toy.Message");
        (line.split([' ', ',']).nth(5).expect("the line must have a number").to_owned(), run.err)
    };
    assert_eq!(counted("--port 389"), ("4".to_owned(), String::new()));
    assert_eq!(counted("--port from:389"), ("1".to_owned(), String::new()));
    let (all, refused) = counted("");
    assert!(all == "4" && refused.contains("counted 4 messages, skipped 1"), "{all} {refused}");
    // The same as pcapng, and with one side's port.
    folder.write("all.pcap", &capture_ng(&packets));
    assert_eq!(counted("--port 389"), ("4".to_owned(), String::new()));
    assert_eq!(counted("--port to:389"), ("3".to_owned(), String::new()));
    let mut broken = capture(&packets);
    broken.truncate(broken.len() - 3);
    folder.write("all.pcap", &broken);
    let run = folder.stubc("profile toy.asn1 --type Message --messages all.pcap");
    assert!(run.code == 1 && run.err.contains("ends within a packet"), "{}", run.err);
}

/// A terminal shows a progress bar; other outputs do not.
#[test]
fn a_terminal_shows_how_far_a_profile_is() {
    if !test_needs::program("script") {
        return;
    }
    let folder = Folder::new(&[("toy.asn1", TOY)]);
    let message = [0x30, 0x08, 0x80, 0x01, 0x07, 0xa1, 0x03, 0x80, 0x01, b'x'];
    folder.write("many", &message.repeat(100_000));
    let words = "profile toy.asn1 --type Message --framing stream --messages many -o many.toml";
    assert_eq!(folder.stubc(words).err, "");
    let output = std::process::Command::new("script")
        .args(["-qec", &format!("{} {words}", env!("CARGO_BIN_EXE_stubc")), "/dev/null"])
        .env("TERM", "xterm")
        .current_dir(folder.path())
        .output()
        .expect("script(1) must start");
    let shown = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && shown.contains("KiB/") && shown.contains("left"), "{shown}");
    assert!(folder.read("many.toml").contains("\"Toy.Message\" = { decode = 100000, encode = 100000 }"));
}

/// Messages that are alike become a shape; those that a shape cannot hold are told.
#[test]
fn shapes_are_proposed_with_their_share_of_other_messages() {
    let spec = "A DEFINITIONS AUTOMATIC TAGS ::= BEGIN
        Message ::= CHOICE { ask SEQUENCE { id INTEGER, what OCTET STRING }, list SEQUENCE OF INTEGER, size REAL } END";
    let folder = Folder::new(&[("a.asn1", spec)]);
    for at in 0..16_u8 {
        folder.write(&format!("m/{at:02}.ber"), &[0xa0, 7, 0x80, 1, at, 0x81, 2, b'h', b'i']);
        folder.write(&format!("m/{at:02}-list.ber"), &[0xa1, 6, 2, 1, 5, 2, 1, at / 2]);
        folder.write(&format!("r/{at:02}.ber"), &[0x82, 3, 0x80, 0, at | 1]);
    }
    let run = folder.stubc("profile --shapes 4 --type Message --messages m -o shapes.toml a.asn1");
    assert_eq!(run.code, 0, "{}", run.err);
    let text = folder.read("shapes.toml");
    for part in [
        "[shape.like_ask]\ntype = \"A.Message\"\nmessage = \"a007800100810268",
        "[shape.like_ask.holes]\n\"ask.id\" = \"id\"\n",
        "[shape.like_list.holes]\n\"list[*]\" = \"list\"\n",
    ] {
        assert!(text.contains(part), "{part} in:\n{text}");
    }
    let share = |line: &str| line.strip_prefix("share = ").and_then(|share| share.parse::<f64>().ok());
    let sum: f64 = text.lines().filter_map(share).sum();
    assert!((sum - 1.0).abs() < 1e-3, "every message has one of the shapes:\n{text}");
    let run = folder.stubc("-q --config shapes.toml a.asn1 --cflags -O2");
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(
        folder.read("a.h").contains("typedef struct Message_like_list {\n    int64_t list[2]; /* list[0] */")
    );

    let run = folder.stubc("profile --shapes 4 --type Message --messages r -o shapes.toml a.asn1");
    assert_eq!(run.code, 1, "{}", run.err);
    assert!(run.err.contains("note: no shape of ") && run.err.contains("no shape was found"), "{}", run.err);
    let run = folder.stubc("profile --shapes 4 --type Message --messages m/00.ber -o shapes.toml a.asn1");
    assert!(run.code == 1 && run.err.contains("--shapes needs four messages at least"), "{}", run.err);
    let run =
        folder.stubc("profile --shapes 4 --type Message --messages m --rules oer -o shapes.toml a.asn1");
    assert!(run.code != 0, "{}", run.err);
}
