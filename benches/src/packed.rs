//! Bytes and instructions of stubs for packed messages: the tables of `docs/design/per.md` and
//! `docs/design/oer.md`.

use crate::instructions::self_costs;
use crate::sizes::{Gcc, HOST};
use crate::stubs::run;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use stubc::{Cap, Choice, Compiler, OutputFiles, RulesName, Toolchain};

/// A program that converts one message again and again.
const REPEAT: &str = include_str!("../data/repeat.c");

/// What is measured for the document of a rule.
#[derive(Clone, Copy, Debug)]
pub struct Measured {
    /// The document.
    pub document: &'static str,
    /// The section of the document with the plans.
    pub section: &'static str,
    /// The rules of the messages.
    pub rules: RulesName,
    /// The folder of their specification.
    pub specification: &'static str,
    /// The messages: the definition, its name in C, the file, and its bytes.
    pub messages: &'static [(&'static str, &'static str, &'static str, u32)],
    /// The plans: their names, techniques and caps.
    pub plans: &'static [(&'static str, Choice, Option<Cap>)],
    /// Specifications that are all interpreted: their titles, folders, rules and messages; all messages if none is named.
    pub whole: &'static [(&'static str, &'static str, RulesName, &'static [&'static str])],
}

/// PER.
pub const PER: Measured = Measured {
    document: "docs/design/per.md",
    section: "plans",
    rules: RulesName::Uper,
    specification: "specs/asn1/lte-rrc-rel8",
    messages: &[
        (
            "BCCH-DL-SCH-Message",
            "BCCH_DL_SCH_Message",
            "messages/lte-rrc-rel8/0009-BCCH-DL-SCH-Message.uper",
            71,
        ),
        ("DL-DCCH-Message", "DL_DCCH_Message", "messages/lte-rrc-rel8/0011-DL-DCCH-Message.uper", 9),
    ],
    plans: &[
        ("fastest", Choice::Inlined, None),
        ("`--max-size 50%`", Choice::Auto, Some(Cap::Percent(50.0))),
        ("`--max-size 30K`", Choice::Auto, Some(Cap::Bytes(30 << 10))),
        ("interpreted", Choice::Interpreted, None),
    ],
    whole: &[
        ("LTE RRC Rel-8, UPER", "specs/asn1/lte-rrc-rel8", RulesName::Uper, &[]),
        ("LTE RRC, UPER", "specs/asn1/lte-rrc", RulesName::Uper, &[]),
        ("NR RRC, UPER", "specs/packed/nr-rrc", RulesName::Uper, &[]),
        ("S1AP, APER", "specs/asn1/s1ap", RulesName::Aper, &[]),
    ],
};

/// A connection of LTE that is set up.
pub const SETUP: Measured = Measured {
    section: "plans-setup",
    specification: "specs/asn1/lte-rrc",
    messages: &[(
        "DL-CCCH-Message",
        "DL_CCCH_Message",
        "messages/packed/lte-rrc-scat/0016-DL-CCCH-Message.uper",
        29,
    )],
    plans: &THREE,
    whole: &[],
    ..PER
};

/// A map of an intersection.
pub const MAP: Measured = Measured {
    section: "plans-map",
    specification: "specs/packed/its-infrastructure",
    messages: &[("DSRC.MapData", "MapData", "messages/packed/j2735-shared/0001-MapData.uper", 961)],
    ..SETUP
};

/// Messages of S1AP: the set-up of a connection, and the request for a bearer. All values stand in open types.
pub const S1AP: Measured = Measured {
    section: "plans-s1ap",
    rules: RulesName::Aper,
    specification: "specs/asn1/s1ap",
    messages: &[
        ("S1AP-PDU", "S1AP_PDU", "messages/packed/s1ap-nextepc/0001-S1AP-PDU.aper", 35),
        ("S1AP-PDU", "S1AP_PDU", "messages/packed/s1ap-nextepc/0100-S1AP-PDU.aper", 171),
    ],
    ..SETUP
};

