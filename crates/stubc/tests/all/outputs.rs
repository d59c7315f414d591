//! Output files: their names, which files they replace, and their comments.

use crate::common::{Folder, TOY};
use std::process::{Command, Stdio};

const X: &str = "struct message { int number; };\n";

/// Runs, and checks that nothing was written and all of these words were printed.
fn refused(folder: &Folder, arguments: &[&str], said: &[&str]) {
    let before: Vec<(String, Vec<u8>)> = contents(folder);
    let run = folder.stubc_args(arguments);
    assert_eq!(run.code, 1, "{arguments:?}: expected exit code 1:\n{}{}", run.out, run.err);
    for word in said {
        assert!(run.err.contains(word), "{arguments:?}: expected `{word}` in:\n{}", run.err);
    }
    assert_eq!(contents(folder), before, "{arguments:?}: a failing run must change no file");
}

fn contents(folder: &Folder) -> Vec<(String, Vec<u8>)> {
    let names = folder.names().into_iter().filter(|name| folder.path().join(name).is_file());
    names
        .map(|name| {
            (name.clone(), std::fs::read(folder.path().join(&name)).expect("the file must be readable"))
        })
        .collect()
}

#[test]
fn headers_of_others_are_no_names() {
    let folder = Folder::new(&[
        ("stubc_rt.asn1", TOY),
        ("stubc_net.x", X),
        ("Stubc_RT.asn1", TOY),
        ("string.asn1", TOY),
        ("toy.asn1", TOY),
    ]);
    refused(&folder, &["stubc_rt.asn1"], &["output-name", "stubc_rt", "--name"]);
    refused(&folder, &["Stubc_RT.asn1"], &["Stubc_RT", "--name"]);
    refused(&folder, &["stubc_net.x"], &["stubc_net", "--name"]);
    refused(&folder, &["string.asn1"], &["<string.h>", "--name"]);
    for name in ["string", "stdint", "STDDEF", "stdbool", "errno", "signal"] {
        refused(&folder, &["toy.asn1", "--name", name], &[name, "--name", "--prefix"]);
    }
    assert_eq!(folder.stubc("string.asn1 --prefix p_ -o p -q").code, 0);
    assert_eq!(folder.stubc("stubc_rt.asn1 --name other -o q -q").code, 0);
}

#[test]
fn a_second_output_needs_a_runtime_of_its_own() {
    let folder = Folder::new(&[("one.asn1", TOY), ("two.asn1", TOY)]);
    assert_eq!(folder.stubc("one.asn1 -q").code, 0);
    let first = folder.read("stubc_rt.h");
    assert!(first.starts_with("/* Runtime of one, made by stubc. Do not edit.\n"), "{first}");
    refused(&folder, &["two.asn1"], &["stubc_rt.h", "runtime of `one`", "--prefix", "--out-dir"]);
    // The refusal comes before any work: this compiler compiles nothing (exit code 4).
    refused(&folder, &["two.asn1", "--cc", "false"], &["stubc_rt.h", "runtime of `one`"]);
    let build = "[build]\ncc = \"false\"\n[[specification]]\nname = \"two\"\nfiles = [\"two.asn1\"]\n";
    folder.write("b.toml", build.as_bytes());
    refused(&folder, &["build", "b.toml"], &["stubc_rt.h", "runtime of `one`"]);
    // The same again, and the ways out.
    assert_eq!(folder.stubc("one.asn1 -q --max-size 20K").code, 0);
    assert_eq!(folder.stubc("two.asn1 -q --name one").code, 0);
    assert_eq!(folder.stubc("two.asn1 -q --prefix p_").code, 0);
    assert_eq!(folder.stubc("two.asn1 -q --out-dir two").code, 0);
}

#[test]
fn files_that_nobody_knows_are_kept() {
    let folder = Folder::new(&[
        ("toy.asn1", TOY),
        ("calls.x", "program P { version V { int F(int) = 1; } = 1; } = 9;"),
    ]);
    for name in ["stubc_rt.h", "stubc_rt.c", "toy.h", "toy.c"] {
        folder.write(name, b"/* The stubc runtime. */\n");
        refused(&folder, &["toy.asn1"], &[name, "--prefix", "--out-dir"]);
        std::fs::remove_file(folder.path().join(name)).expect("the file or folder must be removable");
    }
    folder.write("stubc_net.c", b"int net;\n");
    refused(&folder, &["calls.x", "--rpc", "client"], &["stubc_net.c", "--prefix"]);
    assert_eq!(
        folder.stubc("toy.asn1 -q").code,
        0,
        "an output without stubc_net.c must be written beside that file"
    );
}

