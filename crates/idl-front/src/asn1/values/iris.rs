//! Checks the texts of OID-IRI and RELATIVE-OID-IRI values (X.680 clauses 34 and 35).

use crate::asn1::lowering::Lowering;
use crate::asn1::names::Scope;
use crate::asn1::parse::ast::{Type, TypeKind};
use crate::asn1::types::TagBase;
use std::rc::Rc;
use syntax_graph::{Diagnostic, Span, Tag, TypeId, Value};

/// The two types, which are strings of UTF-8 but for their tags and texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Iri {
    /// From the root of the tree of object identifiers.
    Absolute,
    /// From some node of it.
    Relative,
}

impl Iri {
    fn of_tag(number: u32) -> Option<Self> {
        match number {
            35 => Some(Self::Absolute),
            36 => Some(Self::Relative),
            _ => None,
        }
    }

    /// What is wrong with the text of a value.
    fn fault(self, text: &str) -> Option<String> {
        let arcs = match (self, text.strip_prefix('/')) {
            (Self::Absolute, Some(arcs)) => arcs,
            (Self::Absolute, None) => {
                return Some("an OID-IRI begins with `/`".to_owned());
            }
            (Self::Relative, None) => text,
            (Self::Relative, Some(_)) => {
                return Some("a RELATIVE-OID-IRI does not begin with `/`".to_owned());
            }
        };
        arcs.split('/').find_map(|arc| {
            let is_number = !arc.is_empty() && arc.bytes().all(|c| c.is_ascii_digit());
            if arc.is_empty() {
                Some("an arc is empty".to_owned())
            } else if is_number && arc.len() > 1 && arc.starts_with('0') {
                Some(format!("the number `{arc}` begins with 0"))
            } else {
                None
            }
        })
    }
}

impl<'a> Lowering<'a> {
    /// Which of the two a node is, or a copy of.
    pub fn iri_of(&self, ty: TypeId) -> Option<Iri> {
        let mut at = ty;
        for _ in 0..crate::asn1::lowering::MAX_CHAIN {
            match self.types.tag_base(at)? {
                TagBase::Own(tag) if tag == Tag::universal(tag.number) => return Iri::of_tag(tag.number),
                TagBase::Of(next) => at = next,
                _ => return None,
            }
        }
        None
    }

    /// Which of the two a type is that governs a value.
    pub fn iri_of_governor(&mut self, ty: &Rc<Type<'a>>, scope: Scope) -> Option<Iri> {
        match self.strip(ty, scope).base?.0.kind {
            TypeKind::Characters(_, number) => Iri::of_tag(number),
            _ => None,
        }
    }

    /// Reports a value whose text its type does not permit.
    pub fn check_iri(&mut self, iri: Option<Iri>, value: &Value, span: Span) {
        let (Some(iri), Value::Chars(octets)) = (iri, value) else { return };
        let Some(fault) = iri.fault(&String::from_utf8_lossy(octets)) else { return };
        let (clause, name, like) = match iri {
            Iri::Absolute => (34, "an OID-IRI", "\"/ISO/Registration-Authority/19785\""),
            Iri::Relative => (35, "a RELATIVE-OID-IRI", "\"Registration-Authority/19785\""),
        };
        let report = Diagnostic::error("value-mismatch", span, format!("this is not {name}: {fault}"));
        let place = self.values.governing.map(|(place, _)| place).filter(|place| *place != span);
        let report = match place {
            Some(place) => report.with_label(place, "expected because of this type"),
            None => report,
        };
        self.report(report.with_help(format!("write it like {like} (X.680 clause {clause})")));
    }
}

#[cfg(test)]
mod tests {
    use super::Iri;

    #[test]
    fn arcs_are_told() {
        for right in ["/0", "/ISO/Registration-Authority/19785", "/2/0", "/Tést/a0", "/0a"] {
            assert_eq!(Iri::Absolute.fault(right), None, "{right}");
            assert_eq!(Iri::Relative.fault(&right[1..]), None, "{right}");
            assert!(Iri::Relative.fault(right).is_some(), "{right}");
        }
        for wrong in ["", "/", "ISO", "/ISO/", "//ISO", "/ISO//1", "/ISO/01", "/00"] {
            assert!(Iri::Absolute.fault(wrong).is_some(), "{wrong}");
        }
        for wrong in ["", "/", "ISO/", "1//2", "00"] {
            assert!(Iri::Relative.fault(wrong).is_some(), "{wrong}");
        }
    }
}
