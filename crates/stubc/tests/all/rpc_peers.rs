//! Remote procedure calls between generated code and other implementations.
//!
//! Generated clients call rpcbind, a libtirpc server and a user-space NFS server, also through a proxy that joins
//! calls; rpcinfo and a libtirpc client call a generated server. Everything runs on the loopback interface, in its own network where
//! allowed, and is stopped at the end.

use crate::common::{Folder, sanitizer};
use std::path::Path;
use std::process::Command;

/// The calls that a proxy of NFS joins.
const PROXY: &str = "[cluster.LOOKUP_GETATTR_READ]\ncalls = [\"LOOKUP\", \"GETATTR\", \"READ\"]\n\
    feed = { \"1.object\" = \"0.resok.object\", \"2.file\" = \"0.resok.object\" }\n\
    [cluster.FIND_ALL]\ncalls = [\"LOOKUP\", \"GETATTR\", \"READ\"]\n\
    feed = { \"1.object\" = \"0.resok.object\", \"2.file\" = \"0.resok.object\" }\n\
    on-error = \"continue\"\nloop = 64\n";

const TIRPC: &str = "/usr/include/tirpc";

/// Returns whether the peers can be built and run here.
fn is_possible() -> bool {
    if !["rpcbind", "rpcinfo", "rpcgen"].into_iter().all(test_needs::program) {
        return false;
    }
    if !Path::new(TIRPC).join("rpc/rpc.h").is_file() {
        test_needs::missing("the headers of libtirpc are not installed (Debian: libtirpc-dev)");
        return false;
    }
    // Registering with rpcbind needs root.
    let may = Command::new("sh").args(["-c", "[ $(id -u) -eq 0 ] || sudo -n true"]).output();
    let may = may.is_ok_and(|ran| ran.status.success());
    if !may {
        test_needs::missing("this user cannot become root");
    }
    may
}

fn succeed(command: &mut Command, what: &str) -> String {
    let ran = command.output().unwrap_or_else(|error| panic!("{what}: {error}"));
    let said = String::from_utf8_lossy(&[ran.stdout, ran.stderr].concat()).into_owned();
    assert!(ran.status.success(), "{what}: {said}");
    said
}

fn stubc(folder: &Folder, words: &str) {
    let run = folder.stubc(words);
    assert_eq!(run.code, 0, "{words}: expected exit code 0: {}", run.err);
}

fn cc(folder: &Folder, words: &str) {
    succeed(Command::new("cc").args(words.split_whitespace()).current_dir(folder.path()), words);
}

/// Compiles generated C with the sanitizers.
fn checked(folder: &Folder, sources: &str, program: &str) {
    let flags = ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror", "-O1"];
    let sources: Vec<&str> = sources.split_whitespace().collect();
    sanitizer::build(folder.path(), &flags, &sources, program).unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn peers_of_other_makes() {
    if !is_possible() {
        return;
    }
    let service = include_str!("../rpc/service.x");
    // rpcgen -N makes a char of an array argument; a structure around it has the same bytes.
    let wrapped = service
        .replace("found FIND(handle)", "found FIND(wrapped)")
        .replace("union found", "struct wrapped { handle where; };\n\nunion found");
    let folder = Folder::new(&[
        ("service.x", service),
        ("ask.h", include_str!("../rpc/ask.h")),
        ("check.h", include_str!("../rpc/check.h")),
        ("place.h", include_str!("../rpc/place.h")),
        ("procedures.c", include_str!("../rpc/procedures.c")),
        ("peers.c", include_str!("../rpc/peers.c")),
        ("peers.sh", include_str!("../rpc/peers.sh")),
        ("ganesha.sh", include_str!("../rpc/ganesha.sh")),
        ("loopback.c", include_str!("../rpc/loopback.c")),
        ("bind/check.h", include_str!("../rpc/check.h")),
        ("bind/main.c", include_str!("../rpc/rpcbind.c")),
        ("bind/rpcbind.x", include_str!("../../../../specs/xdr/rpcbind.x")),
        ("nfs/check.h", include_str!("../rpc/check.h")),
        ("nfs/main.c", include_str!("../rpc/nfs.c")),
        ("nfs/nfs3.x", include_str!("../../../../specs/xdr/nfs3.x")),
        ("nfs/mount.x", include_str!("../../../../specs/xdr/mount.x")),
        ("proxy/check.h", include_str!("../rpc/check.h")),
        ("proxy/main.c", include_str!("../rpc/proxy.c")),
        ("proxy.toml", PROXY),
        ("tirpc/service.x", &wrapped),
        ("tirpc/server.c", include_str!("../rpc/tirpc_server.c")),
        ("tirpc/client.c", include_str!("../rpc/tirpc_client.c")),
    ]);
    stubc(&folder, "service.x -q --rpc client,server,batch");
    stubc(&folder, "bind/rpcbind.x -q --rpc client,batch -o bind --max-size 50%");
    stubc(&folder, "nfs/nfs3.x -q --rpc client,batch -o nfs --prefix nfs_ --max-size 50%");
    stubc(&folder, "nfs/mount.x -q --rpc client -o nfs --prefix mount_");
    stubc(
        &folder,
        "nfs/nfs3.x -q --rpc client,server -o proxy --prefix nfs_ --max-size 50% --config proxy.toml",
    );
    stubc(&folder, "nfs/mount.x -q --rpc client -o proxy --prefix mount_");
    cc(&folder, "loopback.c -o loopback");
    checked(&folder, "peers.c procedures.c service.c stubc_rt.c stubc_net.c", "peers");
    checked(&folder, "bind/main.c bind/rpcbind.c bind/stubc_rt.c bind/stubc_net.c", "rpcbind-client");
    checked(
        &folder,
        "nfs/main.c nfs/nfs_nfs3.c nfs/nfs_stubc_rt.c nfs/nfs_stubc_net.c nfs/mount_mount.c nfs/mount_stubc_rt.c \
         nfs/mount_stubc_net.c",
        "nfs-client",
    );
    checked(
        &folder,
        "proxy/main.c proxy/nfs_nfs3.c proxy/nfs_stubc_rt.c proxy/nfs_stubc_net.c proxy/mount_mount.c \
         proxy/mount_stubc_rt.c proxy/mount_stubc_net.c",
        "nfs-proxy",
    );
    for (option, file) in [("-h", "service.h"), ("-c", "xdr.c"), ("-l", "calls.c"), ("-m", "dispatch.c")] {
        let arguments = ["-N", "-M", option, "service.x", "-o", file];
        succeed(Command::new("rpcgen").args(arguments).current_dir(folder.path().join("tirpc")), "rpcgen");
    }
    for (main, rest) in [("server", "dispatch"), ("client", "calls")] {
        cc(
            &folder,
            &format!("-w -I{TIRPC} tirpc/{main}.c tirpc/{rest}.c tirpc/xdr.c -o tirpc-{main} -ltirpc"),
        );
    }
    succeed(Command::new("sh").arg("peers.sh").current_dir(folder.path()), "peers.sh");
}
