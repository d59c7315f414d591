//! Release archives: static programs for Linux, with manual pages, completions, files for CMake and pkg-config.
//!
//! `cargo xtask dist [ARCHITECTURE...]` writes `target/dist/stubc-VERSION-ARCHITECTURE-linux.tar.gz`. It adds the Rust targets
//! that it needs by `rustup`. The programs are linked with musl by the linker that Rust ships, so they run on every Linux.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::process::Command;

const ARCHITECTURES: [&str; 2] = ["x86_64", "aarch64"];

/// Completion scripts: the shell, and where it looks for them.
const COMPLETIONS: [(&str, &str); 3] = [
    ("bash", "share/bash-completion/completions/stubc"),
    ("zsh", "share/zsh/site-functions/_stubc"),
    ("fish", "share/fish/vendor_completions.d/stubc.fish"),
];

/// Files that are copied as they are, and their places in the archive.
const COPIES: [(&str, &str); 6] = [
    ("packaging/stubc.cmake", "lib/cmake/stubc/stubc-config.cmake"),
    ("README.md", "share/doc/stubc/README.md"),
    ("CHANGELOG.md", "share/doc/stubc/CHANGELOG.md"),
    ("LICENSE-MIT", "share/doc/stubc/LICENSE-MIT"),
    ("LICENSE-APACHE", "share/doc/stubc/LICENSE-APACHE"),
    ("LICENSE-0BSD", "share/doc/stubc/LICENSE-0BSD"),
];

/// Makes the archives that the command line names, or all.
///
/// # Errors
/// Names the command that failed and says what it printed.
pub fn run(root: &Path) -> Result<String, String> {
    let named: Vec<String> = std::env::args().skip(2).collect();
    let wanted: Vec<&str> =
        if named.is_empty() { ARCHITECTURES.to_vec() } else { named.iter().map(String::as_str).collect() };
    if let Some(other) = wanted.iter().find(|name| !ARCHITECTURES.contains(name)) {
        return Err(format!("`{other}` is no architecture of a release: {}", ARCHITECTURES.join(", ")));
    }
    // Pages and completions come from a program that runs here.
    let host = build(root, std::env::consts::ARCH)?;
    let archives = wanted.iter().map(|architecture| {
        let program = build(root, architecture)?;
        archive(root, architecture, &program, &host)
    });
    Ok(archives.collect::<Result<Vec<_>, _>>()?.join("\n"))
}

/// Builds the program and returns its path.
fn build(root: &Path, architecture: &str) -> Result<std::path::PathBuf, String> {
    let target = format!("{architecture}-unknown-linux-musl");
    call(root, "rustup", ["target", "add", &target])?;
    let linker = format!("CARGO_TARGET_{}_LINKER", target.to_uppercase().replace('-', "_"));
    let mut cargo = Command::new("cargo");
    cargo
        .args(["build", "--release", "--locked", "-p", "stubc", "--target", &target])
        .env(linker, "rust-lld")
        .env("CARGO_PROFILE_RELEASE_STRIP", "true");
    finish(cargo.current_dir(root), "cargo build")?;
    Ok(root.join("target").join(target).join("release/stubc"))
}

/// Gathers the files of an archive and packs them. Returns a line about it.
fn archive(root: &Path, architecture: &str, program: &Path, host: &Path) -> Result<String, String> {
    let version = env!("CARGO_PKG_VERSION");
    let name = format!("stubc-{version}-{architecture}-linux");
    let dist = root.join("target/dist");
    let folder = dist.join(&name);
    let told = |what: &Path, error: std::io::Error| format!("{}: {error}", what.display());
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|error| told(&folder, error))?;
    }
    let write = |place: &str, data: &[u8]| {
        let path = folder.join(place);
        fs::create_dir_all(path.parent().unwrap_or(&folder))
            .and_then(|()| fs::write(&path, data))
            .map_err(|error| told(&path, error))
    };
    let read = |path: &Path| fs::read(path).map_err(|error| told(path, error));
    for (from, to) in COPIES {
        write(to, &read(&root.join(from))?)?;
    }
    let config =
        String::from_utf8_lossy(&read(&root.join("packaging/stubc.pc.in"))?).replace("@VERSION@", version);
    write("lib/pkgconfig/stubc.pc", config.as_bytes())?;
    for (shell, place) in COMPLETIONS {
        write(place, &call(root, host, ["completions", shell])?)?;
    }
    call(root, host, [OsStr::new("man"), folder.join("share/man/man1").as_os_str()])?;
    let bin = folder.join("bin");
    fs::create_dir_all(&bin)
        .and_then(|()| fs::copy(program, bin.join("stubc")))
        .map_err(|error| told(&bin, error))?;
    let file = dist.join(format!("{name}.tar.gz"));
    // The same contents give the same archive: order, owner and time of its entries are fixed.
    let mut tar = Command::new("tar");
    tar.args(["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--mtime=@0", "-czf"]);
    finish(tar.arg(&file).arg("-C").arg(&dist).arg(&name), "tar")?;
    let size = |path: &Path| fs::metadata(path).map(|data| data.len()).map_err(|error| told(path, error));
    let (program, archive) = (size(&bin.join("stubc"))?, size(&file)?);
    Ok(format!("{}: {archive} bytes, the program {program}", file.display()))
}

/// Runs a program in the repository and returns what it printed.
fn call<T: AsRef<OsStr>>(
    root: &Path,
    program: impl AsRef<OsStr>,
    arguments: impl IntoIterator<Item = T>,
) -> Result<Vec<u8>, String> {
    let name = program.as_ref().to_string_lossy().into_owned();
    finish(Command::new(program).args(arguments).current_dir(root), &name)
}

fn finish(command: &mut Command, name: &str) -> Result<Vec<u8>, String> {
    let output = command.output().map_err(|error| format!("cannot run {name}: {error}"))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    Err(format!("{name} failed ({})\n{}", output.status, String::from_utf8_lossy(&output.stderr)))
}
