//! The faults of the C runtime: by rule, and from a list.

use super::c_rules::changes;
use super::c_tokens::{Token, tokens};
use super::results::{Id, number};
use super::{FOLDER, read};
use std::path::Path;

/// The folder of the runtime.
const RUNTIME: &str = "crates/interp-runtime/c";

/// The folder of the printers of decoders.
const PRINTERS: &str = "crates/codegen/src/rules/ber/decode";

/// The contents of a file for `STUBC_FAULT`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault(pub(crate) String);

/// Faults with their names.
pub(crate) type Faults = Vec<(Id, Fault)>;

/// Returns all faults: those of the list, and those by rule.
pub(crate) fn faults(root: &Path) -> Result<(Faults, Faults), String> {
    let mut sources = Vec::new();
    // The toy rule is in no product; only the crate that prints it tests it.
    for folder in names(&root.join(RUNTIME))?.into_iter().filter(|name| name != "fixed") {
        for name in names(&root.join(RUNTIME).join(&folder))? {
            let path = format!("{RUNTIME}/{folder}/{name}");
            let text = read(&root.join(&path))?;
            sources.push((path, text));
        }
    }
    let mut all = listed(&read(&root.join(FOLDER).join("listed.txt"))?, &sources)?;
    all.extend(printed(&read(&root.join(FOLDER).join("printed.txt"))?)?);
    Ok((number(all), number(by_rule(&sources))))
}

/// Returns the names in a folder, in order.
fn names(folder: &Path) -> Result<Vec<String>, String> {
    let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut names: Vec<String> =
        entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    Ok(names)
}

/// Reads the list of faults. A fault is a line `# title`, the text of the runtime, a line `=>` and the
/// replacement.
fn listed(list: &str, sources: &[(String, String)]) -> Result<Faults, String> {
    let mut found = Vec::new();
    for Block { title, fault, from, to } in blocks(list)? {
        let counts: Vec<_> = sources.iter().filter(|(_, text)| text.contains(from.trim())).collect();
        let [(file, _)] = counts[..] else {
            return Err(format!(
                "the text of the fault `{title}` must occur in one file, and occurs in {}",
                counts.len()
            ));
        };
        let id = Id::new(file, "(listed)", title, &format!("{from} becomes {to}"));
        found.push((id, Fault(fault.to_owned())));
    }
    Ok(found)
}

/// Reads the list of faults in printed code, which has the same form. A title starts with the file that prints the
/// code, in [`PRINTERS`].
fn printed(list: &str) -> Result<Faults, String> {
    let mut found = Vec::new();
    for Block { title, fault, from, to } in blocks(list)? {
        let (file, title) = title.split_once(": ").ok_or_else(|| format!("`{title}` names no file"))?;
        let id = Id::new(&format!("{PRINTERS}/{file}"), "(printed)", title, &format!("{from} becomes {to}"));
        found.push((id, Fault(format!("printed\n{fault}"))));
    }
    Ok(found)
}

/// One fault of a list.
struct Block<'t> {
    title: &'t str,
    fault: &'t str,
    from: &'t str,
    to: &'t str,
}

fn blocks(list: &str) -> Result<Vec<Block<'_>>, String> {
    let mut found = Vec::new();
    for block in list.split("\n# ").skip(1) {
        let (title, fault) = block.split_once('\n').ok_or_else(|| format!("`{block}` has no text"))?;
        let (from, to) =
            fault.split_once("\n=>\n").ok_or_else(|| format!("the fault `{title}` has no line `=>`"))?;
        found.push(Block { title, fault, from, to });
    }
    Ok(found)
}

/// Returns the faults by rule of every function.
fn by_rule(sources: &[(String, String)]) -> Faults {
    let mut found = Vec::new();
    for (file, text) in sources {
        let tokens = tokens(text);
        for (name, body) in functions(text, &tokens) {
            for (range, by) in changes(body) {
                let start = text[..range.start].rfind('\n').map_or(0, |end| end + 1);
                let end = text[range.end..].find('\n').map_or(text.len(), |end| range.end + end);
                let line = &text[start..end];
                if line.contains('\n') {
                    continue;
                }
                let by = by.replace('@', &text[range.clone()]);
                let changed = format!("{}{by}{}", &text[start..range.start], &text[range.end..end]);
                let Some(before) = context(sources, text, start, end) else { continue };
                let fault = format!("{before}{line}\n=>\n{before}{changed}\n");
                found.push((Id::new(file, name, line, &changed), Fault(fault)));
            }
        }
    }
    found
}

/// Returns the preceding lines that make a line's text unique in the runtime.
fn context<'t>(sources: &[(String, String)], text: &'t str, start: usize, end: usize) -> Option<&'t str> {
    let mut from = start;
    loop {
        let searched = text[from..end].trim();
        let count: usize = sources.iter().map(|(_, text)| text.matches(searched).count()).sum();
        if count == 1 {
            return Some(&text[from..start]);
        }
        from = text[..from.checked_sub(1)?].rfind('\n').map_or(0, |end| end + 1);
    }
}

/// Returns functions with the tokens of their bodies: from a brace at the start of a line to the next closing
/// one there.
fn functions<'t, 's>(text: &str, tokens: &'s [Token<'t>]) -> Vec<(&'t str, &'s [Token<'t>])> {
    let at_margin = |token: &Token<'_>| token.at == 0 || text.as_bytes()[token.at - 1] == b'\n';
    let mut found = Vec::new();
    let mut head = 0;
    let mut at = 0;
    while at < tokens.len() {
        match tokens[at].text {
            "{" if at_margin(&tokens[at]) => {
                let length = tokens[at..].iter().position(|token| token.text == "}" && at_margin(token));
                let end = length.map_or(tokens.len(), |length| at + length);
                let signature = &tokens[head..at];
                let name =
                    signature.windows(2).find(|pair| pair[1].text == "(" && pair[0].text != "__attribute__");
                if let Some(name) = name {
                    found.push((name[0].text, &tokens[at..end]));
                }
                at = end;
                head = at + 1;
            }
            ";" => head = at + 1,
            _ => {}
        }
        at += 1;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn functions_of_the_runtime() {
        let text =
            "struct a {\n    int b;\n};\nstatic int f(int x)\n{\n    return x;\n}\n\nint g(void)\n{\n}\n";
        let tokens = tokens(text);
        let names: Vec<&str> = functions(text, &tokens).iter().map(|(name, _)| *name).collect();
        assert_eq!(names, ["f", "g"]);
    }

    #[test]
    fn every_fault_has_a_name_and_a_place_of_its_own() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the repository");
        let (listed, by_rule) = faults(root).expect("the list fits the runtime");
        let names: BTreeSet<&Id> = listed.iter().chain(&by_rule).map(|(id, _)| id).collect();
        assert_eq!(names.len(), listed.len() + by_rule.len());
        assert!(listed.len() >= 10 && by_rule.len() > 2000, "{} {}", listed.len(), by_rule.len());
        for (id, Fault(fault)) in listed.iter().chain(&by_rule) {
            assert!(root.join(&id.file).is_file(), "{id:?}");
            let (from, to) = fault.split_once("\n=>\n").expect("a fault has both texts");
            assert_ne!(from.trim(), to.trim(), "{id:?}");
        }
    }
}
