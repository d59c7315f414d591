//! Names of procedures in configurations.

use syntax_graph::{RpcVersion, SyntaxGraph};

/// Returns a name for each procedure of all programs that a cluster's `calls` may have, the shortest one.
pub fn short_names(graph: &SyntaxGraph) -> Vec<String> {
    let versions = || graph.programs.iter().flat_map(|program| &program.versions);
    let full =
        versions().flat_map(|version| version.procedures.iter().map(move |found| (version, &*found.name)));
    full.map(|(version, name)| {
        let short = name.get(prefix(version)..).unwrap_or(name);
        let is_unique = |wanted: &str| {
            let named =
                versions().flat_map(|version| &version.procedures).filter(|own| is_named(&own.name, wanted));
            named.count() == 1
        };
        let found = [short, name].into_iter().find(|name| is_unique(name));
        found.map_or_else(|| format!("{}.{name}", version.name), ToOwned::to_owned)
    })
    .collect()
}

/// Returns whether a procedure has this name, or ends with it after an underscore.
pub(super) fn is_named(procedure: &str, wanted: &str) -> bool {
    procedure.strip_suffix(wanted).is_some_and(|before| before.is_empty() || before.ends_with('_'))
}

/// Returns the length of the prefix that all procedures of a version share, to its last underscore.
fn prefix(version: &RpcVersion) -> usize {
    let Some(first) = version.procedures.first().map(|procedure| &*procedure.name) else { return 0 };
    let shares =
        |length: &usize| version.procedures.iter().all(|other| other.name.starts_with(&first[..*length]));
    let ends = first.match_indices('_').map(|(at, _)| at + 1);
    ends.rev().find(shares).filter(|length| *length < first.len()).unwrap_or(0)
}
