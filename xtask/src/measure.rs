//! Makes the tables and pictures of `benches/` again, each by its own program, and notes the commit that they are of.
//!
//! A run makes the tables whose sources have changed since the commit in their header. A table gets its header as
//! soon as it is made, so an interrupted run continues with the next one.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// A table or picture, or several that one program makes together.
struct Table {
    /// Its name on the command line.
    name: &'static str,
    /// The document that holds it.
    document: &'static str,
    /// The section of the document, between the markers `<!-- NAME -->` and `<!-- end NAME -->`.
    section: &'static str,
    /// What its numbers are.
    kind: Kind,
    /// The commands that make it, run from the root of the repository.
    commands: &'static [&'static str],
    /// The files and folders that its numbers depend on.
    sources: &'static [&'static str],
}

/// What the numbers of a table are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Bytes and counts, which do not depend on the load of the machine.
    Exact,
    /// Times: the machine must do nothing else.
    Timed,
}

const C: &str = "crates/interp-runtime/c";
const CODE: &str = "crates/codegen/src";
const PLANS: &str = "crates/size-budget/src";
const FREQUENCIES: &str = "crates/freq-predict/src";

const TABLES: [Table; 25] = [
    Table {
        name: "instructions",
        document: "benches/report.md",
        section: "instructions",
        kind: Kind::Exact,
        commands: &["cargo run -q -p stubc-benches --release --bin instructions -- --write"],
        sources: &[
            C,
            CODE,
            "specs/micro",
            "specs/ldap",
            "specs/snmp",
            "specs/kerberos",
            "specs/pkix",
            "benches/src/instructions.rs",
        ],
    },
    Table {
        name: "fallbacks",
        document: "benches/report.md",
        section: "fallbacks",
        kind: Kind::Exact,
        commands: &["cargo run -q -p stubc-benches --bin fallbacks -- --write"],
        sources: &[C, CODE, "benches/src/fallbacks.rs"],
    },
    Table {
        name: "calibration",
        document: "benches/report.md",
        section: "calibration",
        kind: Kind::Exact,
        commands: &["cargo run -q -p stubc-benches --release --bin calibrate -- --write"],
        sources: &[C, CODE, "benches/src/calibration", "benches/cost-prior.toml"],
    },
    Table {
        name: "saved",
        document: "benches/report.md",
        section: "saved",
        kind: Kind::Exact,
        commands: &["cargo run -q -p stubc-benches --release --bin saved -- --write"],
        sources: &[C, CODE, PLANS, FREQUENCIES, "crates/stubc/src/measuring.rs", "benches/src/saved.rs"],
    },
    Table {
        name: "sizes",
        document: "benches/report.md",
        section: "sizes",
        kind: Kind::Exact,
        commands: &["cargo run -q -p stubc-benches --release --bin sizes -- --write"],
        sources: &[C, CODE, PLANS, "crates/stubc/src/measuring.rs", "benches/src/sizes.rs"],
    },
    Table {
        name: "prediction",
        document: "benches/report.md",
        section: "prediction",
        kind: Kind::Exact,
        commands: &["cargo run -q -p stubc-benches --release --bin prediction -- --write"],
        sources: &[FREQUENCIES, "benches/src/prediction", "benches/prior.toml"],
    },
    Table {
        name: "calls",
        document: "benches/report.md",
        section: "calls",
        kind: Kind::Exact,
        commands: &["cargo run -q -p stubc-benches --release --bin prediction -- calls --write"],
        sources: &[CODE, PLANS, FREQUENCIES, "benches/src/prediction", "benches/prior.toml"],
    },
    Table {
        name: "beside-1997",
        document: "benches/report.md",
        section: "beside-1997",
        kind: Kind::Exact,
        commands: &[
            "cargo build -q --release -p stubc",
            "cargo run -q -p stubc-benches --release --bin figure1 -- --beside-1997 --write x400-MTS-APDU z3950-PDU",
        ],
        sources: &[C, CODE, PLANS, FREQUENCIES, "benches/src/figure1.rs"],
    },
    Table {
        name: "figure1",
        document: "benches/figure1.md",
        section: "figure1",
        kind: Kind::Exact,
        commands: &[
            "cargo build -q --release -p stubc",
            "cargo run -q -p stubc-benches --release --bin figure1 -- --write",
        ],
        sources: &[C, CODE, PLANS, FREQUENCIES, "benches/src/figure1.rs"],
    },
    Table {
        name: "figure1-by-size",
        document: "benches/figure1.md",
        section: "figure1-by-size",
        kind: Kind::Exact,
        commands: &[
            "cargo build -q --release -p stubc",
            "cargo run -q -p stubc-benches --release --bin figure1 -- --by-size --write ldap-LDAPMessage kerberos-AS-REQ kerberos-TGS-REQ pkix-Certificate pkix-CertificateList z3950-PDU x400-MTS-APDU",
        ],
        sources: &[C, CODE, PLANS, FREQUENCIES, "benches/src/figure1.rs"],
    },
    Table {
        name: "paper-bytes",
        document: "benches/paper.md",
        section: "bytes",
        kind: Kind::Exact,
        commands: &[
            "cargo build -q --release -p stubc",
            "cargo run -q -p stubc-benches --release --bin paper -- bytes --write",
        ],
        sources: &[C, CODE, "benches/src/paper"],
    },
    Table {
        name: "figure2",
        document: "benches/paper.md",
        section: "ranks",
        kind: Kind::Exact,
        commands: &["cargo run -q -p stubc-benches --release --bin paper -- ranks --write"],
        sources: &[FREQUENCIES, "benches/src/paper"],
    },
    Table {
        name: "paper-speed",
        document: "benches/paper.md",
        section: "speed",
        kind: Kind::Timed,
        commands: &["cargo run -q -p stubc-benches --release --bin paper -- speed --write"],
        sources: &[C, CODE, "specs/micro", "benches/src/paper"],
    },
    Table {
        name: "clock",
        document: "benches/clock.md",
        section: "judged",
        kind: Kind::Timed,
        commands: &[
            "cargo build -q --release -p stubc",
            "cargo run -q -p stubc-benches --release --bin clock -- --write",
        ],
        sources: &[C, CODE, PLANS, FREQUENCIES, "benches/src/clock"],
    },
    Table {
        name: "optimality",
        document: "benches/optimality.md",
        section: "optimality summary",
        kind: Kind::Exact,
        commands: &["cargo run -q -p stubc-benches --release --features cbc --bin optimality -- --write"],
        sources: &[PLANS, FREQUENCIES, CODE, "benches/src/optimality.rs"],
    },
    Table {
        name: "best",
        document: "benches/optimality.md",
        section: "best",
        kind: Kind::Exact,
        commands: &["cargo run -q -p stubc-benches --release --bin best -- --write"],
        sources: &[PLANS, FREQUENCIES, CODE, "benches/src/best.rs"],
    },
    Table {
        name: "promise",
        document: "benches/promise.md",
        section: "promise",
        kind: Kind::Exact,
        commands: &[
            "cargo build -q --release -p stubc -p stubc-benches",
            "cargo run -q -p stubc-benches --release --bin promise -- --runs 200 --write",
        ],
        sources: &[C, CODE, PLANS, "crates/stubc/src", "benches/src/promise.rs"],
    },
    Table {
        name: "service",
        document: "benches/service.md",
        section: "service",
        kind: Kind::Timed,
        commands: &["cargo build -q -p stubc", "cargo run -q -p stubc-benches --bin service -- --write"],
        sources: &[C, CODE, "crates/idl-front/src/filter", "crates/stubc/src/service", "benches/src/filters"],
    },
    Table {
        name: "filters",
        document: "benches/filters.md",
        section: "filters",
        kind: Kind::Exact,
        commands: &["cargo run -q -p stubc-benches --bin filters -- --write"],
        sources: &[C, CODE, "crates/idl-front/src/filter", "benches/src/filters"],
    },
    Table {
        name: "xdr",
        document: "benches/xdr.md",
        section: "tables",
        kind: Kind::Timed,
        commands: &["benches/xdr/run"],
        sources: &[C, CODE, "benches/xdr"],
    },
    Table {
        name: "xdr-targets",
        document: "benches/xdr.md",
        section: "targets",
        kind: Kind::Exact,
        commands: &["cargo run -q -p stubc-benches --release --bin xdr_targets -- --write"],
        sources: &[C, CODE, "benches/xdr/arrays.x", "benches/src/xdr_targets.rs"],
    },
    Table {
        name: "batches",
        document: "benches/batches.md",
        section: "tables",
        kind: Kind::Timed,
        commands: &["benches/xdr/batches"],
        sources: &[C, CODE, "benches/xdr"],
    },
    Table {
        name: "clusters",
        document: "benches/clusters.md",
        section: "tables",
        kind: Kind::Timed,
        commands: &["benches/xdr/clusters"],
        sources: &[C, CODE, "benches/xdr/clusters", "benches/xdr/replay.h", "crates/stubc/tests/rpc/proxy.c"],
    },
    Table {
        name: "peers",
        document: "benches/peers.md",
        section: "tables",
        kind: Kind::Timed,
        commands: &["benches/peers/run"],
        sources: &[C, CODE, PLANS, FREQUENCIES, "benches/peers/run", "benches/peers/driver.h"],
    },
    Table {
        name: "plugs",
        document: "benches/plugs.md",
        section: "tables",
        kind: Kind::Timed,
        commands: &["benches/plugs/run"],
        sources: &[C, CODE, "benches/plugs"],
    },
];

