//! Hostile specifications, for so many seconds: `cargo run --release -p idl-front --example smoke -- 60 [SEED]`.
//!
//! Texts are mangled, spliced and generated; giants come first. Each is parsed and checked. A worker process does it and
//! says which text it is at, so that a panic, a stack that overflows or a text that never ends is told with the
//! text. It is what `fuzz/` does with libFuzzer, for toolchains that do not have it.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program that reports")]

use idl_front::{FrontOptions, parse};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};
use syntax_graph::SourceMap;
use syntax_graph::validate::check_incomplete;

/// No text here takes a hundredth of it; the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(60);

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let seconds = words.next().and_then(|word| word.parse().ok()).unwrap_or(20_u64);
    let seed = words.next().and_then(|word| word.parse().ok()).unwrap_or(1_u64);
    let worker = words.next().is_some();
    if worker { work(seconds, seed) } else { watch(seconds, seed) }
}

/// Starts the worker and follows it.
fn watch(seconds: u64, seed: u64) -> ExitCode {
    let program = std::env::current_exe().expect("this program has a path");
    let mut child = Command::new(program)
        .args([&seconds.to_string(), &seed.to_string(), "worker"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("this program can be started again");
    let mut pipe = child.stdout.take().expect("its output is piped");
    let (send, receive) = mpsc::channel();
    std::thread::spawn(move || {
        let mut number = [0; 8];
        while pipe.read_exact(&mut number).is_ok() && send.send(u64::from_le_bytes(number)).is_ok() {}
    });
    let mut last = 0;
    let hangs = loop {
        match receive.recv_timeout(PATIENCE) {
            Ok(number) => last = number,
            Err(mpsc::RecvTimeoutError::Timeout) => break true,
            Err(mpsc::RecvTimeoutError::Disconnected) => break false,
        }
    };
    if hangs {
        let _ = child.kill();
    }
    let status = child.wait().expect("the worker has ended");
    if status.success() && !hangs {
        println!("{} texts in {seconds} s, seed {seed}: no panic, no overflow, no hang", last + 1);
        return ExitCode::SUCCESS;
    }
    let file = std::env::temp_dir().join(format!("smoke-{seed}-{last}.asn1"));
    let text = Texts::new(seed).text(last);
    let saved = std::fs::write(&file, text).map_or("not saved".to_owned(), |()| file.display().to_string());
    eprintln!(
        "text {last} of seed {seed} {}: {saved}",
        if hangs { "does not end" } else { "kills the front end" }
    );
    ExitCode::FAILURE
}

/// Parses text after text, and says the number of each before.
fn work(seconds: u64, seed: u64) -> ExitCode {
    let texts = Texts::new(seed);
    let start = Instant::now();
    let mut number = 0;
    while start.elapsed() < Duration::from_secs(seconds) || number < GIANTS {
        let text = texts.text(number);
        let mut out = std::io::stdout().lock();
        if out.write_all(&number.to_le_bytes()).and_then(|()| out.flush()).is_err() {
            return ExitCode::FAILURE;
        }
        let mut sources = SourceMap::new();
        sources.add("smoke.asn1", text);
        let output = parse(&sources, &FrontOptions::default());
        let found = check_incomplete(&output.graph, &output.unresolved);
        std::hint::black_box((output, found));
        number += 1;
    }
    ExitCode::SUCCESS
}

/// Numbers that follow from a seed (Marsaglia's xorshift64).
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 20).unwrap_or(0) % sides.max(1)
    }
}

/// The texts by number.
struct Texts {
    seed: u64,
    models: Vec<String>,
}

/// How many texts are large rather than odd.
const GIANTS: u64 = 12;

