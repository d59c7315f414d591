//! Links modules: resolves IMPORTS by name or object identifier, follows re-exported symbols, suggests names.

use crate::asn1::names::modules::{Meant, ModuleNames};
use crate::asn1::parse::ast::{Assignment, AssignmentKind, Import, Module};
use crate::asn1::text::tokens::{Ident, NodeIds, Source, TokenKind};
use crate::spelling::{MAX_HINTS, nearest};
use std::collections::{BTreeMap, BTreeSet};
use syntax_graph::{Diagnostic, Span};

/// The modules of X.219, X.407 and Q.773 that macros are imported from.
const MACRO_MODULES: [&str; 6] = [
    "Remote-Operation-Notation",
    "Remote-Operations-Notation",
    "Remote-Operation-Notation-extension",
    "Remote-Operations-Notation-extension",
    "AbstractServiceNotation",
    "TCAPMessages",
];

/// An assignment, by its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entity {
    /// Index of the module.
    pub module: usize,
    /// Index of the assignment in it.
    pub index: usize,
}

/// What a name means in a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// An assignment.
    Entity(Entity),
    /// An import that does not resolve, which has been reported.
    Missing,
    /// Nothing.
    Unknown,
}

/// Where an imported symbol comes from.
#[derive(Clone, Copy, Debug)]
pub enum From {
    /// This module.
    Module(usize),
    /// One that is not there, which has been reported.
    Missing,
}

/// All modules with their names resolved to each other.
#[derive(Debug)]
pub struct Program<'a> {
    /// The texts.
    pub sources: &'a [Source<'a>],
    /// Numbers the nodes that later stages make.
    pub nodes: &'a NodeIds,
    /// The modules; the last is the builtin one.
    pub modules: Vec<Module<'a>>,
    /// The module of each macro, by its index in the table.
    pub macro_modules: BTreeMap<usize, usize>,
    symbols: Vec<BTreeMap<&'a str, usize>>,
    imports: Vec<BTreeMap<&'a str, From>>,
    /// By name and object identifier.
    pub names: ModuleNames<'a>,
    /// The module of each import of each module, where it is known.
    homes: Vec<Vec<Option<usize>>>,
    hidden: Vec<BTreeMap<&'a str, Diagnostic>>,
}

impl<'a> Program<'a> {
    /// Links the modules. `missing` gets the names of imported modules that are not there.
    pub fn link(
        sources: &'a [Source<'a>],
        nodes: &'a NodeIds,
        modules: Vec<Module<'a>>,
        searched: &[String],
        missing: &mut Vec<String>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Self {
        let mut program = Self {
            sources,
            nodes,
            modules,
            macro_modules: BTreeMap::new(),
            symbols: Vec::new(),
            imports: Vec::new(),
            names: ModuleNames::default(),
            homes: Vec::new(),
            hidden: Vec::new(),
        };
        for (index, module) in program.modules.iter().enumerate() {
            for assignment in &module.assignments {
                if let AssignmentKind::Macro(Some(at)) = assignment.kind {
                    program.macro_modules.insert(at, index);
                }
            }
        }
        program.names = ModuleNames::collect(&program.modules, diagnostics);
        for module in &program.modules {
            program.symbols.push(collect_symbols(module, diagnostics));
        }
        let mut absent = BTreeSet::new();
        for index in 0..program.modules.len() {
            let sources = program.sources(index, searched, &mut absent, diagnostics);
            program.imports.push(sources);
        }
        program.check_imports(diagnostics);
        program.check_exports(diagnostics);
        program.note_hidden();
        missing.extend(absent.into_iter().map(str::to_owned));
        program
    }

    /// The builtin module.
    pub fn builtin(&self) -> usize {
        self.modules.len() - 1
    }

