//! Checks the regular expressions of PATTERN (X.680 annex A) and translates them for the `regex` crate.

use crate::asn1::text::strings::named_character;

/// The largest matcher that a pattern may make, in octets; those of larger ones are not tried.
const MAX_MATCHER: usize = 1 << 20;

/// How often `#` may repeat: more is read, and not tried.
const MAX_REPEATED: u32 = 1000;

/// How deep groups may stand in each other: the library's own limit is near.
const MAX_GROUPS: usize = 50;

/// Limit for nested repetitions.
const MAX_STACKED: usize = 8;

/// The longest name of a character or collection.
const MAX_NAME: usize = 100;

/// What ends a line (X.680 clause 12.1.6).
const NEWLINES: &str = r"\n\x0B\x0C\r";

/// A valid pattern.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// The same for a matcher; none: characters are named that only their module knows.
    translated: Option<String>,
}

/// What is wrong with a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What.
    pub message: String,
    /// What would be right.
    pub help: Option<&'static str>,
}

impl Pattern {
    /// Reads a pattern.
    pub fn parse(text: &[char]) -> Result<Self, Fault> {
        let mut reader = Reader { text, at: 0, known: true, depth: 0 };
        let translated = reader.alternatives()?;
        if reader.at < text.len() {
            return Err(fault("`)` closes nothing"));
        }
        Ok(Self { translated: reader.known.then_some(translated) })
    }

    /// The same as a regular expression of a library; none: not known.
    pub fn expression(&self) -> Option<&str> {
        self.translated.as_deref()
    }

    /// Whether a text matches it whole; none: not known.
    pub fn matches(&self, text: &str) -> Option<bool> {
        let whole = format!(r"\A(?:{})\z", self.translated.as_ref()?);
        let matcher = regex::RegexBuilder::new(&whole).size_limit(MAX_MATCHER).build().ok()?;
        Some(matcher.is_match(text))
    }
}

fn fault(message: &str) -> Fault {
    Fault { message: message.to_owned(), help: None }
}

struct Reader<'t> {
    text: &'t [char],
    at: usize,
    known: bool,
    depth: usize,
}

fn literal(c: char) -> String {
    format!(r"\x{{{:X}}}", u32::from(c))
}

