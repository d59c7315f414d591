//! Remote procedure calls: clients and servers of `rpc/service.x` against each other, in memory with faults
//! and over sockets, under the sanitizers; and the output of `--rpc`.

use crate::common::{Folder, TOY, sanitizer};
use std::process::Command;

const SERVICE: &str = include_str!("../rpc/service.x");

/// Makes a folder with the service and the C around it.
fn folder() -> Folder {
    Folder::new(&[
        ("service.x", SERVICE),
        ("ask.h", include_str!("../rpc/ask.h")),
        ("check.h", include_str!("../rpc/check.h")),
        ("place.h", include_str!("../rpc/place.h")),
        ("procedures.c", include_str!("../rpc/procedures.c")),
        ("faults.c", include_str!("../rpc/faults.c")),
        ("sockets.c", include_str!("../rpc/sockets.c")),
        ("gather.c", include_str!("../rpc/gather.c")),
        ("batch.c", include_str!("../rpc/batch.c")),
        ("errors.c", include_str!("../rpc/errors.c")),
    ])
}

const CLEAN: [&str; 7] =
    ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"];

/// Compiles a program of these sources and runs it.
fn run(folder: &Folder, sources: &[&str], arguments: &[&str]) {
    run_with(folder, &[], sources, arguments);
}

/// Compiles a program of these sources with these flags, and runs it.
fn run_with(folder: &Folder, flags: &[&str], sources: &[&str], arguments: &[&str]) {
    let sources = [sources, &["procedures.c", "service.c", "stubc_rt.c", "stubc_net.c"]].concat();
    let flags = [&CLEAN[..], &["-O1"], flags].concat();
    sanitizer::build(folder.path(), &flags, &sources, "program").unwrap_or_else(|error| panic!("{error}"));
    let ran =
        Command::new(folder.path().join("program")).args(arguments).output().expect("the program must start");
    let said = [ran.stdout, ran.stderr].concat();
    assert!(ran.status.success(), "the program must succeed:\n{}", String::from_utf8_lossy(&said));
}

#[test]
fn every_procedure_and_every_fault_in_every_technique() {
    let folder = folder();
    for technique in ["interpreted", "compiled", "inlined"] {
        let made = folder.stubc(&format!("service.x -q --rpc client,server --technique {technique}"));
        assert_eq!(made.code, 0, "expected exit code 0: {}", made.err);
        run(&folder, &["faults.c"], &["4000"]);
    }
}

/// Calls of a batch have the outcomes and results that they have alone, whatever happens on the way.
#[test]
fn batches_in_every_technique() {
    let folder = folder();
    for technique in ["interpreted", "compiled", "inlined"] {
        let made = folder.stubc(&format!("service.x -q --rpc client,server,batch --technique {technique}"));
        assert_eq!(made.code, 0, "expected exit code 0: {}", made.err);
        run(&folder, &["batch.c"], &["400"]);
    }
}

/// Runs the target of `fuzz/rpc` on its own random inputs.
#[test]
fn the_target_of_the_fuzzer_holds() {
    let folder = folder();
    folder.write("fuzz.c", include_bytes!("../../../../fuzz/rpc/fuzz.c"));
    folder.write("alone.c", b"#define ALONE\n#include \"fuzz.c\"\n");
    let made = folder.stubc("service.x -q --rpc client,server,batch --max-size 50%");
    assert_eq!(made.code, 0, "expected exit code 0: {}", made.err);
    run(&folder, &["alone.c"], &["100000"]);
}

#[test]
fn sockets_and_a_crowd() {
    let folder = folder();
    let made = folder.stubc("service.x -q --rpc client,server");
    assert_eq!(made.code, 0, "expected exit code 0: {}", made.err);
    run(&folder, &["sockets.c"], &[]);
}

/// Calls that arrive together get the replies that they get one by one, in fewer system calls.
#[test]
fn a_server_gathers_its_replies() {
    let folder = folder();
    let made = folder.stubc("service.x -q --rpc client,server");
    assert_eq!(made.code, 0, "expected exit code 0: {}", made.err);
    run_with(&folder, &["-Dsend=faulty_send", "-Drecv=faulty_recv"], &["gather.c"], &["300"]);
}

