//! Parses uses of macros by the macros' own grammars (X.208 annex A).
//!
//! These grammars are ambiguous and left-recursive (`List ::= Item | List "," Item`). Each production returns all
//! ends that it can reach; the caller chooses one.

use super::basics::{enter, is_reserved, leave};
use super::{types, values};
use crate::asn1::macros::grammar::Macro;
use crate::asn1::macros::grammar::Symbol;
pub use crate::asn1::macros::table::parenthesized;
use crate::asn1::parse::ast::{MacroItem, MacroUse, Type, TypeKind, Value, ValueKind};
use crate::asn1::text::tokens::{Ident, TokenKind as T, Tokens};
use crate::spelling::nearest;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use syntax_graph::Diagnostic;

/// How many tokens of a use are looked at for words that are misspelt.
const MAX_USE: usize = 200;
/// How often symbols are tried for one use.
const MAX_STEPS: usize = 100_000;
/// How deep productions may stand in each other. The stack must hold it once for each nested use.
const MAX_PRODUCTIONS: usize = 300;
/// What a use takes of the depth of nesting.
const DEPTH_OF_USE: u16 = 20;

/// What may follow a use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Anything but `::=`: that belongs to the name before it, which is that of the next definition.
    Type,
    /// `::=` and a value.
    Value,
}

/// A use of a macro, with at least one item of its notation behind its name.
pub fn notation<'a>(i: Tokens<'a>, ending: Ending) -> Option<(Tokens<'a>, MacroUse<'a>)> {
    if i.kind(0) != T::Upper || i.text(0).bytes().any(|byte| byte.is_ascii_lowercase()) {
        return None;
    }
    let candidates = i.source.macros.named(i.text(0));
    if candidates.is_empty() || enter(Tokens { depth: i.depth.saturating_add(DEPTH_OF_USE), ..i }).is_err() {
        return None;
    }
    let name = Ident { text: i.text(0), span: i.span(0) };
    let start = Tokens { depth: i.depth + DEPTH_OF_USE, ..i.skip(1) };
    let mut best: Option<(Tokens<'a>, MacroUse<'a>)> = None;
    for &index in candidates {
        let definition = &i.source.macros.macros[index];
        // A parameterized type may have the name of a standard's macro.
        let standard = definition.file.is_none();
        if standard && !matches!(start.kind(0), T::Upper | T::Lower | T::LBracket) {
            continue;
        }
        let Some(notation) = definition.type_notation else { continue };
        let mut run = Run::new(definition);
        let fits = |end: &Tokens<'a>| match ending {
            Ending::Type => end.at > start.at && end.kind(0) != T::Assign,
            Ending::Value => end.kind(0) == T::Assign,
        };
        let ends = run.production(notation, start);
        if run.steps >= MAX_STEPS {
            continue;
        }
        let found = ends.iter().filter(|(end, _)| fits(end)).max_by_key(|(end, _)| end.at);
        if let Some((end, node)) = found
            && best.as_ref().is_none_or(|(longest, _)| longest.at < end.at)
        {
            let items = run.items(*node);
            let used = MacroUse { id: i.node(), name, definition: Some(index), items };
            best = Some((leave(*end, i), used));
        }
    }
    best
}

/// The value behind `::=`, by the value notation of the macro; none: nothing fits.
pub fn value<'a>(i: Tokens<'a>, used: &MacroUse<'a>) -> Option<(Tokens<'a>, Rc<Value<'a>>)> {
    let definition = &i.source.macros.macros[used.definition?];
    let mut run = Run::new(definition);
    let ends = run.production(definition.value_notation?, i);
    let (end, node) = ends.iter().filter(|(end, _)| end.at > i.at).max_by_key(|(end, _)| end.at)?;
    let items = run.items(*node);
    let value = items.iter().rev().find_map(|item| match item {
        MacroItem::Value { value, .. } => Some(Rc::clone(value)),
        _ => None,
    })?;
    Some((*end, value))
}

/// Reports a use that its macro's grammar does not allow.
pub fn warn_misfit(i: Tokens<'_>) {
    if i.source.macros.named(i.text(0)).is_empty() {
        return;
    }
    let message = format!("this does not match the grammar of macro `{}`", i.text(0));
    let mut report = Diagnostic::warning("macro-notation", i.span(0), message);
    if let Some((found, meant)) = misspelt_word(i) {
        report = report.with_label(found.span(0), format!("did you mean `{meant}`?"));
    }
    i.warn(report.with_note("it is accepted without a meaning (X.208 annex A)"));
}

