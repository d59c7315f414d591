//! The most work that a message can cause: a search over random recursive specifications, in each technique and rule.
//!
//! The compiler counts the basic blocks of the stubs that run (`-fsanitize-coverage=trace-pc`), and a header counts what
//! the memory functions touch. The counts are exact and do not depend on the load of the machine.

pub mod filters;

use crate::family::{compile, family};
use crate::plans;
use crate::stubs::{answers, run};
use crate::subject::Subject;
use codegen::{Model, Rules, Techniques, emit};
use interp_runtime::Random;
use std::path::Path;
use std::process::Command;

const SEARCH: &str = include_str!("../data/work.c");

/// Counts what the memory functions touch.
const COUNTED: &str = "#include <string.h>
void work_add(size_t bytes);
static inline size_t work_of(size_t bytes) { work_add(bytes); return bytes; }
#define memcpy(to, from, n) memcpy(to, from, work_of(n))
#define memmove(to, from, n) memmove(to, from, work_of(n))
#define memset(to, byte, n) memset(to, byte, work_of(n))
#define memcmp(a, b, n) memcmp(a, b, work_of(n))
";

/// The two largest sizes of messages, in bytes.
pub const SIZES: [usize; 2] = [512, 16384];

/// The rules of the search.
pub const RULES: [Rules; 7] =
    [Rules::Ber, Rules::Der, Rules::Xdr, Rules::Uper, Rules::Aper, Rules::Oer, Rules::Coer];

/// The work of the worst message that a search found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Worst {
    /// Bytes of the message.
    pub size: u64,
    /// Blocks, and eight bytes each of memory.
    pub work: u64,
}

/// The worst messages of one program: for decoding and encoding, of each of [`SIZES`].
#[derive(Clone, Debug)]
pub struct Found {
    /// The technique.
    pub plan: &'static str,
    /// The worst messages by direction, then by size.
    pub worst: [[Worst; 2]; 2],
}

/// The most work for a byte. BER may look at a byte once for each level of nesting around it, of which the context allows
/// 64. Work that grew with the square of the size would exceed this for the larger messages.
pub const MOST: u64 = 300;

/// Work that does not depend on the size, such as that of an empty message.
const FIXED: u64 = 20_000;

impl Found {
    /// Returns the most work for a byte of the larger messages.
    pub fn constant(&self) -> f64 {
        let of = |worst: &Worst| worst.work as f64 / worst.size.max(1) as f64;
        self.worst.iter().map(|by_size| of(&by_size[1])).fold(0.0, f64::max)
    }

    /// Returns whether work is at most linear in the size of the message.
    pub fn is_linear(&self) -> bool {
        self.worst.iter().flatten().all(|worst| worst.work <= MOST * worst.size + FIXED)
    }
}

/// Returns a module whose types `T0` to `T5` refer to each other in cycles.
pub fn recursive_module(seed: u64) -> String {
    const TYPES: u64 = 6;
    const SCALARS: [&str; 10] = [
        "BOOLEAN",
        "INTEGER",
        "INTEGER (0..255)",
        "OCTET STRING",
        "BIT STRING",
        "UTF8String",
        "OBJECT IDENTIFIER",
        "ENUMERATED { a, b, c, ... }",
        "IA5String (SIZE (0..9))",
        "REAL",
    ];
    let mut random = Random::new(seed);
    let mut text = "Recursive DEFINITIONS AUTOMATIC TAGS ::= BEGIN\n".to_owned();
    for at in 0..TYPES {
        let mut field = |may_recur: bool| {
            if may_recur && random.one_in(2) {
                match random.below(3) {
                    0 => format!("SEQUENCE OF T{}", random.below(TYPES)),
                    1 => format!("SET OF T{}", random.below(TYPES)),
                    _ => format!("T{}", random.below(TYPES)),
                }
            } else {
                SCALARS[random.below(SCALARS.len() as u64) as usize].to_owned()
            }
        };
        // The first alternative ends the recursion.
        let union = format!("CHOICE {{ a {}, b {}, c {}, ... }}", field(false), field(true), field(true));
        let fields: Vec<String> =
            ["a", "b", "c", "d"].iter().map(|name| format!("{name} {} OPTIONAL", field(true))).collect();
        let ty = match (at + seed) % 4 {
            0 => union,
            1 => format!("SET {{ {} }}", fields.join(", ")),
            2 => format!("SEQUENCE OF T{}", (at + 1) % TYPES),
            _ => format!("SEQUENCE {{ {}, ... }}", fields.join(", ")),
        };
        text += &format!("T{at} ::= {ty}\n");
    }
    text + "END\n"
}

/// Returns XDR declarations `T0` to `T5` that refer to each other in cycles.
pub fn recursive_xdr(seed: u64) -> String {
    const TYPES: u64 = 6;
    const SCALARS: [&str; 9] = [
        "int NAME",
        "unsigned hyper NAME",
        "bool NAME",
        "double NAME",
        "opaque NAME<>",
        "opaque NAME[5]",
        "string NAME<9>",
        "color NAME",
        "short NAME<>",
    ];
    let mut random = Random::new(seed);
    let mut text = "enum color { RED = 1, GREEN = 2 };\n".to_owned();
    for at in 0..TYPES {
        let mut field = |name: &str, may_recur: bool| {
            let text = match may_recur && random.one_in(2) {
                true if random.one_in(2) => format!("T{} NAME<>", random.below(TYPES)),
                true => format!("T{} *NAME", random.below(TYPES)),
                false => SCALARS[random.below(SCALARS.len() as u64) as usize].to_owned(),
            };
            text.replace("NAME", name)
        };
        text += &match (at + seed) % 3 {
            0 => format!(
                "union T{at} switch (int kind) {{ case 0: {}; case 1: {}; case 7: {}; default: void; }};\n",
                field("a", false),
                field("b", true),
                field("c", true)
            ),
            1 => format!("typedef T{} T{at}<>;\n", (at + 1) % TYPES),
            _ => {
                let fields: Vec<String> = ["a", "b", "c", "d"].map(|name| field(name, true)).into();
                format!("struct T{at} {{ {}; }};\n", fields.join("; "))
            }
        };
    }
    text
}

