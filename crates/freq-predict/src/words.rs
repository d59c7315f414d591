//! Splits names into words, and looks the words up in the word lists of the parameters.

use crate::parameters::Words;
use std::collections::BTreeMap;

/// The word lists that a name matches.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Said {
    pub rare: bool,
    /// Whether the first word is one of `once`.
    pub once: bool,
    /// Number of frequent words.
    pub frequent: u32,
    pub extension: bool,
    pub message: bool,
    pub collection: bool,
    pub list: bool,
    pub version: bool,
    /// Whether the last word is one of `name`, in the singular.
    pub name: bool,
}

/// A word and its place in a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Word<'t> {
    /// In lower case and in the singular.
    text: &'t str,
    is_first: bool,
    is_last: bool,
    was_plural: bool,
}

/// The word lists inverted: the lists of each word.
pub(crate) struct Lexicon<'p>(BTreeMap<&'p str, Said>);

impl<'p> Lexicon<'p> {
    pub fn of(lists: &'p Words) -> Self {
        let mut meanings: BTreeMap<&str, Said> = BTreeMap::new();
        for word in &lists.frequent {
            meanings.entry(word).or_default().frequent = 1;
        }
        let mut enter = |list: &'p std::collections::BTreeSet<String>, of: fn(&mut Said) -> &mut bool| {
            for word in list {
                *of(meanings.entry(word).or_default()) = true;
            }
        };
        enter(&lists.rare, |said| &mut said.rare);
        enter(&lists.once, |said| &mut said.once);
        enter(&lists.extension, |said| &mut said.extension);
        enter(&lists.message, |said| &mut said.message);
        enter(&lists.collection, |said| &mut said.collection);
        enter(&lists.list, |said| &mut said.list);
        enter(&lists.version, |said| &mut said.version);
        enter(&lists.name, |said| &mut said.name);
        Self(meanings)
    }

    /// Returns all lists that the words of a name match.
    pub fn said(&self, name: &str) -> Said {
        let mut all = Said::default();
        if self.0.is_empty() {
            return all;
        }
        words(name, |word| {
            let Some(said) = self.0.get(word.text) else { return };
            all.rare |= said.rare;
            all.once |= said.once && word.is_first;
            all.frequent += said.frequent;
            all.extension |= said.extension;
            all.message |= said.message;
            all.collection |= said.collection;
            all.list |= said.list;
            all.version |= said.version;
            all.name |= said.name && word.is_last && !word.was_plural;
        });
        all
    }
}

/// Calls `word` with each word of a name, in lower case and in the singular. Names are split at non-letters and
/// before capitals: `searchResEntry`, `DN-list`, `oid_items`.
fn words(name: &str, mut word: impl FnMut(Word<'_>)) {
    // A word is passed on when the next one ends, so that the last one is known.
    let (mut waiting, mut current) = (None, String::new());
    let mut is_first = true;
    let mut letters = name.chars().peekable();
    let mut last = ' ';
    let mut pass = |waiting: &mut Option<(String, bool)>, is_last: bool| {
        let Some((text, was_plural)) = waiting.take() else { return };
        word(Word { text: &text, is_first: std::mem::replace(&mut is_first, false), is_last, was_plural });
    };
    while let Some(letter) = letters.next() {
        let begins = letter.is_uppercase()
            && (last.is_lowercase()
                || (last.is_uppercase() && letters.peek().is_some_and(|c| c.is_lowercase())));
        if (begins || !letter.is_alphabetic()) && !current.is_empty() {
            pass(&mut waiting, false);
            waiting = Some(singular(std::mem::take(&mut current)));
        }
        if letter.is_ascii_alphabetic() {
            current.push(letter.to_ascii_lowercase());
        } else if letter.is_alphabetic() {
            current.extend(letter.to_lowercase());
        }
        last = letter;
    }
    if !current.is_empty() {
        pass(&mut waiting, false);
        waiting = Some(singular(current));
    }
    pass(&mut waiting, true);
}

/// Returns a word in the singular, and whether it was in the plural.
fn singular(mut word: String) -> (String, bool) {
    if word.len() > 4 && word.ends_with("ies") {
        word.truncate(word.len() - 3);
        word.push('y');
        return (word, true);
    }
    let is_plural = word.len() > 3 && word.ends_with('s') && !word.ends_with("ss");
    if is_plural {
        word.pop();
    }
    (word, is_plural)
}

/// Returns the part of a path that names the type: after the last dot, without the parameters in braces.
pub(crate) fn own_name(path: &str) -> &str {
    let path = path.split('{').next().unwrap_or(path);
    path.rsplit('.').next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::{Lexicon, Said, own_name, words};
    use crate::Parameters;

    #[test]
    fn names_are_cut_into_words() {
        let of = |name: &str| {
            let mut found = Vec::new();
            words(name, |word| found.push(word.text.to_owned()));
            found.join(" ")
        };
        assert_eq!(of("searchResEntry"), "search res entry");
        assert_eq!(of("TBSCertList2-entries"), "tbs cert list entry");
        assert_eq!(of("access_class"), "access class");
        assert_eq!(of("v2"), "v");
        // Short words are not plurals.
        assert_eq!(of("bus-ties-gases-bits"), "bus tie gase bit");
        assert_eq!(of(""), "");
    }

    #[test]
    fn a_name_says_what_its_words_say() {
        let lexicon = Lexicon::of(&Parameters::standard().words);
        let result = Said { frequent: 1, message: true, collection: true, ..Said::default() };
        assert_eq!(lexicon.said("results"), result);
        assert_eq!(lexicon.said("otherResults"), Said { rare: true, ..result });
        assert_eq!(lexicon.said("unit"), Said::default());
        assert_eq!(lexicon.said("versions"), Said { version: true, ..Said::default() });
        // A verb begins the name of an operation on the session.
        assert!(lexicon.said("openSession").once && !lexicon.said("fileOpen").once);
        assert_eq!(lexicon.said("searchResEntry").frequent, 2);
        let named = ["fullName", "name", "names", "nameType"].map(|name| lexicon.said(name).name);
        assert_eq!(named, [true, true, false, false]);
        assert_eq!(Lexicon::of(&Parameters::plain().words).said("otherResults"), Said::default());
    }

    #[test]
    fn a_path_ends_in_its_own_name() {
        assert_eq!(own_name("Module.Type.field"), "field");
        assert_eq!(own_name("Module.Extension{Set,...}"), "Extension");
        assert_eq!(own_name("Plain"), "Plain");
    }
}
