//! Specification families: where they are, how they are compiled, and their messages.

use codegen::{Model, Options, Root, Rules};
use idl_front::FrontOptions;
use std::path::{Path, PathBuf};
use syntax_graph::{IntegerRepr, Scalar, SourceMap, TypeId, TypeKind, ValidGraph, validate};

/// A family of specifications.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// Its name, that of its folder of messages.
    pub name: &'static str,
    /// Folder of its specifications.
    pub specs: &'static str,
    /// Roots, `Type` or `Module.Type`; the first is the main one. Those that the messages name come besides.
    pub roots: &'static [&'static str],
    /// Definitions of integers that are held as octets.
    pub bytes: &'static [&'static str],
    /// Whether its messages are DER.
    pub der: bool,
}

/// The families with BER or DER messages that the proof runs over.
pub const FAMILIES: &[Family] = &[
    Family { name: "ldap", specs: "ldap", roots: &["LDAPMessage"], bytes: &[], der: false },
    Family {
        name: "snmp",
        specs: "snmp-v1",
        roots: &["RFC1157-SNMP.Message"],
        bytes: &[],
        der: false,
    },
    Family { name: "snmp", specs: "snmp-v2-v3", roots: &["COMMUNITY-BASED-SNMPv2.Message", "SNMPv3Message"], bytes: &[], der: false },
    Family { name: "kerberos", specs: "kerberos", roots: &[], bytes: &[], der: true },
    Family {
        name: "pkix-certificates",
        specs: "pkix",
        roots: &["Certificate"],
        bytes: &["CertificateSerialNumber"],
        der: true,
    },
    Family { name: "pkix-crl", specs: "pkix", roots: &["CertificateList"], bytes: &["CertificateSerialNumber"], der: true },
    Family { name: "z3950", specs: "z3950", roots: &["Z39-50-APDU-1995.PDU"], bytes: &[], der: false },
    Family { name: "x400", specs: "x400", roots: &["MTSTransferProtocol.MTS-APDU"], bytes: &[], der: false },
];

/// A captured message.
#[derive(Clone, Debug)]
pub struct Message {
    /// File name.
    pub file: String,
    /// Its top type, as the index says.
    pub ty: String,
    /// What the index says besides.
    pub notes: String,
    /// Its octets.
    pub octets: Vec<u8>,
}

/// All specification files of a folder.
pub fn specification_files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let is_spec = |path: &PathBuf| path.extension().is_some_and(|ext| ext == "asn" || ext == "asn1");
    let mut files: Vec<PathBuf> = entries.filter(is_spec).collect();
    files.sort();
    files
}

/// Compiles specification files to a graph.
///
/// # Errors
/// The first diagnostics as text.
pub fn compile(files: &[PathBuf], roots: &[&str], bytes: &[&str]) -> Result<ValidGraph, String> {
    let mut sources = SourceMap::new();
    for file in files {
        let text = std::fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
        sources.add(file.display().to_string(), String::from_utf8_lossy(&text));
    }
    let roots = (!roots.is_empty()).then(|| roots.iter().map(|root| (*root).to_owned()).collect());
    let output = idl_front::parse(&sources, &FrontOptions { roots });
    let errors: Vec<String> = output
        .diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.is_error())
        .map(|diagnostic| {
            let (line, column) = diagnostic.labels.first().map_or((0, 0), |label| sources.line_column(label.span));
            format!("{line}:{column}: {}", diagnostic.message)
        })
        .collect();
    if !errors.is_empty() {
        return Err(errors[..errors.len().min(20)].join("\n"));
    }
    let mut graph = output.graph;
    for name in bytes {
        for ty in graph.definitions(name) {
            let ty = graph.resolve(ty);
            if let TypeKind::Scalar(Scalar::Integer(integer)) = &mut graph.types[ty].kind {
                integer.repr = IntegerRepr::Bytes;
            }
        }
    }
    validate::validate(graph).map_err(|diagnostics| {
        diagnostics.iter().take(20).map(|diagnostic| diagnostic.message.clone()).collect::<Vec<_>>().join("\n")
    })
}

impl Family {
    /// Its messages, where the folder beside the repository has them.
    pub fn messages(&self, shared: &Path) -> Vec<Message> {
        let folder = shared.join("messages").join(self.name);
        let index = std::fs::read_to_string(folder.join("index.tsv")).unwrap_or_default();
        let mut messages = Vec::new();
        for line in index.lines().skip(1) {
            let columns: Vec<&str> = line.split('\t').collect();
            let (Some(file), Some(ty)) = (columns.first(), columns.get(1)) else { continue };
            let Ok(octets) = std::fs::read(folder.join(file)) else { continue };
            let notes = columns.last().copied().unwrap_or("").to_owned();
            messages.push(Message { file: (*file).into(), ty: (*ty).into(), notes, octets });
        }
        messages
    }

    /// Its graph.
    ///
    /// # Errors
    /// The first diagnostics as text.
    pub fn graph(&self, shared: &Path) -> Result<ValidGraph, String> {
        compile(&specification_files(&shared.join("specs/asn1").join(self.specs)), self.roots, self.bytes)
    }

    /// Its roots: those it names, and those that the messages name and one definition answers to.
    pub fn root_types(&self, graph: &ValidGraph, messages: &[Message]) -> Vec<TypeId> {
        let mut roots: Vec<TypeId> = self.roots.iter().flat_map(|root| graph.definitions(root)).collect();
        let mut named: Vec<&str> = messages.iter().map(|message| message.ty.as_str()).collect();
        named.sort_unstable();
        named.dedup();
        for name in named {
            if let [ty] = graph.definitions(name)[..]
                && !roots.contains(&ty)
            {
                roots.push(ty);
            }
        }
        roots
    }

    /// The model of its stubs.
    ///
    /// # Errors
    /// What cannot be generated.
    pub fn model<'g>(&self, graph: &'g ValidGraph, roots: &[TypeId], rules: Rules) -> Result<Model<'g>, String> {
        let options = Options {
            name: codegen::names::identifier(self.specs),
            prefix: String::new(),
            rules,
            roots: roots.iter().map(|&ty| Root { ty, decode: true, encode: true }).collect(),
            count_commands: false,
        };
        Model::build(graph, options)
            .map_err(|errors| errors.iter().map(|error| error.message.clone()).collect::<Vec<_>>().join("\n"))
    }

    /// The root of a message; nothing when it belongs to another family that shares the folder.
    pub fn root_of(&self, graph: &ValidGraph, roots: &[TypeId], message: &Message) -> Option<usize> {
        // The folder of SNMP holds version 1 messages and later ones, told apart in the notes.
        let v1 = message.notes.contains("RFC1157-SNMP");
        if self.name == "snmp" && v1 != (self.specs == "snmp-v1") {
            return None;
        }
        roots.iter().position(|&root| {
            let path = graph.type_path(root);
            path.rsplit('.').next() == Some(message.ty.as_str())
        })
    }
}
