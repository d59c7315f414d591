//! Compiles patterns of texts into deterministic automata over the bytes of UTF-8.
//!
//! Front ends translate patterns of their notation (X.680 annex A) to regular expressions of the `regex` crate. This
//! module turns them into tables that any program can walk, one byte per step.

use regex_automata::dfa::{Automaton, StartKind, dense};
use regex_automata::nfa::thompson;
use regex_automata::util::primitives::StateID;
use regex_automata::{Anchored, Input};
use std::collections::BTreeMap;

/// Maximum number of bytes that the library may use to build the states.
const MOST_MEMORY: usize = 1 << 20;

/// Maximum number of entries in a table. The numbers of states then fit in 16 bits.
const MOST_ENTRIES: usize = 1 << 15;

/// A pattern that matches whole texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The regular expression for the `regex` crate.
    pub expression: String,
    /// The class of each byte: 256 entries. All bytes of a class lead to the same states.
    pub classes: Vec<u8>,
    /// Number of classes.
    pub columns: usize,
    /// The next state, at index `state * columns + class`. Accepting states have the greatest numbers.
    pub next: Vec<u16>,
    /// The state before the first byte.
    pub start: u16,
    /// The first accepting state.
    pub accepting: u16,
}

impl Pattern {
    /// Compiles a regular expression that must match whole texts; `None` if it is malformed, its table would exceed
    /// 32768 entries, or its automaton takes too much memory.
    pub fn new(expression: &str) -> Option<Self> {
        // Minimizing the automaton takes longer than building it, so minimize only if the table is too large.
        Self::of(expression, false).or_else(|| Self::of(expression, true))
    }

    fn of(expression: &str, smallest: bool) -> Option<Self> {
        let configuration = dense::Config::new()
            .start_kind(StartKind::Anchored)
            .minimize(smallest)
            .determinize_size_limit(Some(MOST_MEMORY))
            .dfa_size_limit(Some(MOST_MEMORY));
        let dfa = dense::Builder::new()
            .configure(configuration)
            .thompson(thompson::Config::new().nfa_size_limit(Some(MOST_MEMORY)))
            .build(&format!(r"\A(?:{expression})\z"))
            .ok()?;
        let start = dfa.start_state_forward(&Input::new(b"").anchored(Anchored::Yes)).ok()?;
        let of_octets = dfa.byte_classes();
        let classes: Vec<u8> = (0..=u8::MAX).map(|octet| of_octets.get(octet)).collect();
        let columns = usize::from(*classes.iter().max()?) + 1;
        let mut representatives = vec![0; columns];
        for octet in (0..=u8::MAX).rev() {
            representatives[usize::from(classes[usize::from(octet)])] = octet;
        }
        // The states in the order of their first visit.
        let mut numbers: BTreeMap<StateID, usize> = BTreeMap::from([(start, 0)]);
        let mut states = vec![start];
        let mut next = Vec::new();
        let mut at = 0;
        while let Some(&state) = states.get(at) {
            at += 1;
            for &octet in &representatives {
                let behind = dfa.next_state(state, octet);
                next.push(*numbers.entry(behind).or_insert_with(|| {
                    states.push(behind);
                    states.len() - 1
                }));
            }
            if states.len() * columns > MOST_ENTRIES {
                return None;
            }
        }
        let accepts = |state: &StateID| dfa.is_match_state(dfa.next_eoi_state(*state));
        let mut order: Vec<usize> = (0..states.len()).collect();
        order.sort_by_key(|state| accepts(&states[*state]));
        let mut renumbered = vec![0; states.len()];
        for (number, state) in order.iter().enumerate() {
            renumbered[*state] = u16::try_from(number).ok()?;
        }
        let row = |state: &usize| &next[state * columns..(state + 1) * columns];
        let accepting = states.iter().filter(|state| !accepts(state)).count();
        Some(Self {
            expression: expression.to_owned(),
            classes,
            columns,
            next: order.iter().flat_map(row).map(|state| renumbered[*state]).collect(),
            start: renumbered[0],
            accepting: u16::try_from(accepting).ok()?,
        })
    }

    /// Returns whether a text in UTF-8 matches.
    pub fn matches(&self, text: &[u8]) -> bool {
        let step = |state: u16, octet: &u8| {
            let class = self.classes[usize::from(*octet)];
            self.next[usize::from(state) * self.columns + usize::from(class)]
        };
        text.iter().fold(self.start, step) >= self.accepting
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_texts_match() {
        let cases = [
            ("a|ab", &["a", "ab"][..], &["", "abc", "b"][..]),
            ("[a-c]{2,3}(?:x?|é)", &["ab", "abcx", "abé"], &["a", "abcd", "abxx"]),
            ("", &[""], &["a"]),
            (r"(?:\x{61}(?-u:\b)[^\n])*", &["", "a-", "a a "], &["a", "ab"]),
            ("[^a]", &["ä", "b", "\u{10ffff}"], &["a", "bb", ""]),
        ];
        for (expression, inside, outside) in cases {
            let pattern = Pattern::new(expression).expect("it is small");
            assert!(inside.iter().all(|text| pattern.matches(text.as_bytes())), "{expression}");
            assert!(!outside.iter().any(|text| pattern.matches(text.as_bytes())), "{expression}");
        }
        assert!(!Pattern::new("[^a]").expect("it is small").matches(&[0xff]));
        assert!(!Pattern::new("[^a]").expect("it is small").matches(&[0xed, 0xa0, 0x80]));
    }

    #[test]
    fn what_is_too_large_is_none() {
        assert!(Pattern::new("(?:(?:a{1000}){1000}){1000}").is_none());
        assert!(Pattern::new("[ab]*a[ab]{20}").is_none());
        assert!(Pattern::new("(").is_none());
    }
}
