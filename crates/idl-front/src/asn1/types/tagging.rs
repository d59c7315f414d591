//! Tags: prefixes as written, over what the type behind them has (X.680 clause 31).

use crate::asn1::context::Lowering;
use syntax_graph::{Id, IndexVec, Tag, TypeId};

/// The tags of a node or field as written.
#[derive(Clone, Debug, Default)]
pub struct TagSpec {
    /// Outermost first; whether implicit.
    pub prefixes: Vec<(Tag, bool)>,
    /// What stands under them.
    pub base: TagBase,
}

/// What stands under the written tags.
#[derive(Clone, Copy, Debug, Default)]
pub enum TagBase {
    /// A CHOICE or an open type: no tag.
    #[default]
    None,
    /// The universal tag of a builtin type.
    Own(Tag),
    /// The tags of a node.
    Of(TypeId),
}

/// More tags than this come only from a definition that is itself under a tag.
const MAX_TAGS: usize = 64;

impl TagSpec {
    /// The tags, outermost first, over those of the type behind. An implicit tag over none is explicit (X.680 31.2.7).
    pub fn apply(&self, behind: &[Tag]) -> Vec<Tag> {
        let mut tags = behind.to_vec();
        for (tag, implicit) in self.prefixes.iter().rev() {
            match tags.first_mut() {
                Some(first) if *implicit => *first = *tag,
                _ => tags.insert(0, *tag),
            }
        }
        tags.truncate(MAX_TAGS);
        tags
    }
}

impl Lowering<'_> {
    /// Computes the tags of all nodes and fields.
    pub fn resolve_tags(&mut self) {
        let count = self.graph.types.len();
        while self.type_tags.len() < count {
            self.type_tags.push(TagSpec::default());
        }
        let mut done: IndexVec<TypeId, bool> = IndexVec::filled(false, count);
        for start in (0..count).map(TypeId::new) {
            self.resolve_from(start, &mut done);
        }
        for field in self.graph.fields.ids() {
            let Some(spec) = self.field_tags.get(field) else { continue };
            self.graph.fields[field].tags = match spec.base {
                TagBase::None => spec.apply(&[]),
                TagBase::Own(tag) => spec.apply(&[tag]),
                TagBase::Of(target) => spec.apply(&self.graph.types[target].tags),
            };
        }
    }

    /// Follows references from `start`, then fills in the tags backwards.
    fn resolve_from(&mut self, start: TypeId, done: &mut IndexVec<TypeId, bool>) {
        let mut chain = vec![start];
        let mut at = start;
        while !done[at] {
            // A cycle of references has no tags; validation refuses it.
            done[at] = true;
            match self.type_tags[at].base {
                TagBase::Of(next) => {
                    chain.push(next);
                    at = next;
                }
                _ => break,
            }
        }
        for node in chain.into_iter().rev() {
            let spec = &self.type_tags[node];
            let tags = match spec.base {
                TagBase::None => spec.apply(&[]),
                TagBase::Own(tag) => spec.apply(&[tag]),
                TagBase::Of(target) => spec.apply(&self.graph.types[target].tags),
            };
            self.graph.types[node].tags = tags;
        }
    }
}
