//! Table 1: the throughput of interpreted, compiled and inlined code for each constructor with ten INTEGERs.

use super::data::{Data, number};
use crate::instructions::{ROWS, Repeater, Row, prepare_with};
use crate::plans;
use codegen::{Model, Techniques};
use std::fmt::Write;
use std::process::Stdio;
use std::time::Instant;

/// Rows of the paper's table: our title, then Mbit/s to marshal interpreted and compiled, and to unmarshal.
const IN_1997: [(&str, &str, [[f64; 2]; 2]); 4] = [
    ("SEQUENCE", "SEQUENCE of ten INTEGERs", [[15.0, 60.0], [11.0, 33.0]]),
    ("SET", "SET of ten INTEGERs", [[15.0, 60.0], [7.5, 26.0]]),
    ("CHOICE", "CHOICE of ten, one INTEGER", [[10.0, 24.0], [3.1, 18.0]]),
    ("SEQUENCE OF", "SEQUENCE OF, ten INTEGERs", [[18.0, 52.0], [7.0, 11.0]]),
];

/// The directions in the paper's order, with its words.
const DIRECTIONS: [(&str, &str); 2] = [("encode", "marshalling"), ("decode", "unmarshalling")];

type Plan = (&'static str, fn(&Model<'_>) -> Techniques);

/// The techniques by name.
const PLANS: [Plan; 3] = [
    ("interpreted", plans::interpreted),
    ("compiled", |model| plans::compiled(model, |_| false)),
    ("inlined", plans::inlined),
];

/// Passes of a run, so that the time of starting a program does not show.
const PASSES: u64 = 2_000_000;
/// Runs of each program. The programs take turns, so that a slow minute of the machine slows all of them.
const RUNS: usize = 31;

/// Measures the time per message. Times are true only on a machine that does nothing else.
///
/// # Errors
/// The output of the compiler or the stubs.
pub fn measure() -> Result<Data, String> {
    let mut data = Data::new(&["type", "direction", "technique", "octets", "median ns", "spread"]);
    for (title, _, _) in IN_1997 {
        let row = row_of(title)?;
        let message = row.messages.octets(None);
        let octets = message.iter().map(Vec::len).sum::<usize>();
        let mut programs = Vec::new();
        for (technique, techniques) in PLANS {
            programs.push((technique, prepare_with(row, &techniques, &message, &["-O2"])?));
        }
        for (direction, _) in DIRECTIONS {
            let mut times = vec![Vec::new(); programs.len()];
            for _ in 0..RUNS {
                for ((_, program), times) in programs.iter().zip(&mut times) {
                    times.push(nanoseconds(program, direction)?);
                }
            }
            for ((technique, _), mut times) in programs.iter().zip(times) {
                times.sort_by(f64::total_cmp);
                let (low, middle, high) = (times[RUNS / 4], times[RUNS / 2], times[RUNS * 3 / 4]);
                let cells = [format!("{middle:.2}"), format!("{:.3}", (high - low) / middle)];
                let fixed = [title, direction, technique].map(str::to_owned);
                data.rows.push(fixed.into_iter().chain([octets.to_string()]).chain(cells).collect());
            }
        }
    }
    Ok(data)
}

fn row_of(title: &str) -> Result<&'static Row, String> {
    let wanted = IN_1997.iter().find(|row| row.0 == title).map_or("", |row| row.1);
    ROWS.iter().find(|row| row.title == wanted).ok_or_else(|| format!("no row is titled `{wanted}`"))
}

/// Returns the time of one message.
fn nanoseconds(program: &Repeater, direction: &str) -> Result<f64, String> {
    let start = Instant::now();
    let status = program.command(&[], direction, PASSES).stdout(Stdio::null()).status();
    let elapsed = start.elapsed();
    match status {
        Ok(status) if status.success() => Ok(elapsed.as_secs_f64() * 1e9 / PASSES as f64),
        Ok(status) => Err(format!("{direction}: {status}")),
        Err(error) => Err(format!("{direction}: {error}")),
    }
}

/// Returns a table for each direction, the paper's numbers beside ours.
///
/// # Errors
/// The data lack a column or a row.
pub fn table(data: &Data) -> Result<String, String> {
    let rows = data.cells(["type", "direction", "technique", "octets", "median ns", "spread"])?;
    let mut out = String::new();
    let mut worst: f64 = 0.0;
    for (at, (direction, word)) in DIRECTIONS.into_iter().enumerate() {
        let _ = writeln!(
            out,
            "| {word} | 1997: interpreted | compiled | factor | stubc: interpreted | compiled | inlined | \
             compiled / interpreted | inlined / interpreted |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|"
        );
        for (title, _, in_1997) in IN_1997 {
            let mut mbits = [0.0; 3];
            for (mbit, (technique, _)) in mbits.iter_mut().zip(PLANS) {
                let found = rows.iter().find(|row| row[..3] == [title, direction, technique]);
                let row = found.ok_or_else(|| format!("the data have no {technique} {title} {direction}"))?;
                *mbit = number(row[3])? * 8.0 * 1000.0 / number(row[4])?;
                worst = worst.max(number(row[5])?);
            }
            let [interpreted, compiled, inlined] = mbits;
            let [slow, fast] = in_1997[at];
            let _ = writeln!(
                out,
                "| {title} | {slow} | {fast} | {:.1} | {interpreted:.0} | {compiled:.0} | {inlined:.0} | {:.1} | {:.1} |",
                fast / slow,
                compiled / interpreted,
                inlined / interpreted
            );
        }
        out.push('\n');
    }
    let _ = writeln!(
        out,
        "Mbit/s of the encoded message; median of {RUNS} runs that take turns. Half of all runs lie within {:.1} % \
         of the median, in the worst row.",
        100.0 * worst
    );
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::{DIRECTIONS, Data, IN_1997, PLANS, row_of, table};

    #[test]
    fn the_table_has_a_row_for_each_constructor_in_both_directions() {
        let mut data = Data::new(&["type", "direction", "technique", "octets", "median ns", "spread"]);
        for (title, _, _) in IN_1997 {
            assert!(row_of(title).is_ok());
            for (direction, _) in DIRECTIONS {
                for (at, (technique, _)) in PLANS.iter().enumerate() {
                    let ns = ["40", "20", "10"][at];
                    data.rows.push([title, direction, technique, "45", ns, "0.02"].map(str::to_owned).into());
                }
            }
        }
        let text = table(&data).expect("all rows are there");
        // 45 octets in 40 ns are 9000 Mbit/s.
        assert!(text.contains("| SET | 7.5 | 26 | 3.5 | 9000 | 18000 | 36000 | 2.0 | 4.0 |"), "{text}");
        assert_eq!(text.matches("| SEQUENCE OF |").count(), 2);
        data.rows.pop();
        assert!(table(&data).is_err());
    }
}
