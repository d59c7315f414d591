//! Does what rpcgen leaves to the C preprocessor: conditions, macros without parameters, included specifications.
//!
//! The files of a run share their macros, and each is read once, where it is first included, as if it were guarded.

use super::condition;
use super::lexer::{Piece, pieces};
use super::tokens::{Token, TokenKind};
use std::collections::{BTreeMap, BTreeSet};
use syntax_graph::{Diagnostic, FileId, SourceMap, Span};

/// A file, preprocessed.
#[derive(Debug)]
pub struct Source<'a> {
    /// The file.
    pub file: FileId,
    /// Its tokens, without those of the files that it includes.
    pub tokens: Vec<Token<'a>>,
    /// Files that it includes, by `#include` or, as far as they are given, by a C header of the same name
    /// (`%#include "types.h"` stands for `types.x`).
    pub includes: Vec<FileId>,
    /// Names of specifications that headers which it includes would be made from, but which are not given.
    pub headers: Vec<String>,
    /// Numbers that it hands on to the C compiler: `%#define NAME 1`.
    pub passed: Vec<Passed<'a>>,
}

/// A number for the C compiler.
#[derive(Clone, Copy, Debug)]
pub struct Passed<'a> {
    /// Its name.
    pub name: &'a str,
    /// A number, or the name of another one.
    pub base: &'a str,
    /// What is added to it.
    pub plus: u32,
    /// Where it stands.
    pub span: Span,
}

/// What macros may expand to in all, in tokens: more is a bomb.
const MAX_EXPANSION: usize = 1 << 20;
/// How deep macros may refer to each other, and files include each other.
const MAX_NESTING: usize = 40;

/// Preprocesses all files, in the order in which their definitions are met.
pub fn preprocess<'a>(
    sources: &'a SourceMap,
    missing: &mut Vec<String>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Source<'a>> {
    // The types of a specification are those that rpcgen puts into the header.
    let one = Token { kind: TokenKind::Number, text: "1", span: Span::none() };
    let mut preprocessor = Preprocessor {
        sources,
        macros: BTreeMap::from([("RPC_HDR", Macro { body: vec![one], has_parameters: false })]),
        seen: BTreeSet::new(),
        done: Vec::new(),
        budget: MAX_EXPANSION,
        missing,
        diagnostics,
    };
    for (file, _) in sources.files() {
        preprocessor.file(file, 0);
    }
    preprocessor.done
}

/// What a macro stands for.
#[derive(Clone, Debug, Default)]
struct Macro<'a> {
    body: Vec<Token<'a>>,
    has_parameters: bool,
}

struct Preprocessor<'a, 'd> {
    sources: &'a SourceMap,
    macros: BTreeMap<&'a str, Macro<'a>>,
    seen: BTreeSet<FileId>,
    done: Vec<Source<'a>>,
    budget: usize,
    missing: &'d mut Vec<String>,
    diagnostics: &'d mut Vec<Diagnostic>,
}

/// An open `#if`.
struct Condition {
    /// Whether what stands here is taken.
    taken: bool,
    /// Whether a branch has been taken, or none may be.
    decided: bool,
    /// Where it begins.
    span: Span,
}

