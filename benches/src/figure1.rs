//! Figure 1 of the paper of 1997 for each family: interpreter calls eliminated by cap, with static prediction
//! and with the profile of the counted messages.

use crate::family::Family;
use crate::prediction::counted::Collection;
use crate::prediction::measured::families;
use crate::subject::Subject;
use codegen::Rules;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use stubc::report::picture::chart::{Axis, Chart, Series, Unit};

/// Percentages of a sweep.
pub const POINTS: &str = "0,5,10,15,25,50,75,100";

/// The shares of calls that the paper reports at these percentages of compiled code (section 4.1).
const IN_1997: [(&str, [f64; 2]); 2] = [("x400-MTS-APDU", [68.0, 94.0]), ("z3950-PDU", [55.0, 87.0])];

/// The percentages of the comparison with 1997.
pub const POINTS_OF_1997: &str = "25,50";

/// The percentages in the first tables.
const SHARES: [f64; 3] = [10.0, 25.0, 50.0];

/// The target for static prediction: the share of the profile's calls eliminated at the same point, at 25 and
/// 50 %.
const WANTED: f64 = 0.8;

/// The messages of one type of a family.
#[derive(Debug)]
pub struct Case {
    /// Family and type.
    pub name: String,
    family: &'static str,
    files: Vec<PathBuf>,
    /// Definitions of integers that are held as bytes.
    bytes: &'static [&'static str],
    rules: Rules,
    root: String,
    messages: Vec<Vec<u8>>,
}

/// The placement of points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placing {
    /// By the share of compiled code, as in 1997.
    Compiled,
    /// By the share of the range from the smallest to the all-compiled plan, as in `--max-size N%`.
    Size,
}

/// A plan of a sweep, as written by `stubc sweep`.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    /// The requested percentage.
    pub percent: f64,
    /// Bytes of object code.
    pub size: f64,
    /// Share of compiled code.
    pub compiled: f64,
    /// Predicted share of interpreter calls eliminated.
    pub predicted: f64,
    /// Counted share of interpreter calls eliminated.
    pub measured: f64,
    /// Counted share of the interpreter calls that convert something eliminated.
    pub converting: f64,
    /// Predicted upper bound for any plan with this much compiled code.
    pub at_most: Option<f64>,
    /// Interpreter calls over all messages.
    pub calls: f64,
    /// Instructions per message.
    pub instructions: Option<f64>,
    /// Share of the time between interpreted and compiled that is saved.
    pub won: Option<f64>,
}

/// The sweep of one case.
#[derive(Debug)]
pub struct Swept {
    /// Family and type.
    pub name: String,
    /// The family's name.
    pub family: String,
    /// Number of messages.
    pub messages: usize,
    /// Interpreter calls of the all-interpreted plan, over all messages.
    pub calls: f64,
    /// The placement of the points.
    pub placing: Placing,
    /// Points with static prediction.
    pub markov: Vec<Point>,
    /// Points with the profile.
    pub profile: Vec<Point>,
}

impl Case {
    /// Returns the types of at least a tenth of a family's messages; if there is none, the type with the most
    /// bytes. Returns nothing where `../shared` is absent.
    pub fn all() -> Vec<Self> {
        families()
            .iter()
            .filter_map(|family| Subject::load(family))
            .flat_map(|subject| Self::of(&subject))
            .collect()
    }

    /// Returns the same of the families of packed messages.
    pub fn packed() -> Vec<Self> {
        let of_folder = |collection: Collection| {
            let mut by_root: BTreeMap<String, Vec<Vec<u8>>> = BTreeMap::new();
            for (root, octets) in collection.messages {
                by_root.entry(root).or_default().push(octets);
            }
            let folder = collection.folder.trim_start_matches("packed/");
            let case = |(root, messages): (String, Vec<Vec<u8>>)| Self {
                name: named(folder, &root),
                family: folder,
                files: collection.files.clone(),
                bytes: &[],
                rules: collection.rules,
                root,
                messages,
            };
            often(by_root).into_iter().map(case).collect::<Vec<_>>()
        };
        Collection::packed().into_iter().flat_map(of_folder).collect()
    }