/// Returns the specification of [`recursive_module`], or under XDR of [`recursive_xdr`], with the root `T0`.
///
/// # Errors
/// The specification is invalid: its types have no finite value.
pub fn subject(seed: u64, is_xdr: bool) -> Result<Subject, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let (name, text, family) = match is_xdr {
        true => ("recursive.x", recursive_xdr(seed), family("project-xdr", "kinds.x")),
        false => ("recursive.asn1", recursive_module(seed), family("project-kinds", "kinds")),
    };
    let file = folder.path().join(name);
    std::fs::write(&file, text).map_err(|error| error.to_string())?;
    let graph = compile(&[file], &["T0"], &[], false)?;
    let roots = graph.definitions("T0");
    Ok(Subject { family, graph, roots, messages: Vec::new() })
}

/// Searches the worst messages of a subject's first root in each technique of the rules.
///
/// # Errors
/// The output of the compiler or of the search.
pub fn search(subject: &Subject, rules: Rules, rounds: usize, seed: u64) -> Result<Vec<Found>, String> {
    let model = subject.model(subject.options(rules));
    let variants = [
        ("interpreted", plans::interpreted(&model)),
        ("compiled", plans::compiled(&model, |_| false)),
        ("inlined", plans::inlined(&model)),
        ("mixed", plans::random(&model, seed)),
    ];
    variants.iter().map(|(name, plan)| of_plan(subject, &model, name, plan, rounds, seed)).collect()
}

fn of_plan(
    subject: &Subject,
    model: &Model<'_>,
    plan: &'static str,
    techniques: &Techniques,
    rounds: usize,
    seed: u64,
) -> Result<Found, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let told = |error: std::io::Error| error.to_string();
    let mut sources = Vec::new();
    for (name, text) in emit(model, techniques, &Default::default()).files {
        std::fs::write(folder.path().join(&name), text).map_err(told)?;
        sources.extend(name.ends_with(".c").then_some(name));
    }
    write_stubs(subject, model, folder.path()).map_err(told)?;
    let of = (plan, model.names.ty(subject.roots[0]));
    compile_and_search(subject, model.options.rules, of, folder.path(), sources, (rounds, seed))
}

/// Compiles the search with the C files of a folder, which has `work_stubs.h` for these, and runs it. `of`: the technique, and
/// the C type of the value.
fn compile_and_search(
    subject: &Subject,
    rules: Rules,
    (plan, ty): (&'static str, &str),
    folder: &Path,
    sources: Vec<String>,
    (rounds, seed): (usize, u64),
) -> Result<Found, String> {
    let told = |error: std::io::Error| error.to_string();
    std::fs::write(folder.join("counted.h"), COUNTED).map_err(told)?;
    std::fs::write(folder.join("work.c"), SEARCH.replace("THE_TYPE", ty)).map_err(told)?;
    let mut objects = Vec::new();
    for source in sources.into_iter().chain(["work.c".to_owned()]) {
        let object = source.replace(".c", ".o");
        let mut compiler = Command::new("cc");
        compiler.args(["-std=c99", "-w", "-O1", "-include", "counted.h", "-c", &source, "-o", &object]);
        // Entry points are in the stubs' header, and the search includes it: its own blocks would count.
        compiler.args((source != "work.c").then_some("-fsanitize-coverage=trace-pc"));
        run(compiler.current_dir(folder))?;
        objects.push(object);
    }
    run(Command::new("cc").args(objects).args(["-o", "work"]).current_dir(folder))?;
    let codec = subject.codec(rules);
    let mut seeds = Vec::new();
    for (at, record) in subject.random_records(&codec, 40, seed).iter().enumerate() {
        let path = folder.join(format!("seed-{at}"));
        std::fs::write(&path, &record.octets).map_err(told)?;
        seeds.push(path);
    }
    let mut worst = [[Worst::default(); 2]; 2];
    for (at, size) in SIZES.iter().enumerate() {
        let mut search = Command::new(folder.join("work"));
        search.args([size.to_string(), rounds.to_string(), seed.to_string()]).args(&seeds);
        let lines = answers(search, Vec::new()).map_err(|error| error.text)?;
        for (by_size, line) in worst.iter_mut().zip(&lines) {
            let numbers: Vec<u64> = line.split(' ').filter_map(|number| number.parse().ok()).collect();
            let [size, work] = numbers[..] else { return Err(format!("not two numbers: {line}")) };
            by_size[at] = Worst { size, work };
        }
    }
    Ok(Found { plan, worst })
}

/// Writes the functions that the search calls.
fn write_stubs(subject: &Subject, model: &Model<'_>, folder: &Path) -> std::io::Result<()> {
    let root = subject.roots[0];
    let (name, stem) = (model.names.ty(root), model.names.stem(root));
    let around = format!(
        "#include \"{}.h\"
static stubc_result work_decode({name} *value, const uint8_t *input, size_t length, stubc_context *context)
{{ return {stem}_decode(value, input, length, context, NULL); }}
static stubc_result work_encode(const {name} *value, uint8_t *buffer, size_t size, stubc_context *context)
{{ return {stem}_encode(value, buffer, size, context, NULL); }}
",
        model.options.name
    );
    std::fs::write(folder.join("work_stubs.h"), around)
}
