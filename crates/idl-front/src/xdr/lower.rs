//! Lowers definitions to nodes of the graph.

use super::ast::{Declaration, Definition, Shape, Type, TypeKind as Ast, ValueKind};
use super::constants::Known;
use super::lists::{self, ListInfo};
use super::scope::{Found, Scope};
use super::tokens::Ident;
use crate::spelling::{MAX_HINTS, nearest};
use num_bigint::BigInt;
use std::collections::{BTreeMap, BTreeSet};
use syntax_graph::{
    Array, Bounds, CharKind, Diagnostic, Enumeration, Field, FieldId, FloatWidth, Id, Integer, Module,
    ModuleId, Notation, Order, Origin, Presence, Scalar, SizeRange, SourceMap, Span, Structure, SyntaxGraph,
    TypeDef, TypeId, TypeKind, Value,
};

/// The name of optional data that has none of its own.
const BOXED: &str = "value";

/// A graph under construction.
pub struct Lowering<'a, 's> {
    /// The names.
    pub scope: &'s Scope<'a>,
    /// The graph.
    pub graph: SyntaxGraph,
    /// What was found wrong.
    pub diagnostics: Vec<Diagnostic>,
    /// Specifications that are wanted, but not given.
    pub missing: Vec<String>,
    /// The modules whose headers are among these.
    wanting: BTreeSet<usize>,
    /// The numbers of constants.
    pub known: Vec<Known>,
    /// Names that have been reported, by module.
    pub unresolved: BTreeSet<(usize, String)>,
    /// The node of each definition of a type.
    types: Vec<TypeId>,
    lists: BTreeMap<usize, ListInfo>,
    /// The array of each list that is none by typedef.
    list_nodes: BTreeMap<usize, TypeId>,
}

impl<'a, 's> Lowering<'a, 's> {
    /// A graph with its modules, and with a node for each definition that knows its name alone.
    pub fn new(scope: &'s Scope<'a>, sources: &SourceMap) -> Self {
        let mut graph = SyntaxGraph::new();
        for module in &scope.modules {
            let place = Span::new(module.file, 0, 0);
            let (name, span) = if place.is_some() {
                let path = sources.file(module.file).name.as_str();
                let file = path.rsplit(['/', '\\']).next().unwrap_or(path);
                (file.rsplit_once('.').map_or(file, |(stem, _)| stem), place)
            } else if module.definitions.is_empty() {
                continue; // The library, of which nothing is used: the last of the files.
            } else {
                (super::builtin::MODULE, Span::none())
            };
            // Paths of types begin with it: in plans, profiles, generated C.
            let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
            let name = name.chars().map(|c| if plain(c) { c } else { '_' }).collect();
            graph.modules.push(Module { name, notation: Notation::Xdr, span });
        }
        let mut types = Vec::new();
        for entry in &scope.types {
            types.push(graph.types.push(TypeDef {
                origin: Origin::Definition(entry.declaration.name.text.to_owned()),
                module: ModuleId::new(entry.module),
                tags: Vec::new(),
                kind: TypeKind::Scalar(Scalar::Null),
                span: entry.declaration.name.span,
            }));
        }
        Self {
            scope,
            graph,
            diagnostics: Vec::new(),
            missing: Vec::new(),
            wanting: BTreeSet::new(),
            known: vec![Known::New; scope.constants.len()],
            unresolved: BTreeSet::new(),
            types,
            lists: lists::find(scope),
            list_nodes: BTreeMap::new(),
        }
    }

    /// All definitions, programs and constants.
    pub fn lower_all(&mut self) {
        for at in 0..self.scope.types.len() {
            let entry = &self.scope.types[at];
            let kind = self.definition(at, entry.module, &entry.declaration);
            self.graph.types[self.types[at]].kind = kind;
        }
        for (module, entry) in self.scope.modules.iter().enumerate() {
            for definition in &entry.definitions {
                match definition {
                    Definition::Program(program) => self.program(module, program),
                    Definition::Constant(name, value) => {
                        let value = match &value.kind {
                            ValueKind::Text(text) => Some(Value::Chars(text.as_bytes().to_vec())),
                            _ => self.number(module, value).map(Value::Integer),
                        };
                        self.graph.constants.extend(value.map(|value| syntax_graph::graph::Constant {
                            name: name.text.to_owned(),
                            module: ModuleId::new(module),
                            value,
                            span: name.span,
                        }));
                    }
                    Definition::Type(_) | Definition::Broken(_) => {}
                }
            }
        }
    }

