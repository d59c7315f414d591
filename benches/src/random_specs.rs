//! Random ASN.1 modules with every kind of type and tag, for combinations that no written specification has.

use crate::family::{compile, family};
use crate::subject::Subject;
use interp_runtime::Random;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Scalars, their universal tags, and a default.
const SCALARS: [(&str, u32, &str); 34] = [
    ("BOOLEAN", 1, "TRUE"),
    ("INTEGER (0..255)", 2, "7"),
    ("INTEGER (-128..127)", 2, "-1"),
    ("INTEGER (0..65535)", 2, "300"),
    ("INTEGER (-32768..32767)", 2, "0"),
    ("INTEGER (0..4294967295)", 2, "65536"),
    ("INTEGER (-2147483648..2147483647)", 2, "-129"),
    ("INTEGER (0..18446744073709551615)", 2, "1"),
    ("INTEGER", 2, "5"),
    ("INTEGER (0..36893488147419103232)", 2, "3"),
    ("ENUMERATED { red(0), green(200), blue(-3) }", 10, "green"),
    ("ENUMERATED { one, two, ... }", 10, "two"),
    ("REAL", 9, "0.5"),
    ("BIT STRING", 3, "'101'B"),
    ("BIT STRING (SIZE (0..20))", 3, "''B"),
    ("BIT STRING { a(0), b(9) }", 3, "{ b }"),
    ("OCTET STRING", 4, "'00FF'H"),
    ("OCTET STRING (SIZE (0..3))", 4, "''H"),
    ("NULL", 5, "NULL"),
    ("OBJECT IDENTIFIER", 6, "{ 2 5 4 }"),
    ("RELATIVE-OID", 13, "{ 8571 1 }"),
    ("UTF8String", 12, "\"ab\""),
    ("UTF8String (SIZE (0..4))", 12, "\"\""),
    ("IA5String (FROM (\"a\"..\"f\"))", 22, "\"abc\""),
    ("NumericString (SIZE (1..5))", 18, "\"1\""),
    ("BMPString (PATTERN \"[a-z]*\")", 30, "\"a\""),
    ("BMPString (SIZE (0..3))", 30, "\"ab\""),
    ("UniversalString (PATTERN \".*\")", 28, "\"a\""),
    ("UTCTime", 23, "\"920521000000Z\""),
    ("GeneralizedTime", 24, "\"20200101000000Z\""),
    ("TIME", 14, "\"10:00:00\""),
    ("DATE", 31, "\"2020-02-29\""),
    ("TeletexString", 20, "\"a\""),
    ("VisibleString (PATTERN \"\\w*\")", 26, "\"ab\""),
];

/// Tags in use among sibling types: of a structure, or of nested unions without tags.
#[derive(Default)]
struct Scope {
    tags: BTreeSet<(usize, u64)>,
    names: usize,
}

/// Most nested types.
const DEEPEST: usize = 4;
/// Nesting of unions without tags, where requested.
const CHAIN: usize = 8;

struct Maker {
    random: Random,
    /// Number of defined types.
    types: usize,
}

impl Maker {
    fn pick(&mut self, of: usize) -> usize {
        self.random.below(of as u64) as usize
    }

    /// Returns a tag that is new in its scope, of one to four bytes.
    fn tag(&mut self, scope: &mut Scope) -> String {
        const CLASSES: [&str; 3] = ["", "APPLICATION ", "PRIVATE "];
        loop {
            let class = if self.random.one_in(4) { 1 + self.pick(2) } else { 0 };
            let (from, to) =
                [(0, 30), (0, 30), (0, 30), (31, 127), (128, 16383), (16384, (1 << 21) - 1)][self.pick(6)];
            let number = from + self.random.below(to - from + 1);
            if scope.tags.insert((class, number)) {
                return format!("[{}{number}]", CLASSES[class]);
            }
        }
    }

    /// Returns a type with tags, and its default.
    fn tagged(&mut self, depth: usize, chain: usize, scope: &mut Scope) -> (String, Option<&'static str>) {
        const UNIVERSAL: usize = 3;
        if chain > 0 {
            return (self.union(depth, chain - 1, scope), None);
        }
        if depth < DEEPEST && self.random.one_in(6) {
            return (self.union(depth + 1, 0, scope), None);
        }
        let (text, universal, default) = self.plain(depth);
        let is_free = |scope: &mut Scope| scope.tags.insert((UNIVERSAL, u64::from(universal)));
        let tags = if universal > 0 && self.random.one_in(2) && is_free(scope) {
            String::new()
        } else {
            let first = self.tag(scope);
            match self.pick(8) {
                0 => format!("{first} EXPLICIT "),
                1 => format!("{first} EXPLICIT {} ", self.tag(&mut Scope::default())),
                2 => format!("{first} EXPLICIT {} EXPLICIT ", self.tag(&mut Scope::default())),
                _ => format!("{first} "),
            }
        };
        (tags + &text, default)
    }

