//! A graph as text, for golden files: one definition a paragraph, what is written in place indented under its field.

use std::fmt::Write;
use syntax_graph::constraint::{Constraint, Elements};
use syntax_graph::{
    Bounds, Origin, Presence, Scalar, SizeRange, SyntaxGraph, Tag, TypeId, TypeKind, Value, dump,
    value::oid_arcs,
};

/// All definitions and constants.
pub fn render(graph: &SyntaxGraph) -> String {
    let mut text = String::new();
    for (id, ty) in graph.types.enumerated() {
        if let Origin::Definition(name) = &ty.origin {
            let _ = write!(text, "{}.{name} ::={} ", graph.modules[ty.module].name, tags(&ty.tags));
            node(graph, id, 1, &mut text);
        }
    }
    constraints(graph, &mut text);
    for constant in &graph.constants {
        let module = &graph.modules[constant.module].name;
        let _ = writeln!(text, "{module}.{} = {}", constant.name, value(graph, &constant.value));
    }
    text
}

/// Constraints that the types above do not show.
fn constraints(graph: &SyntaxGraph, text: &mut String) {
    let types = graph.constraints.types.iter();
    let types = types.map(|(id, list)| (graph.type_path(*id), list, graph.permitted(*id), graph.widths(*id)));
    let fields = graph.constraints.fields.iter();
    let fields =
        fields.map(|(id, list)| (graph.field_path(*id), list, graph.permitted_in(*id), graph.widths_in(*id)));
    for (path, list, permitted, widths) in types.chain(fields) {
        let is_shown = |constraint: &Constraint| {
            constraint.additions.is_none() && constraint.root.as_ref().is_none_or(plain)
        };
        if !list.iter().all(is_shown) {
            let shown: Vec<String> = list.iter().map(|own| dump::constraint(graph, own)).collect();
            let permits = if permitted.is_anything() { "" } else { " permits " };
            let _ = writeln!(text, "{path} constrained {}{permits}{permitted}{widths}", shown.join(" "));
        }
    }
}

/// A range, size or alphabet, the copy of a type, or a table that open types show.
fn plain(elements: &Elements) -> bool {
    use Elements as E;
    matches!(elements, E::Range(_) | E::Size(_) | E::From(_) | E::Includes(_) | E::Table(_))
}

fn tags(tags: &[Tag]) -> String {
    tags.iter().fold(String::new(), |text, tag| text + " " + &tag.to_string())
}

fn size(size: &SizeRange) -> String {
    match (size.min, size.max, size.extensible) {
        (0, None, _) => String::new(),
        (min, max, extensible) => {
            let max = max.map_or("MAX".to_owned(), |max| max.to_string());
            format!(" SIZE({min}..{max}{})", if extensible { ",..." } else { "" })
        }
    }
}

fn bounds(range: &Bounds) -> String {
    if range.min.is_none() && range.max.is_none() {
        return String::new();
    }
    let min = range.min.as_ref().map_or("MIN".to_owned(), ToString::to_string);
    let max = range.max.as_ref().map_or("MAX".to_owned(), ToString::to_string);
    format!(" ({min}..{max}{})", if range.extensible { ",..." } else { "" })
}

fn names<N: std::fmt::Display>(names: &[(String, N)]) -> String {
    if names.is_empty() {
        return String::new();
    }
    let shown: Vec<String> = names.iter().map(|(name, number)| format!("{name}({number})")).collect();
    format!(" {{{}}}", shown.join(", "))
}

fn scalar(scalar: &Scalar) -> String {
    match scalar {
        Scalar::Integer(integer) => {
            format!("INTEGER{}{} {:?}", names(&integer.named), bounds(&integer.range), integer.repr)
        }
        Scalar::Enumerated(items) => {
            let (root, additions) = items.items.split_at(items.roots);
            let marker = if items.extensible { " ..." } else { "" };
            format!("ENUMERATED{}{marker}{}", names(root), names(additions))
        }
        Scalar::BitString { named, size: own } => format!("BIT STRING{}{}", names(named), size(own)),
        Scalar::OctetString { size: own } => format!("OCTET STRING{}", size(own)),
        Scalar::Characters { kind, size: own, alphabet } => {
            let alphabet = alphabet.as_ref().map_or(String::new(), |ranges| format!(" FROM {ranges:?}"));
            format!("{kind:?}String{}{alphabet}", size(own))
        }
        other => format!("{other:?}"),
    }
}

