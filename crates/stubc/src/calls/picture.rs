//! Draws mined calls: procedures on a circle, an arc for each pair of calls that follow each other.

use super::Calls;
use crate::report::picture::{Anchor, Picture};
use std::f64::consts::TAU;

const BOX: [f64; 2] = [120.0, 34.0];
/// Thinner arcs are not drawn: they belong to a smaller share of the calls.
const THINNEST: f64 = 0.02;

impl Calls {
    /// Draws the graph.
    pub fn svg(&self) -> String {
        let drawn: Vec<u16> =
            (0..self.counts.len() as u16).filter(|at| self.counts[usize::from(*at)] > 0).collect();
        let radius = (drawn.len() as f64 * (BOX[0] + 40.0) / TAU).max(BOX[0]);
        let middle = [radius + BOX[0], radius + 2.0 * BOX[1]];
        let about = "Procedures with the number of their calls. An arc leads to a call that follows, a bold one \
                     after at least half of the first one's calls. A dashed line joins a reply to a call that takes a value of it. \
                     The tables of the profile hold all numbers.";
        let mut picture =
            Picture::new(2.0 * middle[0], 2.0 * middle[1], "Calls that follow each other", about);
        let place = |procedure: u16| {
            let turn = drawn.iter().position(|at| *at == procedure).unwrap_or(0) as f64 / drawn.len() as f64;
            [middle[0] + radius * (turn * TAU).sin(), middle[1] - radius * (turn * TAU).cos()]
        };
        for (from, to, times) in self.edges() {
            let share = self.share(from, times);
            if share < THINNEST {
                continue;
            }
            let ([x, y], [tx, ty]) = (place(from), place(to));
            let (data, [lx, ly]) = if from == to {
                let top = y - BOX[1];
                (
                    format!(
                        "M{:.1} {y:.1}C{:.1} {top:.1} {:.1} {top:.1} {:.1} {y:.1}",
                        x - 30.0,
                        x - 30.0,
                        x + 30.0,
                        x + 30.0
                    ),
                    [x, top],
                )
            } else {
                // There and back are different arcs: each bends to its right.
                let bend = [(x + tx) / 2.0 + (y - ty) * 0.2, (y + ty) / 2.0 + (tx - x) * 0.2];
                (format!("M{x:.1} {y:.1}Q{:.1} {:.1} {tx:.1} {ty:.1}", bend[0], bend[1]), bend)
            };
            picture.path(&data, if share < 0.5 { "arc" } else { "line a" });
            picture.text(
                lx,
                ly,
                Anchor::Middle,
                &format!("{} → {}: {times}", self.name(from), self.name(to)),
            );
        }
        for dependence in self.dependences() {
            let ([x, y], [tx, ty]) = (place(dependence.ends.0), place(dependence.ends.1));
            picture.path(&format!("M{x:.1} {y:.1}L{tx:.1} {ty:.1}"), "line b");
        }
        for procedure in drawn.iter().copied() {
            let ([x, y], count) = (place(procedure), self.counts[usize::from(procedure)]);
            let corner = [x - BOX[0] / 2.0, y - BOX[1] / 2.0, BOX[0], BOX[1]];
            picture.rectangle(corner, "paper", "");
            picture.rectangle(corner, "type s3", &format!("{}: {count} calls", self.name(procedure)));
            picture.text(x, y - 2.0, Anchor::Middle, self.name(procedure));
            picture.text(x, y + 12.0, Anchor::Middle, &count.to_string());
        }
        picture.file()
    }
}
