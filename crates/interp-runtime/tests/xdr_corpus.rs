//! Real messages of ONC RPC, from the collection beside the repository: headers and bodies of NFS, MOUNT,
//! rpcbind and quota encode to the same bytes, also through JSON.

use idl_front::{FrontOptions, parse};
use interp_runtime::{Codec, Rules, json};
use std::collections::BTreeMap;
use std::path::Path;
use syntax_graph::validate::validate;
use syntax_graph::{SourceMap, TypeId, ValidGraph};

fn graph(file: &Path) -> ValidGraph {
    let text = std::fs::read(file).expect("the file must be readable");
    let mut sources = SourceMap::new();
    sources.add(file.display().to_string(), String::from_utf8_lossy(&text));
    let output = parse(&sources, &FrontOptions::default());
    assert!(output.is_ok(), "{} must have no errors: {:#?}", file.display(), output.diagnostics);
    validate(output.graph).unwrap_or_else(|errors| panic!("{}: {errors:#?}", file.display()))
}

/// Checks that one message encodes to its received bytes.
fn comes_back(graph: &ValidGraph, root: TypeId, octets: &[u8], title: &str) {
    let codec = Codec::new(graph, Rules::Xdr);
    let value = codec.decode_exact(root, octets).unwrap_or_else(|error| panic!("{title}: {error}"));
    assert_eq!(
        codec.encode(root, &value).as_deref(),
        Ok(octets),
        "{title}: the message must be encoded to the same octets"
    );
    let shown = json::to_json(graph, root, &value);
    assert_eq!(
        json::from_json(graph, root, &shown).as_ref(),
        Ok(&value),
        "{title}: JSON must give the same value back: {shown}"
    );
}

/// Returns the transcription and the standard's name of a type that the collection names differently.
fn own_name<'n>(spec: &str, ty: &'n str) -> Option<(&'static str, &'n str)> {
    Some(match (spec, ty) {
        ("nfs3.x", _) => ("nfs3.x", ty),
        ("mount3.x", "MOUNT3MNTargs") => ("mount.x", "dirpath"),
        ("mount3.x", "MOUNT3MNTres") => ("mount.x", "mountres3"),
        ("mount3.x", "MOUNT3EXPORTres") => ("mount.x", "exports"),
        ("mount3.x", "MOUNT3DUMPres") => ("mount.x", "mountlist"),
        ("portmap.x", "PMAP2GETPORTargs" | "PMAP2SETargs" | "PMAP2UNSETargs") => ("rpcbind.x", "mapping"),
        ("portmap.x", "PMAP2DUMPres") => ("rpcbind.x", "pmaplist_ptr"),
        ("portmap.x", "PMAP2CALLITargs") => ("rpcbind.x", "call_args"),
        (
            "portmap.x",
            "PMAP3GETADDRargs" | "PMAP4GETADDRargs" | "PMAP4GETADDRLISTargs" | "PMAP4GETVERSADDRargs",
        ) => ("rpcbind.x", "rpcb"),
        ("portmap.x", "PMAP3DUMPres" | "PMAP4DUMPres") => ("rpcbind.x", "rpcblist_ptr"),
        ("portmap.x", "PMAP4GETADDRLISTres") => ("rpcbind.x", "rpcb_entry_list_ptr"),
        ("portmap.x", "PMAP4GETSTATres") => ("rpcbind.x", "rpcb_stat_byvers"),
        _ => return None,
    })
}

#[test]
fn messages_come_back() {
    let Some(shared) = test_needs::published("") else { return };
    let folder = shared.join("messages/onc-rpc");
    let index = std::fs::read_to_string(folder.join("index.tsv")).expect("index.tsv must be readable");
    let header = graph(&shared.join("specs/xdr/rpc_prot.x"));
    let rpc_msg = header.definitions("rpc_msg")[0];
    let mut graphs: BTreeMap<String, ValidGraph> = BTreeMap::new();
    let mut owns: BTreeMap<&str, ValidGraph> = BTreeMap::new();
    let (mut headers, mut bodies, mut transcribed) = (0, 0, 0);
    for line in index.lines().skip(1) {
        let (Some(file), Some(notes)) = (line.split('\t').next(), line.split('\t').nth(5)) else { continue };
        let octets = std::fs::read(folder.join(file)).expect("the file must be readable");
        // "body TYPE (file.x) at offset N"
        let words: Vec<&str> =
            notes.rsplit_once("body ").map_or(Vec::new(), |(_, rest)| rest.split(' ').collect());
        let offset = words.last().and_then(|offset| offset.parse().ok()).unwrap_or(octets.len());
        if file.contains("-call.") || file.contains("-reply.") {
            headers += 1;
            comes_back(&header, rpc_msg, &octets[..offset], file);
        }
        let [ty, spec, ..] = words[..] else { continue };
        let spec = spec.trim_matches(['(', ')']);
        // Arguments and results of a single word are not defined there.
        if !spec.ends_with(".x") || matches!(ty, "void" | "uint32_t") {
            continue;
        }
        let graph =
            graphs.entry(spec.to_owned()).or_insert_with(|| graph(&shared.join("specs/xdr").join(spec)));
        // A result that is a list is the target of the type of this name.
        let root = [format!("{ty}_ptr"), ty.to_owned()]
            .iter()
            .find_map(|name| graph.definitions(name).first().copied());
        let root = root.unwrap_or_else(|| panic!("{file} must define the type {ty}"));
        bodies += 1;
        comes_back(graph, root, &octets[offset..], file);
        // The project's own transcription takes the same bytes, and shows the same structure.
        if let Some((own, name)) = own_name(spec, ty) {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../specs/xdr").join(own);
            let graph = owns.entry(own).or_insert_with(|| self::graph(&path));
            comes_back(graph, graph.definitions(name)[0], &octets[offset..], file);
            transcribed += 1;
        }
    }
    assert!(transcribed > 400, "expected more than 400 bodies of transcriptions, found {transcribed}");
    assert!(
        headers > 700 && bodies > 400,
        "expected more than 700 headers and 400 bodies, found {headers} and {bodies}"
    );
}
