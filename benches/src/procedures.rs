//! The functions of printed C: their lines, levels and switches.

/// A function of printed C.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function<'t> {
    /// The first line of its signature.
    pub signature: &'t str,
    /// The lines of its body, without the outer braces.
    pub body: Vec<&'t str>,
}

/// The switches of a function that are in no other switch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Arms {
    /// The lines of all their arms.
    pub lines: usize,
    /// The lines of the longest arm, labels included.
    pub longest: usize,
}

impl Function<'_> {
    /// Returns its name.
    pub fn name(&self) -> &str {
        let head = self.signature.split('(').next().unwrap_or_default();
        head.rsplit([' ', '*']).next().unwrap_or_default()
    }

    /// Returns the most blocks around one of its statements, its own included. A switch and its cases are one block.
    pub fn levels(&self) -> usize {
        let (mut open, mut level, mut most) = (Vec::new(), 1, 1);
        for line in self.body.iter().map(|line| line.trim()) {
            if line.starts_with('}') {
                level -= open.pop().unwrap_or(0);
            }
            if line.ends_with('{') {
                let weight = usize::from(!is_label(line));
                open.push(weight);
                level += weight;
                most = most.max(level);
            }
        }
        most
    }

    /// Returns the lengths of the arms of its switches. Labels have the indentation of their switch.
    pub fn arms(&self) -> Arms {
        let mut arms = Arms::default();
        let mut lines = self.body.iter();
        while let Some(line) = lines.next() {
            let content = line.trim_start();
            if !content.starts_with("switch (") {
                continue;
            }
            let indentation = line.len() - content.len();
            let (mut arm, mut labels, mut has_braces) = (0, true, false);
            for line in lines.by_ref() {
                let own = &line[indentation.min(line.len())..];
                if own == "}" && !has_braces {
                    break;
                }
                if is_label(own) && !labels {
                    arm = 0;
                }
                labels = is_label(own);
                has_braces = own != "}" && (has_braces || labels && own.ends_with('{'));
                arm += 1;
                arms.lines += 1;
                arms.longest = arms.longest.max(arm);
            }
        }
        arms
    }
}

fn is_label(line: &str) -> bool {
    line.starts_with("case ") || line.starts_with("default:")
}

/// Returns the functions of a printed file, whose braces are alone in the first column.
pub fn functions(text: &str) -> Vec<Function<'_>> {
    let mut found = Vec::new();
    let mut signature = "";
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line == "{" {
            found
                .push(Function { signature, body: lines.by_ref().take_while(|line| *line != "}").collect() });
        } else if line.starts_with(|first: char| first.is_alphabetic()) {
            signature = line;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_levels_and_arms() {
        let text = "int f(int a,\n    int b)\n{\n    while (a) {\n        switch (b) {\n        case 1:\n        case 2: {\n            if (a) {\n                b = 1;\n            }\n            break;\n        }\n        default:\n            return 0;\n        }\n    }\n    return a;\n}\n";
        let functions = functions(text);
        let [function] = &functions[..] else { panic!("one function, not {functions:?}") };
        assert_eq!((function.name(), function.body.len(), function.levels()), ("f", 14, 4));
        assert_eq!(function.arms(), Arms { lines: 9, longest: 7 });
    }
}
