//! The object cache: objects are compiled once, and again when anything they depend on has changed.

use crate::common::Folder;

const TOY: &str = "Toy DEFINITIONS AUTOMATIC TAGS ::= BEGIN
    Message ::= SEQUENCE { id INTEGER (0..255), body OCTET STRING } END";

/// Returns a compiler script that logs each object. The remark is part of its version.
fn compiler(remark: &str) -> String {
    format!(
        "#!/bin/sh\ncase \" $* \" in *' --version '*) echo {remark} ;; *' -c '*) echo \"$*\" >>log ;; esac\nexec cc \"$@\"\n"
    )
}

#[cfg(unix)]
#[test]
fn a_second_run_compiles_nothing() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new(&[("toy.asn1", TOY)]);
    // The remark differs in each run of this test, so objects of earlier runs are not used.
    let remark = format!("{:?}", std::time::SystemTime::now());
    let program = folder.path().join("mycc");
    let log = folder.path().join("log");
    let install = |remark: &str| {
        std::fs::write(&program, compiler(remark)).expect("the file must be writable");
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755))
            .expect("the script's permissions must be settable");
    };
    let compiled = |flags: &str| {
        // The compiler runs in stubc's own folders: the log's path must be absolute.
        let text = std::fs::read_to_string(&program).expect("the file must be readable");
        std::fs::write(&program, text.replace(">>log", &format!(">>{}", log.display())))
            .expect("the file must be writable");
        let _ = std::fs::remove_file(&log);
        let run = folder.stubc_args(&["toy.asn1", "--cc", &program.display().to_string(), "--cflags", flags]);
        assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
        std::fs::read_to_string(&log).unwrap_or_default().lines().count()
    };
    install(&format!("'{remark}'"));
    let first = compiled("-Os");
    assert!(first > 0, "the first run must compile");
    assert_eq!(compiled("-Os"), 0, "a second run with the same flags must compile nothing");
    // Flags that change no code, since sizes decide how many plans are built.
    assert_eq!(compiled("-Os -DOTHER"), first, "other flags must compile everything again");
    install(&format!("'{remark} and newer'"));
    assert_eq!(compiled("-Os"), first, "another version of the compiler must compile everything again");
}

/// Runs stubc with a compiler that logs its objects, and an empty cache.
#[cfg(unix)]
struct Logged {
    folder: Folder,
    program: std::path::PathBuf,
}

#[cfg(unix)]
impl Logged {
    fn new(files: &[(&str, &str)]) -> Self {
        use std::os::unix::fs::PermissionsExt;
        let folder = Folder::new(files);
        let program = folder.path().join("mycc");
        let log = folder.path().join("log");
        let script = compiler("logged").replace(">>log", &format!(">>{}", log.display()));
        std::fs::write(&program, script).expect("the file must be writable");
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755))
            .expect("the script's permissions must be settable");
        Self { folder, program }
    }

    /// Returns the commands of the compiler for the objects that a run makes.
    fn run(&self, arguments: &[&str]) -> Vec<String> {
        let log = self.folder.path().join("log");
        let _ = std::fs::remove_file(&log);
        let run = std::process::Command::new(env!("CARGO_BIN_EXE_stubc"))
            .args(arguments)
            .arg("--cc")
            .arg(&self.program)
            .current_dir(self.folder.path())
            .env("STUBC_CACHE_DIR", self.folder.path().join("cache"))
            .output()
            .expect("the binary must start");
        assert!(run.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&run.stderr));
        let text = std::fs::read_to_string(&log).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }

    /// Empties the cache.
    fn forget(&self) {
        let _ = std::fs::remove_dir_all(self.folder.path().join("cache"));
    }
}

#[cfg(unix)]
fn ldap() -> String {
    let ldap = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../specs/ldap/ldap.asn1");
    std::fs::read_to_string(ldap).expect("the file must be readable")
}

/// Returns how many of these commands compile a file whose name begins so.
#[cfg(unix)]
fn of_file(commands: &[String], start: &str) -> usize {
    let start = format!(" -c {start}");
    commands.iter().filter(|command| command.contains(&start)).count()
}

/// Returns how many of these commands measure procedures, each in a section of its own.
#[cfg(unix)]
fn measuring(commands: &[String]) -> usize {
    let is_own =
        |command: &&String| command.contains("-ffunction-sections") && command.contains(" -c stubs.c");
    commands.iter().filter(is_own).count()
}

