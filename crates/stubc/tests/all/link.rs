//! The cap counts the bytes of a real link: nothing is removed, only alignment is added, and the sizes of two
//! outputs add up.

use crate::common::{Folder, TOY};
use std::path::Path;
use std::process::Command;

/// A target with a linker that writes GNU ld's map file.
struct Target {
    cc: &'static str,
    cflags: &'static str,
    link: &'static [&'static str],
}

/// The host without unwind tables. The linker merges their common entries, so a link takes fewer bytes than
/// the cap counts.
const HOST: Target = Target {
    cc: "gcc",
    cflags: "-Os -fno-asynchronous-unwind-tables -ffunction-sections -fdata-sections",
    link: &[],
};
const CORTEX_M4: Target = Target {
    cc: "arm-none-eabi-gcc",
    cflags: "-Os -mcpu=cortex-m4 -mthumb -ffunction-sections -fdata-sections",
    link: &["-nostdlib", "-Wl,-emain", "-mcpu=cortex-m4", "-mthumb", "-lgcc"],
};

/// The four library functions that stubs call, for targets without a library.
const LIBRARY: &str = "#include <stddef.h>
void *memcpy(void *to, const void *from, size_t n) { for (size_t i = 0; i < n; i++) ((char *)to)[i] = ((const char *)from)[i]; return to; }
void *memmove(void *to, const void *from, size_t n) { if (to < from) return memcpy(to, from, n); while (n--) ((char *)to)[n] = ((const char *)from)[n]; return to; }
void *memset(void *to, int c, size_t n) { for (size_t i = 0; i < n; i++) ((char *)to)[i] = (char)c; return to; }
int memcmp(const void *a, const void *b, size_t n) { for (size_t i = 0; i < n; i++) if (((const unsigned char *)a)[i] != ((const unsigned char *)b)[i]) return 1; return 0; }
";

/// Returns a program that calls all entry points of `Message` with these prefixes.
fn program(prefixes: &[&str]) -> String {
    let mut text = String::from("volatile long sink;\n");
    for prefix in prefixes {
        text += &format!("#include \"{prefix}toy.h\"\n");
    }
    text += "int main(void)\n{\n    static uint8_t octets[64];\n    uint8_t *start;\n";
    for prefix in prefixes {
        let ty = format!("{prefix}Message");
        text += &format!("    static {ty} {prefix}value;\n");
        text += &format!("    sink += {ty}_decode(&{prefix}value, octets, 64, 0, 0);\n");
        text += &format!("    sink += {ty}_decode_exact(&{prefix}value, octets, 64, 0, 0);\n");
        text += &format!("    sink += {ty}_encode(&{prefix}value, octets, 64, 0, 0);\n");
        text += &format!("    sink += {ty}_encode_tail(&{prefix}value, octets, 64, 0, 0, &start);\n");
    }
    text + "    return 0;\n}\n"
}

/// Returns the bytes of one output in the report.
fn generate(folder: &Folder, target: &Target, prefix: &str, cap: &str) -> u64 {
    let report = format!("{prefix}report.json");
    let flags = target.cflags;
    let run = folder.stubc_args(&[
        "toy.asn1",
        "--max-size",
        cap,
        "--prefix",
        prefix,
        "--cc",
        target.cc,
        "--cflags",
        flags,
        "--report",
        &report,
        "-q",
    ]);
    assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
    let report: serde_json::Value =
        serde_json::from_str(&folder.read(&report)).expect("the output must be valid JSON");
    report["size"]["total"].as_u64().expect("`size.total` must be a whole number")
}

