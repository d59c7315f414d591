//! The grammar of filters: tokens to syntax.

use super::ast::{Arc, Asked, Filter, Literal, LiteralKind, Operator, Path, Question, Relation, Step, Test};
use super::tokens::{LITERAL, RELATION, TokenKind as T, Tokens};
use crate::asn1::text::strings;
use crate::fault::{Fault, expected, fatal_with};
use nom::IResult;
use num_bigint::BigInt;
use std::str::FromStr;
use syntax_graph::Diagnostic;
use syntax_graph::filter::{Place, Quantifier};

type Parsed<'a, R> = IResult<Tokens<'a>, R, Fault>;

/// The deepest nesting of parentheses and `not`.
const MAX_DEPTH: u16 = 100;

/// The most digits of a number.
const MAX_DIGITS: usize = 1000;

/// Returns the filter that all tokens are.
///
/// # Errors
/// The first fault.
pub fn filter(i: Tokens<'_>) -> Result<Filter<'_>, Diagnostic> {
    let fault = match head_and_test(i) {
        Ok((rest, filter)) if rest.kind(0) == T::End => return Ok(filter),
        Ok((rest, _)) => Fault { expected: vec!["`and`", "`or`", T::End.describe()], ..Fault::new(rest) },
        Err(nom::Err::Error(fault) | nom::Err::Failure(fault)) => fault,
        Err(nom::Err::Incomplete(_)) => Fault::new(i),
    };
    Err(fault.report(i))
}

/// Returns the path that all tokens are.
///
/// # Errors
/// The first fault.
pub fn whole_path(i: Tokens<'_>) -> Result<Path<'_>, Diagnostic> {
    let fault = match path(i) {
        Ok((rest, path)) if rest.kind(0) == T::End => return Ok(path),
        Ok((rest, _)) => Fault { expected: vec!["`.`", T::End.describe()], ..Fault::new(rest) },
        Err(nom::Err::Error(fault) | nom::Err::Failure(fault)) => fault,
        Err(nom::Err::Incomplete(_)) => Fault::new(i),
    };
    Err(fault.report(i))
}

fn head_and_test(i: Tokens<'_>) -> Parsed<'_, Filter<'_>> {
    let (mut rest, mut name) = name(i, "the name of a type")?;
    let mut ty = name.to_owned();
    while rest.kind(0) == T::Dot {
        (rest, name) = self::name(rest.skip(1), "the name of a type")?;
        ty = format!("{ty}.{name}");
    }
    let span = i.span_to(rest);
    let (rest, ()) = token(T::Colon)(rest)?;
    let (rest, test) = any(rest)?;
    Ok((rest, Filter { ty, span, test }))
}

/// A token of this kind.
fn token<'a>(kind: T) -> impl Fn(Tokens<'a>) -> Parsed<'a, ()> {
    move |i| if i.kind(0) == kind { Ok((i.skip(1), ())) } else { expected(i, kind.describe()) }
}

fn name<'a>(i: Tokens<'a>, what: &'static str) -> Parsed<'a, &'a str> {
    if i.kind(0) == T::Word { Ok((i.skip(1), i.token(0).text)) } else { expected(i, what) }
}

/// Returns whether a keyword is next. A name that a dot or a bracket follows begins a path.
fn is_next(i: Tokens<'_>, keyword: &str) -> bool {
    let token = i.token(0);
    token.kind == T::Word && token.text == keyword && !matches!(i.kind(1), T::Dot | T::LBracket)
}

