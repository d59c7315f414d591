//! The rules that mutate C, over the tokens of one function.

use super::c_tokens::{Kind, Token};
use std::collections::BTreeMap;
use std::ops::Range;

/// A change: the replaced range and the replacement.
pub(crate) type Change = (Range<usize>, String);

/// Returns all changes of a function's body.
pub(crate) fn changes(tokens: &[Token<'_>]) -> Vec<Change> {
    let closing = closing(tokens);
    let mut found = Vec::new();
    for at in 0..tokens.len() {
        found.extend(operator(tokens, at));
        found.extend(number(&tokens[at]));
        found.extend(condition(tokens, at, &closing));
        found.extend(operands(tokens, at));
        found.extend(statement(tokens, at, &closing));
    }
    found
}

/// Returns the closing parenthesis of each opening one.
fn closing(tokens: &[Token<'_>]) -> BTreeMap<usize, usize> {
    let mut open = Vec::new();
    let mut found = BTreeMap::new();
    for (at, token) in tokens.iter().enumerate() {
        match token.text {
            "(" => open.push(at),
            ")" => {
                if let Some(start) = open.pop() {
                    found.insert(start, at);
                }
            }
            _ => {}
        }
    }
    found
}

/// Comparisons that are off by one or inverted, and other arithmetic.
const OPERATORS: [(&str, &str); 18] = [
    ("<", "<="),
    ("<=", "<"),
    (">", ">="),
    (">=", ">"),
    ("==", "!="),
    ("!=", "=="),
    ("+", "-"),
    ("-", "+"),
    ("/", "*"),
    ("%", "/"),
    ("<<", ">>"),
    (">>", "<<"),
    ("&", "|"),
    ("|", "&"),
    ("+=", "-="),
    ("-=", "+="),
    ("++", "--"),
    ("--", "++"),
];

fn operator(tokens: &[Token<'_>], at: usize) -> Option<Change> {
    let token = &tokens[at];
    let (_, other) = OPERATORS.iter().find(|known| known.0 == token.text)?;
    let before = &tokens[at.checked_sub(1)?];
    let after = tokens.get(at + 1)?;
    // Unary operators, and the stars of types, touch their operand.
    let is_binary = before.range().end < token.at && token.range().end < after.at;
    (is_binary || matches!(token.text, "++" | "--")).then(|| (token.range(), (*other).to_owned()))
}

/// Returns the constant plus one and minus one.
fn number(token: &Token<'_>) -> Vec<Change> {
    if token.kind != Kind::Number {
        return Vec::new();
    }
    let digits = token.text.trim_end_matches(['u', 'U', 'l', 'L']);
    let suffix = &token.text[digits.len()..];
    let hexadecimal = digits.strip_prefix("0x");
    let Some(value) = hexadecimal.map_or(digits.parse().ok(), |digits| u64::from_str_radix(digits, 16).ok())
    else {
        return Vec::new();
    };
    let others = [value.checked_add(1), value.checked_sub(1)];
    let print = |value: u64| match hexadecimal {
        Some(_) => format!("{value:#x}{suffix}"),
        None => format!("{value}{suffix}"),
    };
    others.into_iter().flatten().map(|value| (token.range(), print(value))).collect()
}

/// Inverts a condition of `if`; [`operator`] handles a single comparison.
fn condition(tokens: &[Token<'_>], at: usize, closing: &BTreeMap<usize, usize>) -> Option<Change> {
    if tokens[at].text != "if" {
        return None;
    }
    let end = *closing.get(&(at + 1))?;
    let inner = &tokens[at + 2..end];
    let has = |signs: &[&str]| inner.iter().any(|token| signs.contains(&token.text));
    if has(&["==", "!="]) && !has(&["&&", "||"]) {
        return None;
    }
    // The caller copies the text between unchanged.
    Some((tokens[at + 1].range().end..tokens[end].at, "!(@)".to_owned()))
}

/// Drops the operand after `&&` or `||`, and the first of a chain.
fn operands(tokens: &[Token<'_>], at: usize) -> Vec<Change> {
    let sign = tokens[at].text;
    if sign != "&&" && sign != "||" {
        return Vec::new();
    }
    let mut found = Vec::new();
    let right = operand(tokens, at, sign, 1);
    if let Some(last) = right {
        found.push((tokens[at - 1].range().end..tokens[last].range().end, String::new()));
    }
    if let (Some(first), Some(_)) = (operand(tokens, at, sign, -1), right) {
        let is_first = first.checked_sub(1).is_none_or(|before| tokens[before].text != sign);
        if is_first {
            found.push((tokens[first].at..tokens[at + 1].at, String::new()));
        }
    }
    found
}

/// Returns the last token of the operand after the sign, or with a step of -1 the first of the operand before
/// it.
fn operand(tokens: &[Token<'_>], sign_at: usize, sign: &str, step: isize) -> Option<usize> {
    let (opens, closes) = if step > 0 { ("([{", ")]}") } else { (")]}", "([{") };
    let mut depth = 0_usize;
    let mut at = sign_at.checked_add_signed(step)?;
    let mut last = None;
    while let Some(token) = tokens.get(at) {
        if token.text.len() == 1 && opens.contains(token.text) {
            depth += 1;
        } else if token.text.len() == 1 && closes.contains(token.text) {
            if depth == 0 {
                break;
            }
            depth -= 1;
        } else if depth == 0 {
            let ends = matches!(token.text, "," | ";" | "?" | ":" | "=" | "|=" | "&=" | "return" | "||");
            if ends || token.text == "&&" && sign == "&&" {
                break;
            }
        }
        last = Some(at);
        at = at.checked_add_signed(step)?;
    }
    last
}

/// Drops a statement that is not a declaration: a call, an assignment, a jump.
fn statement(tokens: &[Token<'_>], at: usize, closing: &BTreeMap<usize, usize>) -> Option<Change> {
    let before = tokens[at.checked_sub(1)?].text;
    let closes_head = || {
        let open = closing.iter().find(|(_, close)| **close == at - 1).map(|(open, _)| *open);
        let word = open.and_then(|open| open.checked_sub(1)).map(|head| tokens[head].text);
        matches!(word, Some("if" | "for" | "while"))
    };
    if !(matches!(before, ";" | "{" | "}" | "else" | "do" | ":") || before == ")" && closes_head()) {
        return None;
    }
    let next = tokens.get(at + 1)?.text;
    let is_dropped = match tokens[at].text {
        // The last statement of a function returns its value.
        "return" => matches!(before, ")" | "else") || nested(tokens, at) > 1,
        "break" | "continue" => next == ";",
        "if" | "for" | "while" | "switch" | "do" | "else" | "case" | "default" | "goto" | "sizeof" => false,
        "*" | "++" | "--" => true,
        _ => {
            let calls_or_sets = [
                "(", "=", "+=", "-=", "|=", "&=", "^=", "*=", "/=", "<<=", ">>=", "->", ".", "[", "++", "--",
            ];
            tokens[at].kind == Kind::Word && calls_or_sets.contains(&next)
        }
    };
    if !is_dropped {
        return None;
    }
    let end = (at..tokens.len()).find(|end| tokens[*end].text == ";")?;
    // A `for` has its semicolons in parentheses.
    let in_head = closing.iter().any(|(open, close)| *open < at && at < *close);
    (!in_head).then(|| (tokens[at].at..tokens[end].at, String::new()))
}

/// Returns the number of open braces at a token.
fn nested(tokens: &[Token<'_>], at: usize) -> usize {
    let count = |brace: &str| tokens[..at].iter().filter(|token| token.text == brace).count();
    count("{").saturating_sub(count("}"))
}

#[cfg(test)]
mod tests {
    use super::super::c_tokens::tokens;
    use super::*;

    /// Returns the mutated bodies, in order.
    fn mutated(body: &str) -> Vec<String> {
        let apply = |(range, by): Change| {
            let by = by.replace('@', &body[range.clone()]);
            format!("{}{by}{}", &body[..range.start], &body[range.end..])
        };
        changes(&tokens(body)).into_iter().map(apply).collect()
    }

    #[test]
    fn comparisons_and_conditions() {
        let expected = ["{ if (!(a < b)) f(); }", "{ if (a <= b) f(); }", "{ if (a < b) ; }"];
        assert_eq!(mutated("{ if (a < b) f(); }"), expected);
        assert_eq!(mutated("{ if (a == b) f(); }"), ["{ if (a != b) f(); }", "{ if (a == b) ; }"]);
    }

    #[test]
    fn operands_of_chains() {
        let found = mutated("{ x = a && (b || c) && d; }");
        for expected in ["(b || c) && d", "a && d", "a && (b || c)", "a && (b) && d", "a && (c) && d"] {
            let expected = format!("{{ x = {expected}; }}");
            assert!(found.contains(&expected), "{expected}: {found:?}");
        }
        assert_eq!(found.len(), 6, "{found:?}");
        assert!(mutated("{ x = a || b && c; }").contains(&"{ x = a || b; }".to_owned()));
    }

    #[test]
    fn statements_are_dropped_and_declarations_are_not() {
        assert_eq!(mutated("{ size_t n = m; }"), [""; 0]);
        assert_eq!(mutated("{ *p = q; }"), ["{ ; }"]);
        assert_eq!(mutated("{ return x; }"), [""; 0]);
        assert_eq!(mutated("{ if (x) return y; }"), ["{ if (!(x)) return y; }", "{ if (x) ; }"]);
        assert_eq!(mutated("{ for (a = b; c; d = e) { } }"), [""; 0]);
    }

    #[test]
    fn constants_and_arithmetic() {
        let expected = ["{ x = 0x81u; }", "{ x = 0x7fu; }"];
        assert_eq!(mutated("{ x = 0x80u; }")[1..], expected);
        assert_eq!(mutated("{ f(a - b, -c, *d, &e); }")[1..], ["{ f(a + b, -c, *d, &e); }"]);
    }
}
