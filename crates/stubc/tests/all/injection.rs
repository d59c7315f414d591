//! Names, comments, values, flags and file names stay text wherever stubc writes them: nobody's text ends a comment, a
//! string, an element or a line, starts markup, or changes the terminal.

use crate::common::{Folder, Run};
use std::process::Command;

/// A folder cannot have every character in a name, but these.
const NAME: &str = "in<b>j*??%$(touch x)&\"q' \u{202e}\u{1b}[7m.asn1";

/// Text of a comment: it ends comments of C and of HTML, begins others, splices lines, and switches the direction of what is
/// read and the colors of a terminal.
const COMMENT: &str = "*/ int evil; /* ??/ ??= \\ \" ' <script>alert(1)</script> <!- ]]> & \u{202e}\u{2066}\u{1b}[31m\u{9b}1m\u{200b}";

/// Characters that no output may hold as they are.
const HIDDEN: [char; 5] = ['\u{1b}', '\u{9b}', '\u{200b}', '\u{202e}', '\u{2066}'];

fn specification(items: &str) -> String {
    format!(
        "Inj DEFINITIONS AUTOMATIC TAGS ::= BEGIN
        -- {COMMENT}
        A ::= SEQUENCE {{
            s UTF8String DEFAULT \"*/ ??/ \"\"quoted\"\" <script>alert(2)</script> \u{202e}\u{1b}[7m\", -- {COMMENT}
            o OCTET STRING DEFAULT '2A2F3C'H,
            e ENUMERATED {{ {items} }} DEFAULT int,
            v VisibleString (FROM (\"<\"|\"&\"|\"*\"|\"/\"|\"?\"|\"\\\")) DEFAULT \"*/??/\"
        }}
        END
        "
    )
}

/// Fails if a text holds a hidden character, or one of the scripts as markup.
fn holds_text_alone(what: &str, text: &str) {
    for hidden in HIDDEN {
        assert!(!text.contains(hidden), "{what} holds U+{:04X}:\n{text}", u32::from(hidden));
    }
    let is_markup = what.ends_with(".html") || what.ends_with(".svg") || what.ends_with(".md");
    assert!(!is_markup || !text.contains("<script>alert"), "{what} runs a script");
}

fn generated() -> (Folder, Run) {
    let folder = Folder::new(&[(NAME, &specification("int(0), class(1)"))]);
    let reports = ["r.json", "r.html", "r.svg", "r.md"].map(|file| ["--report", file]).concat();
    let options = ["--name", "inj", "-o", "out", "--error-paths", "--depfile", "d.d", "-v"];
    let flags = ["--cflags=-Os -DX=\"*/??/<b>\""];
    let run = folder.stubc_args(&[&[NAME], &options[..], &flags, &reports].concat());
    assert_eq!(run.code, 0, "{}", run.err);
    (folder, run)
}

#[test]
fn into_outputs() {
    let (folder, run) = generated();
    holds_text_alone("standard output", &run.out);
    holds_text_alone("standard error", &run.err);
    let outputs = ["out/inj.h", "out/inj.c", "out/stubc_rt.h", "out/stubc_rt.c"];
    for file in outputs.into_iter().chain(["r.html", "r.svg", "r.md"]) {
        holds_text_alone(file, &folder.read(file));
    }
    let strict =
        ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Wcomment", "-trigraphs", "-Werror", "-fsyntax-only"];
    let compiled = Command::new("cc").args(strict).arg("out/inj.c").current_dir(folder.path()).output();
    let compiled = compiled.expect("cc must start");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    // Make reads the name back as one file.
    let made = Command::new("make")
        .args(["-n", "-f", "d.d", "out/inj.c"])
        .current_dir(folder.path())
        .output()
        .expect("make must start");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let page = folder.read("r.html");
    assert!(page.contains("&lt;script&gt;alert(2)") || !page.contains("alert(2)"), "{page}");
}

#[test]
fn into_diagnostics() {
    let faulty = specification("int(0), class(1");
    let folder = Folder::new(&[(NAME, &faulty), ("line.asn1", &faulty.replace("-- ", "-- x -- ] "))]);
    for file in [NAME, "line.asn1", "missing\u{202e}\u{1b}.asn1"] {
        let run = folder.stubc_args(&["check", file]);
        assert_eq!(run.code, 1, "{}", run.err);
        assert!(run.err.starts_with("error"), "{}", run.err);
        holds_text_alone("standard error", &run.err);
    }
}

/// Names of files beside the specification, with a line break: configurations, messages, plans, and the files of a harness.
#[test]
fn names_of_other_files() {
    const OTHER: &str = "x\n#define int evil <script>alert(3)</script> ??/ \\ \u{202e}\u{1b}[7m\"'&";
    let [spec, config, message, profile] =
        [".asn1", ".toml", ".ber", "-profile.toml"].map(|ending| format!("{OTHER}{ending}"));
    let configuration = "[types]\n\"Inj.A\" = { technique = \"compiled\" }\n";
    let text = specification("int(0), class(1)");
    let folder = Folder::new(&[(spec.as_str(), text.as_str()), (config.as_str(), configuration)]);
    folder.write(&message, &[0x30, 0]);
    // Profiles are TOML, whose names come from the specification.
    let run = folder.stubc_args(&["profile", &spec, "--type", "A", "-o", &profile, "--messages", &message]);
    assert_eq!(run.code, 0, "{}", run.err);
    holds_text_alone("the profile", &folder.read(&profile));
    let reports = ["r.json", "r.html", "r.md"].map(|file| ["--report", file]).concat();
    let files = ["--config", &config, "--profile", &profile, "--message", &message];
    let words = ["harness", "--type", "A", "--values", "3", "--name", "inj", "-v"];
    let run = folder.stubc_args(&[&words[..], &files, &reports, &[&spec]].concat());
    assert_eq!(run.code, 0, "{}", run.err);
    holds_text_alone("standard output", &run.out);
    holds_text_alone("standard error", &run.err);
    let sources = ["inj.h", "inj.c", "stubc_rt.h", "stubc_rt.c", "inj_fuzz.c", "inj_random.c"];
    for file in sources.into_iter().chain(["r.html", "r.md"]) {
        holds_text_alone(file, &folder.read(file));
        assert!(!folder.read(file).contains("\n#define int"), "{file} defines what a file is named");
    }
    let strict = ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Wcomment", "-trigraphs", "-Werror"];
    let mut cc = Command::new("cc");
    cc.args(strict).args(["inj_random.c", "inj.c", "stubc_rt.c", "-o", "random"]).current_dir(folder.path());
    let compiled = cc.output().expect("cc must start");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    // Neither Make nor Ninja can read a name with a line break.
    let run = folder.stubc_args(&[&spec, "--depfile", "d.d", "--name", "inj"]);
    assert!(run.code == 1 || !folder.read("d.d").contains("\n#define"), "{}", folder.read("d.d"));
    holds_text_alone("standard error", &run.err);
    // A sweep is a page of its own.
    let run =
        folder.stubc_args(&["sweep", &spec, "--points", "0,100", "-o", "s.html", "--messages", &message]);
    assert_eq!(run.code, 0, "{}", run.err);
    holds_text_alone("s.html", &folder.read("s.html"));
}

/// The warnings that a file of text in comments and strings must not give.
const STRICT: [&str; 8] =
    ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Wcomment", "-trigraphs", "-Werror", "-fsyntax-only"];

fn compiles(folder: &Folder, file: &str) {
    let compiled = Command::new("cc").args(STRICT).arg(file).current_dir(folder.path()).output();
    let compiled = compiled.expect("cc must start");
    assert!(compiled.status.success(), "{file}: {}", String::from_utf8_lossy(&compiled.stderr));
}

/// The texts of filters, alone and beside stubs, in comments and strings of both forms.
#[test]
fn texts_of_filters() {
    let predicate = format!("Inj.A: s contains \"{}\n#define int evil\"", COMMENT.replace('"', "\"\""));
    let quoted = codegen_toml(&predicate);
    let config = format!("[filter.beside]\npredicate = {quoted}\n");
    let spec = specification("int(0), class(1)");
    let folder = Folder::new(&[(NAME, spec.as_str()), ("c.toml", config.as_str())]);
    for technique in ["compiled", "interpreted"] {
        let alone = ["filter", &predicate, NAME, "--name", "alone", "--technique", technique, "-v"];
        let run = folder.stubc_args(&alone);
        assert_eq!(run.code, 0, "{}", run.err);
        holds_text_alone("standard output", &run.out);
        holds_text_alone("standard error", &run.err);
        for file in ["alone.h", "alone.c"] {
            holds_text_alone(file, &folder.read(file));
            assert!(!folder.read(file).contains("\n#define int"), "{technique}: {file}");
        }
        compiles(&folder, "alone.c");
    }
    let reports = ["r.json", "r.html", "r.svg", "r.md"].map(|file| ["--report", file]).concat();
    let run = folder.stubc_args(&[&[NAME, "--name", "inj", "--config", "c.toml"], &reports[..]].concat());
    assert_eq!(run.code, 0, "{}", run.err);
    for file in ["inj_filters.h", "inj_filters.c", "r.json", "r.html", "r.svg", "r.md"] {
        holds_text_alone(file, &folder.read(file));
        assert!(!folder.read(file).contains("\n#define int"), "{file}");
    }
    compiles(&folder, "inj_filters.c");
    // Diagnostics show the text, too.
    let run = folder.stubc_args(&["filter", &predicate.replace("contains", "above"), NAME]);
    assert_eq!(run.code, 1, "{}", run.err);
    holds_text_alone("standard error", &run.err);
}

/// Returns a text as a string of TOML.
fn codegen_toml(text: &str) -> String {
    serde_json::Value::from(text).to_string().replace('\u{9b}', "\\u009b")
}

/// Names that become names in C must be names in C: filters, shapes, holes, output files and prefixes.
#[test]
fn names_that_are_no_names() {
    const EVIL: &str = "*/ int evil; /*\u{202e}\u{1b}[7m";
    let quoted = codegen_toml(EVIL);
    let spec = specification("int(0), class(1)");
    let folder = Folder::new(&[("inj.asn1", spec.as_str())]);
    folder.write("m.ber", &[0x30, 0x03, 0x80, 0x01, b'x']);
    let shape = |name: &str, hole: &str| {
        format!("[shape.{name}]\ntype = \"A\"\nlike = \"m.ber\"\n[shape.{name}.holes]\n\"s\" = {hole}\n")
    };
    let configs = [
        format!("[filter.{quoted}]\npredicate = \"Inj.A: has s\"\n"),
        shape(&quoted, "\"s\""),
        shape("like", &quoted),
    ];
    for config in configs {
        folder.write("c.toml", config.as_bytes());
        let run = folder.stubc_args(&["inj.asn1", "--config", "c.toml"]);
        assert_eq!(run.code, 1, "{config}:\n{}", run.err);
        assert!(run.err.contains("error"), "{config}:\n{}", run.err);
        holds_text_alone("standard error", &run.err);
    }
    for flag in ["--name", "--prefix"] {
        let run = folder.stubc_args(&["inj.asn1", "--plug", "--util", flag, EVIL]);
        assert_ne!(run.code, 0, "{flag}");
        holds_text_alone("standard error", &run.err);
    }
    assert!(
        folder.names().iter().all(|name| !name.ends_with(".c") && !name.ends_with(".h")),
        "{:?}",
        folder.names()
    );
}

/// The sample of a shape is named in the entry that `stubc shape` writes, and the entry names the same file.
#[test]
fn samples_of_shapes() {
    const SAMPLE: &str = "m\n#define int evil */ ??/ \u{202e}\u{1b}[7m\"'\\.ber";
    let spec = specification("int(0), class(1)");
    let folder = Folder::new(&[("inj.asn1", spec.as_str())]);
    folder.write(SAMPLE, &[0x30, 0x03, 0x80, 0x01, b'x']);
    let run = folder
        .stubc_args(&["shape", "inj.asn1", "--type", "A", "--from", SAMPLE, "--hole", "s", "-o", "s.toml"]);
    assert_eq!(run.code, 0, "{}", run.err);
    holds_text_alone("standard error", &run.err);
    holds_text_alone("s.toml", &folder.read("s.toml"));
    // Make cannot read the name.
    let run = folder.stubc_args(&["inj.asn1", "--name", "inj", "--config", "s.toml", "--depfile", "d.d"]);
    assert_eq!(run.code, 1, "{}", run.err);
    holds_text_alone("standard error", &run.err);
    let run = folder.stubc_args(&[
        "inj.asn1", "--name", "inj", "--config", "s.toml", "--plug", "--report", "r.html", "-v",
    ]);
    assert_eq!(run.code, 0, "{}", run.err);
    for file in ["inj.h", "inj.c", "stubc_rt.h", "stubc_rt.c", "stubc_plug.h", "r.html"] {
        holds_text_alone(file, &folder.read(file));
        assert!(!folder.read(file).contains("\n#define int evil"), "{file}");
    }
    compiles(&folder, "inj.c");
}