/// A set of characters, in brackets unless it stands in some.
fn set(characters: &str, in_class: bool) -> String {
    if in_class { characters.to_owned() } else { format!("[{characters}]") }
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.text.get(self.at).copied()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += 1;
        Some(c)
    }

    /// Expressions, to the parenthesis that closes them.
    fn alternatives(&mut self) -> Result<String, Fault> {
        let mut out = String::new();
        while let Some(c) = self.peek().filter(|c| *c != ')') {
            if c == '|' {
                self.at += 1;
                out.push('|');
                continue;
            }
            let mut part = self.part()?;
            let mut repeated = 0;
            while let Some(c) = self.peek().filter(|c| "*+?#".contains(*c)) {
                self.at += 1;
                repeated += 1;
                if repeated > MAX_STACKED {
                    return Err(fault("nested repetitions make it too large"));
                }
                let times = if c == '#' { self.times()? } else { c.to_string() };
                part = format!("(?:{part}){times}");
            }
            out.push_str(&part);
        }
        Ok(out)
    }

    /// One expression, which may be repeated.
    fn part(&mut self) -> Result<String, Fault> {
        match self.next() {
            Some(c @ ('*' | '+' | '?' | '#')) => {
                Err(fault(&format!("`{c}` has nothing before it to repeat")))
            }
            Some('(') => self.group(),
            Some('[') => self.class(),
            Some('{') => self.quadruple().map(literal),
            Some('.') => Ok(format!("[^{NEWLINES}]")),
            Some('\\') => self.escape(false),
            Some(c) => Ok(literal(c)),
            None => Ok(String::new()),
        }
    }

    fn group(&mut self) -> Result<String, Fault> {
        self.depth += 1;
        if self.depth > MAX_GROUPS {
            return Err(fault("groups are nested too deeply"));
        }
        let inside = self.alternatives()?;
        self.depth -= 1;
        if self.next() != Some(')') {
            return Err(fault("`(` is not closed"));
        }
        Ok(format!("(?:{inside})"))
    }

    /// `#5`, `#(5)`, `#(2,)`, `#(2,5)`, `#(,5)`, behind its sign.
    fn times(&mut self) -> Result<String, Fault> {
        let help = "write `#5`, `#(10)`, `#(2,)`, `#(2,5)` or `#(,5)`";
        let wrong = |message: &str| Fault { message: message.to_owned(), help: Some(help) };
        match self.next() {
            Some(digit) if digit.is_ascii_digit() => return Ok(format!("{{{digit}}}")),
            Some('(') => {}
            _ => return Err(wrong("`#` is not followed by a number")),
        }
        let inside: String = self.text[self.at..].iter().take_while(|c| **c != ')').collect();
        self.at += inside.chars().count();
        if self.next() != Some(')') {
            return Err(wrong("`#(` is not closed"));
        }
        let (least, most) = inside.split_once(',').unwrap_or((&inside, &inside));
        let number = |text: &str| match text.trim() {
            "" => Ok(None),
            digits if digits.bytes().all(|c| c.is_ascii_digit()) => {
                Ok(Some(digits.parse::<u32>().unwrap_or(u32::MAX)))
            }
            _ => Err(wrong("`#(` is not followed by numbers")),
        };
        let (least, most) = (number(least)?, number(most)?);
        match (least, most) {
            (None, None) => return Err(wrong("`#(` is not followed by numbers")),
            (Some(least), Some(most)) if least > most => {
                return Err(wrong("the first number after `#` is larger than the second"));
            }
            _ => {}
        }
        self.known &= least.unwrap_or(0).max(most.unwrap_or(0)) <= MAX_REPEATED;
        let most = most.map_or(String::new(), |most| most.to_string());
        Ok(format!("{{{},{most}}}", least.unwrap_or(0)))
    }

    /// What is behind a reverse solidus.
    fn escape(&mut self, in_class: bool) -> Result<String, Fault> {
        Ok(match self.next() {
            None => return Err(fault("`\\` is the last character")),
            Some('d') => set("0-9", in_class),
            Some('w') => set("a-zA-Z0-9", in_class),
            Some('s') => set(&format!(r"\x20\t{NEWLINES}"), in_class),
            Some('n') => set(NEWLINES, in_class),
            Some('t') => r"\t".to_owned(),
            Some('r') => r"\r".to_owned(),
            Some('b') if !in_class => r"(?-u:\b)".to_owned(),
            Some('N') => self.named(in_class)?,
            Some(c) if c.is_ascii_alphanumeric() => {
                return Err(Fault {
                    message: format!("`\\{c}` has no meaning"),
                    help: Some("use `\\d`, `\\w`, `\\s`, `\\t`, `\\n`, `\\r`, `\\b` or `\\N{name}`"),
                });
            }
            Some(c) => literal(c),
        })
    }

    /// `\N{name}`
    fn named(&mut self, in_class: bool) -> Result<String, Fault> {
        let wrong = || fault("`\\N` is not followed by a name in braces");
        if self.next() != Some('{') {
            return Err(wrong());
        }
        let inside = self.braces().ok_or_else(wrong)?;
        Ok(match named_character(inside.trim()).and_then(char::from_u32) {
            Some(c) => literal(c),
            // A collection, which only its module knows.
            None => {
                self.known = false;
                if in_class { String::new() } else { ".".to_owned() }
            }
        })
    }

    /// What stands in braces, behind the first.
    fn braces(&mut self) -> Option<String> {
        let inside: String = self.text[self.at..].iter().take_while(|c| **c != '}').take(MAX_NAME).collect();
        self.at += inside.chars().count();
        (self.next() == Some('}')).then_some(inside)
    }

    /// `{group, plane, row, cell}`, behind its brace.
    fn quadruple(&mut self) -> Result<char, Fault> {
        let wrong = || Fault {
            message: "braces do not hold the four numbers of a character".to_owned(),
            help: Some(
                "to repeat the expression before it, write `#5` or `#(2,5)`; for a brace itself, `\\{`",
            ),
        };
        let inside = self.braces().ok_or_else(wrong)?;
        let numbers: Option<Vec<u32>> = inside.split(',').map(|part| part.trim().parse().ok()).collect();
        match numbers.as_deref() {
            Some([group, plane, row, cell]) if [group, plane, row, cell].iter().all(|part| **part < 256) => {
                char::from_u32(group << 24 | plane << 16 | row << 8 | cell).ok_or_else(wrong)
            }
            _ => Err(wrong()),
        }
    }

    /// `[a-z]`, `[^,;]`, behind its bracket.
    fn class(&mut self) -> Result<String, Fault> {
        let mut out = "[".to_owned();
        if self.peek() == Some('^') {
            self.at += 1;
            out.push('^');
        }
        let start = self.at;
        // What a range would begin with.
        let mut last: Option<char> = None;
        loop {
            let single = match self.next() {
                None => return Err(fault("`[` is not closed")),
                Some(']') if self.at == start + 1 => {
                    return Err(fault("`[]` is empty"));
                }
                Some(']') => break,
                Some('-') if last.is_some() && self.peek().is_some_and(|next| next != ']') => {
                    let end = match self.next() {
                        Some('{') => self.quadruple()?,
                        Some('\\') => self.next().unwrap_or('\\'),
                        Some(c) => c,
                        None => continue,
                    };
                    if last > Some(end) {
                        return Err(fault("the lower end of a range is above its upper end"));
                    }
                    out.push('-');
                    out.push_str(&literal(end));
                    last = None;
                    continue;
                }
                Some('\\') => {
                    last = self.peek().filter(|c| !c.is_ascii_alphanumeric());
                    out.push_str(&self.escape(true)?);
                    continue;
                }
                Some('{') => self.quadruple()?,
                Some(c) => c,
            };
            out.push_str(&literal(single));
            last = Some(single);
        }
        out.push(']');
        Ok(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(text: &str) -> Result<Pattern, Fault> {
        Pattern::parse(&text.chars().collect::<Vec<char>>())
    }

    #[test]
    fn patterns_match_whole_texts() {
        let cases = [
            (r"[A-Z]#2\d#(1,3)", &["AB1", "XY123"][..], &["A1", "AB1234", "ab1", " AB1"][..]),
            (r"(ab|c)*", &["", "abc", "ccab"], &["a", "abd"]),
            (r"\w+(\.\w+)#(2,)", &["a.b.c"], &["a.b"]),
            (r"[^,;\]\-]+", &["abc", "[^"], &["a,b", "a]", "-", ""]),
            (r"a.b", &["axb"], &["a\nb"]),
            (r"{0,0,1,0}x?", &["\u{100}", "\u{100}x"], &["x"]),
            (r"a#3", &["aaa"], &["aa"]),
            (r"(a#2)#2", &["aaaa"], &["aaa"]),
            (r"\N{nul}\\\*", &["\0\\*"], &["\\*"]),
            (r"a**", &["", "aa"], &["b"]),
        ];
        for (text, inside, outside) in cases {
            let pattern = pattern(text).unwrap();
            for text in inside {
                assert_eq!(pattern.matches(text), Some(true), "{text:?}");
            }
            for text in outside {
                assert_eq!(pattern.matches(text), Some(false), "{text:?}");
            }
        }
        assert_eq!(pattern(r"\N{BasicLatin}*").unwrap().matches("a"), None);
        assert_eq!(pattern("((((a#(1000))#(1000))#(1000))#(1000))").unwrap().matches("a"), None);
    }

    #[test]
    fn malformed_patterns_are_named() {
        for wrong in [
            "(", ")", "a)", "[", "[]", "[a", "*", "a|*", "#3", "a#", "a#x", "a#(", "a#()", "a#(3,2)",
            "a#(x)", r"\q", r"\", r"a{3}", "{1,2,3}", "[z-a]", r"\N", r"\N{", r"[\N{",
        ] {
            assert!(pattern(wrong).is_err(), "{wrong}");
        }
        assert!(pattern(&"(".repeat(100_000)).is_err());
        assert!(pattern(&format!("a{}", "*".repeat(100_000))).is_err());
        assert!(pattern(&"{".repeat(100_000)).is_err());
    }
}
