//! Prints the graph as stable text, for golden files and `stubc dump graph`.
//!
//! The text has one line per definition or field. Embedded types are indented below their field:
//!
//! ```text
//! module M: ASN.1
//!
//! Request [UNIVERSAL 16]: SEQUENCE, extensible at 2
//!   id [0]: INTEGER (0..255) as U8
//!   body [1] [UNIVERSAL 16] OPTIONAL: SEQUENCE OF, size 1..4
//!     item: Choice
//! ```

use crate::constraint::{ComponentConstraint, ComponentPresence, Constraint, Elements};
use crate::graph::{Notation, Origin, Presence, RpcProgram, SyntaxGraph};
use crate::ids::{FieldId, IndexVec, ModuleId, TypeId};
use crate::permitted::Permitted;
use crate::types::{Bounds, Enumeration, IntegerRepr, OpenType, Order, Scalar, SizeRange, Tag, TypeKind};
use crate::value::Value;
use num_bigint::BigInt;
use std::fmt::Write;

/// Returns the graph as text: modules in the order of the specification, with their definitions, fields and
/// constants.
pub fn dump(graph: &SyntaxGraph) -> String {
    let mut dumper = Dumper { graph, text: String::new(), shown: IndexVec::filled(false, graph.types.len()) };
    for (module, node) in graph.modules.enumerated() {
        let notation = match node.notation {
            Notation::Asn1 => "ASN.1",
            Notation::Xdr => "XDR",
        };
        if !dumper.text.is_empty() {
            dumper.text.push('\n');
        }
        dumper.line(0, &format!("module {}: {notation}", node.name));
        for constant in graph.constants.iter().filter(|constant| constant.module == module) {
            let value = dumper.value(&constant.value, 0);
            dumper.line(0, &format!("\nconstant {} = {value}", constant.name));
        }
        for (ty, def) in graph.types.enumerated() {
            if let Origin::Definition(name) = &def.origin
                && def.module == module
            {
                let tags = tags(&def.tags);
                dumper.definition(module, &format!("\n{name}{tags}"), ty);
            }
        }
        for program in graph.programs.iter().filter(|program| program.module == module) {
            dumper.program(module, program);
        }
    }
    // These types are unreferenced. The front end should not have made them, and golden files show this.
    for ty in graph.types.ids() {
        if !dumper.shown[ty] && !is_discriminant(graph, ty) {
            dumper.definition(graph.types[ty].module, &format!("\nunreferred {}", graph.type_path(ty)), ty);
        }
    }
    dumper.text
}

/// Returns whether a type is embedded in a discriminant. The line of the union shows such a type.
fn is_discriminant(graph: &SyntaxGraph, ty: TypeId) -> bool {
    let Origin::Embedded(field) = graph.types[ty].origin else { return false };
    match &graph.types[graph.fields[field].owner].kind {
        TypeKind::Union(union) => union.discriminant.as_ref().is_some_and(|known| known.field == field),
        _ => false,
    }
}

/// Returns a constraint in ASN.1 notation, in parentheses.
pub fn constraint(graph: &SyntaxGraph, constraint: &Constraint) -> String {
    let dumper = Dumper { graph, text: String::new(), shown: IndexVec::new() };
    dumper.constraint(constraint, 0)
}

/// Returns a value in a notation similar to ASN.1. Contents octets, for example of an object identifier, are
/// hexadecimal.
pub fn value(graph: &SyntaxGraph, value: &Value) -> String {
    let dumper = Dumper { graph, text: String::new(), shown: IndexVec::new() };
    dumper.value(value, 0)
}

struct Dumper<'g> {
    graph: &'g SyntaxGraph,
    text: String,
    shown: IndexVec<TypeId, bool>,
}

/// An item of the remaining work.
enum Todo {
    Field(FieldId),
    Line(String),
}

