//! Finds the names most similar to a wrong one, for "did you mean".

/// Returns up to three of `names` that a typing error turns into `wrong`, nearest first.
pub fn nearest<'a>(wrong: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let lower = wrong.to_lowercase();
    let limit = (wrong.chars().count() / 3).max(1);
    let mut near: Vec<(usize, &str)> = names
        .into_iter()
        .map(|name| (strsim::osa_distance(&lower, &name.to_lowercase()), name))
        .filter(|(distance, _)| *distance <= limit)
        .collect();
    near.sort_unstable();
    near.dedup();
    near.into_iter().take(3).map(|(_, name)| name).collect()
}

/// Returns `did you mean a or b?`, if any name is similar.
pub fn hint<'a>(wrong: &str, names: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let near = nearest(wrong, names);
    if near.is_empty() {
        return None;
    }
    let quoted: Vec<String> = near.iter().map(|name| format!("`{name}`")).collect();
    Some(format!("did you mean {}?", quoted.join(" or ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_recognized() {
        assert_eq!(nearest("LDAPMesage", ["LDAPMessage", "Filter"]), ["LDAPMessage"]);
        assert!(hint("Quux", ["LDAPMessage"]).is_none());
        assert_eq!(nearest("flier", ["filer"]), ["filer"], "two letters that changed places are one slip");
    }
}
