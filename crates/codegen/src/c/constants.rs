//! Prints constructed values of the specification as constants of C. A decoder copies one to fill in a DEFAULT.

use crate::c::expr::integer_constant;
use crate::c::header::item_type;
use crate::c::writer::Writer;
use crate::model::Model;
use crate::model::defaults::{held, octets_of};
use crate::model::layout::{CType, has_flag};
use crate::program::DefaultValue;
use crate::program::techniques::Direction;
use syntax_graph::{FieldId, TypeId, TypeKind, Value};

/// Prints the constant of a field's default with this number. Returns its name; `None` if the field has no member.
pub fn constant(w: &mut Writer, model: &Model<'_>, number: usize, field: FieldId) -> Option<String> {
    let value = model.graph.default_value(field)?;
    if model.layouts.ctype(field) == CType::Nothing {
        return None;
    }
    let mut printer = Printer { model, number, parts: 0 };
    let text = printer.member(w, field, value);
    let name = format!("stubc_constant_{number}");
    let pointer = if matches!(model.layouts.ctype(field), CType::Pointer(_)) { " *const" } else { "" };
    w.line(&format!("static const {}{pointer} {name} = {text};", item_type(model, field)));
    Some(name)
}

struct Printer<'a> {
    model: &'a Model<'a>,
    number: usize,
    /// The parts of the constant that have names of their own.
    parts: usize,
}

impl Printer<'_> {
    /// Prints a part, an array if it has a length, and returns its name.
    fn part(&mut self, w: &mut Writer, ctype: &str, length: &str, text: &str) -> String {
        self.parts += 1;
        let name = format!("stubc_constant_{}_{}", self.number, self.parts);
        w.line(&format!("static const {ctype} {name}{length} = {text};"));
        name
    }

    /// Returns the initializer of a field's member.
    fn member(&mut self, w: &mut Writer, field: FieldId, value: &Value) -> String {
        let text = self.value(w, self.model.graph.fields[field].target, value);
        match self.model.layouts.ctype(field) {
            CType::Pointer(target) => {
                let ctype = self.model.names.ty(target).to_owned();
                let name = self.part(w, &ctype, "", &text);
                format!("({ctype} *)&{name}")
            }
            _ => text,
        }
    }

    /// Returns the initializer of a slice; a string of bits counts bits.
    fn slice(&mut self, w: &mut Writer, octets: &DefaultValue) -> String {
        let (octets, length) = octets.as_slice().unwrap_or_default();
        let list: Vec<String> = octets.iter().map(|octet| format!("{octet:#04x}")).collect();
        let list = if list.is_empty() { "0".to_owned() } else { list.join(", ") };
        let name = self.part(w, "uint8_t", "[]", &format!("{{{list}}}"));
        format!("{{{name}, {length}}}")
    }

    /// Returns the initializer of a value.
    fn value(&mut self, w: &mut Writer, ty: TypeId, value: &Value) -> String {
        let graph = self.model.graph;
        let ty = graph.resolve(ty);
        if let Some((octets, _)) = held(graph, ty, value) {
            return format!("{{.raw = {}}}", self.slice(w, &octets));
        }
        if let Some(octets) = octets_of(graph, ty, value)
            && !matches!(value, Value::UnknownArm(_))
        {
            return self.slice(w, &octets);
        }
        match (&graph.types[ty].kind, value) {
            (_, Value::Boolean(value)) => value.to_string(),
            (_, Value::Integer(number)) => integer_constant(number),
            (TypeKind::Structure(structure), Value::Structure(members)) => {
                let mut all = Vec::new();
                for &field in &structure.fields {
                    let given = members.iter().find(|(own, _)| *own == field).map(|(_, value)| value);
                    let name = self.model.names.member(field).to_owned();
                    if has_flag(graph, field) && given.is_some() {
                        all.push(format!(".has_{name} = true"));
                    }
                    let Some(value) = given.or_else(|| graph.default_value(field)) else { continue };
                    if self.model.layouts.ctype(field) != CType::Nothing {
                        all.push(format!(".{name} = {}", self.member(w, field, value)));
                    }
                }
                braced(&all)
            }
            (TypeKind::Union(_), Value::Union(arm, value)) => {
                let mut all = vec![format!(".kind = {}", self.model.names.kinds[arm])];
                if self.model.layouts.ctype(*arm) != CType::Nothing {
                    let name = self.model.names.member(*arm).to_owned();
                    all.push(format!(".u = {{.{name} = {}}}", self.member(w, *arm, value)));
                }
                braced(&all)
            }
            (TypeKind::Union(_), Value::UnknownArm(octets)) => {
                let octets = self.slice(w, &DefaultValue::Slice(octets.clone()));
                format!("{{.u = {{.unknown = {octets}}}}}")
            }
            (TypeKind::Array(array), Value::Array(values)) if !values.is_empty() => {
                let items: Vec<String> =
                    values.iter().map(|value| self.member(w, array.element, value)).collect();
                let ctype = item_type(self.model, array.element);
                let name = self.part(w, &ctype, "[]", &braced(&items));
                format!("{{.items = ({ctype} *){name}, .count = {}}}", values.len())
            }
            _ => "{0}".to_owned(),
        }
    }
}

fn braced(members: &[String]) -> String {
    if members.is_empty() { "{0}".to_owned() } else { format!("{{{}}}", members.join(", ")) }
}

/// Prints the string defaults, for commands and procedures.
pub fn slices(w: &mut Writer, model: &Model<'_>) {
    if model.default_slices.is_empty() {
        return;
    }
    // In one array, one comparison distinguishes the defaults with open types, which come first, from the
    // message.
    let mut octets = Vec::new();
    let mut slices = Vec::new();
    for (held, length) in model.default_slices.iter().filter_map(DefaultValue::as_slice) {
        slices.push(format!("{{stubc_default_octets + {}, {length}}},", octets.len()));
        octets.extend(held.iter().map(|octet| format!("{octet:#04x},")));
    }
    if octets.is_empty() {
        octets.push("0".into());
    }
    w.block("static const uint8_t stubc_default_octets[] =", "};", |w| {
        octets.chunks(16).for_each(|line| w.line(&line.join(" ")));
    });
    w.block("const stubc_slice stubc_default_slices[] =", "};", |w| {
        slices.iter().for_each(|slice| w.line(slice));
    });
    w.blank();
}

/// Prints the tables of governor values, for commands and procedures.
pub fn keys(w: &mut Writer, model: &Model<'_>) {
    let decodes = model.uses(Direction::Decode);
    if model.keys.is_empty() || !decodes {
        return;
    }
    w.block("const uint8_t stubc_keys[] =", "};", |w| {
        for row in model.keys.chunks(16) {
            let row: Vec<String> = row.iter().map(ToString::to_string).collect();
            w.line(&format!("{},", row.join(", ")));
        }
    });
    w.blank();
}
