//! Names that generated identifiers must not have: those of C, C++, the system's headers and generated code.
//!
//! The names are data: `reserved.txt` lists them by the header that defines them.

use std::collections::BTreeMap;
use std::sync::LazyLock;

const LIST: &str = include_str!("reserved.txt");

/// The kind of a reserved name, which decides where it conflicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A keyword of C or C++.
    Keyword,
    /// A macro without parameters.
    Macro,
    /// A type, tag, object, function, or macro with parameters.
    Name,
    /// A member of a system's struct, or a parameter of generated code.
    Member,
    /// A variable of generated functions.
    Local,
}

/// The kind of a generated identifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A type, tag, enumerator, constant or function.
    File,
    /// A macro, which changes members and variables of the same name, too.
    Macro,
    /// A member of a struct or union.
    Member,
}

/// The listed names with kind, group, and whether a number may follow (`#` in the list).
static NAMES: LazyLock<BTreeMap<&str, (Kind, &str, bool)>> = LazyLock::new(|| {
    let (mut names, mut group, mut kind) = (BTreeMap::new(), "", Kind::Name);
    for line in LIST.lines().filter(|line| !line.starts_with('#')) {
        if let Some(title) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            group = title;
            continue;
        }
        for word in line.split_whitespace() {
            let opens = line.starts_with(word);
            kind = match word {
                "keyword" if opens => Kind::Keyword,
                "macro" if opens => Kind::Macro,
                "name" if opens => Kind::Name,
                "member" if opens => Kind::Member,
                "local" if opens => Kind::Local,
                _ => {
                    let stem = word.trim_end_matches('#');
                    names.insert(stem, (kind, group, stem != word));
                    continue;
                }
            };
        }
    }
    names
});

/// Returns all listed names with their kinds, in alphabetical order.
pub fn names() -> impl Iterator<Item = (&'static str, Kind)> {
    NAMES.iter().map(|(name, (kind, ..))| (*name, *kind))
}

/// Returns the headers that have a group, without angle brackets.
pub fn headers() -> impl Iterator<Item = &'static str> {
    LIST.lines().filter_map(|line| line.strip_prefix("[<").and_then(|rest| rest.strip_suffix(">]")))
}

/// Returns the group that reserves a name in this place; `None` if the name is free.
pub fn holder(name: &str, place: Place) -> Option<&'static str> {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let listed = |&(kind, group, numbered): &(Kind, &'static str, bool), exact: bool| {
        let in_the_way = match kind {
            Kind::Keyword | Kind::Macro => true,
            Kind::Name | Kind::Local => place != Place::Member,
            Kind::Member => place == Place::Macro,
        };
        (in_the_way && (exact || numbered)).then_some(group)
    };
    let exact = NAMES.get(name).and_then(|entry| listed(entry, true));
    let numbered = || NAMES.get(stem).filter(|_| stem != name).and_then(|entry| listed(entry, false));
    exact.or_else(numbered).or_else(|| is_systems(name, place).then_some("C"))
}

/// Returns whether the C standard reserves a name for compilers and systems by its beginning (C11 clause
/// 7.1.3).
fn is_systems(name: &str, place: Place) -> bool {
    name.strip_prefix('_').is_some_and(|rest| {
        let letter = rest.starts_with(|c: char| c.is_ascii_alphabetic());
        rest.starts_with(|c: char| c == '_' || c.is_ascii_uppercase()) || (place != Place::Member && letter)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_in_order_and_says_each_name_once() {
        let mut groups = Vec::new();
        let mut all = Vec::new();
        let mut last = (String::new(), String::new());
        for line in LIST.lines().filter(|line| !line.starts_with('#')) {
            if line.starts_with('[') {
                groups.push(line);
                continue;
            }
            for (at, word) in line.split_whitespace().enumerate() {
                if at == 0 && !line.starts_with(' ') {
                    last = (String::new(), String::new());
                    continue;
                }
                let key = (word.to_lowercase(), word.to_owned());
                assert!(last < key, "{word} stands behind {}", last.1);
                last = key;
                all.push(word.trim_end_matches('#'));
            }
        }
        let headers: Vec<&&str> = groups.iter().filter(|group| group.starts_with("[<")).collect();
        assert!(headers.is_sorted(), "{headers:?}");
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count, "names stand once");
        assert_eq!(NAMES.len(), count);
    }

    #[test]
    fn what_is_in_the_way_depends_on_the_place() {
        assert_eq!(holder("FILE", Place::File), Some("<stdio.h>"));
        assert_eq!(holder("FILE", Place::Member), None);
        assert_eq!(holder("BUFSIZ", Place::Member), Some("<stdio.h>"));
        assert_eq!(holder("class", Place::Member), Some("C and C++"));
        assert_eq!(holder("d_name", Place::File), None);
        assert_eq!(holder("d_name", Place::Macro), Some("<dirent.h>"));
        assert_eq!(holder("item12", Place::File), Some("the generated code"));
        assert_eq!(holder("v12", Place::File), None);
        assert_eq!(holder("_x", Place::File), Some("C"));
        assert_eq!(holder("_x", Place::Member), None);
        assert_eq!(holder("_3gpp", Place::File), None);
    }
}
