//! The command line of a mutation run.

/// The usage message.
const USAGE: &str = "usage: cargo xtask mutants c | rust [--crate NAME] | report
  --sample N   mutants to try, chosen by the seed (c: 60; rust: 60 of each crate)
  --file NAME  so many faults by rule of each function of one file, e.g. stubc_fast.h (c)
  --seed S     seed of the choice (1)
  --again      try recorded survivors again
  --in-place   change the crates' sources where they are, one after the other, and build into the usual folder (rust)";

/// The mutated crates with the tests that guard them: packages, and further arguments of `cargo test`.
pub(crate) const CRATES: [(&str, &[&str], &[&str]); 4] = [
    // Tests that measure time fail on a busy machine.
    ("size-budget", &["size-budget"], &["--tests", "--", "--skip", "the_time_limit_holds"]),
    ("freq-predict", &["freq-predict"], &[]),
    // What is deduced of constraints is held to the codec's own evaluation; the front end meets what is refused.
    (
        "syntax-graph",
        &["syntax-graph", "interp-runtime", "idl-front"],
        &["--lib", "--test", "validation", "--test", "membership", "--test", "corpus", "--test", "clauses"],
    ),
    // Stubs are held to the codec; sharing, sizes and comments are seen in no message.
    (
        "codegen",
        &["codegen", "stubc-benches", "stubc"],
        &[
            "--lib",
            "--test",
            "all",
            "--",
            // Unit tests, and the files of the other tests.
            "tests::",
            "encoded_max::",
            "contents::",
            "random_values::",
            "work::",
            "sizes::",
            "bad_input::",
            "estimates::",
            "sharing::",
            "xdr_golden::",
            "printed_c::",
        ],
    ),
];

/// The kind of run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    /// Faults in the C runtime.
    C,
    /// cargo-mutants.
    Rust,
    /// The report only.
    Report,
}

/// The command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Options {
    pub(crate) what: What,
    /// Crates to mutate.
    pub(crate) crates: Vec<String>,
    /// Number of mutants per crate.
    pub(crate) sample: usize,
    pub(crate) seed: u64,
    /// The only file of the C runtime to mutate, each function of it.
    pub(crate) file: Option<String>,
    /// Whether survivors are tried again.
    pub(crate) again: bool,
    /// Whether Rust is changed where it is, instead of in a copy.
    pub(crate) in_place: bool,
}

impl Options {
    /// Reads the arguments.
    pub(crate) fn parse(arguments: &[String]) -> Result<Self, String> {
        let mut words = arguments.iter().map(String::as_str);
        let what = match words.next() {
            Some("c") => What::C,
            Some("rust") => What::Rust,
            Some("report") => What::Report,
            _ => return Err(USAGE.to_owned()),
        };
        let mut options =
            Self { what, crates: Vec::new(), sample: 60, seed: 1, file: None, again: false, in_place: false };
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or_else(|| format!("{word} needs a value\n{USAGE}"));
            let number = |text: &str| text.parse().map_err(|_| format!("`{text}` is not a number\n{USAGE}"));
            match word {
                "--sample" => options.sample = number(value()?)? as usize,
                "--seed" => options.seed = number(value()?)?,
                "--file" if what == What::C => options.file = Some(value()?.to_owned()),
                "--again" => options.again = true,
                "--in-place" if what == What::Rust => options.in_place = true,
                "--crate" if what == What::Rust => {
                    let name = value()?;
                    if !CRATES.iter().any(|known| known.0 == name) {
                        let known = CRATES.map(|known| known.0).join(", ");
                        return Err(format!("--crate {name}: use one of {known}"));
                    }
                    options.crates.push(name.to_owned());
                }
                _ => return Err(format!("unknown argument `{word}`\n{USAGE}")),
            }
        }
        if options.crates.is_empty() {
            options.crates = CRATES.iter().map(|known| known.0.to_owned()).collect();
        }
        Ok(options)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Options, String> {
        Options::parse(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn arguments() {
        let options = parse("rust --crate codegen --sample 7 --seed 3 --again --in-place").expect("sound");
        let expected = Options {
            what: What::Rust,
            crates: vec!["codegen".into()],
            sample: 7,
            seed: 3,
            file: None,
            again: true,
            in_place: true,
        };
        assert_eq!(options, expected);
        assert_eq!(parse("c").expect("sound").sample, 60);
        assert_eq!(parse("c --file a.h").expect("sound").file.as_deref(), Some("a.h"));
        for wrong in [
            "",
            "d",
            "c --crate codegen",
            "c --in-place",
            "rust --crate stubc",
            "c --sample",
            "c --seed x",
            "rust --file a.h",
        ] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
