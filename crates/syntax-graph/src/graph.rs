//! The syntax graph: arenas of modules, type nodes and field nodes.

use crate::constraint::Constraints;
use crate::ids::{FieldId, IndexVec, ModuleId, TypeId};
use crate::source::Span;
use crate::types::{Scalar, Tag, TypeKind};
use crate::value::Value;
use std::collections::BTreeSet;

/// A specification as a graph of type and field nodes.
#[derive(Clone, Debug, Default)]
pub struct SyntaxGraph {
    /// The modules.
    pub modules: IndexVec<ModuleId, Module>,
    /// The type nodes: definitions, and types embedded in fields.
    pub types: IndexVec<TypeId, TypeDef>,
    /// The field nodes.
    pub fields: IndexVec<FieldId, Field>,
    /// Value definitions that a generated C header can contain.
    pub constants: Vec<Constant>,
    /// Remote programs whose procedures exchange values of the types (RFC 5531 section 12).
    pub programs: Vec<RpcProgram>,
    /// The constraints on values.
    pub constraints: Constraints,
    /// Structures, unions and arrays whose decoded values also keep their received bytes.
    pub kept: BTreeSet<TypeId>,
    /// Extensible structures whose decoded values also keep the additions that the specification does not know.
    pub extended: BTreeSet<TypeId>,
}

/// The notation that a module is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// ASN.1.
    Asn1,
    /// XDR.
    Xdr,
}

/// One module.
#[derive(Clone, Debug)]
pub struct Module {
    /// The module's name.
    pub name: String,
    /// The notation it is written in.
    pub notation: Notation,
    /// The place of its name.
    pub span: Span,
}

/// A value definition of a module.
#[derive(Clone, Debug)]
pub struct Constant {
    /// The name that the definition gives to the value.
    pub name: String,
    /// The module with the definition.
    pub module: ModuleId,
    /// The value.
    pub value: Value,
    /// The place of the definition.
    pub span: Span,
}

/// A remote program.
#[derive(Clone, Debug, PartialEq)]
pub struct RpcProgram {
    /// The program's name.
    pub name: String,
    /// The program's number.
    pub number: u32,
    /// The module with the definition.
    pub module: ModuleId,
    /// The program's versions.
    pub versions: Vec<RpcVersion>,
    /// The place of its name.
    pub span: Span,
}

/// One version of a remote program.
#[derive(Clone, Debug, PartialEq)]
pub struct RpcVersion {
    /// The version's name.
    pub name: String,
    /// The version's number.
    pub number: u32,
    /// The version's procedures.
    pub procedures: Vec<Procedure>,
}

/// A remote procedure.
#[derive(Clone, Debug, PartialEq)]
pub struct Procedure {
    /// The procedure's name.
    pub name: String,
    /// The procedure's number.
    pub number: u32,
    /// The types of its arguments, sent in order; empty for void.
    pub arguments: Vec<TypeId>,
    /// The type of its result; `None` for void, and for clustered procedures.
    pub result: Option<TypeId>,
    /// The calls that it joins, if it is a clustered procedure.
    pub cluster: Option<Cluster>,
}

/// Calls of a program that travel as one.
#[derive(Clone, Debug, PartialEq)]
pub struct Cluster {
    /// The calls in order.
    pub calls: Vec<ClusterCall>,
    /// Whether no call is made after one that fails.
    pub stops: bool,
    /// The most turns, if the calls are made in a loop.
    pub turns: Option<u64>,
    /// The arguments of one turn, a structure; `None` if the calls need none.
    pub turn: Option<TypeId>,
}

/// A call of a cluster.
#[derive(Clone, Debug, PartialEq)]
pub struct ClusterCall {
    /// The position of the version in the program.
    pub version: usize,
    /// The position of the procedure in the version.
    pub procedure: usize,
    /// Where its arguments come from, in order.
    pub arguments: Vec<ClusterArgument>,
}

