//! Finds where lines begin. Recovery needs it: a definition begins its line.

use super::basics::is_reserved;
use crate::asn1::text::tokens::{Token, TokenKind as T, Tokens};

/// Whether a definition begins here that has another sign in place of `::=`, or none before a structure.
pub fn misses_assign(at: Tokens<'_>) -> bool {
    let sign = match at.kind(1) {
        T::Equal => at.kind(0) == T::Upper,
        T::Colon => matches!(at.kind(2), T::Equal | T::Colon),
        _ => false,
    };
    let structure = ["SEQUENCE", "SET", "CHOICE", "ENUMERATED"].iter().any(|word| at.is_at(1, word));
    !is_reserved(at.text(0)) && (sign || (structure && at.kind(0) == T::Upper && at.kind(2) == T::LBrace))
}

/// Whether nothing stands before it on its line.
pub fn begins_line(at: Tokens<'_>) -> bool {
    let before = at.at.checked_sub(1).map_or(0, |before| at.source.tokens[before].end as usize);
    at.source.text.get(before..at.token(0).start as usize).is_some_and(|between| between.contains('\n'))
}

/// Whether a name stands before it, perhaps with parameters.
pub fn is_behind_name(at: Tokens<'_>) -> bool {
    let tokens = &at.source.tokens[..at.at];
    let is_name = |token: &Token| matches!(token.kind, T::Upper | T::Lower);
    let Some((last, before)) = tokens.split_last() else { return false };
    if last.kind != T::RBrace {
        return is_name(last);
    }
    // The braces of parameters are not far apart.
    let opens = |at: &usize| tokens[*at].kind == T::LBrace && tokens[*at].mate as usize == before.len();
    let opening = (0..before.len()).rev().take(2_000).find(opens);
    opening.is_some_and(|opening| {
        let name = opening.checked_sub(1).map(|at| &tokens[at]);
        name.is_some_and(is_name) && (opening < 2 || tokens[opening - 2].kind != T::Assign)
    })
}

/// The first token of the line on which `at` stands (of the line before, where `at` begins its line).
pub fn line_start<'a>(from: Tokens<'a>, at: Tokens<'a>) -> Tokens<'a> {
    let text = at.source.text;
    let mut index = at.at;
    let mut moved = false;
    if begins_line(at) && !is_behind_name(at) {
        return at;
    }
    while index > from.at + 1 {
        let (previous, this) = (at.source.tokens[index - 1], at.source.tokens[index]);
        let between = text.get(previous.end as usize..this.start as usize).unwrap_or("");
        if moved && between.contains('\n') {
            break;
        }
        index -= 1;
        moved = true;
    }
    Tokens { at: index, ..at }
}
