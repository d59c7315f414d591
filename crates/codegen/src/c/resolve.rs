//! Resolves the conditionals of the runtime's C, so that code that a specification does not use is not
//! printed.
//!
//! A resolver has the state of each feature. It prints a conditional on known features alone as the branch
//! that is taken. A conditional that also depends on the C compiler (`__GNUC__`, `STUBC_SPEED`) keeps that
//! part of its condition.

use super::places;
use std::collections::BTreeMap;

/// The state of a symbol before the C compiler runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbol {
    /// Not defined, unless the runtime defines it.
    Absent,
    /// Defined.
    Present,
    /// Defined as this number.
    Number(u64),
    /// Left to the C compiler.
    Open,
}

/// Resolves texts in the order in which the compiler sees them.
#[derive(Clone, Debug)]
pub struct Resolver {
    symbols: BTreeMap<String, Symbol>,
}

impl Resolver {
    /// Returns a resolver with these symbols; it leaves all others to the C compiler.
    pub fn new(symbols: BTreeMap<String, Symbol>) -> Self {
        Self { symbols }
    }

    /// Returns the text with known conditionals resolved; empty if only comments remain.
    pub fn resolve(&mut self, text: &str) -> String {
        let text = places::of_text(text);
        let lines: Vec<&str> = text.lines().collect();
        let mut out = Vec::new();
        self.block(&lines, true, &mut out);
        if is_silent(&out) { String::new() } else { tidy(&out) }
    }

    /// Resolves lines; `certain`: no open conditional is around them.
    fn block(&mut self, lines: &[&str], certain: bool, out: &mut Vec<String>) {
        let mut at = 0;
        while at < lines.len() {
            let (text, length) = directive(&lines[at..]);
            match text.as_deref().map(split_word) {
                Some(("if" | "ifdef" | "ifndef", _)) => {
                    let (branches, end) = chain(lines, at);
                    self.chain(&branches, certain, out);
                    at = end;
                }
                Some(("define", rest)) if self.defines(rest, certain) => at += length,
                _ => {
                    out.extend(lines[at..at + length].iter().map(|line| (*line).to_owned()));
                    at += length;
                }
            }
        }
    }

    /// Notes a `#define`. Returns whether its line is no longer needed.
    fn defines(&mut self, rest: &str, certain: bool) -> bool {
        let (name, value) = split_word(rest);
        let Some(symbol) = self.symbols.get_mut(name) else { return false };
        *symbol = match *symbol {
            Symbol::Absent if !certain => Symbol::Open,
            Symbol::Absent => Symbol::Present,
            known => known,
        };
        *symbol == Symbol::Present && value.is_empty()
    }

    fn chain(&mut self, branches: &[Branch<'_>], certain: bool, out: &mut Vec<String>) {
        let mut kept = Vec::new();
        for branch in branches {
            let condition = self.simplify(&branch.condition);
            match condition {
                Expr::Constant(false) => {}
                Expr::Constant(true) if kept.is_empty() => return self.block(branch.lines, certain, out),
                _ => {
                    let mut body = Vec::new();
                    self.block(branch.lines, false, &mut body);
                    let ends = condition == Expr::Constant(true);
                    kept.push((condition, body));
                    if ends {
                        break;
                    }
                }
            }
        }
        if kept.iter().all(|(_, body)| body.iter().all(|line| line.trim().is_empty())) {
            return;
        }
        for (number, (condition, body)) in kept.into_iter().enumerate() {
            out.extend(condition.directive(number == 0));
            out.extend(body);
        }
        out.push("#endif".to_owned());
    }

    fn simplify(&self, expr: &Expr) -> Expr {
        match expr {
            Expr::Defined(name) => match self.symbols.get(name) {
                Some(Symbol::Absent) => Expr::Constant(false),
                Some(Symbol::Present | Symbol::Number(_)) => Expr::Constant(true),
                Some(Symbol::Open) | None => expr.clone(),
            },
            Expr::Text(name) => match self.symbols.get(name) {
                Some(Symbol::Number(number)) => Expr::Constant(*number != 0),
                _ => expr.clone(),
            },
            Expr::Constant(_) => expr.clone(),
            Expr::Not(inner) => match self.simplify(inner) {
                Expr::Constant(known) => Expr::Constant(!known),
                inner => Expr::Not(Box::new(inner)),
            },
            Expr::Any(parts) => self.simplify_parts(parts, true),
            Expr::All(parts) => self.simplify_parts(parts, false),
        }
    }

    /// Simplifies a disjunction, which `true` decides, or a conjunction, which `false` decides.
    fn simplify_parts(&self, parts: &[Expr], decides: bool) -> Expr {
        let mut left = Vec::new();
        for part in parts.iter().map(|part| self.simplify(part)) {
            match part {
                Expr::Constant(known) if known == decides => return Expr::Constant(decides),
                Expr::Constant(_) => {}
                part => left.push(part),
            }
        }
        match (left.len(), decides) {
            (0, _) => Expr::Constant(!decides),
            (1, _) => left.remove(0),
            (_, true) => Expr::Any(left),
            (_, false) => Expr::All(left),
        }
    }
}

/// One branch of a conditional. `#else` is a branch whose condition is true.
struct Branch<'l> {
    condition: Expr,
    lines: &'l [&'l str],
}

