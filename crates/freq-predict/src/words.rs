//! Splits names into words, and looks the words up in the word lists of the parameters.

use crate::parameters::Words;
use std::collections::BTreeMap;

/// The word lists that a name matches.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Said {
    pub rare: bool,
    pub once: bool,
    pub frequent: bool,
    pub extension: bool,
    pub message: bool,
    pub collection: bool,
    pub list: bool,
}

/// The word lists inverted: the lists of each word.
pub(crate) struct Lexicon<'p>(BTreeMap<&'p str, Said>);

impl<'p> Lexicon<'p> {
    pub fn of(lists: &'p Words) -> Self {
        let mut meanings: BTreeMap<&str, Said> = BTreeMap::new();
        let mut enter = |list: &'p std::collections::BTreeSet<String>, of: fn(&mut Said) -> &mut bool| {
            for word in list {
                *of(meanings.entry(word).or_default()) = true;
            }
        };
        enter(&lists.rare, |said| &mut said.rare);
        enter(&lists.once, |said| &mut said.once);
        enter(&lists.frequent, |said| &mut said.frequent);
        enter(&lists.extension, |said| &mut said.extension);
        enter(&lists.message, |said| &mut said.message);
        enter(&lists.collection, |said| &mut said.collection);
        enter(&lists.list, |said| &mut said.list);
        Self(meanings)
    }

    /// Returns all lists that the words of a name match.
    pub fn said(&self, name: &str) -> Said {
        let mut all = Said::default();
        if self.0.is_empty() {
            return all;
        }
        words(name, |word| {
            let Some(said) = self.0.get(word) else { return };
            all.rare |= said.rare;
            all.once |= said.once;
            all.frequent |= said.frequent;
            all.extension |= said.extension;
            all.message |= said.message;
            all.collection |= said.collection;
            all.list |= said.list;
        });
        all
    }
}

/// Calls `word` with each word of a name, in lower case and in the singular. Names are split at non-letters and
/// before capitals: `searchResEntry`, `DN-list`, `oid_items`.
fn words(name: &str, mut word: impl FnMut(&str)) {
    let mut current = String::new();
    let mut letters = name.chars().peekable();
    let mut last = ' ';
    while let Some(letter) = letters.next() {
        let begins = letter.is_uppercase()
            && (last.is_lowercase()
                || (last.is_uppercase() && letters.peek().is_some_and(|c| c.is_lowercase())));
        if begins || !letter.is_alphabetic() {
            finish(&mut current, &mut word);
        }
        if letter.is_ascii_alphabetic() {
            current.push(letter.to_ascii_lowercase());
        } else if letter.is_alphabetic() {
            current.extend(letter.to_lowercase());
        }
        last = letter;
    }
    finish(&mut current, &mut word);
}

fn finish(current: &mut String, word: &mut impl FnMut(&str)) {
    if current.len() > 4 && current.ends_with("ies") {
        current.truncate(current.len() - 3);
        current.push('y');
    } else if current.len() > 3 && current.ends_with('s') && !current.ends_with("ss") {
        current.pop();
    }
    if !current.is_empty() {
        word(current);
    }
    current.clear();
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
            words(name, |word| found.push(word.to_owned()));
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
        let result = Said { frequent: true, message: true, collection: true, ..Said::default() };
        assert_eq!(lexicon.said("results"), result);
        assert_eq!(lexicon.said("otherResults"), Said { rare: true, ..result });
        assert_eq!(lexicon.said("version"), Said::default());
        assert_eq!(Lexicon::of(&Parameters::plain().words).said("otherResults"), Said::default());
    }

    #[test]
    fn a_path_ends_in_its_own_name() {
        assert_eq!(own_name("Module.Type.field"), "field");
        assert_eq!(own_name("Module.Extension{Set,...}"), "Extension");
        assert_eq!(own_name("Plain"), "Plain");
    }
}
