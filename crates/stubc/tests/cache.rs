//! Objects are compiled once, and anew when anything that they depend on has changed.

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
