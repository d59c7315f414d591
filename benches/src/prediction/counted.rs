//! Families by their folder of messages, with the counts of those messages: BER, DER, XDR, and the packed rules, which
//! the Rust codec reads.

use super::GROUPS;
use super::measured::families;
use crate::console::complain;
use crate::family::{Family, Message, Place, compile, specification_files};
use crate::subject::Subject;
use codegen::Rules;
use interp_runtime::{Codec, Rules as Read};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use stubc::profile::Counts;
use syntax_graph::{TypeId, ValidGraph};

/// The messages of one folder that belong to one specification.
#[derive(Debug)]
pub struct Counted {
    /// The folder of messages.
    pub folder: &'static str,
    /// The folder of the specification.
    pub specs: &'static str,
    /// The encoding rules of the messages.
    pub read: &'static str,
    /// The specification.
    pub graph: ValidGraph,
    /// The types of the messages.
    pub roots: Vec<TypeId>,
    /// The encoding rules of the plans.
    pub rules: Rules,
    /// The messages' fields.
    pub counts: Counts,
}

/// A folder of messages that no other measurement reads.
struct Folder {
    name: &'static str,
    /// The path of its specification, below the shared folder.
    specs: &'static str,
    /// The encoding rules of its messages.
    rules: &'static str,
    /// The message type, if the index does not name one of the specification.
    root: Option<&'static str>,
}

const fn folder(name: &'static str, specs: &'static str, rules: &'static str) -> Folder {
    Folder { name, specs, rules, root: None }
}

/// The messages that were captured or are test vectors. Messages that a program made are left out, and the examples of
/// X.691 annex A, which have a specification each.
const FOLDERS: [Folder; 15] = [
    Folder {
        root: Some("CryptographicMessageSyntax-2009.ContentInfo"),
        ..folder("cms", "specs/asn1/cms-2009", "BER")
    },
    folder("its", "specs/asn1/its-cam", "UPER"),
    folder("lte-rrc", "specs/asn1/lte-rrc", "UPER"),
    folder("lte-rrc-rel8", "specs/asn1/lte-rrc-rel8", "UPER"),
    folder("s1ap", "specs/asn1/s1ap", "APER"),
    folder("packed/e1ap", "specs/packed/e1ap", "APER"),
    folder("packed/hnbap", "specs/packed/hnbap", "APER"),
    folder("packed/ieee1609-2-misc", "specs/packed/ieee1609-2", "COER"),
    folder("packed/interledger-stream", "specs/packed/interledger", "OER"),
    folder("packed/its-vanetza", "specs/packed/ieee1609-2", "COER"),
    folder("packed/j2735-shared", "specs/packed/its-infrastructure", "UPER"),
    folder("packed/lte-rrc-scat", "specs/asn1/lte-rrc", "UPER"),
    folder("packed/nr-rrc-4g", "specs/packed/nr-rrc", "UPER"),
    folder("packed/s1ap-misc", "specs/asn1/s1ap", "APER"),
    folder("packed/s1ap-nextepc", "specs/asn1/s1ap", "APER"),
];

/// The messages of a folder.
#[derive(Clone, Debug)]
pub struct Collection {
    /// The folder of messages.
    pub folder: &'static str,
    /// Their encoding rules.
    pub rules: Rules,
    /// The files of the specification.
    pub files: Vec<PathBuf>,
    /// The messages, each with its type.
    pub messages: Vec<(String, Vec<u8>)>,
}

impl Collection {
    /// Returns the folders of packed messages; none where the shared folder is absent.
    pub fn packed() -> Vec<Self> {
        let Some(shared) = test_needs::shared() else { return Vec::new() };
        let packed = FOLDERS.iter().filter(|folder| folder.plans() != Rules::Ber);
        packed.map(|folder| folder.collection(&shared).1).collect()
    }
}

