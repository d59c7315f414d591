//! The examples of the documents work: commands run, configurations apply to the project's specifications, C
//! compiles.

use crate::calls::nothing_of_nfs;
use crate::common::{Folder, TOY, sanitizer};
use std::path::{Path, PathBuf};
use std::process::Command;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .canonicalize()
        .expect("the repository's folder must exist")
}

/// README and all of `docs/`, by name.
fn documents() -> Vec<(String, String)> {
    let entries = std::fs::read_dir(repository().join("docs")).expect("the folder must be readable");
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| entry.expect("the folder entry must be readable").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "md"));
    paths.sort();
    paths.insert(0, repository().join("README.md"));
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).expect("the file must be readable");
        (path.file_name().expect("the path must have a file name").to_string_lossy().into_owned(), text)
    };
    paths.into_iter().map(read).collect()
}

/// Returns the fenced blocks of one language in a document.
fn blocks(text: &str, language: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(tag) = line.strip_prefix("```") {
            let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            if tag == language {
                blocks.push(block.join("\n") + "\n");
            }
        }
    }
    blocks
}

/// Makes the files that the documents' commands name: a specification with messages, captured and
/// profiled.
fn workplace() -> Folder {
    let text = TOY.replace("Message ::=", "Msg ::=").replace("Note", "Filter");
    let folder = Folder::new(&[("proto.asn1", &text), ("pkix.asn1", &text.replace("Msg", "Certificate"))]);
    let message = [0x30, 0x08, 0x80, 0x01, 0x07, 0xa1, 0x03, 0x80, 0x01, b'x'];
    folder.write("message.ber", &message);
    for number in 1..=8 {
        folder.write(&format!("captured/{number}.ber"), &message);
    }
    for profile in ["one.toml", "two.toml", "profile.toml"] {
        let run = folder.stubc(&format!("profile proto.asn1 --type Msg --messages captured -o {profile}"));
        assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
    }
    let entry = |name: &str| format!("[[specification]]\nfiles = [\"{name}.asn1\"]\nprefix = \"{name}_\"\n");
    folder.write("stubc.toml", (entry("proto") + &entry("pkix")).replace("proto_", "").as_bytes());
    folder.write("day.pcap", &nothing_of_nfs());
    std::fs::copy(repository().join("specs/xdr/nfs3.x"), folder.path().join("nfs3.x"))
        .expect("the specification must be there");
    std::os::unix::fs::symlink(repository().join("specs"), folder.path().join("specs"))
        .expect("the link must be creatable");
    folder
}

/// Runs each line that starts with `stubc`, in a temporary folder.
#[test]
fn commands_run() {
    let mut count = 0;
    for (name, text) in documents() {
        for line in text.lines().filter_map(|line| line.strip_prefix("    ")) {
            if !line.starts_with("stubc ")
                || line.contains("--cc arm-none-eabi-gcc") && !test_needs::program("arm-none-eabi-gcc")
            {
                continue;
            }
            count += 1;
            let folder = workplace();
            let script = format!("stubc() {{ {} \"$@\"; }}\n{line}\n", env!("CARGO_BIN_EXE_stubc"));
            let done = Command::new("sh")
                .args(["-euc", &script])
                .current_dir(folder.path())
                .env("STUBC_CACHE_DIR", concat!(env!("CARGO_TARGET_TMPDIR"), "/objects"))
                .output()
                .expect("sh must start");
            assert!(
                done.status.success(),
                "{name}: this command must succeed: {line}\n{}",
                String::from_utf8_lossy(&done.stderr)
            );
        }
    }
    assert!(count >= 20, "expected at least 20 commands in the documents, found {count}");
}

/// Applies each configuration to the specifications that the README names.
#[test]
fn configurations_apply() {
    let specs = repository().join("specs");
    let mut files = Vec::new();
    for family in ["pkix", "x400"] {
        let entries = std::fs::read_dir(specs.join(family)).expect("the folder must be readable");
        files.extend(
            entries
                .map(|entry| entry.expect("the folder entry must be readable").path().display().to_string()),
        );
    }
    files.retain(|file| file.ends_with(".asn1"));
    files.sort();
    let mut count = 0;
    for (name, text) in documents() {
        for block in blocks(&text, "toml") {
            count += 1;
            let folder = Folder::new(&[("config.toml", &block)]);
            let mut words = vec!["check"];
            words.extend(files.iter().map(String::as_str));
            words.extend(["--config", "config.toml"]);
            let run = folder.stubc_args(&words);
            assert_eq!(run.code, 0, "{name}:\n{block}{}", run.err);
        }
    }
    assert!(count >= 2, "expected at least 2 configurations in the documents, found {count}");
}

