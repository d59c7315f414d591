//! How large the all-interpreted codecs may be: figures that do not grow unnoticed. `--nocapture` prints them.

use codegen::measure::object_size;
use codegen::{Model, Options, Root, Rules};
use std::path::{Path, PathBuf};
use std::process::Command;
use stubc_benches::family::{compile, specification_files};
use stubc_benches::{plans, stubs};
use syntax_graph::ValidGraph;

/// A codec.
struct Codec {
    /// Folder below `specs/`, and the name of its files.
    specs: &'static str,
    /// Those files of the folder that are not its, by their beginnings.
    without: &'static str,
    /// Modules of its own, where one folder defines two types of one name.
    also: &'static str,
    roots: &'static [&'static str],
    /// Integers held as octets.
    bytes: &'static [&'static str],
}

const CODEC: Codec = Codec { specs: "", without: "none", also: "", roots: &[], bytes: &[] };
const Z3950: Codec = Codec { specs: "z3950", roots: &["Z39-50-APDU-1995.PDU"], ..CODEC };
const X400: Codec = Codec { specs: "x400", roots: &["MTSTransferProtocol.MTS-APDU"], ..CODEC };
const LDAP: Codec = Codec { specs: "ldap", roots: &["LDAPMessage"], ..CODEC };
const PKIX: Codec = Codec {
    specs: "pkix",
    roots: &["Certificate", "CertificateList"],
    bytes: &["CertificateSerialNumber"],
    ..CODEC
};
/// Both versions call their message Message.
const SNMP: Codec = Codec {
    specs: "snmp",
    without: "v3",
    also: "V1 DEFINITIONS ::= BEGIN IMPORTS Message FROM RFC1157-SNMP; Version1 ::= Message END
        V2C DEFINITIONS ::= BEGIN IMPORTS Message FROM COMMUNITY-BASED-SNMPv2; Version2c ::= Message END",
    roots: &["Version1", "Version2c"],
    ..CODEC
};
/// The messages and the encrypted parts: what has a tag of its own.
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

impl Codec {
    fn graph(&self) -> ValidGraph {
        let mut files: Vec<PathBuf> = specification_files(&stubc_benches::specs().join(self.specs));
        files
            .retain(|file| !file.file_name().unwrap_or_default().to_string_lossy().starts_with(self.without));
        let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
        if !self.also.is_empty() {
            let file = folder.path().join("also.asn1");
            std::fs::write(&file, self.also).unwrap_or_else(|error| panic!("{error}"));
            files.push(file);
        }
        compile(&files, self.roots, self.bytes, true).unwrap_or_else(|errors| panic!("{errors}"))
    }

    /// Writes the C of the directions; the names of its sources.
    fn write(&self, graph: &ValidGraph, ways: Ways, folder: &Path) -> Vec<String> {
        let roots = self.roots.iter().flat_map(|root| graph.definitions(root));
        let options = Options {
            name: self.specs.into(),
            prefix: String::new(),
            rules: Rules::Ber,
            roots: roots
                .map(|ty| Root {
                    decode: ways != Ways::Encode,
                    encode: ways != Ways::Decode,
                    ..Root::both_ways(ty)
                })
                .collect(),
            rpc: codegen::RpcSides::default(),
            count_commands: false,
            instrument: false,
            check_constraints: false,
            error_paths: false,
        };
        let model = Model::build(graph, options).unwrap_or_else(|errors| panic!("{errors:?}"));
        stubs::write(&model, &plans::interpreted(&model), folder).unwrap_or_else(|error| panic!("{error}"))
    }
}

/// Which directions a codec has.
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

/// Octets of text, constants and data when the C of a codec is linked with every entry point kept.
fn linked(codec: &Codec, graph: &ValidGraph, ways: Ways, target: &Target) -> u64 {
    let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
    let sources = codec.write(graph, ways, folder.path());
    let mut link = Command::new(target.cc);
    link.args(["-nostdlib", "-r", "-Wl,--gc-sections", "-o", "linked.o"]);
    for source in &sources {
        let mut cc = Command::new(target.cc);
        cc.args(["-std=c99", "-c", source]).args(target.flags).current_dir(folder.path());
        run(&mut cc);
        link.arg(source.replace(".c", ".o"));
    }
    let header =
        std::fs::read_to_string(folder.path().join(format!("{}.h", codec.specs))).unwrap_or_default();
    for line in header.lines().filter_map(|line| line.strip_prefix("stubc_result ")) {
        link.arg(format!("-Wl,-u,{}", line.split('(').next().unwrap_or_default()));
    }
    run(link.current_dir(folder.path()));
    object(&folder.path().join("linked.o"))
}

/// What the C compiler of the machine makes of a codec: octets of the runtime, and of commands, tables and entry
/// points, unwind tables included.
fn sizes(codec: &Codec) -> (u64, u64) {
    let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
    let (mut runtime, mut commands) = (0, 0);
    for source in codec.write(&codec.graph(), Ways::Both, folder.path()) {
        let mut cc = Command::new("cc");
        run(cc.args(["-std=c99", "-Os", "-c", &source, "-o", "object.o"]).current_dir(folder.path()));
        let size = object(&folder.path().join("object.o"));
        if source == "stubc_rt.c" { runtime += size } else { commands += size }
    }
    (runtime, commands)
}

/// The interpreter with what it needs, and commands with their tables: 8 KB, 17 KB and 9 KB in 1997.
#[test]
#[allow(clippy::print_stderr, reason = "figures are what this test is run for, too")]
fn the_interpreter_and_the_commands() {
    if !cfg!(target_arch = "x86_64") {
        eprintln!("skipped: the ceilings are those of x86-64");
        return;
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

/// The most that a codec may take on the two targets: both directions, decode alone, encode alone. They are what it
/// takes with the compilers of Debian 12 and a little more.
#[test]
#[allow(clippy::print_stderr, reason = "figures are what this test is run for, too")]
fn the_smallest_codecs() {
    let codecs = [
        (LDAP, [[4110, 3060, 1800], [5600, 4150, 2210]]),
        (SNMP, [[3270, 2430, 1250], [4410, 3320, 1500]]),
        (PKIX, [[3900, 2690, 1520], [5490, 3860, 2000]]),
        (KERBEROS, [[5260, 3670, 2510], [6080, 4400, 2590]]),
        (Z3950, [[6400, 5250, 3840], [8030, 6480, 4230]]),
        (X400, [[5780, 4300, 2620], [7760, 5740, 3210]]),
    ];
    let mut grown = Vec::new();
    for (number, target) in TARGETS.iter().enumerate() {
        if target.name == "x86-64" && !cfg!(target_arch = "x86_64") || !stubc_benches::has_program(target.cc)
        {
            eprintln!("skipped: no compiler for {}: {}", target.name, target.cc);
            continue;
        }
        for (codec, most) in &codecs {
            let graph = codec.graph();
            for (ways, most) in [Ways::Both, Ways::Decode, Ways::Encode].into_iter().zip(most[number]) {
                let octets = linked(codec, &graph, ways, target);
                eprintln!("{} {} {ways:?}: {octets} (at most {most})", target.name, codec.specs);
                if octets > most {
                    grown.push(format!("{} {} {ways:?}: {octets}, at most {most}", target.name, codec.specs));
                }
            }
        }
    }
    assert!(grown.is_empty(), "{}", grown.join("\n"));
}
