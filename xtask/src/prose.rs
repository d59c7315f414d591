//! Checks prose: long sentences in Markdown, banned phrases in text, comments and strings, long commit subjects.

use std::path::Path;
use std::process::Command;

/// The most words in a sentence; split longer ones, or make them lists.
const MOST_WORDS: usize = 35;

/// The most characters in a commit subject.
const LONGEST_SUBJECT: usize = 72;

/// The last commit whose subject is not checked.
const BEFORE: &str = "d9efc15";

/// Banned phrases in lower case, with their replacements. Each has a space, so it cannot be a name in code.
const PHRASES: [(&str, &str); 20] = [
    ("nobody calls", "unreferenced"),
    ("nobody asks", "not requested"),
    ("nobody asked", "not requested"),
    ("nobody knows", "unknown"),
    ("nobody measures", "not measured"),
    ("nobody reads", "unread"),
    ("nobody says", "not given"),
    ("that nobody", "name the property: unreferenced, unknown, unread"),
    ("told of", "reported"),
    ("what is told", "name the thing"),
    ("tells of", "reports"),
    ("pass over", "skip"),
    ("passed over", "skipped"),
    ("passes over", "skips"),
    ("anchors nothing", "name the thing"),
    ("what is not understood", "unsupported"),
    ("is still to come", "is not implemented"),
    ("is no text", "is not a text"),
    ("is no direction", "is not a direction"),
    ("messages were counted", "counted N messages"),
];

/// Checks the tracked files, and the subjects of the commits since [`BEFORE`].
///
/// # Errors
/// Every finding, one per line.
pub fn run(root: &Path) -> Result<String, String> {
    let listed = git(root, &["ls-files", "*.md", "*.rs", "*.c", "*.h"])?;
    let files: Vec<&str> = listed.lines().filter(|file| *file != "xtask/src/prose.rs").collect();
    let mut findings = Vec::new();
    for file in &files {
        let text = std::fs::read_to_string(root.join(file)).map_err(|error| format!("{file}: {error}"))?;
        if file.ends_with(".md") {
            findings.extend(long_sentences(&text).into_iter().map(|(line, words, start)| {
                format!("{file}:{line}: a sentence of {words} words: `{start} ...`; at most {MOST_WORDS}")
            }));
        }
        findings.extend(
            phrases(&text)
                .into_iter()
                .map(|(line, phrase, instead)| format!("{file}:{line}: `{phrase}`; write: {instead}")),
        );
    }
    findings.extend(long_subjects(root)?);
    if findings.is_empty() {
        Ok(format!("{} files are clean", files.len()))
    } else {
        Err(findings.join("\n"))
    }
}

/// Runs git and returns its output.
fn git(root: &Path, arguments: &[&str]) -> Result<String, String> {
    let output = Command::new("git").args(arguments).current_dir(root).output();
    let output = output.map_err(|error| format!("git: {error}"))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

/// Returns the subjects that are too long. A clone without [`BEFORE`] is not checked.
fn long_subjects(root: &Path) -> Result<Vec<String>, String> {
    if git(root, &["cat-file", "-e", &format!("{BEFORE}^{{commit}}")]).is_err() {
        return Ok(Vec::new());
    }
    let log = git(root, &["log", "--format=%h %s", &format!("{BEFORE}..HEAD")])?;
    let subjects = log.lines().filter_map(|line| line.split_once(' '));
    let long = subjects.filter(|(_, subject)| subject.chars().count() > LONGEST_SUBJECT);
    Ok(long
        .map(|(hash, subject)| format!("{hash}: a subject of over {LONGEST_SUBJECT} characters: {subject}"))
        .collect())
}

/// Returns line, phrase and replacement of each banned phrase, in comments and strings as well as in Markdown.
fn phrases(text: &str) -> Vec<(usize, &'static str, &'static str)> {
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.to_lowercase();
        found.extend(
            PHRASES
                .iter()
                .filter(|(phrase, _)| line.contains(phrase))
                .map(|(phrase, instead)| (number + 1, *phrase, *instead)),
        );
    }
    found
}

