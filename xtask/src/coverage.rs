//! Runs the tests of generated C with a compiler that counts lines, one file of tests at a time, and reports the lines that
//! they execute (benches/coverage.md). Needs gcc with gcov.

use crate::programs::succeed;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The tests: crate, and file of its program `all`.
const TESTS: [(&str, &[&str]); 2] = [
    (
        "stubc-benches",
        &[
            "altered_values",
            "apart",
            "beginnings",
            "blobs",
            "commands",
            "constraints",
            "contents",
            "corruption",
            "damage",
            "edges",
            "empty",
            "encoded_max",
            "error_paths",
            "filters",
            "fuzz",
            "governors",
            "kept",
            "limits",
            "membership",
            "mined_shapes",
            "modes",
            "opens",
            "packed",
            "packed_constraints",
            "packed_filters",
            "proof",
            "random_values",
            "rigid_shapes",
            "sets",
            "shape_caps",
            "shapes",
            "short_elements",
            "strings",
            "unknown",
            "work",
            "xdp",
        ],
    ),
    (
        "stubc",
        &[
            "build",
            "careless",
            "clusters",
            "command_line",
            "constraints",
            "documents",
            "filter",
            "harness",
            "instrument",
            "pipeline",
            "plug",
            "rigid_shapes",
            "rpc",
            "rpc_peers",
            "service",
            "sharing",
            "shapes",
            "util",
            "xdr",
            "xdr_unrolling",
        ],
    ),
];

/// Runs the tests whose names contain `--only TEXT`, and reports all that have run since `--again`.
pub fn run(root: &Path) -> Result<String, String> {
    let options: Vec<String> = std::env::args().skip(2).collect();
    let at = options.iter().position(|option| option == "--only");
    let only = at.and_then(|at| options.get(at + 1)).map_or("", String::as_str);
    let folder = root.join("target/coverage");
    let (bin, build) = (folder.join("bin"), folder.join("build"));
    let told = |error: std::io::Error| format!("{}: {error}", folder.display());
    if options.iter().any(|option| option == "--again") {
        let _ = std::fs::remove_dir_all(folder.join("sums"));
    }
    let features = ["--features", "stubc-benches/places", "-p", "stubc", "-p", "stubc-benches"];
    let cargo = |words: &[&str]| {
        let mut cargo = Command::new("cargo");
        cargo.args(words).args(features).env("CARGO_TARGET_DIR", &build).current_dir(root);
        cargo
    };
    succeed(&mut cargo(&["build", "-q", "--bins"]))?;
    let programs =
        programs(&mut cargo(&["test", "-q", "--no-run", "--test", "all", "--message-format", "json"]))?;
    let _ = std::fs::remove_dir_all(&bin);
    std::fs::create_dir_all(&bin).map_err(told)?;
    for name in ["cc", "gcc", "clang"] {
        std::os::unix::fs::symlink(build.join("debug/covered_cc"), bin.join(name)).map_err(told)?;
    }
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap_or_default());
    let mut failed = Vec::new();
    for (package, files) in TESTS {
        for file in files.iter().filter(|file| file.contains(only)) {
            let name = file_of(package, file);
            let units = folder.join("units").join(&name);
            if folder.join("sums").join(&name).exists() && only.is_empty() {
                continue;
            }
            let _ = std::fs::remove_dir_all(&units);
            std::fs::create_dir_all(&units).map_err(told)?;
            // Programs that another test has made would count for that test.
            let _ = std::fs::remove_dir_all(build.join("debug/stubs"));
            let program = programs.get(package).ok_or("cargo names no test program")?;
            let mut test = Command::new(&program.0);
            test.args(["-q", &format!("{file}::")]).current_dir(&program.1);
            let status = test.env("PATH", &path).env("STUBC_COVERAGE", &units).status().map_err(told)?;
            failed.extend((!status.success()).then(|| format!("{package} {file}")));
            succeed(Command::new(build.join("debug/coverage")).args(["--sum", &name]))?;
        }
    }
    let mut report = Command::new(build.join("debug/coverage"));
    succeed(report.args(options.iter().filter(|option| *option == "--write")))?;
    Ok(format!("tests that fail at -O0 with counters: {}", failed.join(", ")))
}

/// Builds test programs. Returns each with the folder of its crate, by the name of the crate.
fn programs(cargo: &mut Command) -> Result<BTreeMap<String, (PathBuf, PathBuf)>, String> {
    let output = cargo.output().map_err(|error| format!("cargo: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let mut found = BTreeMap::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let Ok(message) = serde_json::from_str::<serde_json::Value>(line) else { continue };
        let (Some(program), Some(manifest)) =
            (message["executable"].as_str(), message["manifest_path"].as_str())
        else {
            continue;
        };
        let folder = Path::new(manifest).parent().unwrap_or(Path::new("")).to_owned();
        let package = if folder.ends_with("benches") { "stubc-benches" } else { "stubc" };
        if message["target"]["name"] == "all" {
            found.insert(package.to_owned(), (PathBuf::from(program), folder));
        }
    }
    Ok(found)
}

/// Returns the file of a test, as the report names it.
fn file_of(package: &str, file: &str) -> String {
    if package == "stubc" { format!("stubc.{file}") } else { file.to_owned() }
}