    fn of(subject: &Subject) -> Vec<Self> {
        let codec = subject.codec(subject.rules());
        let mut by_root: BTreeMap<String, Vec<Vec<u8>>> = BTreeMap::new();
        for (root, message) in &subject.messages {
            let ty = subject.roots[*root];
            if codec.decode_exact(ty, &message.octets).is_ok() {
                by_root.entry(subject.graph.type_path(ty)).or_default().push(message.octets.clone());
            }
        }
        let Family { name, specs, bytes, rules, .. } = *subject.family;
        let case = |(root, messages): (String, Vec<Vec<u8>>)| Self {
            name: named(specs.trim_end_matches(".x"), &root),
            // The name shared by cases with one folder of specifications or messages.
            family: if name.starts_with(specs) { specs } else { name },
            files: subject.family.files().unwrap_or_default(),
            bytes,
            rules,
            root,
            messages,
        };
        often(by_root).into_iter().map(case).collect()
    }

    /// Runs a sweep with this binary, at these percentages.
    ///
    /// # Errors
    /// The binary fails, or a folder cannot be written.
    pub fn sweep(&self, stubc: &Path, placing: Placing, points: &str) -> Result<Swept, String> {
        let told = |error: std::io::Error| error.to_string();
        let folder = tempfile::tempdir().map_err(told)?;
        let messages = folder.path().join("messages");
        std::fs::create_dir(&messages).map_err(told)?;
        for (at, octets) in self.messages.iter().enumerate() {
            std::fs::write(messages.join(format!("{at:05}")), octets).map_err(told)?;
        }
        let config = folder.path().join("config.toml");
        let integers = self.bytes.iter().map(|name| format!("\"*.{name}\" = {{ integer = \"bytes\" }}\n"));
        let text = format!("open-types = \"slice\"\n[types]\n{}", integers.collect::<String>());
        std::fs::write(&config, text).map_err(told)?;
        let run = |job: &str, words: &[&str], result: &Path| {
            let mut command = Command::new(stubc);
            command.arg(job).args(&self.files).arg("-q");
            command.args(["--pdu", &self.root, "--type", &self.root, "--rules", self.rules()]);
            command.arg("--config").arg(&config).arg("--messages").arg(&messages);
            let output = command.args(words).arg("-o").arg(result).output().map_err(told)?;
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            if output.status.success() { Ok(()) } else { Err(format!("{}: {said}", self.name)) }
        };
        let profile = folder.path().join("profile.toml");
        run("profile", &[], &profile)?;
        let swept = |words: &[&str]| {
            let result = folder.path().join("sweep.json");
            let axis = match placing {
                Placing::Compiled => "compiled",
                Placing::Size => "size",
            };
            run(
                "sweep",
                &[&["--cache", "warm", "--axis", axis, "--points", points], words].concat(),
                &result,
            )?;
            read(&std::fs::read_to_string(&result).map_err(told)?)
        };
        let profile = profile.display().to_string();
        let ((calls, markov), (_, profile)) = (swept(&[])?, swept(&["--profile", &profile])?);
        let (name, family) = (self.name.clone(), self.family.to_owned());
        Ok(Swept { name, family, messages: self.messages.len(), calls, placing, markov, profile })
    }

    /// Returns its messages.
    pub fn messages(&self) -> &[Vec<u8>] {
        &self.messages
    }

