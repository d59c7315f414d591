//! The subject of a test: a compiled family with its roots and messages.

use crate::family::{Family, Message, Place};
use codegen::{Model, Options, Root, Rules};
use interp_runtime::{Codec, Generator};
use syntax_graph::{TypeId, ValidGraph};

/// A compiled family.
#[derive(Debug)]
pub struct Subject {
    /// The family.
    pub family: &'static Family,
    /// Its graph.
    pub graph: ValidGraph,
    /// Its roots.
    pub roots: Vec<TypeId>,
    /// Its messages with the numbers of their roots.
    pub messages: Vec<(usize, Message)>,
}

/// The transcriptions whose protocol has a published text with the same messages.
const TRANSCRIBED: [&str; 6] =
    ["project-z3950", "project-x400", "project-ldap", "project-snmp", "project-snmp-v1", "project-pkix"];

impl Subject {
    /// Compiles a family. If its files are absent, reports that and returns `None`.
    ///
    /// # Panics
    /// The specification does not compile, or its files are absent in CI.
    #[track_caller]
    pub fn load(family: &'static Family) -> Option<Self> {
        let graph = family.graph().unwrap_or_else(|errors| panic!("{}: {errors}", family.title()));
        let Some(graph) = graph else {
            test_needs::missing(&format!("../shared is absent: {}", family.title()));
            return None;
        };
        let messages = family.messages();
        let roots = family.root_types(&graph, &messages);
        assert!(!roots.is_empty(), "{}: no roots", family.title());
        let with_root = |message: Message| Some((family.root_of(&graph, &roots, &message)?, message));
        let messages: Vec<_> = messages.into_iter().filter_map(with_root).collect();
        assert!(family.place != Place::Shared || !messages.is_empty(), "{}: no messages", family.title());
        Some(Self { family, graph, roots, messages })
    }

    /// Compiles a family like [`load`](Self::load), but skips transcriptions whose published text is present:
    /// long tests need not run twice over the same types.
    ///
    /// # Panics
    /// The specification does not compile.
    #[track_caller]
    pub fn load_once(family: &'static Family) -> Option<Self> {
        if TRANSCRIBED.contains(&family.name) && test_needs::shared().is_some() {
            test_needs::skip(&format!("{}: its published text is tested", family.title()));
            return None;
        }
        Self::load(family)
    }

    /// Returns all encoding rules of its specification.
    pub fn all_rules(&self) -> Vec<Rules> {
        match self.family.rules {
            Rules::Xdr => vec![Rules::Xdr],
            Rules::Ber | Rules::Der => vec![Rules::Ber, Rules::Der],
            Rules::Uper | Rules::Aper => vec![Rules::Uper, Rules::Aper],
            Rules::Oer | Rules::Coer => vec![Rules::Oer, Rules::Coer],
        }
    }

    /// Returns the encoding rules of its messages.
    pub fn rules(&self) -> Rules {
        self.family.rules
    }

    /// Returns the options of its stubs.
    pub fn options(&self, rules: Rules) -> Options {
        let roots = self.roots.iter().map(|&ty| Root::both_ways(ty)).collect();
        Options::new(self.family.specs, rules, roots)
    }

    /// Returns the model of its stubs.
    ///
    /// # Panics
    /// The stubs cannot be generated.
    pub fn model(&self, options: Options) -> Model<'_> {
        Model::build(&self.graph, options).unwrap_or_else(|errors| {
            let texts: Vec<&str> = errors.iter().map(|error| error.message.as_str()).collect();
            panic!("{}: {}", self.family.title(), texts.join("\n"))
        })
    }

    /// Returns the independent codec.
    pub fn codec(&self, rules: Rules) -> Codec<'_> {
        Codec::new(&self.graph, of_codec(rules))
    }

    /// Returns all messages as records.
    pub fn records(&self) -> Vec<Record> {
        self.messages.iter().map(Record::of).collect()
    }

    /// Returns encodings of `count` random values, spread over the roots: for each value the canonical one
    /// and, under BER, an odd one.
    ///
    /// # Panics
    /// The codec does not decode its own encoding.
    pub fn random_records(&self, codec: &Codec<'_>, count: usize, seed: u64) -> Vec<Record> {
        let generator = Generator::new(&self.graph);
        let mut records = Vec::new();
        for at in 0..count {
            let (root, seed) = (at % self.roots.len(), seed.wrapping_mul(1_000_003).wrapping_add(at as u64));
            let Some(value) = generator.value(self.roots[root], seed) else { continue };
            let title = |what: &str| format!("{what} value of seed {seed}");
            let canonical = codec.encode(self.roots[root], &value);
            let canonical = canonical.unwrap_or_else(|error| panic!("{}: {error}", title("random")));
            let odd = codec.encode_oddly(self.roots[root], &value, seed);
            let odd = odd.unwrap_or_else(|error| panic!("{}: {error}", title("random")));
            if odd != canonical {
                let decoded = codec.decode(self.roots[root], &odd);
                let decoded = decoded.unwrap_or_else(|error| panic!("{}: {error}", title("odd")));
                let encoded = codec.encode(self.roots[root], &decoded.value);
                assert_eq!(encoded.as_ref(), Ok(&canonical), "{}", title("odd"));
                records.push(Record { root, octets: odd, title: title("odd") });
            }
            records.push(Record { root, octets: canonical, title: title("random") });
        }
        records
    }

    /// Returns up to `count` messages, spread over their kinds.
    pub fn spread(&self, count: usize) -> Vec<Record> {
        let mut kinds: Vec<(&str, Vec<&(usize, Message)>)> = Vec::new();
        for message in &self.messages {
            match kinds.iter_mut().find(|(kind, _)| *kind == message.1.kind()) {
                Some((_, same)) => same.push(message),
                None => kinds.push((message.1.kind(), vec![message])),
            }
        }
        let longest = kinds.iter().map(|(_, same)| same.len()).max().unwrap_or(0);
        // The first of each kind, then the last of the first half of each, and so on: early ones look alike.
        let order = |at: usize| at.wrapping_mul(7919) % longest.max(1);
        (0..longest)
            .flat_map(|at| kinds.iter().filter_map(move |(_, same)| same.get(order(at)).copied()))
            .take(count)
            .map(Record::of)
            .collect()
    }
}

/// A message for the stubs.
#[derive(Clone, Debug)]
pub struct Record {
    /// Number of its root.
    pub root: usize,
    /// Its bytes, valid or not.
    pub octets: Vec<u8>,
    /// A description for test output.
    pub title: String,
}

impl Record {
    /// Returns a captured message as a record.
    pub fn of((root, message): &(usize, Message)) -> Self {
        Self { root: *root, octets: message.octets.clone(), title: message.file.clone() }
    }
}

/// Returns the rules of the independent codec that are these.
pub fn of_codec(rules: Rules) -> interp_runtime::Rules {
    match rules {
        Rules::Ber => interp_runtime::Rules::Ber,
        Rules::Der => interp_runtime::Rules::Der,
        Rules::Uper => interp_runtime::Rules::Uper,
        Rules::Aper => interp_runtime::Rules::Aper,
        Rules::Oer => interp_runtime::Rules::Oer,
        Rules::Coer => interp_runtime::Rules::Coer,
        Rules::Xdr => interp_runtime::Rules::Xdr,
    }
}
