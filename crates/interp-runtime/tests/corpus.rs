//! Real messages of real protocols, from the collection beside the repository: each decodes, encodes to the
//! same bytes, and looks the same to openssl.

use idl_front::{FrontOptions, parse};
use interp_runtime::{Codec, ErrorCode, Generator, Rules, json};
use std::path::{Path, PathBuf};
use std::process::Command;
use syntax_graph::validate::validate_reachable;
use syntax_graph::*;

/// Returns the valid graph of a family of modules. Integers are held as bytes where real messages need it:
/// serial numbers, and negative key versions that Kerberos declares unsigned.
fn graph(shared: &Path, family: &str, root: &str) -> ValidGraph {
    let mut sources = SourceMap::new();
    let mut files: Vec<PathBuf> = std::fs::read_dir(shared.join("specs/asn1").join(family))
        .expect("the folder must be readable")
        .map(|entry| entry.expect("the folder entry must be readable").path())
        .filter(|path| path.extension().is_some_and(|extension| extension != "tsv"))
        .collect();
    files.sort();
    for file in files {
        let text = std::fs::read(&file).expect("the file must be readable");
        sources.add(file.display().to_string(), String::from_utf8_lossy(&text));
    }
    let output =
        parse(&sources, &FrontOptions { roots: Some(vec![root.to_owned()]), ..FrontOptions::default() });
    let errors: Vec<_> = output.diagnostics.iter().filter(|d| d.is_error()).collect();
    assert!(errors.is_empty(), "{family}: the specification must have no errors: {errors:#?}");
    let mut graph = output.graph;
    for ty in graph.types.iter_mut() {
        if let TypeKind::Scalar(Scalar::Integer(integer)) = &mut ty.kind
            && (integer.range.min.is_none() || integer.range.max.is_none() || family == "kerberos")
        {
            integer.repr = IntegerRepr::Bytes;
        }
    }
    let roots = graph.definitions(root);
    validate_reachable(graph, &roots)
        .unwrap_or_else(|errors| panic!("{family}: the graph must pass validation: {errors:#?}"))
}

struct Message {
    path: PathBuf,
    root: String,
    rules: Rules,
    /// Returns whether another tool decodes and encodes a message to the same bytes.
    is_stable: bool,
}

/// Returns the messages of a folder, with their types from the index.
fn messages(shared: &Path, folder: &str) -> Vec<Message> {
    let folder = shared.join("messages").join(folder);
    let index = std::fs::read_to_string(folder.join("index.tsv")).expect("index.tsv must be readable");
    let mut messages = Vec::new();
    for line in index.lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [file, root, rules, _, check, notes] = columns.as_slice() else {
            panic!("a line of index.tsv must have six columns: {line}")
        };
        let module = notes.split(';').find_map(|note| note.trim().strip_prefix("module "));
        let root = module.map_or_else(|| (*root).to_owned(), |module| format!("{module}.{root}"));
        let rules = if rules.starts_with("DER") { Rules::Der } else { Rules::Ber };
        let is_stable = check.contains("identical re-encode");
        messages.push(Message { path: folder.join(file), root, rules, is_stable });
    }
    assert!(!messages.is_empty(), "{} must have messages", folder.display());
    messages
}

