//! The table of macros: each definition is a small grammar (X.208 annex A).

use std::collections::BTreeMap;
use syntax_graph::FileId;

/// All macros of all texts, those of the standards last.
#[derive(Debug, Default)]
pub struct MacroTable {
    pub macros: Vec<Macro>,
    pub(super) by_name: BTreeMap<String, Vec<usize>>,
}

/// A macro.
#[derive(Debug)]
pub struct Macro {
    /// The text that defines it: none for those of the standards.
    pub file: Option<FileId>,
    /// Index of the source among all sources.
    pub source: usize,
    /// Index of the token that is its name.
    pub at: usize,
    /// Index of the production TYPE NOTATION.
    pub type_notation: Option<usize>,
    /// Index of the production VALUE NOTATION.
    pub value_notation: Option<usize>,
    pub productions: Vec<Production>,
}

/// `Name ::= A | B`
#[derive(Debug)]
pub struct Production {
    pub name: String,
    pub alternatives: Vec<Vec<Symbol>>,
}

/// What an alternative is made of.
#[derive(Debug)]
pub enum Symbol {
    /// `"ARGUMENT"`: these tokens.
    Words(Vec<String>),
    Production(usize),
    /// `string`
    Text,
    /// `identifier`
    Identifier,
    /// `number`
    Number,
    /// `type`, `type (Local)`
    Type(Option<String>),
    /// `value (Type)`, `value (VALUE Type)`, `value (local Type)`
    Value(Marked),
    /// `<VALUE Type ::= ...>`, which stands for no text.
    Definitions(Vec<Marked>),
    /// A name that means nothing, which has been reported.
    Nothing,
}

/// A type in a macro, as tokens of its text, with the name that is given to its value.
#[derive(Clone, Debug)]
pub struct Marked {
    /// `VALUE` for what the whole notation stands for; perhaps empty.
    pub name: String,
    pub start: usize,
    pub end: usize,
}

impl MacroTable {
    /// Whether a text defines a macro itself.
    pub fn is_of_the_user(&self) -> bool {
        self.macros.iter().any(|definition| definition.file.is_some())
    }

    /// The macros of a name.
    pub fn named(&self, name: &str) -> &[usize] {
        self.by_name.get(name).map_or(&[], Vec::as_slice)
    }
}

impl Macro {
    /// The type that the value notation marks as VALUE: what a use of the macro stands for, when there is exactly one.
    pub fn value_type(&self) -> Option<&Marked> {
        let mut seen = vec![false; self.productions.len()];
        let mut waiting: Vec<usize> = self.value_notation.into_iter().collect();
        let mut found: Vec<&Marked> = Vec::new();
        while let Some(at) = waiting.pop() {
            if std::mem::replace(&mut seen[at], true) {
                continue;
            }
            for symbol in self.productions[at].alternatives.iter().flatten() {
                match symbol {
                    Symbol::Production(next) => waiting.push(*next),
                    Symbol::Value(marked) if marked.name == "VALUE" => found.push(marked),
                    Symbol::Definitions(all) => {
                        found.extend(all.iter().filter(|marked| marked.name == "VALUE"))
                    }
                    _ => {}
                }
            }
        }
        match found[..] {
            [only] => Some(only),
            _ => None,
        }
    }
}