/// What the command line asks for.
struct Wanted {
    names: BTreeSet<String>,
    only_check: bool,
    only_exact: bool,
}

/// Makes the named tables, or all that are not of the current sources. `--check` only lists those; `--exact` leaves
/// out times.
///
/// # Errors
/// An unknown name, a program that fails, or a document without the section.
pub fn run(root: &Path) -> Result<String, String> {
    let wanted = wanted(std::env::args().skip(2))?;
    if wanted.only_check {
        return check(root);
    }
    let commit = git(root, &["rev-parse", "--short=12", "HEAD"])?;
    let mut made = Vec::new();
    for table in &TABLES {
        let is_named = wanted.names.contains(table.name);
        let is_left_out = wanted.only_exact && table.kind == Kind::Timed;
        let text = read(root, table.document)?;
        let is_due = wanted.names.is_empty() && !is_left_out && outdated(root, table, &text)?.is_some();
        if !is_named && !is_due {
            continue;
        }
        if !git(root, &[&["status", "--porcelain", "--"], table.sources].concat())?.is_empty() {
            return Err(format!("{}: commit its sources first; the header names their commit", table.name));
        }
        for command in table.commands {
            crate::say(&format!("{}: {command}", table.name));
            let mut words = command.split(' ');
            let status =
                Command::new(words.next().unwrap_or_default()).args(words).current_dir(root).status();
            if !status.map_err(|error| format!("{command}: {error}"))?.success() {
                return Err(format!("{}: `{command}` failed; the tables before it are done", table.name));
            }
        }
        let text = headed(&read(root, table.document)?, table.section, &commit)
            .ok_or_else(|| format!("{}: the markers `{}` are missing", table.document, table.section))?;
        std::fs::write(root.join(table.document), text)
            .map_err(|error| format!("{}: {error}", table.document))?;
        made.push(table.name);
    }
    Ok(if made.is_empty() {
        "all tables are current".to_owned()
    } else {
        format!("made: {}", made.join(", "))
    })
}