    /// Returns the words of the command line that name its specification, root and rules. Writes the configuration that
    /// they name into this folder.
    ///
    /// # Errors
    /// The configuration cannot be written.
    pub fn arguments(&self, folder: &Path) -> Result<Vec<OsString>, String> {
        let config = folder.join("config.toml");
        let integers = self.bytes.iter().map(|name| format!("\"*.{name}\" = {{ integer = \"bytes\" }}\n"));
        let text = format!("[types]\n{}", integers.collect::<String>());
        std::fs::write(&config, text).map_err(|error| error.to_string())?;
        let mut words: Vec<OsString> = self.files.iter().map(OsString::from).collect();
        words.extend(["--pdu", &self.root, "--rules", self.rules(), "--config"].map(OsString::from));
        words.push(config.into());
        Ok(words)
    }

    fn rules(&self) -> &'static str {
        match self.rules {
            Rules::Ber => "ber",
            Rules::Der => "der",
            Rules::Uper => "uper",
            Rules::Aper => "aper",
            Rules::Oer => "oer",
            Rules::Coer => "coer",
            Rules::Xdr => "xdr",
        }
    }
}

/// Returns the types of at least a tenth of the messages; if there is none, the type with the most bytes.
fn often(by_root: BTreeMap<String, Vec<Vec<u8>>>) -> Vec<(String, Vec<Vec<u8>>)> {
    let all: usize = by_root.values().map(Vec::len).sum();
    let octets = |messages: &Vec<Vec<u8>>| messages.iter().map(Vec::len).sum::<usize>();
    let most = by_root.values().map(octets).max();
    let many = by_root.values().any(|messages| 10 * messages.len() >= all);
    let chosen = |messages: &Vec<Vec<u8>>| {
        if many { 10 * messages.len() >= all } else { Some(octets(messages)) == most }
    };
    by_root.into_iter().filter(|(_, messages)| chosen(messages)).collect()
}

/// Returns the name of a case: a folder, and the last name of a type.
fn named(folder: &str, root: &str) -> String {
    format!("{folder}-{}", root.rsplit('.').next().unwrap_or_default())
}

