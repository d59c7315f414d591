//! Instructions per message, counted by callgrind: stubs repeat a message for two numbers of passes, so that
//! the cost of starting cancels out.

use crate::family::{compile, specification_files};
use crate::stubs::{Program, build};
use crate::{plans, sample};
use codegen::{Model, Options, Root, Rules, Techniques};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use syntax_graph::ValidGraph;

/// Instructions of the best peer in one direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Peer {
    /// Instructions per message.
    pub instructions: u64,
    /// The tool with this count.
    pub tool: &'static str,
}

/// One kind of message.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Its title in the table.
    pub title: &'static str,
    /// The folder below `specs/`.
    pub specs: &'static str,
    /// The definition of the message.
    pub root: &'static str,
    /// Integers held as bytes.
    pub bytes: &'static [&'static str],
    /// The source of the messages.
    pub messages: Messages,
    /// The best peers, decode and encode.
    pub peers: [Peer; 2],
}

/// The source of a row's messages.
#[derive(Clone, Copy, Debug)]
pub enum Messages {
    /// Made by this function.
    Sample(fn() -> Vec<u8>),
    /// The certificates of authorities in the folder beside the repository.
    RootCertificates,
}

const fn peers(decode: (u64, &'static str), encode: (u64, &'static str)) -> [Peer; 2] {
    [Peer { instructions: decode.0, tool: decode.1 }, Peer { instructions: encode.0, tool: encode.1 }]
}

/// The rows with the best peers' counts, taken once on messages of the same types and sizes at -O2, memory
/// allocation and release included.
pub const ROWS: [Row; 8] = [
    Row {
        title: "SEQUENCE of ten INTEGERs",
        specs: "micro",
        root: "MicroSequence",
        bytes: &[],
        messages: Messages::Sample(sample::micro_sequence),
        peers: peers((1562, "rasn"), (1182, "snacc")),
    },
    Row {
        title: "SET of ten INTEGERs",
        specs: "micro",
        root: "MicroSet",
        bytes: &[],
        messages: Messages::Sample(sample::micro_set),
        peers: peers((2198, "snacc"), (1182, "snacc")),
    },
    Row {
        title: "CHOICE of ten, one INTEGER",
        specs: "micro",
        root: "MicroChoice",
        bytes: &[],
        messages: Messages::Sample(sample::micro_choice),
        peers: peers((361, "snacc"), (151, "snacc")),
    },
    Row {
        title: "SEQUENCE OF, ten INTEGERs",
        specs: "micro",
        root: "MicroSequenceOf",
        bytes: &[],
        messages: Messages::Sample(sample::micro_sequence),
        peers: peers((2499, "rasn"), (1259, "snacc")),
    },
    Row {
        title: "LDAP SearchResultEntry",
        specs: "ldap",
        root: "LDAPMessage",
        bytes: &[],
        messages: Messages::Sample(sample::ldap_entry),
        peers: peers((13641, "snacc"), (4151, "snacc")),
    },
    Row {
        title: "SNMP GetResponse, ten bindings",
        specs: "snmp",
        root: "COMMUNITY-BASED-SNMPv2.Message",
        bytes: &[],
        messages: Messages::Sample(sample::snmp_response),
        peers: peers((9649, "snacc"), (3451, "snacc")),
    },
    Row {
        title: "Kerberos AS-REP",
        specs: "kerberos",
        root: "AS-REP",
        bytes: &[],
        messages: Messages::Sample(sample::kerberos_as_rep),
        peers: peers((8893, "snacc"), (3621, "snacc")),
    },
    Row {
        title: "X.509 root certificates, mean",
        specs: "pkix",
        root: "Certificate",
        bytes: &["CertificateSerialNumber"],
        messages: Messages::RootCertificates,
        peers: peers((21589, "rasn"), (10533, "rasn")),
    },
];

