//! Layouts of C structs: members, presence flags and their offsets.
//!
//! Structs do not depend on the plan. Presence flags are the first members, in the order of the program, so
//! that a command needs no second offset. Offsets are computed for the LP64 data model, where each is at
//! least as large as in smaller models. They decide only how many bytes a command uses for an offset; the
//! bytes themselves are `offsetof` expressions, guarded by assertions.

use crate::rules::Rules;
use std::collections::BTreeMap;
use syntax_graph::{
    Diagnostic, FieldId, FloatWidth, IndexVec, IntegerRepr, Presence, Scalar, SyntaxGraph, TypeId, TypeKind,
    ValidGraph,
};

/// The C type that holds a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CType {
    /// `bool`.
    Bool,
    /// A machine integer.
    Integer(IntegerRepr),
    /// `stubc_slice`.
    Slice,
    /// `stubc_bits`.
    Bits,
    /// No member: NULL.
    Nothing,
    /// `uint8_t [n]`.
    Octets(u64),
    /// `float`, `double`.
    Float(FloatWidth),
    /// The struct of a node.
    Struct(TypeId),
    /// A pointer to the struct of a node.
    Pointer(TypeId),
}

/// Size and alignment of a C type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// Size in bytes.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u64,
}

/// Layout of one node's struct.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// Fields with a presence flag, in the order of the program; the flag of `flags[i]` is at offset `i`.
    pub flags: Vec<FieldId>,
    /// Offset of each field's member (arms: of the union; elements: 0).
    pub offsets: BTreeMap<FieldId, u64>,
    /// Offset of the union's arms.
    pub arms_offset: u64,
    /// Offset of the received bytes, if they are kept.
    pub kept_offset: Option<u64>,
    /// Offset of the unknown additions, if they are kept.
    pub unknown_offset: Option<u64>,
    /// Size and alignment of the struct.
    pub extent: Option<Extent>,
    /// Number of members, including those of inner structs; an array counts as one element.
    pub members: u64,
}

/// Largest size of a struct in bytes, and of a contiguous part of an XDR message: a target's size_t may have
/// 32 bits.
pub const MAX_SIZE: u64 = 1 << 30;
/// Most members of a struct, including those of inner structs: compilers walk over all of them.
const MAX_MEMBERS: u64 = 1 << 22;

/// The order of a SET's fields in its program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetOrder {
    /// The fields in this order.
    pub fields: Vec<FieldId>,
    /// Whether the value decides the order of the tags, so that encoding sorts the elements.
    pub sorts: bool,
}

/// The layouts of all nodes.
#[derive(Debug)]
pub struct Layouts {
    layouts: BTreeMap<TypeId, Layout>,
    ctypes: BTreeMap<FieldId, CType>,
    recursive: IndexVec<FieldId, bool>,
    /// The list that each structure is an element of, through this field.
    links: BTreeMap<TypeId, FieldId>,
    rules: Rules,
    /// The order of the fields of each SET.
    orders: BTreeMap<TypeId, SetOrder>,
}

/// Returns whether a type is a linked list, whose C type is a pointer to its first element.
pub fn is_linked(graph: &SyntaxGraph, ty: TypeId) -> bool {
    matches!(graph.kind(ty), TypeKind::Array(array) if array.linked)
}

/// Returns the fields of a node that are members of its struct: those of [`SyntaxGraph::fields_of`], and a
/// discriminant.
pub fn members_of(graph: &SyntaxGraph, node: TypeId) -> impl Iterator<Item = FieldId> + '_ {
    let discriminant = match &graph.types[node].kind {
        TypeKind::Union(union) => union.discriminant.as_ref().map(|discriminant| discriminant.field),
        _ => None,
    };
    discriminant.into_iter().chain(graph.fields_of(node).iter().copied())
}

