//! Describes types as the specification writes them, for the comments of the header.

use syntax_graph::graph::Presence;
use syntax_graph::{
    Array, Bounds, CharKind, Constraint, FieldId, FloatWidth, IntegerRepr, Notation, Order, Origin, Scalar,
    SizeRange, TimeKind, TypeId, TypeKind, ValidGraph, Value, dump,
};

/// Characters of a type or value in a comment; longer texts are cut.
const LONGEST: usize = 72;

/// Returns the type of a field with its range or size, and OPTIONAL or DEFAULT.
pub fn field(graph: &ValidGraph, field: FieldId) -> String {
    let node = &graph.fields[field];
    let constraints = graph.constraints.fields.get(&field).map_or(&[][..], |all| all);
    let own: String =
        constraints.iter().map(|constraint| format!(" {}", dump::constraint(graph, constraint))).collect();
    let is_xdr = is_xdr(graph, node.owner);
    let text = match &graph.types[node.target].origin {
        Origin::Definition(name) => match shown(graph, node.target) {
            // The front end names linked lists.
            Some(of) if is_xdr && of.ends_with('*') => of,
            Some(of) => format!("{name}{own}: {of}"),
            None => format!("{name}{own}"),
        },
        Origin::Embedded(_) => written(graph, node.target, constraints),
    };
    let text = cut(&text);
    match &node.presence {
        Presence::Mandatory => text,
        Presence::Optional if is_xdr => format!("{text} *"),
        Presence::Optional => format!("{text} OPTIONAL"),
        Presence::Default(value) => format!("{text} DEFAULT {}", cut(&default(graph, node.target, value))),
    }
}

/// Returns the text of a definition: a scalar or an array with its range or size; empty for structures and
/// unions.
pub fn definition(graph: &ValidGraph, ty: TypeId) -> String {
    shown(graph, ty).map(|text| cut(&text)).unwrap_or_default()
}

/// Returns the number of elements of an array; `None` for any number.
pub fn count(of: &SizeRange) -> Option<String> {
    size(of)
}

/// Returns the type of a definition; `None` for structures and unions, which have structs.
fn shown(graph: &ValidGraph, ty: TypeId) -> Option<String> {
    match graph.kind(ty) {
        TypeKind::Structure(_) | TypeKind::Union(_) => None,
        _ => Some(written(graph, ty, &[])),
    }
}

/// Returns a type without the name of its definition, with its own constraints and those of a field as
/// written; without any, with its effective ones.
fn written(graph: &ValidGraph, ty: TypeId, of_field: &[Constraint]) -> String {
    let ty = graph.resolve(ty);
    if is_xdr(graph, ty) {
        return xdr(graph, ty);
    }
    let constraints = graph.constraints.types.get(&ty).into_iter().flatten().chain(of_field);
    let own: Vec<String> = constraints.map(|constraint| dump::constraint(graph, constraint)).collect();
    let with = |name: &str, effect: String| match own.is_empty() {
        true => format!("{name}{effect}"),
        false => format!("{name} {}", own.join(" ")),
    };
    match &graph.types[ty].kind {
        TypeKind::Scalar(scalar) => {
            let effect = match scalar {
                Scalar::Integer(integer) => range(&integer.range),
                Scalar::BitString { size: of, .. }
                | Scalar::OctetString { size: of }
                | Scalar::Characters { size: of, .. } => {
                    size(of).map(|of| format!(" ({of})")).unwrap_or_default()
                }
                _ => String::new(),
            };
            with(&name(scalar), effect)
        }
        TypeKind::Array(array) => {
            let of = element(graph, array);
            let word = if array.order == Order::Ordered { "SEQUENCE" } else { "SET" };
            match own.first() {
                Some(own) => format!("{word} {own} OF {of}"),
                None => {
                    format!(
                        "{word}{} OF {of}",
                        size(&array.size).map(|of| format!(" {of}")).unwrap_or_default()
                    )
                }
            }
        }
        TypeKind::Structure(structure) if structure.order == Order::Unordered => "SET".to_owned(),
        TypeKind::Structure(_) => "SEQUENCE".to_owned(),
        TypeKind::Union(_) => "CHOICE".to_owned(),
        TypeKind::Open(open) => {
            let names: Vec<&str> = open.governor.iter().map(|field| &*graph.fields[*field].name).collect();
            let by = if names.is_empty() { String::new() } else { format!(", by {}", names.join(".")) };
            with("open type", by)
        }
        TypeKind::Reference(_) => String::new(),
    }
}

