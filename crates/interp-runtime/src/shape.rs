//! The parts of structures and unions as the packed rules send them: root, additions, version brackets.

use crate::codec::Codec;
use crate::equality;
use syntax_graph::{FieldId, Order, Scalar, Structure, SyntaxGraph, Tag, TypeId, TypeKind, Union, Value};

/// A structure in the order of its encoding.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    /// The root components: those of a SET in the canonical order of their tags (X.691 clause 21.1).
    pub roots: Vec<FieldId>,
    /// The extension additions in textual order.
    pub additions: Vec<Addition>,
    /// Whether the structure has an extension marker.
    pub is_extensible: bool,
}

/// One extension addition.
#[derive(Clone, Debug)]
pub(crate) enum Addition {
    /// A component by itself.
    Field(FieldId),
    /// The components in version brackets, which are sent as one SEQUENCE (X.691 clause 19.9).
    Group(Vec<FieldId>),
}

impl Addition {
    /// Returns the components of the addition.
    pub(crate) fn fields(&self) -> &[FieldId] {
        match self {
            Self::Field(field) => std::slice::from_ref(field),
            Self::Group(fields) => fields,
        }
    }
}

impl Shape {
    /// Returns the parts of a structure.
    pub(crate) fn of(graph: &SyntaxGraph, structure: &Structure) -> Self {
        let fields = &structure.fields;
        let mut roots: Vec<FieldId> =
            fields.iter().copied().filter(|field| !graph.fields[*field].addition).collect();
        if structure.order == Order::Unordered {
            roots.sort_by_key(|field| first_tag(graph, *field));
        }
        let mut additions = Vec::new();
        let mut groups = structure.groups.iter().peekable();
        for (at, &field) in fields.iter().enumerate() {
            // COMPONENTS OF an empty structure can leave a group without components.
            while let Some(group) = groups.next_if(|group| group.start <= at) {
                additions.push(Addition::Group(fields[group.clone()].to_vec()));
            }
            let is_grouped = structure.groups.iter().any(|group| group.contains(&at));
            if graph.fields[field].addition && !is_grouped {
                additions.push(Addition::Field(field));
            }
        }
        additions.extend(groups.map(|group| Addition::Group(fields[group.clone()].to_vec())));
        Self { roots, additions, is_extensible: structure.extension.is_some() }
    }
}

/// Returns the arms in the root of a CHOICE in the order of their PER indices: that of the text. X.691 clause 23 orders
/// them by tag, which is the same under AUTOMATIC TAGS; `docs/semantics-packed.md` section 3 says why this order.
pub(crate) fn root_arms(union: &Union) -> &[FieldId] {
    &union.arms[..union.roots.min(union.arms.len())]
}

/// Returns the tag that orders a component: the outermost, or the smallest in the root of an untagged CHOICE (X.680
/// clause 8.6).
fn first_tag(graph: &SyntaxGraph, field: FieldId) -> Option<Tag> {
    let mut smallest = None;
    let mut left = vec![field];
    // The bound ends a cycle of untagged unions, which validation refuses.
    for _ in 0..=graph.fields.len() {
        let Some(field) = left.pop() else { break };
        let node = &graph.fields[field];
        match (node.tags.first(), graph.kind(node.target)) {
            (Some(&tag), _) => smallest = Some(smallest.map_or(tag, |other: Tag| other.min(tag))),
            (None, TypeKind::Union(union)) => left.extend(root_arms(union)),
            (None, _) => {}
        }
    }
    smallest
}

/// Returns whether a value equals a default, by [`equality::same`]. Trailing zeros of named bits do not matter
/// (X.680 clause 22.7). Open types are compared by [`equality::same_open`].
pub(crate) fn is_default(codec: &Codec<'_>, ty: TypeId, known: &Value, value: &Value) -> bool {
    let graph = codec.graph;
    equality::same(graph, ty, (known, value), &|ty, known, value| match (graph.kind(ty), known, value) {
        (
            TypeKind::Scalar(Scalar::BitString { named, .. }),
            Value::Bits { octets: known, .. },
            Value::Bits { octets, .. },
        ) if !named.is_empty() => trimmed(known) == trimmed(octets),
        (TypeKind::Open(_), ..) => {
            equality::same_open(codec, known, value, &|ty, known, value| is_default(codec, ty, known, value))
        }
        _ => known == value,
    })
}

/// Returns bytes without trailing zero bytes. Unused bits are zero, so equal bytes are equal named bits.
fn trimmed(octets: &[u8]) -> &[u8] {
    let length = octets.iter().rposition(|octet| *octet != 0).map_or(0, |last| last + 1);
    &octets[..length]
}