/// Links with `--gc-sections`, and returns the kept and removed bytes of stub objects from the map.
fn link(folder: &Path, target: &Target, prefixes: &[&str]) -> (u64, Vec<String>) {
    let library = if target.link.contains(&"-nostdlib") { LIBRARY } else { "" };
    let main = format!("{library}{}", program(prefixes));
    std::fs::write(folder.join("main.c"), main).expect("the file must be writable");
    let mut sources = vec!["main.c".to_owned()];
    for prefix in prefixes {
        sources.extend([format!("{prefix}toy.c"), format!("{prefix}stubc_rt.c")]);
    }
    for source in &sources {
        let done = Command::new(target.cc)
            .args(target.cflags.split(' '))
            .args(["-c", source, "-o", &format!("{source}.o")])
            .current_dir(folder)
            .status();
        assert!(done.expect("the C compiler must start").success(), "{source}");
    }
    let done = Command::new(target.cc)
        .args(sources.iter().map(|source| format!("{source}.o")))
        .args(target.link)
        .args(["-Wl,--gc-sections", "-Wl,-Map=map", "-o", "program"])
        .current_dir(folder)
        .output()
        .expect("the linker must start");
    assert!(done.status.success(), "the command must succeed:\n{}", String::from_utf8_lossy(&done.stderr));
    contributions(&std::fs::read_to_string(folder.join("map")).expect("the file must be readable"))
}

