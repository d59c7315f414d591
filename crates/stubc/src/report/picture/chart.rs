//! Draws charts: lines and dots over two axes.

use super::{Anchor, Picture};
use crate::plural::grouped;
use std::fmt::Write;

/// Width of a chart in a separate file.
const WIDTH: f64 = 760.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 28.0;
const TOP: f64 = 30.0;
const BOTTOM: f64 = 46.0;
/// Style classes of the series, in order.
const CLASSES: [&str; 4] = ["a", "b", "c", "d"];

/// An axis of a chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// The label.
    pub label: String,
    /// The unit of its numbers.
    pub unit: Unit,
}

/// A unit of an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Plain numbers, from the smallest to the greatest.
    Number,
    /// Shares as percentages, from 0.
    Percent,
    /// Powers of ten.
    Logarithm,
}

/// Points of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// The name of the series.
    pub name: String,
    /// The points, each with its tooltip. A point with an empty tooltip has no dot.
    pub points: Vec<(f64, f64, String)>,
    /// Whether a line joins the points.
    pub joined: bool,
}

/// A chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// The title.
    pub title: String,
    /// A sentence that describes the chart.
    pub about: String,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// At most four series.
    pub series: Vec<Series>,
    /// Vertical lines with a label: the cap.
    pub marks: Vec<(f64, String)>,
}

/// A scale from numbers to places along an axis.
struct Scale {
    low: f64,
    high: f64,
    unit: Unit,
    start: f64,
    end: f64,
}

impl Scale {
    fn new(values: impl Iterator<Item = f64>, unit: Unit, start: f64, end: f64) -> Self {
        let values = values.filter(|value| value.is_finite()).map(|value| turned(value, unit));
        let (mut low, mut high) =
            values.fold((f64::MAX, f64::MIN), |(low, high), v| (low.min(v), high.max(v)));
        if unit == Unit::Percent {
            (low, high) = (low.min(0.0), if high > 0.8 { high.max(1.0) } else { high });
        }
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        if unit == Unit::Logarithm {
            (low, high) = (low.floor(), high.ceil());
        }
        if high - low < 1e-9 {
            high = low + 1.0;
        }
        Self { low, high, unit, start, end }
    }

    fn at(&self, value: f64) -> f64 {
        let share = (turned(value, self.unit) - self.low) / (self.high - self.low);
        self.start + share.clamp(0.0, 1.0) * (self.end - self.start)
    }

    /// Returns round numbers from one end to the other, in at most `most` steps, with their texts.
    fn ticks(&self, most: f64) -> Vec<(f64, String)> {
        let rough = (self.high - self.low) / most;
        let power = 10_f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|n| n * power).find(|step| *step >= rough);
        let step = if self.unit == Unit::Logarithm { rough.ceil().max(1.0) } else { step.unwrap_or(rough) };
        let first = (self.low / step).ceil() as i64;
        (first..)
            .map(|n| n as f64 * step)
            .take_while(|value| *value <= self.high + step * 1e-6)
            .map(|value| match self.unit {
                Unit::Number => (value, grouped(&format!("{value:.0}"))),
                Unit::Percent => (value, format!("{:.0} %", value * 100.0)),
                Unit::Logarithm if value >= 0.0 => {
                    (10_f64.powf(value), grouped(&format!("{:.0}", 10_f64.powf(value))))
                }
                Unit::Logarithm => (10_f64.powf(value), format!("1e{value:.0}")),
            })
            .collect()
    }
}

/// Returns a number on the scale of its unit; a logarithmic scale ends at a millionth.
fn turned(value: f64, unit: Unit) -> f64 {
    if unit == Unit::Logarithm { value.max(1e-6).log10() } else { value }
}

/// The room of a label: a line of text.
#[derive(Clone, Copy)]
struct Room {
    left: f64,
    right: f64,
    line: f64,
}

impl Room {
    fn meets(&self, other: &Self) -> bool {
        self.left < other.right && other.left < self.right && (self.line - other.line).abs() < 12.0
    }
}

/// Returns the height of a chart of this width.
fn height(width: f64) -> f64 {
    (width * 0.5).clamp(260.0, 460.0)
}

impl Chart {
    /// Draws the chart in its usual width.
    pub fn draw(&self) -> Picture {
        self.drawn(WIDTH)
    }

    /// Draws the chart in its usual width, with texts beside these places: on the right, where there is room.
    pub fn labelled(&self, labels: &[(f64, f64, String)]) -> Picture {
        let mut picture = self.draw();
        let (x, y) = self.scales(WIDTH);
        let mut taken: Vec<Room> = Vec::new();
        for (px, py, label) in labels {
            let (px, py, long) = (x.at(*px), y.at(*py), 6.4 * label.chars().count() as f64);
            let room = |left: f64, below: f64| Room { left, right: left + long, line: py + below };
            let (right, left) = (px + 8.0, px - 8.0 - long);
            let places =
                [room(right, 4.0), room(left, 4.0), room(right, 16.0), room(right, -8.0), room(left, 16.0)];
            let is_free = |room: &&Room| room.right < WIDTH && !taken.iter().any(|other| other.meets(room));
            let place = *places.iter().find(is_free).unwrap_or(&places[0]);
            picture.text(place.left, place.line, Anchor::Start, label);
            taken.push(place);
        }
        picture
    }

