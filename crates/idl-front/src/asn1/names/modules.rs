//! Finds the module that an import means. Object identifiers distinguish modules of one name (X.680 clause 13).

use crate::asn1::names::resolve::{From, Program};
use crate::asn1::parse::ast::{AssignmentKind, Import, Module, ValueKind};
use crate::asn1::text::tokens::{Ident, TokenKind, Tokens};
use std::collections::BTreeMap;
use syntax_graph::{Diagnostic, Span};

/// How many arcs and names of values one object identifier may lead through.
const MAX_ARCS: usize = 200;

/// The arcs of an object identifier as written, by number where there is one.
pub type Key<'a> = Vec<&'a str>;

/// The modules by name, and by object identifier.
#[derive(Debug, Default)]
pub struct ModuleNames<'a> {
    pub by_name: BTreeMap<&'a str, Vec<usize>>,
    /// The identifier of each module that has one.
    keys: Vec<Option<Key<'a>>>,
    /// Names of modules that are defined twice, which has been reported: the first is taken.
    doubled: BTreeMap<&'a str, usize>,
}

/// What the name of a module means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meant {
    /// This module.
    Module(usize),
    /// One of these, but it is unknown which.
    OneOf(Vec<usize>),
    /// No module.
    None,
}

impl<'a> ModuleNames<'a> {
    /// Names the modules. Reports those that have one name and one identifier.
    pub fn collect(modules: &[Module<'a>], diagnostics: &mut Vec<Diagnostic>) -> Self {
        let mut names = Self::default();
        let mut seen: BTreeMap<&str, BTreeMap<Option<Key<'_>>, usize>> = BTreeMap::new();
        for (index, module) in modules.iter().enumerate() {
            let name = module.name.text;
            let key = module.oid.map(written);
            let same = seen.entry(name).or_default();
            let clash = match &key {
                Some(_) => same.get(&key).or_else(|| same.get(&None)),
                None => same.values().min(),
            };
            if let Some(other) = clash {
                names.doubled.entry(name).or_insert(*other);
                let help = match (&key, modules[*other].oid) {
                    (Some(_), Some(_)) => {
                        "give each module once: the two have the same object identifier, too"
                    }
                    _ => "give each module its own object identifier, or its own name",
                };
                diagnostics.push(
                    Diagnostic::error(
                        "duplicate-module",
                        module.name.span,
                        format!("module `{name}` is defined twice"),
                    )
                    .with_text("defined again here")
                    .with_label(modules[*other].name.span, "first defined here")
                    .with_note("modules of one name need different object identifiers (X.680 clause 13)")
                    .with_help(help),
                );
            }
            same.entry(key.clone()).or_insert(index);
            names.keys.push(key);
            names.by_name.entry(name).or_default().push(index);
        }
        names
    }

    /// What a name means with this identifier, or without one.
    fn meant(&self, name: &str, key: Option<&Key<'_>>) -> Meant {
        let same = |index: &usize| key.is_some() && self.keys[*index].as_ref() == key;
        let several = match self.by_name.get(name).map(Vec::as_slice) {
            Some([only]) => return Meant::Module(*only),
            Some(several) => several,
            // A module may have another name where it is imported than at home.
            None => return (0..self.keys.len()).find(same).map_or(Meant::None, Meant::Module),
        };
        match (several.iter().copied().find(same), self.doubled.get(name)) {
            (Some(module), _) | (None, Some(&module)) => Meant::Module(module),
            (None, None) => Meant::OneOf(several.to_vec()),
        }
    }
}

impl<'a> Program<'a> {
    /// What the module of an import means; `imported` are the symbols that are known to be imported beside it.
    pub fn meant_by(
        &self,
        importer: usize,
        import: &Import<'a>,
        imported: &BTreeMap<&'a str, From>,
    ) -> Meant {
        let name = import.module.text;
        let Some(oid) = import.oid else { return self.names.meant(name, None) };
        let meant = self.names.meant(name, Some(&written(oid)));
        if !matches!(meant, Meant::OneOf(_)) {
            return meant;
        }
        // The identifier by names of values.
        let mut key = Vec::new();
        self.arcs(importer, oid, imported, &mut 0, &mut key);
        self.names.meant(name, Some(&key))
    }

