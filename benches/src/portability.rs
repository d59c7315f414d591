//! Replays messages on other machines and with other compilers: answers must equal those of x86-64, byte for byte.

use crate::family::FAMILIES;
use crate::plans;
use crate::stubs::{answers, build};
use crate::subject::{Record, Subject};
use crate::{damage, stubs};
use codegen::{Model, Rules, Techniques};
use std::process::Command;

/// A compiler, its flags, and the emulator that runs its programs.
#[derive(Clone, Copy, Debug)]
pub struct Machine {
    /// Its name in the table.
    pub name: &'static str,
    /// The compiler.
    pub cc: &'static str,
    /// Its flags.
    pub flags: &'static [&'static str],
    /// The emulator; empty if the programs run here.
    pub emulator: &'static str,
    /// The Debian packages of compiler and emulator.
    pub packages: &'static str,
}

const fn here(name: &'static str, cc: &'static str, flags: &'static [&'static str]) -> Machine {
    Machine { name, cc, flags, emulator: "", packages: "gcc clang gcc-12-multilib" }
}

const fn emulated(
    name: &'static str,
    cc: &'static str,
    emulator: &'static str,
    packages: &'static str,
) -> Machine {
    Machine { name, cc, flags: &["-O2", "-static"], emulator, packages }
}

/// The machine that the others are compared with.
pub const REFERENCE: Machine = here("x86-64, gcc -O2", "gcc", &["-O2"]);

/// The machines.
pub const MACHINES: &[Machine] = &[
    here("x86-64, gcc -O0", "gcc", &["-O0"]),
    here("x86-64, gcc -O1", "gcc", &["-O1"]),
    here("x86-64, gcc -O3", "gcc", &["-O3"]),
    here("x86-64, gcc -Os", "gcc", &["-Os"]),
    here("x86-64, gcc -O2 -flto", "gcc", &["-O2", "-flto"]),
    here("x86-64, clang -O0", "clang", &["-O0"]),
    here("x86-64, clang -O2", "clang", &["-O2"]),
    here("x86, gcc -O2 -m32", "gcc", &["-O2", "-m32"]),
    emulated(
        "s390x (big-endian, 64 bits)",
        "s390x-linux-gnu-gcc",
        "qemu-s390x",
        "gcc-s390x-linux-gnu libc6-dev-s390x-cross qemu-user",
    ),
    emulated(
        "MIPS (big-endian, 32 bits)",
        "mips-linux-gnu-gcc",
        "qemu-mips",
        "gcc-mips-linux-gnu libc6-dev-mips-cross qemu-user",
    ),
    emulated(
        "Arm (32 bits)",
        "arm-linux-gnueabihf-gcc",
        "qemu-arm",
        "gcc-arm-linux-gnueabihf libc6-dev-armhf-cross qemu-user",
    ),
];

/// Messages of a family, at most: captured, random, and damaged ones.
const MESSAGES: usize = 300;

/// The comparison of one machine.
#[derive(Clone, Debug, Default)]
pub struct Compared {
    /// Messages that gave equal answers, over all families and plans.
    pub messages: usize,
    /// Differences: the first of each family and plan.
    pub differences: Vec<String>,
}

/// Returns whether compiler and emulator run.
pub fn is_there(machine: &Machine) -> bool {
    let runs = |program: &str| Command::new(program).arg("--version").output().is_ok();
    runs(machine.cc) && (machine.emulator.is_empty() || runs(machine.emulator))
}

/// Compares machines over all families whose title contains one of the names in `only`, which commas separate, under the rules
/// of their messages; `told` hears of each family.
///
/// # Errors
/// The output of a compiler or a program.
pub fn compare(
    machines: &[&Machine],
    only: &str,
    told: &mut dyn FnMut(&str),
) -> Result<Vec<Compared>, String> {
    let mut all = vec![Compared::default(); machines.len()];
    for family in FAMILIES.iter().filter(|family| only.split(',').any(|name| family.title().contains(name))) {
        let Some(subject) = Subject::load_once(family) else { continue };
        let mut rules = vec![subject.rules()];
        // A specification that every packed rule encodes, too.
        if family.specs == "ldap" {
            rules.extend([Rules::Uper, Rules::Aper, Rules::Oer, Rules::Coer]);
        }
        for rules in rules {
            let model = subject.model(subject.options(rules));
            let records = records(&subject, rules);
            for (name, plan) in
                [("interpreted", plans::interpreted(&model)), ("mixed", plans::random(&model, 1))]
            {
                let expected = run(&REFERENCE, &model, &plan, &records)?;
                for (machine, compared) in machines.iter().zip(&mut all) {
                    let found = run(machine, &model, &plan, &records)?;
                    let title = format!("{}, {rules:?}, {name}", family.title());
                    add(compared, &title, &records, &expected, &found);
                }
            }
            told(&format!("{}, {rules:?}: {} messages", family.title(), records.len()));
        }
    }
    Ok(all)
}

fn records(subject: &Subject, rules: Rules) -> Vec<Record> {
    let mut records = subject.random_records(&subject.codec(rules), MESSAGES / 3, 1);
    if rules == subject.rules() {
        records.extend(subject.spread(MESSAGES / 3));
    }
    if matches!(rules, Rules::Ber | Rules::Der) {
        records.extend(damage::structural(&records.clone(), MESSAGES / 3, 1));
    } else {
        let mut cut = records.clone();
        for record in &mut cut {
            let length = record.octets.len();
            record.octets.truncate(length - length.min(1 + length / 3));
        }
        records.extend(cut);
    }
    records
}

/// Returns the answers of the stubs to each message, without the bytes of the arena, which depend on the size of pointers.
fn run(
    machine: &Machine,
    model: &Model<'_>,
    plan: &Techniques,
    records: &[Record],
) -> Result<Vec<String>, String> {
    let program = build(model, plan, machine.cc, machine.flags)?.folder().join("harness");
    let command = match machine.emulator {
        "" => Command::new(program),
        emulator => {
            let mut command = Command::new(emulator);
            command.arg(program);
            command
        }
    };
    let input = stubs::input(records.iter().map(|record| (record.root, record.octets.as_slice())));
    let answers = answers(command, input?).map_err(|error| format!("{}: {}", machine.name, error.text))?;
    let without_arena = |answer: String| match answer.rsplit_once(",\"arena\":") {
        Some((rest, _)) => rest.to_owned(),
        None => answer,
    };
    Ok(answers.into_iter().map(without_arena).collect())
}

fn add(compared: &mut Compared, title: &str, records: &[Record], expected: &[String], found: &[String]) {
    let differs = |at: &usize| expected.get(*at) != found.get(*at);
    match (0..records.len()).find(differs) {
        None => compared.messages += records.len(),
        Some(at) => {
            let of = |answers: &[String]| answers.get(at).cloned().unwrap_or_default();
            let (expected, found) = (of(expected), of(found));
            compared.differences.push(format!("{title}, {}: {expected}, but {found}", records[at].title));
        }
    }
}
