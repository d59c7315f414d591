//! Specification families: their files, their compilation, and their messages.

use codegen::Rules;
use idl_front::FrontOptions;
use std::path::{Path, PathBuf};
use syntax_graph::{IntegerRepr, Origin, Scalar, SourceMap, TypeDef, TypeId, TypeKind, ValidGraph};

/// The place of a family's files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Beside the repository: `specs/asn1/SPECS` and `messages/NAME`.
    Shared,
    /// In the repository: `specs/SPECS`, with messages in it.
    Project,
    /// For tests only: `benches/tests/specs/SPECS`, without messages.
    Test,
}

/// A family of specifications.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// Its name, which is that of its folder of messages.
    pub name: &'static str,
    /// The place of its files.
    pub place: Place,
    /// The folder of its specifications.
    pub specs: &'static str,
    /// Files of the folder that belong to another family, by the start of their names.
    pub without: &'static [&'static str],
    /// Its roots, `Type` or `Module.Type`, the main one first. The types of the messages are roots as well.
    pub roots: &'static [&'static str],
    /// Definitions of integers that are held as bytes.
    pub bytes: &'static [&'static str],
    /// The encoding rules of its messages.
    pub rules: Rules,
    /// Whether its open types stay slices.
    pub slices: bool,
}

const BER: Family = Family {
    name: "",
    place: Place::Shared,
    specs: "",
    without: &[],
    roots: &[],
    bytes: &[],
    rules: Rules::Ber,
    slices: false,
};
const DER: Family = Family { rules: Rules::Der, ..BER };
const PROJECT: Family = Family { place: Place::Project, ..BER };
const XDR: Family = Family { rules: Rules::Xdr, ..BER };
const SERIAL: &[&str] = &["CertificateSerialNumber"];
const V2: &[&str] = &["COMMUNITY-BASED-SNMPv2.Message", "SNMPv3Message"];

/// The families with BER or DER messages that the proof runs over.
pub const FAMILIES: &[Family] = &[
    Family { name: "ldap", specs: "ldap", roots: &["LDAPMessage"], ..BER },
    Family { name: "snmp", specs: "snmp-v1", roots: &["RFC1157-SNMP.Message"], ..BER },
    Family { name: "snmp", specs: "snmp-v2-v3", roots: V2, ..BER },
    Family { name: "kerberos", specs: "kerberos", ..DER },
    Family { name: "pkix-certificates", specs: "pkix", roots: &["Certificate"], bytes: SERIAL, ..DER },
    Family { name: "pkix-crl", specs: "pkix", roots: &["CertificateList"], bytes: SERIAL, ..DER },
    Family { name: "z3950", specs: "z3950", roots: &["Z39-50-APDU-1995.PDU"], ..BER },
    Family { name: "x400", specs: "x400", roots: &["MTSTransferProtocol.MTS-APDU"], ..BER },
    Family { name: "project-z3950", specs: "z3950", roots: &["Z39-50-APDU-1995.PDU"], ..PROJECT },
    Family { name: "project-x400", specs: "x400", roots: &["MTSTransferProtocol.MTS-APDU"], ..PROJECT },
    Family { name: "project-ldap", specs: "ldap", roots: &["LDAPMessage"], ..PROJECT },
    Family {
        name: "project-snmp-v1",
        specs: "snmp",
        without: &["v2", "v3"],
        roots: &["RFC1157-SNMP.Message"],
        ..PROJECT
    },
    Family { name: "project-snmp", specs: "snmp", without: &["v1"], roots: V2, ..PROJECT },
    Family {
        name: "project-kerberos",
        specs: "kerberos",
        roots: &["AS-REQ", "AS-REP", "AP-REQ", "KRB-CRED", "KRB-ERROR", "EncTicketPart", "Authenticator"],
        rules: Rules::Der,
        ..PROJECT
    },
    Family {
        name: "project-pkix",
        specs: "pkix",
        roots: &["Certificate", "CertificateList"],
        bytes: SERIAL,
        rules: Rules::Der,
        ..PROJECT
    },
    Family {
        name: "opens",
        specs: "opens",
        roots: &["Everything", "Plain", "Defaulted", "Chosen"],
        place: Place::Test,
        ..BER
    },
    Family {
        name: "project-micro",
        specs: "micro",
        roots: &["MicroSequence", "MicroSet", "MicroChoice", "MicroSequenceOf"],
        ..PROJECT
    },
    Family { name: "onc-rpc", specs: "nfs3.x", ..XDR },
    Family { name: "onc-rpc", specs: "mount3.x", ..XDR },
    Family { name: "onc-rpc", specs: "portmap.x", ..XDR },
    Family { name: "project-xdr", specs: "kinds.x", place: Place::Project, ..XDR },
    Family { name: "project-xdr", specs: "rmin.x", place: Place::Project, ..XDR },
    Family { name: "project-xdr", specs: "rpcbind.x", place: Place::Project, ..XDR },
    Family { name: "project-xdr", specs: "nfs3.x", place: Place::Project, ..XDR },
    Family { name: "project-xdr", specs: "mount.x", place: Place::Project, ..XDR },
    Family { name: "project-constraints", specs: "constraints", roots: &["Message"], ..PROJECT },
    Family {
        name: "project-kinds",
        specs: "kinds",
        roots: &["Scalars", "Defaults", "Constrained"],
        rules: Rules::Der,
        ..PROJECT
    },
];