/// Socket calls that fail, addresses of IPv6, local sockets and lost replies of rpcbind.
#[test]
fn errors_of_the_system() {
    const FAULTY: [&str; 6] = [
        "-Dsend=faulty_send",
        "-Drecv=faulty_recv",
        "-Dpoll=faulty_poll",
        "-Dbind=faulty_bind",
        "-Dfcntl=faulty_fcntl",
        "-Dconnect=faulty_connect",
    ];
    let folder = folder();
    let made = folder.stubc("service.x -q --rpc client,server");
    assert_eq!(made.code, 0, "expected exit code 0: {}", made.err);
    let path = folder.path().display().to_string();
    run_with(&folder, &FAULTY, &["errors.c"], &[&path]);
}

/// Client and server are programs that share the types and their marshalling alone.
#[test]
fn sides_in_separate_files() {
    let folder = folder();
    let made = folder.stubc("service.x -q --rpc client,server,split --max-size 60%");
    assert_eq!(made.code, 0, "expected exit code 0: {}", made.err);
    run(&folder, &["faults.c", "service_clnt.c", "service_svc.c"], &["400"]);
    // A client links without the procedures of a server, although no option drops what is not used.
    folder.write(
        "ask.c",
        b"#include \"service.h\"\nint main(void)\n{\n    return sum_1(NULL, NULL, NULL) & 0;\n}\n",
    );
    let built = Command::new("cc")
        .args(CLEAN)
        .args(["ask.c", "service.c", "service_clnt.c", "stubc_rt.c", "-o", "ask"])
        .current_dir(folder.path())
        .output()
        .expect("the compiler must start");
    assert!(built.status.success(), "the C must compile:\n{}", String::from_utf8_lossy(&built.stderr));
    let text = |name: &str| folder.read(name);
    assert!(!text("service.c").contains("sum_1") && !text("service_clnt.c").contains("_svc("));
    // Both sides count, as in one file.
    let report = |option: &str| {
        let made = folder.stubc(&format!("service.x -q --rpc {option} --technique compiled --report r.json"));
        assert_eq!(made.code, 0, "expected exit code 0: {}", made.err);
        let report: serde_json::Value =
            serde_json::from_str(&folder.read("r.json")).expect("r.json must be valid JSON");
        report["size"]["total"].as_u64().expect("`size.total` must be a whole number")
    };
    let (apart, together) = (report("client,server,split"), report("client,server"));
    assert!(
        apart * 100 >= together * 99 && apart <= together * 103 / 100,
        "split stubs must have 99 to 103 % of the bytes of joined ones: {apart} split, {together} joined"
    );
    assert_eq!(folder.stubc("service.x --rpc split").code, 2);
    assert_eq!(folder.stubc("service.x --rpc server,batch").code, 2);
}

#[test]
fn one_side_alone_and_with_a_prefix_is_clean() {
    for side in ["client", "server", "client,server", "client,batch"] {
        for prefix in ["", "my_"] {
            let folder = Folder::new(&[("service.x", SERVICE)]);
            let option = if prefix.is_empty() { String::new() } else { format!("--prefix {prefix}") };
            let made = folder.stubc(&format!("service.x -q --rpc {side} --max-size 100% {option}"));
            assert_eq!(made.code, 0, "expected exit code 0: {}", made.err);
            let files = ["service", "stubc_rt", "stubc_net"].map(|name| format!("{prefix}{name}.c"));
            let clang = if side == "client" { "cc" } else { "clang" };
            for cc in ["cc", clang] {
                if !test_needs::program(cc) {
                    continue;
                }
                let built = Command::new(cc)
                    .args(CLEAN)
                    .args(["-c"])
                    .args(&files)
                    .current_dir(folder.path())
                    .output()
                    .expect("the compiler must start");
                assert!(
                    built.status.success(),
                    "{side} {prefix}: the C must compile:\n{}",
                    String::from_utf8_lossy(&built.stderr)
                );
            }
            let header = folder.read(&format!("{prefix}service.h"));
            assert_eq!(
                header.contains("int sum_1(") || header.contains("int my_sum_1("),
                side.contains("client")
            );
            assert_eq!(header.contains("sum_1_svc("), side.contains("server"));
            // Procedures exchange the types; no entry points were requested.
            assert!(!header.contains("_decode("));
            if !prefix.is_empty() {
                let bare = header.lines().find(|line| line.contains(" stubc_") || line.contains(" sum_1"));
                assert!(bare.is_none(), "with --prefix, every symbol must have the prefix: {bare:?}");
            }
        }
    }
}

