//! Ceilings on the sizes of all-interpreted codecs. `--nocapture` prints the sizes.

use codegen::measure::object_size;
use codegen::{Model, Options, Root, Rules, Techniques};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use stubc_benches::family::{compile, family, specification_files};
use stubc_benches::subject::Subject;
use stubc_benches::{plans, stubs};
use syntax_graph::ValidGraph;

/// A codec.
struct Codec {
    /// Folder below `specs/`, or file of XDR there, and the name of its files.
    specs: &'static str,
    /// Files of the folder that belong to another codec, by the start of their names.
    without: &'static str,
    /// Its own modules, where a folder defines two types of one name.
    also: &'static str,
    roots: &'static [&'static str],
    /// Integers held as bytes.
    bytes: &'static [&'static str],
    /// Whether open types are held as bytes.
    slices: bool,
}

const CODEC: Codec = Codec { specs: "", without: "none", also: "", roots: &[], bytes: &[], slices: true };
const Z3950: Codec = Codec { specs: "z3950", roots: &["Z39-50-APDU-1995.PDU"], ..CODEC };
const X400: Codec = Codec { specs: "x400", roots: &["MTSTransferProtocol.MTS-APDU"], ..CODEC };
const LDAP: Codec = Codec { specs: "ldap", roots: &["LDAPMessage"], ..CODEC };
const PKIX: Codec = Codec {
    specs: "pkix",
    roots: &["Certificate", "CertificateList"],
    bytes: &["CertificateSerialNumber"],
    ..CODEC
};
/// Both versions have a type Message.
const SNMP: Codec = Codec {
    specs: "snmp",
    without: "v3",
    also: "V1 DEFINITIONS ::= BEGIN IMPORTS Message FROM RFC1157-SNMP; Version1 ::= Message END
        V2C DEFINITIONS ::= BEGIN IMPORTS Message FROM COMMUNITY-BASED-SNMPv2; Version2c ::= Message END",
    roots: &["Version1", "Version2c"],
    ..CODEC
};
/// The messages and the encrypted parts: types with their own tags.
const KERBEROS: Codec = Codec {
    specs: "kerberos",
    roots: &[
        "Ticket",
        "Authenticator",
        "EncTicketPart",
        "AS-REQ",
        "AS-REP",
        "TGS-REQ",
        "TGS-REP",
        "AP-REQ",
        "AP-REP",
        "KRB-SAFE",
        "KRB-PRIV",
        "KRB-CRED",
        "EncASRepPart",
        "EncTGSRepPart",
        "EncAPRepPart",
        "EncKrbPrivPart",
        "EncKrbCredPart",
        "KRB-ERROR",
    ],
    ..CODEC
};
/// The arguments and results of NFSv3's procedures. Decoders of XDR have no other codec to leave messages to.
const NFS3: Codec = Codec {
    specs: "xdr/nfs3.x",
    roots: &[
        "GETATTR3args",
        "GETATTR3res",
        "SETATTR3args",
        "SETATTR3res",
        "LOOKUP3args",
        "LOOKUP3res",
        "ACCESS3args",
        "ACCESS3res",
        "READLINK3args",
        "READLINK3res",
        "READ3args",
        "READ3res",
        "WRITE3args",
        "WRITE3res",
        "CREATE3args",
        "CREATE3res",
        "MKDIR3args",
        "MKDIR3res",
        "SYMLINK3args",
        "SYMLINK3res",
        "MKNOD3args",
        "MKNOD3res",
        "REMOVE3args",
        "REMOVE3res",
        "RMDIR3args",
        "RMDIR3res",
        "RENAME3args",
        "RENAME3res",
        "LINK3args",
        "LINK3res",
        "READDIR3args",
        "READDIR3res",
        "READDIRPLUS3args",
        "READDIRPLUS3res",
        "FSSTAT3args",
        "FSSTAT3res",
        "FSINFO3args",
        "FSINFO3res",
        "PATHCONF3args",
        "PATHCONF3res",
        "COMMIT3args",
        "COMMIT3res",
    ],
    ..CODEC
};