    /// Reports an error.
    pub fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>, help: &str) {
        self.diagnostics.push(Diagnostic::error(code, span, message).with_help(help));
    }

    /// What a definition is.
    fn definition(&mut self, at: usize, module: usize, declaration: &Declaration<'a>) -> TypeKind {
        let node = self.types[at];
        match (&declaration.shape, &declaration.ty.kind) {
            (Shape::One, Ast::Named(name)) => match self.named(module, *name) {
                Some(target) => TypeKind::Reference(target),
                None => self.scalar(module, &declaration.ty).unwrap_or(TypeKind::Scalar(Scalar::Null)),
            },
            (Shape::One, Ast::Struct(fields)) if self.lists.get(&at).is_some_and(|list| !list.direct) => {
                // It stands behind pointers alone: it is the element of its list.
                self.structure(module, &fields[..fields.len() - 1], node)
            }
            (Shape::One, _) => self.constructor(module, &declaration.ty, node),
            (Shape::Optional, _) => match lists::points_to(self.scope, module, declaration) {
                Some(list) if self.lists.contains_key(&list) => {
                    if self.lists[&list].typedef == Some(at) {
                        self.list(list, node)
                    } else {
                        TypeKind::Reference(self.list_node(list))
                    }
                }
                _ => {
                    let name = Ident { text: BOXED, span: declaration.name.span };
                    let field = self.field(name, node);
                    self.graph.fields[field].presence = Presence::Optional;
                    self.graph.fields[field].target = self.target(module, &declaration.ty, field);
                    self.one_field(field)
                }
            },
            (Shape::Fixed(_) | Shape::Counted(_), _) => self.several(module, declaration, node),
        }
    }

    /// The node of a structure's list.
    fn list_node(&mut self, list: usize) -> TypeId {
        if let Some(typedef) = self.lists[&list].typedef {
            return self.types[typedef];
        }
        if let Some(known) = self.list_nodes.get(&list) {
            return *known;
        }
        let entry = &self.scope.types[list];
        let mut name = format!("{}_list", entry.declaration.name.text);
        while self.scope.find_type(entry.module, &name) != Found::Nothing {
            name.push('_');
        }
        let node = self.graph.types.push(TypeDef {
            origin: Origin::Definition(name),
            module: ModuleId::new(entry.module),
            tags: Vec::new(),
            kind: TypeKind::Scalar(Scalar::Null),
            span: entry.declaration.name.span,
        });
        self.list_nodes.insert(list, node);
        self.graph.types[node].kind = self.list(list, node);
        node
    }

    /// The array of a structure that forms lists: elements are what stands before the link.
    fn list(&mut self, list: usize, node: TypeId) -> TypeKind {
        let entry = &self.scope.types[list];
        let Ast::Struct(fields) = &entry.declaration.ty.kind else { return TypeKind::Scalar(Scalar::Null) };
        let Some((link, before)) = fields.split_last() else { return TypeKind::Scalar(Scalar::Null) };
        let element = self.field(link.name, node);
        let target = if self.lists[&list].direct {
            let span = entry.declaration.name.span;
            let own = self.embedded(entry.module, element, span, TypeKind::Scalar(Scalar::Null));
            self.graph.types[own].kind = self.structure(entry.module, before, own);
            own
        } else {
            self.types[list]
        };
        self.graph.fields[element].target = target;
        TypeKind::Array(Array { order: Order::Ordered, element, size: SizeRange::default(), linked: true })
    }

    /// A type that is no array: `owner` is its node.
    fn constructor(&mut self, module: usize, ty: &Type<'a>, owner: TypeId) -> TypeKind {
        match &ty.kind {
            Ast::Struct(fields) => self.structure(module, fields, owner),
            Ast::Union(body) => self.union(module, body, owner),
            // What could not be read takes room: nothing else is said of it.
            _ => self.scalar(module, ty).unwrap_or_else(|| {
                TypeKind::Scalar(Scalar::Integer(syntax_graph::Integer::new(syntax_graph::Bounds::default())))
            }),
        }
    }

    fn structure(&mut self, module: usize, fields: &[Declaration<'a>], owner: TypeId) -> TypeKind {
        let mut nodes = Vec::new();
        for declaration in fields {
            let field = self.field(declaration.name, owner);
            let (target, presence) = self.declared(module, declaration, field);
            self.graph.fields[field].target = target;
            self.graph.fields[field].presence = presence;
            nodes.push(field);
        }
        TypeKind::Structure(Structure {
            order: Order::Ordered,
            fields: nodes,
            extension: None,
            groups: vec![],
        })
    }

    fn one_field(&self, field: FieldId) -> TypeKind {
        TypeKind::Structure(Structure {
            order: Order::Ordered,
            fields: vec![field],
            extension: None,
            groups: vec![],
        })
    }

    /// A field of which only the name is known.
    pub fn field(&mut self, name: Ident<'_>, owner: TypeId) -> FieldId {
        self.graph.fields.push(Field {
            name: name.text.to_owned(),
            owner,
            tags: Vec::new(),
            target: owner,
            presence: Presence::Mandatory,
            addition: false,
            span: name.span,
        })
    }

    /// A type that stands in place in a field.
    pub fn embedded(&mut self, module: usize, field: FieldId, span: Span, kind: TypeKind) -> TypeId {
        self.graph.types.push(TypeDef {
            origin: Origin::Embedded(field),
            module: ModuleId::new(module),
            tags: Vec::new(),
            kind,
            span,
        })
    }

    /// The type of a declaration that is no definition, and whether its value must be there.
    pub fn declared(
        &mut self,
        module: usize,
        declaration: &Declaration<'a>,
        field: FieldId,
    ) -> (TypeId, Presence) {
        if let Some(list) = lists::points_to(self.scope, module, declaration)
            && self.lists.contains_key(&list)
        {
            return (self.list_node(list), Presence::Mandatory);
        }
        match (&declaration.shape, &declaration.ty.kind) {
            (Shape::Optional, _) => (self.target(module, &declaration.ty, field), Presence::Optional),
            (Shape::Fixed(_) | Shape::Counted(_), _) => {
                let node = self.embedded(module, field, declaration.ty.span, TypeKind::Scalar(Scalar::Null));
                self.graph.types[node].kind = self.several(module, declaration, node);
                (node, Presence::Mandatory)
            }
            (Shape::One, Ast::Named(name)) => {
                // A name that stands for a pointer: what it points to may be there or not.
                let pointer = self.scope.behind(module, name.text).map(|at| &self.scope.types[at]);
                if let Some(pointer) = pointer.filter(|pointer| pointer.declaration.shape == Shape::Optional)
                    && let Ast::Named(target) = &pointer.declaration.ty.kind
                {
                    let target = *target;
                    let module = pointer.module;
                    let ty = Type { kind: Ast::Named(target), span: name.span };
                    return (self.target(module, &ty, field), Presence::Optional);
                }
                (self.target(module, &declaration.ty, field), Presence::Mandatory)
            }
            (Shape::One, _) => (self.target(module, &declaration.ty, field), Presence::Mandatory),
        }
    }

    /// Optional data where a value must be: a structure that holds it.
    pub fn boxed(
        &mut self,
        module: usize,
        declaration: &Declaration<'a>,
        field: FieldId,
        target: TypeId,
    ) -> TypeId {
        let node = self.embedded(module, field, declaration.ty.span, TypeKind::Scalar(Scalar::Null));
        let inner = self.field(Ident { text: BOXED, span: declaration.name.span }, node);
        self.graph.fields[inner].presence = Presence::Optional;
        self.graph.fields[inner].target = target;
        if let Origin::Embedded(_) = self.graph.types[target].origin {
            self.graph.types[target].origin = Origin::Embedded(inner);
        }
        self.graph.types[node].kind = self.one_field(inner);
        node
    }

    /// The node of a type in a field: a definition, or one of its own.
    pub fn target(&mut self, module: usize, ty: &Type<'a>, field: FieldId) -> TypeId {
        if let Ast::Named(name) = &ty.kind
            && let Some(target) = self.named(module, *name)
        {
            return target;
        }
        let node = self.embedded(module, field, ty.span, TypeKind::Scalar(Scalar::Null));
        self.graph.types[node].kind = self.constructor(module, ty, node);
        node
    }

    /// Records that a module lacks something, which its headers may define.
    pub fn want(&mut self, module: usize) {
        if self.wanting.insert(module) {
            self.missing.extend(self.scope.modules[module].headers.iter().cloned());
        }
    }

    /// The definition of a name; none for one that the library defines, and where there is none, with a diagnostic.
    pub fn named(&mut self, module: usize, name: Ident<'a>) -> Option<TypeId> {
        match self.scope.find_type(module, name.text) {
            Found::One(at) => return Some(self.types[at]),
            Found::Broken => return None,
            Found::Several(one, other) => {
                let message = format!("type `{}` is defined in two specifications", name.text);
                let diagnostic = Diagnostic::error("ambiguous-type", name.span, message)
                    .with_label(self.scope.type_span(one), "this one")
                    .with_label(self.scope.type_span(other), "and this one")
                    .with_help("include one of them, or compile the specifications separately");
                self.diagnostics.push(diagnostic);
                return Some(self.types[one]);
            }
            Found::Nothing => {}
        }
        if super::builtin::named(name.text).is_some() {
            return None;
        }
        if !self.unresolved.insert((module, name.text.to_owned())) {
            return None;
        }
        let mut diagnostic =
            Diagnostic::error("unresolved-type", name.span, format!("there is no type `{}`", name.text))
                .with_text("not defined in the given files");
        self.want(module);
        let hints = self.unresolved.len() <= MAX_HINTS;
        for header in self.scope.modules[module].headers.iter().filter(|_| hints) {
            diagnostic = diagnostic
                .with_help(format!("if it is defined in {header}, add the folder of that file with -I"));
        }
        let near = super::builtin::meant(name.text).or_else(|| {
            let names = self.scope.type_names().chain(super::builtin::NAMES);
            hints.then(|| nearest(name.text, names)).flatten()
        });
        diagnostic = match near {
            Some(near) => diagnostic.with_help(format!("did you mean `{near}`?")),
            None => diagnostic.with_help("define it, or include the specification that defines it"),
        };
        self.diagnostics.push(diagnostic);
        None
    }

    /// A fixed or counted array, opaque data, or a string.
    fn several(&mut self, module: usize, declaration: &Declaration<'a>, node: TypeId) -> TypeKind {
        let size = match &declaration.shape {
            Shape::Fixed(value) => {
                let count =
                    self.bounded(module, value, u64::from(u32::MAX), "the size of an array").unwrap_or(1);
                if count == 0 {
                    let report = Diagnostic::warning(
                        "empty-array",
                        value.span,
                        format!("`{}` has no elements", declaration.name.text),
                    );
                    self.diagnostics.push(report.with_note("it takes no octets, and the C omits it"));
                    return TypeKind::Scalar(Scalar::Null);
                }
                SizeRange { min: count, max: Some(count), extensible: false }
            }
            Shape::Counted(Some(value)) => {
                let most = self.bounded(module, value, u64::from(u32::MAX), "the largest size of an array");
                SizeRange { min: 0, max: most, extensible: false }
            }
            _ => SizeRange::default(),
        };
        match declaration.ty.kind {
            Ast::Opaque => TypeKind::Scalar(Scalar::OctetString { size }),
            Ast::String => characters(size),
            _ => {
                let element = self.field(Ident { text: "", span: declaration.ty.span }, node);
                self.graph.fields[element].target = match declaration.ty.kind {
                    // Its octets are an array themselves: C counts and points to those by name.
                    Ast::Quadruple => self.exchanged(module, &declaration.ty),
                    _ => self.target(module, &declaration.ty, element),
                };
                TypeKind::Array(Array { order: Order::Ordered, element, size, linked: false })
            }
        }
    }

    /// A type without components; none for a name that does not resolve.
    pub fn scalar(&mut self, module: usize, ty: &Type<'a>) -> Option<TypeKind> {
        let scalar = match &ty.kind {
            Ast::Integer { bits, signed } => Scalar::Integer(integer(*bits, *signed)),
            Ast::Bool => Scalar::Boolean,
            Ast::Float => Scalar::Float(FloatWidth::Single),
            Ast::Double => Scalar::Float(FloatWidth::Double),
            Ast::Quadruple => {
                // C99 has no type for it.
                let report =
                    Diagnostic::warning("quadruple", ty.span, "the C holds a quadruple as its 16 octets");
                self.diagnostics.push(
                    report.with_note("C99 has no type of 128 bits; RFC 4506 section 4.8 has the format"),
                );
                Scalar::OctetString { size: SizeRange { min: 16, max: Some(16), extensible: false } }
            }
            Ast::Enum(items) => {
                let mut numbers = Vec::new();
                for item in items {
                    let Found::One(at) = self.scope.find_constant(module, item.name.text) else { continue };
                    let Some(number) = self.evaluate(at) else { continue };
                    if i32::try_from(&number).is_err() {
                        let message = format!("`{}` is {number}", item.name.text);
                        let help = "write a number from -2147483648 to 2147483647 (RFC 4506 section 4.3)";
                        self.error("number-range", item.name.span, message, help);
                        continue;
                    }
                    numbers.push((item.name.text.to_owned(), number));
                }
                // Protocols grow: a number without a name is kept, as all implementations do.
                Scalar::Enumerated(Enumeration { roots: numbers.len(), items: numbers, extensible: true })
            }
            Ast::String => return Some(characters(SizeRange::default())),
            Ast::Named(name) => {
                let builtin = super::builtin::named(name.text)?;
                return self.scalar(module, &Type { kind: builtin, span: ty.span });
            }
            Ast::Opaque | Ast::Struct(_) | Ast::Union(_) => return None,
        };
        Some(TypeKind::Scalar(scalar))
    }
}

fn integer(bits: u32, signed: bool) -> Integer {
    let one = BigInt::from(1);
    let (min, max) = if signed {
        (-(&one << (bits - 1)), (&one << (bits - 1)) - 1)
    } else {
        (BigInt::from(0), (&one << bits) - 1)
    };
    Integer::new(Bounds { min: Some(min), max: Some(max), extensible: false })
}

/// RFC 4506 section 4.11: ASCII.
fn characters(size: SizeRange) -> TypeKind {
    TypeKind::Scalar(Scalar::Characters { kind: CharKind::Ia5, size, alphabet: None })
}
