//! Fuzzes the tool's own inputs: specifications, configurations, plans, profiles, build files, JSON, messages for the
//! codec, captures, and the cache. Inputs are mutated seeds; there is no feedback of coverage.

use super::Tally;
use crate::console::stubc_beside;
use idl_front::{FrontOptions, parse};
use interp_runtime::{Codec, Generator, Random, Rules, json};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use stubc::{Build, Choice, Compiler, Settings, build_file, driver, front, plan_file};
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

/// A kind of input.
struct Input {
    name: &'static str,
    seeds: Vec<Vec<u8>>,
    /// Words that mutations insert.
    words: Vec<Vec<u8>>,
    /// Processes one input; an error is a finding.
    process: Process,
}

type Process = Box<dyn Fn(&[u8]) -> Result<(), String>>;

/// Returns the names of all kinds.
pub fn names() -> Vec<String> {
    all(Path::new("")).iter().map(|input| input.name.to_owned()).collect()
}

/// Fuzzes one kind for a time. Each input is in `folder/current` while it is processed: a stack overflow leaves it there.
///
/// # Errors
/// There is no such kind, or the folder cannot be written.
pub fn run(name: &str, folder: &Path, time: Duration, seed: u64) -> Result<Tally, String> {
    let told = |error: std::io::Error| format!("{}: {error}", folder.display());
    std::fs::create_dir_all(folder).map_err(told)?;
    let input = all(folder).into_iter().find(|input| input.name == name).ok_or("no such kind of input")?;
    let mut random = Random::new(seed);
    let mut tally = Tally { name: name.to_owned(), kept: input.seeds.len(), ..Tally::default() };
    let (start, current) = (Instant::now(), folder.join("current"));
    while start.elapsed() < time && tally.findings.len() < 20 {
        let octets = match input.seeds.get(tally.executions as usize) {
            Some(seed) => seed.clone(),
            None => mutated(&input, &mut random),
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
fn mutated(input: &Input, random: &mut Random) -> Vec<u8> {
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

fn all(folder: &Path) -> Vec<Input> {
    let mut inputs = vec![
        front("front-asn1", "fuzz.asn1", &["asn1", "asn"], TOY),
        front("front-xdr", "fuzz.x", &["x"], XDR),
        settings("configuration", CONFIGURATION, |settings, text| settings.configs.push(text)),
        settings("profile", &profile(), |settings, text| settings.profile = Some(text)),
        plan(),
        build_files(),
        json_values(),
        captures(folder.to_path_buf()),
        cache(folder.to_path_buf()),
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
fn front(name: &'static str, file: &'static str, endings: &[&str], toy: &str) -> Input {
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
fn settings(name: &'static str, seed: &str, put: fn(&mut Settings, (String, String))) -> Input {
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

fn plan() -> Input {
    let build = Build::new().specification(toy(), None).choice(Choice::Inlined);
    let written = build.planned(|prepared, stages| {
        plan_file::write(
            &prepared[0].specification.graph,
            &stages[0].candidates,
            &stages[0].planned.found.plan,
        )
    });
    let seed = written.unwrap_or_else(|error| panic!("the toy compiles: {error}"));
    let process = |octets: &[u8]| {
        let choice = Choice::Plan("fuzz.plan".to_owned(), text(octets));
        std::hint::black_box(Compiler::with_settings(toy()).choice(choice).compile().is_ok());
        Ok(())
    };
    let words =
        words(&["compiled", "interpreted", "inline", "call", "unroll", "decode", "encode", "#", "Toy."]);
    Input { name: "plan", seeds: vec![seed.into_bytes()], words, process: Box::new(process) }
}

fn build_files() -> Input {
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
fn json_values() -> Input {
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
fn messages(name: &'static str, rules: Rules) -> Input {
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

/// Runs `stubc` on a file, with these words before it. Only the documented exit codes are allowed, and no panic.
fn stubc(folder: &Path, words: &[&str], file: &Path) -> Result<(), String> {
    let output = Command::new(stubc_beside()?).args(words).arg(file).current_dir(folder).output();
    let output = output.map_err(|error| format!("stubc: {error}"))?;
    match output.status.code() {
        Some(0..=2) => Ok(()),
        _ => Err(format!("stubc ended with {}: {}", output.status, text(&output.stderr))),
    }
}

/// Captures with a datagram and a stream, for `stubc profile`.
fn captures(folder: PathBuf) -> Input {
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
    let process = move |octets: &[u8]| {
        let told = |error: std::io::Error| error.to_string();
        std::fs::write(folder.join("toy.asn1"), TOY).map_err(told)?;
        std::fs::write(folder.join("fuzz.pcap"), octets).map_err(told)?;
        stubc(&folder, &["profile", "toy.asn1", "--type", "Message", "--messages"], Path::new("fuzz.pcap"))
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

/// Objects in the cache: damaged ones must change neither files nor sizes.
fn cache(folder: PathBuf) -> Input {
    let process = move |octets: &[u8]| {
        let told = |error: std::io::Error| error.to_string();
        std::fs::write(folder.join("toy.asn1"), TOY).map_err(told)?;
        let cache = folder.join("cache");
        let compile = |out: &str| -> Result<Vec<u8>, String> {
            let output = Command::new(stubc_beside()?)
                .args(["toy.asn1", "--technique", "interpreted", "--max-size", "40K", "-o", out])
                .args(["--report", "report.json"])
                .env("STUBC_CACHE_DIR", &cache)
                .current_dir(&folder)
                .output()
                .map_err(told)?;
            if !output.status.success() {
                return Err(format!("stubc ended with {}: {}", output.status, text(&output.stderr)));
            }
            std::fs::read(folder.join("report.json")).map_err(told)
        };
        let sound = compile("out")?;
        // The input says how the objects are damaged: a place and what is there, in turn.
        for (at, object) in super::files(&cache).iter().enumerate() {
            let mut entry = std::fs::read(object).map_err(told)?;
            let [place, value] =
                [2 * at, 2 * at + 1].map(|at| octets.get(at % octets.len().max(1)).copied().unwrap_or(0));
            let place = usize::from(place) * entry.len() / 256;
            match value % 4 {
                0 => entry.truncate(place),
                1 => entry.extend(octets),
                _ => entry[place] ^= value,
            }
            std::fs::write(object, entry).map_err(told)?;
        }
        if compile("out")? == sound { Ok(()) } else { Err("a damaged object changed the report".to_owned()) }
    };
    Input { name: "cache", seeds: vec![(0..64).collect()], words: Vec::new(), process: Box::new(process) }
}