impl Dumper<'_> {
    fn line(&mut self, indent: usize, line: &str) {
        // A definition starts with an empty line.
        let (before, line) = line.strip_prefix('\n').map_or(("", line), |line| ("\n", line));
        let _ = writeln!(self.text, "{before}{:1$}{line}", "", indent * 2);
    }

    /// Writes a remote program with its versions and procedures.
    fn program(&mut self, module: ModuleId, program: &RpcProgram) {
        self.line(0, &format!("\nprogram {} = {}", program.name, program.number));
        for version in &program.versions {
            self.line(1, &format!("version {} = {}", version.name, version.number));
            for procedure in &version.procedures {
                let mut types = Vec::new();
                for ty in procedure.result.iter().chain(&procedure.arguments) {
                    self.shown[*ty] = true;
                    types.push(self.discriminant_type(module, *ty));
                }
                let result = procedure.result.map_or("void".to_owned(), |_| types.remove(0));
                let arguments = if types.is_empty() { "void".to_owned() } else { types.join(", ") };
                self.line(2, &format!("{result} {}({arguments}) = {}", procedure.name, procedure.number));
            }
        }
    }

    /// Writes a definition with all its embedded types.
    fn definition(&mut self, module: ModuleId, head: &str, ty: TypeId) {
        self.shown[ty] = true;
        let own = self.graph.constraints.types.get(&ty);
        let constraints = self.constraints(own, || (self.graph.permitted(ty), self.graph.widths(ty)));
        self.line(0, &format!("{head}: {}{constraints}", self.describe(module, ty)));
        let mut stack = self.inside(module, ty, 1);
        while let Some((indent, todo)) = stack.pop() {
            match todo {
                Todo::Line(line) => self.line(indent, &line),
                Todo::Field(field) => {
                    let node = &self.graph.fields[field];
                    let target = node.target;
                    let is_embedded = matches!(self.graph.types[target].origin, Origin::Embedded(_));
                    let head = self.head(field);
                    let own = self.graph.constraints.fields.get(&field);
                    let constraints = self
                        .constraints(own, || (self.graph.permitted_in(field), self.graph.widths_in(field)));
                    if is_embedded && !self.shown[target] {
                        self.shown[target] = true;
                        let line = format!("{head}: {}{constraints}", self.describe(module, target));
                        self.line(indent, &line);
                        stack.extend(self.inside(module, target, indent + 1));
                    } else {
                        self.line(indent, &format!("{head}: {}{constraints}", self.name(module, target)));
                    }
                }
            }
        }
    }

    /// Returns the name of a type: short in its own module, else with its path.
    fn name(&self, module: ModuleId, ty: TypeId) -> String {
        let def = &self.graph.types[ty];
        match &def.origin {
            Origin::Definition(name) if def.module == module => name.clone(),
            _ => self.graph.type_path(ty),
        }
    }

    /// Returns a field's name, tags and presence.
    fn head(&self, field: FieldId) -> String {
        let (cases, group) = (self.cases(field), self.group(field));
        let field = &self.graph.fields[field];
        let name = if field.name.is_empty() { "item" } else { &field.name };
        let mut head = format!("{cases}{name}{}", tags(&field.tags));
        match &field.presence {
            Presence::Mandatory => {}
            Presence::Optional => head.push_str(" OPTIONAL"),
            Presence::Default(value) => {
                let _ = write!(head, " DEFAULT {}", self.value(value, 0));
            }
        }
        if field.addition {
            head.push_str(" addition");
            head.push_str(&group);
        }
        head
    }

    /// Returns the number of the version bracket around a field, from 1, as text.
    fn group(&self, field: FieldId) -> String {
        let TypeKind::Structure(structure) = &self.graph.types[self.graph.fields[field].owner].kind else {
            return String::new();
        };
        // Most structures have no brackets, so their fields are not searched.
        if structure.groups.is_empty() {
            return String::new();
        }
        let at = structure.fields.iter().position(|own| *own == field).unwrap_or(usize::MAX);
        let group = structure.groups.iter().position(|group| group.contains(&at));
        group.map_or(String::new(), |group| format!(" in group {}", group + 1))
    }

    /// Returns the values of the discriminant that select an arm.
    fn cases(&self, field: FieldId) -> String {
        let TypeKind::Union(union) = &self.graph.types[self.graph.fields[field].owner].kind else {
            return String::new();
        };
        let Some(discriminant) = &union.discriminant else { return String::new() };
        let arm = union.arms.iter().position(|arm| *arm == field);
        let cases = arm.and_then(|arm| discriminant.cases.get(arm)).into_iter().flatten();
        let mut words: Vec<String> = cases.map(ToString::to_string).collect();
        if discriminant.default == Some(field) {
            words.push("default".to_owned());
        }
        format!("{} => ", words.join(", "))
    }

    /// Returns the type of a discriminant in one line.
    fn discriminant_type(&self, module: ModuleId, ty: TypeId) -> String {
        match self.graph.types[ty].origin {
            Origin::Definition(_) => self.name(module, ty),
            Origin::Embedded(_) => self.describe(module, ty),
        }
    }

    /// Returns the contents of a type as work items with their indentation, the last one first.
    fn inside(&self, module: ModuleId, ty: TypeId, indent: usize) -> Vec<(usize, Todo)> {
        let mut inside: Vec<(usize, Todo)> = match &self.graph.types[ty].kind {
            TypeKind::Open(open) => {
                self.alternatives(module, open).map(|line| (indent, Todo::Line(line))).collect()
            }
            _ => self.graph.fields_of(ty).iter().map(|field| (indent, Todo::Field(*field))).collect(),
        };
        inside.reverse();
        inside
    }

    fn alternatives<'a>(
        &'a self,
        module: ModuleId,
        open: &'a OpenType,
    ) -> impl Iterator<Item = String> + use<'a> {
        open.alternatives.iter().map(move |alternative| {
            let target = self.name(module, alternative.target);
            format!("when {}: {target}", self.value(&alternative.identifier, 0))
        })
    }

    /// Returns the path to the governor of an open type as text. The path starts at the structure that contains both.
    fn governor(&self, open: &OpenType) -> String {
        let names: Vec<&str> =
            open.governor.iter().map(|field| self.graph.fields[*field].name.as_str()).collect();
        names.join(".")
    }

    /// Returns a type in one line.
    fn describe(&self, module: ModuleId, ty: TypeId) -> String {
        match &self.graph.types[ty].kind {
            TypeKind::Scalar(scalar) => describe_scalar(scalar),
            TypeKind::Structure(structure) => {
                let name = if structure.order == Order::Ordered { "SEQUENCE" } else { "SET" };
                match structure.extension {
                    Some(at) => format!("{name}, extensible at {at}"),
                    None => name.to_owned(),
                }
            }
            TypeKind::Union(union) => {
                if let Some(discriminant) = &union.discriminant {
                    let field = &self.graph.fields[discriminant.field];
                    format!("union, by {}: {}", field.name, self.discriminant_type(module, field.target))
                } else if union.extensible {
                    format!("CHOICE, extensible at {}", union.roots)
                } else {
                    "CHOICE".to_owned()
                }
            }
            TypeKind::Array(array) => {
                let name = match (array.linked, array.order) {
                    (true, _) => "linked list",
                    (false, Order::Ordered) => "SEQUENCE OF",
                    (false, Order::Unordered) => "SET OF",
                };
                format!("{name}{}", size(&array.size))
            }
            TypeKind::Open(open) => match self.governor(open) {
                path if path.is_empty() => "open".to_owned(),
                path => format!("open, by {path}"),
            },
            TypeKind::Reference(target) => format!("is {}", self.name(module, *target)),
        }
    }

    /// Returns the constraints after a type, each in parentheses, and their effect.
    fn constraints(
        &self,
        list: Option<&Vec<Constraint>>,
        effect: impl Fn() -> (Permitted, String),
    ) -> String {
        let shown: Vec<String> =
            list.into_iter().flatten().map(|constraint| self.constraint(constraint, 0)).collect();
        if shown.is_empty() {
            return String::new();
        }
        let (permitted, widths) = effect();
        let permits = if permitted.is_anything() { "" } else { ", permits " };
        format!(", constrained {}{permits}{permitted}{widths}", shown.join(" "))
    }

    fn constraint(&self, constraint: &Constraint, depth: usize) -> String {
        let mut parts: Vec<String> = constraint.root.iter().map(|root| self.elements(root, depth)).collect();
        if constraint.extensible {
            parts.push("...".to_owned());
        }
        parts.extend(constraint.additions.iter().map(|additions| self.elements(additions, depth)));
        format!("({})", parts.join(", "))
    }

    /// Returns the elements of a constraint in one line, cut at deep nesting.
    fn elements(&self, elements: &Elements, depth: usize) -> String {
        const DEEPEST: usize = 16;
        if depth > DEEPEST {
            return "...".to_owned();
        }
        let part = |elements: &Elements| match elements {
            Elements::Union(_)
            | Elements::Intersection(_)
            | Elements::Except(..)
            | Elements::AllExcept(_) => {
                format!("({})", self.elements(elements, depth + 1))
            }
            _ => self.elements(elements, depth + 1),
        };
        let all =
            |parts: &[Elements], between: &str| parts.iter().map(part).collect::<Vec<_>>().join(between);
        let value = |value: &Value| self.value(value, depth);
        match elements {
            Elements::Union(parts) => all(parts, " | "),
            Elements::Intersection(parts) => all(parts, " ^ "),
            Elements::Except(base, excluded) => format!("{} EXCEPT {}", part(base), part(excluded)),
            Elements::AllExcept(excluded) => format!("ALL EXCEPT {}", part(excluded)),
            Elements::Nested(inner) => self.constraint(inner, depth + 1),
            Elements::Value(own) => value(own),
            Elements::Range(range) => {
                let end = |end: &Option<Value>, none: &str| end.as_ref().map_or(none.to_owned(), value);
                let open = |open: bool| if open { "<" } else { "" };
                let (low, high) = (end(&range.lower, "MIN"), end(&range.upper, "MAX"));
                format!("{low}{}..{}{high}", open(range.lower_open), open(range.upper_open))
            }
            Elements::Size(inner) => format!("SIZE {}", self.constraint(inner, depth + 1)),
            Elements::From(inner) => format!("FROM {}", self.constraint(inner, depth + 1)),
            Elements::Includes(ty) => format!("INCLUDES {}", self.graph.type_path(*ty)),
            Elements::Pattern { text, .. } => {
                format!("PATTERN {}", text.as_ref().map_or("?".to_owned(), value))
            }
            Elements::Settings { text, .. } => format!("SETTINGS {text:?}"),
            Elements::Contents { contained, encoded_by } => {
                let contained = contained.map(|ty| format!("CONTAINING {}", self.graph.type_path(ty)));
                let rules = encoded_by.as_ref().map(|rules| format!("ENCODED BY {}", value(rules)));
                contained.into_iter().chain(rules).collect::<Vec<_>>().join(" ")
            }
            Elements::Component(inner) => format!("WITH COMPONENT {}", self.constraint(inner, depth + 1)),
            Elements::Components { partial, components } => {
                let mut parts: Vec<String> = partial.then(|| "...".to_owned()).into_iter().collect();
                parts.extend(components.iter().map(|component| self.component(component, depth)));
                format!("WITH COMPONENTS {{{}}}", parts.join(", "))
            }
            Elements::UserDefined(text) => format!("CONSTRAINED BY {{{text}}}"),
            Elements::Table(text) => text.clone(),
            Elements::Unknown => "?".to_owned(),
        }
    }

    fn component(&self, component: &ComponentConstraint, depth: usize) -> String {
        let mut text = self.graph.fields[component.field].name.clone();
        if let Some(inner) = &component.constraint {
            let _ = write!(text, " {}", self.constraint(inner, depth + 1));
        }
        text.push_str(match component.presence {
            Some(ComponentPresence::Present) => " PRESENT",
            Some(ComponentPresence::Absent) => " ABSENT",
            Some(ComponentPresence::Optional) => " OPTIONAL",
            None => "",
        });
        text
    }

    /// Returns a value in one line, cut at deep nesting.
    fn value(&self, value: &Value, depth: usize) -> String {
        const DEEPEST: usize = 8;
        if depth > DEEPEST {
            return "...".to_owned();
        }
        let list = |values: Vec<String>| values.join(", ");
        match value {
            Value::Boolean(true) => "TRUE".to_owned(),
            Value::Boolean(false) => "FALSE".to_owned(),
            Value::Integer(number) => number.to_string(),
            Value::Null => "NULL".to_owned(),
            Value::Real(octets) => format!("REAL '{}'H", hex(octets)),
            Value::Bits { octets, length } => format!("'{}'H of {length} bits", hex(octets)),
            Value::Known(_, value) | Value::Kept(value, _) | Value::Extended(value, _) => {
                self.value(value, depth + 1)
            }
            Value::Octets(octets) | Value::Open(octets) | Value::UnknownArm(octets) => {
                format!("'{}'H", hex(octets))
            }
            Value::Oid(contents) => format!("OID '{}'H", hex(contents)),
            Value::Chars(octets) => format!("{:?}", String::from_utf8_lossy(octets)),
            Value::Structure(fields) => {
                let field = |(field, value): &(FieldId, Value)| {
                    format!("{} {}", self.graph.fields[*field].name, self.value(value, depth + 1))
                };
                format!("{{{}}}", list(fields.iter().map(field).collect()))
            }
            Value::Union(arm, value) | Value::Switch { arm, value, .. } => {
                format!("{}: {}", self.graph.fields[*arm].name, self.value(value, depth + 1))
            }
            Value::Array(values) => {
                format!("{{{}}}", list(values.iter().map(|value| self.value(value, depth + 1)).collect()))
            }
        }
    }
}