/// Returns the C type of a scalar under most rules.
pub fn scalar_ctype(scalar: &Scalar) -> CType {
    let integer = |repr| if repr == IntegerRepr::Bytes { CType::Slice } else { CType::Integer(repr) };
    match scalar {
        Scalar::Boolean => CType::Bool,
        Scalar::Integer(integer_type) => integer(integer_type.repr),
        Scalar::Enumerated(enumeration) => integer(enumeration.repr()),
        Scalar::BitString { .. } => CType::Bits,
        Scalar::Null => CType::Nothing,
        Scalar::Real
        | Scalar::Float(_)
        | Scalar::OctetString { .. }
        | Scalar::ObjectIdentifier
        | Scalar::RelativeOid
        | Scalar::Characters { .. }
        | Scalar::Time(_) => CType::Slice,
    }
}

/// Returns whether a field has a presence flag: it may be absent and has no default to fill in.
pub fn has_flag(graph: &SyntaxGraph, field: FieldId) -> bool {
    match graph.fields[field].presence {
        Presence::Mandatory => graph.fields[field].addition,
        Presence::Optional => true,
        Presence::Default(_) => graph.default_value(field).is_none(),
    }
}

impl Layouts {
    /// Computes the structs of `nodes`.
    pub fn compute(
        graph: &ValidGraph,
        nodes: &[TypeId],
        recursive: &IndexVec<FieldId, bool>,
        rules: Rules,
    ) -> Self {
        let mut this = Self {
            layouts: BTreeMap::new(),
            ctypes: BTreeMap::new(),
            recursive: recursive.clone(),
            links: BTreeMap::new(),
            rules,
            orders: rules.encoding().set_orders(graph, nodes),
        };
        for &node in nodes {
            let holds_pointers = this.holds_pointers(graph, node);
            if let TypeKind::Array(array) = &graph.types[node].kind
                && array.linked
            {
                let element = graph.resolve(graph.fields[array.element].target);
                this.links.insert(element, array.element);
            }
            for field in members_of(graph, node) {
                let target = graph.resolve(graph.fields[field].target);
                let ctype = match &graph.types[target].kind {
                    TypeKind::Scalar(scalar) => this.scalar(scalar),
                    TypeKind::Open(open) if open.arms.is_empty() => CType::Slice,
                    // A list is already a pointer.
                    _ if recursive[field] && !holds_pointers && !is_linked(graph, target) => {
                        CType::Pointer(target)
                    }
                    _ => CType::Struct(target),
                };
                this.ctypes.insert(field, ctype);
            }
        }
        for node in this.by_value_order(graph, nodes) {
            let mut layout = this.lay_out(graph, node);
            // The exact size beyond the limits does not matter, but sums must not overflow.
            let beyond = |extent: Extent| Extent { size: extent.size.min(2 * MAX_SIZE), ..extent };
            layout.extent = layout.extent.map(beyond);
            layout.members = this.members(graph, node).min(2 * MAX_MEMBERS);
            this.layouts.insert(node, layout);
        }
        this
    }

    fn members(&self, graph: &ValidGraph, node: TypeId) -> u64 {
        if self.holds_pointers(graph, node) {
            return 1;
        }
        let of_field = |field| {
            self.inner(field).map_or(1, |inner| self.layouts.get(&inner).map_or(1, |inner| inner.members))
        };
        members_of(graph, node).map(of_field).sum()
    }

    /// Returns the node whose struct is the member of a field.
    fn inner(&self, field: FieldId) -> Option<TypeId> {
        match self.ctypes[&field] {
            CType::Struct(inner) => Some(inner),
            _ => None,
        }
    }

    /// Returns whether the struct of a node holds its parts by pointers.
    fn holds_pointers(&self, graph: &ValidGraph, node: TypeId) -> bool {
        match graph.types[node].kind {
            TypeKind::Array(_) => !self.holds_elements(graph, node),
            TypeKind::Open(_) => true,
            _ => false,
        }
    }

