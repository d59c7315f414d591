//! How large the all-interpreted codecs may be: figures that do not grow unnoticed. `--nocapture` prints them.

use codegen::measure::object_size;
use codegen::{Model, Options, Root, Rules};
use std::path::PathBuf;
use std::process::Command;
use stubc_benches::family::{compile, specification_files};
use stubc_benches::{plans, stubs};

/// A codec.
struct Codec {
    /// Folder below `specs/`, and the name of its files.
    specs: &'static str,
    roots: &'static [&'static str],
    /// Integers held as octets.
    bytes: &'static [&'static str],
}

const Z3950: Codec = Codec { specs: "z3950", roots: &["Z39-50-APDU-1995.PDU"], bytes: &[] };
const X400: Codec = Codec { specs: "x400", roots: &["MTSTransferProtocol.MTS-APDU"], bytes: &[] };

/// What the C compiler of the machine makes of a codec with these flags: octets of the runtime, and of commands, tables
/// and entry points, as the cap counts them.
fn sizes(codec: &Codec, flags: &[&str]) -> (u64, u64) {
    let files: Vec<PathBuf> = specification_files(&stubc_benches::specs().join(codec.specs));
    let graph = compile(&files, codec.roots, codec.bytes, true).unwrap_or_else(|errors| panic!("{errors}"));
    let roots = codec.roots.iter().flat_map(|root| graph.definitions(root));
    let options = Options {
        name: codec.specs.into(),
        prefix: String::new(),
        rules: Rules::Ber,
        roots: roots.map(Root::both_ways).collect(),
        rpc: codegen::RpcSides::default(),
        count_commands: false,
        instrument: false,
        check_constraints: false,
        error_paths: false,
    };
    let model = Model::build(&graph, options).unwrap_or_else(|errors| panic!("{errors:?}"));
    let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
    let sources = stubs::write(&model, &plans::interpreted(&model), folder.path());
    let (mut runtime, mut commands) = (0, 0);
    for source in sources.unwrap_or_else(|error| panic!("{error}")) {
        let mut cc = Command::new("cc");
        cc.args(["-std=c99", "-c", &source, "-o", "object.o"]).args(flags).current_dir(folder.path());
        stubs::run(&mut cc).unwrap_or_else(|error| panic!("{error}"));
        let object = std::fs::read(folder.path().join("object.o")).unwrap_or_default();
        let size = object_size(&object).unwrap_or_else(|error| panic!("{source}: {error}")).counted;
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
        let (runtime, commands) = sizes(&codec, &["-Os"]);
        let ceiling = most_runtime.map_or("none".into(), |most: u64| most.to_string());
        eprintln!(
            "{}: interpreter and primitives {runtime} (ceiling {ceiling}), commands {commands} (ceiling {most_commands})",
            codec.specs
        );
        assert!(most_runtime.is_none_or(|most| runtime <= most), "{}: {runtime}", codec.specs);
        assert!(commands <= most_commands, "{}: {commands}", codec.specs);
    }
}
