//! What a dependent compiles: the texts of the C bring no other crate along.

use std::process::Command;

/// The crates that a package is built from, without those of its tests.
fn crates(package: &str, options: &[&str]) -> Vec<String> {
    let tree = ["tree", "--offline", "--edges", "normal", "--prefix", "none", "--format", "{p}"];
    let output = Command::new(env!("CARGO"))
        .args(tree)
        .args(["--package", package])
        .args(options)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo must start");
    assert!(output.status.success(), "cargo tree must succeed: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8_lossy(&output.stdout);
    let name = |line: &str| line.split(' ').next().unwrap_or(line).to_owned();
    let mut crates: Vec<String> = text.lines().map(name).filter(|name| !name.is_empty()).collect();
    crates.sort();
    crates.dedup();
    crates
}

#[test]
fn the_texts_alone_depend_on_nothing() {
    assert_eq!(
        crates("interp-runtime", &["--no-default-features"]),
        ["interp-runtime"],
        "without its default features, interp-runtime must depend on no crate"
    );
}

/// The emitter wants the texts alone: the codec's libraries are not compiled for it.
#[test]
fn the_emitter_does_without_the_codec() {
    let codec = ["asn1-rs", "regex", "serde_json"];
    let all = crates("interp-runtime", &[]);
    assert!(
        codec.iter().all(|name| all.iter().any(|own| own == name)),
        "the codec must depend on {codec:?}; update this list: {all:?}"
    );
    let emitter = crates("codegen", &[]);
    assert!(
        emitter.iter().any(|own| own == "interp-runtime"),
        "codegen must depend on interp-runtime: {emitter:?}"
    );
    assert!(
        !codec.iter().any(|name| emitter.iter().any(|own| own == name)),
        "codegen must not depend on the codec's libraries {codec:?}: {emitter:?}"
    );
}