#[test]
fn the_cap_counts_stubs_and_not_the_transport() {
    let folder = Folder::new(&[("service.x", SERVICE)]);
    let plain = folder.stubc("service.x -q --report plain.json");
    assert_eq!(plain.code, 0, "expected exit code 0: {}", plain.err);
    let made = folder.stubc("service.x --rpc client,server --max-size 12K --report plan.json");
    assert_eq!(made.code, 0, "expected exit code 0: {}", made.err);
    assert!(
        made.out.contains("stubc_net.o, which the cap does not count"),
        "expected `stubc_net.o, which the cap does not count` in:\n{}",
        made.out
    );
    let report = |name: &str| -> serde_json::Value {
        serde_json::from_str(&folder.read(name)).expect("the output must be valid JSON")
    };
    assert!(report("plain.json")["size"]["transport"].is_null());
    let size = report("plan.json")["size"].clone();
    assert!(size["transport"].as_u64().is_some_and(|bytes| bytes > 1000), "{size}");
    assert!(size["total"].as_u64().is_some_and(|bytes| bytes <= 12 << 10), "{size}");
    let made = folder.stubc("service.x --rpc client,server --max-size 2K");
    assert_eq!(made.code, 3, "expected exit code 3: {}", made.err);
}

#[test]
fn types_named_as_the_stubs_own_variables() {
    let spec = "struct argument { int a; }; struct result { int b; }; struct call { int c; }; struct client { int d; };\n\
                struct outcome { int e; }; struct procedure { int f; };\n\
                program P { version V { result GET(argument) = 1; argument PUT(result, call, client) = 2;\n\
                procedure DO(outcome) = 3; } = 1; version W { client GET(call) = 1; } = 2; } = 99;\n\
                program Q { version V { int GET(void) = 1; } = 1; } = 0xffffffff;\n";
    let folder = Folder::new(&[("odd.x", spec)]);
    let made = folder.stubc("odd.x -q --rpc client,server");
    assert_eq!(made.code, 0, "expected exit code 0: {}", made.err);
    let built = Command::new("cc").args(CLEAN).args(["-c", "odd.c"]).current_dir(folder.path()).output();
    let built = built.expect("the C compiler must start");
    assert!(built.status.success(), "the C must compile:\n{}", String::from_utf8_lossy(&built.stderr));
}

/// C types named like variables of marshalling procedures, and C++ members named like types of their struct.
#[test]
fn types_named_as_variables_and_members_as_types() {
    let spec = "struct q { int q; p p; v v; }; struct p { int x; string s<>; }; struct v { q *next; hyper end; };\n\
                typedef int end; typedef unsigned int value<10>; typedef struct n *tag; struct n { i1 c; tag next; };\n\
                union context switch (end value) { case 1: value value; case 2: p p; default: void; };\n\
                enum error { c, d, e }; struct buffer { error code; context root; }; typedef buffer item1<>;\n\
                typedef item1 start3[3]; struct i1 { end i1; int at[4]; hyper d<>; double left[3]; };\n\
                struct input { n *b; item1 d; start3 e; length f; v g; int length; }; typedef string length<>;\n\
                program limit { version mark { input tag(value, q, v) = 1; p side(end) = 2; value raw(context) = 3; } = 1; } = 99;\n";
    let folder = Folder::new(&[("odd.x", spec), ("odd.cpp", "#include \"odd.h\"\n")]);
    for plan in
        ["--technique interpreted", "--technique compiled", "--technique inlined --rpc client,server,batch"]
    {
        let made = folder.stubc(&format!("odd.x -q {plan}"));
        assert_eq!(made.code, 0, "expected exit code 0: {}", made.err);
        let checks: [(&str, &[&str], &str); 2] = [("cc", &CLEAN, "odd.c"), ("c++", &CLEAN[1..4], "odd.cpp")];
        for (compiler, flags, source) in checks {
            let arguments = ["-fsyntax-only", source];
            let built =
                Command::new(compiler).args(flags).args(arguments).current_dir(folder.path()).output();
            let built = built.expect("the C compiler must start");
            assert!(
                built.status.success(),
                "{plan}: the C must compile:\n{}",
                String::from_utf8_lossy(&built.stderr)
            );
        }
    }
}

#[test]
fn rpc_is_for_specifications_with_programs() {
    let folder = Folder::new(&[("plain.x", "struct point { int x; };\n"), ("toy.asn1", TOY)]);
    for spec in ["plain.x", "toy.asn1"] {
        let run = folder.stubc(&format!("{spec} --rpc client"));
        assert_eq!(run.code, 2, "expected exit code 2: {}", run.err);
        assert!(
            run.err.contains("needs a remote program"),
            "expected `needs a remote program` in:\n{}",
            run.err
        );
    }
    assert_eq!(folder.stubc("plain.x --rpc sideways").code, 2);
}