/// Returns the interpreter calls of the all-interpreted plan, and the points.
fn read(text: &str) -> Result<(f64, Vec<Point>), String> {
    let sweep: serde_json::Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let point = |point: &serde_json::Value| {
        let number = |key: &str| point[key].as_f64();
        Some(Point {
            percent: number("cap_percent")?,
            size: number("size")?,
            compiled: number("compiled_share")?,
            predicted: number("calls_eliminated_predicted")?,
            measured: number("calls_eliminated_measured")?,
            converting: number("converting_calls_eliminated_measured")?,
            at_most: number("calls_eliminated_at_most"),
            calls: number("calls")?,
            instructions: number("instructions_per_message"),
            won: number("time_won"),
        })
    };
    let points = sweep["points"].as_array().into_iter().flatten().map(point);
    let points = points.collect::<Option<Vec<_>>>();
    sweep["calls"].as_f64().zip(points).ok_or_else(|| "the sweep's JSON lacks its numbers".to_owned())
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

impl Swept {
    fn at(points: &[Point], percent: f64) -> Option<Point> {
        points.iter().copied().find(|point| point.percent == percent)
    }

    /// Returns the row of the case, beside the profile's calls eliminated at the same point.
    fn row(&self) -> String {
        let mut row = format!("| {} | {} ", self.name, self.messages);
        for share in SHARES {
            let (Some(own), Some(best)) = (Self::at(&self.markov, share), Self::at(&self.profile, share))
            else {
                continue;
            };
            let won = own.won.map_or_else(|| "-".to_owned(), percent);
            let _ = write!(row, "{}| {won} ", beside(share, own.measured, best.measured));
        }
        row + "|\n"
    }

    /// Returns the row of the bounds with the profile: the plan's calls eliminated, and the upper bound for
    /// any plan.
    fn ceiling(&self) -> String {
        let mut row = format!("| {} ", self.name);
        for best in SHARES.iter().filter_map(|share| Self::at(&self.profile, *share)) {
            let most = best.at_most.map_or_else(|| "-".to_owned(), percent);
            let _ = write!(row, "| {} | {most} ", percent(best.predicted));
        }
        row + "|\n"
    }

    /// Returns the table of all points.
    pub fn table(&self) -> String {
        let mut out =
            format!("### {}{}\n\n{} messages.\n\n", self.name, self.by_size(", by size"), self.messages);
        if self.placing == Placing::Compiled {
            let _ = write!(out, "![{}: what more code buys](figure1/{}.svg)\n\n", self.name, self.name);
        }
        let _ = write!(
            out,
            "| {} | size {}| predicted | measured | instructions | time won | size, profiled {}| predicted, profiled \
             | measured, profiled | instructions, profiled | time won, profiled |\n|{}\n",
            if self.placing == Placing::Compiled { "compiled code" } else { "cap" },
            self.by_size("| compiled code "),
            self.by_size("| compiled code, profiled "),
            "---:|".repeat(if self.placing == Placing::Compiled { 11 } else { 13 })
        );
        for (own, best) in self.markov.iter().zip(&self.profile) {
            let _ = write!(out, "| {} % ", own.percent);
            for point in [own, best] {
                let count = point.instructions.map_or_else(|| "-".to_owned(), |count| count.to_string());
                let won = point.won.map_or_else(|| "-".to_owned(), percent);
                let (predicted, measured) = (percent(point.predicted), percent(point.measured));
                let compiled = self.by_size(&format!("| {} ", percent(point.compiled))).to_owned();
                let _ =
                    write!(out, "| {} {compiled}| {predicted} | {measured} | {count} | {won} ", point.size);
            }
            out.push_str("|\n");
        }
        out
    }

    fn by_size<'t>(&self, text: &'t str) -> &'t str {
        if self.placing == Placing::Size { text } else { "" }
    }

    /// Returns the chart.
    pub fn chart(&self) -> Chart {
        let series = |name: &str, points: &[Point], of: &dyn Fn(&Point) -> Option<f64>| Series {
            name: name.to_owned(),
            points: points
                .iter()
                .filter_map(|point| {
                    let share = of(point)?;
                    let tip = format!("{name} at {} %: {}", point.percent, percent(share));
                    Some((point.percent / 100.0, share, tip))
                })
                .collect(),
            joined: true,
        };
        Chart {
            title: format!("{}: what more code buys", self.name),
            about: format!(
                "Interpreter calls eliminated and time won against the share of compiled code, over {} messages.",
                self.messages
            ),
            x: Axis { label: "share of compiled code".to_owned(), unit: Unit::Percent },
            y: Axis { label: String::new(), unit: Unit::Percent },
            series: vec![
                series("eliminated", &self.markov, &|point| Some(point.measured)),
                series("as predicted", &self.markov, &|point| Some(point.predicted)),
                series("with the profile", &self.profile, &|point| Some(point.measured)),
                series("time won", &self.markov, &|point| point.won),
            ],
            marks: Vec::new(),
        }
    }
}

/// Returns the calls eliminated by static prediction and by the profile at a point, and their ratio. If the
/// profile eliminates nothing, the ratio is 1.
fn beside(share: f64, own: f64, best: f64) -> String {
    let ratio = if best > 0.0 { own / best } else { 1.0 };
    let met = if share < 25.0 || ratio >= WANTED { "" } else { " **missed**" };
    format!("| {} | {} | {:.0} %{met} ", percent(own), percent(best), 100.0 * ratio)
}

