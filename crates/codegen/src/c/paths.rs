//! Prints the names of fields for the paths in errors (`--error-paths`).

use crate::c::writer::Writer;
use crate::model::Model;
use std::cell::RefCell;
use std::collections::BTreeMap;
use syntax_graph::{FieldId, TypeKind};

/// The names that errors report. Each occurs once; its offset in one joined text identifies it.
#[derive(Debug, Default)]
pub struct Paths {
    /// In the order of the text.
    names: Vec<String>,
    /// The offset of each name.
    places: BTreeMap<String, usize>,
    /// The length of the text so far, in bytes.
    octets: usize,
}

impl Paths {
    /// Returns the names of all fields of a model and of the paths to its open types; `None` without
    /// `--error-paths`.
    pub fn of(model: &Model<'_>) -> Option<Self> {
        if !model.options.error_paths {
            return None;
        }
        // No name starts at offset 0, so 0 stands for none.
        let mut paths = Self { octets: 1, ..Self::default() };
        for &node in &model.nodes {
            for field in model.steps(node).iter().filter_map(|step| step.field) {
                if is_named(model, field) {
                    paths.add(model.graph.fields[field].name.clone());
                }
            }
            for relation in model.relations(node) {
                paths.add(way(model, &relation.path));
            }
        }
        Some(paths)
    }

    fn add(&mut self, name: String) {
        if !self.places.contains_key(&name) {
            self.places.insert(name.clone(), self.octets);
            self.octets += name.len() + 1;
            self.names.push(name);
        }
    }

    /// Returns the offset of a field's name; `None` for a field that paths leave out.
    pub fn field(&self, model: &Model<'_>, field: Option<FieldId>) -> Option<usize> {
        let field = field.filter(|field| is_named(model, *field))?;
        self.places.get(&model.graph.fields[field].name).copied()
    }

    /// Returns each step of the table with the offset of its field's name; the first hop identifies a
    /// relation.
    pub fn of_steps(
        &self,
        model: &Model<'_>,
        steps: &[(usize, FieldId)],
        ways: &[(usize, Vec<FieldId>)],
    ) -> Vec<(String, usize)> {
        let of_step =
            |(at, field): &(usize, FieldId)| Some((at.to_string(), self.field(model, Some(*field))?));
        let of_way = |(hop, path): &(usize, Vec<FieldId>)| {
            Some((format!("STUBC_INDEX | {hop}"), *self.places.get(&way(model, path))?))
        };
        steps.iter().filter_map(of_step).chain(ways.iter().filter_map(of_way)).collect()
    }

    /// Prints the text of the names and the name of each step of the table.
    pub fn print(&self, w: &mut Writer, table: &[(String, usize)], interprets: bool) {
        w.block("const char stubc_names[] =", "};", |w| {
            w.line("0,");
            for name in &self.names {
                let letters: Vec<String> = name.chars().map(|letter| format!("'{letter}'")).collect();
                w.line(&format!("{}, 0,", letters.join(", ")));
            }
        });
        w.blank();
        if interprets {
            w.block("const stubc_step_name stubc_step_names[] =", "};", |w| {
                for (step, name) in table {
                    w.line(&format!("{{{step}, {name}}},"));
                }
                w.line("{0, 0}");
            });
            w.blank();
        }
    }
}

/// Returns whether paths show a field's name. They show elements of arrays by number, and leave out the arms of open types.
fn is_named(model: &Model<'_>, field: FieldId) -> bool {
    let owner = model.graph.fields[field].owner;
    matches!(model.graph.types[owner].kind, TypeKind::Structure(_) | TypeKind::Union(_))
}

/// Returns the names on the path to an open type, joined by dots.
fn way(model: &Model<'_>, path: &[FieldId]) -> String {
    let named = path.iter().filter(|field| is_named(model, **field));
    named.map(|field| model.graph.fields[*field].name.as_str()).collect::<Vec<_>>().join(".")
}

/// The fields and elements around a place in a procedure, noted when the procedure fails there.
#[derive(Debug)]
pub struct Noted<'a> {
    paths: Option<&'a Paths>,
    around: RefCell<Vec<String>>,
}

impl<'a> Noted<'a> {
    /// Returns an empty list.
    pub fn of(paths: Option<&'a Paths>) -> Self {
        Self { paths, around: RefCell::default() }
    }

    /// Returns whether paths are noted at all.
    pub fn is_asked_for(&self) -> bool {
        self.paths.is_some()
    }

    /// Runs `print` with a field added to the path.
    pub fn within(&self, model: &Model<'_>, field: Option<FieldId>, print: impl FnOnce()) {
        let name = self.paths.and_then(|paths| paths.field(model, field));
        self.around_it(name.map(|name| name.to_string()), print);
    }

    /// Runs `print` with an array element added to the path.
    pub fn at(&self, index: &str, print: impl FnOnce()) {
        self.around_it(self.paths.map(|_| format!("STUBC_INDEX | (uint32_t)({index})")), print);
    }

    fn around_it(&self, name: Option<String>, print: impl FnOnce()) {
        let known = self.around.borrow().len();
        self.around.borrow_mut().extend(name);
        print();
        self.around.borrow_mut().truncate(known);
    }

    /// Prints the notes of the path, then the return of a result from the procedure.
    pub fn leave(&self, w: &mut Writer, state: &str, result: &str) {
        for field in self.around.borrow().iter().rev() {
            w.line(&format!("stubc_note({state}->error, {field});"));
        }
        w.line(&format!("return {result};"));
    }
}