/// Returns the branches of the conditional at line `start`, and the line after its end.
fn chain<'l>(lines: &'l [&'l str], start: usize) -> (Vec<Branch<'l>>, usize) {
    let mut branches = Vec::new();
    let mut depth = 0;
    let mut head: Option<(Expr, usize)> = None;
    let mut at = start;
    while at < lines.len() {
        let (text, length) = directive(&lines[at..]);
        let word = text.as_deref().map(split_word);
        if let Some(("if" | "ifdef" | "ifndef", _)) = word {
            depth += 1;
        }
        let own = depth == 1;
        if let Some(("endif", _)) = word {
            depth -= 1;
        }
        if let Some((name @ ("if" | "ifdef" | "ifndef" | "elif" | "else" | "endif"), rest)) = word
            && own
        {
            if let Some((condition, from)) = head.take() {
                branches.push(Branch { condition, lines: &lines[from..at] });
            }
            head = condition(name, rest).map(|condition| (condition, at + length));
        }
        at += length;
        if depth == 0 {
            break;
        }
    }
    (branches, at)
}

/// Returns the condition of a directive's branch; `None` for `#endif`.
fn condition(word: &str, rest: &str) -> Option<Expr> {
    match word {
        "if" | "elif" => Some(Expr::parse(rest)),
        "ifdef" => Some(Expr::Defined(rest.to_owned())),
        "ifndef" => Some(Expr::Not(Box::new(Expr::Defined(rest.to_owned())))),
        "else" => Some(Expr::Constant(true)),
        _ => None,
    }
}

/// Returns the directive at the start of `lines`, without `#`, comments and line ends, and its number of
/// lines (1 if there is none).
fn directive(lines: &[&str]) -> (Option<String>, usize) {
    let first = lines.first().copied().unwrap_or_default();
    let Some(text) = first.trim_start().strip_prefix('#') else { return (None, 1) };
    let mut text = text.to_owned();
    let mut length = 1;
    while text.ends_with('\\') && length < lines.len() {
        text.pop();
        text.push_str(lines[length]);
        length += 1;
    }
    if let Some(comment) = text.find("/*") {
        text.truncate(comment);
    }
    (Some(text.split_whitespace().collect::<Vec<_>>().join(" ")), length)
}

/// Returns the first word and the text after it.
fn split_word(text: &str) -> (&str, &str) {
    text.split_once(' ').unwrap_or((text, ""))
}

/// The condition of a directive.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Expr {
    Constant(bool),
    Defined(String),
    /// A condition that only the C compiler evaluates.
    Text(String),
    Not(Box<Expr>),
    Any(Vec<Expr>),
    All(Vec<Expr>),
}

impl Expr {
    fn parse(text: &str) -> Self {
        let text = text.trim();
        for (operator, make) in [("||", Self::Any as fn(Vec<Self>) -> Self), ("&&", Self::All)] {
            let parts = split(text, operator);
            if parts.len() > 1 {
                return make(parts.into_iter().map(Self::parse).collect());
            }
        }
        let is_name = |text: &str| text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if let Some(inner) = text.strip_prefix('!').filter(|inner| !inner.contains(['<', '>', '='])) {
            return Self::Not(Box::new(Self::parse(inner)));
        }
        if let Some(inner) = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'))
            && split(inner, ")").len() == 1
        {
            return Self::parse(inner);
        }
        if let Some(name) = text.strip_prefix("defined") {
            let name = name.trim().trim_start_matches('(').trim_end_matches(')');
            if is_name(name) {
                return Self::Defined(name.to_owned());
            }
        }
        Self::Text(text.to_owned())
    }