/// Returns the summary: one row per case; by share of compiled code also one row per family, and one per case
/// with the upper bound.
pub fn summary(swept: &[Swept]) -> String {
    let head = |first: &str, columns: &[&str]| {
        let mut out = format!("{first} ");
        for share in SHARES {
            let names = columns.iter().enumerate().map(|(at, name)| match at {
                0 => format!("| {share} %: {name} "),
                _ => format!("| {name} "),
            });
            out.extend(names);
        }
        let left = first.matches('|').count() - 1;
        let _ = write!(out, "|\n|---|{}\n", "---:|".repeat(left + SHARES.len() * columns.len()));
        out
    };
    let mut out = head("| messages of | number", &["`markov`", "profile", "ratio", "time won"]);
    swept.iter().for_each(|swept| out.push_str(&swept.row()));
    if swept.iter().any(|swept| swept.placing == Placing::Size) {
        return out;
    }
    out += "\nWhole families: the sum of the calls of all messages of a family's types. Each type is at the same share of its own \
            compiled code.\n\n";
    out += &head("| family | types | calls, interpreted", &["`markov`", "profile", "ratio"]);
    out += &families_of(swept);
    out += "\nWith the frequencies of the profile, as predicted: the share that the plan eliminates, and the most that any plan with as \
            much compiled code can eliminate.\n\n";
    out += &head("| messages of", &["plan", "at most"]);
    swept.iter().for_each(|swept| out.push_str(&swept.ceiling()));
    out
}

/// Returns the comparison with 1997: the calls that plans eliminate, by either placing and by either counting.
pub fn beside_1997(swept: &[Swept]) -> String {
    let mut out = String::from(
        "| messages of | axis | counted | 25 %: 1997 | from the specification | profiled | 50 %: 1997 | from the specification \
         | profiled |\n|---|---|---|---:|---:|---:|---:|---:|---:|\n",
    );
    let countings = ["every command", "commands that convert"];
    for swept in swept {
        let axis = match swept.placing {
            Placing::Size => "all bytes (`--max-size`)",
            Placing::Compiled => "compiled code",
        };
        for (at, counting) in countings.into_iter().enumerate() {
            let of = |point: Point| if at == 0 { point.measured } else { point.converting };
            let _ = write!(out, "| {} | {axis} | {counting} ", swept.name);
            // The paper has one counting, and the axis of compiled code.
            let paper = IN_1997.iter().find(|(name, _)| *name == swept.name && at == 0);
            let paper = paper.filter(|_| swept.placing == Placing::Compiled);
            for (index, share) in [25.0, 50.0].into_iter().enumerate() {
                let old = paper.map_or_else(|| "-".to_owned(), |(_, shares)| format!("{} %", shares[index]));
                let new = [&swept.markov, &swept.profile].map(|points| {
                    Swept::at(points, share).map_or_else(|| "-".to_owned(), |p| percent(of(p)))
                });
                let _ = write!(out, "| {old} | {} | {} ", new[0], new[1]);
            }
            out.push_str("|\n");
        }
    }
    out
}

