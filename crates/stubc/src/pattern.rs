//! Matches patterns of paths: `*` matches any characters, dots included.

/// Returns whether `pattern` matches all of `path`.
pub fn matches(pattern: &str, path: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(first) = parts.next() else { return false };
    let Some(mut rest) = path.strip_prefix(first) else { return false };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else { return rest.is_empty() };
    for part in middle {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn stars_stand_for_anything() {
        for (pattern, path) in
            [("*", ""), ("A.B", "A.B"), ("*.B", "A.B"), ("A*", "A.B"), ("*o*o*", "foo"), ("a**b", "ab")]
        {
            assert!(matches(pattern, path), "{pattern} {path}");
        }
        for (pattern, path) in [("A.B", "A.B.c"), ("*.B", "A.C"), ("a*a", "a"), ("*oo*o", "foo"), ("", "a")] {
            assert!(!matches(pattern, path), "{pattern} {path}");
        }
    }
}
