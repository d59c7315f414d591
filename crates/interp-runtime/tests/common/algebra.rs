//! Random constraints over types with few values: ASN.1 text, and all those values as JSON.
#![allow(dead_code, reason = "each test program uses a part of it")]

use idl_front::{FrontOptions, parse};
use interp_runtime::Random;
use syntax_graph::validate::{ValidGraph, validate};
use syntax_graph::{SourceMap, SyntaxGraph};

/// The values of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Integer,
    Enumerated,
    Open,
    Boolean,
    Octets,
    Bits,
    Named,
    Text(&'static str),
    List,
    Set,
    Structure,
    Choice,
    Real,
    Date,
    Moment,
}

pub const KINDS: [Kind; 19] = [
    Kind::Integer,
    Kind::Enumerated,
    Kind::Open,
    Kind::Boolean,
    Kind::Octets,
    Kind::Bits,
    Kind::Named,
    Kind::Text("IA5String"),
    Kind::Text("UTF8String"),
    Kind::Text("BMPString"),
    Kind::Text("UniversalString"),
    Kind::Text("TeletexString"),
    Kind::List,
    Kind::Set,
    Kind::Structure,
    Kind::Choice,
    Kind::Real,
    Kind::Date,
    Kind::Moment,
];

/// A type `T` under constraints, and a field of `T` under a further one.
#[derive(Clone, Debug)]
pub struct Case {
    pub kind: Kind,
    /// Definitions, whose names end in the number of the case.
    pub definitions: String,
    /// The type of the field.
    pub field: String,
}

impl Case {
    /// Returns a case that the front end accepts, and its graph.
    pub fn new(kind: Kind, seed: u64) -> Option<(Self, ValidGraph)> {
        let mut random = Random::new(seed);
        // The placeholder for the case's number in its names.
        let number = "-n";
        let mut parents = vec![format!("B{number}")];
        let mut maker = Maker { random: &mut random, kind, names: parents.clone(), of: kind };
        let mut definitions = format!("B{number} ::= {}\n", base(kind));
        for letter in ["x", "y"] {
            let name = format!("H{letter}{number}");
            let parent = match (kind, maker.random.below(2)) {
                (Kind::Text(_), 0) => {
                    let others = ["PrintableString", "UTF8String", "BMPString", "IA5String", "TeletexString"];
                    maker.pick(&others).to_owned()
                }
                _ => format!("B{number}"),
            };
            let row = maker.row();
            definitions.push_str(&format!("{name} ::= {parent}{row}\n"));
            if parent.starts_with('B') && parent != "BMPString" {
                parents.push(name.clone());
            }
            maker.names.push(name);
        }
        let parent = parents[maker.random.below(parents.len() as u64) as usize].clone();
        let row = maker.row();
        definitions.push_str(&format!("T{number} ::= {parent}{row}\n"));
        let further = if maker.random.below(2) == 0 { maker.row() } else { String::new() };
        let case = Self { kind, definitions, field: format!("T{number}{further}") };
        compile(std::slice::from_ref(&case)).ok().map(|graph| (case, graph))
    }
}

/// Returns the specification of these cases, each with its number in its names: a message holds one of the
/// fields `f0`, `f1` and so on.
pub fn specification(cases: &[Case]) -> String {
    let fields: Vec<String> =
        cases.iter().enumerate().map(|(at, case)| format!("f{at} {}", numbered(&case.field, at))).collect();
    let definitions: String =
        cases.iter().enumerate().map(|(at, case)| numbered(&case.definitions, at)).collect();
    format!(
        "Cases DEFINITIONS AUTOMATIC TAGS ::= BEGIN\nMessage ::= CHOICE {{\n{}\n}}\n{definitions}END\n",
        fields.join(",\n")
    )
}

fn numbered(text: &str, number: usize) -> String {
    text.replace("-n", &format!("-{number}"))
}

/// Returns the graph of these cases.
pub fn compile(cases: &[Case]) -> Result<ValidGraph, String> {
    let mut sources = SourceMap::new();
    sources.add("cases.asn1".to_owned(), specification(cases));
    let output = parse(&sources, &FrontOptions::default());
    if let Some(error) = output.diagnostics.iter().find(|diagnostic| diagnostic.is_error()) {
        return Err(error.message.clone());
    }
    let graph: SyntaxGraph = output.graph;
    validate(graph).map_err(|errors| format!("{errors:?}"))
}

