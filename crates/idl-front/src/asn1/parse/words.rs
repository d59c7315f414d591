//! Words and tokens that types begin with.

use super::basics::is_reserved;
use crate::asn1::parse::ast::TypeKind;
use crate::asn1::text::tokens::{TokenKind as T, Tokens};
use syntax_graph::{CharKind, TimeKind};

/// What may stand behind the bracket of a tag.
pub const CLASSES: &str = "`UNIVERSAL`, `APPLICATION`, `PRIVATE` or a number";

/// Whether a type may begin here.
pub fn starts(i: Tokens<'_>) -> bool {
    match i.kind(0) {
        T::LBracket => true,
        T::Upper => {
            !is_reserved(i.text(0)) || builtin_word(i.text(0)) || i.is("IMPLICIT") || i.is("EXPLICIT")
        }
        T::Lower => {
            i.kind(1) == T::Less || (i.kind(1) == T::Dot && i.kind(2) != T::Lower) || i.is_small_type()
        }
        _ => false,
    }
}

/// The names that begin with a small letter and stand alone before `::=` and a type.
pub fn small_names(i: Tokens<'_>) -> Vec<String> {
    let names_type = |at: &usize| {
        let i = i.skip(*at);
        i.kind(0) == T::Lower
            && i.kind(1) == T::Assign
            && matches!(i.kind(2), T::Upper | T::LBracket)
            && starts(i.skip(2))
    };
    (0..i.end).filter(names_type).map(|at| i.skip(at).text(0).to_owned()).collect()
}

/// Whether this word alone is a builtin type, or begins one.
pub fn is_builtin(word: &str) -> bool {
    builtin_word(word) && word != "INSTANCE"
}

pub fn builtin_word(word: &str) -> bool {
    matches!(
        word,
        "ANY"
            | "BIT"
            | "BOOLEAN"
            | "CHARACTER"
            | "CHOICE"
            | "EMBEDDED"
            | "ENUMERATED"
            | "INSTANCE"
            | "INTEGER"
            | "NULL"
            | "OBJECT"
            | "OCTET"
            | "REAL"
            | "SEQUENCE"
            | "SET"
    )
}

/// The builtin types that are named by one word, which a module may also define for itself.
pub fn useful(name: &str) -> Option<TypeKind<'static>> {
    use CharKind as C;
    Some(match name {
        "UTF8String" => TypeKind::Characters(C::Utf8, 12),
        "OID-IRI" => TypeKind::Characters(C::Utf8, 35),
        "RELATIVE-OID-IRI" => TypeKind::Characters(C::Utf8, 36),
        "NumericString" => TypeKind::Characters(C::Numeric, 18),
        "PrintableString" => TypeKind::Characters(C::Printable, 19),
        "TeletexString" | "T61String" => TypeKind::Characters(C::Teletex, 20),
        "VideotexString" => TypeKind::Characters(C::Videotex, 21),
        "IA5String" => TypeKind::Characters(C::Ia5, 22),
        "GraphicString" => TypeKind::Characters(C::Graphic, 25),
        "VisibleString" | "ISO646String" => TypeKind::Characters(C::Visible, 26),
        "GeneralString" => TypeKind::Characters(C::General, 27),
        "UniversalString" => TypeKind::Characters(C::Universal, 28),
        "BMPString" => TypeKind::Characters(C::Bmp, 30),
        "ObjectDescriptor" => TypeKind::Characters(C::ObjectDescriptor, 7),
        "RELATIVE-OID" => TypeKind::RelativeOid,
        // RFC 2578 section 7.1.4; no module defines or imports it.
        "BITS" => TypeKind::OctetString,
        "UTCTime" => TypeKind::Time(TimeKind::UtcTime, 23),
        "GeneralizedTime" => TypeKind::Time(TimeKind::GeneralizedTime, 24),
        "TIME" => TypeKind::Time(TimeKind::Time, 14),
        "DATE" => TypeKind::Time(TimeKind::Date, 31),
        "TIME-OF-DAY" => TypeKind::Time(TimeKind::TimeOfDay, 32),
        "DATE-TIME" => TypeKind::Time(TimeKind::DateTime, 33),
        "DURATION" => TypeKind::Time(TimeKind::Duration, 34),
        _ => return None,
    })
}