    /// Where the imported symbols of a module come from.
    fn sources(
        &mut self,
        index: usize,
        searched: &[String],
        absent: &mut BTreeSet<&'a str>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> BTreeMap<&'a str, From> {
        let imports = &self.modules[index].imports;
        let mut sources = BTreeMap::new();
        let mut homes = vec![None; imports.len()];
        // The identifier of a module may be a value that is imported from another.
        let by_value = |import: &Import<'_>| import.oid.is_some_and(|oid| oid.kind(0) == TokenKind::Lower);
        let (later, first): (Vec<usize>, Vec<usize>) =
            (0..imports.len()).partition(|at| by_value(&imports[*at]));
        for at in first.into_iter().chain(later) {
            let import = &imports[at];
            let source = match self.meant_by(index, import, &sources) {
                Meant::Module(module) => {
                    diagnostics.extend(self.other_version(index, import, &sources, module));
                    homes[at] = Some(module);
                    From::Module(module)
                }
                Meant::OneOf(modules) => {
                    diagnostics.push(self.ambiguous_module(import.module, import.oid, &modules));
                    From::Missing
                }
                Meant::None => {
                    absent.insert(import.module.text);
                    // Their macros are known all the same.
                    let known = |symbol: &Ident<'_>| self.standard_macro(symbol.text).is_some();
                    if MACRO_MODULES.contains(&import.module.text) && import.symbols.iter().all(known) {
                        continue;
                    }
                    diagnostics.push(self.missing_module(index, searched, import.module));
                    From::Missing
                }
            };
            for symbol in &import.symbols {
                sources.entry(symbol.text).or_insert(source);
            }
        }
        self.homes.push(homes);
        sources
    }

    fn missing_module(&self, importer: usize, searched: &[String], name: Ident<'a>) -> Diagnostic {
        let report = Diagnostic::error(
            "unresolved-module",
            name.span,
            format!("there is no module `{}` in the given files", name.text),
        )
        .with_text(format!("`{}` imports it", self.modules[importer].name.text))
        .with_note("X.680 clause 13");
        let report = match searched {
            [] => report,
            folders => report.with_note(format!(
                "no file of this name ({}.asn1, .asn or similar) is in {}",
                name.text,
                folders.join(", ")
            )),
        };
        if name.text == "ASN1-CHARACTER-MODULE" {
            return report.with_help(
                "write the range in place of the name of a collection, as FROM ({0, 0, 0, 32}..{0, 0, 0, \
                     126}) (X.680 clause 41); names of control characters need no import",
            );
        }
        match nearest(name.text, self.names.by_name.keys().copied()) {
            Some(other) => report.with_help(format!("did you mean `{other}`?")),
            None => report.with_help("add its file to the command line, or its folder with -I"),
        }
    }

    /// Reports imported symbols that their modules do not have; they then count as missing.
    fn check_imports(&mut self, diagnostics: &mut Vec<Diagnostic>) {
        let mut broken: Vec<(usize, &'a str)> = Vec::new();
        let mut hints = 0;
        for (index, module) in self.modules.iter().enumerate() {
            for (import, home) in module.imports.iter().zip(&self.homes[index]) {
                let Some(from) = *home else { continue };
                for symbol in &import.symbols {
                    if self.find_from(from, symbol.text) != Found::Unknown {
                        self.check_export(from, *symbol, diagnostics);
                        continue;
                    }
                    broken.push((index, symbol.text));
                    let message =
                        format!("module `{}` has no `{}`", self.modules[from].name.text, symbol.text);
                    let mut report = Diagnostic::error("unresolved-import", symbol.span, message)
                        .with_text("not defined in that module")
                        .with_label(self.modules[from].name.span, "this module")
                        .with_note("X.680 clause 13");
                    hints += 1;
                    if hints > MAX_HINTS {
                        diagnostics.push(report);
                        continue;
                    }
                    let near = nearest(symbol.text, self.symbols[from].keys().copied());
                    let home = (0..self.modules.len()).find(|at| self.symbols[*at].contains_key(symbol.text));
                    if let Some(near) = near {
                        report = report.with_help(format!("did you mean `{near}`?"));
                    } else if let Some(home) = home {
                        report = report.with_help(format!(
                            "module `{}` defines it: import it from there",
                            self.modules[home].name.text
                        ));
                    }
                    diagnostics.push(report);
                }
            }
        }
        for (module, symbol) in broken {
            self.imports[module].insert(symbol, From::Missing);
        }
    }

    /// Warns of exported symbols that are undefined.
    fn check_exports(&self, diagnostics: &mut Vec<Diagnostic>) {
        let mut hints = 0;
        for (index, module) in self.modules.iter().enumerate() {
            for export in module.exports.iter().flatten() {
                if self.find(index, export.text) != Found::Unknown {
                    continue;
                }
                let message = format!(
                    "module `{}` exports `{}`, which it does not have",
                    module.name.text, export.text
                );
                let report = Diagnostic::warning("unknown-export", export.span, message);
                hints += 1;
                let names =
                    self.symbols[index].keys().copied().take(if hints > MAX_HINTS { 0 } else { usize::MAX });
                diagnostics.push(match nearest(export.text, names) {
                    Some(near) => report.with_help(format!("did you mean `{near}`?")),
                    None => report.with_note("X.680 clause 13"),
                });
            }
        }
    }

    /// Notes imported names that have another meaning in the module, too: only `Module.name` tells them apart.
    fn note_hidden(&mut self) {
        for (index, module) in self.modules.iter().enumerate() {
            let mut hidden = BTreeMap::new();
            let mut seen: BTreeMap<&str, (Span, Found)> = BTreeMap::new();
            for (import, home) in module.imports.iter().zip(&self.homes[index]) {
                let Some(from) = *home else { continue };
                for symbol in &import.symbols {
                    let name = symbol.text;
                    let meant = self.find_from(from, name);
                    let qualified =
                        format!("write `{}.{name}` for the other (X.680 clause 13)", import.module.text);
                    let report = |message, taken, why| {
                        Diagnostic::warning("hidden-import", symbol.span, message)
                            .with_label(taken, why)
                            .with_help(qualified.clone())
                    };
                    if let Some(own) = self.symbols[index].get(name)
                        && from != index
                    {
                        let message = format!("`{name}` is both imported and defined here");
                        let taken = module.assignments[*own].name.span;
                        hidden.insert(name, report(message, taken, "this definition is used"));
                        continue;
                    }
                    let Some((first, other)) = seen.insert(name, (symbol.span, meant)) else { continue };
                    if other != meant && other != Found::Missing && meant != Found::Missing {
                        let message = format!("`{name}` is imported from two modules");
                        hidden.insert(name, report(message, first, "this one is used"));
                    }
                }
            }
            self.hidden.push(hidden);
        }
    }

    /// The report for a name that is used without its module, although it has two meanings.
    pub fn hidden(&self, module: usize, name: &str) -> Option<&Diagnostic> {
        self.hidden.get(module)?.get(name)
    }

    /// Warns of a symbol that its module has, but does not export.
    fn check_export(&self, from: usize, symbol: Ident<'a>, diagnostics: &mut Vec<Diagnostic>) {
        let Some(exports) = &self.modules[from].exports else { return };
        if !self.modules[from].builtin && !exports.iter().any(|export| export.text == symbol.text) {
            let message =
                format!("module `{}` does not export `{}`", self.modules[from].name.text, symbol.text);
            let report = Diagnostic::warning("not-exported", symbol.span, message);
            diagnostics.push(report.with_label(self.modules[from].name.span, "this module"));
        }
    }

    /// What a name means for those who import it from `module`.
    fn find_from(&self, module: usize, name: &str) -> Found {
        let mut at = module;
        for _ in 0..=self.modules.len() {
            if let Some(index) = self.symbols[at].get(name) {
                return Found::Entity(Entity { module: at, index: *index });
            }
            match self.imports[at].get(name) {
                Some(From::Module(next)) => at = *next,
                Some(From::Missing) => return Found::Missing,
                None => break,
            }
        }
        // Names of builtin types may be imported from modules of older standards that defined them.
        match self.symbols[self.builtin()].get(name) {
            Some(index) => Found::Entity(Entity { module: self.builtin(), index: *index }),
            None if crate::asn1::parse::words::useful(name).is_some() => Found::Missing,
            None => Found::Unknown,
        }
    }

    /// What a name means in `module`; builtin definitions last.
    pub fn find(&self, module: usize, name: &str) -> Found {
        self.find_from(module, name)
    }

    /// Whether the module itself defines the name.
    pub fn defines(&self, module: usize, name: &str) -> bool {
        self.symbols[module].contains_key(name)
    }

    /// What `Module.name` means in `from`.
    pub fn find_external(&self, from: usize, module: &str, name: &str) -> Found {
        if self.modules[from].name.text == module {
            return self.find(from, name);
        }
        let mut imports = self.modules[from].imports.iter().zip(&self.homes[from]);
        let home = match imports.find(|(import, _)| import.module.text == module) {
            Some((_, home)) => *home,
            None => match self.module_named(module) {
                Meant::Module(home) => Some(home),
                _ => return Found::Unknown,
            },
        };
        home.map_or(Found::Missing, |home| self.find_from(home, name))
    }

    /// A definition of the module itself.
    pub fn own(&self, module: usize, name: &str) -> Option<Entity> {
        Some(Entity { module, index: *self.symbols[module].get(name)? })
    }

    /// The macro of the standards that has this name.
    pub fn standard_macro(&self, name: &str) -> Option<usize> {
        let table = self.sources.first()?.macros;
        table.named(name).iter().copied().find(|index| table.macros[*index].file.is_none())
    }

    /// A name that a module forgot to import: one that a module defines from which it imports something.
    pub fn forgotten(&self, module: usize, name: &str) -> Option<Entity> {
        let from = |source: &From| match source {
            From::Module(from) => Some(*from),
            From::Missing => None,
        };
        let defining = |from: &usize| self.symbols[*from].contains_key(name);
        let home = self.imports[module].values().filter_map(from).find(defining)?;
        Some(Entity { module: home, index: *self.symbols[home].get(name)? })
    }

    /// The assignment.
    pub fn assignment(&self, entity: Entity) -> &Assignment<'a> {
        &self.modules[entity.module].assignments[entity.index]
    }

    /// The modules that define one of the roots (`Type` or `Module.Type`), and all that they import.
    pub fn reached_from(&self, roots: &[String]) -> BTreeSet<usize> {
        let mut reached = BTreeSet::new();
        let mut waiting: Vec<usize> = Vec::new();
        for root in roots {
            let (module, name) = root.split_once('.').map_or((None, root.as_str()), |(m, n)| (Some(m), n));
            let defines = |index: &usize| {
                self.symbols[*index].contains_key(name)
                    && module.is_none_or(|module| self.modules[*index].name.text == module)
            };
            waiting.extend((0..self.modules.len()).filter(defines));
        }
        while let Some(module) = waiting.pop() {
            if reached.insert(module) {
                let sources = self.imports[module].values();
                waiting.extend(sources.filter_map(|source| match source {
                    From::Module(next) => Some(*next),
                    From::Missing => None,
                }));
            }
        }
        reached
    }

    /// A name that looks like this one and could stand here.
    pub fn suggestion(&self, module: usize, name: &str) -> Option<String> {
        let own = self.symbols[module].keys().copied();
        let imported = self.imports[module].keys().copied();
        let first = |word: &str| word.starts_with(|c: char| c.is_ascii_uppercase());
        let near = nearest(name, own.chain(imported).filter(|other| first(other) == first(name)));
        if let Some(near) = near {
            return Some(format!("did you mean `{near}`?"));
        }
        if matches!(name, "true" | "false" | "null") {
            return Some(format!("did you mean `{}`?", name.to_ascii_uppercase()));
        }
        if let Some(meant) = builtin_name(name) {
            return Some(format!("did you mean `{meant}`?"));
        }
        if let Some(home) = (0..self.modules.len()).find(|at| self.symbols[*at].contains_key(name)) {
            return Some(format!(
                "module `{}` defines it; import it from there",
                self.modules[home].name.text
            ));
        }
        // One of a module that something is imported from.
        let homes: BTreeSet<usize> = self.homes[module].iter().copied().flatten().collect();
        homes.into_iter().find_map(|home| {
            let names = self.symbols[home].keys().copied().filter(|other| first(other) == first(name));
            let near = nearest(name, names)?;
            Some(format!("did you mean `{near}` of module `{}`?", self.modules[home].name.text))
        })
    }
}

fn collect_symbols<'a>(module: &Module<'a>, diagnostics: &mut Vec<Diagnostic>) -> BTreeMap<&'a str, usize> {
    let mut symbols: BTreeMap<&'a str, usize> = BTreeMap::new();
    for (index, assignment) in module.assignments.iter().enumerate() {
        let name = assignment.name;
        let Some(first) = symbols.get(name.text) else {
            symbols.insert(name.text, index);
            continue;
        };
        // What could not be read may have been meant for another name.
        let is_broken = |index: usize| matches!(module.assignments[index].kind, AssignmentKind::Broken);
        if is_broken(index) || is_broken(*first) {
            continue;
        }
        diagnostics.push(
            Diagnostic::error(
                "duplicate-definition",
                name.span,
                format!("`{}` is defined twice in module `{}`", name.text, module.name.text),
            )
            .with_text("defined again here")
            .with_label(module.assignments[*first].name.span, "first defined here")
            .with_note("a module defines a name once (X.680 clause 13)"),
        );
    }
    symbols
}