impl Messages {
    /// Returns the bytes of each message; none where the folder beside the repository is absent.
    pub fn octets(self, shared: Option<&Path>) -> Vec<Vec<u8>> {
        match (self, shared) {
            (Self::Sample(sample), _) => vec![sample()],
            (Self::RootCertificates, None) => Vec::new(),
            (Self::RootCertificates, Some(shared)) => {
                let folder = shared.join("messages/pkix-certificates");
                let index = std::fs::read_to_string(folder.join("index.tsv")).unwrap_or_default();
                let rows = index.lines().filter(|line| line.contains("ca-certificates"));
                let files = rows.filter_map(|line| line.split('\t').next());
                files.filter_map(|file| std::fs::read(folder.join(file)).ok()).collect()
            }
        }
    }
}

/// The plan of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Plan {
    /// Every node that can be is interpreted.
    Interpreted,
    /// Every node is compiled, and every non-recursive reference is inlined.
    Fastest,
}

impl Plan {
    /// Both plans.
    pub const ALL: [Self; 2] = [Self::Interpreted, Self::Fastest];

    /// Returns the name in the tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Interpreted => "interpreted",
            Self::Fastest => "fastest",
        }
    }

    /// Returns the techniques.
    pub fn techniques(self, model: &Model<'_>) -> Techniques {
        match self {
            Self::Interpreted => plans::interpreted(model),
            Self::Fastest => plans::compiled(model, |_| true),
        }
    }
}

/// The cost of one row under one plan.
#[derive(Clone, Debug)]
pub struct Counted {
    /// Mean instructions per message, decode and encode.
    pub instructions: [f64; 2],
    /// The same by function, most expensive first.
    pub functions: [Vec<(String, f64)>; 2],
}

/// Stubs that repeat the messages of a row.
#[derive(Debug)]
pub struct Repeater {
    program: Program,
    folder: tempfile::TempDir,
    files: Vec<PathBuf>,
}

/// Generates and compiles one row under one plan.
///
/// # Errors
/// The compiler's output.
pub fn prepare(row: &Row, plan: Plan, messages: &[Vec<u8>], cflags: &[&str]) -> Result<Repeater, String> {
    prepare_with(row, &|model| plan.techniques(model), messages, cflags)
}

/// Generates and compiles one row with the techniques that a function chooses.
///
/// # Errors
/// The compiler's output.
pub fn prepare_with(
    row: &Row,
    techniques: &dyn Fn(&Model<'_>) -> Techniques,
    messages: &[Vec<u8>],
    cflags: &[&str],
) -> Result<Repeater, String> {
    let graph = compile(&specification_files(&crate::specs().join(row.specs)), &[row.root], row.bytes, true)?;
    let model = model(&graph, row)?;
    let program = build(&model, &techniques(&model), "cc", cflags)?;
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let mut files = Vec::new();
    for (number, octets) in messages.iter().enumerate() {
        let path = folder.path().join(format!("{number}.bin"));
        std::fs::write(&path, octets).map_err(|error| error.to_string())?;
        files.push(path);
    }
    Ok(Repeater { program, folder, files })
}

impl Repeater {
    /// Returns a command that decodes or encodes each message `passes` times, run under the program `watch`.
    pub fn command(&self, watch: &[&str], direction: &str, passes: u64) -> Command {
        let harness = self.program.folder().join("harness");
        let mut command = match watch {
            [] => Command::new(harness),
            [watcher, options @ ..] => {
                let mut command = Command::new(watcher);
                command.args(options).arg(harness);
                command
            }
        };
        command.args(["bench", "0", direction, &passes.to_string()]).args(&self.files);
        command
    }
}

/// Generates, compiles and counts one row under one plan.
///
/// # Errors
/// The output of the compiler, the stubs or valgrind.
pub fn count(row: &Row, plan: Plan, messages: &[Vec<u8>], cflags: &[&str]) -> Result<Counted, String> {
    let repeater = prepare(row, plan, messages, cflags)?;
    let decode = difference(&repeater, "decode")?;
    let encode = difference(&repeater, "encode")?;
    let total = |functions: &[(String, f64)]| functions.iter().map(|(_, count)| count).sum();
    Ok(Counted { instructions: [total(&decode), total(&encode)], functions: [decode, encode] })
}

fn model<'g>(graph: &'g ValidGraph, row: &Row) -> Result<Model<'g>, String> {
    let roots = graph.definitions(row.root).into_iter().map(Root::both_ways);
    let options = Options::new(row.specs, Rules::Ber, roots.collect());
    Model::build(graph, options)
        .map_err(|errors| errors.iter().map(|error| error.message.clone()).collect::<Vec<_>>().join("\n"))
}

