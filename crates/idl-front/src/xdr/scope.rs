//! Finds what each name of a specification stands for.

use super::ast::{Arm, Declaration, Definition, Item, Shape, Type, TypeKind, Value, ValueKind};
use super::numbers;
use super::preprocess::{Passed, Source};
use super::tokens::Ident;
use std::collections::{BTreeMap, BTreeSet};
use syntax_graph::{Diagnostic, FileId, Span};

/// All definitions of all files.
#[derive(Debug)]
pub struct Scope<'a> {
    /// The files.
    pub modules: Vec<Module<'a>>,
    /// All definitions of types, by module.
    pub types: Vec<TypeEntry<'a>>,
    /// All constants: `const`, items of enumerations, numbers for the C compiler.
    pub constants: Vec<Constant<'a>>,
    type_names: BTreeMap<&'a str, Vec<usize>>,
    constant_names: BTreeMap<&'a str, Vec<usize>>,
    broken: BTreeSet<&'a str>,
    /// Of each definition, the one at the end of its chain of names.
    ends: Vec<Option<usize>>,
}

/// One file.
#[derive(Debug)]
pub struct Module<'a> {
    /// The file.
    pub file: FileId,
    /// Its definitions.
    pub definitions: Vec<Definition<'a>>,
    /// The modules that it includes, theirs included.
    reaches: BTreeSet<usize>,
    /// Specifications that it may want beside those given.
    pub headers: Vec<String>,
}

/// A definition of a type.
#[derive(Debug)]
pub struct TypeEntry<'a> {
    /// Its module.
    pub module: usize,
    /// What is declared.
    pub declaration: Declaration<'a>,
}

/// A constant.
#[derive(Debug)]
pub struct Constant<'a> {
    /// Its name.
    pub name: Ident<'a>,
    /// Its module.
    pub module: usize,
    /// Its value.
    pub meaning: Meaning<'a>,
}

/// What a constant is.
#[derive(Clone, Debug)]
pub enum Meaning<'a> {
    /// What is written.
    Written(Value<'a>),
    /// The first item of an enumeration: 0.
    First,
    /// One more than this constant: the item before.
    After(usize),
    /// So much more than what is written.
    Plus(Value<'a>, u32),
}

/// What a name was found to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// This one.
    One(usize),
    /// Nothing.
    Nothing,
    /// A definition that could not be parsed: what is to be said has been said.
    Broken,
    /// Several, in files that do not include each other.
    Several(usize, usize),
}

