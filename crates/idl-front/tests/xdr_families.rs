//! Real XDR specifications compile unedited. They are no part of the repository: where they are absent the test says
//! so and passes, but not in CI.

use idl_front::{FrontOptions, FrontOutput, parse};
use std::path::{Path, PathBuf};
use syntax_graph::validate::validate;
use syntax_graph::{SourceMap, TypeKind};

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder must be readable");
    let mut files: Vec<PathBuf> =
        entries.map(|entry| entry.expect("the folder entry must be readable").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "x"));
    files.sort();
    files
}

/// One file, with those that it includes, as the command line finds them.
fn compile(file: &Path) -> (SourceMap, FrontOutput) {
    let mut sources = SourceMap::new();
    let mut wanted = vec![file.to_path_buf()];
    loop {
        for path in wanted.drain(..) {
            let text = std::fs::read(&path).expect("the file must be readable");
            sources.add(path.display().to_string(), String::from_utf8_lossy(&text).into_owned());
        }
        let output = parse(&sources, &FrontOptions::default());
        let known = |name: &str| sources.files().any(|(_, file)| file.name.ends_with(name));
        let missing = output.missing_modules.iter().filter(|name| !known(name));
        wanted.extend(missing.map(|name| file.with_file_name(name)).filter(|path| path.is_file()));
        if wanted.is_empty() {
            return (sources, output);
        }
    }
}

#[test]
fn each_compiles_unedited() {
    let Some(folder) = test_needs::published("specs/xdr") else { return };
    let mut all = files(&folder);
    all.extend(files(&folder.join("stellar")));
    assert!(all.len() > 30, "expected more than 30 specifications, found {}", all.len());
    for file in all {
        let (sources, output) = compile(&file);
        let shown: Vec<String> = output
            .diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.is_error())
            .map(|diagnostic| {
                let place = diagnostic.labels.first().map(|label| sources.line_column(label.span));
                format!("{place:?} {}", diagnostic.message)
            })
            .collect();
        assert!(output.is_ok(), "{} must have no errors: {}", file.display(), shown.join("\n"));
        let dumped = syntax_graph::dump::dump(&output.graph);
        assert!(!dumped.contains("unreferred"), "{}: {dumped}", file.display());
        assert!(validate(output.graph).is_ok(), "{}", file.display());
    }
}

#[test]
fn they_mean_what_their_standards_say() {
    let Some(folder) = test_needs::published("specs/xdr") else { return };
    let (_, nfs) = compile(&folder.join("nfs3.x"));
    let graph = nfs.graph;
    let program = graph
        .programs
        .iter()
        .find(|program| program.name == "NFS_PROGRAM")
        .expect("the graph must have NFS_PROGRAM");
    assert_eq!(program.number, 100_003);
    let version =
        program.versions.iter().find(|version| version.number == 3).expect("NFS_PROGRAM must have version 3");
    // RFC 1813 section 3.3: procedures 0 to 21.
    assert_eq!(version.procedures.len(), 22);
    let fields = |name: &str| -> Vec<(String, bool)> {
        let ty = graph.resolve(graph.definitions(name)[0]);
        let shown = |field: &syntax_graph::FieldId| {
            let linked =
                matches!(graph.kind(graph.fields[*field].target), TypeKind::Array(array) if array.linked);
            (graph.fields[*field].name.clone(), linked)
        };
        graph.fields_of(ty).iter().map(shown).collect()
    };
    let named = |names: &[(&str, bool)]| -> Vec<(String, bool)> {
        names.iter().map(|(name, linked)| ((*name).to_owned(), *linked)).collect()
    };
    // RFC 1813 section 3.3.17: a list of entries, each without its link.
    assert_eq!(fields("dirlistplus3"), named(&[("entries", true), ("eof", false)]));
    let entry = ["fileid", "name", "cookie", "name_attributes", "name_handle"];
    assert_eq!(fields("entryplus3"), named(&entry.map(|name| (name, false))));
}