fn base(kind: Kind) -> &'static str {
    match kind {
        Kind::Integer => "INTEGER",
        Kind::Enumerated => "ENUMERATED { a, b, c, d }",
        Kind::Open => "ENUMERATED { a, b, c, d, ... }",
        Kind::Boolean => "BOOLEAN",
        Kind::Octets => "OCTET STRING",
        Kind::Bits => "BIT STRING",
        Kind::Named => "BIT STRING { a(0), b(1), c(2) }",
        Kind::Text(name) => name,
        Kind::List => "SEQUENCE OF INTEGER (0..2)",
        Kind::Set => "SET OF BIT STRING { a(0), b(1) }",
        Kind::Structure => {
            "SEQUENCE { a INTEGER (0..2) OPTIONAL, b BOOLEAN DEFAULT FALSE, c INTEGER (0..1), ..., d INTEGER (0..1) }"
        }
        Kind::Choice => "CHOICE { a INTEGER (0..2), b BOOLEAN, c NULL, ... }",
        Kind::Real => "REAL",
        Kind::Date => "DATE",
        Kind::Moment => "GeneralizedTime",
    }
}

/// Returns all values that a case is tested with, as JSON.
#[allow(clippy::too_many_lines, reason = "a list: the values of each kind")]
pub fn universe(kind: Kind) -> Vec<String> {
    let quoted = |texts: &[&str]| texts.iter().map(|text| format!("{text:?}")).collect::<Vec<_>>();
    let hex = |texts: &[&str]| texts.iter().map(|text| format!("{{\"hex\":\"{text}\"}}")).collect::<Vec<_>>();
    match kind {
        Kind::Integer => (-2..=9).map(|number| number.to_string()).collect(),
        Kind::Enumerated | Kind::Open => [quoted(&["a", "b", "c", "d"]), vec!["7".to_owned()]].concat(),
        Kind::Boolean => vec!["false".to_owned(), "true".to_owned()],
        Kind::Octets => quoted(&["", "00", "01", "0000", "0102", "000000", "00000000", "0000000000"]),
        Kind::Bits | Kind::Named => {
            let bits = |length: u32| {
                (0..1_u32 << length).map(move |bits| {
                    format!("{{\"value\":\"{:02X}\",\"length\":{length}}}", bits << (8 - length))
                })
            };
            let empty = "{\"value\":\"\",\"length\":0}".to_owned();
            [vec![empty], (1..=4).flat_map(bits).collect()].concat()
        }
        Kind::Text(name) => {
            let mut texts =
                quoted(&["", "a", "b", "c", "1", "aa", "ab", "ba", "bc", "c1", "abc", "aab", "ccc", "aabc"]);
            match name {
                "UTF8String" => {
                    texts.extend(["\"ä\"".to_owned(), "\"aä\"".to_owned(), hex(&["FF"])[0].clone()])
                }
                "BMPString" => {
                    texts.extend(["\"ä\"".to_owned(), hex(&["61"])[0].clone(), hex(&["006100"])[0].clone()])
                }
                "UniversalString" => texts.extend(["\"ä\"".to_owned(), hex(&["0061"])[0].clone()]),
                "TeletexString" => texts.extend(["\"é\"".to_owned(), "\"\\u001ba\"".to_owned()]),
                _ => texts.push("\"é\"".to_owned()),
            }
            texts
        }
        Kind::List => ["", "0", "1", "2", "0,0", "0,1", "1,0", "2,2", "0,1,2", "1,1,1"]
            .map(|elements| format!("[{elements}]"))
            .to_vec(),
        Kind::Set => {
            let bits = ["80", "40", "C0"].map(|bits| format!("{{\"value\":\"{bits}\",\"length\":2}}"));
            let long = "{\"value\":\"80\",\"length\":1}".to_owned();
            let [a, b, c] = bits;
            [
                vec![],
                vec![&a],
                vec![&long],
                vec![&b],
                vec![&a, &long],
                vec![&a, &b],
                vec![&b, &long],
                vec![&a, &a, &c],
            ]
            .map(|parts| format!("[{}]", parts.into_iter().cloned().collect::<Vec<_>>().join(",")))
            .to_vec()
        }
        Kind::Structure => {
            let mut found = Vec::new();
            for a in ["", "\"a\":0,", "\"a\":2,"] {
                for b in ["", "\"b\":true,"] {
                    for c in ["0", "1"] {
                        for d in ["", ",\"d\":1"] {
                            found.push(format!("{{{a}{b}\"c\":{c}{d}}}"));
                        }
                    }
                }
            }
            found
        }
        Kind::Choice => {
            ["\"a\":0", "\"a\":1", "\"a\":2", "\"b\":false", "\"b\":true", "\"c\":null", "\"...\":\"8800\""]
                .map(|arm| format!("{{{arm}}}"))
                .to_vec()
        }
        Kind::Real => hex(&[
            "",
            "43",
            "40",
            "41",
            "42",
            "800001",
            "800003",
            "80FF01",
            "C0FF01",
            "80FF03",
            "03352E452D31",
            "03312E452B30",
            "032D332E452B30",
            "03312E4531",
            "800201",
        ]),
        Kind::Date => {
            quoted(&["19850412", "19850413", "20000101", "20240229", "00000000", "99999999", "1985041"])
        }
        Kind::Moment => quoted(&[
            "20200101120000Z",
            "2020010112Z",
            "202001011200Z",
            "20200101120000.0Z",
            "20200101120000,5Z",
            "20200101120001Z",
            "20200101120000",
            "20200101130000+0100",
            "20200101120000.50Z",
        ]),
    }
}