/// Checks all messages of a folder that belong to one of the families; returns their number.
fn check(folder: &str, families: &[(&str, &str)]) {
    let Some(shared) = test_needs::published("") else { return };
    let graphs: Vec<ValidGraph> =
        families.iter().map(|(family, root)| graph(&shared, family, root)).collect();
    let has_openssl = test_needs::program("openssl");
    for (index, message) in messages(&shared, folder).into_iter().enumerate() {
        let at = message.path.display();
        let found = graphs.iter().find_map(|graph| Some((graph, *graph.definitions(&message.root).first()?)));
        let Some((graph, root)) = found else { panic!("{at}: no type {}", message.root) };
        let input = std::fs::read(&message.path).expect("the file must be readable");
        let codec = Codec::new(graph, Rules::Ber);
        let value = codec.decode_exact(root, &input).unwrap_or_else(|error| panic!("{at}: {error}"));
        let output = codec.encode(root, &value).unwrap_or_else(|error| panic!("{at}: {error}"));
        assert_eq!(codec.decode_exact(root, &output).as_ref(), Ok(&value), "{at}");
        let shown = json::to_json(graph, root, &value);
        assert_eq!(
            json::from_json(graph, root, &shown).as_ref(),
            Ok(&value),
            "{at}: JSON must give the same value back: {shown}"
        );
        let odd = codec
            .encode_oddly(root, &value, index as u64)
            .expect("the codec must encode the value in an unusual form, too");
        assert_eq!(codec.decode_exact(root, &odd).as_ref(), Ok(&value), "{at}");
        if message.rules == Rules::Der {
            let strict = Codec::new(graph, Rules::Der);
            match strict.decode_exact(root, &input) {
                Ok(value) => {
                    assert_eq!(
                        strict.encode(root, &value).expect("the codec must encode the value that it decoded"),
                        input,
                        "{at}"
                    );
                    assert_eq!(output, input, "{at}: a message in DER must be encoded to the same octets");
                }
                // Some certificates violate DER; other tools change them as well.
                Err(error) => {
                    assert!(error.code == ErrorCode::NotCanonical && !message.is_stable, "{at}: {error}")
                }
            }
        }
        if index % 60 == 0 {
            check_corruptions(graph, root, &input);
        }
        if has_openssl && index % 20 == 0 {
            let odd_path = std::env::temp_dir().join(format!("stubc-{}-{folder}", std::process::id()));
            let tokens = |octets: &[u8]| {
                std::fs::write(&odd_path, octets).expect("the file must be writable");
                asn1parse(&odd_path)
            };
            // Sent defaults and segments are not sent again; everything else is, in this order.
            let (mut ours, input) = (tokens(&output).into_iter().peekable(), tokens(&input));
            for token in &input {
                ours.next_if_eq(token);
            }
            assert_eq!(ours.next(), None, "{at}: asn1-rs finds a token that openssl does not find");
            let _ = std::fs::remove_file(&odd_path);
        }
    }
    // The same types with random values.
    for (graph, (_, name)) in graphs.iter().zip(families) {
        let root = graph.definitions(name)[0];
        let generator = Generator::new(graph);
        let codec = Codec::new(graph, Rules::Ber);
        for seed in 0..100 {
            let value = generator.value(root, seed).expect("the generator must find a value of the type");
            let octets = codec.encode(root, &value).unwrap_or_else(|error| panic!("{name} {seed}: {error}"));
            assert_eq!(
                codec.decode_exact(root, &octets).as_ref(),
                Ok(&value),
                "{name} {seed}: the decoded value must equal the encoded one"
            );
            let odd = codec
                .encode_oddly(root, &value, seed)
                .expect("the codec must encode the value in an unusual form, too");
            assert_eq!(
                codec.decode_exact(root, &odd).as_ref(),
                Ok(&value),
                "{name} {seed}: the unusual form must give the same value: {odd:02x?}"
            );
        }
    }
}

/// Changes each byte in two ways: the message is refused or accepted, never a panic; accepted messages can be
/// encoded.
fn check_corruptions(graph: &ValidGraph, root: TypeId, input: &[u8]) {
    let codecs = [Codec::new(graph, Rules::Ber), Codec::new(graph, Rules::Der)];
    for at in 0..input.len().min(250) {
        for change in [0x01, 0xff] {
            let mut corrupted = input.to_vec();
            corrupted[at] ^= change;
            for codec in &codecs {
                if let Ok(decoded) = codec.decode(root, &corrupted) {
                    let octets = codec
                        .encode(root, &decoded.value)
                        .expect("the codec must encode the value that it decoded");
                    assert_eq!(
                        codec.decode_exact(root, &octets).as_ref(),
                        Ok(&decoded.value),
                        "octet {at}: decoding what was encoded must give the same value"
                    );
                }
            }
        }
    }
}

/// Returns openssl's parse of a file: depth, form and tag of each element, with the length of primitive ones.
fn asn1parse(path: &Path) -> Vec<String> {
    let output = Command::new("openssl").args(["asn1parse", "-inform", "DER", "-in"]).arg(path).output();
    let output = output.expect("openssl must start");
    assert!(
        output.status.success(),
        "{}: the program must succeed:\n{}",
        path.display(),
        String::from_utf8_lossy(&output.stderr)
    );
    let mut tokens = Vec::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        // `    0:d=0  hl=4 l= 921 cons: SEQUENCE`
        let Some((_, rest)) = line.split_once(":d=") else { continue };
        let Some((numbers, tag)) = rest.split_once(": ") else { continue };
        if tag.trim() == "EOC" {
            continue;
        }
        let depth = numbers.split_whitespace().next().unwrap_or("");
        let is_primitive = numbers.ends_with("prim");
        let length = numbers.split("l=").last().unwrap_or("").replace("prim", "");
        let length = if is_primitive { length.trim() } else { "" };
        tokens.push(format!("{depth} {is_primitive} {length} {}", tag.trim()));
    }
    assert!(!tokens.is_empty(), "{}: openssl must find tokens", path.display());
    tokens
}

#[test]
fn ldap() {
    check("ldap", &[("ldap", "LDAPMessage")]);
}

#[test]
fn snmp() {
    check(
        "snmp",
        &[
            ("snmp-v1", "RFC1157-SNMP.Message"),
            ("snmp-v2-v3", "COMMUNITY-BASED-SNMPv2.Message"),
            ("snmp-v2-v3", "SNMPv3Message"),
        ],
    );
}

#[test]
fn kerberos() {
    check("kerberos", &[("kerberos", "KRB-ERROR")]);
}

#[test]
fn certificates() {
    check("pkix-certificates", &[("pkix", "Certificate")]);
}

#[test]
fn revocation_lists() {
    check("pkix-crl", &[("pkix", "CertificateList")]);
}

#[test]
fn z3950() {
    check("z3950", &[("z3950", "PDU")]);
}

#[test]
fn x400() {
    check("x400", &[("x400", "MTS-APDU")]);
}
