//! Open types that a structure around them resolves: a decoder keeps their contents until the governor is known.

use crate::codec::Codec;
use crate::error::ErrorCode;
use syntax_graph::opens::{Relation, opens_in};
use syntax_graph::{FieldId, TypeId, TypeKind, Value};

/// An open type that a structure around it may resolve.
pub(crate) struct Pending<C> {
    pub(crate) open: TypeId,
    /// Its contents; `None` if it comes from a DEFAULT.
    pub(crate) contents: Option<C>,
}

/// A decoder that resolves open types at the end of the structure with their governor.
pub(crate) trait Resolver<'c, 'g: 'c> {
    /// What the decoder keeps of an open type.
    type Contents;

    /// Returns the codec of the message.
    fn codec(&self) -> &'c Codec<'g>;

    /// Returns the open types that wait.
    fn pending(&mut self) -> &mut Vec<Pending<Self::Contents>>;

    /// Returns the path of the field that is being decoded.
    fn path(&mut self) -> &mut String;

    /// Returns the number of entered recursive fields and values of open types.
    fn depth(&mut self) -> &mut usize;

    /// Decodes all contents of an open type as the type of an arm.
    fn resolved(&mut self, arm: FieldId, contents: Self::Contents) -> Result<Value, ErrorCode>;

    /// Resolves the open types from `first` on whose governor is in this structure, as `docs/semantics.md` section 3
    /// describes.
    fn resolve(
        &mut self,
        ty: TypeId,
        first: usize,
        values: &mut [(FieldId, Value)],
    ) -> Result<(), ErrorCode> {
        let codec = self.codec();
        for relation in codec.known.relations.get(&ty).into_iter().flatten() {
            let is_own = |pending: &Pending<Self::Contents>| pending.open == relation.open;
            let (own, others): (Vec<_>, Vec<_>) = self.pending().drain(first..).partition(is_own);
            self.pending().extend(others);
            let Some(arm) = relation.selected(codec.graph, values) else { continue };
            let mut resolved = Vec::new();
            for pending in own {
                resolved.push(match pending.contents {
                    Some(contents) => Some(self.known(relation, arm, contents)?),
                    None => None,
                });
            }
            let mut resolved = resolved.into_iter();
            relation.for_each(values, &mut |value| {
                if let Some(Some(known)) = resolved.next() {
                    *value = Value::Known(arm, Box::new(known));
                }
            });
        }
        Ok(())
    }

    /// Gives absent components their defaults.
    fn fill_in(&mut self, fields: &[FieldId], values: &mut Vec<(FieldId, Value)>) {
        let codec = self.codec();
        for &field in fields {
            let Some(value) = codec.graph.default_value(field) else { continue };
            for (open, _) in opens_in(codec.graph, codec.graph.fields[field].target, value) {
                if codec.known.related.contains(&open) {
                    self.pending().push(Pending { open, contents: None });
                }
            }
            values.push((field, value.clone()));
        }
    }

    /// Reads the value of an open type as the type that its governor selects. After an error the path stays.
    fn known(
        &mut self,
        relation: &Relation,
        arm: FieldId,
        contents: Self::Contents,
    ) -> Result<Value, ErrorCode> {
        let codec = self.codec();
        let length = self.path().len();
        for field in &relation.path {
            let node = &codec.graph.fields[*field];
            if !matches!(codec.graph.types[node.owner].kind, TypeKind::Array(_)) {
                self.path().push_str(&format!(".{}", node.name));
            }
        }
        if *self.depth() >= codec.limits.depth {
            return Err(ErrorCode::Depth);
        }
        *self.depth() += 1;
        let value = self.resolved(arm, contents)?;
        *self.depth() -= 1;
        self.path().truncate(length);
        Ok(value)
    }
}