/// The plans of tables with one message.
const THREE: [(&str, Choice, Option<Cap>); 3] = [
    ("fastest", Choice::Inlined, None),
    ("`--max-size 50%`", Choice::Auto, Some(Cap::Percent(50.0))),
    ("interpreted", Choice::Interpreted, None),
];

/// The example with messages of vehicles.
pub const CAM: Measured = Measured {
    document: "examples/cam-cortex-m4/README.md",
    section: "plans",
    rules: RulesName::Uper,
    specification: ITS,
    messages: &[
        ("CAM", "CAM", concat!(env!("CARGO_MANIFEST_DIR"), "/../specs/its/messages/0001-car.uper"), 42),
        ("CAM", "CAM", concat!(env!("CARGO_MANIFEST_DIR"), "/../specs/its/messages/0002-car-path.uper"), 107),
    ],
    plans: &[
        ("fastest", Choice::Inlined, None),
        ("`--max-size 50%`", Choice::Auto, Some(Cap::Percent(50.0))),
        ("interpreted", Choice::Interpreted, None),
    ],
    whole: &[("UPER", ITS, RulesName::Uper, &["CAM"]), ("BER", ITS, RulesName::Ber, &["CAM"])],
};

/// A specification of the repository.
const ITS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../specs/its");

/// OER.
pub const OER: Measured = Measured {
    document: "docs/design/oer.md",
    section: "plans",
    rules: RulesName::Coer,
    specification: "specs/packed/ieee1609-2",
    messages: &[
        (
            "Ieee1609Dot2Data",
            "Ieee1609Dot2Data",
            "messages/packed/ieee1609-2-misc/0006-Ieee1609Dot2Data.coer",
            205,
        ),
        (
            "Ieee1609Dot2Data",
            "Ieee1609Dot2Data",
            "messages/packed/ieee1609-2-misc/0007-Ieee1609Dot2Data.coer",
            228,
        ),
    ],
    plans: &[
        ("fastest", Choice::Inlined, None),
        ("`--max-size 50%`", Choice::Auto, Some(Cap::Percent(50.0))),
        ("`--max-size 12K`", Choice::Auto, Some(Cap::Bytes(12 << 10))),
        ("interpreted", Choice::Interpreted, None),
    ],
    whole: &[
        ("COER", "specs/packed/ieee1609-2", RulesName::Coer, &["Ieee1609Dot2Data"]),
        ("OER", "specs/packed/ieee1609-2", RulesName::Oer, &["Ieee1609Dot2Data"]),
        ("BER", "specs/packed/ieee1609-2", RulesName::Ber, &["Ieee1609Dot2Data"]),
    ],
};

/// The compiler of a Cortex-M4.
pub const CORTEX_M4: Gcc =
    Gcc { program: "arm-none-eabi-gcc", flags: &["-Os", "-mcpu=cortex-m4", "-mthumb"] };

/// Passes of the two runs, between which the cost of starting cancels out.
const PASSES: [u64; 2] = [10, 60];

/// Returns a compiler with the specifications of a folder.
fn compiler(folder: &Path, rules: RulesName, pdus: &[&str]) -> Result<Compiler<'static>, String> {
    let mut compiler = Compiler::new().rules(rules).name("packed");
    for file in crate::family::specification_files(folder) {
        let text = std::fs::read(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        compiler = compiler.spec(file.display().to_string(), String::from_utf8_lossy(&text));
    }
    Ok(pdus.iter().fold(compiler, |compiler, pdu| compiler.pdu(*pdu)))
}

