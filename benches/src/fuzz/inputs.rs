//! Fuzzes the tool's own inputs: specifications, configurations, plans, profiles, build files, JSON, messages for the
//! codec, captures, and the cache. Inputs are mutated seeds; there is no feedback of coverage.

use super::Tally;
use idl_front::{FrontOptions, parse};
use interp_runtime::{Codec, Generator, Random, Rules, json};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use stubc::{Build, Choice, Settings, build_file, driver, front, plan_file};
use syntax_graph::validate::check_incomplete;
use syntax_graph::{SourceMap, ValidGraph};

/// The specification beside which the other inputs are read.
const TOY: &str = "Toy DEFINITIONS AUTOMATIC TAGS ::= BEGIN
Message ::= SEQUENCE { id INTEGER (0..255), body Body, note Note OPTIONAL, real REAL OPTIONAL, ... }
Body ::= CHOICE { text UTF8String, data OCTET STRING, list List, bits BIT STRING { a(0), b(7) }, id OBJECT IDENTIFIER }
List ::= SEQUENCE OF Note
Note ::= SET { text IA5String (SIZE (0..9)), serial INTEGER DEFAULT 5, time GeneralizedTime OPTIONAL, more List OPTIONAL }
END
";

const XDR: &str = "const MOST = 20; enum color { RED = 1, GREEN = 2 };
struct note { string text<MOST>; hyper serial; note *next; };
union body switch (color which) { case RED: opaque data<>; case GREEN: note list<4>; default: void; };
typedef unsigned int words[3];
program P { version V { body GET(words) = 1; } = 1; } = 99;
";

const CONFIGURATION: &str = "open-types = \"slice\"\n[types]\n\"Toy.Note.serial\" = { integer = \"bytes\" }\n\
    \"*.List\" = { technique = \"compiled\", keep-bytes = true }\n[frequency]\n\"Toy.Message.note\" = 0.25\n\
    [roots]\n\"Message\" = { decode = 0.7, encode = 0.3 }\n";

const BUILD_FILE: &str = "[build]\nmax-size = \"64K\"\ncc = \"cc\"\ncflags = \"-Os\"\nout-dir = \"generated\"\n\
    [[specification]]\nname = \"toy\"\nfiles = [\"toy.asn1\"]\nrules = \"ber\"\npdu = [\"Message:decode\"]\nshare = 0.7\n";

/// Takes messages from the front of a payload.
pub type Each<'e> = &'e mut dyn FnMut(&mut Vec<u8>);

/// What belongs to the program `stubc` and not to its library. The fuzzing program includes these files.
#[derive(Clone, Copy, Debug)]
pub struct Own {
    /// Reads a capture, and passes each datagram, and the bytes of each stream so far. What is taken from the front is
    /// consumed.
    pub capture: fn(&[u8], Each<'_>),
    /// Keeps an object in a cache, damages it, and looks for it.
    pub cache: fn(&[u8]) -> Result<(), String>,
}

/// A kind of input.
struct Input<'p> {
    name: &'static str,
    seeds: Vec<Vec<u8>>,
    /// Words that mutations insert.
    words: Vec<Vec<u8>>,
    /// Processes one input; an error is a finding.
    process: Process<'p>,
}

type Process<'p> = Box<dyn Fn(&[u8]) -> Result<(), String> + 'p>;

/// The name of the kind that runs while its stages are alive.
const PLAN: &str = "plan";

/// Returns the names of all kinds.
pub fn names(own: Own) -> Vec<String> {
    let all = all(own);
    all.iter().map(|input| input.name.to_owned()).chain([PLAN.to_owned()]).collect()
}

/// Fuzzes one kind for a time. Each input is in `folder/current` while it is processed: a stack overflow leaves it there.
///
/// # Errors
/// There is no such kind, or the folder cannot be written.
pub fn run(name: &str, folder: &Path, time: Duration, seed: u64, own: Own) -> Result<Tally, String> {
    if name == PLAN {
        return plan(|input| tried(&input, folder, time, seed));
    }
    let input = all(own).into_iter().find(|input| input.name == name).ok_or("no such kind of input")?;
    tried(&input, folder, time, seed)
}