#[test]
fn nothing_is_read_and_written_in_one_run() {
    let folder = Folder::new(&[("toy.c", TOY), ("plain.asn1", TOY), ("own.json", ""), ("c.md", "")]);
    refused(&folder, &["toy.c"], &["toy.c", "replace the input"]);
    refused(&folder, &["plain.asn1", "--depfile", "plain.asn1"], &["plain.asn1", "replace the input"]);
    refused(
        &folder,
        &["plain.asn1", "--config", "c.md", "--report", "./c.md"],
        &["c.md", "replace the input"],
    );
    refused(&folder, &["plain.asn1", "--depfile", "plain.h"], &["plain.h", "the same file"]);
    refused(&folder, &["plain.asn1", "--depfile", "./PLAIN.c"], &["PLAIN.c", "the same file"]);
    refused(&folder, &["plain.asn1", "--report", "r.md", "--depfile", "./r.md"], &["r.md", "the same file"]);
    refused(
        &folder,
        &["dump", "plan", "plain.asn1", "-o", "plain.asn1"],
        &["plain.asn1", "replace the input"],
    );
}

/// With any flags, the header compiles without warnings and names all flags.
/// A device such as /dev/null stays one, also for a superuser.
#[test]
fn pipes_are_written_to_and_stay_pipes() {
    let folder = Folder::new(&[("toy.asn1", TOY)]);
    let made = Command::new("mkfifo").arg("pipe").current_dir(folder.path()).status();
    assert!(made.is_ok_and(|status| status.success()));
    let reader = Command::new("cat").arg("pipe").current_dir(folder.path()).stdout(Stdio::piped()).spawn();
    let reader = reader.expect("cat must start");
    let run = folder.stubc("dump graph toy.asn1 -o pipe");
    assert_eq!(run.code, 0, "{}", run.err);
    let read = reader.wait_with_output().expect("cat must end");
    assert!(String::from_utf8_lossy(&read.stdout).contains("Message [UNIVERSAL 16]: SEQUENCE"));
    let about = std::fs::metadata(folder.path().join("pipe")).expect("the pipe must be there");
    assert!(!about.is_file(), "the pipe was replaced by a file");
}

#[test]
fn flags_stay_inside_their_comment() {
    let folder = Folder::new(&[("toy.asn1", TOY)]);
    for (at, flags) in [
        "-Os -DX=*/int",
        "-Os -I/*x",
        "-Os\n-DX",
        "-Os -DX=??/",
        "-Os -Ix\\\\",
        "-Os -DX=\u{202e}\u{2066}x",
        "-Os -DX=`x`|<b>&",
    ]
    .iter()
    .enumerate()
    {
        let out = format!("out{at}");
        let run = folder.stubc_args(&[
            "toy.asn1", "-q", "-o", &out, "--cflags", flags, "--report", "r.html", "--report", "r.md",
            "--report", "r.json",
        ]);
        assert_eq!(run.code, 0, "{flags:?}: expected exit code 0: {}", run.err);
        let header = folder.read(&format!("{out}/toy.h"));
        let summary = header
            .lines()
            .find(|line| line.contains("Compiler"))
            .expect("the header's banner must name the compiler");
        assert!(summary.starts_with(" * ") && summary.contains("-Os"), "{flags:?}: {summary}");
        folder.write(&format!("{out}/empty.c"), b"");
        for (cc, standard) in [("gcc", "-std=c99"), ("g++", "-std=c++11")] {
            let warnings =
                ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-Wcomment", "-Wtrigraphs", "-Wbidi-chars=any"];
            let built = Command::new(cc)
                .arg(standard)
                .args(warnings)
                .args([
                    "-fsyntax-only",
                    "-x",
                    if cc == "gcc" { "c" } else { "c++" },
                    "-include",
                    "toy.h",
                    "empty.c",
                ])
                .current_dir(folder.path().join(&out))
                .output()
                .expect("the compiler must start");
            assert!(
                built.status.success(),
                "{cc} {flags:?}: the C must compile:\n{}",
                String::from_utf8_lossy(&built.stderr)
            );
        }
        let report: serde_json::Value =
            serde_json::from_str(&folder.read("r.json")).expect("r.json must be valid JSON");
        assert!(report.is_object());
        let page = folder.read("r.html");
        assert!(!page.contains("<b>") && !page.contains('\u{202e}'), "{flags:?}");
        let about = folder.read("r.md");
        let line = about
            .lines()
            .find(|line| line.starts_with("- size"))
            .expect("the report must have a line for the size");
        assert!(line.ends_with(')'), "{flags:?}: {line}");
    }
}

