//! The figure 1 of 1997 for each family: caps against interpreter calls eliminated, with static prediction and with the
//! profile of the very messages that are counted.

use crate::family::Family;
use crate::prediction::measured::families;
use crate::subject::Subject;
use codegen::Rules;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use stubc::report::picture::chart::{Axis, Chart, Series, Unit};

/// Percent of compiled code at which a sweep is read.
const POINTS: &str = "0,5,10,15,25,50,75,100";

/// The messages of one type of a family.
#[derive(Debug)]
pub struct Case {
    /// Family and type.
    pub name: String,
    family: &'static Family,
    root: String,
    messages: Vec<Vec<u8>>,
}

/// A plan of a sweep, as `stubc sweep` writes it.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    /// Percent of compiled code that was asked for.
    pub percent: f64,
    /// Bytes of object code.
    pub size: f64,
    /// Share of interpreter calls eliminated, as predicted.
    pub predicted: f64,
    /// The same, counted.
    pub measured: f64,
    /// Instructions a message.
    pub instructions: Option<f64>,
    /// Share of the time between interpreted and compiled that is won.
    pub won: Option<f64>,
}

/// A case, swept.
#[derive(Debug)]
pub struct Swept {
    /// Family and type.
    pub name: String,
    /// How many messages.
    pub messages: usize,
    /// With static prediction.
    pub markov: Vec<Point>,
    /// With the profile.
    pub profile: Vec<Point>,
}

impl Case {
    /// The types that at least a tenth of a family's messages are of; where there is none, that of the most octets.
    /// Nothing where `../shared` is absent.
    pub fn all() -> Vec<Self> {
        families()
            .iter()
            .filter_map(|family| Subject::load(family))
            .flat_map(|subject| Self::of(&subject))
            .collect()
    }

    fn of(subject: &Subject) -> Vec<Self> {
        let codec = subject.codec(subject.rules());
        let mut by_root: BTreeMap<usize, Vec<Vec<u8>>> = BTreeMap::new();
        for (root, message) in &subject.messages {
            if codec.decode_exact(subject.roots[*root], &message.octets).is_ok() {
                by_root.entry(*root).or_default().push(message.octets.clone());
            }
        }
        let all: usize = by_root.values().map(Vec::len).sum();
        let octets = |messages: &Vec<Vec<u8>>| messages.iter().map(Vec::len).sum::<usize>();
        let most = by_root.values().map(octets).max();
        let many = by_root.values().any(|messages| 10 * messages.len() >= all);
        let chosen = |messages: &Vec<Vec<u8>>| {
            if many { 10 * messages.len() >= all } else { Some(octets(messages)) == most }
        };
        let case = |(root, messages): (usize, Vec<Vec<u8>>)| {
            let root = subject.graph.type_path(subject.roots[root]);
            let own = root.rsplit('.').next().unwrap_or_default();
            let name = format!("{}-{own}", subject.family.specs.trim_end_matches(".x"));
            Self { name, family: subject.family, root, messages }
        };
        by_root.into_iter().filter(|(_, messages)| chosen(messages)).map(case).collect()
    }

    /// Sweeps with this binary.
    ///
    /// # Errors
    /// What the binary says, or a folder that cannot be written.
    pub fn sweep(&self, stubc: &Path) -> Result<Swept, String> {
        let told = |error: std::io::Error| error.to_string();
        let folder = tempfile::tempdir().map_err(told)?;
        let messages = folder.path().join("messages");
        std::fs::create_dir(&messages).map_err(told)?;
        for (at, octets) in self.messages.iter().enumerate() {
            std::fs::write(messages.join(format!("{at:05}")), octets).map_err(told)?;
        }
        let config = folder.path().join("config.toml");
        let integers =
            self.family.bytes.iter().map(|name| format!("\"*.{name}\" = {{ integer = \"bytes\" }}\n"));
        let text = format!("open-types = \"slice\"\n[types]\n{}", integers.collect::<String>());
        std::fs::write(&config, text).map_err(told)?;
        let run = |job: &str, words: &[&str], result: &Path| {
            let mut command = Command::new(stubc);
            command.arg(job).args(self.family.files().unwrap_or_default()).arg("-q");
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
            let axis = ["--axis", "compiled", "--points", POINTS];
            run("sweep", &[&axis, words].concat(), &result)?;
            points(&std::fs::read_to_string(&result).map_err(told)?)
        };
        let profile = profile.display().to_string();
        Ok(Swept {
            name: self.name.clone(),
            messages: self.messages.len(),
            markov: swept(&[])?,
            profile: swept(&["--profile", &profile])?,
        })
    }

    fn rules(&self) -> &'static str {
        match self.family.rules {
            Rules::Ber => "ber",
            Rules::Der => "der",
            Rules::Xdr => "xdr",
        }
    }
}