/// Processes the seeds of a kind and mutations of them.
fn tried(input: &Input<'_>, folder: &Path, time: Duration, seed: u64) -> Result<Tally, String> {
    let told = |error: std::io::Error| format!("{}: {error}", folder.display());
    std::fs::create_dir_all(folder).map_err(told)?;
    let mut random = Random::new(seed);
    let mut tally = Tally { name: input.name.to_owned(), kept: input.seeds.len(), ..Tally::default() };
    let (start, current) = (Instant::now(), folder.join("current"));
    while start.elapsed() < time && tally.findings.len() < 20 {
        let octets = match input.seeds.get(tally.executions as usize) {
            Some(seed) => seed.clone(),
            None => mutated(input, &mut random),
        };
        std::fs::write(&current, &octets).map_err(told)?;
        let begun = Instant::now();
        let process = std::panic::AssertUnwindSafe(|| (input.process)(&octets));
        let mut found = match std::panic::catch_unwind(process) {
            Ok(Ok(())) => None,
            Ok(Err(error)) => Some(error),
            Err(_) => Some("a panic".to_owned()),
        };
        if begun.elapsed() > Duration::from_secs(10) {
            found = Some(format!("{} s", begun.elapsed().as_secs()));
        }
        tally.executions += 1;
        if let Some(found) = found {
            let kept = folder.join(format!("finding-{}", tally.executions));
            std::fs::write(&kept, &octets).map_err(told)?;
            tally.findings.push(format!("{found}: {}", kept.display()));
        }
    }
    let _ = std::fs::remove_file(current);
    Ok(tally)
}

/// Returns a seed with up to six changes.
fn mutated(input: &Input<'_>, random: &mut Random) -> Vec<u8> {
    const LONGEST: usize = 1 << 16;
    let mut pick = |of: usize| random.below(of as u64) as usize;
    let mut octets = input.seeds[pick(input.seeds.len())].clone();
    let other = &input.seeds[pick(input.seeds.len())];
    for _ in 0..=pick(6) {
        let (at, to) = (pick(octets.len() + 1), pick(octets.len() + 1));
        let (from, end) = (at.min(to), at.max(to).min(at.min(to) + 64));
        match pick(8) {
            0 if at < octets.len() => octets[at] ^= 1 << pick(8),
            1 if at < octets.len() => octets[at] = pick(256) as u8,
            2 => drop(octets.drain(from..end)),
            3 => {
                let part = octets[from..end].to_vec();
                octets.splice(to..to, part);
            }
            4 if !other.is_empty() => {
                let start = pick(other.len());
                let part = other[start..other.len().min(start + 1 + pick(40))].to_vec();
                octets.splice(at..at, part);
            }
            5 => octets.truncate(at),
            _ if !input.words.is_empty() => {
                let word = input.words[pick(input.words.len())].clone();
                let behind = if pick(2) == 0 { at } else { (at + word.len()).min(octets.len()) };
                octets.splice(at..behind, word);
            }
            _ => {}
        }
    }
    octets.truncate(LONGEST);
    octets
}

fn all(own: Own) -> Vec<Input<'static>> {
    let mut inputs = vec![
        front("front-asn1", "fuzz.asn1", &["asn1", "asn"], TOY),
        front("front-xdr", "fuzz.x", &["x"], XDR),
        settings("configuration", CONFIGURATION, |settings, text| settings.configs.push(text)),
        settings("profile", &profile(), |settings, text| settings.profile = Some(text)),
        build_files(),
        json_values(),
        captures(own),
        Input {
            name: "cache",
            seeds: vec![(0..64).collect()],
            words: Vec::new(),
            process: Box::new(own.cache),
        },
    ];
    const RULES: [(&str, Rules); 6] = [
        ("message-ber", Rules::Ber),
        ("message-der", Rules::Der),
        ("message-uper", Rules::Uper),
        ("message-aper", Rules::Aper),
        ("message-oer", Rules::Oer),
        ("message-coer", Rules::Coer),
    ];
    inputs.extend(RULES.map(|(name, rules)| messages(name, rules)));
    inputs
}

fn words(list: &[&str]) -> Vec<Vec<u8>> {
    list.iter().map(|word| word.as_bytes().to_vec()).collect()
}

/// The words of a text, by white space.
fn words_of(text: &str) -> Vec<Vec<u8>> {
    text.split_whitespace().map(|word| format!("{word} ").into_bytes()).collect()
}

fn text(octets: &[u8]) -> String {
    String::from_utf8_lossy(octets).into_owned()
}