/// Each build file builds.
#[test]
fn build_files_build() {
    let mut count = 0;
    for (name, text) in documents() {
        for block in blocks(&text, "build-file") {
            count += 1;
            let folder = workplace();
            folder.write("stubc.toml", block.as_bytes());
            let run = folder.stubc("build -q");
            assert_eq!(run.code, 0, "{name}:\n{block}{}", run.err);
            let made = folder.path().join("generated");
            for file in ["ldap.c", "cert_cert.h", "rpcbind.c", "app_stubc_rt.h"] {
                assert!(made.join(file).exists(), "{name}: the build must write {file}");
            }
        }
    }
    assert!(count >= 1, "the documents must show a build file");
}

/// Each block of C: what has functions of its own as a file, statements within a function after the README's own.
#[test]
fn c_compiles() {
    let folder = Folder::new(&[]);
    let spec = repository().join("specs/ldap/ldap.asn1").display().to_string();
    let words = [
        &*spec,
        "--pdu",
        "LDAPMessage",
        "--name",
        "ldap",
        "--error-paths",
        "--technique",
        "interpreted",
        "--util",
    ];
    let run = folder.stubc_args(&words);
    assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
    let mut count = 0;
    for (name, text) in documents() {
        for block in blocks(&text, "c") {
            count += 1;
            let source = if block.contains("#include") {
                block.clone()
            } else {
                format!(
                    "#include \"ldap.h\"\nvoid example(stubc_error error);\nvoid example(stubc_error error)\n{{\n{block}}}\n"
                )
            };
            folder.write("example.c", source.as_bytes());
            for cc in ["gcc", "clang"].iter().filter(|cc| test_needs::program(cc)) {
                let flags =
                    "-std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -Os -c example.c";
                let done = Command::new(cc).args(flags.split(' ')).current_dir(folder.path()).output();
                let done = done.expect("the C compiler must start");
                assert!(
                    done.status.success(),
                    "{name}: {cc} must compile this C without warnings:\n{source}{}",
                    String::from_utf8_lossy(&done.stderr)
                );
            }
        }
    }
    assert!(count >= 2, "expected at least 2 blocks of C in the documents, found {count}");
}

/// Each specification in a document gives the lines of the header that the next block shows, in that order.
#[test]
fn headers_are_as_shown() {
    let mut count = 0;
    for (name, text) in documents() {
        let (specifications, headers) = (blocks(&text, "asn1"), blocks(&text, "header"));
        assert_eq!(
            specifications.len(),
            headers.len(),
            "{name}: a block `header` must follow each block `asn1`"
        );
        for (specification, shown) in specifications.iter().zip(&headers) {
            let folder = Folder::new(&[("shown.asn1", specification)]);
            assert_eq!(folder.stubc("shown.asn1 --technique interpreted -q").code, 0, "{name}");
            let header = folder.read("shown.h");
            let mut lines = header.lines();
            for line in shown.lines() {
                assert!(
                    lines.any(|printed| printed.starts_with(line)),
                    "{name}: the header must have the shown line `{line}`, in this order:\n{header}"
                );
            }
            count += 1;
        }
    }
    assert!(count >= 1, "the documents must show a specification with its header");
}

/// The loop of `docs/streams.md` reads messages from a socket that delivers them cut at every byte.
#[test]
fn streams_are_cut_anywhere() {
    let folder = Folder::new(&[("main.c", include_str!("../streams.c"))]);
    let spec = repository().join("specs/ldap/ldap.asn1").display().to_string();
    let text =
        std::fs::read_to_string(repository().join("docs/streams.md")).expect("streams.md must be readable");
    let loops = blocks(&text, "c");
    assert_eq!(loops.len(), 1, "docs/streams.md must have one block of C");
    folder.write("loop.c", loops[0].as_bytes());
    for technique in ["interpreted", "compiled"] {
        let words = [&*spec, "--pdu", "LDAPMessage", "--name", "ldap", "--technique", technique];
        let run = folder.stubc_args(&words);
        assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
        let sources = ["main.c", "loop.c", "ldap.c", "stubc_rt.c"];
        sanitizer::build(folder.path(), &["-std=c99", "-O1", "-Wall", "-Wextra"], &sources, "streams")
            .unwrap_or_else(|error| panic!("{technique}: {error}"));
        let run = Command::new(folder.path().join("streams")).output().expect("the built program must start");
        let said = [run.stdout, run.stderr].map(|said| String::from_utf8_lossy(&said).into_owned()).concat();
        assert!(
            run.status.success() && said == "0 failures\n",
            "{technique}: the program must report 0 failures: {said}"
        );
    }
}
