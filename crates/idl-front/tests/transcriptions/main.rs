//! The project's transcriptions in `specs/`: each is accepted, and those of Z39.50, X.400 and CAM agree with the published
//! modules in every tag, type, name, presence, bound and alternative.

mod compare;

use compare::Comparison;
use idl_front::{FrontOptions, FrontOutput};
use std::path::{Path, PathBuf};
use syntax_graph::{Origin, SourceMap, SyntaxGraph};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All texts of a folder, by name.
fn sources(folder: &Path) -> SourceMap {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| entry.expect("the folder entry must be readable").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "asn" || ending == "asn1"));
    paths.sort();
    let mut sources = SourceMap::new();
    for path in paths {
        let octets = std::fs::read(&path).expect("the file must be readable");
        sources.add(path.display().to_string(), String::from_utf8_lossy(&octets));
    }
    sources
}

fn parse(folder: &Path, roots: Option<&[&str]>) -> FrontOutput {
    let roots = roots.map(|roots| roots.iter().map(|root| (*root).to_owned()).collect());
    idl_front::parse(&sources(folder), &FrontOptions { roots, ..FrontOptions::default() })
}

/// One of the project's transcriptions, without an error or a missing module.
#[track_caller]
fn own(folder: &str) -> SyntaxGraph {
    let folder = repository().join("specs").join(folder);
    let FrontOutput { graph, diagnostics, missing_modules, .. } = parse(&folder, None);
    let findings: Vec<String> = diagnostics.iter().map(|diagnostic| format!("{diagnostic:?}")).collect();
    assert!(findings.is_empty(), "{} must have no findings:\n{}", folder.display(), findings.join("\n"));
    assert!(missing_modules.is_empty(), "{}: missing modules {missing_modules:?}", folder.display());
    graph
}

/// The published modules that a transcription is compared with, if they are there.
#[track_caller]
fn published(family: &str) -> Option<PathBuf> {
    test_needs::published(&format!("specs/asn1/{family}"))
}

#[test]
fn every_transcription_is_accepted() {
    for folder in ["z3950", "x400", "ldap", "snmp", "kerberos", "pkix", "its", "micro", "kinds"] {
        assert!(!own(folder).types.is_empty(), "{folder} must have types");
    }
}

/// The published text has EXPORTS behind IMPORTS, where X.680 has it before: a front end that recovers there may
/// lose the definition that follows.
const BEHIND_EXPORTS: &str = "RecordSyntax-explain.Explain-Record";

#[test]
fn z3950_agrees_with_the_published_modules() {
    let Some(folder) = published("z3950") else { return };
    // Findings in what lies beside the modules that are compared (ILL, private formats) do not matter here.
    let published = parse(&folder, None).graph;
    let own = own("z3950");
    let mut comparison = Comparison::new(&own, &published);
    comparison.roots("Z39-50-APDU-1995.PDU");
    // Record syntaxes and their like travel in EXTERNALs, which the root does not see into.
    for module in own.modules.iter().map(|module| &module.name) {
        let present: Vec<String> = definitions(&published, module);
        for name in definitions(&own, module) {
            let path = format!("{module}.{name}");
            if present.contains(&name) {
                comparison.roots(&path);
            } else {
                assert_eq!(path, BEHIND_EXPORTS, "the published module has no such definition");
            }
        }
        let extra: Vec<&String> =
            present.iter().filter(|name| own.definitions(&format!("{module}.{name}")).is_empty()).collect();
        assert!(
            extra.is_empty(),
            "the published module {module} lacks {extra:?}; remove them from the transcription"
        );
    }
    comparison.finish(850);
}

#[test]
fn x400_agrees_with_the_published_modules() {
    let Some(folder) = published("x400") else { return };
    let root = "MTSTransferProtocol.MTS-APDU";
    let published = parse(&folder, Some(&[root])).graph;
    let own = own("x400");
    let mut comparison = Comparison::new(&own, &published);
    comparison.roots(root);
    comparison.finish(370);
}

#[test]
fn cam_agrees_with_the_published_modules() {
    let Some(folder) = published("its-cam") else { return };
    let root = "CAM-PDU-Descriptions.CAM";
    let published = parse(&folder, Some(&[root])).graph;
    let own = own("its");
    let mut comparison = Comparison::new(&own, &published);
    comparison.roots(root);
    comparison.finish(90);
}

/// Compares all definitions of a family whose modules are transcribed whole.
fn whole_family_agrees(family: &str, at_least: usize) {
    let Some(folder) = published(family) else { return };
    let published = parse(&folder, None).graph;
    let own = own(family);
    let mut comparison = Comparison::new(&own, &published).ignoring_governors();
    for module in published.modules.iter().map(|module| &module.name) {
        assert_eq!(
            definitions(&own, module),
            definitions(&published, module),
            "transcription and published module {module} must have the same definitions"
        );
        for name in definitions(&own, module) {
            comparison.roots(&format!("{module}.{name}"));
        }
    }
    comparison.finish(at_least);
}

#[test]
fn ldap_agrees_with_the_published_module() {
    whole_family_agrees("ldap", 60);
}

#[test]
fn kerberos_agrees_with_the_published_module() {
    whole_family_agrees("kerberos", 80);
}

#[test]
fn pkix_agrees_with_the_published_modules() {
    whole_family_agrees("pkix", 200);
}

/// Names of the definitions of a module, sorted.
fn definitions(graph: &SyntaxGraph, module: &str) -> Vec<String> {
    let of_module = graph.types.iter().filter(|ty| graph.modules[ty.module].name == module);
    let mut names: Vec<String> = of_module
        .filter_map(|ty| match &ty.origin {
            Origin::Definition(name) => Some(name.clone()),
            Origin::Embedded(_) => None,
        })
        .collect();
    names.sort();
    names
}
