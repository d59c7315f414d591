//! Assembles the runtime files of all rules from their parts and what a specification uses of them.

use super::resolve::{Resolver, Symbol};
use super::several::{narrowed, of_rule};
use crate::model::Options;
use crate::model::names::identifier;
use interp_runtime::sources;
use std::collections::{BTreeMap, BTreeSet};

/// The parts of the runtime under one encoding rule, in reading order.
#[derive(Clone, Debug)]
pub struct Parts {
    /// What the runtime serves, for the header's first comment.
    pub serves: &'static str,
    /// Parts of `stubc_rt.h` for generated code.
    pub header: Vec<&'static str>,
    /// Parts of `stubc_rt.c`.
    pub source: Vec<&'static str>,
    /// The features, without `STUBC_`, that the emitter may set and the parts test.
    pub features: Vec<&'static str>,
    /// Macros with values, without `STUBC_`, that the parts use.
    pub values: &'static [&'static str],
}

/// Features that the parts derive from other features, without `STUBC_`.
pub const DERIVED: [&str; 5] = ["DECODE_SPEED", "ENCODE_SPEED", "FILLS", "SKIPS", "USE_OTHERS"];

/// The parts of the runtime that a specification uses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Configuration {
    /// Features, without `STUBC_`.
    pub features: BTreeSet<String>,
    /// Macros with their values, for the C compiler.
    pub values: Vec<(String, String)>,
    /// Definitions in front of the source, for the C compiler.
    pub source: String,
}

/// Features that change the public part of the header; applications may test them.
const PUBLIC_OPTIONS: [&str; 3] = ["COUNT_COMMANDS", "ERROR_PATHS", "PROFILE"];

/// Returns which of these features the options ask for.
pub fn public_features(options: &Options) -> impl Iterator<Item = &'static str> {
    let asked = [options.count_commands, options.error_paths, options.instrument];
    PUBLIC_OPTIONS.into_iter().zip(asked).filter_map(|(name, is_asked)| is_asked.then_some(name))
}

/// The macro with the limit of strings, without `STUBC_`.
pub const MAX_STRING: &str = "MAX_STRING";

/// Returns the macro with the limit of strings, if the options set one.
pub fn limit(options: &Options) -> Option<(String, String)> {
    options.max_string.map(|most| (MAX_STRING.to_owned(), format!("{most}u")))
}

/// The feature of a runtime with a packed encoding rule, whose errors have the place of a bit.
pub const PACKED: &str = "PACKED";

/// The beginning of the line in `stubc_rt.h` that lists the features of the runtime.
const FEATURES: &str = "/* Features of this runtime: ";

impl Configuration {
    /// Reads the configuration of printed files.
    pub fn read(header: &str, source: &str) -> Self {
        let (listed, rest) =
            header.split_once(FEATURES).unwrap_or_default().1.split_once(". */\n").unwrap_or_default();
        let words = listed.split_whitespace().filter(|word| *word != "*");
        let defined = rest.lines().map_while(|line| line.strip_prefix("#define STUBC_")?.split_once(' '));
        let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        let alone = source.contains(&format!("\n{ALONE}"));
        Self {
            features: words.map(str::to_owned).collect(),
            values: defined.map(owned).collect(),
            source: if alone { ALONE.to_owned() } else { String::new() },
        }
    }

    /// Resolves the parts of both files after `change`. Mutation runs change the parts; printing does not.
    pub fn resolve(&self, parts: &Parts, change: &dyn Fn(&str) -> String) -> Resolved {
        let known = parts.features.iter().chain(parts.values).chain(&DERIVED).chain(&[PACKED, MAX_STRING]);
        let mut symbols: BTreeMap<String, Symbol> =
            known.map(|name| (format!("STUBC_{name}"), Symbol::Absent)).collect();
        for name in &self.features {
            symbols.insert(format!("STUBC_{name}"), Symbol::Present);
        }
        for (name, value) in &self.values {
            let number = value.parse().map_or(Symbol::Present, Symbol::Number);
            symbols.insert(format!("STUBC_{name}"), number);
        }
        // Only the source defines it, and the header also serves generated code.
        let alone = if self.source.is_empty() { Symbol::Absent } else { Symbol::Open };
        symbols.insert("STUBC_ALONE".to_owned(), alone);
        let mut resolver = Resolver::new(symbols);
        let mut one = |part: &&str| narrowed(&resolver.resolve(&change(part)), &self.features);
        let mut all = |parts: &[&str]| parts.iter().map(&mut one).collect();
        let public = all(&[sources::PUBLIC]);
        Resolved { public, header: all(&parts.header), source: all(&parts.source) }
    }

    /// Returns `stubc_rt.h` and `stubc_rt.c`; the guard has the name of the output.
    pub fn files(&self, parts: &Parts, output: &str) -> (String, String) {
        files(&[Serving { rule: "", parts: parts.clone(), configuration: self.clone() }], &[output])
    }