/// Returns the families with packed messages, each specification with the messages of all its folders; none where the
/// shared folder is absent. Only those that `is_asked` for are compiled.
pub fn packed_subjects(is_asked: impl Fn(&Family) -> bool) -> impl Iterator<Item = Subject> {
    let packed = FOLDERS.iter().filter(|folder| folder.plans() != Rules::Ber);
    let mut by_specs: BTreeMap<&str, Vec<&Folder>> = BTreeMap::new();
    packed.for_each(|folder| by_specs.entry(folder.specs).or_default().push(folder));
    let shared = test_needs::shared();
    let asked = by_specs.into_values().filter_map(move |folders| {
        let family = folders[0].family();
        is_asked(&family).then_some((folders, family))
    });
    asked.filter_map(move |(folders, family)| Some(Folder::subject(&folders, family, shared.as_deref()?)))
}

impl Counted {
    /// Returns the families of these folders or specifications, or all of them without names; none where the shared
    /// folder is absent.
    pub fn named(names: &[&str]) -> Vec<Self> {
        let is_asked =
            |folder: &str, specs: &str| names.is_empty() || names.contains(&folder) || names.contains(&specs);
        let families = families().into_iter().filter(|family| is_asked(family.name, family.specs));
        let mut all: Vec<Self> = families.filter_map(Subject::load).map(Self::of).collect();
        if let Some(shared) = test_needs::shared() {
            let folders = FOLDERS.iter().filter(|folder| is_asked(folder.name, folder.name));
            all.extend(folders.map(|folder| folder.counted(&shared)));
        }
        all
    }

    /// Returns the group of the fits that its specification belongs to.
    pub fn group(&self) -> Option<&'static str> {
        let is_own = |members: &[&str]| members.iter().any(|name| [self.folder, self.specs].contains(name));
        // CMS has the types of PKIX.
        let found = GROUPS
            .iter()
            .find(|(name, members)| is_own(members) || (*name == "pkix" && self.folder == "cms"));
        found.map(|(name, _)| *name)
    }

    fn of(subject: Subject) -> Self {
        let codec = subject.codec(subject.rules());
        let mut counts = Counts::default();
        for (root, message) in &subject.messages {
            let ty = subject.roots[*root];
            if let Ok(value) = codec.decode_exact(ty, &message.octets) {
                counts.add(&subject.graph, ty, &value);
            }
        }
        let rules = subject.rules();
        let read = match rules {
            Rules::Der => "DER",
            Rules::Xdr => "XDR",
            _ => "BER",
        };
        let Subject { family, graph, roots, .. } = subject;
        Self { folder: family.name, specs: family.specs, read, graph, roots, rules, counts }
    }
}

impl Folder {
    /// Returns the files of the folder with the types of their messages, by the index.
    fn messages(&self, shared: &Path) -> Vec<(PathBuf, String)> {
        let messages = shared.join("messages");
        let packed = self.name.strip_prefix("packed/");
        let index = match packed {
            Some(_) => messages.join("packed/MANIFEST.tsv"),
            None => messages.join(self.name).join("index.tsv"),
        };
        let text = std::fs::read_to_string(index).unwrap_or_default();
        let message = |line: &str| {
            let columns: Vec<&str> = line.split('\t').collect();
            let (file, rules, ty) = match (packed, columns.as_slice()) {
                (Some(own), [file, rules, _, ty, ..]) => {
                    (file.strip_prefix(own)?.strip_prefix('/')?, *rules, *ty)
                }
                (None, [file, ty, rules, ..]) => (*file, *rules, *ty),
                _ => return None,
            };
            let is_own = rules.eq_ignore_ascii_case(self.rules) || self.root.is_some();
            let is_made = line.contains("SYNTHETIC") || line.ends_with("synthetic");
            (is_own && !is_made).then(|| (messages.join(self.name).join(file), ty.to_owned()))
        };
        text.lines().skip(1).filter_map(message).collect()
    }

    /// Counts the messages; those that the codec refuses are reported.
    fn counted(&self, shared: &Path) -> Counted {
        let (graph, Collection { messages, .. }) = self.collection(shared);
        let mut counts = Counts::default();
        let names: BTreeSet<&str> = messages.iter().map(|(ty, _)| ty.as_str()).collect();
        let roots: Vec<TypeId> = names.into_iter().flat_map(|name| graph.definitions(name)).collect();
        let codec = Codec::new(&graph, self.read());
        for (ty, octets) in &messages {
            let root = *graph.definitions(ty).first().expect("the types of messages are definitions");
            counts.add(&graph, root, &codec.decode_exact(root, octets).expect("the codec took the message"));
        }
        let specs = self.specs.rsplit('/').next().unwrap_or_default();
        Counted { folder: self.name, specs, read: self.rules, graph, roots, rules: self.plans(), counts }
    }

