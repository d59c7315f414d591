//! Every C identifier, decided before anything is printed.

use crate::model::{Options, Root};
use std::collections::{BTreeMap, BTreeSet};
use syntax_graph::{FieldId, Origin, Scalar, TypeId, TypeKind, ValidGraph};

/// The identifiers of the output.
#[derive(Debug, Default)]
pub struct Names {
    /// Of types: structs of nodes and typedefs of scalars, prefix included.
    pub types: BTreeMap<TypeId, String>,
    /// Of members.
    pub members: BTreeMap<FieldId, String>,
    /// Of the constants that say which arm of a union is chosen.
    pub kinds: BTreeMap<FieldId, String>,
    /// Of the items of enumerations and the named numbers of integers, by type and position.
    pub items: BTreeMap<(TypeId, usize), String>,
    /// Of the members that keep octets as received.
    pub kept: BTreeMap<TypeId, String>,
    /// Of the values that a specification without messages defines, in its order.
    pub values: Vec<String>,
    /// Of remote procedures, by the places of program, version and procedure.
    pub procedures: BTreeMap<(usize, usize, usize), String>,
    /// Of the numbers of programs and versions.
    pub numbers: Vec<(String, u32)>,
}

/// C11 and C++20 keywords, and names that the included headers define.
const RESERVED: &[&str] = &[
    "alignas",
    "alignof",
    "and",
    "and_eq",
    "asm",
    "auto",
    "bitand",
    "bitor",
    "bool",
    "break",
    "case",
    "catch",
    "char",
    "char16_t",
    "char32_t",
    "char8_t",
    "class",
    "co_await",
    "co_return",
    "co_yield",
    "compl",
    "concept",
    "const",
    "const_cast",
    "consteval",
    "constexpr",
    "constinit",
    "continue",
    "decltype",
    "default",
    "delete",
    "do",
    "double",
    "dynamic_cast",
    "else",
    "enum",
    "explicit",
    "export",
    "extern",
    "false",
    "far",
    "final",
    "float",
    "for",
    "friend",
    "goto",
    "huge",
    "if",
    "import",
    "inline",
    "int",
    "linux",
    "long",
    "module",
    "mutable",
    "namespace",
    "near",
    "new",
    "noexcept",
    "not",
    "not_eq",
    "nullptr",
    "offsetof",
    "operator",
    "or",
    "or_eq",
    "override",
    "private",
    "protected",
    "ptrdiff_t",
    "public",
    "register",
    "reinterpret_cast",
    "requires",
    "restrict",
    "return",
    "short",
    "signed",
    "size_t",
    "sizeof",
    "static",
    "static_assert",
    "static_cast",
    "struct",
    "switch",
    "template",
    "this",
    "thread_local",
    "throw",
    "true",
    "try",
    "typedef",
    "typeid",
    "typename",
    "typeof",
    "union",
    "unix",
    "unsigned",
    "using",
    "virtual",
    "void",
    "volatile",
    "wchar_t",
    "while",
    "xor",
    "xor_eq",
    "NULL",
    "int8_t",
    "int16_t",
    "int32_t",
    "int64_t",
    "uint8_t",
    "uint16_t",
    "uint32_t",
    "uint64_t",
    "intptr_t",
    "uintptr_t",
    "intmax_t",
    "uintmax_t",
    "max_align_t",
    "memcpy",
    "memmove",
    "memset",
    "memcmp",
    "main",
    "errno",
    "assert",
    "stdin",
    "stdout",
    "stderr",
    "i386",
    "EOF",
];

/// Parameters and variables of the functions that are printed: a type or a macro of the same name would not be seen there.
const LOCALS: &[&str] = &[
    "c", "context", "d", "e", "end", "ends", "i", "item", "kind", "limit", "mark", "n", "next", "nexts", "p",
    "q", "rank", "raw", "received", "start", "tag", "v", "value",
];
/// Those that have a number behind.
const NUMBERED: &[&str] =
    &["e", "end", "filling", "given", "i", "item", "left", "link", "next", "p", "seen", "start"];

fn is_local(name: &str) -> bool {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    if stem == name { LOCALS.contains(&name) } else { NUMBERED.contains(&stem) }
}

/// `text` as a C identifier: other characters become `_`, a leading digit gets one in front.
pub fn identifier(text: &str) -> String {
    let mut name = String::new();
    for c in text.chars() {
        if c.is_ascii_alphanumeric() {
            name.push(c);
        } else if !name.ends_with('_') {
            name.push('_');
        }
    }
    let name = name.trim_end_matches('_');
    if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) {
        format!("_{name}")
    } else {
        name.into()
    }
}

fn is_reserved(name: &str) -> bool {
    RESERVED.contains(&name)
        || name.starts_with("stubc_")
        || name.starts_with("STUBC_")
        || name.starts_with("__")
        || (name.starts_with('_') && name[1..].starts_with(|c: char| c.is_ascii_uppercase()))
        || ["INT", "UINT", "SIZE", "PTRDIFF", "WCHAR", "WINT", "SIG_ATOMIC"].iter().any(|start| {
            name.starts_with(start)
                && (name.ends_with("_MAX") || name.ends_with("_MIN") || name.ends_with("_C"))
        })
}