/// One level deeper.
fn deeper(i: Tokens<'_>) -> Parsed<'_, ()> {
    if i.depth >= MAX_DEPTH {
        let message = "this is nested too deeply";
        return fatal_with(
            i,
            "fewer levels of nesting",
            message,
            "leave out parentheses that change nothing",
        );
    }
    Ok((i.at_depth(i.depth + 1), ()))
}

/// Predicates joined by a word.
fn joined<'a>(
    i: Tokens<'a>,
    word: &str,
    inner: impl Fn(Tokens<'a>) -> Parsed<'a, Test<'a>>,
    join: impl Fn(Vec<Test<'a>>) -> Test<'a>,
) -> Parsed<'a, Test<'a>> {
    let (mut rest, first) = inner(i)?;
    let mut tests = vec![first];
    while is_next(rest, word) {
        let (after, next) = inner(rest.skip(1))?;
        tests.push(next);
        rest = after;
    }
    let test = if tests.len() == 1 { tests.remove(0) } else { join(tests) };
    Ok((rest, test))
}

fn any(i: Tokens<'_>) -> Parsed<'_, Test<'_>> {
    joined(i, "or", all, Test::Any)
}

fn all(i: Tokens<'_>) -> Parsed<'_, Test<'_>> {
    joined(i, "and", not, Test::All)
}

fn not(i: Tokens<'_>) -> Parsed<'_, Test<'_>> {
    if is_next(i, "not") {
        let (inside, ()) = deeper(i.skip(1))?;
        let (rest, test) = not(inside)?;
        return Ok((rest.at_depth(i.depth), Test::Not(Box::new(test))));
    }
    if i.kind(0) == T::LParen {
        return group(i);
    }
    let (rest, question) = question(i)?;
    Ok((rest, Test::Ask(question)))
}

/// A predicate in parentheses.
fn group(i: Tokens<'_>) -> Parsed<'_, Test<'_>> {
    let (inside, ()) = deeper(i.skip(1))?;
    let (rest, test) = any(inside)?;
    let (rest, ()) = token(T::RParen)(rest)?;
    Ok((rest.at_depth(i.depth), test))
}

fn question(i: Tokens<'_>) -> Parsed<'_, Question<'_>> {
    let quantifier = [("any", Quantifier::Any), ("all", Quantifier::All)]
        .into_iter()
        .find_map(|(word, quantifier)| is_next(i, word).then_some((quantifier, i.token(0).span)));
    let rest = if quantifier.is_some() { i.skip(1) } else { i };
    if is_next(rest, "has") {
        let (rest, path) = path(rest.skip(1))?;
        return Ok((rest, Question { quantifier, path, asked: Asked::Presence }));
    }
    if is_next(rest, "count") && rest.kind(1) == T::LParen {
        let (rest, path) = path(rest.skip(2))?;
        let (rest, ()) = token(T::RParen)(rest)?;
        let (rest, relation) = relation(rest)?;
        return Ok((rest, Question { quantifier, path, asked: Asked::Count(relation) }));
    }
    let (rest, path) = path(rest)?;
    if quantifier.is_some() && rest.kind(0) == T::LParen {
        let (rest, test) = group(rest)?;
        return Ok((rest, Question { quantifier, path, asked: Asked::Group(Box::new(test)) }));
    }
    let (rest, relation) = relation(rest)?;
    Ok((rest, Question { quantifier, path, asked: Asked::Relation(relation) }))
}

fn path(i: Tokens<'_>) -> Parsed<'_, Path<'_>> {
    let (mut rest, first) = name(i, "a path")?;
    let mut steps = vec![Step::Name(first, i.token(0).span)];
    loop {
        let from = rest;
        match rest.kind(0) {
            T::Dot => {
                let (after, step) = name(rest.skip(1), "the name of a field")?;
                steps.push(Step::Name(step, from.token(1).span));
                rest = after;
            }
            T::LBracket => {
                let (after, ()) = token(T::Star)(rest.skip(1))?;
                let (after, ()) = token(T::RBracket)(after)?;
                steps.push(Step::Elements(from.span_to(after)));
                rest = after;
            }
            _ => return Ok((rest, Path { steps, span: i.span_to(rest) })),
        }
    }
}

fn relation(i: Tokens<'_>) -> Parsed<'_, Relation<'_>> {
    let operator = match (i.kind(0), i.token(0).text) {
        (T::Equal, _) => Operator::Equal,
        (T::NotEqual, _) => Operator::NotEqual,
        (T::Less, _) => Operator::Less,
        (T::LessEqual, _) => Operator::LessEqual,
        (T::Greater, _) => Operator::Greater,
        (T::GreaterEqual, _) => Operator::GreaterEqual,
        (T::Word, "in") => Operator::In,
        (T::Word, "starts-with") => Operator::Part(Place::Start),
        (T::Word, "ends-with") => Operator::Part(Place::End),
        (T::Word, "contains") => Operator::Part(Place::Anywhere),
        _ => return expected(i, RELATION),
    };
    let span = i.token(0).span;
    let (mut rest, value) = literal(i.skip(1))?;
    let mut to = None;
    if operator == Operator::In {
        let (after, ()) = token(T::Dots)(rest)?;
        let (after, last) = literal(after)?;
        (rest, to) = (after, Some(last));
    }
    Ok((rest, Relation { operator, span, value, to }))
}

fn literal(i: Tokens<'_>) -> Parsed<'_, Literal<'_>> {
    let token = i.token(0);
    let (rest, kind) = match token.kind {
        T::Number | T::Minus => {
            let (rest, number) = number(i)?;
            (rest, LiteralKind::Number(number))
        }
        T::Text => (i.skip(1), LiteralKind::Text(strings::unquoted(token.text))),
        T::Binary => {
            let (octets, bits) = strings::binary(token.text);
            (i.skip(1), LiteralKind::Digits(octets, bits))
        }
        T::Hexadecimal => {
            let (octets, bits) = strings::hexadecimal(token.text);
            (i.skip(1), LiteralKind::Digits(octets, bits))
        }
        T::Word if token.text == "TRUE" => (i.skip(1), LiteralKind::Boolean(true)),
        T::Word if token.text == "FALSE" => (i.skip(1), LiteralKind::Boolean(false)),
        T::Word => (i.skip(1), LiteralKind::Name(token.text)),
        T::LBrace => arcs(i)?,
        _ => return expected(i, LITERAL),
    };
    Ok((rest, Literal { kind, span: i.span_to(rest) }))
}

fn number(i: Tokens<'_>) -> Parsed<'_, BigInt> {
    let minus = i.kind(0) == T::Minus;
    let at = i.skip(usize::from(minus));
    if at.kind(0) != T::Number {
        return expected(at, T::Number.describe());
    }
    let digits = at.token(0).text;
    match BigInt::from_str(digits) {
        Ok(number) if digits.len() <= MAX_DIGITS => Ok((at.skip(1), if minus { -number } else { number })),
        _ => fatal_with(at, "a number", "this number is too long", "write a number of at most 1000 digits"),
    }
}

/// The arcs of an object identifier in braces.
fn arcs(i: Tokens<'_>) -> Parsed<'_, LiteralKind<'_>> {
    let mut rest = i.skip(1);
    let mut arcs = Vec::new();
    while rest.kind(0) != T::RBrace {
        let from = rest;
        let (name, mut number) = match rest.kind(0) {
            T::Word => (Some(rest.token(0).text), None),
            T::Number => (None, Some(rest.token(0).text)),
            _ => return expected(rest, "a number of an object identifier or `}`"),
        };
        rest = rest.skip(1);
        if name.is_some() && rest.kind(0) == T::LParen {
            if rest.kind(1) != T::Number {
                return expected(rest.skip(1), "the number of the arc");
            }
            number = Some(rest.token(1).text);
            let (after, ()) = token(T::RParen)(rest.skip(2))?;
            rest = after;
        }
        let number = number.and_then(|digits| BigInt::from_str(digits).ok());
        arcs.push(Arc { name, number, span: from.span_to(rest) });
    }
    Ok((rest.skip(1), LiteralKind::Arcs(arcs)))
}