/// The sources of an argument of a call in a cluster.
#[derive(Clone, Debug, PartialEq)]
pub struct ClusterArgument {
    /// The member of the cluster's arguments with everything that is not fed; `None` if all is.
    pub member: Option<FieldId>,
    /// The values that come from earlier results.
    pub feeds: Vec<ClusterFeed>,
}

/// A value of a result that a later call takes.
#[derive(Clone, Debug, PartialEq)]
pub struct ClusterFeed {
    /// The fields that lead to its place in the argument.
    pub argument: Vec<FieldId>,
    /// The position of the earlier call.
    pub from: usize,
    /// The fields that lead to it in the result: components, and arms of unions.
    pub result: Vec<FieldId>,
}

/// The origin of a type node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A definition (or an instance of a parameterized one) with this name.
    Definition(String),
    /// A type written in this field.
    Embedded(FieldId),
}

/// A type node.
#[derive(Clone, Debug)]
pub struct TypeDef {
    /// The type's origin: a definition, or a field.
    pub origin: Origin,
    /// The module of the type.
    pub module: ModuleId,
    /// All tags of a value outside any field, outermost first; empty for an untagged union or open type. A
    /// [`TypeKind::Reference`] repeats the tags of the type that it names, with implicit tagging applied.
    pub tags: Vec<Tag>,
    /// The kind of the type.
    pub kind: TypeKind,
    /// The place of the type.
    pub span: Span,
}

/// Whether a field must be present.
#[derive(Clone, Debug, PartialEq)]
pub enum Presence {
    /// The field must be present.
    Mandatory,
    /// The field may be absent.
    Optional,
    /// An absent field has this value.
    Default(Value),
}

/// A field node: a component of a structure, an arm of a union, or the element of an array.
#[derive(Clone, Debug)]
pub struct Field {
    /// The field's name; empty for a nameless array element.
    pub name: String,
    /// The type that contains the field.
    pub owner: TypeId,
    /// All tags of the field's encoding, outermost first, with implicit tagging applied; empty for an untagged union
    /// or open type. They replace the target's own tags.
    pub tags: Vec<Tag>,
    /// The type of the field.
    pub target: TypeId,
    /// Whether the field must be present. Arms and elements are mandatory.
    pub presence: Presence,
    /// Whether the field follows `...`. Older senders then omit it, even if it is mandatory.
    pub addition: bool,
    /// The place of its name.
    pub span: Span,
}

/// The class of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldClass {
    /// A scalar (or open type), named or embedded.
    Scalar,
    /// A reference to a definition that is a constructor.
    Reference,
    /// An embedded constructor.
    Embedded,
}

impl SyntaxGraph {
    /// Returns an empty graph.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns all remote procedures.
    pub fn procedures(&self) -> impl Iterator<Item = &Procedure> {
        self.programs.iter().flat_map(|program| &program.versions).flat_map(|version| &version.procedures)
    }

    /// Follows references to the first type that is not a reference. Returns `ty` itself for a cycle of references,
    /// which validation rejects.
    pub fn resolve(&self, ty: TypeId) -> TypeId {
        let mut at = ty;
        let mut steps = 0;
        while let TypeKind::Reference(next) = self.types[at].kind {
            steps += 1;
            if steps > self.types.len() {
                return ty;
            }
            at = next;
        }
        at
    }

    /// Returns the kind of a type, with references resolved.
    pub fn kind(&self, ty: TypeId) -> &TypeKind {
        &self.types[self.resolve(ty)].kind
    }

    /// Returns the scalar that a type is, with references resolved; `None` for other types.
    pub fn scalar(&self, ty: TypeId) -> Option<&Scalar> {
        match self.kind(ty) {
            TypeKind::Scalar(scalar) => Some(scalar),
            _ => None,
        }
    }