    /// Returns the macros with values, one per line.
    fn defined(&self) -> String {
        self.values.iter().map(|(name, value)| format!("#define STUBC_{name} {value}\n")).collect()
    }

    fn features_comment(&self) -> String {
        let mut text = FEATURES.trim_end().to_owned();
        let mut column = text.len();
        for name in &self.features {
            if column + 1 + name.len() > 114 {
                text.push_str("\n *");
                column = 2;
            }
            text.push(' ');
            text.push_str(name);
            column += 1 + name.len();
        }
        text.push_str(". */\n");
        text
    }
}

/// The runtime's code for one encoding rule.
pub struct Serving {
    /// The name of the rule's folder.
    pub rule: &'static str,
    /// The parts of the runtime.
    pub parts: Parts,
    /// The configuration for the specifications under this rule.
    pub configuration: Configuration,
}

/// Returns `stubc_rt.h` and `stubc_rt.c` for these outputs. After the first rule, names that are not public
/// get the name of their rule.
pub fn files(serving: &[Serving], outputs: &[&str]) -> (String, String) {
    let join = |texts: &[String]| {
        let used: Vec<&str> = texts.iter().map(String::as_str).filter(|text| !text.is_empty()).collect();
        used.join("\n")
    };
    let (mut public, mut options, mut headers, mut sources) =
        (String::new(), String::new(), Vec::new(), Vec::new());
    let (mut before, mut serves) = (String::new(), Vec::new());
    for (at, Serving { rule, parts, configuration }) in serving.iter().enumerate() {
        let resolved = configuration.resolve(parts, &str::to_owned);
        let own = |text: String| if at == 0 { text } else { of_rule(&text, rule, sources::PUBLIC) };
        if at == 0 {
            let is_packed = |one: &Serving| one.configuration.features.contains(PACKED);
            if serving.iter().any(is_packed) && !is_packed(&serving[0]) {
                let mut all = configuration.clone();
                all.features.insert(PACKED.to_owned());
                public = join(&all.resolve(parts, &str::to_owned).public);
            } else {
                public = join(&resolved.public);
            }
            let chosen = PUBLIC_OPTIONS.iter().filter(|name| configuration.features.contains(**name));
            options = chosen.map(|name| format!("#define STUBC_{name}\n")).collect();
        }
        let values = format!("{}{}\n", configuration.features_comment(), configuration.defined());
        headers.push(own(values + &join(&resolved.header)));
        sources.push(own(join(&resolved.source)));
        before.push_str(&own(configuration.source.clone()));
        serves.push(parts.serves);
    }
    let guards: String =
        outputs.iter().map(|output| format!("#define STUBC_FOR_{}\n", identifier(output))).collect();
    let serves = serves.join(" and for ");
    let header = format!(
        "/* SPDX-License-Identifier: 0BSD\n * The stubc runtime for {serves}: first what an application uses, then what generated \
         code uses.\n * C99, freestanding but for memcpy, memmove, memset and memcmp; no globals that are written.\n */\n\
         #ifndef STUBC_RT_H\n#define STUBC_RT_H\n{guards}{options}\n{public}\n\
         /* ---- What follows is for generated code. ---- */\n\n{}\n\
         #ifdef __cplusplus\n}}\n#endif\n#endif\n",
        headers.join("\n"),
    );
    let what = if outputs.len() == 1 { "this specification uses" } else { "these specifications use" };
    let source = format!(
        "/* SPDX-License-Identifier: 0BSD\n * The stubc runtime for {serves}, with what {what} of it.\n */\n\
         {before}#include \"stubc_rt.h\"\n\n{}",
        sources.join("\n"),
    );
    (header, source)
}

/// The definition for a runtime that no generated code calls.
pub const ALONE: &str = "#define STUBC_ALONE\n";

/// The parts with conditionals resolved; unused ones are empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolved {
    /// The part of the header for applications.
    pub public: Vec<String>,
    /// The rest of the header.
    pub header: Vec<String>,
    /// The source.
    pub source: Vec<String>,
}

impl Resolved {
    /// Returns all texts.
    pub fn texts(&self) -> impl Iterator<Item = &String> {
        self.public.iter().chain(&self.header).chain(&self.source)
    }
}

/// Puts `prefix` in front of every name that begins with `stubc_` or `STUBC_`.
pub fn prefixed(text: &str, prefix: &str) -> String {
    if prefix.is_empty() {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    let mut previous = ' ';
    for (at, c) in text.char_indices() {
        let starts_word = !(previous.is_ascii_alphanumeric() || previous == '_');
        if starts_word && (text[at..].starts_with("stubc_") || text[at..].starts_with("STUBC_")) {
            out.push_str(prefix);
        }
        out.push(c);
        previous = c;
    }
    out
}
