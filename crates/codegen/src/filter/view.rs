//! Views: structs of the fields that a user names. The code of a view is that of a filter with a store in place of each
//! test.

use super::strings::literal;
use crate::c::expr::integer_constant;
use crate::c::writer::Writer;
use crate::model::layout::{CType, scalar_ctype};
use crate::names::{identifier, reserved};
use num_bigint::BigInt;
use std::collections::{BTreeMap, BTreeSet};
use syntax_graph::filter::{Filter, Path, Test};
use syntax_graph::{IntegerRepr, Presence, SyntaxGraph, TypeId, TypeKind, Value};

/// A view.
#[derive(Clone, Debug)]
pub struct View {
    /// The name of its struct.
    pub name: String,
    /// Its members, in the order of the user.
    pub members: Vec<Member>,
}

/// A member of a view.
#[derive(Clone, Debug)]
pub struct Member {
    /// Its name.
    pub name: String,
    /// What it holds.
    pub kind: Kind,
    /// Whether it may be absent: it has a flag.
    pub may_be_absent: bool,
}

/// What a member holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A BOOLEAN.
    Truth,
    /// A number.
    Number(IntegerRepr),
    /// Bytes of the input.
    Bytes,
    /// Bits of the input.
    Bits,
}

impl View {
    /// Returns the view that a filter is; `None` if it is a predicate.
    pub fn of(graph: &SyntaxGraph, filter: &Filter, name: &str) -> Option<Self> {
        let Test::Members(paths) = &filter.test else { return None };
        let short = |path: &Path| path.last().map_or("value", |field| graph.fields[*field].name.as_str());
        let mut uses: BTreeMap<&str, usize> = BTreeMap::new();
        paths.iter().for_each(|path| *uses.entry(short(path)).or_default() += 1);
        let mut taken: BTreeSet<String> = BTreeSet::new();
        let member = |path: &Path| {
            // Members with one last name get the names on their paths.
            let long: Vec<&str> = path.iter().map(|field| graph.fields[*field].name.as_str()).collect();
            let name = if uses[short(path)] > 1 { long.join("_") } else { short(path).to_owned() };
            let kind = kind(graph, path)?;
            Some(Member {
                name: free(identifier(&name), &mut taken),
                kind,
                may_be_absent: may_be_absent(graph, filter.root, path),
            })
        };
        let members: Option<Vec<Member>> = paths.iter().map(member).collect();
        Some(Self { name: name.to_owned(), members: members? })
    }

    /// Prints the declarations of the struct and the function.
    pub fn declare(&self, w: &mut Writer) {
        let Self { name, members } = self;
        w.line(&format!("typedef struct {name} {{"));
        w.indent(|w| {
            for Member { name, kind, may_be_absent } in members {
                if *may_be_absent {
                    w.line(&format!("bool has_{name};"));
                }
                match kind {
                    Kind::Truth => w.line(&format!("bool {name};")),
                    Kind::Number(repr) => w.line(&format!("{} {name};", machine(*repr))),
                    Kind::Bytes => {
                        w.line(&format!("const uint8_t *{name};"));
                        w.line(&format!("size_t {name}_length;"));
                    }
                    Kind::Bits => {
                        w.line(&format!("const uint8_t *{name};"));
                        w.line(&format!("size_t {name}_bits;"));
                    }
                }
            }
        });
        w.line(&format!("}} {name};"));
        w.blank();
        w.line(&format!("{};", self.signature()));
    }

    /// Returns the signature of the function.
    pub fn signature(&self) -> String {
        format!("ptrdiff_t {0}_view({0} *view, const uint8_t *input, size_t length)", self.name)
    }

    /// Prints the store of a BOOLEAN or a number. `variable`: the C variable that holds it, of 64 bits.
    pub fn number(&self, w: &mut Writer, member: usize, variable: &str) {
        let Member { name, kind, .. } = &self.members[member];
        match kind {
            Kind::Truth => w.line(&format!("view->{name} = {variable} != 0;")),
            Kind::Number(repr) => {
                let (low, high) = repr.limits().unwrap_or_default();
                let is_wide = variable == "wide";
                let mut outside = Vec::new();
                if low > BigInt::from(i64::MIN) && !is_wide {
                    outside.push(format!("{variable} < {}", integer_constant(&low)));
                }
                if high < BigInt::from(i64::MAX) || (is_wide && high < BigInt::from(u64::MAX)) {
                    outside.push(format!("{variable} > {}", integer_constant(&high)));
                }
                if !outside.is_empty() {
                    w.when(&outside.join(" || "), |w| w.line("return STUBC_OTHER;"));
                }
                w.line(&format!("view->{name} = ({}){variable};", machine(*repr)));
            }
            Kind::Bytes | Kind::Bits => {}
        }
        self.flag(w, member);
    }

