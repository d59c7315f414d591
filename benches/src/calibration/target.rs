//! The calibrated targets: how stubs are built for each, and how instructions are counted.

use std::process::Command;

/// A target of the calibration.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its file in `crates/codegen/src/cost/times`, without the extension: the machine, and the optimization
    /// level unless it is -Os.
    pub name: &'static str,
    /// Its compiler.
    pub cc: &'static str,
    /// The compiler's flags.
    pub cflags: &'static [&'static str],
    /// Flags to link a program without an operating system.
    pub link: &'static [&'static str],
    /// QEMU's user emulation; callgrind if `None`.
    pub emulator: Option<&'static str>,
}

const HOST: Target = Target { name: "x86-64", cc: "cc", cflags: &["-Os"], link: &[], emulator: None };
const ARM: Target =
    Target { cc: "arm-none-eabi-gcc", link: &["-nostartfiles"], emulator: Some("qemu-arm"), ..HOST };

/// All targets; the first is the host.
pub const TARGETS: [Target; 5] = [
    HOST,
    Target { name: "x86-64-o2", cflags: &["-O2"], ..HOST },
    Target { name: "cortex-m4", cflags: &["-Os", "-mcpu=cortex-m4", "-mthumb"], ..ARM },
    Target { name: "cortex-m0", cflags: &["-Os", "-mcpu=cortex-m0", "-mthumb"], ..ARM },
    Target {
        name: "rv32imac",
        cc: "riscv64-unknown-elf-gcc",
        cflags: &["-Os", "-march=rv32imac", "-mabi=ilp32", "--specs=picolibc.specs"],
        link: &["-nostartfiles", "-Wl,--defsym=__flash_size=0x1000000,--defsym=__ram_size=0x4000000"],
        emulator: Some("qemu-riscv32"),
    },
];

impl Target {
    /// Returns the name in its table: `codegen::cost::About::target`.
    pub fn title(&self) -> String {
        let machine = match self.name {
            "cortex-m4" => "Cortex-M4",
            "cortex-m0" => "Cortex-M0",
            "x86-64-o2" => "x86-64",
            name => name,
        };
        format!("{machine} {}", self.cflags[0])
    }

    /// Returns the target of this name.
    pub fn named(name: &str) -> Option<Self> {
        TARGETS.into_iter().find(|target| target.name == name)
    }

    /// Returns the names of Debian packages that are missing for it.
    pub fn missing(&self) -> Vec<&'static str> {
        let runs = |program: &str| {
            Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
        };
        // A library has no program: the check looks for its header or specs file.
        let compiles = |text: &str| {
            let mut command = Command::new(self.cc);
            command.args(self.cflags).args(["-include", text, "-E", "-x", "c", "/dev/null"]);
            command.output().is_ok_and(|output| output.status.success())
        };
        let mut missing = Vec::new();
        let mut need = |there: bool, package: &'static str| missing.extend((!there).then_some(package));
        need(self.emulator.is_some() || runs("valgrind"), "valgrind");
        need(self.emulator.is_none_or(runs), "qemu-user");
        let (compiler, library) = match self.cc {
            "arm-none-eabi-gcc" => ("gcc-arm-none-eabi", Some("libnewlib-arm-none-eabi")),
            "riscv64-unknown-elf-gcc" => ("gcc-riscv64-unknown-elf", Some("picolibc-riscv64-unknown-elf")),
            _ => ("gcc", None),
        };
        need(runs(self.cc), compiler);
        if let Some(library) = library.filter(|_| runs(self.cc)) {
            need(compiles("string.h"), library);
        }
        // The counter is built for the host.
        need(self.emulator.is_none() || runs("cc"), "gcc");
        missing
    }
}