/// The families with packed messages.
const PACKED: &[Family] =
    &[Family { name: "project-its", specs: "its", roots: &["CAM"], rules: Rules::Uper, ..PROJECT }];

/// Returns the family of this name and folder of specifications.
///
/// # Panics
/// There is no such family.
pub fn family(name: &str, specs: &str) -> &'static Family {
    let found = FAMILIES.iter().chain(PACKED).find(|family| family.name == name && family.specs == specs);
    found.unwrap_or_else(|| panic!("no family {name} {specs}"))
}

/// A captured message.
#[derive(Clone, Debug)]
pub struct Message {
    /// File name.
    pub file: String,
    /// Its top type, from the index.
    pub ty: String,
    /// The last column of the index.
    pub notes: String,
    /// Its bytes.
    pub octets: Vec<u8>,
}

/// Returns all specification files of a folder.
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
pub fn compile(
    files: &[PathBuf],
    roots: &[&str],
    bytes: &[&str],
    slices: bool,
) -> Result<ValidGraph, String> {
    let mut sources = SourceMap::new();
    for file in files {
        let text = std::fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
        sources.add(file.display().to_string(), String::from_utf8_lossy(&text));
    }
    let names = (!roots.is_empty()).then(|| roots.iter().map(|root| (*root).to_owned()).collect());
    let output = idl_front::parse(&sources, &FrontOptions { roots: names, ..FrontOptions::default() });
    let errors: Vec<String> = output
        .diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.is_error())
        .map(|diagnostic| {
            let (line, column) =
                diagnostic.labels.first().map_or((0, 0), |label| sources.line_column(label.span));
            format!("{line}:{column}: {}", diagnostic.message)
        })
        .collect();
    if !errors.is_empty() {
        return Err(errors[..errors.len().min(20)].join("\n"));
    }
    let mut graph = output.graph;
    if slices {
        graph.keep_slices(None);
    }
    for name in bytes {
        for ty in graph.definitions(name) {
            let ty = graph.resolve(ty);
            if let TypeKind::Scalar(Scalar::Integer(integer)) = &mut graph.types[ty].kind {
                integer.repr = IntegerRepr::Bytes;
            }
        }
    }
    let types: Vec<TypeId> = roots.iter().flat_map(|root| graph.definitions(root)).collect();
    let checked = match &types[..] {
        [] => der_values::validate(graph, None),
        types => der_values::validate(graph, Some(types)),
    };
    checked.map_err(|diagnostics| {
        diagnostics
            .iter()
            .take(20)
            .map(|diagnostic| diagnostic.message.clone())
            .collect::<Vec<_>>()
            .join("\n")
    })
}

impl Message {
    /// Returns the kind of the message in its file name, `NNNN-KIND.ber`.
    pub fn kind(&self) -> &str {
        let name = self.file.split('.').next().unwrap_or_default();
        name.trim_start_matches(|c: char| c.is_ascii_digit() || c == '-')
    }
}

impl Family {
    /// Returns name and specifications, for test output.
    pub fn title(&self) -> String {
        format!("{} ({})", self.name, self.specs)
    }

    fn folders(&self) -> Option<(PathBuf, PathBuf)> {
        let notation = if self.rules == Rules::Xdr { "xdr" } else { "asn1" };
        match self.place {
            Place::Shared => {
                let shared = test_needs::shared()?;
                let messages = shared.join("messages").join(self.name);
                Some((shared.join("specs").join(notation).join(self.specs), messages))
            }
            Place::Project if self.rules == Rules::Xdr => {
                let folder = crate::specs().join(notation);
                Some((folder.join(self.specs), folder.join("messages")))
            }
            Place::Project => {
                let folder = crate::specs().join(self.specs);
                Some((folder.clone(), folder.join("messages")))
            }
            Place::Test => {
                let folder = crate::test_specs().join(self.specs);
                Some((folder.clone(), folder.join("messages")))
            }
        }
    }

