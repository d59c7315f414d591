//! Applies tables of the configuration that map governor values to the types of an open type. They serve `ANY
//! DEFINED BY`, which has no table in the specification, and extend tables of the specification.

use crate::config::Alternative;
use crate::suggest;
use data_encoding::HEXUPPER_PERMISSIVE;
use num_bigint::BigInt;
use std::collections::BTreeMap;
use syntax_graph::value::oid_contents;
use syntax_graph::{
    Bounds, CharKind, Diagnostic, Integer, OpenAlternative, Origin, Scalar, SizeRange, SyntaxGraph, Tag,
    TypeDef, TypeId, TypeKind, Value, opens,
};

/// Adds alternatives to open types, and gives the open types arms.
///
/// # Errors
/// The wrong entries, each with its place.
pub fn apply(
    graph: &mut SyntaxGraph,
    found: &[TypeId],
    table: &[Alternative],
) -> Result<(), Vec<Diagnostic>> {
    let mut errors = Vec::new();
    for &open in found {
        let TypeKind::Open(node) = &graph.types[open].kind else { continue };
        let (governor, path) = (node.governor.last().copied(), graph.type_path(open));
        let mut known: Vec<OpenAlternative> = node.alternatives.clone();
        // The places in `known` that the table has set, with the names of their types.
        let mut chosen: BTreeMap<usize, &str> = BTreeMap::new();
        let Some(governor) = governor else {
            let span = table.first().map_or(syntax_graph::Span::none(), |entry| entry.key_span);
            let message = format!("`{path}` is not DEFINED BY a component, so nothing selects its type");
            errors.push(Diagnostic::error("config-open-type", span, message));
            continue;
        };
        for entry in table {
            let target = graph.fields[governor].target;
            let identifier = match identifier(graph, target, open, &entry.key) {
                Ok(identifier) => identifier,
                Err(message) => {
                    errors.push(wrong(entry.key_span, message));
                    continue;
                }
            };
            let target = match target_type(graph, open, &entry.ty) {
                Ok(target) => target,
                Err(message) => {
                    errors.push(wrong(entry.span, message));
                    continue;
                }
            };
            let at = known.iter().position(|own| own.identifier == identifier).unwrap_or_else(|| {
                known.push(OpenAlternative { identifier, target, mandatory: None });
                known.len() - 1
            });
            match chosen.get(&at) {
                // The configuration replaces the type of an entry of the specification.
                None => {
                    known[at].target = target;
                    chosen.insert(at, &entry.ty);
                }
                Some(&name) if name == entry.ty || known[at].target == target => {}
                Some(_) => {
                    let message = format!("`{}` selects two types of `{path}`", entry.key);
                    errors.push(wrong(entry.key_span, (message, None)));
                }
            }
        }
        if let TypeKind::Open(node) = &mut graph.types[open].kind {
            node.alternatives = known;
            node.arms.clear();
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    opens::make_arms(graph, Some(found));
    for &open in found {
        if matches!(&graph.types[open].kind, TypeKind::Open(node) if node.arms.is_empty()) {
            let span = table.first().map_or(syntax_graph::Span::none(), |entry| entry.key_span);
            let message = format!(
                "`{}` cannot be decoded: its governor must be a number, string or object identifier in \
                     the same structure",
                graph.type_path(open)
            );
            errors.push(Diagnostic::error("config-open-type", span, message));
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

fn wrong(span: syntax_graph::Span, (message, help): (String, Option<String>)) -> Diagnostic {
    let found = Diagnostic::error("config-open-type", span, message);
    match help {
        Some(help) => found.with_help(help),
        None => found,
    }
}

type Refused = (String, Option<String>);

/// Returns the governor value that a key names: dotted numbers, a number, the name of an item or of a value
/// definition, or the characters of a string.
fn identifier(graph: &SyntaxGraph, governor: TypeId, open: TypeId, key: &str) -> Result<Value, Refused> {
    if let TypeKind::Union(union) = graph.kind(governor) {
        for &arm in &union.arms {
            if let Ok(value) = identifier(graph, graph.fields[arm].target, open, key) {
                return Ok(Value::Union(arm, Box::new(value)));
            }
        }
    }
    let refused = |what: &str, help| Err((format!("`{key}` is not {what}"), help));
    let Some(scalar) = graph.scalar(governor) else { return refused("a value of the governor", None) };
    let named = || {
        let home = graph.types[open].module;
        let fits = |value: &&Value| {
            matches!(
                (scalar, value),
                (Scalar::ObjectIdentifier | Scalar::RelativeOid, Value::Oid(_))
                    | (Scalar::Integer(_) | Scalar::Enumerated(_), Value::Integer(_))
                    | (Scalar::OctetString { .. }, Value::Octets(_))
                    | (Scalar::Characters { .. } | Scalar::Time(_), Value::Chars(_))
            )
        };
        let of_name = |one: &&syntax_graph::graph::Constant| {
            one.name == key || format!("{}.{}", graph.modules[one.module].name, one.name) == key
        };
        let mut values: Vec<_> = graph.constants.iter().filter(of_name).collect();
        values.sort_by_key(|one| one.module != home);
        values.iter().map(|one| &one.value).find(fits).cloned()
    };
    let names = || suggest::hint(key, graph.constants.iter().map(|one| one.name.as_str()));
    let number = || key.parse::<BigInt>().ok().map(Value::Integer);
    let item = |items: &[(String, BigInt)]| {
        items.iter().find(|(name, _)| name == key).map(|(_, number)| Value::Integer(number.clone()))
    };
    match scalar {
        Scalar::ObjectIdentifier | Scalar::RelativeOid => {
            let arcs: Option<Vec<BigInt>> = key.split('.').map(|arc| arc.parse().ok()).collect();
            let contents = arcs.and_then(|arcs| oid_contents(&arcs, matches!(scalar, Scalar::RelativeOid)));
            match contents.map(Value::Oid).or_else(named) {
                Some(value) => Ok(value),
                None => {
                    refused("an object identifier, and no value of the specification has that name", names())
                }
            }
        }
        Scalar::Integer(integer) => match number().or_else(|| item(&integer.named)).or_else(named) {
            Some(value) => Ok(value),
            None => refused("a number, and no value of the specification has that name", names()),
        },
        Scalar::Enumerated(enumeration) => match item(&enumeration.items).or_else(number) {
            Some(value) => Ok(value),
            None => {
                let items = enumeration.items.iter().map(|item| item.0.as_str());
                refused("an item of the enumeration", suggest::hint(key, items))
            }
        },
        Scalar::Characters { kind, .. } if characters(*kind, key).is_some() => {
            Ok(Value::Chars(characters(*kind, key).unwrap_or_default()))
        }
        Scalar::Time(_) if key.is_ascii() => Ok(Value::Chars(key.as_bytes().to_vec())),
        Scalar::OctetString { .. } => match octets(key).map(Value::Octets).or_else(named) {
            Some(value) => Ok(value),
            None => refused("a string of hexadecimal digits", names()),
        },
        _ => refused("a value of the governor", None),
    }
}

/// Returns a string's contents octets.
fn characters(kind: CharKind, text: &str) -> Option<Vec<u8>> {
    match kind {
        CharKind::Utf8 => Some(text.as_bytes().to_vec()),
        CharKind::Bmp => Some(text.encode_utf16().flat_map(u16::to_be_bytes).collect()),
        CharKind::Universal => Some(text.chars().flat_map(|one| u32::from(one).to_be_bytes()).collect()),
        _ => text.chars().map(|one| u8::try_from(u32::from(one)).ok()).collect(),
    }
}

fn octets(hex: &str) -> Option<Vec<u8>> {
    HEXUPPER_PERMISSIVE.decode(hex.as_bytes()).ok()
}

/// Returns the type that a name means: a definition, first in the open type's module, or a built-in type
/// of ASN.1.
fn target_type(graph: &mut SyntaxGraph, open: TypeId, name: &str) -> Result<TypeId, Refused> {
    let home = graph.types[open].module;
    let found = graph.definitions(name);
    let own: Vec<TypeId> = found.iter().copied().filter(|ty| graph.types[*ty].module == home).collect();
    match (&own[..], &found[..]) {
        ([ty], _) | ([], [ty]) => return Ok(*ty),
        ([], []) => {}
        _ => {
            let modules: Vec<String> = found.iter().map(|ty| graph.type_path(*ty)).collect();
            let help = format!("write one of {}", modules.join(", "));
            return Err((format!("`{name}` names several types"), Some(help)));
        }
    }
    let Some((number, scalar)) = builtin(name) else {
        let definitions = graph.types.iter().filter_map(|def| match &def.origin {
            Origin::Definition(name) => Some(name.as_str()),
            Origin::Embedded(_) => None,
        });
        let help = suggest::hint(name, definitions);
        return Err((format!("the specification defines no type `{name}`"), help));
    };
    Ok(graph.types.push(TypeDef {
        origin: Origin::Definition(name.to_owned()),
        module: home,
        tags: vec![Tag::universal(number)],
        kind: TypeKind::Scalar(scalar),
        span: graph.types[open].span,
    }))
}

/// Returns a built-in type that its name alone denotes: its tag number (X.680 clause 8.4) and the type.
fn builtin(name: &str) -> Option<(u32, Scalar)> {
    let characters = |kind| Scalar::Characters { kind, size: SizeRange::default(), alphabet: None };
    Some(match name {
        "BOOLEAN" => (1, Scalar::Boolean),
        "INTEGER" => (2, Scalar::Integer(Integer::new(Bounds::default()))),
        "BIT STRING" => (3, Scalar::BitString { named: Vec::new(), size: SizeRange::default() }),
        "OCTET STRING" => (4, Scalar::OctetString { size: SizeRange::default() }),
        "NULL" => (5, Scalar::Null),
        "OBJECT IDENTIFIER" => (6, Scalar::ObjectIdentifier),
        "REAL" => (9, Scalar::Real),
        "UTF8String" => (12, characters(CharKind::Utf8)),
        "RELATIVE-OID" => (13, Scalar::RelativeOid),
        "NumericString" => (18, characters(CharKind::Numeric)),
        "PrintableString" => (19, characters(CharKind::Printable)),
        "TeletexString" | "T61String" => (20, characters(CharKind::Teletex)),
        "IA5String" => (22, characters(CharKind::Ia5)),
        "UTCTime" => (23, Scalar::Time(syntax_graph::TimeKind::UtcTime)),
        "GeneralizedTime" => (24, Scalar::Time(syntax_graph::TimeKind::GeneralizedTime)),
        "VisibleString" | "ISO646String" => (26, characters(CharKind::Visible)),
        "UniversalString" => (28, characters(CharKind::Universal)),
        "BMPString" => (30, characters(CharKind::Bmp)),
        _ => return None,
    })
}