    /// Returns the lines of `#if` or, after another branch, of `#elif` or `#else`.
    fn directive(&self, is_first: bool) -> Vec<String> {
        let text = match (self, is_first) {
            (Self::Constant(true), false) => "#else".to_owned(),
            (Self::Defined(name), true) => format!("#ifdef {name}"),
            (Self::Not(inner), true) if matches!(**inner, Self::Defined(_)) => {
                format!("#ifndef {}", inner.print().trim_start_matches("defined "))
            }
            (_, true) => format!("#if {}", self.print()),
            (_, false) => format!("#elif {}", self.print()),
        };
        wrap(&text)
    }

    fn print(&self) -> String {
        let join = |parts: &[Self], operator: &str| {
            let parts: Vec<String> = parts.iter().map(Self::print_part).collect();
            parts.join(operator)
        };
        match self {
            Self::Constant(known) => u8::from(*known).to_string(),
            Self::Defined(name) => format!("defined {name}"),
            Self::Text(text) => text.clone(),
            Self::Not(inner) => format!("!{}", inner.print_part()),
            Self::Any(parts) => join(parts, " || "),
            Self::All(parts) => join(parts, " && "),
        }
    }

    fn print_part(&self) -> String {
        match self {
            Self::Any(_) | Self::All(_) => format!("({})", self.print()),
            _ => self.print(),
        }
    }
}

/// Returns the parts of a condition between operators outside parentheses.
fn split<'t>(text: &'t str, operator: &str) -> Vec<&'t str> {
    let mut parts = Vec::new();
    let (mut depth, mut start) = (0, 0);
    for (at, c) in text.char_indices() {
        if depth == 0 && at >= start && text[at..].starts_with(operator) {
            parts.push(&text[start..at]);
            start = at + operator.len();
        }
        depth += i32::from(c == '(') - i32::from(c == ')');
    }
    parts.push(&text[start..]);
    parts
}

/// Returns a directive as lines that are short enough.
fn wrap(text: &str) -> Vec<String> {
    const COLUMNS: usize = 118;
    let mut lines = Vec::new();
    let mut rest = text;
    while rest.len() > COLUMNS {
        let end = rest[..COLUMNS - 4].rfind(['|', '&']).map_or(rest.len(), |at| at + 1);
        if end == rest.len() {
            break;
        }
        lines.push(format!("{}{} \\", if lines.is_empty() { "" } else { "    " }, rest[..end].trim()));
        rest = rest[end..].trim();
    }
    lines.push(format!("{}{rest}", if lines.is_empty() { "" } else { "    " }));
    lines
}

/// Returns whether there are only comments and blank lines.
fn is_silent(lines: &[String]) -> bool {
    let text = lines.join("\n");
    let mut rest = text.trim();
    while let Some(comment) = rest.strip_prefix("/*") {
        let Some((_, behind)) = comment.split_once("*/") else { return false };
        rest = behind.trim_start();
    }
    rest.is_empty()
}