/// The builtin type that a name may stand for, as other notations call it or misspelt.
fn builtin_name(name: &str) -> Option<&'static str> {
    const NAMES: [&str; 21] = [
        "INTEGER",
        "BOOLEAN",
        "REAL",
        "NULL",
        "ENUMERATED",
        "SEQUENCE",
        "CHOICE",
        "OCTET STRING",
        "BIT STRING",
        "OBJECT IDENTIFIER",
        "RELATIVE-OID",
        "UTF8String",
        "PrintableString",
        "NumericString",
        "VisibleString",
        "IA5String",
        "TeletexString",
        "BMPString",
        "UniversalString",
        "UTCTime",
        "GeneralizedTime",
    ];
    Some(match name.to_ascii_lowercase().as_str() {
        "int" | "long" | "short" | "number" | "int64" | "int64_t" | "long64" => "INTEGER",
        "uint" | "unsigned" | "size_t" | "counter" | "uint64" | "uint64_t" => "INTEGER (0..MAX)",
        "uint8" | "uint8_t" | "u8" | "byte" => "INTEGER (0..255)",
        "uint16" | "uint16_t" | "u16" => "INTEGER (0..65535)",
        "uint32" | "uint32_t" | "u32" => "INTEGER (0..4294967295)",
        "int8" | "int8_t" => "INTEGER (-128..127)",
        "int16" | "int16_t" => "INTEGER (-32768..32767)",
        "int32" | "int32_t" => "INTEGER (-2147483648..2147483647)",
        "bool" => "BOOLEAN",
        "float" | "double" => "REAL",
        "enum" => "ENUMERATED",
        "oid" | "objectidentifier" => "OBJECT IDENTIFIER",
        "string" | "char" | "text" | "varchar" => "UTF8String",
        "union" => "CHOICE",
        "struct" | "record" => "SEQUENCE",
        "list" | "array" | "sequenceof" => "SEQUENCE OF",
        "length" => "SIZE",
        "datetime" | "date_time" => "DATE-TIME",
        "timestamp" => "GeneralizedTime",
        "octetstring" | "octets" | "bytes" => "OCTET STRING",
        "bitstring" | "bits" => "BIT STRING",
        _ => return nearest(name, NAMES.into_iter()),
    })
}

/// The diagnostic for an undefined name.
pub fn unknown(
    program: &Program<'_>,
    module: usize,
    name: &str,
    span: Span,
    what: &str,
    hint: bool,
) -> Diagnostic {
    let report = Diagnostic::error("unresolved-name", span, format!("there is no {what} `{name}`"))
        .with_text(format!("not defined in module `{}` and not imported", program.modules[module].name.text));
    let hint = match what {
        _ if !hint => None,
        "value" if name.starts_with(|c: char| c.is_ascii_uppercase()) => {
            Some("begin the name of a value with a small letter".to_owned())
        }
        _ => program.suggestion(module, name),
    };
    let help = hint.unwrap_or_else(|| format!("define it, or import it: `IMPORTS {name} FROM Module;`"));
    report.with_help(help).with_note(clause_of_references(what))
}

/// The clause that says what a name of this kind refers to.
pub fn clause_of_references(what: &str) -> &'static str {
    match what {
        "class" | "object" | "object set" => "X.681 clause 8",
        _ => "X.680 clause 14",
    }
}