    /// Returns the fields of a constructor in textual order: components, arms, or the element. For an open type,
    /// returns its arms, if it is resolved.
    pub fn fields_of(&self, ty: TypeId) -> &[FieldId] {
        match &self.types[ty].kind {
            TypeKind::Structure(structure) => &structure.fields,
            TypeKind::Union(union) => &union.arms,
            TypeKind::Array(array) => std::slice::from_ref(&array.element),
            TypeKind::Open(open) => &open.arms,
            TypeKind::Scalar(_) | TypeKind::Reference(_) => &[],
        }
    }

    /// Returns the number of a field's tags, from the outermost, that surround the received bytes of a value of
    /// `target`; `None` if such values do not keep their bytes. The kept bytes start with the type's own tags.
    pub fn tags_around_kept(&self, tags: &[Tag], target: TypeId) -> Option<usize> {
        let kept = self.kept.contains(&self.resolve(target));
        kept.then(|| tags.len().saturating_sub(self.types[target].tags.len()))
    }

    /// Returns the class of a field.
    pub fn field_class(&self, field: FieldId) -> FieldClass {
        let target = self.fields[field].target;
        match self.kind(target) {
            TypeKind::Open(open) if !open.arms.is_empty() => FieldClass::Embedded,
            TypeKind::Scalar(_) | TypeKind::Open(_) | TypeKind::Reference(_) => FieldClass::Scalar,
            TypeKind::Structure(_) | TypeKind::Union(_) | TypeKind::Array(_) => {
                match self.types[target].origin {
                    Origin::Definition(_) => FieldClass::Reference,
                    Origin::Embedded(_) => FieldClass::Embedded,
                }
            }
        }
    }

    /// Returns whether a field may be absent from an accepted encoding.
    pub fn may_be_absent(&self, field: FieldId) -> bool {
        let field = &self.fields[field];
        field.addition || field.presence != Presence::Mandatory
    }

    /// Returns the default value of a field, if any. Decoders fill it in for an absent field; encoders omit it.
    pub fn default_value(&self, field: FieldId) -> Option<&Value> {
        match &self.fields[field].presence {
            Presence::Default(value) => Some(value),
            _ => None,
        }
    }

    /// Returns whether a field has a default that stubs compare by its encoding: a structure, a union, an array with
    /// elements, or a resolved open type. They compare scalars, other open types and empty arrays by value.
    pub fn has_encoded_default(&self, field: FieldId) -> bool {
        match (self.kind(self.fields[field].target), self.default_value(field)) {
            (_, None) | (TypeKind::Scalar(_), _) => false,
            (TypeKind::Open(open), _) => !open.arms.is_empty(),
            (TypeKind::Array(_), Some(Value::Array(elements))) => !elements.is_empty(),
            _ => true,
        }
    }

    /// Returns the name of a type for users: `Module.Type` or `Module.Type.field.field`. A nameless array element is
    /// called `item`.
    pub fn type_path(&self, ty: TypeId) -> String {
        match &self.types[ty].origin {
            Origin::Definition(name) => format!("{}.{name}", self.modules[self.types[ty].module].name),
            Origin::Embedded(field) => self.field_path(*field),
        }
    }

    /// Returns the name of a field for users: [`type_path`](Self::type_path) of its owner, a dot, and its name.
    pub fn field_path(&self, field: FieldId) -> String {
        let field = &self.fields[field];
        let name = if field.name.is_empty() { "item" } else { &field.name };
        format!("{}.{name}", self.type_path(field.owner))
    }

    /// Returns the definitions named `name`, which is `Type` or `Module.Type`.
    pub fn definitions(&self, name: &str) -> Vec<TypeId> {
        let (module, simple) = match name.split_once('.') {
            Some((module, simple)) => (Some(module), simple),
            None => (None, name),
        };
        let matches = |ty: &TypeDef| {
            matches!(&ty.origin, Origin::Definition(own) if own == simple)
                && module.is_none_or(|module| self.modules[ty.module].name == module)
        };
        self.types.enumerated().filter(|(_, ty)| matches(ty)).map(|(id, _)| id).collect()
    }
}
