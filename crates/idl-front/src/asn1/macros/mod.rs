//! Macros of the 1988 notation (X.208 annex A): their grammars, and the types that their uses stand for.

pub mod grammar;
pub mod table;
pub mod uses;

use crate::asn1::names::Scope;
use crate::asn1::parse::ast::Type;
use crate::asn1::text::tokens::NodeId;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The type that a use stands for, with its scope; none where it is no data.
type KnownUse<'a> = Option<(Rc<Type<'a>>, Scope)>;

/// The uses of macros that have been evaluated.
#[derive(Debug, Default)]
pub struct Macros<'a> {
    /// The type that each use stands for.
    types: BTreeMap<(NodeId, Scope), KnownUse<'a>>,
}
