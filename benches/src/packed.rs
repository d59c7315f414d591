//! Bytes and instructions of stubs for packed messages: the tables of `docs/design/per.md`.

use crate::instructions::self_costs;
use crate::sizes::{Gcc, HOST};
use crate::stubs::run;
use std::path::{Path, PathBuf};
use std::process::Command;
use stubc::{Cap, Choice, Compiler, OutputFiles, RulesName};

/// A program that converts one message again and again.
const REPEAT: &str = include_str!("../data/repeat.c");

/// The messages: the definition, its name in C, and the file in `messages/lte-rrc-rel8`.
pub const MESSAGES: [(&str, &str, &str); 2] = [
    ("BCCH-DL-SCH-Message", "BCCH_DL_SCH_Message", "0009-BCCH-DL-SCH-Message.uper"),
    ("DL-DCCH-Message", "DL_DCCH_Message", "0011-DL-DCCH-Message.uper"),
];

/// The compiler of a Cortex-M4.
pub const CORTEX_M4: Gcc =
    Gcc { program: "arm-none-eabi-gcc", flags: &["-Os", "-mcpu=cortex-m4", "-mthumb"] };

/// The plans of the first table: their names, techniques and caps.
pub const PLANS: [(&str, Choice, Option<Cap>); 4] = [
    ("fastest", Choice::Inlined, None),
    ("`--max-size 50%`", Choice::Auto, Some(Cap::Percent(50.0))),
    ("`--max-size 30K`", Choice::Auto, Some(Cap::Bytes(30 << 10))),
    ("interpreted", Choice::Interpreted, None),
];

/// The specifications of the second table, all interpreted: their titles, folders and rules.
pub const WHOLE: [(&str, &str, RulesName); 2] = [
    ("LTE RRC Rel-8, UPER", "specs/asn1/lte-rrc-rel8", RulesName::Uper),
    ("S1AP, APER", "specs/asn1/s1ap", RulesName::Aper),
];

/// Passes of the two runs, between which the cost of starting cancels out.
const PASSES: [u64; 2] = [10, 60];

/// Returns a compiler with the specifications of a folder.
fn compiler(folder: &Path, rules: RulesName) -> Result<Compiler<'static>, String> {
    let mut compiler = Compiler::new().rules(rules).name("packed");
    for file in crate::family::specification_files(folder) {
        let text = std::fs::read(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        compiler = compiler.spec(file.display().to_string(), String::from_utf8_lossy(&text));
    }
    Ok(compiler)
}

/// Returns the table of plans, or of those whose name has `only`: bytes, and the instructions of each message in both
/// directions.
///
/// # Errors
/// The output of stubc, of the compiler or of valgrind.
pub fn plans(shared: &Path, only: &str) -> Result<String, String> {
    let mut rows = String::from(
        "| plan | bytes | decode, 71 bytes | encode, 71 bytes | decode, 9 bytes | encode, 9 bytes |\n|---|---|---|---|---|---|\n",
    );
    for (name, choice, cap) in PLANS.into_iter().filter(|(name, ..)| name.contains(only)) {
        let mut compiler = compiler(&shared.join("specs/asn1/lte-rrc-rel8"), RulesName::Uper)?
            .choice(choice)
            .toolchain(&HOST);
        for (pdu, ..) in MESSAGES {
            compiler = compiler.pdu(pdu);
        }
        if let Some(cap) = cap {
            compiler = compiler.max_size(cap);
        }
        let compiled = compiler.compile().map_err(|error| format!("{name}: {error}"))?;
        rows += &format!("| {name} | {} |", compiled.report.size.total);
        for (_, message, file) in MESSAGES {
            let file = shared.join("messages/lte-rrc-rel8").join(file);
            for count in instructions(&compiled.files, message, &file)? {
                rows += &format!(" {count:.0} |");
            }
        }
        rows.push('\n');
    }
    Ok(rows)
}

/// Returns the table of interpreted specifications: the bytes of runtime and tables on a Cortex-M4.
///
/// # Errors
/// The output of stubc or of the compiler.
pub fn sizes(shared: &Path) -> Result<String, String> {
    let mut rows =
        String::from("| all messages, Cortex-M4 -Os | runtime | tables | all |\n|---|---|---|---|\n");
    for (title, folder, rules) in WHOLE {
        let compiler =
            compiler(&shared.join(folder), rules)?.choice(Choice::Interpreted).toolchain(&CORTEX_M4);
        let compiled = compiler.compile().map_err(|error| format!("{title}: {error}"))?;
        let size = &compiled.report.size;
        rows += &format!("| {title} | {} | {} | {} |\n", size.runtime, size.generated, size.total);
    }
    Ok(rows)
}

/// Returns the instructions of decoding and of encoding a message, by callgrind.
fn instructions(files: &OutputFiles, message: &str, octets: &Path) -> Result<[f64; 2], String> {
    let told = |error: std::io::Error| error.to_string();
    let folder = tempfile::tempdir().map_err(told)?;
    for (name, text) in &files.files {
        std::fs::write(folder.path().join(name), text).map_err(told)?;
    }
    std::fs::write(folder.path().join("repeat.c"), REPEAT).map_err(told)?;
    let defined = ["", "_decode", "_encode"]
        .iter()
        .zip(["TYPE", "DECODE", "ENCODE"])
        .map(|(suffix, name)| format!("-D{name}={message}{suffix}"));
    let sources = files.files.iter().map(|file| &file.0).filter(|name| name.ends_with(".c"));
    let mut command = Command::new("cc");
    command.args(["-Os", "-w", "-o", "repeat", "repeat.c"]).args(sources).args(defined);
    run(command.current_dir(folder.path()))?;
    let mut means = [0.0; 2];
    for (direction, mean) in ["decode", "encode"].iter().zip(&mut means) {
        let mut costs = [0; 2];
        for (passes, cost) in PASSES.iter().zip(&mut costs) {
            *cost = callgrind(folder.path(), octets, *passes, direction)?;
        }
        *mean = (costs[1] - costs[0]) as f64 / (PASSES[1] - PASSES[0]) as f64;
    }
    Ok(means)
}

fn callgrind(folder: &Path, octets: &Path, passes: u64, direction: &str) -> Result<u64, String> {
    let out: PathBuf = folder.join("callgrind.out");
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", "--quiet"]).arg(format!("--callgrind-out-file={}", out.display()));
    command.arg(folder.join("repeat")).arg(octets).arg(passes.to_string()).arg(direction);
    run(&mut command)?;
    let text = std::fs::read_to_string(&out).map_err(|error| error.to_string())?;
    Ok(self_costs(&text).iter().map(|(_, cost)| cost).sum())
}