fn describe_scalar(scalar: &Scalar) -> String {
    match scalar {
        Scalar::Boolean => "BOOLEAN".to_owned(),
        Scalar::Integer(integer) => {
            let named = items(&integer.named);
            format!("INTEGER{}{named} as {}", range(&integer.range), repr(integer.repr))
        }
        Scalar::Enumerated(enumeration) => {
            format!("ENUMERATED{} as {}", enumerated(enumeration), repr(enumeration.repr()))
        }
        Scalar::Real => "REAL".to_owned(),
        Scalar::Float(width) => format!("float of {} octets", width.octets()),
        Scalar::BitString { named, size: bits } => format!("BIT STRING{}{}", size(bits), items(named)),
        Scalar::OctetString { size: octets } => format!("OCTET STRING{}", size(octets)),
        Scalar::Null => "NULL".to_owned(),
        Scalar::ObjectIdentifier => "OBJECT IDENTIFIER".to_owned(),
        Scalar::RelativeOid => "RELATIVE-OID".to_owned(),
        Scalar::Characters { kind, size: characters, alphabet } => {
            let mut text = format!("{kind:?} string{}", size(characters));
            if let Some(ranges) = alphabet {
                let show = |&(low, high): &(u32, u32)| match low == high {
                    true => format!("{low:#x}"),
                    false => format!("{low:#x}..{high:#x}"),
                };
                let ranges: Vec<String> = ranges.iter().map(show).collect();
                let _ = write!(text, ", from {}", ranges.join(" "));
            }
            text
        }
        Scalar::Time(kind) => format!("{kind:?}"),
    }
}