#[test]
fn specifications_of_odd_names() {
    let odd = "od\"d */ na\nme\u{202e}.x";
    let folder = Folder::new(&[(odd, X)]);
    let run = folder.stubc_args(&[odd, "-q", "--name", "odd", "--error-paths", "--instrument"]);
    assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
    let built = Command::new("gcc")
        .args([
            "-std=c99",
            "-Wall",
            "-Wextra",
            "-Wpedantic",
            "-Werror",
            "-fsyntax-only",
            "odd.c",
            "stubc_rt.c",
        ])
        .current_dir(folder.path())
        .output()
        .expect("gcc must start");
    assert!(built.status.success(), "the C must compile:\n{}", String::from_utf8_lossy(&built.stderr));
}

/// Make reads the rule as intended; paths that Make cannot name are refused.
#[test]
fn depfiles_name_odd_files() {
    for name in ["a b", "a#b", "a$b", "a\\b", "a\\ b", "a:b", "a%b", "a*b", "a'b", "a\\#b", "é"] {
        let spec = format!("{name}.asn1");
        let folder = Folder::new(&[(&spec, TOY)]);
        let run = folder.stubc_args(&[
            &spec,
            "-q",
            "--name",
            "toy",
            "-o",
            &format!("out{name}"),
            "--depfile",
            "toy.d",
        ]);
        assert_eq!(run.code, 0, "{name}: expected exit code 0: {}", run.err);
        let make = |stale: bool| {
            folder.write("Makefile", b"include toy.d\n%.c:\n\t@echo made\n");
            let target = format!("out{name}/toy.c");
            if stale {
                let file = std::fs::File::options().append(true).open(folder.path().join(&target));
                let long_ago = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1 << 20);
                file.and_then(|file| file.set_modified(long_ago)).expect("the file's time must be settable");
            }
            let run = Command::new("make").args(["-s", &target]).current_dir(folder.path()).output();
            let run = run.expect("make must start");
            let said = |octets: &[u8]| String::from_utf8_lossy(octets).into_owned();
            (run.status.success(), said(&run.stdout).contains("made"), said(&run.stderr))
        };
        assert_eq!(make(false), (true, false, String::new()), "{name}");
        assert_eq!(make(true), (true, true, String::new()), "{name}");
    }
    for name in ["a\nb", "a;b", "a=b", "a|b"] {
        let spec = format!("{name}.asn1");
        let folder = Folder::new(&[(&spec, TOY)]);
        refused(&folder, &[&spec, "--name", "toy", "--depfile", "toy.d"], &["--depfile"]);
    }
}

/// An unchanged file keeps its time stamp, so that build systems rebuild nothing for it.
#[test]
fn files_that_did_not_change_keep_their_time_stamps() {
    let folder = Folder::new(&[("toy.asn1", TOY)]);
    let compile = |words: &str| {
        assert_eq!(folder.stubc(&format!("toy.asn1 --technique compiled --cflags=-O1 -q {words}")).code, 0);
        let time = |name: &str| std::fs::metadata(folder.path().join(name)).and_then(|file| file.modified());
        ["toy.h", "toy.c", "stubc_rt.h", "stubc_rt.c"]
            .map(|name| time(name).expect("the output file must exist"))
    };
    compile("");
    let long_ago = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1 << 20);
    for name in ["toy.h", "toy.c", "stubc_rt.h", "stubc_rt.c"] {
        let file = std::fs::File::options().append(true).open(folder.path().join(name));
        file.and_then(|file| file.set_modified(long_ago)).expect("the file's time must be settable");
    }
    assert_eq!(compile(""), [long_ago; 4]);
    folder.write("toy.c", b"/* toy: marshalling code made by stubc. Do not edit. */\n");
    let times = compile("");
    assert!(times[1] > long_ago && times[0] == long_ago, "{times:?}");
    assert!(folder.read("toy.c").contains("decode_Message"));
}