/// A usual cap needs two builds that measure procedures, an all-interpreted one, and two plans.
#[cfg(unix)]
#[test]
fn a_cap_takes_five_builds() {
    let logged = Logged::new(&[("ldap.asn1", &ldap())]);
    let mut builds = Vec::new();
    for cap in ["7K", "9K", "12K", "14K", "16K"] {
        logged.forget();
        let run = logged.run(&["ldap.asn1", "--pdu", "LDAPMessage", "--max-size", cap]);
        assert_eq!(measuring(&run), 2, "{run:?}");
        builds.push(of_file(&run, "ldap.c") + measuring(&run));
    }
    builds.sort_unstable();
    assert!(builds[builds.len() / 2] <= 5, "the median of builds per run must be at most 5: {builds:?}");
    // Where the best plan may be much faster, single steps fill the cap more closely, and the exact solver's plans are tried.
    assert!(builds[builds.len() - 1] <= 13, "a run must take at most 13 builds: {builds:?}");
}

/// A plan that interprets everything needs no sizes of procedures, unless the cap is a share of them.
#[cfg(unix)]
#[test]
fn a_forced_plan_takes_only_the_builds_that_it_needs() {
    let logged = Logged::new(&[("ldap.asn1", &ldap())]);
    let forced = |more: &[&str]| {
        logged.forget();
        let all = [&["ldap.asn1", "--pdu", "LDAPMessage", "--technique", "interpreted"], more].concat();
        let run = logged.run(&all);
        (of_file(&run, "ldap.c"), measuring(&run))
    };
    assert_eq!(forced(&[]), (1, 0));
    assert_eq!(forced(&["--max-size", "40K"]), (1, 0));
    // The range of a percentage ends at the all-compiled plan.
    assert_eq!(forced(&["--max-size", "90%"]), (2, 2));
}

/// The sizes of procedures depend on the specification, not on the names of the files. A plan is measured under its name,
/// which some flags put into objects.
#[cfg(unix)]
#[test]
fn two_names_of_a_specification_share_the_sizes_of_procedures() {
    let logged = Logged::new(&[("ldap.asn1", &ldap())]);
    let named = |name: &str| {
        logged.run(&[
            "ldap.asn1",
            "--pdu",
            "LDAPMessage",
            "--max-size",
            "9K",
            "--name",
            name,
            "--out-dir",
            name,
        ])
    };
    assert_eq!(measuring(&named("one")), 2, "the first run must measure procedures");
    let second = named("two");
    assert_eq!(measuring(&second), 0, "another name must not measure them again: {second:?}");
    assert!(of_file(&second, "two.c") > 0, "plans must be measured under their own name: {second:?}");
}

/// A folder with a specification and a cache of its own.
#[cfg(unix)]
struct Cached {
    folder: Folder,
    cache: std::path::PathBuf,
}

#[cfg(unix)]
impl Cached {
    fn new() -> Self {
        let folder = Folder::new(&[("toy.asn1", TOY)]);
        let cache = folder.path().join("cache");
        Self { folder, cache }
    }

    /// Runs the binary, with further arguments; returns the report that it writes into a file of this name.
    fn run_to(&self, report: &str, arguments: &[&str]) -> String {
        let done = std::process::Command::new(env!("CARGO_BIN_EXE_stubc"))
            .args(["toy.asn1", "--max-size", "50%", "--report", report])
            .args(arguments)
            .current_dir(self.folder.path())
            .env("STUBC_CACHE_DIR", &self.cache)
            .output()
            .expect("the binary must start");
        assert!(
            done.status.success(),
            "the command must succeed:\n{}",
            String::from_utf8_lossy(&done.stderr)
        );
        self.folder.read(report)
    }

    fn run(&self) -> String {
        self.run_to("plan.json", &[])
    }

    fn entries(&self) -> Vec<std::path::PathBuf> {
        let mut paths: Vec<_> = std::fs::read_dir(&self.cache)
            .expect("the folder must be readable")
            .map(|entry| entry.expect("the folder entry must be readable").path())
            .collect();
        paths.sort();
        assert!(paths.len() >= 6, "the cache must hold at least 6 objects: {paths:?}");
        paths
    }
}

