//! The service of filters: `stubc serve`, `stubc fetch`, and an agent in C that plugs filters in under load.

use crate::common::{Folder, Run, TOY, sanitizer};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const SPECIFICATION: &str = include_str!("../../../../specs/xdr/specialize.x");
const PROGRAM: u32 = 0x2053_5442;

/// A server, ended when dropped.
struct Server {
    child: Child,
    addresses: Vec<String>,
}

impl Server {
    /// Starts a server in the folder with these words, and waits until it listens at so many addresses.
    fn start(folder: &Folder, words: &str, listening: usize) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_stubc"))
            .arg("serve")
            .args(words.split_whitespace())
            .current_dir(folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the binary must start");
        let mut lines = BufReader::new(child.stdout.take().expect("the output is a pipe")).lines();
        let mut next = || {
            let line = lines.next().expect("the server must listen").expect("the line must be text");
            line.strip_prefix("listening at ").expect("the line must name an address").to_owned()
        };
        let addresses = (0..listening).map(|_| next()).collect();
        Self { child, addresses }
    }

    /// Connects over TCP.
    fn connect(&self) -> TcpStream {
        let address = self.addresses.iter().find_map(|address| address.strip_prefix("tcp:"));
        let stream = TcpStream::connect(address.expect("the server must listen over TCP"));
        let stream = stream.expect("the server must accept");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a time limit must be settable");
        stream
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Emits the engine of a type. Returns the digest of its configuration.
fn engine(folder: &Folder, ty: &str, spec: &str) -> String {
    let made = folder.stubc_args(&["filter", ty, "--engine", "--name", "plugged", spec]);
    assert_eq!(made.code, 0, "{}", made.err);
    made.out.trim_end().rsplit(' ').next().expect("the line must end with the digest").to_owned()
}

fn fetch(folder: &Folder, from: &str, digest: &str, predicate: &str) -> Run {
    folder.stubc_args(&["fetch", predicate, "--from", from, "--configuration", digest, "-o", "got.blob"])
}

fn octets(folder: &Folder, name: &str) -> Vec<u8> {
    std::fs::read(folder.path().join(name)).expect("the blob must be there")
}

/// A GetBulk request of one repetition.
const BULK: &[u8] =
    b"\x30\x1b\x02\x01\x01\x04\x06public\xa5\x0e\x02\x04\x01\x00\x00\x00\x02\x01\x00\x02\x01\x01\x30\x00";

/// A running agent gets filters and shapes, and later others, under load from eight clients.
#[test]
fn an_agent_gets_its_tables_while_it_answers() {
    let folder = Folder::new(&[
        ("v2c.asn1", include_str!("../../../../specs/snmp/v2c.asn1")),
        ("specialize.x", SPECIFICATION),
        ("agent.c", include_str!("../../../../examples/filter-agent/agent.c")),
    ]);
    let digest = engine(&folder, "Message", "v2c.asn1");
    let made = folder.stubc("shape --type Message --engine --name polled v2c.asn1");
    assert_eq!(made.code, 0, "{}", made.err);
    folder.write("bulk.ber", BULK);
    for (name, holes) in
        [("one", "--hole *.request-id"), ("all", "--hole *.request-id --hole *.max-repetitions")]
    {
        let words = format!("shape --type Message --from bulk.ber --inline {holes} -o {name}.toml v2c.asn1");
        assert_eq!(folder.stubc(&words).code, 0, "{words}");
    }
    let made = folder.stubc("specialize.x -q --rpc client --plug --max-size 100%");
    assert_eq!(made.code, 0, "{}", made.err);
    let flags =
        ["-std=gnu99", "-O1", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"];
    let sources = ["agent.c", "plugged.c", "polled.c", "specialize.c", "stubc_rt.c", "stubc_net.c"];
    sanitizer::build(folder.path(), &flags, &sources, "agent").unwrap_or_else(|error| panic!("{error}"));
    let server = Server::start(&folder, "--listen unix:socket --store blobs v2c.asn1", 1);
    let predicates = [50, 20].map(|most| format!("Message: data.get-bulk-request.max-repetitions > {most}"));
    let ran = Command::new(folder.path().join("agent"))
        .args(["socket", &predicates[0], "one.toml", &predicates[1], "all.toml"])
        .current_dir(folder.path())
        .output()
        .expect("the agent must start");
    let said = String::from_utf8_lossy(&[ran.stdout, ran.stderr].concat()).into_owned();
    assert!(ran.status.success() && said.ends_with(" answers, 0 lost, 0 wrong\n"), "{said}");
    // The command gets what the stubs got, and the server had kept it.
    let kept = |folder: &Folder| std::fs::read_dir(folder.path().join("blobs")).expect("a folder").count();
    assert_eq!(kept(&folder), 3, "the agent has dropped one of four");
    let got = fetch(&folder, &server.addresses[0], &digest, &predicates[0]);
    assert_eq!((got.code, kept(&folder)), (0, 3), "{}", got.err);
    let blob = octets(&folder, "got.blob");
    assert!(blob.len() < 64 && got.out.contains(&format!("{} bytes, token ", blob.len())), "{}", got.out);
}

/// A token finds its blob in another run of the server. Damaged and removed blobs are made again.
#[test]
fn blobs_outlive_their_server() {
    let folder = Folder::new(&[
        ("toy.asn1", TOY),
        ("other.asn1", &TOY.replace("serial INTEGER", "serial INTEGER (0..9)")),
    ]);
    let digest = engine(&folder, "Message", "toy.asn1");
    let words = "--listen tcp:127.0.0.1:0 --listen unix:socket --store kept --most-blobs 8";
    let token = |out: &str| out.trim_end().rsplit(' ').next().unwrap_or_default().to_owned();
    let mut server = Server::start(&folder, &format!("{words} toy.asn1"), 2);
    let predicate = "Message: body.text starts-with \"a\" and id > 3";
    let first = fetch(&folder, &server.addresses[0], &digest, predicate);
    assert_eq!(first.code, 0, "{}", first.err);
    let blob = octets(&folder, "got.blob");
    server.child.kill().expect("the server must end");
    let _ = server.child.wait();
    // The socket that is left behind is replaced.
    let server = Server::start(&folder, &format!("{words} toy.asn1"), 2);
    let file = folder.path().join(format!("kept/{}.blob", token(&first.out)));
    let written = || std::fs::metadata(&file).and_then(|file| file.modified()).expect("the blob is kept");
    let before = written();
    let second = fetch(&folder, &server.addresses[1], &digest, predicate);
    assert_eq!((second.out.as_str(), octets(&folder, "got.blob")), (first.out.as_str(), blob.clone()));
    assert_eq!(written(), before, "the blob of the first run serves the second");
    let mut damaged = std::fs::read(&file).expect("the blob is kept");
    *damaged.last_mut().expect("the file has octets") ^= 1;
    std::fs::write(&file, damaged).expect("the file must be writable");
    assert_eq!(fetch(&folder, &server.addresses[1], &digest, predicate).code, 0);
    assert_eq!(octets(&folder, "got.blob"), blob);
    // Another specification has other tokens, also where the table is the same.
    let other = Server::start(&folder, "--listen tcp:127.0.0.1:0 --store kept other.asn1", 1);
    let third = fetch(&folder, &other.addresses[0], &digest, predicate);
    assert_ne!(token(&third.out), token(&first.out), "{}", third.err);
    // The oldest blobs make room.
    std::thread::scope(|scope| {
        for number in 10..30u8 {
            let (folder, server, digest) = (&folder, &server, &digest);
            scope.spawn(move || {
                let (predicate, name) = (format!("Message: id > {number}"), format!("{number}.blob"));
                let words = ["fetch", &predicate, "--from", &server.addresses[0], "--configuration", digest];
                let got = folder.stubc_args(&[&words[..], &["-q", "-o", &name]].concat());
                assert_eq!(got.code, 0, "{}", got.err);
                assert!(octets(folder, &name).contains(&(number + 1)), "each client gets its own");
            });
        }
    });
    let kept = std::fs::read_dir(folder.path().join("kept")).expect("the folder must be readable").count();
    assert!((6..=8).contains(&kept), "{kept} blobs are kept");
}

#[test]
fn what_is_wrong_is_said() {
    let folder = Folder::new(&[("toy.asn1", TOY)]);
    let digest = engine(&folder, "Message", "toy.asn1");
    let server = Server::start(&folder, "--listen tcp:127.0.0.1:0 --store kept toy.asn1", 1);
    let from = &server.addresses[0];
    let wrong = fetch(&folder, from, &digest, "Message: idd = 5 and body.text > 3");
    assert_eq!(wrong.code, 1);
    let said = &wrong.err;
    assert!(said.contains("<predicate>:1:10") && said.contains("did you mean `id`?"), "{said}");
    let other = fetch(&folder, from, &digest, "Note: serial = 5");
    assert!(other.code == 1 && other.err.contains("engine is not for `Toy.Note`"), "{}", other.err);
    let long = format!("Message: body.text contains \"{}\"", "a".repeat(2000));
    let long = fetch(&folder, from, &digest, &long);
    assert!(long.code == 1 && long.err.contains("more than devices accept"), "{}", long.err);
    let huge = fetch(&folder, from, &digest, &"a".repeat(9000));
    assert!(huge.code == 1 && huge.err.contains("the predicate or shape is too long"), "{}", huge.err);
    let gone = fetch(&folder, "unix:nowhere", &digest, "Message: id = 5");
    assert!(gone.code == 1 && gone.err.contains("cannot connect"), "{}", gone.err);
    assert_eq!(fetch(&folder, "nowhere", &digest, "Message: id = 5").code, 2);
    assert_eq!(fetch(&folder, from, "1234", "Message: id = 5").code, 2);
    assert_eq!(folder.stubc("serve toy.asn1").code, 2, "an address is missing");
    assert_eq!(folder.stubc("serve --listen tcp:127.0.0.1:0").code, 2, "a specification is missing");
    folder.write("bad.asn1", b"Bad DEFINITIONS ::= BEGIN A ::= B END");
    assert_eq!(folder.stubc("serve --listen tcp:127.0.0.1:0 bad.asn1").code, 1);
    folder.write("file", b"");
    let taken = folder.stubc("serve --listen unix:file toy.asn1");
    assert!(taken.code == 1 && taken.err.contains("cannot listen"), "a file is kept: {}", taken.err);
    assert!(folder.path().join("file").exists());
    assert!(!folder.names().contains(&"got.blob".to_owned()), "no blob was fetched");
    // An answer in time, where the server has no time to work.
    let hasty = Server::start(&folder, "--listen tcp:127.0.0.1:0 --store hasty --patience 0 toy.asn1", 1);
    let got = fetch(&folder, &hasty.addresses[0], &digest, "Message: id = 5");
    assert_eq!(got.code, 0, "the client asks again: {}", got.err);
}

/// `fetch --shape` gets what `shape --blob` writes. The sample goes along.
#[test]
fn shapes_travel_with_their_samples() {
    let folder = Folder::new(&[("v2c.asn1", include_str!("../../../../specs/snmp/v2c.asn1"))]);
    let made = folder.stubc("shape --type Message --engine --name polled v2c.asn1");
    let digest = made.out.trim_end().rsplit(' ').next().expect("the line must end with the digest");
    folder.write("bulk.ber", BULK);
    let entry = "shape --type Message --from bulk.ber --hole *.request-id -q";
    let made = folder.stubc(&format!("{entry} --blob own.blob -o own.toml v2c.asn1"));
    assert_eq!(made.code, 0, "{}", made.err);
    let blob = octets(&folder, "own.blob");
    assert!(blob.starts_with(&[1, b's']) && blob.len() < BULK.len() + 40, "{blob:?}");
    let server = Server::start(&folder, "--listen tcp:127.0.0.1:0 --store kept v2c.asn1", 1);
    let fetch = |shape: &str, digest: &str| {
        let words = ["fetch", "--shape", shape, "--from", &server.addresses[0], "--configuration", digest];
        folder.stubc_args(&[&words[..], &["-o", "got.blob"]].concat())
    };
    let got = fetch("own.toml", digest);
    assert_eq!(got.code, 0, "{}", got.err);
    assert_eq!(octets(&folder, "got.blob"), blob);
    assert_eq!(folder.stubc(&format!("{entry} --inline -o inside.toml v2c.asn1")).code, 0);
    let got = fetch("inside.toml", digest);
    assert_eq!((got.code, octets(&folder, "got.blob")), (0, blob), "{}", got.err);
    let of_filters = engine(&folder, "Message", "v2c.asn1");
    let got = fetch("own.toml", &of_filters);
    assert!(got.code == 1 && got.err.contains("stubc shape --type TYPE --engine"), "{}", got.err);
    let text = folder.read("inside.toml");
    for (changed, said) in [
        (text.replace("request-id", "request-ib"), "`*.request-ib` matches no scalar"),
        (text.replace("301b", "301c"), "is no COMMUNITY-BASED-SNMPv2.Message"),
        (text.replace("\"Message\"", "\"Massage\""), "did you mean `Message`?"),
        (text.replace("301b", "301"), "`message` must be hexadecimal digits"),
        (text.replace("message = ", "value = "), "the sample must be a message"),
        (text.replace("[shape.bulk]\n", "[shape.a]\n[shape.bulk]\n"), "lacks `type`"),
        (String::new(), "expected one [shape.NAME]"),
        ("[shape".to_owned(), "not TOML"),
    ] {
        folder.write("changed.toml", changed.as_bytes());
        let got = fetch("changed.toml", digest);
        assert!(got.code == 1 && got.err.contains(said), "expected `{said}` in: {}", got.err);
    }
    assert_eq!(fetch("nowhere.toml", digest).code, 1);
    assert_eq!(folder.stubc("shape --type Message --engine --name polled --from bulk.ber v2c.asn1").code, 2);
    assert_eq!(folder.stubc("shape --type Message v2c.asn1").code, 2, "a sample is missing");
    let packed = folder.stubc("shape --type Message --engine --rules uper v2c.asn1");
    assert!(
        packed.code == 1 && packed.err.contains("have no shapes that arrive at run time"),
        "{}",
        packed.err
    );
}

fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_be_bytes()).collect()
}

/// Sends octets as a record of these fragments.
fn send(stream: &mut TcpStream, octets: &[u8], fragment: usize) {
    let mut parts = octets.chunks(fragment).peekable();
    while let Some(part) = parts.next() {
        let last = if parts.peek().is_none() { 1 << 31 } else { 0 };
        let length = u32::try_from(part.len()).expect("fragments are small");
        stream.write_all(&[&words(&[length | last]), part].concat()).expect("the server must read");
    }
}

/// Returns the words of a reply; none if the server closes the connection.
fn receive(stream: &mut TcpStream) -> Option<Vec<u32>> {
    let mut head = [0; 4];
    stream.read_exact(&mut head).ok()?;
    let mut record = vec![0; usize::try_from(u32::from_be_bytes(head) & !(1 << 31)).expect("a length")];
    stream.read_exact(&mut record).ok()?;
    Some(record.chunks(4).map(|word| u32::from_be_bytes(word.try_into().expect("whole words"))).collect())
}

/// Whatever arrives, the server answers, or closes the connection, and goes on.
#[test]
fn hostile_records_end_one_connection_at_most() {
    let folder = Folder::new(&[("toy.asn1", TOY)]);
    let server = Server::start(&folder, "--listen tcp:127.0.0.1:0 --store kept --connections 3 toy.asn1", 1);
    let call = |program, version, procedure| words(&[7, 0, 2, program, version, procedure, 0, 0, 0, 0]);
    let mut stream = server.connect();
    let mut ask = |record: &[u8], fragment| {
        send(&mut stream, record, fragment);
        receive(&mut stream).expect("the server must answer")
    };
    assert_eq!(ask(&call(PROGRAM, 1, 0), 100), [7, 1, 0, 0, 0, 0]);
    assert_eq!(ask(&call(PROGRAM, 1, 0), 3), [7, 1, 0, 0, 0, 0], "fragments are joined");
    assert_eq!(ask(&call(PROGRAM + 1, 1, 0), 100), [7, 1, 0, 0, 0, 1]);
    assert_eq!(ask(&call(PROGRAM, 9, 0), 100), [7, 1, 0, 0, 0, 2, 1, 1]);
    assert_eq!(ask(&call(PROGRAM, 1, 9), 100), [7, 1, 0, 0, 0, 3]);
    assert_eq!(ask(&call(PROGRAM, 1, 1), 100), [7, 1, 0, 0, 0, 4], "arguments are missing");
    assert_eq!(ask(&words(&[7, 0, 3]), 100), [7, 1, 1, 0, 2, 2], "another version of RPC");
    let digest = [0u8; 32];
    let with = |procedure, argument: &[u8]| [&call(PROGRAM, 1, procedure), argument].concat();
    assert_eq!(ask(&with(2, &digest), 100), [7, 1, 0, 0, 0, 0, 3], "nothing has this token");
    assert_eq!(ask(&with(3, &digest), 100), [7, 1, 0, 0, 0, 0, 3]);
    let kind = [&words(&[9, 0]), &digest[..]].concat();
    assert_eq!(ask(&with(1, &kind), 100), [7, 1, 0, 0, 0, 0, 4], "there is no such kind");
    let text = [&words(&[1, 4]), &[0xff, 0xfe, 0, 1][..], &digest[..]].concat();
    assert_eq!(ask(&with(1, &text), 100), [7, 1, 0, 0, 0, 0, 4], "the text is not UTF-8");
    drop(stream);
    for record in [&words(&[1 << 31])[..], &words(&[0x7fff_ffff, 0]), b"GET / HTTP/1.1\r\n\r\n", &words(&[0])]
    {
        let mut stream = server.connect();
        stream.write_all(record).expect("the server must read");
        assert_eq!(receive(&mut stream), None, "{record:?} must end its connection");
    }
    for record in [words(&[7, 1, 0, 0, 0, 0]), words(&[7]), words(&[7, 0, 2, PROGRAM, 1, 0, 0, 4000])] {
        let mut stream = server.connect();
        send(&mut stream, &record, 100);
        assert_eq!(receive(&mut stream), None, "{record:?} must end its connection");
    }
    // Three may be connected. A fourth one is closed, until one of the three ends.
    let is_open = |mut stream: TcpStream| {
        let sent = stream.write_all(&[words(&[1 << 31 | 40]), call(PROGRAM, 1, 0)].concat());
        (sent.is_ok() && receive(&mut stream).is_some()).then_some(stream)
    };
    let wait = |what: &str, done: &mut dyn FnMut() -> bool| {
        let end = Instant::now() + Duration::from_secs(20);
        while !done() {
            assert!(Instant::now() < end, "{what}");
            std::thread::sleep(Duration::from_millis(10));
        }
    };
    let mut open = Vec::new();
    wait("three connections must be possible", &mut || {
        open.extend(is_open(server.connect()));
        open.len() == 3
    });
    assert!(is_open(server.connect()).is_none(), "a fourth connection must be closed");
    open.pop();
    wait("an ended connection must make room", &mut || is_open(server.connect()).is_some());
    assert!(Path::new(&folder.path().join("kept")).is_dir());
}