impl<'a> Scope<'a> {
    /// Links the definitions of all files.
    pub fn link(
        files: &[Source<'a>],
        definitions: Vec<Vec<Definition<'a>>>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Self {
        let mut scope = Self {
            modules: Vec::new(),
            types: Vec::new(),
            constants: Vec::new(),
            type_names: BTreeMap::new(),
            constant_names: BTreeMap::new(),
            broken: BTreeSet::new(),
            ends: Vec::new(),
        };
        for (module, (source, definitions)) in files.iter().zip(definitions).enumerate() {
            for definition in &definitions {
                scope.define(module, definition, diagnostics);
            }
            // A number for the C compiler is the last resort: the specification's own constants come first.
            for Passed { name, base, plus, span } in source.passed.iter().copied() {
                let kind = match numbers::parse(base) {
                    Some(number) => ValueKind::Number(number),
                    None => ValueKind::Name(base),
                };
                let meaning = Meaning::Plus(Value { kind, span }, plus);
                scope.weak_constant(
                    Constant { name: Ident { text: name, span }, module, meaning },
                    diagnostics,
                );
            }
            let headers = source.headers.clone();
            let reaches = reach(files, module);
            scope.modules.push(Module { file: source.file, definitions, reaches, headers });
        }
        scope.ends = scope.find_ends();
        scope
    }

    fn define(&mut self, module: usize, definition: &Definition<'a>, diagnostics: &mut Vec<Diagnostic>) {
        match definition {
            Definition::Type(declaration) => {
                self.items(module, &declaration.ty, diagnostics);
                let names_itself = declaration.shape == Shape::One
                    && matches!(&declaration.ty.kind, TypeKind::Named(name) if name.text == declaration.name.text);
                // `typedef struct x x;` says nothing that XDR does not know.
                if !names_itself {
                    self.define_type(module, declaration, diagnostics);
                }
            }
            Definition::Constant(name, value) => {
                let meaning = Meaning::Written(value.clone());
                self.constant(Constant { name: *name, module, meaning }, diagnostics);
            }
            Definition::Program(program) => {
                let versions = program.versions.iter();
                let procedures = versions.clone().flat_map(|version| &version.procedures);
                let numbers = std::iter::once((program.name, &program.number))
                    .chain(versions.map(|version| (version.name, &version.number)))
                    .chain(procedures.map(|procedure| (procedure.name, &procedure.number)));
                for (name, number) in numbers {
                    let meaning = Meaning::Written(number.clone());
                    self.weak_constant(Constant { name, module, meaning }, diagnostics);
                }
            }
            Definition::Broken(name) => drop(self.broken.insert(name.text)),
        }
    }

    fn define_type(
        &mut self,
        module: usize,
        declaration: &Declaration<'a>,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        let name = declaration.name;
        let before = self.own(&self.type_names, |at| self.types[at].module, name.text, module);
        if let Some(before) = before {
            diagnostics.push(
                Diagnostic::error(
                    "duplicate-definition",
                    name.span,
                    format!("`{}` is defined twice", name.text),
                )
                .with_text("the second one")
                .with_label(self.types[before].declaration.name.span, "the first one")
                .with_help("rename one of the two: a name is declared once (RFC 4506 section 6.4)"),
            );
            return;
        }
        self.type_names.entry(name.text).or_default().push(self.types.len());
        self.types.push(TypeEntry { module, declaration: declaration.clone() });
    }

    /// The first definition of a name in a module.
    fn own(
        &self,
        names: &BTreeMap<&'a str, Vec<usize>>,
        module_of: impl Fn(usize) -> usize,
        name: &str,
        module: usize,
    ) -> Option<usize> {
        // Modules are linked one after the other: that of the last entry is the newest.
        names.get(name)?.last().copied().filter(|at| module_of(*at) == module)
    }

    fn constant(&mut self, constant: Constant<'a>, diagnostics: &mut Vec<Diagnostic>) -> usize {
        let (name, module) = (constant.name, constant.module);
        let before = self.own(&self.constant_names, |at| self.constants[at].module, name.text, module);
        if let Some(before) = before {
            diagnostics.push(
                Diagnostic::error(
                    "duplicate-constant",
                    name.span,
                    format!("`{}` is defined twice", name.text),
                )
                .with_text("the second one")
                .with_label(self.constants[before].name.span, "the first one")
                .with_help(
                    "rename one of the two: constants and items of enumerations share one name space (RFC \
                         4506 section 6.4)",
                ),
            );
        } else {
            self.constant_names.entry(name.text).or_default().push(self.constants.len());
        }
        self.constants.push(constant);
        self.constants.len() - 1
    }

    /// A constant that gives way to one of the same name: procedures of two versions share theirs.
    fn weak_constant(&mut self, constant: Constant<'a>, diagnostics: &mut Vec<Diagnostic>) {
        let known = |at: usize| self.constants[at].module;
        if self.own(&self.constant_names, known, constant.name.text, constant.module).is_none() {
            self.constant(constant, diagnostics);
        }
    }

    /// Collects the items of all enumerations of a type. The parser has bounded its depth.
    fn items(&mut self, module: usize, ty: &Type<'a>, diagnostics: &mut Vec<Diagnostic>) {
        match &ty.kind {
            TypeKind::Enum(items) => {
                let mut before = None;
                for Item { name, value } in items {
                    let meaning = match (value, before) {
                        (Some(value), _) => Meaning::Written(value.clone()),
                        (None, None) => Meaning::First,
                        (None, Some(before)) => Meaning::After(before),
                    };
                    before = Some(self.constant(Constant { name: *name, module, meaning }, diagnostics));
                }
            }
            TypeKind::Struct(fields) => {
                for field in fields {
                    self.items(module, &field.ty, diagnostics);
                }
            }
            TypeKind::Union(union) => {
                self.items(module, &union.discriminant.ty, diagnostics);
                for Arm { declaration, .. } in &union.arms {
                    if let Some(declaration) = declaration {
                        self.items(module, &declaration.ty, diagnostics);
                    }
                }
            }
            _ => {}
        }
    }

    /// The definition of a type that a name stands for in a module.
    pub fn find_type(&self, module: usize, name: &str) -> Found {
        self.find(&self.type_names, |at| self.types[at].module, module, name)
    }

    /// The constant that a name stands for in a module.
    pub fn find_constant(&self, module: usize, name: &str) -> Found {
        self.find(&self.constant_names, |at| self.constants[at].module, module, name)
    }

    /// In the module itself, else in those that it includes, else in the others: Stellar's specifications, for one,
    /// name each other through headers alone.
    fn find(
        &self,
        names: &BTreeMap<&'a str, Vec<usize>>,
        module_of: impl Fn(usize) -> usize,
        module: usize,
        name: &str,
    ) -> Found {
        let all = names.get(name).map_or(&[][..], Vec::as_slice);
        if let Some(own) = all.iter().find(|at| module_of(**at) == module) {
            return Found::One(*own);
        }
        let reached = |at: &&usize| self.modules[module].reaches.contains(&module_of(**at));
        if let Some(reached) = all.iter().find(reached) {
            return Found::One(*reached);
        }
        match all {
            [] if self.broken.contains(name) => Found::Broken,
            [] => Found::Nothing,
            [one] => Found::One(*one),
            [one, other, ..] => Found::Several(*one, *other),
        }
    }

    /// All names of types, for suggestions.
    pub fn type_names(&self) -> impl Iterator<Item = &'a str> {
        self.type_names.keys().copied()
    }

