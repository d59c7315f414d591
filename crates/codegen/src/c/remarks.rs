//! Prints comments: what made the files, and for each stub the definition of its type, its frequency and its
//! bytes.

use super::escape::lines_of_comment;
use super::specified;
use super::writer::Writer;
use crate::model::Model;
use crate::program::techniques::Direction;
use crate::stub::{Node, StubId};
use std::collections::BTreeMap;
use syntax_graph::{FieldId, TypeId};

/// The contents of comments, decided before printing; files for measurement have none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Remarks {
    /// What made the files: lines for the first comment of each of them.
    pub banner: Vec<String>,
    /// The plan in a few lines, for the first comment of the header.
    pub summary: Vec<String>,
    /// The definition of each type: `file:line`.
    pub places: BTreeMap<TypeId, String>,
    /// The place of each field: `file:line`.
    pub fields: BTreeMap<FieldId, String>,
    /// Frequency, technique and size of each stub.
    pub stubs: BTreeMap<StubId, String>,
}

impl Remarks {
    /// Prints the remark on a type's stub before its procedure.
    pub fn about(&self, w: &mut Writer, model: &Model<'_>, node: Node, direction: Direction) {
        let known = model.stubs.find(node, direction).and_then(|stub| self.stubs.get(&stub));
        if let Some(known) = known {
            w.comment(&format!("{}: {known}", self.title(model, node)));
        }
    }

    /// Returns the name of a type and the place of its definition: file and line, otherwise the module.
    pub fn title(&self, model: &Model<'_>, node: Node) -> String {
        let path = model.path(node);
        match (self.places.get(&node.ty), path.split_once('.')) {
            (Some(place), Some((_, name))) => format!("{name}, {place}"),
            _ => path,
        }
    }

    /// Returns the specification of a field: type, range or size, OPTIONAL or DEFAULT, the enum of its items,
    /// and the place.
    pub fn of_field(&self, model: &Model<'_>, field: FieldId) -> String {
        let target = model.graph.fields[field].target;
        let items = match model.names.types.contains_key(&target) {
            // The comment of the typedef has the enum.
            true => None,
            false => model.names.item_enums.get(&target),
        };
        let text = specified::field(model.graph, field);
        Self::placed(text, items, self.fields.get(&field))
    }

    /// Returns the same for the definition of a scalar or open type.
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

    /// Returns the title of a type that commands convert, with the remarks on its stubs by direction.
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
