//! Report, sweep, explain, profile and JSON for XDR specifications, with the project's own messages.

use crate::common::{Folder, Run};

/// Copies the messages of this type from `specs/xdr/messages` to a folder with the specification.
fn folder(spec: &str, ty: &str) -> (Folder, Vec<String>) {
    let specs = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../specs/xdr");
    let text = std::fs::read_to_string(specs.join(spec)).expect("the file must be readable");
    let folder = Folder::new(&[(spec, &text)]);
    let index =
        std::fs::read_to_string(specs.join("messages/index.tsv")).expect("index.tsv must be readable");
    let rows = index.lines().map(|row| row.split('\t').collect::<Vec<_>>());
    let names: Vec<String> =
        rows.filter(|row| row[2] == ty && row[3] == spec).map(|row| row[0].into()).collect();
    assert!(!names.is_empty(), "the test needs messages of {ty}");
    for name in &names {
        let octets = std::fs::read(specs.join("messages").join(name)).expect("the file must be readable");
        folder.write(&format!("messages/{name}"), &octets);
    }
    (folder, names)
}

fn good(run: Run) -> String {
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    run.out
}

#[test]
fn json_there_and_back() {
    for (spec, ty) in [
        ("rmin.x", "numbers"),
        ("rpcbind.x", "rpcb_stat_byvers"),
        ("mount.x", "exports"),
        ("mount.x", "mountres3"),
        ("nfs3.x", "READDIRPLUS3res"),
    ] {
        let (folder, names) = folder(spec, ty);
        for name in names {
            let shown = good(folder.stubc(&format!("decode {spec} --type {ty} messages/{name}")));
            folder.write("shown.json", shown.as_bytes());
            good(folder.stubc(&format!("encode {spec} --type {ty} shown.json -o again.xdr")));
            let read =
                |name: &str| std::fs::read(folder.path().join(name)).expect("the file must be readable");
            assert_eq!(read("again.xdr"), read(&format!("messages/{name}")), "{name}");
        }
    }
}

#[test]
fn profile_explain_and_report() {
    let (folder, names) = folder("nfs3.x", "READDIRPLUS3res");
    let root = "nfs3.x --pdu READDIRPLUS3res";
    good(folder.stubc("profile nfs3.x --type READDIRPLUS3res --messages messages -o profile.toml"));
    let profile = folder.read("profile.toml");
    assert!(profile.contains(&format!("messages = {}", names.len())), "{profile}");
    // Messages tell list lengths and arms better than a guess.
    let guessed = good(folder.stubc(&format!("explain {root} --type READDIRPLUS3resok")));
    let measured =
        good(folder.stubc(&format!("explain {root} --type READDIRPLUS3resok --profile profile.toml")));
    assert_ne!(guessed, measured);
    good(folder.stubc(&format!(
        "{root} --profile profile.toml --max-size 60% -o out --report plan.json --report plan.md --report plan.html"
    )));
    let report: serde_json::Value =
        serde_json::from_str(&folder.read("plan.json")).expect("plan.json must be valid JSON");
    let named = |path: &str| {
        let nodes = report["nodes"].as_array().expect("`nodes` must be an array");
        nodes.iter().any(|node| node.to_string().contains(path))
    };
    assert!(named("entryplus3") && named("fattr3"), "{report}");
    assert!(folder.read("plan.md").contains("entryplus3"));
    assert!(folder.read("plan.html").contains("<svg"));
}

#[test]
fn a_sweep_from_interpreted_to_inlined() {
    let (folder, _) = folder("rpcbind.x", "rpcb_stat_byvers");
    let sweep =
        "sweep rpcbind.x --pdu rpcb_stat_byvers --messages messages --axis compiled --points 0,100 -o";
    good(folder.stubc(&format!("{sweep} sweep.json")));
    let sweep: serde_json::Value =
        serde_json::from_str(&folder.read("sweep.json")).expect("sweep.json must be valid JSON");
    let of = |point: usize, what: &str| sweep["points"][point][what].as_f64().unwrap_or(f64::NAN);
    // All-interpreted eliminates no call, all-compiled eliminates all.
    for what in [
        "compiled_share",
        "calls_eliminated_measured",
        "calls_eliminated_predicted",
        "converting_calls_eliminated_measured",
        "converting_calls_eliminated_predicted",
    ] {
        assert!(of(0, what) == 0.0 && of(1, what) == 1.0, "{what}: {sweep}");
    }
}

/// `benches/xdr.md` holds the bytes of rpcgen's routines with all they link, by gcc 12 for x86-64.
#[test]
fn nfs_and_mount_interpreted_take_half_of_what_rpcgen_makes() {
    let version = std::process::Command::new("gcc").arg("-dumpversion").output();
    let version = version.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    if !cfg!(target_arch = "x86_64") || !version.is_ok_and(|version| version.starts_with("12")) {
        return test_needs::missing("the C compiler is not gcc 12 for x86-64");
    }
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |name: &str| std::fs::read_to_string(root.join(name)).expect("the file must be readable");
    let table = read("benches/xdr.md");
    let row = table
        .lines()
        .find(|line| line.starts_with("| rpcgen's, with what it links"))
        .expect("benches/xdr.md must have the row of rpcgen's bytes");
    let rpcgen: u64 = row
        .split('|')
        .nth(2)
        .and_then(|cell| cell.trim().parse().ok())
        .expect("the second cell of rpcgen's row must be a number");
    let mount = read("specs/xdr/mount.x");
    let own = mount.find("const MNTPATHLEN").expect("mount.x must define MNTPATHLEN");
    let folder = Folder::new(&[("both.x", &(read("specs/xdr/nfs3.x") + &mount[own..]))]);
    good(folder.stubc_args(&[
        "both.x",
        "--technique",
        "interpreted",
        "--cc",
        "gcc",
        "--report",
        "report.json",
    ]));
    let report: serde_json::Value =
        serde_json::from_str(&folder.read("report.json")).expect("report.json must be valid JSON");
    let ours = report["size"]["total"].as_u64().expect("`size.total` must be a whole number");
    assert!(
        ours * 2 <= rpcgen,
        "the interpreted stubs must have at most half of rpcgen's bytes: {ours} against {rpcgen}"
    );
}
