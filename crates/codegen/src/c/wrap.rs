//! Breaks printed lines that are too long at the outermost operator or comma.

/// The most columns of a line.
const WIDTH: usize = 120;

/// Returns a text of C whose lines have at most [`WIDTH`] columns, unless a single word or string is longer.
/// Lines of the preprocessor stay whole; a comment after a long line moves before it.
pub fn wrapped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        wrap(line, &mut out);
    }
    out
}

fn wrap(line: &str, out: &mut String) {
    if width(line) <= WIDTH {
        return push(out, "", line);
    }
    let content = line.trim_start();
    let indentation = &line[..line.len() - content.len()];
    if content.starts_with("/*") || content.starts_with("* ") {
        return fill(indentation, content, out);
    }
    if let Some((code, comment)) = comment_behind(content) {
        wrap(&format!("{indentation}{comment}"), out);
        return wrap(&format!("{indentation}{code}"), out);
    }
    if content.starts_with('#') {
        return push(out, "", line);
    }
    let more = if content.ends_with('{') { "        " } else { "    " };
    let below = format!("{indentation}{more}");
    let (mut front, mut rest) = (indentation, content);
    while width(front) + width(rest) > WIDTH {
        let Some(at) = best_break(rest, WIDTH - width(front)) else { break };
        push(out, front, rest[..at].trim_end());
        front = &below;
        rest = rest[at..].trim_start();
    }
    push(out, front, rest);
}

fn width(text: &str) -> usize {
    text.chars().count()
}

fn push(out: &mut String, front: &str, line: &str) {
    out.push_str(front);
    out.push_str(line);
    out.push('\n');
}

/// Breaks a comment between words.
fn fill(indentation: &str, comment: &str, out: &mut String) {
    let star =
        if comment.starts_with("/*") { format!("{indentation} * ") } else { format!("{indentation}* ") };
    let mut line = indentation.to_owned();
    let mut is_empty = true;
    for word in comment.split(' ') {
        // The end of the comment is no word to put on a line of its own.
        let room = if word == "*/" { WIDTH + 3 } else { WIDTH - 3 };
        if !is_empty && width(&line) + 1 + width(word) > room {
            push(out, "", &line);
            line = format!("{star}{word}");
        } else {
            if !is_empty {
                line.push(' ');
            }
            line.push_str(word);
        }
        is_empty = false;
    }
    push(out, "", &line);
}

/// Returns a line's code and the comment after it.
fn comment_behind(line: &str) -> Option<(&str, &str)> {
    let at = line.ends_with("*/").then(|| line.rfind(" /* "))??;
    Some((line[..at].trim_end(), &line[at + 1..]))
}

/// Returns the byte offset at which to break a line so that its first part has at most `room` columns: the
/// last of the outermost operators and commas.
fn best_break(line: &str, room: usize) -> Option<usize> {
    let mut best: Option<(usize, usize)> = None;
    let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
    for (column, (at, c)) in line.char_indices().enumerate() {
        if column > room {
            break;
        }
        if in_string {
            in_string = c != '"' || escaped;
            escaped = c == '\\' && !escaped;
            continue;
        }
        match c {
            '"' => in_string = true,
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            ' ' if at > 0 => {
                let (before, behind) = (&line[..at], &line[at + 1..]);
                let operators = ["&& ", "|| ", "? ", ": "];
                let here =
                    before.ends_with(',') || operators.iter().any(|operator| behind.starts_with(operator));
                // At the same depth, a break after `=` is the worst.
                let cost =
                    if here { Some(2 * depth) } else { before.ends_with(" =").then_some(2 * depth + 3) };
                if let Some(cost) = cost
                    && best.is_none_or(|(least, _)| cost <= least)
                {
                    best = Some((cost, at));
                }
            }
            _ => {}
        }
    }
    best.map(|(_, at)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_at_the_outermost_comma() {
        let line = format!("    first(second({}), {}, fourth);", "a, ".repeat(20), "b".repeat(60));
        let out = wrapped(&line);
        assert_eq!(out.lines().count(), 2, "{out}");
        assert!(out.lines().all(|line| width(line) <= WIDTH), "{out}");
        assert!(out.lines().next().is_some_and(|line| line.ends_with("a, ),")), "{out}");
        assert!(out.ends_with("b, fourth);\n"), "{out}");
    }

    #[test]
    fn strings_stay_whole_and_comments_fill_their_lines() {
        let string = format!("{{\"{}\", 1}},\n", "a, ".repeat(50));
        assert_eq!(wrapped(&string), string);
        let comment = format!("/* {}*/", "word ".repeat(40));
        let out = wrapped(&comment);
        assert!(out.lines().all(|line| width(line) <= WIDTH), "{out}");
        assert!(out.lines().skip(1).all(|line| line.starts_with(" * ")), "{out}");
        assert_eq!(out.matches("word").count(), 40);
        assert!(out.ends_with("word */\n"), "{out}");
    }

    #[test]
    fn a_comment_behind_a_long_line_goes_in_front() {
        let out = wrapped(&format!("    int a; /* {} */\n", "b".repeat(110)));
        assert_eq!(out, format!("    /* {} */\n    int a;\n", "b".repeat(110)));
    }
}