/// Returns one row per family, in the order of their first types.
fn families_of(swept: &[Swept]) -> String {
    let mut names: Vec<&str> = Vec::new();
    for swept in swept.iter().filter(|swept| swept.placing == Placing::Compiled) {
        if !names.contains(&swept.family.as_str()) {
            names.push(&swept.family);
        }
    }
    let mut out = String::new();
    for name in names {
        let types: Vec<&Swept> = swept.iter().filter(|swept| swept.family == name).collect();
        let all: f64 = types.iter().map(|swept| swept.calls).sum();
        let _ = write!(out, "| {name} | {} | {all} ", types.len());
        for share in SHARES {
            let eliminated = |of: &dyn Fn(&Swept) -> Option<Point>| {
                1.0 - types.iter().filter_map(|swept| of(swept)).map(|point| point.calls).sum::<f64>() / all
            };
            let own = eliminated(&|swept| Swept::at(&swept.markov, share));
            out += &beside(share, own, eliminated(&|swept| Swept::at(&swept.profile, share)));
        }
        out.push_str("|\n");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{Placing, Swept, beside_1997, read, summary};

    fn swept(name: &str, family: &str, placing: Placing, own: f64) -> Swept {
        let sweep = |at_25: f64| {
            let point = |percent: f64, measured: f64| {
                format!(
                    "{{\"cap_percent\": {percent}, \"size\": 9, \"compiled_share\": 0.125, \
                     \"calls_eliminated_predicted\": 0.5, \"calls_eliminated_measured\": {measured}, \
                     \"converting_calls_eliminated_measured\": 0.625, \"calls_eliminated_at_most\": 0.75, \"calls\": {}, \"instructions_per_message\": null, \
                     \"time_won\": null}}",
                    1000.0 * (1.0 - measured)
                )
            };
            let points = format!("[{}, {}, {}]", point(10.0, 0.0), point(25.0, at_25), point(50.0, 0.9));
            read(&format!("{{\"calls\": 1000, \"points\": {points}}}")).expect("sound")
        };
        let ((calls, markov), (_, profile)) = (sweep(own), sweep(0.5));
        let (name, family) = (name.to_owned(), family.to_owned());
        Swept { name, family, messages: 3, calls, placing, markov, profile }
    }

    #[test]
    fn a_point_that_misses_says_so() {
        let one = |own: f64| swept("x", "f", Placing::Compiled, own);
        assert!(summary(&[one(0.39)]).contains("| 39.0 % | 50.0 % | 78 % **missed** |"));
        assert!(summary(&[one(0.4)]).contains("| 40.0 % | 50.0 % | 80 % |"));
        let row = "| 25 % | 9 | 50.0 % | 40.0 % | - | - | 9 | 50.0 % | 50.0 % | - | - |";
        assert!(one(0.4).table().contains(row), "{}", one(0.4).table());
        assert!(one(0.4).chart().draw().file().contains("with the profile at 25 %: 50.0 %"));
        assert!(read("{\"calls\": 1, \"points\": [{}]}").is_err() && read("{\"points\": []}").is_err());
    }

    #[test]
    fn a_family_is_the_sum_of_its_types() {
        let types = [("x", "f", 0.38), ("y", "f", 0.46), ("z", "g", 0.3)]
            .map(|(name, family, own)| swept(name, family, Placing::Compiled, own));
        let summary = summary(&types);
        for row in [
            "| f | 2 | 2000 | 0.0 % | 0.0 % | 100 % | 42.0 % | 50.0 % | 84 % | 90.0 % | 90.0 % | 100 % |\n",
            "| g | 1 | 1000 | 0.0 % | 0.0 % | 100 % | 30.0 % | 50.0 % | 60 % **missed** | 90.0 % | 90.0 % | 100 % |\n",
            "| x | 50.0 % | 75.0 % | 50.0 % | 75.0 % | 50.0 % | 75.0 % |\n",
        ] {
            assert!(summary.contains(row), "{row} is not in\n{summary}");
        }
        for (first, second) in
            summary.lines().zip(summary.lines().skip(1)).filter(|(_, row)| row.starts_with("|---"))
        {
            assert_eq!(first.matches('|').count(), second.matches('|').count(), "{first}");
        }
    }

    #[test]
    fn the_paper_counts_by_compiled_code() {
        let table = beside_1997(&[
            swept("z3950-PDU", "z3950", Placing::Size, 0.4),
            swept("z3950-PDU", "z3950", Placing::Compiled, 0.6),
        ]);
        for row in [
            "| z3950-PDU | all bytes (`--max-size`) | every command | - | 40.0 % | 50.0 % | - | 90.0 % | 90.0 % |\n",
            "| z3950-PDU | compiled code | every command | 55 % | 60.0 % | 50.0 % | 87 % | 90.0 % | 90.0 % |\n",
            "| z3950-PDU | compiled code | commands that convert | - | 62.5 % | 62.5 % | - | 62.5 % | 62.5 % |\n",
        ] {
            assert!(table.contains(row), "{row} is not in\n{table}");
        }
    }

    #[test]
    fn by_size_each_plan_says_its_compiled_code() {
        let one = swept("x", "f", Placing::Size, 0.4);
        let row = "| 25 % | 9 | 12.5 % | 50.0 % | 40.0 % | - | - | 9 | 12.5 % | 50.0 % | 50.0 % | - | - |";
        assert!(one.table().contains(row), "{}", one.table());
        assert!(!summary(&[one]).contains("family"));
    }
}