fn node(graph: &SyntaxGraph, id: TypeId, depth: usize, text: &mut String) {
    let ty = &graph.types[id];
    let marker = match &ty.kind {
        TypeKind::Scalar(own) => {
            let _ = writeln!(text, "{}", scalar(own));
            return;
        }
        TypeKind::Reference(target) => {
            let _ = writeln!(text, "{}", graph.type_path(*target));
            return;
        }
        TypeKind::Open(open) => {
            let path: Vec<&str> =
                open.governor.iter().map(|field| graph.fields[*field].name.as_str()).collect();
            let governor = if path.is_empty() { String::new() } else { format!(" by {}", path.join(".")) };
            let _ = writeln!(text, "ANY{governor}");
            for alternative in &open.alternatives {
                let identifier = value(graph, &alternative.identifier);
                let _ = writeln!(
                    text,
                    "{}{identifier} => {}",
                    "  ".repeat(depth),
                    graph.type_path(alternative.target)
                );
            }
            return;
        }
        TypeKind::Structure(structure) => {
            let _ = writeln!(text, "{:?} structure", structure.order);
            structure.extension
        }
        TypeKind::Union(union) => {
            let _ = writeln!(text, "union");
            union.extensible.then_some(union.arms.len())
        }
        TypeKind::Array(array) => {
            let _ = writeln!(text, "{:?} array{}", array.order, size(&array.size));
            None
        }
    };
    let indent = "  ".repeat(depth);
    for (at, field) in graph.fields_of(id).iter().enumerate() {
        if marker == Some(at) {
            let _ = writeln!(text, "{indent}...");
        }
        let field = &graph.fields[*field];
        let presence = match &field.presence {
            Presence::Mandatory => String::new(),
            Presence::Optional => " OPTIONAL".to_owned(),
            Presence::Default(own) => format!(" DEFAULT {}", value(graph, own)),
        };
        let addition = match &graph.types[id].kind {
            TypeKind::Structure(own) => match own.groups.iter().position(|group| group.contains(&at)) {
                Some(group) => format!("+[{}] ", group + 1),
                None if field.addition => "+ ".to_owned(),
                None => String::new(),
            },
            TypeKind::Union(own) if at >= own.roots => "+ ".to_owned(),
            _ => String::new(),
        };
        let name = if field.name.is_empty() { "item" } else { &field.name };
        let _ = write!(text, "{indent}{addition}{name}{}{presence} : ", tags(&field.tags));
        match graph.types[field.target].origin {
            Origin::Definition(_) => {
                let _ = writeln!(text, "{}", graph.type_path(field.target));
            }
            Origin::Embedded(_) => node(graph, field.target, depth + 1, text),
        }
    }
    if marker == Some(graph.fields_of(id).len()) {
        let _ = writeln!(text, "{indent}...");
    }
}

fn hex(octets: &[u8]) -> String {
    octets.iter().map(|octet| format!("{octet:02X}")).collect()
}

fn value(graph: &SyntaxGraph, own: &Value) -> String {
    match own {
        Value::Boolean(value) => value.to_string(),
        Value::Integer(number) => number.to_string(),
        Value::Null => "NULL".to_owned(),
        Value::Oid(octets) => {
            let arcs = oid_arcs(octets, false).unwrap_or_default();
            arcs.iter().map(ToString::to_string).collect::<Vec<_>>().join(".")
        }
        Value::Chars(octets) => format!("{:?}", String::from_utf8_lossy(octets)),
        Value::Known(_, inner) | Value::Kept(inner, _) | Value::Extended(inner, _) => value(graph, inner),
        Value::Real(octets) | Value::Octets(octets) | Value::Open(octets) | Value::UnknownArm(octets) => {
            format!("'{}'H", hex(octets))
        }
        Value::Bits { octets, length } => format!("'{}'H/{length}", hex(octets)),
        Value::Structure(members) => {
            let shown = members
                .iter()
                .map(|(field, own)| format!("{} {}", graph.fields[*field].name, value(graph, own)));
            format!("{{{}}}", shown.collect::<Vec<_>>().join(", "))
        }
        Value::Union(arm, own) | Value::Switch { arm, value: own, .. } => {
            format!("{} : {}", graph.fields[*arm].name, value(graph, own))
        }
        Value::Array(elements) => {
            format!("{{{}}}", elements.iter().map(|own| value(graph, own)).collect::<Vec<_>>().join(", "))
        }
    }
}
