//! Generated sections of `report.md`, between markers with their names.

use std::path::Path;

/// Replaces the text between `<!-- NAME -->` and `<!-- end NAME -->`.
///
/// # Errors
/// The file cannot be read or written, or lacks the markers.
pub fn replace(path: &Path, name: &str, contents: &str) -> Result<(), String> {
    let told = |error: std::io::Error| format!("{}: {error}", path.display());
    let text = std::fs::read_to_string(path).map_err(told)?;
    let text = between(&text, name, contents)
        .ok_or_else(|| format!("{}: the markers `{name}` are missing", path.display()))?;
    std::fs::write(path, text).map_err(told)
}

fn between(text: &str, name: &str, contents: &str) -> Option<String> {
    let (open, close) = (format!("<!-- {name} -->\n"), format!("<!-- end {name} -->"));
    let start = text.find(&open)? + open.len();
    let end = start + text[start..].find(&close)?;
    Some(format!("{}\n{}\n\n{}", &text[..start], contents.trim_end(), &text[end..]))
}

#[cfg(test)]
mod tests {
    use super::between;

    #[test]
    fn a_section_is_replaced_and_its_neighbors_stay() {
        let text = "a\n<!-- x -->\nold\n<!-- end x -->\nb\n";
        let new = "a\n<!-- x -->\n\nnew\n\n<!-- end x -->\nb\n";
        assert_eq!(between(text, "x", "new\n").as_deref(), Some(new));
        assert_eq!(between(new, "x", "new").as_deref(), Some(new));
        assert_eq!(between(text, "y", "new"), None);
    }
}