    /// Returns the structs that are too large, although their inner structs are not.
    pub fn too_large(&self, graph: &ValidGraph) -> Vec<Diagnostic> {
        let excess = |node: TypeId| {
            let layout = &self.layouts.get(&node)?;
            if layout.extent.is_some_and(|extent| extent.size > MAX_SIZE) {
                Some("takes more than a gigabyte in every value".to_owned())
            } else {
                let message = format!("has more than {MAX_MEMBERS} members, those of inner structs included");
                (layout.members > MAX_MEMBERS).then_some(message)
            }
        };
        let mut found = Vec::new();
        for &node in self.layouts.keys() {
            let Some(excess_of_node) = excess(node) else { continue };
            let inner = |field: &FieldId| {
                !self.holds_pointers(graph, node)
                    && self.inner(*field).is_some_and(|inner| excess(inner).is_some())
            };
            if graph.fields_of(node).iter().any(inner) {
                continue;
            }
            let help = self.rules.encoding().smaller();
            let message = format!("{} {excess_of_node}", graph.type_path(node));
            found.push(Diagnostic::error("too-large", graph.types[node].span, message).with_help(help));
        }
        found
    }

    /// Returns whether a node's struct holds its elements itself.
    pub fn holds_elements(&self, graph: &SyntaxGraph, node: TypeId) -> bool {
        match &graph.types[node].kind {
            TypeKind::Array(array) => self.rules.encoding().holds_elements(array),
            _ => false,
        }
    }

    /// Returns the C type of a scalar.
    pub fn scalar(&self, scalar: &Scalar) -> CType {
        self.rules.encoding().scalar(scalar)
    }

    /// Returns the order of the fields of a SET.
    pub fn set_order(&self, node: TypeId) -> Option<&SetOrder> {
        self.orders.get(&node)
    }

    /// Returns the element field of the list that a structure forms: its struct ends in a link to the next
    /// one.
    pub fn link(&self, node: TypeId) -> Option<FieldId> {
        self.links.get(&node).copied()
    }

    /// Returns the layout of a node.
    pub fn of(&self, node: TypeId) -> &Layout {
        &self.layouts[&node]
    }

    /// Returns the C type of a field's member.
    pub fn ctype(&self, field: FieldId) -> CType {
        self.ctypes[&field]
    }

    /// Returns whether the field closes a cycle of types.
    pub fn is_recursive(&self, field: FieldId) -> bool {
        self.recursive[field]
    }

    /// Returns the nodes, each after those that its struct holds by value.
    pub fn by_value_order(&self, graph: &ValidGraph, nodes: &[TypeId]) -> Vec<TypeId> {
        let mut order = Vec::new();
        let mut done: BTreeMap<TypeId, bool> = BTreeMap::new();
        for &start in nodes {
            let mut stack = vec![(start, false)];
            while let Some((node, leave)) = stack.pop() {
                if leave {
                    if done.insert(node, true) != Some(true) {
                        order.push(node);
                    }
                    continue;
                }
                if done.contains_key(&node) {
                    continue;
                }
                done.insert(node, false);
                stack.push((node, true));
                if self.holds_pointers(graph, node) {
                    continue;
                }
                let inner = graph.fields_of(node).iter().rev().filter_map(|field| self.inner(*field));
                stack.extend(inner.map(|inner| (inner, false)));
            }
        }
        order
    }

    /// Returns size and alignment of a C type.
    pub fn extent(&self, ctype: CType) -> Extent {
        let even = |size| Extent { size, align: size };
        match ctype {
            CType::Bool => even(1),
            CType::Integer(repr) => even(u64::from(repr.machine().map_or(8, |(bits, _)| bits / 8))),
            CType::Slice | CType::Bits => Extent { size: 16, align: 8 },
            CType::Nothing => Extent { size: 0, align: 1 },
            CType::Octets(octets) => Extent { size: octets, align: 1 },
            CType::Float(width) => even(width.octets() as u64),
            CType::Struct(node) => self
                .layouts
                .get(&node)
                .and_then(|layout| layout.extent)
                .unwrap_or(Extent { size: 16, align: 8 }),
            CType::Pointer(_) => even(8),
        }
    }

