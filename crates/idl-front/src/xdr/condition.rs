//! Evaluates the conditions of `#if` and `#elif`: numbers, `defined`, `!`, `&&`, `||`, comparisons and parentheses.

use super::tokens::{Token, TokenKind};
use syntax_graph::{Diagnostic, Span};

/// How deep parentheses and negations may be nested.
const MAX_DEPTH: usize = 100;

/// Whether the condition holds; macros are expanded, and a name that is none is 0.
///
/// # Errors
/// What is wrong with it.
pub fn evaluate(tokens: &[Token<'_>], span: Span) -> Result<bool, Box<Diagnostic>> {
    let mut evaluator = Evaluator { tokens, at: 0, span };
    let value = evaluator.level(0, 0)?;
    match evaluator.tokens.get(evaluator.at) {
        None => Ok(value != 0),
        Some(token) => Err(evaluator.wrong(token.span)),
    }
}

struct Evaluator<'t, 'a> {
    tokens: &'t [Token<'a>],
    at: usize,
    span: Span,
}

/// Operators by precedence, the loosest first.
const LEVELS: [&[&str]; 4] = [&["||"], &["&&"], &["==", "!="], &["<=", ">=", "<", ">"]];

impl Evaluator<'_, '_> {
    fn wrong(&self, span: Span) -> Box<Diagnostic> {
        let message = "this condition cannot be evaluated";
        let help = "use only numbers, `defined NAME`, !, &&, ||, comparisons and parentheses";
        Box::new(Diagnostic::error("condition", span, message).with_help(help))
    }

    /// Takes the operator, each of whose signs is a token.
    fn take(&mut self, operator: &str) -> bool {
        let length = operator.len();
        let signs = self.tokens.get(self.at..self.at + length);
        let fits = signs.is_some_and(|signs| {
            signs.iter().zip(operator.chars()).all(|(token, sign)| token.text.starts_with(sign))
        });
        if fits {
            self.at += length;
        }
        fits
    }

    fn level(&mut self, level: usize, depth: usize) -> Result<i64, Box<Diagnostic>> {
        let Some(operators) = LEVELS.get(level) else { return self.operand(depth) };
        let mut left = self.level(level + 1, depth)?;
        while let Some(operator) = operators.iter().find(|operator| self.take(operator)) {
            let right = self.level(level + 1, depth)?;
            left = i64::from(match *operator {
                "||" => left != 0 || right != 0,
                "&&" => left != 0 && right != 0,
                "==" => left == right,
                "!=" => left != right,
                "<=" => left <= right,
                ">=" => left >= right,
                "<" => left < right,
                _ => left > right,
            });
        }
        Ok(left)
    }

    fn operand(&mut self, depth: usize) -> Result<i64, Box<Diagnostic>> {
        let Some(token) = self.tokens.get(self.at).copied().filter(|_| depth < MAX_DEPTH) else {
            return Err(self.wrong(self.span));
        };
        self.at += 1;
        match (token.kind, token.text) {
            (TokenKind::Number, text) => super::numbers::parse(text)
                .and_then(|number| i64::try_from(number).ok())
                .ok_or_else(|| self.wrong(token.span)),
            (TokenKind::Sign, "!") => Ok(i64::from(self.operand(depth + 1)? == 0)),
            (TokenKind::Minus, _) => Ok(self.operand(depth + 1)?.wrapping_neg()),
            (TokenKind::LParen, _) => {
                let value = self.level(0, depth + 1)?;
                if self.take(")") { Ok(value) } else { Err(self.wrong(token.span)) }
            }
            (TokenKind::Word, "defined") => self.operand(depth + 1),
            (TokenKind::Word, _) => Ok(0),
            _ => Err(self.wrong(token.span)),
        }
    }
}
