//! Text of the runtime files that all rules make alike.

/// Puts `prefix` in front of every name that begins with `stubc_` or `STUBC_`.
pub fn prefixed(text: &str, prefix: &str) -> String {
    if prefix.is_empty() {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    let mut previous = ' ';
    for (at, c) in text.char_indices() {
        let starts_word = !(previous.is_ascii_alphanumeric() || previous == '_');
        if starts_word && (text[at..].starts_with("stubc_") || text[at..].starts_with("STUBC_")) {
            out.push_str(prefix);
        }
        out.push(c);
        previous = c;
    }
    out
}
