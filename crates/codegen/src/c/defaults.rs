//! Prints functions that compare a field with its constructed default. Encode procedures call them before they write the field.
//!
//! Values are compared member by member: encoding the field to compare bytes would need extra memory.

use crate::c::expr::{WHOLE, address, flag, integer_constant, member, place, same, string_operation};
use crate::c::writer::Writer;
use crate::model::Model;
use crate::model::defaults::{held, octets_of};
use crate::model::layout::{CType, has_flag};
use crate::model::view::View;
use crate::program::needs::Needs;
use crate::program::techniques::Direction;
use crate::program::{Action, DefaultValue, Operations, Program, StepPresence};
use std::collections::BTreeSet;
use syntax_graph::{FieldId, Order, TypeId, TypeKind, Value};

/// Prints a function for each field with a constructed default that procedures write, instrumentation counts or commands
/// convert. `decoders_compare`: commands that decode compare, too.
pub fn functions<O: Operations>(
    w: &mut Writer,
    model: &View<'_, O>,
    needs: &Needs<O>,
    commands: &[FieldId],
    decoders_compare: bool,
) {
    let mut fields = BTreeSet::new();
    let is_interpreted = |field: FieldId| {
        let owner = model.graph.fields[field].owner;
        needs.interprets_type(owner, Direction::Encode)
            || decoders_compare && needs.interprets_type(owner, Direction::Decode)
    };
    fields.extend(commands.iter().filter(|field| is_interpreted(**field)));
    for program in needs.procedures[&Direction::Encode].values() {
        collect(program, &mut fields);
    }
    if model.options.instrument {
        model.programs.values().for_each(|program| collect(program, &mut fields));
    }
    let mut names = BTreeSet::new();
    for field in fields {
        let Some(value) = model.graph.default_value(field) else { continue };
        let mut printer = Printer { model, name: name(model, field), made: 0 };
        if !names.insert(printer.name.clone()) {
            continue;
        }
        if let Some(octets) = model.unknown_defaults.get(&field) {
            printer.octets_function(w, octets);
            continue;
        }
        let ty = crate::c::header::item_type(model, field);
        let function = printer.name.clone();
        printer.function(w, &function, &ty, model.graph.fields[field].target, value);
    }
}

/// Returns the name of a field's function.
pub fn name(model: &Model<'_>, field: FieldId) -> String {
    if let Some(index) = model.unknown_defaults.get(&field).and_then(|octets| model.default_slice(octets)) {
        return format!("stubc_holds_octets_{index}");
    }
    model.names.holds(field).to_owned()
}

fn collect<O: Operations>(program: &Program<O>, fields: &mut BTreeSet<FieldId>) {
    for step in program.body.fields() {
        if let (StepPresence::Default(DefaultValue::Encoded(_)), Some(field)) = (&step.presence, step.field) {
            fields.insert(field);
        }
        if let Action::Inline(inner) = &step.action {
            collect(inner, fields);
        }
    }
}

struct Printer<'a> {
    model: &'a Model<'a>,
    name: String,
    /// The number of functions printed for elements of sets.
    made: usize,
}