struct Maker<'r> {
    random: &'r mut Random,
    kind: Kind,
    /// Types that may be contained.
    names: Vec<String>,
    /// The subject of the constraint under construction.
    of: Kind,
}

impl Maker<'_> {
    fn pick<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.random.below(texts.len() as u64) as usize]
    }

    /// Returns a type that may be contained.
    fn name(&mut self) -> String {
        let at = self.random.below(self.names.len() as u64) as usize;
        self.names[at].clone()
    }

    /// Returns one to three constraints, one after the other.
    fn row(&mut self) -> String {
        let mut row = String::new();
        for _ in 0..=self.random.below(3) {
            let elements = self.elements(0);
            let marker = match self.random.below(8) {
                0 => ", ...".to_owned(),
                1 => format!(", ..., {}", self.elements(2)),
                _ => String::new(),
            };
            row.push_str(&format!(" ({elements}{marker})"));
        }
        row
    }

    /// Returns an inner constraint.
    fn inner(&mut self, of: Kind, depth: usize) -> String {
        let outer = std::mem::replace(&mut self.of, of);
        let elements = self.elements(depth + 1);
        self.of = outer;
        let marker = if self.random.one_in(8) { ", ..." } else { "" };
        format!("({elements}{marker})")
    }

    fn elements(&mut self, depth: usize) -> String {
        let deeper = depth + 1;
        match self.random.below(if depth > 2 { 1 } else { 12 }) {
            0..=4 => self.leaf(depth),
            5 | 6 => format!("({} | {})", self.elements(deeper), self.elements(deeper)),
            7 => format!("({} ^ {})", self.elements(deeper), self.elements(deeper)),
            8 | 9 => format!("({} EXCEPT {})", self.elements(deeper), self.elements(deeper)),
            10 => format!("(ALL EXCEPT {})", self.elements(deeper)),
            _ => format!("({}, ...)", self.elements(deeper)),
        }
    }

    fn leaf(&mut self, depth: usize) -> String {
        if self.of == self.kind {
            if self.random.one_in(4) {
                return format!("INCLUDES {}", self.name());
            }
            if self.random.one_in(25) {
                return "CONSTRAINED BY {}".to_owned();
            }
        }
        match self.of {
            Kind::Integer => self.numbers(-2, 9),
            Kind::Enumerated => self.pick(&["a", "b", "c", "d"]).to_owned(),
            Kind::Open => self.pick(&["a", "b", "c"]).to_owned(),
            Kind::Boolean => self.pick(&["TRUE", "FALSE"]).to_owned(),
            Kind::Octets if self.random.one_in(2) => self.pick(&["''H", "'00'H", "'0102'H"]).to_owned(),
            Kind::Bits if self.random.one_in(2) => self.pick(&["''B", "'1'B", "'101'B", "'10'B"]).to_owned(),
            Kind::Named if self.random.one_in(2) => {
                self.pick(&["{ a }", "{ }", "{ a, c }", "'0100'B", "{ b }"]).to_owned()
            }
            Kind::Octets | Kind::Bits | Kind::Named => self.size(),
            Kind::Text(name) => match self.random.below(7) {
                0 => self.size(),
                // Strings that mix two alphabets are in neither. Nothing is outside the type itself.
                4 => format!("(FROM ({}) | FROM ({}))", self.characters(depth), self.characters(depth)),
                5 => format!("(FROM ({}) | (ALL EXCEPT INCLUDES B-n))", self.characters(depth)),
                1 | 2 => format!("FROM ({})", self.characters(depth)),
                3 if name != "TeletexString" => {
                    format!("PATTERN \"{}\"", self.pick(&["a*b?c?", "[ab]+", ".#2", "a|bc|1", "[^b]*"]))
                }
                _ => self.pick(&["\"\"", "\"a\"", "\"ab\"", "\"abc\"", "\"ccc\"", "\"bc\""]).to_owned(),
            },
            Kind::List => match self.random.below(4) {
                0 => self.size(),
                1 => self.pick(&["{ }", "{ 1 }", "{ 0, 1 }", "{ 0, 1, 2 }"]).to_owned(),
                _ => format!("WITH COMPONENT {}", self.component(0, 2, depth)),
            },
            Kind::Set => match self.random.below(3) {
                0 => self.size(),
                1 => format!("WITH COMPONENT ({})", self.pick(&["{ a }", "SIZE (1)", "ALL EXCEPT { b }"])),
                _ => self.pick(&["{ }", "{ { a } }", "{ { a }, '10'B }", "{ { b }, { a } }"]).to_owned(),
            },
            Kind::Structure => self.structure(depth),
            Kind::Choice => self.choice(depth),
            Kind::Real => self.real(),
            Kind::Date => self
                .pick(&[
                    "\"1985-04-12\"",
                    "\"1985-04-12\"..\"2000-01-01\"",
                    "\"1985-04-12\"<..<\"2024-02-29\"",
                    "MIN..\"1985-04-12\"",
                    "\"2000-01-01\"..MAX",
                    "MIN<..\"2000-01-01\"",
                ])
                .to_owned(),
            Kind::Moment => {
                let texts = [
                    "\"20200101120000Z\"",
                    "\"2020010112Z\"",
                    "\"20200101120000.5Z\"",
                    "\"20200101120001Z\"",
                ];
                self.pick(&texts).to_owned()
            }
        }
    }

    /// Returns a number or a range.
    fn numbers(&mut self, least: i64, most: i64) -> String {
        let span = (most - least + 1) as u64;
        let (a, b) = (self.random.below(span) as i64 + least, self.random.below(span) as i64 + least);
        if a == b || self.random.one_in(3) {
            return a.to_string();
        }
        let (low, high) = (a.min(b), a.max(b));
        let mut lower = low.to_string();
        let mut upper = high.to_string();
        if self.random.one_in(8) {
            lower = "MIN".to_owned();
        } else if self.random.one_in(8) {
            upper = "MAX".to_owned();
        }
        let left = if self.random.one_in(6) { "<" } else { "" };
        let right = if self.random.one_in(6) { "<" } else { "" };
        format!("{lower}{left}..{right}{upper}")
    }

    fn size(&mut self) -> String {
        let sizes = match self.random.below(6) {
            0 => format!("{} | {}", self.numbers(0, 4), self.numbers(0, 4)),
            1 => format!("0..4 EXCEPT {}", self.numbers(1, 3)),
            2 => format!("{}, ...", self.numbers(0, 4)),
            3 => "0..4 EXCEPT (1 | (2, ...))".to_owned(),
            _ => self.numbers(0, 4),
        };
        format!("SIZE ({sizes})")
    }

    fn characters(&mut self, depth: usize) -> String {
        match self.random.below(if depth > 2 { 4 } else { 10 }) {
            0 => "\"a\"..\"b\"".to_owned(),
            1 => "\"a\"<..\"c\"".to_owned(),
            2 => "\"ab\"".to_owned(),
            3 => "\"c\" | \"1\"".to_owned(),
            4 => format!("({}) EXCEPT ({})", self.characters(depth + 1), self.characters(depth + 1)),
            5 => format!("ALL EXCEPT ({})", self.characters(depth + 1)),
            6 => format!("({}) ^ ({})", self.characters(depth + 1), self.characters(depth + 1)),
            7 => format!("({}, ...) | \"b\"", self.characters(depth + 1)),
            8 => "\"a\"..<\"c\"".to_owned(),
            _ => format!("INCLUDES {}", self.name()),
        }
    }

    /// Returns a constraint of an integer component.
    fn component(&mut self, least: i64, most: i64, depth: usize) -> String {
        let numbers = self.numbers(least, most);
        match self.random.below(5) {
            0 if depth < 3 => format!("({numbers}, ...)"),
            1 => format!("({numbers} | {most})"),
            2 => format!("(ALL EXCEPT {numbers})"),
            _ => format!("({numbers})"),
        }
    }

    fn structure(&mut self, depth: usize) -> String {
        if self.random.one_in(4) {
            let values = ["{ c 0 }", "{ a 2, c 1 }", "{ a 0, b TRUE, c 0, d 1 }", "{ b FALSE, c 1, d 1 }"];
            return self.pick(&values).to_owned();
        }
        let mut parts = Vec::new();
        if self.random.one_in(2) {
            parts.push("...".to_owned());
        }
        for (name, most) in [("a", 2), ("b", 0), ("c", 1), ("d", 1)] {
            if self.random.one_in(2) {
                continue;
            }
            let constraint = match (name, self.random.below(2)) {
                (_, 0) => String::new(),
                ("b", _) => format!(" ({})", self.pick(&["TRUE", "FALSE"])),
                _ => format!(" {}", self.component(0, most, depth)),
            };
            let words: &[&str] =
                if name == "c" { &["", " PRESENT"] } else { &["", " PRESENT", " ABSENT", " OPTIONAL"] };
            let word = self.pick(words);
            parts.push(format!("{name}{constraint}{word}"));
        }
        if parts.is_empty() || parts == ["..."] {
            parts.push("c".to_owned());
        }
        format!("WITH COMPONENTS {{ {} }}", parts.join(", "))
    }

    fn choice(&mut self, depth: usize) -> String {
        if self.random.one_in(4) {
            return self.pick(&["a : 1", "b : TRUE", "a : 0"]).to_owned();
        }
        let mut parts = Vec::new();
        if self.random.one_in(2) {
            parts.push("...".to_owned());
        }
        let present = self.random.below(8);
        for (at, name) in ["a", "b", "c"].into_iter().enumerate() {
            if self.random.one_in(2) {
                continue;
            }
            let constraint = match (name, self.random.below(2)) {
                ("a", 0) => format!(" {}", self.component(0, 2, depth)),
                ("b", 0) => " (TRUE)".to_owned(),
                _ => String::new(),
            };
            let word = if at as u64 == present { " PRESENT" } else { self.pick(&["", " ABSENT", ""]) };
            parts.push(format!("{name}{constraint}{word}"));
        }
        if parts.is_empty() || parts == ["..."] {
            parts.push("b".to_owned());
        }
        format!("WITH COMPONENTS {{ {} }}", parts.join(", "))
    }

    fn real(&mut self) -> String {
        match self.random.below(3) {
            0 => self.pick(&["0.5", "-0.5", "1", "PLUS-INFINITY", "0", "NOT-A-NUMBER", "1E-30"]).to_owned(),
            1 => self
                .pick(&[
                    "0..1",
                    "-0.5<..<1",
                    "MIN..0.5",
                    "0.5<..MAX",
                    "1.5..3",
                    "MIN<..1",
                    "-1E-30..1",
                    "0..<PLUS-INFINITY",
                ])
                .to_owned(),
            _ => {
                let mut parts = Vec::new();
                for (name, least, most) in [("mantissa", -3, 5), ("exponent", -2, 2)] {
                    if self.random.one_in(2) {
                        parts.push(format!("{name} {}", self.component(least, most, 0)));
                    }
                }
                if self.random.one_in(2) || parts.is_empty() {
                    parts.push(format!("base ({})", self.pick(&["2", "10"])));
                }
                parts.sort_by_key(|part| ["m", "b", "e"].iter().position(|first| part.starts_with(first)));
                format!("WITH COMPONENTS {{ ..., {} }}", parts.join(", "))
            }
        }
    }
}