/// The identifiers that are taken, in one scope.
#[derive(Default)]
struct Scope {
    taken: BTreeSet<String>,
    /// Whether functions see it.
    is_global: bool,
}

impl Scope {
    fn take(&mut self, wanted: &str) -> String {
        let mut name = wanted.to_owned();
        if is_reserved(&name) || (self.is_global && is_local(&name)) {
            name.push('_');
        }
        let base = name.clone();
        let mut number = 2;
        while !self.taken.insert(name.clone()) {
            name = format!("{base}_{number}");
            number += 1;
        }
        name
    }
}

impl Names {
    /// Names everything that `nodes` and `scalars` need.
    pub fn assign(graph: &ValidGraph, options: &Options, nodes: &[TypeId], scalars: &[TypeId]) -> Self {
        let mut names = Self::default();
        let mut scope = Scope { is_global: true, ..Scope::default() };
        let defined: BTreeSet<TypeId> = nodes.iter().chain(scalars).copied().collect();
        let mut alike: BTreeMap<String, Vec<TypeId>> = BTreeMap::new();
        for &ty in defined.iter().filter(|ty| is_definition(graph, **ty)) {
            alike.entry(plain(graph, ty)).or_default().push(ty);
        }
        let is_root = |ty: TypeId| options.roots.iter().any(|root| root.ty == ty);
        // Of definitions with one name a root keeps it, unless another root has it, too; the others name their module.
        let wanted = |ty: TypeId| {
            let name = plain(graph, ty);
            let others = || alike.get(&name).into_iter().flatten().filter(|other| **other != ty);
            if others().next().is_none() || (is_root(ty) && !others().any(|other| is_root(*other))) {
                return name;
            }
            format!("{}_{name}", identifier(&graph.modules[graph.types[ty].module].name))
        };
        let entries = |root: &Root| {
            let stem = wanted(root.ty);
            ["decode", "decode_exact", "encode", "encode_tail", "ENCODED_MAX"]
                .map(|entry| format!("{stem}_{entry}"))
        };
        for name in options.roots.iter().flat_map(entries) {
            scope.taken.insert(format!("{}{name}", options.prefix));
        }
        if options.rpc.any() {
            names.name_procedures(graph, options, &mut scope);
        }
        // Definitions first: they keep their names, embedded types give way.
        for &ty in defined.iter().filter(|ty| is_definition(graph, **ty)) {
            let name = scope.take(&format!("{}{}", options.prefix, wanted(ty)));
            names.types.insert(ty, name);
        }
        for &node in nodes {
            names.name_embedded(graph, &options.prefix, node, &mut scope);
        }
        for &node in nodes {
            names.name_members(graph, node, &mut scope);
        }
        names.name_links(graph, nodes);
        for &node in nodes.iter().filter(|node| graph.kept.contains(node)) {
            let mut members = Scope::default();
            // The arms of a union have a scope of their own.
            if matches!(graph.types[node].kind, TypeKind::Structure(_)) {
                let taken = graph.fields_of(node).iter().map(|field| names.members[field].clone());
                members.taken.extend(taken.flat_map(|member| [format!("has_{member}"), member]));
            }
            names.kept.insert(node, members.take("raw"));
        }
        for &ty in scalars {
            let base = names.types[&ty].clone();
            names.name_items(graph, graph.resolve(ty), ty, &base, &mut scope);
        }
        if options.roots.is_empty() {
            let wanted = graph.constants.iter().map(|value| identifier(&value.name));
            names.values = wanted.map(|name| scope.take(&format!("{}{name}", options.prefix))).collect();
        }
        names
    }

    /// The C name of a type.
    pub fn ty(&self, ty: TypeId) -> &str {
        &self.types[&ty]
    }

    /// The C name of a field's member.
    pub fn member(&self, field: FieldId) -> &str {
        &self.members[&field]
    }

    /// Procedures are called as rpcgen calls them: in small letters, with the number of the version.
    fn name_procedures(&mut self, graph: &ValidGraph, options: &Options, scope: &mut Scope) {
        let prefix = &options.prefix;
        for (at, program) in graph.programs.iter().enumerate() {
            self.number(scope, prefix, &program.name, program.number);
            for (index, version) in program.versions.iter().enumerate() {
                self.number(scope, prefix, &version.name, version.number);
                for (number, procedure) in version.procedures.iter().enumerate() {
                    let name = format!("{}_{}", identifier(&procedure.name).to_lowercase(), version.number);
                    let name = scope.take(&format!("{prefix}{name}"));
                    scope.taken.insert(format!("{name}_svc"));
                    self.procedures.insert((at, index, number), name);
                }
            }
        }
        let stem = format!("{prefix}{}", identifier(&options.name));
        scope.taken.extend(["services", "service_count"].map(|end| format!("{stem}_{end}")));
    }

    fn number(&mut self, scope: &mut Scope, prefix: &str, name: &str, number: u32) {
        let wanted = format!("{prefix}{}", identifier(name));
        if !self.numbers.contains(&(wanted.clone(), number)) {
            let name = scope.take(&wanted);
            self.numbers.push((name, number));
        }
    }