    /// Prints the store of a string: where it begins, and its length in bytes or bits.
    pub fn text(&self, w: &mut Writer, member: usize, [data, length]: [&str; 2]) {
        let Member { name, kind, .. } = &self.members[member];
        let unit = if *kind == Kind::Bits { "bits" } else { "length" };
        w.line(&format!("view->{name} = {data};"));
        w.line(&format!("view->{name}_{unit} = {length};"));
        self.flag(w, member);
    }

    /// Prints the store of a default value.
    pub fn default(&self, w: &mut Writer, member: usize, value: &Value) {
        let Member { name, .. } = &self.members[member];
        let data = |octets: &[u8]| format!("(const uint8_t *){}", literal(octets));
        match value {
            Value::Boolean(value) => w.line(&format!("view->{name} = {value};")),
            Value::Integer(value) if self.members[member].kind == Kind::Bytes => {
                let octets = value.to_signed_bytes_be();
                return self.text(w, member, [&data(&octets), &octets.len().to_string()]);
            }
            Value::Integer(value) => w.line(&format!("view->{name} = {};", integer_constant(value))),
            Value::Octets(octets) | Value::Oid(octets) | Value::Chars(octets) => {
                return self.text(w, member, [&data(octets), &octets.len().to_string()]);
            }
            Value::Bits { octets, length } => {
                return self.text(w, member, [&data(octets), &length.to_string()]);
            }
            _ => return,
        }
        self.flag(w, member);
    }

    fn flag(&self, w: &mut Writer, member: usize) {
        let Member { name, may_be_absent, .. } = &self.members[member];
        if *may_be_absent {
            w.line(&format!("view->has_{name} = true;"));
        }
    }
}

/// Returns a name for a member, and takes it with those of its flag and its length. The name gets `_` at its end while C
/// or another member has it.
fn free(mut name: String, taken: &mut BTreeSet<String>) -> String {
    let all = |name: &str| {
        [name.to_owned(), format!("has_{name}"), format!("{name}_length"), format!("{name}_bits")]
    };
    while reserved::holder(&name, reserved::Place::Member).is_some()
        || all(&name).iter().any(|name| taken.contains(name))
    {
        name.push('_');
    }
    taken.extend(all(&name));
    name
}

/// Returns the C type of a number.
fn machine(repr: IntegerRepr) -> String {
    let (bits, is_signed) = repr.machine().unwrap_or((64, true));
    format!("{}int{bits}_t", if is_signed { "" } else { "u" })
}

/// Returns what the member of a path holds; `None` if there is no such member.
fn kind(graph: &SyntaxGraph, path: &Path) -> Option<Kind> {
    let ty: TypeId = graph.fields[*path.last()?].target;
    match scalar_ctype(graph.scalar(ty)?) {
        CType::Bool => Some(Kind::Truth),
        CType::Integer(repr) => Some(Kind::Number(repr)),
        CType::Bits => Some(Kind::Bits),
        CType::Slice => Some(Kind::Bytes),
        _ => None,
    }
}

/// Returns whether the value at a path may be absent.
fn may_be_absent(graph: &SyntaxGraph, root: TypeId, path: &Path) -> bool {
    let mut owner = graph.resolve(root);
    for (at, field) in path.iter().enumerate() {
        let node = &graph.fields[*field];
        let is_arm = match &graph.types[owner].kind {
            TypeKind::Union(union) => {
                union.discriminant.as_ref().is_none_or(|discriminant| discriminant.field != *field)
            }
            _ => false,
        };
        let has_default = at + 1 == path.len() && graph.default_value(*field).is_some();
        let is_mandatory = node.presence == Presence::Mandatory && !node.addition;
        if is_arm || !(is_mandatory || has_default) {
            return true;
        }
        owner = graph.resolve(node.target);
    }
    false
}