impl Codec {
    fn is_xdr(&self) -> bool {
        Path::new(self.specs).extension().is_some_and(|extension| extension == "x")
    }

    fn graph(&self) -> ValidGraph {
        let place = stubc_benches::specs().join(self.specs);
        let mut files: Vec<PathBuf> = if self.is_xdr() { vec![place] } else { specification_files(&place) };
        files
            .retain(|file| !file.file_name().unwrap_or_default().to_string_lossy().starts_with(self.without));
        let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
        if !self.also.is_empty() {
            let file = folder.path().join("also.asn1");
            std::fs::write(&file, self.also).unwrap_or_else(|error| panic!("{error}"));
            files.push(file);
        }
        compile(&files, self.roots, self.bytes, self.slices).unwrap_or_else(|errors| panic!("{errors}"))
    }

    /// Returns its model with these directions.
    fn model<'g>(&self, graph: &'g ValidGraph, ways: Ways) -> Model<'g> {
        let ways =
            |ty| Root { decode: ways != Ways::Encode, encode: ways != Ways::Decode, ..Root::both_ways(ty) };
        let roots = self.roots.iter().flat_map(|root| graph.definitions(root)).map(ways);
        let rules = if self.is_xdr() { Rules::Xdr } else { Rules::Ber };
        let options = Options::new(self.specs, rules, roots.collect());
        Model::build(graph, options).unwrap_or_else(|errors| panic!("{errors:?}"))
    }
}

/// The directions of a codec.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ways {
    Both,
    Decode,
    Encode,
}

/// A compiler and its flags, without unwind tables.
struct Target {
    name: &'static str,
    cc: &'static str,
    flags: &'static [&'static str],
}

const TARGETS: [Target; 2] = [
    Target {
        name: "Cortex-M4",
        cc: "arm-none-eabi-gcc",
        flags: &["-mcpu=cortex-m4", "-mthumb", "-Os", "-ffunction-sections", "-fdata-sections"],
    },
    Target {
        name: "x86-64",
        cc: "cc",
        flags: &["-Os", "-fno-asynchronous-unwind-tables", "-ffunction-sections", "-fdata-sections"],
    },
];