/// A word in the use of a macro that is nearly one of its grammar.
fn misspelt_word<'a>(i: Tokens<'a>) -> Option<(Tokens<'a>, &'a str)> {
    let macros = &i.source.macros;
    let words: BTreeSet<&str> = (macros.named(i.text(0)).iter())
        .flat_map(|index| &macros.macros[*index].productions)
        .flat_map(|production| production.alternatives.iter().flatten())
        .flat_map(|symbol| if let Symbol::Words(words) = symbol { words.as_slice() } else { &[] })
        .map(String::as_str)
        .collect();
    let uses = (1..MAX_USE).map(|ahead| i.skip(ahead));
    let mut uses = uses.take_while(|at| !at.is_empty() && at.kind(0) != T::Assign && !at.is("END"));
    uses.find_map(|at| {
        let foreign = at.kind(0) == T::Upper && !is_reserved(at.text(0)) && !words.contains(at.text(0));
        let all_capitals = at.text(0).bytes().all(|byte| !byte.is_ascii_lowercase());
        let near = nearest(at.text(0), words.iter().copied()).filter(|_| foreign && all_capitals);
        near.map(|near| (at, near))
    })
}

/// Items found on the way to an end: a tree, so that what several ends share is there once.
#[derive(Clone, Debug)]
enum Node<'a> {
    Nothing,
    Item(MacroItem<'a>),
    Both(usize, usize),
}

/// Ends with their nodes, each end once.
type Ends<'a> = Vec<(Tokens<'a>, usize)>;

struct Run<'a> {
    definition: &'a Macro,
    nodes: Vec<Node<'a>>,
    known: BTreeMap<(usize, usize), Rc<Ends<'a>>>,
    types: BTreeMap<usize, Option<(Tokens<'a>, Rc<Type<'a>>)>>,
    active: Vec<(usize, usize)>,
    /// How far down the stack of active productions a recursion has led that was cut off.
    cut: usize,
    steps: usize,
}

impl<'a> Run<'a> {
    fn new(definition: &'a Macro) -> Self {
        Self {
            definition,
            nodes: vec![Node::Nothing],
            known: BTreeMap::new(),
            types: BTreeMap::new(),
            active: Vec::new(),
            cut: usize::MAX,
            steps: 0,
        }
    }