/// Damaged cache files never change the result, and are replaced.
#[cfg(unix)]
#[test]
fn foreign_and_damaged_objects_are_not_believed() {
    let cached = Cached::new();
    let folder = cached.folder.path();
    let right = cached.run();
    let names = cached.entries();
    let all = || {
        names.iter().map(|path| std::fs::read(path).expect("the file must be readable")).collect::<Vec<_>>()
    };
    let kept = all();
    let empty_object = {
        std::fs::write(folder.join("empty.c"), "").expect("the file must be writable");
        let made = std::process::Command::new("cc").args(["-c", "empty.c"]).current_dir(folder).status();
        assert!(made.expect("cc must start").success());
        std::fs::read(folder.join("empty.o")).expect("the file must be readable")
    };
    type Fault<'a> = (&'a str, Box<dyn Fn(usize) -> Vec<u8> + 'a>);
    let faults: [Fault<'_>; 6] = [
        ("foreign objects", Box::new(|_| empty_object.clone())),
        ("objects of other names", Box::new(|at| kept[(at + 1) % kept.len()].clone())),
        ("nothing", Box::new(|_| Vec::new())),
        ("cut off", Box::new(|at| kept[at][..kept[at].len() / 2].to_vec())),
        ("longer", Box::new(|at| [kept[at].as_slice(), b"x"].concat())),
        (
            "a bit",
            Box::new(|at| {
                kept[at].iter().enumerate().map(|(i, b)| b ^ u8::from(i == kept[at].len() / 2)).collect()
            }),
        ),
    ];
    for (what, fault) in &faults {
        for (at, name) in names.iter().enumerate() {
            std::fs::write(name, fault(at)).expect("the file must be writable");
        }
        assert_eq!(cached.run(), right, "{what}: a damaged cache must not change the output");
        assert!(all() == kept, "{what}: stubc must replace a damaged object");
    }
}

/// What is no file stays, and does no harm.
#[cfg(unix)]
#[test]
fn folders_and_pipes_in_place_of_objects_do_no_harm() {
    let cached = Cached::new();
    let right = cached.run();
    for (at, name) in cached.entries().iter().enumerate() {
        std::fs::remove_file(name).expect("the file or folder must be removable");
        if at % 2 == 0 {
            std::fs::create_dir(name).expect("the folder must be creatable");
        } else {
            let made = std::process::Command::new("mkfifo").arg(name).status();
            assert!(made.expect("mkfifo must start").success());
        }
    }
    assert_eq!(cached.run(), right);
    // A file in place of the cache folder.
    std::fs::remove_dir_all(&cached.cache).expect("the file or folder must be removable");
    std::fs::write(&cached.cache, "no folder").expect("the file must be writable");
    assert_eq!(cached.run(), right);
}

/// Several runs at once fill an empty cache as one does.
#[cfg(unix)]
#[test]
fn runs_at_once_share_a_cache() {
    let cached = Cached::new();
    let right = cached.run();
    let names = cached.entries();
    std::fs::remove_dir_all(&cached.cache).expect("the file or folder must be removable");
    std::thread::scope(|scope| {
        let run = |number: usize| {
            let cached = &cached;
            scope.spawn(move || {
                cached.run_to(&format!("plan{number}.json"), &["--out-dir", &format!("out{number}")])
            })
        };
        let outputs: Vec<_> = (0..8).map(run).collect();
        for output in outputs {
            assert_eq!(output.join().expect("the thread of a run must not panic"), right);
        }
    });
    assert_eq!(cached.entries(), names);
}

/// An object depends on the files that flags name.
#[test]
fn a_header_that_a_flag_names_is_looked_at() {
    let folder = Folder::new(&[("toy.asn1", TOY)]);
    let total = |zeros: usize| {
        folder.write("inner.h", format!("static char zeros[{zeros}] __attribute__((used));\n").as_bytes());
        folder.write("outer.h", b"#include \"inner.h\"\n");
        let flags = format!("-Os -include {}", folder.path().join("outer.h").display());
        let run = folder.stubc_args(&["toy.asn1", "--cflags", &flags, "--report", "plan.json"]);
        assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
        let report: serde_json::Value =
            serde_json::from_str(&folder.read("plan.json")).expect("plan.json must be valid JSON");
        report["size"]["total"].as_u64().expect("`size.total` must be a whole number")
    };
    assert_eq!(total(3000) - total(1000), 2 * 2000);
}
