//! Real specifications compile unedited. They are no part of the repository: where they are absent the test says so
//! and passes, but not in CI.

#![allow(clippy::print_stderr, reason = "what a family holds is seen with --nocapture")]

use idl_front::{FrontOptions, FrontOutput, parse};
use std::path::{Path, PathBuf};
use syntax_graph::validate::validate;
use syntax_graph::{Presence, SourceMap, TypeKind, Value};

fn load(folder: &Path) -> SourceMap {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder must be readable")
        .map(|entry| entry.expect("the folder entry must be readable").path())
        .filter(|path| {
            path.extension().is_some_and(|extension| extension.to_string_lossy().starts_with("asn"))
        })
        .collect();
    files.sort();
    let mut sources = SourceMap::new();
    for file in files {
        let text =
            String::from_utf8_lossy(&std::fs::read(&file).expect("the file must be readable")).into_owned();
        sources.add(file.file_name().map_or(String::new(), |name| name.to_string_lossy().into_owned()), text);
    }
    sources
}

fn describe(sources: &SourceMap, output: &FrontOutput) -> String {
    let mut text = String::new();
    for diagnostic in output.diagnostics.iter().take(60) {
        let span = diagnostic.labels.first().map(|label| label.span);
        let place = span.map_or(String::new(), |span| {
            let (line, column) = sources.line_column(span);
            format!("{}:{line}:{column}", sources.file(span.file).name)
        });
        text.push_str(&format!(
            "  {place}: {:?} [{}] {}",
            diagnostic.severity, diagnostic.code, diagnostic.message
        ));
        for note in &diagnostic.notes {
            text.push_str(&format!(" ({note})"));
        }
        text.push('\n');
    }
    text
}

/// Compiles a family; `expected` errors and `flaws` of its graph are its own fault.
fn check(family: &str, expected: usize, flaws: usize) {
    let Some(folder) = test_needs::published("specs/asn1") else { return };
    let sources = load(&folder.join(family));
    let output = parse(&sources, &FrontOptions::default());
    let errors = output.diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).count();
    let shown = describe(&sources, &output);
    eprintln!(
        "{family}: {} types, {} fields, {} constants, {} findings\n{shown}",
        output.graph.types.len(),
        output.graph.fields.len(),
        output.graph.constants.len(),
        output.diagnostics.len()
    );
    assert_eq!(errors, expected, "{family}: {expected} errors expected, {errors} found:\n{shown}");
    let found = validate(output.graph).err().unwrap_or_default();
    let found: Vec<_> = found.iter().filter(|diagnostic| diagnostic.is_error()).collect();
    assert_eq!(found.len(), flaws, "{family}: {flaws} errors of validation expected: {found:#?}");
}

macro_rules! families {
    ($($name:ident: $folder:literal, $errors:literal, $flaws:literal;)*) => {
        $(#[test]
        fn $name() {
            check($folder, $errors, $flaws);
        })*
    };
}

families! {
    ldap: "ldap", 0, 0;
    snmp_v1: "snmp-v1", 0, 0;
    snmp_v2_v3: "snmp-v2-v3", 0, 0;
    kerberos: "kerberos", 0, 0;
    pkix: "pkix", 0, 0;
    pkix_verbatim: "pkix-verbatim", 0, 0;
    // Two components of a record of OCLC have one tag.
    z3950: "z3950", 0, 1;
    x400: "x400", 0, 0;
    cms: "cms", 0, 0;
    cms_2009: "cms-2009", 0, 0;
    ocsp: "ocsp", 0, 0;
    ftam: "ftam", 0, 0;
    s1ap: "s1ap", 0, 0;
    lte_rrc: "lte-rrc", 0, 0;
    lte_rrc_rel8: "lte-rrc-rel8", 0, 0;
    its_cam: "its-cam", 0, 0;
    its_denm: "its-denm", 0, 0;
    x691_annex_a: "x691-annex-a", 0, 0;
    snmp_smiv2: "snmp-smiv2", 0, 0;
    // It imports a module that is not there, and two alternatives of IndexSyntax have one tag.
    snmp_mib_macros: "snmp-mib-macros", 1, 1;
}

/// The extensions of X.400 messages know their types, by the standard's numbers.
#[test]
fn x400_extensions_have_alternatives() {
    let Some(folder) = test_needs::published("specs/asn1") else { return };
    let options = FrontOptions {
        roots: Some(vec!["MTSTransferProtocol.MTS-APDU".to_owned()]),
        ..FrontOptions::default()
    };
    let output = parse(&load(&folder.join("x400")), &options);
    let graph = &output.graph;
    let name = "MTSAbstractService.ExtensionField{MessageTransferExtensions}";
    let [field] = graph.definitions(name)[..] else { panic!("the graph must have {name}") };
    let value = graph.fields_of(field)[2];
    let TypeKind::Open(open) = graph.kind(graph.fields[value].target) else {
        panic!("the field must be an open type")
    };
    assert_eq!(open.governor, [graph.fields_of(field)[0]]);
    assert!(open.alternatives.len() >= 15, "{}", open.alternatives.len());
    assert_eq!(graph.fields[value].presence, Presence::Default(Value::Open(vec![5, 0])));
}