impl Texts {
    fn new(seed: u64) -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut files: Vec<PathBuf> = Vec::new();
        for folder in ["tests/ok", "tests/err", "../../specs/ldap", "../../specs/z3950"] {
            files.append(&mut test_needs::files_below(root.join(folder), "asn1"));
        }
        files.sort();
        let models = files.iter().filter_map(|file| std::fs::read_to_string(file).ok()).collect();
        Self { seed, models }
    }

    fn text(&self, number: u64) -> String {
        let mut dice = Dice(
            self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (number + 1).wrapping_mul(0xbf58_476d_1ce4_e5b9)
                | 1,
        );
        dice.roll(2);
        match (number, dice.roll(3)) {
            (0..GIANTS, _) => giant(number),
            (_, 0) => generated(&mut dice),
            _ => self.mangled(&mut dice),
        }
    }

    /// A model with words taken out, doubled, swapped, and put in from another.
    fn mangled(&self, dice: &mut Dice) -> String {
        let pick = |dice: &mut Dice| self.models.get(dice.roll(self.models.len())).map_or("", String::as_str);
        let mut parts = pieces(pick(dice));
        let other = pieces(pick(dice));
        for _ in 0..=dice.roll(12) {
            if parts.is_empty() {
                break;
            }
            let (a, b) = (dice.roll(parts.len()), dice.roll(parts.len()));
            match dice.roll(8) {
                0 => drop(parts.remove(a)),
                1 => parts.insert(b, parts[a]),
                2 => parts.swap(a, b),
                3 => parts.truncate(a + 1),
                4 => drop(parts.drain(a.min(b)..a.max(b).min(a.min(b) + 40))),
                5 => parts[a] = WORDS[dice.roll(WORDS.len())],
                6 => {
                    let copy = parts[a.min(b)..a.max(b).min(a.min(b) + 60)].to_vec();
                    let times = 1 + dice.roll(30);
                    parts.splice(a..a, std::iter::repeat_n(copy, times).flatten());
                }
                _ => {
                    let from = dice.roll(other.len());
                    let to = (from + dice.roll(60)).min(other.len());
                    parts.splice(a..a, other[from..to].iter().copied());
                }
            }
        }
        parts.concat()
    }
}

/// Words and signs with the blanks between them.
fn pieces(text: &str) -> Vec<&str> {
    text.split_inclusive([' ', '\n', '{', '}', '(', ')', ',', '[', ']', ':', '|', '@', '.', '&', '"'])
        .collect()
}

const WORDS: [&str; 40] = [
    "{ ",
    "} ",
    "( ",
    ") ",
    "[ ",
    "] ",
    "::= ",
    "... ",
    ".. ",
    "| ",
    "@",
    ".",
    ", ",
    "; ",
    ": ",
    "< ",
    "! ",
    "^ ",
    "A ",
    "a ",
    "&Type ",
    "&id ",
    "1 ",
    "-1 ",
    "\"",
    "''H ",
    "MACRO ",
    "BEGIN ",
    "END ",
    "CLASS ",
    "WITH SYNTAX ",
    "SEQUENCE ",
    "OF ",
    "CHOICE ",
    "COMPONENTS OF ",
    "DEFAULT ",
    "IMPORTS ",
    "FROM ",
    "SIZE ",
    "TYPE NOTATION ",
];

/// A module of definitions that mostly mean something.
fn generated(dice: &mut Dice) -> String {
    let tags =
        ["", "EXPLICIT TAGS ", "IMPLICIT TAGS ", "AUTOMATIC TAGS ", "AUTOMATIC TAGS EXTENSIBILITY IMPLIED "];
    let mut text = format!("M DEFINITIONS {}::= BEGIN\n", tags[dice.roll(tags.len())]);
    let count = 1 + dice.roll(20);
    for at in 0..count {
        match dice.roll(8) {
            0 => text += &format!("v{at} {} ::= {}\n", ty(dice, 2, count), value(dice, 3, count)),
            1 => {
                text += &format!(
                    "C{at} ::= CLASS {{ &id INTEGER UNIQUE, &Type OPTIONAL, &V {} OPTIONAL }} WITH SYNTAX {{ [TYPE &Type] ID &id [VS &V] }}\n",
                    ty(dice, 1, count)
                )
            }
            2 => {
                text += &format!(
                    "S{at} C{} ::= {{ {{ TYPE {} ID {at} }} | S{}, ... }}\n",
                    dice.roll(count),
                    ty(dice, 2, count),
                    dice.roll(count)
                )
            }
            3 => {
                text += &format!(
                    "P{at} {{ T, INTEGER : n }} ::= SEQUENCE {{ t T, l SEQUENCE (SIZE (0..n)) OF P{} {{ {}, n }} OPTIONAL }}\n",
                    dice.roll(count),
                    ty(dice, 1, count)
                )
            }
            _ => text += &format!("T{at} ::= {}\n", ty(dice, 4, count)),
        }
    }
    text + "END\n"
}