/// Specifications: parsed, resolved and validated.
fn front(name: &'static str, file: &'static str, endings: &[&str], toy: &str) -> Input<'static> {
    let mut files: Vec<PathBuf> = Vec::new();
    for folder in [crate::specs(), Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/idl-front/tests")] {
        endings.iter().for_each(|ending| files.append(&mut test_needs::files_below(folder.clone(), ending)));
    }
    files.sort();
    let small = files.iter().filter_map(|file| std::fs::read(file).ok()).filter(|text| text.len() < 20_000);
    let mut seeds: Vec<Vec<u8>> = small.collect();
    seeds.push(toy.as_bytes().to_vec());
    let process = move |octets: &[u8]| {
        let mut sources = SourceMap::new();
        sources.add(file, text(octets));
        let output = parse(&sources, &FrontOptions::default());
        std::hint::black_box(check_incomplete(&output.graph, &output.unresolved));
        Ok(())
    };
    Input { name, seeds, words: words_of(toy), process: Box::new(process) }
}

fn toy() -> Settings {
    Settings { specs: vec![("toy.asn1".to_owned(), TOY.to_owned())], ..Settings::default() }
}

fn graph() -> ValidGraph {
    front::specification(&toy()).unwrap_or_else(|error| panic!("the toy is valid: {error}")).graph
}

/// A file beside the specification, read with it.
fn settings(name: &'static str, seed: &str, put: fn(&mut Settings, (String, String))) -> Input<'static> {
    let process = move |octets: &[u8]| {
        let mut settings = toy();
        put(&mut settings, ("fuzz.toml".to_owned(), text(octets)));
        if let Ok(specification) = front::specification(&settings) {
            let _ = std::hint::black_box(driver::model(&specification, &settings).is_ok());
        }
        Ok(())
    };
    let words =
        words(&["\"*\"", "= 1e308", "= -1", "= nan", "[types]", "\"\"\"", "{", "}", "= 9223372036854775807"]);
    Input { name, seeds: vec![seed.as_bytes().to_vec()], words, process: Box::new(process) }
}

/// A profile of random values.
fn profile() -> String {
    let graph = graph();
    let ty = graph.definitions("Message")[0];
    let mut counts = stubc::profile::Counts::default();
    let generator = Generator::new(&graph);
    (0..20).filter_map(|seed| generator.value(ty, seed)).for_each(|value| counts.add(&graph, ty, &value));
    counts.profile(&graph, None).to_toml()
}

/// Plans: read for the candidates of the toy. What is read is written, and read as the same plan.
fn plan(run: impl FnOnce(Input<'_>) -> Result<Tally, String>) -> Result<Tally, String> {
    let build = Build::new().specification(toy(), None).choice(Choice::Inlined);
    let words =
        words(&["compiled", "interpreted", "inline", "call", "unroll", "decode", "encode", "#", "Toy."]);
    let ran = build.planned(|prepared, stages| {
        let (graph, candidates) = (&prepared[0].specification.graph, &stages[0].candidates);
        let seed = plan_file::write(graph, candidates, &stages[0].planned.found.plan).into_bytes();
        let process = |octets: &[u8]| {
            let read = |text: String| {
                let file = SourceMap::new().add("fuzz.plan", text.as_str());
                plan_file::read(graph, candidates, file, &text).ok()
            };
            let Some(plan) = read(text(octets)) else { return Ok(()) };
            let again = read(plan_file::write(graph, candidates, &plan));
            if again.as_ref() == Some(&plan) {
                Ok(())
            } else {
                Err("a written plan is another one".to_owned())
            }
        };
        run(Input { name: PLAN, seeds: vec![seed], words, process: Box::new(process) })
    });
    ran.map_err(|error| format!("the toy compiles: {error}"))?
}

fn build_files() -> Input<'static> {
    let process = |octets: &[u8]| {
        let (mut sources, text) = (SourceMap::new(), text(octets));
        let file = sources.add("stubc.toml", text.as_str());
        std::hint::black_box(build_file::parse(file, &text).is_ok());
        Ok(())
    };
    let words = words(&[
        "[[specification]]",
        "[build]",
        "= [\"*\"]",
        "= -1",
        "= 1e400",
        "\"\"\"",
        "= 0x7fffffffffffffff",
    ]);
    let seeds = vec![BUILD_FILE.as_bytes().to_vec()];
    Input { name: "build-file", seeds, words, process: Box::new(process) }
}

/// JSON values: what the codec reads and encodes, it decodes.
fn json_values() -> Input<'static> {
    let graph = graph();
    let ty = graph.definitions("Message")[0];
    let generator = Generator::new(&graph);
    let values = (0..30).filter_map(|seed| generator.value(ty, seed));
    let seeds = values.map(|value| json::to_json(&graph, ty, &value).to_string().into_bytes()).collect();
    let process = move |octets: &[u8]| {
        let Ok(value) = serde_json::from_slice(octets) else { return Ok(()) };
        let codec = Codec::new(&graph, Rules::Der);
        let Ok(value) = codec.read_json(ty, &value) else { return Ok(()) };
        let Ok(message) = codec.encode(ty, &value) else { return Ok(()) };
        codec.decode_exact(ty, &message).map(|_| ()).map_err(|error| format!("its encoding: {error}"))
    };
    let words = words(&[
        "null",
        "1e999",
        "-0",
        "\"\\ud800\"",
        "[[[[",
        "{\"a\":",
        "99999999999999999999",
        "true",
        "\"1.2.3\"",
    ]);
    Input { name: "json", seeds, words, process: Box::new(process) }
}

