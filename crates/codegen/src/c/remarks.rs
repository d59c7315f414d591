//! The comments of the printed files that say what made them, and of each stub where its type is defined,
//! how often it runs and how
//! many bytes it takes.

use super::escape::lines_of_comment;
use super::specified;
use super::writer::Writer;
use crate::model::Model;
use crate::program::techniques::Direction;
use crate::stub::{Node, StubId};
use std::collections::BTreeMap;
use syntax_graph::{FieldId, TypeId};

/// What comments say. They are decided before printing; files for measurement have none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Remarks {
    /// What made the files: lines for the first comment of each of them.
    pub banner: Vec<String>,
    /// The plan in a few lines, for the first comment of the header.
    pub summary: Vec<String>,
    /// Where each type is defined: `file:line`.
    pub places: BTreeMap<TypeId, String>,
    /// Where each field is: `file:line`.
    pub fields: BTreeMap<FieldId, String>,
    /// Frequency, technique and size of each stub.
    pub stubs: BTreeMap<StubId, String>,
}

impl Remarks {
    /// Prints what is known of a type's stub in front of its procedure.
    pub fn about(&self, w: &mut Writer, model: &Model<'_>, node: Node, direction: Direction) {
        let known = model.stubs.find(node, direction).and_then(|stub| self.stubs.get(&stub));
        if let Some(known) = known {
            w.comment(&format!("{}: {known}", self.title(model, node)));
        }
    }

    /// Returns the name of a type and where it is defined: in a file, else in a module.
    pub fn title(&self, model: &Model<'_>, node: Node) -> String {
        let path = model.path(node);
        match (self.places.get(&node.ty), path.split_once('.')) {
            (Some(place), Some((_, name))) => format!("{name}, {place}"),
            _ => path,
        }
    }

    /// Returns what the specification says of a field: type, range or size, OPTIONAL or DEFAULT, and where; and the enum of
    /// its items.
    pub fn of_field(&self, model: &Model<'_>, field: FieldId) -> String {
        let target = model.graph.fields[field].target;
        let items = match model.names.types.contains_key(&target) {
            // The comment of the typedef names it.
            true => None,
            false => model.names.item_enums.get(&target),
        };
        let text = specified::field(model.graph, field);
        Self::placed(text, items, self.fields.get(&field))
    }

    /// Returns the same of the definition of a scalar or open type.
    pub fn of_definition(&self, model: &Model<'_>, ty: TypeId) -> String {
        Self::placed(
            specified::definition(model.graph, ty),
            model.names.item_enums.get(&ty),
            self.places.get(&ty),
        )
    }

    fn placed(text: String, items: Option<&String>, place: Option<&String>) -> String {
        let items = items.map(|name| format!("enum {name}"));
        let text = Some(text).filter(|text| !text.is_empty() && (items.is_none() || text != "enum"));
        [text, items, place.cloned()].into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    /// Returns what is known of the stubs of a type that commands convert, direction by direction.
    pub fn of_commands(&self, model: &Model<'_>, node: Node) -> String {
        let known = |direction| self.stubs.get(&model.stubs.find(node, direction)?);
        let [decode, encode] = Direction::ALL.map(known);
        let about = match (decode, encode) {
            (Some(decode), Some(encode)) if decode == encode => format!(": {decode} (both directions)"),
            (decode, encode) => {
                let of = |known: Option<&String>, direction: Direction| {
                    known.map(|known| format!(": {}: {known}", direction.name())).unwrap_or_default()
                };
                of(decode, Direction::Decode) + &of(encode, Direction::Encode)
            }
        };
        format!("{}{about}", self.title(model, node))
    }

    /// Returns a comment that begins with `first` and goes on with the banner and `more` lines.
    pub fn head(&self, first: &str, more: &[String]) -> String {
        let rest: Vec<String> = self.banner.iter().chain(more).cloned().collect();
        lines_of_comment(first, &rest)
    }
}