fn ty(dice: &mut Dice, depth: usize, count: usize) -> String {
    if depth == 0 {
        return ["INTEGER", "BOOLEAN", "NULL", "OCTET STRING", "REAL", "IA5String", "ANY"][dice.roll(7)]
            .to_owned();
    }
    let tag = ["", "[0] ", "[APPLICATION 3] ", "[1] IMPLICIT "][dice.roll(4)];
    let body = match dice.roll(13) {
        0 | 1 => format!("T{}", dice.roll(count)),
        2 | 3 => format!("{} {{ {} }}", ["SEQUENCE", "SET"][dice.roll(2)], components(dice, depth, count)),
        4 => format!("CHOICE {{ {} }}", components(dice, depth, count)),
        5 => format!("{} OF {}", ["SEQUENCE", "SET SIZE (1..3)"][dice.roll(2)], ty(dice, depth - 1, count)),
        6 => format!("INTEGER ({})", set(dice, 3, count)),
        7 => format!("IA5String (FROM ({}) ^ SIZE ({}))", set(dice, 2, count), set(dice, 2, count)),
        8 => format!("C{}.&Type ({{S{}}}{{@a0}})", dice.roll(count), dice.roll(count)),
        9 => format!("P{} {{ {}, {} }}", dice.roll(count), ty(dice, depth - 1, count), value(dice, 1, count)),
        10 => format!("a{} < T{}", dice.roll(3), dice.roll(count)),
        11 => "ENUMERATED { x, y(5), ..., z }".to_owned(),
        _ => format!("T{} ({})", dice.roll(count), set(dice, 2, count)),
    };
    format!("{tag}{body}")
}

fn components(dice: &mut Dice, depth: usize, count: usize) -> String {
    let mut parts: Vec<String> = Vec::new();
    for at in 0..dice.roll(5) {
        parts.push(match dice.roll(9) {
            0 => "...".to_owned(),
            1 => format!("COMPONENTS OF T{}", dice.roll(count)),
            2 => format!("a{at} {} DEFAULT {}", ty(dice, depth - 1, count), value(dice, 2, count)),
            3 => format!("a{at} {} OPTIONAL", ty(dice, depth - 1, count)),
            _ => format!("a{at} {}", ty(dice, depth - 1, count)),
        });
    }
    parts.join(", ")
}

fn value(dice: &mut Dice, depth: usize, count: usize) -> String {
    match dice.roll(if depth == 0 { 5 } else { 9 }) {
        0 => dice.roll(300).to_string(),
        1 => "TRUE".to_owned(),
        2 => "\"text\"".to_owned(),
        3 => "'0F'H".to_owned(),
        4 => format!("v{}", dice.roll(count)),
        5 => format!("a0 : {}", value(dice, depth - 1, count)),
        6 => format!("{{ a0 {}, a1 {} }}", value(dice, depth - 1, count), value(dice, depth - 1, count)),
        7 => format!("{{ {}, {} }}", value(dice, depth - 1, count), value(dice, depth - 1, count)),
        _ => format!("T{} : {}", dice.roll(count), value(dice, depth - 1, count)),
    }
}

