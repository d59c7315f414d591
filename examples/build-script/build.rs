//! Compiles the specification to C of at most 16 KiB, and the C to a library that the crate is linked with.

use stubc::{Cap, Compiler, build::CcToolchain};

fn main() {
    let text = std::fs::read_to_string("track.asn1").expect("the specification lies beside this file");
    let toolchain = CcToolchain::from_cargo();
    let compiler = Compiler::new().spec("track.asn1", text).pdu("Recording").max_size(Cap::Bytes(16 * 1024));
    toolchain.build(compiler.toolchain(&toolchain).compile()).file("src/track.c").compile("track");
    println!("cargo::rerun-if-changed=track.asn1");
    println!("cargo::rerun-if-changed=src/track.c");
}
