//! Writes the measurements of a sweep as text, JSON and a chart.

use super::picture::chart::{Axis, Chart, Series, Unit};
use super::tables::Table;
use super::text::percent;
use crate::plural::count;
use crate::settings::Cache;
use serde_json::{Value, json};
use std::fmt::Write;

/// The placement of points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placing {
    /// By percent of size, between the smallest and the all-compiled plan.
    Size,
    /// By the share of compiled code. This axis serves only comparisons with 1997: caps count all bytes.
    Compiled,
}

/// Plans of several sizes, measured over the same messages.
#[derive(Clone, Debug, PartialEq)]
pub struct Sweep {
    /// The type of the messages.
    pub root: String,
    /// Number of messages.
    pub messages: usize,
    /// Compiler and flags.
    pub compiler: String,
    /// The placement of the points.
    pub placing: Placing,
    /// Interpreter calls of the all-interpreted plan, over all messages.
    pub calls: u64,
    /// Those of them that convert a part of a message.
    pub conversions: u64,
    /// How much of the code is in the cache when a message arrives.
    pub cache: Cache,
    /// The points.
    pub points: Vec<Point>,
}

/// One plan of a sweep.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// The requested place, in percent.
    pub percent: f64,
    /// Bytes of object code.
    pub size: u64,
    /// Bytes of procedures over those of the all-compiled plan.
    pub compiled_share: f64,
    /// Predicted share of interpreter calls eliminated.
    pub predicted: f64,
    /// Counted share of interpreter calls eliminated.
    pub measured: f64,
    /// Predicted share of the interpreter calls that convert something eliminated.
    pub predicted_conversions: f64,
    /// Counted share of the same.
    pub measured_conversions: f64,
    /// Predicted upper bound on the share of calls that any plan with as much compiled code eliminates; `None` if
    /// points are placed by size.
    pub at_most: Option<f64>,
    /// Interpreter calls over all messages.
    pub calls: u64,
    /// Those of them that convert a part of a message.
    pub conversions: u64,
    /// Instructions to decode and encode one message; `None` without valgrind.
    pub instructions: Option<u64>,
    /// Predicted share of the instructions of the all-interpreted plan that is saved.
    pub instructions_saved: f64,
    /// The same share of the counted instructions; `None` without valgrind.
    pub instructions_saved_measured: Option<f64>,
    /// Predicted share of the time of the all-interpreted plan that is saved, as reports and caps mean it: instructions,
    /// and bytes that are not in the cache.
    pub time_saved: f64,
    /// Share of the instructions between the all-interpreted and the all-compiled plan that this plan saves. It is
    /// above 1 if inlining saves more than compiling alone.
    pub time_won: Option<f64>,
}