fn points(text: &str) -> Result<Vec<Point>, String> {
    let sweep: serde_json::Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let point = |point: &serde_json::Value| {
        let number = |key: &str| point[key].as_f64();
        Some(Point {
            percent: number("cap_percent")?,
            size: number("size")?,
            predicted: number("calls_eliminated_predicted")?,
            measured: number("calls_eliminated_measured")?,
            instructions: number("instructions_per_message"),
            won: number("time_won"),
        })
    };
    let points = sweep["points"].as_array().into_iter().flatten().map(point);
    points.collect::<Option<Vec<_>>>().ok_or_else(|| "a sweep without its numbers".to_owned())
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

impl Swept {
    fn at(points: &[Point], percent: f64) -> Option<Point> {
        points.iter().copied().find(|point| point.percent == percent)
    }

    /// What is wanted on every family: 80 % of what the profile eliminates at the same point; `least` more, where 1997 is
    /// to be passed.
    fn row(&self) -> String {
        let mut row = format!("| {} | {} ", self.name, self.messages);
        for share in [10.0, 25.0, 50.0] {
            let (Some(own), Some(best)) = (Self::at(&self.markov, share), Self::at(&self.profile, share))
            else {
                continue;
            };
            // Where the profile eliminates nothing, there is nothing to miss.
            let ratio = if best.measured > 0.0 { own.measured / best.measured } else { 1.0 };
            let met = if share == 10.0 || ratio >= 0.8 { "" } else { " **missed**" };
            let won = own.won.map_or_else(|| "-".to_owned(), percent);
            let _ = write!(
                row,
                "| {} | {} | {:.0} %{met} | {won} ",
                percent(own.measured),
                percent(best.measured),
                100.0 * ratio
            );
        }
        row + "|\n"
    }

    /// All points.
    pub fn table(&self) -> String {
        let mut out = format!(
            "### {}\n\n{} messages.\n\n![{}: what more code buys](figure1/{}.svg)\n\n\
             | compiled code | size | predicted | measured | instructions | time won | size, profiled | predicted, profiled \
             | measured, profiled | instructions, profiled | time won, profiled |\n|{}\n",
            self.name,
            self.messages,
            self.name,
            self.name,
            "---:|".repeat(11)
        );
        for (own, best) in self.markov.iter().zip(&self.profile) {
            let _ = write!(out, "| {} % ", own.percent);
            for point in [own, best] {
                let count = point.instructions.map_or_else(|| "-".to_owned(), |count| count.to_string());
                let won = point.won.map_or_else(|| "-".to_owned(), percent);
                let (predicted, measured) = (percent(point.predicted), percent(point.measured));
                let _ = write!(out, "| {} | {predicted} | {measured} | {count} | {won} ", point.size);
            }
            out.push_str("|\n");
        }
        out
    }

    /// The picture.
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

/// One row a case.
pub fn summary(swept: &[Swept]) -> String {
    let mut out = String::from("| messages of | number ");
    for share in [10, 25, 50] {
        let _ = write!(out, "| {share} %: `markov` | profile | ratio | time won ");
    }
    let _ = write!(out, "|\n|---|{}\n", "---:|".repeat(13));
    swept.iter().for_each(|swept| out.push_str(&swept.row()));
    out
}

#[cfg(test)]
mod tests {
    use super::{Swept, points, summary};

    #[test]
    fn a_point_that_misses_says_so() {
        let sweep = |at_25: f64| {
            let point = |percent: f64, measured: f64| {
                format!(
                    "{{\"cap_percent\": {percent}, \"size\": 9, \"calls_eliminated_predicted\": 0.5, \
                     \"calls_eliminated_measured\": {measured}, \"instructions_per_message\": null, \"time_won\": null}}"
                )
            };
            format!("{{\"points\": [{}, {}, {}]}}", point(10.0, 0.0), point(25.0, at_25), point(50.0, 0.9))
        };
        let swept = |own: f64| Swept {
            name: "x".to_owned(),
            messages: 3,
            markov: points(&sweep(own)).expect("sound"),
            profile: points(&sweep(0.5)).expect("sound"),
        };
        assert!(summary(&[swept(0.39)]).contains("| 39.0 % | 50.0 % | 78 % **missed** |"));
        assert!(summary(&[swept(0.4)]).contains("| 40.0 % | 50.0 % | 80 % |"));
        assert!(
            swept(0.4)
                .table()
                .contains("| 25 % | 9 | 50.0 % | 40.0 % | - | - | 9 | 50.0 % | 50.0 % | - | - |")
        );
        assert!(swept(0.4).chart().draw().file().contains("with the profile at 25 %: 50.0 %"));
        assert!(points("{\"points\": [{}]}").is_err());
    }
}
