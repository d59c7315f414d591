//! The struct of a shape's holes: its members, and the names of its functions.

use super::segments::Hole;
use std::collections::BTreeMap;
use syntax_graph::FieldId;

/// The struct of a shape's holes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flat {
    /// The name of the struct, `T_NAME`, which the functions `T_NAME_decode` and `T_NAME_encode` extend.
    pub name: String,
    /// The members, in the order of the holes.
    pub members: Vec<Member>,
    /// For the path of each hole its member, and the number of its element if the member is an array.
    pub places: BTreeMap<String, (usize, Option<usize>)>,
}

/// A member of the struct.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Its name.
    pub name: String,
    /// The field that gives its type.
    pub field: FieldId,
    /// The number of its elements; `None`: it is no array.
    pub count: Option<usize>,
    /// The octets of a string that is no part of the message, but moved: then the member holds them.
    pub moved: Option<u64>,
    /// The path of its first hole.
    pub path: String,
}

impl Flat {
    /// Returns the lvalue of a hole, seen from `pointer`.
    pub fn lvalue(&self, pointer: &str, hole: &Hole) -> String {
        let (member, item) = self.places.get(&hole.path).copied().unwrap_or_default();
        let index = item.map(|item| format!("[{item}]")).unwrap_or_default();
        format!("{pointer}->{}{index}", self.members[member].name)
    }

    /// Returns the octets of the array that holds a hole, if one does.
    pub fn moved(&self, hole: &Hole) -> Option<u64> {
        let (member, _) = self.places.get(&hole.path).copied().unwrap_or_default();
        self.members[member].moved
    }
}
