//! The graph itself: modules, type nodes, field nodes.

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
    /// The type nodes: definitions, and the types that stand embedded in fields.
    pub types: IndexVec<TypeId, TypeDef>,
    /// The field nodes.
    pub fields: IndexVec<FieldId, Field>,
    /// Value definitions that a C header can show.
    pub constants: Vec<Constant>,
    /// Remote programs whose procedures exchange values of the types (RFC 5531 section 12).
    pub programs: Vec<RpcProgram>,
    /// What is said of values beside their form.
    pub constraints: Constraints,
    /// The structures, unions and arrays whose values hold their octets as received, too.
    pub kept: BTreeSet<TypeId>,
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
    /// Its name.
    pub name: String,
    /// The notation it is written in.
    pub notation: Notation,
    /// Where its name stands.
    pub span: Span,
}

/// A value definition of a module.
#[derive(Clone, Debug)]
pub struct Constant {
    /// Its name.
    pub name: String,
    /// Its module.
    pub module: ModuleId,
    /// Its value.
    pub value: Value,
    /// Where it stands.
    pub span: Span,
}

/// A remote program.
#[derive(Clone, Debug, PartialEq)]
pub struct RpcProgram {
    /// Its name.
    pub name: String,
    /// Its number.
    pub number: u32,
    /// Its module.
    pub module: ModuleId,
    /// Its versions.
    pub versions: Vec<RpcVersion>,
    /// Where its name stands.
    pub span: Span,
}

/// One version of a remote program.
#[derive(Clone, Debug, PartialEq)]
pub struct RpcVersion {
    /// Its name.
    pub name: String,
    /// Its number.
    pub number: u32,
    /// Its procedures.
    pub procedures: Vec<Procedure>,
}

/// A remote procedure.
#[derive(Clone, Debug, PartialEq)]
pub struct Procedure {
    /// Its name.
    pub name: String,
    /// Its number.
    pub number: u32,
    /// The types of its arguments, sent one after the other; none: void.
    pub arguments: Vec<TypeId>,
    /// The type of its result; none: void.
    pub result: Option<TypeId>,
}

/// Where a type node comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A definition (or an instance of a parameterized one) with this name.
    Definition(String),
    /// A type written in place, in this field.
    Embedded(FieldId),
}

/// A type node.
#[derive(Clone, Debug)]
pub struct TypeDef {
    /// A definition, or embedded in a field.
    pub origin: Origin,
    /// The module that it stands in.
    pub module: ModuleId,
    /// All tags of a value that stands alone, outermost first; empty for an untagged union or open type. A
    /// [`TypeKind::Reference`] repeats those of the type that it names, after implicit replacement.
    pub tags: Vec<Tag>,
    /// What it is.
    pub kind: TypeKind,
    /// Where it stands.
    pub span: Span,
}

/// Whether a field must be there.
#[derive(Clone, Debug, PartialEq)]
pub enum Presence {
    /// It must.
    Mandatory,
    /// It may be left out.
    Optional,
    /// When left out it has this value.
    Default(Value),
}

/// A component of a structure, an arm of a union, the element of an array.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name; empty for an array element that has none.
    pub name: String,
    /// The constructor that it belongs to.
    pub owner: TypeId,
    /// All tags of its encoding, outermost first, implicit tagging applied; empty for an untagged union or
    /// open type. They stand in place of the target's own.
    pub tags: Vec<Tag>,
    /// Its type.
    pub target: TypeId,
    /// Whether it must be there (arms and elements: mandatory).
    pub presence: Presence,
    /// Whether it came after `...`: an older sender leaves it out, mandatory or not.
    pub addition: bool,
    /// Where its name stands.
    pub span: Span,
}

/// The three classes of fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldClass {
    /// A scalar (or open type), named or in place.
    Scalar,
    /// A reference to a definition that is a constructor.
    Reference,
    /// A constructor that stands embedded.
    Embedded,
}

impl SyntaxGraph {
    /// An empty graph.
    pub fn new() -> Self {
        Self::default()
    }

    /// Follows references to the type that is no reference itself. A cycle of references (which
    /// validation refuses) ends where it was entered.
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

    /// What a type is behind all references.
    pub fn kind(&self, ty: TypeId) -> &TypeKind {
        &self.types[self.resolve(ty)].kind
    }

    /// The scalar behind a type, where it is one.
    pub fn scalar(&self, ty: TypeId) -> Option<&Scalar> {
        match self.kind(ty) {
            TypeKind::Scalar(scalar) => Some(scalar),
            _ => None,
        }
    }

    /// The fields of a constructor in textual order: components, arms, or the one element; of an open type that
    /// can be resolved, the types that it may hold.
    pub fn fields_of(&self, ty: TypeId) -> &[FieldId] {
        match &self.types[ty].kind {
            TypeKind::Structure(structure) => &structure.fields,
            TypeKind::Union(union) => &union.arms,
            TypeKind::Array(array) => std::slice::from_ref(&array.element),
            TypeKind::Open(open) => &open.arms,
            TypeKind::Scalar(_) | TypeKind::Reference(_) => &[],
        }
    }

    /// How many of these tags of a field, outermost first, stand around the octets that a value of `target` keeps; none
    /// where it keeps none. A value keeps the element that its type's own tags begin.
    pub fn tags_around_kept(&self, tags: &[Tag], target: TypeId) -> Option<usize> {
        let kept = self.kept.contains(&self.resolve(target));
        kept.then(|| tags.len().saturating_sub(self.types[target].tags.len()))
    }

    /// The class of a field.
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

    /// Whether a field may be missing from an encoding that is accepted.
    pub fn may_be_absent(&self, field: FieldId) -> bool {
        let field = &self.fields[field];
        field.addition || field.presence != Presence::Mandatory
    }

    /// The default that a decoder fills in when the field is absent and that an encoder leaves out.
    pub fn default_value(&self, field: FieldId) -> Option<&Value> {
        match &self.fields[field].presence {
            Presence::Default(value) => Some(value),
            _ => None,
        }
    }

    /// Whether a field has a default that is known by its encoding: a structure or union, an array with elements, or an
    /// open type that is resolved. Scalars, other open types and empty arrays are known by their values.
    pub fn has_encoded_default(&self, field: FieldId) -> bool {
        match (self.kind(self.fields[field].target), self.default_value(field)) {
            (_, None) | (TypeKind::Scalar(_), _) => false,
            (TypeKind::Open(open), _) => !open.arms.is_empty(),
            (TypeKind::Array(_), Some(Value::Array(elements))) => !elements.is_empty(),
            _ => true,
        }
    }

    /// The name that users know a type by: `Module.Type` or `Module.Type.field.field`; an array element
    /// without a name is `item`.
    pub fn type_path(&self, ty: TypeId) -> String {
        match &self.types[ty].origin {
            Origin::Definition(name) => format!("{}.{name}", self.modules[self.types[ty].module].name),
            Origin::Embedded(field) => self.field_path(*field),
        }
    }

    /// The name that users know a field by.
    pub fn field_path(&self, field: FieldId) -> String {
        let field = &self.fields[field];
        let name = if field.name.is_empty() { "item" } else { &field.name };
        format!("{}.{name}", self.type_path(field.owner))
    }

    /// The definitions called `name`, which is `Type` or `Module.Type`.
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