/// Joins lines, without the blank ones that removed branches leave.
fn tidy(lines: &[String]) -> String {
    let mut kept: Vec<&str> = Vec::new();
    let opens = |line: &str| line.is_empty() || line.ends_with('{') || line.starts_with("#if");
    let closes = |line: &str| line.trim_start().starts_with('}') || line.starts_with("#e");
    for line in lines.iter().map(|line| line.trim_end()) {
        if line.is_empty() && kept.last().is_none_or(|last| opens(last)) {
            continue;
        }
        let is_heading = line.starts_with("/* ---- ");
        if is_heading && kept.last().is_some_and(|last| last.is_empty()) {
            // The heading has nothing after it.
            let before = kept.len().saturating_sub(2);
            if kept.get(before).is_some_and(|last| last.starts_with("/* ---- ") && last.ends_with(" ---- */"))
            {
                kept.truncate(before);
            }
        }
        if closes(line) && kept.last().is_some_and(|last| last.is_empty()) {
            kept.pop();
        }
        kept.push(line);
    }
    let text = kept.join("\n");
    format!("{}\n", text.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolver() -> Resolver {
        let known = [
            ("YES", Symbol::Present),
            ("NO", Symbol::Absent),
            ("LATER", Symbol::Absent),
            ("NONE", Symbol::Number(0)),
            ("SOME", Symbol::Number(3)),
            ("ASKED", Symbol::Open),
        ];
        Resolver::new(known.map(|(name, symbol)| (name.to_owned(), symbol)).into())
    }

    fn resolved(text: &str) -> String {
        resolver().resolve(text)
    }

    #[test]
    fn known_conditionals_leave_the_branch_that_is_taken() {
        assert_eq!(resolved("#ifdef YES\na\n#else\nb\n#endif\n"), "a\n");
        assert_eq!(resolved("#ifndef YES\na\n#else\nb\n#endif\n"), "b\n");
        assert_eq!(resolved("#if defined NO\na\n#elif defined(YES)\nb\n#else\nc\n#endif\n"), "b\n");
        assert_eq!(resolved("#if NONE\na\n#endif\n#if SOME /* so many */\nb\n#endif\n"), "b\n");
        assert_eq!(resolved("#if !defined NO && (defined NO || \\\n    defined YES)\na\n#endif\n"), "a\n");
        assert_eq!(resolved("x\n#ifdef NO\n#ifdef __GNUC__\na\n#else\nb\n#endif\n#endif\ny\n"), "x\ny\n");
    }

    #[test]
    fn what_the_compiler_decides_stays() {
        let text = "#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__\na\n#elif WIDTH < 4\nb\n#else\nc\n#endif\n";
        assert_eq!(resolved(text), text);
        assert_eq!(resolved("#ifdef ASKED\na\n#endif\n"), "#ifdef ASKED\na\n#endif\n");
        assert_eq!(resolved("#if defined YES && defined A\na\n#endif\n"), "#ifdef A\na\n#endif\n");
        assert_eq!(resolved("#if defined NO || !defined A\na\n#endif\n"), "#ifndef A\na\n#endif\n");
        assert_eq!(
            resolved("#if defined YES && (defined A || (defined B && C > 1))\na\n#endif\n"),
            "#if defined A || (defined B && C > 1)\na\n#endif\n"
        );
        assert_eq!(
            resolved("#ifdef A\na\n#elif defined YES\nb\n#else\nc\n#endif\n"),
            "#ifdef A\na\n#else\nb\n#endif\n"
        );
        assert_eq!(
            resolved("#ifdef NO\na\n#elif defined A\nb\n#else\nc\n#endif\n"),
            "#ifdef A\nb\n#else\nc\n#endif\n"
        );
    }

    #[test]
    fn definitions_of_the_runtime_are_followed() {
        assert_eq!(
            resolved("#ifdef YES\n#define LATER\n#endif\nx\n#ifdef LATER\na\n#else\nb\n#endif\n"),
            "x\na\n"
        );
        let open = "#ifdef __GNUC__\n#define LATER\n#endif\n#ifdef LATER\na\n#endif\n";
        assert_eq!(resolved(open), open);
        assert_eq!(resolved("#ifdef LATER\na\n#endif\n#define LATER\nb\n"), "b\n");
        let mut both = resolver();
        assert_eq!(both.resolve("#define LATER\n"), "");
        assert_eq!(both.resolve("#ifdef LATER\na\n#endif\n"), "a\n");
    }

    #[test]
    fn nothing_is_left_of_what_is_not_used() {
        assert_eq!(resolved("/* About a. */\n#ifdef NO\na\n#endif\n"), "");
        assert_eq!(resolved("#ifdef __GNUC__\n#ifdef NO\na\n#endif\n#endif\nb\n"), "b\n");
        assert_eq!(resolved("{\n#ifdef NO\n    a;\n#endif\n\n}\n\n#ifdef NO\n#endif\n\nb\n"), "{\n}\n\nb\n");
    }

    #[test]
    fn a_heading_without_a_section_is_dropped() {
        let text = "/* ---- One ---- */\n\n#ifdef NO\na\n#endif\n\n/* ---- Two ---- */\nb\n";
        assert_eq!(resolved(text), "/* ---- Two ---- */\nb\n");
    }

    #[test]
    fn long_conditions_take_several_lines() {
        let names: Vec<String> = (0..12).map(|n| format!("defined SOMETHING_{n}")).collect();
        let text = resolved(&format!("#if {}\na\n#endif\n", names.join(" || ")));
        assert!(text.lines().all(|line| line.len() <= 120), "{text}");
        let joined = text.replace("\\\n    ", "");
        assert!(joined.starts_with(&format!("#if {}\n", names.join(" || "))), "{text}");
    }
}
