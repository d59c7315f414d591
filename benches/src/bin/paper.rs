//! Measures the tables and figures of the paper of 1997, and prints them with the paper's numbers.
//!
//! `paper bytes | ranks | speed [--write] [--from-data]`: `--write` writes the data to `benches/data`, the table to
//! `benches/paper.md` and the pictures to `benches/figure2`. `--from-data` measures nothing, and makes table and
//! pictures from the data.

use std::path::Path;
use std::process::ExitCode;
use stubc_benches::console::{ended, say};
use stubc_benches::paper::data::Data;
use stubc_benches::paper::{bytes, ranks, speed};
use stubc_benches::report;

fn main() -> ExitCode {
    ended(run())
}

fn run() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let given = |name: &str| arguments.iter().any(|argument| argument == name);
    let wanted = ["bytes", "ranks", "speed"].into_iter().find(|name| given(name));
    let name = wanted.ok_or("usage: paper bytes | ranks | speed [--write] [--from-data]")?;
    let measured = match name {
        _ if given("--from-data") => Some(Data::read(name)?),
        "bytes" => bytes::measure()?,
        "ranks" => Some(ranks::measure()),
        _ => Some(speed::measure()?),
    };
    let Some(data) = measured.filter(|data| !data.rows.is_empty()) else {
        say("skipped: the specifications and messages are not beside the repository");
        return Ok(());
    };
    let table = match name {
        "bytes" => bytes::table(&data)?,
        "ranks" => ranks::table(&data)?,
        _ => speed::table(&data)?,
    };
    say(&table);
    if !given("--write") {
        return Ok(());
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    if !given("--from-data") {
        data.write(name)?;
    }
    if name == "ranks" {
        let pictures = folder.join("figure2");
        std::fs::create_dir_all(&pictures).map_err(|error| error.to_string())?;
        for (name, chart) in ranks::pictures(&data)? {
            let place = pictures.join(format!("{name}.svg"));
            std::fs::write(&place, chart.draw().file())
                .map_err(|error| format!("{}: {error}", place.display()))?;
        }
    }
    report::replace(&folder.join("paper.md"), name, &table)
}
