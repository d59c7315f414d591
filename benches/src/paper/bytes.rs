//! Table 2: bytes of interpreted and compiled code for the four applications of 1997.

use super::data::{Data, number};
use crate::console::stubc_beside;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// An application of the paper.
struct Application {
    name: &'static str,
    /// Its specification, in the folder of specifications beside the repository.
    file: &'static str,
    /// Its root; none for the default roots.
    root: Option<&'static str>,
    /// Kilobytes of commands and of compiled code in 1997.
    in_1997: [u32; 2],
}

const APPLICATIONS: [Application; 4] = [
    Application {
        name: "X.400",
        file: "x400/MTSTransferProtocol.asn1",
        root: Some("MTSTransferProtocol.MTS-APDU"),
        in_1997: [9, 37],
    },
    Application {
        name: "Z39.50",
        file: "z3950/z3950v3.asn",
        root: Some("Z39-50-APDU-1995.PDU"),
        in_1997: [17, 51],
    },
    Application { name: "FTAM", file: "ftam/ISO8571-FTAM.asn1", root: Some("PDU"), in_1997: [18, 103] },
    Application { name: "X.500", file: "x400/DirectoryAbstractService.asn1", root: None, in_1997: [18, 137] },
];

/// Kilobytes of the interpreter in 1997.
const INTERPRETER_IN_1997: u32 = 8;

/// Measures the bytes of all applications with `cc -Os`. `None` without the specifications.
///
/// # Errors
/// The output of stubc.
pub fn measure() -> Result<Option<Data>, String> {
    let Some(shared) = test_needs::shared() else { return Ok(None) };
    let stubc = stubc_beside()?;
    // As in 1997, values whose type another field chooses stay as they are.
    let settings = tempfile::tempdir().map_err(|error| error.to_string())?;
    let config = settings.path().join("config.toml");
    std::fs::write(&config, "open-types = \"slice\"\n").map_err(|error| error.to_string())?;
    let imported = shared.join("specs/asn1/x400");
    let mut data = Data::new(&["application", "technique", "generated", "runtime"]);
    for technique in ["interpreted", "compiled"] {
        let mut build = String::from("[build]\n");
        for (at, application) in APPLICATIONS.iter().enumerate() {
            let file = shared.join("specs/asn1").join(application.file);
            let mut command = Command::new(&stubc);
            command.arg(&file).args(["--technique", technique, "--include"]).arg(&imported);
            command.arg("--config").arg(&config);
            command.args(application.root.iter().flat_map(|root| ["--pdu", root]));
            let [generated, runtime] = bytes(&mut command)?;
            data.rows.push([application.name, technique, &generated, &runtime].map(str::to_owned).into());
            let roots = application.root.map(|root| format!("pdu = [\"{root}\"]\n")).unwrap_or_default();
            let _ = write!(
                build,
                "[[specification]]\nname = \"of{at}\"\nprefix = \"p{at}_\"\nfiles = [{:?}]\ninclude = [{:?}]\nconfig = {:?}\n{roots}",
                file.display().to_string(),
                imported.display().to_string(),
                config.display().to_string()
            );
        }
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let file = folder.path().join("stubc.toml");
        std::fs::write(&file, build).map_err(|error| error.to_string())?;
        let [generated, runtime] =
            bytes(Command::new(&stubc).arg("build").arg(&file).args(["--technique", technique]))?;
        data.rows.push(["all", technique, &generated, &runtime].map(str::to_owned).into());
    }
    Ok(Some(data))
}

/// Runs stubc and returns the bytes of generated code and of the runtime, from its report.
fn bytes(command: &mut Command) -> Result<[String; 2], String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let report = folder.path().join("report.json");
    command.arg("--quiet").arg("--out-dir").arg(folder.path()).arg("--report").arg(&report);
    let output = command.output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    sizes(&report)
}

fn sizes(report: &Path) -> Result<[String; 2], String> {
    let text = std::fs::read_to_string(report).map_err(|error| error.to_string())?;
    let report: serde_json::Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    Ok(["generated", "runtime"].map(|key| report["size"][key].to_string()))
}

/// Returns the table of 1997 and ours.
///
/// # Errors
/// The data lack a column or a row.
pub fn table(data: &Data) -> Result<String, String> {
    let rows = data.cells(["application", "technique", "generated", "runtime"])?;
    let of = |application: &str, technique: &str| -> Result<[f64; 2], String> {
        let found = rows.iter().find(|row| row[0] == application && row[1] == technique);
        let row = found.ok_or_else(|| format!("the data have no {technique} {application}"))?;
        Ok([number(row[2])?, number(row[3])?])
    };
    let mut out = String::from(
        "| application | 1997: interpreted | compiled | factor | stubc: interpreted | compiled | factor |\n\
         |---|---:|---:|---:|---:|---:|---:|\n",
    );
    for Application { name, in_1997: [commands, code], .. } in &APPLICATIONS {
        let (interpreted, compiled) = (of(name, "interpreted")?[0], of(name, "compiled")?[0]);
        let _ = writeln!(
            out,
            "| {name} | {commands} KB | {code} KB | {:.1} | {interpreted} | {compiled} | {:.1} |",
            f64::from(*code) / f64::from(*commands),
            compiled / interpreted
        );
    }
    let sum = |at: usize| APPLICATIONS.iter().map(|application| application.in_1997[at]).sum::<u32>();
    let (interpreted, compiled) = (of("all", "interpreted")?, of("all", "compiled")?);
    let totals = [interpreted, compiled].map(|[generated, runtime]| generated + runtime);
    let _ = writeln!(
        out,
        "| all, with one runtime | {} + {INTERPRETER_IN_1997} KB | {} KB | {:.1} | {} + {} | {} + {} | {:.1} |",
        sum(0),
        sum(1),
        f64::from(sum(1)) / f64::from(sum(0) + INTERPRETER_IN_1997),
        interpreted[0],
        interpreted[1],
        compiled[0],
        compiled[1],
        totals[1] / totals[0]
    );
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::{Data, table};

    #[test]
    fn the_table_has_the_sums_of_both_years() {
        let mut data = Data::new(&["application", "technique", "generated", "runtime"]);
        for (name, bytes) in [("X.400", 10), ("Z39.50", 20), ("FTAM", 30), ("X.500", 40), ("all", 90)] {
            for (technique, times) in [("interpreted", 1), ("compiled", 5)] {
                data.rows.push(vec![name.into(), technique.into(), (times * bytes).to_string(), "10".into()]);
            }
        }
        let text = table(&data).expect("all rows are there");
        assert!(text.contains("| X.400 | 9 KB | 37 KB | 4.1 | 10 | 50 | 5.0 |"), "{text}");
        assert!(text.contains("| 62 + 8 KB | 328 KB | 4.7 | 90 + 10 | 450 + 10 | 4.6 |"), "{text}");
        data.rows.pop();
        assert!(table(&data).is_err());
    }
}