    fn name_embedded(&mut self, graph: &ValidGraph, prefix: &str, node: TypeId, scope: &mut Scope) {
        // Outside in: an embedded type is named after its owner.
        let mut chain = vec![node];
        while let Some(&last) = chain.last() {
            if self.types.contains_key(&last) {
                chain.pop();
                break;
            }
            match graph.types[last].origin {
                Origin::Embedded(field) => chain.push(graph.fields[field].owner),
                Origin::Definition(_) => {
                    // A definition that no root reaches, whose embedded type is reached through COMPONENTS OF.
                    let name = scope.take(&format!("{prefix}{}", plain(graph, last)));
                    self.types.insert(last, name);
                }
            }
        }
        for ty in chain.into_iter().rev() {
            let Origin::Embedded(field) = graph.types[ty].origin else { continue };
            let field = &graph.fields[field];
            let owner = &self.types[&field.owner];
            let part = if field.name.is_empty() { "item".to_owned() } else { identifier(&field.name) };
            let name = scope.take(&format!("{owner}_{part}"));
            self.types.insert(ty, name);
        }
    }

    fn name_members(&mut self, graph: &ValidGraph, node: TypeId, scope: &mut Scope) {
        let owner = self.types[&node].clone();
        let mut members = Scope::default();
        let is_union = matches!(graph.types[node].kind, TypeKind::Union(_) | TypeKind::Open(_));
        if is_union {
            members.taken.insert("unknown".into());
        }
        let switch = match &graph.types[node].kind {
            TypeKind::Union(union) => union.discriminant.as_ref().map(|discriminant| discriminant.field),
            _ => None,
        };
        // In C++ a member may not change what the name of a type means that its struct uses.
        let mut meant = BTreeSet::new();
        for &field in switch.iter().chain(graph.fields_of(node)) {
            let target = graph.fields[field].target;
            meant.extend([target, graph.resolve(target)].iter().filter_map(|ty| self.types.get(ty).cloned()));
        }
        let apart = |plain: String| if meant.contains(&plain) { format!("{plain}_") } else { plain };
        if let Some(field) = switch {
            // It stands beside the arms, which have a union of their own.
            let plain = identifier(&graph.fields[field].name);
            let mut beside = Scope::default();
            beside.taken.insert("u".into());
            self.members.insert(field, beside.take(&apart(plain.clone())));
            let target = graph.fields[field].target;
            if matches!(graph.types[target].origin, Origin::Embedded(_)) {
                self.name_items(graph, target, target, &format!("{owner}_{plain}"), scope);
            }
        }
        for &field in graph.fields_of(node) {
            let plain = if graph.fields[field].name.is_empty() {
                "item".into()
            } else {
                identifier(&graph.fields[field].name)
            };
            let target = graph.fields[field].target;
            let member = members.take(&apart(plain.clone()));
            if !is_union {
                members.taken.insert(format!("has_{member}"));
            }
            if is_union && switch.is_none() {
                let kind = scope.take(&format!("{owner}_kind_{plain}"));
                self.kinds.insert(field, kind);
            }
            self.members.insert(field, member);
            if matches!(graph.types[target].origin, Origin::Embedded(_)) {
                let base = format!("{owner}_{plain}");
                self.name_items(graph, target, target, &base, scope);
            }
        }
    }

    /// The link of a list's element is a member of its struct, behind all others.
    fn name_links(&mut self, graph: &ValidGraph, nodes: &[TypeId]) {
        for &node in nodes {
            let TypeKind::Array(array) = &graph.types[node].kind else { continue };
            if !array.linked {
                continue;
            }
            let element = graph.resolve(graph.fields[array.element].target);
            let mut members = Scope::default();
            for field in graph.fields_of(element) {
                let member = &self.members[field];
                members.taken.extend([member.clone(), format!("has_{member}")]);
            }
            let link = members.take(&identifier(&graph.fields[array.element].name));
            self.members.insert(array.element, link);
        }
    }

    fn name_items(&mut self, graph: &ValidGraph, scalar: TypeId, key: TypeId, base: &str, scope: &mut Scope) {
        let items = match &graph.types[scalar].kind {
            TypeKind::Scalar(Scalar::Enumerated(enumeration)) => &enumeration.items,
            TypeKind::Scalar(Scalar::Integer(integer)) => &integer.named,
            TypeKind::Scalar(Scalar::BitString { named, .. }) => named,
            _ => return,
        };
        for (index, (item, _)) in items.iter().enumerate() {
            let name = || scope.take(&format!("{base}_{}", identifier(item)));
            self.items.entry((key, index)).or_insert_with(name);
        }
    }
}

fn is_definition(graph: &ValidGraph, ty: TypeId) -> bool {
    matches!(graph.types[ty].origin, Origin::Definition(_))
}

/// The C name of a definition without prefix and disambiguation.
fn plain(graph: &ValidGraph, ty: TypeId) -> String {
    match &graph.types[ty].origin {
        Origin::Definition(name) => identifier(name),
        Origin::Embedded(_) => identifier(&graph.type_path(ty)),
    }
}
