//! Paths of fields, as error paths write them, and patterns of paths.

/// Returns whether a pattern matches a path. `*` stands for any characters, and `[*]` for the index of one element.
pub fn matches(pattern: &str, path: &str) -> bool {
    let Some(first) = pattern.chars().next() else { return path.is_empty() };
    if let Some(rest) = pattern.strip_prefix("[*]") {
        let Some(inside) = path.strip_prefix('[') else { return false };
        let Some((index, behind)) = inside.split_once(']') else { return false };
        return index.chars().all(|c| c.is_ascii_digit()) && matches(rest, behind);
    }
    if first == '*' {
        let rest = &pattern[1..];
        let starts = path.char_indices().map(|(at, _)| at).chain([path.len()]);
        return starts.into_iter().any(|at| matches(rest, &path[at..]));
    }
    path.strip_prefix(first).is_some_and(|path| matches(&pattern[first.len_utf8()..], path))
}

/// Returns a path with `[*]` in place of each index.
pub fn general(path: &str) -> String {
    let mut text = String::new();
    let mut is_index = false;
    for c in path.chars() {
        match c {
            '[' => text.push_str("[*"),
            c if is_index && c.is_ascii_digit() => {}
            c => text.push(c),
        }
        is_index = c == '[' || (is_index && c.is_ascii_digit());
    }
    text
}

/// Returns the known path most like a pattern that matches none: the one that shares the most names at its end, then
/// the most characters at its beginning.
pub fn nearest<'k>(pattern: &str, known: impl IntoIterator<Item = &'k String>) -> Option<&'k String> {
    let names = |path: &str| path.split(['.', '[']).rev().map(str::to_owned).collect::<Vec<_>>();
    let wanted = names(pattern);
    let likeness = |path: &String| {
        let ends = names(path).iter().zip(&wanted).take_while(|(one, other)| one == other).count();
        let begins = path.chars().zip(pattern.chars()).take_while(|(one, other)| one == other).count();
        (ends, begins)
    };
    let best = known.into_iter().map(|path| (likeness(path), path)).max_by(|one, other| {
        // Of equal ones the shortest, then the first.
        one.0.cmp(&other.0).then(other.1.len().cmp(&one.1.len())).then(other.1.cmp(one.1))
    });
    best.filter(|(likeness, _)| *likeness != (0, 0)).map(|(_, path)| path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_stand_for_characters_and_bracketed_ones_for_an_index() {
        for (pattern, path) in [
            ("a.b", "a.b"),
            ("*.b", "x.a.b"),
            ("a[*].b", "a[12].b"),
            ("*[*].b", "x.a[3].b"),
            ("a*", "a[1].b"),
            ("*", ""),
        ] {
            assert!(matches(pattern, path), "{pattern} {path}");
        }
        for (pattern, path) in [("a[*].b", "a[1].c[2].b"), ("a.b", "a.bc"), ("*.b", "b.c"), ("", "a")] {
            assert!(!matches(pattern, path), "{pattern} {path}");
        }
        assert_eq!(general("a[12].b[3]"), "a[*].b[*]");
    }

    #[test]
    fn the_nearest_path_has_the_same_names_at_its_end() {
        let known = ["a.request-id", "a.b[*].value", "c.value"].map(str::to_owned);
        assert_eq!(nearest("*.request-id", &known), Some(&known[0]));
        assert_eq!(nearest("x[*].value", &known), Some(&known[1]));
        assert_eq!(nearest("x.value", &known), Some(&known[2]));
        assert_eq!(nearest("quux", &known), None);
    }
}