    /// Returns the folder as a family.
    fn family(&self) -> Family {
        let specs = self.specs.rsplit('/').next().unwrap_or_default();
        Family {
            name: self.name,
            place: Place::Shared,
            specs,
            without: &[],
            roots: &[],
            bytes: &[],
            rules: self.plans(),
            slices: false,
        }
    }

    /// Returns the specification of some folders with the messages of all. The notes of a message name its folder.
    fn subject(folders: &[&Self], family: Family, shared: &Path) -> Subject {
        let of_folder = |folder: &&Self| {
            let collection = folder.collection(shared).1;
            collection.messages.into_iter().map(move |(ty, octets)| (collection.folder, ty, octets))
        };
        let messages: Vec<(&str, String, Vec<u8>)> = folders.iter().flat_map(of_folder).collect();
        let names: BTreeSet<&str> = messages.iter().map(|(_, ty, _)| ty.as_str()).collect();
        let names: Vec<&str> = names.into_iter().collect();
        let files = specification_files(&shared.join(folders[0].specs));
        let graph = compile(&files, &names, &[], false).expect("the folders have compiled it");
        let root_of = |name: &str| graph.definitions(name)[0];
        let roots: BTreeSet<TypeId> = names.iter().map(|name| root_of(name)).collect();
        let roots: Vec<TypeId> = roots.into_iter().collect();
        let message = |(at, (folder, ty, octets)): (usize, (&str, String, Vec<u8>))| {
            let own = root_of(&ty);
            let root = roots.iter().position(|root| *root == own).expect("the type of a message is a root");
            (root, Message { file: format!("{at:04}-{ty}"), ty, notes: folder.to_owned(), octets })
        };
        let messages = messages.iter().cloned().enumerate().map(message).collect();
        // The few families live as long as the program.
        Subject { family: Box::leak(Box::new(family)), graph, roots, messages }
    }

    /// Returns the specification, and the messages that the codec takes. The others are reported.
    fn collection(&self, shared: &Path) -> (ValidGraph, Collection) {
        let mut given = self.messages(shared);
        if let Some(root) = self.root {
            given.iter_mut().for_each(|(_, ty)| root.clone_into(ty));
        }
        let names: BTreeSet<&str> = given.iter().map(|(_, ty)| ty.as_str()).collect();
        let names: Vec<&str> = names.into_iter().collect();
        let files = specification_files(&shared.join(self.specs));
        let graph = compile(&files, &names, &[], false);
        let graph = graph.unwrap_or_else(|error| panic!("{}: {error}", self.name));
        let codec = Codec::new(&graph, self.read());
        let all = given.len();
        let valid = |(file, ty): (PathBuf, String)| {
            let octets = std::fs::read(file).ok()?;
            codec.decode_exact(*graph.definitions(&ty).first()?, &octets).is_ok().then_some((ty, octets))
        };
        let messages: Vec<_> = given.into_iter().filter_map(valid).collect();
        if messages.len() < all {
            complain(&format!("{}: the codec refuses {} of {all} messages", self.name, all - messages.len()));
        }
        let collection = Collection { folder: self.name, rules: self.plans(), files, messages };
        (graph, collection)
    }

    fn plans(&self) -> Rules {
        match self.read() {
            Read::Uper => Rules::Uper,
            Read::Aper => Rules::Aper,
            Read::Oer => Rules::Oer,
            Read::Coer => Rules::Coer,
            _ => Rules::Ber,
        }
    }

    fn read(&self) -> Read {
        match self.rules {
            "UPER" => Read::Uper,
            "APER" => Read::Aper,
            "OER" => Read::Oer,
            "COER" => Read::Coer,
            _ => Read::Ber,
        }
    }
}