fn wanted(arguments: impl Iterator<Item = String>) -> Result<Wanted, String> {
    let mut wanted = Wanted { names: BTreeSet::new(), only_check: false, only_exact: false };
    for argument in arguments {
        match argument.as_str() {
            "--check" => wanted.only_check = true,
            "--exact" => wanted.only_exact = true,
            name if TABLES.iter().any(|table| table.name == name) => drop(wanted.names.insert(argument)),
            name => {
                let names: Vec<&str> = TABLES.iter().map(|table| table.name).collect();
                return Err(format!("`{name}` is no table; the tables are {}", names.join(", ")));
            }
        }
    }
    Ok(wanted)
}

/// Lists the tables that are not of the current sources. That is a warning, not an error.
fn check(root: &Path) -> Result<String, String> {
    let mut lines = Vec::new();
    for table in &TABLES {
        if let Some(reason) = outdated(root, table, &read(root, table.document)?)? {
            lines.push(format!("warning: {}, table `{}`: {reason}", table.document, table.name));
        }
    }
    if lines.is_empty() {
        return Ok("all tables are current".to_owned());
    }
    lines.push(format!("{} of {} tables: `cargo xtask measure` makes them again", lines.len(), TABLES.len()));
    Ok(lines.join("\n"))
}

/// Returns why a table is not of the current sources; `None` if it is.
fn outdated(root: &Path, table: &Table, text: &str) -> Result<Option<String>, String> {
    let Some(commit) = commit_of(text, table.section) else {
        return Ok(Some("it names no commit".to_owned()));
    };
    let known = git(root, &["cat-file", "-t", commit]).is_ok();
    if !known {
        return Ok(Some(format!("its commit {commit} is not in this repository")));
    }
    let changed = git(root, &[&["diff", "--name-only", commit, "--"], table.sources].concat())?;
    let first = changed.lines().next();
    Ok(first.map(|first| {
        let more = changed.lines().count() - 1;
        format!("{first} and {more} other files changed since {commit}")
    }))
}