    /// Returns the scales of both axes in this width.
    fn scales(&self, width: f64) -> (Scale, Scale) {
        let points = || self.series.iter().flat_map(|series| &series.points);
        let marks = self.marks.iter().map(|mark| mark.0);
        let x = Scale::new(points().map(|point| point.0).chain(marks), self.x.unit, LEFT, width - RIGHT);
        let y = Scale::new(points().map(|point| point.1), self.y.unit, height(width) - BOTTOM, TOP);
        (x, y)
    }

    /// Draws the chart in this width.
    pub fn drawn(&self, width: f64) -> Picture {
        let height = height(width);
        let mut picture = Picture::new(width, height, &self.title, &self.about);
        let (bottom, right) = (height - BOTTOM, width - RIGHT);
        let (x, y) = self.scales(width);
        for (value, text) in x.ticks(width / 90.0) {
            let at = x.at(value);
            picture.path(&format!("M{at:.1} {TOP}V{bottom}"), "grid");
            picture.text(at, bottom + 16.0, Anchor::Middle, &text);
        }
        for (value, text) in y.ticks(6.0) {
            let at = y.at(value);
            picture.path(&format!("M{LEFT} {at:.1}H{right}"), "grid");
            picture.text(LEFT - 6.0, at + 4.0, Anchor::End, &text);
        }
        picture.path(&format!("M{LEFT} {TOP}V{bottom}H{right}"), "axis");
        picture.text((LEFT + right) / 2.0, height - 8.0, Anchor::Middle, &self.x.label);
        picture.text(8.0, TOP - 14.0, Anchor::Start, &self.y.label);
        for (value, label) in &self.marks {
            let at = x.at(*value);
            picture.path(&format!("M{at:.1} {TOP}V{bottom}"), "mark");
            let (anchor, beside) = if at > width * 0.7 { (Anchor::End, -5.0) } else { (Anchor::Start, 5.0) };
            picture.text(at + beside, bottom - 8.0, anchor, label);
        }
        let mut legend = width - RIGHT;
        for (series, class) in self.series.iter().zip(CLASSES).rev() {
            legend -= 6.4 * series.name.chars().count() as f64;
            picture.text(legend, TOP - 14.0, Anchor::Start, &series.name);
            if series.joined {
                let (from, to, at) = (legend - 28.0, legend - 6.0, TOP - 18.0);
                picture.path(&format!("M{from:.1} {at}H{to:.1}"), &format!("line {class}"));
            } else {
                picture.dot(legend - 12.0, TOP - 18.0, class, &series.name);
            }
            legend -= 40.0;
        }
        for (series, class) in self.series.iter().zip(CLASSES) {
            if series.joined {
                let mut data = String::new();
                for (at, point) in series.points.iter().enumerate() {
                    let letter = if at == 0 { 'M' } else { 'L' };
                    let _ = write!(data, "{letter}{:.1} {:.1}", x.at(point.0), y.at(point.1));
                }
                picture.path(&data, &format!("line {class}"));
            }
            for (px, py, tip) in series.points.iter().filter(|point| !point.2.is_empty()) {
                picture.dot(x.at(*px), y.at(*py), class, tip);
            }
        }
        picture
    }
}

#[cfg(test)]
mod tests {
    use super::{Axis, Chart, Scale, Series, Unit};

    #[test]
    fn ticks_are_round_and_within() {
        let scale = Scale::new([9727.0, 51430.0].into_iter(), Unit::Number, 0.0, 100.0);
        let texts: Vec<String> = scale.ticks(6.0).into_iter().map(|tick| tick.1).collect();
        assert_eq!(texts, ["10,000", "20,000", "30,000", "40,000", "50,000"]);
        let scale = Scale::new([0.002, 30.0].into_iter(), Unit::Logarithm, 0.0, 100.0);
        assert_eq!(scale.ticks(6.0).len(), 6);
        assert_eq!((scale.at(0.001), scale.at(100.0)), (0.0, 100.0));
    }

    #[test]
    fn nothing_and_one_point_can_be_drawn() {
        let axis = |unit| Axis { label: "l".to_owned(), unit };
        for points in [vec![], vec![(5.0, 0.0, String::new())], vec![(f64::NAN, 1.0, "<x>".to_owned())]] {
            let series = vec![Series { name: "s".to_owned(), points, joined: true }];
            for unit in [Unit::Number, Unit::Percent, Unit::Logarithm] {
                let (title, about) = ("t".to_owned(), "a".to_owned());
                let chart = Chart {
                    title,
                    about,
                    x: axis(unit),
                    y: axis(Unit::Percent),
                    series: series.clone(),
                    marks: vec![],
                };
                let drawn = chart.draw().file();
                assert!(
                    drawn.contains("</svg>") && !drawn.contains("<x>") && !drawn.contains("inf"),
                    "{drawn}"
                );
            }
        }
    }
}
