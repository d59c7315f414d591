//! Open types beside a sample: a governor, which is constant, says what their contents are.

use super::content::Shaped;
use super::walk::Walker;
use crate::model::layout::CType;
use crate::program::{Body, Key, Relation};
use crate::shape::trail::Walked;
use crate::shape::{Fill, Hop, Number, Place};
use syntax_graph::{FieldId, TypeKind};

impl<R: Shaped> Walker<'_, R> {
    /// Walks an open type that a governor resolves later.
    pub fn open(&mut self, place: &Place) -> Walked<()> {
        let end = self.enter()?;
        let start = self.bits.at;
        if !start.is_multiple_of(8) {
            let reason = "decoders move an open type that does not begin with an octet";
            return Err(self.trail.refused(reason));
        }
        self.bits.at = end;
        let octets = (start / 8) as usize..(end / 8) as usize;
        if octets.end > self.trail.found.segments.octets.len() || octets.is_empty() {
            return Err(self.malformed());
        }
        let most = self.model.options.max_string;
        if most.is_some_and(|most| octets.len() > most as usize) {
            return Err(self.trail.refused("the sample has a string beyond --max-string"));
        }
        self.trail.fill(octets.start, Fill::Open(place.clone(), octets));
        self.opens.push((place.clone(), start, end));
        Ok(())
    }

    /// Resolves the open types of a structure at a place.
    pub fn resolve(&mut self, relation: &Relation, place: &Place) -> Walked<()> {
        let along =
            |path: &[FieldId]| path.iter().fold(place.clone(), |place, field| place.then(Hop::Field(*field)));
        let (governor, open) = (along(&relation.governor), along(&relation.path));
        let governs = |hole: &Place| hole.item == governor.item && hole.hops.starts_with(&governor.hops);
        if let Some(hole) = self.trail.found.segments.holes.iter().find(|hole| governs(&hole.place)) {
            let reason = format!("the hole `{}` is the governor of an open type", hole.path);
            return Err(self.trail.refused_hole(hole.request, &reason));
        }
        let graph = self.model.graph;
        let is_array =
            |field: &FieldId| matches!(graph.types[graph.fields[*field].owner].kind, TypeKind::Array(_));
        if relation.governor.iter().chain(&relation.path).any(is_array) {
            return Err(self.trail.refused("the governor of an open type, or the open type, is in an array"));
        }
        let Some((_, start, end)) = self.opens.iter().find(|(place, ..)| *place == open).cloned() else {
            return Ok(());
        };
        let Some(key) = self.key(relation, &governor)? else { return Ok(()) };
        let kind = selected(&self.model.keys[relation.keys..], &key);
        let Body::Open { arms, .. } = &self.model.programs[&relation.open].body else {
            return Err(self.malformed());
        };
        let Some(arm) = kind.checked_sub(1).and_then(|at| arms.get(at)) else { return Ok(()) };
        let Some(field) = arm.field else { return Err(self.malformed()) };
        let octet = (start / 8) as usize;
        self.trail.fill(octet, Fill::Resolved(open.clone(), kind));
        self.trail.deeper(None)?;
        let pointer = open.then(Hop::Arm(field));
        let mut held = arm.clone();
        held.boxed = false;
        if self.model.layouts.ctype(field) == CType::Nothing {
            return Err(self.trail.refused("an open type holds a NULL, for which decoders take memory"));
        }
        self.trail.fill(octet, Fill::Link(pointer.clone(), field));
        let behind = std::mem::replace(&mut self.bits.at, start);
        let names = relation.path.iter().map(|field| format!(".{}", graph.fields[*field].name));
        let name: String = names.collect();
        self.trail.enter(name);
        self.value(&held, &pointer.then(Hop::Pointer), None)?;
        self.trail.leave();
        self.leave(end)?;
        self.bits.at = behind;
        self.trail.depth -= 1;
        Ok(())
    }

    /// Returns the octets of a governor; `None`: it is absent.
    fn key(&self, relation: &Relation, governor: &Place) -> Walked<Option<Vec<u8>>> {
        let segments = &self.trail.found.segments;
        let key = segments.fills.iter().find_map(|(_, fill)| match (fill, relation.key) {
            (Fill::Number(place, Number::Integer(number)), Key::Number(_)) if place == governor => {
                Some(Ok(number.to_signed_bytes_be()))
            }
            (Fill::Slice(place, part), Key::Octets) if place == governor => {
                Some(Ok(segments.octets[part.clone()].to_vec()))
            }
            (Fill::Copy(place, octets, _), Key::Octets) if place == governor => Some(Ok(octets.clone())),
            (Fill::Flag(place, field, false), _) if place.then(Hop::Field(*field)) == *governor => {
                Some(Err(true))
            }
            _ => None,
        });
        match key {
            Some(Ok(octets)) => Ok(Some(octets)),
            Some(Err(_)) => Ok(None),
            None => Err(self.trail.refused("the governor of an open type is no constant number or string")),
        }
    }
}

/// Returns the number of a key in a table, or 0.
fn selected(keys: &[u8], key: &[u8]) -> usize {
    let mut left = keys;
    while let [length @ 1..=255, low, high, rest @ ..] = left {
        let length = usize::from(*length);
        if rest.get(..length) == Some(key) {
            return usize::from(*low) | usize::from(*high) << 8;
        }
        left = rest.get(length..).unwrap_or_default();
    }
    0
}

#[cfg(test)]
mod tests {
    use super::selected;

    #[test]
    fn keys_select_numbers() {
        let keys = [1, 1, 0, 5, 2, 2, 1, 5, 6, 0, 9];
        assert_eq!((selected(&keys, &[5]), selected(&keys, &[5, 6]), selected(&keys, &[9])), (1, 258, 0));
    }
}