/// Returns the table of plans, or of those whose name has `only`: bytes, and the instructions of each message in both
/// directions.
///
/// # Errors
/// The output of stubc, of the compiler or of valgrind.
pub fn plans(measured: &Measured, shared: &Path, only: &str) -> Result<String, String> {
    let columns = measured
        .messages
        .iter()
        .map(|(.., octets)| format!(" decode, {octets} bytes | encode, {octets} bytes |"));
    let columns: String = columns.collect();
    let mut rows =
        format!("| plan | bytes |{columns}\n|---|---|{}\n", "---|---|".repeat(measured.messages.len()));
    let mut pdus: Vec<&str> = measured.messages.iter().map(|message| message.0).collect();
    pdus.dedup();
    for (name, choice, cap) in measured.plans.iter().filter(|(name, ..)| name.contains(only)) {
        let mut compiler = compiler(&shared.join(measured.specification), measured.rules, &pdus)?
            .choice(choice.clone())
            .toolchain(&HOST);
        if let Some(cap) = cap {
            compiler = compiler.max_size(*cap);
        }
        let compiled = compiler.compile().map_err(|error| format!("{name}: {error}"))?;
        rows += &format!("| {name} | {} |", compiled.report.size.total);
        for (_, message, file, _) in measured.messages {
            for count in instructions(&compiled.files, message, &shared.join(file))? {
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
pub fn sizes(measured: &Measured, shared: &Path) -> Result<String, String> {
    let what = if measured.whole.iter().all(|whole| whole.3.is_empty()) { "all messages" } else { "rules" };
    let mut rows = format!(
        "| {what}, Cortex-M4 -Os | runtime | tables | all | commands | entropy of order 0 | of order 1 |\n\
         |---|---|---|---|---|---|---|\n"
    );
    for (title, folder, rules, pdus) in measured.whole {
        let compiler =
            compiler(&shared.join(folder), *rules, pdus)?.choice(Choice::Interpreted).toolchain(&CORTEX_M4);
        let compiled = compiler.compile().map_err(|error| format!("{title}: {error}"))?;
        let size = &compiled.report.size;
        rows += &format!("| {title} | {} | {} | {} |", size.runtime, size.generated, size.total);
        if *rules == RulesName::Ber {
            rows += " | | |\n";
            continue;
        }
        let commands = commands(&compiled.files)?;
        rows += &format!(
            " {} | {:.0} | {:.0} |\n",
            commands.len(),
            entropy(&commands, |_| 0),
            entropy(&commands, |before| before)
        );
    }
    Ok(rows)
}

/// Returns the commands that a Cortex-M4 has of generated C.
fn commands(files: &OutputFiles) -> Result<Vec<u8>, String> {
    let told = |error: std::io::Error| error.to_string();
    let folder = tempfile::tempdir().map_err(told)?;
    let (object, commands) = (folder.path().join("object.o"), folder.path().join("commands"));
    for own in CORTEX_M4.compile(files, &["-fdata-sections"]).map_err(|error| error.to_string())? {
        std::fs::write(&object, own.data).map_err(told)?;
        let mut copy = Command::new("arm-none-eabi-objcopy");
        copy.args(["-O", "binary", "-j", ".rodata.stubc_programs"]).args([&object, &commands]);
        run(&mut copy)?;
        match std::fs::read(&commands) {
            Ok(octets) if !octets.is_empty() => return Ok(octets),
            _ => {}
        }
    }
    Err("no object has commands".to_owned())
}

/// Returns the bytes that the commands would have if a byte took as many bits as its frequency among those with the same
/// context; `context` makes it of the byte before.
fn entropy(commands: &[u8], context: impl Fn(u8) -> u8) -> f64 {
    let before = std::iter::once(0).chain(commands.iter().copied());
    let mut counts: BTreeMap<u8, BTreeMap<u8, f64>> = BTreeMap::new();
    for (before, own) in before.zip(commands) {
        *counts.entry(context(before)).or_default().entry(*own).or_default() += 1.0;
    }
    let bits = counts.values().map(|counts| {
        let all: f64 = counts.values().sum();
        counts.values().map(|count| count * (all / count).log2()).sum::<f64>()
    });
    bits.sum::<f64>() / 8.0
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
