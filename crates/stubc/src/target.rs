//! Finds the target by the compiler's predefined macros, and the stored times nearest to it.

use crate::toolchain::Toolchain;
use codegen::OutputFiles;
use codegen::cost::Times;

/// The mark before the target's name in the object.
const MARK: &[u8] = b"stubc-target:";

/// The chosen times of the cost model, with the target that the compiler names.
#[derive(Clone, Debug, PartialEq)]
pub struct Timed {
    /// The times.
    pub times: &'static Times,
    /// The target named by the compiler's macros; `None` without a compiler or an answer.
    pub target: Option<String>,
}

impl Timed {
    /// Asks the compiler for its target, and chooses the times.
    pub fn of(toolchain: Option<&dyn Toolchain>) -> Self {
        let target = toolchain.and_then(asked);
        let times = target.as_deref().map_or_else(Times::standard, nearest);
        Self { times, target }
    }

    /// Returns the times of code for size.
    pub fn for_size(&self) -> &'static Times {
        let target = self.target.as_deref().unwrap_or(&self.times.about.target);
        nearest(&target.replace(" -O2", " -Os"))
    }

    /// Returns whether the times were fitted to this very target.
    pub fn is_fitted(&self) -> bool {
        self.target.as_ref() == Some(&self.times.about.target)
    }

    /// Returns the source of the times and their errors, as text.
    pub fn told(&self) -> String {
        let about = &self.times.about;
        let percent = |share: f64| format!("{:.0} %", share * 100.0);
        let (median, nine_in_ten) = (percent(about.median_error), percent(about.nine_in_ten));
        let errors = format!("median error {median}, nine in ten below {nine_in_ten}");
        match &self.target {
            Some(target) if self.is_fitted() => format!("modelled for {target}; {errors}"),
            Some(target) => {
                format!(
                    "estimated with {}, the measured target nearest to {target}; there {errors}",
                    about.target
                )
            }
            None => {
                format!("estimated with {}, as no compiler named its target; there {errors}", about.target)
            }
        }
    }
}

/// Returns the compiler's target; `None` if it cannot compile the probe. If the compiler cannot run at all, later
/// builds report the error.
fn asked(toolchain: &dyn Toolchain) -> Option<String> {
    let question =
        OutputFiles { files: vec![("stubc_target.c".to_owned(), include_str!("target.c").to_owned())] };
    let objects = toolchain.compile(&question, &[]).ok()?;
    let data = &objects.first()?.data;
    let at = data.windows(MARK.len()).position(|window| window == MARK)? + MARK.len();
    let name: Vec<u8> = data[at..].iter().copied().take_while(|octet| *octet != 0).collect();
    String::from_utf8(name).ok()
}

/// Returns the times of a target, or of the nearest one: the same instruction set first, then the same
/// optimization.
fn nearest(target: &str) -> &'static Times {
    let (machine, optimization) = target.split_once(' ').unwrap_or((target, ""));
    // AVR and MSP430 are nearest to the smallest Thumb: two operands, eight low registers.
    let machine = match machine {
        "Thumb-1" | "AVR" | "MSP430" => "Cortex-M0",
        "Thumb-2" | "ARM" => "Cortex-M4",
        "rv32" | "rv64" => "rv32imac",
        "Cortex-M0" | "Cortex-M4" | "rv32imac" => machine,
        _ => "x86-64",
    };
    let wanted = format!("{machine} {optimization}");
    let of_machine =
        || Times::all().iter().find(|times| times.about.target.split(' ').next() == Some(machine));
    Times::of(&wanted).or_else(of_machine).unwrap_or_else(Times::standard)
}

#[cfg(test)]
mod tests {
    use super::{Timed, nearest};
    use crate::toolchain::{Object, Toolchain, ToolchainError};
    use codegen::OutputFiles;
    use codegen::cost::Times;

    /// A compiler whose objects hold a text.
    struct Says(Option<&'static str>);

    impl Toolchain for Says {
        fn describe(&self) -> String {
            String::new()
        }

        fn compile(&self, files: &OutputFiles, _: &[&str]) -> Result<Vec<Object>, ToolchainError> {
            let refused = || ToolchainError { message: "no".to_owned(), output: String::new() };
            let text = self.0.ok_or_else(refused)?;
            let source = files.files[0].0.clone();
            let data = format!("\u{7f}ELF..{text}\0more").into_bytes();
            Ok(vec![Object { source, data, calls: String::new() }])
        }
    }

    #[test]
    fn every_target_that_was_measured_is_its_own() {
        for times in Times::all() {
            assert_eq!(&nearest(&times.about.target).about.target, &times.about.target);
        }
    }

    #[test]
    fn others_get_the_nearest_with_a_word() {
        for (target, like) in [
            ("AVR -Os", "Cortex-M0 -Os"),
            ("Cortex-M4 -O2", "Cortex-M4 -Os"),
            ("AArch64 -O2", "x86-64 -O2"),
            ("AArch64 -Os", "x86-64 -Os"),
            ("x86-64 -O0", "x86-64 -Os"),
            ("rv64 -Os", "rv32imac -Os"),
            ("other -Os", "x86-64 -Os"),
        ] {
            assert_eq!(nearest(target).about.target, like, "{target}");
            let timed = Timed { times: nearest(target), target: Some(target.to_owned()) };
            assert!(!timed.is_fitted());
            assert!(
                timed
                    .told()
                    .starts_with(&format!("estimated with {like}, the measured target nearest to {target};"))
            );
        }
    }

    #[test]
    fn the_compiler_is_asked() {
        let timed = Timed::of(Some(&Says(Some("stubc-target:Cortex-M4 -Os"))));
        assert!(timed.is_fitted());
        assert!(timed.told().starts_with("modelled for Cortex-M4 -Os; median error "), "{}", timed.told());
        for says in [Says(None), Says(Some("nothing"))] {
            assert_eq!(Timed::of(Some(&says)).target, None);
        }
        let without = Timed::of(None);
        assert_eq!(without.times, Times::standard());
        assert!(without.told().starts_with("estimated with x86-64 -Os, as no compiler "));
    }
}