fn repr(repr: IntegerRepr) -> String {
    format!("{repr:?}")
}

/// Returns tags, outermost first, each after a space.
fn tags(tags: &[Tag]) -> String {
    tags.iter().map(|tag| format!(" {tag}")).collect()
}

fn range(range: &Bounds) -> String {
    if *range == Bounds::default() {
        return String::new();
    }
    let bound = |bound: &Option<BigInt>, none: &str| match bound {
        Some(number) => number.to_string(),
        None => none.to_owned(),
    };
    let extensible = if range.extensible { ", ..." } else { "" };
    format!(" ({}..{}{extensible})", bound(&range.min, "MIN"), bound(&range.max, "MAX"))
}

fn size(size: &SizeRange) -> String {
    if *size == SizeRange::default() {
        return String::new();
    }
    let extensible = if size.extensible { ", ..." } else { "" };
    match size.max {
        Some(max) if max == size.min => format!(", size {max}{extensible}"),
        Some(max) => format!(", size {}..{max}{extensible}", size.min),
        None => format!(", size {}..MAX{extensible}", size.min),
    }
}

fn items(items: &[(String, BigInt)]) -> String {
    if items.is_empty() {
        return String::new();
    }
    let items: Vec<String> = items.iter().map(|(name, number)| format!("{name}({number})")).collect();
    format!(" {{{}}}", items.join(", "))
}

/// Returns the items of an enumeration, with `...` between root and additions.
fn enumerated(enumeration: &Enumeration) -> String {
    let mut items: Vec<String> =
        enumeration.items.iter().map(|(name, number)| format!("{name}({number})")).collect();
    if enumeration.extensible {
        items.insert(enumeration.roots.min(items.len()), "...".to_owned());
    }
    format!(" {{{}}}", items.join(", "))
}

fn hex(octets: &[u8]) -> String {
    data_encoding::HEXUPPER.encode(octets)
}