fn object(file: &Path) -> u64 {
    let data = std::fs::read(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    object_size(&data).unwrap_or_else(|error| panic!("{}: {error}", file.display())).counted
}

fn run(command: &mut Command) {
    stubs::run(command).unwrap_or_else(|error| panic!("{error}"));
}

/// A linked codec with every entry point.
struct Linked {
    /// Bytes of text, constants and data.
    octets: u64,
    /// Functions and tables, by the map file.
    sections: BTreeSet<String>,
    /// The unreferenced ones, which the linker discarded.
    unused: BTreeSet<String>,
}

/// Writes the C of a plan; returns the names of its sources.
fn write(model: &Model<'_>, techniques: &Techniques, folder: &Path) -> Vec<String> {
    stubs::write(model, techniques, folder).unwrap_or_else(|error| panic!("{error}"))
}

fn link(model: &Model<'_>, techniques: &Techniques, target: &Target) -> Linked {
    let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
    let sources = write(model, techniques, folder.path());
    let mut link = Command::new(target.cc);
    link.args(["-nostdlib", "-r", "-Wl,--gc-sections", "-Wl,-Map=map", "-o", "linked.o"]);
    for source in &sources {
        let mut cc = Command::new(target.cc);
        cc.args(["-std=c99", "-c", source]).args(target.flags).current_dir(folder.path());
        run(&mut cc);
        link.arg(source.replace(".c", ".o"));
    }
    let read = |file: &str| std::fs::read_to_string(folder.path().join(file)).unwrap_or_default();
    // Entry points are inline: they need their callees and the constants of the messages.
    for line in read(&format!("{}.h", model.options.name)).lines() {
        let called = line.strip_prefix("    return ").and_then(|rest| rest.split('(').next());
        let constant = line.strip_prefix("extern const stubc_root ").map(|rest| rest.trim_end_matches(';'));
        link.args(called.or(constant).map(|name| format!("-Wl,-u,{name}")));
    }
    run(link.current_dir(folder.path()));
    let map = read("map");
    let (discarded, kept) = map.split_once("Memory Configuration").unwrap_or_default();
    assert!(discarded.contains("Discarded input sections"), "the linker wrote no map of GNU ld");
    let octets = object(&folder.path().join("linked.o"));
    Linked { octets, sections: sections(kept), unused: sections(discarded) }
}

/// Returns the functions and tables of a map: each has its own section, and long names have their own line.
fn sections(map: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut words = map.split_whitespace().peekable();
    while let Some(word) = words.next() {
        let name = [".text.", ".rodata.", ".data.rel.ro.local.", ".data."]
            .iter()
            .find_map(|kind| word.strip_prefix(kind));
        let _address = name.and_then(|_| words.next_if(|word| word.starts_with("0x")));
        let is_empty = words.peek() == Some(&"0x0");
        // Merged constants belong to no function.
        if let Some(name) = name.filter(|name| !is_empty && !name.starts_with("cst")) {
            found.insert(name.to_owned());
        }
    }
    found
}

/// Shared by both directions, beside the bytes of defaults: the commands with their tables, and the functions
/// that read them.
const SHARED: [&str; 15] = [
    "stubc_programs",
    "stubc_nodes",
    "stubc_wides",
    "stubc_tags",
    "stubc_default_integers",
    "stubc_default_slices",
    "stubc_constructed_defaults",
    "stubc_keys",
    "unpack",
    "fill",
    "load",
    "is_default",
    "stubc_same",
    "other_form",
    "number",
];

/// Returns the sizes of a codec on the host in bytes: the runtime; and commands, tables and entry points,
/// unwind tables included.
fn sizes(codec: &Codec) -> (u64, u64) {
    let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
    let (mut runtime, mut commands) = (0, 0);
    let graph = codec.graph();
    let model = codec.model(&graph, Ways::Both);
    for source in write(&model, &plans::interpreted(&model), folder.path()) {
        let mut cc = Command::new("cc");
        run(cc.args(["-std=c99", "-Os", "-c", &source, "-o", "object.o"]).current_dir(folder.path()));
        let size = object(&folder.path().join("object.o"));
        if source == "stubc_rt.c" { runtime += size } else { commands += size }
    }
    (runtime, commands)
}

/// The interpreter with its primitives, and commands with their tables: 8 KB, 17 KB and 9 KB in 1997.
#[test]
#[allow(clippy::print_stderr, reason = "figures are what this test is run for, too")]
fn the_interpreter_and_the_commands() {
    if !cfg!(target_arch = "x86_64") {
        return test_needs::missing("the ceilings are those of x86-64");
    }
    for (codec, most_runtime, most_commands) in [(Z3950, Some(8192), 7168), (X400, None, 5120)] {
        let (runtime, commands) = sizes(&codec);
        let ceiling = most_runtime.map_or("none".into(), |most: u64| most.to_string());
        eprintln!(
            "{}: interpreter and primitives {runtime} (ceiling {ceiling}), commands {commands} (ceiling {most_commands})",
            codec.specs
        );
        assert!(most_runtime.is_none_or(|most| runtime <= most), "{}: {runtime}", codec.specs);
        assert!(commands <= most_commands, "{}: {commands}", codec.specs);
    }
}

/// The sizes allowed for a codec on the two targets.
struct Row {
    codec: Codec,
    /// The ceiling with both directions.
    ceilings: [u64; 2],
    /// Its sizes by gcc 12: both directions, decoding only, encoding only. A change that shrinks or must
    /// enlarge them changes these figures.
    today: [[u64; 3]; 2],
}

/// The share by which a codec may grow before the figures must change, so that unrelated changes pass.
const SLACK: f64 = 0.01;

const ROWS: [Row; 8] = [
    Row { codec: LDAP, ceilings: [4200, 5200], today: [[3612, 2740, 1546], [4932, 3717, 1920]] },
    Row { codec: SNMP, ceilings: [3400, 4200], today: [[2676, 1962, 1082], [3682, 2734, 1331]] },
    Row { codec: PKIX, ceilings: [4600, 5700], today: [[3434, 2428, 1370], [4857, 3531, 1750]] },
    Row { codec: KERBEROS, ceilings: [5000, 6300], today: [[3433, 2685, 1623], [4626, 3653, 1888]] },
    Row { codec: Z3950, ceilings: [7500, 9300], today: [[5859, 4917, 3585], [7370, 6045, 3942]] },
    Row { codec: X400, ceilings: [6000, 7500], today: [[4547, 3399, 2123], [6279, 4669, 2606]] },
    Row {
        codec: Codec { slices: false, ..X400 },
        ceilings: [11000, 11000],
        today: [[8417, 6963, 4565], [10595, 8539, 5187]],
    },
    Row { codec: NFS3, ceilings: [4500, 5500], today: [[4004, 3408, 2990], [4879, 3928, 3330]] },
];

/// The table in `benches/report.md` has the figures and the ceilings of [`ROWS`].
#[test]
fn the_report_has_these_figures() {
    let report = include_str!("../../report.md");
    let section = report.split_once("\n## The smallest codecs\n").map_or("", |(_, rest)| rest);
    let section = section.split("\n## ").next().unwrap_or_default();
    let numbers = |line: &str| -> Vec<u64> {
        let cells = line.splitn(3, '|').last().unwrap_or_default().replace(',', "");
        cells.split(|letter: char| !letter.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect()
    };
    let table: Vec<Vec<u64>> =
        section.lines().filter(|line| line.contains("(at most ")).map(numbers).collect();
    let row = |row: &Row| {
        let figures = |at: usize| {
            let [both, decode, encode] = row.today[at];
            [both, row.ceilings[at], decode, encode]
        };
        [figures(0), figures(1)].concat()
    };
    let rows: Vec<Vec<u64>> = ROWS.iter().map(row).collect();
    assert_eq!(table, rows, "write the figures of ROWS into the table of benches/report.md");
}

/// Returns whether the figures are this compiler's. CI has it for x86-64; for the other target there is no
/// choice of versions.
fn is_measured_with(target: &Target) -> bool {
    let version = Command::new(target.cc).arg("-dumpversion").output();
    let version = version.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    let version = version.unwrap_or_default();
    let same = version == "12" || version.starts_with("12.");
    let reason = format!("{}: today's figures are of gcc 12, not {version}", target.name);
    match (same, target.cc) {
        (true, _) => {}
        (false, "cc") => test_needs::missing(&reason),
        (false, _) => test_needs::skip(&reason),
    }
    same
}

/// With both directions a codec keeps its ceiling. Decoding alone takes at most 80 % of it, encoding alone 75
/// %. Neither holds code of the other direction, or any unreferenced function. No codec grows beyond its
/// figures.
#[test]
#[allow(clippy::print_stderr, reason = "figures are what this test is run for, too")]
fn the_smallest_codecs() {
    let mut wrong = Vec::new();
    for (number, target) in TARGETS.iter().enumerate() {
        if target.name == "x86-64" && !cfg!(target_arch = "x86_64") {
            test_needs::missing("this machine is not x86-64");
            continue;
        }
        if !test_needs::program(target.cc) {
            continue;
        }
        let is_measured = is_measured_with(target);
        for Row { codec, ceilings, today } in &ROWS {
            let graph = codec.graph();
            let name = format!(
                "{} {}{}",
                target.name,
                codec.specs,
                if codec.slices { "" } else { ", open types decoded" }
            );
            let ceiling = ceilings[number];
            let [both, alone, other] = today[number];
            let [_, decode, encode] =
                [(Ways::Both, 100, both), (Ways::Decode, 80, alone), (Ways::Encode, 75, other)].map(
                    |(ways, percent, today)| {
                        let model = codec.model(&graph, ways);
                        let linked = link(&model, &plans::interpreted(&model), target);
                        let most = if codec.slices { ceiling * percent / 100 } else { ceiling };
                        eprintln!("{name} {ways:?}: {} (was {today}, at most {most})", linked.octets);
                        if linked.octets > most {
                            wrong.push(format!("{name} {ways:?}: {}, at most {most}", linked.octets));
                        }
                        if is_measured && linked.octets as f64 > today as f64 * (1.0 + SLACK) {
                            wrong.push(format!("{name} {ways:?}: {}, was {today}", linked.octets));
                        }
                        if !linked.unused.is_empty() {
                            wrong.push(format!("{name} {ways:?}: unreferenced {:?}", linked.unused));
                        }
                        linked.sections
                    },
                );
            let is_shared = |name: &str| {
                SHARED.contains(&name)
                    || name.starts_with("stubc_default_")
                    || name.starts_with("stubc_root_")
            };
            let shared: Vec<&String> = decode.intersection(&encode).filter(|name| !is_shared(name)).collect();
            if !shared.is_empty() || decode.len() < 6 || encode.len() < 6 {
                wrong.push(format!("{name}: in each direction alone is {shared:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// For speed and for size, with every compiler: no unreferenced function is emitted.
#[test]
fn nothing_that_nobody_calls() {
    const SPEED: [Target; 3] = [
        Target { name: "gcc -O2", cc: "gcc", flags: &["-O2", "-ffunction-sections", "-fdata-sections"] },
        Target { name: "clang -O2", cc: "clang", flags: &["-O2", "-ffunction-sections", "-fdata-sections"] },
        Target { name: "clang -Os", cc: "clang", flags: &["-Os", "-ffunction-sections", "-fdata-sections"] },
    ];
    for target in &SPEED {
        if !test_needs::program(target.cc) {
            continue;
        }
        for codec in [LDAP, Codec { slices: false, ..X400 }] {
            let graph = codec.graph();
            let model = codec.model(&graph, Ways::Both);
            let unused = link(&model, &plans::interpreted(&model), target).unused;
            assert!(unused.is_empty(), "{} {}: {unused:?}", target.name, codec.specs);
        }
    }
}

/// Hybrids as well, with some nodes compiled and others interpreted in each direction: the runtime holds no
/// unreferenced function.
#[test]
fn nothing_that_nobody_calls_in_hybrids() {
    const CODECS: [(&str, &str); 4] = [
        ("project-snmp", "snmp"),
        ("project-pkix", "pkix"),
        ("project-kinds", "kinds"),
        ("project-xdr", "rpcbind.x"),
    ];
    let mut wrong = Vec::new();
    for target in TARGETS {
        if !test_needs::program(target.cc) {
            continue;
        }
        for (name, specs) in CODECS {
            let subject = Subject::load(family(name, specs)).unwrap_or_else(|| panic!("{name} is absent"));
            for ways in [Ways::Both, Ways::Decode, Ways::Encode] {
                let mut options = subject.options(subject.rules());
                for root in &mut options.roots {
                    root.decode = ways != Ways::Encode;
                    root.encode = ways != Ways::Decode;
                }
                let model = subject.model(options);
                for percent in [25.0, 50.0] {
                    let techniques = plans::within(&subject, &model, percent);
                    let unused = link(&model, &techniques, &target).unused;
                    if !unused.is_empty() {
                        wrong.push(format!("{} {specs} {ways:?} {percent} %: {unused:?}", target.name));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