    /// Returns a type, its universal tag (0: it needs another), and a default.
    fn plain(&mut self, depth: usize) -> (String, u32, Option<&'static str>) {
        let inside = depth + 1;
        match if depth < DEEPEST { self.pick(16) } else { 7 + self.pick(9) } {
            0 | 1 => (self.structure("SEQUENCE", inside), 16, None),
            2 => (self.structure("SET", inside), 17, None),
            at @ 3..=5 => {
                let (name, universal) = [("SEQUENCE", 16), ("SEQUENCE", 16), ("SET", 17)][at - 3];
                let element = self.tagged(inside, 0, &mut Scope::default()).0;
                (format!("{name} OF {element}"), universal, None)
            }
            6 => (self.union(inside, 0, &mut Scope::default()), 0, None),
            7 if self.types > 0 => (format!("T{}", self.pick(self.types)), 0, None),
            8 => ("TYPE-IDENTIFIER.&Type".to_owned(), 0, None),
            _ => {
                let (text, universal, default) = SCALARS[self.pick(SCALARS.len())];
                (text.to_owned(), universal, Some(default))
            }
        }
    }

    fn name(scope: &mut Scope) -> String {
        scope.names += 1;
        format!("f{}", scope.names)
    }

    fn structure(&mut self, keyword: &str, depth: usize) -> String {
        let mut scope = Scope::default();
        let count = self.pick(5);
        let extended = self.random.one_in(3).then(|| self.pick(count + 1));
        let mut fields = Vec::new();
        for at in 0..count {
            if extended == Some(at) {
                fields.push("...".to_owned());
            }
            let name = Self::name(&mut scope);
            let (text, default) = self.tagged(depth, 0, &mut scope);
            let presence = match (self.pick(4), default) {
                (0 | 1, _) => " OPTIONAL".to_owned(),
                (2, Some(default)) => format!(" DEFAULT {default}"),
                _ => String::new(),
            };
            fields.push(format!("{name} {text}{presence}"));
        }
        if extended == Some(count) {
            fields.push("...".to_owned());
        }
        format!("{keyword} {{ {} }}", fields.join(", "))
    }

    /// Returns a union; its scope holds this many nested unions.
    fn union(&mut self, depth: usize, chain: usize, scope: &mut Scope) -> String {
        let mut arms = Vec::new();
        let nested = self.pick(3);
        for at in 0..2 + self.pick(2).max(nested) {
            let inside = if at == nested { chain } else { 0 };
            let text = self.tagged(depth + 1, inside, scope).0;
            scope.names += 1;
            arms.push(format!("c{} {text}", scope.names));
        }
        if chain == 0 && self.random.one_in(4) {
            arms.push("...".to_owned());
        }
        format!("CHOICE {{ {} }}", arms.join(", "))
    }
}

/// Types per module.
const TYPES: usize = 6;

/// Returns a module with the types `T0`, `T1` and so on, the last with deeply nested unions without tags. The
/// module may be invalid.
pub fn module(seed: u64) -> String {
    let mut maker = Maker { random: Random::new(seed), types: 0 };
    let mut text = "Random DEFINITIONS IMPLICIT TAGS ::= BEGIN\n".to_owned();
    for at in 0..TYPES {
        let ty = match at {
            0 => maker.structure("SET", 1),
            1 => format!("SET OF {}", maker.tagged(2, 0, &mut Scope::default()).0),
            _ if at + 1 == TYPES => maker.union(DEEPEST, CHAIN, &mut Scope::default()),
            _ => maker.structure("SEQUENCE", 1),
        };
        // Constraints on strings stay with their definitions.
        let _ = writeln!(text, "T{at} ::= {ty}");
        maker.types += 1;
    }
    text + "END\n"
}

/// Returns the first valid module from this seed on, compiled, with all its types as roots.
///
/// # Panics
/// Hardly any module is valid.
pub fn subject(seed: u64) -> Subject {
    const TRIES: u64 = 20;
    let names: Vec<String> = (0..TYPES).map(|at| format!("T{at}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut errors = String::new();
    for seed in (seed * TRIES..).take(TRIES as usize) {
        let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
        let file = folder.path().join("random.asn1");
        let text = module(seed);
        std::fs::write(&file, &text).unwrap_or_else(|error| panic!("{error}"));
        match compile(&[file], &names, &[], false) {
            Ok(graph) => {
                let roots = names.iter().flat_map(|name| graph.definitions(name)).collect();
                let family = family("project-kinds", "kinds");
                return Subject { family, graph, roots, messages: Vec::new() };
            }
            Err(error) => errors = format!("{text}\n{error}"),
        }
    }
    panic!("{errors}")
}
