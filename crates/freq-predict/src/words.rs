//! The words of a name.

/// Calls `word` with each word of a name in lower case and, where it seems to be a plural, in the singular. Names are
/// cut at whatever is no letter and where a capital begins a word: `searchResEntry`, `DN-list`, `oid_items`.
pub(crate) fn words(name: &str, mut word: impl FnMut(&str)) {
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
        if letter.is_alphabetic() {
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

/// The part of a path that names the type itself: what follows the last dot, without the parameters in braces.
pub(crate) fn own_name(path: &str) -> &str {
    let path = path.split('{').next().unwrap_or(path);
    path.rsplit('.').next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::{own_name, words};

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
        assert_eq!(of(""), "");
    }

    #[test]
    fn a_path_ends_in_its_own_name() {
        assert_eq!(own_name("Module.Type.field"), "field");
        assert_eq!(own_name("Module.Extension{Set,...}"), "Extension");
        assert_eq!(own_name("Plain"), "Plain");
    }
}