    /// Returns its messages; none where its place is absent.
    pub fn messages(&self) -> Vec<Message> {
        let Some((_, folder)) = self.folders() else { return Vec::new() };
        let index = std::fs::read_to_string(folder.join("index.tsv")).unwrap_or_default();
        let main = self.roots.first().and_then(|root| root.rsplit('.').next()).unwrap_or_default();
        let mut messages = Vec::new();
        for line in index.lines().skip(1) {
            let columns: Vec<&str> = line.split('\t').collect();
            let (Some(file), Some(ty)) = (columns.first(), columns.get(1)) else { continue };
            let Ok(octets) = std::fs::read(folder.join(file)) else { continue };
            let ty = if self.place == Place::Shared { ty } else { main };
            let notes = columns.last().copied().unwrap_or("").to_owned();
            if self.rules == Rules::Xdr && self.place == Place::Project {
                // Type and specification are columns.
                let [_, _, ty, spec, notes] = columns[..] else { continue };
                let (ty, notes) = (ty.to_owned(), notes.to_owned());
                messages.extend((spec == self.specs).then(|| Message {
                    file: (*file).into(),
                    ty,
                    notes,
                    octets,
                }));
                continue;
            }
            if self.rules == Rules::Xdr {
                messages.extend(self.body(file, &notes, &octets));
                continue;
            }
            messages.push(Message { file: (*file).into(), ty: ty.into(), notes, octets });
        }
        messages
    }

    /// Returns the body of a remote procedure call or reply, located by the notes: `body TYPE (file.x) at
    /// offset N`.
    fn body(&self, file: &str, notes: &str, octets: &[u8]) -> Option<Message> {
        let words: Vec<&str> = notes.rsplit_once("body ")?.1.split(' ').collect();
        let [ty, spec, "at", "offset", offset] = words[..] else { return None };
        if spec.trim_matches(['(', ')']) != self.specs {
            return None;
        }
        let octets = octets.get(offset.parse().ok()?..)?.to_vec();
        Some(Message { file: file.into(), ty: ty.into(), notes: notes.into(), octets })
    }

    /// Returns its graph; `None` where its place is absent.
    ///
    /// # Errors
    /// The first diagnostics as text.
    pub fn graph(&self) -> Result<Option<ValidGraph>, String> {
        self.files().map(|files| compile(&files, self.roots, self.bytes, self.slices)).transpose()
    }

    /// Returns its specification files; `None` where its place is absent.
    pub fn files(&self) -> Option<Vec<PathBuf>> {
        let (folder, _) = self.folders()?;
        let mut files = if self.rules == Rules::Xdr { vec![folder] } else { specification_files(&folder) };
        files.retain(|file| {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            !self.without.iter().any(|beginning| name.starts_with(beginning))
        });
        Some(files)
    }

    /// Returns its roots: the named ones, and the message types with exactly one definition.
    pub fn root_types(&self, graph: &ValidGraph, messages: &[Message]) -> Vec<TypeId> {
        let mut roots: Vec<TypeId> = self.roots.iter().flat_map(|root| graph.definitions(root)).collect();
        if self.rules == Rules::Xdr && messages.is_empty() {
            // All its definitions.
            let own = |def: &TypeDef| matches!(def.origin, Origin::Definition(_)) && def.span.is_some();
            return graph.types.enumerated().filter(|(_, def)| own(def)).map(|(ty, _)| ty).collect();
        }
        let mut named: Vec<&str> = messages.iter().map(|message| message.ty.as_str()).collect();
        named.sort_unstable();
        named.dedup();
        for name in named {
            // A list as a result is a pointer to rpcgen.
            let pointer = format!("{name}_ptr");
            let name = if graph.definitions(&pointer).is_empty() { name } else { pointer.as_str() };
            if let [ty] = graph.definitions(name)[..]
                && !roots.contains(&ty)
            {
                roots.push(ty);
            }
        }
        roots
    }

    /// Returns the root of a message; `None` when the message belongs to another family in the folder.
    pub fn root_of(&self, graph: &ValidGraph, roots: &[TypeId], message: &Message) -> Option<usize> {
        // The folder of SNMP holds messages of version 1 and later; the notes tell which.
        let v1 = message.notes.contains("RFC1157-SNMP");
        if self.name == "snmp" && v1 != (self.specs == "snmp-v1") {
            return None;
        }
        roots.iter().position(|&root| {
            let path = graph.type_path(root);
            let name = path.rsplit('.').next().unwrap_or_default();
            name == message.ty || name.strip_suffix("_ptr") == Some(message.ty.as_str())
        })
    }
}