/// Messages for the codec, as `stubc decode` and `profile` read them: JSON and encoding hold what was decoded.
fn messages(name: &'static str, rules: Rules) -> Input<'static> {
    let graph = graph();
    let ty = graph.definitions("Message")[0];
    let codec = Codec::new(&graph, rules);
    let generator = Generator::new(&graph);
    let values = (0..60).filter_map(|seed| Some((seed, generator.value(ty, seed)?)));
    let seeds = values
        .flat_map(|(seed, value)| [codec.encode(ty, &value).ok(), codec.encode_oddly(ty, &value, seed).ok()]);
    let seeds: Vec<Vec<u8>> = seeds.flatten().collect();
    let process = move |octets: &[u8]| {
        let codec = Codec::new(&graph, rules);
        let Ok(decoded) = codec.decode(ty, octets) else { return Ok(()) };
        let Ok(encoded) = codec.encode(ty, &decoded.value) else { return Ok(()) };
        let value = json::to_json(&graph, ty, &decoded.value).to_string();
        let value = serde_json::from_str(&value).map_err(|error| format!("its JSON: {error}"))?;
        let read = codec.read_json(ty, &value).map_err(|error| format!("its JSON: {error}"))?;
        match codec.encode(ty, &read) {
            Ok(again) if again == encoded => Ok(()),
            Ok(_) => Err("JSON changes the encoding".to_owned()),
            Err(error) => Err(format!("the value of its JSON: {error}")),
        }
    };
    let words = vec![
        vec![0x80],
        vec![0, 0],
        vec![0x84, 0xff, 0xff, 0xff, 0xff],
        vec![0xff],
        vec![0xc4],
        vec![0x30, 0x80],
    ];
    Input { name, seeds, words, process: Box::new(process) }
}

/// Captures with a datagram and a stream, for `stubc profile`.
fn captures(own: Own) -> Input<'static> {
    let message = [0x30, 0x08, 0x80, 0x01, 0x07, 0xa1, 0x03, 0x80, 0x01, b'x'];
    let ip = |protocol: u8, body: &[u8]| {
        let mut packet = vec![2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2, 8, 0, 0x45, 0, 0, 20 + body.len() as u8];
        packet.extend([0, 1, 0, 0, 64, protocol, 0, 0, 127, 0, 0, 1, 127, 0, 0, 1]);
        packet.extend(body);
        packet
    };
    let udp = [&[0x30, 0x39, 0, 99, 0, 18, 0, 0], &message[..]].concat();
    let tcp = |at: u8, part: &[u8]| {
        [&[0x30, 0x39, 0, 99, 0, 0, 0, at, 0, 0, 0, 0, 0x50, 0x10, 16, 0, 0, 0, 0, 0], part].concat()
    };
    let packets = [ip(17, &udp), ip(6, &tcp(4, &message[4..])), ip(6, &tcp(0, &message[..4]))];
    let mut capture =
        vec![0xd4, 0xc3, 0xb2, 0xa1, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0];
    for packet in packets {
        let length = (packet.len() as u32).to_le_bytes();
        capture.extend([&[0; 8], &length[..], &length, &packet].concat());
    }
    let graph = graph();
    let ty = graph.definitions("Message")[0];
    let process = move |octets: &[u8]| {
        let codec = Codec::new(&graph, Rules::Ber);
        let mut counts = stubc::profile::Counts::default();
        (own.capture)(octets, &mut |payload| {
            while let Ok(decoded) = codec.decode(ty, payload) {
                counts.add(&graph, ty, &decoded.value);
                payload.drain(..decoded.length.max(1).min(payload.len()));
            }
        });
        std::hint::black_box(counts.messages());
        Ok(())
    };
    let words = vec![
        vec![0xff; 4],
        vec![0; 4],
        vec![0x0a, 0x0d, 0x0d, 0x0a],
        vec![0x4d, 0x3c, 0x2b, 0x1a],
        vec![0x86, 0xdd],
    ];
    Input { name: "captures", seeds: vec![capture], words, process: Box::new(process) }
}
