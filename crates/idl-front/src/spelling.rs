//! Suggests the name that was probably meant where another is written.

/// The most similar of the names, when it is similar enough to be what was meant.
pub fn nearest<'n>(name: &str, candidates: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let limit = (name.len() / 4).clamp(1, 3);
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        if candidate == name || candidate.len().abs_diff(name.len()) > limit || name.len() < 3 {
            continue;
        }
        let distance = strsim::osa_distance(&name.to_ascii_lowercase(), &candidate.to_ascii_lowercase());
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
