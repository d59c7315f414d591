//! Draws figure 1 of the paper of 1997 for every family beside the repository.
//!
//! `figure1 [NAME ...] [--write] [--by-size | --beside-1997 | --packed]` sweeps the messages of these types (names as in the tables), or
//! of all. `--write` writes tables and pictures to `benches/figure1.md` and `benches/figure1/`. `--by-size`
//! places points by the size of the object code instead of the share of compiled code, in a separate section
//! without pictures. `--beside-1997` sweeps at 25 and 50 % by both placings, and `--write` then writes the
//! comparison with the paper to `benches/report.md`. `--packed` sweeps the messages of packed rules, in a section of their
//! own. It runs the binary `stubc` beside this program: build it with the same profile first.

use std::path::Path;
use std::process::ExitCode;
use stubc_benches::console::{ended, say, stubc_beside};
use stubc_benches::figure1::{Case, POINTS, POINTS_OF_1997, Placing, beside_1997, summary};
use stubc_benches::report;

fn main() -> ExitCode {
    ended(sweep())
}

fn sweep() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (options, names): (Vec<_>, Vec<_>) = arguments.into_iter().partition(|word| word.starts_with("--"));
    let stubc = stubc_beside()?;
    let is_packed = options.iter().any(|option| option == "--packed");
    let cases = if is_packed { Case::packed() } else { Case::all() };
    if cases.is_empty() {
        say("skipped: the messages are not beside the repository");
        return Ok(());
    }
    let given = |name: &str| options.iter().any(|option| option == name);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let chosen = cases.iter().filter(|case| names.is_empty() || names.contains(&case.name));
    if given("--beside-1997") {
        let mut swept = Vec::new();
        for case in chosen {
            for placing in [Placing::Size, Placing::Compiled] {
                swept.push(case.sweep(&stubc, placing, POINTS_OF_1997)?);
            }
        }
        let table = beside_1997(&swept);
        say(&table);
        return if given("--write") {
            report::replace(&folder.join("report.md"), "beside-1997", &table)
        } else {
            Ok(())
        };
    }
    let placing = if given("--by-size") { Placing::Size } else { Placing::Compiled };
    let mut swept = Vec::new();
    for case in chosen {
        let done = case.sweep(&stubc, placing, POINTS)?;
        say(&done.table());
        swept.push(done);
    }
    let table = summary(&swept);
    say(&table);
    if given("--write") {
        let pictures = folder.join("figure1");
        std::fs::create_dir_all(&pictures).map_err(|error| error.to_string())?;
        let mut text = table;
        for done in &swept {
            text += &format!("\n{}", done.table());
            if placing == Placing::Compiled {
                let picture = pictures.join(format!("{}.svg", done.name));
                std::fs::write(picture, done.chart().draw().file()).map_err(|error| error.to_string())?;
            }
        }
        let section = match placing {
            Placing::Size => "figure1-by-size",
            Placing::Compiled if is_packed => "figure1-packed",
            Placing::Compiled => "figure1",
        };
        report::replace(&folder.join("figure1.md"), section, &text)?;
    }
    Ok(())
}