    fn node(&mut self, node: Node<'a>) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// All ends of a production from here.
    fn production(&mut self, index: usize, i: Tokens<'a>) -> Rc<Ends<'a>> {
        let key = (index, i.at);
        if let Some(known) = self.known.get(&key) {
            return Rc::clone(known);
        }
        if let Some(depth) = self.active.iter().position(|active| *active == key) {
            // Recursion without an item in between adds nothing but through `extend`.
            self.cut = self.cut.min(depth);
            return Rc::default();
        }
        if self.active.len() >= MAX_PRODUCTIONS {
            self.steps = MAX_STEPS;
        }
        if self.steps >= MAX_STEPS {
            return Rc::default();
        }
        let depth = self.active.len();
        self.active.push(key);
        let definition = self.definition;
        let mut ends: Ends<'a> = Vec::new();
        let direct = |alternative: &[Symbol]| matches!(alternative.first(), Some(Symbol::Production(first)) if *first == index);
        let alternatives = &definition.productions[index].alternatives;
        for alternative in alternatives.iter().filter(|alternative| !direct(alternative)) {
            let found = self.sequence(index, alternative, i);
            merge(&mut ends, found);
        }
        // `List ::= List "," Item`: from each end, what may follow it.
        let mut at = 0;
        while at < ends.len() {
            let (end, before) = ends[at];
            at += 1;
            for alternative in alternatives.iter().filter(|alternative| direct(alternative)) {
                let mut found = self.sequence(index, &alternative[1..], end);
                for (_, node) in &mut found {
                    *node = self.node(Node::Both(before, *node));
                }
                merge(&mut ends, found);
            }
        }
        self.active.pop();
        let ends = Rc::new(ends);
        // What was cut off by a production further out is not all that there is.
        if self.cut >= depth {
            self.cut = usize::MAX;
            self.known.insert(key, Rc::clone(&ends));
        }
        ends
    }

    /// All ends of a list of symbols.
    fn sequence(&mut self, production: usize, symbols: &'a [Symbol], i: Tokens<'a>) -> Ends<'a> {
        let mut ends: Ends<'a> = vec![(i, 0)];
        for (index, symbol) in symbols.iter().enumerate() {
            let mut next: Ends<'a> = Vec::new();
            // Before a type an identifier names a component: it has a small letter.
            let is_name =
                matches!((symbol, symbols.get(index + 1)), (Symbol::Identifier, Some(Symbol::Type(_))));
            for (at, before) in ends {
                self.steps += 1;
                if is_name && at.kind(0) != T::Lower {
                    continue;
                }
                for (end, node) in self.symbol(production, symbol, at) {
                    let node = match (before, node) {
                        (0, node) => node,
                        (before, 0) => before,
                        _ => self.node(Node::Both(before, node)),
                    };
                    merge(&mut next, vec![(end, node)]);
                }
            }
            ends = next;
        }
        ends
    }

    fn symbol(&mut self, production: usize, symbol: &'a Symbol, i: Tokens<'a>) -> Ends<'a> {
        match symbol {
            Symbol::Production(index) => self.production(*index, i).to_vec(),
            Symbol::Words(words) => {
                let fits = words.iter().enumerate().all(|(ahead, word)| i.text(ahead) == word);
                if !fits || words.is_empty() {
                    return Vec::new();
                }
                let node = match i.kind(0) {
                    T::Upper => self.node(Node::Item(MacroItem::Word(i.text(0)))),
                    _ => 0,
                };
                vec![(i.skip(words.len()), node)]
            }
            Symbol::Text if i.kind(0) == T::CString => vec![(i.skip(1), 0)],
            Symbol::Number if i.kind(0) == T::Number => vec![(i.skip(1), 0)],
            Symbol::Identifier if i.kind(0) == T::Lower => vec![(i.skip(1), 0)],
            // Names of modules, too, stand for `identifier` in macros that are in use.
            Symbol::Identifier if i.kind(0) == T::Upper && !self.is_own_word(i) => vec![(i.skip(1), 0)],
            Symbol::Type(_) if self.is_own_word(i) && !is_reserved(i.text(0)) => Vec::new(),
            Symbol::Definitions(_) => vec![(i, 0)],
            Symbol::Type(local) => {
                let parsed = match self.types.get(&i.at) {
                    Some(known) => known.clone(),
                    None => {
                        let parsed = types::ty(i).ok();
                        self.types.insert(i.at, parsed.clone());
                        parsed
                    }
                };
                let Some((end, ty)) = parsed else { return Vec::new() };
                if is_half_a_use(&ty, end) {
                    return Vec::new();
                }
                let within = &self.definition.productions[production].name;
                let local = local.as_ref().unwrap_or(within);
                vec![(end, self.node(Node::Item(MacroItem::Type { local, ty })))]
            }
            Symbol::Value(marked) => {
                let mut ends = Vec::new();
                if let Ok((end, value)) = values::value(i) {
                    ends.push((end, self.node(Node::Item(MacroItem::Value { marked, value }))));
                }
                // The value of a CHOICE had no colon in 1988.
                let plain = matches!(
                    i.kind(1),
                    T::Number | T::Minus | T::LBrace | T::CString | T::BString | T::HString
                );
                if i.kind(0) == T::Lower
                    && plain
                    && let Ok((end, inner)) = values::value(i.skip(1))
                {
                    let name = Ident { text: i.text(0), span: i.span(0) };
                    let value = Value { kind: ValueKind::Choice(name, inner), span: i.span_to(end) };
                    let item = MacroItem::Value { marked, value: Rc::new(value) };
                    let node = self.node(Node::Item(item));
                    merge(&mut ends, vec![(end, node)]);
                }
                ends
            }
            Symbol::Text | Symbol::Number | Symbol::Identifier | Symbol::Nothing => Vec::new(),
        }
    }

    /// Whether a word of the notation itself stands here, which no name can be.
    fn is_own_word(&self, i: Tokens<'a>) -> bool {
        is_reserved(i.text(0)) || is_word_of(self.definition, i.text(0))
    }

    /// The items below a node, in their order.
    fn items(&self, node: usize) -> Vec<MacroItem<'a>> {
        let mut items = Vec::new();
        let mut waiting = vec![node];
        while let Some(at) = waiting.pop() {
            match &self.nodes[at] {
                Node::Nothing => {}
                Node::Item(item) => items.push(item.clone()),
                Node::Both(first, second) => waiting.extend([*second, *first]),
            }
        }
        items
    }
}

/// Whether a text is a word of a macro's notation.
fn is_word_of(definition: &Macro, text: &str) -> bool {
    let own = |symbol: &Symbol| matches!(symbol, Symbol::Words(words) if words.first().is_some_and(|word| word == text));
    let mut symbols =
        definition.productions.iter().flat_map(|production| production.alternatives.iter().flatten());
    symbols.any(own)
}

/// Whether a type is the name of a macro whose notation goes on behind it: then it belongs to a definition, whose
/// `::=` follows.
fn is_half_a_use<'a>(ty: &Type<'a>, end: Tokens<'a>) -> bool {
    let TypeKind::Reference(reference) = &ty.kind else { return false };
    let table = end.source.macros;
    let mut named = table.named(reference.name.text).iter().filter_map(|index| table.macros.get(*index));
    named.any(|definition| is_word_of(definition, end.text(0)))
}

/// Adds ends that are new.
fn merge<'a>(ends: &mut Ends<'a>, found: Ends<'a>) {
    for (end, node) in found {
        if !ends.iter().any(|(known, _)| known.at == end.at) {
            ends.push((end, node));
        }
    }
}