/// Passes of the two runs.
const PASSES: [u64; 2] = [10, 60];

/// Returns the mean instructions of one run through the messages, by function, most expensive first.
fn difference(repeater: &Repeater, direction: &str) -> Result<Vec<(String, f64)>, String> {
    let mut difference: BTreeMap<String, i64> = BTreeMap::new();
    for (passes, sign) in PASSES.into_iter().zip([-1, 1]) {
        for (function, cost) in callgrind(repeater, direction, passes)? {
            *difference.entry(function).or_default() += sign * i64::try_from(cost).unwrap_or(i64::MAX);
        }
    }
    let messages = ((PASSES[1] - PASSES[0]) * repeater.files.len() as u64) as f64;
    let mut functions: Vec<(String, f64)> = difference
        .into_iter()
        .filter(|&(_, cost)| cost != 0)
        .map(|(name, cost)| (name, cost as f64 / messages))
        .collect();
    functions.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    Ok(functions)
}

fn callgrind(repeater: &Repeater, direction: &str, passes: u64) -> Result<Vec<(String, u64)>, String> {
    let out = repeater.folder.path().join("callgrind.out");
    let option = format!("--callgrind-out-file={}", out.display());
    let watch = ["valgrind", "--tool=callgrind", "--quiet", &option];
    let output =
        repeater.command(&watch, direction, passes).output().map_err(|error| format!("valgrind: {error}"))?;
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{direction}: {}\n{errors}", output.status));
    }
    let text = std::fs::read_to_string(&out).map_err(|error| error.to_string())?;
    Ok(self_costs(&text))
}

/// Returns the instructions that each function executed itself, from callgrind's output.
///
/// `fn=(id) name` opens a function, with the name only for a new id. A line of costs is a position and a
/// count. The line after `calls=` belongs to the callee, and is counted there.
pub fn self_costs(text: &str) -> Vec<(String, u64)> {
    let mut names: BTreeMap<&str, &str> = BTreeMap::new();
    let mut costs: BTreeMap<&str, u64> = BTreeMap::new();
    let (mut current, mut callee) = ("", false);
    for line in text.lines() {
        if let Some(function) = line.strip_prefix("fn=").or_else(|| line.strip_prefix("cfn=")) {
            let (id, name) = function.split_once(' ').unwrap_or((function, ""));
            if !name.is_empty() {
                names.insert(id, name);
            }
            if line.starts_with("fn=") {
                current = id;
            }
        } else if line.starts_with("calls=") {
            callee = true;
        } else if line.starts_with(|first: char| first.is_ascii_digit() || "+-*".contains(first)) {
            if !callee {
                let cost = line.split(' ').nth(1).and_then(|count| count.parse::<u64>().ok());
                *costs.entry(current).or_default() += cost.unwrap_or(0);
            }
            callee = false;
        }
    }
    costs.into_iter().map(|(id, cost)| (names.get(id).map_or(id, |name| *name).to_owned(), cost)).collect()
}

#[cfg(test)]
mod tests {
    use super::{Plan, ROWS, prepare, self_costs};

    #[test]
    fn the_smallest_specifications_compile_without_a_warning() {
        for row in ROWS.iter().filter(|row| row.specs == "micro") {
            for plan in Plan::ALL {
                let built = prepare(row, plan, &row.messages.octets(None), &["-O2"]);
                let repeater = built.unwrap_or_else(|error| panic!("{}: {error}", row.title));
                let status = repeater.command(&[], "decode", 1).status();
                assert!(status.is_ok_and(|status| status.success()), "{}", row.title);
            }
        }
    }

    #[test]
    fn the_costs_of_callees_are_theirs_alone() {
        let text =
            "events: Ir\nfn=(1) main\n3 5\n+1 2\ncfn=(2) callee\ncalls=1 9\n* 70\n5 1\n\nfn=(2)\n9 70\n";
        assert_eq!(self_costs(text), [("main".to_owned(), 8), ("callee".to_owned(), 70)]);
    }
}
