//! Suggests the name that was probably meant where another is written.

/// How many unknown names get a suggestion: each looks at all names of a module.
pub const MAX_HINTS: usize = 100;

/// The most names that are looked at, and the most that are compared whole. Names in lists of their own may ask more often,
/// so that without bounds the work is quadratic in the text.
const LOOKED_AT: usize = 20_000;
const COMPARED: usize = 1000;

/// The most similar of the names, when it is similar enough to be what was meant: few letters differ, but not both the first
/// and the last.
pub fn nearest<'n>(name: &str, candidates: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let limit = (name.len() / 4).clamp(1, 3);
    let (given, name) = (name, name.to_ascii_lowercase());
    let ends = |text: &str| Some((*text.as_bytes().first()?, *text.as_bytes().last()?));
    let (first, last) = ends(&name).filter(|_| name.len() >= 3)?;
    let is_alike = |candidate: &&str| {
        *candidate != given
            && candidate.len().abs_diff(name.len()) <= limit
            && ends(candidate)
                .is_some_and(|own| own.0.eq_ignore_ascii_case(&first) || own.1.eq_ignore_ascii_case(&last))
    };
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates.take(LOOKED_AT).filter(is_alike).take(COMPARED) {
        let distance = strsim::osa_distance(&name, &candidate.to_ascii_lowercase());
        if distance <= limit && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn suggestions_are_close() {
        let names = ["Message", "Messages", "Probe"];
        assert_eq!(nearest("Mesage", names.into_iter()), Some("Message"));
        assert_eq!(nearest("Porbe", names.into_iter()), Some("Probe"));
        assert_eq!(nearest("Report", names.into_iter()), None);
    }
}