impl Printer<'_> {
    /// Prints a function that compares the target of `v` with a value. The functions that it calls come first.
    fn function(&mut self, w: &mut Writer, name: &str, ctype: &str, ty: TypeId, value: &Value) {
        let mut tests = Vec::new();
        self.tests(w, ty, "*v", value, &mut tests);
        w.function(&format!("static bool {name}(const void *value)"), |w| {
            if tests.is_empty() {
                w.line("(void)value;");
                return w.line("return true;");
            }
            w.line(&format!("const {ctype} *const v = (const {ctype} *)value;"));
            w.line(&format!("return {};", tests.join(" && ")));
        });
    }

    /// Prints a function that compares any open type with encoded bytes; all such structs begin alike.
    fn octets_function(&self, w: &mut Writer, octets: &DefaultValue) {
        w.function(&format!("static bool {}(const void *value)", self.name), |w| {
            w.line("const stubc_slice *const raw = (const stubc_slice *)value;");
            w.line("const uint16_t *const kind = (const uint16_t *)(const void *)(raw + 1);");
            let same = self.same(w, octets, "*raw");
            w.line(&format!("return *kind == 0 && {same};"));
        });
    }

    /// Returns the conditions that hold for an lvalue with this value.
    fn tests(&mut self, w: &mut Writer, ty: TypeId, lvalue: &str, value: &Value, tests: &mut Vec<String>) {
        let graph = self.model.graph;
        let ty = graph.resolve(ty);
        if let Some((octets, known)) = held(graph, ty, value) {
            let name = self.open_function(w, ty, &octets, &known);
            tests.push(format!("{name}({})", address(lvalue)));
            return;
        }
        if let Some(octets) = octets_of(graph, ty, value)
            && !matches!(value, Value::UnknownArm(_))
        {
            tests.push(same(w, string_operation(self.model, ty), lvalue, self.model.default_slice(&octets)));
            return;
        }
        match (&graph.types[ty].kind, value) {
            (_, Value::Boolean(true)) => tests.push(lvalue.to_owned()),
            (_, Value::Boolean(false)) => tests.push(format!("!{lvalue}")),
            (_, Value::Integer(number)) => tests.push(format!("{lvalue} == {}", integer_constant(number))),
            (TypeKind::Structure(structure), Value::Structure(members)) => {
                if let Some(unknown) = self.model.names.unknown.get(&ty) {
                    tests.push(format!("!{}", member(&member(lvalue, unknown), "present.length")));
                }
                for &field in &structure.fields {
                    let given = members.iter().find(|(own, _)| *own == field).map(|(_, value)| value);
                    if has_flag(graph, field) {
                        let flag = flag(self.model, lvalue, Some(field));
                        tests.push(if given.is_some() { flag } else { format!("!{flag}") });
                    }
                    if let Some(value) = given.or_else(|| graph.default_value(field)) {
                        self.field_tests(w, field, &place(self.model, lvalue, Some(field)), value, tests);
                    }
                }
            }
            (TypeKind::Union(_), Value::Union(arm, value)) => {
                tests.push(format!("{} == {}", member(lvalue, "kind"), self.model.names.kinds[arm]));
                self.field_tests(w, *arm, &place(self.model, lvalue, Some(*arm)), value, tests);
            }
            (TypeKind::Union(_), Value::UnknownArm(octets)) => {
                tests.push(format!("{} == 0", member(lvalue, "kind")));
                let octets = DefaultValue::Slice(octets.clone());
                tests.push(self.same(w, &octets, &member(lvalue, "u.unknown")));
            }
            (TypeKind::Array(array), Value::Array(values)) => {
                tests.push(format!("{} == {}", member(lvalue, "count"), values.len()));
                let items = member(lvalue, "items");
                match array.order {
                    Order::Ordered => {
                        for (at, value) in values.iter().enumerate() {
                            self.field_tests(w, array.element, &format!("{items}[{at}]"), value, tests);
                        }
                    }
                    Order::Unordered => self.set_tests(w, array.element, lvalue, values, tests),
                }
            }
            _ => {}
        }
    }

    fn field_tests(
        &mut self,
        w: &mut Writer,
        field: FieldId,
        lvalue: &str,
        value: &Value,
        tests: &mut Vec<String>,
    ) {
        let target = self.model.graph.fields[field].target;
        if matches!(self.model.layouts.ctype(field), CType::Pointer(_)) {
            tests.push(lvalue.to_owned());
            return self.tests(w, target, &format!("(*{lvalue})"), value, tests);
        }
        self.tests(w, target, lvalue, value, tests);
    }

    /// Prints a function that compares an open type: undecoded by its bytes, decoded by its value.
    fn open_function(
        &mut self,
        w: &mut Writer,
        ty: TypeId,
        octets: &DefaultValue,
        known: &[(FieldId, Value)],
    ) -> String {
        let mut arms = Vec::new();
        for (arm, value) in known {
            let mut tests = Vec::new();
            let place = place(self.model, "*v", Some(*arm));
            if self.model.layouts.ctype(*arm) != CType::Nothing {
                tests.push(address(&place));
                self.tests(w, self.model.graph.fields[*arm].target, &place, value, &mut tests);
            }
            arms.push((&self.model.names.kinds[arm], tests));
        }
        self.made += 1;
        let name = format!("stubc_part_{}_{}", self.made, self.name);
        w.function(&format!("static bool {name}(const {} *v)", self.model.names.ty(ty)), |w| {
            let same = self.same(w, octets, "*v");
            w.switch("v->kind", |w| {
                w.line("case 0:");
                w.indent(|w| w.line(&format!("return {same};")));
                for (kind, tests) in arms {
                    w.line(&format!("case {kind}:"));
                    let all = if tests.is_empty() { "true".to_owned() } else { tests.join(" && ") };
                    w.indent(|w| w.line(&format!("return {all};")));
                }
                w.line("default:");
                w.indent(|w| w.line("return false;"));
            });
        });
        name
    }

    /// Returns the condition for a SET OF: each value occurs as often as in the default, in any order.
    fn set_tests(
        &mut self,
        w: &mut Writer,
        element: FieldId,
        lvalue: &str,
        values: &[Value],
        tests: &mut Vec<String>,
    ) {
        let graph = self.model.graph;
        let target = graph.fields[element].target;
        if self.model.layouts.ctype(element) == CType::Nothing {
            return;
        }
        let ctype = crate::c::header::item_type(self.model, element);
        let array = self.model.names.ty(graph.fields[element].owner).to_owned();
        let mut seen: Vec<&Value> = Vec::new();
        for value in values {
            if seen.contains(&value) {
                continue;
            }
            seen.push(value);
            self.made += 1;
            let name = format!("stubc_part_{}_{}", self.made, self.name);
            self.function(w, &name, &ctype, target, value);
            let count = format!("{name}_count");
            w.function(&format!("static size_t {count}(const {array} *v)"), |w| {
                w.line("size_t n = 0;");
                w.block("for (size_t i = 0; i < v->count; i++)", "}", |w| {
                    w.line(&format!("n += {name}(&v->items[i]);"));
                });
                w.line("return n;");
            });
            let times = values.iter().filter(|other| *other == value).count();
            tests.push(format!("{count}({}) == {times}", address(lvalue)));
        }
    }

    /// Returns the condition that a whole element has these bytes.
    fn same(&self, w: &mut Writer, octets: &DefaultValue, lvalue: &str) -> String {
        same(w, WHOLE, lvalue, self.model.default_slice(octets))
    }
}
