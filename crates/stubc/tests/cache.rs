//! Objects are compiled once, and anew when anything that they depend on has changed; and a run needs few of them.

mod common;

use common::Folder;

const TOY: &str = "Toy DEFINITIONS AUTOMATIC TAGS ::= BEGIN
    Message ::= SEQUENCE { id INTEGER (0..255), body OCTET STRING } END";

/// A compiler that notes each object it is asked for. The remark is a part of its version.
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
    // The remark is another in each run of this test: what an earlier one kept is not this one's.
    let remark = format!("{:?}", std::time::SystemTime::now());
    let program = folder.path().join("mycc");
    let log = folder.path().join("log");
    let install = |remark: &str| {
        std::fs::write(&program, compiler(remark)).expect("the folder is writable");
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).expect("it is ours");
    };
    let compiled = |flags: &str| {
        // The compiler is run in folders of stubc's own: the log's place has to be absolute.
        let text = std::fs::read_to_string(&program).expect("it was written");
        std::fs::write(&program, text.replace(">>log", &format!(">>{}", log.display()))).expect("writable");
        let _ = std::fs::remove_file(&log);
        let run = folder.stubc_args(&["toy.asn1", "--cc", &program.display().to_string(), "--cflags", flags]);
        assert_eq!(run.code, 0, "{}", run.err);
        std::fs::read_to_string(&log).unwrap_or_default().lines().count()
    };
    install(&format!("'{remark}'"));
    let first = compiled("-Os");
    assert!(first > 0, "the first run compiles");
    assert_eq!(compiled("-Os"), 0, "the second does not");
    assert_eq!(compiled("-O1"), first, "other flags, other objects");
    install(&format!("'{remark} and newer'"));
    assert_eq!(compiled("-Os"), first, "another version, other objects");
}

/// All procedures compiled, all commands interpreted, and two plans: what the usual cap takes.
#[cfg(unix)]
#[test]
fn a_cap_takes_four_builds() {
    use std::os::unix::fs::PermissionsExt;
    let ldap = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../specs/ldap/ldap.asn1");
    let text = std::fs::read_to_string(ldap).expect("the specification is ours");
    let folder = Folder::new(&[("ldap.asn1", &text)]);
    let program = folder.path().join("mycc");
    let log = folder.path().join("log");
    let remark = format!("'{:?}'", std::time::SystemTime::now());
    let script = compiler(&remark).replace(">>log", &format!(">>{}", log.display()));
    std::fs::write(&program, script).expect("the folder is writable");
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).expect("it is ours");
    let mut builds = Vec::new();
    for cap in ["7K", "9K", "12K", "14K", "16K"] {
        let _ = std::fs::remove_file(&log);
        let program = program.display().to_string();
        // Another command, so that no object of another cap serves.
        let flags = format!("-Os -DCAP_OF_{cap}");
        let run = folder.stubc_args(&[
            "ldap.asn1",
            "--pdu",
            "LDAPMessage",
            "--max-size",
            cap,
            "--cc",
            &program,
            "--cflags",
            &flags,
        ]);
        assert_eq!(run.code, 0, "{}", run.err);
        let text = std::fs::read_to_string(&log).expect("objects were asked for");
        builds.push(text.lines().filter(|line| line.contains("ldap.c")).count());
    }
    builds.sort_unstable();
    assert!(builds[builds.len() / 2] <= 4, "{builds:?}");
    assert!(builds[builds.len() - 1] <= 6, "{builds:?}");
}
