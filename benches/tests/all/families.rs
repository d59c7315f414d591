//! Every published family compiles unedited: all messages, open types decoded, and C without warnings.

use codegen::model::Model;
use std::process::Command;
use stubc::{Settings, driver, front};
use stubc_benches::family::specification_files;
use stubc_benches::plans;
use stubc_benches::procedures::functions;
use stubc_benches::stubs::{run, write};

/// Returns the settings of `stubc` for all files of a folder.
fn settings(family: &str) -> Option<Settings> {
    let folder = test_needs::published("specs/asn1")?.join(family);
    let files = specification_files(&folder);
    assert!(!files.is_empty(), "{family}: no specifications");
    let text = |path: &std::path::PathBuf| {
        let octets = std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        (path.display().to_string(), String::from_utf8_lossy(&octets).into_owned())
    };
    Some(Settings { specs: files.iter().map(text).collect(), ..Settings::default() })
}

fn check(family: &str) {
    let Some(settings) = settings(family) else { return };
    let specification = front::specification(&settings)
        .unwrap_or_else(|error| panic!("{family}: {:?}", error.diagnostics.first()));
    let model = driver::model(&specification, &settings)
        .unwrap_or_else(|error| panic!("{family}: {:?}", error.diagnostics.first()));
    compiles(family, &model);
    is_readable(family, &model);
}

fn compiles(family: &str, model: &Model<'_>) {
    for (plan, techniques) in
        [("interpreted", plans::interpreted(model)), ("compiled", plans::compiled(model, |_| false))]
    {
        let folder = tempfile::tempdir().expect("a folder for C");
        let sources = write(model, &techniques, folder.path()).expect("the folder is writable");
        for source in &sources {
            let flags = ["-std=c99", "-O0", "-Wall", "-Wextra", "-Werror", "-fsyntax-only"];
            run(Command::new("cc").args(flags).arg(source).current_dir(folder.path()))
                .unwrap_or_else(|error| panic!("{family} {plan}: {error}"));
        }
    }
}

/// The most lines of a function outside the arms of its switches, and the most levels.
const MOST: (usize, usize) = (150, 6);
/// The most lines of an arm. Each arm decodes one field or alternative, so a person reads a long switch as a list.
const ARM: usize = 16;

/// Holds the functions of the fastest plan to what a person can read.
fn is_readable(family: &str, model: &Model<'_>) {
    let printed = codegen::emit(model, &plans::compiled(model, |_| true), &Default::default()).files;
    for (file, text) in printed.iter().filter(|(file, _)| !file.starts_with("stubc_")) {
        for function in functions(text) {
            let (lines, levels, arms) = (function.body.len(), function.levels(), function.arms());
            let is_list = lines - arms.lines <= MOST.0 && arms.longest <= ARM;
            assert!(
                levels <= MOST.1 && (lines <= MOST.0 || is_list),
                "split this function: {family} {file} {}: {lines} lines, {levels} levels, {arms:?}",
                function.name()
            );
        }
    }
}

macro_rules! families {
    ($($name:ident: $family:literal)*) => {
        $(#[test]
        fn $name() {
            check($family);
        })*
    };
}

families! {
    cms: "cms"
    cms_2009: "cms-2009"
    ftam: "ftam"
    its_cam: "its-cam"
    its_denm: "its-denm"
    kerberos: "kerberos"
    ldap: "ldap"
    lte_rrc: "lte-rrc"
    lte_rrc_rel8: "lte-rrc-rel8"
    ocsp: "ocsp"
    pkix: "pkix"
    pkix_verbatim: "pkix-verbatim"
    s1ap: "s1ap"
    snmp_smiv2: "snmp-smiv2"
    snmp_v1: "snmp-v1"
    snmp_v2_v3: "snmp-v2-v3"
    x400: "x400"
    x691_annex_a: "x691-annex-a"
    z3950: "z3950"
}