/// Returns for each long sentence the first line of its paragraph, its number of words, and its start.
fn long_sentences(markdown: &str) -> Vec<(usize, usize, String)> {
    let mut found = Vec::new();
    for (line, paragraph) in paragraphs(markdown) {
        for sentence in sentences(&paragraph) {
            let words: Vec<&str> = sentence.split_whitespace().collect();
            if words.len() > MOST_WORDS {
                found.push((line, words.len(), words[..6].join(" ")));
            }
        }
    }
    found
}

/// Returns paragraphs, list items and cells of tables, each with its first line; code is skipped.
fn paragraphs(markdown: &str) -> Vec<(usize, String)> {
    let mut found: Vec<(usize, String)> = Vec::new();
    let mut open = false;
    let mut in_code = false;
    for (number, line) in markdown.lines().enumerate() {
        let trimmed = line.trim_start();
        if trimmed.starts_with("```") {
            in_code = !in_code;
            open = false;
            continue;
        }
        let is_code = in_code || (line.starts_with("    ") && !open);
        if is_code || trimmed.is_empty() || trimmed.starts_with('#') {
            open = false;
        } else if trimmed.starts_with('|') {
            // A cell is a list of short facts, separated by semicolons.
            let cells = trimmed.split(['|', ';']).map(|cell| (number + 1, cell.trim().to_owned()));
            found.extend(cells);
            open = false;
        } else if open && !is_item(trimmed) {
            if let Some((_, paragraph)) = found.last_mut() {
                paragraph.push(' ');
                paragraph.push_str(trimmed);
            }
        } else {
            found.push((number + 1, trimmed.to_owned()));
            open = true;
        }
    }
    found
}

/// Returns whether a line starts an item of a list.
fn is_item(line: &str) -> bool {
    let numbered = line.trim_start_matches(|c: char| c.is_ascii_digit());
    line.starts_with("- ")
        || line.starts_with("* ")
        || (numbered.len() < line.len() && numbered.starts_with(". "))
}

/// Returns the sentences of a paragraph. Code in back quotes is one word, and ends no sentence.
fn sentences(paragraph: &str) -> Vec<String> {
    let mut found = vec![String::new()];
    let mut in_code = false;
    let mut ended = false;
    for c in paragraph.chars() {
        if c == '`' {
            in_code = !in_code;
        }
        if ended && c.is_whitespace() {
            found.push(String::new());
        }
        ended = !in_code && (matches!(c, '.' | '?' | '!') || (ended && matches!(c, '*' | ')' | '`' | '"')));
        if let Some(sentence) = found.last_mut() {
            sentence.push(if in_code && c.is_whitespace() { '_' } else { c });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_end_at_full_stops_outside_code() {
        assert_eq!(sentences("One. Two (three.) `a. b` four"), ["One.", " Two (three.)", " `a._b` four"]);
    }

    #[test]
    fn a_long_sentence_is_found_wherever_it_is_broken() {
        let long = "word ".repeat(20) + "\n" + &"word ".repeat(20) + ".\n";
        assert_eq!(
            long_sentences(&format!("# Title\n\n{long}")),
            [(3, 41, "word word word word word word".into())]
        );
        assert_eq!(long_sentences(&format!("```\n{long}```\n")), []);
        assert_eq!(long_sentences(&long.replace("\n", "\n- ")), []);
    }

    #[test]
    fn phrases_are_found_in_text_comments_and_strings() {
        let found =
            |text| phrases(text).into_iter().map(|(line, phrase, _)| (line, phrase)).collect::<Vec<_>>();
        assert_eq!(
            found("/// It is told of once.\nlet x = \"Pass over\";\n"),
            [(1, "told of"), (2, "pass over")]
        );
        assert_eq!(found("Tests pass over it.\n"), [(1, "pass over")]);
        assert_eq!(found("fn nothing_that_nobody_calls() {}\n"), []);
    }

    #[test]
    fn banned_phrases_have_spaces_and_small_letters() {
        for (phrase, _) in PHRASES {
            assert!(phrase.contains(' ') && phrase == phrase.to_lowercase(), "{phrase}");
        }
    }
}