impl Sweep {
    fn axis(&self) -> &'static str {
        match self.placing {
            Placing::Size => "size",
            Placing::Compiled => "compiled",
        }
    }

    fn title(&self) -> String {
        let messages = count(self.messages, "message");
        format!("{}, {messages}, axis {}, {}", self.root, self.axis(), self.compiler)
    }

    /// Returns the sentence that the axis of compiled code needs: no cap gives its points.
    fn caution(&self) -> Option<&'static str> {
        (self.placing == Placing::Compiled).then_some(
            "This axis is for comparison with 1997 alone: it counts procedures, --max-size counts all bytes.",
        )
    }

    /// Returns the sweep as JSON, with the keys that scripts rely on.
    pub fn json(&self) -> String {
        let point = |point: &Point| -> Value {
            json!({
                "cap_percent": point.percent,
                "size": point.size,
                "compiled_share": point.compiled_share,
                "calls_eliminated_predicted": point.predicted,
                "calls_eliminated_at_most": point.at_most,
                "calls_eliminated_measured": point.measured,
                "calls": point.calls,
                "converting_calls_eliminated_predicted": point.predicted_conversions,
                "converting_calls_eliminated_measured": point.measured_conversions,
                "converting_calls": point.conversions,
                "instructions_per_message": point.instructions,
                "instructions_saved_predicted": point.instructions_saved,
                "instructions_saved_measured": point.instructions_saved_measured,
                "time_saved_predicted": point.time_saved,
                "time_won": point.time_won,
            })
        };
        let points: Vec<Value> = self.points.iter().map(point).collect();
        let whole = json!({
            "axis": self.axis(),
            "cache": self.cache.name(),
            "calls": self.calls,
            "converting_calls": self.conversions,
            "points": points,
        });
        format!("{whole:#}\n")
    }

    /// Returns the sweep as a table.
    pub fn table(&self) -> Table {
        let row = |point: &Point| {
            vec![
                format!("{} %", point.percent),
                point.size.to_string(),
                percent(point.compiled_share),
                percent(point.predicted),
                point.at_most.map_or_else(|| "-".to_owned(), percent),
                percent(point.measured),
                percent(point.predicted_conversions),
                percent(point.measured_conversions),
                point.instructions.map_or_else(|| "-".to_owned(), |count| count.to_string()),
                percent(point.instructions_saved),
                point.instructions_saved_measured.map_or_else(|| "-".to_owned(), percent),
                percent(point.time_saved),
                point.time_won.map_or_else(|| "-".to_owned(), percent),
            ]
        };
        let names = [
            "point",
            "size",
            "compiled",
            "predicted",
            "at most",
            "measured",
            "converting, predicted",
            "converting, measured",
            "instructions",
            "saved, predicted",
            "saved, measured",
            "time saved, predicted",
            "time won",
        ];
        Table {
            id: "sweep",
            title: "Measured over messages",
            about: format!(
                "{}. Compiled: bytes of procedures over those of the all-compiled plan. Predicted, at most, measured: \
                 interpreter calls eliminated, as predicted, as the bound on any plan with as much compiled code, and \
                 as counted. Converting: the same for the calls that convert something, without those of absent \
                 fields. Instructions: to decode and encode one message. Saved: share of the instructions of the \
                 all-interpreted plan, as predicted and as counted. Time saved: share of its time, with the bytes that are \
                 not in the cache (cache {}). Time won: share of the instructions between \
                 the all-interpreted and the all-compiled plan.{}",
                self.title(),
                self.cache,
                self.caution().map_or_else(String::new, |caution| format!(" {caution}"))
            ),
            columns: names.into_iter().map(|name| (name, true)).collect(),
            rows: self.points.iter().map(row).collect(),
        }
    }

    /// Returns the sweep as text.
    pub fn text(&self) -> String {
        let Table { columns, rows, .. } = self.table();
        let names: Vec<&str> = columns.iter().map(|column| column.0).collect();
        let caution = self.caution().map_or_else(String::new, |caution| format!("{caution}\n"));
        let mut out = format!(
            "{}\n{caution}\n| {} |\n|{}\n",
            self.title(),
            names.join(" | "),
            "---:|".repeat(names.len())
        );
        for row in rows {
            let _ = writeln!(out, "| {} |", row.join(" | "));
        }
        out
    }

    /// Returns figure 1 of the paper of 1997: calls eliminated and time won, by size or by the share of
    /// compiled code.
    pub fn chart(&self) -> Chart {
        let series = |name: &str, of: &dyn Fn(&Point) -> Option<f64>| Series {
            name: name.to_owned(),
            points: self
                .points
                .iter()
                .filter_map(|point| {
                    let (share, size) = (of(point)?, point.size);
                    let x = if self.placing == Placing::Size { size as f64 } else { point.compiled_share };
                    Some((
                        x,
                        share,
                        format!(
                            "{name} at {} %: {} ({})",
                            point.percent,
                            percent(share),
                            count(size, "byte")
                        ),
                    ))
                })
                .collect(),
            joined: true,
        };
        let mut all = vec![
            series("calls eliminated", &|point| Some(point.measured)),
            series("predicted", &|point| Some(point.predicted)),
            series("time won", &|point| point.time_won),
        ];
        all.retain(|series| !series.points.is_empty());
        let (label, unit) = match self.placing {
            Placing::Size => ("bytes of object code", Unit::Number),
            Placing::Compiled => ("bytes of procedures over those of the all-compiled plan", Unit::Percent),
        };
        Chart {
            title: format!("{}: what more code buys", self.root),
            about: format!("Interpreter calls eliminated and time won against code: {}.", self.title()),
            x: Axis { label: label.to_owned(), unit },
            y: Axis { label: String::new(), unit: Unit::Percent },
            series: all,
            marks: Vec::new(),
        }
    }
}