impl<'a> Preprocessor<'a, '_> {
    fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>, help: &str) {
        self.diagnostics.push(Diagnostic::error(code, span, message).with_help(help));
    }

    fn file(&mut self, file: FileId, depth: usize) {
        if !self.seen.insert(file) {
            return;
        }
        let mut source = Source {
            file,
            tokens: Vec::new(),
            includes: Vec::new(),
            headers: Vec::new(),
            passed: Vec::new(),
        };
        let mut open: Vec<Condition> = Vec::new();
        for piece in pieces(file, &self.sources.file(file).text, self.diagnostics) {
            let taken = open.last().is_none_or(|condition| condition.taken);
            match piece {
                Piece::Token(token) if taken => self.expand(token, &mut source.tokens),
                Piece::Passed(text, span) if taken => self.passed(text, span, &mut source),
                Piece::Directive(tokens, span) => {
                    self.directive(&tokens, span, &mut open, &mut source, depth);
                }
                Piece::Token(_) | Piece::Passed(..) => {}
            }
        }
        if let Some(condition) = open.last() {
            let message = "this condition is never closed";
            self.error("open-condition", condition.span, message, "add `#endif`");
        }
        self.done.push(source);
    }

    fn directive(
        &mut self,
        tokens: &[Token<'a>],
        span: Span,
        open: &mut Vec<Condition>,
        source: &mut Source<'a>,
        depth: usize,
    ) {
        // A line of `#` alone means nothing; `# 12 "file"` is a line marker.
        let Some((name, rest)) = tokens.split_first() else { return };
        let taken = open.last().is_none_or(|condition| condition.taken);
        match name.text {
            "if" | "ifdef" | "ifndef" => {
                let value = taken && self.condition(name.text, rest, span);
                open.push(Condition { taken: value, decided: value || !taken, span });
            }
            "elif" => {
                let Some(index) = open.len().checked_sub(1) else { return self.lonely("elif", span) };
                let value = !open[index].decided && self.condition("if", rest, span);
                open[index].taken = value;
                open[index].decided |= value;
            }
            "else" => match open.last_mut() {
                Some(condition) => {
                    condition.taken = !condition.decided;
                    condition.decided = true;
                }
                None => self.lonely("else", span),
            },
            "endif" => {
                if open.pop().is_none() {
                    self.lonely("endif", span);
                }
            }
            _ if !taken => {}
            "define" => self.define(rest, span),
            "undef" => drop(rest.first().and_then(|name| self.macros.remove(name.text))),
            "include" => self.include(rest, span, source, depth),
            "error" => {
                let message = format!("the specification reports an error: {}", joined(rest));
                self.error(
                    "error-directive",
                    span,
                    message,
                    "change the condition that leads to this `#error`",
                );
            }
            "pragma" | "ident" | "line" | "warning" => {}
            _ if name.kind == TokenKind::Number => {}
            other => {
                let message = format!("unknown directive `#{other}`");
                let help = "use #include, #define, #undef, #if, #ifdef, #ifndef, #elif, #else or #endif";
                self.error("directive", name.span, message, help);
            }
        }
    }

    fn lonely(&mut self, name: &str, span: Span) {
        let message = format!("`#{name}` has no `#if` before it");
        self.error("open-condition", span, message, "delete it, or add `#if` before it");
    }

    fn condition(&mut self, name: &str, rest: &[Token<'a>], span: Span) -> bool {
        if name != "if" {
            let Some(symbol) = rest.first().filter(|token| token.kind == TokenKind::Word) else {
                let message = format!("`#{name}` names no macro");
                self.error("directive", span, message, "write the name of a macro after it");
                return false;
            };
            return self.macros.contains_key(symbol.text) == (name == "ifdef");
        }
        // `defined X` asks for the name itself; everything else is expanded.
        let mut expanded = Vec::new();
        let mut asked = false;
        for token in rest {
            let is_name = token.kind == TokenKind::Word && token.text != "defined";
            if asked && is_name {
                let text = if self.macros.contains_key(token.text) { "1" } else { "0" };
                expanded.push(Token { kind: TokenKind::Number, text, ..*token });
            } else {
                self.expand(*token, &mut expanded);
            }
            asked = token.text == "defined" || (asked && token.kind == TokenKind::LParen);
        }
        match condition::evaluate(&expanded, span) {
            Ok(value) => value,
            Err(diagnostic) => {
                self.diagnostics.push(*diagnostic);
                false
            }
        }
    }

    fn define(&mut self, rest: &[Token<'a>], span: Span) {
        let Some((name, body)) = rest.split_first().filter(|(name, _)| name.kind == TokenKind::Word) else {
            return self.error("directive", span, "`#define` names no macro", "write `#define NAME VALUE`");
        };
        let has_parameters = body
            .first()
            .is_some_and(|token| token.kind == TokenKind::LParen && token.span.start == name.span.end);
        self.macros.insert(name.text, Macro { body: body.to_vec(), has_parameters });
    }

    /// Puts what a token stands for behind `out`.
    fn expand(&mut self, token: Token<'a>, out: &mut Vec<Token<'a>>) {
        let mut stack: Vec<(Token<'a>, usize)> = vec![(token, 0)];
        while let Some((token, depth)) = stack.pop() {
            let known = (token.kind == TokenKind::Word).then(|| self.macros.get(token.text)).flatten();
            let Some(known) = known else {
                out.push(token);
                continue;
            };
            if known.has_parameters {
                let message = format!("`{}` is a macro with parameters", token.text);
                let help = "run the C preprocessor first: stubc expands only macros without parameters";
                return self.error("macro", token.span, message, help);
            }
            if depth >= MAX_NESTING || known.body.len() > self.budget {
                let message = format!("`{}` expands without end, or to too much text", token.text);
                self.budget = 0;
                return self.error("macro", token.span, message, "write a number or a name instead");
            }
            self.budget -= known.body.len();
            let body = known.body.iter().rev().map(|part| (Token { span: token.span, ..*part }, depth + 1));
            stack.extend(body);
        }
    }

    /// A line for the C compiler: it may define a number, or include what was made from another specification.
    fn passed(&mut self, text: &'a str, span: Span, source: &mut Source<'a>) {
        let Some(directive) = text.trim_start().strip_prefix('#').map(str::trim_start) else { return };
        if let Some(rest) = directive.strip_prefix("include") {
            let named = rest.trim().strip_prefix(['"', '<']).and_then(|rest| rest.split_once(['"', '>']));
            let Some(stem) = named.and_then(|(name, _)| name.strip_suffix(".h")) else { return };
            let name = format!("{stem}.x");
            match self.find(&name, source.file).or_else(|| self.find(base(&name), source.file)) {
                Some(file) => source.includes.push(file),
                None => source.headers.push(base(&name).to_owned()),
            }
        } else if let Some(rest) = directive.strip_prefix("define") {
            let Some((name, value)) = rest.trim().split_once(char::is_whitespace) else { return };
            let value = value.split("/*").next().unwrap_or("").trim_matches(|c: char| "() \t\r".contains(c));
            let (base, plus) =
                value.split_once('+').map_or((value, "0"), |(base, plus)| (base.trim(), plus.trim()));
            let is_word = |text: &str| {
                !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
            };
            let base = match self.macros.get(base).map(|known| known.body.as_slice()) {
                Some([number]) => number.text,
                _ => base,
            };
            if let Ok(plus) = plus.parse()
                && is_word(name)
                && is_word(base)
            {
                source.passed.push(Passed { name, base, plus, span });
            }
        }
    }

    fn include(&mut self, rest: &[Token<'a>], span: Span, source: &mut Source<'a>, depth: usize) {
        let name = match rest {
            [text, ..] if text.kind == TokenKind::Text => text.text.trim_matches('"').to_owned(),
            [open, inside @ .., close]
                if open.kind == TokenKind::Less && close.kind == TokenKind::Greater =>
            {
                inside.iter().map(|token| token.text).collect()
            }
            _ => {
                let help = "write `#include \"name.x\"`";
                return self.error("directive", span, "`#include` names no file", help);
            }
        };
        if depth >= MAX_NESTING {
            return self.error(
                "include",
                span,
                "files include each other to too many levels",
                "include some of the files directly",
            );
        }
        // A header holds nothing of the specification.
        if name.ends_with(".h") {
            return;
        }
        match self.find(&name, source.file) {
            Some(file) => {
                source.includes.push(file);
                self.file(file, depth + 1);
            }
            None => {
                let message = format!("the included file `{name}` is missing");
                let help = "add it to the command line, or its folder with -I";
                self.error("missing-include", span, message, help);
                if !self.missing.contains(&name) {
                    self.missing.push(name);
                }
            }
        }
    }

    /// The file of this name: the one whose path ends in it, nearest to the file that asks.
    fn find(&self, name: &str, asking: FileId) -> Option<FileId> {
        let folder =
            |file: &str| file.rsplit_once('/').map_or(String::new(), |(folder, _)| folder.to_owned());
        let own = folder(&self.sources.file(asking).name);
        let fits = |path: &str| {
            path.strip_suffix(name).is_some_and(|rest| rest.is_empty() || rest.ends_with(['/', '\\']))
        };
        let mut found: Vec<(FileId, &str)> =
            self.sources.files().map(|(id, file)| (id, file.name.as_str())).collect();
        found.retain(|(id, path)| *id != asking && fits(path));
        found.sort_by_key(|(id, path)| (folder(path) != own, *id));
        found.first().map(|(id, _)| *id)
    }
}

fn base(name: &str) -> &str {
    name.rsplit(['/', '\\']).next().unwrap_or(name)
}

fn joined(tokens: &[Token<'_>]) -> String {
    tokens.iter().map(|token| token.text).collect::<Vec<_>>().join(" ")
}