    fn lay_out(&self, graph: &ValidGraph, node: TypeId) -> Layout {
        let mut layout = self.lay_out_members(graph, node);
        let slice = self.extent(CType::Slice);
        let append = |extent: &mut Option<Extent>, slices: u64| {
            let before = (*extent)?;
            let at = before.size.next_multiple_of(slice.align);
            let align = before.align.max(slice.align);
            *extent = Some(Extent { size: (at + slices * slice.size).next_multiple_of(align), align });
            Some(at)
        };
        if graph.extended.contains(&node) {
            layout.unknown_offset = append(&mut layout.extent, 2);
        }
        if graph.kept.contains(&node) {
            layout.kept_offset = append(&mut layout.extent, 1);
        }
        layout
    }

    fn lay_out_members(&self, graph: &ValidGraph, node: TypeId) -> Layout {
        let mut layout = Layout::default();
        let fields = graph.fields_of(node);
        match &graph.types[node].kind {
            TypeKind::Structure(_) => {
                let order = self.set_order(node).map_or(fields, |order| &order.fields);
                layout.flags = order.iter().copied().filter(|&field| has_flag(graph, field)).collect();
                let mut at = layout.flags.len() as u64;
                let mut align = 1;
                for &field in fields {
                    let extent = self.extent(self.ctypes[&field]);
                    at = at.next_multiple_of(extent.align);
                    layout.offsets.insert(field, at);
                    at += extent.size;
                    align = align.max(extent.align);
                }
                if self.links.contains_key(&node) {
                    let extent = self.extent(CType::Pointer(node));
                    at = at.next_multiple_of(extent.align) + extent.size;
                    align = align.max(extent.align);
                }
                layout.extent = Some(Extent { size: at.max(1).next_multiple_of(align), align });
            }
            TypeKind::Union(union) => {
                let slice = union.extensible.then_some(CType::Slice);
                let members = fields.iter().map(|field| self.ctypes[field]).chain(slice);
                let extents: Vec<Extent> = members.map(|ctype| self.extent(ctype)).collect();
                let kind = match &union.discriminant {
                    Some(discriminant) => self.extent(self.ctypes[&discriminant.field]).size,
                    None if fields.len() > 255 => 2,
                    None => 1,
                };
                let align = extents.iter().map(|extent| extent.align).max().unwrap_or(1).max(kind);
                let size = extents.iter().map(|extent| extent.size).max().unwrap_or(0);
                layout.arms_offset = kind.next_multiple_of(align);
                layout.offsets = members_of(graph, node).map(|field| (field, 0)).collect();
                layout.extent =
                    Some(Extent { size: (layout.arms_offset + size).next_multiple_of(align), align });
            }
            TypeKind::Array(array) => {
                layout.offsets.insert(array.element, 0);
                layout.extent = Some(if self.holds_elements(graph, node) {
                    let element = self.extent(self.ctypes[&array.element]);
                    Extent { size: element.size.saturating_mul(array.size.min), ..element }
                } else if array.linked {
                    self.extent(CType::Pointer(node))
                } else {
                    Extent { size: 16, align: 8 }
                });
            }
            TypeKind::Scalar(scalar) => layout.extent = Some(self.extent(self.scalar(scalar))),
            TypeKind::Open(open) if open.arms.is_empty() => {
                layout.extent = Some(self.extent(CType::Slice));
            }
            TypeKind::Open(_) => {
                let slice = self.extent(CType::Slice);
                layout.offsets = fields.iter().map(|&field| (field, 0)).collect();
                layout.arms_offset = (slice.size + 2).next_multiple_of(8);
                layout.extent = Some(Extent { size: layout.arms_offset + 8, align: slice.align });
            }
            TypeKind::Reference(_) => {}
        }
        layout
    }
}