    /// Warns of an import that names another version of its module than the one that is there.
    pub fn other_version(
        &self,
        importer: usize,
        import: &Import<'a>,
        imported: &BTreeMap<&'a str, From>,
        home: usize,
    ) -> Option<Diagnostic> {
        let oid = import.oid.filter(|_| !import.any_version)?;
        let module = &self.modules[home];
        let mut own = Vec::new();
        self.arcs(home, module.oid?, &BTreeMap::new(), &mut 0, &mut own);
        let mut wanted = Vec::new();
        self.arcs(importer, oid, imported, &mut 0, &mut wanted);
        // What is written by names alone cannot be compared.
        let numbers = |key: &Key<'_>| key.iter().all(|arc| arc.bytes().all(|byte| byte.is_ascii_digit()));
        if wanted == own || module.name.text != import.module.text || !numbers(&wanted) || !numbers(&own) {
            return None;
        }
        let message =
            format!("module `{}` is imported in another version than the given one", module.name.text);
        let report = Diagnostic::warning("module-version", oid.whole_span(), message)
            .with_label(module.oid?.whole_span(), "this one is used");
        Some(report.with_note("X.680 clause 13; `WITH SUCCESSORS` says that a later one will do"))
    }

    /// The only module of a name.
    pub fn module_named(&self, name: &str) -> Meant {
        self.names.meant(name, None)
    }

    /// The arcs of an object identifier, those of the values that it names included.
    fn arcs(
        &self,
        module: usize,
        oid: Tokens<'a>,
        imported: &BTreeMap<&'a str, From>,
        steps: &mut usize,
        arcs: &mut Key<'a>,
    ) {
        for_each_arc(oid, |name, number| {
            *steps += 1;
            if *steps > MAX_ARCS {
                return;
            }
            let home = match imported.get(name) {
                Some(From::Module(home)) => *home,
                _ => module,
            };
            let value = self.own(home, name).filter(|_| number.is_none());
            match value.map(|entity| &self.assignment(entity).kind) {
                Some(AssignmentKind::Value { value, .. } | AssignmentKind::MacroValue { value, .. }) => {
                    match &value.kind {
                        ValueKind::Braced(inner) => {
                            self.arcs(home, *inner, &BTreeMap::new(), steps, arcs);
                        }
                        ValueKind::Number { digits, .. } => arcs.push(digits),
                        ValueKind::Reference(other) => {
                            let other = other.name.text;
                            if let Some(entity) = self.own(home, other)
                                && let AssignmentKind::Value { value, .. } = &self.assignment(entity).kind
                                && let ValueKind::Braced(inner) = &value.kind
                            {
                                self.arcs(home, *inner, &BTreeMap::new(), steps, arcs);
                            }
                        }
                        _ => {}
                    }
                }
                _ => arcs.push(numbered(arcs, name, number)),
            }
        });
    }

    /// Reports an import that several modules of one name could satisfy.
    pub fn ambiguous_module(&self, name: Ident<'a>, oid: Option<Tokens<'a>>, among: &[usize]) -> Diagnostic {
        let (span, message) = match oid {
            Some(oid) => {
                let message =
                    format!("none of the {} modules `{}` has this object identifier", among.len(), name.text);
                (oid.whole_span(), message)
            }
            None => (name.span, format!("there are {} modules `{}`", among.len(), name.text)),
        };
        let mut report = Diagnostic::error("ambiguous-module", span, message);
        if oid.is_none() {
            report = report.with_text("no object identifier says which one");
        }
        for module in among.iter().take(4) {
            report = report.with_label(self.modules[*module].name.span, "one of them");
        }
        let example = among.first().and_then(|module| self.modules[*module].oid);
        let example = example.map_or(String::new(), |oid| {
            let text = oid.source.text.get(range(oid.whole_span())).unwrap_or_default();
            format!(
                ", like `{} {{ {} }}`",
                name.text,
                text.split_whitespace().take(MAX_ARCS).collect::<Vec<_>>().join(" ")
            )
        });
        report.with_note("X.680 clause 13").with_help(format!(
            "write the object identifier after the name in IMPORTS{example}, or do not give the other \
                 modules"
        ))
    }
}

fn range(span: Span) -> std::ops::Range<usize> {
    span.start as usize..span.end as usize
}

/// Calls `tell` with each arc: its name or number, and the number in parentheses behind it.
fn for_each_arc<'a>(oid: Tokens<'a>, mut tell: impl FnMut(&'a str, Option<&'a str>)) {
    let mut at = oid;
    while !at.is_empty() {
        match at.kind(0) {
            TokenKind::Number => tell(at.text(0), Some(at.text(0))),
            TokenKind::Lower if at.kind(1) == TokenKind::LParen => {
                tell(at.text(0), Some(at.text(2)));
                at = at.skip(3);
            }
            TokenKind::Lower => tell(at.text(0), None),
            _ => {}
        }
        at = at.skip(1);
    }
}

fn numbered<'a>(before: &Key<'a>, name: &'a str, number: Option<&'a str>) -> &'a str {
    let known = || crate::asn1::names::arcs::well_known(before.first().copied(), before.len(), name);
    number.or_else(known).unwrap_or(name)
}

/// The arcs as they are written.
fn written(oid: Tokens<'_>) -> Key<'_> {
    let mut arcs = Vec::new();
    for_each_arc(oid, |name, number| arcs.push(numbered(&arcs, name, number)));
    arcs
}
