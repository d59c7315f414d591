//! Computes the tags of nodes and fields from the tags as written (X.680 clause 31).

use crate::asn1::lowering::Lowering;
use crate::asn1::types::TagBase;
use crate::asn1::types::TagSpec;
use syntax_graph::{Id, IndexVec, TypeId};

impl Lowering<'_> {
    /// Computes the tags of all nodes and fields.
    pub fn resolve_tags(&mut self) {
        let count = self.graph.types.len();
        while self.types.type_tags.len() < count {
            self.types.type_tags.push(TagSpec::default());
        }
        let mut done: IndexVec<TypeId, bool> = IndexVec::filled(false, count);
        for start in (0..count).map(TypeId::new) {
            self.resolve_from(start, &mut done);
        }
        for field in self.graph.fields.ids() {
            let Some(spec) = self.types.field_tags.get(field) else { continue };
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
            match self.types.type_tags[at].base {
                TagBase::Of(next) => {
                    chain.push(next);
                    at = next;
                }
                _ => break,
            }
        }
        for node in chain.into_iter().rev() {
            let spec = &self.types.type_tags[node];
            let tags = match spec.base {
                TagBase::None => spec.apply(&[]),
                TagBase::Own(tag) => spec.apply(&[tag]),
                TagBase::Of(target) => spec.apply(&self.graph.types[target].tags),
            };
            self.graph.types[node].tags = tags;
        }
    }
}