/// The words in front of the commit of a header.
const HEADER: &str = "Measured at commit `";

/// Returns the commit in the header of a section.
fn commit_of<'t>(text: &'t str, section: &str) -> Option<&'t str> {
    let header = text.split_once(&format!("<!-- {section} -->\n"))?.1.trim_start().strip_prefix(HEADER)?;
    Some(header.split_once('`')?.0)
}

/// Returns the text with a header in this section that names the commit; `None` without the section.
fn headed(text: &str, section: &str, commit: &str) -> Option<String> {
    let open = format!("<!-- {section} -->\n");
    let (before, behind) = text.split_once(&open)?;
    let behind = behind.trim_start();
    let rest = match behind.starts_with(HEADER) {
        true => behind.split_once('\n').map_or("", |(_, rest)| rest).trim_start(),
        false => behind,
    };
    Some(format!("{before}{open}\n{HEADER}{commit}`.\n\n{rest}"))
}

fn read(root: &Path, document: &str) -> Result<String, String> {
    std::fs::read_to_string(root.join(document)).map_err(|error| format!("{document}: {error}"))
}

/// Returns what git prints.
fn git(root: &Path, arguments: &[&str]) -> Result<String, String> {
    let output = Command::new("git").args(arguments).current_dir(root).output();
    let output = output.map_err(|error| format!("git: {error}"))?;
    if !output.status.success() {
        return Err(format!(
            "git {}: {}",
            arguments.join(" "),
            String::from_utf8_lossy(&output.stderr).trim()
        ));
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::{TABLES, commit_of, headed, read, wanted};
    use std::collections::BTreeSet;
    use std::path::Path;

    #[test]
    fn a_header_names_the_commit_and_is_replaced() {
        let text = "a\n<!-- x -->\n\n| table |\n\n<!-- end x -->\n";
        assert_eq!(commit_of(text, "x"), None);
        let first = headed(text, "x", "abc").expect("the section is there");
        assert_eq!(commit_of(&first, "x"), Some("abc"));
        assert_eq!(first, "a\n<!-- x -->\n\nMeasured at commit `abc`.\n\n| table |\n\n<!-- end x -->\n");
        let second = headed(&first, "x", "def").expect("the section is there");
        assert_eq!(second, first.replace("abc", "def"));
        assert_eq!(headed(text, "y", "abc"), None);
    }

    #[test]
    fn tables_and_their_sources_exist() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the repository");
        let mut names = BTreeSet::new();
        for table in &TABLES {
            assert!(names.insert(table.name), "two tables are named {}", table.name);
            let text = read(root, table.document).expect("the document is there");
            let section = headed(&text, table.section, "abc");
            assert!(section.is_some(), "{} must have the section {}", table.document, table.section);
            for source in table.sources {
                assert!(root.join(source).exists(), "{}: {source} must exist", table.name);
            }
        }
    }

    #[test]
    fn an_unknown_table_is_an_error() {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>().into_iter();
        let chosen = wanted(words("sizes --exact")).map_err(|_| ()).expect("known words");
        assert!(chosen.only_exact && !chosen.only_check && chosen.names.contains("sizes"));
        assert!(wanted(words("size")).is_err());
    }
}