/// Returns the bytes of code and data of stub objects in a program, and the discarded bytes. In GNU ld's map
/// a line holds section, address, size and object; long names have their own line.
fn contributions(map: &str) -> (u64, Vec<String>) {
    let (mut kept, mut discarded) = (0, Vec::new());
    let mut is_discarded = false;
    let mut section = String::new();
    for line in map.lines() {
        match line {
            "Discarded input sections" => is_discarded = true,
            "Memory Configuration" => is_discarded = false,
            _ => {}
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        let (name, address, size, object) = match words[..] {
            [name] if name.starts_with('.') => {
                section = name.to_owned();
                continue;
            }
            [name, address, size, object] if name.starts_with('.') => {
                (name.to_owned(), address, size, object)
            }
            [address, size, object] if !section.is_empty() => {
                (std::mem::take(&mut section), address, size, object)
            }
            _ => continue,
        };
        let number = |text: &str| text.strip_prefix("0x").and_then(|hex| u64::from_str_radix(hex, 16).ok());
        let (Some(_), Some(size)) = (number(address), number(size)) else { continue };
        let counts =
            [".text", ".rodata", ".data", ".eh_frame", ".ARM.ex"].iter().any(|kind| name.starts_with(kind));
        if !object.ends_with(".c.o") || object.ends_with("main.c.o") || !counts || size == 0 {
            continue;
        }
        if is_discarded {
            discarded.push(format!("{name} {size} {object}"));
        } else {
            kept += size;
        }
    }
    (kept, discarded)
}

fn check(target: &Target) {
    if !test_needs::program(target.cc) {
        return;
    }
    let folder = Folder::new(&[("toy.asn1", TOY)]);
    let caps = ["0%", "100%"];
    let prefixes = ["one_", "two_"];
    let counted: Vec<u64> =
        prefixes.iter().zip(caps).map(|(prefix, cap)| generate(&folder, target, prefix, cap)).collect();
    for (prefix, counted) in prefixes.iter().zip(&counted) {
        let (kept, discarded) = link(folder.path(), target, &[prefix]);
        assert_eq!(discarded, Vec::<String>::new(), "{}: the linker must discard no section", target.cc);
        assert_eq!(kept, *counted, "{} {prefix}: a link must take the bytes that the cap counts", target.cc);
    }
    let (kept, discarded) = link(folder.path(), target, &prefixes);
    assert_eq!(discarded, Vec::<String>::new(), "{}: the linker must discard no section", target.cc);
    assert_eq!(
        kept,
        counted.iter().sum::<u64>(),
        "{} both: a link must take the bytes that the cap counts",
        target.cc
    );
}

#[test]
fn a_link_takes_what_the_cap_counts() {
    check(&HOST);
}

/// An interpreted XDR codec keeps the same promise for every compiler and optimization.
#[test]
fn a_link_takes_all_of_an_interpreted_codec() {
    let specs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../specs/xdr");
    for cc in ["gcc", "clang"] {
        for aim in ["-Os", "-O2"] {
            let cflags = format!("{aim} -fno-asynchronous-unwind-tables -ffunction-sections -fdata-sections");
            if !test_needs::program(cc) {
                continue;
            }
            for spec in ["rmin", "nfs3"] {
                let folder = Folder::new(&[]);
                let path = format!("{specs}/{spec}.x");
                let run = folder.stubc_args(&[
                    &path,
                    "-q",
                    "--technique",
                    "interpreted",
                    "--cc",
                    cc,
                    "--cflags",
                    &cflags,
                ]);
                assert_eq!(run.code, 0, "expected exit code 0: {}", run.err);
                let header = folder.read(&format!("{spec}.h"));
                let called = header.lines().filter_map(|line| {
                    let function = line.strip_prefix("    return ").and_then(|rest| rest.split('(').next());
                    let constant = line.strip_prefix("extern const stubc_root ");
                    Some(format!("-Wl,-u,{}", function.or(constant)?.trim_end_matches(';')))
                });
                let sources = [format!("{spec}.c"), "stubc_rt.c".into()];
                let done = Command::new(cc)
                    .args(cflags.split(' '))
                    .args(["-c", &sources[0], &sources[1]])
                    .current_dir(folder.path())
                    .status();
                assert!(done.expect("the C compiler must start").success(), "{cc} {aim} {spec}");
                let done = Command::new("gcc")
                    .args(["-nostdlib", "-r", "-Wl,--gc-sections", "-Wl,-Map=map", "-o", "linked"])
                    .args(sources.map(|source| source.replace(".c", ".o")))
                    .args(called)
                    .current_dir(folder.path())
                    .status();
                assert!(done.expect("the linker must start").success(), "{cc} {aim} {spec}");
                let map = folder.read("map");
                let (discarded, _) = map
                    .split_once("Memory Configuration")
                    .expect("the linker's map must have the part `Memory Configuration` (GNU ld)");
                let words: Vec<&str> = discarded.split_whitespace().collect();
                let unused = words.windows(3).filter(|words| {
                    let is_code = [".text.", ".rodata.stubc", ".data.rel"]
                        .iter()
                        .any(|kind| words[0].starts_with(kind));
                    is_code && words[1].starts_with("0x") && words[2] != "0x0"
                });
                assert_eq!(unused.count(), 0, "{cc} {aim} {spec}: {discarded}");
            }
        }
    }
}

/// Callers without the header link with functions, which the cap counts on request.
#[test]
fn entry_points_are_functions_where_they_are_asked_for() {
    if !test_needs::program(HOST.cc) {
        return;
    }
    let folder = Folder::new(&[("toy.asn1", TOY)]);
    let with = Target { cflags: "-Os -fno-asynchronous-unwind-tables -Dp_STUBC_ENTRY=", ..HOST };
    let without = Target { cflags: "-Os -fno-asynchronous-unwind-tables", ..HOST };
    let in_line = generate(&folder, &without, "p_", "0%");
    let counted = generate(&folder, &with, "p_", "0%");
    assert!(
        counted >= in_line + 4 * 8,
        "the cap must count entry points that are functions: {counted} bytes with them, {in_line} without"
    );
    let main = "long p_Message_decode(void *value, const void *input, unsigned long length, void *context, void *error);
long p_Message_decode_exact(void *, const void *, unsigned long, void *, void *);
long p_Message_encode(const void *, void *, unsigned long, void *, void *);
long p_Message_encode_tail(const void *, void *, unsigned long, void *, void *, unsigned char **);
int main(void)
{
    unsigned char *start;
    return p_Message_decode(0, 0, 0, 0, 0) != -1 || p_Message_decode_exact(0, 0, 0, 0, 0) != -1 ||
           (long)p_Message_encode == (long)p_Message_encode_tail || !&start;
}
";
    std::fs::write(folder.path().join("main.c"), main).expect("the file must be writable");
    let gcc = |arguments: &[&str]| {
        let done = Command::new(with.cc).args(arguments).current_dir(folder.path()).status();
        assert!(done.expect("the C compiler must start").success(), "{arguments:?}");
    };
    gcc(&["-c", "main.c"]);
    let sources = ["p_toy.c", "p_stubc_rt.c", "main.o", "-o", "program"];
    let arguments: Vec<&str> = with.cflags.split(' ').chain(sources).collect();
    gcc(&arguments);
    let done = Command::new(folder.path().join("program")).status();
    assert!(done.expect("the program must start").success());
}

#[test]
fn a_link_for_a_microcontroller_takes_what_the_cap_counts() {
    check(&CORTEX_M4);
}