    /// Returns the names of all constants, for suggestions.
    pub fn constant_names(&self) -> impl Iterator<Item = &'a str> {
        self.constant_names.keys().copied()
    }

    /// Where a constant or a definition of a type has its name.
    pub fn type_span(&self, at: usize) -> Span {
        self.types[at].declaration.name.span
    }

    /// The definition of a type at the end of a chain of names: `typedef a b; typedef b c;`. None where it has no end.
    pub fn behind(&self, module: usize, name: &str) -> Option<usize> {
        match self.find_type(module, name) {
            Found::One(at) => self.ends[at],
            _ => None,
        }
    }

    /// The ends of all chains, each link followed once: a chain may be as long as the text.
    fn find_ends(&self) -> Vec<Option<usize>> {
        let mut ends: Vec<Option<Option<usize>>> = vec![None; self.types.len()];
        for start in 0..self.types.len() {
            let (mut chain, mut at) = (Vec::new(), start);
            let end = loop {
                if let Some(known) = ends[at] {
                    break known;
                }
                let entry = &self.types[at];
                let (TypeKind::Named(next), Shape::One) =
                    (&entry.declaration.ty.kind, &entry.declaration.shape)
                else {
                    ends[at] = Some(Some(at));
                    break Some(at);
                };
                // While it is being followed it leads nowhere: a chain that comes back to itself has no end.
                ends[at] = Some(None);
                chain.push(at);
                match self.find_type(entry.module, next.text) {
                    Found::One(next) => at = next,
                    _ => break None,
                }
            };
            chain.into_iter().for_each(|link| ends[link] = Some(end));
        }
        ends.into_iter().map(Option::flatten).collect()
    }
}

/// The modules that one includes, and what they include.
fn reach(files: &[Source<'_>], module: usize) -> BTreeSet<usize> {
    let mut reached = BTreeSet::new();
    let mut open = vec![module];
    while let Some(at) = open.pop() {
        for include in &files[at].includes {
            if let Some(next) = files.iter().position(|file| file.file == *include)
                && reached.insert(next)
            {
                open.push(next);
            }
        }
    }
    reached
}