fn set(dice: &mut Dice, depth: usize, count: usize) -> String {
    match dice.roll(if depth == 0 { 4 } else { 10 }) {
        0 => dice.roll(100).to_string(),
        1 => "MIN..5".to_owned(),
        2 => "\"a\"..\"f\"".to_owned(),
        3 => format!("T{}", dice.roll(count)),
        4 => format!("{} | {}", set(dice, depth - 1, count), set(dice, depth - 1, count)),
        5 => format!("{} ^ {}", set(dice, depth - 1, count), set(dice, depth - 1, count)),
        6 => format!("({}) EXCEPT ({})", set(dice, depth - 1, count), set(dice, depth - 1, count)),
        7 => format!("ALL EXCEPT ({})", set(dice, depth - 1, count)),
        8 => format!("{}, ..., {}", set(dice, depth - 1, count), set(dice, depth - 1, count)),
        _ => format!("SIZE ({})", set(dice, depth - 1, count)),
    }
}

/// What is large: nesting, lines, lists, and references that lead through each other.
fn giant(number: u64) -> String {
    let module = |body: &str| format!("M DEFINITIONS AUTOMATIC TAGS ::= BEGIN\n{body}\nEND\n");
    let each = |count: usize, line: &dyn Fn(usize) -> String| (0..count).map(line).collect::<String>();
    match number {
        0 => module(&format!("A ::= {}INTEGER{}", "SEQUENCE { a ".repeat(10_000), "}".repeat(10_000))),
        1 => module(&format!("a A ::= {}{}", "{".repeat(10_000), "}".repeat(10_000))),
        // Ten megabytes of one line.
        2 => module(&each(230_000, &|n| format!("T{n} ::= SEQUENCE {{ a INTEGER (0..{n}) OPTIONAL }} "))),
        3 => module(&each(50_000, &|n| {
            format!(
                "T{n} ::= SEQUENCE {{ t T{} OPTIONAL, n INTEGER (0..v{}) }}\nv{n} INTEGER ::= {n}\n",
                n / 2,
                n / 3
            )
        })),
        4 => module(&format!(
            "A ::= SEQUENCE {{ {} z NULL }}",
            each(20_000, &|n| format!("c{n} [{n}] INTEGER OPTIONAL, "))
        )),
        5 => module(&format!("A ::= ENUMERATED {{ {} z }}", each(200_000, &|n| format!("e{n}, ")))),
        6 => module(&each(100_000, &|n| format!("T{n} ::= Missing{n}\n"))),
        7 => module(&format!(
            "K ::= CLASS {{ &id INTEGER UNIQUE, &Type }} WITH SYNTAX {{ &id &Type }}\nS K ::= {{ {} }}\nA ::= SEQUENCE {{ i K.&id ({{S}}), v K.&Type ({{S}}{{@i}}) }}",
            {
                let objects: Vec<String> =
                    (0..20_000).map(|n| format!("{{ {n} INTEGER (0..{n}) }}")).collect();
                objects.join(" | ")
            }
        )),
        8 => module(&format!(
            "E MACRO ::= BEGIN TYPE NOTATION ::= \"ARG\" type \"ERRORS\" \"{{\" List \"}}\" VALUE NOTATION ::= value (VALUE INTEGER) List ::= Item | List \",\" Item Item ::= value (INTEGER) END\n{}",
            each(3_000, &|n| format!(
                "o{n} E ARG SEQUENCE {{ a NULL }} ERRORS {{ 1, 2, 3, 4, 5, 6, 7, 8 }} ::= {n}\n"
            ))
        )),
        9 => module(&format!("A ::= INTEGER ({})", each(50_000, &|n| format!("{n} | ")) + "1")),
        10 => each(5_000, &|n| {
            format!("M{n} DEFINITIONS ::= BEGIN IMPORTS T FROM M{}; U ::= T T ::= NULL END\n", n + 1)
        }),
        _ => "A ::= @ # % ' \" \u{1F600} -- x\n".repeat(200_000),
    }
}