/// Returns the text of a type of RFC 4506.
fn xdr(graph: &ValidGraph, ty: TypeId) -> String {
    let sized = |name: &str, size: &SizeRange| match (size.fixed(), size.max) {
        (Some(fixed), _) => format!("{name}[{fixed}]"),
        (None, Some(max)) if max < u64::from(u32::MAX) => format!("{name}<{max}>"),
        _ => format!("{name}<>"),
    };
    match &graph.types[ty].kind {
        TypeKind::Scalar(scalar) => match scalar {
            Scalar::Boolean => "bool".to_owned(),
            Scalar::Integer(integer) => match integer.repr {
                IntegerRepr::U32 => "unsigned int",
                IntegerRepr::I64 => "hyper",
                IntegerRepr::U64 => "unsigned hyper",
                _ => "int",
            }
            .to_owned(),
            Scalar::Enumerated(_) => "enum".to_owned(),
            Scalar::Float(FloatWidth::Single) => "float".to_owned(),
            Scalar::Float(FloatWidth::Double) => "double".to_owned(),
            Scalar::OctetString { size } => sized("opaque", size),
            Scalar::Characters { size, .. } => sized("string", size),
            _ => "void".to_owned(),
        },
        TypeKind::Array(array) if array.linked => format!("{} *", element(graph, array)),
        TypeKind::Array(array) => sized(&element(graph, array), &array.size),
        TypeKind::Structure(_) => "struct".to_owned(),
        TypeKind::Union(_) => "union".to_owned(),
        TypeKind::Open(_) | TypeKind::Reference(_) => String::new(),
    }
}

/// Returns the name of an array's element, or its type.
fn element(graph: &ValidGraph, array: &Array) -> String {
    let target = graph.fields[array.element].target;
    match &graph.types[target].origin {
        Origin::Definition(name) => name.clone(),
        Origin::Embedded(_) => written(graph, target, &[]),
    }
}

/// Returns a DEFAULT; items and named numbers appear by name.
fn default(graph: &ValidGraph, ty: TypeId, value: &Value) -> String {
    let items = match graph.kind(ty) {
        TypeKind::Scalar(Scalar::Enumerated(enumeration)) => &enumeration.items[..],
        TypeKind::Scalar(Scalar::Integer(integer)) => &integer.named,
        _ => &[],
    };
    let item = items.iter().find(|(_, number)| matches!(value, Value::Integer(value) if value == number));
    item.map_or_else(|| dump::value(graph, value), |(name, _)| name.clone())
}

fn name(scalar: &Scalar) -> String {
    match scalar {
        Scalar::Boolean => "BOOLEAN",
        Scalar::Integer(_) => "INTEGER",
        Scalar::Enumerated(enumeration) if enumeration.extensible => "ENUMERATED, extensible",
        Scalar::Enumerated(_) => "ENUMERATED",
        Scalar::Real | Scalar::Float(_) => "REAL",
        Scalar::BitString { .. } => "BIT STRING",
        Scalar::OctetString { .. } => "OCTET STRING",
        Scalar::Null => "NULL",
        Scalar::ObjectIdentifier => "OBJECT IDENTIFIER",
        Scalar::RelativeOid => "RELATIVE-OID",
        Scalar::Characters { kind, .. } => match kind {
            CharKind::Utf8 => "UTF8String",
            CharKind::Ia5 => "IA5String",
            CharKind::Bmp => "BMPString",
            CharKind::ObjectDescriptor => "ObjectDescriptor",
            kind => return format!("{kind:?}String"),
        },
        Scalar::Time(kind) => match kind {
            TimeKind::UtcTime => "UTCTime",
            TimeKind::GeneralizedTime => "GeneralizedTime",
            TimeKind::Time => "TIME",
            TimeKind::Date => "DATE",
            TimeKind::TimeOfDay => "TIME-OF-DAY",
            TimeKind::DateTime => "DATE-TIME",
            TimeKind::Duration => "DURATION",
        },
    }
    .to_owned()
}

fn range(range: &Bounds) -> String {
    if *range == Bounds::default() {
        return String::new();
    }
    let end = |end: &Option<num_bigint::BigInt>, none: &str| {
        end.as_ref().map_or_else(|| none.to_owned(), ToString::to_string)
    };
    let extensible = if range.extensible { ", ..." } else { "" };
    let (low, high) = (end(&range.min, "MIN"), end(&range.max, "MAX"));
    if low == high { format!(" ({low}{extensible})") } else { format!(" ({low}..{high}{extensible})") }
}

/// Returns `SIZE (...)`; `None` for any size.
fn size(size: &SizeRange) -> Option<String> {
    if *size == SizeRange::default() {
        return None;
    }
    let extensible = if size.extensible { ", ..." } else { "" };
    Some(match size.max {
        Some(max) if max == size.min => format!("SIZE ({max}{extensible})"),
        Some(max) => format!("SIZE ({}..{max}{extensible})", size.min),
        None => format!("SIZE ({}..MAX{extensible})", size.min),
    })
}

fn is_xdr(graph: &ValidGraph, ty: TypeId) -> bool {
    graph.modules[graph.types[ty].module].notation == Notation::Xdr
}

/// Returns a text, cut if it is too long.
fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", text[..end].trim_end()),
        None => text.to_owned(),
    }
}
